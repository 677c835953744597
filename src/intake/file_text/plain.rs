//! Plain text and pages: in UTF-8, UTF-16, or as Windows wrote before.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::{FileKind, FileText, mend};

/// The text of a file of text. Pages stay pages: the readers of texts understand them.
///
/// # Errors
/// That it is no text.
pub(super) fn read(bytes: &[u8], kind: FileKind) -> Result<FileText, String> {
    let text = decoded(bytes)?;
    let text = if kind == FileKind::Html { text } else { mend::mended_text(&text) };
    Ok(FileText { text, ..FileText::default() })
}

/// The characters of a text.
fn decoded(bytes: &[u8]) -> Result<String, String> {
    let text = match (Encoding::for_bom(bytes), str::from_utf8(bytes)) {
        (Some((encoding, n_bytes)), _) => encoding.decode_without_bom_handling(&bytes[n_bytes..]).0.into_owned(),
        (None, Ok(text)) => text.to_owned(),
        (None, Err(_)) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    };
    if text.contains('\0') { Err("not text; expected text in UTF-8".to_owned()) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_decoded_as_they_were_written() {
        assert_eq!(decoded("\u{feff}Zoë".as_bytes()).unwrap(), "Zoë");
        assert_eq!(decoded(b"Zo\xeb \x96 Slurm").unwrap(), "Zoë – Slurm");
        assert_eq!(decoded(b"\xff\xfeZ\0o\0\xeb\0").unwrap(), "Zoë");
        assert!(decoded(b"MZ\0\0").is_err());
    }
}
