//! What the commands share that care for a data directory: where it is, and how their outcome is written.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::arguments::TextFormat;
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::visible::visible;
use super::watch::watched;
use crate::Error;
use crate::access::TenantName;
use crate::error::ErrorKind;
use crate::storage::DataDirectory;

/// Whose documents of a data directory.
#[derive(Debug, Args)]
pub(super) struct TenantArguments {
    /// The tenant whose documents are meant, see `rolefit keys create --help`
    #[arg(long, value_name = "NAME", default_value_t)]
    tenant: TenantName,
}

impl TenantArguments {
    /// The tenant's own data directory.
    pub(super) fn directory(&self, data_dir: &Path) -> PathBuf {
        self.tenant.directory(data_dir)
    }
}

/// Which data directory, and how the outcome is written.
#[derive(Debug, Args)]
pub(super) struct UpkeepArguments {
    /// The data directory; no rolefit may be using it
    #[arg(long, value_name = "DIR")]
    data_dir: PathBuf,
    #[command(flatten)]
    tenant: TenantArguments,
    /// How the outcome is written
    #[arg(long, value_enum, default_value = "table")]
    format: TextFormat,
}

impl UpkeepArguments {
    /// Does `work` on the directory, and shows on a terminal how far it has come.
    pub(super) fn on<T>(&self, work: impl FnOnce(DataDirectory) -> T) -> T {
        watched(|progress| work(DataDirectory::at(self.path()).watched(progress)))
    }

    /// Its path, when there is such a directory.
    pub(super) fn existing(&self) -> Result<PathBuf, Failure> {
        let path = self.path();
        if path.is_dir() { Ok(path) } else { Err(none_there(&path.display())) }
    }

    fn path(&self) -> PathBuf {
        self.tenant.directory(&self.data_dir)
    }

    /// Writes the outcome to standard output: `outcome` for programs, or `text` for people.
    pub(super) fn write(&self, outcome: &impl Serialize, text: &str) -> Result<(), Failure> {
        let mut out = Destination::stdout();
        match self.format {
            TextFormat::Json => json_rows::pretty(outcome, &mut out)?,
            TextFormat::Table => writeln!(out, "{}: {}", self.path().display(), visible(text))?,
        }
        out.finish()
    }
}

/// Why a directory could not be cared for.
pub(super) fn failed(error: Error) -> Failure {
    let Error::NotFound { id, .. } = error else { return error.into() };
    none_there(&id)
}

/// Reading commands make no data directory.
pub(super) fn none_there(dir: &dyn std::fmt::Display) -> Failure {
    Failure::input(format!("{dir}: there is no such data directory"))
        .with_hint("`rolefit import --data-dir DIR` and `rolefit serve --data-dir DIR` make one")
}

/// As [`failed`], for a command that makes a file: that it cannot be made is the system's refusal.
pub(super) fn failed_writing(error: Error) -> Failure {
    if error.kind() == ErrorKind::Io { Failure::system(&error) } else { failed(error) }
}

/// A length that people read.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let (mut tenths, mut unit) = (bytes.saturating_mul(10) / 1024, 0);
    while tenths >= 10_240 && unit + 1 < UNITS.len() {
        (tenths, unit) = (tenths / 1024, unit + 1);
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_one_decimal_and_a_unit_that_fits() {
        let sizes = [0, 1536, 64 << 20, 5 << 30].map(size);
        assert_eq!(sizes, ["0.0 KiB", "1.5 KiB", "64.0 MiB", "5.0 GiB"]);
    }
}
