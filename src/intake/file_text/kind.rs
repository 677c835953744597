//! Which kind a file is of, by its name, its media type or its first bytes.

use std::fmt;

/// A kind of file that people write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// PDF.
    Pdf,
    /// Word, as of 2007; also with macros, which do nothing.
    Docx,
    /// `OpenDocument` text.
    Odt,
    /// Rich text.
    Rtf,
    /// A page.
    Html,
    /// An e-mail with its attachments.
    Mail,
    /// Plain text.
    Text,
}

/// By kind: its name, the endings of files, the media types.
const KINDS: [(FileKind, &str, &[&str], &[&str]); 7] = [
    (FileKind::Pdf, "PDF", &["pdf"], &["application/pdf"]),
    (
        FileKind::Docx,
        "DOCX",
        &["docx", "docm"],
        &["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ),
    (FileKind::Odt, "ODT", &["odt"], &["application/vnd.oasis.opendocument.text"]),
    (FileKind::Rtf, "RTF", &["rtf"], &["application/rtf", "text/rtf"]),
    (FileKind::Html, "HTML", &["html", "htm"], &["text/html"]),
    (FileKind::Mail, "e-mail", &["eml"], &["message/rfc822"]),
    (FileKind::Text, "text", &["txt", "text", "md"], &["text/plain"]),
];

/// How files begin that are read no more: Word before 2007.
const OLD_WORD: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// So far behind its first byte a PDF may begin.
const PDF_LEAD: usize = 1024;

impl FileKind {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.iter().map(|(kind, ..)| *kind)
    }

    /// The kind of a file of this name, if its ending tells one.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_of = |endings: &[&str]| endings.iter().any(|known| ending.eq_ignore_ascii_case(known));
        KINDS.iter().find(|(_, _, endings, _)| is_of(endings)).map(|(kind, ..)| *kind)
    }

    /// The kind of a media type such as `application/pdf`.
    pub fn of_media_type(media_type: &str) -> Option<Self> {
        let essence = media_type.split(';').next().unwrap_or_default().trim();
        let is_of = |types: &[&str]| types.iter().any(|known| essence.eq_ignore_ascii_case(known));
        KINDS.iter().find(|(_, _, _, types)| is_of(types)).map(|(kind, ..)| *kind)
    }

    /// The kind that the bytes cannot be mistaken for another by: PDF, DOCX, ODT or RTF.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(PDF_LEAD)];
        let has = |word: &[u8]| head.windows(word.len()).any(|window| window == word);
        if bytes.starts_with(b"{\\rtf") {
            return Some(Self::Rtf);
        }
        if !bytes.starts_with(b"PK\x03\x04") {
            return has(b"%PDF-").then_some(Self::Pdf);
        }
        super::parts::kind(bytes)
    }

    /// Its media types, the usual one first.
    pub fn media_types(self) -> &'static [&'static str] {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or(&[], |(_, _, _, types)| types)
    }

    /// The endings of such files.
    pub fn endings(self) -> &'static [&'static str] {
        KINDS.iter().find(|(kind, ..)| *kind == self).map_or(&[], |(_, _, endings, _)| endings)
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(KINDS.iter().find(|(kind, ..)| kind == self).map_or("", |(_, name, ..)| name))
    }
}

/// Of which kind a file is: its bytes are believed before its name.
///
/// # Errors
/// What is expected instead.
pub(super) fn kind_of(name: &str, bytes: &[u8]) -> Result<FileKind, String> {
    if bytes.is_empty() {
        return Err("the file is empty; expected PDF, DOCX, ODT, RTF, HTML, .eml or .txt".to_owned());
    }
    if bytes.starts_with(OLD_WORD) {
        return Err("an Office file of before 2007; expected PDF, DOCX, ODT, RTF, HTML, .eml or .txt".to_owned());
    }
    let told = FileKind::of_bytes(bytes);
    match (FileKind::of_name(name), told) {
        (_, Some(told)) => Ok(told),
        (Some(FileKind::Pdf | FileKind::Docx | FileKind::Odt | FileKind::Rtf), None) => {
            Err("not what its name says; expected PDF, DOCX, ODT, RTF, HTML, .eml or .txt".to_owned())
        }
        (Some(named), None) => Ok(named),
        (None, None) if name.is_empty() => Ok(guess(bytes)),
        (None, None) => {
            Err("no kind of file that is read; expected PDF, DOCX, ODT, RTF, HTML, .eml or .txt".to_owned())
        }
    }
}

/// How e-mails begin, in small letters.
const MAIL_FIELDS: [&str; 8] =
    ["from:", "return-path:", "received:", "delivered-to:", "mime-version:", "message-id:", "date:", "subject:"];

/// What a file without a name is that is no other kind.
fn guess(bytes: &[u8]) -> FileKind {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(PDF_LEAD)]).to_ascii_lowercase();
    if head.trim_start().starts_with('<') {
        return FileKind::Html;
    }
    let n_fields = head.lines().filter(|line| MAIL_FIELDS.iter().any(|field| line.starts_with(field))).count();
    if n_fields >= 2 && MAIL_FIELDS.iter().any(|field| head.starts_with(field)) {
        FileKind::Mail
    } else {
        FileKind::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_believed_before_names() {
        assert_eq!(kind_of("a.txt", b"%PDF-1.7"), Ok(FileKind::Pdf));
        assert_eq!(kind_of("a.TXT", b"words"), Ok(FileKind::Text));
        assert_eq!(kind_of("a.doc", b"{\\rtf1 words}"), Ok(FileKind::Rtf));
        assert!(kind_of("a.pdf", b"words").is_err());
        assert!(kind_of("a.doc", OLD_WORD).unwrap_err().contains("2007"));
        assert!(kind_of("a.exe", b"MZ").is_err());
        assert_eq!(FileKind::of_media_type("Text/HTML; charset=utf-8"), Some(FileKind::Html));
    }
}
