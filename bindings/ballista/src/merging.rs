//! What several tasks found, as one: in whatever order and grouping it is taken in, the outcome is the same.

use std::collections::BTreeMap;

use rolefit::Error;
use rolefit::matching::PartialAnswer;

use crate::rows::{Kind, Note, Place, Row, unpacked};

/// So many places are told in one row, which has to fit into a message.
const PLACES_IN_A_ROW: usize = 4096;

/// Rows of several tasks while they are merged.
#[derive(Default)]
pub(crate) struct Merging {
    /// By role, or why they cannot be merged.
    answers: BTreeMap<u32, Result<PartialAnswer, String>>,
    /// By group, hashes of ids and where they were met.
    ids: BTreeMap<u32, Vec<(u64, Place)>>,
    repeated: Vec<Row>,
    notes: Vec<Row>,
}

/// What came of it all.
pub(crate) struct Merged {
    /// By role.
    pub(crate) answers: BTreeMap<u32, PartialAnswer>,
    /// Where ids stand that were given before, in the order of the pool, and where they were given first.
    pub(crate) repeated: Vec<(Place, Place)>,
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
            Kind::Ids => self.ids.entry(number).or_default().extend(unpacked(&bytes)),
            Kind::Repeated => self.repeated.push(Row { kind, number, bytes }),
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
        let answers = self.answers.into_iter().map(answer);
        answers.chain(self.repeated).chain(self.notes).collect()
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
        let mut repeated = Vec::new();
        for row in self.repeated {
            repeated.extend(read::<Vec<(Place, Place)>>(&row.bytes)?);
        }
        repeated.sort_unstable();
        let mut notes = Vec::new();
        for row in self.notes {
            notes.extend(read::<Vec<Note>>(&row.bytes)?);
        }
        notes.sort();
        // What is wrong with a whole file is said by each task that opened it.
        notes.dedup();
        Ok(Merged { answers, repeated, notes, conflict })
    }

    /// All ids of a group have come: those that were met once are of no interest.
    fn count_ids(&mut self) {
        for (number, mut ids) in std::mem::take(&mut self.ids) {
            ids.sort_unstable();
            let again = |of_one: &[(u64, Place)]| -> Vec<(Place, Place)> {
                of_one[1..].iter().map(|(_, place)| (*place, of_one[0].1)).collect()
            };
            let again: Vec<(Place, Place)> = ids.chunk_by(|a, b| a.0 == b.0).flat_map(again).collect();
            let rows = again.chunks(PLACES_IN_A_ROW).map(|places| Row {
                kind: Kind::Repeated,
                number,
                bytes: serde_json::to_vec(places).expect("numbers are JSON"),
            });
            self.repeated.extend(rows);
        }
    }
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
    use crate::rows::Part;

    /// Two roles, and a pool twice over, so that everybody stands in it twice.
    fn job() -> (Job, u64) {
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
        (Job { files: vec![file.clone(), file], roles, knowledge: Knowledge::default(), options }, n_rows)
    }

    fn ranked(job: &Job, file: u32, rows: std::ops::Range<u64>, refused: Vec<(u64, Place)>) -> Vec<Row> {
        let part = Part { number: file, file, from: rows.start, to: rows.end, refused };
        rank_part(job, &part, &CancelToken::new()).unwrap()
    }

    fn merged(rows: impl IntoIterator<Item = Row>) -> Merging {
        let mut merging = Merging::default();
        rows.into_iter().for_each(|row| merging.take_in(row).unwrap());
        merging
    }

    #[test]
    fn rows_merge_alike_in_any_grouping_and_order() {
        let (job, n_rows) = job();
        assert!(n_rows >= 3);
        let whole = merged(ranked(&job, 0, 0..n_rows, Vec::new())).into_rows();
        let each: Vec<Vec<Row>> = (0..n_rows).map(|row| ranked(&job, 0, row..row + 1, Vec::new())).collect();
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
    fn ids_that_were_given_before_are_found_and_then_passed_over() {
        let (job, n_rows) = job();
        let whole = |file, refused| ranked(&job, file, 0..n_rows, refused);
        let both = [whole(0, Vec::new()), whole(1, Vec::new())].concat();
        let found = merged(merged(both).into_rows()).finish().unwrap();
        assert!(found.conflict.is_some_and(|why| why.contains("stands in two partial answers")));
        assert!(!found.repeated.is_empty());
        for (again, first) in &found.repeated {
            assert_eq!((again.file, first.file, again.row), (1, 0, first.row));
        }
        let refused: Vec<(u64, Place)> = found.repeated.iter().map(|(again, first)| (again.row, *first)).collect();
        let both = [whole(0, Vec::new()), whole(1, refused.clone())].concat();
        let without = merged(merged(both).into_rows()).finish().unwrap();
        assert!(without.conflict.is_none() && without.repeated.is_empty());
        let once = merged(whole(0, Vec::new())).finish().unwrap();
        assert_eq!(without.answers, once.answers);
        let told = without.notes.iter().filter(|note| note.text.contains("of pyarrow.parquet; expected each id once"));
        assert_eq!(told.count(), refused.len());
    }
}
