//! From a skill's name to a concept: exact, decorated, or misspelled, and never a look-alike.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::scheme::{Label, Taxonomy};
use super::{ConceptId, fold};

/// What a name resolved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The concept, or none when the name is unrecognized.
    pub concept: Option<ConceptId>,
    /// How it was found.
    pub matched_by: MatchedBy,
}

/// How a name was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchedBy {
    /// It is the preferred label.
    Preferred,
    /// It is an alias.
    Alias,
    /// It is a known misspelling or odd form.
    Hidden,
    /// It is a label in another form: plural, version, vendor's name before it, a general word after it.
    Inflected,
    /// It is a label with a typing error.
    Fuzzy,
    /// It is not known.
    Unrecognized,
}

/// Words that people put before a product's name.
const VENDORS: &[&str] = &[
    "amazon", "aws", "amd", "apache", "apple", "arm", "cisco", "dell", "ddn", "google", "google cloud", "gcp",
    "hashicorp", "hpe", "ibm", "intel", "mellanox", "meta", "microsoft", "azure", "nvidia", "oracle", "red hat",
    "redhat", "the", "vmware", "gnu", "linux", "open source", "opensource",
];

/// General words that people put after a skill's name.
const TRAILERS: &[&str] = &[
    "administration", "admin", "api", "apis", "architecture", "basics", "cluster", "clusters", "development",
    "engineering", "experience", "expertise", "framework", "frameworks", "knowledge", "language", "libraries",
    "library", "management", "network", "networking", "networks", "operations", "platform", "programming", "project",
    "scheduler", "scripting", "scripts", "server", "servers", "service", "services", "skills", "software", "stack",
    "suite", "system", "systems", "technologies", "technology", "tool", "toolkit", "tools", "tuning",
    "workload manager", "file system", "filesystem",
];

pub(super) fn resolve(taxonomy: &Taxonomy, name: &str) -> Resolution {
    let folded = fold(name);
    let found = |label: Label, matched_by| Resolution { concept: Some(label.concept), matched_by };
    if let Some(label) = taxonomy.labels.get(folded.as_str()) {
        return found(*label, label.matched_by);
    }
    let trimmed = folded.trim_matches(|c: char| !(c.is_alphanumeric() || c == '+' || c == '#' || c == '.'));
    let trimmed = trimmed.trim_end_matches('.');
    if let Some(label) = exact_or_inflected(&taxonomy.labels, trimmed) {
        return found(label, MatchedBy::Inflected);
    }
    // "Slurm (workload manager)": the part before the bracket, then the part within.
    if let Some((before, rest)) = trimmed.split_once('(') {
        let within = rest.split(')').next().unwrap_or(rest);
        for part in [before.trim(), within.trim()] {
            if let Some(label) = exact_or_inflected(&taxonomy.labels, part) {
                return found(label, MatchedBy::Inflected);
            }
        }
    }
    match taxonomy.fuzzy.find(trimmed) {
        Some(concept) => Resolution { concept: Some(concept), matched_by: MatchedBy::Fuzzy },
        None => Resolution { concept: None, matched_by: MatchedBy::Unrecognized },
    }
}

/// The label itself, or with a vendor before it, a version or a general word after it, in the plural, or glued together.
fn exact_or_inflected(labels: &HashMap<Box<str>, Label>, name: &str) -> Option<Label> {
    let direct = |text: &str| -> Option<Label> {
        let get = |t: &str| labels.get(t).copied();
        get(text).or_else(|| singular(text).and_then(get)).or_else(|| get(without_version(text)?))
    };
    if name.is_empty() {
        return None;
    }
    direct(name)
        .or_else(|| direct(without_vendor(name)?))
        .or_else(|| direct(without_trailer(name)?))
        .or_else(|| direct(without_trailer(without_vendor(name)?)?))
        .or_else(|| direct(without_trailer(without_version(name)?)?))
}

fn singular(text: &str) -> Option<&str> {
    text.strip_suffix('s').filter(|stem| stem.len() >= 3 && !stem.ends_with('s'))
}

fn without_version(text: &str) -> Option<&str> {
    let (before, last) = text.rsplit_once(' ')?;
    let digits = last.strip_prefix('v').unwrap_or(last);
    let is_version = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || ".x+".contains(c));
    is_version.then_some(before)
}

fn without_vendor(text: &str) -> Option<&str> {
    VENDORS.iter().find_map(|vendor| text.strip_prefix(vendor)?.strip_prefix(' '))
}

fn without_trailer(text: &str) -> Option<&str> {
    TRAILERS.iter().find_map(|word| text.strip_suffix(word)?.strip_suffix(' '))
}

/// Labels long enough to be recognised with a typing error, by first letter, in a fixed order.
#[derive(Clone, Debug, Default)]
pub(super) struct FuzzyIndex(BTreeMap<char, Vec<(Box<str>, ConceptId)>>);

/// Shorter names are never guessed: `RoCE` and `ROCm`, `MPI` and `MPS` are one letter apart.
const SHORTEST_GUESS: usize = 4;

impl FuzzyIndex {
    pub(super) fn new(labels: &HashMap<Box<str>, Label>) -> Self {
        let mut index = Self::default();
        for (text, label) in labels {
            let letters = text.chars().count();
            if letters >= SHORTEST_GUESS
                && let Some(first) = text.chars().next()
            {
                index.0.entry(first).or_default().push((text.clone(), label.concept));
            }
        }
        for list in index.0.values_mut() {
            list.sort();
        }
        index
    }

    /// The one concept whose label is nearest, when it is near enough and no other concept is as near.
    fn find(&self, name: &str) -> Option<ConceptId> {
        let first = name.chars().next()?;
        let length = name.chars().count();
        if length < SHORTEST_GUESS {
            return None;
        }
        let mut best: Option<(usize, ConceptId)> = None;
        let mut tied = false;
        for (label, concept) in self.0.get(&first)? {
            let Some(distance) = typing_errors(name, label) else { continue };
            match best {
                Some((nearest, _)) if distance > nearest => {}
                Some((nearest, known)) if distance == nearest => tied |= known != *concept,
                _ => {
                    best = Some((distance, *concept));
                    tied = false;
                }
            }
        }
        best.filter(|_| !tied).map(|(_, concept)| concept)
    }
}

/// How many typing errors turn `label` into `name`, or none when they are too many for so short a name. Digits and signs
/// (`C++`, `H100`) are never typing errors, and every word must be near its counterpart.
fn typing_errors(name: &str, label: &str) -> Option<usize> {
    let signs = |text: &str| text.chars().filter(|c| !c.is_alphabetic() && *c != ' ').collect::<String>();
    if name.len().abs_diff(label.len()) > 3 || signs(name) != signs(label) {
        return None;
    }
    let name_words: Vec<&str> = name.split(' ').collect();
    let label_words: Vec<&str> = label.split(' ').collect();
    if name_words.len() == label_words.len() {
        let mut errors = 0;
        for (a, b) in name_words.iter().zip(&label_words) {
            errors += word_errors(a, b)?;
        }
        return (errors <= 3).then_some(errors);
    }
    // A space too many or too few is one error, the rest as one word.
    let (a, b) = (name.replace(' ', ""), label.replace(' ', ""));
    if a.chars().count() < 6 {
        return (a == b).then_some(1);
    }
    let errors = word_errors(&a, &b)?;
    (errors <= 1 && name_words.len().abs_diff(label_words.len()) == 1).then_some(errors + 1)
}

fn word_errors(a: &str, b: &str) -> Option<usize> {
    if a == b {
        return Some(0);
    }
    let shorter = a.chars().count().min(b.chars().count());
    let longer = a.chars().count().max(b.chars().count());
    let distance = strsim::osa_distance(a, b);
    let swapped = || {
        let sorted = |t: &str| {
            let mut letters: Vec<char> = t.chars().collect();
            letters.sort_unstable();
            letters
        };
        shorter == longer && sorted(a) == sorted(b)
    };
    let same_start = a.chars().next() == b.chars().next();
    let allowed = match longer {
        0..=3 => false,
        4 => distance == 1 && swapped(),
        // In short words a letter replaced makes another word (Flask, flash); one swapped, doubled or lost rarely does.
        5 => distance == 1 && (swapped() || shorter != longer) && shorter >= 4,
        6..=7 => distance == 1 || (distance == 2 && swapped()),
        8..=13 => distance <= 2,
        _ => distance <= 3,
    };
    (allowed && (same_start || longer >= 6)).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> String {
        let taxonomy = Taxonomy::embedded();
        taxonomy.resolve(name).concept.map_or_else(|| "-".to_owned(), |c| taxonomy.concept(c).id.to_string())
    }

    #[test]
    fn names_resolve_in_the_forms_that_people_write() {
        for (name, concept) in [
            ("Slurm", "slurm"),
            ("slurm workload manager", "slurm"),
            ("SLURM (scheduler)", "slurm"),
            ("IBM Spectrum Scale", "gpfs"),
            ("Storage Scale", "gpfs"),
            ("golang", "go"),
            ("Python 3.11", "python"),
            ("py3", "python"),
            ("CUDA programming", "cuda"),
            ("NVIDIA CUDA", "cuda"),
            ("Amazon S3", "aws-s3"),
            ("AWS S3", "aws-s3"),
            ("C++17", "cplusplus"),
            ("k8s", "kubernetes"),
            ("All\u{2011}Reduce", "collective-communication"),
        ] {
            assert_eq!(id(name), concept, "{name}");
        }
    }

    #[test]
    fn typing_errors_are_forgiven() {
        for (name, concept) in [
            ("Kuberentes", "kubernetes"),
            ("infinband", "infiniband"),
            ("Slrum", "slurm"),
            ("Lsutre", "lustre"),
            ("Tensroflow", "tensorflow"),
            ("Promethues", "prometheus"),
            ("Terrafrom", "terraform"),
        ] {
            assert_eq!(id(name), concept, "{name}");
        }
    }

    #[test]
    fn look_alikes_are_never_confused() {
        for (a, b) in [
            ("RoCE", "ROCm"),
            ("Java", "JavaScript"),
            ("OpenMP", "Open MPI"),
            ("OpenMP", "OpenMPI"),
            ("C", "C++"),
            ("C++", "C#"),
            ("C", "C#"),
            ("NVMe", "NVLink"),
            ("MPI", "MPS"),
            ("Slurm", "Slack"),
            ("Flask", "Flash"),
            ("Scala", "Scale"),
            ("Spark", "Sparc"),
            ("H100", "H200"),
            ("A100", "A10"),
            ("Triton Inference Server", "Triton language"),
            ("PBS", "pbx"),
            ("Ceph", "Chef"),
        ] {
            let (first, second) = (id(a), id(b));
            assert!(first != second || first == "-", "{a} and {b} are both {first}");
        }
    }

    #[test]
    fn what_is_not_known_stays_unrecognized() {
        for name in ["", "zorble", "underwater basket weaving", "x", "🦀"] {
            assert_eq!(id(name), "-", "{name}");
        }
    }
}
