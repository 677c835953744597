//! Measures how well texts are read: precision, recall and F1 of each kind of fact over annotated texts.
//!
//! `cargo run --release --example annotated -- [DIR] [--brief]`
//!
//! `DIR` (default `tests/annotated`) holds `postings/*.txt` and `profiles/*.txt`; their form is told in its README. Every
//! disagreement is printed, `--brief` leaves them out.

mod measure;

use std::error::Error;
use std::path::Path;

use measure::{AnnotatedText, Judge, Tally};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let brief = arguments.iter().any(|a| a == "--brief");
    let directory = arguments.iter().find(|a| !a.starts_with("--")).map_or("tests/annotated", String::as_str);
    let judge = Judge::new();
    let mut tally = Tally::default();
    let mut count = 0;
    for text in AnnotatedText::read_all(Path::new(directory))? {
        count += 1;
        let disagreements = judge.judge(&text, &mut tally);
        if !brief && !disagreements.is_empty() {
            println!("{}", text.name);
            for line in disagreements {
                println!("    {line}");
            }
        }
    }
    println!("{count} texts\n{tally}");
    Ok(())
}
