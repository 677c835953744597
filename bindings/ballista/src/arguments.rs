//! The command line. What `rank` takes is called as by `rolefit rank`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use rolefit::MatchOptions;
use rolefit::model::{Currency, Language, PartialDate};

/// Ranks candidates for roles on a cluster of Apache DataFusion Ballista.
#[derive(Debug, Parser)]
#[command(name = "rolefit-ballista", version, propagate_version = true, max_term_width = 110)]
pub(crate) struct Program {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the scheduler, of which a cluster has one
    Scheduler(SchedulerArguments),
    /// Run an executor, which does the work of as many tasks at once as it has cores
    Executor(ExecutorArguments),
    /// Rank the candidates of Parquet files for roles, shared among the executors
    Rank(RankArguments),
}

#[derive(Debug, Args)]
pub(crate) struct SchedulerArguments {
    /// The address to listen on. Nobody is asked who they are: keep it inside a network that is yours
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) listen: std::net::SocketAddr,
    /// The name by which executors reach the scheduler; the address listened on unless given
    #[arg(long, value_name = "HOST")]
    pub(crate) advertise: Option<String>,
    /// An executor that has said nothing for so many seconds is lost, and its work given to others
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) executor_timeout: u64,
    /// Without any executor for so many seconds, running jobs fail
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) patience: u64,
}

#[derive(Debug, Args)]
pub(crate) struct ExecutorArguments {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) scheduler: String,
    /// The address to listen on, for other executors and `rank`; the scheduler uses the next port
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:50051")]
    pub(crate) listen: std::net::SocketAddr,
    /// The name by which others reach this executor; the address that the scheduler sees unless given
    #[arg(long, value_name = "HOST")]
    pub(crate) advertise: Option<String>,
    /// Tasks at once; as many as there are cores unless given
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) cores: usize,
    /// Where shortlists on their way are kept; a temporary folder unless given
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work_dir: Option<PathBuf>,
    /// How often, in seconds, the scheduler is told that the executor lives
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub(crate) heartbeat: u64,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The roles are .json, .jsonl, .csv (each also as .gz or .zst) or .parquet; the candidates are one .parquet file, or a folder of them, at a path that all executors see. The answer is, byte for byte, that of `rolefit rank` over the same candidates.

Examples:
  rolefit-ballista scheduler --listen 10.0.0.10:50050 &
  rolefit-ballista executor --scheduler 10.0.0.10:50050 --listen 10.0.0.11:50051 &
  rolefit-ballista rank --cluster ballista://10.0.0.10:50050 --roles roles.jsonl --candidates /pool/candidates.parquet --format jsonl")]
pub(crate) struct RankArguments {
    /// The scheduler
    #[arg(long, value_name = "ballista://HOST:PORT")]
    pub(crate) cluster: String,
    /// The roles
    #[arg(long, value_name = "FILE")]
    pub(crate) roles: PathBuf,
    /// The candidates: a Parquet file, or a folder of them
    #[arg(long, value_name = "FILE|FOLDER")]
    pub(crate) candidates: PathBuf,
    /// Results for each role, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub(crate) top: usize,
    /// How results are written
    #[arg(long, value_enum)]
    pub(crate) format: Format,
    /// Write the results to this file, which appears whole or not at all
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Reckon years and recency as of this date (2026, 2026-11 or 2026-11-01); today unless given
    #[arg(long, value_name = "DATE")]
    pub(crate) as_of: Option<PartialDate>,
    /// What one unit of a currency is worth in US dollars; repeat for more. Currencies without a rate are not compared
    #[arg(long = "rate", value_name = "EUR=1.08", value_parser = rate)]
    pub(crate) rates: Vec<(Currency, f64)>,
    /// Leave out who the candidates are: names, ids and their own words; they are called `Candidate 1` and so on by rank
    #[arg(long)]
    pub(crate) blind: bool,
    /// The language of summaries, statements and questions: en or de
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    pub(crate) language: Language,
    /// Scoring profile (TOML) in place of the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,
    /// Taxonomy file (TOML) that extends the built-in one
    #[arg(long, value_name = "FILE")]
    pub(crate) taxonomy: Option<PathBuf>,
    /// Rows of pay of your own (CSV or JSON) before the built-in ones
    #[arg(long, value_name = "FILE")]
    pub(crate) market: Option<PathBuf>,
    /// Without results where any line cannot be used
    #[arg(long)]
    pub(crate) strict: bool,
    /// Into so many parts the candidates are cut; by their number unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) parts: Option<u32>,
    /// Wait so many seconds at most for the scheduler to have an executor
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) wait: u64,
}

/// How shortlists are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One answer, or a list of answers when there are several roles
    Json,
    /// One result a line, with its role's id
    Jsonl,
}

fn rate(text: &str) -> Result<(Currency, f64), String> {
    let wrong = || format!("a rate is written EUR=1.08, this is {text:?}");
    let (code, worth) = text.split_once('=').ok_or_else(wrong)?;
    let worth: f64 = worth.trim().parse().map_err(|_| wrong())?;
    MatchOptions::check_rate(worth).map_err(|accepted| format!("the rate is {worth}; {accepted}"))?;
    Ok((Currency::new(code.trim()).map_err(|why| why.to_string())?, worth))
}
