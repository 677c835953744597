//! `OpenCATS`: rows of its tables `candidate` and `joborder`, whatever brought them here. The answers `eeo_*` are never read.

use super::ImportFormat;
use super::mapping::Conversion::{After, Date, EscapedHtml, Moving, Pay, Skills, Text, Word};
use super::mapping::{Mapping, PAST_PAY, field, ignored, one};

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::OpenCats,
    kind: "candidate",
    signs: &[
        &["candidate_id", "key_skills"],
        &["candidate_id", "last_name", "is_hot"],
        &["candidate_id", "desired_pay"],
    ],
    ids: &["candidate_id"],
    rows: &[
        field("candidate_id", "external_ids.opencats", Text),
        field("first_name", "name", Text),
        field("middle_name", "name", Text),
        field("last_name", "name", Text),
        ignored("current_pay", PAST_PAY),
        field("city", "location.city", Text),
        field("state", "location.region", Text),
        field("country", "location.country", Text),
        field("notes", "summary", Text),
        field("resume", "summary", Text),
        field("text", "summary", Text),
        field("key_skills", "skills", Skills),
        one("experience", &[field("current_employer", "employer", Text)]),
        field("date_available", "available_from", Date),
        field("can_relocate", "relocation", Moving),
        field("desired_pay", "expected_pay", Pay),
    ],
};

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::OpenCats,
    kind: "role",
    signs: &[&["joborder_id", "title"]],
    ids: &["joborder_id"],
    rows: &[
        field("joborder_id", "external_ids.opencats", Text),
        field("client_job_id", "requisition_id", Text),
        field("title", "title", Text),
        field("description", "description", EscapedHtml),
        field("notes", "description", EscapedHtml),
        field("duration", "description", After("Duration")),
        field("status", "status", Word("RoleStatus")),
        field("city", "location.city", Text),
        field("state", "location.region", Text),
        field("country", "location.country", Text),
        field("salary", "pay_band", Pay),
    ],
};
