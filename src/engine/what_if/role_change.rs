//! What may be different about a role: which single changes there are, and the role with some of them made.

use crate::domain::{Amount, DetailedRequirement, Level, Pay, Quantity, Requirement, Role, ScaleUnit, WorkMode};
use crate::engine::RoleEntry;
use crate::explain::Change;
use crate::extract::{AskedScaleFact, Extractor, RequirementFact, RequirementOption, RoleFacts};
use crate::taxonomy::{ConceptId, PerMille, Relation, Taxonomy};
use crate::wording::Language;

/// More must-haves than this are not gone through: it bounds the work, and what stands at the end of a long list seldom decides.
const MAX_MUST_HAVES: usize = 16;
/// Two skills that stand in for each other earn at least this much of each other.
const LEAST_RELATED: PerMille = PerMille::HALF;
/// So many related skills are named.
const MAX_RELATED: usize = 3;
/// By how many in a hundred the band's top is moved.
const RISES: [i64; 3] = [5, 10, 20];
/// The scale is divided by these.
const SMALLER: [u64; 2] = [2, 10];
/// A band is not moved to more than so many times its top: beyond that it is another role.
const MAX_TIMES_THE_TOP: i64 = 2;

/// One change of a role.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RoleChange {
    /// Related concepts meet the requirement with this index too.
    AcceptRelated(usize, Vec<ConceptId>),
    DropSkillYears(usize),
    Years(u16),
    Remote,
    /// The band's top, and why it is moved to there.
    PayTop(Amount, Rise),
    LiftGate(usize),
    LiftAuthorization,
    Scale(AskedScaleFact),
    Level(Level),
    DropMustHave(usize),
}

/// Why the band's top is moved to where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rise {
    /// By a round share.
    Share,
    /// To where the next good person begins.
    ToNext,
    /// To where the person who is asked about begins.
    ToOne,
}

/// What a change is about: two changes of one matter are not combined, and of one side only the gentler is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Matter {
    Skill(usize),
    Years,
    Place,
    Mode,
    Pay,
    Authorization,
    Scale,
    Level,
}

/// All changes that a role offers, the gentlest first, and how many were left out. `to_one` is the pay of the person who is
/// asked about.
pub(super) fn all(role: &RoleEntry, to_one: Option<Amount>, taxonomy: &Taxonomy) -> (Vec<RoleChange>, usize) {
    let facts = &role.facts;
    let must_haves: Vec<usize> = (0..facts.requirements.len()).filter(|at| facts.requirements[*at].is_must()).collect();
    let (near, far) = must_haves.split_at(must_haves.len().min(MAX_MUST_HAVES));
    let mut changes: Vec<RoleChange> = near
        .iter()
        .map(|&at| (at, related(&facts.requirements[at], taxonomy)))
        .filter(|(_, related)| !related.is_empty())
        .map(|(at, related)| RoleChange::AcceptRelated(at, related))
        .collect();
    let of_near = |change: fn(usize) -> RoleChange| near.iter().copied().map(change);
    changes.extend(
        of_near(RoleChange::DropSkillYears)
            .filter(|change| change.requirement(facts).is_some_and(|r| r.min_years_tenths.is_some_and(|y| y > 0))),
    );
    // Half the years, in whole years.
    changes.extend(facts.min_years_tenths.filter(|y| *y > 0).map(|years| RoleChange::Years(years / 20 * 10)));
    let comes_in = !facts.places.is_empty() || facts.work_mode.is_some();
    if comes_in && facts.work_mode != Some(WorkMode::Remote) {
        changes.push(RoleChange::Remote);
    }
    changes.extend(rises(facts.pay_band.as_ref().map(|band| &band.value), to_one));
    changes.extend(
        of_near(RoleChange::LiftGate)
            .filter(|change| change.requirement(facts).is_some_and(|requirement| requirement.gate)),
    );
    if !facts.authorization.is_empty() {
        changes.push(RoleChange::LiftAuthorization);
    }
    if let Some(asked) = facts.scale.as_ref().map(|scale| scale.value) {
        let smaller = SMALLER.iter().map(|by| smaller(asked, *by)).filter(|value| *value < asked.value);
        changes.extend(smaller.map(|value| RoleChange::Scale(AskedScaleFact { value, ..asked })));
    }
    if let Some(level) = facts.level.as_ref().map(|level| level.value) {
        changes.extend([below(level), above(level)].into_iter().flatten().map(RoleChange::Level));
    }
    changes.extend(of_near(RoleChange::DropMustHave));
    changes.dedup();
    (changes, far.len())
}

/// A part of what is asked, in whole units; of storage that is no petabyte then, in terabytes.
fn smaller(asked: AskedScaleFact, by: u64) -> Quantity {
    if asked.unit == ScaleUnit::Petabytes && asked.value.units() < by {
        return Quantity::from_thousandths((asked.value.thousandths() / by).max(1));
    }
    Quantity::from_units((asked.value.units() / by).max(1))
}

/// The band's top moved up by round shares, and to one person's expectation; ascending.
fn rises(band: Option<&Pay>, to_one: Option<Amount>) -> Vec<RoleChange> {
    let Some(top) = band.and_then(|band| band.max).filter(|top| top.cents() > 0) else { return Vec::new() };
    let mut rises: Vec<(Amount, Rise)> = RISES
        .iter()
        .map(|percent| (Amount::from_cents(top.cents().saturating_mul(100 + percent) / 100), Rise::Share))
        .collect();
    if let Some(to_one) = to_one
        && to_one > top
        && rises.iter().all(|(amount, _)| *amount != to_one)
    {
        rises.push((to_one, Rise::ToOne));
    }
    rises.sort_by_key(|(amount, _)| *amount);
    rises.into_iter().map(|(amount, rise)| RoleChange::PayTop(amount, rise)).collect()
}

/// What the band's top would have to be, in its own period, to meet an expectation in hundredths a year; none where there is no
/// top, or it would have to be more than twice as high.
pub(super) fn top_that_meets(facts: &RoleFacts, asks: i64) -> Option<Amount> {
    let band = &facts.pay_band.as_ref()?.value;
    let top = band.max?;
    let per_year = band.period.per_year();
    let needed = asks.saturating_add(per_year - 1) / per_year;
    (needed <= top.cents().saturating_mul(MAX_TIMES_THE_TOP)).then(|| Amount::from_cents(needed))
}

/// The role with a band that everybody's expectation is within; none where it states no top.
pub(super) fn paying_any(role: &RoleEntry) -> Option<RoleEntry> {
    role.facts.pay_band.as_ref()?.value.max?;
    let most = Amount::from_units(Amount::MAX_UNITS);
    let mut paying = copy(role);
    if let Some(band) = &mut paying.facts.pay_band {
        band.value.max = Some(most);
    }
    Some(paying)
}

/// The role with some changes made, as its changed document would be read.
///
/// Requirements that people wrote are changed in the document, which is then read again: what a role asks also says what kind of
/// work it is. Those that were only read from a text are changed where they were read. All else is a fact that a field of the
/// document would set.
pub(super) fn changed(
    role: &RoleEntry,
    changes: &[&RoleChange],
    taxonomy: &Taxonomy,
    extractor: &Extractor,
) -> RoleEntry {
    let mut entry = copy(role);
    let (mut on_requirements, others): (Vec<&RoleChange>, Vec<&RoleChange>) =
        changes.iter().copied().partition(|change| change.index().is_some());
    // From behind, so that no index moves before it is used.
    on_requirements.sort_by_key(|change| std::cmp::Reverse(change.index()));
    let is_written = !role.facts.inferred_requirements;
    for change in &on_requirements {
        if is_written {
            change.write(&mut entry.role, taxonomy);
        }
        change.set(&mut entry.facts, taxonomy);
    }
    // A document that asks nothing any more would have its requirements read from its text, which is another question.
    let asks_something = !entry.role.must_have.is_empty() || !entry.role.nice_to_have.is_empty();
    if is_written && asks_something && on_requirements.iter().any(|change| change.says_what_work_it_is()) {
        // A document that cannot be read with the change in it is judged as it was, with the change in its facts.
        if let Ok(facts) = extractor.role_facts(&entry.role) {
            entry.facts = facts;
        }
    }
    for change in others {
        change.set(&mut entry.facts, taxonomy);
    }
    entry
}

impl RoleChange {
    pub(super) fn matter(&self) -> Matter {
        match self {
            Self::AcceptRelated(at, _) | Self::DropSkillYears(at) | Self::LiftGate(at) | Self::DropMustHave(at) => {
                Matter::Skill(*at)
            }
            Self::Years(_) => Matter::Years,
            Self::Remote => Matter::Place,
            Self::PayTop(..) => Matter::Pay,
            Self::LiftAuthorization => Matter::Authorization,
            Self::Scale(_) => Matter::Scale,
            Self::Level(_) => Matter::Level,
        }
    }

    /// Whether it makes sense for the whole pool, not for one person only.
    pub(super) fn is_for_all(&self) -> bool {
        !matches!(self, Self::PayTop(_, Rise::ToOne))
    }

    pub(super) fn describe(&self, role: &RoleEntry, taxonomy: &Taxonomy, language: Language) -> Change {
        let facts = &role.facts;
        let requirement = |at: &usize| &facts.requirements[*at];
        match self {
            Self::AcceptRelated(at, concepts) => {
                Change::accept_related(requirement(at), labels(concepts, taxonomy), language)
            }
            Self::DropSkillYears(at) => {
                Change::drop_skill_years(requirement(at), requirement(at).min_years_tenths.unwrap_or(0), language)
            }
            Self::LiftGate(at) => Change::lift_gate(requirement(at), language),
            Self::DropMustHave(at) => Change::drop_must_have(requirement(at), language),
            Self::Years(tenths) => Change::relax_years(facts.min_years_tenths.unwrap_or(0), *tenths, language),
            Self::Remote => Change::accept_remote(facts.work_mode, language),
            Self::PayTop(top, rise) => {
                let band = &facts.pay_band.as_ref().expect("a band is moved only where there is one").value;
                Change::raise_pay(band, &Pay { max: Some(*top), ..band.clone() }, *rise == Rise::ToNext, language)
            }
            Self::LiftAuthorization => Change::lift_authorization(&facts.authorization, language),
            Self::Scale(asked) => {
                let from = facts.scale.as_ref().map_or(*asked, |scale| scale.value);
                Change::relax_scale(from, *asked, language)
            }
            Self::Level(level) => {
                let from = facts.level.as_ref().map_or(*level, |level| level.value);
                Change::move_level(from, *level, language)
            }
        }
    }

    /// Which requirement is changed.
    fn index(&self) -> Option<usize> {
        if let Matter::Skill(at) = self.matter() { Some(at) } else { None }
    }

    fn requirement<'a>(&self, facts: &'a RoleFacts) -> Option<&'a RequirementFact> {
        facts.requirements.get(self.index()?)
    }

    fn says_what_work_it_is(&self) -> bool {
        matches!(self, Self::AcceptRelated(..) | Self::DropMustHave(_))
    }

    /// Makes the change in the facts.
    fn set(&self, facts: &mut RoleFacts, taxonomy: &Taxonomy) {
        match self {
            Self::AcceptRelated(at, concepts) => {
                let requirement = &mut facts.requirements[*at];
                requirement.options.extend(concepts.iter().map(|id| RequirementOption::Concept(*id)));
                requirement.label =
                    format!("{} | {}", requirement.label, labels(concepts, taxonomy).join(" | ")).into();
            }
            Self::DropSkillYears(at) => facts.requirements[*at].min_years_tenths = None,
            Self::LiftGate(at) => facts.requirements[*at].gate = false,
            Self::DropMustHave(at) => drop(facts.requirements.remove(*at)),
            Self::Years(tenths) => facts.min_years_tenths = Some(*tenths),
            Self::Remote => facts.work_mode = Some(WorkMode::Remote),
            Self::PayTop(top, _) => {
                if let Some(band) = &mut facts.pay_band {
                    band.value.max = Some(*top);
                }
            }
            Self::LiftAuthorization => facts.authorization.clear(),
            Self::Scale(asked) => {
                if let Some(scale) = &mut facts.scale {
                    scale.value = *asked;
                }
            }
            Self::Level(new) => {
                if let Some(level) = &mut facts.level {
                    level.value = *new;
                }
            }
        }
    }

    /// Makes a change of a requirement in the document. Must-haves stand first among the facts, in the document's order.
    fn write(&self, role: &mut Role, taxonomy: &Taxonomy) {
        let Some(at) = self.index().filter(|at| *at < role.must_have.len()) else { return };
        if matches!(self, Self::DropMustHave(_)) {
            role.must_have.remove(at);
            return;
        }
        let mut detail = match &role.must_have[at] {
            Requirement::Name(name) => {
                DetailedRequirement { name: Some(name.clone()), ..DetailedRequirement::default() }
            }
            Requirement::Detailed(detail) => detail.clone(),
        };
        match self {
            // A document has either a name or several.
            Self::AcceptRelated(_, concepts) => {
                let named = detail.name.take();
                detail.any_of = named.into_iter().chain(std::mem::take(&mut detail.any_of)).collect();
                detail.any_of.extend(labels(concepts, taxonomy));
            }
            Self::DropSkillYears(_) => detail.min_years = None,
            Self::LiftGate(_) => detail.gate = false,
            _ => {}
        }
        role.must_have[at] = Requirement::Detailed(detail);
    }
}

fn copy(role: &RoleEntry) -> RoleEntry {
    RoleEntry { role: role.role.clone(), facts: role.facts.clone() }
}

fn labels(concepts: &[ConceptId], taxonomy: &Taxonomy) -> Vec<String> {
    concepts.iter().map(|id| taxonomy.concept(*id).label.to_string()).collect()
}

/// The skills that stand in for what is asked: things of the same kind of which each earns credit for the other, the nearest
/// first. A part, an add-on or a practice of what is asked shows it as things are, and is no other choice.
fn related(requirement: &RequirementFact, taxonomy: &Taxonomy) -> Vec<ConceptId> {
    let asked: Vec<ConceptId> = requirement
        .options
        .iter()
        .filter_map(|option| if let RequirementOption::Concept(id) = option { Some(*id) } else { None })
        .collect();
    // What is scarcer would make the requirement weigh more for everybody, and so ask more.
    let scarcest = asked.iter().map(|id| taxonomy.concept(*id).weight).max().unwrap_or(0);
    let mut near: Vec<(PerMille, u16, ConceptId)> = Vec::new();
    for &id in &asked {
        let kind = taxonomy.concept(id).kind;
        for other in taxonomy.earning(id) {
            let ((there, relation), (back, _)) = (taxonomy.credit(id, other), taxonomy.credit(other, id));
            let stands_in = matches!(relation, Relation::Related | Relation::Distant)
                && there.min(back) >= LEAST_RELATED
                && taxonomy.concept(other).kind == kind
                && taxonomy.concept(other).weight <= scarcest;
            if stands_in && !asked.contains(&other) {
                near.push((there.min(back), taxonomy.concept(other).weight, other));
            }
        }
    }
    near.sort_by_key(|(credit, weight, id)| (std::cmp::Reverse((*credit, *weight)), *id));
    let mut related: Vec<ConceptId> = Vec::new();
    for (_, _, id) in near {
        if !related.contains(&id) && related.len() < MAX_RELATED {
            related.push(id);
        }
    }
    related
}

/// One rung down, on the same ladder where it has one.
fn below(level: Level) -> Option<Level> {
    match level {
        Level::Entry => None,
        Level::Mid => Some(Level::Entry),
        Level::Senior => Some(Level::Mid),
        Level::Staff | Level::Lead | Level::Manager => Some(Level::Senior),
        Level::Principal => Some(Level::Staff),
        Level::Director => Some(Level::Manager),
    }
}

/// One rung up, on the same ladder.
fn above(level: Level) -> Option<Level> {
    match level {
        Level::Entry => Some(Level::Mid),
        Level::Mid => Some(Level::Senior),
        Level::Senior => Some(Level::Staff),
        Level::Staff | Level::Lead => Some(Level::Principal),
        Level::Manager => Some(Level::Director),
        Level::Principal | Level::Director => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Basis, Currency, Period};

    #[test]
    fn a_rung_is_a_rung() {
        for level in Level::ALL {
            assert!(below(level).is_none_or(|below| below.ladder_step() + 1 == level.ladder_step()), "{level:?}");
            assert!(above(level).is_none_or(|above| above.ladder_step() == level.ladder_step() + 1), "{level:?}");
        }
    }

    #[test]
    fn rises_stand_in_the_order_of_their_size() {
        let top = |units: i64| Some(Amount::from_units(units));
        let band =
            Pay { min: None, max: top(100), currency: Currency::USD, period: Period::Hour, basis: Basis::Unstated };
        let tops = |to_one| -> Vec<i64> {
            let rises = rises(Some(&band), to_one).into_iter();
            rises.map(|rise| if let RoleChange::PayTop(top, _) = rise { top.units() } else { 0 }).collect()
        };
        assert_eq!(tops(None), [105, 110, 120]);
        assert_eq!(tops(top(112)), [105, 110, 112, 120]);
        assert_eq!(tops(top(110)), [105, 110, 120], "one of them already");
        assert_eq!(tops(top(90)), [105, 110, 120], "less than the top");
        assert!(rises(None, top(90)).is_empty());
    }
}
