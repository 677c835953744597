//! One change on the role's or the candidate's side: for programs by its kind, subject and values, for people in plain words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{AskedScale, Level, Pay, Period, WorkMode};
use crate::explain::words;
use crate::extract::{AskedScaleFact, RequirementFact};

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

    pub(crate) fn drop_must_have(requirement: &RequirementFact) -> Self {
        let label = format!("without {}", one_of(&requirement.label));
        Self::of_requirement(ChangeKind::DropMustHave, requirement, label)
    }

    pub(crate) fn accept_related(requirement: &RequirementFact, names: Vec<String>) -> Self {
        let label = format!("{}, or else {}", one_of(&requirement.label), any_of(&names));
        Self::of_requirement(ChangeKind::AcceptRelated, requirement, label).to(ChangeValue::Names(names))
    }

    pub(crate) fn lift_gate(requirement: &RequirementFact) -> Self {
        let label = format!("{} no longer a gate", one_of(&requirement.label));
        Self::of_requirement(ChangeKind::LiftGate, requirement, label)
    }

    pub(crate) fn lift_authorization(countries: &[Box<str>]) -> Self {
        let countries: Vec<String> = countries.iter().map(ToString::to_string).collect();
        let label = format!("sponsoring those who lack the work authorization ({})", countries.join(" or "));
        Self::of_role(ChangeKind::LiftGate, "work_authorization", "/work_authorization", label)
            .from(ChangeValue::Names(countries))
    }

    pub(crate) fn drop_skill_years(requirement: &RequirementFact, tenths: u16) -> Self {
        let label = format!("{}, but not {} of it", one_of(&requirement.label), words::years(u32::from(tenths)));
        Self::of_requirement(ChangeKind::DropSkillYears, requirement, label).from(years(tenths)).to(years(0))
    }

    pub(crate) fn raise_pay(from: &Pay, to: &Pay, to_next: bool) -> Self {
        let kind = if to_next { ChangeKind::RaisePayToNext } else { ChangeKind::RaisePay };
        let why = if to_next { ", to reach the next good person" } else { "" };
        let rise = percent(from, to);
        let label = format!("pay up to {}{rise}{why}", money(to));
        Self::of_role(kind, "pay_band", "/pay_band", label)
            .from(ChangeValue::Pay(from.clone()))
            .to(ChangeValue::Pay(to.clone()))
    }

    pub(crate) fn relax_scale(from: AskedScaleFact, to: AskedScaleFact) -> Self {
        let label =
            format!("{} instead of {}", words::quantity(to.value, to.unit), words::number(from.value, from.unit));
        Self::of_role(ChangeKind::RelaxScale, "scale", "/scale", label).from(scale(from)).to(scale(to))
    }

    pub(crate) fn move_level(from: Level, to: Level) -> Self {
        let label = format!("{} instead of {}", to.as_str(), from.as_str());
        Self::of_role(ChangeKind::MoveLevel, "level", "/level", label)
            .from(ChangeValue::Level(from))
            .to(ChangeValue::Level(to))
    }

    pub(crate) fn accept_remote(from: Option<WorkMode>) -> Self {
        let label = "remote work accepted".to_owned();
        let change = Self::of_role(ChangeKind::AcceptRemote, "work_mode", "/work_mode", label);
        let change = change.to(ChangeValue::WorkMode(WorkMode::Remote));
        if let Some(from) = from { change.from(ChangeValue::WorkMode(from)) } else { change }
    }

    pub(crate) fn relax_years(from_tenths: u16, to_tenths: u16) -> Self {
        let asked = words::years(u32::from(from_tenths));
        let less = if to_tenths == 0 { "no years".to_owned() } else { words::years(u32::from(to_tenths)) };
        let label = format!("{less} of experience instead of {asked}");
        Self::of_role(ChangeKind::RelaxYears, "min_years", "/min_years", label)
            .from(years(from_tenths))
            .to(years(to_tenths))
    }

    pub(crate) fn gain_skill(requirement: &RequirementFact, skill: &str) -> Self {
        let long = requirement.min_years_tenths.filter(|tenths| *tenths > 0);
        let label = match long {
            Some(tenths) => format!("has done {skill} for {}, until now", words::years(u32::from(tenths))),
            None => format!("brings {skill} from present work"),
        };
        Self::of_candidate(ChangeKind::GainSkill, &requirement.label, label)
            .to(ChangeValue::Names(vec![skill.to_owned()]))
    }

    pub(crate) fn lower_expectation(from: Option<&Pay>, to: &Pay) -> Self {
        let label = format!("expects no more than {}, the band's top", money(to));
        let change = Self::of_candidate(ChangeKind::LowerExpectation, "expected_pay", label);
        let change = change.to(ChangeValue::Pay(to.clone()));
        if let Some(from) = from { change.from(ChangeValue::Pay(from.clone())) } else { change }
    }

    pub(crate) fn relocate(place: &str) -> Self {
        Self::of_candidate(ChangeKind::Relocate, "relocation", format!("would move to {place}"))
            .to(ChangeValue::Names(vec![place.to_owned()]))
    }

    pub(crate) fn accept_work_mode(mode: WorkMode) -> Self {
        let words = match mode {
            WorkMode::Onsite => "on site",
            WorkMode::Hybrid => "partly on site",
            WorkMode::Remote => "remotely",
        };
        Self::of_candidate(ChangeKind::AcceptWorkMode, "work_modes", format!("would work {words}"))
            .to(ChangeValue::WorkMode(mode))
    }

    pub(crate) fn reach_scale(asked: AskedScaleFact) -> Self {
        let label = format!("has operated {}", words::quantity(asked.value, asked.unit));
        Self::of_candidate(ChangeKind::ReachScale, "scale", label).to(scale(asked))
    }
}

/// `Lustre | GPFS` as people say it.
fn one_of(label: &str) -> String {
    let options: Vec<&str> = label.split(" | ").collect();
    match options.as_slice() {
        [first, second, _, rest @ ..] => match rest.len() + 1 {
            1 => format!("{first}, {second} or another"),
            others => format!("{first}, {second} or {others} others"),
        },
        _ => options.join(" or "),
    }
}

/// `a`, `a or b`, `a, b or c`.
fn any_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}

fn years(tenths: u16) -> ChangeValue {
    ChangeValue::Years(f64::from(tenths) / 10.0)
}

fn scale(fact: AskedScaleFact) -> ChangeValue {
    ChangeValue::Scale(AskedScale { min: fact.value, unit: fact.unit })
}

/// `USD 315,000`, `EUR 65 an hour`.
fn money(pay: &Pay) -> String {
    let top = pay.max.or(pay.min).map_or(0, crate::domain::Amount::cents);
    let period = match pay.period {
        Period::Year => "",
        Period::Month => " a month",
        Period::Week => " a week",
        Period::Day => " a day",
        Period::Hour => " an hour",
    };
    format!("{}{period}", words::money(top, pay.currency))
}

/// ` (+5 %)`; nothing under one in a hundred.
fn percent(from: &Pay, to: &Pay) -> String {
    let (Some(from), Some(to)) = (from.max, to.max) else { return String::new() };
    let rise = i128::from(to.cents() - from.cents()) * 200 / i128::from(from.cents().max(1));
    match (rise + 1) / 2 {
        ..=0 => String::new(),
        whole => format!(" (+{whole} %)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Amount, Basis, Currency, Quantity, ScaleUnit};

    fn band(top: i64, period: Period) -> Pay {
        let amount = Some(Amount::from_units(top));
        Pay { min: None, max: amount, currency: Currency::USD, period, basis: Basis::Base }
    }

    #[test]
    fn changes_are_told_in_plain_words() {
        let raised = Change::raise_pay(&band(300_000, Period::Year), &band(315_000, Period::Year), false);
        assert_eq!(raised.label, "pay up to USD 315,000 (+5 %)");
        let hourly = Change::raise_pay(&band(100, Period::Hour), &band(120, Period::Hour), true);
        assert_eq!(hourly.label, "pay up to USD 120 an hour (+20 %), to reach the next good person");
        assert_eq!(Change::relax_years(60, 30).label, "3 years of experience instead of 6 years");
        assert_eq!(Change::relax_years(20, 10).label, "1 year of experience instead of 2 years");
        assert_eq!(Change::relax_years(10, 0).label, "no years of experience instead of 1 year");
        let unit = ScaleUnit::Accelerators;
        let relaxed = {
            let of = |units| AskedScaleFact { value: Quantity::from_units(units), unit };
            Change::relax_scale(of(10_000), of(1_000))
        };
        assert_eq!(relaxed.label, "1,000 accelerators instead of 10,000");
        let names = ["Lustre", "cgroups and namespaces", "ZFS"].map(str::to_owned);
        assert_eq!(
            (any_of(&names[..1]), any_of(&names)),
            ("Lustre".into(), "Lustre, cgroups and namespaces or ZFS".into())
        );
        assert_eq!(one_of("A | B"), "A or B");
        assert_eq!(one_of("A | B | C"), "A, B or another");
        assert_eq!(one_of("A | B | C | D"), "A, B or 2 others");
    }

    #[test]
    fn values_are_written_as_in_documents() {
        let change = Change::move_level(Level::Senior, Level::Mid);
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
