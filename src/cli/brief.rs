//! A shortlist, or one candidate, as a page (HTML) that can be sent to a hiring manager: without scripts and without anything from elsewhere,
//! to be read on a screen and printed.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::shortlists::{Shortlisted, counted};
use super::visible::visible;
use crate::explain::{Component, ComponentName, EvidenceEffect, EvidenceRow};
use crate::model::Necessity;
use crate::{Match, Role};

/// Longer quotes are cut, in characters.
const MAX_QUOTE: usize = 240;
/// The style: one column, black on white on paper.
const STYLE: &str = include_str!("../explain/brief.css");

/// Writes a page with a section for each role.
pub(super) fn write(shortlisted: &[Shortlisted<'_>], out: &mut impl Write) -> io::Result<()> {
    let title = match shortlisted {
        [only] => format!("Shortlist: {}", title(only.role)),
        several => format!("Shortlists of {}", counted(several.len(), "role")),
    };
    let mut body = String::new();
    for shortlisted in shortlisted {
        section(shortlisted, &mut body);
    }
    page(&title, &body, out)
}

/// Writes a page of one candidate for one role.
pub(super) fn write_pair(role: &Role, row: &Match, out: &mut impl Write) -> io::Result<()> {
    let name = who(row);
    let mut body = format!("<header><p>{}</p></header>\n", escaped(title(role)));
    candidate(row, "h1", &mut body);
    if let Some(gate) = &row.gated {
        let _ =
            writeln!(body, "<p class=\"gate\">Would not stand on the shortlist: {} is required.</p>", escaped(gate));
    }
    page(&format!("{name}: {}", title(role)), &body, out)
}

fn page(title: &str, body: &str, out: &mut impl Write) -> io::Result<()> {
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

fn section(Shortlisted { role, answer }: &Shortlisted<'_>, body: &mut String) {
    let _ = writeln!(body, "<section>\n<header><h1>{}</h1>", escaped(title(role)));
    let _ = writeln!(
        body,
        "<p>{} considered, {} below · as of {}</p></header>",
        counted(answer.considered, "candidate"),
        counted(answer.results.len(), "candidate"),
        answer.model.as_of
    );
    body.push_str(
        "<table>\n<caption>Shortlist</caption>\n<thead><tr><th scope=\"col\">#</th><th scope=\"col\">Candidate</th>",
    );
    body.push_str(
        "<th scope=\"col\">Fit</th><th scope=\"col\">Strengths</th><th scope=\"col\">Gaps</th></tr></thead>\n<tbody>\n",
    );
    for row in &answer.results {
        let _ = writeln!(
            body,
            "<tr><td>{}</td><th scope=\"row\">{}</th><td>{:.0} {}</td><td>{}</td><td>{}</td></tr>",
            row.rank,
            escaped(&who(row)),
            row.fit,
            escaped(row.verdict.as_str()),
            strengths(row).iter().map(|text| escaped(text)).collect::<Vec<_>>().join(", "),
            gaps(row),
        );
    }
    body.push_str("</tbody>\n</table>\n");
    for row in &answer.results {
        candidate(row, "h2", body);
    }
    for gated in &answer.gated {
        let _ = writeln!(
            body,
            "<p>Left out: {} without {}</p>",
            counted(gated.count, "candidate"),
            escaped(&gated.requirement)
        );
    }
    body.push_str("</section>\n");
}

/// A candidate: why, what is missing, what to ask.
fn candidate(row: &Match, heading: &str, body: &mut String) {
    let _ = writeln!(
        body,
        "<article>\n<{heading}>{} <small>{:.0}, {}</small></{heading}>",
        escaped(&who(row)),
        row.fit,
        escaped(row.verdict.as_str())
    );
    let _ = writeln!(body, "<p>{}</p>", escaped(&row.summary));
    body.push_str("<table>\n<caption>What the fit is made of</caption>\n<tbody>\n");
    for Component { name, points, weight, .. } in row.components.iter().filter(|component| component.weight > 0.0) {
        let of = 100.0 * weight;
        let _ = writeln!(
            body,
            "<tr><th scope=\"row\">{}</th><td>{points:.1} of {of:.0}</td><td><meter min=\"0\" max=\"{of:.1}\" value=\"{points:.1}\"></meter></td></tr>",
            escaped(name.as_str())
        );
    }
    body.push_str("</tbody>\n</table>\n");
    let found: Vec<String> = skills(row).filter_map(requirement).collect();
    list("Requirements", &found, body);
    let missing: Vec<String> = row
        .gaps
        .iter()
        .map(|gap| {
            let nearest =
                gap.nearest.as_deref().map(|nearest| format!("; nearest: {}", escaped(nearest))).unwrap_or_default();
            format!("{} ({}){nearest}", escaped(&gap.requirement), necessity(gap.necessity))
        })
        .collect();
    list("Gaps", &missing, body);
    let questions: Vec<String> = row
        .questions
        .iter()
        .map(|asked| format!("{} <small>{}</small>", escaped(&asked.question), escaped(&asked.why)))
        .collect();
    list("Questions", &questions, body);
    body.push_str("</article>\n");
}

fn list(title: &str, items: &[String], body: &mut String) {
    if !items.is_empty() {
        let _ = write!(body, "<h3>{title}</h3>\n<ul>\n<li>{}</li>\n</ul>\n", items.join("</li>\n<li>"));
    }
}

fn requirement(evidence: &EvidenceRow) -> Option<String> {
    let asked = evidence.requirement.as_deref()?;
    let sign = match evidence.effect {
        EvidenceEffect::Positive => "met",
        EvidenceEffect::Mixed => "in part",
        EvidenceEffect::Negative => return None,
    };
    let mut text = format!("<b>{}</b> {sign}", escaped(asked));
    if let Some(claim) = evidence.claim.as_deref().filter(|claim| *claim != asked) {
        let _ = write!(text, " by {}", escaped(claim));
    }
    if let Some(years) = evidence.years {
        let _ = write!(text, ", {years:.0} y");
    }
    if let Some(quote) = evidence.text.as_deref() {
        let short: String = quote.chars().take(MAX_QUOTE).collect();
        let _ = write!(text, " <q>{}</q>", escaped(&short));
    }
    Some(text)
}

fn skills(row: &Match) -> impl Iterator<Item = &EvidenceRow> {
    row.components
        .iter()
        .filter(|component| component.name == ComponentName::Skills)
        .flat_map(|skills| &skills.evidence)
}

fn strengths(row: &Match) -> Vec<String> {
    let met = |evidence: &&EvidenceRow| evidence.effect == EvidenceEffect::Positive;
    skills(row).filter(met).filter_map(|evidence| evidence.requirement.clone()).collect()
}

fn gaps(row: &Match) -> String {
    let gaps: Vec<String> =
        row.gaps.iter().map(|gap| format!("{} ({})", escaped(&gap.requirement), necessity(gap.necessity))).collect();
    gaps.join(", ")
}

fn necessity(necessity: Necessity) -> &'static str {
    match necessity {
        Necessity::MustHave => "required",
        Necessity::PartOfTheWork => "part of the work",
        _ => "nice to have",
    }
}

/// Whom a page is about.
fn who(row: &Match) -> String {
    let id = row.candidate_id.as_ref().map_or("", |id| id.as_str());
    row.name.clone().unwrap_or_else(|| id.to_owned())
}

fn title(role: &Role) -> &str {
    role.title.as_deref().unwrap_or(role.id.as_str())
}

/// A text as it stands in HTML, whatever it holds.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("<script>\"a\" & 'b'\u{202e}"), "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;\u{fffd}");
    }
}
