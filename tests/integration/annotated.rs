//! How well annotated texts are read: floors under precision and recall of each kind of fact.

#[path = "../../examples/annotated/measure.rs"]
pub(crate) mod measure;

use std::path::Path;

use measure::{AnnotatedText, Judge, Tally};

fn texts() -> Vec<AnnotatedText> {
    texts_in("tests/annotated")
}

fn texts_in(folder: &str) -> Vec<AnnotatedText> {
    AnnotatedText::read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap()
}

#[test]
fn there_are_many_annotated_texts_of_both_kinds() {
    let texts = texts();
    let postings = texts.iter().filter(|text| text.name.starts_with("postings/")).count();
    assert!(postings >= 30 && texts.len() - postings >= 30, "{postings} postings of {} texts", texts.len());
}

#[test]
fn annotated_texts_are_read_well() {
    let judge = Judge::new();
    let mut tally = Tally::default();
    for text in texts() {
        let disagreements = judge.judge(&text, &mut tally);
        let unknown: Vec<&String> = disagreements.iter().filter(|line| line.starts_with("ANNOTATION")).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", text.name);
    }
    let skills = tally.kind("skills");
    assert!(skills.precision() >= 0.95 && skills.recall() >= 0.92, "\n{tally}");
    for kind in ["scale", "pay", "years"] {
        assert!(tally.kind(kind).f1() >= 0.95, "{kind}\n{tally}");
    }
}

#[test]
fn texts_of_another_hand_are_read_well() {
    let judge = Judge::new();
    let mut tally = Tally::default();
    let texts = ["tests/annotated/second/looked_at", "tests/annotated/second/unseen"].into_iter().flat_map(texts_in);
    let mut n_texts = 0;
    for text in texts {
        n_texts += 1;
        judge.judge(&text, &mut tally);
    }
    assert_eq!(n_texts, 24);
    let skills = tally.kind("skills");
    assert!(skills.precision() >= 0.92 && skills.recall() >= 0.90, "\n{tally}");
    for (kind, floor) in [("pay", 0.95), ("scale", 0.90), ("level", 0.84), ("work_mode", 0.82), ("necessity", 0.79)] {
        assert!(tally.kind(kind).f1() >= floor, "{kind}\n{tally}");
    }
}

#[test]
fn a_malformed_annotation_is_refused() {
    for (whole, problem) in [
        ("years: 5 slurm\ntext", "no line `===`"),
        ("wages: 5\n===\ntext", "unknown key \"wages\""),
        ("\n===\nWe run {slurm}.", "is not `concept:words`"),
        ("\n===\nWe run {slurm:Slurm.", "without `}`"),
    ] {
        let error = AnnotatedText::parse("t", whole).map(|text| text.text).unwrap_err();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn a_disagreement_of_each_sort_is_counted() {
    let text =
        AnnotatedText::parse("t", "scale: 512 nodes\n===\nWe run {slurm:Slurm} and {lustre:a file system} in Go.")
            .unwrap();
    let mut tally = Tally::default();
    Judge::new().judge(&text, &mut tally);
    let skills = tally.kind("skills");
    assert_eq!((skills.right, skills.missed), (1, 1));
    assert!(skills.wrong >= 1 && skills.f1() < 1.0);
    assert_eq!(tally.kind("scale").missed, 1);
}
