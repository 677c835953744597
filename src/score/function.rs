//! What is done with a domain, against what a role does with it: part of the family component.

use super::fit::Evidence;
use super::fixed::Share;
use super::mix::Mix;
use super::profile::ScoringProfile;
use crate::extract::{CandidateFacts, RoleFacts};
use crate::taxonomy::{FunctionId, PerMille, Taxonomy};

/// What of the domain is left by what somebody does with it, with the evidence; the whole where the role names no function.
pub(super) fn left(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
    evidence: &mut Vec<Evidence>,
) -> Share {
    if role.functions.is_empty() {
        return Share::ONE;
    }
    let floor = least_left(role, profile, taxonomy);
    floor.plus(floor.rest().times(alike(&role.functions, candidate, profile, taxonomy, evidence)))
}

/// What is left of the domain of a role whatever somebody does with it.
pub(super) fn least_left(role: &RoleFacts, profile: &ScoringProfile, taxonomy: &Taxonomy) -> Share {
    let [usual, unusual] = [profile.family.usual_function, profile.family.unusual_function];
    let part = usual_part(role, taxonomy);
    if is_done_in_words(role, taxonomy) {
        profile.family.spoken_function
    } else {
        usual.times(part).plus(unusual.times(part.rest()))
    }
}

/// For bounds: how much of a role of this function alone somebody brings; all of it where nothing is told of any work.
pub(super) fn most_alike(
    asked: FunctionId,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> Share {
    if candidate.families.is_silent() {
        return Share::ONE;
    }
    alike(&[(asked, PerMille::ONE)], candidate, profile, taxonomy, &mut Vec::new())
}

/// Of each function of a role, the most that it adds to what somebody brings of all of them, in thousandths of [`most_alike`].
pub(super) fn at_most<'a>(
    functions: &'a [(FunctionId, PerMille)],
    taxonomy: &Taxonomy,
) -> impl Iterator<Item = (FunctionId, u64)> + 'a {
    let mix = Mix::of(functions, |asked, does| taxonomy.functions().transfer(asked, does));
    functions.iter().map(move |(function, share)| (*function, mix.at_most(*share)))
}

/// How much of what a role does with its domains is what their people mostly do. The less it is, the more it tells.
fn usual_part(role: &RoleFacts, taxonomy: &Taxonomy) -> Share {
    let mut part = 0_u64;
    for (domain, share) in &role.domains {
        let usual = &taxonomy.families().get(*domain).functions;
        let most = usual.iter().map(|(_, part)| u64::from(part.get())).max().unwrap_or(0);
        // What some of its people do is usual by as much as they are, beside those who do the most usual.
        let how_usual = |function: &FunctionId| {
            usual.iter().find(|(known, _)| known == function).map_or(0, |(_, part)| u64::from(part.get()) * 1000 / most)
        };
        let done: u64 =
            role.functions.iter().map(|(function, share)| u64::from(share.get()) * how_usual(function)).sum();
        part += Share::from_per_mille(*share).of(done);
    }
    Share::new(u32::try_from(part).unwrap_or(u32::MAX))
}

/// What of a role's field somebody of another one is presumed to bring, because they do what the role does and it is done in words.
pub(super) fn same_trade(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    plain: Share,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> Share {
    most_of_trade(role, profile, taxonomy)
        .times(shown(&role.functions, candidate, profile, taxonomy, &mut Vec::new()).map_or(Share::ZERO, Shown::brings))
        .times(plain)
}

/// The most of it: nothing where the field counts before the trade.
pub(super) fn most_of_trade(role: &RoleFacts, profile: &ScoringProfile, taxonomy: &Taxonomy) -> Share {
    if !is_done_in_words(role, taxonomy) {
        return Share::ZERO;
    }
    let of_any_field = role.functions.iter().filter(|(function, _)| taxonomy.functions().get(*function).any_field);
    let share =
        of_any_field.map(|(_, share)| *share).fold(Share::ZERO, |sum, share| sum.plus(Share::from_per_mille(share)));
    profile.family.spoken_field.times(share)
}

/// What a text shows of a role's functions.
#[derive(Clone, Copy)]
struct Shown {
    /// How much of them somebody brings by what is told: half by the nearest that they do, half by all that they do.
    brought: Share,
    /// How clearly it is told.
    told: Share,
}

impl Shown {
    fn brings(self) -> Share {
        self.brought.times(self.told)
    }
}

/// How much of the role's functions somebody brings. What little is told leaves as open as silence does.
fn alike(
    asked: &[(FunctionId, PerMille)],
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
    evidence: &mut Vec<Evidence>,
) -> Share {
    let silence = profile.silence.function;
    let Some(shown) = shown(asked, candidate, profile, taxonomy, evidence) else {
        let not_told =
            |(asked, _): &(FunctionId, PerMille)| Evidence::FunctionNotTold { asked: *asked, credit: silence };
        evidence.extend(asked.first().map(not_told));
        return silence;
    };
    shown.brings().plus(silence.times(shown.told.rest()))
}

/// What is shown of the role's functions; `None` where no function is told.
fn shown(
    all_asked: &[(FunctionId, PerMille)],
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
    evidence: &mut Vec<Evidence>,
) -> Option<Shown> {
    let shown = &candidate.families.functions;
    let all: u64 = shown.iter().map(|(_, points)| u64::from(*points)).sum();
    let clearest = shown.iter().map(|(_, points)| u64::from(*points)).max().filter(|most| *most > 0)?;
    let functions = taxonomy.functions();
    let mix = Mix::of(all_asked, |asked, does| functions.transfer(asked, does));
    let (mut nearest, mut of_all) = (0, 0);
    for &(asked, share) in all_asked {
        let brings = |does: FunctionId| Share::from_per_mille(functions.transfer(asked, does));
        let needed = mix.need(share).of(clearest).max(1);
        let credit = |(does, points): &(FunctionId, u32)| {
            (brings(*does).times(Share::ratio(u64::from(*points), needed)), std::cmp::Reverse(*does))
        };
        let (best, std::cmp::Reverse(does)) = shown.iter().map(credit).max().expect("something is shown");
        let earned: u64 = shown.iter().map(|(does, points)| brings(*does).of(u64::from(*points))).sum();
        let part = Share::from_per_mille(share);
        nearest += part.of(u64::from(best.get()));
        of_all += part.of(u64::from(Share::ratio(earned, all).get()));
        evidence.push(Evidence::Function { asked, does, credit: best });
    }
    let of_all = u64::from(mix.whole(of_all).get());
    let brought = Share::new(u32::try_from(nearest.midpoint(of_all)).unwrap_or(u32::MAX));
    Some(Shown { brought, told: Share::ratio(all, u64::from(profile.family.enough_function.get() / 1000)) })
}

/// What of a domain a whole profile is about: how much of all that somebody tells of their work carries over to it. Lists do not
/// count: they say little of what somebody does. What little is told leaves as open as silence does. `told` is what somebody
/// tells of each domain, with how much of it carries over.
pub(super) fn focus(told: impl Iterator<Item = (u32, PerMille)>, profile: &ScoringProfile) -> Share {
    let (carried, all) = carried(told);
    left_open(carried, all, profile)
}

/// The same of what is told alone, with nothing left open; `None` where nothing is told.
pub(super) fn focus_of_told(told: impl Iterator<Item = (u32, PerMille)>) -> Option<Share> {
    let (carried, all) = carried(told);
    (all > 0).then(|| Share::ratio(carried, all * 1000))
}

/// What of all points carries over, in thousandths of what the second figure, all of them, is in.
fn carried(told: impl Iterator<Item = (u32, PerMille)>) -> (u64, u64) {
    told.fold((0, 0), |(carried, all), (points, carries)| {
        (carried + u64::from(points) * u64::from(carries.get()), all + u64::from(points))
    })
}

/// The most that it can be when parts of what is told are left out: as if what carries over best were all that is told.
pub(super) fn most_focus(told: impl Iterator<Item = (u32, PerMille)>, profile: &ScoringProfile) -> Share {
    let mut told: Vec<(u32, PerMille)> = told.collect();
    told.sort_unstable_by_key(|(points, carries)| (std::cmp::Reverse(*carries), *points));
    let enough = enough_told(profile);
    let (mut all, mut carried) = (0, 0);
    for (points, carries) in told {
        if Share::from_per_mille(carries) < profile.silence.family {
            break;
        }
        let points = u64::from(points).min(enough - all);
        all += points;
        carried += points * u64::from(carries.get());
    }
    left_open(carried, all, profile)
}

fn enough_told(profile: &ScoringProfile) -> u64 {
    u64::from(profile.family.enough_focus.get() / 1000).max(1)
}

/// `carried` is in thousandths of what `all` is in.
fn left_open(carried: u64, all: u64, profile: &ScoringProfile) -> Share {
    let enough = enough_told(profile).max(all);
    Share::ratio(carried * 1000 + profile.silence.family.of((enough - all) * 1_000_000), enough * 1_000_000)
}

/// Whether a role is done in words before all else: it teaches, sells, plans or leads.
pub(super) fn is_done_in_words(role: &RoleFacts, taxonomy: &Taxonomy) -> bool {
    let speaks = |function: FunctionId| taxonomy.functions().get(function).speaks;
    let share = |speaking: bool| -> u32 {
        let of = role.functions.iter().filter(|(function, _)| speaks(*function) == speaking);
        of.map(|(_, share)| u32::from(share.get())).sum()
    };
    share(true) > share(false)
}
