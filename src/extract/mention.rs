//! A concept named or shown in a text: which, where, how, and whether the author claims it.
//!
//! [`Scanner`](super::scanner::Scanner) finds mentions; what a mention is worth is for others to say.

use crate::taxonomy::{ConceptId, RuleId};

use super::text::Span;

/// A concept that a text names, or shows by what it tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub concept: ConceptId,
    /// Folded bytes, on character boundaries.
    pub span: Span,
    pub by: MentionKind,
    pub stance: Stance,
    /// Whether it stands in a bare enumeration, rather than in words that tell of work.
    pub listed: bool,
}

/// Those of mentions, which are in order of place, that begin within a span.
pub(super) fn within(mentions: &[Mention], span: Span) -> impl Iterator<Item = &Mention> {
    let from = mentions.partition_point(|mention| mention.span.start < span.start);
    mentions[from..].iter().take_while(move |mention| mention.span.start < span.end)
}

/// How a concept was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MentionKind {
    /// By one of its names.
    Label,
    /// By a deed that a practice rule knows ("tuned the GEMMs").
    Deed(RuleId),
}

/// What the author says about it. Later ones win where two apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stance {
    /// Plainly stated.
    Stated,
    /// Left for something else: real experience, but past.
    Former,
    /// Done until some time ago: past, whatever the words name. Readers see it as [`Former`](Self::Former).
    Past,
    /// Known a little: `basic`, `limited exposure`.
    Little,
    /// Spoken of, and not done by the writer: others do it, or it is sold, taught, reported on.
    About,
    /// To be learnt, wished for.
    Wanted,
    /// Denied.
    Negated,
}
