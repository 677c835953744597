//! What of a title somebody holds, and what they only wish for: `Help-desk technician, aspiring cluster engineer`.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::extract::lists;
use crate::taxonomy::NameTree;

/// What begins a wish.
const WISHES: &[&str] = lists::CANDIDATE_WISH_WISHES;
/// To be found at a glance.
static PHRASES: LazyLock<NameTree> = LazyLock::new(|| NameTree::new(WISHES.iter().copied()));
/// Marks that part a headline.
const MARKS: &[char] = &['|', '\u{b7}', '\u{2022}', '\u{2726}', ';', '\n'];
/// What ends a wish that stands first.
const DASHES: &[&str] = &[" - ", " \u{2013} ", " \u{2014} "];

/// The parts of a title that are held.
pub(super) fn held(title: &str) -> Cow<'_, str> {
    let lower = title.to_ascii_lowercase();
    let mut wishes = false;
    (0..lower.len()).for_each(|at| PHRASES.beginning(&lower.as_bytes()[at..], |_, _| wishes = true));
    if !wishes {
        return Cow::Borrowed(title);
    }
    let parts: Vec<&str> = title.split(MARKS).map(of_part).filter(|part| !part.trim().is_empty()).collect();
    Cow::Owned(parts.join(" | "))
}

fn of_part(part: &str) -> &str {
    let lower = part.to_ascii_lowercase();
    let begins = |at: &usize| !lower[..*at].ends_with(|c: char| c.is_alphanumeric());
    let at = |phrase: &&str| lower.match_indices(*phrase).map(|(at, _)| at).find(begins);
    match WISHES.iter().filter_map(at).min() {
        None => part,
        Some(wish) if !part[..wish].trim().is_empty() => &part[..wish],
        // `Looking for a new place - HPC engineer`.
        Some(_) => {
            let dash = DASHES.iter().filter_map(|dash| part.find(dash).map(|at| at + dash.len())).min();
            dash.map_or("", |at| &part[at..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::held;

    #[test]
    fn a_wish_is_no_title() {
        for (title, kept) in [
            ("Aspiring GPU kernel engineer", ""),
            ("Looking for: Senior cluster engineer", ""),
            ("Help desk technician, aspiring HPC engineer", "Help desk technician, "),
            ("Storage engineer seeking a new role", "Storage engineer "),
            ("Seeking new work | HPC engineer", " HPC engineer"),
            ("Looking for a new place - HPC engineer", "HPC engineer"),
            ("Web developer interested in compilers", "Web developer "),
            ("Solutions architect - AI & HPC", "Solutions architect - AI & HPC"),
            ("\u{1e9e}eeking HPC \u{2026} want to", "\u{1e9e}eeking HPC \u{2026} "),
        ] {
            assert_eq!(held(title), kept, "{title}");
        }
    }
}
