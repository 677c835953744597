//! Writes: all ops of a call in one transaction, with their numbers, the log and the state. It begins with the lock of the state's one row,
//! so that of two nodes one waits for the other, and numbers are given in the order of commits.

use std::collections::{BTreeSet, HashMap};

use deadpool_postgres::Transaction;
use tokio_postgres::Statement;

use super::connections::{Connection, failed};
use super::reading::{Subject, columns, sign, signed};
use super::receipts;
use super::schema::{select_state, state_of};
use crate::domain::{Error, StorageErrorKind};
use crate::store::envelope::{Head, State, head_of};
use crate::store::erasures::Note;
use crate::store::keys::kind_of;
use crate::store::log_cut;
use crate::store::record::{Applied, Kind, Op, Seq, Standing};
use crate::store::requests::{EarlierRequest, KEPT_SECONDS};
use crate::store::side_records::{KeptSideRecord, SideWrite};

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn writing(error: tokio_postgres::Error) -> Error {
    failed("writing to", &error)
}

/// Applies ops to a store of which this much is known and whose log keeps so many changes, and what comes beside them. Gives the
/// state after it.
pub(super) async fn apply(
    mut connection: Connection,
    schema: &str,
    (known, keep_changes): (State, u64),
    ops: &[Op],
    beside: Beside<'_>,
) -> Result<(State, Applied), Error> {
    let Beside { writes: side, version, note } = beside;
    let transaction = connection.transaction().await.map_err(writing)?;
    let lock = transaction.prepare_cached(&format!("{} FOR UPDATE", select_state(schema))).await.map_err(writing)?;
    let state = state_of(&transaction.query_one(&lock, &[]).await.map_err(writing)?)?;
    check_successor(&known, &state)?;
    let mut draft = Draft {
        state,
        heads: heads(&transaction, schema, ops, side).await?,
        requests: known_requests(&transaction, schema, ops).await?,
        written: HashMap::new(),
        changes: Vec::new(),
        remembered: HashMap::new(),
    };
    let (existed, done): (Vec<bool>, Vec<bool>) = ops.iter().map(|op| draft.add(op)).unzip();
    let note = note.filter(|note| !matches!(note, Note::Erase { always: false, .. }) || done.contains(&true));
    let applied = Applied { seq: draft.state.seq, existed, done };
    if draft.changes.is_empty() && side.is_empty() && note.is_none() {
        transaction.rollback().await.map_err(writing)?;
    } else {
        draft.cut_log(&transaction, schema, keep_changes).await?;
        draft.write(&transaction, schema).await?;
        if !side.is_empty() {
            claim(&transaction, schema, version).await?;
        }
        draft.write_side_records(&transaction, schema, side).await?;
        if let Some(note) = note {
            receipts::take(&transaction, schema, note, applied.seq).await?;
        }
        transaction.commit().await.map_err(writing)?;
    }
    let state = draft.state;
    connection.give_back();
    Ok((state, applied))
}

/// What is written in one step with documents.
#[derive(Clone, Copy, Default)]
pub(super) struct Beside<'a> {
    /// Records beside them,
    pub(super) writes: &'a [SideWrite],
    /// over those of a version, or over any.
    pub(super) version: Option<u64>,
    /// About erasures.
    pub(super) note: Option<&'a Note>,
}

/// Goes on to the next version of the records, where they are of this one.
async fn claim(transaction: &Transaction<'_>, schema: &str, version: Option<u64>) -> Result<(), Error> {
    let next =
        format!("UPDATE {schema}.side_state SET version = version + 1 WHERE version = coalesce($1::bigint, version)");
    let next = prepared(transaction, &next).await?;
    if transaction.execute(&next, &[&version.map(signed)]).await.map_err(writing)? == 1 {
        return Ok(());
    }
    let message = "another node changed webhooks at this moment; expected that it is asked again".to_owned();
    Err(Error::store(StorageErrorKind::Unreachable, message))
}

/// A store never knows less than it did.
///
/// # Errors
/// [`StorageErrorKind::Damaged`] where it is another, or an older state of it: a standby that had not received everything, or a backup.
pub(super) fn check_successor(known: &State, now: &State) -> Result<(), Error> {
    if now.uuid == known.uuid && now.seq >= known.seq {
        return Ok(());
    }
    let message = format!(
        "the store in PostgreSQL ends with write {}, and this node has seen write {}; expected no less: see whether a standby or a backup \
         took its place, and start every node anew when it is right",
        now.seq.0, known.seq.0
    );
    Err(Error::store(StorageErrorKind::Damaged, message))
}

/// What a transaction is to do.
struct Draft<'a> {
    state: State,
    /// Of the documents that the ops are about, as they stand after the ops so far.
    heads: HashMap<Subject, Head>,
    /// Those of the ops' requests that were done before.
    requests: HashMap<String, EarlierRequest>,
    /// Documents as they are to be; none where it is removed.
    written: HashMap<Subject, Option<(Head, &'a [u8])>>,
    changes: Vec<(Seq, Kind, &'a str, i8)>,
    remembered: HashMap<&'a str, EarlierRequest>,
}

impl<'a> Draft<'a> {
    /// Adds one op; says whether the document was there before, and whether anything is done.
    fn add(&mut self, op: &'a Op) -> (bool, bool) {
        let (kind, id) = op.subject();
        let subject = (kind, id.to_owned());
        let before = self.heads.get(&subject).copied();
        let standing = before.map_or(Standing::Absent, |head| Standing::Version(head.seq));
        if !op.acts_on(standing) || self.was_done(op) {
            return (before.is_some(), false);
        }
        let seq = self.state.seq.next();
        self.state.seq = seq;
        let after = op.body().map(|body| (head_of(kind, id, seq, body), body));
        self.state.counts.note(kind, before.is_some(), op.effect());
        if let Some(digest) = &mut self.state.digest {
            if let Some(head) = before {
                digest.remove_head(kind, id, head);
            }
            if let Some((head, _)) = &after {
                digest.add_head(kind, id, *head);
            }
        }
        match after {
            Some((head, _)) => drop(self.heads.insert(subject.clone(), head)),
            None => drop(self.heads.remove(&subject)),
        }
        self.written.insert(subject, after);
        self.changes.push((seq, kind, id, if after.is_some() { b'+' } else { b'-' }.cast_signed()));
        if let Op::Once { request, .. } = op {
            self.remembered.insert(&request.key, EarlierRequest::of(request, id, seq.0));
        }
        (before.is_some(), true)
    }

    /// Whether the request that asks for it was done before, perhaps by another node at this moment.
    fn was_done(&self, op: &Op) -> bool {
        let Op::Once { request, .. } = op else { return false };
        self.requests.get(&request.key).is_some_and(|earlier| earlier.is_kept_at(request.at))
    }

    /// Lets go of old changes where new ones come.
    async fn cut_log(&mut self, transaction: &Transaction<'_>, schema: &str, keep: u64) -> Result<(), Error> {
        let n_new = u64::try_from(self.changes.len()).unwrap_or(u64::MAX);
        let Some(cut) = log_cut::cut(keep, self.state.log_from, self.state.seq, n_new) else { return Ok(()) };
        let over = format!("DELETE FROM {schema}.change WHERE seq <= $1");
        transaction.execute(&prepared(transaction, &over).await?, &[&signed(*cut.end())]).await.map_err(writing)?;
        self.state.log_from = Seq(*cut.end());
        Ok(())
    }

    async fn write(&self, transaction: &Transaction<'_>, schema: &str) -> Result<(), Error> {
        let (mut gone, mut puts) = (Vec::new(), Puts::default());
        for ((kind, id), after) in &self.written {
            match after {
                Some((head, body)) => puts.add(*kind, id, *head, body),
                None => gone.push((*kind, id.clone())),
            }
        }
        if !gone.is_empty() {
            let delete = format!(
                "DELETE FROM {schema}.document d USING unnest($1::\"char\"[], $2::bytea[]) AS q (kind, id) \
                 WHERE d.kind = q.kind AND d.id = q.id"
            );
            let (kinds, ids) = columns(&gone);
            transaction.execute(&prepared(transaction, &delete).await?, &[&kinds, &ids]).await.map_err(writing)?;
        }
        if !puts.ids.is_empty() {
            let put = format!(
                "INSERT INTO {schema}.document (kind, id, seq, sum, body) \
                 SELECT * FROM unnest($1::\"char\"[], $2::bytea[], $3::bigint[], $4::bigint[], $5::bytea[]) \
                 ON CONFLICT (kind, id) DO UPDATE SET seq = EXCLUDED.seq, sum = EXCLUDED.sum, body = EXCLUDED.body"
            );
            let Puts { kinds, ids, seqs, sums, bodies } = &puts;
            transaction
                .execute(&prepared(transaction, &put).await?, &[kinds, ids, seqs, sums, bodies])
                .await
                .map_err(writing)?;
        }
        if self.changes.is_empty() {
            return Ok(());
        }
        let log = format!(
            "INSERT INTO {schema}.change (seq, kind, id, effect) \
             SELECT * FROM unnest($1::bigint[], $2::\"char\"[], $3::bytea[], $4::\"char\"[])"
        );
        let seqs: Vec<i64> = self.changes.iter().map(|(seq, ..)| signed(seq.0)).collect();
        let kinds: Vec<i8> = self.changes.iter().map(|(_, kind, ..)| sign(*kind)).collect();
        let ids: Vec<&[u8]> = self.changes.iter().map(|(_, _, id, _)| id.as_bytes()).collect();
        let effects: Vec<i8> = self.changes.iter().map(|(.., effect)| *effect).collect();
        transaction
            .execute(&prepared(transaction, &log).await?, &[&seqs, &kinds, &ids, &effects])
            .await
            .map_err(writing)?;
        self.write_requests(transaction, schema).await?;
        let State { seq, log_from, counts, digest, .. } = self.state;
        let end = format!(
            "UPDATE {schema}.meta SET seq = $1, candidates = $2, roles = $3, decisions = $4, feedback = $5, digest = $6, \
             log_from = $7"
        );
        let [candidates, roles, decisions, feedback] =
            [counts.candidates, counts.roles, counts.decisions, counts.feedback].map(signed);
        let digest = digest.unwrap_or_default().0.cast_signed();
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 7] =
            [&signed(seq.0), &candidates, &roles, &decisions, &feedback, &digest, &signed(log_from.0)];
        transaction.execute(&prepared(transaction, &end).await?, &values).await.map_err(writing)?;
        // It wakes those who wait, at the commit. Nobody relies on it.
        let tell = "SELECT pg_notify($1, '')";
        transaction
            .execute(&prepared(transaction, tell).await?, &[&schema.trim_matches('"')])
            .await
            .map_err(writing)?;
        Ok(())
    }

    /// Remembers the requests of the ops, and lets go of those whose time is over.
    async fn write_requests(&self, transaction: &Transaction<'_>, schema: &str) -> Result<(), Error> {
        let Some(now) = self.remembered.values().map(|request| request.at).max() else { return Ok(()) };
        let over = format!("DELETE FROM {schema}.request WHERE at <= $1");
        let oldest = signed(now) - signed(KEPT_SECONDS);
        transaction.execute(&over, &[&oldest]).await.map_err(writing)?;
        let put = format!(
            "INSERT INTO {schema}.request (key, at, value) VALUES ($1, $2, $3) \
             ON CONFLICT (key) DO UPDATE SET at = EXCLUDED.at, value = EXCLUDED.value"
        );
        for (key, request) in &self.remembered {
            let value = borsh::to_vec(request).expect("writing to memory cannot fail");
            transaction.execute(&put, &[key, &signed(request.at), &value]).await.map_err(writing)?;
        }
        Ok(())
    }

    async fn write_side_records(
        &self,
        transaction: &Transaction<'_>,
        schema: &str,
        side: &[SideWrite],
    ) -> Result<(), Error> {
        for write in side {
            let is_there = |kind, id: &str| Ok::<_, Error>(self.heads.contains_key(&(kind, id.to_owned())));
            let outcome = if let Some(record) = KeptSideRecord::left_by(write, is_there)? {
                let put = format!(
                    "INSERT INTO {schema}.side_record (key, value) VALUES ($1, $2) \
                     ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value"
                );
                transaction.execute(&put, &[&write.key, &record.encoded()]).await
            } else {
                let remove = format!("DELETE FROM {schema}.side_record WHERE key = $1");
                transaction.execute(&remove, &[&write.key]).await
            };
            outcome.map_err(writing)?;
        }
        Ok(())
    }
}

async fn prepared(transaction: &Transaction<'_>, sql: &str) -> Result<Statement, Error> {
    transaction.prepare_cached(sql).await.map_err(writing)
}

/// Documents as columns.
#[derive(Default)]
struct Puts<'a> {
    kinds: Vec<i8>,
    ids: Vec<&'a [u8]>,
    seqs: Vec<i64>,
    sums: Vec<i64>,
    bodies: Vec<&'a [u8]>,
}

impl<'a> Puts<'a> {
    fn add(&mut self, kind: Kind, id: &'a str, head: Head, body: &'a [u8]) {
        self.kinds.push(sign(kind));
        self.ids.push(id.as_bytes());
        self.seqs.push(signed(head.seq.0));
        self.sums.push(i64::from(head.sum));
        self.bodies.push(body);
    }
}

/// The heads of all documents that ops and records are about.
async fn heads(
    transaction: &Transaction<'_>,
    schema: &str,
    ops: &[Op],
    side: &[SideWrite],
) -> Result<HashMap<Subject, Head>, Error> {
    let of_ops = ops.iter().map(Op::subject);
    let of_side = side.iter().flat_map(|write| write.about.iter().map(|(kind, id)| (*kind, id.as_str())));
    let subjects: BTreeSet<Subject> = of_ops.chain(of_side).map(|(kind, id)| (kind, id.to_owned())).collect();
    let subjects: Vec<Subject> = subjects.into_iter().collect();
    if subjects.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT d.kind, d.id, d.seq, d.sum, octet_length(d.body) FROM unnest($1::\"char\"[], $2::bytea[]) AS q (kind, id) \
         JOIN {schema}.document d ON d.kind = q.kind AND d.id = q.id"
    );
    let (kinds, ids) = columns(&subjects);
    let statement = transaction.prepare_cached(&sql).await.map_err(writing)?;
    let rows = transaction.query(&statement, &[&kinds, &ids]).await.map_err(writing)?;
    let head = |row: &tokio_postgres::Row| {
        let kind = kind_of(row.get::<_, i8>(0).cast_unsigned())?;
        let id = String::from_utf8(row.get(1)).ok()?;
        let head = Head {
            seq: Seq(row.get::<_, i64>(2).cast_unsigned()),
            sum: u32::try_from(row.get::<_, i64>(3)).ok()?,
            body_bytes: u32::try_from(row.get::<_, i32>(4)).ok()?,
        };
        Some(((kind, id), head))
    };
    rows.iter().map(|row| head(row).ok_or_else(|| super::schema::damaged("a document"))).collect()
}

/// What became of those requests of the ops that were done before.
async fn known_requests(
    transaction: &Transaction<'_>,
    schema: &str,
    ops: &[Op],
) -> Result<HashMap<String, EarlierRequest>, Error> {
    let keys: Vec<&str> = ops
        .iter()
        .filter_map(|op| match op {
            Op::Once { request, .. } => Some(request.key.as_str()),
            _ => None,
        })
        .collect();
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!("SELECT key, value FROM {schema}.request WHERE key = ANY($1)");
    let rows = transaction.query(&sql, &[&keys]).await.map_err(writing)?;
    Ok(rows.iter().filter_map(|row| Some((row.get(0), borsh::from_slice(row.get(1)).ok()?))).collect())
}
