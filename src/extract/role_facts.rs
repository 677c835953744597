//! What is known of a role once it is read, as scoring sees it. What is known of people is in `facts`.

use super::facts::{Source, Stated};
use super::wording::Wording;
use crate::domain::{Level, Necessity, Pay, Quantity, ScaleUnit, WorkMode, Workload};
use crate::taxonomy::{ConceptId, FamilyId, FunctionId, Location, PerMille};

/// What is known of a role.
#[derive(Clone, Debug, Default)]
pub struct RoleFacts {
    pub(crate) requirements: Vec<RequirementFact>,
    /// Whether the requirements were read from the description.
    pub(crate) inferred_requirements: bool,
    /// Whether the description is in a language whose postings are not read: nothing that it names is asked.
    pub(crate) language_not_read: bool,
    /// The families asked, in thousandths that sum to 1000; empty when the role shows none.
    pub(crate) families: Vec<(FamilyId, PerMille)>,
    /// Those of them that are domains, in thousandths of these.
    pub(crate) domains: Vec<(FamilyId, PerMille)>,
    /// What is done with them, in thousandths that sum to 1000.
    pub(crate) functions: Vec<(FunctionId, PerMille)>,
    pub(crate) scale: Option<Stated<AskedScaleFact>>,
    /// The largest system that its text tells of, in accelerators or nodes: the work may be on more than is asked.
    pub(crate) largest_system: Option<AskedScaleFact>,
    /// Accelerators that the role runs.
    pub(crate) accelerators: Vec<ConceptId>,
    pub(crate) workloads: Vec<Workload>,
    pub(crate) pay_band: Option<Stated<Pay>>,
    /// The band of total pay, where the text states one beside that of base pay.
    pub(crate) total_band: Option<Pay>,
    /// The bands by place, where its text states several; the band is then the first.
    pub(crate) place_bands: Vec<PlaceBand>,
    pub(crate) level: Option<Stated<Level>>,
    /// Years of experience asked, in tenths.
    pub(crate) min_years_tenths: Option<u16>,
    /// Where the work may be done, as the role names the places; any one will do.
    pub(crate) places: Vec<Stated<Location>>,
    pub(crate) work_mode: Option<WorkMode>,
    /// The region of several countries in which remote work is offered, as the text names it (`eu`, `europe`).
    pub(crate) remote_in: Option<Box<str>>,
    pub(crate) authorization: Vec<Box<str>>,
    /// Whether that is asked of citizens and permanent residents alone, as export control does.
    pub(crate) persons_only: bool,
    /// The runs of words of its title and description, hashed, ascending.
    pub(crate) runs: Vec<u32>,
    /// Of its title, of what it asks, and of its text but for what is about the employer.
    pub(crate) wording: Wording,
    /// All skills that it names, asked or not, ascending by concept.
    pub(crate) named: Vec<Named>,
    /// How many different words of the field the description tells it in; names in lists are none.
    pub(crate) told_words: usize,
}

/// A skill that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub concept: ConceptId,
    /// How often, up to 255 times.
    pub times: u8,
    /// Of so many alternatives any one will do: each of them says so much less of what the role is about.
    pub one_of: u8,
}

/// What a role pays in some places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlaceBand {
    pub pay: Pay,
    pub places: Vec<Location>,
    /// It holds in all places that no other band names, too.
    pub elsewhere: bool,
}

/// One thing that a role asks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RequirementFact {
    /// As it is shown: `Lustre | GPFS`.
    pub label: Box<str>,
    /// Any one will do.
    pub options: Vec<RequirementOption>,
    pub necessity: Necessity,
    pub min_years_tenths: Option<u16>,
    /// The recruiter's own multiplier, in thousandths.
    pub multiplier: u32,
    pub gate: bool,
    /// How much it matters, as far as the text shows; 1000 where people set it.
    pub strength: PerMille,
    pub inferred: bool,
    pub source: Source,
}

impl RequirementFact {
    /// Whether the role insists on it.
    pub(crate) fn is_must(&self) -> bool {
        self.necessity.is_must()
    }
}

/// One of the skills that meet a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RequirementOption {
    Concept(ConceptId),
    /// No taxonomy knows it; folded.
    Unrecognized(Box<str>),
}

/// The scale that a role asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AskedScaleFact {
    /// Of petabytes also a part.
    pub value: Quantity,
    pub unit: ScaleUnit,
}
