//! Weights of clues, in the form of `clues.toml`.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt::Write;

use serde::Deserialize;

use super::texts::{Graded, Sort};

/// The sorts of clue, as `clues.toml` names them.
pub(crate) const SORTS: [&str; 3] = ["told", "concepts", "words"];
/// A line of the file is no longer than this.
const LINE: usize = 130;

/// Something that may speak for a domain.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Clue {
    /// A place in [`SORTS`].
    pub(crate) sort: usize,
    pub(crate) name: String,
}

/// By clue and domain, in hundredths.
#[derive(Default)]
pub(crate) struct Weights {
    of: HashMap<Clue, BTreeMap<String, i8>>,
}

#[derive(Deserialize)]
struct File {
    clues: Vec<Section>,
}

#[derive(Deserialize)]
struct Section {
    of: String,
    #[serde(flatten)]
    sorts: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Weights {
    /// The weights of a file.
    pub(crate) fn parse(file: &str) -> Result<Self, Box<dyn Error>> {
        let file: File = toml::from_str(file)?;
        let mut weights = Self::default();
        for Section { of, sorts } in file.clues {
            for (sort, names) in sorts {
                let sort = SORTS.iter().position(|known| *known == sort).ok_or(format!("{of}: no sort {sort}"))?;
                for (weight, names) in names {
                    for name in names {
                        weights.set(Clue { sort, name }, &of, weight.parse()?);
                    }
                }
            }
        }
        Ok(weights)
    }

    pub(crate) fn set(&mut self, clue: Clue, domain: &str, hundredths: i8) {
        self.of.entry(clue).or_default().insert(domain.to_owned(), hundredths);
    }

    /// Leaves out what has no weight.
    pub(crate) fn forget_nothing_saying(&mut self) {
        for of in self.of.values_mut() {
            of.retain(|_, weight| *weight != 0);
        }
        self.of.retain(|_, of| !of.is_empty());
    }

    pub(crate) fn get(&self, clue: &Clue, domain: &str) -> i8 {
        self.of.get(clue).and_then(|of| of.get(domain)).copied().unwrap_or_default()
    }

    /// What clues speak for each domain, 1 for all of it.
    pub(crate) fn sums(&self, clues: &[(Clue, f64)]) -> BTreeMap<&str, f64> {
        let mut sums = BTreeMap::new();
        for (clue, part) in clues {
            for (domain, weight) in self.of.get(clue).into_iter().flatten() {
                *sums.entry(domain.as_str()).or_default() += part * f64::from(*weight) / 100.0;
            }
        }
        sums
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.of.values().map(BTreeMap::len).sum()
    }

    /// All weights by clue and domain.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Clue, &str, i8)> {
        self.of.iter().flat_map(|(clue, of)| of.iter().map(move |(domain, weight)| (clue, domain.as_str(), *weight)))
    }

    /// The file of these weights, which were fitted to these texts.
    pub(crate) fn show(&self, texts: &[Graded]) -> String {
        let [people, roles] = [Sort::Person, Sort::Role].map(|sort| texts.iter().filter(|t| t.sort == sort).count());
        let mut file = format!("# Fitted to {people} texts of people and {roles} of roles by examples/clues.\n");
        let mut sections: BTreeMap<&str, [BTreeMap<i8, Vec<&str>>; 3]> = BTreeMap::new();
        for (clue, domain, weight) in self.iter() {
            sections.entry(domain).or_default()[clue.sort].entry(weight).or_default().push(&clue.name);
        }
        for (domain, sorts) in sections {
            writeln!(file, "\n[[clues]]\nof = {domain:?}").expect("a string takes all");
            for (sort, by_weight) in SORTS.iter().zip(sorts).filter(|(_, by_weight)| !by_weight.is_empty()) {
                writeln!(file, "[clues.{sort}]").expect("a string takes all");
                for (weight, mut names) in by_weight.into_iter().rev() {
                    names.sort_unstable();
                    let weight = if weight < 0 { format!("{:?}", weight.to_string()) } else { weight.to_string() };
                    file.push_str(&list(&weight, &names));
                }
            }
        }
        file
    }
}

/// `12 = ["a", "b"]`, in lines of their own where it is long.
fn list(key: &str, names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    let one = format!("{key} = [{}]\n", quoted.join(", "));
    if one.len() <= LINE {
        return one;
    }
    let mut lines = format!("{key} = [\n");
    let mut line = String::new();
    for name in quoted {
        if line.len() + name.len() + 6 > LINE {
            writeln!(lines, "   {line}").expect("a string takes all");
            line.clear();
        }
        write!(line, " {name},").expect("a string takes all");
    }
    writeln!(lines, "   {line}\n]").expect("a string takes all");
    lines
}
