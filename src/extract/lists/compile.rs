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
    let all_parts = table.get("parts").and_then(toml::Value::as_table).cloned().unwrap_or_default();
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
            let parts = (form == "phrases").then_some(&all_parts);
            let listed = |problems: &mut _| listed(list, &place, parts, &mut BTreeSet::new(), problems);
            let (kind, value) = match form.as_str() {
                "words" => ("&str", format!("{:?}", listed(problems).join(" "))),
                "values" => ("Values", values(list, &place, problems)),
                "groups" => ("&[(&str, &[&str])]", groups(list, &place, &all_parts, problems)),
                _ => ("&[&str]", format!("&{:?}", listed(problems))),
            };
            source.push_str(&format!("pub(in crate::extract) const {name}: {kind} = {value};\n"));
        }
    }
}

/// A phrase in full: `a [great] plus` is `a plus`, and one more with each word of the part `great`; `{be} useful` is the latter alone.
fn in_full(phrase: &str, place: &str, parts: &toml::Table, problems: &mut Vec<String>) -> Vec<String> {
    let mut written = vec![Vec::new()];
    for word in phrase.split(' ') {
        let optional = word.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let needed = word.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
        let Some(name) = optional.or(needed) else {
            for begun in &mut written {
                begun.push(word);
            }
            continue;
        };
        let choices = parts.get(name).and_then(toml::Value::as_array);
        if choices.is_none() {
            problems.push(format!("`{place}`: expected a list of `[parts]`, got `{word}`"));
        }
        let choices = choices.into_iter().flatten().filter_map(toml::Value::as_str);
        let choices: Vec<Option<&str>> = optional.map(|_| None).into_iter().chain(choices.map(Some)).collect();
        let with = |begun: &Vec<_>, choice: &Option<_>| begun.iter().copied().chain(*choice).collect::<Vec<&str>>();
        written = written.iter().flat_map(|begun| choices.iter().map(move |choice| with(begun, choice))).collect();
    }
    written.into_iter().map(|words| words.join(" ")).collect()
}

/// A list as it is written, its phrases in full; what stands in `seen` must not stand in it again.
fn listed(
    list: &toml::Value,
    place: &str,
    parts: Option<&toml::Table>,
    seen: &mut BTreeSet<String>,
    problems: &mut Vec<String>,
) -> Vec<String> {
    let list = list.as_array().into_iter().flatten().map(toml::Value::as_str).collect::<Option<Vec<_>>>();
    let list = list.unwrap_or_default();
    if list.is_empty() {
        problems.push(format!("`{place}`: expected a list of texts"));
    }
    let list: Vec<String> = match parts {
        Some(parts) => list.into_iter().flat_map(|phrase| in_full(phrase, place, parts, problems)).collect(),
        None => list.into_iter().map(str::to_owned).collect(),
    };
    let is_single = place.starts_with("words") || place.starts_with("values");
    for word in &list {
        if !place.starts_with("texts") && (fold(word) != *word || (is_single && word.contains(' '))) {
            problems.push(format!("`{place}`: expected folded words, got `{word}`"));
        }
        if !seen.insert(word.clone()) {
            problems.push(format!("`{place}`: expected each once, got `{word}` twice"));
        }
    }
    list
}

/// Words with what they stand for: the key whose list each is in.
fn values(lists: &toml::Value, place: &str, problems: &mut Vec<String>) -> String {
    let (mut seen, mut words, mut ends) = (BTreeSet::new(), String::new(), Vec::new());
    for (meaning, list) in lists.as_table().into_iter().flatten() {
        for word in listed(list, place, None, &mut seen, problems) {
            words.push_str(&word);
            words.push(' ');
        }
        ends.push((words.len(), meaning));
    }
    format!("Values {{ words: words!({:?}), values: &{ends:?} }}", words.trim_end())
}

/// Each key with its list.
fn groups(lists: &toml::Value, place: &str, parts: &toml::Table, problems: &mut Vec<String>) -> String {
    let rows = lists.as_table().into_iter().flatten().map(|(key, list)| {
        let phrases = listed(list, place, Some(parts), &mut BTreeSet::new(), problems);
        format!("({key:?}, &{phrases:?})")
    });
    format!("&[{}]", rows.collect::<Vec<_>>().join(", "))
}
