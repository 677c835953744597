//! The engine that keeps nobody: what `rolefit.Engine` asks.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use rolefit::extract::Extractor;
use rolefit::intake::{Document, IdSource, parse_document, role_from_value};
use rolefit::market::Market;
use rolefit::matching::ScoringProfile;
use rolefit::model::{CancelToken, Currency, PartialDate, Weights};
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, EngineOptions, Error, Limits, MatchOptions, Role, parse_role};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::documents::Offered;
use crate::errors::{Violations, raised, refused};
use crate::ranking::Ranking;
use crate::running::Threads;

/// An engine in memory, with its threads.
#[pyclass(frozen, module = "rolefit._native")]
pub(crate) struct Engine {
    engine: rolefit::Engine,
    threads: Arc<Threads>,
}

/// What is asked of one call, as JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    top: usize,
    as_of: Option<String>,
    weights: Option<Value>,
    rates: BTreeMap<String, f64>,
    blind: bool,
    evidence: bool,
}

#[pymethods]
impl Engine {
    /// `taxonomy`, `profile` and `market` are texts of files.
    #[new]
    #[pyo3(signature = (taxonomy, profile, market, threads))]
    fn new(
        py: Python<'_>,
        taxonomy: Option<&str>,
        profile: Option<&str>,
        market: Option<&str>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let made = py.detach(|| made(taxonomy, profile, market)).map_err(|error| raised(py, &error))?;
        Ok(Self { engine: rolefit::Engine::in_memory_with(made), threads: Arc::new(Threads::new(threads)) })
    }

    /// Begins to rank candidates for roles.
    fn ranking(&self, py: Python<'_>, roles: Vec<Offered>, options: &str) -> PyResult<Ranking> {
        let roles = read_roles(py, &roles)?;
        let cancel = CancelToken::new();
        let options = match_options(options).map_err(|error| raised(py, &error))?.with_cancel(cancel.clone());
        let ranking = self.threads.run(py, &cancel, || self.engine.ranking(&roles, &options))?;
        let ranking = ranking.map_err(|error| raised(py, &error))?;
        Ok(Ranking::new(ranking, self.threads.clone(), cancel))
    }

    /// One pair, explained in full, as JSON.
    fn fit(&self, py: Python<'_>, role: Offered, candidate: Offered, options: &str) -> PyResult<String> {
        let mut violations = Vec::new();
        let role = taken::<Role>(&role, &mut violations);
        let candidate = taken::<Candidate>(&candidate, &mut violations);
        let (Some(role), Some(candidate)) = (role, candidate) else {
            return Err(unusable(py, violations));
        };
        let cancel = CancelToken::new();
        let options = match_options(options).map_err(|error| raised(py, &error))?.with_cancel(cancel.clone());
        let row = self.threads.run(py, &cancel, || self.engine.explain_documents(&role, &candidate, &options))?;
        let row = row.map_err(|error| raised(py, &error))?;
        Ok(serde_json::to_string(&row).expect("a row is numbers, texts and lists"))
    }

    /// The facts of a text, as JSON.
    fn extract(&self, py: Python<'_>, text: &str, trace: bool) -> PyResult<String> {
        let cancel = CancelToken::new();
        let engine = self.engine.cancelled_by(cancel.clone());
        let read = || if trace { engine.extract_traced(text) } else { engine.extract(text) };
        let facts = self.threads.run(py, &cancel, read)?.map_err(|error| raised(py, &error))?;
        Ok(serde_json::to_string(&facts).expect("facts are numbers, texts and lists"))
    }
}

/// The messages of which there are more are counted alone.
const MAX_TOLD: usize = 20;

/// What is raised for documents that cannot be used: everything that is wrong with them, told at once.
pub(crate) fn unusable(py: Python<'_>, violations: Violations) -> PyErr {
    let told: Vec<String> =
        violations.iter().take(MAX_TOLD).map(|(pointer, message)| format!("{pointer}: {message}")).collect();
    let more = match violations.len().saturating_sub(MAX_TOLD) {
        0 => String::new(),
        n => format!("; and {n} more"),
    };
    refused(py, "invalid", &format!("{}{more}", told.join("; ")), violations)
}

fn made(taxonomy: Option<&str>, profile: Option<&str>, market: Option<&str>) -> Result<EngineOptions, Error> {
    let named = |name: &str, problem: &dyn std::fmt::Display| Error::Configuration(format!("{name}: {problem}"));
    let mut options = EngineOptions::default();
    if let Some(text) = taxonomy {
        let taxonomy = Taxonomy::extended(text).map_err(|error| named("taxonomy", &error))?;
        if let Some(problem) = Extractor::problems_of_rules(&taxonomy).first() {
            return Err(named("taxonomy", problem));
        }
        options = options.with_taxonomy(Arc::new(taxonomy));
    }
    if let Some(text) = profile {
        options = options.with_profile(ScoringProfile::parse(text).map_err(|error| named("profile", &error))?);
    }
    if let Some(text) = market {
        options = options.with_market(Arc::new(Market::extended(text).map_err(|error| named("market", &error))?));
    }
    Ok(options)
}

/// All of the roles, or everything that is wrong with any.
fn read_roles(py: Python<'_>, documents: &[Offered]) -> PyResult<Vec<Role>> {
    let (limits, mut violations) = (Limits::default(), Vec::new());
    let mut roles: Vec<Role> = Vec::new();
    for (index, document) in documents.iter().enumerate() {
        match document.read(&format!("/roles/{index}"), |json| parse_role(json, &limits)) {
            Ok(role) => match roles.iter().position(|other| other.id == role.id) {
                None => roles.push(role),
                Some(_) => violations.push((
                    format!("/roles/{index}/id"),
                    format!("{:?} is the id of another role, too; expected each id once", role.id.as_str()),
                )),
            },
            Err(wrong) => violations.extend(wrong),
        }
    }
    if !violations.is_empty() {
        return Err(unusable(py, violations));
    }
    if roles.is_empty() {
        return Err(refused(py, "invalid", "there is no role; expected at least one", Vec::new()));
    }
    Ok(roles)
}

/// A document of a pair, which needs no id.
fn taken<T: Document>(offered: &Offered, violations: &mut Violations) -> Option<T> {
    let read = |json: &[u8]| parse_document(json, IdSource::DocumentOr(T::KIND), &Limits::default());
    offered.read(&format!("/{}", T::KIND), read).map_err(|wrong| violations.extend(wrong)).ok()
}

fn match_options(json: &str) -> Result<MatchOptions, Error> {
    let options: Options = serde_json::from_str(json).map_err(|error| Error::Configuration(error.to_string()))?;
    let wrong = |what: &str, why: String| Error::Configuration(format!("{what}: {why}"));
    let mut rates = BTreeMap::new();
    for (code, worth) in &options.rates {
        let currency = Currency::new(code).map_err(|why| wrong("rates", why.to_string()))?;
        MatchOptions::check_rate(*worth).map_err(|why| wrong(&format!("rates: {code}"), why.to_string()))?;
        rates.insert(currency, *worth);
    }
    let as_of = options.as_of.as_deref().map(str::parse::<PartialDate>).transpose();
    let mut made = MatchOptions::default()
        .with_limit(options.top)
        .with_blind(options.blind)
        .with_evidence(options.evidence)
        .with_rates(rates);
    made.as_of = as_of.map_err(|why| wrong("as_of", why.to_string()))?;
    made.weights = weights(options.weights)?;
    Ok(made)
}

/// Weights are those of a role, and read by the same rules.
fn weights(weights: Option<Value>) -> Result<Option<Weights>, Error> {
    let Some(weights) = weights else { return Ok(None) };
    let role = role_from_value(json!({ "id": "-", "weights": weights }), "", &Limits::default())?;
    Ok(role.weights)
}
