//! A cluster of processes on this machine, pools of Parquet files, and the program that a ranking is compared with.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::WriterProperties;
use serde_json::{Map, Value};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// `rolefit rank`, on one machine.
pub(crate) fn alone(arguments: &[&str]) -> Output {
    let program = std::env::var_os("ROLEFIT_PROGRAM").map_or(root().join("target/debug/rolefit"), PathBuf::from);
    Command::new(program).arg("rank").args(arguments).output().unwrap()
}

/// `rolefit-ballista`.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit-ballista"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A process whose standard error is kept, and which ends with its test.
pub(crate) struct Process {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Process {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let (error, said) = (child.stderr.take().unwrap(), Arc::new(Mutex::new(String::new())));
        let kept = said.clone();
        thread::spawn(move || {
            for line in BufReader::new(error).lines().map_while(Result::ok) {
                let mut kept = kept.lock().unwrap();
                kept.push_str(&line);
                kept.push('\n');
            }
        });
        Self { child, said }
    }

    pub(crate) fn said(&self) -> String {
        self.said.lock().unwrap().clone()
    }

    /// At once, as by `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A scheduler and executors of one core each.
pub(crate) struct Cluster {
    pub(crate) url: String,
    pub(crate) executors: Vec<Process>,
    pub(crate) scheduler: Process,
    /// Whoever is killed tidies nothing up.
    _work: tempfile::TempDir,
}

/// Long enough for a machine that others use, too.
const PATIENCE: Duration = Duration::from_mins(2);

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Cluster {
    /// Where nobody is lost: a busy machine may keep an executor silent for long, and it is taken for lost then.
    pub(crate) fn start(n_executors: usize) -> Self {
        Self::start_with(n_executors, "60")
    }

    /// An executor that is silent for so many seconds is lost.
    pub(crate) fn start_with(n_executors: usize, executor_timeout: &'static str) -> Self {
        let address = format!("127.0.0.1:{}", free_ports(1));
        let scheduler = scheduler(&address, executor_timeout);
        let work = tempfile::tempdir().unwrap();
        let executor = |n: usize| {
            let own = format!("127.0.0.1:{}", free_ports(2));
            let mut command =
                program(&["executor", "--scheduler", &address, "--listen", &own, "--cores", "1", "--heartbeat", "1"]);
            command.arg("--work-dir").arg(work.path().join(n.to_string()));
            command.env("RUST_LOG", "info").env("TMPDIR", work.path());
            let executor = Process::start(command);
            until("the executor listens", || std::net::TcpStream::connect(&own).is_ok());
            executor
        };
        let executors = (0..n_executors).map(executor).collect();
        Self { url: format!("ballista://{address}"), executors, scheduler, _work: work }
    }

    /// At the same address, after the last one has gone.
    pub(crate) fn start_scheduler_again(&mut self) {
        self.scheduler = scheduler(self.url.trim_start_matches("ballista://"), "60");
    }

    /// `rolefit-ballista rank`.
    pub(crate) fn rank(&self, arguments: &[&str]) -> Output {
        self.ranking(arguments).output().unwrap()
    }

    pub(crate) fn ranking(&self, arguments: &[&str]) -> Command {
        program(&[&["rank", "--cluster", &self.url], arguments].concat())
    }
}

fn scheduler(address: &str, executor_timeout: &str) -> Process {
    let timeout = ["--executor-timeout", executor_timeout, "--patience", "5"];
    let mut command = program(&[&["scheduler", "--listen", address], &timeout[..]].concat());
    command.env("RUST_LOG", "info");
    let scheduler = Process::start(command);
    until("the scheduler listens", || std::net::TcpStream::connect(address).is_ok());
    scheduler
}

/// The first of so many ports in a row that nobody listens on.
fn free_ports(n: u16) -> u16 {
    loop {
        let first = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = first.local_addr().unwrap().port();
        let others: Vec<_> = (1..n).map(|more| TcpListener::bind(("127.0.0.1", port.saturating_add(more)))).collect();
        if others.iter().all(Result::is_ok) {
            return port;
        }
    }
}

/// The columns of a pool.
const COLUMNS: [&str; 9] =
    ["id", "name", "headline", "summary", "level", "skills", "experience", "work_authorization", "expected_pay"];

/// Rows for a pool: the people of the sample, so many times, each with an id of its own.
pub(crate) fn people(times: usize) -> Vec<Map<String, Value>> {
    let sample = std::fs::read_to_string(root().join("sample_data/candidates.jsonl")).unwrap();
    let person = |line: &str| serde_json::from_str::<Map<String, Value>>(line).unwrap();
    let sample: Vec<_> = sample.lines().map(person).collect();
    (0..times)
        .flat_map(|time| sample.iter().cloned().map(move |person| (time, person)))
        .map(|(time, mut person)| {
            let id = format!("{}-{time}", person["id"].as_str().unwrap());
            person.insert("id".to_owned(), id.into());
            person
        })
        .collect()
}

/// Writes a Parquet file with groups of so many rows: texts as they are, all else as JSON.
pub(crate) fn write(path: &Path, rows: &[Map<String, Value>], group: usize) {
    let text = |value: &Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let column = |name: &str| -> ArrayRef {
        Arc::new(rows.iter().map(|row| row.get(name).and_then(text)).collect::<StringArray>())
    };
    let schema = Schema::new(COLUMNS.map(|name| Field::new(name, DataType::Utf8, true)).to_vec());
    let columns = COLUMNS.map(column).to_vec();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group)).build();
    let batch = RecordBatch::try_new(Arc::new(schema), columns).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}
