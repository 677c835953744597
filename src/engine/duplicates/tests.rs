//! Merges in an engine: what is seen, what survives, what is undone.

use serde_json::{Value, json};

use super::*;
use crate::domain::{Candidate, PartialDate, Role, RoleId};
use crate::engine::{MatchOptions, RemoveOptions};
use crate::store::{Kind, Op};

fn id(text: &str) -> CandidateId {
    CandidateId::new(text).unwrap()
}

fn candidate(value: Value) -> Candidate {
    serde_json::from_value(value).unwrap()
}

/// Two documents of one person, and a colleague.
fn people() -> [Candidate; 3] {
    let foo = json!({"employer": "Foo Systems", "title": "HPC engineer", "start": "2019-03"});
    [
        candidate(json!({
            "id": "a", "name": "William Carter", "skills": ["Slurm"], "experience": [foo], "custom": {"email": "w.carter@home.example"},
        })),
        candidate(json!({
            "id": "b", "name": "Bill Carter", "skills": ["Lustre", "CUDA"], "experience": [foo],
            "custom": {"email_addresses": [{"value": "W.Carter@home.example"}], "phone": "512 555 0143"},
        })),
        candidate(json!({"id": "c", "name": "Mary Carter", "skills": ["Slurm"], "experience": [foo]})),
    ]
}

fn role() -> Role {
    let value = json!({"id": "r", "title": "HPC engineer", "must_have": ["Slurm", "Lustre"], "nice_to_have": ["CUDA"]});
    serde_json::from_value(value).unwrap()
}

fn fill(engine: &Engine) {
    engine.put_role(&role()).unwrap();
    engine.put_candidates(&people()).unwrap();
}

fn answer(engine: &Engine) -> Value {
    let options = MatchOptions::default().with_as_of(Some(PartialDate::year_only(2026)));
    serde_json::to_value(engine.matches(&RoleId::new("r").unwrap(), &options).unwrap()).unwrap()
}

/// Who is on the shortlist, in the order of their ids, with whom else they may be.
fn listed(engine: &Engine) -> Vec<String> {
    let answer = answer(engine);
    let mut listed: Vec<String> = answer["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let marks = row["possible_duplicate_of"].as_array().cloned().unwrap_or_default();
            let shown = [&row["candidate_id"]].into_iter().chain(&marks).map(|id| id.as_str().unwrap());
            shown.collect::<Vec<_>>().join("?")
        })
        .collect();
    listed.sort();
    listed
}

fn proposed(engine: &Engine) -> Vec<Duplicate> {
    engine.duplicates(&DuplicateOptions::default()).unwrap().duplicates
}

fn bodies(engine: &Engine) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    engine.export_candidates(&mut all).unwrap();
    all.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

#[test]
fn one_person_is_proposed_merged_and_taken_apart_as_exactly_as_before() {
    let engine = Engine::in_memory();
    fill(&engine);
    let (before, documents) = (answer(&engine), bodies(&engine));
    assert_eq!(listed(&engine), ["a?b", "b?a", "c"]);
    let found = proposed(&engine);
    assert_eq!((found.len(), &found[0].candidate_ids), (1, &[id("a"), id("b")]));
    assert!(found[0].strength.unwrap() > 0.98 && found[0].strength.unwrap() < 1.0, "{found:?}");

    let merged = engine.merge_candidates(&id("a"), &id("b")).unwrap();
    assert_eq!((merged.id.clone(), merged.state), (found[0].id.clone(), DuplicateState::Merged));
    assert!(merged.fields.iter().any(|field| field.field == "skills" && field.from == [id("a"), id("b")]));
    assert_eq!((listed(&engine), proposed(&engine).len()), (vec!["a".to_owned(), "c".to_owned()], 0));
    let both = answer(&engine);
    assert_eq!((&both["total_candidates"], engine.candidate_count()), (&json!(2), 3));
    let covered = |answer: &Value| answer["results"][0]["must_have_coverage"].as_f64().unwrap();
    assert!(covered(&both) > 0.9 && covered(&both) > covered(&before), "what either document says counts");
    assert_eq!(engine.merged_candidate(&id("b")).unwrap().unwrap().skills.len(), 3);
    assert_eq!(bodies(&engine), documents, "the documents are as they were");
    // Whoever asks for the other one is told of the person.
    let options = MatchOptions::default();
    assert_eq!(engine.roles_for(&id("b"), &options).unwrap().candidate_id, Some(id("a")));
    assert_eq!(engine.explain(&role().id, &id("b"), &options).unwrap().candidate_id, Some(id("a")));
    assert_eq!(engine.similar_candidates(&id("b"), &options).unwrap().results.len(), 1);

    let undone = engine.undo_duplicate(&merged.id).unwrap();
    assert_eq!((undone.state, undone.decided_at), (DuplicateState::Proposed, None));
    assert_eq!((answer(&engine), bodies(&engine), proposed(&engine)), (before, documents, found));
    assert!(matches!(engine.undo_duplicate(&merged.id), Err(Error::NotFound { .. })));
}

#[test]
fn whoever_was_told_apart_is_not_proposed_again_until_that_is_undone() {
    let engine = Engine::in_memory();
    fill(&engine);
    let dismissed = engine.dismiss_duplicate(&id("b"), &id("a")).unwrap();
    assert_eq!(
        (listed(&engine), proposed(&engine)),
        (vec!["a".to_owned(), "b".to_owned(), "c".to_owned()], Vec::new())
    );
    let listed = engine.duplicates(&DuplicateOptions::default().with_state(DuplicateState::Dismissed)).unwrap();
    assert_eq!(listed.duplicates, std::slice::from_ref(&dismissed));
    assert_eq!(engine.duplicate(&dismissed.id).unwrap(), Some(dismissed.clone()));
    engine.undo_duplicate(&dismissed.id).unwrap();
    assert_eq!(proposed(&engine).len(), 1);
    // Minds are changed.
    engine.dismiss_duplicate(&id("a"), &id("b")).unwrap();
    engine.merge_candidates(&id("b"), &id("a")).unwrap();
    assert_eq!(engine.duplicates(&DuplicateOptions::default().with_state(DuplicateState::Dismissed)).unwrap().total, 0);
    assert!(
        engine
            .dismiss_duplicate(&id("a"), &id("b"))
            .unwrap_err()
            .to_string()
            .contains("expected that the merge is undone")
    );
}

#[test]
fn what_cannot_be_merged_is_refused_with_what_can() {
    let engine = Engine::in_memory();
    fill(&engine);
    assert!(matches!(engine.merge_candidates(&id("a"), &id("x")), Err(Error::NotFound { .. })));
    assert!(engine.merge_candidates(&id("a"), &id("a")).unwrap_err().to_string().contains("expected two"));
    engine.merge_candidates(&id("a"), &id("b")).unwrap();
    for (survivor, other) in [("b", "a"), ("b", "c"), ("c", "b"), ("a", "b")] {
        let error = engine.merge_candidates(&id(survivor), &id(other)).unwrap_err().to_string();
        assert!(error.contains("b is merged into a; expected a"), "{error}");
    }
    // A person of two may be merged into a third.
    engine.merge_candidates(&id("c"), &id("a")).unwrap();
    assert_eq!(listed(&engine), ["c"]);
    engine.undo_duplicate(&Engine::duplicate_id(&id("a"), &id("c"))).unwrap();
    assert_eq!(listed(&engine), ["a", "c"]);
}

#[test]
fn a_document_that_is_sent_again_changes_the_person_and_not_the_merge() {
    let engine = Engine::in_memory();
    fill(&engine);
    engine.merge_candidates(&id("a"), &id("b")).unwrap();
    let [_, mut other, _] = people();
    other.skills = vec!["Kubernetes".into()];
    engine.put_candidate(&other).unwrap();
    assert_eq!(listed(&engine), ["a", "c"]);
    let skills = engine.merged_candidate(&id("a")).unwrap().unwrap().skills;
    assert_eq!(skills, ["Slurm".into(), "Kubernetes".into()]);
    engine.put_candidate_if(&other, crate::store::Precondition::Present).unwrap().unwrap();
    assert_eq!(listed(&engine), ["a", "c"]);
    #[cfg(feature = "search")]
    {
        let filters = crate::engine::Filters::default().with_q("Kubernetes");
        let options = MatchOptions::default().with_filters(filters);
        let found = engine.matches(&role().id, &options).unwrap();
        assert_eq!(found.results[0].candidate_id, Some(id("a")), "what the other document says, the person says");
    }
    engine.undo_duplicate(&Engine::duplicate_id(&id("a"), &id("b"))).unwrap();
    assert_eq!(engine.candidate(&id("b")).unwrap(), Some(other));
    assert_eq!(listed(&engine), ["a?b", "b?a", "c"]);
}

#[test]
fn whoever_is_removed_is_removed_from_what_was_decided() {
    for gone in ["a", "b"] {
        let engine = Engine::in_memory();
        fill(&engine);
        engine.merge_candidates(&id("a"), &id("b")).unwrap();
        engine.dismiss_duplicate(&id("a"), &id("c")).unwrap();
        engine.remove_candidates(&[id(gone)], &RemoveOptions::default().with_erase(true)).unwrap();
        let left = if gone == "a" { "b" } else { "a" };
        assert_eq!(listed(&engine), [left, "c"]);
        let count = |state| engine.duplicates(&DuplicateOptions::default().with_state(state)).unwrap().total;
        assert_eq!((count(DuplicateState::Merged), count(DuplicateState::Dismissed)), (0, usize::from(gone == "b")));
        assert_eq!(engine.inner.store.count(crate::store::Kind::Decision), u64::from(gone == "b"));
        // Somebody else of the same id is somebody else.
        engine.put_candidate(&people()[usize::from(gone == "b")]).unwrap();
        assert_eq!(listed(&engine), ["a?b", "b?a", "c"]);
    }
}

#[test]
fn a_search_that_had_to_stop_goes_on_until_something_changes() {
    let engine = Engine::in_memory();
    fill(&engine);
    let stopped = engine.cancelled_by({
        let cancel = crate::domain::CancelToken::new();
        cancel.cancel();
        cancel
    });
    let ask = |engine: &Engine| engine.duplicates(&DuplicateOptions::default()).map(|found| found.total);
    assert!(matches!(ask(&stopped), Err(Error::Cancelled(_))));
    let reached = |n_done: usize| {
        let mut search = engine.inner.duplicates.search.lock().unwrap();
        search.as_mut().expect("it is kept").set_done(n_done);
    };
    reached(0);
    assert_eq!(ask(&engine).unwrap(), 1);
    // What was looked at is not looked at again: as if there were nobody in all groups.
    engine.put_candidate(&people()[2]).unwrap();
    ask(&stopped).unwrap_err();
    reached(usize::MAX);
    assert_eq!(ask(&engine).unwrap(), 0);
    // A decision and a write each begin it anew.
    engine.dismiss_duplicate(&id("a"), &id("c")).unwrap();
    assert_eq!(ask(&engine).unwrap(), 1);
    ask(&stopped).unwrap();
    engine.put_candidate(&people()[2]).unwrap();
    ask(&stopped).unwrap_err();
}

#[test]
fn who_is_known_from_before_is_forgotten_with_the_document() {
    let engine = Engine::in_memory();
    fill(&engine);
    assert_eq!(listed(&engine), ["a?b", "b?a", "c"]);
    let known = |name: &str| {
        let duplicates = &engine.inner.duplicates;
        let seq = duplicates.holders().seq(&id(name));
        seq.and_then(|seq| duplicates.known.find(&id(name), seq)).is_some()
    };
    assert!(known("a") && known("b") && !known("none"));
    let mut another = people()[1].clone();
    another.name = Some("Ann Lee".to_owned());
    engine.put_candidate(&another).unwrap();
    assert!(known("a") && !known("b"));
    assert_eq!(listed(&engine), ["a", "b", "c"]);
    engine.remove_candidates(&[id("a")], &RemoveOptions::default()).unwrap();
    assert!(!known("a"));
    // Who read the document before it was removed keeps nothing of it.
    let duplicates = &engine.inner.duplicates;
    duplicates.known.keep(&id("a"), (Seq(1), std::sync::Arc::default()), || duplicates.holders().seq(&id("a")));
    assert!(duplicates.known.find(&id("a"), Seq(1)).is_none());
}

#[test]
fn pages_of_pairs_are_one_list() {
    let engine = Engine::in_memory();
    for number in 0..5 {
        for copy in ["x", "y"] {
            let value = json!({"id": format!("{copy}{number}"), "name": format!("Ann Lee{number}"), "custom": {"email": format!("lee{number}@home.example")}});
            engine.put_candidate(&candidate(value)).unwrap();
        }
    }
    let whole = proposed(&engine);
    let mut options = DuplicateOptions::default().with_limit(2);
    let mut pages = Vec::new();
    loop {
        let page = engine.duplicates(&options).unwrap();
        assert_eq!(page.total, 5);
        pages.extend(page.duplicates);
        let Some(next) = page.next_cursor else { break };
        options = options.with_after(next);
    }
    assert_eq!(pages, whole);
    assert!(engine.duplicates(&DuplicateOptions::default().with_after("x")).is_err());
    assert!(engine.duplicates(&DuplicateOptions::default().with_limit(0)).is_err());
}

#[cfg(feature = "storage")]
mod on_disk {
    use super::*;
    use crate::engine::DataDirectory;

    #[test]
    fn decisions_survive_a_restart_a_backup_and_a_compaction() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let engine = Engine::open(folder.path()).unwrap();
        fill(&engine);
        let unmerged = answer(&engine);
        engine.merge_candidates(&id("a"), &id("b")).unwrap();
        engine.dismiss_duplicate(&id("a"), &id("c")).unwrap();
        let before = (answer(&engine), bodies(&engine));
        let backup = elsewhere.path().join("b");
        engine.backup(&backup).unwrap();
        drop(engine);

        let restored = DataDirectory::at(elsewhere.path().join("data"));
        restored.restore(&backup).unwrap();
        DataDirectory::at(folder.path()).compact(crate::EngineOptions::default()).unwrap();
        for path in [folder.path(), restored.path()] {
            assert!(DataDirectory::at(path).verify(&crate::EngineOptions::default()).unwrap().is_whole());
            let engine = Engine::open(path).unwrap();
            assert_eq!((answer(&engine), bodies(&engine)), before);
            engine.undo_duplicate(&Engine::duplicate_id(&id("a"), &id("b"))).unwrap();
            assert_eq!(answer(&engine), unmerged);
            drop(engine);
            assert_eq!(answer(&Engine::open(path).unwrap()), unmerged);
        }
    }

    #[test]
    fn a_decision_that_outlived_its_candidate_is_removed_at_the_next_opening() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        fill(&engine);
        engine.merge_candidates(&id("a"), &id("b")).unwrap();
        // As a crash between the two steps of a removal leaves it.
        let delete = crate::store::Op::Delete { kind: crate::store::Kind::Candidate, id: "b".to_owned() };
        engine.inner.store.apply(&[delete]).unwrap();
        engine.inner.came_by_without_change(engine.inner.store.last_seq());
        drop(engine);
        let engine = Engine::open(folder.path()).unwrap();
        assert_eq!(
            (listed(&engine), engine.inner.store.count(crate::store::Kind::Decision)),
            (vec!["a".to_owned(), "c".to_owned()], 0)
        );
    }

    #[test]
    fn an_address_is_in_no_file_but_those_of_its_document() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        fill(&engine);
        let keys = engine.inner.pool.get(&id("a")).unwrap().keys.clone();
        drop(engine);
        let secret = std::fs::read_to_string(folder.path().join("identity.secret")).unwrap();
        assert!(IdentitySecret::parse(&secret).is_some());
        // With another secret the same address has other keys.
        std::fs::remove_file(folder.path().join("identity.secret")).unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        let others = engine.inner.pool.get(&id("a")).unwrap().keys.clone();
        assert!(keys.iter().all(|key| !others.contains(key)), "{keys:?} {others:?}");
        assert_eq!(proposed(&engine).len(), 1);
    }

    /// Whatever is done in whatever order, what is seen is what an engine sees that opens what is stored.
    #[test]
    fn what_is_seen_is_what_the_next_opening_sees() {
        let mut seed = 7_u64;
        let mut chance = move |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % n
        };
        let names = ["a", "b", "c", "d", "e"];
        for _ in 0..6 {
            let folder = tempfile::tempdir().unwrap();
            let engine = Engine::open(folder.path()).unwrap();
            engine.put_role(&role()).unwrap();
            for _ in 0..40 {
                let (one, other) = (id(names[chance(5)]), id(names[chance(5)]));
                match chance(6) {
                    0 | 1 => {
                        let skill = ["Slurm", "Lustre", "CUDA"][chance(3)];
                        let value = json!({"id": one.as_str(), "name": "Ann Lee", "skills": [skill], "custom": {"email": format!("{}@x.example", chance(2))}});
                        let _ = engine.put_candidate(&candidate(value)).unwrap();
                    }
                    2 => {
                        let _ = engine.delete_candidate(&one).unwrap();
                    }
                    3 => drop(engine.merge_candidates(&one, &other)),
                    4 => drop(engine.dismiss_duplicate(&one, &other)),
                    _ => drop(engine.undo_duplicate(&Engine::duplicate_id(&one, &other))),
                }
            }
            let seen = |engine: &Engine| {
                let of = |state| engine.duplicates(&DuplicateOptions::default().with_state(state)).unwrap();
                (answer(engine), DuplicateState::ALL.map(of), engine.candidate_count())
            };
            let before = seen(&engine);
            drop(engine);
            assert_eq!(seen(&Engine::open(folder.path()).unwrap()), before);
        }
    }
}

/// Engines by the built-in taxonomy, and by one of a concept more, in turn.
fn with_own_concept() -> crate::EngineOptions {
    let own = r#"concept = [{ id = "quokkascript", label = "Quokkascript", kind = "tool", area = "interconnect", weight = 1.0, source = "own" }]"#;
    let taxonomy = crate::taxonomy::Taxonomy::extended(own).unwrap();
    crate::EngineOptions::default().with_taxonomy(std::sync::Arc::new(taxonomy))
}

#[test]
fn a_merge_outlives_other_knowledge_and_is_taken_apart_by_it() {
    let engine = Engine::in_memory();
    fill(&engine);
    let merged = engine.merge_candidates(&id("a"), &id("b")).unwrap();
    let newer = engine.reload(with_own_concept()).unwrap();
    let seen = |engine: &Engine| (listed(engine), engine.candidate_count(), proposed(engine).len());
    assert_eq!(seen(&newer), (vec!["a".to_owned(), "c".to_owned()], 3, 0));
    assert_eq!(newer.merged_candidate(&id("b")).unwrap().unwrap().skills.len(), 3);
    // Who is written again is seen with the other, and what is decided through an old handle holds in the newest engine.
    let mut changed = people()[1].clone();
    changed.skills.push(serde_json::from_value(json!("Quokkascript")).unwrap());
    engine.put_candidate(&changed).unwrap();
    assert_eq!(newer.merged_candidate(&id("a")).unwrap().unwrap().skills.len(), 4);
    assert_eq!(seen(&newer).0, ["a", "c"]);
    engine.undo_duplicate(&merged.id).unwrap();
    assert_eq!(seen(&newer), (vec!["a?b".to_owned(), "b?a".to_owned(), "c".to_owned()], 3, 1));
    engine.merge_candidates(&id("b"), &id("a")).unwrap();
    let back = newer.reload(crate::EngineOptions::default()).unwrap();
    assert_eq!(seen(&back), (vec!["b".to_owned(), "c".to_owned()], 3, 0));
}

/// What an agency sends twice.
const RESUME: &str = "I ran Slurm and Lustre for seven years on a cluster of nine hundred nodes, and wrote the tools that people submit their \
    jobs with. Before that I kept the storage of a weather service, moved it from one file system to another without a day of rest, and \
    taught those who came after me.";

/// Other texts of as many words: each of so many words is taken in turn.
fn reordered(step: usize) -> String {
    let words: Vec<&str> = RESUME.split_whitespace().collect();
    (0..step).flat_map(|from| words.iter().skip(from).step_by(step)).copied().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_same_document_twice_is_proposed_and_namesakes_are_not() {
    let foo = json!([{"employer": "Foo Systems", "title": "HPC engineer", "start": "2019-03"}]);
    let [near, nameless, names] = [reordered(2), reordered(3), reordered(4)];
    let changed = |text: &str| text.replace("seven", "eight").replace("weather", "climate");
    let pairs = [
        // All that is said is the same, and no contact is given.
        ("thin", true, json!({"name": "Ann Lee", "experience": foo}), json!({"name": "Ann Lee", "experience": foo})),
        ("text", true, json!({"name": "Bo Vale", "summary": RESUME}), json!({"name": "Vale, Bo", "summary": RESUME})),
        (
            "near",
            true,
            json!({"name": "Cy Roe", "summary": near}),
            json!({"name": "Cy Roe", "summary": changed(&near)}),
        ),
        ("none", true, json!({"summary": nameless}), json!({"summary": changed(&nameless)})),
        // One name, one employer, one month, and different things to say.
        (
            "namesakes",
            false,
            json!({"name": "Wei Zhang", "experience": foo, "skills": ["Slurm"], "summary": "I run the batch system and the machines that it keeps busy, day and night."}),
            json!({"name": "Wei Zhang", "experience": foo, "skills": ["React"], "summary": "Pages for shops, written with care for those who read them with their ears."}),
        ),
        ("names", false, json!({"name": "Dee Lin", "summary": names}), json!({"name": "Otto Haas", "summary": names})),
        (
            "little",
            false,
            json!({"name": "Eve Ott", "skills": ["Slurm"]}),
            json!({"name": "Eve Ott", "skills": ["Slurm"]}),
        ),
    ];
    let engine = Engine::in_memory();
    for (kind, _, one, other) in &pairs {
        for (copy, document) in [("x", one), ("y", other)] {
            let mut document = document.clone();
            document["id"] = json!(format!("{kind}-{copy}"));
            engine.put_candidate(&candidate(document)).unwrap();
        }
    }
    let found: Vec<Duplicate> = proposed(&engine);
    let mut ids: Vec<String> = found.iter().map(|pair| pair.candidate_ids[0].to_string()).collect();
    ids.sort();
    let mut expected: Vec<String> = pairs.iter().filter(|pair| pair.1).map(|pair| format!("{}-x", pair.0)).collect();
    expected.sort();
    assert_eq!(ids, expected, "{found:?}");
    let reasons = |id: &str| -> Vec<&str> {
        let pair = found.iter().find(|pair| pair.candidate_ids[0].as_str() == id).unwrap();
        pair.reasons.iter().map(|reason| reason.text.as_str()).collect()
    };
    assert!(
        reasons("thin-x").contains(&"all that they say of work and schools is the same"),
        "{:?}",
        reasons("thin-x")
    );
    assert!(reasons("text-x").contains(&"the texts are the same, word for word"), "{:?}", reasons("text-x"));
    assert!(reasons("near-x").contains(&"the texts are the same but for 2 of 55 words"), "{:?}", reasons("near-x"));
}

/// A template that many send tells of none of them.
#[test]
fn a_text_that_many_have_proposes_nobody() {
    let engine = Engine::in_memory();
    for number in 0..10 {
        engine.put_candidate(&candidate(json!({"id": format!("c-{number}"), "summary": RESUME}))).unwrap();
    }
    assert_eq!(proposed(&engine).len(), 0);
}

#[test]
fn a_document_that_cannot_be_read_costs_its_hint_and_no_shortlist() {
    let engine = Engine::in_memory();
    fill(&engine);
    let damaged = Op::Put { kind: Kind::Candidate, id: "b".to_owned(), body: b"{\"id\": 7}".to_vec() };
    engine.inner.store.apply(&[damaged]).unwrap();
    assert!(engine.candidate(&id("b")).is_err() && engine.possible_duplicates(&id("a")).is_err());
    assert_eq!(listed(&engine), ["a", "b", "c"]);
    assert_eq!(engine.similar_candidates(&id("c"), &MatchOptions::default()).unwrap().results.len(), 2);
}
