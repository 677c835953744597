//! Engines that each hold a share of the people, by the hash that a coordinator uses, against one that holds all.

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::domain::{Candidate, Role};
use crate::engine::MatchPage;

/// People of few sorts, so that most are equal to others; none has a name or a career by which two could be one person.
fn person(n: usize) -> Candidate {
    let sorts: [&[&str]; 5] = [&["Lustre", "Linux"], &["Slurm", "Lustre"], &["Lustre"], &["CUDA", "Slurm"], &[]];
    let from = if n % 7 == 4 { "India" } else { "US" };
    serde_json::from_value(
        json!({"id": format!("c-{n}"), "skills": sorts[n % sorts.len()], "work_authorization": [from]}),
    )
    .unwrap()
}

fn role() -> Role {
    serde_json::from_value(json!({
        "id": "r", "must_have": [{"name": "Lustre", "gate": true}, "Linux"], "nice_to_have": ["Slurm"],
        "work_authorization": ["US"],
    }))
    .unwrap()
}

fn engine(people: impl Iterator<Item = Candidate>, n_earlier: usize) -> Engine {
    let engine = Engine::in_memory();
    // So that the numbers of writes differ.
    for n in 0..n_earlier {
        engine.put_role(&Role { id: RoleId::new(format!("other-{n}")).unwrap(), ..role() }).unwrap();
    }
    engine.put_role(&role()).unwrap();
    engine.put_candidates(&people.collect::<Vec<_>>()).unwrap();
    engine
}

/// The merged answer of all, as each part comes over a wire.
fn merged(shards: &[Engine], options: &MatchOptions) -> Result<Answer, Error> {
    let parts = shards.iter().map(|shard| {
        let part = shard.partial_matches(&role().id, options)?;
        Ok(serde_json::from_str::<PartialAnswer>(&serde_json::to_string(&part).unwrap()).unwrap())
    });
    let parts: Vec<PartialAnswer> = parts.collect::<Result<_, Error>>()?;
    let whole = parts.into_iter().map(Ok).reduce(|a, b| a?.merge(b?)).expect("there is a shard");
    whole.map(PartialAnswer::into_answer)
}

fn sharded(n_people: usize, n_shards: u32) -> Vec<Engine> {
    let of = |index| {
        let shard = Shard::new(index, n_shards).unwrap();
        engine((0..n_people).map(person).filter(move |one| shard.holds(Some(one.id.as_str()), 0)), index as usize)
    };
    (1..=n_shards).map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn shards_together_answer_the_bytes_of_one_engine_page_by_page(
        n_people in 0_usize..70, n_shards in 1_u32..=4, limit in 1_usize..40, has_pages: bool,
        skill in prop::option::of(prop::sample::select(vec!["Slurm", "Linux"])),
        q in prop::option::of(Just("slurm")), max_bytes in prop::option::of(0_usize..20_000),
    ) {
        let (one, shards) = (engine((0..n_people).map(person), 0), sharded(n_people, n_shards));
        let filters = crate::engine::Filters {
            skills: skill.into_iter().map(str::to_owned).collect(),
            #[cfg(feature = "search")]
            q: q.map(str::to_owned),
            ..crate::engine::Filters::default()
        };
        let _ = q;
        let as_of = Some("2026-11-01".parse().unwrap());
        let mut options = MatchOptions { limit, as_of, filters, max_bytes, ..MatchOptions::default() };
        options.page = has_pages.then(MatchPage::default);
        for _ in 0..100 {
            let expected = one.matches(&role().id, &options).unwrap();
            let found = merged(&shards, &options).unwrap();
            prop_assert_eq!(serde_json::to_string(&found).unwrap(), serde_json::to_string(&expected).unwrap());
            let Some(cursor) = expected.next_cursor else { return Ok(()) };
            options.page = Some(MatchPage { after: Some(cursor.parse().unwrap()) });
        }
        prop_assert!(false, "there is no last page");
    }
}

#[test]
fn shards_whose_roles_or_questions_differ_are_not_merged() {
    let shards = sharded(40, 2);
    let options = MatchOptions { page: Some(MatchPage::default()), ..MatchOptions::default() };
    assert_eq!(merged(&shards, &options).unwrap().total_candidates, Some(40));
    // The same weights, and yet another role.
    shards[1].put_role(&Role { title: Some("Another".to_owned()), ..role() }).unwrap();
    let error = merged(&shards, &options).unwrap_err().to_string();
    assert!(error.contains("their role, options or page differs"), "{error}");
}

#[test]
fn an_answer_says_which_shards_it_lacks_or_nothing() {
    let part = sharded(10, 1).remove(0).partial_matches(&role().id, &MatchOptions::default()).unwrap();
    assert_eq!(part.clone().missing(Vec::new()).answer().degraded, None);
    let lacking = part.missing(vec!["2/3".parse().unwrap()]);
    let json = serde_json::to_value(lacking.answer()).unwrap();
    assert_eq!(json["degraded"], json!({"missing_shards": ["2/3"]}));
}
