//! What a name of the field is where it is none: an initial, a pet, a firm, a person.

use crate::extract::doers;
use crate::extract::scanner::Hit;
use crate::extract::support_words::{BEFORE_LETTER, FIRMS, KIN, LEGAL_FORMS, NAMED, PERSONAL, PETS, ROLE_WORDS};
use crate::extract::text::{Span, Text};
use crate::extract::words::{Words, words};

/// `C-DAC`, `R-CNN`: a hyphen and capitals follow.
fn opens_a_name(text: &Text, hit: &Hit) -> bool {
    let Some(next) = text.words().get(text.word_at(hit.start) + 1) else { return false };
    let capitals = |word: &str| word.len() > 1 && word.chars().all(char::is_uppercase);
    text.original(&(hit.end..next.start)) == "-" && capitals(text.original(next))
}

/// `John C. Smith`, `Vitamin C`.
pub(super) fn is_initial(text: &Text, hit: &Hit) -> bool {
    let folded = text.folded();
    if hit.end - hit.start != 1 {
        return false;
    }
    // `32 °C`, `C-DAC`
    if folded[..hit.start].ends_with(['°', 'º']) || opens_a_name(text, hit) {
        return true;
    }
    let before = folded[..hit.start].trim_end();
    let previous = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let after = &folded[hit.end..];
    let next = after.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    if BEFORE_LETTER.has(previous) {
        return true;
    }
    let capitalised = |span: Span| text.original(&span).starts_with(char::is_uppercase);
    let next_start = hit.end + after.len() - after.trim_start_matches(['.', ' ']).len();
    after.starts_with(". ")
        && next_start < folded.len()
        && capitalised(next_start..next_start + next.len().max(1).min(folded.len() - next_start))
        && (previous.is_empty()
            || (before.ends_with(previous) && capitalised(before.len() - previous.len()..before.len())))
}

/// `SMBs`, `katas`: there is one tool of a name, and of what the word means otherwise there are many. What the taxonomy lists with its s
/// is a name of its own.
pub(super) fn is_several(text: &Text, hit: &Hit) -> bool {
    match text.folded().as_bytes().get(hit.end..) {
        Some([b's', next, ..]) => !next.is_ascii_alphanumeric(),
        Some([b's']) => true,
        _ => false,
    }
}

/// `the office dog is called Python`.
pub(super) fn is_pet(text: &Text, hit: &Hit) -> bool {
    let word = text.word_at(hit.start);
    word > 0 && text.is(word - 1, NAMED) && {
        let sentence = text.sentence_around(hit.start);
        (text.word_at(sentence.start)..word).any(|w| text.is(w, PETS))
    }
}

/// `Mesa Compute`, `Glacier ehf.`: the first word of a firm's name, which ends in what firms call themselves.
pub(super) fn is_firm(text: &Text, hit: &Hit) -> bool {
    if text.folded()[hit.start..hit.end].contains(' ') || !text.is_capital(hit.start) {
        return false;
    }
    let first = text.word_at(hit.start);
    let joined = |word: usize| {
        text.words()
            .get(word)
            .is_some_and(|span| text.folded().get(text.words()[word - 1].end..span.start) == Some(" "))
    };
    let capital = |word: usize| joined(word) && text.is_capital(text.words()[word].start);
    let legal = |word: usize| joined(word) && text.is(word, LEGAL_FORMS);
    // `Cinder AI`, but not `Gaudi AI accelerators`.
    let ends_in_ai = || text.is(first + 1, words!("ai")) && !joined(first + 2);
    legal(first + 1) || (capital(first + 1) && (text.is(first + 1, FIRMS) || ends_in_ai()))
}

/// `Ray Chen`, `Julia (my sister)`: a capitalised word beside it that is no trade, or a relation.
pub(super) fn is_person(text: &Text, hit: &Hit, bare: bool) -> bool {
    let folded = text.folded();
    if !PERSONAL.has(&folded[hit.start..hit.end]) {
        return false;
    }
    let here = text.word_at(hit.start);
    let is = |word: usize, list: Words| word < text.words().len() && text.is(word, list);
    if is(here + 1, doers::WHOSE) && is(here + 2, KIN) {
        return true;
    }
    if bare {
        return false;
    }
    let name_like = |word: usize| {
        let Some(span) = text.words().get(word) else {
            return false;
        };
        let written = text.original(span);
        let mut letters = written.chars();
        let form = letters.next().is_some_and(char::is_uppercase)
            && letters.clone().count() >= 2
            && letters.all(char::is_lowercase);
        form && !text.is(word, ROLE_WORDS)
    };
    let after = text.words().get(here + 1).is_some_and(|next| folded.get(hit.end..next.start) == Some(" "));
    after && name_like(here + 1)
}
