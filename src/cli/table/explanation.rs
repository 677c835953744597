//! One fit with all that it rests on.

use super::heading::short_heading;
use super::page::{Page, cell, plain, quote, right};
use super::words::{flag_words, or, relation_words};
use crate::explain::{Component, ComponentName, ComponentState, EvidenceRow, Question};
use crate::extract::SignalKind;
use crate::model::Necessity;
use crate::taxonomy::Relation;
use crate::{Match, Role};

/// Cells of a bar.
const BAR: u16 = 10;
/// Everything under a candidate's name.
const INDENT: u16 = 4;
/// Quotes are whole sentences of about 160 characters; only a sentence that came in as one endless word is cut here.
const QUOTE: usize = 240;
/// Quotes beside a component are the first words only.
const SHORT_QUOTE: usize = 120;

/// A pair by itself.
pub(in crate::cli) fn pair(role: &Role, row: &Match, page: Page) -> String {
    let mut text = short_heading(role, page);
    text.push('\n');
    text.push_str(&block(row, page));
    if let Some(gate) = &row.gated {
        text.push_str(&page.lines(
            0,
            &[],
            vec![vec![cell(format!("\nThis candidate would not stand on the shortlist: the gate is {}.", or(gate)))]],
        ));
    }
    text
}

/// A candidate, the components as bars, what they rest on, what is missing.
pub(super) fn block(row: &Match, page: Page) -> String {
    let mut text = name_line(row, page);
    text.push_str(&page.lines(INDENT, &[], vec![vec![cell(plain(&row.summary))]]));
    text.push('\n');
    text.push_str(&page.lines(INDENT, &[8, BAR, 12], components(row)));
    let points = points(row);
    if !points.is_empty() {
        text.push_str(&page.lines(INDENT, &[20, 12], points));
    }
    for (title, necessity) in [
        ("Required", Necessity::MustHave),
        ("Part of the work", Necessity::PartOfTheWork),
        ("Nice to have", Necessity::NiceToHave),
    ] {
        let found = row.evidence(ComponentName::Skills);
        let rows: Vec<_> =
            found.iter().filter(|e| e.necessity == Some(necessity)).map(|e| requirement(e, row)).collect();
        if !rows.is_empty() {
            text.push('\n');
            text.push_str(&page.lines(INDENT, &[], vec![vec![cell(title)]]));
            let first = (page.width / 4).clamp(18, 34);
            text.push_str(&page.lines(INDENT, &[1, first], rows));
        }
    }
    // What is presumed by the wording, and what other work leaves of it all, stand beside the requirements and belong to none of them.
    let of_all = row.evidence(ComponentName::Skills).iter().filter(|e| e.requirement.is_none());
    let of_all: Vec<_> = of_all.filter_map(|e| Some(vec![cell(counted_for_all(e)?)])).collect();
    if !of_all.is_empty() {
        text.push('\n');
        text.push_str(&page.lines(INDENT, &[], of_all));
    }
    let questions: Vec<_> = (1..).zip(&row.questions).map(|(number, question)| ask(number, question)).collect();
    if !questions.is_empty() {
        text.push('\n');
        text.push_str(&page.lines(INDENT, &[], vec![vec![cell("Questions")]]));
        text.push_str(&page.lines(INDENT, &[1], questions));
    }
    let notes: Vec<&str> = row.flags.iter().filter_map(|flag| flag_words(*flag)).collect();
    if !notes.is_empty() {
        text.push('\n');
        text.push_str(&page.lines(INDENT, &[8], vec![vec![cell("Notes"), cell(notes.join("; "))]]));
    }
    text
}

fn counted_for_all(evidence: &EvidenceRow) -> Option<String> {
    let (statement, percent) = (plain(evidence.statement.as_deref()?), 100.0 * evidence.credit?);
    Some(if evidence.inferred {
        format!("{statement}; counts for {percent:.0} % of what is not named")
    } else {
        format!("{statement}; {percent:.0} % of what they earn is left")
    })
}

fn name_line(row: &Match, page: Page) -> String {
    let id = row.candidate_id.as_ref().map(|id| plain(id.as_str())).unwrap_or_default();
    let name = row.name.as_deref().map(plain).filter(|name| !name.is_empty());
    let who = name.map_or_else(|| page.strong(&id), |name| format!("{} \u{b7} {id}", page.strong(&name)));
    let rank = if row.rank > 0 { format!("{:>2}. ", row.rank) } else { String::new() };
    format!(
        "{rank}{who} \u{b7} fit {:.1}, {} \u{b7} {:.0} % of the weight rests on what is stated\n",
        row.fit,
        row.verdict.as_str(),
        row.coverage * 100.0
    )
}

/// A weight, which has four decimals, as the points that it can give. Rounded as points are: nobody gets 8.7 of 8.6.
fn in_points(weight: f64) -> f64 {
    (weight * 10_000.0).round() / 100.0
}

fn components(row: &Match) -> Vec<Vec<comfy_table::Cell>> {
    row.components
        .iter()
        .map(|component| {
            let points = match component.state {
                ComponentState::NotApplicable => String::new(),
                _ => format!("{:.1} of {:.1}", component.points, in_points(component.weight)),
            };
            vec![cell(component.name.as_str()), cell(bar(component)), right(&points), cell(finding(component, row))]
        })
        .collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the length of a bar")]
fn bar(component: &Component) -> String {
    if component.state == ComponentState::NotApplicable {
        return "\u{b7}".repeat(usize::from(BAR));
    }
    let full = (component.score * f64::from(BAR)).round().clamp(0.0, f64::from(BAR)) as usize;
    "\u{2588}".repeat(full) + &"\u{2591}".repeat(usize::from(BAR) - full)
}

fn finding(component: &Component, row: &Match) -> String {
    match component.state {
        ComponentState::NotApplicable => {
            return "the role does not ask for it; its weight goes to the others".to_owned();
        }
        ComponentState::NotStated => return "not stated; a cautious default stands in".to_owned(),
        ComponentState::NotComparable => {
            return "stated in terms that cannot be compared; a cautious default stands in".to_owned();
        }
        ComponentState::Scored => {}
    }
    if component.name == ComponentName::Skills {
        return format!("{:.0} % of the must-haves are met", row.must_have_coverage * 100.0);
    }
    let statements: Vec<String> = component
        .evidence
        .iter()
        .filter_map(|evidence| {
            let statement = plain(evidence.statement.as_deref()?);
            let inferred = if evidence.inferred { " (worked out, not stated)" } else { "" };
            let words = evidence.text.as_deref().filter(|text| !text.is_empty());
            let quote = words.map(|text| format!(" {}", quote(text, SHORT_QUOTE)));
            Some(format!("{statement}{inferred}{}", quote.unwrap_or_default()))
        })
        .collect();
    statements.join("; ")
}

/// Penalties and bonuses.
fn points(row: &Match) -> Vec<Vec<comfy_table::Cell>> {
    let penalties = row.penalties.iter().filter(|penalty| penalty.points < 0.0).map(|penalty| {
        vec![cell("must-have penalty"), right(&format!("{:.1}", penalty.points)), cell(or(&penalty.requirement))]
    });
    let bonuses = row.bonuses.iter().map(|bonus| {
        let kind = match bonus.kind {
            SignalKind::OpenSource => "open source",
            SignalKind::Publication => "publication",
            SignalKind::Certification => "certification",
        };
        let words =
            if bonus.text == bonus.name { String::new() } else { format!(" {}", quote(&bonus.text, SHORT_QUOTE)) };
        let why = format!("{kind}: {}{words}", plain(&bonus.name));
        vec![cell("bonus"), right(&format!("{:+.1}", bonus.points)), cell(why)]
    });
    penalties.chain(bonuses).collect()
}

fn requirement(evidence: &EvidenceRow, row: &Match) -> Vec<comfy_table::Cell> {
    let asked = evidence.requirement.as_deref().unwrap_or_default();
    let gap = row.gaps.iter().any(|gap| gap.requirement == asked);
    let sign = match (gap, evidence.claim.is_some()) {
        (false, _) => "+",
        (true, true) => "~",
        (true, false) => "\u{2013}",
    };
    vec![cell(sign), cell(or(asked)), cell(support(evidence, asked, gap))]
}

/// A question, and why it is open.
fn ask(number: usize, question: &Question) -> Vec<comfy_table::Cell> {
    vec![cell(number.to_string()), cell(format!("{}\n{}", plain(&question.question), plain(&question.why)))]
}

fn support(evidence: &EvidenceRow, asked: &str, gap: bool) -> String {
    let Some(claim) = &evidence.claim else {
        return if gap { "nothing found" } else { "listed among so many others that it does not count" }.to_owned();
    };
    let mut parts = Vec::new();
    let relation = evidence.relation.filter(|relation| *relation != Relation::Same);
    if let Some(relation) = relation.filter(|_| gap) {
        parts.push(format!("nearest: {}, {}", plain(claim), relation_words(relation)));
    } else if claim != asked {
        let relation = relation.map(|relation| format!(" ({})", relation_words(relation))).unwrap_or_default();
        parts.push(format!("{}{relation}", plain(claim)));
    }
    parts.extend(evidence.reason.as_deref().filter(|_| gap && relation.is_none()).map(plain));
    parts.extend(evidence.short_years());
    parts.extend(evidence.last_used.as_deref().map(|when| match when {
        "now" => "in use now".to_owned(),
        year => format!("last used {year}"),
    }));
    parts.extend(evidence.credit.map(|credit| format!("counts {:.0} %", credit * 100.0)));
    let mut text = parts.join(", ");
    if evidence.necessity == Some(Necessity::MustHave)
        && let Some(words) = evidence.text.as_deref().filter(|words| !words.is_empty())
    {
        let place = evidence.place.as_deref().unwrap_or_default();
        text = format!("{text}\n{} {}", quote(words, QUOTE), plain(place));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::in_points;

    #[test]
    fn a_weight_in_points_is_rounded_as_points_are() {
        assert_eq!([0.0865, 0.1, 0.3455].map(|weight| format!("{:.1}", in_points(weight))), ["8.7", "10.0", "34.5"]);
        assert_eq!(format!("{:.1}", 0.0865 * 100.0), "8.6", "what it is for");
    }
}
