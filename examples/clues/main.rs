//! Fits the clues to domains of work (`src/taxonomy/data/concepts/clues.toml`) to texts whose domains people graded.
//!
//! `cargo run --release --example clues -- GRADED... [--from CLUES] [--out FILE]`
//!
//! A line of a file is an object: `text` of a person, or `title` and `description` of a role, with `domains`, an object of ids of the
//! taxonomy with grades of whatever measure (`{"parallel_storage": 3, "sre_cloud": 1}`), of which their share of the sum counts.
//! With `--from`, the weights of that file are what is fitted further; without it, they are fitted anew. It prints how often the clearest
//! domain is one of the best graded ones, of texts that had no part in the weights by which they are read: each eighth of the texts is left
//! out in turn. With `--out`, the weights that are fitted to all texts are written in the form of `clues.toml`; that file, put at the end of
//! a taxonomy of one's own, takes the place of the built-in one (README, "Extend the knowledge").

mod fit;
mod texts;
mod weights;

use std::error::Error;
use std::fs;

use fit::Design;
use texts::{Graded, Sort};
use weights::Weights;

/// Each text is read by weights that were fitted to seven of eight.
const FOLDS: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut files, mut from, mut out) = (Vec::new(), None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--from" => from = Some(arguments.next().ok_or("expected a file after --from")?),
            "--out" => out = Some(arguments.next().ok_or("expected a file after --out")?),
            option if option.starts_with("--") => return Err(format!("there is no option {option}").into()),
            _ => files.push(argument),
        }
    }
    if files.is_empty() {
        return Err("expected files of graded texts, got none".into());
    }
    let from = match &from {
        Some(file) => Weights::parse(&fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?)?,
        None => Weights::default(),
    };
    let texts = texts::read(&files)?;
    let fit = |is_of: &dyn Fn(usize) -> bool| {
        let of: Vec<&Graded> = texts.iter().enumerate().filter(|(at, _)| is_of(*at)).map(|(_, text)| text).collect();
        Design::new(&of, &from).fit()
    };
    let mut read: Vec<Option<bool>> = vec![None; texts.len()];
    for fold in 0..FOLDS {
        let fitted = fit(&|at| at % FOLDS != fold);
        for at in (fold..texts.len()).step_by(FOLDS) {
            read[at] = Some(texts[at].is_right(&fitted));
        }
    }
    for sort in [Sort::Person, Sort::Role] {
        let of_sort = || texts.iter().zip(&read).filter(|(text, _)| text.sort == sort);
        let all = of_sort().count();
        let before = of_sort().filter(|(text, _)| text.is_right(&from)).count();
        let after = of_sort().filter(|(_, right)| **right == Some(true)).count();
        println!("{sort}: {all} texts, the clearest domain right in {before} before and {after} fitted (left out)");
    }
    let weights = fit(&|_| true);
    println!("{} weights", weights.len());
    if let Some(out) = out {
        fs::write(&out, weights.show(&texts)).map_err(|error| format!("{out}: {error}"))?;
    }
    Ok(())
}
