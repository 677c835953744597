//! A candidate's document, as an ATS sends it and as it is stored.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::place::PlaceOrText;
use super::{CandidateId, Level, PartialDate, Pay, Place, StatedScale, WorkMode, setters};

/// A person who may be matched to roles. Only `id` is needed; whatever is not stated is taken as unknown, never as absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Candidate {
    /// The caller's id.
    pub id: CandidateId,
    /// The name, for display only: it never reaches the scorer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub name: Option<String>,
    /// One line about the person's work, usually the present title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2000))]
    pub headline: Option<String>,
    /// Free text: a summary, or a whole résumé. HTML is understood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Where the person lives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<PlaceOrText>")]
    pub location: Option<Place>,
    /// The work modes that the person would accept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 3))]
    pub work_modes: Vec<WorkMode>,
    /// Places to which the person would move, such as `Seattle, WA`, `Germany` or `anywhere`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), inner(length(max = 200)))]
    pub relocation: Vec<String>,
    /// Countries in which the person may work, ISO 3166 alpha-2 codes or names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), inner(length(max = 200)))]
    pub work_authorization: Vec<String>,
    /// The first day on which the person could start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_from: Option<PartialDate>,
    /// Seniority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Skills as listed: names, or objects with years and last use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub skills: Vec<Skill>,
    /// Jobs, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub experience: Vec<Job>,
    /// Education: degree and field are read, the dates and the school never.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50))]
    pub education: Vec<Education>,
    /// Certifications by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100), inner(length(max = 500)))]
    pub certifications: Vec<String>,
    /// Open-source projects to which the person contributed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100), inner(length(max = 500)))]
    pub open_source: Vec<String>,
    /// Publications.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub publications: Vec<Publication>,
    /// What the person expects to be paid. Present and past pay are refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_pay: Option<Pay>,
    /// Ids of the same person in other systems.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub external_ids: BTreeMap<String, String>,
    /// Whatever else the caller wants kept: returned as given, never read. Current or past pay is refused here too.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub custom: serde_json::Map<String, serde_json::Value>,
}

setters! {
    impl Candidate {
        with_name(name: text String);
        with_headline(headline: text String);
        with_summary(summary: text String);
        with_location(location: some Place);
        with_work_modes(work_modes: each WorkMode);
        with_relocation(relocation: each String);
        with_work_authorization(work_authorization: each String);
        with_available_from(available_from: some PartialDate);
        with_level(level: some Level);
        with_skills(skills: each Skill);
        with_experience(experience: each Job);
        with_education(education: each Education);
        with_certifications(certifications: each String);
        with_open_source(open_source: each String);
        with_publications(publications: each Publication);
        with_expected_pay(expected_pay: some Pay);
        with_external_ids(external_ids: pairs String);
        with_custom(custom: is serde_json::Map<String, serde_json::Value>);
    }
}

impl Candidate {
    /// A candidate of whom nothing is known.
    pub fn new(id: CandidateId) -> Self {
        Self {
            id,
            name: None,
            headline: None,
            summary: None,
            location: None,
            work_modes: Vec::new(),
            relocation: Vec::new(),
            work_authorization: Vec::new(),
            available_from: None,
            level: None,
            skills: Vec::new(),
            experience: Vec::new(),
            education: Vec::new(),
            certifications: Vec::new(),
            open_source: Vec::new(),
            publications: Vec::new(),
            expected_pay: None,
            external_ids: BTreeMap::new(),
            custom: serde_json::Map::new(),
        }
    }
}

/// A listed skill: its name, or an object that says more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Skill {
    /// Only the name.
    Name(#[schemars(length(min = 1, max = 200))] String),
    /// Name, years and last use.
    Detailed(DetailedSkill),
}

impl Skill {
    /// The name as given.
    pub fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Detailed(skill) => &skill.name,
        }
    }
}

/// A listed skill with how long and how lately.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DetailedSkill {
    /// The name as given.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Years of use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 80.0))]
    pub years: Option<f64>,
    /// When it was last used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used: Option<PartialDate>,
}

setters! {
    impl DetailedSkill {
        with_years(years: some f64);
        with_last_used(last_used: some PartialDate);
    }
}

impl DetailedSkill {
    /// A skill of which only the name is known.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), years: None, last_used: None }
    }
}

impl From<&str> for Skill {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for Skill {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<DetailedSkill> for Skill {
    fn from(skill: DetailedSkill) -> Self {
        Self::Detailed(skill)
    }
}

/// One job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Job {
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub title: Option<String>,
    /// Employer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub employer: Option<String>,
    /// When it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<PartialDate>,
    /// When it ended; absent or null with a `start` means that it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<PartialDate>,
    /// Free text about the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Skills used in this job.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200))]
    pub skills: Vec<Skill>,
    /// Scale of the systems in this job.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50))]
    pub scale: Vec<StatedScale>,
}

setters! {
    impl Job {
        with_title(title: text String);
        with_employer(employer: text String);
        with_start(start: some PartialDate);
        with_end(end: some PartialDate);
        with_description(description: text String);
        with_skills(skills: each Skill);
        with_scale(scale: each StatedScale);
    }
}

/// One entry of education.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Education {
    /// Degree, such as `MSc`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub degree: Option<String>,
    /// Field of study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub field: Option<String>,
    /// School; kept for display, never read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub institution: Option<String>,
    /// When it began; kept for display, never read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<PartialDate>,
    /// When it ended; kept for display, never read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<PartialDate>,
}

setters! {
    impl Education {
        with_degree(degree: text String);
        with_field(field: text String);
        with_institution(institution: text String);
        with_start(start: some PartialDate);
        with_end(end: some PartialDate);
    }
}

/// One publication.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Publication {
    /// Conference or journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub venue: Option<String>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1000))]
    pub title: Option<String>,
    /// Year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1900, max = 2200))]
    pub year: Option<i16>,
}

setters! {
    impl Publication {
        with_venue(venue: text String);
        with_title(title: text String);
        with_year(year: some i16);
    }
}
