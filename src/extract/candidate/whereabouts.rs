//! Where in a life, and in a document, a text belongs: its job, its time, its passages.

use crate::extract::facts::LastUsed;
use crate::extract::lists;
use crate::extract::text::{Span, Text};

/// Where in a life, and in the document, a text belongs.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) job: Option<u8>,
    pub(super) last_used: LastUsed,
    /// By clause, the passage; one for all where the text is a title or a list.
    pub(super) passages: &'a [u16],
    /// Parts of the text that belong to dated jobs of their own.
    pub(super) timeline: &'a [DatedPart],
    /// Lists that stand behind a title with an employer, and are of that job.
    pub(super) under_titles: &'a [Span],
    /// What stands in a list here is shown by the job, whose title is of work with computers.
    pub(super) shows_lists: bool,
}

/// Part of a text that tells of a dated job.
pub(super) struct DatedPart {
    pub(super) covers: Span,
    pub(super) job: Option<u8>,
    pub(super) last_used: LastUsed,
    /// Its title is of work with computers.
    pub(super) in_computing: bool,
}

impl<'a> Context<'a> {
    /// Of a text with these passages that belongs to no time.
    pub(super) fn undated(passages: &'a [u16]) -> Self {
        Self { job: None, last_used: LastUsed::Unknown, passages, timeline: &[], under_titles: &[], shows_lists: false }
    }

    /// The dated job that a byte belongs to: where one stands within the lines of another, that one.
    pub(super) fn dated(&self, byte: usize) -> Option<&DatedPart> {
        let here = self.timeline.iter().filter(|part| part.covers.contains(&byte));
        here.max_by_key(|part| part.covers.start)
    }

    /// Whether what is listed at a byte is shown by a job without a date.
    pub(super) fn shows_a_list(&self, byte: usize) -> bool {
        self.shows_lists || self.under_titles.iter().any(|list| list.contains(&byte))
    }

    /// The passage around a byte of the text; none where the text tells of nothing.
    pub(super) fn passage(&self, text: &Text, byte: usize) -> Option<u16> {
        let clause = text.clause_at(byte).unwrap_or(0);
        self.passages.get(clause).or(self.passages.last()).copied()
    }
}

/// Whether a wish to move is for any place.
pub(super) fn is_anywhere(wish: &str) -> bool {
    lists::CANDIDATE_WHEREABOUTS_ANYWHERE.contains(&crate::taxonomy::fold(wish).as_str())
}
