//! Puts the documents of files into an engine, a durable step for each portion.

use std::path::{Path, PathBuf};

use super::portions::{BatchEvent, Portions};
use super::source::is_stdin;
use crate::domain::parallel::join;
use crate::domain::{Candidate, Error, Role, setters};
use crate::engine::{Engine, Read, Written};
use crate::intake::{Document, ImportOptions};

/// What is to be imported.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ImportFiles {
    /// A file of roles; `-` is standard input.
    pub roles: Option<PathBuf>,
    /// A file of candidates; `-` is standard input, for one of the two.
    pub candidates: Option<PathBuf>,
    /// Whether the first bad line ends the import. What was put before stays.
    pub strict: bool,
    /// How roles of other systems are read.
    pub roles_import: ImportOptions,
    /// How candidates of other systems are read.
    pub candidates_import: ImportOptions,
}

setters! {
    impl ImportFiles {
        with_roles(roles: some PathBuf);
        with_candidates(candidates: some PathBuf);
        with_strict(strict: is bool);
        with_roles_import(roles_import: is ImportOptions);
        with_candidates_import(candidates_import: is ImportOptions);
    }
}

/// What was imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imported {
    /// Of the roles.
    pub roles: ImportedKind,
    /// Of the candidates.
    pub candidates: ImportedKind,
}

/// What was imported of one kind of document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedKind {
    /// Documents that are new.
    pub created: usize,
    /// Documents that took the place of an older one.
    pub replaced: usize,
    /// Lines that could not be used.
    pub skipped: usize,
}

/// So many documents are written in one durable step.
const PORTION: usize = 1000;

/// Imports `files` into `engine`, roles first. Lines that cannot be used, and second documents with the same id within a file,
/// are told to `observe` and passed over. When this returns, everything is durable and indexed.
///
/// # Errors
/// [`Error::Io`] and [`Error::Malformed`] when a file cannot be read, or a line of a strict run; [`Error::Store`] or
/// [`Error::Index`] when the engine fails. Portions that were written
/// before stay.
pub fn import_files(
    engine: &Engine,
    files: &ImportFiles,
    observe: &mut dyn FnMut(BatchEvent<'_>),
) -> Result<Imported, Error> {
    if [&files.roles, &files.candidates].into_iter().all(|path| path.as_deref().is_some_and(is_stdin)) {
        let message =
            "roles and candidates are both `-`, and standard input can be read once; give a file for one of them";
        return Err(Error::Configuration(message.to_owned()));
    }
    let mut imported = Imported::default();
    let engine = &engine.clone().of_checked_documents();
    if let Some(path) = &files.roles {
        imported.roles = import::<Role>(engine, path, (&files.roles_import, files.strict), observe, |roles| {
            engine.put_roles(roles)
        })?;
    }
    if let Some(path) = &files.candidates {
        imported.candidates =
            import::<Candidate>(engine, path, (&files.candidates_import, files.strict), observe, |candidates| {
                engine.put_candidates(candidates)
            })?;
    }
    #[cfg(feature = "search")]
    engine.flush_index()?;
    Ok(imported)
}

fn import<T: Document>(
    engine: &Engine,
    path: &Path,
    (options, strict): (&ImportOptions, bool),
    observe: &mut dyn FnMut(BatchEvent<'_>),
    put: impl Fn(&[T]) -> Result<Vec<Result<Written, Error>>, Error> + Sync,
) -> Result<ImportedKind, Error> {
    let mut portions = Portions::<T>::open(path, &engine.options().limits, options, PORTION, strict)?;
    let mut imported = ImportedKind::default();
    let mut next = portions.next()?;
    let bad_lines = portions.bad_lines();
    while let Some(portion) = next {
        // The next portion is read meanwhile: nobody waits for the disk.
        let (outcomes, following) = join(|| put(&portion.documents), || portions.next());
        let Read { found: written, unread } = Read::of(outcomes?)?;
        let n_created = written.iter().filter(|written| written.created).count();
        imported.created += n_created;
        imported.replaced += written.len() - n_created;
        let (documents, bytes) = (imported.created + imported.replaced, portion.bytes);
        imported.skipped += bad_lines.report(portion, unread.0, observe)?;
        let total_bytes = portions.total_bytes();
        observe(BatchEvent::Progress { kind: T::KIND, documents, bytes, total_bytes });
        next = following?;
    }
    portions.tell_import(observe);
    Ok(imported)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::PANICS;

    #[test]
    fn what_cannot_be_read_is_passed_over_or_ends_a_strict_import() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pool.jsonl");
        let lines = format!("{{\"id\":\"c-1\"}}\n{{\"id\":\"c-2\",\"summary\":\"{PANICS}\"}}\n{{\"id\":\"c-3\"}}\n");
        std::fs::write(&path, lines).unwrap();
        let engine = Engine::in_memory();
        let mut told = Vec::new();
        let mut observe = |event: BatchEvent<'_>| {
            if let BatchEvent::Skipped { line, .. } = event {
                told.push(line.number);
            }
        };
        let mut files = ImportFiles { candidates: Some(path), ..ImportFiles::default() };
        let imported = import_files(&engine, &files, &mut observe).unwrap();
        assert_eq!(imported.candidates, ImportedKind { created: 2, replaced: 0, skipped: 1 });
        files.strict = true;
        let error = import_files(&engine, &files, &mut observe).unwrap_err();
        assert!(error.to_string().contains("pool.jsonl:2 (c-2): "), "{error}");
        assert_eq!(told, [2]);
    }

    #[test]
    fn new_and_replaced_documents_are_counted() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("pool.jsonl");
        std::fs::write(&path, "{\"id\":\"c-1\"}\nnonsense\n{\"id\":\"c-2\"}\n").unwrap();
        let engine = Engine::in_memory();
        let files = ImportFiles { candidates: Some(path), ..ImportFiles::default() };
        let mut n_told = 0;
        let mut observe = |event: BatchEvent<'_>| n_told += usize::from(matches!(event, BatchEvent::Skipped { .. }));
        let first = import_files(&engine, &files, &mut observe).unwrap();
        assert_eq!(first.candidates, ImportedKind { created: 2, replaced: 0, skipped: 1 });
        let second = import_files(&engine, &files, &mut observe).unwrap();
        assert_eq!(second.candidates, ImportedKind { created: 0, replaced: 2, skipped: 1 });
        assert_eq!((n_told, engine.candidate_count(), second.roles), (2, 2, ImportedKind::default()));
    }
}
