//! What was found for a role among some of the candidates, merged with what was found among others.

use pyo3::prelude::*;
use rolefit::Error;
use rolefit::matching::PartialAnswer;

use crate::errors::raised;

/// A partial answer.
#[pyclass(frozen, module = "rolefit._native")]
pub(crate) struct Part(PartialAnswer);

#[pymethods]
impl Part {
    /// As `Ranking.parts` wrote it.
    #[new]
    fn new(py: Python<'_>, json: &str) -> PyResult<Self> {
        serde_json::from_str(json).map(Self).map_err(|error| {
            let message = format!("not a part of this version ({error}); expected one that a ranking wrote");
            raised(py, &Error::Malformed(message))
        })
    }

    /// The two as one.
    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        self.0.clone().merge(other.0.clone()).map(Self).map_err(|error| raised(py, &error))
    }

    /// The answer over all that was merged, as JSON.
    fn answer(&self) -> String {
        serde_json::to_string(self.0.answer()).expect("an answer is numbers, texts and lists")
    }
}
