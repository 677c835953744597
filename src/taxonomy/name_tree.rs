//! A tree of names by their letters: which of them begin at a place of a text.
//!
//! Aho-Corasick would find them anywhere, within other words too; names begin where words do, which is one place in five or
//! six, and most walks end after two or three letters.

/// Names, numbered in the order in which they were given.
#[derive(Clone, Debug)]
pub(crate) struct NameTree {
    /// The node of each first letter, or [`NONE`]. Its part is that letter alone.
    roots: Vec<u32>,
    /// The node for the second letter behind a first one, or [`NONE`], for letters and digits; see [`pair`].
    pairs: Vec<u32>,
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
    /// The nodes that go on; they stand beside each other.
    next: std::ops::Range<u32>,
}

const NONE: u32 = u32::MAX;

impl NameTree {
    /// A tree of `names`, none of them empty and no two of them the same.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut sorted: Vec<(&[u8], u32)> = names.map(str::as_bytes).zip(0..).collect();
        sorted.sort_unstable();
        let mut tree = Self {
            roots: vec![NONE; 256],
            pairs: vec![NONE; PLAIN * PLAIN],
            nodes: Vec::new(),
            firsts: Vec::new(),
            letters: Vec::new(),
        };
        for node in tree.branches(&sorted, 0) {
            let first = tree.firsts[node as usize];
            tree.roots[usize::from(first)] = node;
            for next in tree.nodes[node as usize].next.clone() {
                if let Some(pair) = pair(first, tree.firsts[next as usize]) {
                    tree.pairs[pair] = next;
                }
            }
        }
        tree
    }

    /// The nodes for `names`, which share their first `depth` letters and are longer.
    fn branches(&mut self, names: &[(&[u8], u32)], depth: usize) -> std::ops::Range<u32> {
        let groups: Vec<&[(&[u8], u32)]> = names.chunk_by(|one, next| one.0[depth] == next.0[depth]).collect();
        let (first, count) = (self.nodes.len(), groups.len());
        for group in &groups {
            self.firsts.push(group[0].0[depth]);
            self.nodes.push(Node { part: 0..0, name: NONE, next: 0..0 });
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
            self.nodes[node] = Node { part, name: if ends { group[0].1 } else { NONE }, next };
        }
        number(first)..number(first + count)
    }

    /// Every name that `text` begins with, shorter ones first: where it ends, and its number.
    pub(crate) fn beginning(&self, text: &[u8], mut found: impl FnMut(usize, u32)) {
        let Some(&first) = text.first() else { return };
        let root = self.roots[usize::from(first)];
        let Some(node) = self.nodes.get(root as usize) else { return };
        if node.name != NONE {
            found(1, node.name);
        }
        let Some(&second) = text.get(1) else { return };
        let mut at = 1;
        let mut here = match pair(first, second) {
            Some(pair) => self.pairs[pair],
            None => self.after(node, second),
        };
        while let Some(node) = self.nodes.get(here as usize) {
            let part = &self.letters[node.part.start as usize..node.part.end as usize];
            let Some(same) = text.get(at..at + part.len()) else { return };
            // Its first letter led here; parts are too short for a call to compare them.
            if part.iter().zip(same).skip(1).any(|(one, other)| one != other) {
                return;
            }
            at += part.len();
            if node.name != NONE {
                found(at, node.name);
            }
            let Some(&letter) = text.get(at) else { return };
            here = self.after(node, letter);
        }
    }

    fn after(&self, node: &Node, letter: u8) -> u32 {
        let firsts = &self.firsts[node.next.start as usize..node.next.end as usize];
        firsts.iter().position(|first| *first == letter).map_or(NONE, |place| node.next.start + number(place))
    }
}

/// So many letters and digits have a table of pairs.
const PLAIN: usize = 36;

/// The place of two letters in the table of pairs.
fn pair(first: u8, second: u8) -> Option<usize> {
    let plain = |byte: u8| match byte {
        b'a'..=b'z' => Some(usize::from(byte - b'a')),
        b'0'..=b'9' => Some(usize::from(byte - b'0') + 26),
        _ => None,
    };
    Some(plain(first)? * PLAIN + plain(second)?)
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
    }
}
