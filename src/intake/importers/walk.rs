//! Takes a foreign document apart by the rows of a mapping: each value goes into a field of ours, is kept, or is left out with a
//! reason; all of them are counted.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::ImportFormat;
use super::conversion::{Reading, text_of};
use super::entry::{Entry, Unsound};
use super::mapping::{Conversion, Mapping, OF_THE_FORMAT, Otherwise, Row, SAME};
use super::personal;
use super::report::{ImportOutcome, ImportReport};
use crate::domain::digest;

/// A mapping as a tree of keys.
#[derive(Debug)]
pub(in crate::intake) struct Importer {
    pub(in crate::intake) mapping: &'static Mapping,
    root: Node,
}

#[derive(Debug, Default)]
struct Node {
    leaf: Option<Leaf>,
    /// The list of which a value here is an entry.
    opens: Option<Opens>,
    first_only: bool,
    /// In the order of the rows.
    children: Vec<(&'static str, Node)>,
    unless: Option<(&'static str, Otherwise)>,
}

#[derive(Clone, Copy, Debug)]
struct Opens {
    list: &'static str,
    /// Whether this is within an entry of the same list, whose fields it has, too.
    on_outer: bool,
}

#[derive(Debug)]
enum Leaf {
    Field { to: Vec<&'static str>, by: Conversion, one: Option<&'static str> },
    Ignored(&'static str),
}

impl Importer {
    pub(super) fn new(mapping: &'static Mapping) -> Self {
        let mut root = Node::default();
        root.add_all(mapping.rows, None, None);
        Self { mapping, root }
    }

    /// The document that `value` says, in our words and not checked yet, and what became of each value.
    pub(in crate::intake) fn document(&self, value: Value) -> (Value, ImportReport) {
        let mut report = ImportReport::default();
        report.documents.insert(self.mapping.format, 1);
        let (id, is_made) = self.id(&value);
        report.made_ids += usize::from(is_made);
        let is_candidate = self.mapping.kind == "candidate";
        let mut walk =
            Walk { report, path: String::new(), lists: BTreeMap::new(), ones: BTreeMap::new(), is_candidate };
        let mut document = Entry::default();
        let kept = walk.value(&self.root, value, &mut document);
        let mut custom = match kept {
            Some(Value::Object(kept)) => kept,
            Some(other) => Map::from_iter([("value".to_owned(), other)]),
            None => Map::new(),
        };
        walk.take_unsound(&mut document, &mut custom);
        let Walk { mut report, lists, ones, .. } = walk;
        let mut document = document.fields;
        for (list, one) in ones {
            if !one.is_empty() {
                document.insert(list.to_owned(), vec![Value::Object(one.fields)].into());
            }
        }
        for (list, entries) in lists {
            if let Value::Array(list) = document.entry(list).or_insert_with(|| Value::Array(Vec::new())) {
                list.extend(entries);
            }
        }
        if is_candidate {
            personal::remove_past_pay(&mut custom, &mut report);
        }
        document.insert("id".to_owned(), id.into());
        if !custom.is_empty() {
            document.insert("custom".to_owned(), custom.into());
        }
        (document.into(), report)
    }

    /// Whether rows speak of a field of this name.
    pub(super) fn knows(&self, key: &str) -> bool {
        self.root.children.iter().any(|(known, _)| *known == key)
    }

    /// The paths of all fields that rows lead to, entries of lists by the list's name.
    #[cfg(test)]
    pub(super) fn targets(&self) -> Vec<Vec<&'static str>> {
        fn collect(node: &Node, list: Option<&'static str>, targets: &mut Vec<Vec<&'static str>>) {
            if let Some(Leaf::Field { to, one, .. }) = &node.leaf {
                // A text where an object is expected is one of the list's own values.
                targets.push(one.or(list).into_iter().chain(to.iter().copied()).collect());
            }
            let list = node.opens.map(|opens| opens.list).or(list);
            node.children.iter().for_each(|(_, child)| collect(child, list, targets));
        }
        let mut targets = Vec::new();
        collect(&self.root, None, &mut targets);
        targets
    }

    /// An id that is the same whenever the document is imported, and whether nothing but all that it says could be found for it.
    pub(in crate::intake) fn id(&self, value: &Value) -> (String, bool) {
        let format = self.mapping.format;
        let stated = self.mapping.ids.iter().find_map(|path| {
            let at = path.split('.').try_fold(value, |value, key| value.get(key).or_else(|| value.get(0)?.get(key)))?;
            text_of(at).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
        });
        let Some(stated) = stated else {
            return (made_id(format, &value.to_string()), true);
        };
        // Addresses of mail and pages are no ids to write into logs.
        let is_plain =
            stated.len() <= MAX_PLAIN_ID && stated.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
        let plain = format!("{format}-{stated}");
        (if is_plain { plain } else { made_id(format, &stated) }, false)
    }
}

/// Longer ids are made shorter.
const MAX_PLAIN_ID: usize = 100;

/// An id of what a document says, which is the same whenever it is imported.
pub(in crate::intake) fn made_id(format: ImportFormat, text: &str) -> String {
    format!("{format}-{}", digest([text]))
}

impl Node {
    /// `one`: the entry to which the rows belong; `around`: the list of the entry that they stand in.
    fn add_all(&mut self, rows: &'static [Row], one: Option<&'static str>, around: Option<&'static str>) {
        for row in rows {
            match *row {
                Row::Field { from, to, by, unless } => {
                    let node = self.at(from);
                    node.unless = unless;
                    node.leaf = Some(Leaf::Field { to: to.split('.').collect(), by, one });
                }
                Row::Each { from, to, rows } => {
                    let node = self.at(from);
                    node.opens = Some(Opens { list: to, on_outer: around == Some(to) });
                    node.add_all(rows, None, Some(to));
                }
                Row::One { to, rows } => self.add_all(rows, Some(to), around),
                Row::All { rows } => self.add_all(rows, one, around),
                Row::First { from, rows } => {
                    let node = self.at(from);
                    node.first_only = true;
                    node.add_all(rows, one, around);
                }
                Row::Ignored { from, reason } => self.at(from).leaf = Some(Leaf::Ignored(reason)),
            }
        }
    }

    fn at(&mut self, path: &'static str) -> &mut Self {
        let mut node = self;
        for key in path.split('.') {
            let known = node.children.iter().position(|(known, _)| *known == key);
            let index = known.unwrap_or_else(|| {
                node.children.push((key, Self::default()));
                node.children.len() - 1
            });
            node = &mut node.children[index].1;
        }
        node
    }
}

struct Walk {
    report: ImportReport,
    /// Where the walk is, as a pointer with `*` for elements of lists.
    path: String,
    /// Entries made so far of each list of the document.
    lists: BTreeMap<&'static str, Vec<Value>>,
    /// Entries that are put together from the document itself.
    ones: BTreeMap<&'static str, Entry>,
    is_candidate: bool,
}

impl Walk {
    /// What is left of `value` after what could be taken from it went into `entry`.
    fn value(&mut self, node: &Node, value: Value, entry: &mut Entry) -> Option<Value> {
        if is_nothing(&value) {
            return None;
        }
        match &node.leaf {
            Some(Leaf::Ignored(reason)) => {
                self.report.count(ImportOutcome::Ignored, &self.path, n_values(&value), reason);
                return None;
            }
            Some(Leaf::Field { to, by, one }) => {
                let is_here = match &value {
                    Value::Array(items) => {
                        let has_parts = || items.iter().any(|item| item.is_object() || item.is_array());
                        by.takes_whole() && (node.children.is_empty() || !has_parts())
                    }
                    Value::Object(_) => node.children.is_empty(),
                    _ => true,
                };
                if is_here {
                    return self.field(to, *by, *one, value, entry);
                }
            }
            None => {}
        }
        match value {
            Value::Array(items) => self.array(node, items, entry),
            Value::Object(map) => match node.opens {
                Some(opens) => self.entry(opens, node, map, entry),
                None => self.object(node, map, entry),
            },
            other => self.keep(other),
        }
    }

    fn field(
        &mut self,
        to: &[&'static str],
        by: Conversion,
        one: Option<&'static str>,
        value: Value,
        entry: &mut Entry,
    ) -> Option<Value> {
        let read = by.read(&value);
        if read == Reading::Nothing {
            return self.keep(value);
        }
        let entry = match one {
            Some(list) => self.ones.entry(list).or_default(),
            None => entry,
        };
        let n_values = n_values(&value);
        match entry.put(to, read, n_values) {
            Ok(()) => {
                self.report.unverified_skills += if by == Conversion::Tag { n_values } else { 0 };
                self.report.count(ImportOutcome::Mapped, &self.path, n_values, "");
                None
            }
            Err(reason) => {
                self.report.count(ImportOutcome::Suspect, &self.path, n_values, reason);
                Some(value)
            }
        }
    }

    fn array(&mut self, node: &Node, items: Vec<Value>, entry: &mut Entry) -> Option<Value> {
        let n_before = self.path.len();
        self.path.push_str("/*");
        let mut is_first = true;
        let left: Vec<Option<Value>> = items
            .into_iter()
            .map(|item| {
                if node.first_only && !std::mem::take(&mut is_first) {
                    return self.keep(item);
                }
                self.value(node, item, entry)
            })
            .collect();
        self.path.truncate(n_before);
        // An element stays in its place, so that what is left of a job is known to be of that job.
        left.iter().any(Option::is_some).then(|| left.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// An entry of a list. One within another of the same list has the fields of the outer one, too.
    fn entry(&mut self, opens: Opens, node: &Node, map: Map<String, Value>, outer: &Entry) -> Option<Value> {
        let Opens { list, on_outer } = opens;
        let mut entry = if on_outer { outer.clone() } else { Entry::default() };
        let n_before = self.lists.get(list).map_or(0, Vec::len);
        let left = self.object(node, map, &mut entry);
        let mut left = match left {
            Some(Value::Object(left)) => left,
            _ => Map::new(),
        };
        self.take_unsound(&mut entry, &mut left);
        let entries = self.lists.entry(list).or_default();
        if entries.len() == n_before && !entry.is_empty() {
            entries.push(Value::Object(entry.fields));
        }
        (!left.is_empty()).then(|| left.into())
    }

    fn object(&mut self, node: &Node, mut map: Map<String, Value>, entry: &mut Entry) -> Option<Value> {
        let says =
            |neighbours: &str| neighbours.split('|').any(|key| map.get(key).is_some_and(|value| !is_nothing(value)));
        let passed: Vec<Option<Otherwise>> = node
            .children
            .iter()
            .map(|(_, child)| child.unless.and_then(|(neighbour, otherwise)| says(neighbour).then_some(otherwise)))
            .collect();
        let mut left = Map::new();
        for ((key, child), passed) in node.children.iter().zip(passed) {
            let Some((key, value)) = map.remove_entry(*key) else { continue };
            let n_before = self.push(&key);
            let rest = match passed {
                None => self.value(child, value, entry),
                Some(Otherwise::Keep) => self.keep(value),
                Some(Otherwise::Ignore) => {
                    self.report.count(ImportOutcome::Ignored, &self.path, n_values(&value), SAME);
                    None
                }
            };
            self.path.truncate(n_before);
            left.extend(rest.map(|rest| (key, rest)));
        }
        for (key, value) in map {
            let n_before = self.push(&key);
            let rest = if let Some(reason) = personal::reason(&key, &value).filter(|_| self.is_candidate) {
                self.report.count(ImportOutcome::Ignored, &self.path, n_values(&value), reason);
                None
            } else if key.starts_with('@') {
                self.report.count(ImportOutcome::Ignored, &self.path, n_values(&value), OF_THE_FORMAT);
                None
            } else {
                self.keep(value)
            };
            self.path.truncate(n_before);
            left.extend(rest.map(|rest| (key, rest)));
        }
        (!left.is_empty()).then(|| left.into())
    }

    /// What no row speaks of, without what is personal in it.
    fn keep(&mut self, value: Value) -> Option<Value> {
        let (report, path) = (&mut self.report, &self.path);
        let mut removed = |n_values, reason| report.count(ImportOutcome::Ignored, path, n_values, reason);
        let kept = if self.is_candidate { personal::without(value, &mut removed) } else { value };
        self.report.count(ImportOutcome::Kept, &self.path, n_values(&kept), "");
        (!is_nothing(&kept)).then_some(kept)
    }

    fn take_unsound(&mut self, entry: &mut Entry, left: &mut Map<String, Value>) {
        for Unsound { field, value, n_values, reason } in entry.take_unsound() {
            self.report.mapped -= n_values;
            let n_before = self.push(field);
            self.report.count(ImportOutcome::Suspect, &self.path, n_values, reason);
            self.path.truncate(n_before);
            left.entry(field).or_insert(value);
        }
    }

    fn push(&mut self, key: &str) -> usize {
        let n_before = self.path.len();
        self.path.push('/');
        for c in key.chars() {
            match c {
                '~' => self.path.push_str("~0"),
                '/' => self.path.push_str("~1"),
                c => self.path.push(c),
            }
        }
        n_before
    }
}

/// Null and what is empty say nothing.
pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(is_nothing),
        Value::Object(map) => map.values().all(is_nothing),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// How many values stand in `value`, those that say nothing not counted.
pub(super) fn n_values(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(n_values).sum(),
        Value::Object(map) => map.values().map(n_values).sum(),
        other => usize::from(!is_nothing(other)),
    }
}
