//! What a coordinator asks of its shards.

use serde_json::json;

use super::operation::{JSON, Operation};
use super::operations::{MATCHING, id};
use super::requests::MatchRequest;
use super::schemas::Schemas;
use crate::Role;

/// The part of a shortlist that one of several shards finds.
pub(in crate::server) fn partial_matches() -> Operation {
    Operation::new("partialMatchRole", MATCHING, "The part of a shortlist that this service finds as one of several shards")
        .told("As `matches`, with what it takes to merge it with the parts of other shards: what `rolefit coordinate` asks. Its form is that of one version.")
        .with([id::<Role>()])
        .takes(&[JSON], Schemas::request::<MatchRequest>, json!({"limit": 3, "filters": {"skill": ["Slurm"]}}))
        .optional_body()
        .answers(200, "The part.", |_| json!({ "type": "object" }))
        .fails(&[404])
}
