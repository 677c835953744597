//! What several tasks found, as one: in whatever order and grouping it is taken in, the outcome is the same.

use std::collections::BTreeMap;

use rolefit::Error;
use rolefit::matching::PartialAnswer;

use crate::rows::{Kind, Note, Row};

/// Rows of several tasks while they are merged.
#[derive(Default)]
pub(crate) struct Merging {
    /// By role, or why they cannot be merged.
    answers: BTreeMap<u32, Result<PartialAnswer, String>>,
    /// Hashes by group, as often as they were met.
    ids: BTreeMap<u32, Vec<u64>>,
    repeated: BTreeMap<u32, Vec<u64>>,
    notes: Vec<Row>,
}

/// What came of it all.
pub(crate) struct Merged {
    /// By role.
    pub(crate) answers: BTreeMap<u32, PartialAnswer>,
    /// Hashes of ids that stand more than once.
    pub(crate) repeated: Vec<u64>,
    /// In the order of the pool.
    pub(crate) notes: Vec<Note>,
    /// Why answers could not be merged.
    pub(crate) conflict: Option<String>,
}

impl Merging {
    /// Takes in what was found for a role.
    pub(crate) fn answer(&mut self, role: u32, answer: PartialAnswer) {
        let merged = match self.answers.remove(&role) {
            None => Ok(answer),
            // Somebody who stands on two lists is told by the ids, and then this is of no account.
            Some(Ok(own)) => own.merge(answer).map_err(|error| error.to_string()),
            Some(conflict) => conflict,
        };
        self.answers.insert(role, merged);
    }

    /// Takes in a row.
    ///
    /// # Errors
    /// [`Error::Malformed`] when it is not one of this version.
    pub(crate) fn take_in(&mut self, row: Row) -> Result<(), Error> {
        let Row { kind, number, bytes } = row;
        match kind {
            Kind::Answer => self.answer(number, read(&bytes)?),
            Kind::Ids => self.ids.entry(number).or_default().extend(hashes(&bytes)),
            Kind::Repeated => self.repeated.entry(number).or_default().extend(hashes(&bytes)),
            Kind::Notes => self.notes.push(Row { kind, number, bytes }),
            Kind::Conflict => {
                self.answers.insert(number, Err(String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
        Ok(())
    }

    /// As rows to be merged with others.
    pub(crate) fn into_rows(mut self) -> Vec<Row> {
        self.count_ids();
        let answer = |(number, answer)| match answer {
            Ok(answer) => Row {
                kind: Kind::Answer,
                number,
                bytes: serde_json::to_vec::<PartialAnswer>(&answer).expect("an answer is numbers, texts and lists"),
            },
            Err(why) => Row { kind: Kind::Conflict, number, bytes: String::into_bytes(why) },
        };
        let repeated = |(number, hashes): (u32, Vec<u64>)| Row {
            kind: Kind::Repeated,
            number,
            bytes: hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect(),
        };
        let answers = self.answers.into_iter().map(answer);
        answers.chain(self.repeated.into_iter().map(repeated)).chain(self.notes).collect()
    }

    /// What came of it all.
    ///
    /// # Errors
    /// [`Error::Malformed`] when notes are not of this version.
    pub(crate) fn finish(mut self) -> Result<Merged, Error> {
        self.count_ids();
        let (mut answers, mut conflict) = (BTreeMap::new(), None);
        for (role, answer) in self.answers {
            match answer {
                Ok(answer) => drop(answers.insert(role, answer)),
                Err(why) => conflict = conflict.or(Some(why)),
            }
        }
        let mut repeated: Vec<u64> = self.repeated.into_values().flatten().collect();
        repeated.sort_unstable();
        repeated.dedup();
        let mut notes = Vec::new();
        for row in self.notes {
            notes.extend(read::<Vec<Note>>(&row.bytes)?);
        }
        notes.sort();
        // What is wrong with a whole file is said by each task that opened it.
        notes.dedup();
        Ok(Merged { answers, repeated, notes, conflict })
    }

    /// All ids of a group have come: what was met once is of no interest.
    fn count_ids(&mut self) {
        for (group, mut hashes) in std::mem::take(&mut self.ids) {
            hashes.sort_unstable();
            let mut again: Vec<u64> = hashes.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
            again.dedup();
            if !again.is_empty() {
                self.repeated.entry(group).or_default().extend(again);
            }
        }
    }
}

fn hashes(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks::<8>().0.iter().map(|hash| u64::from_le_bytes(*hash))
}

fn read<T: serde::de::DeserializeOwned>(json: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(json).map_err(|error| {
        Error::Malformed(format!("rows of another version ({error}); expected one version of rolefit on all machines"))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rolefit::model::{CancelToken, Language};
    use rolefit::{Limits, parse_role};

    use super::*;
    use crate::job::{Job, Knowledge, Options, PoolFile};
    use crate::ranking::rank_part;
    use crate::rows::{Part, Told};

    /// Two roles, and a pool twice over, so that everybody stands in it twice.
    fn job(held_back: Vec<u64>) -> (Job, u64) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/parquet/pyarrow.parquet");
        let file = PoolFile { n_bytes: path.metadata().unwrap().len(), path };
        let role = |json: &str| parse_role(json.as_bytes(), &Limits::default()).unwrap();
        let roles = vec![role(r#"{"id":"r-1","must_have":["Lustre"]}"#), role(r#"{"id":"r-2","must_have":["Slurm"]}"#)];
        let options = Options {
            limit: 3,
            as_of: Some("2026-11-01".parse().unwrap()),
            blind: false,
            language: Language::default(),
            rates: BTreeMap::new(),
        };
        let documents =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/parquet/candidates.jsonl"));
        let n_rows = u64::try_from(documents.unwrap().lines().count()).unwrap();
        (Job { files: vec![file.clone(), file], roles, knowledge: Knowledge::default(), options, held_back }, n_rows)
    }

    fn ranked(job: &Job, file: u32, rows: std::ops::Range<u64>) -> Vec<Row> {
        let part = Part { number: file, file, from: rows.start, to: rows.end };
        rank_part(job, part, &CancelToken::new()).unwrap()
    }

    fn merged(rows: impl IntoIterator<Item = Row>) -> Merging {
        let mut merging = Merging::default();
        rows.into_iter().for_each(|row| merging.take_in(row).unwrap());
        merging
    }

    #[test]
    fn rows_merge_alike_in_any_grouping_and_order() {
        let (job, n_rows) = job(Vec::new());
        assert!(n_rows >= 3);
        let whole = merged(ranked(&job, 0, 0..n_rows)).into_rows();
        let each: Vec<Vec<Row>> = (0..n_rows).map(|row| ranked(&job, 0, row..row + 1)).collect();
        let finish = |rows: Vec<Row>| {
            let merged = merged(rows).finish().unwrap();
            assert!(merged.conflict.is_none() && merged.repeated.is_empty());
            (merged.answers, merged.notes)
        };
        let expected = finish(whole);
        assert_eq!(expected.0.len(), 2);
        assert!(!expected.0[&0].answer().results.is_empty());
        assert_eq!(finish(each.concat()), expected);
        assert_eq!(finish(each.iter().rev().flatten().cloned().collect()), expected);
        // Ids are counted once all have come, so only answers and notes may come in groups.
        for cut in 1..each.len() {
            let half =
                |rows: &[Vec<Row>]| merged(rows.concat().into_iter().filter(|row| row.kind != Kind::Ids)).into_rows();
            assert_eq!(finish([half(&each[..cut]), half(&each[cut..])].concat()), expected, "{cut}");
        }
    }

    #[test]
    fn ids_that_stand_more_than_once_are_found_and_then_held_back() {
        let (first, n_rows) = job(Vec::new());
        let rows = [ranked(&first, 0, 0..n_rows), ranked(&first, 1, 0..n_rows)].concat();
        let found = merged(merged(rows).into_rows()).finish().unwrap();
        assert_eq!(
            u64::try_from(found.repeated.len()).unwrap() + u64::try_from(found.notes.len() / 2).unwrap(),
            n_rows
        );
        assert!(found.conflict.is_some_and(|why| why.contains("stands in two partial answers")));
        let (second, _) = job(found.repeated.clone());
        let rows = [ranked(&second, 0, 0..n_rows), ranked(&second, 1, 0..n_rows)].concat();
        let held = merged(merged(rows).into_rows()).finish().unwrap();
        assert!(held.conflict.is_none() && held.repeated.is_empty());
        let is_held = |note: &&Note| matches!(note.what, Told::HeldBack(_));
        assert_eq!(held.notes.iter().filter(is_held).count(), 2 * found.repeated.len());
        assert_eq!(held.answers[&0].answer().total_candidates, Some(0));
    }
}
