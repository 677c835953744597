//! Titles as people shorten them, written out before they are read: `prod eng` is a production engineer, `SWE II` a software engineer,
//! and an `eng manager` manages engineering.

use std::borrow::Cow;

use super::lists;
use super::text::Text;
use super::words::{Words, one_of, words};

/// With these a title goes on behind its head.
const BEHIND: Words = words!(lists::INTRODUCED_BEHIND);
const BEHIND_THE_HEAD: Words = words!(lists::TITLES_BEHIND_THE_HEAD);

/// Whether a word of a text is that by which a trade is known, in full or shortened.
pub(super) fn names_trade(text: &Text, at: usize) -> bool {
    one_of!(text.word(at), lists::CANDIDATE_TEXT_TITLES_TRADES) || is_head(text, at) && head(text, at).is_some()
}

/// A title with its short words written out, as far as it has a trade; most have none and stay as they are.
pub(super) fn written_out(title: &str) -> Cow<'_, str> {
    let text = Text::new(title);
    let all = 0..text.words().len();
    if !all.clone().any(|at| long_form(&text, at).is_some()) || !all.clone().any(|at| names_trade(&text, at)) {
        return Cow::Borrowed(title);
    }
    let (folded, mut out, mut end) = (text.folded(), String::new(), 0);
    for at in all {
        if let Some(long) = long_form(&text, at) {
            let word = &text.words()[at];
            out.push_str(&folded[end..word.start]);
            out.push_str(long);
            end = word.end;
        }
    }
    out.push_str(folded[end..].trim_end());
    Cow::Owned(out)
}

fn long_form(text: &Text, at: usize) -> Option<&'static str> {
    // `HW/FW engineer`: a mark stands behind each.
    head(text, at).filter(|_| is_head(text, at)).or_else(|| lists::SHORT_TITLES_BEFORE.of(text.word(at)))
}

/// What a word at the head of a title is short for.
fn head(text: &Text, at: usize) -> Option<&'static str> {
    let word = text.word(at);
    let is_behind = |before: Words| at > 0 && text.is(at - 1, before);
    let whole = || lists::SHORT_TITLES_BEFORE.of(word).filter(|_| is_behind(words!(lists::SHORT_TITLES_LEADERS)));
    let of_a_craft =
        || lists::SHORT_TITLES_HEADS_OF_CRAFTS.of(word).filter(|_| is_behind(words!(lists::SHORT_TITLES_CRAFTS)));
    whole().or_else(|| lists::SHORT_TITLES_HEADS.of(word)).or_else(of_a_craft)
}

/// Whether a title's head ends with a word: it ends there, goes on behind a mark or with words that say where, or counts its grade.
fn is_head(text: &Text, at: usize) -> bool {
    let words = text.words();
    let Some(next) = words.get(at + 1) else { return true };
    let ends = text.clauses()[text.clause_of(at)].words.end == at + 1;
    let parted = !text.folded()[words[at].end..next.start].chars().all(char::is_whitespace);
    let counts = || {
        let word = text.word(at + 1);
        word.bytes().all(|byte| byte.is_ascii_digit()) || word.bytes().all(|byte| matches!(byte, b'i' | b'v'))
    };
    ends || parted
        || text.word(at + 1).starts_with('@')
        || text.is(at + 1, BEHIND)
        || text.is(at + 1, BEHIND_THE_HEAD)
        || counts()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_of_titles_are_written_out() {
        for (short, long) in [
            ("Prod Eng", "production engineer"),
            ("prod eng, Seattle", "production engineer, seattle"),
            ("Sr. SWE II @ a lab", "sr. software engineer ii @ a lab"),
            ("eng manager, compute", "engineering manager, compute"),
            ("VP Eng", "vp engineering"),
            ("Lead DC tech at a lab", "lead data center technician at a lab"),
            ("HW/FW engineer", "hardware/firmware engineer"),
            ("Infra eng; TPM", "infrastructure engineer; technical program manager"),
        ] {
            assert_eq!(written_out(short), long, "{short}");
        }
    }

    #[test]
    fn what_is_no_title_stays_as_it_is() {
        for text in ["Infra, net and sec", "Storage Engineer", "Arch Linux", "tech lead", "sys"] {
            assert!(matches!(written_out(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
