//! Gates as a request sets them: each must-have of a role with or without one, to see who would be removed. Nothing of the role is written.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Engine, MatchOptions, RoleEntry};
use crate::domain::{Error, RoleId};

/// A must-have of a role, and whether it is a gate: whoever lacks it is then removed from the shortlist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GateSwitch {
    /// The must-have, as answers name it.
    pub requirement: String,
    /// Whether the role has it as a gate.
    pub is_gate: bool,
}

impl Engine {
    /// The must-haves of a role, those included that were read from its text, with whether each is a gate: what
    /// [`MatchOptions::gates`] may name.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role.
    pub fn gate_switches(&self, role: &RoleId) -> Result<Vec<GateSwitch>, Error> {
        let entry = self.inner.role_entry(role)?;
        let must_haves = entry.facts.requirements.iter().filter(|requirement| requirement.is_must());
        let switch = |requirement: &crate::extract::RequirementFact| GateSwitch {
            requirement: requirement.label.to_string(),
            is_gate: requirement.gate,
        };
        Ok(must_haves.map(switch).collect())
    }
}

/// A role with the gates that the options ask for, and the options without them.
pub(super) fn with_gates(
    entry: Arc<RoleEntry>,
    options: &MatchOptions,
) -> Result<(Arc<RoleEntry>, Cow<'_, MatchOptions>), Error> {
    let Some(gates) = &options.gates else { return Ok((entry, Cow::Borrowed(options))) };
    let mut facts = entry.facts.clone();
    let mut must_haves = facts.requirements.iter_mut().filter(|requirement| requirement.is_must());
    must_haves
        .by_ref()
        .for_each(|requirement| requirement.gate = gates.iter().any(|gate| **gate == *requirement.label));
    let is_known = |gate: &&String| {
        let mut must_haves = entry.facts.requirements.iter().filter(|requirement| requirement.is_must());
        must_haves.any(|requirement| ***gate == *requirement.label)
    };
    if let Some(unknown) = gates.iter().find(|gate| !is_known(gate)) {
        let message = format!("{unknown:?} is no must-have of the role; expected one as the role's answers name it");
        return Err(Error::Configuration(message));
    }
    let options = MatchOptions { gates: None, ..options.clone() };
    Ok((Arc::new(RoleEntry { role: entry.role.clone(), facts }), Cow::Owned(options)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Role};

    #[test]
    fn gates_are_switched_for_one_question_and_the_role_stays_as_it_is() {
        let engine = Engine::in_memory();
        let role: Role = serde_json::from_value(serde_json::json!({
            "id": "r", "must_have": [{"name": "Lustre", "gate": true}, "Slurm"], "nice_to_have": ["InfiniBand"],
        }))
        .unwrap();
        engine.put_role(&role).unwrap();
        for (id, summary) in
            [("both", "I ran Lustre and Slurm."), ("lustre", "I ran Lustre."), ("slurm", "I ran Slurm.")]
        {
            let candidate: Candidate =
                serde_json::from_value(serde_json::json!({"id": id, "summary": summary})).unwrap();
            engine.put_candidate(&candidate).unwrap();
        }
        let switches = engine.gate_switches(&role.id).unwrap();
        let told: Vec<(&str, bool)> = switches.iter().map(|one| (one.requirement.as_str(), one.is_gate)).collect();
        assert_eq!(told, [("Lustre", true), ("Slurm", false)]);
        let ids = |gates: Option<Vec<String>>| -> Vec<String> {
            let options = MatchOptions::default().with_gates(gates);
            let found = engine.matches(&role.id, &options).unwrap();
            let ids = found.results.iter().map(|row| row.candidate_id.as_ref().unwrap().to_string());
            let mut ids: Vec<String> = ids.collect();
            assert_eq!(engine.best(&role.id, &options).unwrap().len(), ids.len());
            ids.sort();
            ids
        };
        assert_eq!(ids(None), ["both", "lustre"]);
        assert_eq!(ids(Some(Vec::new())), ["both", "lustre", "slurm"]);
        assert_eq!(ids(Some(vec!["Slurm".to_owned()])), ["both", "slurm"]);
        assert_eq!(ids(Some(vec!["Slurm".to_owned(), "Lustre".to_owned()])), ["both"]);
        assert_eq!(ids(None), ["both", "lustre"], "and nothing stays of it");
        let options = MatchOptions::default().with_gates(vec!["InfiniBand".to_owned()]);
        assert!(matches!(engine.matches(&role.id, &options), Err(Error::Configuration(_))));
        let gates = MatchOptions::default().with_gates(vec!["Slurm".to_owned()]);
        let lacking = crate::domain::CandidateId::new("lustre").unwrap();
        assert_eq!(engine.explain(&role.id, &lacking, &gates).unwrap().gated.as_deref(), Some("Slurm"));
        assert!(matches!(engine.rank(&role, &[], &gates), Err(Error::Configuration(_))), "others refuse it");
    }
}
