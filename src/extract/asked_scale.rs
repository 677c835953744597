//! How large the systems of a role are: what it asks, and what its text tells of.

use super::candidate::sentence_near;
use super::extractor::Read;
use super::facts::{Source, Stated};
use super::lists;
use super::role::QUOTE;
use super::role_facts::AskedScaleFact;
use super::section::Section;
use crate::domain::{Quantity, Role, ScaleUnit};
use crate::taxonomy::Taxonomy;

/// A figure of scale that a role's text tells of.
pub(super) struct ToldScale {
    asked: Stated<AskedScaleFact>,
    /// What stands beside words of asking comes first, then what somebody is to work on (`you will run our 16,000 GPUs`, a heading
    /// of duties), and only then what is told of the employer; among several of a kind the largest.
    ///
    /// A role of storage is as large as what it stores, unless accelerators are asked of the person.
    rank: (bool, bool, u8, Quantity),
    in_so_many_words: bool,
}

/// The scales that the text tells of, but for boilerplate.
pub(super) fn told_scales(read: &Read<'_>, sections: &[Section], storage: bool, taxonomy: &Taxonomy) -> Vec<ToldScale> {
    let told = read
        .scales(taxonomy)
        .iter()
        .filter(|scale| match scale.unit {
            ScaleUnit::Accelerators | ScaleUnit::Nodes => scale.own,
            ScaleUnit::Petabytes => storage && scale.own && scale.quantity() > Quantity::default(),
            ScaleUnit::Cores | ScaleUnit::Servers => false,
        })
        .filter(|scale| read.text.clause_at(scale.span.start).is_none_or(|c| !sections[c].is_boilerplate()));
    told.map(|scale| {
        let sentence = &read.text.folded()[sentence_near(read.text, scale.span.start)];
        let section = read.text.clause_at(scale.span.start).map(|c| sections[c]);
        let in_so_many_words = lists::ASKED_SCALE_DEMANDING.iter().any(|cue| sentence.contains(cue));
        let asks = lists::ASKED_SCALE_ASKING.iter().any(|cue| sentence.contains(cue));
        let asking = if asks || section == Some(Section::Required) {
            2
        } else {
            let addressed = sentence.split(' ').any(|word| matches!(word, "you" | "you'll" | "your"));
            u8::from(addressed || matches!(section, Some(Section::Duties | Section::Stack)))
        };
        let (value, unit) = match scale.accelerators {
            Some(accelerators @ 1..) => (Quantity::from_units(accelerators), ScaleUnit::Accelerators),
            _ => (scale.quantity(), scale.unit),
        };
        let source = Source { pointer: "/description".into(), quote: read.text.quote(&scale.span, QUOTE).into() };
        let stores = unit == ScaleUnit::Petabytes;
        ToldScale {
            asked: Stated { value: AskedScaleFact { value, unit }, inferred: true, source },
            rank: (!stores && asking > 0, stores, asking, value),
            in_so_many_words,
        }
    })
    .collect()
}

/// The given scale, or the figure that the text asks for. A role `beside` the systems that its text tells of asks for a scale only in so
/// many words.
pub(super) fn scale(role: &Role, told: Vec<ToldScale>, beside: bool) -> Option<Stated<AskedScaleFact>> {
    if let Some(asked) = &role.scale {
        let source = Source { pointer: "/scale".into(), quote: asked.min.to_string().into() };
        return Some(Stated { value: AskedScaleFact { value: asked.min, unit: asked.unit }, inferred: false, source });
    }
    let told = told.into_iter().filter(|told| !beside || told.in_so_many_words);
    told.max_by_key(|told| told.rank).map(|told| told.asked)
}

/// The largest of those that are told in accelerators, else in nodes.
pub(super) fn largest_system(told: &[ToldScale]) -> Option<AskedScaleFact> {
    let of = |unit| told.iter().map(|told| told.asked.value).filter(move |told| told.unit == unit);
    let largest = |unit| of(unit).max_by_key(|told| told.value);
    largest(ScaleUnit::Accelerators).or_else(|| largest(ScaleUnit::Nodes))
}
