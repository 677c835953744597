//! Sentences as people write them, cut, joined, repeated and mangled: a reader that looks one word too far fails at the ends of these.
//!
//! `ROLEFIT_TEXTS=folder` adds the sentences of other files, one text a file.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rolefit::error::UnreadableReason;
use rolefit::extract::Extractor;
use rolefit::model::Job;
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, CandidateId, Error, Role, RoleId};

use super::Target;
use super::seeds::{self, Form};
use crate::campaign::Dice;

/// So many texts were read: the inputs and their cuts.
pub(super) static READ: AtomicUsize = AtomicUsize::new(0);
/// Each of so many cuts is read as a candidate and as a role, too; every input is.
const AS_DOCUMENTS: usize = 8;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

/// The sentences of all texts, with the signs that end them.
pub(super) fn sentences() -> Vec<Vec<u8>> {
    let mut texts = seeds::texts();
    if let Ok(folder) = std::env::var("ROLEFIT_TEXTS") {
        let paths = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
        texts.extend(paths.map(|path| std::fs::read(path.unwrap().path()).unwrap()));
    }
    let text = texts.iter().map(|text| String::from_utf8_lossy(text)).collect::<Vec<_>>().join("\n");
    let all = text.split_inclusive(['.', '\n', '!', '?', ';']).map(|sentence| sentence.trim_end_matches('\n'));
    all.filter(|sentence| sentence.len() > 2).map(|sentence| sentence.as_bytes().to_vec()).collect()
}

pub(super) fn target() -> Target {
    Target::new("sentences", Form::Sentences, sentences(), |input| {
        let text = String::from_utf8_lossy(input);
        let ends = ends(&text);
        let cuts = ends.iter().map(|end| &text[..*end]);
        // The other ends of the tokens, which are the beginnings of the rest.
        let rests = ends.iter().step_by(3).map(|start| &text[*start..]);
        for (number, cut) in cuts.chain(rests).enumerate() {
            read(cut);
            if cut.len() == text.len() || (number + text.len()).is_multiple_of(AS_DOCUMENTS) {
                read_as_documents(cut);
            }
        }
    })
}

/// Where tokens end, the last of them at the end of the text; few of a long one.
fn ends(text: &str) -> Vec<usize> {
    const MAX: usize = 40;
    let kind = |c: char| if c.is_alphanumeric() { 0 } else { u32::from(c) };
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    let mut ends: Vec<usize> =
        characters.windows(2).filter(|pair| kind(pair[0].1) != kind(pair[1].1)).map(|pair| pair[1].0).collect();
    let step = ends.len().div_ceil(MAX).max(1);
    ends = ends.into_iter().rev().step_by(step).collect();
    ends.push(text.len());
    ends
}

/// Reads a text: that may not fail.
fn read(text: &str) {
    READ.fetch_add(1, Ordering::Relaxed);
    check(text, &EXTRACTOR.extract(text).map(|_| ()));
}

/// Reads a text as all that it can be in a document.
fn read_as_documents(text: &str) {
    let mut candidate = Candidate::new(CandidateId::new("c").unwrap());
    match text.len() % 3 {
        0 => candidate.summary = Some(text.to_owned()),
        1 => candidate.headline = Some(text.to_owned()),
        _ => {
            candidate.experience = vec![
                Job::default().with_title(text.chars().take(60).collect::<String>()).with_description(text.to_owned()),
            ];
        }
    }
    check(text, &EXTRACTOR.candidate_facts(&candidate).map(|_| ()));
    let mut role = Role::new(RoleId::new("r").unwrap());
    role.description = Some(text.to_owned());
    role.title = text.len().is_multiple_of(2).then(|| text.chars().take(80).collect());
    check(text, &EXTRACTOR.role_facts(&role).map(|_| ()));
}

fn check(text: &str, outcome: &Result<(), Error>) {
    let panicked = matches!(outcome, Err(Error::Unreadable { reason: UnreadableReason::Panicked, .. }));
    assert!(!panicked, "the reader panicked on {text:?}");
    assert!(outcome.is_ok(), "{outcome:?} on {text:?}");
}

/// A sentence or up to three, mangled; most are short, so that many are read.
pub(super) fn mangled(seeds: &[Vec<u8>], dice: &mut Dice) -> String {
    const SEPARATORS: [&str; 24] = [
        " ", "", "\n", "\n\n", "\n- ", "\n* ", ", ", "; ", ": ", " / ", "/", " | ", "|", " - ", " – ", "—", "\\n",
        "<br>", "</li><li>", "\u{a0}", "\u{200b}", "\u{3000}", " (", ") ",
    ];
    let one = |dice: &mut Dice| {
        let sentence = String::from_utf8_lossy(&seeds[dice.below(seeds.len())]).into_owned();
        let length = sentence.chars().count();
        // Whole, or without its end or beginning.
        match dice.below(3) {
            0 => sentence,
            1 => sentence.chars().take(1 + dice.below(length)).collect(),
            _ => sentence.chars().skip(dice.below(length)).collect(),
        }
    };
    let mut text = one(dice);
    for _ in 0..dice.below(3) {
        text.push_str(SEPARATORS[dice.below(SEPARATORS.len())]);
        text.push_str(&one(dice));
    }
    let most = if dice.below(8) == 0 { 700 } else { 240 };
    text = text.chars().take(most).collect();
    match dice.below(14) {
        0 => text.to_uppercase(),
        1 => text.to_lowercase(),
        2 => text.replace(['.', ',', ';', ':'], ""),
        3 => text.replace(' ', SEPARATORS[dice.below(SEPARATORS.len())]),
        4 => text.replace([',', '.'], SEPARATORS[dice.below(SEPARATORS.len())]),
        5 => words(&text, |at, word, out| if at % 3 == 2 { out.extend([word, word]) } else { out.push(word) }),
        6 => {
            let rest = dice.below(4);
            words(&text, |at, word, out| {
                if at % 4 != rest {
                    out.push(word);
                }
            })
        }
        7 => {
            let mut all: Vec<&str> = text.split(' ').collect();
            let (one, two) = (dice.below(all.len()), dice.below(all.len()));
            all.swap(one, two);
            all.join(" ")
        }
        8 => text.replace('a', "\u{0430}").replace('0', "０").replace(' ', "\u{2003}"),
        9 => format!("<p>{}</p>", text.replace(". ", ".</p><li>").replace(", ", "<br/>")),
        10 => {
            let digit = char::from(b"0123456789"[dice.below(10)]);
            text.chars().map(|c| if c.is_ascii_digit() { digit } else { c }).collect()
        }
        11 => {
            let sign = SEPARATORS[dice.below(SEPARATORS.len())];
            words(&text, |at, word, out| {
                out.push(word);
                if at % 2 == 0 {
                    out.push(sign);
                }
            })
        }
        _ => text,
    }
}

fn words<'t>(text: &'t str, mut take: impl FnMut(usize, &'t str, &mut Vec<&'t str>)) -> String {
    let mut out = Vec::new();
    text.split(' ').enumerate().for_each(|(at, word)| take(at, word, &mut out));
    out.join(" ")
}
