//! What writing and typesetting did to a text, undone: ligatures, bullets, words broken at the end of lines, signs that show nothing.

use std::collections::BTreeSet;

use super::words::words;

/// How a line goes on from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// It was one line before the margin broke it.
    SameLine,
    /// It is a line of its own.
    Line,
    /// There is a gap before it.
    Paragraph,
}

/// Signs at the beginning of an item. Those of private use are what fonts of symbols call theirs.
const BULLETS: &str = "•‣⁃∙●○◦▪▫■□◆◇▸▹►▻➢➤✓✔✦★·⋅∗❖\u{f0b7}\u{f0a7}\u{f0d8}\u{f0fc}\u{f076}\u{f02d}";
/// Signs that are bullets before a blank alone.
const DASHES: &str = "-–—*";

/// The lines as a text.
pub(super) fn joined(lines: &[(Join, String)]) -> String {
    let lines: Vec<(Join, String)> = lines.iter().map(|(join, line)| (*join, mended(line))).collect();
    let whole: BTreeSet<&str> = lines.iter().flat_map(|(_, line)| line.split_whitespace()).map(bare).collect();
    let mut text = String::new();
    let mut is_open_item = false;
    for (join, line) in &lines {
        if line.is_empty() {
            continue;
        }
        if line == ITEM.trim_end() {
            // A bullet by itself is that of the next line.
            break_line(&mut text, *join);
            text.push_str(ITEM);
            is_open_item = true;
            continue;
        }
        if !std::mem::take(&mut is_open_item) {
            match join {
                Join::SameLine => go_on(&mut text, line, &whole),
                other => break_line(&mut text, *other),
            }
        }
        text.push_str(line);
    }
    text.trim().to_owned()
}

fn break_line(text: &mut String, join: Join) {
    if text.is_empty() {
        return;
    }
    text.push_str(if join == Join::Paragraph { "\n\n" } else { "\n" });
}

/// Joins the next line: a word that was broken becomes whole.
fn go_on(text: &mut String, next: &str, whole: &BTreeSet<&str>) {
    if text.ends_with('\u{ad}') {
        text.pop();
        return;
    }
    let stem = text.strip_suffix('-').filter(|stem| stem.ends_with(char::is_alphabetic));
    let Some(stem) = stem else {
        text.push(' ');
        return;
    };
    // `GPU-` and `Node`, `3-` and `year`: a hyphen of its own.
    if !next.starts_with(char::is_lowercase) {
        return;
    }
    let first = bare(stem.rsplit(char::is_whitespace).next().unwrap_or_default());
    let second = bare(next.split_whitespace().next().unwrap_or_default());
    let (joined, with_hyphen) = (format!("{first}{second}"), format!("{first}-{second}"));
    let last_part = first.rsplit('-').next().unwrap_or_default().to_lowercase();
    let keeps = !whole.contains(joined.as_str())
        && (whole.contains(with_hyphen.as_str())
            || first.chars().any(char::is_uppercase) && first.chars().skip(1).any(char::is_uppercase)
            || words().compound_starts.contains(&last_part)
            || words().compound_ends.contains(&second.split('-').next().unwrap_or_default().to_lowercase()));
    if !keeps {
        text.pop();
    }
}

/// A word without the signs around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// How an item begins.
const ITEM: &str = "- ";

/// A line with its signs made plain.
pub(super) fn mended(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            'ﬀ' => plain.push_str("ff"),
            'ﬁ' => plain.push_str("fi"),
            'ﬂ' => plain.push_str("fl"),
            'ﬃ' => plain.push_str("ffi"),
            'ﬄ' => plain.push_str("ffl"),
            'ﬅ' | 'ﬆ' => plain.push_str("st"),
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => plain.push(' '),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fffd}' => {}
            '\u{2010}' | '\u{2011}' => plain.push('-'),
            c if c.is_control() && c != '\t' => {}
            c => plain.push(c),
        }
    }
    let (start, end) = (plain.trim_start(), plain.trim_end().len());
    let lead = plain.len() - start.len();
    let start = &plain[lead..end.max(lead)];
    let mut characters = start.chars();
    let first = characters.next();
    let is_bullet = first.is_some_and(|c| BULLETS.contains(c));
    let is_dash = first.is_some_and(|c| DASHES.contains(c))
        && (characters.as_str().is_empty() || characters.as_str().starts_with(' '));
    let line =
        if is_bullet || is_dash { format!("{ITEM}{}", characters.as_str().trim_start()) } else { start.to_owned() };
    // What else fonts of symbols draw says nothing.
    let is_private = |c: char| ('\u{e000}'..='\u{f8ff}').contains(&c);
    let line: String = if line.contains(is_private) { line.replace(is_private, " ") } else { line };
    // A soft hyphen shows nothing but at the end of a line.
    let mut plain = line.trim().to_owned();
    if let Some(at) = plain.find('\u{ad}')
        && at + '\u{ad}'.len_utf8() < plain.len()
    {
        let ends_soft = plain.ends_with('\u{ad}');
        plain = plain.replace('\u{ad}', "");
        plain.push_str(if ends_soft { "\u{ad}" } else { "" });
    }
    plain
}

/// Whether a line is an item of a list.
pub(super) fn is_item(line: &str) -> bool {
    let mut characters = line.trim_start().chars();
    characters
        .next()
        .is_some_and(|first| BULLETS.contains(first) || DASHES.contains(first) && characters.as_str().starts_with(' '))
}

/// Names beside each other have fewer characters.
const MAX_NAME: usize = 28;

/// Whether what stands beside each other on a line is a list of names rather than a row of what belongs together: three or more, short and
/// without figures.
pub(super) fn is_list(parts: &[&str]) -> bool {
    let is_name =
        |part: &&str| part.chars().count() < MAX_NAME && !part.contains(|c: char| c.is_ascii_digit() || c == ':');
    parts.len() >= 3 && parts.iter().all(is_name)
}

/// A text of lines as they are, mended one by one. More than one empty line says no more than one.
pub(super) fn mended_text(text: &str) -> String {
    let mut lines = Vec::new();
    let mut join = Join::Line;
    for line in text.lines() {
        if line.trim().is_empty() {
            join = Join::Paragraph;
            continue;
        }
        lines.push((std::mem::replace(&mut join, Join::Line), line.to_owned()));
    }
    joined(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_were_broken_become_whole() {
        let lines =
            |first: &str, second: &str| joined(&[(Join::Paragraph, first.into()), (Join::SameLine, second.into())]);
        assert_eq!(lines("tuned collec-", "tives on"), "tuned collectives on");
        assert_eq!(lines("a multi-", "node run"), "a multi-node run");
        assert_eq!(lines("on GPU-", "Direct"), "on GPU-Direct");
        assert_eq!(lines("an RDMA-", "capable fabric"), "an RDMA-capable fabric");
        assert_eq!(lines("soft\u{ad}", "ware"), "software");
        assert_eq!(lines("in 2019 -", "today"), "in 2019 - today");
        let seen = [
            (Join::Line, "a fault-line".to_owned()),
            (Join::Line, "the fault-".into()),
            (Join::SameLine, "line".into()),
        ];
        assert_eq!(joined(&seen), "a fault-line\nthe fault-line");
    }

    #[test]
    fn ligatures_and_bullets_are_written_out() {
        assert_eq!(mended("\u{f0b7}\u{a0}conﬁgured oﬃce ﬂeets"), "- configured office fleets");
        assert_eq!(mended("• Slurm"), "- Slurm");
        assert_eq!(mended("– Slurm"), "- Slurm");
        assert_eq!(mended("-5 degrees"), "-5 degrees");
        assert_eq!(mended("co\u{ad}op"), "coop");
        assert_eq!(mended_text("•\nSlurm\n\n\n\nLustre"), "- Slurm\n\nLustre");
    }
}
