//! The bands of pay that a posting states for different places. The figures themselves are read in `pay`.

use super::extractor::{Extractor, Read};
use super::lists;
use super::pay::{PayMention, PayRole};
use super::role_facts::PlaceBand;
use super::text::Span;

/// Words of a band for all places that are not named.
const ELSEWHERE: &[&str] = lists::PLACE_BANDS_ELSEWHERE;

/// Bands with the places that they hold in; empty unless there are several.
pub(super) fn place_bands(read: &Read<'_>, extractor: &Extractor) -> Vec<PlaceBand> {
    let pay = read.pay();
    let offered = if pay.iter().any(|p| p.role == PayRole::Band) { PayRole::Band } else { PayRole::Expected };
    let mut bands: Vec<PlaceBand> = Vec::new();
    let named = extractor.places(read);
    for (index, mention) in pay.iter().enumerate().filter(|(_, p)| p.role == offered) {
        let before = index.checked_sub(1).map_or(0, |at| pay[at].span.end);
        let after = pay.get(index + 1).map_or(read.text.folded().len(), |next| next.span.start);
        let label = label(read, mention, before, after);
        let words = &read.text.folded()[label.clone()];
        let elsewhere = words.split(|c: char| !c.is_alphanumeric()).any(|word| ELSEWHERE.contains(&word));
        let within = named.iter().filter(|place| label.start <= place.span.start && place.span.end <= label.end);
        let mut places: Vec<_> = within.map(|place| place.location.clone()).collect();
        if places.is_empty() && !elsewhere {
            places.extend(read_alone(read, mention, extractor));
        }
        let known = |band: &PlaceBand| band.pay.basis == mention.pay.basis && band.pay.period == mention.pay.period;
        if (!places.is_empty() || elsewhere) && bands.first().is_none_or(known) {
            bands.push(PlaceBand { pay: mention.pay.clone(), places, elsewhere });
        }
    }
    if bands.len() < 2 {
        bands.clear();
    }
    bands
}

/// Where the words of a band's places stand: from its label to the figure, or from the figure to the end of the label's list;
/// without a label, the sentence before the figure.
fn label(read: &Read<'_>, mention: &PayMention, before: usize, after: usize) -> Span {
    let sentence = read.text.sentence_around(mention.span.start);
    match &mention.place {
        Some(place) if place.start < mention.span.start => place.start..mention.span.start,
        Some(place) => place.start..read.text.sentence_around(place.start).end.max(place.end).min(after),
        None => sentence.start.max(before).min(mention.span.start)..mention.span.start,
    }
}

/// A label that is a place by itself, such as the name of a state.
fn read_alone(read: &Read<'_>, mention: &PayMention, extractor: &Extractor) -> Option<crate::taxonomy::Location> {
    extractor.taxonomy().places().parse(&read.text.folded()[mention.place.clone()?])
}
