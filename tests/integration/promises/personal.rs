//! Nothing personal is an input: not in fields, not in prose.
#![expect(clippy::float_cmp, reason = "the promise is that numbers are the very same")]

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::documents::{candidate, judge, role, with};
use crate::campaign::cases;

/// Sentences about a person that differ in what must not count.
const PAIRS: &[(&str, &str)] = &[
    ("She answers questions patiently.", "He answers questions patiently."),
    ("He/him.", "They/them."),
    ("Her colleagues call her thorough.", "His colleagues call him thorough."),
    ("Born 1985.", "Born 1961."),
    ("Date of birth: 12 March 1990.", "Date of birth: 3 June 1968."),
    ("I am 29 years old.", "I am 58 years old."),
    ("BSc Physics, 2009.", "BSc Physics, 1991."),
    ("Graduated in 2015 with a degree in physics.", "Graduated in 1988 with a degree in physics."),
    ("Postcode 94107.", "Postcode 10115."),
    ("Nationality: Kenyan.", "Nationality: Brazilian."),
    ("Married, two children.", "Single, no children."),
    ("My name is Adaeze Okonkwo-Birch.", "My name is Harald Winterfeld."),
    ("Ms. Okonkwo-Birch can be reached in the evening.", "Mr. Winterfeld can be reached in the evening."),
];

fn with_sentence(candidate: &Value, sentence: &str, first: bool) -> Value {
    let summary = candidate["summary"].as_str().unwrap_or("");
    let text = if first { format!("{sentence} {summary}") } else { format!("{summary}\n{sentence}") };
    with(candidate, "summary", json!(text.trim()))
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn personal_fields_change_nothing(role in role(), candidate in candidate(), name in "\\PC{0,20}", year in 1940_u16..2010) {
        let candidate = with(&candidate, "education", json!([{"degree": "MSc", "field": "Physics", "institution": "A", "end": "2015"}]));
        let mut other = with(&candidate, "name", json!(name));
        other["custom"] = json!({"date_of_birth": year.to_string(), "gender": "x", "nationality": "y", "postcode": "z"});
        other["education"] = json!([{"degree": "MSc", "field": "Physics", "institution": name, "end": year.to_string()}]);
        other["external_ids"] = json!({"ats": name});
        let (one, two) = (judge(&role, &candidate), judge(&role, &other));
        prop_assert_eq!(one.fit, two.fit);
        prop_assert_eq!(one.components, two.components);
        prop_assert_eq!(one.flags, two.flags);
    }

    #[test]
    fn personal_words_change_nothing(role in role(), candidate in candidate(), pair in select(PAIRS), first in any::<bool>()) {
        let (one, two) = (with_sentence(&candidate, pair.0, first), with_sentence(&candidate, pair.1, first));
        let (one, two) = (judge(&role, &one), judge(&role, &two));
        prop_assert_eq!(one.fit, two.fit, "{:?}", pair);
        prop_assert_eq!(one.must_have_coverage, two.must_have_coverage);
        prop_assert_eq!(one.flags, two.flags);
        for (a, b) in one.components.iter().zip(&two.components) {
            prop_assert_eq!((a.score, a.points, a.state), (b.score, b.points, b.state), "{:?}", pair);
        }
    }
}

/// The posting's own words in a profile are weighed against the rest, and whose name stands there weighs nothing.
#[test]
fn a_name_changes_nothing_beside_words_of_the_posting() {
    let pasted = "Wrote and tuned CUDA kernels for attention; profiled with Nsight Compute. Served language models with vLLM at scale.";
    let role = json!({"id": "r", "description": pasted});
    let person = json!({"id": "c", "headline": "Senior HPC engineer", "summary": format!("I have operated a 4,096-GPU H100 cluster \
        since 2021. {pasted} Zürich, größere Anlagen, 4\u{202f}500 GPUs.")});
    let of = |name: &str| judge(&role, &with_sentence(&person, &format!("My name is {name}."), false)).fit;
    for name in ["Adaeze Okonkwo-Birch", "Wu", "Juan Carlos Borbón-Dos Sicilias"] {
        assert_eq!(of(name), of("Harald Winterfeld"), "{name}");
    }
}

/// Wherever a text stands on the edge of saying enough, or of naming little for its length.
#[test]
fn a_longer_name_makes_no_text_longer() {
    let role = json!({"id": "r", "title": "GPU kernel engineer", "must_have": ["CUDA", "Slurm"]});
    let cut =
        "I cut a slow routine for the graphics card into tiles that fit the memory on the chip. No thread is idle.";
    for more in 0..30 {
        let person = |name: &str| {
            let summary = format!("My name is {name}. Slurm, NCCL. {cut} {}", "One more word here. ".repeat(more));
            judge(&role, &json!({"id": "c", "summary": summary, "headline": "Engineer"}))
        };
        let (short, long) = (person("Bo Wu"), person("Maria Fernanda de la Cruz Echeverría-Villanueva"));
        assert_eq!((short.fit, short.flags), (long.fit, long.flags), "{more}");
    }
}

#[test]
fn personal_words_change_nothing_for_a_role_in_prose() {
    let role = json!({"id": "r", "title": "Senior HPC engineer", "description": "You will keep our 4,000 GPUs busy. Required: Slurm, Lustre, \
        five years of HPC operations. $180k-220k, hybrid in Austin, TX."});
    let person = json!({"id": "c", "headline": "HPC engineer", "summary": "Keeps 2,048 GPUs busy with Slurm since 2018. Moved two petabytes \
        of Lustre without a day of downtime. Lives in Austin, TX."});
    for (one, two) in PAIRS {
        let fits = [one, two].map(|sentence| judge(&role, &with_sentence(&person, sentence, false)).fit);
        assert_eq!(fits[0], fits[1], "{one} / {two}");
    }
}
