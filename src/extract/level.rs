//! Seniority from titles and from the way in which texts name it.

mod in_text;

pub(super) use self::in_text::RULES as TEXTS;

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

pub(crate) use self::in_text::level_in_text;
use self::in_text::rung_elsewhere;
pub(super) use self::in_text::{text_words, words_elsewhere};
use super::lexicon::Kinds;
use super::rules::Rules;
use super::terms::Reading;
use super::text::Text;
use crate::domain::Level;
use crate::taxonomy::{Grade, without_grade};

/// The level that a job title names; `None` for a title without a rung, which says nothing.
///
/// An architect of systems stands with staff. "Member of Technical Staff" is mid, with "Senior" senior, with "Principal" principal.
/// A project, product or account manager manages no engineers and has no rung. `read` is the title as a text, for those who have it.
pub(crate) fn level_of_title(title: &str, read: Option<&Text>) -> Option<Level> {
    // `Software Engineer - Vice President` is an engineer of a bank.
    let (rest, grade) = without_grade(title);
    let cut = OnceCell::new();
    let text = read.filter(|_| rest == title).unwrap_or_else(|| cut.get_or_init(|| Text::new(rest)));
    let elsewhere = |reading: &Reading| (0..reading.len()).find_map(|at| rung_elsewhere(reading, at));
    let by_grade = grade.map(|grade| match grade {
        Grade::Vice => Level::Senior,
        Grade::Executive => Level::Principal,
    });
    let reading = Reading::new(text);
    level_of_words(&reading, 0..reading.len()).or_else(|| Some(elsewhere(&reading)?.0)).or(by_grade)
}

pub(in crate::extract) static TITLES: LazyLock<Rules<Level>> =
    LazyLock::new(|| Rules::built_in("level_titles.toml", include_str!("data/rules/level_titles.toml")));

/// The words that may name a rung in a title.
pub(super) fn title_words() -> impl Iterator<Item = &'static str> {
    TITLES.words()
}

/// The rung that the title among these tokens names.
fn level_of_words(reading: &Reading, title: Range<usize>) -> Option<Level> {
    TITLES.foremost(reading, title, Kinds::TITLE).map(|hit| *hit.emit)
}

/// What the years alone make likely: under 3 entry, under 6 mid, else senior. Nobody becomes staff by waiting.
pub(crate) fn level_for_years(tenths: u16) -> Level {
    match tenths {
        0..30 => Level::Entry,
        30..60 => Level::Mid,
        _ => Level::Senior,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::cases;
    use proptest::prelude::*;

    #[test]
    fn titles_name_their_level() {
        use Level::{Director, Entry, Lead, Manager, Mid, Principal, Senior, Staff};
        let cases = [
            ("Sr. HPC Engineer", Some(Senior)),
            ("Senior AI-HPC Cluster Engineer", Some(Senior)),
            ("Staff Engineer, AI Infrastructure", Some(Staff)),
            ("Senior Staff Engineer", Some(Staff)),
            ("Chief Architect, Advanced Computing", Some(Principal)),
            ("VP and Chief Engineer", Some(Director)),
            ("Chief Technology Officer", Some(Director)),
            ("Principal Engineer", Some(Principal)),
            ("Lead Scientist, Scientific Computing", Some(Lead)),
            ("Tech Lead", Some(Lead)),
            ("Head of compute, AI lab", Some(Director)),
            ("VP Engineering", Some(Director)),
            ("Director of Research Computing", Some(Director)),
            ("Engineering Manager", Some(Manager)),
            ("Senior Engineering Manager", Some(Manager)),
            ("Product Manager", None),
            ("Project Manager", None),
            ("Junior sysadmin", Some(Entry)),
            ("HPC Intern", Some(Entry)),
            ("Network Ops Associate", Some(Entry)),
            ("Cloud Architect", Some(Staff)),
            ("Senior Architect", Some(Senior)),
            ("Member of Technical Staff", Some(Mid)),
            ("SMTS (Senior Member of Technical Staff)", Some(Senior)),
            ("Principal Member of Technical Staff", Some(Principal)),
            ("AMD Fellow", Some(Principal)),
            ("Software Engineer II", Some(Mid)),
            ("Software Engineer III", Some(Senior)),
            ("Software Engineer, L5", Some(Senior)),
            ("Fabric engineer", None),
            ("Postdoctoral Fellow", None),
        ];
        let wrong: Vec<_> = cases
            .iter()
            .filter(|(title, wanted)| level_of_title(title, None) != *wanted)
            .map(|(t, w)| (t, level_of_title(t, None), w))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn levels_are_read_as_people_write_them() {
        let name = |level: Option<Level>| level.map_or(String::new(), |l| l.as_str().to_owned());
        cases::check(include_str!("cases/level_titles.txt"), |title| name(level_of_title(title, None)));
    }

    #[test]
    fn texts_name_levels_as_people_write_them() {
        let name = |level: Option<Level>| level.map_or(String::new(), |l| l.as_str().to_owned());
        cases::check(include_str!("cases/level_texts.txt"), |text| {
            let text = Text::new(text);
            name(level_in_text(&Reading::new(&text)).map(|(level, _)| level))
        });
    }

    #[test]
    fn sentences_name_the_level_of_their_subject() {
        let level = |text: &str| {
            let text = Text::new(text);
            level_in_text(&Reading::new(&text)).map(|(level, _)| level)
        };
        assert_eq!(level("We are looking for a senior engineer who likes fabrics."), Some(Level::Senior));
        assert_eq!(level("This is a senior-level post."), Some(Level::Senior));
        assert_eq!(level("An entry level role in storage."), Some(Level::Entry));
        assert_eq!(level("You report to the senior director and work with senior leadership."), None);
        assert_eq!(level("Mentor of two junior colleagues."), None);
        assert_eq!(level_for_years(29), Level::Entry);
        assert_eq!(level_for_years(30), Level::Mid);
        assert_eq!(level_for_years(240), Level::Senior);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|senior |staff |head of |manager|II|, |\\n){0,12}") {
            let _ = level_of_title(&text, None);
            let text = Text::new(&text);
            if let Some((_, span)) = level_in_text(&Reading::new(&text)) {
                prop_assert!(text.folded().get(span).is_some());
            }
        }
    }
}
