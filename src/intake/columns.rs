//! What the columns of a table mean: from the names that exports give them to the fields of our documents.
//!
//! Makes the document that the cells say and judges nothing: what is wrong with it is found as in any other document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::cells::{alternatives, list, number, structured, truth};
use super::column_names::{BOTH, CANDIDATE, EMAILS, JOB, Names, PERSONAL, ROLE};
use super::field_names::is_personal;
use super::importers::{
    ColumnName, ImportFormat, ImportOutcome, ImportReport, PAST_PAY, PERSONAL as PERSONAL_ATTRIBUTE, made_id,
};
use super::past_pay::{self, is_past_pay};
use super::pay_text::{CODES, PayText, date, pay};
use super::synonyms::{meaning, squash};

/// The columns of one table.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(super) separator: u8,
    all: Vec<Column>,
    /// Which of them is the id, or the address of mail that stands for it.
    id: Option<usize>,
    /// Whether the header names a column for the id; otherwise a row without one has one that is made of all that it says.
    has_ids: bool,
    is_role: bool,
}

#[derive(Debug)]
struct Column {
    /// As the header writes it.
    name: String,
    field: Field,
    /// What the name says of the figures of a pay column.
    currency: Option<String>,
    period: Option<&'static str>,
}

/// Where the cells of a column go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// A field of the document, or a part of one, by our own name for it.
    Known(&'static str),
    /// A part of one job, counted from 0.
    Job(&'static str, usize),
    /// Kept as it is, under the name of the column.
    Custom,
    /// Under the name of the column, where it is refused.
    PastPay,
    /// Left out.
    Personal,
}

/// A table without a column for the id has so many others that are known: any text with a comma in it has columns.
const MIN_KNOWN: usize = 2;
/// So many columns are listed where one is missing.
const MAX_LISTED: usize = 8;
/// Custom fields are named so many bytes at most.
const MAX_NAME: usize = 200;
/// Jobs that a row may hold.
const MAX_JOBS: usize = 20;

impl Columns {
    /// What the names of a header mean, where `mapped` says what some of them stand for.
    pub(crate) fn new(
        names: &[String],
        separator: u8,
        kind: &'static str,
        mapped: &[ColumnName],
    ) -> Result<Self, String> {
        let is_role = kind == "role";
        let mapped: Vec<&ColumnName> = mapped.iter().filter(|name| name.is_of(kind)).collect();
        let is_called = |mapped: &ColumnName, name: &str| mapped.column.to_lowercase() == name.trim().to_lowercase();
        if let Some(absent) = mapped.iter().find(|mapped| !names.iter().any(|name| is_called(mapped, name))) {
            let found = names.iter().take(MAX_LISTED).map(|name| name.trim()).collect::<Vec<_>>().join(", ");
            return Err(format!("expected a column {:?} for `{}`, found {found}", absent.column, absent.field));
        }
        // What was said goes before what is usual.
        let meant = |name: &str| {
            mapped.iter().find(|mapped| is_called(mapped, name)).map(|mapped| known(&squash(&mapped.field), is_role))
        };
        let taken: Vec<Field> = names.iter().filter_map(|name| meant(name).flatten()).collect();
        let mut columns: Vec<Column> = Vec::new();
        for (number, name) in (1..).zip(names) {
            let mut found = column(name.trim(), number, is_role, &columns);
            if let Some(field) = meant(name).flatten() {
                found.field = field;
            } else if taken.contains(&found.field) && !joins(found.field) {
                found.field = Field::Custom;
            }
            columns.push(found);
        }
        let is_email = |column: &Column| EMAILS.contains(&squash(&column.name).as_str());
        let id = columns.iter().position(|column| column.field == Field::Known("id"));
        let has_ids = id.is_some();
        let id = id.or_else(|| columns.iter().position(is_email).filter(|_| !is_role));
        if let Some(id) = id {
            columns[id].field = Field::Known("id");
        } else if columns.iter().filter(|column| column.is_known()).count() < MIN_KNOWN {
            let accepted = if is_role { "id, role_id, job_id" } else { "id, candidate_id, or else email" };
            let found = names.iter().take(MAX_LISTED).map(|name| name.trim()).collect::<Vec<_>>().join(", ");
            return Err(format!("no column is the {kind}'s id; expected one named {accepted} (found: {found})"));
        }
        Ok(Self { separator, all: columns, id, has_ids, is_role })
    }

    /// Whether a line is the header of a table of such documents.
    pub(super) fn are_named_by(line: &[u8], kind: &'static str, mapped: &[ColumnName]) -> bool {
        let Ok(line) = str::from_utf8(line) else { return false };
        let separator = super::records::separator_of(line);
        // Prose has commas, too.
        let are_told = |columns: Self| columns.id.is_some() || !mapped.is_empty();
        let names = super::records::cells(line, separator);
        !line.starts_with('{') && Self::new(&names, separator, kind, mapped).is_ok_and(are_told)
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn id<'a>(&self, cells: &'a [String]) -> Option<&'a str> {
        cells.get(self.id?).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
    }

    /// The columns' names, each with nothing.
    pub(super) fn names(&self) -> Map<String, Value> {
        self.all.iter().map(|column| (column.name.clone(), Value::Null)).collect()
    }

    /// A row as an object of its cells, whatever the columns mean.
    pub(super) fn object(&self, cells: &[String]) -> Value {
        let cells = self.all.iter().zip(cells).filter(|(_, cell)| !cell.trim().is_empty());
        cells
            .map(|(column, cell)| (column.name.clone(), structured(cell.trim()).unwrap_or_else(|| cell.trim().into())))
            .collect()
    }

    /// What becomes of the cells of a row.
    pub(super) fn report(&self, cells: &[String]) -> ImportReport {
        let mut report = ImportReport::default();
        report.documents.insert(ImportFormat::Csv, 1);
        report.made_ids = usize::from(!self.has_ids && self.id(cells).is_none());
        for (column, _) in self.all.iter().zip(cells).filter(|(_, cell)| !cell.trim().is_empty()) {
            let (outcome, reason) = match column.field {
                Field::Known(_) | Field::Job(..) => (ImportOutcome::Mapped, ""),
                Field::Custom => (ImportOutcome::Kept, ""),
                Field::PastPay => (ImportOutcome::Ignored, PAST_PAY),
                Field::Personal => (ImportOutcome::Ignored, PERSONAL_ATTRIBUTE),
            };
            report.count(outcome, &column.name, 1, reason);
        }
        report
    }

    /// The document that a row says, one cell for each column.
    pub(super) fn document(&self, cells: &[String]) -> Value {
        let mut row = Row::default();
        for (column, cell) in self.all.iter().zip(cells) {
            let cell = cell.trim();
            if !cell.is_empty() {
                row.put(column, cell, self.is_role);
            }
        }
        let mut document = row.finish(self.is_role);
        if !self.has_ids && !document.is_empty() && self.id(cells).is_none() {
            document.insert("id".to_owned(), made_id(ImportFormat::Csv, &Value::from(cells).to_string()).into());
        }
        Value::Object(document)
    }
}

impl Column {
    fn is_known(&self) -> bool {
        matches!(self.field, Field::Known(_) | Field::Job(..))
    }
}

fn column(name: &str, number: usize, is_role: bool, before: &[Column]) -> Column {
    let squashed = squash(name);
    let mut found = Column { name: name.to_owned(), field: Field::Custom, currency: None, period: None };
    if name.is_empty() || name.len() > MAX_NAME {
        found.name = format!("column_{number}");
        return found;
    }
    if let Some(field) = known(&squashed, is_role) {
        // The first of two columns of the same meaning has it; texts and lists are joined.
        if joins(field) || before.iter().all(|column| column.field != field) {
            found.field = field;
        }
        return found;
    }
    if !is_role && is_past_pay(name, past_pay::Place::Anywhere) {
        found.field = Field::PastPay;
    } else if !is_role
        && (is_personal(name) || squashed.starts_with("eeo") || PERSONAL.split(' ').any(|word| word == squashed))
    {
        found.field = Field::Personal;
    } else if let Some((field, currency, period)) = pay_with_unit(&squashed, is_role) {
        return Column { field, currency, period, ..found };
    }
    found
}

fn joins(field: Field) -> bool {
    matches!(field, Field::Known("text" | "skills" | "certifications" | "must_have" | "nice_to_have"))
}

/// Whether a column of this name would be that of a field.
pub(super) fn is_field(name: &str, is_role: bool) -> bool {
    known(&squash(name), is_role).is_some()
}

fn known(squashed: &str, is_role: bool) -> Option<Field> {
    let named = |names: Names, squashed: &str| {
        names.iter().find(|(_, words)| words.split_whitespace().any(|word| word == squashed)).map(|(field, _)| *field)
    };
    let own = if is_role { ROLE } else { CANDIDATE };
    if let Some(field) = named(own, squashed).or_else(|| named(BOTH, squashed)) {
        return Some(Field::Known(field));
    }
    if is_role {
        return None;
    }
    let stem = squashed.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: usize = if stem == squashed { 1 } else { squashed[stem.len()..].parse().ok()? };
    if !(1..=MAX_JOBS).contains(&number) {
        return None;
    }
    if let Some(field) = named(JOB, stem) {
        return Some(Field::Job(field, number - 1));
    }
    (number > 1 && named(CANDIDATE, stem) == Some("title")).then_some(Field::Job("title", number - 1))
}

/// `Expected salary (USD)`, `desired_rate_per_hour`.
fn pay_with_unit(squashed: &str, is_role: bool) -> Option<(Field, Option<String>, Option<&'static str>)> {
    let (mut stem, mut currency, mut period) = (squashed, None, None);
    loop {
        if let Some(field @ Field::Known("pay" | "pay_min" | "pay_max")) = known(stem, is_role) {
            return Some((field, currency, period));
        }
        let code = CODES.split(' ').find(|code| stem.ends_with(*code));
        let words = [
            "annual", "annually", "yearly", "peryear", "year", "permonth", "monthly", "month", "perhour", "hourly",
            "hour", "perday", "daily", "day",
        ];
        let word = words.into_iter().find(|word| stem.ends_with(word));
        if let Some(code) = code {
            currency = Some(code.to_uppercase());
            stem = &stem[..stem.len() - code.len()];
        } else if let Some(word) = word {
            period = meaning("Period", word).or(match word {
                "month" => Some("month"),
                "hour" => Some("hour"),
                "day" => Some("day"),
                _ => Some("year"),
            });
            stem = &stem[..stem.len() - word.len()];
        } else {
            return None;
        }
    }
}

/// A row while its cells are put together.
#[derive(Default)]
struct Row {
    document: Map<String, Value>,
    custom: Map<String, Value>,
    place: Map<String, Value>,
    texts: Vec<String>,
    /// First, middle and last name.
    name: [Option<String>; 3],
    title: Option<String>,
    jobs: BTreeMap<usize, Map<String, Value>>,
    education: Map<String, Value>,
    scale: Map<String, Value>,
    pay: PayText,
    /// The pay columns as they were, for when they cannot be used.
    pay_cells: Vec<(String, String)>,
    basis: Option<String>,
    period: Option<String>,
}

impl Row {
    fn put(&mut self, column: &Column, cell: &str, is_role: bool) {
        if let Some(Value::Object(object)) = structured(cell)
            && self.put_object(column, &object, is_role)
        {
            return;
        }
        let field = match column.field {
            Field::Known(field) => field,
            Field::Job(part, job) => {
                let cell = if matches!(part, "start" | "end") { date(cell) } else { Some(cell.to_owned()) };
                if let Some(cell) = cell {
                    self.jobs.entry(job).or_default().insert(part.to_owned(), cell.into());
                }
                return;
            }
            Field::Custom => {
                self.custom.entry(column.name.clone()).or_insert_with(|| cell.into());
                return;
            }
            Field::PastPay => {
                self.document.insert(column.name.clone(), cell.into());
                return;
            }
            Field::Personal => return,
        };
        match field {
            "first" => self.name[0] = Some(cell.to_owned()),
            "middle" => self.name[1] = Some(cell.to_owned()),
            "last" => self.name[2] = Some(cell.to_owned()),
            "title" if !is_role => self.title = Some(cell.to_owned()),
            "text" if matches!(structured(cell), Some(Value::Array(_))) && !is_role => {
                self.document.insert("experience".to_owned(), structured(cell).unwrap_or_default());
            }
            "text" => self.texts.push(cell.to_owned()),
            "city" | "region" | "country" => {
                self.place.insert(field.to_owned(), cell.into());
            }
            // What a place is called is known further on, where prose is read.
            "place" => self.texts.insert(0, format!("Location: {cell}")),
            "degree" | "field" | "institution" if !matches!(structured(cell), Some(Value::Array(_))) => {
                self.education.insert(field.to_owned(), cell.into());
            }
            "degree" | "field" | "institution" => {
                self.document.insert("education".to_owned(), structured(cell).unwrap_or_default());
            }
            "remote" => match truth(cell) {
                Some(true) => self.add("work_modes", vec!["remote".into()]),
                Some(false) => {}
                None => self.add("work_modes", list(cell)),
            },
            "relocation" => match truth(cell) {
                Some(true) => self.add(field, vec!["anywhere".into()]),
                Some(false) => {}
                None => self.add(field, list(cell)),
            },
            "publications" => {
                let titles = list(cell).into_iter();
                self.add(field, titles.map(|t| if t.is_string() { json!({ "title": t }) } else { t }).collect());
            }
            "must_have" | "nice_to_have" => self.add(field, list(cell).into_iter().map(alternatives).collect()),
            "work_modes" | "work_authorization" | "skills" | "certifications" | "open_source" | "accelerators"
            | "workload" => {
                self.add(field, list(cell));
            }
            "available_from" => {
                if let Some(date) = date(cell) {
                    self.document.insert(field.to_owned(), date.into());
                }
            }
            "min_years" => {
                let years = number(cell.trim_end_matches(|c: char| !c.is_ascii_digit()));
                self.document.insert(field.to_owned(), years.unwrap_or_else(|| cell.into()));
            }
            "scale_min" => {
                self.scale.insert("min".to_owned(), number(cell).unwrap_or_else(|| cell.into()));
            }
            "scale_unit" => {
                self.scale.insert("unit".to_owned(), cell.into());
            }
            "status" => {
                let status = match squash(cell).as_str() {
                    "full" => "closed",
                    "upcoming" | "lead" => "draft",
                    _ => cell,
                };
                self.document.insert(field.to_owned(), status.into());
            }
            "currency" => {
                self.pay.currency = Some(cell.to_owned());
                self.pay_cells.push((column.name.clone(), cell.to_owned()));
            }
            "period" => self.period = Some(cell.to_owned()),
            "basis" => self.basis = Some(cell.to_owned()),
            "pay" | "pay_min" | "pay_max" => self.put_pay(field, column, cell),
            other => {
                self.document.entry(other).or_insert_with(|| cell.into());
            }
        }
    }

    /// A field that is an object in documents, as tables made from documents hold it.
    fn put_object(&mut self, column: &Column, object: &Map<String, Value>, is_role: bool) -> bool {
        let field = match (column.field, squash(&column.name).as_str()) {
            (Field::Known("place"), _) => "location",
            (Field::Known("pay"), _) if is_role => "pay_band",
            (Field::Known("pay"), _) => "expected_pay",
            (Field::Known("scale_min"), _) => "scale",
            (Field::Custom, "weights") if is_role => "weights",
            (Field::Custom, "externalids") if !is_role => "external_ids",
            (Field::Custom, "custom") => {
                self.custom.extend(object.clone());
                return true;
            }
            _ => return false,
        };
        self.document.insert(field.to_owned(), object.clone().into());
        true
    }

    fn put_pay(&mut self, field: &str, column: &Column, cell: &str) {
        self.pay_cells.push((column.name.clone(), cell.to_owned()));
        let Some(read) = pay(cell) else { return };
        match field {
            "pay_min" => self.pay.min = read.min.or(read.max),
            "pay_max" => self.pay.max = read.max.or(read.min),
            _ => {
                self.pay.min = self.pay.min.or(read.min);
                self.pay.max = self.pay.max.or(read.max);
            }
        }
        self.pay.currency = self.pay.currency.take().or(read.currency).or_else(|| column.currency.clone());
        self.pay.period = self.pay.period.or(read.period).or(column.period);
    }

    /// Lists of several columns are one list.
    fn add(&mut self, field: &str, values: Vec<Value>) {
        if let Value::Array(list) = self.document.entry(field).or_insert_with(|| Value::Array(Vec::new())) {
            list.extend(values);
        }
    }

    fn finish(mut self, is_role: bool) -> Map<String, Value> {
        let name: Vec<String> = std::mem::take(&mut self.name).into_iter().flatten().collect();
        if !name.is_empty() {
            self.document.entry("name").or_insert_with(|| name.join(" ").into());
        }
        if let Some(title) = self.title.take() {
            let has_headline = self.document.contains_key("headline");
            self.document.entry("headline").or_insert_with(|| title.clone().into());
            if has_headline || self.jobs.contains_key(&0) {
                self.jobs.entry(0).or_default().entry("title").or_insert_with(|| title.into());
            }
        }
        if !self.jobs.is_empty() {
            let jobs = self.jobs.into_values().map(Value::Object);
            self.document.entry("experience").or_insert_with(|| Value::Array(jobs.collect()));
        }
        if !self.texts.is_empty() {
            let field = if is_role { "description" } else { "summary" };
            self.document.insert(field.to_owned(), self.texts.join("\n\n").into());
        }
        for (field, object) in [("location", self.place), ("scale", self.scale)] {
            if !object.is_empty() {
                self.document.insert(field.to_owned(), object.into());
            }
        }
        if !self.education.is_empty() {
            self.document.entry("education").or_insert_with(|| json!([self.education]));
        }
        let has_figure = self.pay.min.is_some() || self.pay.max.is_some();
        if let (true, Some(currency)) = (has_figure, &self.pay.currency) {
            let mut pay = json!({ "currency": currency });
            let figures = [("min", self.pay.min), ("max", self.pay.max)];
            for (end, figure) in figures.into_iter().filter_map(|(end, figure)| Some((end, figure?))) {
                pay[end] = figure.into();
            }
            if let Some(period) = self.period.or_else(|| self.pay.period.map(str::to_owned)) {
                pay["period"] = period.into();
            }
            if let Some(basis) = self.basis {
                pay["basis"] = basis.into();
            }
            self.document.insert(if is_role { "pay_band" } else { "expected_pay" }.to_owned(), pay);
        } else {
            for (name, cell) in self.pay_cells {
                self.custom.entry(name).or_insert_with(|| cell.into());
            }
        }
        if !self.custom.is_empty() {
            self.document.insert("custom".to_owned(), self.custom.into());
        }
        self.document
    }
}
