//! Facts about what people say that they would work for, as it reaches the scorer: never what they earn.

use std::sync::LazyLock;

use crate::domain::{Amount, Basis, Candidate, Period, Role};
use crate::extract::Extractor;
use crate::extract::cases;
use crate::taxonomy::Taxonomy;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

/// `USD 210000-` and the like, `/h` or `/d`, `base` or `total`; empty where nothing is expected.
fn wish(text: &str) -> String {
    let text = format!("Seven years of Slurm and InfiniBand operations. {text}");
    let candidate = serde_json::json!({"id": "c", "summary": text});
    let candidate: Candidate = serde_json::from_value(candidate).expect("a candidate has an id and a summary");
    let Some(pay) = EXTRACTOR.candidate_facts(&candidate).unwrap().expected_pay.map(|pay| pay.value) else {
        return String::new();
    };
    let figure = |amount: Option<Amount>| amount.map_or(String::new(), |amount| amount.units().to_string());
    let period = match pay.period {
        Period::Year => "",
        Period::Month => "/m",
        Period::Week => "/w",
        Period::Day => "/d",
        Period::Hour => "/h",
    };
    let basis = match pay.basis {
        Basis::Base => " base",
        Basis::Total => " total",
        Basis::Unstated => "",
    };
    format!("{} {}-{}{period}{basis}", pay.currency, figure(pay.min), figure(pay.max))
}

#[test]
fn what_somebody_would_work_for_is_read_without_a_verb_of_asking() {
    let cases = [
        ("Minimum $210,000.", "USD 210000-"),
        ("Nothing below $400k, please.", "USD 400000-"),
        ("Will not move for under $400k.", "USD 400000-"),
        ("No offers below $280,000 please.", "USD 280000-"),
        ("At least EUR 95,000 base.", "EUR 95000- base"),
        ("Salary from \u{a3}90,000.", "GBP 90000-"),
        ("Rate: \u{20ac}90/h.", "EUR 90-90/h"),
        ("Day rate \u{a3}680.", "GBP 680-680/d"),
        ("My hourly rate is $120.", "USD 120-120/h"),
        ("Comp: 225k base / negotiable.", "USD 225000-225000 base"),
        ("Pay: $480,000 base, not negotiable.", "USD 480000-480000 base"),
        ("Base of $245,000 wanted.", "USD 245000-245000 base"),
        ("I am after $290k base, bonus not included.", "USD 290000-290000 base"),
        ("I am after $265k in total compensation, base and bonus together.", "USD 265000-265000 total"),
        ("Salary range I look for: $190-210k.", "USD 190000-210000"),
        ("I aim for $200k base.", "USD 200000-200000 base"),
        ("Contract: $1,900 a day.", "USD 1900-1900/d"),
        ("Freelance: \u{20ac}700 per day.", "EUR 700-700/d"),
        ("I would move for $230,000.", "USD 230000-230000"),
        ("Open to $310k base, SF or remote.", "USD 310000-310000 base"),
        ("Happy at EUR 95k.", "EUR 95000-95000"),
        ("I'd switch for $310k base.", "USD 310000-310000 base"),
        ("$400k is what I ask here.", "USD 400000-400000"),
        ("My last employer paid $400k; $230k is what I ask here.", "USD 230000-230000"),
    ];
    cases::compare(&cases, wish);
}

#[test]
fn wishes_are_read_in_german_french_spanish_and_dutch() {
    let cases = [
        ("Gehaltswunsch: 90.000 Euro brutto im Jahr.", "EUR 90000-90000"),
        ("Meine Gehaltsvorstellung liegt bei 85.000 bis 95.000 \u{20ac} p.a.", "EUR 85000-95000"),
        ("Gehaltsvorstellung 7.500 \u{20ac} brutto im Monat", "EUR 7500-7500/m"),
        ("Ich erwarte 90.000 Euro.", "EUR 90000-90000"),
        ("Ich m\u{f6}chte mindestens 90.000 Euro verdienen.", "EUR 90000-"),
        ("90.000 Euro stelle ich mir vor.", "EUR 90000-90000"),
        ("Gehalt ab 90.000 Euro.", "EUR 90000-"),
        ("Nicht unter 90.000 Euro im Jahr, bitte.", "EUR 90000-"),
        ("Mein Stundensatz betr\u{e4}gt 95 \u{20ac}/h.", "EUR 95-95/h"),
        ("Derzeit verdiene ich 80.000 Euro, mein Gehaltswunsch: 95.000 Euro.", "EUR 95000-95000"),
        ("Pr\u{e9}tentions salariales : 66 000 \u{20ac} brut par an.", "EUR 66000-66000"),
        ("Pr\u{e9}tentions salariales : entre 60 et 66 k\u{20ac} par an.", "EUR 60000-66000"),
        ("Salaire souhait\u{e9} : 66 000 \u{20ac} bruts annuels.", "EUR 66000-66000"),
        ("Je demande 5 500 \u{20ac} par mois.", "EUR 5500-5500/m"),
        ("Mon TJM est de 600 \u{20ac}.", "EUR 600-600/d"),
        ("Salaire actuel : 55 k\u{20ac}, salaire souhait\u{e9} : 65 k\u{20ac}.", "EUR 65000-65000"),
        ("Pretensi\u{f3}n salarial: 55.000 \u{20ac} brutos anuales.", "EUR 55000-55000"),
        ("Expectativas salariales: 55.000 - 60.000 \u{20ac} brutos al a\u{f1}o.", "EUR 55000-60000"),
        ("Pido 55.000 \u{20ac} al a\u{f1}o.", "EUR 55000-55000"),
        ("Al menos 55.000 \u{20ac} al a\u{f1}o.", "EUR 55000-"),
        ("Sueldo actual: 40.000 \u{20ac}. Sueldo deseado: 50.000 \u{20ac}.", "EUR 50000-50000"),
        ("Salariswens: \u{20ac} 5.600 bruto per maand.", "EUR 5600-5600/m"),
        ("Ik verwacht \u{20ac} 5.600 bruto per maand.", "EUR 5600-5600/m"),
        ("Verwacht salaris: 70.000 euro per jaar", "EUR 70000-70000"),
        ("Uurtarief: \u{20ac} 95 per uur", "EUR 95-95/h"),
    ];
    cases::compare(&cases, wish);
}

#[test]
fn what_somebody_earns_in_other_languages_is_no_wish() {
    for text in [
        "Aktuelles Gehalt: 80.000 Euro.", "Derzeit verdiene ich 80.000 Euro.", "80.000 Euro verdiene ich heute.",
        "Je gagne 60 000 \u{20ac} par an.", "Mon salaire actuel est de 60 000 \u{20ac}.",
        "Mi sueldo actual es de 50.000 \u{20ac}.", "Gano 50.000 \u{20ac} al a\u{f1}o.",
        "Ik verdien \u{20ac} 5.000 per maand.", "Huidig salaris: \u{20ac} 5.000 per maand.", "Gehalt: 80.000 Euro.",
    ] {
        assert_eq!(wish(text), "", "{text}");
    }
}

#[test]
fn what_somebody_earns_or_handles_is_no_wish() {
    for text in [
        "I earn $225,000.", "Current base: $225,000, negotiable.", "My last employer paid $230k.",
        "Previous salary $180,000.", "I was on two hundred thousand pounds a year.",
        "Saved my employer $900,000 a year in power.", "Cut the power bill from $400,000.", "Salary: $230,000.",
        "Managed a budget of at least $2,000,000.", "Bought GPUs for one hundred thousand dollars.",
        "$15,000 relocation package, negotiable.",
    ] {
        assert_eq!(wish(text), "", "{text}");
    }
}

#[test]
fn base_and_total_bands_of_one_posting_are_kept_apart() {
    let role = |text: &str| {
        let role = serde_json::json!({"id": "r", "title": "HPC engineer", "description": text});
        let role: Role = serde_json::from_value(role).expect("a role has an id and texts");
        let facts = EXTRACTOR.role_facts(&role).unwrap();
        let top = |pay: &crate::domain::Pay| pay.max.map(Amount::units);
        (facts.pay_band.as_ref().and_then(|band| top(&band.value)), facts.total_band.as_ref().and_then(top))
    };
    assert_eq!(role("OTE $250k-$300k, of which base $200k-$240k."), (Some(240_000), Some(300_000)));
    assert_eq!(role("Base $200k-$240k, total compensation $250k-$300k."), (Some(240_000), Some(300_000)));
    assert_eq!(role("Total compensation $250k-$300k."), (Some(300_000), None));
}
