//! Arguments that several commands take.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::failure::Failure;
use crate::extract::Extractor;
#[cfg(feature = "documents")]
use crate::intake::PdfIsolation;
use crate::market::Market;
use crate::matching::{Filters, ScoringProfile};
use crate::model::{Currency, Language, PartialDate, Pay};
use crate::storage::StorageOptions;
use crate::taxonomy::Taxonomy;
use crate::{EngineOptions, Limits, MatchOptions};

/// What an engine is made with.
#[derive(Debug, Default, Args)]
pub(super) struct EngineArguments {
    /// Scoring profile (TOML) in place of the built-in one
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    #[command(flatten)]
    pub taxonomy: TaxonomyArguments,
    #[command(flatten)]
    pub market: MarketArguments,
}

/// How a data directory that is written to uses memory and disk.
#[derive(Debug, Args)]
pub(super) struct StorageArguments {
    /// Memory that the store may use for what it has read, in MiB
    #[arg(long, value_name = "MIB", default_value_t = StorageOptions::default().cache_bytes >> 20)]
    pub store_cache: u64,
    /// Refuse writes while less than this is free on the disk, in MiB; 0 never refuses
    #[arg(long, value_name = "MIB", default_value_t = StorageOptions::default().low_space_bytes >> 20)]
    pub low_space: u64,
    /// Changes that the log keeps for webhooks that were away, other nodes and the index; older ones go with each write
    #[arg(long, value_name = "N", default_value_t = StorageOptions::default().keep_changes)]
    pub keep_changes: u64,
}

impl StorageArguments {
    pub(super) fn options(&self) -> StorageOptions {
        let bytes = |mebibytes: u64| mebibytes.saturating_mul(1 << 20);
        StorageOptions::default()
            .with_cache_bytes(bytes(self.store_cache))
            .with_low_space_bytes(bytes(self.low_space))
            .with_keep_changes(self.keep_changes)
    }
}

/// The taxonomy alone.
#[derive(Debug, Default, Args)]
pub(super) struct TaxonomyArguments {
    /// Taxonomy file (TOML) that extends the built-in one
    #[arg(long, value_name = "FILE")]
    pub taxonomy: Option<PathBuf>,
}

/// The market reference alone.
#[derive(Debug, Default, Args)]
pub(super) struct MarketArguments {
    /// Rows of pay of your own (CSV or JSON) before the built-in ones, see `rolefit market --help`
    #[arg(long, value_name = "FILE")]
    pub market: Option<PathBuf>,
}

impl EngineArguments {
    pub(super) fn options(&self) -> Result<EngineOptions, Failure> {
        let (taxonomy, market) = (self.taxonomy.load()?, self.market.load()?);
        let mut options = EngineOptions { taxonomy, market, limits: limits(), ..EngineOptions::default() };
        if let Some(path) = &self.profile {
            options.profile = ScoringProfile::parse(&read_text(path)?)
                .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        }
        Ok(options)
    }
}

impl TaxonomyArguments {
    pub(super) fn load(&self) -> Result<Arc<Taxonomy>, Failure> {
        let Some(path) = &self.taxonomy else { return Ok(Taxonomy::builtin()) };
        let refused = |problem: &dyn std::fmt::Display| {
            Failure::input(format!("{}: {problem}", path.display()))
                .with_hint(format!("`rolefit taxonomy check {}` lists the problems one a line", path.display()))
        };
        let taxonomy = Taxonomy::extended(&read_text(path)?).map_err(|error| refused(&error))?;
        match Extractor::problems_of_rules(&taxonomy).first() {
            Some(problem) => Err(refused(problem)),
            None => Ok(Arc::new(taxonomy)),
        }
    }
}

impl MarketArguments {
    pub(super) fn load(&self) -> Result<Arc<Market>, Failure> {
        let Some(path) = &self.market else { return Ok(Market::embedded()) };
        let market = Market::extended(&read_text(path)?)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        Ok(Arc::new(market))
    }
}

/// How pairs are judged.
#[derive(Debug, Default, Args)]
pub(super) struct JudgementArguments {
    /// Reckon years and recency as of this date (2026, 2026-11 or 2026-11-01); today unless given
    #[arg(long, value_name = "DATE")]
    pub as_of: Option<PartialDate>,
    /// What one unit of a currency is worth in US dollars; repeat for more. Currencies without a rate are not compared
    #[arg(long = "rate", value_name = "EUR=1.08", value_parser = rate)]
    pub rates: Vec<(Currency, f64)>,
    /// Leave out who the candidates are: names, ids and their own words; they are called `Candidate 1` and so on by rank
    #[arg(long)]
    pub blind: bool,
    /// The language of summaries, statements and questions: en or de. Another than English is for JSON
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub language: Language,
}

impl JudgementArguments {
    /// Refuses a language in which only a part of an output would be.
    pub(super) fn check_language(&self, is_json: bool) -> Result<(), Failure> {
        if is_json || self.language == Language::default() {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "--language {} is for --format json; other outputs are in English",
            self.language.as_str()
        )))
    }

    pub(super) fn options(&self, limit: usize, evidence: bool) -> MatchOptions {
        let rates = self.rates.iter().copied().collect();
        let language = Some(self.language);
        MatchOptions {
            limit,
            evidence,
            as_of: self.as_of,
            blind: self.blind,
            language,
            rates,
            ..MatchOptions::default()
        }
    }
}

/// Whom a match is about.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct FilterArguments {
    /// Only those whose texts hold all of these words
    #[arg(long, value_name = "WORDS")]
    pub text: Option<String>,
    /// Only those who claim this skill, or one of its kind; repeat for more
    #[arg(long = "skill", value_name = "NAME")]
    pub skills: Vec<String>,
    /// Only those who have worked with at least so many accelerators at once
    #[arg(long, value_name = "N")]
    pub min_scale: Option<u64>,
    /// Only those who say to live in this city, region or country, or to move there
    #[arg(long, value_name = "PLACE")]
    pub location: Option<String>,
    /// Leave out who says to live elsewhere and would not move to this place; who says nothing of places stays
    #[arg(long, value_name = "PLACE")]
    pub location_or_unstated: Option<String>,
    /// Leave out who expects more than this a year at the least, such as `300000 USD` or `250000 EUR base`
    #[arg(long, value_name = "PAY", value_parser = Pay::parse_yearly_max)]
    pub max_pay: Option<Pay>,
}

impl FilterArguments {
    pub(super) fn filters(&self) -> Filters {
        Filters {
            q: self.text.clone(),
            skills: self.skills.clone(),
            min_scale: self.min_scale,
            location: self.location.clone(),
            location_or_unstated: self.location_or_unstated.clone(),
            max_pay: self.max_pay.clone(),
            ..Filters::default()
        }
    }
}

/// How many results, and how they are written.
#[derive(Debug, Args)]
pub(super) struct ShortlistArguments {
    /// Results for each role, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub top: usize,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub format: ShortlistFormat,
    /// Write the results to this file, which appears whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show under each candidate where the points come from, with quotes (JSON always carries them)
    #[arg(long)]
    pub explain: bool,
}

/// How shortlists are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ShortlistFormat {
    /// For people
    #[default]
    Table,
    /// One answer, or a list of answers when there are several roles
    Json,
    /// One result a line, with its role's id
    Jsonl,
    /// One result a row, for spreadsheets
    Csv,
    /// A page to send to a hiring manager (HTML), with a section for each role
    Html,
    /// A workbook with a sheet for each role
    #[cfg(feature = "spreadsheets")]
    Xlsx,
    /// A list of scorecards as Greenhouse has them (JSON), without a recommendation
    GreenhouseScorecard,
    /// A list of forms of feedback as Lever has them (JSON), without a recommendation
    LeverScorecard,
}

impl ShortlistFormat {
    /// Whether it is JSON for programs, with all that an answer says.
    pub(super) fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Jsonl)
    }

    /// Whether it says where points come from.
    pub(super) fn has_evidence(self) -> bool {
        self != Self::Csv && !self.is_for_files()
    }

    /// Whether it is for a system that files it by the candidate's id.
    pub(super) fn is_filed_by_id(self) -> bool {
        matches!(self, Self::GreenhouseScorecard | Self::LeverScorecard)
    }

    /// Whether it is no text.
    pub(super) fn is_for_files(self) -> bool {
        #[cfg(feature = "spreadsheets")]
        return self == Self::Xlsx;
        #[cfg(not(feature = "spreadsheets"))]
        false
    }
}

/// How other results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TextFormat {
    /// For people
    Table,
    /// For programs
    #[default]
    Json,
}

/// How much of a document is read, and that PDF is read by processes of this program.
pub(super) fn limits() -> Limits {
    #[cfg(feature = "documents")]
    if let Ok(program) = std::env::current_exe() {
        return Limits::default().with_pdf(PdfIsolation::process(program));
    }
    Limits::default()
}

/// A text file's text.
pub(super) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes)
            .map_err(|source| Failure::unreadable(Path::new("standard input"), &source))?;
        bytes
    } else {
        std::fs::read(path).map_err(|source| Failure::unreadable(path, &source))?
    };
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Failure::input(format!("{}: not UTF-8 text at byte {place}; expected text in UTF-8", path.display()))
    })
}

fn rate(text: &str) -> Result<(Currency, f64), String> {
    let wrong = || format!("a rate is written EUR=1.08, this is {text:?}");
    let (code, worth) = text.split_once('=').ok_or_else(wrong)?;
    let worth: f64 = worth.trim().parse().map_err(|_| wrong())?;
    MatchOptions::check_rate(worth).map_err(|accepted| format!("the rate is {worth}; {accepted}"))?;
    Ok((Currency::new(code.trim())?, worth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_name_a_currency_and_its_worth() {
        assert_eq!(rate("eur=1.08"), Ok((Currency::new("EUR").unwrap(), 1.08)));
        for bad in ["EUR", "EUR=", "EUR=0", "EUR=-1", "EUR=nan", "euro=1", "EUR=inf"] {
            assert!(rate(bad).is_err(), "{bad}");
        }
    }
}
