//! What became of every value of foreign documents: mapped to a field, kept in `custom`, left out with a reason, or suspect.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ImportFormat;

/// What became of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ImportOutcome {
    /// It is in a field of the document.
    Mapped,
    /// It is in the document's `custom`, which is never read.
    Kept,
    /// It is left out, for the reason that is told.
    Ignored,
    /// It stands where a field is read, but could not be read as one; it is kept in `custom`.
    Suspect,
}

/// The values of one place that had the same outcome.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportNote {
    /// How many values.
    pub values: usize,
    /// Why; empty of what is mapped or kept.
    pub reason: String,
}

/// What became of the values of one document, or of many together.
///
/// Every value of a document is counted once, so that nothing is dropped in silence; nulls and what is empty say nothing and are no
/// values.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ImportReport {
    /// Documents of each format.
    pub documents: BTreeMap<ImportFormat, usize>,
    /// Documents that state no id. Theirs is made of all that they say, so that the same document has the same one.
    pub made_ids: usize,
    /// Skills that are somebody's tags: taken as skills that the candidate states, though nobody has verified them.
    pub unverified_skills: usize,
    /// Values in fields.
    pub mapped: usize,
    /// Values in `custom`, those that are suspect included.
    pub kept: usize,
    /// Values that were left out.
    pub ignored: usize,
    /// Values of those kept that could not be read as the fields that they stand for.
    pub suspect: usize,
    /// All but what is mapped, by outcome and place: a JSON pointer into the foreign document with `*` for any element of a list.
    pub notes: BTreeMap<ImportOutcome, BTreeMap<String, ImportNote>>,
}

/// Places beyond so many are counted together, as names of fields may be any number.
const MAX_PLACES: usize = 500;
const OTHER_PLACES: &str = "(other places)";

impl ImportReport {
    /// How many values there were.
    pub fn values(&self) -> usize {
        self.mapped + self.kept + self.ignored
    }

    /// Adds what is told of other documents.
    pub fn add(&mut self, other: Self) {
        for (format, documents) in other.documents {
            *self.documents.entry(format).or_default() += documents;
        }
        self.made_ids += other.made_ids;
        self.unverified_skills += other.unverified_skills;
        self.mapped += other.mapped;
        self.kept += other.kept;
        self.ignored += other.ignored;
        self.suspect += other.suspect;
        for (outcome, places) in other.notes {
            for (place, note) in places {
                self.note(outcome, &place, note.values, &note.reason);
            }
        }
    }

    /// Counts `values` of a place, and notes the place unless they are mapped.
    pub(in crate::intake) fn count(&mut self, outcome: ImportOutcome, place: &str, values: usize, reason: &str) {
        if values == 0 {
            return;
        }
        match outcome {
            ImportOutcome::Mapped => {
                self.mapped += values;
                return;
            }
            ImportOutcome::Kept => self.kept += values,
            ImportOutcome::Ignored => self.ignored += values,
            ImportOutcome::Suspect => {
                self.suspect += values;
                self.kept += values;
            }
        }
        self.note(outcome, place, values, reason);
    }

    fn note(&mut self, outcome: ImportOutcome, place: &str, values: usize, reason: &str) {
        let places = self.notes.entry(outcome).or_default();
        if let Some(note) = places.get_mut(place) {
            note.values += values;
            return;
        }
        let place = if places.len() < MAX_PLACES { place } else { OTHER_PLACES };
        let note =
            places.entry(place.to_owned()).or_insert_with(|| ImportNote { values: 0, reason: reason.to_owned() });
        note.values += values;
    }

    /// What was kept so far turned out to be nothing to keep. `pointer` leads to it, and is told of as it is.
    pub(super) fn kept_is_ignored(&mut self, pointer: &str, values: usize, reason: &str) {
        self.kept = self.kept.saturating_sub(values);
        if let Some(places) = self.notes.get_mut(&ImportOutcome::Kept) {
            let around =
                places.keys().filter(|place| is_within(pointer, place)).max_by_key(|place| place.len()).cloned();
            if let Some(place) = around
                && let Some(note) = places.get_mut(&place)
            {
                note.values = note.values.saturating_sub(values);
                if note.values == 0 {
                    places.remove(&place);
                }
            }
        }
        let place = pointer;
        self.count(ImportOutcome::Ignored, place, values, reason);
    }

    /// The report as lines for people: the totals, then a line for each place of what is suspect and left out, and one for what is
    /// kept.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} values mapped, {} kept in custom ({} suspect), {} ignored",
            self.mapped, self.kept, self.suspect, self.ignored
        )];
        if self.made_ids > 0 {
            lines.push(format!("{} without an id; one was made of what the document says", self.made_ids));
        }
        if self.unverified_skills > 0 {
            lines.push(format!("{} of the skills are tags, which nobody has verified", self.unverified_skills));
        }
        for (outcome, word) in [(ImportOutcome::Suspect, "suspect"), (ImportOutcome::Ignored, "ignored")] {
            for (place, note) in self.notes.get(&outcome).into_iter().flatten() {
                lines.push(format!("{word} {place} ({}): {}", note.values, note.reason));
            }
        }
        if let Some(kept) = self.notes.get(&ImportOutcome::Kept) {
            let mut line = "kept in custom:".to_owned();
            for (place, note) in kept {
                let _ = write!(line, " {place} ({})", note.values);
            }
            lines.push(line);
        }
        lines
    }
}

/// Whether what a pointer leads to is at a place, in which `*` stands for any element of a list, or below it.
fn is_within(pointer: &str, place: &str) -> bool {
    let mut steps = pointer.split('/');
    place.split('/').all(|step| steps.next().is_some_and(|at| step == "*" || step == at))
}
