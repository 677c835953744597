//! From texts and documents to facts: what is said about skills, scale, pay, years, level, places, and where it is said.

mod alternatives;
mod asked_names;
mod asked_scale;
mod asking;
mod availability;
mod calendar;
mod candidate;
mod capacity;
#[cfg(test)]
mod cases;
mod choices;
mod clearance;
mod clues;
mod context;
mod cue;
mod degrees;
mod document_form;
mod doers;
mod eight;
mod employer;
mod extraction;
mod extractor;
mod facts;
mod families;
mod functions;
mod faults;
mod firms;
mod form;
mod introduced;
mod languages;
mod level;
mod lexicon;
mod lists;
mod markup;
mod mention;
mod meter;
mod moves;
mod number;
mod origin;
mod pay;
mod pay_figure;
mod permit;
mod phrases;
mod place;
mod place_bands;
mod place_kind;
mod posting;
mod practices;
mod role;
mod role_facts;
mod role_work;
mod rules;
mod scale;
mod scale_join;
mod scale_noun;
mod scanner;
mod scopes;
mod section;
mod section_flat;
mod section_headings;
mod section_wishes;
mod section_words;
mod sections;
mod short_titles;
mod shown_clues;
mod stages;
mod support;
mod support_words;
mod terms;
mod text;
mod timeline;
mod titles;
mod told_work;
mod trace;
mod work_mode;
mod work_place;
mod work_shares;
mod words;
mod workload;
mod wording;
mod wrap;
mod years;

#[cfg(test)]
mod kinds_tests;
#[cfg(test)]
mod languages_tests;
#[cfg(test)]
mod linear_patterns;
#[cfg(test)]
mod linear_tests;
#[cfg(test)]
mod pay_tests;
#[cfg(test)]
mod place_tests;
#[cfg(test)]
mod scale_tests;
#[cfg(test)]
mod stance_tests;
#[cfg(test)]
mod timeline_tests;
#[cfg(test)]
mod years_tests;

pub use extraction::{
    Extraction, PayFound, PlaceFound, RequirementFound, ScaleFound, SkillFound, SkillStance, TextFlag, YearsFound,
};
pub use extractor::Extractor;
pub use facts::{CandidateFacts, SignalKind, Source};
pub use place::PlaceKind;
pub use role_facts::RoleFacts;
pub use shown_clues::ShownClues;
pub use stages::ReadingStage;
pub use trace::Trace;
pub use work_shares::WorkShare;

pub(crate) use clues::tell_of_person;
pub(crate) use document_form::{Block, DocumentForm, LastUsedMonth, Passage, Standing};
pub(crate) use facts::{
    Available, Extent, FamilySigns, FamilyStrength, LastUsed, NO_PASSAGE, Relocation, ScaleClaim, SkillClaim, Stated,
    Undated, UnrecognizedClaim, months_covered,
};
pub(crate) use families::SignCollector;
#[cfg(test)]
pub(crate) use faults::{ENDLESS, PANICS};
pub(crate) use form::RUN;
pub(crate) use functions::shares;
pub(crate) use role_facts::{AskedScaleFact, Named, PlaceBand, RequirementFact, RequirementOption};
pub(crate) use titles::title_signs;
pub(crate) use wording::{Wording, counts};
