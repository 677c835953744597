//! What is always true of a fit, over generated documents; one module a subject.

pub(crate) mod documents;
mod flags;
mod level;
mod location;
mod pay;
mod personal;
mod scale;
mod skills;
mod whole;
