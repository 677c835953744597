//! `rolefit market`: what a kind of work is paid, by the market reference and rows of one's own.

use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::arguments::{MarketArguments, TaxonomyArguments, TextFormat};
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::table::{self, Page};
use crate::market::MarketQuery;
use crate::model::Level;
use crate::{Engine, EngineOptions};

#[derive(Debug, Args)]
#[command(after_help = "\
The band is that of base pay a year: weighted medians of the lows, middles and highs of the rows that apply. A row weighs more \
the nearer it is in family, level, place and year; the rows are shown with their sources and weights. Without a row about the \
place, those of its country serve, with less confidence; there is no band for a country without rows.

--market takes rows of your own, CSV (the first line names the columns) or JSON. Where one of them is about the work, country \
and level asked, yours answer alone. Columns: source (needed), label, family, level, hub, country, year, basis (base, total or \
unstated), currency, period, and low with high, or middle.

Examples:
  rolefit market --family cluster_operations --level senior --hub \"Santa Clara, CA\"
  rolefit market --family \"GPU compiler engineer\" --level staff --year 2026 --format json
  rolefit market --family ml_platform --level mid --market our-pay.csv")]
pub(super) struct Arguments {
    /// The kind of work: a family's id, or a title that names it
    #[arg(long, value_name = "FAMILY")]
    family: String,
    /// Seniority
    #[arg(long, value_name = "LEVEL", value_parser = PossibleValuesParser::new(Level::ALL.map(Level::as_str)))]
    level: String,
    /// Where: a city, region or country; the United States unless given
    #[arg(long, value_name = "PLACE")]
    hub: Option<String>,
    /// The year of the money; the newest that the rows speak of unless given
    #[arg(long, value_name = "YEAR")]
    year: Option<u16>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
    #[command(flatten)]
    market: MarketArguments,
    #[command(flatten)]
    taxonomy: TaxonomyArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let level = Level::ALL.into_iter().find(|level| level.as_str() == arguments.level);
    let query = MarketQuery {
        family: arguments.family.clone(),
        level: level.expect("clap takes the names of levels alone"),
        hub: arguments.hub.clone(),
        year: arguments.year,
    };
    let options = EngineOptions {
        taxonomy: arguments.taxonomy.load()?,
        market: arguments.market.load()?,
        ..EngineOptions::default()
    };
    let Some(band) = Engine::in_memory_with(options).market(&query)? else {
        let failure = Failure::negative("no row of pay is about such work in such a place");
        return Err(failure.with_hint("`--market FILE` takes rows of your own, see `rolefit market --help`"));
    };
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&band, &mut out)?,
        TextFormat::Table => {
            let page = Page::of(&out);
            out.write_all(table::market(&band, page).as_bytes())?;
        }
    }
    out.finish()
}
