//! The rows of an answer, as they are written in JSON. The same from the crate, the command line and HTTP.

use std::cmp::Ordering;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{CandidateId, Necessity, PartialDate, RoleId};
use crate::extract::SignalKind;
use crate::score::{ComponentName, ComponentState, Flag, PayVerdict};
use crate::taxonomy::Relation;

/// The shortlist for a role, or the roles for a candidate.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The role that was matched; absent when roles were sought for a candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role_id: Option<RoleId>,
    /// The candidate for whom roles were sought; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate_id: Option<CandidateId>,
    /// All candidates (or roles) there are.
    #[serde(rename = "total_candidates", skip_serializing_if = "Option::is_none")]
    pub total_candidates: Option<usize>,
    /// All roles there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_roles: Option<usize>,
    /// Those left after filters: all of them were judged, or shown to be unable to reach the list.
    pub considered: usize,
    /// Those removed by gates, by the requirement that removed them.
    pub gated: Vec<Gated>,
    /// Component weights as applied; they sum to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applied_weights: Option<WeightsRow>,
    /// What the answer was computed with.
    pub model: Model,
    /// Best first.
    pub results: Vec<Match>,
    /// Where the next page begins; absent on the last one, and where neither pages were asked for nor the answer ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Given candidates who could not be read, and so were not judged; absent when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<UnreadableCandidate>,
    /// What this answer lacks; absent when it is whole. Only a coordinator of several shards gives answers that lack something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degraded: Option<Degraded>,
}

/// What an answer over several shards lacks.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Degraded {
    /// The shards that did not answer, such as `2/3`: whoever is kept there was not considered.
    pub missing_shards: Vec<String>,
}

/// A given candidate who could not be read.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnreadableCandidate {
    /// The place in the list that was given, from 0.
    pub index: usize,
    /// The document's id.
    pub candidate_id: CandidateId,
    /// Why the reader gave it up.
    pub reason: String,
}

/// How many candidates a gate removed.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Gated {
    /// The requirement that they lack.
    pub requirement: String,
    /// How many.
    pub count: usize,
}

/// What an answer was computed with: equal models and documents give equal bytes.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Model {
    /// Digest of the taxonomy.
    pub taxonomy_version: String,
    /// Digest of the scoring profile.
    pub profile_hash: String,
    /// Digest of the rows of pay from which bands are inferred.
    pub market_version: String,
    /// Version of this crate.
    pub crate_version: String,
    /// The date as of which years and recency were reckoned.
    pub as_of: PartialDate,
}

/// Component weights as applied.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[expect(missing_docs, reason = "one field a component, named as the component")]
#[non_exhaustive]
pub struct WeightsRow {
    pub skills: f64,
    pub family: f64,
    pub scale: f64,
    pub pay: f64,
    pub level: f64,
    pub location: f64,
}

/// One candidate's fit for one role.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Match {
    /// Place on the shortlist, from 1; 0 for a pair that was asked for by itself. Of equal fits the one with more `must_have_coverage`
    /// stands first; of those that are equal in both, an order that both ids decide: the same each time, another for each role, and
    /// neither that of the alphabet nor of arrival. Fits are compared in millionths of a point, so two that are shown as equal may differ.
    pub rank: usize,
    /// The candidate; absent when roles were sought for a candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate_id: Option<CandidateId>,
    /// The role, when roles were sought for a candidate, or a pair was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role_id: Option<RoleId>,
    /// The candidate's name, or the role's title, for display; left out of blind answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// 0 to 100, two decimals.
    pub fit: f64,
    /// The fit in a word.
    pub verdict: Verdict,
    /// Share of the weight that rests on what the candidate states, 0 to 1.
    pub coverage: f64,
    /// Weighted share of the must-haves that are met, 0 to 1; 1 when there is none.
    pub must_have_coverage: f64,
    /// Why the pair would not stand on a shortlist; only when a pair was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gated: Option<String>,
    /// The components, in the order in which they are summed.
    pub components: Vec<Component>,
    /// Points lost for must-haves.
    pub penalties: Vec<Penalty>,
    /// Points won beyond the components.
    pub bonuses: Vec<Bonus>,
    /// Requirements that are not met, or only partly: must-haves first, those whose lack takes most points before others.
    pub gaps: Vec<Gap>,
    /// Remarks that never change the fit.
    pub flags: Vec<Flag>,
    /// How the expected pay stands to the band.
    pub pay_verdict: PayVerdict,
    /// One or two sentences that a recruiter can paste.
    pub summary: String,
    /// What to ask in the screening call, the most telling first; at most five.
    pub questions: Vec<Question>,
    /// Other stored candidates who may be the same person, of whom nobody has decided yet; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub possible_duplicate_of: Vec<CandidateId>,
}

impl Match {
    /// A component; every row that an engine answers has all six.
    pub fn component(&self, name: ComponentName) -> Option<&Component> {
        self.components.iter().find(|component| component.name == name)
    }
}

/// The fit in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// Shortlist at once.
    Strong,
    /// Worth a call.
    Good,
    /// Worth a second look.
    Possible,
    /// Not for this role.
    Weak,
}

impl Verdict {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Good => "good",
            Self::Possible => "possible",
            Self::Weak => "weak",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A better verdict is greater: `Weak < Possible < Good < Strong`.
impl Ord for Verdict {
    fn cmp(&self, other: &Self) -> Ordering {
        // They are declared from the best on.
        (*other as u8).cmp(&(*self as u8))
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One component of a fit.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Component {
    /// Which.
    pub name: ComponentName,
    /// 0 to 1.
    pub score: f64,
    /// Applied weight, 0 to 1.
    pub weight: f64,
    /// 100 x score x weight.
    pub points: f64,
    /// Whether it could be judged.
    pub state: ComponentState,
    /// What the score rests on.
    pub evidence: Vec<EvidenceRow>,
}

/// Whether a piece of evidence speaks for the candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EvidenceEffect {
    /// For.
    Positive,
    /// In part.
    #[default]
    Mixed,
    /// Against.
    Negative,
}

/// One piece of evidence. Which fields are present depends on the component.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EvidenceRow {
    /// Skills: the requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirement: Option<String>,
    /// Skills: whether it is required or welcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub necessity: Option<Necessity>,
    /// What it earns of the whole, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit: Option<f64>,
    /// Whether it speaks for the candidate.
    pub effect: EvidenceEffect,
    /// Skills: what the candidate has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Skills: how the claim stands to the requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
    /// Skills: years of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<f64>,
    /// Skills: when it was last used, `now` in a job that goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used: Option<String>,
    /// The finding in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// Skills: why the requirement does not count as met in full, in words; absent where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether it was worked out rather than stated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inferred: bool,
    /// JSON pointer into the candidate's document.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The words there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Points lost for one must-have.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Penalty {
    /// The must-have.
    pub requirement: String,
    /// At most 0.
    pub points: f64,
}

/// Points won beyond the components.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Bonus {
    /// For what.
    pub kind: SignalKind,
    /// Its name.
    pub name: String,
    /// At least 0.
    pub points: f64,
    /// JSON pointer into the candidate's document.
    #[serde(rename = "where")]
    pub place: String,
    /// The words there.
    pub text: String,
}

/// A requirement that is not met, or only partly.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Gap {
    /// The requirement.
    pub requirement: String,
    /// Whether it is required or welcome.
    pub necessity: Necessity,
    /// The nearest thing that the candidate has, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// How it stands to the requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
    /// Why it is not enough, in words, such as `listed, not shown at work`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A question for the screening call: about what the profile leaves open, and nothing that an employer may not ask.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Question {
    /// As one would put it to the candidate.
    pub question: String,
    /// The requirement, or the component (`pay`, `scale` ...), that the answer bears on.
    pub about: String,
    /// Why it is open, for whoever asks.
    pub why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_verdict_is_greater() {
        assert!(
            Verdict::Weak < Verdict::Possible && Verdict::Possible < Verdict::Good && Verdict::Good < Verdict::Strong
        );
        assert_eq!(format!("{:>7}", Verdict::Good), "   good");
    }

    #[test]
    fn words_are_those_of_answers() {
        use {ComponentState as State, Flag as F};
        let written = |value: serde_json::Value| value.as_str().unwrap().to_owned();
        for state in [State::Scored, State::NotStated, State::NotComparable, State::NotApplicable] {
            assert_eq!(state.as_str(), written(serde_json::to_value(state).unwrap()));
        }
        for flag in
            [F::StepBackScale, F::StepBackHardware, F::PayAboveBand, F::InferredRequirements, F::LanguageNotRead]
        {
            assert_eq!(flag.as_str(), written(serde_json::to_value(flag).unwrap()));
        }
        for flag in [F::ThinProfile, F::StuffingSuspected, F::StaleProfile, F::WorkAuthorizationUnknown] {
            assert_eq!(flag.as_str(), written(serde_json::to_value(flag).unwrap()));
        }
        for verdict in [PayVerdict::Below, PayVerdict::Within, PayVerdict::Above, PayVerdict::Unknown] {
            assert_eq!(verdict.as_str(), written(serde_json::to_value(verdict).unwrap()));
        }
    }
}
