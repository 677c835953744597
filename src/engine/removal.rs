//! Documents removed, and erased: taken out of every answer at once, and out of all files soon after.

use uuid::Uuid;

use super::Engine;
use crate::domain::{CandidateId, Error, RoleId, setters};
use crate::store::{ErasureReceipt, Kind, Note, Precondition, Seq};

/// How documents are removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemoveOptions {
    /// Whether they are to be erased from the files of the data directory, or of the database, too, in the background. Where
    /// [`StorageOptions::erase_deleted`](crate::storage::StorageOptions::erase_deleted) is set all are.
    pub erase: bool,
    /// How each must stand to be removed.
    pub guard: Option<Precondition>,
}

setters! {
    impl RemoveOptions {
        with_erase(erase: is bool);
        with_guard(guard: some Precondition);
    }
}

/// What became of one document that was to be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemovalOutcome {
    /// It is gone, durably.
    Removed,
    /// There was none.
    Absent,
    /// It does not stand as was demanded, and nothing was done.
    Refused,
}

/// What became of documents that were to be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removed {
    /// Of each, in order.
    pub outcomes: Vec<RemovalOutcome>,
    /// Where they are to be erased, and one at least was there.
    pub erasure: Option<ErasureReceipt>,
}

impl Engine {
    /// Removes candidates in one durable step.
    ///
    /// ```
    /// use rolefit::storage::RemoveOptions;
    /// use rolefit::{Candidate, CandidateId, Engine};
    ///
    /// let engine = Engine::in_memory();
    /// let id = CandidateId::new("c-1")?;
    /// engine.put_candidate(&Candidate::new(id.clone()))?;
    /// let removed = engine.remove_candidates(&[id], &RemoveOptions::default().with_erase(true))?;
    /// let receipt = removed.erasure.expect("somebody was removed");
    /// // Where there are no files it is done at once.
    /// assert!(engine.erasure(&receipt.id)?.is_some_and(|receipt| receipt.is_done()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn remove_candidates(&self, ids: &[CandidateId], options: &RemoveOptions) -> Result<Removed, Error> {
        let ids_as_text = ids.iter().map(CandidateId::as_str);
        self.write(
            |_| Ok(()),
            |inner, ()| {
                let (removed, seqs) = inner.remove_all(Kind::Candidate, ids_as_text, options)?;
                let gone = ids.iter().zip(&seqs).filter(|(_, seq)| seq.is_some()).map(|(id, _)| id.clone());
                let erasure = removed.erasure.as_ref().and_then(|receipt| Uuid::parse_str(&receipt.id).ok());
                let gone: Vec<CandidateId> = gone.collect();
                let forgotten = inner.forget_decisions_about(&gone, erasure);
                let forgotten = forgotten.and(inner.forget_feedback(&gone, &[], erasure));
                for (id, seq) in ids.iter().zip(&seqs) {
                    if let Some(seq) = *seq {
                        inner.forget_candidate(id, seq);
                    }
                }
                if erasure.is_some() {
                    inner.erasure_asked();
                }
                forgotten.map(|()| removed)
            },
        )
    }

    /// Removes roles in one durable step; as [`Engine::remove_candidates`].
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn remove_roles(&self, ids: &[RoleId], options: &RemoveOptions) -> Result<Removed, Error> {
        self.write(
            |_| Ok(()),
            |inner, ()| {
                let (removed, seqs) = inner.remove_all(Kind::Role, ids.iter().map(RoleId::as_str), options)?;
                let gone = ids.iter().zip(&seqs).filter(|(_, seq)| seq.is_some()).map(|(id, _)| id.clone());
                let erasure = removed.erasure.as_ref().and_then(|receipt| Uuid::parse_str(&receipt.id).ok());
                let forgotten = inner.forget_feedback(&[], &gone.collect::<Vec<_>>(), erasure);
                for (id, seq) in ids.iter().zip(&seqs) {
                    if let Some(seq) = *seq {
                        inner.remember_role(id.clone(), seq, None);
                    }
                }
                if erasure.is_some() {
                    inner.erasure_asked();
                }
                forgotten.map(|()| removed)
            },
        )
    }

    /// Has everything erased that was deleted or replaced so far.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn erase_deleted(&self) -> Result<ErasureReceipt, Error> {
        let (note, id) = erase_note(true);
        self.inner.store.apply_noting(&[], Some(note))?;
        self.inner.erasure_asked();
        let gone = || Error::NotFound { what: "erasure", id: id.to_string() };
        self.inner.store.erasure(id)?.ok_or_else(gone)
    }

    /// The receipt of an erasure, with whether it is done; `None` where there is none of this id, or it is forgotten after 400 days.
    /// Backups do not hold receipts.
    ///
    /// # Errors
    /// [`Error::Store`] when it cannot be read.
    pub fn erasure(&self, receipt: &str) -> Result<Option<ErasureReceipt>, Error> {
        let Ok(id) = Uuid::parse_str(receipt) else { return Ok(None) };
        self.inner.store.erasure(id)
    }
}

impl super::Inner {
    /// The outcomes, and of each id the number of its write; none where nothing was removed.
    fn remove_all<'i>(
        &self,
        kind: Kind,
        ids: impl Iterator<Item = &'i str>,
        options: &RemoveOptions,
    ) -> Result<(Removed, Vec<Option<Seq>>), Error> {
        let erase = (options.erase || self.options.storage.erase_deleted).then(|| erase_note(false));
        let (note, id) = erase.map_or((None, None), |(note, id)| (Some(note), Some(id)));
        let requested_at = super::now();
        let (seqs, absent) = self.delete_all(kind, ids, options.guard.as_ref(), note)?;
        let outcome = |(seq, absent): (&Option<Seq>, bool)| match seq {
            Some(_) => RemovalOutcome::Removed,
            None if absent => RemovalOutcome::Absent,
            None => RemovalOutcome::Refused,
        };
        let outcomes = seqs.iter().zip(absent).map(outcome).collect();
        let erasure = id.zip(seqs.iter().flatten().max()).map(|(id, seq)| {
            self.erasure_asked();
            // It is noted with the deletion, whether it can be read at this moment or not.
            let noted = ErasureReceipt { id: id.to_string(), seq: seq.0, requested_at, done_at: None };
            self.store.erasure(id).ok().flatten().unwrap_or(noted)
        });
        Ok((Removed { outcomes, erasure }, seqs))
    }

    #[cfg_attr(
        not(feature = "storage"),
        expect(clippy::unused_self, reason = "without files there is nothing to erase from")
    )]
    fn erasure_asked(&self) {
        #[cfg(feature = "storage")]
        if let Some(eraser) = &self.eraser {
            eraser.asked();
        }
    }
}

fn erase_note(always: bool) -> (Note, Uuid) {
    let id = Uuid::now_v7();
    (Note::Erase { id, at: super::now(), always }, id)
}
