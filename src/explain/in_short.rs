//! What speaks for a candidate in a few words, as the table of a shortlist shows it. Made of the row alone.

use super::row::{EvidenceEffect, EvidenceRow, Gap, Match};
use crate::score::ComponentName;
use crate::taxonomy::Relation;

/// So many met requirements are named.
const NAMED: usize = 4;

impl Match {
    /// What speaks for the candidate, a line each: the kind of work, the requirements met best, the scale. The table's column
    /// `Strengths` shows these; none where the profile has little that the role asks for, and without evidence
    /// ([`MatchOptions::evidence`](crate::MatchOptions::evidence)).
    ///
    /// ```
    /// use rolefit::intake::{candidate_from_text, role_from_text};
    /// use rolefit::model::PartialDate;
    /// use rolefit::{Engine, Limits, MatchOptions};
    ///
    /// let limits = Limits::default();
    /// let role = role_from_text("r-1", "Storage engineer. You know Lustre.", &limits)?;
    /// let candidate = candidate_from_text("c-1", "I have run Lustre since 2019.", &limits)?;
    /// let options = MatchOptions::default().with_as_of(PartialDate::year_month(2026, 11));
    /// let row = Engine::in_memory().explain_documents(&role, &candidate, &options)?;
    /// assert_eq!(row.strengths()[0], "Parallel and high-performance storage");
    /// assert!(row.strengths()[1].starts_with("Lustre 8 y"));
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    pub fn strengths(&self) -> Vec<String> {
        let told = |name: ComponentName| {
            let speaks = |e: &&EvidenceRow| e.effect != EvidenceEffect::Negative;
            self.evidence(name).iter().find(speaks)?.statement.as_deref()
        };
        let mut lines: Vec<String> = told(ComponentName::Family).map(kind_of_work).into_iter().collect();
        let mut met: Vec<&EvidenceRow> = self
            .evidence(ComponentName::Skills)
            .iter()
            .filter(|e| e.requirement.is_some() && e.effect != EvidenceEffect::Negative && !self.lacks(e))
            .collect();
        // Must-haves first, and what is met by the thing itself; the rest of the order is the role's.
        met.sort_by(|a, b| {
            let by = |e: &EvidenceRow| (e.necessity, e.relation != Some(Relation::Same));
            by(a).cmp(&by(b)).then_with(|| b.credit.unwrap_or(0.0).total_cmp(&a.credit.unwrap_or(0.0)))
        });
        // What serves several requirements is named once.
        let mut named: Vec<&EvidenceRow> = Vec::new();
        for evidence in met {
            if !named.iter().any(|known| known.claim.is_some() && known.claim == evidence.claim) {
                named.push(evidence);
            }
        }
        if !named.is_empty() {
            let claims: Vec<String> = named.iter().take(NAMED).map(|evidence| claim(evidence)).collect();
            let more = named.len() - claims.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            lines.push(format!("{}{more}", claims.join(", ")));
        }
        if let Some(statement) = told(ComponentName::Scale) {
            let clause = first_clause(statement);
            let clause = clause.split_once(", which cannot").map_or(clause, |(before, _)| before);
            lines.push(clause.strip_prefix("states ").unwrap_or(clause).replacen("a system of ", "", 1));
        }
        lines
    }

    /// The evidence of a component; none where it was not wanted.
    pub fn evidence(&self, name: ComponentName) -> &[EvidenceRow] {
        self.component(name).map_or(&[], |component| &component.evidence)
    }

    fn lacks(&self, evidence: &EvidenceRow) -> bool {
        self.gaps.iter().any(|gap| Some(&gap.requirement) == evidence.requirement.as_ref())
    }
}

impl EvidenceRow {
    /// The years in short: `8 y`, `6 mo`.
    pub fn short_years(&self) -> Option<String> {
        self.years.map(short_years)
    }
}

impl Gap {
    /// The requirement with its alternatives, of which at most two are named: `Slurm, PBS or 2 others`.
    pub fn short_requirement(&self) -> String {
        short_requirement(&self.requirement)
    }
}

/// `Slurm 8 y`, or `BeeGFS 4 y for Lustre | GPFS`.
fn claim(evidence: &EvidenceRow) -> String {
    let requirement = evidence.requirement.as_deref().unwrap_or_default();
    let claim = evidence.claim.as_deref().unwrap_or(requirement);
    let years = evidence.short_years().map(|years| format!(" {years}")).unwrap_or_default();
    let options: Vec<&str> = requirement.split(" | ").collect();
    match options.as_slice() {
        // The role's own word for it.
        [only] if evidence.relation == Some(Relation::Same) => format!("{only}{years}"),
        _ if evidence.relation.is_none_or(|relation| relation == Relation::Same) => format!("{claim}{years}"),
        options if options.contains(&claim) => format!("{claim}{years}"),
        _ => format!("{claim}{years} for {}", short_requirement(requirement)),
    }
}

fn short_requirement(requirement: &str) -> String {
    let options: Vec<&str> = requirement.split(" | ").collect();
    match options.as_slice() {
        [first, second, third, rest @ ..] if third.len() > 4 || !rest.is_empty() => {
            format!("{first}, {second} or {} others", rest.len() + 1).replace("1 others", "another")
        }
        _ => options.join(" or "),
    }
}

fn short_years(years: f64) -> String {
    if years < 0.95 { format!("{:.0} mo", (years * 12.0).max(1.0)) } else { format!("{} y", (years + 0.5).floor()) }
}

fn kind_of_work(statement: &str) -> String {
    let clause = first_clause(statement);
    let clause = clause.split_once(" (asked: ").map_or(clause, |(before, _)| before);
    if let Some(work) = clause.strip_prefix("does this work: ") {
        return work.to_owned();
    }
    match clause.strip_prefix("some signs of this work: ") {
        Some(work) => format!("some signs of {work}"),
        None => clause.to_owned(),
    }
}

fn first_clause(statement: &str) -> &str {
    statement.split_once("; ").map_or(statement, |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_alternatives_are_not_all_named() {
        assert_eq!(short_requirement("A | B"), "A or B");
        assert_eq!(short_requirement("C++ | Go | Rust"), "C++ or Go or Rust");
        assert_eq!(short_requirement("PyTorch FSDP | DeepSpeed | Megatron-LM"), "PyTorch FSDP, DeepSpeed or another");
        assert_eq!(short_requirement("A | B | C | D"), "A, B or 2 others");
    }

    #[test]
    fn years_are_short() {
        assert_eq!((short_years(0.5), short_years(1.0), short_years(7.6)), ("6 mo".into(), "1 y".into(), "8 y".into()));
    }
}
