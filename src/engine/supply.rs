//! How many people bring each of several skills, counted in one walk through everybody.

use super::Engine;
use super::filters::Sought;
use super::tile::Tile;
use crate::domain::Error;
use crate::domain::parallel::prelude::*;
use crate::extract::CandidateFacts;
use crate::score;

/// So many skills are counted in one walk: each is a bit.
const AT_ONCE: usize = 64;

impl Engine {
    /// Of each skill, how many people claim it, or one of its kind: as many as pass a filter by it.
    ///
    /// # Errors
    /// [`Error::Cancelled`] when this handle's token says so.
    pub fn supply(&self, skills: &[String]) -> Result<Vec<usize>, Error> {
        let snapshot = self.inner.pool.snapshot();
        let mut counts = Vec::with_capacity(skills.len());
        for skills in skills.chunks(AT_ONCE) {
            self.cancel.check()?;
            let sought = Bits::of(skills, self);
            let in_tiles = snapshot.tiles.par_iter().map(|tile| sought.in_tile(tile));
            let mut all = in_tiles.reduce(|| vec![0; skills.len()], |one, other| added(one, &other));
            for entry in &snapshot.newcomers {
                sought.count(sought.held(&entry.facts()), &mut all);
            }
            counts.extend(all);
        }
        Ok(counts)
    }
}

fn added(mut one: Vec<usize>, other: &[usize]) -> Vec<usize> {
    one.iter_mut().zip(other).for_each(|(count, more)| *count += more);
    one
}

/// What is counted, a bit for each.
struct Bits {
    n: usize,
    /// By concept, what whoever claims it brings.
    by_concept: Vec<u64>,
    /// What no taxonomy knows, folded.
    words: Vec<(u64, String)>,
}

impl Bits {
    fn of(skills: &[String], engine: &Engine) -> Self {
        let taxonomy = engine.taxonomy();
        let mut bits = Self { n: skills.len(), by_concept: vec![0; taxonomy.concepts().len()], words: Vec::new() };
        for (at, skill) in skills.iter().enumerate() {
            let bit = 1 << at;
            match Sought::of(skill, taxonomy) {
                Sought::Concept(kinds) => {
                    let held = bits.by_concept.iter_mut().zip(kinds).filter(|(_, is_kind)| *is_kind);
                    held.for_each(|(bits, _)| *bits |= bit);
                }
                Sought::Words(folded) => bits.words.push((bit, folded)),
            }
        }
        bits
    }

    fn in_tile(&self, tile: &Tile) -> Vec<usize> {
        let mut counts = vec![0; self.n];
        for (row, _) in tile.rows() {
            let claimed = tile.columns.claimed(row);
            self.count(claimed.iter().fold(0, |held, concept| held | self.by_concept[concept.index()]), &mut counts);
        }
        for (bit, folded) in &self.words {
            let mut rows: Vec<u16> = tile.columns.with_words(folded).collect();
            rows.dedup();
            let named = rows.into_iter().filter_map(|row| tile.row(usize::from(row)));
            // Other words may have the same hash.
            named.for_each(|entry| self.count(self.named(&entry.facts()) & bit, &mut counts));
        }
        counts
    }

    fn held(&self, facts: &CandidateFacts) -> u64 {
        score::claimed_concepts(facts).fold(self.named(facts), |held, concept| held | self.by_concept[concept.index()])
    }

    /// Of what no taxonomy knows.
    fn named(&self, facts: &CandidateFacts) -> u64 {
        let is_named = |folded: &str| facts.unrecognized.iter().any(|skill| *skill.folded == *folded);
        self.words.iter().filter(|(_, folded)| is_named(folded)).fold(0, |held, (bit, _)| held | bit)
    }

    fn count(&self, mut held: u64, counts: &mut [usize]) {
        while held != 0 {
            counts[usize::try_from(held.trailing_zeros()).expect("a number of a bit")] += 1;
            held &= held - 1;
        }
        debug_assert_eq!(counts.len(), self.n, "there is a count for each skill");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Candidate;
    use crate::engine::{Filters, PageOptions};

    #[test]
    fn as_many_are_counted_as_pass_a_filter() {
        let engine = Engine::in_memory();
        let kinds = [&["H100", "Frobnicator"][..], &["Slurm", "frobnicator"], &["Lustre", "A100"], &["GPU"], &[]];
        let person = |at: usize| -> Candidate {
            serde_json::from_value(serde_json::json!({"id": format!("c-{at}"), "skills": kinds[at % 5]})).unwrap()
        };
        engine.put_candidates(&(0..700).map(person).collect::<Vec<_>>()).unwrap();
        engine.put_candidates(&(700..730).map(person).collect::<Vec<_>>()).unwrap();
        engine.delete_candidate(&person(3).id).unwrap();
        let mut skills: Vec<String> =
            ["GPU", "Slurm", "Frobnicator", "H100", "Nobody has it", "Lustre"].map(str::to_owned).into();
        skills.extend((0..70).map(|at| format!("Tool {at}")));
        skills.push("Slurm".to_owned());
        let passing = |skill: &String| {
            let filters = Filters::default().with_skills([skill.as_str()]);
            engine.candidates(&filters, None, &PageOptions::of(1000)).unwrap().documents.len()
        };
        let expected: Vec<usize> = skills.iter().map(passing).collect();
        assert_eq!(engine.supply(&skills).unwrap(), expected);
        assert!(expected[0] == 437 && expected[2] == 292 && expected[4] == 0, "{expected:?}");
    }
}
