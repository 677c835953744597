//! People of several documents: pairs that may be one person with the reasons, merged, told apart, and undone.

use askama::Template;
use axum::extract::State;
use axum::response::Redirect;

use super::answer::Page;
use super::candidates;
use super::document::{self, Marks, Section};
use super::form::Form;
use super::frame::Frame;
use super::show;
use crate::duplicates::{Duplicate, DuplicateOptions, DuplicateState};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Name, Query};
use crate::{CandidateId, Engine, Error};

/// Pairs on one page.
const A_PAGE: usize = 20;

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "duplicates.html")]
struct List<'a> {
    f: &'a Frame,
    state: &'static str,
    states: [&'static str; DuplicateState::ALL.len()],
    pairs: Vec<PairView>,
    total: usize,
    next: Option<String>,
    error: String,
    done: Option<Done>,
}

/// What was decided just now, to be undone.
struct Done {
    state: &'static str,
    pair: String,
}

/// Two who may be one.
struct PairView {
    id: String,
    state: &'static str,
    /// In percent; empty where it is not known.
    strength: String,
    people: [PersonView; 2],
    supporting: Vec<String>,
    contradicting: Vec<String>,
    /// Where what the merged person says comes from: the field, and the names of those it is taken from.
    fields: Vec<(String, String)>,
}

struct PersonView {
    id: String,
    name: String,
    headline: String,
    place: String,
    /// Whether the document is gone.
    is_gone: bool,
}

impl PairView {
    fn of(engine: &Engine, found: &Duplicate) -> Result<Self, Error> {
        let [one, other] = &found.candidate_ids;
        let people = [PersonView::of(engine, one)?, PersonView::of(engine, other)?];
        let reasons = |supports: bool| {
            let those = found.reasons.iter().filter(move |reason| reason.supports == supports);
            those.map(|reason| reason.text.clone()).collect()
        };
        let name = |id: &CandidateId| {
            let known = people.iter().find(|person| person.id == id.as_str());
            known.map_or_else(|| id.to_string(), |person| person.name.clone())
        };
        let fields = found.fields.iter().map(|field| {
            let names: Vec<String> = field.from.iter().map(name).collect();
            (field.field.clone(), names.join(" + "))
        });
        Ok(Self {
            id: found.id.clone(),
            state: found.state.as_str(),
            strength: found.strength.map(|strength| format!("{:.0}", strength * 100.0)).unwrap_or_default(),
            supporting: reasons(true),
            contradicting: reasons(false),
            fields: fields.collect(),
            people,
        })
    }
}

impl PairView {
    fn is(&self, state: &str) -> bool {
        self.state == state
    }
}

impl Done {
    fn is(&self, state: &str) -> bool {
        self.state == state
    }
}

impl PersonView {
    fn of(engine: &Engine, id: &CandidateId) -> Result<Self, Error> {
        let found = engine.candidate(id)?;
        Ok(Self {
            name: found.as_ref().map_or_else(|| id.to_string(), candidates::name),
            headline: found.as_ref().map(candidates::headline).unwrap_or_default(),
            place: found.as_ref().and_then(|found| found.location.as_ref().map(show::place)).unwrap_or_default(),
            is_gone: found.is_none(),
            id: id.to_string(),
        })
    }
}

pub(super) async fn list(State(app): State<App>, frame: Frame, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("candidates");
    let named = |name: &str| DuplicateState::ALL.into_iter().find(|state| state.as_str() == name);
    let state = query.get("state").and_then(named).unwrap_or_default();
    let cursor = query.get("cursor").map(str::to_owned);
    let done = query.get("done").and_then(named).zip(query.get("pair"));
    let done = done.map(|(state, pair)| Done { state: state.as_str(), pair: pair.to_owned() });
    // After a write it holds everybody against whom they may be, so only so many are let in at once.
    let heavy = app.admit_heavy()?;
    app.run(move |engine, _| {
        let _heavy = heavy;
        let engine = &engine.in_language(frame.language);
        let first = DuplicateOptions::default().with_state(state).with_limit(A_PAGE);
        let asked = cursor.clone().map_or_else(|| first.clone(), |last| first.clone().with_after(last));
        let mut error = String::new();
        let found = match engine.duplicates(&asked) {
            // A pair was decided meanwhile, on which the page before ended: the list begins anew.
            Err(wrong @ Error::Configuration(_)) => {
                error = wrong.to_string();
                engine.duplicates(&first)?
            }
            found => found?,
        };
        let pairs = found.duplicates.iter().map(|found| PairView::of(engine, found)).collect::<Result<_, Error>>()?;
        let address = format!("{}?state={}", frame.url("/duplicates"), state.as_str());
        Page::of(&List {
            state: state.as_str(),
            states: DuplicateState::ALL.map(DuplicateState::as_str),
            pairs,
            total: found.total,
            next: found.next_cursor.map(|cursor| format!("{address}&cursor={}", show::encoded(&cursor))),
            error,
            done,
            f: &frame,
        })
    })
    .await
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "duplicate.html")]
struct OnePair<'a> {
    f: &'a Frame,
    p: PairView,
    documents: Vec<(String, Vec<Section>)>,
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Name(id): Name) -> Result<Page, Problem> {
    let frame = frame.in_section("candidates");
    let heavy = app.admit_heavy()?;
    app.run(move |engine, _| {
        let _heavy = heavy;
        let engine = &engine.in_language(frame.language);
        let found = known(engine, &id)?;
        let document = |id: &CandidateId| {
            let Some(candidate) = engine.candidate(id)? else { return Ok(None) };
            let sections = document::of_candidate(&candidate, &mut Marks::new(Vec::new()), frame.language);
            Ok(Some((candidates::name(&candidate), sections)))
        };
        let documents = found.candidate_ids.iter().map(document).collect::<Result<Vec<_>, Error>>()?;
        Page::of(&OnePair {
            p: PairView::of(engine, &found)?,
            documents: documents.into_iter().flatten().collect(),
            f: &frame,
        })
    })
    .await
}

/// Merges a pair under the id that the form names.
pub(super) async fn merge(app: State<App>, frame: Frame, id: Name, form: Form) -> Result<Redirect, Problem> {
    decide(app, frame, id, form, |engine, found, form| {
        let [one, other] = &found.candidate_ids;
        let (survivor, merged) = if form.get("survivor") == other.as_str() { (other, one) } else { (one, other) };
        engine.merge_candidates(survivor, merged)
    })
    .await
}

pub(super) async fn dismiss(app: State<App>, frame: Frame, id: Name, form: Form) -> Result<Redirect, Problem> {
    decide(app, frame, id, form, |engine, found, _| {
        let [one, other] = &found.candidate_ids;
        engine.dismiss_duplicate(one, other)
    })
    .await
}

pub(super) async fn undo(app: State<App>, frame: Frame, id: Name, form: Form) -> Result<Redirect, Problem> {
    decide(app, frame, id, form, |engine, found, _| engine.undo_duplicate(&found.id)).await
}

async fn decide(
    State(app): State<App>,
    frame: Frame,
    Name(id): Name,
    form: Form,
    decision: impl FnOnce(&Engine, &Duplicate, &Form) -> Result<Duplicate, Error> + Send + 'static,
) -> Result<Redirect, Problem> {
    frame.check_write(form.get("csrf"))?;
    let heavy = app.admit_heavy()?;
    app.run(move |engine, _| {
        let _heavy = heavy;
        let decided = decision(engine, &known(engine, &id)?, &form)?;
        let state = decided.state.as_str();
        let before = form.get("state");
        let before = if DuplicateState::ALL.iter().any(|known| known.as_str() == before) { before } else { "proposed" };
        Ok(Redirect::to(&format!("{}?state={before}&done={state}&pair={id}", frame.url("/duplicates"))))
    })
    .await
}

fn known(engine: &Engine, id: &str) -> Result<Duplicate, Error> {
    engine.duplicate(id)?.ok_or_else(|| Error::NotFound { what: "duplicate", id: id.to_owned() })
}

/// Whom somebody may be besides: the id of each pair, and the other's name.
pub(super) fn of(engine: &Engine, id: &CandidateId) -> Result<Vec<(String, String)>, Error> {
    let others = engine.possible_duplicates(id)?;
    let named = |other: CandidateId| {
        let person = PersonView::of(engine, &other)?;
        Ok((Engine::duplicate_id(id, &other), person.name))
    };
    others.into_iter().map(named).collect()
}
