//! What each rule does: how often it fires over texts, and what removing it would cost on annotated ones.
//!
//! `cargo run --release --example rules -- [--quotes N] [FOLDER ...]`
//!
//! Every `.txt`, `.md` and `.html` file below the folders is read, one document each. A line a practice rule, tab-separated: its id, the
//! practice, how often and in how many documents it fires there, and over `tests/annotated` how many texts it is right in, wrong in, and
//! alone right in (what removing it would lose). `--quotes N` prints the first N quotes of each rule below it. Then a line a token rule:
//! its name, how often it speaks and in how many documents, read as a text, a posting and somebody's summary; over the annotated texts how
//! often it speaks, and how many disagreements more there are without it. Rules that fire nowhere come last.

#[path = "../annotated/measure.rs"]
#[expect(dead_code, reason = "the other example measures more with it")]
mod measure;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use rolefit::extract::{Extraction, Extractor, SkillStance};
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, CandidateId, Role, RoleId};

use measure::{AnnotatedText, Judge, Tally};

/// What was seen of a rule.
#[derive(Default)]
struct Seen {
    shows: String,
    firings: usize,
    documents: usize,
    right: usize,
    wrong: usize,
    alone: usize,
    quotes: Vec<String>,
}

/// What was seen of a token rule.
#[derive(Clone, Copy, Default)]
struct Spoken {
    times: usize,
    documents: usize,
    annotated: usize,
    cost: isize,
}

/// Folders of annotated texts.
const ANNOTATED: [&str; 3] = ["tests/annotated", "tests/annotated/second/looked_at", "tests/annotated/second/unseen"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (mut folders, mut n_quotes) = (Vec::new(), 0);
    while let Some(argument) = arguments.next() {
        if argument == "--quotes" {
            let number = arguments.next().ok_or("--quotes: expected a number, got nothing")?;
            n_quotes = number.parse().map_err(|_| format!("--quotes: expected a number, got {number:?}"))?;
        } else {
            folders.push(PathBuf::from(argument));
        }
    }
    let extractor = Extractor::new(Taxonomy::builtin());
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for (rule, shows) in extractor.rules() {
        seen.insert(rule.to_owned(), Seen { shows: shows.to_owned(), ..Seen::default() });
    }
    let mut paths = Vec::new();
    for folder in &folders {
        collect(folder, &mut paths).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    paths.sort();
    let mut spoken: BTreeMap<String, Spoken> = extractor.token_rules().map(|rule| (rule, Spoken::default())).collect();
    let mut unread = 0;
    for path in &paths {
        let text = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let text = String::from_utf8_lossy(&text);
        let (found, by) = extractor.watched(&[], || in_every_way(&extractor, &text));
        for (rule, times) in by {
            let of_rule = spoken.entry(rule).or_default();
            of_rule.times += times;
            of_rule.documents += 1;
        }
        match found {
            Ok(found) => count(&found, &mut seen, n_quotes),
            Err(error) => {
                unread += 1;
                eprintln!("{}: {error}", path.display());
            }
        }
    }
    for text in AnnotatedText::read_all(Path::new(ANNOTATED[0]))? {
        judge(&extractor.extract(&text.text)?, &text.concepts_shown(), &mut seen);
    }
    println!("rule\tpractice\tfirings\tdocuments\tright\twrong\talone right");
    let mut rows: Vec<(&String, &Seen)> = seen.iter().collect();
    rows.sort_by_key(|(_, seen)| std::cmp::Reverse((seen.firings, seen.right)));
    for (rule, seen) in &rows {
        let Seen { shows, firings, documents, right, wrong, alone, quotes } = seen;
        println!("{rule}\t{shows}\t{firings}\t{documents}\t{right}\t{wrong}\t{alone}");
        for quote in quotes {
            println!("    {quote}");
        }
    }
    let silent = rows.iter().filter(|(_, seen)| seen.firings + seen.right + seen.wrong == 0).count();
    println!("{} rules, {silent} fire nowhere, {} documents, {unread} unread", rows.len(), paths.len());
    cost(&extractor, &mut spoken)?;
    println!("\nrule\tspeaks\tdocuments\tannotated\tcost");
    let mut rows: Vec<(&String, &Spoken)> = spoken.iter().collect();
    rows.sort_by_key(|(_, spoken)| std::cmp::Reverse((spoken.times, spoken.annotated)));
    for (rule, Spoken { times, documents, annotated, cost }) in &rows {
        println!("{rule}\t{times}\t{documents}\t{annotated}\t{cost}");
    }
    let silent = rows.iter().filter(|(_, spoken)| spoken.times + spoken.annotated == 0).count();
    println!("{} token rules, {silent} speak nowhere", rows.len());
    Ok(())
}

/// A text read by itself; as a posting and as somebody's summary, too, for the rules that only these are asked by.
fn in_every_way(extractor: &Extractor, text: &str) -> Result<Extraction, rolefit::Error> {
    let mut role = Role::new(RoleId::new("r").expect("a letter is an id"));
    role.description = Some(text.to_owned());
    let mut person = Candidate::new(CandidateId::new("c").expect("a letter is an id"));
    person.summary = Some(text.to_owned());
    // Whoever cannot be read as a document cannot be read as a text, and is counted there.
    let _ = (extractor.role_facts(&role), extractor.candidate_facts(&person));
    extractor.extract(text)
}

/// How often each token rule speaks over the annotated texts, and how many disagreements more there are without it.
fn cost(extractor: &Extractor, spoken: &mut BTreeMap<String, Spoken>) -> Result<(), Box<dyn Error>> {
    let judge = Judge::new();
    for folder in ANNOTATED {
        for text in AnnotatedText::read_all(Path::new(folder))? {
            let read = |without: &[&str]| {
                let (says, by) = extractor.watched(without, || judge.judge(&text, &mut Tally::default()));
                (says.len().cast_signed(), by)
            };
            let (whole, by) = read(&[]);
            for (rule, times) in by {
                let (without, _) = read(&[&rule]);
                let of_rule = spoken.entry(rule).or_default();
                of_rule.annotated += times;
                of_rule.cost += without - whole;
            }
        }
    }
    Ok(())
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path
            .extension()
            .is_some_and(|extension| ["txt", "md", "html"].iter().any(|known| extension == *known))
        {
            paths.push(path);
        }
    }
    Ok(())
}

fn count(found: &Extraction, seen: &mut BTreeMap<String, Seen>, n_quotes: usize) {
    let mut of_document = BTreeSet::new();
    for skill in found.skills.iter().filter(|skill| skill.stance == SkillStance::Stated) {
        let Some(rule) = skill.rule.as_deref().and_then(|rule| seen.get_mut(rule)) else { continue };
        rule.firings += 1;
        rule.documents += usize::from(of_document.insert(&skill.rule));
        if rule.quotes.len() < n_quotes {
            rule.quotes.push(skill.text.clone());
        }
    }
}

fn judge(found: &Extraction, shown: &BTreeSet<&str>, seen: &mut BTreeMap<String, Seen>) {
    let by: BTreeSet<(&str, Option<&str>)> =
        found.skills.iter().map(|skill| (&*skill.concept, skill.rule.as_deref())).collect();
    for (concept, rule) in &by {
        let Some(of_rule) = rule.and_then(|rule| seen.get_mut(rule)) else { continue };
        if shown.contains(concept) {
            of_rule.right += 1;
            of_rule.alone += usize::from(by.iter().filter(|(other, _)| other == concept).count() == 1);
        } else {
            of_rule.wrong += 1;
        }
    }
}
