//! What stands between a name of a sentence and the next, as far as it makes a list of them.

use crate::extract::lists;
use crate::extract::mention::Mention;
use crate::extract::section_words::{PREFERENCE_WORDS, WITHIN};
use crate::extract::text::Text;
use crate::extract::words::{Words, one_of, words};

/// More words between two names than this end a list.
const LINK_WORDS: usize = 4;
/// Between alternatives, in whatever language the rest is.
const ENGLISH_OR: Words = words!(lists::ALTERNATIVES_OR);

/// What stands between two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Link {
    Or,
    /// A comma right before the `or`: the whole list is meant.
    CommaOr,
    /// With something unnamed before the `or`: `Lustre, VFS or GPFS`.
    LooseOr,
    Slash,
    Comma,
    And,
    /// `A, B and other X`: what is before are examples of what follows.
    AndOther,
    /// What follows are examples of what is before.
    Example(Opening),
    /// A colon.
    Colon,
    /// Nothing that makes a list.
    Break,
}

/// How examples are announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Opening {
    /// `(`: they end where it closes.
    Bracket,
    /// `such as`, `like`, `e.g.`
    Words,
}

impl Link {
    /// Whether it goes on with a list.
    pub(super) fn lists(self) -> bool {
        matches!(self, Self::Or | Self::CommaOr | Self::LooseOr | Self::Slash | Self::Comma)
    }

    pub(super) fn is_or(self) -> bool {
        matches!(self, Self::Or | Self::CommaOr | Self::LooseOr)
    }
}

/// Whether how well a name should be known is said of the next one of the sentence, too: `Familiarity with Kafka and tools such as Slurm`,
/// and not `Familiarity with Kafka, strong Slurm`.
pub(in super::super) fn goes_on(text: &Text, before: &Mention, after: &Mention) -> bool {
    let between = between(text, before, after);
    let mut words = between.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    between.len() <= MAX_LINK_LEN
        && !between.contains(';')
        && !words.any(|word| one_of!(word, lists::ALTERNATIVES_SAYS_ANEW))
}

/// Whether examples are announced of something else than the name before them: `Python and experience with frameworks like`.
pub(super) fn is_apart(between: &str) -> bool {
    let words: Vec<&str> = between.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let parts = words.iter().rposition(|word| one_of!(word, lists::ALTERNATIVES_PARTING));
    // `libraries and frameworks such as`
    let noun = |at: usize| words.get(at + 2).is_none_or(|word| one_of!(word, lists::ALTERNATIVES_BEGINS_EXAMPLES));
    parts.is_some_and(|at| !(words[at] == "and" && noun(at)))
}

/// `GCP (ideally) or AWS`: without a bracket that only says how much the first is wished for.
fn without_aside(between: &str) -> &str {
    let Some((aside, behind)) = between.strip_prefix(" (").and_then(|rest| rest.split_once(')')) else {
        return between;
    };
    let mut words = aside.split(' ');
    if words.all(|word| PREFERENCE_WORDS.has(word) || WITHIN.has(word)) { behind } else { between }
}

pub(super) fn between<'t>(text: &'t Text, before: &Mention, after: &Mention) -> &'t str {
    text.folded().get(before.span.end..after.span.start).unwrap_or(";")
}

/// `or` are the words between alternatives of the language that the text is in, where that is not English.
pub(in super::super) fn link(text: &Text, before: &Mention, after: &Mention, or: Option<&Words>) -> Link {
    let between = between(text, before, after);
    let between = between.strip_prefix("'s").or_else(|| between.strip_prefix('s')).unwrap_or(between);
    let between = without_aside(between);
    // `Borg-like, Kubernetes`
    let between = between.strip_prefix(" like").filter(|rest| rest.starts_with([',', '/', ')'])).unwrap_or(between);
    match between {
        "" | " " => return Link::Break,
        "," | ", " => return Link::Comma,
        "/" => return Link::Slash,
        " and " => return Link::And,
        " or " => return Link::Or,
        _ => {}
    }
    if between.len() > MAX_LINK_LEN || between.contains([';', '|', '•']) {
        return Link::Break;
    }
    let is_or = |word: &str| ENGLISH_OR.has(word) || or.is_some_and(|or| or.has(word));
    let words: Vec<&str> = between
        .split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '\'' || c == '/'))
        .map(|w| w.trim_end_matches('.'))
        .filter(|w| !w.is_empty())
        .collect();
    let examples = words.windows(2).any(|pair| matches!(pair, ["such", "as"] | ["for", "example" | "instance"]))
        || words.iter().any(|w| one_of!(w, lists::ALTERNATIVES_EXAMPLES));
    let opening = if between.contains('(') && !between.contains(')') {
        Some(Opening::Bracket)
    } else {
        examples.then_some(Opening::Words)
    };
    let far = words.len() > LINK_WORDS || (between.contains(')') && !between.trim_start().starts_with(')'));
    if let Some(opening) = opening {
        return if far && words.len() > LINK_WORDS + 3 { Link::Break } else { Link::Example(opening) };
    }
    if far {
        return Link::Break;
    }
    let comma = between.trim_start_matches([')', ' ']).starts_with(',');
    // `TensorRT or similar, quantization`, `JBoss or WAS, Git`: the alternative is closed, and another thing follows.
    let closed = between.trim_end().ends_with(',')
        && words.iter().rposition(|w| is_or(w)).is_some_and(|or| or + 1 < words.len());
    if closed {
        return Link::Break;
    }
    if let Some(or) = words.iter().position(|w| is_or(w)) {
        return match (comma, or) {
            (true, 0) => Link::CommaOr,
            (true, _) => Link::LooseOr,
            (false, _) => Link::Or,
        };
    }
    if between.trim() == "/" || words == ["/"] {
        return Link::Slash;
    }
    if let [.., "and", "other" | "others"] | ["and", "other", ..] = words.as_slice() {
        return Link::AndOther;
    }
    if words.iter().any(|w| matches!(*w, "and" | "plus")) || between.contains('&') || between.contains(" + ") {
        return Link::And;
    }
    if between.contains(':') {
        return Link::Colon;
    }
    if comma || between.trim() == "," { Link::Comma } else { Link::Break }
}

/// Longer text than this between two names makes no list.
const MAX_LINK_LEN: usize = 80;
