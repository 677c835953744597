//! The knowledge of a tenant's engine read anew from its files, while requests go on: those under way end on what they began with.

use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

use super::app::App;
use super::body::{self, Written};
use super::knowledge::{FileProblem, KnowledgeFiles};
use super::problem::Problem;
use crate::error::Violation;
use crate::{Engine, Error};

/// What is in use after the files were read.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reloaded")]
pub(super) struct Reloaded {
    /// Whether anything is another than before.
    changed: bool,
    /// As `model.taxonomy_version` of answers has it from now on.
    taxonomy_version: String,
    /// As `model.profile_hash` of answers has it.
    profile_hash: String,
    /// As `model.market_version` of answers has it.
    market_version: String,
}

/// Why the engine in use stays.
pub(super) enum NotReloaded {
    Files(Vec<FileProblem>),
    Engine(Error),
}

impl From<NotReloaded> for Problem {
    fn from(refused: NotReloaded) -> Self {
        match refused {
            NotReloaded::Files(problems) => {
                let errors = problems
                    .iter()
                    .map(|problem| Violation { pointer: String::new(), message: problem.to_string() })
                    .collect();
                let detail = "a taxonomy, profile or market file cannot be used, and what was in use stays; `errors` names each \
                              place; expected files that `rolefit taxonomy check` and `rolefit config check` take";
                let mut problem = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "knowledge_invalid", detail);
                problem.errors = errors;
                problem
            }
            NotReloaded::Engine(error) => error.into(),
        }
    }
}

/// Reads the files and puts another engine in place; takes as long as reading all documents where the taxonomy differs.
pub(super) fn reload(app: &App, engine: &Engine, files: &KnowledgeFiles) -> Result<Reloaded, NotReloaded> {
    let options = files.load(engine.options()).map_err(|problems| {
        for problem in &problems {
            tracing::error!(%problem, "a file of knowledge cannot be used; what was in use stays");
        }
        NotReloaded::Files(problems)
    })?;
    let reloaded = engine.reload(options).map_err(NotReloaded::Engine)?;
    let model = |engine: &Engine| {
        let options = engine.options();
        [options.taxonomy.version(), options.profile.hash(), options.market.version()].map(str::to_owned)
    };
    let (before, after) = (model(engine), model(&reloaded));
    app.put_in_place(reloaded);
    let changed = before != after;
    let [taxonomy_version, profile_hash, market_version] = after;
    tracing::info!(tenant = %app.tenant(), changed, taxonomy_version, profile_hash, market_version, "reloaded");
    Ok(Reloaded { changed, taxonomy_version, profile_hash, market_version })
}

pub(super) async fn by_request(State(app): State<App>) -> Result<Written, Problem> {
    let place = app.admit_heavy()?;
    let own = app.clone();
    app.run_to_its_end(move |engine| {
        let _place = place;
        body::write(&reload(&own, engine, &own.access().knowledge)?)
    })
    .await
}
