//! Power cuts of the whole program: `strace` notes every system call that changes a file, and the files are built again as a disk
//! could hold them after any of them. Whatever a client was answered by then is there, and nothing else is.
//!
//! Of a file's bytes only those are sure that were written before a sync of it began that has returned; each later write is there,
//! is not, or is torn at a sector. Of a folder's names those are sure that were there before a sync of the folder; of the later
//! changes some first ones are there. What is left out: disks that lie about a sync.
//!
//! It needs `strace`, so it is run by hand: `cargo test --test integration power_cuts -- --ignored --nocapture`.
//! `store::sled_store::faults` has a model of the database file alone that runs everywhere.

mod disk;
mod trace;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use rolefit::Engine;
use rolefit::storage::Verification;

use crate::campaign::{Dice, rounds, summaries, whole};
use crate::http_service::Service;
use disk::Disk;
use trace::{Moment, read};

const WRITERS: usize = 4;
const WRITES_A_WRITER: usize = 80;
const CALLS: &str = "openat,close,dup,dup2,dup3,fcntl,lseek,write,writev,pwrite64,pwritev,pwritev2,ftruncate,fsync,fdatasync,\
    rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,mkdir,mkdirat,sendto,sendmsg";

/// What the writes were, by their numbers: id and summary, none for a deletion.
type Writes = BTreeMap<u64, (String, Option<String>)>;

/// Writes under the trace until all is answered, then stops the service.
fn traced(data: &Path, trace: &Path, dice: &mut Dice) -> Writes {
    let mut command = Command::new("strace");
    command.args(["-D", "-f", "-qq", "-y", "-xx", "-s", "4000000", "-e", &format!("trace={CALLS}"), "-o"]).arg(trace);
    command.arg(env!("CARGO_BIN_EXE_rolefit")).args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(data);
    let mut service = Service::spawn(command);
    assert!(service.becomes_ready(), "{}", service.log());
    let writes = Mutex::new(Writes::new());
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (mut dice, service, writes) = (dice.fork(), &service, &writes);
            scope.spawn(move || {
                for n in 0..WRITES_A_WRITER {
                    let id = format!("c-{writer}-{}", dice.below(12));
                    let summary =
                        format!("write {n} of {writer}. {}", "Lustre. ".repeat([0, 10, 600, 1500][dice.below(4)]));
                    let json = serde_json::json!({"summary": summary}).to_string();
                    let answered = service.put(&format!("/v1/candidates/{id}"), &json);
                    assert!(answered.status < 300, "{}", answered.text);
                    let seq = answered.json()["seq"].as_u64().unwrap();
                    writes.lock().unwrap().insert(seq, (id, Some(summary)));
                }
            });
        }
    });
    service.terminate();
    assert_eq!(service.wait().code(), Some(0), "{}", service.log());
    // The tracer ends after the program.
    let mut length = 0;
    while length == 0 || fs::metadata(trace).unwrap().len() != length {
        length = fs::metadata(trace).unwrap().len();
        std::thread::sleep(Duration::from_millis(500));
    }
    writes.into_inner().unwrap()
}

/// What there is after the writes up to this number.
fn expected(writes: &Writes, seq: u64) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (id, summary) in writes.range(..=seq).map(|(_, write)| write) {
        match summary {
            Some(summary) => all.insert(id.clone(), summary.clone()),
            None => all.remove(id),
        };
    }
    all
}

/// Opens what the power cut left; `None` where nothing was acknowledged and it says so.
fn recovered(dir: &Path, acknowledged: u64, when: &str) -> Option<Verification> {
    match Engine::open(dir) {
        Ok(engine) => drop(engine),
        Err(error) if acknowledged == 0 => {
            println!("{when}: {error}");
            return None;
        }
        Err(error) => panic!("{when}: {acknowledged} writes were acknowledged: {error}"),
    }
    Some(whole(dir, when))
}

#[test]
#[ignore = "needs strace, and the permission to trace"]
fn a_power_cut_of_the_whole_program_takes_nothing_that_was_answered() {
    let mut dice = Dice::new("power cuts");
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    let trace = folder.path().join("trace");
    let writes = traced(&data, &trace, &mut dice);
    assert_eq!(writes.len(), WRITERS * WRITES_A_WRITER);
    let moments = read(&trace);
    let n_cuts = rounds(20);
    let mut cuts: Vec<usize> = (0..n_cuts).map(|_| dice.below(moments.len())).collect();
    // And one when all has ended, for the replay itself.
    cuts.push(moments.len());
    cuts.sort_unstable();
    let (mut disk, mut at, mut acknowledged, mut n_lost_unanswered) = (Disk::new(&data), 0, 0, 0);
    // Shows that the replay can fail: on a disk that forgets what it synced, writes are lost.
    let (mut forgetful, mut n_forgotten) = (Disk::new(&data), 0);
    for cut in cuts {
        for moment in &moments[at..cut] {
            match moment {
                Moment::Answered(seq) => acknowledged = acknowledged.max(*seq),
                Moment::SyncEnds { .. } => disk.apply(moment),
                other => {
                    disk.apply(other);
                    forgetful.apply(other);
                }
            }
        }
        at = cut;
        let after = tempfile::tempdir().unwrap();
        disk.write_to(after.path(), cut == moments.len(), &mut dice);
        let when = format!("power cut after call {cut} of {}", moments.len());
        let Some(found) = recovered(after.path(), acknowledged, &when) else { continue };
        let forgotten = tempfile::tempdir().unwrap();
        forgetful.write_to(forgotten.path(), false, &mut dice);
        let there = Engine::open(forgotten.path()).map_or(0, |engine| engine.status().seq);
        n_forgotten += usize::from(there < acknowledged);
        assert!(found.seq >= acknowledged, "{when}: write {} is the last, {acknowledged} was answered", found.seq);
        assert!(summaries(after.path()) == expected(&writes, found.seq), "{when}: not what write {} left", found.seq);
        n_lost_unanswered += u64::from(writes.range(found.seq + 1..).next().is_some());
    }
    println!(
        "power cuts: {n_cuts} of {} calls, {} writes; {n_lost_unanswered} before the last write",
        moments.len(),
        writes.len()
    );
    assert!(n_forgotten > n_cuts / 4, "without syncs, {n_forgotten} of {n_cuts} cuts lost writes");
    assert_eq!(acknowledged, writes.len() as u64, "the trace has every answer");
}
