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
pub(super) use walk::Importer;

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
    if fields.keys().all(|key| is_ours(key)) {
        return None;
    }
    let signed = IMPORTERS.iter().filter(|importer| {
        let has_all = |sign: &&[&str]| sign.iter().all(|key| fields.contains_key(*key));
        importer.mapping.kind == kind && importer.mapping.signs.iter().any(has_all)
    });
    // Of several that it may be, the one that knows most of the fields.
    signed.rev().max_by_key(|importer| fields.keys().filter(|key| importer.knows(key)).count())
}
