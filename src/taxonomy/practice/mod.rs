//! Practice rules: which deeds, told in a sentence, show which practice.
//!
//! A rule names classes of verbs and the objects that make the deed: `operate` x `parallel file system`. How such files are written is in
//! `written`, how they become tables in `compile`, what forms a verb has in `inflect`. Where in a sentence a verb governs an object is for
//! who reads it.

mod compile;
mod inflect;
mod table;
mod written;

pub(super) use compile::compile;
pub(crate) use table::{CueRole, FormsId, PracticeRules, RuleId, VerbClasses, WordForms, WordRole};
pub(crate) use written::RuleExample;
pub(super) use written::{RawFunctionWords, RawObjects, RawPractice, RawVerbs};
