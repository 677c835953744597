//! Lever: public postings, and opportunities with what was read from their résumés.

use super::ImportFormat;
use super::mapping::Conversion::{After, EscapedHtml, Number, Period, Remote, Tag, Text, Word, YearMonth};
use super::mapping::{Mapping, Row, each, field, first, in_place_of, unless};

const RESUME: &[Row] = &[
    each(
        "positions",
        "experience",
        &[
            field("title", "title", Text),
            field("org", "employer", Text),
            field("start", "start", YearMonth),
            field("end", "end", YearMonth),
            field("summary", "description", Text),
        ],
    ),
    each(
        "schools",
        "education",
        &[
            field("degree", "degree", Text),
            field("field", "field", Text),
            field("org", "institution", Text),
            field("start", "start", YearMonth),
            field("end", "end", YearMonth),
        ],
    ),
];

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::Lever,
    kind: "candidate",
    signs: &[
        &["name", "headline", "stage", "origin"],
        &["name", "contact", "stage"],
        &["name", "stageChanges"],
        &["name", "lastInteractionAt", "emails"],
    ],
    // The person, who may be in several opportunities, is the contact; a shortlist is of opportunities.
    ids: &["id"],
    rows: &[
        field("id", "external_ids.lever", Text),
        field("contact", "external_ids.lever-contact", Text),
        field("name", "name", Text),
        field("headline", "headline", Text),
        field("location", "summary", After("Location")),
        field("location.name", "summary", After("Location")),
        field("tags", "skills", Tag),
        first("parsedData", RESUME),
        first("resume.parsedData", RESUME),
        first("resumes.parsedData", RESUME),
    ],
};

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::Lever,
    kind: "role",
    signs: &[&["text", "categories"], &["text", "hostedUrl"]],
    ids: &["id"],
    rows: &[
        field("id", "external_ids.lever", Text),
        field("text", "title", Text),
        field("reqCode", "requisition_id", Text),
        field("state", "status", Word("RoleStatus")),
        field("categories.location", "description", After("Location")),
        field("country", "location.country", Text),
        field("workplaceType", "work_mode", Remote),
        field("descriptionPlain", "description", Text),
        in_place_of("descriptionPlain", "description", "description", EscapedHtml),
        in_place_of("descriptionPlain|description", "descriptionBodyPlain", "description", Text),
        in_place_of("descriptionPlain|description|descriptionBodyPlain", "descriptionBody", "description", EscapedHtml),
        field("content.description", "description", Text),
        in_place_of("description", "content.descriptionHtml", "description", EscapedHtml),
        // The heading of a list says what its lines ask.
        field("lists.text", "description", Text),
        field("lists.content", "description", EscapedHtml),
        field("content.lists.text", "description", Text),
        field("content.lists.content", "description", EscapedHtml),
        field("additionalPlain", "description", Text),
        in_place_of("additionalPlain", "additional", "description", EscapedHtml),
        field("salaryRange.min", "pay_band.min", Number),
        field("salaryRange.max", "pay_band.max", Number),
        field("salaryRange.currency", "pay_band.currency", Text),
        field("salaryRange.interval", "pay_band.period", Period),
        unless("salaryDescriptionPlain", "salaryDescription", "description", EscapedHtml),
        field("salaryDescriptionPlain", "description", Text),
    ],
};
