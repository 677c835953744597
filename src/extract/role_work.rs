//! The kinds of work that a role is: families by its title, the practices that it tells of and what it asks; of those the domains,
//! and what is done with them.

use std::collections::BTreeMap;

use super::candidate::deeds::sentence_words;
use super::clues::{self, ENOUGH_WORDS, Parts, Shown};
use super::extractor::Read;
use super::facts::FamilyStrength;
use super::families::{SignCollector, TitleOf, shares_of};
use super::functions::{FunctionCollector, shares};
use super::introduced::{By, introduced};
use super::lists;
use super::mention::{MentionKind, Stance, within};
use super::role_facts::{RequirementOption, RoleFacts};
use super::section::Section;
use super::titles::{TitleSign, function_signs, is_of_a_trade, title_signs};
use super::told_work::{domains_in_title, told_in};
use super::words::{Words, words};
use crate::domain::{Necessity, Role};
use crate::taxonomy::{ConceptKind, FamilyId, FamilyMark, FunctionId, PerMille, Taxonomy, fold};

/// A title says most about the family of a role, what is asked says the rest.
const TITLE_SHARE: u32 = 1200;
/// A trade of its own is what the role is, whatever systems its text then names: a security engineer for clusters runs none.
const TRADE_SHARE: u32 = 3000;
/// So many sentences of a text without a title may name it.
const OPENING_SENTENCES: usize = 8;
/// What a leader's role is at least to lead, in thousandths: the larger half.
const LEADING_SHARE: u16 = 550;

/// What a role is about.
pub(super) struct RoleWork {
    pub families: Vec<(FamilyId, PerMille)>,
    pub domains: Vec<(FamilyId, PerMille)>,
    pub functions: Vec<(FunctionId, PerMille)>,
    /// What may be a clue to its domains; nothing of a trade of its own.
    pub clues: Parts,
}

pub(super) fn work(
    role: &Role,
    read: &Read<'_>,
    sections: &[Section],
    facts: &RoleFacts,
    taxonomy: &Taxonomy,
) -> RoleWork {
    let mut signs = SignCollector::default();
    let title = role.title.clone().or_else(|| sought(read));
    let mut of_a_trade = false;
    if let Some(title) = title.as_deref() {
        let mut named = title_signs(title, taxonomy.families());
        if let Some(head) = head_of(title) {
            let speaks = taxonomy.functions().get(head).speaks;
            named.retain(|sign| {
                let family = taxonomy.families().get(sign.family);
                // A manager of products or accounts leads no engineers, and who sells works with what is sold.
                (!family.is(FamilyMark::Leading) || family.function == Some(head))
                    && !(speaks && family.function.is_none() && family.is(FamilyMark::Elsewhere))
            });
        }
        let is_domain = |sign: &TitleSign| taxonomy.families().get(sign.family).function.is_none();
        let is_named = named.iter().any(|sign| sign.strength == PerMille::ONE && is_domain(sign));
        if !is_named {
            for of in domains_in_title(title, taxonomy) {
                signs.named_domain(of);
            }
        }
        of_a_trade = is_of_a_trade(&named, taxonomy.families());
        let share = if of_a_trade { TRADE_SHARE } else { TITLE_SHARE };
        signs.title(&named, share, TitleOf::Role, None);
    }
    let mut seen = Vec::new();
    for mention in &read.mentions {
        let boilerplate = read.text.clause_at(mention.span.start).is_some_and(|c| sections[c].is_boilerplate());
        let practice = taxonomy.concept(mention.concept).kind == ConceptKind::Practice;
        if practice && !boilerplate && mention.stance != Stance::Negated && !seen.contains(&mention.concept) {
            seen.push(mention.concept);
            let told = mention.by != MentionKind::Label || !mention.listed;
            signs.concept(mention.concept, told, true, taxonomy);
        }
    }
    for requirement in &facts.requirements {
        for option in &requirement.options {
            if let RequirementOption::Concept(id) = option
                && !seen.contains(id)
            {
                seen.push(*id);
                signs.asked(*id, requirement.necessity != Necessity::NiceToHave, taxonomy);
            }
        }
    }
    duties(read, sections, taxonomy, &mut signs);
    let mut families = signs.shares(taxonomy.families());
    // However clearly a title names what is done, its field is what all the rest tells of.
    let domains = signs.domains(taxonomy.families());
    if title.as_deref().is_some_and(is_of_a_leader) {
        lead(&mut families, taxonomy);
    }
    let functions = functions(title.as_deref(), &families, taxonomy);
    if of_a_trade {
        return RoleWork { families, domains, functions, clues: Parts::default() };
    }
    let strength: Vec<FamilyStrength> = signs.strengths().collect();
    let shown = Shown {
        strength: &strength,
        titles: signs.titles(),
        named: &facts.named,
        wording: &facts.wording,
        only_told: false,
    };
    let clues = shown.parts(taxonomy);
    let domains = mixed(&domains, clues::domains(&clues, taxonomy), facts.told_words.min(ENOUGH_WORDS));
    of_domains(&mut families, &domains, taxonomy);
    RoleWork { families, domains, functions, clues }
}

/// The domains that signs show and those that clues speak for: of a text that tells of the work in `enough` of [`ENOUGH_WORDS`] words,
/// clues say all.
fn mixed(shown: &[(FamilyId, PerMille)], told: Vec<(FamilyId, u32)>, enough: usize) -> Vec<(FamilyId, PerMille)> {
    let enough = u32::try_from(enough).unwrap_or(u32::MAX);
    let whole = u32::try_from(ENOUGH_WORDS).unwrap_or(u32::MAX);
    let all: u32 = told.iter().map(|(_, speaks)| *speaks).sum();
    // What is done there, whatever with, is not of a domain for the words that tell of it.
    if shown.is_empty() || enough == 0 || all == 0 {
        return shown.to_vec();
    }
    let mut parts: BTreeMap<FamilyId, u32> = BTreeMap::new();
    for (family, share) in shown {
        *parts.entry(*family).or_default() += u32::from(share.get()) * (whole - enough);
    }
    for (family, speaks) in told {
        *parts.entry(family).or_default() += speaks * 1000 / all * enough;
    }
    shares_of(parts.into_iter().map(|(family, part)| (part, family)).collect())
}

/// Puts these domains in the place of those that a role is made of, beside what is no domain.
fn of_domains(families: &mut Vec<(FamilyId, PerMille)>, domains: &[(FamilyId, PerMille)], taxonomy: &Taxonomy) {
    families.retain(|(family, _)| taxonomy.families().get(*family).function.is_some());
    let rest = 1000 - families.iter().map(|(_, share)| u32::from(share.get())).sum::<u32>();
    let mut left = rest;
    for (at, (family, share)) in domains.iter().enumerate() {
        let part = if at + 1 == domains.len() { left } else { u32::from(share.get()) * rest / 1000 };
        left -= part;
        families.push((*family, PerMille::new(u16::try_from(part).unwrap_or(1000))));
    }
    families.retain(|(_, share)| *share > PerMille::ZERO);
    families.sort_by_key(|(family, share)| (std::cmp::Reverse(*share), *family));
}

/// The title that the text of a role without one begins with, or says that it is for.
fn sought(read: &Read<'_>) -> Option<String> {
    let text = read.text;
    let mut clause = 0;
    for _ in 0..OPENING_SENTENCES {
        let sentence = (clause < text.clauses().len()).then(|| text.sentence_clauses(clause))?;
        clause = sentence.end.max(clause + 1);
        let words = text.clauses()[sentence.start].words.start..text.clauses()[sentence.end - 1].words.end;
        if let Some(title) = introduced(text, words, By::Posting) {
            let span = text.words()[title.start].start..text.words()[title.end - 1].end;
            return Some(text.original(&span).to_owned());
        }
    }
    None
}

/// What a title is before all else.
fn head_of(title: &str) -> Option<FunctionId> {
    let signs = function_signs(title);
    signs.iter().max_by_key(|sign| (sign.strength, std::cmp::Reverse(sign.function))).map(|sign| sign.function)
}

/// Families of a text's sentences that tell of work, but for what is about the employer.
fn duties(read: &Read<'_>, sections: &[Section], taxonomy: &Taxonomy, signs: &mut SignCollector) {
    let text = read.text;
    let mut clause = 0;
    while clause < text.clauses().len() {
        let sentence = text.sentence_clauses(clause);
        let is_work = matches!(sections[clause], Section::Intro | Section::Duties);
        clause = sentence.end.max(clause + 1);
        let words = sentence_words(text, &sentence);
        if !is_work || words.is_empty() {
            continue;
        }
        let span = text.words()[words.start].start..text.words()[words.end - 1].end;
        let sentence = read.reading.tokens_of(&span);
        let names = within(&read.mentions, span).filter(|mention| mention.stance != Stance::Negated);
        let is_other = |_, token| read.means_another_thing(token);
        let told = told_in(&read.reading, std::iter::once(sentence), names, taxonomy, is_other);
        for (of, _) in told {
            signs.duty(of);
        }
    }
}

/// What is done with them: what the title names, and where it names nothing clearly, what people of the families mostly do too.
fn functions(
    title: Option<&str>,
    families: &[(FamilyId, PerMille)],
    taxonomy: &Taxonomy,
) -> Vec<(FunctionId, PerMille)> {
    let mut signs = FunctionCollector::default();
    if let Some(title) = title {
        signs.title(title, &[], 1000, 0, taxonomy);
    }
    let (mut shown, _) = signs.finish();
    // A `lead security engineer` may lead, and does what security engineers do.
    if shown.iter().all(|(_, points)| *points <= u32::from(PerMille::HALF.get())) {
        let named: Vec<FunctionId> = shown.iter().map(|(function, _)| *function).collect();
        for (family, share) in families {
            let family = taxonomy.families().get(*family);
            let is =
                family.function.filter(|function| !named.contains(function)).map(|function| (function, PerMille::ONE));
            for (function, part) in family.functions.iter().copied().chain(is) {
                let points = u32::from(share.times(part).get());
                match shown.iter_mut().find(|(known, _)| *known == function) {
                    Some((_, known)) => *known += points,
                    None => shown.push((function, points)),
                }
            }
        }
    }
    shares(shown)
}

/// Whether a title is of somebody who leads others before all else.
fn is_of_a_leader(title: &str) -> bool {
    const LEADERS: Words = words!(lists::ROLE_WORK_LEADERS);
    fold(title).split(|c: char| !c.is_alphanumeric()).any(|word| LEADERS.has(word))
}

/// However much is told of the work that is led, to lead is a good part of a leader's role.
fn lead(shares: &mut [(FamilyId, PerMille)], taxonomy: &Taxonomy) {
    let families = taxonomy.families();
    let leads = |(family, _): &(FamilyId, PerMille)| families.get(*family).is(FamilyMark::Leading);
    let Some(own) = shares.iter().find(|share| leads(share)).map(|(_, share)| share.get()) else { return };
    let rest = 1000 - LEADING_SHARE;
    let mut left = rest;
    if own >= LEADING_SHARE {
        return;
    }
    // What rounding leaves over goes to the last.
    let others = shares.len() - 1;
    let mut seen = 0;
    for share in shares.iter_mut() {
        share.1 = if leads(share) {
            PerMille::new(LEADING_SHARE)
        } else {
            seen += 1;
            let part = u32::from(share.1.get()) * u32::from(rest) / u32::from(1000 - own);
            let part = if seen == others { left } else { u16::try_from(part).unwrap_or(left) };
            left -= part;
            PerMille::new(part)
        };
    }
}
