//! The commands, as clap parses them. What each does is in the file of its name.

use clap::{Parser, Subcommand};

#[cfg(feature = "page")]
use super::demo;
use super::{
    backup, compact, completions, config, coordinate, duplicates, erase, evaluate, exit_codes, explain, export,
    extract, feedback, healthcheck, import, keys, man, market, match_role, merge, migrate, openapi, rank, rebuild,
    restore, schema, search, serve, similar, skills, stats, taxonomy, verify, what_if,
};
#[cfg(feature = "documents")]
use crate::intake::PDF_PROCESS_COMMAND;

/// Rolefit matches candidates to roles in AI infrastructure, HPC and GPU work, and explains each fit.
#[derive(Debug, Parser)]
#[command(name = "rolefit", version, propagate_version = true, max_term_width = 110, after_long_help = exit_codes::HELP)]
#[command(after_help = "Run `rolefit COMMAND --help` for examples, `rolefit --help` for the exit codes.")]
pub(super) struct Rolefit {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Rank the candidates of a file for the roles of another; no server, no data directory
    Rank(rank::Arguments),
    /// Merge what several runs of `rank --shard` found into one answer
    Merge(merge::Arguments),
    /// Show the page for recruiters on invented sample data, and keep nothing
    #[cfg(feature = "page")]
    Demo(demo::Arguments),
    /// Run the HTTP service, with the page for recruiters at `/`
    Serve(serve::Arguments),
    /// Run a coordinator over several services, each of which keeps a share of the candidates
    Coordinate(coordinate::Arguments),
    /// Check the configuration of the service, or print one to begin with
    #[command(subcommand)]
    Config(config::Command),
    /// Ask a service whether it lives, for a container's supervisor
    Healthcheck(healthcheck::Arguments),
    /// Make, list, rotate and revoke the keys that a service asks for
    #[command(subcommand)]
    Keys(keys::Command),
    /// Put candidates and roles from files into a data directory
    Import(import::Arguments),
    /// Write the candidates and roles of a data directory to files that import reads
    Export(export::Arguments),
    /// Check every document and the search index of a data directory
    Verify(verify::Arguments),
    /// Write a data directory's documents to one backup file
    Backup(backup::Arguments),
    /// Make a data directory from a backup file
    Restore(restore::Arguments),
    /// Move the documents of a data directory to PostgreSQL, or back
    Migrate(migrate::Arguments),
    /// Erase from a data directory's files what was deleted or replaced
    Compact(compact::Arguments),
    /// List candidates who may be one person, and say of them whether they are
    Duplicates(duplicates::Arguments),
    /// Write the grades that people gave as graded pairs, or all that they said of candidates for roles
    Feedback(feedback::Arguments),
    /// Remove candidates from a data directory, and erase them from its files
    Erase(erase::Arguments),
    /// Make the search index of a data directory anew
    Rebuild(rebuild::Arguments),
    /// Tell how much a data directory holds, and what ranking it needs of memory
    Stats(stats::Arguments),
    /// Rank the candidates of a data directory for one of its roles
    Match(match_role::Arguments),
    /// Explain the fit of one candidate for one role
    Explain(explain::Arguments),
    /// Find candidates or roles by what their documents say
    #[command(subcommand)]
    Search(search::Command),
    /// Find the candidates who are most like one, or the roles that are
    Similar(similar::Arguments),
    /// Show how the pool of a role would be under single changes, and what would lift one candidate
    WhatIf(what_if::Arguments),
    /// Show the facts that a text or web page states
    Extract(extract::Arguments),
    /// Look up skills in the taxonomy
    #[command(subcommand)]
    Skills(skills::Command),
    /// Show what a kind of work is paid
    Market(market::Arguments),
    /// Measure how well fits rank, against grades that people gave
    Evaluate(evaluate::Arguments),
    /// Check taxonomy files
    #[command(subcommand)]
    Taxonomy(taxonomy::Command),
    /// Print the JSON Schema of a document, or of a taxonomy file
    Schema(schema::Arguments),
    /// Print the OpenAPI document of the HTTP service
    Openapi(openapi::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Read a PDF from standard input; how this program reads PDF in a process of its own
    #[cfg(feature = "documents")]
    #[command(name = PDF_PROCESS_COMMAND, hide = true)]
    ReadPdf,
    /// Print the manual page
    #[command(hide = true)]
    Man(man::Arguments),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_contradict_nowhere() {
        Rolefit::command().debug_assert();
    }

    #[test]
    fn every_command_shows_an_example() {
        fn check(command: &clap::Command) {
            if command.has_subcommands() {
                command.get_subcommands().for_each(check);
            } else if !command.is_hide_set() {
                let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
                assert!(help.contains("rolefit "), "{}", command.get_name());
            }
        }
        check(&Rolefit::command());
    }
}
