//! Annotated texts, and how far what is read from them agrees with the annotation. Shared by the example and by a test.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use rolefit::extract::{Extraction, Extractor};
use rolefit::model::Necessity;
use rolefit::taxonomy::Taxonomy;
use serde_json::Value;

/// A text with all that a careful reader would take from it.
pub(crate) struct AnnotatedText {
    pub(crate) name: String,
    pub(crate) text: String,
    mentions: Vec<Marked>,
    header: BTreeMap<String, Vec<String>>,
}

/// Words marked in the text: characters `start..end`.
struct Marked {
    concept: String,
    stance: String,
    start: usize,
    end: usize,
}

const KEYS: &[&str] = &[
    "must_have", "nice_to_have", "duties", "scale", "pay", "years", "level", "workload", "work_mode", "shown",
    "optional",
];

impl AnnotatedText {
    /// All annotated texts of a directory, postings first, by name.
    pub(crate) fn read_all(directory: &Path) -> Result<Vec<Self>, String> {
        let mut texts = Vec::new();
        for kind in ["postings", "profiles"] {
            let folder = directory.join(kind);
            let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
            paths.sort();
            for path in paths {
                let whole = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let name = format!("{kind}/{}", path.file_stem().unwrap_or_default().to_string_lossy());
                texts.push(Self::parse(&name, &whole).map_err(|problem| format!("{name}: {problem}"))?);
            }
        }
        Ok(texts)
    }

    /// A header of `key: value` lines, `===`, and the text with `{concept:words}` marks.
    pub(crate) fn parse(name: &str, whole: &str) -> Result<Self, String> {
        let (head, marked) = whole.split_once("\n===\n").ok_or("no line `===` after the header")?;
        let mut header: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in head.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (key, value) = line.split_once(':').ok_or_else(|| format!("{line:?} is not `key: value`"))?;
            if !KEYS.contains(&key) {
                return Err(format!("unknown key {key:?}; known are {}", KEYS.join(", ")));
            }
            header.entry(key.to_owned()).or_default().push(value.trim().to_owned());
        }
        let (mut text, mut mentions, mut at) = (String::new(), Vec::new(), 0);
        let mut rest = marked.trim_end_matches('\n');
        while let Some(open) = rest.find('{') {
            let close =
                open + rest[open..].find('}').ok_or_else(|| format!("`{{` without `}}`: {:.40}", &rest[open..]))?;
            let mark = &rest[open + 1..close];
            let (label, words) = mark.split_once(':').ok_or_else(|| format!("{mark:?} is not `concept:words`"))?;
            let (concept, stance) = label.split_once('/').unwrap_or((label, "stated"));
            text.push_str(&rest[..open]);
            at += rest[..open].chars().count();
            let end = at + words.chars().count();
            mentions.push(Marked { concept: concept.to_owned(), stance: stance.to_owned(), start: at, end });
            text.push_str(words);
            at = end;
            rest = &rest[close + 1..];
        }
        text.push_str(rest);
        Ok(Self { name: name.to_owned(), text, mentions, header })
    }

    /// Ids of the practices that the text tells or may be taken to tell, and of all that it names.
    #[allow(dead_code, reason = "asked for by one of the three who share this file")]
    pub(crate) fn concepts_shown(&self) -> BTreeSet<&str> {
        let mut all = self.concepts("shown");
        all.extend(self.concepts("optional"));
        all.extend(self.concepts("duties"));
        all.extend(self.mentions.iter().map(|mention| &*mention.concept));
        all
    }

    fn lines(&self, key: &str) -> impl Iterator<Item = &str> {
        self.header.get(key).into_iter().flatten().map(String::as_str)
    }

    /// Concept ids under a key; alternatives of one requirement count each.
    fn concepts(&self, key: &str) -> BTreeSet<&str> {
        let ids = self.lines(key).flat_map(|line| line.split([';', '|', ',']));
        ids.map(str::trim).filter(|id| !id.is_empty()).collect()
    }

    /// Requirements with more than one option, each sorted.
    fn alternatives(&self) -> BTreeSet<Vec<&str>> {
        let lines = self.lines("must_have").chain(self.lines("nice_to_have"));
        let groups = lines.flat_map(|line| line.split(';')).map(|group| {
            let mut options: Vec<&str> = group.split('|').map(str::trim).collect();
            options.sort_unstable();
            options
        });
        groups.filter(|options| options.len() > 1).collect()
    }
}

/// Compares what is read with what is annotated.
pub(crate) struct Judge {
    extractor: Extractor,
    taxonomy: std::sync::Arc<Taxonomy>,
}

impl Judge {
    /// With the embedded taxonomy.
    pub(crate) fn new() -> Self {
        let taxonomy = Taxonomy::builtin();
        Self { extractor: Extractor::new(taxonomy.clone()), taxonomy }
    }

    /// Adds the counts of one text to `tally`, and says where reader and annotation disagree.
    pub(crate) fn judge(&self, gold: &AnnotatedText, tally: &mut Tally) -> Vec<String> {
        let found = self.extractor.extract(&gold.text).expect("annotated texts are readable");
        let mut says = Vec::new();
        self.unknown_concepts(gold, &mut says);
        skills(gold, &found, tally, &mut says);
        scale(gold, &found, tally, &mut says);
        let mut compare = |kind: &'static str, expected: Vec<String>, actual: Vec<String>| {
            tally.compare(kind, expected, actual, &mut says);
        };
        compare("pay", gold.lines("pay").map(normal_pay).collect(), pay(&found));
        compare("years", gold.lines("years").map(str::to_owned).collect(), years(&found));
        if gold.header.contains_key("must_have") || gold.header.contains_key("nice_to_have") {
            requirements(gold, &found, tally, &mut says);
        }
        let one = |key: &str| -> Vec<String> {
            gold.lines(key).flat_map(str::split_whitespace).filter(|w| *w != "none").map(str::to_owned).collect()
        };
        if gold.header.contains_key("level") {
            tally.compare(
                "level",
                one("level"),
                found.level.iter().map(|l| l.as_str().to_owned()).collect(),
                &mut says,
            );
        }
        if gold.header.contains_key("workload") {
            tally.compare("workload", one("workload"), found.workload.iter().map(word).collect(), &mut says);
        }
        if gold.header.contains_key("work_mode") {
            tally.compare("work_mode", one("work_mode"), found.work_modes.iter().map(word).collect(), &mut says);
        }
        says
    }

    /// A misspelt id in an annotation would count as a miss for ever.
    fn unknown_concepts(&self, gold: &AnnotatedText, says: &mut Vec<String>) {
        let listed = ["must_have", "nice_to_have", "duties", "shown", "optional"].map(|key| gold.concepts(key));
        let ids = listed.iter().flatten().copied().chain(gold.mentions.iter().map(|m| m.concept.as_str()));
        for id in ids.collect::<BTreeSet<_>>() {
            if self.taxonomy.find(id).is_none() {
                says.push(format!("ANNOTATION: no concept has the id {id:?}"));
            }
        }
    }
}

fn skills(gold: &AnnotatedText, found: &Extraction, tally: &mut Tally, says: &mut Vec<String>) {
    let shown = gold.concepts("shown");
    let optional = gold.concepts("optional");
    let mut taken = vec![false; found.skills.len()];
    let (mut right, mut stances, mut stances_found) = (0, Vec::new(), Vec::new());
    let mut missed = 0;
    for mark in &gold.mentions {
        let at = found.skills.iter().enumerate().position(|(index, skill)| {
            !taken[index] && skill.concept == mark.concept && skill.start < mark.end && mark.start < skill.end
        });
        let name = |stance: &str| format!("{} {stance} @{}", mark.concept, mark.start);
        if mark.stance != "stated" && at.is_some() {
            stances.push(name(&mark.stance));
        }
        match at {
            Some(index) => {
                taken[index] = true;
                right += 1;
                let stance = found.skills[index].stance.as_str();
                if stance != "stated" {
                    stances_found.push(name(stance));
                }
            }
            None if optional.contains(mark.concept.as_str()) => {}
            None => {
                missed += 1;
                let words: String = gold.text.chars().skip(mark.start).take(mark.end - mark.start).collect();
                says.push(format!("skills: missed {} ({words})", mark.concept));
            }
        }
    }
    let mut wrong = 0;
    for (skill, _) in found.skills.iter().zip(&taken).filter(|(_, taken)| !**taken) {
        if !shown.contains(&*skill.concept) && !optional.contains(&*skill.concept) {
            wrong += 1;
            says.push(format!("skills: wrong {} ({})", skill.concept, skill.text));
        }
    }
    tally.add("skills", right, wrong, missed);
    tally.compare("stance", stances, stances_found, says);
    let all: BTreeSet<&str> = found.skills.iter().map(|s| &*s.concept).collect();
    let told = shown.iter().filter(|concept| all.contains(**concept)).count();
    for concept in shown.iter().filter(|concept| !all.contains(**concept)) {
        says.push(format!("told: missed {concept}"));
    }
    tally.add("told", told, 0, shown.len() - told);
}

fn requirements(gold: &AnnotatedText, found: &Extraction, tally: &mut Tally, says: &mut Vec<String>) {
    let (duties, optional) = (gold.concepts("duties"), gold.concepts("optional"));
    let mut expected = Vec::new();
    let mut asked = BTreeSet::new();
    for key in ["must_have", "nice_to_have"] {
        for concept in gold.concepts(key).into_iter().filter(|concept| !optional.contains(concept)) {
            expected.push(format!("{key} {concept}"));
            asked.insert(concept);
        }
    }
    let mut actual = BTreeSet::new();
    let mut groups = BTreeSet::new();
    for requirement in &found.requirements {
        let mut options: Vec<&str> = requirement.options.iter().map(|option| &**option).collect();
        options.sort_unstable();
        for concept in &options {
            let is_free = optional.contains(concept) && !asked.contains(concept);
            // What is part of the work is not asked.
            if !is_free && requirement.necessity != Necessity::PartOfTheWork {
                actual.insert(format!("{} {concept}", requirement.necessity));
            }
        }
        if options.len() > 1 && !options.iter().any(|concept| duties.contains(concept)) {
            groups.insert(options.join("|"));
        }
    }
    tally.compare("necessity", expected, actual.into_iter().collect(), says);
    let expected = gold.alternatives().into_iter().map(|options| options.join("|")).collect();
    tally.compare("alternatives", expected, groups.into_iter().collect(), says);
}

fn scale(gold: &AnnotatedText, found: &Extraction, tally: &mut Tally, says: &mut Vec<String>) {
    let mut free: Vec<&rolefit::extract::ScaleFound> = found.scale.iter().collect();
    let (mut right, mut missed) = (0, 0);
    let (mut details, mut details_found) = (Vec::new(), Vec::new());
    for line in gold.lines("scale") {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = free.iter().position(|scale| {
            let unit = word(&scale.unit);
            let stated =
                words.first() == Some(&scale.value.to_string().as_str()) && words.get(1) == Some(&unit.as_str());
            let counted = scale.accelerators.is_some_and(|n| words.first() == Some(&n.to_string().as_str()));
            stated || (counted && words.get(1) == Some(&"accelerators"))
        });
        let Some(at) = at else {
            missed += 1;
            says.push(format!("scale: missed {line}"));
            continue;
        };
        let scale = free.remove(at);
        right += 1;
        let name = |what: &str, value: &str| format!("{} {what}={value}", words[0]);
        if let Some(accelerator) = words.get(2).filter(|w| !matches!(**w, "-") && !w.contains('=') && **w != "derived")
        {
            details.push(name("accelerator", accelerator));
            let label = scale.accelerator.as_deref().unwrap_or("none");
            let id = Taxonomy::builtin().resolve(label).concept;
            details_found.push(name(
                "accelerator",
                &id.map_or("none".to_owned(), |id| Taxonomy::builtin().concept(id).id.to_string()),
            ));
        }
        if let Some(capacity) = words.get(3).filter(|w| !matches!(**w, "-") && !w.contains('=') && **w != "derived") {
            details.push(name("capacity", capacity));
            details_found.push(name("capacity", &scale.capacity.map_or("none".to_owned(), |c| word(&c))));
        }
        if let Some(low) = words.iter().find_map(|w| w.strip_prefix("low=")) {
            details.push(name("low", low));
            details_found.push(name("low", &scale.low.map_or("none".to_owned(), |n| n.to_string())));
        }
    }
    for scale in &free {
        says.push(format!("scale: wrong {} {} ({})", scale.value, word(&scale.unit), scale.text));
    }
    tally.add("scale", right, free.len(), missed);
    tally.compare("scale details", details, details_found, says);
}

fn pay(found: &Extraction) -> Vec<String> {
    let figure = |n: Option<f64>| n.map_or(String::new(), |n| n.to_string());
    let line = |pay: &rolefit::extract::PayFound| {
        let (period, basis) = (word(&pay.period), word(&pay.basis));
        format!("{}-{} {} {period} {basis}", figure(pay.min), figure(pay.max), word(&pay.currency))
    };
    found.pay.iter().map(line).collect()
}

/// Without the place, which is for the reader of the annotation.
fn normal_pay(line: &str) -> String {
    line.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}

fn years(found: &Extraction) -> Vec<String> {
    let line = |years: &rolefit::extract::YearsFound| {
        format!("{} {}", years.years, years.concept.as_deref().unwrap_or("total"))
    };
    found.years.iter().map(line).collect()
}

/// The name that a value has in JSON.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().as_ref().and_then(Value::as_str).unwrap_or("?").to_owned()
}

/// Counts by kind of fact.
#[derive(Default)]
pub(crate) struct Tally {
    kinds: BTreeMap<&'static str, Counts>,
}

/// How often the reader was right, wrong, and silent where it should not be.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) right: usize,
    pub(crate) wrong: usize,
    pub(crate) missed: usize,
}

impl Counts {
    /// Of what was found, the right share, 0 to 1.
    pub(crate) fn precision(self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    /// Of what was there, the found share, 0 to 1.
    pub(crate) fn recall(self) -> f64 {
        share(self.right, self.right + self.missed)
    }

    /// Their harmonic mean.
    pub(crate) fn f1(self) -> f64 {
        share(2 * self.right, 2 * self.right + self.wrong + self.missed)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of a test set")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

impl Tally {
    /// The counts of a kind; none when nothing was counted.
    pub(crate) fn kind(&self, kind: &str) -> Counts {
        self.kinds.get(kind).copied().unwrap_or_default()
    }

    fn add(&mut self, kind: &'static str, right: usize, wrong: usize, missed: usize) {
        let counts = self.kinds.entry(kind).or_default();
        counts.right += right;
        counts.wrong += wrong;
        counts.missed += missed;
    }

    /// Compares as multisets.
    fn compare(&mut self, kind: &'static str, expected: Vec<String>, actual: Vec<String>, says: &mut Vec<String>) {
        let mut missed = expected;
        let (mut right, mut wrong) = (0, 0);
        for found in actual {
            if let Some(at) = missed.iter().position(|e| *e == found) {
                missed.remove(at);
                right += 1;
            } else {
                wrong += 1;
                says.push(format!("{kind}: wrong {found}"));
            }
        }
        says.extend(missed.iter().map(|what| format!("{kind}: missed {what}")));
        self.add(kind, right, wrong, missed.len());
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14}{:>7}{:>7}{:>8}{:>8}{:>8}{:>8}", "kind", "right", "wrong", "missed", "P", "R", "F1")?;
        for kind in self.kinds.keys() {
            let c = self.kind(kind);
            let (p, r, f1) = (c.precision(), c.recall(), c.f1());
            writeln!(f, "{kind:<14}{:>7}{:>7}{:>8}{p:>8.3}{r:>8.3}{f1:>8.3}", c.right, c.wrong, c.missed)?;
        }
        Ok(())
    }
}
