//! A graded set: roles, candidates, and a grade for each pair of them. Read strictly, because figures over a part of a set are
//! wrong figures.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::EvaluateFiles;
use super::qrels::{self, Grade};
use crate::batch::portions::Portions;
use crate::domain::{Candidate, Error, Role, RoleId};
use crate::intake::{Document, ImportOptions, Limits};

/// What is measured.
pub(super) struct GradedSet {
    /// The roles of the split with at least one candidate above grade 0.
    pub roles: Vec<Role>,
    pub candidates: Vec<Candidate>,
    /// By role, then candidate; pairs that nobody listed have grade 0.
    pub grades: Vec<Vec<Grade>>,
    /// By role and candidate, where one was given.
    pub reasons: HashMap<(usize, usize), String>,
    /// The split's other roles: no order of candidates is better than another for them.
    pub not_measured: Vec<RoleId>,
}

/// So many documents are read at a time.
const PORTION: usize = 1024;
/// So many wrong lines are told in full.
const MAX_TOLD: usize = 10;
/// All pairs are judged, and their fits kept, so their number is bounded.
const MAX_PAIRS: usize = 2_000_000;

impl GradedSet {
    pub(super) fn read(files: &EvaluateFiles, limits: &Limits) -> Result<Self, Error> {
        let roles: Vec<Role> = documents(&files.roles, limits)?;
        let candidates: Vec<Candidate> = documents(&files.candidates, limits)?;
        let bytes = fs::read(&files.qrels).map_err(|source| Error::Io { path: files.qrels.clone(), source })?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Error::Malformed(format!("{}: not UTF-8 text; expected text in UTF-8", files.qrels.display()))
        })?;
        let found = grades(&text, &roles, &candidates, files)?;
        Self::of(roles, candidates, found, files)
    }

    /// Keeps what is to be measured.
    fn of(
        roles: Vec<Role>,
        candidates: Vec<Candidate>,
        found: HashMap<(usize, usize), Found<'_>>,
        files: &EvaluateFiles,
    ) -> Result<Self, Error> {
        let mut grades = vec![vec![Grade::NONE; candidates.len()]; roles.len()];
        for (&(role, candidate), judged) in &found {
            grades[role][candidate] = judged.grade;
        }
        let mut set = Self {
            roles: Vec::new(),
            candidates,
            grades: Vec::new(),
            reasons: HashMap::new(),
            not_measured: Vec::new(),
        };
        let mut kept = HashMap::new();
        let mut splits: Vec<&str> = roles.iter().filter_map(split).collect();
        splits.sort_unstable();
        splits.dedup();
        let splits = splits.join(", ");
        for ((number, role), grades) in roles.into_iter().enumerate().zip(grades) {
            if files.split.as_deref().is_some_and(|wanted| split(&role) != Some(wanted)) {
                continue;
            }
            if grades.iter().all(|grade| *grade == Grade::NONE) {
                set.not_measured.push(role.id);
                continue;
            }
            kept.insert(number, set.roles.len());
            set.roles.push(role);
            set.grades.push(grades);
        }
        for ((role, candidate), judged) in found {
            if let (Some(&role), Some(reason)) = (kept.get(&role), judged.reason) {
                set.reasons.insert((role, candidate), reason.to_owned());
            }
        }
        set.check(files, &splits)?;
        Ok(set)
    }

    fn check(&self, files: &EvaluateFiles, splits: &str) -> Result<(), Error> {
        if self.roles.is_empty() {
            let qrels = files.qrels.display();
            let message = match &files.split {
                Some(wanted) if self.not_measured.is_empty() => {
                    let known =
                        if splits.is_empty() { "no role has one".to_owned() } else { format!("there is {splits}") };
                    format!("no role's custom.split is {wanted:?}; {known}")
                }
                _ => format!("nothing to measure: {qrels} gives no candidate of these roles a grade above 0"),
            };
            return Err(Error::Configuration(message));
        }
        let pairs = self.roles.len().saturating_mul(self.candidates.len());
        if pairs > MAX_PAIRS {
            return Err(Error::Configuration(format!(
                "{} roles with {} candidates are {pairs} pairs, and at most {MAX_PAIRS} are measured at once; \
                 a split of the roles makes them fewer",
                self.roles.len(),
                self.candidates.len()
            )));
        }
        Ok(())
    }
}

/// What a line says of a pair.
struct Found<'a> {
    line: usize,
    grade: Grade,
    reason: Option<&'a str>,
}

/// The grades by role and candidate, or all that is wrong with them.
fn grades<'a>(
    text: &'a str,
    roles: &[Role],
    candidates: &[Candidate],
    files: &EvaluateFiles,
) -> Result<HashMap<(usize, usize), Found<'a>>, Error> {
    let (judged, mut wrong) = qrels::parse(text);
    let (role_numbers, candidate_numbers) = (numbers(roles), numbers(candidates));
    let mut found: HashMap<(usize, usize), Found<'a>> = HashMap::new();
    for pair in judged {
        let role = role_numbers.get(pair.role);
        let candidate = candidate_numbers.get(pair.candidate);
        for (kind, id, known, file) in [
            ("role", pair.role, role.is_some(), &files.roles),
            ("candidate", pair.candidate, candidate.is_some(), &files.candidates),
        ] {
            if !known {
                wrong.push((pair.line, format!("{} has no {kind} {id:?}", file.display())));
            }
        }
        let (Some(&role), Some(&candidate)) = (role, candidate) else { continue };
        let here = Found { line: pair.line, grade: pair.grade, reason: pair.reason };
        match found.get(&(role, candidate)) {
            Some(before) if before.grade != here.grade => wrong.push((
                pair.line,
                format!(
                    "grades {:?} for {:?} {}, line {} grades the same pair {}; expected one grade a pair",
                    pair.candidate,
                    pair.role,
                    here.grade.get(),
                    before.line,
                    before.grade.get()
                ),
            )),
            Some(_) => {}
            None => {
                found.insert((role, candidate), here);
            }
        }
    }
    if wrong.is_empty() { Ok(found) } else { Err(unusable(&files.qrels, wrong)) }
}

fn unusable(file: &Path, mut wrong: Vec<(usize, String)>) -> Error {
    wrong.sort_by_key(|(line, _)| *line);
    let told = wrong.iter().take(MAX_TOLD).map(|(line, message)| format!("{}:{line}: {message}", file.display()));
    let mut told: Vec<String> = told.collect();
    if wrong.len() > MAX_TOLD {
        told.push(format!("and {} more", wrong.len() - MAX_TOLD));
    }
    Error::Malformed(told.join("; "))
}

fn numbers<T: Document>(documents: &[T]) -> HashMap<&str, usize> {
    documents.iter().map(Document::id).zip(0..).collect()
}

fn documents<T: Document>(path: &Path, limits: &Limits) -> Result<Vec<T>, Error> {
    let mut portions = Portions::<T>::open(path, limits, &ImportOptions::default(), PORTION, true)?;
    let mut all = Vec::new();
    while let Some(portion) = portions.next()? {
        all.extend(portion.documents);
    }
    if all.is_empty() {
        return Err(Error::Malformed(format!("{} holds no {}", path.display(), T::KIND)));
    }
    Ok(all)
}

/// The split to which a role's `custom.split` says that it belongs.
fn split(role: &Role) -> Option<&str> {
    role.custom.get("split")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::MatchOptions;

    fn read(roles: &str, qrels: &str, split: Option<&str>) -> Result<GradedSet, String> {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let files = EvaluateFiles {
            roles: write("roles.jsonl", roles),
            candidates: write("pool.jsonl", "{\"id\":\"c-1\"}\n{\"id\":\"c-2\"}\n"),
            qrels: write("qrels.tsv", qrels),
            split: split.map(str::to_owned),
            options: MatchOptions::default(),
            ablations: false,
            calibration: false,
            ranking: None,
        };
        let folder = format!("{}/", dir.path().display());
        GradedSet::read(&files, &Limits::default()).map_err(|error| error.to_string().replace(&folder, ""))
    }

    const ROLES: &str = "{\"id\":\"r-1\",\"custom\":{\"split\":\"tune\"}}\n{\"id\":\"r-2\",\"custom\":{\"split\":\"holdout\"}}\n{\"id\":\"r-3\"}\n";

    #[test]
    fn pairs_that_nobody_listed_have_grade_0() {
        let set = read(ROLES, "r-1\tc-2\t3\truns it\nr-2 0 c-1 1\nr-3 0 c-1 0\n", None).unwrap();
        let grades: Vec<Vec<f64>> = set.grades.iter().map(|g| g.iter().map(|g| g.get()).collect()).collect();
        assert_eq!(grades, [[0.0, 3.0], [1.0, 0.0]]);
        assert_eq!(set.reasons.get(&(0, 1)).map(String::as_str), Some("runs it"));
        assert_eq!(set.not_measured, [RoleId::new("r-3").unwrap()]);
    }

    #[test]
    fn a_split_keeps_its_roles_alone() {
        let set = read(ROLES, "r-1 0 c-2 3\nr-2\tc-1\t1\twhy\n", Some("holdout")).unwrap();
        assert_eq!((set.roles.len(), set.roles[0].id.as_str()), (1, "r-2"));
        assert_eq!(set.reasons.get(&(0, 0)).map(String::as_str), Some("why"));
        let error = read(ROLES, "r-1 0 c-2 3\n", Some("hold")).err().unwrap();
        assert_eq!(error, "no role's custom.split is \"hold\"; there is holdout, tune");
    }

    #[test]
    fn unknown_ids_and_two_grades_for_a_pair_are_errors_that_name_the_place() {
        let error = read(ROLES, "r-1 0 c-1 3\nr-9 0 c-9 1\nr-1\tc-1\t2\twhy\nr-1 0 c-1 3\nx\n", None).err().unwrap();
        let told: Vec<&str> = error.split("; ").collect();
        assert_eq!(told[0], "qrels.tsv:2: roles.jsonl has no role \"r-9\"");
        assert_eq!(told[1], "qrels.tsv:2: pool.jsonl has no candidate \"c-9\"");
        assert_eq!(told[2], "qrels.tsv:3: grades \"c-1\" for \"r-1\" 2, line 1 grades the same pair 3");
        assert!(error.contains("qrels.tsv:5: has 1 word"), "{error}");
        assert!(!error.contains("qrels.tsv:4"), "the same grade twice is no contradiction: {error}");
    }

    #[test]
    fn many_wrong_lines_are_counted() {
        let error = read(ROLES, &"x\n".repeat(25), None).err().unwrap();
        assert!(error.ends_with("and 15 more"), "{error}");
    }

    #[test]
    fn a_line_of_a_document_that_cannot_be_used_ends_the_measuring() {
        let error = read("{\"id\":\"r-1\"}\nnonsense\n", "r-1 0 c-1 3\n", None).err().unwrap();
        assert!(error.contains("roles.jsonl:2"), "{error}");
        assert!(read("", "r-1 0 c-1 3\n", None).err().unwrap().contains("holds no role"));
        let nothing = read(ROLES, "r-1 0 c-1 0\n", None).err().unwrap();
        assert!(nothing.contains("nothing to measure"), "{nothing}");
    }
}
