//! The fit as a whole: sums and bounds, and what it does not depend on.
#![expect(clippy::float_cmp, reason = "the promise is that numbers are the very same")]

use proptest::prelude::*;
use rolefit::explain::ComponentState;
use rolefit::{Engine, Role};
use serde_json::json;

use super::documents::{SHARED, as_candidate, as_role, bytes, candidate, engine, judge, numbered, options, role, with};
use crate::campaign::cases;

proptest! {
    #![proptest_config(cases(40))]

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
    fn any_text_is_read_without_panic(text in "\\PC{0,200}", title in "\\PC{0,40}") {
        let role = json!({"id": "r", "title": title, "description": text});
        let candidate = json!({"id": "c", "headline": title, "summary": text, "skills": [{"name": format!("x{title}")}]});
        let found = judge(&role, &candidate);
        prop_assert!((0.0..=100.0).contains(&found.fit));
    }

    #[test]
    fn silence_never_gets_full_marks(role in role(), candidate in candidate()) {
        let found = judge(&role, &candidate);
        for part in found.components.iter().filter(|c| c.state == ComponentState::NotStated) {
            prop_assert!(part.score < 1.0, "{:?}", part.name);
        }
        let blank = judge(&role, &json!({"id": "c"}));
        prop_assert!(blank.fit < 30.0, "{}", blank.fit);
        prop_assert!(blank.components.iter().all(|c| c.score < 1.0));
    }
}

#[test]
fn a_blank_profile_stays_below_thirty_whatever_is_asked_alone() {
    let asked = [
        json!({"work_mode": "onsite"}),
        json!({"work_mode": "remote"}),
        json!({"location": {"city": "Berlin", "country": "DE"}}),
        json!({"level": "senior"}),
        json!({"title": "CUDA Engineer"}),
        json!({"must_have": ["Slurm"]}),
        json!({"scale": {"min": 10_000, "unit": "accelerators"}}),
        json!({"pay_band": {"min": 200_000, "max": 300_000, "currency": "USD", "basis": "base"}}),
    ];
    for role in asked {
        let blank = judge(&with(&role, "id", json!("r")), &json!({"id": "c"}));
        assert!(blank.fit < 30.0, "{role}: {}", blank.fit);
    }
}

/// The bytes of a kept role's shortlist, without who else among the kept a person may be: documents that are not kept have no such others.
fn shortlist(engine: &Engine, role: &Role, limit: usize) -> String {
    let mut answer = engine.matches(&role.id, &options(limit)).unwrap();
    answer.results.iter_mut().for_each(|result| result.possible_duplicate_of.clear());
    bytes(&answer)
}

proptest! {
    #![proptest_config(cases(12))]

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
        let brute_force = engine.rank(&role, &candidates, &options(limit)).unwrap();
        prop_assert_eq!(shortlist(&engine, &role, limit), bytes(&brute_force));
        engine.flush_index().unwrap();
        prop_assert_eq!(shortlist(&engine, &role, limit), bytes(&brute_force));
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
            ranking.offer(portion).unwrap();
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

proptest! {
    #![proptest_config(cases(4))]

    #[test]
    fn threads_and_runs_change_nothing(role in role(), pool in prop::collection::vec(candidate(), 1..30)) {
        let role = as_role(&role);
        let candidates = numbered(&pool);
        let once = bytes(&SHARED.rank(&role, &candidates, &options(20)).unwrap());
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let again = pool.install(|| SHARED.rank(&role, &candidates, &options(20)).unwrap());
            prop_assert_eq!(&once, &bytes(&again), "{} threads", threads);
        }
    }
}

#[test]
fn another_engine_judges_the_same() {
    let role = as_role(&json!({"id": "r", "title": "HPC engineer", "must_have": ["Slurm", "Lustre"], "min_years": 4}));
    let candidates = [as_candidate(&json!({"id": "c", "summary": "Ran Slurm on 2,048 GPUs since 2019. Lustre too."}))];
    let answers =
        [Engine::in_memory(), Engine::in_memory()].map(|e| bytes(&e.rank(&role, &candidates, &options(5)).unwrap()));
    assert_eq!(answers[0], answers[1]);
}

/// What every programmer is called stands back for what is told of another domain, and stands again where that is the posting's:
/// nobody's fit may exceed the bound that they are left out by.
#[test]
fn a_title_that_stands_again_without_copied_words_is_within_its_bound() {
    let text = "Built web shops in React. Looking for a base salary of $235,000. Certified Kubernetes Administrator; contributed to vLLM.";
    let role: Role = as_role(&json!({"id": "r", "title": "Java developer", "description": text}));
    let candidate = json!({
        "id": "c-0", "summary": "Built web shops in React. Certified Kubernetes Administrator; contributed to vLLM.",
        "experience": [
            {"title": "Java developer", "start": "2005-03"},
            {"title": "Senior HPC engineer", "start": "2005-03", "description": "Looking for a base salary of $235,000."},
        ],
    });
    // A ranking asserts of each that their fit is within their bound.
    let found = SHARED.rank(&role, &[as_candidate(&candidate)], &options(1)).unwrap();
    // What is told in the posting's own words makes nobody's text more like it, so the title is all that is left.
    assert!(found.results[0].fit > 55.0, "{}", found.results[0].fit);
}
