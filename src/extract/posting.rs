//! What a posting asks, read from its text: requirements with their necessity, alternatives, years and strength.
//!
//! A recruiter's own list always wins over this; callers mark what comes from here as inferred.

pub(super) mod not_asked;

use std::collections::BTreeMap;

use self::not_asked::{
    TEACHING, is_a_partners_trade, is_a_site, is_of_others, is_of_partners, is_several_people, is_taught,
};
use super::alternatives;
use super::clearance::is_clearance;
use super::degrees;
use super::lexicon::Kinds;
use super::lists;
use super::mention::{Mention, Stance};
use super::section::Section;
use super::sections::Sections;
use super::terms::Reading;
use super::text::{Span, Text};
use super::words::{Words, words};
use super::years::{YearsLength, YearsMention};
use crate::domain::Necessity;
use crate::taxonomy::{ConceptId, ConceptKind, PerMille, Taxonomy};

/// A requirement that a posting's text makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InferredRequirement {
    /// Any of these; ascending, at least one.
    pub options: Vec<ConceptId>,
    pub necessity: Necessity,
    pub rank: Rank,
    /// Years asked, in tenths.
    pub min_years_tenths: Option<u16>,
    /// How much the text makes of it, within its necessity.
    pub strength: PerMille,
    /// Folded bytes of the description; empty when only the title names it.
    pub span: Span,
}

/// Plainly asked.
const ASKED: u16 = 1000;
/// Asked, but lightly: `familiarity with`.
const ASKED_LIGHTLY: u16 = 700;
/// The first duties, those after them, and the rest.
const DUTIES: [(usize, u16); 2] = [(2, 700), (5, 600)];
const LATER_DUTY: u16 = 500;
/// A duty told in prose, outside a list of duties.
const TOLD_DUTY: u16 = 600;
/// Named among the tools in use.
const IN_STACK: u16 = 500;
/// Named in passing.
const IN_PASSING: u16 = 250;
/// A posting that plainly asks so many things asks nothing in passing.
const PLAINLY_ASKED: usize = 4;
/// A posting that asks so many things in so many words tells what it requires.
const SAYS_WHAT_IT_REQUIRES: usize = 2;
/// What every further sentence that names it adds.
const REPEATED: u16 = 60;
/// Left by the employer (`we migrate from PBS`): half of it.
const FORMER_SHARE: PerMille = PerMille::HALF;
/// Generic tools (thousandths of scarcity) count only where they are asked.
const GENERIC_WEIGHT: u16 = 200;

/// Postings that ask for more years than this, in tenths, tell of something else.
pub(super) const MAX_YEARS: u16 = 250;

/// A first line of more words is no title.
const TITLE_WORDS: usize = 14;

/// Words that ask lightly.
const LIGHT: Words = words!(lists::POSTING_LIGHT);
/// Words before those that say that it is well known.
const FIRM: Words = words!(lists::POSTING_FIRM);
/// Areas of which a posting's text only speaks by the way.
const PASSING_AREAS: &[&str] = &["soft", "business"];

/// One group of alternatives as a sentence asks it.
#[derive(Clone, Debug)]
struct Ask {
    options: Vec<ConceptId>,
    rank: Rank,
    strength: u16,
    years: Option<u16>,
    span: Span,
}

/// What all sentences of a posting are read with; `sections` are those of its clauses.
struct Posting<'p> {
    text: &'p Text,
    sections: &'p Sections,
    years: &'p YearsAsked,
    taxonomy: &'p Taxonomy,
}

/// How many years of each name a text asks, in tenths, by where it begins and what it is.
struct YearsAsked(BTreeMap<(usize, ConceptId), u16>);

impl YearsAsked {
    fn of(reading: &Reading, mentions: &[Mention], years: &[YearsMention], taxonomy: &Taxonomy) -> Self {
        let mut asked = BTreeMap::new();
        for years in years {
            let YearsLength::Stated { tenths, .. } = years.length else { continue };
            for object in years.objects(reading, mentions, taxonomy).iter().filter(|_| tenths <= MAX_YEARS) {
                let most = asked.entry((object.span.start, object.concept)).or_insert(tenths);
                *most = tenths.max(*most);
            }
        }
        Self(asked)
    }

    fn at(&self, mention: &Mention) -> Option<u16> {
        self.0.get(&(mention.span.start, mention.concept)).copied()
    }
}

/// Counts the lines of duties that ask for something.
#[derive(Debug, Default)]
struct DutiesSeen {
    lines: usize,
    last: Option<usize>,
}

impl DutiesSeen {
    /// Which of them a line is, from 0; lines come in order.
    fn place(&mut self, line: usize) -> usize {
        if self.last != Some(line) {
            self.last = Some(line);
            self.lines += 1;
        }
        self.lines - 1
    }
}

/// What is said with more authority stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    Title,
    Required,
    Preferred,
    Duties,
    Stack,
    Passing,
}

/// All requirements of a posting, those of the title and the musts first, then by place. `sections`, `mentions` and `years`
/// are those of the text that `reading` reads, `title` the mentions of the title, of which those from `domain` on only say where the work is
/// done.
pub(crate) fn requirements(
    reading: &Reading,
    sections: &Sections,
    title: &[Mention],
    domain: usize,
    mentions: &[Mention],
    years: &[YearsMention],
    taxonomy: &Taxonomy,
) -> Vec<InferredRequirement> {
    let text = reading.text;
    let mut asks: Vec<Ask> = title
        .iter()
        .filter(|m| m.stance != Stance::Negated && is_requirement(taxonomy, m, Section::Required))
        .map(|m| {
            let rank = if m.span.start < domain { Rank::Title } else { Rank::Preferred };
            Ask { options: vec![m.concept], rank, strength: ASKED, years: None, span: 0..0 }
        })
        .collect();
    let heads = if title.is_empty() { title_line(text) } else { 0 };
    let years = YearsAsked::of(reading, mentions, years, taxonomy);
    let posting = Posting { text, sections, years: &years, taxonomy };
    let mut duties_seen = DutiesSeen::default();
    let mut at = 0;
    while at < mentions.len() {
        let Some(clause) = text.clause_at(mentions[at].span.start) else {
            break;
        };
        let sentence = text.sentence_clauses(clause);
        let end = text.clause_span(sentence.end - 1).end;
        let next = at + mentions[at..].iter().take_while(|m| m.span.start < end).count().max(1);
        let listed_duty = sections.lines[text.clauses()[sentence.start].line] == Section::Duties;
        let place = listed_duty.then_some(&mut duties_seen);
        let first_new = asks.len();
        read_sentence(&posting, &sentence, &mentions[at..next], place, &mut asks);
        if end <= heads {
            for ask in &mut asks[first_new..] {
                (ask.rank, ask.strength) = (Rank::Title, ASKED);
            }
        }
        at = next;
    }
    merge(asks)
}

/// How many of a posting's requirements, from the first on, are asked: what an employer tells of itself is asked of nobody where the
/// posting says what is. It still tells what kind of work it is.
pub(crate) fn asked(requirements: &[InferredRequirement]) -> usize {
    let plainly = requirements.iter().filter(|asked| asked.rank == Rank::Required).count();
    let passing = requirements.iter().position(|asked| asked.rank == Rank::Passing);
    passing.filter(|_| plainly >= PLAINLY_ASKED).unwrap_or(requirements.len())
}

/// The end of a first line that reads as the posting's title; 0 when it does not.
fn title_line(text: &Text) -> usize {
    let Some(line) = text.lines().first() else {
        return 0;
    };
    let words = text.words().partition_point(|word| word.end <= line.span.end);
    let folded = text.folded()[line.span.clone()].trim_end();
    let sentence = folded.ends_with(['.', '!', '?', ':', ',']) || folded.contains(". ");
    if words <= TITLE_WORDS && !sentence { line.span.end } else { 0 }
}

fn read_sentence(
    posting: &Posting<'_>,
    sentence: &std::ops::Range<usize>,
    mentions: &[Mention],
    mut duties_seen: Option<&mut DutiesSeen>,
    asks: &mut Vec<Ask>,
) {
    let Posting { text, sections, years, taxonomy } = *posting;
    let clauses = text.clauses();
    let section_of = |mention: &Mention| {
        let clause = text.clause_at(mention.span.start);
        clause.map_or(Section::Intro, |clause| sections.of_word(clause, text.word_at(mention.span.start)))
    };
    // What is only spoken of is asked in an item of a list at the most: `Acme is looking for` asks nobody for Acme.
    let in_list = text.lines()[clauses[sentence.start].line].bullet;
    let asked: Vec<&Mention> = mentions
        .iter()
        .filter(|m| section_of(m) == Section::Preferred || !degrees::is_of_an_upper_end(text, sentence, m, taxonomy))
        .filter(|m| m.stance != Stance::Negated && is_requirement(taxonomy, m, section_of(m)))
        .filter(|m| {
            m.stance != Stance::About || (in_list && !is_by_the_way(rank_of(section_of(m)), duties_seen.is_some()))
        })
        .collect();
    if asked.is_empty() {
        return;
    }
    let words = clauses[sentence.start].words.start..clauses[sentence.end - 1].words.end;
    let line = clauses[sentence.start].line;
    // A name may reach beyond its sentence.
    let reached = asked.iter().fold(words.clone(), |reached, m| {
        reached.start..reached.end.max((text.word_at(m.span.end.saturating_sub(1)) + 1).min(text.words().len()))
    });
    let may_be_of_others = text.kinds_of(reached).has(Kinds::OF_OTHERS);
    let teaches = may_be_of_others && words.clone().any(|word| text.is(word, TEACHING));
    // Who holds a clearance need not obtain one; nobody else must.
    let to_come = |m: &Mention| m.stance == Stance::Little && is_clearance(taxonomy, m.concept);
    let is_wish = |i: &usize| section_of(asked[*i]) == Section::Preferred || to_come(asked[*i]);
    let light = lightly(text, &asked);
    let groups = alternatives::group(text, &asked, taxonomy).into_iter();
    let is_degree = |i: &usize| taxonomy.concept(asked[*i].concept).kind == ConceptKind::Credential;
    for group in groups.flat_map(|group| parted_wishes(text, &asked, group, is_wish, is_degree)) {
        let first = asked[group[0]];
        // `A or B (a plus)` wishes for either, `A (preferably) or B` asks for one of them.
        let preferred = group.last().is_some_and(is_wish);
        let highest = group.iter().map(|i| section_of(asked[*i])).min_by_key(|s| rank_of(*s)).unwrap_or(Section::Intro);
        let section = if preferred { Section::Preferred } else { highest };
        let names_somebody = |m: &Mention| {
            let trade = matches!(taxonomy.concept(m.concept).kind, ConceptKind::Field | ConceptKind::Practice);
            let partners = || is_of_partners(text, sentence, m) || (trade && is_a_partners_trade(text, sentence, m));
            let others = || is_of_others(text, m) || partners();
            (may_be_of_others && others()) || is_a_site(text, m) || is_several_people(text, sentence, m)
        };
        if group.iter().all(|i| names_somebody(asked[*i]) || (teaches && is_taught(text, sentence, asked[*i]))) {
            continue;
        }
        let rank = rank_of(section);
        let strength = match section {
            Section::Required | Section::Preferred => {
                if light[group[0]] {
                    ASKED_LIGHTLY
                } else {
                    ASKED
                }
            }
            Section::Duties => match &mut duties_seen {
                Some(seen) => {
                    let place = seen.place(line);
                    DUTIES.iter().find(|(below, _)| place < *below).map_or(LATER_DUTY, |(_, strength)| *strength)
                }
                None => TOLD_DUTY,
            },
            Section::Stack => IN_STACK,
            _ => IN_PASSING,
        };
        let left = group.iter().all(|i| asked[*i].stance == Stance::Former);
        let mut options: Vec<ConceptId> = group.iter().map(|i| asked[*i].concept).collect();
        options.sort_unstable();
        options.dedup();
        degrees::keep_the_named(&mut options, taxonomy);
        asks.push(Ask {
            options,
            rank,
            strength: if left { PerMille::new(strength).times(FORMER_SHARE).get() } else { strength },
            years: group.iter().filter_map(|i| years.at(asked[*i])).max(),
            span: first.span.clone(),
        });
    }
}

/// `infrastructure as code (preferably Terraform)`, `Jenkins and preferably GitLab`: what is wished for there is no alternative to what is
/// asked before it, nor is the higher degree in `Bachelor's degree, PhD a plus`.
fn parted_wishes(
    text: &Text,
    asked: &[&Mention],
    group: Vec<usize>,
    is_wish: impl Fn(&usize) -> bool,
    is_degree: impl Fn(&usize) -> bool,
) -> Vec<Vec<usize>> {
    let first = group.iter().position(&is_wish).filter(|first| *first > 0);
    let opens = |first: usize| {
        let between = text.folded().get(asked[group[first - 1]].span.end..asked[group[first]].span.start);
        between.is_some_and(|between| between.rfind('(') > between.rfind(')') || !between.contains([',', ';', ':']))
            || is_degree(&group[first])
    };
    if !first.is_some_and(opens) {
        return vec![group];
    }
    let (wished, others) = group.into_iter().partition(is_wish);
    vec![others, wished]
}

fn rank_of(section: Section) -> Rank {
    match section {
        Section::Required => Rank::Required,
        Section::Preferred => Rank::Preferred,
        Section::Duties => Rank::Duties,
        Section::Stack => Rank::Stack,
        Section::Intro | Section::Company | Section::Boilerplate => Rank::Passing,
    }
}

/// What is only spoken of asks for nothing in passing, nor in prose about the work: `other teams work on Java, and you will meet
/// them`. In a list of duties it is the matter of the duty: `help researchers who use PyTorch`.
fn is_by_the_way(rank: Rank, in_list_of_duties: bool) -> bool {
    rank == Rank::Passing || (rank == Rank::Duties && !in_list_of_duties)
}

/// Whether a name asks for anything where it stands.
fn is_requirement(taxonomy: &Taxonomy, mention: &Mention, section: Section) -> bool {
    let concept = taxonomy.concept(mention.concept);
    let asked = matches!(section, Section::Required | Section::Preferred);
    if section.is_boilerplate() || !concept.kind.is_skill() {
        return false;
    }
    let generic = concept.kind == ConceptKind::Credential || concept.weight <= GENERIC_WEIGHT;
    let area = taxonomy.area_id(mention.concept);
    let by_the_way = PASSING_AREAS.contains(&area) || area == "enterprise";
    area != "soft" && (asked || !(generic || by_the_way))
}

/// Which names are asked lightly: `Familiarity with Kafka, Kubernetes and Prometheus` says so of all that its list holds.
fn lightly(text: &Text, asked: &[&Mention]) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::with_capacity(asked.len());
    for (at, mention) in asked.iter().enumerate() {
        let goes_on = at > 0 && found[at - 1] && alternatives::goes_on(text, asked[at - 1], mention);
        found.push(goes_on || is_light(text, mention));
    }
    found
}

fn is_light(text: &Text, mention: &Mention) -> bool {
    let word = text.word_at(mention.span.start);
    let clause = text.clause_at(mention.span.start).map_or(word, |c| text.clauses()[c].words.start);
    // `Deep familiarity with`
    let firm = |w: usize| w > clause && text.is(w - 1, FIRM);
    (clause.max(word.saturating_sub(4))..word).any(|w| text.is(w, LIGHT) && !firm(w))
}

/// One requirement for each concept: the most authoritative ask wins, others add to its strength.
fn merge(mut asks: Vec<Ask>) -> Vec<InferredRequirement> {
    asks.sort_by_key(|ask| (ask.rank, ask.span.start));
    let mut merged: Vec<Ask> = Vec::new();
    let mut owner: BTreeMap<ConceptId, usize> = BTreeMap::new();
    for mut ask in asks {
        let known: Vec<usize> = ask.options.iter().filter_map(|option| owner.get(option).copied()).collect();
        // Alternatives most of which are asked already say the same again.
        if 2 * known.len() >= ask.options.len() {
            let Some(&target) = known.first() else { continue };
            let target = &mut merged[target];
            if ask.rank != Rank::Passing {
                target.strength = (target.strength + REPEATED).min(ASKED);
            }
            // Whoever asks for five years of it, and for two of a part of it, asks for five.
            if target.rank <= Rank::Required && (target.years.is_none() || ask.rank <= Rank::Required) {
                target.years = target.years.max(ask.years);
            }
            if target.span.is_empty() {
                target.span = ask.span;
            }
            continue;
        }
        ask.options.retain(|option| !owner.contains_key(option));
        for option in &ask.options {
            owner.insert(*option, merged.len());
        }
        merged.push(ask);
    }
    // A posting that says what it requires does not require what else it names; of another, the work that it tells of is all that it asks.
    let requires = merged.iter().filter(|ask| ask.rank == Rank::Required).count() >= SAYS_WHAT_IT_REQUIRES;
    let necessity = |rank: Rank| match rank {
        Rank::Preferred => Necessity::NiceToHave,
        Rank::Duties | Rank::Stack | Rank::Passing if requires => Necessity::PartOfTheWork,
        Rank::Title | Rank::Required | Rank::Duties | Rank::Stack | Rank::Passing => Necessity::MustHave,
    };
    merged
        .into_iter()
        .map(|ask| InferredRequirement {
            options: ask.options,
            necessity: necessity(ask.rank),
            rank: ask.rank,
            min_years_tenths: ask.years,
            strength: PerMille::new(ask.strength),
            span: ask.span,
        })
        .collect()
}

#[cfg(test)]
#[path = "posting_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "posting_wishes_tests.rs"]
mod wishes_tests;
