//! Typing errors: which label a misspelled name was meant to be, when that is beyond doubt.
//!
//! An error costs by how easily it happens: swapped letters and doubled ones cost least, a letter lost or a neighbouring key
//! more, any other letter most. Short names are hardly guessed at all, everyday words never.

use std::collections::HashMap;

use crate::taxonomy::ConceptId;
use crate::taxonomy::scheme::Label;
use letters::Word;

mod letters;

/// Shorter names are never guessed: `RoCE` and `ROCm`, `MPI` and `MPS` are one letter apart.
const SHORTEST_GUESS: usize = 4;
/// Glued names are shorter only by chance alike.
const SHORTEST_GLUED: usize = 5;
/// Names of so many letters are not guessed.
const LONGEST_GUESS: usize = 256;
/// The cost at which a name of several words is no longer the same name.
const MOST_IN_ALL: u8 = 10;

const SWAPPED: u8 = 2;
const DOUBLED: u8 = 2;
const LOST: u8 = 3;
const NEIGHBOUR: u8 = 3;
const REPLACED: u8 = 4;

/// Words and names that are one error from a label and mean themselves.
const EVERYDAY: &[&str] = &[
    "active", "adaptive", "alarming", "alter", "altern", "alters", "amber", "anchor", "anvil", "aria", "arise",
    "assemble", "assembled", "assemblies", "atomic", "attaching", "audit", "audited", "autom", "axure", "backed",
    "backing", "barrier", "bears", "beast", "beat", "beyond", "binding", "bits", "blinding", "blinking", "bounding",
    "branches", "branching", "brine", "bringing", "bytes", "caching", "calling", "candor", "catching", "cations",
    "cautious", "cent", "central", "chained", "checkpoint", "chefs", "chief", "chrono", "cider", "cinema", "circ",
    "circle", "circled", "clobber", "closure", "closures", "cloudron", "cobble", "cobblers", "coda", "colin",
    "collation", "collect", "collected", "collection", "collections", "collective", "collectively", "collects", "cols",
    "communicating", "compile", "compiled", "compiles", "complies", "compute", "computed", "computes", "concurrently",
    "conder", "confidence", "connect", "connected", "connects", "conserve", "console", "constrain", "constructing",
    "constructive", "constructor", "consulate", "consult", "contain", "contained", "contains", "context", "contra",
    "contrib", "control", "controls", "cool", "coral", "corners", "cosine", "courier", "course", "courses", "covering",
    "crashing", "create", "creations", "crux", "curves", "datalog", "decorate", "decrypt", "deepen", "deeper",
    "deepspeech", "defuse", "delegating", "deletion", "delivers", "direct", "directed", "directly", "director",
    "directs", "ditch", "division", "docket", "dockets", "driver", "drives", "drone", "electronic", "element",
    "elements", "embedded", "ember", "etching", "excl", "executor", "executors", "express", "expressed", "expresses",
    "extra", "failing", "falcon", "filling", "firing", "fixing", "flag", "flair", "flare", "fluent", "fluxes",
    "forming", "foundation", "framing", "fsync", "games", "generics", "geom", "germany", "globs", "gluten", "golo",
    "goofy", "grade", "grafted", "grape", "graphic", "graphical", "graphs", "harboured", "helmed", "hier", "hinder",
    "hpcc", "hyper", "hyperdx", "hyperlink", "iconic", "illustrate", "indexing", "infinite", "infinity", "informative",
    "initialize", "initiate", "insight", "inspect", "instance", "instant", "instants", "integrate", "interpret",
    "interpreted", "interprets", "intrinsic", "inversion", "invite", "invocation", "ionic", "italiano", "jenny",
    "joss", "journal", "julian", "jumble", "keepalive", "kept", "keystore", "korea", "kqueue", "lamp", "layer",
    "learning", "lent", "lightly", "limitation", "link", "linked", "linker", "linkers", "links", "linus", "list",
    "listing", "llegal", "locker", "locket", "logistic", "lotus", "lucent", "lustrous", "machines", "macros", "macs",
    "magenta", "magna", "mail", "maps", "market", "marking", "meal", "mech", "mental", "mentioning", "mess", "meta",
    "metrics", "microbenchmark", "mimi", "mini", "minion", "mist", "mitigation", "modus", "monad", "mono", "mops",
    "more", "moved", "mpsc", "msys", "multis", "multithread", "mutilation", "night", "nits", "nobody", "nomadic",
    "nsswitch", "ntop", "objective", "ocsp", "octane", "ones", "ooze", "opener", "openers", "opening", "opens",
    "openvas", "orange", "overflow", "pace", "packed", "packet", "panda", "parc", "parent", "parents", "parker",
    "parse", "parsed", "parser", "parses", "partnership", "pathos", "pear", "pedantic", "perfect", "perform",
    "performed", "performs", "permute", "personal", "pertaining", "phys", "physical", "pins", "pkey", "plugging",
    "plumb", "plume", "pocket", "polar", "polarity", "polygon", "poppet", "powers", "practice", "preceded", "pref",
    "prefetch", "presentation", "presented", "preserved", "pressed", "preview", "primitive", "printing",
    "privatization", "productive", "promise", "promises", "promoting", "proofing", "prophet", "providing", "ptrace",
    "publication", "puppets", "puppy", "quals", "quantus", "quest", "rabic", "rail", "rapid", "rays", "reacts",
    "recreating", "rect", "redact", "redesign", "redist", "redits", "reds", "region", "relations", "reordering",
    "reserve", "retain", "rewriting", "robots", "rock", "rocket", "rockets", "rubric", "sale", "salty", "sanitize",
    "sanitizer", "scalar", "scales", "scopes", "scorer", "scores", "sell", "sens", "separator", "serde", "series",
    "serves", "shades", "shard", "shards", "shifted", "short", "sift", "sigaltstack", "signal", "signaled", "signals",
    "simulates", "slang", "slat", "slate", "slite", "slow", "slum", "slurp", "slurs", "snowpack", "socket", "sort",
    "spar", "spatch", "spice", "spinner", "spite", "splits", "stack", "stacks", "staging", "standing", "staring",
    "stark", "starting", "stat", "stated", "stating", "staying", "storing", "stream", "streamline", "streams",
    "string", "structs", "strut", "submit", "submitting", "summer", "superior", "swallow", "sync", "synced", "systems",
    "tail", "tearing", "temp", "templ", "thanks", "theory", "threadpool", "timeouts", "timescale", "topics",
    "topography", "tracing", "tracking", "transaction", "transform", "transformed", "transforms", "transition",
    "translate", "translated", "treating", "trio", "triple", "triples", "triplet", "triplets", "tritium", "trust",
    "twin", "typhoon", "typoscript", "ulink", "unify", "unit", "unlink", "unread", "unseal", "vans", "various",
    "vaulted", "ventilator", "verb", "verbal", "vers", "versa", "vertex", "vision", "visualization", "vitest", "vote",
    "vulcan", "waited", "waiver", "walter", "watchdog", "watches", "water", "wavefront", "weak", "widows", "window",
    "windowed", "writer", "xact",
];

#[derive(Clone, Debug)]
struct Entry {
    text: Box<str>,
    concept: ConceptId,
    form: Form,
}

/// What is looked at before two names are compared letter for letter.
#[derive(Clone, Debug)]
struct Form {
    /// Which letters occur, one bit each.
    letters: u32,
    length: usize,
    words: Box<[WordForm]>,
    /// Digits and signs (`C++`, `H100`), which are never typing errors.
    signs: Box<str>,
}

impl Form {
    fn of(text: &str) -> Self {
        let is_sign = |c: &char| !c.is_alphabetic() && *c != ' ';
        Self {
            letters: letters_of(text),
            length: text.chars().count(),
            words: text.split(' ').map(WordForm::of).collect(),
            signs: text.chars().filter(is_sign).collect::<String>().into(),
        }
    }

    /// Whether a name of this form may be another one, mistyped.
    fn may_be(&self, other: &Self) -> bool {
        (self.letters ^ other.letters).count_ones() <= 6
            && self.length.abs_diff(other.length) <= 3
            && least_cost(self.letters, other.letters) <= u32::from(MOST_IN_ALL)
            && match self.words.len().abs_diff(other.words.len()) {
                0 => self.words.iter().zip(&other.words).all(|(typed, meant)| typed.may_be(meant)),
                difference => difference == 1,
            }
            && self.signs == other.signs
    }
}

/// The same of one word of them.
#[derive(Clone, Copy, Debug)]
struct WordForm {
    letters: u32,
    length: usize,
}

impl WordForm {
    fn of(word: &str) -> Self {
        Self { letters: letters_of(word), length: word.chars().count() }
    }

    fn may_be(&self, other: &Self) -> bool {
        let length = compared_length(self.length, other.length);
        self.length.abs_diff(other.length) <= 3
            && least_cost(self.letters, other.letters) <= u32::from(most_cost(length))
    }
}

/// All labels by first letter, in a fixed order, and by their letters without spaces.
#[derive(Clone, Debug, Default)]
pub(super) struct Typing {
    by_initial: HashMap<char, Vec<Entry>>,
    glued: HashMap<Box<str>, ConceptId>,
}

impl Typing {
    pub(super) fn new(labels: &HashMap<Box<str>, Label>) -> Self {
        let mut index = Self::default();
        let mut unsure: Vec<Box<str>> = Vec::new();
        for (text, label) in labels {
            let form = Form::of(text);
            if let (SHORTEST_GUESS..LONGEST_GUESS, Some(first)) = (form.length, text.chars().next()) {
                let entry = Entry { text: text.clone(), concept: label.concept, form };
                index.by_initial.entry(first).or_default().push(entry);
            }
            let glued = glue(text);
            if glued.len() >= SHORTEST_GLUED
                && index.glued.insert(glued.clone(), label.concept).is_some_and(|other| other != label.concept)
            {
                unsure.push(glued);
            }
        }
        for glued in unsure {
            index.glued.remove(&glued);
        }
        for list in index.by_initial.values_mut() {
            list.sort_by(|a, b| a.text.cmp(&b.text));
        }
        index
    }

    /// The concept whose label has the same letters, spaces and points aside: `sungridengine`, `Cycle Cloud`, `node js`.
    pub(super) fn glued(&self, name: &str) -> Option<ConceptId> {
        let glued = glue(name);
        if glued.len() < SHORTEST_GLUED {
            return None;
        }
        self.glued.get(&glued).copied()
    }

    /// The one concept whose label is nearest, when it is near enough and no other concept is as near.
    pub(super) fn find(&self, name: &str) -> Option<ConceptId> {
        let form = Form::of(name);
        if form.length < SHORTEST_GUESS || EVERYDAY.binary_search(&name).is_ok() {
            return None;
        }
        let mut initials = name.chars();
        let (first, second) = (initials.next()?, initials.next()?);
        let mut best: Option<(u8, ConceptId)> = None;
        let mut tied = false;
        let swapped = (second != first).then_some(second);
        for initial in std::iter::once(first).chain(swapped) {
            for entry in self.by_initial.get(&initial).into_iter().flatten() {
                if !form.may_be(&entry.form) {
                    continue;
                }
                let Some(cost) = typing_errors(name, &form, entry) else { continue };
                match best {
                    Some((least, _)) if cost > least => {}
                    Some((least, known)) if cost == least => tied |= known != entry.concept,
                    _ => {
                        best = Some((cost, entry.concept));
                        tied = false;
                    }
                }
            }
        }
        best.filter(|_| !tied).map(|(_, concept)| concept)
    }
}

/// What it costs at least to make one word or name of another: each letter that only one of them has was lost, typed too much or
/// replaced, and only a replacement accounts for one on both sides.
fn least_cost(letters: u32, others: u32) -> u32 {
    (letters & !others).count_ones().max((others & !letters).count_ones()) * u32::from(LOST.min(NEIGHBOUR))
}

fn letters_of(text: &str) -> u32 {
    text.bytes().filter(u8::is_ascii_lowercase).fold(0, |bits, letter| bits | 1 << (letter - b'a'))
}

fn glue(text: &str) -> Box<str> {
    let mut glued = String::with_capacity(text.len());
    glued.extend(text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '+' | '#')));
    glued.into_boxed_str()
}

/// What it costs to type `name` for `label`, which may be it by their forms; none when no careful reader would take it for that:
/// every word must be near its counterpart.
fn typing_errors(name: &str, form: &Form, entry: &Entry) -> Option<u8> {
    let (words, label) = (form.words.len(), &*entry.text);
    if words == entry.form.words.len() {
        let mut cost = 0;
        let forms = form.words.iter().zip(&entry.form.words);
        for ((a, b), (typed, meant)) in name.split(' ').zip(label.split(' ')).zip(forms) {
            let sure = words > 1 && label.len() >= 12;
            cost += word_errors((a, typed), (b, meant), sure)?;
        }
        return (cost <= MOST_IN_ALL).then_some(cost);
    }
    // A space too many or too few is one error, the rest as one word.
    if words.abs_diff(entry.form.words.len()) != 1 {
        return None;
    }
    let (a, b) = (glue(name), glue(label));
    if a.len() < 6 {
        return None;
    }
    let (typed, meant) = (WordForm::of(&a), WordForm::of(&b));
    if *a != *b && !typed.may_be(&meant) {
        return None;
    }
    word_errors((&a, &typed), (&b, &meant), false).filter(|cost| *cost <= REPLACED).map(|cost| cost + LOST)
}

/// The cost of one word, which may be the other by its form; `sure` when the other words of a long name vouch for it.
fn word_errors((name, typed): (&str, &WordForm), (label, meant): (&str, &WordForm), sure: bool) -> Option<u8> {
    if name == label {
        return Some(0);
    }
    let length = compared_length(typed.length, meant.length);
    let (a, b) = (Word::new(name)?, Word::new(label)?);
    let (cost, odd) = a.cost(&b);
    let allowed = match length {
        0..=3 => sure && cost <= SWAPPED,
        // A letter more, less or replaced makes another word of four (Chef, chief): only a slip of the fingers is forgiven.
        4 => cost <= SWAPPED,
        5 if b.length == 4 => cost <= DOUBLED,
        // In five letters, too, a letter replaced makes another word (Flask, flash), unless it lies beside the right one.
        5 => cost <= SWAPPED || (cost <= LOST && !odd),
        6 => cost <= REPLACED || (cost <= 2 * LOST && a.is_anagram(&b)),
        7 => cost <= REPLACED || (cost <= 2 * REPLACED && a.is_anagram(&b)),
        8..=9 => cost <= SWAPPED + LOST || (cost <= 2 * REPLACED && a.is_anagram(&b)),
        10..=13 => cost <= LOST + REPLACED,
        _ => cost <= MOST_IN_ALL,
    };
    if cost > SWAPPED && is_inflection(name, label) {
        return None;
    }
    let same_start = a.letters[0] == b.letters[0] || b.length >= 6;
    (allowed && same_start && a.length >= 4.min(b.length)).then_some(cost)
}

/// The length by which it is judged how much a word may cost.
fn compared_length(typed: usize, meant: usize) -> usize {
    meant.max(typed.min(meant + 1))
}

/// What one word may cost at most, whose letters are not all the same as the other's.
fn most_cost(length: usize) -> u8 {
    match length {
        0..=4 => SWAPPED,
        5 => LOST,
        6..=7 => REPLACED,
        8..=9 => SWAPPED + LOST,
        10..=13 => LOST + REPLACED,
        _ => MOST_IN_ALL,
    }
}

/// Whether the two are forms of one word, `presented` and `presenter`: what differs is an ending, and that is no typing error.
fn is_inflection(name: &str, label: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "", "able", "al", "d", "e", "ed", "ence", "ent", "er", "ers", "es", "ic", "ics", "ing", "ion", "ions", "ist",
        "ity", "ive", "ly", "or", "ors", "r", "rs", "s", "tion", "y",
    ];
    let same = name.bytes().zip(label.bytes()).take_while(|(a, b)| a == b).count();
    if same < 4 || !name.is_char_boundary(same) || !label.is_char_boundary(same) {
        return false;
    }
    let ends =
        |typed: &str, meant: &str| ENDINGS.binary_search(&typed).is_ok() && ENDINGS.binary_search(&meant).is_ok();
    // The end of a word lost or typed twice is a slip all the same.
    let (typed, meant) = (&name[same..], &label[same..]);
    let doubled = meant.is_empty() && name.ends_with(label.chars().last().unwrap_or(' '));
    let lost = typed.len() < meant.len();
    !doubled && !lost && (ends(typed, meant) || same > 4 && ends(&name[same - 1..], &label[same - 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(name: &str, label: &str) -> Option<u8> {
        let (form, entry) =
            (Form::of(name), Entry { text: label.into(), concept: ConceptId(0), form: Form::of(label) });
        form.may_be(&entry.form).then(|| typing_errors(name, &form, &entry)).flatten()
    }

    #[test]
    fn slips_of_the_fingers_are_forgiven() {
        for (name, label) in [
            ("slrum", "slurm"),
            ("slurmm", "slurm"),
            ("slurn", "slurm"),
            ("kuberentes", "kubernetes"),
            ("promotheus", "prometheus"),
            ("amazon wbe services", "amazon web services"),
        ] {
            assert!(cost(name, label).is_some(), "{name}");
        }
    }

    #[test]
    fn other_words_are_no_cost() {
        for (name, label) in
            [("flask", "flash"), ("scala", "scale"), ("chief", "chef"), ("h200", "h100"), ("mps", "mpi")]
        {
            assert_eq!(cost(name, label), None, "{name}");
        }
    }

    #[test]
    fn a_swap_costs_less_than_another_letter() {
        assert!(cost("lsutre", "lustre") < cost("lustra", "lustre"));
    }

    #[test]
    fn forms_of_a_word_are_no_cost() {
        for (name, label) in [("presented", "presenter"), ("compiled", "compiler"), ("scalar", "scala")] {
            assert_eq!(cost(name, label), None, "{name}");
        }
        for (name, label) in [("docke", "docker"), ("dockr", "docker"), ("dockerr", "docker"), ("ansibel", "ansible")] {
            assert!(cost(name, label).is_some(), "{name}");
        }
    }

    #[test]
    fn everyday_words_are_sorted_for_search() {
        assert!(EVERYDAY.is_sorted());
    }
}
