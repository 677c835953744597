//! The domains of a text by all that is a clue to them: what is told of each, what is named, and in which words.

use super::facts::{CandidateFacts, Extent, FamilySigns, FamilyStrength, SkillClaim, TitlePoints};
use super::role_facts::Named;
use super::wording::{Wording, counts};
use crate::taxonomy::{Clue, Clues, FamilyId, Taxonomy};

/// The whole of a sort of clue, in thousandths.
const WHOLE: u64 = 1000;
/// The least that the parts of a sort are taken of: what titles and sentences tell in thousandths of full evidence, names and words by
/// what they weigh in some lines of text. Of a text that has less of a sort, that sort says less.
const LEAST_TOLD: u64 = 300;
const LEAST_NAMED: u64 = 2000;
const LEAST_WORDS: u64 = 40_000;
/// What speaks so little for a domain, in thousandths, tells of none.
const LEAST: u32 = 60;
/// A domain that is somebody's whole work is spoken for by less than the whole: clues are fitted to all who do it.
const FULL: (u32, u32) = (115, 100);
/// Who tells of their work in so much of the field's words, in a sentence or two, is known by titles and names; who tells in so much,
/// by what clues say.
const LITTLE_TOLD: u64 = 15_000;
const ENOUGH_TOLD: u64 = 25_000;
const ENOUGH_SENTENCES: u64 = 2;
/// A posting that tells of the work in so many different words of the field.
pub(super) const ENOUGH_WORDS: usize = 20;
/// Full evidence, in thousandths.
const MOST: u32 = 1000;

/// What a text has that may be a clue.
pub(super) struct Shown<'a> {
    pub strength: &'a [FamilyStrength],
    pub titles: &'a [TitlePoints],
    pub named: &'a [Named],
    pub wording: &'a Wording,
    /// Whether what somebody calls themselves, and asserts, is left out.
    pub only_told: bool,
}

/// What of a text may be a clue: by the sort of clue, places in the taxonomy, each with its part of all of that sort, in thousandths.
pub(super) type Parts = [Vec<(usize, u64)>; 3];

impl Shown<'_> {
    /// What may be a clue.
    pub(super) fn parts(&self, taxonomy: &Taxonomy) -> Parts {
        let clues = taxonomy.clues();
        // A title that stands back for what is told of other domains is still a title.
        let mut told = vec![0_u64; taxonomy.families().all().len()];
        for title in self.titles.iter().filter(|title| clues.has(title.family) && (title.of_job || !self.only_told)) {
            told[title.family.index()] += u64::from(title.points);
        }
        for sign in self.strength.iter().filter(|sign| clues.has(sign.family)) {
            let told = &mut told[sign.family.index()];
            *told = if self.only_told { *told + u64::from(sign.deeds) } else { u64::from(sign.spoken).max(*told) };
        }
        let named = self.named.iter().map(|named| (named.concept.index(), weight(*named, clues)));
        let words = self.wording.words.iter().map(|(word, weight)| (word.index(), u64::from(*weight)));
        [
            parts(told.into_iter().enumerate(), LEAST_TOLD).collect(),
            parts(named, LEAST_NAMED).collect(),
            parts(words, LEAST_WORDS).collect(),
        ]
    }
}

/// What speaks for each domain, in thousandths, ascending by domain; nothing where nothing is told.
pub(super) fn domains(parts: &Parts, taxonomy: &Taxonomy) -> Vec<(FamilyId, u32)> {
    let mut sum = taxonomy.clues().sum();
    for (clue, parts) in Clue::ALL.into_iter().zip(parts) {
        sum.add(clue, parts.iter().copied());
    }
    sum.domains().collect()
}

/// What a name counts: the rarer, and the more often it stands there, the more.
fn weight(named: Named, clues: &Clues) -> u64 {
    let times = counts(usize::from(named.times));
    u64::from(clues.rarity(named.concept)) * u64::from(times) / u64::from(named.one_of.max(1))
}

/// The parts of a vector of these, in thousandths of its length, which is this much at least.
fn parts(of: impl Iterator<Item = (usize, u64)> + Clone, least: u64) -> impl Iterator<Item = (usize, u64)> {
    let squares: u64 = of.clone().map(|(_, part)| part * part).sum();
    let length = squares.isqrt().max(least);
    of.filter(|(_, part)| *part > 0).map(move |(at, part)| (at, part * WHOLE / length))
}

/// Takes what clues say for what a person's signs show, the more the more is told. Lists make way as much as what is told, or telling
/// of a skill would be worth less than listing it.
pub(super) fn read_person(mut candidate: CandidateFacts, taxonomy: &Taxonomy) -> CandidateFacts {
    let [told, whole] = [&mut candidate.wording, &mut candidate.whole_wording].map(std::mem::take);
    tell_of_person(&mut candidate, [&told, &whole], 1000, taxonomy);
    (candidate.wording, candidate.whole_wording) = (told, whole);
    candidate
}

/// The same of texts in these words, of what is told and of all, of which `own` thousandths are the person's own.
pub(crate) fn tell_of_person(
    candidate: &mut CandidateFacts,
    [told, whole]: [&Wording; 2],
    own: u32,
    taxonomy: &Taxonomy,
) {
    // Of who tells little, titles and skills speak for themselves.
    let enough = u64::from(told.length).clamp(LITTLE_TOLD, ENOUGH_TOLD) - LITTLE_TOLD;
    let sentences = u64::from(candidate.form.telling_sentences).min(ENOUGH_SENTENCES);
    let part = enough * sentences * u64::from(own) / ((ENOUGH_TOLD - LITTLE_TOLD) * ENOUGH_SENTENCES);
    if part == 0 {
        return;
    }
    let named = named(candidate, taxonomy);
    let signs = &mut candidate.families;
    let (strength, titles) = (&signs.strength, &signs.titles);
    let by = |wording, only_told| {
        domains(&Shown { strength, titles, named: &named, wording, only_told }.parts(taxonomy), taxonomy)
    };
    let [by_told, by_all] = [by(told, true), by(whole, false)];
    // Both in one measure: of all that shows most clearly.
    let full = u64::from(signs.clearest.max(MOST));
    let of = |points: u32, part: u64| u32::try_from(u64::from(points) * part / WHOLE).unwrap_or(u32::MAX);
    let left = (WHOLE - part) * u64::from(MOST) / full;
    let clues = taxonomy.clues();
    for sign in signs.strength.iter_mut().filter(|sign| clues.has(sign.family)) {
        let FamilyStrength { family: _, told, said, listed, spoken, deeds } = sign;
        for points in [told, said, listed, spoken, deeds] {
            *points = of(*points, left);
        }
    }
    let shown = of(signs.clearest, left);
    signs.clearest = shown;
    let speaks_for = |told: &[(FamilyId, u32)], domain| {
        let speaks = told.iter().find(|(of, _)| *of == domain).map_or(0, |(_, speaks)| *speaks);
        if speaks < LEAST { 0 } else { of((speaks * FULL.0 / FULL.1).min(MOST), part) }
    };
    for (domain, _) in &by_all {
        let speaks = speaks_for(&by_all, *domain);
        if speaks == 0 {
            continue;
        }
        // What only lists bear out is said rather than told.
        let told = speaks.min(speaks_for(&by_told, *domain));
        let titles = signs.titles.iter().filter(|title| title.family == *domain && title.of_job);
        let titles = titles.map(|title| title.points).sum();
        let sign = signs.sign_mut(*domain);
        let clear = sign.spoken.min(shown);
        sign.told += told;
        sign.said += speaks - told;
        sign.spoken += speaks;
        sign.deeds += told.saturating_sub(titles);
        signs.clearest = signs.clearest.max(clear + speaks);
    }
    signs.strength.retain(|sign| sign.all() > 0);
}

/// The skills that a person tells of.
fn named(candidate: &CandidateFacts, taxonomy: &Taxonomy) -> Vec<Named> {
    let is_told = |claim: &&SkillClaim| {
        let is_work = claim.extent >= Extent::Left && taxonomy.is_of_computing(claim.concept);
        // The list of a job tells of no text.
        is_work && claim.described && claim.own_times > 0 && claim.is_in_text(&candidate.form)
    };
    let named = candidate.claims.iter().filter(is_told);
    named.map(|claim| Named { concept: claim.concept, times: claim.own_times, one_of: 1 }).collect()
}

/// What may be a clue of all that a person tells, of whom signs alone were read.
pub(super) fn parts_of_person(candidate: &CandidateFacts, taxonomy: &Taxonomy) -> Parts {
    let named = named(candidate, taxonomy);
    let signs = &candidate.families;
    let (strength, titles, wording) = (&signs.strength, &signs.titles, &candidate.whole_wording);
    Shown { strength, titles, named: &named, wording, only_told: false }.parts(taxonomy)
}

impl FamilySigns {
    /// Whether nothing shows what anybody's work is, nor what they do with it.
    pub(crate) fn is_silent(&self) -> bool {
        self.strength.is_empty() && self.functions.is_empty()
    }

    /// Takes from each family what goes beyond these: less text is no clearer sign of anything.
    pub(crate) fn no_more_than(&mut self, all: &Self) {
        for sign in &mut self.strength {
            let most = all.strength.iter().find(|most| most.family == sign.family);
            let [told, spoken, most] = most.map_or([0; 3], |most| [most.told, most.spoken, most.all()]);
            sign.told = sign.told.min(told);
            sign.deeds = sign.deeds.min(sign.told);
            sign.spoken = sign.spoken.min(spoken);
            sign.said = sign.said.min(most - sign.told);
            sign.listed = sign.listed.min(most - sign.told - sign.said);
        }
        self.strength.retain(|sign| sign.all() > 0);
    }

    /// What shows of a family, whether anything did.
    fn sign_mut(&mut self, family: FamilyId) -> &mut FamilyStrength {
        let at = self.strength.binary_search_by_key(&family, |sign| sign.family).unwrap_or_else(|at| {
            let sign = FamilyStrength { family, told: 0, said: 0, listed: 0, spoken: 0, deeds: 0 };
            self.strength.insert(at, sign);
            at
        });
        &mut self.strength[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Candidate;
    use crate::extract::Extractor;
    use serde_json::{Value, json};

    fn told(candidate: Value) -> Vec<(String, u32, u32)> {
        let taxonomy = Taxonomy::builtin();
        let candidate: Candidate = serde_json::from_value(candidate).unwrap();
        let mut signs = Extractor::new(taxonomy.clone()).candidate_facts(&candidate).unwrap().families.strength;
        signs.sort_by_key(|sign| std::cmp::Reverse(sign.told + sign.said));
        let name = |sign: &FamilyStrength| taxonomy.families().get(sign.family).id.to_string();
        signs.iter().map(|sign| (name(sign), sign.told, sign.said)).collect()
    }

    /// No title, and nothing that a rule knows: words and names are all that tells.
    #[test]
    fn what_is_told_without_a_title_is_known_by_its_words() {
        let summary = "We make wavefront scheduling less painful: I rewrote the register allocator and the loop vectorizer of an open \
                       source toolchain. Lately I lower tensor dialects to LLVM for a start-up's accelerator.";
        let told = told(json!({"id": "c", "summary": summary}));
        assert_eq!(told[0].0, "compilers_runtimes", "{told:?}");
    }

    #[test]
    fn a_title_alone_stays_what_it_is() {
        let told = told(json!({"id": "c", "experience": [{"title": "Storage engineer"}]}));
        assert_eq!((told[0].0.as_str(), told[0].1), ("parallel_storage", MOST), "{told:?}");
    }

    #[test]
    fn a_list_beside_work_of_another_kind_is_said_rather_than_told() {
        let work = "I keep the payment services of a shop up: clusters, deployments, monitoring, incident response and \
                    capacity. I moved its databases to a public cloud last year, and wrote the modules by which others deploy.";
        let list =
            "Skills: CUDA, CUTLASS, Triton, PTX, Nsight Compute, warp shuffles, tensor cores, kernel fusion, roofline";
        let told = told(json!({"id": "c", "summary": format!("{work}\n{list}")}));
        let of = |domain: &str| told.iter().find(|(of, ..)| of == domain).map_or(0, |(_, told, _)| *told);
        assert!(of("gpu_kernels") < of("sre_cloud") / 2, "{told:?}");
    }
}
