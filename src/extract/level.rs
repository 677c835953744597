//! Seniority from titles and from the way in which texts name it.

mod in_text;

use std::cell::OnceCell;

pub(crate) use self::in_text::level_in_text;
use self::in_text::rung_elsewhere;
pub(super) use self::in_text::{RUNGS, words_elsewhere};
use super::lexicon::Kinds;
use super::terms::{Gap, Kind, Reading};
use super::text::Text;
use super::words::{one_of, words};
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
    level_of_words(&reading).or_else(|| Some(elsewhere(&reading)?.0)).or(by_grade)
}

/// Words of titles, by what they say; and what they say nothing in.
const TECHNICAL_STAFF: &[&str] = &["technical staff"];
const SENIOR_STAFF: &[&str] = &["smts"];
const PRINCIPAL_STAFF: &[&str] = &["pmts", "dmts"];
const ASSISTING: &[&str] = &["assistant to", "reporting to", "advisor to"];
const DIRECTORS: &[&str] =
    &["head of", "vp", "svp", "avp", "evp", "vice president", "cto", "chief", "director", "founder"];
const NO_DIRECTORS: &[&str] = &["chief of staff", "art director"];
/// Who leads by knowing most: they stand with principals.
const CHIEF_EXPERTS: &[&str] = &[
    "chief architect", "chief software architect", "chief systems architect", "chief engineer", "chief scientist",
    "chief technologist",
];
const BEGINNERS: &[&str] = &[
    "intern", "internship", "junior", "jr", "graduate", "trainee", "apprentice", "entry level", "new grad", "student",
    "werkstudent", "fresher", "praktikant", "co op",
];
const NO_BEGINNERS: &[&str] = &["graduate school", "graduate studies"];
const PRINCIPALS: &[&str] = &["distinguished", "fellow", "principal"];
const NO_PRINCIPALS: &[&str] = &["postdoctoral", "research fellow", "principal investigator", "post doctoral"];
const MANAGERS: &[&str] = &["manager", "mgr", "supervisor"];
const SENIORS: &[&str] = &["senior", "sr", "snr", "senior level", "sen"];
const LEADS: &[&str] = &["team lead", "tech lead", "technical lead", "teamlead", "lead", "leader", "team leader"];
const NO_LEADS: &[&str] = &["lead generation"];
const STAFF_MEMBERS: &[&str] = &["mts"];
const STAFF: &[&str] = &["staff"];
const ARCHITECTS: &[&str] = &["architect"];
const ASSOCIATES: &[&str] = &["associate"];
const NO_ASSOCIATES: &[&str] =
    &["associate professor", "research associate", "associate director", "associate partner"];
const MIDDLES: &[&str] = &["mid level", "intermediate", "midlevel"];
/// All of those.
const TITLES: &[&[&str]] = &[
    TECHNICAL_STAFF, SENIOR_STAFF, PRINCIPAL_STAFF, ASSISTING, CHIEF_EXPERTS, DIRECTORS, NO_DIRECTORS, BEGINNERS,
    NO_BEGINNERS, PRINCIPALS, NO_PRINCIPALS, MANAGERS, SENIORS, LEADS, NO_LEADS, STAFF_MEMBERS, STAFF, ARCHITECTS,
    ASSOCIATES, NO_ASSOCIATES, MIDDLES,
];

/// The words that they begin with.
pub(super) fn title_words() -> impl Iterator<Item = &'static str> {
    TITLES.iter().flat_map(|phrases| *phrases).filter_map(|phrase| phrase.split(' ').next())
}

fn level_of_words(reading: &Reading) -> Option<Level> {
    let all = 0..reading.len();
    let titles: Vec<usize> = reading.with(Kinds::TITLE).collect();
    let find =
        |phrases: &[&str]| titles.iter().copied().find(|at| phrases.iter().any(|phrase| reading.is_at(*at, phrase)));
    let has = |phrases: &[&str]| find(phrases).is_some();
    let technical_staff = has(TECHNICAL_STAFF);
    if has(SENIOR_STAFF) {
        return Some(Level::Senior);
    }
    if has(PRINCIPAL_STAFF) {
        return Some(Level::Principal);
    }
    if reading.word(0) == "head" && reading.word(1) == "," {
        return Some(Level::Director);
    }
    // "Executive assistant to the vice president" reports to one.
    let assists = has(ASSISTING);
    if let Some(at) = find(DIRECTORS).filter(|_| !assists && !has(NO_DIRECTORS)) {
        let expert = CHIEF_EXPERTS.iter().any(|title| reading.is_at(at, title));
        return Some(if expert { Level::Principal } else { Level::Director });
    }
    if has(BEGINNERS) && !has(NO_BEGINNERS) {
        return Some(Level::Entry);
    }
    if has(PRINCIPALS) && !has(NO_PRINCIPALS) {
        return Some(Level::Principal);
    }
    if let Some(at) = find(MANAGERS) {
        let business = matches!(
            reading.before(at, 1),
            "product"
                | "project"
                | "program"
                | "programme"
                | "account"
                | "sales"
                | "marketing"
                | "community"
                | "office"
                | "case"
                | "workload"
                | "delivery"
                | "package"
                | "content"
                | "relationship"
                | "success"
                | "configuration"
                | "portfolio"
                | "technical program"
                | "partner"
                | "territory"
                | "release"
                | "customer"
        );
        if !business {
            return Some(Level::Manager);
        }
    }
    let senior = has(SENIORS);
    if has(LEADS) && !has(NO_LEADS) {
        return Some(Level::Lead);
    }
    if technical_staff {
        return Some(if senior { Level::Senior } else { Level::Mid });
    }
    if has(STAFF_MEMBERS) {
        return Some(if senior { Level::Senior } else { Level::Mid });
    }
    // "Staff Engineer", "Engineer, Staff"; not "IT Staff", "staff augmentation".
    let of_staff = |at: usize| {
        let next = reading.word(at + 1);
        let ends = next.is_empty() || super::terms::is_break(next) || next == "/";
        let parted = at == 0 || super::terms::is_break(reading.before(at, 1)) || reading.gap(at) == Gap::Dash;
        !one_of!(next, "of nurse augmentation accountant training assistant") && (!ends || parted || next == "/")
    };
    if has(STAFF) && (0..reading.len()).any(|at| reading.word(at) == "staff" && of_staff(at)) {
        return Some(Level::Staff);
    }
    if senior {
        return Some(Level::Senior);
    }
    if let Some(at) = find(ARCHITECTS) {
        let of_systems = !matches!(reading.before(at, 1), "landscape" | "building" | "interior");
        return of_systems.then_some(Level::Staff);
    }
    // Roman numerals close a title: Engineer II.
    let numeral = (1..reading.len()).find_map(|at| match reading.word(at) {
        "iii" | "iv" => Some(Level::Senior),
        "ii" => Some(Level::Mid),
        "i" if at + 1 == reading.len() => Some(Level::Entry),
        _ => None,
    });
    if numeral.is_some() {
        return numeral;
    }
    if has(ASSOCIATES) && !has(NO_ASSOCIATES) {
        return Some(Level::Entry);
    }
    if has(MIDDLES) {
        return Some(Level::Mid);
    }
    // "Engineer 2" closes a title like "Engineer II".
    let end = reading.len().saturating_sub(1);
    let numbered = end > 0
        && reading.tokens[end].kind == Kind::Digits
        && reading.is(
            end - 1,
            words!("engineer sde swe sre developer administrator admin analyst scientist programmer technician"),
        );
    if numbered {
        return match reading.word(end) {
            "1" => Some(Level::Entry),
            "2" => Some(Level::Mid),
            "3" | "4" => Some(Level::Senior),
            "5" => Some(Level::Staff),
            _ => None,
        };
    }
    // L2 and L3 are layers and tiers of support too.
    let tiers = all.clone().any(|at| {
        reading.is(
            at,
            words!("support network networking switch switching routing cache helpdesk desk escalation gpu gpus"),
        )
    });
    all.filter(|_| !tiers).find_map(|at| level_of_code(reading.word(at)))
}

/// The rung of an employer's grade, as most ladders have it: `L5`, `E6`, `IC4`. L1 and L2 are tiers of support.
fn level_of_code(word: &str) -> Option<Level> {
    let grade = |prefix: &str| {
        word.strip_prefix(prefix).and_then(|n| n.parse::<u8>().ok()).filter(|n| n.to_string().len() == 1)
    };
    if let Some(grade) = grade("ic") {
        return match grade {
            1 | 2 => Some(Level::Entry),
            3 => Some(Level::Mid),
            4 => Some(Level::Senior),
            5 => Some(Level::Staff),
            6..=9 => Some(Level::Principal),
            _ => None,
        };
    }
    match grade("l").or_else(|| grade("e"))? {
        3 => Some(Level::Entry),
        4 => Some(Level::Mid),
        5 => Some(Level::Senior),
        6 => Some(Level::Staff),
        7..=9 => Some(Level::Principal),
        _ => None,
    }
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
