//! Clues are fitted to texts whose domains people graded, and what is fitted is a file that the taxonomy takes.

#[path = "../../examples/clues/fit.rs"]
mod fit;
#[path = "../../examples/clues/texts.rs"]
mod texts;
#[path = "../../examples/clues/weights.rs"]
#[expect(dead_code, reason = "the program reads weights from files and counts them")]
mod weights;

use std::fs;

use fit::Design;
use rolefit::taxonomy::Taxonomy;
use serde_json::{Value, json};
use texts::{Graded, read};
use weights::Weights;

const STORAGE: [&str; 4] = ["Lustre", "GPFS", "parallel file systems", "metadata servers"];
const COMPILERS: [&str; 4] = ["LLVM", "MLIR", "register allocation", "loop vectorizers"];
const OTHERS: [&str; 4] = ["Git", "Python", "Linux", "testing"];

/// Texts of two domains, of whoever works with two things of it and one of everybody's, for a shop or a bank.
fn graded(fold: usize) -> Vec<Graded> {
    let line = |domain: &str, things: &[&str; 4], at: usize| -> Value {
        let (one, other) = (things[at % 4], things[(at / 4 + 1) % 4]);
        let text =
            format!("For three years I have worked on {one} and {other} with {}, for a bank.", OTHERS[(at + fold) % 4]);
        json!({"text": text, "domains": {domain: 3, "software_general": 1}})
    };
    let storage = (0..16).map(|at| line("parallel_storage", &STORAGE, at));
    let compilers = (0..16).map(|at| line("compilers_runtimes", &COMPILERS, at));
    let lines: Vec<String> = storage.chain(compilers).map(|line| line.to_string()).collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), lines.join("\n")).unwrap();
    read(&[file.path().to_str().unwrap().to_owned()]).unwrap()
}

fn fitted(texts: &[Graded], from: &Weights) -> Weights {
    let texts: Vec<&Graded> = texts.iter().collect();
    Design::new(&texts, from).fit()
}

#[test]
fn what_texts_of_a_domain_have_and_others_have_not_speaks_for_it() {
    let weights = fitted(&graded(0), &Weights::default());
    let sums = |text: &Graded| -> Vec<(String, f64)> {
        weights.sums(&text.clues).into_iter().map(|(domain, sum)| (domain.to_owned(), sum)).collect()
    };
    for text in graded(1) {
        assert!(text.is_right(&weights), "{:?} of {:?}", sums(&text), text.domains);
    }
}

#[test]
fn what_is_fitted_is_a_file_that_the_taxonomy_takes() {
    let texts = graded(0);
    let file = fitted(&texts, &Weights::default()).show(&texts);
    assert!(Taxonomy::check(&file).is_empty(), "{file}");
    assert_eq!(Weights::parse(&file).unwrap().show(&texts), file);
}

#[test]
fn weights_that_are_fitted_further_keep_what_no_text_speaks_of() {
    let from = "[[clues]]\nof = \"databases\"\n[clues.concepts]\n40 = [\"postgresql\"]\n\
                [[clues]]\nof = \"parallel_storage\"\n[clues.concepts]\n50 = [\"lustre\"]\n";
    let texts = graded(0);
    let file = fitted(&texts, &Weights::parse(from).unwrap()).show(&texts);
    assert!(file.contains("40 = [\"postgresql\"]"), "{file}");
    assert!(file.contains("of = \"compilers_runtimes\""), "{file}");
}
