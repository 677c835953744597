//! What each concept earns of what one role asks: found once for a role, not once for everybody who claims it.

use std::sync::OnceLock;

use super::fixed::Share;
use super::skills::{Means, asked_options, counts, given};
use crate::extract::{RequirementFact, RequirementOption, RoleFacts};
use crate::taxonomy::{ConceptId, Relation};

/// The options of all requirements of a role, in their order, with what claims earn of them.
pub(super) struct Wanted {
    options: Vec<WantedOption>,
    /// Made for whoever judges many: it takes longer than judging one.
    earnings: OnceLock<Earnings>,
}

/// An option that counts.
struct WantedOption {
    requirement: usize,
    /// None for what no taxonomy knows.
    concept: Option<ConceptId>,
}

/// What a claimed concept earns of an option.
#[derive(Clone, Copy)]
pub(super) struct Earning {
    pub requirement: usize,
    /// Its place among the options of all requirements.
    pub option: usize,
    pub share: Share,
    pub relation: Relation,
}

/// Earnings by claimed concept.
struct Earnings {
    /// By concept, the number of its group; 0 for what earns nothing.
    groups: Vec<u32>,
    /// By group, where it ends; it begins where the one before ends.
    ends: Vec<usize>,
    all: Vec<Earning>,
}

impl Wanted {
    pub(super) fn new(role: &RoleFacts, means: Means<'_>) -> Self {
        let of = |(requirement, asked): (usize, &RequirementFact)| -> Vec<WantedOption> {
            let options = asked_options(asked, means).map(|option| match option {
                RequirementOption::Concept(concept) => Some(*concept),
                RequirementOption::Unrecognized(_) => None,
            });
            options.map(|concept| WantedOption { requirement, concept }).collect()
        };
        let options = role.requirements.iter().enumerate().flat_map(of).collect();
        Self { options, earnings: OnceLock::new() }
    }

    pub(super) fn n_options(&self) -> usize {
        self.options.len()
    }

    /// Makes ready for judging many.
    pub(super) fn prepare(&self, means: Means<'_>) {
        self.earnings.get_or_init(|| Earnings::new(&self.options, means));
    }

    /// What a claimed concept earns, option by option.
    pub(super) fn each(&self, claimed: ConceptId, means: Means<'_>, mut take: impl FnMut(Earning)) {
        if let Some(earnings) = self.earnings.get() {
            earnings.of(claimed).iter().for_each(|earning| take(*earning));
        } else {
            let options = self.options.iter().enumerate();
            options.filter_map(|(at, option)| option.earning(at, claimed, means)).for_each(take);
        }
    }
}

impl WantedOption {
    fn earning(&self, at: usize, claimed: ConceptId, means: Means<'_>) -> Option<Earning> {
        let (share, relation) = means.taxonomy.credit(self.concept?, claimed);
        if relation == Relation::None || !counts(claimed, means.profile, means.taxonomy) {
            return None;
        }
        let share = Share::from_per_mille(share).times(given(relation, means.profile));
        let earning = Earning { requirement: self.requirement, option: at, share, relation };
        (share > Share::ZERO).then_some(earning)
    }
}

impl Earnings {
    fn new(options: &[WantedOption], means: Means<'_>) -> Self {
        let mut found: Vec<(ConceptId, Earning)> = Vec::new();
        for (at, option) in options.iter().enumerate() {
            let claimed = option.concept.into_iter().flat_map(|concept| means.taxonomy.earning(concept));
            found.extend(claimed.filter_map(|claimed| Some((claimed, option.earning(at, claimed, means)?))));
        }
        found.sort_unstable_by_key(|(claimed, earning)| (*claimed, earning.option));
        let mut earnings = Self { groups: vec![0; means.taxonomy.concepts().len()], ends: vec![0], all: Vec::new() };
        for of_one in found.chunk_by(|(one, _), (other, _)| one == other) {
            earnings.groups[of_one[0].0.index()] = u32::try_from(earnings.ends.len()).expect("ids have 16 bits");
            earnings.all.extend(of_one.iter().map(|(_, earning)| *earning));
            earnings.ends.push(earnings.all.len());
        }
        earnings
    }

    fn of(&self, claimed: ConceptId) -> &[Earning] {
        match self.groups[claimed.index()] {
            0 => &[],
            group => {
                let group = group as usize;
                &self.all[self.ends[group - 1]..self.ends[group]]
            }
        }
    }
}
