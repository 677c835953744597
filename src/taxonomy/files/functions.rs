//! Functions of work from their file, with what tells of domains from that of the families.

use std::collections::{BTreeMap, HashMap};

use super::data::{FamilyFile, FunctionFile};
use super::patterns::PatternList;
use crate::taxonomy::PerMille;
use crate::taxonomy::function::{Function, FunctionId, Functions, ToldWork};

impl Functions {
    /// `families` is the file of families, in whose order they are numbered.
    pub(super) fn of_file(file: FunctionFile, families: &FamilyFile, problems: &mut Vec<String>) -> Self {
        let by_id: HashMap<Box<str>, FunctionId> =
            (0..).zip(&file.function).map(|(number, raw)| (raw.id.as_str().into(), FunctionId(number))).collect();
        let (mut titles, mut told) = (PatternList::default(), PatternList::default());
        let mut add = |list: &mut PatternList, of: &str, owner: u16, patterns: &[String]| {
            for pattern in patterns {
                if let Err(problem) = list.add(owner, pattern) {
                    problems.push(format!("{of}: {problem}"));
                }
            }
        };
        for (number, raw) in (0..).zip(&families.family) {
            add(&mut told, &raw.id, number, &raw.told);
        }
        let count = file.function.len();
        let mut transfer = vec![0; count * count];
        let mut practices = HashMap::new();
        for (number, raw) in (0..).zip(&file.function) {
            let id = FunctionId(number);
            add(&mut titles, &raw.id, u16::from(number) * 2, &raw.titles);
            add(&mut titles, &raw.id, u16::from(number) * 2 + 1, &raw.weak_titles);
            add(&mut told, &raw.id, ToldWork::FUNCTIONS + u16::from(number), &raw.told);
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
        Self {
            all: all.collect(),
            by_id,
            titles: titles.ready(),
            told: told.ready(),
            practices,
            transfer: transfer.into(),
        }
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
