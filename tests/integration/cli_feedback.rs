//! `rolefit feedback`: grades as `rolefit evaluate` reads them, and everything as JSON.

use rolefit::feedback::{Feedback, FeedbackNote, FeedbackStage};
use rolefit::{CandidateId, Engine, RoleId};
use serde_json::Value;

use crate::program::Folder;

const PEOPLE: &str = r#"{"id": "c-1", "summary": "I have run Slurm since 2018.", "skills": ["Slurm"]}
{"id": "c-2", "summary": "I sell shoes."}
"#;
const ROLE: &str = r#"{"id": "r", "title": "HPC engineer", "must_have": ["Slurm"]}"#;

#[test]
fn grades_that_people_gave_measure_a_ranking() {
    let folder = Folder::new().with("people.jsonl", PEOPLE).with("role.json", ROLE);
    let imported =
        folder.run(&["import", "--data-dir", "data", "--candidates", "people.jsonl", "--roles", "role.json"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    {
        let engine = Engine::open(folder.path().join("data")).unwrap();
        let of = |id: &str| Feedback::new(RoleId::new("r").unwrap(), CandidateId::new(id).unwrap());
        let notes = [FeedbackNote::new("Call her.", 1_800_000_000)];
        engine.put_feedback(&of("c-1").with_grade(3).with_stage(FeedbackStage::Contacted).with_notes(notes)).unwrap();
        engine.put_feedback(&of("c-2").with_grade(0)).unwrap();
    }
    let pairs = folder.run(&["feedback", "--data-dir", "data"]);
    assert_eq!((pairs.stdout.as_str(), pairs.code), ("r 0 c-1 3\nr 0 c-2 0\n", 0));
    assert!(pairs.stderr.contains("2 pairs"), "{}", pairs.stderr);
    let folder = folder.with("qrels.txt", &pairs.stdout);
    let measured = folder.run(&[
        "evaluate", "--roles", "role.json", "--candidates", "people.jsonl", "--qrels", "qrels.txt", "--format", "json",
    ]);
    assert_eq!(measured.code, 0, "{}", measured.stderr);
    let report: Value = serde_json::from_str(&measured.stdout).unwrap();
    assert_eq!(report["graded_pairs"], 1, "pairs above grade 0: {report}");

    let all = folder.run(&["feedback", "--data-dir", "data", "--role", "r", "--format", "json"]);
    let all: Value = serde_json::from_str(&all.stdout).unwrap();
    assert_eq!((&all[0]["stage"], &all[0]["notes"][0]["text"]), (&"contacted".into(), &"Call her.".into()));
    assert_eq!(all.as_array().unwrap().len(), 2);
    let missing = folder.run(&["feedback", "--data-dir", "data", "--role", "x"]);
    assert!(missing.code == 1 && missing.stderr.contains("\"x\" is not known"), "{}", missing.stderr);
}
