//! Pages of glyphs to one text: columns one after the other, without what repeats at the head and foot of pages, with lines that were
//! broken by the margin joined again.

use std::collections::{BTreeMap, BTreeSet};

use super::FileText;
use super::mend::{self, Join};
use super::pdf::Page;
use super::pdf_columns::{Block, GAP, Line, blocks, median};
use super::pdf_fragments::{Fragment, fragments, rows};
use super::words::words;

/// What stands within this share of a page's height from its edge may be its head or foot.
const MARGIN: f64 = 0.12;
/// So many rows at an edge are looked at.
const EDGE_ROWS: usize = 3;
/// Longer rows are no numbers of pages.
const MAX_PAGE_NUMBER: usize = 12;
/// Lines of one paragraph differ in size by less than this share.
const SAME_SIZE: f64 = 0.06;
/// A line that begins further left than the one before, by this share of the size, begins a paragraph.
const OUTDENT: f64 = 0.5;
/// What a blank takes of the size, at least in most fonts.
const BLANK: f64 = 0.22;
/// A heading is larger than most of the text by this factor.
const LARGER: f64 = 1.15;

/// The text of pages.
pub(super) fn text(pages: &[Page]) -> FileText {
    let mut pages_of_fragments: Vec<Vec<Fragment>> = pages.iter().map(fragments).collect();
    let aside = without_heads_and_feet(pages, &mut pages_of_fragments);
    let largest = pages_of_fragments.first().and_then(|page| largest(page));
    let blocks: Vec<Block> = pages_of_fragments.into_iter().flat_map(blocks).collect();
    let mut lines: Vec<(Join, String)> = Vec::new();
    for block in &blocks {
        lines.extend(paragraphs(block));
    }
    FileText { text: mend::joined(&lines), largest, aside, letter: None }
}

/// Takes out rows that repeat from page to page at their edges, and numbers of pages; gives each once.
fn without_heads_and_feet(pages: &[Page], fragments: &mut [Vec<Fragment>]) -> Vec<String> {
    let mut n_pages: BTreeMap<String, usize> = BTreeMap::new();
    let mut edges: Vec<Vec<(String, f64, String)>> = Vec::new();
    for (page, fragments) in pages.iter().zip(fragments.iter()) {
        let rows = rows(fragments.clone());
        let n_rows = rows.len();
        let is_edge = |(index, row): &(usize, &Vec<Fragment>)| {
            let at = row[0].baseline;
            (*index < EDGE_ROWS && at < page.height * MARGIN)
                || (*index + EDGE_ROWS >= n_rows && at > page.height * (1.0 - MARGIN))
        };
        let edge = rows.iter().enumerate().filter(is_edge).map(|(_, row)| {
            let texts: Vec<&str> = row.iter().map(|fragment| fragment.text.as_str()).collect();
            let text = texts.join(" ");
            (key(&text), row[0].baseline, text)
        });
        let edge: Vec<(String, f64, String)> = edge.collect();
        let keys: BTreeSet<&String> = edge.iter().map(|(key, ..)| key).collect();
        for key in keys {
            *n_pages.entry(key.clone()).or_default() += 1;
        }
        edges.push(edge);
    }
    let mut aside = Vec::new();
    for (edge, fragments) in edges.into_iter().zip(fragments) {
        for (key, baseline, text) in edge {
            let n = n_pages.get(&key).copied().unwrap_or(0);
            let is_number = !key.contains(char::is_alphabetic) && key.contains('#') && text.len() <= MAX_PAGE_NUMBER;
            if !(is_number || n > 1 && n * 2 >= pages.len()) {
                continue;
            }
            let is_there = |fragment: &Fragment| (fragment.baseline - baseline).abs() < fragment.size * OUTDENT;
            fragments.retain(|fragment| !is_there(fragment));
            if !is_number && !aside.contains(&text) {
                aside.push(text);
            }
        }
    }
    aside
}

/// A row with its figures made alike.
fn key(text: &str) -> String {
    let mut key = String::new();
    for c in text.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c.to_lowercase().next().unwrap_or(c) };
        if !(c == '#' && key.ends_with('#')) {
            key.push(c);
        }
    }
    key
}

/// The largest line of a page, where one is larger than its text.
fn largest(page: &[Fragment]) -> Option<String> {
    let usual = median(page.iter().map(|fragment| fragment.size).collect())?;
    let of_size = page.iter().map(|fragment| fragment.size).fold(0.0, f64::max);
    if of_size < usual * LARGER {
        return None;
    }
    let lines: Vec<&str> = page
        .iter()
        .filter(|fragment| fragment.size > of_size * (1.0 - SAME_SIZE))
        .map(|fragment| fragment.text.as_str())
        .collect();
    Some(lines.join(" "))
}

/// The lines of a block, each with how it goes on from the one before.
fn paragraphs(block: &Block) -> Vec<(Join, String)> {
    let edge = block.iter().map(|line| line.right).fold(0.0, f64::max);
    let distances = block.windows(2).map(|pair| pair[1].baseline - pair[0].baseline);
    let leading = median(distances.collect()).unwrap_or(f64::INFINITY);
    let mut lines = Vec::new();
    let mut before: Option<&Line> = None;
    for line in block {
        let join = match before {
            None => Join::Paragraph,
            Some(before) if goes_on(before, line, edge, leading) => Join::SameLine,
            Some(before) if line.baseline - before.baseline > leading * GAP => Join::Paragraph,
            Some(_) => Join::Line,
        };
        lines.push((join, line.text.clone()));
        before = Some(line);
    }
    lines
}

/// Whether a line is one of the usual headings by itself.
fn is_heading(line: &Line) -> bool {
    let text = line.text.trim().trim_end_matches(':');
    text.starts_with(char::is_uppercase) && words().headings.contains(&text.to_lowercase())
}

/// Whether a line was broken off by the margin: its first word would not have fitted on the line before.
fn goes_on(before: &Line, line: &Line, edge: f64, leading: f64) -> bool {
    let distance = line.baseline - before.baseline;
    let usual = leading.min(before.size * 2.0);
    let is_near = distance > 0.0 && distance < usual * 1.25;
    let same_size = (before.size - line.size).abs() < line.size * SAME_SIZE;
    let is_out = line.left < before.left - line.size * OUTDENT;
    let fits = before.right + line.size * BLANK + line.first_word <= edge;
    // `2013` and `– 2019` on the next line.
    let is_range =
        before.text.ends_with(|c: char| c.is_ascii_digit()) && line.text.contains(|c: char| c.is_ascii_digit());
    let is_item = mend::is_item(&line.text) && !is_range;
    // A sentence that goes on in small letters was broken somewhere, whatever room there was.
    let is_open = before.text.ends_with(|c: char| c.is_alphanumeric() || c == ',' || c == '-');
    let first = line.text.split_whitespace().next().unwrap_or_default();
    let is_small = first.starts_with(char::is_lowercase) && !first.contains(['@', '/']);
    let goes_on = !fits || is_open && is_small;
    is_near && same_size && !is_out && goes_on && !is_item && !is_heading(line)
}
