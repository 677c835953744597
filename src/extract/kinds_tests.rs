//! Kinds of work against titles and short profiles written in many styles: `tests/kinds`. Every second line of them is held out: no
//! data is written after a look at what of those is read wrongly.

use super::{CandidateFacts, Extractor};
use crate::domain::Candidate;
use crate::taxonomy::Taxonomy;
use serde_json::{Value, json};
use std::path::Path;

/// How many of some lines are read rightly.
#[derive(Default)]
struct Read {
    domains: usize,
    right_domains: usize,
    functions: usize,
    right_functions: usize,
    wrong: Vec<String>,
}

impl Read {
    fn shares(&self) -> [f64; 2] {
        let share = |right: usize, all: usize| {
            f64::from(u32::try_from(right).unwrap()) / f64::from(u32::try_from(all).unwrap())
        };
        [share(self.right_domains, self.domains), share(self.right_functions, self.functions)]
    }
}

/// The domain and the function that show most.
fn shown(facts: &CandidateFacts, taxonomy: &Taxonomy) -> (String, String) {
    let families = taxonomy.families();
    let domains = facts.families.strength.iter().filter(|sign| families.get(sign.family).function.is_none());
    let domain = domains.max_by_key(|sign| (sign.told + sign.said, std::cmp::Reverse(sign.family)));
    let function =
        facts.families.functions.iter().max_by_key(|(function, points)| (*points, std::cmp::Reverse(*function)));
    let name = |name: Option<&str>| name.unwrap_or("none").to_owned();
    (
        name(domain.map(|sign| &*families.get(sign.family).id)),
        name(function.map(|(function, _)| &*taxonomy.functions().get(*function).id)),
    )
}

/// The lines to look at, and those held out.
fn read(file: &str, document: impl Fn(&str) -> Value) -> [Read; 2] {
    let list = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds").join(file)).unwrap();
    let extractor = Extractor::new(Taxonomy::builtin());
    let taxonomy = Taxonomy::builtin();
    let mut halves = <[Read; 2]>::default();
    for (number, line) in list.lines().enumerate() {
        let [text, domain, function] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        let candidate: Candidate = serde_json::from_value(document(text)).unwrap();
        let (own_domain, own_function) = shown(&extractor.candidate_facts(&candidate).unwrap(), &taxonomy);
        let half = &mut halves[number % 2];
        let is_right = |expected: &str, found: &str| expected.split('|').any(|one| one == found);
        let wrong = |of: &str, found: &str| format!("{text}: expected {of}, got {found}");
        if domain != "-" {
            half.domains += 1;
            let right = is_right(domain, &own_domain);
            half.right_domains += usize::from(right);
            half.wrong.extend((!right).then(|| wrong(domain, &own_domain)));
        }
        if function != "-" {
            half.functions += 1;
            let right = is_right(function, &own_function);
            half.right_functions += usize::from(right);
            half.wrong.extend((!right).then(|| wrong(function, &own_function)));
        }
    }
    halves
}

fn check(name: &str, [looked_at, held_out]: [Read; 2], least: [f64; 2]) {
    println!("{name}: looked at {:?}, held out {:?}", looked_at.shares(), held_out.shares());
    looked_at.wrong.iter().for_each(|wrong| println!("{wrong}"));
    for half in [looked_at, held_out] {
        let found = half.shares();
        assert!(found[0] >= least[0] && found[1] >= least[1], "{name}: expected at least {least:?}, got {found:?}");
    }
}

#[test]
fn titles_tell_the_domain_and_the_function() {
    let halves = read("titles.tsv", |title| json!({"id": "c", "experience": [{"title": title}]}));
    check("titles", halves, [0.9, 0.9]);
}

#[test]
fn short_profiles_tell_the_domain_and_the_function() {
    let halves = read("profiles.tsv", |text| json!({"id": "c", "summary": text}));
    check("profiles", halves, [0.8, 0.8]);
}

#[test]
fn words_in_another_sense_tell_of_no_work() {
    let (extractor, taxonomy) = (Extractor::new(Taxonomy::builtin()), Taxonomy::builtin());
    let domain = |summary: &str| {
        let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": summary})).unwrap();
        shown(&extractor.candidate_facts(&candidate).unwrap(), &taxonomy).0
    };
    for text in [
        "I glaze vases; gold lustre and pearl lustre are my speciality.",
        "Airflow in ducts, fans and filters of schools.",
        "Megatron and Optimus Prime figures, toys and cards.",
    ] {
        assert_eq!(domain(text), "none", "{text}");
    }
    for (text, named) in [
        ("Lustre, 4 PB for a weather service, from format to failover.", "parallel_storage"),
        ("Airflow pipelines and a warehouse in Snowflake.", "data_engineering"),
    ] {
        assert_eq!(domain(text), named, "{text}");
    }
}
