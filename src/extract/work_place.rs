//! Which of the places that a posting names is where the work is, when no word before them says so: `Austin TX, on site 3 days`,
//! `a campus near Columbus, Ohio`, `our Columbus lab`.

use super::lists;
use super::place::{PlaceKind, PlaceMention};
use super::terms::{Gap, Reading, is_break};
use super::words::{one_of, words};

/// So many words behind a place, marks left out, may say how work is done there.
const BEHIND: usize = 3;
/// So many words before a place say what lies there.
const BEFORE: usize = 6;

/// The place that opens a sentence or an item of a list and is followed by how work is done there; else, where nothing can be done
/// from afar, the only city, when a site lies there.
pub(super) fn told_beside(reading: &Reading, named: &[PlaceMention], from_afar: bool) -> Option<usize> {
    let cities = || named.iter().enumerate().filter(|(_, place)| place.location.city.is_some());
    let beside = cities().find(|(_, place)| says_how_one_works_there(reading, place)).map(|(at, _)| at);
    beside.or_else(|| {
        let mut cities = cities();
        let (at, only) = cities.next()?;
        let alone = cities.all(|(_, other)| other.location == only.location);
        (alone && !from_afar && lies_at_a_site(reading, only)).then_some(at)
    })
}

/// The tokens of a place.
fn tokens(reading: &Reading, place: &PlaceMention) -> Option<std::ops::Range<usize>> {
    let first = reading.tokens.partition_point(|token| token.span.start < place.span.start);
    let end = first + reading.tokens[first..].iter().take_while(|token| token.span.end <= place.span.end).count();
    (first < end).then_some(first..end)
}

fn says_how_one_works_there(reading: &Reading, place: &PlaceMention) -> bool {
    let Some(here) = tokens(reading, place).filter(|_| place.kind == PlaceKind::Other) else { return false };
    let sentence = reading.sentence(here.start);
    let opens = here.start == sentence.start || is_break(reading.before(here.start, 1));
    let behind = here.end..sentence.end.max(here.end);
    let words = behind.take_while(|&at| reading.gap(at) != Gap::Line).filter(|&at| !is_break(reading.word(at)));
    opens
        && words.take(BEHIND).any(|at| {
            reading.is(at, words!(lists::WORK_PLACE_HOW_ONE_WORKS))
                || (reading.word(at) == "on" && reading.word(at + 1) == "site")
                || (reading.word(at) == "in" && matches!(reading.word(at + 1), "person" | "office"))
        })
}

/// Whether what lies there is where people work, and not where customers are, a company was founded, or journeys go.
fn lies_at_a_site(reading: &Reading, place: &PlaceMention) -> bool {
    let Some(here) = tokens(reading, place).filter(|_| place.kind == PlaceKind::Other) else { return false };
    let sentence = reading.sentence(here.start);
    let said = |at: usize, list| reading.is(at, list);
    let elsewhere = sentence.clone().any(|at| said(at, words!(lists::WORK_PLACE_ELSEWHERE)));
    let near = here.start.saturating_sub(BEFORE * 2).max(sentence.start)..here.start;
    // `In the San Jose lab` and `the lab in San Jose`.
    let is_named_for_it = sentence.contains(&here.end) && said(here.end, words!(lists::WORK_PLACE_SITES));
    let lies_there = one_of!(reading.before(here.start, 1), lists::WORK_PLACE_WHERE)
        && near.into_iter().any(|at| said(at, words!(lists::WORK_PLACE_SITES)));
    !elsewhere && (is_named_for_it || lies_there)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::place::PlaceReader;
    use crate::extract::text::Text;
    use crate::taxonomy::Taxonomy;

    fn place_of_work(text: &str) -> Option<String> {
        let reader = PlaceReader::new(&Taxonomy::builtin());
        let text = Text::new(text);
        let reading = Reading::new(&text);
        let named = reader.places(&reading);
        let at = told_beside(&reading, &named, false)?;
        named[at].location.city.as_deref().map(str::to_owned)
    }

    #[test]
    fn a_place_beside_how_one_works_there_is_the_place_of_work() {
        let lead = "We look for an engineer who has run large fabrics for years and who likes to write down what was learnt.\n";
        for (line, city) in [
            ("Python a plus. Austin TX, on site 3 days. Up to 230k base.", "austin"),
            ("Salary up to 225k. Fremont, CA - on site, five days a week, with travel.", "fremont"),
            ("Base pay and a bonus. Denver preferred, remote in the US possible.", "denver"),
            ("You keep the plant of a campus for several customers near Columbus, Ohio running.", "columbus"),
            ("In the San Jose, California lab you bring up boards.", "san jose"),
        ] {
            assert_eq!(place_of_work(&format!("{lead}{line}")).as_deref(), Some(city), "{line}");
        }
    }

    #[test]
    fn a_place_of_others_is_no_place_of_work() {
        for line in [
            "You travel to a customer's site in Denver twice a year and to no other place.",
            "The company was founded in a lab in Boston by three people who are still here.",
            "Our customers in Columbus run the largest fleet of all, and they tell us so.",
        ] {
            assert_eq!(place_of_work(line), None, "{line}");
        }
    }
}
