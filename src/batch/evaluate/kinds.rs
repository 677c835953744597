//! Rankings by the kind of work of their roles: a mean that is good over all roles may hide a kind that is judged badly.

use serde::Serialize;

use super::bootstrap::{Interval, interval};
use super::measures::mean;
use super::{MeasuredRole, Measures, SideBySide};
use crate::extract::RoleFacts;
use crate::taxonomy::Taxonomy;

/// The measures by kind of work. Kinds are in the order of their first roles.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KindsOfWork {
    /// By domain: what is worked on.
    pub domains: Vec<KindMeasures>,
    /// By function: what is done with it.
    pub functions: Vec<KindMeasures>,
}

/// The roles of one kind of work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KindMeasures {
    /// The kind; absent for roles that tell of none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<RoleKind>,
    /// How many roles.
    pub roles: usize,
    /// The means over them.
    #[serde(flatten)]
    pub mean: SideBySide,
    /// Where their mean nDCG@10 of the fit lies in 95 of 100 resamples.
    pub ndcg_interval: Interval,
}

/// A domain or a function of work, as the taxonomy has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RoleKind {
    /// Its id in the taxonomy.
    pub id: String,
    /// As a recruiter would name it.
    pub label: String,
}

/// The domain and the function that a role is before all else.
pub(super) fn kinds_of(role: &RoleFacts, taxonomy: &Taxonomy) -> [Option<RoleKind>; 2] {
    let kind = |id: &str, label: &str| RoleKind { id: id.to_owned(), label: label.to_owned() };
    let domain = role.domains.first().map(|(domain, _)| taxonomy.families().get(*domain));
    let function = role.functions.first().map(|(function, _)| taxonomy.functions().get(*function));
    [domain.map(|of| kind(&of.id, &of.label)), function.map(|of| kind(&of.id, &of.label))]
}

pub(super) fn kinds_of_work<'r>(roles: impl Iterator<Item = &'r MeasuredRole> + Clone) -> KindsOfWork {
    KindsOfWork {
        domains: grouped(roles.clone().map(|role| (role.domain.as_ref(), role.measures))),
        functions: grouped(roles.map(|role| (role.function.as_ref(), role.measures))),
    }
}

fn grouped<'r>(roles: impl Iterator<Item = (Option<&'r RoleKind>, SideBySide)>) -> Vec<KindMeasures> {
    let mut groups: Vec<(Option<&RoleKind>, Vec<SideBySide>)> = Vec::new();
    for (kind, measures) in roles {
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, all)) => all.push(measures),
            None => groups.push((kind, vec![measures])),
        }
    }
    let kind = |(kind, all): (Option<&RoleKind>, Vec<SideBySide>)| {
        let (mean, ndcg_interval) = mean_of_roles(&all);
        KindMeasures { kind: kind.cloned(), roles: all.len(), mean, ndcg_interval }
    };
    groups.into_iter().map(kind).collect()
}

/// The means of some roles, and where that of nDCG@10 by fit lies.
pub(super) fn mean_of_roles(roles: &[SideBySide]) -> (SideBySide, Interval) {
    let of = |pick: fn(&SideBySide) -> Measures| roles.iter().map(pick).collect::<Vec<_>>();
    let fits = of(|role| role.fit);
    let ndcgs: Vec<f64> = fits.iter().map(|measures| measures.ndcg_at_10).collect();
    (SideBySide { fit: mean(&fits), bm25: mean(&of(|role| role.bm25)) }, interval(&ndcgs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_come_in_the_order_of_their_first_roles_with_their_means() {
        let kind = |id: &str| RoleKind { id: id.to_owned(), label: id.to_owned() };
        let measured = |ndcg_at_10: f64| SideBySide {
            fit: Measures { ndcg_at_10, ..Measures::default() },
            bm25: Measures::default(),
        };
        let (storage, web) = (kind("storage"), kind("web"));
        let roles = [(Some(&storage), 0.5), (None, 0.1), (Some(&web), 1.0), (Some(&storage), 1.0)];
        let found = grouped(roles.into_iter().map(|(kind, ndcg)| (kind, measured(ndcg))));
        let told: Vec<(Option<&str>, usize, f64)> = found
            .iter()
            .map(|of| (of.kind.as_ref().map(|kind| kind.id.as_str()), of.roles, of.mean.fit.ndcg_at_10))
            .collect();
        assert_eq!(told, [(Some("storage"), 2, 0.75), (None, 1, 0.1), (Some("web"), 1, 1.0)]);
        assert!(found[0].ndcg_interval.low < 0.75 && found[0].ndcg_interval.high > 0.75);
    }
}
