//! Talent pools from their file.

use super::data::PoolFile;
use crate::taxonomy::family::Families;
use crate::taxonomy::pool::{Pool, PoolId, Pools};
use crate::taxonomy::{PerMille, fold};

impl Pools {
    pub(super) fn of_file(file: PoolFile, families: &Families, problems: &mut Vec<String>) -> Self {
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
}
