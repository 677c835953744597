//! How an engine begins and ends: a data directory opened, or nothing but memory; what was read kept for the next time.

use std::path::Path;
use std::sync::{Arc, OnceLock, RwLock};

#[cfg(not(feature = "search"))]
use super::arrivals::Arrivals;
#[cfg(feature = "storage")]
use super::data_directory;
use super::duplicates::Duplicates;
#[cfg(feature = "storage")]
use super::eraser::{Eraser, Traces};
#[cfg(feature = "postgres")]
use super::follower::Follower;
use super::in_use::{Exchanged, InUse};
#[cfg(feature = "search")]
use super::indexer::Indexer;
#[cfg(feature = "storage")]
use super::kept_tiles::KeptTiles;
use super::opening::{self, Opened};
use super::options::EngineOptions;
use super::tile::TileModel;
use super::{Engine, Inner};
use crate::domain::Progress;
#[cfg(feature = "storage")]
use crate::domain::ProgressStep;
use crate::domain::{Error, PartialDate};
use crate::extract::Extractor;
use crate::identity::IdentitySecret;
use crate::store::{MemoryStore, Store};
#[cfg(feature = "postgres")]
use crate::store::{PostgresStore, PostgresUrl, Seq};

impl Engine {
    /// Opens or creates a data directory with the default options.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory is in use, damaged, or of another version; [`Error::Io`] when it cannot be made.
    #[cfg(feature = "storage")]
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_with(dir, EngineOptions::default())
    }

    /// Opens or creates a data directory.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory is in use, damaged, or of another version; [`Error::Io`] when it cannot be made.
    #[cfg(feature = "storage")]
    pub fn open_with(dir: impl AsRef<Path>, options: EngineOptions) -> Result<Self, Error> {
        Self::open_watched(dir, options, &Progress::default())
    }

    /// Opens or creates a data directory, and tells by `progress` how far that has come.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory is in use, damaged, or of another version; [`Error::Io`] when it cannot be made.
    #[cfg(feature = "storage")]
    pub fn open_watched(dir: impl AsRef<Path>, options: EngineOptions, progress: &Progress) -> Result<Self, Error> {
        progress.begin(ProgressStep::Store, 0);
        let (store, index) = data_directory::parts(dir.as_ref(), &options)?;
        Self::start(Arc::new(store), Some(&index), options, progress)
    }

    /// Opens the documents of a schema in PostgreSQL, which other processes may have open, too, and tells by `progress` how far that has
    /// come. The schema and its tables are made where there are none. What others write is seen a moment later: see
    /// [`Engine::wait_for_seq`].
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached, is of another version, or does not keep what it acknowledges;
    /// [`Error::Configuration`] for an address that cannot be used.
    #[cfg(feature = "postgres")]
    pub fn open_postgres(
        url: &PostgresUrl,
        schema: &str,
        options: EngineOptions,
        progress: &Progress,
    ) -> Result<Self, Error> {
        progress.begin(ProgressStep::Store, 0);
        let store = PostgresStore::open(url, schema)?.keeping(options.storage.keep_changes);
        Self::start(Arc::new(store), None, options, progress)
    }

    /// An engine that keeps everything in memory and nothing on disk.
    pub fn in_memory() -> Self {
        Self::in_memory_with(EngineOptions::default())
    }

    /// An engine with these options that keeps everything in memory and nothing on disk.
    pub fn in_memory_with(options: EngineOptions) -> Self {
        let store = MemoryStore::new().keeping(options.storage.keep_changes);
        Self::start(Arc::new(store), None, options, &Progress::default())
            .expect("an empty store and an index in memory have nothing that can fail to open")
    }

    #[cfg(test)]
    pub(crate) fn in_store(store: Arc<dyn Store>) -> Self {
        Self::start(store, None, EngineOptions::default(), &Progress::default()).unwrap()
    }

    fn start(
        store: Arc<dyn Store>,
        index_dir: Option<&Path>,
        options: EngineOptions,
        progress: &Progress,
    ) -> Result<Self, Error> {
        // Whatever others write to it from here on is followed.
        #[cfg(feature = "postgres")]
        let followed_from = store.last_seq();
        let extractor = Extractor::new(options.taxonomy.clone());
        let as_of = PartialDate::today().first_month();
        let model = TileModel::new(options.taxonomy.clone(), options.profile.clone(), as_of);
        #[cfg(feature = "storage")]
        let secret = index_dir.map_or_else(IdentitySecret::random, data_directory::identity_secret);
        #[cfg(not(feature = "storage"))]
        let secret = IdentitySecret::random();
        #[cfg(feature = "postgres")]
        let secret = store.shared().map_or(secret, crate::store::PostgresStore::secret);
        #[cfg(feature = "storage")]
        let kept = index_dir.map(|index| Arc::new(KeptTiles::beside(index, store.uuid(), &options.taxonomy, secret)));
        #[cfg(feature = "storage")]
        let read_kept = |model: &TileModel| kept.as_ref().map(|kept| kept.read(model)).unwrap_or_default();
        #[cfg(not(feature = "storage"))]
        let read_kept = |_: &TileModel| Vec::new();
        let Opened { pool, roles, decisions, feedback, read_anew, unreadable } =
            opening::load(&*store, &extractor, secret, model, read_kept, progress)?;
        let pool = Arc::new(pool);
        let in_use = Arc::new(InUse::new(Exchanged {
            pool: pool.clone(),
            #[cfg(feature = "storage")]
            kept: kept.clone(),
        }));
        let duplicates = Arc::new(Duplicates::new(secret, &pool));
        #[cfg(feature = "search")]
        let indexer = Arc::new(Indexer::start(&store, index_dir, &in_use, progress)?);
        #[cfg(not(feature = "search"))]
        let arrivals = Arc::new(Arrivals::from(store.last_seq()));
        #[cfg(feature = "webhooks")]
        let webhooks = super::webhooks::Webhooks::read(&*store)?;
        #[cfg_attr(not(feature = "storage"), expect(unused_mut, reason = "only a data directory has more to do"))]
        let mut inner = Inner {
            successor: OnceLock::new(),
            lineage: Arc::default(),
            in_use,
            #[cfg(feature = "search")]
            indexer,
            #[cfg(not(feature = "search"))]
            arrivals,
            pool,
            roles: RwLock::new(roles),
            extractor,
            options,
            unreadable,
            timings: Arc::default(),
            index_dir: index_dir.map(Path::to_owned),
            #[cfg(feature = "webhooks")]
            webhooks,
            duplicates,
            feedback: Arc::default(),
            scores: super::kept_scores::KeptScores::default(),
            #[cfg(feature = "search")]
            counts: super::text_search::KeptCounts::default(),
            names: Arc::default(),
            #[cfg(feature = "storage")]
            kept,
            #[cfg(feature = "storage")]
            eraser: None,
            #[cfg(feature = "storage")]
            opened_at: store.last_seq(),
            #[cfg(feature = "storage")]
            not_kept: read_anew,
            store,
        };
        // After the index was held against everybody: it is of documents, one by one.
        inner.take_decisions(decisions)?;
        inner.take_feedback(feedback)?;
        #[cfg(feature = "storage")]
        inner.keep_tiles_of_opening();
        #[cfg(feature = "storage")]
        inner.start_eraser()?;
        let inner = Arc::new(inner);
        #[cfg(feature = "postgres")]
        inner.start_follower(followed_from)?;
        progress.finish();
        Ok(Self::over(inner))
    }
}

#[cfg(feature = "postgres")]
impl Inner {
    fn start_follower(self: &Arc<Self>, from: Seq) -> Result<(), Error> {
        self.lineage.set_newest(self);
        if self.store.shared().is_some() {
            let follower = Follower::start(&self.lineage, &self.store, from)?;
            let is_first = self.lineage.follower.set(follower).is_ok();
            debug_assert!(is_first, "an engine starts once");
        }
        Ok(())
    }
}

#[cfg(feature = "storage")]
impl Drop for Inner {
    fn drop(&mut self) {
        // What it had is another's now.
        if self.successor.get().is_some() {
            return;
        }
        // It writes the same files.
        if let Some(eraser) = &self.eraser {
            eraser.stop();
        }
        self.keep_tiles();
    }
}

#[cfg(feature = "storage")]
impl Inner {
    fn keep_tiles_of_opening(&mut self) {
        if self.keep_tiles() {
            self.not_kept = 0;
        }
    }

    /// What an earlier run left goes on from here.
    fn start_eraser(&mut self) -> Result<(), Error> {
        #[cfg(feature = "postgres")]
        if self.store.shared().is_some() {
            let eraser = Eraser::start_among_several(self.store.clone(), self.options.storage.erase_after)?;
            self.eraser = Some(Arc::new(eraser));
            return Ok(());
        }
        if self.store.on_disk().is_none() {
            return Ok(());
        }
        let traces = Traces {
            store: self.store.clone(),
            in_use: self.in_use.clone(),
            #[cfg(feature = "search")]
            index: self.indexer.purger(),
            #[cfg(not(feature = "search"))]
            arrivals: self.arrivals.clone(),
        };
        self.eraser = Some(Arc::new(Eraser::start(traces, self.options.storage.erase_after)?));
        Ok(())
    }

    /// Keeps everybody for the next opening where enough has changed; tells whether it did.
    fn keep_tiles(&self) -> bool {
        let changes = self.not_kept + (self.store.last_seq().0 - self.opened_at.0);
        let (Some(kept), Some(store)) = (&self.kept, self.store.on_disk()) else { return false };
        kept.keep(&self.pool, changes, store)
    }
}
