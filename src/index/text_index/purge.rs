//! Takes out of the files of an index what stands of deleted entries: segments that hold any are written anew without them, and the
//! old files are removed. Searches and writes go on meanwhile.

use std::collections::HashSet;
use std::fs;
use std::future::Future as _;
use std::path::Path;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use tantivy::index::SegmentId;
use tantivy::{FutureResult, SegmentMeta};

use super::{TextIndex, failed};
use crate::domain::{CancelToken, Error};
use crate::store::make_tree_private;

/// The search library may merge a segment at the same moment, and then ours is in vain: so often it is tried anew.
const TRIES: usize = 20;
/// The pause between two tries, and between two looks at what takes longer.
const PAUSE: Duration = Duration::from_millis(20);

impl TextIndex {
    /// See the module. Of what was deleted or replaced before the last commit nothing is left in the files when this returns.
    ///
    /// # Errors
    /// [`Error::Index`] when the disk fails, or other merges go on and on; [`Error::Cancelled`]. The index is then as good as before.
    pub(crate) fn purge(&self, cancel: &CancelToken) -> Result<(), Error> {
        let Some(place) = &self.files else { return Ok(()) };
        let metas = self.segments()?;
        let mut seen: HashSet<SegmentId> = metas.iter().map(SegmentMeta::id).collect();
        let mut dirty = with_deleted(&metas, |_| true);
        // The search library keeps files for as long as anybody knows of their segment.
        drop(metas);
        let mut tries = 0..TRIES;
        while !dirty.is_empty() {
            tries.next().ok_or_else(busy)?;
            let mut failed = HashSet::new();
            for segment in dirty {
                cancel.check()?;
                let merging = self.writer().merge(&[segment]);
                match wait(merging, cancel)? {
                    Ok(made) => seen.extend(made.map(|meta| meta.id())),
                    Err(_) => drop(failed.insert(segment)),
                }
            }
            if failed.is_empty() {
                break;
            }
            // Another merge took it away, and may have begun before the deletion: what came of it is looked at, too. Where none did,
            // all that is deleted in segments that came meanwhile was deleted later.
            thread::sleep(PAUSE);
            dirty = with_deleted(&self.segments()?, |id| failed.contains(&id) || !seen.contains(&id));
            seen.extend(&dirty);
        }
        while !self.remove_unused(place, cancel)? {
            tries.next().ok_or_else(busy)?;
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    fn segments(&self) -> Result<Vec<SegmentMeta>, Error> {
        self.index.searchable_segment_metas().map_err(|e| failed("reading", &e))
    }

    /// Removes the files of no segment, durably. Says whether all could be removed.
    fn remove_unused(&self, place: &Path, cancel: &CancelToken) -> Result<bool, Error> {
        self.reader.reload().map_err(|e| failed("reloading", &e))?;
        let removing = self.writer().garbage_collect_files();
        let Ok(removed) = wait(removing, cancel)? else { return Ok(false) };
        let at = |source| Error::Io { path: place.to_owned(), source };
        let managed = self.index.directory().list_managed_files();
        for entry in fs::read_dir(place).map_err(at)? {
            let name = entry.map_err(at)?.file_name();
            // What a crash left before it was listed. Names with a dot before them are locks and lists.
            let is_hidden = name.to_str().is_some_and(|name| name.starts_with('.'));
            let is_new = || self.index.directory().list_managed_files().contains(Path::new(&name));
            if !is_hidden && name != "meta.json" && !managed.contains(Path::new(&name)) && !is_new() {
                match fs::remove_file(place.join(&name)) {
                    Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(at(e)),
                    _ => {}
                }
            }
        }
        make_tree_private(place);
        if cfg!(unix) {
            fs::File::open(place).and_then(|place| place.sync_all()).map_err(at)?;
        }
        Ok(removed.failed_to_delete_files.is_empty())
    }
}

/// Those of the segments in which something deleted stands.
fn with_deleted(metas: &[SegmentMeta], is_asked: impl Fn(SegmentId) -> bool) -> Vec<SegmentId> {
    metas.iter().filter(|meta| meta.num_deleted_docs() > 0 && is_asked(meta.id())).map(SegmentMeta::id).collect()
}

fn busy() -> Error {
    Error::Index("the index is merged by others all the time, and could not be purged; try again".to_owned())
}

/// Waits for the search library, unless the wait is cancelled: its work then ends by itself.
fn wait<T>(work: FutureResult<T>, cancel: &CancelToken) -> Result<tantivy::Result<T>, Error> {
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(outcome) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return Ok(outcome);
        }
        cancel.check()?;
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::folder;
    use crate::index::{IndexEntry, SearchField, Stamp};
    use crate::store::Seq;

    fn entry(id: &str, text: &str) -> IndexEntry {
        IndexEntry { id: id.to_owned(), seq: Seq(1), texts: vec![(SearchField::Text, text.to_owned())] }
    }

    /// Whether a segment knows the word, or the id of an entry: its dictionaries are what is left of them.
    fn knows(index: &TextIndex, word: &str) -> bool {
        let fields = [index.fields.text, index.fields.id];
        let searcher = index.index.reader().unwrap().searcher();
        searcher.segment_readers().iter().any(|segment| {
            let in_field = |field| {
                let term = tantivy::Term::from_field_text(field, word);
                segment.inverted_index(field).unwrap().terms().get(term.serialized_value_bytes()).unwrap().is_some()
            };
            fields.into_iter().any(in_field)
        })
    }

    /// The files of the folder that belong to no segment.
    fn strays(index: &TextIndex, folder: &Path) -> Vec<String> {
        let known = index.index.load_metas().unwrap().list_segment_files();
        let names = fs::read_dir(folder::files(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let names = names.filter(|name| !known.contains(Path::new(name))).map(|name| name.into_string().unwrap());
        names.filter(|name| !name.starts_with('.') && name != "meta.json").collect()
    }

    #[test]
    fn nothing_deleted_is_left_in_the_files_and_all_else_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let stamp = Stamp { store_uuid: "s".to_owned(), schema_hash: "h".to_owned() };
        let (index, _) = TextIndex::open(Some(folder.path()), &stamp).unwrap();
        for round in 0..4_u64 {
            for n in 0..20 {
                index.put(&entry(&format!("c-{round}-{n}"), &format!("slurm word{round}x{n}"))).unwrap();
            }
            index.put(&entry(&format!("quixley-{round}"), "slurm frobnicatrix")).unwrap();
            index.commit(Seq(round + 1)).unwrap();
        }
        for round in 0..4 {
            index.delete(&format!("quixley-{round}"));
        }
        // All of one segment, and one put in place of another.
        for n in 0..20 {
            index.delete(&format!("c-2-{n}"));
        }
        index.put(&entry("c-1-1", "slurm otherwise")).unwrap();
        index.commit(Seq(9)).unwrap();
        assert!(knows(&index, "frobnicatrix") && knows(&index, "quixley-3") && knows(&index, "word1x1"));
        fs::write(folder::files(folder.path()).join("0123456789abcdef0123456789abcdef.store"), "frobnicatrix").unwrap();
        index.purge(&CancelToken::default()).unwrap();
        for word in ["frobnicatrix", "quixley-3", "word1x1", "word2x3", "c-2-3"] {
            assert!(!knows(&index, word), "{word}");
        }
        assert!(knows(&index, "word1x2") && knows(&index, "c-1-1"));
        assert_eq!(strays(&index, folder.path()), Vec::<String>::new());
        assert_eq!(index.with_words("slurm").unwrap().len(), 60);
        assert_eq!(index.with_words("otherwise").unwrap().len(), 1);
        index.put(&entry("later", "slurm")).unwrap();
        index.commit(Seq(10)).unwrap();
        drop(index);
        let (index, seq) = TextIndex::open(Some(folder.path()), &stamp).unwrap();
        assert_eq!((seq, index.with_words("slurm").unwrap().len()), (Some(Seq(10)), 61));
    }
}
