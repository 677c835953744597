//! Tests of feedback: what is kept, what goes along with what, and that no fit depends on it.

use super::*;
use crate::domain::{Candidate, Role};
use crate::engine::{MatchOptions, RemoveOptions};
use crate::matching::Filters;

fn role(id: &str) -> RoleId {
    RoleId::new(id).unwrap()
}

fn candidate(id: &str) -> CandidateId {
    CandidateId::new(id).unwrap()
}

fn filled(engine: &Engine) {
    for id in ["r-1", "r-2"] {
        engine
            .put_role(&serde_json::from_value(serde_json::json!({"id": id, "must_have": ["Slurm"]})).unwrap())
            .unwrap();
    }
    for (id, summary) in [("a", "I ran Slurm for years."), ("b", "I ran Slurm."), ("c", "I ran Kubernetes."), ("d", "")]
    {
        let document = serde_json::json!({"id": id, "summary": summary});
        engine.put_candidate(&serde_json::from_value(document).unwrap()).unwrap();
    }
}

fn graded(role_id: &str, candidate_id: &str, grade: u8) -> Feedback {
    Feedback::new(role(role_id), candidate(candidate_id)).with_grade(grade)
}

#[test]
fn feedback_is_kept_as_it_was_given_and_listed_in_pages() {
    let engine = Engine::in_memory();
    filled(&engine);
    let notes = [FeedbackNote::new("Calls back on Monday.", 7).with_by("Kim".to_owned())];
    let given = graded("r-1", "a", 3).with_stage(FeedbackStage::Screening).with_notes(notes);
    let written = engine.put_feedback(&given).unwrap();
    assert!(written.created && !engine.put_feedback(&given).unwrap().created);
    let (kept, seq) = engine.feedback(&role("r-1"), &candidate("a")).unwrap();
    assert_eq!((Feedback { updated_at: 0, fits: Vec::new(), ..kept }, seq), (given, written.seq + 1));
    for id in ["b", "c"] {
        engine.put_feedback(&graded("r-1", id, 1)).unwrap();
    }
    let page = |options: FeedbackOptions| engine.feedback_of_role(&role("r-1"), &options).unwrap();
    let first = page(FeedbackOptions::default().with_limit(2));
    assert_eq!((first.feedback.len(), first.total, &first.next_cursor), (2, 3, &Some(candidate("b"))));
    let second = page(FeedbackOptions::default().with_limit(2).with_after(first.next_cursor));
    assert_eq!((second.feedback.len(), second.next_cursor), (1, None));
    assert_eq!(page(FeedbackOptions::default().with_stage(FeedbackStage::Screening)).total, 1);
    assert_eq!(engine.feedback_on_candidate(&candidate("a")).len(), 1);
}

#[test]
fn what_cannot_be_is_refused_all_at_once_and_nothing_is_kept() {
    let engine = Engine::in_memory();
    filled(&engine);
    let notes = [FeedbackNote::new(" ", 0), FeedbackNote::new("x".repeat(4001), 0).with_by("x".repeat(101))];
    let Err(Error::Invalid(wrong)) = engine.put_feedback(&graded("r-1", "a", 4).with_notes(notes)) else { panic!() };
    let pointers: Vec<&str> = wrong.iter().map(|violation| violation.pointer.as_str()).collect();
    assert_eq!(pointers, ["/grade", "/notes/0/text", "/notes/1/text", "/notes/1/by"]);
    for (role_id, candidate_id, missing) in [("r-9", "a", "role"), ("r-1", "z", "candidate")] {
        let refused = engine.put_feedback(&graded(role_id, candidate_id, 1));
        assert!(matches!(refused, Err(Error::NotFound { what, .. }) if what == missing));
    }
    assert_eq!(engine.graded_pairs(None), "");
    let guarded = engine.put_feedback_if(&graded("r-1", "a", 1), Precondition::Present).unwrap();
    assert_eq!((guarded, engine.feedback(&role("r-1"), &candidate("a"))), (None, None));
}

#[test]
fn two_who_add_a_note_at_the_same_time_both_add_one() {
    let engine = Engine::in_memory();
    filled(&engine);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let engine = engine.clone();
            scope.spawn(move || {
                for n in 0..10 {
                    let note = FeedbackNote::new(format!("{writer} {n}"), n);
                    engine.change_feedback(&role("r-1"), &candidate("a"), |kept| kept.notes.push(note)).unwrap();
                }
            });
        }
    });
    assert_eq!(engine.feedback(&role("r-1"), &candidate("a")).unwrap().0.notes.len(), 40);
    let left = engine.change_feedback(&role("r-1"), &candidate("a"), |kept| kept.notes.clear()).unwrap();
    assert!(left.is_empty() && engine.feedback(&role("r-1"), &candidate("a")).is_none(), "nothing is kept of nothing");
}

#[test]
fn graded_pairs_are_as_evaluate_reads_them() {
    let engine = Engine::in_memory();
    filled(&engine);
    let spaced = candidate("0 x");
    engine.put_candidate(&Candidate::new(spaced.clone())).unwrap();
    engine.put_feedback(&Feedback::new(role("r-1"), spaced).with_grade(2)).unwrap();
    engine.put_feedback(&graded("r-1", "a", 0)).unwrap();
    engine.put_feedback(&graded("r-2", "b", 3)).unwrap();
    engine.put_feedback(&Feedback::new(role("r-2"), candidate("c")).with_stage(FeedbackStage::Hired)).unwrap();
    assert_eq!(engine.graded_pairs(Some(&role("r-2"))), "r-2 0 b 3\n");
    assert_eq!(engine.graded_pairs(None), "r-1\t0 x\t2\tfeedback\nr-1 0 a 0\nr-2 0 b 3\n");
}

#[test]
fn stages_filter_a_shortlist_and_no_fit_depends_on_them() {
    let engine = Engine::in_memory();
    filled(&engine);
    let ids = |filters: Filters| -> Vec<String> {
        let answer = engine.matches(&role("r-1"), &MatchOptions::default().with_filters(filters)).unwrap();
        answer.results.iter().map(|row| row.candidate_id.as_ref().unwrap().to_string()).collect()
    };
    let fits = || {
        let answer = engine.matches(&role("r-1"), &MatchOptions::default()).unwrap();
        serde_json::to_string(&answer).unwrap()
    };
    let (before, everybody) = (fits(), ids(Filters::default()));
    let staged = |id: &str, stage| Feedback::new(role("r-1"), candidate(id)).with_stage(stage).with_grade(3);
    engine.put_feedback(&staged("c", FeedbackStage::Interview)).unwrap();
    engine.put_feedback(&staged("a", FeedbackStage::Rejected)).unwrap();
    engine.put_feedback(&Feedback::new(role("r-2"), candidate("b")).with_stage(FeedbackStage::Rejected)).unwrap();
    assert_eq!(fits(), before, "an answer is the same byte for byte");
    let without = |gone: &[&str]| -> Vec<String> {
        everybody.iter().filter(|id| !gone.contains(&id.as_str())).cloned().collect()
    };
    assert_eq!(ids(Filters::default().with_stages([FeedbackStage::Interview])), ["c"]);
    assert_eq!(ids(Filters::default().with_without_stage(true)), without(&["a", "c"]));
    let wanted = Filters::default().with_stages([FeedbackStage::Interview]).with_without_stage(true);
    assert_eq!(ids(wanted.clone()), without(&["a"]));
    assert_eq!(engine.best(&role("r-1"), &MatchOptions::default().with_filters(wanted.clone())).unwrap().len(), 3);
    let elsewhere = engine.candidates(&wanted, None, &crate::engine::PageOptions::of(10));
    assert!(matches!(elsewhere, Err(Error::Configuration(_))), "a stage is of a role");
}

#[test]
fn feedback_goes_with_the_candidate_and_with_the_role() {
    let engine = Engine::in_memory();
    filled(&engine);
    for (role_id, candidate_id) in [("r-1", "a"), ("r-1", "b"), ("r-2", "a"), ("r-2", "b")] {
        engine.put_feedback(&graded(role_id, candidate_id, 2)).unwrap();
    }
    engine.remove_candidates(&[candidate("a")], &RemoveOptions::default()).unwrap();
    assert_eq!(engine.graded_pairs(None), "r-1 0 b 2\nr-2 0 b 2\n");
    engine.put_candidate(&Candidate::new(candidate("a"))).unwrap();
    assert!(engine.feedback(&role("r-1"), &candidate("a")).is_none(), "another of the same id begins anew");
    engine.delete_role(&role("r-1")).unwrap();
    assert_eq!(engine.graded_pairs(None), "r-2 0 b 2\n");
    engine.put_role(&Role::new(role("r-1"))).unwrap();
    assert!(engine.feedback_of_role(&role("r-1"), &FeedbackOptions::default()).unwrap().feedback.is_empty());
}

#[cfg(feature = "storage")]
mod on_disk {
    use std::path::Path;

    use super::*;
    use crate::storage::DataDirectory;

    fn holds(folder: &Path, word: &str) -> bool {
        std::fs::read_dir(folder).unwrap().map(Result::unwrap).any(|entry| {
            if entry.path().is_dir() {
                return holds(&entry.path(), word);
            }
            let bytes = std::fs::read(entry.path()).unwrap();
            bytes.windows(word.len()).any(|window| window == word.as_bytes())
        })
    }

    #[test]
    fn feedback_outlives_the_engine_is_backed_up_and_is_erased() {
        let folder = tempfile::tempdir().unwrap();
        let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
        let note = FeedbackNote::new("Quokkaworthy", 1);
        {
            let engine = Engine::open(&data).unwrap();
            filled(&engine);
            engine.put_feedback(&graded("r-1", "a", 3).with_notes([note])).unwrap();
            engine.backup(&folder.path().join("backup")).unwrap();
        }
        let verification = DataDirectory::at(&data).verify(&crate::EngineOptions::default()).unwrap();
        assert_eq!(verification.flaws, Vec::<String>::new());
        DataDirectory::at(&copy).restore(&folder.path().join("backup")).unwrap();
        assert_eq!(Engine::open(&copy).unwrap().graded_pairs(None), "r-1 0 a 3\n");
        assert!(holds(&data, "Quokkaworthy"));
        let engine = Engine::open(&data).unwrap();
        assert_eq!(engine.feedback(&role("r-1"), &candidate("a")).unwrap().0.notes[0].text, "Quokkaworthy");
        engine.delete_role(&role("r-1")).unwrap();
        let receipt = engine.erase_deleted().unwrap();
        for _ in 0..600 {
            if engine.erasure(&receipt.id).unwrap().unwrap().is_done() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        drop(engine);
        assert!(!holds(&data, "Quokkaworthy"));
        Engine::open(&data).unwrap();
    }
}

/// Fits with stage and cause.
fn history(engine: &Engine, role_id: &str, candidate_id: &str) -> Vec<(f64, Option<FeedbackStage>, FitCause)> {
    let kept = engine.feedback(&role(role_id), &candidate(candidate_id)).map(|(kept, _)| kept.fits);
    kept.into_iter().flatten().map(|fit| (fit.fit, fit.stage, fit.cause)).collect()
}

fn fit_now(engine: &Engine, role_id: &str, candidate_id: &str) -> f64 {
    engine.explain(&role(role_id), &candidate(candidate_id), &MatchOptions::default()).unwrap().fit
}

#[cfg(feature = "storage")]
#[test]
fn the_fit_is_noted_at_each_decision_and_whenever_it_changes_after_that() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(folder.path()).unwrap();
    filled(&engine);
    engine.put_feedback(&graded("r-1", "a", 2).with_stage(FeedbackStage::Screening)).unwrap();
    let (kept, _) = engine.feedback(&role("r-1"), &candidate("a")).unwrap();
    let first = fit_now(&engine, "r-1", "a");
    let screening = Some(FeedbackStage::Screening);
    assert_eq!(history(&engine, "r-1", "a"), [(first, screening, FitCause::Feedback)]);
    assert_eq!(kept.fits[0].components.len(), 6);

    // The same again says nothing new; another stage does.
    engine.put_feedback(&graded("r-1", "a", 3).with_stage(FeedbackStage::Screening)).unwrap();
    assert_eq!(history(&engine, "r-1", "a").len(), 1);
    engine.change_feedback(&role("r-1"), &candidate("a"), |kept| kept.stage = Some(FeedbackStage::Offer)).unwrap();
    let offer = Some(FeedbackStage::Offer);
    assert_eq!(history(&engine, "r-1", "a")[1..], [(first, offer, FitCause::Feedback)]);

    // The person's document, then the role's, in whichever way they are written.
    let written = engine.feedback(&role("r-1"), &candidate("a")).unwrap().0.updated_at;
    let bare: Candidate = serde_json::from_value(serde_json::json!({"id": "a", "summary": "I bake bread."})).unwrap();
    engine.put_candidate_if(&bare, Precondition::Present).unwrap();
    let second = fit_now(&engine, "r-1", "a");
    let asks: Role = serde_json::from_value(
        serde_json::json!({"id": "r-1", "must_have": [{"name": "Slurm", "gate": true}, "Lustre"]}),
    )
    .unwrap();
    engine.put_role(&asks).unwrap();
    let third = fit_now(&engine, "r-1", "a");
    assert!(second < first);
    let expected = [(second, offer, FitCause::Candidate), (third, offer, FitCause::Role)];
    assert_eq!(history(&engine, "r-1", "a")[2..], expected);
    let (kept, seq) = engine.feedback(&role("r-1"), &candidate("a")).unwrap();
    assert!(kept.fits[3].gated && !kept.fits[2].gated && kept.updated_at == written);
    assert!(history(&engine, "r-2", "a").is_empty() && history(&engine, "r-1", "b").is_empty());
    // Written without a change that matters: nothing is noted, and the version stays.
    engine.put_role(&asks).unwrap();
    engine.put_candidate(&bare).unwrap();
    assert_eq!(engine.feedback(&role("r-1"), &candidate("a")).unwrap(), (kept.clone(), seq));

    // It survives the process, is not the sender's to write, and goes with the person.
    drop(engine);
    let engine = Engine::open(folder.path()).unwrap();
    assert_eq!(engine.feedback(&role("r-1"), &candidate("a")).unwrap().0, kept);
    engine.put_feedback(&Feedback { fits: Vec::new(), ..kept.clone() }).unwrap();
    assert_eq!(engine.feedback(&role("r-1"), &candidate("a")).unwrap().0.fits, kept.fits);
    engine.delete_candidate(&candidate("a")).unwrap();
    assert!(engine.feedback(&role("r-1"), &candidate("a")).is_none());
    engine.put_candidate(&bare).unwrap();
    engine.put_feedback(&kept).unwrap();
    assert_eq!(engine.feedback(&role("r-1"), &candidate("a")).unwrap().0.fits, kept.fits, "what is undone is whole");
}

#[test]
fn so_many_moments_are_kept_the_latest() {
    let engine = Engine::in_memory();
    filled(&engine);
    let stages = [FeedbackStage::Offer, FeedbackStage::Screening];
    for at in 0..25 {
        engine.put_feedback(&graded("r-1", "a", 2).with_stage(stages[at % 2])).unwrap();
    }
    let found = history(&engine, "r-1", "a");
    assert_eq!((found.len(), found[19].1), (20, Some(FeedbackStage::Offer)));
}

#[test]
fn other_knowledge_is_noted_too() {
    let engine = Engine::in_memory();
    filled(&engine);
    engine.put_feedback(&graded("r-1", "a", 2)).unwrap();
    let before = fit_now(&engine, "r-1", "a");
    let profile = engine.options().profile.with("[weights]\nskills = 0.9").unwrap();
    let engine = engine.reload(crate::EngineOptions::default().with_profile(profile)).unwrap();
    let after = fit_now(&engine, "r-1", "a");
    assert!((before - after).abs() > 0.01);
    assert_eq!(history(&engine, "r-1", "a"), [(before, None, FitCause::Feedback), (after, None, FitCause::Knowledge)]);
}
