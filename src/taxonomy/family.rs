//! Families of work: which titles name them, and how much of one carries over to another.

use std::borrow::Cow;
use std::collections::HashMap;

use super::column::Column;
use super::function::FunctionId;
use super::grade::without_grade;
use super::pattern::{PatternMatch, PatternSet};
use super::word_hash::word_hash;
use super::{PerMille, fold};
use borsh::{BorshDeserialize, BorshSerialize};

/// A family's place in its taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct FamilyId(pub(crate) u8);

impl FamilyId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A kind of work.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Family {
    pub id: Box<str>,
    /// As a recruiter would name it.
    pub label: Box<str>,
    /// A verb phrase for "this person ...".
    pub work: Box<str>,
    /// What whoever works in it mostly does with it, where nothing tells.
    pub functions: Vec<(FunctionId, PerMille)>,
    /// The function that it is, where it is no domain of its own.
    pub function: Option<FunctionId>,
}

/// What carries over from one family to another.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Transfer {
    pub carries: Box<str>,
    pub gap: Box<str>,
}

/// What a title says: a family and how clearly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TitleSign {
    pub family: FamilyId,
    /// 1000 for a title that names the family, less for one that other families share.
    pub strength: PerMille,
}

/// All families with their titles and transfers.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Families {
    pub(super) all: Vec<Family>,
    pub(super) by_id: HashMap<Box<str>, FamilyId>,
    pub(super) titles: PatternSet,
    /// Rows: what a role asks; columns: what a person does. Thousandths.
    pub(super) transfer: Column<u16>,
    pub(super) reasons: HashMap<(FamilyId, FamilyId), Transfer>,
}

/// The strength of a title that says little: words that many kinds of work share.
const WEAK_TITLE: PerMille = PerMille::HALF;
/// Specificity, in half words, from which a title says clearly what somebody does.
const CLEAR_TITLE: u32 = 2;
/// So many kinds of work share a title that says nothing of any one of them by itself.
const SHARED_TITLE: usize = 3;
/// Fainter signs beside a clear one are dropped.
const LEAST_TITLE: PerMille = PerMille::QUARTER;
/// What is left of a sign behind a trade of its own.
const BEHIND: PerMille = PerMille::QUARTER;
/// What stands behind these is whose work it is, or where.
const ELSEWHERE: &[&str] = &[" at ", " @ ", " in a ", " in an ", " for a ", " for an "];
/// Whoever is one of these by title is of no other trade by the employer's.
const MAKERS: &[&str] = &["engineer", "developer", "programmer", "scientist", "administrator", "sysadmin", "sre"];
/// With these a title goes on.
const GOING_ON: &[&str] = &[", ", " - ", " – ", " — ", " ("];
/// Title patterns are matched within this many words: a title is short.
const TITLE_WINDOW: usize = 8;
/// A hall of machines, in one word.
const HALL: &str = "datacenter";

impl Family {
    /// Whether it is work that has nothing to do with computers.
    pub(crate) fn is_elsewhere(&self) -> bool {
        matches!(&*self.id, "other" | "beside")
    }

    /// Whether it is programming of whatever kind.
    pub(crate) fn is_general_software(&self) -> bool {
        &*self.id == "software_general"
    }

    /// Whether it is work of this field, rather than computing in general, leading people at whatever work, or something else.
    pub(crate) fn is_of_the_field(&self) -> bool {
        !matches!(&*self.id, "software_general" | "enterprise_it" | "engineering_management" | "other" | "beside")
    }
}

impl Family {
    /// Whether it is to lead people, at whatever work.
    pub(crate) fn is_leading(&self) -> bool {
        &*self.id == "engineering_management"
    }

    /// Whether it is done the same way in whatever field, so that a field named beside it is only where.
    fn is_a_trade_of_its_own(&self) -> bool {
        matches!(
            &*self.id,
            "compilers_runtimes"
                | "gpu_hardware"
                | "graphics_games"
                | "drivers_firmware"
                | "security"
                | "facilities"
                | "solutions"
                | "data_engineering"
                | "other"
                | "beside"
        )
    }
}

impl Families {
    /// Every family, in the order of the file.
    pub(crate) fn all(&self) -> impl ExactSizeIterator<Item = FamilyId> + use<> {
        (0..u8::try_from(self.all.len()).expect("fewer than 256 families")).map(FamilyId)
    }

    pub(crate) fn get(&self, id: FamilyId) -> &Family {
        &self.all[id.index()]
    }

    pub(crate) fn find(&self, id: &str) -> Option<FamilyId> {
        self.by_id.get(id).copied()
    }

    /// The family of this label, in any case.
    pub(crate) fn find_label(&self, label: &str) -> Option<FamilyId> {
        let sought = fold(label);
        self.find(&self.all.iter().find(|family| fold(&family.label) == sought)?.id)
    }

    /// All ids, in the order of the file.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|family| &*family.id)
    }

    /// How much of `asked` a person brings who does `does`.
    pub(crate) fn transfer(&self, asked: FamilyId, does: FamilyId) -> PerMille {
        PerMille::new(self.transfer[asked.index() * self.all.len() + does.index()])
    }

    /// Why, in words.
    pub(crate) fn transfer_reason(&self, asked: FamilyId, does: FamilyId) -> Option<&Transfer> {
        self.reasons.get(&(does, asked))
    }

    /// The families that a title names, the clearest first. The more words a title pattern takes the more it says, so `AI
    /// infrastructure engineer` outweighs `AI engineer`; what is shared with other families counts half. Behind a trade of its own
    /// a comma or dash says where it is done: a `security engineer, AI infrastructure` runs no clusters, and neither does a
    /// `software engineer at a maker of supercomputers`.
    pub(crate) fn title_signs(&self, title: &str) -> Vec<TitleSign> {
        let (title, _) = without_grade(title);
        self.title_signs_of(title, self.signs_of(title))
    }

    /// The same, where it is known what its words say all together: see [`Families::signs_of_words`].
    pub(crate) fn title_signs_of(&self, title: &str, mut signs: Vec<TitleSign>) -> Vec<TitleSign> {
        let elsewhere = || {
            let head = first_of(title, ELSEWHERE)?;
            Some(self.signs_of(&title[..head])).filter(|trade| !trade.is_empty())
        };
        let trade = self.trade_and_signs_before(title).map(|(_, trade)| trade);
        let Some(trade) = trade.or_else(elsewhere) else {
            // `A principal engineer at a social media company`: what the employer does makes an engineer no marketer.
            let makes = |head: usize| title[..head].split(' ').any(|word| MAKERS.contains(&word));
            if first_of(title, ELSEWHERE).is_some_and(makes) {
                signs.retain(|sign| !self.get(sign.family).is_elsewhere());
            }
            return signs;
        };
        signs.retain(|sign| !trade.iter().any(|known| known.family == sign.family));
        // Who sells or explains a thing works with it, who guards it does not.
        let is_domain = trade.first().is_none_or(|sign| self.get(sign.family).function.is_none());
        let left = if is_domain { BEHIND } else { PerMille::HALF };
        let behind = signs.into_iter().map(|sign| TitleSign { strength: sign.strength.times(left), ..sign });
        trade.iter().copied().chain(behind).collect()
    }

    /// Where the part of a title ends that names a trade of its own, when a comma, bracket or dash goes on from there.
    pub(crate) fn trade_before(&self, title: &str) -> Option<usize> {
        self.trade_and_signs_before(title).map(|(head, _)| head)
    }

    fn trade_and_signs_before(&self, title: &str) -> Option<(usize, Vec<TitleSign>)> {
        let head = first_of(title, GOING_ON)?;
        let signs = self.signs_of(&title[..head]);
        self.is_of_a_trade(&signs).then_some((head, signs))
    }

    /// Whether what a title names is a trade of its own before all else.
    pub(crate) fn is_of_a_trade(&self, signs: &[TitleSign]) -> bool {
        let first = signs.first();
        first.is_some_and(|sign| sign.strength == PerMille::ONE && self.get(sign.family).is_a_trade_of_its_own())
    }

    fn signs_of(&self, title: &str) -> Vec<TitleSign> {
        let folded = fold(title);
        let hashed = words_of(&folded).map(|word| (word, word_hash(word.as_bytes())));
        self.signs_of_words(&hashed.collect::<Vec<_>>())
    }

    /// The same for the words of a sentence, as [`words_of`] cuts them, with their hashes.
    pub(crate) fn signs_of_words(&self, words: &[(&str, u32)]) -> Vec<TitleSign> {
        let words = &*with_halls_in_one(words);
        // Specificity in half words.
        let mut found: Vec<(u32, FamilyId)> = Vec::new();
        let mut clear = 0;
        let hits = self.titles.matches(words, TITLE_WINDOW);
        // A function that is named beside a domain does not take its place: who sells clusters sells clusters.
        let is_domain = |hit: &PatternMatch| {
            let family = FamilyId(u8::try_from(hit.owner / 2).expect("owners are made of u8 ids"));
            self.get(family).function.is_none() || self.get(family).is_elsewhere()
        };
        for hit in hits.iter().filter(|hit| !hits.iter().any(|other| is_domain(other) && says_more(other, hit))) {
            let family = FamilyId(u8::try_from(hit.owner / 2).expect("owners are made of u8 ids"));
            let specificity = u32::from(hit.words) * if hit.owner % 2 == 0 { 2 } else { 1 };
            clear = clear.max(if hit.owner % 2 == 0 { specificity } else { 0 });
            match found.iter_mut().find(|(_, known)| *known == family) {
                Some((best, _)) => *best = (*best).max(specificity),
                None => found.push((specificity, family)),
            }
        }
        found.sort_by_key(|(specificity, family)| (std::cmp::Reverse(*specificity), *family));
        let Some(&(most, first)) = found.first() else { return Vec::new() };
        // One clear word ("welder") is enough; a single weak word is half a sign, and so is what everybody is who programs
        // ("software engineer"), and what many kinds of work share ("systems engineer").
        let shared = found.iter().filter(|(specificity, _)| *specificity == most).count() >= SHARED_TITLE;
        let said = most >= CLEAR_TITLE && !shared && !self.get(first).is_general_software();
        let is_clear = clear >= CLEAR_TITLE || said;
        let clearest = if is_clear { PerMille::ONE } else { WEAK_TITLE };
        found
            .into_iter()
            .map(|(specificity, family)| {
                let share = PerMille::new(u16::try_from(specificity * 1000 / most).unwrap_or(1000));
                // To lead people is a kind of work beside whatever they do.
                let strength = if self.get(family).is_leading() { PerMille::ONE } else { share.times(share) };
                TitleSign { family, strength: clearest.times(strength) }
            })
            .filter(|sign| sign.strength >= LEAST_TITLE)
            .collect()
    }
}

/// The first place of any of these marks, which begin with a space or a comma.
pub(super) fn first_of(title: &str, marks: &[&str]) -> Option<usize> {
    let bytes = title.as_bytes();
    let begins = |at: &usize| marks.iter().any(|mark| bytes[*at..].starts_with(mark.as_bytes()));
    (0..bytes.len()).filter(|at| matches!(bytes[*at], b' ' | b',' | b':' | b';' | b'.')).find(begins)
}

/// The words of a folded title.
pub(crate) fn words_of(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '#' | '.' | '&'))).filter(|word| !word.is_empty())
}

/// `Data center` as one word: who runs a hall of machines is no engineer of data.
fn with_halls_in_one<'a, 'w>(words: &'a [(&'w str, u32)]) -> Cow<'a, [(&'w str, u32)]> {
    let is_hall = |at: usize| {
        let next = words.get(at + 1).map_or("", |(word, _)| *word);
        words[at].0 == "data" && matches!(next, "center" | "centre" | "centers" | "centres")
    };
    if !(0..words.len()).any(is_hall) {
        return Cow::Borrowed(words);
    }
    let mut joined = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let hall = is_hall(at);
        joined.push(if hall { (HALL, word_hash(HALL.as_bytes())) } else { words[at] });
        at += 1 + usize::from(hall);
    }
    Cow::Owned(joined)
}

/// Whether a pattern takes all words that another one takes, and more: a `GPU cluster engineer` is no `GPU engineer`.
fn says_more(more: &PatternMatch, less: &PatternMatch) -> bool {
    let length = more.last - more.first + 1;
    usize::from(more.words) == length
        && more.words > less.words
        && more.owner / 2 != less.owner / 2
        && more.owner.is_multiple_of(2)
        && (more.first..=more.last).contains(&less.first)
        && less.last <= more.last
}

#[cfg(test)]
mod tests {
    use crate::taxonomy::Taxonomy;

    fn first(title: &str) -> String {
        let taxonomy = Taxonomy::builtin();
        let signs = taxonomy.families().title_signs(title);
        signs.first().map_or_else(|| "none".to_owned(), |sign| taxonomy.families().get(sign.family).id.to_string())
    }

    #[test]
    fn a_title_with_more_words_takes_the_place_of_the_one_within() {
        let taxonomy = Taxonomy::builtin();
        let families = taxonomy.families();
        let names = |title: &str| -> Vec<String> {
            families.title_signs(title).iter().map(|sign| families.get(sign.family).id.to_string()).collect()
        };
        assert_eq!(names("GPU Cluster Engineer"), ["cluster_operations"]);
        assert_eq!(names("GPU Engineer"), ["gpu_kernels"]);
    }

    #[test]
    fn what_the_employer_does_makes_no_engineer_of_another_trade() {
        assert_eq!(first("is a principal engineer at a large social media company"), "none");
        assert_eq!(first("is a social media specialist at a large company"), "beside");
    }

    #[test]
    fn titles_name_their_family() {
        for (title, family) in [
            ("Senior AI-HPC Cluster Engineer", "cluster_operations"),
            ("AI Infrastructure Engineer", "cluster_operations"),
            ("HPC Network Engineer", "fabric_networking"),
            ("Senior Engineer, Storage", "parallel_storage"),
            ("Security Engineer, AI Infrastructure", "security"),
            ("Data Engineer, LLM pre-training", "data_engineering"),
            ("Engineering Manager, AI Infrastructure", "cluster_operations"),
            ("Engineering Manager", "engineering_management"),
            ("Java developer at a maker of GPU clusters", "software_general"),
            ("Engineer at a supercomputing centre", "cluster_operations"),
            ("Member of Technical Staff, Pretraining Data", "data_engineering"),
            ("Kubernetes Platform Engineer (GPU)", "sre_cloud"),
            ("Solutions Architect - AI & HPC (EMEA)", "solutions"),
            ("Critical Facilities Engineer", "facilities"),
            ("Linux Kernel Driver Engineer", "drivers_firmware"),
            ("Parallel File System Engineer", "parallel_storage"),
            ("GPU Performance Engineer", "gpu_kernels"),
            ("GPU Compiler Engineer", "compilers_runtimes"),
            ("GPU RTL Design Engineer", "gpu_hardware"),
            ("Rendering engineer, games", "graphics_games"),
            ("Data scientist", "applied_ml"),
            ("Java Developer", "software_general"),
            ("Advocate", "other"),
            ("Zymurgist", "none"),
        ] {
            assert_eq!(first(title), family, "{title}");
        }
    }

    #[test]
    fn titles_in_many_wordings_name_their_family() {
        let list = include_str!("../../tests/resolution/titles.tsv");
        let rows = list.lines().filter_map(|line| line.split_once('\t'));
        let wrong: Vec<(&str, &str, String)> = rows
            .map(|(title, family)| (title, family, first(title)))
            .filter(|(_, family, found)| family != found)
            .collect();
        assert!(list.lines().count() > 250, "the list was read");
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
