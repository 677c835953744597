//! Candidates who may be one person: proposals, and what people decide of them.

use axum::extract::State;
use serde_json::Value;

use super::app::App;
use super::ask::{self, Fields};
use super::body::{self, JsonBody, Written};
use super::problem::Problem;
use super::target::{Name, Query, malformed_query};
use crate::duplicates::{Duplicate, DuplicateOptions, DuplicateState};
use crate::intake::{did_you_mean, parse_json};
use crate::{CandidateId, Engine, Error, Limits};

pub(super) const DEFAULT_LIMIT: usize = 50;

pub(super) async fn list(State(app): State<App>, query: Query) -> Result<Written, Problem> {
    let state = query.get("state").map(state).transpose().map_err(malformed_query)?.unwrap_or_default();
    let mut options = DuplicateOptions::default().with_state(state).with_limit(query.limit(DEFAULT_LIMIT)?);
    if let Some(last) = query.get("cursor") {
        options = options.with_after(last);
    }
    let language = ask::language(&query)?.unwrap_or_default();
    // After a write it holds everybody against whom they may be, so only so many are let in at once.
    let place = app.admit_heavy()?;
    app.run(move |engine, _| {
        let _place = place;
        body::write(&engine.in_language(language).duplicates(&options)?)
    })
    .await
}

pub(super) async fn show(State(app): State<App>, Name(id): Name, query: Query) -> Result<Written, Problem> {
    let language = ask::language(&query)?.unwrap_or_default();
    let place = app.admit_heavy()?;
    app.run(move |engine, _| {
        let _place = place;
        body::write(&known(&engine.in_language(language), &id)?)
    })
    .await
}

/// `{"candidate_ids": ["c-1", "c-7"], "decision": "merged"}`, of any two candidates.
pub(super) async fn decide(State(app): State<App>, JsonBody(json): JsonBody) -> Result<Written, Problem> {
    app.run(move |engine, _| {
        let ([survivor, other], decision) = asked(&json, &engine.options().limits)?;
        let decided = match decision {
            DuplicateState::Dismissed => engine.dismiss_duplicate(&survivor, &other)?,
            _ => engine.merge_candidates(&survivor, &other)?,
        };
        body::write(&decided)
    })
    .await
}

/// `{"survivor": "c-7"}`, or nothing.
pub(super) async fn merge(
    State(app): State<App>,
    Name(id): Name,
    JsonBody(json): JsonBody,
) -> Result<Written, Problem> {
    app.run(move |engine, _| {
        let [one, other] = known(engine, &id)?.candidate_ids;
        let survivor = survivor(&json, [&one, &other], &engine.options().limits)?;
        let other = if survivor == one { other } else { one };
        body::write(&engine.merge_candidates(&survivor, &other)?)
    })
    .await
}

pub(super) async fn dismiss(State(app): State<App>, Name(id): Name) -> Result<Written, Problem> {
    app.run(move |engine, _| {
        let [one, other] = known(engine, &id)?.candidate_ids;
        body::write(&engine.dismiss_duplicate(&one, &other)?)
    })
    .await
}

pub(super) async fn undo(State(app): State<App>, Name(id): Name) -> Result<Written, Problem> {
    app.run(move |engine, _| body::write(&engine.undo_duplicate(&id)?)).await
}

fn known(engine: &Engine, id: &str) -> Result<Duplicate, Error> {
    engine.duplicate(id)?.ok_or_else(|| Error::NotFound { what: "duplicate", id: id.to_owned() })
}

fn state(name: &str) -> Result<DuplicateState, String> {
    let found = DuplicateState::ALL.into_iter().find(|state| state.as_str() == name);
    found.ok_or_else(|| {
        let names = DuplicateState::ALL.map(DuplicateState::as_str);
        let hint = did_you_mean(name, names.into_iter());
        format!("`state`: expected one of {}{hint}", names.join(", "))
    })
}

/// The two, and what is decided of them.
fn asked(json: &[u8], limits: &Limits) -> Result<([CandidateId; 2], DuplicateState), Problem> {
    let mut fields = Fields::new(parse_json(json, limits)?)?;
    let ids = match fields.take("candidate_ids") {
        Some(Value::Array(ids)) => {
            let ids: Option<Vec<CandidateId>> = ids.iter().map(|id| CandidateId::new(id.as_str()?).ok()).collect();
            ids.and_then(|ids| <[CandidateId; 2]>::try_from(ids).ok())
        }
        _ => None,
    };
    if ids.is_none() {
        fields.wrong("/candidate_ids", "expected the ids of two candidates, of a merge the one first that survives");
    }
    let decision = match fields.take("decision") {
        None => Some(DuplicateState::Merged),
        Some(given) => {
            let decisions = [DuplicateState::Merged, DuplicateState::Dismissed];
            decisions.into_iter().find(|decision| given.as_str() == Some(decision.as_str()))
        }
    };
    if decision.is_none() {
        fields.wrong("/decision", "expected merged or dismissed");
    }
    fields.finish(&["candidate_ids", "decision"])?;
    ids.zip(decision).ok_or_else(Problem::internal)
}

/// The one of the two that is named, or the first.
fn survivor(json: &[u8], [one, other]: [&CandidateId; 2], limits: &Limits) -> Result<CandidateId, Problem> {
    if body::is_empty(json) {
        return Ok(one.clone());
    }
    let mut fields = Fields::new(parse_json(json, limits)?)?;
    let named = fields.take("survivor");
    let is_named = |id: &&CandidateId| named.as_ref().is_none_or(|named| named.as_str() == Some(id.as_str()));
    let survivor = [one, other].into_iter().find(is_named);
    if survivor.is_none() {
        fields.wrong("/survivor", "this is neither of the two; expected the id of one of them");
    }
    fields.finish(&["survivor"])?;
    survivor.cloned().ok_or_else(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_read_and_all_mistakes_come_at_once() {
        let limits = Limits::default();
        let (ids, decision) = asked(br#"{"candidate_ids": ["a", "b"], "decision": "dismissed"}"#, &limits).unwrap();
        assert_eq!((ids.map(String::from), decision), (["a", "b"].map(str::to_owned), DuplicateState::Dismissed));
        let problem = asked(br#"{"candidate_ids": ["a"], "decision": "maybe", "x": 1}"#, &limits).unwrap_err();
        let pointers: Vec<&str> = problem.errors.iter().map(|violation| violation.pointer.as_str()).collect();
        assert_eq!(pointers, ["/candidate_ids", "/decision", "/x"]);
        let [one, other] = ids_of(["a", "b"]);
        for (body, expected) in
            [("", Some("a")), ("{}", Some("a")), (r#"{"survivor": "b"}"#, Some("b")), (r#"{"survivor": "c"}"#, None)]
        {
            let found = survivor(body.as_bytes(), [&one, &other], &limits).ok().map(String::from);
            assert_eq!(found.as_deref(), expected);
        }
        assert_eq!(state("merged").ok(), Some(DuplicateState::Merged));
        assert!(state("mergde").unwrap_err().contains("did you mean `merged`"));
    }

    fn ids_of(ids: [&str; 2]) -> [CandidateId; 2] {
        ids.map(|id| CandidateId::new(id).unwrap())
    }
}
