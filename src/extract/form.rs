//! How a document is made: sentences and what they do, lengths, lists, repetition, hidden characters.
//!
//! Nothing here earns points by itself; it says which words are told, and lets the scorer compare them with a posting's.

use std::collections::BTreeMap;

use super::candidate::telling::{Sentence, sentences};
use super::document_form::{Block, DocumentForm, LastUsedMonth, Passage, Standing};
use super::facts::{LastUsed, SkillClaim};
use super::mention::{Mention, MentionKind, within};
use super::text::Text;
use super::wording::{Wording, add_word};
use crate::taxonomy::{ConceptId, Taxonomy, Vocabulary, WordId};

/// Runs of so many words are compared with a posting's: few enough to survive that somebody changes a word here and there, enough
/// not to stand in two texts by chance.
pub(crate) const RUN: usize = 5;
/// Concepts of less scarcity than this are repeated in honest texts too.
const TELLING_SCARCITY: u16 = 600;
/// A sentence of so many words that stands in the document for the third time says nothing.
const TWICE: u32 = 2;
/// A word with its space, whichever it is: a text is as long for a long name as for a short one.
const CHARACTERS_OF_A_WORD: usize = 6;
const SENTENCE_WORDS: usize = 4;

#[derive(Default)]
pub(super) struct FormCollector {
    form: DocumentForm,
    characters: usize,
    hidden: usize,
    look_alike: usize,
    /// Known sentences: the passage of the first, and how often.
    known: BTreeMap<u64, (u16, u32)>,
    named: BTreeMap<ConceptId, u32>,
    /// Of all that says something of the person; and of what is told, besides names.
    words: Vec<WordId>,
    told_words: Vec<WordId>,
}

impl FormCollector {
    /// Takes a text in; by clause, the passage that it belongs to.
    pub(super) fn text(&mut self, text: &Text, mentions: &[Mention], block: Block, taxonomy: &Taxonomy) -> Vec<u16> {
        let disguise = text.disguise();
        self.hidden += disguise.hidden;
        self.look_alike += disguise.look_alike;
        let words: Vec<u32> = (0..text.words().len()).map(|at| text.word_hash(at)).collect();
        let mut by_clause = vec![0; text.clauses().len()];
        self.form.runs.reserve(words.len());
        self.words.reserve(words.len());
        self.told_words.reserve(words.len());
        for mut sentence in sentences(text, mentions, taxonomy) {
            // The text of a job is about work, whatever it names.
            let weighs = sentence.bears || block.is_job() || sentence.standing == Standing::Empty;
            if !weighs {
                (sentence.weighty, sentence.plain) = (0, 0);
            }
            self.characters += sentence.weighty * CHARACTERS_OF_A_WORD;
            let whole = words[sentence.words.clone()]
                .iter()
                .fold(u64::from(block.0), |sum, word| (sum ^ u64::from(*word)).wrapping_mul(0x0100_0000_01b3));
            let length = u32::try_from(sentence.words.len()).unwrap_or(u32::MAX);
            let passage = if let Some((passage, times)) = self.known.get_mut(&whole) {
                *times += 1;
                if sentence.repeats || (*times > TWICE && sentence.words.len() >= SENTENCE_WORDS) {
                    self.form.repeated_words = self.form.repeated_words.saturating_add(length);
                }
                *passage
            } else {
                if sentence.repeats {
                    self.form.repeated_words = self.form.repeated_words.saturating_add(length);
                }
                let start = self.form.runs.len();
                self.form.runs.extend(sentence.words.clone().map(|at| run(&words, at)));
                let passage = self.passage(start, sentence.words.len(), block, sentence.standing);
                if let Some(passage) = self.form.passages.get_mut(usize::from(passage)) {
                    passage.plain_words = u16::try_from(sentence.plain).unwrap_or(u16::MAX);
                    passage.weighty_words = u16::try_from(sentence.weighty).unwrap_or(u16::MAX);
                    let span = text.words()[sentence.words.start].start..text.words()[sentence.words.end - 1].end;
                    passage.quotes = quotes(text.original(&span));
                }
                self.known.insert(whole, (passage, 1));
                if weighs && sentence.standing != Standing::Empty {
                    self.words_of(text, &sentence, mentions, taxonomy.vocabulary());
                }
                passage
            };
            for clause in sentence.clauses {
                by_clause[clause] = passage;
            }
        }
        by_clause
    }

    /// A title, a list or a field, which has a place in the document and no sentences.
    pub(super) fn named_passage(&mut self, block: Block, standing: Standing) -> u16 {
        let start = self.form.runs.len();
        self.passage(start, 0, block, standing)
    }

    fn passage(&mut self, start: usize, words: usize, block: Block, standing: Standing) -> u16 {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let words = u16::try_from(words).unwrap_or(u16::MAX);
        let number = self.form.passages.len().min(usize::from(u16::MAX));
        if number == self.form.passages.len() {
            self.form.passages.push(Passage {
                start,
                words,
                plain_words: 0,
                weighty_words: 0,
                quotes: false,
                block,
                standing,
            });
        }
        u16::try_from(number).unwrap_or(u16::MAX)
    }

    /// Whether anything but what weighs nothing is of the person; true of a text that says nothing else either.
    pub(super) fn is_about_the_person(&self, passages: &[u16]) -> bool {
        let of = |passage: &u16| self.form.passages.get(usize::from(*passage));
        let is_empty = |passage: &Passage| passage.standing == Standing::Empty;
        let says = |passage: &Passage| !is_empty(passage) && passage.weighty_words > 0;
        !passages.iter().filter_map(of).any(is_empty) || passages.iter().filter_map(of).any(says)
    }

    /// Takes in the field's words of a sentence. Of one that tells something those count that stand besides the names in it: what is
    /// named is known, and whoever only names things tells of none.
    fn words_of(&mut self, text: &Text, sentence: &Sentence, mentions: &[Mention], vocabulary: &Vocabulary) {
        let words = &text.words()[sentence.words.clone()];
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
        let tells = sentence.standing == Standing::Tells;
        let names = within(mentions, first.start..last.end)
            .filter(|mention| mention.by == MentionKind::Label && mention.span.end <= last.end);
        let mut names = names.map(|name| &name.span).peekable();
        let mut named_to = first.start;
        for (at, word) in sentence.words.clone().zip(words) {
            let before = self.words.len();
            add_word(text, at, vocabulary, &mut self.words);
            if !tells {
                continue;
            }
            if named_to <= word.start && names.peek().is_none_or(|name| name.start >= word.end) {
                self.told_words.extend_from_slice(&self.words[before..]);
                continue;
            }
            // A name may leave a part of a word over: the `8x` of `8xH100`.
            let mut open = word.start.max(named_to);
            while let Some(name) = names.next_if(|name| name.start < word.end) {
                if open < name.start {
                    self.told_words.extend(vocabulary.find(&text.folded()[open..name.start]));
                }
                named_to = named_to.max(name.end);
                open = open.max(named_to);
            }
            if open < word.end {
                self.told_words.extend(vocabulary.find(&text.folded()[open..word.end]));
            }
        }
    }

    /// Takes a title's words in.
    pub(super) fn title(&mut self, title: &Text, taxonomy: &Taxonomy) {
        (0..title.words().len()).for_each(|at| add_word(title, at, taxonomy.vocabulary(), &mut self.words));
    }

    /// The wording of what is told besides names, and of everything.
    pub(super) fn wordings(&mut self, taxonomy: &Taxonomy) -> [Wording; 2] {
        [&mut self.told_words, &mut self.words].map(|words| Wording::of(std::mem::take(words), taxonomy.vocabulary()))
    }

    /// Whether it weighs anything: a sentence that yields no fact does not.
    pub(super) fn weighs(&self, passage: u16) -> bool {
        self.form.passages.get(usize::from(passage)).is_some_and(|passage| passage.weighty_words > 0)
    }

    pub(super) fn standing(&self, passage: u16) -> Standing {
        self.form.passages.get(usize::from(passage)).map_or(Standing::Empty, |p| p.standing)
    }

    pub(super) fn named(&mut self, concept: ConceptId, taxonomy: &Taxonomy) {
        if taxonomy.concept(concept).weight >= TELLING_SCARCITY {
            *self.named.entry(concept).or_default() += 1;
        }
    }

    pub(super) fn active(&mut self, last_used: LastUsed) {
        self.form.last_active = later(self.form.last_active, last_used);
    }

    /// Somebody states more years of a skill than anybody works.
    pub(super) fn endless_years(&mut self) {
        self.form.endless_years += 1;
    }

    pub(super) fn finish(mut self, claims: &[SkillClaim]) -> DocumentForm {
        self.form.text_characters = u32::try_from(self.characters).unwrap_or(u32::MAX);
        self.form.hidden_characters = u32::try_from(self.hidden).unwrap_or(u32::MAX);
        self.form.look_alike_characters = u32::try_from(self.look_alike).unwrap_or(u32::MAX);
        self.form.most_repeated = self.named.values().copied().max().unwrap_or(0);
        self.form.tally(claims);
        self.form.runs.shrink_to_fit();
        self.form.passages.shrink_to_fit();
        self.form
    }
}

impl DocumentForm {
    /// Counts anew the skills that are told of and those that are only listed, and the words by what they do.
    pub(crate) fn tally(&mut self, claims: &[SkillClaim]) {
        let count = |described: bool| {
            u32::try_from(claims.iter().filter(|c| c.described == described).count()).unwrap_or(u32::MAX)
        };
        self.listed_only = count(false);
        self.described = count(true);
        let words = |of: &dyn Fn(&Passage) -> bool| -> u32 {
            self.passages.iter().filter(|passage| of(passage)).map(|passage| u32::from(passage.weighty_words)).sum()
        };
        // A headline says nothing for a text: it is what the text is to bear out.
        let is_text = |p: &Passage| p.block != Block::HEADLINE;
        let (all, empty) = (words(&is_text), words(&|p| is_text(p) && p.standing == Standing::Empty));
        // What a sentence quotes is not told of other work, so it speaks against nobody's title.
        let tells = self.passages.iter().filter(|p| p.standing == Standing::Tells && !p.quotes && p.weighty_words > 0);
        let telling = u32::try_from(tells.count()).unwrap_or(u32::MAX);
        (self.all_words, self.telling_sentences, self.empty_words) = (all, telling, empty);
        let jobs = self.passages.iter().filter(|p| p.words == 0 && p.standing == Standing::Tells).count();
        self.jobs = u32::try_from(jobs).unwrap_or(u32::MAX);
    }
}

/// All runs of words of a posting, hashed, ascending and without doubles. The texts of each part are read one after the other.
pub(super) fn runs(parts: &[&[&Text]]) -> Vec<u32> {
    let mut runs = Vec::new();
    for texts in parts {
        let words = texts.iter().flat_map(|text| (0..text.words().len()).map(|at| text.word_hash(at)));
        let words: Vec<u32> = words.collect();
        runs.extend((0..words.len()).map(|at| run(&words, at)).filter(|run| *run != 0));
    }
    runs.sort_unstable();
    runs.dedup();
    runs
}

/// Whether a sentence holds a quotation of so many words that they could be a posting's.
fn quotes(sentence: &str) -> bool {
    if sentence.is_ascii() && !sentence.contains('"') {
        return false;
    }
    let mut parts = sentence.split(['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}']).skip(1);
    parts.any(|part| part.split_whitespace().nth(RUN - 1).is_some())
}

/// The run that begins at a word; 0 where too few words follow.
fn run(words: &[u32], at: usize) -> u32 {
    let Some(run) = words.get(at..at + RUN) else { return 0 };
    let mixed = run.iter().fold(0x811c_9dc5_u32, |hash, word| (hash.rotate_left(7) ^ word).wrapping_mul(0x9e37_79b1));
    mixed.max(1)
}

/// The later of two activities.
fn later(a: Option<LastUsedMonth>, b: LastUsed) -> Option<LastUsedMonth> {
    match (a, b) {
        (Some(LastUsedMonth::Now), _) | (_, LastUsed::Now) => Some(LastUsedMonth::Now),
        (Some(LastUsedMonth::At(x)), LastUsed::At(y)) => Some(LastUsedMonth::At(x.max(y))),
        (known, LastUsed::Unknown) => known,
        (None, LastUsed::At(y)) => Some(LastUsedMonth::At(y)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_kept_once() {
        let taxonomy = Taxonomy::builtin();
        let mut once = FormCollector::default();
        let mut often = FormCollector::default();
        let sentence = "The fabric was kept healthy by five people in two halls.\n";
        once.text(&Text::new(sentence), &[], Block::SUMMARY, &taxonomy);
        often.text(&Text::new(&sentence.repeat(50)), &[], Block::SUMMARY, &taxonomy);
        let (once, often) = (once.finish(&[]), often.finish(&[]));
        assert_eq!(once.passages.len(), often.passages.len());
        assert_eq!(once.repeated_words, 0);
        assert!(often.repeated_words > 11 * 40, "{}", often.repeated_words);
    }
}
