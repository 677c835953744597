//! Texts to facts, for who has an engine.

use super::Engine;
use super::timings::Work;
use crate::domain::Error;
use crate::extract::Extraction;

impl Engine {
    /// The facts that a text, or HTML, states.
    ///
    /// # Errors
    /// [`Error::Unreadable`] when the reader gives the text up; [`Error::Cancelled`] when the handle's token says so.
    pub fn extract(&self, text: &str) -> Result<Extraction, Error> {
        self.inner.timings.time(Work::Text, || self.inner.extractor.extract_until(&self.cancel, text, false))
    }

    /// The facts of a text, with the rule behind each: [`Extraction::trace`].
    ///
    /// # Errors
    /// [`Error::Unreadable`] when the reader gives the text up; [`Error::Cancelled`] when the handle's token says so.
    pub fn extract_traced(&self, text: &str) -> Result<Extraction, Error> {
        self.inner.timings.time(Work::Text, || self.inner.extractor.extract_until(&self.cancel, text, true))
    }
}
