//! Questions about the work: its kind, its scale, its level, its workload.

use super::{Asking, at, percent};
use crate::domain::{Quantity, Workload};
use crate::explain::background::compared;
use crate::explain::{circumstances, naming, words};
use crate::score::{ComponentName, ComponentState, Evidence};

/// What an assumed number of accelerators a node, and an unknown part in the work, leave open of the component, in hundredths.
const ASSUMED_NODES: u32 = 40;
const UNKNOWN_PART: u32 = 30;
/// What a stated scale that is too small leaves open: a larger one may have gone unmentioned.
const SMALLER: u32 = 50;
/// Items of what is to close that are named.
const TO_CLOSE: usize = 4;

impl Asking<'_> {
    pub(super) fn family(&mut self) {
        let families = self.taxonomy.families();
        let stake = self.stake(ComponentName::Family);
        if self.is_open(ComponentName::Family) {
            let why = "The profile says little about the work itself.";
            let question = "What kind of work do you do day to day, and on which systems?".to_owned();
            return self.ask(stake, "family", question, why.to_owned());
        }
        let compared = compared(self.fit);
        let Some(main) = compared.first().copied() else { return };
        let part = if compared.len() > 1 { "part of what" } else { "what" };
        let asked = naming::family(&families.get(main.asked).label);
        let reason = main.lateral().and_then(|does| {
            Some((naming::family(&families.get(does).label), families.transfer_reason(main.asked, does)?))
        });
        let (question, why) = match reason {
            Some((from, reason)) => {
                let items: Vec<&str> = reason.gap.split(", ").take(TO_CLOSE).collect();
                let which = if items.len() > 1 { "Which of these have you done" } else { "Have you done this" };
                let question = format!("{which} yourself: {}?", items.join(", "));
                (question, format!("This is what people who come from {from} usually have to learn."))
            }
            None if !main.is_the_same() => {
                let question = format!("Have you done any work in {asked}?");
                (question, format!("The profile shows none, and it is {part} the role is about."))
            }
            None if !main.is_clear() => {
                let question = format!("How much of your time goes into {asked}?");
                (question, format!("The profile shows some of it, and it is {part} the role is about."))
            }
            None => return,
        };
        self.ask(stake, "family", question, why);
    }

    pub(super) fn scale(&mut self) {
        let Some(asked) = self.role.scale.as_ref().map(|scale| scale.value) else { return };
        let stake = self.stake(ComponentName::Scale);
        let noun = words::many(asked.unit);
        let about = words::quantity(asked.value, asked.unit);
        let found = self.fit.components[at(ComponentName::Scale)].evidence.first();
        let (share, question, why) = match found {
            None if self.is_open(ComponentName::Scale) => (
                100,
                format!(
                    "How large was the largest system that you worked on, in {noun}, and what was your part in it?"
                ),
                format!("The role is about {about}, and the profile gives no size."),
            ),
            Some(Evidence::ScaleOtherUnit { claim }) => {
                let claim = &self.candidate.scale[*claim];
                let has = words::quantity(Quantity::from_parts(claim.value, claim.beyond), claim.unit);
                (
                    100,
                    format!("How large was the largest system that you worked on, in {noun}?"),
                    format!("The role is about {about}, and the profile gives {has}."),
                )
            }
            Some(Evidence::Scale { claim, accelerators, inferred, credit }) => {
                let claim = &self.candidate.scale[*claim];
                let (system, _) = circumstances::compared_system(claim, *accelerators, *inferred, asked.unit);
                let system = system.replacen("a system", "the system", 1);
                if *inferred && claim.value > 0 {
                    let each = accelerators / claim.value;
                    let question = format!("How many accelerators did each node have in {system}?");
                    (ASSUMED_NODES, question, format!("The profile does not say; {each} were assumed."))
                } else if claim.capacity.is_none() {
                    let question = format!("What was your part in {system}: did you design, build, run or use it?");
                    (UNKNOWN_PART, question, "The profile does not say.".to_owned())
                } else if credit.get() < 700_000 {
                    let question = format!("Have you worked on anything larger than {system}?");
                    (SMALLER, question, format!("The role is about {about}."))
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
        let stake = self.stake(ComponentName::Level);
        let (mut distance, mut years) = (None, None);
        for evidence in &component.evidence {
            match evidence {
                Evidence::Level { distance: found, .. } => distance = Some(*found),
                Evidence::Years { tenths, credit, .. } => years = Some((*tenths, *credit)),
                _ => {}
            }
        }
        let asked_years = self.role.min_years_tenths.filter(|years| *years > 0).map(|y| words::years(u32::from(y)));
        match (asked_years, years) {
            (Some(asked), None) => self.ask(
                stake,
                "level",
                "How many years have you done this kind of work?".to_owned(),
                format!("The role asks for {asked}, and the profile does not say."),
            ),
            (Some(asked), Some((tenths, credit))) if credit.get() < 900_000 => self.ask(
                stake,
                "level",
                "Is there more work in this field than the profile tells of?".to_owned(),
                format!("The role asks for {asked}; the profile shows {}.", words::years(tenths)),
            ),
            _ => {}
        }
        let Some(asked) = self.role.level.as_ref().map(|level| level.value) else { return };
        let name = asked.as_str();
        match (self.candidate.level.as_ref().map(|level| level.value), distance) {
            (Some(has), Some(1..)) if has.ladder_step() == asked.ladder_step() => self.ask(
                stake,
                "level",
                format!("Would the work of a {name} suit you?"),
                format!("The profile is at {} level.", has.as_str()),
            ),
            (Some(has), Some(1..)) if has.ladder_step() > asked.ladder_step() => self.ask(
                stake,
                "level",
                format!("Would a role at {name} level suit you?"),
                format!("The profile is at {} level.", has.as_str()),
            ),
            (Some(has), Some(1..)) => self.ask(
                stake,
                "level",
                "What is the largest piece of work that you led or owned?".to_owned(),
                format!("The role is at {name} level and the profile at {} level.", has.as_str()),
            ),
            (None, _) => self.ask(
                stake,
                "level",
                "At what level do you work, for example senior or staff?".to_owned(),
                format!("The role is at {name} level, and the profile does not say."),
            ),
            _ => {}
        }
    }

    /// The fit does not rest on it, so it comes last.
    pub(super) fn workload(&mut self) {
        let lacks = |workload| self.role.workloads.contains(&workload) && !self.candidate.workloads.contains(&workload);
        let (training, inference) = (lacks(Workload::Training), lacks(Workload::Inference));
        let what = match (training, inference) {
            (true, true) => "training or inference workloads",
            (true, false) => "training workloads",
            (false, true) => "inference workloads",
            (false, false) => return,
        };
        let why = "The role is about them, and the profile does not say.";
        self.ask(0, "workload", format!("Have you worked with {what}?"), why.to_owned());
    }
}
