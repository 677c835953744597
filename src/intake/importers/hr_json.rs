//! HR Open Standards 4.x as JSON: candidates with their profiles, and position openings. What is a skill elsewhere is a qualification
//! here.

use super::ImportFormat;
use super::mapping::Conversion::{Below, Date, EscapedHtml, Number, Period, Skills, Text, Word, Year};
use super::mapping::{Mapping, PERSONAL, Row, STREET, all, each, field, first, ignored};

const JOB: &[Row] = &[
    field("title", "title", Text),
    field("positionTitle", "title", Text),
    field("start", "start", Date),
    field("end", "end", Date),
    field("description", "description", Text),
    field("descriptions", "description", Text),
];

const PROFILE: &[Row] = &[
    ignored("militaryService", PERSONAL),
    field("profileName", "headline", Text),
    field("executiveSummary", "summary", Text),
    each(
        "employment",
        "experience",
        &[
            field("organization.name", "employer", Text),
            field("employer.name", "employer", Text),
            each("positionHistories", "experience", JOB),
            field("title", "title", Text),
            field("start", "start", Date),
            field("end", "end", Date),
        ],
    ),
    each(
        "education",
        "education",
        &[
            field("institution.name", "institution", Text),
            field("educationDegrees.name", "degree", Text),
            field("educationDegrees.majors.name", "field", Text),
            field("start", "start", Date),
            field("end", "end", Date),
        ],
    ),
    field("qualifications.competencyName", "skills", Skills),
    field("certifications.name", "certifications", Text),
    field("licenses.name", "certifications", Text),
    each("publications", "publications", &[field("title", "title", Text), field("publicationDate", "year", Year)]),
];

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::HrJson,
    kind: "candidate",
    signs: &[&["documentId", "person"], &["person", "profiles"], &["profileName", "employment"]],
    ids: &["documentId.value", "documentId", "id.value"],
    rows: &[
        field("documentId", "external_ids.hr-json", Text),
        field("documentId.value", "external_ids.hr-json", Text),
        field("person.name.formattedName", "name", Text),
        ignored("person.communication.address.line", STREET),
        ignored("person.communication.address.formattedAddress", STREET),
        field("person.communication.address.city", "location.city", Text),
        field("person.communication.address.countrySubdivisions.value", "location.region", Text),
        field("person.communication.address.countryCode", "location.country", Text),
        first("profiles", PROFILE),
        all(PROFILE),
    ],
};

const RANGE: &[Row] = &[
    field("minimumAmount.value", "pay_band.min", Number),
    field("minimumAmount.currency", "pay_band.currency", Text),
    field("maximumAmount.value", "pay_band.max", Number),
    field("maximumAmount.currency", "pay_band.currency", Text),
    field("intervalCode", "pay_band.period", Period),
];

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::HrJson,
    kind: "role",
    signs: &[
        &["documentId", "positionProfiles"],
        &["positionTitle", "positionFormattedDescriptions"],
        &["positionProfiles", "postingRequester"],
    ],
    ids: &["documentId.value", "documentId"],
    rows: &[
        field("documentId", "external_ids.hr-json", Text),
        field("documentId.value", "external_ids.hr-json", Text),
        field("statusCode", "status", Word("RoleStatus")),
        first("positionProfiles", POSITION),
        all(POSITION),
    ],
};

const POSITION: &[Row] = &[
    field("positionTitle", "title", Text),
    field("positionLocations.address.city", "location.city", Text),
    field("positionLocations.address.countrySubdivisions.value", "location.region", Text),
    field("positionLocations.address.countryCode", "location.country", Text),
    field("positionFormattedDescriptions.content", "description", EscapedHtml),
    field("positionQualifications.competencyName", "must_have", Skills),
    field("positionSummary", "description", Below("Summary")),
    first("offeredRemunerationPackage.ranges", RANGE),
];
