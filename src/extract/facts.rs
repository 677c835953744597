//! Facts: what the scorer may know of a candidate, each with the place that it was found at. Of a role: `role_facts`.
//!
//! There is no field for a name, face, age, gender, nationality, address or school: what cannot be held cannot be scored.

use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Deserialize, Serialize};

use super::document_form::DocumentForm;
use super::wording::Wording;
use crate::domain::{Capacity, Level, Month, Pay, ScaleUnit, WorkMode, Workload};
use crate::taxonomy::{ConceptId, FamilyId, FunctionId, Location, PoolId, ToldWork};

/// Where a fact was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize, Deserialize)]
#[non_exhaustive]
pub struct Source {
    /// JSON pointer into the document.
    pub pointer: Box<str>,
    /// The words there, as written.
    pub quote: Box<str>,
}

/// What is known of a candidate.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub struct CandidateFacts {
    /// One claim a concept, by ascending concept.
    pub(crate) claims: Vec<SkillClaim>,
    /// What they say not to know, ascending: nothing of it is presumed.
    pub(crate) denied: Vec<ConceptId>,
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
    /// Further homes of somebody who lives in several places.
    pub(crate) other_homes: Vec<Location>,
    pub(crate) relocation: Relocation,
    pub(crate) work_modes: Vec<WorkMode>,
    /// The text tells of remote work and does not ask for it alone: a way of working now, and no refusal to come in.
    pub(crate) works_remotely_now: bool,
    /// Countries of stated authorization; `None` when nothing is stated.
    pub(crate) authorization: Option<Stated<Vec<Box<str>>>>,
    pub(crate) needs_sponsorship: bool,
    /// Countries of which they say to be citizens or permanent residents.
    pub(crate) is_person_of: Vec<Box<str>>,
    /// Works on a visa that is tied to an employer or to studies.
    pub(crate) is_on_visa: bool,
    pub(crate) available: Option<Available>,
    pub(crate) workloads: Vec<Workload>,
    pub(crate) signals: Vec<Signal>,
    /// Talent pools of employers, the latest job first.
    pub(crate) pools: Vec<EmployerPool>,
    pub(crate) form: DocumentForm,
    /// Of what the texts tell, besides the names in it.
    pub(crate) wording: Wording,
    /// Of all that the texts say, with lists, names and titles.
    pub(crate) whole_wording: Wording,
}

impl CandidateFacts {
    /// Where claims, signs and signals were found, in one order: nobody is judged by these. Those of what is [`Stated`] are left out.
    pub(crate) fn sources_mut(&mut self) -> impl Iterator<Item = &mut Source> {
        let claims = self.claims.iter_mut().map(|claim| &mut claim.source);
        let unrecognized = self.unrecognized.iter_mut().map(|claim| &mut claim.source);
        let families = self.families.sources.iter_mut().map(|(_, source)| source);
        let scale = self.scale.iter_mut().map(|claim| &mut claim.source);
        let signals = self.signals.iter_mut().map(|signal| &mut signal.source);
        claims.chain(unrecognized).chain(families).chain(scale).chain(signals)
    }
}

/// A group of employers to which one of the candidate's belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct EmployerPool {
    pub pool: PoolId,
    /// Index into [`DocumentForm::passages`] of the one that names the employer.
    pub passage: u16,
    /// Named in a job's own field: prose names companies for their products too.
    pub stated: bool,
}

/// A concept that a candidate states or shows.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub(crate) struct SkillClaim {
    pub concept: ConceptId,
    /// Stated years, in tenths.
    pub years_tenths: Option<u16>,
    pub last_used: LastUsed,
    /// Named in a list of skills.
    pub listed: bool,
    /// Told of in the text of work.
    pub described: bool,
    /// How often texts name it, up to 255 times; lists of a form do not count.
    pub times: u8,
    /// The same in words that are the person's own, and not the posting's.
    pub own_times: u8,
    /// Where nothing says when it was used: a date elsewhere does not make that older.
    pub undated: Undated,
    /// How much of it the words claim; the most of all statements.
    pub extent: Extent,
    /// Indices into [`CandidateFacts::jobs`] of the dated jobs that show it.
    pub jobs: Vec<u8>,
    /// Indices into [`DocumentForm::passages`] of the first that tell of it; none for a skill that is only listed.
    pub told_in: Vec<u16>,
    /// Shown by the size of a system alone: a larger part in the same work makes nobody less of what else they are.
    pub by_scale: bool,
    /// The best place to point at.
    pub source: Source,
}

impl SkillClaim {
    /// A skill of present work, whoever says so.
    pub(crate) fn of_now(concept: ConceptId, years_tenths: Option<u16>, source: Source) -> Self {
        Self {
            concept,
            years_tenths,
            last_used: LastUsed::Now,
            listed: false,
            described: true,
            times: 0,
            own_times: 0,
            undated: Undated::default(),
            extent: Extent::Full,
            by_scale: false,
            jobs: Vec::new(),
            told_in: Vec::new(),
            source,
        }
    }

    /// Whether a text tells of it, rather than the list of a job.
    pub(crate) fn is_in_text(&self, form: &DocumentForm) -> bool {
        !self.by_scale && self.told_in.iter().any(|at| form.passages.get(usize::from(*at)).is_some_and(|p| p.words > 0))
    }
}

/// How much of a skill somebody claims, the least first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub(crate) enum Extent {
    /// Spoken of only: others do it, or it is sold, taught, reported on.
    Mentioned,
    /// Known a little.
    Little,
    /// Done once, and left.
    Left,
    /// Plainly claimed.
    #[default]
    Full,
}

/// Statements of a skill without a date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Undated {
    pub told: bool,
    pub listed: bool,
}

impl Undated {
    pub(crate) fn of(last_used: LastUsed, described: bool) -> Self {
        let undated = last_used == LastUsed::Unknown;
        Self { told: undated && described, listed: undated && !described }
    }
}

/// When something was last used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct UnrecognizedClaim {
    /// As given.
    pub text: Box<str>,
    /// Folded, for comparison.
    pub folded: Box<str>,
    pub source: Source,
}

/// How clearly each family of work shows, as evidence that only ever adds up.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct FamilySigns {
    /// Evidence by family, ascending by family.
    pub strength: Vec<FamilyStrength>,
    /// What each title gave, so that titles of texts that are not the person's own can be left out.
    pub titles: Vec<TitlePoints>,
    /// The sentences that tell of a domain or a function.
    pub deeds: Vec<Deed>,
    /// What each title gave of a function.
    pub function_titles: Vec<FunctionPoints>,
    /// How clearly each function shows, ascending; thousandths of full evidence, may exceed 1000.
    pub functions: Vec<(FunctionId, u32)>,
    /// All evidence from titles and told work, thousandths: how much the text says about the person's work at all.
    pub told: u32,
    /// What titles and told work say of the family that they say most of, thousandths; may exceed 1000.
    pub clearest: u32,
    /// The clearest sign of each family.
    pub sources: Vec<(FamilyId, Source)>,
}

/// How clearly one family shows, by what stands behind it; thousandths of full evidence, each may exceed 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct FamilyStrength {
    pub family: FamilyId,
    /// From titles of jobs, told work and employers.
    pub told: u32,
    /// From what the person calls themselves: a headline, a title in a summary.
    pub said: u32,
    /// From skills that are only listed.
    pub listed: u32,
    /// Of what is told and said that of titles and sentences, without skills: one more skill makes nobody less of what they are.
    pub spoken: u32,
    /// Of what is told that of sentences alone.
    pub deeds: u32,
}

impl FamilyStrength {
    /// All signs together.
    pub(crate) fn all(&self) -> u32 {
        self.told.saturating_add(self.said).saturating_add(self.listed)
    }
}

/// The passage of what no text tells: suppositions, and structured fields.
pub(crate) const NO_PASSAGE: u16 = u16::MAX;

/// What one title says of one family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct TitlePoints {
    pub family: FamilyId,
    pub points: u32,
    /// Index into [`DocumentForm::passages`].
    pub passage: u16,
    /// The title of a job, rather than what somebody calls themselves.
    pub of_job: bool,
}

/// A sentence that tells of work in a domain, or of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Deed {
    pub of: ToldWork,
    /// Of the functions of its sentence the first: `manages those who run the cluster` manages.
    pub leads: bool,
    /// Whether it is only asserted, in words that tell nothing of it.
    pub asserted: bool,
    /// Index into [`DocumentForm::passages`].
    pub passage: u16,
}

/// What one title says of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct FunctionPoints {
    pub function: FunctionId,
    pub points: u32,
    /// Index into [`DocumentForm::passages`].
    pub passage: u16,
}

/// A scale at which a candidate worked.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub(crate) struct ScaleClaim {
    pub value: u64,
    /// Thousandths of the unit beyond `value`: of petabytes the terabytes.
    pub beyond: u16,
    pub unit: ScaleUnit,
    /// In accelerators where that was stated or computed from stated numbers.
    pub accelerators: Option<u64>,
    pub accelerator: Option<ConceptId>,
    pub capacity: Option<Capacity>,
    pub last_used: LastUsed,
    /// Index into [`DocumentForm::passages`].
    pub passage: u16,
    /// The words are not the person's own: it counts for nothing.
    pub quoted: bool,
    pub source: Source,
}

/// When a candidate could start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) enum Available {
    /// On this day, counted from 1970.
    Day(i64),
    /// So many days after the answer is given.
    After(u16),
}

/// Something stated, with where.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Stated<T> {
    pub value: T,
    /// Whether it was worked out from other statements.
    pub inferred: bool,
    pub source: Source,
}

/// A dated job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct JobSpan {
    pub start: Month,
    /// `None` while it goes on.
    pub end: Option<Month>,
    /// Whether its text, title or skills touch the field.
    pub relevant: bool,
    /// Nothing but its list of skills does.
    pub only_listed: bool,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct Relocation {
    pub anywhere: bool,
    pub places: Vec<Location>,
    /// Says to stay.
    pub refused: bool,
    /// Where they will not move.
    pub never: Vec<Location>,
}

/// Something that earns a bonus.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Signal {
    pub kind: SignalKind,
    pub concept: ConceptId,
    /// Index into [`DocumentForm::passages`], where a text tells of it.
    pub passage: Option<u16>,
    /// The words are not the person's own: it earns nothing.
    pub quoted: bool,
    pub source: Source,
}

/// What sort of bonus a signal earns.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    schemars::JsonSchema,
    Serialize,
    BorshSerialize,
    BorshDeserialize,
    Deserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SignalKind {
    /// A contribution to an open-source project of the field.
    OpenSource,
    /// A publication at a venue of the field.
    Publication,
    /// A certification of the field.
    Certification,
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
