//! What people think of a candidate for a role: a stage, a grade and notes. Kept in the store beside the documents, and gone with either of
//! them. Nothing of it reaches the scorer: it can only be filtered by.

mod book;
mod fits;
#[cfg(test)]
mod tests;

use std::sync::PoisonError;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Engine, Inner, Written, now};
use crate::domain::{CandidateId, Error, RoleId, Violation, setters};
use crate::store::{Applied, Kind, Note, Op, Precondition, Seq};
pub(super) use book::FeedbackBook;
pub use fits::{FeedbackFit, FitCause};

/// What people think of a candidate for a role. No fit depends on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Feedback {
    /// The role.
    pub role_id: RoleId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// How far it has come with them, if anybody said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<FeedbackStage>,
    /// How well they suit: 0 no, 1 possible, 2 worth a call, 3 call today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 3))]
    pub grade: Option<u8>,
    /// The oldest first; 100 at most.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub notes: Vec<FeedbackNote>,
    /// When it was last written, in seconds since 1970.
    pub updated_at: u64,
    /// What the fit was whenever this was written, and whenever it was another one after that; the oldest first, the latest 20 alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub fits: Vec<FeedbackFit>,
}

/// A note on a candidate for a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FeedbackNote {
    /// What it says.
    #[schemars(length(min = 1, max = 4000))]
    pub text: String,
    /// When it was written, in seconds since 1970.
    pub at: u64,
    /// Who wrote it, where that is known: the name of a key, or whatever the sender says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub by: Option<String>,
}

/// How far it has come with somebody. No order is enforced: people move back, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FeedbackStage {
    /// To be looked at closer.
    Shortlisted,
    /// Written or called.
    Contacted,
    /// A first talk.
    Screening,
    /// Interviews with the team.
    Interview,
    /// An offer was made.
    Offer,
    /// The offer was accepted.
    Hired,
    /// Turned down.
    Rejected,
    /// Does not want the role.
    Withdrawn,
}

impl FeedbackStage {
    /// All, in the order in which people pass through them; the last two end it.
    pub const ALL: [Self; 8] = [
        Self::Shortlisted,
        Self::Contacted,
        Self::Screening,
        Self::Interview,
        Self::Offer,
        Self::Hired,
        Self::Rejected,
        Self::Withdrawn,
    ];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shortlisted => "shortlisted",
            Self::Contacted => "contacted",
            Self::Screening => "screening",
            Self::Interview => "interview",
            Self::Offer => "offer",
            Self::Hired => "hired",
            Self::Rejected => "rejected",
            Self::Withdrawn => "withdrawn",
        }
    }

    /// The stage of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == name)
    }
}

/// Which feedback on a role is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FeedbackOptions {
    /// That of one stage; all when absent.
    pub stage: Option<FeedbackStage>,
    /// So much at most, 1 to 1000.
    pub limit: usize,
    /// After that on this candidate, the last of the page before.
    pub after: Option<CandidateId>,
}

setters! {
    impl FeedbackOptions {
        with_stage(stage: some FeedbackStage);
        with_limit(limit: is usize);
        with_after(after: some CandidateId);
    }
}

impl Default for FeedbackOptions {
    /// All, up to a hundred.
    fn default() -> Self {
        Self { stage: None, limit: 100, after: None }
    }
}

/// Feedback on a role, in the order of the candidates' ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FeedbackPage {
    /// The feedback.
    pub feedback: Vec<Feedback>,
    /// How much there is on all pages.
    pub total: usize,
    /// Where the next page begins; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<CandidateId>,
}

/// More feedback is not on one page.
const MAX_LIMIT: usize = 1000;
/// The best grade.
const MAX_GRADE: u8 = 3;
/// More notes are no notes any more but a file.
const MAX_NOTES: usize = 100;
/// The longest note, in characters: a page of text.
const MAX_NOTE_CHARS: usize = 4000;
/// The longest name of who wrote a note, in characters.
const MAX_AUTHOR_CHARS: usize = 100;

impl FeedbackNote {
    /// A note of nobody in particular.
    pub fn new(text: impl Into<String>, at: u64) -> Self {
        Self { text: text.into(), at, by: None }
    }
}

setters! {
    impl FeedbackNote {
        with_by(by: some String);
    }
}

setters! {
    impl Feedback {
        with_stage(stage: some FeedbackStage);
        with_grade(grade: some u8);
        with_notes(notes: each FeedbackNote);
    }
}

impl Feedback {
    /// Feedback that says nothing yet.
    pub fn new(role_id: RoleId, candidate_id: CandidateId) -> Self {
        Self { role_id, candidate_id, stage: None, grade: None, notes: Vec::new(), updated_at: 0, fits: Vec::new() }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.stage.is_none() && self.grade.is_none() && self.notes.is_empty()
    }

    /// Says what is wrong with it, all at once.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a grade that is none, and for notes that are empty, too long or too many.
    pub fn check(&self) -> Result<(), Error> {
        let mut wrong = Vec::new();
        let mut tell = |pointer: String, message: String| wrong.push(Violation { pointer, message });
        if let Some(grade) = self.grade.filter(|grade| *grade > MAX_GRADE) {
            tell("/grade".to_owned(), format!("this is {grade}; expected a whole number from 0 to {MAX_GRADE}"));
        }
        if self.notes.len() > MAX_NOTES {
            tell("/notes".to_owned(), format!("these are {}; expected at most {MAX_NOTES}", self.notes.len()));
        }
        for (at, note) in self.notes.iter().enumerate() {
            let n_chars = note.text.chars().count();
            if note.text.trim().is_empty() || n_chars > MAX_NOTE_CHARS {
                let message = format!("this has {n_chars} characters; expected a text of 1 to {MAX_NOTE_CHARS}");
                tell(format!("/notes/{at}/text"), message);
            }
            let n_chars = note.by.as_ref().map_or(0, |by| by.chars().count());
            if n_chars > MAX_AUTHOR_CHARS {
                let message = format!("this has {n_chars} characters; expected at most {MAX_AUTHOR_CHARS}");
                tell(format!("/notes/{at}/by"), message);
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(Error::Invalid(wrong)) }
    }

    /// Its id in the store: no id holds a slash.
    pub(super) fn stored_id(&self) -> String {
        format!("{}/{}", self.role_id, self.candidate_id)
    }

    /// The line of a file of graded pairs, as `rolefit evaluate --qrels` reads them; none where there is no grade.
    fn graded_line(&self) -> Option<String> {
        let Self { role_id, candidate_id, grade, .. } = self;
        let grade = (*grade)?;
        let has_space = |id: &str| id.contains(char::is_whitespace);
        Some(if has_space(role_id.as_str()) || has_space(candidate_id.as_str()) {
            // Between tabs ids may have spaces; the reason tells the form from TREC's.
            format!("{role_id}\t{candidate_id}\t{grade}\tfeedback\n")
        } else {
            format!("{role_id} 0 {candidate_id} {grade}\n")
        })
    }
}

impl Engine {
    /// Keeps what people think of a candidate for a role, in place of what was kept of the pair. Durable when this returns.
    ///
    /// ```
    /// use rolefit::feedback::{Feedback, FeedbackStage};
    /// use rolefit::{Candidate, CandidateId, Engine, Role, RoleId};
    ///
    /// let engine = Engine::in_memory();
    /// let (role, candidate) = (RoleId::new("r-1")?, CandidateId::new("c-1")?);
    /// engine.put_role(&Role::new(role.clone()))?;
    /// engine.put_candidate(&Candidate::new(candidate.clone()))?;
    /// let feedback = Feedback::new(role.clone(), candidate.clone()).with_grade(3).with_stage(FeedbackStage::Interview);
    /// engine.put_feedback(&feedback)?;
    /// assert_eq!(engine.graded_pairs(Some(&role)), "r-1 0 c-1 3\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFound`] when role or candidate is not there; [`Error::Invalid`] as [`Feedback::check`] says; [`Error::Store`] when the
    /// disk failed.
    pub fn put_feedback(&self, feedback: &Feedback) -> Result<Written, Error> {
        let written = self.put_feedback_if(feedback, None)?;
        Ok(written.expect("without a guard it is written"))
    }

    /// The same where the feedback on the pair stands so; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// As [`Engine::put_feedback`].
    pub fn put_feedback_if(
        &self,
        feedback: &Feedback,
        guard: impl Into<Option<Precondition>>,
    ) -> Result<Option<Written>, Error> {
        feedback.check()?;
        let guard = guard.into();
        self.write(|_| Ok(()), |inner, ()| inner.put_feedback(feedback.clone(), guard))
    }

    /// Changes what is kept of a pair, or what says nothing yet, while nobody else does: two people who add a note at the same time both
    /// add one. What says nothing afterwards is kept no longer.
    ///
    /// # Errors
    /// As [`Engine::put_feedback`].
    pub fn change_feedback(
        &self,
        role: &RoleId,
        candidate: &CandidateId,
        change: impl FnOnce(&mut Feedback),
    ) -> Result<Feedback, Error> {
        self.write(
            |_| Ok(()),
            |inner, ()| {
                let _one_at_a_time = inner.feedback.one_at_a_time();
                let known = inner.feedback.get(role, candidate);
                let mut feedback =
                    known.map_or_else(|| Feedback::new(role.clone(), candidate.clone()), |(_, feedback)| feedback);
                change(&mut feedback);
                feedback.check()?;
                if feedback.is_empty() {
                    inner.check_pair(&feedback)?;
                    inner.remove_feedback(&[(role.clone(), candidate.clone())], None)?;
                } else {
                    inner.put_feedback_alone(feedback.clone(), None)?;
                }
                Ok(feedback)
            },
        )
    }

    /// What is kept of a pair, with the number of the write that left it so.
    pub fn feedback(&self, role: &RoleId, candidate: &CandidateId) -> Option<(Feedback, u64)> {
        self.inner.feedback.get(role, candidate).map(|(seq, feedback)| (feedback, seq.0))
    }

    /// What is kept of a role.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Configuration`] for a limit that cannot be.
    pub fn feedback_of_role(&self, role: &RoleId, options: &FeedbackOptions) -> Result<FeedbackPage, Error> {
        if !(1..=MAX_LIMIT).contains(&options.limit) {
            return Err(Error::Configuration(format!("expected a limit of 1 to {MAX_LIMIT}, got {}", options.limit)));
        }
        self.inner.role_entry(role)?;
        let wanted = |feedback: &Feedback| options.stage.is_none() || feedback.stage == options.stage;
        let mut feedback = self.inner.feedback.of_role(role);
        feedback.retain(wanted);
        let total = feedback.len();
        feedback.retain(|feedback| options.after.as_ref().is_none_or(|after| feedback.candidate_id > *after));
        let has_more = feedback.len() > options.limit;
        feedback.truncate(options.limit);
        let next_cursor = feedback.last().filter(|_| has_more).map(|last| last.candidate_id.clone());
        Ok(FeedbackPage { feedback, total, next_cursor })
    }

    /// What is kept of a candidate, in the order of the roles' ids.
    pub fn feedback_on_candidate(&self, candidate: &CandidateId) -> Vec<Feedback> {
        self.inner.feedback.on_candidate(candidate)
    }

    /// The graded pairs of a role, or of all: a pair a line, as `rolefit evaluate --qrels` reads them.
    pub fn graded_pairs(&self, role: Option<&RoleId>) -> String {
        let all = match role {
            Some(role) => self.inner.feedback.of_role(role),
            None => self.inner.feedback.all(),
        };
        all.iter().filter_map(Feedback::graded_line).collect()
    }

    /// Removes what is kept of a pair; tells whether there was anything.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_feedback(&self, role: &RoleId, candidate: &CandidateId) -> Result<bool, Error> {
        self.write(
            |_| Ok(()),
            |inner, ()| {
                let _one_at_a_time = inner.feedback.one_at_a_time();
                let existed = inner.feedback.get(role, candidate).is_some();
                inner.remove_feedback(&[(role.clone(), candidate.clone())], None)?;
                Ok(existed)
            },
        )
    }
}

impl Inner {
    fn put_feedback(&self, feedback: Feedback, guard: Option<Precondition>) -> Result<Option<Written>, Error> {
        let _one_at_a_time = self.feedback.one_at_a_time();
        self.put_feedback_alone(feedback, guard)
    }

    /// The caller holds [`FeedbackBook::one_at_a_time`]: whoever removes one of the two documents waits for it, and then finds this.
    fn put_feedback_alone(&self, feedback: Feedback, guard: Option<Precondition>) -> Result<Option<Written>, Error> {
        self.check_pair(&feedback)?;
        // What is told of the past is not the sender's, but of what was removed and comes back.
        let known = self.feedback.get(&feedback.role_id, &feedback.candidate_id);
        let fits = known.map_or_else(|| feedback.fits.clone(), |(_, known)| known.fits);
        let feedback = self.with_fit(Feedback { updated_at: now(), fits, ..feedback }, FitCause::Feedback);
        let body = serde_json::to_vec(&feedback).expect("texts and numbers are JSON");
        let op = Op::Put { kind: Kind::Feedback, id: feedback.stored_id(), body };
        let op = match guard {
            Some(guard) => Op::Guarded { guard, op: Box::new(op) },
            None => op,
        };
        let Applied { seq, existed, done } = self.store.apply(&[op])?;
        if done != [true] {
            return Ok(None);
        }
        self.feedback.put(seq, feedback);
        self.came_by_without_change(seq);
        Ok(Some(Written { seq: seq.0, created: existed == [false] }))
    }

    fn check_pair(&self, feedback: &Feedback) -> Result<(), Error> {
        let pair = [
            (Kind::Role, "role", feedback.role_id.as_str()),
            (Kind::Candidate, "candidate", feedback.candidate_id.as_str()),
        ];
        for (kind, what, id) in pair {
            self.store.get(kind, id)?.ok_or_else(|| Error::NotFound { what, id: id.to_owned() })?;
        }
        Ok(())
    }

    /// The caller holds [`FeedbackBook::one_at_a_time`].
    fn remove_feedback(&self, pairs: &[(RoleId, CandidateId)], note: Option<Note>) -> Result<(), Error> {
        let stored_id = |(role, candidate): &(RoleId, CandidateId)| format!("{role}/{candidate}");
        let delete = |pair| Op::Delete { kind: Kind::Feedback, id: stored_id(pair) };
        let ops: Vec<Op> = pairs.iter().map(delete).collect();
        if ops.is_empty() {
            return Ok(());
        }
        let applied = self.store.apply_noting(&ops, note)?;
        for (role, candidate) in pairs {
            self.feedback.remove(role, candidate);
        }
        let n_done = applied.done.iter().filter(|done| **done).count();
        let n_done = u64::try_from(n_done).expect("fewer ops than sequence numbers");
        (applied.seq.0 + 1 - n_done..=applied.seq.0).for_each(|seq| self.came_by_without_change(Seq(seq)));
        Ok(())
    }

    /// Candidates and roles were removed: what is kept of them is forgotten in the store, too. `erasure` is that of the removal.
    pub(super) fn forget_feedback(
        &self,
        candidates: &[CandidateId],
        roles: &[RoleId],
        erasure: Option<Uuid>,
    ) -> Result<(), Error> {
        if candidates.is_empty() && roles.is_empty() {
            return Ok(());
        }
        let _one_at_a_time = self.feedback.one_at_a_time();
        let about = self.feedback.about(candidates, roles);
        self.remove_feedback(&about, erasure.map(|id| Note::Erase { id, at: now(), always: false }))
    }

    /// Takes over what the store holds when an engine opens. What is about documents that are gone, which a crash can leave, is removed
    /// and erased.
    pub(super) fn take_feedback(&self, kept: Vec<(Seq, Feedback)>) -> Result<(), Error> {
        let _one_at_a_time = self.feedback.one_at_a_time();
        let mut orphans = Vec::new();
        for (seq, feedback) in kept {
            match self.check_pair(&feedback) {
                Ok(()) => self.feedback.put(seq, feedback),
                Err(Error::NotFound { .. }) => orphans.push((feedback.role_id, feedback.candidate_id)),
                Err(other) => return Err(other),
            }
        }
        let note = Some(Note::Erase { id: Uuid::now_v7(), at: now(), always: true });
        self.remove_feedback(&orphans, note)
    }

    /// Other processes wrote feedback. What is about documents that are gone by now is left to the next opening.
    #[cfg(feature = "postgres")]
    pub(super) fn follow_feedback(&self, written: Vec<(Seq, Feedback)>) -> Result<(), Error> {
        let _one_at_a_time = self.feedback.one_at_a_time();
        for (seq, feedback) in written {
            // What this process wrote meanwhile is newer.
            let known = self.feedback.get(&feedback.role_id, &feedback.candidate_id);
            match self.check_pair(&feedback) {
                Ok(()) if known.is_none_or(|(known, _)| known <= seq) => self.feedback.put(seq, feedback),
                Ok(()) | Err(Error::NotFound { .. }) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }
}

impl FeedbackBook {
    /// Another process removed feedback of this id in the store.
    #[cfg(feature = "postgres")]
    pub(super) fn follow_removal(&self, stored_id: &str) {
        let _one_at_a_time = self.one_at_a_time();
        if let Some((role, candidate)) = stored_id.split_once('/')
            && let (Ok(role), Ok(candidate)) = (RoleId::new(role), CandidateId::new(candidate))
        {
            self.remove(&role, &candidate);
        }
    }

    /// Held while feedback is written, so that it is about documents that are there, and that of two changes none is lost.
    fn one_at_a_time(&self) -> std::sync::MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
