//! Which rule made each fact of a text, out of which tokens: for whoever changes rules and words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::extraction::Extraction;
use super::extractor::{Extractor, Read};
use super::mention::MentionKind;
use super::terms::Reading;
use super::text::Span;
use crate::domain::Error;

/// Why a fact was read.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Trace {
    /// The kind of fact, as the field of [`Extraction`](crate::extract::Extraction) is called, and what was read: `skills lustre`.
    pub fact: String,
    /// What read it: `name` for a name of the taxonomy, `practice/` or `work_modes/` with the rule's id, else the reader that computes
    /// such facts.
    pub rule: String,
    /// The tokens that made it, as readers see them: small, without accents, signs by themselves.
    pub tokens: Vec<String>,
    /// First character of the words in the text as given.
    pub start: usize,
    /// One past their last character.
    pub end: usize,
}

impl Extractor {
    /// The facts of a text with their [`trace`](Extraction::trace): for whoever writes rules and words.
    ///
    /// ```
    /// use rolefit::extract::Extractor;
    /// use rolefit::taxonomy::Taxonomy;
    ///
    /// let extractor = Extractor::new(Taxonomy::builtin());
    /// let found = extractor.extract_traced("Two days a week from home.")?;
    /// assert_eq!(found.trace[0].rule, "work_modes/few-days-at-home");
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unreadable`] when the reader gives the text up: it fails on it, or takes too much work. [`Error::Cancelled`] when
    /// the extractor's token says so.
    pub fn extract_traced(&self, text: &str) -> Result<Extraction, Error> {
        self.extract_until(&self.cancel, text, true)
    }
}

/// The traces of all facts of a text, by place.
pub(super) fn traces(extractor: &Extractor, read: &Read<'_>) -> Vec<Trace> {
    let taxonomy = extractor.taxonomy();
    let mut all: Vec<Trace> = Vec::new();
    let mut add = |fact: String, rule: String, span: &Span| {
        let characters = read.text.original_characters(span);
        let tokens = tokens(&read.reading, span);
        all.push(Trace { fact, rule, tokens, start: characters.start, end: characters.end });
    };
    for mention in &read.mentions {
        let rule = match mention.by {
            MentionKind::Deed(rule) => format!("practice/{}", taxonomy.practices().id(rule)),
            MentionKind::Label => "name".to_owned(),
        };
        add(format!("skills {}", taxonomy.concept(mention.concept).id), rule, &mention.span);
    }
    for (mode, span, rule) in read.work_modes() {
        add(format!("work_modes {}", word(mode)), format!("work_modes/{rule}"), span);
    }
    for scale in read.scales(taxonomy) {
        add(format!("scale {} {}", scale.quantity(), word(&scale.unit)), "scale".to_owned(), &scale.span);
    }
    for pay in read.pay() {
        add("pay".to_owned(), "pay".to_owned(), &pay.span);
    }
    for years in read.years() {
        add("years".to_owned(), "years".to_owned(), &years.span);
    }
    for place in extractor.places(read) {
        add("locations".to_owned(), "place".to_owned(), &place.span);
    }
    if let Some((level, span)) = read.level() {
        add(format!("level {}", word(&level)), "level".to_owned(), &span);
    }
    all.sort_by(|a, b| (a.start, a.end, &a.fact).cmp(&(b.start, b.end, &b.fact)));
    all
}

/// A value as it stands in answers.
fn word(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().trim_matches('"').to_owned()
}

fn tokens(reading: &Reading, span: &Span) -> Vec<String> {
    let from = reading.tokens.partition_point(|token| token.span.end <= span.start);
    let within = reading.tokens[from..].iter().take_while(|token| token.span.start < span.end);
    within.map(|token| token.word.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn each_fact_names_its_rule_and_tokens() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let text = "Senior engineer. I operate the GPU cluster of a lab with Slurm. Fully remote.";
        let traces = extractor.extract_traced(text).unwrap().trace;
        let of = |rule: &str| traces.iter().find(|trace| trace.rule == rule).map(|trace| trace.tokens.join(" "));
        assert_eq!(of("level").as_deref(), Some("senior engineer"));
        assert_eq!(of("work_modes/remote").as_deref(), Some("remote"));
        assert!(traces.iter().any(|trace| trace.rule.starts_with("practice/cluster-operation")));
        assert!(traces.iter().any(|trace| trace.rule == "name" && trace.fact == "skills slurm"));
        assert!(traces.is_sorted_by_key(|trace| trace.start));
    }
}
