//! What several figures say together: accelerators of each node, a growth, one system told twice in two units.
//!
//! The single figures are read in `scale` and `scale_noun`.

use super::lists;
use super::number::Number;
use super::scale::Found;
use super::scale_noun::{Counted, counted};
use super::terms::{Gap, Reading, is_accelerator_name, is_break};
use super::words::{one_of, words};
use crate::domain::ScaleUnit;

/// The accelerators of one node, told after the nodes: `(8x A100)`, `with 8 H100 each`, `x 8 H100`.
///
/// How many, their name, and the last token that says it.
pub(super) fn each_after(
    reading: &Reading,
    numbers: &[Number],
    at: usize,
    nodes: &Found,
) -> Option<(u64, Option<String>, usize)> {
    let next = numbers.get(at + 1)?;
    let last = nodes.last;
    let sentence = reading.sentence(last);
    if next.first <= last || next.first > last + 7 || !sentence.contains(&next.first) {
        return None;
    }
    if next.units() > 144 || next.units() == 0 {
        return None;
    }
    let between: Vec<&str> = (last + 1..next.first).map(|i| reading.word(i)).collect();
    let inside = counted(reading, next).filter(|c| c.unit == ScaleUnit::Accelerators)?;
    let end = each_ends(reading, inside.last + 1);
    let each_before = between.contains(&"each")
        || ((1..=3).any(|back| reading.before(nodes.first, back) == "each")
            && matches!(between.as_slice(), ["has" | "have" | "holds" | "had" | "with" | "contains" | "carries"]));
    // "640 nodes with 128 K80" tells of them all: no node holds so many.
    let joined = next.units() <= 16
        && match between.as_slice() {
            ["x" | "×" | "@" | "of" | "with" | "having" | "carrying"] => {
                reading.word(last).ends_with('s') || reading.word(last) == "dgx"
            }
            ["("] => inside.times || reading.gap(next.first + 1) == Gap::Dash,
            _ => false,
        };
    let said = end.is_some() || each_before;
    (said || joined).then(|| (next.units(), inside.name.clone(), end.unwrap_or(inside.last)))
}

/// The last token of `each`, `apiece`, `per node`, `in each`, when these stand at `at`.
fn each_ends(reading: &Reading, at: usize) -> Option<usize> {
    match reading.word(at) {
        "each" | "apiece" => Some(at),
        "in" | "on" if reading.word(at + 1) == "each" => Some(at + 1),
        "per" | "a" | "/" if reading.is(at + 1, words!(lists::SCALE_MACHINE)) => Some(at + 1),
        _ => None,
    }
}

/// `64 4-GPU nodes`, `128 x 8xH100 nodes`: machines of a kind, with their number before it.
pub(super) fn machines_of_kind(reading: &Reading, numbers: &[Number], at: usize, new: &Found) -> Option<Found> {
    let number = &numbers[at];
    let previous = numbers.get(at.checked_sub(1)?)?;
    let between = (previous.last + 1..number.first).map(|i| reading.word(i));
    let beside = between.clone().next().is_none() && reading.gap(number.first) == Gap::Space;
    let times = number.first == previous.last + 2 && between.clone().all(|word| matches!(word, "x" | "×" | "*"));
    if !new.counted.kind_of_machine || !(beside || times) || previous.units() < 2 {
        return None;
    }
    let unit = if reading.word(new.last) == "servers" { ScaleUnit::Servers } else { ScaleUnit::Nodes };
    Some(Found {
        first: previous.first,
        last: new.last,
        low: None,
        milli: previous.milli,
        approximate: previous.approximate,
        counted: Counted { unit, kind_of_machine: false, ..new.counted.clone() },
        each: Some(number.units()),
        total: None,
        product: false,
    })
}

/// A slice or pod of TPUs, whose name states its size: `v4-4096`, `TPU v5e-256`. The figure is taken as it is written.
pub(super) fn slice_of_tpus(reading: &Reading, number: &Number) -> Option<Found> {
    let first = number.first.checked_sub(1).filter(|_| reading.gap(number.first) == Gap::Dash)?;
    let name = reading.word(first);
    let generation = name.strip_prefix("tpu").unwrap_or(name).strip_prefix('v')?;
    let known = generation.len() <= 2
        && generation.starts_with(|c: char| ('2'..='7').contains(&c))
        && generation.chars().nth(1).is_none_or(|c| matches!(c, 'e' | 'p' | 'i'));
    let tpus = |word: &str| one_of!(word, lists::SCALE_JOIN_TPUS);
    let told = name.starts_with("tpu")
        || tpus(reading.before(first, 1))
        || (1..=3).any(|ahead| tpus(reading.word(number.last + ahead)));
    (known && told && number.units() >= 4 && number.units().is_multiple_of(4)).then(|| Found {
        first: first - usize::from(reading.before(first, 1) == "tpu"),
        last: number.last,
        low: None,
        milli: number.milli,
        approximate: false,
        counted: Counted {
            name: Some(format!("tpu v{}", &generation[..1])),
            ..Counted::of(ScaleUnit::Accelerators, number.last)
        },
        each: None,
        total: None,
        product: false,
    })
}

/// Adds a statement; `from 64 GPUs to 1,024 GPUs` becomes one.
pub(super) fn merge_growth(reading: &Reading, found: &mut Vec<Found>, new: Found) {
    if let Some(old) = found.last_mut()
        && old.counted.unit == new.counted.unit
        && old.last < new.first
        && new.first - old.last <= 4
        && reading.word(old.last + 1) == "to"
        && old.low.is_none()
        && (old.last + 2..new.first).all(|i| is_about(reading.word(i)))
    {
        old.low = Some(old.milli.min(new.milli) / 1000);
        old.milli = old.milli.max(new.milli);
        old.counted.name = new.counted.name.or(old.counted.name.take());
        old.last = new.last;
        return;
    }
    found.push(new);
}

fn is_about(word: &str) -> bool {
    one_of!(word, lists::SCALE_JOIN_ABOUT)
}

/// A later figure of the same, without its noun: `768 H100s, later 1,536`, `from 500 GPUs to more than 3,000`.
pub(super) fn grow(reading: &Reading, old: &mut Found, number: &Number) {
    let between = old.last + 1..number.first;
    let ends = {
        let next = number.last + 1;
        reading.gap(next) == Gap::Line
            || is_break(reading.word(next))
            || reading.is(next, words!(lists::SCALE_JOIN_GROWN_IN))
    };
    let near = number.first > old.last && between.len() <= 6 && reading.sentence(old.last).contains(&number.first);
    if !(near && ends) || old.low.is_some() || number.factor > 1000 || old.counted.unit == ScaleUnit::Petabytes {
        return;
    }
    let grows = |word: &str| one_of!(word, lists::SCALE_JOIN_GROWN_TO);
    // `began with 96 GPUs and has 9,000 today`, `96 GPUs in 2019, 9,000 today`
    let now = reading.is(number.last + 1, words!(lists::SCALE_JOIN_NOW));
    let told = now || between.clone().any(|i| grows(reading.word(i)));
    let only = between.clone().all(|i| {
        let word = reading.word(i);
        let dated = || super::terms::year_of(word).is_some() && reading.before(i, 1) == "in";
        grows(word) || is_about(word) || one_of!(word, lists::SCALE_JOIN_GROWN_BY) || dated()
    });
    let year = super::terms::year_of(reading.word(number.first)).is_some() && number.first == number.last;
    if told && only && !year && number.milli > old.milli && number.milli.is_multiple_of(1000) {
        old.low = Some(old.units());
        old.milli = number.milli;
        old.last = number.last;
    }
}

/// Whether only some of the machines hold accelerators: `six nodes, two of them with GPUs`.
pub(super) fn some_hold_accelerators(reading: &Reading, machines: &Found) -> bool {
    let sentence = reading.sentence(machines.first);
    let behind = machines.last + 1..sentence.end.min(machines.last + 10);
    behind.into_iter().any(|at| {
        let of_them = reading.word(at) == "of" && reading.is(at + 1, words!(lists::SCALE_JOIN_THOSE));
        let numbers = reading.numbers();
        let before = numbers[..numbers.partition_point(|number| number.last < at)].last();
        let counted = before.is_some_and(|number| number.last + 1 == at && number.first > machines.last);
        let hold = reading.is(at + 2, words!(lists::SCALE_JOIN_HOLD));
        let holds = |word: &str| is_accelerator_name(word) || matches!(word, "gpu" | "gpus" | "accelerators");
        of_them && counted && hold && (at + 3..sentence.end.min(at + 7)).any(|i| holds(reading.word(i)))
    })
}

/// One system told twice, as nodes and as accelerators, counts once: `32 DGX H100 (256 GPUs)`.
pub(super) fn join_restated(reading: &Reading, found: &mut Vec<Found>) {
    let mut at = 1;
    while at < found.len() {
        let (left, right) = found.split_at_mut(at);
        let (before, after) = (&mut left[at - 1], &right[0]);
        if !restates(reading, before, after) {
            at += 1;
            continue;
        }
        if before.counts_machines() {
            before.total = Some(after.units());
            before.last = after.last;
        }
        before.counted.name = before.counted.name.take().or_else(|| after.counted.name.clone());
        found.remove(at);
    }
}

/// Whether two neighbouring statements tell of the same machines.
fn restates(reading: &Reading, before: &Found, after: &Found) -> bool {
    let accelerators = |f: &Found| f.counted.unit == ScaleUnit::Accelerators && f.low.is_none();
    let machines = |f: &Found| f.counts_machines() && f.low.is_none();
    let (nodes, chips) = if machines(before) && accelerators(after) {
        (before, after)
    } else if accelerators(before) && machines(after) {
        (after, before)
    } else {
        return false;
    };
    let between = before.last + 1..after.first;
    if before.last >= after.first || between.len() > 6 || !reading.sentence(before.last).contains(&after.first) {
        return false;
    }
    let each = nodes.each.or(Some(nodes.counted.each).filter(|each| *each > 1));
    if let Some(each) = each {
        return nodes.units().checked_mul(each) == Some(chips.units() * chips.counted.multiplier);
    }
    let (n_nodes, n_chips) = (nodes.units(), chips.units());
    // "a 900-node cluster with 220 A100s", "400 nodes with 1,200 H100": more than one node holds, and no more than all can hold.
    let has_some = reading.is(after.first - 1, words!(lists::SCALE_JOIN_SOME))
        && machines(before)
        && between.clone().all(|i| !is_break(reading.word(i)));
    if has_some && (17..=n_nodes.saturating_mul(16)).contains(&n_chips) {
        return true;
    }
    let says = |i: usize| reading.is(i, words!(lists::SCALE_JOIN_SAYS));
    let small = |i: usize| says(i) || reading.is(i, words!(lists::SCALE_JOIN_SMALL));
    let joined = between.clone().all(small) && between.clone().any(says);
    n_nodes > 0 && n_chips.is_multiple_of(n_nodes) && (1..=16).contains(&(n_chips / n_nodes)) && joined
}
