//! Compiles the words of languages when the crate is built: one file a language, read from `data/languages`, written as constants.
//!
//! Part of the build script; the crate includes what it writes in `languages`. A class of words becomes one constant, with the words of
//! all languages folded as texts are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::taxonomy::fold;

/// What becomes of a class of words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Phrases: `&[&str]`.
    Phrases,
    /// Single words: one `&str` for the `words!` macro.
    Words,
    /// Numbers in words from one on: `&[(&str, u16)]`, ascending.
    Numbers,
    /// Single words as a part of the language itself.
    Own,
}

/// Every class, by the section and the key under which files have it.
fn classes() -> Vec<(String, String, Form)> {
    let table: toml::Table = include_str!("classes.toml").parse().expect("the file of classes is TOML");
    let mut all = Vec::new();
    for (form, sections) in &table {
        let form = match form.as_str() {
            "phrases" => Form::Phrases,
            "words" => Form::Words,
            "numbers" => Form::Numbers,
            _ => Form::Own,
        };
        for (section, keys) in sections.as_table().into_iter().flatten() {
            let keys = keys.as_array().into_iter().flatten().filter_map(toml::Value::as_str);
            all.extend(keys.map(|key| (section.clone(), key.to_owned(), form)));
        }
    }
    all
}

/// Keys of a file that stand before its sections.
const OWN_KEYS: &[&str] = &["code", "name", "read", "function_words", "letters"];

/// A language with its words, by section and key.
struct File {
    code: String,
    name: String,
    read: bool,
    letters: Vec<String>,
    words: BTreeMap<(String, String), Vec<String>>,
}

/// The constants of all files of a folder as source text of Rust, or all that is wrong with them.
///
/// # Errors
/// Every problem, with the name of its file.
pub(crate) fn compiled(folder: &Path) -> Result<String, Vec<String>> {
    let listed = std::fs::read_dir(folder).map_err(|error| vec![format!("{}: {error}", folder.display())])?;
    let mut paths: Vec<_> = listed.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    // A directory is listed in any order.
    paths.sort();
    let mut problems = Vec::new();
    let mut files = Vec::new();
    for path in &paths {
        let mut said = Vec::new();
        match std::fs::read_to_string(path).map_err(|error| error.to_string()).and_then(|text| file(&text, &mut said)) {
            Ok(file) => files.push(file),
            Err(error) => said.push(error),
        }
        problems.extend(said.into_iter().map(|problem| format!("{}: {problem}", path.display())));
    }
    if problems.is_empty() { Ok(written(&files)) } else { Err(problems) }
}

fn file(text: &str, problems: &mut Vec<String>) -> Result<File, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
    let told = |key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let mut file = File {
        code: told("code").ok_or("`code` is missing")?,
        name: told("name").ok_or("`name` is missing")?,
        read: table.get("read").and_then(toml::Value::as_bool).unwrap_or(false),
        letters: table.get("letters").map(|list| list_of(list, "letters", problems)).unwrap_or_default(),
        words: BTreeMap::new(),
    };
    let classes = classes();
    let own = table.get("function_words").ok_or("`function_words` are missing")?;
    file.words.insert((String::new(), "function_words".to_owned()), list_of(own, "function_words", problems));
    for (section, keys) in &table {
        let Some(keys) = keys.as_table() else {
            if !OWN_KEYS.contains(&section.as_str()) {
                problems.push(format!("`{section}` is no key; there are {}", OWN_KEYS.join(", ")));
            }
            continue;
        };
        for (key, list) in keys {
            let Some((_, _, form)) = classes.iter().find(|(s, k, _)| s == section && k == key) else {
                let known = classes.iter().filter(|(s, _, _)| s == section).map(|(_, key, _)| key.as_str());
                let known = known.collect::<Vec<_>>().join(", ");
                problems.push(format!("`{section}.{key}` is no class of words; `{section}` has: {known}"));
                continue;
            };
            let words = list_of(list, key, problems);
            let single = matches!(form, Form::Words | Form::Own | Form::Numbers);
            for word in words.iter().filter(|word| single && fold(word).contains(' ')) {
                problems.push(format!("`{section}.{key}` takes single words, and `{word}` is several"));
            }
            file.words.insert((section.clone(), key.clone()), words);
        }
    }
    Ok(file)
}

fn list_of(value: &toml::Value, key: &str, problems: &mut Vec<String>) -> Vec<String> {
    let list = value.as_array().into_iter().flatten().map(|word| word.as_str().map(str::to_owned));
    if let Some(words) = list.collect::<Option<Vec<String>>>().filter(|_| value.is_array()) {
        return words;
    }
    problems.push(format!("`{key}` is a list of texts"));
    Vec::new()
}

impl File {
    /// The words of a class, folded.
    fn class(&self, section: &str, key: &str) -> Vec<String> {
        let words = self.words.get(&(section.to_owned(), key.to_owned()));
        words.into_iter().flatten().map(|word| fold(word)).collect()
    }

    /// Its function words; of another script only those that folding does not make Latin ones.
    fn function_words(&self) -> Vec<String> {
        let words = self.words.get(&(String::new(), "function_words".to_owned())).into_iter().flatten();
        let latin = |c: char| !c.is_alphabetic() || c < '\u{370}' || ('\u{1e00}'..'\u{1f00}').contains(&c);
        let stays = |word: &&String| word.chars().all(latin) || !fold(word).is_ascii();
        distinct(words.filter(stays).map(|word| fold(word)))
    }
}

/// Each once, in order.
fn distinct(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    words.filter(|word| !word.is_empty() && seen.insert(word.clone())).collect()
}

/// A literal of plain ASCII: folded letters stand decomposed, which sources should not.
fn literal(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}

fn quoted(words: &[String]) -> String {
    format!("&[{}]", words.iter().map(|word| literal(word)).collect::<Vec<_>>().join(", "))
}

/// The source text.
fn written(files: &[File]) -> String {
    let mut source = String::new();
    for (section, key, form) in &classes() {
        let name = format!("{section}_{key}").to_uppercase();
        let all = distinct(files.iter().flat_map(|file| file.class(section, key)));
        let (kind, value) = match form {
            Form::Phrases => ("&[&str]", quoted(&all)),
            Form::Words => ("&str", literal(&all.join(" "))),
            Form::Numbers => ("&[(&str, u16)]", numbers(files, section, key)),
            Form::Own => continue,
        };
        source.push_str(&format!("pub(in crate::extract) const {name}: {kind} = {value};\n"));
    }
    source.push_str("pub(in crate::extract) static LANGUAGES: &[Language] = &[\n");
    for file in files {
        let words = |list: Vec<String>| format!("words!({})", literal(&list.join(" ")));
        let letters: Vec<String> = file.letters.iter().filter_map(|range| letters(range)).collect();
        source.push_str(&format!(
            "Language {{ code: {:?}, name: {:?}, read: {}, function_words: {}, asks: {}, tells: {}, or: {}, like: {}, small: {}, any: {}, letters: &[{}] }},\n",
            file.code,
            file.name,
            file.read,
            words(file.function_words()),
            words(distinct(file.class("asking", "here").into_iter())),
            words(distinct(file.class("asking", "telling").into_iter())),
            words(distinct(file.class("alternatives", "or").into_iter())),
            words(distinct(file.class("alternatives", "like").into_iter())),
            words(distinct(file.class("everyday", "small").into_iter())),
            words(distinct(file.class("everyday", "any").into_iter())),
            letters.join(", ")
        ));
    }
    source.push_str("];\n");
    source
}

/// Numbers in words, with the value that their place tells.
fn numbers(files: &[File], section: &str, key: &str) -> String {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        for (at, word) in file.class(section, key).into_iter().enumerate().filter(|(_, word)| !word.is_empty()) {
            known.entry(word).or_insert(at + 1);
        }
    }
    let pairs: Vec<String> = known.iter().map(|(word, value)| format!("({}, {value})", literal(word))).collect();
    format!("&[{}]", pairs.join(", "))
}

/// `а-я` as a pair of characters.
fn letters(range: &str) -> Option<String> {
    let (first, last) = range.split_once('-')?;
    Some(format!("({:?}, {:?})", first.chars().next()?, last.chars().next()?))
}
