//! Classes of words, which patterns name rather than repeat: `<card>` stands for all that graphics cards are called.

use std::collections::BTreeMap;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Deserialize;

/// The classes, by name: alternatives as in a pattern.
#[derive(Debug, Default, Deserialize, BorshSerialize, BorshDeserialize)]
#[serde(transparent)]
pub(super) struct WordClasses(BTreeMap<String, String>);

impl WordClasses {
    /// A pattern with its classes spelled out.
    ///
    /// # Errors
    /// When there is no such class.
    pub(super) fn spelled_out(&self, pattern: &str) -> Result<String, String> {
        let mut whole = String::with_capacity(pattern.len());
        let mut rest = pattern;
        while let Some((before, (name, after))) =
            rest.split_once('<').and_then(|(before, class)| Some((before, class.split_once('>')?)))
        {
            let Some(words) = self.0.get(name) else {
                return Err(format!("pattern {pattern:?}: there is no class of words <{name}>"));
            };
            whole.push_str(before);
            whole.push_str(words);
            rest = after;
        }
        Ok(whole + rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_spelled_out_and_unknown_ones_refused() {
        let classes: WordClasses = toml::from_str("card = \"gpu*|card\"").unwrap();
        assert_eq!(
            classes.spelled_out("tuned + <card>|kernel + <card>").unwrap(),
            "tuned + gpu*|card|kernel + gpu*|card"
        );
        assert_eq!(classes.spelled_out("tuned + a < b").unwrap(), "tuned + a < b");
        assert!(classes.spelled_out("<cart>").is_err());
    }
}
