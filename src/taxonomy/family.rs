//! Families of work, and how much of one carries over to another. Which titles name them is for who reads titles.

use std::collections::HashMap;

use super::column::Column;
use super::function::FunctionId;
use super::{PerMille, fold};
use borsh::{BorshDeserialize, BorshSerialize};
use serde::Deserialize;

/// A family's place in its taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct FamilyId(pub(crate) u8);

impl FamilyId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A kind of work.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Family {
    pub id: Box<str>,
    /// As a recruiter would name it.
    pub label: Box<str>,
    /// A verb phrase for "this person ...".
    pub work: Box<str>,
    /// What whoever works in it mostly does with it, where nothing tells.
    pub functions: Vec<(FunctionId, PerMille)>,
    /// The function that it is, where it is no domain of its own.
    pub function: Option<FunctionId>,
    /// What a posting of this field says of it whatever its work, in thousandths of full evidence.
    pub background: PerMille,
    pub is: Vec<FamilyMark>,
}

/// What is peculiar to a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, BorshSerialize, BorshDeserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FamilyMark {
    /// Done the same way in whatever field, so that a field named beside it is only where.
    Trade,
    /// Not of this field: computing in general, leading people at whatever work, or something else.
    Outside,
    /// Programming of whatever kind.
    General,
    /// To lead people, at whatever work.
    Leading,
    /// Work that has nothing to do with computers.
    Elsewhere,
    /// Its things stand in every building, so that words of other trades are its own.
    Buildings,
    /// Others build systems for it, so that a name behind `for` tells of their work.
    Served,
}

/// What carries over from one family to another.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Transfer {
    pub carries: Box<str>,
    pub gap: Box<str>,
}

/// All families with their transfers.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Families {
    pub(super) all: Vec<Family>,
    pub(super) by_id: HashMap<Box<str>, FamilyId>,
    /// Rows: what a role asks; columns: what a person does. Thousandths.
    pub(super) transfer: Column<u16>,
    pub(super) reasons: HashMap<(FamilyId, FamilyId), Transfer>,
}

impl Family {
    pub(crate) fn is(&self, mark: FamilyMark) -> bool {
        self.is.contains(&mark)
    }

    /// Whether it is work of this field, rather than computing in general, leading people at whatever work, or something else.
    pub(crate) fn is_of_the_field(&self) -> bool {
        !self.is(FamilyMark::Outside)
    }
}

impl Families {
    /// Every family, in the order of the file.
    pub(crate) fn all(&self) -> impl ExactSizeIterator<Item = FamilyId> + use<> {
        (0..u8::try_from(self.all.len()).expect("fewer than 256 families")).map(FamilyId)
    }

    pub(crate) fn get(&self, id: FamilyId) -> &Family {
        &self.all[id.index()]
    }

    pub(crate) fn find(&self, id: &str) -> Option<FamilyId> {
        self.by_id.get(id).copied()
    }

    /// The family of this label, in any case.
    pub(crate) fn find_label(&self, label: &str) -> Option<FamilyId> {
        let sought = fold(label);
        self.find(&self.all.iter().find(|family| fold(&family.label) == sought)?.id)
    }

    /// All ids, in the order of the file.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|family| &*family.id)
    }

    /// How much of `asked` a person brings who does `does`.
    pub(crate) fn transfer(&self, asked: FamilyId, does: FamilyId) -> PerMille {
        PerMille::new(self.transfer[asked.index() * self.all.len() + does.index()])
    }

    /// Why, in words.
    pub(crate) fn transfer_reason(&self, asked: FamilyId, does: FamilyId) -> Option<&Transfer> {
        self.reasons.get(&(does, asked))
    }
}
