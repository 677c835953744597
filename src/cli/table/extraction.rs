//! The facts of a text.

use std::collections::BTreeMap;

use super::page::{Page, cell, plain, quote};
use crate::cli::json_rows::word;
use crate::cli::shortlists::grouped;
use crate::extract::{Extraction, SkillFound, SkillStance, Trace};
use crate::model::{Necessity, ScaleUnit};

/// A section for each sort of fact, with the words that it was read from.
pub(in crate::cli) fn extraction(found: &Extraction, page: Page) -> String {
    let sections = [
        ("Skills", skills(&found.skills)),
        ("Scale", scale(found)),
        ("Pay", pay(found)),
        ("Years", years(found)),
        ("Places", places(found)),
        ("Other", other(found)),
    ];
    let mut text = String::new();
    for (title, rows) in sections {
        if rows.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&page.strong(title));
        text.push('\n');
        let widths = [page.width * 36 / 100, 16];
        text.push_str(&page.lines(2, &widths, rows.into_iter().map(|row| row.map(cell).into()).collect()));
    }
    if text.is_empty() { "No facts of the field were found.\n".to_owned() } else { text }
}

/// A line for each fact: what was read, by which rule, out of which tokens.
pub(in crate::cli) fn trace(traces: &[Trace], page: Page) -> String {
    let rows = traces.iter().map(|trace| [plain(&trace.fact), trace.rule.clone(), trace.tokens.join(" ")]);
    let widths = [page.width * 30 / 100, page.width * 30 / 100];
    let lines = page.lines(2, &widths, rows.map(|row| row.map(cell).into()).collect());
    format!("\n{}\n{lines}", page.strong("Trace"))
}

type Row = [String; 3];

/// One row a concept, with all the words that name it.
fn skills(skills: &[SkillFound]) -> Vec<Row> {
    // Only a text that asks reads as a posting; elsewhere necessity says nothing.
    let is_posting = skills.iter().any(|skill| skill.necessity != Necessity::NotAsked);
    let mut order: Vec<(&str, Necessity, SkillStance, Vec<String>)> = Vec::new();
    let mut rows: BTreeMap<(&str, Necessity, SkillStance), usize> = BTreeMap::new();
    for skill in skills {
        let key = (skill.label.as_str(), skill.necessity, skill.stance);
        let row = *rows.entry(key).or_insert_with(|| {
            order.push((key.0, key.1, key.2, Vec::new()));
            order.len() - 1
        });
        let words = quote(&skill.text, 60);
        if !order[row].3.contains(&words) {
            order[row].3.push(words);
        }
    }
    order
        .into_iter()
        .map(|(label, necessity, stance, words)| {
            let stance = if stance == SkillStance::Stated { String::new() } else { word(&stance) };
            let necessity = if is_posting { word(&necessity) } else { String::new() };
            let remark = [necessity, stance].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            [plain(label), remark, words.join(", ")]
        })
        .collect()
}

fn scale(found: &Extraction) -> Vec<Row> {
    let number = |value: u64| grouped(usize::try_from(value).unwrap_or(usize::MAX));
    found
        .scale
        .iter()
        .map(|scale| {
            let low = scale.low.map(|low| format!("{} to ", number(low))).unwrap_or_default();
            let accelerator = scale.accelerator.as_deref().map(|name| format!(" {}", plain(name))).unwrap_or_default();
            let total = scale
                .accelerators
                .filter(|_| scale.unit != ScaleUnit::Accelerators)
                .map(|total| format!(" ({} accelerators)", number(total)))
                .unwrap_or_default();
            let value = scale.value.to_string();
            let value = value.parse().map_or(value, number);
            let size = format!("{low}{value} {}{accelerator}{total}", word(&scale.unit));
            [size, scale.capacity.map(|capacity| word(&capacity)).unwrap_or_default(), quote(&scale.text, 120)]
        })
        .collect()
}

fn pay(found: &Extraction) -> Vec<Row> {
    found
        .pay
        .iter()
        .map(|pay| {
            let figures = match (pay.min, pay.max) {
                (Some(min), Some(max)) if min.to_bits() == max.to_bits() => money(min),
                (Some(min), Some(max)) => format!("{} to {}", money(min), money(max)),
                (Some(min), None) => format!("from {}", money(min)),
                (None, Some(max)) => format!("up to {}", money(max)),
                (None, None) => String::new(),
            };
            let place = pay.place.as_deref().map(|place| format!(", {}", plain(place))).unwrap_or_default();
            [
                format!("{} {figures} a {}{place}", pay.currency, word(&pay.period)),
                word(&pay.basis),
                quote(&pay.text, 120),
            ]
        })
        .collect()
}

fn years(found: &Extraction) -> Vec<Row> {
    let row = |years: &crate::extract::YearsFound| {
        let of = years.concept.as_deref().map_or_else(|| "in all".to_owned(), plain);
        [format!("{} years", years.years), of, quote(&years.text, 120)]
    };
    found.years.iter().map(row).collect()
}

fn places(found: &Extraction) -> Vec<Row> {
    found
        .locations
        .iter()
        .map(|place| {
            let named: Vec<String> =
                [&place.city, &place.region, &place.country].into_iter().flatten().map(|n| plain(n)).collect();
            [named.join(", "), word(&place.kind), quote(&place.text, 120)]
        })
        .collect()
}

fn other(found: &Extraction) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |name: &str, value: String| {
        if !value.is_empty() {
            rows.push([name.to_owned(), value, String::new()]);
        }
    };
    add("Level", found.level.map(|level| level.as_str().to_owned()).unwrap_or_default());
    add("Workload", found.workload.iter().map(word).collect::<Vec<_>>().join(", "));
    add("Work modes", found.work_modes.iter().map(word).collect::<Vec<_>>().join(", "));
    add("Remarks", found.flags.iter().map(|flag| word(flag).replace('_', " ")).collect::<Vec<_>>().join(", "));
    rows
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pay figures are positive and far below 2^53"
)]
fn money(units: f64) -> String {
    if units.fract() == 0.0 { grouped(units as usize) } else { format!("{units:.2}") }
}
