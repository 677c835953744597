//! What a number counts, when it counts hardware: the noun phrase after it.

use super::lists;
use super::number::Number;
use super::terms::{Gap, Kind, Reading, is_accelerator_name};
use super::words::{Words, one_of, words};
use crate::domain::ScaleUnit;

/// A noun phrase that counts hardware.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub unit: ScaleUnit,
    /// Accelerators in each, by the product's name (a DGX has eight); 1 when nothing is known.
    pub each: u64,
    /// The accelerator's name.
    pub name: Option<String>,
    /// The last token of the phrase.
    pub last: usize,
    /// Whether `x` stands between number and noun.
    pub times: bool,
    /// Whether it describes a kind of machine rather than counts: `8-GPU nodes`.
    pub kind_of_machine: bool,
    /// By what the number is multiplied: racks of 72, terabytes of an exabyte.
    pub multiplier: u64,
}

impl Counted {
    /// So many of a unit, of which nothing more is known.
    pub(super) fn of(unit: ScaleUnit, last: usize) -> Self {
        Self { unit, each: 1, name: None, last, times: false, kind_of_machine: false, multiplier: 1 }
    }
}

/// Words that may stand between a number and the hardware that it counts.
const MODIFIERS: &str = lists::SCALE_NOUN_MODIFIERS;

/// Words after a singular unit with which the phrase is still about the machine: `64-GPU cluster`.
const SYSTEMS: &str = lists::SCALE_NOUN_SYSTEMS;

/// Small words that end in `s` without being a plural.
const NOT_PLURAL: &str = lists::SCALE_NOUN_NOT_PLURAL;

/// Words that make time or something else out of a unit.
const SPOILERS: &str = lists::SCALE_NOUN_SPOILERS;

/// What the number before `number.last + 1` counts, if that is hardware.
pub(super) fn counted(reading: &Reading, number: &Number) -> Option<Counted> {
    let vague = number.spelled && number.approximate && reading.word(number.last + 1) == "of";
    let start = tail_of_number(reading, number.last + 1 + usize::from(vague));
    let mut at = start;
    let times = matches!(reading.word(at), "x" | "×" | "*") && matches!(reading.gap(at), Gap::Glued | Gap::Space);
    at += usize::from(times);
    // 8xA100: the sign is glued to the name.
    let glued = reading.word(at).strip_prefix('x').filter(|rest| !times && is_accelerator_name(rest));
    let mut name: Option<String> = None;
    let mut each = 1;
    let mut rack = 1;
    let mut unit: Option<(ScaleUnit, usize)> = None;
    let mut noun_is_gpu = false;
    if let Some(rest) = glued {
        name = Some(rest.to_owned());
        unit = Some((ScaleUnit::Accelerators, at));
        at += 1;
    }
    let first_gap = reading.gap(at);
    // 4-socket servers, 96-port switches: of what kind they are.
    if first_gap == Gap::Dash && reading.is(at, words!(lists::SCALE_NOUN_PARTS)) {
        return None;
    }
    while at < start + 9 {
        let Some(token) = reading.tokens.get(at) else { break };
        if token.gap == Gap::Line && (reading.text.lines()[token.line].bullet || at > start) {
            break;
        }
        let word = reading.word(at);
        let word = word.strip_suffix("'s").unwrap_or(word);
        if is_accelerator_name(word) {
            // A TPU has its generation after it.
            let full = if matches!(word, "tpu" | "tpus") && reading.word(at + 1).starts_with('v') {
                at += 1;
                format!("tpu {}", reading.word(at))
            } else {
                word.to_owned()
            };
            name = name.or(Some(full));
            unit = unit.or(Some((ScaleUnit::Accelerators, at))).map(|(u, _)| (u, at));
            at += 1;
            continue;
        }
        match word {
            _ if one_of!(word, lists::SCALE_NOUN_ACCELERATOR_UNITS) => {
                noun_is_gpu = true;
                unit = Some((ScaleUnit::Accelerators, at));
            }
            "rtx" | "gtx" | "rx" => {
                name = Some(format!("{word} {}", reading.word(at + 1)));
                at += usize::from(reading.tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Digits));
                unit = Some((ScaleUnit::Accelerators, at));
            }
            "dgx" | "hgx" => {
                // A DGX-2 has sixteen.
                let kind = if reading.gap(at + 1) == Gap::Dash { reading.word(at + 1) } else { "" };
                each = if kind == "2" { 16 } else { 8 };
                at += usize::from(matches!(kind, "1" | "2"));
                unit = Some((ScaleUnit::Nodes, at));
            }
            // 4 SuperPODs are of unknown size, a 2,048-GPU SuperPOD is not.
            "superpod" | "superpods" | "basepod"
                if unit.is_none() || (at == number.last + 2 && one_of!(reading.word(at - 1), "dgx hgx")) =>
            {
                return None;
            }
            _ if word.starts_with("nvl") && word.len() > 3 => {
                rack = word[3..].parse().ok().filter(|n| (2..=576).contains(n))?;
                unit = Some((ScaleUnit::Accelerators, at));
            }
            "rack" | "racks" if rack > 1 => unit = Some((ScaleUnit::Accelerators, at)),
            "racks" if unit.is_none() => {
                let (size, last) = rack_size(reading, number.first, at)?;
                rack = size;
                name = name.or_else(|| {
                    (at + 1..=last).map(|i| reading.word(i)).find(|w| is_accelerator_name(w)).map(str::to_owned)
                });
                at = at.max(last);
                unit = Some((ScaleUnit::Accelerators, at));
            }
            // A machine of so many cores is no cluster of them.
            _ if one_of!(word, lists::SCALE_NOUN_HOSTS_OF_CORES) && (matches!(unit, Some((ScaleUnit::Cores, _)))) => {
                break;
            }
            _ if one_of!(word, lists::SCALE_NOUN_NODES) => unit = Some((ScaleUnit::Nodes, at)),
            _ if one_of!(word, lists::SCALE_NOUN_BOXES) && (each > 1) => unit = Some((ScaleUnit::Nodes, at)),
            _ if one_of!(word, lists::SCALE_NOUN_SERVERS) => {
                let unit_of = if each > 1 { ScaleUnit::Nodes } else { ScaleUnit::Servers };
                unit = Some((unit_of, at));
            }
            _ if one_of!(word, lists::SCALE_NOUN_CARDS)
                && (unit.is_some() || speaks_of_accelerators(reading, number.first)) =>
            {
                noun_is_gpu = true;
                unit = Some((ScaleUnit::Accelerators, at));
            }
            _ if one_of!(word, lists::SCALE_NOUN_CORES) && (!noun_is_gpu) => {
                unit = Some((ScaleUnit::Cores, at));
            }
            "cpus" => unit = Some((ScaleUnit::Cores, at)),
            _ if matches!(word, "80gb" | "40gb" | "96gb" | "141gb" | "192gb") => {}
            _ if token.kind == Kind::Digits && matches!(reading.word(at + 1), "gb" | "gib") => at += 1,
            "on" if !matches!(reading.word(at + 1), "prem" | "premise" | "premises") => break,
            _ if one_of!(word, MODIFIERS)
                && (!matches!(word, "and" | "or" | "/" | "&") || is_accelerator_name(reading.word(at + 1))) =>
            {
                // After the noun only another noun may follow.
                if unit.is_some() {
                    break;
                }
            }
            _ => break,
        }
        at += 1;
    }
    let (unit, last) = unit?;
    let after = last + 1;
    let next = if matches!(reading.gap(after), Gap::Line) { "" } else { reading.word(after) };
    if one_of!(next, SPOILERS) {
        return None;
    }
    let head = reading.word(last);
    let singular = one_of!(head, lists::SCALE_NOUN_COUNTED) || (is_accelerator_name(head) && !head.ends_with('s'));
    let dash = first_gap == Gap::Dash;
    if singular && is_plural(next) {
        let large = number.milli >= 32_000 || number.plus || dash;
        if !(one_of!(next, SYSTEMS) && large) {
            return None;
        }
        if matches!(next, "job" | "jobs" | "runs") && !dash {
            return None;
        }
    }
    if unit == ScaleUnit::Cores && number.milli <= MAX_CORES_OF_A_MACHINE * 1000 && !one_of!(next, SYSTEMS) {
        return None;
    }
    if matches!(unit, ScaleUnit::Nodes | ScaleUnit::Servers) && number.units() >= MAX_MACHINES {
        return None;
    }
    let few = number.milli <= 16_000;
    let machine = one_of!(head, lists::SCALE_NOUN_MACHINES);
    // 8-GPU nodes, 8x H100 servers: of what kind they are.
    if few && machine && (dash || times || glued.is_some()) && (noun_is_gpu || name.is_some()) && each == 1 {
        return Some(Counted { name, times, kind_of_machine: true, ..Counted::of(ScaleUnit::Accelerators, last) });
    }
    // 8x H100 server, an 8-GPU node: one machine with so many.
    let one = matches!(head, "node" | "server")
        && few
        && (noun_is_gpu || name.is_some())
        && (times || glued.is_some() || dash)
        && each == 1;
    let unit = if one { ScaleUnit::Accelerators } else { unit };
    if number.spelled && number.milli == 1000 && rack == 1 {
        return None;
    }
    let times = times || glued.is_some();
    Some(Counted { unit, each, name, last, times, kind_of_machine: false, multiplier: rack })
}

/// Nobody runs so many machines: such hosts welcome guests, and such nodes are those of a graph.
const MAX_MACHINES: u64 = 1_000_000;

/// A machine has up to so many cores; fewer of them are no system.
const MAX_CORES_OF_A_MACHINE: u64 = 256;

/// What may follow a number before its noun: `10,000 or more`, `200-odd`, `10,000-plus`.
fn tail_of_number(reading: &Reading, at: usize) -> usize {
    let tail = lists::SCALE_NOUN_TAIL.iter().find_map(|words| reading.phrase_end(at, words));
    tail.unwrap_or(at + usize::from(matches!(reading.word(at), "odd" | "plus" | "strong")))
}

/// The accelerators in each of the racks that are counted: `16 racks of GB200 NVL72`, `GB200 NVL72 x 16 racks`.
fn rack_size(reading: &Reading, first: usize, racks: usize) -> Option<(u64, usize)> {
    let size = |i: usize| {
        let word = reading.word(i);
        word.strip_prefix("nvl").and_then(|n| n.parse().ok()).filter(|n: &u64| (2..=576).contains(n))
    };
    let line = reading.tokens.get(racks)?.line;
    let here = |i: &usize| reading.tokens.get(*i).is_some_and(|t| t.line == line);
    let after = (racks + 1..racks + 6).take_while(here).find_map(|i| Some((size(i)?, i)));
    after.or_else(|| (first.saturating_sub(4)..first).filter(here).find_map(|i| Some((size(i)?, racks))))
}

fn is_plural(word: &str) -> bool {
    word.len() > 2 && word.ends_with('s') && !word.ends_with("ss") && !one_of!(word, NOT_PLURAL)
}

/// Cards and chips are accelerators where these are spoken of a little before or after.
fn speaks_of_accelerators(reading: &Reading, at: usize) -> bool {
    (at.saturating_sub(24)..at + 16).any(|i| {
        let word = reading.word(i);
        is_accelerator_name(word) || one_of!(word, lists::SCALE_NOUN_ACCELERATORS)
    })
}

/// Words that say that stored data is a system's size.
const STORES: &str = lists::SCALE_NOUN_STORES;
/// Words that say that it is data of some other worth.
const DATA: &str = lists::SCALE_NOUN_DATA;

/// So many terabytes are a system's where the words around speak of storage, and so many in any case: fewer are a disk's.
const LEAST_STORAGE: u64 = 10;
const CLEARLY_STORAGE: u64 = 100;

/// Stored data: petabytes and more, and terabytes by the dozen. `Tens of petabytes` are some, too.
pub(super) fn storage(reading: &Reading, number: &Number) -> Option<Counted> {
    let of = usize::from(number.spelled && reading.word(number.last + 1) == "of");
    let last = number.last + 1 + of;
    if matches!(reading.gap(last), Gap::Line) || number.factor > 1000 {
        return None;
    }
    let multiplier = match reading.word(last) {
        _ if reading.is(last, words!(lists::SCALE_NOUN_TERABYTES)) => 1,
        _ if reading.is(last, words!(lists::SCALE_NOUN_PETABYTES)) => 1000,
        "eb" | "exabyte" | "exabytes" => 1_000_000,
        _ => return None,
    };
    let rate = match reading.word(last + 1) {
        "/" | "per" => true,
        "a" => reading.is(last + 2, words!(lists::SCALE_NOUN_PER_TIME)),
        "of" => matches!(reading.word(last + 2), "memory" | "ram" | "hbm"),
        _ => false,
    };
    let segment = reading.segment(number.first);
    let has = |words: Words| segment.clone().any(|i| words.has(reading.word(i)));
    let of_training = (last + 1..last + 5).any(|i| reading.is_at(i, "training data"));
    if rate || of_training || (has(words!(DATA)) && !has(words!(STORES))) {
        return None;
    }
    let terabytes = number.milli / 1000 * multiplier;
    if multiplier == 1 && (terabytes < LEAST_STORAGE || (terabytes < CLEARLY_STORAGE && !has(words!(STORES)))) {
        return None;
    }
    Some(Counted { multiplier, ..Counted::of(ScaleUnit::Petabytes, last) })
}
