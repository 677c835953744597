//! The keys of the service, read again as the file changes: what `rolefit keys` does is seen within a second.

use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Duration;

use crate::Error;
#[cfg(feature = "postgres")]
use crate::access::SharedKeys;
use crate::access::{KeyFile, KeyRing};
#[cfg(feature = "postgres")]
use crate::storage::PostgresUrl;

/// How often the file is looked at: often enough that a revoked key is refused within a second.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// The keys of a service with a data directory.
#[derive(Debug)]
pub(super) struct KeyWatch {
    file: KeyFile,
    keys: RwLock<Keys>,
    /// Whoever looks, one after the other: what was read earlier must not replace what was read later.
    looking: Mutex<()>,
}

/// What is known of the keys.
#[derive(Clone, Debug)]
enum Keys {
    /// Nobody was ever given one.
    None,
    Some(Arc<KeyRing>),
    /// There are keys, and they cannot be read.
    Unreadable,
}

/// What a request must bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// Nothing: there are no keys.
    Nothing,
    /// A key.
    Key,
    /// Nobody knows: what there was of keys cannot be read.
    Unknown,
}

impl KeyWatch {
    /// Reads the keys for the first time.
    ///
    /// # Errors
    /// As [`KeyFile::read`]: a service whose keys cannot be read does not start.
    pub(super) fn start(file: KeyFile) -> Result<Arc<Self>, Error> {
        let ring = file.read()?;
        let keys = if ring.is_empty() { Keys::None } else { Keys::Some(Arc::new(ring)) };
        let watch = Arc::new(Self { file, keys: RwLock::new(keys), looking: Mutex::default() });
        let watched = Arc::downgrade(&watch);
        let thread = std::thread::Builder::new().name("keys".to_owned()).spawn(move || look(&watched));
        thread.map_err(|error| {
            Error::Configuration(format!("the thread that watches keys cannot be started: {error}"))
        })?;
        Ok(watch)
    }

    /// Keeps the file and what other services on a database know of keys the same, from now on.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached: a service that does not know who was refused elsewhere does not start.
    #[cfg(feature = "postgres")]
    pub(super) fn share(self: &Arc<Self>, url: &PostgresUrl) -> Result<(), Error> {
        let shared = SharedKeys::open(url)?;
        shared.exchange(&self.file)?;
        self.look();
        let watched = Arc::downgrade(self);
        let thread = std::thread::Builder::new().name("shared-keys".to_owned());
        let started = thread.spawn(move || exchange(&watched, &shared));
        started
            .map(drop)
            .map_err(|error| Error::Configuration(format!("the thread that shares keys cannot be started: {error}")))
    }

    /// Where the keys are kept.
    pub(super) fn file(&self) -> &KeyFile {
        &self.file
    }

    pub(super) fn demand(&self) -> Demand {
        match self.keys() {
            Keys::None => Demand::Nothing,
            Keys::Some(_) => Demand::Key,
            Keys::Unreadable => Demand::Unknown,
        }
    }

    /// The keys, where there are any that can be read.
    pub(super) fn ring(&self) -> Option<Arc<KeyRing>> {
        match self.keys() {
            Keys::Some(ring) => Some(ring),
            Keys::None | Keys::Unreadable => None,
        }
    }

    fn keys(&self) -> Keys {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks at the file. Once there were keys, the service never opens again: a file that is gone or damaged lets nobody in.
    pub(super) fn look(&self) {
        let _looking = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.file.read();
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        match (found, &*keys) {
            (Ok(ring), Keys::Some(known)) if ring == **known => {}
            (Ok(ring), Keys::None) if ring.is_empty() => {}
            (Ok(ring), _) if !ring.is_empty() => {
                tracing::info!(keys = ring.keys().count(), "the keys were read anew");
                *keys = Keys::Some(Arc::new(ring));
            }
            (_, Keys::Unreadable) => {}
            _ => {
                tracing::error!("the keys cannot be read any more: nobody is let in until they can");
                *keys = Keys::Unreadable;
            }
        }
    }
}

/// Looks until nobody needs the keys any more.
fn look(watch: &Weak<KeyWatch>) {
    loop {
        std::thread::sleep(LOOK_EVERY);
        match watch.upgrade() {
            Some(watch) => watch.look(),
            None => return,
        }
    }
}

/// Exchanges keys until nobody needs them any more. Without the database those of the file work on.
#[cfg(feature = "postgres")]
fn exchange(watch: &Weak<KeyWatch>, shared: &SharedKeys) {
    let mut is_failing = false;
    loop {
        std::thread::sleep(LOOK_EVERY);
        let Some(watch) = watch.upgrade() else { return };
        match shared.exchange(&watch.file) {
            Ok(()) => {
                is_failing = false;
                watch.look();
            }
            Err(error) if !is_failing => {
                tracing::warn!(%error, "keys that other services make or revoke are not seen until the database answers");
                is_failing = true;
            }
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::{NewKey, Scope, TenantName};

    fn admin() -> NewKey {
        NewKey::new(TenantName::default(), Scope::Admin)
    }

    #[test]
    fn the_first_key_closes_the_service_and_nothing_opens_it_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = KeyFile::at(folder.path());
        let watch = KeyWatch::start(file.clone()).unwrap();
        assert_eq!(watch.demand(), Demand::Nothing);
        let made = file.create(&admin()).unwrap();
        watch.look();
        assert_eq!(watch.demand(), Demand::Key);
        file.revoke(&made.key.id, None).unwrap();
        watch.look();
        assert_eq!(watch.demand(), Demand::Key, "all keys are revoked");
        let (path, kept) = (folder.path().join("keys.json"), std::fs::read(folder.path().join("keys.json")).unwrap());
        for damaged in [None, Some(&b""[..]), Some(br#"{"format":1,"keys":[]}"#), Some(&kept[..50])] {
            match damaged {
                None => std::fs::remove_file(&path).unwrap(),
                Some(bytes) => std::fs::write(&path, bytes).unwrap(),
            }
            watch.look();
            assert_eq!(watch.demand(), Demand::Unknown);
            std::fs::write(&path, &kept).unwrap();
            watch.look();
            assert_eq!(watch.demand(), Demand::Key, "and goes on when they can be read");
        }
    }

    #[test]
    fn a_service_whose_keys_cannot_be_read_does_not_start() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("keys.json"), "{").unwrap();
        assert!(KeyWatch::start(KeyFile::at(folder.path())).is_err());
    }

    #[test]
    fn a_change_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = KeyFile::at(folder.path());
        let watch = KeyWatch::start(file.clone()).unwrap();
        file.create(&admin()).unwrap();
        let began = std::time::Instant::now();
        while watch.demand() == Demand::Nothing {
            assert!(began.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
