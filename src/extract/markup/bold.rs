//! Bold print: within a line it is nothing; a paragraph that is bold as a whole is a heading of a page that uses no heading tags, as
//! many applicant tracking systems write them.

use super::BLOCKS;

/// A heading with its tags has no more bytes.
const MAX_LEN: usize = 200;

/// Whether `text` begins with a line that is bold to its end: `<strong>What you bring:</strong></p>`.
pub(super) fn is_bold_line(text: &str) -> bool {
    let mut rest = text.trim_start();
    let (mut bold, mut seen) = (false, false);
    while rest.starts_with('<') && text.len() - rest.len() < MAX_LEN {
        let Some(end) = rest.bytes().take(MAX_LEN).position(|byte| byte == b'>') else { return false };
        let closing = rest.starts_with("</");
        let named = rest[1..end].trim_start_matches('/');
        let name = &named[..named.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(named.len())];
        if BLOCKS.iter().any(|block| block.eq_ignore_ascii_case(name)) {
            return seen && !bold;
        }
        if name.eq_ignore_ascii_case("strong") || name.eq_ignore_ascii_case("b") {
            bold = !closing;
        }
        let after = &rest[end + 1..];
        // What goes on for longer is no heading.
        let words = match after.bytes().take(MAX_LEN).position(|byte| byte == b'<') {
            Some(words) => words,
            None if after.len() < MAX_LEN => after.len(),
            None => return false,
        };
        let said = after[..words].replace("&nbsp;", " ").contains(|c: char| c.is_alphanumeric());
        if said && !bold {
            return false;
        }
        seen |= said;
        rest = &after[words..];
    }
    false
}

/// The marks of Markdown around bold words.
pub(super) const EMPHASIS: &str = "**";
/// So many bytes before the first word of a line, and behind its last one, may be marks.
const MARKS: usize = 8;

/// Whether the stars at a byte begin or end bold words within a line. Those of a line that is bold as a whole make it a heading, and
/// what stands on both sides glued (`2**10`) is no mark.
pub(super) fn is_emphasis(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let is_text = |byte: &&u8| !matches!(**byte, b' ' | b'\t' | b'*' | b'-' | b'\r' | b':' | b'.');
    let (before, after) = (&bytes[..at], &bytes[at.min(bytes.len())..]);
    let Some(after) = after.strip_prefix(EMPHASIS.as_bytes()) else { return false };
    let is_gap = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii());
    let words_before = before.iter().rev().take(MARKS).find(is_text).is_some_and(|byte| *byte != b'\n');
    let words_after = after.iter().take(MARKS).find(is_text).is_some_and(|byte| *byte != b'\n');
    words_before && words_after && (is_gap(before.last()) != is_gap(after.first()))
}

/// The same where the brackets of tags are escaped.
pub(super) fn is_escaped_bold_line(text: &str) -> bool {
    text.trim_start().starts_with("&lt;") && {
        let line: String = text.trim_start().chars().take(2 * MAX_LEN).collect();
        is_bold_line(&line.replace("&lt;", "<").replace("&gt;", ">"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_within_a_line_are_no_words() {
        for (text, at, is) in [
            ("I ran **Slurm** here", 6, true),
            ("I ran **Slurm** here", 13, true),
            ("**Slurm** here", 0, false),
            ("**Slurm** here", 7, true),
            ("we ask\n**Slurm:**\n", 7, false),
            ("we ask\n**Slurm:**\n", 15, false),
            ("2**10 bytes", 1, false),
            ("* **Slurm**, and more", 2, false),
        ] {
            assert_eq!(is_emphasis(text, at), is, "{text}, {at}");
        }
    }

    #[test]
    fn a_paragraph_that_is_bold_as_a_whole_is_a_heading() {
        for heading in [
            "<strong>What you bring</strong></p>", "<strong>What you bring:</strong>&nbsp;</p>",
            "<span style=\"x\"><b>What you bring</b></span><br>", "<b>What</b> <b>you bring</b></div>",
            "\n <strong>What you bring</strong><ul>",
        ] {
            assert!(is_bold_line(heading), "{heading}");
            assert!(is_escaped_bold_line(&heading.replace('<', "&lt;").replace('>', "&gt;")), "{heading}");
        }
        for other in [
            "<strong>Slurm</strong> and Lustre</p>", "What you bring</p>", "<strong></strong></p>",
            "<em>What you bring</em></p>", "<p><strong>What you bring</strong></p>", "<strong>What you bring",
        ] {
            assert!(!is_bold_line(other), "{other}");
        }
    }
}
