//! The roles: their list, a new one from a posting, and removing one.

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::response::{IntoResponse as _, Redirect};
use uuid::Uuid;

use super::answer::{Page, unprocessable};
use super::form::Form;
use super::frame::Frame;
use super::scores;
use super::show;
use super::state::Deleted;
use crate::intake::{ImportFormat, ImportOptions, import_documents};
use crate::model::RoleStatus;
use crate::search::{SearchCursor, SearchOptions, SearchQuery, SearchSort};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::{Engine, Error, Role, RoleId};

/// Roles on one page of the list.
const A_PAGE: usize = 50;
/// The statuses by which the list is filtered, as documents name them.
pub(super) const STATUSES: [&str; 4] = ["open", "draft", "paused", "closed"];

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "roles.html")]
struct List<'a> {
    f: &'a Frame,
    q: &'a str,
    status: &'a str,
    statuses: [&'static str; 4],
    total: usize,
    is_empty: bool,
    rows: Vec<Row>,
    next: Option<String>,
    error: String,
    undo: &'a str,
}

struct Row {
    id: String,
    title: String,
    requisition: String,
    status: String,
    level: String,
    place: String,
    pay: String,
    scale: String,
    n_must: usize,
    n_nice: usize,
}

impl Row {
    fn of(role: &Role, f: &Frame) -> Self {
        Self {
            id: role.id.to_string(),
            title: title(role),
            requisition: role.requisition_id.clone().unwrap_or_default(),
            status: show::word(role.status),
            level: role.level.map(|level| level.as_str().to_owned()).unwrap_or_default(),
            place: place_and_mode(role, f),
            pay: role.pay_band.as_ref().map(|pay| show::pay(pay, f.language)).unwrap_or_default(),
            scale: role.scale.as_ref().map(|asked| show::asked_scale(asked, f.language)).unwrap_or_default(),
            n_must: role.must_have.len(),
            n_nice: role.nice_to_have.len(),
        }
    }
}

/// What a role is called.
pub(super) fn title(role: &Role) -> String {
    role.title.clone().filter(|title| !title.trim().is_empty()).unwrap_or_else(|| role.id.to_string())
}

/// Where, and how present, the work is.
pub(super) fn place_and_mode(role: &Role, f: &Frame) -> String {
    let place = role.location.as_ref().map(show::place).filter(|place| !place.is_empty());
    let mode = role.work_mode.map(|mode| f.name("mode", mode.as_str()));
    [place, mode].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

pub(super) async fn list(State(app): State<App>, frame: Frame, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let (q, status) =
        (query.get("q").unwrap_or_default().to_owned(), query.get("status").unwrap_or_default().to_owned());
    let cursor = query.get("cursor").and_then(|cursor| cursor.parse::<SearchCursor>().ok());
    let undo = query.get("undo").unwrap_or_default().to_owned();
    scores::keep_ahead(&app);
    app.run(move |engine, _| {
        let mut error = String::new();
        let words = match search_of(&q, SearchQuery::for_roles) {
            Ok(words) => words,
            Err(message) => {
                error = message;
                None
            }
        };
        let sort = if words.is_some() { SearchSort::Relevance } else { SearchSort::Updated };
        let mut options =
            SearchOptions::default().with_query(words).with_limit(A_PAGE).with_sort(sort).with_after(cursor);
        if let Ok(wanted) = serde_json::from_value::<RoleStatus>(status.as_str().into()) {
            options.filters = options.filters.with_status([wanted]);
        }
        let page = engine.search_roles(&options)?;
        let next = page.next_cursor.map(|cursor| {
            format!(
                "{}?q={}&status={status}&cursor={}",
                frame.url("/roles"),
                show::encoded(&q),
                show::encoded(&cursor.to_string())
            )
        });
        Page::of(&List {
            f: &frame,
            q: &q,
            status: &status,
            statuses: STATUSES,
            total: page.total,
            is_empty: engine.role_count() == 0,
            rows: page.documents.iter().map(|role| Row::of(role, &frame)).collect(),
            next,
            error,
            undo: &undo,
        })
    })
    .await
}

/// The query that somebody typed, or what is wrong with it.
pub(super) fn search_of(
    text: &str,
    read: impl Fn(&str) -> Result<SearchQuery, Error>,
) -> Result<Option<SearchQuery>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    read(text).map(Some).map_err(|error| error.to_string())
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "role_new.html")]
struct New<'a> {
    f: &'a Frame,
    text: &'a str,
    error: String,
    takes_files: bool,
}

pub(super) async fn new(frame: Frame) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    Page::of(&New { f: &frame, text: "", error: String::new(), takes_files: cfg!(feature = "documents") })
}

/// Keeps the posting as a draft at once, so that nothing is lost, and goes on to what was read from it.
pub(super) async fn create(State(app): State<App>, frame: Frame, form: Form) -> Result<Response<Body>, Problem> {
    frame.check_write(form.get("csrf"))?;
    let frame = frame.in_section("roles");
    app.run(move |engine, _| {
        let text = form.get("text").to_owned();
        let read = match form.files.first() {
            Some(file) => posting(engine, &file.bytes, Some(&file.name)),
            None if text.is_empty() => Err(frame.t("role_new.nothing").to_owned()),
            None => posting(engine, text.as_bytes(), None),
        };
        let role = match read {
            Ok(role) => role.with_status(RoleStatus::Draft),
            Err(error) => {
                let takes_files = cfg!(feature = "documents");
                return Ok(unprocessable(Page::of(&New { f: &frame, text: &text, error, takes_files })?));
            }
        };
        let id = kept(engine, role)?;
        Ok(Redirect::to(&frame.role(&id, "/edit?new=1")).into_response())
    })
    .await
}

/// The role that a posting says, or why it says none.
fn posting(engine: &Engine, bytes: &[u8], name: Option<&str>) -> Result<Role, String> {
    let mut options = ImportOptions::default();
    match name {
        Some(name) => options = options.with_file_name(name),
        // A pasted text is one, whatever it looks like.
        None => options = options.with_from(ImportFormat::Documents),
    }
    let read = import_documents::<Role>(bytes, &options, &engine.options().limits);
    let mut read = read.map_err(|error| error.to_string())?;
    match (read.documents.pop(), read.refused.pop()) {
        (Some((_, role)), _) => Ok(role),
        (None, Some(refused)) => Err(refused.error.to_string()),
        (None, None) => Err("there is no text in it; expected a posting".to_owned()),
    }
}

/// Puts a role, and gives its id: another one where there is a role of this id that says something else.
fn kept(engine: &Engine, role: Role) -> Result<String, Error> {
    if engine.create_role(&role)?.is_some() {
        return Ok(role.id.to_string());
    }
    let same = engine.role(&role.id)?.is_some_and(|known| known.description == role.description);
    if same {
        return Ok(role.id.to_string());
    }
    let id = RoleId::new(Uuid::now_v7().to_string()).expect("a UUID is an id");
    engine.create_role(&Role { id: id.clone(), ..role })?;
    Ok(id.to_string())
}

pub(super) async fn delete(State(app): State<App>, frame: Frame, Id(id): Id, form: Form) -> Result<Redirect, Problem> {
    frame.check_write(form.get("csrf"))?;
    let state = app.clone();
    app.run(move |engine, _| {
        let id = role_id(&id)?;
        let role = found(engine, &id)?;
        let feedback = super::feedback::of_role(engine, &id)?;
        engine.delete_role(&id)?;
        let token = state.page().deleted.keep(Deleted::Role(Box::new(role), feedback)).unwrap_or_default();
        Ok(Redirect::to(&frame.url(&format!("/roles?undo={token}"))))
    })
    .await
}

pub(super) fn role_id(id: &str) -> Result<RoleId, Error> {
    RoleId::new(id).map_err(|_| Error::NotFound { what: "role", id: id.to_owned() })
}

/// The role of an id.
pub(super) fn found(engine: &Engine, id: &RoleId) -> Result<Role, Error> {
    engine.role(id)?.ok_or_else(|| Error::NotFound { what: "role", id: id.to_string() })
}
