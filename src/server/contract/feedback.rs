//! What the routes of feedback take and answer.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::operation::{JSON, Operation};
use super::operations::{ETAG, MATCHING, TAGS, id, id_schema, if_match};
use super::parameter::Parameter;
use super::schemas::Schemas;
use crate::Role;
use crate::feedback::{Feedback, FeedbackPage, FeedbackStage};
use crate::server::feedback::DEFAULT_LIMIT;

/// What people think of a candidate for a role, as it is put.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
struct FeedbackRequest {
    /// That of the path, where it is given at all.
    role_id: Option<crate::RoleId>,
    /// That of the path, where it is given at all.
    candidate_id: Option<crate::CandidateId>,
    /// How far it has come with them.
    stage: Option<FeedbackStage>,
    /// How well they suit: 0 no, 1 possible, 2 worth a call, 3 call today.
    #[schemars(range(max = 3))]
    grade: Option<u8>,
    /// All notes that there are to be.
    #[schemars(length(max = 100))]
    notes: Option<Vec<NoteRequest>>,
    /// Is not looked at: an answer can be sent back.
    updated_at: Option<serde_json::Value>,
    /// Is not looked at: an answer can be sent back.
    fits: Option<serde_json::Value>,
}

/// A note, as it is put.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
struct NoteRequest {
    /// What it says.
    #[schemars(length(min = 1, max = 4000))]
    text: String,
    /// When it was written, in seconds since 1970; now when absent.
    at: Option<u64>,
    /// Who wrote it.
    #[schemars(length(max = 100))]
    by: Option<String>,
}

/// A role and a candidate.
pub(super) fn of_pair() -> [Parameter; 2] {
    [id::<Role>(), Parameter::path("candidate_id", "The candidate's id.", id_schema())]
}

fn answer(schemas: &mut Schemas) -> Value {
    schemas.answer::<Feedback>()
}

/// A page of feedback.
pub(in crate::server) fn list() -> Operation {
    let stages = FeedbackStage::ALL.map(FeedbackStage::as_str);
    let limit = json!({ "type": "integer", "minimum": 1, "maximum": 1000, "default": DEFAULT_LIMIT });
    let cursor = json!({ "type": "string", "maxLength": 2048 });
    Operation::new("listFeedback", MATCHING, "What people think of candidates for a role")
        .told("Stages, grades and notes, in the order of the candidates' ids. No fit depends on them.")
        .with([
            id::<Role>(),
            Parameter::choice("stage", "Those at this stage alone.", &stages),
            Parameter::new("limit", "How many at most.", limit),
            Parameter::new("cursor", "The `next_cursor` of the page before.", cursor),
        ])
        .answers(200, "The feedback.", Schemas::answer::<FeedbackPage>)
        .fails(&[404])
}

/// Graded pairs.
pub(in crate::server) fn graded() -> Operation {
    Operation::new("exportFeedback", MATCHING, "The grades of a role as graded pairs")
        .told("A pair a line, `role 0 candidate grade`, as `rolefit evaluate --qrels` and TREC's tools read them.")
        .with([id::<Role>()])
        .answers_as(200, "The pairs that have a grade.", "text/plain", |_| json!({ "type": "string" }))
        .fails(&[404])
}

/// Of one pair.
pub(in crate::server) fn show() -> Operation {
    Operation::new("getFeedback", MATCHING, "What people think of a candidate for a role")
        .with(of_pair())
        .with([
            if_match(),
            Parameter::header(
                "If-None-Match",
                "Tags of versions that the client has.",
                json!({ "type": "string", "pattern": TAGS }),
            ),
        ])
        .answers(200, "The feedback.", answer)
        .header(ETAG.0, ETAG.1)
        .answers_nothing(304, "The client has this version.")
        .header(ETAG.0, ETAG.1)
        .fails(&[404])
        .conditional()
}

/// Puts that of one pair.
pub(in crate::server) fn put() -> Operation {
    let example =
        json!({ "stage": "interview", "grade": 3, "notes": [{ "text": "Talked to her on Monday.", "by": "Kim" }] });
    Operation::new("putFeedback", MATCHING, "Say what you think of a candidate for a role")
        .told(
            "In place of what was kept of the pair. It goes when the candidate or the role is removed, is in backups, and never reaches the \
             scorer.",
        )
        .with(of_pair())
        .with([
            if_match(),
            Parameter::header("If-None-Match", "`*`: only where there is none yet.", json!({ "type": "string", "pattern": r"^\*?$" })),
        ])
        .takes(&[JSON], Schemas::request::<FeedbackRequest>, example)
        .answers(200, "Kept, in place of older feedback, and durable.", answer)
        .header(ETAG.0, ETAG.1)
        .answers(201, "Kept, and durable.", answer)
        .header(ETAG.0, ETAG.1)
        .fails(&[404])
        .conditional()
        .writes()
}

/// Removes that of one pair.
pub(in crate::server) fn delete() -> Operation {
    Operation::new("deleteFeedback", MATCHING, "Remove what people think of a candidate for a role")
        .with(of_pair())
        .answers_nothing(204, "Removed, and durable.")
        .fails(&[404])
        .writes()
}
