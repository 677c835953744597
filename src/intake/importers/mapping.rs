//! What a mapping is made of: rows from a place of a foreign document to a field of ours. The rows of each format are in the file of
//! its name; what is done by them in [`walk`](super::walk).

use super::ImportFormat;

/// How documents of one kind are written in one format.
#[derive(Debug)]
pub(in crate::intake) struct Mapping {
    pub(in crate::intake) format: ImportFormat,
    /// `candidate` or `role`.
    pub(in crate::intake) kind: &'static str,
    /// Told by these keys of the document: all of one of the lists.
    pub(super) signs: &'static [&'static [&'static str]],
    /// Where the document says who it is, the best place first.
    pub(super) ids: &'static [&'static str],
    /// In the order in which they are taken: of two for one field the first has it, and texts are joined in it.
    pub(super) rows: &'static [Row],
}

/// A row of a mapping. Paths are keys with points between them; a list is taken element by element, and a single value like a list of
/// one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    /// A value becomes a field of the document, or of the entry that is being made.
    Field {
        from: &'static str,
        to: &'static str,
        by: Conversion,
        /// Not where this neighbour, or one of several with `|` between them, says something.
        unless: Option<(&'static str, Otherwise)>,
    },
    /// Each value becomes an entry of a list such as `experience`.
    Each { from: &'static str, to: &'static str, rows: &'static [Row] },
    /// What stands in the document itself becomes the first entry of a list.
    One { to: &'static str, rows: &'static [Row] },
    /// Of several values only the first is taken; the others are kept.
    First { from: &'static str, rows: &'static [Row] },
    /// These rows as well.
    All { rows: &'static [Row] },
    /// Left out, for a reason.
    Ignored { from: &'static str, reason: &'static str },
}

/// What becomes of a value whose neighbour was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Otherwise {
    Keep,
    /// It says what the neighbour says.
    Ignore,
}

/// How a value is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// A text as it is; a number as a text.
    Text,
    /// HTML whose signs are escaped once more than those of a page. HTML itself is a text, which is read further on.
    EscapedHtml,
    /// A text behind its heading, on the same line.
    After(&'static str),
    /// A text or the lines of a list, below a heading.
    Below(&'static str),
    /// The lines of a list.
    Bullets,
    /// The parts of an address that name the town and what it lies in.
    Town,
    /// `{type, name}` for each part of a place.
    PlaceParts,
    /// A date in any usual form, or milliseconds since 1970.
    Date,
    /// `{year, month}`.
    YearMonth,
    /// The year of a date.
    Year,
    Number,
    /// Pay of one figure, which is the least and the most.
    Figure,
    /// Months as years.
    Months,
    /// Hundredths as units.
    Cents,
    /// Pay as people write it.
    Pay,
    /// `per-year-salary`, `1 YEAR`.
    Period,
    /// One skill, or several in a text of names.
    Skills,
    /// A skill that is a tag of whoever set it, so that nobody has verified it.
    Tag,
    /// One of the words of an enumeration, or a usual synonym.
    Word(&'static str),
    /// Whether, or how, work is done from afar.
    Remote,
    /// Whether the person would move.
    Moving,
}

pub(super) const fn field(from: &'static str, to: &'static str, by: Conversion) -> Row {
    Row::Field { from, to, by, unless: None }
}

/// As [`field`], where `neighbour` says nothing; else the value is kept.
pub(super) const fn unless(neighbour: &'static str, from: &'static str, to: &'static str, by: Conversion) -> Row {
    Row::Field { from, to, by, unless: Some((neighbour, Otherwise::Keep)) }
}

/// As [`field`], where `neighbour`, which says the same, says nothing.
pub(super) const fn in_place_of(neighbour: &'static str, from: &'static str, to: &'static str, by: Conversion) -> Row {
    Row::Field { from, to, by, unless: Some((neighbour, Otherwise::Ignore)) }
}

pub(super) const fn each(from: &'static str, to: &'static str, rows: &'static [Row]) -> Row {
    Row::Each { from, to, rows }
}

pub(super) const fn one(to: &'static str, rows: &'static [Row]) -> Row {
    Row::One { to, rows }
}

pub(super) const fn first(from: &'static str, rows: &'static [Row]) -> Row {
    Row::First { from, rows }
}

pub(super) const fn all(rows: &'static [Row]) -> Row {
    Row::All { rows }
}

pub(super) const fn ignored(from: &'static str, reason: &'static str) -> Row {
    Row::Ignored { from, reason }
}

/// Why what a person is has no place in a document.
pub(in crate::intake) const PERSONAL: &str = "a personal attribute; those never take part in matching";
/// Why pay of now and before is not taken.
pub(in crate::intake) const PAST_PAY: &str =
    "current or previous pay, which is refused: salary-history laws forbid asking for it or using it";
/// Why streets and postal codes are not taken.
pub(super) const STREET: &str = "a street address; the town says where somebody lives";
/// Of values whose neighbour was taken.
pub(super) const SAME: &str = "says what was read in another form";
/// Of what the format says of itself.
pub(super) const OF_THE_FORMAT: &str = "tells of the format, not of the document";
