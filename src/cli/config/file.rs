//! A configuration file as it is read: TOML whose keys are the names of the flags of `rolefit serve`.

use std::any::TypeId;
use std::collections::BTreeMap;

use clap::{Arg, ArgAction, Command};
use toml::de::{DeTable, DeValue};

use super::SERVE;
use crate::intake::did_you_mean;

/// What a file states, by the names of flags.
#[derive(Debug, Default)]
pub(super) struct ConfigFile(BTreeMap<String, Setting>);

/// The value of one key, as a flag would be given it.
#[derive(Debug)]
pub(super) struct Setting {
    pub line: usize,
    pub values: Vec<String>,
}

/// What is wrong in a line.
#[derive(Debug)]
pub(super) struct Problem {
    pub line: usize,
    pub message: String,
}

/// The flags that a file may state.
pub(super) fn settings(serve: &Command) -> impl Iterator<Item = &Arg> {
    let excluded = |name: &str| matches!(name, "config" | "help" | "version");
    serve.get_arguments().filter(move |argument| argument.get_long().is_some_and(|name| !excluded(name)))
}

/// Whether a flag says yes or no.
pub(super) fn is_switch(argument: &Arg) -> bool {
    argument.get_value_parser().type_id() == TypeId::of::<bool>()
}

/// Whether a flag may be given several times.
pub(super) fn is_list(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::Append)
}

impl ConfigFile {
    /// Reads a file against the flags of `serve`.
    ///
    /// # Errors
    /// All that is wrong with it, in the order of its lines.
    pub(super) fn parse(text: &str, serve: &Command) -> Result<Self, Vec<Problem>> {
        let line_at = |place: usize| 1 + text.get(..place).unwrap_or(text).matches('\n').count();
        let table = DeTable::parse(text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_at(span.start));
            vec![Problem { line, message: format!("{}; expected TOML", error.message().replace('\n', ", ")) }]
        })?;
        let (mut settings_by_name, mut problems) = (BTreeMap::new(), Vec::new());
        for (key, value) in table.get_ref() {
            let (name, line) = (key.get_ref().as_ref(), line_at(key.span().start));
            match setting(name, value.get_ref(), serve) {
                Ok(values) => drop(settings_by_name.insert(name.to_owned(), Setting { line, values })),
                Err(message) => problems.push(Problem { line, message }),
            }
        }
        problems.sort_by_key(|problem| problem.line);
        if problems.is_empty() { Ok(Self(settings_by_name)) } else { Err(problems) }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Setting> {
        self.0.get(name)
    }

    /// The program, for which what the file states is the default of `serve`: flags and the environment win over it.
    pub(super) fn apply(&self, program: Command) -> Command {
        program.mut_subcommand(SERVE, |serve| {
            serve.mut_args(|argument| {
                let setting = argument.get_long().and_then(|name| self.get(name));
                match setting {
                    Some(setting) => argument.default_values(setting.values.clone()),
                    None => argument,
                }
            })
        })
    }
}

/// What a key states, or why it cannot.
fn setting(name: &str, value: &DeValue<'_>, serve: &Command) -> Result<Vec<String>, String> {
    let Some(argument) = settings(serve).find(|argument| argument.get_long() == Some(name)) else {
        let near = did_you_mean(name, settings(serve).filter_map(Arg::get_long));
        return Err(format!("unknown key `{name}`{near}; expected the name of a flag of `rolefit serve`"));
    };
    let refused = |why: &str| format!("`{name}` {why}; expected {}", expectation(argument));
    let values = match value {
        DeValue::Array(values) if is_list(argument) => {
            values.iter().map(|value| scalar(value.get_ref())).collect::<Option<Vec<String>>>()
        }
        DeValue::Boolean(_) if !is_switch(argument) => None,
        one => scalar(one).map(|value| vec![value]),
    };
    let values = values.ok_or_else(|| refused(&format!("is {}", value.type_str())))?;
    let words = values.iter().map(|value| format!("--{name}={value}"));
    // Alone: another flag is none of its matters.
    let alone = Command::new(SERVE).no_binary_name(true).arg(argument.clone());
    alone.try_get_matches_from(words).map_err(|error| match std::error::Error::source(&error) {
        Some(source) => refused(&format!("cannot be {}: {source}", values.join(", "))),
        None => refused(&format!("cannot be {}", values.join(", "))),
    })?;
    Ok(values)
}

/// A single value as a flag is given it; none of a table, a list or a time.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number.to_string())
        }
        DeValue::Boolean(flag) => Some(flag.to_string()),
        _ => None,
    }
}

/// What a flag takes, in words.
fn expectation(argument: &Arg) -> String {
    if is_switch(argument) {
        return "true or false".to_owned();
    }
    let possible: Vec<String> =
        argument.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if !possible.is_empty() {
        return possible.join(" or ");
    }
    let name = argument.get_value_names().and_then(<[_]>::first).map_or("a value", |name| name.as_str());
    let example = argument.get_default_values().first().and_then(|value| value.to_str());
    let example = example.map_or_else(String::new, |example| format!(" such as {example}"));
    let list = if is_list(argument) { ", or a list of them" } else { "" };
    format!("{name}{example}{list}")
}
