//! Pairs of candidates of whom any recruiter of the field would say who fits a role better: `tests/graded/pairs.jsonl`.

#[path = "../../examples/judge/cases.rs"]
mod cases;

use std::path::Path;

use rolefit::Engine;

/// Pairs that are not read yet, with the reason. One that is must be taken from the list.
const NOT_YET: &[(&str, &str)] = &[];

#[test]
fn who_plainly_fits_better_ranks_higher() {
    let pairs = cases::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/graded/pairs.jsonl")).unwrap();
    assert!(pairs.len() >= 50, "{}", pairs.len());
    let engine = Engine::in_memory();
    let wrong: Vec<String> = pairs
        .iter()
        .flat_map(|pair| {
            let judged = pair.judge(&engine).unwrap();
            let [better, worse] = judged.rows.map(|row| row.summary);
            let told = move |problem| format!("{}: {problem} ({})\n  {better}\n  {worse}", pair.id, pair.why);
            judged.problems.into_iter().map(told)
        })
        .collect();
    let is_of = |problem: &&String, id: &str| problem.starts_with(&format!("{id}: "));
    for (id, why) in NOT_YET {
        assert!(wrong.iter().any(|problem| is_of(&problem, id)), "{id} is read now; it was not, because {why}");
    }
    let wrong: Vec<&String> =
        wrong.iter().filter(|problem| !NOT_YET.iter().any(|(id, _)| is_of(problem, id))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
