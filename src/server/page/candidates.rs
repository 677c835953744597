//! The candidates: their list with search and facets, a person with the document and the roles that fit, and removing one.

use askama::Template;
use axum::extract::State;
use axum::response::Redirect;

use super::answer::Page;
use super::document::{self, Marks, Section};
use super::duplicates;
use super::feedback;
use super::form::Form;
use super::frame::Frame;
use super::roles::search_of;
use super::show;
use super::state::Deleted;
use crate::matching::Filters;
use crate::model::Skill;
use crate::search::{Facet, FacetCounts, FacetValue, SearchCursor, SearchOptions, SearchQuery, SearchSort};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::{Candidate, CandidateId, Engine, Error, MatchOptions};

/// People on one page of the list.
const A_PAGE: usize = 50;
/// Values of a facet that are shown; more are found by words.
const MAX_VALUES: usize = 10;
/// People who are told by their name.
const N_NAMED: usize = 10;
/// Roles that are told of a person.
const N_ROLES: usize = 10;

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "candidates.html")]
struct List<'a> {
    f: &'a Frame,
    q: &'a str,
    filters: Vec<Chosen>,
    total: usize,
    is_empty: bool,
    rows: Vec<Row>,
    facets: Vec<FacetView>,
    next: Option<String>,
    error: String,
    undo: &'a str,
    named: Vec<Row>,
    n_named: usize,
}

/// A filter that holds, and the address without it.
struct Chosen {
    name: &'static str,
    value: String,
    without: String,
}

struct Row {
    id: String,
    name: String,
    headline: String,
    place: String,
    level: String,
    skills: String,
    snippets: Vec<Vec<document::Piece>>,
}

struct FacetView {
    name: &'static str,
    values: Vec<FacetValueView>,
    unstated: usize,
}

struct FacetValueView {
    label: String,
    count: usize,
    /// Where it can be filtered by it; empty where it cannot.
    address: String,
    /// Of the most frequent, in percent.
    share: usize,
}

/// What the list is asked for.
#[derive(Clone, Default)]
struct Asked {
    q: String,
    skills: Vec<String>,
    place: String,
    min_scale: String,
}

impl Asked {
    fn of(query: &Query) -> Self {
        let get = |name: &str| query.get(name).unwrap_or_default().trim().to_owned();
        Self {
            q: get("q"),
            skills: query.all("skill").map(str::to_owned).collect(),
            place: get("place"),
            min_scale: get("min_scale"),
        }
    }

    fn filters(&self) -> Result<Filters, String> {
        let mut filters = Filters::default().with_skills(self.skills.iter().cloned());
        if !self.place.is_empty() {
            filters = filters.with_location(self.place.as_str());
        }
        if !self.min_scale.is_empty() {
            let scale = self.min_scale.replace([',', '.', ' '], "").parse::<u64>();
            filters = filters.with_min_scale(scale.map_err(|_| self.min_scale.clone())?);
        }
        Ok(filters)
    }

    fn address(&self, frame: &Frame) -> String {
        let mut pairs = vec![("q", &self.q)];
        pairs.extend(self.skills.iter().map(|skill| ("skill", skill)));
        pairs.extend([("place", &self.place), ("min_scale", &self.min_scale)]);
        let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty());
        let pairs: Vec<String> = pairs.map(|(name, value)| format!("{name}={}", show::encoded(value))).collect();
        format!("{}?{}", frame.url("/candidates"), pairs.join("&"))
    }

    fn chosen(&self, frame: &Frame) -> Vec<Chosen> {
        let mut chosen = Vec::new();
        for (at, skill) in self.skills.iter().enumerate() {
            let mut without = self.clone();
            without.skills.remove(at);
            chosen.push(Chosen { name: "skill", value: skill.clone(), without: without.address(frame) });
        }
        for (name, value, without) in [
            ("place", &self.place, Self { place: String::new(), ..self.clone() }),
            ("scale_tier", &self.min_scale, Self { min_scale: String::new(), ..self.clone() }),
        ] {
            if !value.is_empty() {
                let value = if name == "scale_tier" { format!("≥ {value}") } else { value.clone() };
                chosen.push(Chosen { name, value, without: without.address(frame) });
            }
        }
        chosen
    }

    /// The address of the list with a value of a facet as a filter.
    fn with(&self, facet: Facet, value: &str, label: &str, frame: &Frame) -> String {
        let with = match facet {
            Facet::Skill if !self.skills.iter().any(|skill| skill == label) => {
                let skills = self.skills.iter().cloned().chain([label.to_owned()]).collect();
                Self { skills, ..self.clone() }
            }
            Facet::Place => Self { place: value.to_owned(), ..self.clone() },
            Facet::ScaleTier if value != "0" => Self { min_scale: value.to_owned(), ..self.clone() },
            _ => return String::new(),
        };
        with.address(frame)
    }

    fn facet(&self, counts: &FacetCounts, frame: &Frame) -> FacetView {
        let most = counts.values.iter().map(|value| value.count).max().unwrap_or(1).max(1);
        let values = counts.values.iter().take(MAX_VALUES).map(|value| FacetValueView {
            address: self.with(counts.facet, &value.value, &value.label, frame),
            label: facet_label(counts.facet, value, frame),
            count: value.count,
            share: (value.count * 100).div_ceil(most),
        });
        FacetView { name: counts.facet.as_str(), values: values.collect(), unstated: counts.unstated }
    }
}

/// What a value of a facet is called: levels and work modes as elsewhere on the page.
pub(super) fn facet_label(facet: Facet, value: &FacetValue, frame: &Frame) -> String {
    match facet {
        Facet::Level => frame.name("level", &value.value),
        Facet::WorkMode => frame.name("mode", &value.value),
        _ => value.label.clone(),
    }
}

pub(super) async fn list(State(app): State<App>, frame: Frame, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("candidates");
    let asked = Asked::of(&query);
    let cursor = query.get("cursor").and_then(|cursor| cursor.parse::<SearchCursor>().ok());
    let cursor_is_first = cursor.is_none();
    let undo = query.get("undo").unwrap_or_default().to_owned();
    app.run(move |engine, _| {
        let mut error = String::new();
        let words = search_of(&asked.q, SearchQuery::for_candidates).unwrap_or_else(|message| {
            error = message;
            None
        });
        let filters = asked.filters().unwrap_or_else(|scale| {
            error = frame.t("filter.not_a_number").replace("{value}", &scale);
            Filters::default()
        });
        let sort = if words.is_some() { SearchSort::Relevance } else { SearchSort::Updated };
        let options = SearchOptions::default()
            .with_query(words)
            .with_filters(filters)
            .with_facets(Facet::ALL)
            .with_sort(sort)
            .with_limit(A_PAGE);
        let engine = &engine.in_language(frame.language);
        let found = match engine.search_candidates(&options.clone().with_after(cursor)) {
            // A place or a cursor that is not known is said above an otherwise whole page.
            Err(wrong @ (Error::Configuration(_) | Error::Invalid(_))) => {
                error = wrong.to_string();
                engine.search_candidates(&options.with_filters(Filters::default()))
            }
            found => found,
        };
        let page = found?;
        let rows = page.documents.iter().enumerate().map(|(at, candidate)| {
            let highlights = page.highlights.get(at).map_or(&[][..], Vec::as_slice);
            Row {
                snippets: highlights.iter().filter(|found| tells_more(found)).take(N_SNIPPETS).map(snippet).collect(),
                ..Row::of(candidate)
            }
        });
        let named = engine.candidates_named(&asked.q, N_NAMED)?;
        let (named, n_named) = if cursor_is_first { named } else { (Vec::new(), 0) };
        let named = named.iter().map(|id| Ok(Row::of(&matched(engine, id)?))).collect::<Result<Vec<_>, Error>>()?;
        let next = page
            .next_cursor
            .as_ref()
            .map(|cursor| format!("{}&cursor={}", asked.address(&frame), show::encoded(&cursor.to_string())));
        Page::of(&List {
            f: &frame,
            q: &asked.q,
            filters: asked.chosen(&frame),
            total: page.total,
            is_empty: engine.candidate_count() == 0,
            rows: rows.collect(),
            facets: page.facets.iter().map(|counts| asked.facet(counts, &frame)).collect(),
            next,
            error,
            undo: &undo,
            named,
            n_named,
        })
    })
    .await
}

/// Snippets of a row.
const N_SNIPPETS: usize = 2;
/// A snippet of fewer characters is a name in a list, which the row shows anyway.
const MIN_SNIPPET_CHARS: usize = 24;

fn tells_more(found: &crate::search::Highlight) -> bool {
    found.end - found.start >= MIN_SNIPPET_CHARS
}

/// A snippet with the words marked that were sought.
fn snippet(found: &crate::search::Highlight) -> Vec<document::Piece> {
    let starts: Vec<usize> = found.text.char_indices().map(|(at, _)| at).chain([found.text.len()]).collect();
    let byte =
        |character: usize| starts.get(character.saturating_sub(found.start)).copied().unwrap_or(found.text.len());
    let marks: Vec<_> = found.matches.iter().map(|mark| (byte(mark.start)..byte(mark.end), 1)).collect();
    document::cut(&found.text, &marks, &mut Vec::new())
}

impl Row {
    fn of(candidate: &Candidate) -> Self {
        /// Skills that a row names.
        const N_SKILLS: usize = 6;
        let skills: Vec<&str> = candidate.skills.iter().take(N_SKILLS).map(Skill::name).collect();
        Self {
            id: candidate.id.to_string(),
            name: name(candidate),
            headline: headline(candidate),
            place: candidate.location.as_ref().map(show::place).unwrap_or_default(),
            level: candidate.level.map(|level| level.as_str().to_owned()).unwrap_or_default(),
            skills: skills.join(", "),
            snippets: Vec::new(),
        }
    }
}

/// What somebody is called.
pub(super) fn name(candidate: &Candidate) -> String {
    candidate.name.clone().filter(|name| !name.trim().is_empty()).unwrap_or_else(|| candidate.id.to_string())
}

/// What somebody calls themselves, or does now.
pub(super) fn headline(candidate: &Candidate) -> String {
    let of_job = || {
        let job = candidate.experience.first()?;
        let parts: Vec<&str> = [&job.title, &job.employer].into_iter().flatten().map(String::as_str).collect();
        Some(parts.join(", "))
    };
    candidate.headline.clone().or_else(of_job).unwrap_or_default()
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "candidate.html")]
struct Person<'a> {
    f: &'a Frame,
    id: &'a str,
    name: String,
    headline: String,
    sections: Vec<Section>,
    roles: Vec<RoleRow>,
    n_roles: usize,
    decisions: Vec<DecisionRow>,
    duplicates: Vec<(String, String)>,
}

/// What people decided of a person for a role.
struct DecisionRow {
    role: String,
    title: String,
    stage: &'static str,
    grade: String,
    n_notes: usize,
}

struct RoleRow {
    id: String,
    title: String,
    fit: String,
    verdict: &'static str,
    summary: String,
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Id(id): Id) -> Result<Page, Problem> {
    let frame = frame.in_section("candidates");
    app.run(move |engine, _| {
        let engine = &engine.in_language(frame.language);
        // Of whoever was merged into another the own document is shown, which is all that can be removed here.
        let own = found(engine, &candidate_id(&id)?)?;
        let candidate = Some(matched(engine, &own.id)?).filter(|person| person.id == own.id).unwrap_or(own);
        let answer =
            engine.roles_for(&candidate.id, &MatchOptions::default().with_limit(N_ROLES).with_evidence(false))?;
        let roles = answer.results.iter().map(|row| RoleRow {
            id: row.role_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            title: row.name.clone().or_else(|| row.role_id.as_ref().map(ToString::to_string)).unwrap_or_default(),
            fit: format!("{:.0}", row.fit),
            verdict: row.verdict.as_str(),
            summary: row.summary.clone(),
        });
        let decisions = engine.feedback_on_candidate(&candidate.id);
        let decisions = decisions.iter().map(|kept| {
            let role = engine.role(&kept.role_id)?;
            Ok(DecisionRow {
                role: kept.role_id.to_string(),
                title: role.as_ref().map_or_else(|| kept.role_id.to_string(), super::roles::title),
                stage: feedback::stage_of(Some(kept)),
                grade: feedback::grade_of(Some(kept)),
                n_notes: kept.notes.len(),
            })
        });
        let decisions = decisions.collect::<Result<Vec<_>, Error>>()?;
        Page::of(&Person {
            decisions,
            duplicates: duplicates::of(engine, &candidate.id)?,
            f: &frame,
            id: &id,
            name: name(&candidate),
            headline: headline(&candidate),
            sections: document::of_candidate(&candidate, &mut Marks::new(Vec::new()), frame.language),
            roles: roles.collect(),
            n_roles: answer.total_roles.unwrap_or_default(),
        })
    })
    .await
}

pub(super) async fn delete(State(app): State<App>, frame: Frame, Id(id): Id, form: Form) -> Result<Redirect, Problem> {
    frame.check_write(form.get("csrf"))?;
    let state = app.clone();
    app.run(move |engine, _| {
        let id = candidate_id(&id)?;
        let candidate = found(engine, &id)?;
        let kept = engine.feedback_on_candidate(&id);
        engine.delete_candidate(&id)?;
        let token = state.page().deleted.keep(Deleted::Candidate(Box::new(candidate), kept)).unwrap_or_default();
        Ok(Redirect::to(&frame.url(&format!("/candidates?undo={token}"))))
    })
    .await
}

/// Puts back what was deleted, unless another document has its id by now.
pub(super) async fn undo(State(app): State<App>, frame: Frame, form: Form) -> Result<Redirect, Problem> {
    frame.check_write(form.get("csrf"))?;
    let state = app.clone();
    app.run(move |engine, _| {
        let gone = || Error::NotFound { what: "deletion", id: String::new() };
        Ok(Redirect::to(&match state.page().deleted.take(form.get("token")).ok_or_else(gone)? {
            Deleted::Candidate(candidate, kept) => {
                if engine.create_candidate(&candidate)?.is_some() {
                    feedback::restore_all(engine, &kept)?;
                }
                frame.candidate(candidate.id.as_str(), "")
            }
            Deleted::Role(role, kept) => {
                if engine.create_role(&role)?.is_some() {
                    feedback::restore_all(engine, &kept)?;
                }
                frame.role(role.id.as_str(), "")
            }
            Deleted::Note(role, candidate, note) => {
                feedback::restore(engine, &role, &candidate, note)?;
                format!("{}#feedback", frame.pair(role.as_str(), candidate.as_str()))
            }
        }))
    })
    .await
}

pub(super) fn candidate_id(id: &str) -> Result<CandidateId, Error> {
    CandidateId::new(id).map_err(|_| Error::NotFound { what: "candidate", id: id.to_owned() })
}

/// The document by which somebody is matched: made of all documents of a merged person.
pub(super) fn matched(engine: &Engine, id: &CandidateId) -> Result<Candidate, Error> {
    engine.merged_candidate(id)?.ok_or_else(|| Error::NotFound { what: "candidate", id: id.to_string() })
}

/// The candidate of an id.
pub(super) fn found(engine: &Engine, id: &CandidateId) -> Result<Candidate, Error> {
    engine.candidate(id)?.ok_or_else(|| Error::NotFound { what: "candidate", id: id.to_string() })
}
