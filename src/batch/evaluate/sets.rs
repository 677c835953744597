//! Several graded sets in one call: each by itself, and all roles together. A mean over one set flatters whoever wrote it.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::bootstrap::{self, Interval};
use super::calibration::{self, Calibration};
use super::kinds::{KindsOfWork, kinds_of_work, mean_of_roles};
use super::lengths::{self, LengthEffect};
use super::{EvaluateFiles, Evaluation, Kept, SideBySide, measure};
use crate::domain::{Error, setters};
use crate::engine::{Engine, MatchOptions};
use crate::explain::Model;

/// A graded set and what it is called.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EvaluateSet {
    /// What it is called in the report.
    pub name: String,
    /// The roles.
    pub roles: PathBuf,
    /// The candidates.
    pub candidates: PathBuf,
    /// The grades, 0 to 3, a pair a line: `role 0 candidate grade` as TREC writes them, or the same with tabs and a reason.
    pub qrels: PathBuf,
}

/// What is to be measured of several sets.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EvaluateSets {
    /// The sets, in the order of the report.
    pub sets: Vec<EvaluateSet>,
    /// Only the roles whose `custom.split` is this.
    pub split: Option<String>,
    /// How pairs are judged. Its limit does not hold: everybody is ranked.
    pub options: MatchOptions,
    /// Whether parts of the fit are switched off one at a time, set by set.
    pub ablations: bool,
    /// Whether verdicts and fits are held against the grades, set by set and over all sets.
    pub calibration: bool,
}

setters! {
    impl EvaluateSets {
        with_split(split: text String);
        with_options(options: is MatchOptions);
        with_ablations(ablations: is bool);
        with_calibration(calibration: is bool);
    }
}

impl EvaluateSets {
    /// These sets with the default options, and nothing measured beside.
    pub fn new(sets: impl IntoIterator<Item = EvaluateSet>) -> Self {
        Self {
            sets: sets.into_iter().collect(),
            split: None,
            options: MatchOptions::default(),
            ablations: false,
            calibration: false,
        }
    }
}

/// What was measured of several sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EvaluationOfSets {
    /// What the fits were computed with.
    pub model: Model,
    /// Each set, in the order asked for.
    pub sets: Vec<EvaluatedSet>,
    /// All of them together.
    pub overall: OverallEvaluation,
}

/// One set of several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EvaluatedSet {
    /// What it is called.
    pub name: String,
    /// What was measured of it.
    #[serde(flatten)]
    pub evaluation: Evaluation,
}

/// All roles of several sets. A role is ranked among the candidates of its own set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OverallEvaluation {
    /// Roles measured.
    pub roles: usize,
    /// Candidates of all sets.
    pub total_candidates: usize,
    /// Pairs above grade 0.
    pub graded_pairs: usize,
    /// The means over all roles.
    pub mean: SideBySide,
    /// Where the mean nDCG@10 of the fit lies in 95 of 100 resamples of the roles.
    pub ndcg_interval: Interval,
    /// So many resamples were drawn.
    pub resamples: usize,
    /// The measures by kind of work.
    pub kinds: KindsOfWork,
    /// Whether long texts stand higher than short ones.
    pub lengths: LengthEffect,
    /// What verdicts and fits mean in grades.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibration>,
}

/// The names that files of a set may have.
const ROLES: &[&str] = &["roles.jsonl", "roles.ndjson", "roles.json"];
const CANDIDATES: &[&str] = &["candidates.jsonl", "candidates.ndjson", "candidates.json"];
const QRELS: &[&str] = &["qrels.tsv", "qrels.txt"];

impl EvaluateSet {
    /// The set of a directory that holds `roles.jsonl`, `candidates.jsonl` and `qrels.tsv`, or each with another ending that is read
    /// (`.ndjson` or `.json`; `.txt` for grades).
    ///
    /// # Errors
    /// [`Error::Configuration`] naming the directory when one of the three is missing, or there are two of it.
    pub fn of_directory(name: impl Into<String>, directory: &Path) -> Result<Self, Error> {
        let one = |names: &[&str]| {
            let found: Vec<PathBuf> =
                names.iter().map(|name| directory.join(name)).filter(|path| path.is_file()).collect();
            match found.as_slice() {
                [path] => Ok(path.clone()),
                found => Err(Error::Configuration(format!(
                    "{}: expected one of {}, got {}",
                    directory.display(),
                    names.join(", "),
                    if found.is_empty() { "none".to_owned() } else { found.len().to_string() }
                ))),
            }
        };
        Ok(Self { name: name.into(), roles: one(ROLES)?, candidates: one(CANDIDATES)?, qrels: one(QRELS)? })
    }
}

/// Measures each set as [`super::evaluate_files`] does, and all roles together.
///
/// # Errors
/// Those of [`super::evaluate_files`], and [`Error::Configuration`] for no set at all or two sets of one name.
pub fn evaluate_sets(engine: &Engine, asked: &EvaluateSets) -> Result<EvaluationOfSets, Error> {
    for (number, set) in asked.sets.iter().enumerate() {
        if asked.sets[..number].iter().any(|other| other.name == set.name) {
            return Err(Error::Configuration(format!("expected a name for each set, got {:?} twice", set.name)));
        }
    }
    let (mut sets, mut kept) = (Vec::new(), Vec::new());
    for set in &asked.sets {
        let (evaluation, left) = measure(engine, &files(set, asked))?;
        sets.push(EvaluatedSet { name: set.name.clone(), evaluation });
        kept.push(left);
    }
    let Some(first) = sets.first() else {
        return Err(Error::Configuration("expected a graded set, got none".to_owned()));
    };
    Ok(EvaluationOfSets { model: first.evaluation.model.clone(), overall: overall(engine, asked, &sets, kept), sets })
}

fn files(set: &EvaluateSet, asked: &EvaluateSets) -> EvaluateFiles {
    EvaluateFiles {
        roles: set.roles.clone(),
        candidates: set.candidates.clone(),
        qrels: set.qrels.clone(),
        split: asked.split.clone(),
        options: asked.options.clone(),
        ablations: asked.ablations,
        calibration: asked.calibration,
        ranking: None,
    }
}

fn overall(engine: &Engine, asked: &EvaluateSets, sets: &[EvaluatedSet], kept: Vec<Kept>) -> OverallEvaluation {
    let roles = || sets.iter().flat_map(|set| &set.evaluation.roles);
    let measures: Vec<SideBySide> = roles().map(|role| role.measures).collect();
    let (mean, ndcg_interval) = mean_of_roles(&measures);
    let sum = |count: fn(&Evaluation) -> usize| sets.iter().map(|set| count(&set.evaluation)).sum();
    let lengths = lengths::length_effect(&kept.iter().map(Kept::lengths).collect::<Vec<_>>());
    let profile = asked.options.profile.as_ref().unwrap_or(&engine.options().profile);
    OverallEvaluation {
        roles: measures.len(),
        total_candidates: sum(|set| set.total_candidates),
        graded_pairs: sum(|set| set.graded_pairs),
        mean,
        ndcg_interval,
        resamples: bootstrap::RESAMPLES,
        kinds: kinds_of_work(roles()),
        lengths,
        calibration: asked.calibration.then(|| {
            let (mut pairs, mut gated) = (Vec::new(), Vec::new());
            for set in kept {
                pairs.extend(set.pairs);
                gated.extend(set.gated);
            }
            calibration::calibration(&pairs, &gated, profile)
        }),
    }
}
