//! What sentences tell of the work: its domains, and what is done with them. Which words tell so is data.

use super::text_titles::names_a_credential;
use super::{Context, Reader, quote};
use crate::extract::document_form::Standing;
use crate::extract::extractor::Read;
use crate::extract::facts::Deed;
use crate::extract::mention::{Mention, MentionKind, Stance, within};
use crate::extract::terms::Reading;
use crate::extract::text::Text;
use crate::extract::told_work::told_in;
use crate::taxonomy::ToldWork;
use std::ops::Range;

/// Between these stands what others have said.
const QUOTATION_MARKS: [char; 6] = ['"', '“', '”', '„', '«', '»'];
/// So many words of a sentence are looked at.
const MAX_LEN: usize = 120;

impl Reader<'_> {
    /// Reads the deeds of a text. Lists and names tell of none, nor what is denied or wished for, nor what says nothing of the person.
    pub(super) fn deeds(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) {
        let text = read.text;
        let mut clause = 0;
        while clause < text.clauses().len() {
            let sentence = text.sentence_clauses(clause);
            let words = sentence_words(text, &sentence);
            let passage = context.passages.get(clause).copied().unwrap_or(0);
            clause = sentence.end.max(clause + 1);
            if words.is_empty() || self.form.standing(passage) <= Standing::Lists {
                continue;
            }
            let span = text.words()[words.start].start..text.words()[words.end - 1].end;
            let here = || within(&read.mentions, span.clone());
            let is_none = |mention: &Mention| matches!(mention.stance, Stance::Negated | Stance::Wanted);
            // Names by themselves are items of a list, whatever their lines look like; certificates and degrees are no deeds.
            let is_credential = |mention: &Mention| names_a_credential(text, mention, self.taxonomy);
            let is_named = |word: usize| {
                let at = text.words()[word].start;
                here().any(|mention| mention.by == MentionKind::Label && mention.span.contains(&at))
            };
            if here().any(|mention| is_none(mention) || is_credential(mention)) || words.clone().all(is_named) {
                continue;
            }
            let parts = unquoted(&read.reading, read.reading.tokens_of(&span));
            let is_other = |_, token| read.means_another_thing(token);
            let told = told_in(&read.reading, parts, here(), self.taxonomy, is_other);
            // A sentence of nothing that the field knows may be of anything: `I teach at Sunday school.`
            if !self.form.weighs(passage) && !told.iter().any(|(of, _)| self.is_of_the_field(*of)) {
                continue;
            }
            let asserted = self.form.standing(passage) < Standing::Tells;
            for (of, leads) in told {
                let source = || quote(text, &span, pointer);
                self.signs.deed(Deed { of, leads, asserted, passage }, source);
            }
        }
    }
}

impl Reader<'_> {
    fn is_of_the_field(&self, of: ToldWork) -> bool {
        matches!(of, ToldWork::Domain(family) if self.taxonomy.families().get(family).is_of_the_field())
    }
}

/// The words of a sentence, of an endless one the first.
pub(in crate::extract) fn sentence_words(text: &Text, clauses: &Range<usize>) -> Range<usize> {
    let (Some(first), Some(last)) = (text.clauses().get(clauses.start), text.clauses()[..clauses.end].last()) else {
        return 0..0;
    };
    first.words.start..last.words.end.min(first.words.start + MAX_LEN)
}

/// The parts of a sentence that stand in no quotation marks: what is quoted somebody else has said.
fn unquoted(reading: &Reading, sentence: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let is_mark = |at: &usize| reading.word(*at).starts_with(QUOTATION_MARKS);
    let mut marks: Vec<usize> = sentence.clone().filter(is_mark).collect();
    marks.push(sentence.end);
    let mut from = sentence.start;
    marks.into_iter().enumerate().filter_map(move |(number, mark)| {
        let part = std::mem::replace(&mut from, mark + 1)..mark;
        number.is_multiple_of(2).then_some(part)
    })
}
