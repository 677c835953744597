//! A tree of names by their letters: which of them begin at a place of a text.
//!
//! Aho-Corasick would find them anywhere, within other words too; names begin where words do, which is one place in five or
//! six, and most walks end after two or three letters.

use std::io::{self, Read, Write};

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::Column;

/// Names, numbered in the order in which they were given.
#[derive(Clone, Debug)]
pub(crate) struct NameTree {
    /// The node of each first letter, or [`NONE`]. Its part is that letter alone.
    roots: Vec<u32>,
    /// Which first three letters the names of up to three have, and which first four the others, as bits; see [`GLANCE`].
    short: Glance,
    long: Glance,
    nodes: Vec<Node>,
    /// For each node the first letter of its part.
    firsts: Vec<u8>,
    /// The parts of all nodes.
    letters: Vec<u8>,
}

/// A part of one or more names, and what may follow it.
#[derive(Clone, Debug)]
struct Node {
    part: std::ops::Range<u32>,
    /// The name that ends with this part, or [`NONE`].
    name: u32,
    /// The nodes that go on; they stand beside each other, by their first letters.
    next: std::ops::Range<u32>,
    /// Those of them with a letter from a to z, as bits, and the first of these.
    letters: u32,
    first_letter: u32,
}

const NONE: u32 = u32::MAX;

/// Where a walk stands: in a node, so many letters of its part taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Place {
    node: u32,
    taken: u32,
}

impl NameTree {
    /// A tree of `names`, none of them empty and no two of them the same.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut sorted: Vec<(&[u8], u32)> = names.map(str::as_bytes).zip(0..).collect();
        sorted.sort_unstable();
        let mut tree = Self {
            roots: vec![NONE; 256],
            short: Box::new([0; GLANCE / 64]),
            long: Box::new([0; GLANCE / 64]),
            nodes: Vec::new(),
            firsts: Vec::new(),
            letters: Vec::new(),
        };
        for (name, _) in &sorted {
            if let [first, second, third, fourth, ..] = name {
                set(&mut tree.long, four([*first, *second, *third, *fourth]));
                continue;
            }
            // Whatever follows a name of fewer than three letters.
            let kinds = |at: usize| name.get(at).map_or(0..LETTERS, |byte| letter(*byte)..letter(*byte) + 1);
            for first in kinds(0) {
                for second in kinds(1) {
                    kinds(2).for_each(|third| set(&mut tree.short, three(first, second, third)));
                }
            }
        }
        for node in tree.branches(&sorted, 0) {
            let first = tree.firsts[node as usize];
            tree.roots[usize::from(first)] = node;
        }
        tree
    }

    /// The nodes for `names`, which share their first `depth` letters and are longer.
    fn branches(&mut self, names: &[(&[u8], u32)], depth: usize) -> std::ops::Range<u32> {
        let groups: Vec<&[(&[u8], u32)]> = names.chunk_by(|one, next| one.0[depth] == next.0[depth]).collect();
        let (first, count) = (self.nodes.len(), groups.len());
        for group in &groups {
            self.firsts.push(group[0].0[depth]);
            self.nodes.push(Node { part: 0..0, name: NONE, next: 0..0, letters: 0, first_letter: 0 });
        }
        for (node, group) in (first..).zip(groups) {
            // Sorted, so that what the first and the last share is shared by all.
            let (shortest, last) = (group[0].0, group[group.len() - 1].0);
            let shared = (depth..shortest.len()).find(|&at| shortest[at] != last[at]).unwrap_or(shortest.len());
            let end = if depth == 0 { 1 } else { shared };
            let from = self.letters.len();
            self.letters.extend_from_slice(&shortest[depth..end]);
            let part = number(from)..number(self.letters.len());
            let ends = shortest.len() == end;
            let next = self.branches(&group[usize::from(ends)..], end);
            let name = if ends { group[0].1 } else { NONE };
            self.nodes[node] = Node::new(part, name, next, &self.firsts);
        }
        number(first)..number(first + count)
    }

    /// Every name that `text` begins with, shorter ones first: where it ends, and its number.
    #[inline]
    pub(crate) fn beginning(&self, text: &[u8], found: impl FnMut(usize, u32)) {
        let (begun, goes_on) = match text {
            [first, second, third, rest @ ..] => (
                three(letter(*first), letter(*second), letter(*third)),
                rest.first().is_some_and(|fourth| has(&self.long, four([*first, *second, *third, *fourth]))),
            ),
            [first, second] => (three(letter(*first), letter(*second), 0), false),
            [first] => (three(letter(*first), 0, 0), false),
            [] => return,
        };
        if goes_on || has(&self.short, begun) {
            self.walk(Place { node: self.roots[usize::from(text[0])], taken: 1 }, text, 1, found);
        }
    }

    /// The same names but for those that end before `place`, to which the first `length` letters of `text` lead.
    pub(crate) fn going_on(&self, place: Place, text: &[u8], length: usize, found: impl FnMut(usize, u32)) {
        self.walk(place, text, length, found);
    }

    /// The place to which all letters of `word` lead; none where no name begins with them.
    pub(crate) fn place(&self, word: &[u8]) -> Option<Place> {
        let (first, rest) = word.split_first()?;
        let mut place = Place { node: self.roots[usize::from(*first)], taken: 1 };
        for letter in rest {
            let node = self.nodes.get(place.node as usize)?;
            place = match self.part(node).get(place.taken as usize) {
                Some(next) => Some(Place { taken: place.taken + 1, ..place }).filter(|_| next == letter)?,
                None => Place { node: self.after(node, *letter), taken: 1 },
            };
        }
        self.nodes.get(place.node as usize).map(|_| place)
    }

    /// From a place on, before which `at` letters of `text` were read.
    fn walk(&self, place: Place, text: &[u8], mut at: usize, mut found: impl FnMut(usize, u32)) {
        let (mut here, mut taken) = (place.node, place.taken as usize);
        while let Some(node) = self.nodes.get(here as usize) {
            let rest = &self.part(node)[taken..];
            let Some(same) = text.get(at..at + rest.len()) else { return };
            // Parts are too short for a call to compare them.
            if rest.iter().zip(same).any(|(one, other)| one != other) {
                return;
            }
            at += rest.len();
            if node.name != NONE {
                found(at, node.name);
            }
            let Some(&letter) = text.get(at) else { return };
            here = self.after(node, letter);
            taken = 1;
            at += 1;
        }
    }

    fn part(&self, node: &Node) -> &[u8] {
        &self.letters[node.part.start as usize..node.part.end as usize]
    }

    /// The node that goes on from `node` with a letter.
    fn after(&self, node: &Node, letter: u8) -> u32 {
        if letter.is_ascii_lowercase() {
            let bit = 1 << (letter - b'a');
            let before = (node.letters & (bit - 1)).count_ones();
            return if node.letters & bit == 0 { NONE } else { node.first_letter + before };
        }
        let firsts = &self.firsts[node.next.start as usize..node.next.end as usize];
        firsts.iter().position(|first| *first == letter).map_or(NONE, |place| node.next.start + number(place))
    }
}

impl Node {
    /// `firsts` are the first letters of all nodes, or of those that go on at least.
    fn new(part: std::ops::Range<u32>, name: u32, next: std::ops::Range<u32>, firsts: &[u8]) -> Self {
        let firsts = &firsts[next.start as usize..next.end as usize];
        let signs = firsts.iter().take_while(|first| **first < b'a').count();
        let letters = firsts.iter().filter(|first| first.is_ascii_lowercase());
        let letters = letters.fold(0, |all, first| all | 1 << (first - b'a'));
        let first_letter = next.start + number(signs);
        Self { part, name, next, letters, first_letter }
    }
}

/// What does not follow from the rest.
impl BorshSerialize for NameTree {
    fn serialize<W: Write>(&self, writer: &mut W) -> io::Result<()> {
        let column = |of: fn(&Node) -> u32| self.nodes.iter().map(of).collect::<Column<u32>>();
        // Short, both of them, but for longer names than anybody gives.
        let lengths = |of: fn(&Node) -> &std::ops::Range<u32>| {
            let lengths = self.nodes.iter().map(|node| u16::try_from(of(node).len()).map_err(io::Error::other));
            lengths.collect::<io::Result<Column<u16>>>()
        };
        self.roots.iter().copied().collect::<Column<u32>>().serialize(writer)?;
        self.short.iter().chain(self.long.iter()).copied().collect::<Column<u64>>().serialize(writer)?;
        self.firsts.serialize(writer)?;
        self.letters.serialize(writer)?;
        column(|node| node.part.start).serialize(writer)?;
        lengths(|node| &node.part)?.serialize(writer)?;
        column(|node| node.name).serialize(writer)?;
        column(|node| node.next.start).serialize(writer)?;
        lengths(|node| &node.next)?.serialize(writer)
    }
}

impl BorshDeserialize for NameTree {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Self> {
        let roots = Column::<u32>::deserialize_reader(reader)?.to_vec();
        let glances = Column::<u64>::deserialize_reader(reader)?;
        let firsts = Vec::<u8>::deserialize_reader(reader)?;
        let letters = Vec::<u8>::deserialize_reader(reader)?;
        let parts = Column::<u32>::deserialize_reader(reader)?;
        let part_lengths = Column::<u16>::deserialize_reader(reader)?;
        let names = Column::<u32>::deserialize_reader(reader)?;
        let next = Column::<u32>::deserialize_reader(reader)?;
        let next_lengths = Column::<u16>::deserialize_reader(reader)?;
        let torn = || io::Error::other("a tree of names has columns of different lengths");
        let lengths = [parts.len(), part_lengths.len(), names.len(), next.len(), next_lengths.len()];
        if roots.len() != 256 || lengths.iter().any(|length| *length != firsts.len()) {
            return Err(torn());
        }
        let (short, long) = glances.split_at_checked(GLANCE / 64).ok_or_else(torn)?;
        let glance = |bits: &[u64]| -> io::Result<Glance> { bits.to_vec().try_into().map_err(|_| torn()) };
        let range = |start: u32, length: u16| -> io::Result<std::ops::Range<u32>> {
            Ok(start..start.checked_add(u32::from(length)).ok_or_else(torn)?)
        };
        let mut nodes = Vec::with_capacity(firsts.len());
        for node in 0..firsts.len() {
            let next = range(next[node], next_lengths[node])?;
            if next.end as usize > firsts.len() {
                return Err(torn());
            }
            nodes.push(Node::new(range(parts[node], part_lengths[node])?, names[node], next, &firsts));
        }
        Ok(Self { short: glance(short)?, long: glance(long)?, roots, nodes, firsts, letters })
    }
}

/// Letters are told apart by so many kinds: those of ASCII, the end, digits, and others.
const LETTERS: usize = 32;
/// One bit for three letters, or for four.
const GLANCE: usize = LETTERS * LETTERS * LETTERS;
type Glance = Box<[u64; GLANCE / 64]>;

fn has(glance: &Glance, bit: usize) -> bool {
    glance[bit / 64] & 1 << (bit % 64) != 0
}

fn set(glance: &mut Glance, bit: usize) {
    glance[bit / 64] |= 1 << (bit % 64);
}

/// The kind of a letter; 0 is the end.
fn letter(byte: u8) -> usize {
    static KINDS: [u8; 256] = {
        let mut kinds = [29; 256];
        let mut byte = 0_u8;
        while byte < 128 {
            match byte {
                b'a'..=b'z' => kinds[byte as usize] = byte - b'a' + 1,
                b'0'..=b'4' => kinds[byte as usize] = 27,
                b'5'..=b'9' => kinds[byte as usize] = 28,
                b' ' => kinds[byte as usize] = 30,
                _ => {}
            }
            byte += 1;
        }
        kinds
    };
    usize::from(KINDS[usize::from(byte)])
}

/// Four letters as one number, which others may share.
fn four(letters: [u8; 4]) -> usize {
    // The factor is 2^32 over the golden ratio: it spreads the letters over the upper bits.
    (u32::from_le_bytes(letters).wrapping_mul(0x9e37_79b9) >> 16) as usize % GLANCE
}

/// Three kinds of letters as one number.
fn three(first: usize, second: usize, third: usize) -> usize {
    ((first * LETTERS + second) * LETTERS + third) % GLANCE
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("all names have far fewer letters than 2^32")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_at_a_place_are_found() {
        let names = ["go", "gpfs", "gpu", "gpu cluster", "g", "gpu clusters"];
        let tree = NameTree::new(names.into_iter());
        let found = |text: &str| {
            let mut all = Vec::new();
            tree.beginning(text.as_bytes(), |end, name| all.push((end, names[name as usize])));
            all
        };
        assert_eq!(found("gpu clusters"), [(1, "g"), (3, "gpu"), (11, "gpu cluster"), (12, "gpu clusters")]);
        assert_eq!(found("gpus"), [(1, "g"), (3, "gpu")]);
        assert_eq!(found("good"), [(1, "g"), (2, "go")]);
        assert_eq!(found("x"), []);
        assert_eq!(found(""), []);
        let going_on = |word: &str, text: &str| {
            let mut all = Vec::new();
            let place = tree.place(word.as_bytes()).unwrap();
            tree.going_on(place, text.as_bytes(), word.len(), |end, name| all.push((end, names[name as usize])));
            all
        };
        assert_eq!(going_on("gpu", "gpu cluster"), [(3, "gpu"), (11, "gpu cluster")]);
        assert_eq!(going_on("gpu clu", "gpu clusters"), [(11, "gpu cluster"), (12, "gpu clusters")]);
        assert_eq!(going_on("gpu", "gpu"), [(3, "gpu")]);
        assert!(tree.place(b"goo").is_none() && tree.place(b"x").is_none() && tree.place(b"").is_none());
    }
}
