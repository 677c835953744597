//! What is asked in bodies that are no documents. The handlers read such bodies field by field, to tell all mistakes at once; a test
//! holds their fields against these.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use crate::access::Scope;
use crate::explain::CutOff;
use crate::feedback::FeedbackStage;
use crate::model::{Currency, Language, PartialDate, Pay, RoleStatus, Weights, WorkMode};
use crate::{Candidate, CandidateId, Role};

/// Bodies that take the options of a match beside their own fields.
macro_rules! requests {
    ($($(#[$meta:meta])* $name:ident { $($(#[$own:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[derive(JsonSchema)]
            #[schemars(deny_unknown_fields)]
            #[expect(dead_code, reason = "the fields are there for the schema alone")]
            pub(super) struct $name {
                $($(#[$own])* $field: $type,)*
                /// How many results at most.
                #[schemars(range(min = 1, max = 1000), extend("default" = 10))]
                limit: Option<u64>,
                /// Weights of the components for this request; those that are not named keep the role's, or the profile's.
                weights: Option<Weights>,
                /// The day as of which years and recency are reckoned; today when absent.
                as_of: Option<PartialDate>,
                /// Whether evidence is answered.
                #[schemars(extend("default" = true))]
                explain: Option<bool>,
                /// Whether names are left out.
                #[schemars(extend("default" = false))]
                blind: Option<bool>,
                /// The language of summaries, statements, questions and changes. Nothing else depends on it.
                #[schemars(extend("default" = "en"))]
                language: Option<Language>,
                /// What one unit of a currency is worth in US dollars, by ISO 4217 code.
                #[schemars(extend("examples" = [{"EUR": 1.08}]))]
                rates: Option<BTreeMap<Currency, f64>>,
            }
        )*
    };
}

requests! {
    /// The options of a match for a role. All may be left out.
    MatchRequest {
        /// Whom the answer is about.
        filters: Option<CandidateFilters>,
        /// The must-haves that are gates in this answer, as its gaps and evidence name them, and no others; those of the role when
        /// absent.
        #[schemars(length(max = 100), inner(length(max = 512)))]
        gates: Option<Vec<String>>,
        /// The `next_cursor` of the page before. An empty one begins the first page; without one the answer has no pages.
        #[schemars(length(max = 4096))]
        cursor: Option<String>,
    }

    /// The options of a match for a candidate. All may be left out.
    RolesRequest {
        /// Which roles the answer is about.
        filters: Option<RoleFilters>,
        /// As in a match for a role.
        #[schemars(length(max = 4096))]
        cursor: Option<String>,
    }

    /// The options of a search for more of the same. All may be left out.
    SimilarRequest {
        /// As in a match for a role.
        #[schemars(length(max = 4096))]
        cursor: Option<String>,
    }

    /// A match of documents that are not kept: a role and candidates, and the options of a match.
    InlineMatchRequest {
        /// The role.
        role: Role,
        /// The candidates, each with an id of its own.
        #[schemars(length(max = 10_000))]
        candidates: Vec<Candidate>,
        /// As in a match.
        #[schemars(length(max = 4096))]
        cursor: Option<String>,
    }

    /// What-if: the options of a match, and the candidate who is to be lifted.
    WhatIfRequest {
        /// Whose way to the cut-off is sought.
        candidate_id: Option<CandidateId>,
        /// What the candidate is to reach. Needs `candidate_id`.
        cut_off: Option<CutOff>,
    }
}

/// Whom an answer is about. All that are given hold.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
pub(super) struct CandidateFilters {
    /// A query of the search by words.
    #[schemars(length(max = 512))]
    q: Option<String>,
    /// A skill, or several that all must be there.
    skill: Option<OneOrMore>,
    /// The least number of accelerators that somebody has worked with.
    min_scale: Option<u64>,
    /// A place. Who does not say where they are is left out.
    #[schemars(length(max = 512))]
    location: Option<String>,
    /// A place. Who does not say where they are is kept.
    #[schemars(length(max = 512))]
    location_or_unstated: Option<String>,
    /// The most that somebody may expect.
    max_pay: Option<Pay>,
    /// A way to work. Who names none is kept.
    work_mode_or_unstated: Option<WorkMode>,
    /// A stage of the role, or several: who is at one of them.
    stage: Option<OneOrMoreStages>,
    /// Whether those are in whom nobody has given a stage; with `stage`, those pass who meet either.
    #[schemars(extend("default" = false))]
    without_stage: Option<bool>,
}

/// Which roles an answer is about.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
pub(super) struct RoleFilters {
    /// Statuses; open roles when absent.
    status: Option<OneOrMoreStatuses>,
}

/// A text, or a list of them.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
enum OneOrMore {
    One(#[schemars(length(max = 512))] String),
    More(#[schemars(length(max = 100), inner(length(max = 512)))] Vec<String>),
}

/// A status, or a list of them.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
enum OneOrMoreStatuses {
    One(RoleStatus),
    More(#[schemars(length(max = 100))] Vec<RoleStatus>),
}

/// A stage, or a list of them.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
enum OneOrMoreStages {
    One(FeedbackStage),
    More(#[schemars(length(max = 100))] Vec<FeedbackStage>),
}

/// Documents by their ids.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
pub(super) struct IdsRequest {
    /// The ids; one that is given twice counts once.
    #[schemars(length(max = 1000))]
    ids: Vec<CandidateId>,
}

/// A text to be read.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
pub(super) struct ExtractRequest {
    /// The text, or HTML.
    text: String,
    /// Whether the rule behind each fact is answered.
    #[schemars(extend("default" = false))]
    trace: Option<bool>,
}

/// A key that is to be made.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
pub(super) struct KeyRequest {
    /// What it allows.
    scope: Scope,
    /// What its makers call it, such as the program that uses it.
    #[schemars(length(min = 1, max = 100))]
    name: Option<String>,
    /// The last day on which it works, in UTC, or the moment at which it stops; it never stops when absent.
    #[schemars(example = "2027-01-31")]
    expires_at: Option<String>,
}

/// A webhook that is to be made.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the fields are there for the schema alone")]
pub(super) struct WebhookRequest {
    /// Whereto messages are sent: an address that is reached over the internet, by https. A service that was started with
    /// `--webhook-allow-private` takes others, too.
    #[schemars(length(min = 1, max = 2048), extend("format" = "uri"))]
    url: String,
    /// Who enters the role's best so many is told of.
    #[schemars(range(min = 1, max = 100), extend("default" = 10))]
    limit: Option<u64>,
    /// Whose fit is below this is not told of.
    #[schemars(range(min = 0, max = 100), extend("default" = 50))]
    min_fit: Option<f64>,
}

#[cfg(test)]
mod tests {
    use schemars::schema_for;

    use super::*;
    use crate::server::ask::{FILTERS, OPTIONS};

    fn fields<T: JsonSchema>() -> Vec<String> {
        let schema = schema_for!(T).to_value();
        let mut names: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    }

    fn sorted(names: &[&str]) -> Vec<String> {
        let mut names: Vec<String> = names.iter().map(ToString::to_string).collect();
        names.sort();
        names
    }

    #[test]
    fn the_fields_are_those_that_are_read() {
        let options = |own: &[&'static str]| sorted(&[&OPTIONS[..], own].concat());
        // Filters and gates are read everywhere, and refused with their reason where nothing is filtered or removed.
        let without = |left_out: &[&str], own: &[&'static str]| {
            let mut names = options(own);
            names.retain(|name| !left_out.contains(&name.as_str()));
            names
        };
        let unfiltered = |own: &[&'static str]| without(&["filters", "gates"], own);
        assert_eq!(fields::<MatchRequest>(), options(&["cursor"]));
        assert_eq!(fields::<RolesRequest>(), without(&["gates"], &["cursor"]));
        assert_eq!(fields::<SimilarRequest>(), unfiltered(&["cursor"]));
        assert_eq!(fields::<InlineMatchRequest>(), unfiltered(&["cursor", "role", "candidates"]));
        assert_eq!(fields::<WhatIfRequest>(), unfiltered(&["candidate_id", "cut_off"]));
        assert_eq!(fields::<KeyRequest>(), sorted(&crate::server::keys::FIELDS));
        assert_eq!(fields::<WebhookRequest>(), sorted(&crate::server::webhooks::FIELDS));
        let mut filters = [fields::<CandidateFilters>(), fields::<RoleFilters>()].concat();
        filters.sort();
        assert_eq!(filters, sorted(&FILTERS));
    }
}
