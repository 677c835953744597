//! Families of work from their file.

use std::collections::HashMap;

use super::data::FamilyFile;
use super::functions::shares;
use crate::taxonomy::PerMille;
use crate::taxonomy::family::{Families, Family, FamilyId, Transfer};
use crate::taxonomy::function::Functions;

impl Families {
    pub(super) fn of_file(file: FamilyFile, functions: &Functions, problems: &mut Vec<String>) -> Self {
        let by_id: HashMap<Box<str>, FamilyId> = file
            .family
            .iter()
            .enumerate()
            .map(|(index, family)| {
                (family.id.as_str().into(), FamilyId(u8::try_from(index).expect("fewer than 256 families")))
            })
            .collect();
        let count = file.family.len();
        let mut transfer = vec![0; count * count];
        for same in 0..count {
            transfer[same * count + same] = 1000;
        }
        let mut reasons = HashMap::new();
        for row in file.transfer {
            let (Some(&from), Some(&to)) = (by_id.get(row.from.as_str()), by_id.get(row.to.as_str())) else {
                problems.push(format!("transfer from {:?} to {:?} names an unknown family", row.from, row.to));
                continue;
            };
            if from == to || !(0.0..=1.0).contains(&row.credit) {
                problems
                    .push(format!("transfer from {:?} to {:?}: credit {} is not 0..1", row.from, row.to, row.credit));
                continue;
            }
            transfer[to.index() * count + from.index()] = PerMille::from_fraction(row.credit).get();
            reasons.insert((from, to), Transfer { carries: row.carries.into(), gap: row.gap.into() });
        }
        let all = file
            .family
            .into_iter()
            .map(|family| Family {
                background: {
                    if !(0.0..=1.0).contains(&family.background) {
                        problems.push(format!("family {}: background {} is not 0..1", family.id, family.background));
                    }
                    PerMille::from_fraction(family.background)
                },
                is: family.is,
                functions: shares(&family.id, &family.functions, &functions.by_id, problems),
                function: family.function.and_then(|name| {
                    let named = functions.by_id.get(name.as_str()).copied();
                    if named.is_none() {
                        problems
                            .push(format!("family {}: expected a function of functions.toml, got {name:?}", family.id));
                    }
                    named
                }),
                id: family.id.into(),
                label: family.label.into(),
                work: family.work.into(),
            })
            .collect();
        Self { all, by_id, transfer: transfer.into(), reasons }
    }
}
