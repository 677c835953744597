//! Folding: the one form in which labels and texts are compared.
//!
//! Lower case, compatibility forms and diacritics removed, dashes and underscores as spaces, look-alike letters of other
//! scripts as the Latin ones, invisible characters dropped. Offsets are kept by whoever folds character by character.

use unicode_normalization::char::decompose_compatible;

/// What one character becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folded {
    /// It stays visible; the folded characters were emitted.
    Plain,
    /// It is a look-alike from another script (`а` for `a`); the Latin letter was emitted.
    LookAlike,
    /// It is invisible (zero-width, bidirectional control); nothing was emitted.
    Invisible,
}

/// Folds one character, handing each resulting character to `emit`. White space and dashes become one space each.
pub(crate) fn fold_char(c: char, emit: &mut impl FnMut(char)) -> Folded {
    // The overwhelmingly common case first.
    if c.is_ascii() {
        match c {
            '-' | '_' => emit(' '),
            c if c.is_ascii_whitespace() || c.is_ascii_control() => emit(' '),
            c => emit(c.to_ascii_lowercase()),
        }
        return Folded::Plain;
    }
    match c {
        '\u{00ad}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{206f}'
        | '\u{feff}'
        | '\u{180e}'
        | '\u{e0000}'..='\u{e007f}' => return Folded::Invisible,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' | '\u{2043}' => {
            emit(' ');
            return Folded::Plain;
        }
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => {
            emit('\'');
            return Folded::Plain;
        }
        'ß' => {
            emit('s');
            emit('s');
            return Folded::Plain;
        }
        'ø' | 'Ø' => {
            emit('o');
            return Folded::Plain;
        }
        'ł' | 'Ł' => {
            emit('l');
            return Folded::Plain;
        }
        '\u{066c}' => {
            emit(',');
            return Folded::Plain;
        }
        '\u{066b}' => {
            emit('.');
            return Folded::Plain;
        }
        'æ' | 'Æ' => {
            emit('a');
            emit('e');
            return Folded::Plain;
        }
        _ => {}
    }
    if let Some(digit) = digit(c) {
        emit(digit);
        return Folded::Plain;
    }
    if let Some(latin) = look_alike(c) {
        emit(latin);
        return Folded::LookAlike;
    }
    decompose_compatible(c, |d| {
        if ('\u{0300}'..='\u{036f}').contains(&d) {
            // A combining mark: the base letter stands for the whole.
        } else if d.is_whitespace() || d.is_control() {
            emit(' ');
        } else if d.is_ascii() {
            emit(if d == '-' || d == '_' { ' ' } else { d.to_ascii_lowercase() });
        } else {
            d.to_lowercase().for_each(&mut *emit);
        }
    });
    Folded::Plain
}

/// The folded form of a whole text, runs of spaces collapsed and the ends trimmed.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    if text.is_ascii() {
        let mut after_space = true;
        for byte in text.bytes() {
            let is_space = matches!(byte, b'-' | b'_' | 0..=b' ' | 0x7f);
            if !is_space {
                folded.push(char::from(byte.to_ascii_lowercase()));
            } else if !after_space {
                folded.push(' ');
            }
            after_space = is_space;
        }
    } else {
        fold_other(text, &mut folded);
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

fn fold_other(text: &str, folded: &mut String) {
    for c in text.chars() {
        fold_char(c, &mut |d| {
            if d != ' ' || !(folded.is_empty() || folded.ends_with(' ')) {
                folded.push(d);
            }
        });
    }
}

/// The zeros of scripts whose digits people write numbers with; the other nine follow each.
const ZEROS: &[char] = &[
    '\u{0660}', '\u{06f0}', '\u{0966}', '\u{09e6}', '\u{0a66}', '\u{0ae6}', '\u{0be6}', '\u{0c66}', '\u{0ce6}',
    '\u{0d66}', '\u{0e50}',
];

/// The digit that a digit of another script stands for.
fn digit(c: char) -> Option<char> {
    if !('\u{0660}'..='\u{0e59}').contains(&c) {
        return None;
    }
    ZEROS.iter().find_map(|zero| {
        let value = u32::from(c).checked_sub(u32::from(*zero)).filter(|value| *value < 10)?;
        char::from_digit(value, 10)
    })
}

/// The Latin letter that a Cyrillic or Greek letter is indistinguishable from, in common fonts.
fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'а' | 'А' | 'Α' | 'α' => 'a',
        'В' | 'Β' => 'b',
        'с' | 'С' | 'ϲ' | 'Ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'Е' | 'Ε' | 'ё' => 'e',
        'һ' | 'Н' | 'Η' => 'h',
        'і' | 'І' | 'Ι' | 'ι' => 'i',
        'ј' | 'Ј' => 'j',
        'К' | 'к' | 'Κ' | 'κ' => 'k',
        'ӏ' | 'Ӏ' => 'l',
        'М' | 'м' | 'Μ' => 'm',
        'Ν' => 'n',
        'о' | 'О' | 'Ο' | 'ο' => 'o',
        'р' | 'Р' | 'Ρ' | 'ρ' => 'p',
        'ѕ' | 'Ѕ' => 's',
        'Т' | 'Τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'ѡ' | 'ԝ' => 'w',
        'х' | 'Х' | 'Χ' => 'x',
        'у' | 'У' | 'Υ' => 'y',
        'Ζ' => 'z',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_case_and_diacritics_do_not_matter() {
        assert_eq!(fold("  All\u{2011}Reduce "), "all reduce");
        assert_eq!(fold("Zürich"), "zurich");
        assert_eq!(fold("ＣＵＤＡ"), "cuda");
        assert_eq!(fold("4\u{202f}500"), "4 500");
        assert_eq!(fold("C++"), "c++");
        assert_eq!(fold("\u{0662}\u{066c}\u{0660}\u{0660}\u{0660} \u{0967}\u{0968}"), "2,000 12");
        assert_eq!(fold("\t-a _\u{7f}B\n"), "a b");
    }

    #[test]
    fn hidden_and_look_alike_characters_are_undone() {
        assert_eq!(fold("Sl\u{200b}urm"), "slurm");
        assert_eq!(fold("СUDА"), "cuda");
        assert_eq!(fold_char('\u{200b}', &mut |_| ()), Folded::Invisible);
        assert_eq!(fold_char('а', &mut |_| ()), Folded::LookAlike);
    }
}
