//! The files of token rules, all of them.

use std::any::Any;
use std::ops::Deref;

use serde::de::DeserializeOwned;

use super::own::OwnRules;
use super::{Rules, Wrong};
use crate::extract::lexicon::Kinds;
use crate::extract::{
    availability, capacity, clearance, firms, level, moves, pay, permit, place_kind, scopes, titles, told_work,
    work_mode, workload, years,
};
use crate::taxonomy::{Problem, ReadingRules};

/// A file of `data/rules`, and what its words are in the lexicon.
pub(in crate::extract) struct RuleFile {
    pub rules: &'static dyn OfAnySort,
    pub kinds: Kinds,
    /// Whether a user's file may bring rules of the same matter.
    pub open: bool,
}

/// Rules, whatever they say.
pub(in crate::extract) trait OfAnySort: Sync {
    /// The name of the file, without its ending: what its rules are about.
    fn name(&self) -> &'static str;

    /// The name of each rule: its file and its id.
    fn names(&self) -> Vec<String>;

    /// A user's rules of the same sort.
    fn compiled(&self, rules: ReadingRules) -> Result<Box<dyn Any + Send + Sync>, Wrong>;

    /// Examples of a user's rules that are not read as they say.
    fn wrong_own_examples(&self, kinds: Kinds, own: &'static OwnRules) -> Vec<Problem>;

    /// Examples that are not read as the file says.
    #[cfg(test)]
    fn wrong_built_in(&self, kinds: Kinds) -> Vec<String>;
}

impl<T: DeserializeOwned + Send + Sync + 'static, R: Deref<Target = Rules<T>> + Sync> OfAnySort for R {
    fn name(&self) -> &'static str {
        self.name
    }

    fn names(&self) -> Vec<String> {
        self.list.iter().map(|rule| format!("{}/{}", self.name, rule.id)).collect()
    }

    fn compiled(&self, rules: ReadingRules) -> Result<Box<dyn Any + Send + Sync>, Wrong> {
        Ok(Box::new(Rules::<T>::compiled(self.name, rules)?))
    }

    fn wrong_own_examples(&self, kinds: Kinds, own: &'static OwnRules) -> Vec<Problem> {
        let Some(rules) = own.rules::<T>(self.name) else { return Vec::new() };
        let wrong = self.wrong_examples(rules, kinds, Some(own)).into_iter();
        wrong.map(|(id, message)| Problem::new(id, message)).collect()
    }

    #[cfg(test)]
    fn wrong_built_in(&self, kinds: Kinds) -> Vec<String> {
        let wrong = self.wrong_examples(self, kinds, None).into_iter();
        wrong.map(|(id, message)| format!("{}/{id}: {message}", self.name)).collect()
    }
}

/// Every file.
pub(in crate::extract) fn all() -> [RuleFile; 18] {
    let open = |rules: &'static dyn OfAnySort, kinds| RuleFile { rules, kinds, open: true };
    // Those of levels and titles weigh words against each other, the others are asked by readers of figures and places.
    let closed = |rules: &'static dyn OfAnySort, kinds| RuleFile { rules, kinds, open: false };
    let none = Kinds::default();
    [
        open(&availability::RULES, Kinds::START),
        open(&clearance::RULES, none),
        open(&firms::RULES, none),
        closed(&level::TEXTS, Kinds::RUNG),
        closed(&level::TITLES, Kinds::TITLE),
        open(&moves::RULES, Kinds::MOVE),
        open(&permit::RULES, Kinds::PERMIT),
        closed(&capacity::RULES, none),
        closed(&pay::ROLE_RULES, none),
        closed(&pay::SUM_RULES, none),
        closed(&place_kind::RULES, none),
        closed(&scopes::RULES, none),
        closed(&titles::FAMILIES, none),
        closed(&titles::FUNCTIONS, none),
        closed(&told_work::RULES, none),
        open(&work_mode::RULES, Kinds::WORK_MODE),
        open(&workload::RULES, Kinds::WORKLOAD),
        closed(&years::OTHERS_RULES, none),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_rules_is_among_them() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/extract/data/rules");
        let stems = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let stems = stems.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
        let mut stems: BTreeSet<String> =
            stems.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        // Classes of words that all files share.
        assert!(stems.remove("words"));
        let names = all().into_iter().flat_map(|file| file.rules.names());
        let known: BTreeSet<String> = names.map(|name| name.split('/').next().unwrap().to_owned()).collect();
        assert_eq!(known, stems);
    }
}
