//! The catalogue: a key's text in each language, with places for values by name.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Display, Write as _};
use std::sync::LazyLock;

use super::Language;

/// Each file holds tables of texts, as its head says.
const FILES: [&str; 4] = [
    include_str!("words.toml"),
    include_str!("findings.toml"),
    include_str!("summary.toml"),
    include_str!("questions.toml"),
];

/// The text of a key in a language, with values by their names: `say!(language, "summary.brings", skills = skills)`.
macro_rules! say {
    ($language:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::wording::filled($language, $key, &[$((stringify!($name), &$value)),*])
    };
}
pub(crate) use say;

/// A text that is taken apart at its places.
#[derive(Debug, PartialEq)]
struct Template {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq)]
enum Piece {
    Words(String),
    /// The name of a value.
    Value(String),
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    en: String,
    de: String,
}

static TEXTS: LazyLock<HashMap<String, [Template; Language::ALL.len()]>> = LazyLock::new(|| {
    let mut texts = HashMap::new();
    for file in FILES {
        let tables: BTreeMap<String, BTreeMap<String, Entry>> =
            toml::from_str(file).expect("a test reads the catalogue");
        for (table, entries) in tables {
            for (key, Entry { en, de }) in entries {
                texts.insert(format!("{table}.{key}"), [en, de].map(Template::new));
            }
        }
    }
    texts
});

impl Template {
    fn new(text: String) -> Self {
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some((words, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').expect("a test reads the catalogue");
            pieces.push(Piece::Words(words.to_owned()));
            pieces.push(Piece::Value(name.to_owned()));
            rest = after;
        }
        pieces.push(Piece::Words(rest.to_owned()));
        Self { text, pieces }
    }

    /// The names of its values, sorted.
    fn names(&self) -> Vec<&str> {
        let names = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Value(name) => Some(name.as_str()),
            Piece::Words(_) => None,
        });
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names
    }
}

impl Language {
    /// The text of a code, such as that of a country, where the catalogue knows it.
    pub(crate) fn text_of(self, table: &str, code: &str) -> Option<&'static str> {
        Some(&TEXTS.get(&format!("{table}.{code}"))?[self as usize].text)
    }

    /// The text of a key that holds no places. A key that is in no catalogue stands for itself, which tests rule out.
    pub(crate) fn text(self, key: &str) -> &str {
        match TEXTS.get(key) {
            Some(texts) => &texts[self as usize].text,
            None => key,
        }
    }
}

/// The text of a key with values in its places; what [`say`] calls.
pub(crate) fn filled(language: Language, key: &str, values: &[(&str, &dyn Display)]) -> String {
    let Some(texts) = TEXTS.get(key) else {
        debug_assert!(false, "{key} is in no catalogue");
        return key.to_owned();
    };
    let template = &texts[language as usize];
    let mut text = String::with_capacity(template.text.len() + 32);
    for piece in &template.pieces {
        match piece {
            Piece::Words(words) => text.push_str(words),
            Piece::Value(name) => {
                let value = values.iter().find(|(known, _)| known == name);
                debug_assert!(value.is_some(), "{key} has no value for {name}");
                if let Some((_, value)) = value {
                    write!(text, "{value}").expect("a text takes all that is written");
                }
            }
        }
    }
    debug_assert!(
        values.iter().all(|(name, _)| template.names().into_iter().any(|placed| noun(placed) == noun(name))),
        "{key} has no place for a value"
    );
    text
}

/// What a value is of: of a noun there may be a second form, such as `the_system` beside `system`, and a text takes the one that its
/// grammar wants.
fn noun(name: &str) -> &str {
    name.strip_prefix("the_").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// All Rust of the crate.
    fn sources(folder: &Path) -> String {
        let mut all = String::new();
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                all += &sources(&path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                all += &fs::read_to_string(path).unwrap();
            }
        }
        all
    }

    #[test]
    fn each_text_is_there_in_each_language_with_the_same_values() {
        let mut n = 0;
        for (key, [english, german]) in &*TEXTS {
            assert!(!english.text.is_empty() && !german.text.is_empty(), "{key} lacks a text");
            let nouns =
                |template: &'static Template| template.names().into_iter().map(noun).collect::<BTreeSet<&str>>();
            let (english, german) = (nouns(english), nouns(german));
            assert_eq!(english, german, "{key}");
            n += 1;
        }
        let n_written: usize = FILES.iter().map(|file| file.matches(", de = ").count()).sum();
        assert_eq!(n, n_written, "a key is in two files");
    }

    #[test]
    fn every_key_that_is_named_is_in_the_catalogue_and_every_key_of_it_is_named() {
        let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        // Looked up by a code of a document.
        let by_code = ["country."];
        let unused: Vec<&String> = TEXTS
            .keys()
            .filter(|key| {
                !by_code.iter().any(|table| key.starts_with(table)) && !sources.contains(&format!("\"{key}\""))
            })
            .collect();
        assert!(unused.is_empty(), "in the catalogue and never said: {unused:#?}");
        let calls = ["say!(language, \"", "say!(self.language, \"", "say!(found.language, \"", "language.text(\""];
        for call in calls {
            for rest in sources.split(call).skip(1) {
                let key = rest.split('"').next().unwrap();
                assert!(TEXTS.contains_key(key), "{key} is in no catalogue");
            }
        }
    }

    #[test]
    fn values_stand_in_their_places() {
        let template = Template::new("{size} of {what}, {size}".to_owned());
        assert_eq!(template.names(), ["size", "size", "what"]);
        assert_eq!(say!(Language::English, "words.parts_two", first = "a", last = 2), "a and 2");
        assert_eq!(say!(Language::German, "words.parts_two", first = "a", last = 2), "a und 2");
    }
}
