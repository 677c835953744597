//! Digests that tell versions of data apart: stable on every machine, no defence against forgery.

/// 64-bit FNV-1a over the texts and their boundaries, in hexadecimal.
pub(crate) fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    format!("{:016x}", fnv1a(texts.into_iter().flat_map(|text| text.bytes().chain([0xff]))))
}

/// 64-bit FNV-1a.
pub(crate) fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
