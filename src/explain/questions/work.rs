//! Questions about the work: its kind, its scale, its level, its workload.

use super::{Asking, at, percent};
use crate::domain::Workload;
use crate::explain::background::compared;
use crate::explain::{circumstances, naming, words};
use crate::score::{ComponentName, ComponentState, Evidence};
use crate::taxonomy::FamilyId;
use crate::wording::say;

/// What an assumed number of accelerators a node, and an unknown part in the work, leave open of the component, in hundredths.
const ASSUMED_NODES: u32 = 40;
const UNKNOWN_PART: u32 = 30;
/// What a stated scale that is too small leaves open: a larger one may have gone unmentioned.
const SMALLER: u32 = 50;
/// Items of what is to close that are named.
const TO_CLOSE: usize = 4;

impl Asking<'_> {
    pub(super) fn family(&mut self) {
        let language = self.language;
        let families = self.taxonomy.families();
        let stake = self.stake(ComponentName::Family);
        if self.is_open(ComponentName::Family) {
            return self.ask_plainly(stake, "family", "ask.day_to_day", "why.little_of_work");
        }
        let compared = compared(self.fit);
        let Some(main) = compared.first().copied() else { return };
        let is_part = compared.len() > 1;
        let label = |id: FamilyId| naming::family(&families.get(id).label, language);
        let reason = main.lateral().and_then(|does| Some((label(does), families.transfer_reason(main.asked, does)?)));
        let (question, why) = match reason {
            Some((from, reason)) => {
                let mut items = language.terms(&reason.gap);
                items.truncate(TO_CLOSE);
                let key = if items.len() > 1 { "ask.which_done" } else { "ask.done_this" };
                let question = say!(language, key, items = items.join(", "));
                (question, say!(language, "why.usually_to_learn", from = from))
            }
            None if !main.is_the_same() => {
                let why = if is_part { "why.shows_none_of_part" } else { "why.shows_none" };
                (say!(language, "ask.any_work", asked = label(main.asked)), language.text(why).to_owned())
            }
            None if !main.is_clear() => {
                let why = if is_part { "why.shows_some_of_part" } else { "why.shows_some" };
                (say!(language, "ask.how_much", asked = label(main.asked)), language.text(why).to_owned())
            }
            None => return,
        };
        self.ask(stake, "family", question, why);
    }

    pub(super) fn scale(&mut self) {
        let language = self.language;
        let Some(asked) = self.role.scale.as_ref().map(|scale| scale.value) else { return };
        let stake = self.stake(ComponentName::Scale);
        let noun = words::many(asked.unit, language);
        let about = words::quantity(asked.value, asked.unit, language);
        let found = self.fit.components[at(ComponentName::Scale)].evidence.first();
        let (share, question, why) = match found {
            None if self.is_open(ComponentName::Scale) => {
                (100, say!(language, "ask.largest_and_part", noun = noun), say!(language, "why.no_size", about = about))
            }
            Some(Evidence::ScaleOtherUnit { claim }) => {
                let claim = &self.candidate.scale[*claim];
                let has = words::quantity(circumstances::quantity(claim), claim.unit, language);
                (
                    100,
                    say!(language, "ask.largest", noun = noun),
                    say!(language, "why.other_size", about = about, has = has),
                )
            }
            Some(Evidence::Scale { claim, accelerators, inferred, credit }) => {
                let claim = &self.candidate.scale[*claim];
                let (size, unit) = circumstances::compared_size(claim, *accelerators, *inferred, asked.unit);
                let system = words::the_system(size, unit, language);
                if *inferred && claim.value > 0 {
                    let each = accelerators / claim.value;
                    let question = say!(language, "ask.each_node", system = system);
                    (ASSUMED_NODES, question, say!(language, "why.assumed", each = each))
                } else if claim.capacity.is_none() {
                    let question = say!(language, "ask.your_part", system = system);
                    (UNKNOWN_PART, question, language.text("why.not_said").to_owned())
                } else if credit.get() < 700_000 {
                    let question = say!(language, "ask.larger", system = system);
                    (SMALLER, question, say!(language, "why.role_size", about = about))
                } else {
                    return;
                }
            }
            _ => return,
        };
        // What was assumed could turn out either way.
        let whole = self.fit.components[at(ComponentName::Scale)].weight.get() * 100;
        let stake =
            if share == ASSUMED_NODES || share == UNKNOWN_PART { percent(whole, share) } else { percent(stake, share) };
        self.ask(stake, "scale", question, why);
    }

    pub(super) fn level(&mut self) {
        let component = &self.fit.components[at(ComponentName::Level)];
        if component.state == ComponentState::NotApplicable {
            return;
        }
        let language = self.language;
        let stake = self.stake(ComponentName::Level);
        let (mut distance, mut years) = (None, None);
        for evidence in &component.evidence {
            match evidence {
                Evidence::Level { distance: found, .. } => distance = Some(*found),
                Evidence::Years { tenths, credit, .. } => years = Some((*tenths, *credit)),
                _ => {}
            }
        }
        let text = |key: &str| language.text(key).to_owned();
        let asked_years = self.role.min_years_tenths.filter(|years| *years > 0);
        match (asked_years.map(|tenths| words::years(u32::from(tenths), language)), years) {
            (Some(asked), None) => {
                let why = say!(language, "why.asks_years_not_said", asked = asked);
                self.ask(stake, "level", text("ask.years_of_this"), why);
            }
            (Some(asked), Some((tenths, credit))) if credit.get() < 900_000 => {
                let years = words::years(tenths, language);
                let why = say!(language, "why.asks_years_shows", asked = asked, years = years);
                self.ask(stake, "level", text("ask.more_in_field"), why);
            }
            _ => {}
        }
        let Some(asked) = self.role.level.as_ref().map(|level| level.value) else { return };
        let level = words::level(asked, language);
        match (self.candidate.level.as_ref().map(|level| level.value), distance) {
            (Some(has), Some(1..)) if has.ladder_step() >= asked.ladder_step() => {
                let is_aside = has.ladder_step() == asked.ladder_step();
                let question =
                    say!(language, if is_aside { "ask.work_of_level" } else { "ask.role_at_level" }, level = level);
                let why = say!(language, "why.profile_level", level = words::level(has, language));
                self.ask(stake, "level", question, why);
            }
            (Some(has), Some(1..)) => {
                let why = say!(language, "why.both_levels", level = level, has = words::level(has, language));
                self.ask(stake, "level", text("ask.largest_led"), why);
            }
            (None, _) => {
                self.ask(stake, "level", text("ask.what_level"), say!(language, "why.role_level", level = level));
            }
            _ => {}
        }
    }

    /// The fit does not rest on it, so it comes last.
    pub(super) fn workload(&mut self) {
        let lacks = |workload| self.role.workloads.contains(&workload) && !self.candidate.workloads.contains(&workload);
        let (training, inference) = (lacks(Workload::Training), lacks(Workload::Inference));
        let question = match (training, inference) {
            (true, true) => "ask.workloads",
            (true, false) => "ask.training",
            (false, true) => "ask.inference",
            (false, false) => return,
        };
        self.ask_plainly(0, "workload", question, "why.workloads");
    }
}
