//! Cooperative cancellation: a flag and a deadline that long work looks at between its steps. It stops work and changes no answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::error::{Error, StopReason};

/// Tells long work to stop: when [`cancel`](Self::cancel) was called on any clone, or once a deadline has passed.
///
/// The default token never stops anything. Clones share the flag; a deadline belongs to the clone that it was set on.
///
/// ```
/// use rolefit::error::ErrorKind;
/// use rolefit::model::CancelToken;
///
/// let token = CancelToken::new();
/// let worker = token.clone();
/// assert!(worker.check().is_ok());
/// token.cancel();
/// assert_eq!(worker.check().unwrap_err().kind(), ErrorKind::Cancelled);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    /// None for a token that nobody can cancel; two where two askers may stop the work.
    flags: Vec<Arc<AtomicBool>>,
    deadline: Option<Instant>,
}

impl CancelToken {
    /// A token that [`cancel`](Self::cancel) stops.
    pub fn new() -> Self {
        Self { flags: vec![Arc::default()], deadline: None }
    }

    /// This token with a deadline: it stops at `deadline` too, or at an earlier one that was set before.
    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Self {
        let deadline = self.deadline.map_or(deadline, |earlier| earlier.min(deadline));
        Self { deadline: Some(deadline), ..self }
    }

    /// Stops where either of the two would.
    pub(crate) fn or(&self, other: &Self) -> Self {
        let deadline = [self.deadline, other.deadline].into_iter().flatten().min();
        Self { flags: self.flags.iter().chain(&other.flags).cloned().collect(), deadline }
    }

    /// Stops all work that holds a clone. A default token, which nobody waits for, is left as it is.
    pub fn cancel(&self) {
        for flag in &self.flags {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether to stop now.
    pub fn is_cancelled(&self) -> bool {
        self.stop_reason().is_some()
    }

    /// `Ok` while work may go on.
    ///
    /// # Errors
    /// [`Error::Cancelled`] once it is to stop.
    pub fn check(&self) -> Result<(), Error> {
        self.stop_reason().map_or(Ok(()), |reason| Err(Error::Cancelled(reason)))
    }

    fn stop_reason(&self) -> Option<StopReason> {
        if self.flags.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Some(StopReason::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(StopReason::DeadlinePassed)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_default_token_never_stops() {
        let token = CancelToken::default();
        token.cancel();
        assert!(!token.is_cancelled());
    }

    #[test]
    fn a_clone_stops_with_its_origin() {
        let token = CancelToken::new();
        let clone = token.clone();
        token.cancel();
        assert!(matches!(clone.check(), Err(Error::Cancelled(StopReason::Cancelled))));
    }

    #[test]
    fn of_two_tokens_either_stops() {
        for stopped in [0, 1] {
            let tokens = [CancelToken::new(), CancelToken::new()];
            let both = tokens[0].or(&tokens[1]);
            assert!(both.check().is_ok());
            tokens[stopped].cancel();
            assert!(both.check().is_err());
        }
        assert!(CancelToken::default().or(&CancelToken::new().with_deadline(Instant::now())).is_cancelled());
    }

    #[test]
    fn the_earlier_deadline_counts() {
        let now = Instant::now();
        let token = CancelToken::new().with_deadline(now).with_deadline(now + Duration::from_secs(3600));
        assert!(matches!(token.check(), Err(Error::Cancelled(StopReason::DeadlinePassed))));
    }
}
