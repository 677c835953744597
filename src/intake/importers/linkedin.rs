//! The archive that people download of themselves from `LinkedIn`: one table a file, here the lists of one document. It is theirs; it
//! is imported with their consent alone.

use super::ImportFormat;
use super::mapping::Conversion::{After, Date, Skills, Text};
use super::mapping::{Mapping, PERSONAL, each, field, ignored};

/// Its tables that are read, as their files are named.
#[cfg(feature = "archives")]
pub(super) const TABLES: [&str; 9] = [
    "Profile", "Positions", "Skills", "Education", "Certifications", "Languages", "Projects", "Publications",
    "Email Addresses",
];

pub(super) const CANDIDATE: Mapping = Mapping {
    format: ImportFormat::LinkedIn,
    kind: "candidate",
    signs: &[&["Profile", "Positions"], &["Profile", "Skills"], &["Profile", "Education"]],
    ids: &["Profile.Public Profile Url", "Email Addresses.Email Address", "Profile.Websites"],
    rows: &[
        ignored("Profile.Maiden Name", PERSONAL),
        ignored("Profile.Birth Date", PERSONAL),
        ignored("Profile.Address", PERSONAL),
        ignored("Profile.Zip Code", PERSONAL),
        field("Profile.First Name", "name", Text),
        field("Profile.Last Name", "name", Text),
        field("Profile.Headline", "headline", Text),
        field("Profile.Summary", "summary", Text),
        field("Profile.Geo Location", "summary", After("Location")),
        each(
            "Positions",
            "experience",
            &[
                field("Title", "title", Text),
                field("Company Name", "employer", Text),
                field("Started On", "start", Date),
                field("Finished On", "end", Date),
                field("Description", "description", Text),
            ],
        ),
        field("Skills.Name", "skills", Skills),
        each(
            "Education",
            "education",
            &[
                field("Degree Name", "degree", Text),
                field("School Name", "institution", Text),
                field("Start Date", "start", Date),
                field("End Date", "end", Date),
            ],
        ),
        field("Certifications.Name", "certifications", Text),
        each("Publications", "publications", &[field("Name", "title", Text), field("Publisher", "venue", Text)]),
        field("Projects.Title", "summary", After("Project")),
        field("Projects.Description", "summary", Text),
    ],
};
