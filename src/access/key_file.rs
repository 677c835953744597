//! `keys.json` of a data directory: read, and changed by one process at a time. The documents beside it need not be open.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::key::{Key, KeyState};
use super::key_ring::{Entry, FORMAT, KeyRing, Unreadable};
use super::new_key::{NewKey, check_end};
use super::secret::KeySecret;
use super::tenant::TenantName;
use super::timestamp::Timestamp;
use crate::domain::{Error, StorageErrorKind};
use crate::store::{create_folder, private_file, replace_file};

/// The names of all that is kept of keys in a data directory: the keys, who changes them, and the next version of the file.
pub(crate) const KEY_FILES: [&str; 3] = ["keys.json", "keys.lock", "keys.tmp"];
/// A data directory has no more keys than this; the file stays small enough to be read often.
const MAX_KEYS: usize = 10_000;
/// Keys that have not worked for so long are forgotten when the list is full.
const REMEMBERED_SECONDS: i64 = 90 * 24 * 3600;

/// The keys of a data directory.
#[derive(Clone, Debug)]
pub struct KeyFile {
    folder: PathBuf,
}

/// A key that was just made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedKey {
    /// What is told of it.
    pub key: Key,
    /// The key itself. It is kept nowhere: whoever loses it needs another.
    pub secret: KeySecret,
}

/// How a key is replaced by another.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct KeyRotation {
    /// When the new key stops working; unless said, it lasts as long as the old one was made for.
    pub expires_at: Option<Timestamp>,
    /// So long the old one goes on working beside it, in seconds.
    pub overlap_seconds: u32,
}

crate::domain::setters! {
    impl KeyRotation {
        with_expires_at(expires_at: some Timestamp);
        with_overlap_seconds(overlap_seconds: is u32);
    }
}

impl KeyFile {
    /// The keys of the data directory at `folder`, which need not be there yet.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// All keys; none where no key was ever made.
    ///
    /// # Errors
    /// [`Error::Store`] when the file is damaged or of another version; [`Error::Io`] when it cannot be read.
    pub fn read(&self) -> Result<KeyRing, Error> {
        let bytes = match fs::read(self.path()) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(KeyRing::default()),
            Err(source) => return Err(Error::Io { path: self.path(), source }),
        };
        KeyRing::read(&bytes).map_err(|why| unreadable(&self.path().display().to_string(), &why))
    }

    /// Adds what others know of keys, durably, and gives all of them.
    ///
    /// # Errors
    /// As [`KeyFile::read`]; [`Error::Store`] and [`Error::Io`] when the file cannot be changed.
    #[cfg(all(feature = "postgres", feature = "server"))]
    pub(super) fn take_in(&self, others: &KeyRing) -> Result<KeyRing, Error> {
        let own = self.read()?;
        if own == own.with(others) {
            return Ok(own);
        }
        create_folder(&self.folder)?;
        let _lock = self.lock()?;
        let all = self.read()?.with(others);
        replace_file(&self.path(), &all.write())?;
        Ok(all)
    }

    /// Makes a key, durably. The data directory is made where it is missing.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a name or an end that no key can have; [`Error::Configuration`] when there are too many keys;
    /// [`Error::Store`] and [`Error::Io`] when the file cannot be changed.
    pub fn create(&self, new: &NewKey) -> Result<CreatedKey, Error> {
        new.check(Timestamp::now())?;
        create_folder(&self.folder)?;
        self.change(|entries, now| add(entries, new, now))
    }

    /// Takes a key back, durably; one of another tenant than `tenant` is not known. Revoking it again changes nothing.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such key; [`Error::Store`] and [`Error::Io`] when the file cannot be changed.
    pub fn revoke(&self, id: &str, tenant: Option<&TenantName>) -> Result<Key, Error> {
        self.change(|entries, now| {
            let key = find(entries, id, tenant)?;
            key.revoked_at.get_or_insert(now);
            Ok(key.clone())
        })
    }

    /// Makes a key of the same tenant, scope and name in place of one that works, which ends when the overlap does.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such key; [`Error::Configuration`] when it works no more; as [`KeyFile::create`].
    pub fn rotate(&self, id: &str, rotation: &KeyRotation) -> Result<CreatedKey, Error> {
        check_end(rotation.expires_at, Timestamp::now())?;
        self.change(|entries, now| {
            let old = find(entries, id, None)?;
            let state = old.state(now);
            if state != KeyState::Active {
                let state = state.as_str();
                return Err(Error::Configuration(format!("key {id} is {state}; expected one that works")));
            }
            let lasts = old.expires_at.map(|end| end.seconds() - old.created_at.seconds());
            let expires_at = rotation.expires_at.or_else(|| lasts.map(|seconds| now.plus_seconds(seconds)));
            let new = NewKey { tenant: old.tenant.clone(), scope: old.scope, name: old.name.clone(), expires_at };
            let ends = now.plus_seconds(rotation.overlap_seconds.into());
            old.expires_at = Some(old.expires_at.map_or(ends, |end| end.min(ends)));
            add(entries, &new, now)
        })
    }

    /// Changes the file while nobody else does.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<Entry>, Timestamp) -> Result<T, Error>) -> Result<T, Error> {
        let _lock = self.lock()?;
        let mut entries = self.read()?.into_entries();
        let outcome = change(&mut entries, Timestamp::now())?;
        replace_file(&self.path(), &KeyRing::of(entries).write())?;
        Ok(outcome)
    }

    /// Waits for whoever changes the file.
    fn lock(&self) -> Result<File, Error> {
        let path = self.folder.join(KEY_FILES[1]);
        if !self.folder.is_dir() {
            return Err(Error::NotFound { what: "data directory", id: self.folder.display().to_string() });
        }
        let file = private_file().create(true).truncate(false).write(true).open(&path);
        file.and_then(|file| file.lock().map(|()| file)).map_err(|source| Error::Io { path, source })
    }

    fn path(&self) -> PathBuf {
        self.folder.join(KEY_FILES[0])
    }

    /// The data directory whose keys these are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The error of keys that cannot be read from a place.
pub(super) fn unreadable(place: &str, why: &Unreadable) -> Error {
    match why {
        Unreadable::Format(format) => {
            Error::store(StorageErrorKind::Version, format!("{place} has format {format}; expected {FORMAT}"))
        }
        Unreadable::Damaged => Error::store(
            StorageErrorKind::Damaged,
            format!(
                "{place} is damaged; expected what `rolefit keys` writes: restore it, or remove it and make new keys"
            ),
        ),
    }
}

fn add(entries: &mut Vec<Entry>, new: &NewKey, now: Timestamp) -> Result<CreatedKey, Error> {
    if entries.len() >= MAX_KEYS {
        let is_remembered = |ended: Timestamp| ended.plus_seconds(REMEMBERED_SECONDS) > now;
        entries.retain(|entry| entry.key.ended_at(now).is_none_or(is_remembered));
    }
    if entries.len() >= MAX_KEYS {
        let message = format!("there are {} keys; expected fewer than {MAX_KEYS}", entries.len());
        return Err(Error::Configuration(message));
    }
    let mut secret = KeySecret::new()?;
    while entries.iter().any(|entry| entry.key.id == secret.id()) {
        secret = KeySecret::new()?;
    }
    let NewKey { tenant, scope, name, expires_at } = new.clone();
    let id = secret.id().to_owned();
    let key = Key { id, tenant, scope, name, created_at: now, expires_at, revoked_at: None };
    entries.push(Entry { key: key.clone(), digest: secret.digest() });
    Ok(CreatedKey { key, secret })
}

fn find<'e>(entries: &'e mut [Entry], id: &str, tenant: Option<&TenantName>) -> Result<&'e mut Key, Error> {
    let mut keys = entries.iter_mut().map(|entry| &mut entry.key);
    keys.find(|key| key.id == id && tenant.is_none_or(|tenant| key.tenant == *tenant))
        .ok_or_else(|| Error::NotFound { what: "key", id: id.to_owned() })
}
