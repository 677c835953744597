//! What it costs to type one word for another, letter by letter. Which cost is forgiven is for `typing`.

use std::sync::LazyLock;

use super::{DOUBLED, LOST, MOST_IN_ALL, NEIGHBOUR, REPLACED, SWAPPED};

/// Longer words are not compared.
const LONGEST_WORD: usize = 32;

/// A word, ready to be compared.
pub(super) struct Word {
    pub letters: [char; LONGEST_WORD],
    pub length: usize,
}

impl Word {
    pub(super) fn new(text: &str) -> Option<Self> {
        let mut word = Self { letters: ['\0'; LONGEST_WORD], length: 0 };
        for c in text.chars() {
            *word.letters.get_mut(word.length)? = c;
            word.length += 1;
        }
        (word.length > 0).then_some(word)
    }

    pub(super) fn is_anagram(&self, other: &Self) -> bool {
        let (mut a, mut b) = (self.letters, other.letters);
        a.sort_unstable();
        b.sort_unstable();
        a == b
    }

    /// The least cost of typing this word for `meant`, and whether a vowel was taken for a vowel or a sound for its like. Of more
    /// than [`MOST_IN_ALL`] it is only told that it is more.
    pub(super) fn cost(&self, meant: &Self) -> (u8, bool) {
        let mut rows = [[0_u8; LONGEST_WORD + 1]; LONGEST_WORD + 1];
        let mut odd = false;
        for i in 0..=self.length {
            for j in 0..=meant.length {
                rows[i][j] = if i == 0 && j == 0 { 0 } else { u8::MAX };
                if i > 0 {
                    let extra = rows[i - 1][j].saturating_add(if self.repeats(i) { DOUBLED } else { LOST });
                    rows[i][j] = rows[i][j].min(extra);
                }
                if j > 0 {
                    let lost = rows[i][j - 1].saturating_add(if meant.repeats(j) { DOUBLED } else { LOST });
                    rows[i][j] = rows[i][j].min(lost);
                }
                if i > 0 && j > 0 {
                    let (a, b) = (self.letters[i - 1], meant.letters[j - 1]);
                    let replaced = rows[i - 1][j - 1].saturating_add(replacement(a, b));
                    rows[i][j] = rows[i][j].min(replaced);
                }
                if i > 1
                    && j > 1
                    && self.letters[i - 1] == meant.letters[j - 2]
                    && self.letters[i - 2] == meant.letters[j - 1]
                {
                    let swapped = rows[i - 2][j - 2].saturating_add(SWAPPED);
                    rows[i][j] = rows[i][j].min(swapped);
                }
            }
            // Further letters never cost less, and two that were swapped go back by two.
            let too_much = |row: usize| rows[row][..=meant.length].iter().all(|cost| *cost > MOST_IN_ALL);
            if i > 0 && too_much(i) && too_much(i - 1) {
                return (u8::MAX, odd);
            }
        }
        if self.length == meant.length {
            odd = (0..self.length)
                .map(|i| likeness(self.letters[i], meant.letters[i]))
                .any(|likeness| likeness.sound && !likeness.beside);
        }
        (rows[self.length][meant.length], odd)
    }

    fn repeats(&self, at: usize) -> bool {
        at > 1 && self.letters[at - 1] == self.letters[at - 2]
    }
}

fn replacement(typed: char, meant: char) -> u8 {
    let likeness = likeness(typed, meant);
    if typed == meant {
        0
    } else if likeness.beside || likeness.sound {
        NEIGHBOUR
    } else {
        REPLACED
    }
}

/// How two letters are taken for each other.
#[derive(Clone, Copy, Default)]
struct Likeness {
    beside: bool,
    sound: bool,
}

const LETTERS: usize = 26;

/// Of each two letters: a word is compared with very many.
static LIKENESS: LazyLock<[[Likeness; LETTERS]; LETTERS]> = LazyLock::new(|| {
    let mut all = [[Likeness::default(); LETTERS]; LETTERS];
    for (row, a) in all.iter_mut().zip('a'..='z') {
        for (likeness, b) in row.iter_mut().zip('a'..='z') {
            *likeness = Likeness { beside: beside(a, b), sound: sounds_alike(a, b) };
        }
    }
    all
});

fn likeness(a: char, b: char) -> Likeness {
    let place = |c: char| u8::try_from(c).ok().filter(u8::is_ascii_lowercase).map(|c| usize::from(c - b'a'));
    match (place(a), place(b)) {
        (Some(a), Some(b)) => LIKENESS[a][b],
        _ => Likeness { beside: beside(a, b), sound: sounds_alike(a, b) },
    }
}

/// Whether two keys touch each other.
fn beside(a: char, b: char) -> bool {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let place = |c: char| ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(c)?)));
    let (Some((row, column)), Some((other_row, other_column))) = (place(a), place(b)) else { return false };
    match row.abs_diff(other_row) {
        0 => column.abs_diff(other_column) == 1,
        1 => {
            // Each row is shifted to the right: a key touches the one above it and that one's right neighbour.
            let (upper, lower) = if row < other_row { (column, other_column) } else { (other_column, column) };
            upper == lower || upper == lower + 1
        }
        _ => false,
    }
}

/// Whether the ear takes one for the other.
fn sounds_alike(a: char, b: char) -> bool {
    const ALIKE: [&str; 7] = ["aeiouy", "ckq", "szc", "fv", "mn", "bp", "dt"];
    a != b && ALIKE.iter().any(|group| group.contains(a) && group.contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_touch_their_neighbours_only() {
        assert!(beside('m', 'n') && beside('r', 'e') && beside('t', 'f') && !beside('h', 'k') && !beside('a', 'p'));
    }
}
