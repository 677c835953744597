//! How what is asked, and what somebody has, is called inside a sentence.

use super::words;
use crate::extract::{CandidateFacts, RequirementFact, RequirementOption};
use crate::score::SkillEvidence;
use crate::taxonomy::{ConceptId, ConceptKind, Relation, Taxonomy};
use crate::wording::{Language, say};

/// Alternatives that together are longer are not all named.
const ALTERNATIVES: usize = 48;

/// Makers and products that begin a label and have no concept of their own.
const NAMES: &[&str] = &["Arm", "Cobalt", "Cray", "Crystal", "Godot", "Intel", "Nim", "Open", "Spark", "Xid"];

/// What a requirement asks, in the role's own words where people wrote it: `InfiniBand or RoCE`.
pub(super) fn asked(requirement: &RequirementFact, taxonomy: &Taxonomy, most: usize, language: Language) -> String {
    let names = options(requirement, taxonomy, most, language);
    let all = words::alternatives(&names, language);
    match names.as_slice() {
        [first, second, _, ..] if all.chars().count() > ALTERNATIVES.min(most) => {
            let two = say!(language, "words.similar_two", first = first, second = second);
            if two.chars().count() > most { say!(language, "words.similar", name = first) } else { two }
        }
        [first, _] if all.chars().count() > most => say!(language, "words.similar", name = first),
        _ => all,
    }
}

/// The same without commas, for lists: `C++/Rust/Scala`.
pub(super) fn asked_in_list(
    requirement: &RequirementFact,
    taxonomy: &Taxonomy,
    most: usize,
    language: Language,
) -> String {
    let names = options(requirement, taxonomy, most, language);
    let all = names.join("/");
    if names.len() > 2 && all.chars().count() <= ALTERNATIVES.min(most) {
        return all;
    }
    match names.as_slice() {
        [first, second, _, ..] if first.chars().count() + second.chars().count() < most => {
            say!(language, "words.similar_two_in_list", first = first, second = second)
        }
        [first, _, _, ..] => say!(language, "words.similar", name = first),
        _ => asked(requirement, taxonomy, most, language),
    }
}

/// What the candidate brings for a requirement: by the role's word where it is the same thing, else by its own name.
pub(super) fn brought(
    skill: &SkillEvidence,
    requirement: &RequirementFact,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    most: usize,
    language: Language,
) -> Option<String> {
    let option = |wanted: &dyn Fn(&RequirementOption) -> bool| {
        let at = requirement.options.iter().position(wanted)?;
        options(requirement, taxonomy, most, language).into_iter().nth(at)
    };
    if let Some(at) = skill.unrecognized {
        let folded = &candidate.unrecognized[at].folded;
        return option(&|o| matches!(o, RequirementOption::Unrecognized(text) if text == folded))
            .or_else(|| Some(asked(requirement, taxonomy, most, language)));
    }
    let has = candidate.claims[skill.claim?].concept;
    let same = (skill.relation == Relation::Same)
        .then(|| option(&|o| matches!(o, RequirementOption::Concept(id) if *id == has)))
        .flatten();
    Some(same.unwrap_or_else(|| concept(has, taxonomy, most, language)))
}

/// One name for each option; the whole label where its parts cannot be told apart.
fn options(requirement: &RequirementFact, taxonomy: &Taxonomy, most: usize, language: Language) -> Vec<String> {
    let typed: Vec<&str> = requirement.label.split(" | ").collect();
    if requirement.inferred || typed.len() != requirement.options.len() {
        return requirement
            .options
            .iter()
            .map(|option| match option {
                RequirementOption::Concept(id) => concept(*id, taxonomy, most, language),
                RequirementOption::Unrecognized(text) => words::tidy(text, most, language),
            })
            .collect();
    }
    typed
        .iter()
        .zip(&requirement.options)
        .map(|(name, option)| {
            let kind = match option {
                RequirementOption::Concept(id) => Some(taxonomy.concept(*id).kind),
                RequirementOption::Unrecognized(_) => None,
            };
            in_sentence(&words::tidy(name, most, language), kind, taxonomy, language)
        })
        .collect()
}

/// A concept's label: `cluster operation`, `Slurm`, `IBM Storage Scale (GPFS)`.
pub(super) fn concept(id: ConceptId, taxonomy: &Taxonomy, most: usize, language: Language) -> String {
    let concept = taxonomy.concept(id);
    let label = without_aside(&concept.label);
    words::tidy(&in_sentence(label, Some(concept.kind), taxonomy, language), most, language)
}

/// A family's label: `GPU and HPC cluster operations`, `research computing support`.
pub(super) fn family(label: &str, language: Language) -> String {
    if language.capitalizes_nouns() {
        return language.term(label).to_owned();
    }
    let first = label.split(' ').next().unwrap_or(label);
    match uncapital(first) {
        Some(small) => format!("{small}{}", &label[first.len()..]),
        None => label.to_owned(),
    }
}

/// Whether people do it rather than use it: practices, and subjects that have no name of their own as RDMA has.
pub(super) fn is_work(id: ConceptId, taxonomy: &Taxonomy) -> bool {
    match taxonomy.concept(id).kind {
        ConceptKind::Practice | ConceptKind::Soft => true,
        ConceptKind::Field => {
            let name = concept(id, taxonomy, usize::MAX, Language::English);
            name.split(' ').take(2).any(|word| word.starts_with(char::is_lowercase))
        }
        _ => false,
    }
}

/// The first option's concept of a requirement.
pub(super) fn first_concept(requirement: &RequirementFact) -> Option<ConceptId> {
    requirement.options.iter().find_map(|option| match option {
        RequirementOption::Concept(id) => Some(*id),
        RequirementOption::Unrecognized(_) => None,
    })
}

/// Without a list of examples in brackets; a single other name stays.
fn without_aside(label: &str) -> &str {
    match label.split_once(" (") {
        Some((name, aside)) if aside.contains([' ', ',']) || aside.len() > 9 => name,
        _ => label,
    }
}

/// A label that is an expression of several common words, or names work, does not keep its capital inside a sentence.
fn in_sentence(label: &str, kind: Option<ConceptKind>, taxonomy: &Taxonomy, language: Language) -> String {
    if language.capitalizes_nouns() {
        return label.to_owned();
    }
    let (first, rest) = label.split_once(' ').unwrap_or((label, ""));
    let is_common = match rest.chars().next() {
        Some(c) => c.is_lowercase(),
        None => matches!(kind, Some(ConceptKind::Practice | ConceptKind::Field | ConceptKind::Soft)),
    };
    let is_name = || {
        let thing = taxonomy.find(&first.to_lowercase()).map(|id| taxonomy.concept(id));
        let is_thing = thing.is_some_and(|concept| {
            let is_common = matches!(concept.kind, ConceptKind::Practice | ConceptKind::Field | ConceptKind::Soft);
            !is_common && concept.label.starts_with(first)
        });
        let of_two = rest.strip_prefix("and ").is_some_and(|second| second.starts_with(char::is_uppercase));
        is_thing || of_two || NAMES.contains(&first)
    };
    if is_common && !is_name() { uncapital(label).unwrap_or_else(|| label.to_owned()) } else { label.to_owned() }
}

/// With a small first letter, where the first word has no other capital and the second is no name.
fn uncapital(label: &str) -> Option<String> {
    let (first, rest) = label.split_once(' ').unwrap_or((label, ""));
    let mut letters = first.chars();
    let initial = letters.next().filter(|c| c.is_uppercase())?;
    let is_word = !letters.as_str().is_empty()
        && !letters.as_str().contains(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '/');
    let before_name = rest.starts_with(char::is_uppercase) && !first.ends_with(',');
    (is_word && !before_name).then(|| format!("{}{}", initial.to_lowercase(), &label[initial.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_in_sentences_as_people_write_them() {
        let taxonomy = Taxonomy::builtin();
        let named = |id: &str| concept(taxonomy.find(id).expect(id), &taxonomy, 60, Language::English);
        for (id, name) in [
            ("slurm", "Slurm"),
            ("cluster-operation", "cluster operation"),
            ("linux-administration", "Linux administration"),
            ("gpu-kernel-optimization", "GPU kernel optimization"),
            ("infiniband", "InfiniBand"),
            ("code-review", "code review"),
            ("spark-tuning", "Spark performance tuning"),
        ] {
            assert_eq!(named(id), name);
        }
        assert_eq!(family("Research computing support", Language::English), "research computing support");
        assert_eq!(family("Compilers, runtimes and drivers", Language::English), "compilers, runtimes and drivers");
        assert_eq!(family("SRE, DevOps and cloud", Language::English), "SRE, DevOps and cloud");
        assert_eq!(family("Enterprise IT", Language::English), "enterprise IT");
    }

    #[test]
    fn asides_of_many_words_are_left_out() {
        assert_eq!(without_aside("IBM Storage Scale (GPFS)"), "IBM Storage Scale (GPFS)");
        assert_eq!(without_aside("Hosted monitoring (Datadog, New Relic)"), "Hosted monitoring");
    }
}
