//! What people are called, to be found by: no name is in the search index, so names and ids are looked through in memory. The table is made
//! when it is first asked for, and kept up to date from then on. Nobody is judged by it.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use super::{Engine, Inner};
use crate::domain::parallel::prelude::*;
use crate::domain::{CandidateId, Error};
use crate::store::Seq;
use crate::taxonomy::fold;

/// See the module; nothing before anybody asked.
#[derive(Debug, Default)]
pub(super) struct Names(RwLock<Option<Table>>);

/// Folded names by id, with the change that each is of.
type Table = HashMap<CandidateId, (Seq, Box<str>)>;

impl Engine {
    /// Who is called so, or has such an id: every word begins a word of the name, or the whole text stands in the id. The first of them by
    /// name, up to `limit`, and how many there are. The first question after an opening reads all names and takes longer.
    ///
    /// ```
    /// use rolefit::{Candidate, CandidateId, Engine};
    ///
    /// let engine = Engine::in_memory();
    /// engine.put_candidate(&serde_json::from_str::<Candidate>(r#"{"id": "c-1", "name": "Ana María Lima"}"#)?)?;
    /// let (found, total) = engine.candidates_named("maria l", 10)?;
    /// assert_eq!((found, total), (vec![CandidateId::new("c-1")?], 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`] when the handle's token says so.
    pub fn candidates_named(&self, text: &str, limit: usize) -> Result<(Vec<CandidateId>, usize), Error> {
        let words: Vec<String> = text.split_whitespace().map(fold).filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return Ok((Vec::new(), 0));
        }
        self.cancel.check()?;
        self.inner.read_names();
        let in_id = text.trim().to_lowercase();
        let names = self.inner.names.0.read().unwrap_or_else(PoisonError::into_inner);
        let is_called = |name: &str| words.iter().all(|word| begins_a_word(name, word));
        let mut found: Vec<(&str, &CandidateId)> = Vec::new();
        for (id, (_, name)) in names.iter().flatten() {
            if is_called(name) || id.as_str().to_lowercase().contains(&in_id) {
                found.push((name, id));
            }
        }
        // Who was removed, or merged into another, may still be named here for a moment.
        found.retain(|(_, id)| self.inner.pool.get(id).is_some());
        found.sort_unstable();
        let total = found.len();
        Ok((found.into_iter().take(limit).map(|(_, id)| id.clone()).collect(), total))
    }
}

fn begins_a_word(name: &str, word: &str) -> bool {
    let starts = name.match_indices(word).map(|(at, _)| at);
    starts.into_iter().any(|at| !name[..at].ends_with(char::is_alphanumeric))
}

impl Inner {
    /// Fills the table, where nobody has.
    fn read_names(&self) {
        if self.names.0.read().unwrap_or_else(PoisonError::into_inner).is_some() {
            return;
        }
        let mut names = self.names.0.write().unwrap_or_else(PoisonError::into_inner);
        if names.is_some() {
            return;
        }
        // Whoever is written from here on waits to be noted until it is filled.
        let everybody = self.pool.snapshot();
        let entries: Vec<_> = everybody.entries().collect();
        let row = |entry: &&std::sync::Arc<super::Entry>| {
            (entry.id.clone(), (entry.seq, fold(&entry.name().unwrap_or_default()).into_boxed_str()))
        };
        *names = Some(entries.par_iter().map(row).collect());
    }

    /// Somebody was written, and is in the pool.
    pub(super) fn note_name(&self, id: &CandidateId) {
        let mut names = self.names.0.write().unwrap_or_else(PoisonError::into_inner);
        let Some(names) = &mut *names else { return };
        let root = self.duplicates.root(id);
        let Some(entry) = self.pool.get(&root) else { return };
        let known = names.get(&root).map_or(Seq::ZERO, |(seq, _)| *seq);
        // Of two writers either may come here first.
        if entry.seq >= known {
            names.insert(root, (entry.seq, fold(&entry.name().unwrap_or_default()).into_boxed_str()));
        }
    }

    /// Somebody was removed.
    pub(super) fn forget_name(&self, id: &CandidateId) {
        if let Some(names) = &mut *self.names.0.write().unwrap_or_else(PoisonError::into_inner) {
            names.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Candidate;

    fn put(engine: &Engine, id: &str, name: &str) {
        let document = serde_json::json!({"id": id, "name": name, "custom": {"email": "x.lima@example.org"}});
        engine.put_candidate(&serde_json::from_value::<Candidate>(document).unwrap()).unwrap();
    }

    fn found(engine: &Engine, text: &str) -> Vec<String> {
        let (ids, total) = engine.candidates_named(text, 10).unwrap();
        assert_eq!(ids.len(), total);
        ids.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn people_are_found_by_words_of_their_name_and_by_id_whatever_happens_to_them() {
        let engine = Engine::in_memory();
        put(&engine, "c-1", "Ana María Lima");
        put(&engine, "c-2", "Bo Limaberg");
        assert_eq!(found(&engine, "LIMA"), ["c-1", "c-2"]);
        assert_eq!(found(&engine, "lima an"), ["c-1"]);
        assert_eq!(found(&engine, "C-2"), ["c-2"]);
        assert_eq!(found(&engine, "berg"), Vec::<String>::new(), "words begin with it");
        assert_eq!(found(&engine, "   "), Vec::<String>::new());
        put(&engine, "c-2", "Bo Berg");
        put(&engine, "c-3", "Ana Lima");
        assert_eq!(found(&engine, "lima"), ["c-3", "c-1"]);
        assert_eq!(found(&engine, "berg"), ["c-2"]);
        let id = |id: &str| CandidateId::new(id).unwrap();
        engine.merge_candidates(&id("c-1"), &id("c-3")).unwrap();
        assert_eq!(found(&engine, "lima"), ["c-1"], "the two are one");
        engine.undo_duplicate(&Engine::duplicate_id(&id("c-1"), &id("c-3"))).unwrap();
        assert_eq!(found(&engine, "lima"), ["c-3", "c-1"]);
        engine.delete_candidate(&id("c-1")).unwrap();
        assert_eq!(found(&engine, "lima"), ["c-3"]);
        assert_eq!(engine.candidates_named("ana", 0).unwrap(), (Vec::new(), 1));
    }
}
