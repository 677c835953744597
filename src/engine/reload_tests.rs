//! What an engine promises that is reloaded while it is used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use crate::domain::{Candidate, CandidateId, Role, RoleId};
use crate::matching::ScoringProfile;
use crate::taxonomy::Taxonomy;
use crate::{Engine, EngineOptions, MatchOptions, PANICS};

/// A skill that the built-in taxonomy does not know, and this one does.
const OWN: &str = r#"concept = [{ id = "quokkascript", label = "Quokkascript", kind = "tool", area = "interconnect", weight = 1.0, source = "own", aliases = ["QScript"] }]"#;

fn own() -> EngineOptions {
    EngineOptions::default().with_taxonomy(Arc::new(Taxonomy::extended(OWN).unwrap()))
}

fn person(id: &str, skill: &str) -> Candidate {
    serde_json::from_value(serde_json::json!({"id": id, "skills": [skill]})).unwrap()
}

fn role() -> Role {
    serde_json::from_str(r#"{"id": "r", "must_have": ["Quokkascript"]}"#).unwrap()
}

fn id(text: &str) -> CandidateId {
    CandidateId::new(text).unwrap()
}

/// The version of the taxonomy of an answer, and who is in it with which fit.
fn answer(engine: &Engine) -> (String, Vec<(String, f64)>) {
    let answer = engine.matches(&RoleId::new("r").unwrap(), &MatchOptions::default().with_limit(50)).unwrap();
    let rows = answer.results.iter().map(|row| (row.candidate_id.as_ref().unwrap().to_string(), row.fit)).collect();
    (answer.model.taxonomy_version.clone(), rows)
}

/// Both sorts of engine, and a folder that has to last as long.
fn engines() -> (tempfile::TempDir, [Engine; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let on_disk = Engine::open(folder.path()).unwrap();
    (folder, [Engine::in_memory(), on_disk])
}

#[test]
fn a_reloaded_engine_is_as_one_that_was_opened_so() {
    let (_folder, engines) = engines();
    for engine in engines {
        let skill = |n: usize| if n.is_multiple_of(3) { "QScript" } else { "Slurm" };
        let people: Vec<Candidate> = (0..600).map(|n| person(&format!("c-{n}"), skill(n))).collect();
        engine.put_candidates(&people).unwrap();
        engine.put_role(&role()).unwrap();
        engine.delete_candidate(&id("c-3")).unwrap();
        let fresh = Engine::in_memory_with(own());
        let others: Vec<Candidate> = people.iter().filter(|person| person.id != id("c-3")).cloned().collect();
        fresh.put_candidates(&others).unwrap();
        fresh.put_role(&role()).unwrap();
        let before = answer(&engine);
        let reloaded = engine.reload(own()).unwrap();
        assert_eq!(answer(&reloaded), answer(&fresh));
        assert_ne!(answer(&reloaded), before);
        assert_eq!(answer(&engine), before, "a handle from before keeps what it knows");
        assert_eq!(answer(&engine.newest()), answer(&fresh));
        // The profile alone: facts are as they were.
        let profile = ScoringProfile::parse("[verdicts]\nstrong = 99.0\n").unwrap();
        let judged = reloaded.reload(own().with_profile(profile.clone())).unwrap();
        assert_eq!(answer(&judged), answer(&reloaded));
        let model = judged.matches(&role().id, &MatchOptions::default()).unwrap().model;
        assert_eq!(model.profile_hash, profile.hash());
        assert_eq!(judged.candidate_count(), 599);
    }
}

#[test]
fn what_is_written_through_an_old_handle_is_in_the_new_engine() {
    let (_folder, engines) = engines();
    for old in engines {
        old.put_role(&role()).unwrap();
        old.put_candidate(&person("a", "Quokkascript")).unwrap();
        let new = old.reload(own()).unwrap();
        old.put_candidate(&person("b", "Quokkascript")).unwrap();
        old.create_candidate(&person("c", "Quokkascript")).unwrap().unwrap();
        old.delete_candidate(&id("a")).unwrap();
        new.put_candidate(&person("d", "Quokkascript")).unwrap();
        let found: Vec<String> = answer(&new).1.into_iter().map(|(id, _)| id).collect();
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(["b", "c", "d"].iter().all(|id| found.contains(&(*id).to_owned())), "{found:?}");
        new.flush_index().unwrap();
        assert_eq!(new.status().index_seq, new.status().seq);
        drop(new);
        // The old handle alone keeps the new engine.
        assert_eq!(answer(&old.newest()).1.len(), 3);
    }
}

#[test]
fn nothing_differs_where_nothing_changed() {
    let engine = Engine::in_memory();
    let same = engine.reload(EngineOptions::default()).unwrap();
    assert!(Arc::ptr_eq(&engine.inner, &same.inner));
}

#[test]
fn a_data_directory_that_was_reloaded_closes_and_opens_whole() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    engine.put_role(&role()).unwrap();
    engine.put_candidates(&(0..1_100).map(|n| person(&format!("c-{n}"), "QScript")).collect::<Vec<_>>()).unwrap();
    let new = engine.reload(own()).unwrap();
    // Whoever closes last, all is written and nothing is left open.
    drop(engine);
    new.put_candidate(&person("late", "QScript")).unwrap();
    let expected = answer(&new).0;
    drop(new);
    let opened = Engine::open_with(folder.path(), own()).unwrap();
    assert_eq!((answer(&opened).0, opened.candidate_count()), (expected, 1_101));
    let reloaded = opened.reload(EngineOptions::default()).unwrap();
    drop(reloaded);
    drop(opened);
    assert_eq!(Engine::open(folder.path()).unwrap().candidate_count(), 1_101);
}

#[test]
fn documents_that_cannot_be_read_stay_counted() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    let bad: Candidate = serde_json::from_value(serde_json::json!({"id": "bad", "summary": PANICS})).unwrap();
    engine.store_unread(&bad);
    drop(engine);
    let engine = Engine::open(folder.path()).unwrap();
    assert_eq!(engine.status().unreadable, 1);
    let profile = ScoringProfile::parse("[verdicts]\nstrong = 99.0\n").unwrap();
    let engine = engine.reload(EngineOptions::default().with_profile(profile)).unwrap();
    assert_eq!((engine.status().unreadable, engine.candidate_count()), (1, 1));
    let engine = engine.reload(own()).unwrap();
    assert_eq!((engine.status().unreadable, engine.candidate_count()), (1, 1));
    engine.put_candidate(&person("bad", "Slurm")).unwrap();
    assert_eq!(engine.status().unreadable, 0);
}

#[test]
fn writes_on_all_threads_of_the_pool_and_reloads_end() {
    let engine = Engine::in_memory();
    std::thread::scope(|scope| {
        let reloading = scope.spawn(|| {
            let mut newest = engine.newest();
            for round in 0..6 {
                newest = newest.reload(if round % 2 == 0 { own() } else { EngineOptions::default() }).unwrap();
            }
        });
        // Each waits for the others' threads while it reads, and may be given another of these meanwhile.
        (0..60).into_par_iter().for_each(|n| {
            let people = ["a", "b", "c", "d"].map(|name| person(&format!("{name}-{n}"), "QScript"));
            assert_eq!(engine.put_candidates(&people).unwrap().len(), 4);
        });
        reloading.join().unwrap();
    });
    assert_eq!(engine.newest().candidate_count(), 240);
}

/// So many are there from the beginning.
const MANY: usize = 150;

/// The version of the taxonomy of a short answer, how many it is about, and the fits of its best.
fn best(engine: &Engine) -> (String, usize, Vec<f64>) {
    let answer = engine.matches(&RoleId::new("r").unwrap(), &MatchOptions::default().with_limit(3)).unwrap();
    (answer.model.taxonomy_version, answer.considered, answer.results.iter().map(|row| row.fit).collect())
}

#[test]
fn nobody_is_lost_or_seen_twice_while_others_write_and_ask() {
    let (_folder, engines) = engines();
    for engine in engines {
        engine.put_role(&role()).unwrap();
        engine.put_candidates(&(0..MANY).map(|n| person(&format!("c-{n}"), "QScript")).collect::<Vec<_>>()).unwrap();
        let before = best(&engine);
        let after = best(&engine.reload(own()).unwrap());
        assert!(before.0 != after.0 && before.2 != after.2, "the two judge otherwise");
        let (stop, n_asked) = (AtomicBool::new(false), AtomicUsize::new(0));
        let newest = std::thread::scope(|scope| {
            for writer in 0..2 {
                let (engine, stop) = (&engine, &stop);
                scope.spawn(move || {
                    for n in 0.. {
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        let name = format!("w-{writer}-{n}");
                        // Through whichever handle, and seen at once by the engine in use.
                        engine.put_candidate(&person(&name, "QScript")).unwrap();
                        assert!(engine.newest().inner.pool.get(&id(&name)).is_some(), "{name} is not seen");
                        if n % 4 != 0 {
                            engine.delete_candidate(&id(&name)).unwrap();
                            assert!(engine.newest().inner.pool.get(&id(&name)).is_none(), "{name} is still seen");
                        }
                        // Others shall have the processor, too.
                        std::thread::sleep(Duration::from_millis(2));
                    }
                });
            }
            let (asked, stopped, asking) = (&engine, &stop, &n_asked);
            let known = [&before, &after];
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let (version, considered, fits) = best(&asked.newest());
                    let expected = known.iter().find(|known| known.0 == version).expect("one taxonomy or the other");
                    // Facts, columns and words of one alone.
                    assert_eq!(fits, expected.2, "{version}");
                    assert!(considered >= MANY, "{considered}");
                    asking.fetch_add(1, Ordering::Relaxed);
                }
            });
            let mut newest = engine.newest();
            for round in 0..4 {
                newest = newest.reload(if round % 2 == 0 { EngineOptions::default() } else { own() }).unwrap();
            }
            stop.store(true, Ordering::Relaxed);
            newest
        });
        assert!(n_asked.load(Ordering::Relaxed) > 0);
        // What is in memory is what the store holds.
        let stored: usize = newest.inner.store.count(crate::store::Kind::Candidate).try_into().unwrap();
        assert_eq!(newest.inner.pool.len(), stored);
        newest.flush_index().unwrap();
    }
}
