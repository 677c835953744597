//! Where results go: standard output, or a file that appears whole.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::Path;

use super::failure::Failure;
use super::interrupt;
use crate::files::OutputFile;

/// Standard output or a file.
pub(super) enum Destination {
    Stdout(BufWriter<Stdout>),
    File(OutputFile),
}

impl Destination {
    /// Standard output, or the file at `path`.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        match path {
            Some(path) if path != Path::new("-") => {
                interrupt::remove_unfinished_output();
                OutputFile::create(path).map(Self::File).map_err(|error| Failure::system(&error))
            }
            _ => Ok(Self::stdout()),
        }
    }

    pub(super) fn stdout() -> Self {
        Self::Stdout(BufWriter::new(io::stdout()))
    }

    /// Whether a person looks at it as it is written.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Stdout(_)) && io::stdout().is_terminal()
    }

    /// Everything has been written.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Stdout(mut stdout) => Ok(stdout.flush()?),
            Self::File(file) => file.finish().map_err(|error| Failure::system(&error)),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::File(file) => file.flush(),
        }
    }
}
