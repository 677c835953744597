//! Shows on a terminal how far the care of a data directory has come, while it goes on.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::progress::{Pace, Reading};
use crate::storage::{Progress, ProgressState};

/// The state is looked at so often.
const EACH: Duration = Duration::from_millis(200);

/// Does `work` on a data directory that tells of itself by the progress it is given. Nothing is shown where standard error is no terminal.
pub(super) fn watched<T>(work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::default();
    if !io::stderr().is_terminal() {
        return work(&progress);
    }
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        let watching = progress.clone();
        scope.spawn(move || {
            let mut line = Line::default();
            // The other end is dropped when the work has ended, by a panic too.
            while is_done.recv_timeout(EACH) == Err(RecvTimeoutError::Timeout) {
                if let Some(text) = line.of(&watching.state()) {
                    let _ = write!(io::stderr(), "\r\x1b[2K{text}");
                    let _ = io::stderr().flush();
                }
            }
            if line.was_shown {
                let _ = write!(io::stderr(), "\r\x1b[2K");
            }
        });
        let found = work(&progress);
        drop(done);
        found
    })
}

/// The line of one step after the other.
#[derive(Default)]
struct Line {
    pace: Option<Pace>,
    was_shown: bool,
}

impl Line {
    fn of(&mut self, state: &ProgressState) -> Option<String> {
        let step = state.step.as_str();
        let pace = self.pace.take().filter(|pace| pace.is_of(step));
        let pace = self.pace.insert(pace.unwrap_or_else(|| Pace::of(step)));
        let text = if state.total == 0 {
            state.to_string()
        } else {
            let documents = usize::try_from(state.done).unwrap_or(usize::MAX);
            pace.line(&Reading { kind: "document", documents, bytes: state.done, total_bytes: Some(state.total) })?
        };
        self.was_shown = true;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_and_its_outcome_given() {
        assert_eq!(watched(Progress::state), ProgressState::default());
    }

    #[test]
    fn a_line_tells_the_step_or_how_many_documents_are_read() {
        let mut line = Line::default();
        let state = ProgressState::default();
        assert_eq!(line.of(&state).as_deref(), Some("the store opens its files"));
        let mut state = ProgressState { step: crate::storage::ProgressStep::Documents, ..state };
        (state.done, state.total) = (1_250, 5_000);
        assert_eq!(line.of(&state).as_deref(), Some("1,250 documents read · 25 %"));
        assert!(line.of(&state).is_none() && line.was_shown, "lines come no faster than they can be read");
    }
}
