//! Patterns being gathered: how they are written, and how they are made ready to be matched.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::taxonomy::name_tree::NameTree;
use crate::taxonomy::pattern::{Alternatives, Decided, MAX_GROUPS, Opened, Pattern, PatternSet, beginning, glance};
use crate::taxonomy::vocabulary::left_out_words;
use crate::taxonomy::word_table::WordTable;

/// Patterns with their owners, being gathered.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternList {
    /// Each pattern's owner and groups.
    patterns: Vec<(u16, Vec<Vec<Written>>)>,
}

/// An alternative as it is written; those of one first word stand beside each other, prefixes before whole words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Written {
    first: Box<str>,
    first_is_whole: bool,
    /// The words after the first; the last may be a prefix.
    rest: Vec<Box<str>>,
    rest_ends_in_prefix: bool,
}

impl PatternList {
    /// Adds a pattern.
    ///
    /// # Errors
    /// When the pattern has no group, an empty alternative, more than 8 groups, or a prefix of fewer than two letters.
    pub(crate) fn add(&mut self, owner: u16, pattern: &str) -> Result<(), String> {
        let groups: Vec<&str> = pattern.split(" + ").map(str::trim).collect();
        if groups.is_empty() || groups.len() > MAX_GROUPS {
            return Err(format!("pattern {pattern:?} has {} groups, 1 to 8 are possible", groups.len()));
        }
        let written = groups.into_iter().map(|group| written(group, pattern)).collect::<Result<_, _>>()?;
        self.patterns.push((owner, written));
        Ok(())
    }

    /// The patterns, ready to be matched.
    pub(crate) fn ready(self) -> PatternSet {
        // Each alternative, and in how many groups it is: words of many phrases decide nothing.
        let mut uses: BTreeMap<&Written, u32> = BTreeMap::new();
        for alternative in self.patterns.iter().flat_map(|(_, groups)| groups).flatten() {
            *uses.entry(alternative).or_default() += 1;
        }
        let numbers: BTreeMap<&Written, u32> = uses.keys().copied().zip(0..).collect();
        let common: Vec<u32> = uses.values().copied().collect();
        let (mut all_patterns, mut all_groups, mut all_others) = (Vec::new(), Vec::new(), Vec::new());
        let (mut all_members, mut glances) = (Vec::new(), Vec::new());
        let mut decisive: Vec<Vec<Decided>> = vec![Vec::new(); numbers.len()];
        for (pattern, (owner, groups)) in (0..).zip(&self.patterns) {
            let first = number(all_groups.len());
            // How common each group is, and its number.
            let mut by_rarity: Vec<(u32, u32)> = Vec::new();
            for group in groups {
                let mut members: Vec<u32> = group.iter().map(|alternative| numbers[alternative]).collect();
                members.sort_unstable();
                members.dedup();
                let from = number(all_members.len());
                glances.push(glance(&members));
                all_members.extend(&members);
                by_rarity.push((members.iter().map(|member| common[*member as usize]).sum(), number(all_groups.len())));
                all_groups.push(from..number(all_members.len()));
            }
            by_rarity.sort_unstable();
            let (rarest, others) = by_rarity.split_first().expect("a pattern has a group");
            let glance = others.first().map_or(u64::MAX, |(_, group)| glances[*group as usize]);
            let members = &all_groups[rarest.1 as usize];
            for member in &all_members[members.start as usize..members.end as usize] {
                decisive[*member as usize].push(Decided { pattern, glance });
            }
            let from = number(all_others.len());
            all_others.extend(others.iter().map(|(_, group)| *group));
            let others = from..number(all_others.len());
            all_patterns.push(Pattern { owner: *owner, groups: first..number(all_groups.len()), others });
        }
        let (mut decided, mut decides) = (Vec::new(), vec![0]);
        for patterns in decisive {
            decided.extend(patterns);
            decides.push(number(decided.len()));
        }
        let in_order: Vec<&Written> = numbers.into_keys().collect();
        let rests: Vec<(&[Box<str>], bool)> =
            in_order.iter().map(|written| (&*written.rest, written.rest_ends_in_prefix)).collect();
        let alternatives = alternatives(&rests, decides);
        let (mut whole, mut begun): (Vec<(&[u8], Opened)>, Vec<&str>) = (Vec::new(), Vec::new());
        let mut of_prefixes: Vec<Range<u32>> = Vec::new();
        let mut at = 0;
        for opened in in_order.chunk_by(|one, next| one.first == next.first) {
            let first: &str = &opened[0].first;
            let (prefixes, of_whole) =
                opened.split_at(opened.partition_point(|alternative| !alternative.first_is_whole));
            let alone = of_whole.partition_point(|alternative| alternative.rest.is_empty());
            let (middle, end) = (number(at + prefixes.len()), number(at + opened.len()));
            if !prefixes.is_empty() {
                begun.push(first);
                of_prefixes.push(number(at)..middle);
            }
            if !of_whole.is_empty() {
                let longer = number(at + prefixes.len() + alone);
                let seconds = of_whole[alone..].iter().fold(0, |all, alternative| {
                    // What a second word of one letter begins with may be anything.
                    all | if alternative.rest[0].len() < 2 {
                        u64::MAX
                    } else {
                        beginning(alternative.rest[0].as_bytes())
                    }
                });
                let begun = 0..0;
                whole.push((first.as_bytes(), Opened { alone: middle..longer, longer: longer..end, seconds, begun }));
            }
            at += opened.len();
        }
        let prefixes = NameTree::new(begun.into_iter());
        // The words of every text are known too, so that nobody looks for what they begin with.
        let known: BTreeSet<&[u8]> = whole.iter().map(|(word, _)| *word).collect();
        let others = left_out_words().map(str::as_bytes).filter(|word| !known.contains(word));
        let none = || Opened { alone: 0..0, longer: 0..0, seconds: 0, begun: 0..0 };
        whole.extend(others.map(|word| (word, none())));
        let mut all_begun: Vec<u32> = Vec::new();
        for (word, opened) in &mut whole {
            let from = number(all_begun.len());
            prefixes.beginning(word, |_, begun| all_begun.extend(of_prefixes[begun as usize].clone()));
            opened.begun = from..number(all_begun.len());
        }
        let opens_any = |opened: &Opened| {
            [&opened.alone, &opened.longer, &opened.begun].into_iter().any(|alternatives| !alternatives.is_empty())
        };
        let opened = whole.into_iter().map(|(word, opened)| (word, Some(opened).filter(opens_any)));
        PatternSet {
            first_words: WordTable::new(opened),
            patterns: all_patterns,
            groups: all_groups,
            members: all_members.into(),
            alternatives,
            prefixes,
            of_prefixes,
            begun: all_begun.into(),
            glances: glances.into(),
            decided,
            others: all_others.into(),
        }
    }
}

/// Of the words behind the first one of each alternative, and whether the last is a prefix; with what each decides.
fn alternatives(rests: &[(&[Box<str>], bool)], decides: Vec<u32>) -> Alternatives {
    let mut numbers: BTreeMap<&str, u32> = rests.iter().flat_map(|(rest, _)| *rest).map(|word| (&**word, 0)).collect();
    numbers.values_mut().zip(0..).for_each(|(number, at)| *number = at);
    let (mut all, mut starts) = (Vec::new(), vec![0]);
    for (rest, ends_in_prefix) in rests {
        all.extend(rest.iter().map(|word| numbers[&**word] * 2));
        if let (Some(last), true) = (all.last_mut(), *ends_in_prefix) {
            *last += 1;
        }
        starts.push(number(all.len()));
    }
    Alternatives::of_columns(numbers.keys().copied().collect(), all.into(), starts.into(), decides.into())
}

/// The alternatives of a group.
fn written(group: &str, pattern: &str) -> Result<Vec<Written>, String> {
    group.split('|').map(|alternative| Written::new(alternative.trim(), pattern)).collect()
}

impl Written {
    fn new(alternative: &str, pattern: &str) -> Result<Self, String> {
        let words: Vec<&str> = alternative.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            return Err(format!("pattern {pattern:?} has an empty alternative"));
        };
        let starred = words.iter().position(|w| w.contains('*'));
        if starred.is_some_and(|at| at + 1 != words.len() || words[at].find('*') != Some(words[at].len() - 1)) {
            return Err(format!("pattern {pattern:?}: `*` may only end the last word of an alternative"));
        }
        let last_is_prefix = starred.is_some();
        if last_is_prefix && words[words.len() - 1].len() < 3 {
            return Err(format!("pattern {pattern:?}: a prefix needs at least two letters"));
        }
        Ok(Self {
            first: first.trim_end_matches('*').into(),
            first_is_whole: !(rest.is_empty() && last_is_prefix),
            rest: rest.iter().map(|w| w.trim_end_matches('*').into()).collect(),
            rest_ends_in_prefix: !rest.is_empty() && last_is_prefix,
        })
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("all patterns have far fewer words than 2^32")
}
