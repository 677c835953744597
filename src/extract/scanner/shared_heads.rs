//! Names that share their last word: `tensor, pipeline and sequence parallelism` names three kinds of parallelism.

use super::Scanner;
use crate::extract::lists;
use crate::extract::mention::{Mention, MentionKind, Stance};
use crate::extract::meter::charge;
use crate::extract::support::MAX_NAME_LEN;
use crate::extract::text::{Span, Text};

/// No more names share one head.
const MAX: usize = 5;
/// What joins the last of them to the one before.
const JOINS: &[&str] = lists::SCANNER_SHARED_HEADS_JOINS;

impl Scanner {
    /// Adds the names that lack the head which the last of their list has.
    pub(super) fn complete_heads(&self, text: &Text, mentions: &mut Vec<Mention>) {
        let folded = text.folded();
        let mut found: Vec<Mention> = Vec::new();
        for mention in mentions.iter() {
            // How what joins them ends: most names stand behind something else.
            let before = &folded.as_bytes()[..mention.span.start];
            if !matches!(before, [.., b'/'] | [.., b'd' | b'r' | b'&' | b'/' | b',', b' ']) {
                continue;
            }
            let Some((_, head)) = folded[mention.span.clone()].rsplit_once(' ') else { continue };
            let mut at = mention.span.start;
            // `data, tensor, pipeline parallelism`: commas alone join no fewer than three.
            let commas = before.ends_with(b", ");
            let mut joins = if commas { &[", "] } else { JOINS };
            let first = found.len();
            for _ in 0..MAX {
                let before = &folded[..at];
                let Some(listed) = joins.iter().find_map(|join| before.strip_suffix(join)) else { break };
                let word = listed.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
                let Some(concept) = self.concept_of(&format!("{word} {head}")) else { break };
                let span = listed.len() - word.len()..listed.len();
                if concept == mention.concept || is_named(mentions, &span) {
                    break;
                }
                (at, joins) = (span.start, &[", ", "/"]);
                found.push(Mention { concept, span, by: MentionKind::Label, stance: Stance::Stated, listed: false });
            }
            if commas && found.len() < first + 2 {
                found.truncate(first);
            }
        }
        if !found.is_empty() {
            mentions.append(&mut found);
            mentions.sort_by_key(|mention| (mention.span.start, mention.span.end));
        }
    }
}

/// Whether one of the names, which are in order of place, covers a part of a span.
fn is_named(names: &[Mention], span: &Span) -> bool {
    let begun = &names[..names.partition_point(|name| name.span.start < span.end)];
    let near = begun.iter().rev().take_while(|name| name.span.start + MAX_NAME_LEN > span.start);
    near.inspect(|_| charge(1)).any(|name| span.start < name.span.end)
}

#[cfg(test)]
mod tests {
    use super::super::embedded;
    use super::*;
    use crate::taxonomy::Taxonomy;

    fn named(text: &str) -> Vec<String> {
        let taxonomy = Taxonomy::builtin();
        let text = Text::new(text);
        let mut found: Vec<String> =
            embedded().scan(&text, &taxonomy).iter().map(|m| taxonomy.concept(m.concept).id.to_string()).collect();
        found.dedup();
        found
    }

    #[test]
    fn names_share_the_head_of_the_last() {
        for text in [
            "Data, tensor and pipeline parallelism", "Splits (data, tensor, pipeline parallelism)",
            "You know data, tensor, and pipeline parallelism well.",
        ] {
            let found = named(text);
            for concept in ["data-parallelism", "tensor-parallelism", "pipeline-parallelism"] {
                assert!(found.iter().any(|id| id == concept), "{concept} in {text}: {found:?}");
            }
        }
    }

    #[test]
    fn what_has_no_such_name_is_left() {
        assert_eq!(named("Boring and sequence parallelism"), named("sequence parallelism"));
        assert_eq!(named("Low cost, tensor, and data parallelism").len(), 2);
        assert_eq!(named("Layers, tensor, data loading"), named("data loading"));
        assert_eq!(named("Time, money and data parallelism"), named("data parallelism"));
        assert_eq!(named("训练师 and data parallelism"), named("data parallelism"));
    }
}
