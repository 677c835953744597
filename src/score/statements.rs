//! What candidates state of place, pay, level and permits to work, kept once for all who state the same: a bound judges each
//! statement once a search, however many people make it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use borsh::{BorshDeserialize, BorshSerialize};
use hashbrown::HashTable;

use super::fixed::Share;
use super::kept_vec::exact;
use super::level::relevant_years;
use super::own_words::is_of_prose;
use crate::domain::{Level, Month, Pay, WorkMode};
use crate::extract::{Available, CandidateFacts, Relocation, Source, Stated};
use crate::taxonomy::Location;

/// How many subjects there are.
pub(super) const SUBJECTS: usize = 4;

/// What a statement is about; its number is its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Place,
    Pay,
    Level,
    Permits,
}

/// Something stated, and whether it is told where the posting's words may stand.
type Said<T> = Option<(T, bool)>;

/// What is stated: equal for two candidates of whom every role thinks the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
enum Key {
    Place {
        home: Said<Location>,
        other_homes: Vec<Location>,
        relocation: Relocation,
        work_modes: Vec<WorkMode>,
        works_remotely_now: bool,
        available: Option<Available>,
    },
    Pay(Said<Pay>),
    Level {
        level: Said<Level>,
        /// Relevant years in tenths, and whether only lists say that they are.
        years: Said<u16>,
        only_listed: bool,
        /// A relevant job goes on after the month of the columns.
        grows: bool,
    },
    Permits {
        authorization: Option<Vec<Box<str>>>,
        is_person_of: Vec<Box<str>>,
        needs_sponsorship: bool,
        is_on_visa: bool,
    },
}

/// One statement.
#[derive(Debug)]
pub(super) struct Statement {
    key: Key,
    /// No two statements have the same at one time; those of forgotten ones are given again.
    number: u32,
    /// Facts of nothing else: as they are, then what is left of them where parts are the posting's words.
    readings: Vec<CandidateFacts>,
}

/// All statements that are known to some columns.
#[derive(Debug, Default)]
pub(crate) struct Statements(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// By what is stated.
    statements: HashTable<Arc<Statement>>,
    /// Numbers are given from here on, when none is free.
    next: u32,
    free: Vec<u32>,
}

/// What the rows of some columns state of one subject.
#[derive(Debug, Default)]
pub(super) struct Stating {
    /// By row, which of the statements.
    rows: Vec<u16>,
    statements: Vec<Arc<Statement>>,
    /// Their numbers.
    numbers: Vec<u32>,
    n_numbers: u32,
}

/// The same for the disk, where no numbers are.
#[derive(BorshSerialize, BorshDeserialize)]
pub(super) struct KeptStating {
    #[borsh(deserialize_with = "exact")]
    rows: Vec<u16>,
    #[borsh(deserialize_with = "exact")]
    keys: Vec<Key>,
}

impl Statement {
    /// Facts of what is stated and nothing else, as they stand.
    pub(super) fn facts(&self) -> &CandidateFacts {
        &self.readings[0]
    }

    /// What it earns by `score` so many months after the month of the columns: as it stands, and at the most where any of its words
    /// may be the posting's.
    pub(super) fn earns(&self, months_later: u32, score: impl Fn(&CandidateFacts) -> Share) -> [Share; 2] {
        let grows = months_later > 0 && matches!(self.key, Key::Level { grows: true, .. });
        let grown = months_later.saturating_mul(10).div_ceil(12) + 1;
        let mut scores = self.readings.iter().map(|facts| match &facts.stated_years {
            Some(years) if grows => {
                let value = years.value.saturating_add(u16::try_from(grown).unwrap_or(u16::MAX));
                let stated_years = Some(Stated { value, ..years.clone() });
                score(&CandidateFacts { stated_years, ..facts.clone() })
            }
            _ => score(facts),
        });
        let own = scores.next().unwrap_or(Share::ONE);
        [own, scores.fold(own, Share::max)]
    }
}

impl Statements {
    /// What rows state of each subject; years as of this month.
    pub(super) fn of<'a>(&self, rows: impl Iterator<Item = &'a CandidateFacts>, as_of: Month) -> [Stating; SUBJECTS] {
        let mut stating = <[Stating; SUBJECTS]>::default();
        let mut places: [BTreeMap<u32, u16>; SUBJECTS] = Default::default();
        let keys =
            rows.map(|facts| [Key::place(facts), Key::pay(facts), Key::level(facts, as_of), Key::permits(facts)]);
        let keys: Vec<_> = keys.collect();
        let mut known = self.known();
        for keys in keys {
            for ((key, stating), places) in keys.into_iter().zip(&mut stating).zip(&mut places) {
                let statement = known.statement(key);
                let place = *places.entry(statement.number).or_insert_with(|| {
                    stating.numbers.push(statement.number);
                    stating.n_numbers = stating.n_numbers.max(statement.number + 1);
                    stating.statements.push(statement);
                    u16::try_from(stating.statements.len() - 1).expect("no more than there are rows")
                });
                stating.rows.push(place);
            }
        }
        stating
    }

    /// What rows state of each subject, as it was kept.
    pub(super) fn of_kept(&self, kept: [KeptStating; SUBJECTS]) -> [Stating; SUBJECTS] {
        let mut known = self.known();
        kept.map(|KeptStating { rows, keys }| {
            let statements: Vec<Arc<Statement>> = keys.into_iter().map(|key| known.statement(key)).collect();
            let numbers: Vec<u32> = statements.iter().map(|statement| statement.number).collect();
            let n_numbers = numbers.iter().max().map_or(0, |last| last + 1);
            Stating { rows, statements, numbers, n_numbers }
        })
    }

    /// Forgets statements that nobody makes any more.
    pub(crate) fn tidy(&self) {
        let mut known = self.known();
        let Known { statements, free, .. } = &mut *known;
        statements.retain(|statement| {
            let is_made = Arc::strong_count(statement) > 1;
            if !is_made {
                free.push(statement.number);
            }
            is_made
        });
    }

    /// Bytes held in memory, without what facts point to.
    pub(crate) fn bytes(&self) -> usize {
        let of = |statement: &Arc<Statement>| size_of::<Statement>() + size_of_val(&*statement.readings);
        self.known().statements.iter().map(of).sum()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn statement(&mut self, key: Key) -> Arc<Statement> {
        let hash = hash(&key);
        if let Some(known) = self.statements.find(hash, |statement| statement.key == key) {
            return known.clone();
        }
        let number = self.free.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        });
        let statement = Arc::new(Statement { readings: key.readings(), key, number });
        self.statements.insert_unique(hash, statement.clone(), |statement| self::hash(&statement.key));
        statement
    }
}

/// The same in every run: nothing that scores may hang on a random order.
fn hash(key: &Key) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

impl Stating {
    /// A row's statement, with its number.
    pub(super) fn of(&self, row: usize) -> (u32, &Statement) {
        let place = usize::from(self.rows[row]);
        (self.numbers[place], &self.statements[place])
    }

    /// All numbers lie below this one.
    pub(super) fn n_numbers(&self) -> u32 {
        self.n_numbers
    }

    pub(super) fn kept(&self) -> KeptStating {
        let keys = self.statements.iter().map(|statement| statement.key.clone()).collect();
        KeptStating { rows: self.rows.clone(), keys }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.rows) + size_of_val(&*self.statements) + size_of_val(&*self.numbers)
    }
}

impl Key {
    fn place(facts: &CandidateFacts) -> Self {
        Self::Place {
            home: said(facts.home.as_ref()),
            other_homes: facts.other_homes.clone(),
            relocation: facts.relocation.clone(),
            work_modes: facts.work_modes.clone(),
            works_remotely_now: facts.works_remotely_now,
            available: facts.available,
        }
    }

    fn pay(facts: &CandidateFacts) -> Self {
        Self::Pay(said(facts.expected_pay.as_ref()))
    }

    fn level(facts: &CandidateFacts, as_of: Month) -> Self {
        let relevant = || facts.jobs.iter().filter(|job| job.relevant);
        let known = relevant_years(facts, as_of);
        // A job that is yet to begin may be of any length by the day that is asked about.
        let years = if relevant().any(|job| job.start > as_of) {
            Some(u16::MAX)
        } else {
            known.as_ref().map(|years| u16::try_from(years.tenths).unwrap_or(u16::MAX))
        };
        let may_go = relevant().next().is_some() || facts.stated_years.as_ref().is_some_and(is_of_prose);
        Self::Level {
            level: said(facts.level.as_ref()),
            years: years.map(|years| (years, may_go)),
            only_listed: known.is_some_and(|years| years.only_listed),
            grows: relevant().any(|job| job.end.is_none_or(|end| end > as_of)),
        }
    }

    fn permits(facts: &CandidateFacts) -> Self {
        Self::Permits {
            authorization: facts.authorization.as_ref().map(|stated| stated.value.clone()),
            is_person_of: facts.is_person_of.clone(),
            needs_sponsorship: facts.needs_sponsorship,
            is_on_visa: facts.is_on_visa,
        }
    }

    /// Facts of nothing else: as they are, then what is left of them where parts are the posting's words.
    fn readings(&self) -> Vec<CandidateFacts> {
        let mut readings = vec![CandidateFacts::default()];
        match self {
            Self::Place { home, other_homes, relocation, work_modes, works_remotely_now, available } => {
                let facts = &mut readings[0];
                facts.other_homes.clone_from(other_homes);
                facts.relocation.clone_from(relocation);
                facts.work_modes.clone_from(work_modes);
                facts.works_remotely_now = *works_remotely_now;
                facts.available = *available;
                add(&mut readings, home.as_ref(), |facts| &mut facts.home);
            }
            Self::Pay(pay) => add(&mut readings, pay.as_ref(), |facts| &mut facts.expected_pay),
            Self::Level { level, years, only_listed, .. } => {
                add(&mut readings, level.as_ref(), |facts| &mut facts.level);
                add(&mut readings, years.as_ref(), |facts| &mut facts.stated_years);
                for years in readings.iter_mut().filter_map(|facts| facts.stated_years.as_mut()) {
                    years.inferred = *only_listed;
                }
            }
            Self::Permits { authorization, is_person_of, needs_sponsorship, is_on_visa } => {
                let stated = authorization.clone().map(|countries| (countries, false));
                add(&mut readings, stated.as_ref(), |facts| &mut facts.authorization);
                let facts = &mut readings[0];
                facts.is_person_of.clone_from(is_person_of);
                (facts.needs_sponsorship, facts.is_on_visa) = (*needs_sponsorship, *is_on_visa);
            }
        }
        readings
    }
}

/// Adds something stated to all readings; and readings without it, where it may go.
fn add<T: Clone>(
    readings: &mut Vec<CandidateFacts>,
    said: Option<&(T, bool)>,
    field: impl Fn(&mut CandidateFacts) -> &mut Option<Stated<T>>,
) {
    let Some((value, may_go)) = said else { return };
    let without = if *may_go { readings.clone() } else { Vec::new() };
    let nowhere = Source { pointer: Box::default(), quote: Box::default() };
    for facts in &mut *readings {
        *field(facts) = Some(Stated { value: value.clone(), inferred: false, source: nowhere.clone() });
    }
    readings.extend(without);
}

fn said<T: Clone>(stated: Option<&Stated<T>>) -> Said<T> {
    stated.map(|stated| (stated.value.clone(), is_of_prose(stated)))
}
