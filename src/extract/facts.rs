//! Facts: what the scorer may know of a candidate and of a role, each with the place that it was found at.
//!
//! There is no field for a name, a face, an age, a gender, a nationality, an address or a school: what cannot be held cannot
//! be scored.

use serde::Serialize;

use crate::domain::{Capacity, Level, Month, Pay, ScaleUnit, WorkMode, Workload};
use crate::taxonomy::{ConceptId, FamilyId, Location, PerMille, PoolId};

/// Where a fact was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// JSON pointer into the document.
    pub pointer: Box<str>,
    /// The words there, as written.
    pub quote: Box<str>,
}

/// What is known of a candidate.
#[derive(Clone, Debug, Default)]
pub struct CandidateFacts {
    /// One claim a concept, by ascending concept.
    pub(crate) claims: Vec<SkillClaim>,
    /// Skills that no taxonomy knows.
    pub(crate) unrecognized: Vec<UnrecognizedClaim>,
    pub(crate) families: FamilySigns,
    pub(crate) scale: Vec<ScaleClaim>,
    pub(crate) expected_pay: Option<Stated<Pay>>,
    pub(crate) level: Option<Stated<Level>>,
    /// Jobs with dates, stated years beside them.
    pub(crate) jobs: Vec<JobSpan>,
    /// Years of experience that the text states, in tenths, where it does.
    pub(crate) stated_years: Option<Stated<u16>>,
    pub(crate) home: Option<Stated<Location>>,
    pub(crate) relocation: Relocation,
    pub(crate) work_modes: Vec<WorkMode>,
    /// Countries of stated authorization; `None` when nothing is stated.
    pub(crate) authorization: Option<Stated<Vec<Box<str>>>>,
    pub(crate) needs_sponsorship: bool,
    pub(crate) available: Option<Available>,
    pub(crate) workloads: Vec<Workload>,
    pub(crate) signals: Vec<Signal>,
    pub(crate) pools: Vec<PoolId>,
    pub(crate) form: DocumentForm,
}

/// A concept that a candidate states or shows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SkillClaim {
    pub concept: ConceptId,
    /// Stated years, in tenths.
    pub years_tenths: Option<u16>,
    pub last_used: LastUsed,
    /// Named in a list of skills.
    pub listed: bool,
    /// Told of in the text of work.
    pub described: bool,
    /// Indices into [`CandidateFacts::jobs`] of the dated jobs that show it.
    pub jobs: Vec<u8>,
    /// The best place to point at.
    pub source: Source,
}

/// When something was last used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastUsed {
    /// Nothing is said.
    Unknown,
    /// In a job that goes on.
    Now,
    /// In that month.
    At(Month),
}

impl LastUsed {
    /// The later of two.
    pub(crate) fn latest(self, other: Self) -> Self {
        match (self, other) {
            (Self::Now, _) | (_, Self::Now) => Self::Now,
            (Self::At(a), Self::At(b)) => Self::At(a.max(b)),
            (Self::Unknown, known) | (known, Self::Unknown) => known,
        }
    }
}

/// A skill that no taxonomy knows; it matches only the same words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnrecognizedClaim {
    /// As given.
    pub text: Box<str>,
    /// Folded, for comparison.
    pub folded: Box<str>,
    pub source: Source,
}

/// How clearly each family of work shows, as evidence that only ever adds up.
#[derive(Clone, Debug, Default)]
pub(crate) struct FamilySigns {
    /// Thousandths of full evidence by family, ascending by family; may exceed 1000.
    pub strength: Vec<(FamilyId, u32)>,
    /// All evidence from titles and told work, thousandths: how much the text says about the person's work at all.
    pub told: u32,
    /// What titles and told work say of the family that they say most of, thousandths; may exceed 1000.
    pub clearest: u32,
    /// The clearest sign of each family.
    pub sources: Vec<(FamilyId, Source)>,
}

/// A scale at which a candidate worked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScaleClaim {
    pub value: u64,
    pub unit: ScaleUnit,
    /// In accelerators where that was stated or computed from stated numbers.
    pub accelerators: Option<u64>,
    pub accelerator: Option<ConceptId>,
    pub capacity: Option<Capacity>,
    pub last_used: LastUsed,
    pub source: Source,
}

/// When a candidate could start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Available {
    /// On this day, counted from 1970.
    Day(i64),
    /// So many days after the answer is given.
    After(u16),
}

/// Something stated, with where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stated<T> {
    pub value: T,
    /// Whether it was worked out from other statements.
    pub inferred: bool,
    pub source: Source,
}

/// A dated job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct JobSpan {
    pub start: Month,
    /// `None` while it goes on.
    pub end: Option<Month>,
    /// Whether its text, title or skills touch the field.
    pub relevant: bool,
}

impl JobSpan {
    /// First and last month as of `as_of`; `None` for a job that begins later.
    pub(crate) fn months(self, as_of: Month) -> Option<(Month, Month)> {
        let end = self.end.unwrap_or(as_of).min(as_of);
        (self.start <= end).then_some((self.start, end))
    }
}

/// The months that spans cover together; a month covered twice counts once.
pub(crate) fn months_covered(spans: impl Iterator<Item = (Month, Month)>) -> u32 {
    let mut spans: Vec<(Month, Month)> = spans.collect();
    spans.sort_unstable();
    let mut total = 0_i32;
    let mut covered_to: Option<Month> = None;
    for (start, end) in spans {
        let from = covered_to.map_or(start, |covered| start.max(covered.plus(1)));
        if end >= from {
            total += end.since(from) + 1;
            covered_to = Some(end);
        }
    }
    u32::try_from(total).unwrap_or(0)
}

/// Where a candidate would move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Relocation {
    pub anywhere: bool,
    pub places: Vec<Location>,
}

/// Something that earns a bonus.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Signal {
    pub kind: SignalKind,
    pub concept: ConceptId,
    pub source: Source,
}

/// What sort of bonus a signal earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalKind {
    /// A contribution to an open-source project of the field.
    OpenSource,
    /// A publication at a venue of the field.
    Publication,
    /// A certification of the field.
    Certification,
}

/// How the document is made, for flags only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DocumentForm {
    /// Characters of free text.
    pub text_characters: u32,
    /// Skills that are only listed.
    pub listed_only: u32,
    /// Skills that are told of.
    pub described: u32,
    pub hidden_characters: u32,
    pub look_alike_characters: u32,
    /// The last month of which any dated work is told.
    pub last_active: Option<LastUsedMonth>,
    /// Folded words of the free text in runs of eight, hashed and sorted, for comparing with a posting's text.
    pub shingles: Vec<u32>,
    /// How many times the commonest technical concept is named.
    pub most_repeated: u32,
}

/// A month, or now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastUsedMonth {
    Now,
    At(Month),
}

/// What is known of a role.
#[derive(Clone, Debug, Default)]
pub struct RoleFacts {
    pub(crate) requirements: Vec<RequirementFact>,
    /// Whether the requirements were read from the description.
    pub(crate) inferred_requirements: bool,
    /// The families asked, in thousandths that sum to 1000; empty when the role shows none.
    pub(crate) families: Vec<(FamilyId, PerMille)>,
    pub(crate) scale: Option<Stated<AskedScaleFact>>,
    /// Accelerators that the role runs.
    pub(crate) accelerators: Vec<ConceptId>,
    pub(crate) workloads: Vec<Workload>,
    pub(crate) pay_band: Option<Stated<Pay>>,
    pub(crate) level: Option<Stated<Level>>,
    /// Years of experience asked, in tenths.
    pub(crate) min_years_tenths: Option<u16>,
    pub(crate) place: Option<Stated<Location>>,
    pub(crate) work_mode: Option<WorkMode>,
    /// Whether remote work is offered anywhere in the European Union.
    pub(crate) remote_in_eu: bool,
    pub(crate) authorization: Vec<Box<str>>,
    pub(crate) shingles: Vec<u32>,
}

/// One thing that a role asks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RequirementFact {
    /// As it is shown: `Lustre | GPFS`.
    pub label: Box<str>,
    /// Any one will do.
    pub options: Vec<RequirementOption>,
    pub must_have: bool,
    pub min_years_tenths: Option<u16>,
    /// The recruiter's own multiplier, in thousandths.
    pub multiplier: u32,
    pub gate: bool,
    /// How much it matters, as far as the text shows; 1000 where people set it.
    pub strength: PerMille,
    pub inferred: bool,
    pub source: Source,
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
    pub value: u64,
    pub unit: ScaleUnit,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_jobs_count_once() {
        let m = Month::new;
        let spans = [(m(2020, 1), m(2020, 12)), (m(2020, 6), m(2021, 5)), (m(2023, 1), m(2023, 1))];
        assert_eq!(months_covered(spans.into_iter()), 18);
    }
}
