//! Texts to facts, for who has an engine.

use super::Engine;
use crate::domain::Error;
use crate::extract::Extraction;

impl Engine {
    /// The facts that a text, or HTML, states.
    ///
    /// # Errors
    /// As [`Extractor::extract`](crate::extract::Extractor::extract).
    pub fn extract(&self, text: &str) -> Result<Extraction, Error> {
        self.inner.extractor.extract_until(&self.cancel, text, false)
    }

    /// The same, with [`Extraction::trace`].
    ///
    /// # Errors
    /// As [`Extractor::extract`](crate::extract::Extractor::extract).
    pub fn extract_traced(&self, text: &str) -> Result<Extraction, Error> {
        self.inner.extractor.extract_until(&self.cancel, text, true)
    }
}
