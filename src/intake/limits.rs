//! How much of a document is read before it is refused. Limits of single fields are in the schema instead.

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
}

setters! {
    impl Limits {
        with_document_bytes(document_bytes: is usize);
        with_depth(depth: is usize);
        with_violations(violations: is usize);
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
        Self { document_bytes: 1 << 20, depth: 32, violations: 100 }
    }
}
