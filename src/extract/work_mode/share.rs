//! How much of the week is worked where: days, percent, `Monday through Friday`.

use crate::domain::WorkMode;
use crate::extract::terms::{Gap, Kind, Reading};
use crate::extract::words::one_of;

/// A share stands so many tokens behind what it is a share of.
const NEAR: usize = 9;

/// Whether a share of the time, or days of the week, stand behind the token at `at`: `work from home up to two days per week`,
/// `Telework: up to 60 %`, `onsite at least 50% of your time`. Travel has shares of its own.
pub(super) fn is_shared(reading: &Reading, at: usize) -> bool {
    let end = reading.sentence(at).end.min(at + 1 + NEAR);
    let near = at + 1..end;
    let same_line = |at: &usize| reading.gap(*at) != Gap::Line && !matches!(reading.word(*at), ";" | "." | "|");
    let near = near.take_while(same_line).last().map_or(at + 1..at + 1, |last| at + 1..last + 1);
    if near.clone().any(|at| one_of!(reading.word(at), "travel travelling traveling trips")) {
        return false;
    }
    near.into_iter().any(|at| match reading.word(at) {
        "%" | "percent" => reading.before(at, 1).parse().is_ok_and(|share: u32| (1..100).contains(&share)),
        "days" | "day" => {
            let week =
                reading.is_at(at + 1, "a week") || reading.is_at(at + 1, "per week") || reading.is_at(at + 1, "/ week");
            let week = week || one_of!(reading.word(at + 1), "weekly") || reading.is_at(at + 1, "each week");
            week && one_of!(reading.before(at, 1), "one two three four 1 2 3 4")
        }
        _ => false,
    })
}

/// The same where a limit is said in so many words, for what is also said of other things: `remote work up to 3 days a week`.
pub(super) fn is_capped(reading: &Reading, at: usize) -> bool {
    let limit = (at + 1..at + 5).any(|at| reading.is_at(at, "up to") || one_of!(reading.word(at), "max maximum"));
    limit && is_shared(reading, at)
}

/// `Everyone is in the office Monday through Friday.`
pub(super) fn whole_week(reading: &Reading, at: usize) -> Option<(WorkMode, usize)> {
    let end = reading.sentence(at).end.min(at + 7);
    let monday = (at + 1..end).find(|&at| one_of!(reading.word(at), "monday mondays mon"))?;
    let friday = (monday + 1..monday + 3).find(|&at| one_of!(reading.word(at), "friday fridays fri"))?;
    let through = friday == monday + 2 && one_of!(reading.word(monday + 1), "to through thru until till");
    let dash = friday == monday + 1 && reading.gap(friday) == Gap::Dash;
    let ours = (1..=3).any(|back| one_of!(reading.before(at, back), "in at from"));
    // `The office is open Monday to Friday` tells of the building.
    (ours && (through || dash)).then_some((WorkMode::Onsite, friday))
}

/// `in one of our offices at least 25% of the time`.
pub(super) fn office_share(reading: &Reading, at: usize) -> Option<(WorkMode, usize)> {
    let end = reading.sentence(at).end.min(at + 8);
    let percent = (at + 1..end).find(|&i| reading.word(i) == "%" && reading.tokens[i - 1].kind == Kind::Digits)?;
    let share: u32 = reading.word(percent - 1).parse().ok()?;
    let time = (percent + 1..end.max(percent + 4)).any(|i| matches!(reading.word(i), "time" | "week"));
    (time && (1..=100).contains(&share))
        .then_some((if share < 100 { WorkMode::Hybrid } else { WorkMode::Onsite }, percent))
}

/// `three days a week in the office`, `two days from home`, `we work from the office, 5 days`; `at` is the word "days".
pub(super) fn days_a_week(reading: &Reading, at: usize) -> Option<WorkMode> {
    const HOME: &[&str] =
        &["from home", "at home", "remote", "remotely", "of remote", "wfh", "home office", "teleworking"];
    const OFFICE: &[&str] =
        &["on site", "onsite", "in the office", "in office", "in our", "at the office", "in person", "from the office"];
    const OFFICE_BEFORE: &[&str] = &["office", "on site", "onsite", "come in", "comes in", "coming in", "come to work"];
    let days = match reading.before(at, 1) {
        "one" | "1" => 1,
        "two" | "2" => 2,
        "three" | "3" => 3,
        "four" | "4" => 4,
        "five" | "5" => 5,
        _ => return None,
    };
    let starts = |at: usize, phrases: &[&str]| phrases.iter().any(|phrase| reading.is_at(at, phrase));
    let week = ["a week", "per week", "/ week", "each week", "weekly", "every week", "a week ,"]
        .iter()
        .find_map(|phrase| reading.phrase_end(at + 1, phrase));
    let after = week.unwrap_or(at + 1);
    let sentence = reading.sentence(at);
    let before = at.saturating_sub(7).max(sentence.start)..at;
    // "Hybrid, 3 days in Santa Clara" has said it.
    if before.clone().any(|i| reading.word(i) == "hybrid") {
        return None;
    }
    let few = days < 5;
    if starts(after, HOME) {
        return Some(if few { WorkMode::Hybrid } else { WorkMode::Remote });
    }
    let ends = after >= sentence.end
        || reading.gap(after) == Gap::Line
        || matches!(reading.word(after), "," | "." | ")" | ";");
    let office_after =
        starts(after, OFFICE) && (week.is_some() || reading.word(after) != "in" || reading.word(after + 1) != "our");
    let office_before = (week.is_some() || ends) && reading.find(before, OFFICE_BEFORE).is_some();
    (office_after || office_before).then_some(if few { WorkMode::Hybrid } else { WorkMode::Onsite })
}
