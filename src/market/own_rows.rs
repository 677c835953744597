//! A user's own rows of pay: CSV with a line of column names, a JSON list, or JSON Lines. Every row that cannot be used is told,
//! by its line.

use serde_json::{Map, Value};

use super::answer::find_family;
use super::row::{Reach, Row};
use crate::domain::{Amount, Basis, Currency, Level, Period, Place};
use crate::taxonomy::Taxonomy;

/// A row that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BadRow {
    pub line: usize,
    pub message: String,
}

/// All that a row may say.
const COLUMNS: [&str; 13] = [
    "source", "label", "family", "level", "hub", "country", "year", "basis", "currency", "period", "low", "middle",
    "high",
];
/// Years that a row may be of.
const YEARS: std::ops::RangeInclusive<u64> = 1990..=2100;
/// More than this is no yearly pay in any currency.
const MAX: u64 = 1_000_000_000_000;

/// A row as it was found: where it begins, and what it says by column.
type Found = (usize, Result<Map<String, Value>, String>);

pub(super) fn read(file: &str, taxonomy: &Taxonomy) -> Result<Vec<Row>, Vec<BadRow>> {
    let file = file.trim_start_matches('\u{feff}');
    let found = if file.trim_start().starts_with(['[', '{']) { json(file) } else { csv(file) };
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    for (line, cells) in found {
        match cells.map_err(|message| vec![message]).and_then(|cells| row(line, &cells, taxonomy)) {
            Ok(row) => rows.push(row),
            Err(messages) => bad.push(BadRow { line, message: messages.join(", ") }),
        }
    }
    if rows.is_empty() && bad.is_empty() {
        bad.push(BadRow { line: 1, message: format!("there is no row; columns are {}", COLUMNS.join(", ")) });
    }
    if bad.is_empty() { Ok(rows) } else { Err(bad) }
}

/// A list of objects, or one object a line.
fn json(file: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let (mut at, mut line, mut is_list) = (0, 1, false);
    loop {
        let rest = &file[at..];
        let skipped = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
        line += rest[..skipped].matches('\n').count();
        at += skipped;
        let rest = &file[at..];
        match rest.chars().next() {
            None => return found,
            Some('[') if !is_list && found.is_empty() => (is_list, at) = (true, at + 1),
            Some(']') if is_list => return found,
            Some(_) => {
                let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
                match values.next() {
                    Some(Ok(Value::Object(cells))) => found.push((line, Ok(cells))),
                    Some(Ok(_)) => found.push((line, Err("is no object with the columns as its fields".to_owned()))),
                    Some(Err(error)) => {
                        // serde's line and column are those within the rest; the message without them is enough.
                        let reason = error.to_string();
                        let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
                        found.push((line + error.line().saturating_sub(1), Err(format!("is not JSON: {reason}"))));
                        return found;
                    }
                    None => return found,
                }
                let end = at + values.byte_offset().max(1);
                line += file[at..end].matches('\n').count();
                at = end;
            }
        }
    }
}

/// RFC 4180, with comma, semicolon or tab, whichever the first line has most of.
fn csv(file: &str) -> Vec<Found> {
    let first = file.lines().next().unwrap_or_default();
    let separator = [',', ';', '\t'].into_iter().rev().max_by_key(|c| first.matches(*c).count()).unwrap_or(',');
    let mut records = records(file, separator).into_iter();
    let Some((_, names)) = records.next() else { return Vec::new() };
    let names: Vec<String> = names.iter().map(|name| name.trim().to_lowercase().replace(' ', "_")).collect();
    if let Some(unknown) = names.iter().find(|name| !COLUMNS.contains(&name.as_str())) {
        return vec![(1, Err(format!("{unknown:?} is no column; the columns are {}", COLUMNS.join(", "))))];
    }
    let read = |(line, cells): (usize, Vec<String>)| {
        if cells.len() != names.len() {
            return (line, Err(format!("has {} cells, the first line names {} columns", cells.len(), names.len())));
        }
        let cells = names.iter().cloned().zip(cells.into_iter().map(Value::from));
        (line, Ok(cells.collect()))
    };
    records.filter(|(_, cells)| cells.iter().any(|cell| !cell.trim().is_empty())).map(read).collect()
}

/// The cells of each record, with the line on which it begins.
fn records(file: &str, separator: char) -> Vec<(usize, Vec<String>)> {
    let mut records = Vec::new();
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let (mut line, mut begins, mut quoted, mut is_blank) = (1, 1, false, true);
    let mut characters = file.chars().peekable();
    while let Some(c) = characters.next() {
        line += usize::from(c == '\n');
        is_blank &= matches!(c, ' ' | '"');
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
            '"' if quoted || is_blank => quoted = !quoted,
            c if quoted => cell.push(c),
            c if c == separator => {
                cells.push(std::mem::take(&mut cell));
                is_blank = true;
            }
            '\n' => {
                cells.push(std::mem::take(&mut cell));
                records.push((begins, std::mem::take(&mut cells)));
                (begins, is_blank) = (line, true);
            }
            '\r' => {}
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !cells.is_empty() {
        cells.push(cell);
        records.push((begins, cells));
    }
    records
}

fn row(line: usize, cells: &Map<String, Value>, taxonomy: &Taxonomy) -> Result<Row, Vec<String>> {
    let mut cells = Cells { cells, wrong: Vec::new() };
    if let Some(unknown) = cells.cells.keys().find(|name| !COLUMNS.contains(&name.as_str())) {
        cells.wrong.push(format!("{unknown:?} is no column; the columns are {}", COLUMNS.join(", ")));
    }
    let source = cells.text("source");
    if source.is_none() {
        cells.wrong.push("`source` is missing; expected where the figures come from".to_owned());
    }
    let family = cells.text("family").and_then(|name| match find_family(&name, taxonomy) {
        Ok(family) => Some(family),
        Err(error) => {
            cells.wrong.push(error.to_string());
            None
        }
    });
    let levels = Level::ALL.map(Level::as_str).join(", ");
    let level = cells.word("level", &levels, |word| Level::ALL.into_iter().find(|level| level.as_str() == word));
    let basis = cells.word("basis", "base, total or unstated", |word| match word {
        "base" => Some(Basis::Base),
        "total" => Some(Basis::Total),
        "unstated" => Some(Basis::Unstated),
        _ => None,
    });
    let period = cells.word("period", "year, month, week, day or hour", |word| match word {
        "year" => Some(Period::Year),
        "month" => Some(Period::Month),
        "week" => Some(Period::Week),
        "day" => Some(Period::Day),
        "hour" => Some(Period::Hour),
        _ => None,
    });
    let currency = cells.word("currency", "a three-letter code such as USD", |word| Currency::new(word).ok());
    let year = cells.number("year").and_then(|year| {
        let fits = YEARS.contains(&year);
        if !fits {
            cells.wrong.push(format!("`year` is {year}; expected {} to {}", YEARS.start(), YEARS.end()));
        }
        fits.then(|| u16::try_from(year).expect("years are below 65,536"))
    });
    let per_year = u64::try_from(period.unwrap_or_default().per_year()).unwrap_or(1);
    let [low, middle, high] =
        ["low", "middle", "high"].map(|name| cells.number(name).map(|n| n.saturating_mul(per_year)));
    if middle.is_none() && (low.is_none() || high.is_none()) {
        cells.wrong.push("has no figures; expected `low` and `high`, or `middle`".to_owned());
    }
    let known: Vec<u64> = [low, middle, high].into_iter().flatten().collect();
    if !known.is_sorted() || known.iter().any(|figure| *figure == 0 || *figure > MAX) {
        cells.wrong.push("`low`, `middle` and `high` are above zero and do not fall in this order".to_owned());
    }
    let (hub, country) = (cells.text("hub"), cells.text("country"));
    let place = cells.place(hub.as_deref(), country.as_deref(), taxonomy);
    if !cells.wrong.is_empty() {
        return Err(cells.wrong);
    }
    Ok(Row {
        id: format!("own-{line}").into(),
        label: cells.text("label").unwrap_or_else(|| "own row".to_owned()).into(),
        source: source.unwrap_or_default().into(),
        is_own: true,
        year,
        basis: basis.unwrap_or_default(),
        currency: currency.unwrap_or(Currency::USD),
        low,
        middle,
        high,
        base: None,
        open: false,
        level,
        families: family.into_iter().collect(),
        place,
        place_label: hub.or(country).unwrap_or_else(|| "United States".to_owned()).into(),
        reach: Reach::Field,
    })
}

/// The cells of one row, and what is wrong with them.
struct Cells<'a> {
    cells: &'a Map<String, Value>,
    wrong: Vec<String>,
}

impl Cells<'_> {
    /// What a cell says; nothing when it is empty.
    fn text(&self, name: &str) -> Option<String> {
        let text = match self.cells.get(name)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Null => return None,
            other => other.to_string(),
        };
        (!text.is_empty()).then_some(text)
    }

    fn word<T>(&mut self, name: &str, accepted: &str, meaning: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.text(name)?;
        let found = meaning(&text.to_lowercase());
        if found.is_none() {
            self.wrong.push(format!("`{name}` is {text:?}; expected {accepted}"));
        }
        found
    }

    /// A whole number; `180,000`, `$180000` and `180000.00` are such.
    fn number(&mut self, name: &str) -> Option<u64> {
        let text = self.text(name)?;
        let digits: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '_' | '\'' | '$' | '€' | '£')).collect();
        let whole = digits.split_once('.').map_or(digits.as_str(), |(whole, cents)| {
            if cents.chars().all(|c| c.is_ascii_digit()) { whole } else { "" }
        });
        let number = whole.parse().ok().filter(|number| *number <= Amount::MAX_UNITS.unsigned_abs());
        if number.is_none() {
            self.wrong.push(format!("`{name}` is {text:?}; expected a whole number"));
        }
        number
    }

    fn place(&mut self, hub: Option<&str>, country: Option<&str>, taxonomy: &Taxonomy) -> crate::taxonomy::Location {
        let places = taxonomy.places();
        let country_code = country.map(|name| {
            let code = places.country(name).unwrap_or_default();
            if code.is_empty() {
                self.wrong.push(format!("`country` is {name:?}; expected an ISO code or a country's name"));
            }
            code.to_owned()
        });
        let named = match (hub, &country_code) {
            (Some(hub), Some(code)) => {
                places.parse(&format!("{hub}, {}", country.unwrap_or(code))).or_else(|| places.parse(hub))
            }
            (Some(hub), None) => places.parse(hub),
            (None, _) => None,
        };
        match (hub, named) {
            (_, Some(place)) => place,
            (Some(hub), None) => {
                self.wrong.push(format!("`hub` is {hub:?}, which is not a known place; expected a city or region"));
                crate::taxonomy::Location::default()
            }
            (None, None) => {
                let country = country_code.unwrap_or_else(|| "US".to_owned());
                places.locate(&Place { country: Some(country), ..Place::default() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(file: &str) -> Vec<Row> {
        read(file, &Taxonomy::builtin()).unwrap()
    }

    fn bad(file: &str) -> Vec<(usize, String)> {
        read(file, &Taxonomy::builtin()).unwrap_err().into_iter().map(|bad| (bad.line, bad.message)).collect()
    }

    #[test]
    fn csv_json_and_json_lines_say_the_same() {
        let csv = "source,family,level,hub,year,basis,low,high\n\"our survey, 2026\",cluster_operations,senior,\"Austin, TX\",2026,base,\"150,000\",$210000.00\r\n\n";
        let object = r#"{"source": "our survey, 2026", "family": "cluster_operations", "level": "Senior", "hub": "Austin, TX", "year": 2026, "basis": "base", "low": 150000, "high": 210000}"#;
        let from_csv = rows(csv);
        for file in [
            format!("[\n {object}\n]"),
            object.to_owned(),
            csv.replace(',', ";")
                .replace("survey; 2026", "survey, 2026")
                .replace("Austin; TX", "Austin, TX")
                .replace("150;000", "150,000"),
        ] {
            let other = rows(&file);
            assert_eq!(other.len(), 1, "{file}");
            let say = |row: &Row| {
                (
                    row.source.clone(),
                    row.level,
                    row.year,
                    row.basis,
                    row.low,
                    row.high,
                    row.place.clone(),
                    row.families.clone(),
                )
            };
            assert_eq!(say(&other[0]), say(&from_csv[0]), "{file}");
        }
        assert_eq!((from_csv[0].low, from_csv[0].high), (Some(150_000), Some(210_000)));
        assert_eq!(rows("source,middle,period,currency\nx,50,hour,EUR\n")[0].middle, Some(104_000));
    }

    #[test]
    fn every_bad_row_is_told_by_its_line() {
        let found = bad("source,level,low,high\nx,senior,1,2\n,wizard,1,2\nx,mid,5,2\n\"two\nlines\",mid,,2\nx,mid\n");
        let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 4, 5, 7]);
        assert!(found[0].1.contains("`source` is missing") && found[0].1.contains("wizard"), "{found:?}");
        let found = bad(
            "[{\"source\": \"x\", \"middle\": 1},\n\n {\"source\": \"x\", \"mid\": 1},\n 7,\n {\"source\": \"x\", \"middle\": -5, \"year\": 12}]",
        );
        assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4, 5]);
        assert!(found[2].1.contains("-5") && found[2].1.contains("year"), "{found:?}");
        assert_eq!(bad("[{\"source\": \"x\", \"middle\": 1},\n{").len(), 1);
        assert_eq!(bad("salary,level\n1,mid\n")[0].0, 1);
        assert_eq!(bad("").len(), 1);
        assert!(bad("source,middle,hub\nx,1,Atlantis\n")[0].1.contains("Atlantis"));
        assert!(bad("source,middle,family\nx,1,zymurgy\n")[0].1.contains("zymurgy"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in r#"(\PC{0,4}|source|middle|[\[\]{}",:;\n\t0-9]){0,30}"#) {
            let _ = read(&text, &Taxonomy::builtin());
        }
    }
}
