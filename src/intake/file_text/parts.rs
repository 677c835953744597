//! The parts of DOCX and ODT files, which are archives: by their names, each up to a bound.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::FileKind;

/// The largest part that is read, in bytes of its text: a thousand pages have fewer.
const MAX_PART: u64 = 32 << 20;
/// Files of more parts are no documents.
const MAX_PARTS: usize = 5_000;

/// Parts of an archive.
pub(super) struct Parts<'a>(ZipArchive<Cursor<&'a [u8]>>);

impl<'a> Parts<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, String> {
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| format!("damaged: not an archive that can be read ({error}); expected a whole file"))?;
        if archive.len() > MAX_PARTS {
            return Err(format!("it has more than {MAX_PARTS} parts; expected a document"));
        }
        Ok(Self(archive))
    }

    /// The names of all parts.
    pub(super) fn names(&self) -> Vec<String> {
        self.0.file_names().map(|name| name.map(|name| name.to_string()).unwrap_or_default()).collect()
    }

    /// The bytes of a part.
    pub(super) fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let part =
            self.0.by_name(name).map_err(|_| format!("damaged: it has no part {name}; expected a whole file"))?;
        let mut bytes = Vec::new();
        let n_read = part
            .take(MAX_PART + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("damaged: its part {name} cannot be unpacked ({error}); expected a whole file"))?;
        if u64::try_from(n_read).is_ok_and(|n_read| n_read > MAX_PART) {
            return Err(format!("its part {name} takes more than {} MiB unpacked; expected less", MAX_PART >> 20));
        }
        Ok(bytes)
    }
}

/// The kind of document that an archive is, by the parts that all such have.
pub(super) fn kind(bytes: &[u8]) -> Option<FileKind> {
    let mut parts = Parts::open(bytes).ok()?;
    let names = parts.names();
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    if names.iter().any(|name| is_main_part(name)) && has("[Content_Types].xml") {
        return Some(FileKind::Docx);
    }
    let is_text = |stated: Vec<u8>| stated.starts_with(b"application/vnd.oasis.opendocument.text");
    (has("content.xml") && parts.read("mimetype").is_ok_and(is_text)).then_some(FileKind::Odt)
}

/// Whether a part is the text of a DOCX: some programs number it.
pub(super) fn is_main_part(name: &str) -> bool {
    name.strip_prefix("word/document")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}
