//! `rolefit skills`: what the taxonomy knows of a skill, and the skills that it does not know.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::Serialize;

use super::arguments::{TaxonomyArguments, TextFormat};
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::match_role::open_existing;
use super::shortlists::counted;
use super::table::{self, Page};
use crate::taxonomy::{ConceptId, ConceptKind, MatchedBy, Relation, Taxonomy};
use crate::{EngineOptions, Error};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Resolve names of skills to concepts, one JSON object a line
    #[command(after_help = "\
A name that the taxonomy does not know has the concept null.

Examples:
  rolefit skills resolve \"IBM Spectrum Scale\" k8s
  cut -f2 skills.tsv | rolefit skills resolve")]
    Resolve {
        /// Names; from standard input, one a line, when there are none
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        #[command(flatten)]
        taxonomy: TaxonomyArguments,
    },
    /// Show a concept with its names and relations
    #[command(after_help = "\
Examples:
  rolefit skills show lustre
  rolefit skills show lustre --format json")]
    Show {
        /// The concept's id, as `skills resolve` prints it
        #[arg(value_name = "CONCEPT")]
        concept: String,
        /// How the result is written
        #[arg(long, value_enum, default_value_t = TextFormat::Table)]
        format: TextFormat,
        #[command(flatten)]
        taxonomy: TaxonomyArguments,
    },
    /// List the skills of stored candidates and roles that no concept knows, the commonest first
    #[command(after_help = "\
Spellings that differ in case, accents or hyphens are one skill, shown as most documents write it. What is spelled most like \
it is a hint and never used for matching: an unrecognized skill matches the same words alone. Sentences and contact details \
given as skills are left out and counted apart. A taxonomy file of your own makes them known, see `rolefit taxonomy check`.

Examples:
  rolefit skills unrecognized --data-dir data
  rolefit skills unrecognized --data-dir data --top 200 --format json")]
    Unrecognized {
        /// Where candidates and roles are kept
        #[arg(long, value_name = "DIR")]
        data_dir: PathBuf,
        /// So many skills, 1 to 1000
        #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
        top: usize,
        /// How the result is written
        #[arg(long, value_enum, default_value_t = TextFormat::Table)]
        format: TextFormat,
        #[command(flatten)]
        taxonomy: TaxonomyArguments,
    },
}

pub(super) fn run(command: &Command, console: &mut Console) -> Result<(), Failure> {
    match command {
        Command::Resolve { names, taxonomy } => resolve(names, &*taxonomy.load()?, console),
        Command::Show { concept, format, taxonomy } => show(concept, *format, &*taxonomy.load()?),
        Command::Unrecognized { data_dir, top, format, taxonomy } => {
            unrecognized(data_dir, *top, *format, taxonomy, console)
        }
    }
}

fn resolve(names: &[String], taxonomy: &Taxonomy, console: &mut Console) -> Result<(), Failure> {
    let mut out = Destination::stdout();
    if names.is_empty() {
        if io::stdin().is_terminal() {
            console.say("reading names from standard input, one a line");
        }
        for line in io::stdin().lock().lines() {
            let line = line.map_err(|source| Failure::unreadable("standard input".as_ref(), &source))?;
            if !line.trim().is_empty() {
                resolve_one(line.trim(), taxonomy, &mut out)?;
            }
        }
    }
    for name in names {
        resolve_one(name, taxonomy, &mut out)?;
    }
    out.finish()
}

fn resolve_one(name: &str, taxonomy: &Taxonomy, out: &mut impl Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Resolved<'a> {
        name: &'a str,
        concept: Option<&'a str>,
        label: Option<&'a str>,
        matched_by: MatchedBy,
    }
    let found = taxonomy.resolve(name);
    let concept = found.concept.map(|id| taxonomy.concept(id));
    let resolved = Resolved {
        name,
        concept: concept.map(|concept| &*concept.id),
        label: concept.map(|concept| &*concept.label),
        matched_by: found.matched_by,
    };
    json_rows::line(&resolved, out)
}

/// A concept with everything around it.
#[derive(Debug, Serialize)]
pub(super) struct ConceptPage<'a> {
    pub concept: &'a str,
    pub label: &'a str,
    pub kind: ConceptKind,
    pub area: &'a str,
    pub area_label: &'a str,
    pub aliases: Vec<&'a str>,
    pub broader: Vec<Named<'a>>,
    pub narrower: Vec<Named<'a>>,
    pub related: Vec<Neighbour<'a>>,
    /// Practices that using it shows.
    pub practices: Vec<Named<'a>>,
    /// Of a practice: what shows it.
    pub shown_by: Vec<Named<'a>>,
    /// Scarcity, 0.05 to 2.
    pub weight: f64,
    pub source: &'a str,
}

/// Another concept.
#[derive(Debug, Serialize)]
pub(super) struct Named<'a> {
    pub concept: &'a str,
    pub label: &'a str,
}

/// A related concept with what each earns for the other, 0 to 1.
#[derive(Debug, Serialize)]
pub(super) struct Neighbour<'a> {
    pub concept: &'a str,
    pub label: &'a str,
    /// Credit when the other one is asked and this one is claimed.
    pub credit_when_asked: f64,
    /// Credit when this one is asked and the other one is claimed.
    pub credit_when_claimed: f64,
}

fn show(id: &str, format: TextFormat, taxonomy: &Taxonomy) -> Result<(), Failure> {
    let Some(concept) = taxonomy.find(id) else {
        let failure = Failure::from(Error::NotFound { what: "concept", id: id.to_owned() });
        return Err(match taxonomy.resolve(id).concept {
            Some(near) => {
                let near = taxonomy.concept(near);
                failure.with_hint(format!("did you mean `{}` ({})?", near.id, near.label))
            }
            None => failure.with_hint("`rolefit skills resolve NAME` finds a concept by any of its names"),
        });
    };
    let page = concept_page(concept, taxonomy);
    let mut out = Destination::stdout();
    match format {
        TextFormat::Json => json_rows::pretty(&page, &mut out)?,
        TextFormat::Table => {
            let layout = Page::of(&out);
            out.write_all(table::concept(&page, layout).as_bytes())?;
        }
    }
    out.finish()
}

fn unrecognized(
    data_dir: &Path,
    top: usize,
    format: TextFormat,
    taxonomy: &TaxonomyArguments,
    console: &mut Console,
) -> Result<(), Failure> {
    let engine = open_existing(data_dir, EngineOptions { taxonomy: taxonomy.load()?, ..EngineOptions::default() })?;
    let found = engine.unrecognized_skills(top)?;
    let mut out = Destination::stdout();
    match format {
        TextFormat::Json => json_rows::pretty(&found, &mut out)?,
        TextFormat::Table if engine.candidate_count() + engine.role_count() == 0 => {
            writeln!(out, "Nothing is stored yet; `rolefit import --data-dir {}` takes files in.", data_dir.display())?;
        }
        TextFormat::Table => {
            let layout = Page::of(&out);
            out.write_all(table::unrecognized(&found, layout).as_bytes())?;
        }
    }
    out.finish()?;
    console.say(format_args!(
        "{} and {} in {}",
        counted(engine.candidate_count(), "candidate"),
        counted(engine.role_count(), "role"),
        data_dir.display()
    ));
    Ok(())
}

fn concept_page(id: ConceptId, taxonomy: &Taxonomy) -> ConceptPage<'_> {
    let concept = taxonomy.concept(id);
    let named = |id: ConceptId| {
        let concept = taxonomy.concept(id);
        Named { concept: &concept.id, label: &concept.label }
    };
    let listing = |ids: &[ConceptId]| ids.iter().map(|id| named(*id)).collect();
    let mut related: Vec<Neighbour<'_>> = taxonomy
        .concepts()
        .filter_map(|(other, neighbour)| {
            let (when_asked, forth) = taxonomy.credit(other, id);
            let (when_claimed, back) = taxonomy.credit(id, other);
            [forth, back].contains(&Relation::Related).then(|| Neighbour {
                concept: &neighbour.id,
                label: &neighbour.label,
                credit_when_asked: f64::from(when_asked.get()) / 1000.0,
                credit_when_claimed: f64::from(when_claimed.get()) / 1000.0,
            })
        })
        .collect();
    related.sort_by(|a, b| b.credit_when_claimed.total_cmp(&a.credit_when_claimed).then_with(|| a.label.cmp(b.label)));
    ConceptPage {
        concept: &concept.id,
        label: &concept.label,
        kind: concept.kind,
        area: taxonomy.area_id(id),
        area_label: taxonomy.area_label(id),
        aliases: concept.aliases.iter().map(|alias| &**alias).collect(),
        broader: listing(&concept.broader),
        narrower: taxonomy.concepts().filter(|(_, c)| c.broader.contains(&id)).map(|(id, _)| named(id)).collect(),
        related,
        practices: listing(&concept.implies),
        shown_by: taxonomy.concepts().filter(|(_, c)| c.implies.contains(&id)).map(|(id, _)| named(id)).collect(),
        weight: f64::from(concept.weight) / 1000.0,
        source: &concept.source,
    }
}
