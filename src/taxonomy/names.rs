//! The names that are looked for in texts: labels, and the words that speak for and against the ambiguous ones among them.
//!
//! Which of them a text means is for who reads it.

use std::collections::HashMap;
use std::io::{self, Read, Write};

use borsh::{BorshDeserialize, BorshSerialize};

use super::area::AreaId;
use super::column::{Column, read_list};
use super::labels::Labels;
use super::name_tree::NameTree;
use super::openings::Openings;
use super::scheme::Taxonomy;
use super::{Concept, ConceptId, ConceptKind, fold};

/// From this scarcity on, in thousandths, a concept is named by specialists alone: MPI, CUDA, Slurm; not Terraform or `PyTorch`.
pub(super) const SPECIALIST_WEIGHT: u16 = 900;

/// All names of a taxonomy, ready to be found.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct TextNames {
    pub(crate) tree: NameTree,
    pub(crate) openings: Openings,
    /// By the tree's number; none for a word that only supports or refutes ambiguous labels. Behind the tree's own stand those that
    /// are found nowhere by themselves: what else the text of another may stand for.
    #[borsh(deserialize_with = "read_list")]
    names: Vec<Option<Name>>,
    /// Names with the numbers of those, ascending.
    also: Vec<(u32, u32)>,
    /// By concept: the names that support and refute its ambiguous labels.
    #[borsh(deserialize_with = "read_list")]
    signs: Vec<Signs>,
}

/// A label as it is looked for.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
#[expect(clippy::struct_excessive_bools, reason = "facts of a label, each asked by itself")]
pub(crate) struct Name {
    pub concept: ConceptId,
    pub ambiguous: bool,
    /// Whether it counts only among other technical names.
    pub listed: bool,
    /// How the taxonomy writes an ambiguous word.
    pub written: Option<Box<str>>,
    /// Whether it counts only when it is written so.
    pub case_counts: bool,
    /// Whether it speaks for the technical sense of ambiguous words beside it.
    pub technical: bool,
    /// Whether it is technical and so scarce that hardly anybody but specialists names it: where it is ambiguous, another such name or
    /// two words must bear it out.
    pub specialist: bool,
    pub area: AreaId,
    pub kind: ConceptKind,
    /// Whether it is named, too, where it stands within the name of a practice.
    pub inner: bool,
}

/// The names that speak for and against the ambiguous labels of a concept.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Signs {
    pub near: Numbers,
    pub not_near: Numbers,
    /// Against its plain names of one word.
    pub other_sense: Numbers,
}

/// Numbers of names, made to say no at a glance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    glance: [u64; 4],
    /// Ascending.
    all: Column<u32>,
}

impl Numbers {
    fn new(mut all: Vec<u32>) -> Self {
        all.sort_unstable();
        Self::of_column(all.into())
    }

    fn of_column(all: Column<u32>) -> Self {
        let mut glance = [0; 4];
        for number in all.iter() {
            glance[*number as usize / 64 % 4] |= 1 << (number % 64);
        }
        Self { glance, all }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn has(&self, number: u32) -> bool {
        self.glance[number as usize / 64 % 4] & 1 << (number % 64) != 0 && self.all.binary_search(&number).is_ok()
    }
}

/// The numbers; the glance follows from them.
impl BorshSerialize for Numbers {
    fn serialize<W: Write>(&self, writer: &mut W) -> io::Result<()> {
        self.all.serialize(writer)
    }
}

impl BorshDeserialize for Numbers {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Self> {
        Column::deserialize_reader(reader).map(Self::of_column)
    }
}

impl Name {
    fn new(taxonomy: &Taxonomy, id: ConceptId, ambiguous: bool, written: Option<Box<str>>) -> Self {
        let concept = taxonomy.concept(id);
        Self {
            concept: id,
            ambiguous,
            listed: false,
            written,
            case_counts: concept.ambiguity.as_ref().is_some_and(|a| a.case),
            technical: taxonomy.is_technical(id),
            area: concept.area,
            specialist: taxonomy.is_technical(id) && concept.weight >= SPECIALIST_WEIGHT,
            kind: concept.kind,
            inner: is_named_within(taxonomy, id),
        }
    }
}

impl TextNames {
    /// Of nothing.
    pub(super) fn none() -> Self {
        let tree = NameTree::new(std::iter::empty());
        let openings = Openings::new(std::iter::empty(), &tree);
        Self { tree, openings, names: Vec::new(), also: Vec::new(), signs: Vec::new() }
    }

    /// Gathers the names of `taxonomy` and the words that support or refute its ambiguous ones.
    pub(super) fn new<'t>(taxonomy: &'t Taxonomy) -> Self {
        let mut texts: Vec<&'t str> = Vec::new();
        let mut names: Vec<Option<Name>> = Vec::new();
        for (text, label) in taxonomy.labels.iter() {
            if names_several(taxonomy, text, label.concept) || names_two(&taxonomy.labels, text) {
                continue;
            }
            let concept = taxonomy.concept(label.concept);
            let written = label.ambiguous.then(|| written_form(concept, text)).flatten();
            texts.push(text);
            let listed = concept.ambiguity.as_ref().is_some_and(|a| a.listed.iter().any(|listed| **listed == *text));
            names.push(Some(Name { listed, ..Name::new(taxonomy, label.concept, label.ambiguous, written) }));
        }
        let mut known: HashMap<&str, u32> = texts.iter().copied().zip(0..).collect();
        let mut numbers_of = |words: &'t [Box<str>]| {
            let words = words.iter().filter(|word| !word.is_empty());
            let numbers = words.map(|word| {
                *known.entry(word).or_insert_with(|| {
                    texts.push(word);
                    names.push(None);
                    number(names.len() - 1)
                })
            });
            Numbers::new(numbers.collect())
        };
        let mut signs = Vec::with_capacity(taxonomy.concepts().len());
        for (_, concept) in taxonomy.concepts() {
            let ambiguity = concept.ambiguity.as_ref();
            let (near, not_near) =
                ambiguity.map(|a| (numbers_of(&a.near), numbers_of(&a.not_near))).unwrap_or_default();
            signs.push(Signs { near, not_near, other_sense: numbers_of(&concept.other_sense) });
        }
        let tree = NameTree::new(texts.iter().copied());
        let openings = Openings::new(texts.iter().copied(), &tree);
        let mut also = Vec::new();
        for (id, concept) in taxonomy.concepts() {
            for short in &concept.short {
                let Some(&owner) = known.get(&*fold(short)) else { continue };
                also.push((owner, number(names.len())));
                names.push(Some(Name::new(taxonomy, id, true, Some(short.clone()))));
            }
        }
        also.sort_unstable();
        Self { tree, openings, names, also, signs }
    }

    /// The label of a number, where it is one.
    #[inline]
    pub(crate) fn name(&self, number: u32) -> Option<&Name> {
        self.names[number as usize].as_ref()
    }

    /// What else the text of a name may stand for.
    pub(crate) fn also(&self, number: u32) -> impl Iterator<Item = u32> {
        let from = self.also.partition_point(|(owner, _)| *owner < number);
        let others = self.also[from..].iter().take_while(move |(owner, _)| *owner == number);
        others.map(|(_, other)| *other)
    }

    pub(crate) fn signs(&self, concept: ConceptId) -> &Signs {
        &self.signs[concept.index()]
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("a taxonomy has far fewer than 2^32 names")
}

/// How the taxonomy writes `folded`, when it is written in one piece with a capital: `Go`, `OR-Tools`.
fn written_form(concept: &Concept, folded: &str) -> Option<Box<str>> {
    let names = std::iter::once(&concept.label).chain(&concept.aliases).chain(&concept.hidden);
    let mut so_named = names.filter(|name| fold(name) == folded);
    so_named.find(|name| !name.contains(' ') && name.chars().any(char::is_uppercase)).cloned()
}

/// Whether a label is a list of names of other things too, `Prometheus/Grafana`: as the name of a skill it goes to the first of them,
/// in a text each name is one of its own. `PyTorch/XLA` is one thing, and so is what only has a letter for a name.
fn names_several(taxonomy: &Taxonomy, text: &str, concept: ConceptId) -> bool {
    const SEPARATORS: &[&str] = &["/", ",", " or ", " and ", " & ", " + "];
    if !SEPARATORS.iter().any(|separator| text.contains(separator)) {
        return false;
    }
    let mut rest = text.to_owned();
    for separator in SEPARATORS {
        rest = rest.replace(separator, "\n");
    }
    let is_thing = |id: ConceptId| !matches!(taxonomy.concept(id).kind, ConceptKind::Practice | ConceptKind::Field);
    let part = |name: &str| {
        let label = taxonomy.labels.get(name).filter(|_| name.len() > 1)?;
        is_thing(label.concept).then_some(label.concept)
    };
    let parts: Option<Vec<ConceptId>> = rest.split('\n').map(|name| part(name.trim())).collect();
    parts.is_some_and(|parts| {
        let several = parts.iter().any(|part| *part != parts[0]);
        let kind_of = |part: &ConceptId| *part == concept || taxonomy.concept(*part).broader.contains(&concept);
        several && parts.iter().any(kind_of)
    })
}

/// Whether a label names two things that share its last word, and each has a label of its own: `tensor and pipeline parallelism`.
fn names_two(labels: &Labels, text: &str) -> bool {
    let Some((one, other)) = text.split_once(" and ") else { return false };
    let Some((_, head)) = other.rsplit_once(' ') else { return false };
    let own = |name: &str| labels.get(name).map(|label| label.concept);
    let both = own(&format!("{one} {head}")).zip(own(other));
    both.is_some_and(|(one, other)| one != other)
}

/// Tools, languages and fabrics: whoever did `InfiniBand operations` knows `InfiniBand`. What is said of GPUs at large says nothing
/// beyond the practice.
fn is_named_within(taxonomy: &Taxonomy, id: ConceptId) -> bool {
    match taxonomy.concept(id).kind {
        ConceptKind::Tool | ConceptKind::Language => true,
        ConceptKind::Hardware => taxonomy.area_id(id) == "interconnect",
        _ => false,
    }
}
