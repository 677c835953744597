//! What each route takes and answers, in words and types. Which handler does it is in `routes`.

use schemars::{JsonSchema as _, SchemaGenerator};
use serde_json::{Value, json};

use super::erasures::{RECEIPT, erase};
use super::operation::{JSON, Operation};
use super::parameter::Parameter;
use super::requests::{
    ExtractRequest, IdsRequest, InlineMatchRequest, MatchRequest, RolesRequest, SimilarRequest, WhatIfRequest,
};
use super::schemas::Schemas;
use crate::explain::WhatIf;
use crate::intake::{ImportFormat, schema};
use crate::market::MarketBand;
use crate::matching::UnrecognizedSkills;
use crate::model::{Level, PartialDate, RoleStatus};
use crate::search::{Facet, SearchPage, SearchSort};
use crate::server::bulk::Outcome;
use crate::server::documents::{Collection, Receipt};
use crate::server::erasures::Erasure;
use crate::server::extraction::FileExtraction;
use crate::server::import::Imported;
use crate::server::many::{Deleted, Got};
use crate::server::routes::Standing;
use crate::server::skills::{Found, Whole};
use crate::server::target::MAX_COUNT;
use crate::{Answer, Candidate, CandidateId, Match, Role};

pub(super) const DOCUMENTS: &str = "documents";
pub(super) const MATCHING: &str = "matching";
pub(super) const KNOWLEDGE: &str = "knowledge";
pub(super) const SERVICE: &str = "service";

/// The media of files of other systems.
const FILES: &[&str] =
    &[JSON, LINES, "text/csv", "text/html", PDF, DOCX, ODT, RTF, MAIL, "application/zip", "application/octet-stream"];
/// Files of which the text is read.
const PDF: &str = "application/pdf";
const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const ODT: &str = "application/vnd.oasis.opendocument.text";
const RTF: &str = "application/rtf";
const MAIL: &str = "message/rfc822";

/// The media of streams of lines.
const LINES: &str = "application/x-ndjson";

fn count(minimum: u64) -> Value {
    json!({ "type": "integer", "format": "int64", "minimum": minimum, "maximum": MAX_COUNT })
}

fn text() -> Value {
    json!({ "type": "string" })
}

/// `Candidate` or `Role`.
fn title<T: Collection>() -> String {
    let kind = T::KIND;
    kind[..1].to_uppercase() + &kind[1..]
}

fn plural<T: Collection>() -> String {
    title::<T>() + "s"
}

fn limit(default: usize) -> Parameter {
    let schema = json!({ "type": "integer", "minimum": 1, "maximum": 1000, "default": default });
    Parameter::new("limit", "How many results at most.", schema)
}

/// A page of documents.
pub(in crate::server) fn search<T: Collection>(default_limit: usize) -> Operation {
    let kinds = T::PLURAL;
    let cursor = json!({ "type": "string", "maxLength": 2048 });
    let facets: Vec<&str> = Facet::ALL.iter().map(|facet| facet.as_str()).collect();
    let sorts: Vec<&str> = SearchSort::ALL.iter().map(|sort| sort.as_str()).collect();
    let number = count(0);
    let common = [
        Parameter::new(
            "cursor",
            "The `next_cursor` of the page before. It is of use for the same question alone.",
            cursor,
        ),
        limit(default_limit),
        Parameter::text("q", "Words, phrases in quotes, `field:word`, `prefix*`, `-word`."),
        Parameter::text("skill", "A skill by any of its names; given several times, all must be there.").repeated(),
        Parameter::text("location", "A place. Documents that name none are left out."),
        Parameter::new("updated_since", "Only documents written after the write of this `seq`.", number.clone()),
        Parameter::choice("sort", "The order; by relevance where there is a `q`, else by id.", &sorts),
        Parameter::choice("facet", "What the found documents are counted by; may be given several times.", &facets)
            .repeated(),
        shown_fields::<T>(),
    ];
    Operation::new(format!("search{}", plural::<T>()), DOCUMENTS, format!("Search {kinds}, page by page"))
        .told(format!(
            "Without parameters all {kinds} in the order of their ids. `total` counts all pages. `Link` with `rel=\"next\"` leads to \
             the next page. Relevance to words is an order, and never a fit."
        ))
        .with(common)
        .with(T::search_parameters())
        .answers(200, "A page.", Schemas::answer::<SearchPage<T>>)
        .header_perhaps("Link", "The next page, with `rel=\"next\"`; absent on the last.")
}

/// The parameters of the search of candidates alone.
pub(in crate::server) fn of_candidates() -> Vec<Parameter> {
    let number = count(0);
    vec![
        Parameter::new("min_scale", "The least number of accelerators that somebody has worked with.", number),
        Parameter::text("location_or_unstated", "A place. Candidates who name none are kept."),
        Parameter::new(
            "max_pay",
            "The most that somebody may expect, as a number a year with a currency, and perhaps `base` or `total`: `300000 USD`.",
            json!({ "type": "string", "pattern": "^([0-9]{1,9} [A-Za-z]{3}( base| total)?)?$" }),
        ),
    ]
}

/// The parameter of the search of roles alone.
pub(in crate::server) fn of_roles() -> Vec<Parameter> {
    let schema = serde_json::to_value([RoleStatus::Open, RoleStatus::Draft, RoleStatus::Paused, RoleStatus::Closed]);
    let schema = json!({ "type": "string", "enum": schema.unwrap_or_default() });
    vec![Parameter::new("status", "The status of the role.", schema)]
}

fn shown_fields<T: Collection>() -> Parameter {
    let schema = schema(T::KIND).unwrap_or_default();
    let names: Vec<&str> =
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let name = format!("({})", names.join("|"));
    let pattern = format!("^({name}(,{name})*)?$");
    Parameter::new(
        "fields",
        "The fields to answer, with commas between: `headline,skills`. The id is always answered; all fields when absent.",
        json!({ "type": "string", "maxLength": 512, "pattern": pattern }),
    )
}

/// 2026, 2026-03 or 2026-03-15; an empty parameter is as good as none.
fn date_schema() -> Value {
    let date = PartialDate::json_schema(&mut SchemaGenerator::default()).to_value();
    json!({ "anyOf": [date, { "const": "" }] })
}

/// Candidates and roles follow one rule.
pub(super) fn id_schema() -> Value {
    let mut schema = CandidateId::json_schema(&mut SchemaGenerator::default()).to_value();
    // A number is a text in a path.
    schema["type"] = "string".into();
    schema
}

pub(super) fn id<T: Collection>() -> Parameter {
    Parameter::path("id", if T::KIND == "role" { "The role's id." } else { "The candidate's id." }, id_schema())
}

pub(super) const ETAG: (&str, &str) =
    ("ETag", "The version: the `seq` of the write that left the document so, in quotes.");
/// `*`, or quoted tags with commas between.
/// An empty list is one, too (RFC 9110, 5.6.1).
pub(super) const TAGS: &str = r#"^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)?$"#;
const IF_MATCH: &str = "Tags of versions, or `*`: the request is done only where the document is one of them.";

pub(super) fn if_match() -> Parameter {
    Parameter::header("If-Match", IF_MATCH, json!({ "type": "string", "pattern": TAGS }))
}

const IDEMPOTENCY: &str = "A name for this request, new for each. Sent again within a day it does nothing and is answered as before, with \
                           `Idempotent-Replayed`; with another body it is refused.";

/// Creates a document.
pub(in crate::server) fn create<T: Collection>() -> Operation {
    let kind = T::KIND;
    Operation::new(format!("create{}", title::<T>()), DOCUMENTS, format!("Add a {kind}"))
        .told("The id is that of the document, or made (a UUID of version 7) where it has none. Nothing is replaced.")
        .with([Parameter::header(
            "Idempotency-Key",
            IDEMPOTENCY,
            json!({ "type": "string", "minLength": 1, "maxLength": 255 }),
        )])
        .takes(&[JSON], Schemas::input::<T>, T::example())
        .answers(201, "Added, and durable.", Schemas::answer::<Receipt<'_>>)
        .header("Location", "The path of the document.")
        .header(ETAG.0, ETAG.1)
        .fails(&[409])
        .writes()
}

/// Puts a document.
pub(in crate::server) fn put<T: Collection>() -> Operation {
    let kind = T::KIND;
    let none = "`*`: the request is done only where there is no such document.";
    Operation::new(format!("put{}", title::<T>()), DOCUMENTS, format!("Add or replace a {kind}"))
        .told("The id is that of the path; one in the document must be the same.")
        .with([
            id::<T>(),
            if_match(),
            Parameter::header("If-None-Match", none, json!({ "type": "string", "pattern": r"^\*?$" })),
        ])
        .takes(&[JSON], Schemas::input::<T>, T::example())
        .answers(200, "Replaced, and durable.", Schemas::answer::<Receipt<'_>>)
        .header(ETAG.0, ETAG.1)
        .answers(201, "Added, and durable.", Schemas::answer::<Receipt<'_>>)
        .header(ETAG.0, ETAG.1)
        .conditional()
        .writes()
}

/// Reads a document.
pub(in crate::server) fn get<T: Collection>() -> Operation {
    let kind = T::KIND;
    let known = "Tags of versions that the client has: one of them is answered 304, without a body.";
    Operation::new(format!("get{}", title::<T>()), DOCUMENTS, format!("Read a {kind}"))
        .told("`ETag` is that of the whole document, and is left out where `fields` are named.")
        .with([
            id::<T>(),
            shown_fields::<T>(),
            if_match(),
            Parameter::header("If-None-Match", known, json!({ "type": "string", "pattern": TAGS })),
        ])
        .answers(200, "The document.", Schemas::answer::<T>)
        .header_perhaps(ETAG.0, ETAG.1)
        .answers_nothing(304, "The client has this version.")
        .header(ETAG.0, ETAG.1)
        .conditional()
        .fails(&[404])
}

/// Changes a document in part.
pub(in crate::server) fn patch<T: Collection>() -> Operation {
    let kind = T::KIND;
    let example = if kind == "role" {
        json!({"status": "paused", "pay_band": null})
    } else {
        json!({"headline": "Staff HPC engineer"})
    };
    Operation::new(format!("patch{}", title::<T>()), DOCUMENTS, format!("Change a {kind} in part"))
        .told(
            "A JSON merge patch (RFC 7396): fields that are named are replaced, objects field by field, and null removes. Lists are replaced as \
             a whole. What comes of it must be a valid document. Without `If-Match` the patch is made to the newest version.",
        )
        .with([id::<T>(), if_match()])
        .takes(&["application/merge-patch+json"], Schemas::patch::<T>, example)
        .answers(200, "Changed, and durable; also where nothing was to be changed.", Schemas::answer::<Receipt<'_>>)
        .header(ETAG.0, ETAG.1)
        .conditional()
        .fails(&[404, 409])
        .writes()
}

/// Reads many documents.
pub(in crate::server) fn bulk_get<T: Collection>() -> Operation {
    let kinds = T::PLURAL;
    Operation::new(format!("get{}", plural::<T>()), DOCUMENTS, format!("Read many {kinds} by their ids"))
        .with([shown_fields::<T>()])
        .takes(&[JSON], Schemas::request::<IdsRequest>, json!({"ids": [T::example()["id"], "nobody"]}))
        .answers(200, "Those that there are.", Schemas::answer::<Got<T>>)
}

/// Removes many documents.
pub(in crate::server) fn bulk_delete<T: Collection>() -> Operation {
    let kinds = T::PLURAL;
    Operation::new(format!("delete{}", plural::<T>()), DOCUMENTS, format!("Remove many {kinds} by their ids"))
        .told("In one durable step: all or none.")
        .with([erase()])
        .takes(&[JSON], Schemas::request::<IdsRequest>, json!({"ids": ["nobody"]}))
        .answers(200, "Which were removed, and which were not there.", Schemas::answer::<Deleted>)
        .writes()
}

/// Removes a document.
pub(in crate::server) fn delete<T: Collection>() -> Operation {
    let kind = T::KIND;
    let none = "`*`: the request is done only where there is no such document, which then answers 404.";
    let files = "With `erase=true`, or of a service that erases whatever is deleted, it also leaves the files of the service, in the background.";
    Operation::new(format!("delete{}", title::<T>()), DOCUMENTS, format!("Remove a {kind}"))
        .with([
            id::<T>(),
            if_match(),
            Parameter::header("If-None-Match", none, json!({ "type": "string", "pattern": r"^\*?$" })),
            erase(),
        ])
        .told(files)
        .answers(202, "Removed, and durable; the erasure is under way.", Schemas::answer::<Erasure>)
        .header("Location", RECEIPT)
        .answers_nothing(204, "Removed, and durable.")
        .conditional()
        .fails(&[404])
        .writes()
}

/// Puts many documents.
pub(in crate::server) fn bulk<T: Collection>() -> Operation {
    let kinds = T::PLURAL;
    Operation::new(format!("put{}", plural::<T>()), DOCUMENTS, format!("Add or replace many {kinds}"))
        .told(
            "A document a line, or an array of them. Each has its result, in order and in the same form, while the request is still read: \
             read while you send. A line that is wrong harms no other. Where a request was cut off, send it again from the line after the last \
             result: the numbers of lines stay those of the whole.",
        )
        .with([Parameter::new("from_line", "Lines before this one are passed over.", count(1))])
        .takes(&[LINES], Schemas::input::<T>, None)
        .optional_body()
        .answers_as(200, "A result a line.", LINES, Schemas::answer::<Outcome>)
        .or_as(
            JSON,
            |schemas| json!({ "type": "array", "items": schemas.input::<T>() }),
            |schemas| json!({ "type": "array", "items": schemas.answer::<Outcome>() }),
        )
        .writes()
}

/// Puts documents of other systems.
pub(in crate::server) fn import<T: Collection>() -> Operation {
    let kinds = T::PLURAL;
    let formats: Vec<&str> = ImportFormat::all().map(ImportFormat::as_str).collect();
    Operation::new(format!("import{}", plural::<T>()), DOCUMENTS, format!("Import {kinds} of another system"))
        .told(
            "The body is a file as the other system writes it. What can be used is put in one durable step; the report tells what became \
             of every value.",
        )
        .with([
            Parameter::choice("from", "The format; guessed unless given.", &formats),
            Parameter::text("file_name", "Of a résumé or posting: its file's name, which becomes the id of its document."),
            Parameter::text("map", "Of tables: a field and the column that holds it, such as `title=Position`.").repeated(),
        ])
        .takes(FILES, |_| json!({}), None)
        .answers(200, "What was put, what was refused, and the report.", Schemas::answer::<Imported>)
        .writes()
}

/// Candidates for a role.
pub(in crate::server) fn match_role() -> Operation {
    Operation::new("matchRole", MATCHING, "The shortlist for a role")
        .told("The best candidates first, each with points, evidence, gaps and questions.")
        .with([id::<Role>()])
        .takes(&[JSON], Schemas::request::<MatchRequest>, json!({"limit": 3, "filters": {"skill": ["Slurm"]}}))
        .optional_body()
        .answers(200, "The shortlist.", Schemas::answer::<Answer>)
        .header_perhaps(
            "X-Rolefit-Degraded",
            "Of a coordinator, the shards that the answer lacks, such as `2/3`; absent when it is whole.",
        )
        .fails(&[404])
}

/// Roles for a candidate.
pub(in crate::server) fn match_candidate() -> Operation {
    Operation::new("matchCandidate", MATCHING, "The roles for a candidate")
        .with([id::<Candidate>()])
        .takes(&[JSON], Schemas::request::<RolesRequest>, json!({"limit": 3, "filters": {"status": "open"}}))
        .optional_body()
        .answers(200, "The roles, the best first.", Schemas::answer::<Answer>)
        .fails(&[404])
}

/// More of the same.
pub(in crate::server) fn similar<T: Collection>() -> Operation {
    let kinds = T::PLURAL;
    Operation::new(format!("similar{}", plural::<T>()), MATCHING, format!("The {kinds} most like this one"))
        .with([id::<T>()])
        .takes(&[JSON], Schemas::request::<SimilarRequest>, json!({"limit": 5}))
        .optional_body()
        .answers(200, "The likest first.", Schemas::answer::<Answer>)
        .fails(&[404])
}

/// One pair.
pub(in crate::server) fn pair() -> Operation {
    Operation::new("explainMatch", MATCHING, "One candidate's fit for one role, with all that it rests on")
        .with(super::feedback::of_pair())
        .with([
            Parameter::new("as_of", "The day as of which years and recency are reckoned.", date_schema()),
            Parameter::new("blind", "Whether the name is left out.", json!({ "type": "boolean", "default": false })),
            super::parameter::language(),
        ])
        .answers(200, "The fit.", Schemas::answer::<Match>)
        .fails(&[404, 422])
}

/// What-if.
pub(in crate::server) fn what_if() -> Operation {
    Operation::new("whatIf", MATCHING, "How the pool of a role changes when the role does")
        .told("Each change of one thing about the role, with who would come and go; and what would lift one candidate.")
        .with([id::<Role>()])
        .takes(&[JSON], Schemas::request::<WhatIfRequest>, json!({"candidate_id": "c-1", "cut_off": "good"}))
        .optional_body()
        .answers(200, "The changes.", Schemas::answer::<WhatIf>)
        .fails(&[404])
}

/// A match without storing anybody.
pub(in crate::server) fn match_inline() -> Operation {
    let example = json!({"role": Role::example(), "candidates": [Candidate::example()], "limit": 1});
    Operation::new("matchInline", MATCHING, "Rank candidates for a role without storing anybody")
        .takes(&[JSON], Schemas::request::<InlineMatchRequest>, example)
        .answers(200, "The shortlist.", Schemas::answer::<Answer>)
}

/// Text to facts.
pub(in crate::server) fn extract() -> Operation {
    let example = json!({"text": "Ran Slurm on 4,096 H100s for six years."});
    Operation::new("extract", KNOWLEDGE, "Read the facts of a text")
        .told("JSON, or the text itself as `text/plain` or `text/html`, or a file whose text is read and answered beside its facts.")
        .takes(&[JSON, "text/plain", "text/html", PDF, DOCX, ODT, RTF, MAIL], Schemas::request::<ExtractRequest>, example)
        .answers(200, "The facts, with their words and places.", Schemas::answer::<FileExtraction>)
}

/// What work is paid.
pub(in crate::server) fn market() -> Operation {
    let levels = Level::ALL.map(Level::as_str);
    let year = json!({ "type": "integer", "minimum": 1990, "maximum": 2100 });
    Operation::new("market", KNOWLEDGE, "What a kind of work is paid")
        .with([
            Parameter::text("family", "The kind of work: an id, a label, or a title that names it.").required(),
            Parameter::choice("level", "Seniority.", &levels).required(),
            Parameter::text("hub", "A city, region or country; the United States when absent."),
            Parameter::new("year", "The year of the money; the newest when absent.", year),
        ])
        .answers(200, "The band, with the rows that made it.", Schemas::answer::<MarketBand>)
        .fails(&[404, 422])
}

/// Skills by what people type.
pub(in crate::server) fn search_skills(default_limit: usize) -> Operation {
    Operation::new("searchSkills", KNOWLEDGE, "Find skills by what people type")
        .with([Parameter::text("q", "A name or a part of one; all skills when absent."), limit(default_limit)])
        .answers(
            200,
            "What the name resolves to, then what begins with it, then what holds it.",
            Schemas::answer::<Found<'_>>,
        )
}

/// One skill.
pub(in crate::server) fn skill() -> Operation {
    Operation::new("getSkill", KNOWLEDGE, "All that is known of a skill")
        .with([Parameter::path("id", "The concept's id.", json!({ "type": "string", "minLength": 1 }))])
        .answers(200, "The skill, with its aliases and relations.", Schemas::answer::<Whole<'_>>)
        .fails(&[404])
}

/// Skills that no concept knows.
pub(in crate::server) fn unrecognized(default_limit: usize) -> Operation {
    Operation::new("unrecognizedSkills", KNOWLEDGE, "The skills that documents name and the taxonomy does not know")
        .with([limit(default_limit)])
        .answers(200, "Those that most documents name first.", Schemas::answer::<UnrecognizedSkills>)
}

/// A backup.
pub(in crate::server) fn backup() -> Operation {
    Operation::new("backup", SERVICE, "A backup of the running service, as a download")
        .answers_as(200, "The backup, which `rolefit restore` reads.", "application/octet-stream", |_| json!({}))
        .header("Content-Disposition", "A file name with the number of the last write.")
        .fails(&[507])
}

/// Liveness.
pub(in crate::server) fn alive() -> Operation {
    Operation::new("alive", SERVICE, "Whether the process answers")
        .answers(200, "It does.", Schemas::answer::<Standing>)
        .without_work()
}

/// Readiness.
pub(in crate::server) fn ready() -> Operation {
    Operation::new("ready", SERVICE, "Whether requests are taken")
        .told("503 with the code `starting`, `stopping` or `overloaded` while they are not.")
        .answers(200, "They are.", Schemas::answer::<Standing>)
        .without_work()
}

/// Metrics.
pub(in crate::server) fn metrics() -> Operation {
    Operation::new("metrics", SERVICE, "What Prometheus reads")
        .answers_as(200, "OpenMetrics.", "application/openmetrics-text", |_| text())
        .without_work()
}

/// The OpenAPI document.
pub(in crate::server) fn openapi() -> Operation {
    Operation::new("openapi", SERVICE, "This document")
        .answers(200, "An OpenAPI document, version 3.1.", |_| json!({ "type": "object" }))
        .without_work()
}

/// The docs.
pub(in crate::server) fn docs() -> Operation {
    Operation::new("docs", SERVICE, "This document as a page")
        .told("A page without scripts that needs no other host.")
        .answers_as(200, "The page.", "text/html", |_| text())
        .without_work()
}

/// The style sheet of the docs.
pub(in crate::server) fn docs_style() -> Operation {
    Operation::new("docsStyle", SERVICE, "The style sheet of the page")
        .answers_as(200, "The style sheet.", "text/css", |_| text())
        .without_work()
}
