//! `OpenDocument` text: paragraphs, items, tables and text boxes. What a tracked change deleted is kept apart in the file, and not read.

use super::FileText;
use super::mend;
use super::paragraphs::Paragraphs;
use super::parts::Parts;
use super::xml::{Step, walk};

/// Elements of which nothing is read: deletions, comments, notes, hidden text, what fields are made by.
const SKIPPED: [&str; 7] =
    ["tracked-changes", "annotation", "note", "hidden-text", "hidden-paragraph", "forms", "index-title-template"];
const TITLE_STYLE: &str = "Title";
/// The most blanks that one element stands for.
const MAX_BLANKS: usize = 20;

/// The text of an ODT.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read(bytes: &[u8]) -> Result<FileText, String> {
    let mut parts = Parts::open(bytes)?;
    let (text, largest) = paragraphs(&parts.read("content.xml")?, None)?.finish();
    // Heads of pages are among the styles, and no reason to refuse the text.
    let heads = parts.read("styles.xml").and_then(|xml| paragraphs(&xml, Some("header"))).unwrap_or_default();
    let aside = heads.finish().0.lines().map(mend::mended).filter(|line| !line.is_empty()).collect();
    Ok(FileText { text, largest, aside, letter: None })
}

/// The paragraphs of a part, or of its elements of one name.
fn paragraphs(xml: &[u8], within: Option<&str>) -> Result<Paragraphs, String> {
    let mut text = Paragraphs::default();
    let (mut skipped, mut items, mut inside, mut n_open) = (0_usize, Vec::new(), 0_usize, 0_usize);
    walk(xml, |step| match step {
        Step::Open(name, _) if skipped > 0 || SKIPPED.contains(&name) => skipped += 1,
        Step::Close(_) if skipped > 0 => skipped -= 1,
        Step::Open(name, attributes) => {
            inside += usize::from(within == Some(name));
            if within.is_some() && inside == 0 {
                return;
            }
            match name {
                "p" | "h" => {
                    text.open();
                    n_open += 1;
                    if items.last_mut().is_some_and(std::mem::take) {
                        text.is_item();
                    }
                    if attributes.get("style-name").as_deref() == Some(TITLE_STYLE) {
                        text.is_title();
                    }
                }
                "list-item" => items.push(true),
                "table-row" => text.open_row(),
                "table-cell" => text.open_cell(),
                "tab" => text.text("  "),
                "line-break" => text.text("\n"),
                "s" => {
                    let n_blanks = attributes.get("c").and_then(|n| n.parse().ok()).unwrap_or(1).min(MAX_BLANKS);
                    text.text(&" ".repeat(n_blanks));
                }
                _ => {}
            }
        }
        Step::Close(name) => {
            let is_seen = within.is_none() || inside > 0;
            match name {
                "p" | "h" if is_seen => {
                    text.close();
                    n_open = n_open.saturating_sub(1);
                }
                "list-item" if is_seen => drop(items.pop()),
                "table-row" if is_seen => text.close_row(),
                "table-cell" if is_seen => text.close_cell(),
                _ => {}
            }
            inside -= usize::from(inside > 0 && within == Some(name));
        }
        Step::Text(words) if n_open > 0 && skipped == 0 => {
            // Line ends of the file are blanks.
            text.text(&words.replace(['\n', '\r', '\t'], " "));
        }
        Step::Text(_) => {}
    })?;
    Ok(text)
}
