//! Room on the disk: refuses writes before it is used up, and keeps a reserve that an opening store may need.
//!
//! The engine below cannot open again on a full disk, so writing stops while there is room to spare.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::files;
use super::free_space::free_bytes;
use super::private::create_private_file;
use crate::domain::Error;

/// The length of the reserve, in bytes: what the store and the index write while they open, with room.
const RESERVE_BYTES: u64 = 8 << 20;
/// The free room is looked up again after so long,
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// or after so many bytes of documents: below any watermark of use.
const LOOK_AT_BYTES: usize = 8 << 20;
/// Deletions go on below the watermark, for they make room in the end: down to this share of it.
const DELETE_SHARE: u64 = 4;

/// Watches the room on the disk of one folder.
pub(super) struct Space {
    folder: PathBuf,
    low_bytes: u64,
    seen: Mutex<Option<Seen>>,
}

struct Seen {
    at: Instant,
    /// `None` where the system does not tell.
    free: Option<u64>,
    written: usize,
}

impl Space {
    /// Watches `folder`; writes are refused while fewer than `low_bytes` are free. With 0, none ever is.
    pub(super) fn new(folder: &Path, low_bytes: u64) -> Self {
        Self { folder: folder.to_owned(), low_bytes, seen: Mutex::new(None) }
    }

    /// Gives up the reserve when room is short, before the store is opened.
    pub(super) fn release_reserve(&self) -> Result<(), Error> {
        if self.is_below(self.low_bytes) {
            let path = self.reserve();
            match fs::remove_file(&path) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(files::at(&path)(e)),
                _ => self.forget(),
            }
        }
        Ok(())
    }

    /// Makes the reserve where there is none and room for it. That it cannot be made is no reason not to open.
    pub(super) fn keep_reserve(&self) {
        let path = self.reserve();
        let wanted = self.low_bytes.saturating_add(RESERVE_BYTES);
        if self.low_bytes == 0 || self.is_below(wanted) || path.exists() {
            return;
        }
        // Bytes that no file system can store in fewer.
        let mut noise = 0x9e37_79b9_7f4a_7c15_u64;
        let block: Vec<u8> = std::iter::repeat_with(|| {
            noise ^= noise << 13;
            noise ^= noise >> 7;
            noise ^= noise << 17;
            noise.to_le_bytes()
        })
        .take(1 << 13)
        .flatten()
        .collect();
        let written = create_private_file(&path).and_then(|mut file| {
            (0..RESERVE_BYTES / (1 << 16)).try_for_each(|_| file.write_all(&block))?;
            file.sync_data()
        });
        if written.is_err() {
            let _ = fs::remove_file(&path);
        }
        self.forget();
    }

    /// Refuses a write of so many bytes when room is short. A deletion is a write of none.
    ///
    /// # Errors
    /// [`Error::LowSpace`], which harms nothing.
    pub(super) fn check(&self, bytes: Option<usize>) -> Result<(), Error> {
        let needed = if bytes.is_some() { self.low_bytes } else { self.low_bytes / DELETE_SHARE };
        if needed == 0 {
            return Ok(());
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let written = bytes.unwrap_or(0);
        let is_new = seen
            .as_ref()
            .is_some_and(|seen| seen.at.elapsed() < LOOK_EVERY && seen.written.saturating_add(written) < LOOK_AT_BYTES);
        if !is_new {
            *seen = Some(Seen { at: Instant::now(), free: free_bytes(&self.folder), written: 0 });
        }
        let Some(seen) = seen.as_mut() else { return Ok(()) };
        seen.written = seen.written.saturating_add(written);
        match seen.free {
            Some(free) if free < needed => Err(Error::LowSpace(format!(
                "{} bytes are free on the disk of {}, and writing stops below {needed}: make room, then try again",
                free,
                self.folder.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses to write a file of so many bytes where that would leave less than the watermark.
    ///
    /// # Errors
    /// [`Error::LowSpace`], which harms nothing.
    pub(super) fn check_room(&self, bytes: u64) -> Result<(), Error> {
        if self.low_bytes > 0 && self.is_below(self.low_bytes.saturating_add(bytes)) {
            return Err(Error::LowSpace(format!(
                "a file of up to {bytes} bytes would leave less than {} on the disk of {}: make room, then try again",
                self.low_bytes,
                self.folder.display()
            )));
        }
        Ok(())
    }

    fn is_below(&self, bytes: u64) -> bool {
        bytes > 0 && free_bytes(&self.folder).is_some_and(|free| free < bytes)
    }

    fn forget(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn reserve(&self) -> PathBuf {
        self.folder.join("reserve")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(low_bytes: u64) -> (tempfile::TempDir, Space) {
        let folder = tempfile::tempdir().unwrap();
        let space = Space::new(folder.path(), low_bytes);
        (folder, space)
    }

    #[test]
    fn writes_are_refused_below_the_watermark_and_deletions_go_on() {
        let (folder, _) = space(0);
        let free = free_bytes(folder.path()).expect("the system tells how much is free");
        let low = Space::new(folder.path(), free.saturating_mul(2));
        let message = low.check(Some(10)).unwrap_err().to_string();
        assert!(message.contains("bytes are free") && message.contains("make room"), "{message}");
        low.check(None).unwrap();
        Space::new(folder.path(), u64::MAX).check(None).unwrap_err();
        Space::new(folder.path(), 1).check(Some(10)).unwrap();
        Space::new(folder.path(), 0).check(Some(usize::MAX)).unwrap();
        Space::new(folder.path(), 1).check_room(1).unwrap();
        Space::new(folder.path(), 1).check_room(u64::MAX).unwrap_err();
        Space::new(folder.path(), 0).check_room(u64::MAX).unwrap();
    }

    #[test]
    fn the_reserve_is_kept_while_there_is_room_and_given_up_when_there_is_none() {
        let (folder, space) = space(1);
        let reserve = folder.path().join("reserve");
        space.keep_reserve();
        assert_eq!(fs::metadata(&reserve).unwrap().len(), RESERVE_BYTES);
        space.release_reserve().unwrap();
        assert!(reserve.exists());
        let low = Space::new(folder.path(), u64::MAX);
        low.release_reserve().unwrap();
        assert!(!reserve.exists());
        low.keep_reserve();
        assert!(!reserve.exists());
    }
}
