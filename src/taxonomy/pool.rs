//! Talent pools: groups of employers whose people do related work.

use std::collections::HashMap;

use borsh::{BorshDeserialize, BorshSerialize};

use super::family::FamilyId;
use super::{PerMille, fold};

/// A pool's place in its taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct PoolId(pub(crate) u8);

/// A group of employers.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Pool {
    /// The group, in the plural: `national labs and HPC centres`.
    pub label: Box<str>,
    /// The kinds of work that employment there makes likelier.
    pub families: Vec<(FamilyId, PerMille)>,
}

/// All pools with the names of their employers.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Pools {
    pub(super) all: Vec<Pool>,
    /// Folded employer names; `true` where the name also means something else and counts only as an employer field.
    pub(super) employers: HashMap<Box<str>, (PoolId, bool)>,
}

impl Pools {
    pub(crate) fn get(&self, id: PoolId) -> &Pool {
        &self.all[usize::from(id.0)]
    }

    /// The pool of an employer's name: the whole name, or a known name among its words.
    pub(crate) fn of_employer(&self, employer: &str) -> Option<PoolId> {
        let folded = fold(employer);
        if let Some((pool, _)) = self.employers.get(folded.as_str()) {
            return Some(*pool);
        }
        let words: Vec<&str> =
            folded.split(|c: char| !(c.is_alphanumeric() || c == '&')).filter(|w| !w.is_empty()).collect();
        (1..words.len()).rev().find_map(|length| {
            words.windows(length).find_map(|run| {
                let (pool, ambiguous) = self.employers.get(run.join(" ").as_str())?;
                (!*ambiguous).then_some(*pool)
            })
        })
    }

    /// Folded employer names that are safe to look for in running text, with their pools, in no order.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, PoolId)> {
        self.employers.iter().filter(|(_, (_, ambiguous))| !ambiguous).map(|(name, (pool, _))| (&**name, *pool))
    }
}
