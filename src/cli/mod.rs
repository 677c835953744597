//! The command line: arguments to calls, answers to text. Results go to standard output, everything else to standard error.
//!
//! Uses only what the crate's root exports.

mod arguments;
mod backup;
mod brief;
mod cluster;
mod command;
mod compact;
mod completions;
mod config;
mod coordinate;
mod console;
mod csv_rows;
#[cfg(feature = "page")]
mod demo;
mod destination;
mod duplicates;
mod erase;
mod evaluate;
mod exit_codes;
mod explain;
mod export;
mod extract;
mod failure;
mod feedback;
mod foreign;
mod healthcheck;
mod import;
mod interrupt;
mod json_rows;
mod keys;
mod man;
mod market;
mod match_role;
mod merge;
mod openapi;
mod progress;
mod rank;
mod rebuild;
mod migrate;
mod restore;
mod schema;
mod scorecards;
mod search;
mod serve;
#[cfg(feature = "spreadsheets")]
mod sheet_rows;
mod shortlists;
mod similar;
mod skills;
mod stats;
mod table;
mod taxonomy;
mod upkeep;
mod verify;
mod visible;
mod watch;
mod what_if;

use std::process::ExitCode;

use clap::Parser;

use command::{Command, Rolefit};
use console::Console;
use failure::Failure;

/// Runs the program with the process's arguments and gives its exit code, as documented by `rolefit --help`.
pub fn run() -> ExitCode {
    // Before any thread or file is made.
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let command = match Rolefit::try_parse() {
        Ok(rolefit) => rolefit.command,
        Err(error) => {
            // Help and version are results; a reader that closed the pipe has seen enough of them.
            let _ = error.print();
            let code = if error.use_stderr() { exit_codes::USAGE } else { exit_codes::OK };
            return ExitCode::from(code);
        }
    };
    // Panics are told by their place alone: a panic's message may quote the text that was being read.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        eprintln!("a defect of rolefit showed at {place}; please report it");
    }));
    let mut console = Console::new();
    match dispatch(command, &mut console) {
        Ok(()) => ExitCode::from(exit_codes::OK),
        Err(failure) => {
            console.failure(&failure);
            ExitCode::from(failure.code)
        }
    }
}

fn dispatch(command: Command, console: &mut Console) -> Result<(), Failure> {
    match command {
        Command::Rank(arguments) => rank::run(&arguments, console),
        Command::Merge(arguments) => merge::run(&arguments, console),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Coordinate(arguments) => coordinate::run(&arguments),
        Command::Config(command) => config::run(&command),
        Command::Healthcheck(arguments) => healthcheck::run(&arguments),
        #[cfg(feature = "page")]
        Command::Demo(arguments) => demo::run(&arguments),
        Command::Keys(command) => keys::run(command, console),
        Command::Import(arguments) => import::run(&arguments, console),
        Command::Export(arguments) => export::run(&arguments, console),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Backup(arguments) => backup::run(&arguments),
        Command::Restore(arguments) => restore::run(&arguments),
        Command::Migrate(arguments) => migrate::run(&arguments),
        Command::Compact(arguments) => compact::run(&arguments),
        Command::Duplicates(arguments) => duplicates::run(&arguments, console),
        Command::Feedback(arguments) => feedback::run(&arguments, console),
        Command::Erase(arguments) => erase::run(&arguments),
        Command::Rebuild(arguments) => rebuild::run(&arguments),
        Command::Match(arguments) => match_role::run(&arguments, console),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Search(command) => search::run(&command),
        Command::Similar(arguments) => similar::run(&arguments),
        Command::WhatIf(arguments) => what_if::run(&arguments, console),
        Command::Extract(arguments) => extract::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Skills(command) => skills::run(&command, console),
        Command::Market(arguments) => market::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Taxonomy(command) => taxonomy::run(&command),
        Command::Openapi(arguments) => openapi::run(&arguments),
        Command::Schema(arguments) => schema::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        #[cfg(feature = "documents")]
        Command::ReadPdf => Ok(crate::intake::run_pdf_process(std::io::stdin().lock(), std::io::stdout().lock())?),
        Command::Man(arguments) => man::run(&arguments),
    }
}
