//! What scoring found: points, their evidence, flags and gates, in terms of the facts that were scored.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fixed::Share;
use super::pay::PayComparison;
use super::unweighed::Unweighed;
use crate::extract::{LastUsed, SignalKind};
use crate::taxonomy::{FamilyId, FunctionId, PerMille, Relation, TopicId, WordId};

/// The highest fit, in millionths of a point.
pub(crate) const FULL_FIT: u32 = 100_000_000;

/// A component of the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ComponentName {
    /// Overlap with what the role asks.
    Skills,
    /// The kind of work.
    Family,
    /// The size of the systems.
    Scale,
    /// Expected pay against the band.
    Pay,
    /// Seniority and relevant years.
    Level,
    /// Work mode, place, availability.
    Location,
}

impl ComponentName {
    /// All components in the order in which they are summed and shown.
    pub const ALL: [Self; 6] = [Self::Skills, Self::Family, Self::Scale, Self::Pay, Self::Level, Self::Location];

    /// The name as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Skills => "skills",
            Self::Family => "family",
            Self::Scale => "scale",
            Self::Pay => "pay",
            Self::Level => "level",
            Self::Location => "location",
        }
    }
}

/// Whether a component could be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ComponentState {
    /// Judged by what both sides state.
    Scored,
    /// The candidate says nothing: the component's prior.
    NotStated,
    /// Both sides say something that cannot be compared (currencies without a rate): the prior.
    NotComparable,
    /// The role does not ask for it: no weight.
    NotApplicable,
}

impl ComponentState {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scored => "scored",
            Self::NotStated => "not_stated",
            Self::NotComparable => "not_comparable",
            Self::NotApplicable => "not_applicable",
        }
    }
}

/// A remark that never changes the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Flag {
    /// The role's systems are far smaller than those that the person ran.
    StepBackScale,
    /// The role runs an older accelerator generation than the person's last job.
    StepBackHardware,
    /// The least that the person expects lies above the band.
    PayAboveBand,
    /// The role's requirements were read from its text.
    InferredRequirements,
    /// The role's description is in a language whose postings are not read: of it nothing is asked but what its title names.
    LanguageNotRead,
    /// There is little to judge by.
    ThinProfile,
    /// The profile looks made for matching.
    StuffingSuspected,
    /// No dated work of the field for years.
    StaleProfile,
    /// The role demands an authorization to work of which the profile says nothing.
    WorkAuthorizationUnknown,
}

impl Flag {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StepBackScale => "step_back_scale",
            Self::StepBackHardware => "step_back_hardware",
            Self::PayAboveBand => "pay_above_band",
            Self::InferredRequirements => "inferred_requirements",
            Self::LanguageNotRead => "language_not_read",
            Self::ThinProfile => "thin_profile",
            Self::StuffingSuspected => "stuffing_suspected",
            Self::StaleProfile => "stale_profile",
            Self::WorkAuthorizationUnknown => "work_authorization_unknown",
        }
    }
}

/// How expected pay stands to the band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PayVerdict {
    /// Expects less than the band: room to pay fairly, no bonus.
    Below,
    /// Within the band.
    Within,
    /// Expects more than the band.
    Above,
    /// Cannot be said.
    Unknown,
}

impl PayVerdict {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::Within => "within",
            Self::Above => "above",
            Self::Unknown => "unknown",
        }
    }
}

/// The whole fit of one candidate for one role.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    /// Millionths of a point, 0 to 100,000,000.
    pub total: u32,
    /// What the total is made of.
    pub unweighed: Unweighed,
    pub coverage: Share,
    pub must_have_coverage: Share,
    pub components: [ComponentScore; 6],
    /// Requirement index and millionths of a point lost.
    pub penalties: Vec<(usize, u32)>,
    /// Signal index and millionths of a point won.
    pub bonuses: Vec<(usize, SignalKind, u32)>,
    /// Ascending.
    pub flags: Vec<Flag>,
    /// Why the candidate is removed, if so.
    pub gate: Option<Gate>,
}

impl Fit {
    /// What the lack of a must-have takes, in millionths of a point.
    pub(crate) fn lost_by(&self, requirement: usize) -> u32 {
        self.penalties.iter().find(|(at, _)| *at == requirement).map_or(0, |(_, lost)| *lost)
    }
}

/// Why a candidate is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Gate {
    /// The requirement with this index is lacking.
    Requirement(usize),
    /// No authorization to work where the role demands one.
    WorkAuthorization,
}

impl Gate {
    /// The requirement's number; none is work authorization.
    pub(crate) fn requirement(self) -> Option<usize> {
        match self {
            Self::Requirement(number) => Some(number),
            Self::WorkAuthorization => None,
        }
    }

    /// That of the requirement with this number, or of work authorization.
    pub(crate) fn of_requirement(number: Option<usize>) -> Self {
        number.map_or(Self::WorkAuthorization, Self::Requirement)
    }
}

/// One component of a fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ComponentScore {
    pub name: ComponentName,
    pub state: ComponentState,
    pub score: Share,
    pub weight: Share,
    /// Millionths of a point.
    pub points: u32,
    pub evidence: Vec<Evidence>,
}

impl ComponentScore {
    /// A component yet without weight and points.
    pub(super) fn new(name: ComponentName, state: ComponentState, score: Share, evidence: Vec<Evidence>) -> Self {
        Self { name, state, score, weight: Share::ZERO, points: 0, evidence }
    }
}

/// What a score rests on, as references into the facts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Evidence {
    Skill(SkillEvidence),
    /// The candidate's family that serves the asked one best.
    Family {
        asked: FamilyId,
        does: Option<FamilyId>,
        transfer: PerMille,
        strength: Share,
    },
    /// How much of all that the candidate tells of their work carries over to the role's domains: what counts, with what is left open,
    /// and of what is told alone.
    Focus {
        share: Share,
        of_told: Share,
    },
    /// How alike what both texts are about is, with the topics that both are most about.
    About {
        alike: Share,
        topics: Vec<TopicId>,
    },
    /// The candidate's function that serves the asked one best.
    Function {
        asked: FunctionId,
        does: FunctionId,
        credit: Share,
    },
    /// The candidate does not tell what they do with their field, and the benefit of the doubt stands in.
    FunctionNotTold {
        asked: FunctionId,
        credit: Share,
    },
    /// The candidate tells little of any work: of so much of the component the benefit of the doubt stands in.
    LittleTold {
        open: Share,
        credit: Share,
    },
    /// Wording like the posting's: the words that make it so, and what is presumed of what is not named.
    Wording {
        words: Vec<WordId>,
        presumed: Share,
    },
    /// The role is done in words, and they do the same in whatever field: so much of its field counts as brought.
    SameTrade {
        credit: Share,
    },
    /// The role is done in words: what of skills is left by what somebody does with them.
    InWords {
        left: Share,
    },
    /// The role has nothing to do with computers: what of skills in its matter is left by how near somebody's work is.
    OtherTrade {
        left: Share,
    },
    /// The claim of scale that counts.
    Scale {
        claim: usize,
        accelerators: u64,
        inferred: bool,
        credit: Share,
    },
    /// A scale that cannot be compared with the asked one.
    ScaleOtherUnit {
        claim: usize,
    },
    Pay(PayComparison),
    /// Rungs between what is asked and what is stated.
    Level {
        distance: u8,
        credit: Share,
    },
    Years {
        tenths: u32,
        asked_tenths: u32,
        credit: Share,
    },
    Place(PlaceFound),
    Availability {
        days: i64,
        credit: Share,
    },
}

/// How one requirement is met.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SkillEvidence {
    pub requirement: usize,
    pub credit: Share,
    /// What counts for the must-have coverage: relation and asked years, and what stands behind a listed skill.
    pub met: Share,
    /// Index into the candidate's claims.
    pub claim: Option<usize>,
    /// Index into the candidate's unrecognized skills.
    pub unrecognized: Option<usize>,
    pub relation: Relation,
    pub years_tenths: Option<u32>,
    pub last_used: LastUsed,
}

/// How one place of the role and the candidate's go together, the best of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlaceFound {
    pub fit: PlaceFit,
    pub credit: Share,
    /// Index into [`RoleFacts::places`](crate::extract::RoleFacts).
    pub place: Option<usize>,
}

/// How place and work mode go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceFit {
    SameMetro,
    Relocates,
    SameCountry,
    OtherCountry,
    /// Names other places to move to.
    WantsElsewhere,
    /// Says not to move, or not to there.
    Stays,
    Remote,
    RemoteOtherCountry,
    /// Works remotely, nothing tells from which country.
    RemoteSomewhere,
    /// Could come in, and works remotely now.
    RemoteNow,
    RemoteOnly,
    OnsiteOnly,
}
