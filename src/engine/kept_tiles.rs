//! Tiles that are kept on the disk beside the index, so that an engine opens without reading every document anew. Derived and
//! disposable: who does not stand there as the store has them is read from their document.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::entry::{Entry, KeptEntry};
use super::pool::Pool;
use super::tile::{Tile, TileModel};
use crate::domain::Error;
use crate::identity::IdentitySecret;
use crate::score::{KeptColumns, MAX_ROWS};
use crate::store::{SledStore, create_private_file, sync_names_beside};
use crate::taxonomy::Taxonomy;

/// Fewer people are read from their documents in a moment.
const ENOUGH: usize = 1_000;
/// The file is written anew once one change came for so many people in it.
const PEOPLE_PER_CHANGE: usize = 8;
/// More room than one person usually takes, in bytes.
const ROOM_FOR_ONE: u64 = 4 << 10;
/// No block is longer, in bytes: a greater length is damage.
const MAX_BLOCK_LEN: u32 = 1 << 30;

/// Stands for the code that reads documents and for the form in which they are kept: another build may read them otherwise.
const READER: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("ROLEFIT_READER"));

/// The file of a data directory, for what this program makes with this taxonomy of this store's documents.
pub(super) struct KeptTiles {
    path: PathBuf,
    /// Of store, taxonomy and reader.
    stamp: String,
}

impl KeptTiles {
    /// Those of the data directory with this index, for the store of this id and keys under this secret.
    pub(super) fn beside(index: &Path, store_uuid: &str, taxonomy: &Taxonomy, secret: IdentitySecret) -> Self {
        let secret = secret.hash(store_uuid.as_bytes());
        let stamp = format!("{store_uuid} {} {READER} {secret:016x}", taxonomy.version());
        Self { path: index.join("facts"), stamp }
    }

    /// All that are of use here; none after one that is not as it was written.
    pub(super) fn read(&self, model: &TileModel) -> Vec<Tile> {
        let Ok(file) = File::open(&self.path) else { return Vec::new() };
        let mut file = BufReader::with_capacity(1 << 20, file);
        let mut stamp = Vec::new();
        if read_block(&mut file, &mut stamp).is_none() || stamp != self.stamp.as_bytes() {
            return Vec::new();
        }
        let mut tiles = Vec::new();
        // While some are decoded, the next are read, into room that is used again: blocks are large.
        let rooms = || -> Vec<Block> { (0..rayon::current_num_threads()).map(|_| Block::default()).collect() };
        let (mut blocks, mut following) = (rooms(), rooms());
        let mut next = |rooms: &mut [Block]| rooms.iter_mut().map_while(|room| room.read(&mut file)).count();
        let mut n_blocks = next(&mut blocks);
        while n_blocks > 0 {
            let decode =
                || -> Vec<Option<Tile>> { blocks[..n_blocks].par_iter_mut().map(|block| block.tile(model)).collect() };
            let (n_following, decoded) = rayon::join(|| next(&mut following), decode);
            let all_whole = decoded.iter().all(Option::is_some);
            tiles.extend(decoded.into_iter().map_while(|tile| tile));
            n_blocks = if all_whole { n_following } else { 0 };
            std::mem::swap(&mut blocks, &mut following);
        }
        tiles
    }

    /// Takes whoever is not in the pool any more out of the file, durably. The file is written anew, or removed.
    ///
    /// # Errors
    /// [`Error::Io`] when the old file cannot be removed.
    pub(super) fn purge(&self, pool: &Pool, store: &SledStore) -> Result<(), Error> {
        let beside = self.path.with_extension("partial");
        remove(&beside)?;
        if !self.path.exists() {
            return Ok(());
        }
        if pool.len() < ENOUGH || !self.write(pool, store) {
            remove(&self.path)?;
        }
        sync_names_beside(&self.path)
    }

    /// Writes everybody where that is worth it after so many changes, and tells whether it did. Where it cannot be done, the next
    /// opening takes longer, and nothing else.
    pub(super) fn keep(&self, pool: &Pool, changes: u64, store: &SledStore) -> bool {
        let n_people = pool.len();
        let n_changes = usize::try_from(changes).unwrap_or(usize::MAX);
        if n_people < ENOUGH || n_changes.saturating_mul(PEOPLE_PER_CHANGE) < n_people {
            return false;
        }
        self.write(pool, store)
    }

    fn write(&self, pool: &Pool, store: &SledStore) -> bool {
        let n_people = pool.len();
        let room = u64::try_from(n_people).unwrap_or(u64::MAX).saturating_mul(ROOM_FOR_ONE);
        let beside = self.path.with_extension("partial");
        let written = store.check_room(room).is_ok()
            && write(&self.stamp, pool, &beside).and_then(|()| fs::rename(&beside, &self.path)).is_ok();
        if !written {
            let _ = fs::remove_file(&beside);
        }
        written
    }
}

/// Removes a file; fine when it is not there.
fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(Error::Io { path: path.to_owned(), source }),
        _ => Ok(()),
    }
}

fn write(stamp: &str, pool: &Pool, path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(create_private_file(path)?);
    write_block(&mut file, stamp.as_bytes())?;
    let everybody = pool.snapshot();
    // Of whoever has been removed nothing is to be kept, neither in columns.
    let (whole, others): (Vec<Tile>, Vec<Tile>) = everybody.tiles.into_iter().partition(Tile::is_whole);
    let mut others: Vec<Arc<Entry>> = others.iter().flat_map(Tile::entries).cloned().collect();
    others.extend(everybody.newcomers);
    let at_once = rayon::current_num_threads();
    for tiles in whole.chunks(at_once) {
        let blocks: Vec<Block> = tiles.par_iter().map(Block::of).collect::<io::Result<_>>()?;
        blocks.iter().try_for_each(|block| block.write(&mut file))?;
    }
    for entries in others.chunks(at_once * MAX_ROWS) {
        let tile = |entries: &[Arc<Entry>]| Block::of(&pool.model().packed_tile(entries));
        let blocks: Vec<Block> = entries.par_chunks(MAX_ROWS).map(tile).collect::<io::Result<_>>()?;
        blocks.iter().try_for_each(|block| block.write(&mut file))?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error).map(drop)
}

/// A tile as it is on the disk.
#[derive(Default)]
struct Block {
    /// Compressed one by one.
    entries: Vec<u8>,
    /// Compressed.
    columns: Vec<u8>,
    /// Room for columns that are not.
    room: Vec<u8>,
}

impl Block {
    fn of(tile: &Tile) -> io::Result<Self> {
        let entries: Vec<KeptEntry> = tile.entries().map(|entry| entry.kept()).collect();
        let columns = snap::raw::Encoder::new().compress_vec(&borsh::to_vec(&tile.columns.kept())?)?;
        Ok(Self { entries: borsh::to_vec(&entries)?, columns, room: Vec::new() })
    }

    fn tile(&mut self, model: &TileModel) -> Option<Tile> {
        let entries: Vec<KeptEntry> = borsh::from_slice(&self.entries).ok()?;
        self.room.resize(snap::raw::decompress_len(&self.columns).ok()?, 0);
        snap::raw::Decoder::new().decompress(&self.columns, &mut self.room).ok()?;
        let columns: KeptColumns = borsh::from_slice(&self.room).ok()?;
        Some(model.kept_tile(entries, columns))
    }

    /// Reads the next one; none at the end, and where the file is not as it was written.
    fn read(&mut self, file: &mut impl Read) -> Option<()> {
        read_block(file, &mut self.entries)?;
        read_block(file, &mut self.columns)
    }

    fn write(&self, file: &mut impl Write) -> io::Result<()> {
        write_block(file, &self.entries)?;
        write_block(file, &self.columns)
    }
}

/// A block is its length, its checksum and its bytes.
fn write_block(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
    out.write_all(bytes)
}

/// Reads the next block; none at the end, and where the file is not as it was written.
fn read_block(file: &mut impl Read, bytes: &mut Vec<u8>) -> Option<()> {
    let mut number = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes).ok().map(|()| u32::from_le_bytes(bytes))
    };
    let (length, sum) = (number()?, number()?);
    bytes.clear();
    file.take(u64::from(length.min(MAX_BLOCK_LEN))).read_to_end(bytes).ok()?;
    (bytes.len() == usize::try_from(length).ok()? && crc32fast::hash(bytes) == sum).then_some(())
}

#[cfg(test)]
mod tests;
