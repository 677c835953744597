//! What was understood of a role, to be corrected: requirement by requirement beside the words that say so, and fields.

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::response::{IntoResponse as _, Redirect};

use super::answer::{Page, unprocessable};
use super::document::{self, Piece};
use super::form::Form;
use super::frame::Frame;
use super::role_fields::{Fields, is_inferred};
use super::roles::{STATUSES, role_id, title};
use super::scores;
use super::show;
use super::texts::text;
use crate::error::Violation;
use crate::extract::Extraction;
use crate::intake::role_from_value;
use crate::model::{Language, Level, WorkMode};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::storage::Precondition;
use crate::{Engine, Error, Role};

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "role_edit.html")]
#[expect(clippy::struct_excessive_bools, reason = "each is a notice of its own")]
struct Edit<'a> {
    f: &'a Frame,
    id: &'a str,
    title: String,
    version: u64,
    fields: Fields,
    choices: Choices,
    /// What the text says of fields that are empty.
    read: ReadFields,
    posting: Vec<Piece>,
    is_inferred: bool,
    is_new: bool,
    errors: Vec<Violation>,
    is_outdated: bool,
    language_not_read: bool,
}

/// What can be chosen.
struct Choices {
    statuses: [&'static str; 4],
    levels: Vec<&'static str>,
    modes: [&'static str; 3],
    periods: [&'static str; 5],
    bases: [&'static str; 3],
    units: [&'static str; 5],
}

impl Choices {
    fn all() -> Self {
        Self {
            statuses: STATUSES,
            levels: Level::ALL.iter().map(|level| level.as_str()).collect(),
            modes: [WorkMode::Onsite, WorkMode::Hybrid, WorkMode::Remote].map(WorkMode::as_str),
            periods: ["year", "month", "week", "day", "hour"],
            bases: ["unstated", "base", "total"],
            units: ["accelerators", "nodes", "cores", "servers", "petabytes"],
        }
    }
}

/// What a text says of pay and the like, in words.
#[derive(Default)]
struct ReadFields {
    pay: String,
    scale: String,
    level: String,
    years: String,
    place: String,
    mode: String,
}

impl ReadFields {
    fn of(read: &Extraction, language: Language) -> Self {
        let figure = |value: Option<f64>| {
            value.map(|value| show::thousands(&format!("{value:.0}"), language)).unwrap_or_default()
        };
        let joined = |words: Vec<String>| words.join("; ");
        Self {
            pay: joined(
                read.pay
                    .iter()
                    .map(|pay| {
                        let period = text(language, &format!("period.{}", show::word(pay.period))).to_owned();
                        let currency = pay.currency.as_str();
                        format!("{}–{} {currency} / {period}", figure(pay.min), figure(pay.max))
                    })
                    .collect(),
            ),
            scale: joined(read.scale.iter().map(|scale| scale.text.clone()).collect()),
            level: read.level.map(show::word).unwrap_or_default(),
            years: joined(read.years.iter().filter(|years| years.concept.is_none()).map(|y| y.text.clone()).collect()),
            place: joined(read.locations.iter().map(|place| place.text.clone()).collect()),
            mode: joined(read.work_modes.iter().map(|mode| mode.as_str().to_owned()).collect()),
        }
    }
}

impl<'a> Edit<'a> {
    fn new(f: &'a Frame, id: &'a str, role: &Role, version: u64, read: &Extraction, fields: Fields) -> Self {
        let marks: Vec<(std::ops::Range<usize>, usize)> =
            read.requirements.iter().zip(1..).map(|(asked, number)| (asked.start..asked.end, number)).collect();
        Self {
            f,
            id,
            title: title(role),
            version,
            fields: fields.with_spare_rows(),
            choices: Choices::all(),
            read: ReadFields::of(read, f.language),
            posting: document::of_posting(role, &marks),
            is_inferred: is_inferred(role),
            is_new: false,
            errors: Vec::new(),
            is_outdated: false,
            language_not_read: read.flags.contains(&crate::extract::TextFlag::LanguageNotRead),
        }
    }

    /// What is wrong with a field, by the end of its pointer.
    fn wrong(&self, pointer: &str) -> String {
        let of_field = |violation: &&Violation| violation.pointer.starts_with(pointer);
        self.errors.iter().filter(of_field).map(|violation| violation.message.as_str()).collect::<Vec<_>>().join("; ")
    }
}

fn stored(engine: &Engine, id: &str) -> Result<(Role, u64, Extraction), Error> {
    let (role, version) =
        engine.role_with_version(&role_id(id)?)?.ok_or_else(|| Error::NotFound { what: "role", id: id.to_owned() })?;
    let read = engine.extract(role.description.as_deref().unwrap_or_default())?;
    Ok((role, version, read))
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Id(id): Id, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let is_new = query.get("new").is_some();
    // Whoever reads what was understood goes on to the shortlist.
    scores::keep_beside(&app, &role_id(&id)?);
    app.run(move |engine, _| {
        let (role, version, read) = stored(engine, &id)?;
        let mut fields = Fields::of(&role, &read);
        if is_new {
            // Whoever pasted a posting means to fill it.
            "open".clone_into(&mut fields.status);
        }
        Page::of(&Edit { is_new, ..Edit::new(&frame, &id, &role, version, &read, fields) })
    })
    .await
}

pub(super) async fn save(
    State(app): State<App>,
    frame: Frame,
    Id(id): Id,
    form: Form,
) -> Result<Response<Body>, Problem> {
    frame.check_write(form.get("csrf"))?;
    let frame = frame.in_section("roles");
    app.run(move |engine, _| {
        let (role, version, _) = stored(engine, &id)?;
        let fields = Fields::sent(&form);
        let read = engine.extract(&fields.description)?;
        let document = fields.document(&role, &read);
        let saved = role_from_value(document, "", &engine.options().limits);
        let again = |errors: Vec<Violation>, is_outdated: bool| {
            let shown = Role { description: Some(fields.description.clone()), ..role.clone() };
            let edit = Edit::new(&frame, &id, &shown, version, &read, fields.clone());
            Page::of(&Edit { errors, is_outdated, ..edit }).map(unprocessable)
        };
        let saved = match saved {
            Ok(saved) => saved,
            Err(Error::Invalid(errors)) => return again(errors, false),
            Err(other) => return Err(other.into()),
        };
        // Somebody else's change since the page was opened is shown, not overwritten.
        let seen: u64 = form.get("version").parse().unwrap_or(version);
        match engine.put_role_if(&saved, Precondition::Version(vec![seen]))? {
            Some(_) => Ok(Redirect::to(&frame.role(&id, "?saved=1")).into_response()),
            None => again(Vec::new(), true),
        }
    })
    .await
}
