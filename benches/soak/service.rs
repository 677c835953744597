//! The program under load, and what the system tells of it.

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The running service, ended when dropped.
pub(crate) struct Service {
    child: Child,
    pub(crate) address: String,
}

/// That of this build, or the one that `ROLEFIT` names.
fn program() -> Command {
    Command::new(std::env::var_os("ROLEFIT").unwrap_or_else(|| env!("CARGO_BIN_EXE_rolefit").into()))
}

/// Fills a new data directory.
pub(crate) fn import(data: &Path, candidates: &Path, roles: &Path) -> Result<(), Box<dyn Error>> {
    let mut command = program();
    command.arg("import").arg("--data-dir").arg(data).arg("--candidates").arg(candidates).arg("--roles").arg(roles);
    let ended = command.stdout(Stdio::null()).status()?;
    if ended.success() { Ok(()) } else { Err(format!("the import ended with {ended}").into()) }
}

/// What `verify` says of a directory that nobody uses.
pub(crate) fn verify(data: &Path) -> Result<String, Box<dyn Error>> {
    let output = program().arg("verify").arg("--data-dir").arg(data).output()?;
    let told = String::from_utf8_lossy(&output.stdout);
    Ok(told.split_once(": ").map_or_else(|| told.to_string(), |(_, told)| told.trim().to_owned()))
}

/// A key that allows everything.
pub(crate) fn create_key(data: &Path) -> Result<String, Box<dyn Error>> {
    let output = program().args(["keys", "create", "--scope", "admin", "--data-dir"]).arg(data).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

impl Service {
    /// Starts it, and waits until it is ready.
    pub(crate) fn start(data: &Path) -> Result<Self, Box<dyn Error>> {
        let mut command = program();
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--erase-after", "0", "--data-dir"])
            .arg(data)
            .env("RUST_LOG", "warn");
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let (tell, told) = mpsc::channel();
        let stderr = BufReader::new(child.stderr.take().ok_or("no stderr")?);
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                match line.strip_prefix("listening on http://") {
                    Some(address) => drop(tell.send(address.to_owned())),
                    None => eprintln!("{line}"),
                }
            }
        });
        let address = told.recv()?;
        let service = Self { child, address };
        while ureq::get(service.url("/readyz")).call().is_err() {
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(service)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Memory that it holds, in bytes, where the system tells (Linux).
    pub(crate) fn resident_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or(0) * 1024
    }

    /// The time that processors have worked for it, where the system tells (Linux).
    pub(crate) fn cpu_time(&self) -> Duration {
        /// Of the clock in which Linux tells it, on all processors that we build for.
        const TICKS_A_SECOND: u64 = 100;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The name of the program, which may hold anything, ends with the last parenthesis; of what follows, user and system time.
        let after_name = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 = after_name.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 1000 / TICKS_A_SECOND)
    }

    /// A number of `/metrics`.
    pub(crate) fn metric(&self, name: &str) -> Option<f64> {
        let text = ureq::get(self.url("/metrics")).call().ok()?.body_mut().read_to_string().ok()?;
        text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
    }

    /// Asks it to stop, and waits. Its exit code.
    pub(crate) fn stop(mut self) -> Result<Option<i32>, Box<dyn Error>> {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        Ok(self.child.wait()?.code())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
