//! How large the systems are that a text speaks of: accelerators, nodes, cores, servers, stored petabytes.
//!
//! What somebody did with a system, and whose it is, is read in `capacity`; what several figures say together in `scale_join`. GPU-hours, parameters, requests, virtual machines,
//! money and people are not scale.

use super::capacity;
use super::lists;
use super::number::Number;
use super::scale_join::{
    each_after, grow, join_restated, machines_of_kind, merge_growth, slice_of_tpus, some_hold_accelerators,
};
use super::scale_noun::{Counted, counted, storage};
use super::terms::{Gap, Kind, Reading, is_break, year_of};
use super::text::Span;
use super::words::{Words, one_of, words};
use crate::domain::{Capacity, Quantity, ScaleUnit};
use crate::taxonomy::{ConceptId, ConceptKind, MatchedBy, Taxonomy};

/// A statement of scale.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one statement")]
pub(crate) struct ScaleMention {
    /// How many of the unit; of a range or a growth the larger figure. Petabytes are rounded down, to 0 for terabytes: see
    /// [`ScaleMention::quantity`].
    pub value: u64,
    /// Thousandths of the unit beyond `value`: of petabytes the terabytes.
    pub beyond: u16,
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
    /// Whether it is not there yet: `9,000 GPUs are planned`.
    pub to_come: bool,
    pub span: Span,
}

impl ScaleMention {
    /// How many of the unit, with the terabytes.
    pub(crate) fn quantity(&self) -> Quantity {
        Quantity::from_parts(self.value, self.beyond)
    }
}

/// A statement being read.
pub(super) struct Found {
    pub first: usize,
    pub last: usize,
    pub low: Option<u64>,
    pub milli: u64,
    pub approximate: bool,
    pub counted: Counted,
    /// Accelerators in each of the counted.
    pub each: Option<u64>,
    /// Accelerators in all, as the text states them beside the nodes.
    pub total: Option<u64>,
    pub product: bool,
}

impl Found {
    pub(super) fn units(&self) -> u64 {
        self.milli / 1000
    }

    pub(super) fn counts_machines(&self) -> bool {
        matches!(self.counted.unit, ScaleUnit::Nodes | ScaleUnit::Servers)
    }
}

/// No honest text has more statements; reading on would only cost time.
const MAX_STATEMENTS: usize = 500;

/// All statements of scale, in the order of the text.
pub(crate) fn scale_mentions(reading: &Reading, taxonomy: &Taxonomy) -> Vec<ScaleMention> {
    let numbers = reading.numbers();
    let mut found: Vec<Found> = Vec::new();
    let mut loose: Vec<(usize, u64)> = Vec::new();
    let mut taken_to = 0;
    for (at, number) in numbers.iter().enumerate() {
        if found.len() + loose.len() >= MAX_STATEMENTS {
            break;
        }
        if number.first < taken_to {
            continue;
        }
        if let Some(slice) = slice_of_tpus(reading, number) {
            found.push(slice);
            continue;
        }
        if is_other(reading, number) {
            continue;
        }
        let Some(mut new) = read_one(reading, numbers, at) else {
            if let Some(old) = found.last_mut() {
                grow(reading, old, number);
            }
            continue;
        };
        if let Some(nodes) = machines_of_kind(reading, numbers, at, &new) {
            found.push(nodes);
            continue;
        }
        if let Some(each) = figure_per_node(reading, &new) {
            loose.push((new.first, each));
            continue;
        }
        if new.counts_machines()
            && let Some((each, name, last)) = each_after(reading, numbers, at, &new)
        {
            new.each = Some(each);
            new.counted.name = new.counted.name.take().or(name);
            new.last = last;
            taken_to = last + 1;
        }
        merge_growth(reading, &mut found, new);
    }
    for (at, each) in loose {
        let sentence = reading.sentence(at);
        // `1,200 nodes, of which 300 with 4 GPUs each`: the rest has none.
        let of_a_part =
            |from: usize| (from..at).any(|i| reading.is_at(i, "of which") || reading.is_at(i, "some of them"));
        let nodes = |f: &&mut Found| {
            sentence.contains(&f.first) && f.each.is_none() && f.counts_machines() && !of_a_part(f.last)
        };
        if let Some(found) = found.iter_mut().rev().take(8).find(nodes) {
            found.each = Some(each);
        }
    }
    join_restated(reading, &mut found);
    (0..found.len()).filter_map(|at| finish(reading, taxonomy, &found, at)).collect()
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
            (first, milli) = (previous.first, previous.milli);
        } else if range {
            low = Some(other.min(milli));
            milli = milli.max(other);
            first = previous.first;
        } else {
            product = match between.as_slice() {
                // 64 x 8 H100, 2 x 380 nodes.
                ["x" | "×" | "*"] => true,
                // "40 racks of 8 nodes"
                [holder, "of" | "with" | "holding"] => {
                    one_of!(holder, lists::SCALE_READ_ONE)
                        && matches!(counted.unit, ScaleUnit::Nodes | ScaleUnit::Servers)
                }
                _ => false,
            };
            if product {
                milli = (previous.milli / 1000).saturating_mul(milli);
                first = previous.first;
            }
        }
    }
    // A handful spelled out is seldom a system: "two GPUs taped out". Half a node is a version: `kernel 5.15 nodes`.
    let one_each = counted.each == 1 && counted.multiplier == 1;
    let few = milli < 2000 || (number.spelled && milli < 4000 && counted.unit == ScaleUnit::Accelerators);
    if counted.unit != ScaleUnit::Petabytes && ((few && one_each) || !milli.is_multiple_of(1000)) {
        return None;
    }
    let low = low.filter(|low| *low < milli).map(|low| low / 1000);
    let (last, approximate) = (counted.last, number.approximate);
    Some(Found { first, last, low, milli, approximate, counted, each: None, total: None, product })
}

/// Whether the number is money, a year, a model's number or a place in a list.
fn is_other(reading: &Reading, number: &Number) -> bool {
    let before = reading.before(number.first, 1);
    let is_behind = |list: Words| number.first.checked_sub(1).is_some_and(|before| reading.is(before, list));
    let version =
        number.factor == 1 && number.milli < 100_000 && !number.plus && is_behind(words!(lists::SCALE_VERSIONED));
    // `CUDA @ 4`: a level.
    let model = is_behind(words!(lists::SCALE_OTHER_MODEL));
    let year = year_of(reading.word(number.first)).filter(|_| number.factor == 1 && number.first == number.last);
    let in_year = is_behind(words!(lists::SCALE_BEFORE_YEAR)) || super::calendar::month_named(before).is_some();
    // "the 2024 GPU budget" is of that year, "2024 GPUs" are so many.
    let next = number.last + 1;
    let names_a_plural = || {
        (next..next + 4)
            .take_while(|&i| reading.gap(i) != Gap::Line && !is_break(reading.word(i)))
            .any(|i| one_of!(reading.word(i), lists::SCALE_PLURAL))
    };
    let dated = !number.plus
        && year.is_some_and(|year| (2005..=2035).contains(&year))
        && reading.gap(next) == Gap::Space
        && !names_a_plural();
    // `Requisition R-40911`, whatever the next line begins with.
    let lettered = reading.gap(number.first) == Gap::Dash && is_behind(words!(lists::SCALE_LETTERED));
    model || (year.is_some() && in_year) || version || dated || lettered
}

/// `8 GPUs per node`: a figure of one node.
fn figure_per_node(reading: &Reading, found: &Found) -> Option<u64> {
    let next = found.last + 1;
    let per = reading.word(next) == "per" || (reading.word(next) == "/" && reading.gap(next) == Gap::Glued);
    let node = reading.is(next + 1, words!(lists::SCALE_MACHINE));
    // A plural of a few-GPU machine without a count says what one is like, not how many there are.
    let kind = found.counted.kind_of_machine;
    // "40 virtual machines with 2 GPUs each"
    let apiece = matches!(reading.word(next), "each" | "apiece") && found.milli <= 16_000;
    ((per && node) || kind || apiece)
        .then_some(found.milli / 1000)
        .filter(|_| found.counted.unit == ScaleUnit::Accelerators)
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
    let unit = if reading.word(next) == "of" && reading.is(next + 1, words!(lists::SCALE_THOSE)) {
        (1..=6).find_map(|back| plural(reading.before(first, back)))
    } else if reading.gap(next) != Gap::Line
        && matches!(reading.word(next), "x" | "×")
        && reading.before(first, 1) == "("
    {
        // H100 (1,024x).
        return accelerators_named(reading, reading.before(first, 2), next);
    } else if matches!(reading.before(first, 1), "x" | "×") && ends {
        return accelerators_named(reading, reading.before(first, 2), number.last);
    } else if matches!(reading.before(first, 1), ":" | "=")
        && ends
        && !one_of!(reading.before(first, 3), lists::SCALE_CORE_SORTS)
    {
        if let Some(found) = accelerators_named(reading, reading.before(first, 2), number.last) {
            return Some(found);
        }
        // GPUs under management: 6,500.
        let opening = reading.line(first).start;
        let heads = first - opening <= 6 && !(opening + 1..first - 1).any(|i| is_break(reading.word(i)));
        let head = if heads { plural(reading.word(opening)) } else { None };
        plural(reading.before(first, 2)).or(head).or_else(|| {
            match (reading.before(first, 3), reading.before(first, 2)) {
                ("gpu", "count" | "number" | "fleet" | "cluster" | "size") | ("of", "gpus") => {
                    Some(ScaleUnit::Accelerators)
                }
                ("node", "count") => Some(ScaleUnit::Nodes),
                _ => None,
            }
        })
    } else if reading.before(first, 1) == "of"
        && ends
        && matches!(reading.before(first, 2), "cluster" | "fleet" | "farm")
    {
        one_of!(reading.before(first, 3), lists::SCALE_ACCELERATORS).then_some(ScaleUnit::Accelerators)
    } else {
        None
    }?;
    Some(Counted::of(unit, number.last))
}

/// A count of the accelerators of that name.
fn accelerators_named(reading: &Reading, name: &str, last: usize) -> Option<Counted> {
    let name = name.strip_suffix("'s").unwrap_or(name);
    let names = super::terms::is_accelerator_name(name) && reading.tokens.get(last).is_some();
    names.then(|| Counted { name: Some(name.to_owned()), ..Counted::of(ScaleUnit::Accelerators, last) })
}

fn finish(reading: &Reading, taxonomy: &Taxonomy, all: &[Found], at: usize) -> Option<ScaleMention> {
    let found = &all[at];
    let counted = &found.counted;
    let mut approximate = found.approximate;
    let (value, beyond, low) = if counted.unit == ScaleUnit::Petabytes {
        // Thousandths of a terabyte, times the unit.
        let milli = found.milli.saturating_mul(counted.multiplier) / 1000;
        approximate |= !milli.is_multiple_of(1000);
        let low = found.low.map(|low| low.saturating_mul(counted.multiplier) / 1000);
        (milli / 1000, u16::try_from(milli % 1000).unwrap_or(0), low)
    } else {
        (found.milli / 1000 * counted.multiplier, 0, found.low.map(|low| low * counted.multiplier))
    };
    if value > 1_000_000_000 {
        return None;
    }
    let each = found.each.or((counted.each > 1).then_some(counted.each));
    let accelerators = match counted.unit {
        ScaleUnit::Accelerators => Some(value),
        ScaleUnit::Nodes | ScaleUnit::Servers => {
            let stated = found.total.or_else(|| each.and_then(|each| value.checked_mul(each)));
            // Those that hold some are counted by themselves.
            let none = || has_no_accelerators(reading, found) || some_hold_accelerators(reading, found);
            stated.or_else(|| none().then_some(0))
        }
        _ => None,
    };
    let derived = (accelerators.is_some() && found.total.is_none() && counted.unit != ScaleUnit::Accelerators)
        || counted.multiplier > 1
        || found.product;
    let accelerator = (counted.unit != ScaleUnit::Petabytes && counted.unit != ScaleUnit::Cores)
        .then(|| {
            counted
                .name
                .as_deref()
                .and_then(|name| concept(taxonomy, name))
                .or_else(|| name_near(reading, taxonomy, all, at))
        })
        .flatten();
    let (year, ongoing) = capacity::time(reading, found.first);
    Some(ScaleMention {
        value,
        beyond,
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
        to_come: super::scopes::is_to_come(reading, found.first, found.last),
        span: reading.span(found.first, found.last),
    })
}

/// `2,000 nodes, no GPUs`: nobody need guess how many are in each.
fn has_no_accelerators(reading: &Reading, found: &Found) -> bool {
    let segment = reading.segment(found.first);
    let behind = found.last + 1..segment.end.min(found.last + 6);
    behind.into_iter().any(|at| {
        matches!(reading.word(at), "no" | "without" | "zero")
            && (1..=2).any(|on| reading.is(at + on, words!(lists::SCALE_ACCELERATOR_NOUNS)))
    })
}

fn concept(taxonomy: &Taxonomy, name: &str) -> Option<ConceptId> {
    let resolve = |name: &str| {
        let found = taxonomy.resolve(name);
        found.concept.filter(|_| found.matched_by != MatchedBy::Fuzzy)
    };
    let id = resolve(name).or_else(|| resolve(name.strip_suffix('s')?))?;
    let concept = taxonomy.concept(id);
    (concept.kind == ConceptKind::Hardware && concept.generation.is_some()).then_some(id)
}

/// An accelerator named close by: `8,192-GPU fabric (H100)`, `an H100 cluster of 1,024 GPUs`.
fn name_near(reading: &Reading, taxonomy: &Taxonomy, all: &[Found], at: usize) -> Option<ConceptId> {
    let found = &all[at];
    // What another statement counts is not named for this one.
    let others = [at.checked_sub(1).map(|before| &all[before]), all.get(at + 1)];
    let of_another = |i: usize| others.iter().flatten().any(|other| (other.first..=other.last).contains(&i));
    let segment = reading.segment(found.first);
    let after = found.last + 1..segment.end.min(found.last + 8);
    let before = (found.first.saturating_sub(6).max(segment.start)..found.first).rev();
    // A figure between belongs to something else.
    let name = |i: usize| {
        (super::terms::is_accelerator_name(reading.word(i)) && !of_another(i))
            .then(|| concept(taxonomy, reading.word(i)))
            .flatten()
    };
    let free = |i: &usize| reading.tokens[*i].kind != Kind::Digits;
    after.take_while(free).find_map(name).or_else(|| before.take_while(free).find_map(name))
}
