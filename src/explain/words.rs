//! Numbers and lists as people write them.

use crate::domain::{Capacity, Currency, ScaleUnit};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// `12,000`.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// `USD 240,000`, from hundredths.
pub(super) fn money(cents: i64, currency: Currency) -> String {
    format!("{currency} {}", thousands(u64::try_from(cents / 100).unwrap_or(0)))
}

/// `7 years`, `1 year`, `8 months`; from tenths of a year.
pub(super) fn years(tenths: u32) -> String {
    match tenths {
        0..10 => match (tenths * 12 + 5) / 10 {
            0 | 1 => "1 month".to_owned(),
            months => format!("{months} months"),
        },
        10..15 => "1 year".to_owned(),
        _ => format!("{} years", (tenths + 5) / 10),
    }
}

/// `12,000 accelerators`.
pub(super) fn size(value: u64, unit: ScaleUnit) -> String {
    let noun = match (unit, value) {
        (ScaleUnit::Accelerators, 1) => "accelerator",
        (ScaleUnit::Accelerators, _) => "accelerators",
        (ScaleUnit::Nodes, 1) => "node",
        (ScaleUnit::Nodes, _) => "nodes",
        (ScaleUnit::Cores, 1) => "core",
        (ScaleUnit::Cores, _) => "cores",
        (ScaleUnit::Servers, 1) => "server",
        (ScaleUnit::Servers, _) => "servers",
        (ScaleUnit::Petabytes, _) => "PB of storage",
    };
    format!("{} {noun}", thousands(value))
}

/// What somebody did, after "has".
pub(super) fn did(capacity: Option<Capacity>) -> &'static str {
    match capacity {
        Some(Capacity::Designed) => "designed",
        Some(Capacity::Built) => "built",
        Some(Capacity::Led) => "led work on",
        Some(Capacity::Operated) => "operated",
        Some(Capacity::Supported) => "supported",
        Some(Capacity::Used) => "used",
        None => "worked with",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_well() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(
            (years(5), years(10), years(68)),
            ("6 months".to_owned(), "1 year".to_owned(), "7 years".to_owned())
        );
    }
}
