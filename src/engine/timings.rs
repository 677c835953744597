//! How long the parts of matches and of reading take: durations counted by classes, for whoever watches an engine. Nothing decides by
//! them, and scoring itself knows no clock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Durations counted by classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Durations {
    /// How many took so long: up to [`Durations::UP_TO`] of the same place and longer than the one before; the last longer than any.
    pub counts: [u64; Durations::UP_TO.len() + 1],
    /// How long all of them took together.
    pub total: Duration,
}

impl Durations {
    /// The durations by which classes are told apart: from a short text to the bound on the work of one request.
    pub const UP_TO: [Duration; 14] = [
        Duration::from_micros(100),
        Duration::from_micros(250),
        Duration::from_micros(500),
        Duration::from_millis(1),
        Duration::from_micros(2_500),
        Duration::from_millis(5),
        Duration::from_millis(10),
        Duration::from_millis(25),
        Duration::from_millis(50),
        Duration::from_millis(100),
        Duration::from_millis(250),
        Duration::from_millis(500),
        Duration::from_secs(1),
        Duration::from_secs(10),
    ];
}

/// How long the parts of an engine's work have taken since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkDurations {
    /// Of matches: finding those who pass the filters, by the index and the pool, where there are filters.
    pub index: Durations,
    /// Of matches: bounding fits, a tile at a time. Time of all threads together.
    pub bounds: Durations,
    /// Of matches: the fits themselves. Time of all threads together.
    pub exact: Durations,
    /// Of matches: the rows that are answered.
    pub explain: Durations,
    /// Reading candidates to facts, each for itself.
    pub candidates: Durations,
    /// Reading roles to facts, each for itself.
    pub roles: Durations,
    /// Reading texts to facts that belong to no document.
    pub texts: Durations,
}

/// A part of the work.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work {
    Index,
    Bounds,
    Exact,
    Explain,
    Candidate,
    Role,
    Text,
}

/// Counts while others look.
#[derive(Debug, Default)]
pub(crate) struct Timings([Counter; 7]);

#[derive(Debug, Default)]
struct Counter {
    counts: [AtomicU64; Durations::UP_TO.len() + 1],
    nanoseconds: AtomicU64,
}

impl Timings {
    /// Does some work, and counts how long it took.
    pub(crate) fn time<T>(&self, work: Work, act: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let outcome = act();
        self.add(work, began.elapsed());
        outcome
    }

    pub(crate) fn add(&self, work: Work, took: Duration) {
        let counter = &self.0[work as usize];
        let class = Durations::UP_TO.partition_point(|most| *most < took);
        counter.counts[class].fetch_add(1, Ordering::Relaxed);
        counter.nanoseconds.fetch_add(nanoseconds(took), Ordering::Relaxed);
    }

    pub(super) fn durations(&self) -> WorkDurations {
        let of = |work: Work| {
            let Counter { counts, nanoseconds } = &self.0[work as usize];
            let counts = counts.each_ref().map(|count| count.load(Ordering::Relaxed));
            Durations { counts, total: Duration::from_nanos(nanoseconds.load(Ordering::Relaxed)) }
        };
        WorkDurations {
            index: of(Work::Index),
            bounds: of(Work::Bounds),
            exact: of(Work::Exact),
            explain: of(Work::Explain),
            candidates: of(Work::Candidate),
            roles: of(Work::Role),
            texts: of(Work::Text),
        }
    }
}

/// What all threads of one walk have spent, by what they spent it on.
#[derive(Debug, Default)]
pub(super) struct Spent {
    bounds: AtomicU64,
    exact: AtomicU64,
}

impl Spent {
    pub(super) fn on_bounds(&self, since: Instant) -> Instant {
        Self::note(&self.bounds, since)
    }

    pub(super) fn on_fits(&self, since: Instant) -> Instant {
        Self::note(&self.exact, since)
    }

    /// Notes what has gone by since then, and tells when it is now.
    fn note(of: &AtomicU64, since: Instant) -> Instant {
        let now = Instant::now();
        of.fetch_add(nanoseconds(now.duration_since(since)), Ordering::Relaxed);
        now
    }

    /// Counts it as that of one match.
    pub(super) fn count(&self, timings: &Timings) {
        for (work, spent) in [(Work::Bounds, &self.bounds), (Work::Exact, &self.exact)] {
            timings.add(work, Duration::from_nanos(spent.load(Ordering::Relaxed)));
        }
    }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Role};
    use crate::matching::Filters;
    use crate::{Engine, MatchOptions};

    fn n(durations: &Durations) -> u64 {
        durations.counts.iter().sum()
    }

    #[test]
    fn durations_are_counted_by_their_class() {
        let timings = Timings::default();
        for micros in [1, 100, 101, 10_000_000, 10_000_001] {
            timings.add(Work::Role, Duration::from_micros(micros));
        }
        let found = timings.durations();
        assert_eq!(
            (found.roles.counts[0], found.roles.counts[1], found.roles.counts[13], found.roles.counts[14]),
            (2, 1, 1, 1)
        );
        assert_eq!((found.roles.total, n(&found.texts)), (Duration::from_micros(20_000_203), 0));
    }

    #[test]
    fn a_match_counts_once_for_each_of_its_stages() {
        let engine = Engine::in_memory();
        let person = |n: usize| -> Candidate {
            serde_json::from_value(serde_json::json!({"id": format!("c-{n}"), "skills": ["Slurm"]})).unwrap()
        };
        // Enough for a tile, and one who stands in none.
        engine.put_candidates(&(0..600).map(person).collect::<Vec<_>>()).unwrap();
        engine.put_candidate(&person(600)).unwrap();
        let role: Role = serde_json::from_str(r#"{"id": "r", "must_have": ["Slurm"]}"#).unwrap();
        engine.put_role(&role).unwrap();
        engine.extract("Ran Slurm.").unwrap();
        let before = engine.status().durations;
        assert_eq!((n(&before.candidates), n(&before.roles), n(&before.texts), n(&before.exact)), (601, 1, 1, 0));
        engine.matches(&role.id, &MatchOptions::default()).unwrap();
        let after = engine.status().durations;
        assert_eq!(n(&after.index), 0, "nobody was to be left out");
        for stage in [&after.bounds, &after.exact, &after.explain] {
            assert!(n(stage) == 1 && !stage.total.is_zero(), "{after:?}");
        }
        let filters = Filters { skills: vec!["Slurm".to_owned()], ..Filters::default() };
        engine.matches(&role.id, &MatchOptions::default().with_filters(filters)).unwrap();
        let after = engine.status().durations;
        assert_eq!((n(&after.index), n(&after.bounds)), (1, 2));
        engine.rank(&role, &[person(1), person(2)], &MatchOptions::default()).unwrap();
        let last = engine.status().durations;
        assert_eq!((n(&last.candidates), n(&last.exact), n(&last.explain)), (603, 3, 3));
    }
}
