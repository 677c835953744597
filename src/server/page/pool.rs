//! The pool of a role: how many bring each thing that it asks, how the pool is spread, and fit against expected pay; as plots, each with
//! the table that it is drawn from.

use askama::Template;
use axum::extract::State;

use super::answer::Page;
use super::candidates;
use super::frame::Frame;
use super::roles::{self, role_id};
use super::shortlist::RoleHead;
use super::show;
use crate::matching::Filters;
use crate::model::{Amount, Currency, Necessity, Pay, Requirement};
use crate::search::{Facet, SearchOptions};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::Id;
use crate::{Engine, Error, MatchOptions, Role};

/// People in the plot of fit against pay: the best ones, of whom a recruiter would call some.
const N_PLOTTED: usize = 100;
/// Requirements whose supply is counted.
const MAX_REQUIREMENTS: usize = 40;
/// The plot in its own units: its sides, and the space for the words of its axes.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "pool.html")]
struct PoolPage<'a> {
    f: &'a Frame,
    role: RoleHead,
    total: usize,
    supply: Vec<Supply>,
    spreads: Vec<Spread>,
    plot: Option<Plot>,
}

/// How many bring one thing that is asked.
struct Supply {
    name: String,
    is_must: bool,
    count: usize,
    /// Of all, in percent.
    share: String,
}

struct Spread {
    facet: &'static str,
    values: Vec<(String, usize, String)>,
    unstated: usize,
}

/// Fit against expected pay.
struct Plot {
    currency: String,
    points: Vec<Point>,
    /// Left edge and width of the role's band, where it has one in this currency.
    band: Option<(String, String)>,
    ticks: Vec<(String, String)>,
    n_unstated: usize,
}

struct Point {
    x: String,
    y: String,
    verdict: &'static str,
    name: String,
    address: String,
    fit: String,
    pay: String,
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Id(id): Id) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    app.run(move |engine, _| {
        let role = roles::found(engine, &role_id(&id)?)?;
        let total = engine.candidate_count();
        Page::of(&PoolPage {
            role: RoleHead::of(&role),
            total,
            supply: supply(engine, &role, total)?,
            spreads: spreads(engine)?,
            plot: plot(engine, &role, &frame)?,
            f: &frame,
        })
    })
    .await
}

/// What a role asks, by names: as it states them, or as they are read from its text.
fn asked(engine: &Engine, role: &Role) -> Result<Vec<(String, bool)>, Error> {
    if super::role_fields::is_inferred(role) {
        let read = engine.extract(role.description.as_deref().unwrap_or_default())?;
        let names = read.requirements.iter().flat_map(|asked| {
            let is_must = asked.necessity == Necessity::MustHave;
            asked.label.split(" | ").map(move |name| (name.to_owned(), is_must))
        });
        return Ok(names.take(MAX_REQUIREMENTS).collect());
    }
    let names = |asked: &Requirement| match asked {
        Requirement::Name(name) => vec![name.clone()],
        Requirement::Detailed(asked) => asked.name.iter().chain(&asked.any_of).cloned().collect(),
    };
    let must = role.must_have.iter().flat_map(names).map(|name| (name, true));
    let nice = role.nice_to_have.iter().flat_map(names).map(|name| (name, false));
    Ok(must.chain(nice).take(MAX_REQUIREMENTS).collect())
}

fn supply(engine: &Engine, role: &Role, total: usize) -> Result<Vec<Supply>, Error> {
    let count = |(name, is_must): (String, bool)| {
        let filters = Filters::default().with_skills([name.as_str()]);
        let found = engine.search_candidates(&SearchOptions::default().with_filters(filters).with_limit(1))?;
        Ok(Supply { share: percent(found.total, total), count: found.total, name, is_must })
    };
    asked(engine, role)?.into_iter().map(count).collect()
}

fn spreads(engine: &Engine) -> Result<Vec<Spread>, Error> {
    let facets = [Facet::ScaleTier, Facet::Level, Facet::Family, Facet::WorkMode];
    let found = engine.search_candidates(&SearchOptions::default().with_facets(facets).with_limit(1))?;
    let spread = |counts: &crate::search::FacetCounts| {
        let most = counts.values.iter().map(|value| value.count).max().unwrap_or(0);
        let values = counts.values.iter().map(|value| (value.label.clone(), value.count, percent(value.count, most)));
        Spread { facet: counts.facet.as_str(), values: values.collect(), unstated: counts.unstated }
    };
    Ok(found.facets.iter().map(spread).collect())
}

fn percent(part: usize, of: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a length in a plot")]
    let share = if of == 0 { 0.0 } else { 100.0 * part as f64 / of as f64 };
    format!("{share:.1}")
}

/// The yearly pay that somebody expects at the least, in whole units.
fn yearly(pay: &Pay) -> Option<i64> {
    pay.min.or(pay.max).map(|amount: Amount| amount.units().saturating_mul(pay.period.per_year()))
}

/// Those of the best who state an expectation in the role's currency, or in that of most of them.
fn plot(engine: &Engine, role: &Role, frame: &Frame) -> Result<Option<Plot>, Error> {
    let answer = engine.matches(&role.id, &MatchOptions::default().with_limit(N_PLOTTED).with_evidence(false))?;
    let mut stated: Vec<(i64, Currency, Point)> = Vec::new();
    for row in &answer.results {
        let Some(id) = &row.candidate_id else { continue };
        let Some(person) = engine.candidate(id)? else { continue };
        let Some(pay) = &person.expected_pay else { continue };
        let Some(figure) = yearly(pay) else { continue };
        let point = Point {
            x: String::new(),
            y: format!("{:.1}", HEIGHT - MARGIN - row.fit / 100.0 * (HEIGHT - 2.0 * MARGIN)),
            verdict: row.verdict.as_str(),
            name: candidates::name(&person),
            address: frame.pair(role.id.as_str(), id.as_str()),
            fit: format!("{:.0}", row.fit),
            pay: show::pay(pay),
        };
        stated.push((figure, pay.currency, point));
    }
    let of_role = role.pay_band.as_ref().map(|band| band.currency);
    let commonest = || {
        let count = |currency: &Currency| stated.iter().filter(|(_, known, _)| known == currency).count();
        stated.iter().map(|(_, currency, _)| *currency).max_by_key(|currency| (count(currency), *currency))
    };
    let Some(currency) = of_role.or_else(commonest) else { return Ok(None) };
    let n_all = answer.results.len();
    stated.retain(|(_, known, _)| *known == currency);
    let band = role.pay_band.as_ref().filter(|band| band.currency == currency);
    let ends = band.into_iter().flat_map(|band| [band.min, band.max]).flatten();
    let ends: Vec<i64> =
        ends.map(|end| end.units().saturating_mul(band.map_or(1, |band| band.period.per_year()))).collect();
    let figures = || stated.iter().map(|(figure, ..)| *figure).chain(ends.iter().copied());
    let (Some(least), Some(most)) = (figures().min(), figures().max()) else { return Ok(None) };
    #[expect(clippy::cast_precision_loss, reason = "a place in a plot")]
    let place = |figure: i64| {
        let span = (most - least).max(1) as f64;
        MARGIN + (figure - least) as f64 / span * (WIDTH - 2.0 * MARGIN)
    };
    let band = match ends.as_slice() {
        [low, high] => Some((format!("{:.1}", place(*low)), format!("{:.1}", place(*high) - place(*low)))),
        _ => None,
    };
    let tick = |part: i64| {
        let figure = least + (most - least) * part / 4;
        (format!("{:.1}", place(figure)), show::thousands(&figure))
    };
    let points: Vec<Point> =
        stated.into_iter().map(|(figure, _, point)| Point { x: format!("{:.1}", place(figure)), ..point }).collect();
    let n_unstated = n_all - points.len();
    let ticks = (0..=4).map(tick).collect();
    Ok(Some(Plot { currency: currency.as_str().to_owned(), points, band, ticks, n_unstated }))
}
