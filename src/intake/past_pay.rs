//! Tells whether a field's name speaks of what a person is or was paid, which is never taken.
//!
//! Salary-history laws (many US states and cities, EU Directive 2023/970) forbid employers to ask for or use it.
//! Fields that are not ours are looked at by their names, in free form (`custom`) by those around them too.

use serde_json::{Map, Value};

use super::check::shorten;
use super::findings::{Findings, Pointer};
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
    let name = letters(name);
    let meanings = meanings(&name);
    match place {
        Place::Anywhere => says(meanings, PAST | PAY),
        // A job's `base` may be a place.
        Place::Job => says(meanings, PAY) && name != BASE,
        Place::ExpectedPay => says(meanings, PAST),
    }
}

/// Why such a field is not taken.
pub(super) fn refusal(name: &str) -> String {
    format!(
        "`{name}` is current or previous pay, which is refused: salary-history laws forbid asking for it or using it; only \
         `expected_pay`, what the candidate expects, is taken"
    )
}

/// Notes current and previous pay at any depth of an object of free form: under its usual names, under names that say so
/// together (`current: {salary}`), in lists of jobs, and as a named value (`{name: "Current salary", value}`).
pub(super) fn refuse(findings: &mut Findings, at: &mut Pointer, map: &Map<String, Value>) {
    Walk { findings, at }.object(map, NOTHING);
}

/// What the names around say when there are none.
const NOTHING: u8 = 0;
/// May be pay, or a place.
const BASE: &str = "base";
/// Lists of jobs that somebody has had, as other systems name them.
const JOBS: [&str; 9] = [
    "experience", "workexperience", "workhistory", "employment", "employments", "employmenthistory", "previousjobs",
    "pastjobs", "jobhistory",
];
/// Keys under which a field says its name, and its value, where fields are lists of both.
const NAMES: [&str; 8] = ["name", "label", "key", "field", "fieldname", "title", "question", "id"];
const VALUES: [&str; 9] = ["value", "values", "answer", "answers", "amount", "response", "content", "number", "text"];

struct Walk<'a> {
    findings: &'a mut Findings,
    at: &'a mut Pointer,
}

impl Walk<'_> {
    /// `around`: what the names around say, every way to read them.
    fn object(&mut self, map: &Map<String, Value>, around: u8) {
        if let Some(name) = past_pay_by_value(map) {
            return self.findings.add(self.at, || refusal(&shorten(name)));
        }
        // What is null states nothing.
        for (key, value) in map.iter().filter(|(_, value)| !value.is_null()) {
            let mark = self.at.push_key(key);
            let name = if key.len() > MAX_NAME { String::new() } else { letters(key) };
            let own = if key.len() > MAX_NAME { NOTHING } else { meanings(&name) };
            let is_place = name == BASE && !holds_digits(value);
            let mut read = if is_place { own } else { own | joined(around, own) };
            if JOBS.contains(&name.as_str()) {
                read |= 1 << PAST;
            }
            if says(read, PAST | PAY) {
                self.findings.add(self.at, || refusal(&shorten(key)));
            } else {
                self.value(value, read);
            }
            self.at.pop(mark);
        }
    }

    fn value(&mut self, value: &Value, around: u8) {
        match value {
            Value::Object(map) => self.object(map, around),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let mark = self.at.push_index(index);
                    self.value(item, around);
                    self.at.pop(mark);
                }
            }
            _ => {}
        }
    }
}

/// The name of a field that is written as an object with a name and a value, when that is past pay and not empty.
fn past_pay_by_value(map: &Map<String, Value>) -> Option<&str> {
    let of = |keys: &'static [&'static str]| {
        map.iter().filter(move |(key, _)| key.len() <= MAX_NAME && keys.contains(&letters(key).as_str()))
    };
    let name = of(&NAMES).find_map(|(_, name)| name.as_str().filter(|name| is_past_pay(name, Place::Anywhere)))?;
    of(&VALUES).any(|(_, value)| !value.is_null()).then_some(name)
}

fn holds_digits(value: &Value) -> bool {
    match value {
        Value::Number(_) | Value::Object(_) | Value::Array(_) => true,
        Value::String(text) => text.contains(|c: char| c.is_ascii_digit()),
        _ => false,
    }
}

/// A name without casing, punctuation and digits.
fn letters(name: &str) -> String {
    squash(name).chars().filter(|c| !c.is_numeric()).collect()
}

/// Whether some reading says all of `wanted`, and that it is not what somebody wants to be paid.
fn says(meanings: u8, wanted: u8) -> bool {
    readings(meanings).any(|flags| flags & wanted == wanted && flags & WANTED == 0)
}

/// Every way to read two names together.
fn joined(before: u8, after: u8) -> u8 {
    readings(before).flat_map(|a| readings(after).map(move |b| 1 << (a | b))).fold(NOTHING, |all, one| all | one)
}

fn readings(meanings: u8) -> impl Iterator<Item = u8> {
    (0..8_u8).filter(move |flags| meanings & (1 << flags) != 0)
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
                for before in readings(here) {
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
