//! Security clearances: named, held no more, or not held yet. Which clearance a name stands for is the taxonomy's to know; the right
//! to work is in `permit`.

use super::mention::{Mention, Stance};
use super::permit::{Permit, Told, is_denied};
use super::terms::{Gap, Reading, year_of};
use super::text::Span;
use super::words::{one_of, words};
use crate::taxonomy::{ConceptId, Taxonomy};

/// A clearance, by the word itself.
pub(super) fn clearance(reading: &Reading, at: usize) -> Told {
    let sentence = reading.sentence(at);
    let near = (at.saturating_sub(5).max(sentence.start)..sentence.end.min(at + 3)).any(|i| {
        reading
            .is(i, words!("security secret ts sci active dod doe q government nato sc dv uk federal vetting polygraph"))
    });
    (near && !is_denied(reading, at)).then_some((Permit::Clearance, at))
}

/// `TS/SCI`, `TS-SCI`, `Top Secret`, where no `clearance` follows.
pub(super) fn top_secret(reading: &Reading, at: usize) -> Told {
    let last = match (reading.word(at), reading.word(at + 1), reading.word(at + 2)) {
        ("ts", "/", "sci") => at + 2,
        ("ts", "sci", _) => at + 1,
        ("top", "secret", _) => {
            let other = one_of!(reading.word(at + 2), "recipe recipes sauce project projects weapon plan plans");
            return (!other && reading.word(at + 2) != "clearance").then_some((Permit::Clearance, at + 1));
        }
        _ => return None,
    };
    (reading.word(last + 1) != "clearance" && !is_denied(reading, at)).then_some((Permit::Clearance, last))
}

/// `SC cleared`, `DV`, `Public Trust`, `NATO Secret`, `active Secret`, `Q cleared`.
pub(super) fn by_name(reading: &Reading, at: usize) -> Told {
    let (next, before) = (reading.word(at + 1), reading.before(at, 1));
    let glued = reading.gap(at + 1) != Gap::Line;
    let last = match reading.word(at) {
        "sc" | "dv" | "edv" | "q" | "ctc" | "security" if next == "cleared" && glued => at + 1,
        "bpss" | "nv1" | "nv2" | "ssbi" | "clearable" => at,
        "public" if next == "trust" && !one_of!(reading.word(at + 2), "in and of") => at + 1,
        "secret" if one_of!(before, "active nato interim eu current dod") && next != "clearance" => at,
        _ => return None,
    };
    (!is_denied(reading, at)).then_some((Permit::Clearance, last))
}

/// When a clearance came to an end, where the text says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lapsed {
    In(i16),
    Sometime,
}

/// Whether the words around a clearance say that it is one no more: `my TS/SCI lapsed in 2013`.
pub(crate) fn lapse(reading: &Reading, span: &Span) -> Option<Lapsed> {
    let first = reading.tokens.partition_point(|token| token.span.end <= span.start);
    let end = reading.tokens.partition_point(|token| token.span.start < span.end);
    let held = first >= end || (1..=3).any(|back| one_of!(reading.before(first, back), "active current valid"));
    if held && !(1..=4).any(|back| matches!(reading.before(first, back), "not" | "no")) {
        return None;
    }
    let segment = reading.segment(first);
    let near = first.saturating_sub(5).max(segment.start)..segment.end.min(end + 6);
    let lapsed = |at: usize| {
        let gone = reading
            .is(at, words!("lapsed expired inactive former formerly previously ex terminated surrendered past"))
            || reading.is_at(at, "no longer")
            || reading.is_at(at, "used to")
            || reading.is_at(at, "once held")
            || reading.is_at(at, "not active")
            || reading.is_at(at, "not current");
        gone && !(1..=2).any(|back| matches!(reading.before(at, back), "not" | "never" | "hasn't" | "isn't"))
    };
    // Of "active TS/SCI, previously Secret" each clearance has its own words.
    let comma = near.clone().find(|&at| reading.word(at) == "," && at > end);
    let near = comma.map_or(near.clone(), |comma| near.start..comma);
    let year = || near.clone().find_map(|at| year_of(reading.word(at)));
    near.clone().any(lapsed).then(|| year().map_or(Lapsed::Sometime, Lapsed::In))
}

/// Marks the clearances of a posting that could be had and need not be held: `able to obtain a Secret clearance`.
pub(super) fn mark_to_come(reading: &Reading, mentions: &mut [Mention], taxonomy: &Taxonomy) {
    for mention in mentions.iter_mut().filter(|mention| mention.stance == Stance::Stated) {
        if is_clearance(taxonomy, mention.concept) && is_to_come(reading, &mention.span) {
            mention.stance = Stance::Little;
        }
    }
}

/// Whether a concept is a clearance; its kind has degrees and certificates too.
pub(super) fn is_clearance(taxonomy: &Taxonomy, id: ConceptId) -> bool {
    taxonomy.concept(id).id.contains("clearance")
}

/// Whether the words before a clearance say that it could be had, and is not yet: `able to obtain a Secret clearance`.
pub(crate) fn is_to_come(reading: &Reading, span: &Span) -> bool {
    let first = reading.tokens.partition_point(|token| token.span.end <= span.start);
    let mut start = reading.segment(first).start;
    // `ability to obtain a U.S. Secret clearance`: no sentence ends there.
    if start >= 2 && reading.word(start - 1) == "." && matches!(reading.word(start - 2), "u.s" | "u.k") {
        start = reading.segment(start - 2).start;
    }
    let near = first.saturating_sub(10).max(start)..first;
    let held = |at: usize| reading.is(at, words!("hold holds held holding active current possess have maintain ,"));
    let could = |at: usize| {
        reading.is(
            at,
            words!("obtain obtaining obtainable gain secure eligible eligibility ability able qualify qualified clearable undergo"),
        )
    };
    near.clone().rev().take_while(|at| !held(*at) || reading.word(*at) == "maintain").any(could)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::text::Text;

    #[test]
    fn a_clearance_that_has_lapsed_is_told_from_one_that_holds() {
        let lapsed = |text: &str| {
            let text = Text::new(text);
            let at = text.folded().find("ts/sci").expect("the text names one");
            lapse(&Reading::new(&text), &(at..at + 6)).is_some()
        };
        for text in [
            "My TS/SCI lapsed in 2013.", "TS/SCI (expired)", "Formerly TS/SCI cleared", "TS/SCI, inactive",
            "I no longer hold a TS/SCI", "Previously held TS/SCI",
        ] {
            assert!(lapsed(text), "{text}");
        }
        for text in
            ["My TS/SCI is active.", "Active TS/SCI, formerly Secret", "TS/SCI, never lapsed", "TS/SCI has not expired"]
        {
            assert!(!lapsed(text), "{text}");
        }
    }

    #[test]
    fn a_clearance_that_could_be_had_is_told_from_one_that_is_held() {
        let to_come = |text: &str| {
            let text = Text::new(text);
            let at = text.folded().find("secret clearance").expect("the text names one");
            is_to_come(&Reading::new(&text), &(at..at + 16))
        };
        for text in [
            "Able to obtain a Secret clearance", "Eligible for Secret clearance",
            "Ability to obtain and maintain a US Secret clearance",
        ] {
            assert!(to_come(text), "{text}");
        }
        for text in
            ["Holds a Secret clearance", "Eligible to work anywhere; Secret clearance", "I have a Secret clearance"]
        {
            assert!(!to_come(text), "{text}");
        }
    }
}
