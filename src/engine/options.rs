//! What can be chosen: once for an engine, and for each question.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::entry::Entry;
use super::filters::Filters;
use super::match_page::{MatchPage, PageStart};
use super::tile::TileModel;
use super::timings::{Timings, Work};
use super::{Engine, RoleEntry};
use crate::domain::{CancelToken, Currency, Error, ParseError, PartialDate, Role, RoleId, Weights, setters};
use crate::explain::{Answer, Explainer, Gated, Model, WeightsRow, applied_weights_row, gate_label};
use crate::intake::Limits;
use crate::market::Market;
use crate::score::{Rates, Scorer, ScoringProfile};
use crate::shortlist::Shortlist;
use crate::store::StorageOptions;
use crate::taxonomy::Taxonomy;
use crate::wording::Language;

/// What an engine is made with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// What the field knows.
    pub taxonomy: Arc<Taxonomy>,
    /// The constants of a fit.
    pub profile: ScoringProfile,
    /// What the field pays, for roles that state no band.
    pub market: Arc<Market>,
    /// How large documents may be.
    pub limits: Limits,
    /// How a data directory uses memory and disk.
    pub storage: StorageOptions,
}

setters! {
    impl EngineOptions {
        with_taxonomy(taxonomy: is Arc<Taxonomy>);
        with_profile(profile: is ScoringProfile);
        with_market(market: is Arc<Market>);
        with_limits(limits: is Limits);
        with_storage(storage: is StorageOptions);
    }
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            taxonomy: Taxonomy::builtin(),
            profile: ScoringProfile::default(),
            market: Market::embedded(),
            limits: Limits::default(),
            storage: StorageOptions::default(),
        }
    }
}

/// What is asked of one match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MatchOptions {
    /// How many results, 1 to 1,000.
    pub limit: usize,
    /// The date as of which years and recency are reckoned; today (UTC) when absent.
    pub as_of: Option<PartialDate>,
    /// Component weights that outrank the role's own and the profile's. Each is 0 to 100, as in a role; where all that apply are 0,
    /// every fit is 0.
    pub weights: Option<Weights>,
    /// Whether the components carry their evidence.
    pub evidence: bool,
    /// Whether it is told of each candidate of a stored pool who else they may be: their documents are held against others' for it.
    pub possible_duplicates: bool,
    /// Whether names are left out; [`Answer::blinded`] leaves out ids and quotes, too.
    pub blind: bool,
    /// In which language summaries, statements, questions and changes are; that of the engine's handle when absent, which is English
    /// unless [`Engine::in_language`] gave it another. Nothing else depends on it.
    pub language: Option<Language>,
    /// What one unit of each currency is worth in US dollars, or in another one where the dollar has a rate, too. Where any rate
    /// is given the dollar is worth 1 unless said. Currencies without a rate are not compared. [`MatchOptions::check_rate`] says
    /// what a rate may be.
    pub rates: BTreeMap<Currency, f64>,
    /// Another scoring profile than the engine's.
    pub profile: Option<ScoringProfile>,
    /// Whom a match of stored documents is about; other questions refuse filters.
    pub filters: Filters,
    /// The must-haves that are gates, and no others, as [`Engine::gate_switches`] names them; those of the role when absent. For the
    /// shortlist of a stored role and one pair of it; other questions refuse it.
    pub gates: Option<Vec<String>>,
    /// Which page of the answer is wanted; the first one, without a word about the next, when absent.
    pub page: Option<MatchPage>,
    /// The answer ends before its results take more bytes of JSON than this, and says by `next_cursor` where the next page
    /// begins. It holds one result at least, where there is one. No limit when absent.
    pub max_bytes: Option<usize>,
    /// Stops the work when it is cancelled or its deadline has passed, with [`Error::Cancelled`]; never, unless given one.
    /// [`Engine::cancelled_by`] gives one to all calls of a handle.
    pub cancel: CancelToken,
}

setters! {
    impl MatchOptions {
        with_limit(limit: is usize);
        with_as_of(as_of: some PartialDate);
        with_weights(weights: some Weights);
        with_evidence(evidence: is bool);
        with_possible_duplicates(possible_duplicates: is bool);
        with_blind(blind: is bool);
        with_language(language: some Language);
        with_rates(rates: is BTreeMap<Currency, f64>);
        with_profile(profile: some ScoringProfile);
        with_filters(filters: is Filters);
        with_gates(gates: some Vec<String>);
        with_page(page: some MatchPage);
        with_max_bytes(max_bytes: some usize);
        with_cancel(cancel: is CancelToken);
    }
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self {
            limit: 10,
            as_of: None,
            weights: None,
            evidence: true,
            possible_duplicates: true,
            blind: false,
            language: None,
            rates: BTreeMap::new(),
            profile: None,
            filters: Filters::default(),
            gates: None,
            page: None,
            max_bytes: None,
            cancel: CancelToken::default(),
        }
    }
}

impl MatchOptions {
    /// Whether `rate` can be the worth of a unit of a currency; every rate that passes is of use.
    ///
    /// # Errors
    /// Says what is accepted.
    pub fn check_rate(rate: f64) -> Result<(), ParseError> {
        let is_usable = Rates::RANGE.contains(&rate);
        if is_usable { Ok(()) } else { Err(format!("expected {}, got {rate}", Rates::RANGE_IN_WORDS).into()) }
    }
}

/// Holds a question's weights to the rules of a role's, as the HTTP API does.
fn check_weights(weights: &Weights) -> Result<(), Error> {
    let role = Role::new(RoleId::new("-").expect("it is visible")).with_weights(weights.clone());
    role.check(&Limits::default()).map_err(|error| Error::Configuration(error.to_string()))
}

/// The most results that one answer holds.
pub(crate) const MAX_RESULTS: usize = 1000;

/// Options that have been checked, with all defaults filled in.
pub(crate) struct Judgement {
    pub limit: usize,
    pub as_of: PartialDate,
    pub weights: Option<Weights>,
    pub evidence: bool,
    pub blind: bool,
    pub language: Language,
    pub rates: Rates,
    pub profile: ScoringProfile,
    pub market: Arc<Market>,
    /// That of the taxonomy by which the facts were read.
    pub taxonomy_version: String,
    /// Of the engine's handle; never, unless it is given one.
    pub cancel: CancelToken,
    /// Where pages were asked for.
    pub page: Option<PageStart>,
    pub max_bytes: Option<usize>,
    /// Of the engine's handle; of nobody, unless it is given them.
    pub timings: Arc<Timings>,
}

impl Engine {
    /// The weights by which a role is matched, as answers tell them in `applied_weights`: nobody is judged for it.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Configuration`] for unusable options.
    pub fn applied_weights(&self, role: &RoleId, options: &MatchOptions) -> Result<WeightsRow, Error> {
        let entry = self.inner.role_entry(role)?;
        let judgement = self.judgement_of_some(options)?;
        Ok(applied_weights_row(judgement.scorer(&entry, &self.inner.options.taxonomy).weights()))
    }

    /// For questions that take no filters: until this handle's token says to stop.
    pub(super) fn judgement(&self, options: &MatchOptions) -> Result<Judgement, Error> {
        Ok(self.own(Judgement::new(options, &self.inner.options)?, options))
    }

    /// The same for questions about those who pass the options' filters.
    pub(super) fn judgement_of_some(&self, options: &MatchOptions) -> Result<Judgement, Error> {
        Ok(self.own(Judgement::of_some(options, &self.inner.options)?, options))
    }

    fn own(&self, judgement: Judgement, options: &MatchOptions) -> Judgement {
        let (cancel, timings) = (self.cancel.or(&options.cancel), self.inner.timings.clone());
        let language = options.language.unwrap_or(self.language);
        Judgement { language, cancel, timings, ..judgement }
    }
}

impl Judgement {
    /// For questions that take no filters; never cancelled.
    pub(crate) fn new(options: &MatchOptions, engine: &EngineOptions) -> Result<Self, Error> {
        if !options.filters.is_empty() {
            return Err(Error::Configuration(
                "filters are for matches of stored candidates and roles alone".to_owned(),
            ));
        }
        Self::of_some(options, engine)
    }

    /// For questions about those who pass the options' filters; never cancelled.
    pub(crate) fn of_some(options: &MatchOptions, engine: &EngineOptions) -> Result<Self, Error> {
        if !(1..=MAX_RESULTS).contains(&options.limit) {
            return Err(Error::Configuration(format!("limit is 1 to {MAX_RESULTS}, not {}", options.limit)));
        }
        // Whoever takes them has set them in the role by now.
        if options.gates.is_some() {
            return Err(Error::Configuration("gates are set for the shortlist of a stored role alone".to_owned()));
        }
        options.weights.as_ref().map_or(Ok(()), check_weights)?;
        Ok(Self {
            limit: options.limit,
            as_of: options.as_of_or_that_of_the_cursor()?.unwrap_or_else(PartialDate::today),
            weights: options.weights.clone(),
            evidence: options.evidence,
            blind: options.blind,
            language: options.language.unwrap_or_default(),
            rates: Rates::new(&options.rates).map_err(Error::Configuration)?,
            profile: options.profile.clone().unwrap_or_else(|| engine.profile.clone()),
            market: engine.market.clone(),
            taxonomy_version: engine.taxonomy.version().to_owned(),
            cancel: CancelToken::default(),
            page: None,
            max_bytes: None,
            timings: Arc::default(),
        })
    }

    /// The scorer for a role: the request's weights outrank the role's, which outrank the profile's.
    pub(crate) fn scorer<'a>(&'a self, role: &'a RoleEntry, taxonomy: &'a Taxonomy) -> Scorer<'a> {
        let own: Vec<&Weights> = [role.role.weights.as_ref(), self.weights.as_ref()].into_iter().flatten().collect();
        Scorer::new(&role.facts, &own, taxonomy, &self.market, &self.profile, &self.rates, self.as_of)
    }

    /// What makes columns that hold for this question.
    pub(crate) fn tile_model(&self, taxonomy: &Arc<Taxonomy>) -> TileModel {
        TileModel::new(taxonomy.clone(), self.profile.clone(), self.as_of.first_month())
    }

    /// What puts fits into words, with the evidence where it is wanted.
    pub(crate) fn explainer<'a>(&'a self, taxonomy: &'a Taxonomy) -> Explainer<'a> {
        Explainer { taxonomy, profile: &self.profile, with_evidence: self.evidence, language: self.language }
    }

    pub(crate) fn answer_for_role(
        &self,
        scorer: &Scorer<'_>,
        role: &RoleEntry,
        shortlist: Shortlist<Arc<Entry>>,
        total: usize,
        taxonomy: &Taxonomy,
    ) -> Answer {
        let explainer = self.explainer(taxonomy);
        let gated: Vec<Gated> = shortlist
            .gated()
            .iter()
            .map(|(gate, count)| Gated { requirement: gate_label(*gate, &role.facts, self.language), count: *count })
            .collect();
        let considered = shortlist.considered();
        let n_left = self.n_left(considered, &gated);
        let rows = || {
            self.rows(shortlist.into_ordered(), n_left, |rank, placed| {
                let (id, person) = (placed.item.id.clone(), placed.item.person());
                let name = person.name.clone().filter(|_| !self.blind);
                explainer.row(rank, (Some(id), None), name, &placed.fit, &role.facts, &person.facts)
            })
        };
        let (results, next_cursor) = self.timings.time(Work::Explain, rows);
        Answer {
            role_id: Some(role.role.id.clone()),
            candidate_id: None,
            total_candidates: Some(total),
            total_roles: None,
            considered,
            gated,
            applied_weights: Some(applied_weights_row(scorer.weights())),
            model: self.model(taxonomy),
            results,
            next_cursor,
            unreadable: Vec::new(),
            degraded: None,
        }
    }

    /// How many results there are from this page's first on.
    fn n_left(&self, considered: usize, gated: &[Gated]) -> usize {
        let n_gated: usize = gated.iter().map(|gated| gated.count).sum();
        considered.saturating_sub(n_gated).saturating_sub(self.n_before())
    }

    pub(crate) fn answer_for_candidate(
        &self,
        candidate: &Entry,
        shortlist: Shortlist<Arc<RoleEntry>>,
        total: usize,
        taxonomy: &Taxonomy,
    ) -> Answer {
        let explainer = self.explainer(taxonomy);
        let person = candidate.person();
        let gated_roles = shortlist.gated().values().sum();
        let gated: Vec<Gated> = (gated_roles > 0)
            .then(|| Gated { requirement: self.language.text("words.gate_of_the_role").to_owned(), count: gated_roles })
            .into_iter()
            .collect();
        let considered = shortlist.considered();
        let n_left = self.n_left(considered, &gated);
        let rows = || {
            self.rows(shortlist.into_ordered(), n_left, |rank, placed| {
                let role = placed.item;
                let ids = (None, Some(role.role.id.clone()));
                explainer.row(rank, ids, role.role.title.clone(), &placed.fit, &role.facts, &person.facts)
            })
        };
        let (results, next_cursor) = self.timings.time(Work::Explain, rows);
        Answer {
            role_id: None,
            candidate_id: Some(candidate.id.clone()),
            total_candidates: None,
            total_roles: Some(total),
            considered,
            gated,
            applied_weights: None,
            model: self.model(taxonomy),
            results,
            next_cursor,
            unreadable: Vec::new(),
            degraded: None,
        }
    }

    pub(super) fn model(&self, taxonomy: &Taxonomy) -> Model {
        Model {
            taxonomy_version: taxonomy.version().to_owned(),
            profile_hash: self.profile.hash().to_owned(),
            market_version: self.market.version().to_owned(),
            crate_version: env!("CARGO_PKG_VERSION").to_owned(),
            as_of: self.as_of,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, CandidateId, ErrorKind};

    fn best_fit(weights: Weights) -> Result<f64, Error> {
        let role = Role::new(RoleId::new("r").unwrap()).with_must_have(["Slurm"]);
        let candidate = Candidate::new(CandidateId::new("c").unwrap()).with_summary("I have run Slurm since 2019.");
        let options = MatchOptions::default().with_weights(weights);
        Ok(Engine::in_memory().rank(&role, &[candidate], &options)?.results[0].fit)
    }

    #[test]
    fn weights_of_a_question_are_held_to_the_rules_of_a_roles() {
        for (weight, found) in [
            (-1.0, "this is the number -1.0"),
            (100.5, "this is the number 100.5"),
            (f64::NAN, "this is not a finite number"),
            (f64::INFINITY, "this is not a finite number"),
        ] {
            let error = best_fit(Weights::default().with_skills(weight)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Configuration);
            assert_eq!(error.to_string(), format!("/weights/skills: {found}; expected a number from 0 to 100"));
        }
    }

    #[test]
    fn where_all_weights_are_zero_every_fit_is() {
        let none = Weights::default().with_skills(0.0).with_family(0.0).with_scale(0.0);
        let none = none.with_pay(0.0).with_level(0.0).with_location(0.0);
        assert!(best_fit(none).unwrap() == 0.0 && best_fit(Weights::default()).unwrap() > 50.0);
    }
}
