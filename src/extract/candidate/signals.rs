//! What earns a bonus: contributions, publications and certifications, in fields or in prose.

use super::{RELEVANT_SCARCITY, Reader, quote, source};
use crate::domain::Candidate;
use crate::extract::alternatives::link::{Link, link};
use crate::extract::extractor::Read;
use crate::extract::facts::{Signal, SignalKind};
use crate::extract::lexicon::Kinds;
use crate::extract::mention::{Mention, MentionKind};
use crate::extract::scopes::{is_contributed, is_published};
use crate::extract::text::Text;
use crate::taxonomy::{ConceptId, ConceptKind};

impl Reader<'_> {
    /// Contributions, publications and certifications that the document names in fields of their own.
    pub(super) fn named_signals(&mut self, candidate: &Candidate) {
        for (number, name) in candidate.open_source.iter().enumerate() {
            self.signal(SignalKind::OpenSource, name, &format!("/open_source/{number}"));
        }
        for (number, publication) in candidate.publications.iter().enumerate() {
            if let Some(venue) = &publication.venue {
                self.signal(SignalKind::Publication, venue, &format!("/publications/{number}/venue"));
            }
        }
        for (number, name) in candidate.certifications.iter().enumerate() {
            self.signal(SignalKind::Certification, name, &format!("/certifications/{number}"));
        }
    }

    pub(super) fn signal(&mut self, kind: SignalKind, name: &str, pointer: &str) {
        let concept = self.taxonomy.resolve(name).concept.or_else(|| {
            let mentions = self.extractor.scan(&Text::new(name));
            mentions.iter().map(|m| m.concept).find(|c| self.earns(kind, *c))
        });
        if let Some(concept) = concept.filter(|c| self.earns(kind, *c)) {
            let source = source(pointer, name);
            self.add_signal(Signal { kind, concept, passage: None, quoted: false, source });
        }
    }

    /// A certification, or a contribution or publication that a text tells of. What it tells of a name it tells of those that are listed
    /// after it: `contributes to Kueue, Karmada and HAMi`.
    pub(super) fn signal_in_text<'m>(
        &mut self,
        read: &Read<'_>,
        mention: &'m Mention,
        told: &mut Option<&'m Mention>,
        pointer: &str,
        passage: Option<u16>,
    ) {
        let kind = match self.taxonomy.concept(mention.concept).kind {
            ConceptKind::Venue => SignalKind::Publication,
            ConceptKind::Credential => SignalKind::Certification,
            _ => SignalKind::OpenSource,
        };
        // Of what else is named with a project one need not know whether it is open: `maintainer of Docker and OpenStack`.
        if mention.by != MentionKind::Label || !(kind == SignalKind::OpenSource || self.earns(kind, mention.concept)) {
            return;
        }
        let tokens = read.reading.tokens_of(&mention.span);
        let Some(last) = tokens.clone().last() else { return };
        let is_told = match kind {
            SignalKind::Certification => true,
            SignalKind::Publication => is_published(&read.reading, tokens.start, last),
            SignalKind::OpenSource => {
                let is_told = told.is_some_and(|before| goes_on(read.text, before, mention))
                    || is_contributed(&read.reading, tokens.start, last);
                *told = is_told.then_some(mention);
                is_told
            }
        };
        if is_told && self.earns(kind, mention.concept) {
            let source = quote(read.text, &mention.span, pointer);
            self.add_signal(Signal { kind, concept: mention.concept, passage, quoted: false, source });
        }
    }

    pub(super) fn earns(&self, kind: SignalKind, concept: ConceptId) -> bool {
        let concept = self.taxonomy.concept(concept);
        match kind {
            SignalKind::OpenSource => concept.open_source,
            SignalKind::Publication => concept.kind == ConceptKind::Venue,
            SignalKind::Certification => concept.kind == ConceptKind::Credential && concept.weight >= RELEVANT_SCARCITY,
        }
    }

    pub(super) fn add_signal(&mut self, signal: Signal) {
        if !self.facts.signals.iter().any(|s| s.concept == signal.concept && s.kind == signal.kind) {
            self.facts.signals.push(signal);
        }
    }
}

/// Whether a list goes on from one name to the next, without another verb between them.
fn goes_on(text: &Text, before: &Mention, next: &Mention) -> bool {
    let is_work = |word: usize| text.kinds(word).has(Kinds::WORK);
    matches!(link(text, before, next, None), Link::Comma | Link::And | Link::Slash | Link::Example(_))
        && !(text.word_at(before.span.end)..text.word_at(next.span.start)).any(is_work)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;

    /// The contributions and publications that a profile of these sentences tells of.
    fn signals(sentences: &str) -> Vec<String> {
        let candidate = serde_json::from_value(json!({"id": "c", "summary": sentences})).unwrap();
        let extractor = Extractor::new(Arc::new(Taxonomy::extended("").unwrap()));
        let facts = extractor.candidate_facts(&candidate).unwrap();
        facts.signals.iter().map(|signal| extractor.taxonomy().concept(signal.concept).label.to_string()).collect()
    }

    #[test]
    fn who_runs_an_open_project_has_not_given_to_it() {
        assert_eq!(signals("I deploy and maintain Lustre, and wrote the runbooks."), [""; 0]);
        assert_eq!(signals("Implementing Prometheus and Grafana for monitoring, contributing to uptime."), [""; 0]);
        assert_eq!(signals("She contributed to the Kubernetes platform of a bank."), [""; 0]);
        assert_eq!(signals("I have never contributed to Slurm."), [""; 0]);
        assert_eq!(signals("Committer of Ray for four years."), ["Ray"]);
    }

    #[test]
    fn names_in_a_row_are_given_to_alike() {
        assert_eq!(signals("He contributes upstream to Slurm, Docker and Lustre."), ["Slurm", "Lustre"]);
        assert_eq!(signals("He contributes upstream to Slurm and runs Lustre."), ["Slurm"]);
    }

    #[test]
    fn publications_are_told_beside_their_venue() {
        assert_eq!(signals("Two papers at SIGCOMM."), ["SIGCOMM"]);
        assert_eq!(signals("She visited SIGCOMM with her team."), [""; 0]);
    }
}
