//! On-site, hybrid or remote, and whether somebody would move.

pub(super) mod elsewhere;

use std::sync::LazyLock;

use super::lexicon::{Kinds, Openings};
use super::place_kind::is_negated;
use super::rules::Rules;
use super::terms::{Gap, Kind, Reading, is_break};
use super::text::Span;
use super::words::{one_of, words};
use crate::domain::WorkMode;

/// Whether somebody would move, where no place is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moving {
    /// To any place.
    Anywhere,
    /// In principle.
    Willing,
    /// Not at all.
    Refused,
}

/// A mode, the words that tell it, and the id of the rule by which they do.
pub(crate) type ModeMention = (WorkMode, Span, &'static str);

/// The modes of work that a text speaks of, in order. Remote memory, hybrid kernels and site reliability are none.
pub(crate) fn work_modes(reading: &Reading) -> Vec<ModeMention> {
    let told = told(reading).into_iter();
    let mut found: Vec<ModeMention> =
        told.map(|told| (told.mode, reading.span(told.first, told.last), told.rule)).collect();
    // "In-office, five days" says it once.
    found.dedup_by_key(|(mode, ..)| *mode);
    found
}

/// A mode, its first token and its last, and the rule.
struct Told {
    mode: WorkMode,
    first: usize,
    last: usize,
    rule: &'static str,
}

/// What the rules and the words of other languages tell, in order.
fn told(reading: &Reading) -> Vec<Told> {
    let partly = |mode: WorkMode, at: usize| match mode {
        WorkMode::Remote if elsewhere::is_partly(reading, at) => WorkMode::Hybrid,
        mode => mode,
    };
    let hits = RULES.hits(reading, Kinds::WORK_MODE);
    let mut found: Vec<Told> = hits
        .map(|hit| Told { mode: partly(*hit.emit, hit.first), first: hit.first, last: hit.last, rule: hit.rule })
        .collect();
    let by_rules = found.len();
    for first in reading.with(Kinds::WORK_MODE) {
        let taken = found[..by_rules].iter().any(|told| (told.first..=told.last).contains(&first));
        if let Some((mode, last)) = elsewhere::told(reading, first).filter(|_| !taken) {
            found.push(Told { mode, first, last, rule: "elsewhere" });
        }
    }
    found.sort_by_key(|told| told.first);
    found
}

/// The rules by which modes are read.
static RULES: LazyLock<Rules<WorkMode>> =
    LazyLock::new(|| Rules::built_in("work_modes.toml", include_str!("data/rules/work_modes.toml")));

/// The words that may tell of a mode.
pub(super) fn mode_words() -> impl Iterator<Item = &'static str> {
    RULES.words()
}

/// Verbs of moving, where they may be a wish.
pub(super) const MOVES: Openings<()> = &[
    (words!("relocate relocation relocating"), |_, _| Some(())),
    (words!("move"), |reading, at| {
        (matches!(reading.before(at, 1), "to" | "would" | "could")
            && matches!(reading.word(at + 1), "anywhere" | "abroad" | "." | "" | ","))
        .then_some(())
    }),
    (words!("moving"), |reading, at| {
        (1..=4).any(|back| one_of!(reading.before(at, back), "mind open problem objection happy")).then_some(())
    }),
];

/// Whether somebody would move anywhere, or at all.
pub(crate) fn moving(reading: &Reading) -> Option<(Moving, Span)> {
    let mut moves = reading.opened(Kinds::MOVE, MOVES);
    moves.find_map(|(at, ())| {
        let sentence = reading.sentence(at);
        let around = at.saturating_sub(6).max(sentence.start)..sentence.end.min(at + 7);
        let has = |words: &[&str]| around.clone().any(|i| words.contains(&reading.word(i)));
        let perk = has(&["assistance", "package", "bonus", "stipend", "support", "offer", "offered", "help"]);
        let kind = if has(&["anywhere", "worldwide", "everywhere"]) {
            Moving::Anywhere
        } else if (is_negated(reading, at) && !names_its_price(reading, at)) || reading.is_at(at + 1, ": no") {
            Moving::Refused
        } else if has(&["mind", "problem", "objection", "hesitate"]) {
            // No problem to move, would not mind; a problem without that is one.
            if has(&["no", "not", "don't", "wouldn't"]) { Moving::Willing } else { return None }
        } else if has(&[
            "willing", "open", "would", "happy", "ready", "yes", "can", "could", "like", "possible", "consider",
        ]) && !perk
        {
            Moving::Willing
        } else {
            return None;
        };
        Some((kind, reading.span(at, at)))
    })
}

/// Words after a verb of moving that leave it a person's: not `move the data`.
const PERSONAL: &str = "away abroad anywhere elsewhere again for out is isn't from within either yet at now because due since except     unless or and currently outside overseas internationally permanently myself with cities countries house home under here";
/// What rules out what stands before it.
const RULED_OUT: &[&str] = &[
    "out of the question", "not an option", "isn't an option", "no option", "not possible", "isn't possible",
    "impossible", "ruled out", "excluded", "off the table", ": no", "not on the table", "not on the cards",
    "ausgeschlossen", "nicht moglich", "kommt nicht in frage",
];

/// What may say that somebody will not move.
pub(super) const REFUSALS: Openings<()> = &[
    (words!("relocation umzug umziehen"), |reading, at| {
        let thing = one_of!(
            reading.word(at + 1),
            "assistance package needed required necessary support costs bonus allowance help"
        );
        (!thing && is_ruled_out(reading, at)).then_some(())
    }),
    (words!("relocate relocating move moving"), |reading, at| {
        let next = reading.word(at + 1);
        let ends = reading.gap(at + 1) == Gap::Line || is_break(next);
        let personal = ends || one_of!(next, PERSONAL) || is_general(reading, at + 1);
        (personal && is_ruled_out(reading, at)).then_some(())
    }),
    (words!("leave leaving"), |reading, at| {
        let next = reading.word(at + 1);
        let personal = matches!(next, "here" | "home")
            || (matches!(next, "the" | "my" | "our" | "this")
                && reading.is(at + 2, words!("area city region country state bay town island home")))
            || (next == "it" && names_a_place(reading, at));
        (personal && is_negated(reading, at) && !names_its_price(reading, at)).then_some(())
    }),
    (words!("ortsgebunden"), |_, _| Some(())),
];

/// Where somebody rules out to move at all: `I will not relocate`, `moving is out of the question`. `Not to Texas` rules out
/// Texas, which `place_kind` reads.
pub(crate) fn refuses_to_move(reading: &Reading) -> Option<Span> {
    let refusal = reading.opened(Kinds::MOVE, REFUSALS).next();
    refusal.map(|(at, ())| reading.span(at, at))
}

/// Whether the verb at `at` is denied, or ruled out behind.
fn is_ruled_out(reading: &Reading, at: usize) -> bool {
    if names_its_price(reading, at) {
        return false;
    }
    let end = reading.sentence(at).end.min(at + 9);
    is_negated(reading, at) || reading.find(at + 1..end, RULED_OUT).is_some()
}

/// `Will not move for under $400k`: what a move costs is no refusal.
fn names_its_price(reading: &Reading, at: usize) -> bool {
    let end = reading.sentence(at).end.min(at + 5);
    let Some(price) = (at + 1..end).find(|&i| reading.word(i) == "for") else { return false };
    let end = reading.sentence(at).end.min(price + 6);
    (price + 1..end).any(|i| reading.tokens[i].kind == Kind::Digits)
}

/// `to another city`, `to a different country`, `to other places`: no place of its own.
fn is_general(reading: &Reading, at: usize) -> bool {
    reading.word(at) == "to" && reading.is(at + 1, words!("another a any other different new somewhere the"))
}

/// Whether the sentence has named where somebody is: `I live in Zurich and will not leave it`.
fn names_a_place(reading: &Reading, at: usize) -> bool {
    let start = reading.sentence(at).start;
    (start + 1..at).any(|i| matches!(reading.before(i, 1), "in" | "near" | "at") && reading.tokens[i].capital)
}

/// Whether somebody asks for remote work and nothing else. Working remotely now is no such wish.
pub(crate) fn wants_only_remote(reading: &Reading) -> bool {
    let hits = told(reading);
    hits.iter().any(|&Told { mode, first: at, last, .. }| {
        if mode != WorkMode::Remote {
            return false;
        }
        let sentence = reading.sentence(at);
        let before = at.saturating_sub(7).max(sentence.start)..at;
        let around = before.start..sentence.end.min(last + 8);
        let any = |range: std::ops::Range<usize>, list: super::words::Words| range.into_iter().any(|i| list.has(reading.word(i)));
        let others = around.clone().any(|i| {
            reading.word(i) == "office" || hits.iter().any(|hit| hit.first == i && hit.mode != WorkMode::Remote)
        });
        let denied = is_negated(reading, at);
        let only = any(around.clone(), words!("only solely exclusively strictly nothing"));
        let wished = any(
            before.clone(),
            words!(
                "looking seeking seek want wants prefer prefers preferred preference need needs must require requires insist                  desired searching wish requirement"
            ),
        );
        let fully = any(before, words!("fully 100 entirely completely"))
            && !any(
                around,
                words!("since now currently today open happy team years year worked working fine ok okay or could can from"),
            );
        !denied && !others && (only || wished || fully)
    })
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

    #[test]
    fn moving_is_understood() {
        let cases = [
            ("Willing to relocate: yes, anywhere", Some(Moving::Anywhere)),
            ("Open to relocation.", Some(Moving::Willing)),
            ("I will not relocate", Some(Moving::Refused)),
            ("I will not relocate for under $400k", None),
            ("We offer relocation assistance", None),
        ];
        for (text, wanted) in cases {
            let text = Text::new(text);
            assert_eq!(moving(&Reading::new(&text)).map(|(m, _)| m), wanted, "{}", text.folded());
        }
    }

    #[test]
    fn rules_read_their_examples() {
        let wrong = crate::extract::rules::wrong_examples(&RULES, Kinds::WORK_MODE);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|remote |hybrid |on-site |days a week in the office|relocate |anywhere|not |\\n){0,15}") {
            let text = Text::new(&text);
            let reading = Reading::new(&text);
            for (_, span, _) in work_modes(&reading) {
                prop_assert!(text.folded().get(span).is_some());
            }
            if let Some((_, span)) = moving(&reading) {
                prop_assert!(text.folded().get(span).is_some());
            }
        }
    }
}
