//! What a place is to the one who names it, by the words around it: home, wish, place of work, the start of a move. Finding the
//! places themselves is the matter of `place`.

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::lists;
use super::place::{Manner, PlaceKind};
use super::rules::Rules;
use super::scopes::is_negated;
use super::terms::{Gap, Reading, is_break};
use super::words::{Words, one_of, words};

/// How many words before a place may say what it is.
const NEAR: usize = 14;
/// How many words before a verb may take it back or make it a mere possibility.
const BEFORE_VERB: usize = 6;

/// Words that may stand between a wish and the place that is wished for: `looking for something in or near Oslo`.
const WISHED: &str = lists::PLACE_KIND_WISHED;

/// What a place is; `stands_alone` tells that its line or sentence holds little else.
pub(super) fn sort(reading: &Reading, tokens: &Range<usize>, stands_alone: bool, country: bool) -> (PlaceKind, Manner) {
    if let Some(found) = by_words_before(reading, tokens).or_else(|| by_words_behind(reading, tokens)) {
        return found;
    }
    let of_a_country = tokens.len() <= 2
        && (tokens.end..tokens.end + 3)
            .map_while(|i| (reading.gap(i) != Gap::Line).then(|| reading.word(i)))
            .take_while(|w| is_break(w) || *w == "remote")
            .any(|w| w == "remote");
    if of_a_country && country {
        return (PlaceKind::Work, Manner::Plain);
    }
    (if stands_alone { PlaceKind::Home } else { PlaceKind::Other }, Manner::Plain)
}

fn by_words_before(reading: &Reading, tokens: &Range<usize>) -> Option<(PlaceKind, Manner)> {
    let sentence = reading.sentence(tokens.start);
    let mut taken_back = false;
    for at in (sentence.start..tokens.start).rev().take(NEAR) {
        let word = reading.word(at);
        taken_back |= one_of!(word, lists::PLACE_KIND_TAKEN_BACK);
        if let Some(found) = cue(reading, at, tokens, taken_back) {
            return Some(found);
        }
        // "Locations: Austin, TX; Seattle, WA" is one list.
        let list = reading.is(sentence.start, words!(lists::PLACE_KIND_LIST));
        if word == "." || (word == ";" && !list) {
            break;
        }
    }
    None
}

/// What a word before a place says of it. The words are data (`data/rules/place_cues.toml`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::extract) enum Cue {
    Home,
    Work,
    Other,
    Shared,
    /// A place that is wished for.
    Wish,
    Seeking,
    Open,
    Moving,
    Moved,
    /// A place to which somebody will not move.
    Refused,
    Leaving,
    Staying,
    Settled,
    Living,
    Based,
    /// A post that is there or should be.
    Opening,
    Remote,
    WorkFrom,
    HomeOffice,
    TradeIn,
}

pub(in crate::extract) static RULES: LazyLock<Rules<Cue>> =
    LazyLock::new(|| Rules::built_in("place_cues.toml", include_str!("data/rules/place_cues.toml")));

/// What the word at `at`, before the place, says of it.
fn cue(reading: &Reading, at: usize, place: &Range<usize>, taken_back: bool) -> Option<(PlaceKind, Manner)> {
    use PlaceKind::{Home, Other, Relocation, Work};
    let hit = RULES.at(reading, at)?;
    let beside = hit.last + 1 == place.start;
    let negated = || is_negated(reading, at);
    let wished = |else_kind: PlaceKind| if is_wished(reading, at, place) { Relocation } else { else_kind };
    Some(match hit.emit {
        Cue::Home => (Home, Manner::Plain),
        Cue::Work => (Work, Manner::Plain),
        Cue::Other => (Other, Manner::Plain),
        Cue::Shared => (Home, Manner::Shared),
        Cue::Moving => moves(reading, at, place, taken_back),
        Cue::Moved => (if !leaves(reading, place) && at + 4 > place.start { Home } else { Other }, Manner::Plain),
        Cue::Refused => (Other, Manner::Refused),
        Cue::Leaving if beside && negated() => (Home, Manner::Staying),
        Cue::Open if negated() != taken_back => (Other, Manner::Refused),
        Cue::Open | Cue::Wish => (Relocation, Manner::Plain),
        Cue::Staying if beside && !negated() => (Home, Manner::Staying),
        Cue::Settled if !negated() => (Home, Manner::Staying),
        Cue::Opening => (wished(Work), Manner::Plain),
        Cue::Living => (wished(Home), Manner::Plain),
        Cue::Based => (based(reading, at).unwrap_or_else(|| wished(Home)), Manner::Plain),
        Cue::HomeOffice => (Home, Manner::Working),
        Cue::Remote => (Work, remote_there(reading, at, place)),
        Cue::WorkFrom if beside => (Work, Manner::Working),
        Cue::Seeking if path_is_free(reading, at, place) && !negated() => (Relocation, Manner::Plain),
        // `Slurm administrator in Lyon`: the first words of a profile, not a job of a career.
        Cue::TradeIn if beside && opens_plainly(reading, at) => (Home, Manner::Plain),
        _ => return None,
    })
}

/// What is based somewhere, when it is no person: the work of a post, or an employer.
fn based(reading: &Reading, at: usize) -> Option<PlaceKind> {
    let sentence = reading.sentence(at);
    let any = |from: usize, list: Words| (from..at).any(|i| reading.is(i, list));
    let firm = matches!(reading.word(at), "sits" | "headquartered");
    if any(sentence.start, words!(lists::PLACE_KIND_OPENING))
        || (!firm && any(sentence.start, words!(lists::PLACE_KIND_POST)))
    {
        return Some(PlaceKind::Work);
    }
    let owner = any(at.saturating_sub(4).max(sentence.start), words!(lists::PLACE_KIND_CUE_OWNER));
    (firm || owner).then_some(PlaceKind::Other)
}

/// Whether a word is what somebody is by trade.
pub(crate) fn is_occupation(word: &str) -> bool {
    one_of!(word, lists::PLACE_KIND_OCCUPATION)
}

/// Whether a few words without a year, a past or somebody else's post stand before `at` in its sentence.
fn opens_plainly(reading: &Reading, at: usize) -> bool {
    let before = reading.sentence(at).start..at;
    before.len() <= 6 && !before.into_iter().any(|i| reading.is(i, words!(lists::PLACE_KIND_OPENS_PLAINLY)))
}

/// A verb of moving before a place: where to, where from, or where never to.
fn moves(reading: &Reading, at: usize, place: &Range<usize>, taken_back: bool) -> (PlaceKind, Manner) {
    if leaves(reading, place) {
        return (PlaceKind::Other, Manner::Plain);
    }
    let negated = is_negated(reading, at);
    if negated != taken_back {
        return (PlaceKind::Other, Manner::Refused);
    }
    (PlaceKind::Relocation, if !negated && is_certain(reading, at, place) { Manner::Going } else { Manner::Plain })
}

/// Whether the place is where a move begins: `relocating from Austin to Oslo`.
fn leaves(reading: &Reading, place: &Range<usize>) -> bool {
    (1..=2).any(|back| reading.before(place.start, back) == "from")
}

/// Whether a move is settled: `move to Seattle in January`, and not `would move to Seattle`.
fn is_certain(reading: &Reading, at: usize, place: &Range<usize>) -> bool {
    let start = reading.sentence(at).start;
    let possible = (at.saturating_sub(BEFORE_VERB).max(start)..at)
        .any(|i| reading.is(i, words!(lists::PLACE_KIND_CERTAIN_POSSIBLE)));
    let behind = (place.end..place.end + 5).any(|i| reading.is(i, words!(lists::PLACE_KIND_CERTAIN_BEHIND)));
    let directed = (at + 1..place.start).any(|i| reading.word(i) == "to");
    !reading.word(at).starts_with("relocation") && directed && !possible && !behind
}

/// Whether words of a wish lead to the word at `at`, which leads to the place: `I would like to live in Zurich`.
fn is_wished(reading: &Reading, at: usize, place: &Range<usize>) -> bool {
    let start = reading.sentence(at).start;
    (at.saturating_sub(8).max(start)..at)
        .rev()
        .any(|i| reading.is(i, words!(lists::PLACE_KIND_WISH)) && path_is_free(reading, i, place))
}

/// Whether all between a word and the place may stand between a wish and what is wished for; other places may.
fn path_is_free(reading: &Reading, at: usize, place: &Range<usize>) -> bool {
    (at + 1..place.start).all(|i| reading.is(i, words!(WISHED)) || reading.tokens[i].capital)
}

/// Whether somebody says to work remotely from the very place.
fn remote_there(reading: &Reading, at: usize, place: &Range<usize>) -> Manner {
    let near = match place.start - at {
        1 => true,
        2 => matches!(reading.word(at + 1), "from" | "in" | "(" | "," | ":" | "|" | "/"),
        3 => reading.word(at + 2) == "from",
        _ => false,
    };
    if near { Manner::Working } else { Manner::Plain }
}

/// `Seattle-based engineer`, `our Austin office`.
fn by_words_behind(reading: &Reading, tokens: &Range<usize>) -> Option<(PlaceKind, Manner)> {
    let at = tokens.end;
    if reading.gap(at) == Gap::Line {
        return None;
    }
    if reading.word(at) == "based" && reading.gap(at) == Gap::Dash {
        let person = |i: usize| reading.is(i, words!(lists::PLACE_KIND_BEHIND_PERSON));
        return (at + 1..at + 5).any(person).then_some((PlaceKind::Home, Manner::Plain));
    }
    let office = reading.is(at, words!(lists::PLACE_KIND_BEHIND_OFFICE));
    let ours = (1..=2).any(|back| one_of!(reading.before(tokens.start, back), lists::PLACE_KIND_OURS));
    (office && ours).then_some((PlaceKind::Work, Manner::Plain))
}
