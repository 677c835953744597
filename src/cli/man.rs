//! `rolefit man`: the manual page of the program or of one command.

use std::io::Write;

use clap::{Args, CommandFactory};

use super::command::Rolefit;
use super::destination::Destination;
use super::failure::Failure;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  rolefit man rank | man -l -")]
pub(super) struct Arguments {
    /// The page of this command, such as `rank` or `skills show`; the program's own unless given
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut program = Rolefit::command();
    program.build();
    let mut command = &program;
    let mut title = vec!["rolefit"];
    for name in &arguments.command {
        command = command
            .find_subcommand(name)
            .ok_or_else(|| Failure::usage(format!("{name:?} is no command of {}", title.join(" "))))?;
        title.push(name);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(title.join("-").to_uppercase()).render(&mut page)?;
    let mut out = Destination::stdout();
    out.write_all(&page)?;
    out.finish()
}
