//! Everything that a store holds, read into memory when an engine opens, and held against what the store should hold.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hashbrown::HashTable;

use super::duplicates::Decision;
use super::entry::{Edition, Entry};
use super::feedback::Feedback;
use super::pool::Pool;
use super::tile::{Tile, TileModel};
use super::unread::UnreadableDocuments;
use super::{RoleEntry, Roles, decode};
use crate::domain::parallel::{join, prelude::*};
use crate::domain::{Candidate, Error, Role, StorageErrorKind};
use crate::domain::{Progress, ProgressStep};
use crate::extract::Extractor;
use crate::identity::IdentitySecret;
use crate::score::MAX_ROWS;
use crate::store::{Digest, Kind, Record, Seq, Store};

/// So many documents are read at a time: two tiles, so that both cores of a small machine make one.
const PORTION: usize = 2 * MAX_ROWS;

/// What a store holds, in memory.
pub(super) struct Opened {
    pub pool: Pool,
    pub roles: Roles,
    pub decisions: Vec<Decision>,
    pub feedback: Vec<(Seq, Feedback)>,
    /// How many candidates were read from their documents, because they were not kept as they are.
    pub read_anew: u64,
    pub unreadable: UnreadableDocuments,
}

/// The pool of all candidates, and all roles.
///
/// # Errors
/// [`Error::Store`] when a document is damaged, or when the documents are not those that were acknowledged: the database below
/// can lose a page, or fall back to an older one, and open without a word.
pub(super) fn load(
    store: &dyn Store,
    extractor: &Extractor,
    secret: IdentitySecret,
    model: TileModel,
    read_kept: impl FnOnce(&TileModel) -> Vec<Tile> + Send,
    progress: &Progress,
) -> Result<Opened, Error> {
    progress.begin(ProgressStep::Documents, store.count(Kind::Candidate) + store.count(Kind::Role));
    #[cfg(feature = "postgres")]
    let began_at = store.last_seq();
    let mut digest = Digest::default();
    let pool = Pool::new(model);
    let unreadable = UnreadableDocuments::default();
    let read_anew = load_pool(store, (extractor, secret), (&pool, &unreadable), read_kept, &mut digest, progress)?;
    let decisions = load_decisions(store, &mut digest)?;
    let feedback = load_feedback(store, &mut digest)?;
    let roles = load_roles(store, extractor, &unreadable, &mut digest, progress)?;
    let counts = [
        (Kind::Candidate, pool.len()),
        (Kind::Role, roles.len()),
        (Kind::Decision, decisions.len()),
        (Kind::Feedback, feedback.len()),
    ];
    let all_there = counts.into_iter().all(|(kind, known)| {
        let known = known + unreadable.count(kind);
        u64::try_from(known).ok() == Some(store.count(kind))
    });
    if all_there && store.digest().is_none_or(|expected| expected == digest) {
        return Ok(Opened { pool, roles, decisions, feedback, read_anew, unreadable });
    }
    // Then it holds what others wrote meanwhile, and what is missing of it is followed.
    #[cfg(feature = "postgres")]
    if let Some(shared) = store.shared()
        && shared.ask_last_seq()? > began_at
    {
        return Ok(Opened { pool, roles, decisions, feedback, read_anew, unreadable });
    }
    let message = "the store does not hold the documents that it should; `rolefit verify` names what is wrong, and a backup \
                   repairs it";
    Err(Error::store(StorageErrorKind::Damaged, message.to_owned()))
}

/// Fills the pool with what the store holds; tells how many were read anew. While documents are held against the digest, those who
/// are kept are unpacked: neither waits for the other.
fn load_pool(
    store: &dyn Store,
    (extractor, secret): (&Extractor, IdentitySecret),
    (pool, unreadable): (&Pool, &UnreadableDocuments),
    read_kept: impl FnOnce(&TileModel) -> Vec<Tile> + Send,
    digest: &mut Digest,
    progress: &Progress,
) -> Result<u64, Error> {
    let (documents, tiles) = join(|| documents(store, digest, progress), || read_kept(pool.model()));
    let documents = Documents::new(documents?);
    pool.take_in(documents.confirmed(tiles));
    let others = documents.not_confirmed();
    let n_others = u64::try_from(others.len()).unwrap_or(u64::MAX);
    if n_others > 0 {
        // All are checked; it is those who are to be read that take long.
        progress.begin(ProgressStep::Documents, n_others + store.count(Kind::Role));
    }
    for portion in others.chunks(PORTION) {
        #[cfg(feature = "postgres")]
        let together = read_together(store, portion)?;
        #[cfg(not(feature = "postgres"))]
        let together = None;
        let entry = |document: &&Document| {
            let id = &document.id;
            let Some(record) = listed(store, &together, id)? else {
                progress.add(1);
                return Ok(None);
            };
            let candidate: Candidate = decode(Kind::Candidate, id, &record.body)?;
            progress.add(1);
            match Entry::new(&candidate, extractor) {
                Ok(entry) => Ok(Some(entry.with_keys(&candidate, secret).stored(record.seq, &record.body))),
                // Who was read once by another version may be beyond this one: the others are not to suffer for it.
                Err(error) => {
                    unreadable.add(Kind::Candidate, id, record.seq, error);
                    Ok(None)
                }
            }
        };
        let entries = portion.par_iter().map(entry).collect::<Result<Vec<Option<Entry>>, Error>>()?;
        pool.put(entries.into_iter().flatten().collect());
    }
    Ok(n_others)
}

/// Documents that were listed, read together where each question takes a way.
type Together = Option<HashMap<(Kind, String), Record>>;

#[cfg(feature = "postgres")]
fn read_together(store: &dyn Store, portion: &[&Document]) -> Result<Together, Error> {
    let Some(shared) = store.shared() else { return Ok(None) };
    let ids = portion.iter().map(|document| (Kind::Candidate, document.id.clone()));
    shared.documents(ids.collect()).map(Some)
}

/// A document that was listed. One that was read together with others and was not there has gone meanwhile.
fn listed<'r>(store: &dyn Store, together: &'r Together, id: &str) -> Result<Option<Cow<'r, Record>>, Error> {
    if let Some(records) = together {
        return Ok(records.get(&(Kind::Candidate, id.to_owned())).map(Cow::Borrowed));
    }
    let gone = || Error::store(StorageErrorKind::Damaged, format!("candidate {id} is listed, and cannot be read"));
    store.get(Kind::Candidate, id)?.ok_or_else(gone).map(|record| Some(Cow::Owned(record)))
}

/// What tells one candidate's document from all others.
struct Document {
    id: String,
    edition: Edition,
    /// Whether somebody is kept as of it.
    is_kept: AtomicBool,
}

/// All candidates' documents, checked and added to the digest.
fn documents(store: &dyn Store, digest: &mut Digest, progress: &Progress) -> Result<Vec<Document>, Error> {
    let document = |found: Result<(String, Record), Error>| {
        let (id, record) = found?;
        digest.add(Kind::Candidate, &id, &record);
        progress.add(1);
        let edition = Edition::of(record.seq, &record.body);
        Ok(Document { id, edition, is_kept: AtomicBool::new(false) })
    };
    store.scan(Kind::Candidate, None).map(document).collect()
}

/// Documents by id.
struct Documents {
    all: Vec<Document>,
    by_id: HashTable<usize>,
    hasher: RandomState,
}

impl Documents {
    fn new(all: Vec<Document>) -> Self {
        let hasher = RandomState::new();
        let mut by_id = HashTable::with_capacity(all.len());
        for (at, document) in all.iter().enumerate() {
            // There is room for all: nobody is hashed again.
            by_id.insert_unique(hasher.hash_one(document.id.as_str()), at, |_| 0);
        }
        Self { all, by_id, hasher }
    }

    /// Those of the kept who are as the store has them.
    fn confirmed(&self, mut tiles: Vec<Tile>) -> Vec<Tile> {
        tiles.par_iter_mut().for_each(|tile| tile.retain(|_, entry| self.confirm(entry)));
        tiles
    }

    /// Whether somebody is of a document of the store, and the first one who is.
    fn confirm(&self, entry: &Entry) -> bool {
        let id = entry.id.as_str();
        let found = self.by_id.find(self.hasher.hash_one(id), |at| self.all[*at].id == id).map(|at| &self.all[*at]);
        found.is_some_and(|document| entry.is_of(document.edition) && !document.is_kept.swap(true, Ordering::Relaxed))
    }

    fn not_confirmed(&self) -> Vec<&Document> {
        self.all.iter().filter(|document| !document.is_kept.load(Ordering::Relaxed)).collect()
    }
}

fn load_decisions(store: &dyn Store, digest: &mut Digest) -> Result<Vec<Decision>, Error> {
    let decision = |found: Result<(String, Record), Error>| {
        let (id, record) = found?;
        digest.add(Kind::Decision, &id, &record);
        decode(Kind::Decision, &id, &record.body)
    };
    store.scan(Kind::Decision, None).map(decision).collect()
}

fn load_feedback(store: &dyn Store, digest: &mut Digest) -> Result<Vec<(Seq, Feedback)>, Error> {
    let feedback = |found: Result<(String, Record), Error>| {
        let (id, record) = found?;
        digest.add(Kind::Feedback, &id, &record);
        Ok((record.seq, decode(Kind::Feedback, &id, &record.body)?))
    };
    store.scan(Kind::Feedback, None).map(feedback).collect()
}

fn load_roles(
    store: &dyn Store,
    extractor: &Extractor,
    unreadable: &UnreadableDocuments,
    digest: &mut Digest,
    progress: &Progress,
) -> Result<Roles, Error> {
    let mut roles = Roles::new();
    for row in store.scan(Kind::Role, None) {
        let (id, record) = row?;
        digest.add(Kind::Role, &id, &record);
        let role: Role = decode(Kind::Role, &id, &record.body)?;
        match extractor.role_facts(&role) {
            Ok(facts) => {
                roles.insert(role.id.clone(), (record.seq, Some(Arc::new(RoleEntry { role, facts }))));
            }
            Err(error) => unreadable.add(Kind::Role, &id, record.seq, error),
        }
        progress.add(1);
    }
    Ok(roles)
}
