//! `rolefit config`: what a service would be started with, where each value comes from, and a file to begin with.

mod default_file;
mod effective;
mod file;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{CommandFactory as _, FromArgMatches as _, Subcommand};

use super::arguments::read_text;
use super::command::{Command as Given, Rolefit};
use super::destination::Destination;
use super::failure::Failure;
use super::{exit_codes, serve};
use effective::Effective;
use file::ConfigFile;

/// The command whose flags a file states.
const SERVE: &str = "serve";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check the configuration of the service, and print each value with where it comes from
    #[command(after_help = "\
A flag wins over a variable of the environment, that over the file, and that over the default. What is printed is such a file itself. Secrets are never printed. Exits with 2 and names every problem when something is wrong.

Examples:
  rolefit config check rolefit.toml
  rolefit config check rolefit.toml -- --listen 127.0.0.1:8080")]
    Check {
        /// The configuration file (TOML); that of `ROLEFIT_CONFIG` unless given
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// Flags that `rolefit serve` would be given
        #[arg(last = true, value_name = "FLAG")]
        flags: Vec<OsString>,
    },
    /// Print a configuration file with all settings, each a comment with its default
    #[command(after_help = "\
Example:
  rolefit config default > rolefit.toml")]
    Default,
}

pub(super) fn run(command: &Command) -> Result<(), Failure> {
    let mut out = Destination::stdout();
    match command {
        Command::Check { file, flags } => write!(out, "{}", check(file.as_deref(), flags)?)?,
        Command::Default => write!(out, "{}", default_file::text(&serve_command()))?,
    }
    out.finish()
}

/// The arguments of `serve` with what its file states, where neither a flag nor the environment says otherwise.
pub(super) fn with_file(given: serve::Arguments) -> Result<serve::Arguments, Failure> {
    let Some(path) = given.config.clone() else { return Ok(given) };
    let file = read(&path)?;
    let matches =
        file.apply(Rolefit::command()).try_get_matches_from(std::env::args_os()).map_err(|error| usage(&error))?;
    match Rolefit::from_arg_matches(&matches).map_err(|error| usage(&error))?.command {
        Given::Serve(arguments) => Ok(arguments),
        // The same words were `serve` without the file.
        _ => Ok(given),
    }
}

fn check(file: Option<&Path>, flags: &[OsString]) -> Result<Effective, Failure> {
    let mut words: Vec<OsString> = vec!["rolefit".into(), SERVE.into()];
    if let Some(file) = file {
        words.extend(["--config".into(), file.as_os_str().to_owned()]);
    }
    words.extend_from_slice(flags);
    let parse = |command: clap::Command| -> Result<(clap::ArgMatches, serve::Arguments), Failure> {
        let matches = command.try_get_matches_from(&words).map_err(|error| usage(&error))?;
        let Given::Serve(arguments) = Rolefit::from_arg_matches(&matches).map_err(|error| usage(&error))?.command
        else {
            return Err(Failure::usage("expected flags of `rolefit serve` behind `--`"));
        };
        let own = matches.subcommand_matches(SERVE).expect("it was parsed as `serve`").clone();
        Ok((own, arguments))
    };
    let path = parse(Rolefit::command())?.1.config;
    let file = path.as_deref().map(read).transpose()?;
    let command = file.as_ref().map_or_else(Rolefit::command, |file| file.apply(Rolefit::command()));
    let (matches, arguments) = parse(command)?;
    // Whatever is wrong is wrong with the configuration.
    serve::check(&arguments).map_err(|failure| Failure { code: exit_codes::USAGE, ..failure })?;
    Ok(Effective::of(&serve_command(), &matches, file.as_ref().zip(path.as_deref())))
}

fn read(path: &Path) -> Result<ConfigFile, Failure> {
    let text = read_text(path).map_err(|failure| Failure { code: exit_codes::USAGE, ..failure })?;
    ConfigFile::parse(&text, &serve_command()).map_err(|problems| {
        let lines: Vec<String> = problems
            .iter()
            .map(|problem| format!("{}:{}: {}", path.display(), problem.line, problem.message))
            .collect();
        Failure::usage(lines.join("\n")).with_hint("`rolefit config default` prints all settings")
    })
}

fn serve_command() -> clap::Command {
    let mut whole = Rolefit::command();
    whole.find_subcommand_mut(SERVE).expect("the program has a command `serve`").clone()
}

/// What clap says, without its first word, which is printed all the same.
fn usage(error: &clap::Error) -> Failure {
    let message = error.to_string();
    Failure::usage(message.strip_prefix("error: ").unwrap_or(&message).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let problems = ConfigFile::parse(text, &serve_command()).err().unwrap_or_default();
        problems.into_iter().map(|problem| format!("{}: {}", problem.line, problem.message)).collect()
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        let text = "lisen = \"127.0.0.1:80\"\n\nrate-limit = 0\nerase-deleted = \"maybe\"\ncors-origin = [1.5, \"x\"]\n\
                    data-dir = true\nstore-cache = [1, 2]\n[server]\n";
        let found = problems(text);
        assert_eq!(found.len(), 7, "{found:#?}");
        assert!(found[0].starts_with("1: unknown key `lisen`; did you mean `listen`?; expected"), "{found:#?}");
        for (line, key) in [(3, "rate-limit"), (4, "erase-deleted"), (5, "cors-origin"), (6, "data-dir")] {
            let own = found.iter().find(|problem| problem.starts_with(&format!("{line}: `{key}`")));
            assert!(own.is_some_and(|own| own.contains("; expected ")), "{found:#?}");
        }
        assert!(found.iter().any(|problem| problem.starts_with("8: unknown key `server`")), "{found:#?}");
        let torn = problems("listen = \"a\"\nrate-limit = = 3\n");
        assert!(torn.len() == 1 && torn[0].starts_with("2: "), "{torn:?}");
    }

    #[test]
    fn the_file_stands_below_flags_and_above_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rolefit.toml");
        let text = "listen = \"127.0.0.1:80\"\nerase-deleted = true\nstore-cache = 17\ncors-origin = [\"https://a.example\", \
                    \"https://b.example\"]\n";
        std::fs::write(&path, text).unwrap();
        let shown = |flags: &[&str]| {
            let flags: Vec<OsString> = flags.iter().map(OsString::from).collect();
            check(Some(&path), &flags).unwrap().to_string()
        };
        let found = shown(&["--store-cache", "18", "--erase-deleted=false"]);
        for line in [
            "listen = \"127.0.0.1:80\"",
            "erase-deleted = false",
            "store-cache = 18",
            "low-space = 64",
            "cors-origin = [\"https://a.example\", \"https://b.example\"]",
        ] {
            assert!(found.lines().any(|found| found.starts_with(line)), "{line} is missing: {found}");
        }
        let source = |found: &str, key: &str| {
            let line = found.lines().find(|line| line.starts_with(key)).unwrap().to_owned();
            line.rsplit("# ").next().unwrap().to_owned()
        };
        assert_eq!(source(&found, "store-cache"), "flag --store-cache");
        assert_eq!(source(&found, "low-space"), "default");
        assert!(source(&found, "listen").ends_with("rolefit.toml:1"), "{found}");
        // What is printed is a file that says the same.
        std::fs::write(&path, &found).unwrap();
        let again = shown(&[]);
        let values = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.map(|line| line.split("  # ").next().unwrap().to_owned()).collect()
        };
        assert_eq!(values(&again), values(&found));
    }

    #[test]
    fn a_secret_is_never_shown() {
        let command = clap::Command::new("serve").arg(
            clap::Arg::new("token")
                .long("token")
                .hide_env_values(true)
                .env("ROLEFIT_TEST_TOKEN")
                .default_value("s3cret"),
        );
        let matches = command.clone().try_get_matches_from(["serve", "--token", "0ther"]).unwrap();
        let shown = Effective::of(&command, &matches, None).to_string();
        assert!(shown.contains("token") && shown.contains("hidden"), "{shown}");
        assert!(!shown.contains("s3cret") && !shown.contains("0ther"), "{shown}");
        assert!(!default_file::text(&command).contains("s3cret"));
    }

    #[test]
    fn the_default_file_is_that_of_the_flags() {
        let serve = serve_command();
        let text = default_file::text(&serve);
        let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/deploy/rolefit.toml");
        if std::env::var_os("UPDATE_CONFIG").is_some() {
            std::fs::write(committed, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(committed).unwrap(), text, "run this test with UPDATE_CONFIG=1");
        // Without its signs of comments it is a whole file, of every flag, and it says what holds without it.
        let settings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix('#')).collect();
        let settings: Vec<&str> =
            settings.into_iter().filter(|line| !line.starts_with(' ') && !line.is_empty()).collect();
        let file = ConfigFile::parse(&settings.join("\n"), &serve).map_err(|problems| format!("{problems:?}")).unwrap();
        for argument in file::settings(&serve) {
            let key = argument.get_long().unwrap();
            let stated = file.get(key).unwrap_or_else(|| panic!("the default file does not state {key}"));
            let defaults: Vec<String> =
                argument.get_default_values().iter().map(|value| value.to_str().unwrap().to_owned()).collect();
            assert!(defaults.is_empty() || stated.values == defaults, "{key}: {:?}", stated.values);
        }
        assert_eq!(settings.len(), file::settings(&serve).count());
    }

    #[test]
    fn every_flag_has_a_variable_of_its_name() {
        for argument in file::settings(&serve_command()) {
            let name = format!("ROLEFIT_{}", argument.get_long().unwrap().to_uppercase().replace('-', "_"));
            assert_eq!(argument.get_env().and_then(|env| env.to_str()), Some(name.as_str()));
        }
    }
}
