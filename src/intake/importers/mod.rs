//! Documents of other systems as ours: a mapping a format, one walk for all of them, and a report of what became of every value.
//!
//! Reads what is in memory; opens nothing.

#[cfg(feature = "archives")]
mod archive;
mod ashby;
mod conversion;
mod dump;
mod entry;
mod format;
mod greenhouse;
mod hr_json;
mod json_resume;
mod lever;
mod linkedin;
mod mapping;
mod merge;
mod opencats;
mod options;
mod page;
mod personal;
mod repair;
mod report;
mod schema_org;
mod walk;

use std::sync::LazyLock;

use serde_json::{Map, Value};

#[cfg(feature = "spreadsheets")]
pub(super) use archive::check_size;
#[cfg(feature = "archives")]
pub(super) use archive::tables as archive_tables;
pub(super) use dump::rows as dump_rows;
pub use format::ImportFormat;
pub(super) use mapping::{PAST_PAY, PERSONAL};
pub(super) use options::Choice;
pub use options::{ColumnName, ImportOptions};
pub(super) use page::postings as page_postings;
pub(super) use repair::repair;
pub use report::{ImportNote, ImportOutcome, ImportReport};
pub(super) use walk::{Importer, made_id};

static IMPORTERS: LazyLock<Vec<Importer>> = LazyLock::new(|| {
    let mappings = [
        &json_resume::CANDIDATE,
        &json_resume::ROLE,
        &schema_org::ROLE,
        &greenhouse::CANDIDATE,
        &greenhouse::ROLE,
        &lever::CANDIDATE,
        &lever::ROLE,
        &ashby::CANDIDATE,
        &ashby::ROLE,
        &merge::CANDIDATE,
        &merge::ROLE,
        &opencats::CANDIDATE,
        &opencats::ROLE,
        &linkedin::CANDIDATE,
        &hr_json::CANDIDATE,
        &hr_json::ROLE,
    ];
    mappings.into_iter().map(Importer::new).collect()
});

/// The importer of a kind of document from a format; `None` for our own documents, for tables of usual names, and for a kind that the
/// format does not have.
pub(super) fn importer(format: ImportFormat, kind: &str) -> Option<&'static Importer> {
    IMPORTERS.iter().find(|importer| importer.mapping.format == format && importer.mapping.kind == kind)
}

/// The importer of the format that a document with these fields seems to have; `None` where it is one of ours, or of none that is
/// known.
pub(super) fn guess(
    fields: &Map<String, Value>,
    kind: &str,
    is_ours: impl Fn(&str) -> bool,
) -> Option<&'static Importer> {
    let n_ours = fields.keys().filter(|key| is_ours(key)).count();
    if n_ours == fields.len() {
        return None;
    }
    let known = |importer: &Importer| fields.keys().filter(|key| importer.knows(key)).count();
    let signed = IMPORTERS.iter().filter(|importer| {
        let has_all = |sign: &&[&str]| sign.iter().all(|key| fields.contains_key(*key));
        // One of ours with some fields too many stays one of ours, so that it is told what is wrong with it.
        importer.mapping.kind == kind && importer.mapping.signs.iter().any(has_all) && known(importer) >= n_ours
    });
    // Of several that it may be, the one that knows most of the fields.
    signed.rev().max_by_key(|importer| known(importer))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::intake::schema;

    fn guessed(fields: &Value, kind: &str) -> Option<&'static str> {
        Choice::told_by(fields.as_object().unwrap(), kind).importer().map(|importer| importer.mapping.format.as_str())
    }

    #[test]
    fn a_document_of_ours_with_a_field_too_many_is_not_taken_for_anothers() {
        let role = json!({"id": 1, "title": "x", "must_have": [], "skills": [], "company": "y"});
        assert_eq!(guessed(&role, "role"), None);
        let job = json!({"title": "x", "skills": [], "company": "y", "remote": "Full", "salary": ""});
        assert_eq!(guessed(&job, "role"), Some("json-resume"));
        assert_eq!(guessed(&json!({"id": 1, "skils": []}), "candidate"), None);
        assert_eq!(guessed(&json!({"basics": {}}), "role"), None);
    }

    /// A target that is no field would be found by no fixture that lacks the value.
    #[test]
    fn rows_lead_to_fields_that_exist() {
        for importer in IMPORTERS.iter() {
            let shape = if importer.mapping.kind == "role" { schema::role_shape() } else { schema::candidate_shape() };
            for target in importer.targets() {
                assert!(shape.has_path(&target), "{} {}: {target:?}", importer.mapping.format, importer.mapping.kind);
            }
        }
    }
}
