//! Finding mentions: one pass over the folded text for all names, then the phrases of doing sentence by sentence.
//!
//! Which ambiguous names count is decided in `support`, what the author says of a name in `context`.

mod alone;
mod shared_heads;

use std::cell::RefCell;
use std::collections::HashMap;

use self::alone::stands_alone;
use super::context::Context;
use super::lexicon::Kinds;
use super::mention::{Mention, MentionKind, Stance};
use super::openings::Openings;
use super::passages;
use super::support;
use super::text::{Span, Text};
use crate::taxonomy::{ConceptId, ConceptKind, Label, NameTree, Seen, Sighting, Taxonomy, fold};

/// How far apart, in words, the parts of a phrase of doing may stand.
const DOING_WINDOW: usize = 10;

/// All names of a taxonomy, ready to be found. Build it once for each taxonomy.
#[derive(Clone, Debug)]
pub(crate) struct Scanner {
    names: NameTree,
    openings: Openings,
    /// By the tree's number.
    patterns: Vec<Pattern>,
    /// By concept: the patterns that support and refute its ambiguous labels, ascending.
    pub(super) signs: Vec<Signs>,
}

#[derive(Clone, Debug)]
struct Pattern {
    text: Box<str>,
    /// None for a word that only supports or refutes ambiguous labels.
    label: Option<Name>,
    /// Patterns of the same text, found nowhere by themselves, that hold what else it may stand for.
    also: Vec<u32>,
}

/// A label as the scanner needs it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four facts of a label, each asked by itself")]
pub(super) struct Name {
    pub concept: ConceptId,
    pub ambiguous: bool,
    /// How the taxonomy writes an ambiguous word.
    pub written: Option<Box<str>>,
    /// Whether it counts only when it is written so.
    pub case_counts: bool,
    /// Whether it speaks for the technical sense of ambiguous words beside it.
    pub technical: bool,
    pub kind: ConceptKind,
    /// Whether it is named, too, where it stands within the name of a practice.
    pub inner: bool,
}

impl Name {
    fn new(taxonomy: &Taxonomy, id: ConceptId, ambiguous: bool, written: Option<Box<str>>) -> Self {
        let concept = taxonomy.concept(id);
        Self {
            concept: id,
            ambiguous,
            written,
            case_counts: concept.ambiguity.as_ref().is_some_and(|a| a.case),
            technical: support::is_technical(taxonomy, id),
            kind: concept.kind,
            inner: is_named_within(taxonomy, id),
        }
    }
}

/// The patterns that speak for and against the ambiguous labels of a concept.
#[derive(Clone, Debug, Default)]
pub(super) struct Signs {
    pub near: Numbers,
    pub not_near: Numbers,
    /// Against its plain names of one word.
    pub other_sense: Numbers,
}

/// Numbers of patterns, made to say no at a glance.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    glance: [u64; 4],
    /// Ascending.
    all: Vec<u32>,
}

impl Numbers {
    fn new(mut all: Vec<u32>) -> Self {
        all.sort_unstable();
        let mut glance = [0; 4];
        for number in &all {
            glance[*number as usize / 64 % 4] |= 1 << (number % 64);
        }
        Self { glance, all }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn has(&self, number: u32) -> bool {
        self.glance[number as usize / 64 % 4] & 1 << (number % 64) != 0 && self.all.binary_search(&number).is_ok()
    }
}

/// A pattern found in a text, standing alone there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Hit {
    pub start: usize,
    pub end: usize,
    pub pattern: u32,
}

impl Scanner {
    /// Gathers the names of `taxonomy` and the words that support or refute its ambiguous ones.
    pub(crate) fn new(taxonomy: &Taxonomy) -> Self {
        let mut patterns: Vec<Pattern> = Vec::new();
        let mut labels: Vec<_> = taxonomy.label_entries().collect();
        labels.sort_unstable_by_key(|(text, _)| *text);
        let of_label: HashMap<&str, Label> = labels.iter().copied().collect();
        for (text, label) in labels {
            if names_several(taxonomy, &of_label, text, label.concept) || shared_heads::names_two(&of_label, text) {
                continue;
            }
            let concept = taxonomy.concept(label.concept);
            let written = label.ambiguous.then(|| support::written_form(concept, text)).flatten();
            let name = Name::new(taxonomy, label.concept, label.ambiguous, written);
            patterns.push(Pattern { text: text.into(), label: Some(name), also: Vec::new() });
        }
        let by_text: HashMap<Box<str>, u32> =
            patterns.iter().zip(0..).map(|(pattern, index)| (pattern.text.clone(), index)).collect();
        let mut known = by_text;
        let mut signs = vec![Signs::default(); taxonomy.concepts().len()];
        for (id, concept) in taxonomy.concepts() {
            if concept.ambiguity.is_none() && concept.other_sense.is_empty() {
                continue;
            }
            let mut find = |words: &[Box<str>]| -> Numbers {
                let found = words
                    .iter()
                    .filter(|word| !word.is_empty())
                    .map(|word| {
                        let next = u32::try_from(patterns.len()).expect("far fewer than 2^32 names");
                        let index = *known.entry(word.clone()).or_insert(next);
                        if index == next {
                            patterns.push(Pattern { text: word.clone(), label: None, also: Vec::new() });
                        }
                        index
                    })
                    .collect();
                Numbers::new(found)
            };
            let (near, not_near) =
                concept.ambiguity.as_ref().map(|a| (find(&a.near), find(&a.not_near))).unwrap_or_default();
            signs[id.index()] = Signs { near, not_near, other_sense: find(&concept.other_sense) };
        }
        let names = NameTree::new(patterns.iter().map(|pattern| &*pattern.text));
        let openings = Openings::new(patterns.iter().map(|pattern| &*pattern.text), &names);
        for (id, concept) in taxonomy.concepts() {
            for short in &concept.short {
                let Some(&owner) = known.get(&*fold(short)) else { continue };
                let next = u32::try_from(patterns.len()).expect("far fewer than 2^32 names");
                let name = Name::new(taxonomy, id, true, Some(short.clone()));
                patterns.push(Pattern { text: fold(short).into(), label: Some(name), also: Vec::new() });
                patterns[owner as usize].also.push(next);
            }
        }
        Self { names, openings, patterns, signs }
    }

    /// Whether words in `span` tell of another sense than the concept's: what refutes its ambiguous names refutes its deeds.
    fn refutes(&self, hits: &[Hit], concept: ConceptId, span: &Span) -> bool {
        let against = &self.signs[concept.index()].not_near;
        let from = hits.partition_point(|hit| hit.start < span.start);
        hits[from..].iter().take_while(|hit| hit.start < span.end).any(|hit| against.has(hit.pattern))
    }

    /// All mentions, by place. Of names that overlap only the longest counts, but for a tool within the name of a practice.
    pub(crate) fn scan(&self, text: &Text, taxonomy: &Taxonomy) -> Vec<Mention> {
        self.scan_knowing(text, taxonomy, &[])
    }

    /// The same, where the document names `known` elsewhere: an ambiguous name of those means them.
    pub(crate) fn scan_knowing(&self, text: &Text, taxonomy: &Taxonomy, known: &[ConceptId]) -> Vec<Mention> {
        let (hits, mut mentions) = self.named(text, known);
        self.complete_heads(text, &mut mentions);
        self.shown(text, taxonomy, &hits, &mut mentions);
        if mentions.is_empty() {
            return mentions;
        }
        mentions.sort_by(|a, b| {
            let rest = || (a.span.end, a.by, a.concept).cmp(&(b.span.end, b.by, b.concept));
            a.span.start.cmp(&b.span.start).then_with(rest)
        });
        Context::new(text, &mentions, taxonomy).judge(&mut mentions, taxonomy);
        // What is only wished for is not shown by telling of it.
        mentions.retain(|m| m.by == MentionKind::Label || m.stance != Stance::Wanted);
        mentions
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

    /// Adds what phrases of doing and passages show.
    pub(super) fn shown(&self, text: &Text, taxonomy: &Taxonomy, hits: &[Hit], mentions: &mut Vec<Mention>) {
        doings(text, taxonomy, mentions, |concept, span| self.refutes(hits, concept, span));
        passages::tell(text, taxonomy, mentions, |concept, span| self.refutes(hits, concept, span));
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
        self.names.beginning(name.as_bytes(), |length, pattern| {
            if length == name.len() {
                whole = self.patterns[pattern as usize].label.as_ref();
            }
        });
        whole.filter(|label| !label.ambiguous).map(|label| label.concept)
    }

    pub(super) fn name(&self, hit: &Hit) -> Option<&Name> {
        self.patterns[hit.pattern as usize].label.as_ref()
    }

    /// What else the words of a hit may stand for.
    pub(super) fn also(&self, hit: &Hit) -> impl Iterator<Item = Hit> {
        let others = self.patterns[hit.pattern as usize].also.iter();
        others.map(|pattern| Hit { pattern: *pattern, ..hit.clone() })
    }

    /// Every name and sign that stands alone, by place, overlapping ones included.
    fn hits(&self, text: &Text) -> Vec<Hit> {
        let folded = text.folded();
        let bytes = folded.as_bytes();
        let mut hits: Vec<Hit> = Vec::with_capacity(bytes.len() / 8);
        let mut take = |start: usize, length: usize, pattern: u32| {
            let name = self.patterns[pattern as usize].label.as_ref();
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
            bytes[*start] != b' ' && !within_word && self.openings.may_begin(&bytes[*start..])
        };
        let mut next = 0;
        for (span, hash, kinds, _) in text.known_words() {
            let plain = kinds.has(Kinds::LETTERS);
            let end = if plain { span.start } else { span.end };
            // Between most words stands a space, where no name begins.
            if next + 1 != end || bytes[next] != b' ' {
                for start in (next..end).filter(begun) {
                    self.names.beginning(&bytes[start..], |length, pattern| take(start, length, pattern));
                }
            }
            next = span.end;
            if !plain {
                continue;
            }
            let (start, letters) = (span.start, &bytes[span.clone()]);
            if let Some(pattern) = self.openings.name_of_one(letters, hash) {
                take(start, letters.len() - 1, pattern);
            }
            let Some(opening) = self.openings.of(letters, hash) else { continue };
            if let Some(place) = opening.longer(&bytes[span.end..]) {
                self.names.going_on(place, &bytes[start..], letters.len(), |length, name| take(start, length, name));
            } else if let Some(pattern) = opening.name() {
                take(start, letters.len(), pattern);
            }
        }
        for start in (next..bytes.len()).filter(begun) {
            self.names.beginning(&bytes[start..], |length, pattern| take(start, length, pattern));
        }
        hits
    }
}

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

/// Whether a label is a list of names of other things too, `Prometheus/Grafana`: as the name of a skill it goes to the first of them,
/// in a text each name is one of its own. `PyTorch/XLA` is one thing, and so is what only has a letter for a name.
fn names_several(taxonomy: &Taxonomy, of_label: &HashMap<&str, Label>, text: &str, concept: ConceptId) -> bool {
    const SEPARATORS: &[&str] = &["/", ",", " or ", " and ", " & ", " + "];
    if !SEPARATORS.iter().any(|separator| text.contains(separator)) {
        return false;
    }
    let mut rest = text.to_owned();
    for separator in SEPARATORS {
        rest = rest.replace(separator, "\n");
    }
    let is_thing = |id: ConceptId| !matches!(taxonomy.concept(id).kind, ConceptKind::Practice | ConceptKind::Field);
    let part = |name: &str| {
        let label = of_label.get(name).filter(|_| name.len() > 1)?;
        is_thing(label.concept).then_some(label.concept)
    };
    let parts: Option<Vec<ConceptId>> = rest.split('\n').map(|name| part(name.trim())).collect();
    parts.is_some_and(|parts| {
        let several = parts.iter().any(|part| *part != parts[0]);
        let kind_of = |part: &ConceptId| *part == concept || taxonomy.concept(*part).broader.contains(&concept);
        several && parts.iter().any(kind_of)
    })
}

/// Tools, languages and fabrics: whoever did `InfiniBand operations` knows `InfiniBand`. What is said of GPUs at large says nothing
/// beyond the practice.
fn is_named_within(taxonomy: &Taxonomy, id: ConceptId) -> bool {
    match taxonomy.concept(id).kind {
        ConceptKind::Tool | ConceptKind::Language => true,
        ConceptKind::Hardware => taxonomy.area_id(id) == "interconnect",
        _ => false,
    }
}

thread_local! {
    /// Of those who read one text after another.
    static SEEN: RefCell<Seen> = RefCell::default();
}

/// Adds what clauses show by telling of it, unless their sentence names it. A phrase may span one comma or bracket, for more
/// the words would come from different items of a list.
fn doings(
    text: &Text,
    taxonomy: &Taxonomy,
    mentions: &mut Vec<Mention>,
    refuted: impl Fn(ConceptId, &std::ops::Range<usize>) -> bool,
) {
    let patterns = taxonomy.doing();
    let sightings = patterns.sightings(text.words().len(), |word| text.hashed_word(word));
    if sightings.is_empty() {
        return;
    }
    let clauses = text.clauses();
    let named = mentions.len();
    SEEN.with_borrow_mut(|memory| {
        let mut at = 0;
        while at < clauses.len() {
            let sentence = text.sentence_clauses(at);
            at = sentence.end;
            if text.lines()[clauses[sentence.start].line].heading {
                continue;
            }
            let words = clauses[sentence.start].words.start..clauses[sentence.end - 1].words.end;
            let occurrences = patterns.occurrences(within(&sightings, &words), memory);
            if occurrences.is_empty() {
                continue;
            }
            let whole = text.words()[words.start].start..text.words()[words.end - 1].end;
            let beside = &mentions[..named];
            let beside = &beside[beside.partition_point(|m| m.span.start < whole.start)..];
            let beside = &beside[..beside.partition_point(|m| m.span.start < whole.end)];
            let mut shown: Vec<(ConceptId, Span)> = Vec::new();
            for clause in sentence.clone() {
                let next = clause + 1;
                let joins = next < sentence.end
                    && !text.folded()[text.clause_span(clause).end..text.clause_span(next).start]
                        .contains([';', '|', '•', ':']);
                if !joins && clause > sentence.start && clauses[clause].words.len() < 2 {
                    continue;
                }
                let words = clauses[clause].words.start..clauses[if joins { next } else { clause }].words.end;
                for found in patterns.matches_within(occurrences, &words, DOING_WINDOW) {
                    let concept = ConceptId(found.owner);
                    let known = shown.iter().any(|(other, _)| *other == concept)
                        || beside
                            .iter()
                            .any(|m| m.concept == concept || taxonomy.concept(m.concept).broader.contains(&concept));
                    let around = text.words()[words.start].start..text.words()[words.end - 1].end;
                    if !known && !refuted(concept, &around) {
                        shown.push((concept, text.words()[found.first].start..text.words()[found.last].end));
                    }
                }
            }
            mentions.extend(shown.into_iter().map(|(concept, span)| Mention {
                concept,
                span,
                by: MentionKind::Doing,
                stance: Stance::Stated,
                listed: false,
            }));
        }
    });
}

/// The sightings that begin in a range of words.
pub(super) fn within<'s>(sightings: &'s [Sighting], words: &std::ops::Range<usize>) -> &'s [Sighting] {
    let from = sightings.partition_point(|s| s.first < words.start);
    let length = sightings[from..].partition_point(|s| s.first < words.end);
    &sightings[from..from + length]
}

/// The scanner of the embedded taxonomy, for tests of this and its neighbours.
#[cfg(test)]
pub(super) fn embedded() -> &'static Scanner {
    static SCANNER: std::sync::LazyLock<Scanner> = std::sync::LazyLock::new(|| Scanner::new(&Taxonomy::embedded()));
    &SCANNER
}

#[cfg(test)]
#[path = "scanner_tests.rs"]
mod tests;
