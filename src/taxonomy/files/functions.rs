//! Functions of work from their file.

use std::collections::{BTreeMap, HashMap};

use super::data::FunctionFile;
use crate::taxonomy::PerMille;
use crate::taxonomy::function::{Function, FunctionId, Functions};

impl Functions {
    pub(super) fn of_file(file: FunctionFile, problems: &mut Vec<String>) -> Self {
        let by_id: HashMap<Box<str>, FunctionId> =
            (0..).zip(&file.function).map(|(number, raw)| (raw.id.as_str().into(), FunctionId(number))).collect();
        let count = file.function.len();
        let mut transfer = vec![0; count * count];
        let mut practices = HashMap::new();
        for (number, raw) in (0..).zip(&file.function) {
            let id = FunctionId(number);
            practices.extend(raw.practices.iter().map(|practice| (practice.as_str().into(), id)));
            transfer[id.index() * count + id.index()] = PerMille::ONE.get();
        }
        for raw in &file.function {
            for (does, share) in shares(&raw.id, &raw.from, &by_id, problems) {
                transfer[by_id[raw.id.as_str()].index() * count + does.index()] = share.get();
            }
        }
        let all = file.function.into_iter().map(|raw| Function {
            id: raw.id.into(),
            label: raw.label.into(),
            work: raw.work.into(),
            speaks: raw.speaks,
            any_field: raw.any_field,
            brings: raw.brings.into(),
            takes: raw.takes.into(),
        });
        Self { all: all.collect(), by_id, practices, transfer: transfer.into() }
    }
}

/// The functions that are named, with their shares; `subject` names them.
pub(super) fn shares(
    subject: &str,
    named: &BTreeMap<String, f64>,
    known: &HashMap<Box<str>, FunctionId>,
    problems: &mut Vec<String>,
) -> Vec<(FunctionId, PerMille)> {
    let mut found = Vec::new();
    for (name, share) in named {
        match known.get(name.as_str()) {
            Some(id) if (0.0..=1.0).contains(share) => found.push((*id, PerMille::from_fraction(*share))),
            Some(_) => problems.push(format!("{subject}: expected 0 to 1 for function {name}, got {share}")),
            None => problems.push(format!("{subject}: expected a function of functions.toml, got {name:?}")),
        }
    }
    found
}
