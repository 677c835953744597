//! Faults of the reader, for tests of those who must outlive them. Only the crate's own tests hold them: no text strikes in a release.

use super::text::Text;

/// Where a text says this, reading it panics, and quotes it.
#[cfg(test)]
pub(crate) const PANICS: &str = "zzpanickingzz";
/// Where a text says this, reading it has no end.
#[cfg(test)]
pub(crate) const ENDLESS: &str = "zzendlesszz";

#[cfg(test)]
pub(super) fn strike(text: &Text) {
    assert!(!text.folded().contains(PANICS), "a defect at {:?}", text.folded());
    while text.folded().contains(ENDLESS) {
        super::meter::charge(1000);
    }
}

/// Nothing.
#[cfg(not(test))]
#[inline]
pub(super) fn strike(_text: &Text) {}
