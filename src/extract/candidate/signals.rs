//! What earns a bonus: contributions, publications and certifications, in fields or in prose.

use super::{RELEVANT_SCARCITY, Reader, quote, sentence_near, source};
use crate::domain::Candidate;
use crate::extract::facts::{Signal, SignalKind};
use crate::extract::lists;
use crate::extract::mention::{Mention, MentionKind};
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

    /// A contribution or publication told of in a text.
    pub(super) fn signal_in_text(&mut self, text: &Text, mention: &Mention, pointer: &str, passage: Option<u16>) {
        let kind = match self.taxonomy.concept(mention.concept).kind {
            ConceptKind::Venue => SignalKind::Publication,
            ConceptKind::Credential => SignalKind::Certification,
            _ => SignalKind::OpenSource,
        };
        if mention.by != MentionKind::Label || !self.earns(kind, mention.concept) {
            return;
        }
        let sentence = &text.folded()[sentence_near(text, mention.span.start)];
        let cues: &[&str] = match kind {
            SignalKind::OpenSource => lists::CANDIDATE_SIGNALS_CONTRIBUTING,
            SignalKind::Publication => lists::CANDIDATE_SIGNALS_PUBLISHING,
            SignalKind::Certification => &["certif", "licen", "credential"],
        };
        let is_credential_itself = kind == SignalKind::Certification;
        if is_credential_itself || cues.iter().any(|cue| sentence.contains(cue)) {
            let source = quote(text, &mention.span, pointer);
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
