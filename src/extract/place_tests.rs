//! Facts about reading places.

use super::cases;
use super::place::{PlaceMention, PlaceReader};
use super::terms::Reading;
use super::text::Text;
use crate::taxonomy::Taxonomy;
use proptest::prelude::*;
use std::sync::LazyLock;

static READER: LazyLock<PlaceReader> = LazyLock::new(|| PlaceReader::new(&Taxonomy::embedded()));

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
fn places_are_found_with_what_they_are() {
    let cases = [
        ("Austin, TX", "austin/tx/US Home"),
        ("Systems engineer based in Munich.", "munich/-/DE Home"),
        ("I live in Seattle, WA, with two cats", "seattle/wa/US Home"),
        ("Location: London, UK", "london/-/GB Home"),
        ("Would relocate to Seattle, not to Austin.", "seattle/wa/US Relocation"),
        ("The role is based in Amsterdam", "amsterdam/-/NL Work"),
        ("Hybrid, two days a week in Berlin", "berlin/-/DE Work"),
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
