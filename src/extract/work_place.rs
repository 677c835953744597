//! Which of the places that a posting names is where the work is, when no word before them says so: `Austin TX, on site 3 days`.

use super::lists;
use super::place::PlaceMention;
use super::terms::{Reading, is_break};
use super::words::words;

/// So many words behind a place, marks left out, may say how work is done there.
const BEHIND: usize = 3;
/// The city that opens a sentence or an item of a list and is followed by how work is done there.
pub(super) fn told_beside(reading: &Reading, named: &[PlaceMention]) -> Option<usize> {
    named.iter().position(|place| place.location.city.is_some() && says_how_one_works_there(reading, place))
}

fn says_how_one_works_there(reading: &Reading, place: &PlaceMention) -> bool {
    let here = reading.tokens_of(&place.span);
    let sentence = reading.sentence(here.start);
    let opens = here.start == sentence.start || is_break(reading.before(here.start, 1));
    let mut words = (here.end..sentence.end).filter(|&at| !is_break(reading.word(at))).take(BEHIND);
    opens && words.any(|at| reading.is(at, words!(lists::WORK_PLACE_HOW_ONE_WORKS)))
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
        let at = told_beside(&reading, &named)?;
        named[at].location.city.as_deref().map(str::to_owned)
    }

    #[test]
    fn a_place_beside_how_one_works_there_is_the_place_of_work() {
        let lead = "We look for an engineer who has run large fabrics for years and who likes to write down what was learnt.\n";
        for (line, city) in [
            ("Python a plus. Austin TX, on site 3 days. Up to 230k base.", "austin"),
            ("Salary up to 225k. Fremont, CA - on site, five days a week, with travel.", "fremont"),
            ("Base pay and a bonus. Denver preferred, remote in the US possible.", "denver"),
        ] {
            assert_eq!(place_of_work(&format!("{lead}{line}")).as_deref(), Some(city), "{line}");
        }
    }
}
