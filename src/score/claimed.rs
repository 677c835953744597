//! Which concepts a candidate claims. What a claim is worth is not asked here.

use crate::extract::{CandidateFacts, Extent};
use crate::taxonomy::{ConceptId, Relation, Taxonomy};

/// The concepts that a candidate claims, ascending; to have heard of one is not enough.
pub(crate) fn claimed_concepts(candidate: &CandidateFacts) -> impl Iterator<Item = ConceptId> + '_ {
    candidate.claims.iter().filter(|claim| claim.extent > Extent::Mentioned).map(|claim| claim.concept)
}

/// By concept, whether whoever claims it claims the asked one: it is that itself, or of its kind.
pub(crate) fn kinds_of(asked: ConceptId, taxonomy: &Taxonomy) -> Box<[bool]> {
    taxonomy.concepts().map(|(claimed, _)| is_asked_itself(taxonomy.credit(asked, claimed).1)).collect()
}

/// Whether one of the claimed concepts is the asked one, or of its kind.
pub(crate) fn holds(mut claimed: impl Iterator<Item = ConceptId>, asked: ConceptId, taxonomy: &Taxonomy) -> bool {
    claimed.any(|claimed| is_asked_itself(taxonomy.credit(asked, claimed).1))
}

/// Whether a claim is what is asked, rather than something near it.
pub(super) fn is_asked_itself(relation: Relation) -> bool {
    matches!(relation, Relation::Same | Relation::Narrower | Relation::Practice)
}
