//! How much of a document is read before it is refused. Limits of single fields are in the schema instead.

#[cfg(feature = "documents")]
use std::path::{Path, PathBuf};
#[cfg(feature = "documents")]
use std::sync::Arc;

use crate::domain::setters;

/// Bounds on one document, so that no input can take unbounded memory or stack.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The largest document, in bytes of JSON text; 1 MiB unless said.
    pub document_bytes: usize,
    /// How deep objects and lists may be nested, the document itself being the first level; 32 unless said, at most
    /// [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// How many violations are listed; those beyond are only counted. 100 unless said.
    pub violations: usize,
    /// In which process PDF is read; nowhere unless said.
    #[cfg(feature = "documents")]
    pub pdf: PdfIsolation,
}

setters! {
    impl Limits {
        with_document_bytes(document_bytes: is usize);
        with_depth(depth: is usize);
        with_violations(violations: is usize);
    }
}

#[cfg(feature = "documents")]
setters! {
    impl Limits {
        with_pdf(pdf: is PdfIsolation);
    }
}

/// In which process PDF is read. It is the one format whose parsers are known to loop, to fill the memory or to overflow the stack on
/// damaged and on malicious files, and none of that can be stopped from within a process.
#[cfg(feature = "documents")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PdfIsolation {
    /// Nowhere: PDF is refused.
    #[default]
    Refused,
    /// In a process for each file, with limits of memory and time. The program is started with the argument `read-pdf`: it is
    /// `rolefit`, or one of the caller's own that then calls [`run_pdf_process`](crate::intake::run_pdf_process).
    Process(Arc<Path>),
    /// In the caller's own process, for files that the caller trusts: a panic is caught, but a file may take any time and memory.
    SameProcess,
}

#[cfg(feature = "documents")]
impl PdfIsolation {
    /// In processes of this program.
    pub fn process(program: impl Into<PathBuf>) -> Self {
        Self::Process(program.into().into())
    }
}

impl Limits {
    /// The deepest nesting that can be allowed, because reading and dropping a value use the stack.
    pub const MAX_DEPTH: usize = 120;

    /// The depth that is held to.
    pub(super) fn effective_depth(&self) -> usize {
        self.depth.min(Self::MAX_DEPTH)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            document_bytes: 1 << 20,
            depth: 32,
            violations: 100,
            #[cfg(feature = "documents")]
            pdf: PdfIsolation::Refused,
        }
    }
}
