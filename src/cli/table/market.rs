//! A band of the market reference, and the rows that it rests on.

use super::page::{Page, cell, plain, right};
use crate::cli::json_rows::word;
use crate::cli::shortlists::{counted, grouped};
use crate::market::{MarketBand, MarketRow};
use crate::model::Basis;

/// The band in a few lines, then a line for each row.
pub(in crate::cli) fn market(band: &MarketBand, page: Page) -> String {
    let place = band.hub.as_deref().map_or_else(|| "United States".to_owned(), plain);
    let mut text = format!(
        "{} \u{b7} {} \u{b7} {place} \u{b7} {}\n",
        page.strong(&band.family_label),
        band.level.as_str(),
        band.year
    );
    let range = |[low, middle, high]: [u64; 3]| {
        format!("{} {} to {}, middle {}", band.currency, money(low), money(high), money(middle))
    };
    let fell_back = if band.fell_back { "; no row is about the place itself, those of its country serve" } else { "" };
    let lines = [
        ("base", format!("{} a year", range([band.low, band.middle, band.high]))),
        (
            "total",
            format!("{}, if base is {:.2} of it ({})", range(band.total), band.base_share, band.base_share_source),
        ),
        ("spread", format!("{} to {}", money(band.spread_low), money(band.spread_high))),
        (
            "confidence",
            format!(
                "{} ({:.2}), from {}{fell_back}",
                band.trust.as_str(),
                band.confidence,
                counted(band.rows.len(), "row")
            ),
        ),
    ];
    let lines = lines.into_iter().map(|(name, value)| vec![cell(name), cell(value)]).collect();
    text.push_str(&page.lines(2, &[10], lines));
    text.push('\n');
    let header = vec![right("Weight"), cell("Source"), cell("Stated"), cell("Used as"), cell("Row")];
    let rows = std::iter::once(header).chain(band.rows.iter().map(row)).collect();
    text.push_str(&page.lines(2, &[6, 12, 26, 18], rows));
    text
}

fn row(row: &MarketRow) -> Vec<comfy_table::Cell> {
    let plus = if row.open { "+" } else { "" };
    let stated = match (row.low, row.middle, row.high) {
        (Some(low), _, Some(high)) => format!("{} to {}{plus}", money(low), money(high)),
        (_, middle, _) => format!("middle {}", money(middle.unwrap_or_default())),
    };
    let basis = if row.basis == Basis::Unstated { String::new() } else { format!(" {}", word(&row.basis)) };
    let year = row.year.map(|year| format!(" {year}")).unwrap_or_default();
    let level = match row.level {
        Some(level) => format!(", {}", level.as_str()),
        None if row.level_inferred => ", level by its pay".to_owned(),
        None => String::new(),
    };
    vec![
        right(&format!("{:.3}", row.weight)),
        cell(format!("{}{year}", plain(&row.source))),
        cell(format!("{stated}{basis}")),
        cell(format!("{} to {}", money(row.used_as[0]), money(row.used_as[2]))),
        cell(format!("{}{level}", plain(&row.label))),
    ]
}

fn money(units: u64) -> String {
    grouped(usize::try_from(units).unwrap_or(usize::MAX))
}
