//! `rolefit search`: the candidates or roles of a data directory by what their documents say.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::arguments::{TaxonomyArguments, TextFormat};
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::match_role::open_existing;
use super::table::{self, Page};
use crate::matching::Filters;
use crate::model::{Pay, RoleStatus};
use crate::search::{Facet, SearchCursor, SearchOptions, SearchPage, SearchQuery, SearchSort};
use crate::{Candidate, Engine, EngineOptions, Error, Role};

/// The query language in a few lines.
macro_rules! query_help {
    ($fields:literal) => {
        concat!(
            "The query:
  slurm lustre          both words, anywhere
  \"gpu cluster\"         the words side by side
  title:engineer        in one field: ",
            $fields,
            "
  kube*                 words that begin so
  -windows              not this word
  slurm OR pbs          either; ( ) group
A word of more than five letters is found with one typing error, too; not in quotation marks. What is found is ordered by how \
             well its words suit the query, which says nothing of a fit."
        )
    };
}
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Find candidates by what their documents say
    #[command(after_help = concat!("\
Examples:
  rolefit search candidates \"slurm (lustre OR gpfs) -windows\" --data-dir data
  rolefit search candidates 'title:\"site reliability\" kube*' --data-dir data --location \"Austin, TX\"
  rolefit search candidates infiniband --data-dir data --facet level --facet skill --format json

", query_help!("title, skill, employer, location, certification, text")))]
    Candidates {
        /// What is sought, see below; everybody when empty
        #[arg(value_name = "QUERY", allow_hyphen_values = true)]
        query: String,
        #[command(flatten)]
        filters: CandidateFilters,
        #[command(flatten)]
        common: Common,
    },
    /// Find roles by what their documents say
    #[command(after_help = concat!("\
Examples:
  rolefit search roles 'title:storage' --data-dir data --status open
  rolefit search roles \"training OR inference\" --data-dir data --facet family

", query_help!("title, skill, location, text")))]
    Roles {
        /// What is sought, see below; all roles when empty
        #[arg(value_name = "QUERY", allow_hyphen_values = true)]
        query: String,
        /// Only roles of this status; repeat for more
        #[arg(long, value_name = "STATUS", value_parser = status)]
        status: Vec<RoleStatus>,
        #[command(flatten)]
        common: Common,
    },
}

/// What both sorts of search take.
#[derive(Debug, Args)]
pub(super) struct Common {
    /// Where candidates and roles are kept
    #[arg(long, value_name = "DIR")]
    data_dir: PathBuf,
    /// Only those who claim this skill, or roles that ask for it; repeat for more
    #[arg(long = "skill", value_name = "NAME")]
    skills: Vec<String>,
    /// Only those who say to live in this city, region or country or to move there; only roles there
    #[arg(long, value_name = "PLACE")]
    location: Option<String>,
    /// Only documents that were written after the write of this number
    #[arg(long, value_name = "SEQ")]
    updated_since: Option<u64>,
    /// Count by family, level, place, skill, `work_mode` or `scale_tier`; repeat for more
    #[arg(long = "facet", value_name = "FACET")]
    facets: Vec<Facet>,
    /// relevance (where there is a query), updated or id
    #[arg(long, value_name = "ORDER")]
    sort: Option<SearchSort>,
    /// Results, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    top: usize,
    /// The `next_cursor` of the page before, as the JSON has it
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<SearchCursor>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
    #[command(flatten)]
    taxonomy: TaxonomyArguments,
}

/// Filters that roles do not have.
#[derive(Debug, Args)]
pub(super) struct CandidateFilters {
    /// Leave out who says to live elsewhere and would not move to this place; who says nothing of places stays
    #[arg(long, value_name = "PLACE")]
    location_or_unstated: Option<String>,
    /// Only those who have worked with at least so many accelerators at once
    #[arg(long, value_name = "N")]
    min_scale: Option<u64>,
    /// Leave out who expects more than this a year at the least, such as `300000 USD`
    #[arg(long, value_name = "PAY", value_parser = Pay::parse_yearly_max)]
    max_pay: Option<Pay>,
}

impl Common {
    fn options(&self, query: Result<Option<SearchQuery>, Error>, filters: Filters) -> Result<SearchOptions, Failure> {
        Ok(SearchOptions {
            query: query?,
            filters: Filters { skills: self.skills.clone(), location: self.location.clone(), ..filters },
            updated_since: self.updated_since,
            facets: self.facets.clone(),
            sort: self.sort,
            after: self.cursor.clone(),
            limit: self.top,
            ..SearchOptions::default()
        })
    }

    fn engine(&self) -> Result<Engine, Failure> {
        let options = EngineOptions { taxonomy: self.taxonomy.load()?, ..EngineOptions::default() };
        open_existing(&self.data_dir, options)
    }

    fn write<T: serde::Serialize>(
        &self,
        page: &SearchPage<T>,
        table: fn(&SearchPage<T>, Page) -> String,
    ) -> Result<(), Failure> {
        let mut out = Destination::stdout();
        match self.format {
            TextFormat::Json => json_rows::pretty(page, &mut out)?,
            TextFormat::Table => {
                let layout = Page::of(&out);
                out.write_all(table(page, layout).as_bytes())?;
            }
        }
        out.finish()
    }
}

pub(super) fn run(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Candidates { query, filters, common } => {
            let CandidateFilters { location_or_unstated, min_scale, max_pay } = filters;
            let filters = Filters {
                location_or_unstated: location_or_unstated.clone(),
                min_scale: *min_scale,
                max_pay: max_pay.clone(),
                ..Filters::default()
            };
            let options = common.options(stated(query, SearchQuery::for_candidates), filters)?;
            let page: SearchPage<Candidate> = common.engine()?.search_candidates(&options)?;
            common.write(&page, table::found_candidates)
        }
        Command::Roles { query, status, common } => {
            let filters = Filters { status: status.clone(), ..Filters::default() };
            let options = common.options(stated(query, SearchQuery::for_roles), filters)?;
            let page: SearchPage<Role> = common.engine()?.search_roles(&options)?;
            common.write(&page, table::found_roles)
        }
    }
}

fn stated(query: &str, read: fn(&str) -> Result<SearchQuery, Error>) -> Result<Option<SearchQuery>, Error> {
    if query.trim().is_empty() { Ok(None) } else { read(query).map(Some) }
}

fn status(text: &str) -> Result<RoleStatus, String> {
    let read = serde_json::from_value(serde_json::Value::String(text.to_owned()));
    read.map_err(|_| format!("expected open, draft, paused or closed, got {text:?}"))
}
