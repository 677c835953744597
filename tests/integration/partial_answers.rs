//! `Ranking::finish_partial`: answers over any split of the candidates, merged in any grouping, are the answer over all.

use proptest::prelude::*;
use rolefit::error::ErrorKind;
use rolefit::matching::PartialAnswer;
use rolefit::{Candidate, Engine, Limits, MatchOptions, Role, parse_candidate, parse_role};
use serde_json::json;

use crate::campaign::cases;

fn roles() -> Vec<Role> {
    let documents = [
        json!({"id": "r-1", "must_have": [{"name": "Lustre", "gate": true}, "Linux"], "work_authorization": ["US"]}),
        json!({"id": "r-2", "must_have": ["Slurm"], "nice_to_have": ["CUDA"], "weights": {"skills": 0.7, "pay": 0.1}}),
    ];
    documents.iter().map(|role| parse_role(role.to_string().as_bytes(), &Limits::default()).unwrap()).collect()
}

/// People of few sorts, so that most are equal to others.
fn people(n: usize) -> Vec<Candidate> {
    let sorts = [vec!["Lustre", "Linux"], vec!["Slurm"], vec!["Lustre"], vec!["CUDA", "Slurm"], vec![]];
    let document = |n: usize| {
        let from = if n % 7 == 4 { "India" } else { "US" };
        json!({"id": format!("c-{n}"), "skills": sorts[n % sorts.len()], "work_authorization": [from]}).to_string()
    };
    (0..n).map(|n| parse_candidate(document(n).as_bytes(), &Limits::default()).unwrap()).collect()
}

fn options(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_as_of(Some("2026-11-01".parse().unwrap()))
}

fn partial(people: &[Candidate], options: &MatchOptions) -> Vec<PartialAnswer> {
    let mut ranking = Engine::in_memory().ranking(&roles(), options).unwrap();
    ranking.offer(people).unwrap();
    ranking.finish_partial()
}

/// As it comes over a wire.
fn sent(answer: &PartialAnswer) -> PartialAnswer {
    serde_json::from_str(&serde_json::to_string(answer).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn any_split_merged_in_any_grouping_is_one_ranking(
        n in 0_usize..60, limit in 1_usize..12, shares in proptest::collection::vec(0_usize..7, 60),
        picks in proptest::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 6),
    ) {
        let (people, options) = (people(n), options(limit));
        let mut parts: Vec<Vec<PartialAnswer>> = (0..7)
            .map(|share| {
                let own = people.iter().zip(&shares).filter(|(_, of)| **of == share);
                partial(&own.map(|(candidate, _)| candidate.clone()).collect::<Vec<_>>(), &options)
            })
            .collect();
        for (first, second) in picks {
            let first = parts.swap_remove(first.index(parts.len()));
            let second = parts.swap_remove(second.index(parts.len()));
            let merged = first.iter().zip(&second).map(|(a, b)| sent(a).merge(sent(b)).unwrap()).collect();
            parts.push(merged);
        }
        prop_assert_eq!(parts.len(), 1);
        let merged: Vec<String> =
            parts[0].iter().map(|part| serde_json::to_string(part.answer()).unwrap()).collect();
        let mut ranking = Engine::in_memory().ranking(&roles(), &options).unwrap();
        ranking.offer(&people).unwrap();
        let whole: Vec<String> = ranking.finish().iter().map(|answer| serde_json::to_string(answer).unwrap()).collect();
        prop_assert_eq!(merged, whole);
    }
}

#[test]
fn partial_answers_of_two_rankings_are_refused() {
    let whole = partial(&people(9), &options(5));
    let refused = |other: &PartialAnswer| whole[0].clone().merge(other.clone()).unwrap_err();
    let of_another_role = refused(&whole[1]);
    assert_eq!(of_another_role.kind(), ErrorKind::Configuration);
    assert_eq!(of_another_role.to_string(), "the partial answers are of two rankings: their role differs");
    assert!(refused(&partial(&[], &options(6))[0]).to_string().ends_with("their limit differs"));
    let dated = options(5).with_as_of(Some("2025-11-01".parse().unwrap()));
    assert!(refused(&partial(&[], &dated)[0]).to_string().contains("date"));
    let twice = refused(&whole[0]);
    assert!(twice.to_string().contains("stands in two partial answers; expected each once"), "{twice}");
}

#[test]
fn damaged_partial_answers_are_refused() {
    let options = options(5);
    let (whole, nobody) = (partial(&people(9), &options), partial(&[], &options));
    let mut damaged = serde_json::to_value(&whole[0]).unwrap();
    damaged["ranks"].as_array_mut().unwrap().reverse();
    let damaged: PartialAnswer = serde_json::from_value(damaged).unwrap();
    let error = nobody[0].clone().merge(damaged).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.to_string().contains("damaged"), "{error}");
}
