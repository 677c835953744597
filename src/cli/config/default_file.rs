//! The configuration file to begin with: every flag of `rolefit serve` with what it does, made of the flags themselves.

use std::fmt::Write as _;

use clap::{Arg, Command};

use super::effective::in_toml;
use super::file::settings;

const HEAD: &str = "\
# The configuration of `rolefit serve --config FILE`, or of `ROLEFIT_CONFIG=FILE`. Keys are the names of its flags.
# A flag wins over a variable of the environment, and that over this file. Paths are relative to where the service is started.
# `rolefit config check FILE` says what holds, and where it comes from. What stands here is the default, or an example where there is none.
";

/// What stands for the values of flags that have no default, by their names.
const EXAMPLES: [(&str, &[&str]); 8] = [
    ("data-dir", &["/var/lib/rolefit/data"]),
    ("store", &["postgres://rolefit@db.example/people"]),
    ("cors-origin", &["https://ats.example"]),
    ("rate-limit", &["600"]),
    ("log-levels", &["info,hyper=debug"]),
    ("profile", &["/etc/rolefit/profile.toml"]),
    ("taxonomy", &["/etc/rolefit/skills.toml"]),
    ("market", &["/etc/rolefit/pay.csv"]),
];

/// The whole file.
pub(super) fn text(serve: &Command) -> String {
    settings(serve).fold(HEAD.to_owned(), |mut text, argument| {
        let name = argument.get_long().unwrap_or_default();
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let variable = argument.get_env().unwrap_or_default().to_string_lossy();
        let _ = write!(text, "\n# {help}.\n# Variable {variable}\n#{name} = {}\n", value(name, argument));
        text
    })
}

fn value(name: &str, argument: &Arg) -> String {
    let defaults: Vec<&str> = argument.get_default_values().iter().filter_map(|value| value.to_str()).collect();
    let example = || EXAMPLES.iter().find(|(of, _)| *of == name).map(|(_, example)| *example);
    match (argument.is_hide_env_values_set(), example()) {
        (_, Some(example)) if defaults.is_empty() => in_toml(argument, example),
        (true, _) => "\"...\"".to_owned(),
        _ if defaults.is_empty() => "\"\"".to_owned(),
        _ => in_toml(argument, &defaults),
    }
}
