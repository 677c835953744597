//! The least speed at which somebody must send or read. Only the time counts in which that party was waited for.

use std::time::Duration;

use tokio::time::Instant;

/// So many bytes a second, on average over each window. A window is also how long a party may be silent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub bytes_a_second: u64,
    pub window: Duration,
}

impl Pace {
    /// What must come within a window.
    fn bytes_a_window(self) -> u64 {
        let bytes = u128::from(self.bytes_a_second) * self.window.as_millis() / 1000;
        u64::try_from(bytes).unwrap_or(u64::MAX).max(1)
    }
}

/// One transfer, held against its pace.
#[derive(Debug)]
pub(super) struct Paced {
    pace: Pace,
    /// Of the window under way.
    left: Duration,
    moved: u64,
}

impl Paced {
    pub(super) fn new(pace: Pace) -> Self {
        Self { pace, left: pace.window, moved: 0 }
    }

    pub(super) fn pace(&self) -> Pace {
        self.pace
    }

    /// When the window ends if the party is waited for from now on.
    pub(super) fn ends(&self) -> Instant {
        Instant::now() + self.left
    }

    /// So many bytes came after so long a wait.
    pub(super) fn moved(&mut self, bytes: usize, waited: Duration) {
        self.moved = self.moved.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        self.left = self.left.saturating_sub(waited);
        // Who has done a window's share begins another: nothing is saved up for later.
        if self.moved >= self.pace.bytes_a_window() {
            *self = Self::new(self.pace);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { bytes_a_second: 10, window: Duration::from_secs(10) };

    #[test]
    fn a_window_ends_sooner_for_whoever_is_slow_and_begins_anew_for_whoever_is_not() {
        let mut paced = Paced::new(PACE);
        paced.moved(1, Duration::from_secs(4));
        assert_eq!((paced.left, paced.moved), (Duration::from_secs(6), 1));
        paced.moved(99, Duration::from_secs(1));
        assert_eq!((paced.left, paced.moved), (PACE.window, 0));
        paced.moved(1, Duration::from_secs(11));
        assert_eq!(paced.left, Duration::ZERO);
    }

    #[test]
    fn even_the_lowest_pace_asks_for_a_byte() {
        assert_eq!(Pace { bytes_a_second: 0, window: Duration::ZERO }.bytes_a_window(), 1);
    }
}
