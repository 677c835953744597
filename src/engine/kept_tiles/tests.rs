//! Kept tiles: taken where they are of the document as it is, and never otherwise.

use super::*;
use crate::domain::{Candidate, CandidateId, PartialDate, Role};
use crate::engine::{DataDirectory, Engine, EngineOptions, MatchOptions};

/// People of many forms, each under so many ids.
fn people() -> Vec<Candidate> {
    let graded = include_str!("../../../tests/graded/candidates.jsonl");
    let people: Vec<Candidate> = graded.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let again = |n: usize| {
        move |person: &Candidate| Candidate {
            id: CandidateId::new(format!("{}-{n}", person.id)).unwrap(),
            ..person.clone()
        }
    };
    (0..ENOUGH.div_ceil(people.len())).flat_map(|n| people.iter().map(again(n)).collect::<Vec<_>>()).collect()
}

fn facts_file(folder: &Path) -> PathBuf {
    folder.join("index/facts")
}

/// All that the file says.
fn unpacked(folder: &Path) -> String {
    let mut file = File::open(facts_file(folder)).unwrap();
    let (mut stamp, mut block, mut said) = (Vec::new(), Block::default(), String::new());
    read_block(&mut file, &mut stamp).unwrap();
    while block.read(&mut file).is_some() {
        let entries: Vec<KeptEntry> = borsh::from_slice(&block.entries).unwrap();
        let entries = entries.into_iter().map(Entry::from);
        said.extend(entries.map(|entry| format!("{} {:?}", entry.id, entry.person())));
        let columns = snap::raw::Decoder::new().decompress_vec(&block.columns).unwrap();
        said.push_str(&String::from_utf8_lossy(&columns));
    }
    said
}

fn entries(engine: &Engine) -> Vec<Arc<Entry>> {
    let mut entries: Vec<Arc<Entry>> = engine.inner.pool.snapshot().entries().cloned().collect();
    entries.sort_by(|a, b| a.id.cmp(&b.id));
    entries
}

/// How many are read from the file.
fn n_read(engine: &Engine) -> usize {
    engine.inner.kept.as_ref().unwrap().read(engine.inner.pool.model()).iter().map(Tile::len).sum()
}

fn shortlist(engine: &Engine) -> String {
    let role: Role =
        serde_json::from_str(r#"{"id": "r", "title": "HPC storage engineer", "must_have": ["Lustre"]}"#).unwrap();
    engine.put_role(&role).unwrap();
    let as_of = Some(PartialDate::year_only(2026));
    let answer = engine.matches(&role.id, &MatchOptions { as_of, limit: 50, ..MatchOptions::default() }).unwrap();
    serde_json::to_string(&answer).unwrap()
}

#[test]
fn an_engine_opens_with_the_facts_that_were_kept() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    engine.put_candidates(&people()).unwrap();
    let (before, listed) = (entries(&engine), shortlist(&engine));
    drop(engine);
    let written = fs::metadata(facts_file(folder.path())).unwrap().modified().unwrap();

    let engine = Engine::open(folder.path()).unwrap();
    assert_eq!(engine.inner.not_kept, 0);
    let after = entries(&engine);
    assert_eq!(after.len(), before.len());
    for (one, other) in before.iter().zip(&after) {
        assert_eq!((&one.id, one.seq), (&other.id, other.seq));
        assert_eq!(format!("{:?}", one.person()), format!("{:?}", other.person()));
    }
    assert_eq!(shortlist(&engine), listed);
    // Who changes later is read from the document; so few are not worth another file.
    let changed = Candidate { summary: Some("Ran Slurm for years".to_owned()), ..Candidate::new(before[7].id.clone()) };
    engine.put_candidate(&changed).unwrap();
    engine.delete_candidate(&before[8].id).unwrap();
    drop(engine);
    let engine = Engine::open(folder.path()).unwrap();
    assert_eq!(engine.inner.not_kept, 1);
    assert_eq!(engine.candidate_count(), before.len() - 1);
    let facts = |entry: &Entry| format!("{:?}", entry.person().facts);
    assert_eq!(
        facts(&engine.inner.pool.get(&changed.id).unwrap()),
        facts(&Entry::new(&changed, &engine.inner.extractor).unwrap())
    );
    drop(engine);
    assert_eq!(fs::metadata(facts_file(folder.path())).unwrap().modified().unwrap(), written);
}

#[test]
fn facts_of_another_store_taxonomy_or_program_are_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    engine.put_candidates(&people()).unwrap();
    drop(engine);
    let kept = fs::read(facts_file(folder.path())).unwrap();
    let stamp_ends = 8 + usize::try_from(u32::from_le_bytes(kept[..4].try_into().unwrap())).unwrap();
    let stamp = String::from_utf8(kept[8..stamp_ends].to_vec()).unwrap();
    assert_eq!(stamp.split(' ').count(), 4, "store, taxonomy, program, secret");
    for (at, part) in stamp.split(' ').enumerate() {
        let mut parts: Vec<String> = stamp.split(' ').map(str::to_owned).collect();
        parts[at] = part.chars().rev().collect();
        let mut other = Vec::new();
        write_block(&mut other, parts.join(" ").as_bytes()).unwrap();
        other.extend(&kept[stamp_ends..]);
        fs::write(facts_file(folder.path()), other).unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        // All were read anew, and kept.
        let written = fs::read(facts_file(folder.path())).unwrap();
        assert_eq!((engine.inner.not_kept, written[..stamp_ends] == kept[..stamp_ends]), (0, true));
        assert_eq!(n_read(&engine), engine.candidate_count());
    }
}

#[test]
fn what_is_damaged_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    engine.put_candidates(&people()).unwrap();
    drop(engine);
    let engine = Engine::open(folder.path()).unwrap();
    assert_eq!(n_read(&engine), engine.candidate_count());
    let whole = fs::read(facts_file(folder.path())).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 50) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(facts_file(folder.path()), &damaged).unwrap();
        assert_eq!(n_read(&engine), 0);
        fs::write(facts_file(folder.path()), &whole[..at]).unwrap();
        assert_eq!(n_read(&engine), 0);
    }
}

/// As after a backup was restored: the store has older documents, and others, than those whose facts were kept.
#[test]
fn whoever_is_not_as_the_store_has_them_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let everybody = people();
    let engine = Engine::open(folder.path()).unwrap();
    engine.put_candidates(&everybody).unwrap();
    let changed = Candidate { summary: Some("Ran Slurm for years".to_owned()), ..everybody[3].clone() };
    engine.put_candidate(&changed).unwrap();
    let kept = engine.inner.kept.as_ref().unwrap();
    let store = engine.inner.store.on_disk().unwrap();
    assert!(kept.keep(&engine.inner.pool, u64::MAX, store));
    let of_then = fs::read(facts_file(folder.path())).unwrap();
    engine.put_candidate(&everybody[3]).unwrap();
    engine.delete_candidate(&everybody[4].id).unwrap();
    let expected = shortlist(&engine);
    drop(engine);
    fs::write(facts_file(folder.path()), of_then).unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    assert_eq!((engine.inner.not_kept, engine.candidate_count()), (1, everybody.len() - 1));
    let opened = engine.inner.pool.get(&everybody[3].id).unwrap();
    let read = Entry::new(&everybody[3], &engine.inner.extractor).unwrap();
    assert_eq!(format!("{:?}", opened.person()), format!("{:?}", read.person()));
    assert_eq!(shortlist(&engine), expected);
}

#[test]
fn a_compaction_leaves_no_facts_of_who_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    let gone = r#"{"id": "gone", "name": "Quarrington", "summary": "Ran Lustre at Quarringtonville since 2019"}"#;
    engine.put_candidates(&people()).unwrap();
    engine.put_candidate(&serde_json::from_str(gone).unwrap()).unwrap();
    drop(engine);
    let holds = |word: &str| unpacked(folder.path()).contains(word);
    assert!(holds("Quarrington"));
    let engine = Engine::open(folder.path()).unwrap();
    assert!(engine.delete_candidate(&CandidateId::new("gone").unwrap()).unwrap());
    drop(engine);
    DataDirectory::at(folder.path()).compact(EngineOptions::default()).unwrap();
    assert!(!holds("Quarrington"));
}

#[test]
fn a_few_people_are_not_worth_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    engine.put_candidates(&people()[..ENOUGH - 1]).unwrap();
    drop(engine);
    assert!(!facts_file(folder.path()).exists());
}
