//! The pay component: expected pay against the band, like with like.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::band::{RoleBand, RoleBands};
use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence, PayVerdict};
use super::fixed::Share;
use super::profile::ScoringProfile;
use crate::domain::{Basis, Currency, Pay};
use crate::extract::{CandidateFacts, RoleFacts};
use crate::market::{BandSources, Market};
use crate::taxonomy::PerMille;

/// What one unit of a currency is worth in a common currency of the caller's choice, in millionths. Without a rate for both
/// sides, two currencies are not compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rates(BTreeMap<Currency, u64>);

const MILLION: u64 = 1_000_000;

impl Rates {
    /// What a rate may be: they are reckoned in millionths.
    pub(crate) const RANGE: std::ops::RangeInclusive<f64> = 1e-6..=1e9;
    pub(crate) const RANGE_IN_WORDS: &str = "a number from 0.000001 to 1000000000";

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
    pub(crate) fn new(rates: &BTreeMap<Currency, f64>) -> Result<Self, String> {
        let mut kept = BTreeMap::new();
        if !rates.is_empty() {
            // What others are measured by is worth one of itself.
            kept.insert(Currency::USD, MILLION);
        }
        for (currency, rate) in rates {
            if !Self::RANGE.contains(rate) {
                return Err(format!("the rate of {currency} is {}, not {rate}", Self::RANGE_IN_WORDS));
            }
            kept.insert(*currency, (rate * 1e6).round() as u64);
        }
        Ok(Self(kept))
    }

    fn convert(&self, cents: i64, from: Currency, to: Currency) -> Option<i64> {
        if from == to {
            return Some(cents);
        }
        let (from, to) = (self.0.get(&from)?, self.0.get(&to)?);
        let converted = i128::from(cents) * i128::from(*from) / i128::from(*to).max(1);
        i64::try_from(converted).ok()
    }
}

/// How the two sides compare, in the band's currency, a year, on the band's basis, in hundredths.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PayComparison {
    pub verdict: PayVerdict,
    pub credit: Share,
    /// The least that is expected.
    pub asks: Option<i64>,
    pub band_low: Option<i64>,
    pub band_high: Option<i64>,
    /// How far the expectation lies outside the band; 0 within.
    pub distance: i64,
    pub currency: Currency,
    /// The rows that the band comes from, where the role states none.
    pub inferred_from: Option<Arc<BandSources>>,
    /// Base and total were converted into each other.
    pub basis_converted: bool,
    /// One side does not say whether it means base or total.
    pub basis_unclear: bool,
}

pub(super) fn score(
    bands: Option<&RoleBands>,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    market: &Market,
    profile: &ScoringProfile,
    rates: &Rates,
) -> ComponentScore {
    let component = |state, score, evidence| ComponentScore::new(ComponentName::Pay, state, score, evidence);
    let Some(bands) = bands else {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    };
    let Some(expected) = candidate.expected_pay.as_ref().map(|p| &p.value) else {
        return component(ComponentState::NotStated, profile.silence.pay, Vec::new());
    };
    let base_share = market.base_share(role.level.as_ref().map(|level| level.value));
    match compare(bands.for_candidate(role, candidate), expected, base_share, profile.pay.tolerance, rates) {
        Some(comparison) => component(ComponentState::Scored, comparison.credit, vec![Evidence::Pay(comparison)]),
        None => component(ComponentState::NotComparable, profile.silence.pay, Vec::new()),
    }
}

/// The most that an expectation earns by any of the role's bands: which one holds may hang on where somebody lives.
pub(super) fn at_most(
    bands: Option<&RoleBands>,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    market: &Market,
    profile: &ScoringProfile,
    rates: &Rates,
) -> Share {
    let Some(expected) = candidate.expected_pay.as_ref() else { return profile.silence.pay };
    let base_share = market.base_share(role.level.as_ref().map(|level| level.value));
    let by_band = |band| {
        compare(band, &expected.value, base_share, profile.pay.tolerance, rates)
            .map_or(profile.silence.pay, |c| c.credit)
    };
    bands.map_or(Share::ONE, |bands| bands.all().map(by_band).max().unwrap_or(Share::ONE))
}

/// Whether a candidate says to expect more than the most of a band, even at the least, as far as the two can be compared.
pub(crate) fn expects_more(candidate: &CandidateFacts, most: &Pay, market: &Market, rates: &Rates) -> bool {
    let Some(expected) = &candidate.expected_pay else { return false };
    let band = RoleBand { pay: Pay { min: None, ..most.clone() }, inferred_from: None };
    let compared = compare(&band, &expected.value, market.base_share(None), Share::ZERO, rates);
    compared.is_some_and(|compared| compared.verdict == PayVerdict::Above)
}

/// `None` where no rate joins the currencies or one side has no figure.
fn compare(
    role_band: &RoleBand,
    expected: &Pay,
    base_share: PerMille,
    tolerance: Share,
    rates: &Rates,
) -> Option<PayComparison> {
    let band = &role_band.pay;
    let yearly = |pay: &Pay, cents: i64| cents.checked_mul(pay.period.per_year());
    let band_low = band.min.and_then(|a| yearly(band, a.cents()));
    let band_high = band.max.and_then(|a| yearly(band, a.cents()));
    let (asked_basis, offered_basis) = (expected.basis, band.basis);
    let base_share = Share::from_per_mille(base_share);
    let on_band_basis = |cents: i64| -> i64 {
        match (asked_basis, offered_basis) {
            (Basis::Total, Basis::Base) => signed(base_share.of(unsigned(cents))),
            (Basis::Base, Basis::Total) => {
                signed(unsigned(cents).saturating_mul(u64::from(Share::ONE.get())) / u64::from(base_share.get().max(1)))
            }
            _ => cents,
        }
    };
    let mine = |cents: i64| -> Option<i64> {
        rates.convert(yearly(expected, cents)?, expected.currency, band.currency).map(on_band_basis)
    };
    let asks_least = mine(expected.min.or(expected.max)?.cents())?;
    let asks_most = mine(expected.max.or(expected.min)?.cents())?;
    // A band open at the top is taken to end where the tolerance would.
    let tolerance = |cents: i64| signed(tolerance.of(unsigned(cents)));
    let top = band_high.or_else(|| band_low.map(|low| low.saturating_add(tolerance(low))))?;
    let over = (asks_least - top).max(0);
    let credit =
        if over == 0 { Share::ONE } else { Share::ratio(unsigned(over), unsigned(tolerance(top)).max(1)).rest() };
    let (verdict, distance) = if over > 0 {
        (PayVerdict::Above, over)
    } else if band_low.is_some_and(|low| asks_most < low) {
        (PayVerdict::Below, band_low.unwrap_or(0) - asks_most)
    } else {
        (PayVerdict::Within, 0)
    };
    Some(PayComparison {
        verdict,
        credit,
        asks: Some(asks_least),
        band_low,
        band_high,
        distance,
        currency: band.currency,
        inferred_from: role_band.inferred_from.clone(),
        basis_converted: matches!(
            (asked_basis, offered_basis),
            (Basis::Total, Basis::Base) | (Basis::Base, Basis::Total)
        ),
        basis_unclear: (asked_basis == Basis::Unstated) != (offered_basis == Basis::Unstated),
    })
}

fn unsigned(cents: i64) -> u64 {
    u64::try_from(cents).unwrap_or(0)
}

fn signed(cents: u64) -> i64 {
    i64::try_from(cents).unwrap_or(i64::MAX)
}
