//! From a fit to the row that is answered.

use std::cmp::Reverse;

use super::evidence;
use super::row::{Bonus, Component, Gap, Match, Penalty, Verdict, WeightsRow};
use super::strengths::{MET, reason};
use super::{questions, summary};
use crate::domain::{CandidateId, RoleId};
use crate::extract::{CandidateFacts, RoleFacts};
use crate::score::{
    AppliedWeights, ComponentState, Evidence, Fit, Gate, PayVerdict, ScoringProfile, Share, SkillEvidence,
};
use crate::taxonomy::Taxonomy;
use crate::wording::{Language, say};

/// What is needed to put fits into words.
pub(crate) struct Explainer<'a> {
    pub taxonomy: &'a Taxonomy,
    pub profile: &'a ScoringProfile,
    /// Whether the evidence is wanted; without it, components carry their numbers alone.
    pub with_evidence: bool,
    pub language: Language,
}

impl Explainer<'_> {
    /// The row of one pair.
    pub(crate) fn row(
        &self,
        rank: usize,
        ids: (Option<CandidateId>, Option<RoleId>),
        name: Option<String>,
        fit: &Fit,
        role: &RoleFacts,
        candidate: &CandidateFacts,
    ) -> Match {
        Match {
            rank,
            candidate_id: ids.0,
            role_id: ids.1,
            name,
            fit: hundredths(fit.total),
            verdict: self.verdict(fit.total),
            coverage: evidence::decimals(fit.coverage),
            must_have_coverage: evidence::decimals(fit.must_have_coverage),
            gated: fit.gate.map(|gate| gate_label(gate, role, self.language)),
            components: self.components(fit, role, candidate),
            penalties: fit
                .penalties
                .iter()
                .map(|(requirement, lost)| Penalty {
                    requirement: role.requirements[*requirement].label.to_string(),
                    points: -points(*lost),
                })
                .collect(),
            bonuses: fit
                .bonuses
                .iter()
                .map(|(signal, kind, won)| {
                    let signal = &candidate.signals[*signal];
                    Bonus {
                        kind: *kind,
                        name: self.taxonomy.concept(signal.concept).label.to_string(),
                        points: points(*won),
                        place: signal.source.pointer.to_string(),
                        text: signal.source.quote.to_string(),
                    }
                })
                .collect(),
            gaps: self.gaps(fit, role, candidate),
            flags: fit.flags.clone(),
            pay_verdict: pay_verdict(fit),
            summary: summary::summary(fit, role, candidate, self.taxonomy, self.language),
            questions: questions::questions(fit, role, candidate, self.taxonomy, self.profile, self.language),
            possible_duplicate_of: Vec::new(),
        }
    }

    /// The word for a fit in millionths of a point.
    pub(crate) fn verdict(&self, total: u32) -> Verdict {
        let bands = &self.profile.verdicts;
        if total >= bands.strong {
            Verdict::Strong
        } else if total >= bands.good {
            Verdict::Good
        } else if total >= bands.possible {
            Verdict::Possible
        } else {
            Verdict::Weak
        }
    }

    fn components(&self, fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts) -> Vec<Component> {
        let told = evidence::Told { role, candidate, taxonomy: self.taxonomy, language: self.language };
        fit.components
            .iter()
            .map(|component| Component {
                name: component.name,
                score: evidence::decimals(component.score),
                weight: evidence::decimals(component.weight),
                points: points(component.points),
                state: component.state,
                evidence: if self.with_evidence && component.state != ComponentState::NotApplicable {
                    component.evidence.iter().map(|e| evidence::row(e, told)).collect()
                } else {
                    Vec::new()
                },
            })
            .collect()
    }

    fn gaps(&self, fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts) -> Vec<Gap> {
        let skills = fit.components[0].evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Skill(skill) if skill.met.get() < MET => Some(skill),
            _ => None,
        });
        // Must-haves first, those whose lack takes most before others; the rest of the order is the role's.
        let mut skills: Vec<&SkillEvidence> = skills.collect();
        let necessity = |skill: &SkillEvidence| role.requirements[skill.requirement].necessity;
        skills.sort_by_key(|skill| (necessity(skill), Reverse(fit.lost_by(skill.requirement))));
        skills
            .into_iter()
            .map(|skill| {
                let requirement = &role.requirements[skill.requirement];
                Gap {
                    requirement: requirement.label.to_string(),
                    necessity: requirement.necessity,
                    nearest: skill
                        .claim
                        .map(|at| self.taxonomy.concept(candidate.claims[at].concept).label.to_string()),
                    relation: skill.claim.map(|_| skill.relation),
                    reason: reason(skill, requirement, candidate, self.language),
                }
            })
            .collect()
    }
}

/// The requirement behind a gate, in words.
pub(crate) fn gate_label(gate: Gate, role: &RoleFacts, language: Language) -> String {
    match gate {
        Gate::Requirement(index) => role.requirements[index].label.to_string(),
        Gate::WorkAuthorization => {
            say!(language, "words.gate_authorization", countries = role.authorization.join(" | "))
        }
    }
}

pub(crate) fn applied_weights_row(weights: AppliedWeights) -> WeightsRow {
    let [skills, family, scale, pay, level, location] = weights.0.map(fraction);
    WeightsRow { skills, family, scale, pay, level, location }
}

fn fraction(share: Share) -> f64 {
    f64::from(share.get()) / 1_000_000.0
}

fn pay_verdict(fit: &Fit) -> PayVerdict {
    fit.components
        .iter()
        .flat_map(|c| &c.evidence)
        .find_map(|evidence| match evidence {
            Evidence::Pay(pay) => Some(pay.verdict),
            _ => None,
        })
        .unwrap_or(PayVerdict::Unknown)
}

/// Millionths of a point as points of four decimals.
fn points(millionths: u32) -> f64 {
    f64::from((millionths + 50) / 100) / 10_000.0
}

/// Millionths of a point as points of two decimals.
pub(crate) fn hundredths(millionths: u32) -> f64 {
    f64::from((millionths + 5_000) / 10_000) / 100.0
}
