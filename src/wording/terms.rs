//! What the built-in taxonomy calls kinds of work, functions and employers, in other languages: by the English text, so that whatever a
//! taxonomy of one's own calls otherwise is told as it stands there.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Language;

static GERMAN: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| toml::from_str(include_str!("terms_german.toml")).expect("a test reads the terms"));

impl Language {
    /// A label or predicate in this language; the text itself where there is no other.
    pub(crate) fn term(self, english: &str) -> &str {
        match self {
            Self::English => english,
            Self::German => GERMAN.get(english).map_or(english, String::as_str),
        }
    }

    /// The items of a list that commas part.
    pub(crate) fn terms(self, english: &str) -> Vec<&str> {
        english.split(", ").map(|item| self.term(item)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_the_taxonomy_says_of_work_has_a_german_text() {
        let data = |file: &str| -> toml::Table { toml::from_str(file).unwrap() };
        let families = data(include_str!("../taxonomy/data/families.toml"));
        let functions = data(include_str!("../taxonomy/data/functions.toml"));
        let pools = data(include_str!("../taxonomy/data/pools.toml"));
        let mut wanted = Vec::new();
        for (table, name, fields) in [
            (&families, "family", &["label", "work"][..]),
            (&functions, "function", &["label", "work"][..]),
            (&pools, "pool", &["label"][..]),
        ] {
            for row in table[name].as_array().unwrap() {
                wanted.extend(fields.iter().map(|field| row[*field].as_str().unwrap()));
            }
        }
        let n_texts = wanted.len();
        for (table, name, fields) in
            [(&families, "transfer", ["carries", "gap"]), (&functions, "function", ["brings", "takes"])]
        {
            for row in table[name].as_array().unwrap() {
                wanted.extend(fields.iter().flat_map(|field| row[*field].as_str().unwrap().split(", ")));
            }
        }
        let lacking: Vec<&&str> = wanted.iter().filter(|text| !GERMAN.contains_key(**text)).collect();
        assert!(lacking.is_empty(), "without a German text: {lacking:#?}");
        let n_items = wanted.len() - n_texts;
        let parted: Vec<&str> = wanted
            .iter()
            .skip(n_texts)
            .map(|item| Language::German.term(item))
            .filter(|item| item.contains(','))
            .collect();
        assert!(n_items > 500 && parted.is_empty(), "would read as two items of a list: {parted:#?}");
        let unused: Vec<&String> = GERMAN.keys().filter(|text| !wanted.contains(&text.as_str())).collect();
        assert!(unused.is_empty(), "no text of the taxonomy: {unused:#?}");
    }
}
