//! Eight bytes of a text looked at at once: which of them are of a kind, as a mask with the highest bit of each byte that is.
//!
//! For loops over whole texts, which are most bytes' only readers; what is not ASCII is of no kind.

/// Eight bytes, the first the lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eight(u64);

/// So many bytes are looked at at once.
pub(super) const EIGHT: usize = 8;
/// The bits of one of them.
pub(super) const BYTE: u32 = u8::BITS;

/// The highest bit of each byte.
const HIGHEST: u64 = each(0x80);

/// The same byte eight times.
const fn each(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

impl Eight {
    /// The bytes from `at` on; none where fewer than eight are left.
    #[inline]
    pub(super) fn at(bytes: &[u8], at: usize) -> Option<Self> {
        bytes.get(at..)?.first_chunk().map(|eight| Self(u64::from_le_bytes(*eight)))
    }

    /// Those that are no ASCII.
    #[inline]
    pub(super) fn others(self) -> u64 {
        self.0 & HIGHEST
    }

    /// Those from one byte to another, both included.
    #[inline]
    pub(super) fn between(self, first: u8, last: u8) -> u64 {
        let low = self.0 & !HIGHEST;
        (low + each(0x80 - first)) & !(low + each(0x7f - last)) & !self.0 & HIGHEST
    }

    /// Those that are one byte.
    #[inline]
    pub(super) fn equal(self, byte: u8) -> u64 {
        let other = (self.0 ^ each(byte)) & !HIGHEST;
        !(other + each(0x7f)) & !self.0 & HIGHEST
    }

    /// How many of them go on with a character that began before.
    #[inline]
    pub(super) fn continuations(self) -> usize {
        let marked = self.0 & !(self.0 << 1) & HIGHEST;
        // The sum of the bytes stands in the highest.
        ((marked >> 7).wrapping_mul(each(1)) >> 56) as usize
    }

    /// The same bytes with small letters for capitals, and some signs for others.
    #[inline]
    pub(super) fn small(self) -> Self {
        Self(self.0 | each(0x20))
    }
}

/// Where the first byte of a mask stands; eight where there is none.
#[inline]
pub(super) fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_of_its_kinds_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            for place in 0..EIGHT {
                for around in [0, b'a', 0x7f, 0xff] {
                    let mut bytes = [around; EIGHT];
                    bytes[place] = byte;
                    let eight = Eight::at(&bytes, 0).unwrap();
                    let has = |mask: u64| mask >> (place * 8) & 0xff == 0x80;
                    assert_eq!(has(eight.others()), !byte.is_ascii());
                    assert_eq!(has(eight.between(b'A', b'Z')), byte.is_ascii_uppercase());
                    assert_eq!(has(eight.between(b'!', b'~')), byte.is_ascii_graphic());
                    assert_eq!(has(eight.equal(b'\\')), byte == b'\\');
                    let continuations = bytes.iter().filter(|byte| **byte & 0xc0 == 0x80).count();
                    assert_eq!(eight.continuations(), continuations);
                    assert_eq!(has(eight.small().between(b'a', b'z')), byte.is_ascii_alphabetic());
                }
            }
        }
        assert_eq!([first(0), first(0x80), first(0x8000)], [8, 0, 1]);
        assert!(Eight::at(b"seven..", 0).is_none() && Eight::at(b"eight...", 1).is_none());
    }
}
