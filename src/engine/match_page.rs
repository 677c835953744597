//! Pages of a match: where one begins, how long it may be, and the cursor that leads to the next. A page begins after the last
//! result of the one before, by the order of fits, so pages of the same documents are one list cut in pieces.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Deserialize, Serialize};

use super::opaque;
use super::options::{Judgement, MAX_RESULTS, MatchOptions};
use crate::domain::{Error, ParseError, PartialDate, Violation, fnv1a, setters};
use crate::explain::{Answer, Match};
use crate::shortlist::{Placed, Rank, Shortlist};

/// Which part of an answer is wanted. With it an answer says by `next_cursor` where the next part begins; without it, only an
/// answer does that ends early (see [`MatchOptions::max_bytes`]).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MatchPage {
    /// The `next_cursor` of the page before; the first page begins without one.
    pub after: Option<MatchCursor>,
}

setters! {
    impl MatchPage {
        with_after(after: some MatchCursor);
    }
}

/// The end of a page: opaque, and of use for the same question to the same engine alone.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct MatchCursor {
    /// Stands for the question.
    question: u64,
    /// How many results came before.
    n_before: u32,
    /// What the last one is ordered by.
    rank: (u32, u32, u64),
    /// Its id.
    id: String,
    /// As of when fits are reckoned, also where nobody said so.
    as_of: String,
}

/// Where a page begins.
#[derive(Clone, Debug)]
pub(crate) struct PageStart {
    question: u64,
    /// Whether it is told where the next page begins although this one is as long as it may be.
    goes_on: bool,
    n_before: usize,
    /// Whether the page is merged with others, which takes the row that is too much, too: another's may be shorter.
    is_part: bool,
    /// None on the first page, and where places are counted instead.
    after: Option<(Rank, String)>,
}

/// Where a page of an answer begins that is merged with those over other candidates, and how long it may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartialPage {
    question: u64,
    goes_on: bool,
    n_before: usize,
    max_bytes: Option<usize>,
}

impl PartialPage {
    /// The place of the page's first result.
    pub(super) fn first_rank(&self) -> usize {
        self.n_before.saturating_add(1)
    }

    /// Ends a merged page where it takes too many bytes, and tells where the next one begins. Each part holds one row more than it may,
    /// so nobody is missing up to that end.
    pub(super) fn end(&self, placed: &mut Vec<(Rank, Match)>, answer: &Answer) -> Option<String> {
        let n_gated: usize = answer.gated.iter().map(|gated| gated.count).sum();
        let n_left = answer.considered.saturating_sub(n_gated).saturating_sub(self.n_before);
        let (mut bytes, mut is_cut) = (0, false);
        for n in 0..placed.len() {
            // They were counted without, too.
            let others = std::mem::take(&mut placed[n].1.possible_duplicate_of);
            bytes += json_bytes(&placed[n].1);
            placed[n].1.possible_duplicate_of = others;
            if n > 0 && self.max_bytes.is_some_and(|most| bytes > most) {
                placed.truncate(n);
                is_cut = true;
                break;
            }
        }
        let (rank, last) = placed.last().filter(|_| n_left > placed.len() && (self.goes_on || is_cut))?;
        let cursor = MatchCursor {
            question: self.question,
            n_before: u32::try_from(self.n_before + placed.len()).unwrap_or(u32::MAX),
            rank: rank.parts(),
            id: last.candidate_id.as_ref()?.as_str().to_owned(),
            as_of: answer.model.as_of.to_string(),
        };
        Some(cursor.to_string())
    }
}

impl fmt::Display for MatchCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque::write(self, f)
    }
}

impl FromStr for MatchCursor {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        opaque::read(text)
    }
}

impl MatchOptions {
    /// The date that was asked for, or that the page before was reckoned with.
    pub(super) fn as_of_or_that_of_the_cursor(&self) -> Result<Option<PartialDate>, Error> {
        let Some(cursor) = self.page.as_ref().and_then(|page| page.after.as_ref()) else { return Ok(self.as_of) };
        let of_cursor = cursor.as_of.parse().map_err(|_| foreign())?;
        if self.as_of.is_some_and(|own| own != of_cursor) { Err(foreign()) } else { Ok(Some(of_cursor)) }
    }
}

impl Judgement {
    /// Begins the page that the options ask for; `subject` stands for whatever the answer depends on beside the options.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a cursor of another question.
    pub(super) fn begin_page(&mut self, options: &MatchOptions, subject: &[&str]) -> Result<(), Error> {
        let MatchOptions { weights, rates, filters, page, max_bytes, .. } = options;
        if page.is_none() && max_bytes.is_none() {
            return Ok(());
        }
        let asked = format!(
            "{subject:?} {weights:?} {rates:?} {filters:?} {} {} {} {}",
            self.taxonomy_version,
            self.profile.hash(),
            self.market.version(),
            env!("CARGO_PKG_VERSION")
        );
        let question = fnv1a(asked.bytes());
        let goes_on = page.is_some();
        let start = match page.as_ref().and_then(|page| page.after.as_ref()) {
            None => PageStart { question, goes_on, n_before: 0, is_part: false, after: None },
            Some(cursor) if cursor.question == question => PageStart {
                question,
                goes_on,
                n_before: usize::try_from(cursor.n_before).unwrap_or(usize::MAX),
                is_part: false,
                after: Some((Rank::of_parts(cursor.rank), cursor.id.clone())),
            },
            Some(_) => return Err(foreign()),
        };
        self.page = Some(start);
        self.max_bytes = *max_bytes;
        Ok(())
    }

    /// As [`Judgement::begin_page`], for an order that is no order of ranks alone: the pages before are found again, and left
    /// out by [`Judgement::rows`]. All pages together hold as many results as one answer may.
    pub(super) fn begin_counted_page(&mut self, options: &MatchOptions, subject: &[&str]) -> Result<(), Error> {
        self.begin_page(options, subject)?;
        if let Some(page) = &mut self.page {
            page.after = None;
            self.limit = self.limit.saturating_add(page.n_before).min(MAX_RESULTS);
        }
        Ok(())
    }

    /// A page after somebody, of no question.
    #[cfg(test)]
    pub(super) fn begin_page_after(&mut self, rank: Rank, id: String) {
        self.page =
            Some(PageStart { question: 0, goes_on: true, n_before: 0, is_part: false, after: Some((rank, id)) });
    }

    /// Makes the page one that is merged with others.
    pub(super) fn begin_part(&mut self) {
        if let Some(page) = &mut self.page {
            page.is_part = true;
        }
    }

    /// What it takes to merge this page with those over other candidates.
    pub(super) fn partial_page(&self) -> Option<PartialPage> {
        let PageStart { question, goes_on, n_before, .. } = self.page.as_ref()?.clone();
        Some(PartialPage { question, goes_on, n_before, max_bytes: self.max_bytes })
    }

    /// How many results came before this page.
    pub(super) fn n_before(&self) -> usize {
        self.page.as_ref().map_or(0, |page| page.n_before)
    }

    /// Whether somebody stands after the pages before.
    pub(super) fn is_on_later_page<T>(&self, placed: &Placed<T>) -> bool {
        self.is_after_the_last(placed.rank, &placed.id)
    }

    /// The same of whoever has this rank.
    pub(super) fn is_after_the_last(&self, rank: Rank, id: &str) -> bool {
        let last = self.page.as_ref().and_then(|page| page.after.as_ref());
        last.is_none_or(|(last, last_id)| rank < *last || (rank == *last && *id > **last_id))
    }

    /// The last of the pages before.
    pub(super) fn last_before(&self) -> Option<Rank> {
        self.page.as_ref().and_then(|page| page.after.as_ref()).map(|(rank, _)| *rank)
    }

    /// Considers one for a page: those of the pages before are counted and not kept.
    pub(super) fn offer<T>(&self, shortlist: &mut Shortlist<T>, placed: Placed<T>) {
        if placed.fit.gate.is_some() || self.is_on_later_page(&placed) {
            shortlist.offer(placed);
        } else {
            shortlist.count(1);
        }
    }

    /// The rows of a page, from its results in their order, and the cursor to the next one; `n_left` is how many results there
    /// are from the page's first on.
    pub(super) fn rows<T>(
        &self,
        placed: impl IntoIterator<Item = Placed<T>>,
        n_left: usize,
        make: impl Fn(usize, Placed<T>) -> Match,
    ) -> (Vec<Match>, Option<String>) {
        let (mut rows, mut bytes, mut last, mut is_cut) = (Vec::new(), 0, None, false);
        for (rank, placed) in (self.n_before() + 1..).zip(placed) {
            if self.cancel.is_cancelled() {
                break;
            }
            let end = (placed.rank, placed.id.clone());
            let row = make(rank, placed);
            if let Some(most) = self.max_bytes {
                bytes += json_bytes(&row);
                is_cut = bytes > most && !rows.is_empty();
                if is_cut && !self.page.as_ref().is_some_and(|page| page.is_part) {
                    break;
                }
            }
            rows.push(row);
            last = Some(end);
            if is_cut {
                break;
            }
        }
        let page = self.page.as_ref().filter(|page| n_left > rows.len() && (page.goes_on || is_cut));
        let cursor = page.zip(last).map(|(page, (rank, id))| {
            MatchCursor {
                question: page.question,
                n_before: u32::try_from(page.n_before + rows.len()).unwrap_or(u32::MAX),
                rank: rank.parts(),
                id: id.into(),
                as_of: self.as_of.to_string(),
            }
            .to_string()
        });
        (rows, cursor)
    }
}

fn foreign() -> Error {
    let message = "this cursor is of another question; expected a cursor with the options of the page that gave it";
    Error::Invalid(vec![Violation { pointer: "/cursor".to_owned(), message: message.to_owned() }])
}

/// How long a row is as JSON.
fn json_bytes(row: &Match) -> usize {
    struct Counter(usize);
    impl Write for Counter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut counter = Counter(0);
    serde_json::to_writer(&mut counter, row).expect("a row is strings and numbers, and a counter takes all");
    // The comma after it.
    counter.0 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, CandidateId, Role, RoleId};
    use crate::engine::Engine;
    use crate::explain::Answer;

    /// An engine with more people than a tile holds, many of them equals, and a role with a gate.
    fn engine() -> (Engine, Role) {
        let engine = Engine::in_memory();
        let person = |n: usize| -> Candidate {
            let skills = [["Slurm", "Lustre"], ["Slurm", "Excel"], ["Excel", "Word"]][n % 3];
            serde_json::from_value(serde_json::json!({"id": format!("c-{n}"), "skills": skills})).unwrap()
        };
        engine.put_candidates(&(0..700).map(person).collect::<Vec<_>>()).unwrap();
        let role: Role = serde_json::from_str(
            r#"{"id": "r", "must_have": [{"name": "Slurm", "gate": true}, "Lustre"], "nice_to_have": ["Excel"]}"#,
        )
        .unwrap();
        engine.put_role(&role).unwrap();
        (engine, role)
    }

    fn options(limit: usize, after: Option<MatchCursor>, max_bytes: Option<usize>) -> MatchOptions {
        let as_of = after.is_none().then(|| PartialDate::year_only(2026));
        MatchOptions { limit, as_of, page: Some(MatchPage { after }), max_bytes, ..MatchOptions::default() }
    }

    fn pages(limit: usize, max_bytes: Option<usize>, ask: impl Fn(&MatchOptions) -> Answer) -> Vec<Match> {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let answer = ask(&options(limit, after, max_bytes));
            assert!(!answer.results.is_empty() || answer.next_cursor.is_none());
            rows.extend(answer.results);
            match answer.next_cursor {
                Some(cursor) => after = Some(cursor.parse().unwrap()),
                None => return rows,
            }
        }
    }

    #[test]
    fn pages_together_are_the_whole_list() {
        let (engine, role) = engine();
        let whole = MatchOptions { page: None, ..options(1000, None, None) };
        let expected = engine.matches(&role.id, &whole).unwrap();
        assert_eq!((expected.results.len(), expected.next_cursor.as_ref()), (467, None));
        for (limit, max_bytes) in [(100, None), (1000, Some(50_000)), (467, None), (30, Some(10_000))] {
            let found = pages(limit, max_bytes, |options| engine.matches(&role.id, options).unwrap());
            assert!(found == expected.results, "{limit} {max_bytes:?}");
        }
        let everybody: Vec<Candidate> = expected
            .results
            .iter()
            .map(|row| engine.candidate(row.candidate_id.as_ref().unwrap()).unwrap().unwrap())
            .collect();
        let expected = engine.rank(&role, &everybody, &whole).unwrap().results;
        assert!(pages(90, Some(200_000), |options| engine.rank(&role, &everybody, options).unwrap()) == expected);
    }

    #[test]
    fn pages_of_roles_and_of_the_alike_are_whole_lists_too() {
        let (engine, role) = engine();
        for n in 0..40 {
            let other = Role { id: RoleId::new(format!("r-{n}")).unwrap(), ..role.clone() };
            engine.put_role(&other).unwrap();
        }
        let someone = CandidateId::new("c-0").unwrap();
        let whole = |limit| MatchOptions { page: None, ..options(limit, None, None) };
        let expected = engine.roles_for(&someone, &whole(100)).unwrap().results;
        assert!(pages(7, None, |options| engine.roles_for(&someone, options).unwrap()) == expected);
        let expected = engine.similar_candidates(&someone, &whole(1000)).unwrap().results;
        assert!(pages(250, Some(100_000), |options| engine.similar_candidates(&someone, options).unwrap()) == expected);
        let expected = engine.similar_roles(&role.id, &whole(1000)).unwrap().results;
        assert!(pages(9, None, |options| engine.similar_roles(&role.id, options).unwrap()) == expected);
    }

    #[test]
    fn a_page_is_no_longer_than_it_may_be_and_never_empty() {
        let (engine, role) = engine();
        let answer = engine.matches(&role.id, &options(1000, None, Some(20_000))).unwrap();
        let bytes = serde_json::to_string(&answer.results).unwrap().len();
        assert!(answer.results.len() > 1 && bytes <= 20_001, "{bytes}");
        assert_eq!(engine.matches(&role.id, &options(1000, None, Some(0))).unwrap().results.len(), 1);
    }

    #[test]
    fn an_answer_that_nobody_asked_for_in_pages_goes_on_only_where_it_had_to_end_early() {
        let (engine, role) = engine();
        let ask = |limit, max_bytes| {
            let options = MatchOptions { page: None, ..options(limit, None, max_bytes) };
            engine.matches(&role.id, &options).unwrap()
        };
        assert_eq!(ask(10, None).next_cursor, None);
        assert!(ask(10, Some(1 << 20)) == ask(10, None));
        let early = ask(10, Some(5_000));
        let rest = options(10, Some(early.next_cursor.unwrap().parse().unwrap()), None);
        let rest = engine.matches(&role.id, &MatchOptions { limit: 10 - early.results.len(), ..rest }).unwrap();
        assert!([early.results, rest.results].concat() == ask(10, None).results);
    }

    #[test]
    fn a_cursor_of_another_question_is_refused() {
        let (engine, role) = engine();
        let cursor = engine.matches(&role.id, &options(5, None, None)).unwrap().next_cursor.unwrap();
        let cursor: MatchCursor = cursor.parse().unwrap();
        let refused = |options: &MatchOptions| engine.matches(&role.id, options).unwrap_err().to_string();
        let again = options(5, Some(cursor.clone()), None);
        let other_date = MatchOptions { as_of: Some(PartialDate::year_only(2025)), ..again.clone() };
        assert!(refused(&other_date).contains("/cursor"));
        let other_rates = MatchOptions { rates: [(crate::domain::Currency::USD, 1.0)].into(), ..again.clone() };
        assert!(refused(&other_rates).contains("another question"));
        assert!(engine.matches(&role.id, &again).is_ok());
        engine.put_role(&Role { title: Some("Another".to_owned()), ..role.clone() }).unwrap();
        assert!(refused(&again).contains("another question"), "the role is another one now");
        for broken in ["", "zz", "00", &format!("{cursor}00"), &cursor.to_string()[2..]] {
            assert!(broken.parse::<MatchCursor>().is_err(), "{broken}");
        }
    }
}
