//! How far the reading of a file has come, in a line: how many, how fast, how long it will take. Where it is shown is the console's
//! matter.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::shortlists::{counted, grouped};

/// The pace of one file's reading.
pub(super) struct Pace {
    kind: &'static str,
    began: Instant,
    shown: Option<Instant>,
}

/// What was read so far.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub kind: &'static str,
    pub documents: usize,
    pub bytes: u64,
    pub total_bytes: Option<u64>,
}

/// A line that replaces the one before is shown so long: often enough to seem alive, seldom enough to be read.
const EACH: Duration = Duration::from_millis(100);
/// A line that stays, as in a log, comes so long after the one before, and after the beginning: short runs have none.
const EACH_KEPT: Duration = Duration::from_secs(10);
/// Before this, rates are those of starting up.
const FIRST_RATE: Duration = Duration::from_secs(1);

impl Pace {
    pub(super) fn of(kind: &'static str) -> Self {
        Self { kind, began: Instant::now(), shown: None }
    }

    pub(super) fn is_of(&self, kind: &str) -> bool {
        self.kind == kind
    }

    /// The line that replaces the one before, when it is time for one.
    pub(super) fn line(&mut self, reading: &Reading) -> Option<String> {
        let now = Instant::now();
        if self.shown.is_some_and(|shown| now - shown < EACH) {
            return None;
        }
        self.shown = Some(now);
        Some(line(reading, now - self.began))
    }

    /// The line that stays, when it is time for one.
    pub(super) fn kept_line(&mut self, reading: &Reading) -> Option<String> {
        self.kept_line_at(reading, Instant::now())
    }

    fn kept_line_at(&mut self, reading: &Reading, now: Instant) -> Option<String> {
        if now.saturating_duration_since(self.shown.unwrap_or(self.began)) < EACH_KEPT {
            return None;
        }
        self.shown = Some(now);
        Some(line(reading, now - self.began))
    }
}

fn line(reading: &Reading, elapsed: Duration) -> String {
    let mut line = format!("{} read", counted(reading.documents, reading.kind));
    let share = reading.total_bytes.filter(|total| *total > 0).map(|total| (reading.bytes.min(total), total));
    if let Some((bytes, total)) = share {
        let _ = write!(line, " · {} %", u128::from(bytes) * 100 / u128::from(total));
    }
    if elapsed < FIRST_RATE {
        return line;
    }
    let rate = reading.documents as u128 * 1000 / elapsed.as_millis().max(1);
    let _ = write!(line, " · {} a second", grouped(usize::try_from(rate).unwrap_or(usize::MAX)));
    if let Some((bytes, total)) = share.filter(|(bytes, _)| *bytes > 0) {
        let left = elapsed.as_millis() * u128::from(total - bytes) / u128::from(bytes) / 1000;
        let _ = write!(line, " · {} left", clock(left));
    }
    line
}

/// `0:42`, `1:02:03`.
fn clock(seconds: u128) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_many_how_fast_and_how_long() {
        let reading = Reading { kind: "candidate", documents: 40_000, bytes: 250, total_bytes: Some(1000) };
        let after = |seconds| line(&reading, Duration::from_secs(seconds));
        assert_eq!(after(0), "40,000 candidates read · 25 %");
        assert_eq!(after(20), "40,000 candidates read · 25 % · 2,000 a second · 1:00 left");
        assert_eq!(after(2000), "40,000 candidates read · 25 % · 20 a second · 1:40:00 left");
        let piped = Reading { total_bytes: None, ..reading };
        assert_eq!(line(&piped, Duration::from_secs(20)), "40,000 candidates read · 2,000 a second");
        let empty = Reading { bytes: 0, total_bytes: Some(0), documents: 0, ..reading };
        assert_eq!(line(&empty, Duration::from_secs(20)), "0 candidates read · 0 a second");
    }

    #[test]
    fn lines_come_no_faster_than_they_can_be_read() {
        let reading = Reading { kind: "role", documents: 1, bytes: 1, total_bytes: None };
        let mut pace = Pace::of("role");
        assert!(pace.line(&reading).is_some() && pace.line(&reading).is_none());
        assert!(pace.is_of("role") && !pace.is_of("candidate"));
    }

    #[test]
    fn lines_that_stay_come_seldom_and_none_of_a_short_run() {
        let reading = Reading { kind: "candidate", documents: 320, bytes: 64, total_bytes: Some(100) };
        let mut pace = Pace::of("candidate");
        let began = pace.began;
        let mut at = |seconds| pace.kept_line_at(&reading, began + Duration::from_secs(seconds));
        assert_eq!((at(0), at(9)), (None, None));
        assert_eq!(at(10).as_deref(), Some("320 candidates read · 64 % · 32 a second · 0:05 left"));
        assert_eq!(at(19), None);
        assert!(at(20).is_some());
    }
}
