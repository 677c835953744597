//! What one task does: ranks the candidates of some rows for all roles.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rolefit::files::ParquetDocuments;
use rolefit::intake::ImportOptions;
use rolefit::matching::Ranking;
use rolefit::model::CancelToken;
use rolefit::{Candidate, Error, Limits};
use serde::Serialize;

use crate::job::{Job, PoolFile};
use crate::rows::{Kind, Note, Part, Row, Told};

/// So many candidates are judged at a time, as by `rolefit rank`.
const PORTION: usize = 1024;
/// So many notes are told in one row, which has to fit into a message.
const NOTES_IN_A_ROW: usize = 256;
/// Ids are counted in so many groups, so that several executors can share that.
const ID_GROUPS: u64 = 64;

/// The hash by which ids are told apart: the same on all machines.
pub(crate) fn id_hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

/// Ranks the candidates of a part.
///
/// # Errors
/// When the file is not the one that was seen by who asked, or cannot be read; when a role or knowledge cannot be used.
pub(crate) fn rank_part(job: &Job, part: Part, cancel: &CancelToken) -> Result<Vec<Row>, Error> {
    let whole = |number| usize::try_from(number).unwrap_or(usize::MAX);
    let file = usize::try_from(part.file).unwrap_or(usize::MAX);
    let Some(PoolFile { path, n_bytes }) = job.files.get(file) else {
        return Err(Error::Malformed(format!("the plan has no file {file}")));
    };
    let failed = |source| Error::Io { path: path.clone(), source };
    let found = std::fs::metadata(path).map_err(failed)?.len();
    if found != *n_bytes {
        let message =
            format!("{} has {found} bytes here and {n_bytes} for who asked; expected one file", path.display());
        return Err(Error::Configuration(message));
    }
    let engine = job.knowledge.kept_engine()?;
    let ranking = engine.ranking(&job.roles, &job.options.for_match(cancel))?;
    let documents = ParquetDocuments::<Candidate>::open(path, &Limits::default(), &ImportOptions::default())?;
    let mut work = Work::new(ranking, file, &job.held_back);
    for outcome in documents.only(whole(part.from)..whole(part.to))? {
        match outcome {
            Ok((row, candidate)) => work.take(row, candidate),
            Err(bad) if matches!(bad.error, Error::Io { .. }) => return Err(bad.error),
            Err(bad) => work.note(bad.number, Told::Skipped(bad.to_string())),
        }
        if work.portion.len() == PORTION {
            cancel.check()?;
            work.judge()?;
        }
    }
    work.judge()?;
    Ok(work.into_rows(part.number))
}

/// A task under way.
struct Work<'a> {
    ranking: Ranking,
    file: usize,
    held_back: HashSet<&'a u64>,
    portion: Vec<(usize, Candidate)>,
    /// Hashes of the ids that were met here and are not held back; those met again stand in it again.
    ids: Vec<u64>,
    met: HashSet<u64>,
    notes: Vec<Note>,
}

impl<'a> Work<'a> {
    fn new(ranking: Ranking, file: usize, held_back: &'a [u64]) -> Self {
        let (portion, ids, met, notes) = (Vec::new(), Vec::new(), HashSet::new(), Vec::new());
        Self { ranking, file, held_back: held_back.iter().collect(), portion, ids, met, notes }
    }

    fn note(&mut self, row: usize, what: Told) {
        self.notes.push(Note { file: self.file, row, what });
    }

    fn take(&mut self, row: usize, candidate: Candidate) {
        let hash = id_hash(candidate.id.as_str());
        if self.held_back.contains(&hash) {
            self.note(row, Told::HeldBack(written(&candidate)));
            return;
        }
        self.ids.push(hash);
        // Whoever stands twice makes everything be ranked again, with both held back.
        if self.met.insert(hash) {
            self.portion.push((row, candidate));
        }
    }

    fn judge(&mut self) -> Result<(), Error> {
        let (rows, candidates): (Vec<usize>, Vec<Candidate>) = std::mem::take(&mut self.portion).into_iter().unzip();
        for unread in self.ranking.offer(&candidates)? {
            let (row, id) = (rows[unread.index], candidates[unread.index].id.as_str());
            self.note(row, Told::Skipped(format!("{row} ({id}): {}", unread.error)));
        }
        Ok(())
    }

    fn into_rows(self, part: u32) -> Vec<Row> {
        let answers = self.ranking.finish_partial();
        let mut rows: Vec<Row> = (0..)
            .zip(&answers)
            .map(|(number, answer)| Row { kind: Kind::Answer, number, bytes: written(answer).into_bytes() })
            .collect();
        let mut groups: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        for hash in self.ids {
            let group = u32::try_from(hash % ID_GROUPS).expect("less than the number of groups");
            groups.entry(group).or_default().extend(hash.to_le_bytes());
        }
        rows.extend(groups.into_iter().map(|(number, bytes)| Row { kind: Kind::Ids, number, bytes }));
        let notes = self.notes.chunks(NOTES_IN_A_ROW).map(|notes| written(&notes).into_bytes());
        rows.extend(notes.map(|bytes| Row { kind: Kind::Notes, number: part, bytes }));
        rows
    }
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("documents and answers are numbers, texts and lists")
}
