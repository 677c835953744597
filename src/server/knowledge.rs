//! The files of the field's knowledge that a service was started with, and their reading anew: the taxonomy, the scoring profile, the rows
//! of pay. A file that cannot be used changes nothing, and is told with the line.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::domain::setters;
use crate::extract::Extractor;
use crate::market::Market;
use crate::matching::ScoringProfile;
use crate::taxonomy::Taxonomy;
use crate::{EngineOptions, Error};

/// Files that a running service reads again when it is told to; what is built in stands for those that are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnowledgeFiles {
    /// A taxonomy file (TOML) that extends the built-in one.
    pub taxonomy: Option<PathBuf>,
    /// A scoring profile (TOML) in place of the built-in one.
    pub profile: Option<PathBuf>,
    /// Rows of pay (CSV or JSON) before the built-in ones.
    pub market: Option<PathBuf>,
}

setters! {
    impl KnowledgeFiles {
        with_taxonomy(taxonomy: some PathBuf);
        with_profile(profile: some PathBuf);
        with_market(market: some PathBuf);
    }
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileProblem {
    /// The file's name, without its folder: clients need not know where it lies.
    pub file: String,
    /// None where it is wrong as a whole.
    pub line: Option<usize>,
    pub message: String,
}

impl std::fmt::Display for FileProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let line = self.line.map_or_else(String::new, |line| format!(":{line}"));
        write!(f, "{}{line}: {}", self.file, self.message)
    }
}

impl KnowledgeFiles {
    /// Reads all files, for an engine whose other options stay as they are.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub(super) fn load(&self, options: &EngineOptions) -> Result<EngineOptions, Vec<FileProblem>> {
        let mut problems = Vec::new();
        let taxonomy = loaded(self.taxonomy.as_deref(), taxonomy_of, &mut problems);
        let profile = loaded(self.profile.as_deref(), profile_of, &mut problems);
        let market = loaded(self.market.as_deref(), market_of, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        // What was given otherwise than by a file stays.
        let mut options = options.clone();
        options.taxonomy = taxonomy.unwrap_or(options.taxonomy);
        options.profile = profile.unwrap_or(options.profile);
        options.market = market.unwrap_or(options.market);
        Ok(options)
    }
}

/// What is wrong, with its line.
type Wrong = Vec<(Option<usize>, String)>;

/// What a file holds; nothing where there is none, or where something is wrong with it.
fn loaded<T>(
    file: Option<&Path>,
    read: impl FnOnce(&str) -> Result<T, Wrong>,
    problems: &mut Vec<FileProblem>,
) -> Option<T> {
    let file = file?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(file).map_err(|error| vec![(None, format!("cannot be read: {error}"))]);
    match text.and_then(|text| read(&text)) {
        Ok(read) => Some(read),
        Err(wrong) => {
            let told = wrong.into_iter().map(|(line, message)| FileProblem { file: name.clone(), line, message });
            problems.extend(told);
            None
        }
    }
}

fn taxonomy_of(text: &str) -> Result<Arc<Taxonomy>, Wrong> {
    let told = |problem: &crate::taxonomy::Problem| (problem.line_in(text), problem.to_string());
    let taxonomy = Taxonomy::extended(text).map_err(|error| match Taxonomy::check(text).as_slice() {
        [] => vec![(None, error.to_string())],
        problems => problems.iter().map(told).collect(),
    })?;
    let problems = Extractor::problems_of_rules(&taxonomy);
    if problems.is_empty() { Ok(Arc::new(taxonomy)) } else { Err(problems.iter().map(told).collect()) }
}

fn profile_of(text: &str) -> Result<ScoringProfile, Wrong> {
    ScoringProfile::parse(text).map_err(|error| vec![(line_of(&error, text), error.to_string())])
}

fn market_of(text: &str) -> Result<Arc<Market>, Wrong> {
    Market::extended(text).map(Arc::new).map_err(|error| vec![(line_of(&error, text), error.to_string())])
}

/// The line that an error names, or that of the key that it names.
fn line_of(error: &Error, text: &str) -> Option<usize> {
    let message = error.to_string();
    if let Some((_, rest)) = message.split_once("line ") {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(line) = digits.parse() {
            return Some(line);
        }
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let key = |line: &str| line.split('=').next().unwrap_or_default().trim().trim_matches(['[', ']', '"']).to_owned();
    let named: Vec<&str> = message.split(|c: char| !is_word(c)).filter(|word| word.len() > 2).collect();
    // Keys before the tables in which they stand: they are the nearer place.
    let lines = || text.lines().enumerate().filter(|(_, line)| named.contains(&key(line).as_str()));
    lines().find(|(_, line)| line.contains('=')).or_else(|| lines().next()).map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(name: &str, text: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let mut files = KnowledgeFiles::default();
        match name {
            "own.toml" => files.taxonomy = Some(path),
            "profile.toml" => files.profile = Some(path),
            _ => files.market = Some(path),
        }
        let told = files.load(&EngineOptions::default()).err().unwrap_or_default();
        told.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_wrong_is_told_by_file_and_line() {
        for (name, text, told) in [
            ("own.toml", "# own\n[[concept]]\nid = = 3\n", "own.toml:3: "),
            (
                "own.toml",
                "[[concept]]\nid = \"x\"\nlabel = \"X\"\nkind = \"tool\"\narea = \"nowhere\"\nweight = 1.0\nsource = \"own\"\n",
                "own.toml:5: ",
            ),
            ("profile.toml", "\n[verdicts]\nstrong = 3 4\n", "profile.toml:3: "),
            ("profile.toml", "[verdicts]\n\nstorng = 3.0\n", "profile.toml:3: "),
            ("profile.toml", "[skills]\n\nscarcity_exponent = 0.3\n", "profile.toml:3: "),
            (
                "pay.csv",
                "source,family,level,year,basis,currency,low,high\nx,nothing,senior,2026,base,USD,1,2\n",
                "pay.csv:2: ",
            ),
        ] {
            let found = problems(name, text);
            assert!(found.first().is_some_and(|found| found.starts_with(told)), "{told} is not told: {found:?}");
        }
    }

    #[test]
    fn a_file_that_is_gone_is_told_without_its_folder() {
        let files = KnowledgeFiles { taxonomy: Some("/secret/place/own.toml".into()), ..KnowledgeFiles::default() };
        let told = files.load(&EngineOptions::default()).unwrap_err();
        assert!(told[0].to_string().starts_with("own.toml: cannot be read") && !told[0].to_string().contains("place"));
    }
}
