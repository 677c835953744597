//! An archive (zip) of files that people wrote. Nothing is unpacked before it is read, and nothing ever onto a disk: the names within
//! are no more than names.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use zip::ZipArchive;

use super::source::WrittenFile;
use super::{FileKind, MAX_FILE};

/// The most files of one archive.
const MAX_FILES: usize = 10_000;
/// The most that all files of an archive take unpacked, in bytes: five thousand large ones.
const MAX_UNPACKED: u64 = 4 << 30;
/// Files that programs leave in folders, and no person wrote.
const LEFT_BEHIND: [&str; 3] = ["__MACOSX/", "Thumbs.db", "desktop.ini"];

/// A file within an archive.
#[derive(Debug)]
pub(super) struct Entry {
    archive: Arc<[u8]>,
    index: usize,
    /// How much may still be unpacked of all files together.
    room: Arc<AtomicU64>,
}

impl Entry {
    /// Unpacks it.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, String> {
        let damaged = |error: &dyn std::fmt::Display| format!("cannot be unpacked ({error}); expected a whole archive");
        let mut archive = ZipArchive::new(Cursor::new(&*self.archive)).map_err(|error| damaged(&error))?;
        let file = archive.by_index(self.index).map_err(|error| damaged(&error))?;
        let mut bytes = Vec::new();
        file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        let n_bytes = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if n_bytes > MAX_FILE {
            return Err(format!("takes more than {} MiB unpacked; expected a smaller file", MAX_FILE >> 20));
        }
        let taken = self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(n_bytes));
        taken.map_err(|_| {
            format!("the archive takes more than {} GiB unpacked; expected a smaller one", MAX_UNPACKED >> 30)
        })?;
        Ok(bytes)
    }
}

/// The files of an archive in the order of their names. `None` of one without any that may be read.
///
/// # Errors
/// Why it is none.
pub(in crate::intake) fn documents(bytes: &[u8]) -> Result<Option<Vec<WrittenFile>>, String> {
    let archive =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| format!("not a zip archive that can be read: {error}"))?;
    if archive.len() > MAX_FILES {
        return Err(format!("the archive has more than {MAX_FILES} files; expected fewer"));
    }
    let mut names: Vec<(usize, String)> = archive
        .file_names()
        .enumerate()
        .map(|(index, name)| (index, name.map(|name| name.to_string()).unwrap_or_default()))
        .filter(|(_, name)| !name.ends_with('/') && is_of_people(name))
        .collect();
    if !names.iter().any(|(_, name)| FileKind::of_name(name).is_some()) {
        return Ok(None);
    }
    names.sort_by(|a, b| a.1.cmp(&b.1));
    let shared: Arc<[u8]> = bytes.into();
    let room = Arc::new(AtomicU64::new(MAX_UNPACKED));
    let plain: Vec<String> = names.iter().map(|(_, name)| name.clone()).collect();
    let files = names.into_iter().zip(short_names(&plain)).map(|((index, name), id)| {
        WrittenFile::packed(&id, &name, Entry { archive: shared.clone(), index, room: room.clone() })
    });
    Ok(Some(files.collect()))
}

/// Whether a file is one that somebody put there.
pub(crate) fn is_of_people(name: &str) -> bool {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    !last.is_empty() && !last.starts_with(['.', '~']) && !LEFT_BEHIND.iter().any(|left| name.contains(left))
}

/// Names without their folders, where that tells them from each other.
pub(crate) fn short_names(names: &[String]) -> Vec<String> {
    let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    let mut n_of: HashMap<String, usize> = HashMap::new();
    for name in names {
        *n_of.entry(last(name)).or_default() += 1;
    }
    names.iter().map(|name| Some(last(name)).filter(|short| n_of[short] == 1).unwrap_or_else(|| name.clone())).collect()
}
