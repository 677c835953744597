//! What it costs to type one word for another, letter by letter. Which cost is forgiven is for `slips`.

use std::sync::LazyLock;

use super::slips::{DOUBLED, LOST, MAX_IN_ALL, NEIGHBOUR, REPLACED, SWAPPED};

/// Longer words are not compared.
const MAX_WORD_LEN: usize = 32;

/// A word, ready to be compared.
pub(super) struct Word {
    pub letters: [char; MAX_WORD_LEN],
    pub length: usize,
    /// Their rows in [`REPLACEMENTS`].
    rows: [u8; MAX_WORD_LEN],
}

impl Word {
    pub(super) fn new(text: &str) -> Option<Self> {
        let mut word = Self { letters: ['\0'; MAX_WORD_LEN], length: 0, rows: [OTHER; MAX_WORD_LEN] };
        for c in text.chars() {
            *word.letters.get_mut(word.length)? = c;
            word.rows[word.length] = row(c);
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
    /// than [`MAX_IN_ALL`] it is only told that it is more.
    pub(super) fn cost(&self, meant: &Self) -> (u8, bool) {
        // The row being filled, the one before it and the one before that.
        let mut rows = [[u8::MAX; MAX_WORD_LEN + 1]; 3];
        let (mut odd, mut before_is_too_much) = (false, false);
        let replacements = &*REPLACEMENTS;
        for i in 0..=self.length {
            let [row, above, higher] = &mut rows;
            let repeats = self.repeats(i);
            let mut least = u8::MAX;
            for j in 0..=meant.length {
                let mut cost = if i == 0 && j == 0 { 0 } else { u8::MAX };
                if i > 0 {
                    cost = cost.min(above[j].saturating_add(if repeats { DOUBLED } else { LOST }));
                }
                if j > 0 {
                    cost = cost.min(row[j - 1].saturating_add(if meant.repeats(j) { DOUBLED } else { LOST }));
                }
                if i > 0 && j > 0 {
                    let same = self.letters[i - 1] == meant.letters[j - 1];
                    let replaced = replacements[usize::from(self.rows[i - 1])][usize::from(meant.rows[j - 1])];
                    cost = cost.min(above[j - 1].saturating_add(if same { 0 } else { replaced }));
                }
                if i > 1
                    && j > 1
                    && self.letters[i - 1] == meant.letters[j - 2]
                    && self.letters[i - 2] == meant.letters[j - 1]
                {
                    cost = cost.min(higher[j - 2].saturating_add(SWAPPED));
                }
                row[j] = cost;
                least = least.min(cost);
            }
            // Further letters never cost less, and two that were swapped go back by two.
            let is_too_much = least > MAX_IN_ALL;
            if i > 0 && is_too_much && before_is_too_much {
                return (u8::MAX, odd);
            }
            before_is_too_much = is_too_much;
            rows.rotate_right(1);
        }
        if self.length == meant.length {
            odd = (0..self.length)
                .map(|i| likeness(self.letters[i], meant.letters[i]))
                .any(|likeness| likeness.sound && !likeness.beside);
        }
        (rows[1][meant.length], odd)
    }

    fn repeats(&self, at: usize) -> bool {
        at > 1 && self.letters[at - 1] == self.letters[at - 2]
    }
}

/// What it costs to type one letter for another one: a word is compared with very many.
static REPLACEMENTS: LazyLock<[[u8; LETTERS + 1]; LETTERS + 1]> = LazyLock::new(|| {
    let mut all = [[REPLACED; LETTERS + 1]; LETTERS + 1];
    for (row, a) in all.iter_mut().zip('a'..='z') {
        for (cost, b) in row.iter_mut().zip('a'..='z') {
            let Likeness { beside, sound } = likeness(a, b);
            *cost = if beside || sound { NEIGHBOUR } else { REPLACED };
        }
    }
    all
});
/// The row of whatever is no letter from a to z: nothing is like it.
const OTHER: u8 = 26;

fn row(letter: char) -> u8 {
    u8::try_from(letter).ok().filter(u8::is_ascii_lowercase).map_or(OTHER, |letter| letter - b'a')
}

/// How two letters are taken for each other.
#[derive(Clone, Copy, Default)]
struct Likeness {
    beside: bool,
    sound: bool,
}

const LETTERS: usize = 26;

/// Of each two letters.
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
    match (row(a), row(b)) {
        (OTHER, _) | (_, OTHER) => Likeness::default(),
        (a, b) => LIKENESS[usize::from(a)][usize::from(b)],
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
