//! Two to four people side by side for a role.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::State;

use super::answer::Page;
use super::candidates;
use super::frame::Frame;
use super::pair::{ComponentView, PairView};
use super::roles::{self, role_id};
use super::shortlist::RoleHead;
use super::shortlist_query::Asked;
use crate::model::Necessity;
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::{Error, MatchOptions};

/// More do not fit side by side.
const MAX_PEOPLE: usize = 4;

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "compare.html")]
struct Compare<'a> {
    f: &'a Frame,
    role: RoleHead,
    people: Vec<Person>,
    components: Vec<(String, Vec<Cell>)>,
    requirements: Vec<Requirement>,
    back: String,
    is_blind: bool,
    n_left_out: usize,
}

struct Person {
    id: String,
    name: String,
    headline: String,
    pair: PairView,
}

struct Cell {
    points: String,
    of: String,
    score: String,
    state: String,
}

struct Requirement {
    name: String,
    necessity: Necessity,
    /// Of each person: how it speaks, and in which words.
    cells: Vec<(&'static str, String)>,
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Id(id): Id, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let asked = Asked::of(&query);
    let mut ids: Vec<String> = Vec::new();
    for id in query.all("c") {
        if !ids.iter().any(|known| known == id) {
            ids.push(id.to_owned());
        }
    }
    app.run(move |engine, _| {
        let engine = &engine.in_language(frame.language);
        let role = roles::found(engine, &role_id(&id)?)?;
        let n_left_out = ids.len().saturating_sub(MAX_PEOPLE);
        let options = MatchOptions::default().with_blind(asked.blind);
        let people = ids.iter().take(MAX_PEOPLE).zip(1..).map(|(id, number): (&String, usize)| {
            let person = candidates::matched(engine, &candidates::candidate_id(id)?)?;
            let row = engine.explain(&role.id, &person.id, &options)?;
            Ok(Person {
                name: if asked.blind { frame.n("compare.person", &number) } else { candidates::name(&person) },
                headline: if asked.blind { String::new() } else { candidates::headline(&person) },
                pair: PairView::of(&row, &frame, asked.blind),
                id: id.clone(),
            })
        });
        let people = people.collect::<Result<Vec<Person>, Error>>()?;
        Page::of(&Compare {
            role: RoleHead::of(&role, &frame),
            components: components(&people),
            requirements: requirements(&people),
            people,
            back: frame.role(role.id.as_str(), &asked.tail()),
            is_blind: asked.blind,
            n_left_out,
            f: &frame,
        })
    })
    .await
}

fn components(people: &[Person]) -> Vec<(String, Vec<Cell>)> {
    let Some(first) = people.first() else { return Vec::new() };
    let cell = |component: &ComponentView| Cell {
        points: component.points.clone(),
        of: component.of.clone(),
        score: component.score.clone(),
        state: if component.is_scored { String::new() } else { component.state.clone() },
    };
    let row = |(at, component): (usize, &ComponentView)| {
        let cells = people.iter().filter_map(|person| person.pair.components.get(at)).map(cell).collect();
        (component.label.clone(), cells)
    };
    first.pair.components.iter().enumerate().map(row).collect()
}

/// All requirements, those that are required first, in the order in which the first person has them.
fn requirements(people: &[Person]) -> Vec<Requirement> {
    let mut order: Vec<(String, Necessity)> = Vec::new();
    let mut cells: BTreeMap<(usize, String), (&'static str, String)> = BTreeMap::new();
    for (at, person) in people.iter().enumerate() {
        let evidence = person.pair.components.iter().flat_map(|component| &component.evidence);
        for found in evidence.filter(|found| !found.requirement.is_empty()) {
            if !order.iter().any(|(name, _)| *name == found.requirement) {
                order.push((found.requirement.clone(), found.necessity));
            }
            cells.insert((at, found.requirement.clone()), (found.effect, found.words.clone()));
        }
    }
    order.sort_by_key(|(_, necessity)| *necessity);
    let row = |(name, necessity): (String, Necessity)| {
        let of_all = (0..people.len()).map(|at| cells.get(&(at, name.clone())).cloned().unwrap_or_default()).collect();
        Requirement { name, necessity, cells: of_all }
    };
    order.into_iter().map(row).collect()
}
