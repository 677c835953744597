//! What a document says in words, part by part: the field of a search that each part belongs to, and where it stands.

use std::borrow::Cow;

use super::query::SearchField;
use crate::domain::{Candidate, Job, Place, Publication, Requirement, Role, Skill};

/// One part of a document's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage<'d> {
    pub(crate) field: SearchField,
    /// JSON pointer to the part.
    pub(crate) pointer: String,
    pub(crate) text: Cow<'d, str>,
}

/// The passages of a candidate's document. No name is among them, and no school.
pub(crate) fn of_candidate(candidate: &Candidate) -> Vec<Passage<'_>> {
    let mut passages = Passages(Vec::new());
    passages.add(SearchField::Title, "/headline", candidate.headline.as_deref());
    passages.add(SearchField::Text, "/summary", candidate.summary.as_deref());
    passages.place(candidate.location.as_ref());
    passages.skills("/skills", &candidate.skills);
    for (at, job) in candidate.experience.iter().enumerate() {
        passages.job(&format!("/experience/{at}"), job);
    }
    for (at, education) in candidate.education.iter().enumerate() {
        passages.add(SearchField::Text, &format!("/education/{at}/degree"), education.degree.as_deref());
        passages.add(SearchField::Text, &format!("/education/{at}/field"), education.field.as_deref());
    }
    for (at, certification) in candidate.certifications.iter().enumerate() {
        passages.add(SearchField::Certification, &format!("/certifications/{at}"), Some(certification));
    }
    for (at, project) in candidate.open_source.iter().enumerate() {
        passages.add(SearchField::Text, &format!("/open_source/{at}"), Some(project));
    }
    for (at, Publication { venue, title, .. }) in candidate.publications.iter().enumerate() {
        passages.add(SearchField::Text, &format!("/publications/{at}/venue"), venue.as_deref());
        passages.add(SearchField::Text, &format!("/publications/{at}/title"), title.as_deref());
    }
    passages.0
}

/// The passages of a role's document.
pub(crate) fn of_role(role: &Role) -> Vec<Passage<'_>> {
    let mut passages = Passages(Vec::new());
    passages.add(SearchField::Title, "/title", role.title.as_deref());
    passages.add(SearchField::Text, "/description", role.description.as_deref());
    passages.add(SearchField::Text, "/requisition_id", role.requisition_id.as_deref());
    passages.place(role.location.as_ref());
    for (list, requirements) in [("must_have", &role.must_have), ("nice_to_have", &role.nice_to_have)] {
        for (at, requirement) in requirements.iter().enumerate() {
            passages.requirement(&format!("/{list}/{at}"), requirement);
        }
    }
    for (at, accelerator) in role.accelerators.iter().enumerate() {
        passages.add(SearchField::Skill, &format!("/accelerators/{at}"), Some(accelerator));
    }
    passages.0
}

struct Passages<'d>(Vec<Passage<'d>>);

impl<'d> Passages<'d> {
    fn add(&mut self, field: SearchField, pointer: &str, text: Option<&'d str>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.0.push(Passage { field, pointer: pointer.to_owned(), text: Cow::Borrowed(text) });
        }
    }

    /// A place is one line, so that its parts can be sought as a phrase.
    fn place(&mut self, place: Option<&'d Place>) {
        let Some(Place { city, region, country, .. }) = place else { return };
        let parts: Vec<&str> = [city, region, country].into_iter().flatten().map(String::as_str).collect();
        if !parts.is_empty() {
            let text = Cow::Owned(parts.join(", "));
            self.0.push(Passage { field: SearchField::Location, pointer: "/location".to_owned(), text });
        }
    }

    fn skills(&mut self, pointer: &str, skills: &'d [Skill]) {
        for (at, skill) in skills.iter().enumerate() {
            let name = if matches!(skill, Skill::Name(_)) { "" } else { "/name" };
            self.add(SearchField::Skill, &format!("{pointer}/{at}{name}"), Some(skill.name()));
        }
    }

    fn job(&mut self, pointer: &str, job: &'d Job) {
        self.add(SearchField::Title, &format!("{pointer}/title"), job.title.as_deref());
        self.add(SearchField::Employer, &format!("{pointer}/employer"), job.employer.as_deref());
        self.add(SearchField::Text, &format!("{pointer}/description"), job.description.as_deref());
        self.skills(&format!("{pointer}/skills"), &job.skills);
    }

    fn requirement(&mut self, pointer: &str, requirement: &'d Requirement) {
        match requirement {
            Requirement::Name(name) => self.add(SearchField::Skill, pointer, Some(name)),
            Requirement::Detailed(detailed) => {
                self.add(SearchField::Skill, &format!("{pointer}/name"), detailed.name.as_deref());
                for (at, name) in detailed.any_of.iter().enumerate() {
                    self.add(SearchField::Skill, &format!("{pointer}/any_of/{at}"), Some(name));
                }
            }
        }
    }
}
