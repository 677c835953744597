//! How large the systems are that a text speaks of: accelerators, nodes, cores, servers, stored petabytes.
//!
//! What somebody did with a system, and whose it is, is read in `capacity`. GPU-hours, parameters, requests, virtual machines,
//! money and people are not scale.

use super::capacity;
use super::number::{Number, numbers};
use super::scale_noun::{Counted, counted, storage};
use super::terms::{Gap, Reading, is_break, one_of, year_of};
use super::text::Span;
use crate::domain::{Capacity, ScaleUnit};
use crate::taxonomy::{ConceptId, ConceptKind, MatchedBy, Taxonomy};

/// A statement of scale.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one statement")]
pub(crate) struct ScaleMention {
    /// How many of the unit; of a range or a growth the larger figure. Petabytes are rounded down, but never to 0.
    pub value: u64,
    /// The smaller figure of a range or a growth.
    pub low: Option<u64>,
    pub unit: ScaleUnit,
    /// The number of accelerators, where it is stated or follows from what is stated. Without that the reader does not guess.
    pub accelerators: Option<u64>,
    /// Whether `accelerators` (or, for racks and products, `value`) was computed rather than read.
    pub derived: bool,
    pub accelerator: Option<ConceptId>,
    pub capacity: Option<Capacity>,
    /// Whether it is what the person, or the team of the posting, has to do with; not the fleet of the whole employer or a customer.
    pub own: bool,
    /// The latest year in the same sentence.
    pub year: Option<i16>,
    /// Whether the sentence says that it goes on: `since 2022`, `currently`.
    pub ongoing: bool,
    pub approximate: bool,
    pub span: Span,
}

/// A statement being read.
struct Found {
    first: usize,
    last: usize,
    low: Option<u64>,
    milli: u64,
    approximate: bool,
    counted: Counted,
    /// Accelerators in each of the counted.
    each: Option<u64>,
    product: bool,
}

/// All statements of scale, in the order of the text.
pub(crate) fn scale_mentions(reading: &Reading, taxonomy: &Taxonomy) -> Vec<ScaleMention> {
    let numbers = numbers(reading);
    let mut found: Vec<Found> = Vec::new();
    let mut loose: Vec<(usize, u64)> = Vec::new();
    let mut taken = vec![false; numbers.len()];
    for at in 0..numbers.len() {
        if taken[at] || is_other(reading, &numbers[at]) {
            continue;
        }
        let Some(mut new) = read_one(reading, &numbers, at) else {
            continue;
        };
        if let Some(each) = figure_per_node(reading, &new) {
            loose.push((new.first, each));
            continue;
        }
        if matches!(new.counted.unit, ScaleUnit::Nodes | ScaleUnit::Servers)
            && let Some((number, each, last)) = each_after(reading, &numbers, at, new.last)
        {
            new.each = Some(each.0);
            new.counted.name = new.counted.name.take().or(each.1);
            new.last = last;
            taken[number] = true;
        }
        merge_growth(reading, &mut found, new);
    }
    for (at, each) in loose {
        let sentence = reading.sentence(at);
        let nodes = |f: &&mut Found| {
            sentence.contains(&f.first)
                && f.each.is_none()
                && matches!(f.counted.unit, ScaleUnit::Nodes | ScaleUnit::Servers)
        };
        if let Some(found) = found.iter_mut().find(nodes) {
            found.each = Some(each);
        }
    }
    found.iter().filter_map(|f| finish(reading, taxonomy, f)).collect()
}

fn read_one(reading: &Reading, numbers: &[Number], at: usize) -> Option<Found> {
    let number = &numbers[at];
    let (mut first, mut milli, mut low, mut product) = (number.first, number.milli, None, false);
    let counted =
        counted(reading, number).or_else(|| storage(reading, number)).or_else(|| counted_elsewhere(reading, number))?;
    let previous = at.checked_sub(1).map(|p| &numbers[p]).filter(|p| !is_other(reading, p));
    if let Some(previous) = previous
        && previous.first + 8 > first
        && reading.tokens[previous.first].line == reading.tokens[first].line
    {
        let between: Vec<&str> = (previous.last + 1..first).map(|i| reading.word(i)).collect();
        let dash = between.is_empty() && reading.gap(first) == Gap::Dash;
        let shares =
            previous.factor == 1 && number.factor > 1 && !number.spelled && previous.milli < milli / number.factor;
        let other = previous.milli.saturating_mul(if shares { number.factor } else { 1 });
        let range = match between.as_slice() {
            [] => dash && other.saturating_mul(100) >= milli,
            ["to" | "or" | "through"]
            | ["to", "over" | "about" | "nearly" | "almost"]
            | ["up", "to"]
            | ["to", "more", "than"] => true,
            ["and"] => reading.before(previous.first, 1) == "between",
            _ => false,
        };
        // "1,536 and 640 GPUs": two systems, of which the larger counts.
        let larger = between.as_slice() == ["and"] && !previous.spelled && previous.milli > milli && !range;
        if larger {
            milli = previous.milli;
            first = previous.first;
        } else if range {
            low = Some(other.min(milli));
            milli = milli.max(other);
            first = previous.first;
        } else if matches!(between.as_slice(), ["x" | "×" | "*"])
            && previous.milli < 1_000_000_000
            && number.milli < 1_000_000_000
        {
            // 64 x 8 H100, 2 x 380 nodes.
            milli = (previous.milli / 1000).saturating_mul(milli);
            first = previous.first;
            product = true;
        }
    }
    if milli < 2000 && counted.unit != ScaleUnit::Petabytes && counted.each == 1 {
        return None;
    }
    // A handful spelled out is seldom a system: "two GPUs taped out".
    if number.spelled && milli < 4000 && counted.unit == ScaleUnit::Accelerators && counted.each == 1 {
        return None;
    }
    let low = low.filter(|low| *low < milli).map(|low| low / 1000);
    Some(Found { first, last: counted.last, low, milli, approximate: number.approximate, counted, each: None, product })
}

/// Whether the number is money, a year, a model's number or a place in a list.
fn is_other(reading: &Reading, number: &Number) -> bool {
    let before = reading.before(number.first, 1);
    let model = one_of(
        before,
        "$ € £ ¥ ₹ usd eur gbp chf rtx gtx rx geforce quadro radeon top version v cuda python pcie \
             gen rhel centos ubuntu level arc xeon epyc sql server windows #",
    );
    let year = year_of(reading.word(number.first)).is_some()
        && number.factor == 1
        && number.first == number.last
        && (one_of(before, "in since until from by after before during early late summer spring")
            || super::terms::month_named(before).is_some());
    model || year
}

/// `8 GPUs per node`: a figure of one node.
fn figure_per_node(reading: &Reading, found: &Found) -> Option<u64> {
    let next = found.last + 1;
    let per = reading.word(next) == "per" || (reading.word(next) == "/" && reading.gap(next) == Gap::Glued);
    let node = matches!(
        reading.word(next + 1),
        "node" | "server" | "host" | "box" | "machine" | "blade" | "chassis" | "system"
    );
    // A plural of a few-GPU machine without a count says what one is like, not how many there are.
    let kind = found.counted.kind_of_machine;
    ((per && node) || kind).then_some(found.milli / 1000).filter(|_| found.counted.unit == ScaleUnit::Accelerators)
}

/// The accelerators of one node, told after the nodes: `(8x A100)`, `with 8 H100 each`, `x 8 H100`.
fn each_after(
    reading: &Reading,
    numbers: &[Number],
    at: usize,
    last: usize,
) -> Option<(usize, (u64, Option<String>), usize)> {
    let next = numbers.get(at + 1)?;
    let sentence = reading.sentence(last);
    if next.first > last + 7 || !sentence.contains(&next.first) || next.units() > 144 || next.units() == 0 {
        return None;
    }
    let inside = counted(reading, next).filter(|c| c.unit == ScaleUnit::Accelerators)?;
    let after = inside.last + 1;
    let said = reading.word(after) == "each"
        || reading.word(after) == "apiece"
        || (reading.word(after) == "per"
            && matches!(reading.word(after + 1), "node" | "server" | "box" | "host" | "machine"))
        || (last + 1..next.first).any(|i| reading.word(i) == "each");
    let between: Vec<&str> = (last + 1..next.first).map(|i| reading.word(i)).collect();
    // "640 nodes with 128 K80" tells of them all: no node holds so many.
    let joined = next.units() <= 16
        && match between.as_slice() {
            ["x" | "×" | "@" | "of" | "with" | "having" | "carrying"] => {
                reading.word(last).ends_with('s') || reading.word(last) == "dgx"
            }
            ["("] => inside.times || reading.gap(next.first + 1) == Gap::Dash,
            _ => false,
        };
    let end = if said && matches!(reading.word(after), "each" | "apiece") { after } else { inside.last };
    (said || joined).then(|| (at + 1, (next.units(), inside.name.clone()), end))
}

/// Adds a statement; `from 64 GPUs to 1,024 GPUs` becomes one.
fn merge_growth(reading: &Reading, found: &mut Vec<Found>, new: Found) {
    if let Some(old) = found.last_mut()
        && old.counted.unit == new.counted.unit
        && old.last < new.first
        && new.first - old.last <= 4
        && reading.word(old.last + 1) == "to"
        && old.low.is_none()
        && (old.last + 2..new.first)
            .all(|i| matches!(reading.word(i), "over" | "more" | "than" | "about" | "nearly" | "almost"))
    {
        old.low = Some(old.milli.min(new.milli) / 1000);
        old.milli = old.milli.max(new.milli);
        old.counted.name = new.counted.name.or(old.counted.name.take());
        old.last = new.last;
        return;
    }
    found.push(new);
}

/// A figure whose noun stands elsewhere: `GPUs: 4,096`, `GPUs, 6,000 of them`, `a GPU cluster of 1,024`.
fn counted_elsewhere(reading: &Reading, number: &Number) -> Option<Counted> {
    let plural = |word: &str| match word {
        "gpus" | "accelerators" | "tpus" => Some(ScaleUnit::Accelerators),
        "nodes" => Some(ScaleUnit::Nodes),
        "servers" => Some(ScaleUnit::Servers),
        "cores" => Some(ScaleUnit::Cores),
        _ => None,
    };
    let (first, next) = (number.first, number.last + 1);
    let ends = reading.gap(next) == Gap::Line || is_break(reading.word(next));
    let unit = if reading.word(next) == "of" && matches!(reading.word(next + 1), "them" | "these" | "those" | "which") {
        (1..=6).find_map(|back| plural(reading.before(first, back)))
    } else if matches!(reading.before(first, 1), ":" | "=") && ends {
        plural(reading.before(first, 2)).or_else(|| match (reading.before(first, 3), reading.before(first, 2)) {
            ("gpu", "count" | "number") | ("of", "gpus") => Some(ScaleUnit::Accelerators),
            ("node", "count") => Some(ScaleUnit::Nodes),
            _ => None,
        })
    } else if reading.before(first, 1) == "of"
        && ends
        && matches!(reading.before(first, 2), "cluster" | "fleet" | "farm")
    {
        matches!(reading.before(first, 3), "gpu" | "h100" | "a100" | "h200" | "b200" | "accelerator")
            .then_some(ScaleUnit::Accelerators)
    } else {
        None
    }?;
    Some(Counted { unit, each: 1, name: None, last: number.last, times: false, kind_of_machine: false, multiplier: 1 })
}

fn finish(reading: &Reading, taxonomy: &Taxonomy, found: &Found) -> Option<ScaleMention> {
    let counted = &found.counted;
    let mut approximate = found.approximate;
    let (value, low) = if counted.unit == ScaleUnit::Petabytes {
        // Thousandths of a terabyte, times the unit.
        let milli = found.milli.saturating_mul(counted.multiplier) / 1000;
        approximate |= !milli.is_multiple_of(1000);
        let low = found.low.map(|low| low.saturating_mul(counted.multiplier) / 1000);
        (Some(milli / 1000).filter(|pb| *pb > 0)?, low)
    } else {
        (found.milli / 1000 * counted.multiplier, found.low.map(|low| low * counted.multiplier))
    };
    if value > 1_000_000_000 {
        return None;
    }
    let each = found.each.or((counted.each > 1).then_some(counted.each));
    let accelerators = match counted.unit {
        ScaleUnit::Accelerators => Some(value),
        ScaleUnit::Nodes | ScaleUnit::Servers => each.and_then(|each| value.checked_mul(each)),
        _ => None,
    };
    let derived =
        (accelerators.is_some() && counted.unit != ScaleUnit::Accelerators) || counted.multiplier > 1 || found.product;
    let accelerator = (counted.unit != ScaleUnit::Petabytes && counted.unit != ScaleUnit::Cores)
        .then(|| {
            counted
                .name
                .as_deref()
                .and_then(|name| concept(taxonomy, name))
                .or_else(|| name_near(reading, taxonomy, found))
        })
        .flatten();
    let (year, ongoing) = capacity::time(reading, found.first);
    Some(ScaleMention {
        value,
        low: low.filter(|low| *low < value),
        unit: counted.unit,
        accelerators,
        derived: derived && counted.unit != ScaleUnit::Petabytes,
        accelerator,
        capacity: capacity::capacity(reading, found.first, found.last),
        own: capacity::is_own(reading, found.first, found.last),
        year,
        ongoing,
        approximate,
        span: reading.span(found.first, found.last),
    })
}

fn concept(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let found = taxonomy.resolve(name);
    let id = found.concept.filter(|_| found.matched_by != MatchedBy::Fuzzy)?;
    let concept = taxonomy.concept(id);
    (concept.kind == ConceptKind::Hardware && concept.generation.is_some()).then_some(id)
}

/// An accelerator named close by: `8,192-GPU fabric (H100)`, `an H100 cluster of 1,024 GPUs`.
fn name_near(reading: &Reading, taxonomy: &Taxonomy, found: &Found) -> Option<ConceptId> {
    let segment = reading.segment(found.first);
    let after = found.last + 1..segment.end.min(found.last + 8);
    let before = (found.first.saturating_sub(6).max(segment.start)..found.first).rev();
    // A figure between belongs to something else.
    let name = |i: usize| {
        super::terms::is_accelerator_name(reading.word(i)).then(|| concept(taxonomy, reading.word(i))).flatten()
    };
    let free = |i: &usize| reading.tokens[*i].kind != super::terms::Kind::Digits;
    after.take_while(free).find_map(name).or_else(|| before.take_while(free).find_map(name))
}
