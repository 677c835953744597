//! How documents are laid out in a file or stream.

use std::path::Path;

use crate::domain::Error;

/// The layout of a text that holds documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A JSON list of documents, or documents one after another over any number of lines.
    Json,
    /// JSON Lines: a document a line.
    JsonLines,
    /// One of the other two, told by the first line: for a stream that has no name.
    Detect,
}

impl Format {
    /// The format that a path's ending says: `.json`, `.jsonl` or `.ndjson` in either case; `-` is to be detected.
    ///
    /// # Errors
    /// [`Error::Configuration`] that names the path and the endings that are accepted.
    pub fn of_path(path: &Path) -> Result<Self, Error> {
        if path == Path::new("-") {
            return Ok(Self::Detect);
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("json") => Ok(Self::Json),
            Some("jsonl" | "ndjson") => Ok(Self::JsonLines),
            _ => Err(Error::Configuration(format!(
                "{}: cannot tell the format; a path ending in .json, .jsonl or .ndjson, or - for standard input, is accepted",
                path.display()
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_format() {
        assert_eq!(Format::of_path(Path::new("a/b.JSON")).unwrap(), Format::Json);
        assert_eq!(Format::of_path(Path::new("b.jsonl")).unwrap(), Format::JsonLines);
        assert_eq!(Format::of_path(Path::new("b.x.ndjson")).unwrap(), Format::JsonLines);
        assert_eq!(Format::of_path(Path::new("-")).unwrap(), Format::Detect);
        for other in ["b.xml", "json", "b"] {
            assert!(Format::of_path(Path::new(other)).unwrap_err().to_string().contains(".ndjson"));
        }
    }
}
