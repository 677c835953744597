//! Signs of families of work: titles, practices, tools, employers. Evidence only ever adds up, so that one more skill never
//! makes somebody less of what they are.

use std::collections::BTreeMap;

use super::facts::{FamilySigns, Source};
use crate::taxonomy::{AreaId, ConceptId, ConceptKind, FamilyId, PerMille, Taxonomy};

/// Full evidence, in thousandths.
const FULL: u32 = 1000;
/// A practice that is told of, per unit of its scarcity.
const PRACTICE_TOLD: u32 = 450;
/// A practice that is only named in a list.
const PRACTICE_LISTED: u32 = 150;
/// A tool that is told of.
const TOOL_TOLD: u32 = 170;
/// A tool that is only named in a list.
const TOOL_LISTED: u32 = 60;
/// All tools of one area together that are told of; all tools and practices of one area together that are only listed.
const AREA_MOST_TOLD: u32 = 500;
const AREA_MOST_LISTED: u32 = 200;
/// Employment in a talent pool.
const POOL: u32 = 350;

/// Collects the signs of one document.
#[derive(Default)]
pub(super) struct SignCollector {
    strength: BTreeMap<FamilyId, u32>,
    /// By area: what its tools have given so far, told of and listed.
    areas: BTreeMap<AreaId, (u32, u32)>,
    told: u32,
    told_of: BTreeMap<FamilyId, u32>,
    sources: BTreeMap<FamilyId, (u32, Source)>,
}

impl SignCollector {
    /// A title; `share` says how much it counts (the latest most).
    pub(super) fn title(&mut self, title: &str, share: u32, taxonomy: &Taxonomy, source: &Source) -> bool {
        let signs = taxonomy.families().title_signs(title);
        for sign in &signs {
            let points = FULL * share / 1000 * u32::from(sign.strength.get()) / 1000;
            self.add(sign.family, points, source);
            self.tell(sign.family, points);
        }
        !signs.is_empty()
    }

    /// A concept, once for each document.
    pub(super) fn concept(&mut self, id: ConceptId, described: bool, taxonomy: &Taxonomy, source: &Source) {
        let concept = taxonomy.concept(id);
        let scarcity = u32::from(concept.weight);
        let (unit, is_capped) = match (concept.kind, described) {
            (ConceptKind::Practice, true) => (PRACTICE_TOLD, false),
            (ConceptKind::Practice, false) => (PRACTICE_LISTED, true),
            (_, true) => (TOOL_TOLD, true),
            (_, false) => (TOOL_LISTED, true),
        };
        let mut points = unit * scarcity / 1000;
        if is_capped {
            let (told, listed) = self.areas.entry(concept.area).or_default();
            let (used, most) = if described { (told, AREA_MOST_TOLD) } else { (listed, AREA_MOST_LISTED) };
            points = points.min(most - *used);
            *used += points;
        }
        for (family, share) in &concept.families {
            let part = points * u32::from(share.get()) / 1000;
            self.add(*family, part, source);
            if described {
                self.tell(*family, part);
            }
        }
    }

    /// Employment at one of a pool's employers.
    pub(super) fn pool(&mut self, families: &[(FamilyId, PerMille)], source: &Source) {
        for (family, share) in families {
            self.add(*family, POOL * u32::from(share.get()) / 1000, source);
        }
    }

    pub(super) fn finish(self) -> FamilySigns {
        FamilySigns {
            strength: self.strength.into_iter().filter(|(_, s)| *s > 0).collect(),
            told: self.told.min(FULL),
            clearest: self.told_of.into_values().max().unwrap_or(0),
            sources: self.sources.into_iter().map(|(family, (_, source))| (family, source)).collect(),
        }
    }

    /// The families in shares that sum to 1000: the clearest three, none under 150.
    pub(super) fn shares(&self) -> Vec<(FamilyId, PerMille)> {
        let mut clearest: Vec<(u32, FamilyId)> = self.strength.iter().map(|(f, s)| (*s, *f)).collect();
        clearest.sort_by_key(|(strength, family)| (std::cmp::Reverse(*strength), *family));
        clearest.truncate(3);
        let all: u32 = clearest.iter().map(|(s, _)| s).sum();
        clearest.retain(|(strength, _)| *strength * 1000 >= all * 150 && *strength > 0);
        let kept: u32 = clearest.iter().map(|(s, _)| s).sum();
        let mut left = 1000;
        clearest
            .iter()
            .enumerate()
            .rev()
            .map(|(index, (strength, family))| {
                // The clearest takes what rounding leaves over.
                let share = if index == 0 { left } else { strength * 1000 / kept };
                left -= share;
                (*family, PerMille::new(u16::try_from(share).unwrap_or(1000)))
            })
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect()
    }

    fn tell(&mut self, family: FamilyId, points: u32) {
        self.told += points;
        *self.told_of.entry(family).or_default() += points;
    }

    fn add(&mut self, family: FamilyId, points: u32, source: &Source) {
        if points == 0 {
            return;
        }
        *self.strength.entry(family).or_default() += points;
        match self.sources.get_mut(&family) {
            Some((best, _)) if *best >= points => {}
            _ => {
                self.sources.insert(family, (points, source.clone()));
            }
        }
    }
}
