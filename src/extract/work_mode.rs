//! On-site, hybrid or remote, and whether somebody would move.

pub(super) mod elsewhere;
mod share;

use self::share::{days_a_week, is_capped, is_shared, office_share, whole_week};
use super::lexicon::{Kinds, Openings};
use super::place_kind::is_negated;
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

/// The modes of work that a text speaks of, in order. Remote memory, hybrid kernels and site reliability are none.
pub(crate) fn work_modes(reading: &Reading) -> Vec<(WorkMode, Span)> {
    let found = reading.with(Kinds::WORK_MODE).filter_map(|at| Some((at, opened(reading, at)?)));
    let mut found: Vec<(WorkMode, Span)> = found.map(|(at, (mode, last))| (mode, reading.span(at, last))).collect();
    // "In-office, five days" says it once.
    found.dedup_by_key(|(mode, _)| *mode);
    found
}

/// A mode and the last token of what tells it.
type Told = Option<(WorkMode, usize)>;

/// The mode that the token at `at` opens, in any language.
fn opened(reading: &Reading, at: usize) -> Told {
    reading.opened_at(at, OPENINGS).or_else(|| elsewhere::told(reading, at))
}

/// What may tell of a mode; other languages have theirs in `elsewhere`.
pub(super) const OPENINGS: Openings<(WorkMode, usize)> = &[
    (words!("remote remotely"), remote),
    (words!("telework teleworking telecommute telecommuting wfh"), |reading, at| Some((from_home(reading, at), at))),
    (words!("anywhere"), anywhere_in),
    (words!("work"), work_from_home),
    (words!("work"), work_from_office),
    (words!("mobile"), mobile_work),
    (words!("hybrid"), hybrid),
    (words!("onsite"), onsite),
    (words!("on"), on_site),
    (words!("in"), in_office),
    (words!("in"), in_the_office),
    (words!("office offices"), office_share),
    (words!("office offices"), whole_week),
    (words!("rest"), rest_from_home),
    (words!("days day"), |reading, at| days_a_week(reading, at).map(|mode| (mode, at))),
];

fn remote(reading: &Reading, at: usize) -> Told {
    let (word, before, next) = (reading.word(at), reading.before(at, 1), reading.word(at + 1));
    let technical = one_of!(
        next,
        "procedure direct sensing hands access desktop sites memory management server servers data \
         machine machines control debugging console execution code login api storage calls \
         repository visualization users monitoring file systems gpu gpus key rendering support \
         diagnostics administration read write stations power kvm logging dma site office offices \
         campus laboratories teams colleagues employees workers stakeholders customers clients vendors contractors \
         nodes dma operations",
    );
    let verb = word == "remotely" && !matches!(before, "work" | "working" | "works" | "worked" | "fully" | "live");
    if technical || verb {
        return None;
    }
    // "two days of remote work": said with the days.
    if before == "of" && matches!(reading.before(at, 2), "day" | "days") {
        return None;
    }
    let refused = matches!(before, "no" | "not" | "non")
        || matches!(reading.before(at, 2), "not" | "no")
        || (before == "for" && (2..=4).any(|back| matches!(reading.before(at, back), "not" | "ineligible")))
        || is_not_offered(reading, at)
        || is_refused(reading, at);
    let mode = match before {
        _ if refused => WorkMode::Onsite,
        "partially" | "partly" | "partial" | "semi" => WorkMode::Hybrid,
        _ if elsewhere::is_partly(reading, at) => WorkMode::Hybrid,
        _ if matches!(next, "work" | "working") && is_capped(reading, at + 1) => WorkMode::Hybrid,
        _ => WorkMode::Remote,
    };
    Some((mode, at))
}

fn work_from_home(reading: &Reading, at: usize) -> Told {
    let home = reading.is_at(at, "work from home") || reading.is_at(at, "work from anywhere");
    let perk = matches!(reading.before(at, 1), "for" | "or" | "occasional")
        && matches!(reading.before(at, 2), "commuting" | "stipends" | "stipend");
    let mode = if is_shared(reading, at + 2) { WorkMode::Hybrid } else { WorkMode::Remote };
    (home && !perk).then_some((mode, at + 2))
}

/// `Telework: up to 60 %`, `partial teleworking possible`, `Homeoffice`.
fn from_home(reading: &Reading, at: usize) -> WorkMode {
    let partial = one_of!(reading.before(at, 1), "partial partially partly some occasional");
    match () {
        () if is_refused(reading, at) => WorkMode::Onsite,
        () if partial || is_shared(reading, at) => WorkMode::Hybrid,
        () => WorkMode::Remote,
    }
}

/// `Anywhere in Canada` as the place of work, `based anywhere within the EU`.
fn anywhere_in(reading: &Reading, at: usize) -> Told {
    let opens = reading.sentence(at).start == at || reading.gap(at) == Gap::Line;
    let labelled = reading.before(at, 1) == ":" && one_of!(reading.before(at, 2), "location place based");
    let placed = opens || labelled || one_of!(reading.before(at, 1), "based located remote |");
    let article = usize::from(reading.word(at + 2) == "the");
    let place = reading.tokens.get(at + 2 + article).is_some_and(|token| token.capital);
    let inside = matches!(reading.word(at + 1), "in" | "within") && reading.gap(at + 2) != Gap::Line;
    (placed && inside && place).then_some((WorkMode::Remote, at + 2 + article))
}

/// `You must be able to work from our office in Palo Alto`.
fn work_from_office(reading: &Reading, at: usize) -> Told {
    if !matches!(reading.word(at + 1), "from" | "in" | "at" | "out") || reading.before(at, 1) == "don't" {
        return None;
    }
    let end = reading.sentence(at).end.min(at + 7);
    let office = (at + 2..end).find(|&i| matches!(reading.word(i), "office" | "offices" | "headquarters" | "lab"))?;
    let ours = (at + 1..office).any(|i| matches!(reading.word(i), "our" | "the" | "company"));
    let whole = !(at + 1..office).any(|i| matches!(reading.word(i), "home" | "or"));
    (ours && whole && !shares_the_week(reading, at)).then_some((WorkMode::Onsite, office))
}

/// `Austin, in the office.` as the end of what is said.
fn in_the_office(reading: &Reading, at: usize) -> Told {
    const FEW: usize = 8;
    let sentence = reading.sentence(at);
    let ends = at + 3 >= sentence.end
        || reading.gap(at + 3) == Gap::Line
        || matches!(reading.word(at + 3), "." | ";" | "," | ")" | "(" | "|");
    let told = reading.is_at(at, "in the office") || reading.is_at(at, "in our office");
    (told && ends && sentence.len() <= FEW && !shares_the_week(reading, at)).then_some((WorkMode::Onsite, at + 2))
}

/// Whether a sentence tells of days, shares or another place, too.
fn shares_the_week(reading: &Reading, at: usize) -> bool {
    let sentence = reading.sentence(at);
    let near = sentence.start.max(at.saturating_sub(24))..sentence.end.min(at + 24);
    near.into_iter().any(|i| {
        reading.is(i, words!("day days week home remote remotely hybrid % flexible flexibly sometimes occasionally"))
            || reading
                .is(i, words!("monday tuesday wednesday thursday friday mondays tuesdays wednesdays thursdays fridays"))
    })
}

/// `up to 60 % mobile work`, `mobile working possible`: from elsewhere, some of the time.
fn mobile_work(reading: &Reading, at: usize) -> Told {
    let work = matches!(reading.word(at + 1), "work" | "working") && reading.gap(at + 1) != Gap::Line;
    let share = (1..=2).any(|back| matches!(reading.before(at, back), "%" | "percent"));
    let offered = matches!(reading.word(at + 2), "possible" | "option" | "options" | "is" | "days" | "up" | "(")
        || (matches!(reading.word(at + 2), "" | "." | "," | ";" | ")" | "and") && reading.before(at, 1) != "of");
    (work && (share || offered)).then_some((WorkMode::Hybrid, at + 1))
}

fn hybrid(reading: &Reading, at: usize) -> Told {
    let (before, next) = (reading.before(at, 1), reading.word(at + 1));
    let work = matches!(next, "" | "," | "." | ":" | ";" | "(" | ")" | "|" | "·" | "•" | "/")
        || one_of!(
            next,
            "or and work working role position schedule mode setup remote onsite in from with office policy job team week",
        )
        || reading.gap(at + 1) == Gap::Line
        || next.starts_with(|c: char| c.is_ascii_digit());
    let thing = matches!(before, "a" | "an" | "the" | "whose" | "is" | "model")
        && matches!(next, "," | "." | "and" | "or" | "with" | "in")
        && before != "is";
    let technical = before == "is"
        && reading.find(reading.sentence(at), &["role", "position", "job", "work", "we", "office", "team"]).is_none();
    let cloud =
        reading.is_at(at + 1, "and multi") || reading.is_at(at + 1, "or multi") || reading.word(at + 2) == "cloud";
    (work && !thing && !cloud && !technical).then_some((WorkMode::Hybrid, at))
}

fn onsite(reading: &Reading, at: usize) -> Told {
    let (before, next) = (reading.before(at, 1), reading.word(at + 1));
    let days = reading.word(at) == "onsite" && matches!(before, "day" | "days" | "virtual" | "final");
    (!days
        && before != "been"
        && !matches!(next, "support" | "interview" | "interviews" | "gym" | "installation" | "visits"))
    .then_some((share_of_site(reading, at), at))
}

/// `onsite at least 50% of your time`: the rest is elsewhere.
fn share_of_site(reading: &Reading, at: usize) -> WorkMode {
    if is_shared(reading, at) { WorkMode::Hybrid } else { WorkMode::Onsite }
}

fn on_site(reading: &Reading, at: usize) -> Told {
    (reading.word(at + 1) == "site"
        && !matches!(reading.before(at, 1), "day" | "days")
        && reading.gap(at + 1) != Gap::Line
        && !matches!(reading.word(at + 2), "reliability" | "support" | "interview" | "visits")
        && (reading.word(at + 2) != "at" || is_own_house(reading, at + 3)))
    .then_some((share_of_site(reading, at + 1), at + 1))
}

fn in_office(reading: &Reading, at: usize) -> Told {
    (matches!(reading.word(at + 1), "office" | "person")
        && (reading.gap(at + 1) == Gap::Dash || matches!(reading.before(at, 1), "fully" | "100%" | "%" | "entirely")))
    .then_some((WorkMode::Onsite, at + 1))
}

/// `in the office on Tuesdays and from home the rest`.
fn rest_from_home(reading: &Reading, at: usize) -> Told {
    let sentence = reading.sentence(at);
    let near = at.saturating_sub(4).max(sentence.start)..sentence.end.min(at + 6);
    (reading.find(near, &["from home", "remotely", "at home"]).is_some()
        && sentence.start < at
        && (sentence.start..at).any(|i| matches!(reading.word(i), "office" | "onsite")))
    .then_some((WorkMode::Hybrid, at))
}

/// `on site at our headquarters`, not `on site at a customer`.
fn is_own_house(reading: &Reading, from: usize) -> bool {
    /// A name may stand between: `our Santa Clara headquarters`.
    const NEAR: usize = 6;
    let end = reading.sentence(from).end.min(from + NEAR);
    one_of!(reading.word(from), "our the")
        && (from + 1..end).any(|at| {
            reading
                .is(at, words!("headquarters hq office offices campus facility facilities lab laboratory site plant"))
        })
        && !(from + 1..end).any(|at| reading.is(at, words!("customer customers client clients partner partners")))
}

/// `we don't offer remote work`.
fn is_not_offered(reading: &Reading, at: usize) -> bool {
    let verb = (1..=2).find(|back| one_of!(reading.before(at, *back), "offer provide allow support offering"));
    verb.is_some_and(|back| {
        (1..=2).any(|more| one_of!(reading.before(at, back + more), "not don't doesn't cannot can't never no"))
    })
}

/// `Telework: not available`.
fn is_refused(reading: &Reading, at: usize) -> bool {
    const REFUSALS: &[&str] =
        &["is not possible", "not possible", "not available", "not an option", "isn't possible", "not offered", ": no"];
    reading.find(at..reading.sentence(at).end.min(at + 7), REFUSALS).is_some()
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
    let modes = reading.with(Kinds::WORK_MODE).filter_map(|at| Some((at, opened(reading, at)?)));
    modes.into_iter().any(|(at, (mode, last))| {
        if mode != WorkMode::Remote {
            return false;
        }
        let sentence = reading.sentence(at);
        let before = at.saturating_sub(7).max(sentence.start)..at;
        let around = before.start..sentence.end.min(last + 8);
        let any = |range: std::ops::Range<usize>, list: super::words::Words| range.into_iter().any(|i| list.has(reading.word(i)));
        let others = around.clone().any(|i| {
            matches!(opened(reading, i), Some((WorkMode::Hybrid | WorkMode::Onsite, _)))
                || reading.word(i) == "office"
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
            let found: Vec<WorkMode> = work_modes(&Reading::new(&text)).into_iter().map(|(mode, _)| mode).collect();
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
            work_modes(&Reading::new(&text)).iter().map(|(mode, _)| letter(mode)).collect()
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

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(\\PC{0,6}|remote |hybrid |on-site |days a week in the office|relocate |anywhere|not |\\n){0,15}") {
            let text = Text::new(&text);
            let reading = Reading::new(&text);
            for (_, span) in work_modes(&reading) {
                prop_assert!(text.folded().get(span).is_some());
            }
            if let Some((_, span)) = moving(&reading) {
                prop_assert!(text.folded().get(span).is_some());
            }
        }
    }
}
