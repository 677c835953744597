//! Typing errors: which label a misspelled name was meant to be, when that is beyond doubt. Short names are hardly guessed at all,
//! everyday words never. What an error costs is in `crate::suggest`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::suggest::{Forms, glue, typing_errors};
use crate::taxonomy::ConceptId;
use crate::taxonomy::labels::Labels;
use crate::taxonomy::texts::Buckets;
use crate::taxonomy::word_hash::word_hash;

/// Shorter names are never guessed: `RoCE` and `ROCm`, `MPI` and `MPS` are one letter apart.
const SHORTEST_GUESS: usize = 4;
/// Glued names are shorter only by chance alike.
const SHORTEST_GLUED: usize = 5;
/// Names of so many letters are not guessed.
const MAX_GUESS_LEN: usize = 256;
/// Words and names that are one error from a label and mean themselves.
const EVERYDAY: &[&str] = &[
    "active", "adaptive", "alarming", "alter", "altern", "alters", "amber", "anchor", "anvil", "aria", "arise",
    "assemble", "assembled", "assemblies", "atomic", "attaching", "audit", "audited", "autom", "axure", "backed",
    "backing", "barrier", "bears", "beast", "beat", "beyond", "binding", "bits", "blinding", "blinking", "bounding",
    "branches", "branching", "brine", "bringing", "bytes", "caching", "calling", "candor", "catching", "cations",
    "cautious", "cent", "central", "chained", "checkpoint", "chefs", "chief", "chrono", "cider", "cinema", "circ",
    "circle", "circled", "clobber", "closure", "closures", "cloudron", "cobble", "cobblers", "coda", "colin",
    "collation", "collect", "collected", "collection", "collections", "collective", "collectively", "collects", "cols",
    "communicating", "compile", "compiled", "compiles", "complies", "compute", "computed", "computes", "concurrently",
    "conder", "confidence", "connect", "connected", "connects", "conserve", "console", "constrain", "constructing",
    "constructive", "constructor", "consulate", "consult", "contain", "contained", "contains", "context", "contra",
    "contrib", "control", "controls", "cool", "coral", "corners", "cosine", "courier", "course", "courses", "covering",
    "crashing", "create", "creations", "crux", "curves", "datalog", "decorate", "decrypt", "deepen", "deeper",
    "deepspeech", "defuse", "delegating", "deletion", "delivers", "direct", "directed", "directly", "director",
    "directs", "ditch", "division", "docket", "dockets", "driver", "drives", "drone", "electronic", "element",
    "elements", "embedded", "ember", "etching", "excl", "executor", "executors", "express", "expressed", "expresses",
    "extra", "failing", "falcon", "filling", "firing", "fixing", "flag", "flair", "flare", "fluent", "fluxes",
    "forming", "foundation", "framing", "fsync", "games", "generics", "geom", "germany", "globs", "gluten", "golo",
    "goofy", "grade", "grafted", "grape", "graphic", "graphical", "graphs", "harboured", "helmed", "hier", "hinder",
    "hpcc", "hyper", "hyperdx", "hyperlink", "iconic", "illustrate", "indexing", "infinite", "infinity", "informative",
    "initialize", "initiate", "insight", "inspect", "instance", "instant", "instants", "integrate", "interpret",
    "interpreted", "interprets", "intrinsic", "inversion", "invite", "invocation", "ionic", "italiano", "jenny",
    "joss", "journal", "julian", "jumble", "keepalive", "kept", "keystore", "korea", "kqueue", "lamp", "layer",
    "learning", "lent", "lightly", "limitation", "link", "linked", "linker", "linkers", "links", "linus", "list",
    "listing", "llegal", "locker", "locket", "logistic", "lotus", "lucent", "lustrous", "machines", "macros", "macs",
    "magenta", "magna", "mail", "maps", "market", "marking", "meal", "mech", "mental", "mentioning", "mess", "meta",
    "metrics", "microbenchmark", "mimi", "mini", "minion", "mist", "mitigation", "modus", "monad", "mono", "mops",
    "more", "moved", "mpsc", "msys", "multis", "multithread", "mutilation", "night", "nits", "nobody", "nomadic",
    "nsswitch", "ntop", "objective", "ocsp", "octane", "ones", "ooze", "opener", "openers", "opening", "opens",
    "openvas", "orange", "overflow", "pace", "packed", "packet", "panda", "parc", "parent", "parents", "parker",
    "parse", "parsed", "parser", "parses", "partnership", "pathos", "pear", "pedantic", "perfect", "perform",
    "performed", "performs", "permute", "personal", "pertaining", "phys", "physical", "pins", "pkey", "plugging",
    "plumb", "plume", "pocket", "polar", "polarity", "polygon", "poppet", "powers", "practice", "preceded", "pref",
    "prefetch", "presentation", "presented", "preserved", "pressed", "preview", "primitive", "printing",
    "privatization", "productive", "promise", "promises", "promoting", "proofing", "prophet", "providing", "ptrace",
    "publication", "puppets", "puppy", "quals", "quantus", "quest", "rabic", "rail", "rapid", "rays", "reacts",
    "recreating", "rect", "redact", "redesign", "redist", "redits", "reds", "region", "relations", "reordering",
    "reserve", "retain", "rewriting", "robots", "rock", "rocket", "rockets", "rubric", "sale", "salty", "sanitize",
    "sanitizer", "scalar", "scales", "scopes", "scorer", "scores", "sell", "sens", "separator", "serde", "series",
    "serves", "shades", "shard", "shards", "shifted", "short", "sift", "sigaltstack", "signal", "signaled", "signals",
    "simulates", "slang", "slat", "slate", "slite", "slow", "slum", "slurp", "slurs", "snowpack", "socket", "sort",
    "spar", "spatch", "spice", "spinner", "spite", "splits", "stack", "stacks", "staging", "standing", "staring",
    "stark", "starting", "stat", "stated", "stating", "staying", "storing", "stream", "streamline", "streams",
    "string", "structs", "strut", "submit", "submitting", "summer", "superior", "swallow", "sync", "synced", "systems",
    "tail", "tearing", "temp", "templ", "thanks", "theory", "threadpool", "timeouts", "timescale", "topics",
    "topography", "tracing", "tracking", "transaction", "transform", "transformed", "transforms", "transition",
    "translate", "translated", "treating", "trio", "triple", "triples", "triplet", "triplets", "tritium", "trust",
    "twin", "typhoon", "typoscript", "ulink", "unify", "unit", "unlink", "unread", "unseal", "vans", "various",
    "vaulted", "ventilator", "verb", "verbal", "vers", "versa", "vertex", "vision", "visualization", "vitest", "vote",
    "vulcan", "waited", "waiver", "walter", "watchdog", "watches", "water", "wavefront", "weak", "widows", "window",
    "windowed", "writer", "xact",
];

/// Labels by their letters without spaces: one of each concept's that have the same; and the forms of all labels, which are taken
/// when the first name is guessed.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Typing {
    glued: Buckets,
    #[borsh(skip)]
    forms: OnceLock<Forms>,
}

impl Typing {
    pub(super) fn new(labels: &Labels) -> Self {
        let mut index: BTreeMap<Box<str>, Option<(ConceptId, u32)>> = BTreeMap::new();
        for ((text, label), number) in labels.iter().zip(0..) {
            let glued = glue(text);
            if glued.len() < SHORTEST_GLUED {
                continue;
            }
            let known = index.entry(glued).or_insert(Some((label.concept, number)));
            // Two concepts of the same letters are neither.
            if known.is_some_and(|(concept, _)| concept != label.concept) {
                *known = None;
            }
        }
        let sure = index.iter().filter_map(|(glued, known)| Some((word_hash(glued.as_bytes()), known.as_ref()?.1)));
        Self { glued: Buckets::new(&sure.collect::<Vec<_>>()), forms: OnceLock::new() }
    }

    /// The concept whose label has the same letters, spaces and points aside: `sungridengine`, `Cycle Cloud`, `node js`.
    pub(super) fn glued(&self, name: &str, labels: &Labels) -> Option<ConceptId> {
        let glued = glue(name);
        if glued.len() < SHORTEST_GLUED {
            return None;
        }
        let is_it = |number: u32| glue(labels.texts().get(number as usize)) == glued;
        let number = self.glued.find(word_hash(glued.as_bytes()), is_it)?;
        Some(labels.concept(number as usize))
    }

    /// The one concept whose label is nearest, when it is near enough and no other concept is as near.
    pub(super) fn find(&self, name: &str, labels: &Labels) -> Option<ConceptId> {
        if EVERYDAY.binary_search(&name).is_ok() || name.chars().count() < SHORTEST_GUESS {
            return None;
        }
        let of_name: Forms = std::iter::once(name).collect();
        let form = of_name.get(0);
        let texts = labels.texts();
        let forms = self.forms.get_or_init(|| texts.iter().collect());
        let mut initials = name.chars();
        let (first, second) = (initials.next()?, initials.next()?);
        let mut best: Option<(u8, ConceptId)> = None;
        let mut tied = false;
        let swapped = (second != first).then_some(second);
        for initial in std::iter::once(first).chain(swapped) {
            // Labels stand in the order of the alphabet, those of one initial beside each other.
            let from = texts.partition_point(|text| text.chars().next() < Some(initial));
            let end = texts.partition_point(|text| text.chars().next() <= Some(initial));
            for number in from..end {
                let meant = forms.get(number);
                if !(SHORTEST_GUESS..MAX_GUESS_LEN).contains(&meant.length()) || !form.may_be(&meant) {
                    continue;
                }
                let label = labels.concept(number);
                let Some(cost) = typing_errors((name, &form), (texts.get(number), &meant)) else { continue };
                match best {
                    Some((least, _)) if cost > least => {}
                    Some((least, known)) if cost == least => tied |= known != label,
                    _ => {
                        best = Some((cost, label));
                        tied = false;
                    }
                }
            }
        }
        best.filter(|_| !tied).map(|(_, concept)| concept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_words_are_sorted_for_search() {
        assert!(EVERYDAY.is_sorted());
    }
}
