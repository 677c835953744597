//! How a document is made: lengths, lists, repetition, hidden characters. For flags only; nothing here earns points.

use std::collections::HashMap;

use super::candidate::later;
use super::facts::{DocumentForm, LastUsed, LastUsedMonth, SkillClaim};
use super::text::Text;
use crate::taxonomy::{ConceptId, Taxonomy};

/// Runs of so many words are compared with a posting's.
const RUN: usize = 8;
/// Concepts of less scarcity than this are repeated in honest texts too.
const TELLING_SCARCITY: u16 = 600;

#[derive(Default)]
pub(super) struct FormCollector {
    characters: usize,
    hidden: usize,
    look_alike: usize,
    shingles: Vec<u32>,
    named: HashMap<ConceptId, u32>,
    last_active: Option<LastUsedMonth>,
}

impl FormCollector {
    pub(super) fn text(&mut self, text: &Text) {
        self.characters += text.folded().chars().count();
        self.hidden += text.hidden_characters();
        self.look_alike += text.look_alike_characters();
        self.shingles.extend(shingles(text));
    }

    pub(super) fn named(&mut self, concept: ConceptId, taxonomy: &Taxonomy) {
        if taxonomy.concept(concept).weight >= TELLING_SCARCITY {
            *self.named.entry(concept).or_default() += 1;
        }
    }

    pub(super) fn active(&mut self, last_used: LastUsed) {
        self.last_active = later(self.last_active, last_used);
    }

    pub(super) fn finish(mut self, claims: &[SkillClaim]) -> DocumentForm {
        self.shingles.sort_unstable();
        self.shingles.dedup();
        let count = |described: bool| {
            u32::try_from(claims.iter().filter(|c| c.described == described).count()).unwrap_or(u32::MAX)
        };
        DocumentForm {
            text_characters: u32::try_from(self.characters).unwrap_or(u32::MAX),
            listed_only: count(false),
            described: count(true),
            hidden_characters: u32::try_from(self.hidden).unwrap_or(u32::MAX),
            look_alike_characters: u32::try_from(self.look_alike).unwrap_or(u32::MAX),
            last_active: self.last_active,
            shingles: self.shingles,
            most_repeated: self.named.values().copied().max().unwrap_or(0),
        }
    }
}

/// Hashes of all runs of eight words.
pub(super) fn shingles(text: &Text) -> impl Iterator<Item = u32> + '_ {
    (RUN..=text.words().len()).map(move |end| {
        (end - RUN..end)
            .flat_map(|at| text.word(at).bytes().chain([b' ']))
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    })
}
