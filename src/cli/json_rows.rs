//! Answers as JSON, whole or a result a line.

use std::io::{self, Write};

use serde::Serialize;

use super::shortlists::Shortlisted;
use crate::{Match, RoleId};

/// One answer, or a list when there are several.
pub(super) fn answers(shortlisted: &[Shortlisted<'_>], out: &mut impl Write) -> io::Result<()> {
    match shortlisted {
        [only] => pretty(&*only.answer, out),
        several => pretty(&several.iter().map(|s| &*s.answer).collect::<Vec<_>>(), out),
    }
}

/// A line for each result.
pub(super) fn lines(shortlisted: &[Shortlisted<'_>], out: &mut impl Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        role_id: &'a RoleId,
        #[serde(flatten)]
        row: &'a Match,
    }
    for Shortlisted { role, answer } in shortlisted {
        for row in &answer.results {
            line(&Line { role_id: &role.id, row }, out)?;
        }
    }
    Ok(())
}

/// A value over several lines.
pub(super) fn pretty(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}

/// A value on one line.
pub(super) fn line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// The word with which a value is written in JSON.
pub(super) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
