//! Products that bear their maker's name, where the maker is meant: `At New Relic, we ...` asks nobody for New Relic, and `worked at New
//! Relic` tells where.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::mention::{Mention, MentionKind, Stance};
use super::rules::Rules;
use super::terms::Reading;
use crate::taxonomy::{ConceptId, ConceptKind, Taxonomy};

pub(super) static RULES: LazyLock<Rules<bool>> =
    LazyLock::new(|| Rules::built_in("employers.toml", include_str!("data/rules/employers.toml")));

/// The groups of rules by which a name is that of whoever somebody works for, and of whoever has what is named behind it: `Acme's platform`.
const WORKED_FOR: &str = "worked-for";
const OWNER: &str = "owner";

/// Marks the mentions of what is named as the employer: they are spoken of, and asked only where a list of requirements names them.
pub(super) fn mark_employer(reading: &Reading, mentions: &mut [Mention], taxonomy: &Taxonomy) {
    let employs = |mention: &&Mention| {
        names_a_firm("", reading, mention, taxonomy)
            || (is_an_owner(reading, mention) && names_a_firm(OWNER, reading, mention, taxonomy))
    };
    let employers: BTreeSet<ConceptId> = mentions.iter().filter(employs).map(|mention| mention.concept).collect();
    for mention in mentions.iter_mut().filter(|mention| employers.contains(&mention.concept)) {
        speak_of(mention);
    }
}

/// Marks the mentions that only tell where somebody worked: `joined Docker in 2015`. What else is said of the product stays.
pub(super) fn mark_workplaces(reading: &Reading, mentions: &mut [Mention], taxonomy: &Taxonomy) {
    for mention in mentions.iter_mut() {
        // Who made accelerators knows what they are, and that is what a maker's name tells of.
        let tool = taxonomy.concept(mention.concept).kind == ConceptKind::Tool;
        if tool && names_a_firm(WORKED_FOR, reading, mention, taxonomy) {
            speak_of(mention);
        }
    }
}

fn speak_of(mention: &mut Mention) {
    if mention.stance == Stance::Stated {
        mention.stance = Stance::About;
    }
}

/// Whether a mention names whoever makes a thing, by the rules of a group.
fn names_a_firm(group: &str, reading: &Reading, mention: &Mention, taxonomy: &Taxonomy) -> bool {
    if mention.by != MentionKind::Label || !may_be_a_firm(taxonomy, mention.concept) {
        return false;
    }
    let first = reading.tokens.partition_point(|token| token.span.end <= mention.span.start);
    let name = reading.tokens[first..].iter().take_while(|token| token.span.start < mention.span.end);
    let end = first + name.clone().count();
    // `d-Matrix` is a name, too.
    { name }.any(|token| token.capital) && RULES.of_group(group, reading, first, end).is_some_and(|hit| *hit.emit)
}

/// Whether a name stands in the genitive, which is one token with it.
fn is_an_owner(reading: &Reading, mention: &Mention) -> bool {
    reading.text.folded()[mention.span.end..].starts_with("'s ")
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
        let owner = extractor.extract("You extend Snyk's products.\n\nRequirements\n- Kubernetes\n- Go").unwrap();
        assert_eq!(owner.requirements.len(), 2);
        let small = extractor.extract("At **d-Matrix**, we build chips.\n\nRequirements\n- Kubernetes\n- Go").unwrap();
        assert_eq!(small.requirements.len(), 2);
        assert!(small.skills.iter().all(|skill| skill.concept != "d-matrix" || skill.stance.as_str() == "about"));
        let other = extractor.extract("Requirements\n- New Relic\n- Go").unwrap();
        assert_eq!(other.requirements.len(), 2);
    }

    #[test]
    fn where_somebody_worked_is_not_what_they_know() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let stances = |text: &str| -> Vec<(String, &'static str)> {
            let skills = extractor.extract(text).unwrap().skills;
            skills.into_iter().map(|skill| (skill.concept, skill.stance.as_str())).collect()
        };
        assert_eq!(stances("She was an engineer at MongoDB."), [("mongodb".to_owned(), "about")]);
        assert_eq!(stances("She joined Docker in 2015."), [("docker".to_owned(), "about")]);
        assert_eq!(stances("She is good at Terraform."), [("terraform".to_owned(), "stated")]);
        let both = stances("At MongoDB she ran MongoDB for its users.");
        assert_eq!(both.iter().map(|(_, stance)| *stance).collect::<Vec<_>>(), ["about", "stated"]);
    }
}
