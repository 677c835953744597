//! Pay: like with like, no reward for asking little, nothing compared that cannot be.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use rolefit::Match;
use rolefit::explain::{Component, ComponentName, ComponentState, Flag, PayVerdict};
use rolefit::model::Currency;
use serde_json::{Value, json};

use super::documents::{SHARED, as_candidate, as_role, component, judge, options};
use crate::campaign::cases;

const PERIODS: &[(&str, i64)] = &[("year", 1), ("month", 12), ("week", 52), ("day", 260), ("hour", 2080)];

fn role(band: &Value) -> Value {
    json!({"id": "r", "title": "Senior HPC engineer", "must_have": ["Slurm"], "pay_band": band})
}

fn asks(pay: &Value) -> Value {
    json!({"id": "c", "headline": "HPC engineer", "skills": ["Slurm"], "expected_pay": pay})
}

/// Cents a period as the number of a document.
#[expect(clippy::cast_precision_loss, reason = "sums of money far below 2^52")]
fn figure(cents: i64) -> Value {
    json!(cents as f64 / 100.0)
}

/// So many dollars in a currency of which one unit is worth `rate` dollars.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "sums of money far below 2^52")]
fn in_currency(dollars: i64, rate: f64) -> Value {
    figure((dollars as f64 * 100.0 / rate).round() as i64)
}

fn pay(found: &Match) -> &Component {
    component(found, ComponentName::Pay)
}

fn with_rates(role: &Value, candidate: &Value, rates: &[(&str, f64)]) -> Match {
    let rates: BTreeMap<Currency, f64> =
        rates.iter().map(|(code, rate)| (Currency::new(code).unwrap(), *rate)).collect();
    let options = options(10).with_rates(rates);
    SHARED.explain_documents(&as_role(role), &as_candidate(candidate), &options).unwrap()
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn whoever_asks_less_never_fits_worse(
        low in 60_000_u32..400_000, width in 0_u32..100_000, ask in 60_000_u32..500_000, less in 0_u32..200_000,
        bases in (select(vec!["base", "total", "unstated"]), select(vec!["base", "total", "unstated"])),
    ) {
        let role = role(&json!({"min": low, "max": low + width, "currency": "USD", "basis": bases.0}));
        let asking = |figure: u32| judge(&role, &asks(&json!({"min": figure, "max": figure, "currency": "USD", "basis": bases.1})));
        let (more, less) = (asking(ask), asking(ask.saturating_sub(less)));
        prop_assert!(less.fit >= more.fit, "{} against {}", less.fit, more.fit);
        prop_assert!(pay(&less).score >= pay(&more).score);
    }

    #[test]
    fn the_currency_of_both_sides_does_not_matter(
        low in 60_000_u32..400_000, width in 0_u32..100_000, ask in 60_000_u32..500_000, code in select(vec!["EUR", "JPY", "INR", "CHF"]),
    ) {
        let band = |code: &str| role(&json!({"min": low, "max": low + width, "currency": code, "basis": "base"}));
        let asking = |code: &str| asks(&json!({"min": ask, "currency": code, "basis": "base"}));
        let (one, other) = (judge(&band("USD"), &asking("USD")), judge(&band(code), &asking(code)));
        prop_assert_eq!(pay(&one).score.to_bits(), pay(&other).score.to_bits());
        prop_assert_eq!(one.pay_verdict, other.pay_verdict);
    }

    #[test]
    fn a_rate_carries_a_figure_into_another_currency(
        low in 60_000_i64..400_000, width in 0_i64..100_000, ask in 60_000_i64..500_000,
        money in select(vec![("EUR", 1.08), ("GBP", 1.27), ("JPY", 0.0066), ("INR", 0.012)]),
    ) {
        let (code, rate) = money;
        let role = role(&json!({"min": low, "max": low + width, "currency": "USD", "basis": "base"}));
        let same = judge(&role, &asks(&json!({"min": ask, "currency": "USD", "basis": "base"})));
        let converted = in_currency(ask, rate);
        let carried = with_rates(&role, &asks(&json!({"min": converted, "currency": code, "basis": "base"})), &[("USD", 1.0), (code, rate)]);
        prop_assert!((pay(&same).score - pay(&carried).score).abs() <= 0.0002, "{} and {}", pay(&same).score, pay(&carried).score);
        // Only the ratio of two rates counts.
        let scaled = with_rates(&role, &asks(&json!({"min": converted, "currency": code, "basis": "base"})), &[("USD", 100.0), (code, rate * 100.0)]);
        prop_assert!((pay(&scaled).score - pay(&carried).score).abs() <= 0.0002);
    }

    #[test]
    fn without_a_rate_nothing_is_compared(low in 60_000_u32..400_000, ask in 10_000_u32..900_000) {
        let role = role(&json!({"min": low, "max": low + 50_000, "currency": "USD", "basis": "base"}));
        let found = judge(&role, &asks(&json!({"min": ask, "currency": "EUR", "basis": "base"})));
        let other = judge(&role, &asks(&json!({"min": 1, "currency": "EUR", "basis": "base"})));
        prop_assert_eq!(pay(&found).state, ComponentState::NotComparable);
        prop_assert_eq!(found.pay_verdict, PayVerdict::Unknown);
        prop_assert!(!found.flags.contains(&Flag::PayAboveBand));
        prop_assert_eq!(pay(&found).score.to_bits(), pay(&other).score.to_bits());
        prop_assert!(pay(&found).score < 1.0 && found.coverage < 1.0);
    }

    #[test]
    fn an_hour_a_day_a_week_and_a_month_are_parts_of_a_year(
        low in 60_000_i64..300_000, width in 0_i64..80_000, hourly in 2_000_i64..25_000, one in select(PERIODS), other in select(PERIODS),
    ) {
        // A multiple of all periods, so that no figure is rounded.
        let yearly = hourly * 2080;
        let (per, parts) = one;
        let role = role(&json!({"min": figure(low * 100 * 12480 / other.1), "max": figure((low + width) * 100 * 12480 / other.1), "currency": "USD", "period": other.0, "basis": "base"}));
        let of_year = judge(&role, &asks(&json!({"min": figure(yearly * 3), "currency": "USD", "basis": "base"})));
        prop_assume!(yearly * 3 % parts == 0);
        let of_period = judge(&role, &asks(&json!({"min": figure(yearly * 3 / parts), "currency": "USD", "period": per, "basis": "base"})));
        prop_assert_eq!(pay(&of_year).score.to_bits(), pay(&of_period).score.to_bits(), "{}", per);
    }

    #[test]
    fn nothing_is_won_by_asking_less_than_the_top(low in 60_000_u32..400_000, width in 0_u32..100_000, share in 0_u32..=100) {
        let role = role(&json!({"min": low, "max": low + width, "currency": "USD", "basis": "base"}));
        let asking = |figure: u32| judge(&role, &asks(&json!({"min": figure, "currency": "USD", "basis": "base"})));
        let (top, less) = (asking(low + width), asking((low + width) * share / 100));
        prop_assert_eq!(top.fit.to_bits(), less.fit.to_bits());
        prop_assert!(pay(&less).score >= 1.0);
    }

    #[test]
    fn verdict_score_and_flag_agree(low in 60_000_u32..400_000, width in 0_u32..100_000, ask in 20_000_u32..900_000, more in 0_u32..50_000) {
        let role = role(&json!({"min": low, "max": low + width, "currency": "USD", "basis": "base"}));
        let found = judge(&role, &asks(&json!({"min": ask, "max": ask + more, "currency": "USD", "basis": "base"})));
        let expected = match ask {
            ask if ask > low + width => PayVerdict::Above,
            ask if ask + more < low => PayVerdict::Below,
            _ => PayVerdict::Within,
        };
        prop_assert_eq!(found.pay_verdict, expected);
        prop_assert_eq!(expected == PayVerdict::Above, found.flags.contains(&Flag::PayAboveBand));
        prop_assert_eq!(expected == PayVerdict::Above, pay(&found).score < 1.0);
        // The distance in words is that to the nearer end.
        let distance = match expected {
            PayVerdict::Above => Some(ask - low - width),
            PayVerdict::Below => Some(low - ask - more),
            _ => None,
        };
        let words = pay(&found).evidence[0].statement.clone().unwrap();
        if let Some(distance) = distance.filter(|distance| *distance >= 1000) {
            let thousands = format!("{},{:03}", distance / 1000, distance % 1000);
            prop_assert!(words.contains(&thousands), "{words} does not say {thousands}");
        }
        if ask > (low + width) + (low + width) / 4 {
            prop_assert!(pay(&found).score <= 0.0001, "{}", pay(&found).score);
        }
    }

    #[test]
    fn base_and_total_are_converted_and_say_so(ask in 150_000_u32..400_000) {
        let role = role(&json!({"min": 200_000, "max": 260_000, "currency": "USD", "basis": "base"}));
        let asking = |basis: &str| judge(&role, &asks(&json!({"min": ask, "currency": "USD", "basis": basis})));
        let (base, total) = (asking("base"), asking("total"));
        prop_assert!(pay(&total).score >= pay(&base).score, "a total of the same figure is less base");
        prop_assert!(pay(&total).evidence[0].inferred && !pay(&base).evidence[0].inferred);
        prop_assert!(pay(&total).evidence[0].statement.as_ref().unwrap().contains("converted"));
    }
}

/// What a person in a place makes of a posting's bands: verdict for that expectation.
fn verdict_in(posting: &str, candidate: &Value, ask: u32) -> PayVerdict {
    let role = json!({"id": "r", "title": "Senior HPC engineer", "description": posting});
    let mut candidate = candidate.clone();
    candidate["expected_pay"] = json!({"min": ask, "currency": "USD"});
    candidate["id"] = json!("c");
    judge(&role, &candidate).pay_verdict
}

#[test]
fn of_several_bands_the_one_counts_that_holds_where_somebody_is() {
    let austin = json!({"location": {"city": "Austin", "region": "TX", "country": "US"}});
    let bay = json!({"location": {"city": "Oakland", "region": "CA", "country": "US"}});
    let denver = json!({"location": {"city": "Denver", "region": "CO", "country": "US"}});
    let mover =
        json!({"location": {"city": "Denver", "region": "CO", "country": "US"}, "relocation": ["San Francisco, CA"]});
    let nowhere = json!({});
    let short = "You will run Slurm. Pay: $180k-220k in Austin; $220k-260k in San Francisco.";
    let sentence = "You will run Slurm. The base salary range is $180,000 - $220,000 in Austin, TX and $220,000 - $260,000 in San Francisco, CA.";
    let lines = "You will run Slurm.\nAustin: $180k-$220k base\nSan Francisco Bay Area: $220k-$260k base\nAll other US locations: $150k-$190k base";
    for posting in [short, sentence, lines] {
        assert_eq!(verdict_in(posting, &austin, 240_000), PayVerdict::Above, "{posting}");
        assert_eq!(verdict_in(posting, &bay, 240_000), PayVerdict::Within, "{posting}");
        assert_eq!(verdict_in(posting, &austin, 200_000), PayVerdict::Within, "{posting}");
        assert_eq!(verdict_in(posting, &bay, 200_000), PayVerdict::Below, "{posting}");
        assert_eq!(verdict_in(posting, &mover, 240_000), PayVerdict::Within, "{posting}");
        // For whom nothing tells which band holds, all hold together.
        assert_eq!(verdict_in(posting, &nowhere, 240_000), PayVerdict::Within, "{posting}");
        assert_eq!(verdict_in(posting, &nowhere, 270_000), PayVerdict::Above, "{posting}");
    }
    assert_eq!(verdict_in(lines, &denver, 200_000), PayVerdict::Above, "all other places have a band of their own");
    assert_eq!(verdict_in(short, &denver, 200_000), PayVerdict::Within);
}

#[test]
fn bands_by_state_and_zone_hold_for_who_lives_there() {
    let lives = |city: &str, region: &str| json!({"location": {"city": city, "region": region, "country": "US"}});
    let states = "You will run Slurm. For candidates based in Colorado, the range is $150,000 to $180,000. For candidates in California and New York, the range is $200,000 to $250,000.";
    assert_eq!(verdict_in(states, &lives("Boulder", "CO"), 190_000), PayVerdict::Above);
    assert_eq!(verdict_in(states, &lives("San Diego", "CA"), 190_000), PayVerdict::Below);
    assert_eq!(verdict_in(states, &lives("Brooklyn", "NY"), 240_000), PayVerdict::Within);
    let zones =
        "You will run Slurm. Zone 1 (Bay Area, NYC): 220,000-260,000 USD. Zone 2 (all other): 180,000-210,000 USD.";
    assert_eq!(verdict_in(zones, &lives("San Francisco", "CA"), 240_000), PayVerdict::Within);
    assert_eq!(verdict_in(zones, &lives("Dallas", "TX"), 240_000), PayVerdict::Above);
}

#[test]
fn a_band_in_a_field_wins_over_bands_in_the_text() {
    let role = json!({"id": "r", "title": "HPC engineer", "description": "You will run Slurm. $180k-220k in Austin; $220k-260k in San Francisco.",
        "pay_band": {"min": 300_000, "max": 320_000, "currency": "USD"}});
    let candidate = json!({"id": "c", "location": {"city": "Austin", "region": "TX", "country": "US"}, "expected_pay": {"min": 310_000, "currency": "USD"}});
    assert_eq!(judge(&role, &candidate).pay_verdict, PayVerdict::Within);
}
