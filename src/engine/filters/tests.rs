//! Whom words find, whatever happens to the people meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::engine::MatchOptions;

fn person(number: usize, text: &str) -> Candidate {
    serde_json::from_value(serde_json::json!({"id": format!("c-{number}"), "summary": text, "skills": ["Slurm"]}))
        .unwrap()
}

/// An engine with more people than a tile holds, of whom every third tells of Lustre, and a role.
fn engine() -> (Engine, RoleId) {
    let engine = Engine::in_memory();
    let text = |number: usize| if number.is_multiple_of(3) { "I ran Lustre." } else { "I ran clusters." };
    engine.put_candidates(&(0..600).map(|number| person(number, text(number))).collect::<Vec<_>>()).unwrap();
    let role: Role = serde_json::from_str(r#"{"id": "r", "must_have": ["Slurm"]}"#).unwrap();
    engine.put_role(&role).unwrap();
    (engine, role.id)
}

/// The ids of those who are found, with how many were looked at.
fn found(engine: &Engine, role: &RoleId, words: &str) -> (HashSet<String>, usize) {
    let options = MatchOptions::default().with_limit(1000).with_filters(Filters::default().with_q(words));
    let answer = engine.matches(role, &options).unwrap();
    let ids = answer.results.iter().map(|row| row.candidate_id.as_ref().unwrap().to_string()).collect();
    (ids, answer.considered)
}

#[test]
fn words_find_whoever_says_them_in_any_document() {
    let (engine, role) = engine();
    let mut expected: HashSet<String> = (0..200).map(|number| format!("c-{}", 3 * number)).collect();
    assert_eq!(found(&engine, &role, "lustre"), (expected.clone(), 200));
    // Somebody changes in a tile, somebody comes, somebody goes.
    engine.put_candidate(&person(1, "Lustre now.")).unwrap();
    engine.put_candidate(&person(3, "Never again.")).unwrap();
    engine.put_candidate(&person(700, "Lustre for years.")).unwrap();
    engine.delete_candidate(&person(6, "").id).unwrap();
    expected.extend(["c-1", "c-700"].map(str::to_owned));
    expected.retain(|id| !["c-3", "c-6"].contains(&id.as_str()));
    assert_eq!(found(&engine, &role, "lustre"), (expected.clone(), 200));
    // The other document of a person says it, in a tile and beside; then the person's own says it alone.
    engine.merge_candidates(&person(2, "").id, &person(9, "").id).unwrap();
    engine.put_candidate(&person(701, "Nothing.")).unwrap();
    engine.merge_candidates(&person(701, "").id, &person(12, "").id).unwrap();
    engine.merge_candidates(&person(15, "").id, &person(4, "").id).unwrap();
    expected.extend(["c-2", "c-701"].map(str::to_owned));
    expected.retain(|id| !["c-9", "c-12"].contains(&id.as_str()));
    assert_eq!(found(&engine, &role, "lustre"), (expected, 200));
    assert_eq!(found(&engine, &role, "nobody says it"), (HashSet::new(), 0));
    assert_eq!(found(&engine, &role, "!").1, 0, "no word is said by nobody");
}

#[test]
fn whoever_changes_while_words_are_asked_for_is_never_missing() {
    let (engine, role) = engine();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for years in 1.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                engine.put_candidate(&person(0, &format!("I ran Lustre for {} years.", 1 + years % 30))).unwrap();
            }
        });
        for _ in 0..60 {
            let (ids, _) = found(&engine, &role, "lustre");
            assert!(ids.contains("c-0") && ids.len() == 200, "{}", ids.len());
        }
        is_over.store(true, Ordering::Relaxed);
    });
}
