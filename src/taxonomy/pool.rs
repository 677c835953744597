//! Talent pools: groups of employers whose people do related work.

use std::collections::HashMap;

use borsh::{BorshDeserialize, BorshSerialize};

use super::data::PoolFile;
use super::family::{Families, FamilyId};
use super::{PerMille, fold};

/// A pool's place in its taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct PoolId(pub(crate) u8);

/// A group of employers.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// The group, in the plural: `national labs and HPC centres`.
    pub label: Box<str>,
    /// The kinds of work that employment there makes likelier.
    pub families: Vec<(FamilyId, PerMille)>,
}

/// All pools with the names of their employers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pools {
    all: Vec<Pool>,
    /// Folded employer names; `true` where the name also means something else and counts only as an employer field.
    employers: HashMap<Box<str>, (PoolId, bool)>,
}

impl Pools {
    pub(super) fn load(file: PoolFile, families: &Families, problems: &mut Vec<String>) -> Self {
        let mut pools = Self::default();
        for (index, raw) in file.pool.into_iter().enumerate() {
            let id = PoolId(u8::try_from(index).expect("fewer than 256 pools"));
            let mut shares = Vec::new();
            for (family, strength) in raw.families {
                match families.find(&family) {
                    Some(found) => shares.push((found, PerMille::from_fraction(strength))),
                    None => problems.push(format!("pool {}: unknown family {family:?}", raw.id)),
                }
            }
            let ambiguous: Vec<String> = raw.ambiguous.iter().map(|name| fold(name)).collect();
            for name in &raw.employers {
                let folded = fold(name);
                let is_ambiguous = ambiguous.contains(&folded);
                // An employer in two pools (Apple: silicon and products) speaks for the first that names it.
                pools.employers.entry(folded.into()).or_insert((id, is_ambiguous));
            }
            pools.all.push(Pool { label: raw.label.into(), families: shares });
        }
        pools
    }

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
