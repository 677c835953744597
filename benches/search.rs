//! How long does a search of candidates take, against the search library's own best ten of the same words, which counts nothing,
//! filters nothing and shows nothing?
//!
//! Corpus: synthetic people of `examples/generate`, the same for the same seed. Queries are made of the titles and must-haves of
//! synthetic roles: one of each sort for each role. An answer is a page of ten documents with highlights and the total. Figures are of
//! all queries of a sort in all rounds; ratios are of medians of one run.
//!
//! `cargo bench --bench search [-- CANDIDATES [SEED]]` (100,000 unless said; a million takes some 8 GB of memory and 4 of disk)

#[path = "../examples/generate/dice.rs"]
mod dice;
#[path = "../examples/generate/knowledge.rs"]
mod knowledge;
#[path = "../examples/generate/people.rs"]
mod people;
#[path = "../examples/generate/roles.rs"]
mod roles;

use std::hint::black_box;
use std::time::{Duration, Instant};

use mimalloc::MiMalloc;
use rayon::prelude::*;
use rolefit::matching::Filters;
use rolefit::model::Requirement;
use rolefit::search::{Facet, SearchOptions, SearchQuery};
use rolefit::{Candidate, Engine, Role};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const ROLES: u64 = 24;
const ROUNDS: usize = 5;
const PORTION: u64 = 8192;

/// What queries of one sort look like for one role.
type Sort = (&'static str, fn(&Terms) -> SearchOptions);

/// Words of a role.
struct Terms {
    title: String,
    skills: Vec<String>,
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.replace('_', "").parse::<u64>().ok());
    let (n_candidates, seed) = (numbers.next().unwrap_or(100_000), numbers.next().unwrap_or(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{n_candidates} synthetic candidates, {ROLES} roles, seed {seed}, {cores} cores");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let engine = Engine::open(folder.path()).expect("a new data directory can be made");
    fill(&engine, seed, n_candidates);
    engine.flush_index().expect("the disk does not fail");
    let terms: Vec<Terms> = (0..ROLES).map(|number| terms(seed, number)).collect();

    let sorts: [Sort; 10] = [
        ("one word", |terms| asked(&terms.skills[0])),
        ("two words", |terms| asked(&format!("{} {}", terms.skills[0], terms.skills[1]))),
        ("a phrase", |terms| asked(&format!("\"{}\"", terms.title))),
        ("a word in a field", |terms| asked(&format!("skill:{}", terms.skills[0]))),
        ("a prefix", |terms| asked(&format!("{}*", first(&terms.skills[0], 3)))),
        ("a typing error", |terms| asked(&misspelled(&terms.skills[0]))),
        ("either, and not a third", |terms| {
            asked(&format!("({} OR {}) -{}", terms.skills[0], terms.skills[1], terms.skills[2]))
        }),
        ("a word, filtered by skill", |terms| {
            asked(&terms.skills[0]).with_filters(Filters::default().with_skills(vec![terms.skills[1].clone()]))
        }),
        ("a word, filtered by place", |terms| {
            asked(&terms.skills[0]).with_filters(Filters::default().with_location("US"))
        }),
        ("a word, with all facets", |terms| asked(&terms.skills[0]).with_facets(Facet::ALL.to_vec())),
    ];
    println!("\n{:<28}{:>12}{:>10}{:>10}{:>14}", "query", "found", "p50 ms", "p99 ms", "of best ten");
    let mut all = Vec::new();
    let bare = bare(&engine, &terms);
    println!(
        "{:<28}{:>12}{:>10.2}{:>10.2}",
        "best ten of one word, bare",
        "",
        in_ms(at(&bare, 50)),
        in_ms(at(&bare, 99))
    );
    for (name, options) in sorts {
        let (times, found) = measured(&engine, &terms, options);
        let ratio = at(&times, 50).as_secs_f64() / at(&bare, 50).as_secs_f64();
        println!("{name:<28}{found:>12}{:>10.2}{:>10.2}{ratio:>14.2}", in_ms(at(&times, 50)), in_ms(at(&times, 99)));
        all.extend(times);
    }
    all.sort_unstable();
    println!("{:<28}{:>12}{:>10.2}{:>10.2}", "all queries", all.len(), in_ms(at(&all, 50)), in_ms(at(&all, 99)));
}

fn fill(engine: &Engine, seed: u64, n_candidates: u64) {
    let mut from = 0;
    while from < n_candidates {
        let to = (from + PORTION).min(n_candidates);
        let person = |number| -> Candidate {
            serde_json::from_value(people::person(seed, number)).expect("what is generated can be read")
        };
        let portion: Vec<Candidate> = (from..to).into_par_iter().map(person).collect();
        engine.put_candidates(&portion).expect("the disk does not fail");
        from = to;
    }
}

fn terms(seed: u64, number: u64) -> Terms {
    let role: Role = serde_json::from_value(roles::role(seed, number)).expect("what is generated can be read");
    let named = |requirement: &Requirement| match requirement {
        Requirement::Name(name) => Some(name.clone()),
        Requirement::Detailed(detailed) => detailed.name.clone().or_else(|| detailed.any_of.first().cloned()),
    };
    let mut skills: Vec<String> = role.must_have.iter().chain(&role.nice_to_have).filter_map(named).collect();
    // One word each, so that a query is what its sort says.
    let word = |skill: &mut String| skill.retain(char::is_alphanumeric);
    skills.iter_mut().for_each(word);
    let mut fallback = knowledge::WORK.iter().cycle().flat_map(|work| work.skills).map(|skill| (*skill).to_owned());
    while skills.len() < 3 {
        skills.extend(fallback.next());
    }
    Terms { title: role.title.expect("generated roles have titles"), skills }
}

fn asked(query: &str) -> SearchOptions {
    SearchOptions::default().with_query(Some(SearchQuery::for_candidates(query).expect(query)))
}

fn first(word: &str, n: usize) -> String {
    word.chars().take(n).collect()
}

/// The third and fourth letter change places.
fn misspelled(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() > 3 {
        letters.swap(2, 3);
    }
    letters.into_iter().collect()
}

fn measured(engine: &Engine, terms: &[Terms], options: fn(&Terms) -> SearchOptions) -> (Vec<Duration>, usize) {
    let (mut times, mut found) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        for terms in terms {
            let options = options(terms);
            let start = Instant::now();
            let page = black_box(engine.search_candidates(&options).expect("the index does not fail"));
            times.push(start.elapsed());
            found.push(page.total);
        }
    }
    times.sort_unstable();
    found.sort_unstable();
    (times, found[found.len() / 2])
}

fn bare(engine: &Engine, terms: &[Terms]) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        for terms in terms {
            let start = Instant::now();
            black_box(engine.search(&terms.skills[0], 10).expect("the index does not fail"));
            times.push(start.elapsed());
        }
    }
    times.sort_unstable();
    times
}

/// The time that so many of a hundred do not exceed, of times in order.
fn at(times: &[Duration], hundredths: usize) -> Duration {
    times[(times.len() * hundredths / 100).min(times.len() - 1)]
}

fn in_ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
