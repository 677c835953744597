//! Names in the one form in which they are compared: small Latin letters without marks, words parted by one space.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::canonical_combining_class;

use super::data::NAMES;

/// The text in small letters: marks are taken off, other alphabets transliterated, apostrophes dropped, all else is space between words.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.nfkc().flat_map(char::to_lowercase).filter(|letter| !is_apostrophe(*letter)) {
        if letter.is_ascii_alphanumeric() {
            out.push(letter);
        } else if let Some(latin) = NAMES.letter(letter) {
            out.push_str(latin);
        } else {
            push_decomposed(letter, &mut out);
        }
    }
    let mut words = out.split_ascii_whitespace();
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| all + " " + word)
}

/// Its words.
pub(super) fn words(text: &str) -> Vec<String> {
    folded(text).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn push_decomposed(letter: char, out: &mut String) {
    for part in std::iter::once(letter).nfd() {
        match NAMES.letter(part) {
            Some(latin) => out.push_str(latin),
            None if part.is_alphanumeric() => out.push(part),
            None if canonical_combining_class(part) != 0 => {}
            None => out.push(' '),
        }
    }
}

/// Of all the signs by which people write one: `O'Brien`, `O’Brien`.
fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '`' | '\u{2018}' | '\u{2019}' | '\u{02bc}' | '\u{00b4}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_marks_and_apostrophes_are_folded() {
        for (text, expected) in [
            ("Jürgen Müller-Lüdenscheidt", "jurgen muller ludenscheidt"),
            ("Łukasz  O’Brien", "lukasz obrien"),
            ("Дмитрий Щукин", "dmitriy shchukin"),
            ("Γιώργος", "giorgos"),
            ("Søren Æbelø", "soren aebelo"),
            ("王伟", "王伟"),
            ("NAÏVE, Inc.", "naive inc"),
            (" ", ""),
        ] {
            assert_eq!(folded(text), expected);
        }
    }
}
