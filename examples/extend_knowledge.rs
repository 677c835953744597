//! Skills, rules and pay of your own beside those that ship: an in-house scheduler that keyword search would never find.
//!
//! `cargo run --example extend_knowledge --no-default-features`. To copy it, give your `Cargo.toml` `rolefit` alone.

use std::error::Error;
use std::sync::Arc;

use rolefit::extract::Extractor;
use rolefit::market::{Market, MarketQuery};
use rolefit::model::{Level, WorkMode};
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, CandidateId, Engine, EngineOptions, MatchOptions, Role, RoleId};

/// The form is told in `src/taxonomy/data/README.md`; `rolefit taxonomy check FILE` names what is wrong with one.
const SKILLS: &str = r#"
[[concept]]
id = "quartermaster"
label = "Quartermaster"
kind = "tool"
area = "scheduling"
weight = 1.4
source = "own"
aliases = ["Quartermaster batch system"]
related = [{ to = "slurm", credit = 0.7 }]

[[practice]]
id = "places-batch-jobs"
shows = "quartermaster"
verbs = ["operate"]
objects = ["our batch nodes"]
yes = ["I operate our batch nodes."]
no = ["I sell our batch nodes."]

[[rule]]
id = "pods"
of = "work_modes"
match = ["pod days"]
emit = "hybrid"
yes = ["Pod days are Tuesday and Thursday."]
no = ["Pods of whales, seen on fine days."]
"#;

/// One row a line: what your own offers say outranks the rows that ship.
const PAY: &str = "\
source,family,level,country,year,basis,currency,period,low,middle,high
our offers,cluster_operations,senior,US,2026,base,USD,year,210000,235000,260000
";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let problems = Taxonomy::check(SKILLS);
    assert!(problems.is_empty(), "{problems:?}");
    let taxonomy = Arc::new(Taxonomy::extended(SKILLS)?);
    // The examples of rules are read as any text is.
    let extractor = Extractor::new(taxonomy.clone());
    let misread = [extractor.check_rules(SKILLS), extractor.check_reading_rules()].concat();
    assert!(misread.is_empty(), "{misread:?}");
    assert_eq!(extractor.extract("Two pod days, the rest is yours.")?.work_modes, [WorkMode::Hybrid]);

    let options = EngineOptions::default().with_taxonomy(taxonomy).with_market(Arc::new(Market::extended(PAY)?));
    let engine = Engine::in_memory_with(options);
    let role = Role::new(RoleId::new("r-1")?).with_title("HPC cluster engineer").with_must_have(["Slurm"]);
    let insider = Candidate::new(CandidateId::new("insider")?).with_summary("Five years with Quartermaster.");
    let other = Candidate::new(CandidateId::new("other")?).with_summary("Five years with spreadsheets.");
    let answer = engine.rank(&role, &[other, insider], &MatchOptions::default())?;
    assert_eq!(answer.results[0].candidate_id, Some(CandidateId::new("insider")?));
    println!("{}", answer.results[0].summary);

    let band = engine.market(&MarketQuery::new("cluster_operations", Level::Senior))?;
    println!("{band:?}");
    Ok(())
}
