//! What somebody tells over several sentences without a name or a phrase of doing: cues that stand near each other.
//!
//! Names and phrases of one sentence are found by the scanner before; the cues themselves stand in the taxonomy.

use std::cell::RefCell;
use std::ops::Range;

use super::asking::asks;
use super::candidate::telling::weighs;
use super::mention::{Mention, MentionKind, Stance};
use super::scanner::within;
use super::text::Text;
use crate::taxonomy::{ConceptId, Heard, Taxonomy};

/// A text that tells rather than names has so many words to each name. Between 12 and 14 the graded sets stay as they are; at 10
/// one of them loses 0.004, another 0.010.
const WORDS_TO_A_NAME: usize = 14;
/// Names of less scarcity, in thousandths, stand in whatever is told of computers: Linux, Python, Docker.
const NAME_WEIGHT: u16 = 700;
/// Postings name what they ask, so that every name counts there, and more words stand to each.
const WORDS_OF_A_POSTING: usize = 20;
/// So many words of a line are read together; paragraphs are shorter.
const TOGETHER: usize = 400;

thread_local! {
    /// Of those who read one text after another.
    static HEARD: RefCell<Heard> = RefCell::default();
}

/// Adds what a text tells, unless it names or shows that anyway. A mention stands where the sentence is that has most cues.
pub(super) fn tell(
    text: &Text,
    taxonomy: &Taxonomy,
    mentions: &mut Vec<Mention>,
    refuted: impl Fn(ConceptId, &Range<usize>) -> bool,
) {
    if !names_little(text, mentions, taxonomy) {
        return;
    }
    let patterns = taxonomy.told();
    let sightings = patterns.sightings(text.words().len(), |word| text.hashed_word(word));
    let sentence = |word: usize| text.clause_at(text.words()[word].start).map(|clause| text.clauses()[clause].sentence);
    // What is named or shown already, or a kind of which is.
    let mut known = vec![false; taxonomy.concepts().len()];
    for mention in &*mentions {
        let broader = &taxonomy.concept(mention.concept).broader;
        broader.iter().chain([&mention.concept]).for_each(|concept| known[concept.index()] = true);
    }
    // Taken out meanwhile: what a reading that unwinds leaves in it is not for the next.
    let mut memory = HEARD.take();
    for line in text.clauses().chunk_by(|one, next| one.line == next.line) {
        if text.lines()[line[0].line].heading {
            continue;
        }
        let end = line[line.len() - 1].words.end;
        for start in (line[0].words.start..end).step_by(TOGETHER) {
            let words = start..end.min(start + TOGETHER);
            let is_new = |owner: u16| !known[ConceptId(owner).index()];
            let found = patterns.passages().found(within(&sightings, &words), &mut memory, is_new);
            for told in found {
                let of_sentences = told.cues.chunk_by(|one, next| sentence(one.start) == sentence(next.start));
                let Some(cues) = of_sentences.rev().max_by_key(|cues| cues.len()) else { continue };
                let span = text.words()[cues[0].start].start..text.words()[cues[cues.len() - 1].end - 1].end;
                let concept = ConceptId(told.owner);
                if !refuted(concept, &span) {
                    let (by, stance) = (MentionKind::Told, Stance::Stated);
                    mentions.push(Mention { concept, span, by, stance, listed: false });
                    known[concept.index()] = true;
                }
            }
        }
    }
    HEARD.set(memory);
}

/// Whether a text has few names for its length: who names much tells by names, and the words between them tell less.
fn names_little(text: &Text, mentions: &[Mention], taxonomy: &Taxonomy) -> bool {
    let (mut all, mut heavy) = (0, 0);
    for mention in mentions.iter().filter(|m| m.by == MentionKind::Label) {
        if taxonomy.is_technical(mention.concept) {
            all += 1;
            heavy += usize::from(taxonomy.concept(mention.concept).weight >= NAME_WEIGHT);
        }
    }
    let (as_posting, as_profile) = (all * WORDS_OF_A_POSTING, heavy * WORDS_TO_A_NAME);
    if as_posting.min(as_profile) > text.words().len() {
        return false;
    }
    let words = weighty_words(text, mentions);
    let (as_posting, as_profile) = (as_posting <= words, as_profile <= words);
    // Hardly ever does it matter which of them it is.
    if as_posting == as_profile { as_profile } else { as_posting == asks(text) }
}

/// How many words weigh: all but capitals within a sentence that no label has, and what joins those. They are people's names, and
/// how many parts somebody's name has may make no difference.
fn weighty_words(text: &Text, mentions: &[Mention]) -> usize {
    let mut named = vec![false; text.words().len()];
    for mention in mentions.iter().filter(|m| m.by == MentionKind::Label) {
        let from = text.word_at(mention.span.start);
        let words = named[from..].iter_mut().zip(&text.words()[from..]);
        words.take_while(|(_, word)| word.start < mention.span.end).for_each(|(named, _)| *named = true);
    }
    let mut sentence = usize::MAX;
    let mut weighty = 0;
    for clause in text.clauses() {
        let opens = sentence != clause.sentence;
        sentence = clause.sentence;
        weighty += clause
            .words
            .clone()
            .filter(|at| opens && *at == clause.words.start || named[*at] || weighs(text, *at))
            .count();
    }
    weighty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::scanner::embedded;

    /// The concepts that a text shows, each with the words that show it.
    fn shown(text: &str) -> Vec<(String, String)> {
        let taxonomy = Taxonomy::builtin();
        let text = Text::new(text);
        let mentions = embedded().scan(&text, &taxonomy);
        let told = mentions.iter().filter(|m| m.by == MentionKind::Told && m.stance == Stance::Stated);
        told.map(|m| (taxonomy.concept(m.concept).id.to_string(), text.folded()[m.span.clone()].to_owned())).collect()
    }

    const SHAVED: &str = "I am given a slow routine for the graphics card. I cut it into tiles that fit the memory on the chip. \
                          At the end no thread is idle, and it takes eleven microseconds.";

    #[test]
    fn cues_of_several_sentences_tell_and_the_richest_sentence_is_quoted() {
        let told = shown(SHAVED);
        assert!(told.iter().any(|(concept, _)| concept == "gpu-kernel-optimization"), "{told:?}");
        assert!(told.iter().all(|(_, words)| !words.contains('.')), "{told:?}");
    }

    #[test]
    fn names_that_everybody_uses_do_not_stop_telling() {
        let named = format!("Python, C, Linux, Docker. {SHAVED}");
        assert!(shown(&named).iter().any(|(concept, _)| concept == "gpu-kernel-optimization"), "{:?}", shown(&named));
        let listed = format!("Slurm, Lustre, InfiniBand, vLLM, Ray, Kubernetes, NCCL. {SHAVED}");
        assert!(shown(&listed).iter().all(|(concept, _)| concept != "gpu-kernel-optimization"));
    }

    #[test]
    fn how_many_words_a_name_has_decides_nothing() {
        let named =
            |name: &str| weighty_words(&Text::new(&format!("My name is {name} and I cut tiles. {name} is mine.")), &[]);
        for name in ["Adaeze Okonkwo-Birch", "Juan Carlos de la Cruz", "Liesbeth van der Zee"] {
            assert_eq!(named(name), named("Wu"), "{name}");
        }
        // As many names as the text just bears.
        let told = |name: &str| {
            let filler = "and then the next one and then another of them ".repeat(2);
            shown(&format!("{name} wrote this, {name} is me. I know Slurm, NCCL and CUDA, {filler}. {SHAVED}")).len()
        };
        assert_eq!(told("Juan Carlos Borbón de la Cruz"), told("Wu"));
    }

    #[test]
    fn cues_of_two_paragraphs_do_not_join() {
        let apart = SHAVED.replace(". ", ".\n\n");
        assert!(shown(&apart).iter().all(|(concept, _)| concept != "gpu-kernel-optimization"));
    }

    #[test]
    fn what_is_denied_at_length_is_not_told() {
        assert!(
            shown(&SHAVED.replace("no thread is idle", "none of the threads stands idle")).len() >= shown(SHAVED).len()
        );
        let never =
            "I have never kept a cluster with its nodes alive for users, drained a sick node or been called at night.";
        assert_eq!(shown(never), []);
    }

    #[test]
    fn other_trades_use_the_same_words() {
        for text in [
            "I teach the third year. My pipeline of little readers is long, the kernel of it is phonics, and I train new staff, \
             schedule the rooms, and run a chess cluster at lunch.",
            "I manage the fabric side of our shop: I check the weave, throw out flawed threads, and look after the queue at \
             closing time.",
            "I book models. I scout them, train them to walk, and deploy them to Milan; when one is tired I take her off the list.",
        ] {
            assert_eq!(shown(text), []);
        }
    }
}
