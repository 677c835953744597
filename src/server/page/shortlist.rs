//! A role's shortlist: a dense table with filters, weights and pages; and its print view.

use std::collections::HashMap;

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue};
use axum::response::IntoResponse as _;

use super::answer::Page;
use super::candidates;
use super::feedback;
use super::frame::Frame;
use super::pair::{PairView, Points};
use super::roles::{self, role_id};
use super::scores::{Judging, Patience};
use super::shortlist_query::{A_PAGE, Asked, MODES, Slider, stage_filters, usual_weights};
use super::show;
use crate::explain::{ComponentName, EvidenceEffect, Gated, PayVerdict};
use crate::matching::GateSwitch;
use crate::model::Necessity;
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::{Answer, Engine, Error, Match, MatchOptions, Role};

/// Strengths that a row names.
const N_STRENGTHS: usize = 4;
/// Gaps that a row names.
const N_GAPS: usize = 3;
/// So many places are told as they were before weights were moved.
const N_OLD_PLACES: usize = 1000;
/// People in the print view.
const N_PRINTED: usize = 10;

/// What a role asks, in a line.
pub(super) struct RoleHead {
    pub id: String,
    pub title: String,
    pub status: String,
    pub requisition: String,
    pub place: String,
    pub pay: String,
    pub scale: String,
    pub level: String,
    pub n_must: usize,
    pub n_nice: usize,
    pub is_inferred: bool,
}

impl RoleHead {
    pub(super) fn of(role: &Role, f: &Frame) -> Self {
        Self {
            id: role.id.to_string(),
            title: roles::title(role),
            status: show::word(role.status),
            requisition: role.requisition_id.clone().unwrap_or_default(),
            place: roles::place_and_mode(role, f),
            pay: role.pay_band.as_ref().map(|pay| show::pay(pay, f.language)).unwrap_or_default(),
            scale: role.scale.as_ref().map(|asked| show::asked_scale(asked, f.language)).unwrap_or_default(),
            level: role.level.map(|level| level.as_str().to_owned()).unwrap_or_default(),
            n_must: role.must_have.len(),
            n_nice: role.nice_to_have.len(),
            is_inferred: super::role_fields::is_inferred(role),
        }
    }
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "shortlist.html")]
#[expect(clippy::struct_excessive_bools, reason = "each is a notice of its own")]
struct Shortlist<'a> {
    f: &'a Frame,
    role: RoleHead,
    asked: &'a Asked,
    tail: String,
    sliders: Vec<Slider>,
    is_moved: bool,
    is_saved: bool,
    errors: Vec<String>,
    rows: Vec<Row>,
    total: usize,
    considered: usize,
    gated: Vec<Gated>,
    next: Option<String>,
    is_first: bool,
    as_of: String,
    has_sheets: bool,
    modes: [&'static str; 3],
    stages: Vec<&'static str>,
    gates: Vec<GateView>,
    /// While the answer takes longer than a page waits.
    judging: Option<Judging>,
}

/// A must-have as a switch.
pub(super) struct GateView {
    pub name: String,
    pub is_on: bool,
    /// Whether it is on where nobody switches it.
    pub is_usual: bool,
}

impl GateView {
    fn of(switch: GateSwitch, asked: &Asked) -> Self {
        let is_on = asked.gates.as_ref().map_or(switch.is_gate, |gates| gates.contains(&switch.requirement));
        Self { name: switch.requirement, is_on, is_usual: switch.is_gate }
    }
}

pub(super) struct Row {
    pub rank: usize,
    /// The place before weights were moved; none beyond those that are told.
    pub was: Option<usize>,
    pub moved: &'static str,
    pub id: String,
    pub name: String,
    pub headline: String,
    pub place: String,
    pub fit: String,
    pub verdict: &'static str,
    pub points: Vec<Points>,
    pub must: String,
    pub strengths: Vec<String>,
    pub n_more_strengths: usize,
    pub gaps: Vec<Gap>,
    pub n_more_gaps: usize,
    pub flags: Vec<String>,
    pub pay: &'static str,
    /// Empty where nobody gave one.
    pub stage: &'static str,
    pub grade: String,
}

pub(super) struct Gap {
    pub name: String,
    pub necessity: Necessity,
}

impl Row {
    pub(super) fn of(engine: &Engine, row: &Match, is_blind: bool) -> Result<Self, Error> {
        let candidate = match &row.candidate_id {
            // A name may stand anywhere in what somebody writes of themselves.
            Some(id) if !is_blind => engine.candidate(id)?,
            _ => None,
        };
        let strengths: Vec<String> = row
            .components
            .iter()
            .filter(|component| component.name == ComponentName::Skills)
            .flat_map(|skills| &skills.evidence)
            .filter(|evidence| evidence.effect == EvidenceEffect::Positive)
            .filter_map(|evidence| evidence.requirement.clone())
            .collect();
        let gap = |gap: &crate::explain::Gap| Gap { name: gap.requirement.clone(), necessity: gap.necessity };
        let id = row.candidate_id.as_ref().map(ToString::to_string).unwrap_or_default();
        Ok(Self {
            rank: row.rank,
            was: None,
            moved: "",
            name: if is_blind { String::new() } else { row.name.clone().unwrap_or_else(|| id.clone()) },
            id,
            headline: candidate.as_ref().map(candidates::headline).unwrap_or_default(),
            place: candidate.and_then(|candidate| candidate.location.as_ref().map(show::place)).unwrap_or_default(),
            fit: format!("{:.0}", row.fit),
            verdict: row.verdict.as_str(),
            points: Points::all(row),
            must: format!("{:.0}", row.must_have_coverage * 100.0),
            n_more_strengths: strengths.len().saturating_sub(N_STRENGTHS),
            strengths: strengths.into_iter().take(N_STRENGTHS).collect(),
            n_more_gaps: row.gaps.len().saturating_sub(N_GAPS),
            gaps: row.gaps.iter().take(N_GAPS).map(gap).collect(),
            flags: row.flags.iter().map(show::word).filter(|flag| flag != "inferred_requirements").collect(),
            pay: match row.pay_verdict {
                PayVerdict::Below => "below",
                PayVerdict::Within => "within",
                PayVerdict::Above => "above",
                _ => "unknown",
            },
            stage: "",
            grade: String::new(),
        })
    }
}

/// So many rows as a page shows them, which do not say who else somebody may be: that takes most of the time, and a page of its own tells it.
fn shown(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_possible_duplicates(false)
}

/// What the engine answers to what is asked, with what could not be understood.
pub(super) struct Asking {
    pub role: Role,
    pub answer: Option<Answer>,
    pub usual: Vec<u32>,
    pub is_moved: bool,
    pub gates: Vec<GateView>,
    pub errors: Vec<String>,
    pub options: MatchOptions,
}

impl Asking {
    /// What is asked, and its answer.
    pub(super) fn of(
        engine: &Engine,
        id: &str,
        asked: &Asked,
        frame: &Frame,
        of_rows: MatchOptions,
    ) -> Result<Self, Problem> {
        let engine = &engine.in_language(frame.language);
        let mut asking = Self::unanswered(engine, id, asked, frame, of_rows)?;
        match engine.matches(&asking.role.id, &asking.options) {
            Ok(answer) => asking.answer = Some(answer),
            Err(wrong @ (Error::Configuration(_) | Error::Invalid(_) | Error::Malformed(_))) => {
                asking.errors.push(wrong.to_string());
            }
            Err(other) => return Err(other.into()),
        }
        Ok(asking)
    }

    fn unanswered(
        engine: &Engine,
        id: &str,
        asked: &Asked,
        frame: &Frame,
        of_rows: MatchOptions,
    ) -> Result<Self, Problem> {
        let role = roles::found(engine, &role_id(id)?)?;
        let (mut options, errors) = asked.options(frame, of_rows);
        let usual = usual_weights(engine, &role.id)?;
        options.weights = asked.moved(&usual);
        let gates = engine.gate_switches(&role.id)?.into_iter().map(|switch| GateView::of(switch, asked));
        let gates: Vec<GateView> = gates.collect();
        let is_moved = options.weights.is_some() || gates.iter().any(|gate| gate.is_on != gate.is_usual);
        Ok(Self { role, answer: None, usual, is_moved, gates, errors, options })
    }

    pub(super) fn rows(&self, engine: &Engine) -> Result<Vec<Row>, Problem> {
        let results = self.answer.as_ref().map_or(&[][..], |answer| answer.results.as_slice());
        let mut rows =
            results.iter().map(|row| Row::of(engine, row, self.options.blind)).collect::<Result<Vec<_>, Error>>()?;
        for (row, found) in rows.iter_mut().zip(results) {
            let kept = found.candidate_id.as_ref().and_then(|id| engine.feedback(&self.role.id, id));
            let kept = kept.as_ref().map(|(kept, _)| kept);
            (row.stage, row.grade) = (feedback::stage_of(kept), feedback::grade_of(kept));
        }
        if self.is_moved {
            let before = MatchOptions { weights: None, gates: None, page: None, ..self.options.clone() };
            let before = before.with_limit(N_OLD_PLACES);
            let before = engine.best(&self.role.id, &before)?;
            let places: HashMap<&str, usize> =
                before.iter().zip(1..).map(|((id, _), place)| (id.as_str(), place)).collect();
            for row in &mut rows {
                row.was = places.get(row.id.as_str()).copied();
                row.moved = match row.was.map(|was| was.cmp(&row.rank)) {
                    Some(std::cmp::Ordering::Less) => "down",
                    Some(std::cmp::Ordering::Equal) => "same",
                    _ => "up",
                };
            }
        }
        Ok(rows)
    }
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Id(id): Id, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let asked = Asked::of(&query);
    let is_saved = query.get("saved").is_some();
    let role = role_id(&id)?;
    let patience = Patience::of(&app, &role, &query);
    app.run(move |engine, cancel| {
        let ask = |engine: &Engine| -> Result<(Asking, Vec<Row>), Problem> {
            let asking = Asking::of(engine, &id, &asked, &frame, shown(A_PAGE))?;
            let rows = asking.rows(engine)?;
            Ok((asking, rows))
        };
        let of_page = |cursor: &str| {
            let query = asked.query();
            let cursor = if cursor.is_empty() { String::new() } else { format!("cursor={}", show::encoded(cursor)) };
            let parts: Vec<String> = [query, cursor].into_iter().filter(|part| !part.is_empty()).collect();
            let mark = if parts.is_empty() { "" } else { "?" };
            format!("{}{mark}{}", frame.role(&id, ""), parts.join("&"))
        };
        let ((asking, rows), judging) = match patience.answer(engine, cancel, (&role, of_page(&asked.cursor)), ask)? {
            Ok(answered) => (answered, None),
            Err(judging) => {
                ((Asking::unanswered(engine, &id, &asked, &frame, shown(A_PAGE))?, Vec::new()), Some(judging))
            }
        };
        let answer = asking.answer.as_ref();
        Page::of(&Shortlist {
            f: &frame,
            role: RoleHead::of(&asking.role, &frame),
            tail: asked.tail(),
            sliders: asked.sliders(&asking.usual),
            is_moved: asking.is_moved,
            is_saved,
            total: engine.candidate_count(),
            considered: answer.map_or(0, |answer| answer.considered),
            gated: answer.map(|answer| answer.gated.clone()).unwrap_or_default(),
            as_of: answer.map(|answer| answer.model.as_of.to_string()).unwrap_or_default(),
            errors: asking.errors,
            next: answer.and_then(|answer| answer.next_cursor.as_deref()).map(of_page),
            is_first: asked.cursor.is_empty(),
            has_sheets: cfg!(feature = "spreadsheets"),
            modes: MODES,
            stages: stage_filters(),
            gates: asking.gates,
            rows,
            judging,
            asked: &asked,
        })
    })
    .await
}

/// The style of pages that are sent to hiring managers: the same as of those that the program writes.
const BRIEF_STYLE: &str = include_str!("../../explain/brief.css");

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "brief.html")]
struct Brief<'a> {
    f: &'a Frame,
    role: RoleHead,
    considered: usize,
    as_of: String,
    rows: Vec<(Row, PairView)>,
    is_blind: bool,
    style: &'static str,
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "print.html")]
struct Print<'a> {
    f: &'a Frame,
    role: RoleHead,
    considered: usize,
    as_of: String,
    rows: Vec<(Row, PairView)>,
    is_blind: bool,
}

impl<'a> Print<'a> {
    fn of(engine: &Engine, id: &str, asked: &Asked, f: &'a Frame) -> Result<Self, Problem> {
        let asking = Asking::of(engine, id, asked, f, shown(N_PRINTED))?;
        let results = asking.answer.as_ref().map_or(&[][..], |answer| answer.results.as_slice());
        let rows = results
            .iter()
            .map(|row| Ok((Row::of(engine, row, asked.blind)?, PairView::of(row, f, asked.blind))))
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(Self {
            f,
            role: RoleHead::of(&asking.role, f),
            considered: asking.answer.as_ref().map_or(0, |answer| answer.considered),
            as_of: asking.answer.as_ref().map(|answer| answer.model.as_of.to_string()).unwrap_or_default(),
            rows,
            is_blind: asked.blind,
        })
    }
}

pub(super) async fn print(State(app): State<App>, frame: Frame, Id(id): Id, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let asked = Asked::of(&query);
    app.run(move |engine, _| Page::of(&Print::of(engine, &id, &asked, &frame)?)).await
}

/// The same as one file without anything from elsewhere, to be sent to whoever hires.
pub(super) async fn brief(
    State(app): State<App>,
    frame: Frame,
    Id(id): Id,
    query: Query,
) -> Result<Response<Body>, Problem> {
    let asked = Asked::of(&query);
    app.run(move |engine, _| {
        let Print { role, considered, as_of, rows, is_blind, .. } = Print::of(engine, &id, &asked, &frame)?;
        let brief = Brief { f: &frame, role, considered, as_of, rows, is_blind, style: BRIEF_STYLE };
        let mut response = Page::of(&brief)?.into_response();
        let disposition = HeaderValue::from_static("attachment; filename=\"shortlist.html\"");
        response.headers_mut().insert(CONTENT_DISPOSITION, disposition);
        Ok(response)
    })
    .await
}
