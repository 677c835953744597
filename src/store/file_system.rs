//! On what sort of file system a folder lies. Those of the network are refused: their locks and syncs promise less than is needed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::domain::{Error, StorageErrorKind};

/// What Linux calls file systems whose disk is another machine's.
const OF_THE_NETWORK: &[&str] = &[
    "afs", "ceph", "cifs", "fuse.ceph", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "glusterfs",
    "ncpfs", "nfs", "nfs4", "smb3", "smbfs",
];

/// Refuses a folder of a network file system, where the system tells (Linux).
pub(super) fn refuse_network(folder: &Path) -> Result<(), Error> {
    let (Ok(mounts), Ok(place)) = (fs::read_to_string("/proc/self/mountinfo"), fs::canonicalize(folder)) else {
        return Ok(());
    };
    match kind_of(&place, &mounts) {
        Some(kind) if OF_THE_NETWORK.contains(&kind) => Err(Error::store(
            StorageErrorKind::Unsupported,
            format!(
                "{} lies on a network file system ({kind}), which cannot promise that a write is kept: give a folder on a disk of \
             this machine",
                folder.display()
            ),
        )),
        _ => Ok(()),
    }
}

/// The sort of the file system that is mounted nearest above `place`; of two at the same place, the later one.
fn kind_of<'a>(place: &Path, mounts: &'a str) -> Option<&'a str> {
    let mounted = mounts.lines().filter_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        Some((unescaped(before.split(' ').nth(4)?), after.split(' ').next()?))
    });
    let above = mounted.filter(|(point, _)| place.starts_with(point));
    above.max_by_key(|(point, _)| point.components().count()).map(|(_, kind)| kind)
}

/// Spaces and the like are written as three octal digits.
fn unescaped(text: &str) -> PathBuf {
    let mut pieces = text.split('\\');
    let mut path = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) => {
                path.push(char::from(code));
                path += &piece[3..];
            }
            None => path += piece,
        }
    }
    path.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:40 / /mnt/my\\040share rw - nfs4 nas:/export rw
31 22 0:41 / /mnt/my\\040share/local rw - xfs /dev/vdb rw
32 22 0:42 / /srv rw shared:3 - ext4 /dev/vdc rw
33 22 0:43 / /srv rw shared:4 - fuse.sshfs host: rw
";

    #[test]
    fn the_nearest_and_latest_mount_counts() {
        for (place, kind) in [
            ("/home/data", "ext4"),
            ("/mnt/my share/data", "nfs4"),
            ("/mnt/my share/local/data", "xfs"),
            ("/mnt/my shared", "ext4"),
            ("/srv/data", "fuse.sshfs"),
        ] {
            assert_eq!(kind_of(Path::new(place), MOUNTS), Some(kind), "{place}");
        }
        assert_eq!(kind_of(Path::new("/"), "nonsense\n"), None);
    }

    #[test]
    fn a_folder_of_this_machine_is_taken() {
        refuse_network(tempfile::tempdir().unwrap().path()).unwrap();
        refuse_network(Path::new("/no/such/folder")).unwrap();
    }
}
