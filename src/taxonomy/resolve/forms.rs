//! The forms in which people write a known name: plurals, versions, makers before it, general words behind it, other spellings.
//!
//! No guessing: whatever is left after the decoration must be a label, letter for letter.

use crate::taxonomy::ConceptId;
use crate::taxonomy::scheme::Taxonomy;

/// Words that people put before a product's name: its maker, its project's home, or how well they know it.
const MAKERS: &[&str] = &[
    "adaptive computing", "advanced", "altair", "amazon", "amd", "apache", "apple", "arista", "arm", "atlassian",
    "aws", "azure", "basic", "broadcom", "canonical", "cisco", "cncf", "coreweave", "cray", "ddn", "dell", "dell emc",
    "emc", "excelero", "facebook", "fraunhofer", "gcp", "gnu", "google", "google cloud", "hashicorp",
    "hewlett packard", "hewlett packard enterprise", "hp", "hpe", "huawei", "hugging face", "huggingface", "ibm",
    "intel", "juniper", "kubernetes", "lenovo", "linux", "llnl", "mellanox", "meta", "microsoft", "modern", "ms",
    "netapp", "nvidia", "nvidia mellanox", "open source", "openai", "opensource", "oracle", "oracle cloud", "red hat",
    "redhat", "schedmd", "sun", "supermicro", "suse", "tesla", "the", "thinkparq", "univa", "vmware",
];

/// General words that people put after a skill's name.
const TRAILERS: &[&str] = &[
    "adapter", "adapters", "admin", "administration", "administrator", "api", "apis", "app", "application",
    "applications", "apps", "architecture", "automation", "basics", "card", "cards", "certification", "certified",
    "cluster", "clusters", "containers", "database", "databases", "db", "debugger", "deployment", "deployments",
    "developer", "development", "emulator", "engineer", "engineering", "environment", "environments", "experience",
    "expertise", "file system", "file systems", "filesystem", "filesystems", "framework", "frameworks", "fundamentals",
    "gpu", "gpus", "hpc", "infrastructure", "instance", "instances", "internals", "job", "jobs", "knowledge",
    "language", "libraries", "library", "management", "migration", "monitoring", "network", "networking", "networks",
    "operations", "orchestration", "os", "package", "parallel", "platform", "platforms", "product", "products",
    "profiler", "programming", "project", "protocol", "release", "scheduler", "schedulers", "scheduling", "scripting",
    "scripts", "sdk", "server", "servers", "service", "services", "simulator", "skills", "software", "solution",
    "solutions", "stack", "storage", "suite", "support", "switch", "switches", "system", "systems", "technologies",
    "technology", "tool", "toolkit", "tools", "troubleshooting", "tuning", "user", "version", "workload manager",
];

/// A British ending and the American one, as they stand within words.
type Spelling = (&'static str, &'static str);

const SPELLINGS: &[Spelling] = &[
    ("isation", "ization"),
    ("ising", "izing"),
    ("ised", "ized"),
    ("centre", "center"),
    ("modelling", "modeling"),
    ("labelling", "labeling"),
    ("behaviour", "behavior"),
    ("fibre", "fiber"),
    ("queueing", "queuing"),
];

/// The concept of a label, whatever decoration it wears.
pub(super) fn decorated(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    if name.is_empty() {
        return None;
    }
    undressed(taxonomy, name, 3)
        .or_else(|| of_many(taxonomy, name))
        .or_else(|| respelled(taxonomy, name))
        .or_else(|| taxonomy.fuzzy.glued(name))
}

/// The name without maker and general words, when it has any: what a typing error is looked for in.
pub(super) fn core(name: &str) -> Option<&str> {
    let bare = without_maker(name).unwrap_or(name);
    let bare = without_version(bare).unwrap_or(bare);
    let bare = without_trailer(bare).unwrap_or(bare);
    (bare.len() < name.len()).then_some(bare)
}

/// The one of a label that is in the plural: `Building automation system` of `Building automation systems`.
fn of_many(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let several = name.contains(' ') && !name.ends_with('s');
    several.then(|| taxonomy.labels.get(format!("{name}s").as_str())).flatten().map(|label| label.concept)
}

fn undressed(taxonomy: &Taxonomy, name: &str, layers: u8) -> Option<ConceptId> {
    let get = |text: &str| taxonomy.labels.get(text).map(|label| label.concept);
    if let Some(concept) = get(name).or_else(|| get(singular(name)?)) {
        return Some(concept);
    }
    let layers = layers.checked_sub(1)?;
    without_version(name)
        .and_then(|rest| undressed(taxonomy, rest, layers))
        .or_else(|| {
            // Machines and sites have no maker before their names: Amazon Aurora is no supercomputer.
            undressed(taxonomy, without_maker(name)?, layers).filter(|concept| taxonomy.area_id(*concept) != "systems")
        })
        .or_else(|| undressed(taxonomy, without_trailer(name)?, layers))
}

fn respelled(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let as_written = |from: fn(&Spelling) -> &str, to: fn(&Spelling) -> &str| {
        let mut respelled: Option<String> = None;
        for spelling in SPELLINGS {
            let text = respelled.as_deref().unwrap_or(name);
            if text.contains(from(spelling)) {
                respelled = Some(text.replace(from(spelling), to(spelling)));
            }
        }
        respelled.filter(|text| text != name)
    };
    let american = as_written(|spelling| spelling.0, |spelling| spelling.1);
    let british = as_written(|spelling| spelling.1, |spelling| spelling.0);
    [american, british].into_iter().flatten().find_map(|text| undressed(taxonomy, &text, 2))
}

fn singular(text: &str) -> Option<&str> {
    let stem = text.strip_suffix('s')?;
    let stem = match stem.strip_suffix('e') {
        Some(shorter) if ["ch", "sh", "x", "ss"].iter().any(|end| shorter.ends_with(end)) => shorter,
        _ => stem,
    };
    (stem.len() >= 3 && !stem.ends_with('s') || stem.ends_with("ss")).then_some(stem)
}

/// `Python 3.11`, `RHEL 8/9`, `Slurm v23`, `CUDA12`: a number is a version when a name of four letters or a space precedes it.
fn without_version(text: &str) -> Option<&str> {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit() || ".x+/".contains(c));
    let version = &text[before.len()..];
    if !version.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Some(name) = before.strip_suffix(" v").or_else(|| before.strip_suffix(' ')) {
        return Some(name);
    }
    (before.len() >= 4 && before.chars().all(|c| c.is_ascii_alphabetic())).then_some(before)
}

fn without_maker(text: &str) -> Option<&str> {
    // The longest maker first: `google cloud` before `google`.
    text.match_indices(' ')
        .take(3)
        .filter(|(at, _)| MAKERS.binary_search(&&text[..*at]).is_ok())
        .last()
        .map(|(at, _)| text[at..].trim_start())
}

fn without_trailer(text: &str) -> Option<&str> {
    text.rmatch_indices(' ')
        .take(2)
        .filter(|(at, _)| TRAILERS.binary_search(&text[*at..].trim_start()).is_ok())
        .last()
        .map(|(at, _)| text[..at].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_search() {
        assert!(MAKERS.is_sorted() && TRAILERS.is_sorted());
    }

    #[test]
    fn only_numbers_after_a_name_are_versions() {
        for (text, rest) in [("slurm 23.11", "slurm"), ("rhel 8/9", "rhel"), ("cuda12", "cuda"), ("numpy v2", "numpy")]
        {
            assert_eq!(without_version(text), Some(rest), "{text}");
        }
        for text in ["h100", "s3", "mi300x", "python", "ipv6", "3"] {
            assert_eq!(without_version(text), None, "{text}");
        }
    }

    #[test]
    fn the_longest_maker_is_taken_off() {
        assert_eq!(without_maker("google cloud storage"), Some("storage"));
        assert_eq!(without_maker("amazonas river"), None);
    }

    #[test]
    fn plurals_lose_their_ending() {
        assert_eq!(singular("switches"), Some("switch"));
        assert_eq!(singular("clusters"), Some("cluster"));
        assert_eq!(singular("gas"), None);
    }
}
