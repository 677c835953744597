//! One thread that writes for everybody: whoever comes while it syncs shares the next sync. It knows nothing of files.
//!
//! After one failure it refuses for ever: a failed sync must not be tried again, for the system has then forgotten
//! which pages were not written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use super::commit_counts::{CommitCounter, CommitCounts};
use super::erasures::Note;
use super::record::{Applied, Op};
use crate::domain::{Error, StorageErrorKind};

/// How many bytes of documents one batch takes at most, unless a single caller brings more.
const BATCH_BYTES: usize = 4 << 20;

/// The writing thread. Dropping it lets the thread finish what was handed over, and waits.
pub(super) struct GroupCommit {
    requests: Option<Sender<Request>>,
    failure: Arc<OnceLock<Failure>>,
    counter: Arc<CommitCounter>,
    thread: Option<JoinHandle<()>>,
}

/// Why it writes no more.
struct Failure {
    kind: StorageErrorKind,
    message: String,
}

impl Failure {
    fn of(error: &Error) -> Self {
        let kind = match error {
            Error::Io { source, .. } => StorageErrorKind::of_io(source),
            other => other.storage_kind().unwrap_or(StorageErrorKind::Io),
        };
        Self { kind, message: error.to_string() }
    }
}

/// What one caller brings.
#[derive(Debug)]
pub(super) struct WriteRequest {
    pub(super) ops: Vec<Op>,
    pub(super) note: Option<Note>,
}

impl From<Vec<Op>> for WriteRequest {
    fn from(ops: Vec<Op>) -> Self {
        Self { ops, note: None }
    }
}

struct Request {
    write: WriteRequest,
    answer: SyncSender<Result<Applied, Error>>,
}

impl GroupCommit {
    /// Starts the thread. `commit` applies the ops of several callers as one and makes them durable; it gives one
    /// answer a caller, in order.
    pub(super) fn start<F>(commit: F) -> Result<Self, Error>
    where
        F: FnMut(&[WriteRequest]) -> Result<Vec<Applied>, Error> + Send + 'static,
    {
        let (requests, waiting) = channel();
        let failure = Arc::new(OnceLock::new());
        let shared = Arc::clone(&failure);
        let counter = Arc::<CommitCounter>::default();
        let counting = Arc::clone(&counter);
        let thread = thread::Builder::new()
            .name("rolefit-store".to_owned())
            .spawn(move || run(&waiting, &shared, &counting, commit))
            .map_err(|e| {
                Error::store(StorageErrorKind::Io, format!("the store's writing thread cannot be started: {e}"))
            })?;
        Ok(Self { requests: Some(requests), failure, counter, thread: Some(thread) })
    }

    /// Hands a write over and waits until it is durable.
    pub(super) fn apply(&self, write: impl Into<WriteRequest>) -> Result<Applied, Error> {
        let write = write.into();
        self.check()?;
        let (answer, answered) = sync_channel(1);
        let sent = self.requests.as_ref().is_some_and(|requests| requests.send(Request { write, answer }).is_ok());
        match answered.recv() {
            Ok(applied) if sent => applied,
            _ => {
                let ended =
                    || Failure { kind: StorageErrorKind::Io, message: "its writing thread has ended".to_owned() };
                Err(self.failure.get().map_or_else(|| refusal(&ended()), refusal))
            }
        }
    }

    /// What has been committed so far.
    pub(super) fn counts(&self) -> CommitCounts {
        self.counter.counts()
    }

    /// Refuses all later writes.
    pub(super) fn refuse_from_now_on(&self, error: &Error) {
        let _ = self.failure.get_or_init(|| Failure::of(error));
    }

    /// Refuses when a write has failed before.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.failure.get().map_or(Ok(()), |why| Err(refusal(why)))
    }
}

impl Drop for GroupCommit {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // The thread catches every panic itself, and there is nobody to tell here.
            let _ = thread.join();
        }
    }
}

fn run<F>(waiting: &Receiver<Request>, failure: &OnceLock<Failure>, counter: &CommitCounter, mut commit: F)
where
    F: FnMut(&[WriteRequest]) -> Result<Vec<Applied>, Error>,
{
    while let Ok(first) = waiting.recv() {
        let mut bytes = size(&first.write.ops);
        let (mut writes, mut answers) = (vec![first.write], vec![first.answer]);
        while bytes < BATCH_BYTES
            && let Ok(request) = waiting.try_recv()
        {
            bytes += size(&request.write.ops);
            writes.push(request.write);
            answers.push(request.answer);
        }
        let began = Instant::now();
        let result = match failure.get() {
            Some(why) => Err(refusal(why)),
            None => catch_unwind(AssertUnwindSafe(|| commit(&writes)))
                .unwrap_or_else(|_| Err(Error::store(StorageErrorKind::Io, "writing panicked".to_owned()))),
        };
        // A caller that no longer waits does not need its answer.
        match result {
            Ok(applied) => {
                let n_done = applied.iter().flat_map(|applied| &applied.done).filter(|done| **done).count();
                if n_done > 0 {
                    counter.add(n_done, began.elapsed());
                }
                for (answer, applied) in answers.iter().zip(applied) {
                    let _ = answer.send(Ok(applied));
                }
            }
            Err(error) => {
                let why = failure.get_or_init(|| Failure::of(&error));
                for answer in &answers {
                    let _ = answer.send(Err(refusal(why)));
                }
            }
        }
    }
}

fn size(ops: &[Op]) -> usize {
    ops.iter().filter_map(Op::body).map(<[u8]>::len).sum()
}

fn refusal(why: &Failure) -> Error {
    Error::store(
        why.kind,
        format!("the store refuses writes since one failed ({}): stop, see to the disk, and start anew", why.message),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Kind, Seq};

    fn delete() -> Vec<Op> {
        vec![Op::Delete { kind: Kind::Role, id: "r".to_owned() }]
    }

    fn applied(writes: &[WriteRequest]) -> Vec<Applied> {
        let applied = |n| Applied { seq: Seq(1), existed: vec![false; n], done: vec![true; n] };
        writes.iter().map(|write| applied(write.ops.len())).collect()
    }

    #[test]
    fn a_failed_commit_is_never_tried_again() {
        let mut n_calls = 0;
        let commits = GroupCommit::start(move |ops| {
            n_calls += 1;
            if n_calls == 2 { Err(Error::store(StorageErrorKind::Io, "no space".to_owned())) } else { Ok(applied(ops)) }
        })
        .unwrap();
        assert!(commits.apply(delete()).is_ok());
        for _ in 0..3 {
            let message = commits.apply(delete()).unwrap_err().to_string();
            assert!(message.contains("refuses writes") && message.contains("no space"), "{message}");
        }
        assert!(commits.check().is_err());
    }

    #[test]
    fn a_panic_poisons_and_leaves_nobody_waiting() {
        let commits = GroupCommit::start(|_| panic!("as asked")).unwrap();
        assert!(commits.apply(delete()).is_err());
        assert!(commits.apply(delete()).unwrap_err().to_string().contains("panicked"));
    }

    #[test]
    fn those_who_wait_share_one_commit() {
        let (started, go) = (Arc::new(std::sync::Barrier::new(2)), Arc::new(std::sync::Barrier::new(2)));
        let (seen_by_thread, go_of_thread) = (Arc::clone(&started), Arc::clone(&go));
        let sizes = Arc::new(std::sync::Mutex::new(Vec::new()));
        let record = Arc::clone(&sizes);
        let commits = GroupCommit::start(move |ops| {
            record.lock().unwrap().push(ops.len());
            if record.lock().unwrap().len() == 1 {
                seen_by_thread.wait();
                go_of_thread.wait();
            }
            Ok(applied(ops))
        })
        .unwrap();
        let requests = commits.requests.as_ref().unwrap();
        let (answer, answered) = sync_channel(4);
        requests.send(Request { write: delete().into(), answer: answer.clone() }).unwrap();
        started.wait();
        for _ in 0..3 {
            requests.send(Request { write: delete().into(), answer: answer.clone() }).unwrap();
        }
        go.wait();
        for _ in 0..4 {
            answered.recv().unwrap().unwrap();
        }
        assert_eq!(*sizes.lock().unwrap(), [1, 3]);
    }
}
