//! A set of changes: one bit for each number. A document's last change tells it from all others, so sets of documents are sets of
//! these.

use crate::store::Seq;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeqSet(Vec<u64>);

impl SeqSet {
    pub(crate) fn insert(&mut self, seq: Seq) {
        let (word, bit) = place(seq.0);
        if word >= self.0.len() {
            // Doubled: numbers mostly ascend.
            self.0.resize((word + 1).max(self.0.len() * 2), 0);
        }
        self.0[word] |= bit;
    }

    pub(crate) fn contains(&self, seq: Seq) -> bool {
        let (word, bit) = place(seq.0);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }
}

impl FromIterator<Seq> for SeqSet {
    fn from_iter<I: IntoIterator<Item = Seq>>(seqs: I) -> Self {
        let mut set = Self::default();
        seqs.into_iter().for_each(|seq| set.insert(seq));
        set
    }
}

fn place(seq: u64) -> (usize, u64) {
    (usize::try_from(seq / 64).expect("fewer changes than memory has bits"), 1 << (seq % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set: SeqSet = [0, 63, 64, 1000].map(Seq).into_iter().collect();
        let held: Vec<u64> = (0..2000).filter(|seq| set.contains(Seq(*seq))).collect();
        assert_eq!(held, [0, 63, 64, 1000]);
    }
}
