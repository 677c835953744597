//! The hash of a word, by which tables of words are looked up: letter by letter, so that whoever reads a word anyway has it.

/// The hash of nothing.
pub(crate) const START: u32 = 0x811c_9dc5;

/// The hash of what has the hash `before` and one letter more (FNV-1a).
pub(crate) const fn then(before: u32, letter: u8) -> u32 {
    (before ^ letter as u32).wrapping_mul(0x0100_0193)
}

/// The hash before its last letter: `then` undone.
pub(crate) const fn without_last(hash: u32, letter: u8) -> u32 {
    // The inverse of the factor of `then`.
    hash.wrapping_mul(0x359c_449b) ^ letter as u32
}

/// The hash of a word, by which tables of words are looked up.
pub(crate) const fn word_hash(word: &[u8]) -> u32 {
    let mut hash = START;
    let mut at = 0;
    while at < word.len() {
        hash = then(hash, word[at]);
        at += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_can_be_taken_back() {
        assert_eq!(without_last(word_hash(b"jobs"), b's'), word_hash(b"job"));
    }
}
