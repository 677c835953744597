//! What a user's file is added to: the concepts and practice rules of the built-in files, as written.

use borsh::{BorshDeserialize, BorshSerialize};

use super::data::ConceptFile;

/// What was read from the built-in files that a user's file extends.
#[derive(Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Sources {
    pub concepts: Vec<ConceptFile>,
}
