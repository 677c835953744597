//! What the values of a Parquet row say, as the cells of a row of a table: text as it is, numbers and dates as people write them,
//! lists and structs as the JSON that documents have there.

use std::fmt;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use parquet::basic::{ConvertedType, LogicalType, TimeUnit};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;
use serde_json::{Map, Value};

/// A value that no document can hold.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refused {
    column: String,
    what: &'static str,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, what } = self;
        write!(
            f,
            "column `{column}` holds {what}; expected text, numbers, booleans, dates, and lists and structs of these"
        )
    }
}

/// A cell for each column, empty where there is nothing.
pub(super) fn cells(row: Row, schema: &Type) -> Result<Vec<String>, Refused> {
    let columns = row.into_columns().into_iter().zip(schema.get_fields());
    let cell = |((column, field), kind): ((String, Field), &std::sync::Arc<Type>)| {
        let value = value(field, Some(kind)).map_err(|what| Refused { column, what })?;
        Ok(match value {
            Value::Null => String::new(),
            Value::String(text) => text,
            other => other.to_string(),
        })
    };
    columns.map(cell).collect()
}

/// `kind` is the value's type in the schema, as far as it is known.
fn value(field: Field, kind: Option<&Type>) -> Result<Value, &'static str> {
    Ok(match field {
        Field::Null => Value::Null,
        Field::Bool(value) => value.into(),
        Field::Byte(value) => value.into(),
        Field::Short(value) => value.into(),
        Field::Int(value) => value.into(),
        Field::Long(nanoseconds) if kind.is_some_and(counts_nanoseconds) => {
            day(nanoseconds.div_euclid(1_000_000_000))?.into()
        }
        Field::Long(value) => value.into(),
        Field::UByte(value) => value.into(),
        Field::UShort(value) => value.into(),
        Field::UInt(value) => value.into(),
        Field::ULong(value) => value.into(),
        // As short as it can be written, so that 0.1 of two or four bytes is 0.1.
        Field::Float16(_) | Field::Float(_) | Field::Decimal(_) => {
            number(field.to_string().parse().unwrap_or(f64::NAN))?
        }
        Field::Double(value) => number(value)?,
        Field::Str(text) => text.into(),
        Field::Bytes(bytes) => match str::from_utf8(bytes.data()) {
            Ok(text) => text.into(),
            Err(_) => return Err("bytes that are no UTF-8 text"),
        },
        Field::Date(days) => day(i64::from(days) * 86_400)?.into(),
        Field::TimestampMillis(milliseconds) => day(milliseconds.div_euclid(1000))?.into(),
        Field::TimestampMicros(microseconds) => day(microseconds.div_euclid(1_000_000))?.into(),
        Field::TimeMillis(_) | Field::TimeMicros(_) => field.to_string().into(),
        Field::Group(row) => {
            let mut object = Map::new();
            let kind = kind.filter(|kind| kind.is_group());
            for (name, field) in row.into_columns() {
                let kind = kind.and_then(|kind| kind.get_fields().iter().find(|kind| kind.name() == name));
                let value = value(field, kind.map(|kind| &**kind))?;
                // Each struct has all fields, and what is absent is null.
                if !value.is_null() {
                    object.insert(name, value);
                }
            }
            object.into()
        }
        Field::ListInternal(list) => {
            let kind = kind.and_then(element);
            let values = list.elements().iter().map(|field| value(field.clone(), kind));
            let values: Result<Vec<Value>, _> = values.filter(|value| *value != Ok(Value::Null)).collect();
            values?.into()
        }
        Field::MapInternal(map) => {
            let mut object = Map::new();
            for (key, field) in map.entries() {
                let Field::Str(key) = key else { return Err("a map whose keys are no text") };
                let value = value(field.clone(), None)?;
                if !value.is_null() {
                    object.insert(key.clone(), value);
                }
            }
            object.into()
        }
    })
}

/// Whole numbers without a point, as they are written; what is no number, as some tools mark what is missing, is nothing.
#[expect(clippy::cast_possible_truncation, reason = "whole and small")]
fn number(value: f64) -> Result<Value, &'static str> {
    if value.is_infinite() {
        return Err("an infinite number");
    }
    let is_whole = value.fract() == 0.0 && value.abs() < 9e15;
    Ok(if is_whole {
        (value as i64).into()
    } else {
        serde_json::Number::from_f64(value).map_or(Value::Null, Value::from)
    })
}

/// The day of a moment, in UTC.
fn day(seconds: i64) -> Result<String, &'static str> {
    let moment = Timestamp::from_second(seconds).map_err(|_| "a date beyond the years 0 to 9999")?;
    Ok(moment.to_zoned(TimeZone::UTC).date().to_string())
}

/// The crate gives such moments as numbers.
fn counts_nanoseconds(kind: &Type) -> bool {
    let logical = kind.get_basic_info().logical_type_ref();
    matches!(logical, Some(LogicalType::Timestamp(time)) if time.unit == TimeUnit::NANOS)
}

/// The type of a list's elements: lists are groups of one repeated group of one element, in old files of the repeated element alone.
fn element(list: &Type) -> Option<&Type> {
    if list.is_primitive() || list.get_basic_info().converted_type() != ConvertedType::LIST {
        return None;
    }
    let [repeated] = list.get_fields() else { return None };
    match &**repeated {
        group if !group.is_primitive() && group.get_fields().len() == 1 => Some(&*group.get_fields()[0]),
        single => Some(single),
    }
}
