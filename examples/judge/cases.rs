//! Judgement cases: pairs of candidates, and what is to be found when both are judged for a role. The tests read theirs by this, too.

use std::error::Error;
use std::path::Path;

use rolefit::model::PartialDate;
use rolefit::{Candidate, Engine, Match, MatchOptions, Role};
use serde::Deserialize;

/// A role with two candidates, and what holds of them.
#[derive(Deserialize)]
pub(crate) struct Case {
    /// What the case is called.
    pub(crate) id: String,
    /// Why it holds.
    pub(crate) why: String,
    role: Role,
    better: Candidate,
    worse: Candidate,
    relation: Relation,
    #[serde(default)]
    expect: Expect,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Relation {
    /// The better one fits better; whoever a gate stops is behind everybody whom none does.
    Gt,
    /// Both fit equally well.
    Eq,
    /// What is expected says all.
    Gated,
    Flag,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Expect {
    gated: Option<String>,
    not_gated: Option<String>,
    flag: Option<String>,
    on: Option<String>,
    not_on: Option<String>,
    max_fit: Option<f64>,
}

/// A case as it was found.
pub(crate) struct Judged {
    /// Both candidates, the better one first.
    pub(crate) rows: [Match; 2],
    /// What is not as it should be.
    pub(crate) problems: Vec<String>,
}

/// The cases of a file, one JSON object a line.
pub(crate) fn read(path: &Path) -> Result<Vec<Case>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines.map(|(line, n)| serde_json::from_str(line).map_err(|error| format!("line {n}: {error}").into())).collect()
}

impl Case {
    /// Judges both candidates, as of November 2026.
    pub(crate) fn judge(&self, engine: &Engine) -> Result<Judged, Box<dyn Error>> {
        let options = MatchOptions::default().with_as_of(Some("2026-11-01".parse::<PartialDate>()?));
        let [better, worse] =
            [&self.better, &self.worse].map(|person| engine.explain_documents(&self.role, person, &options));
        let rows = [better?, worse?];
        Ok(Judged { problems: self.problems(&rows)?, rows })
    }

    fn problems(&self, rows: &[Match; 2]) -> Result<Vec<String>, Box<dyn Error>> {
        let [better, worse] = rows;
        let mut problems = Vec::new();
        let standing = |row: &Match| (row.gated.is_none(), row.fit);
        let holds = match self.relation {
            Relation::Gt => standing(better) > standing(worse),
            Relation::Eq => (better.fit - worse.fit).abs() < 1e-9,
            Relation::Gated | Relation::Flag => true,
        };
        if !holds {
            problems.push(format!("{} against {}", better.fit, worse.fit));
        }
        let named = |id: &Option<String>| -> Result<Option<&Match>, Box<dyn Error>> {
            let Some(id) = id else { return Ok(None) };
            let ids = [&self.better.id, &self.worse.id];
            let row = ids.iter().zip(rows).find(|(known, _)| known.as_str() == id).map(|(_, row)| row);
            row.map(Some).ok_or_else(|| format!("case {}: there is no candidate {id:?}", self.id).into())
        };
        let expect = &self.expect;
        if named(&expect.gated)?.is_some_and(|row| row.gated.is_none()) {
            problems.push("no gate stops whom one should".to_owned());
        }
        if let Some(reason) = named(&expect.not_gated)?.and_then(|row| row.gated.as_ref()) {
            problems.push(format!("gated by {reason}"));
        }
        if let Some(flag) = &expect.flag {
            let raised = |row: &Match| {
                let flags = serde_json::to_value(&row.flags).unwrap_or_default();
                flags.as_array().is_some_and(|all| all.iter().any(|raised| raised == flag.as_str()))
            };
            if named(&expect.on)?.is_some_and(|row| !raised(row)) {
                problems.push(format!("{flag} is not raised"));
            }
            if named(&expect.not_on)?.is_some_and(raised) {
                problems.push(format!("{flag} is raised"));
            }
        }
        if let (Some(most), Some(row)) = (expect.max_fit, named(&expect.on)?)
            && row.fit > most
        {
            problems.push(format!("a fit of {}, at most {most} is right", row.fit));
        }
        Ok(problems)
    }
}
