//! Slips of the fingers: what it costs to type one name for another, and which cost a careful reader forgives.
//!
//! A slip costs by how easily it happens: swapped letters and doubled ones cost least, a letter lost or a neighbouring key more, any
//! other letter most. Distances that count all errors alike are in `likeness`.

use super::letters::Word;

/// The cost at which a name of several words is no longer the same name.
pub(super) const MAX_IN_ALL: u8 = 10;

pub(super) const SWAPPED: u8 = 2;
pub(super) const DOUBLED: u8 = 2;
pub(super) const LOST: u8 = 3;
pub(super) const NEIGHBOUR: u8 = 3;
pub(super) const REPLACED: u8 = 4;

/// What is looked at before two names are compared letter for letter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<'a> {
    whole: WordForm,
    words: &'a [WordForm],
    /// Digits and signs (`C++`, `H100`), which are never typing errors.
    signs: &'a str,
}

impl Form<'_> {
    /// How many characters the name has.
    pub(crate) fn length(&self) -> usize {
        self.whole.length
    }

    /// Whether a name of this form may be another one, mistyped.
    pub(crate) fn may_be(&self, other: &Form) -> bool {
        let (typed, meant) = (self.whole, other.whole);
        (typed.letters ^ meant.letters).count_ones() <= 6
            && typed.length.abs_diff(meant.length) <= 3
            && least_cost(typed.letters, meant.letters) <= u32::from(MAX_IN_ALL)
            && match self.words.len().abs_diff(other.words.len()) {
                0 => self.words.iter().zip(other.words).all(|(typed, meant)| typed.may_be(meant)),
                difference => difference == 1,
            }
            && self.signs == other.signs
    }
}

/// The forms of many names, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forms {
    wholes: Vec<WordForm>,
    words: Vec<WordForm>,
    signs: String,
    /// Where those of each name end in `words` and in `signs`.
    ends: Vec<(u32, u32)>,
}

impl<'a> FromIterator<&'a str> for Forms {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let number = |count: usize| u32::try_from(count).expect("all labels have far fewer letters than 2^32");
        let is_sign = |c: &char| !c.is_alphabetic() && *c != ' ';
        let mut forms = Self::default();
        for name in names {
            forms.wholes.push(WordForm::of(name));
            forms.words.extend(name.split(' ').map(WordForm::of));
            forms.signs.extend(name.chars().filter(is_sign));
            forms.ends.push((number(forms.words.len()), number(forms.signs.len())));
        }
        forms
    }
}

impl Forms {
    /// The form of the name of a number.
    pub(crate) fn get(&self, number: usize) -> Form<'_> {
        let (words, signs) = number.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
        let (words_end, signs_end) = self.ends[number];
        Form {
            whole: self.wholes[number],
            words: &self.words[words as usize..words_end as usize],
            signs: &self.signs[signs as usize..signs_end as usize],
        }
    }
}

/// The same of one word, or of a name as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordForm {
    /// Which letters occur, one bit each.
    letters: u32,
    length: usize,
}

impl WordForm {
    fn of(word: &str) -> Self {
        Self { letters: letters_of(word), length: word.chars().count() }
    }

    fn may_be(&self, other: &Self) -> bool {
        let length = compared_length(self.length, other.length);
        self.length.abs_diff(other.length) <= 3
            && least_cost(self.letters, other.letters) <= u32::from(most_cost(length))
    }
}

/// What it costs at least to make one word or name of another: each letter that only one of them has was lost, typed too much or
/// replaced, and only a replacement accounts for one on both sides.
fn least_cost(letters: u32, others: u32) -> u32 {
    (letters & !others).count_ones().max((others & !letters).count_ones()) * u32::from(LOST.min(NEIGHBOUR))
}

fn letters_of(text: &str) -> u32 {
    text.bytes().filter(u8::is_ascii_lowercase).fold(0, |bits, letter| bits | 1 << (letter - b'a'))
}

/// A name's letters, spaces and signs aside but for those of `C++` and `C#`.
pub(crate) fn glue(text: &str) -> Box<str> {
    let mut glued = String::with_capacity(text.len());
    glued.extend(text.chars().filter(|c| c.is_alphanumeric() || matches!(c, '+' | '#')));
    glued.into_boxed_str()
}

/// What it costs to type `name` for `label`, which may be it by their forms; none when no careful reader would take it for that:
/// every word must be near its counterpart.
pub(crate) fn typing_errors((name, form): (&str, &Form), (label, meant): (&str, &Form)) -> Option<u8> {
    let words = form.words.len();
    if words == meant.words.len() {
        let mut cost = 0;
        let forms = form.words.iter().zip(meant.words);
        for ((a, b), (typed, meant)) in name.split(' ').zip(label.split(' ')).zip(forms) {
            let sure = words > 1 && label.len() >= 12;
            cost += word_errors((a, typed), (b, meant), sure)?;
        }
        return (cost <= MAX_IN_ALL).then_some(cost);
    }
    // A space too many or too few is one error, the rest as one word.
    if words.abs_diff(meant.words.len()) != 1 {
        return None;
    }
    let (a, b) = (glue(name), glue(label));
    if a.len() < 6 {
        return None;
    }
    let (typed, meant) = (WordForm::of(&a), WordForm::of(&b));
    if *a != *b && !typed.may_be(&meant) {
        return None;
    }
    word_errors((&a, &typed), (&b, &meant), false).filter(|cost| *cost <= REPLACED).map(|cost| cost + LOST)
}

/// The cost of one word, which may be the other by its form; `sure` when the other words of a long name vouch for it.
fn word_errors((name, typed): (&str, &WordForm), (label, meant): (&str, &WordForm), sure: bool) -> Option<u8> {
    if name == label {
        return Some(0);
    }
    let length = compared_length(typed.length, meant.length);
    let (a, b) = (Word::new(name)?, Word::new(label)?);
    let (cost, odd) = a.cost(&b);
    let allowed = match length {
        0..=3 => sure && cost <= SWAPPED,
        // A letter more, less or replaced makes another word of four (Chef, chief): only a slip of the fingers is forgiven.
        4 => cost <= SWAPPED,
        5 if b.length == 4 => cost <= DOUBLED,
        // In five letters, too, a letter replaced makes another word (Flask, flash), unless it lies beside the right one.
        5 => cost <= SWAPPED || (cost <= LOST && !odd),
        6 => cost <= REPLACED || (cost <= 2 * LOST && a.is_anagram(&b)),
        7 => cost <= REPLACED || (cost <= 2 * REPLACED && a.is_anagram(&b)),
        8..=9 => cost <= SWAPPED + LOST || (cost <= 2 * REPLACED && a.is_anagram(&b)),
        10..=13 => cost <= LOST + REPLACED,
        _ => cost <= MAX_IN_ALL,
    };
    if cost > SWAPPED && is_inflection(name, label) {
        return None;
    }
    let same_start = a.letters[0] == b.letters[0] || b.length >= 6;
    (allowed && same_start && a.length >= 4.min(b.length)).then_some(cost)
}

/// The length by which it is judged how much a word may cost.
fn compared_length(typed: usize, meant: usize) -> usize {
    meant.max(typed.min(meant + 1))
}

/// What one word may cost at most, whose letters are not all the same as the other's.
fn most_cost(length: usize) -> u8 {
    match length {
        0..=4 => SWAPPED,
        5 => LOST,
        6..=7 => REPLACED,
        8..=9 => SWAPPED + LOST,
        10..=13 => LOST + REPLACED,
        _ => MAX_IN_ALL,
    }
}

/// Whether the two are forms of one word, `presented` and `presenter`: what differs is an ending, and that is no typing error.
fn is_inflection(name: &str, label: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "", "able", "al", "d", "e", "ed", "ence", "ent", "er", "ers", "es", "ic", "ics", "ing", "ion", "ions", "ist",
        "ity", "ive", "ly", "or", "ors", "r", "rs", "s", "tion", "y",
    ];
    let same = name.bytes().zip(label.bytes()).take_while(|(a, b)| a == b).count();
    if same < 4 || !name.is_char_boundary(same) || !label.is_char_boundary(same) {
        return false;
    }
    let ends =
        |typed: &str, meant: &str| ENDINGS.binary_search(&typed).is_ok() && ENDINGS.binary_search(&meant).is_ok();
    // The end of a word lost or typed twice is a slip all the same.
    let (typed, meant) = (&name[same..], &label[same..]);
    let doubled = meant.is_empty() && name.ends_with(label.chars().last().unwrap_or(' '));
    let lost = typed.len() < meant.len();
    !doubled && !lost && (ends(typed, meant) || same > 4 && ends(&name[same - 1..], &label[same - 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(name: &str, label: &str) -> Option<u8> {
        let forms: Forms = [name, label].into_iter().collect();
        let (typed, meant) = (forms.get(0), forms.get(1));
        typed.may_be(&meant).then(|| typing_errors((name, &typed), (label, &meant))).flatten()
    }

    #[test]
    fn slips_of_the_fingers_are_forgiven() {
        for (name, label) in [
            ("slrum", "slurm"),
            ("slurmm", "slurm"),
            ("slurn", "slurm"),
            ("kuberentes", "kubernetes"),
            ("promotheus", "prometheus"),
            ("amazon wbe services", "amazon web services"),
        ] {
            assert!(cost(name, label).is_some(), "{name}");
        }
    }

    #[test]
    fn other_words_are_no_cost() {
        for (name, label) in
            [("flask", "flash"), ("scala", "scale"), ("chief", "chef"), ("h200", "h100"), ("mps", "mpi")]
        {
            assert_eq!(cost(name, label), None, "{name}");
        }
    }

    #[test]
    fn a_swap_costs_less_than_another_letter() {
        assert!(cost("lsutre", "lustre") < cost("lustra", "lustre"));
    }

    #[test]
    fn forms_of_a_word_are_no_cost() {
        for (name, label) in [("presented", "presenter"), ("compiled", "compiler"), ("scalar", "scala")] {
            assert_eq!(cost(name, label), None, "{name}");
        }
        for (name, label) in [("docke", "docker"), ("dockr", "docker"), ("dockerr", "docker"), ("ansibel", "ansible")] {
            assert!(cost(name, label).is_some(), "{name}");
        }
    }
}
