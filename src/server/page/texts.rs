//! The words of the page, from one catalogue in English and German.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;

use super::sessions::cookie;
use crate::model::Language;

const CATALOGUE: &str = include_str!("texts.toml");
/// The cookie that holds the language that was chosen.
pub(super) const LANGUAGE_COOKIE: &str = "rolefit_language";

/// Each text in English and in German.
static TEXTS: LazyLock<HashMap<String, [String; 2]>> = LazyLock::new(|| {
    let tables: BTreeMap<String, BTreeMap<String, Entry>> =
        toml::from_str(CATALOGUE).expect("a test reads the catalogue");
    let keys = |(table, entries): (String, BTreeMap<String, Entry>)| {
        entries.into_iter().map(move |(key, Entry { en, de })| (format!("{table}.{key}"), [en, de]))
    };
    tables.into_iter().flat_map(keys).collect()
});

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    en: String,
    de: String,
}

/// The language that was chosen, or else that the browser prefers.
pub(super) fn language_of(headers: &HeaderMap) -> Language {
    let of_code = |code: &str| code.parse::<Language>().ok();
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let preferred = || accepted.split(',').find_map(|one| of_code(one.trim().get(..2)?));
    cookie(headers, LANGUAGE_COOKIE).and_then(of_code).or_else(preferred).unwrap_or_default()
}

/// The text of a key; the key itself where there is none, which a test rules out for all that templates name.
pub(super) fn text(language: Language, key: &str) -> &str {
    let place = usize::from(language == Language::German);
    TEXTS.get(key).map_or(key, |texts| texts[place].as_str())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn sources() -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/page");
        let mut all = String::new();
        for folder in [folder.clone(), folder.join("templates")] {
            for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if file.extension().is_some_and(|kind| kind == "rs" || kind == "html") {
                    all += &std::fs::read_to_string(file).unwrap();
                }
            }
        }
        all
    }

    #[test]
    fn every_text_that_is_named_is_in_the_catalogue_and_every_text_of_it_is_named() {
        let sources = sources();
        for call in ["f.t(\"", "frame.t(\"", ".text(\""] {
            for rest in sources.split(call).skip(1) {
                let key = rest.split('"').next().unwrap();
                assert!(!key.contains('.') || TEXTS.contains_key(key), "{key} is in no catalogue");
            }
        }
        // Those of a table that is looked up by the names of the engine are named by their table alone.
        let is_named = |key: &str| {
            let table = key.split('.').next().unwrap();
            sources.contains(&format!("\"{key}\"")) || sources.contains(&format!("name(\"{table}\", "))
        };
        let unused: Vec<&String> = TEXTS.keys().filter(|key| !is_named(key)).collect();
        assert!(unused.is_empty(), "{unused:?}");
        assert!(TEXTS.values().flatten().all(|text| !text.trim().is_empty()));
    }

    #[test]
    fn the_browser_chooses_until_the_reader_does() {
        let headers = |accepted: &str, cookie: &str| -> HeaderMap {
            [(ACCEPT_LANGUAGE, accepted.parse().unwrap()), (axum::http::header::COOKIE, cookie.parse().unwrap())]
                .into_iter()
                .collect()
        };
        assert_eq!(language_of(&headers("fr, de-CH;q=0.8, en;q=0.5", "")), Language::German);
        assert_eq!(language_of(&headers("de", "rolefit_language=en")), Language::English);
        assert_eq!(language_of(&HeaderMap::new()), Language::English);
    }
}
