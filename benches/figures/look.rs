//! What the figures of benches have in common. Draws nothing.

use std::ops::Range;
use std::path::{Path, PathBuf};

use plotters::prelude::*;

pub(crate) const FONT: &str = "sans-serif";
pub(crate) const COLOURS: [RGBColor; 5] = [
    RGBColor(0x1b, 0x6c, 0xa8),
    RGBColor(0xc8, 0x55, 0x1b),
    RGBColor(0x3a, 0x84, 0x3f),
    RGBColor(0x80, 0x4a, 0x9b),
    RGBColor(0x5a, 0x5a, 0x5a),
];

/// Where the figure of this name is kept: beside this file.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join("figures").join(name)
}

/// What holds all values, with so many times as much room below and above.
pub(crate) fn around(values: impl Iterator<Item = f64>, below: f64, above: f64) -> Range<f64> {
    let (least, most) =
        values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
    least / below..most * above
}

/// `250,000`, `0.03`.
pub(crate) fn number(value: f64) -> String {
    if value < 1.0 {
        return format!("{value}");
    }
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
