//! Products that bear their maker's name, in the maker's own postings: `At New Relic, we ...` asks nobody for New Relic.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::super::mention::{Mention, MentionKind, Stance};
use super::super::rules::Rules;
use super::super::terms::Reading;
use crate::taxonomy::{ConceptId, ConceptKind, Taxonomy};

pub(in crate::extract) static RULES: LazyLock<Rules<bool>> =
    LazyLock::new(|| Rules::built_in("employers.toml", include_str!("../data/rules/employers.toml")));

/// Marks the mentions of what is named as the employer: they are spoken of, and asked only where a list of requirements names them.
pub(in super::super) fn mark_employer(reading: &Reading, mentions: &mut [Mention], taxonomy: &Taxonomy) {
    let employers: BTreeSet<ConceptId> = mentions
        .iter()
        .filter(|mention| mention.by == MentionKind::Label && may_be_a_firm(taxonomy, mention.concept))
        .filter(|mention| {
            let first = reading.tokens.partition_point(|token| token.span.end <= mention.span.start);
            let end = reading.tokens.partition_point(|token| token.span.start < mention.span.end);
            // `d-Matrix` is a name, too.
            let capital = reading.tokens.get(first..end).is_some_and(|name| name.iter().any(|token| token.capital));
            capital && first < end && RULES.of_name(reading, first, end).is_some_and(|hit| *hit.emit)
        })
        .map(|mention| mention.concept)
        .collect();
    for mention in mentions.iter_mut().filter(|mention| employers.contains(&mention.concept)) {
        if mention.stance == Stance::Stated {
            mention.stance = Stance::About;
        }
    }
}

fn may_be_a_firm(taxonomy: &Taxonomy, concept: ConceptId) -> bool {
    matches!(taxonomy.concept(concept).kind, ConceptKind::Tool | ConceptKind::Hardware)
}

#[cfg(test)]
mod tests {
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn an_employer_is_not_asked_in_its_own_posting() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let text =
            "About New Relic\n\nAt New Relic, we build dashboards for everybody.\n\nRequirements\n- Kubernetes\n- Go";
        let found = extractor.extract(text).unwrap();
        let asked: Vec<&str> = found.requirements.iter().map(|asked| asked.label.as_str()).collect();
        assert_eq!(asked, ["Kubernetes", "Go"]);
        let small = extractor.extract("At **d-Matrix**, we build chips.\n\nRequirements\n- Kubernetes\n- Go").unwrap();
        assert_eq!(small.requirements.len(), 2);
        assert!(small.skills.iter().all(|skill| skill.concept != "d-matrix" || skill.stance.as_str() == "about"));
        let other = extractor.extract("Requirements\n- New Relic\n- Go").unwrap();
        assert_eq!(other.requirements.len(), 2);
    }
}
