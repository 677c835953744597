//! Where each byte of a folded text comes from in the original, and the original's own words for it.

use std::borrow::Cow;
use std::ops::Range;

use super::eight::{EIGHT, Eight};
use super::markup;
use super::text::Span;

/// An original text, and for each folded byte the place that it comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    original: String,
    /// For every [`STEP`] bytes of the original, how many characters begin before them; empty for plain ASCII.
    characters_before: Vec<u32>,
    /// For each folded byte, the byte at which the original character begins that it comes from.
    of: Vec<u32>,
}

impl Origin {
    /// Nothing is folded yet.
    pub(super) fn new(original: &str) -> Self {
        Self {
            original: original.to_owned(),
            characters_before: count_characters(original),
            of: Vec::with_capacity(original.len() + original.len() / 8),
        }
    }

    /// The folded bytes up to `length` that are not known yet come from the character that begins at byte `at`.
    pub(super) fn extend_to(&mut self, length: usize, at: usize) {
        self.of.resize(length, u32::try_from(at).unwrap_or(u32::MAX));
    }

    /// As many further folded bytes come from these bytes, one from each.
    pub(super) fn extend_each(&mut self, bytes: Range<usize>) {
        let place = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        self.of.extend(place(bytes.start)..place(bytes.end));
        // Beyond what can be counted all come from the last.
        self.of.resize(self.of.len() + bytes.len() - (place(bytes.end) - place(bytes.start)) as usize, u32::MAX);
    }

    /// They come from the same character as those before them.
    pub(super) fn repeat_last(&mut self, length: usize) {
        self.of.resize(length, self.of.last().copied().unwrap_or(0));
    }

    /// The range of original characters (Unicode scalar values from 0) that a folded range comes from.
    pub(super) fn characters(&self, span: &Span) -> Range<usize> {
        let bytes = self.bytes(span);
        let start = self.character_at(bytes.start);
        start..start + self.characters_in(&bytes)
    }

    /// How many characters of the original begin in a range of its bytes.
    fn characters_in(&self, bytes: &Range<usize>) -> usize {
        // Plain ASCII is not counted.
        if self.characters_before.is_empty() { bytes.len() } else { begun(&self.original.as_bytes()[bytes.clone()]) }
    }

    /// The bytes of the original that a folded range comes from.
    pub(super) fn bytes(&self, span: &Span) -> Range<usize> {
        let Some(&first) = self.of.get(span.start) else {
            return 0..0;
        };
        let last = span.end.checked_sub(1).and_then(|at| self.of.get(at)).copied().unwrap_or(first).max(first);
        let size = match self.original.as_bytes().get(last as usize) {
            Some(ascii) if ascii.is_ascii() => 1,
            _ => self.original[last as usize..].chars().next().map_or(0, char::len_utf8),
        };
        first as usize..last as usize + size
    }

    /// Whether the character of a folded byte is a capital letter.
    #[inline]
    pub(super) fn is_capital(&self, byte: usize) -> bool {
        let Some(&at) = self.of.get(byte) else { return false };
        match self.original.as_bytes()[at as usize] {
            ascii if ascii.is_ascii() => ascii.is_ascii_uppercase(),
            _ => self.original[at as usize..].starts_with(char::is_uppercase),
        }
    }

    /// Whether nothing but one space stands between what ends before one folded byte and what begins at another.
    #[inline]
    pub(super) fn is_one_space(&self, end: usize, start: usize) -> bool {
        let place = |byte: usize| self.of.get(byte).map_or(0, |at| *at as usize);
        let (last, next) = (place(end - 1), place(start));
        next == last + 2 && self.original.as_bytes()[last].is_ascii() && self.original.as_bytes()[last + 1] == b' '
    }

    pub(super) fn is_ascii(&self) -> bool {
        self.original.is_ascii()
    }

    /// A range of bytes of the original; empty when it runs backwards.
    pub(super) fn text(&self, bytes: &Range<usize>) -> &str {
        self.original.get(bytes.clone()).unwrap_or("")
    }

    /// The original of a folded sentence, its white space collapsed, cut to about `longest` characters around a range within it.
    pub(super) fn quote(&self, sentence: &Span, span: &Span, longest: usize) -> String {
        let mut whole = self.bytes(sentence);
        // A bracket that the sentence opened or closed belongs to it.
        for (opening, closing) in [('(', ')'), ('[', ']')] {
            let count = |bracket: char| self.original[whole.clone()].matches(bracket).count();
            let (opened, closed) = (count(opening), count(closing));
            if opened > closed && self.original[whole.end..].starts_with(closing) {
                whole.end += 1;
            } else if closed > opened && self.original[..whole.start].ends_with(opening) {
                whole.start -= 1;
            }
        }
        let part = self.bytes(span);
        if self.characters_in(&whole) <= longest {
            return plain(&self.original[whole]);
        }
        let part_length = self.characters_in(&part);
        let room = longest.saturating_sub(part_length);
        let before = &self.original[whole.start.min(part.start)..part.start];
        let start = part.start - last_characters(before, room / 2);
        let rest = &self.original[start..whole.end.max(part.end)];
        let mut end = start + first_characters(rest, longest.max(part_length));
        // Cut between words, never within an entity or a tag's name.
        let mut from = start;
        if start > whole.start
            && let Some(space) = self.original[start..part.start].find(char::is_whitespace)
        {
            from += space;
        }
        if end < whole.end
            && end > part.end
            && let Some(space) = self.original[part.end..end].rfind(char::is_whitespace)
        {
            end = part.end + space;
        }
        let mut quote = plain(&self.original[from..end]);
        if start > whole.start {
            quote.insert(0, '…');
        }
        if end < whole.end {
            quote.push('…');
        }
        quote
    }

    /// How many characters of the original begin before a byte of it.
    fn character_at(&self, byte: usize) -> usize {
        let Some(&counted) = self.characters_before.get(byte / STEP) else {
            return byte;
        };
        counted as usize + begun(&self.original.as_bytes()[byte - byte % STEP..byte])
    }
}

/// How many bytes the first so many characters take.
fn first_characters(text: &str, count: usize) -> usize {
    match text.as_bytes().get(..count) {
        None => text.len(),
        Some(plain) if plain.is_ascii() => count,
        Some(_) => text.chars().take(count).map(char::len_utf8).sum(),
    }
}

/// How many bytes the last so many characters take.
fn last_characters(text: &str, count: usize) -> usize {
    match text.len().checked_sub(count) {
        None => text.len(),
        Some(start) if text.as_bytes()[start..].is_ascii() => count,
        Some(_) => text.chars().rev().take(count).map(char::len_utf8).sum(),
    }
}

/// Characters are counted at every so many bytes; between them they are counted when asked for.
const STEP: usize = EIGHT;

/// How many characters begin in these bytes.
fn begun(bytes: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    while let Some(eight) = Eight::at(bytes, at) {
        count += EIGHT - eight.continuations();
        at += EIGHT;
    }
    count + bytes[at..].iter().filter(|byte| (**byte & 0xc0) != 0x80).count()
}

/// For every [`STEP`] bytes, how many characters begin before them; empty for plain ASCII.
fn count_characters(text: &str) -> Vec<u32> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut total = 0;
    let steps = text.as_bytes().chunks(STEP).map(|chunk| {
        let before = total;
        total += begun(chunk);
        u32::try_from(before).unwrap_or(u32::MAX)
    });
    // One more for a place at the very end.
    let mut counts: Vec<u32> = steps.collect();
    counts.push(u32::try_from(total).unwrap_or(u32::MAX));
    counts
}

/// A piece of an original as it reads: without markup, white space collapsed.
pub(super) fn plain(text: &str) -> String {
    if is_plain(text.as_bytes()) {
        return text.to_owned();
    }
    // Tags, entities, and what may be a garbled sign.
    let marked = text.contains(['<', '&', 'â', 'Ã', 'Â']);
    let text = if marked { Cow::Owned(markup::strip(text)) } else { Cow::Borrowed(text) };
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}

/// Whether a text has no markup and no white space but single spaces between its words. No branches: it is asked of every quote.
fn is_plain(text: &[u8]) -> bool {
    let is_mark = |byte: &u8| u8::from(!matches!(byte, b' '..=b'~') || matches!(byte, b'<' | b'&'));
    let is_space = |byte: &u8| u8::from(*byte == b' ');
    let marks = text.iter().fold(0, |any, byte| any | is_mark(byte));
    let behind = text.get(1..).unwrap_or_default();
    let spaces = text.iter().zip(behind).fold(0, |any, (one, next)| any | (is_space(one) & is_space(next)));
    !(marks + spaces > 0 || text.first() == Some(&b' ') || text.last() == Some(&b' '))
}
