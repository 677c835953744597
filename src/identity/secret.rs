//! Hashes that tell nothing to whoever has not the secret: SipHash-2-4 (Aumasson and Bernstein), which is made for short inputs under a
//! key. What is kept of an address is such a hash, so that a file of them that is stolen cannot be tried against a list of addresses.

use std::fmt::{self, Write as _};

/// The key of all hashes of one data directory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct IdentitySecret([u64; 2]);

impl fmt::Debug for IdentitySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdentitySecret(..)")
    }
}

impl IdentitySecret {
    /// That of these bytes.
    pub(crate) fn of(bytes: [u8; 16]) -> Self {
        let (low, high) = bytes.split_at(8);
        let word = |half: &[u8]| half.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        Self([word(low), word(high)])
    }

    /// A new one. Two ids of version 7 hold 148 bits of the system's own randomness, and hashing brings them together.
    pub(crate) fn random() -> Self {
        let half = || {
            let ids = [uuid::Uuid::now_v7(), uuid::Uuid::now_v7()].map(uuid::Uuid::into_bytes);
            Self::of(ids[0]).hash(&ids[1])
        };
        Self([half(), half()])
    }

    /// From the text in which it is kept; none where it is not whole.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.trim();
        let half = |digits: &str| u64::from_str_radix(digits, 16).ok();
        let whole = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        whole.then(|| Some(Self([half(&digits[..16])?, half(&digits[16..])?])))?
    }

    /// The text in which it is kept.
    pub(crate) fn to_text(self) -> String {
        let mut text = String::new();
        self.0.iter().for_each(|half| write!(text, "{half:016x}").expect("memory takes all letters"));
        text
    }

    /// The hash of `bytes`.
    pub(crate) fn hash(self, bytes: &[u8]) -> u64 {
        let [low, high] = self.0;
        let mut state = State([
            low ^ 0x736f_6d65_7073_6575,
            high ^ 0x646f_7261_6e64_6f6d,
            low ^ 0x6c79_6765_6e65_7261,
            high ^ 0x7465_6462_7974_6573,
        ]);
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            state.take_in(u64::from_le_bytes(word.try_into().expect("it has eight bytes")));
        }
        let mut last = [0; 8];
        last[..words.remainder().len()].copy_from_slice(words.remainder());
        last[7] = u8::try_from(bytes.len() % 256).expect("a remainder of 256");
        state.take_in(u64::from_le_bytes(last));
        state.0[2] ^= 0xff;
        (0..4).for_each(|_| state.round());
        state.0.into_iter().fold(0, |hash, word| hash ^ word)
    }
}

struct State([u64; 4]);

impl State {
    fn take_in(&mut self, word: u64) {
        self.0[3] ^= word;
        self.round();
        self.round();
        self.0[0] ^= word;
    }

    fn round(&mut self) {
        let [a, b, c, d] = &mut self.0;
        *a = a.wrapping_add(*b);
        *b = b.rotate_left(13) ^ *a;
        *a = a.rotate_left(32);
        *c = c.wrapping_add(*d);
        *d = d.rotate_left(16) ^ *c;
        *a = a.wrapping_add(*d);
        *d = d.rotate_left(21) ^ *a;
        *c = c.wrapping_add(*b);
        *b = b.rotate_left(17) ^ *c;
        *c = c.rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the vectors that the authors publish.
    #[test]
    fn hashes_are_those_of_siphash() {
        let key = IdentitySecret::of(std::array::from_fn(|n| u8::try_from(n).unwrap()));
        let input: Vec<u8> = (0..15).collect();
        assert_eq!(key.hash(&input), 0xa129_ca61_49be_45e5);
        assert_eq!(key.hash(b""), 0x726f_db47_dd0e_0e31);
    }

    #[test]
    fn a_secret_is_kept_as_text_and_never_shown() {
        let secret = IdentitySecret::random();
        assert_eq!(IdentitySecret::parse(&secret.to_text()), Some(secret));
        assert_ne!(IdentitySecret::random(), secret);
        assert_eq!(IdentitySecret::parse("zz"), None);
        assert!(!format!("{secret:?}").contains(&secret.to_text()[..16]));
    }
}
