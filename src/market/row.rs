//! One row: what a source says of pay, and the figures that it lends to a band.

use serde::Deserialize;

use crate::domain::{Basis, Currency, Level};
use crate::taxonomy::{FamilyId, Location, PerMille};

/// Low, middle and high of a band, in whole units a year.
pub(crate) type Figures = [u64; 3];

/// A row, its words understood.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub id: Box<str>,
    pub label: Box<str>,
    /// The key of the source, or the user's own name for it.
    pub source: Box<str>,
    /// Whether it is the user's.
    pub is_own: bool,
    pub year: Option<u16>,
    pub basis: Basis,
    pub currency: Currency,
    pub low: Option<u64>,
    pub middle: Option<u64>,
    pub high: Option<u64>,
    /// The base pay within a total, where the source states both.
    pub base: Option<u64>,
    /// Whether the upper end was written as open.
    pub open: bool,
    pub level: Option<Level>,
    /// None: the field as a whole.
    pub families: Vec<FamilyId>,
    pub place: Location,
    /// As written; the country's name for a row of a whole country.
    pub place_label: Box<str>,
    pub reach: Reach,
}

/// Of whom a row speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reach {
    /// Of employers in general.
    #[default]
    Field,
    /// Of one employer.
    Employer,
    /// Of those that pay most.
    Top,
}

/// How far the ends of a band lie from an average that is given without them, in thousandths of it: the median of the rows
/// that give both ends.
const HALF_WIDTH: u64 = 200;

impl Row {
    /// Whether both ends are there.
    pub(super) fn is_band(&self) -> bool {
        self.low.is_some() && self.high.is_some()
    }

    /// What it says of base pay, where it says enough: both ends, or a middle. `base_share` of a total is base pay.
    pub(super) fn base_figures(&self, base_share: PerMille) -> Option<Figures> {
        let figures = match (self.low, self.middle, self.high) {
            (Some(low), middle, Some(high)) => [low, middle.unwrap_or(u64::midpoint(low, high)).clamp(low, high), high],
            (_, Some(middle), _) => {
                let half = middle * HALF_WIDTH / 1000;
                [middle - half, middle, middle + half]
            }
            _ => return None,
        };
        Some(match (self.basis, self.base, self.middle) {
            (Basis::Total, Some(base), Some(total)) => figures.map(|figure| figure * base / total.max(1)),
            (Basis::Total, ..) => figures.map(|figure| figure * u64::from(base_share.get()) / 1000),
            _ => figures,
        })
    }
}
