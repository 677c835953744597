//! Which part of a text belongs to the dates in it.

use super::heads::{Heads, is_leave, is_schooling};
use super::{Dated, DatedSpan};
use crate::extract::lists;
use crate::extract::terms::{Reading, is_break};
use crate::extract::text::{Line, Span};
use crate::extract::words::{one_of, words};

/// The heading of a section has no more words.
const SECTION_WORDS: usize = 4;
/// A line of more bytes heads nothing.
const MAX_HEADING_LEN: usize = 400;
/// A title with its employer has no more words.
const TITLE_WORDS: usize = 12;
/// So many lines above its dates a job begins at most: employer, place, title, kind of contract.
const LINES_ABOVE: usize = 4;

/// What the headings of sections begin with.
const SECTIONS: &[&str] = lists::TIMELINE_COVER_SECTIONS;
/// Those under which schooling stands.
const SCHOOLS: &[&str] = lists::TIMELINE_COVER_SCHOOLS;

/// The heading of a section at a line, folded.
fn section<'a>(reading: &Reading<'a>, line: usize) -> Option<&'a str> {
    let line = &reading.text.lines()[line];
    if line.span.len() > MAX_HEADING_LEN {
        return None;
    }
    let words = reading.text.folded()[line.span.clone()].trim_matches(|c: char| !c.is_alphanumeric());
    let named = (line.heading || !line.bullet) && SECTIONS.iter().any(|name| words.starts_with(name));
    (named && words.split(' ').nth(SECTION_WORDS).is_none() && !is_leave(words)).then_some(words)
}

/// What each of these dates covers.
pub(super) fn cover(reading: &Reading, dated: &[Dated]) -> Vec<DatedSpan> {
    if dated.is_empty() {
        return Vec::new();
    }
    let page = Page::new(reading, dated);
    let begins: Vec<Option<usize>> = dated.iter().map(|d| (d.heads == Heads::Line).then(|| page.begin(d))).collect();
    let cuts = cuts(reading, dated);
    let next_begin =
        |index: usize, line: usize| begins[index + 1..].iter().flatten().copied().find(|next| *next > line);
    let whole = |index: usize| {
        let d = &dated[index];
        let line = page.line(d);
        let cut = &cuts[index];
        let mut covers = match begins[index] {
            None => page.account(d, has_neighbour(reading, dated, index), cut),
            // A row of a table tells of itself; what stands below the table is no part of its last row.
            Some(start) if reading.word(reading.line(d.first).start) == "|" => page.lines[start.max(line)].span.clone(),
            Some(start) => page.lines[start].span.start..page.end_below(line, next_begin(index, line)),
        };
        if let Some(from) = cut.from {
            covers.start = reading.tokens[from].span.start;
        }
        if let Some(to) = cut.to {
            covers.end = reading.tokens[to - 1].span.end;
        }
        let at = reading.span(d.first, d.last);
        covers = covers.start.min(at.start)..covers.end.max(at.end);
        let off_work = page.is_off_work(d, begins[index].is_some(), &covers, cut);
        DatedSpan { start: d.start, end: d.end, at, covers, off_work }
    };
    (0..dated.len()).map(whole).collect()
}

/// The tokens of a line from and up to which dates cover it, where others stand beside them.
#[derive(Clone, Default)]
struct Cut {
    from: Option<usize>,
    to: Option<usize>,
}

/// Where dates that stand in one line part it. Those of one sentence part that; those that head a sentence or a line, what is
/// between them; others stand within what is told there.
fn cuts(reading: &Reading, dated: &[Dated]) -> Vec<Cut> {
    let mut cuts = vec![Cut::default(); dated.len()];
    let line = |index: usize| reading.tokens[dated[index].first].line;
    let sentence = |index: usize| reading.tokens[dated[index].first].sentence;
    for index in 0..dated.len() {
        let on_line = (index + 1..dated.len()).take_while(|next| line(*next) == line(index));
        let parts = |next: &usize| sentence(*next) == sentence(index) || parts_line(&dated[index], &dated[*next]);
        let Some(next) = on_line.into_iter().find(parts) else { continue };
        let cut = between(reading, &dated[index], &dated[next]);
        cuts[index].to = Some(cut);
        cuts[next].from = cuts[next].from.max(Some(cut));
    }
    cuts
}

/// Whether two dates of different sentences part their line.
fn parts_line(one: &Dated, next: &Dated) -> bool {
    one.heads != Heads::Nothing && next.heads != Heads::Nothing
}

/// Whether others that head something stand in the same line as these dates.
fn has_neighbour(reading: &Reading, dated: &[Dated], index: usize) -> bool {
    let line = |d: &Dated| reading.tokens[d.first].line;
    let beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|at| dated.get(at));
    beside.into_iter().any(|other| parts_line(&dated[index], other) && line(other) == line(&dated[index]))
}

/// The token from which on `next` covers their line.
fn between(reading: &Reading, one: &Dated, next: &Dated) -> usize {
    let inside = one.last + 1..next.first;
    let sentence = reading.sentence(next.first).start;
    if sentence > one.last {
        return sentence;
    }
    // `..., and from 2021 to 2023 he led`: the dates open what they tell of.
    let mut opens = next.first;
    while opens > inside.start && one_of!(reading.before(opens, 1), lists::TIMELINE_COVER_BETWEEN) {
        opens -= 1;
    }
    let parts =
        |at: usize| is_break(reading.word(at)) && reading.word(at) != "(" || one_of!(reading.word(at), "and then");
    if opens > inside.start && parts(opens - 1) {
        return opens;
    }
    // `SRE at North Cloud (2015 - 2019), then at South Bank (2019 - 2021)`
    inside.clone().find(|at| parts(*at)).map_or(inside.start, |at| at + usize::from(is_break(reading.word(at))))
}

/// A text in which dates stand.
struct Page<'a> {
    reading: &'a Reading<'a>,
    lines: &'a [Line],
    /// The headings of sections, in order: line and words.
    sections: Vec<(usize, &'a str)>,
    dated_lines: Vec<usize>,
}

impl<'a> Page<'a> {
    fn new(reading: &'a Reading<'a>, dated: &[Dated]) -> Self {
        let lines = reading.text.lines();
        let sections = (0..lines.len()).filter_map(|line| Some((line, section(reading, line)?))).collect();
        let dated_lines = dated.iter().map(|d| reading.tokens[d.first].line).collect();
        Self { reading, lines, sections, dated_lines }
    }

    fn line(&self, d: &Dated) -> usize {
        self.reading.tokens[d.first].line
    }

    fn folded(&self, line: usize) -> &'a str {
        &self.reading.text.folded()[self.lines[line].span.clone()]
    }

    /// The line with which a stretch begins that heads its line: that one, or the title above it when the dates stand alone.
    fn begin(&self, d: &Dated) -> usize {
        let line = self.line(d);
        let reading = self.reading;
        // How long it was, as some networks set it beside the dates (`Jun 2020 - Feb 2024 · 3 yrs 9 mos`), is no other word.
        let lasts = |i: usize| reading.is(i, words!(lists::TIMELINE_COVER_BEGIN));
        let is_other =
            |i: &usize| !((d.first..=d.last).contains(i) || is_break(reading.word(*i)) || lasts(*i) || lasts(*i + 1));
        let others = reading.line(d.first).filter(is_other).count();
        // `2019 - 2020: leave` says itself what it is.
        let says = others > 0 && reading.word(d.last + 1) == ":";
        // Dates above what they tell of: a blank line stands before them, and none behind.
        let is_above = self.is_apart(line) && line + 1 < self.lines.len() && !self.is_apart(line + 1);
        if others > 2 || says || is_above {
            return line;
        }
        let heads = |above: &usize| self.may_head(*above, TITLE_WORDS);
        let Some(title) = line.checked_sub(1).filter(heads) else { return line };
        // The whole block down from a blank line, where there is one.
        let short = |at: usize| self.may_head(at, TITLE_WORDS) && !self.folded(at).ends_with('.');
        let mut top = title;
        while top > 0 && line - top < LINES_ABOVE && !self.is_apart(top) && short(top - 1) {
            top -= 1;
        }
        // At the very top of a text stands who this is.
        if top > 0 && self.is_apart(top) && short(title) { top } else { title }
    }

    /// Whether a line may be a title or an employer above its dates.
    fn may_head(&self, line: usize, most_words: usize) -> bool {
        self.lines[line].span.len() <= MAX_HEADING_LEN
            && self.folded(line).split_whitespace().count() <= most_words
            && !self.lines[line].bullet
            && self.sections.binary_search_by_key(&line, |(line, _)| *line).is_err()
            && self.dated_lines.binary_search(&line).is_err()
    }

    /// Whether a blank line stands before a line.
    fn is_apart(&self, line: usize) -> bool {
        let Some(above) = line.checked_sub(1) else { return true };
        let between = self.reading.text.original_between(&self.lines[above].span, &self.lines[line].span);
        between.matches('\n').count() > 1
    }

    /// Where what stands below the dates of a line ends.
    fn end_below(&self, line: usize, next_dated: Option<usize>) -> usize {
        let next_section = self.sections.get(self.sections.partition_point(|(l, _)| *l <= line)).map(|(l, _)| *l);
        let end = [next_dated, next_section].into_iter().flatten().min().unwrap_or(self.lines.len());
        self.lines[end.max(line + 1) - 1].span.end
    }

    /// What dates within a sentence tell of: it, and where several such sentences follow each other all that comes before the next.
    fn account(&self, d: &Dated, has_neighbour: bool, cut: &Cut) -> Span {
        let reading = self.reading;
        let sentence = reading.sentence(d.first);
        let goes_on = d.heads == Heads::Sentence && has_neighbour && cut.to.is_none();
        let end = if goes_on { reading.line(d.first).end } else { sentence.end };
        reading.span(sentence.start, end.max(sentence.end) - 1)
    }

    /// Whether dates are those of schooling or of leave.
    fn is_off_work(&self, d: &Dated, heads: bool, covers: &Span, cut: &Cut) -> bool {
        let line = self.line(d);
        let before = self.sections.partition_point(|(l, _)| *l <= line);
        let heading = before.checked_sub(1).map(|at| self.sections[at].1);
        let in_school = heading.is_some_and(|h| SCHOOLS.iter().any(|name| h.starts_with(name)));
        let in_work = heading.is_some_and(|h| h.contains("experience") || h.starts_with("employment"));
        // Of an endless line only what is near the dates is looked at, and of one that others part their own part.
        let near = self.reading.line(d.first);
        let near = cut.from.unwrap_or(near.start)..cut.to.unwrap_or(near.end);
        let near = self.reading.span(near.start, near.end - 1);
        let own_line = &self.reading.text.folded()[near.clone()];
        let opens =
            if covers.start < self.lines[line].span.start { covers.start } else { near.start.max(covers.start) };
        let first_line = &self.reading.text.folded()[opens..near.end.max(opens)];
        let schooling = is_schooling(own_line) || (!in_work && is_schooling(first_line));
        let job_word =
            own_line.split(|c: char| !c.is_alphanumeric()).any(|w| one_of!(w, lists::TIMELINE_COVER_OFF_WORK));
        let leave = heads && !job_word && is_leave(first_line);
        leave || (in_school && !job_word) || (schooling && heads)
    }
}
