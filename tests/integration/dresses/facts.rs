//! What is read of a text, for comparison: facts without places and quotes, and fits.

use std::collections::BTreeSet;
use std::sync::Arc;

use rolefit::extract::Extractor;
use rolefit::taxonomy::{ConceptKind, Taxonomy};
use rolefit::{Candidate, Engine, Role};
use serde_json::{Value, json};

use crate::promises::documents::{SHARED, options};

/// So many people are ranked at once.
const AT_ONCE: usize = 500;

pub(super) struct Reader {
    taxonomy: Arc<Taxonomy>,
    extractor: Extractor,
    engine: &'static Engine,
}

impl Reader {
    pub(super) fn new() -> Self {
        let taxonomy = Taxonomy::builtin();
        Self { extractor: Extractor::new(taxonomy.clone()), taxonomy, engine: &SHARED }
    }

    /// The fits of people of whom there is nothing but a text, in their order.
    pub(super) fn fits<T: AsRef<str>>(&self, role: &Value, texts: &[T]) -> Vec<f64> {
        let role: Role = serde_json::from_value(role.clone()).unwrap();
        let mut fits = vec![f64::NAN; texts.len()];
        for (portion, texts) in texts.chunks(AT_ONCE).enumerate() {
            let person = |(number, text): (usize, &T)| -> Candidate {
                let id = format!("c-{number}");
                serde_json::from_value(json!({"id": id, "summary": text.as_ref()})).unwrap()
            };
            let people: Vec<Candidate> = texts.iter().enumerate().map(person).collect();
            let answer = self.engine.rank(&role, &people, &options(AT_ONCE)).unwrap();
            for found in answer.results {
                let id = found.candidate_id.expect("candidates are ranked").to_string();
                let number: usize = id["c-".len()..].parse().unwrap();
                fits[portion * AT_ONCE + number] = found.fit;
            }
        }
        assert!(fits.iter().all(|fit| !fit.is_nan()), "somebody was not ranked");
        fits
    }
}

/// What a text states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// A line a fact.
    pub(super) stated: BTreeSet<String>,
    /// Practices that stand there in other words than their names.
    pub(super) told: BTreeSet<String>,
    /// What is named and says nothing of the person by itself: a place where nobody lives, works or would go; patience.
    pub(super) named: BTreeSet<String>,
}

impl Facts {
    /// What one states and the other does not.
    pub(super) fn difference(&self, plain: &Self) -> Vec<String> {
        let lost = plain.stated.difference(&self.stated).map(|fact| format!("-{fact}"));
        let new = self.stated.difference(&plain.stated).map(|fact| format!("+{fact}"));
        lost.chain(new).collect()
    }

    /// The same, of what is only named too.
    pub(super) fn difference_in_words(&self, plain: &Self) -> Vec<String> {
        let named = self.named.symmetric_difference(&plain.named).map(|fact| format!("~{fact}"));
        self.difference(plain).into_iter().chain(named).collect()
    }

    /// Whether there is no fact of the sort that statements of a class are of.
    pub(super) fn says_nothing(&self, class: &str) -> bool {
        let sort = match class {
            "years" | "scale" | "pay" | "level" | "place" | "mode" => class,
            "skill" | "tag" => "skill",
            _ => return false,
        };
        !self.stated.iter().any(|fact| fact.starts_with(sort))
    }
}

pub(super) fn facts_of(reader: &Reader, text: &str) -> Facts {
    let found = reader.extractor.extract(text).unwrap();
    let mut facts = Facts { stated: BTreeSet::new(), told: BTreeSet::new(), named: BTreeSet::new() };
    for skill in &found.skills {
        let line = format!("skill:{}:{}", skill.concept, skill.stance.as_str());
        let concept = reader.taxonomy.find(&skill.concept).expect("it is the taxonomy's");
        let kind = reader.taxonomy.concept(concept).kind;
        if kind == ConceptKind::Soft {
            facts.named.insert(line);
        } else if kind == ConceptKind::Practice && reader.taxonomy.resolve(&skill.text).concept != Some(concept) {
            facts.told.insert(line);
        } else {
            facts.stated.insert(line);
        }
    }
    let mut state = |sort: &str, value: String| facts.stated.insert(format!("{sort}:{value}"));
    for years in &found.years {
        state("years", format!("{}:{}", years.years, years.concept.as_deref().unwrap_or("-")));
    }
    for scale in &found.scale {
        state("scale", format!("{}:{:?}:{:?}:{:?}", scale.value, scale.unit, scale.accelerators, scale.capacity));
    }
    for pay in &found.pay {
        state("pay", format!("{:?}-{:?}:{:?}:{:?}:{:?}", pay.min, pay.max, pay.currency, pay.period, pay.basis));
    }
    for place in &found.locations {
        let line = format!("place:{:?}:{:?}:{:?}:{:?}", place.city, place.region, place.country, place.kind);
        let facts = if place.kind == rolefit::extract::PlaceKind::Other { &mut facts.named } else { &mut facts.stated };
        facts.insert(line);
    }
    let mut state = |sort: &str, value: String| facts.stated.insert(format!("{sort}:{value}"));
    if let Some(level) = found.level {
        state("level", level.as_str().to_owned());
    }
    for mode in &found.work_modes {
        state("mode", format!("{mode:?}"));
    }
    for workload in &found.workload {
        state("workload", format!("{workload:?}"));
    }
    facts
}
