//! What the routes of documents that may be of one person take and answer.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::operation::{JSON, Operation};
use super::operations::DOCUMENTS;
use super::parameter::Parameter;
use super::schemas::Schemas;
use crate::CandidateId;
use crate::duplicates::{Duplicate, DuplicateState, DuplicatesPage};
use crate::server::duplicates::DEFAULT_LIMIT;

/// What is decided of two candidates.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
struct DecisionRequest {
    /// The two; of a merge the first is the one under whose id the person is matched.
    #[schemars(length(min = 2, max = 2))]
    candidate_ids: Vec<CandidateId>,
    /// Whether they are one person, which they are unless said, or two.
    decision: Option<DecisionName>,
}

/// What people can decide.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[expect(dead_code, reason = "the names are there for the schema alone")]
enum DecisionName {
    /// They are one person.
    Merged,
    /// They are two people.
    Dismissed,
}

/// How a proposed pair is merged.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the field is there for the schema alone")]
struct MergeRequest {
    /// The one under whose id the person is matched; the first of the pair when absent.
    survivor: Option<CandidateId>,
}

fn id() -> Parameter {
    Parameter::path("id", "The id of the pair.", json!({ "type": "string", "minLength": 1 }))
}

fn pair(schemas: &mut Schemas) -> Value {
    schemas.answer::<Duplicate>()
}

/// A page of pairs.
pub(in crate::server) fn list() -> Operation {
    let states = DuplicateState::ALL.map(DuplicateState::as_str);
    let limit = json!({ "type": "integer", "minimum": 1, "maximum": 1000, "default": DEFAULT_LIMIT });
    let cursor = json!({ "type": "string", "maxLength": 2048 });
    Operation::new("listDuplicates", DOCUMENTS, "List candidates who may be one person")
        .told("The likeliest first, with reasons; names and addresses are not quoted. Nothing is merged by itself.")
        .with([
            Parameter::choice("state", "Those of whom this was decided; `proposed` when absent.", &states),
            Parameter::new("limit", "How many pairs at most.", limit),
            Parameter::new("cursor", "The `next_cursor` of the page before.", cursor),
            super::parameter::language(),
        ])
        .answers(200, "The pairs.", Schemas::answer::<DuplicatesPage>)
}

/// One pair.
pub(in crate::server) fn show() -> Operation {
    Operation::new("getDuplicate", DOCUMENTS, "One pair, with its reasons")
        .with([id(), super::parameter::language()])
        .answers(200, "The pair.", pair)
        .fails(&[404])
}

/// Any two.
pub(in crate::server) fn decide() -> Operation {
    let example = json!({ "candidate_ids": ["c-1", "c-2"], "decision": "dismissed" });
    Operation::new("decideDuplicate", DOCUMENTS, "Say of any two candidates whether they are one person")
        .takes(&[JSON], Schemas::request::<DecisionRequest>, example)
        .answers(200, "The pair as it is decided.", pair)
        .fails(&[404])
        .writes()
}

/// A merge.
pub(in crate::server) fn merge() -> Operation {
    Operation::new("mergeDuplicate", DOCUMENTS, "Merge a pair: they are one person")
        .told("Both documents stay as they are; shortlists show the person once, by what all documents say. `fields` tells which counts.")
        .with([id()])
        .takes(&[JSON], Schemas::request::<MergeRequest>, json!({ "survivor": "c-1" }))
        .optional_body()
        .answers(200, "The merged pair.", pair)
        .fails(&[404])
        .writes()
}

/// A dismissal.
pub(in crate::server) fn dismiss() -> Operation {
    Operation::new("dismissDuplicate", DOCUMENTS, "Dismiss a pair: they are two people, and not proposed again")
        .with([id()])
        .answers(200, "The dismissed pair.", pair)
        .fails(&[404])
        .writes()
}

/// Back again.
pub(in crate::server) fn undo() -> Operation {
    Operation::new("undoDuplicate", DOCUMENTS, "Take back what was decided of a pair")
        .told("Merged people are two again, each with the document that was sent last.")
        .with([id()])
        .answers(200, "The pair as it is now.", pair)
        .fails(&[404])
        .writes()
}
