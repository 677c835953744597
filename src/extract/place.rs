//! Places in running text: where somebody lives, works or would move to.

mod look_alikes;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use self::look_alikes::{is_adjective, names_a_product, names_something_else};
use super::lists;
use super::place_kind::sort;
use super::terms::{Gap, Kind, Reading, is_break};
use super::text::Span;
use super::words::{one_of, words};
use crate::taxonomy::{Location, NameTree, Taxonomy, country_of_code};

/// Regions of several countries: the word that stands for them as a location's region, and their names.
const WIDE_REGIONS: &[(&str, &[&str])] = lists::PLACE_WIDE_REGIONS;

/// What a place is to the one who names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, schemars::JsonSchema, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlaceKind {
    /// Where somebody or something is based.
    Home,
    /// Where somebody would move.
    Relocation,
    /// Where the work is done.
    Work,
    /// Named for another reason.
    Other,
}

/// A place in a text. The European Union is a location without a country whose region is `eu`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlaceMention {
    pub location: Location,
    pub kind: PlaceKind,
    pub manner: Manner,
    pub span: Span,
}

/// What is said of a place beside its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Nothing.
    Plain,
    /// A home among several: `between Austin and Lisbon`.
    Shared,
    /// The end of a move that is settled.
    Going,
    /// A home that somebody will not leave.
    Staying,
    /// Where somebody says to work from, at home.
    Working,
    /// Where somebody will not move.
    Refused,
}

/// (country, region code), as the gazetteer gives them.
type Region = (Box<str>, Box<str>);

/// What a name in the gazetteer is.
#[derive(Clone, Debug)]
enum Name {
    City(Vec<Location>),
    Region(Vec<Region>),
    Country(Box<str>),
}

/// Finds the gazetteer's places in texts. Built once, shared by all.
#[derive(Clone, Debug)]
pub(crate) struct PlaceReader {
    finder: NameTree,
    names: Vec<Name>,
    regions: HashMap<Box<str>, Vec<Region>>,
    countries: HashMap<Box<str>, Box<str>>,
    /// Names that are also words, people or firms: they need a region, a country or a cue beside them.
    ambiguous: HashSet<Box<str>>,
}

/// So many marks and words stand between two places of one list: `Oslo, and/or Lyon`.
const JOINED: usize = 4;

/// No honest text names more places; reading on would only cost time.
const MAX_PLACES: usize = 1000;

/// Whether a place may lie in a region.
fn is_in(place: &Location, (country, region): &Region) -> bool {
    place.region.as_deref().is_none_or(|own| own == &**region)
        && place.country.as_deref().is_none_or(|own| own == &**country)
}

/// The one country in which all these places lie.
pub(super) fn only_country<'a>(places: impl IntoIterator<Item = &'a Location>) -> Option<&'a str> {
    let mut countries = places.into_iter().map(|place| place.country.as_deref());
    let first = countries.next()??;
    countries.all(|country| country == Some(first)).then_some(first)
}

impl PlaceReader {
    pub(crate) fn new(taxonomy: &Taxonomy) -> Self {
        let places = taxonomy.places();
        let mut all: Vec<(String, Name)> = Vec::new();
        all.extend(places.cities().map(|(name, rows)| (name.to_owned(), Name::City(rows.to_vec()))));
        all.extend(
            places
                .regions()
                .filter(|(name, _)| name.len() > 3)
                .map(|(name, rows)| (name.to_owned(), Name::Region(rows.to_vec()))),
        );
        // Three letters are too often something else (SVN, PRC); the usual ones follow.
        all.extend(
            places
                .countries()
                .filter(|(name, _)| name.len() > 3 && *name != "nippon")
                .map(|(name, code)| (name.to_owned(), Name::Country(code.into()))),
        );
        for (place, names) in lists::PLACE_COUNTRIES.iter().chain(WIDE_REGIONS) {
            all.extend(names.iter().map(|name| ((*name).to_owned(), Name::Country((*place).into()))));
        }
        // A city before a region before a country of the same name, and always in the same order.
        let rank = |name: &Name| match name {
            Name::City(_) => 0,
            Name::Region(_) => 1,
            Name::Country(_) => 2,
        };
        all.retain(|(text, _)| !text.is_empty());
        all.sort_by(|a, b| a.0.cmp(&b.0).then(rank(&a.1).cmp(&rank(&b.1))));
        all.dedup_by(|b, a| a.0 == b.0);
        let finder = NameTree::new(all.iter().map(|(text, _)| text.as_str()));
        let regions = places.regions().map(|(name, rows)| (name.into(), rows.to_vec())).collect();
        let countries = places.countries().map(|(name, code)| (name.into(), code.into())).collect();
        let names = all.into_iter().map(|(_, name)| name).collect();
        Self { finder, names, regions, countries, ambiguous: places.ambiguous().clone() }
    }

    /// All places, in order. A name counts only where the original begins with a capital.
    pub(crate) fn places(&self, reading: &Reading) -> Vec<PlaceMention> {
        let mut found: Vec<(Range<usize>, Location)> = Vec::new();
        let mut free_from = 0;
        let mut next = 0;
        for first in reading.capitals.iter().copied() {
            if first < next.max(free_from) {
                continue;
            }
            let Some((last, name)) = self.longest_name(reading, first) else { continue };
            if found.len() >= MAX_PLACES {
                break;
            }
            next = last + 1;
            if let Some((end, location)) = self.locate(reading, &(first..next), name, free_from) {
                let start = end.0;
                free_from = end.1;
                found.push((start..free_from, location));
            }
        }
        self.add_unknown_cities(reading, &mut found);
        found.sort_by_key(|(tokens, _)| tokens.start);
        let lines_of_places = |tokens: &Range<usize>| {
            let line = reading.line(tokens.start);
            let closed = |end: usize| {
                reading.gap(end) == Gap::Line
                    || is_break(reading.word(end))
                    || matches!(reading.word(end), "or" | "and" | "·")
            };
            let heads_line = line.start == tokens.start && reading.tokens[tokens.start].line < 8 && closed(tokens.end);
            let sentence = reading.sentence(tokens.start);
            let own_sentence =
                sentence.start == tokens.start && sentence.len() <= tokens.len() + 4 && closed(tokens.end);
            heads_line
                || own_sentence
                || (line.len() <= tokens.len() + 6
                    && tokens.start <= line.start + 2
                    && reading.tokens[tokens.start].line < 8
                    && closed(tokens.end))
        };
        let joins = |mut between: Range<usize>| {
            let joined = |at: usize| reading.is(at, words!(lists::PLACE_JOINS));
            (1..=JOINED).contains(&between.len()) && between.all(joined)
        };
        let mut before: Option<(usize, (PlaceKind, Manner))> = None;
        found
            .into_iter()
            .map(|(tokens, location)| {
                let own = sort(reading, &tokens, lines_of_places(&tokens), location.city.is_none());
                // `based in Oslo, Munich or Lyon`: what the first of several is, all are.
                let (kind, manner) = match before.take().filter(|(end, _)| joins(*end..tokens.start)) {
                    Some((_, first)) if own.0 == PlaceKind::Other && first.0 == PlaceKind::Work => first,
                    _ => own,
                };
                before = Some((tokens.end, (kind, manner)));
                PlaceMention { location, kind, manner, span: reading.span(tokens.start, tokens.end - 1) }
            })
            .collect()
    }

    /// The longest name that begins with the token `first`, and its last token.
    fn longest_name(&self, reading: &Reading, first: usize) -> Option<(usize, &Name)> {
        let start = reading.tokens.get(first)?.span.start;
        let mut last = first;
        let mut longest = None;
        self.finder.beginning(&reading.text.folded().as_bytes()[start..], |length, name| {
            last += reading.tokens[last..].iter().take_while(|token| token.span.end < start + length).count();
            if reading.tokens.get(last).is_some_and(|token| token.span.end == start + length) {
                longest = Some((last, &self.names[name as usize]));
            }
        });
        longest
    }

    /// The country that a folded name or code stands for; `EU` for the European Union.
    pub(super) fn country(&self, word: &str) -> Option<&str> {
        let known = || self.countries.get(word).filter(|_| word.len() > 3).map(|code| &**code);
        lists::PLACE_COUNTRY_WORD.of(word).or_else(known)
    }

    /// The place that begins with a hit: what was meant, and the tokens that name it.
    fn locate(
        &self,
        reading: &Reading,
        tokens: &Range<usize>,
        name: &Name,
        free_from: usize,
    ) -> Option<((usize, usize), Location)> {
        let text = &reading.text.folded()[reading.span(tokens.start, tokens.end - 1)];
        let ambiguous = text.len() <= 2 || self.ambiguous.contains(text);
        let cue = one_of!(reading.before(tokens.start, 1), lists::PLACE_LOCATE)
            && !one_of!(reading.before(tokens.start, 2), lists::PLACE_INSTITUTES);
        match name {
            Name::City(rows) => {
                if tokens.len() == 1 && names_a_product(reading, tokens.start) {
                    return None;
                }
                let (mut end, mut region, mut country) = self.tail(reading, tokens.end);
                // `Colorado/Washington`, `California, New York and Texas`: one of several states.
                if region.is_none()
                    && country.is_none()
                    && matches!(reading.before(tokens.start, 1), "/" | "," | "or" | "and")
                    && self.regions.contains_key(reading.before(tokens.start, 2))
                    && let Some(row) = self.regions.get(text).and_then(|rows| rows.first())
                {
                    let (country, region) = row.clone();
                    let state = Location { metro: None, city: None, region: Some(region), country: Some(country) };
                    return Some(((tokens.start, tokens.end), state));
                }
                if country.is_none()
                    && region.is_some()
                    && let Some(meant) = country_of_code(rows, reading.word(end - 1))
                {
                    (region, country) = (None, Some(meant.into()));
                }
                if region.as_ref().is_some_and(|region| !rows.iter().any(|l| is_in(l, region)))
                    && matches!(self.longest_name(reading, tokens.end + 1), Some((_, Name::City(_))))
                {
                    // "San Francisco, New York or Seattle" lists cities.
                    (end, region) = (tokens.end, None);
                }
                // `Toronto, Singapore and Sydney` lists cities, too.
                let elsewhere = |l: &Location| country.as_deref().is_some_and(|c| l.country.as_deref() != Some(c));
                if region.is_none()
                    && rows.iter().all(elsewhere)
                    && self
                        .longest_name(reading, tokens.end + 1)
                        .is_some_and(|(last, name)| last + 1 == end && matches!(name, Name::City(_)))
                {
                    (end, country) = (tokens.end, None);
                }
                let alone = region.is_none() && country.is_none();
                let weak = |word: &str| {
                    matches!(word, "of" | "at" | "or" | "/") || (ambiguous && matches!(word, "from" | "("))
                };
                let strong_cue = cue && !weak(reading.before(tokens.start, 1));
                if alone && ambiguous && !strong_cue {
                    return None;
                }
                if alone && !strong_cue && names_something_else(reading, tokens.end) {
                    return None;
                }
                if alone && reading.before(tokens.start, 1) == "of" && reading.before(tokens.start, 2) == "university" {
                    return None;
                }
                let fits = |l: &&Location| {
                    country.as_deref().is_none_or(|c| l.country.as_deref() == Some(c))
                        && region.as_ref().is_none_or(|region| is_in(l, region))
                };
                let location = rows.iter().find(fits).cloned().unwrap_or_else(|| Location {
                    metro: None,
                    city: Some(text.into()),
                    region: region.as_ref().map(|(_, code)| code.clone()),
                    country: country.clone().or_else(|| region.as_ref().map(|(country, _)| country.clone())),
                });
                Some(((tokens.start, end), location))
            }
            Name::Region(rows) => {
                // "Colorado Plateau University", "Texas Instruments".
                let named_after = reading
                    .tokens
                    .get(tokens.end)
                    .is_some_and(|t| t.kind == Kind::Word && t.capital && t.gap == Gap::Space);
                if (ambiguous && !cue && reading.before(tokens.start, 1) != ",") || named_after {
                    return None;
                }
                let (end, _, country) = self.tail(reading, tokens.end);
                let row = rows.iter().find(|(c, _)| country.as_deref().is_none_or(|wanted| &**c == wanted))?;
                let city = unknown_city(reading, tokens.start, free_from);
                let start = city.as_ref().map_or(tokens.start, |c| c.start);
                let city = city.map(|c| reading.text.folded()[reading.span(c.start, c.end - 1)].into());
                Some((
                    (start, end),
                    Location { metro: None, city, region: Some(row.1.clone()), country: Some(row.0.clone()) },
                ))
            }
            Name::Country(code) => {
                let whole = |text: &str| text.len() <= 3 && !text.contains('.');
                let upper = !whole(text)
                    || reading
                        .text
                        .original(&reading.span(tokens.start, tokens.end - 1))
                        .chars()
                        .all(char::is_uppercase);
                if !upper || (ambiguous && text.len() > 2 && !cue) || is_adjective(reading, tokens) {
                    return None;
                }
                let location = if WIDE_REGIONS.iter().any(|(region, _)| **region == **code) {
                    Location { region: Some(code.clone()), ..Location::default() }
                } else {
                    Location { country: Some(code.clone()), ..Location::default() }
                };
                Some(((tokens.start, tokens.end), location))
            }
        }
    }

    /// Region and country after a city: the token after them, and what they are.
    fn tail(&self, reading: &Reading, from: usize) -> (usize, Option<Region>, Option<Box<str>>) {
        let mut end = from;
        let mut region = None;
        let mut country = None;
        for _ in 0..2 {
            let comma = matches!(reading.word(end), "," | "(");
            let at = end + usize::from(comma);
            if (0..=usize::from(comma)).any(|i| reading.gap(end + i) == Gap::Line)
                || !reading.tokens.get(at).is_some_and(|t| t.capital)
            {
                break;
            }
            let found = (1..=3).rev().find_map(|count| {
                let last = at + count - 1;
                if last >= reading.len()
                    || (at + 1..=last).any(|i| is_break(reading.word(i)) || reading.gap(i) == Gap::Line)
                {
                    return None;
                }
                let span = reading.span(at, last);
                let text = &reading.text.folded()[span.clone()];
                // A code is written in capitals.
                if text.len() <= 3 && !reading.text.original(&span).chars().all(char::is_uppercase) {
                    return None;
                }
                if !comma && text.len() > 3 {
                    return None;
                }
                if region.is_none()
                    && country.is_none()
                    && let Some(rows) = self.regions.get(text)
                {
                    return Some((last + 1, rows.first().cloned(), None));
                }
                let code = self
                    .country(text)
                    .filter(|c| *c != "EU")
                    .or_else(|| self.countries.get(text).map(|c| &**c).filter(|_| comma))?;
                Some((last + 1, None, Some(code.into())))
            });
            match found {
                Some((next, Some(row), _)) => {
                    region = Some(row);
                    end = next;
                }
                Some((next, None, Some(code))) if country.is_none() => {
                    country = Some(code);
                    end = next;
                }
                _ => break,
            }
        }
        end += usize::from(reading.word(end) == ")" && end > from && (from..end).any(|i| reading.word(i) == "("));
        (end, region, country)
    }

    /// `Knoxville, TN`: a city that the gazetteer lacks, by the state's code after it.
    fn add_unknown_cities(&self, reading: &Reading, found: &mut Vec<(Range<usize>, Location)>) {
        let known = found.len();
        let mut next = 0;
        for at in reading.capitals.iter().copied().filter(|at| *at >= 2) {
            while next < known && found[next].0.end <= at {
                next += 1;
            }
            let word = reading.word(at);
            let taken = next < known && found[next].0.contains(&at);
            if word.len() != 2 || taken || reading.before(at, 1) != "," {
                continue;
            }
            if found.len() >= MAX_PLACES {
                break;
            }
            let Some(row) =
                self.regions.get(word).and_then(|rows| rows.iter().find(|(c, _)| matches!(&**c, "US" | "CA" | "AU")))
            else {
                continue;
            };
            let ends = reading.gap(at + 1) == Gap::Line
                || is_break(reading.word(at + 1))
                || reading.tokens[at + 1].kind == Kind::Digits;
            if !ends {
                continue;
            }
            let upper = reading.text.original(&reading.tokens[at].span).chars().all(char::is_uppercase);
            if let Some(city) = unknown_city(reading, at, 0).filter(|_| upper) {
                let name: Box<str> = reading.text.folded()[reading.span(city.start, city.end - 1)].into();
                let location = Location {
                    metro: None,
                    city: Some(name),
                    region: Some(row.1.clone()),
                    country: Some(row.0.clone()),
                };
                found.push((city.start..at + 1, location));
            }
        }
    }
}

/// Up to three capitalised words and a comma before a region.
fn unknown_city(reading: &Reading, region: usize, free_from: usize) -> Option<Range<usize>> {
    let comma = region.checked_sub(1).filter(|&at| reading.word(at) == ",")?;
    let is_name = |i: usize| {
        let token = &reading.tokens[i];
        token.kind == Kind::Word
            && token.capital
            && token.span.len() > 2
            && token.line == reading.tokens[region].line
            && reading.text.original(&token.span).chars().any(char::is_lowercase)
            && !reading.is(i, words!(lists::PLACE_UNKNOWN_CITY))
    };
    let mut start = comma;
    while start > free_from && comma - start < 3 && is_name(start - 1) {
        start -= 1;
    }
    (start < comma).then_some(start..comma)
}
