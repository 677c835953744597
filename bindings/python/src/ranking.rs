//! A ranking under way: documents are offered in portions, and only those on a shortlist are kept.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::prelude::*;
use rolefit::matching::PartialAnswer;
use rolefit::model::CancelToken;
use rolefit::{Answer, Candidate, Error, Limits, Match, RoleId, parse_candidate};
use serde::Serialize;

use crate::documents::Offered;
use crate::engine::unusable;
use crate::errors::{Violations, pairs_of, raised};
use crate::running::Threads;

/// A ranking that Python offers candidates to.
#[pyclass(frozen, module = "rolefit._native")]
pub(crate) struct Ranking {
    state: Mutex<Option<State>>,
    threads: Arc<Threads>,
    cancel: CancelToken,
}

struct State {
    ranking: rolefit::matching::Ranking,
    /// How many documents were offered, usable or not.
    n_offered: usize,
    /// At which place each id was first given. Hashes in place of ids keep a ranking of millions small.
    first_places: HashMap<u64, usize>,
    violations: Violations,
    n_refused: usize,
}

/// So many violations are kept; of a table with a wrong column, every row has one.
const MAX_VIOLATIONS: usize = 1000;

impl Ranking {
    pub(crate) fn new(ranking: rolefit::matching::Ranking, threads: Arc<Threads>, cancel: CancelToken) -> Self {
        let (first_places, violations) = (HashMap::new(), Vec::new());
        let state = State { ranking, n_offered: 0, first_places, violations, n_refused: 0 };
        Self { state: Mutex::new(Some(state)), threads, cancel }
    }

    fn with<T>(&self, work: impl FnOnce(&mut Option<State>) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Ranking {
    /// Judges candidates, JSON documents. Those that cannot be used are noted.
    fn offer(&self, py: Python<'_>, documents: Vec<Offered>) -> PyResult<()> {
        let offered = self.threads.run(py, &self.cancel, || {
            self.with(|state| state.as_mut().map(|state| state.offer(&documents, &self.cancel)))
        })?;
        offered.ok_or_else(ended)?.map_err(|error| raised(py, &error))
    }

    /// How many documents could not be used, and what was wrong with them: a pair of a pointer and a message each.
    fn refused(&self) -> PyResult<(usize, Violations)> {
        self.with(|state| {
            let state = state.as_ref().ok_or_else(ended)?;
            Ok((state.n_refused, state.violations.clone()))
        })
    }

    /// Raises what is wrong with the documents, if anything is.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        match self.refused()? {
            (0, _) => Ok(()),
            (_, violations) => Err(unusable(py, violations)),
        }
    }

    /// Ends: an answer for each role, as JSON.
    fn answers(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let parts = self.finish(py)?;
        Ok(parts.iter().map(|part| written(part.answer())).collect())
    }

    /// Ends: for each role what can be merged with what was found among others, as JSON.
    fn parts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.finish(py)?.iter().map(written).collect())
    }
}

impl Ranking {
    fn finish(&self, py: Python<'_>) -> PyResult<Vec<PartialAnswer>> {
        let state = self.with(Option::take).ok_or_else(ended)?;
        self.threads.run(py, &self.cancel, || state.ranking.finish_partial())
    }
}

impl State {
    fn offer(&mut self, documents: &[Offered], cancel: &CancelToken) -> Result<(), Error> {
        let limits = Limits::default();
        let first = self.n_offered;
        self.n_offered += documents.len();
        let read = |(at, document): (usize, &Offered)| {
            let parse = |json: &[u8]| cancel.check().and_then(|()| parse_candidate(json, &limits));
            document.read(&format!("/candidates/{}", first + at), parse)
        };
        let read: Vec<Result<Candidate, _>> = documents.par_iter().enumerate().map(read).collect();
        cancel.check()?;
        let (mut places, mut candidates) = (Vec::new(), Vec::new());
        for (place, outcome) in (first..).zip(read) {
            match outcome {
                Ok(candidate) => match self.first_place(&candidate, place) {
                    None => {
                        places.push(place);
                        candidates.push(candidate);
                    }
                    Some(first) => self.refuse(vec![(
                        format!("/candidates/{place}/id"),
                        format!("the id was already given by /candidates/{first}; expected each id once"),
                    )]),
                },
                Err(wrong) => self.refuse(wrong),
            }
        }
        for unread in self.ranking.offer(&candidates)? {
            self.refuse(pairs_of(&format!("/candidates/{}", places[unread.index]), &unread.error));
        }
        Ok(())
    }

    /// Where the id of the candidate at `place` was given before.
    fn first_place(&mut self, candidate: &Candidate, place: usize) -> Option<usize> {
        let mut hasher = DefaultHasher::new();
        candidate.id.hash(&mut hasher);
        let first = *self.first_places.entry(hasher.finish()).or_insert(place);
        (first != place).then_some(first)
    }

    fn refuse(&mut self, violations: Violations) {
        self.n_refused += 1;
        let room = MAX_VIOLATIONS.saturating_sub(self.violations.len());
        self.violations.extend(violations.into_iter().take(room));
    }
}

/// Answers in the bytes of `rolefit rank`: `json`, indented, or `jsonl`, a line for each result.
#[pyfunction]
pub(crate) fn rendered(py: Python<'_>, answers: Vec<String>, format: &str) -> PyResult<String> {
    let read = |answer: &String| serde_json::from_str::<Answer>(answer);
    let answers: Vec<Answer> = answers.iter().map(read).collect::<Result<_, _>>().map_err(|error| {
        raised(py, &Error::Malformed(format!("not an answer of this version ({error}); expected one that `rank` gave")))
    })?;
    let rendered = match (format, &*answers) {
        ("json", [only]) => serde_json::to_string_pretty(only).map(|text| text + "\n"),
        ("json", several) => serde_json::to_string_pretty(several).map(|text| text + "\n"),
        ("jsonl", several) => several.iter().flat_map(lines).map(|line| line.map(|line| line + "\n")).collect(),
        (other, _) => {
            return Err(raised(py, &Error::Configuration(format!("format {other:?}; expected json or jsonl"))));
        }
    };
    Ok(rendered.expect("an answer is numbers, texts and lists"))
}

fn lines(answer: &Answer) -> impl Iterator<Item = serde_json::Result<String>> {
    #[derive(Serialize)]
    struct Line<'a> {
        role_id: &'a Option<RoleId>,
        #[serde(flatten)]
        row: &'a Match,
    }
    answer.results.iter().map(|row| serde_json::to_string(&Line { role_id: &answer.role_id, row }))
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("an answer is numbers, texts and lists")
}

fn ended() -> PyErr {
    PyRuntimeError::new_err("the ranking has ended; expected one under way")
}
