//! HTML taken apart into characters and breaks, without losing where each character stood.
//!
//! Not a browser: tags are dropped, block tags break lines, entities are decoded, script and style are skipped. Of text without
//! tags only signs that were garbled and line breaks that were lost on the way are mended.

mod bold;
mod joints;
mod mojibake;

use std::collections::HashMap;

use super::lists;
use super::words::one_of;

/// One piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A visible character and the byte of the original at which it, or the entity that stands for it, begins.
    Character { character: char, at: usize },
    /// The end of a line by markup; the next line may be a heading or an item of a list.
    Break { heading: bool, bullet: bool },
}

/// The pieces of `text`, one after another.
pub(super) fn pieces(text: &str) -> Pieces<'_> {
    let is_html = looks_like_html(text, "<");
    let is_escaped = !is_html && looks_like_html(text, "&lt;");
    let last_end = match (is_html, is_escaped) {
        (true, _) => text.rfind('>'),
        (_, true) => text.rfind("&gt;"),
        _ => None,
    };
    let last_end = last_end.unwrap_or(0);
    let mut joints = joints::joints(text);
    joints.reverse();
    Pieces {
        text,
        at: 0,
        is_html,
        is_escaped,
        sees_all: false,
        hidden: 0,
        last_end,
        closings: None,
        joints,
        begun: false,
    }
}

/// The letters and digits of a part of a page, whatever its style hides.
fn letters(html: &str) -> usize {
    let last_end = html.rfind('>').unwrap_or(0);
    let all = Pieces { is_html: true, is_escaped: false, sees_all: true, last_end, ..pieces(html) };
    all.filter(|piece| matches!(piece, Piece::Character { character, .. } if character.is_alphanumeric())).count()
}

/// Iterator of [`pieces`].
#[expect(clippy::struct_excessive_bools, reason = "facts of the whole text, each asked by itself")]
pub(super) struct Pieces<'t> {
    text: &'t str,
    at: usize,
    is_html: bool,
    /// Its tags are written as `&lt;p&gt;`, as some applicant tracking systems send them.
    is_escaped: bool,
    /// Whether elements are taken for seen that their style hides.
    sees_all: bool,
    /// Letters and digits of elements that their style hides.
    hidden: usize,
    /// By the byte at which an element begins, that at which the tag begins that closes it; gathered when first asked for.
    closings: Option<HashMap<usize, usize>>,
    /// Where the last tag ends at the latest: nobody looks for the end of one that begins later.
    last_end: usize,
    /// Where line breaks were lost, the last first.
    joints: Vec<usize>,
    begun: bool,
}

/// By byte: letters, digits and marks of ASCII that are a piece each, and fold to themselves but for the case.
static STANDS_FOR_ITSELF: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_graphic() && !matches!(byte, b'<' | b'&' | b'-' | b'_' | b'*' | b'\\');
        byte += 1;
    }
    table
};

impl Pieces<'_> {
    /// Letters and digits so far that a reader of the page does not see.
    pub(super) fn hidden(&self) -> usize {
        self.hidden
    }

    /// The bytes of ASCII from a letter or digit on that stand for themselves, with single spaces between them; they are pieces
    /// no more. They end before what may be a tag, an entity, a dash or the end of a line.
    pub(super) fn plain_run(&mut self) -> std::ops::Range<usize> {
        let start = self.at;
        // What stands behind a lost break is of the next run: it is not gone through twice.
        let end = self.next_joint(start).unwrap_or(self.text.len()).min(self.text.len());
        let rest = &self.text.as_bytes()[start..end];
        if !rest.first().is_some_and(u8::is_ascii_alphanumeric) {
            return start..start;
        }
        let mut length = 0;
        loop {
            length += rest[length..].iter().take_while(|byte| STANDS_FOR_ITSELF[usize::from(**byte)]).count();
            match rest.get(length..) {
                Some([b' ', next, ..]) if STANDS_FOR_ITSELF[usize::from(*next)] => length += 1,
                _ => break,
            }
        }
        self.at += length;
        self.begun = true;
        start..self.at
    }

    /// The element that begins at a byte, where its style keeps it from being seen: its length, and the letters in it.
    fn hidden_element(&mut self, at: usize) -> Option<(usize, usize)> {
        const WITHIN_TAG: usize = 400;
        let text = &self.text[at..];
        if self.sees_all || !text.as_bytes().get(1).is_some_and(u8::is_ascii_alphanumeric) {
            return None;
        }
        let end = text.bytes().take(WITHIN_TAG).position(|b| b == b'>')? + 1;
        let tag = text.get(1..end - 1)?;
        let name = &tag[..tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len())];
        if !hides(&tag[name.len()..]) {
            return None;
        }
        let whole = self.text;
        let closing = *self.closings.get_or_insert_with(|| closings(whole)).get(&at)?;
        // Behind the last bracket nobody looks for another.
        let behind = whole.get(closing..=self.last_end)?;
        let length = closing - at + behind.find('>')? + 1;
        Some((length, letters(&text[end..length])))
    }

    /// The next place from a byte on at which a line begins whose break was lost.
    fn next_joint(&mut self, from: usize) -> Option<usize> {
        while self.joints.last().is_some_and(|joint| *joint < from) {
            self.joints.pop();
        }
        self.joints.last().copied()
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        loop {
            let at = self.at;
            let first = *self.text.as_bytes().get(at)?;
            if self.next_joint(at) == Some(at) {
                self.joints.pop();
                if first == b'\\' {
                    // `\'` is a quote, `\n` a break.
                    let quote = matches!(self.text.as_bytes().get(at + 1), Some(b'\'' | b'"'));
                    self.at += if quote { 1 } else { 2 };
                    if quote {
                        continue;
                    }
                }
                return Some(Piece::Break { heading: false, bullet: false });
            }
            let tag = match first {
                b'<' if self.is_html && at < self.last_end => match self.hidden_element(at) {
                    Some((length, letters)) => {
                        self.hidden += letters;
                        Some((length, None))
                    }
                    None => tag(&self.text[at..]),
                },
                b'&' if self.is_escaped && at < self.last_end => escaped_tag(&self.text[at..]),
                _ => None,
            };
            if let Some((length, piece)) = tag {
                self.at += length;
                if piece.is_some() {
                    self.begun = true;
                    return piece;
                }
                continue;
            }
            // Markdown's `12\+ years`, `$150k \- $180k`.
            if first == b'\\' && self.text.as_bytes().get(at + 1).is_some_and(|next| ESCAPED_SIGNS.contains(next)) {
                self.at += 1;
                continue;
            }
            if first == b'*' && bold::is_emphasis(self.text, at) {
                self.at += bold::EMPHASIS.len();
                continue;
            }
            let rest = &self.text[at..];
            let (length, character) = match first {
                b'&' => {
                    let twice = if self.is_escaped { escaped_entity(rest) } else { None };
                    twice.or_else(|| entity(rest)).unwrap_or((1, '&'))
                }
                // In HTML a line break in the source is only white space.
                b'\n' if (self.is_html || self.is_escaped) && self.begun => (1, ' '),
                ascii if ascii < 0x80 => (1, char::from(ascii)),
                _ => {
                    let shown = rest.chars().next()?;
                    let meant = || Some((shown.len_utf8(), lost(shown, &self.text[..at], &rest[shown.len_utf8()..])));
                    mojibake::decoded(rest).or_else(meant)?
                }
            };
            self.at += length;
            self.begun = true;
            return Some(Piece::Character { character, at });
        }
    }
}

/// The character itself; where it says that one was lost, an apostrophe within a word, else a dash.
fn lost(character: char, before: &str, after: &str) -> char {
    let within = || before.ends_with(char::is_alphabetic) && after.starts_with(char::is_alphabetic);
    match character {
        '\u{fffd}' if within() => '\'',
        '\u{fffd}' => '\u{2013}',
        _ => character,
    }
}

/// `text` without tags and with entities decoded, for quotes.
pub(super) fn strip(text: &str) -> String {
    pieces(text)
        .map(|piece| match piece {
            Piece::Character { character, .. } => character,
            Piece::Break { .. } => ' ',
        })
        .collect()
}

/// Signs before which writers of Markdown, and the programs that make it, put a backslash.
const ESCAPED_SIGNS: &[u8] = b"+-*_.#()[]!~$>";

const BLOCKS: &[&str] = lists::MARKUP_BLOCKS;
const SKIPPED: &[&str] = lists::MARKUP_SKIPPED;

/// A text is HTML when it has a tag of a name that HTML knows; `opening` is how tags begin, and escaped ones must be blocks: text
/// about HTML names others.
fn looks_like_html(text: &str, opening: &str) -> bool {
    text.as_bytes().contains(&opening.as_bytes()[0])
        && text.match_indices(opening).any(|(at, _)| {
            let rest = &text[at + opening.len()..];
            let name: String = rest
                .trim_start_matches('/')
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .collect::<String>()
                .to_ascii_lowercase();
            let known =
                BLOCKS.contains(&name.as_str()) || opening == "<" && one_of!(name.as_str(), lists::MARKUP_KNOWN);
            let after = rest.trim_start_matches('/').chars().nth(name.chars().count());
            known && after.is_some_and(|c| matches!(c, '>' | ' ' | '/' | '&'))
        })
}

/// The tag that `text` begins with: its length, and the break that it makes.
fn tag(text: &str) -> Option<(usize, Option<Piece>)> {
    let rest = &text[1..];
    if let Some(comment) = rest.strip_prefix("!--") {
        return Some((comment.find("-->").map_or(text.len(), |end| end + 7), None));
    }
    let (closing, named) = rest.strip_prefix('/').map_or((false, rest), |named| (true, named));
    let name = &named[..named.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(named.len())];
    if name.is_empty() && !rest.starts_with('!') {
        return None;
    }
    let length = text.find('>')? + 1;
    let is_one_of = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if !closing && is_one_of(SKIPPED) {
        return Some((length + after_closing(&text[length..], name), None));
    }
    if !is_one_of(BLOCKS) {
        return Some((length, None));
    }
    let bullet = !closing && name.eq_ignore_ascii_case("li");
    let titled = !closing && matches!(name.as_bytes(), [b'h' | b'H', level] if level.is_ascii_digit());
    let heading = titled || (is_one_of(PARAGRAPHS) && bold::is_bold_line(&text[length..]));
    Some((length, Some(Piece::Break { heading, bullet })))
}

/// Elements whose text is a heading when it is bold as a whole.
const PARAGRAPHS: &[&str] = lists::MARKUP_PARAGRAPHS;

/// For each tag that opens an element, where the tag begins that closes it: the pairs of a name are nested.
fn closings(text: &str) -> HashMap<usize, usize> {
    let mut open: HashMap<String, Vec<usize>> = HashMap::new();
    let mut closings = HashMap::new();
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let (closing, named) = rest.strip_prefix('/').map_or((false, rest), |named| (true, named));
        let name =
            named[..named.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(named.len())].to_ascii_lowercase();
        if !closing {
            open.entry(name).or_default().push(at);
        } else if let Some(opened) = open.get_mut(&name).and_then(Vec::pop) {
            closings.insert(opened, at);
        }
    }
    closings
}

/// Whether the attributes of a tag hide what it holds: not shown, without size, or white on the page's own white.
fn hides(attributes: &str) -> bool {
    let lower: String = attributes.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
    let Some(style) = lower.split_once("style=").map(|(_, rest)| rest.trim_start_matches(['"', '\''])) else {
        return false;
    };
    let style = style.split(['"', '\'']).next().unwrap_or(style);
    let value_of = |property: &str| style.split(';').find_map(|rule| rule.strip_prefix(property)?.strip_prefix(':'));
    let size = value_of("font-size").and_then(|size| {
        let digits = size.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
        digits.parse::<f32>().ok().filter(|_| size.ends_with("px") || size.ends_with("pt") || digits == size)
    });
    let white = |color: &str| one_of!(color, lists::MARKUP_HIDDEN_COLOURS);
    let on_white = value_of("background").is_none() && value_of("background-color").is_none_or(white);
    value_of("display") == Some("none")
        || value_of("visibility") == Some("hidden")
        || value_of("opacity").is_some_and(|opacity| opacity.parse::<f32>() == Ok(0.0))
        || size.is_some_and(|size| size <= 2.0)
        || (on_white && value_of("color").is_some_and(white))
}

/// The same for a tag with escaped brackets.
fn escaped_tag(text: &str) -> Option<(usize, Option<Piece>)> {
    let inside = text.strip_prefix("&lt;")?;
    // Its name first: nobody looks for the end of what is no tag.
    let closed = inside.strip_prefix('/').is_some_and(|named| named.starts_with(|c: char| c.is_ascii_alphanumeric()));
    if !closed && !inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!') {
        return None;
    }
    let end = inside.find("&gt;")?;
    let (_, mut piece) = tag(&format!("<{}>", &inside[..end]))?;
    if let Some(Piece::Break { heading, bullet: false }) = &mut piece {
        *heading |= bold::is_escaped_bold_line(&inside[end + "&gt;".len()..]);
    }
    Some((end + "&lt;&gt;".len(), piece))
}

/// The entity whose `&` is written `&amp;`.
fn escaped_entity(text: &str) -> Option<(usize, char)> {
    let (length, character) = entity(text.get("&amp".len()..).filter(|_| text.starts_with("&amp;"))?)?;
    Some((length + "&amp".len(), character))
}

/// The length of `text` up to the end of the tag that closes `name`.
fn after_closing(text: &str, name: &str) -> usize {
    let closes = |at: &usize| {
        let tag = text[*at..].strip_prefix("</").and_then(|rest| rest.get(..name.len()));
        tag.is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    let found = text.match_indices('<').map(|(at, _)| at).find(closes);
    found.and_then(|at| text[at..].find('>').map(|end| at + end + 1)).unwrap_or(text.len())
}

/// The entity that `text` begins with, whatever its first character: its length and what it stands for.
fn entity(text: &str) -> Option<(usize, char)> {
    const MAX_NAME_LEN: usize = 9;
    let semicolon = text.bytes().skip(1).take(MAX_NAME_LEN + 1).position(|b| b == b';')? + 1;
    let name = text.get(1..semicolon)?;
    let named = lists::MARKUP_ENTITIES.of(name).and_then(|shown| shown.chars().next());
    let coded = || {
        let digits = name.strip_prefix('#')?;
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        char::from_u32(code)
    };
    Some((semicolon + 1, named.or_else(coded)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_within_each_other_is_read_without_going_deep() {
        let deep = 50_000;
        let html = format!("<p>seen</p>{}x{}", "<p style=\"display:none\">".repeat(deep), "</p>".repeat(deep));
        let mut pieces = pieces(&html);
        let seen = pieces.by_ref().filter(|piece| matches!(piece, Piece::Character { .. })).count();
        assert_eq!((seen, pieces.hidden()), ("seen".len(), 1));
        // Those that nothing closes are seen.
        let open = format!("<p>a</p>{}", "<p style=\"display:none\">b".repeat(3));
        assert_eq!(strip(&open).replace(' ', ""), "abbb");
    }

    #[test]
    fn plain_text_with_signs_is_left_alone() {
        assert_eq!(strip("a < b && c > d, vector<int> R&D"), "a < b && c > d, vector<int> R&D");
    }

    #[test]
    fn escaped_markup_is_markup() {
        let text = "&lt;p&gt;Slurm &amp;amp; RDMA&lt;/p&gt;&lt;ul class=&quot;x&quot;&gt;&lt;li&gt;1&amp;nbsp;&amp;mdash; 2&lt;/li&gt;";
        assert_eq!(strip(text).split_whitespace().collect::<Vec<_>>().join(" "), "Slurm & RDMA 1 \u{2013} 2");
        assert_eq!(strip("if a &lt; b &amp;&amp; c &gt; d"), "if a < b && c > d");
    }

    #[test]
    fn what_a_style_hides_is_not_read() {
        for hidden in [
            "<span style=\"display:none\">CUDA</span>", "<div style='visibility: hidden; margin: 0'>CUDA</div>",
            "<p style=\"color:#fff;font-size:1px\">CUDA</p>", "<span style=\"color: white\">CUDA</span>",
            "<span style=\"opacity:0\">CUDA</span>",
        ] {
            let text = format!("<p>Baker</p>{hidden}<p>since 2019</p>");
            assert_eq!(strip(&text).split_whitespace().collect::<Vec<_>>().join(" "), "Baker since 2019", "{hidden}");
            let mut pieces = pieces(&text);
            while pieces.next().is_some() {}
            assert_eq!(pieces.hidden(), 4, "{hidden}");
        }
        for shown in [
            "<span style=\"color: #333\">CUDA</span>",
            "<td style=\"background-color:#003366;color:white\">CUDA</td>",
            "<span style=\"font-size:10pt\">CUDA</span>",
            "<span style=\"font-size:1em\">CUDA</span>",
        ] {
            assert!(strip(&format!("<p>A</p>{shown}")).contains("CUDA"), "{shown}");
        }
    }

    #[test]
    fn scripts_and_comments_are_skipped() {
        assert_eq!(strip("<p>a<!-- no --><script>CUDA</script>b</p>").split_whitespace().collect::<String>(), "ab");
        assert_eq!(strip("1 &#8211; 2 &lt;b&gt;"), "1 \u{2013} 2 <b>");
    }
}
