//! Rules of a user's taxonomy file, beside the built-in ones: asked before them, by the same engine.
//!
//! Their words are not in the lexicon, which is made once for all; where somebody brings rules, each token is looked up in theirs.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::{Rules, all};
use crate::extract::extractor::Extractor;
use crate::taxonomy::{Problem, ReadingRules, Taxonomy};

/// The rules of a file, by the matter that they are about.
#[derive(Debug, Default)]
pub(in crate::extract) struct OwnRules {
    of: BTreeMap<&'static str, Box<dyn Any + Send + Sync>>,
    problems: Vec<Problem>,
}

/// Those of the taxonomies that were read by. A program reads by few, and an answer names a rule for as long as it is kept, so they stay
/// for as long as the program runs; by the taxonomy's version, which is a digest of its files.
static KEPT: LazyLock<Mutex<BTreeMap<String, &'static OwnRules>>> = LazyLock::new(Mutex::default);

impl OwnRules {
    /// The rules of a taxonomy's own file; none where it brings none.
    pub(in crate::extract) fn of_taxonomy(taxonomy: &Taxonomy) -> Option<&'static Self> {
        let written = taxonomy.reading_rules()?;
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || -> &'static Self { Box::leak(Box::new(Self::new(written))) };
        Some(*kept.entry(taxonomy.version().to_owned()).or_insert_with(new))
    }

    fn new(written: &ReadingRules) -> Self {
        let mut own = Self::default();
        let files = all();
        let matters: Vec<&str> = files.iter().filter(|file| file.open).map(|file| file.rules.name()).collect();
        for rule in written.rules.iter().filter(|rule| !matters.contains(&&*rule.of)) {
            let message = format!("expected of to be one of {}, got {:?}", matters.join(", "), rule.of);
            own.problems.push(Problem::new(rule.id.as_str(), message));
        }
        for file in files.iter().filter(|file| file.open) {
            let name = file.rules.name();
            let mut of_file = written.clone();
            of_file.rules.retain(|rule| rule.of == name);
            if of_file.rules.is_empty() {
                continue;
            }
            match file.rules.compiled(of_file) {
                Ok(rules) => {
                    own.of.insert(name, rules);
                }
                Err((id, message)) => own.problems.push(Problem::new(id, message)),
            }
        }
        own
    }

    /// Those of a matter.
    pub(super) fn rules<T: 'static>(&self, matter: &str) -> Option<&Rules<T>> {
        self.of.get(matter)?.downcast_ref()
    }
}

impl Extractor {
    /// What keeps the reading rules of a taxonomy's file from being used: an unknown matter or class, a pattern that cannot be read,
    /// an `emit` that its matter does not know. Where there is a problem, the rules of its matter are not used.
    pub fn problems_of_rules(taxonomy: &Taxonomy) -> Vec<Problem> {
        OwnRules::of_taxonomy(taxonomy).map_or_else(Vec::new, |own| own.problems.clone())
    }

    /// What is wrong with the reading rules of the extractor's taxonomy: what [`Extractor::problems_of_rules`] says, and every example
    /// that is not read as its rule says.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rolefit::extract::Extractor;
    /// use rolefit::taxonomy::Taxonomy;
    ///
    /// let file = r#"
    ///     [[rule]]
    ///     id = "desk-anywhere"
    ///     of = "work_modes"
    ///     match = ["desk anywhere"]
    ///     emit = "remote"
    ///     yes = ["Desk anywhere, as you like."]
    ///     no = ["Desk anywhere in our office."]
    /// "#;
    /// let extractor = Extractor::new(Arc::new(Taxonomy::extended(file)?));
    /// assert_eq!(extractor.extract("Desk anywhere, as you like.")?.work_modes.len(), 1);
    /// let problems = extractor.check_reading_rules();
    /// assert_eq!(problems.len(), 1);
    /// assert_eq!(problems[0].to_string(), "desk-anywhere: expected \"Desk anywhere in our office.\" not to be read, got it read");
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    pub fn check_reading_rules(&self) -> Vec<Problem> {
        let Some(own) = OwnRules::of_taxonomy(self.taxonomy()) else { return Vec::new() };
        let mut problems = own.problems.clone();
        for file in all() {
            problems.extend(file.rules.wrong_own_examples(file.kinds, own));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::domain::WorkMode;

    fn problems(file: &str) -> Vec<String> {
        let taxonomy = Taxonomy::extended(file).unwrap();
        Extractor::new(Arc::new(taxonomy)).check_reading_rules().iter().map(ToString::to_string).collect()
    }

    fn rule(more: &str) -> String {
        format!("[[rule]]\nid = \"own\"\n{more}\nyes = [\"Our desk is anywhere.\"]\nno = [\"We work.\"]\n")
    }

    #[test]
    fn a_users_rule_is_asked_before_the_built_in_ones() {
        let file = "[words]\nseat = [\"seat\", \"desk\"]\n[[rule]]\nid = \"hot-seat\"\nof = \"work_modes\"\nmatch = [\"<seat> remote\"]\n\
                    emit = \"hybrid\"\nyes = [\"A seat remote\"]\nno = [\"Remote\"]\n";
        assert_eq!(problems(file), Vec::<String>::new());
        let extractor = Extractor::new(Arc::new(Taxonomy::extended(file).unwrap()));
        assert_eq!(extractor.extract("A desk remote").unwrap().work_modes, [WorkMode::Hybrid]);
        assert_eq!(extractor.extract("Remote").unwrap().work_modes, [WorkMode::Remote]);
        // Others do not know it.
        let plain = Extractor::new(Taxonomy::builtin());
        assert_eq!(plain.extract("A desk remote").unwrap().work_modes, [WorkMode::Remote]);
    }

    #[test]
    fn what_is_wrong_with_a_users_rule_is_said() {
        let of = |matter: &str, pattern: &str, emit: &str| {
            problems(&rule(&format!("of = \"{matter}\"\nmatch = [\"{pattern}\"]\nemit = \"{emit}\""))).join("\n")
        };
        assert!(of("weather", "desk", "remote").starts_with("own: expected of to be one of availability, "));
        assert_eq!(of("work_modes", "<desks>", "remote"), "own: expected a class of [words], got <desks>");
        assert!(of("work_modes", "desk", "sunny").starts_with("own: emit: unknown variant `sunny`"));
        assert_eq!(
            of("work_modes", "chair", "remote"),
            "own: expected \"Our desk is anywhere.\" to be read, got nothing"
        );
        assert_eq!(of("work_modes", "desk", "remote"), "");
    }
}
