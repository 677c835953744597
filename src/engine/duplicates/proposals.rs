//! Who is proposed: everybody who shares enough with somebody else, held against each other by their documents.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use super::decisions::{Decision, pair_id};
use super::holders::Group;
use super::{Duplicate, DuplicateState, Duplicates};
use crate::domain::parallel::prelude::*;
use crate::domain::{Candidate, CandidateId, Error};
use crate::engine::{Engine, Inner, decode};
use crate::explain::Match;
use crate::identity::{Crowd, DuplicateReason, Identity, MIN_STRENGTH, likeness};
use crate::store::{Kind, Seq};

/// So many groups are read together; their documents are let go of before the next.
const GROUPS_AT_ONCE: usize = 2048;

/// A pair, before its reasons are told.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Proposal {
    pub ids: [CandidateId; 2],
    pub state: DuplicateState,
    pub decided_at: Option<u64>,
    /// How likely; 0 of those who were decided.
    strength: f64,
    /// Whose documents it rests on: others than the two where those were merged.
    documents: [CandidateId; 2],
}

impl Proposal {
    pub(super) fn of_decision(decision: &Decision) -> Self {
        let ids = [decision.survivor.clone(), decision.other.clone()];
        let decided_at = Some(decision.decided_at);
        Self { documents: ids.clone(), ids, state: decision.decision, decided_at, strength: 0.0 }
    }

    pub(super) fn id(&self) -> String {
        pair_id(&self.ids[0], &self.ids[1])
    }
}

/// The search for all who are proposed, as of some state of people and decisions. Whoever asks goes on where another had to stop.
pub(super) struct Search {
    /// How often people and decisions had changed.
    as_of: u64,
    groups: Vec<Group>,
    /// So many of them were looked at.
    n_done: usize,
    best: BTreeMap<String, Proposal>,
    /// The likeliest first, once all groups are done.
    found: Option<Arc<Vec<Proposal>>>,
}

impl Search {
    fn new(as_of: u64, groups: Vec<Group>) -> Self {
        Self { as_of, groups, n_done: 0, best: BTreeMap::new(), found: None }
    }

    /// Looks at what is left.
    fn go_on(&mut self, engine: &Engine) -> Result<Arc<Vec<Proposal>>, Error> {
        if let Some(found) = &self.found {
            return Ok(found.clone());
        }
        for groups in self.groups[self.n_done..].chunks(GROUPS_AT_ONCE) {
            engine.cancel.check()?;
            let found = groups.par_iter().map(|group| engine.of_group(group)).collect::<Result<Vec<_>, Error>>()?;
            for proposal in found.into_iter().flatten() {
                let id = proposal.id();
                if self.best.get(&id).is_none_or(|known| known.strength < proposal.strength) {
                    self.best.insert(id, proposal);
                }
            }
            self.n_done += groups.len();
        }
        let mut proposals: Vec<Proposal> = std::mem::take(&mut self.best).into_values().collect();
        proposals.sort_by(|one, other| other.strength.total_cmp(&one.strength).then_with(|| one.ids.cmp(&other.ids)));
        let found = Arc::new(proposals);
        (self.groups, self.found) = (Vec::new(), Some(found.clone()));
        Ok(found)
    }

    /// Says that so many groups were looked at.
    #[cfg(test)]
    pub(super) fn set_done(&mut self, n_done: usize) {
        self.n_done = n_done.min(self.groups.len());
    }

    /// Whether it came further than another of the same state; one of another state does not count.
    fn is_ahead_of(&self, other: Option<&Self>) -> bool {
        let reached = |search: &Self| (search.found.is_some(), search.n_done);
        other
            .is_none_or(|other| other.as_of < self.as_of || other.as_of == self.as_of && reached(other) < reached(self))
    }
}

impl Engine {
    /// All proposals, the likeliest first. What was found is kept until something changes, and so is what was found until somebody had to
    /// stop: among many people a search takes longer than one may wait, and the next who asks goes on from there.
    pub(super) fn proposals(&self) -> Result<Arc<Vec<Proposal>>, Error> {
        let duplicates = &self.inner.duplicates;
        let kept = || duplicates.search.lock().unwrap_or_else(PoisonError::into_inner);
        let mut search = {
            let holders = duplicates.holders();
            // Both only grow.
            let as_of = holders.n_changes() + duplicates.n_decided.load(Ordering::Acquire);
            let mut kept = kept();
            let current = kept.take_if(|search| search.as_of != as_of || search.found.is_none());
            if let Some(found) = kept.as_ref().and_then(|search| search.found.clone()) {
                return Ok(found);
            }
            current.filter(|search| search.as_of == as_of).unwrap_or_else(|| Search::new(as_of, holders.groups()))
        };
        let ended = search.go_on(self);
        let mut kept = kept();
        if search.is_ahead_of(kept.as_ref()) {
            *kept = Some(search);
        }
        ended
    }

    /// Those of one group who are proposed.
    fn of_group(&self, pairs: &Group) -> Result<Vec<Proposal>, Error> {
        let mut known: HashMap<&CandidateId, Option<Identity>> = HashMap::new();
        let mut found = Vec::new();
        for (one, other) in pairs {
            for id in [one, other] {
                if !known.contains_key(id) {
                    known.insert(id, self.inner.read_identity(id)?.map(|(_, identity)| identity));
                }
            }
            if let (Some(ours), Some(theirs)) = (&known[one], &known[other]) {
                found.extend(self.proposal((one, ours), (other, theirs)));
            }
        }
        Ok(found)
    }

    /// Whom a candidate may be besides, by the ids under which those are matched; nobody whom people told apart from them. Only those who
    /// share something are looked at, not everybody: see [`Engine::duplicate`] with [`Engine::duplicate_id`] for the reasons.
    ///
    /// # Errors
    /// [`Error::Store`] for a damaged document.
    pub fn possible_duplicates(&self, id: &CandidateId) -> Result<Vec<CandidateId>, Error> {
        self.possible_duplicates_of(&self.inner.duplicates.root(id), &HashMap::new())
    }

    /// Says of each candidate of an answer who else it may be.
    ///
    /// A match reads no document but for this hint. Where one cannot be read (it is damaged, the disk takes no more, the database is
    /// away), the hint of those rows is missing, and the answer
    /// stands; whoever asks for such a document is told why.
    pub(in crate::engine) fn mark_possible_duplicates(&self, rows: &mut [Match]) {
        #[cfg(feature = "postgres")]
        let Ok(known) = self.identities_to_compare(rows.iter().filter_map(|row| row.candidate_id.as_ref())) else {
            return;
        };
        #[cfg(not(feature = "postgres"))]
        let known = HashMap::new();
        rows.par_iter_mut().for_each(|row| {
            if let Some(id) = &row.candidate_id {
                row.possible_duplicate_of = self.possible_duplicates_of(id, &known).unwrap_or_default();
            }
        });
    }

    /// The documents that are compared for these candidates, read together where each question takes a way; else none of them.
    #[cfg(feature = "postgres")]
    fn identities_to_compare<'i>(
        &self,
        ids: impl Iterator<Item = &'i CandidateId>,
    ) -> Result<HashMap<CandidateId, Arc<Identity>>, Error> {
        let Some(shared) = self.inner.store.shared() else { return Ok(HashMap::new()) };
        let duplicates = &self.inner.duplicates;
        let mut compared = std::collections::BTreeSet::new();
        for member in ids.flat_map(|id| duplicates.decisions().members(id)) {
            let likes = duplicates.holders().like(&member);
            if !likes.is_empty() {
                compared.extend(likes);
                compared.insert(member);
            }
        }
        let (mut known, mut unknown) = (HashMap::new(), Vec::new());
        for id in compared {
            match duplicates.known(&id) {
                Some(identity) => drop(known.insert(id, identity)),
                None => unknown.push(id),
            }
        }
        let subjects = unknown.iter().map(|id| (Kind::Candidate, id.to_string())).collect();
        let mut records = shared.documents(subjects)?;
        for id in unknown {
            if let Some(record) = records.remove(&(Kind::Candidate, id.to_string())) {
                let candidate: Candidate = decode(Kind::Candidate, id.as_str(), &record.body)?;
                known.insert(id.clone(), duplicates.keep(&id, record.seq, Identity::of(&candidate)));
            }
        }
        Ok(known)
    }

    /// Whom somebody who is matched may be, besides: the ids under which they are matched.
    fn possible_duplicates_of(
        &self,
        id: &CandidateId,
        known: &HashMap<CandidateId, Arc<Identity>>,
    ) -> Result<Vec<CandidateId>, Error> {
        let identity = |id: &CandidateId| match known.get(id) {
            Some(found) => Ok(Some(found.clone())),
            None => self.identity(id),
        };
        let duplicates = &self.inner.duplicates;
        let members = duplicates.decisions().members(id);
        let mut found = Vec::new();
        for member in &members {
            let likes = duplicates.holders().like(member);
            if likes.is_empty() {
                continue;
            }
            let Some(ours) = identity(member)? else { continue };
            for other in &likes {
                let Some(theirs) = identity(other)? else { continue };
                let proposal = self.proposal((member, &ours), (other, &theirs));
                found.extend(proposal.into_iter().flat_map(|proposal| proposal.ids).filter(|other| other != id));
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The proposal of two documents; none of one person's, of people who were told apart, and of those who are too little alike.
    fn proposal(&self, one: (&CandidateId, &Identity), other: (&CandidateId, &Identity)) -> Option<Proposal> {
        let decisions = self.inner.duplicates.decisions();
        let roots = [decisions.root(one.0), decisions.root(other.0)];
        let is_decided = roots[0] == roots[1]
            || decisions.is_dismissed(one.0, other.0)
            || decisions.is_dismissed(roots[0], roots[1]);
        if is_decided {
            return None;
        }
        let mut ids = roots.map(CandidateId::clone);
        drop(decisions);
        let (strength, _) = self.likeness(one.1, other.1);
        let mut documents = [one.0.clone(), other.0.clone()];
        if ids[1] < ids[0] {
            ids.reverse();
            documents.reverse();
        }
        let (state, decided_at) = (DuplicateState::Proposed, None);
        (strength >= MIN_STRENGTH).then_some(Proposal { ids, state, decided_at, strength, documents })
    }

    /// A pair with its reasons.
    pub(super) fn told(&self, proposal: &Proposal) -> Result<Duplicate, Error> {
        let [one, other] = &proposal.documents;
        let (strength, reasons) = match (self.identity(one)?, self.identity(other)?) {
            (Some(one), Some(other)) => {
                let (strength, reasons) = self.likeness(&one, &other);
                (Some(rounded(strength)), reasons)
            }
            _ => (None, Vec::new()),
        };
        let fields = match proposal.state {
            DuplicateState::Dismissed => Vec::new(),
            _ => self.inner.origins_of_pair(&proposal.ids)?,
        };
        let Proposal { ids, state, decided_at, .. } = proposal.clone();
        Ok(Duplicate { id: proposal.id(), candidate_ids: ids, state, strength, reasons, fields, decided_at })
    }

    fn likeness(&self, one: &Identity, other: &Identity) -> (f64, Vec<DuplicateReason>) {
        let duplicates = &self.inner.duplicates;
        let holders = duplicates.holders();
        likeness(
            one,
            other,
            &Crowd { secret: duplicates.secret, n_holders: &|key| holders.n_holders(key) },
            self.language,
        )
    }

    /// Who the document of an id is about: known from before, or read.
    fn identity(&self, id: &CandidateId) -> Result<Option<Arc<Identity>>, Error> {
        let duplicates = &self.inner.duplicates;
        if let Some(known) = duplicates.known(id) {
            return Ok(Some(known));
        }
        let read = self.inner.read_identity(id)?;
        Ok(read.map(|(seq, identity)| duplicates.keep(id, seq, identity)))
    }
}

impl Inner {
    fn read_identity(&self, id: &CandidateId) -> Result<Option<(Seq, Identity)>, Error> {
        let Some(record) = self.store.get(Kind::Candidate, id.as_str())? else { return Ok(None) };
        let candidate: Candidate = decode(Kind::Candidate, id.as_str(), &record.body)?;
        Ok(Some((record.seq, Identity::of(&candidate))))
    }
}

impl Duplicates {
    fn known(&self, id: &CandidateId) -> Option<Arc<Identity>> {
        let seq = self.holders().seq(id)?;
        self.known.find(id, seq)
    }

    fn keep(&self, id: &CandidateId, seq: Seq, identity: Identity) -> Arc<Identity> {
        let identity = Arc::new(identity);
        self.known.keep(id, (seq, identity.clone()), || self.holders().seq(id));
        identity
    }
}

/// Two decimals: more is not known.
fn rounded(strength: f64) -> f64 {
    (strength * 100.0).floor() / 100.0
}
