//! `JobPosting` of schema.org, as JSON-LD. Every property may be a value or a list of values.

use super::ImportFormat;
use super::mapping::Conversion::{After, Below, EscapedHtml, Figure, Months, Number, Period, Remote, Skills, Text};
use super::mapping::{Mapping, Row, field, first, unless};

const NUMBERS: &[Row] = &[
    field("currency", "pay_band.currency", Text),
    field("value.minValue", "pay_band.min", Number),
    field("value.maxValue", "pay_band.max", Number),
    unless("minValue|maxValue", "value.value", "pay_band", Figure),
    field("value.unitText", "pay_band.period", Period),
    field("unitText", "pay_band.period", Period),
    field("minValue", "pay_band.min", Number),
    field("maxValue", "pay_band.max", Number),
];

const ADDRESS: &[Row] = &[
    field("address.addressLocality", "location.city", Text),
    field("address.addressRegion", "location.region", Text),
    field("address.addressCountry", "location.country", Text),
    field("address.addressCountry.name", "location.country", Text),
    field("address", "description", After("Location")),
];

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::SchemaOrg,
    kind: "role",
    signs: &[
        &["@type", "title"],
        &["@context", "title"],
        &["title", "hiringOrganization"],
        &["title", "datePosted", "jobLocation"],
    ],
    ids: &["identifier.value", "identifier", "@id", "url"],
    rows: &[
        field("identifier", "external_ids.schema-org", Text),
        field("identifier.value", "external_ids.schema-org", Text),
        field("title", "title", Text),
        field("description", "description", EscapedHtml),
        field("experienceRequirements", "description", Below("Required experience")),
        field("experienceRequirements.description", "description", Text),
        field("experienceRequirements.monthsOfExperience", "min_years", Months),
        field("qualifications", "description", Below("Qualifications")),
        field("responsibilities", "description", Below("Responsibilities")),
        field("skills", "description", Below("Required skills")),
        field("skills.name", "must_have", Skills),
        field("educationRequirements", "description", Below("Education")),
        field("educationRequirements.credentialCategory", "description", After("Education")),
        field("eligibilityToWorkRequirement", "description", After("Eligibility to work")),
        field("securityClearanceRequirement", "description", After("Security clearance")),
        field("jobBenefits", "description", Below("Benefits")),
        field("jobLocationType", "work_mode", Remote),
        first("jobLocation", ADDRESS),
        field("applicantLocationRequirements.name", "description", After("Applicants may live in")),
        first("baseSalary", NUMBERS),
        field("baseSalary", "pay_band", Figure),
        unless("baseSalary", "estimatedSalary", "pay_band", Figure),
        field("salaryCurrency", "pay_band.currency", Text),
    ],
};
