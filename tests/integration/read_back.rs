//! What the service answers can be read into the crate's own types by a client: nothing is lost on the way.

use rolefit::explain::WhatIf;
use rolefit::extract::{Extraction, Extractor};
use rolefit::market::{Market, MarketBand, MarketQuery};
use rolefit::matching::{PageOptions, WhatIfOptions};
use rolefit::model::Level;
use rolefit::taxonomy::Taxonomy;
use rolefit::{Answer, Engine, MatchOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn options(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_as_of(Some("2026-11-01".parse().unwrap()))
}

fn read_back<T: Serialize + DeserializeOwned>(value: &T) {
    let written = serde_json::to_value(value).unwrap();
    let read: T = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), written);
}

fn sample() -> Engine {
    let engine = Engine::in_memory();
    let read =
        |name: &str| std::fs::read_to_string(format!("{}/sample_data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for line in read("candidates.jsonl").lines() {
        engine.put_candidate(&serde_json::from_str(line).unwrap()).unwrap();
    }
    for line in read("roles.jsonl").lines() {
        engine.put_role(&serde_json::from_str(line).unwrap()).unwrap();
    }
    engine
}

#[test]
fn answers_are_read_back_whole() {
    let engine = sample();
    let roles = engine.roles(&[], None, &PageOptions::of(100)).unwrap().documents;
    let roles: Vec<_> = roles.into_iter().map(|role| role.id).collect();
    assert!(roles.len() > 10);
    for role in &roles {
        let answer = engine.matches(role, &options(20)).unwrap();
        assert!(!answer.results.is_empty(), "{role}");
        read_back::<Answer>(&answer);
    }
    let asked = WhatIfOptions::default().with_matching(options(5));
    read_back::<WhatIf>(&engine.what_if(&roles[0], &asked).unwrap());
}

#[test]
fn facts_and_bands_are_read_back_whole() {
    let extractor = Extractor::new(Taxonomy::builtin());
    let text = "Senior HPC engineer in Austin, TX (hybrid), $180k to $220k base. Must have: 5+ years of Slurm, Lustre. Nice to have: \
                CUDA. You operate 4,096 H100 GPUs and 1.5 PB of storage for training.";
    let found = extractor.extract_traced(text).unwrap();
    assert!(!found.skills.is_empty() && !found.pay.is_empty() && !found.scale.is_empty() && !found.trace.is_empty());
    read_back::<Extraction>(&found);
    let band = Market::embedded()
        .answer(&MarketQuery::new("cluster_operations", Level::Senior), &Taxonomy::builtin())
        .unwrap();
    read_back::<MarketBand>(&band.expect("the reference knows such work"));
}
