//! What a shortlist is asked for: filters, weights, blindness and the page, all of them in the address.

use super::form::plain_amount;
use super::frame::Frame;
use super::show;
use crate::explain::{ComponentName, WeightsRow};
use crate::feedback::FeedbackStage;
use crate::matching::{Filters, MatchCursor, MatchPage};
use crate::model::{Pay, Weights, WorkMode};
use crate::server::target::Query;
use crate::{Engine, Error, MatchOptions, RoleId};

/// People on one page of a shortlist.
pub(super) const A_PAGE: usize = 25;

/// The ways to work by which a shortlist is filtered, as documents name them.
pub(super) const MODES: [&str; 3] = ["onsite", "hybrid", "remote"];
/// Those whom nobody has given a stage.
const NO_STAGE: &str = "none";
/// All but those whom it ended with.
const ACTIVE: &str = "active";
/// The stages that end it.
const ENDED: [FeedbackStage; 2] = [FeedbackStage::Rejected, FeedbackStage::Withdrawn];

/// What a shortlist can be filtered by of stages.
pub(super) fn stage_filters() -> Vec<&'static str> {
    [ACTIVE, NO_STAGE].into_iter().chain(FeedbackStage::ALL.map(FeedbackStage::as_str)).collect()
}

/// What the address asks for, as it was written.
#[derive(Clone, Default)]
pub(super) struct Asked {
    pub q: String,
    pub skill: String,
    pub place: String,
    pub is_place_strict: bool,
    pub min_scale: String,
    pub max_pay: String,
    pub mode: String,
    /// A stage, `none`, or `active`: all but those whom it ended with.
    pub stage: String,
    pub blind: bool,
    /// The must-haves that are gates, where somebody switched them.
    pub gates: Option<Vec<String>>,
    /// Of each component in the order of the engine, in percent; empty where nobody moved them.
    pub weights: Vec<u32>,
    pub cursor: String,
}

/// A slider.
pub(super) struct Slider {
    pub name: &'static str,
    pub value: u32,
    pub usual: u32,
}

impl Asked {
    pub(super) fn of(query: &Query) -> Self {
        let get = |name: &str| query.get(name).unwrap_or_default().trim().to_owned();
        let weight = |name: ComponentName| {
            query.get(&format!("w_{}", name.as_str())).and_then(|value| value.parse::<u32>().ok()).filter(|n| *n <= 100)
        };
        Self {
            q: get("q"),
            skill: get("skill"),
            place: get("place"),
            is_place_strict: query.get("strict").is_some(),
            min_scale: get("min_scale"),
            max_pay: get("max_pay"),
            mode: get("mode"),
            stage: get("stage"),
            blind: query.get("blind").is_some(),
            gates: query.get("gates").map(|_| query.all("gate").map(str::to_owned).collect()),
            weights: ComponentName::ALL.into_iter().map(weight).collect::<Option<_>>().unwrap_or_default(),
            cursor: get("cursor"),
        }
    }

    /// The options of the engine for so many and such rows, and what cannot be understood of what is asked.
    pub(super) fn options(&self, frame: &Frame, of_rows: MatchOptions) -> (MatchOptions, Vec<String>) {
        let (mut filters, mut wrong) = (Filters::default(), Vec::new());
        if !self.q.is_empty() {
            filters = filters.with_q(self.q.as_str());
        }
        filters = filters.with_skills(self.skill.split(',').map(str::trim).filter(|skill| !skill.is_empty()));
        if !self.place.is_empty() {
            filters = if self.is_place_strict {
                filters.with_location(self.place.as_str())
            } else {
                filters.with_location_or_unstated(self.place.as_str())
            };
        }
        if !self.min_scale.is_empty() {
            match self.min_scale.replace([',', '.', ' '], "").parse::<u64>() {
                Ok(scale) => filters = filters.with_min_scale(scale),
                Err(_) => wrong.push(frame.t("filter.not_a_number").replace("{value}", &self.min_scale)),
            }
        }
        if !self.max_pay.is_empty() {
            // `300.000 EUR`: the figure stands first.
            let (figure, rest) = self.max_pay.split_once(' ').unwrap_or((&self.max_pay, ""));
            match Pay::parse_yearly_max(&format!("{} {rest}", plain_amount(figure))) {
                Ok(pay) => filters = filters.with_max_pay(pay),
                Err(error) => wrong.push(error.to_string()),
            }
        }
        if let Ok(mode) = serde_json::from_value::<WorkMode>(self.mode.as_str().into()) {
            filters = filters.with_work_mode_or_unstated(mode);
        }
        match self.stage.as_str() {
            NO_STAGE => filters = filters.with_without_stage(true),
            ACTIVE => {
                let is_active = |stage: &FeedbackStage| !ENDED.contains(stage);
                let stages = FeedbackStage::ALL.into_iter().filter(is_active);
                filters = filters.with_stages(stages).with_without_stage(true);
            }
            name => filters = filters.with_stages(FeedbackStage::of_name(name)),
        }
        let cursor = self.cursor.parse::<MatchCursor>().ok();
        let options = of_rows
            .with_blind(self.blind)
            .with_filters(filters)
            .with_gates(self.gates.clone())
            .with_page(MatchPage::default().with_after(cursor));
        (options, wrong)
    }

    /// The weights that were moved away from the usual ones.
    pub(super) fn moved(&self, usual: &[u32]) -> Option<Weights> {
        if self.weights.is_empty() || self.weights == usual || self.weights.iter().all(|weight| *weight == 0) {
            return None;
        }
        let weight = |at: usize| self.weights.get(at).map(|percent| f64::from(*percent));
        Some(
            Weights::default()
                .with_skills(weight(0))
                .with_family(weight(1))
                .with_scale(weight(2))
                .with_pay(weight(3))
                .with_level(weight(4))
                .with_location(weight(5)),
        )
    }

    pub(super) fn sliders(&self, usual: &[u32]) -> Vec<Slider> {
        let slider = |(at, name): (usize, ComponentName)| {
            let usual = usual.get(at).copied().unwrap_or_default();
            Slider { name: name.as_str(), value: self.weights.get(at).copied().unwrap_or(usual), usual }
        };
        ComponentName::ALL.into_iter().enumerate().map(slider).collect()
    }

    /// The query of the address, without the page.
    pub(super) fn query(&self) -> String {
        let texts = [
            ("q", &self.q),
            ("skill", &self.skill),
            ("place", &self.place),
            ("min_scale", &self.min_scale),
            ("max_pay", &self.max_pay),
            ("mode", &self.mode),
            ("stage", &self.stage),
        ];
        let texts = texts.into_iter().filter(|(_, value)| !value.is_empty());
        let mut pairs: Vec<String> = texts.map(|(name, value)| format!("{name}={}", show::encoded(value))).collect();
        for (name, is_set) in [("strict", self.is_place_strict), ("blind", self.blind)] {
            if is_set {
                pairs.push(format!("{name}=1"));
            }
        }
        if let Some(gates) = &self.gates {
            pairs.push("gates=1".to_owned());
            pairs.extend(gates.iter().map(|gate| format!("gate={}", show::encoded(gate))));
        }
        let names = ComponentName::ALL.into_iter().map(ComponentName::as_str);
        pairs.extend(names.zip(&self.weights).map(|(name, weight)| format!("w_{name}={weight}")));
        pairs.join("&")
    }

    /// The query with `?` before it, where there is any.
    pub(super) fn tail(&self) -> String {
        let query = self.query();
        if query.is_empty() { query } else { format!("?{query}") }
    }
}

/// The weights of a role as they are without anybody's moving them, in whole percent.
pub(super) fn usual_weights(engine: &Engine, role: &RoleId) -> Result<Vec<u32>, Error> {
    engine.applied_weights(role, &MatchOptions::default()).map(|row| percents(&row))
}

fn percents(row: &WeightsRow) -> Vec<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 1, so 0 to 100")]
    let percent = |share: f64| (share.clamp(0.0, 1.0) * 100.0).round() as u32;
    [row.skills, row.family, row.scale, row.pay, row.level, row.location].map(percent).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    #[test]
    fn pay_is_asked_for_as_either_language_writes_it() {
        let frame = Frame::of_nobody(Language::German, String::new());
        let asked = |max_pay: &str| {
            let query = Query::of(&format!("/?max_pay={}", show::encoded(max_pay)).parse().unwrap()).unwrap();
            Asked::of(&query).options(&frame, MatchOptions::default())
        };
        let (plain, wrong) = asked("300000 EUR base");
        assert!(wrong.is_empty() && plain.filters.max_pay.is_some());
        for text in ["300.000 EUR base", "300,000 eur base"] {
            assert_eq!(asked(text).0.filters.max_pay, plain.filters.max_pay, "{text}");
        }
        assert_eq!(asked("much").1.len(), 1);
    }
}
