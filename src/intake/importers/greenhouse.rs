//! Greenhouse: Harvest v1 (in exports and warehouses) and v3, and the public board of jobs, where pay is in cents.

use super::ImportFormat;
use super::mapping::Conversion::{After, Cents, Date, EscapedHtml, Number, Period, Tag, Text, Town, Word};
use super::mapping::{Mapping, PAST_PAY, PERSONAL, Row, each, field, first, ignored, in_place_of, one, unless};

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::Greenhouse,
    kind: "candidate",
    signs: &[
        &["first_name", "last_name", "application_ids"],
        &["first_name", "last_name", "is_private", "can_email", "last_activity"],
        &["first_name", "last_name", "private", "can_email"],
        &["first_name", "last_name", "last_activity_at"],
        &["first_name", "last_name", "keyed_custom_fields"],
    ],
    ids: &["id"],
    rows: &[
        field("id", "external_ids.greenhouse", Text),
        ignored("photo_url", PERSONAL),
        ignored("custom_fields.current_salary", PAST_PAY),
        field("first_name", "name", Text),
        field("last_name", "name", Text),
        field("title", "headline", Text),
        field("addresses.value", "summary", Town),
        field("tags", "skills", Tag),
        field("tags.name", "skills", Tag),
        each(
            "employments",
            "experience",
            &[
                field("title", "title", Text),
                field("company_name", "employer", Text),
                field("start_date", "start", Date),
                field("end_date", "end", Date),
            ],
        ),
        one("experience", &[unless("employments", "company", "employer", Text)]),
        each(
            "educations",
            "education",
            &[
                field("degree", "degree", Text),
                field("discipline", "field", Text),
                field("school_name", "institution", Text),
                field("start_date", "start", Date),
                field("end_date", "end", Date),
            ],
        ),
    ],
};

const RANGE: &[Row] = &[
    field("min_cents", "pay_band.min", Cents),
    field("max_cents", "pay_band.max", Cents),
    field("currency_type", "pay_band.currency", Text),
    field("interval", "pay_band.period", Period),
];

const SALARY: &[Row] = &[
    field("min_value", "pay_band.min", Number),
    field("max_value", "pay_band.max", Number),
    field("unit", "pay_band.currency", Text),
];

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::Greenhouse,
    kind: "role",
    signs: &[
        &["name", "requisition_id", "status"],
        &["name", "departments", "offices"],
        &["name", "department_id", "office_ids"],
        &["title", "absolute_url"],
        &["title", "internal_job_id"],
    ],
    ids: &["id"],
    rows: &[
        field("id", "external_ids.greenhouse", Text),
        field("requisition_id", "requisition_id", Text),
        // A job has a name, what is posted of it a title.
        field("title", "title", Text),
        unless("title", "name", "title", Text),
        field("status", "status", Word("RoleStatus")),
        field("location.name", "description", After("Location")),
        field("content", "description", EscapedHtml),
        in_place_of("content", "notes", "description", EscapedHtml),
        first("pay_input_ranges", RANGE),
        first("custom_fields.salary_range", SALARY),
        first("keyed_custom_fields.salary_range.value", SALARY),
    ],
};
