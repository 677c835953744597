//! A file that somebody wrote, not read yet, and the document that it becomes.

use serde_json::{Map, Value, json};

use super::archive::Entry;
use super::kind::kind_of;
use super::person::{self, Person};
use super::{FileKind, FileText, MAX_FILE, read};
use crate::domain::{CandidateId, Error, digest};
use crate::intake::Limits;
use crate::intake::importers::{ImportFormat, ImportOutcome, ImportReport};

/// A file by its name and where its bytes are.
#[derive(Debug)]
pub(in crate::intake) struct WrittenFile {
    id: String,
    /// By which its kind is told where its bytes do not tell it.
    name: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Bytes(Vec<u8>),
    /// Within an archive, still packed.
    Packed(Entry),
    /// It could not be got.
    Missing(String),
}

/// The longest title of a role that is taken from its text, in characters.
const MAX_TITLE: usize = 150;

/// Where in `custom` the message stands to which a résumé was attached, and that to which a posting was.
const COVER_LETTER: &str = "cover_letter";
const MESSAGE: &str = "message";

impl WrittenFile {
    /// A file in memory. Without a name its id is made of what it holds.
    pub(in crate::intake) fn new(name: Option<&str>, bytes: Vec<u8>) -> Self {
        let id = name.map_or_else(|| made_id(&bytes), |name| id_of_name(last_part(name)));
        Self { id, name: name.unwrap_or_default().to_owned(), content: Content::Bytes(bytes) }
    }

    /// A file of a folder or archive, with the id that tells it from others there.
    pub(super) fn packed(id: &str, name: &str, entry: Entry) -> Self {
        Self { id: id_of_name(id), name: name.to_owned(), content: Content::Packed(entry) }
    }

    /// A file of a folder; `Err` says why it could not be got.
    pub(in crate::intake) fn of_folder(id: &str, name: &str, bytes: Result<Vec<u8>, String>) -> Self {
        let content = bytes.map_or_else(Content::Missing, Content::Bytes);
        Self { id: id_of_name(id), name: name.to_owned(), content }
    }

    pub(in crate::intake) fn id(&self) -> &str {
        &self.id
    }

    /// How much memory it takes until it is read.
    pub(in crate::intake) fn n_bytes(&self) -> usize {
        match &self.content {
            Content::Bytes(bytes) => bytes.len(),
            Content::Packed(_) | Content::Missing(_) => 0,
        }
    }

    /// The document that it says, a candidate's or a role's, and what became of its parts.
    ///
    /// # Errors
    /// [`Error::Malformed`] when it cannot be read.
    pub(in crate::intake) fn document(&self, kind: &str, limits: &Limits) -> Result<(Value, ImportReport), Error> {
        let malformed = |reason: String| Error::Malformed(format!("{}: {reason}", self.id));
        let unpacked;
        let bytes = match &self.content {
            Content::Bytes(bytes) => bytes,
            Content::Packed(entry) => {
                unpacked = entry.bytes().map_err(malformed)?;
                &unpacked
            }
            Content::Missing(reason) => return Err(malformed(reason.clone())),
        };
        if u64::try_from(bytes.len()).is_ok_and(|n_bytes| n_bytes > MAX_FILE) {
            return Err(malformed(format!("larger than {} MiB; expected a smaller file", MAX_FILE >> 20)));
        }
        let file_kind = kind_of(&self.name, bytes).map_err(malformed)?;
        let read = read(file_kind, bytes, &limits.pdf).map_err(malformed)?;
        let mut report = ImportReport::default();
        report.documents.insert(ImportFormat::Documents, 1);
        report.count(ImportOutcome::Mapped, "/text", 1, "");
        let mut document = Map::new();
        document.insert("id".to_owned(), self.id.clone().into());
        if kind == "role" {
            let title = read.largest.as_deref().or_else(|| read.text.lines().find(|line| !line.trim().is_empty()));
            let title =
                title.map(str::trim).filter(|title| file_kind != FileKind::Html && title.chars().count() <= MAX_TITLE);
            if let Some(title) = title {
                document.insert("title".to_owned(), title.into());
            }
            document.insert("description".to_owned(), read.text.into());
            if let Some(letter) = read.letter {
                report.count(ImportOutcome::Kept, &format!("/{MESSAGE}"), 1, "");
                document.insert("custom".to_owned(), json!({ MESSAGE: letter }));
            }
            return Ok((document.into(), report));
        }
        let Person { name, mut emails, mut phones, text, mut left_out } =
            person::part(&read, file_kind == FileKind::Html);
        // Of who writes it holds what a résumé does, and is parted likewise.
        let letter = read.letter.map(|text| person::part(&FileText { text, ..FileText::default() }, false));
        if let Some(name) = name {
            document.insert("name".to_owned(), name.into());
            report.count(ImportOutcome::Mapped, "/name", 1, "");
        }
        let mut custom = Map::new();
        if let Some(Person { text, emails: more, phones: numbers, left_out: others, .. }) = letter {
            report.count(ImportOutcome::Kept, &format!("/{COVER_LETTER}"), 1, "");
            custom.insert(COVER_LETTER.to_owned(), text.into());
            emails.extend(more.into_iter().filter(|email| !emails.contains(email)).collect::<Vec<_>>());
            phones.extend(numbers.into_iter().filter(|number| !phones.contains(number)).collect::<Vec<_>>());
            left_out.extend(others);
        }
        for (field, values) in [("emails", emails), ("phones", phones)] {
            report.count(ImportOutcome::Kept, &format!("/{field}"), values.len(), "");
            if !values.is_empty() {
                custom.insert(field.to_owned(), json!(values));
            }
        }
        for (label, reason) in left_out {
            report.count(ImportOutcome::Ignored, &format!("/{label}"), 1, reason);
        }
        document.insert("summary".to_owned(), text.into());
        if !custom.is_empty() {
            document.insert("custom".to_owned(), custom.into());
        }
        Ok((document.into(), report))
    }
}

fn last_part(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The name as an id, where it can be one.
fn id_of_name(name: &str) -> String {
    let plain = name.replace(['/', '\\'], " - ");
    let plain = plain.trim();
    if CandidateId::new(plain).is_ok() { plain.to_owned() } else { made_id(name.as_bytes()) }
}

fn made_id(bytes: &[u8]) -> String {
    format!("{}-{}", ImportFormat::Documents, digest([&*bytes.iter().copied().map(char::from).collect::<String>()]))
}

/// The text of one file in memory, as a reader sees it.
///
/// # Errors
/// [`Error::Malformed`] when it cannot be read.
pub(in crate::intake) fn text_of(name: &str, bytes: &[u8], limits: &Limits) -> Result<String, Error> {
    let malformed = |reason: String| Error::Malformed(reason);
    let kind = kind_of(name, bytes).map_err(malformed)?;
    read(kind, bytes, &limits.pdf).map(|read| read.text).map_err(malformed)
}
