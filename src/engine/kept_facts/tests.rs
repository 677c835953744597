//! Kept facts: taken where they are of the document as it is, and never otherwise.

use super::*;
use crate::domain::{Candidate, CandidateId, PartialDate, Role};
use crate::engine::{DataDirectory, Engine, EngineOptions, MatchOptions};
use crate::store::Seq;

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
fn unpacked(folder: &Path) -> Vec<u8> {
    let mut file = File::open(facts_file(folder)).unwrap();
    let mut bytes = read_block(&mut file).unwrap();
    while let Some(block) = read_block(&mut file) {
        bytes.extend(snap::raw::Decoder::new().decompress_vec(&block).unwrap());
    }
    bytes
}

fn entries(engine: &Engine) -> Vec<Arc<Entry>> {
    let mut entries: Vec<Arc<Entry>> = engine.inner.pool.snapshot().entries().cloned().collect();
    entries.sort_by(|a, b| a.id.cmp(&b.id));
    entries
}

/// What is kept of these, by asking for the documents that the engine has.
fn taken(engine: &Engine, entries: &[Arc<Entry>]) -> Vec<Option<Entry>> {
    let Some(mut reading) = engine.inner.kept.as_ref().unwrap().read() else { return Vec::new() };
    let record = |id: &str| engine.inner.store.get(crate::store::Kind::Candidate, id).unwrap().unwrap();
    entries.iter().map(|entry| reading.take(entry.id.as_str(), &record(entry.id.as_str()))).collect()
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
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
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
    let facts = |entry: &Entry| format!("{:?}", entry.facts);
    assert_eq!(
        facts(&engine.inner.pool.get(&changed.id).unwrap()),
        facts(&Entry::new(&changed, &engine.inner.extractor))
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
    assert_eq!(stamp.split(' ').count(), 3);
    for (at, part) in stamp.split(' ').enumerate() {
        let mut parts: Vec<String> = stamp.split(' ').map(str::to_owned).collect();
        parts[at] = part.chars().rev().collect();
        let mut other = Vec::new();
        write_block(&mut other, parts.join(" ").as_bytes()).unwrap();
        other.extend(&kept[stamp_ends..]);
        fs::write(facts_file(folder.path()), other).unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        // All were read anew, and kept.
        assert_eq!((engine.inner.not_kept, fs::read(facts_file(folder.path())).unwrap() == kept), (0, true));
    }
}

#[test]
fn what_is_damaged_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    engine.put_candidates(&people()).unwrap();
    drop(engine);
    let engine = Engine::open(folder.path()).unwrap();
    let everybody = entries(&engine);
    assert!(taken(&engine, &everybody).iter().all(Option::is_some));
    let whole = fs::read(facts_file(folder.path())).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 50) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(facts_file(folder.path()), &damaged).unwrap();
        assert!(taken(&engine, &everybody).iter().all(Option::is_none));
        fs::write(facts_file(folder.path()), &whole[..at]).unwrap();
        assert!(taken(&engine, &everybody).iter().all(Option::is_none));
    }
    // A document that is another one than its facts were made of.
    fs::write(facts_file(folder.path()), &whole).unwrap();
    let mut reading = engine.inner.kept.as_ref().unwrap().read().unwrap();
    let mut record = engine.inner.store.get(crate::store::Kind::Candidate, everybody[0].id.as_str()).unwrap().unwrap();
    record.seq = Seq(record.seq.0 + 1);
    assert!(reading.take(everybody[0].id.as_str(), &record).is_none());
}

#[test]
fn a_compaction_leaves_no_facts_of_who_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    let gone = r#"{"id": "gone", "name": "Quarrington", "summary": "Ran Lustre at Quarringtonville since 2019"}"#;
    engine.put_candidates(&people()).unwrap();
    engine.put_candidate(&serde_json::from_str(gone).unwrap()).unwrap();
    drop(engine);
    let holds = |word: &str| unpacked(folder.path()).windows(word.len()).any(|at| at == word.as_bytes());
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
