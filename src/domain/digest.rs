//! Digests that tell versions of data apart: stable on every machine, no defence against forgery.

/// 64-bit FNV-1a over the texts and their boundaries, in hexadecimal.
pub(crate) fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    format!("{:016x}", fnv1a(texts.into_iter().flat_map(bounded)))
}

/// The digest of the texts that have the digest `before`, and one text more.
pub(crate) fn digest_with(before: &str, text: &str) -> String {
    let before = u64::from_str_radix(before, 16).unwrap_or(BASIS);
    format!("{:016x}", fnv1a_from(before, bounded(text)))
}

fn bounded(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().chain([0xff])
}

/// 64-bit FNV-1a.
pub(crate) fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    fnv1a_from(BASIS, bytes)
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv1a_from(before: u64, bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(before, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_goes_on_where_it_ended() {
        assert_eq!(digest_with(&digest(["slurm", "gpfs"]), "ceph"), digest(["slurm", "gpfs", "ceph"]));
        assert_ne!(digest(["slurm", "gpfs"]), digest(["slurmgpfs"]));
    }
}
