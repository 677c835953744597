//! Numbers, lists and sentences as people write them.

use crate::domain::{Capacity, Currency, Quantity, ScaleUnit};

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list<T: AsRef<str>>(items: &[T]) -> String {
    joined(items, "and")
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn alternatives<T: AsRef<str>>(items: &[T]) -> String {
    joined(items, "or")
}

fn joined<T: AsRef<str>>(items: &[T], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// Parts that may hold an `and` of their own: `a, b, and c`.
pub(super) fn parts(parts: &[String]) -> String {
    match parts {
        [first, second] if !first.contains(" and ") && !first.contains(',') => format!("{first} and {second}"),
        [first @ .., last] if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

/// Clauses of one sentence: `a, b, and c`, with semicolons where a clause has commas of its own.
pub(super) fn clauses(clauses: &[String]) -> String {
    match clauses {
        many if many.iter().any(|clause| clause.contains([',', ':', ';'])) => many.join("; "),
        [first, second] => format!("{first}, and {second}"),
        many => parts(many),
    }
}

/// With a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let capital: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{capital}{}.", characters.as_str())
}

/// `two` to `ten`, then figures.
pub(super) fn count(number: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A name as somebody typed it, fit to stand inside a sentence: one line of at most `most` characters, without bars, without
/// what would end the sentence.
pub(super) fn tidy(name: &str, most: usize) -> String {
    let mut tidy = String::with_capacity(name.len());
    for word in name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !tidy.is_empty() {
            if tidy.ends_with(['.', '!', '?']) {
                tidy.pop();
                tidy.push(',');
            }
            tidy.push(' ');
        }
        if word.chars().all(|c| c == '|') { tidy.push_str("or") } else { tidy.push_str(&word.replace('|', "/")) }
    }
    let tidy = tidy.trim_matches(|c: char| ".,;:!? ".contains(c));
    if tidy.is_empty() {
        return "one skill".to_owned();
    }
    if tidy.chars().count() <= most {
        return tidy.to_owned();
    }
    let cut: String = tidy.chars().take(most.saturating_sub(2)).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(before, _)| before);
    let cut = if cut.contains('(') && !cut.contains(')') { cut.split(" (").next().unwrap_or(cut) } else { cut };
    format!("{} \u{2026}", cut.trim_end_matches(|c: char| ".,;:!?(".contains(c)))
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
        (ScaleUnit::Nodes, 1) => "node",
        (ScaleUnit::Cores, 1) => "core",
        (ScaleUnit::Servers, 1) => "server",
        _ => many(unit),
    };
    format!("{} {noun}", thousands(value))
}

/// The same of a quantity; storage of less than ten petabytes to the terabyte: `500 TB of storage`, `7.2 PB of storage`.
pub(super) fn quantity(quantity: Quantity, unit: ScaleUnit) -> String {
    match (unit, quantity.units(), quantity.beyond()) {
        (ScaleUnit::Petabytes, 0, terabytes @ 1..) => format!("{terabytes} TB of storage"),
        (ScaleUnit::Petabytes, petabytes @ 1..10, beyond @ 100..) => {
            format!("{petabytes}.{} PB of storage", beyond / 100)
        }
        (_, units, _) => size(units, unit),
    }
}

/// The number of such a quantity, with its unit only where that is another one: `10,000`, `7.2`, `500 TB`.
pub(super) fn number(quantity: Quantity, unit: ScaleUnit) -> String {
    match (unit, quantity.units(), quantity.beyond()) {
        (ScaleUnit::Petabytes, 0, terabytes @ 1..) => format!("{terabytes} TB"),
        (ScaleUnit::Petabytes, petabytes @ 1..10, beyond @ 100..) => format!("{petabytes}.{}", beyond / 100),
        (_, units, _) => thousands(units),
    }
}

/// What a unit counts.
pub(super) fn many(unit: ScaleUnit) -> &'static str {
    match unit {
        ScaleUnit::Accelerators => "accelerators",
        ScaleUnit::Nodes => "nodes",
        ScaleUnit::Cores => "cores",
        ScaleUnit::Servers => "servers",
        ScaleUnit::Petabytes => "PB of storage",
    }
}

/// `a system of 12,000 accelerators`.
pub(super) fn system(value: u64, unit: ScaleUnit) -> String {
    let size = size(value, unit);
    if unit == ScaleUnit::Petabytes { size } else { format!("a system of {size}") }
}

/// What somebody did with a system; reads after "has" and without it. Whoever designed a part of it, such as its fabric, helped
/// design the system.
pub(super) fn did(capacity: Option<Capacity>) -> &'static str {
    match capacity {
        Some(Capacity::Designed) => "helped design",
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
    fn storage_is_told_to_the_terabyte_while_it_is_small() {
        let told = |thousandths| {
            let size = Quantity::from_thousandths(thousandths);
            (quantity(size, ScaleUnit::Petabytes), number(size, ScaleUnit::Petabytes))
        };
        assert_eq!(told(500), ("500 TB of storage".to_owned(), "500 TB".to_owned()));
        assert_eq!(told(7_250), ("7.2 PB of storage".to_owned(), "7.2".to_owned()));
        assert_eq!(told(20_000), ("20 PB of storage".to_owned(), "20".to_owned()));
        assert_eq!(quantity(Quantity::from_units(1), ScaleUnit::Nodes), "1 node");
    }

    #[test]
    fn numbers_and_lists_read_well() {
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(alternatives(&["a", "b"]), "a or b");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!((count(1), count(10), count(11)), ("one".to_owned(), "ten".to_owned(), "11".to_owned()));
        assert_eq!(
            (years(5), years(10), years(68)),
            ("6 months".to_owned(), "1 year".to_owned(), "7 years".to_owned())
        );
    }

    #[test]
    fn clauses_are_kept_apart() {
        let of = |texts: &[&str]| clauses(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["a b"]), "a b");
        assert_eq!(of(&["a b", "c d"]), "a b, and c d");
        assert_eq!(of(&["a b", "c d", "e f"]), "a b, c d, and e f");
        assert_eq!(of(&["a: b, c", "d e"]), "a: b, c; d e");
    }

    #[test]
    fn typed_names_cannot_break_a_sentence() {
        assert_eq!(tidy("Lustre |  GPFS\n", 60), "Lustre or GPFS");
        assert_eq!(tidy("Node.js. At scale!", 60), "Node.js, At scale");
        assert_eq!(tidy("...", 60), "one skill");
        assert_eq!(tidy("InfiniBand fabrics (HDR and NDR) of some size", 30), "InfiniBand fabrics \u{2026}");
        assert!(tidy(&"x".repeat(500), 40).chars().count() <= 40);
    }
}
