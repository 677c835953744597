//! A service to talk with: the real program on a free port, and what it says.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::{HeaderMap, Request};

use crate::http_contract;

/// So long a test waits for what comes by itself before it says that it never does. How quick something is, benches measure.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The program, killed when dropped.
pub(crate) struct Service {
    child: Child,
    pub(crate) address: String,
    log: Arc<Mutex<String>>,
    /// Copies what the program says into `log` until the program ends.
    listener: Option<JoinHandle<()>>,
    agent: ureq::Agent,
    /// Sent with every request that has no other.
    key: Option<String>,
}

/// What a request was answered.
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Service {
    /// Starts the program and waits until it is ready.
    pub(crate) fn start(data_dir: Option<&Path>) -> Self {
        let service = Self::start_unready(data_dir);
        service.wait_until_ready();
        service
    }

    pub(crate) fn wait_until_ready(&self) {
        let ends = Instant::now() + PATIENCE;
        let ready = || self.try_send(Request::get(self.url("/readyz")).body(()).unwrap());
        while ready().unwrap_or_else(|error| panic!("{error}: {}", self.log())).status != 200 {
            assert!(Instant::now() < ends, "not ready in time: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts the program and waits until it listens.
    pub(crate) fn start_unready(data_dir: Option<&Path>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        if let Some(dir) = data_dir {
            command.arg("--data-dir").arg(dir);
        }
        Self::spawn(command)
    }

    /// Starts the program with these arguments, in memory, and waits until it is ready.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
        let service = Self::spawn(command);
        service.wait_until_ready();
        service
    }

    /// Starts the program by this command and waits until it listens.
    pub(crate) fn spawn(mut command: Command) -> Self {
        command.env_remove("RUST_LOG");
        Self::spawn_logging(command)
    }

    /// As [`Service::spawn`], with the log that the command asks for.
    pub(crate) fn spawn_logging(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::null()).env_remove("ROLEFIT_DATA_DIR");
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let log = Arc::new(Mutex::new(String::new()));
        let (listens, listening) = mpsc::channel();
        let lines = log.clone();
        let listener = std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if let Some(address) = line.strip_prefix("listening on http://") {
                    let _ = listens.send(address.to_owned());
                }
                *lines.lock().unwrap() += &(line + "\n");
            }
        });
        let Ok(address) = listening.recv_timeout(PATIENCE) else {
            let _ = child.kill();
            panic!("the program does not listen: {}", log.lock().unwrap());
        };
        let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
        Self { child, address, log, listener: Some(listener), agent: config.build().into(), key: None }
    }

    /// The same service, asked with this key unless a request has another.
    pub(crate) fn with_key(mut self, key: &str) -> Self {
        self.key = Some(key.to_owned());
        self
    }

    /// Waits until the program is ready, or has ended without.
    pub(crate) fn becomes_ready(&mut self) -> bool {
        let url = self.url("/readyz");
        let request = || Request::get(&url).body(()).unwrap();
        let ends = Instant::now() + PATIENCE;
        while !self.try_send(request()).is_ok_and(|answered| answered.status == 200) {
            if self.child.try_wait().unwrap().is_some() {
                return false;
            }
            assert!(Instant::now() < ends, "neither ready nor ended: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
        true
    }

    pub(crate) fn get(&self, path: &str) -> Answered {
        self.try_send(Request::get(self.url(path)).body(()).unwrap()).unwrap()
    }

    /// The bytes of a good answer.
    pub(crate) fn download(&self, path: &str) -> Vec<u8> {
        let mut response = self.agent.run(Request::get(self.url(path)).body(()).unwrap()).unwrap();
        assert_eq!(response.status(), 200);
        response.body_mut().with_config().limit(1 << 30).read_to_vec().unwrap()
    }

    /// The bytes of what is answered to whoever has this key: an answer that may be no text.
    pub(crate) fn download_with(&self, key: &str, path: &str) -> Vec<u8> {
        let request = Request::get(self.url(path)).header("authorization", format!("Bearer {key}"));
        let mut response = self.agent.run(request.body(()).unwrap()).unwrap();
        response.body_mut().with_config().limit(1 << 30).read_to_vec().unwrap()
    }

    /// An answer as its bytes.
    pub(crate) fn get_raw(&self, path: &str, headers: &[(&str, &str)]) -> Raw {
        let mut request = Request::get(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = self.agent.run(request.body(()).unwrap()).unwrap();
        let bytes = response.body_mut().with_config().limit(64 << 20).read_to_vec().unwrap();
        Raw { headers: response.headers().clone(), bytes }
    }

    pub(crate) fn delete(&self, path: &str) -> Answered {
        self.try_delete(path).unwrap()
    }

    pub(crate) fn try_delete(&self, path: &str) -> Result<Answered, ureq::Error> {
        self.try_send(Request::delete(self.url(path)).body(()).unwrap())
    }

    pub(crate) fn put(&self, path: &str, json: &str) -> Answered {
        self.try_put(path, json).unwrap()
    }

    pub(crate) fn try_put(&self, path: &str, json: &str) -> Result<Answered, ureq::Error> {
        let request = Request::put(self.url(path)).header("content-type", "application/json");
        self.try_send(request.body(json.to_owned()).unwrap())
    }

    pub(crate) fn try_post(&self, path: &str, json: &str) -> Result<Answered, ureq::Error> {
        let request = Request::post(self.url(path)).header("content-type", "application/json");
        self.try_send(request.body(json.to_owned()).unwrap())
    }

    pub(crate) fn post(&self, path: &str, json: &str) -> Answered {
        self.post_as("application/json", path, json)
    }

    pub(crate) fn post_as(&self, media: &str, path: &str, body: impl Into<Vec<u8>>) -> Answered {
        let request = Request::post(self.url(path)).header("content-type", media);
        self.try_send(request.body(body.into()).unwrap()).unwrap()
    }

    pub(crate) fn send<B: ureq::AsSendBody>(&self, request: Request<B>) -> Answered {
        self.try_send(request).unwrap()
    }

    fn try_send<B: ureq::AsSendBody>(&self, mut request: Request<B>) -> Result<Answered, ureq::Error> {
        if let Some(key) = self.key.as_ref().filter(|_| !request.headers().contains_key("authorization")) {
            request.headers_mut().insert("authorization", format!("Bearer {key}").parse().unwrap());
        }
        let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
        let mut response = self.agent.run(request)?;
        let text = response.body_mut().with_config().limit(64 << 20).read_to_string()?;
        let answered = Answered { status: response.status().as_u16(), headers: response.headers().clone(), text };
        http_contract::check(&method, &path, &answered);
        Ok(answered)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What the program has written to stderr so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Asks the program to stop.
    pub(crate) fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Asks the program to read its files anew.
    #[cfg(unix)]
    pub(crate) fn hang_up(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-HUP", &pid]).status().unwrap().success());
    }

    /// Ends the program at once, as a failing machine would.
    pub(crate) fn kill_now(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-KILL", &pid]).status().unwrap().success());
    }

    /// The most memory that the program has had in KiB, where the system tells.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().strip_suffix(" kB")?.parse().ok()
    }

    /// Stops the program where it is, until it goes on.
    pub(crate) fn pause(&self) {
        assert!(Command::new("kill").args(["-STOP", &self.child.id().to_string()]).status().unwrap().success());
    }

    pub(crate) fn go_on(&self) {
        assert!(Command::new("kill").args(["-CONT", &self.child.id().to_string()]).status().unwrap().success());
    }

    /// Waits until the program has ended by itself; its log is whole then.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let ends = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // The exit is seen sooner than the last words that are still in the pipe.
                if let Some(listener) = self.listener.take() {
                    listener.join().unwrap();
                }
                return status;
            }
            assert!(Instant::now() < ends, "the program does not stop: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer that may be no text.
pub(crate) struct Raw {
    headers: HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Raw {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl Answered {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The answer as a problem: its status and code. Fails when it is none.
    pub(crate) fn problem(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}: {}", self.status, self.text);
        let json = self.json();
        assert_eq!(json["status"], self.status);
        assert_eq!(json["request_id"], self.header("x-request-id"));
        assert!(json["title"].is_string() && json["detail"].is_string(), "{json}");
        (self.status, json["code"].as_str().unwrap().to_owned())
    }

    /// The pointers of a problem's errors.
    pub(crate) fn pointers(&self) -> Vec<String> {
        let json = self.json();
        let errors = json["errors"].as_array().unwrap_or_else(|| panic!("{json}"));
        errors.iter().map(|error| error["pointer"].as_str().unwrap().to_owned()).collect()
    }
}
