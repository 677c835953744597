//! Whether a text asks for somebody, as postings do, or tells of somebody, as profiles do.
//!
//! By who is spoken of and to, and by what the headings announce. What is asked is in `posting`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::languages::{self as known, Language};
use super::lexicon::Kinds;
use super::lists;
use super::section::Section;
use super::text::{Line, Span, Text};
use super::words::{Words, words};
use super::{section_headings, section_words};
use crate::taxonomy::WordTable;

/// A sentence of so many words is a sentence of its writer, not an item.
const FIRST_WORDS: usize = 2;
/// Lines of so many bytes are no headings, unless their words are few.
const MAX_HEADING_LEN: usize = 60;
/// What a sign weighs.
const STRONG: u32 = 4;
const PLAIN: u32 = 3;
const WEAK: u32 = 1;

/// Headings and leads of profiles, ascending; as the whole of a short line.
const PROFILE_HEADINGS: &[&str] = lists::ASKING_PROFILE_HEADINGS;
/// Other headings of postings than those of requirements.
const POSTING_HEADINGS: &[&str] = lists::ASKING_POSTING_HEADINGS;
/// The words that those begin with.
const FIRST: Words = words!(lists::ASKING_FIRST);
/// Words of headings under which people tell of themselves, too: `Key skills`.
const SHARED_WORDS: &[&str] = lists::ASKING_SHARED_WORDS;

/// Whether the text reads as a posting.
pub(super) fn asks(text: &Text) -> bool {
    let (mut asks, mut tells) = (0_u32, 0_u32);
    for line in text.lines() {
        if !may_be_known(text, line) {
            continue;
        }
        let folded = text.folded()[line.span.clone()].trim();
        // A question that somebody else asked; and what is longer than any heading.
        if folded.ends_with('?')
            || folded.len() > MAX_HEADING_LEN && section_words::has_more_words(folded, section_words::HEADING_WORDS + 2)
        {
            continue;
        }
        let plain = folded.trim_matches(|c: char| !c.is_alphanumeric());
        if PROFILE_HEADINGS.binary_search(&plain).is_ok() {
            tells += STRONG;
        } else if POSTING_HEADINGS.contains(&plain) || announces_requirements(plain) {
            asks += STRONG;
        }
    }
    let mut at = 0;
    while at < text.clauses().len() {
        let sentence = text.sentence_clauses(at);
        at = sentence.end;
        let within = text.clauses()[sentence.start].words.start..text.clauses()[sentence.end - 1].words.end;
        let (a, t) = signs(text, &within);
        let (b, u) = text.foreign().map_or((0, 0), |language| signs_in(language, text, within));
        asks += a.max(b);
        tells += t.max(u);
    }
    asks >= PLAIN && asks > tells
}

/// Whether the first word of a line opens one of the headings that count; a glance that never says no to one that does.
fn may_be_known(text: &Text, line: &Line) -> bool {
    let first = text.word_at(line.span.start);
    let opens = |span: &Span| text.folded()[line.span.start..span.start].bytes().all(|b| !b.is_ascii_alphanumeric());
    match text.words().get(first) {
        // Behind a sign as in `#skills` words are otherwise.
        Some(span) if text.folded().as_bytes()[span.start].is_ascii_alphanumeric() && opens(span) => {
            text.kinds(first).has(Kinds::HEADING) || text.is(first, FIRST)
        }
        _ => true,
    }
}

/// `Essential criteria`, `Nice to have`
fn announces_requirements(line: &str) -> bool {
    section_headings::is_all_heading_words(line)
        && line.split(' ').count() <= section_words::HEADING_WORDS
        && match section_headings::heading_section(line) {
            Some(Section::Preferred) => true,
            Some(Section::Required) => !line.split(' ').any(|word| SHARED_WORDS.contains(&word)),
            _ => false,
        }
}

/// What a sign speaks for, and how much.
#[derive(Clone, Copy)]
enum Speaks {
    Asking(u32),
    Telling(u32),
}

/// Where a word is a sign.
#[derive(Clone, Copy)]
enum Where {
    Anywhere,
    /// As the first word of its sentence.
    First,
    /// Behind one of these.
    Behind(Words),
    BehindYear,
    /// Before one of these.
    Before(Words),
}

/// Words that say whether a text asks or tells; at the start of a sentence other words and anywhere years may, too.
const SIGNS: &[(Words, Where, Speaks)] = &[
    (words!(lists::ASKING_YOU), Where::Anywhere, Speaks::Asking(STRONG)),
    (words!("candidate"), Where::Behind(words!("ideal successful suitable")), Speaks::Asking(PLAIN)),
    (words!(lists::ASKING_CANDIDATES), Where::Anywhere, Speaks::Asking(PLAIN)),
    (words!("looking search"), Where::Before(words!("for")), Speaks::Asking(PLAIN)),
    (words!(lists::ASKING_SEEKING), Where::Behind(words!("we")), Speaks::Asking(PLAIN)),
    (words!("plus"), Where::Behind(words!(lists::ASKING_STRENGTH)), Speaks::Asking(PLAIN)),
    (words!(lists::ASKING_ESSENTIAL), Where::Behind(words!(lists::ASKING_COPULAS)), Speaks::Asking(PLAIN)),
    (words!("nice"), Where::Before(words!("to")), Speaks::Asking(PLAIN)),
    // Nobody says of himself `a degree in physics or a related field`, `or equivalent experience`.
    (words!("related similar"), Where::Before(words!(lists::ASKING_FIELDS)), Speaks::Asking(PLAIN)),
    (words!("equivalent"), Where::Before(words!(lists::ASKING_EXPERIENCE)), Speaks::Asking(PLAIN)),
    // Of other languages
    (words!(known::ASKING_WORDS), Where::Anywhere, Speaks::Asking(STRONG)),
    (words!(known::ASKING_FIRST), Where::Before(words!(known::ASKING_SECOND)), Speaks::Asking(STRONG)),
    (words!(lists::ASKING_POSTING_WORDS), Where::Anywhere, Speaks::Asking(WEAK)),
    (words!("at"), Where::Before(words!("least")), Speaks::Asking(WEAK)),
    (words!("familiarity"), Where::Before(words!("with")), Speaks::Asking(WEAK)),
    (words!("ability willingness"), Where::Before(words!("to")), Speaks::Asking(WEAK)),
    (words!("demonstrated"), Where::Before(words!("ability experience")), Speaks::Asking(WEAK)),
    (words!(lists::ASKING_FIRST_PERSON), Where::Anywhere, Speaks::Telling(PLAIN)),
    (words!("present since"), Where::BehindYear, Speaks::Telling(PLAIN)),
    (words!(lists::ASKING_OWN_DEEDS), Where::First, Speaks::Telling(PLAIN)),
];

/// By word, what it says where.
static SIGN_TABLE: LazyLock<WordTable<Vec<(Where, Speaks)>>> = LazyLock::new(|| {
    let mut by_word: BTreeMap<&str, Vec<(Where, Speaks)>> = BTreeMap::new();
    for (words, place, speaks) in SIGNS {
        words.iter().for_each(|word| by_word.entry(word).or_default().push((*place, *speaks)));
    }
    WordTable::new(by_word.into_iter().map(|(word, signs)| (word.as_bytes(), signs)))
});

/// The words of [`SIGNS`].
pub(super) fn sign_words() -> impl Iterator<Item = Words> {
    SIGNS.iter().map(|(words, _, _)| *words)
}

/// What a sentence of another language speaks for, by words that mean something else elsewhere: asking, telling.
fn signs_in(language: &Language, text: &Text, mut within: Range<usize>) -> (u32, u32) {
    let asks = within.clone().any(|at| text.is(at, language.asks));
    let tells = within.any(|at| text.is(at, language.tells));
    (if asks { STRONG } else { 0 }, if tells { STRONG } else { 0 })
}

/// What a sentence speaks for: asking, telling.
fn signs(text: &Text, within: &Range<usize>) -> (u32, u32) {
    let (mut asks, mut tells) = (0, 0);
    let first = within.start..within.end.min(within.start + FIRST_WORDS);
    for at in first.clone().chain(text.of_kinds(first.end..within.end, Kinds::FIGURE | Kinds::ASKING)) {
        match sign(text, within, at) {
            Some(Speaks::Asking(weight)) => asks = asks.max(weight),
            Some(Speaks::Telling(weight)) => tells = tells.max(weight),
            None => {}
        }
    }
    (asks, tells)
}

fn sign(text: &Text, within: &Range<usize>, at: usize) -> Option<Speaks> {
    let next = Some(at + 1).filter(|next| *next < within.end);
    let before = at.checked_sub(1).filter(|before| *before >= within.start);
    let holds = |place: Where| match place {
        Where::Anywhere => true,
        Where::First => before.is_none(),
        Where::Behind(words) => before.is_some_and(|before| text.is(before, words)),
        Where::BehindYear => before.is_some_and(|before| is_year(text.word(before))),
        Where::Before(words) => next.is_some_and(|next| text.is(next, words)),
    };
    let (word, hash) = text.hashed_word(at);
    let signs = if text.kinds(at).has(Kinds::ASKING) { SIGN_TABLE.get(word, hash) } else { None };
    let known = signs.and_then(|signs| signs.iter().find(|(place, _)| holds(*place)));
    // `2019 - 2021`, `2019 - present`
    let span = || {
        !text.kinds(at).has(Kinds::LETTERS)
            && is_year(text.word(at))
            && next.is_some_and(|next| is_year(text.word(next)) || text.word(next) == "present")
    };
    // `Tuned Lustre`
    let deed = || at < within.start + FIRST_WORDS && text.kinds(at).has(Kinds::WORK) && text.word(at).ends_with("ed");
    known.map(|(_, speaks)| *speaks).or_else(|| (span() || deed()).then_some(Speaks::Telling(PLAIN)))
}

/// `2019`, `03/2019`, `2019.05`, `2017-2021`
fn is_year(word: &str) -> bool {
    let year = |part: &str| {
        part.len() == 4
            && (part.starts_with("19") || part.starts_with("20"))
            && part.bytes().all(|b| b.is_ascii_digit())
    };
    word.len() <= 10 && word.split(['/', '.', '-']).any(year)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> bool {
        asks(&Text::new(text))
    }

    #[test]
    fn every_heading_is_known_by_its_first_word() {
        for heading in PROFILE_HEADINGS.iter().chain(POSTING_HEADINGS) {
            assert!(FIRST.has(heading.split(' ').next().unwrap()), "{heading}");
        }
    }

    #[test]
    fn headings_are_in_order() {
        assert!(PROFILE_HEADINGS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn postings_ask() {
        for text in [
            "Requirements\n- Slurm\n- Lustre",
            "You will run Slurm. Python required.",
            "We are looking for a storage engineer who knows Lustre.",
            "Required: 5+ years with Slurm.",
            "Slurm is a plus.",
            "Lustre is essential.",
            "Cluster engineer\n- Operate Slurm\n- Tune Lustre\n- Degree in computer science or a related field",
            "Kernels: familiarity with CUDA\nSystems: demonstrated ability to debug\nScheduling: familiarity with Slurm",
            "Cluster engineer\n- Operate Slurm\n- BSc or equivalent experience",
            "Deine Aufgaben\n- Betrieb von Slurm",
            "Essential criteria\nLinux\n\nDesirable criteria\nSlurm",
            "Duties\nOperates clusters.\n\nMinimum qualifications\nA degree.",
            "Hello, I am Jo and I hire for one company. Would you like to run their Slurm? You would own storage, and you need Lustre.",
        ] {
            assert!(read(text), "{text}");
        }
    }

    #[test]
    fn profiles_tell() {
        for text in [
            "I operate a cluster of 4,096 GPUs with Slurm.",
            "Experience\n2019 - present: Acme, HPC engineer\n- Ran Slurm\n- Tuned Lustre\n\nSkills\nPython, Go",
            "HPC engineer. Built three clusters. Wrote the health checks. Happy to help your team.",
            "Dear team, I would like to apply. I have run Slurm for six years, and I wrote our scheduler plugins. My notice is a month.",
            "Slurm, Lustre, Python",
            "Spoke with the candidate in May. Six years of CUDA. Wants inference work.",
            "Research engineer, teams up with academia. Deep learning, plus AI for science.",
            "",
        ] {
            assert!(!read(text), "{text}");
        }
    }
}
