//! Tells whether a field's name speaks of what a person is or was paid, which is never taken.
//!
//! Salary-history laws (many US states and cities, EU Directive 2023/970) forbid employers to ask for or use it.
//! Only names are looked at, never values.

use super::synonyms::squash;

/// Where the field stands, which decides how much its name has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Anywhere: the name must say both pay and present or past, as in `current_salary`.
    Anywhere,
    /// In a job, where any pay is of that job.
    Job,
    /// In the expected pay, where anything present or past is pay.
    ExpectedPay,
}

const PAST: u8 = 1;
const PAY: u8 = 2;
const WANTED: u8 = 4;

/// The words that names of pay fields are made of. A name counts only when it is made of these words altogether, so
/// that `current_company` is not read as current comp.
const WORDS: &[(u8, &str)] = &[
    (
        PAST,
        "current currently present presently previous previously prev prior past last latest recent \
             existing former old history historical histories earlier now today",
    ),
    (
        PAY,
        "salary salaries pay paid payment compensation comp ctc base remuneration wage wages earning \
             earnings earned income package ote tc rate bonus stipend equity rsu rsus payrate paycheck \
             renumeration",
    ),
    (PAST | PAY, "payslip payslips paystub paystubs salaryslip"),
    (WANTED, "expected expecting expectation expectations desired target asking wanted requested"),
    (
        0,
        "annual annually annualized monthly month yearly year weekly daily day hourly hour total fixed \
             variable gross net amount in of at the my per and usd eur gbp inr cad lpa currency value range \
             band min max minimum maximum low high from to figure details info level drawn structure cash \
             employer company job role position period basis data k s is was",
    ),
];

/// The longest name that is looked at, in bytes.
const MAX_NAME: usize = 80;

/// Whether a field of this name, in any casing or punctuation, states current or previous pay.
pub(super) fn is_past_pay(name: &str, place: Place) -> bool {
    if name.len() > MAX_NAME {
        return false;
    }
    let name: String = squash(name).chars().filter(|c| !c.is_numeric()).collect();
    let meanings = meanings(&name);
    let says = |wanted: u8| {
        (0..8).any(|flags: u8| meanings & (1 << flags) != 0 && flags & wanted == wanted && flags & WANTED == 0)
    };
    match place {
        Place::Anywhere => says(PAST | PAY),
        // A job's `base` may be a place.
        Place::Job => says(PAY) && name != "base",
        Place::ExpectedPay => says(PAST),
    }
}

/// Every way to read `name` as a row of words: bit `f` is set when some reading says exactly the flags `f`.
fn meanings(name: &str) -> u8 {
    let name = name.as_bytes();
    let mut reached = vec![0_u8; name.len() + 1];
    reached[0] = 1;
    for start in 0..name.len() {
        if reached[start] == 0 {
            continue;
        }
        for (flags, words) in WORDS {
            for word in words.split(' ').filter(|word| name[start..].starts_with(word.as_bytes())) {
                let here = reached[start];
                for before in (0..8_u8).filter(|before| here & (1 << before) != 0) {
                    reached[start + word.len()] |= 1 << (before | flags);
                }
            }
        }
    }
    reached[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_of_present_and_past_pay_are_known() {
        for name in [
            "current_salary", "currentSalary", "CURRENT-SALARY", "currentBase", "currentBaseSalaryUSD", "previous_pay",
            "last_salary", "lastDrawnSalary", "current_ctc", "CurrentCTC", "salary_history", "present_compensation",
            "current comp", "prior_earnings", "compensation_history", "past-pay-2", "pay_at_current_employer",
            "current_hourly_rate", "payslips", "existing_package", "salaryCurrent",
        ] {
            assert!(is_past_pay(name, Place::Anywhere), "{name}");
        }
    }

    #[test]
    fn other_names_are_left_alone() {
        for name in [
            "expected_pay", "salary", "current_company", "current_title", "last_used", "history", "employment_history",
            "currently_expected_salary", "base", "present", "", "prior_experience", "last_name", "compiler_history",
        ] {
            assert!(!is_past_pay(name, Place::Anywhere), "{name}");
        }
    }

    #[test]
    fn any_pay_in_a_job_and_any_past_in_the_expected_pay_is_past_pay() {
        assert!(is_past_pay("salary", Place::Job));
        assert!(is_past_pay("totalComp", Place::Job));
        assert!(!is_past_pay("base", Place::Job));
        assert!(!is_past_pay("company", Place::Job));
        assert!(is_past_pay("current", Place::ExpectedPay));
        assert!(is_past_pay("previous_min", Place::ExpectedPay));
        assert!(!is_past_pay("minimum", Place::ExpectedPay));
    }
}
