//! Functions of work: what is done with a domain (it is developed, operated, taught, sold), whatever the domain is.

use std::collections::HashMap;

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::Column;
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

/// All functions with their transfers.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Functions {
    pub(super) all: Vec<Function>,
    pub(super) by_id: HashMap<Box<str>, FunctionId>,
    /// By the id of a practice, the function that it is.
    pub(super) practices: HashMap<Box<str>, FunctionId>,
    /// Rows: what a role asks; columns: what a person does. Thousandths.
    pub(super) transfer: Column<u16>,
}

impl Functions {
    /// Every function, in the order of the file.
    pub(crate) fn all(&self) -> impl ExactSizeIterator<Item = FunctionId> + use<> {
        (0..u8::try_from(self.all.len()).expect("fewer than 256 functions")).map(FunctionId)
    }

    pub(crate) fn find(&self, id: &str) -> Option<FunctionId> {
        self.by_id.get(id).copied()
    }

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn every_function_keeps_all_of_itself_and_gives_something_to_others() {
        let taxonomy = Taxonomy::builtin();
        let functions = taxonomy.functions();
        for asked in functions.all() {
            assert_eq!(functions.transfer(asked, asked), PerMille::ONE);
            assert!(functions.all().all(|does| functions.transfer(asked, does) > PerMille::ZERO));
        }
    }
}
