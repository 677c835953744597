//! A whole store brought into PostgreSQL, or out of it. Documents keep their bytes and numbers, and both ends are held against one digest.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use super::PostgresStore;
use super::connections::failed;
use super::reading::{sign, signed};
use crate::domain::{Error, Progress, StorageErrorKind};
use crate::store::Store;
use crate::store::backup::{BackupWriter, Snapshot};
use crate::store::digest::Digest;
use crate::store::envelope::{State, head_of};
use crate::store::files;
use crate::store::record::{Counts, Effect, Kind, Record, Seq};

/// So many documents, or so many bytes of them, are written at a time.
const PORTION: usize = 500;
const PORTION_BYTES: usize = 4 << 20;
/// Where others write all the time the last changes are asked for so often.
const CATCH_UP_ROUNDS: usize = 100;
/// The format of a store into which another is being moved: nobody opens it.
pub(super) const UNFINISHED: i32 = 0;

type Document = (Kind, String, Record);

impl PostgresStore {
    /// Takes in all documents of another store. This one must be empty, or one into which moving was begun and not finished.
    ///
    /// # Errors
    /// [`StorageErrorKind::Occupied`] when it is not empty; [`Error::Store`] when a document is damaged, or does not arrive as it was.
    pub(crate) fn take_in(&self, other: &dyn Store, progress: &Progress) -> Result<Snapshot, Error> {
        self.begin_taking_in()?;
        let (mut counts, mut digest) = (Counts::default(), Digest::default());
        let (mut portion, mut bytes) = (Vec::new(), 0);
        for kind in Kind::ALL {
            for found in other.scan(kind, None) {
                let (id, record) = found?;
                counts.note(kind, false, Effect::Put);
                digest.add(kind, &id, &record);
                bytes += record.body.len();
                portion.push((kind, id, record));
                progress.add(1);
                if portion.len() >= PORTION || bytes >= PORTION_BYTES {
                    self.insert(std::mem::take(&mut portion))?;
                    bytes = 0;
                }
            }
        }
        self.insert(portion)?;
        let expected = other.digest().unwrap_or(digest);
        if digest != expected || self.digest_of_documents()? != digest {
            return Err(differs());
        }
        let seq = other.last_seq();
        let state = State { uuid: self.known().uuid, seq, log_from: seq, counts, digest: Some(digest) };
        self.end_taking_in(state)?;
        *self.known() = state;
        Ok(Snapshot::of(&state))
    }

    /// Writes a backup, as of one change, while others may write.
    ///
    /// # Errors
    /// [`Error::Store`] when a document is damaged, the database cannot be reached, or others write without a pause; [`Error::Io`] naming
    /// `path` when `out` takes no more.
    pub(crate) fn backup(&self, out: &mut dyn Write, path: &Path, progress: &Progress) -> Result<Snapshot, Error> {
        let at = || files::at(path);
        let mut writer = BackupWriter::begin(out).map_err(at())?;
        let mut seen = self.ask_last_seq()?;
        for kind in Kind::ALL {
            for found in self.scan(kind, None) {
                let (id, record) = found?;
                writer.document(kind, &id, Some(&record)).map_err(at())?;
                progress.add(1);
            }
        }
        writer.changes().map_err(at())?;
        for _ in 0..CATCH_UP_ROUNDS {
            let followed = self.follow(seen, Duration::ZERO)?;
            let Some(last) = followed.changes.last() else {
                // Whatever was read is of a change that was looked at: there is none after it.
                let snapshot = Snapshot::of(&self.known());
                if snapshot.seq != seen {
                    continue;
                }
                writer.end(snapshot).map_err(at())?;
                return Ok(snapshot);
            };
            seen = last.seq;
            for change in &followed.changes {
                let subject = (change.kind, change.id.clone());
                writer.document(change.kind, &change.id, followed.documents.get(&subject)).map_err(at())?;
            }
        }
        let message = "others write without a pause; expected that services are stopped meanwhile".to_owned();
        Err(Error::store(StorageErrorKind::Io, message))
    }

    fn begin_taking_in(&self) -> Result<(), Error> {
        let schema = self.shared.schema.clone();
        self.connections.run_in_turn(move |mut connection| async move {
            let beginning = |error: tokio_postgres::Error| failed("writing to", &error);
            let transaction = connection.transaction().await.map_err(beginning)?;
            let lock = format!("SELECT format, seq FROM {schema}.meta FOR UPDATE");
            let row = transaction.query_one(&lock, &[]).await.map_err(beginning)?;
            if row.get::<_, i32>(0) != UNFINISHED && row.get::<_, i64>(1) != 0 {
                let message =
                    format!("the schema {schema} holds a store already; expected one in which nothing was written");
                return Err(Error::store(StorageErrorKind::Occupied, message));
            }
            let empty = format!(
                "TRUNCATE {schema}.document, {schema}.change, {schema}.request, {schema}.side_record;
                 UPDATE {schema}.meta SET format = {UNFINISHED}"
            );
            transaction.batch_execute(&empty).await.map_err(beginning)?;
            transaction.commit().await.map_err(beginning)?;
            connection.give_back();
            Ok(())
        })
    }

    fn insert(&self, documents: Vec<Document>) -> Result<(), Error> {
        if documents.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "INSERT INTO {}.document (kind, id, seq, sum, body) \
             SELECT * FROM unnest($1::\"char\"[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bytea[])",
            self.shared.schema
        );
        self.connections.run(move |connection| async move {
            let writing = |error: tokio_postgres::Error| failed("writing to", &error);
            let sum = |(kind, id, record): &Document| i64::from(head_of(*kind, id, record.seq, &record.body).sum);
            let kinds: Vec<i8> = documents.iter().map(|(kind, ..)| sign(*kind)).collect();
            let ids: Vec<&[u8]> = documents.iter().map(|(_, id, _)| id.as_bytes()).collect();
            let seqs: Vec<i64> = documents.iter().map(|(.., record)| signed(record.seq.0)).collect();
            let sums: Vec<i64> = documents.iter().map(sum).collect();
            let bodies: Vec<&[u8]> = documents.iter().map(|(.., record)| &record.body[..]).collect();
            let statement = connection.prepare_cached(&sql).await.map_err(writing)?;
            connection.execute(&statement, &[&kinds, &ids, &seqs, &sums, &bodies]).await.map_err(writing)?;
            connection.give_back();
            Ok(())
        })
    }

    /// The digest of what the tables hold, every document read back.
    fn digest_of_documents(&self) -> Result<Digest, Error> {
        let mut digest = Digest::default();
        for kind in Kind::ALL {
            for found in self.scan(kind, None) {
                let (id, record) = found?;
                digest.add(kind, &id, &record);
            }
        }
        Ok(digest)
    }

    fn end_taking_in(&self, state: State) -> Result<(), Error> {
        let State { seq: Seq(seq), counts, digest, .. } = state;
        let sql = format!(
            "UPDATE {}.meta SET format = {}, seq = {seq}, log_from = {seq}, candidates = {}, roles = {}, decisions = {}, \
             feedback = {}, digest = {} \
             WHERE format = {UNFINISHED} AND seq = 0",
            self.shared.schema,
            super::schema::FORMAT,
            counts.candidates,
            counts.roles,
            counts.decisions,
            counts.feedback,
            digest.unwrap_or_default().0.cast_signed(),
        );
        self.connections.run(move |connection| async move {
            let n_rows = connection.execute(&sql, &[]).await.map_err(|error| failed("writing to", &error))?;
            connection.give_back();
            if n_rows == 1 { Ok(()) } else { Err(Error::store(StorageErrorKind::Occupied, written_meanwhile())) }
        })
    }
}

fn written_meanwhile() -> String {
    "somebody wrote to the store while documents were moved into it; expected that no service uses it".to_owned()
}

fn differs() -> Error {
    let message = "the documents did not arrive as they were; run it again, and `rolefit verify` on the data directory"
        .to_owned();
    Error::store(StorageErrorKind::Damaged, message)
}
