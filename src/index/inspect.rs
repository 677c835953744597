//! Looks at an index that nobody has open, and changes nothing: whether it is whole, and of whom it holds which change.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tantivy::{Index, SegmentReader, TantivyError};

use super::folder::{self, Payload, Stamp};
use super::ids::{id_column, ids_of};
use super::schema::Fields;
use crate::domain::Error;
use crate::store::Seq;

/// What an index folder holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Inspection {
    /// No index. The next engine makes one.
    Missing,
    /// An index of another store or version. The next engine makes its own.
    Foreign,
    /// An index that cannot be trusted, and why.
    Damaged(Vec<String>),
    /// A whole index.
    Whole {
        /// The change up to which it holds everything.
        seq: Seq,
        /// The candidates that it holds with the change of each, ordered by id.
        entries: Vec<(String, Seq)>,
    },
}

/// Looks at the index in `folder`.
///
/// # Errors
/// [`Error::Index`] when somebody has it open.
pub(crate) fn inspect(folder: &Path, stamp: &Stamp) -> Result<Inspection, Error> {
    let place = folder::files(folder);
    // The list of its files is what an index is made with last.
    if !place.join("meta.json").is_file() {
        return Ok(Inspection::Missing);
    }
    let _lock = folder::lock(folder)?;
    let looked = catch_unwind(AssertUnwindSafe(|| look(&place, stamp)));
    Ok(looked
        .unwrap_or_else(|_| Err("reading it makes the search library panic".to_owned()))
        .unwrap_or_else(|why| Inspection::Damaged(vec![why])))
}

/// Removes the index in `folder` with all that it holds.
///
/// # Errors
/// [`Error::Index`] when somebody has it open, [`Error::Io`] when it cannot be removed.
pub(crate) fn discard(folder: &Path) -> Result<(), Error> {
    if !folder.is_dir() {
        return Ok(());
    }
    let lock = folder::lock(folder)?;
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source| Error::Io { path, source }
    };
    // The list of its files goes first: killed on the way, this leaves no index, and not one that lacks files.
    let list = folder::files(folder).join("meta.json");
    if list.is_file() {
        fs::remove_file(&list).map_err(at(&list))?;
    }
    fs::remove_dir_all(folder).map_err(at(folder))?;
    drop(lock);
    Ok(())
}

fn look(place: &Path, stamp: &Stamp) -> Result<Inspection, String> {
    let unreadable = |error: TantivyError| format!("it cannot be read: {error}");
    let index = Index::open_in_dir(place).map_err(unreadable)?;
    let meta = index.load_metas().map_err(unreadable)?;
    let Some(payload) = meta.payload.as_deref() else {
        // Made, and never committed: the next engine begins anew.
        return Ok(Inspection::Missing);
    };
    let payload = Payload::read(payload).ok_or("its stamp is not as it was written")?;
    if !payload.is_of(stamp) {
        return Ok(Inspection::Foreign);
    }
    let damaged = folder::damaged_files(place, &index, &meta).map_err(unreadable)?;
    if !damaged.is_empty() {
        let named = damaged.into_iter().map(|file| format!("{file} is missing, or not as it was written"));
        return Ok(Inspection::Damaged(named.collect()));
    }
    let searcher = index.reader().map_err(unreadable)?.searcher();
    let mut entries = Vec::new();
    for segment in searcher.segment_readers() {
        each_entry(segment, |id, seq| entries.push((id.to_owned(), seq))).map_err(unreadable)?;
    }
    entries.sort_unstable();
    Ok(Inspection::Whole { seq: payload.seq, entries })
}

/// Gives every candidate of a segment who is not deleted, with its change.
pub(super) fn each_entry(segment: &SegmentReader, mut take: impl FnMut(&str, Seq)) -> tantivy::Result<()> {
    let (ids, seqs) = (id_column(segment)?, segment.fast_fields().u64(Fields::SEQ)?);
    let of = |document| {
        let seq = seqs.first(document).ok_or_else(|| missing("number"))?;
        let ordinal = ids.ords().first(document).ok_or_else(|| missing("id"))?;
        Ok((ordinal, Seq(seq)))
    };
    let mut entries = segment.doc_ids_alive().map(of).collect::<tantivy::Result<Vec<(u64, Seq)>>>()?;
    // In one pass over the dictionary: to find each id by itself took a third of opening a data directory.
    entries.sort_unstable();
    let (ordinals, seqs): (Vec<u64>, Vec<Seq>) = entries.into_iter().unzip();
    ids_of(&ids, &ordinals)?.iter().zip(seqs).for_each(|(id, seq)| take(id, seq));
    Ok(())
}

fn missing(what: &str) -> TantivyError {
    TantivyError::InternalError(format!("an entry has no {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{IndexEntry, SearchField, TextIndex};

    fn stamp() -> Stamp {
        Stamp { store_uuid: "s".to_owned(), schema_hash: "h".to_owned() }
    }

    fn entry(id: &str, seq: u64) -> IndexEntry {
        let texts = vec![(SearchField::Text, "words".to_owned())];
        IndexEntry { id: id.to_owned(), seq: Seq(seq), texts }
    }

    fn filled() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let (index, _) = TextIndex::open(Some(folder.path()), &stamp()).unwrap();
        for (id, seq) in [("b", 1), ("a", 2), ("gone", 3)] {
            index.put(&entry(id, seq)).unwrap();
            index.commit(Seq(seq)).unwrap();
        }
        index.put(&entry("b", 4)).unwrap();
        index.delete("gone");
        index.commit(Seq(5)).unwrap();
        folder
    }

    #[test]
    fn a_whole_index_tells_whom_it_holds() {
        let folder = filled();
        let whole =
            Inspection::Whole { seq: Seq(5), entries: vec![("a".to_owned(), Seq(2)), ("b".to_owned(), Seq(4))] };
        assert_eq!(inspect(folder.path(), &stamp()).unwrap(), whole);
        let other = Stamp { store_uuid: "t".to_owned(), ..stamp() };
        assert_eq!(inspect(folder.path(), &other).unwrap(), Inspection::Foreign);
        discard(folder.path()).unwrap();
        discard(folder.path()).unwrap();
        assert_eq!(inspect(folder.path(), &stamp()).unwrap(), Inspection::Missing);
    }

    #[test]
    fn an_index_in_use_is_refused() {
        let folder = filled();
        let _open = TextIndex::open(Some(folder.path()), &stamp()).unwrap();
        assert!(inspect(folder.path(), &stamp()).unwrap_err().to_string().contains("in use"));
        assert!(discard(folder.path()).unwrap_err().to_string().contains("in use"));
    }

    #[test]
    fn a_damaged_file_is_named() {
        let folder = filled();
        let place = folder.path().join("tantivy");
        let store = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path());
        let victim = store.filter(|path| path.extension().is_some_and(|e| e == "fast")).min().unwrap();
        let mut bytes = fs::read(&victim).unwrap();
        bytes[3] ^= 4;
        fs::write(&victim, bytes).unwrap();
        let Inspection::Damaged(why) = inspect(folder.path(), &stamp()).unwrap() else { panic!("it passes as whole") };
        assert!(why[0].contains(victim.file_name().unwrap().to_str().unwrap()), "{why:?}");
        fs::write(place.join("meta.json"), "{").unwrap();
        assert!(matches!(inspect(folder.path(), &stamp()).unwrap(), Inspection::Damaged(_)));
    }
}
