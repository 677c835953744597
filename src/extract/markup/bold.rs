//! Paragraphs that are bold as a whole: headings of pages that use no heading tags, as many applicant tracking systems write them.

use super::BLOCKS;

/// A heading with its tags has no more bytes.
const LONGEST: usize = 200;

/// Whether `text` begins with a line that is bold to its end: `<strong>What you bring:</strong></p>`.
pub(super) fn is_bold_line(text: &str) -> bool {
    let mut rest = text.trim_start();
    let (mut bold, mut seen) = (false, false);
    while rest.starts_with('<') && text.len() - rest.len() < LONGEST {
        let Some(end) = rest.bytes().take(LONGEST).position(|byte| byte == b'>') else { return false };
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
        let words = match after.bytes().take(LONGEST).position(|byte| byte == b'<') {
            Some(words) => words,
            None if after.len() < LONGEST => after.len(),
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

/// The same where the brackets of tags are escaped.
pub(super) fn is_escaped_bold_line(text: &str) -> bool {
    text.trim_start().starts_with("&lt;") && {
        let line: String = text.trim_start().chars().take(2 * LONGEST).collect();
        is_bold_line(&line.replace("&lt;", "<").replace("&gt;", ">"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
