//! What can be wrong with a taxonomy.

use std::fmt;

/// One thing that is wrong with a taxonomy file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Problem {
    /// The concept, area or family concerned; empty when the file as a whole is.
    pub subject: String,
    /// What is wrong and what would be accepted.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(subject: impl Into<String>, message: impl Into<String>) -> Self {
        Self { subject: subject.into(), message: message.into() }
    }

    /// The line of the file that was checked, counted from 1, which the problem is with: that of the text that the message quotes, if
    /// the subject's entry holds it, else that of its `id`. None where the file as a whole is concerned.
    pub fn line_in(&self, file: &str) -> Option<usize> {
        if let Some((_, told)) = self.message.split_once("TOML parse error at line ") {
            return told.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
        }
        let id = format!("{:?}", self.subject);
        let is_id = |line: &&str| {
            line.trim_start()
                .strip_prefix("id")
                .is_some_and(|rest| rest.trim_start_matches([' ', '=']).starts_with(&id))
        };
        let lines: Vec<&str> = file.lines().collect();
        let quoted = self.message.split('"').nth(1).filter(|quoted| !quoted.is_empty());
        // Of an id that is given twice the second is one too many. What is only named stands where its names do.
        let Some(first) = lines.iter().rposition(is_id) else {
            return quoted.and_then(|quoted| lines.iter().position(|line| line.contains(quoted))).map(|line| line + 1);
        };
        let entry = lines[first + 1..].iter().take_while(|line| !line.trim_start().starts_with("[["));
        let line = quoted.and_then(|quoted| entry.into_iter().position(|line| line.contains(quoted)));
        Some(line.map_or(first, |line| first + 1 + line) + 1)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.subject.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.subject, self.message)
        }
    }
}
