//! What is put is found, what is not whole is thrown away, and nobody else gets in.

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::index::SearchField;

const NONE: [&str; 0] = [];

fn stamp(store: &str, schema: &str) -> Stamp {
    Stamp { store_uuid: store.to_owned(), schema_hash: schema.to_owned() }
}

fn entry(id: &str, text: &str) -> IndexEntry {
    IndexEntry { id: id.to_owned(), seq: Seq(1), texts: vec![(SearchField::Text, text.to_owned())] }
}

fn hits(index: &TextIndex, words: &str) -> Vec<String> {
    let mut ids: Vec<String> =
        index.with_words(words).unwrap().ids(|_| true).unwrap().into_iter().map(String::from).collect();
    ids.sort();
    ids
}

fn filled(folder: &Path, stamp: &Stamp) {
    let (index, seq) = TextIndex::open(Some(folder), stamp).unwrap();
    assert_eq!(seq, None);
    index.put(&entry("a", "Slurm at scale")).unwrap();
    index.put(&entry("b", "CUDA")).unwrap();
    index.commit(Seq(7)).unwrap();
}

#[test]
fn only_what_is_committed_is_seen() {
    let (index, seq) = TextIndex::open(None, &stamp("s", "h")).unwrap();
    assert_eq!((seq, index.visible_seq(), index.count()), (None, Seq::ZERO, 0));
    index.put(&entry("b", "Slurm, CUDA")).unwrap();
    index.put(&entry("a", "CUDA and an odd tool")).unwrap();
    assert_eq!(hits(&index, "cuda"), NONE);
    index.commit(Seq(2)).unwrap();
    assert_eq!((index.visible_seq(), index.count()), (Seq(2), 2));
    assert_eq!(hits(&index, "cuda CUDA"), ["a", "b"]);
    assert_eq!(hits(&index, "slurm"), ["b"]);
    assert_eq!(hits(&index, "tool, odd"), ["a"]);
    assert_eq!(hits(&index, "odd slurm"), NONE);
    assert_eq!(hits(&index, " -- "), NONE);

    index.put(&entry("b", "Lustre")).unwrap();
    index.delete("a");
    index.delete("nobody");
    assert_eq!(hits(&index, "cuda"), ["a", "b"]);
    index.commit(Seq(5)).unwrap();
    assert_eq!((hits(&index, "cuda"), hits(&index, "lustre")), (vec![], vec!["b".to_owned()]));
    assert_eq!((index.visible_seq(), index.count()), (Seq(5), 1));
}

#[test]
fn hits_of_many_segments_come_ordered_by_id() {
    let (index, _) = TextIndex::open(None, &stamp("s", "h")).unwrap();
    for round in 0..5 {
        for i in 0..40 {
            index.put(&entry(&format!("c{:03}", (i * 37 + round) % 200), "slurm")).unwrap();
        }
        index.commit(Seq(round)).unwrap();
    }
    let found = hits(&index, "slurm");
    assert_eq!(found.len() as u64, index.count());
    assert!(found.is_sorted_by(|a, b| a < b));
}

#[test]
fn text_search_wants_every_word_and_knows_no_operators() {
    let (index, _) = TextIndex::open(None, &stamp("s", "h")).unwrap();
    index.put(&entry("a", "Ran Slurm clusters; more Slurm.")).unwrap();
    index.put(&entry("b", "slurm on clusters of many other kinds and places")).unwrap();
    index.put(&entry("c", "Kubernetes clusters")).unwrap();
    index.commit(Seq(3)).unwrap();
    let search = |words, limit| -> Vec<String> {
        index.search_text(words, limit).unwrap().into_iter().map(String::from).collect()
    };
    assert_eq!(search("SLURM clusters", 10), ["a", "b"]);
    assert_eq!(search("slurm", 1), ["a"]);
    assert_eq!(search("text:slurm OR -kubernetes", 10), NONE);
    assert_eq!(search("\"((* ", 10), NONE);
    assert_eq!(search("slurm", 0), NONE);
}

#[test]
fn a_whole_index_of_the_same_stamp_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path(), &stamp("s", "h"));
    let (index, seq) = TextIndex::open(Some(folder.path()), &stamp("s", "h")).unwrap();
    assert_eq!((seq, index.visible_seq()), (Some(Seq(7)), Seq(7)));
    assert_eq!(hits(&index, "slurm"), ["a"]);
    index.put(&entry("c", "slurm")).unwrap();
    index.commit(Seq(8)).unwrap();
    drop(index);
    let (index, seq) = TextIndex::open(Some(folder.path()), &stamp("s", "h")).unwrap();
    assert_eq!((seq, hits(&index, "slurm")), (Some(Seq(8)), vec!["a".to_owned(), "c".to_owned()]));
}

#[test]
fn another_stamp_begins_anew() {
    for other in [stamp("t", "h"), stamp("s", "i")] {
        let folder = tempfile::tempdir().unwrap();
        filled(folder.path(), &stamp("s", "h"));
        filled(folder.path(), &other);
        assert_eq!(TextIndex::open(Some(folder.path()), &other).unwrap().1, Some(Seq(7)));
    }
}

#[test]
fn an_index_that_was_never_committed_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (index, _) = TextIndex::open(Some(folder.path()), &stamp("s", "h")).unwrap();
    index.put(&entry("a", "slurm")).unwrap();
    drop(index);
    filled(folder.path(), &stamp("s", "h"));
}

#[test]
fn a_second_open_is_refused_at_once_and_a_later_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let (index, _) = TextIndex::open(Some(folder.path()), &stamp("s", "h")).unwrap();
    let error = TextIndex::open(Some(folder.path()), &stamp("s", "h")).err().unwrap();
    assert!(error.to_string().ends_with("is in use by another process, or by another Engine of this one"));
    drop(index);
    TextIndex::open(Some(folder.path()), &stamp("s", "h")).unwrap();
}

/// Each file of an index, damaged in each of three ways.
#[test]
fn damaged_files_are_noticed_and_the_index_is_built_anew() {
    let pristine = tempfile::tempdir().unwrap();
    filled(pristine.path(), &stamp("s", "h"));
    let files: Vec<PathBuf> = fs::read_dir(pristine.path().join("tantivy"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_none_or(|extension| extension != "lock"))
        .collect();
    assert!(files.len() > 5);
    for damaged in &files {
        for way in ["flipped", "cut", "gone"] {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join("tantivy")).unwrap();
            for file in &files {
                fs::copy(file, folder.path().join("tantivy").join(file.file_name().unwrap())).unwrap();
            }
            let victim = folder.path().join("tantivy").join(damaged.file_name().unwrap());
            let mut bytes = fs::read(&victim).unwrap();
            match way {
                "flipped" => bytes[0] ^= 0x10,
                "cut" => bytes.truncate(bytes.len() / 2),
                _ => fs::remove_file(&victim).unwrap(),
            }
            if way != "gone" {
                fs::write(&victim, bytes).unwrap();
            }
            let (index, seq) = TextIndex::open(Some(folder.path()), &stamp("s", "h")).unwrap();
            assert_eq!((seq, index.count()), (None, 0), "{} {way}", victim.display());
            index.put(&entry("a", "slurm")).unwrap();
            index.commit(Seq(9)).unwrap();
            drop(index);
            let (index, seq) = TextIndex::open(Some(folder.path()), &stamp("s", "h")).unwrap();
            assert_eq!((seq, hits(&index, "slurm")), (Some(Seq(9)), vec!["a".to_owned()]));
        }
    }
}
