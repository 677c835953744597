//! Cuts a stream into the texts of single documents, without reading more of it than one document.
//!
//! Does not understand JSON beyond brackets and quotes: what is cut out may still be malformed.

use std::io::{BufRead, Read, Result};

use super::json::Position;

/// A stream of which the first bytes were looked at already.
#[derive(Debug)]
pub(super) struct Input<R> {
    head: Vec<u8>,
    n_used: usize,
    rest: R,
}

impl<R: BufRead> Input<R> {
    pub(super) fn new(rest: R) -> Self {
        Self { head: Vec::new(), n_used: 0, rest }
    }

    /// The first line that is not blank, or as much of it as comes within `limit` bytes from the start; it stays unread.
    pub(super) fn peek_line(&mut self, limit: usize) -> Result<&[u8]> {
        let mut line_start = 0;
        while self.head.len() < limit {
            let room = u64::try_from(limit - self.head.len()).unwrap_or(u64::MAX);
            line_start = self.head.len();
            let n_read = self.rest.by_ref().take(room).read_until(b'\n', &mut self.head)?;
            if n_read == 0 || !is_blank(&self.head[line_start..]) {
                break;
            }
        }
        Ok(self.head[line_start..].trim_ascii())
    }
}

impl<R: BufRead> Read for Input<R> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let n_read = self.fill_buf()?.read(into)?;
        self.consume(n_read);
        Ok(n_read)
    }
}

impl<R: BufRead> BufRead for Input<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.n_used < self.head.len() { Ok(&self.head[self.n_used..]) } else { self.rest.fill_buf() }
    }

    fn consume(&mut self, n_bytes: usize) {
        if self.n_used < self.head.len() {
            self.n_used += n_bytes;
        } else {
            self.head = Vec::new();
            self.n_used = 0;
            self.rest.consume(n_bytes);
        }
    }
}

/// What was cut out of the stream; the text itself is in the caller's buffer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// A document's text, and where it stands.
    Text(Position),
    /// A document larger than the limit, which was passed over.
    TooLarge,
    /// A fault between documents.
    Fault(&'static str),
    /// There is no more.
    End,
}

/// White space or a byte order mark, and nothing else.
fn is_blank(text: &[u8]) -> bool {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).iter().all(u8::is_ascii_whitespace)
}

/// Cuts at line ends.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Lines taken so far, blank ones included.
    pub(super) n_lines: usize,
}

impl Lines {
    /// The next line that is not blank, into `text`, of which at most `limit` bytes are kept.
    pub(super) fn next(&mut self, input: &mut impl BufRead, text: &mut Vec<u8>, limit: usize) -> Result<Piece> {
        loop {
            text.clear();
            let mut n_bytes = 0;
            loop {
                let chunk = input.fill_buf()?;
                let end = chunk.iter().position(|b| *b == b'\n');
                let n_taken = end.map_or(chunk.len(), |end| end + 1);
                // Room for the line's end, which is not part of the document.
                let n_kept = n_taken.min((limit + 2).saturating_sub(text.len()));
                text.extend_from_slice(&chunk[..n_kept]);
                n_bytes += n_taken;
                input.consume(n_taken);
                if end.is_some() || n_taken == 0 {
                    break;
                }
            }
            if n_bytes == 0 {
                return Ok(Piece::End);
            }
            self.n_lines += 1;
            if n_bytes == text.len() {
                let n_kept = text.trim_ascii_end().len();
                text.truncate(n_kept);
            }
            if is_blank(text) && text.len() <= limit {
                continue;
            }
            let position = Position { lines_before: self.n_lines - 1, columns_before: 0 };
            return Ok(if text.len() > limit { Piece::TooLarge } else { Piece::Text(position) });
        }
    }
}

/// Cuts where brackets close: the elements of a list, or values one after another.
#[derive(Debug, Default)]
pub(super) struct Elements {
    state: State,
    n_lines: usize,
    n_columns: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing but white space so far.
    #[default]
    Start,
    /// Not in a list, between values.
    Between,
    /// In a list, where an element has to follow: after its `[` (then `]` may follow too) or a comma.
    Element { may_end: bool },
    /// In a list, after an element.
    AfterElement,
}

impl Elements {
    /// The next value, into `text`, of which at most `limit` bytes are kept.
    pub(super) fn next(&mut self, input: &mut impl BufRead, text: &mut Vec<u8>, limit: usize) -> Result<Piece> {
        text.clear();
        loop {
            let Some(byte) = peek(input)? else {
                return Ok(self.at_end());
            };
            if byte.is_ascii_whitespace() || matches!(byte, b'\xef' | b'\xbb' | b'\xbf') {
                self.pass(input, byte);
                continue;
            }
            match (self.state, byte) {
                (State::Start, b'[') => {
                    self.pass(input, byte);
                    self.state = State::Element { may_end: true };
                }
                (State::Element { may_end: true } | State::AfterElement, b']') => {
                    self.pass(input, byte);
                    self.state = State::Between;
                }
                (State::Element { .. }, b']') => {
                    self.pass(input, byte);
                    self.state = State::Between;
                    return Ok(Piece::Fault("a comma before the end of the list; a document has to follow a comma"));
                }
                (State::Element { .. }, b',') => {
                    self.pass(input, byte);
                    self.state = State::Element { may_end: false };
                    return Ok(Piece::Fault("a comma without a document before it"));
                }
                (State::AfterElement, b',') => {
                    self.pass(input, byte);
                    self.state = State::Element { may_end: false };
                }
                (State::Element { .. } | State::AfterElement, _) => {
                    let piece = self.value(input, text, limit, true)?;
                    self.state = State::AfterElement;
                    return Ok(piece);
                }
                (State::Start | State::Between, _) => {
                    let piece = self.value(input, text, limit, false)?;
                    self.state = State::Between;
                    return Ok(piece);
                }
            }
        }
    }

    fn at_end(&mut self) -> Piece {
        match self.state {
            State::Start | State::Between => Piece::End,
            State::Element { .. } | State::AfterElement => {
                self.state = State::Between;
                Piece::Fault("the text ends within the list; expected a `]`")
            }
        }
    }

    /// Takes a value that begins at the next byte. In a list it ends before a comma or bracket of the list; else it ends
    /// with its own last bracket, or with its line when it has none.
    fn value(&mut self, input: &mut impl BufRead, text: &mut Vec<u8>, limit: usize, in_list: bool) -> Result<Piece> {
        let position = Position { lines_before: self.n_lines, columns_before: self.n_columns };
        let mut scan = Scan::default();
        let mut n_bytes = 0_usize;
        loop {
            let chunk = input.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            let mut n_taken = 0;
            let mut is_whole = false;
            for byte in chunk {
                if scan.depth == 0
                    && !scan.in_string
                    && (in_list && matches!(byte, b',' | b']') || !in_list && *byte == b'\n')
                {
                    is_whole = true;
                    break;
                }
                n_taken += 1;
                self.count(*byte);
                let closes = scan.take(*byte);
                if closes && !in_list {
                    is_whole = true;
                    break;
                }
            }
            let n_kept = n_taken.min((limit + 2).saturating_sub(text.len()));
            text.extend_from_slice(&chunk[..n_kept]);
            n_bytes = n_bytes.saturating_add(n_taken);
            input.consume(n_taken);
            if is_whole {
                break;
            }
        }
        if n_bytes == text.len() {
            let n_kept = text.trim_ascii_end().len();
            text.truncate(n_kept);
        }
        Ok(if text.len() > limit { Piece::TooLarge } else { Piece::Text(position) })
    }

    fn pass(&mut self, input: &mut impl BufRead, byte: u8) {
        self.count(byte);
        input.consume(1);
    }

    fn count(&mut self, byte: u8) {
        if byte == b'\n' {
            self.n_lines += 1;
            self.n_columns = 0;
        } else {
            self.n_columns += 1;
        }
    }
}

fn peek(input: &mut impl BufRead) -> Result<Option<u8>> {
    Ok(input.fill_buf()?.first().copied())
}

/// How many brackets are open, and whether in quotes.
#[derive(Debug, Default)]
pub(super) struct Scan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl Scan {
    /// Whether `byte` closes the outermost bracket.
    fn take(&mut self, byte: u8) -> bool {
        if self.in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                let was_open = self.depth == 1;
                self.depth = self.depth.saturating_sub(1);
                return was_open;
            }
            _ => {}
        }
        false
    }

    /// Whether `line` is the first of a value that goes on in the next: something is open, and it breaks off where
    /// pretty-printers break.
    pub(super) fn goes_on(line: &[u8]) -> bool {
        let mut scan = Self::default();
        for byte in line {
            scan.take(*byte);
        }
        scan.depth > 0 && !scan.in_string && line.last().is_some_and(|last| b"{[,:".contains(last))
    }
}
