//! The files of token rules, all of them.

use std::ops::Deref;

use super::Rules;
use crate::extract::lexicon::Kinds;
use crate::extract::{availability, clearance, level, moves, permit, posting, scopes, work_mode, workload};

/// A file of `data/rules`, and what its words are in the lexicon.
pub(in crate::extract) struct RuleFile {
    pub rules: &'static dyn OfAnySort,
    #[cfg_attr(not(test), expect(dead_code, reason = "only tests read examples"))]
    pub kinds: Kinds,
}

/// Rules, whatever they say.
pub(in crate::extract) trait OfAnySort: Sync {
    /// The name of each rule: its file and its id.
    fn names(&self) -> Vec<String>;

    /// Examples that are not read as the file says.
    #[cfg(test)]
    fn wrong_examples(&self, kinds: Kinds) -> Vec<String>;
}

impl<T, R: Deref<Target = Rules<T>> + Sync> OfAnySort for R {
    fn names(&self) -> Vec<String> {
        self.list.iter().map(|rule| format!("{}/{}", self.name, rule.id)).collect()
    }

    #[cfg(test)]
    fn wrong_examples(&self, kinds: Kinds) -> Vec<String> {
        super::wrong_examples(self, kinds).into_iter().map(|wrong| format!("{}/{wrong}", self.name)).collect()
    }
}

/// Every file.
pub(in crate::extract) fn all() -> [RuleFile; 10] {
    let file = |rules: &'static dyn OfAnySort, kinds| RuleFile { rules, kinds };
    let none = Kinds::default();
    [
        file(&availability::RULES, Kinds::START),
        file(&clearance::RULES, none),
        file(&posting::EMPLOYER_RULES, none),
        file(&level::TEXTS, Kinds::RUNG),
        file(&level::TITLES, Kinds::TITLE),
        file(&moves::RULES, Kinds::MOVE),
        file(&permit::RULES, Kinds::PERMIT),
        file(&scopes::RULES, none),
        file(&work_mode::RULES, Kinds::WORK_MODE),
        file(&workload::RULES, Kinds::WORKLOAD),
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
