//! Names in the one form in which they are compared: small Latin letters without marks, words parted by one space.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::canonical_combining_class;

use super::data::NAMES;

/// The text in small letters: marks are taken off, other alphabets transliterated, apostrophes dropped, all else is space between words.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    if text.is_ascii() {
        // What nearly every document is in; normalizing leaves it as it is.
        text.bytes().for_each(|byte| push_ascii(byte, &mut out));
    } else {
        for letter in text.nfkc().flat_map(char::to_lowercase).filter(|letter| !is_apostrophe(*letter)) {
            match u8::try_from(letter) {
                Ok(byte) if byte.is_ascii() => push_ascii(byte, &mut out),
                _ => match NAMES.letter(letter) {
                    Some(latin) => out.push_str(latin),
                    None => push_decomposed(letter, &mut out),
                },
            }
        }
    }
    out.truncate(out.trim_ascii_end().len());
    out
}

fn push_ascii(byte: u8, out: &mut String) {
    if byte.is_ascii_alphanumeric() {
        out.push(char::from(byte.to_ascii_lowercase()));
    } else if !is_apostrophe(char::from(byte)) {
        push_space(out);
    }
}

/// One between words, and none before the first.
fn push_space(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
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
            None => push_space(out),
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

    #[test]
    fn plain_text_is_folded_as_it_is_beside_other_letters() {
        let texts =
            (0..=127_u8).map(|byte| format!("a{} {} B{}C ", char::from(byte), char::from(byte), char::from(byte)));
        for text in texts.chain(["", "'", " - ", "O'Brien & Sons,  Ltd."].map(str::to_owned)) {
            let alone = folded(&text);
            let expected = if alone.is_empty() { "é".to_owned() } else { format!("{alone} é") };
            assert_eq!(folded(&format!("{text} é")), folded(&expected), "{text:?}");
            assert_eq!(alone, alone.trim());
        }
    }
}
