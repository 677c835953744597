//! Many documents from one stream: each is read for itself, and a bad one never stops the rest.
//!
//! Opens no files, and knows no compression.

use std::fmt;
use std::io::BufRead;
use std::marker::PhantomData;
use std::path::PathBuf;

use super::columns::Columns;
use super::document::Document;
use super::document_text::{Content, DocumentText};
use super::elements::{Elements, Input, Lines, Piece, Scan};
use super::json::{Position, too_large};
use super::records::Records;
use super::{Format, Limits};
use crate::domain::Error;

/// Reads documents of one kind, one at a time: an iterator of the number and the document, or of what is wrong with it.
///
/// In JSON Lines and CSV the number is the line's, else it counts documents; both from 1. Blank lines are skipped. Memory holds one
/// document of at most `Limits::document_bytes`; a larger one is reported and passed over. After a failure to read from the
/// stream, which is reported as a bad line with [`Error::Io`], the iterator ends.
#[derive(Debug)]
pub struct DocumentReader<R, T> {
    input: Input<R>,
    layout: Layout,
    limits: Limits,
    name: PathBuf,
    text: Vec<u8>,
    n_elements: usize,
    kind: PhantomData<fn() -> T>,
}

/// A document of a stream that cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub struct BadLine {
    /// The line, or the count of the document, from 1.
    pub number: usize,
    /// The document's id, where it could be read.
    pub id: Option<String>,
    /// What is wrong.
    pub error: Error,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(f, "{} ({id}): {}", self.number, self.error),
            None => write!(f, "{}: {}", self.number, self.error),
        }
    }
}

impl std::error::Error for BadLine {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

#[derive(Debug)]
enum Layout {
    Undetected,
    Lines(Lines),
    Elements(Elements),
    Records(Records),
    Ended,
}

impl<R: BufRead, T: Document> DocumentReader<R, T> {
    /// Reads from `input`; nothing is taken from it before the first document is asked for.
    pub fn new(input: R, format: Format) -> Self {
        let layout = match format {
            Format::Json => Layout::Elements(Elements::default()),
            Format::JsonLines => Layout::Lines(Lines::default()),
            Format::Csv => Layout::Records(Records::default()),
            Format::Detect => Layout::Undetected,
        };
        Self {
            input: Input::new(input),
            layout,
            limits: Limits::default(),
            name: PathBuf::from("-"),
            text: Vec::new(),
            n_elements: 0,
            kind: PhantomData,
        }
    }

    /// Other limits than the default ones.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The name of what is read, for errors of reading; `-` unless said.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<PathBuf>) -> Self {
        self.name = name.into();
        self
    }

    /// The text of the next document, cut out and not yet read; `None` at the end.
    pub(crate) fn next_text(&mut self) -> Option<Result<DocumentText, BadLine>> {
        let bad = |number, error| Some(Err(BadLine { number, id: None, error }));
        match self.next_piece() {
            Ok((number, Piece::Text(position))) => Some(self.text_at(number, position)),
            Ok((number, Piece::TooLarge)) => bad(number, too_large(&self.limits)),
            Ok((number, Piece::Fault(fault))) => bad(number, Error::Malformed(fault.to_owned())),
            Ok((_, Piece::End)) => {
                self.layout = Layout::Ended;
                None
            }
            Err(source) => {
                let number = self.number_of_next();
                self.layout = Layout::Ended;
                bad(number, Error::Io { path: self.name.clone(), source })
            }
        }
    }

    fn text_at(&mut self, number: usize, position: Position) -> Result<DocumentText, BadLine> {
        let text = std::mem::take(&mut self.text);
        let Layout::Records(records) = &mut self.layout else {
            return Ok(DocumentText { number, content: Content::Json(text, position) });
        };
        if let Some(columns) = &records.columns {
            return Ok(DocumentText { number, content: Content::Record(text, columns.clone()) });
        }
        // Without its header a file of records means nothing, so nothing more of it is read.
        let error = records.fault.take().unwrap_or_default();
        self.layout = Layout::Ended;
        Err(BadLine { number, id: None, error: Error::Malformed(error) })
    }

    /// The next piece of the stream and its number.
    fn next_piece(&mut self) -> std::io::Result<(usize, Piece)> {
        let limit = self.limits.document_bytes;
        if matches!(self.layout, Layout::Undetected) {
            let line = self.input.peek_line(limit)?;
            let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
            self.layout = if line.starts_with(b"[") || Scan::goes_on(line) {
                Layout::Elements(Elements::default())
            } else if Columns::are_named_by(line, T::KIND) {
                Layout::Records(Records::default())
            } else {
                Layout::Lines(Lines::default())
            };
        }
        match &mut self.layout {
            Layout::Lines(lines) => {
                let piece = lines.next(&mut self.input, &mut self.text, limit)?;
                Ok((lines.n_lines, piece))
            }
            Layout::Elements(elements) => {
                let piece = elements.next(&mut self.input, &mut self.text, limit)?;
                self.n_elements += 1;
                Ok((self.n_elements, piece))
            }
            Layout::Records(records) => {
                let piece = records.next(&mut self.input, &mut self.text, limit, T::KIND)?;
                Ok((records.begins_on, piece))
            }
            Layout::Undetected | Layout::Ended => Ok((0, Piece::End)),
        }
    }

    fn number_of_next(&self) -> usize {
        match &self.layout {
            Layout::Lines(lines) => lines.n_lines + 1,
            Layout::Records(records) => records.n_lines + 1,
            _ => self.n_elements + 1,
        }
    }
}

impl<R: BufRead, T: Document> Iterator for DocumentReader<R, T> {
    type Item = Result<(usize, T), BadLine>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_text()?.and_then(|text| text.read(&self.limits)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;
    use crate::domain::{Candidate, ErrorKind, Role};

    /// `n:id` for each good document, `n!message` for each bad one; read with a buffer of one byte as well.
    fn read(text: impl AsRef<[u8]>, format: Format) -> Vec<String> {
        let text = text.as_ref();
        let all = |capacity| -> Vec<String> {
            DocumentReader::<_, Candidate>::new(BufReader::with_capacity(capacity, text), format)
                .with_limits(Limits::default().with_document_bytes(40))
                .map(|outcome| match outcome {
                    Ok((number, candidate)) => format!("{number}:{}", candidate.id()),
                    Err(bad) => format!("{}!{}{}", bad.number, bad.id.map_or(String::new(), |id| id + "!"), bad.error),
                })
                .collect()
        };
        assert_eq!(all(1), all(8192));
        all(8192)
    }

    #[test]
    fn lines_are_numbered_and_blank_ones_skipped() {
        let text = "\u{feff}{\"id\":\"a\"}\r\n\n  \r\n{\"id\":\"b\"}\n{\"id\":\"c\"}";
        assert_eq!(read(text, Format::JsonLines), ["1:a", "4:b", "5:c"]);
        assert_eq!(read(text, Format::Detect), ["1:a", "4:b", "5:c"]);
        assert!(read("", Format::JsonLines).is_empty());
        assert!(read("\n \n", Format::Detect).is_empty());
    }

    #[test]
    fn a_bad_line_is_reported_and_does_not_stop_the_rest() {
        let mut text = b"{\"id\":\"a\"\n{\"id\":\"b\",\"skils\":[]}\n{\"id\":\"c\xff\"}\n{\"id\":\"".to_vec();
        text.extend_from_slice(&[b'x'; 100]);
        text.extend_from_slice(b"\"}\n{\"id\":\"d\"}\n");
        let outcomes = read(text, Format::JsonLines);
        assert!(outcomes[0].starts_with("1!not acceptable JSON: EOF"), "{outcomes:?}");
        assert!(outcomes[1].starts_with("2!b!/skils: `skils` is not a field of a candidate; did you mean `skills`?"));
        assert_eq!(outcomes[2], "3!not UTF-8 text at line 3 column 9; expected JSON in UTF-8");
        assert_eq!(outcomes[3], "4!the document is larger than the limit of 40 bytes");
        assert_eq!(outcomes[4..], ["5:d"]);
    }

    #[test]
    fn a_list_is_read_element_by_element() {
        let text = " [ {\"id\":\"a\"} ,\n{\"id\":\"b]}\\\"\"},\n\n {\"id\":\n 1e999},{\"id\":\"d\"}\n]\n";
        for format in [Format::Json, Format::Detect] {
            let outcomes = read(text, format);
            assert_eq!(outcomes[0], "1:a");
            assert_eq!(outcomes[1], "2:b]}\"");
            assert_eq!(outcomes[2], "3!not acceptable JSON: number out of range at line 5 column 6");
            assert_eq!(outcomes[3..], ["4:d"]);
        }
        assert!(read("[]", Format::Json).is_empty());
    }

    #[test]
    fn one_document_over_many_lines_is_one_document() {
        let pretty = "{\n  \"id\": \"a\",\n  \"skills\": []\n}\n";
        assert_eq!(read(pretty, Format::Json), ["1:a"]);
        assert_eq!(read(pretty, Format::Detect), ["1:a"]);
        assert_eq!(read([pretty, pretty].concat(), Format::Detect), ["1:a", "2:a"]);
        assert_eq!(read("{\"id\":\"a\"}\n{\"id\":\"b\"}", Format::Json), ["1:a", "2:b"]);
    }

    #[test]
    fn faults_of_a_list_are_reported() {
        assert!(read("[{\"id\":\"a\"},]", Format::Json)[1].starts_with("2!a comma before the end"));
        assert!(read("[,{\"id\":\"a\"}]", Format::Json)[0].starts_with("1!a comma without"));
        assert!(read("[{\"id\":\"a\"}", Format::Json)[1].starts_with("2!the text ends within the list"));
        assert!(read("[{\"id\":\"a\"} {\"id\":\"b\"}]", Format::Json)[0].contains("trailing characters"));
        assert!(
            read("[{\"id\":\"a\"}] x\n{\"id\":\"b\"}", Format::Json)[1].contains("expected value at line 1 column 14")
        );
        assert!(read("[{\"id\":\"a", Format::Json)[0].starts_with("1!not acceptable JSON: EOF"));
        let large = format!("[{{\"id\":\"{}\"}},{{\"id\":\"b\"}}]", "x".repeat(50));
        assert_eq!(read(large, Format::Json), ["1!the document is larger than the limit of 40 bytes", "2:b"]);
    }

    #[test]
    fn what_is_no_object_is_refused() {
        assert_eq!(read("42\n", Format::JsonLines), ["1!this is the number 42; expected an object"]);
    }

    #[test]
    fn roles_are_read_by_the_same_reader() {
        let mut roles = DocumentReader::<_, Role>::new(&br#"{"id":"r"}"#[..], Format::JsonLines);
        assert_eq!(roles.next().unwrap().unwrap().1.id(), "r");
        assert!(roles.next().is_none());
    }

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }

    #[test]
    fn a_failing_stream_is_reported_once_with_its_name() {
        for format in [Format::Json, Format::JsonLines, Format::Detect] {
            let input = BufReader::new((&b"{\"id\":\"a\"}\n"[..]).chain(Broken));
            let outcomes: Vec<_> = DocumentReader::<_, Candidate>::new(input, format).with_name("pool.json").collect();
            let bad = outcomes.last().unwrap().as_ref().unwrap_err();
            assert_eq!(bad.error.kind(), ErrorKind::Io);
            assert_eq!(bad.to_string(), "2: pool.json: broken");
            assert_eq!(outcomes.len(), 2);
        }
    }
}
