//! The built-in files, read from `data/` and compiled to bytes. The build does it, and tests; the crate itself reads the bytes alone.

mod data;
mod families;
mod functions;
mod places;
mod pools;

use std::io;
use std::path::{Path, PathBuf};

use self::data::{AreaFile, FamilyFile};
use super::area::Area;
use super::blob::{FORMAT, HEADER, MAGIC};
use super::check::Problem;
use super::compile::{Frame, build, family_shares, parse};
use super::family::Families;
use super::function::Functions;
use super::place::Gazetteer;
use super::pool::Pools;
use super::scheme::Taxonomy;
use super::sources::Sources;
use crate::domain::digest;

/// The text of every built-in file.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    /// Of concepts, of their names in other languages and of practice rules, by the files' names.
    pub concepts: Vec<(String, String)>,
    pub areas: String,
    pub families: String,
    pub functions: String,
    pub pools: String,
    pub places: String,
}

impl Texts {
    /// Reads the files of a folder such as `src/taxonomy/data`.
    ///
    /// # Errors
    /// When one cannot be read, with its path.
    pub(super) fn read(folder: &Path) -> io::Result<Self> {
        let read = |path: &Path| {
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
            std::fs::read_to_string(path).map_err(named)
        };
        let mut files: Vec<PathBuf> = Vec::new();
        for kind in ["concepts", "names", "practices"] {
            for file in std::fs::read_dir(folder.join(kind))? {
                files.push(file?.path());
            }
        }
        let mut concepts = Vec::new();
        for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            concepts.push((name.into_owned(), read(path)?));
        }
        // A directory is listed in any order, and concepts are numbered by theirs.
        concepts.sort_unstable();
        let [areas, families, functions, pools, places] = ["areas", "families", "functions", "pools", "places"]
            .map(|name| read(&folder.join(name).with_extension("toml")));
        Ok(Self { concepts, areas: areas?, families: families?, functions: functions?, pools: pools?, places: places? })
    }

    /// All of them, in the order in which they make the version.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        let others = [&self.areas, &self.families, &self.functions, &self.pools, &self.places];
        self.concepts.iter().map(|(_, text)| &**text).chain(others.into_iter().map(|text| &**text))
    }
}

/// The taxonomy that all these texts make, with the sources that a user's file is added to.
///
/// # Errors
/// Every problem of the texts.
pub(super) fn compiled(texts: &Texts) -> Result<(Taxonomy, Sources), Vec<Problem>> {
    let mut problems = Vec::new();
    let concepts = texts.concepts.iter().map(|(name, text)| parse(name, text, &mut problems));
    let sources = Sources { concepts: concepts.collect() };
    let area_file: AreaFile = parse("areas", &texts.areas, &mut problems);
    let mut notes = Vec::new();
    let family_file: FamilyFile = parse("families", &texts.families, &mut problems);
    let function_file = parse("functions", &texts.functions, &mut problems);
    let functions = Functions::of_file(function_file, &mut notes);
    let families = Families::of_file(family_file, &functions, &mut notes);
    let pools = Pools::of_file(parse("pools", &texts.pools, &mut problems), &families, &mut notes);
    let places = Gazetteer::of_file(parse("places", &texts.places, &mut problems), &mut notes);
    problems.extend(notes.into_iter().map(|note| Problem::new("", note)));
    let areas = load_areas(area_file, &families, &mut problems);
    let version = digest(texts.all());
    let taxonomy = build(&sources, Frame { areas, families, functions, pools, places }, version, problems)?;
    Ok((taxonomy, sources))
}

fn load_areas(file: AreaFile, families: &Families, problems: &mut Vec<Problem>) -> Vec<Area> {
    file.area
        .into_iter()
        .map(|area| Area {
            families: family_shares(&area.id, &area.families, families, problems),
            id: area.id.into(),
            label: area.label.into(),
        })
        .collect()
}

/// The bytes of a taxonomy and its sources; the same for the same, on every machine.
pub(super) fn written(taxonomy: &Taxonomy, sources: &Sources) -> io::Result<Vec<u8>> {
    let compiled = borsh::to_vec(taxonomy)?;
    let sources = snap::raw::Encoder::new().compress_vec(&borsh::to_vec(sources)?).map_err(io::Error::other)?;
    let length = |part: &[u8]| u32::try_from(part.len()).map(u32::to_le_bytes).map_err(io::Error::other);
    let mut summed = Vec::with_capacity(HEADER + compiled.len() + sources.len());
    summed.extend(length(&compiled)?);
    summed.extend(length(&sources)?);
    summed.extend(crc32fast::hash(&sources).to_le_bytes());
    summed.extend(compiled);
    let sum = crc32fast::hash(&summed);
    Ok([&MAGIC[..], &FORMAT.to_le_bytes(), &sum.to_le_bytes(), &summed, &sources].concat())
}
