//! Which ambiguous names count: `Go` the language and not the verb, `MIG` the GPU feature and not the welding.
//!
//! A name counts with the right case, nothing nearby that refutes it, and a supporting word, neighbour or list.

mod beside;
mod items;
mod other_senses;

use self::beside::{Answers, Sign};
use self::items::{ROW, is_bare, items_of};
use self::other_senses::{is_firm, is_initial, is_person, is_pet, is_several};
use super::lists;
use super::number::is_numeral;
use super::scanner::{Hit, Scanner, insert};
use super::support_words::{
    ADMINISTERED, AFTER_VERBS, ARTICLES, BEFORE_LANGUAGE, BEFORE_SYSTEM, COMMON_NOUNS, KNOWN_WELL, PERSONAL,
    SKILL_LEADS, VERBS,
};
use super::text::{Span, Text};
use super::words::one_of;
use crate::taxonomy::{ConceptId, ConceptKind, Name};
use std::collections::BTreeSet;

/// Rounds in which accepted names may support others.
const ROUNDS: usize = 2;
/// A text that names so many technical concepts is at home in the field.
const AT_HOME: usize = 4;
/// The lead of a list stands within so many bytes of its line, its heading within so many lines.
const MAX_LEAD_LEN: usize = 400;
const MAX_LIST: usize = 200;
/// Names of languages that are as short as that stand for other things as often as not.
const LETTERS: usize = 2;
/// The hits of labels that count: plain ones, and ambiguous ones with support.
pub(super) fn supported(scanner: &Scanner, text: &Text, hits: &[Hit], known: &[ConceptId]) -> Vec<Hit> {
    let mut firm: Vec<Hit> = Vec::with_capacity(hits.len());
    let mut open: Vec<&Hit> = Vec::new();
    let judge = Judge { scanner, text, hits, answers: Answers::default() };
    for hit in hits {
        let Some(name) = scanner.name(hit) else { continue };
        let several = || text.folded()[hit.start..hit.end].contains(' ');
        let ambiguous = name.ambiguous || everyday(text, hit).is_some();
        if (ambiguous || several()) && is_within_compound(text, hit) {
            continue;
        }
        if ambiguous {
            open.push(hit);
        } else if !is_pet(text, hit) && !is_initial(text, hit) && !judge.is_everyday(name, hit) {
            firm.push(hit.clone());
        }
    }
    let mut meant = Vec::new();
    let named: BTreeSet<ConceptId> = firm.iter().filter_map(|hit| scanner.name(hit)).map(|name| name.concept).collect();
    open.retain(|hit| {
        let other = judge.other_meaning(hit, &named, known);
        let stays = other.is_none();
        meant.extend(other);
        stays
    });
    if !meant.is_empty() {
        firm.extend(meant);
        firm.sort_unstable();
    }
    let mut likely: Vec<Candidate> = open.into_iter().filter_map(|hit| judge.unrefuted(hit)).collect();
    if !known.is_empty() {
        let is_known = |candidate: &Candidate| scanner.name(&candidate.hit).is_some_and(|n| known.contains(&n.concept));
        accept(&mut likely, &mut firm, |candidate, _| candidate.weak_case != WeakCase::Small && is_known(candidate));
    }
    // `LSF administration` speaks of no other LSF.
    accept(&mut likely, &mut firm, |candidate, firm| is_within_practice(scanner, &candidate.hit, firm));
    // What one round accepts supports others in the next: `Go, Rust, C++`.
    for _ in 0..ROUNDS {
        if !accept(&mut likely, &mut firm, |candidate, firm| judge.has_support(candidate, firm)) {
            break;
        }
    }
    if !likely.is_empty()
        && is_at_home(scanner, &firm)
        && accept(&mut likely, &mut firm, |candidate, firm| {
            judge.is_proper(candidate) && judge.technical_elsewhere(&candidate.hit, firm)
        })
    {
        accept(&mut likely, &mut firm, |candidate, firm| judge.has_support(candidate, firm));
    }
    // A word has one sense in a text: what it names once it names again, where it is written alike.
    let named: BTreeSet<ConceptId> = firm.iter().filter_map(|hit| scanner.name(hit)).map(|name| name.concept).collect();
    accept(&mut likely, &mut firm, |candidate, _| {
        let as_written = |written: &str| text.original(&(candidate.hit.start..candidate.hit.end)) == written;
        let is_made = |name: &&Name| matches!(name.kind, ConceptKind::Tool | ConceptKind::Language);
        let name = scanner.name(&candidate.hit).filter(is_made).filter(|name| named.contains(&name.concept));
        candidate.weak_case == WeakCase::No && name.and_then(|name| name.written.as_deref()).is_some_and(as_written)
    });
    // `Product, security and infrastructure`: names that count in lists alone make no list by themselves.
    let makes_a_list = |one: &&Candidate| one.bare && scanner.name(&one.hit).is_some_and(|name| !name.listed);
    let bare: Vec<&Candidate> = likely.iter().filter(makes_a_list).collect();
    let in_sentences = bare.chunk_by(|one, next| one.sentence == next.sentence);
    let enumerated: Vec<Hit> =
        in_sentences.filter(|items| items.len() >= ROW).flatten().map(|one| one.hit.clone()).collect();
    firm.extend(enumerated);
    let named: Vec<&Candidate> = likely.iter().filter(|one| !one.bare).collect();
    let rows = named.chunk_by(|one, next| judge.follows_in_a_row(one, next)).filter(|row| row.len() >= ROW);
    firm.extend(rows.flatten().map(|one| one.hit.clone()));
    firm.sort_unstable();
    firm
}

/// Moves those that pass from `likely` to `firm`; whether there were any.
fn accept(likely: &mut Vec<Candidate>, firm: &mut Vec<Hit>, passes: impl Fn(&Candidate, &[Hit]) -> bool) -> bool {
    if likely.is_empty() {
        return false;
    }
    let accepted: Vec<Hit> =
        likely.extract_if(.., |candidate| passes(candidate, firm)).map(|candidate| candidate.hit).collect();
    let any = !accepted.is_empty();
    if any {
        insert(firm, accepted);
    }
    any
}

/// Whether a plain name of a practice holds this name.
fn is_within_practice(scanner: &Scanner, hit: &Hit, firm: &[Hit]) -> bool {
    let from = firm.partition_point(|other| other.start + MAX_NAME_LEN < hit.start);
    firm[from..].iter().take_while(|other| other.start <= hit.start).any(|other| {
        other.end >= hit.end
            && other.end - other.start > hit.end - hit.start
            && scanner.name(other).is_some_and(|name| matches!(name.kind, ConceptKind::Practice | ConceptKind::Field))
    })
}

/// No name has so many bytes.
pub(super) const MAX_NAME_LEN: usize = 120;

/// Whether a text names enough technical concepts that its proper names are most likely technical, too.
fn is_at_home(scanner: &Scanner, firm: &[Hit]) -> bool {
    let mut named: [Option<ConceptId>; AT_HOME] = [None; AT_HOME];
    let mut count = 0;
    for name in firm.iter().filter_map(|hit| scanner.name(hit)).filter(|name| name.technical) {
        if !named[..count].contains(&Some(name.concept)) {
            named[count] = Some(name.concept);
            count += 1;
            if count == AT_HOME {
                return true;
            }
        }
    }
    false
}

/// An ambiguous name that nothing refutes.
struct Candidate {
    hit: Hit,
    sentence: Span,
    /// The whole clause is this name, but for an `and`; of a name that counts in lists alone, but for other items and what leads to it.
    bare: bool,
    /// Its case is not the taxonomy's, or says nothing.
    weak_case: WeakCase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum WeakCase {
    No,
    /// A capital at the start of a sentence, or a word in capitals.
    Uncertain,
    /// All small where the taxonomy has a capital, or a word of every day however it is written, or a name that it has in lists alone:
    /// only a list speaks for it.
    Small,
}

/// Whether a name is a word of every day in the text's language, and what the way in which it is written says for the name: `une vue sur`
/// and `Angular ou Vue`.
fn everyday(text: &Text, hit: &Hit) -> Option<WeakCase> {
    let language = text.foreign()?;
    let word = &text.folded()[hit.start..hit.end];
    let capital = || text.is_capital(hit.start);
    let opens = || hit.start == text.sentence_around(hit.start).start;
    match (language.small.has(word), language.any.has(word)) {
        (false, false) => None,
        (_, true) => Some(WeakCase::Small),
        _ if !capital() => Some(WeakCase::Small),
        _ if opens() => Some(WeakCase::Uncertain),
        _ => Some(WeakCase::No),
    }
}

struct Judge<'a> {
    scanner: &'a Scanner,
    text: &'a Text,
    hits: &'a [Hit],
    answers: Answers,
}

impl Judge<'_> {
    /// Whether a name that needs no support is plainly another word: `python and cobra in the zoo`.
    fn is_everyday(&self, name: &Name, hit: &Hit) -> bool {
        !self.scanner.signs(name.concept).other_sense.is_empty()
            && !self.text.folded()[hit.start..hit.end].contains(' ')
            && self.any_sign(name.concept, Sign::OtherSense, &self.text.sentence_around(hit.start), None)
    }

    /// The other concept for which an ambiguous name is short: the one that the text names in full, or, where it names both or
    /// neither, the one of which alone its sentence speaks. `Triton` is no language beside `Triton Inference Server`.
    /// `named` are the concepts that it names plainly.
    fn other_meaning(&self, hit: &Hit, named: &BTreeSet<ConceptId>, known: &[ConceptId]) -> Option<Hit> {
        self.scanner.also(hit).find(|other| {
            let (Some(own), Some(name)) = (self.scanner.name(hit), self.scanner.name(other)) else { return false };
            let in_full = |concept: ConceptId| known.contains(&concept) || named.contains(&concept);
            let written = name.written.as_deref().is_some_and(|written| written.starts_with(char::is_uppercase));
            if written && !self.text.is_capital(hit.start) {
                return false;
            }
            if in_full(name.concept) != in_full(own.concept) {
                return in_full(name.concept);
            }
            let sentence = self.text.sentence_around(hit.start);
            let near = |name: &Name| self.any_sign(name.concept, Sign::Near, &sentence, Some(hit));
            near(name) && !near(own)
        })
    }

    fn unrefuted(&self, hit: &Hit) -> Option<Candidate> {
        let name = self.scanner.name(hit)?;
        let clause = self.text.clause_at(hit.start)?;
        let sentence = self.text.sentence_around(hit.start);
        let line = &self.text.lines()[self.text.clauses()[clause].line].span;
        let nearby = self.text.clause_span(clause.saturating_sub(1)).start.max(line.start).min(sentence.start)
            ..self.text.clause_span(clause + 1).end.min(line.end).max(sentence.end);
        // A word against it in its own sentence refutes it; one beside it in its line only when nothing within speaks for it.
        let sign = |sign, span: &Span, from| self.any_sign(name.concept, sign, span, from);
        if sign(Sign::NotNear, &nearby, None)
            && (sign(Sign::NotNear, &sentence, None) || !sign(Sign::Near, &sentence, Some(hit)))
        {
            return None;
        }
        if matches!(name.kind, ConceptKind::Tool | ConceptKind::Language) && is_several(self.text, hit) {
            return None;
        }
        let bare = if name.listed { self.is_item(clause, hit) } else { is_bare(self.text, clause, hit) };
        let weak_case = match (everyday(self.text, hit), &name.written) {
            _ if name.listed => WeakCase::Small,
            (Some(weak), _) if weak != WeakCase::No => weak,
            (_, Some(written)) if name.case_counts => self.case_of(hit, written, &sentence)?,
            _ => WeakCase::No,
        };
        let folded = &self.text.folded()[hit.start..hit.end];
        let small = || self.text.original(&(hit.start..hit.end)).starts_with(char::is_lowercase);
        if COMMON_NOUNS.has(folded) && ARTICLES.has(self.word_before(hit)) && small() {
            return None;
        }
        let somebody = is_pet(self.text, hit) || is_initial(self.text, hit) || is_person(self.text, hit, bare);
        if somebody || is_firm(self.text, hit) || (!bare && self.text.shouts_a_verb(hit.start)) {
            return None;
        }
        (weak_case != WeakCase::Small || bare).then(|| Candidate { hit: hit.clone(), sentence, bare, weak_case })
    }

    fn case_of(&self, hit: &Hit, written: &str, sentence: &Span) -> Option<WeakCase> {
        let actual = self.text.original(&(hit.start..hit.end));
        let first = hit.start == sentence.start;
        let folded = &self.text.folded()[hit.start..hit.end];
        if actual == written {
            let plain_capital = written.chars().skip(1).all(|c| !c.is_uppercase()) && written.len() > 1;
            if first && plain_capital && VERBS.has(folded) {
                // No such word is longer: what has no white space for longer is not gone through.
                let rest = &self.text.folded()[hit.end..];
                let near = rest.char_indices().nth(MAX_NAME_LEN).map_or(rest, |(end, _)| &rest[..end]);
                let next = near.split_whitespace().next().unwrap_or("");
                if AFTER_VERBS.has(next) {
                    return None;
                }
            }
            return Some(if first && plain_capital { WeakCase::Uncertain } else { WeakCase::No });
        }
        // `Zero` is none of the ways to write ZeRO.
        let is_mixed = written.chars().skip(1).any(char::is_uppercase) && written.chars().any(char::is_lowercase);
        if actual.chars().all(|c| !c.is_lowercase()) || (!first && !is_mixed && actual.starts_with(char::is_uppercase))
        {
            return Some(WeakCase::Uncertain);
        }
        Some(WeakCase::Small)
    }

    fn has_support(&self, candidate: &Candidate, firm: &[Hit]) -> bool {
        let hit = &candidate.hit;
        let Some(name) = self.scanner.name(hit) else {
            return false;
        };
        let in_list = candidate.bare && self.stands_in_list(candidate, firm);
        if in_list || candidate.weak_case == WeakCase::Small {
            return in_list;
        }
        let clause = self.text.clause_at(hit.start).unwrap_or(0);
        let line = self.text.clauses()[clause].line;
        let vicinity = self.vicinity(line, &candidate.sentence);
        if self.any_support(name.concept, &vicinity, hit, firm) {
            return true;
        }
        if candidate.bare && self.under_skills(line, hit) {
            return true;
        }
        if name.kind == ConceptKind::Language && candidate.weak_case == WeakCase::No && self.follows_language_word(hit)
        {
            return true;
        }
        // Years are counted of a skill: `20 years of experience in network architecture`.
        let several = || self.text.folded()[hit.start..hit.end].contains(' ');
        let counted = matches!(name.kind, ConceptKind::Language | ConceptKind::Tool) || several();
        let has_years = counted && self.is_beside_years(hit);
        let parted = !self.text.folded()[hit.end..].starts_with(' ') || self.text.folded()[hit.end..].starts_with(" (");
        if has_years && (candidate.weak_case == WeakCase::No || parted) {
            return true;
        }
        // `LSF administration`
        let administered = name.kind == ConceptKind::Tool && ADMINISTERED.has(self.word_after(hit));
        if candidate.weak_case == WeakCase::No && administered {
            return true;
        }
        candidate.weak_case == WeakCase::No
            && (self.technical_beside(&candidate.sentence, hit, firm) || self.is_joined(hit, firm))
    }

    fn follows_language_word(&self, hit: &Hit) -> bool {
        BEFORE_LANGUAGE.has(self.word_before(hit))
    }

    /// `5 years of Go`, `3y Rust`, `Rust (3 yrs)`, `5 years of experience in Go`: what somebody counts years of is a skill.
    fn is_beside_years(&self, hit: &Hit) -> bool {
        let words = self.text.words();
        let (first, next) = (self.text.word_at(hit.start), self.text.word_at(hit.end.saturating_sub(1)) + 1);
        let sentence = self.text.sentence_around(hit.start);
        let at =
            |word: usize| words.get(word).filter(|span| sentence.contains(&span.start)).map(|_| self.text.word(word));
        let before = |back: usize| first.checked_sub(back).and_then(at).unwrap_or("");
        let is_unit = |word: &str| one_of!(word, lists::SUPPORT_YEAR_UNITS);
        // 10+yrs, 3y
        let glued = |word: &str| {
            let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+'));
            unit.len() < word.len() && (is_unit(unit) || unit == "y")
        };
        let leads = one_of!(before(1), lists::SUPPORT_YEAR_LEADS);
        let counted = |back: usize| is_unit(before(back)) || glued(before(back));
        // `MPI 3 years`, `MPI for five years`
        let count = next + usize::from(at(next) == Some("for"));
        let behind =
            at(count).is_some_and(|word| glued(word) || (is_numeral(word) && at(count + 1).is_some_and(is_unit)));
        let experience = before(2) == "experience" && (counted(3) || (before(3) == "of" && counted(4)));
        counted(1) || (leads && (counted(2) || experience)) || behind
    }

    fn word_after(&self, hit: &Hit) -> &str {
        let next = self.text.word_at(hit.end.saturating_sub(1)) + 1;
        let apart =
            self.text.words().get(next).is_some_and(|span| self.text.folded().get(hit.end..span.start) == Some(" "));
        if apart { self.text.word(next) } else { "" }
    }

    fn word_before(&self, hit: &Hit) -> &str {
        let here = self.text.word_at(hit.start);
        let apart = |last: &usize| self.text.folded().get(self.text.words()[*last].end..hit.start) == Some(" ");
        here.checked_sub(1).filter(apart).map_or("", |last| self.text.word(last))
    }

    /// A tool in exactly its own spelling, or a technical phrase, that needs no more support where technology is the subject.
    fn is_proper(&self, candidate: &Candidate) -> bool {
        let hit = &candidate.hit;
        let Some(name) = self.scanner.name(hit).filter(|n| n.technical) else {
            return false;
        };
        let folded = &self.text.folded()[hit.start..hit.end];
        if folded.contains(' ') {
            return true;
        }
        let exact = name.written.as_deref().is_some_and(|written| self.text.original(&(hit.start..hit.end)) == written);
        let first = hit.start == candidate.sentence.start;
        let known_verb = first && VERBS.has(folded);
        let kind = match name.kind {
            ConceptKind::Tool => true,
            ConceptKind::Hardware => BEFORE_SYSTEM.has(self.word_before(hit)) || self.is_known_well(hit),
            // `a bit of Rust`, `reading PTX or SASS`, but not `Lean manufacturing`.
            ConceptKind::Language => {
                folded.len() > LETTERS
                    && !PERSONAL.has(folded)
                    && ["", "or", "and", "for"].contains(&self.word_after(hit))
            }
            _ => false,
        };
        exact && kind && candidate.weak_case == WeakCase::No && !known_verb && !self.is_part_of_a_name(hit)
    }

    /// `Experience with Slingshot`.
    fn is_known_well(&self, hit: &Hit) -> bool {
        let with = self.text.word_at(hit.start).checked_sub(1).filter(|_| self.word_before(hit) == "with");
        let known = with.and_then(|with| with.checked_sub(1)).map(|known| self.text.word(known));
        known.is_some_and(|known| KNOWN_WELL.has(known))
    }

    /// `Unity Pro`, `Sonic Foundry`: a capitalised word right beside it.
    fn is_part_of_a_name(&self, hit: &Hit) -> bool {
        let here = self.text.word_at(hit.start);
        let capitalised = |word: usize, between: Span| {
            let apart = self.text.folded().get(between).is_none_or(|gap| gap != " ");
            !apart
                && self
                    .text
                    .words()
                    .get(word)
                    .is_some_and(|span| self.text.original(span).starts_with(char::is_uppercase))
        };
        let words = self.text.words();
        let after = words.get(here + 1).is_some_and(|next| capitalised(here + 1, hit.end..next.start));
        // A capital at the start of a sentence means nothing: `Evaluated DAOS`.
        let opens = here > 0 && words[here - 1].start == self.text.sentence_around(hit.start).start;
        let before = here > 0 && !opens && capitalised(here - 1, words[here - 1].end..hit.start);
        after || before
    }

    /// The sentence with its neighbours in the same line; for an item of a list, with the lines about it.
    fn vicinity(&self, line: usize, sentence: &Span) -> Span {
        let lines = self.text.lines();
        let own = &lines[line].span;
        let mut span = sentence.clone();
        if span.start > own.start {
            span.start = self.text.sentence_around(span.start.saturating_sub(2).max(own.start)).start.min(span.start);
        }
        if span.end + 2 < own.end {
            span.end = self.text.sentence_around((span.end + 2).min(own.end)).end.max(span.end);
        }
        let is_item = |index: usize| lines.get(index).is_some_and(|l| l.heading || l.short);
        if is_item(line) {
            if line > 0 && is_item(line - 1) {
                span.start = lines[line - 1].span.start;
            }
            if is_item(line + 1) {
                span.end = lines[line + 1].span.end;
            }
        }
        span
    }

    fn under_skills(&self, line: usize, hit: &Hit) -> bool {
        let lines = self.text.lines();
        let start = lines[line].span.start;
        let opening = self.text.folded().get(start..hit.start.min(start + MAX_LEAD_LEN)).unwrap_or("");
        let lead = opening.split(':').next().filter(|lead| lead.len() < opening.len());
        let above = lines[..line].iter().rev().take(MAX_LIST);
        let heading = above.into_iter().find(|l| l.heading).map(|l| &self.text.folded()[l.span.clone()]);
        [lead, heading]
            .into_iter()
            .flatten()
            .any(|words| words.split(|c: char| !c.is_alphanumeric()).any(|word| SKILL_LEADS.has(word)))
    }

    /// Other technical names as short items beside it, in its sentence or in the lines about it.
    fn stands_in_list(&self, candidate: &Candidate, firm: &[Hit]) -> bool {
        let clause = self.text.clause_at(candidate.hit.start).unwrap_or(0);
        let sentence = self.text.sentence_clauses(clause);
        let items = |index: usize| {
            // `C++, MPI`: as an item of a list, written as it is, a specialist's name stands beside what everybody knows.
            let exact = candidate.weak_case == WeakCase::No;
            let counts = |span: &Span| {
                self.technical_beside(span, &candidate.hit, firm)
                    || (exact && self.made_beside(span, &candidate.hit, firm))
            };
            items_of(self.text, index).filter(counts).count()
        };
        let needed = if candidate.weak_case == WeakCase::Small { 2 } else { 1 };
        let listed = self.scanner.name(&candidate.hit).is_some_and(|name| name.listed);
        let counts = |at: &usize| (listed || *at != clause) && sentence.contains(at);
        let beside = (clause.saturating_sub(4)..clause + 5).filter(counts);
        if beside.map(items).sum::<usize>() >= needed {
            return true;
        }
        let line = self.text.clauses()[clause].line;
        let lines = self.text.lines();
        let about = (line.saturating_sub(3)..(line + 4).min(lines.len())).filter(|at| *at != line && lines[*at].short);
        lines[line].short
            && about.filter(|at| self.technical_beside(&lines[*at].span, &candidate.hit, firm)).count() >= needed
    }
}

/// `cutting-edge AI`, `stand-ups`: words that begin within a compound are no name, unless they are written as one (`multi-GPU training`).
fn is_within_compound(text: &Text, hit: &Hit) -> bool {
    let Some(end) = hit.start.checked_sub(1).filter(|end| text.folded().as_bytes()[*end] == b' ') else { return false };
    if text.is_one_space(end, hit.start) || text.is_capital(hit.start) {
        return false;
    }
    let before = text.word_at(hit.start).checked_sub(1).and_then(|before| text.words().get(before));
    before.is_some_and(|before| {
        before.end == end
            && matches!(text.original_between(before, &(hit.start..hit.end)), "-" | "\u{2010}" | "\u{2011}")
    })
}
