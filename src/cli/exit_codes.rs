//! What the exit code of the program says. Part of its interface: scripts rely on it.

/// Done. A reader that closes the pipe early (`| head`) is no failure.
pub(super) const OK: u8 = 0;
/// The answer is no: a bad line under `--strict`, nothing to rank, an id that is not known, a taxonomy with problems, a data
/// directory with flaws, an export without its damaged documents.
pub(super) const NEGATIVE: u8 = 1;
/// The arguments cannot be understood.
pub(super) const USAGE: u8 = 2;
/// An input cannot be used: no such file, no such format, not a document, an unusable profile or taxonomy.
pub(super) const INPUT: u8 = 3;
/// The data directory cannot be used: locked by another process, damaged, of another version, not empty where it is restored
/// into, or its disk failed or is nearly full.
pub(super) const STORE: u8 = 4;
/// The system refused: the output cannot be written, the address cannot be listened on, a cluster does not answer.
pub(super) const SYSTEM: u8 = 5;

/// The same, for `--help` and the manual page.
pub(super) const HELP: &str = "\
Exit codes:
  0  done (bad lines are reported and passed over; a closed pipe is no failure)
  1  the answer is no: a bad line under --strict, nothing to rank, an id that is not known,
     a taxonomy with problems, a data directory with flaws, an export without its damaged
     documents
  2  the arguments cannot be understood
  3  an input cannot be used: no such file or format, not a document, an unusable profile,
     taxonomy or backup
  4  the data directory cannot be used: locked, damaged, of another version, not empty where
     it is restored into, or a disk that fails or is nearly full
  5  the system refused: the output cannot be written, the address cannot be listened on,
     a cluster does not answer";
