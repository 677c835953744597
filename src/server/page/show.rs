//! Values of documents as people read them.

use std::fmt::Write as _;

use super::texts::text;
use crate::model::{AskedScale, Basis, Language, Pay, Place, ScaleUnit, StatedScale};

/// A text as a segment of a path, or a value of a query.
pub(super) fn encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

/// `12,345`, and in German `12.345`.
pub(super) fn thousands(n: &impl ToString, language: Language) -> String {
    let digits = n.to_string();
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |rest| ("-", rest));
    let mut out = sign.to_owned();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push_str(text(language, "figure.thousands"));
        }
        out.push(digit);
    }
    out
}

/// `220,000–300,000 USD / year, base`.
pub(super) fn pay(pay: &Pay, language: Language) -> String {
    let amount = |amount: crate::model::Amount| thousands(&amount.units(), language);
    let figures = match (pay.min, pay.max) {
        (Some(min), Some(max)) if min == max => amount(min),
        (Some(min), Some(max)) => format!("{}–{}", amount(min), amount(max)),
        (Some(min), None) => format!("≥ {}", amount(min)),
        (None, Some(max)) => format!("≤ {}", amount(max)),
        (None, None) => return String::new(),
    };
    let basis = match pay.basis {
        Basis::Base => text(language, "figure.base"),
        Basis::Total => text(language, "figure.total"),
        _ => "",
    };
    let period = format!("period.{}", word(pay.period));
    format!("{figures} {} / {}{basis}", pay.currency.as_str(), text(language, &period))
}

/// `Austin, TX, US`.
pub(super) fn place(place: &Place) -> String {
    let parts = [&place.city, &place.region, &place.country];
    parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// The name of an enum's value, as documents have it.
pub(super) fn word(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// `4,096 accelerators`.
pub(super) fn scale(value: u64, unit: ScaleUnit, language: Language) -> String {
    let unit = format!("unit.{}", word(unit));
    format!("{} {}", thousands(&value, language), text(language, &unit))
}

pub(super) fn asked_scale(asked: &AskedScale, language: Language) -> String {
    scale(asked.min.units(), asked.unit, language)
}

pub(super) fn stated_scale(stated: &StatedScale, language: Language) -> String {
    let accelerator = stated.accelerator.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    scale(stated.value.units(), stated.unit, language) + &accelerator
}

/// `4` or `2.5`, and in German `2,5`.
pub(super) fn number(value: f64, language: Language) -> String {
    let shown = format!("{value:.1}");
    shown.strip_suffix(".0").map_or_else(|| shown.replace('.', text(language, "figure.decimal")), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Amount, Currency, Period};

    const EN: Language = Language::English;
    const DE: Language = Language::German;

    #[test]
    fn figures_are_grouped_and_ranges_are_ranges() {
        assert_eq!(
            (thousands(&999, EN), thousands(&1_234_567, EN), thousands(&-1000, EN)),
            ("999".into(), "1,234,567".into(), "-1,000".into())
        );
        let band = Pay::new(Currency::USD, Period::Year, Basis::Base).with_min(Amount::from_units(220_000));
        assert_eq!(pay(&band, EN), "≥ 220,000 USD / year, base");
        assert_eq!(pay(&band, DE), "≥ 220.000 USD / Jahr, Grundgehalt");
        assert_eq!(scale(4096, ScaleUnit::Nodes, DE), "4.096 Knoten");
        assert_eq!((number(2.5, EN), number(2.5, DE), number(4.0, DE)), ("2.5".into(), "2,5".into(), "4".into()));
        assert_eq!(encoded("a b/ä&?"), "a%20b%2F%C3%A4%26%3F");
    }
}
