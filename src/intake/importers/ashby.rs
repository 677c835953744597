//! Ashby: the public board, jobs and candidates of its API.

use super::ImportFormat;
use super::mapping::Conversion::{After, EscapedHtml, Number, Period, PlaceParts, Remote, Tag, Text, Word};
use super::mapping::{Mapping, Row, field, first, in_place_of, one, unless};

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::Ashby,
    kind: "candidate",
    signs: &[&["name", "primaryEmailAddress"], &["name", "applicationIds"], &["name", "profileUrl", "socialLinks"]],
    ids: &["id"],
    rows: &[
        field("id", "external_ids.ashby", Text),
        field("name", "name", Text),
        field("position", "headline", Text),
        one("experience", &[field("company", "employer", Text)]),
        one("education", &[field("school", "institution", Text)]),
        field("location.locationComponents", "location", PlaceParts),
        unless("locationComponents", "location.locationSummary", "summary", After("Location")),
        field("location", "summary", After("Location")),
        field("tags", "skills", Tag),
        field("tags.title", "skills", Tag),
        field("tags.name", "skills", Tag),
    ],
};

const SALARY: &[Row] = &[
    field("minValue", "pay_band.min", Number),
    field("maxValue", "pay_band.max", Number),
    field("currencyCode", "pay_band.currency", Text),
    field("interval", "pay_band.period", Period),
];

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::Ashby,
    kind: "role",
    signs: &[
        &["title", "jobUrl"],
        &["title", "isListed"],
        &["title", "customRequisitionId"],
        &["title", "jobPostingIds"],
        &["title", "descriptionHtml", "employmentType"],
    ],
    ids: &["id", "jobUrl"],
    rows: &[
        field("id", "external_ids.ashby", Text),
        field("title", "title", Text),
        field("customRequisitionId", "requisition_id", Text),
        field("status", "status", Word("RoleStatus")),
        field("address.postalAddress.addressLocality", "location.city", Text),
        field("address.postalAddress.addressRegion", "location.region", Text),
        field("address.postalAddress.addressCountry", "location.country", Text),
        unless("address", "location", "description", After("Location")),
        field("workplaceType", "work_mode", Remote),
        unless("workplaceType", "isRemote", "work_mode", Remote),
        field("descriptionPlain", "description", Text),
        in_place_of("descriptionPlain", "descriptionHtml", "description", EscapedHtml),
        first("compensation.summaryComponents", SALARY),
        unless("summaryComponents", "compensation.scrapeableCompensationSalarySummary", "description", After("Pay")),
    ],
};
