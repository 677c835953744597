//! Facts about reading places.

use super::cases;
use super::place::{PlaceMention, PlaceReader};
use super::terms::Reading;
use super::text::Text;
use crate::taxonomy::Taxonomy;
use proptest::prelude::*;
use std::sync::LazyLock;

static READER: LazyLock<PlaceReader> = LazyLock::new(|| PlaceReader::new(&Taxonomy::builtin()));

pub(super) fn short(text: &str) -> String {
    let text = Text::new(text);
    let one = |m: &PlaceMention| {
        let part = |p: &Option<Box<str>>| p.as_deref().unwrap_or("-").to_owned();
        // Elsewhere than in the US the region is the gazetteer's affair.
        let region = if matches!(m.location.country.as_deref(), Some("US") | None) {
            part(&m.location.region)
        } else {
            "-".to_owned()
        };
        format!("{}/{region}/{} {:?}", part(&m.location.city), part(&m.location.country), m.kind)
    };
    READER.places(&Reading::new(&text)).iter().map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_region_of_another_city_may_end_the_text() {
    assert!(short("in the San Francisco AR").starts_with("san francisco/"));
}

#[test]
fn a_processor_named_after_a_city_is_no_place() {
    assert_eq!(short("Two hundred EPYC Milan and Genoa nodes."), "");
    assert!(short("I live in Milan.").starts_with("milan/"));
}

#[test]
fn places_are_found_with_what_they_are() {
    let cases = [
        ("Austin, TX", "austin/tx/US Home"),
        ("Systems engineer based in Munich.", "munich/-/DE Home"),
        ("I live in Seattle, WA, with two cats", "seattle/wa/US Home"),
        ("Location: London, UK", "london/-/GB Home"),
        ("Would relocate to Seattle, not to Austin.", "seattle/wa/US Relocation; austin/tx/US Other"),
        ("The role is based in Amsterdam", "amsterdam/-/NL Work"),
        ("Hybrid, two days a week in Berlin", "berlin/-/DE Work"),
        ("San Francisco, New York or Seattle", "san francisco/ca/US Home; new york/ny/US Other; seattle/wa/US Other"),
        (
            "The paper was written years ago by a group of friends from Cambridge, MA and nobody else ever quoted it",
            "cambridge/ma/US Other",
        ),
        ("I like reading, and it is nice to be mobile", ""),
        ("Reading and Nice are words here", ""),
        ("Remote anywhere in the EU", "-/eu/- Work"),
        ("It runs on OR gates, IN or out", ""),
        ("Smalltown, TN", "smalltown/tn/US Home"),
        ("They told us to work in teams", ""),
    ];
    cases::compare(&cases, short);
}

/// The cities and what is said of them beside their kind.
fn manners(text: &str) -> String {
    let text = Text::new(text);
    let one = |m: &PlaceMention| format!("{} {:?} {:?}", m.location.city.as_deref().unwrap_or("-"), m.kind, m.manner);
    READER.places(&Reading::new(&text)).iter().map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn moves_have_a_direction_and_homes_a_hold() {
    let cases = [
        ("Would relocate to Seattle, not to Austin.", "seattle Relocation Plain; austin Other Refused"),
        ("I will not move to Houston.", "houston Other Refused"),
        ("Ich wohne in Graz und würde nach Wien ziehen.", "graz Home Plain; vienna Relocation Plain"),
        ("Ich suche eine Stelle in Zürich.", "zurich Relocation Plain"),
        ("Je cherche un poste à Lyon.", "lyon Relocation Plain"),
        ("Busco trabajo en Madrid.", "madrid Relocation Plain"),
        ("Ik zoek een baan in Eindhoven.", "eindhoven Relocation Plain"),
        ("Ich ziehe nicht nach Berlin.", "berlin Other Refused"),
        ("Ik verhuis niet naar Utrecht.", "utrecht Other Refused"),
        ("I won't relocate except to Berlin.", "berlin Relocation Plain"),
        ("Relocating from Austin to Oslo this month.", "austin Other Plain; oslo Relocation Going"),
        ("We move to Seattle in January.", "seattle Relocation Plain"),
        ("I am in Berlin and move to Seattle in January.", "berlin Home Plain; seattle Relocation Going"),
        ("I could move to Seattle.", "seattle Relocation Plain"),
        ("Moving to Seattle is fine.", "seattle Relocation Plain"),
        ("I moved to Seattle last year.", "seattle Home Plain"),
        ("Settled in Milan.", "milan Home Staying"),
        ("I won't leave Zurich.", "zurich Home Staying"),
        ("I split my time between Austin and Lisbon.", "austin Home Shared; lisbon Home Shared"),
        ("Remote from Lisbon.", "lisbon Work Working"),
        ("Home office in Toronto.", "toronto Home Working"),
        ("Open to remote roles in Toronto.", "toronto Work Plain"),
        ("We could not move the data to Austin.", "austin Other Plain"),
        ("Looking for something in or near Oslo.", "oslo Relocation Plain"),
        ("I want to keep the machines in Oslo alive.", "oslo Other Plain"),
        ("My employer sits in Lisbon.", "lisbon Other Plain"),
        ("I studied in Austin.", "austin Other Plain"),
    ];
    cases::compare(&cases, manners);
}

#[test]
fn places_are_read_as_people_write_them() {
    cases::check(include_str!("cases/place.txt"), short);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(\\PC{0,6}|Austin|, |TX|London|Berlin|\\(|in |\\n|relocate to |US|EU){0,20}") {
        let text = Text::new(&text);
        for m in READER.places(&Reading::new(&text)) {
            prop_assert!(text.folded().get(m.span.clone()).is_some());
        }
    }
}
