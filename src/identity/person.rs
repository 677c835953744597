//! Who a document is about, as far as it tells: what is compared with another, and by which keys others are found to compare it with.

use super::blocking;
use super::career::JobMark;
use super::contacts::Contacts;
use super::fold::folded;
use super::names::Name;
use super::secret::IdentitySecret;
use super::telling::{self, Prose};
use crate::domain::{Candidate, Education, PartialDate};

/// More jobs are not compared.
const MAX_JOBS: usize = 24;

/// What a document tells of who somebody is. It is made when it is asked for, and never written anywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Identity {
    pub(super) name: Name,
    pub(super) contacts: Contacts,
    /// Ids in other systems.
    pub(super) external_ids: Vec<(String, String)>,
    /// The latest first.
    pub(super) jobs: Vec<JobMark>,
    pub(super) schools: Vec<School>,
    pub(super) city: Option<String>,
    pub(super) country: Option<String>,
    pub(super) prose: Option<Prose>,
    /// Of all that is said, where it is enough.
    pub(super) said: Option<u64>,
}

/// An entry of education as it is compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct School {
    pub institution: String,
    pub field: String,
    pub year: Option<i16>,
}

impl School {
    fn of(education: &Education) -> Self {
        let text = |text: &Option<String>| folded(text.as_deref().unwrap_or_default());
        Self {
            institution: text(&education.institution),
            field: text(&education.field),
            year: education.end.or(education.start).map(PartialDate::year),
        }
    }
}

impl Identity {
    pub(crate) fn of(candidate: &Candidate) -> Self {
        let summary = candidate.summary.as_deref().unwrap_or_default();
        let read = candidate.experience.iter().take(MAX_JOBS);
        let told: Vec<String> =
            read.clone().map(|job| folded(job.description.as_deref().unwrap_or_default())).collect();
        let mut jobs: Vec<JobMark> = read.zip(&told).map(|(job, told)| JobMark::told(job, told)).collect();
        let written = folded(summary);
        jobs.sort_by_key(|job| std::cmp::Reverse(job.began()));
        let place = candidate.location.as_ref();
        let of_place = |text: Option<&String>| text.map(|text| folded(text)).filter(|text| !text.is_empty());
        let external = candidate.external_ids.iter().filter(|(source, id)| !source.is_empty() && !id.is_empty());
        Self {
            name: Name::of(candidate.name.as_deref().unwrap_or_default()),
            contacts: Contacts::of(&candidate.custom, summary),
            external_ids: external.map(|(source, id)| (folded(source), id.trim().to_lowercase())).collect(),
            jobs,
            schools: candidate.education.iter().map(School::of).collect(),
            city: of_place(place.and_then(|place| place.city.as_ref())),
            country: of_place(place.and_then(|place| place.country.as_ref())),
            prose: Prose::of([&written].into_iter().chain(&told).map(String::as_str)),
            said: telling::mark(candidate, &written, &told),
        }
    }

    /// By which others are found who may be the same person: who shares none of them with it is never compared.
    pub(crate) fn keys(&self, secret: IdentitySecret) -> Box<[u32]> {
        blocking::keys(self, secret)
    }
}
