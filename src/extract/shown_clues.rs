//! What of a document may be a clue to its kinds of work, for whoever fits clues to texts of their own.

use std::collections::BTreeMap;

use serde::Serialize;

use super::clues::{Parts, parts_of_person};
use super::extractor::Extractor;
use super::{candidate, role};
use crate::domain::{Candidate, Error, Role};
use crate::taxonomy::{Clue, Taxonomy};

/// What of a document may be a clue to its domains of work, by names of the taxonomy: each with its part of all of its sort, in
/// thousandths of the length of that sort's vector. Clues are fitted to these by `examples/clues`.
///
/// ```
/// use rolefit::{Candidate, extract::Extractor, taxonomy::Taxonomy};
///
/// let candidate = Candidate::new("c-1".parse()?).with_summary("I operate Lustre and Slurm for a weather service.");
/// let clues = Extractor::new(Taxonomy::builtin()).candidate_clues(&candidate)?;
/// assert!(clues.concepts.contains_key("lustre") && clues.words.contains_key("weather"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ShownClues {
    /// Domains of which titles and sentences tell.
    pub told: BTreeMap<String, u32>,
    /// Concepts that are told of, or asked.
    pub concepts: BTreeMap<String, u32>,
    /// Words of the field, in a form of their own.
    pub words: BTreeMap<String, u32>,
}

impl ShownClues {
    pub(super) fn new(parts: &Parts, taxonomy: &Taxonomy) -> Self {
        let [told, concepts, words] = Clue::ALL.map(|clue| {
            let named = |(at, part): &(usize, u64)| {
                Some((clue.name(*at, taxonomy)?.to_owned(), u32::try_from(*part).unwrap_or(u32::MAX)))
            };
            parts[clue as usize].iter().filter_map(named).collect()
        });
        Self { told, concepts, words }
    }
}

impl Extractor {
    /// What of a candidate's document may be a clue to its domains of work.
    ///
    /// # Errors
    /// As [`Extractor::candidate_facts`].
    pub fn candidate_clues(&self, candidate: &Candidate) -> Result<ShownClues, Error> {
        let read = || parts_of_person(&candidate::shown(candidate, self), self.taxonomy());
        let parts = self.of_document(candidate, read)?;
        Ok(ShownClues::new(&parts, self.taxonomy()))
    }

    /// What of a role's document may be a clue to its domains of work; nothing of a trade whose title says what it is.
    ///
    /// # Errors
    /// As [`Extractor::role_facts`].
    pub fn role_clues(&self, role: &Role) -> Result<ShownClues, Error> {
        let (_, parts) = self.of_document(role, || role::read(role, self))?;
        Ok(ShownClues::new(&parts, self.taxonomy()))
    }
}
