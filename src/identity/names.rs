//! Names of people, compared: whatever their order, with initials, short forms, typing errors and surnames that changed.

use super::data::NAMES;
use super::fold::words;

/// A name of more words is none.
const MAX_WORDS: usize = 8;
/// Shorter words are other names when a letter differs: Ann and Jan, Lee and Lei.
const MIN_TYPO_LEN: usize = 4;
/// Words of this length or more may have two errors.
const LONG_WORD: usize = 9;

/// A name as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Name {
    /// The given name first, as far as the spelling tells.
    words: Vec<String>,
    /// Jr, Sr and the like.
    generation: Option<usize>,
}

/// How two names go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// One of the two is not told, or too short to tell anything.
    Unknown,
    /// Word by word, in any order.
    Same,
    /// By short forms, initials, typing errors or words left out: so many of them.
    Close(u32),
    /// The given names agree and the surnames do not, as after a marriage.
    OtherSurname,
    /// The surnames agree and the given names do not, as within a family.
    OtherGivenName,
    /// Of one name, and one of them says of which generation.
    PerhapsOtherGeneration,
    /// Of one name and two generations.
    OtherGeneration,
    /// Neither.
    Other,
}

/// How two words of names go together, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WordLikeness {
    Equal,
    Form,
    Typo,
    Initial,
}

impl Name {
    pub(super) fn of(text: &str) -> Self {
        let mut generation = None;
        let mut part = |text: &str| -> Vec<String> {
            let mut kept = Vec::new();
            for word in words(text) {
                match NAMES.generation(&word) {
                    Some(found) if generation.is_none() && !kept.is_empty() => generation = Some(found),
                    _ if NAMES.honorifics.contains(&word) => {}
                    _ => kept.push(word),
                }
            }
            kept
        };
        // `Lee, Ann` and `Ann Lee, PhD`.
        let mut words = match text.split_once(',') {
            Some((before, after)) => {
                let before = part(before);
                let mut after = part(after);
                after.extend(before);
                after
            }
            None => part(text),
        };
        if let Some(found) = words.last().and_then(|last| NAMES.generation(last)).filter(|_| words.len() > 2) {
            generation = generation.or(Some(found));
            words.pop();
        }
        let n_telling = words.iter().filter(|word| !NAMES.particles.contains(*word)).count();
        if n_telling >= 2 {
            words.retain(|word| !NAMES.particles.contains(word));
        }
        words.truncate(MAX_WORDS);
        Self { words, generation }
    }

    /// The given name, in its long form.
    pub(super) fn given(&self) -> Option<&str> {
        self.words.first().map(|word| NAMES.long_form(word))
    }

    /// The last word of the surname.
    pub(super) fn surname(&self) -> Option<&str> {
        self.words.last().filter(|_| self.words.len() > 1).map(String::as_str)
    }

    /// All words, sorted: the same for every order.
    pub(super) fn sorted(&self) -> Vec<&str> {
        let mut sorted: Vec<&str> = self.words.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        sorted
    }

    pub(super) fn agreement(&self, other: &Self) -> Agreement {
        if self.words.len() < 2 || other.words.len() < 2 {
            return Agreement::Unknown;
        }
        let agreement = self.agreement_of_words(other);
        match (agreement, self.generation, other.generation) {
            (Agreement::Same | Agreement::Close(_), Some(one), Some(other)) if one != other => {
                Agreement::OtherGeneration
            }
            (Agreement::Same, Some(_), None) | (Agreement::Same, None, Some(_)) => Agreement::PerhapsOtherGeneration,
            _ => agreement,
        }
    }

    fn agreement_of_words(&self, other: &Self) -> Agreement {
        if self.sorted() == other.sorted() || self.words.concat() == other.words.concat() {
            return Agreement::Same;
        }
        let (short, long) = if self.words.len() <= other.words.len() { (self, other) } else { (other, self) };
        let pairs = short.pairs(long);
        let n_left_out = u32::try_from(long.words.len() - short.words.len()).unwrap_or(u32::MAX);
        let full = pairs.iter().filter(|(_, _, likeness)| *likeness != WordLikeness::Initial).count();
        if pairs.len() == short.words.len() && full > 0 {
            let inexact = pairs.iter().filter(|(_, _, likeness)| *likeness != WordLikeness::Equal).count();
            return Agreement::Close(n_left_out + u32::try_from(inexact).unwrap_or(u32::MAX));
        }
        let stands_at = |place: fn(usize) -> usize| {
            let place = |name: &Self| place(name.words.len());
            let is_there = |(one, two, likeness): &(usize, usize, WordLikeness)| {
                *one == place(short) && *two == place(long) && *likeness != WordLikeness::Initial
            };
            pairs.iter().any(is_there)
        };
        match (stands_at(|_| 0), stands_at(|n| n - 1)) {
            (true, false) => Agreement::OtherSurname,
            (false, true) => Agreement::OtherGivenName,
            _ => Agreement::Other,
        }
    }

    /// Words that go together, each once: the surest first.
    fn pairs(&self, other: &Self) -> Vec<(usize, usize, WordLikeness)> {
        let mut all = Vec::new();
        for (one, word) in self.words.iter().enumerate() {
            for (two, theirs) in other.words.iter().enumerate() {
                all.extend(likeness(word, theirs).map(|likeness| (likeness, one, two)));
            }
        }
        all.sort_unstable();
        let mut pairs: Vec<(usize, usize, WordLikeness)> = Vec::new();
        for (likeness, one, two) in all {
            if pairs.iter().all(|pair| pair.0 != one && pair.1 != two) {
                pairs.push((one, two, likeness));
            }
        }
        pairs
    }
}

fn likeness(one: &str, other: &str) -> Option<WordLikeness> {
    if one == other {
        return Some(WordLikeness::Equal);
    }
    if one.len() == 1 || other.len() == 1 {
        return (one.chars().next() == other.chars().next()).then_some(WordLikeness::Initial);
    }
    if NAMES.are_forms_of_one(one, other) || without_umlauts(one) == without_umlauts(other) {
        return Some(WordLikeness::Form);
    }
    is_typo(one, other).then_some(WordLikeness::Typo)
}

/// `mueller` and `muller`: of one letter with a mark some write two.
fn without_umlauts(word: &str) -> String {
    word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

/// Whether one is the other with a slip of the fingers. A letter more or another one at the end is mostly another name: Daniel and
/// Daniela, Novak and Novakova, Mario and Maria.
fn is_typo(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let length = short.chars().count();
    if length < MIN_TYPO_LEN {
        return false;
    }
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let ends_differ = common + 1 >= length;
    let doubled = long.chars().next_back() == long.chars().rev().nth(1) && long.chars().count() == length + 1;
    if ends_differ && !(doubled && common == length) {
        return false;
    }
    strsim::osa_distance(one, other) <= if length >= LONG_WORD { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreement(one: &str, other: &str) -> Agreement {
        let (one, other) = (Name::of(one), Name::of(other));
        assert_eq!(one.agreement(&other), other.agreement(&one), "it has no direction");
        one.agreement(&other)
    }

    #[test]
    fn names_agree_whatever_their_order_marks_titles_and_alphabet() {
        for (one, other) in [
            ("Jürgen Müller", "MULLER, Jurgen"),
            ("Dr. Ann-Marie O'Neil, PhD", "Ann Marie ONeil"),
            ("Сергей Иванов", "Sergey Ivanov"),
            ("Ludwig van Beek", "Ludwig Beek"),
            ("Jean-Luc Petit", "Jeanluc Petit"),
            ("Wei Zhang", "Zhang Wei"),
        ] {
            assert_eq!(agreement(one, other), Agreement::Same, "{one} / {other}");
        }
    }

    #[test]
    fn short_forms_initials_typing_errors_and_words_left_out_are_close() {
        for (one, other, n) in [
            ("William Carter", "Bill Carter", 1),
            ("J. Smith", "John Smith", 1),
            ("John Q. Smith", "John Smith", 1),
            ("Jonathan Smith", "Jonahtan Smith", 1),
            ("Jürgen Mueller", "Jurgen Muller", 1),
            ("Anna Schmidt-Meier", "Anna Meier", 1),
            ("Robert (Bob) Stone", "Bob Stone", 1),
        ] {
            assert_eq!(agreement(one, other), Agreement::Close(n), "{one} / {other}");
        }
    }

    #[test]
    fn families_and_changed_surnames_are_told_apart() {
        assert_eq!(agreement("Anna Meier", "Anna Schulz"), Agreement::OtherSurname);
        assert_eq!(agreement("Anna Meier", "Peter Meier"), Agreement::OtherGivenName);
        assert_eq!(agreement("Daniel Costa", "Daniela Costa"), Agreement::OtherGivenName);
        assert_eq!(agreement("J. Smith", "Robert Smith"), Agreement::OtherGivenName);
        assert_eq!(agreement("John Smith Jr.", "John Smith Sr."), Agreement::OtherGeneration);
        assert_eq!(agreement("John Smith", "John Smith Jr"), Agreement::PerhapsOtherGeneration);
        assert_eq!(agreement("Ann Lee", "Jan Lei"), Agreement::Other);
        assert_eq!(agreement("Ann", "Ann Lee"), Agreement::Unknown);
    }
}
