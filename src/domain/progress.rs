//! How far the opening of an engine, or the care of a data directory, has come, for whoever waits for it. It changes nothing.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// What is being done. An engine that opens goes through all steps, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProgressStep {
    /// The store opens its files and repairs what a crash left.
    #[default]
    Store,
    /// Every document is read: checked at an opening, and then, counted anew, extracted where no facts are kept; verified, copied or
    /// exported by a call of `DataDirectory`.
    Documents,
    /// The index is brought up to date, or built anew.
    Index,
    /// All is done.
    Done,
}

impl ProgressStep {
    /// All steps, in their order.
    pub const ALL: [Self; 4] = [Self::Store, Self::Documents, Self::Index, Self::Done];

    /// A name for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Store => "store",
            Self::Documents => "documents",
            Self::Index => "index",
            Self::Done => "done",
        }
    }
}

/// How far the present step has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProgressState {
    /// What is being done.
    pub step: ProgressStep,
    /// How many documents the step is through with.
    pub done: u64,
    /// How many it has to do; 0 where that is not known.
    pub total: u64,
}

impl fmt::Display for ProgressState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.step {
            ProgressStep::Store => "the store opens its files",
            ProgressStep::Documents => "documents are read",
            ProgressStep::Index => "the index is brought up to date",
            ProgressStep::Done => "all is done",
        })?;
        if self.total > 0 { write!(f, ": {} of {}", self.done, self.total) } else { Ok(()) }
    }
}

/// The progress of one opening, or of one call that goes through a data directory. Cheap to clone; every clone tells of the same, to any
/// thread.
///
/// ```
/// # #[cfg(feature = "storage")] {
/// use rolefit::{Engine, EngineOptions};
/// use rolefit::storage::{Progress, ProgressStep};
///
/// let (folder, progress) = (tempfile::tempdir()?, Progress::default());
/// // Another thread may ask a clone meanwhile.
/// let engine = Engine::open_watched(folder.path(), EngineOptions::default(), &progress)?;
/// assert_eq!(progress.state().step, ProgressStep::Done);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Mutex<ProgressState>>);

impl Progress {
    /// Where it stands now.
    pub fn state(&self) -> ProgressState {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A step begins.
    pub(crate) fn begin(&self, step: ProgressStep, total: u64) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ProgressState { step, done: 0, total };
    }

    /// All is done that there was to do.
    pub(crate) fn finish(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *state = ProgressState { step: ProgressStep::Done, done: state.total, total: state.total };
    }

    /// So many more are done.
    pub(crate) fn add(&self, done: usize) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).done += u64::try_from(done).unwrap_or(u64::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_told_in_words() {
        let progress = Progress::default();
        assert_eq!(progress.state().to_string(), "the store opens its files");
        progress.begin(ProgressStep::Documents, 7);
        progress.add(3);
        assert_eq!(progress.state().to_string(), "documents are read: 3 of 7");
    }
}
