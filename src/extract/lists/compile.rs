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
    for (form, lists) in table {
        if !matches!(form.as_str(), "words" | "phrases" | "texts") {
            problems.push(format!("expected `words`, `phrases` or `texts`, got `{form}`"));
        }
        for (key, list) in lists.as_table().into_iter().flatten() {
            let list = list.as_array().into_iter().flatten().map(toml::Value::as_str).collect::<Option<Vec<_>>>();
            let list = list.unwrap_or_default();
            if list.is_empty() {
                problems.push(format!("`{form}.{key}`: expected a list of texts"));
            }
            let mut seen = BTreeSet::new();
            for word in &list {
                let as_written = form == "texts";
                if (!as_written && fold(word) != *word) || (form == "words" && word.contains(' ')) {
                    problems.push(format!("`{form}.{key}`: expected folded {form}, got `{word}`"));
                }
                if !seen.insert(word) {
                    problems.push(format!("`{form}.{key}`: expected each once, got `{word}` twice"));
                }
            }
            let name = format!("{of}_{key}").to_uppercase();
            let (kind, value) = match form.as_str() {
                "words" => ("&str", format!("{:?}", list.join(" "))),
                _ => ("&[&str]", format!("&{list:?}")),
            };
            source.push_str(&format!("pub(in crate::extract) const {name}: {kind} = {value};\n"));
        }
    }
}
