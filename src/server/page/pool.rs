//! The pool of a role: how many bring each thing that it asks, how far the best cover it, how the pool is spread, and the best by fit,
//! expected pay and scale; as plots, each with the table that it is drawn from.

use askama::Template;
use axum::extract::State;

use super::answer::Page;
use super::frame::Frame;
use super::plots::Plots;
use super::roles::{self, role_id};
use super::scores::{Judging, Patience};
use super::shortlist::RoleHead;
use crate::explain::{ComponentName, EvidenceEffect};
use crate::model::{Necessity, Requirement};
use crate::search::{Facet, SearchOptions};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::{Engine, Error, Match, MatchOptions, Role};

/// The best whose coverage is told and who stand in the plots: of them a recruiter would call some.
const N_BEST: usize = 100;
/// Requirements whose supply is counted.
const MAX_REQUIREMENTS: usize = 40;

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "pool.html")]
struct PoolPage<'a> {
    f: &'a Frame,
    role: RoleHead,
    total: usize,
    supply: Vec<Supply>,
    coverage: Vec<Coverage>,
    n_best: usize,
    spreads: Vec<Spread>,
    plots: Option<Plots>,
}

/// How many bring one thing that is asked.
struct Supply {
    name: String,
    necessity: Necessity,
    count: usize,
    /// Of all, in percent.
    share: String,
}

struct Spread {
    facet: &'static str,
    values: Vec<(String, usize, String)>,
    unstated: usize,
}

/// How far the best cover one thing that is asked.
struct Coverage {
    name: String,
    necessity: Necessity,
    met: usize,
    in_part: usize,
    /// Of all, in percent: where the part that is met in part begins, and how long each is.
    met_share: String,
    in_part_share: String,
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "pool_judging.html")]
struct JudgingPage<'a> {
    f: &'a Frame,
    role: RoleHead,
    j: Judging,
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Id(id): Id, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let role_id = role_id(&id)?;
    let patience = Patience::of(&app, &role_id, &query);
    app.run(move |engine, cancel| {
        let engine = &engine.in_language(frame.language);
        let role = roles::found(engine, &role_id)?;
        let total = engine.candidate_count();
        let ask = |engine: &Engine| -> Result<Page, Problem> {
            let options = MatchOptions::default().with_limit(N_BEST).with_possible_duplicates(false);
            let best = engine.matches(&role.id, &options)?;
            Page::of(&PoolPage {
                coverage: coverage(&best.results),
                n_best: best.results.len(),
                plots: Plots::of(engine, &role, &best.results, &frame)?,
                role: RoleHead::of(&role, &frame),
                total,
                supply: supply(engine, &role, total)?,
                spreads: spreads(engine, &frame)?,
                f: &frame,
            })
        };
        match patience.answer(engine, cancel, (&role_id, frame.role(&id, "/pool")), ask)? {
            Ok(page) => Ok(page),
            Err(j) => Page::of(&JudgingPage { f: &frame, role: RoleHead::of(&role, &frame), j }),
        }
    })
    .await
}

/// What a role asks, by names: as it states them, or as they are read from its text.
fn asked(engine: &Engine, role: &Role) -> Result<Vec<(String, Necessity)>, Error> {
    if super::role_fields::is_inferred(role) {
        let read = engine.extract(role.description.as_deref().unwrap_or_default())?;
        let names = read
            .requirements
            .iter()
            .flat_map(|asked| asked.label.split(" | ").map(|name| (name.to_owned(), asked.necessity)));
        return Ok(names.take(MAX_REQUIREMENTS).collect());
    }
    let names = |asked: &Requirement| match asked {
        Requirement::Name(name) => vec![name.clone()],
        Requirement::Detailed(asked) => asked.name.iter().chain(&asked.any_of).cloned().collect(),
    };
    let must = role.must_have.iter().flat_map(names).map(|name| (name, Necessity::MustHave));
    let nice = role.nice_to_have.iter().flat_map(names).map(|name| (name, Necessity::NiceToHave));
    Ok(must.chain(nice).take(MAX_REQUIREMENTS).collect())
}

fn supply(engine: &Engine, role: &Role, total: usize) -> Result<Vec<Supply>, Error> {
    let (names, needs): (Vec<String>, Vec<Necessity>) = asked(engine, role)?.into_iter().unzip();
    let counts = engine.supply(&names)?;
    let supply = |((name, necessity), count)| Supply { share: percent(count, total), count, name, necessity };
    Ok(names.into_iter().zip(needs).zip(counts).map(supply).collect())
}

/// By requirement, those that are required first, in the order in which the first person has them.
fn coverage(best: &[Match]) -> Vec<Coverage> {
    let mut found: Vec<Coverage> = Vec::new();
    let skills =
        |row: &&Match| row.components.iter().find(|component| component.name == ComponentName::Skills).cloned();
    for evidence in best.iter().filter_map(|row| skills(&row)).flat_map(|skills| skills.evidence) {
        let Some(name) = evidence.requirement else { continue };
        let necessity = evidence.necessity.unwrap_or(Necessity::MustHave);
        let at = found.iter().position(|known| known.name == name).unwrap_or_else(|| {
            let (met_share, in_part_share) = (String::new(), String::new());
            found.push(Coverage { name, necessity, met: 0, in_part: 0, met_share, in_part_share });
            found.len() - 1
        });
        match evidence.effect {
            EvidenceEffect::Positive => found[at].met += 1,
            EvidenceEffect::Mixed => found[at].in_part += 1,
            EvidenceEffect::Negative => {}
        }
    }
    for covered in &mut found {
        covered.met_share = percent(covered.met, best.len());
        covered.in_part_share = percent(covered.in_part, best.len());
    }
    found.sort_by_key(|covered| covered.necessity);
    found
}

fn spreads(engine: &Engine, frame: &Frame) -> Result<Vec<Spread>, Error> {
    let facets = [Facet::ScaleTier, Facet::Level, Facet::Family, Facet::WorkMode];
    let found = engine.search_candidates(&SearchOptions::default().with_facets(facets).with_limit(1))?;
    let spread = |counts: &crate::search::FacetCounts| {
        let most = counts.values.iter().map(|value| value.count).max().unwrap_or(0);
        let values = counts.values.iter().map(|value| {
            let label = super::candidates::facet_label(counts.facet, value, frame);
            (label, value.count, percent(value.count, most))
        });
        Spread { facet: counts.facet.as_str(), values: values.collect(), unstated: counts.unstated }
    };
    Ok(found.facets.iter().map(spread).collect())
}

fn percent(part: usize, of: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a length in a plot")]
    let share = if of == 0 { 0.0 } else { 100.0 * part as f64 / of as f64 };
    format!("{share:.1}")
}
