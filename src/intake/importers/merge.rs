//! Merge's unified ATS: candidates, who have neither skills nor jobs there but tags, and jobs.

use super::ImportFormat;
use super::mapping::Conversion::{After, EscapedHtml, Tag, Text, Town, Word};
use super::mapping::{Mapping, field, ignored, one, unless};

const OF_THE_SYSTEM: &str = "what the other system said, in its own words";

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::Merge,
    kind: "candidate",
    signs: &[&["remote_id", "first_name"], &["remote_id", "email_addresses"], &["remote_was_deleted", "last_name"]],
    ids: &["id", "remote_id"],
    rows: &[
        field("id", "external_ids.merge", Text),
        field("remote_id", "external_ids.merge-remote", Text),
        ignored("remote_data", OF_THE_SYSTEM),
        field("first_name", "name", Text),
        field("last_name", "name", Text),
        field("title", "headline", Text),
        one("experience", &[field("company", "employer", Text)]),
        field("locations", "summary", Town),
        field("tags", "skills", Tag),
    ],
};

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::Merge,
    kind: "role",
    signs: &[&["remote_id", "name"], &["job_posting_urls", "name"], &["remote_was_deleted", "name"]],
    ids: &["id", "remote_id"],
    rows: &[
        field("id", "external_ids.merge", Text),
        field("remote_id", "external_ids.merge-remote", Text),
        ignored("remote_data", OF_THE_SYSTEM),
        field("name", "title", Text),
        field("code", "requisition_id", Text),
        field("status", "status", Word("RoleStatus")),
        field("offices.name", "description", After("Location")),
        field("offices.location", "description", After("Location")),
        field("description", "description", EscapedHtml),
        unless("description", "job_postings.content", "description", EscapedHtml),
    ],
};
