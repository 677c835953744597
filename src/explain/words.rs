//! Numbers, lists and sentences as people write them.

use crate::domain::{Currency, Level, Quantity, ScaleUnit};
use crate::wording::{Language, say};

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list<T: AsRef<str>>(items: &[T], language: Language) -> String {
    joined(items, language.text("words.and"))
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn alternatives<T: AsRef<str>>(items: &[T], language: Language) -> String {
    joined(items, language.text("words.or"))
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

/// Whether a name or part holds an `and` of its own; names of skills do in English.
pub(super) fn has_and(text: &str, language: Language) -> bool {
    let holds = |word: &str| text.split(' ').any(|other| other == word);
    holds(language.text("words.and")) || holds(Language::English.text("words.and"))
}

/// Parts that may hold an `and` of their own: `a, b, and c`.
pub(super) fn parts(parts: &[String], language: Language) -> String {
    several(parts, "words.parts_many", language)
}

/// What somebody does, one thing after the other: `a, b, and c`.
pub(super) fn predicates(parts: &[String], language: Language) -> String {
    several(parts, "words.predicates_many", language)
}

fn several(parts: &[String], many: &str, language: Language) -> String {
    match parts {
        [first, last] if !has_and(first, language) && !first.contains(',') => {
            say!(language, "words.parts_two", first = first, last = last)
        }
        [first @ .., last] if !first.is_empty() => say!(language, many, before = first.join(", "), last = last),
        _ => parts.concat(),
    }
}

/// Clauses of one sentence: `a, b, and c`, with semicolons where a clause has commas of its own.
pub(super) fn clauses(clauses: &[String], language: Language) -> String {
    match clauses {
        many if many.iter().any(|clause| clause.contains([',', ':', ';'])) => many.join("; "),
        [first, last] => say!(language, "words.clauses_two", first = first, last = last),
        many => predicates(many, language),
    }
}

/// With a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let capital: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{capital}{}.", characters.as_str())
}

/// `two` to `ten`, then figures.
pub(super) fn count(number: usize, language: Language) -> String {
    let word = language.text("words.numbers").split(' ').nth(number);
    word.map_or_else(|| number.to_string(), str::to_owned)
}

/// A name as somebody typed it, fit to stand inside a sentence: one line of at most `most` characters, without bars, without
/// what would end the sentence.
pub(super) fn tidy(name: &str, most: usize, language: Language) -> String {
    let mut tidy = String::with_capacity(name.len());
    for word in name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !tidy.is_empty() {
            if tidy.ends_with(['.', '!', '?']) {
                tidy.pop();
                tidy.push(',');
            }
            tidy.push(' ');
        }
        if word.chars().all(|c| c == '|') {
            tidy.push_str(language.text("words.or"));
        } else {
            tidy.push_str(&word.replace('|', "/"));
        }
    }
    let tidy = tidy.trim_matches(|c: char| ".,;:!? ".contains(c));
    if tidy.is_empty() {
        return language.text("words.unnamed").to_owned();
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
pub(super) fn thousands(number: u64, language: Language) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push_str(language.text("words.thousands"));
        }
        grouped.push(digit);
    }
    grouped
}

/// `USD 240,000`, from hundredths.
pub(super) fn money(cents: i64, currency: Currency, language: Language) -> String {
    let amount = thousands(u64::try_from(cents / 100).unwrap_or(0), language);
    say!(language, "words.money", currency = currency, amount = amount)
}

/// `7 years`, `1 year`, `8 months`; from tenths of a year.
pub(super) fn years(tenths: u32, language: Language) -> String {
    match tenths {
        0..10 => match (tenths * 12 + 5) / 10 {
            0 | 1 => language.text("time.month").to_owned(),
            months => say!(language, "time.months", n = months),
        },
        10..15 => language.text("time.year").to_owned(),
        _ => say!(language, "time.years", n = (tenths + 5) / 10),
    }
}

/// What there is of what is asked: `1 year of 4`.
pub(super) fn short_of(has: u32, asked: u32, language: Language) -> String {
    let asked = years(asked, language);
    let asked = asked.strip_suffix(language.text("time.years_unit")).unwrap_or(&asked);
    say!(language, "time.short_of", has = years(has, language), asked = asked)
}

/// A level as it stands in a sentence: `senior`.
pub(crate) fn level(level: Level, language: Language) -> &'static str {
    language.text(match level {
        Level::Entry => "level.entry",
        Level::Mid => "level.mid",
        Level::Senior => "level.senior",
        Level::Staff => "level.staff",
        Level::Principal => "level.principal",
        Level::Lead => "level.lead",
        Level::Manager => "level.manager",
        Level::Director => "level.director",
    })
}

/// `12,000 accelerators`.
fn size(value: u64, unit: ScaleUnit, language: Language) -> String {
    let key = match (unit, value) {
        (ScaleUnit::Accelerators, 1) => "size.accelerator",
        (ScaleUnit::Nodes, 1) => "size.node",
        (ScaleUnit::Cores, 1) => "size.core",
        (ScaleUnit::Servers, 1) => "size.server",
        (ScaleUnit::Accelerators, _) => "size.accelerators",
        (ScaleUnit::Nodes, _) => "size.nodes",
        (ScaleUnit::Cores, _) => "size.cores",
        (ScaleUnit::Servers, _) => "size.servers",
        (ScaleUnit::Petabytes, _) => "size.petabytes",
    };
    counted(key, value, language)
}

/// A size of things after "of", of which a system is made.
fn size_after_of(value: u64, unit: ScaleUnit, language: Language) -> String {
    let key = match unit {
        _ if value == 1 => return size(value, unit, language),
        ScaleUnit::Accelerators => "size.of_accelerators",
        ScaleUnit::Nodes => "size.of_nodes",
        ScaleUnit::Cores => "size.of_cores",
        ScaleUnit::Servers => "size.of_servers",
        ScaleUnit::Petabytes => "size.petabytes",
    };
    counted(key, value, language)
}

fn counted(key: &str, value: u64, language: Language) -> String {
    let text = language.text(key);
    if text.contains('{') { say!(language, key, n = thousands(value, language)) } else { text.to_owned() }
}

/// The same of a quantity; storage of less than ten petabytes to the terabyte: `500 TB of storage`, `7.2 PB of storage`.
pub(super) fn quantity(quantity: Quantity, unit: ScaleUnit, language: Language) -> String {
    match (unit, quantity.units(), quantity.beyond()) {
        (ScaleUnit::Petabytes, 0, terabytes @ 1..) => say!(language, "size.terabytes", n = terabytes),
        (ScaleUnit::Petabytes, petabytes @ 1..10, beyond @ 100..) => {
            say!(language, "size.petabytes", n = decimal(petabytes, beyond, language))
        }
        (_, units, _) => size(units, unit, language),
    }
}

/// The number of such a quantity, with its unit only where that is another one: `10,000`, `7.2`, `500 TB`.
pub(super) fn number(quantity: Quantity, unit: ScaleUnit, language: Language) -> String {
    match (unit, quantity.units(), quantity.beyond()) {
        (ScaleUnit::Petabytes, 0, terabytes @ 1..) => format!("{terabytes} TB"),
        (ScaleUnit::Petabytes, petabytes @ 1..10, beyond @ 100..) => decimal(petabytes, beyond, language),
        (_, units, _) => thousands(units, language),
    }
}

fn decimal(units: u64, thousandths: u16, language: Language) -> String {
    format!("{units}{}{}", language.text("words.decimal"), thousandths / 100)
}

/// What a unit counts, after "in".
pub(super) fn many(unit: ScaleUnit, language: Language) -> &'static str {
    language.text(match unit {
        ScaleUnit::Accelerators => "size.in_accelerators",
        ScaleUnit::Nodes => "size.in_nodes",
        ScaleUnit::Cores => "size.in_cores",
        ScaleUnit::Servers => "size.in_servers",
        ScaleUnit::Petabytes => "size.in_petabytes",
    })
}

/// `a system of 12,000 accelerators`; storage without "a system of".
pub(super) fn system(size: Quantity, unit: ScaleUnit, language: Language) -> String {
    match unit {
        ScaleUnit::Petabytes => quantity(size, unit, language),
        _ => say!(language, "size.system", size = size_after_of(size.units(), unit, language)),
    }
}

/// `the system of 12,000 accelerators`, after "in", "of" and "than".
pub(super) fn the_system(size: Quantity, unit: ScaleUnit, language: Language) -> String {
    match unit {
        ScaleUnit::Petabytes => say!(language, "size.the_storage", size = quantity(size, unit, language)),
        _ => say!(language, "size.the_system", size = size_after_of(size.units(), unit, language)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Language = Language::English;

    #[test]
    fn storage_is_told_to_the_terabyte_while_it_is_small() {
        let told = |thousandths| {
            let size = Quantity::from_thousandths(thousandths);
            (quantity(size, ScaleUnit::Petabytes, EN), number(size, ScaleUnit::Petabytes, EN))
        };
        assert_eq!(told(500), ("500 TB of storage".to_owned(), "500 TB".to_owned()));
        assert_eq!(told(7_250), ("7.2 PB of storage".to_owned(), "7.2".to_owned()));
        assert_eq!(told(20_000), ("20 PB of storage".to_owned(), "20".to_owned()));
        assert_eq!(quantity(Quantity::from_units(1), ScaleUnit::Nodes, EN), "1 node");
    }

    #[test]
    fn numbers_and_lists_read_well() {
        assert_eq!(list(&["a"], EN), "a");
        assert_eq!(list(&["a", "b", "c"], EN), "a, b and c");
        assert_eq!(alternatives(&["a", "b"], EN), "a or b");
        assert_eq!(thousands(1_234_567, EN), "1,234,567");
        assert_eq!((count(1, EN), count(10, EN), count(11, EN)), ("one".to_owned(), "ten".to_owned(), "11".to_owned()));
        assert_eq!(
            (years(5, EN), years(10, EN), years(68, EN)),
            ("6 months".to_owned(), "1 year".to_owned(), "7 years".to_owned())
        );
    }

    #[test]
    fn clauses_are_kept_apart() {
        let of = |texts: &[&str]| clauses(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), EN);
        assert_eq!(of(&["a b"]), "a b");
        assert_eq!(of(&["a b", "c d"]), "a b, and c d");
        assert_eq!(of(&["a b", "c d", "e f"]), "a b, c d, and e f");
        assert_eq!(of(&["a: b, c", "d e"]), "a: b, c; d e");
    }

    #[test]
    fn typed_names_cannot_break_a_sentence() {
        assert_eq!(tidy("Lustre |  GPFS\n", 60, EN), "Lustre or GPFS");
        assert_eq!(tidy("Node.js. At scale!", 60, EN), "Node.js, At scale");
        assert_eq!(tidy("...", 60, EN), "one skill");
        assert_eq!(tidy("InfiniBand fabrics (HDR and NDR) of some size", 30, EN), "InfiniBand fabrics \u{2026}");
        assert!(tidy(&"x".repeat(500), 40, EN).chars().count() <= 40);
    }

    #[test]
    fn german_numbers_sizes_and_lists_are_german() {
        let de = Language::German;
        assert_eq!(thousands(1_234_567, de), "1.234.567");
        assert_eq!(money(24_000_000, Currency::USD, de), "240.000 USD");
        assert_eq!(quantity(Quantity::from_thousandths(7_250), ScaleUnit::Petabytes, de), "7,2 PB Speicher");
        assert_eq!(quantity(Quantity::from_units(12_000), ScaleUnit::Accelerators, de), "12.000 Beschleuniger");
        assert_eq!(
            system(Quantity::from_units(12_000), ScaleUnit::Accelerators, de),
            "ein System mit 12.000 Beschleunigern"
        );
        assert_eq!(the_system(Quantity::from_units(1), ScaleUnit::Nodes, de), "dem System mit 1 Knoten");
        assert_eq!(list(&["a", "b", "c"], de), "a, b und c");
        assert_eq!(parts(&["a und b".to_owned(), "c".to_owned()], de), "a und b sowie c");
        assert_eq!(
            (years(5, de), years(10, de), years(68, de)),
            ("6 Monate".into(), "1 Jahr".into(), "7 Jahre".into())
        );
        assert_eq!((short_of(10, 40, EN), short_of(10, 40, de)), ("1 year of 4".into(), "1 Jahr statt 4".into()));
    }
}
