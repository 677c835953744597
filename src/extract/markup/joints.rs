//! Where line breaks were lost: `per yearBenefits`, `of the team.What you'll do`, `QualificationsBachelor's degree`. Copies of
//! postings often run their blocks together so.

use crate::extract::eight::{EIGHT, Eight, first};
use crate::extract::lists;

/// The bytes of `text` at which such a line begins, ascending; and those of breaks and quotes that were escaped on the way, `\n` and
/// `\'`.
pub(super) fn joints(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut has_escape, mut has_row) = (false, false);
    let mut look = |at: usize| match bytes[at] {
        b'\\' => has_escape = true,
        _ if at > 0 => match bytes[at - 1] {
            b'a'..=b'z' | b'.' | b'!' | b'?'
                if bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase) && is_joint(bytes, at) =>
            {
                found.push(at);
            }
            b' ' => {
                let rest = &bytes[at - 1..];
                has_row = has_row || ROW_SIGNS.iter().any(|sign| rest.starts_with(sign.as_bytes()));
            }
            _ => {}
        },
        _ => {}
    };
    // Capitals and backslashes are few.
    let mut at = 0;
    while let Some(eight) = Eight::at(bytes, at) {
        let mut mask = eight.between(b'A', b'Z') | eight.equal(b'\\');
        while mask != 0 {
            look(at + first(mask));
            mask &= mask - 1;
        }
        at += EIGHT;
    }
    (at..bytes.len()).filter(|at| matches!(bytes[*at], b'A'..=b'Z' | b'\\')).for_each(look);
    if has_escape {
        let lines = text.matches("\\n").count() >= ESCAPED_LINES;
        let escaped =
            |at: &usize| matches!((bytes.get(at + 1), lines), (Some(b'\'' | b'"'), _) | (Some(b'n' | b'r'), true));
        found.extend(text.match_indices('\\').map(|(at, _)| at).filter(escaped));
    }
    if has_row {
        found.extend(items_in_a_row(text));
    }
    found.sort_unstable();
    found
}

/// A text with so many `\n` has no other breaks; fewer are of a path or a pattern.
const ESCAPED_LINES: usize = 3;

/// `... in C++ and Python Deep understanding of MPI Experience with CUDA preferred Knowledge of NCCL`: the items of a list in one line.
fn items_in_a_row(text: &str) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        // Items end without a stop, so that a row is a long sentence.
        let mut from = start;
        for sentence in line.split(". ").filter(|_| line.len() >= MAX_SENTENCE_LEN) {
            let before = found.len();
            if sentence.len() >= MAX_SENTENCE_LEN {
                let spaces = sentence.match_indices(' ').map(|(space, _)| from + space + 1);
                found.extend(spaces.filter(|at| opens_an_item(text, *at)));
            }
            if found.len() - before < ROW {
                found.truncate(before);
            }
            from += sentence.len() + ". ".len();
        }
        start += line.len() + 1;
    }
    found
}

/// One of these stands in every row; elsewhere they seldom stand behind a space.
const ROW_SIGNS: &[&str] = lists::JOINTS_ROW_SIGNS;
/// So many items make a row, and so many bytes a sentence that may be one.
const ROW: usize = 3;
const MAX_SENTENCE_LEN: usize = 100;

/// Words with which items of requirements begin, and with which the first of them goes on.
const OPENERS: &[(&str, &[&str])] = lists::JOINTS_OPENERS;

/// Words behind which such a word goes on with what they began: `Total Experience in`, `and Knowledge of`.
const GOING_ON: &[&str] = lists::JOINTS_GOING_ON;

fn opens_an_item(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    if !rest.starts_with(|c: char| c.is_ascii_uppercase()) {
        return false;
    }
    let Some((first, second)) = rest.split_once(' ') else { return false };
    let Some((_, seconds)) = OPENERS.iter().find(|(word, _)| *word == first) else { return false };
    let second = second.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let before = &text[..at - 1];
    let last = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let ends = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '+' | '#'));
    let goes_on = GOING_ON.contains(&last.to_lowercase().as_str());
    seconds.contains(&second) && ends && !goes_on
}

/// Words of headings, which end with no capital inside a name: `RequirementsBachelor's`.
const HEADS: &[&str] = lists::JOINTS_HEADS;

/// A name in camel case begins with a capital or with fewer small letters (`PyTorch`, `vSphere`, `nvLink`).
const SMALL_LETTERS: usize = 4;
/// What names in camel case begin with that people write small: `javaScript`, `tensorFlow`.
const NAMES_IN_SMALL: &[&str] = lists::JOINTS_NAMES_IN_SMALL;
/// No word that matters here has more letters: words without an end are looked at so far.
const MAX_WORD_LEN: usize = 64;
/// A sentence begins with a word of so many letters; fewer stand behind the point of a name (`Node.Js`).
const FIRST_LETTERS: usize = 3;

fn is_joint(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    if before[at - 1].is_ascii_lowercase() {
        let near = before.iter().rev().take(MAX_WORD_LEN);
        let letters = near.take_while(|byte| byte.is_ascii_alphabetic()).count();
        let word = &before[at - letters..];
        let named = NAMES_IN_SMALL.iter().any(|name| name.as_bytes() == word);
        let small = word.iter().all(u8::is_ascii_lowercase) && letters >= SMALL_LETTERS && !named;
        return small || HEADS.iter().any(|head| head.as_bytes() == word);
    }
    let letters = bytes[at..].iter().take(MAX_WORD_LEN).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let first = &bytes[at..at + letters];
    let goes_on = matches!(bytes.get(at + letters), Some(b'.' | b'(' | b'_' | b'/' | b'@'));
    let told = &before[..at - 1];
    let ends = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b')';
    let ended = told.len() >= 2 && told[told.len() - 2..].iter().all(ends);
    // The second point of `System.Text.Json`.
    let last_word = told.iter().rev().take(MAX_WORD_LEN).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let ended = ended && !told[..told.len() - last_word].ends_with(b".");
    ended && letters >= FIRST_LETTERS && !goes_on && !matches!(first, b"Com" | b"Org" | b"Net")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        let mut starts = vec![0];
        starts.extend(joints(text));
        let ends = starts[1..].iter().copied().chain([text.len()]).collect::<Vec<_>>();
        starts.iter().zip(ends).map(|(start, end)| &text[*start..end]).collect()
    }

    #[test]
    fn blocks_that_were_run_together_are_taken_apart() {
        for (text, expected) in [
            ("$75,000 per yearBenefits:401(k)", vec!["$75,000 per year", "Benefits:401(k)"]),
            ("Full-timePay: $18-20/hourExpected hours", vec!["Full-time", "Pay: $18-20/hour", "Expected hours"]),
            ("run Slurm.What you'll do", vec!["run Slurm.", "What you'll do"]),
            ("up to $165,000.The base", vec!["up to $165,000.", "The base"]),
            ("QualificationsBachelor's degree", vec!["Qualifications", "Bachelor's degree"]),
            ("Job DescriptionThe team", vec!["Job Description", "The team"]),
        ] {
            assert_eq!(lines(text), expected);
        }
    }

    #[test]
    fn items_in_one_line_are_items() {
        assert_eq!(
            lines(
                "Proficiency in Python Deep understanding of MPI CUDA preferred Knowledge of NCCL (2.0) Ability to write"
            ),
            [
                "Proficiency in Python ", "Deep understanding of MPI CUDA preferred ", "Knowledge of NCCL (2.0) ",
                "Ability to write"
            ]
        );
        for text in [
            "Total Experience in IT: 12 years. Strong Knowledge of Slurm. Deep understanding",
            "MPI Experience with CUDA",
        ] {
            assert!(joints(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn names_stay_whole() {
        for text in [
            "PyTorch, TensorFlow, InfiniBand and vSphere on openSUSE", "Node.Js, ASP.NET, Booking.Com",
            "nvLink, eBay, macOS, iPhone", "System.Text.Json", "Dr.Smith of McKinsey", "JavaScript e.g.Vue",
            "kOps, tensorFlow and powerShell", "StackOverflow, TeamViewer, GmbH", "", "A", "4xH100",
        ] {
            assert!(joints(text).is_empty(), "{text}");
        }
    }
}
