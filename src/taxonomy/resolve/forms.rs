//! The forms in which people write a known name: plurals, versions, makers before or behind it, general words behind it, other
//! spellings, its site.
//!
//! No guessing: whatever is left after the decoration must be a label, letter for letter.

use crate::taxonomy::scheme::Taxonomy;
use crate::taxonomy::spelling::spelled_elsewhere;
use crate::taxonomy::{ConceptId, ConceptKind};

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
    "accelerator", "accelerators", "adapter", "adapters", "admin", "administration", "administrator", "api",
    "api gateway", "apis", "app", "application", "applications", "apps", "architecture", "automation",
    "automation server", "automation tool", "basics", "batch system", "board", "boards", "build system", "card",
    "cards", "certification", "certified", "chip", "chips", "cli", "cluster", "clusters", "coding", "compiler",
    "compilers", "configuration", "configuration management", "container", "container orchestration",
    "container platform", "container runtime", "containers", "cpu", "cpus", "dashboard", "dashboards",
    "data warehouse", "database", "databases", "db", "debugger", "deep learning framework", "deep learning library",
    "deployment", "deployments", "desktop", "developer", "development", "distributed file system", "distribution",
    "distro", "emulator", "engine", "engineer", "engineering", "environment", "environments", "experience",
    "expertise", "file format", "file system", "file systems", "filesystem", "filesystems", "format", "framework",
    "frameworks", "fundamentals", "game engine", "gpu", "gpu computing", "gpus", "graph database", "graph db", "hpc",
    "hypervisor", "iac", "image", "images", "in memory database", "infrastructure", "installation", "instance",
    "instances", "integration", "interconnect", "interface", "internals", "interpreter", "job", "job scheduler",
    "jobs", "key value store", "knowledge", "kubernetes distribution", "language", "libraries", "library",
    "load balancer", "machine learning framework", "machine learning library", "management", "message broker",
    "migration", "monitoring", "monitoring system", "network", "networking", "networks", "nosql database",
    "object storage", "object store", "operating system", "operating systems", "operations", "orchestration", "os",
    "package", "package manager", "parallel", "parallel file system", "parallel filesystem", "pipeline", "pipelines",
    "platform", "platforms", "plugin", "plugins", "processor", "processors", "product", "products", "profiler",
    "programming", "programming language", "project", "protocol", "query language", "relational database", "release",
    "resource manager", "runtime", "scheduler", "schedulers", "scheduling", "scripting", "scripting language",
    "scripts", "sdk", "search engine", "server", "servers", "service", "service mesh", "services", "simulator",
    "skills", "software", "solution", "solutions", "specification", "stack", "standard", "storage",
    "stream processing", "suite", "supercomputer", "support", "switch", "switches", "syntax", "system", "systems",
    "technologies", "technology", "time series", "time series database", "tool", "toolkit", "tools", "troubleshooting",
    "tuning", "user", "vector database", "version", "version control", "virtualization", "visualization",
    "web framework", "web server", "workflow", "workflows", "workload manager", "workload managers",
];

/// General words that mean another thing behind the name of anything else: the Nomad Network is no scheduler.
const TELLING: &[(&[&str], &[&str])] = &[
    (&["network", "networks", "switch", "switches"], &["interconnect", "networking", "cloud"]),
    (&["database", "databases", "db"], &["databases", "data_engineering", "cloud", "machine_learning", "enterprise"]),
    (
        &["file system", "file systems", "filesystem", "filesystems"],
        &["parallel_storage", "storage", "data_engineering", "cloud"],
    ),
];

/// Makers by several names: who bought them, or how else they are written.
const SAME_MAKER: &[&[&str]] = &[
    &["amazon", "amazon web services", "aws"],
    &["azure", "microsoft azure"],
    &["dell", "dell emc", "emc"],
    &["gcp", "google", "google cloud"],
    &["hewlett packard", "hewlett packard enterprise", "hp", "hpe"],
    &["hf", "hugging face", "huggingface"],
    &["k8s", "kubernetes"],
    &["facebook", "meta"],
    &["mellanox", "nvidia", "nvidia mellanox"],
    &["microsoft", "ms"],
    &["oci", "oracle cloud"],
    &["red hat", "redhat"],
];

/// Words before a name that are no maker's.
const NO_MAKERS: &[&str] =
    &["advanced", "basic", "kubernetes", "linux", "modern", "open source", "opensource", "tesla", "the"];

/// What follows the name of a project whose site is meant: `kubernetes.io`.
const SITES: &[&str] = &[".ai", ".com", ".dev", ".io", ".org"];

/// The concept of a label, whatever decoration it wears.
pub(super) fn decorated(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    if name.is_empty() {
        return None;
    }
    undressed(taxonomy, name, 3)
        .or_else(|| of_many(taxonomy, name))
        .or_else(|| respelled(taxonomy, name))
        .or_else(|| taxonomy.fuzzy.glued(name, &taxonomy.labels))
        .or_else(|| with_maker_behind(taxonomy, name))
        .or_else(|| of_site(taxonomy, name))
        .or_else(|| initials(taxonomy, name))
}

/// Whether it is the name of a maker, and of nothing else: `Apache`, `HashiCorp`.
pub(super) fn is_maker(name: &str) -> bool {
    MAKERS.binary_search(&name).is_ok() && !NO_MAKERS.contains(&name)
}

/// `Terraform by HashiCorp`, `ESXi VMware`, `HashiCorp's Terraform`: the maker's name before it is tried first, for Triton is not what
/// NVIDIA's Triton is.
fn with_maker_behind(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let of_maker = |maker: &str, rest: &str| {
        let get = |text: &str| taxonomy.labels.get(text).map(|label| label.concept);
        get(&format!("{maker} {rest}")).or_else(|| undressed(taxonomy, rest, 1)).filter(|c| !is_site(taxonomy, *c))
    };
    if let Some((maker, rest)) = name.split_once("'s ").filter(|(maker, _)| is_maker(maker)) {
        return of_maker(maker, rest);
    }
    name.rmatch_indices(' ').take(3).find_map(|(at, _)| {
        let maker = name[at..].trim_start();
        let rest = name[..at].trim_end();
        let rest = [" by", " from", ","].iter().find_map(|link| rest.strip_suffix(link)).unwrap_or(rest);
        is_maker(maker).then(|| of_maker(maker, rest)).flatten()
    })
}

/// `kubernetes.io`; behind a name of the web `.js` says nothing either.
fn of_site(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let get = |rest: &str| taxonomy.labels.get(rest).map(|label| label.concept);
    let js = || get(name.strip_suffix(".js")?).filter(|concept| taxonomy.area_id(*concept) == "web");
    SITES.iter().find_map(|site| get(name.strip_suffix(site)?)).or_else(js)
}

/// `A.I.`, `H.P.C.`.
fn initials(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let letters: Vec<&str> = name.trim_end_matches('.').split('.').collect();
    let single = letters.len() > 1 && letters.iter().all(|letter| letter.chars().count() == 1);
    single.then(|| taxonomy.labels.get(&letters.concat())).flatten().map(|label| label.concept)
}

/// Machines and sites have no maker before their names: Amazon Aurora is no supercomputer.
fn is_site(taxonomy: &Taxonomy, concept: ConceptId) -> bool {
    taxonomy.area_id(concept) == "systems"
}

/// The name without maker and general words, when it has any: what a typing error is looked for in.
pub(super) fn core(name: &str) -> Option<&str> {
    let bare = without_maker(name).unwrap_or(name);
    let bare = without_version(bare).unwrap_or(bare);
    let bare = without_trailer(bare).map_or(bare, |(name, _)| name);
    (bare.len() < name.len()).then_some(bare)
}

/// The one of a label that is in the plural: `Building automation system` of `Building automation systems`.
fn of_many(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let several = name.contains(' ') && !name.ends_with('s');
    several.then(|| taxonomy.labels.get(&format!("{name}s"))).flatten().map(|label| label.concept)
}

fn undressed(taxonomy: &Taxonomy, name: &str, layers: u8) -> Option<ConceptId> {
    let get = |text: &str| taxonomy.labels.get(text).map(|label| label.concept);
    if let Some(concept) = get(name).or_else(|| get(singular(name)?)) {
        return Some(concept);
    }
    let layers = layers.checked_sub(1)?;
    without_version(name)
        .and_then(|rest| undressed(taxonomy, rest, layers))
        // A number behind a machine is another machine.
        .filter(|concept| taxonomy.concept(*concept).kind != ConceptKind::Hardware)
        .or_else(|| of_same_maker(taxonomy, name))
        .or_else(|| {
            // The general word first: Azure DevOps Services are no DevOps services.
            let (rest, word) = without_trailer(name)?;
            undressed(taxonomy, rest, layers).filter(|concept| may_follow(taxonomy, word, *concept))
        })
        .or_else(|| undressed(taxonomy, without_maker(name)?, layers).filter(|concept| !is_site(taxonomy, *concept)))
}

/// The same name behind another name of its maker: `Google Cloud BigQuery`, `AWS SageMaker AI`.
fn of_same_maker(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    name.match_indices(' ').take(3).collect::<Vec<_>>().into_iter().rev().find_map(|(at, _)| {
        let (maker, rest) = (&name[..at], name[at..].trim_start());
        let others = SAME_MAKER.iter().find(|makers| makers.contains(&maker))?;
        others.iter().filter(|other| **other != maker).find_map(|other| {
            let label = taxonomy.labels.get(&format!("{other} {rest}"))?;
            Some(label.concept)
        })
    })
}

fn may_follow(taxonomy: &Taxonomy, word: &str, concept: ConceptId) -> bool {
    let told = TELLING.iter().find(|(words, _)| words.contains(&word));
    told.is_none_or(|(_, areas)| areas.contains(&taxonomy.area_id(concept)))
}

fn respelled(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    spelled_elsewhere(name).find_map(|text| undressed(taxonomy, &text, 2))
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

/// The name and the general words behind it, as many as belong together.
fn without_trailer(text: &str) -> Option<(&str, &str)> {
    text.rmatch_indices(' ')
        .take(3)
        .map(|(at, _)| (text[..at].trim_end(), text[at..].trim_start()))
        .filter(|(_, word)| TRAILERS.binary_search(word).is_ok())
        .last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_search() {
        assert!(MAKERS.is_sorted() && TRAILERS.is_sorted());
        assert!(NO_MAKERS.iter().all(|word| MAKERS.contains(word)));
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
