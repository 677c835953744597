//! The words everything else is written in: documents, ids, money, dates, places, levels.
//!
//! Nothing here reads, stores, scores or renders; types state what may exist, and serde states how it is written.

mod cancel;
mod candidate;
mod date;
mod digest;
mod error;
mod http_problem;
mod id;
mod level;
mod necessity;
pub(crate) mod parallel;
mod parse_error;
mod pay;
mod place;
mod progress;
mod role;
mod scale;
mod setters;

pub use cancel::CancelToken;
pub use candidate::{Candidate, DetailedSkill, Education, Job, Publication, Skill};
pub use date::{Month, PartialDate};
pub(crate) use digest::{digest, digest_with, fnv1a};
pub use error::{Error, ErrorKind, StopReason, StorageErrorKind, UnreadableReason, Violation};
pub use http_problem::HttpProblem;
#[cfg(test)]
pub(crate) use id::RESERVED;
pub(crate) use id::refuse_reserved;
pub use id::{CandidateId, ID_MAX_CHARS, RoleId};
pub use level::Level;
pub use necessity::Necessity;
pub use parse_error::ParseError;
pub use pay::{Amount, Basis, Currency, Pay, Period};
pub use place::{Place, WorkMode};
pub use progress::{Progress, ProgressState, ProgressStep};
pub use role::{DetailedRequirement, Requirement, Role, RoleStatus, Weights, Workload};
pub use scale::{AskedScale, Capacity, Quantity, ScaleUnit, StatedScale};
pub(crate) use setters::setters;
