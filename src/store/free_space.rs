//! How much room the system has for us on the disk of a folder. Nothing else.

use std::path::Path;

/// Free bytes on the disk of `folder`; `None` where the system does not tell.
pub(super) fn free_bytes(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_folder_that_is_there_has_room() {
        assert!(free_bytes(Path::new(".")).is_some_and(|bytes| bytes > 0));
        assert_eq!(free_bytes(Path::new("/no/such/folder")), None);
    }
}
