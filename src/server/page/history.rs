//! The history of a fit on the page of a person for a role: as a line, and as the table that it is drawn from.

use super::feedback::times;
use super::frame::Frame;
use crate::Match;
use crate::explain::ComponentName;
use crate::feedback::{Feedback, FeedbackFit, FeedbackStage};
use crate::server::feedback::now;

/// The line's picture in its own units: from where to where it goes, and the heights of all points and of none.
const LEFT: f64 = 32.0;
const RIGHT: f64 = 568.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 92.0;

/// What the page tells of the past of a fit.
pub(super) struct HistoryView {
    /// The latest first.
    pub rows: Vec<MomentView>,
    pub components: Vec<String>,
    /// Points of the line, the oldest first.
    pub dots: Vec<Dot>,
    /// The same as a list of pairs.
    pub line: String,
}

/// A moment in the table.
pub(super) struct MomentView {
    /// Empty for now.
    pub at: String,
    pub shown_at: String,
    pub cause: String,
    pub stage: String,
    pub fit: String,
    /// How much more or less than before; empty where it is the first or the same.
    pub by: String,
    pub is_gated: bool,
    pub points: Vec<String>,
}

pub(super) struct Dot {
    pub x: String,
    pub y: String,
    pub label: String,
}

/// A fit at a moment; that of now has no cause.
struct Moment {
    at: u64,
    fit: f64,
    is_gated: bool,
    points: Vec<f64>,
    stage: Option<FeedbackStage>,
    cause: Option<&'static str>,
}

impl Moment {
    fn of(noted: &FeedbackFit) -> Self {
        let points = |name: &ComponentName| noted.components.get(name).copied().unwrap_or_default();
        Self {
            at: noted.at,
            fit: noted.fit,
            is_gated: noted.gated,
            points: ComponentName::ALL.iter().map(points).collect(),
            stage: noted.stage,
            cause: Some(noted.cause.as_str()),
        }
    }

    fn now(row: &Match, kept: &Feedback) -> Self {
        Self {
            at: now(),
            fit: row.fit,
            is_gated: row.gated.is_some(),
            points: row.components.iter().map(|component| component.points).collect(),
            stage: kept.stage,
            cause: None,
        }
    }
}

impl HistoryView {
    /// None where nobody has decided anything yet. `today` is the fit by the weights and gates of the role.
    pub(super) fn of(kept: Option<&Feedback>, today: &Match, frame: &Frame) -> Option<Self> {
        let kept = kept.filter(|kept| !kept.fits.is_empty())?;
        let mut moments: Vec<Moment> = kept.fits.iter().map(Moment::of).collect();
        moments.push(Moment::now(today, kept));
        let dots: Vec<Dot> = places(&moments)
            .zip(&moments)
            .map(|((x, y), moment)| Dot {
                x: format!("{x:.1}"),
                y: format!("{y:.1}"),
                label: format!("{}: {}", times(moment.at).1, frame.decimal(&format!("{:.1}", moment.fit))),
            })
            .collect();
        let line = dots.iter().map(|dot| format!("{},{}", dot.x, dot.y)).collect::<Vec<_>>().join(" ");
        let before = std::iter::once(None).chain(moments.iter().map(Some));
        let mut rows: Vec<MomentView> = moments.iter().zip(before).map(|(m, before)| row(m, before, frame)).collect();
        rows.reverse();
        let components = ComponentName::ALL.iter().map(|name| frame.name("component", name.as_str())).collect();
        Some(Self { rows, components, dots, line })
    }
}

fn row(moment: &Moment, before: Option<&Moment>, frame: &Frame) -> MomentView {
    let (at, shown_at) = times(moment.at);
    let by = before.map(|before| format!("{:+.1}", moment.fit - before.fit)).filter(|by| by != "+0.0" && by != "-0.0");
    MomentView {
        at: if moment.cause.is_some() { at } else { String::new() },
        shown_at,
        cause: moment.cause.map_or_else(|| frame.t("history.now").to_owned(), |cause| frame.name("cause", cause)),
        stage: moment.stage.map(|stage| frame.name("stage", stage.as_str())).unwrap_or_default(),
        fit: frame.decimal(&format!("{:.1}", moment.fit)),
        by: frame.decimal(&by.unwrap_or_default()),
        is_gated: moment.is_gated,
        points: moment.points.iter().map(|points| frame.decimal(&format!("{points:.1}"))).collect(),
    }
}

/// Where moments stand in the picture: across by time, up by fit.
fn places(moments: &[Moment]) -> impl Iterator<Item = (f64, f64)> + '_ {
    let first = moments.first().map_or(0, |moment| moment.at);
    let last = moments.last().map_or(0, |moment| moment.at).max(first + 1);
    moments.iter().map(move |moment| {
        #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
        let share = moment.at.saturating_sub(first) as f64 / (last - first) as f64;
        let height = (moment.fit / 100.0).clamp(0.0, 1.0);
        (LEFT + (RIGHT - LEFT) * share.min(1.0), BOTTOM - (BOTTOM - TOP) * height)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_stand_by_time_and_fit() {
        let moment = |at, fit| Moment { at, fit, is_gated: false, points: Vec::new(), stage: None, cause: None };
        let found: Vec<(f64, f64)> = places(&[moment(100, 0.0), moment(150, 50.0), moment(200, 100.0)]).collect();
        assert_eq!(found, [(LEFT, BOTTOM), (300.0, 52.0), (RIGHT, TOP)]);
        let at_once: Vec<(f64, f64)> = places(&[moment(7, 100.0), moment(7, 100.0)]).collect();
        assert_eq!(at_once, [(LEFT, TOP), (LEFT, TOP)]);
    }
}
