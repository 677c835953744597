//! Parts of a rule that stand together in any order: how titles and told work are recognised.
//!
//! Only what begins with a word of its rarest part is looked at closer.

use std::collections::BTreeMap;
use std::ops::Range;

use super::matching::At;
use super::written::{Class, Glance};
use crate::extract::meter::charge;
use crate::extract::terms::{Kind, Reading};
use crate::taxonomy::{NameTree, WordTable};

/// With the signs between them words take up to so many tokens each.
const SIGNS: usize = 2;

/// Parts, each of them a class, by the rule that asks for all of them.
#[derive(Debug)]
pub(super) struct Together {
    all: Vec<Parts>,
    /// Those whose rarest part has a word or phrase that begins so, by the first word, and by the beginning of one.
    words: WordTable<Vec<usize>>,
    stems: NameTree,
    of_stems: Vec<Vec<usize>>,
}

#[derive(Debug)]
struct Parts {
    rule: usize,
    classes: Vec<usize>,
}

/// Where all parts of a rule stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub rule: usize,
    /// How many words the parts have: more are more specific.
    pub words: usize,
    /// How many words stand from the first to the last of them.
    pub spread: usize,
    pub first: usize,
    pub last: usize,
}

impl Together {
    /// Of each rule's parts, as classes.
    pub(super) fn new(written: Vec<(usize, Vec<usize>)>, classes: &[Class]) -> Self {
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        let all_openings = |class: &usize| {
            let class = &classes[*class];
            class.openings().into_iter().chain(class.stems.iter().map(String::as_str))
        };
        for opening in written.iter().flat_map(|(_, parts)| parts).flat_map(all_openings) {
            *uses.entry(opening).or_default() += 1;
        }
        let (mut words, mut stems) = (BTreeMap::<&str, Vec<usize>>::new(), BTreeMap::<&str, Vec<usize>>::new());
        for (number, (_, parts)) in written.iter().enumerate() {
            let how_common = |class: &&usize| all_openings(class).map(|opening| uses[opening]).sum::<usize>();
            let Some(rarest) = parts.iter().min_by_key(how_common) else { continue };
            classes[*rarest].openings().into_iter().for_each(|word| words.entry(word).or_default().push(number));
            classes[*rarest].stems.iter().for_each(|stem| stems.entry(stem).or_default().push(number));
        }
        Self {
            words: WordTable::new(words.into_iter().map(|(word, of_word)| (word.as_bytes(), of_word))),
            stems: NameTree::new(stems.keys().copied()),
            of_stems: stems.into_values().collect(),
            all: written.into_iter().map(|(rule, classes)| Parts { rule, classes }).collect(),
        }
    }

    /// Every rule all of whose parts stand among these tokens, within so many words as it says; each of its lists of parts once, at its
    /// longest and then tightest place.
    pub(super) fn places(
        &self,
        reading: &Reading,
        classes: &[Class],
        range: &Range<usize>,
        within: impl Fn(usize) -> usize,
    ) -> Vec<Place> {
        // By parts, the tokens that may begin the rarest.
        let mut begun: Vec<(usize, usize)> = Vec::new();
        let mut seen = Glance::default();
        for at in range.clone() {
            let token = &reading.tokens[at];
            seen.add(token);
            let of_word = self.words.get(token.word.as_bytes(), token.hash);
            begun.extend(of_word.into_iter().flatten().map(|parts| (*parts, at)));
            self.stems.beginning(token.word.as_bytes(), |_, stem| {
                begun.extend(self.of_stems[stem as usize].iter().map(|parts| (*parts, at)));
            });
        }
        begun.sort_unstable();
        charge(range.len() + begun.len());
        let place = |begun: &[(usize, usize)]| {
            let parts = &self.all[begun.first()?.0];
            if !parts.classes.iter().all(|class| classes[*class].may_begin_among(&seen)) {
                return None;
            }
            let within = within(parts.rule);
            let (first, last) = (begun.first()?.1, begun.last()?.1);
            let near = within * SIGNS;
            let around = range.start.max(first.saturating_sub(near))..range.end.min(last.saturating_add(near));
            parts.best(&At::inside(reading, classes, first, range.clone()), around, within)
        };
        begun.chunk_by(|one, next| one.0 == next.0).filter_map(place).collect()
    }
}

impl Parts {
    /// The longest place among these tokens, then the tightest, then the first.
    fn best(&self, here: &At, around: Range<usize>, within: usize) -> Option<Place> {
        let mut ends: Vec<Option<(usize, usize)>> = vec![None; self.classes.len()];
        let mut best: Option<Place> = None;
        charge(around.len());
        for at in around {
            let mut is_new = false;
            for (class, known) in self.classes.iter().zip(&mut ends) {
                if let Some(end) = here.end_of_class(*class, at) {
                    *known = Some((at, end));
                    is_new = true;
                }
            }
            let Some(place) = is_new.then(|| self.place(here.reading, &ends)).flatten() else { continue };
            let rank = |place: &Place| (place.words, std::cmp::Reverse(place.spread));
            if place.spread <= within && best.is_none_or(|best| rank(&place) > rank(&best)) {
                best = Some(place);
            }
        }
        best
    }

    /// Where the parts stand together, if all have been seen.
    fn place(&self, reading: &Reading, ends: &[Option<(usize, usize)>]) -> Option<Place> {
        let words_in =
            |range: Range<usize>| reading.tokens[range].iter().filter(|token| token.kind != Kind::Sign).count();
        let (mut first, mut end, mut words) = (usize::MAX, 0, 0);
        for part in ends {
            let (from, to) = (*part)?;
            (first, end, words) = (first.min(from), end.max(to), words + words_in(from..to));
        }
        Some(Place { rule: self.rule, words, spread: words_in(first..end), first, last: end - 1 })
    }
}
