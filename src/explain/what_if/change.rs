//! One change on the role's or the candidate's side: for programs by its kind, subject and values, for people in plain words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{AskedScale, Level, Pay, Period, WorkMode};
use crate::explain::words;
use crate::extract::{AskedScaleFact, RequirementFact};
use crate::wording::{Language, say};

/// A change that was tried.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Change {
    /// Whose side it is on.
    pub side: ChangeSide,
    /// What sort of change it is.
    pub kind: ChangeKind,
    /// What is changed: the requirement as it is shown, or the field of the role or candidate.
    pub subject: String,
    /// JSON pointer into the role's document, where the change is one to a field of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// What stands there now, where it is a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<ChangeValue>,
    /// What would stand there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<ChangeValue>,
    /// The change in plain words.
    pub label: String,
}

/// Whose side a change is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChangeSide {
    /// The role asks otherwise.
    Role,
    /// The candidate brings, or wants, something else.
    Candidate,
}

/// What sort of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChangeKind {
    /// A must-have is not asked any more.
    DropMustHave,
    /// Related skills meet a must-have too; `to` names them.
    AcceptRelated,
    /// Lacking a must-have costs points instead of removing; or no work authorization is demanded.
    LiftGate,
    /// A skill is asked without a number of years.
    DropSkillYears,
    /// The band's top is moved up.
    RaisePay,
    /// The band's top is moved up to where the next good person begins.
    RaisePayToNext,
    /// A smaller scale is asked.
    RelaxScale,
    /// Another level is asked.
    MoveLevel,
    /// Remote work is accepted.
    AcceptRemote,
    /// Fewer years of experience are asked.
    RelaxYears,
    /// The candidate has a skill that is asked.
    GainSkill,
    /// The candidate expects no more than the band's top.
    LowerExpectation,
    /// The candidate would move to the role's place.
    Relocate,
    /// The candidate would work in the role's work mode.
    AcceptWorkMode,
    /// The candidate has worked at the scale that is asked.
    ReachScale,
}

/// A value before or after a change, written as it stands in documents.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ChangeValue {
    /// Years.
    Years(f64),
    /// A pay band or expectation.
    Pay(Pay),
    /// A scale.
    Scale(AskedScale),
    /// A level.
    Level(Level),
    /// A work mode.
    WorkMode(WorkMode),
    /// Names: of skills, a place, countries.
    Names(Vec<String>),
}

impl Change {
    fn of_role(kind: ChangeKind, subject: &str, pointer: &str, label: String) -> Self {
        let pointer = Some(pointer.to_owned());
        Self { side: ChangeSide::Role, kind, subject: subject.to_owned(), pointer, from: None, to: None, label }
    }

    fn of_candidate(kind: ChangeKind, subject: &str, label: String) -> Self {
        let subject = subject.to_owned();
        Self { side: ChangeSide::Candidate, kind, subject, pointer: None, from: None, to: None, label }
    }

    fn from(self, from: ChangeValue) -> Self {
        Self { from: Some(from), ..self }
    }

    fn to(self, to: ChangeValue) -> Self {
        Self { to: Some(to), ..self }
    }

    /// A change to a requirement; where it was only read from the text there is no field to point at.
    fn of_requirement(kind: ChangeKind, requirement: &RequirementFact, label: String) -> Self {
        let change = Self::of_role(kind, &requirement.label, &requirement.source.pointer, label);
        if requirement.inferred { Self { pointer: None, ..change } } else { change }
    }

    pub(crate) fn drop_must_have(requirement: &RequirementFact, language: Language) -> Self {
        let label = say!(language, "change.drop_must_have", name = one_of(&requirement.label, language));
        Self::of_requirement(ChangeKind::DropMustHave, requirement, label)
    }

    pub(crate) fn accept_related(requirement: &RequirementFact, names: Vec<String>, language: Language) -> Self {
        let name = one_of(&requirement.label, language);
        let others = words::alternatives(&names, language);
        let label = say!(language, "change.accept_related", name = name, others = others);
        Self::of_requirement(ChangeKind::AcceptRelated, requirement, label).to(ChangeValue::Names(names))
    }

    pub(crate) fn lift_gate(requirement: &RequirementFact, language: Language) -> Self {
        let label = say!(language, "change.lift_gate", name = one_of(&requirement.label, language));
        Self::of_requirement(ChangeKind::LiftGate, requirement, label)
    }

    pub(crate) fn lift_authorization(countries: &[Box<str>], language: Language) -> Self {
        let countries: Vec<String> = countries.iter().map(ToString::to_string).collect();
        let one_of = countries.join(&format!(" {} ", language.text("words.or")));
        let label = say!(language, "change.lift_authorization", countries = one_of);
        Self::of_role(ChangeKind::LiftGate, "work_authorization", "/work_authorization", label)
            .from(ChangeValue::Names(countries))
    }

    pub(crate) fn drop_skill_years(requirement: &RequirementFact, tenths: u16, language: Language) -> Self {
        let name = one_of(&requirement.label, language);
        let label = say!(language, "change.drop_years", name = name, years = words::years(u32::from(tenths), language));
        Self::of_requirement(ChangeKind::DropSkillYears, requirement, label).from(years(tenths)).to(years(0))
    }

    pub(crate) fn raise_pay(from: &Pay, to: &Pay, to_next: bool, language: Language) -> Self {
        let kind = if to_next { ChangeKind::RaisePayToNext } else { ChangeKind::RaisePay };
        let key = if to_next { "change.pay_to_next" } else { "change.pay" };
        let label = say!(language, key, top = money(to, language), rise = percent(from, to, language));
        Self::of_role(kind, "pay_band", "/pay_band", label)
            .from(ChangeValue::Pay(from.clone()))
            .to(ChangeValue::Pay(to.clone()))
    }

    pub(crate) fn relax_scale(from: AskedScaleFact, to: AskedScaleFact, language: Language) -> Self {
        let less = words::quantity(to.value, to.unit, language);
        let label = say!(language, "change.instead", to = less, from = words::number(from.value, from.unit, language));
        Self::of_role(ChangeKind::RelaxScale, "scale", "/scale", label).from(scale(from)).to(scale(to))
    }

    pub(crate) fn move_level(from: Level, to: Level, language: Language) -> Self {
        let [asked, instead] = [from, to].map(|level| words::level(level, language));
        let label = say!(language, "change.instead", to = instead, from = asked);
        Self::of_role(ChangeKind::MoveLevel, "level", "/level", label)
            .from(ChangeValue::Level(from))
            .to(ChangeValue::Level(to))
    }

    pub(crate) fn accept_remote(from: Option<WorkMode>, language: Language) -> Self {
        let label = language.text("change.remote").to_owned();
        let change = Self::of_role(ChangeKind::AcceptRemote, "work_mode", "/work_mode", label);
        let change = change.to(ChangeValue::WorkMode(WorkMode::Remote));
        if let Some(from) = from { change.from(ChangeValue::WorkMode(from)) } else { change }
    }

    pub(crate) fn relax_years(from_tenths: u16, to_tenths: u16, language: Language) -> Self {
        let [asked, years_then] = [from_tenths, to_tenths].map(|tenths| words::years(u32::from(tenths), language));
        let label = match to_tenths {
            0 => say!(language, "change.no_years", asked = asked),
            _ => say!(language, "change.years", years = years_then, asked = asked),
        };
        Self::of_role(ChangeKind::RelaxYears, "min_years", "/min_years", label)
            .from(years(from_tenths))
            .to(years(to_tenths))
    }

    pub(crate) fn gain_skill(requirement: &RequirementFact, skill: &str, language: Language) -> Self {
        let long = requirement.min_years_tenths.filter(|tenths| *tenths > 0);
        let label = match long {
            Some(tenths) => {
                let years = words::years(u32::from(tenths), language);
                say!(language, "change.skill_years", skill = skill, years = years)
            }
            None => say!(language, "change.skill", skill = skill),
        };
        Self::of_candidate(ChangeKind::GainSkill, &requirement.label, label)
            .to(ChangeValue::Names(vec![skill.to_owned()]))
    }

    pub(crate) fn lower_expectation(from: Option<&Pay>, to: &Pay, language: Language) -> Self {
        let label = say!(language, "change.expectation", top = money(to, language));
        let change = Self::of_candidate(ChangeKind::LowerExpectation, "expected_pay", label);
        let change = change.to(ChangeValue::Pay(to.clone()));
        if let Some(from) = from { change.from(ChangeValue::Pay(from.clone())) } else { change }
    }

    pub(crate) fn relocate(place: &str, language: Language) -> Self {
        Self::of_candidate(ChangeKind::Relocate, "relocation", say!(language, "change.relocate", place = place))
            .to(ChangeValue::Names(vec![place.to_owned()]))
    }

    pub(crate) fn accept_work_mode(mode: WorkMode, language: Language) -> Self {
        let label = language.text(match mode {
            WorkMode::Onsite => "change.onsite",
            WorkMode::Hybrid => "change.hybrid",
            WorkMode::Remote => "change.work_remote",
        });
        Self::of_candidate(ChangeKind::AcceptWorkMode, "work_modes", label.to_owned()).to(ChangeValue::WorkMode(mode))
    }

    pub(crate) fn reach_scale(asked: AskedScaleFact, language: Language) -> Self {
        let label = say!(language, "change.scale", size = words::quantity(asked.value, asked.unit, language));
        Self::of_candidate(ChangeKind::ReachScale, "scale", label).to(scale(asked))
    }
}

/// `Lustre | GPFS` as people say it.
fn one_of(label: &str, language: Language) -> String {
    let options: Vec<&str> = label.split(" | ").collect();
    match options.as_slice() {
        [first, second, _] => say!(language, "words.one_of_another", first = first, second = second),
        [first, second, rest @ ..] if rest.len() > 1 => {
            say!(language, "words.one_of_others", first = first, second = second, n = rest.len())
        }
        _ => words::alternatives(&options, language),
    }
}

fn years(tenths: u16) -> ChangeValue {
    ChangeValue::Years(f64::from(tenths) / 10.0)
}

fn scale(fact: AskedScaleFact) -> ChangeValue {
    ChangeValue::Scale(AskedScale { min: fact.value, unit: fact.unit })
}

/// `USD 315,000`, `EUR 65 an hour`.
fn money(pay: &Pay, language: Language) -> String {
    let top = pay.max.or(pay.min).map_or(0, crate::domain::Amount::cents);
    let money = words::money(top, pay.currency, language);
    let key = match pay.period {
        Period::Year => return money,
        Period::Month => "change.a_month",
        Period::Week => "change.a_week",
        Period::Day => "change.a_day",
        Period::Hour => "change.an_hour",
    };
    say!(language, key, money = money)
}

/// ` (+5 %)`; nothing under one in a hundred.
fn percent(from: &Pay, to: &Pay, language: Language) -> String {
    let (Some(from), Some(to)) = (from.max, to.max) else { return String::new() };
    let rise = i128::from(to.cents() - from.cents()) * 200 / i128::from(from.cents().max(1));
    match (rise + 1) / 2 {
        ..=0 => String::new(),
        whole => say!(language, "change.rise", percent = whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: Language = Language::English;
    use crate::domain::{Amount, Basis, Currency, Quantity, ScaleUnit};

    fn band(top: i64, period: Period) -> Pay {
        let amount = Some(Amount::from_units(top));
        Pay { min: None, max: amount, currency: Currency::USD, period, basis: Basis::Base }
    }

    #[test]
    fn changes_are_told_in_plain_words() {
        let raised = Change::raise_pay(&band(300_000, Period::Year), &band(315_000, Period::Year), false, EN);
        assert_eq!(raised.label, "pay up to USD 315,000 (+5 %)");
        let hourly = Change::raise_pay(&band(100, Period::Hour), &band(120, Period::Hour), true, EN);
        assert_eq!(hourly.label, "pay up to USD 120 an hour (+20 %), to reach the next good person");
        assert_eq!(Change::relax_years(60, 30, EN).label, "3 years of experience instead of 6 years");
        assert_eq!(Change::relax_years(20, 10, EN).label, "1 year of experience instead of 2 years");
        assert_eq!(Change::relax_years(10, 0, EN).label, "no years of experience instead of 1 year");
        let unit = ScaleUnit::Accelerators;
        let relaxed = {
            let of = |units| AskedScaleFact { value: Quantity::from_units(units), unit };
            Change::relax_scale(of(10_000), of(1_000), EN)
        };
        assert_eq!(relaxed.label, "1,000 accelerators instead of 10,000");
        let names = ["Lustre", "cgroups and namespaces", "ZFS"].map(str::to_owned);
        assert_eq!(
            (words::alternatives(&names[..1], EN), words::alternatives(&names, EN)),
            ("Lustre".into(), "Lustre, cgroups and namespaces or ZFS".into())
        );
        let german = Change::raise_pay(&band(100, Period::Hour), &band(120, Period::Hour), true, Language::German);
        assert_eq!(german.label, "Gehalt bis 120 USD in der Stunde (+20 %), für die nächste gut passende Person");
        assert_eq!(one_of("A | B", EN), "A or B");
        assert_eq!(one_of("A | B | C", EN), "A, B or another");
        assert_eq!(one_of("A | B | C | D", EN), "A, B or 2 others");
    }

    #[test]
    fn values_are_written_as_in_documents() {
        let change = Change::move_level(Level::Senior, Level::Mid, EN);
        let json = serde_json::to_value(&change).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "side": "role", "kind": "move_level", "subject": "level", "pointer": "/level", "from": "senior",
                "to": "mid", "label": "mid instead of senior",
            })
        );
    }
}
