//! Files and folders that hold what is known of people: for the user who runs the program and nobody else, where the system knows
//! such rights (Unix). What other libraries make within such a folder is out of others' reach by the folder's until it gets its own.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// How a file is opened that is to be made.
pub(crate) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes the file, or empties the one that is there.
pub(crate) fn create_private_file(path: &Path) -> io::Result<File> {
    private_file().write(true).create(true).truncate(true).open(path)
}

/// How a folder is made.
pub(crate) fn private_folder() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

/// Takes from others what rights they have to a file or folder of an older version. Not being its owner is no reason to fail.
pub(crate) fn make_private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let Ok(metadata) = std::fs::metadata(path) else { return };
        let own = metadata.permissions().mode() & 0o700;
        if metadata.permissions().mode() & 0o077 != 0 {
            let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(own));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// The same for a folder and all that is in it. What goes meanwhile needs no rights.
pub(crate) fn make_tree_private(folder: &Path) {
    make_private(folder);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { make_tree_private(&path) } else { make_private(&path) }
    }
}

#[cfg(all(test, unix, feature = "storage"))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::store::{SledStore, StorageOptions};

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, inner) = (folder.path().join("file"), folder.path().join("inner"));
        create_private_file(&file).unwrap();
        private_folder().create(&inner).unwrap();
        assert_eq!((mode(&file), mode(&inner)), (0o600, 0o700));
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o664)).unwrap();
        make_private(&file);
        assert_eq!(mode(&file), 0o600);
    }

    #[test]
    fn a_store_of_an_older_version_is_taken_from_others_when_it_is_opened() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("store");
        drop(SledStore::open(&folder, &StorageOptions::default()).unwrap());
        let of_old = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        of_old(&folder, 0o755);
        of_old(&folder.join("meta.json"), 0o644);
        drop(SledStore::open(&folder, &StorageOptions::default()).unwrap());
        assert_eq!((mode(&folder), mode(&folder.join("sled")), mode(&folder.join("sled/db"))), (0o700, 0o700, 0o600));
        assert_eq!(mode(&folder.join("meta.json")), 0o600);
    }
}
