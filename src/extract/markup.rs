//! HTML taken apart into characters and breaks, without losing where each character stood.
//!
//! Not a browser: tags are dropped, block tags break lines, entities are decoded, script and style are skipped. Text without
//! tags passes through unchanged.

/// One piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A visible character and the number of the original character at which it begins.
    Character { character: char, number: u32 },
    /// The end of a line by markup; the next line may be a heading or an item of a list.
    Break { heading: bool, bullet: bool },
}

/// The pieces of `text`.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let characters: Vec<char> = text.chars().collect();
    let is_html = looks_like_html(text);
    let mut found = Vec::with_capacity(characters.len());
    let mut at = 0;
    while at < characters.len() {
        let number = u32::try_from(at).unwrap_or(u32::MAX);
        match characters[at] {
            '<' if is_html => {
                if let Some((end, piece)) = tag(&characters, at) {
                    found.extend(piece);
                    at = end;
                    continue;
                }
            }
            '&' => {
                if let Some((end, character)) = entity(&characters, at) {
                    found.push(Piece::Character { character, number });
                    at = end;
                    continue;
                }
            }
            _ => {}
        }
        // In HTML a line break in the source is only white space.
        let character = if is_html && characters[at] == '\n' && !found.is_empty() { ' ' } else { characters[at] };
        found.push(Piece::Character { character, number });
        at += 1;
    }
    found
}

/// `text` without tags and with entities decoded, for quotes.
pub(super) fn strip(text: &str) -> String {
    pieces(text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Character { character, .. } => character,
            Piece::Break { .. } => ' ',
        })
        .collect()
}

const BLOCKS: &[&str] = &[
    "p", "div", "br", "li", "ul", "ol", "tr", "table", "section", "article", "header", "footer", "h1", "h2", "h3",
    "h4", "h5", "h6", "dt", "dd", "dl", "blockquote", "pre", "hr", "td", "th",
];
const SKIPPED: &[&str] = &["script", "style", "head", "title"];

/// A text is HTML when it has a closing tag, or a line break tag, of a name that HTML knows.
fn looks_like_html(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        let rest = &text[at + 1..];
        let name: String = rest
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        let known = BLOCKS.contains(&name.as_str())
            || matches!(name.as_str(), "b" | "i" | "strong" | "em" | "span" | "a" | "u" | "html" | "body" | "font");
        let after = rest.trim_start_matches('/').chars().nth(name.chars().count());
        known && after.is_some_and(|c| c == '>' || c == ' ' || c == '/')
    })
}

/// The tag at `at`: where it ends, and the break that it makes.
fn tag(characters: &[char], at: usize) -> Option<(usize, Option<Piece>)> {
    let rest = &characters[at + 1..];
    if rest.starts_with(&['!', '-', '-']) {
        let end = rest.windows(3).position(|w| w == ['-', '-', '>']).map_or(rest.len(), |p| p + 3);
        return Some((at + 1 + end, None));
    }
    let closing = rest.first() == Some(&'/');
    let name: String = rest.iter().skip(usize::from(closing)).take_while(|c| c.is_ascii_alphanumeric()).collect();
    let name = name.to_ascii_lowercase();
    if name.is_empty() && rest.first() != Some(&'!') {
        return None;
    }
    let end = rest.iter().position(|c| *c == '>').map(|p| at + 1 + p + 1)?;
    if SKIPPED.contains(&name.as_str()) && !closing {
        return Some((after_closing(characters, end, &name), None));
    }
    let block = BLOCKS.contains(&name.as_str());
    let heading = !closing && name.len() == 2 && name.starts_with('h') && name != "hr";
    let piece = block.then_some(Piece::Break { heading, bullet: !closing && name == "li" });
    Some((end, piece))
}

fn after_closing(characters: &[char], from: usize, name: &str) -> usize {
    let wanted: Vec<char> = format!("</{name}").chars().collect();
    let mut at = from;
    while at < characters.len() {
        let matches = characters[at..].len() >= wanted.len()
            && characters[at..].iter().zip(&wanted).all(|(a, b)| a.to_ascii_lowercase() == *b);
        if matches {
            return characters[at..].iter().position(|c| *c == '>').map_or(characters.len(), |p| at + p + 1);
        }
        at += 1;
    }
    characters.len()
}

/// The entity at `at`: where it ends and what it stands for.
fn entity(characters: &[char], at: usize) -> Option<(usize, char)> {
    let semicolon = characters[at + 1..].iter().take(10).position(|c| *c == ';')? + at + 1;
    let name: String = characters[at + 1..semicolon].iter().collect();
    let character = match name.as_str() {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" | "ldquo" | "rdquo" => '"',
        "apos" | "rsquo" | "lsquo" => '\'',
        "nbsp" | "ensp" | "emsp" | "thinsp" | "trade" | "reg" | "copy" => ' ',
        "ndash" | "mdash" | "minus" => '\u{2013}',
        "bull" | "middot" => '•',
        "hellip" => '…',
        "euro" => '€',
        "pound" => '£',
        "yen" => '¥',
        "times" => '×',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((semicolon + 1, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_with_signs_is_left_alone() {
        assert_eq!(strip("a < b && c > d, vector<int> R&D"), "a < b && c > d, vector<int> R&D");
    }

    #[test]
    fn scripts_and_comments_are_skipped() {
        assert_eq!(strip("<p>a<!-- no --><script>CUDA</script>b</p>").split_whitespace().collect::<String>(), "ab");
        assert_eq!(strip("1 &#8211; 2 &lt;b&gt;"), "1 \u{2013} 2 <b>");
    }
}
