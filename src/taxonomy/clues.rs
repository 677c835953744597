//! Clues: how much of what a text tells, of what it names and of its words speaks for each domain of work, or against it.
//!
//! A clue weighs as much as it did in texts whose domains are known: it was fitted, not thought of (`data/concepts/clues.toml` says to
//! what). All of a sort count by their share of that sort, so that a long text weighs no more than a short one. What stands in no list
//! is no clue.

use std::collections::{BTreeMap, HashMap};

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Deserialize;

use super::check::Problem;
use super::column::Column;
use super::concept::ConceptId;
use super::data::ConceptFile;
use super::family::{Families, FamilyId};
use super::scheme::Taxonomy;
use super::vocabulary::{Vocabulary, WordId};

/// Names by the weight that they have, in hundredths.
type Weights = BTreeMap<String, Vec<String>>;

/// What speaks for one domain. A later list of it takes the place of an earlier one.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Clues")]
pub(super) struct RawClues {
    /// The id of the domain.
    pub of: String,
    /// Domains by the weight of what titles and sentences tell of them, -128 to 127 hundredths.
    #[serde(default)]
    pub told: Weights,
    /// Concepts by the weight of being told of.
    #[serde(default)]
    pub concepts: Weights,
    /// Words of the field, in whatever form, by the weight of being used.
    #[serde(default)]
    pub words: Weights,
}

/// What may be a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clue {
    Told,
    Concepts,
    Words,
}

impl Clue {
    pub(crate) const ALL: [Self; 3] = [Self::Told, Self::Concepts, Self::Words];

    fn of(self, raw: &RawClues) -> &Weights {
        match self {
            Self::Told => &raw.told,
            Self::Concepts => &raw.concepts,
            Self::Words => &raw.words,
        }
    }

    /// How `clues.toml` calls what stands at a place; nothing for a word that no label has.
    pub(crate) fn name(self, at: usize, taxonomy: &Taxonomy) -> Option<&str> {
        match self {
            Self::Told => taxonomy.families().ids().nth(at),
            Self::Concepts => taxonomy.concepts.get(at).map(|concept| &*concept.id),
            Self::Words => taxonomy.vocabulary().shown(WordId::at(at)?),
        }
    }
}

/// See the module.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Clues {
    /// The domains that there are clues to.
    domains: Vec<FamilyId>,
    /// In the order of [`Clue`].
    tables: Vec<Table>,
    /// By concept, in halvings of what every posting names.
    rarity: Column<u8>,
}

/// By what is a clue, which domains it speaks for, and how much.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
struct Table {
    /// Where its row ends.
    ends: Column<u32>,
    /// Places in [`Clues::domains`].
    of: Column<u8>,
    /// Hundredths, as the byte that a signed number is.
    weights: Column<u8>,
}

/// Domains of a text, while clues to them are added up; in hundred-thousandths.
pub(crate) struct Sum<'a> {
    clues: &'a Clues,
    of: Vec<i64>,
}

impl Clues {
    /// The clues of these files. `rarity` is that of each concept.
    pub(super) fn new(
        files: &[ConceptFile],
        by_id: &HashMap<Box<str>, ConceptId>,
        (families, vocabulary): (&Families, &Vocabulary),
        rarity: &[u8],
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut raw: BTreeMap<FamilyId, &RawClues> = BTreeMap::new();
        for clues in files.iter().flat_map(|file| &file.clues) {
            match families.find(&clues.of) {
                Some(domain) => drop(raw.insert(domain, clues)),
                None => problems.push(Problem::new("clues", format!("there is no family {:?}", clues.of))),
            }
        }
        let table = |clue: Clue, problems: &mut Vec<Problem>| {
            let find = |name: &str| match clue {
                Clue::Told => families.find(name).map(FamilyId::index),
                Clue::Concepts => by_id.get(name).map(|id| id.index()),
                Clue::Words => vocabulary.find(name).next().map(WordId::index),
            };
            let (sort, known) = match clue {
                Clue::Told => ("family", families.all().len()),
                Clue::Concepts => ("concept", by_id.len()),
                Clue::Words => ("word", vocabulary.len()),
            };
            let mut entries = Vec::new();
            for (place, clues) in raw.values().enumerate() {
                let place = u8::try_from(place).expect("fewer than 256 families");
                for (weight, names) in clue.of(clues) {
                    let Ok(weight) = weight.parse::<i8>() else {
                        problems.push(Problem::new("clues", format!("{}: {weight:?} is not -128 to 127", clues.of)));
                        continue;
                    };
                    for name in names {
                        match find(name) {
                            Some(at) => entries.push((at, place, weight)),
                            // Words hang on the labels that there are, and a list of them outlives a label.
                            None if clue == Clue::Words => {}
                            None => {
                                let detail = format!("{}: there is no {sort} {name:?}", clues.of);
                                problems.push(Problem::new("clues", detail));
                            }
                        }
                    }
                }
            }
            Table::new(known, entries)
        };
        let tables = Clue::ALL.iter().map(|clue| table(*clue, problems)).collect();
        Self { domains: raw.keys().copied().collect(), tables, rarity: rarity.to_vec().into() }
    }

    /// How rare a concept is in postings, in halvings of what every one names.
    pub(crate) fn rarity(&self, concept: ConceptId) -> u8 {
        self.rarity[concept.index()]
    }

    /// Whether there are clues to a domain.
    pub(crate) fn has(&self, domain: FamilyId) -> bool {
        self.domains.contains(&domain)
    }

    /// What speaks for each domain before anything is read: nothing.
    pub(crate) fn sum(&self) -> Sum<'_> {
        Sum { clues: self, of: vec![0; self.domains.len()] }
    }
}

impl Table {
    fn new(known: usize, mut entries: Vec<(usize, u8, i8)>) -> Self {
        entries.sort_unstable();
        let ends = (0..known).map(|at| entries.partition_point(|entry| entry.0 <= at));
        Self {
            ends: ends.map(|end| u32::try_from(end).expect("a few a name")).collect(),
            of: entries.iter().map(|entry| entry.1).collect(),
            weights: entries.iter().map(|entry| entry.2.cast_unsigned()).collect(),
        }
    }

    fn row(&self, at: usize) -> impl Iterator<Item = (usize, i64)> + '_ {
        let end = |at: usize| self.ends.get(at).map_or(0, |end| *end as usize);
        let row = at.checked_sub(1).map_or(0, end)..end(at);
        let weights = self.weights[row.clone()].iter().map(|weight| i64::from(weight.cast_signed()));
        self.of[row].iter().map(|of| usize::from(*of)).zip(weights)
    }
}

impl Sum<'_> {
    /// Adds clues of one sort: places in their order, each with its part of all, in thousandths.
    pub(crate) fn add(&mut self, clue: Clue, parts: impl Iterator<Item = (usize, u64)>) {
        let table = &self.clues.tables[clue as usize];
        for (at, part) in parts {
            let part = i64::try_from(part).unwrap_or(i64::MAX);
            for (domain, weight) in table.row(at) {
                self.of[domain] += weight * part;
            }
        }
    }

    /// How much speaks for each domain that anything speaks for, in thousandths; may exceed 1000.
    pub(crate) fn domains(self) -> impl Iterator<Item = (FamilyId, u32)> {
        let of = self.clues.domains.iter().copied().zip(self.of);
        of.filter_map(|(domain, sum)| Some((domain, u32::try_from(sum / 100).ok().filter(|part| *part > 0)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speaks(taxonomy: &Taxonomy, clue: Clue, at: usize, domain: &str) -> u32 {
        let mut sum = taxonomy.clues().sum();
        sum.add(clue, std::iter::once((at, 1000)));
        let domain = taxonomy.families().find(domain).unwrap();
        sum.domains().find(|(of, _)| *of == domain).map_or(0, |(_, speaks)| speaks)
    }

    #[test]
    fn a_name_speaks_for_the_domain_whose_people_use_it() {
        let taxonomy = Taxonomy::builtin();
        let slurm = taxonomy.find("slurm").unwrap().index();
        assert!(speaks(&taxonomy, Clue::Concepts, slurm, "schedulers") > 0);
        assert_eq!(speaks(&taxonomy, Clue::Concepts, slurm, "graphics_games"), 0);
    }

    #[test]
    fn a_list_of_ones_own_takes_the_place_of_the_built_in_one() {
        let own =
            "[[clues]]\nof = \"schedulers\"\n[clues.concepts]\n50 = [\"react\"]\n[clues.words]\n20 = [\"nosuchword\"]";
        let taxonomy = Taxonomy::extended(own).unwrap();
        let [slurm, react] = ["slurm", "react"].map(|id| taxonomy.find(id).unwrap().index());
        assert_eq!(speaks(&taxonomy, Clue::Concepts, slurm, "schedulers"), 0);
        assert_eq!(speaks(&taxonomy, Clue::Concepts, react, "schedulers"), 500);
    }

    #[test]
    fn what_nobody_knows_is_told() {
        let own = "[[clues]]\nof = \"nothing\"\n[[clues]]\nof = \"schedulers\"\n[clues.concepts]\n300 = [\"slurm\"]\n7 = [\"nothing\"]";
        let problems: Vec<String> = Taxonomy::check(own).iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "clues: schedulers: \"300\" is not -128 to 127", "clues: schedulers: there is no concept \"nothing\"",
                "clues: there is no family \"nothing\"",
            ]
        );
    }
}
