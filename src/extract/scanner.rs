//! Finding mentions: one pass over the folded text for all names, then the practices that each sentence tells.
//!
//! Which ambiguous names count is decided in `support`, what the author says of a name in `context`.

mod alone;
mod shared_heads;

use std::sync::Arc;

use self::alone::stands_alone;
use super::context::Context;
use super::lexicon::Kinds;
use super::mention::{Mention, MentionKind, Stance};
use super::meter::charge;
use super::practices;
use super::support;
use super::text::{Span, Text};
use crate::taxonomy::{ConceptId, ConceptKind, Name, Signs, Taxonomy, TextNames};

/// Finds the names of a taxonomy in texts.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    names: Arc<TextNames>,
}

/// A pattern found in a text, standing alone there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    pub start: usize,
    pub end: usize,
    pub pattern: u32,
}

impl Scanner {
    /// For the names of `taxonomy`.
    pub(crate) fn new(taxonomy: &Taxonomy) -> Self {
        Self { names: taxonomy.text_names().clone() }
    }

    /// What supports and refutes the ambiguous labels of a concept.
    pub(super) fn signs(&self, concept: ConceptId) -> &Signs {
        self.names.signs(concept)
    }

    /// Whether words in `span` tell of another sense than the concept's: what refutes its ambiguous names refutes its deeds.
    fn refutes(&self, hits: &[Hit], concept: ConceptId, span: &Span) -> bool {
        let against = &self.signs(concept).not_near;
        let from = hits.partition_point(|hit| hit.start < span.start);
        let length = hits[from..].iter().take_while(|hit| hit.start < span.end).count();
        charge(length);
        hits[from..from + length].iter().any(|hit| against.has(hit.pattern))
    }

    /// All mentions, by place. Of names that overlap only the longest counts, but for a tool within the name of a practice.
    pub(crate) fn scan(&self, text: &Text, taxonomy: &Taxonomy) -> Vec<Mention> {
        self.scan_knowing(text, taxonomy, &[]).0
    }

    /// The same, where the document names `known` elsewhere: an ambiguous name of those means them. And of a text
    /// that names nothing the words that can be a name and mean something else: `gold lustre`.
    pub(crate) fn scan_knowing(
        &self,
        text: &Text,
        taxonomy: &Taxonomy,
        known: &[ConceptId],
    ) -> (Vec<Mention>, Vec<Span>) {
        let (hits, mut mentions) = self.named(text, known);
        self.complete_heads(text, &mut mentions);
        self.shown(text, taxonomy, &hits, &mut mentions);
        if mentions.is_empty() {
            return (mentions, self.other_senses(&hits));
        }
        mentions.sort_by(|a, b| {
            let rest = || (a.span.end, a.by, a.concept).cmp(&(b.span.end, b.by, b.concept));
            a.span.start.cmp(&b.span.start).then_with(rest)
        });
        Context::new(text, &mentions, taxonomy).judge(&mut mentions);
        // What is only wished for is not shown by telling of it.
        mentions.retain(|m| m.by == MentionKind::Label || m.stance != Stance::Wanted);
        (mentions, Vec::new())
    }

    /// The names of tools in a text where nothing was taken for a name, by place.
    fn other_senses(&self, hits: &[Hit]) -> Vec<Span> {
        let tools = hits.iter().filter(|hit| self.name(hit).is_some_and(|name| name.kind == ConceptKind::Tool));
        tools.map(|hit| hit.start..hit.end).collect()
    }

    /// What is named, and all hits.
    pub(super) fn named(&self, text: &Text, known: &[ConceptId]) -> (Vec<Hit>, Vec<Mention>) {
        let hits = self.hits(text);
        let chosen = self.choose(text, support::supported(self, text, &hits, known));
        let named = chosen.into_iter().filter_map(|hit| {
            let concept = self.name(&hit)?.concept;
            let (by, stance) = (MentionKind::Label, Stance::Stated);
            Some(Mention { concept, span: hit.start..hit.end, by, stance, listed: false })
        });
        let named = named.collect();
        (hits, named)
    }

    /// Adds the practices that deeds show.
    pub(super) fn shown(&self, text: &Text, taxonomy: &Taxonomy, hits: &[Hit], mentions: &mut Vec<Mention>) {
        practices::told(text, taxonomy, mentions, |concept, span| self.refutes(hits, concept, span));
    }

    /// Leftmost, then longest; and the tools within names of practices: `Slurm administration` names Slurm too, `S3-compatible
    /// storage` no S3.
    fn choose(&self, text: &Text, mut hits: Vec<Hit>) -> Vec<Hit> {
        // They are in order of place.
        for from_here in hits.chunk_by_mut(|a, b| a.start == b.start).filter(|hits| hits.len() > 1) {
            from_here.sort_unstable_by(|a, b| (b.end, a.pattern).cmp(&(a.end, b.pattern)));
        }
        let mut free_from = 0;
        let mut practice: Option<ConceptId> = None;
        let mut inner_from = 0;
        hits.retain(|hit| {
            let Some(name) = self.name(hit) else { return false };
            if hit.start >= free_from {
                free_from = hit.end;
                practice = matches!(name.kind, ConceptKind::Practice | ConceptKind::Field).then_some(name.concept);
                inner_from = hit.start;
                return true;
            }
            let is_tool = name.inner && !text.folded()[hit.end..].starts_with(" compatible");
            let within = hit.end <= free_from && hit.start >= inner_from;
            let inner = is_tool && within && practice.is_some_and(|outer| outer != name.concept);
            if inner {
                inner_from = hit.end;
            }
            inner
        });
        hits
    }

    /// The concept that is plainly named so, and only so, as a whole.
    fn concept_of(&self, name: &str) -> Option<ConceptId> {
        let mut whole = None;
        self.names.tree.beginning(name.as_bytes(), |length, number| {
            if length == name.len() {
                whole = self.names.name(number);
            }
        });
        whole.filter(|label| !label.ambiguous).map(|label| label.concept)
    }

    pub(super) fn name(&self, hit: &Hit) -> Option<&Name> {
        self.names.name(hit.pattern)
    }

    /// What else the words of a hit may stand for.
    pub(super) fn also(&self, hit: &Hit) -> impl Iterator<Item = Hit> {
        self.names.also(hit.pattern).map(|pattern| Hit { pattern, ..hit.clone() })
    }

    /// Every name and sign that stands alone, by place, overlapping ones included.
    fn hits(&self, text: &Text) -> Vec<Hit> {
        let folded = text.folded();
        let bytes = folded.as_bytes();
        let mut hits: Vec<Hit> = Vec::with_capacity(bytes.len() / 8);
        let mut take = |start: usize, length: usize, pattern: u32| {
            let name = self.names.name(pattern);
            let (hardware, ambiguous) =
                name.map_or((false, false), |name| (name.kind == ConceptKind::Hardware, name.ambiguous));
            let end = start + length;
            if stands_alone(folded, &(start..end), hardware, ambiguous) {
                hits.push(Hit { start, end, pattern });
            }
        };
        // No name begins within plain letters, and none ends there but before a plural s. Others begin where words do, and behind
        // the `x` of `8xH100`.
        let begun = |start: &usize| {
            let before = start.checked_sub(1).map_or(b' ', |before| bytes[before]);
            let within_word = bytes[*start].is_ascii_lowercase() && before.is_ascii_lowercase() && before != b'x';
            bytes[*start] != b' ' && !within_word && self.names.openings.may_begin(&bytes[*start..])
        };
        let mut next = 0;
        // Whether an address goes on, and its last word.
        let (mut within, mut last) = (false, 0..0);
        for (span, hash, kinds, _) in text.known_words() {
            // What an address is made of names a page, and nobody's tool.
            // Two plain looks a word: nearly none stands in an address.
            if within || bytes[next] == b':' {
                let begins = bytes[next..].starts_with(b"://");
                within = begins || (within && !text.original_between(&last, span).contains(ends_a_link));
                if within {
                    (next, last) = (span.end, span.clone());
                    continue;
                }
            }
            let plain = kinds.has(Kinds::LETTERS);
            let end = if plain { span.start } else { span.end };
            // Between most words stands a space, where no name begins.
            if next + 1 != end || bytes[next] != b' ' {
                for start in (next..end).filter(begun) {
                    self.names.tree.beginning(&bytes[start..], |length, pattern| take(start, length, pattern));
                }
            }
            next = span.end;
            if !plain {
                continue;
            }
            let (start, letters) = (span.start, &bytes[span.clone()]);
            if let Some(pattern) = self.names.openings.name_of_one(letters, hash) {
                take(start, letters.len() - 1, pattern);
            }
            let Some(opening) = self.names.openings.of(letters, hash) else { continue };
            if let Some(place) = opening.longer(&bytes[span.end..]) {
                self.names
                    .tree
                    .going_on(place, &bytes[start..], letters.len(), |length, name| take(start, length, name));
            } else if let Some(pattern) = opening.name() {
                take(start, letters.len(), pattern);
            }
        }
        for start in (next..bytes.len()).filter(begun) {
            self.names.tree.beginning(&bytes[start..], |length, pattern| take(start, length, pattern));
        }
        hits
    }
}

/// Whether no address of a page holds a character.
fn ends_a_link(letter: char) -> bool {
    letter.is_whitespace() || LINK_ENDS.contains(&letter)
}

const LINK_ENDS: [char; 8] = [')', ']', '>', '<', '"', '|', ',', ';'];

/// Adds hits to those that are in order.
pub(super) fn insert(hits: &mut Vec<Hit>, more: Vec<Hit>) {
    if more.len() <= FEW {
        for hit in more {
            hits.insert(hits.partition_point(|other| *other < hit), hit);
        }
    } else {
        hits.extend(more);
        hits.sort_unstable();
    }
}

/// So many are put in their places one by one.
const FEW: usize = 8;

/// The scanner of the embedded taxonomy, for tests of this and its neighbours.
#[cfg(test)]
pub(super) fn embedded() -> &'static Scanner {
    static SCANNER: std::sync::LazyLock<Scanner> = std::sync::LazyLock::new(|| Scanner::new(&Taxonomy::builtin()));
    &SCANNER
}

#[cfg(test)]
#[path = "scanner_tests.rs"]
mod tests;
