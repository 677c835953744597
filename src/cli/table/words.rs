//! Rows in the words of recruiters.

use super::page::plain;
use crate::Match;
use crate::explain::{ComponentName, ComponentState, EvidenceEffect, EvidenceRow, Flag, Gap, PayVerdict};
use crate::model::Necessity;
use crate::taxonomy::Relation;

/// So many met requirements are named.
const NAMED: usize = 4;
/// A longer question does not fit a narrow column.
const SHORT_QUESTION: usize = 72;
/// So many gaps of a sort are named.
const GAPS_NAMED: usize = 3;

/// What speaks for the candidate, a line each: the kind of work, the requirements met best, the scale.
pub(super) fn carries(row: &Match) -> String {
    let mut lines = Vec::new();
    if let Some(family) = evidence(row, ComponentName::Family).iter().find(|e| e.effect != EvidenceEffect::Negative)
        && let Some(statement) = &family.statement
    {
        lines.push(kind_of_work(statement));
    }
    let mut met: Vec<&EvidenceRow> = evidence(row, ComponentName::Skills)
        .iter()
        .filter(|e| {
            e.requirement.is_some() && e.effect != EvidenceEffect::Negative && !is_gap(row, e.requirement.as_deref())
        })
        .collect();
    // Must-haves first, and what is met by the thing itself; the rest of the order is the role's.
    met.sort_by(|a, b| {
        let by = |e: &EvidenceRow| (e.necessity, e.relation != Some(Relation::Same));
        by(a).cmp(&by(b)).then_with(|| b.credit.unwrap_or(0.0).total_cmp(&a.credit.unwrap_or(0.0)))
    });
    // What serves several requirements is named once.
    let mut named: Vec<&EvidenceRow> = Vec::new();
    for evidence in met {
        if !named.iter().any(|known| known.claim.is_some() && known.claim == evidence.claim) {
            named.push(evidence);
        }
    }
    if !named.is_empty() {
        let claims: Vec<String> = named.iter().take(NAMED).map(|e| claim(e)).collect();
        lines.push(with_more(&claims, named.len()));
    }
    if let Some(scale) = evidence(row, ComponentName::Scale).iter().find(|e| e.effect != EvidenceEffect::Negative)
        && let Some(statement) = &scale.statement
    {
        let clause = first_clause(statement);
        let clause = clause.split_once(", which cannot").map_or(clause.as_str(), |(before, _)| before);
        lines.push(clause.strip_prefix("states ").unwrap_or(clause).replacen("a system of ", "", 1));
    }
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
                let requirement = short_requirement(&gap.requirement);
                match gap.nearest.as_deref().filter(|nearest| with_nearest && !gap.requirement.contains(*nearest)) {
                    Some(nearest) => format!("{requirement} (has {})", plain(nearest)),
                    None => requirement,
                }
            })
            .collect();
        (!gaps.is_empty()).then(|| with_more(&named, gaps.len()))
    };
    let lines: Vec<String> =
        [of(Necessity::MustHave, true), of(Necessity::NiceToHave, false).map(|nice| format!("nice to have: {nice}"))]
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

fn options(requirement: &str) -> impl Iterator<Item = String> {
    requirement.split(" | ").map(plain)
}

/// A requirement with all of its alternatives.
pub(super) fn or(requirement: &str) -> String {
    options(requirement).collect::<Vec<_>>().join(" or ")
}

/// A requirement with its alternatives, of which at most two are named.
fn short_requirement(requirement: &str) -> String {
    let options: Vec<String> = options(requirement).collect();
    match options.as_slice() {
        [first, second, third, rest @ ..] if third.len() > 4 || !rest.is_empty() => {
            format!("{first}, {second} or {} others", rest.len() + 1).replace("1 others", "another")
        }
        _ => options.join(" or "),
    }
}

/// Pay, place and flags.
pub(super) fn notes(row: &Match, with_question: bool) -> String {
    let mut parts: Vec<String> = pay(row).into_iter().collect();
    if let Some(place) = evidence(row, ComponentName::Location).iter().find(|e| e.effect != EvidenceEffect::Positive)
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
    let component = row.components.iter().find(|component| component.name == ComponentName::Pay)?;
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

/// `Slurm 8 y`, or `BeeGFS 4 y for Lustre | GPFS`.
pub(super) fn claim(evidence: &EvidenceRow) -> String {
    let requirement = plain(evidence.requirement.as_deref().unwrap_or_default());
    let claim = evidence.claim.as_deref().map_or_else(|| requirement.clone(), plain);
    let years = evidence.years.map(|years| format!(" {}", short_years(years))).unwrap_or_default();
    let options: Vec<&str> = requirement.split(" | ").collect();
    match options.as_slice() {
        // The role's own word for it.
        [only] if evidence.relation == Some(Relation::Same) => format!("{only}{years}"),
        _ if evidence.relation.is_none_or(|relation| relation == Relation::Same) => format!("{claim}{years}"),
        options if options.contains(&claim.as_str()) => format!("{claim}{years}"),
        _ => format!("{claim}{years} for {}", short_requirement(&requirement)),
    }
}

/// `8 y`, `6 mo`.
pub(super) fn short_years(years: f64) -> String {
    if years < 0.95 { format!("{:.0} mo", (years * 12.0).max(1.0)) } else { format!("{} y", (years + 0.5).floor()) }
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

pub(super) fn evidence(row: &Match, name: ComponentName) -> &[EvidenceRow] {
    row.components.iter().find(|component| component.name == name).map_or(&[], |component| &component.evidence)
}

fn is_gap(row: &Match, requirement: Option<&str>) -> bool {
    row.gaps.iter().any(|gap| Some(gap.requirement.as_str()) == requirement)
}

fn kind_of_work(statement: &str) -> String {
    let clause = first_clause(statement);
    let clause = clause.split_once(" (asked: ").map_or(clause.as_str(), |(before, _)| before).to_owned();
    if let Some(work) = clause.strip_prefix("does this work: ") {
        return work.to_owned();
    }
    match clause.strip_prefix("some signs of this work: ") {
        Some(work) => format!("some signs of {work}"),
        None => clause,
    }
}

fn first_clause(statement: &str) -> String {
    plain(statement.split_once("; ").map_or(statement, |(first, _)| first))
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

    #[test]
    fn many_alternatives_are_not_all_named() {
        assert_eq!(short_requirement("A | B"), "A or B");
        assert_eq!(short_requirement("C++ | Go | Rust"), "C++ or Go or Rust");
        assert_eq!(short_requirement("PyTorch FSDP | DeepSpeed | Megatron-LM"), "PyTorch FSDP, DeepSpeed or another");
        assert_eq!(short_requirement("A | B | C | D"), "A, B or 2 others");
    }

    #[test]
    fn years_are_short() {
        assert_eq!((short_years(0.5), short_years(1.0), short_years(7.6)), ("6 mo".into(), "1 y".into(), "8 y".into()));
    }
}
