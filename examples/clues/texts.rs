//! Graded texts, and what in them may be a clue.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs;

use rolefit::extract::{Extractor, ShownClues};
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, CandidateId, Role, RoleId};
use serde::Deserialize;

use super::weights::{Clue, Weights};

/// Graded domains whose share is so near the largest are as right as that.
const AS_GOOD: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Person,
    Role,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Person => "people",
            Self::Role => "roles",
        })
    }
}

/// A text whose domains are known.
pub(crate) struct Graded {
    pub(crate) sort: Sort,
    /// What may be a clue, each with its part, 0 to 1.
    pub(crate) clues: Vec<(Clue, f64)>,
    /// By domain, its share of all.
    pub(crate) domains: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Line {
    text: Option<String>,
    title: Option<String>,
    description: Option<String>,
    domains: BTreeMap<String, f64>,
}

impl Graded {
    /// Whether these weights find one of the best graded domains to be the clearest.
    pub(crate) fn is_right(&self, weights: &Weights) -> bool {
        let best = self.domains.values().copied().fold(0.0, f64::max);
        let sums = weights.sums(&self.clues);
        let clearest = sums.into_iter().filter(|(_, sum)| *sum > 0.0).max_by(|a, b| a.1.total_cmp(&b.1));
        clearest.is_some_and(|(domain, _)| self.domains.get(domain).is_some_and(|share| *share >= best - AS_GOOD))
    }
}

/// All texts of these files of which anything may be a clue.
pub(crate) fn read(files: &[String]) -> Result<Vec<Graded>, Box<dyn Error>> {
    let taxonomy = Taxonomy::builtin();
    let extractor = Extractor::new(taxonomy.clone());
    let mut texts = Vec::new();
    for file in files {
        let content = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for (number, line) in content.lines().enumerate() {
            let graded = graded(line, &extractor).map_err(|error| format!("{file}:{}: {error}", number + 1))?;
            texts.extend(graded.filter(|graded| !graded.clues.is_empty()));
        }
    }
    Ok(texts)
}

/// A text, unless it tells of no domain.
fn graded(line: &str, extractor: &Extractor) -> Result<Option<Graded>, Box<dyn Error>> {
    let line: Line = serde_json::from_str(line)?;
    let all: f64 = line.domains.values().sum();
    if all <= 0.0 || line.domains.contains_key("none") {
        return Ok(None);
    }
    let (sort, shown) = if let Some(text) = line.text {
        let candidate = Candidate::new(CandidateId::new("person")?).with_summary(text);
        (Sort::Person, extractor.candidate_clues(&candidate)?)
    } else {
        let role = Role::new(RoleId::new("role")?)
            .with_title(line.title.unwrap_or_default())
            .with_description(line.description.unwrap_or_default());
        (Sort::Role, extractor.role_clues(&role)?)
    };
    let ShownClues { told, concepts, words, .. } = shown;
    let mut clues = Vec::new();
    for (sort, parts) in [told, concepts, words].into_iter().enumerate() {
        clues.extend(parts.into_iter().map(|(name, part)| (Clue { sort, name }, f64::from(part) / 1000.0)));
    }
    let domains = line.domains.into_iter().map(|(domain, grade)| (domain, grade / all)).collect();
    Ok(Some(Graded { sort, clues, domains }))
}
