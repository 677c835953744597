//! What is always true of a fit, over generated documents.
#![expect(clippy::float_cmp, reason = "the promise is that numbers are the very same")]

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rolefit::{Answer, Candidate, Engine, Match, MatchOptions, PartialDate, Role};
use serde_json::{Value, json};

/// Making an engine reads the whole taxonomy; judging pairs can share one.
static SHARED: LazyLock<Engine> = LazyLock::new(Engine::in_memory);

fn engine() -> Engine {
    Engine::in_memory()
}

fn options(limit: usize) -> MatchOptions {
    MatchOptions { limit, as_of: Some("2026-11-01".parse::<PartialDate>().unwrap()), ..MatchOptions::default() }
}

const SKILLS: &[&str] = &[
    "Slurm", "Lustre", "GPFS", "InfiniBand", "RDMA", "RoCE", "CUDA", "HIP", "Kubernetes", "Terraform", "Python", "C++",
    "PyTorch", "vLLM", "DeepSpeed", "NCCL", "MPI", "Ansible", "Prometheus", "Verilog", "LLVM", "React", "Excel",
    "Ceph", "PBS Pro", "Go", "zorblatt manager", "Triton", "Vulkan", "Spark",
];

const SENTENCES: &[&str] = &[
    "I have operated a 4,096-GPU H100 cluster since 2021.",
    "Seven years of Lustre on Linux, from format to failover tests.",
    "Wrote and tuned CUDA kernels for attention; profiled with Nsight Compute.",
    "Kept the InfiniBand fabric healthy with UFM.",
    "No experience with Kubernetes yet, keen to learn CUDA.",
    "Built web shops in React.",
    "Looking for a base salary of $235,000.",
    "Based in Austin, TX; willing to relocate to Seattle.",
    "Supported researchers on a 512-node Slurm cluster.",
    "Served language models with vLLM at scale.",
    "Certified Kubernetes Administrator; contributed to vLLM.",
    "Zürich, größere Anlagen, 4\u{202f}500 GPUs.",
];

const TITLES: &[&str] = &[
    "Senior HPC engineer", "Storage engineer", "GPU performance engineer", "Data scientist", "Java developer",
    "Network engineer", "Staff ML platform engineer", "Advocate", "Rendering engineer",
];

const PLACES: &[(&str, &str, &str)] =
    &[("Santa Clara", "CA", "US"), ("Austin", "TX", "US"), ("Munich", "BY", "DE"), ("Cambridge", "England", "GB")];

fn place() -> impl Strategy<Value = Value> {
    select(PLACES).prop_map(|(city, region, country)| json!({"city": city, "region": region, "country": country}))
}

fn pay() -> impl Strategy<Value = Value> {
    (50_000_u32..600_000, 0_u32..100_000, select(vec!["USD", "EUR"]), select(vec!["base", "total", "unstated"]))
        .prop_map(
            |(min, more, currency, basis)| json!({"min": min, "max": min + more, "currency": currency, "basis": basis}),
        )
}

fn scale() -> impl Strategy<Value = Value> {
    (1_u32..200_000, select(vec!["accelerators", "nodes", "cores"]), select(vec!["operated", "used", "designed"]))
        .prop_map(|(value, unit, capacity)| json!({"value": value, "unit": unit, "capacity": capacity}))
}

fn job() -> impl Strategy<Value = Value> {
    (
        select(TITLES),
        2005_u16..2026,
        prop::option::of(0_u16..10),
        subsequence(SENTENCES.to_vec(), 0..3),
        subsequence(SKILLS.to_vec(), 0..4),
        prop::collection::vec(scale(), 0..2),
    )
        .prop_map(|(title, start, years, sentences, skills, scale)| {
            let end = years.map(|y| (start + y).to_string());
            json!({"title": title, "start": format!("{start}-03"), "end": end, "description": sentences.join(" "), "skills": skills, "scale": scale})
        })
}

fn candidate() -> impl Strategy<Value = Value> {
    (
        prop::option::of(select(TITLES)),
        subsequence(SENTENCES.to_vec(), 0..6),
        subsequence(SKILLS.to_vec(), 0..12),
        prop::collection::vec(job(), 0..3),
        prop::option::of(place()),
        prop::option::of(pay()),
        prop::option::of(select(vec!["entry", "senior", "principal"])),
        subsequence(vec!["onsite", "hybrid", "remote"], 0..=3),
        prop::option::of(select(vec!["US", "IN", "DE"])),
    )
        .prop_map(|(headline, sentences, skills, jobs, place, pay, level, modes, authorization)| {
            let skills: Vec<Value> = skills.into_iter().map(|s| json!({"name": s, "years": 3})).collect();
            json!({
                "id": "c", "headline": headline, "summary": sentences.join(" "), "skills": skills, "experience": jobs,
                "location": place, "expected_pay": pay, "level": level, "work_modes": modes,
                "work_authorization": authorization.into_iter().collect::<Vec<_>>(),
            })
        })
}

fn requirement() -> impl Strategy<Value = Value> {
    prop_oneof![
        select(SKILLS).prop_map(|s| json!(s)),
        (subsequence(SKILLS.to_vec(), 1..3), prop::option::of(1_u8..8), 0.5_f64..3.0, prop::bool::weighted(0.1))
            .prop_map(|(names, years, weight, gate)| json!({"any_of": names, "min_years": years, "weight": weight, "gate": gate})),
    ]
}

fn role() -> impl Strategy<Value = Value> {
    (
        prop::option::of(select(TITLES)),
        prop::collection::vec(requirement(), 0..4),
        prop::collection::vec(select(SKILLS), 0..4),
        subsequence(SENTENCES.to_vec(), 0..4),
        prop::option::of((1_u32..100_000, select(vec!["accelerators", "nodes", "cores"]))),
        (prop::option::of(place()), prop::option::of(pay())),
        prop::option::of(select(vec!["mid", "senior", "staff"])),
        prop::option::of(select(vec!["onsite", "hybrid", "remote"])),
        prop::option::of(1_u8..12),
    )
        .prop_map(|(title, must, nice, sentences, scale, (place, band), level, mode, years)| {
            json!({
                "id": "r", "title": title, "must_have": must, "nice_to_have": nice, "description": sentences.join(" "),
                "scale": scale.map(|(min, unit)| json!({"min": min, "unit": unit})),
                "location": place, "pay_band": band, "level": level, "work_mode": mode, "min_years": years,
            })
        })
}

/// Generated documents write absent fields as null, as many systems do.
fn without_nulls(mut value: Value) -> Value {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, v| !v.is_null());
        for field in fields.values_mut() {
            *field = without_nulls(field.take());
        }
    } else if let Some(items) = value.as_array_mut() {
        for item in items {
            *item = without_nulls(item.take());
        }
    }
    value
}

fn as_role(value: &Value) -> Role {
    serde_json::from_value(without_nulls(value.clone())).unwrap()
}

fn as_candidate(value: &Value) -> Candidate {
    serde_json::from_value(without_nulls(value.clone())).unwrap()
}

fn with(value: &Value, field: &str, new: Value) -> Value {
    let mut changed = value.clone();
    changed[field] = new;
    changed
}

fn judge(role: &Value, candidate: &Value) -> Match {
    SHARED.explain_documents(&as_role(role), &as_candidate(candidate), &options(10)).unwrap()
}

fn numbered(candidates: &[Value]) -> Vec<Candidate> {
    candidates.iter().enumerate().map(|(n, c)| as_candidate(&with(c, "id", json!(format!("c-{n}"))))).collect()
}

fn bytes(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn points_sum_to_the_fit_and_stay_within_bounds(role in role(), candidate in candidate()) {
        let found = judge(&role, &candidate);
        let sum: f64 = found.components.iter().map(|c| c.points).sum::<f64>()
            + found.penalties.iter().map(|p| p.points).sum::<f64>()
            + found.bonuses.iter().map(|b| b.points).sum::<f64>();
        prop_assert!((sum - found.fit).abs() <= 0.01, "{sum} is not {}", found.fit);
        prop_assert!((0.0..=100.0).contains(&found.fit));
        prop_assert!((0.0..=1.0).contains(&found.coverage) && (0.0..=1.0).contains(&found.must_have_coverage));
        let weights: f64 = found.components.iter().map(|c| c.weight).sum();
        prop_assert!(weights == 0.0 || (weights - 1.0).abs() < 0.001, "weights sum to {weights}");
        prop_assert!(found.penalties.iter().all(|p| p.points <= 0.0) && found.bonuses.iter().all(|b| b.points >= 0.0));
        prop_assert!(found.components.iter().all(|c| (0.0..=1.0).contains(&c.score)));
    }

    #[test]
    fn a_listed_skill_that_the_role_asks_for_never_lowers_the_fit(role in role(), candidate in candidate(), pick in any::<prop::sample::Index>()) {
        let asked: Vec<String> = role["must_have"].as_array().unwrap().iter().chain(role["nice_to_have"].as_array().unwrap())
            .flat_map(|r| match r { Value::String(name) => vec![name.clone()], other => other["any_of"].as_array().unwrap().iter().map(|n| n.as_str().unwrap().to_owned()).collect() })
            .collect();
        prop_assume!(!asked.is_empty());
        let mut skills = candidate["skills"].as_array().unwrap().clone();
        skills.push(json!({"name": asked[pick.index(asked.len())], "years": 5, "last_used": "2026"}));
        let more = with(&candidate, "skills", json!(skills));
        let (before, after) = (judge(&role, &candidate), judge(&role, &more));
        prop_assert!(after.fit >= before.fit, "{} fell to {}", before.fit, after.fit);
    }

    #[test]
    fn nothing_personal_changes_the_fit(role in role(), candidate in candidate(), name in "\\PC{0,20}", year in 1940_u16..2010) {
        let candidate = with(&candidate, "education", json!([{"degree": "MSc", "field": "Physics", "institution": "A", "end": "2015"}]));
        let mut other = with(&candidate, "name", json!(name));
        other["custom"] = json!({"date_of_birth": year.to_string(), "gender": "x", "nationality": "y", "postcode": "z"});
        other["education"] = json!([{"degree": "MSc", "field": "Physics", "institution": name, "end": year.to_string()}]);
        other["external_ids"] = json!({"ats": name});
        let (one, two) = (judge(&role, &candidate), judge(&role, &other));
        prop_assert_eq!(one.fit, two.fit);
        prop_assert_eq!(one.components, two.components);
        prop_assert_eq!(one.flags, two.flags);
    }

    #[test]
    fn more_scale_never_lowers(role in role(), candidate in candidate(), size in 1_u32..50_000, more in 0_u32..500_000) {
        let at = |value: u32| with(&candidate, "experience", json!([{"title": "Operator", "start": "2022-01", "scale": [{"value": value, "unit": "accelerators", "capacity": "operated"}]}]));
        let (less, greater) = (judge(&role, &at(size)), judge(&role, &at(size + more)));
        prop_assert!(greater.fit >= less.fit, "{} fell to {}", less.fit, greater.fit);
    }

    #[test]
    fn whoever_asks_less_never_fits_worse(role in role(), candidate in candidate(), ask in 60_000_u32..500_000, less in 0_u32..50_000) {
        let asking = |figure: u32| with(&candidate, "expected_pay", json!({"min": figure, "max": figure, "currency": "USD", "basis": "base"}));
        let (high, low) = (judge(&role, &asking(ask)), judge(&role, &asking(ask - less)));
        prop_assert!(low.fit >= high.fit, "{} against {}", low.fit, high.fit);
    }

    #[test]
    fn an_empty_profile_stays_under_thirty(role in role()) {
        let found = judge(&role, &json!({"id": "c"}));
        prop_assert!(found.fit < 30.0, "{}", found.fit);
        prop_assert!(found.components.iter().all(|c| c.score < 1.0), "silence never gets full marks");
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,200}", title in "\\PC{0,40}") {
        let role = json!({"id": "r", "title": title, "description": text});
        let candidate = json!({"id": "c", "headline": title, "summary": text, "skills": [{"name": format!("x{title}")}]});
        let found = judge(&role, &candidate);
        prop_assert!((0.0..=100.0).contains(&found.fit));
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn the_indexed_shortlist_is_that_of_brute_force(
        role in role(),
        pool in prop::collection::vec(candidate(), 1..25),
        deleted in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        changed in prop::collection::vec((any::<prop::sample::Index>(), candidate()), 0..3),
        limit in 1_usize..12,
        committed in any::<bool>(),
    ) {
        let engine = engine();
        let role = as_role(&role);
        engine.put_role(&role).unwrap();
        let mut candidates = numbered(&pool);
        engine.put_candidates(&candidates).unwrap();
        if committed {
            engine.flush_index().unwrap();
        }
        for (index, value) in &changed {
            let at = index.index(candidates.len());
            candidates[at] = as_candidate(&with(value, "id", json!(candidates[at].id.as_str())));
            engine.put_candidate(&candidates[at]).unwrap();
        }
        for index in &deleted {
            if candidates.len() > 1 {
                let gone = candidates.remove(index.index(candidates.len()));
                prop_assert!(engine.delete_candidate(&gone.id).unwrap());
            }
        }
        let indexed = engine.matches(&role.id, &options(limit)).unwrap();
        let brute_force = engine.rank(&role, &candidates, &options(limit)).unwrap();
        prop_assert_eq!(bytes(&indexed), bytes(&brute_force));
        engine.flush_index().unwrap();
        prop_assert_eq!(bytes(&engine.matches(&role.id, &options(limit)).unwrap()), bytes(&brute_force));
    }

    #[test]
    fn the_order_and_portions_of_input_change_nothing(role in role(), pool in prop::collection::vec(candidate(), 1..20), cut in 1_usize..7) {
        let engine = &*SHARED;
        let role = as_role(&role);
        let candidates = numbered(&pool);
        let forward = engine.rank(&role, &candidates, &options(10)).unwrap();
        let mut reversed = candidates.clone();
        reversed.reverse();
        prop_assert_eq!(bytes(&forward), bytes(&engine.rank(&role, &reversed, &options(10)).unwrap()));
        let mut ranking = engine.ranking(std::slice::from_ref(&role), &options(10)).unwrap();
        for portion in candidates.chunks(cut) {
            ranking.offer(portion);
        }
        prop_assert_eq!(bytes(&forward), bytes(&ranking.finish()[0]));
    }

    #[test]
    fn a_fit_does_not_depend_on_who_else_is_there(role in role(), pool in prop::collection::vec(candidate(), 2..15)) {
        let engine = &*SHARED;
        let role = as_role(&role);
        let candidates = numbered(&pool);
        let together = engine.rank(&role, &candidates, &options(1000)).unwrap();
        for row in &together.results {
            let id = row.candidate_id.as_ref().unwrap();
            let alone = candidates.iter().find(|c| &c.id == id).unwrap();
            let answer = engine.rank(&role, std::slice::from_ref(alone), &options(1)).unwrap();
            prop_assert_eq!(answer.results[0].fit, row.fit);
            prop_assert_eq!(&answer.results[0].components, &row.components);
        }
    }
}
