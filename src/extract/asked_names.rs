//! What a recruiter's own lists ask: names, names with details, and whole phrases (`5+ years of Slurm`, `Lustre or GPFS`).
//!
//! What a description asks in prose is in `posting`.

use super::candidate::tenths;
use super::extractor::Extractor;
use super::facts::Source;
use super::lists;
use super::mention::{Mention, MentionKind};
use super::posting::{InferredRequirement, requirements};
use super::role_facts::{RequirementFact, RequirementOption};
use super::sections::Sections;
use super::terms::Reading;
use super::text::Text;
use super::words::{Words, words};
use super::years::years_mentions;
use crate::domain::{Necessity, Requirement, Role};
use crate::taxonomy::{MatchedBy, PerMille, fold};

/// Words of a phrase that say how much of a skill is asked, not which.
const FILLERS: Words = words!(lists::ASKED_NAMES_FILLERS);
/// A longer text is a sentence of its own kind, which is kept as it stands.
const MAX_PHRASE_LEN: usize = 120;

/// The requirements of a role's lists, in their order.
pub(super) fn stated_requirements(role: &Role, extractor: &Extractor) -> Vec<RequirementFact> {
    let lists = [(&role.must_have, Necessity::MustHave), (&role.nice_to_have, Necessity::NiceToHave)];
    let numbered = lists.into_iter().flat_map(|(list, necessity)| {
        list.iter()
            .enumerate()
            .map(move |(number, requirement)| (requirement, necessity, format!("/{necessity}/{number}")))
    });
    numbered.flat_map(|(requirement, necessity, pointer)| stated(requirement, necessity, &pointer, extractor)).collect()
}

fn stated(
    requirement: &Requirement,
    necessity: Necessity,
    pointer: &str,
    extractor: &Extractor,
) -> Vec<RequirementFact> {
    let taxonomy = extractor.taxonomy();
    let (names, min_years, weight, gate): (Vec<&str>, _, _, _) = match requirement {
        Requirement::Name(name) => (vec![name], None, None, false),
        Requirement::Detailed(detail) => {
            let names = detail.name.iter().chain(&detail.any_of).map(String::as_str).collect();
            (names, detail.min_years, detail.weight, detail.gate)
        }
    };
    let fact = |label: &str, options: Vec<RequirementOption>, years: Option<u16>| RequirementFact {
        label: label.into(),
        options,
        necessity,
        min_years_tenths: min_years.map(tenths).or(years),
        multiplier: weight.map_or(1000, multiplier),
        gate: gate && necessity.is_must(),
        strength: PerMille::ONE,
        inferred: false,
        source: Source { pointer: pointer.into(), quote: names.join(" | ").into() },
    };
    let concepts =
        |asked: &InferredRequirement| asked.options.iter().copied().map(RequirementOption::Concept).collect();
    if let [name] = names.as_slice() {
        match phrase(name, extractor).as_slice() {
            [] => {}
            [asked] => return vec![fact(name, concepts(asked), asked.min_years_tenths)],
            // `Slurm and Lustre` are two.
            several => {
                let label = |asked: &InferredRequirement| {
                    let labels = asked.options.iter().map(|id| &*taxonomy.concept(*id).label);
                    labels.collect::<Vec<_>>().join(" | ")
                };
                return several.iter().map(|one| fact(&label(one), concepts(one), one.min_years_tenths)).collect();
            }
        }
    }
    let option = |name: &&str| match taxonomy.resolve(name).concept {
        Some(concept) => RequirementOption::Concept(concept),
        None => RequirementOption::Unrecognized(fold(name).into()),
    };
    vec![fact(&names.join(" | "), names.iter().map(option).collect(), None)]
}

/// What a phrase asks, where it is no name of its own and says nothing beside the names in it.
fn phrase(name: &str, extractor: &Extractor) -> Vec<InferredRequirement> {
    let taxonomy = extractor.taxonomy();
    let known = taxonomy.resolve(name);
    let listed = name.contains(['/', ',']);
    if name.len() > MAX_PHRASE_LEN || (known.concept.is_some() && !(listed && known.matched_by == MatchedBy::Alias)) {
        return Vec::new();
    }
    let text = Text::new(&format!("Required: {name}"));
    // What a phrase only sounds like is too wide for what it names.
    let named = |mention: &Mention| mention.by == MentionKind::Label;
    let mentions: Vec<Mention> = extractor.scan(&text).into_iter().filter(named).collect();
    if known.concept.is_some() && mentions.len() < 2 {
        return Vec::new();
    }
    let reading = Reading::new(&text);
    let years = years_mentions(&reading);
    let asked = requirements(&reading, &Sections::of(&text), &[], usize::MAX, &mentions, &years, taxonomy);
    if says_more(&text, &mentions) { Vec::new() } else { asked }
}

/// Whether words behind the lead name something that no mention covers.
fn says_more(text: &Text, mentions: &[Mention]) -> bool {
    (1..text.words().len()).any(|word| {
        let span = &text.words()[word];
        let named = mentions.iter().any(|m| m.span.start < span.end && span.start < m.span.end);
        let figure = text.word(word).starts_with(|c: char| c.is_ascii_digit());
        !(named || figure || text.is(word, FILLERS))
    })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "intake takes 0 to 100 only")]
fn multiplier(weight: f64) -> u32 {
    (weight.clamp(0.0, 100.0) * 1000.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    /// The options and years of each requirement that a list of one string makes; names that are not known in quotes.
    fn asked(name: &str) -> Vec<String> {
        let extractor = Extractor::new(Taxonomy::builtin());
        let role: Role = serde_json::from_value(serde_json::json!({"id": "r", "must_have": [name]})).expect("a role");
        let shown = |option: &RequirementOption| match option {
            RequirementOption::Concept(id) => extractor.taxonomy().concept(*id).id.to_string(),
            RequirementOption::Unrecognized(name) => format!("'{name}'"),
        };
        let fact = |fact: &RequirementFact| {
            let mut options: Vec<String> = fact.options.iter().map(shown).collect();
            options.sort();
            let years = fact.min_years_tenths.map_or(String::new(), |tenths| format!(" {tenths}"));
            format!("{}{years}", options.join("|"))
        };
        stated_requirements(&role, &extractor).iter().map(fact).collect()
    }

    #[test]
    fn phrases_in_lists_are_read() {
        for (name, expected) in [
            ("Slurm", "slurm"),
            ("Lustre or GPFS", "gpfs|lustre"),
            ("PyTorch / JAX", "jax|pytorch"),
            ("AWS/GCP/Azure", "aws|azure|gcp"),
            ("5+ years of Slurm", "slurm 50"),
            ("Experience with Kubernetes", "kubernetes"),
            ("Strong Python skills", "python"),
            ("Slurm and Lustre", "slurm; lustre"),
        ] {
            assert_eq!(asked(name).join("; "), expected, "{name}");
        }
    }

    #[test]
    fn what_says_more_than_it_names_is_kept_as_it_stands() {
        for name in ["Falcon plugin for Slurm", "Underwater basket weaving", "Quorum deduplication", "CI/CD"] {
            let asked = asked(name);
            assert!(asked.len() == 1 && (asked[0].starts_with('\'') || name == "CI/CD"), "{name}: {asked:?}");
        }
    }
}
