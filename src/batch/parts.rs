//! The parts of a ranking that several runs share: each run ranks one shard of the candidates and leaves a part; parts merge, in
//! any order and grouping, to what one run would have found.
//!
//! A part holds the documents of those on its shortlists, who are judged again by whoever merges, and counts of all others.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::compression::decompressed;
use super::portions::BatchEvent;
use super::rank::{RankFiles, Ranked, run};
use super::source::{Fingerprint, is_stdin};
use crate::domain::{Candidate, Currency, Error, PartialDate, Role, Weights};
use crate::engine::{Engine, MatchOptions, Ranking, RankingPart, ShortlistPart};
use crate::explain::Model;
use crate::intake::Shard;

/// What a run over one shard found, or several such runs together.
#[derive(Debug)]
pub struct RankedPart {
    header: Header,
    candidates: Vec<Candidate>,
}

/// The first line of a part's file; a line for each candidate follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The version of the format.
    rolefit_part: u32,
    /// Of so many shards...
    of: u32,
    /// ...it holds these, ascending.
    shards: Vec<u32>,
    /// What the caller wants remembered.
    note: String,
    /// The file of candidates that was cut into shards.
    candidates_file: Fingerprint,
    n_candidates: usize,
    n_skipped_candidates: usize,
    n_skipped_roles: usize,
    options: Options,
    /// What the fits were computed with.
    model: serde_json::Value,
    roles: Vec<Role>,
    /// By role.
    shortlists: Vec<ShortlistPart>,
    /// So many lines follow...
    n_lines: usize,
    /// ...with this checksum.
    crc32: u32,
}

/// Those options of a match that decide what is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    limit: usize,
    as_of: PartialDate,
    blind: bool,
    weights: Option<Weights>,
    rates: BTreeMap<Currency, f64>,
}

impl Header {
    /// Whether the shards and counts are such as a run leaves.
    fn is_sound(&self) -> bool {
        let counts = [self.n_candidates, self.n_skipped_candidates, self.n_skipped_roles].into_iter();
        let of_lists =
            self.shortlists.iter().flat_map(|list| list.gated.iter().map(|(_, count)| *count).chain([list.considered]));
        (1..=Shard::MAX).contains(&self.of)
            && !self.shards.is_empty()
            && self.shards.is_sorted_by(|a, b| a < b)
            && self.shards.iter().all(|shard| (1..=self.of).contains(shard))
            && counts.chain(of_lists).all(|count| count <= MAX_COUNTED)
    }
}

/// More than this was never counted, and less can be added up without end.
const MAX_COUNTED: usize = usize::MAX >> 24;
/// Parts of this version are read.
const VERSION: u32 = 1;
/// The longest line of a part that is read, in bytes: all roles stand on the first.
const MAX_BYTES: u64 = 1 << 30;

/// Ranks the candidates of one shard of `files.candidates`. All of the file is read, to know what belongs to the shard; others'
/// documents are passed over unread. `note` is kept with the part, and the same for all parts of a ranking.
///
/// # Errors
/// [`Error::Io`] and [`Error::Malformed`] when a file cannot be read, or a line of a strict run; [`Error::Configuration`] for options
/// with a scoring profile of their own, which is the engine's to have.
pub fn rank_shard(
    engine: &Engine,
    files: &RankFiles,
    shard: Shard,
    note: &str,
    observe: &mut dyn FnMut(BatchEvent<'_>),
) -> Result<RankedPart, Error> {
    if files.options.profile.is_some() {
        let message = "a shard is ranked with the engine's scoring profile, and none in the options";
        return Err(Error::Configuration(message.to_owned()));
    }
    let run = run(engine, files, Some(shard), observe)?;
    let model = run.ranking.model();
    let header = Header {
        rolefit_part: VERSION,
        of: shard.of(),
        shards: vec![shard.index()],
        note: note.to_owned(),
        candidates_file: run.fingerprint,
        n_candidates: 0,
        n_skipped_candidates: run.n_skipped_candidates,
        n_skipped_roles: run.n_skipped_roles,
        options: Options {
            limit: files.options.limit,
            as_of: model.as_of,
            blind: files.options.blind,
            weights: files.options.weights.clone(),
            rates: files.options.rates.clone(),
        },
        model: written(&model),
        roles: run.roles,
        shortlists: Vec::new(),
        n_lines: 0,
        crc32: 0,
    };
    Ok(RankedPart::new(header, run.ranking))
}

impl RankedPart {
    fn new(header: Header, ranking: Ranking) -> Self {
        let RankingPart { offered, shortlists, candidates } = ranking.into_part();
        Self { header: Header { n_candidates: offered, shortlists, ..header }, candidates }
    }

    /// Writes the part: JSON Lines, the same bytes however the part came to be.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Vec::new();
        for candidate in &self.candidates {
            serde_json::to_writer(&mut lines, candidate)?;
            lines.push(b'\n');
        }
        let (n_lines, crc32) = (self.candidates.len(), crc32fast::hash(&lines));
        let header = Header { n_lines, crc32, ..self.header.clone() };
        serde_json::to_writer(&mut *out, &header)?;
        out.write_all(b"\n")?;
        out.write_all(&lines)
    }

    /// Reads a part from its file, compressed or not; `-` is standard input.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read; [`Error::Malformed`] when it is no part, damaged, or not whole.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let failed = |source| Error::Io { path: path.to_owned(), source };
        let wrong = |why: String| Error::Malformed(format!("{}: {why}", path.display()));
        let input: Box<dyn Read + Send> =
            if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path).map_err(failed)?) };
        let input = decompressed(BufReader::new(input), &path.to_string_lossy()).map_err(failed)?;
        let mut input = input.take(MAX_BYTES);
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line).map_err(failed)?;
        let stated = serde_json::from_slice::<serde_json::Value>(&line).ok();
        let version = stated.as_ref().and_then(|header| header.get("rolefit_part")?.as_u64());
        if let Some(version) = version.filter(|version| *version != u64::from(VERSION)) {
            return Err(wrong(format!("a part of version {version}; expected version {VERSION}")));
        }
        let header: Header = serde_json::from_slice(&line)
            .map_err(|error| wrong(format!("not a part that `rank --shard` wrote, or a damaged one ({error})")))?;
        let (mut candidates, mut hasher) = (Vec::new(), crc32fast::Hasher::new());
        loop {
            line.clear();
            input.set_limit(MAX_BYTES);
            if input.read_until(b'\n', &mut line).map_err(failed)? == 0 {
                break;
            }
            hasher.update(&line);
            let candidate = serde_json::from_slice(&line);
            candidates
                .push(candidate.map_err(|error| wrong(format!("damaged at line {}: {error}", candidates.len() + 2)))?);
        }
        if candidates.len() != header.n_lines || hasher.finalize() != header.crc32 {
            let found = candidates.len();
            return Err(wrong(format!(
                "damaged or cut off: {} lines of candidates are needed, {found} were read",
                header.n_lines
            )));
        }
        if !header.is_sound() {
            return Err(wrong("damaged: its shards or counts cannot be".to_owned()));
        }
        Ok(Self { header, candidates })
    }

    /// The note that was given.
    pub fn note(&self) -> &str {
        &self.header.note
    }

    /// The roles that could be used.
    pub fn roles(&self) -> &[Role] {
        &self.header.roles
    }

    /// Results for each role.
    pub fn limit(&self) -> usize {
        self.header.options.limit
    }

    /// Candidates that could be used.
    pub fn n_candidates(&self) -> usize {
        self.header.n_candidates
    }

    /// Lines that could not: those of the candidates' shards, and those of the roles, once.
    pub fn n_skipped(&self) -> usize {
        self.header.n_skipped_candidates + self.header.n_skipped_roles
    }
}

/// Parts while they are merged.
pub struct PartsMerge {
    header: Header,
    ranking: Ranking,
}

impl PartsMerge {
    /// Begins with one part. With `evidence`, the components of the answers carry it.
    ///
    /// # Errors
    /// [`Error::Configuration`] when `engine` has another taxonomy, profile, market or version than the part was made with.
    pub fn new(engine: &Engine, first: RankedPart, evidence: bool) -> Result<Self, Error> {
        let RankedPart { header, candidates } = first;
        let options = MatchOptions {
            limit: header.options.limit,
            as_of: Some(header.options.as_of),
            weights: header.options.weights.clone(),
            evidence,
            blind: header.options.blind,
            rates: header.options.rates.clone(),
            ..MatchOptions::default()
        };
        let ranking = engine.clone().of_checked_documents().ranking(&header.roles, &options)?.keeping_documents();
        let own = written(&ranking.model());
        if own != header.model {
            return Err(Error::Configuration(format!(
                "the part was made with {}, which is not what is merged with ({}); expected the same version, taxonomy, profile and market",
                header.model, own
            )));
        }
        let nothing = Header { n_skipped_candidates: 0, shards: Vec::new(), shortlists: Vec::new(), ..header.clone() };
        let mut merge = Self { header: nothing, ranking };
        merge.take_in(RankedPart { header, candidates })?;
        Ok(merge)
    }

    /// Takes another part in.
    ///
    /// # Errors
    /// [`Error::Configuration`] when the part is of another ranking, or holds a shard that was taken in before.
    pub fn take_in(&mut self, part: RankedPart) -> Result<(), Error> {
        let RankedPart { header, candidates } = part;
        let own = &self.header;
        let differs = [
            ("number of shards", own.of != header.of),
            ("file of candidates", own.candidates_file != header.candidates_file),
            ("roles", own.roles != header.roles || own.n_skipped_roles != header.n_skipped_roles),
            ("--as-of date", own.options.as_of != header.options.as_of),
            ("options", own.options != header.options || own.note != header.note),
            ("version, taxonomy, profile or market", own.model != header.model),
        ];
        if let Some((what, _)) = differs.iter().find(|(_, differs)| *differs) {
            return Err(Error::Configuration(format!("the parts are of two rankings: their {what} is not the same")));
        }
        if let Some(twice) = header.shards.iter().find(|shard| own.shards.contains(shard)) {
            return Err(Error::Configuration(format!("shard {twice}/{} is given twice; expected once", header.of)));
        }
        let part = RankingPart { offered: header.n_candidates, shortlists: header.shortlists, candidates };
        self.ranking.take_in(&part)?;
        self.header.n_skipped_candidates += header.n_skipped_candidates;
        self.header.shards.extend(header.shards);
        self.header.shards.sort_unstable();
        Ok(())
    }

    /// The shards that are not there yet.
    pub fn missing(&self) -> Vec<u32> {
        (1..=self.header.of).filter(|shard| self.header.shards.binary_search(shard).is_err()).collect()
    }

    /// How many shards there are in all.
    pub fn n_shards(&self) -> u32 {
        self.header.of
    }

    /// What was found in the parts that were taken in: with none missing, what [`rank_files`](super::rank_files) finds.
    pub fn finish(self) -> Ranked {
        let n_candidates = self.ranking.offered();
        let n_skipped = self.header.n_skipped_candidates + self.header.n_skipped_roles;
        Ranked { roles: self.header.roles, answers: self.ranking.finish(), n_candidates, n_skipped }
    }

    /// The parts as one, to be merged with others.
    pub fn into_part(self) -> RankedPart {
        RankedPart::new(self.header, self.ranking)
    }
}

fn written(model: &Model) -> serde_json::Value {
    serde_json::to_value(model).expect("texts and a date are JSON")
}
