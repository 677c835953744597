//! The skills that documents name and no concept knows, so that a taxonomy can grow. Nothing here changes a fit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::{Engine, RoleEntry};
use crate::domain::parallel::prelude::*;
use crate::domain::{Error, Requirement, Role};
use crate::extract::RequirementOption;
use crate::suggest::likest_label;
use crate::taxonomy::{Taxonomy, fold};

/// What stored candidates and roles name as skills and no concept of the taxonomy knows.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnrecognizedSkills {
    /// How many there are, also beyond those that are listed; spellings that fold to one are one.
    pub total: usize,
    /// Candidates that name at least one.
    pub candidates: usize,
    /// Roles that ask for at least one.
    pub roles: usize,
    /// What was given as a skill and is none, not counted above.
    pub left_out: LeftOut,
    /// Those that most documents name first, then by name.
    pub skills: Vec<UnrecognizedSkill>,
}

/// What was given as a skill and is none; each counted once for every document that gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LeftOut {
    /// More words than a skill's name has.
    pub sentences: usize,
    /// Addresses, links and telephone numbers, which may be those of people.
    pub contact_details: usize,
}

/// A skill that no concept knows.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnrecognizedSkill {
    /// The form in which most documents write it.
    pub name: String,
    /// The form in which spellings are compared: lower case, no diacritics, hyphens as spaces.
    pub folded: String,
    /// Candidates and roles that name it.
    pub documents: usize,
    /// Candidates that name it.
    pub candidates: usize,
    /// Roles that ask for it.
    pub roles: usize,
    /// In how many ways it is written.
    pub spellings: usize,
    /// The concept with the label spelled most like it, where one is near: a hint, not a resolution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestLabel>,
}

/// A concept whose name is spelled like one that is not known.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NearestLabel {
    /// The concept's id.
    pub concept: String,
    /// Its preferred label.
    pub label: String,
    /// How near the spellings are, above 0 and below 1.
    pub similarity: f64,
}

/// A skill's name has at most this many words; more are a sentence about work.
const MAX_WORDS: usize = 6;
/// From this many digits on, a text is a number to call rather than a version or a model.
const DIGITS_OF_A_NUMBER: usize = 7;

impl Engine {
    /// The skills that stored candidates and roles name and no concept knows, at most `limit` of them.
    ///
    /// ```
    /// use rolefit::{Engine, Limits, parse_candidate};
    ///
    /// let engine = Engine::in_memory();
    /// engine.put_candidate(&parse_candidate(br#"{"id": "c-1", "skills": ["Slurm", "Frobnicator"]}"#, &Limits::default())?)?;
    /// let found = engine.unrecognized_skills(10)?;
    /// assert_eq!((found.total, found.skills[0].name.as_str()), (1, "Frobnicator"));
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`] when this handle's token says so.
    pub fn unrecognized_skills(&self, limit: usize) -> Result<UnrecognizedSkills, Error> {
        let inner = &*self.inner;
        let roles: Vec<Arc<RoleEntry>> = {
            let roles = inner.roles.read().unwrap_or_else(PoisonError::into_inner);
            roles.values().filter_map(|(_, entry)| entry.clone()).collect()
        };
        let mut census = Census::default();
        for entry in inner.pool.snapshot().entries() {
            self.cancel.check()?;
            census.candidate(entry);
        }
        for entry in roles {
            self.cancel.check()?;
            census.role(&entry);
        }
        Ok(census.finish(limit, self.taxonomy()))
    }
}

#[derive(Default)]
struct Census {
    candidates: usize,
    roles: usize,
    left_out: LeftOut,
    /// By folded form.
    found: BTreeMap<Box<str>, Tally>,
}

#[derive(Default)]
struct Tally {
    candidates: usize,
    roles: usize,
    spellings: BTreeMap<String, usize>,
}

impl Census {
    fn candidate(&mut self, entry: &Entry) {
        let facts = entry.facts();
        let named = facts.unrecognized.iter().map(|claim| (&*claim.folded, &*claim.text));
        let n_named = self.document(named, |tally| tally.candidates += 1);
        self.candidates += usize::from(n_named > 0);
    }

    fn role(&mut self, entry: &RoleEntry) {
        let written: BTreeMap<String, &str> = names(&entry.role).map(|name| (fold(name), name.trim())).collect();
        let unknown: BTreeSet<&str> = (entry.facts.requirements.iter().flat_map(|r| &r.options))
            .filter_map(|option| match option {
                RequirementOption::Unrecognized(folded) => Some(&**folded),
                RequirementOption::Concept(_) => None,
            })
            .collect();
        let named = unknown.into_iter().map(|folded| (folded, written.get(folded).copied().unwrap_or(folded)));
        let n_named = self.document(named, |tally| tally.roles += 1);
        self.roles += usize::from(n_named > 0);
    }

    /// Counts what one document names, given without doubles; says how many of them are skills.
    fn document<'a>(&mut self, named: impl Iterator<Item = (&'a str, &'a str)>, count: impl Fn(&mut Tally)) -> usize {
        let mut n_named = 0;
        for (folded, written) in named.filter(|(folded, _)| !folded.is_empty()) {
            if is_contact(written) {
                self.left_out.contact_details += 1;
            } else if folded.split(' ').count() > MAX_WORDS {
                self.left_out.sentences += 1;
            } else {
                let tally = self.found.entry(folded.into()).or_default();
                count(tally);
                let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
                *tally.spellings.entry(written).or_default() += 1;
                n_named += 1;
            }
        }
        n_named
    }

    fn finish(self, limit: usize, taxonomy: &Taxonomy) -> UnrecognizedSkills {
        let total = self.found.len();
        let skill = |(folded, tally): (Box<str>, Tally)| UnrecognizedSkill {
            name: tally.most_written(),
            folded: folded.into(),
            documents: tally.candidates + tally.roles,
            candidates: tally.candidates,
            roles: tally.roles,
            spellings: tally.spellings.len(),
            nearest: None,
        };
        let mut skills: Vec<UnrecognizedSkill> = self.found.into_iter().map(skill).collect();
        skills.sort_by(|a, b| b.documents.cmp(&a.documents).then_with(|| a.folded.cmp(&b.folded)));
        skills.truncate(limit);
        let labels: Vec<_> = taxonomy.labels().collect();
        skills.par_iter_mut().for_each(|skill| skill.nearest = nearest(&skill.folded, &labels, taxonomy));
        UnrecognizedSkills { total, candidates: self.candidates, roles: self.roles, left_out: self.left_out, skills }
    }
}

impl Tally {
    /// Of spellings that are written equally often, the first of the alphabet.
    fn most_written(&self) -> String {
        let most = self.spellings.values().max();
        let spelling = self.spellings.iter().find(|(_, times)| Some(*times) == most);
        spelling.map(|(spelling, _)| spelling.clone()).unwrap_or_default()
    }
}

/// The names that a role's requirements give.
fn names(role: &Role) -> impl Iterator<Item = &str> {
    role.must_have.iter().chain(&role.nice_to_have).flat_map(|requirement| match requirement {
        Requirement::Name(name) => vec![name.as_str()],
        Requirement::Detailed(detail) => detail.name.iter().chain(&detail.any_of).map(String::as_str).collect(),
    })
}

fn is_contact(text: &str) -> bool {
    text.contains('@')
        || text.contains("://")
        || text.contains("www.")
        || text.chars().filter(char::is_ascii_digit).count() >= DIGITS_OF_A_NUMBER
}

/// The label spelled most like `folded`; of equally near ones, the first of the alphabet.
fn nearest(folded: &str, labels: &[(&str, crate::taxonomy::ConceptId)], taxonomy: &Taxonomy) -> Option<NearestLabel> {
    let (similarity, concept) = likest_label(folded, labels.iter().copied())?;
    let concept = taxonomy.concept(concept);
    let similarity = (similarity * 100.0).round() / 100.0;
    Some(NearestLabel { concept: concept.id.to_string(), label: concept.label.to_string(), similarity })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::{Limits, parse_candidate, parse_role};

    fn engine(candidates: &[&str], roles: &[&str]) -> Engine {
        let engine = Engine::in_memory();
        for (number, skills) in candidates.iter().enumerate() {
            let json = format!(r#"{{"id": "c-{number}", "name": "Ana Lima", "skills": {skills}}}"#);
            engine.put_candidate(&parse_candidate(json.as_bytes(), &Limits::default()).unwrap()).unwrap();
        }
        for (number, must_have) in roles.iter().enumerate() {
            let json = format!(r#"{{"id": "r-{number}", "must_have": {must_have}}}"#);
            engine.put_role(&parse_role(json.as_bytes(), &Limits::default()).unwrap()).unwrap();
        }
        engine
    }

    #[test]
    fn spellings_are_one_skill_and_documents_are_counted() {
        let engine = engine(
            &[r#"["Zor-Ble", "zor ble", "Slurm"]"#, r#"["ZOR BLE"]"#, r#"["Zor-Ble", "Quuxel"]"#, r#"["Slurm"]"#],
            &[r#"["Zor_ble", "Lustre"]"#, r#"[{"any_of": ["Quuxel", "Slurm"]}]"#],
        );
        let found = engine.unrecognized_skills(10).unwrap();
        assert_eq!((found.total, found.candidates, found.roles), (2, 3, 2));
        let rows: Vec<_> = found.skills.iter().map(|s| (s.name.as_str(), s.candidates, s.roles, s.spellings)).collect();
        assert_eq!(rows, [("Zor-Ble", 3, 1, 3), ("Quuxel", 1, 1, 1)]);
        assert_eq!(found.skills[0].folded, "zor ble");
        let first = engine.unrecognized_skills(1).unwrap();
        assert_eq!((first.total, first.skills.len()), (2, 1));
    }

    #[test]
    fn equal_counts_go_by_name() {
        let found = engine(&[r#"["Yrrl", "Brrl", "Mrrl"]"#], &[]).unrecognized_skills(10).unwrap();
        assert!(found.skills.iter().map(|s| s.name.as_str()).eq(["Brrl", "Mrrl", "Yrrl"]));
    }

    #[test]
    fn sentences_and_contact_details_are_left_out_and_counted() {
        let engine = engine(
            &[
                r#"["kept the whole shop floor tidy every single morning", "ana@example.org", "+44 20 7946 0958", "Brrl"]"#,
            ],
            &[r#"["www.example.org/ana"]"#],
        );
        let found = engine.unrecognized_skills(10).unwrap();
        assert_eq!(found.left_out, LeftOut { sentences: 1, contact_details: 3 });
        assert_eq!((found.total, found.candidates, found.roles), (1, 1, 0));
        let written = serde_json::to_string(&found).unwrap();
        assert!(["Ana", "c-0", "example", "7946"].iter().all(|personal| !written.contains(personal)), "{written}");
    }

    #[test]
    fn the_nearest_label_is_a_hint() {
        let found = engine(&[r#"["Prometrixs", "Underwater basketry"]"#], &[]).unrecognized_skills(10).unwrap();
        let nearest: Vec<_> = found.skills.iter().map(|s| s.nearest.as_ref().map(|n| n.concept.as_str())).collect();
        assert_eq!(nearest, [Some("prometheus"), None]);
    }

    #[test]
    fn nothing_stored_is_nothing_found() {
        assert_eq!(Engine::in_memory().unrecognized_skills(10).unwrap(), UnrecognizedSkills::default());
    }
}
