//! What judging a candidate for one role came to: for a role that differs from it in little, what hangs on none of the differences
//! need not be judged again.

use super::scorer::{Components, Scorer};
use crate::extract::{CandidateFacts, RequirementFact, RoleFacts};

/// See the module.
pub(crate) struct Known {
    /// The candidate's facts without what is the posting's, where anything is.
    pub(super) own: Option<Box<CandidateFacts>>,
    pub(super) copied_words: u32,
    pub(super) components: Components<'static>,
}

/// What two roles have in common: which parts of a fit for the one are those for the other.
pub(crate) struct Common {
    /// By requirement of the other role, the number of the same one of the first.
    pub(super) requirements: Vec<Option<usize>>,
    /// Which components are the same, in the order of [`ComponentName::ALL`](super::ComponentName::ALL).
    pub(super) parts: [bool; 6],
    permits: bool,
}

impl Common {
    /// None where each candidate must be judged from the beginning. Both scorers are made with the same means.
    pub(crate) fn of(first: &Scorer<'_>, other: &Scorer<'_>) -> Option<Self> {
        // Every fact of a role stands here, so that nobody adds one and forgets to ask what hangs on it.
        let RoleFacts {
            requirements,
            inferred_requirements: _,
            language_not_read: _,
            families,
            domains,
            functions,
            scale,
            largest_system: _,
            accelerators: _,
            workloads: _,
            pay_band,
            total_band,
            place_bands,
            level,
            min_years_tenths,
            places,
            work_mode,
            remote_in,
            authorization,
            persons_only,
            runs,
            wording,
            named,
            told_words,
        } = first.role;
        let role = other.role;
        if *runs != role.runs {
            return None;
        }
        let same = |asked: &RequirementFact| requirements.iter().position(|first| is_met_alike(first, asked));
        let by_number: Vec<Option<usize>> = role.requirements.iter().map(same).collect();
        let asks_alike = requirements.len() == role.requirements.len()
            && requirements
                .iter()
                .zip(&role.requirements)
                .all(|(first, other)| is_met_alike(first, other) && first.is_must() == other.is_must())
            && first.requirements.weigh_alike(&other.requirements);
        let families = *families == role.families;
        let work = families && *domains == role.domains && *functions == role.functions && *named == role.named;
        let skills = asks_alike && work && *wording == role.wording && *told_words == role.told_words;
        let has_level = *level == role.level;
        let has_places = *places == role.places;
        let bands = *pay_band == role.pay_band && *total_band == role.total_band && *place_bands == role.place_bands;
        Some(Self {
            requirements: by_number,
            parts: [
                // How much is presumed hangs on how near the kind of work is, and that on who leads.
                skills && has_level,
                skills && has_level,
                *scale == role.scale,
                bands && families && has_level && has_places && first.bands.is_some() == other.bands.is_some(),
                has_level && *min_years_tenths == role.min_years_tenths,
                has_places && *work_mode == role.work_mode && *remote_in == role.remote_in,
            ],
            permits: *authorization == role.authorization && *persons_only == role.persons_only,
        })
    }

    /// Whether what people state of place, pay, level and permits comes to the same for both roles.
    pub(crate) fn judges_statements_alike(&self) -> bool {
        let [_, _, _, pay, level, location] = self.parts;
        pay && level && location && self.permits
    }
}

/// Whether each claim meets both as far.
fn is_met_alike(one: &RequirementFact, other: &RequirementFact) -> bool {
    one.options == other.options && one.min_years_tenths == other.min_years_tenths
}
