//! Places: which city lies in which metro, and how regions and countries are written.

use std::collections::{HashMap, HashSet};

use borsh::{BorshDeserialize, BorshSerialize};

use super::fold;
use crate::domain::Place;

/// A metro's place in the gazetteer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct MetroId(pub(crate) u16);

/// A place as far as it could be understood. Nothing finer than the city is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct Location {
    pub metro: Option<MetroId>,
    /// Folded city name.
    pub city: Option<Box<str>>,
    /// Region code within the country, folded (`ca`), or the folded name where no code is known.
    pub region: Option<Box<str>>,
    /// ISO 3166 alpha-2, upper case.
    pub country: Option<Box<str>>,
}

/// A region that a name can mean: its country's code and its own folded code.
pub(crate) type RegionRow = (Box<str>, Box<str>);

/// The known metros, cities, regions and countries.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Gazetteer {
    pub(super) metros: Vec<Box<str>>,
    /// Folded city name to all the places that bear it.
    pub(super) cities: HashMap<Box<str>, Vec<Location>>,
    /// Folded country name or code to code.
    pub(super) countries: HashMap<Box<str>, Box<str>>,
    pub(super) country_names: HashMap<Box<str>, Box<str>>,
    /// Folded region name or code to (country, folded code).
    pub(super) regions: HashMap<Box<str>, Vec<RegionRow>>,
    /// Folded city names that are words too.
    pub(super) ambiguous: HashSet<Box<str>>,
}

/// The country that two letters behind a city's name mean, when none of the places of that name lies in a region of that code, and one
/// lies in that country: `Toronto, CA`, `Munich, DE`.
pub(crate) fn country_of_code<'p>(places: &'p [Location], code: &str) -> Option<&'p str> {
    let is_code = |of: Option<&str>| of.is_some_and(|of| of.eq_ignore_ascii_case(code));
    if code.len() != 2 || places.iter().any(|place| is_code(place.region.as_deref())) {
        return None;
    }
    places.iter().map(|place| place.country.as_deref()).find(|country| is_code(*country)).flatten()
}

impl Gazetteer {
    /// The metro's name.
    pub(crate) fn metro(&self, id: MetroId) -> &str {
        &self.metros[usize::from(id.0)]
    }

    /// The ISO code of a country given by code or name.
    pub(crate) fn country(&self, name: &str) -> Option<&str> {
        self.countries.get(fold(name).as_str()).map(|code| &**code)
    }

    /// The name of the country with this ISO code.
    pub(crate) fn country_name(&self, code: &str) -> Option<&str> {
        self.country_names.get(code).map(|name| &**name)
    }

    pub(super) fn region_code(&self, name: &str, country: Option<&str>) -> Box<str> {
        let folded = fold(name);
        self.regions
            .get(folded.as_str())
            .and_then(|rows| rows.iter().find(|(c, _)| country.is_none_or(|wanted| &**c == wanted)))
            .map_or_else(|| folded.as_str().into(), |(_, code)| code.clone())
    }

    /// Understands a stated place. A city alone is taken as the only, or else the first, place of that name.
    pub(crate) fn locate(&self, place: &Place) -> Location {
        let mut country: Option<Box<str>> = place.country.as_deref().and_then(|name| {
            let known = self.country(name).map(Into::into);
            known.or_else(|| (name.len() == 2).then(|| name.to_ascii_uppercase().into()))
        });
        let mut region = place.region.as_deref().map(|name| self.region_code(name, country.as_deref()));
        if country.is_none()
            && let Some(name) = place.region.as_deref()
            && let Some([(only, code)]) = self.regions.get(fold(name).as_str()).map(Vec::as_slice)
        {
            country = Some(only.clone());
            region = Some(code.clone());
        }
        let city = place.city.as_deref().map(fold).filter(|c| !c.is_empty());
        if let Some(known) = city.as_deref().and_then(|name| self.cities.get(name)) {
            let fits = |stated: &Option<Box<str>>, actual: &Option<Box<str>>| match (stated, actual) {
                (Some(a), Some(b)) => a == b,
                _ => true,
            };
            let found = known.iter().find(|l| fits(&country, &l.country) && fits(&region, &l.region));
            if let Some(found) = found {
                return found.clone();
            }
        }
        // A place that was given as one text may be a region or a country.
        if let Place { city: Some(text), region: None, country: None } = place
            && let Some(found) = self.parse(text)
        {
            return found;
        }
        Location { metro: None, city: city.map(Into::into), region, country }
    }

    /// Understands free text such as `Seattle, WA`, `Munich, Germany`, `Germany` or `San Jose`. `None` when nothing in it
    /// is a known place.
    pub(crate) fn parse(&self, text: &str) -> Option<Location> {
        let parts: Vec<&str> = text.split([',', '/', '(', ')']).map(str::trim).filter(|p| !p.is_empty()).collect();
        let mut place = Place::default();
        for part in parts.iter().rev() {
            let folded = fold(part);
            if place.country.is_none()
                && place.region.is_none()
                && self.countries.contains_key(folded.as_str())
                && folded.len() > 2
            {
                place.country = Some((*part).to_owned());
            } else if place.region.is_none()
                && parts.len() > 1
                && self.regions.contains_key(folded.as_str())
                && place.city.is_none()
            {
                place.region = Some((*part).to_owned());
            } else if self.cities.contains_key(folded.as_str()) {
                place.city = Some((*part).to_owned());
            } else if place.region.is_none() && self.regions.contains_key(folded.as_str()) && folded.len() > 2 {
                place.region = Some((*part).to_owned());
            } else if place.country.is_none() && self.countries.contains_key(folded.as_str()) {
                place.country = Some((*part).to_owned());
            }
        }
        if let (Some(city), Some(code), None) = (&place.city, &place.region, &place.country)
            && let Some(country) = self.cities.get(fold(city).as_str()).and_then(|rows| country_of_code(rows, code))
        {
            (place.region, place.country) = (None, Some(country.to_owned()));
        }
        (place != Place::default()).then(|| self.locate(&place))
    }

    /// Folded city names with the places that bear them, in no order: for finding places in running text.
    pub(crate) fn cities(&self) -> impl Iterator<Item = (&str, &[Location])> {
        self.cities.iter().map(|(name, places)| (&**name, places.as_slice()))
    }

    /// Folded names that are also words, people or firms.
    pub(crate) fn ambiguous(&self) -> &HashSet<Box<str>> {
        &self.ambiguous
    }

    /// Folded country names and codes with the ISO code, in no order.
    pub(crate) fn countries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.countries.iter().map(|(name, code)| (&**name, &**code))
    }

    /// Folded region names and codes with (country, code) rows, in no order.
    pub(crate) fn regions(&self) -> impl Iterator<Item = (&str, &[RegionRow])> {
        self.regions.iter().map(|(name, rows)| (&**name, rows.as_slice()))
    }
}
