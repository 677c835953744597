//! Which rules speak while something is read, and how it is read without some of them: for measuring what a rule is worth.
//!
//! The watch is kept by thread, as the count of steps is: one thread reads a document from its first to its last word.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::extract::extractor::Extractor;

#[derive(Default)]
struct Watch {
    without: BTreeSet<String>,
    spoken: BTreeMap<String, usize>,
}

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static WATCH: RefCell<Watch> = RefCell::default();
}

/// Whether a rule whose patterns and conditions hold may speak, as all may but where somebody measures.
#[inline]
pub(super) fn speaks(file: &str, rule: &str) -> bool {
    !WATCHED.get() || watched(file, rule)
}

#[cold]
fn watched(file: &str, rule: &str) -> bool {
    let id = format!("{file}/{rule}");
    WATCH.with_borrow_mut(|watch| {
        let speaks = !watch.without.contains(&id);
        if speaks {
            *watch.spoken.entry(id).or_default() += 1;
        }
        speaks
    })
}

impl Extractor {
    /// The token rules, by the names that [`Extraction::trace`](crate::extract::Extraction::trace) and [`Extractor::watched`] give them:
    /// the file and the rule's id.
    pub fn token_rules(&self) -> impl Iterator<Item = String> + use<> {
        super::all().into_iter().flat_map(|file| file.rules.names())
    }

    /// What `read` answers where the token rules `without` are silent, and how often each of the others has spoken: for measuring
    /// what a rule is worth.
    ///
    /// ```
    /// use rolefit::extract::Extractor;
    /// use rolefit::taxonomy::Taxonomy;
    ///
    /// let extractor = Extractor::new(Taxonomy::builtin());
    /// let text = "Two days a week from home.";
    /// let (found, spoken) = extractor.watched(&[], || extractor.extract(text));
    /// assert_eq!(found?.work_modes.len(), 1);
    /// assert_eq!(spoken["work_modes/few-days-at-home"], 1);
    /// let (found, _) = extractor.watched(&["work_modes/few-days-at-home"], || extractor.extract(text));
    /// assert!(found?.work_modes.is_empty());
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    pub fn watched<T>(&self, without: &[&str], read: impl FnOnce() -> T) -> (T, BTreeMap<String, usize>) {
        let without = without.iter().map(|rule| (*rule).to_owned()).collect();
        let outer = WATCH.replace(Watch { without, spoken: BTreeMap::new() });
        let was_watched = WATCHED.replace(true);
        let answer = read();
        WATCHED.set(was_watched);
        (answer, WATCH.replace(outer).spoken)
    }
}
