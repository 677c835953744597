//! How near a row lies to what is asked: thousandths for level, family, place, year and kind of row, multiplied.

use super::band::Asked;
use super::row::{Reach, Row};
use crate::domain::Basis;
use crate::taxonomy::{FamilyId, Location, PerMille, Taxonomy};

/// A weight in millionths; the full weight is that of a row that is wholly about what is asked.
pub(super) const FULL: u64 = 1_000_000;

/// A row of the rung asked, one beside it, two beside it; further ones say nothing.
const RUNGS: [u64; 3] = [1000, 350, 80];
/// Where the level was inferred from the pay itself.
const LEVEL_INFERRED: u64 = 500;
/// A row of the field as a whole, for any family of it.
const WHOLE_FIELD: u64 = 400;
/// Of what carries over between two families, so much counts as nearness in pay.
const TRANSFER: u64 = 600;
/// Less is no nearness.
const LEAST_FAMILY: u64 = 100;
/// The source does not say whether it means base or total; a total that is converted by a usual share.
const UNSTATED: u64 = 750;
const CONVERTED: u64 = 600;
/// One employer's pay; that of those who pay most.
const EMPLOYER: u64 = 700;
const TOP: u64 = 250;
/// An average without ends.
const POINT: u64 = 500;
/// For each year between, down to a floor; a row without a date.
const YEAR: u64 = 150;
const OLDEST: u64 = 400;
const UNDATED: u64 = 700;

/// How near a row is that stands so many rungs away.
pub(super) fn rungs(away: usize) -> u64 {
    RUNGS.get(away).copied().unwrap_or(0)
}

/// The weight of a row for what is asked, in millionths, but for the level.
pub(super) fn weight(row: &Row, level_inferred: bool, asked: &Asked<'_>, taxonomy: &Taxonomy) -> u64 {
    let factors = [
        if level_inferred { LEVEL_INFERRED } else { 1000 },
        family(&row.families, asked.families, taxonomy),
        place(&row.place, asked.place),
        year(row.year, asked.year),
        match (row.basis, row.base) {
            (Basis::Base, _) | (Basis::Total, Some(_)) => 1000,
            (Basis::Unstated, _) => UNSTATED,
            (Basis::Total, None) => CONVERTED,
        },
        match row.reach {
            Reach::Field => 1000,
            Reach::Employer => EMPLOYER,
            Reach::Top => TOP,
        },
        if row.is_band() { 1000 } else { POINT },
    ];
    factors.into_iter().fold(FULL, |weight, factor| weight * factor / 1000)
}

/// How near the families of a row are to those asked, which are shares of a whole.
pub(super) fn family(row: &[FamilyId], asked: &[(FamilyId, PerMille)], taxonomy: &Taxonomy) -> u64 {
    if row.is_empty() || asked.is_empty() {
        return WHOLE_FIELD;
    }
    let near = |own: FamilyId, wanted: FamilyId| {
        if own == wanted {
            return 1000;
        }
        let families = taxonomy.families();
        let carries = families.transfer(own, wanted).max(families.transfer(wanted, own));
        u64::from(carries.get()) * TRANSFER / 1000
    };
    let shared = |own: &FamilyId| {
        asked.iter().map(|(wanted, share)| near(*own, *wanted) * u64::from(share.get()) / 1000).sum::<u64>()
    };
    let nearest = row.iter().map(shared).max().unwrap_or(0).min(1000);
    if nearest < LEAST_FAMILY { 0 } else { nearest }
}

/// How near a row's place is to the one asked. Rows of a whole country serve everywhere in it, with less trust.
pub(super) fn place(row: &Location, asked: Option<&Location>) -> u64 {
    let country = asked.and_then(|place| place.country.as_deref()).unwrap_or("US");
    if row.country.as_deref() != Some(country) {
        return 0;
    }
    let (metro, region) = asked.map_or((None, None), |place| (place.metro, place.region.as_deref()));
    let is_narrow = asked.is_some_and(|place| place.metro.is_some() || place.city.is_some() || region.is_some());
    let same_region = region.is_some() && row.region.as_deref() == region;
    match (row.metro, row.region.as_deref()) {
        (Some(own), _) if metro == Some(own) => 1000,
        (Some(_), _) if !is_narrow => 500,
        (Some(_), _) if same_region && metro.is_none() => 600,
        (Some(_), _) if same_region => 400,
        (None, Some(_)) if !is_narrow => 650,
        (None, Some(_)) if same_region => 850,
        (None, None) if is_narrow => 700,
        (None, None) => 1000,
        // Another metro or region of the country.
        _ => 250,
    }
}

/// Whether the row is about the very metro or region that is asked.
pub(super) fn is_local(row: &Location, asked: &Location) -> bool {
    (row.metro.is_some() && row.metro == asked.metro)
        || (row.metro.is_none() && row.region.is_some() && row.region == asked.region && row.country == asked.country)
}

fn year(row: Option<u16>, asked: u16) -> u64 {
    row.map_or(UNDATED, |year| 1000_u64.saturating_sub(u64::from(year.abs_diff(asked)) * YEAR).max(OLDEST))
}
