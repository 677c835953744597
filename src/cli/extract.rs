//! `rolefit extract`: the facts that a text states.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::arguments::{TaxonomyArguments, TextFormat, limits, read_text};
use super::destination::Destination;
use super::failure::Failure;
use super::table::Page;
use super::visible::visible;
use super::{json_rows, table};
use crate::extract::{Extraction, Extractor};
use crate::intake::{Document, ImportOptions, import_documents};
#[cfg(feature = "documents")]
use crate::intake::{FileKind, file_text};
use crate::{Candidate, Error, Role};

#[derive(Debug, Args)]
#[command(after_help = "\
Plain text and HTML are understood. Offsets count Unicode characters of the text as given, from 0.

Of a PDF, DOCX, ODT, RTF or e-mail (.eml) the text is read, and answered with its facts.

Of a file of documents (.json, .jsonl, .csv, .sql, .xlsx, .zip), candidates or roles, ours or of another system, the prose of each is read: a line of JSON for each, with the text in which offsets count.

Examples:
  rolefit extract posting.html --format table
  rolefit extract resume.pdf | jq -r .text
  rolefit extract greenhouse-board.json | jq '{id, skills: [.facts.skills[].label]}'
  pbpaste | rolefit extract - | jq '.skills[].label'
  rolefit extract posting.txt --trace | jq -c '.trace[]'")]
pub(super) struct Arguments {
    /// The text, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Json)]
    format: TextFormat,
    /// Tell also which rule made each fact, and out of which tokens
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    taxonomy: TaxonomyArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let extractor = Extractor::new(arguments.taxonomy.load()?);
    if holds_documents(&arguments.file) {
        return of_documents(arguments, &extractor);
    }
    #[cfg(feature = "documents")]
    if is_written(&arguments.file) {
        let text = text_of_file(&arguments.file)?;
        return of_text(arguments, &extractor, &text, true);
    }
    of_text(arguments, &extractor, &read_text(&arguments.file)?, false)
}

/// A file that somebody wrote, and that is no text itself.
#[cfg(feature = "documents")]
fn is_written(file: &Path) -> bool {
    let kind = FileKind::of_name(&file.to_string_lossy());
    kind.is_some_and(|kind| !matches!(kind, FileKind::Html | FileKind::Text))
}

#[cfg(feature = "documents")]
fn text_of_file(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file).map_err(|source| Failure::unreadable(file, &source))?;
    let name = file.to_string_lossy();
    file_text(&name, &bytes, &limits()).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

/// The facts of a text; with the text where the caller does not have it as such.
fn of_text(arguments: &Arguments, extractor: &Extractor, text: &str, tells_text: bool) -> Result<(), Failure> {
    let facts = if arguments.trace { extractor.extract_traced(text)? } else { extractor.extract(text)? };
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json if tells_text => json_rows::pretty(&TextFacts { text, facts: &facts }, &mut out)?,
        TextFormat::Json => json_rows::pretty(&facts, &mut out)?,
        TextFormat::Table => {
            let page = Page::of(&out);
            out.write_all(table::extraction(&facts, page).as_bytes())?;
            if arguments.trace {
                out.write_all(table::trace(&facts.trace, page).as_bytes())?;
            }
        }
    }
    out.finish()
}

/// Endings of files of documents, whose prose is read.
const DOCUMENTS: [&str; 7] = ["json", "jsonl", "ndjson", "csv", "sql", "xlsx", "zip"];

fn holds_documents(file: &Path) -> bool {
    file.extension().is_some_and(|ending| DOCUMENTS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// What is found in a file.
#[derive(Serialize)]
struct TextFacts<'a> {
    /// The text of the file, in which offsets count.
    text: &'a str,
    #[serde(flatten)]
    facts: &'a Extraction,
}

/// What is found in one document.
#[derive(Serialize)]
struct DocumentFacts<'a> {
    id: &'a str,
    kind: &'static str,
    /// The prose of the document, in which offsets count.
    text: &'a str,
    facts: &'a Extraction,
}

/// A line for each document of a file, be they roles or candidates, ours or of another system.
fn of_documents(arguments: &Arguments, extractor: &Extractor) -> Result<(), Failure> {
    let bytes = std::fs::read(&arguments.file).map_err(|source| Failure::unreadable(&arguments.file, &source))?;
    let mut out = Destination::stdout();
    // A file holds documents of one kind: the one of which more can be used.
    let (roles, candidates) = (documents::<Role>(&bytes), documents::<Candidate>(&bytes));
    let n_of = |n: Option<usize>| n.unwrap_or(0);
    let (n_roles, n_candidates) =
        (n_of(roles.as_ref().ok().map(Vec::len)), n_of(candidates.as_ref().ok().map(Vec::len)));
    if n_roles.max(n_candidates) == 0 {
        if let (Err(error), Err(_)) = (roles, candidates) {
            return Err(error.into());
        }
        let message = format!("{} has no usable candidate and no usable role", arguments.file.display());
        return Err(Failure::negative(message).with_hint("`rolefit import` says what is wrong with each document"));
    }
    if n_roles > n_candidates {
        write_all(&roles?, arguments, extractor, &mut out)?;
    } else {
        write_all(&candidates?, arguments, extractor, &mut out)?;
    }
    out.finish()
}

fn documents<T: Document>(bytes: &[u8]) -> Result<Vec<T>, Error> {
    let imported = import_documents::<T>(bytes, &ImportOptions::default(), &limits())?;
    Ok(imported.documents.into_iter().map(|(_, document)| document).collect())
}

fn write_all<T: Document>(
    documents: &[T],
    arguments: &Arguments,
    extractor: &Extractor,
    out: &mut Destination,
) -> Result<(), Failure> {
    for document in documents {
        let text = prose(&serde_json::to_value(document).unwrap_or_default());
        let facts = if arguments.trace { extractor.extract_traced(&text)? } else { extractor.extract(&text)? };
        match arguments.format {
            TextFormat::Json => {
                let line = DocumentFacts { id: document.id(), kind: T::KIND, text: &text, facts: &facts };
                serde_json::to_writer(&mut *out, &line).map_err(std::io::Error::from)?;
                out.write_all(b"\n")?;
            }
            TextFormat::Table => {
                writeln!(out, "{}", visible(document.id()))?;
                let page = Page::of(out);
                out.write_all(table::extraction(&facts, page).as_bytes())?;
            }
        }
    }
    Ok(())
}

/// The texts of a document, in the order in which people read them.
fn prose(document: &Value) -> String {
    let of = |part: &Value| -> Vec<String> {
        let fields = ["title", "headline", "summary", "description"];
        fields.iter().filter_map(|field| part.get(field)?.as_str().map(str::to_owned)).collect()
    };
    let jobs = document.get("experience").and_then(Value::as_array).into_iter().flatten();
    of(document).into_iter().chain(jobs.flat_map(of)).collect::<Vec<_>>().join("\n\n")
}
