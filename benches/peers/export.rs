//! A ranking that other systems can do too: the people of `examples/generate`, and what each of them earns of each skill that the
//! roles ask. Who ranks it, and how fast, is not told here.
//!
//! The formula is the sum over the asked skills of weight times credit. The engine is given a scoring profile in which the fit is
//! that sum and nothing else, so all of its machinery runs as ever: texts are read, related skills earn their credit, columns bound
//! fits, and the scorer judges. Credits come out of such an engine too, one role for each skill.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use rayon::prelude::*;
use rolefit::matching::ScoringProfile;
use rolefit::{Candidate, CandidateId, Engine, EngineOptions, MatchOptions, Role, RoleId};
use serde_json::{Value, json};

use crate::{people, roles};

/// Everything but skills is silent, and of skills everything that depends on the role: what a claim earns is a matter of the
/// candidate and the skill alone. The shares that are left are such that credits are whole ten-thousandths.
const PROFILE: &str = "
[weights]
skills = 1.0
family = 0.0
scale = 0.0
pay = 0.0
level = 0.0
location = 0.0
[silence]
skills = 0.0
[skills]
nice_to_have = 1.0
scarcity_exponent = 0.0
unknown_recency = 1.0
recency_floor = 1.0
listed_only = 0.8
listed_without_work = 0.8
listed_only_limit = 1000
mentioned = 0.5
little = 0.5
[support]
contradicted = 1.0
wall = 100000
[bonus]
open_source = 0.0
publication = 0.0
certification = 0.0
";

/// What a must-have and a nice-to-have of a generated role weigh: 1 to 0.35, as in the default profile.
const WEIGHTS: [u32; 2] = [20, 7];
/// The credit of a skill that is fully met.
pub(crate) const WHOLE: u64 = 10_000;
/// The most results of one answer: so many people are asked about at a time.
const PORTION: u64 = 1000;

/// One role: which columns it asks, and what each weighs.
pub(crate) struct AskedRole {
    pub id: RoleId,
    pub columns: Vec<usize>,
    pub weights: Vec<u32>,
}

/// The ranking, with an engine that holds everybody.
pub(crate) struct Ranking {
    pub engine: Engine,
    pub options: MatchOptions,
    pub roles: Vec<AskedRole>,
    /// Names of the skills that are asked, one a column.
    pub skills: Vec<String>,
    /// By column, and by the candidate's number within it.
    pub credits: Vec<Vec<u16>>,
}

impl Ranking {
    /// People `0..n_candidates` and the first so many generated roles that state their skills in fields.
    pub(crate) fn new(n_candidates: u64, n_roles: usize, seed: u64) -> Self {
        let options =
            EngineOptions::default().with_profile(ScoringProfile::parse(PROFILE).expect("the profile is right"));
        let mut ranking = Self {
            engine: Engine::in_memory_with(options.clone()),
            options: MatchOptions::default().with_evidence(false),
            roles: Vec::new(),
            skills: Vec::new(),
            credits: Vec::new(),
        };
        ranking.put_roles(n_roles, seed);
        ranking.credits = vec![Vec::new(); ranking.skills.len()];
        let starts: Vec<u64> = (0..n_candidates).step_by(to_usize(PORTION)).collect();
        // So many portions at once that all cores have work, and few enough to hold as documents.
        for starts in starts.chunks(16) {
            let made = starts.par_iter().map(|start| {
                let numbers = *start..(start + PORTION).min(n_candidates);
                let people: Vec<Candidate> = numbers.map(|number| parsed(people::person(seed, number))).collect();
                let credits = ranking.credits_of(&people, &options);
                (people, credits)
            });
            let made: Vec<_> = made.collect();
            for (people, credits) in made {
                ranking.engine.put_candidates(&people).expect("memory does not fail");
                ranking.credits.iter_mut().zip(credits).for_each(|(column, more)| column.extend(more));
            }
        }
        ranking
    }

    pub(crate) fn n_candidates(&self) -> f64 {
        u32::try_from(self.engine.candidate_count()).map_or(f64::INFINITY, f64::from)
    }

    /// The best ten by the engine, each with its fit.
    pub(crate) fn best(&self, role: &AskedRole) -> Vec<(CandidateId, f64)> {
        self.engine.best(&role.id, &self.options).expect("the role is stored")
    }

    /// The sum that everybody ranks by.
    pub(crate) fn sum(&self, role: &AskedRole, candidate: usize) -> u64 {
        let asked = role.columns.iter().zip(&role.weights);
        asked.map(|(column, weight)| u64::from(self.credits[*column][candidate]) * u64::from(*weight)).sum()
    }

    /// The fit that the sum makes, in millionths: where sums differ by less, fits are equal.
    pub(crate) fn fit(&self, role: &AskedRole, candidate: usize) -> u64 {
        let weight: u64 = role.weights.iter().copied().map(u64::from).sum();
        self.sum(role, candidate) * 1_000_000 / (weight * WHOLE)
    }

    /// Writes `credits.u16`, column after column in little-endian numbers of two bytes, and `ranking.json`.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        let mut out = BufWriter::new(File::create(folder.join("credits.u16"))?);
        for column in &self.credits {
            for credit in column {
                out.write_all(&credit.to_le_bytes())?;
            }
        }
        out.flush()?;
        let roles: Vec<Value> = self
            .roles
            .iter()
            .map(|role| json!({ "id": role.id, "columns": role.columns, "weights": role.weights }))
            .collect();
        let n_candidates = self.engine.candidate_count();
        let whole = json!({ "candidates": n_candidates, "skills": self.skills, "roles": roles });
        serde_json::to_writer_pretty(File::create(folder.join("ranking.json"))?, &whole)?;
        Ok(())
    }

    fn put_roles(&mut self, n_roles: usize, seed: u64) {
        let mut columns: BTreeMap<String, usize> = BTreeMap::new();
        let mut documents: Vec<Role> = Vec::new();
        for generated in (0..).map(|number| roles::role(seed, number)) {
            let names = |field: &str| -> Vec<String> {
                let list = generated[field].as_array().into_iter().flatten();
                list.filter_map(|skill| skill.as_str().or(skill["name"].as_str())).map(str::to_owned).collect()
            };
            let (must, nice) = (names("must_have"), names("nice_to_have"));
            if must.is_empty() {
                continue;
            }
            let id = RoleId::new(generated["id"].as_str().expect("roles have ids")).expect("this is an id");
            let mut role = AskedRole { id, columns: Vec::new(), weights: Vec::new() };
            let mut asked = Vec::new();
            for (names, weight) in [(must, WEIGHTS[0]), (nice, WEIGHTS[1])] {
                for name in names {
                    let n_columns = columns.len();
                    let column = *columns.entry(name.clone()).or_insert(n_columns);
                    if !role.columns.contains(&column) {
                        role.columns.push(column);
                        role.weights.push(weight);
                        asked.push(json!({ "name": name, "weight": f64::from(weight) / f64::from(WEIGHTS[0]) }));
                    }
                }
            }
            documents.push(parsed(json!({ "id": role.id, "nice_to_have": asked })));
            self.roles.push(role);
            if documents.len() == n_roles {
                break;
            }
        }
        self.engine.put_roles(&documents).expect("memory does not fail");
        let mut names: Vec<(String, usize)> = columns.into_iter().collect();
        names.sort_by_key(|(_, column)| *column);
        self.skills = names.into_iter().map(|(name, _)| name).collect();
    }

    /// What these people earn of each skill, by column: the fit for a role that asks for nothing else.
    fn credits_of(&self, people: &[Candidate], options: &EngineOptions) -> Vec<Vec<u16>> {
        let engine = Engine::in_memory_with(options.clone());
        engine.put_candidates(people).expect("memory does not fail");
        let everybody = self.options.clone().with_limit(to_usize(PORTION));
        let place: BTreeMap<&str, usize> =
            people.iter().zip(0..).map(|(person, at)| (person.id.as_str(), at)).collect();
        let credits = self.skills.iter().map(|skill| {
            let role: Role = parsed(json!({ "id": "r", "nice_to_have": [skill] }));
            engine.put_role(&role).expect("memory does not fail");
            let mut column = vec![0; people.len()];
            for (id, fit) in engine.best(&role.id, &everybody).expect("the role is stored") {
                column[place[id.as_str()]] = ten_thousandths(fit);
            }
            column
        });
        credits.collect()
    }
}

/// A fit of 0 to 100, which has two decimals, as a whole number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "fits are 0 to 100")]
pub(crate) fn ten_thousandths(fit: f64) -> u16 {
    (fit * 100.0).round() as u16
}

pub(crate) fn parsed<T: serde::de::DeserializeOwned>(document: Value) -> T {
    serde_json::from_value(document).expect("generated documents are valid")
}

pub(crate) fn to_usize(n: u64) -> usize {
    usize::try_from(n).expect("less than there is memory")
}
