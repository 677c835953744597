//! Wishes within a sentence of a posting: `Lustre is a plus`, `ideally Rust`, and what they reach.
//!
//! Their words are in `section_words`; which part of a posting a line belongs to is read in `section`.

use super::cue;
use super::section::{Section, lead_of, separator};
use super::section_headings as headings;
use super::section_words as words;
use super::text::Text;
use super::words::Words;

/// A wish that begins within a clause: `file systems preferably including ZFS`.
#[derive(Clone, Debug)]
pub(super) struct LateWish {
    pub clause: usize,
    /// The first word that it reaches.
    pub word: usize,
    /// What the words before it are in.
    pub before: Section,
}

/// Wishes within a sentence, each as far as it reaches; and `(required)` within a list of wishes.
pub(super) fn read_preferences(
    text: &Text,
    sentence: &std::ops::Range<usize>,
    section: Section,
    found: &mut [Section],
    late: &mut Vec<LateWish>,
) {
    // The clauses since the last semicolon that no wish has reached yet.
    let mut open = sentence.start;
    let mut forward = false;
    // Whether that began in a bracket, where it ends with it: `5 years (ideally 10) with Slurm`.
    let mut bracketed = false;
    // `Considered an advantage: Slurm; Lustre`: the list behind a colon goes on.
    let mut announced = false;
    for clause in sentence.clone() {
        if clause > sentence.start && separator(text, clause - 1).contains(';') {
            (open, forward) = (clause, announced);
        }
        if bracketed && separator(text, clause - 1).contains(')') {
            (forward, bracketed) = (false, false);
        }
        let own = text.clauses()[clause].words.clone();
        // `Java and Spring (Bonus: Kubernetes)`
        let leads = || {
            clause > sentence.start
                && separator(text, clause).contains(':')
                && separator(text, clause - 1).ends_with('(')
                && headings::lead_section(&lead_of(text, own.clone())) == Some(Section::Preferred)
        };
        let reach = words::preference(text, own.clone()).or_else(|| leads().then_some(words::Reach::Forward));
        if section == Section::Preferred {
            // `SQL and Go are required`
            let said = || {
                own.clone()
                    .next_back()
                    .is_some_and(|last| words::stops_a_wish(text, own.start..last + 1) && words::is_need(text, last))
            };
            if said() {
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
                if let Some(word) =
                    (own.start + 1..own.end.saturating_sub(1)).find(|word| text.is(*word, words::WITHIN))
                {
                    late.push(LateWish { clause, word, before: section });
                }
                bracketed = clause > sentence.start && separator(text, clause - 1).ends_with('(');
                forward = true;
            }
            Some(words::Reach::Back) if is_in_bracket(text, open..clause) && !all_wish() => {
                found[clause] = Section::Preferred;
            }
            Some(words::Reach::Back) => {
                let stop = |at: &usize| words::stops_a_wish(text, text.clauses()[*at].words.clone());
                let from = (open..clause).rev().find(stop).map_or(open, |stop| stop + 1);
                found[from..=clause].fill(Section::Preferred);
                open = clause + 1;
            }
            // `Our stack is React, Go and Kubernetes, so knowing those is a plus`
            Some(words::Reach::Own) if clause > open && own.clone().any(|word| text.is(word, words::POINTERS)) => {
                found[open..=clause].fill(Section::Preferred);
            }
            Some(words::Reach::Own) => {
                let from = start_of_subject(text, open..clause, found, all_wish());
                found[from..=clause].fill(Section::Preferred);
            }
            None => {}
        }
        if forward {
            found[clause] = Section::Preferred;
        }
        // `The following are a plus: Slurm, Lustre`, `Knowing these is a bonus (Slurm, Lustre)`
        let announces = matches!(reach, Some(words::Reach::Back | words::Reach::Own));
        if announces && !forward && clause + 1 < sentence.end {
            let behind = separator(text, clause).trim_matches(['*', '_', ' ']);
            bracketed = behind == "(";
            announced |= behind == ":";
            forward = bracketed || behind == ":";
        }
    }
}

/// The first of the clauses since `open` that a wish in the clause at their end is said of: `Experience with Kubernetes, Helm, and Airflow is
/// a plus` wishes for all three, `Slurm (or the like) a plus` for what stands before the bracket, and what is nothing but a wish for the
/// clause before it: `Kubernetes, Helm (a plus)`. What is required is no part of it, nor what somebody else does in the same sentence.
fn start_of_subject(text: &Text, open: std::ops::Range<usize>, found: &[Section], mut alone: bool) -> usize {
    if let Some(start) = start_of_known(text, &open).filter(|_| !alone) {
        return start;
    }
    let words = |clause: usize| text.clauses()[clause].words.clone();
    let own = if alone { open.end.saturating_sub(1).max(open.start) } else { open.end };
    let (mut start, mut in_list, mut in_bracket) = (open.end, false, false);
    // What is said of knowing is the whole of its subject: `SQL, and experience with Go is a plus`.
    while start > open.start && (alone || !words::cues(text, words(start)).experience) {
        let between = separator(text, start - 1);
        let before_bracket = between.contains(')') && !between.contains(',');
        in_list |= !alone && text.is(words(start).start, words::ENDS_A_LIST);
        if between.contains(':') || !(alone || in_list || in_bracket || before_bracket) {
            break;
        }
        // What is wished for already was gone through for that.
        if !alone && found[start - 1] == Section::Preferred {
            break;
        }
        let before = words(start - 1);
        if words::stops_a_wish(text, before.clone()) {
            break;
        }
        if before.clone().any(|word| text.is(word, cue::PERSONS)) {
            return own;
        }
        in_bracket = between.contains(')') || (in_bracket && !between.contains('('));
        (start, alone) = (start - 1, false);
    }
    start
}

/// `Knowledge of Slurm, Lustre, burst buffers is a plus`: where knowing several things begins that a wish at their end is said of. Of two
/// things, `Experience with Python, Rust a plus`, and of years the last alone is wished for; of subjects of a degree all are.
fn start_of_known(text: &Text, open: &std::ops::Range<usize>) -> Option<usize> {
    let words = |clause: usize| text.clauses()[clause].words.clone();
    let has = |clause: usize, list: Words| words(clause).any(|word| text.is(word, list));
    let knows = |clause: usize| words::cues(text, words(clause)).experience;
    if knows(open.end) {
        return None;
    }
    let parts = |clause: usize| separator(text, clause).trim_matches(['*', '_', ' ']);
    let degree = |clause: usize| has(clause, words::DEGREES);
    let listed = open.clone().rev().take_while(|at| matches!(parts(*at), "," | ":"));
    // `Bachelor's degree, PhD a plus` wishes for the PhD.
    let known = { listed }.find(|at| knows(*at) || (degree(*at) && !degree(open.end)))?;
    // `Experience with Slurm, Ansible and Lustre is a plus` names three; `Bash, Python or Go` may be Bash, and one of two.
    let joined = has(open.end, words::ENDS_A_LIST) && !has(open.end, words::OR);
    let several = known + 1 < open.end || degree(known) || joined;
    let stops = |clause: usize| words::stops_a_wish(text, words(clause));
    (several && !has(known, words::YEARS) && !(known..open.end).any(stops)).then_some(known)
}

/// Whether the last of some clauses, or the one behind them, stands in a bracket that is not closed yet.
fn is_in_bracket(text: &Text, clauses: std::ops::Range<usize>) -> bool {
    let signs = |at: usize| separator(text, at);
    let last = clauses.rev().find(|at| signs(*at).contains(['(', ')', '[', ']']));
    last.is_some_and(|at| signs(at).rfind(['(', '[']) > signs(at).rfind([')', ']']))
}
