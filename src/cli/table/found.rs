//! What a search found, laid out for a terminal.

use super::page::{GUTTER, Page, cell, plain};
use crate::cli::shortlists::{counted, grouped};
use crate::search::{FacetCounts, Highlight, SearchPage};
use crate::{Candidate, Role};

/// So many snippets of one document are shown.
const SNIPPETS: usize = 2;

/// Candidates, with where they say what was sought.
pub(in crate::cli) fn found_candidates(found: &SearchPage<Candidate>, page: Page) -> String {
    let who = |candidate: &Candidate| {
        let headline = candidate.headline.as_deref().map(plain).unwrap_or_default();
        (named(candidate.name.as_deref(), candidate.id.as_str()), headline)
    };
    laid_out(found, "candidate", "Candidate", who, page)
}

/// The same of roles.
pub(in crate::cli) fn found_roles(found: &SearchPage<Role>, page: Page) -> String {
    let which = |role: &Role| (plain(role.id.as_str()), role.title.as_deref().map(plain).unwrap_or_default());
    laid_out(found, "role", "Role", which, page)
}

fn laid_out<T>(
    found: &SearchPage<T>,
    noun: &str,
    heading: &str,
    title: impl Fn(&T) -> (String, String),
    page: Page,
) -> String {
    let mut text = format!("{} found\n\n", counted(found.total, noun));
    if !found.documents.is_empty() {
        let left = page.width.saturating_sub(2 * GUTTER);
        let widths = [left / 5, left * 3 / 10, left - left / 5 - left * 3 / 10 - GUTTER];
        let bold = |name: &str| cell(name).add_attribute(comfy_table::Attribute::Bold);
        let header = vec![bold(heading), bold("Title"), bold("Where")];
        let rows = found.documents.iter().enumerate().map(|(at, document)| {
            let (name, title) = title(document);
            let snippets = found.highlights.get(at).map(|found| snippets(found)).unwrap_or_default();
            vec![cell(name), cell(title), cell(snippets)]
        });
        text += &page.ruled(&widths, header, rows.collect());
    }
    for facet in &found.facets {
        text += &format!("\n{}", page.strong(facet.facet.as_str()));
        text += &format!("\n{}", page.lines(2, &[8], counts(facet)));
    }
    if let Some(cursor) = &found.next_cursor {
        text += &format!("\nMore with --cursor {cursor}\n");
    }
    text
}

fn counts(facet: &FacetCounts) -> Vec<Vec<comfy_table::Cell>> {
    let row = |count: usize, label: String| vec![super::page::right(&grouped(count)), cell(label)];
    let mut rows: Vec<_> = facet.values.iter().map(|value| row(value.count, plain(&value.label))).collect();
    if facet.unstated > 0 {
        rows.push(row(facet.unstated, "(not stated)".to_owned()));
    }
    if facet.other_values > 0 {
        rows.push(vec![cell(""), cell(format!("and {} more values", grouped(facet.other_values)))]);
    }
    rows
}

/// Snippets with what was found between brackets.
fn snippets(found: &[Highlight]) -> String {
    let lines = found.iter().take(SNIPPETS).map(|highlight| format!("{}: {}", highlight.pointer, marked(highlight)));
    lines.collect::<Vec<_>>().join("\n")
}

fn marked(highlight: &Highlight) -> String {
    let mut text = String::new();
    for (at, sign) in (highlight.start..).zip(highlight.text.chars()) {
        if highlight.matches.iter().any(|mark| mark.end == at) {
            text.push(']');
        }
        if highlight.matches.iter().any(|mark| mark.start == at) {
            text.push('[');
        }
        text.push(sign);
    }
    if highlight.matches.iter().any(|mark| mark.end == highlight.end) {
        text.push(']');
    }
    plain(&text)
}

fn named(name: Option<&str>, id: &str) -> String {
    match name.map(plain).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name}\n{}", plain(id)),
        None => plain(id),
    }
}
