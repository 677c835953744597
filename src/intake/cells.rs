//! What single cells of a table say: lists, alternatives, figures, yes or no, JSON.

use serde_json::{Value, json};

use super::pay_text::figure;
use super::synonyms::squash;

/// A cell that holds JSON, as tables made from documents do.
pub(super) fn structured(cell: &str) -> Option<Value> {
    cell.starts_with(['[', '{']).then(|| serde_json::from_str(cell).ok()).flatten()
}

/// The entries of a list: a JSON list, or parts between semicolons, line ends or bars, or else between commas that are not in brackets.
pub(super) fn list(cell: &str) -> Vec<Value> {
    if let Some(Value::Array(items)) = structured(cell) {
        return items;
    }
    let separators: &[char] = if cell.contains([';', '\n']) { &[';', '\n'] } else { &[','] };
    let (mut parts, mut part, mut depth) = (Vec::new(), String::new(), 0_usize);
    for c in cell.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if separators.contains(&c) && depth == 0 {
            parts.push(std::mem::take(&mut part));
        } else {
            part.push(c);
        }
    }
    parts.push(part);
    let parts = parts.iter().map(|part| part.trim().trim_start_matches(['\u{2022}', '*']).trim());
    parts.filter(|part| !part.is_empty()).map(Value::from).collect()
}

/// `Lustre | GPFS`: either will do.
pub(super) fn alternatives(item: Value) -> Value {
    match item.as_str() {
        Some(text) if text.contains('|') => {
            let names: Vec<&str> = text.split('|').map(str::trim).filter(|name| !name.is_empty()).collect();
            json!({ "any_of": names })
        }
        _ => item,
    }
}

pub(super) fn number(cell: &str) -> Option<Value> {
    let is_figure =
        cell.starts_with(|c: char| c.is_ascii_digit()) && cell.chars().all(|c| c.is_ascii_digit() || ".,'".contains(c));
    is_figure.then(|| figure(cell)).flatten().map(Value::from)
}

pub(super) fn truth(cell: &str) -> Option<bool> {
    match squash(cell).as_str() {
        "1" | "yes" | "y" | "true" | "x" => Some(true),
        "0" | "no" | "n" | "false" | "none" => Some(false),
        _ => None,
    }
}
