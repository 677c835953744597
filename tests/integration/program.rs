//! Runs the program as a user does, on files in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A folder with files, and the program.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file.
    pub(crate) fn with(self, name: &str, text: &str) -> Self {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// The names of the files in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
        command.args(arguments).current_dir(self.path()).stdin(Stdio::null()).env("NO_COLOR", "1");
        command.env_remove("COLUMNS");
        // Whatever the machine configures is none of a test's.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("ROLEFIT_")) {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        finish(self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()), "")
    }

    pub(crate) fn run_with(&self, arguments: &[&str], stdin: &str) -> Run {
        let mut command = self.command(arguments);
        finish(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()), stdin)
    }
}

fn finish(command: &mut Command, stdin: &str) -> Run {
    let mut child = command.spawn().unwrap();
    if let Some(mut input) = child.stdin.take() {
        // A program that fails early does not read its input.
        let _ = input.write_all(stdin.as_bytes());
    }
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A file of the sample data.
pub(crate) fn sample(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name);
    path.into_os_string().into_string().unwrap()
}

/// One role and three candidates, of whom the gate leaves out one.
pub(crate) fn small() -> Folder {
    Folder::new()
        .with(
            "role.json",
            r#"{"id":"r-1","title":"Storage engineer","must_have":[{"name":"Lustre","gate":true},"Linux"],"nice_to_have":["ZFS"]}"#,
        )
        .with(
            "candidates.jsonl",
            concat!(
                r#"{"id":"c-1","name":"=Ana Lima","headline":"Storage engineer","skills":[{"name":"Lustre","years":6},"Linux"]}"#,
                "\n",
                r#"{"id":"c-2","name":"陳怡君","skills":["Lustre"]}"#,
                "\n",
                r#"{"id":"c-3","name":"Bo","skills":["Excel"]}"#,
                "\n",
            ),
        )
}
