//! What a task is told: roles, options, files of the pool and knowledge of one's own. It travels in the plan, so executors hold no
//! state, and any of them can do any task again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rolefit::extract::Extractor;
use rolefit::market::Market;
use rolefit::matching::ScoringProfile;
use rolefit::model::{CancelToken, Currency, Language, PartialDate};
use rolefit::taxonomy::Taxonomy;
use rolefit::{Engine, EngineOptions, Error, MatchOptions, Role};
use serde::{Deserialize, Serialize};

/// One ranking.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) files: Vec<PoolFile>,
    pub(crate) roles: Vec<Role>,
    pub(crate) knowledge: Knowledge,
    pub(crate) options: Options,
}

impl Job {
    /// The file of the pool with this number.
    ///
    /// # Errors
    /// When it is not here, or another one than who asked saw.
    pub(crate) fn path(&self, number: u32) -> Result<&Path, Error> {
        let file = usize::try_from(number).ok().and_then(|at| self.files.get(at));
        let Some(PoolFile { path, n_bytes }) = file else {
            return Err(Error::Malformed(format!("the plan has no file {number}")));
        };
        let found = path.metadata().map_err(|source| Error::Io { path: path.clone(), source })?.len();
        if found != *n_bytes {
            let seen = format!("{found} bytes where it is ranked and {n_bytes} where the ranking was asked for");
            return Err(Error::Configuration(format!("{} has {seen}; expected one file", path.display())));
        }
        Ok(path)
    }

    /// The name of the file with this number, within its folder.
    pub(crate) fn name(&self, number: u32) -> String {
        let file = usize::try_from(number).ok().and_then(|at| self.files.get(at));
        let name = file.and_then(|file| file.path.file_name());
        name.map_or_else(|| format!("file {number}"), |name| name.to_string_lossy().into_owned())
    }
}

/// A file of the pool, as who asked saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PoolFile {
    pub(crate) path: PathBuf,
    pub(crate) n_bytes: u64,
}

/// Those options of a match that a ranking of files has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Options {
    pub(crate) limit: usize,
    /// Absent until somebody has said which day it is.
    pub(crate) as_of: Option<PartialDate>,
    pub(crate) blind: bool,
    pub(crate) language: Language,
    pub(crate) rates: BTreeMap<Currency, f64>,
}

impl Options {
    pub(crate) fn for_match(&self, cancel: &CancelToken) -> MatchOptions {
        let mut options = MatchOptions::default()
            .with_limit(self.limit)
            .with_blind(self.blind)
            .with_language(self.language)
            .with_rates(self.rates.clone())
            .with_cancel(cancel.clone());
        options.as_of = self.as_of;
        options
    }
}

/// The texts of files in place of, or beside, what is built in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Knowledge {
    pub(crate) profile: Option<String>,
    pub(crate) taxonomy: Option<String>,
    pub(crate) market: Option<String>,
}

impl Knowledge {
    /// An engine in memory.
    ///
    /// # Errors
    /// When a text cannot be used; the message says of which it is.
    pub(crate) fn engine(&self) -> Result<Engine, Error> {
        let named = |name: &str, problem: &dyn std::fmt::Display| Error::Configuration(format!("{name}: {problem}"));
        let mut options = EngineOptions::default();
        if let Some(text) = &self.taxonomy {
            let taxonomy = Taxonomy::extended(text).map_err(|error| named("--taxonomy", &error))?;
            if let Some(problem) = Extractor::problems_of_rules(&taxonomy).first() {
                return Err(named("--taxonomy", problem));
            }
            options = options.with_taxonomy(Arc::new(taxonomy));
        }
        if let Some(text) = &self.profile {
            options = options.with_profile(ScoringProfile::parse(text).map_err(|error| named("--profile", &error))?);
        }
        if let Some(text) = &self.market {
            options = options.with_market(Arc::new(Market::extended(text).map_err(|error| named("--market", &error))?));
        }
        Ok(Engine::in_memory_with(options))
    }

    /// The same, kept for the next task of this process that asks for it: the last one made.
    pub(crate) fn kept_engine(&self) -> Result<Arc<Engine>, Error> {
        static LAST: Mutex<Option<(Knowledge, Arc<Engine>)>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((knowledge, engine)) if knowledge == self => Ok(engine.clone()),
            _ => {
                let engine = Arc::new(self.engine()?);
                *last = Some((self.clone(), engine.clone()));
                Ok(engine)
            }
        }
    }
}
