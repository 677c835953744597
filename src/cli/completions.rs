//! `rolefit completions`: completion scripts for shells.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::command::Rolefit;
use super::destination::Destination;
use super::failure::Failure;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  rolefit completions bash > ~/.local/share/bash-completion/completions/rolefit
  rolefit completions fish > ~/.config/fish/completions/rolefit.fish")]
pub(super) struct Arguments {
    /// Which shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    // Into memory first, since the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Rolefit::command(), "rolefit", &mut script);
    let mut out = Destination::stdout();
    out.write_all(&script)?;
    out.finish()
}
