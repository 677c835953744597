//! What kind of work the person does, seen from the role: the same, some of it, another from which something carries over.

use super::naming;
use crate::extract::{CandidateFacts, LastUsedMonth};
use crate::score::{ComponentState, Evidence, Fit, Flag, Share};
use crate::taxonomy::{FamilyId, FamilyMark, FunctionId, Taxonomy};
use crate::wording::{Language, say};

/// From this share of full evidence, something is what a person does.
const CLEAR: u32 = 700_000;
/// The same, in thousandths of the signs themselves.
const CLEAR_SIGNS: u32 = 700;
/// From this share on, another function is much like the one that is asked.
const CARRIES: u32 = 600_000;
/// Less than this carrying over is no reason to speak of it.
const WORTH: u32 = 200_000;

/// What can be said of the work.
pub(super) enum Background<'a> {
    /// Nothing.
    Silent,
    /// No sign of the role's kind of work, and none of another; the label of what is asked.
    NoSign(String),
    /// Another kind of work, from which little or nothing carries over; a predicate.
    Elsewhere(String),
    /// The role's kind of work, all or some of it; a predicate.
    Same(String),
    /// Another kind of work, with what carries over and what is to close.
    Lateral { predicate: String, carries: Vec<&'a str>, to_close: Vec<&'a str> },
}

/// One kind of work that the role is, against what the candidate does.
#[derive(Clone, Copy)]
pub(super) struct Compared {
    pub asked: FamilyId,
    pub does: Option<FamilyId>,
    /// What the candidate brings of it.
    pub credit: Share,
    /// How clearly what the candidate does shows.
    pub strength: Share,
}

impl Compared {
    pub(super) fn is_the_same(self) -> bool {
        self.does == Some(self.asked)
    }

    pub(super) fn is_clear(self) -> bool {
        self.is_the_same() && self.strength.get() >= CLEAR
    }

    /// The other kind of work that the candidate does, where enough carries over from it.
    pub(super) fn lateral(self) -> Option<FamilyId> {
        self.does.filter(|does| *does != self.asked && self.credit.get() >= WORTH)
    }
}

/// The role's kinds of work, the most important first, as far as they were judged.
pub(super) fn compared(fit: &Fit) -> Vec<Compared> {
    fit.components
        .iter()
        .flat_map(|component| &component.evidence)
        .filter_map(|evidence| match evidence {
            Evidence::Family { asked, does, transfer, strength } => Some(Compared {
                asked: *asked,
                does: *does,
                credit: Share::from_per_mille(*transfer).times(*strength),
                strength: *strength,
            }),
            _ => None,
        })
        .collect()
}

pub(super) fn background<'a>(
    fit: &Fit,
    candidate: &CandidateFacts,
    taxonomy: &'a Taxonomy,
    language: Language,
) -> Background<'a> {
    let families = taxonomy.families();
    let label = |id: FamilyId| naming::family(&families.get(id).label, language);
    let work = |id: FamilyId| language.term(&families.get(id).work);
    let compared = compared(fit);
    let own = clearest(candidate);
    let Some(main) = compared.first().copied() else {
        // The role shows no kind of work, or the candidate none.
        return match own {
            Some(own) if fit.components[1].state == ComponentState::NotApplicable => {
                Background::Same(work(own).to_owned())
            }
            _ => Background::Silent,
        };
    };
    if main.is_clear()
        && let Some((does, asked)) = another_function(fit, candidate)
    {
        let functions = taxonomy.functions();
        let own = functions.get(does);
        let predicate = say!(language, "summary.knows_and", label = label(main.asked), work = language.term(&own.work));
        return lateral(predicate, &own.brings, &functions.get(asked).takes, language);
    }
    if main.is_clear() {
        return Background::Same(match last_year(fit, candidate) {
            Some(year) => say!(language, "summary.last_worked", label = label(main.asked), year = year),
            None => work(main.asked).to_owned(),
        });
    }
    // The second kind of work that a role asks may be what the person does.
    if let Some(also) = compared.iter().skip(1).copied().find(|other| other.is_clear()) {
        let predicate = say!(language, "summary.one_side", work = work(also.asked));
        let reason = main.lateral().and_then(|does| families.transfer_reason(main.asked, does));
        return match reason {
            Some(reason) => lateral(predicate, &reason.carries, &reason.gap, language),
            None => Background::Same(predicate),
        };
    }
    let mainly =
        |own: FamilyId, other: FamilyId| say!(language, "summary.mainly", own = label(own), other = label(other));
    if main.is_the_same() {
        let other = own.filter(|own| *own != main.asked && may_be_named(*own, taxonomy));
        return Background::Same(match other {
            Some(other) => mainly(other, main.asked),
            None => say!(language, "summary.some_work", label = label(main.asked)),
        });
    }
    if let Some(does) = main.lateral()
        && let Some(reason) = families.transfer_reason(main.asked, does)
    {
        let predicate = match own.filter(|own| *own != does && may_be_named(*own, taxonomy)) {
            Some(own) => mainly(own, does),
            None => say!(language, "summary.comes_from", label = label(does)),
        };
        return lateral(predicate, &reason.carries, &reason.gap, language);
    }
    match own {
        Some(own) if may_be_named(own, taxonomy) => {
            Background::Elsewhere(say!(language, "summary.far", work = work(own)))
        }
        _ => Background::NoSign(label(main.asked)),
    }
}

/// What the candidate plainly does with their field, and what the role does, where that is something else and little of it carries
/// over.
fn another_function(fit: &Fit, candidate: &CandidateFacts) -> Option<(FunctionId, FunctionId)> {
    let mut compared = fit.components.iter().flat_map(|component| &component.evidence);
    let (asked, does, credit) = compared.find_map(|evidence| match evidence {
        Evidence::Function { asked, does, credit } => Some((*asked, *does, *credit)),
        _ => None,
    })?;
    let shown = candidate.families.functions.iter().find(|(function, _)| *function == does);
    let is_clear = shown.is_some_and(|(_, points)| *points >= CLEAR_SIGNS);
    (asked != does && is_clear && credit.get() < CARRIES).then_some((does, asked))
}

fn lateral<'a>(predicate: String, carries: &'a str, to_close: &'a str, language: Language) -> Background<'a> {
    Background::Lateral { predicate, carries: language.terms(carries), to_close: language.terms(to_close) }
}

/// The kind of work that the profile shows best, where it shows one well.
fn clearest(candidate: &CandidateFacts) -> Option<FamilyId> {
    let signs = candidate.families.strength.iter().filter(|signs| signs.all() >= CLEAR_SIGNS);
    signs.max_by_key(|signs| (signs.all(), std::cmp::Reverse(signs.family))).map(|signs| signs.family)
}

/// Work outside of the field is a family too, without a name that would say something.
fn may_be_named(id: FamilyId, taxonomy: &Taxonomy) -> bool {
    !taxonomy.families().get(id).is(FamilyMark::Elsewhere)
}

/// The group of employers that the person works for, or worked for last: `national labs and HPC centres`.
pub(super) fn pool<'a>(candidate: &CandidateFacts, taxonomy: &'a Taxonomy, language: Language) -> Option<&'a str> {
    let stated = candidate.pools.iter().find(|employer| employer.stated)?;
    Some(language.term(&taxonomy.pools().get(stated.pool).label))
}

/// The year of the last work in the field, where that is long ago.
pub(super) fn last_year(fit: &Fit, candidate: &CandidateFacts) -> Option<i16> {
    match candidate.form.last_active {
        Some(LastUsedMonth::At(month)) if fit.flags.contains(&Flag::StaleProfile) => Some(month.year()),
        _ => None,
    }
}
