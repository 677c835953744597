//! E-mails: the documents that are attached, with the message apart, or the message itself where none is attached.

use mail_parser::{MessageParser, MimeHeaders, PartType};

use super::kind::kind_of;
use super::mend;
use super::{FileKind, FileText};
use crate::intake::limits::PdfIsolation;

/// So many attachments of a message are looked at.
const MAX_ATTACHMENTS: usize = 20;

/// The text of an e-mail.
///
/// # Errors
/// Why neither it nor what is attached to it can be read.
pub(super) fn read(bytes: &[u8], isolation: &PdfIsolation) -> Result<FileText, String> {
    let message = MessageParser::default().parse(bytes).ok_or("not an e-mail; expected a message as it was sent")?;
    let (mut read, mut failures) = (Vec::new(), Vec::new());
    for part in message.attachments().take(MAX_ATTACHMENTS) {
        // A message within a message is not opened: its sender is somebody else.
        let contents = match &part.body {
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes.as_ref(),
            PartType::Text(text) | PartType::Html(text) => text.as_bytes(),
            PartType::Message(_) | PartType::Multipart(_) => continue,
        };
        let name = part.attachment_name().unwrap_or_default();
        let Ok(kind) = kind_of(name, contents) else { continue };
        if kind == FileKind::Mail {
            continue;
        }
        match super::read(kind, contents, isolation) {
            Ok(text) => read.push(text),
            Err(reason) => failures.push(format!("the attachment {name:?}: {reason}")),
        }
    }
    if let Some(failure) = failures.first().filter(|_| read.is_empty()) {
        return Err(failure.clone());
    }
    let body = message.body_text(0).map(|body| mend::mended_text(&body)).filter(|body| !body.trim().is_empty());
    if read.is_empty() {
        let text = body.ok_or("the e-mail has no text and no document; expected one of them")?;
        return Ok(FileText { text, ..FileText::default() });
    }
    let mut whole = FileText { letter: body, ..FileText::default() };
    for FileText { text, largest, aside, .. } in read {
        whole.text.push_str(if whole.text.is_empty() { "" } else { "\n\n" });
        whole.text.push_str(&text);
        whole.largest = whole.largest.or(largest);
        whole.aside.extend(aside);
    }
    Ok(whole)
}
