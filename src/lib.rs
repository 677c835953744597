//! Rolefit matches candidates to roles in AI infrastructure, HPC and GPU work, and explains each fit.

mod domain;

pub use domain::*;
