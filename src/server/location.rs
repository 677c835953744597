//! Where the documents of all tenants are kept: in memory, in a data directory, or in PostgreSQL.

use std::path::PathBuf;

use crate::access::TenantName;
use crate::storage::{PostgresUrl, Progress};
use crate::{Engine, EngineOptions, Error};

/// See the module.
#[derive(Clone, Debug)]
pub(super) enum Location {
    Memory,
    DataDirectory(PathBuf),
    #[cfg(feature = "postgres")]
    Postgres(PostgresUrl),
}

impl Location {
    /// That of these options. Beside a database a data directory keeps no documents.
    ///
    /// # Errors
    /// [`Error::Configuration`] for a database where this program knows of none.
    #[cfg_attr(feature = "postgres", expect(clippy::unnecessary_wraps, reason = "without the feature it may fail"))]
    pub(super) fn of(store: Option<&PostgresUrl>, data_dir: Option<&PathBuf>) -> Result<Self, Error> {
        match (store, data_dir) {
            #[cfg(not(feature = "postgres"))]
            (Some(_), _) => {
                let message = "this rolefit was built without PostgreSQL; build it with the feature `postgres`";
                Err(Error::Configuration(message.to_owned()))
            }
            #[cfg(feature = "postgres")]
            (Some(url), _) => Ok(Self::Postgres(url.clone())),
            (None, Some(dir)) => Ok(Self::DataDirectory(dir.clone())),
            (None, None) => Ok(Self::Memory),
        }
    }

    /// Opens the documents of a tenant.
    ///
    /// # Errors
    /// Those of opening them.
    pub(super) fn open(
        &self,
        tenant: &TenantName,
        options: EngineOptions,
        progress: &Progress,
    ) -> Result<Engine, Error> {
        match self {
            Self::Memory => Ok(Engine::in_memory_with(options)),
            Self::DataDirectory(dir) => Engine::open_watched(tenant.directory(dir), options, progress),
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => Engine::open_postgres(url, &tenant.schema(), options, progress),
        }
    }
}
