//! A data directory that no engine has open, and its care: verify, rebuild, compact, back up, restore, export.
//!
//! What needs no closed directory is a method of the engine too: [`Engine::backup`] and the exports.

#[cfg(feature = "postgres")]
mod migration;
mod verification;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Engine, EngineOptions, STORE};
use crate::domain::{Error, Progress, ProgressStep, StorageErrorKind};
use crate::identity::IdentitySecret;
#[cfg(feature = "search")]
use crate::index::discard;
use crate::store::{
    BackupFile, Compaction, Kind, Note, Seq, SledStore, Snapshot, StorageOptions, Store, compact, restore,
};
#[cfg(feature = "search")]
pub use verification::IndexState;
pub use verification::Verification;

/// The folder of the index in a data directory.
const INDEX: &str = "index";
/// The file of the secret under which addresses of people are hashed.
const SECRET: &str = "identity.secret";
/// Until it is written.
const SECRET_IN_WRITING: &str = "identity.secret.partial";

/// A data directory. Each call opens what it needs and closes it again, so none works while an engine has the directory open.
///
/// ```
/// use rolefit::{Engine, EngineOptions};
/// use rolefit::storage::DataDirectory;
///
/// let (folder, elsewhere) = (tempfile::tempdir()?, tempfile::tempdir()?);
/// let engine = Engine::open(folder.path())?;
/// engine.put_candidate(&serde_json::from_str(r#"{"id": "c-1", "summary": "Lustre since 2019"}"#)?)?;
/// engine.backup(&elsewhere.path().join("monday.backup"))?;
/// drop(engine);
///
/// let restored = DataDirectory::at(elsewhere.path().join("data"));
/// restored.restore(&elsewhere.path().join("monday.backup"))?;
/// assert!(restored.verify(&EngineOptions::default())?.is_whole());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DataDirectory {
    path: PathBuf,
    progress: Progress,
}

/// What a backup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct BackedUp {
    /// The number of the last write that it holds.
    pub seq: u64,
    /// How many candidates.
    pub candidates: u64,
    /// How many roles.
    pub roles: u64,
}

/// What a compaction did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Compacted {
    /// The number of the last write, which stays as it was.
    pub seq: u64,
    /// How many documents there are.
    pub documents: u64,
    /// The length of the store's files before, in bytes.
    pub bytes_before: u64,
    /// And after.
    pub bytes_after: u64,
}

impl DataDirectory {
    /// The data directory at `path`, which need not be there yet.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), progress: Progress::default() }
    }

    /// Tells by `progress` how far each call has come, to whoever holds a clone.
    ///
    /// ```
    /// use rolefit::storage::{DataDirectory, Progress, ProgressStep};
    /// use rolefit::{Engine, EngineOptions};
    ///
    /// let (folder, progress) = (tempfile::tempdir()?, Progress::default());
    /// drop(Engine::open(folder.path())?);
    /// // Another thread may ask a clone meanwhile.
    /// DataDirectory::at(folder.path()).watched(&progress).verify(&EngineOptions::default())?;
    /// assert_eq!(progress.state().step, ProgressStep::Done);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn watched(self, progress: &Progress) -> Self {
        Self { progress: progress.clone(), ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads every document and every entry of the log, and compares the store with the index. Of `options` those of
    /// storage count. What is wrong stands in the outcome; it is no error.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory cannot be opened at all: in use, of another version, or with fewer writes than it
    /// once had; [`Error::NotFound`] when there is none.
    pub fn verify(&self, options: &EngineOptions) -> Result<Verification, Error> {
        let store = self.store(&options.storage)?;
        self.begin(&store, &Kind::ALL);
        let found = verification::verify(&store, &self.index(), &options.taxonomy, &self.progress)?;
        self.progress.finish();
        Ok(found)
    }

    /// Removes the index and builds it anew from the store. Gives the number of candidates in it.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory cannot be opened: in use, damaged, or of another version; [`Error::NotFound`] when there is
    /// none.
    pub fn rebuild(&self, options: EngineOptions) -> Result<usize, Error> {
        let store = self.store(&options.storage)?;
        #[cfg(feature = "search")]
        discard(&self.index())?;
        drop(store);
        Ok(Engine::open_watched(&self.path, options, &self.progress)?.candidate_count())
    }

    /// Writes store and index anew, so that nothing of what was deleted or replaced is left in the directory, neither texts nor
    /// ids. A crash leaves the old store or the new one, both whole. There must be room for a second store.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory cannot be opened: in use, damaged, or of another version; [`Error::NotFound`] when there is
    /// none. Where a document is damaged nothing has changed.
    pub fn compact(&self, options: EngineOptions) -> Result<Compacted, Error> {
        drop(self.store(&options.storage)?);
        let Compaction { seq, documents, bytes_before, bytes_after } =
            compact(&self.path.join(STORE), &options.storage)?;
        #[cfg(feature = "search")]
        discard(&self.index())?;
        // Opening builds the index, and shows that the new store can be read.
        let engine = Engine::open_watched(&self.path, options, &self.progress)?;
        engine.note_erased(seq)?;
        drop(engine);
        Ok(Compacted { seq: seq.0, documents, bytes_before, bytes_after })
    }

    /// Writes a backup, a file with every document, to `file`, which must not be there. It appears whole or not at all.
    ///
    /// # Errors
    /// [`Error::Io`] when there is such a file, or it cannot be written. [`Error::Store`] when the directory cannot be opened: in use, damaged, or of another version; [`Error::NotFound`] when there is
    /// none.
    pub fn backup(&self, file: &Path) -> Result<BackedUp, Error> {
        let store = self.store(&StorageOptions::default())?;
        self.begin(&store, &Kind::ALL);
        let held = backup(&store, file, &self.progress)?;
        self.progress.finish();
        Ok(held)
    }

    /// Makes the data directory from a backup. It must not be there yet, or be empty. The backup is read to its end first, so
    /// nothing is made from a damaged one; after a crash on the way, restore again.
    ///
    /// # Errors
    /// [`Error::Malformed`] when the file is no whole backup; [`Error::Store`] when the directory holds anything; [`Error::Io`].
    pub fn restore(&self, file: &Path) -> Result<BackedUp, Error> {
        let path = &self.path;
        let at = |source| Error::Io { path: path.clone(), source };
        if path.exists() {
            let mut names = fs::read_dir(path).map_err(at)?.map(|entry| entry.map(|entry| entry.file_name()));
            let unfinished = format!("{STORE}.restoring");
            let is_secret = |name: &OsStr| name == SECRET || name == SECRET_IN_WRITING;
            let is_other = |name: &OsStr| *name != *unfinished && !is_of_access(name) && !is_secret(name);
            if names.any(|name| name.is_ok_and(|name| is_other(&name))) {
                return Err(Error::store(
                    StorageErrorKind::Occupied,
                    format!("{} is not empty: give a folder that is empty or new", path.display()),
                ));
            }
        }
        let backup = BackupFile::open(file)?;
        let held = BackedUp::from(backup.snapshot());
        self.progress.begin(ProgressStep::Documents, held.candidates + held.roles);
        restore(&backup, &path.join(STORE), &StorageOptions::default(), &self.progress)?;
        self.progress.finish();
        Ok(held)
    }

    /// Writes the candidates as NDJSON, one a line, in the order of their ids. A damaged one is given to `damaged`, which says
    /// whether to go on without it. Gives the number of lines.
    ///
    /// # Errors
    /// What `damaged` gives back; [`Error::Io`] when `out` takes no more, and as [`DataDirectory::verify`].
    pub fn export_candidates(
        &self,
        out: &mut dyn Write,
        damaged: &mut dyn FnMut(Error) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        self.export(Kind::Candidate, out, damaged)
    }

    /// Writes the roles as NDJSON, one a line, in the order of their ids. A damaged one is given to `damaged`, which says whether to
    /// go on without it. Gives the number of lines.
    ///
    /// # Errors
    /// What `damaged` gives back; [`Error::Io`] when `out` takes no more. [`Error::Store`] when the directory cannot be opened: in use, damaged, or of another version; [`Error::NotFound`] when there is
    /// none.
    pub fn export_roles(
        &self,
        out: &mut dyn Write,
        damaged: &mut dyn FnMut(Error) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        self.export(Kind::Role, out, damaged)
    }

    fn export(
        &self,
        kind: Kind,
        out: &mut dyn Write,
        damaged: &mut dyn FnMut(Error) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        let store = self.store(&StorageOptions::default())?;
        self.begin(&store, &[kind]);
        let n_lines = super::export::lines(&store, kind, out, damaged, &self.progress)?;
        self.progress.finish();
        Ok(n_lines)
    }

    /// Every document of these kinds is to be read.
    fn begin(&self, store: &SledStore, kinds: &[Kind]) {
        self.progress.begin(ProgressStep::Documents, kinds.iter().map(|kind| store.count(*kind)).sum());
    }

    /// Opens the store of a directory that is there.
    fn store(&self, options: &StorageOptions) -> Result<SledStore, Error> {
        let path = self.path.join(STORE);
        crate::store::refuse_unfinished(&path)?;
        if !path.is_dir() {
            return Err(Error::NotFound { what: "data directory", id: self.path.display().to_string() });
        }
        self.progress.begin(ProgressStep::Store, 0);
        SledStore::open(&path, options)
    }

    fn index(&self) -> PathBuf {
        self.path.join(INDEX)
    }
}

impl Engine {
    /// Notes that of what was deleted or replaced up to a write nothing is left.
    fn note_erased(&self, upto: Seq) -> Result<(), Error> {
        self.inner.store.apply_noting(&[], Some(Note::Erased { upto, at: super::now() })).map(drop)
    }
}

impl From<Snapshot> for BackedUp {
    fn from(snapshot: Snapshot) -> Self {
        Self { seq: snapshot.seq.0, candidates: snapshot.candidates, roles: snapshot.roles }
    }
}

/// Whether a name in a data directory is that of its keys or of its other tenants, which are no documents of this one.
fn is_of_access(name: &OsStr) -> bool {
    #[cfg(feature = "keys")]
    return crate::access::KEY_FILES.iter().chain([&crate::access::TENANTS]).any(|known| name == *known);
    #[cfg(not(feature = "keys"))]
    false
}

/// Opens the parts of a data directory for an engine.
pub(super) fn parts(dir: &Path, options: &EngineOptions) -> Result<(SledStore, PathBuf), Error> {
    let store = dir.join(STORE);
    crate::store::refuse_unfinished(&store)?;
    Ok((SledStore::open(&store, &options.storage)?, dir.join(INDEX)))
}

/// The secret under which addresses of people are hashed in the data directory with this index. Without its file, or with a damaged one,
/// there is another, and what was hashed is hashed anew; so it is where the file cannot be written.
pub(super) fn identity_secret(index: &Path) -> IdentitySecret {
    let path = index.with_file_name(SECRET);
    let known = fs::read_to_string(&path).ok().and_then(|text| IdentitySecret::parse(&text));
    if let Some(known) = known {
        return known;
    }
    let secret = IdentitySecret::random();
    let partial = index.with_file_name(SECRET_IN_WRITING);
    let _ = crate::store::create_private_file(&partial)
        .and_then(|mut file| file.write_all(secret.to_text().as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&partial, &path));
    secret
}

/// Writes a backup of a store, which may be in use, to a new file that appears whole or not at all.
pub(super) fn backup(store: &SledStore, file: &Path, progress: &Progress) -> Result<BackedUp, Error> {
    crate::store::new_file(file, &mut |out| store.backup(out, file, progress)).map(Into::into)
}
