//! Competency areas: the groups in which credit saturates, and the families that an area's concepts speak for.

use borsh::{BorshDeserialize, BorshSerialize};

use super::PerMille;
use super::family::FamilyId;

/// An area's place in its taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct AreaId(pub(crate) u8);

/// A competency area.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Area {
    pub id: Box<str>,
    /// How a recruiter would call it.
    pub label: Box<str>,
    /// The families that its concepts speak for, unless a concept says otherwise.
    pub families: Vec<(FamilyId, PerMille)>,
}
