//! Text of documents as it may be shown: without characters that command a terminal or hide what is written.

use std::borrow::Cow;

/// The text with a visible mark for each character that commands a terminal. Ends of lines and tabs stay.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| !matches!(c, '\n' | '\r' | '\t') && commands_a_terminal(c);
    if text.contains(is_hidden) { text.replace(is_hidden, "\u{fffd}").into() } else { text.into() }
}

/// Control characters, among them the one that begins escape sequences, and marks that turn the direction of writing.
pub(super) fn commands_a_terminal(c: char) -> bool {
    c.is_control() || is_directional(c)
}

/// Marks that turn the direction of writing, and could make one text look like another.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_marked_and_the_rest_stays() {
        assert_eq!(
            visible("plain \u{1b}[31mred\u{7} \u{9b}2J\u{202e}x"),
            "plain \u{fffd}[31mred\u{fffd} \u{fffd}2J\u{fffd}x"
        );
        assert!(matches!(visible("Łukasz\n\t陳怡君\r\n"), Cow::Borrowed(_)));
    }
}
