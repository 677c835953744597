//! Wishes within a sentence of a posting: `Lustre is a plus`, `ideally Rust`, and what they reach.
//!
//! Their words are in `section_words`; which part of a posting a line belongs to is read in `section`.

use super::section::{Section, lead_of, separator};
use super::section_headings as headings;
use super::section_words as words;
use super::text::Text;

/// Wishes within a sentence, each as far as it reaches; and `(required)` within a list of wishes.
pub(super) fn read_preferences(
    text: &Text,
    sentence: &std::ops::Range<usize>,
    section: Section,
    found: &mut [Section],
) {
    // The clauses since the last semicolon that no wish has reached yet.
    let mut open = sentence.start;
    let mut forward = false;
    // Whether that began in a bracket, where it ends with it: `5 years (ideally 10) with Slurm`.
    let mut bracketed = false;
    let mut echo = false;
    for clause in sentence.clone() {
        if clause > sentence.start && separator(text, clause - 1).contains(';') {
            (open, forward, echo) = (clause, false, false);
        }
        if bracketed && separator(text, clause - 1).contains(')') {
            (forward, bracketed) = (false, false);
        }
        let own = text.clauses()[clause].words.clone();
        let reach = words::preference(text, own.clone());
        if section == Section::Preferred {
            if headings::bare_necessity(&lead_of(text, own.clone())) == Some(Section::Required) {
                found[open..=clause].fill(Section::Required);
                open = clause + 1;
            }
            continue;
        }
        let wishes = |w| text.is(w, words::PREFERENCE_WORDS) || text.is(w, words::PREFERENCE_WORDS_OF_LANGUAGES);
        let all_wish = || text.clauses()[clause].words.clone().all(wishes);
        match reach {
            // `Rust, Go: nice to have`, `Kubernetes (good to have)`
            Some(words::Reach::Forward) if clause > open && all_wish() && !separator(text, clause).contains(':') => {
                found[clause - 1..=clause].fill(Section::Preferred);
            }
            Some(words::Reach::Forward) => {
                bracketed = clause > sentence.start && !forward && separator(text, clause - 1).ends_with('(');
                forward = true;
            }
            Some(words::Reach::Back) => {
                let stop = |at: &usize| words::stops_a_wish(text, text.clauses()[*at].words.clone());
                let from = (open..clause).rev().find(stop).map_or(open, |stop| stop + 1);
                found[from..=clause].fill(Section::Preferred);
                open = clause + 1;
            }
            Some(words::Reach::Own) => {
                // `Kubernetes, Helm (a plus)`: with nothing but the cue the clause before is meant.
                let from = if all_wish() && clause > sentence.start { clause - 1 } else { clause };
                found[from..=clause].fill(Section::Preferred);
            }
            None if forward || (echo && words::goes_on(text, own.clone())) => found[clause] = Section::Preferred,
            None => {}
        }
        if forward {
            found[clause] = Section::Preferred;
        }
        echo = reach.is_some() || (echo && found[clause] == Section::Preferred);
    }
}
