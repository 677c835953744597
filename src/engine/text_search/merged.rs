//! One page of several: those that engines with different documents gave to one question, in the order of ids.

use std::collections::BTreeMap;

use serde_json::Value;

use super::facets::{FacetCounts, FacetValue, MAX_VALUES};
use super::{SearchCursor, SearchOptions, SearchPage};
use crate::domain::Error;
use crate::index::Standing;
use crate::store::Kind;

impl SearchPage<Value> {
    /// The page that one engine with all documents would give. None where counts of facets cannot be added up, because some were not told.
    pub(crate) fn merged_by_id(pages: Vec<Self>, options: &SearchOptions) -> Result<Option<Self>, Error> {
        let id = |document: &Value| document["id"].as_str().unwrap_or_default().to_owned();
        let total = pages.iter().map(|page| page.total).sum();
        let question = options.question(Kind::Candidate)?;
        // A page that ended early says nothing of whoever comes after its last.
        let known_to = pages.iter().filter(|page| page.next_cursor.is_some());
        let known_to = known_to.map(|page| page.documents.last().map(id).unwrap_or_default()).min();
        let (mut facets, mut rows) = (Vec::new(), Vec::new());
        for page in pages {
            facets.push(page.facets);
            let mut highlights = page.highlights.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
            rows.extend(page.documents.into_iter().map(|row| (id(&row), row, highlights.next().flatten())));
        }
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        let n_all = rows.len();
        rows.retain(|(id, ..)| known_to.as_ref().is_none_or(|end| id <= end));
        rows.truncate(options.limit);
        let goes_on = known_to.is_some() || n_all > rows.len();
        let last = rows.last().map(|(id, ..)| id.clone());
        let next_cursor = last.filter(|_| goes_on).map(|id| SearchCursor { question, last: Standing::by_id(id) });
        let Some(facets) = merged_facets(facets) else { return Ok(None) };
        let (documents, highlights): (Vec<Value>, Vec<_>) = rows.into_iter().map(|(_, row, told)| (row, told)).unzip();
        Ok(Some(Self { documents, highlights: highlights.into_iter().flatten().collect(), total, facets, next_cursor }))
    }
}

fn merged_facets(of_pages: Vec<Vec<FacetCounts>>) -> Option<Vec<FacetCounts>> {
    let mut merged: Vec<FacetCounts> = Vec::new();
    for counts in of_pages.into_iter().flatten() {
        if counts.other_values > 0 {
            return None;
        }
        match merged.iter_mut().find(|known| known.facet == counts.facet) {
            None => merged.push(counts),
            Some(known) => {
                known.unstated += counts.unstated;
                known.values.extend(counts.values);
            }
        }
    }
    for FacetCounts { values, other_values, .. } in &mut merged {
        let mut by_value: BTreeMap<String, FacetValue> = BTreeMap::new();
        for value in values.drain(..) {
            match by_value.get_mut(&value.value) {
                Some(known) => known.count += value.count,
                None => drop(by_value.insert(value.value.clone(), value)),
            }
        }
        values.extend(by_value.into_values());
        values.sort_by_key(|value| std::cmp::Reverse(value.count));
        *other_values = values.len().saturating_sub(MAX_VALUES);
        values.truncate(MAX_VALUES);
    }
    Some(merged)
}
