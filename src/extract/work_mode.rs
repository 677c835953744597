//! On-site, hybrid or remote.

use std::sync::LazyLock;

use super::lexicon::Kinds;
use super::rules::Rules;
use super::terms::Reading;
use super::text::Span;
use crate::domain::WorkMode;

/// A mode, the words that tell it, and the id of the rule by which they do.
pub(crate) type ModeMention = (WorkMode, Span, &'static str);

/// The modes of work that a text speaks of, in order. Remote memory, hybrid kernels and site reliability are none.
pub(crate) fn work_modes(reading: &Reading) -> Vec<ModeMention> {
    let hits = RULES.hits(reading, Kinds::WORK_MODE);
    let mut found: Vec<ModeMention> =
        hits.map(|hit| (*hit.emit, reading.span(hit.first, hit.last), hit.rule)).collect();
    // "In-office, five days" says it once.
    found.dedup_by_key(|(mode, ..)| *mode);
    found
}

/// The rules by which modes are read.
pub(in crate::extract) static RULES: LazyLock<Rules<WorkMode>> =
    LazyLock::new(|| Rules::built_in("work_modes.toml", include_str!("data/rules/work_modes.toml")));

/// The words that may tell of a mode.
pub(super) fn mode_words() -> impl Iterator<Item = &'static str> {
    RULES.words()
}

/// Whether somebody asks for remote work and nothing else. Working remotely now is no such wish.
pub(crate) fn wants_only_remote(reading: &Reading) -> bool {
    let mut remote = RULES.hits(reading, Kinds::WORK_MODE).filter(|hit| *hit.emit == WorkMode::Remote);
    remote.any(|hit| RULES.of_group("only", reading, hit.first, hit.last + 1).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::cases;
    use crate::extract::text::Text;
    use proptest::prelude::*;

    #[test]
    fn modes_of_work_are_told_from_technical_words() {
        use WorkMode::{Hybrid, Onsite, Remote};
        let cases: &[(&str, &[WorkMode])] = &[
            ("We are remote-first.", &[Remote]),
            ("Fully remote within Canada", &[Remote]),
            ("Hybrid, 3 days", &[Hybrid]),
            ("London, hybrid", &[Hybrid]),
            ("On-site in Austin", &[Onsite]),
            ("No remote, sorry", &[Onsite]),
            ("Remote work is not possible", &[Onsite]),
            ("Three days a week in the office", &[Hybrid]),
            ("Hybrid or remote.", &[Hybrid, Remote]),
            ("remote direct memory access and remote sensing", &[]),
            ("hybrid cloud, hybrid kernels", &[]),
            ("site reliability on site reliability", &[]),
            ("in-office five days", &[Onsite]),
        ];
        for (text, wanted) in cases {
            let text = Text::new(text);
            let found: Vec<WorkMode> = work_modes(&Reading::new(&text)).into_iter().map(|(mode, ..)| mode).collect();
            assert_eq!(found, *wanted, "{}", text.folded());
        }
    }

    #[test]
    fn modes_are_read_as_people_write_them() {
        cases::check(include_str!("cases/work_mode.txt"), |text| {
            let text = Text::new(text);
            let letter = |mode: &WorkMode| match mode {
                WorkMode::Onsite => 'o',
                WorkMode::Hybrid => 'h',
                WorkMode::Remote => 'r',
            };
            work_modes(&Reading::new(&text)).iter().map(|(mode, ..)| letter(mode)).collect()
        });
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|remote |hybrid |on-site |days a week in the office|relocate |anywhere|not |\\n){0,15}") {
            let text = Text::new(&text);
            let reading = Reading::new(&text);
            for (_, span, _) in work_modes(&reading) {
                prop_assert!(text.folded().get(span).is_some());
            }
        }
    }
}
