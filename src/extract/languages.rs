//! The languages that postings are written in: which one a text is in, and the words of each, compiled from `data/languages`.
//!
//! Adding a word is adding it to a file there, and so is adding a language. What words mean is for their readers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::lexicon::Kinds;
use super::meter::charge;
use super::text::{Span, Text};
use super::words::{Words, words};
use crate::taxonomy::WordTable;

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// A language.
#[derive(Debug)]
pub(super) struct Language {
    /// ISO 639-1.
    pub code: &'static str,
    /// In English.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests name languages by it"))]
    pub name: &'static str,
    /// Whether postings in it are read.
    pub read: bool,
    /// The words that any text in it is full of.
    function_words: Words,
    /// Words by which a text in it asks for somebody, and those by which it tells of somebody; in other languages they may mean
    /// something else.
    pub asks: Words,
    pub tells: Words,
    /// Words between alternatives, and those right before examples.
    pub or: Words,
    pub like: Words,
    /// Words of every day that are written like names of the trade: those that are no name where they are written small, and those that
    /// are as good as none, however they are written.
    pub small: Words,
    pub any: Words,
    /// Ranges of letters that it is written in, where they are not Latin ones.
    letters: &'static [(char, char)],
}

/// What is known of a text's language.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Spoken {
    /// Too little to tell, or names alone.
    #[default]
    Unknown,
    /// One of those known.
    In(&'static Language),
    /// None of those known, and by its letters not English either.
    Other,
}

impl Spoken {
    /// Whether the text is in a language whose postings are read, as far as anybody can tell.
    pub(super) fn is_read(self) -> bool {
        match self {
            Self::Unknown => true,
            Self::In(language) => language.read,
            Self::Other => false,
        }
    }

    /// ISO 639-1, where known.
    pub(super) fn code(self) -> Option<&'static str> {
        match self {
            Self::In(language) => Some(language.code),
            Self::Unknown | Self::Other => None,
        }
    }

    /// Whether it is known to be English.
    pub(super) fn is_english(self) -> bool {
        self.code() == Some(ENGLISH)
    }

    /// The language, when it is known and not English.
    pub(super) fn foreign(self) -> Option<&'static Language> {
        match self {
            Self::In(language) if !self.is_english() => Some(language),
            _ => None,
        }
    }
}

const ENGLISH: &str = "en";
/// Of longer texts so many words, evenly spread, are looked at.
const SAMPLE: usize = 256;
/// Fewer function words tell nothing.
const LEAST_HITS: usize = 3;
/// So many in a hundred words are function words at least; a list of names has fewer.
const LEAST_SHARE: usize = 6;
/// Letters of another script tell a language when they are so many in a hundred letters, and so many at all.
const SCRIPT_SHARE: usize = 25;
const SCRIPT_LETTERS: usize = 12;
/// A text of so many words, of which so many in a hundred have letters that English has not, is in another language.
const PROSE: usize = 30;
const MARKED_SHARE: usize = 12;
/// In none of the languages that are read so many words in a hundred have them.
const MAX_MARKED: usize = 40;

/// By function word, the languages that have it, as bits.
static FUNCTION_WORDS: LazyLock<WordTable<u64>> = LazyLock::new(|| {
    let mut known = BTreeMap::<&str, u64>::new();
    for (at, language) in LANGUAGES.iter().enumerate() {
        language.function_words.iter().for_each(|word| *known.entry(word).or_default() |= 1 << at);
    }
    WordTable::new(known.into_iter().map(|(word, languages)| (word.as_bytes(), languages)))
});

/// What the words of a sample tell: by language its function words and the letters of its script, and how many letters are Latin ones.
struct Heard {
    words: usize,
    hits: [usize; MAX_LANGUAGES],
    scripts: [usize; MAX_LANGUAGES],
    latin: usize,
    others: usize,
}

/// As many bits as an entry of [`FUNCTION_WORDS`] has.
const MAX_LANGUAGES: usize = u64::BITS as usize;

fn heard(text: &Text) -> Heard {
    let all = text.words().len();
    let mut heard = Heard { words: 0, hits: [0; MAX_LANGUAGES], scripts: [0; MAX_LANGUAGES], latin: 0, others: 0 };
    for at in (0..all).step_by(all.div_ceil(SAMPLE).max(1)) {
        let (word, hash) = text.hashed_word(at);
        heard.words += 1;
        let mut of = FUNCTION_WORDS.get(word, hash).copied().unwrap_or_default();
        while of != 0 {
            heard.hits[of.trailing_zeros() as usize] += 1;
            of &= of - 1;
        }
        let plain = text.kinds(at).has(Kinds::LETTERS);
        if !plain && word.iter().any(|byte| *byte >= BEYOND_LATIN) {
            for c in text.word(at).chars().take(MAX_RUN_LEN) {
                heard.others += 1;
                for (language, count) in LANGUAGES.iter().zip(&mut heard.scripts) {
                    *count += usize::from(language.letters.iter().any(|(first, last)| (*first..=*last).contains(&c)));
                }
            }
        } else {
            heard.latin += word.len();
        }
    }
    charge(heard.words + heard.others);
    heard
}

/// The language of a text: that of most of its function words, or of its letters.
pub(super) fn spoken_in(text: &Text) -> Spoken {
    let heard = heard(text);
    let (hits, words) = (&heard.hits, heard.words);
    if let Some(language) = by_letters(&heard) {
        return Spoken::In(language);
    }
    let best = (0..LANGUAGES.len()).max_by_key(|at| (hits[*at], LANGUAGES[*at].read)).unwrap_or(0);
    let known = hits[best] >= LEAST_HITS && hits[best] * 100 >= words * LEAST_SHARE;
    let rival = |at: usize| at != best && hits[at] == hits[best] && LANGUAGES[at].read != LANGUAGES[best].read;
    let marked = if words >= PROSE { marked(text) } else { 0 };
    match () {
        () if marked >= MAX_MARKED && LANGUAGES[best].read => Spoken::Other,
        () if known && !(0..LANGUAGES.len()).any(rival) => Spoken::In(&LANGUAGES[best]),
        () if known => Spoken::Unknown,
        () if marked >= MARKED_SHARE => Spoken::Other,
        () => Spoken::Unknown,
    }
}

/// How many words in a hundred have a letter that English has not.
fn marked(text: &Text) -> usize {
    if text.is_ascii() {
        return 0;
    }
    let words = text.words();
    let step = words.len().div_ceil(MARKS_SAMPLE).max(1);
    let has_mark = |word: &&Span| {
        let word = text.original(word);
        !word.is_ascii() && word.chars().any(|c| c > LAST_OF_SIGNS && c.is_alphabetic())
    };
    let looked_at = words.len().div_ceil(step).max(1);
    charge(looked_at);
    words.iter().step_by(step).filter(has_mark).count() * 100 / looked_at
}

/// The language of most letters that are not Latin, where there are many; among those of one script the one of most function words.
fn by_letters(heard: &Heard) -> Option<&'static Language> {
    let Heard { hits, scripts, latin, others, .. } = heard;
    if *others < SCRIPT_LETTERS || others * 100 < (latin + others) * SCRIPT_SHARE {
        return None;
    }
    let of = (0..LANGUAGES.len()).filter(|at| scripts[*at] > 0).max_by_key(|at| (scripts[*at], hits[*at], *at));
    of.map(|at| &LANGUAGES[at])
}

/// With this byte or a greater one letters begin that no Latin alphabet has.
const BEYOND_LATIN: u8 = 0xcd;
/// Scripts without spaces run on; so many letters of a run tell.
const MAX_RUN_LEN: usize = 64;
/// Of so many words it is asked how they were written.
const MARKS_SAMPLE: usize = 64;
/// The last character before the letters with marks.
const LAST_OF_SIGNS: char = '\u{bf}';

/// The number that a word of one of the languages names.
pub(super) fn number_named(word: &str) -> Option<u16> {
    let named = |list: &[(&str, u16)]| list.binary_search_by_key(&word, |(name, _)| name).ok().map(|at| list[at].1);
    named(YEARS_NUMBERS).or_else(|| named(YEARS_OTHER_NUMBERS))
}

/// Words of the languages, as classes that rules name.
pub(super) fn classes() -> impl Iterator<Item = (String, Vec<String>)> {
    let phrases = [
        ("remote-elsewhere", MODES_REMOTE),
        ("onsite-elsewhere", MODES_ONSITE),
        ("hybrid-elsewhere", MODES_HYBRID),
        ("home-elsewhere", MODES_HOME),
        ("office-elsewhere", MODES_OFFICE),
    ];
    let words = [
        ("day-elsewhere", DAYS_UNITS),
        ("partly-elsewhere", MODES_PARTLY),
        ("not-elsewhere", MODES_NOT),
        ("things-elsewhere", MODES_THINGS),
        ("since-elsewhere", YEARS_SINCE),
        ("ago-elsewhere", YEARS_AGO),
        ("terms-elsewhere", YEARS_TERMS),
        ("founded-elsewhere", YEARS_FOUNDED),
        ("organisations-elsewhere", YEARS_ORGANISATIONS),
        ("experience-elsewhere", YEARS_EXPERIENCE),
    ];
    // `few` are fewer days than a working week has.
    let numbers = [("few-elsewhere", 1..=4), ("five-elsewhere", 5..=5)];
    let numbers = numbers.map(|(name, range)| {
        let named = YEARS_NUMBERS.iter().chain(YEARS_OTHER_NUMBERS).filter(|(_, number)| range.contains(number));
        let words = named.map(|(word, _)| (*word).to_owned());
        (name.to_owned(), words.chain(range.clone().map(|number| number.to_string())).collect())
    });
    let phrases = phrases.map(|(name, list)| (name.to_owned(), list.iter().map(|text| (*text).to_owned()).collect()));
    let words = words.map(|(name, list)| (name.to_owned(), list.split(' ').map(str::to_owned).collect()));
    phrases.into_iter().chain(words).chain(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Option<&'static str> {
        spoken_in(&Text::new(text)).code()
    }

    #[test]
    fn the_language_of_a_text_is_told() {
        for (language, text) in [
            ("en", "We are looking for an engineer who runs our clusters with Slurm and Lustre."),
            ("de", "Wir suchen eine Ingenieurin, die unsere Cluster mit Slurm betreibt."),
            ("fr", "Nous recherchons un ingénieur pour exploiter nos clusters avec Slurm."),
            ("es", "Buscamos una ingeniera para operar los clústeres con Slurm."),
            ("nl", "Wij zoeken een engineer die onze clusters met Slurm beheert."),
            (
                "it",
                "Cerchiamo un ingegnere per la gestione dei nostri cluster con Slurm, che lavori nella sede di Milano.",
            ),
            (
                "pt",
                "Procuramos um engenheiro para os nossos clusters com Slurm e Lustre; você será responsável pela operação.",
            ),
            ("pl", "Szukamy inżyniera, który będzie odpowiedzialny za klastry oraz systemy w naszym zespole."),
            ("sv", "Vi söker en ingenjör som ska ansvara för våra kluster och utveckla dem tillsammans med oss."),
            ("ru", "Мы ищем инженера, который будет отвечать за наши кластеры и системы хранения."),
            ("ja", "当社ではSlurmクラスタを運用するエンジニアを募集しています。"),
            ("zh", "我们正在寻找负责运维集群的工程师，熟悉分布式存储系统。"),
            ("ko", "클러스터를 운영할 엔지니어를 찾고 있습니다. 경험이 필요합니다."),
        ] {
            assert_eq!(code(text), Some(language), "{text}");
        }
    }

    #[test]
    fn what_is_too_short_or_a_list_of_names_tells_no_language() {
        for text in
            ["", "Slurm", "Senior HPC Engineer", "Slurm, Lustre, InfiniBand, CUDA, NCCL, Kubernetes, Python, Go"]
        {
            let spoken = spoken_in(&Text::new(text));
            assert!(spoken.code().is_none() && spoken.is_read(), "{text}: {spoken:?}");
        }
    }

    #[test]
    fn a_language_that_nobody_described_is_not_taken_for_english() {
        let text = "Chúng tôi đang tìm kiếm kỹ sư vận hành cụm máy chủ GPU. Bạn sẽ chịu trách nhiệm quản lý hệ thống lưu trữ, \
                    mạng tốc độ cao và lập lịch công việc. Yêu cầu có kinh nghiệm làm việc với Linux và Kubernetes.";
        assert!(!spoken_in(&Text::new(text)).is_read());
    }

    #[test]
    fn words_of_every_day_are_names_of_something() {
        let taxonomy = crate::taxonomy::Taxonomy::builtin();
        let labels: std::collections::HashSet<&str> = taxonomy.labels().map(|(label, _)| label).collect();
        for language in LANGUAGES {
            let words = language.small.iter().chain(language.any.iter()).filter(|word| !word.is_empty());
            let unknown: Vec<&str> = words.filter(|word| !labels.contains(word)).collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", language.name);
        }
    }

    #[test]
    fn every_language_that_is_read_has_every_class() {
        assert!(LANGUAGES.len() <= MAX_LANGUAGES);
        for language in LANGUAGES.iter().filter(|language| language.read && language.code != ENGLISH) {
            let (asks, tells) = (language.asks.iter().count(), language.tells.iter().count());
            assert!(asks > 5 && tells > 2, "{}", language.name);
        }
    }
}
