//! Keeps documents: the truth of the crate, by id, with a sequence number and a log of changes.
//!
//! It knows bytes only: what a body means is the caller's business. Nothing here searches or scores.

#[cfg(feature = "storage")]
mod backup;
#[cfg(feature = "storage")]
mod census;
mod commit_counts;
#[cfg(feature = "storage")]
mod compaction;
mod digest;
#[cfg(feature = "storage")]
mod current;
#[cfg(feature = "storage")]
mod disk;
mod envelope;
mod erasures;
#[cfg(feature = "storage")]
mod file_system;
#[cfg(any(feature = "search", feature = "storage"))]
mod files;
#[cfg(feature = "storage")]
mod free_space;
#[cfg(feature = "storage")]
mod group_commit;
#[cfg(feature = "storage")]
mod guarded_open;
mod keys;
#[cfg(feature = "storage")]
mod live_rewrite;
mod log_cut;
#[cfg(feature = "storage")]
mod mark;
mod memory;
#[cfg(feature = "storage")]
mod meta;
#[cfg(feature = "storage")]
mod new_database;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "storage")]
mod postgres_url;
mod private;
mod record;
mod requests;
#[cfg(feature = "storage")]
mod restore;
mod side_records;
#[cfg(feature = "storage")]
mod sled_store;
#[cfg(feature = "storage")]
mod space;

#[cfg(all(test, feature = "storage"))]
mod suite;

use std::time::Duration;

use uuid::Uuid;

use crate::domain::{Error, setters};

pub use commit_counts::CommitCounts;

#[cfg(feature = "storage")]
pub(crate) use backup::{BackupFile, Snapshot};
#[cfg(feature = "storage")]
pub(crate) use compaction::{Compaction, compact};
pub(crate) use digest::Digest;
pub use erasures::ErasureReceipt;
pub(crate) use erasures::Note;
#[cfg(feature = "search")]
pub(crate) use files::lock_patiently;
#[cfg(feature = "keys")]
pub(crate) use files::{create_folder, replace as replace_file};
#[cfg(feature = "storage")]
pub(crate) use files::{new_file, sync_names_beside};
pub(crate) use log_cut::{KEEP_CHANGES, LogHold};
pub(crate) use memory::MemoryStore;
#[cfg(all(feature = "postgres", feature = "server"))]
pub(crate) use postgres::KeyTable;
#[cfg(all(test, feature = "postgres"))]
pub(crate) use postgres::Schema;
#[cfg(feature = "postgres")]
pub(crate) use postgres::{Followed, PostgresStore};
#[cfg(feature = "storage")]
pub use postgres_url::PostgresUrl;
#[cfg(feature = "storage")]
pub(crate) use private::create_private_file;
pub(crate) use private::private_file;
#[cfg(feature = "search")]
pub(crate) use private::{make_private, make_tree_private, private_folder};
pub use record::Precondition;
pub(crate) use record::{Applied, Change, Effect, Kind, Op, Record, Seq};
pub use requests::{EarlierRequest, RequestKey};
#[cfg(feature = "storage")]
pub(crate) use restore::{refuse_unfinished, restore};
pub(crate) use side_records::{SideRecord, SideWrite};
#[cfg(feature = "storage")]
pub(crate) use sled_store::SledStore;

/// How a data directory uses memory and disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StorageOptions {
    /// Memory that the store may use for what it has read, in bytes.
    pub cache_bytes: u64,
    /// Writes are refused with [`Error::LowSpace`] while fewer bytes than this are free on the disk; 0 never refuses. Deletions
    /// go on down to a quarter of it.
    pub low_space_bytes: u64,
    /// Whether every deletion is an erasure, too.
    pub erase_deleted: bool,
    /// An erasure begins so long after it was asked for; those who ask meanwhile share it.
    pub erase_after: Duration,
    /// So many of the newest entries of the log of changes are kept. Older ones go little by little as others are written; whoever still
    /// wanted them, as a webhook that was away or another node, looks at the documents instead. It is so for a store in memory and in
    /// PostgreSQL, too.
    pub keep_changes: u64,
}

setters! {
    impl StorageOptions {
        with_cache_bytes(cache_bytes: is u64);
        with_low_space_bytes(low_space_bytes: is u64);
        with_erase_deleted(erase_deleted: is bool);
        with_erase_after(erase_after: is Duration);
        with_keep_changes(keep_changes: is u64);
    }
}

impl Default for StorageOptions {
    /// A cache of 64 MiB, and a watermark of 64 MiB: some ten times what one group of writes and a commit of the index need.
    /// Erasures begin after ten seconds, so that somebody who removes a few people one by one has them written out of the files once.
    /// A million changes are kept.
    fn default() -> Self {
        Self {
            cache_bytes: 64 << 20,
            low_space_bytes: 64 << 20,
            erase_deleted: false,
            erase_after: Duration::from_secs(10),
            keep_changes: KEEP_CHANGES,
        }
    }
}

/// Documents of one kind, in the byte order of their ids.
pub(crate) type Records<'a> = Box<dyn Iterator<Item = Result<(String, Record), Error>> + Send + 'a>;

/// Changes in the order of their sequence numbers.
pub(crate) type Changes<'a> = Box<dyn Iterator<Item = Result<Change, Error>> + Send + 'a>;

/// Where documents are kept.
///
/// A read may see a write that [`Store::apply`] has not yet acknowledged; [`Store::changes_since`], [`Store::count`] and
/// [`Store::last_seq`] tell of acknowledged writes only.
pub(crate) trait Store: Send + Sync {
    /// The document, or `None` when there is none of that id.
    ///
    /// # Errors
    /// [`Error::Store`] naming kind and id when the document is damaged, never a wrong document.
    fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, Error>;

    /// Applies `ops` in order, all or none; they are durable when this returns. Each takes the next sequence number,
    /// but not a deletion of what is not there, or an op whose guard does not hold. Where nothing
    /// is to be done nothing is written.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed now or before: every later write is then refused until the store is
    /// opened anew. [`Error::Store`] also when an id or a body is too long, which harms nothing.
    fn apply(&self, ops: &[Op]) -> Result<Applied, Error> {
        self.apply_noting(ops, None)
    }

    /// As [`Store::apply`], and takes a note in the same durable step.
    fn apply_noting(&self, ops: &[Op], note: Option<Note>) -> Result<Applied, Error>;

    /// The receipt of an erasure, where it is not forgotten.
    ///
    /// # Errors
    /// [`Error::Store`] when it cannot be read.
    fn erasure(&self, id: Uuid) -> Result<Option<ErasureReceipt>, Error>;

    /// How many erasures are pending.
    fn n_pending_erasures(&self) -> usize;

    /// All records beside the documents, in the order of their keys.
    ///
    /// # Errors
    /// [`Error::Store`] when they cannot be read.
    fn side_records(&self) -> Result<Vec<SideRecord>, Error>;

    /// What became of an earlier request of this key, where it is not forgotten.
    ///
    /// # Errors
    /// [`Error::Store`] when it cannot be read.
    fn earlier_request(&self, request: &RequestKey) -> Result<Option<EarlierRequest>, Error>;

    /// The documents of `kind` whose id is greater than `after`, read as the iterator goes. A document that is written
    /// meanwhile may come as it was or as it is.
    fn scan(&self, kind: Kind, after: Option<&str>) -> Records<'_>;

    /// Every change after `seq`, up to the last one that was acknowledged when this was called. An error where `seq` is before
    /// [`Store::log_from`], also where that moved there while they were read.
    fn changes_since(&self, seq: Seq) -> Changes<'_>;

    /// How many documents of `kind` there are.
    fn count(&self, kind: Kind) -> u64;

    /// The sequence number of the last acknowledged change; [`Seq::ZERO`] for a new store.
    fn last_seq(&self) -> Seq;

    /// The log holds every change after this one; [`Seq::ZERO`] until the log was cut or the store written anew.
    fn log_from(&self) -> Seq;

    /// Keeps changes from being cut off the log until what is given is dropped. Erasures write it anew all the same; and in a store that
    /// others share, they go on to cut it.
    fn hold_log(&self) -> LogHold;

    /// What all documents together should come to, as kept with every batch; `None` where it is not known. Of acknowledged
    /// writes only.
    fn digest(&self) -> Option<Digest>;

    /// The store's own id, made when it was created.
    fn uuid(&self) -> &str;

    /// The store on disk, where it is one: what outlives the process can be backed up.
    #[cfg(feature = "storage")]
    fn on_disk(&self) -> Option<&SledStore>;

    /// The store that others share, where it is one: whoever keeps something of it in memory follows its log.
    #[cfg(feature = "postgres")]
    fn shared(&self) -> Option<&PostgresStore> {
        None
    }
}
