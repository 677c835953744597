//! The care of a data directory: verify, rebuild, compact, back up, restore, export; and that erased is erased.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rolefit::error::ErrorKind;
use rolefit::model::PartialDate;
use rolefit::storage::{DataDirectory, IndexState, Progress, ProgressStep, StorageOptions};
use rolefit::{Candidate, CandidateId, Engine, EngineOptions, MatchOptions, Role, RoleId};

pub(crate) fn candidate(id: &str, summary: &str) -> Candidate {
    serde_json::from_value(serde_json::json!({"id": id, "summary": summary, "skills": ["Slurm"]})).unwrap()
}

fn role() -> Role {
    serde_json::from_str(r#"{"id": "r-1", "title": "HPC engineer", "must_have": ["Lustre", "Slurm"]}"#).unwrap()
}

fn id(text: &str) -> CandidateId {
    CandidateId::new(text).unwrap()
}

fn filled(dir: &Path) {
    let engine = Engine::open(dir).unwrap();
    engine.put_role(&role()).unwrap();
    let people: Vec<Candidate> =
        (0..60).map(|n| candidate(&format!("c-{n}"), &format!("Lustre for {n} years."))).collect();
    engine.put_candidates(&people).unwrap();
    engine.delete_candidate(&id("c-7")).unwrap();
    engine.put_candidate(&candidate("c-8", "Now on BeeGFS.")).unwrap();
}

fn answer(dir: &Path) -> String {
    let as_of = Some("2026-11-01".parse::<PartialDate>().unwrap());
    let options = MatchOptions::default().with_as_of(as_of).with_limit(1000);
    let answer = Engine::open(dir).unwrap().matches(&RoleId::new("r-1").unwrap(), &options).unwrap();
    serde_json::to_string(&answer).unwrap()
}

fn exported(dir: &Path) -> (String, String) {
    let (directory, mut roles, mut candidates) = (DataDirectory::at(dir), Vec::new(), Vec::new());
    directory.export_roles(&mut roles, &mut Err).unwrap();
    directory.export_candidates(&mut candidates, &mut Err).unwrap();
    (String::from_utf8(roles).unwrap(), String::from_utf8(candidates).unwrap())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The files below `folder` whose name or bytes hold `text`, whatever the case of its letters.
fn holding(folder: &Path, text: &str) -> Vec<PathBuf> {
    let needle = text.to_ascii_lowercase().into_bytes();
    let holds = |bytes: &[u8]| bytes.to_ascii_lowercase().windows(needle.len()).any(|window| window == needle);
    let held = |path: &PathBuf| holds(path.to_str().unwrap().as_bytes()) || holds(&fs::read(path).unwrap());
    files(folder).into_iter().filter(held).collect()
}

fn whole(dir: &Path) -> rolefit::storage::Verification {
    let found = DataDirectory::at(dir).verify(&EngineOptions::default()).unwrap();
    assert!(found.is_whole(), "{found:?}");
    found
}

#[test]
fn a_directory_that_was_closed_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let found = whole(dir.path());
    assert_eq!((found.candidates, found.roles, found.seq, found.index), (59, 1, 63, IndexState::Whole));
    fs::remove_dir_all(dir.path().join("index")).unwrap();
    assert_eq!(whole(dir.path()).index, IndexState::Missing);
    assert_eq!(DataDirectory::at(dir.path()).rebuild(EngineOptions::default()).unwrap(), 59);
    assert_eq!(whole(dir.path()), found);
}

#[test]
fn a_damaged_index_is_named_and_rebuilt() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let before = answer(dir.path());
    let victim =
        files(&dir.path().join("index/tantivy")).into_iter().find(|f| f.extension().is_some_and(|e| e == "idx"));
    let victim = victim.unwrap();
    let mut bytes = fs::read(&victim).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&victim, bytes).unwrap();
    let found = DataDirectory::at(dir.path()).verify(&EngineOptions::default()).unwrap();
    assert_eq!((found.index, found.flaw_count), (IndexState::Damaged, 1));
    assert!(found.flaws[0].contains(victim.file_name().unwrap().to_str().unwrap()), "{:?}", found.flaws);
    DataDirectory::at(dir.path()).rebuild(EngineOptions::default()).unwrap();
    assert_eq!(whole(dir.path()).index, IndexState::Whole);
    assert_eq!(answer(dir.path()), before);
}

#[test]
fn an_index_that_holds_something_else_than_the_store_is_named_and_repaired_by_the_next_start() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(dir.path());
    copy(&dir.path().join("index"), &other.path().join("index"));
    let engine = Engine::open(dir.path()).unwrap();
    engine.delete_candidate(&id("c-1")).unwrap();
    engine.flush_index().unwrap();
    drop(engine);
    let before = answer(dir.path());
    // An index of this store that says it knows everything and does not: the older one, behind the log that compaction forgets.
    DataDirectory::at(dir.path()).compact(EngineOptions::default()).unwrap();
    fs::remove_dir_all(dir.path().join("index")).unwrap();
    copy(&other.path().join("index"), &dir.path().join("index"));
    assert_eq!(whole(dir.path()).index, IndexState::Behind);
    assert_eq!(answer(dir.path()), before);
    assert_eq!(whole(dir.path()).index, IndexState::Whole);
}

/// Words that stand in every part of a document, and in nobody else's.
#[test]
fn after_a_deletion_and_a_compaction_no_file_holds_a_byte_of_the_person() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let others = answer(dir.path());
    let person = serde_json::json!({
        "id": "zebulon-quixley@example.org", "name": "Zebulon Quixley", "headline": "Vexillologist of clusters",
        "summary": "Wrote the frobnicatrix scheduler. ".repeat(400), "skills": ["Gribblyware", "Lustre"],
        "experience": [{"title": "Wombatherder", "employer": "Plugh and Sons", "description": "Kept the xyzzyfs alive."}],
    });
    let words =
        ["zebulon", "quixley", "vexillologist", "frobnicatrix", "gribblyware", "wombatherder", "plugh", "xyzzyfs"];
    let engine = Engine::open(dir.path()).unwrap();
    engine.put_candidate(&serde_json::from_value(person).unwrap()).unwrap();
    engine.flush_index().unwrap();
    engine.put_candidate(&candidate("c-9", "Once wrote of the fandangosaurus.")).unwrap();
    engine.flush_index().unwrap();
    for word in words {
        assert!(!holding(dir.path(), word).is_empty(), "{word} is nowhere, so this test finds nothing");
    }
    assert!(engine.delete_candidate(&id("zebulon-quixley@example.org")).unwrap());
    engine.put_candidate(&candidate("c-9", "Lustre for 9 years.")).unwrap();
    engine.flush_index().unwrap();
    drop(engine);
    assert!(!holding(dir.path(), "zebulon").is_empty(), "deleting alone does not erase");

    let done = DataDirectory::at(dir.path()).compact(EngineOptions::default()).unwrap();
    assert_eq!(done.documents, 60);
    for word in words.into_iter().chain(["fandangosaurus"]) {
        assert_eq!(holding(dir.path(), word), Vec::<PathBuf>::new(), "{word}");
    }
    assert_eq!(answer(dir.path()), others);
    assert_eq!(whole(dir.path()).index, IndexState::Whole);
}

#[test]
fn a_backup_taken_under_load_holds_the_documents_of_one_write() {
    let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Engine::open(dir.path()).unwrap();
    // Four writers change one round after the other all of their ten, and delete and put one more.
    let is_over = AtomicBool::new(false);
    let file = elsewhere.path().join("b");
    let held = std::thread::scope(|scope| {
        for writer in 0..4 {
            let (engine, is_over) = (&engine, &is_over);
            scope.spawn(move || {
                for round in 0.. {
                    let people: Vec<Candidate> =
                        (0..10).map(|n| candidate(&format!("c-{writer}-{n}"), &format!("round {round}"))).collect();
                    engine.put_candidates(&people).unwrap();
                    engine.delete_candidate(&id(&format!("d-{writer}-{}", round % 3))).unwrap();
                    engine.put_candidate(&candidate(&format!("d-{writer}-{}", (round + 1) % 3), "here")).unwrap();
                    if is_over.load(Ordering::SeqCst) {
                        return;
                    }
                }
            });
        }
        std::thread::sleep(std::time::Duration::from_millis(300));
        let before = engine.candidate_count();
        assert!(before >= 40, "{before}");
        let held = engine.backup(&file);
        is_over.store(true, Ordering::SeqCst);
        held.unwrap()
    });
    drop(engine);
    let restored = elsewhere.path().join("data");
    assert_eq!(DataDirectory::at(&restored).restore(&file).unwrap(), held);
    let found = whole(&restored);
    assert_eq!((found.candidates, found.seq, found.index), (held.candidates, held.seq, IndexState::Missing));
    // Each put of ten is one step, so the ten of a writer are of one round.
    let engine = Engine::open(&restored).unwrap();
    let mut rounds: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for writer in 0..4 {
        for n in 0..10 {
            let found = engine.candidate(&id(&format!("c-{writer}-{n}"))).unwrap().unwrap();
            rounds.entry(writer).or_default().push(found.summary.unwrap());
        }
    }
    for (writer, rounds) in rounds {
        assert!(rounds.iter().all(|round| *round == rounds[0]), "writer {writer}: {rounds:?}");
    }
    assert_eq!(engine.candidate_count() as u64, held.candidates);
}

#[test]
fn a_restored_directory_answers_as_the_one_that_was_backed_up() {
    let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(dir.path());
    let file = elsewhere.path().join("b");
    let held = DataDirectory::at(dir.path()).backup(&file).unwrap();
    assert_eq!((held.seq, held.candidates, held.roles), (63, 59, 1));
    let error = DataDirectory::at(dir.path()).backup(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io, "a backup takes no other's place: {error}");
    let restored = DataDirectory::at(elsewhere.path().join("data"));
    restored.restore(&file).unwrap();
    let again = restored.restore(&file).unwrap_err();
    assert!(again.kind() == ErrorKind::Storage && again.to_string().contains("is not empty"), "{again}");
    assert_eq!(whole(restored.path()).digest, whole(dir.path()).digest);
    assert_eq!(answer(restored.path()), answer(dir.path()));
    assert_eq!(exported(restored.path()), exported(dir.path()));
}

#[test]
fn a_damaged_backup_is_refused_and_makes_nothing() {
    let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(dir.path());
    let file = elsewhere.path().join("b");
    DataDirectory::at(dir.path()).backup(&file).unwrap();
    let whole = fs::read(&file).unwrap();
    let target = elsewhere.path().join("data");
    for at in (0..whole.len()).step_by(whole.len() / 97) {
        for is_cut in [false, true] {
            let mut broken = whole.clone();
            if is_cut {
                broken.truncate(at);
            } else {
                broken[at] ^= 1 << (at % 8);
            }
            fs::write(&file, broken).unwrap();
            let error = DataDirectory::at(&target).restore(&file).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed, "byte {at}: {error}");
            assert!(!target.exists());
        }
    }
    fs::write(&file, [whole.clone(), whole].concat()).unwrap();
    assert!(DataDirectory::at(&target).restore(&file).unwrap_err().to_string().contains("follows its end"));
}

#[test]
fn a_restore_that_was_cut_short_is_no_data_directory_and_can_be_run_again() {
    let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(dir.path());
    let file = elsewhere.path().join("b");
    DataDirectory::at(dir.path()).backup(&file).unwrap();
    let target = elsewhere.path().join("data");
    copy(&dir.path().join("store"), &target.join("store.restoring"));
    let error = Engine::open(&target).err().unwrap();
    assert!(error.to_string().contains("was not finished: run it again"), "{error}");
    assert!(!target.join("store").exists());
    DataDirectory::at(&target).restore(&file).unwrap();
    assert_eq!(exported(&target), exported(dir.path()));
}

#[test]
fn an_export_is_read_back_to_the_same_documents() {
    let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    filled(dir.path());
    let (roles, candidates) = exported(dir.path());
    assert_eq!((roles.lines().count(), candidates.lines().count()), (1, 59));
    let paths = [elsewhere.path().join("roles.ndjson"), elsewhere.path().join("candidates.ndjson")];
    fs::write(&paths[0], &roles).unwrap();
    fs::write(&paths[1], &candidates).unwrap();
    let data = elsewhere.path().join("data");
    let engine = Engine::open(&data).unwrap();
    let files = rolefit::files::ImportFiles::default()
        .with_roles(paths[0].clone())
        .with_candidates(paths[1].clone())
        .with_strict(true);
    rolefit::files::import_files(&engine, &files, &mut |_| {}).unwrap();
    let mut out = Vec::new();
    assert_eq!(engine.export_candidates(&mut out).unwrap(), 59);
    assert_eq!(String::from_utf8(out).unwrap(), candidates);
    drop(engine);
    assert_eq!(exported(&data), (roles, candidates));
}

#[test]
fn nothing_works_beside_an_open_engine_or_without_a_directory() {
    let (dir, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Engine::open(dir.path()).unwrap();
    let options = EngineOptions::default;
    let file = elsewhere.path().join("b");
    let all = |directory: &DataDirectory| -> Vec<rolefit::Error> {
        vec![
            directory.verify(&options()).err().unwrap(),
            directory.rebuild(options()).err().unwrap(),
            directory.compact(options()).err().unwrap(),
            directory.backup(&file).err().unwrap(),
            directory.export_roles(&mut Vec::new(), &mut Err).err().unwrap(),
        ]
    };
    for error in all(&DataDirectory::at(dir.path())) {
        assert!(error.kind() == ErrorKind::Storage && error.to_string().contains("in use"), "{error}");
    }
    for error in all(&DataDirectory::at(elsewhere.path().join("none"))) {
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    }
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    engine.put_role(&role()).unwrap();
    assert_eq!(Engine::in_memory().backup(&file).unwrap_err().kind(), ErrorKind::Configuration);
}

#[test]
fn below_the_watermark_writes_are_refused_and_reading_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let storage = StorageOptions::default().with_low_space_bytes(u64::MAX);
    let engine = Engine::open_with(dir.path(), EngineOptions::default().with_storage(storage)).unwrap();
    let error = engine.put_candidate(&candidate("c-new", "Lustre")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LowSpace, "{error}");
    assert_eq!(engine.matches(&role().id, &MatchOptions::default()).unwrap().results.len(), 10);
    assert_eq!(engine.candidate(&id("c-new")).unwrap(), None);
    drop(engine);
    let engine = Engine::open(dir.path()).unwrap();
    assert!(engine.put_candidate(&candidate("c-new", "Lustre")).unwrap().created);
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            // A file may go while its folder is copied, as it may in a crash.
            match fs::copy(entry.path(), target) {
                Err(gone) if gone.kind() == std::io::ErrorKind::NotFound => {}
                copied => drop(copied.unwrap()),
            }
        }
    }
}

#[test]
fn opening_and_care_tell_how_far_they_have_come() {
    let folder = tempfile::tempdir().unwrap();
    let (dir, backup) = (folder.path().join("data"), folder.path().join("monday.backup"));
    filled(&dir);
    let engine = Engine::open(&dir).unwrap();
    let n_candidates = u64::try_from(engine.candidate_count()).unwrap();
    let n_documents = n_candidates + u64::try_from(engine.role_count()).unwrap();
    drop(engine);
    let is_done = |progress: &Progress, total: u64| {
        let state = progress.state();
        assert_eq!((state.step, state.done, state.total), (ProgressStep::Done, total, total));
    };
    let care = |work: &dyn Fn(&DataDirectory), total: u64| {
        let progress = Progress::default();
        work(&DataDirectory::at(&dir).watched(&progress));
        is_done(&progress, total);
    };
    care(&|dir| assert!(dir.verify(&EngineOptions::default()).unwrap().is_whole()), n_documents);
    care(&|dir| assert_eq!(dir.backup(&backup).unwrap().candidates, n_candidates), n_documents);
    care(&|dir| assert_eq!(dir.export_candidates(&mut Vec::new(), &mut Err).unwrap(), n_candidates), n_candidates);
    let progress = Progress::default();
    DataDirectory::at(folder.path().join("restored")).watched(&progress).restore(&backup).unwrap();
    is_done(&progress, n_documents);
    // The index is built anew, so that every step has something to do.
    fs::remove_dir_all(dir.join("index")).unwrap();
    let progress = Progress::default();
    drop(Engine::open_watched(&dir, EngineOptions::default(), &progress).unwrap());
    assert_eq!(progress.state().step, ProgressStep::Done);
}
