//! JSON Resume, versions 1.0 and 1.3, and the schema of jobs that comes with it.

use super::ImportFormat;
use super::mapping::Conversion::{After, Below, Bullets, Date, Pay, Remote, Skills, Text, Year};
use super::mapping::{Mapping, OF_THE_FORMAT, each, field, ignored, unless};

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::JsonResume,
    kind: "candidate",
    signs: &[&["basics"]],
    ids: &["id", "meta.canonical", "basics.email", "basics.url"],
    rows: &[
        field("meta.canonical", "external_ids.json-resume", Text),
        ignored("meta", OF_THE_FORMAT),
        ignored("basics.image", super::mapping::PERSONAL),
        field("basics.name", "name", Text),
        field("basics.label", "headline", Text),
        field("basics.summary", "summary", Text),
        field("basics.location.city", "location.city", Text),
        field("basics.location.region", "location.region", Text),
        field("basics.location.countryCode", "location.country", Text),
        each(
            "work",
            "experience",
            &[
                field("position", "title", Text),
                field("name", "employer", Text),
                // Version 0 and 1.0 of the older package.
                unless("name", "company", "employer", Text),
                field("startDate", "start", Date),
                field("endDate", "end", Date),
                field("summary", "description", Text),
                field("highlights", "description", Bullets),
                field("keywords", "skills", Skills),
            ],
        ),
        each(
            "education",
            "education",
            &[
                field("studyType", "degree", Text),
                field("area", "field", Text),
                field("institution", "institution", Text),
                field("startDate", "start", Date),
                field("endDate", "end", Date),
            ],
        ),
        field("skills", "skills", Skills),
        field("skills.name", "skills", Skills),
        field("skills.keywords", "skills", Skills),
        field("certificates", "certifications", Text),
        field("certificates.name", "certifications", Text),
        each(
            "publications",
            "publications",
            &[field("name", "title", Text), field("publisher", "venue", Text), field("releaseDate", "year", Year)],
        ),
        field("projects.name", "summary", After("Project")),
        field("projects.description", "summary", Text),
        field("projects.highlights", "summary", Bullets),
        field("projects.keywords", "skills", Skills),
        field("awards.title", "summary", After("Award")),
    ],
};

pub(super) const ROLE: Mapping = Mapping {
    format: ImportFormat::JsonResume,
    kind: "role",
    signs: &[
        &["title", "responsibilities"],
        &["title", "qualifications", "company"],
        &["title", "experience", "remote"],
        &["title", "skills", "company"],
    ],
    ids: &["id", "meta.canonical"],
    rows: &[
        field("meta.canonical", "external_ids.json-resume", Text),
        ignored("meta", OF_THE_FORMAT),
        field("title", "title", Text),
        field("description", "description", Text),
        field("experience", "description", After("Experience")),
        field("responsibilities", "description", Below("Responsibilities")),
        field("qualifications", "description", Below("Qualifications")),
        field("location.city", "location.city", Text),
        field("location.region", "location.region", Text),
        field("location.countryCode", "location.country", Text),
        field("remote", "work_mode", Remote),
        field("salary", "pay_band", Pay),
        // A group of skills has the name of a field of work; the skills are its keywords.
        field("skills", "must_have", Skills),
        field("skills.keywords", "must_have", Skills),
        unless("keywords", "skills.name", "must_have", Skills),
    ],
};
