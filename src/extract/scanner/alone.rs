//! Where a name stands alone, and is no part of another word.

use crate::extract::lists;
use crate::extract::words::{Words, words};

/// Shorter names have no plural and no version glued to them: `Rs` and `C4` are other things.
const SHORTEST_INFLECTED: usize = 3;
/// So many bytes around a name tell whether it is a word of its own; it bounds the work on endless words.
const AROUND: usize = 64;

/// What names of files end in.
const EXTENSIONS: Words = words!(lists::FILES_EXTENSIONS);

/// Whether the name at `span` is a word of its own, and not a part of `Google`, `R&D`, `github.com` or `C++`. A plural or
/// possessive s, a glued version (`NVLink4`) and a count before hardware (`8xH100`) leave it one.
pub(super) fn stands_alone(folded: &str, span: &std::ops::Range<usize>, hardware: bool, ambiguous: bool) -> bool {
    let bytes = folded.as_bytes();
    let opens = span.start.checked_sub(1).is_none_or(|before| matches!(bytes[before], b' ' | b'(' | b'/'));
    let ends_before = |after: Option<&[u8]>| match after {
        None | Some([] | [b' ' | b',' | b')' | b'/' | b':' | b';', ..] | [b'.'] | [b'.', b' ', ..]) => true,
        Some(_) => false,
    };
    // Nearly all names, and their plurals, stand so.
    let closes = ends_before(bytes.get(span.end..));
    let is_plural = || {
        let inflects = matches!(bytes[span.clone()], [.., b'a'..=b'z', b'a'..=b'z', b'a'..=b'r' | b't'..=b'z']);
        inflects && bytes.get(span.end) == Some(&b's') && ends_before(bytes.get(span.end + 1..))
    };
    if opens && (closes || is_plural()) {
        return true;
    }
    let (first, last) =
        (nearest(folded, span.start.saturating_sub(AROUND)), nearest(folded, span.end.saturating_add(AROUND)));
    let (before, name, after) = (&folded[first..span.start], &folded[span.clone()], &folded[span.end..last]);
    (opens || starts_word(before, name, hardware)) && (closes || ends_word(after, name, ambiguous))
}

/// The last place at or before `at` where a character begins.
fn nearest(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn starts_word(before: &str, name: &str, hardware: bool) -> bool {
    let Some(last) = before.chars().next_back() else {
        return true;
    };
    let first_is_word = name.starts_with(|c: char| c.is_alphanumeric());
    match last {
        c if is_ideograph(c) => true,
        c if c.is_alphanumeric() => {
            let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
            let count = word.strip_suffix('x').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
            hardware && first_is_word && count
        }
        '@' | '$' => !first_is_word,
        // `node.js`, `10.5`; after a long word a stop may be one that lacks its space.
        '.' => {
            let word = before[..before.len() - 1].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
            word.is_empty() || (word.len() >= 4 && name.len() >= 4 && first_is_word && !EXTENSIONS.has(name))
        }
        '&' | '\'' | '+' => name.len() > 1 || !before[..before.len() - 1].ends_with(|c: char| c.is_alphanumeric()),
        _ => true,
    }
}

fn ends_word(after: &str, name: &str, ambiguous: bool) -> bool {
    let plain_end = name.ends_with(|c: char| c.is_alphabetic());
    let rest = match after.strip_prefix("'s").or_else(|| after.strip_prefix('\'')) {
        Some(rest) if name.len() > 1 => rest,
        _ => after,
    };
    if closes(rest, name) {
        return true;
    }
    let inflected = name.chars().count() >= SHORTEST_INFLECTED;
    let hardware_like = name.ends_with(|c: char| c.is_ascii_digit()) && name.len() >= SHORTEST_INFLECTED;
    let plural = inflected && (plain_end || hardware_like) && !name.ends_with('s');
    if plural
        && let Some(rest) = after.strip_prefix('s')
        && (closes(rest, name) || rest.starts_with('\''))
    {
        return true;
    }
    let digits = after.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(after.len());
    let version = after[..digits].trim_end_matches('.');
    let versioned = !version.is_empty() && version.len() <= 5 && closes(&after[version.len()..], name);
    let glued_count = hardware_like
        && after.strip_prefix('x').is_some_and(|rest| {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            digits > 0 && closes(&rest[digits..], name)
        });
    (versioned && !version.starts_with('.') && (name.ends_with('+') || (inflected && plain_end && !ambiguous)))
        || glued_count
}

/// Letters of scripts that are written without spaces: `Slurm` ends where they begin.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}')
}

/// Whether a word may end where `rest` begins.
fn closes(rest: &str, name: &str) -> bool {
    let mut characters = rest.chars();
    let Some(first) = characters.next() else { return true };
    let second = characters.next();
    let glued = second.is_some_and(|c| c.is_alphanumeric() && !is_ideograph(c));
    match first {
        c if is_ideograph(c) => true,
        c if c.is_alphanumeric() => false,
        '#' | '@' => false,
        '+' => name.len() > 1 && !name.ends_with('+') && (glued || second.is_none_or(char::is_whitespace)),
        '&' => !glued || name.len() > 2,
        // `github.com`, `3.5`, `publications.json`: but `clusters.Responsible` lacks a space.
        '.' => {
            let next: &str = rest[1..].split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
            !glued || (name.len() >= 4 && next.len() >= 4 && !EXTENSIONS.has(next))
        }
        '\'' => !glued,
        _ => true,
    }
}
