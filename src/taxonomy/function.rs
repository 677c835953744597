//! Functions of work: what is done with a domain (it is developed, operated, taught, sold), whatever the domain is.

use std::collections::HashMap;

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::Column;
use super::family::{first_of, words_of};
use super::fold;
use super::pattern::{PatternMatch, PatternSet};
use super::word_hash::word_hash;
use super::{FamilyId, PerMille};

/// A function's place in its taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct FunctionId(pub(crate) u8);

impl FunctionId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What is done with a domain of work.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Function {
    pub id: Box<str>,
    /// As a recruiter would name it.
    pub label: Box<str>,
    /// A verb phrase for "this person ...".
    pub work: Box<str>,
    /// Whether it is done in words: to speak of a thing is the work with it.
    pub speaks: bool,
    /// Whether the trade counts before the field: who does it elsewhere learns the field.
    pub any_field: bool,
    /// What people of this function bring to another one.
    pub brings: Box<str>,
    /// What it takes that people of other functions have to learn.
    pub takes: Box<str>,
}

/// What a clause of running text tells of: work in a domain, or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) enum ToldWork {
    Domain(FamilyId),
    Function(FunctionId),
}

/// What a title says of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FunctionSign {
    pub function: FunctionId,
    pub strength: PerMille,
}

/// All functions with their titles, the deeds that tell of functions and domains, and transfers.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Functions {
    pub(super) all: Vec<Function>,
    pub(super) by_id: HashMap<Box<str>, FunctionId>,
    /// Owners are twice the function, and one more for a weak title.
    pub(super) titles: PatternSet,
    /// Owners are families, and from [`ToldWork::FUNCTIONS`] on functions.
    pub(super) told: PatternSet,
    /// By the id of a practice, the function that it is.
    pub(super) practices: HashMap<Box<str>, FunctionId>,
    /// Rows: what a role asks; columns: what a person does. Thousandths.
    pub(super) transfer: Column<u16>,
}

/// Title patterns are matched within this many words: a title is short.
const TITLE_WINDOW: usize = 8;
/// Patterns of deeds are matched within this many words of a clause.
const TOLD_WINDOW: usize = 10;
/// What a single word of a title says, against more of them.
const ONE_WORD: PerMille = PerMille::EIGHT_TENTHS;
/// What is left of what a title names besides its head.
const BESIDE_HEAD: PerMille = PerMille::QUARTER;
/// With these a title goes on.
const GOING_ON: &[&str] = &[
    ", ", " - ", " – ", " — ", " (", ": ", "; ", ". ", " of ", " for ", " at ", " in ", " on ", " with ", " who ",
    " that ", " which ", " whose ", " where ", " turned ",
];
/// A hall of machines, in one word: who works there is no engineer of data.
const HALL: &str = "datacenter";

impl ToldWork {
    /// Owners of patterns are families, and behind all of these functions.
    pub(super) const FUNCTIONS: u16 = 256;

    fn of_owner(owner: u16) -> Self {
        let number = u8::try_from(owner % Self::FUNCTIONS).expect("a rest by 256 is a byte");
        if owner < Self::FUNCTIONS { Self::Domain(FamilyId(number)) } else { Self::Function(FunctionId(number)) }
    }
}

impl Functions {
    pub(crate) fn get(&self, id: FunctionId) -> &Function {
        &self.all[id.index()]
    }

    /// The function that a told practice is.
    pub(crate) fn of_practice(&self, concept: &str) -> Option<FunctionId> {
        self.practices.get(concept).copied()
    }

    /// How much of `asked` a person brings who does `does`.
    pub(crate) fn transfer(&self, asked: FunctionId, does: FunctionId) -> PerMille {
        PerMille::new(self.transfer[asked.index() * self.all.len() + does.index()])
    }

    /// The functions that a title names, ascending.
    pub(crate) fn title_signs(&self, title: &str) -> Vec<FunctionSign> {
        let folded = fold(title).replace("data center", HALL).replace("data centre", HALL);
        let words: Vec<(&str, u32)> = words_of(&folded).map(|word| (word, word_hash(word.as_bytes()))).collect();
        let head = first_of(&folded, GOING_ON).map_or(words.len(), |at| words_of(&folded[..at]).count());
        let hits = self.titles.matches(&words, TITLE_WINDOW);
        // The head of a title is its last word before it goes on: a `developer advocate` advocates, a `compiler verification
        // engineer` verifies, and a `head of operations` leads.
        let rank = |hit: &PatternMatch| (hit.last < head, hit.last, hit.words, hit.first);
        let best = hits.iter().map(rank).max();
        let mut signs: Vec<FunctionSign> = Vec::new();
        for hit in &hits {
            let function = FunctionId(u8::try_from(hit.owner / 2).expect("owners are made of u8 ids"));
            let said = if hit.owner % 2 == 0 { PerMille::ONE } else { PerMille::HALF };
            let strength = if hit.words > 1 { said } else { said.times(ONE_WORD) };
            let strength = if Some(rank(hit)) == best { strength } else { strength.times(BESIDE_HEAD) };
            match signs.iter_mut().find(|sign| sign.function == function) {
                Some(sign) => sign.strength = sign.strength.max(strength),
                None => signs.push(FunctionSign { function, strength }),
            }
        }
        signs.sort_unstable_by_key(|sign| sign.function);
        signs
    }

    /// What a sentence tells of, and whether it is the first of its functions that does; words with their hashes.
    pub(crate) fn told_in(&self, words: &[(&str, u32)]) -> Vec<(ToldWork, bool)> {
        let mut hits: Vec<(ToldWork, usize)> = Vec::new();
        for hit in self.told.matches(words, TOLD_WINDOW) {
            let of = ToldWork::of_owner(hit.owner);
            match hits.iter_mut().find(|(known, _)| *known == of) {
                Some((_, first)) => *first = hit.first.min(*first),
                None => hits.push((of, hit.first)),
            }
        }
        hits.sort_unstable();
        let is_function = |of: &ToldWork| matches!(of, ToldWork::Function(_));
        let first = hits.iter().filter(|(of, _)| is_function(of)).map(|(_, first)| *first).min();
        hits.into_iter().map(|(of, at)| (of, !is_function(&of) || Some(at) == first)).collect()
    }

    /// The domains that a title names in words that tell of work: `field engineer, AI accelerators`.
    pub(crate) fn domains_in_title(&self, title: &str) -> Vec<ToldWork> {
        let folded = fold(title);
        let words: Vec<(&str, u32)> = words_of(&folded).map(|word| (word, word_hash(word.as_bytes()))).collect();
        let told = self.told_in(&words).into_iter().map(|(of, _)| of);
        told.filter(|of| matches!(of, ToldWork::Domain(_))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    fn named(title: &str) -> Vec<String> {
        let taxonomy = Taxonomy::builtin();
        let functions = taxonomy.functions();
        functions.title_signs(title).iter().map(|sign| functions.get(sign.function).id.to_string()).collect()
    }

    #[test]
    fn titles_name_their_function() {
        for (title, function) in [
            ("HPC systems administrator", "operates"),
            ("Developer advocate, GPU computing", "advocates"),
            ("Solutions architect, AI infrastructure", "advises"),
            ("Director, HPC and AI infrastructure", "manages"),
            ("Data center technician", "deploys"),
            ("Postdoctoral researcher", "researches"),
            ("ASIC verification engineer", "validates"),
            ("Product manager, GPU cloud", "markets"),
            ("CUDA developer", "develops"),
            ("HPC user support specialist", "supports"),
        ] {
            assert!(named(title).iter().any(|found| found == function), "{title}: {:?}", named(title));
        }
        assert!(named("HPC engineer").is_empty());
    }

    #[test]
    fn every_function_keeps_all_of_itself_and_gives_something_to_others() {
        let taxonomy = Taxonomy::builtin();
        let functions = taxonomy.functions();
        let all = || (0..u8::try_from(functions.all.len()).unwrap()).map(FunctionId);
        for asked in all() {
            assert_eq!(functions.transfer(asked, asked), PerMille::ONE);
            assert!(all().all(|does| functions.transfer(asked, does) > PerMille::ZERO));
        }
    }
}
