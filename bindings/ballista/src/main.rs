//! `rolefit-ballista`: a scheduler, executors, and a `rank` that shares the candidates among them.

mod arguments;
mod cluster;
mod codec;
mod failure;
mod job;
mod merge_exec;
mod merging;
mod output;
mod plan;
mod pool;
mod rank;
mod rank_exec;
mod ranking;
mod rows;
mod submit;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Command, Program};
use failure::{Failure, say};

fn main() -> ExitCode {
    let Program { command } = Program::parse();
    // Panics are told by their place alone: a panic's message may quote the text that was being read.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        say(format_args!("a defect of rolefit showed at {place}; please report it"));
    }));
    let done = match command {
        Command::Scheduler(arguments) => cluster::scheduler(&arguments),
        Command::Executor(arguments) => cluster::executor(&arguments),
        Command::Rank(arguments) => rank::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { code, message, hint }) => {
            say(format_args!("error: {message}"));
            if let Some(hint) = hint {
                say(format_args!("hint: {hint}"));
            }
            ExitCode::from(code)
        }
    }
}
