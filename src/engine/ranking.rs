//! Ranking as a stream: roles known beforehand, candidates in portions, nobody stored. What one run found can be taken into
//! another, so that several share the candidates.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::RoleEntry;
use super::entry::Entry;
use super::options::Judgement;
use super::partial_answer::PartialAnswer;
use super::search::{Findings, Search};
use super::tile::Tile;
use super::timings::Work;
use super::unread::{Read, Unread};
use crate::domain::parallel::prelude::*;
use crate::domain::{Candidate, Error};
use crate::explain::{Answer, Model};
use crate::extract::Extractor;
use crate::intake::{Limits, check_document};
use crate::score::Gate;
use crate::shortlist::Shortlist;
use crate::taxonomy::Taxonomy;

/// A ranking under way. See [`Engine::ranking`](super::Engine::ranking).
pub struct Ranking {
    roles: Vec<RoleEntry>,
    shortlists: Vec<Shortlist<Arc<Entry>>>,
    judgement: Judgement,
    extractor: Extractor,
    taxonomy: Arc<Taxonomy>,
    offered: usize,
    kept: Option<Kept>,
    /// By which documents are held to the rules; none where whoever offers them has done so.
    limits: Option<Limits>,
}

/// The documents of those who stand on a shortlist, and of some who did.
#[derive(Default)]
struct Kept {
    documents: Vec<(Arc<Entry>, Candidate)>,
    /// How many there were when those who no longer stand were last dropped.
    n_standing: usize,
}

/// What a ranking of some of the candidates found: all that a ranking of everybody needs of them.
#[derive(Debug)]
pub(crate) struct RankingPart {
    pub offered: usize,
    /// By role.
    pub shortlists: Vec<ShortlistPart>,
    /// Those who stand on a shortlist.
    pub candidates: Vec<Candidate>,
}

/// What was found for one role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShortlistPart {
    pub considered: usize,
    /// How many each gate removed: that of the requirement with this number, or that of work authorization.
    pub gated: Vec<(Option<usize>, usize)>,
    /// Numbers of candidates of the part, best first.
    pub listed: Vec<usize>,
}

/// So many documents are kept before any is dropped.
const LEAST_KEPT: usize = 1024;

impl Kept {
    fn take_in<'a>(&mut self, offered: impl Iterator<Item = (Arc<Entry>, &'a Candidate)>) {
        // Whoever stands on a list is held by it.
        let standing = |entry: &Arc<Entry>, own: usize| Arc::strong_count(entry) > own;
        self.documents
            .extend(offered.filter(|(entry, _)| standing(entry, 1)).map(|(entry, document)| (entry, document.clone())));
        if self.documents.len() > LEAST_KEPT.max(2 * self.n_standing) {
            self.documents.retain(|(entry, _)| standing(entry, 1));
            self.n_standing = self.documents.len();
        }
    }
}

/// Counts alone: nothing of whoever is ranked.
impl fmt::Debug for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranking")
            .field("roles", &self.roles.len())
            .field("offered", &self.offered)
            .finish_non_exhaustive()
    }
}

impl Ranking {
    pub(super) fn new(
        roles: Vec<RoleEntry>,
        judgement: Judgement,
        extractor: Extractor,
        taxonomy: Arc<Taxonomy>,
        limits: Option<Limits>,
    ) -> Self {
        let shortlists = roles.iter().map(|_| Shortlist::new(judgement.limit)).collect();
        Self { roles, shortlists, judgement, extractor, taxonomy, offered: 0, kept: None, limits }
    }

    /// Keeps the documents of those on the shortlists, for [`Ranking::into_part`].
    pub(crate) fn keeping_documents(self) -> Self {
        Self { kept: Some(Kept::default()), ..self }
    }

    /// Judges a portion of candidates for every role, on all cores. How candidates are cut into portions changes nothing. Those who
    /// break a rule ([`Error::Invalid`], [`Error::Malformed`]) or cannot be read are left out and told.
    ///
    /// # Errors
    /// [`Error::Cancelled`], and then nobody of the portion is judged.
    pub fn offer(&mut self, candidates: &[Candidate]) -> Result<Vec<Unread>, Error> {
        let Read { found, unread } = Read::of(self.entries(candidates))?;
        let (entries, candidates): (Vec<Arc<Entry>>, Vec<&Candidate>) = found.into_iter().unzip();
        self.offered += entries.len();
        let tiles = self.judgement.tile_model(&self.taxonomy).tiles(&entries);
        self.judge(&tiles, |_, search, list| tiles.iter().fold(search.going_on(list), Findings::with_tile).shortlist);
        self.keep(entries, &candidates);
        Ok(unread.0)
    }

    /// Takes in what another ranking, for the same roles and with the same options, found among other candidates. In whatever
    /// order and grouping parts are taken in, the outcome is as if all candidates had been offered here.
    ///
    /// # Errors
    /// When the part does not fit these roles, or somebody of it cannot be read.
    pub(crate) fn take_in(&mut self, part: &RankingPart) -> Result<(), Error> {
        let fits = |(role, list): (&RoleEntry, &ShortlistPart)| {
            list.listed.iter().all(|at| *at < part.candidates.len())
                && list.gated.iter().all(|(gate, _)| gate.is_none_or(|gate| gate < role.facts.requirements.len()))
        };
        if part.shortlists.len() != self.roles.len() || !self.roles.iter().zip(&part.shortlists).all(fits) {
            return Err(Error::Malformed("the part is damaged: its shortlists are not those of its roles".to_owned()));
        }
        let entries = self.entries(&part.candidates).into_iter().collect::<Result<Vec<_>, Error>>()?;
        let (entries, candidates): (Vec<Arc<Entry>>, Vec<&Candidate>) = entries.into_iter().unzip();
        self.offered += part.offered;
        self.judge(&[], |role, search, list| {
            let found = &part.shortlists[role];
            let gates = found.gated.iter().map(|(of, count)| (Gate::of_requirement(*of), *count));
            let gated: BTreeMap<Gate, usize> = gates.collect();
            let mut listed = search.findings().shortlist;
            found.listed.iter().for_each(|at| listed.offer(search.placed(&entries[*at])));
            list.merge(listed.with_counts(found.considered, gated))
        });
        self.keep(entries, &candidates);
        Ok(())
    }

    fn entries<'c>(&self, candidates: &'c [Candidate]) -> Vec<Result<(Arc<Entry>, &'c Candidate), Error>> {
        let read = |candidate| self.judgement.timings.time(Work::Candidate, || Entry::new(candidate, &self.extractor));
        let limits = self.limits.as_ref();
        let entry = |candidate| {
            limits.map_or(Ok(()), |limits| check_document(candidate, limits))?;
            Ok((Arc::new(read(candidate)?), candidate))
        };
        candidates.par_iter().map(entry).collect()
    }

    /// Adds to each role's list what `add` finds for the role with this number, in the tiles or elsewhere.
    fn judge(
        &mut self,
        tiles: &[Tile],
        add: impl Fn(usize, &Search<'_>, Shortlist<Arc<Entry>>) -> Shortlist<Arc<Entry>> + Sync,
    ) {
        let lists = std::mem::take(&mut self.shortlists);
        let (roles, judgement, taxonomy) = (&self.roles, &self.judgement, &self.taxonomy);
        let added = |(at, list): (usize, Shortlist<Arc<Entry>>)| {
            let scorer = judgement.scorer(&roles[at], taxonomy);
            let search = Search::new(&scorer, roles[at].role.id.as_str(), judgement, tiles);
            let list = add(at, &search, list);
            search.count_time();
            list
        };
        self.shortlists = lists.into_par_iter().enumerate().map(added).collect();
    }

    fn keep(&mut self, entries: Vec<Arc<Entry>>, candidates: &[&Candidate]) {
        if let Some(kept) = &mut self.kept {
            kept.take_in(entries.into_iter().zip(candidates.iter().copied()));
        }
    }

    /// How many candidates were offered.
    pub fn offered(&self) -> usize {
        self.offered
    }

    /// What the answers are computed with.
    pub(crate) fn model(&self) -> Model {
        self.judgement.model(&self.taxonomy)
    }

    /// What was found so far, for another ranking to take in. Only of a ranking that keeps documents.
    pub(crate) fn into_part(self) -> RankingPart {
        let kept = self.kept.unwrap_or_default();
        let mut documents: HashMap<&str, &Candidate> = HashMap::new();
        documents.extend(kept.documents.iter().map(|(entry, document)| (entry.id.as_str(), document)));
        let mut part = RankingPart { offered: self.offered, shortlists: Vec::new(), candidates: Vec::new() };
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for list in self.shortlists {
            let gated = list.gated().iter().map(|(of, count)| (of.requirement(), *count)).collect();
            let considered = list.considered();
            let mut listed = Vec::new();
            for placed in list.into_ordered() {
                let id = placed.item.id.as_str();
                let Some(document) = documents.get(id) else { continue };
                let number = *numbers.entry(id.to_owned()).or_insert(part.candidates.len());
                if number == part.candidates.len() {
                    part.candidates.push((*document).clone());
                }
                listed.push(number);
            }
            part.shortlists.push(ShortlistPart { considered, gated, listed });
        }
        part
    }

    /// The answers, in the order of the roles.
    pub fn finish(self) -> Vec<Answer> {
        self.finish_partial().into_iter().map(PartialAnswer::into_answer).collect()
    }

    /// The answers with what it takes to merge them with those over other candidates, in the order of the roles.
    pub fn finish_partial(self) -> Vec<PartialAnswer> {
        let Self { roles, shortlists, judgement, taxonomy, offered, .. } = self;
        let answered = |(role, list): (&RoleEntry, Shortlist<Arc<Entry>>)| {
            let scorer = judgement.scorer(role, &taxonomy);
            let (ranks, gates) = (list.ranks(), list.gated().keys().copied().collect());
            let answer = judgement.answer_for_role(&scorer, role, list, offered, &taxonomy);
            PartialAnswer::new(answer, judgement.limit, ranks, gates)
        };
        roles.iter().zip(shortlists).map(answered).collect()
    }
}
