//! What a place is to the one who names it, by the words around it: home, wish, place of work, the start of a move. Finding the
//! places themselves is the matter of `place`.

use std::ops::Range;

use super::lists;
use super::place::{Manner, PlaceKind};
use super::scopes::is_negated;
use super::terms::{Gap, Reading, is_break};
use super::words::{one_of, words};

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
        taken_back |= one_of!(word, lists::PLACE_KIND_TAKEN_BACK) || (word == "no" && at + 3 > tokens.start);
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

/// What the word at `at`, before the place, says of it.
fn cue(reading: &Reading, at: usize, place: &Range<usize>, taken_back: bool) -> Option<(PlaceKind, Manner)> {
    use PlaceKind::{Home, Other, Relocation, Work};
    let (word, next, before) = (reading.word(at), reading.word(at + 1), reading.before(at, 1));
    let plain = |kind| Some((kind, Manner::Plain));
    let toward = |next: &str| one_of!(next, lists::PLACE_KIND_TOWARD);
    match word {
        // Data is moved, too: `move the data to Austin`.
        _ if reading.is(at, words!(lists::PLACE_KIND_MOVING))
            && (word == "relocation"
                || reading.tokens[at + 1].capital
                || one_of!(next, lists::PLACE_KIND_MOVE_WHERE)) =>
        {
            Some(moves(reading, at, place, taken_back))
        }
        "moved" | "relocated" if next == "to" || (matches!(next, "back" | "over") && reading.word(at + 2) == "to") => {
            let others = one_of!(before, lists::PLACE_KIND_CUE_OTHERS);
            let there = !leaves(reading, at, place) && at + 4 > place.start && !others;
            plain(if there { Home } else { Other })
        }
        "leave" | "leaving" if at + 1 == place.start => {
            Some(if is_negated(reading, at) { (Home, Manner::Staying) } else { (Other, Manner::Plain) })
        }
        "open" if next == "to" => {
            let refused = is_negated(reading, at) != taken_back;
            Some(if refused { (Other, Manner::Refused) } else { (Relocation, Manner::Plain) })
        }
        _ if reading.is(at, words!(lists::PLACE_KIND_STAYING)) && (next == "in" && at + 2 == place.start) => {
            Some((Home, if is_negated(reading, at) { Manner::Plain } else { Manner::Staying }))
        }
        _ if reading.is(at, words!(lists::PLACE_KIND_SETTLED)) && (toward(next) && !is_negated(reading, at)) => {
            Some((Home, Manner::Staying))
        }
        _ if reading.is(at, words!(lists::PLACE_KIND_SHARING))
            && ((at + 1..at + 5).any(|i| reading.word(i) == "between")) =>
        {
            Some((Home, Manner::Shared))
        }
        "between" if one_of!(before, lists::PLACE_KIND_LIVING_BETWEEN) => Some((Home, Manner::Shared)),
        _ if reading.is(at, words!(lists::PLACE_KIND_BEING)) && (one_of!(next, lists::PLACE_KIND_NOW_WHERE)) => {
            plain(Home)
        }
        _ if reading.is(at, words!(lists::PLACE_KIND_OPENINGS)) && (matches!(next, "is" | "in") && before != "my") => {
            plain(if is_wished(reading, at, place) { Relocation } else { Work })
        }
        _ if reading.is(at, words!(lists::PLACE_KIND_BASED)) && (before != "co") => {
            let sentence = reading.sentence(at);
            let owner = (at.saturating_sub(4).max(sentence.start)..at)
                .any(|i| reading.is(i, words!(lists::PLACE_KIND_CUE_OWNER)));
            let role = (sentence.start..at).any(|i| reading.is(i, words!(lists::PLACE_KIND_POST)));
            let post = role && (sentence.start..at).any(|i| matches!(reading.word(i), "role" | "position" | "job"));
            match () {
                () if matches!(word, "sits" | "headquartered") => plain(if post { Work } else { Other }),
                () if role => plain(Work),
                () if owner => plain(Other),
                () if is_wished(reading, at, place) => plain(Relocation),
                () => plain(Home),
            }
        }
        _ if reading.is(at, words!(lists::PLACE_KIND_LOCATIONS))
            && (one_of!(before, lists::PLACE_KIND_WISHED_LOCATION)) =>
        {
            plain(Relocation)
        }
        _ if reading.is(at, words!(lists::PLACE_KIND_LIVING)) => {
            plain(if is_wished(reading, at, place) { Relocation } else { Home })
        }
        "where" | "wo" | "lieu" if next == ":" => plain(Home),
        "office" if before == "home" => Some((Home, Manner::Working)),
        "remote" | "remotely" => Some((Work, remote_there(reading, at, place))),
        // `work from anywhere in the US or Canada`
        "anywhere" if before == "from" && matches!(next, "in" | "within" | "across") => plain(Work),
        _ if reading.is(at, words!(lists::PLACE_KIND_OFFICES)) => plain(Work),
        "work" | "working" | "works" if next == "from" && at + 2 == place.start => Some((Work, Manner::Working)),
        _ if reading.is(at, words!(lists::PLACE_KIND_SEEKING))
            && (path_is_free(reading, at, place) && (word != "like" || one_of!(before, "would i'd"))) =>
        {
            Some(if is_negated(reading, at) { (Other, Manner::Refused) } else { (Relocation, Manner::Plain) })
        }
        // `Slurm administrator in Lyon`: the first words of a profile, not a job of a career.
        "in" if at + 1 == place.start && is_occupation(before) && opens_plainly(reading, at) => plain(Home),
        // What was, and what is said of others, is nobody's place now.
        _ if reading.is(at, words!(lists::PLACE_KIND_PAST)) => plain(Other),
        _ => None,
    }
}

/// Whether a word is what somebody is by trade.
pub(crate) fn is_occupation(word: &str) -> bool {
    one_of!(word, lists::PLACE_KIND_OCCUPATION)
}

/// Whether a few words without a year, a past or somebody else's post stand before `at` in its sentence.
fn opens_plainly(reading: &Reading, at: usize) -> bool {
    let before = reading.sentence(at).start..at;
    before.len() <= 6
        && !before.into_iter().any(|i| {
            let word = reading.word(i);
            word.starts_with(|c: char| c.is_ascii_digit()) || one_of!(word, lists::PLACE_KIND_OPENS_PLAINLY)
        })
}

/// A verb of moving before a place: where to, where from, or where never to.
fn moves(reading: &Reading, at: usize, place: &Range<usize>, taken_back: bool) -> (PlaceKind, Manner) {
    let negated = is_negated(reading, at);
    if leaves(reading, at, place) {
        return if negated { (PlaceKind::Home, Manner::Staying) } else { (PlaceKind::Other, Manner::Plain) };
    }
    if negated != taken_back {
        return (PlaceKind::Other, Manner::Refused);
    }
    let certain = !negated && is_certain(reading, at, place);
    (PlaceKind::Relocation, if certain { Manner::Going } else { Manner::Plain })
}

/// Whether the place is where a move begins: `relocating from Austin to Oslo`.
fn leaves(reading: &Reading, at: usize, place: &Range<usize>) -> bool {
    (1..=2).any(|back| reading.before(place.start, back) == "from" && place.start - back > at)
}

/// Whether a move is settled: `move to Seattle in January`, and not `would move to Seattle`.
fn is_certain(reading: &Reading, at: usize, place: &Range<usize>) -> bool {
    let start = reading.sentence(at).start;
    let possible = (at.saturating_sub(BEFORE_VERB).max(start)..at)
        .any(|i| reading.is(i, words!(lists::PLACE_KIND_CERTAIN_POSSIBLE)));
    let behind = (place.end..place.end + 5).any(|i| reading.is(i, words!(lists::PLACE_KIND_CERTAIN_BEHIND)));
    let verb = !reading.word(at).starts_with("relocation");
    let directed = (at + 1..place.start).any(|i| reading.word(i) == "to");
    verb && directed && !possible && !behind
}

/// Whether words of a wish lead to the word at `at`, which leads to the place: `I would like to live in Zurich`.
fn is_wished(reading: &Reading, at: usize, place: &Range<usize>) -> bool {
    let start = reading.sentence(at).start;
    (at.saturating_sub(8).max(start)..at).rev().any(|i| {
        let wish = reading.is(i, words!(lists::PLACE_KIND_WISH));
        wish && (reading.word(i) != "like" || one_of!(reading.before(i, 1), "would i'd"))
            && path_is_free(reading, i, place)
    })
}

/// Whether all between a word and the place may stand between a wish and what is wished for; other places may.
fn path_is_free(reading: &Reading, at: usize, place: &Range<usize>) -> bool {
    let mut between = (at + 1..place.start).peekable();
    between.peek().is_none()
        || between.all(|i| reading.is(i, words!(WISHED)) || reading.tokens[i].capital || reading.word(i) == "'")
}

/// Whether somebody says to work remotely from the very place, rather than that remote work there would do.
fn remote_there(reading: &Reading, at: usize, place: &Range<usize>) -> Manner {
    let start = reading.sentence(at).start;
    let wished = (at.saturating_sub(8).max(start)..at).any(|i| reading.is(i, words!(lists::PLACE_KIND_REMOTE_THERE)));
    let between = at + 1..place.start;
    let near = match between.len() {
        0 => true,
        1 => matches!(reading.word(at + 1), "from" | "in" | "(" | "," | ":" | "|" | "/"),
        2 => reading.word(at + 1) == "based" || reading.word(at + 2) == "from",
        _ => false,
    };
    if near && !wished { Manner::Working } else { Manner::Plain }
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
