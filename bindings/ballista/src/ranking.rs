//! What one task does: ranks the candidates of some rows for all roles.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use rolefit::files::ParquetDocuments;
use rolefit::intake::ImportOptions;
use rolefit::matching::Ranking;
use rolefit::model::CancelToken;
use rolefit::{Candidate, Error, Limits};
use serde::Serialize;

use crate::job::Job;
use crate::rows::{Kind, Note, Part, Place, Row, packed};

/// So many candidates are judged at a time, as by `rolefit rank`.
const PORTION: usize = 1024;
/// So many notes are told in one row, which has to fit into a message.
const NOTES_IN_A_ROW: usize = 256;
/// Ids are counted in so many groups, so that several executors can share that.
const ID_GROUPS: u64 = 64;

/// The hash by which ids are told apart: the same on all machines.
fn id_hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

/// Ranks the candidates of a part.
///
/// # Errors
/// When the file is not the one that was seen by who asked, or cannot be read; when a role or knowledge cannot be used.
pub(crate) fn rank_part(job: &Job, part: &Part, cancel: &CancelToken) -> Result<Vec<Row>, Error> {
    let path = job.path(part.file)?;
    let engine = job.knowledge.kept_engine()?;
    let ranking = engine.ranking(&job.roles, &job.options.for_match(cancel))?;
    let documents = ParquetDocuments::<Candidate>::open(path, &Limits::default(), &ImportOptions::default())?;
    let whole = |number| usize::try_from(number).unwrap_or(usize::MAX);
    let mut work = Work::new(job, part, ranking);
    for outcome in documents.only(whole(part.from)..whole(part.to))? {
        match outcome {
            Ok((row, candidate)) => work.take(row, candidate),
            Err(bad) if matches!(bad.error, Error::Io { .. }) => return Err(bad.error),
            Err(bad) => work.note(bad.number, bad.to_string()),
        }
        if work.portion.len() == PORTION {
            cancel.check()?;
            work.judge()?;
        }
    }
    work.judge()?;
    Ok(work.into_rows())
}

/// A task under way.
struct Work<'a> {
    job: &'a Job,
    part: &'a Part,
    refused: HashMap<u64, Place>,
    ranking: Ranking,
    portion: Vec<(usize, Candidate)>,
    /// By hashes of ids, where they were met; those met again stand in it again.
    ids: Vec<(u64, Place)>,
    met: HashSet<u64>,
    notes: Vec<Note>,
}

impl<'a> Work<'a> {
    fn new(job: &'a Job, part: &'a Part, ranking: Ranking) -> Self {
        let (portion, ids, met, notes) = (Vec::new(), Vec::new(), HashSet::new(), Vec::new());
        Self { job, part, refused: part.refused.iter().copied().collect(), ranking, portion, ids, met, notes }
    }

    fn place(&self, row: usize) -> Place {
        Place { file: self.part.file, row: u64::try_from(row).unwrap_or(u64::MAX) }
    }

    fn note(&mut self, row: usize, text: String) {
        self.notes.push(Note { place: self.place(row), text });
    }

    fn take(&mut self, row: usize, candidate: Candidate) {
        let (id, place) = (candidate.id.as_str(), self.place(row));
        if let Some(first) = self.refused.get(&place.row) {
            let of =
                if first.file == place.file { String::new() } else { format!(" of {}", self.job.name(first.file)) };
            let why = format!("the id was already given by row {}{of}; expected each id once", first.row);
            self.note(row, format!("{row} ({id}): /id: {why}"));
            return;
        }
        let hash = id_hash(id);
        self.ids.push((hash, place));
        // Whoever stands twice makes everything be ranked again, without the second.
        if self.met.insert(hash) {
            self.portion.push((row, candidate));
        }
    }

    fn judge(&mut self) -> Result<(), Error> {
        let (rows, candidates): (Vec<usize>, Vec<Candidate>) = std::mem::take(&mut self.portion).into_iter().unzip();
        for unread in self.ranking.offer(&candidates)? {
            let (row, id) = (rows[unread.index], candidates[unread.index].id.as_str());
            self.note(row, format!("{row} ({id}): {}", unread.error));
        }
        Ok(())
    }

    fn into_rows(self) -> Vec<Row> {
        let answers = self.ranking.finish_partial();
        let mut rows: Vec<Row> = (0..)
            .zip(&answers)
            .map(|(number, answer)| Row { kind: Kind::Answer, number, bytes: written(answer).into_bytes() })
            .collect();
        let mut groups: BTreeMap<u32, Vec<(u64, Place)>> = BTreeMap::new();
        for (hash, place) in self.ids {
            let group = u32::try_from(hash % ID_GROUPS).expect("less than the number of groups");
            groups.entry(group).or_default().push((hash, place));
        }
        rows.extend(groups.into_iter().map(|(number, ids)| Row { kind: Kind::Ids, number, bytes: packed(&ids) }));
        let notes = self.notes.chunks(NOTES_IN_A_ROW).map(|notes| written(&notes).into_bytes());
        let number = self.part.number;
        rows.extend(notes.map(|bytes| Row { kind: Kind::Notes, number, bytes }));
        rows
    }
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("documents and answers are numbers, texts and lists")
}
