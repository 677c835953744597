//! Résumés that are dropped on the page: files, archives of files, tables, and pasted text. They are read by a job with an address of its
//! own, which goes on when its page is closed; there stands how far it is, and what became of each file.

use std::sync::{Arc, Mutex, PoisonError};

use askama::Template;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use axum::response::{IntoResponse as _, Redirect};
use tokio::sync::OwnedSemaphorePermit;

use super::answer::{Page, unprocessable};
use super::form::{Form, SentFile};
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
    let mut files: Vec<Sent> = Vec::new();
    if !form.get("text").is_empty() {
        let text = form.get("text").to_owned().into_bytes().into();
        files.push(Sent { file: SentFile { name: frame.t("add.pasted").to_owned(), bytes: text }, is_pasted: true });
    }
    files.extend(form.files.into_iter().map(|file| Sent { file, is_pasted: false }));
    if files.is_empty() {
        let error = frame.t("add.nothing");
        let page = Page::of(&Add { f: &frame, error, takes_files: cfg!(feature = "documents") })?;
        return Ok(unprocessable(page));
    }
    // Held until the last file is read, whether or not somebody waits for it.
    let heavy = app.admit_heavy()?;
    let job = Job(Arc::new(Mutex::new(Progress { n_files: files.len(), ..Progress::default() })));
    let token = app.page().uploads.keep(job.clone()).ok_or_else(Problem::internal)?;
    // A service that stops waits for it as for a request.
    let under_way = app.begin();
    let app = app.clone();
    tokio::spawn(async move {
        work(app, job, files, heavy).await;
        drop(under_way);
    });
    Ok(Redirect::to(&frame.url(&format!("/candidates/add/{token}"))).into_response())
}

/// A file, or what was pasted.
struct Sent {
    file: SentFile,
    is_pasted: bool,
}

/// Files that are being read, or were.
#[derive(Clone)]
pub(super) struct Job(Arc<Mutex<Progress>>);

#[derive(Clone, Default)]
struct Progress {
    n_files: usize,
    n_done: usize,
    /// The file that is being read.
    now: String,
    is_over: bool,
    outcomes: Vec<FileOutcome>,
}

impl Job {
    fn change<T>(&self, change: impl FnOnce(&mut Progress) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Reads one file after the other. Whatever of one was taken is durable before the next is begun.
async fn work(app: App, job: Job, files: Vec<Sent>, heavy: OwnedSemaphorePermit) {
    for Sent { file: SentFile { name, bytes }, is_pasted } in files {
        job.change(|progress| progress.now.clone_from(&name));
        let read_name = name.clone();
        let outcomes = app.run_to_its_end(move |engine| {
            let options = ImportOptions::default();
            let options = if is_pasted {
                options.with_from(ImportFormat::Documents)
            } else {
                options.with_file_name(read_name.as_str())
            };
            let mut outcomes = Vec::new();
            put(engine, &read_name, &bytes, &options, &mut outcomes)?;
            Ok(outcomes)
        });
        let outcomes = outcomes.await.unwrap_or_else(|problem| {
            let (id, whose) = (String::new(), String::new());
            vec![FileOutcome { file: name, id, name: whose, outcome: "refused", reason: problem.detail }]
        });
        job.change(|progress| {
            progress.outcomes.extend(outcomes);
            progress.n_done += 1;
        });
    }
    job.change(|progress| progress.is_over = true);
    drop(heavy);
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
    token: &'a str,
    is_over: bool,
    n_files: usize,
    n_done: usize,
    now: String,
    n_put: usize,
    n_refused: usize,
    outcomes: Vec<FileOutcome>,
}

pub(super) async fn added(State(app): State<App>, frame: Frame, Path(token): Path<String>) -> Result<Page, Problem> {
    let frame = frame.in_section("candidates");
    let gone = || Error::NotFound { what: "upload", id: token.clone() };
    let job = app.page().uploads.get(&token).ok_or_else(gone)?;
    let Progress { n_files, n_done, now, is_over, outcomes } = job.change(|progress| progress.clone());
    let n_refused = outcomes.iter().filter(|outcome| outcome.outcome == "refused").count();
    let n_put = outcomes.len() - n_refused;
    Page::of(&Added { f: &frame, token: &token, is_over, n_files, n_done, now, n_put, n_refused, outcomes })
}
