//! The gazetteer from its file.

use std::collections::HashMap;

use super::data::PlaceFile;
use crate::domain::Place;
use crate::taxonomy::fold;
use crate::taxonomy::place::{Gazetteer, Location, MetroId};

impl Gazetteer {
    pub(super) fn of_file(file: PlaceFile, problems: &mut Vec<String>) -> Self {
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
}
