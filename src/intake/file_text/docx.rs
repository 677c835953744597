//! DOCX: paragraphs, items, tables and text boxes. What a tracked change deleted or moved away is not read, nor what is hidden.

use super::FileText;
use super::mend;
use super::paragraphs::Paragraphs;
use super::parts::{Parts, is_main_part};
use super::xml::{Step, walk};

/// Elements of which nothing is read: deletions, the older copy of a text box, what fields are made by, phonetic guides.
const SKIPPED: [&str; 7] = ["del", "moveFrom", "Fallback", "instrText", "delText", "rubyPr", "rt"];
/// So many heads of pages are looked at.
const MAX_HEADS: usize = 4;
/// Styles of list items begin so, in whatever language the program speaks they are stored in English.
const LIST_STYLE: &str = "List";
const TITLE_STYLE: &str = "Title";

/// The text of a DOCX.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read(bytes: &[u8]) -> Result<FileText, String> {
    let mut parts = Parts::open(bytes)?;
    let names = parts.names();
    let main = names.iter().find(|name| is_main_part(name)).ok_or("damaged: it has no text; expected a whole DOCX")?;
    let (text, largest) = paragraphs(&parts.read(main)?)?.finish();
    let heads = names.iter().filter(|name| is_head(name));
    let mut aside = Vec::new();
    for head in heads.take(MAX_HEADS) {
        // The head of a page is no reason to refuse the text.
        let text = parts.read(head).and_then(|xml| paragraphs(&xml)).map(|head| head.finish().0).unwrap_or_default();
        aside.extend(text.lines().map(mend::mended).filter(|line| !line.is_empty()));
    }
    Ok(FileText { text, largest, aside, letter: None })
}

fn is_head(part: &str) -> bool {
    part.strip_prefix("word/header").is_some_and(|rest| rest.strip_suffix(".xml").is_some())
}

fn paragraphs(xml: &[u8]) -> Result<Paragraphs, String> {
    let mut text = Paragraphs::default();
    // How deep within what is skipped; whether text is of a run; whether the run is hidden.
    let (mut skipped, mut in_text, mut in_run, mut is_hidden) = (0_usize, false, false, false);
    walk(xml, |step| match step {
        Step::Open(name, _) if skipped > 0 || SKIPPED.contains(&name) => skipped += 1,
        Step::Close(_) if skipped > 0 => skipped -= 1,
        Step::Open(name, attributes) => {
            let is_on = || attributes.get("val").is_none_or(|value| !matches!(value.as_str(), "0" | "false" | "off"));
            match name {
                "p" => text.open(),
                "tr" => text.open_row(),
                "tc" => text.open_cell(),
                "r" => (in_run, is_hidden) = (true, false),
                "vanish" if in_run => is_hidden = is_on(),
                "t" => in_text = true,
                "tab" if in_run && !is_hidden => text.text("  "),
                "br" | "cr" if in_run && !is_hidden => text.text("\n"),
                "noBreakHyphen" if !is_hidden => text.text("-"),
                "softHyphen" if !is_hidden => text.text("\u{ad}"),
                "sym" if !is_hidden => text.text(&symbol(attributes.get("char"))),
                "numId" if is_on() => text.is_item(),
                "pStyle" => match attributes.get("val") {
                    Some(style) if style.starts_with(LIST_STYLE) => text.is_item(),
                    Some(style) if style == TITLE_STYLE => text.is_title(),
                    _ => {}
                },
                _ => {}
            }
        }
        Step::Close(name) => match name {
            "p" => text.close(),
            "tr" => text.close_row(),
            "tc" => text.close_cell(),
            "r" => in_run = false,
            "t" => in_text = false,
            _ => {}
        },
        Step::Text(words) if in_text && !is_hidden && skipped == 0 => text.text(words),
        Step::Text(_) => {}
    })?;
    Ok(text)
}

/// A sign of a font of symbols, by its number.
fn symbol(number: Option<String>) -> String {
    let number = number.and_then(|number| u32::from_str_radix(&number, 16).ok());
    number.and_then(char::from_u32).map(String::from).unwrap_or_default()
}
