//! What is said to people: the engine's sentences in English and German, from catalogues that are data.
//!
//! A sentence is a key with values by name; which language fills it in is decided last, so that what is found, and in which order, is the
//! same in all of them. Not: the words of the page (`server/page`), and messages of errors.

mod catalogue;
mod language;
mod terms;

pub(crate) use catalogue::{filled, say};
pub use language::Language;
