//! The scorer: one role made ready, then any number of candidates, each judged alone.

use std::borrow::Cow;

use super::about::About;
use super::band::RoleBands;
use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence, FULL_FIT, Fit, Gate};
use super::fixed::Share;
use super::flags::FormFindings;
use super::known::{Common, Known};
use super::likeness::Likeness;
use super::location::is_in_eu;
use super::own_words::Posting;
use super::pay::Rates;
use super::profile::ScoringProfile;
use super::skills::{self, Claimed, Means, SkillsFound, WeightedRequirements};
use super::support::Support;
use super::unweighed::Unweighed;
use super::{family, flags, function, level, location, pay, scale};
use crate::domain::{Month, PartialDate, Weights};
use crate::extract::{CandidateFacts, RoleFacts, SignalKind};
use crate::market::Market;
use crate::taxonomy::Taxonomy;

/// Judges candidates for one role. The fit depends on the role, the candidate, the taxonomy, the market reference, the scoring
/// profile, the request's weights and rates, and the `as_of` date; on nothing else.
pub(crate) struct Scorer<'a> {
    pub(super) role: &'a RoleFacts,
    pub(super) taxonomy: &'a Taxonomy,
    pub(super) profile: &'a ScoringProfile,
    pub(super) market: &'a Market,
    pub(super) rates: &'a Rates,
    pub(super) bands: Option<RoleBands>,
    weights: AppliedWeights,
    pub(super) requirements: WeightedRequirements,
    pub(super) posting: Posting<'a>,
    pub(super) likeness: Likeness,
    pub(super) about: About,
    pub(super) as_of_month: Month,
    pub(super) as_of_day: i64,
    /// Whether the role is done in words before all else.
    speaks: bool,
}

/// Component weights in the order of [`ComponentName::ALL`]; they sum to one over the components that the role asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AppliedWeights(pub [Share; 6]);

/// The components before they are weighed, with what else was found on the way.
pub(super) struct Components<'k> {
    parts: [ComponentScore; 6],
    claimed: Cow<'k, Claimed>,
    support: Support,
    must_have_coverage: Share,
    /// What they are presumed to bring of what they do not name.
    presumed: Share,
}

/// What the skills component came to, with what is presumed beside it.
struct Skills {
    component: ComponentScore,
    must_have_coverage: Share,
    presumed: Share,
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(
        role: &'a RoleFacts,
        own_weights: &[&Weights],
        taxonomy: &'a Taxonomy,
        market: &'a Market,
        profile: &'a ScoringProfile,
        rates: &'a Rates,
        as_of: PartialDate,
    ) -> Self {
        let as_of_month = as_of.first_month();
        let speaks = function::is_done_in_words(role, taxonomy);
        let mut scorer = Self {
            role,
            taxonomy,
            profile,
            market,
            rates,
            bands: RoleBands::of(role, market, taxonomy, as_of),
            weights: AppliedWeights([Share::ZERO; 6]),
            requirements: WeightedRequirements::new(role, Means { profile, taxonomy, as_of: as_of_month, speaks }),
            posting: Posting::new(role),
            likeness: Likeness::new(role, profile, taxonomy),
            about: About::role(role, profile, taxonomy),
            as_of_month,
            as_of_day: as_of.first_day_number(),
            speaks,
        };
        scorer.weigh(own_weights);
        scorer
    }

    /// The same with pay left out, whatever the market pays: for a person or role whose like is sought.
    #[must_use]
    pub(crate) fn without_pay(mut self, own_weights: &[&Weights]) -> Self {
        self.bands = None;
        self.weigh(own_weights);
        self
    }

    /// Shares the weight out. Which components apply is a matter of the role alone, so a blank candidate tells.
    fn weigh(&mut self, own_weights: &[&Weights]) {
        let applicable =
            self.components(&CandidateFacts::default(), None).parts.map(|c| c.state != ComponentState::NotApplicable);
        self.weights = applied_weights(self.profile, own_weights, applicable);
    }

    pub(crate) fn weights(&self) -> AppliedWeights {
        self.weights
    }

    /// Makes ready for judging many: it takes longer than judging one.
    pub(crate) fn prepare(&self) {
        self.requirements.prepare(self.means());
    }

    /// The fit of one candidate.
    pub(crate) fn score(&self, candidate: &CandidateFacts) -> Fit {
        let copied = self.posting.copied(&candidate.form, self.profile);
        let own = copied.as_ref().map(|copied| copied.without(candidate, self.taxonomy));
        let candidate = own.as_deref().unwrap_or(candidate);
        let copied_words = copied.as_ref().map_or(0, |copied| copied.words);
        self.fit(candidate, copied_words, self.components(candidate, None))
    }

    /// The pay component alone, as judged but not weighed.
    pub(crate) fn pay(&self, candidate: &CandidateFacts) -> ComponentScore {
        let copied = self.posting.copied(&candidate.form, self.profile);
        let own = copied.as_ref().map(|copied| copied.without(candidate, self.taxonomy));
        self.judge_pay(own.as_deref().unwrap_or(candidate))
    }

    fn judge_pay(&self, candidate: &CandidateFacts) -> ComponentScore {
        pay::score(self.bands.as_ref(), self.role, candidate, self.market, self.profile, self.rates)
    }

    /// What judging one candidate comes to, for [`Scorer::score_by`].
    pub(crate) fn know(&self, candidate: &CandidateFacts) -> Known {
        let copied = self.posting.copied(&candidate.form, self.profile);
        let own = copied.as_ref().map(|copied| Box::new(copied.without(candidate, self.taxonomy).into_owned()));
        let components = self.components(own.as_deref().unwrap_or(candidate), None);
        Known { own, copied_words: copied.map_or(0, |copied| copied.words), components }
    }

    /// As [`Scorer::score`], by what the scorer of a role that has this in common with the own one knows of the candidate.
    pub(crate) fn score_by(&self, common: &Common, known: &Known, candidate: &CandidateFacts) -> Fit {
        let candidate = known.own.as_deref().unwrap_or(candidate);
        self.fit(candidate, known.copied_words, self.components(candidate, Some((common, &known.components))))
    }

    /// Puts the components together.
    fn fit(&self, candidate: &CandidateFacts, copied_words: u32, components: Components<'_>) -> Fit {
        let Components { parts: mut components, claimed, support, must_have_coverage, presumed } = components;
        let form = FormFindings { copied_words, impossible_years: claimed.impossible_years };
        let doubt = support.doubt;
        // Whoever tells of no work, or only of other work, leaves more open than others who are silent.
        let least = self.profile.silence.blank_profile;
        let blank = is_blank(candidate);
        let doubt = if blank { least } else { doubt.max(least) };
        let mut total = 0_u32;
        let mut known = 0_u64;
        for (component, weight) in components.iter_mut().zip(self.weights.0) {
            if component.state == ComponentState::NotStated {
                // Of skills and kinds of work their components know it already.
                let known = matches!(component.name, ComponentName::Skills | ComponentName::Family) && !blank;
                component.score = if known { component.score } else { component.score.times(doubt) };
            }
            component.weight = weight;
            component.points = component.score.times(weight).get() * 100;
            total += component.points;
            if component.state == ComponentState::Scored {
                known += u64::from(weight.get());
            }
        }
        let missed = self.missed(&components[0]);
        let lost = if missed.is_empty() { Share::ZERO } else { self.penalty_share(must_have_coverage.or(presumed)) };
        let unweighed = Unweighed {
            scores: components.each_ref().map(|component| component.score),
            must_have_coverage,
            lost,
            bonus: self.signals(candidate),
        };
        let penalties = penalties(total, lost, &missed);
        total -= penalties.iter().map(|(_, lost)| lost).sum::<u32>();
        let bonuses = self.bonuses(candidate, FULL_FIT - total);
        total += bonuses.iter().map(|(_, _, won)| won).sum::<u32>();
        debug_assert_eq!(total, unweighed.total(self.weights), "the parts are not those of the fit");
        Fit {
            total,
            unweighed,
            coverage: Share::new(u32::try_from(known).unwrap_or(u32::MAX)),
            must_have_coverage,
            flags: flags::flags(
                self.role, candidate, &components, self.profile, self.taxonomy, self.as_of_month, &form,
            ),
            gate: self.gate(candidate),
            components,
            penalties,
            bonuses,
        }
    }

    /// The most that anybody is presumed to bring of what they do not name.
    pub(super) fn most_presumed(&self) -> Share {
        self.likeness.most()
    }

    pub(super) fn means(&self) -> Means<'_> {
        Means { profile: self.profile, taxonomy: self.taxonomy, as_of: self.as_of_month, speaks: self.speaks }
    }

    /// The components; what is `known` of them, and common to both roles, is taken over.
    fn components<'k>(
        &self,
        candidate: &CandidateFacts,
        known: Option<(&Common, &'k Components<'_>)>,
    ) -> Components<'k> {
        let (role, profile, as_of, taxonomy) = (self.role, self.profile, self.as_of_month, self.taxonomy);
        let means = self.means();
        let part = |which: usize, judge: &dyn Fn() -> ComponentScore| {
            known.filter(|(common, _)| common.parts[which]).map_or_else(judge, |(_, known)| known.parts[which].clone())
        };
        let same_skills = known.filter(|(common, _)| common.parts[0]).map(|(_, known)| known);
        let (claimed, support) = if let Some(known) = same_skills {
            (Cow::Borrowed(&*known.claimed), known.support)
        } else {
            let of_requirement =
                |at: usize| known.and_then(|(common, known)| Some(known.claimed.best[common.requirements[at]?]));
            let claimed = skills::find(role, &self.requirements, candidate, of_requirement, means);
            let Claimed { told, strangers, impossible_years, .. } = claimed;
            let support = Support::of(role, candidate, told, strangers, impossible_years, profile, taxonomy);
            (Cow::Owned(claimed), support)
        };
        let family = part(1, &|| family::score((role, &self.about), candidate, &support, profile, taxonomy));
        let Skills { component: skills, must_have_coverage, presumed } = match same_skills {
            Some(known) => Skills {
                component: known.parts[0].clone(),
                must_have_coverage: known.must_have_coverage,
                presumed: known.presumed,
            },
            None => self.skills(candidate, &claimed, family.score, &support),
        };
        let parts = [
            skills,
            family,
            part(2, &|| scale::score(role, candidate, profile, as_of)),
            part(3, &|| self.judge_pay(candidate)),
            part(4, &|| level::score(role, candidate, profile, as_of)),
            part(5, &|| location::score(role, candidate, profile, self.as_of_day)),
        ];
        Components { parts, claimed, support, must_have_coverage, presumed }
    }

    fn skills(&self, candidate: &CandidateFacts, claimed: &Claimed, family: Share, support: &Support) -> Skills {
        let found = skills::score(self.role, &self.requirements, candidate, claimed, support, self.means());
        let SkillsFound { mut component, must_have_coverage } = found;
        let presumed = self.likeness.presumed(candidate, support);
        if component.state != ComponentState::NotApplicable {
            component.score = component.score.or(presumed);
            if presumed > Share::ZERO {
                let words = self.likeness.words(candidate, self.taxonomy);
                component.evidence.push(Evidence::Wording { words, presumed });
            }
            let used = if self.speaks {
                let left = function::left(self.role, candidate, self.profile, self.taxonomy, &mut Vec::new());
                Some((left, Evidence::InWords { left }))
            } else if family::is_elsewhere(self.role, self.taxonomy) {
                // What the skills are of is what the work is about: a recruiter of engineers is none.
                let floor = self.profile.family.spoken_function;
                let left = floor.plus(floor.rest().times(family));
                Some((left, Evidence::OtherTrade { left }))
            } else {
                None
            };
            if let Some((left, evidence)) = used {
                component.score = component.score.times(left);
                component.evidence.push(evidence);
            }
        }
        Skills { component, must_have_coverage, presumed }
    }

    /// The share of the fit that is lost at a coverage of the must-haves.
    pub(super) fn penalty_share(&self, coverage: Share) -> Share {
        if self.requirements.total_must() == 0 {
            return Share::ZERO;
        }
        let most = if self.role.inferred_requirements {
            self.profile.must_haves.penalty_inferred
        } else {
            self.profile.must_haves.penalty
        };
        most.times(coverage.rest())
    }

    /// The must-haves that are not wholly met, with the weight that is missed of each.
    fn missed(&self, skills: &ComponentScore) -> Vec<(usize, u64)> {
        let missed = |evidence: &Evidence| match evidence {
            Evidence::Skill(e) if self.role.requirements[e.requirement].is_must() => {
                let missed = e.met.rest().of(self.requirements.weight(e.requirement));
                (missed > 0).then_some((e.requirement, missed))
            }
            _ => None,
        };
        skills.evidence.iter().filter_map(missed).collect()
    }

    /// What signals win where there is room for all of it.
    fn signals(&self, candidate: &CandidateFacts) -> u32 {
        let signals = candidate.signals.iter().filter(|signal| !signal.quoted);
        let most = self.profile.bonus.most;
        signals.fold(0, |won: u32, signal| won.saturating_add(self.profile.bonus.of(signal.kind)).min(most))
    }

    fn bonuses(&self, candidate: &CandidateFacts, room: u32) -> Vec<(usize, SignalKind, u32)> {
        let mut left = self.profile.bonus.most.min(room);
        let mut won = Vec::new();
        for (index, signal) in candidate.signals.iter().enumerate().filter(|(_, signal)| !signal.quoted) {
            let points = self.profile.bonus.of(signal.kind).min(left);
            if points > 0 {
                won.push((index, signal.kind, points));
                left -= points;
            }
        }
        won
    }

    /// Why a candidate is removed, if so. What is copied from the posting makes no difference here.
    pub(crate) fn gate(&self, candidate: &CandidateFacts) -> Option<Gate> {
        if !self.is_permitted(candidate) {
            return Some(Gate::WorkAuthorization);
        }
        let gates = self.role.requirements.iter().enumerate().filter(|(_, requirement)| requirement.gate);
        gates.map(|(index, _)| index).find(|index| !self.passes(*index, candidate)).map(Gate::Requirement)
    }

    /// Whether nothing speaks against working where the role is.
    pub(crate) fn is_permitted(&self, candidate: &CandidateFacts) -> bool {
        if self.role.authorization.is_empty() {
            return true;
        }
        let lacks = candidate.authorization.as_ref().is_some_and(|stated| {
            !stated.value.iter().any(|has| self.role.authorization.iter().any(|asked| covers(has, asked)))
        });
        let person = candidate.is_person_of.iter().any(|has| self.role.authorization.contains(has));
        let barred = self.role.persons_only && candidate.is_on_visa && !person;
        !(lacks || barred || (candidate.needs_sponsorship && candidate.authorization.is_none()))
    }

    /// Whether a candidate repeats so many words of the posting that some of what they tell is not their own.
    pub(crate) fn copies(&self, candidate: &CandidateFacts) -> bool {
        self.posting.copied(&candidate.form, self.profile).is_some()
    }

    /// Whether a candidate with these runs of words can be one who does.
    pub(crate) fn may_copy(&self, runs: &[u32]) -> bool {
        self.posting.shared(runs, self.profile).is_some()
    }

    /// Whether a candidate brings what the requirement with this index, a gate, asks.
    pub(crate) fn passes(&self, requirement: usize, candidate: &CandidateFacts) -> bool {
        let stated = skills::stated(&self.role.requirements[requirement], candidate, self.means());
        stated >= self.profile.must_haves.gate_credit
    }
}

/// What is lost of so many points, shared out among the must-haves that are missed.
fn penalties(total: u32, lost: Share, missed: &[(usize, u64)]) -> Vec<(usize, u32)> {
    let loss = u32::try_from(lost.of(u64::from(total))).unwrap_or(0);
    let all: u64 = missed.iter().map(|(_, weight)| weight).sum();
    if loss == 0 || all == 0 {
        return Vec::new();
    }
    let mut left = loss;
    let mut shared: Vec<(usize, u32)> = missed
        .iter()
        .map(|(requirement, weight)| {
            let part = u64::from(loss) * weight / all;
            let part = u32::try_from(part).unwrap_or(0);
            left -= part;
            (*requirement, part)
        })
        .collect();
    // What rounding left over goes to the first, so that the parts sum to the loss.
    shared[0].1 += left;
    shared
}

/// Whether an authorization for `has` serves where `asked` is demanded; the European Union's holds in its members.
fn covers(has: &str, asked: &str) -> bool {
    has == asked || (has == "EU" && is_in_eu(asked)) || (asked == "EU" && is_in_eu(has))
}

/// Whether a profile says nothing of any work.
fn is_blank(candidate: &CandidateFacts) -> bool {
    candidate.claims.is_empty()
        && candidate.unrecognized.is_empty()
        && candidate.families.strength.is_empty()
        && candidate.scale.is_empty()
}

/// The role's or request's weights where given (the last one wins), else the profile's; shared out over what applies so that
/// they sum to one exactly.
fn applied_weights(profile: &ScoringProfile, own: &[&Weights], applicable: [bool; 6]) -> AppliedWeights {
    let w = &profile.weights;
    let defaults = [w.skills, w.family, w.scale, w.pay, w.level, w.location];
    let mut wanted = defaults.map(|share| u64::from(share.get()));
    for weights in own {
        let given = [weights.skills, weights.family, weights.scale, weights.pay, weights.level, weights.location];
        for (kept, given) in wanted.iter_mut().zip(given) {
            if let Some(weight) = given {
                *kept = millionths(weight);
            }
        }
    }
    for (kept, applies) in wanted.iter_mut().zip(applicable) {
        if !applies {
            *kept = 0;
        }
    }
    let sum: u64 = wanted.iter().sum();
    if sum == 0 {
        return AppliedWeights([Share::ZERO; 6]);
    }
    let mut shares = wanted.map(|w| u32::try_from(w * u64::from(Share::ONE.get()) / sum).unwrap_or(0));
    let left = Share::ONE.get() - shares.iter().sum::<u32>();
    if let Some(largest) = (0..6).max_by_key(|&i| (shares[i], std::cmp::Reverse(i))) {
        shares[largest] += left;
    }
    AppliedWeights(shares.map(Share::new))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "intake takes weights of 0 to 100 only")]
fn millionths(weight: f64) -> u64 {
    (weight.clamp(0.0, 100.0) * 1_000_000.0).round() as u64
}
