//! Compiles the lists of words by which readers read when the crate is built: read from `data/words`, written as constants.
//!
//! Part of the build script; the crate includes what it writes in `lists`. `not` of the phrases in `cue.toml` becomes `CUE_NOT`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::taxonomy::fold;

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
    let (mut source, mut problems) = (String::new(), Vec::new());
    for path in &paths {
        let of = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let mut said = Vec::new();
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        match text.and_then(|text| text.parse::<toml::Table>().map_err(|error| error.to_string())) {
            Ok(table) => constants(of, &table, &mut source, &mut said),
            Err(error) => said.push(error),
        }
        problems.extend(said.into_iter().map(|problem| format!("{}: {problem}", path.display())));
    }
    if problems.is_empty() { Ok(source) } else { Err(problems) }
}

fn constants(of: &str, table: &toml::Table, source: &mut String, problems: &mut Vec<String>) {
    let parts = table.get("parts").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    for (form, lists) in table {
        if form == "parts" {
            continue;
        }
        if !matches!(form.as_str(), "words" | "phrases" | "texts" | "values" | "groups") {
            problems.push(format!("expected `words`, `phrases`, `parts`, `texts`, `values` or `groups`, got `{form}`"));
        }
        for (key, list) in lists.as_table().into_iter().flatten() {
            let place = format!("{form}.{key}");
            let name = format!("{of}_{key}").to_uppercase();
            let one_by_one = |problems: &mut _| listed(list, &place, form == "words", &mut BTreeSet::new(), problems);
            let (kind, value) = match form.as_str() {
                "words" => ("&str", format!("{:?}", one_by_one(problems).join(" "))),
                "values" => ("Values", values(list, &place, problems)),
                "groups" => ("&[(&str, &[&str])]", groups(list, &place, &parts, problems)),
                "phrases" => ("&[&str]", format!("&{:?}", phrases(list, &place, &parts, problems))),
                _ => ("&[&str]", format!("&{:?}", one_by_one(problems))),
            };
            source.push_str(&format!("pub(in crate::extract) const {name}: {kind} = {value};\n"));
        }
    }
}

/// A list with its phrases in full: `a [great] plus` is `a plus`, and each word of the part `great` in its place; `{be} useful`
/// is but the latter.
fn phrases(list: &toml::Value, place: &str, parts: &toml::Table, problems: &mut Vec<String>) -> Vec<String> {
    let (mut seen, mut all) = (BTreeSet::new(), Vec::new());
    for phrase in list.as_array().into_iter().flatten().filter_map(toml::Value::as_str) {
        let mut written = vec![String::new()];
        for part in phrase.split(' ') {
            let optional = part.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
            let needed = part.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            let choices: Vec<&str> = match optional.or(needed) {
                Some(name) => {
                    let choices = parts.get(name).and_then(toml::Value::as_array);
                    if choices.is_none() {
                        problems.push(format!("`{place}`: expected a list of `[parts]`, got `{part}`"));
                    }
                    let none = optional.map(|_| "").into_iter();
                    none.chain(choices.into_iter().flatten().filter_map(toml::Value::as_str)).collect()
                }
                None => vec![part],
            };
            let joined = |begun: &String, next: &str| match (begun.is_empty(), next.is_empty()) {
                (_, true) => begun.clone(),
                (true, false) => next.to_owned(),
                (false, false) => format!("{begun} {next}"),
            };
            written = written.iter().flat_map(|begun| choices.iter().map(|next| joined(begun, next))).collect();
        }
        for phrase in written {
            if fold(&phrase) != phrase || phrase.is_empty() {
                problems.push(format!("`{place}`: expected folded words, got `{phrase}`"));
            }
            if !seen.insert(phrase.clone()) {
                problems.push(format!("`{place}`: expected each once, got `{phrase}` twice"));
            }
            all.push(phrase);
        }
    }
    if all.is_empty() {
        problems.push(format!("`{place}`: expected a list of texts"));
    }
    all
}

/// A list as it is written; what stands in `seen` must not stand in it again.
fn listed<'t>(
    list: &'t toml::Value,
    place: &str,
    folded: bool,
    seen: &mut BTreeSet<&'t str>,
    problems: &mut Vec<String>,
) -> Vec<&'t str> {
    let list = list.as_array().into_iter().flatten().map(toml::Value::as_str).collect::<Option<Vec<_>>>();
    let list = list.unwrap_or_default();
    let is_single = place.starts_with("words") || place.starts_with("values");
    if list.is_empty() {
        problems.push(format!("`{place}`: expected a list of texts"));
    }
    for word in &list {
        if (folded && fold(word) != *word) || (is_single && word.contains(' ')) {
            problems.push(format!("`{place}`: expected folded words, got `{word}`"));
        }
        if !seen.insert(word) {
            problems.push(format!("`{place}`: expected each once, got `{word}` twice"));
        }
    }
    list
}

/// Words with what they stand for: the key whose list each is in.
fn values(lists: &toml::Value, place: &str, problems: &mut Vec<String>) -> String {
    let (mut seen, mut words, mut ends) = (BTreeSet::new(), String::new(), Vec::new());
    for (meaning, list) in lists.as_table().into_iter().flatten() {
        for word in listed(list, place, true, &mut seen, problems) {
            words.push_str(word);
            words.push(' ');
        }
        ends.push((words.len(), meaning));
    }
    format!("Values {{ words: words!({:?}), values: &{ends:?} }}", words.trim_end())
}

/// Each key with its list.
fn groups(lists: &toml::Value, place: &str, parts: &toml::Table, problems: &mut Vec<String>) -> String {
    let rows = lists
        .as_table()
        .into_iter()
        .flatten()
        .map(|(key, list)| format!("({key:?}, &{:?})", phrases(list, place, parts, problems)));
    format!("&[{}]", rows.collect::<Vec<_>>().join(", "))
}
