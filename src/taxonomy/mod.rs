//! What the field knows: skills and practices with their names and relations, families of work, employers, places.
//!
//! The knowledge is data (`data/`); the code here loads it, checks it and answers questions about it. It reads no documents.

mod area;
mod blob;
mod builtin;
mod check;
mod clues;
mod column;
mod compile;
mod concept;
mod data;
mod family;
#[cfg(test)]
mod files;
mod grade;
mod fold;
mod function;
mod further_names;
mod labels;
mod name_tree;
mod names;
mod openings;
mod place;
mod pool;
mod practice;
mod reading_rule;
mod relation;
mod resolve;
mod schema;
mod scheme;
mod sources;
mod spelling;
mod texts;
mod topics;
mod vocabulary;
mod word_hash;
mod word_table;

pub use check::Problem;
pub use concept::{Concept, ConceptId, ConceptKind, Generation, PerMille};
pub use relation::Relation;
pub use resolve::{MatchedBy, Resolution};
pub use scheme::Taxonomy;

pub(crate) use area::AreaId;
pub(crate) use clues::{Clue, Clues};
pub(crate) use compile::rule_examples;
pub(crate) use family::{Families, FamilyId, FamilyMark};
pub(crate) use fold::{Folded, fold, fold_char};
pub(crate) use function::{FunctionId, ToldWork};
pub(crate) use grade::{Grade, without_grade};
pub(crate) use name_tree::NameTree;
pub(crate) use names::{Name, Numbers, Signs, TextNames};
pub(crate) use place::{Location, country_of_code};
pub(crate) use pool::PoolId;
pub(crate) use practice::{CueRole, FormsId, PracticeRules, RuleExample, RuleId, VerbClasses, WordForms, WordRole};
pub(crate) use reading_rule::ReadingRules;
pub(crate) use topics::{Topic, TopicId};
pub(crate) use vocabulary::{Vocabulary, WordId, left_out_words};
pub(crate) use word_hash::{START, then, word_hash};
pub(crate) use word_table::WordTable;
