//! What judging everybody for a role came to, kept for the roles that people look at: numbers by the rows of tiles, without names or
//! ids. Neither weights nor gates nor filters change them, so who stands where follows from them alone, and only those who are shown are
//! judged again. A row is as of the person who came into it; whoever changes comes into another one, or is judged anew.

mod standings;
#[cfg(test)]
mod tests;
mod turns;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::pool::Snapshot;
use super::tile::Tile;
use super::{Engine, Inner, MatchOptions, RoleEntry};
use crate::domain::{Error, PartialDate, RoleId};
use crate::extract::CandidateFacts;
use crate::score::{Columns, Gate, Scorer, Unweighed};
use crate::store::Seq;
use turns::Turns;

/// So many roles are kept, those that were asked for last.
const MOST_ROLES: usize = 16;
/// So many bytes are kept of all of them: sixteen roles among 170,000 people, or two among a million.
const MOST_BYTES: usize = 128 << 20;
/// The bit of who may work where the role is; the others are requirements'.
const PERMITTED: u64 = 1 << 63;
/// A role with more must-haves is not kept.
const MOST_ASKED: usize = 63;

/// What is kept of one person for one role.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    unweighed: Unweighed,
    /// A bit for each requirement that is met so far as a gate asks, and [`PERMITTED`].
    passing: u64,
}

/// See the module: one role as of one write of it and one day.
#[derive(Debug)]
pub(super) struct RoleScores {
    role: RoleId,
    seq: Seq,
    as_of: PartialDate,
    /// The requirements that may be gates, by bit.
    asked: Vec<usize>,
    /// By the address of the tile's columns.
    tiles: HashMap<usize, TileScores>,
}

#[derive(Clone, Debug)]
struct TileScores {
    /// As long as this is held nothing else stands at the address.
    columns: Weak<Columns>,
    rows: Arc<[Row]>,
}

/// The roles that are kept.
#[derive(Debug, Default)]
pub(super) struct KeptScores {
    /// The one that was asked for last stands last.
    roles: Mutex<Vec<Arc<RoleScores>>>,
    /// Those that are being judged, or wait for it.
    under_way: Mutex<HashMap<RoleId, Arc<Steps>>>,
    turns: Turns,
}

/// How far a role is.
#[derive(Debug, Default)]
struct Steps {
    judged: AtomicUsize,
    all: AtomicUsize,
}

/// A role is being judged, for as long as this is held.
pub(crate) struct UnderWay<'k> {
    kept: &'k KeptScores,
    role: RoleId,
    steps: Arc<Steps>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn address(columns: &Arc<Columns>) -> usize {
    Arc::as_ptr(columns).addr()
}

impl Engine {
    /// Whether [`Engine::keep_scores`] has anything to do for a role that nobody does already.
    pub fn lacks_scores(&self, role: &RoleId) -> bool {
        let inner = &*self.inner;
        let Ok((seq, _)) = inner.role_entry_with_seq(role) else { return false };
        let snapshot = inner.pool.snapshot();
        let kept = inner.scores.find(role, seq, PartialDate::today());
        let is_whole = kept.is_some_and(|kept| snapshot.tiles.iter().all(|tile| kept.rows(tile).is_some()));
        !is_whole && fits(&snapshot) && !snapshot.tiles.is_empty() && self.judged_so_far(role).is_none()
    }

    /// How many people [`Engine::keep_scores`] has judged for a role, and of how many, while it is at that role or is to come to it.
    pub fn judged_so_far(&self, role: &RoleId) -> Option<(usize, usize)> {
        let under_way = locked(&self.inner.scores.under_way);
        let steps = under_way.get(role)?;
        Some((steps.judged.load(Ordering::Relaxed), steps.all.load(Ordering::Relaxed)))
    }

    /// Judges everybody for a role as of today and keeps what it came to, so that later matches of the role need not. Answers are the same
    /// with and without. It takes some seven microseconds a person, on the thread of the caller alone: others go on beside. Sixteen roles
    /// are kept, the last that were asked for, and 128 MiB at the most; a role that does not fit is not kept.
    ///
    /// ```
    /// use rolefit::{Engine, Role, RoleId};
    ///
    /// let engine = Engine::in_memory();
    /// let id = RoleId::new("r-1")?;
    /// engine.put_role(&Role::new(id.clone()))?;
    /// if engine.lacks_scores(&id) {
    ///     engine.keep_scores(&id)?;
    /// }
    /// assert!(!engine.lacks_scores(&id));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Cancelled`], and then nothing is kept.
    pub fn keep_scores(&self, role: &RoleId) -> Result<(), Error> {
        self.judge_everybody(role, false)
    }

    /// As [`Engine::keep_scores`], for a role that nobody waits for: those that somebody waits for are judged first, and nothing that is
    /// kept makes room for it. Whether there was room.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Cancelled`], and then nothing is kept.
    pub fn keep_scores_ahead(&self, role: &RoleId) -> Result<bool, Error> {
        let inner = &*self.inner;
        inner.role_entry(role)?;
        let has_room = inner.scores.has_room(role, bytes_of(&inner.pool.snapshot()), PartialDate::today());
        if has_room && self.lacks_scores(role) {
            self.judge_everybody(role, true)?;
        }
        Ok(has_room)
    }

    fn judge_everybody(&self, role: &RoleId, is_ahead: bool) -> Result<(), Error> {
        let inner = &*self.inner;
        let Some(under_way) = inner.scores.begin(role) else { return Ok(()) };
        let turn = inner.scores.turns.take(is_ahead);
        let (seq, entry) = inner.role_entry_with_seq(role)?;
        let snapshot = inner.pool.snapshot();
        if !fits(&snapshot) {
            return Ok(());
        }
        let judgement = self.judgement(&MatchOptions::default())?;
        let asked = may_be_gates(&entry);
        if asked.len() > MOST_ASKED {
            return Ok(());
        }
        under_way.steps.all.store(snapshot.tiles.iter().map(Tile::len).sum(), Ordering::Relaxed);
        let mut scores = RoleScores { role: role.clone(), seq, as_of: judgement.as_of, asked, tiles: HashMap::new() };
        let before = inner.scores.find(role, seq, judgement.as_of);
        let scorer = judgement.scorer(&entry, &inner.options.taxonomy);
        scorer.prepare();
        for tile in &snapshot.tiles {
            judgement.cancel.check()?;
            scores.add(tile, &scorer, before.as_deref());
            under_way.steps.judged.fetch_add(tile.len(), Ordering::Relaxed);
            turn.give_way();
        }
        inner.scores.keep(scores, is_ahead);
        Ok(())
    }

    /// A role is under way, and nobody judges it, for as long as this is held.
    #[cfg(test)]
    pub(crate) fn hold_scores(&self, role: &RoleId) -> UnderWay<'_> {
        self.inner.scores.begin(role).expect("nobody judges it")
    }
}

fn bytes_of(snapshot: &Snapshot) -> usize {
    let n_rows: usize = snapshot.tiles.iter().map(|tile| tile.columns.n_rows()).sum();
    n_rows.saturating_mul(size_of::<Row>())
}

/// Whether what one role takes may be kept.
fn fits(snapshot: &Snapshot) -> bool {
    bytes_of(snapshot) <= MOST_BYTES
}

/// The requirements that are gates or could be switched to be.
fn may_be_gates(role: &RoleEntry) -> Vec<usize> {
    let requirements = role.facts.requirements.iter().enumerate();
    requirements.filter(|(_, requirement)| requirement.is_must() || requirement.gate).map(|(at, _)| at).collect()
}

impl Inner {
    /// What is kept of a role, for a question that it can answer.
    pub(super) fn scores_for(
        &self,
        role: &RoleId,
        seq: Seq,
        options: &MatchOptions,
        as_of: PartialDate,
    ) -> Option<Arc<RoleScores>> {
        let is_usual = options.profile.is_none() && options.rates.is_empty();
        self.scores.get(role, seq, as_of).filter(|_| is_usual)
    }
}

impl KeptScores {
    fn begin(&self, role: &RoleId) -> Option<UnderWay<'_>> {
        let mut under_way = locked(&self.under_way);
        if under_way.contains_key(role) {
            return None;
        }
        let steps: Arc<Steps> = Arc::default();
        under_way.insert(role.clone(), steps.clone());
        Some(UnderWay { kept: self, role: role.clone(), steps })
    }

    /// Asked for: it is kept longer than others from now on.
    fn get(&self, role: &RoleId, seq: Seq, as_of: PartialDate) -> Option<Arc<RoleScores>> {
        let mut roles = locked(&self.roles);
        let at = roles.iter().position(|kept| kept.is_of(role, seq, as_of))?;
        let found = roles.remove(at);
        roles.push(found.clone());
        Some(found)
    }

    /// Looked at: nobody asks for it.
    fn find(&self, role: &RoleId, seq: Seq, as_of: PartialDate) -> Option<Arc<RoleScores>> {
        locked(&self.roles).iter().find(|kept| kept.is_of(role, seq, as_of)).cloned()
    }

    /// Whether so many bytes of a role can be kept without another's going. What is of an earlier day is of no use any more, and goes.
    fn has_room(&self, role: &RoleId, bytes: usize, today: PartialDate) -> bool {
        let mut roles = locked(&self.roles);
        roles.retain(|kept| kept.as_of == today);
        let others = || roles.iter().filter(|kept| kept.role != *role);
        others().count() < MOST_ROLES && others().map(|kept| kept.bytes()).sum::<usize>() + bytes <= MOST_BYTES
    }

    /// Keeps a role, and of the others what there is room for. One that was judged ahead is the first to go.
    fn keep(&self, scores: RoleScores, is_ahead: bool) {
        let mut roles = locked(&self.roles);
        roles.retain(|kept| kept.role != scores.role);
        let at = if is_ahead { 0 } else { roles.len() };
        roles.insert(at, Arc::new(scores));
        let mut bytes: usize = roles.iter().map(|role| role.bytes()).sum();
        while roles.len() > MOST_ROLES || bytes > MOST_BYTES {
            bytes -= roles.remove(0).bytes();
        }
    }

    /// Bytes that are kept of all roles.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        locked(&self.roles).iter().map(|role| role.bytes()).sum()
    }

    /// Nothing is kept of a role that is gone.
    pub(super) fn forget(&self, role: &RoleId) {
        locked(&self.roles).retain(|kept| kept.role != *role);
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        locked(&self.kept.under_way).remove(&self.role);
    }
}

impl RoleScores {
    fn is_of(&self, role: &RoleId, seq: Seq, as_of: PartialDate) -> bool {
        self.role == *role && self.seq == seq && self.as_of == as_of
    }

    /// Judges who stands in a tile, unless that was done before.
    fn add(&mut self, tile: &Tile, scorer: &Scorer<'_>, before: Option<&Self>) {
        let known = before.and_then(|before| before.tiles.get(&address(&tile.columns)));
        let scores = known.cloned().unwrap_or_else(|| TileScores::of(tile, scorer, &self.asked));
        self.tiles.insert(address(&tile.columns), scores);
    }

    /// Of all tiles but the last `n_left_out`, for a role that is stored nowhere.
    #[cfg(test)]
    pub(super) fn of_most(role: &RoleEntry, scorer: &Scorer<'_>, tiles: &[Tile], n_left_out: usize) -> Self {
        let (role_id, asked) = (role.role.id.clone(), may_be_gates(role));
        let as_of = PartialDate::year_only(2026);
        let mut scores = Self { role: role_id, seq: Seq::ZERO, as_of, asked, tiles: HashMap::new() };
        tiles[..tiles.len().saturating_sub(n_left_out)].iter().for_each(|tile| scores.add(tile, scorer, None));
        scores
    }

    fn rows(&self, tile: &Tile) -> Option<&[Row]> {
        let kept = self.tiles.get(&address(&tile.columns));
        kept.filter(|kept| kept.columns.as_ptr() == Arc::as_ptr(&tile.columns)).map(|kept| &*kept.rows)
    }

    fn bytes(&self) -> usize {
        self.tiles.values().map(|scores| size_of_val(&*scores.rows)).sum()
    }

    /// The bits that somebody must have, for the role with the gates that it has in this question.
    fn gates(&self, role: &RoleEntry) -> u64 {
        let is_gate = |at: &usize| role.facts.requirements[*at].gate;
        let gates = (0..).zip(&self.asked).filter(|(_, at)| is_gate(at)).map(|(bit, _)| 1_u64 << bit);
        gates.fold(PERMITTED, |all, bit| all | bit)
    }

    /// Why somebody is removed who lacks these bits.
    fn gate(&self, lacking: u64) -> Gate {
        if lacking & PERMITTED != 0 {
            return Gate::WorkAuthorization;
        }
        let bit = usize::try_from(lacking.trailing_zeros()).expect("a number of a bit");
        Gate::Requirement(self.asked[bit])
    }
}

impl TileScores {
    fn of(tile: &Tile, scorer: &Scorer<'_>, asked: &[usize]) -> Self {
        let mut rows = vec![Row::default(); tile.columns.n_rows()];
        for (row, entry) in tile.rows() {
            rows[row] = Row::of(&entry.facts(), scorer, asked);
        }
        Self { columns: Arc::downgrade(&tile.columns), rows: rows.into() }
    }
}

impl Row {
    fn of(facts: &CandidateFacts, scorer: &Scorer<'_>, asked: &[usize]) -> Self {
        let permitted = if scorer.is_permitted(facts) { PERMITTED } else { 0 };
        let met = (0..).zip(asked).filter(|(_, at)| scorer.passes(**at, facts)).map(|(bit, _)| 1_u64 << bit);
        Self { unweighed: scorer.score(facts).unweighed, passing: met.fold(permitted, |all, bit| all | bit) }
    }
}
