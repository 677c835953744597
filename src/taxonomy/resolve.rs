//! From a skill's name to a concept: exact, decorated, composed, or misspelled, and never a look-alike.
//!
//! Not for running text: nothing here looks at what stands around a name.

mod forms;
mod order;
mod typing;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Deserialize, Serialize};

use super::labels::Labels;
use super::scheme::Taxonomy;
use super::{ConceptId, ConceptKind, fold};
use forms::{decorated, is_maker};
use order::WordOrder;
use typing::Typing;

/// What a name resolved to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolution {
    /// The concept, or none when the name is unrecognized.
    pub concept: Option<ConceptId>,
    /// How it was found.
    pub matched_by: MatchedBy,
}

/// How a name was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MatchedBy {
    /// It is the preferred label.
    Preferred,
    /// It is an alias.
    Alias,
    /// It is a known misspelling or odd form.
    Hidden,
    /// It is a label in another form: plural, version, vendor's name before it, a general word after it, glued or split,
    /// with its abbreviation in brackets.
    Inflected,
    /// It is a label with a typing error.
    Fuzzy,
    /// It is not known.
    Unrecognized,
}

/// A longer text is no name; it resolves only when it is a label as it stands.
const MAX_NAME_LEN: usize = 120;
/// An abbreviation has so many letters at most.
const MAX_SHORT_LEN: usize = 4;

/// Words that say how a bracket relates to the name before it.
const ASIDES: &[&str] = &[
    "formerly known as", "formerly", "previously known as", "previously", "also known as", "aka", "a.k.a.", "fka",
    "now", "ex",
];

/// What stands between two names of one thing.
const SEPARATORS: &[&str] = &[" / ", "/", ": ", " | ", ", ", "; ", " formerly ", " aka ", " or ", " now "];

pub(super) fn resolve(taxonomy: &Taxonomy, name: &str) -> Resolution {
    let folded = fold(name);
    if let Some(label) = taxonomy.labels.get(&folded) {
        return Resolution { concept: Some(label.concept), matched_by: label.matched_by };
    }
    let trimmed = trim(&folded);
    if trimmed.is_empty() || trimmed.len() > MAX_NAME_LEN {
        return Resolution { concept: None, matched_by: MatchedBy::Unrecognized };
    }
    if let Some(concept) = decorated(taxonomy, trimmed) {
        return Resolution { concept: Some(concept), matched_by: MatchedBy::Inflected };
    }
    match bracketed(taxonomy, trimmed) {
        Bracket::Known(concept) => return Resolution { concept: Some(concept), matched_by: MatchedBy::Inflected },
        Bracket::Contradicted => return Resolution { concept: None, matched_by: MatchedBy::Unrecognized },
        Bracket::None => {}
    }
    let found = joined(taxonomy, trimmed)
        .or_else(|| side_by_side(taxonomy, trimmed))
        .or_else(|| tightened(taxonomy, trimmed))
        .or_else(|| turned(taxonomy, trimmed));
    if let Some(concept) = found {
        return Resolution { concept: Some(concept), matched_by: MatchedBy::Inflected };
    }
    let bare = trimmed.split_once('(').map_or(trimmed, |(before, _)| before.trim());
    let core = forms::core(bare).filter(|core| !taxonomy.labels.contains(core));
    let mistyped = |name: &str| taxonomy.fuzzy.0.find(name, &taxonomy.labels);
    match mistyped(bare).or_else(|| mistyped(core?)) {
        Some(concept) => Resolution { concept: Some(concept), matched_by: MatchedBy::Fuzzy },
        None => Resolution { concept: None, matched_by: MatchedBy::Unrecognized },
    }
}

/// The labels in the forms by which misspelled and glued names are found.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct FuzzyIndex(Typing, WordOrder);

impl FuzzyIndex {
    pub(super) fn new(labels: &Labels) -> Self {
        Self(Typing::new(labels), WordOrder::new(labels))
    }

    fn glued(&self, name: &str, labels: &Labels) -> Option<ConceptId> {
        self.0.glued(name, labels)
    }
}

fn trim(folded: &str) -> &str {
    let edge = |c: char| !(c.is_alphanumeric() || "+#.()".contains(c));
    folded.trim_matches(edge).trim_end_matches('.').trim_end_matches(edge)
}

enum Bracket {
    Known(ConceptId),
    /// The bracket spells the abbreviation out as something else: `UVM (unified virtual memory)`.
    Contradicted,
    None,
}

/// `Slurm (workload manager)`, `Portable Batch System (PBS)`, `GPFS (now Storage Scale)`.
fn bracketed(taxonomy: &Taxonomy, name: &str) -> Bracket {
    let Some((before, rest)) = name.split_once('(') else { return Bracket::None };
    let (within, after) = rest.split_once(')').unwrap_or((rest, ""));
    let before = before.trim();
    let within = trim(within.trim());
    // The Triton of NVIDIA is not the Triton of OpenAI.
    if after.is_empty()
        && is_maker(within)
        && let Some(label) = taxonomy.labels.get(&format!("{within} {before}"))
    {
        return Bracket::Known(label.concept);
    }
    let within =
        ASIDES.iter().find_map(|aside| within.strip_prefix(aside)?.strip_prefix(' ')).map_or(within, str::trim);
    let outside = decorated(taxonomy, before).or_else(|| match after.trim() {
        "" => side_by_side(taxonomy, before),
        after => decorated(taxonomy, &format!("{before} {after}")),
    });
    let inside = decorated(taxonomy, within).or_else(|| side_by_side(taxonomy, within));
    match (outside, inside) {
        (Some(_), Some(inside)) if spells_out(within, before) => Bracket::Known(inside),
        (Some(_), Some(inside)) if is_short_for(taxonomy, before, within, inside) => Bracket::Known(inside),
        (Some(outside), None) if spells_out(within, before) && !shares_words(taxonomy, outside, within) => {
            Bracket::Contradicted
        }
        (Some(concept), _) | (None, Some(concept)) => Bracket::Known(concept),
        (None, None) => Bracket::None,
    }
}

/// Whether an ambiguous abbreviation is told by the name in its bracket: `TF (Terraform)`.
fn is_short_for(taxonomy: &Taxonomy, short: &str, name: &str, concept: ConceptId) -> bool {
    let mut letters = name.chars();
    let kind = taxonomy.concept(concept).kind;
    short.len() <= MAX_SHORT_LEN
        && !name.contains(' ')
        && matches!(kind, ConceptKind::Tool | ConceptKind::Hardware | ConceptKind::Language)
        && taxonomy.labels.get(short).is_some_and(|label| label.ambiguous)
        && short.chars().next() == name.chars().next()
        && short.chars().all(|letter| letters.any(|other| other == letter))
}

/// Whether the words' initials make the abbreviation, small words counted or not.
fn spells_out(words: &str, abbreviation: &str) -> bool {
    const SMALL: &[&str] = &["of", "and", "for", "the", "to", "in", "over", "on", "as", "a"];
    let is_word = |word: &&str| !word.is_empty();
    let split = || words.split([' ', '/', '&']).filter(is_word);
    split().count() > 1
        && (split().filter_map(|word| word.chars().next()).eq(abbreviation.chars())
            || split()
                .filter(|word| !SMALL.contains(word))
                .filter_map(|word| word.chars().next())
                .eq(abbreviation.chars()))
}

/// Whether at least half of the words occur in the concept's labels.
fn shares_words(taxonomy: &Taxonomy, concept: ConceptId, words: &str) -> bool {
    let stem = |word: &str| word.chars().take(7).collect::<String>();
    let stems: Vec<String> = words.split([' ', '/']).filter(|word| word.len() > 2).map(stem).collect();
    let concept = taxonomy.concept(concept);
    let known: Vec<String> = std::iter::once(&concept.label)
        .chain(&concept.aliases)
        .chain(&concept.hidden)
        .flat_map(|label| fold(label).split([' ', '/']).map(stem).collect::<Vec<_>>())
        .collect();
    2 * stems.iter().filter(|word| known.contains(word)).count() >= stems.len()
}

/// Several names of one thing, `Singularity / Apptainer`, or a heading and a name, `Scheduler: Slurm`.
fn joined(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let separator = SEPARATORS.iter().find(|separator| name.contains(*separator))?;
    let mut known: Option<ConceptId> = None;
    let mut unknown = false;
    for part in name.split(separator).take(6) {
        match decorated(taxonomy, trim(part)) {
            Some(concept) => {
                known = Some(match known {
                    None => concept,
                    Some(other) => narrower(taxonomy, other, concept)?,
                });
            }
            None => unknown = true,
        }
    }
    known.filter(|_| !unknown || *separator == ": ")
}

/// Two labels of one thing or of a kind and a member of it: `Volta V100`, `CKA Certified Kubernetes Administrator`.
fn side_by_side(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    name.match_indices(' ').take(10).find_map(|(at, _)| {
        let (first, second) = (name[..at].trim(), name[at..].trim());
        narrower(taxonomy, decorated(taxonomy, first)?, decorated(taxonomy, second)?)
    })
}

/// `CI / CD`, `Research and Development` for `R&D` and the like: what joins two words of one name in another sign.
fn tightened(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    const JOINTS: &[&str] = &[" / ", "/", " & ", "&", " and ", " + ", "+"];
    let joint = JOINTS.iter().find(|joint| name.contains(*joint))?;
    JOINTS
        .iter()
        .filter(|other| *other != joint)
        .find_map(|other| taxonomy.labels.get(&name.replace(joint, other)).map(|label| label.concept))
}

/// The words of a label in another order: `computing, high performance`, `administration of Linux`.
fn turned(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    // What is a list of names is no name in another order.
    let listed = name.contains(',') && name.split(',').all(|part| decorated(taxonomy, trim(part)).is_some());
    (!listed).then(|| taxonomy.fuzzy.1.find(name, &taxonomy.labels)).flatten()
}

/// The narrower of two concepts of which one is a kind of the other.
fn narrower(taxonomy: &Taxonomy, a: ConceptId, b: ConceptId) -> Option<ConceptId> {
    if is_a(taxonomy, a, b, 4) {
        return Some(a);
    }
    is_a(taxonomy, b, a, 4).then_some(b)
}

fn is_a(taxonomy: &Taxonomy, narrow: ConceptId, broad: ConceptId, steps: u8) -> bool {
    narrow == broad
        || (steps > 0
            && taxonomy.concept(narrow).broader.iter().any(|parent| is_a(taxonomy, *parent, broad, steps - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> String {
        let taxonomy = Taxonomy::builtin();
        taxonomy.resolve(name).concept.map_or_else(|| "-".to_owned(), |c| taxonomy.concept(c).id.to_string())
    }

    #[test]
    fn names_resolve_in_the_forms_that_people_write() {
        for (name, concept) in [
            ("Slurm", "slurm"),
            ("slurm workload manager", "slurm"),
            ("SLURM (scheduler)", "slurm"),
            ("IBM Spectrum Scale", "gpfs"),
            ("Storage Scale", "gpfs"),
            ("golang", "go"),
            ("Python 3.11", "python"),
            ("py3", "python"),
            ("CUDA programming", "cuda"),
            ("NVIDIA CUDA", "cuda"),
            ("Amazon S3", "aws-s3"),
            ("AWS S3", "aws-s3"),
            ("C++17", "cplusplus"),
            ("k8s", "kubernetes"),
            ("All\u{2011}Reduce", "collective-communication"),
        ] {
            assert_eq!(id(name), concept, "{name}");
        }
    }

    #[test]
    fn typing_errors_are_forgiven() {
        for (name, concept) in [
            ("Kuberentes", "kubernetes"),
            ("infinband", "infiniband"),
            ("Slrum", "slurm"),
            ("Lsutre", "lustre"),
            ("Tensroflow", "tensorflow"),
            ("Promethues", "prometheus"),
            ("Terrafrom", "terraform"),
        ] {
            assert_eq!(id(name), concept, "{name}");
        }
    }

    #[test]
    fn look_alikes_are_never_confused() {
        for (a, b) in [
            ("RoCE", "ROCm"),
            ("Java", "JavaScript"),
            ("OpenMP", "Open MPI"),
            ("OpenMP", "OpenMPI"),
            ("C", "C++"),
            ("C++", "C#"),
            ("C", "C#"),
            ("NVMe", "NVLink"),
            ("MPI", "MPS"),
            ("Slurm", "Slack"),
            ("Flask", "Flash"),
            ("Scala", "Scale"),
            ("Spark", "Sparc"),
            ("H100", "H200"),
            ("A100", "A10"),
            ("Triton Inference Server", "Triton language"),
            ("PBS", "pbx"),
            ("Ceph", "Chef"),
        ] {
            let (first, second) = (id(a), id(b));
            assert!(first != second || first == "-", "{a} and {b} are both {first}");
        }
    }

    #[test]
    fn names_are_found_in_brackets_and_beside_each_other() {
        for (name, concept) in [
            ("Portable Batch System (PBS)", "openpbs"),
            ("CKA: Certified Kubernetes Administrator", "cka"),
            ("GPFS (now IBM Storage Scale)", "gpfs"),
            ("Singularity / Apptainer", "apptainer"),
            ("Volta V100", "v100"),
            ("sungridengine", "grid-engine"),
            ("Amazon Elastic Kubernetes Service (EKS)", "amazon-eks"),
            ("server virtualisation", "virtualization"),
        ] {
            assert_eq!(id(name), concept, "{name}");
        }
    }

    #[test]
    fn makers_sites_and_general_words_are_no_part_of_a_name() {
        for (name, concept) in [
            ("Terraform by HashiCorp", "terraform"),
            ("HashiCorp's Terraform", "terraform"),
            ("ESXi VMware", "vmware-esxi"),
            ("Triton (NVIDIA)", "triton-inference-server"),
            ("AWS SageMaker AI", "sagemaker"),
            ("Azure DevOps Services", "azure-devops"),
            ("kubernetes.io", "kubernetes"),
            ("Redis in-memory database", "redis"),
            ("Neo4j graph database", "neo4j"),
            ("Node.js runtime", "nodejs"),
            ("H.P.C.", "hpc"),
            ("CI / CD", "ci-cd"),
        ] {
            assert_eq!(id(name), concept, "{name}");
        }
        for (name, other) in [("Nomad Network", "nomad"), ("Ray DB", "ray"), ("GeForce RTX 7070", "rtx")] {
            assert_ne!(id(name), other, "{name}");
        }
    }

    #[test]
    fn words_in_another_order_are_the_same_name() {
        for (name, concept) in [
            ("computing, high performance", "hpc"),
            ("administration of Linux", "linux-administration"),
            ("learning, deep", "deep-learning"),
        ] {
            assert_eq!(id(name), concept, "{name}");
        }
        assert_eq!(id("Lustre, Slurm"), "-", "a list of names is none");
    }

    #[test]
    fn an_abbreviation_spelled_out_otherwise_is_another_thing() {
        for name in ["UVM (unified virtual memory)", "IB (International Baccalaureate)", "MIG (managed instance group)"]
        {
            assert_eq!(id(name), "-", "{name}");
        }
    }

    #[test]
    fn makers_do_not_make_machines_of_their_products() {
        assert_ne!(id("Apache Aurora"), "aurora-system");
        assert_ne!(id("Microsoft Access"), "access-ci");
    }

    #[test]
    fn long_texts_are_no_names() {
        assert_eq!(id(&"slurm ".repeat(200_000)), "-");
        assert_eq!(id(&"a/".repeat(500_000)), "-");
    }

    #[test]
    fn what_is_not_known_stays_unrecognized() {
        for name in ["", "zorble", "underwater basket weaving", "x", "🦀"] {
            assert_eq!(id(name), "-", "{name}");
        }
    }
}
