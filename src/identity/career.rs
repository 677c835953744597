//! What two careers have in common: employers, the months in which jobs began and ended, titles, texts.

use super::data::CONTACTS;
use super::fold::{folded, words};
use crate::domain::{Job, Month, PartialDate, fnv1a};

/// Shorter texts are phrases that many write.
const MIN_TEXT: usize = 80;
/// How alike two employers' names have to be, by Jaro-Winkler from 0 to 1, where one is not within the other.
const SAME_EMPLOYER: f64 = 0.94;
/// Of so many words of the shorter title the longer one has one at least.
const SAME_TITLE: usize = 2;
/// Careers that run side by side for so many months at different employers are two people's. Fewer are a handover, or a second job.
const SIDE_BY_SIDE: i32 = 18;
/// Careers that began so many months apart are of two generations, where nothing else is in common.
const GENERATION: i32 = 12 * 12;

/// A job as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JobMark {
    /// Without the words of its legal form.
    employer: Vec<String>,
    title: Vec<String>,
    start: Option<Moment>,
    /// None where it goes on, or nothing is said.
    end: Option<Moment>,
    text: Option<u64>,
}

/// A month, or a year of which the month is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    first: Month,
    last: Month,
}

/// What two careers have in common, and what speaks against it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CareerLikeness {
    /// Employers of both.
    pub n_employers: u32,
    /// Jobs that began in the same month, year, and so many that contradict each other.
    pub n_same_month: u32,
    pub n_same_year: u32,
    pub n_other_start: u32,
    /// Jobs that ended in the same month.
    pub n_same_end: u32,
    pub n_same_title: u32,
    pub n_same_text: u32,
    /// They run side by side at different employers.
    pub is_side_by_side: bool,
    /// They began years apart.
    pub is_generation_apart: bool,
}

impl JobMark {
    pub(super) fn of(job: &Job) -> Self {
        Self::told(job, &folded(job.description.as_deref().unwrap_or_default()))
    }

    /// Of a job whose description is folded already.
    pub(super) fn told(job: &Job, description: &str) -> Self {
        let employer = employer_words(job.employer.as_deref().unwrap_or_default());
        let text = (description.len() >= MIN_TEXT).then(|| fnv1a(description.bytes()));
        let moment =
            |date: &Option<PartialDate>| date.map(|date| Moment { first: date.first_month(), last: date.last_month() });
        Self {
            employer,
            title: words(job.title.as_deref().unwrap_or_default()),
            start: moment(&job.start),
            end: moment(&job.end),
            text,
        }
    }

    /// What stands for the employer in a key: its first two telling words.
    pub(super) fn employer_key(&self) -> Option<String> {
        (!self.employer.is_empty()).then(|| self.employer.iter().take(2).map(String::as_str).collect())
    }

    /// When it began, for those who seek the latest job.
    pub(super) fn began(&self) -> Option<Month> {
        self.start.map(|start| start.first)
    }

    /// Whether both are the same job, told twice: one employer, and times that do not contradict each other.
    pub(super) fn is_same_job(&self, other: &Self) -> bool {
        self.is_of_same_employer(other)
            && match (self.start, other.start) {
                (Some(one), Some(two)) => one.first <= two.last && two.first <= one.last,
                _ => self.title == other.title,
            }
    }

    fn is_of_same_employer(&self, other: &Self) -> bool {
        if self.employer.is_empty() || other.employer.is_empty() {
            return false;
        }
        let (short, long) = if self.employer.len() <= other.employer.len() { (self, other) } else { (other, self) };
        short.employer == long.employer[..short.employer.len()]
            || strsim::jaro_winkler(&self.employer.concat(), &other.employer.concat()) >= SAME_EMPLOYER
    }

    /// How well two jobs of one employer go together, to choose the best of several.
    fn closeness(&self, other: &Self) -> i32 {
        let starts = match (self.start, other.start) {
            (Some(one), Some(two)) if one == two => 6,
            (Some(one), Some(two)) if one.overlaps(two) => 4,
            (Some(_), Some(_)) => 0,
            _ => 2,
        };
        starts
            + i32::from(self.end.is_some() && self.end == other.end) * 2
            + i32::from(self.has_title_of(other))
            + i32::from(self.text.is_some() && self.text == other.text) * 4
    }

    fn has_title_of(&self, other: &Self) -> bool {
        let (short, long) = if self.title.len() <= other.title.len() { (self, other) } else { (other, self) };
        let n_common = short.title.iter().filter(|word| long.title.contains(word)).count();
        n_common > 0 && n_common * SAME_TITLE >= short.title.len()
    }

    /// From when to when it is known to have gone on; what goes on still ends with `now`.
    fn known_months(&self, now: Month) -> Option<(Month, Month)> {
        let start = self.start?;
        let end = self.end.map_or(now, |end| end.first);
        (end > start.last).then_some((start.last, end))
    }
}

impl Moment {
    fn is_month(self) -> bool {
        self.first == self.last
    }

    fn overlaps(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// The words that tell an employer from others.
pub(super) fn employer_words(name: &str) -> Vec<String> {
    let mut employer = words(name);
    while employer.len() > 1 && employer.last().is_some_and(|last| CONTACTS.legal_forms.contains(last)) {
        employer.pop();
    }
    employer.retain(|word| word != "the");
    employer
}

pub(super) fn compare(one: &[JobMark], other: &[JobMark]) -> CareerLikeness {
    let mut found = CareerLikeness::default();
    let mut pairs: Vec<(i32, usize, usize)> = Vec::new();
    for (a, job) in one.iter().enumerate() {
        for (b, theirs) in other.iter().enumerate() {
            if job.is_of_same_employer(theirs) {
                pairs.push((-job.closeness(theirs), a, b));
            }
        }
    }
    pairs.sort_unstable();
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for (_, a, b) in pairs {
        if taken.iter().any(|pair| pair.0 == a || pair.1 == b) {
            continue;
        }
        let (job, theirs) = (&one[a], &other[b]);
        let is_new_employer = taken.iter().all(|pair| !one[pair.0].is_of_same_employer(job));
        taken.push((a, b));
        found.n_employers += u32::from(is_new_employer);
        match (job.start, theirs.start) {
            (Some(one), Some(two)) if one.is_month() && one == two => found.n_same_month += 1,
            (Some(one), Some(two)) if one.overlaps(two) => found.n_same_year += 1,
            // Months are misremembered; and several jobs at one employer are told as one.
            (Some(one), Some(two)) if one.first.since(two.first).abs() <= MISREMEMBERED => found.n_same_year += 1,
            (Some(_), Some(_)) if is_new_employer => found.n_other_start += 1,
            _ => {}
        }
        let ends_are_months = job.end.is_some_and(Moment::is_month);
        found.n_same_end += u32::from(ends_are_months && job.end == theirs.end);
        found.n_same_title += u32::from(job.has_title_of(theirs));
        found.n_same_text += u32::from(job.text.is_some() && job.text == theirs.text);
    }
    if taken.is_empty() {
        found.is_side_by_side = months_side_by_side(one, other) >= SIDE_BY_SIDE;
        let began = |jobs: &[JobMark]| jobs.iter().filter_map(JobMark::began).min();
        found.is_generation_apart =
            began(one).zip(began(other)).is_some_and(|(one, two)| one.since(two).abs() >= GENERATION);
    }
    found
}

/// So many months people are off when they tell when a job began.
const MISREMEMBERED: i32 = 2;

/// The longest time that two jobs, one of each, ran side by side.
fn months_side_by_side(one: &[JobMark], other: &[JobMark]) -> i32 {
    let has_employer = |job: &&JobMark| !job.employer.is_empty();
    // Whatever goes on still did so when the later of all jobs began.
    let all = one.iter().chain(other);
    let Some(now) = all.flat_map(|job| [job.began(), job.end.map(|end| end.first)]).flatten().max() else { return 0 };
    let side_by_side = |job: &JobMark, theirs: &JobMark| {
        let (a, b) = job.known_months(now).zip(theirs.known_months(now))?;
        Some(a.1.min(b.1).since(a.0.max(b.0)))
    };
    let pairs = one
        .iter()
        .filter(has_employer)
        .flat_map(|job| other.iter().filter(has_employer).map(move |theirs| (job, theirs)));
    pairs.filter_map(|(job, theirs)| side_by_side(job, theirs)).max().unwrap_or(0).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(employer: &str, start: &str, end: &str) -> JobMark {
        let date = |text: &str| text.parse::<PartialDate>().ok();
        JobMark::of(&Job { employer: Some(employer.to_owned()), start: date(start), end: date(end), ..Job::default() })
    }

    #[test]
    fn an_employer_is_one_whatever_its_legal_form_and_spelling() {
        for (one, other) in [
            ("Foo Systems GmbH", "FOO Systems"),
            ("The Bar Group, Inc.", "Bar"),
            ("Nvidia", "NVIDIA Corporation"),
            ("Helmholtz Zentrum", "Helmholtz Zentrumm"),
        ] {
            assert!(job(one, "", "").is_of_same_employer(&job(other, "", "")), "{one} / {other}");
        }
        assert!(!job("Foo Systems", "", "").is_of_same_employer(&job("Bar Systems", "", "")));
        assert!(!job("", "", "").is_of_same_employer(&job("", "", "")));
    }

    #[test]
    fn jobs_of_one_employer_are_held_against_each_other() {
        let found = compare(
            &[job("Foo", "2015-03", "2018-06"), job("Bar", "2018-07", "")],
            &[job("Bar Inc", "2018", ""), job("Foo", "2015-03", "2018-06"), job("Baz", "2022-01", "")],
        );
        assert_eq!((found.n_employers, found.n_same_month, found.n_same_year, found.n_same_end), (2, 1, 1, 1));
        assert!(!found.is_side_by_side);
        let found = compare(&[job("Foo", "2015-03", "2018-06")], &[job("Foo", "2001-02", "2004-01")]);
        assert_eq!((found.n_employers, found.n_other_start), (1, 1));
    }

    #[test]
    fn careers_side_by_side_are_two() {
        let found = compare(&[job("Foo", "2015-03", "2018-06")], &[job("Bar", "2014-01", "2019-01")]);
        assert!(found.is_side_by_side && !found.is_generation_apart);
        let found = compare(&[job("Foo", "2015-03", "2016-06")], &[job("Bar", "2016-05", "2019-01")]);
        assert!(!found.is_side_by_side);
        assert!(compare(&[job("Foo", "1990", "1995")], &[job("Bar", "2015", "2019")]).is_generation_apart);
    }
}
