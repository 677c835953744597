//! What a title names: families of work, and functions. Which words name them is data (`data/rules/title_families.toml`,
//! `title_functions.toml`).

use std::ops::Range;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, de::Error};

use super::lists;
use super::rules::{Hit, Rules};
use super::short_titles::written_out;
use super::terms::{Gap, Reading, is_break};
use super::text::Text;
use super::words::{Words, words};
use crate::taxonomy::{Families, FamilyId, FamilyMark, FunctionId, PerMille, Taxonomy, without_grade};

/// The family that a title names.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamesFamily {
    #[serde(deserialize_with = "family")]
    family: FamilyId,
    /// Other families share such titles.
    #[serde(default)]
    weak: bool,
}

/// The function that a title names.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamesFunction {
    #[serde(deserialize_with = "function")]
    function: FunctionId,
    #[serde(default)]
    weak: bool,
}

pub(in crate::extract) static FAMILIES: LazyLock<Rules<NamesFamily>> =
    LazyLock::new(|| Rules::built_in("title_families.toml", include_str!("data/rules/title_families.toml")));
pub(in crate::extract) static FUNCTIONS: LazyLock<Rules<NamesFunction>> =
    LazyLock::new(|| Rules::built_in("title_functions.toml", include_str!("data/rules/title_functions.toml")));

/// What a title says: a family and how clearly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TitleSign {
    pub family: FamilyId,
    /// 1000 for a title that names the family, less for one that other families share.
    pub strength: PerMille,
}

/// What a title says of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FunctionSign {
    pub function: FunctionId,
    pub strength: PerMille,
}

/// The strength of a title that says little: words that many kinds of work share.
const WEAK_TITLE: PerMille = PerMille::HALF;
/// Specificity, in half words, from which a title says clearly what somebody does.
const CLEAR_TITLE: usize = 2;
/// So many kinds of work share a title that says nothing of any one of them by itself.
const SHARED_TITLE: usize = 3;
/// Fainter signs beside a clear one are dropped.
const LEAST_TITLE: PerMille = PerMille::QUARTER;
/// What is left of a sign behind a trade of its own.
const BEHIND: PerMille = PerMille::QUARTER;
/// What a single word of a title says of a function, against more of them.
const ONE_WORD: PerMille = PerMille::EIGHT_TENTHS;
/// What is left of what a title names besides its head.
const BESIDE_HEAD: PerMille = PerMille::QUARTER;
/// Whoever is one of these by title is of no other trade by the employer's.
const MAKERS: Words = words!(lists::TITLES_MAKERS);

/// A family by its id in `families.toml`.
pub(super) fn family<'de, D: Deserializer<'de>>(from: D) -> Result<FamilyId, D::Error> {
    let id = String::deserialize(from)?;
    let known = Taxonomy::builtin().families().find(&id);
    known.ok_or_else(|| D::Error::custom(format!("expected a family of families.toml, got {id:?}")))
}

/// A function by its id in `functions.toml`.
pub(super) fn function<'de, D: Deserializer<'de>>(from: D) -> Result<FunctionId, D::Error> {
    let id = String::deserialize(from)?;
    let known = Taxonomy::builtin().functions().find(&id);
    known.ok_or_else(|| D::Error::custom(format!("expected a function of functions.toml, got {id:?}")))
}

/// The families that a title names, the clearest first. The more words a title's rule takes the more it says, so `AI
/// infrastructure engineer` outweighs `AI engineer`; what is shared with other families counts half. Behind a trade of its own
/// a comma or dash says where it is done: a `security engineer, AI infrastructure` runs no clusters, and neither does a
/// `software engineer at a maker of supercomputers`.
pub(crate) fn title_signs(title: &str, families: &Families) -> Vec<TitleSign> {
    let (title, _) = without_grade(title);
    let text = Text::new(&written_out(title));
    let reading = Reading::new(&text);
    let all = 0..reading.len();
    let signs = signs_of(&reading, &all, families);
    with_trade(&reading, &all, signs, families)
}

/// Whether a comma, bracket or dash goes on from the part of a title that names a trade of its own.
pub(super) fn is_trade_elsewhere(title: &Text, families: &Families) -> bool {
    let reading = Reading::new(title);
    trade_before(&reading, &(0..reading.len()), families).is_some()
}

/// Whether what a title names is a trade of its own before all else.
pub(super) fn is_of_a_trade(signs: &[TitleSign], families: &Families) -> bool {
    let first = signs.first();
    first.is_some_and(|sign| sign.strength == PerMille::ONE && families.get(sign.family).is(FamilyMark::Trade))
}

/// The families that a title names, where it is known what its words say all together: see [`signs_of`].
pub(super) fn with_trade(
    reading: &Reading,
    title: &Range<usize>,
    mut signs: Vec<TitleSign>,
    families: &Families,
) -> Vec<TitleSign> {
    let elsewhere = reading.find(title.start + 1..title.end, lists::TITLES_ELSEWHERE);
    let before = elsewhere.map(|end| title.start..end);
    let at_the_employer = || Some(signs_of(reading, before.as_ref()?, families)).filter(|trade| !trade.is_empty());
    let Some(trade) = trade_before(reading, title, families).or_else(at_the_employer) else {
        // `A principal engineer at a social media company`: what the employer does makes an engineer no marketer.
        if before.is_some_and(|mut before| before.any(|at| reading.is(at, MAKERS))) {
            signs.retain(|sign| !families.get(sign.family).is(FamilyMark::Elsewhere));
        }
        return signs;
    };
    signs.retain(|sign| !trade.iter().any(|known| known.family == sign.family));
    // Who sells or explains a thing works with it, who guards it does not.
    let is_domain = trade.first().is_none_or(|sign| families.get(sign.family).function.is_none());
    let left = if is_domain { BEHIND } else { PerMille::HALF };
    let behind = signs.into_iter().map(|sign| TitleSign { strength: sign.strength.times(left), ..sign });
    trade.iter().copied().chain(behind).collect()
}

/// The signs of the part of a title that names a trade of its own, where the title goes on from there.
fn trade_before(reading: &Reading, title: &Range<usize>, families: &Families) -> Option<Vec<TitleSign>> {
    let goes_on = |at: &usize| matches!(reading.word(*at), "," | "(") || is_spaced_dash(reading, *at);
    let head = (title.start + 1..title.end).find(goes_on)?;
    Some(signs_of(reading, &(title.start..head), families)).filter(|signs| is_of_a_trade(signs, families))
}

/// Whether a dash with spaces around it stands before a token.
fn is_spaced_dash(reading: &Reading, at: usize) -> bool {
    let between = || reading.text.original_between(&reading.tokens[at - 1].span, &reading.tokens[at].span);
    reading.gap(at) == Gap::Dash && between().starts_with(' ') && between().ends_with(' ')
}

/// The families that the words of a title or sentence name, the clearest first.
pub(super) fn signs_of(reading: &Reading, words: &Range<usize>, families: &Families) -> Vec<TitleSign> {
    // Specificity in half words.
    let mut found: Vec<(usize, FamilyId)> = Vec::new();
    let mut clear = 0;
    let hits = FAMILIES.together(reading, words);
    // A function that is named beside a domain does not take its place: who sells clusters sells clusters.
    let is_domain = |hit: &Hit<NamesFamily>| {
        let family = families.get(hit.emit.family);
        family.function.is_none() || family.is(FamilyMark::Elsewhere)
    };
    for hit in hits.iter().filter(|hit| !hits.iter().any(|other| is_domain(other) && says_more(other, hit))) {
        let specificity = if hit.emit.weak { hit.words } else { hit.words * 2 };
        clear = clear.max(if hit.emit.weak { 0 } else { specificity });
        match found.iter_mut().find(|(_, known)| *known == hit.emit.family) {
            Some((best, _)) => *best = (*best).max(specificity),
            None => found.push((specificity, hit.emit.family)),
        }
    }
    found.sort_by_key(|(specificity, family)| (std::cmp::Reverse(*specificity), *family));
    let Some(&(most, first)) = found.first() else { return Vec::new() };
    // One clear word ("welder") is enough; a single weak word is half a sign, and so is what everybody is who programs
    // ("software engineer"), and what many kinds of work share ("systems engineer").
    let shared = found.iter().filter(|(specificity, _)| *specificity == most).count() >= SHARED_TITLE;
    let said = most >= CLEAR_TITLE && !shared && !families.get(first).is(FamilyMark::General);
    let is_clear = clear >= CLEAR_TITLE || said;
    let clearest = if is_clear { PerMille::ONE } else { WEAK_TITLE };
    found
        .into_iter()
        .map(|(specificity, family)| {
            let share = PerMille::new(u16::try_from(specificity * 1000 / most).unwrap_or(1000));
            // To lead people is a kind of work beside whatever they do.
            let strength =
                if families.get(family).is(FamilyMark::Leading) { PerMille::ONE } else { share.times(share) };
            TitleSign { family, strength: clearest.times(strength) }
        })
        .filter(|sign| sign.strength >= LEAST_TITLE)
        .collect()
}

/// Whether a rule takes all words that another one takes, and more: a `GPU cluster engineer` is no `GPU engineer`.
fn says_more(more: &Hit<NamesFamily>, less: &Hit<NamesFamily>) -> bool {
    more.is_whole
        && more.words > less.words
        && more.emit.family != less.emit.family
        && !more.emit.weak
        && (more.first..=more.last).contains(&less.first)
        && less.last <= more.last
}

/// The functions that a title names, ascending.
pub(super) fn function_signs(title: &str) -> Vec<FunctionSign> {
    let text = Text::new(&written_out(title));
    let reading = Reading::new(&text);
    let goes_on = |at: &usize| {
        // The stop of `.NET` ends nothing.
        let is_mark = reading.word(*at) == "(" || is_break(reading.word(*at)) && reading.gap(*at + 1) != Gap::Glued;
        is_mark || reading.is(*at, words!(lists::TITLES_BEHIND_THE_HEAD)) || is_spaced_dash(&reading, *at)
    };
    let head = (1..reading.len()).find(goes_on).unwrap_or(reading.len());
    let hits = FUNCTIONS.together(&reading, &(0..reading.len()));
    // The head of a title is its last word before it goes on: a `developer advocate` advocates, a `compiler verification
    // engineer` verifies, and a `head of operations` leads.
    let rank = |hit: &Hit<NamesFunction>| (hit.last < head, hit.last, hit.words, hit.first);
    let best = hits.iter().map(rank).max();
    let mut signs: Vec<FunctionSign> = Vec::new();
    for hit in &hits {
        let NamesFunction { function, weak } = *hit.emit;
        let said = if weak { PerMille::HALF } else { PerMille::ONE };
        let strength = if hit.words > 1 { said } else { said.times(ONE_WORD) };
        let strength = if Some(rank(hit)) == best { strength } else { strength.times(BESIDE_HEAD) };
        match signs.iter_mut().find(|sign| sign.function == function) {
            Some(sign) => sign.strength = sign.strength.max(strength),
            None => signs.push(FunctionSign { function, strength }),
        }
    }
    signs.sort_unstable_by_key(|sign| sign.function);
    signs
}

#[cfg(test)]
#[path = "titles_tests.rs"]
mod tests;
