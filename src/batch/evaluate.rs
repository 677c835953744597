//! Measures rankings against grades: nDCG@10, P@5 and average precision of each role beside BM25 over the same texts, what each
//! part of the fit is worth, and what verdicts mean. It only measures; nothing is tuned here.

mod ablation;
mod bm25;
mod bootstrap;
mod calibration;
mod graded;
mod kinds;
mod lengths;
mod measures;
mod qrels;
mod ranking;
mod sets;

use std::collections::HashMap;
use std::path::PathBuf;

use serde::Serialize;

pub use ablation::{Ablation, Outcome};
pub use bootstrap::Interval;
pub use calibration::{Calibration, FitStep, GradeShares, Threshold, VerdictBand};
pub use kinds::{KindMeasures, KindsOfWork, RoleKind};
pub use lengths::{LengthEffect, LengthQuarter};
pub use measures::Measures;
pub use qrels::Grade;
pub use ranking::{GradedCandidate, GradedRanking, GradedRow, Misplaced};
pub use sets::{EvaluateSet, EvaluateSets, EvaluatedSet, EvaluationOfSets, OverallEvaluation, evaluate_sets};

use crate::domain::{Error, RoleId, setters};
use crate::engine::{Engine, Everybody, MatchOptions};
use crate::explain::{Answer, Match, Model, Verdict};
use crate::extract::RoleFacts;
use crate::taxonomy::Taxonomy;
use ablation::Ranked;
use bm25::Bm25;
use calibration::JudgedPair;
use graded::GradedSet;
use kinds::{kinds_of, kinds_of_work, mean_of_roles};
use lengths::RankedTexts;

/// What is to be measured.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EvaluateFiles {
    /// The roles.
    pub roles: PathBuf,
    /// The candidates.
    pub candidates: PathBuf,
    /// The grades, 0 to 3, a pair a line: `role 0 candidate grade` as TREC writes them, or role, candidate, grade and a reason
    /// between tabs. Pairs that are not listed have grade 0.
    pub qrels: PathBuf,
    /// Only the roles whose `custom.split` is this.
    pub split: Option<String>,
    /// How pairs are judged. Its limit does not hold: everybody is ranked.
    pub options: MatchOptions,
    /// Whether parts of the fit are switched off one at a time.
    pub ablations: bool,
    /// Whether verdicts and fits are held against the grades.
    pub calibration: bool,
    /// The role whose ranking is wanted.
    pub ranking: Option<String>,
}

setters! {
    impl EvaluateFiles {
        with_split(split: text String);
        with_options(options: is MatchOptions);
        with_ablations(ablations: is bool);
        with_calibration(calibration: is bool);
        with_ranking(ranking: text String);
    }
}

impl EvaluateFiles {
    /// These files with the default options, and nothing measured beside.
    pub fn new(roles: impl Into<PathBuf>, candidates: impl Into<PathBuf>, qrels: impl Into<PathBuf>) -> Self {
        Self {
            roles: roles.into(),
            candidates: candidates.into(),
            qrels: qrels.into(),
            split: None,
            options: MatchOptions::default(),
            ablations: false,
            calibration: false,
            ranking: None,
        }
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Evaluation {
    /// What the fits were computed with.
    pub model: Model,
    /// The split that was measured, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// Candidates ranked for each role.
    pub total_candidates: usize,
    /// Pairs above grade 0.
    pub graded_pairs: usize,
    /// Each role that was measured, in the order of the file.
    pub roles: Vec<MeasuredRole>,
    /// Roles of the split with nobody above grade 0, for which every order is as good.
    pub not_measured: Vec<RoleId>,
    /// The means over the roles.
    pub mean: SideBySide,
    /// Where the mean nDCG@10 of the fit lies in 95 of 100 resamples of the roles.
    pub ndcg_interval: Interval,
    /// So many resamples were drawn.
    pub resamples: usize,
    /// The measures by kind of work.
    pub kinds: KindsOfWork,
    /// Whether long texts stand higher than short ones.
    pub lengths: LengthEffect,
    /// The same measures with one part off at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ablations: Option<Vec<Ablation>>,
    /// What verdicts and fits mean in grades.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibration>,
    /// The ranking that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<GradedRanking>,
}

/// The fit beside the plain search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SideBySide {
    /// Ranked by fit.
    pub fit: Measures,
    /// Ranked by BM25 over the same texts, with the role's whole text as the query.
    pub bm25: Measures,
}

/// One role's measures.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MeasuredRole {
    /// The role.
    pub role_id: RoleId,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The domain that it is before all else; absent where it tells of none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<RoleKind>,
    /// The function that it is before all else; absent where it tells of none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<RoleKind>,
    /// Candidates above grade 0.
    pub graded: usize,
    /// Candidates of grade 2 or more.
    pub relevant: usize,
    /// Of those, candidates whom a gate of the role left out.
    pub relevant_gated: usize,
    /// The measures.
    #[serde(flatten)]
    pub measures: SideBySide,
}

/// Ranks all candidates for each graded role and measures the rankings.
///
/// # Errors
/// [`Error::Malformed`] naming file and line for documents or grades that cannot be used, ids that are not known and pairs with two
/// grades: figures over a part of a set are wrong ones. [`Error::Configuration`] for unusable options, a split without roles, or
/// more pairs than can be held; [`Error::Unreadable`] for a document that cannot be read; [`Error::NotFound`] for the ranking of a role that is not measured; [`Error::Io`] when a file
/// cannot be read.
pub fn evaluate_files(engine: &Engine, files: &EvaluateFiles) -> Result<Evaluation, Error> {
    Ok(measure(engine, files)?.0)
}

/// What of a measured set serves figures over several.
struct Kept {
    /// Places of candidates by role, the best first.
    rankings: Vec<Vec<usize>>,
    /// Grades by role and candidate.
    grades: Vec<Vec<Grade>>,
    /// Words by candidate.
    words: Vec<usize>,
    /// The pairs and the grades of those whom gates left out, where verdicts are held against grades.
    pairs: Vec<JudgedPair>,
    gated: Vec<Grade>,
}

impl Kept {
    fn lengths(&self) -> RankedTexts<'_> {
        RankedTexts { rankings: &self.rankings, grades: &self.grades, words: &self.words }
    }
}

fn measure(engine: &Engine, files: &EvaluateFiles) -> Result<(Evaluation, Kept), Error> {
    let set = GradedSet::read(files, &engine.options().limits)?;
    let shown = files.ranking.as_ref().map(|id| shown_role(&set, id)).transpose()?;
    let options = MatchOptions { evidence: false, ..files.options.clone() };
    let everybody = engine.read_everybody(&set.roles, &set.candidates)?;
    let mut judged = judged(engine, &set, &everybody, &options, shown)?;
    let whole = Ranked::of(&set, judged.iter_mut().map(|judged| std::mem::take(&mut judged.ranking)).collect());
    let search = Bm25::new(&set.candidates);
    let plain = Ranked::of(&set, set.roles.iter().map(|role| search.ranking(role)).collect());
    let profile = options.profile.as_ref().unwrap_or(&engine.options().profile);
    let (pairs, gated) = if files.calibration { judged_pairs(&set, &judged, &whole) } else { Default::default() };
    let taxonomy = &engine.options().taxonomy;
    let role = |role| measured_role(&set, role, everybody.role_facts(role), taxonomy, &whole, &plain);
    let roles: Vec<MeasuredRole> = (0..set.roles.len()).map(role).collect();
    let (mean, ndcg_interval) = mean_of_roles(&roles.iter().map(|role| role.measures).collect::<Vec<_>>());
    let kept = Kept {
        rankings: whole.rankings.clone(),
        grades: set.grades.clone(),
        words: search.words().to_vec(),
        pairs,
        gated,
    };
    let evaluation = Evaluation {
        model: judged[0].model.clone(),
        split: files.split.clone(),
        total_candidates: set.candidates.len(),
        graded_pairs: set.grades.iter().flatten().filter(|grade| **grade > Grade::NONE).count(),
        mean,
        ndcg_interval,
        resamples: bootstrap::RESAMPLES,
        kinds: kinds_of_work(roles.iter()),
        roles,
        lengths: lengths::length_effect(&[kept.lengths()]),
        ablations: files
            .ablations
            .then(|| ablation::ablations(engine, &set, &everybody, &options, &whole, &plain))
            .transpose()?,
        calibration: files.calibration.then(|| calibration::calibration(&kept.pairs, &kept.gated, profile)),
        ranking: shown.and_then(|role| {
            let answer = judged.swap_remove(role).answer?;
            Some(ranking::graded_ranking(&set, role, answer, &whole.rankings[role]))
        }),
        not_measured: set.not_measured,
    };
    Ok((evaluation, kept))
}

fn shown_role(set: &GradedSet, id: &str) -> Result<usize, Error> {
    let found = set.roles.iter().position(|role| role.id.as_str() == id);
    found.ok_or_else(|| Error::NotFound { what: "measured role", id: id.to_owned() })
}

/// What is kept of one role's answer.
struct Judged {
    model: Model,
    /// Places of candidates in the set, the best first.
    ranking: Vec<usize>,
    /// In the same order: the fit, 0 to 100, and its verdict.
    fits: Vec<(f64, Verdict)>,
    /// The whole answer, for the role of which it is wanted.
    answer: Option<Answer>,
}

/// Everybody judged for every role.
fn judged(
    engine: &Engine,
    set: &GradedSet,
    everybody: &Everybody,
    options: &MatchOptions,
    shown: Option<usize>,
) -> Result<Vec<Judged>, Error> {
    let known: HashMap<&str, usize> = set.candidates.iter().map(|candidate| candidate.id.as_str()).zip(0..).collect();
    let place = |row: &Match| row.candidate_id.as_ref().and_then(|id| known.get(id.as_str())).copied();
    engine.rank_everybody(everybody, options, |role, answer| Judged {
        model: answer.model.clone(),
        ranking: answer.results.iter().filter_map(place).collect(),
        fits: answer.results.iter().map(|row| (row.fit, row.verdict)).collect(),
        answer: (shown == Some(role)).then_some(answer),
    })
}

fn measured_role(
    set: &GradedSet,
    role: usize,
    facts: &RoleFacts,
    taxonomy: &Taxonomy,
    whole: &Ranked,
    plain: &Ranked,
) -> MeasuredRole {
    let [domain, function] = kinds_of(facts, taxonomy);
    let grades = &set.grades[role];
    let gated = ranking::left_out(&whole.rankings[role], grades.len());
    MeasuredRole {
        role_id: set.roles[role].id.clone(),
        title: set.roles[role].title.clone(),
        domain,
        function,
        graded: grades.iter().filter(|grade| **grade > Grade::NONE).count(),
        relevant: grades.iter().filter(|grade| grade.is_relevant()).count(),
        relevant_gated: gated.into_iter().filter(|&candidate| grades[candidate].is_relevant()).count(),
        measures: SideBySide { fit: whole.measures[role], bm25: plain.measures[role] },
    }
}

/// All pairs with their grades, and the grades of those whom gates left out.
fn judged_pairs(set: &GradedSet, judged: &[Judged], whole: &Ranked) -> (Vec<JudgedPair>, Vec<Grade>) {
    let (mut pairs, mut gated) = (Vec::new(), Vec::new());
    for ((judged, ranked), grades) in judged.iter().zip(&whole.rankings).zip(&set.grades) {
        let ranked_fits = judged.fits.iter().zip(ranked);
        pairs.extend(ranked_fits.map(|(&(fit, verdict), &place)| JudgedPair { fit, verdict, grade: grades[place] }));
        gated.extend(ranking::left_out(ranked, grades.len()).into_iter().map(|place| grades[place]));
    }
    (pairs, gated)
}
