//! What-if: the figures are those of the changed role's own shortlist, and each lift does what it says.

mod any_role;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use rolefit::error::ErrorKind;
use rolefit::explain::{
    Change, ChangeKind, ChangeSide, ChangeValue, CutOff, PayVerdict, PoolCounts, Verdict, WhatIf, WhatIfEffect,
};
use rolefit::matching::WhatIfOptions;
use rolefit::{Candidate, CandidateId, Engine, MatchOptions, Role, RoleId};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Making an engine reads the whole taxonomy; questions about documents that are not stored can share one.
static SHARED: LazyLock<Engine> = LazyLock::new(Engine::in_memory);

fn sample<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name);
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every third candidate of the sample data: each figure is compared with that of everybody judged anew.
fn some_candidates() -> Vec<Candidate> {
    candidates().into_iter().step_by(3).collect()
}

/// The candidates of the sample data.
pub(crate) fn candidates() -> Vec<Candidate> {
    sample("candidates.jsonl")
}

/// The roles of the sample data.
pub(crate) fn roles() -> Vec<Role> {
    sample("roles.jsonl")
}

fn matching(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_as_of("2026-11-01".parse().ok()).with_evidence(false)
}

fn options(limit: usize) -> WhatIfOptions {
    WhatIfOptions::default().with_matching(matching(limit))
}

fn about(candidate: &str, limit: usize) -> WhatIfOptions {
    options(limit).with_candidate(CandidateId::new(candidate).ok())
}

fn role(value: &Value) -> Role {
    serde_json::from_value(value.clone()).unwrap()
}

fn people(values: &[Value]) -> Vec<Candidate> {
    values.iter().map(|value| serde_json::from_value(value.clone()).unwrap()).collect()
}

/// The answer for a role and people that are not stored.
fn ask(role_value: &Value, candidates: &[Value], options: &WhatIfOptions) -> WhatIf {
    SHARED.what_if_among(&role(role_value), &people(candidates), options).unwrap()
}

fn find(answer: &WhatIf, kind: ChangeKind) -> &WhatIfEffect {
    answer.changes.iter().find(|effect| effect.change.kind == kind).unwrap_or_else(|| panic!("{kind:?} in {answer:#?}"))
}

/// The role's document with a change made, by what the change says of itself.
fn changed(document: &Value, change: &Change) -> Value {
    let mut document = document.clone();
    let pointer = change.pointer.as_deref().unwrap();
    let to = serde_json::to_value(&change.to).unwrap();
    let Some(index) = pointer.strip_prefix("/must_have/") else {
        let field = pointer.strip_prefix('/').unwrap();
        document[field] = if to.is_null() { json!([]) } else { to };
        return document;
    };
    let list = document["must_have"].as_array_mut().unwrap();
    let index: usize = index.parse().unwrap();
    if change.kind == ChangeKind::DropMustHave {
        list.remove(index);
        return document;
    }
    if let Value::String(name) = &list[index] {
        list[index] = json!({"any_of": [name]});
    }
    let requirement = &mut list[index];
    match change.kind {
        ChangeKind::AcceptRelated => {
            // A document has one of both.
            let name = requirement.as_object_mut().unwrap().remove("name");
            let mut any_of = requirement["any_of"].as_array().cloned().unwrap_or_else(|| name.into_iter().collect());
            any_of.extend(to.as_array().unwrap().iter().cloned());
            requirement["any_of"] = json!(any_of);
        }
        ChangeKind::LiftGate => requirement["gate"] = json!(false),
        ChangeKind::DropSkillYears => drop(requirement.as_object_mut().unwrap().remove("min_years")),
        other => panic!("{other:?} is no change of a requirement"),
    }
    document
}

/// Counts, and the ids of the shortlist, from the shortlist of everybody.
fn brute_force(engine: &Engine, document: &Value, limit: usize) -> (PoolCounts, Vec<CandidateId>) {
    let role = role(document);
    engine.put_role(&role).unwrap();
    let answer = engine.matches(&role.id, &matching(1000)).unwrap();
    let good = |row: &&rolefit::Match| matches!(row.verdict, Verdict::Strong | Verdict::Good);
    let mut counts = PoolCounts::default();
    counts.strong = answer.results.iter().filter(|row| row.verdict == Verdict::Strong).count();
    counts.good_or_better = answer.results.iter().filter(good).count();
    counts.good_above_pay =
        answer.results.iter().filter(good).filter(|row| row.pay_verdict == PayVerdict::Above).count();
    counts.gated = answer.gated.iter().map(|gate| gate.count).sum();
    let ids = answer.results.iter().take(limit).map(|row| row.candidate_id.clone().unwrap()).collect();
    (counts, ids)
}

/// Asks what-if for a role and compares all figures with those of the changed roles' own shortlists; tells what changed anything.
fn kinds_with_true_figures(engine: &Engine, document: &Value, limit: usize) -> HashSet<ChangeKind> {
    let role = &role(document);
    engine.put_role(role).unwrap();
    let answer = engine.what_if(&role.id, &options(limit)).unwrap();
    let mut kinds = HashSet::new();
    let (now, list_now) = brute_force(engine, document, limit);
    assert_eq!(answer.now, now, "{}", role.id);
    for effect in &answer.changes {
        kinds.insert(effect.change.kind);
        let (counts, list) = brute_force(engine, &changed(document, &effect.change), limit);
        assert_eq!(effect.counts, counts, "{}: {:?}", role.id, effect.change);
        let entering: Vec<&CandidateId> = list.iter().filter(|id| !list_now.contains(id)).collect();
        let told: Vec<&CandidateId> = effect.entering.iter().map(|newcomer| &newcomer.candidate_id).collect();
        assert_eq!(told, entering, "{}: {:?}", role.id, effect.change);
        assert_eq!(
            (effect.n_entering, effect.n_leaving),
            (entering.len(), entering.len() + list_now.len() - list.len())
        );
        let leaving: Vec<&CandidateId> = list_now.iter().filter(|id| !list.contains(id)).collect();
        assert_eq!(effect.leaving.iter().map(|leaver| &leaver.candidate_id).collect::<Vec<_>>(), leaving);
    }
    for change in &answer.without_effect {
        let (counts, list) = brute_force(engine, &changed(document, change), limit);
        assert_eq!(counts, now, "{}: {change:?}", role.id);
        assert_eq!(HashSet::<&CandidateId>::from_iter(&list), HashSet::from_iter(&list_now), "{}: {change:?}", role.id);
    }
    kinds
}

#[test]
fn every_figure_is_that_of_the_changed_roles_own_shortlist() {
    let engine = Engine::in_memory();
    engine.put_candidates(&some_candidates()).unwrap();
    let mut kinds = HashSet::new();
    for role in roles().iter().filter(|role| !role.must_have.is_empty()) {
        for limit in [10, 5] {
            kinds.extend(kinds_with_true_figures(&engine, &serde_json::to_value(role).unwrap(), limit));
        }
    }
    for kind in [
        ChangeKind::DropMustHave,
        ChangeKind::AcceptRelated,
        ChangeKind::LiftGate,
        ChangeKind::DropSkillYears,
        ChangeKind::RelaxScale,
        ChangeKind::MoveLevel,
        ChangeKind::AcceptRemote,
        ChangeKind::RaisePayToNext,
    ] {
        assert!(kinds.contains(&kind), "{kind:?} changes nothing in the sample data");
    }
}

#[test]
fn requirements_read_from_a_text_can_be_changed_too() {
    let asked = json!({"id": "r", "title": "Storage engineer", "description": "You must know Lustre and InfiniBand. You need Slurm."});
    let pool = [
        json!({"id": "c-1", "headline": "Storage engineer", "summary": "I run Lustre over InfiniBand."}),
        json!({"id": "c-2", "headline": "Storage engineer", "summary": "I run Lustre and Slurm."}),
    ];
    let answer = ask(&asked, &pool, &about("c-1", 1));
    let change = answer.changes.iter().map(|effect| &effect.change).chain(&answer.without_effect);
    let dropped: Vec<&Change> = change.filter(|change| change.kind == ChangeKind::DropMustHave).collect();
    assert!(dropped.iter().any(|change| change.subject == "Slurm"), "{dropped:?}");
    assert!(dropped.iter().all(|change| change.pointer.is_none()), "there is no field to point at");
}

#[test]
fn a_lifted_gate_lets_people_in_and_says_who_comes() {
    let asked =
        json!({"id": "r", "title": "Storage engineer", "must_have": [{"name": "Lustre", "gate": true}, "Linux"]});
    let pool = [
        json!({"id": "c-1", "headline": "Storage engineer", "summary": "I run Lustre on Linux."}),
        json!({"id": "c-2", "name": "Ana", "headline": "Storage engineer", "summary": "I run GPFS on Linux."}),
    ];
    let answer = ask(&asked, &pool, &options(5));
    assert_eq!((answer.now.gated, answer.total_candidates), (1, 2));
    let lifted = find(&answer, ChangeKind::LiftGate);
    assert_eq!((lifted.counts.gated, lifted.difference.gated, lifted.n_entering), (0, -1, 1));
    let newcomer = &lifted.entering[0];
    assert_eq!((newcomer.candidate_id.as_str(), newcomer.rank, newcomer.gated_before), ("c-2", 2, true));
    assert_eq!((lifted.change.subject.as_str(), lifted.change.pointer.as_deref()), ("Lustre", Some("/must_have/0")));

    let related = find(&answer, ChangeKind::AcceptRelated);
    let Some(ChangeValue::Names(names)) = &related.change.to else { panic!("{related:?}") };
    assert!(names.iter().any(|name| name.contains("GPFS")), "{names:?}");
    assert_eq!(related.counts.gated, 0);
}

#[test]
fn a_demanded_authorization_is_a_gate_that_can_be_lifted() {
    let asked = json!({"id": "r", "must_have": ["Lustre"], "work_authorization": ["US"]});
    let pool = [json!({"id": "c-1", "summary": "I run Lustre.", "work_authorization": ["IN"]})];
    let answer = ask(&asked, &pool, &about("c-1", 5));
    assert_eq!(find(&answer, ChangeKind::LiftGate).counts.gated, 0);
    let outlook = answer.candidate.unwrap();
    assert_eq!((outlook.rank, outlook.gated.as_deref()), (None, Some("work authorization: US")));
    assert!(outlook.lifts.iter().all(|lift| lift.changes[0].side == ChangeSide::Role), "nothing personal is asked for");
    assert_eq!(outlook.lifts[0].changes[0].kind, ChangeKind::LiftGate);
}

/// Storage engineers who bring all, and ask what they ask.
fn asking(figures: &[u32]) -> Vec<Value> {
    let people = figures.iter().enumerate();
    people
        .map(|(n, figure)| {
            json!({"id": format!("c-{n}"), "headline": "Senior storage engineer", "summary": "I run Lustre on Linux.",
                   "expected_pay": {"min": figure, "max": figure, "currency": "USD", "basis": "base"}})
        })
        .collect()
}

fn paying(period: &str, max: u32) -> Value {
    json!({"id": "r", "title": "Senior storage engineer", "must_have": ["Lustre", "Linux"],
           "pay_band": {"min": max / 2, "max": max, "currency": "USD", "period": period, "basis": "base"}})
}

#[test]
fn the_least_rise_of_pay_reaches_the_next_good_person() {
    let answer = ask(&paying("year", 300_000), &asking(&[250_000, 400_000, 331_000, 900_000]), &options(2));
    assert_eq!(answer.now.good_above_pay, 3);
    let rise = find(&answer, ChangeKind::RaisePayToNext);
    let Some(ChangeValue::Pay(band)) = &rise.change.to else { panic!("{rise:?}") };
    assert_eq!(band.max.unwrap().units(), 331_000);
    let reached = rise.reaches.as_ref().unwrap();
    assert_eq!((reached.candidate_id.as_str(), rise.difference.good_above_pay), ("c-2", -1));
    assert!(reached.rank <= 2 && reached.fit > reached.fit_before);
    assert!(rise.change.label.contains("USD 331,000 (+10 %)"), "{}", rise.change.label);

    let out_of_reach = ask(&paying("year", 300_000), &asking(&[250_000, 900_000]), &options(2));
    assert!(out_of_reach.changes.iter().all(|effect| effect.reaches.is_none()), "a band is not doubled and more");
    let hourly = ask(&paying("hour", 100), &asking(&[220_000]), &options(2));
    let Some(ChangeValue::Pay(band)) = &find(&hourly, ChangeKind::RaisePayToNext).change.to else { panic!() };
    assert_eq!(band.max.unwrap().cents(), 10_577, "220,000 a year by 2,080 hours, rounded up to the cent");
}

#[test]
fn an_empty_pool_has_nothing_to_change() {
    let answer = ask(&paying("year", 300_000), &[], &options(10));
    assert_eq!((answer.total_candidates, answer.now), (0, PoolCounts::default()));
    assert!(answer.changes.is_empty() && !answer.without_effect.is_empty() && answer.candidate.is_none());
    let asks_nothing = ask(&json!({"id": "r"}), &asking(&[1]), &options(10));
    assert!(asks_nothing.changes.is_empty() && asks_nothing.without_effect.is_empty());
}

#[test]
fn who_and_what_is_not_known_is_named() {
    let engine = Engine::in_memory();
    let id = RoleId::new("r").unwrap();
    assert_eq!(engine.what_if(&id, &options(10)).unwrap_err().kind(), ErrorKind::NotFound);
    engine.put_role(&role(&paying("year", 1))).unwrap();
    assert_eq!(engine.what_if(&id, &about("c-9", 10)).unwrap_err().to_string(), r#"candidate "c-9" is not known"#);
    let among = engine.what_if_among(&role(&paying("year", 1)), &people(&asking(&[1])), &about("c-9", 10));
    assert_eq!(among.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(engine.what_if(&id, &options(0)).unwrap_err().kind(), ErrorKind::Configuration);
}

#[test]
fn many_must_haves_are_counted_and_not_all_gone_through() {
    let skills = [
        "Slurm", "Lustre", "GPFS", "InfiniBand", "RoCE", "CUDA", "HIP", "Kubernetes", "Terraform", "Python", "PyTorch",
        "vLLM", "DeepSpeed", "NCCL", "MPI", "Ansible", "Prometheus", "LLVM", "Ceph",
    ];
    let answer = ask(&json!({"id": "r", "must_have": skills}), &asking(&[1]), &options(10));
    assert_eq!(answer.not_tried, 3);
}

#[test]
fn the_same_question_has_the_same_answer_in_any_order_of_arrival() {
    let (mut people, roles) = (candidates(), roles());
    let role = &roles[0];
    let engine = Engine::in_memory();
    engine.put_role(role).unwrap();
    engine.put_candidates(&people).unwrap();
    let options = about("c-0125", 5);
    let stored = engine.what_if(&role.id, &options).unwrap();
    people.reverse();
    let given = engine.what_if_among(role, &people, &options).unwrap();
    assert_eq!(serde_json::to_string(&stored).unwrap(), serde_json::to_string(&given).unwrap());
}

#[test]
fn blind_answers_name_nobody() {
    let engine = Engine::in_memory();
    let blind = about("c-0125", 5).with_matching(matching(5).with_blind(true));
    let answer = engine.what_if_among(&roles()[0], &candidates(), &blind).unwrap();
    let text = serde_json::to_string(&answer).unwrap();
    assert!(!text.contains(r#""name""#), "{text}");
    assert!(answer.changes.iter().any(|effect| effect.n_entering > 0));
}

/// A role, one who is not on the list of two, and two who are.
fn contest() -> (Value, Vec<Value>) {
    let asked = json!({
        "id": "r", "title": "Senior storage engineer", "must_have": ["Lustre", "Linux"],
        "location": {"city": "Austin", "region": "TX", "country": "US"}, "work_mode": "onsite",
        "pay_band": {"min": 150_000, "max": 200_000, "currency": "USD", "basis": "base"},
    });
    let person = |id: &str, city: &str, region: &str, pay: u32| {
        json!({"id": id, "headline": "Senior storage engineer", "summary": "I run Lustre on Linux.",
               "location": {"city": city, "region": region, "country": "US"},
               "expected_pay": {"min": pay, "max": pay, "currency": "USD", "basis": "base"}})
    };
    let mut pool = vec![person("c-1", "Seattle", "WA", 240_000), person("c-2", "Austin", "TX", 210_000)];
    pool.push(person("c-3", "Austin", "TX", 215_000));
    (asked, pool)
}

#[test]
fn lifts_do_what_they_say_when_the_documents_are_changed() {
    let (asked, pool) = contest();
    let outlook = ask(&asked, &pool, &about("c-1", 2)).candidate.unwrap();
    assert_eq!((outlook.rank, outlook.reached, outlook.cut_off.by), (Some(3), false, CutOff::Shortlist));
    let engine = Engine::in_memory();
    let mut kinds = HashSet::new();
    assert!(!outlook.lifts.is_empty());
    for lift in &outlook.lifts {
        let (mut asked, mut pool) = (asked.clone(), pool.clone());
        for change in &lift.changes {
            kinds.insert(change.kind);
            let to = serde_json::to_value(&change.to).unwrap();
            match (change.side, change.kind) {
                (ChangeSide::Role, _) => asked = changed(&asked, change),
                (_, ChangeKind::Relocate) => pool[0]["relocation"] = to,
                (_, ChangeKind::LowerExpectation) => pool[0]["expected_pay"] = to,
                other => panic!("{other:?}"),
            }
        }
        let answer = engine.rank(&role(&asked), &people(&pool), &matching(3)).unwrap();
        let row = answer.results.iter().find(|row| row.candidate_id.as_ref().unwrap().as_str() == "c-1").unwrap();
        assert_eq!((row.rank, row.verdict), (lift.rank, lift.verdict), "{lift:?}");
        assert!((row.fit - lift.fit).abs() < 1e-9, "{lift:?}");
        assert!(lift.rank <= 2, "{lift:?}");
    }
    assert!(kinds.len() > 1, "{kinds:?}");
}

/// Where somebody stands among everybody.
fn place(engine: &Engine, document: &Value, candidate: &CandidateId) -> Option<usize> {
    let role = role(document);
    engine.put_role(&role).unwrap();
    let answer = engine.matches(&role.id, &matching(1000)).unwrap();
    answer.results.iter().find(|row| row.candidate_id.as_ref() == Some(candidate)).map(|row| row.rank)
}

#[test]
fn places_are_those_among_everybody_however_far_down() {
    let engine = Engine::in_memory();
    let people = candidates();
    engine.put_candidates(&people).unwrap();
    let (mut n_single, mut n_pairs) = (0, 0);
    for (number, sample) in roles().iter().enumerate().filter(|(_, role)| !role.must_have.is_empty()).step_by(4) {
        let mut document = serde_json::to_value(sample).unwrap();
        // Gates on two of them take two changes.
        for asked in document["must_have"].as_array_mut().unwrap().iter_mut().take(2) {
            if let Value::String(name) = asked {
                *asked = json!({"any_of": [name]});
            }
            asked["gate"] = json!(true);
        }
        let role = &role(&document);
        for candidate in people.iter().skip(number).step_by(31) {
            let now = place(&engine, &document, &candidate.id);
            for by in [CutOff::Shortlist, CutOff::Good] {
                engine.put_role(role).unwrap();
                let options = about(candidate.id.as_str(), 12).with_cut_off(Some(by));
                let outlook = engine.what_if(&role.id, &options).unwrap().candidate.unwrap();
                assert_eq!(outlook.rank, now, "{} for {}", candidate.id, role.id);
                let of_role = |change: &Change| change.side == ChangeSide::Role;
                for lift in outlook.lifts.iter().filter(|lift| lift.changes.iter().all(of_role)) {
                    *(if lift.changes.len() == 1 { &mut n_single } else { &mut n_pairs }) += 1;
                    // From behind, so that no index moves before it is used.
                    let document =
                        lift.changes.iter().rev().fold(document.clone(), |role, change| changed(&role, change));
                    let there = place(&engine, &document, &candidate.id);
                    assert_eq!(there, Some(lift.rank), "{} for {} by {by:?}: {lift:?}", candidate.id, role.id);
                }
            }
        }
    }
    assert!(n_single > 0 && n_pairs > 0, "{n_single} single changes, {n_pairs} pairs");
}

#[test]
fn of_each_matter_the_smallest_change_that_suffices_is_told() {
    let asked =
        json!({"id": "r", "title": "Storage engineer", "must_have": [{"name": "Lustre", "gate": true}, "Linux"]});
    let pool = [json!({"id": "c-1", "headline": "Storage engineer", "summary": "I run Linux."})];
    let outlook = ask(&asked, &pool, &about("c-1", 2)).candidate.unwrap();
    let told: Vec<_> = outlook.lifts.iter().map(|lift| (lift.changes[0].side, lift.changes[0].kind)).collect();
    assert_eq!(
        told,
        [(ChangeSide::Role, ChangeKind::LiftGate), (ChangeSide::Candidate, ChangeKind::GainSkill)],
        "dropping the must-have would do as well, and is more"
    );
}

#[test]
fn a_missing_skill_is_named_as_what_would_lift() {
    let asked = json!({"id": "r", "title": "Storage engineer", "must_have": [{"name": "Lustre", "min_years": 3, "gate": true}, "Linux"]});
    let pool = [
        json!({"id": "c-1", "headline": "Storage engineer", "summary": "I run Linux."}),
        json!({"id": "c-2", "headline": "Storage engineer", "summary": "Four years of Lustre on Linux."}),
    ];
    let outlook = ask(&asked, &pool, &about("c-1", 2)).candidate.unwrap();
    let gained = outlook.lifts.iter().find(|lift| lift.changes[0].kind == ChangeKind::GainSkill).unwrap();
    assert_eq!(gained.changes[0].label, "has done Lustre for 3 years, until now");
    assert_eq!(gained.changes[0].side, ChangeSide::Candidate);
    assert!(gained.rank <= 2);
}

#[test]
fn pairs_are_tried_when_no_single_change_suffices() {
    let gate = |name: &str| json!({"name": name, "gate": true});
    let asked = json!({"id": "r", "title": "Storage engineer", "must_have": [gate("Lustre"), gate("Slurm"), "Linux"]});
    let pool = [
        json!({"id": "c-1", "headline": "Storage engineer", "summary": "I run Linux."}),
        json!({"id": "c-2", "headline": "Storage engineer", "summary": "I run Lustre and Slurm on Linux."}),
    ];
    let outlook = ask(&asked, &pool, &about("c-1", 5)).candidate.unwrap();
    assert!(!outlook.lifts.is_empty() && outlook.n_pairs_tried > 0);
    for lift in &outlook.lifts {
        let subjects: HashSet<&str> = lift.changes.iter().map(|change| change.subject.as_str()).collect();
        assert_eq!(subjects, HashSet::from(["Lustre", "Slurm"]), "{lift:?}");
    }
}

#[test]
fn who_has_reached_the_cut_off_needs_nothing() {
    let (asked, pool) = contest();
    let outlook = ask(&asked, &pool, &about("c-2", 2)).candidate.unwrap();
    assert!(outlook.reached && outlook.lifts.is_empty());
    assert_eq!(outlook.cut_off.by, CutOff::Good, "somebody on the list is asked for the verdict");
    let on_list = about("c-2", 2).with_cut_off(Some(CutOff::Shortlist));
    assert!(ask(&asked, &pool, &on_list).candidate.unwrap().reached);
}

#[test]
fn the_verdict_good_can_be_the_cut_off() {
    let asked = json!({"id": "r", "title": "Storage engineer", "must_have": ["Lustre", "Slurm", "InfiniBand"]});
    let pool = [json!({"id": "c-1", "headline": "Storage engineer", "summary": "I run Lustre."})];
    let outlook = ask(&asked, &pool, &about("c-1", 5)).candidate.unwrap();
    assert_eq!((outlook.cut_off.by, outlook.cut_off.fit), (CutOff::Good, Some(53.0)));
    assert!(outlook.fit < 53.0 && !outlook.lifts.is_empty(), "{outlook:?}");
    assert!(outlook.lifts.iter().all(|lift| lift.fit >= 53.0));
}
