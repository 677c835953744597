//! Topics: what a text is about as a whole, by all that it names, whether it is asked or not.
//!
//! The concepts and what binds them (relations, competency areas, families of work) are a network. Whoever walks it from one concept,
//! and goes back there now and then, meets what is close to it more often than a walk from anywhere would: by so much, each concept
//! is about each *topic*. Topics are the families, and the concepts that most others are bound to. A text is about the sum of what it
//! names, where what every posting names counts for little. Two texts that share no name are alike where the same topics are near.

use borsh::{BorshDeserialize, BorshSerialize};

use super::area::AreaId;
use super::column::Column;
use super::concept::{Concept, ConceptId};
use super::family::FamilyId;
use super::relation::Edge;

/// So many concepts are topics, beside all families.
const HUBS: usize = 64;
/// The share of steps with which a walk goes back to where it began.
const RETURN: f64 = 0.15;
/// A walk is followed over so many steps; what comes after them changes no part by more than rounding does.
const STEPS: usize = 6;
/// How strongly a concept is bound to its area, against 1 for a relation that carries everything.
const TO_AREA: f64 = 0.3;
/// How much rarer than one in two postings a concept can be, in halvings.
pub(super) const RAREST: u8 = 8;
/// Units of a part: with the largest rarity it stays within a byte.
const UNITS: f64 = 31.0;

/// A topic's place in its taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct TopicId(u8);

impl TopicId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The topic at that place.
    pub(crate) fn at(index: usize) -> Self {
        Self(u8::try_from(index).expect("fewer than 256 topics"))
    }
}

/// What a topic is called after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) enum Topic {
    Concept(ConceptId),
    Family(FamilyId),
}

/// See the module.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Topics {
    named: Vec<Topic>,
    /// By concept, where its topics end, ...
    ends: Column<u32>,
    /// ... which these are, and how much it is about each.
    near: Column<u8>,
    parts: Column<u8>,
}

impl Topics {
    /// The topics of these concepts. `rarity` is that of each concept, 1 to [`RAREST`].
    pub(super) fn new(concepts: &[Concept], edges: &[Edge], n_areas: usize, n_families: usize, rarity: &[u8]) -> Self {
        let network = Network::new(concepts, edges, n_areas, n_families);
        let mut hubs: Vec<usize> = (0..concepts.len()).collect();
        hubs.sort_by(|a, b| network.bound[*b].total_cmp(&network.bound[*a]).then(a.cmp(b)));
        hubs.truncate(HUBS);
        let first_family = concepts.len() + n_areas;
        let families = (0..n_families).filter(|family| network.bound[first_family + family] > 0.0);
        let named = hubs.iter().map(|hub| Topic::Concept(id(*hub)));
        let named: Vec<Topic> = named.chain(families.clone().map(|family| Topic::Family(family_id(family)))).collect();
        hubs.extend(families.map(|family| first_family + family));
        let met = network.met(&hubs);
        let anywhere: f64 = network.bound.iter().sum();
        let usual: Vec<f64> = hubs.iter().map(|hub| network.bound[*hub] / anywhere).collect();
        let (mut ends, mut near, mut parts) = (Vec::with_capacity(concepts.len()), Vec::new(), Vec::new());
        for (row, rarity) in met.chunks(hubs.len()).zip(rarity) {
            let more: Vec<f64> = row.iter().zip(&usual).map(|(met, usual)| log2(met / usual).max(0.0)).collect();
            let length = more.iter().map(|part| part * part).sum::<f64>().sqrt();
            for (topic, part) in more.iter().enumerate() {
                let part = units(part / length * f64::from(*rarity));
                if part > 0 {
                    near.push(TopicId::at(topic).0);
                    parts.push(part);
                }
            }
            ends.push(u32::try_from(parts.len()).expect("a few topics a concept"));
        }
        Self { named, ends: ends.into(), near: near.into(), parts: parts.into() }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.named.len()
    }

    /// What one is called after.
    pub(crate) fn get(&self, topic: TopicId) -> Topic {
        self.named[topic.index()]
    }

    /// What a concept is about: its topics, ascending, with how much it is about each.
    pub(crate) fn of(&self, concept: ConceptId) -> impl Iterator<Item = (TopicId, u8)> + '_ {
        let end = |at: usize| self.ends[at] as usize;
        let range = concept.index().checked_sub(1).map_or(0, end)..end(concept.index());
        self.near[range.clone()].iter().map(|topic| TopicId(*topic)).zip(self.parts[range].iter().copied())
    }
}

fn id(index: usize) -> ConceptId {
    ConceptId(u16::try_from(index).expect("counted when they were read"))
}

fn family_id(index: usize) -> FamilyId {
    FamilyId(u8::try_from(index).expect("fewer than 256 families"))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte first")]
fn units(part: f64) -> u8 {
    (part * UNITS).clamp(0.0, f64::from(u8::MAX)).round() as u8
}

/// The logarithm to the base 2 of what is above zero, straight between powers of two: the same on every machine.
fn log2(number: f64) -> f64 {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    const ONE: u64 = 1023 << FRACTION;
    let bits = number.to_bits();
    let exponent = i32::try_from(bits >> FRACTION & 0x7ff).unwrap_or(0) - 1023;
    let mantissa = f64::from_bits(bits & ((1 << FRACTION) - 1) | ONE);
    f64::from(exponent) + (mantissa - 1.0)
}

/// Concepts, areas and families, in this order, and how strongly two are bound to each other.
struct Network {
    /// By node, where its bonds end.
    ends: Vec<usize>,
    bonds: Vec<(usize, f64)>,
    /// By node, the sum of its bonds.
    bound: Vec<f64>,
}

impl Network {
    fn new(concepts: &[Concept], edges: &[Edge], n_areas: usize, n_families: usize) -> Self {
        let n_nodes = concepts.len() + n_areas + n_families;
        let thousandths = |share: super::PerMille| f64::from(share.get()) / 1000.0;
        let mut bonds: Vec<(usize, usize, f64)> = Vec::new();
        let mut bind = |a: usize, b: usize, strength: f64| bonds.extend([(a, b, strength), (b, a, strength)]);
        for edge in edges.iter().filter(|edge| edge.claimed != edge.asked) {
            bind(edge.claimed.index(), edge.asked.index(), thousandths(edge.credit));
        }
        for (at, concept) in concepts.iter().enumerate() {
            let AreaId(area) = concept.area;
            bind(at, concepts.len() + usize::from(area), TO_AREA);
            for (family, share) in concept.families.iter().filter(|(_, share)| share.get() > 0) {
                bind(at, concepts.len() + n_areas + family.index(), thousandths(*share));
            }
        }
        // Of several bonds between two the strongest.
        bonds.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.total_cmp(&a.2)));
        bonds.dedup_by_key(|bond| (bond.0, bond.1));
        let mut network =
            Self { ends: vec![0; n_nodes], bonds: Vec::with_capacity(bonds.len()), bound: vec![0.0; n_nodes] };
        for (from, to, strength) in bonds {
            network.bonds.push((to, strength));
            network.bound[from] += strength;
            network.ends[from] = network.bonds.len();
        }
        for node in 1..n_nodes {
            network.ends[node] = network.ends[node].max(network.ends[node - 1]);
        }
        network
    }

    /// By node, how often a walk from there is at each of the `hubs`.
    fn met(&self, hubs: &[usize]) -> Vec<f64> {
        let width = hubs.len();
        let mut at = vec![0.0; self.bound.len() * width];
        for (column, hub) in hubs.iter().enumerate() {
            at[hub * width + column] = 1.0;
        }
        let mut met: Vec<f64> = at.iter().map(|there| RETURN * there).collect();
        for _ in 0..STEPS {
            let mut next = vec![0.0; at.len()];
            let mut begin = 0;
            for (node, row) in next.chunks_mut(width).enumerate() {
                for (to, strength) in &self.bonds[begin..self.ends[node]] {
                    let goes = (1.0 - RETURN) * strength / self.bound[node];
                    row.iter_mut().zip(&at[to * width..]).for_each(|(sum, there)| *sum += goes * there);
                }
                begin = self.ends[node];
            }
            met.iter_mut().zip(&next).for_each(|(sum, there)| *sum += RETURN * there);
            at = next;
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::taxonomy::Taxonomy;

    /// The cosine of what two concepts are about.
    fn alike(taxonomy: &Taxonomy, one: &str, other: &str) -> f64 {
        let [one, other] = [one, other].map(|id| taxonomy.find(id).unwrap_or_else(|| panic!("no concept {id}")));
        let parts = |concept| -> BTreeMap<TopicId, f64> {
            taxonomy.topics().of(concept).map(|(topic, part)| (topic, f64::from(part))).collect()
        };
        let (one, other) = (parts(one), parts(other));
        let length = |parts: &BTreeMap<TopicId, f64>| parts.values().map(|part| part * part).sum::<f64>().sqrt();
        let shared: f64 = one.iter().filter_map(|(topic, part)| Some(part * other.get(topic)?)).sum();
        shared / (length(&one) * length(&other)).max(f64::MIN_POSITIVE)
    }

    #[test]
    fn what_stands_close_together_is_about_the_same() {
        let taxonomy = Taxonomy::builtin();
        for (one, near, far) in [
            ("slurm", "pbs-like-vendor-schedulers", "react"),
            ("lustre", "beegfs", "vllm"),
            ("infiniband", "rdma", "postgresql"),
            ("cuda", "hip", "bgp"),
            ("prometheus", "grafana", "verilog"),
        ] {
            let (near_by, far_off) = (alike(&taxonomy, one, near), alike(&taxonomy, one, far));
            assert!(near_by > 0.5 && far_off < 0.1, "{one}: {near} {near_by:.2}, {far} {far_off:.2}");
        }
    }

    #[test]
    fn what_every_posting_names_says_little() {
        let taxonomy = Taxonomy::builtin();
        let length = |id: &str| {
            let parts = taxonomy.topics().of(taxonomy.find(id).unwrap());
            parts.map(|(_, part)| u32::from(part) * u32::from(part)).sum::<u32>().isqrt()
        };
        assert!(length("python") * 4 < length("slurm"), "{} against {}", length("python"), length("slurm"));
    }

    #[test]
    fn a_concept_of_ones_own_is_about_what_it_is_bound_to() {
        let file = |more: &str| {
            format!(
                "[[concept]]\nid = \"acme-fabric\"\nlabel = \"Acme Fabric\"\nkind = \"tool\"\narea = \"interconnect\"\nweight = 1.5\n\
                 source = \"own\"\nbroader = [\"infiniband\"]\n{more}"
            )
        };
        let own = Taxonomy::extended(&file("")).unwrap();
        assert!(alike(&own, "acme-fabric", "infiniband") > 0.8);
        let common = "[[common]]\none_in = 2\nconcepts = [\"acme-fabric\"]\n";
        let common = Taxonomy::extended(&file(common)).unwrap();
        let sum = |taxonomy: &Taxonomy| {
            let id = taxonomy.find("acme-fabric").unwrap();
            taxonomy.topics().of(id).map(|(_, part)| u32::from(part)).sum::<u32>()
        };
        assert!(sum(&common) * 4 < sum(&own));
        let told = |file: &str| Taxonomy::check(file).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            told("[[common]]\none_in = 300\nconcepts = []\n[[common]]\none_in = 4\nconcepts = [\"nothing\"]"),
            ["common: no concept has the id \"nothing\"", "common: one_in 300 is not 2 to 256"]
        );
    }

    #[test]
    fn topics_are_named_after_concepts_of_work_and_families() {
        let taxonomy = Taxonomy::builtin();
        let named = (0..taxonomy.topics().len()).map(|at| taxonomy.topics().get(TopicId::at(at)));
        let concepts = named.clone().filter(|topic| matches!(topic, Topic::Concept(_))).count();
        assert_eq!(concepts, HUBS);
        for topic in named {
            if let Topic::Concept(concept) = topic {
                assert!(taxonomy.concept(concept).kind.is_skill(), "{}", taxonomy.concept(concept).id);
            }
        }
    }

    #[test]
    fn logarithms_are_exact_at_powers_of_two() {
        for (number, logarithm) in [(0.25, -2.0), (1.0, 0.0), (1.5, 0.5), (2.0, 1.0), (1024.0, 10.0)] {
            assert!((log2(number) - logarithm).abs() < 1e-12, "{number}");
        }
    }
}
