//! Résumés that are dropped on the page: files, archives of files, tables, and pasted text; what became of each.

use askama::Template;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use axum::response::{IntoResponse as _, Redirect};

use super::answer::{Page, unprocessable};
use super::form::Form;
use super::frame::Frame;
use crate::intake::{ImportFormat, ImportOptions, import_documents};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::{Candidate, Engine, Error};

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "candidates_add.html")]
struct Add<'a> {
    f: &'a Frame,
    error: &'a str,
    takes_files: bool,
}

pub(super) async fn show(frame: Frame) -> Result<Page, Problem> {
    let frame = frame.in_section("candidates");
    Page::of(&Add { f: &frame, error: "", takes_files: cfg!(feature = "documents") })
}

/// What became of one document of a file.
#[derive(Clone)]
pub(super) struct FileOutcome {
    pub file: String,
    pub id: String,
    pub name: String,
    /// `added`, `replaced` or `refused`.
    pub outcome: &'static str,
    pub reason: String,
}

pub(super) async fn add(State(app): State<App>, frame: Frame, form: Form) -> Result<Response<Body>, Problem> {
    frame.check_write(form.get("csrf"))?;
    let frame = frame.in_section("candidates");
    let heavy = app.admit_heavy()?;
    let state = app.clone();
    app.run(move |engine, _| {
        let _heavy = heavy;
        let mut outcomes = Vec::new();
        for file in &form.files {
            let options = ImportOptions::default().with_file_name(file.name.as_str());
            put(engine, &file.name, &file.bytes, &options, &mut outcomes)?;
        }
        let text = form.get("text");
        if !text.is_empty() {
            let options = ImportOptions::default().with_from(ImportFormat::Documents);
            put(engine, frame.t("add.pasted"), text.as_bytes(), &options, &mut outcomes)?;
        }
        if outcomes.is_empty() {
            let error = frame.t("add.nothing");
            let page = Page::of(&Add { f: &frame, error, takes_files: cfg!(feature = "documents") })?;
            return Ok(unprocessable(page));
        }
        let token = state.page().added.keep(outcomes).ok_or_else(Problem::internal)?;
        Ok(Redirect::to(&frame.url(&format!("/candidates/added/{token}"))).into_response())
    })
    .await
}

/// Reads the candidates of a file, and puts those that can be read in one durable step.
fn put(
    engine: &Engine,
    file: &str,
    bytes: &[u8],
    options: &ImportOptions,
    outcomes: &mut Vec<FileOutcome>,
) -> Result<(), Problem> {
    let refused = |id: Option<String>, error: &Error| FileOutcome {
        file: file.to_owned(),
        id: id.clone().unwrap_or_default(),
        name: id.unwrap_or_default(),
        outcome: "refused",
        reason: error.to_string(),
    };
    let read = match import_documents::<Candidate>(bytes, options, &engine.options().limits) {
        Ok(read) => read,
        Err(error) => {
            outcomes.push(refused(None, &error));
            return Ok(());
        }
    };
    outcomes.extend(read.refused.into_iter().map(|bad| refused(bad.id, &bad.error)));
    let documents: Vec<Candidate> = read.documents.into_iter().map(|(_, document)| document).collect();
    for (candidate, written) in documents.iter().zip(engine.put_candidates(&documents)?) {
        outcomes.push(match written {
            Ok(written) => FileOutcome {
                file: file.to_owned(),
                id: candidate.id.to_string(),
                name: super::candidates::name(candidate),
                outcome: if written.created { "added" } else { "replaced" },
                reason: super::candidates::headline(candidate),
            },
            Err(error) => refused(Some(candidate.id.to_string()), &error),
        });
    }
    Ok(())
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "candidates_added.html")]
struct Added<'a> {
    f: &'a Frame,
    n_put: usize,
    n_refused: usize,
    outcomes: Vec<FileOutcome>,
}

pub(super) async fn added(State(app): State<App>, frame: Frame, Path(token): Path<String>) -> Result<Page, Problem> {
    let frame = frame.in_section("candidates");
    let gone = || Error::NotFound { what: "upload", id: token.clone() };
    let outcomes = app.page().added.get(&token).ok_or_else(gone)?;
    let n_refused = outcomes.iter().filter(|outcome| outcome.outcome == "refused").count();
    Page::of(&Added { f: &frame, n_put: outcomes.len() - n_refused, n_refused, outcomes })
}
