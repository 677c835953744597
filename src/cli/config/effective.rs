//! What a service would be started with: each value, and where it comes from. Printed, it is a configuration file.

use std::fmt;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::file::{ConfigFile, is_list, settings};

/// All settings in the order of the flags.
#[derive(Debug)]
pub(super) struct Effective(Vec<Row>);

#[derive(Debug)]
struct Row {
    name: String,
    /// In TOML; none where nothing is set.
    value: Option<String>,
    source: String,
}

impl Effective {
    /// Of what was parsed, for `serve` without a file, and the file that was applied.
    pub(super) fn of(serve: &Command, matches: &ArgMatches, file: Option<(&ConfigFile, &Path)>) -> Self {
        Self(settings(serve).map(|argument| row(argument, matches, file)).collect())
    }
}

impl fmt::Display for Effective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Row { name, value, source } in &self.0 {
            match value {
                Some(value) => writeln!(f, "{name} = {value}  # {source}")?,
                None => writeln!(f, "#{name} =  # {source}")?,
            }
        }
        Ok(())
    }
}

fn row(argument: &Arg, matches: &ArgMatches, file: Option<(&ConfigFile, &Path)>) -> Row {
    let (id, name) = (argument.get_id().as_str(), argument.get_long().unwrap_or_default());
    let source = match matches.value_source(id) {
        Some(ValueSource::CommandLine) => format!("flag --{name}"),
        Some(ValueSource::EnvVariable) => {
            format!("variable {}", argument.get_env().unwrap_or_default().to_string_lossy())
        }
        Some(_) => match file.and_then(|(file, path)| Some((file.get(name)?, path))) {
            Some((setting, path)) => format!("{}:{}", path.display(), setting.line),
            None => "default".to_owned(),
        },
        None => "not set".to_owned(),
    };
    let raw = matches.get_raw(id).into_iter().flatten();
    let raw: Vec<String> = raw.map(|value| value.to_string_lossy().into_owned()).collect();
    if argument.is_hide_env_values_set() && !raw.is_empty() {
        return Row { name: name.to_owned(), value: None, source: format!("{source}, hidden") };
    }
    let value = (!raw.is_empty()).then(|| in_toml(argument, &raw));
    Row { name: name.to_owned(), value, source }
}

/// A value as a file states it.
pub(super) fn in_toml(argument: &Arg, values: &[impl AsRef<str>]) -> String {
    let one = |value: &str| match value {
        "true" | "false" => value.to_owned(),
        digits if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => digits.to_owned(),
        text => toml::Value::from(text).to_string(),
    };
    match values {
        [value] if !is_list(argument) => one(value.as_ref()),
        many => format!("[{}]", many.iter().map(|value| one(value.as_ref())).collect::<Vec<_>>().join(", ")),
    }
}
