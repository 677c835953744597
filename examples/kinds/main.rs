//! Measures how rightly kinds of work are read: the domains and functions of texts against those that people labelled.
//!
//! `cargo run --release --example kinds -- FILE ... [--brief]`
//!
//! A line of a file is an object: `text` of a person, or `title` and `description` of a role, with `domains` and `functions`, objects of ids
//! of the taxonomy with shares that sum to 1 (`{"parallel_storage": 0.7, "sre_cloud": 0.3}`; `{"none": 1}` where a text tells of none, which is
//! left out). It prints how much of the shares is the same (the sum of the smaller of both, 1 when all is) and how often the largest is
//! one of the labelled ones within a tenth of their largest, and unless `--brief` each text of which less than half is the same.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use rolefit::extract::{Extractor, WorkShare};
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, CandidateId, Role, RoleId};
use serde::Deserialize;

type Shares = BTreeMap<String, f64>;

#[derive(Deserialize)]
struct Labelled {
    text: Option<String>,
    title: Option<String>,
    description: Option<String>,
    domains: Shares,
    functions: Shares,
}

/// What was measured of one side of the kinds of work.
#[derive(Default)]
struct Side {
    texts: u32,
    same: f64,
    right: u32,
}

impl Side {
    fn add(&mut self, labelled: &Shares, read: &[WorkShare]) -> Option<f64> {
        let most = labelled.values().copied().fold(0.0, f64::max);
        if labelled.contains_key("none") && labelled.len() == 1 {
            return None;
        }
        let same: f64 = read.iter().map(|share| share.share.min(labelled.get(&share.id).copied().unwrap_or(0.0))).sum();
        let is_right = |first: &WorkShare| labelled.get(&first.id).is_some_and(|share| *share >= most - 0.1);
        self.texts += 1;
        self.same += same;
        self.right += u32::from(read.first().is_some_and(is_right));
        Some(same)
    }

    fn show(&self, name: &str) {
        let all = f64::from(self.texts.max(1));
        println!(
            "{name}: {} texts, {:.3} of the shares the same, the largest right in {:.3}",
            self.texts,
            self.same / all,
            f64::from(self.right) / all
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let brief = arguments.iter().any(|argument| argument == "--brief");
    let files: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    if files.is_empty() {
        return Err("expected files of labelled texts, got none".into());
    }
    let taxonomy = Taxonomy::builtin();
    let extractor = Extractor::new(taxonomy.clone());
    let (mut domains, mut functions) = (Side::default(), Side::default());
    for file in files {
        let content = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for (number, line) in content.lines().enumerate() {
            let labelled: Labelled =
                serde_json::from_str(line).map_err(|error| format!("{file}:{}: {error}", number + 1))?;
            let (read_domains, read_functions) = if let Some(text) = &labelled.text {
                let candidate = Candidate::new(CandidateId::new("person")?).with_summary(text);
                let facts = extractor.candidate_facts(&candidate)?;
                (facts.domains(&taxonomy), facts.functions(&taxonomy))
            } else {
                let role = Role::new(RoleId::new("role")?)
                    .with_title(labelled.title.clone().unwrap_or_default())
                    .with_description(labelled.description.clone().unwrap_or_default());
                let facts = extractor.role_facts(&role)?;
                (facts.domains(&taxonomy), facts.functions(&taxonomy))
            };
            let same = domains.add(&labelled.domains, &read_domains);
            functions.add(&labelled.functions, &read_functions);
            if !brief && same.is_some_and(|same| same < 0.5) {
                let opening = labelled.title.as_ref().or(labelled.text.as_ref()).map_or("", String::as_str);
                let opening: String = opening.chars().take(80).collect();
                let read: Vec<String> =
                    read_domains.iter().take(3).map(|share| format!("{} {:.2}", share.id, share.share)).collect();
                println!("{opening}\n    labelled {:?}, read {}", labelled.domains, read.join(", "));
            }
        }
    }
    domains.show("domains");
    functions.show("functions");
    Ok(())
}
