//! A document as text on a page, with the words marked that findings rest on.

use std::ops::Range;

use super::show;
use super::texts::text;
use crate::model::{Job, Language, Skill};
use crate::{Candidate, Role};

/// A document in parts, each with a heading.
pub(super) struct Section {
    /// The key of its heading in the catalogue; empty where its passages say it themselves.
    pub heading: &'static str,
    pub passages: Vec<Passage>,
}

/// A text of a document.
pub(super) struct Passage {
    pub kind: PassageKind,
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PassageKind {
    /// A line that stands out: a headline, the title of a job.
    Title,
    /// Smaller than text: an employer with dates.
    Detail,
    Text,
    /// One of several short ones side by side.
    Chip,
}

impl Passage {
    pub(super) fn is(&self, kind: &str) -> bool {
        let own = match self.kind {
            PassageKind::Title => "title",
            PassageKind::Detail => "detail",
            PassageKind::Text => "text",
            PassageKind::Chip => "chip",
        };
        own == kind
    }
}

/// A run of text, marked or not.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub text: String,
    /// The number of the finding that rests on it; 0 for plain text.
    pub mark: usize,
    /// Whether it is the first that the finding rests on, to which links lead.
    pub is_first: bool,
}

/// Words that a finding rests on.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub number: usize,
    /// JSON pointer to the text.
    pub pointer: String,
    pub quote: String,
}

/// Marks, and which of them were found.
pub(super) struct Marks {
    marks: Vec<Mark>,
    shown: Shown,
}

/// Of each number that was found the number that stands at its words: another's, where they stand within longer ones.
pub(super) type Shown = Vec<(usize, usize)>;

impl Marks {
    pub(super) fn new(marks: Vec<Mark>) -> Self {
        Self { marks, shown: Vec::new() }
    }

    /// The number that stands at a finding's words, so that a link leads somewhere; 0 where they were not found.
    pub(super) fn target(&self, number: usize) -> usize {
        self.shown.iter().find(|(known, _)| *known == number).map_or(0, |(_, target)| *target)
    }

    fn passage(&mut self, kind: PassageKind, pointer: &str, text: &str) -> Passage {
        let below = format!("{pointer}/");
        let here = self.marks.iter().filter(|mark| mark.pointer == pointer || mark.pointer.starts_with(&below));
        let mut ranges: Vec<(Range<usize>, usize)> =
            here.filter_map(|mark| Some((find(text, &mark.quote)?, mark.number))).collect();
        ranges.sort_by_key(|(range, number)| (range.start, std::cmp::Reverse(range.end), *number));
        let pieces = cut(text, &ranges, &mut self.shown);
        Passage { kind, pieces }
    }
}

/// Cuts a text at ranges in their order; of two that overlap the later begins where the earlier ends.
pub(super) fn cut(text: &str, ranges: &[(Range<usize>, usize)], shown: &mut Shown) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut placed: Vec<(usize, usize)> = Vec::new();
    for (range, number) in ranges {
        let is_first = !shown.iter().any(|(known, _)| known == number);
        let start = range.start.max(at);
        if start >= range.end {
            // Within an earlier one: whoever follows its link is led there.
            if is_first {
                let around = placed.iter().rev().find(|(start, _)| *start <= range.start);
                shown.push((*number, around.map_or(0, |(_, number)| *number)));
            }
            continue;
        }
        if start > at {
            pieces.push(Piece { text: text[at..start].to_owned(), mark: 0, is_first: false });
        }
        if is_first {
            shown.push((*number, *number));
        }
        placed.push((start, *number));
        pieces.push(Piece { text: text[start..range.end].to_owned(), mark: *number, is_first });
        at = range.end;
    }
    if at < text.len() {
        pieces.push(Piece { text: text[at..].to_owned(), mark: 0, is_first: false });
    }
    pieces
}

/// Where a quote stands in a text: runs of white space count as one space, and what a quote leaves out at its ends does not matter.
fn find(text: &str, quote: &str) -> Option<Range<usize>> {
    let (folded, places) = folded(text);
    let quote = quote.trim_matches(|c: char| c.is_whitespace() || c == '…');
    let (quote, _) = self::folded(quote);
    let quote = quote.trim();
    if quote.is_empty() {
        return None;
    }
    let start = folded.find(quote)?;
    let last = start + quote.len() - 1;
    let end = places[last] + text[places[last]..].chars().next().map_or(0, char::len_utf8);
    Some(places[start]..end)
}

/// A text with single spaces, and of each of its bytes where the character began that it stands for.
fn folded(text: &str) -> (String, Vec<usize>) {
    let (mut out, mut places) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
                places.push(at);
            }
        } else {
            out.push(c);
            places.extend(std::iter::repeat_n(at, c.len_utf8()));
        }
    }
    (out, places)
}

/// A candidate's document; what it does not say is left out.
pub(super) fn of_candidate(candidate: &Candidate, marks: &mut Marks, language: Language) -> Vec<Section> {
    use PassageKind::{Chip, Text, Title};
    let mut sections = Vec::new();
    let mut add = |heading: &'static str, passages: Vec<Passage>| {
        if !passages.is_empty() {
            sections.push(Section { heading, passages });
        }
    };
    let mut top = Vec::new();
    if let Some(headline) = &candidate.headline {
        top.push(marks.passage(Title, "/headline", headline));
    }
    if let Some(summary) = &candidate.summary {
        top.push(marks.passage(Text, "/summary", summary));
    }
    add("", top);
    let terms = [
        ("/location", candidate.location.as_ref().map(show::place)),
        ("/work_modes", joined(candidate.work_modes.iter().map(|mode| mode.as_str().to_owned()))),
        ("/relocation", joined(candidate.relocation.iter().cloned())),
        ("/work_authorization", joined(candidate.work_authorization.iter().cloned())),
        ("/available_from", candidate.available_from.as_ref().map(ToString::to_string)),
        ("/level", candidate.level.map(|level| level.as_str().to_owned())),
        ("/expected_pay", candidate.expected_pay.as_ref().map(|pay| show::pay(pay, language))),
    ];
    let terms = terms.into_iter().filter_map(|(pointer, text)| Some(marks.passage(Chip, pointer, &text?)));
    add("document.terms", terms.collect());
    let skills: Vec<Passage> = candidate
        .skills
        .iter()
        .enumerate()
        .map(|(at, skill)| marks.passage(Chip, &format!("/skills/{at}"), &skill_text(skill, language)))
        .collect();
    add("document.skills", skills);
    for (at, job) in candidate.experience.iter().enumerate() {
        add(
            if at == 0 { "document.experience" } else { "" },
            of_job(job, &format!("/experience/{at}"), marks, language),
        );
    }
    let schools = candidate.education.iter().enumerate().map(|(at, school)| {
        let text = [&school.degree, &school.field, &school.institution];
        let text = text.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ");
        marks.passage(Text, &format!("/education/{at}"), &text)
    });
    add("document.education", schools.collect());
    for (heading, pointer, names) in [
        ("document.certifications", "/certifications", &candidate.certifications),
        ("document.open_source", "/open_source", &candidate.open_source),
    ] {
        let one = |(at, name): (usize, &String)| marks.passage(Chip, &format!("{pointer}/{at}"), name);
        add(heading, names.iter().enumerate().map(one).collect());
    }
    let publications = candidate.publications.iter().enumerate().map(|(at, publication)| {
        let parts =
            [publication.title.clone(), publication.venue.clone(), publication.year.map(|year| year.to_string())];
        let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        marks.passage(Text, &format!("/publications/{at}"), &text)
    });
    add("document.publications", publications.collect());
    sections
}

fn of_job(job: &Job, pointer: &str, marks: &mut Marks, language: Language) -> Vec<Passage> {
    use PassageKind::{Chip, Detail, Text, Title};
    let mut passages = Vec::new();
    if let Some(title) = &job.title {
        passages.push(marks.passage(Title, &format!("{pointer}/title"), title));
    }
    let date = |date: &Option<crate::model::PartialDate>| date.as_ref().map(ToString::to_string);
    let dates = match (date(&job.start), date(&job.end)) {
        (None, None) => None,
        (start, end) => Some(format!("{} – {}", start.unwrap_or_default(), end.unwrap_or_default())),
    };
    let detail: Vec<String> = [job.employer.clone(), dates].into_iter().flatten().collect();
    if !detail.is_empty() {
        passages.push(marks.passage(Detail, &format!("{pointer}/employer"), &detail.join(" · ")));
    }
    if let Some(description) = &job.description {
        passages.push(marks.passage(Text, &format!("{pointer}/description"), description));
    }
    for (at, skill) in job.skills.iter().enumerate() {
        passages.push(marks.passage(Chip, &format!("{pointer}/skills/{at}"), &skill_text(skill, language)));
    }
    for (at, scale) in job.scale.iter().enumerate() {
        passages.push(marks.passage(Chip, &format!("{pointer}/scale/{at}"), &show::stated_scale(scale, language)));
    }
    passages
}

fn skill_text(skill: &Skill, language: Language) -> String {
    match skill {
        Skill::Name(name) => name.clone(),
        Skill::Detailed(skill) => {
            let years = skill
                .years
                .map(|years| format!(" · {} {}", show::number(years, language), text(language, "figure.years")))
                .unwrap_or_default();
            let last = skill.last_used.as_ref().map(|last| format!(" · {last}")).unwrap_or_default();
            format!("{}{years}{last}", skill.name)
        }
    }
}

fn joined(names: impl Iterator<Item = String>) -> Option<String> {
    let names = names.collect::<Vec<_>>().join(", ");
    Some(names).filter(|names| !names.is_empty())
}

/// A role's posting, with the words marked that its requirements were read from: character ranges, each with its number.
pub(super) fn of_posting(role: &Role, ranges: &[(Range<usize>, usize)]) -> Vec<Piece> {
    let Some(text) = &role.description else { return Vec::new() };
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let byte = |character: usize| starts.get(character).copied().unwrap_or(text.len());
    let mut ranges: Vec<(Range<usize>, usize)> =
        ranges.iter().map(|(range, number)| (byte(range.start)..byte(range.end), *number)).collect();
    ranges.sort_by_key(|(range, number)| (range.start, *number));
    cut(text, &ranges, &mut Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_found_whatever_the_line_breaks() {
        let text = "I ran\n  Lustre — 4 PB —\tfor years.";
        let found = find(text, "…ran Lustre — 4 PB…").unwrap();
        assert_eq!(&text[found], "ran\n  Lustre — 4 PB");
        assert_eq!(find(text, "Lustre"), Some(8..14));
        assert_eq!((find(text, "GPFS"), find(text, " … ")), (None, None));
    }

    #[test]
    fn marks_keep_every_character_of_the_text() {
        let text = "Slurm and Lustre on ä";
        let marks = [("Slurm and Lustre", 1), ("Lustre", 2), ("Lustre on ä", 3), ("nothing", 4)];
        let marks = marks.map(|(quote, number)| Mark { number, pointer: "/summary".into(), quote: quote.into() });
        let mut marks = Marks::new(marks.to_vec());
        let passage = marks.passage(PassageKind::Text, "/summary", text);
        let whole: String = passage.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(whole, text);
        assert_eq!([1, 2, 3, 4].map(|number| marks.target(number)), [1, 1, 3, 0]);
    }
}
