//! Rows in the words of recruiters.

use super::page::plain;
use crate::Match;
use crate::explain::{ComponentName, ComponentState, EvidenceEffect, Flag, Gap, PayVerdict};
use crate::model::Necessity;
use crate::taxonomy::Relation;

/// A longer question does not fit a narrow column.
const SHORT_QUESTION: usize = 72;
/// So many gaps of a sort are named.
const GAPS_NAMED: usize = 3;

/// What speaks for the candidate, a line each.
pub(super) fn carries(row: &Match) -> String {
    let lines: Vec<String> = row.strengths().iter().map(|line| plain(line)).collect();
    if lines.is_empty() { "little that the role asks for".to_owned() } else { lines.join("\n") }
}

/// What is asked and not met, must-haves first.
pub(super) fn missing(row: &Match) -> String {
    let of = |necessity: Necessity, with_nearest: bool| -> Option<String> {
        let gaps: Vec<&Gap> = row.gaps.iter().filter(|gap| gap.necessity == necessity).collect();
        let named: Vec<String> = gaps
            .iter()
            .take(GAPS_NAMED)
            .map(|gap| {
                let requirement = plain(&gap.short_requirement());
                match gap.nearest.as_deref().filter(|nearest| with_nearest && !gap.requirement.contains(*nearest)) {
                    Some(nearest) => format!("{requirement} (has {})", plain(nearest)),
                    None => requirement,
                }
            })
            .collect();
        (!gaps.is_empty()).then(|| with_more(&named, gaps.len()))
    };
    let lines: Vec<String> = [
        of(Necessity::MustHave, true),
        of(Necessity::PartOfTheWork, false).map(|work| format!("part of the work: {work}")),
        of(Necessity::NiceToHave, false).map(|nice| format!("nice to have: {nice}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if lines.is_empty() { "\u{2013}".to_owned() } else { lines.join("\n") }
}

/// The named ones, and how many there are beside them.
fn with_more(named: &[String], all: usize) -> String {
    let more = all.saturating_sub(named.len());
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", named.join(", "))
}

/// A requirement with all of its alternatives.
pub(super) fn or(requirement: &str) -> String {
    requirement.split(" | ").map(plain).collect::<Vec<_>>().join(" or ")
}

/// Pay, place and flags.
pub(super) fn notes(row: &Match, with_question: bool) -> String {
    let mut parts: Vec<String> = pay(row).into_iter().collect();
    if let Some(place) = row.evidence(ComponentName::Location).iter().find(|e| e.effect != EvidenceEffect::Positive)
        && let Some(statement) = &place.statement
    {
        parts.push(plain(statement).replace("; ", ", "));
    }
    parts.extend(row.flags.iter().filter_map(|flag| flag_words(*flag)).map(str::to_owned));
    for other in &row.possible_duplicate_of {
        parts.push(format!("may be the same person as {}", plain(other.as_str())));
    }
    let short = row.questions.iter().find(|question| question.question.chars().count() <= SHORT_QUESTION);
    if let Some(first) = short.filter(|_| with_question) {
        parts.push(format!("question: {}", plain(&first.question)));
    }
    if parts.is_empty() { "\u{2013}".to_owned() } else { parts.join("\n") }
}

/// How the expected pay stands to the band.
pub(super) fn pay(row: &Match) -> Option<String> {
    let component = row.component(ComponentName::Pay)?;
    let market = if component.evidence.iter().any(|e| e.statement.as_deref().is_some_and(|s| s.contains("inferred"))) {
        "market "
    } else {
        ""
    };
    Some(match (component.state, row.pay_verdict) {
        (ComponentState::NotApplicable, _) => return None,
        (_, PayVerdict::Within) => format!("pay within {market}band"),
        (_, PayVerdict::Below) => format!("asks less than the {market}band"),
        (_, PayVerdict::Above) => distance(component.evidence.iter().find_map(|e| e.statement.as_deref())).map_or_else(
            || format!("asks more than the {market}band"),
            |money| format!("asks {money} above the {market}band"),
        ),
        (ComponentState::NotComparable, PayVerdict::Unknown) => "pay in a currency without a rate".to_owned(),
        (_, PayVerdict::Unknown) => "pay not stated".to_owned(),
    })
}

/// The money in `expects at least USD 390,000 a year, USD 90,000 above the band (...)`.
fn distance(statement: Option<&str>) -> Option<String> {
    let (before, _) = statement?.split_once(" above the band")?;
    let (_, money) = before.rsplit_once(", ")?;
    Some(money.to_owned())
}

/// A flag in words; none for what stands in the heading or beside the pay already.
pub(super) fn flag_words(flag: Flag) -> Option<&'static str> {
    match flag {
        Flag::StepBackScale => Some("a step back in scale"),
        Flag::StepBackHardware => Some("a step back to older hardware"),
        Flag::PayAboveBand | Flag::InferredRequirements => None,
        Flag::LanguageNotRead => Some("the role's language is not read"),
        Flag::ThinProfile => Some("thin profile, little to judge by"),
        Flag::StuffingSuspected => Some("lists more than the work shows"),
        Flag::StaleProfile => Some("no recent work in the field"),
        Flag::WorkAuthorizationUnknown => Some("work authorization not stated"),
    }
}

/// How a claim stands to what is asked.
pub(super) fn relation_words(relation: Relation) -> &'static str {
    match relation {
        Relation::Same => "the thing itself",
        Relation::Narrower => "a kind of it",
        Relation::Broader => "more general",
        Relation::Practice => "shown in practice",
        Relation::Related => "related",
        Relation::Distant => "distantly related",
        Relation::None => "unrelated",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_in_money_is_found() {
        let statement = "expects at least USD 390,000 a year, USD 90,000 above the band (USD 230,000 to USD 300,000)";
        assert_eq!(distance(Some(statement)).as_deref(), Some("USD 90,000"));
        assert_eq!(distance(Some("something else")), None);
    }
}
