//! What a role pays a given person: its band, the one of several that holds where they would work, or that of the market.

use std::sync::Arc;

use crate::domain::{Amount, Basis, PartialDate, Pay, Period};
use crate::extract::{CandidateFacts, PlaceBand, RoleFacts};
use crate::market::{Asked, BandSources, Market};
use crate::taxonomy::{Location, Taxonomy};

/// A band, stated or inferred.
#[derive(Clone, Debug)]
pub(super) struct RoleBand {
    pub pay: Pay,
    /// The rows that it comes from, where the role states none.
    pub inferred_from: Option<Arc<BandSources>>,
}

/// All bands of a role.
#[derive(Clone, Debug)]
pub(super) struct RoleBands {
    /// The only band; of several by place, all of them together, for whom nothing tells which one holds.
    all: RoleBand,
    /// That of total pay, where it is stated beside that of base pay.
    total: Option<RoleBand>,
    placed: Vec<(PlaceBand, RoleBand)>,
}

impl RoleBands {
    /// A band is inferred from the role's level, kind of work and place, in the money of the `as_of` year; none where the
    /// level is not known, or no row speaks of such work or such a place.
    pub(super) fn of(role: &RoleFacts, market: &Market, taxonomy: &Taxonomy, as_of: PartialDate) -> Option<Self> {
        if let Some(stated) = &role.pay_band {
            let band = |pay: &Pay| RoleBand { pay: pay.clone(), inferred_from: None };
            let placed: Vec<_> = role.place_bands.iter().map(|placed| (placed.clone(), band(&placed.pay))).collect();
            let all = envelope(&role.place_bands).unwrap_or_else(|| stated.value.clone());
            let total = role.total_band.as_ref().map(band);
            return Some(Self { all: band(&all), total, placed });
        }
        let asked = Asked {
            families: &role.families,
            level: role.level.as_ref()?.value,
            place: role.places.first().map(|place| &place.value),
            year: u16::try_from(as_of.year()).ok()?,
        };
        let band = market.band(&asked, taxonomy)?;
        let amount = |figure: u64| Some(Amount::from_units(i64::try_from(figure).unwrap_or(i64::MAX)));
        let [low, _, high] = band.figures;
        let pay = Pay {
            min: amount(low),
            max: amount(high),
            currency: band.currency,
            period: Period::Year,
            basis: Basis::Base,
        };
        let all = RoleBand { pay, inferred_from: Some(Arc::new(market.sources_of(&band))) };
        Some(Self { all, total: None, placed: Vec::new() })
    }

    /// The band that holds for a candidate: where they live; else where they would move to; else that of all places which are
    /// not named; else where the role is; else all together.
    pub(super) fn for_candidate(&self, role: &RoleFacts, candidate: &CandidateFacts) -> &RoleBand {
        if self.placed.is_empty() {
            // Whoever wants so much in total is measured by the total.
            let wants_total = candidate.expected_pay.as_ref().is_some_and(|pay| pay.value.basis == Basis::Total);
            return self.total.as_ref().filter(|_| wants_total).unwrap_or(&self.all);
        }
        let home = candidate.home.as_ref().map(|home| &home.value);
        let mut moves = candidate.relocation.places.iter();
        // A place that the text names may be one of the bands' own.
        let asked = role.places.first().filter(|place| !place.inferred).map(|place| &place.value);
        home.and_then(|home| self.nearest(home))
            .or_else(|| moves.find_map(|place| self.nearest(place)))
            .or_else(|| home.and_then(|home| self.elsewhere(home)))
            .or_else(|| asked.and_then(|asked| self.nearest(asked)))
            .unwrap_or(&self.all)
    }

    /// Every band that may hold for somebody.
    pub(super) fn all(&self) -> impl Iterator<Item = &RoleBand> {
        std::iter::once(&self.all).chain(&self.total).chain(self.placed.iter().map(|(_, band)| band))
    }

    /// The band for all places that have none of their own, where `there` is one of them.
    fn elsewhere(&self, there: &Location) -> Option<&RoleBand> {
        let holds = |band: &PlaceBand| {
            band.elsewhere && (band.places.is_empty() || band.places.iter().any(|place| nearness(place, there) > 0))
        };
        self.placed.iter().find(|(placed, _)| holds(placed)).map(|(_, band)| band)
    }

    /// The band of the narrowest place that somebody there is in; the first among equals.
    fn nearest(&self, there: &Location) -> Option<&RoleBand> {
        let nearness = |band: &PlaceBand| band.places.iter().map(|place| nearness(place, there)).max().unwrap_or(0);
        let named = self.placed.iter().filter(|(placed, _)| !placed.elsewhere).enumerate();
        let near = named.map(|(index, (placed, band))| (nearness(placed), std::cmp::Reverse(index), band));
        near.filter(|(nearness, ..)| *nearness > 0).max_by_key(|(nearness, index, _)| (*nearness, *index)).map(|n| n.2)
    }
}

/// How narrowly `there` lies in `place`: in its metro or city, its region, its country, or not.
fn nearness(place: &Location, there: &Location) -> u8 {
    let same_country = place.country.is_some() && place.country == there.country;
    if place.metro.is_some() {
        return if place.metro == there.metro { 3 } else { 0 };
    }
    match (&place.city, &place.region) {
        (Some(city), _) => {
            u8::from(same_country && there.city.as_ref() == Some(city) && place.region == there.region) * 3
        }
        (None, Some(region)) => u8::from(same_country && there.region.as_ref() == Some(region)) * 2,
        (None, None) => u8::from(same_country),
    }
}

/// From the lowest to the highest of all bands, where they can be compared without rates.
fn envelope(bands: &[PlaceBand]) -> Option<Pay> {
    let first = &bands.first()?.pay;
    let alike = bands.iter().all(|band| band.pay.currency == first.currency && band.pay.period == first.period);
    alike.then(|| {
        let low = bands.iter().map(|band| band.pay.min).min().flatten();
        let open = bands.iter().any(|band| band.pay.max.is_none());
        let high = bands.iter().filter_map(|band| band.pay.max).max().filter(|_| !open);
        Pay { min: low, max: high, ..first.clone() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Currency, Role};
    use crate::extract::Extractor;
    use serde_json::{Value, json};

    fn top(description: &str, candidate: Value) -> Option<(Currency, Option<i64>)> {
        let extractor = Extractor::new(Taxonomy::builtin());
        let role: Role =
            serde_json::from_value(json!({"id": "r", "title": "HPC engineer", "description": description})).unwrap();
        let candidate: Candidate = serde_json::from_value(candidate).unwrap();
        let (role, candidate) = (extractor.role_facts(&role).unwrap(), extractor.candidate_facts(&candidate).unwrap());
        let bands = RoleBands::of(&role, &Market::embedded(), &Taxonomy::builtin(), PartialDate::year_only(2026))?;
        let pay = &bands.for_candidate(&role, &candidate).pay;
        Some((pay.currency, pay.max.map(Amount::units)))
    }

    fn lives(city: &str, country: &str) -> Value {
        json!({"id": "c", "location": {"city": city, "country": country}})
    }

    #[test]
    fn each_place_has_its_own_band() {
        let text = "London: \u{a3}90,000 - \u{a3}120,000. Berlin: \u{20ac}85,000 - \u{20ac}110,000.";
        let (gbp, eur) = (Currency::new("GBP").unwrap(), Currency::new("EUR").unwrap());
        assert_eq!(top(text, lives("London", "GB")), Some((gbp, Some(120_000))));
        assert_eq!(top(text, lives("Berlin", "DE")), Some((eur, Some(110_000))));
        assert_eq!(top(text, json!({"id": "c"})), Some((gbp, Some(120_000))), "two currencies have no band together");
    }

    #[test]
    fn whoever_moves_is_paid_as_there() {
        let text = "Pay: $180k-220k in Austin; $220k-260k in San Francisco.";
        let mover = json!({"id": "c", "location": {"city": "Chicago", "country": "US"}, "relocation": ["Austin, TX"]});
        assert_eq!(top(text, mover), Some((Currency::USD, Some(220_000))));
        assert_eq!(
            top(text, lives("Chicago", "US")),
            Some((Currency::USD, Some(260_000))),
            "nothing tells which band holds"
        );
    }

    #[test]
    fn one_band_holds_everywhere() {
        let text = "The salary is $180,000 - $220,000 in Austin.";
        assert_eq!(top(text, lives("Boston", "US")), Some((Currency::USD, Some(220_000))));
    }
}
