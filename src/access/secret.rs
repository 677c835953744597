//! The key itself, as its holder has it: shown once, and kept by nobody but them.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::domain::{Error, StorageErrorKind};

/// What every key begins with, so that those who look for secrets in texts find it.
const PREFIX: &str = "rf_";
const ID_BYTES: usize = 6;
/// 256 bits: nobody guesses it, so one round of SHA-256 keeps it as well as a slow hash would.
const SECRET_BYTES: usize = 32;
const CHECK_BYTES: usize = 4;
const ID_CHARS: usize = ID_BYTES * 2;
const KEY_CHARS: usize = PREFIX.len() + ID_CHARS + 1 + (SECRET_BYTES + CHECK_BYTES) * 2;

/// The key of somebody: `rf_`, its id, `_`, 256 random bits and a checksum of all that, in hexadecimal digits. `Debug` shows the id
/// alone.
#[derive(Clone, PartialEq, Eq)]
pub struct KeySecret(Box<str>);

/// The SHA-256 of a key.
pub(super) type KeyDigest = [u8; 32];

impl KeySecret {
    /// A new key of the system's randomness.
    pub(super) fn new() -> Result<Self, Error> {
        let mut random = [0; ID_BYTES + SECRET_BYTES];
        getrandom::fill(&mut random).map_err(|error| {
            Error::store(StorageErrorKind::Io, format!("the system gives no random bytes: {error}"))
        })?;
        let (id, secret) = random.split_at(ID_BYTES);
        let text = format!("{PREFIX}{}_{}", hex(id), hex(secret));
        let check = hex(&crc32fast::hash(text.as_bytes()).to_be_bytes());
        Ok(Self((text + &check).into()))
    }

    /// The key that somebody presents; none where it cannot be one. The checksum is for slips of the hand, and guards nothing.
    pub(super) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(PREFIX).filter(|_| text.len() == KEY_CHARS)?;
        let is_digit = |(place, byte): (usize, u8)| {
            if place == ID_CHARS { byte == b'_' } else { matches!(byte, b'0'..=b'9' | b'a'..=b'f') }
        };
        if !digits.bytes().enumerate().all(is_digit) {
            return None;
        }
        let (checked, check) = text.split_at(KEY_CHARS - CHECK_BYTES * 2);
        let is_whole = hex(&crc32fast::hash(checked.as_bytes()).to_be_bytes()) == check;
        is_whole.then(|| Self(text.into()))
    }

    /// The id, by which the key is named where it must not be told.
    pub fn id(&self) -> &str {
        &self.0[PREFIX.len()..PREFIX.len() + ID_CHARS]
    }

    /// The key, to be shown to its holder and to nobody else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub(super) fn digest(&self) -> KeyDigest {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

impl fmt::Debug for KeySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeySecret({})", self.id())
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |text, byte| text + &format!("{byte:02x}"))
}

/// The bytes of a digest as it is written.
pub(super) fn digest_of_hex(text: &str) -> Option<KeyDigest> {
    let mut digest = KeyDigest::default();
    if text.len() != digest.len() * 2 || !text.is_ascii() {
        return None;
    }
    for (place, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[place * 2..place * 2 + 2], 16).ok()?;
    }
    Some(digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_back_and_no_slip_of_the_hand_is() {
        let key = KeySecret::new().unwrap();
        assert_eq!((key.reveal().len(), KeySecret::read(key.reveal())), (KEY_CHARS, Some(key.clone())));
        for place in 0..KEY_CHARS {
            let mut bytes = key.reveal().as_bytes().to_vec();
            bytes[place] = if bytes[place] == b'7' { b'8' } else { b'7' };
            assert_eq!(KeySecret::read(std::str::from_utf8(&bytes).unwrap()), None, "{place}");
        }
        let text = key.reveal();
        for bad in ["", "rf_", &text[1..], &text.to_uppercase(), &format!("{text}0"), &text.replace('_', "ä")] {
            assert_eq!(KeySecret::read(bad), None);
        }
    }

    #[test]
    fn two_keys_have_nothing_in_common_and_debug_shows_no_secret() {
        let (one, other) = (KeySecret::new().unwrap(), KeySecret::new().unwrap());
        assert!(one.id() != other.id() && one.digest() != other.digest());
        let shown = format!("{one:?}");
        assert!(shown.contains(one.id()) && !shown.contains(&one.reveal()[20..]), "{shown}");
    }

    #[test]
    fn digests_are_those_of_the_standard() {
        // FIPS 180-2, appendix B.1.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(&Sha256::digest(b"abc")), abc);
        assert_eq!(digest_of_hex(abc).map(|digest| hex(&digest)).as_deref(), Some(abc));
        assert_eq!(digest_of_hex(&abc.replace('b', "x")), None);
        assert_eq!(digest_of_hex(&abc[2..]), None);
    }
}
