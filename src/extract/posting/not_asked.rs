//! Names in a posting that nobody is asked for: of other people and their teams, of sites and institutions, and of what is taught.

use super::super::mention::{Mention, MentionKind};
use super::super::text::Text;
use super::super::words::{Words, words};
use crate::extract::lists;
use crate::extract::place_kind::is_occupation;
use crate::extract::words::one_of;

/// Other people, whose trade is not asked: `our data scientists`, `the ML group`.
const OTHERS: Words = words!(lists::NOT_ASKED_OTHERS);
/// Verbs of working beside others, before `with`; and what ends the list of those with whom.
const PARTNERING: Words = words!(lists::NOT_ASKED_PARTNERING);
const ENDS_PARTNERS: Words = words!(lists::NOT_ASKED_ENDS_PARTNERS);
/// So many words before and behind a name may belong to the list of those with whom.
const PARTNER_WORDS: usize = 10;
/// So many people of a trade are those who are served: `4,000 data scientists`.
const MANY_PEOPLE: u32 = 20;

/// The words one of which stands in every sentence that names what nobody is asked for, but for sites.
pub(in super::super) fn words_of_others() -> [Words; 4] {
    [OTHERS, PARTNERING, FIRMS, TEACHING]
}

/// `Our data scientists`, `the ML group`, `4,000 data scientists`
pub(super) fn is_of_others(text: &Text, mention: &Mention) -> bool {
    let first = text.word_at(mention.span.start);
    let last = text.word_at(mention.span.end.saturating_sub(1));
    let Some(clause) = text.clause_at(mention.span.start) else {
        return false;
    };
    let own = &text.clauses()[clause].words;
    let people = (last..(last + 3).min(own.end)).any(|w| text.is(w, OTHERS));
    let before = own.start.max(first.saturating_sub(3))..first;
    let many = |word: &str| word.replace(',', "").parse::<u32>().is_ok_and(|number| number >= MANY_PEOPLE);
    let theirs = before.clone().next_back().is_some_and(|w| many(text.word(w)));
    people && (theirs || before.into_iter().any(|w| one_of!(text.word(w), lists::NOT_ASKED_WHOSE)))
}

/// `Collaborate with product, data science and SRE`: among people with whom one works the name of a trade names them. `Work with` may
/// also be done with things, and needs people beside it or a word such as `closely`.
pub(super) fn is_a_partners_trade(text: &Text, sentence: &std::ops::Range<usize>, mention: &Mention) -> bool {
    let first = text.word_at(mention.span.start);
    let words = text.clauses()[sentence.start].words.start..text.clauses()[sentence.end - 1].words.end;
    let people = |at: usize| text.is(at, OTHERS) || text.is(at, COUNTERPARTS);
    // `stakeholders across data science and risk`, `teams including QA`
    let ends = |at: usize| text.is(at, ENDS_PARTNERS) && !(at > words.start && text.is(at, SPREADS) && people(at - 1));
    let before = (words.start..first).rev().take(TRADE_WORDS);
    let Some(with) = before.take_while(|at| !ends(*at)).find(|at| text.word(*at) == "with") else { return false };
    let Some(verb) = (words.start.max(with.saturating_sub(3))..with).find(|at| text.is(*at, PARTNERING)) else {
        return false;
    };
    let closely = || (verb + 1..with).any(|at| text.is(at, CLOSELY));
    let beside = || (with + 1..words.end).take(TRADE_WORDS).take_while(|at| !ends(*at)).any(people);
    text.is(verb, TOGETHER) || closely() || beside()
}

/// A list of partners has no more words before one of them.
const TRADE_WORDS: usize = 16;
/// People whom one works with, beside [`OTHERS`].
const COUNTERPARTS: Words = words!(lists::NOT_ASKED_COUNTERPARTS);
/// What tells of which trades they are.
const SPREADS: Words = words!(lists::NOT_ASKED_SPREADS);
/// How one works with people.
const CLOSELY: Words = words!(lists::NOT_ASKED_CLOSELY);
/// Verbs of what is done with people alone.
const TOGETHER: Words = words!(lists::NOT_ASKED_TOGETHER);

/// `Partners with risk, cyber security and infrastructure teams`: what those are called with whom one works is not asked.
pub(super) fn is_of_partners(text: &Text, sentence: &std::ops::Range<usize>, mention: &Mention) -> bool {
    let first = text.word_at(mention.span.start);
    let last = text.word_at(mention.span.end.saturating_sub(1));
    let words = text.clauses()[sentence.start].words.start..text.clauses()[sentence.end - 1].words.end;
    let ends = |at: usize| text.is(at, ENDS_PARTNERS);
    let with =
        (words.start..first).rev().take(PARTNER_WORDS).take_while(|at| !ends(*at)).find(|at| text.word(*at) == "with");
    let partners =
        with.is_some_and(|with| (words.start.max(with.saturating_sub(2))..with).any(|at| text.is(at, PARTNERING)));
    let people = || (last + 1..words.end).take(PARTNER_WORDS).take_while(|at| !ends(*at)).any(|at| text.is(at, OTHERS));
    // `Work with cloud providers (AWS, Azure)`: these, and the names in the bracket are theirs.
    let named = || {
        let known = (words.start..first).any(|at| matches!(text.word(at), "experience" | "experienced"));
        let firms = (words.start..first).rev().take(PARTNER_WORDS).find(|at| text.is(*at, FIRMS));
        let bracket = |at: usize| text.folded()[text.words()[at].end..].starts_with(" (");
        !known && (text.is(last, FIRMS) || firms.is_some_and(bracket))
    };
    partners && (people() || named())
}

/// Firms that one works with.
const FIRMS: Words = words!(lists::NOT_ASKED_FIRMS);

/// `in four data centers`: where a thing stands is not asked.
pub(super) fn is_a_site(text: &Text, mention: &Mention) -> bool {
    let first = text.word_at(mention.span.start);
    let site = text.folded()[mention.span.clone()].trim_end_matches('s');
    if !lists::NOT_ASKED_SITES.contains(&site) || first < 2 {
        return false;
    }
    one_of!(text.word(first - 1), lists::NOT_ASKED_HOW_MANY_SITES)
        && one_of!(text.word(first - 2), lists::NOT_ASKED_WHERE)
}

/// `Explain it to product managers and designers`: several people of a trade are others, unless they are sought or somebody worked as such.
pub(super) fn is_several_people(text: &Text, sentence: &std::ops::Range<usize>, mention: &Mention) -> bool {
    let last = text.word_at(mention.span.end.saturating_sub(1));
    // `Helping researchers` is what one does.
    let named = mention.by == MentionKind::Label;
    let several = named && text.word(last).strip_suffix('s').is_some_and(is_occupation);
    let clauses = &text.clauses()[sentence.start..sentence.end];
    several
        && !clauses
            .iter()
            .flat_map(|clause| clause.words.clone())
            .take_while(|at| *at < last)
            .any(|at| text.is(at, HIRING))
}

/// Words before people who are sought, or whose work somebody did.
const HIRING: Words = words!(lists::NOT_ASKED_HIRING);

/// `You will learn CUDA with us`: what is taught is not asked.
pub(super) fn is_taught(text: &Text, sentence: &std::ops::Range<usize>, mention: &Mention) -> bool {
    let Some(clause) = text.clause_at(mention.span.start) else { return false };
    let near = sentence.start.max(clause.saturating_sub(TAUGHT_CLAUSES));
    let words = text.clauses()[near].words.start..text.word_at(mention.span.start);
    words.clone().any(|at| {
        let next = |n: usize| if at + n < words.end { text.word(at + n) } else { "" };
        match text.word(at) {
            "you'll" => next(1) == "learn",
            "you" => matches!((next(1), next(2)), ("will" | "can", "learn")) || next(1) == "learn",
            "we" | "we'll" => matches!((next(1), next(2)), ("teach" | "train", "you")),
            // `Training is provided in Terraform`
            "training" => matches!((next(1), next(2)), ("is", "provided" | "offered")),
            _ => false,
        }
    })
}

/// The words without which nothing says so.
pub(super) const TEACHING: Words = words!(lists::NOT_ASKED_TEACHING);
/// A list of what is taught goes on over so many clauses.
const TAUGHT_CLAUSES: usize = 4;

#[cfg(test)]
mod tests {
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn people_of_other_trades_are_not_asked() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let asked = |text: &str| -> Vec<String> {
            let found = extractor.extract(text).unwrap();
            found.requirements.iter().map(|asked| asked.label.clone()).collect()
        };
        for (text, expected) in [
            ("Requirements\n- You explain Slurm to product managers and designers", ["Slurm"].as_slice()),
            ("Requirements\n- Slurm\n- Experience as product manager", &["Slurm", "Product management"]),
            ("What you will do\n- You run Slurm\n- Solid understanding of jQuery", &["jQuery", "Slurm"]),
            ("What you will do\n- You run Slurm\n- Migrate from jQuery", &["Slurm"]),
            ("What you will do\n- Run Slurm\n- Collaborate with product, data science and SRE to plan it", &["Slurm"]),
            ("What you will do\n- Run Slurm\n- Work with stakeholders across DevOps and data science", &["Slurm"]),
            (
                "What you will do\n- Run Slurm\n- Work with Kubernetes and Terraform",
                &["Slurm", "Kubernetes", "Terraform"],
            ),
            ("You run it.\n\n**What you bring (some of it):**\n\n- Slurm\n- open-source schedulers", &["Slurm"]),
        ] {
            assert_eq!(asked(text), expected, "{text}");
        }
    }
}
