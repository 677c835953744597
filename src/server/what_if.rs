//! What-if: the pool of a role under single changes, and what would lift one candidate.

use axum::extract::State;
use serde_json::Value;

use super::app::App;
use super::ask::{Fields, OPTIONS};
use super::body::{self, JsonBody, Written};
use super::documents::role_id;
use super::problem::Problem;
use super::target::Id;
use crate::explain::CutOff;
use crate::intake::{did_you_mean, parse_json};
use crate::matching::WhatIfOptions;
use crate::{CandidateId, Limits};

pub(super) async fn for_role(State(app): State<App>, Id(id): Id, JsonBody(json): JsonBody) -> Result<Written, Problem> {
    // It scores the pool many times over, so only so many are let in at once.
    let place = app.admit_heavy()?;
    app.run(move |engine, _| {
        let _place = place;
        let options = options(&json, &engine.options().limits)?;
        body::write(&engine.what_if(&role_id(&id)?, &options)?)
    })
    .await
}

/// Reads `{"candidate_id": "c-1", "cut_off": "good", ...options of a match}`; an empty body is all defaults.
fn options(json: &[u8], limits: &Limits) -> Result<WhatIfOptions, Problem> {
    if body::is_empty(json) {
        return Ok(WhatIfOptions::default());
    }
    let mut fields = Fields::new(parse_json(json, limits)?)?;
    let matching = fields.match_options(limits);
    let candidate = candidate(&mut fields);
    let cut_off = cut_off(&mut fields);
    if cut_off.is_some() && candidate.is_none() && fields.n_wrong() == 0 {
        fields.wrong("/cut_off", "is what a candidate is to reach; give `candidate_id` too");
    }
    let known: Vec<&str> = ["candidate_id", "cut_off"].into_iter().chain(OPTIONS).collect();
    fields.finish(&known)?;
    Ok(WhatIfOptions { matching, candidate, cut_off, ..WhatIfOptions::default() })
}

fn candidate(fields: &mut Fields) -> Option<CandidateId> {
    let Value::String(id) = fields.take("candidate_id")? else {
        fields.wrong("/candidate_id", "this is not a text; expected a candidate's id");
        return None;
    };
    CandidateId::new(&id).map_err(|rule| fields.wrong("/candidate_id", rule)).ok()
}

fn cut_off(fields: &mut Fields) -> Option<CutOff> {
    let given = fields.take("cut_off")?;
    let named = CutOff::ALL.into_iter().find(|cut_off| given.as_str() == Some(cut_off.as_str()));
    if named.is_none() {
        let names = CutOff::ALL.map(CutOff::as_str);
        let hint = given.as_str().map(|name| did_you_mean(name, names.into_iter())).unwrap_or_default();
        fields.wrong("/cut_off", format!("this is {given}; expected one of {}{hint}", names.join(", ")));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_and_a_cut_off_are_read() {
        let json = br#"{"limit": 5, "candidate_id": "c-1", "cut_off": "good", "as_of": "2026-11"}"#;
        let options = options(json, &Limits::default()).unwrap();
        assert_eq!((options.matching.limit, options.cut_off), (5, Some(CutOff::Good)));
        assert_eq!(options.candidate.unwrap().as_str(), "c-1");
    }

    #[test]
    fn all_mistakes_come_at_once() {
        let pointers = |json: &str| -> Vec<String> {
            let problem = options(json.as_bytes(), &Limits::default()).unwrap_err();
            problem.errors.into_iter().map(|violation| violation.pointer).collect()
        };
        let json = r#"{"limit": 0, "candidate_id": "a/b", "cut_off": "godo", "candidat": 1}"#;
        assert_eq!(pointers(json), ["/limit", "/candidate_id", "/cut_off", "/candidat"]);
        assert_eq!(pointers(r#"{"candidate_id": 7}"#), ["/candidate_id"]);
        assert_eq!(pointers(r#"{"cut_off": "good"}"#), ["/cut_off"]);
    }
}
