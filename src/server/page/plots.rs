//! The best of a role as points: fit against expected pay, and scale against expected pay; with the table that both are drawn from.

use super::candidates;
use super::frame::Frame;
use super::show;
use crate::model::{Amount, Currency, Language, Pay, ScaleUnit};
use crate::{Engine, Error, Match, Role};

/// A plot in its own units: its sides, and the space for the words of its axes.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;
/// Marks of the axis of pay, less one.
const N_TICKS: i64 = 4;

/// Both plots, and what they are drawn from.
pub(super) struct Plots {
    pub currency: String,
    pub points: Vec<Point>,
    /// Left edge and width of the role's band, where it has one in this currency.
    pub band: Option<(String, String)>,
    pub ticks: Vec<(String, String)>,
    pub n_unstated: usize,
    /// Powers of ten with their heights; empty where nobody states both scale and pay.
    pub scales: Vec<(String, String)>,
    /// The height of the scale that the role asks for.
    pub asked_scale: Option<String>,
    pub n_without_scale: usize,
}

/// One of the best.
pub(super) struct Point {
    pub x: String,
    pub y: String,
    /// Its height by scale; empty where no scale is stated.
    pub scale_y: String,
    pub verdict: &'static str,
    pub name: String,
    pub address: String,
    pub fit: String,
    pub pay: String,
    pub scale: String,
    figure: i64,
    accelerators: Option<u64>,
}

impl Plots {
    /// Those of the best who state an expectation in the role's currency, or in that of most of them.
    pub(super) fn of(engine: &Engine, role: &Role, best: &[Match], frame: &Frame) -> Result<Option<Self>, Error> {
        let mut stated: Vec<(Currency, Point)> = Vec::new();
        for row in best {
            stated.extend(Point::of(engine, role, row, frame)?);
        }
        let of_role = role.pay_band.as_ref().map(|band| band.currency);
        let commonest = || {
            let count = |currency: &Currency| stated.iter().filter(|(known, _)| known == currency).count();
            stated.iter().map(|(currency, _)| *currency).max_by_key(|currency| (count(currency), *currency))
        };
        let Some(currency) = of_role.or_else(commonest) else { return Ok(None) };
        let mut points: Vec<Point> =
            stated.into_iter().filter(|(known, _)| *known == currency).map(|(_, point)| point).collect();
        let band = role.pay_band.as_ref().filter(|band| band.currency == currency);
        let ends = band.into_iter().flat_map(|band| [(band, band.min), (band, band.max)]);
        let ends: Vec<i64> = ends.filter_map(|(band, end)| Some(yearly(end?, band))).collect();
        let figures = || points.iter().map(|point| point.figure).chain(ends.iter().copied());
        let (Some(least), Some(most)) = (figures().min(), figures().max()) else { return Ok(None) };
        let place = |figure: i64| across(least, most, figure);
        let band = match ends.as_slice() {
            [low, high] => Some((format!("{:.1}", place(*low)), format!("{:.1}", place(*high) - place(*low)))),
            _ => None,
        };
        let tick = |part: i64| {
            let figure = least + (most - least) * part / N_TICKS;
            (format!("{:.1}", place(figure)), show::thousands(&figure, frame.language))
        };
        for point in &mut points {
            point.x = format!("{:.1}", place(point.figure));
        }
        let asked = role.scale.as_ref().filter(|asked| asked.unit == ScaleUnit::Accelerators);
        let asked = asked.map(|asked| asked.min.units());
        let (scales, asked_scale) = by_scale(&mut points, asked, frame.language);
        Ok(Some(Self {
            currency: currency.as_str().to_owned(),
            n_unstated: best.len() - points.len(),
            n_without_scale: points.iter().filter(|point| point.accelerators.is_none()).count(),
            ticks: (0..=N_TICKS).map(tick).collect(),
            band,
            scales,
            asked_scale,
            points,
        }))
    }
}

impl Point {
    /// None where no pay is stated.
    fn of(engine: &Engine, role: &Role, row: &Match, frame: &Frame) -> Result<Option<(Currency, Self)>, Error> {
        let Some(id) = &row.candidate_id else { return Ok(None) };
        let Some(person) = engine.merged_candidate(id)? else { return Ok(None) };
        let Some(pay) = &person.expected_pay else { return Ok(None) };
        let Some(figure) = pay.min.or(pay.max).map(|amount| yearly(amount, pay)) else { return Ok(None) };
        let accelerators = engine.largest_scale(id)?;
        let point = Self {
            x: String::new(),
            y: format!("{:.1}", height(row.fit / 100.0)),
            scale_y: String::new(),
            verdict: row.verdict.as_str(),
            name: candidates::name(&person),
            address: frame.pair(role.id.as_str(), id.as_str()),
            fit: format!("{:.0}", row.fit),
            pay: show::pay(pay, frame.language),
            scale: accelerators.map(|scale| show::thousands(&scale, frame.language)).unwrap_or_default(),
            figure,
            accelerators,
        };
        Ok(Some((pay.currency, point)))
    }
}

/// An amount of pay for a whole year, in whole units.
fn yearly(amount: Amount, pay: &Pay) -> i64 {
    amount.units().saturating_mul(pay.period.per_year())
}

#[expect(clippy::cast_precision_loss, reason = "a place in a plot")]
fn across(least: i64, most: i64, figure: i64) -> f64 {
    let span = (most - least).max(1) as f64;
    MARGIN + (figure - least) as f64 / span * (WIDTH - 2.0 * MARGIN)
}

/// How high a share of the axis stands.
fn height(share: f64) -> f64 {
    HEIGHT - MARGIN - share * (HEIGHT - 2.0 * MARGIN)
}

/// Places points by the logarithm of their scale; gives the powers of ten of the axis, and where the asked scale stands.
fn by_scale(points: &mut [Point], asked: Option<u64>, language: Language) -> (Vec<(String, String)>, Option<String>) {
    let stated = points.iter().filter_map(|point| point.accelerators);
    let Some(largest) = stated.max() else { return (Vec::new(), None) };
    let smallest = points.iter().filter_map(|point| point.accelerators).chain(asked).min().unwrap_or(1);
    let low = smallest.max(1).ilog10();
    let high = (largest.max(asked.unwrap_or(1)).max(1).ilog10() + 1).max(low + 1);
    #[expect(clippy::cast_precision_loss, reason = "a place in a plot")]
    let place = |scale: u64| {
        let share = ((scale.max(1) as f64).log10() - f64::from(low)) / f64::from(high - low);
        format!("{:.1}", height(share))
    };
    for point in points.iter_mut() {
        point.scale_y = point.accelerators.map(place).unwrap_or_default();
    }
    let power = |power: u32| {
        let scale = 10_u64.saturating_pow(power);
        (place(scale), show::thousands(&scale, language))
    };
    ((low..=high).map(power).collect(), asked.map(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_the_axes_are_where_they_are_drawn() {
        assert_eq!((across(10, 20, 10), across(10, 20, 20), across(5, 5, 5)), (MARGIN, WIDTH - MARGIN, MARGIN));
        assert_eq!((height(0.0), height(1.0)), (HEIGHT - MARGIN, MARGIN));
    }
}
