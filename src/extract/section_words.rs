//! The vocabulary of postings: leads, cues and wishes, in any wording. That of headings is in `section_headings`.
//!
//! Phrases are folded words; they are looked up between spaces.

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::eight::{BYTE, EIGHT, Eight};
use super::languages as known;
use super::lexicon::Kinds;
use super::lists;
use super::number;
use super::phrases::Phrases;
use super::text::Text;
use super::words::{Words, one_of, words};

/// A heading without markup is no longer than this.
pub(super) const HEADING_WORDS: usize = 8;
/// A lead before a colon is no longer than this.
pub(super) const LEAD_WORDS: usize = 6;
/// A line of so many words is a paragraph.
pub(super) const PARAGRAPH_WORDS: usize = 14;
/// A sentence of so many words without a verb goes on with the one before.
pub(super) const FRAGMENT_WORDS: usize = 8;
/// What denies a demand stands so many words before it.
const DENIED_WORDS: usize = 3;
/// A bracket about a whole line reaches back over no more clauses.
pub(super) const ASIDE_REACH: usize = 64;
/// The words of a clause that is nothing but a preference.
pub(super) const PREFERENCE_WORDS: Words = words!(lists::SECTION_WORDS_PREFERENCE_WORDS);
/// With what the last part of a list begins.
pub(super) const ENDS_A_LIST: Words = words!(lists::SECTION_WORDS_ENDS_A_LIST);
pub(super) const OR: Words = words!(lists::ALTERNATIVES_OR);

/// Wishes for what stands behind them in a clause, and not for what stands before them.
pub(super) const WITHIN: Words = words!(lists::SECTION_WORDS_WITHIN);
/// With what a wish points back at what was named before it.
pub(super) const POINTERS: Words = words!(lists::SECTION_WORDS_POINTERS);
/// Degrees, and how many years are asked.
pub(super) const DEGREES: Words = words!(lists::SECTION_WORDS_DEGREES);
pub(super) const YEARS: Words = words!(lists::YEARS_UNITS);

/// Signs in a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign seen or not; they combine freely")]
pub(super) struct Cues {
    /// It demands: `you must`, `is required`.
    pub demand: bool,
    /// It speaks of experience that somebody should have.
    pub experience: bool,
    /// It speaks to the candidate, or of the person wanted.
    pub addressed: bool,
    /// It tells the candidate what to do.
    pub duty: bool,
    /// It speaks of the employer and its market.
    pub company: bool,
    /// It speaks of pay, benefits or law.
    pub boilerplate: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Sign {
    Demand,
    /// Demands where something is said to be so: `Slurm is required`, and not `as required`, `the required data`.
    Need,
    Experience,
    Addressed,
    Duty,
    Company,
    Boilerplate,
}

/// How far a preference reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Reach {
    /// From its clause to the end of the sentence.
    Forward,
    /// Back to the start of the sentence or the last semicolon.
    Back,
    /// Its clause.
    Own,
}

/// The same of other languages.
const SIGNS_OF_LANGUAGES: &[(Sign, &[&str])] = &[
    (Sign::Demand, known::SIGNS_DEMAND),
    (Sign::Experience, known::SIGNS_EXPERIENCE),
    (Sign::Addressed, known::SIGNS_ADDRESSED),
    (Sign::Duty, known::SIGNS_DUTY),
    (Sign::Company, known::SIGNS_COMPANY),
    (Sign::Boilerplate, known::SIGNS_BOILERPLATE),
];
const PREFERENCES_OF_LANGUAGES: &[(Reach, &[&str])] =
    &[(Reach::Back, known::WISHES_BACK), (Reach::Own, known::WISHES_OWN), (Reach::Forward, known::WISHES_FORWARD)];
/// The words of a clause of theirs that is nothing but a preference.
pub(super) const PREFERENCE_WORDS_OF_LANGUAGES: Words = words!(known::WISHES_WORDS);

static SIGN_TABLE: LazyLock<Phrases<Sign>> =
    LazyLock::new(|| Phrases::new(&[&*lists::by_key(lists::SECTION_WORDS_SIGNS), SIGNS_OF_LANGUAGES].concat()));
static PREFERENCE_TABLE: LazyLock<Phrases<Reach>> =
    LazyLock::new(|| Phrases::new(&[&*lists::by_key(lists::SECTION_WORDS_WISHES), PREFERENCES_OF_LANGUAGES].concat()));
/// What a line that names something nice to have may open with, before a dash or a colon.
static LEAD_TABLE: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::new(&[((), known::WISHES_LEADS)]));

/// The words that signs begin with.
pub(super) fn sign_words() -> impl Iterator<Item = &'static str> {
    let rows = lists::SECTION_WORDS_SIGNS.iter().flat_map(|(_, phrases)| *phrases);
    rows.chain(SIGNS_OF_LANGUAGES.iter().flat_map(|(_, phrases)| *phrases))
        .filter_map(|phrase| phrase.split(' ').next())
}

/// The words that wishes begin with.
pub(super) fn preference_words() -> impl Iterator<Item = &'static str> {
    let rows = lists::SECTION_WORDS_WISHES.iter().flat_map(|(_, phrases)| *phrases);
    rows.chain(PREFERENCES_OF_LANGUAGES.iter().flat_map(|(_, phrases)| *phrases))
        .filter_map(|phrase| phrase.split(' ').next())
}

/// Whether a clause says of something that it is required, so that no wish behind it reaches over it: `Slurm is required, Lustre and
/// Ceph are a plus`.
pub(super) fn stops_a_wish(text: &Text, words: Range<usize>) -> bool {
    words.clone().any(|at| {
        is_need(text, at)
            && !(at.saturating_sub(DENIED_WORDS).max(words.start)..at)
                .any(|before| text.is(before, words!(known::WISHES_NEGATIONS)))
    })
}

/// Whether a word says that something is required.
pub(super) fn is_need(text: &Text, word: usize) -> bool {
    text.is(word, words!(known::WISHES_STOPS))
}

/// Whether a sentence opens with a word such as `Plus` or `Pluspunkt`, and a dash behind it: `Plus - experience with Lustre`.
pub(super) fn opens_with_a_wish(text: &Text, words: Range<usize>) -> bool {
    let set_off =
        |last: usize| last + 1 < words.end && text.has_dash(&(text.words()[last].end..text.words()[last + 1].start));
    let begun = LEAD_TABLE.begun(text, words.start, words.end).iter();
    begun
        .filter(|phrase| phrase.goes_on(text, words.start, words.end))
        .any(|phrase| set_off(words.start + phrase.len() - 1))
}

/// A line's letters and digits as words with single spaces, without punctuation.
pub(super) fn plain(folded: &str) -> String {
    let mut plain = String::with_capacity(folded.len());
    // Whether a word has ended, and a space parts it from the next.
    let mut ended = false;
    for c in folded.chars() {
        if c.is_alphanumeric() || c == '\'' {
            if ended && !plain.is_empty() {
                plain.push(' ');
            }
            ended = false;
            plain.push(c);
        } else {
            ended = true;
        }
    }
    plain
}

/// How many words [`plain`] has; at least one, and of more than `enough` only that they are more.
pub(super) fn count(folded: &str, enough: usize) -> usize {
    count_up_to(folded, enough).max(1)
}

/// Whether [`plain`] has more than so many words.
pub(super) fn has_more_words(folded: &str, limit: usize) -> bool {
    count_up_to(folded, limit) > limit
}

/// By byte: 0 between words, 1 for the parts of words, [`OTHER`] for what is not ASCII.
static PARTS: [u8; 256] = {
    let mut parts = [OTHER; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        parts[byte as usize] = (byte.is_ascii_alphanumeric() || byte == b'\'') as u8;
        byte += 1;
    }
    parts
};
const OTHER: u8 = 2;

/// How many words begin in a text, and no further than the one after so many.
fn count_up_to(folded: &str, limit: usize) -> usize {
    let bytes = folded.as_bytes();
    let (mut count, mut within, mut at) = (0, 0, 0);
    while count <= limit && at < bytes.len() {
        // Eight bytes of ASCII at once.
        if let Some(eight) = Eight::at(bytes, at).filter(|eight| eight.others() == 0) {
            let parts = eight.small().between(b'a', b'z') | eight.between(b'0', b'9') | eight.equal(b'\'');
            count += (parts & !(parts << BYTE | u64::from(within) << 7)).count_ones() as usize;
            within = u8::from(parts >> 63 != 0);
            at += EIGHT;
            continue;
        }
        let part = match PARTS[usize::from(bytes[at])] {
            // The bytes behind the first of a character are of its kind.
            OTHER if !folded.is_char_boundary(at) => within,
            OTHER => u8::from(folded[at..].starts_with(char::is_alphanumeric)),
            part => part,
        };
        count += usize::from(part > within);
        within = part;
        at += 1;
    }
    count.min(limit.saturating_add(1))
}

/// The signs among a range of words.
pub(super) fn cues(text: &Text, words: Range<usize>) -> Cues {
    let mut cues = Cues::default();
    SIGN_TABLE.within(text, words.clone(), Kinds::SIGN, |sign, first, end| match sign {
        // `which must deliver four runs a day`: of a machine.
        Sign::Demand if end == first + 1 && text.word(first) == "must" && is_of_a_thing(text, words.start, first) => {}
        Sign::Demand => cues.demand = true,
        Sign::Need => cues.demand |= is_said_to_be(text, words.clone(), first),
        Sign::Experience => cues.experience = true,
        Sign::Addressed => cues.addressed = true,
        Sign::Duty => cues.duty = true,
        Sign::Company => cues.company = true,
        Sign::Boilerplate => cues.boilerplate = true,
    });
    cues
}

/// Whether a word such as `required` says so of something: it opens or ends what is said, or stands behind a word such as `is` or `role`.
/// `On call as needed` and `the required reports` demand nothing of anybody.
fn is_said_to_be(text: &Text, words: Range<usize>, word: usize) -> bool {
    let open_or = |list: Words| word == words.start || text.is(word - 1, list);
    let ends = || text.clause_at(text.words()[word].start).is_some_and(|at| text.clauses()[at].words.end == word + 1);
    open_or(NEEDING) || (ends() && !text.is(word - 1, AS_NEEDED))
}

/// What stands before a need that somebody has, and before one that may not arise.
const NEEDING: Words = words!(lists::SECTION_WORDS_NEEDING);
const AS_NEEDED: Words = words!(lists::SECTION_WORDS_AS_NEEDED);

/// Whether what must be or do something stands before the `must` at `word`, and is not the candidate.
fn is_of_a_thing(text: &Text, start: usize, word: usize) -> bool {
    word > start && one_of!(text.word(word - 1), lists::SECTION_WORDS_OF_THINGS)
}

/// Whether a sentence begins with what the reader does: `You profile a model`, and not `You are`, `You love`.
pub(super) fn opens_with_a_deed(text: &Text, words: Range<usize>) -> bool {
    words.len() > 3
        && text.word(words.start) == "you"
        && !text.is(words.start + 1, NO_DEEDS)
        && !text.is(words.start + 2, NO_DEEDS)
}

/// Words behind `you` that tell of no deed.
const NO_DEEDS: Words = words!(lists::SECTION_WORDS_NO_DEEDS);

/// Whether a sentence begins with what somebody is told to do: `Tune Lustre`.
pub(super) fn opens_with_a_task(text: &Text, words: Range<usize>) -> bool {
    words.len() > 1 && text.is(words.start, TASKS)
}

/// Verbs with which the items of a list of duties begin.
const TASKS: Words = words!(lists::SECTION_WORDS_TASKS);

/// Whether a sentence begins with what somebody should know: `Solid understanding of Slurm` among the duties.
pub(super) fn opens_with_knowing(text: &Text, words: Range<usize>) -> bool {
    let mut opening = words.start..words.end.min(words.start + KNOWING_WORDS);
    let knows = |at: usize| text.is(at, words!(lists::SECTION_WORDS_KNOWING));
    // `Share expertise with others`, `Developing expertise in`: what is done.
    let deed = || !knows(words.start) && (text.is(words.start, TASKS) || text.word(words.start).ends_with("ing"));
    // `Experience building clusters`, `Ten years of professional software experience`.
    let at_work = |at: usize| text.word(at) == "experience" && at + 1 < words.end && text.word(at + 1).ends_with("ing");
    let years = || words.clone().take(YEARS_WORDS).skip(1).any(|at| text.word(at).starts_with("year"));
    let counted = number::is_numeral(text.word(words.start)) && years() && words.clone().any(knows);
    counted
        || (opening.clone().any(knows) && !deed() && (cues(text, opening.clone()).experience || opening.any(at_work)))
}

/// Behind a number, years stand within so many words: `10 or more years`.
const YEARS_WORDS: usize = 5;

/// What somebody should know is said within so many words: `Strong hands-on experience with`.
const KNOWING_WORDS: usize = 5;

/// Whether a sentence begins with the company.
pub(super) fn opens_with_company(text: &Text, mut words: Range<usize>) -> bool {
    let mut next = || words.next().map_or("", |at| text.word(at));
    let first = next();
    one_of!(first, lists::SECTION_WORDS_COMPANY_OPENS) || (first == "the" && next() == "company")
}

/// The preference that a clause states, the farthest-reaching first.
pub(super) fn preference(text: &Text, words: Range<usize>) -> Option<Reach> {
    let rank = |reach: Reach| match reach {
        Reach::Forward => 0,
        Reach::Back => 1,
        Reach::Own => 2,
    };
    let mut farthest: Option<Reach> = None;
    PREFERENCE_TABLE.within(text, words.clone(), Kinds::PREFERENCE, |reach, first, end| {
        let behind = end < words.end && text.is(end, words!(lists::SECTION_WORDS_BEFORE_WISHED));
        let reach = match reach {
            // `some Rust is good to have`
            Reach::Forward if end == words.end && first > words.start => Reach::Own,
            Reach::Own if behind => Reach::Forward,
            reach => reach,
        };
        farthest = Some(farthest.map_or(reach, |other| if rank(reach) < rank(other) { reach } else { other }));
    });
    farthest
}
