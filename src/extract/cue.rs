//! The words and phrases by which authors deny, wish for, or have left something.
//!
//! Only the vocabulary; how far a cue reaches is in `context`.

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::lists;
use super::phrases::Phrases;
use super::text::Text;
use super::words::{Words, words};

/// A cue found in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cue {
    pub effect: Effect,
}

/// What a cue does to the names in its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Effect {
    /// It looks like a cue and is none (`not only`).
    Nothing,
    /// It denies what is done or known.
    Not,
    /// It denies a thing.
    No,
    /// It sets a thing aside (`other than`).
    Object,
    /// It wishes.
    Want,
    /// `no longer`, `used to`, `decommissioned`.
    NoLonger,
    /// `migrated`: what follows `from` is left.
    Moved,
    /// `replaced`: what stands before `with` is left.
    Replaced,
    /// `only read about`: denies the doing, of what follows or of what stands before.
    Only,
    /// `next on my list`: wishes for what stands before.
    WantBefore,
    /// `other teams run`: denies what stands before.
    NotBefore,
    /// `I used to run`: all that follows is over.
    Once,
    /// `until 2011`: all of its clause is over.
    Until,
    /// `limited exposure to`: little of what follows is known.
    Little,
    /// `rusty`, `by name`: little of what stands before is known.
    LittleBefore,
    /// `attended a talk on`, `applied for`: spoken of.
    About,
    /// `CUDA möchte ich lernen`: a wish beside a verb of learning, which ends a German clause.
    Learn,
    /// `CUDA kenne ich nicht`: a denial beside a verb of knowing, which may stand behind the name or end the clause.
    NotKnown,
}

/// The cue that some words of a clause begin with, and how many words it has; `before` is the word before them.
pub(super) fn at(text: &Text, words: Range<usize>, before: &str) -> Option<(Cue, usize)> {
    if words.is_empty() {
        return None;
    }
    let (first, next) = (text.word(words.start), (words.len() > 1).then_some(words.start + 1));
    if first == "learning" {
        // `deep learning` is a field, `Learning CUDA` an intention.
        let alone = before.is_empty() && next.is_none_or(|next| !text.is(next, LEARNING_NOUNS));
        return alone.then_some((Cue { effect: Effect::Want }, 1));
    }
    if first.ends_with("n't") && !next.is_some_and(|next| text.is(next, words!(TAKEN_BACK))) {
        return Some((Cue { effect: Effect::Not }, 1));
    }
    let mut best: Option<(Effect, usize)> = None;
    for phrase in PHRASE_TABLE.begun(text, words.start, words.end) {
        let longer = best.is_none_or(|(_, length)| phrase.len() > length);
        if longer && phrase.goes_on(text, words.start, words.end) {
            best = Some((phrase.meaning, phrase.len()));
        }
    }
    best.map(|(effect, length)| (Cue { effect }, length))
}

/// Behind `don't` and its like these deny no skill: `I don't mind Slurm`, `aren't afraid of CUDA`.
const TAKEN_BACK: &str = lists::CUE_TAKEN_BACK;

/// The words that cues begin with, but for those that end in `n't`.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    let phrases = lists::CUE_EFFECTS.iter().flat_map(|(_, phrases)| *phrases);
    phrases.filter_map(|phrase| phrase.split(' ').next()).chain(["learning"])
}

static PHRASE_TABLE: LazyLock<Phrases<Effect>> = LazyLock::new(|| Phrases::new(&lists::by_key(lists::CUE_EFFECTS)));

/// What makes `learning` at the start of a clause a thing and no wish.
const LEARNING_NOUNS: Words = words!(lists::CUE_LEARNING_NOUNS);

/// Words between the items of a list.
pub(super) const CONNECTORS: Words = words!(lists::CUE_CONNECTORS);
/// Words after which something else is said.
pub(super) const TURNS: Words = words!(lists::CUE_TURNS);
/// Words that end the thing denied.
pub(super) const PREPOSITIONS: Words = words!(lists::CUE_PREPOSITIONS);
/// Experience itself: `no experience with X` is about X.
pub(super) const EXPERIENCE: Words = words!(lists::CUE_EXPERIENCE);
/// After `not`, what denies the name before it.
pub(super) const AFTER_NAME: Words = words!(lists::CUE_AFTER_NAME);
/// What one does to learn: `Rust is something I am eager to learn`, `wants to get into it`.
pub(super) const LEARNING: Words = words!(lists::CUE_LEARNING);
/// What was before, where the same sentence goes on with what is now.
pub(super) const BEFORE_NOW: Words = words!(lists::CUE_BEFORE_NOW);
/// What is now.
pub(super) const NOW: Words = words!(lists::CUE_NOW);
/// Words of need, which `not` may precede in a preference.
pub(super) const NECESSITY: Words = words!(lists::CUE_NECESSITY);
/// Words of preference: `a plus, but not required` denies nothing.
pub(super) const PREFERENCE: Words = words!(lists::CUE_PREFERENCE);
/// Wishing to go on is no lack.
pub(super) const CONTINUING: Words = words!(lists::CUE_CONTINUING);
/// Who speaks.
pub(super) const PERSONS: Words = words!(lists::CUE_PERSONS);
/// Words of a clause that opens a list of skills.
pub(super) const SKILL_LEADS: Words = words!(lists::CUE_SKILL_LEADS);

/// What one does at a school for its own sake; and the words that say so only beside others.
pub(super) const COURSEWORK: Words = words!(lists::CUE_COURSEWORK);
pub(super) const SCHOOL: Words = words!(lists::CUE_SCHOOL);
pub(super) const SCHOOL_WORK: Words = words!(lists::CUE_SCHOOL_WORK);
/// Words of a level under what a job takes, alone in their clause or behind a name: `Slurm: basic`.
pub(super) const LITTLE_LEVELS: Words = words!(lists::CUE_LITTLE_LEVELS);
/// Words beside those.
pub(super) const LEVEL_FILLERS: Words = words!(lists::CUE_LEVEL_FILLERS);
/// Words that tell of something done.
pub(super) const WORK_VERBS: Words = words!(lists::CUE_WORK_VERBS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_wins() {
        let found = |words: &str, before: &str| {
            let text = Text::new(words);
            at(&text, 0..text.words().len(), before).map(|(cue, words)| (cue.effect, words))
        };
        assert_eq!(found("not only slurm", ""), Some((Effect::Nothing, 2)));
        assert_eq!(found("not slurm", ""), Some((Effect::Not, 1)));
        assert_eq!(found("learning cuda", "deep"), None);
    }
}
