//! Places: which city lies in which metro, and how regions and countries are written.

use std::collections::{HashMap, HashSet};

use borsh::{BorshDeserialize, BorshSerialize};

use super::data::PlaceFile;
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Gazetteer {
    metros: Vec<Box<str>>,
    /// Folded city name to all the places that bear it.
    cities: HashMap<Box<str>, Vec<Location>>,
    /// Folded country name or code to code.
    countries: HashMap<Box<str>, Box<str>>,
    country_names: HashMap<Box<str>, Box<str>>,
    /// Folded region name or code to (country, folded code).
    regions: HashMap<Box<str>, Vec<RegionRow>>,
    /// Folded city names that are words too.
    ambiguous: HashSet<Box<str>>,
}

impl Gazetteer {
    pub(super) fn load(file: PlaceFile, problems: &mut Vec<String>) -> Self {
        let mut gazetteer = Self::default();
        for country in file.country {
            let code: Box<str> = country.code.as_str().into();
            if let Some(name) = country.names.first() {
                gazetteer.country_names.insert(code.clone(), name.as_str().into());
            }
            for name in country.names.iter().chain([&country.code]) {
                gazetteer.countries.insert(fold(name).into(), code.clone());
            }
        }
        for region in file.region {
            let code: Box<str> = fold(&region.code).into();
            for name in region.aliases.iter().chain([&region.code, &region.name]) {
                let rows = gazetteer.regions.entry(fold(name).into()).or_default();
                let row: (Box<str>, Box<str>) = (region.country.as_str().into(), code.clone());
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
        }
        gazetteer.ambiguous = file.ambiguous.iter().map(|name| fold(name).into()).collect();
        let mut metro_ids: HashMap<String, (MetroId, String)> = HashMap::new();
        for (index, metro) in file.metro.into_iter().enumerate() {
            let id = MetroId(u16::try_from(index).expect("fewer than 65,536 metros"));
            metro_ids.insert(metro.id.clone(), (id, metro.country.clone()));
            for city in &metro.cities {
                let location = Location {
                    metro: Some(id),
                    city: Some(fold(city).into()),
                    region: metro.region.as_deref().map(|r| gazetteer.region_code(r, Some(&metro.country))),
                    country: Some(metro.country.as_str().into()),
                };
                gazetteer.cities.entry(fold(city).into()).or_default().push(location);
            }
            gazetteer.metros.push(metro.label.into());
        }
        for row in file.metro_city {
            let Some((id, metro_country)) = metro_ids.get(&row.metro) else {
                problems.push(format!("city {}: there is no metro {:?}", row.city, row.metro));
                continue;
            };
            let country = row.country.unwrap_or_else(|| metro_country.clone());
            let location = Location {
                metro: Some(*id),
                city: Some(fold(&row.city).into()),
                region: row.region.as_deref().map(|r| gazetteer.region_code(r, Some(&country))),
                country: Some(country.into()),
            };
            gazetteer.cities.entry(fold(&row.city).into()).or_default().push(location);
        }
        // The first place of a name is the one that the bare name means.
        for row in file.default_city {
            let region = row.region.as_deref().map(|r| gazetteer.region_code(r, row.country.as_deref()));
            let country: Option<Box<str>> = row.country.as_deref().map(Into::into);
            let places = gazetteer.cities.get_mut(fold(&row.city).as_str());
            let Some((places, at)) = places.and_then(|places| {
                let fits = |l: &Location| {
                    (region.is_none() || l.region == region) && (country.is_none() || l.country == country)
                };
                let at = places.iter().position(fits)?;
                Some((places, at))
            }) else {
                problems.push(format!("default city {}: there is no such city", row.city));
                continue;
            };
            places.swap(0, at);
        }
        for alias in file.place_alias {
            let wanted = Place { city: Some(alias.city), region: alias.region, country: Some(alias.country) };
            let location = gazetteer.locate(&wanted);
            gazetteer.cities.entry(fold(&alias.alias).into()).or_default().push(location);
        }
        gazetteer
    }

    /// The metro's name.
    pub(crate) fn metro(&self, id: MetroId) -> &str {
        &self.metros[usize::from(id.0)]
    }

    /// The ISO code of a country given by code or name.
    pub(crate) fn country(&self, name: &str) -> Option<&str> {
        self.countries.get(fold(name).as_str()).map(|code| &**code)
    }

    fn region_code(&self, name: &str, country: Option<&str>) -> Box<str> {
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
        (place != Place::default()).then(|| self.locate(&place))
    }

    /// Folded city names with the places that bear them, in no order: for finding places in running text.
    pub(crate) fn cities(&self) -> impl Iterator<Item = (&str, &[Location])> {
        self.cities.iter().map(|(name, places)| (&**name, places.as_slice()))
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
