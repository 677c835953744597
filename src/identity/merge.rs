//! Of two documents about one person one: which of them each field is taken from. Both stay as they are.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::career::JobMark;
use super::fold::folded;
use crate::domain::{Candidate, CandidateId, Education, Job, Month, Skill};

/// Where a field of a merged person comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FieldOrigin {
    /// The field of the document.
    pub field: String,
    /// The candidates whose documents it is taken from; several where they are brought together.
    pub from: Vec<CandidateId>,
}

/// A document with what decides which of two is newer.
pub(crate) struct Source<'a> {
    pub candidate: &'a Candidate,
    /// The number of its last write.
    pub seq: u64,
}

impl Source<'_> {
    /// Who began a job later tells of later; among equals the one that was written later.
    fn age(&self) -> (Option<Month>, u64) {
        (self.candidate.experience.iter().map(JobMark::of).filter_map(|job| job.began()).max(), self.seq)
    }
}

/// The first document with what the others add, under its id, and where each field comes from.
pub(crate) fn merged(sources: &[Source<'_>]) -> (Candidate, Vec<FieldOrigin>) {
    let (first, others) = sources.split_first().expect("a merged person has documents");
    let mut origins: BTreeMap<&'static str, Vec<CandidateId>> = BTreeMap::new();
    let mut whole = Merging { candidate: first.candidate.clone(), age: first.age(), origins: &mut origins };
    whole.note_first();
    for other in others {
        whole.take_in(other);
    }
    let candidate = whole.candidate;
    let origins = origins.into_iter().map(|(field, from)| FieldOrigin { field: field.to_owned(), from }).collect();
    (candidate, origins)
}

struct Merging<'a> {
    candidate: Candidate,
    age: (Option<Month>, u64),
    origins: &'a mut BTreeMap<&'static str, Vec<CandidateId>>,
}

/// Calls a macro with the fields by how they are merged: the newer one's, the newer one's list, and lists of both.
macro_rules! fields {
    ($each:ident) => {
        $each! {
            [headline location level available_from expected_pay]
            [work_modes relocation work_authorization]
            [skills experience education certifications open_source publications]
        }
    };
}

impl Merging<'_> {
    fn note_first(&mut self) {
        let id = self.candidate.id.clone();
        let mut note = |field: &'static str, is_there: bool| {
            if is_there {
                self.origins.insert(field, vec![id.clone()]);
            }
        };
        let candidate = &self.candidate;
        note("name", candidate.name.is_some());
        note("summary", candidate.summary.is_some());
        note("external_ids", !candidate.external_ids.is_empty());
        note("custom", !candidate.custom.is_empty());
        macro_rules! each {
            ([$($newer:ident)*] [$($chosen:ident)*] [$($joined:ident)*]) => {{
                $(note(stringify!($newer), candidate.$newer.is_some());)*
                $(note(stringify!($chosen), !candidate.$chosen.is_empty());)*
                $(note(stringify!($joined), !candidate.$joined.is_empty());)*
            }};
        }
        fields!(each);
    }

    fn take_in(&mut self, other: &Source<'_>) {
        let (age, is_newer) = (other.age(), other.age() > self.age);
        let theirs = other.candidate;
        // The name is the one that people chose to keep.
        if self.candidate.name.is_none() && theirs.name.is_some() {
            self.candidate.name.clone_from(&theirs.name);
            self.is_from("name", &theirs.id);
        }
        // Two résumés as texts tell the same twice: the fuller one is read.
        let length = |candidate: &Candidate| candidate.summary.as_ref().map_or(0, String::len);
        if length(theirs) > length(&self.candidate) {
            self.candidate.summary.clone_from(&theirs.summary);
            self.is_from("summary", &theirs.id);
        }
        macro_rules! each {
            ([$($newer:ident)*] [$($chosen:ident)*] [$($joined:ident)*]) => {
                $(if theirs.$newer.is_some() && (is_newer || self.candidate.$newer.is_none()) {
                    self.candidate.$newer.clone_from(&theirs.$newer);
                    self.is_from(stringify!($newer), &theirs.id);
                })*
                $(if !theirs.$chosen.is_empty() && (is_newer || self.candidate.$chosen.is_empty()) {
                    self.candidate.$chosen.clone_from(&theirs.$chosen);
                    self.is_from(stringify!($chosen), &theirs.id);
                })*
            };
        }
        fields!(each);
        let ours = &mut self.candidate;
        let joined = [
            ("skills", skills(&mut ours.skills, &theirs.skills)),
            ("experience", jobs(&mut ours.experience, &theirs.experience, is_newer)),
            ("education", education(&mut ours.education, &theirs.education)),
            ("certifications", texts(&mut ours.certifications, &theirs.certifications)),
            ("open_source", texts(&mut ours.open_source, &theirs.open_source)),
            (
                "publications",
                add_new(&mut ours.publications, &theirs.publications, |one| {
                    one.title.clone().map_or_else(|| format!("{one:?}"), |title| folded(&title))
                }),
            ),
            ("external_ids", external_ids(ours, theirs)),
            ("custom", custom(ours, theirs)),
        ];
        for (field, _) in joined.into_iter().filter(|(_, is_added)| *is_added) {
            let from = self.origins.entry(field).or_default();
            from.push(theirs.id.clone());
        }
        self.age = self.age.max(age);
    }

    fn is_from(&mut self, field: &'static str, id: &CandidateId) {
        self.origins.insert(field, vec![id.clone()]);
    }
}

/// Adds those that are not there; whether any was.
fn add_new<T: Clone>(ours: &mut Vec<T>, theirs: &[T], key: impl Fn(&T) -> String) -> bool {
    let mut known: Vec<String> = ours.iter().map(&key).collect();
    let before = ours.len();
    for one in theirs {
        let key = key(one);
        if !known.contains(&key) {
            known.push(key);
            ours.push(one.clone());
        }
    }
    ours.len() > before
}

fn texts(ours: &mut Vec<String>, theirs: &[String]) -> bool {
    add_new(ours, theirs, |text| folded(text))
}

fn education(ours: &mut Vec<Education>, theirs: &[Education]) -> bool {
    let text = |text: &Option<String>| folded(text.as_deref().unwrap_or_default());
    add_new(ours, theirs, |one| format!("{}|{}|{}", text(&one.degree), text(&one.field), text(&one.institution)))
}

/// Skills of both; of one that both list, the one that says more.
fn skills(ours: &mut Vec<Skill>, theirs: &[Skill]) -> bool {
    let mut is_added = false;
    for skill in theirs {
        let name = folded(skill.name());
        match ours.iter_mut().find(|own| folded(own.name()) == name) {
            None => {
                ours.push(skill.clone());
                is_added = true;
            }
            Some(own @ Skill::Name(_)) if matches!(skill, Skill::Detailed(_)) => {
                *own = skill.clone();
                is_added = true;
            }
            Some(_) => {}
        }
    }
    is_added
}

/// Jobs of both; of one that both tell, the fuller one, and among equals the newer one.
fn jobs(ours: &mut Vec<Job>, theirs: &[Job], is_newer: bool) -> bool {
    let length = |job: &Job| job.description.as_ref().map_or(0, String::len) + job.skills.len() + job.scale.len();
    let marks: Vec<JobMark> = ours.iter().map(JobMark::of).collect();
    let mut taken = vec![false; ours.len()];
    let mut is_added = false;
    for job in theirs {
        let mark = JobMark::of(job);
        let same = (0..marks.len()).find(|at| !taken[*at] && marks[*at].is_same_job(&mark));
        match same {
            None => {
                ours.push(job.clone());
                is_added = true;
            }
            Some(at) => {
                taken[at] = true;
                if length(job) > length(&ours[at]) || is_newer && length(job) == length(&ours[at]) {
                    is_added |= *job != ours[at];
                    ours[at] = job.clone();
                }
            }
        }
    }
    is_added
}

/// Ids in systems of which none is there yet; whether any was added.
fn external_ids(ours: &mut Candidate, theirs: &Candidate) -> bool {
    let before = ours.external_ids.len();
    for (source, id) in &theirs.external_ids {
        ours.external_ids.entry(source.clone()).or_insert_with(|| id.clone());
    }
    ours.external_ids.len() > before
}

/// What callers keep under names that are not there yet; whether anything was added.
fn custom(ours: &mut Candidate, theirs: &Candidate) -> bool {
    let before = ours.custom.len();
    for (name, value) in &theirs.custom {
        ours.custom.entry(name.clone()).or_insert_with(|| value.clone());
    }
    ours.custom.len() > before
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn candidate(value: serde_json::Value) -> Candidate {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn each_field_is_of_the_newer_or_fuller_document_and_lists_are_of_both() {
        let old = candidate(json!({
            "id": "a", "name": "Ann Lee", "headline": "Engineer", "summary": "A long and full résumé of everything.", "level": "senior",
            "skills": ["Slurm", "Lustre"], "experience": [{"employer": "Foo GmbH", "start": "2015-03", "end": "2019-01", "description": "All of it."}],
        }));
        let new = candidate(json!({
            "id": "b", "name": "Ann Meier", "headline": "Principal engineer", "summary": "Short.", "skills": [{"name": "slurm", "years": 9}, "CUDA"],
            "experience": [{"employer": "Foo", "start": "2015"}, {"employer": "Bar", "start": "2019-02"}],
        }));
        let (whole, origins) = merged(&[Source { candidate: &old, seq: 1 }, Source { candidate: &new, seq: 2 }]);
        assert_eq!((whole.id.as_str(), whole.name.as_deref()), ("a", Some("Ann Lee")));
        assert_eq!(whole.headline.as_deref(), Some("Principal engineer"));
        assert_eq!(whole.summary, old.summary);
        assert_eq!(whole.skills.iter().map(Skill::name).collect::<Vec<_>>(), ["slurm", "Lustre", "CUDA"]);
        assert_eq!(whole.experience.len(), 2);
        assert_eq!(whole.experience[0].description.as_deref(), Some("All of it."));
        let from = |field: &str| -> Vec<&str> {
            let origin = origins.iter().find(|origin| origin.field == field).unwrap();
            origin.from.iter().map(CandidateId::as_str).collect()
        };
        assert_eq!((from("headline"), from("summary"), from("level")), (vec!["b"], vec!["a"], vec!["a"]));
        assert_eq!((from("skills"), from("experience")), (vec!["a", "b"], vec!["a", "b"]));
    }

    #[test]
    fn a_person_merged_with_themselves_is_the_same() {
        let one = candidate(
            json!({"id": "a", "name": "Ann", "skills": ["X"], "experience": [{"employer": "Foo"}, {"employer": "Foo", "title": "B"}], "custom": {"k": 1}}),
        );
        let (whole, origins) = merged(&[Source { candidate: &one, seq: 1 }, Source { candidate: &one, seq: 2 }]);
        assert_eq!(whole, one);
        assert!(origins.iter().all(|origin| origin.from.len() == 1));
    }
}
