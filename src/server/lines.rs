//! Cuts a body into lines as it comes in. A line that is too long is passed over without being kept.

/// The lines of a stream of bytes.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Vec<u8>,
    is_too_long: bool,
    max_bytes: usize,
    n_ended: usize,
}

/// One line, and its number from 1.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: usize,
    /// Without the end of the line; `None` when it was too long.
    pub(super) text: Option<Vec<u8>>,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Lines {
    pub(super) fn new(max_bytes: usize) -> Self {
        Self { buffer: Vec::new(), is_too_long: false, max_bytes, n_ended: 0 }
    }

    /// Takes the next piece of the stream, and gives each line that ends in it to `sink`. Blank lines are only counted.
    pub(super) fn push(&mut self, data: &[u8], mut sink: impl FnMut(Line)) {
        let mut pieces = data.split(|byte| *byte == b'\n').peekable();
        while let Some(piece) = pieces.next() {
            if self.is_too_long || self.buffer.len() + piece.len() > self.max_bytes {
                self.is_too_long = true;
                self.buffer.clear();
            } else {
                self.buffer.extend_from_slice(piece);
            }
            if pieces.peek().is_some() {
                self.end_line(&mut sink);
            }
        }
    }

    /// The stream has ended; what came after the last end of line is a line too.
    pub(super) fn finish(&mut self, mut sink: impl FnMut(Line)) {
        self.end_line(&mut sink);
    }

    /// The number of the line that comes next or is incomplete.
    pub(super) fn next_number(&self) -> usize {
        self.n_ended + 1
    }

    /// How many bytes of an incomplete line are kept.
    pub(super) fn n_buffered(&self) -> usize {
        self.buffer.len()
    }

    fn end_line(&mut self, sink: &mut impl FnMut(Line)) {
        self.n_ended += 1;
        let mut text = std::mem::take(&mut self.buffer);
        if self.n_ended == 1 && text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len());
        }
        if std::mem::take(&mut self.is_too_long) {
            sink(Line { number: self.n_ended, text: None });
        } else if !text.trim_ascii().is_empty() {
            sink(Line { number: self.n_ended, text: Some(text) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<(usize, Option<String>)> {
        let mut found = Vec::new();
        let mut lines = Lines::new(5);
        let mut sink = |line: Line| found.push((line.number, line.text.map(|text| String::from_utf8(text).unwrap())));
        for piece in pieces {
            lines.push(piece, &mut sink);
        }
        lines.finish(&mut sink);
        found
    }

    #[test]
    fn lines_do_not_depend_on_how_the_stream_is_cut() {
        let text = b"\xef\xbb\xbfa\n\n \r\n123456\nb12\r\n1234567890\nlast";
        let whole = lines(&[text]);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(whole, [(1, some("a")), (4, None), (5, some("b12\r")), (6, None), (7, some("last"))]);
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(lines(&bytes), whole);
        assert!(lines(&[]).is_empty());
        assert!(lines(&[b"\n"]).is_empty());
    }
}
