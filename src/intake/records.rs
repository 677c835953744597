//! Cuts a table into records and cells (RFC 4180), without holding more of it than one record. What the columns mean is in
//! [`columns`](super::columns).
//!
//! A reader of whole records, as crates have it, would take a quote that is never closed as a record without end; here it ends at
//! the limit of a document, and the next line is a record again.

use std::io::{BufRead, Result};
use std::sync::Arc;

use super::columns::Columns;
use super::elements::Piece;
use super::json::Position;

/// What is said of a record in another encoding.
pub(super) const NOT_UTF8: &str =
    "not UTF-8 text; expected CSV in UTF-8 (spreadsheets call it \"CSV UTF-8\", or ask for the character set)";

const UNCLOSED: &str = "a quote that opens in this record is not closed; the lines up to the limit of a document, or to the end, \
                        were passed over";

/// Cuts at line ends outside quotes. The first record that is not blank names the columns.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// Lines taken so far.
    pub(super) n_lines: usize,
    /// The line on which the record that was cut last begins.
    pub(super) begins_on: usize,
    /// Known once the header is read.
    pub(super) columns: Option<Arc<Columns>>,
    /// Why the header cannot be used.
    pub(super) fault: Option<String>,
    /// Whether the header comes after a preamble, which spreadsheets of some exports have.
    is_preamble: bool,
}

/// Where in a cell the reading is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing but blanks so far: a quote opens.
    Blank,
    Plain,
    Quoted,
    /// After a quote in quotes: another one is a quote of the text, else the quotes are closed.
    Closed,
}

impl State {
    fn after(self, byte: u8, is_separator: bool) -> Self {
        match (self, byte) {
            (Self::Quoted, b'"') => Self::Closed,
            (Self::Quoted, _) | (Self::Closed | Self::Blank, b'"') => Self::Quoted,
            _ if is_separator => Self::Blank,
            (Self::Blank, b' ') => Self::Blank,
            _ => Self::Plain,
        }
    }
}

impl Records {
    /// The next record that is not blank, into `text`; the header is read on the way. A header that cannot be used is cut out like
    /// a record, and its fault noted.
    pub(super) fn next(
        &mut self,
        input: &mut impl BufRead,
        text: &mut Vec<u8>,
        limit: usize,
        kind: &'static str,
    ) -> Result<Piece> {
        loop {
            let piece = self.cut(input, text, limit)?;
            if !matches!(piece, Piece::Text(_)) || self.columns.is_some() {
                return Ok(piece);
            }
            let header = str::from_utf8(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text));
            let Ok(header) = header else {
                self.fault = Some(NOT_UTF8.to_owned());
                return Ok(piece);
            };
            let separator = separator_of(header);
            let names = cells(header, separator);
            // "Notes:", then a sentence or two, then the header.
            if names.len() == 1 && (self.is_preamble || names[0].trim().eq_ignore_ascii_case("notes:")) {
                self.is_preamble = true;
                continue;
            }
            match Columns::new(&names, separator, kind) {
                Ok(columns) => self.columns = Some(Arc::new(columns)),
                Err(fault) => {
                    self.fault = Some(fault);
                    return Ok(piece);
                }
            }
        }
    }

    fn cut(&mut self, input: &mut impl BufRead, text: &mut Vec<u8>, limit: usize) -> Result<Piece> {
        let separator = self.columns.as_ref().map(|columns| columns.separator);
        let is_separator = |byte: u8| separator.map_or(matches!(byte, b',' | b';' | b'\t'), |known| byte == known);
        loop {
            text.clear();
            self.begins_on = self.n_lines + 1;
            let (mut state, mut n_bytes, mut is_blank, mut is_whole) = (State::Blank, 0_usize, true, false);
            let mut is_unclosed = false;
            while !is_whole {
                let chunk = input.fill_buf()?;
                if chunk.is_empty() {
                    is_unclosed |= state == State::Quoted;
                    break;
                }
                let mut n_taken = 0;
                for &byte in chunk {
                    n_taken += 1;
                    self.n_lines += usize::from(byte == b'\n');
                    if state == State::Quoted && n_bytes + n_taken > limit + 2 {
                        is_unclosed = true;
                        state = State::Plain;
                    }
                    if byte == b'\n' && state != State::Quoted {
                        is_whole = true;
                        break;
                    }
                    is_blank &= byte.is_ascii_whitespace() || is_separator(byte) || b"\xef\xbb\xbf".contains(&byte);
                    state = state.after(byte, is_separator(byte));
                }
                let n_kept = n_taken.min((limit + 2).saturating_sub(text.len()));
                text.extend_from_slice(&chunk[..n_kept]);
                n_bytes = n_bytes.saturating_add(n_taken);
                input.consume(n_taken);
            }
            if n_bytes == 0 {
                return Ok(Piece::End);
            }
            self.n_lines += usize::from(!is_whole);
            if is_unclosed {
                return Ok(Piece::Fault(UNCLOSED));
            }
            if is_blank {
                continue;
            }
            if n_bytes == text.len() {
                let end = text.strip_suffix(b"\n").unwrap_or(text);
                let n_kept = end.strip_suffix(b"\r").unwrap_or(end).len();
                text.truncate(n_kept);
            }
            let position = Position { lines_before: self.begins_on - 1, columns_before: 0 };
            return Ok(if text.len() > limit { Piece::TooLarge } else { Piece::Text(position) });
        }
    }
}

/// The cells of one record, without their quotes.
pub(super) fn cells(record: &str, separator: u8) -> Vec<String> {
    let (mut cells, mut cell, mut state) = (Vec::new(), String::new(), State::Blank);
    for c in record.chars() {
        let byte = u8::try_from(c).unwrap_or(b'a');
        let is_separator = byte == separator && c.is_ascii();
        let after = state.after(byte, is_separator);
        match (state, after) {
            (State::Blank, State::Quoted) => cell.clear(),
            (State::Quoted, State::Closed) => {}
            _ if is_separator && after == State::Blank => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(c),
        }
        state = after;
    }
    cells.push(cell);
    cells
}

/// The separator that a header has most of, outside quotes.
pub(super) fn separator_of(header: &str) -> u8 {
    let (mut state, mut counts) = (State::Blank, [0; 3]);
    for byte in header.bytes() {
        let which = b",;\t".iter().position(|separator| *separator == byte);
        state = state.after(byte, which.is_some());
        if let (Some(which), State::Blank) = (which, state) {
            counts[which] += 1;
        }
    }
    // The comma wins a draw, as the first that is greatest.
    let most = (0..3).rev().max_by_key(|which| counts[*which]).unwrap_or(0);
    b",;\t"[most]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_separators_quotes_and_line_ends() {
        assert_eq!(cells("a,\"b, c\",\"say \"\"so\"\"\", d\" ,", b','), ["a", "b, c", "say \"so\"", " d\" ", ""]);
        assert_eq!(cells("\"two\nlines\";x", b';'), ["two\nlines", "x"]);
        assert_eq!(cells("a, \"b, c\"", b','), ["a", "b, c"]);
        assert_eq!(cells("é,ü", b','), ["é", "ü"]);
    }

    #[test]
    fn the_header_tells_the_separator() {
        assert_eq!(separator_of("id;name;\"a,b,c,d\""), b';');
        assert_eq!(separator_of("id\tname"), b'\t');
        assert_eq!(separator_of("id"), b',');
        assert_eq!(separator_of("id,name;x"), b',');
    }
}
