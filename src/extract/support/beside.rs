//! What stands beside an ambiguous name: signs of its sense or of another, and technical names.
//!
//! Many names of one long sentence ask the same of it. What was found there is kept, so that a sentence of `C/C/C/...` is gone through
//! once and not once a name.

use std::cell::RefCell;
use std::collections::HashMap;

use super::super::lists;
use super::super::meter::charge;
use super::super::scanner::Hit;
use super::super::support_words::EVERYDAY;
use super::super::text::Span;
use super::super::words::one_of;
use super::Judge;
use crate::taxonomy::{ConceptId, ConceptKind, Name, Numbers};

/// So many names before and behind another, and at the start of the text, tell whether it is of technology at all.
const MAX_BESIDE: usize = 400;
/// Among so few, looking is quicker than keeping what was found.
const FEW: usize = 64;

/// What a name asks of the hits in a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    Near,
    NotNear,
    OtherSense,
    /// A sign near it that is no word of every day, and counts itself.
    Support,
    /// A technical name of something else.
    Technical,
    /// A tool or a language of another name, whoever names it.
    Made,
}

/// The name of a concept asks this of a span.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    sign: Sign,
    concept: Option<ConceptId>,
    span: Span,
    /// Names that count only ever become more: how many there are says which.
    n_firm: usize,
}

/// Where the first hit that counts ends and the last begins; none where none counts.
type Ends = Option<(usize, usize)>;

/// The answers so far.
#[derive(Default)]
pub(super) struct Answers(RefCell<HashMap<Question, Ends>>);

impl Judge<'_> {
    /// Whether a sign of the concept stands in the span, apart from a name.
    pub(super) fn any_sign(&self, concept: ConceptId, sign: Sign, span: &Span, apart_from: Option<&Hit>) -> bool {
        let signs = self.signs(concept, sign);
        let question = Question { sign, concept: Some(concept), span: span.clone(), n_firm: 0 };
        !signs.is_empty() && self.any(question, self.hits, apart_from, |hit| signs.has(hit.pattern))
    }

    /// Whether something nearby speaks for the name: a plain word, a plain name, or an ambiguous name that counts itself.
    /// `Salt` and `chef` in a kitchen do not vouch for each other.
    ///
    /// For a specialist's name one word that is no such name itself is not enough, unless the text is of that field: `Zero` and `memory`
    /// stand in any text.
    pub(super) fn any_support(&self, concept: ConceptId, span: &Span, own: &Hit, firm: &[Hit]) -> bool {
        let signs = self.signs(concept, Sign::Near);
        let everyday = |hit: &Hit| EVERYDAY.has(&self.text.folded()[hit.start..hit.end]);
        // A name that counts in lists alone is a plain word elsewhere.
        let plain = |name: &Name| !name.ambiguous || name.listed;
        let counts = |hit: &Hit| self.scanner.name(hit).is_none_or(plain) || firm.binary_search(hit).is_ok();
        let question = |sign| Question { sign, concept: Some(concept), span: span.clone(), n_firm: firm.len() };
        let elsewhere = || self.technical_elsewhere(own, firm);
        // `Low latency to the table`: a word of every day vouches only where something else is technical.
        let Some(name) = self.scanner.name(own) else { return false };
        let firmly = |hit: &Hit| self.scanner.name(hit).is_some_and(|n| bears_out(n, name));
        let near = within(self.hits, span);
        if near.len() <= FEW {
            charge(near.len());
            let speaking = near.iter().filter(|hit| signs.has(hit.pattern) && is_apart(hit, own) && counts(hit));
            let mut speaking = speaking.filter(|hit| !everyday(hit) || elsewhere());
            let Some(first) = speaking.next() else { return false };
            return !name.specialist
                || firmly(first)
                || speaking.any(|hit| hit.pattern != first.pattern || firmly(hit))
                || elsewhere();
        }
        let speaks = |hit: &Hit| signs.has(hit.pattern) && !everyday(hit) && counts(hit);
        self.any(question(Sign::Support), self.hits, Some(own), speaks) && (!name.specialist || elsewhere())
    }

    /// Whether a technical name of something else stands in the span.
    pub(super) fn technical_beside(&self, span: &Span, hit: &Hit, firm: &[Hit]) -> bool {
        let Some(own) = self.scanner.name(hit) else { return false };
        let question =
            Question { sign: Sign::Technical, concept: Some(own.concept), span: span.clone(), n_firm: firm.len() };
        self.any(question, firm, Some(hit), |other| self.is_borne_out(own, other))
    }

    /// Whether a tool or a language of another name stands in the span, whoever names it.
    pub(super) fn made_beside(&self, span: &Span, hit: &Hit, firm: &[Hit]) -> bool {
        let Some(own) = self.scanner.name(hit) else { return false };
        let question =
            Question { sign: Sign::Made, concept: Some(own.concept), span: span.clone(), n_firm: firm.len() };
        self.any(question, firm, Some(hit), |other| {
            let is_made = |name: &Name| matches!(name.kind, ConceptKind::Tool | ConceptKind::Language);
            self.scanner.name(other).is_some_and(|name| name.concept != own.concept && name.technical && is_made(name))
        })
    }

    /// `C++ and MPI`: a tool or a language of another name is joined to it.
    pub(super) fn is_joined(&self, hit: &Hit, firm: &[Hit]) -> bool {
        let (first, last) = (self.text.word_at(hit.start), self.text.word_at(hit.end.saturating_sub(1)));
        let span_of = |word: Option<usize>| word.and_then(|word| self.text.words().get(word));
        let joins = |word: Option<usize>| {
            span_of(word).is_some() && word.is_some_and(|word| one_of!(self.text.word(word), lists::SUPPORT_JOINS))
        };
        let within = |word: Option<usize>| span_of(word).is_some_and(|span| self.made_beside(span, hit, firm));
        (joins(first.checked_sub(1)) && within(first.checked_sub(2)))
            || (joins(Some(last + 1)) && within(Some(last + 2)))
    }

    /// Other technical names anywhere near it, and in whatever order: more of them need not be looked at.
    pub(super) fn technical_elsewhere(&self, hit: &Hit, firm: &[Hit]) -> bool {
        let Some(own) = self.scanner.name(hit) else { return false };
        let here = firm.partition_point(|other| other.start < hit.start);
        let near = here.saturating_sub(MAX_BESIDE)..(here + MAX_BESIDE).min(firm.len());
        [0..MAX_BESIDE.min(firm.len()), near].into_iter().any(|part| {
            let found = firm[part].iter().inspect(|_| charge(1));
            found.filter(|other| is_apart(other, hit)).any(|other| self.is_borne_out(own, other))
        })
    }

    fn is_borne_out(&self, own: &Name, other: &Hit) -> bool {
        self.scanner.name(other).is_some_and(|name| bears_out(name, own))
    }

    fn signs(&self, concept: ConceptId, sign: Sign) -> &Numbers {
        let signs = self.scanner.signs(concept);
        match sign {
            Sign::NotNear => &signs.not_near,
            Sign::OtherSense => &signs.other_sense,
            _ => &signs.near,
        }
    }

    /// Whether one of the hits in the question's span counts that stands apart from a name.
    fn any(&self, question: Question, hits: &[Hit], from: Option<&Hit>, counts: impl Fn(&Hit) -> bool) -> bool {
        let hits = within(hits, &question.span);
        if hits.len() <= FEW {
            charge(hits.len());
            return hits.iter().any(|hit| counts(hit) && from.is_none_or(|own| is_apart(hit, own)));
        }
        let mut answers = self.answers.0.borrow_mut();
        let ends = *answers.entry(question).or_insert_with(|| {
            charge(hits.len());
            hits.iter().filter(|hit| counts(hit)).fold(None, |ends: Ends, hit| {
                Some(ends.map_or((hit.end, hit.start), |(end, start)| (end.min(hit.end), start.max(hit.start))))
            })
        });
        ends.is_some_and(|(end, start)| from.is_none_or(|own| end <= own.start || start >= own.end))
    }
}

/// Whether a name says that the words around it are of the field of another.
fn bears_out(name: &Name, other: &Name) -> bool {
    let is_akin = || name.specialist || name.area == other.area;
    name.concept != other.concept && name.technical && (!other.specialist || is_akin())
}

fn is_apart(hit: &Hit, own: &Hit) -> bool {
    hit.end <= own.start || hit.start >= own.end
}

/// Those that begin within a span, of hits by place.
pub(super) fn within<'h>(hits: &'h [Hit], span: &Span) -> &'h [Hit] {
    let from = hits.partition_point(|hit| hit.start < span.start);
    let rest = &hits[from..];
    // Most spans hold few.
    let few = rest.iter().take(FEW + 1).take_while(|hit| hit.start < span.end).count();
    let length = if few > FEW { rest.partition_point(|hit| hit.start < span.end) } else { few };
    &rest[..length]
}
