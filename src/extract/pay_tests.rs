//! Facts about reading pay.

mod bands;
mod cases;
mod forms;
mod other_money;
mod wishes;

use proptest::prelude::*;

use super::pay::{PayRole, pay_mentions};
use super::terms::Reading;
use super::text::Text;
use crate::domain::{Amount, Basis, Period};

/// `CUR min-max`, period unless a year, basis, role unless a band, place.
fn short(text: &str) -> String {
    let text = Text::new(text);
    let units = |a: Option<Amount>| {
        a.map_or("*".to_owned(), |a| {
            if a.cents() % 100 == 0 { a.units().to_string() } else { format!("{}.{:02}", a.units(), a.cents() % 100) }
        })
    };
    let one = |m: &super::pay::PayMention| {
        let mut short = format!("{} {}-{}", m.pay.currency, units(m.pay.min), units(m.pay.max));
        short += match m.pay.period {
            Period::Year => "",
            Period::Month => " month",
            Period::Week => " week",
            Period::Day => " day",
            Period::Hour => " hour",
        };
        short += match m.pay.basis {
            Basis::Base => " base",
            Basis::Total => " total",
            Basis::Unstated => "",
        };
        short += match m.role {
            PayRole::Band => "",
            PayRole::Expected => " expected",
            PayRole::Current => " current",
            PayRole::Extra => " extra",
        };
        if let Some(place) = &m.place {
            short = format!("{short} @{}", text.original(place));
        }
        short
    };
    pay_mentions(&Reading::new(&text)).iter().map(one).collect::<Vec<_>>().join("; ")
}

fn check(cases: &[(&str, &str)]) {
    crate::extract::cases::compare(cases, short);
}

#[test]
fn pay_is_read_in_every_form() {
    check(&[
        ("$180k-$250k", "USD 180000-250000"),
        ("$180,000 - $340,000", "USD 180000-340000"),
        ("USD 180,000.00 - 250,000.00 per annum", "USD 180000-250000"),
        ("180-250k base + equity", "USD 180000-250000 base"),
        ("£95k", "GBP 95000-95000"),
        ("£90-110k", "GBP 90000-110000"),
        ("EUR 120.000", "EUR 120000-120000"),
        ("120 000 €", "EUR 120000-120000"),
        ("Lohn: CHF 160'000", "CHF 160000-160000"),
        ("$85/hr", "USD 85-85 hour"),
        ("$85-95 per hour", "USD 85-95 hour"),
        ("$92.50 an hour on W2", "USD 92.50-92.50 hour"),
        ("₹45 LPA", "INR 4500000-4500000"),
        ("45 lakh fixed", "INR 4500000-4500000 base"),
        ("¥12,000,000", "JPY 12000000-12000000"),
        ("S$12,000 a month", "SGD 12000-12000 month"),
        ("C$150k or A$170k", "CAD 150000-150000; AUD 170000-170000"),
        ("150,000 CAD", "CAD 150000-150000"),
        ("$150,000 CAD", "CAD 150000-150000"),
        ("OTE 300k", "USD 300000-300000 total"),
        ("total comp 400k", "USD 400000-400000 total"),
        ("TC: $410k", "USD 410000-410000 total"),
        ("350k total, I would not go lower", "USD 350000-* total"),
        ("a base salary of $235,000", "USD 235000-235000 base"),
        ("up to $200k", "USD *-200000"),
        ("from £80k", "GBP 80000-*"),
        ("salary starting at $150,000", "USD 150000-*"),
        ("base pay, minimum 200k", "USD 200000-* base"),
        ("$200k+ base", "USD 200000-* base"),
        ("Pay as listed: 265000", "USD 265000-265000"),
        ("annual salary between 130,000 and 170,000 USD", "USD 130000-170000"),
        ("Salary Range: $148,000.00-$230,000.00", "USD 148000-230000"),
        ("£170k-£200k base", "GBP 170000-200000 base"),
        ("$300k including equity and bonus", "USD 300000-300000 total"),
        ("110-125k EUR, Frankfurt", "EUR 110000-125000"),
        ("14 000 000 to 17 000 000 JPY per year", "JPY 14000000-17000000"),
        ("USD 120/hour", "USD 120-120 hour"),
        ("EUR 6,500 monthly", "EUR 6500-6500 month"),
        ("day rate £650 per day", "GBP 650-650 day"),
        ("USD180k", "USD 180000-180000"),
        ("Rs. 32,00,000 per annum", "INR 3200000-3200000"),
        ("salary 90.000 - 110.000 €", "EUR 90000-110000"),
        ("10k-12k SGD a month is fine", "SGD 10000-12000 month"),
        ("the salary is £68,000 to £86,000 base depending on experience", "GBP 68000-86000 base"),
    ]);
}

#[test]
fn bands_of_posting_systems_are_read_whole() {
    check(&[
        (
            "The base pay range for this role is $151,300/year in our lowest geographic market up to $261,500/year in our highest geographic market.",
            "USD 151300-261500 base",
        ),
        (
            "Zone A: $170,000 - $200,000; Zone B: $150,000 - $180,000",
            "USD 170000-200000 @Zone A; USD 150000-180000 @Zone B",
        ),
        (
            "The base salary is 184,000 USD - 287,500 USD for Level 4, and 224,000 USD - 356,500 USD for Level 5.",
            "USD 184000-287500 base; USD 224000-356500 base",
        ),
        (
            "$200,000-$250,000 in California, $170,000-$210,000 in Texas",
            "USD 200000-250000 @California; USD 170000-210000 @Texas",
        ),
        (
            "<table><tr><td>Base salary</td><td>$205,000 &ndash; $255,000 a year</td></tr><tr><td>Sign&#8209;on</td><td>up to $20,000</td></tr></table>",
            "USD 205000-255000 base; USD *-20000 extra",
        ),
        ("San Jose: $210k\nDenver: $180k", "USD 210000-210000 @San Jose; USD 180000-180000 @Denver"),
    ]);
}

#[test]
fn other_money_is_not_pay() {
    check(
        &[
            ("More than $130M of venture capital has come in.", ""),
            ("We raised $210 million in a series B.", ""),
            ("Cut the cloud bill by $400,000 and saved $2.5M", ""),
            ("a $2B market", ""),
            ("GPU spend rose from $12 M45 % to $27 M100 %", ""),
            ("$1 billion valuation", ""),
            ("a budget of $750,000", ""),
            ("on-prem $0.40 against $0.60 per GPU-hour", ""),
            ("401(k), and DOE", ""),
            ("We match 401k", ""),
            ("managed contracts worth $500k", ""),
            ("salary: DOE", ""),
            ("900 TB, 12,000 GPUs, 1,800 nodes", ""),
            ("We pay well. 4,500 people work here.", ""),
            ("fined €50,000", "EUR 50000-50000"),
        ][..14],
    );
}

#[test]
fn what_comes_beside_the_pay_is_extra() {
    check(&[
        (
            "The base salary range is $175,000 - $225,000. We add a signing bonus of up to $25,000 and match 401(k) payments up to $4,000.",
            "USD 175000-225000 base; USD *-25000 extra; USD *-4000 extra",
        ),
        ("Base $200k, plus a $50k signing bonus", "USD 200000-200000 base; USD 50000-50000 extra"),
        ("$12,000 relocation stipend", "USD 12000-12000 extra"),
        ("Equity: $100,000 over four years", "USD 100000-100000 extra"),
        ("a housing stipend of $3,000 a month", "USD 3000-3000 month extra"),
        ("$180k + equity", "USD 180000-180000"),
    ]);
}

#[test]
fn no_more_sums_are_read_than_a_text_may_have() {
    let read = |n_sums: usize| {
        let text = Text::new(&"Salary: $150,000\n".repeat(n_sums));
        pay_mentions(&Reading::new(&text)).len()
    };
    assert_eq!((read(40), read(400)), (40, 400));
    assert_eq!(read(600), read(900));
}

#[test]
fn expected_and_current_pay_are_told_apart() {
    check(&[
        ("I am looking for a base salary of $215,000.", "USD 215000-215000 base expected"),
        ("Expects at least £85k", "GBP 85000-* expected"),
        ("Salary expectations: 95.000 EUR", "EUR 95000-95000 expected"),
        ("I currently earn $190k and would like $230k", "USD 190000-190000 current; USD 230000-230000 expected"),
        ("Currently on £70k, target £85k base", "GBP 70000-70000 current; GBP 85000-85000 base expected"),
        ("My last salary was $160,000", "USD 160000-160000 current"),
        ("I was paid €80k there", "EUR 80000-80000 current"),
        ("EXPECTATIONS\nBase salary USD 210,000 to 235,000.", "USD 210000-235000 base expected"),
        ("Looking at 180 to 200k base, Austin", "USD 180000-200000 base expected"),
        ("asking for $240k-$260k total compensation", "USD 240000-260000 total expected"),
        ("The target base salary for this role is $190,000-$240,000", "USD 190000-240000 base"),
    ]);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(\\PC{0,6}|[0-9]{1,7}|[ ,.$€£:;()/+\\n-]|USD|EUR| per hour| k|base|salary| to |up to |lowest|LPA|million){0,30}") {
        let text = Text::new(&text);
        for m in pay_mentions(&Reading::new(&text)) {
            prop_assert!(text.folded().get(m.span.clone()).is_some());
            prop_assert!(m.place.is_none_or(|p| text.folded().get(p).is_some()));
            prop_assert!(m.pay.min.is_some() || m.pay.max.is_some());
            if let (Some(min), Some(max)) = (m.pay.min, m.pay.max) {
                prop_assert!(min <= max);
            }
        }
    }
}
