//! Whether somebody would move, where no place is named; places tell where to. The words are data (`data/rules/moves.toml`).

use std::sync::LazyLock;

use serde::Deserialize;

use super::lexicon::Kinds;
use super::rules::Rules;
use super::terms::Reading;

/// Whether somebody would move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Moving {
    /// To any place.
    Anywhere,
    /// In principle.
    Willing,
    /// Not at all.
    Refused,
}

pub(in crate::extract) static RULES: LazyLock<Rules<Moving>> =
    LazyLock::new(|| Rules::built_in("moves.toml", include_str!("data/rules/moves.toml")));

/// The words that may say whether somebody would move.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    RULES.words()
}

/// What a text says of moving, in order.
pub(crate) fn moves(reading: &Reading) -> impl Iterator<Item = Moving> {
    RULES.hits(reading, Kinds::MOVE).map(|hit| *hit.emit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::text::Text;

    #[test]
    fn moving_is_understood() {
        let cases = [
            ("Willing to relocate: yes, anywhere", Some(Moving::Anywhere)),
            ("Open to relocation.", Some(Moving::Willing)),
            ("I will not relocate", Some(Moving::Refused)),
            ("I will not relocate anywhere", Some(Moving::Refused)),
            ("I will not relocate for under $400k", None),
            ("We offer relocation assistance", None),
            ("Ich wohne in Graz und ziehe nicht um.", Some(Moving::Refused)),
            ("Ich möchte nicht umziehen.", Some(Moving::Refused)),
            ("Ein Umzug ist kein Problem.", Some(Moving::Willing)),
            ("Umzug möglich.", Some(Moving::Willing)),
            ("Wir unterstützen beim Umzug, wo möglich.", None),
            ("Pas de mobilité géographique.", Some(Moving::Refused)),
            ("Je ne souhaite pas déménager.", Some(Moving::Refused)),
            ("Vivo en Bogotá y no quiero mudarme.", Some(Moving::Refused)),
            ("No me mudo.", Some(Moving::Refused)),
            ("Dispuesta a mudarme.", Some(Moving::Willing)),
            ("Ik woon in Gent en wil niet verhuizen.", Some(Moving::Refused)),
            ("Bereid te verhuizen.", Some(Moving::Willing)),
        ];
        for (text, wanted) in cases {
            let text = Text::new(text);
            assert_eq!(moves(&Reading::new(&text)).next(), wanted, "{}", text.folded());
        }
    }
}
