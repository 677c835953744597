//! Those among the found who pass the filters, as rows of the pool: what is counted, and whom a page is of.

use std::sync::{Arc, PoisonError};

use rayon::prelude::*;

use super::facets::{self, Counted, Facet, FacetCounts, Tally};
use crate::domain::{Error, RoleStatus};
use crate::engine::entry::Entry;
use crate::engine::filters::Filters;
use crate::engine::options::{EngineOptions, Judgement};
use crate::engine::pool::Snapshot;
use crate::engine::tile::Tile;
use crate::engine::{Inner, RoleEntry};
use crate::extract::RequirementOption;
use crate::index::SeqSet;
use crate::score;
use crate::store::Seq;
use crate::taxonomy::{Location, fold};

/// See the module.
pub(super) struct Chosen<'s> {
    rows: Vec<(&'s Tile, Vec<(usize, Seq)>)>,
    newcomers: Vec<&'s Arc<Entry>>,
}

impl<'s> Chosen<'s> {
    pub(super) fn of(
        inner: &Inner,
        pool: &'s Snapshot,
        found: &SeqSet,
        filters: &Filters,
        judgement: &Judgement,
    ) -> Result<Self, Error> {
        let sieve = (!filters.is_empty()).then(|| inner.sieve(filters, pool, &judgement.cancel)).transpose()?;
        let of_tile = |tile: &'s Tile| {
            let columns = &*tile.columns;
            let passes = |(row, seq, entry): (usize, Seq, &Arc<Entry>)| {
                let is_in = found.contains(seq)
                    && sieve
                        .as_ref()
                        .is_none_or(|sieve| sieve.passes(seq, entry, Some((columns, row)), inner, judgement));
                is_in.then_some((row, seq))
            };
            let is_stopped = judgement.cancel.is_cancelled();
            (tile, if is_stopped { Vec::new() } else { tile.changes().filter_map(passes).collect() })
        };
        let passes = |entry: &&'s Arc<Entry>| {
            found.contains(entry.seq)
                && sieve.as_ref().is_none_or(|sieve| sieve.passes(entry.seq, entry, None, inner, judgement))
        };
        let rows = pool.tiles.par_iter().map(of_tile).collect();
        let newcomers = pool.newcomers.iter().filter(passes).collect();
        judgement.cancel.check().map(|()| Self { rows, newcomers })
    }

    pub(super) fn len(&self) -> usize {
        self.rows.iter().map(|(_, rows)| rows.len()).sum::<usize>() + self.newcomers.len()
    }

    pub(super) fn seqs(&self) -> SeqSet {
        let rows = self.rows.iter().flat_map(|(_, rows)| rows).map(|(_, seq)| *seq);
        rows.chain(self.newcomers.iter().map(|entry| entry.seq)).collect()
    }

    pub(super) fn counts(&self, facets: &[Facet], options: &EngineOptions) -> Vec<FacetCounts> {
        if facets.is_empty() {
            return Vec::new();
        }
        let tally = || Tally::new(facets, &options.taxonomy);
        let rows = self.rows.par_iter().fold(tally, |mut tally, (tile, rows)| {
            for (row, _) in rows {
                tally.add(&Counted::of_row(&tile.columns, *row));
            }
            tally
        });
        let mut tally = rows.reduce(tally, Tally::merged);
        for entry in &self.newcomers {
            let facts = entry.facts();
            tally.add(&Counted::of_candidate(&facts, &options.profile).into_owned());
        }
        tally.counts(&options.taxonomy)
    }
}

/// The roles among the found that pass.
pub(super) fn roles(inner: &Inner, found: &SeqSet, filters: &Filters) -> Result<Vec<(Seq, Arc<RoleEntry>)>, Error> {
    let passes = RoleSieve::new(inner, filters)?;
    let roles = inner.roles.read().unwrap_or_else(PoisonError::into_inner);
    let present = roles.values().filter_map(|(seq, entry)| Some((*seq, entry.as_ref()?)));
    let chosen = present.filter(|(seq, role)| found.contains(*seq) && passes.pass(role, inner));
    Ok(chosen.map(|(seq, role)| (seq, role.clone())).collect())
}

struct RoleSieve<'f> {
    status: &'f [RoleStatus],
    /// Each as the taxonomy knows it, or folded.
    skills: Vec<RequirementOption>,
    location: Option<Location>,
}

impl<'f> RoleSieve<'f> {
    fn new(inner: &Inner, filters: &'f Filters) -> Result<Self, Error> {
        let taxonomy = &inner.options.taxonomy;
        let Filters { status, skills, location, .. } = filters;
        let known = Filters { status: Vec::new(), skills: Vec::new(), location: None, ..filters.clone() };
        if !known.is_empty() {
            let message = "expected filters of roles (status, skill, location), got one of candidates";
            return Err(Error::Configuration(message.to_owned()));
        }
        let skill = |name: &String| match taxonomy.resolve(name).concept {
            Some(concept) => RequirementOption::Concept(concept),
            None => RequirementOption::Unrecognized(fold(name).into()),
        };
        let location = location.as_deref().map(|text| inner.place(text)).transpose()?;
        Ok(Self { status, skills: skills.iter().map(skill).collect(), location })
    }

    fn pass(&self, role: &RoleEntry, inner: &Inner) -> bool {
        let asked = || role.facts.requirements.iter().flat_map(|requirement| &requirement.options);
        let asks = |skill: &RequirementOption| match skill {
            RequirementOption::Concept(concept) => {
                let concepts = asked().filter_map(facets::concept).chain(role.facts.accelerators.iter().copied());
                score::holds(concepts, *concept, &inner.options.taxonomy)
            }
            unrecognized @ RequirementOption::Unrecognized(_) => asked().any(|option| option == unrecognized),
        };
        let is_there = |to: &Location| role.facts.places.iter().any(|place| score::is_at(to, &place.value));
        (self.status.is_empty() || self.status.contains(&role.role.status))
            && self.skills.iter().all(asks)
            && self.location.as_ref().is_none_or(is_there)
    }
}
