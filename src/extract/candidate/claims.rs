//! Claims of skills, from lists and from mentions in texts. What is known of a concept only ever adds up.

use std::cell::OnceCell;

use super::{Context, MAX_CAREER_TENTHS, MAX_TOLD, Reader, SHOWN_IN_A_JOB, quote, source, tenths};
use crate::domain::{Month, Skill};
use crate::extract::document_form::Standing;
use crate::extract::doers;
use crate::extract::extractor::Read;
use crate::extract::facts::{Extent, LastUsed, SkillClaim, Source, Undated, UnrecognizedClaim};
use crate::extract::mention::{Mention, MentionKind, Stance};
use crate::extract::text::Text;
use crate::taxonomy::{ConceptId, fold};

/// The claims of one document, each concept's once.
pub(super) struct Claims {
    all: Vec<SkillClaim>,
    /// Whose claim stands where in `all`, ascending: claims are large, and are not moved for each new one.
    places: Vec<(ConceptId, usize)>,
}

/// Most documents have so many at least.
const SOME_CLAIMS: usize = 16;

impl Claims {
    pub(super) fn new() -> Self {
        Self { all: Vec::with_capacity(SOME_CLAIMS), places: Vec::with_capacity(SOME_CLAIMS) }
    }

    fn place(&self, concept: ConceptId) -> Result<usize, usize> {
        self.places.binary_search_by_key(&concept, |(concept, _)| *concept)
    }

    pub(super) fn get(&self, concept: ConceptId) -> Option<&SkillClaim> {
        self.place(concept).ok().map(|place| &self.all[self.places[place].1])
    }

    pub(super) fn get_mut(&mut self, concept: ConceptId) -> Option<&mut SkillClaim> {
        self.place(concept).ok().map(|place| &mut self.all[self.places[place].1])
    }

    /// Adds the first claim of a concept.
    fn add(&mut self, claim: SkillClaim) {
        if let Err(place) = self.place(claim.concept) {
            self.places.insert(place, (claim.concept, self.all.len()));
            self.all.push(claim);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &SkillClaim> {
        self.all.iter()
    }

    /// All of them, by concept.
    pub(super) fn in_order(mut self) -> Vec<SkillClaim> {
        self.all.sort_unstable_by_key(|claim| claim.concept);
        self.all.shrink_to_fit();
        self.all
    }
}

impl Reader<'_> {
    /// Takes what a text names, and whether something of the field is told there.
    pub(super) fn mentions(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>, told: bool) -> bool {
        let text = read.text;
        let mut contributed = None;
        let mut of_the_field = false;
        let mut shown = Vec::new();
        for mention in &read.mentions {
            if matches!(mention.stance, Stance::Negated | Stance::Wanted) {
                if mention.stance == Stance::Negated {
                    self.facts.denied.push(mention.concept);
                }
                continue;
            }
            let here = context.dated(mention.span.start);
            let (job, mut last_used) = here.map_or((context.job, context.last_used), |part| (part.job, part.last_used));
            let mut extent = extent_of(mention.stance);
            if extent == Extent::Left {
                last_used = left_at(text, mention, last_used);
            }
            if self.trade_talks && told && extent > Extent::Mentioned && !has_hands_on(text, mention) {
                extent = Extent::Mentioned;
            }
            if extent == Extent::Mentioned && mention.by != MentionKind::Label {
                continue;
            }
            let passage = context.passage(text, mention.span.start);
            let standing = passage.map_or(Standing::Lists, |passage| self.form.standing(passage));
            let is_own = extent >= Extent::Left;
            let tells = !mention.listed && standing >= Standing::States;
            // `HPC administrator, 2018-2024: Slurm, Lustre, xCAT` lists what the job shows, as a job's own list does.
            let by_job = !tells
                && standing > Standing::Empty
                && mention.by == MentionKind::Label
                && here.map_or_else(|| context.shows_a_list(mention.span.start), |part| part.in_computing)
                && Self::is_shown_in(&mut shown, job);
            let told_in = passage.filter(|_| told && is_own && (tells || by_job));
            let described = told_in.is_some();
            let concept = mention.concept;
            if mention.by == MentionKind::Label {
                self.form.named(concept, self.taxonomy);
            }
            if standing != Standing::Empty && extent > Extent::Mentioned {
                self.signal_in_text(read, mention, &mut contributed, pointer, passage);
            }
            let is_new = !self
                .claims
                .get(concept)
                .is_some_and(|claim| claim.described || (!described && claim.extent >= extent));
            let times = u8::from(mention.by == MentionKind::Label);
            let claim = SkillClaim {
                concept,
                years_tenths: None,
                last_used,
                listed: !described,
                described,
                times,
                own_times: times,
                // What is over is not of today, said or not.
                undated: if extent == Extent::Left { Undated::default() } else { Undated::of(last_used, described) },
                extent,
                by_scale: false,
                jobs: Vec::new(),
                told_in: Vec::new(),
                // Of what is known already nobody asks where else it stands.
                source: if is_new { quote(text, &mention.span, pointer) } else { Source::default() },
            };
            self.claim(claim, job.filter(|_| is_own), told_in);
            if self.is_relevant(concept) && standing != Standing::Empty && is_own {
                of_the_field |= described;
                self.mark_relevant(job);
            }
        }
        of_the_field
    }

    /// Whether a job's list still has room for one more skill that is taken to be shown there.
    fn is_shown_in(shown: &mut Vec<(Option<u8>, usize)>, job: Option<u8>) -> bool {
        let at = shown.iter().position(|(known, _)| *known == job).unwrap_or_else(|| {
            shown.push((job, 0));
            shown.len() - 1
        });
        shown[at].1 += 1;
        shown[at].1 <= SHOWN_IN_A_JOB
    }

    /// Notes more years than a life of work has; they are not believed.
    pub(super) fn too_long(&mut self) -> bool {
        self.form.endless_years();
        false
    }

    /// "Slurm / Lustre administration", "CUDA (basic)": what the words of one item name, and how much of it they claim.
    fn several(&self, name: &str) -> (Vec<(ConceptId, Extent)>, bool) {
        let mentions = self.extractor.scan(&Text::new(name));
        let named = mentions.iter().any(|m| m.by == MentionKind::Label);
        let mut found: Vec<(ConceptId, Extent)> = mentions
            .into_iter()
            .filter(|m| m.by == MentionKind::Label && !matches!(m.stance, Stance::Negated | Stance::Wanted))
            .map(|m| (m.concept, extent_of(m.stance)))
            .collect();
        found.sort_unstable();
        found.dedup();
        (found, named)
    }

    pub(super) fn skill(&mut self, skill: &Skill, pointer: &str, context: &Context<'_>, described: bool) {
        let (years, last) = match skill {
            Skill::Name(_) => (None, None),
            Skill::Detailed(detail) => (detail.years, detail.last_used),
        };
        let name = skill.name();
        let years = years.map(tenths).filter(|years| *years <= MAX_CAREER_TENTHS || self.too_long());
        let source = source(pointer, name);
        let last_used = last.map_or(context.last_used, |date| LastUsed::At(date.last_month()));
        let concept = self.resolved.get(name).copied().unwrap_or_else(|| self.taxonomy.resolve(name).concept);
        let whole = concept.map(|concept| (vec![(concept, Extent::Full)], true));
        let scanned = OnceCell::new();
        let several = || scanned.get_or_init(|| self.several(name));
        // `CUDA (basic)` is CUDA, and little of it.
        let said = name.contains([' ', '(', ':']).then(several);
        let said = said.filter(|(found, named)| *named && found.iter().all(|(_, extent)| *extent <= Extent::Little));
        // `Prometheus/Grafana` is both.
        let both = || name.contains('/').then(several).filter(|(found, _)| found.len() > 1);
        let (concepts, named) = said.or_else(both).cloned().or(whole).unwrap_or_else(|| several().clone());
        if !named {
            let folded: Box<str> = fold(name).into();
            if !folded.is_empty() && !self.facts.unrecognized.iter().any(|u| u.folded == folded) {
                self.facts.unrecognized.push(UnrecognizedClaim { text: name.trim().into(), folded, source });
            }
            return;
        }
        for (concept, extent) in concepts {
            let described = described && extent >= Extent::Left;
            self.form.named(concept, self.taxonomy);
            let claim = SkillClaim {
                concept,
                years_tenths: years,
                last_used,
                listed: !described,
                described,
                times: 0,
                own_times: 0,
                undated: Undated::of(last_used, described),
                extent,
                by_scale: false,
                jobs: Vec::new(),
                told_in: Vec::new(),
                source: source.clone(),
            };
            self.claim(claim, context.job, context.passages.first().copied().filter(|_| described));
            if self.is_relevant(concept) {
                self.mark_relevant_by_list(context.job);
            }
        }
    }

    pub(super) fn listed_skills(&mut self, skills: &[Skill]) {
        let context = Context::undated(&[]);
        for (number, skill) in skills.iter().enumerate() {
            self.skill(skill, &format!("/skills/{number}"), &context, false);
        }
    }

    /// Joins a claim, of a job and told in a passage, with what is known of the concept already; evidence only adds up.
    pub(super) fn claim(&mut self, mut claim: SkillClaim, job: Option<u8>, told_in: Option<u16>) {
        match self.claims.get_mut(claim.concept) {
            None => {
                claim.jobs.extend(job);
                claim.told_in.extend(told_in);
                self.claims.add(claim);
            }
            Some(known) => {
                known.times = known.times.saturating_add(claim.times);
                known.own_times = known.own_times.saturating_add(claim.own_times);
                known.years_tenths = known.years_tenths.max(claim.years_tenths);
                known.last_used = known.last_used.latest(claim.last_used);
                if claim.extent > known.extent && !known.described {
                    known.source = claim.source.clone();
                }
                known.extent = known.extent.max(claim.extent);
                known.listed |= claim.listed;
                known.by_scale &= claim.by_scale || !claim.described;
                known.undated.told |= claim.undated.told;
                known.undated.listed |= claim.undated.listed;
                if claim.described && !known.described {
                    known.described = true;
                    known.source = claim.source;
                }
                if let Some(passage) = told_in
                    && known.told_in.len() < MAX_TOLD
                    && !known.told_in.contains(&passage)
                {
                    known.told_in.push(passage);
                }
                if let Some(job) = job
                    && !known.jobs.contains(&job)
                {
                    known.jobs.push(job);
                }
            }
        }
    }
}

/// How much of a skill the words around its name claim.
fn extent_of(stance: Stance) -> Extent {
    match stance {
        Stance::About => Extent::Mentioned,
        Stance::Little => Extent::Little,
        Stance::Former | Stance::Past => Extent::Left,
        _ => Extent::Full,
    }
}

/// When what was left was last used: in the year that its clause names, or its sentence, but not after the job that tells of it.
fn left_at(text: &Text, mention: &Mention, of_the_job: LastUsed) -> LastUsed {
    let Some(clause) = text.clause_at(mention.span.start) else { return of_the_job };
    let clauses = text.clauses();
    let sentence = text.sentence_clauses(clause);
    let year = |at: usize| text.word(at).parse::<i16>().ok().filter(|year| YEARS.contains(year));
    let near = clause.saturating_sub(NEAR).max(sentence.start)..(clause + NEAR).min(sentence.end);
    let own = clauses[clause].words.clone().filter_map(year).max();
    let around = || near.flat_map(|at| clauses[at].words.clone()).filter_map(year).max();
    let Some(month) = own.or_else(around).map(|year| Month::new(year, 12)) else {
        return if of_the_job == LastUsed::Now { LastUsed::Unknown } else { of_the_job };
    };
    match of_the_job {
        LastUsed::At(end) => LastUsed::At(end.min(month)),
        LastUsed::Now | LastUsed::Unknown => LastUsed::At(month),
    }
}

/// Other numbers of four digits are counts.
const YEARS: std::ops::RangeInclusive<i16> = 1970..=2035;
/// A date stands within so many clauses of what it dates.
const NEAR: usize = 4;

/// Whether the sentence around a mention tells of work done with one's own hands.
fn has_hands_on(text: &Text, mention: &Mention) -> bool {
    let Some(clause) = text.clause_at(mention.span.start) else { return false };
    let sentence = text.sentence_clauses(clause);
    let near = clause.saturating_sub(NEAR).max(sentence.start)..(clause + NEAR).min(sentence.end);
    near.flat_map(|at| text.clauses()[at].words.clone()).any(|word| doers::is_hands_on(text, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;
    use serde_json::{Value, json};
    use std::sync::LazyLock;

    static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

    /// The claim of a concept in a document.
    fn claim(candidate: Value, id: &str) -> Option<SkillClaim> {
        let facts = EXTRACTOR.candidate_facts(&serde_json::from_value(candidate).unwrap()).unwrap();
        let concept = EXTRACTOR.taxonomy().find(id).unwrap();
        facts.claims.into_iter().find(|claim| claim.concept == concept)
    }

    #[test]
    fn who_hires_does_not_do_what_others_do() {
        let text = |summary: &str| claim(json!({"id": "c", "summary": summary}), "nccl").map(|claim| claim.extent);
        assert_eq!(text("Technical recruiter. I place people who tune NCCL."), Some(Extent::Mentioned));
        assert_eq!(text("Training engineer. I wrote about how we tune NCCL."), Some(Extent::Full));
    }

    fn says(summary: &str) -> Value {
        json!({"id": "c", "headline": "Systems engineer", "summary": summary})
    }

    #[test]
    fn what_was_left_in_a_year_was_last_used_then() {
        let left = claim(says("We moved off Lustre in 2018; now I keep Ceph running."), "lustre").unwrap();
        assert_eq!((left.extent, left.last_used), (Extent::Left, LastUsed::At(Month::new(2018, 12))));
        let undated = claim(says("We moved off Lustre; now I keep Ceph running."), "lustre").unwrap();
        assert_eq!((undated.extent, undated.last_used), (Extent::Left, LastUsed::Unknown));
        assert_eq!(undated.undated, Undated::default());
    }

    #[test]
    fn what_is_plainly_said_elsewhere_wins() {
        let both = claim(says("Basic Slurm at first. I ran Slurm for 300 users."), "slurm").unwrap();
        assert_eq!((both.extent, both.described), (Extent::Full, true));
    }

    #[test]
    fn who_speaks_of_tools_by_trade_tells_of_them_by_deeds_only() {
        let sells =
            json!({"id": "c", "headline": "Sales engineer", "summary": "InfiniBand and Slurm for forty accounts."});
        let sold = claim(sells, "slurm").unwrap();
        assert_eq!((sold.extent, sold.described), (Extent::Mentioned, false));
        let did =
            json!({"id": "c", "headline": "Sales engineer", "summary": "Installed Slurm at forty customers myself."});
        assert!(claim(did, "slurm").unwrap().described);
    }

    #[test]
    fn what_a_recruiter_notes_is_of_somebody_else() {
        let noted = "Recruiter summary: Ada has been at North Lab since 2020 as platform engineer (Slurm, Terraform).";
        let claim = claim(json!({"id": "c", "summary": noted}), "slurm").unwrap();
        assert_eq!((claim.extent, claim.last_used), (Extent::Full, LastUsed::Now));
    }

    #[test]
    fn deeds_of_other_trades_are_not_those_of_computing() {
        let webb = "Front end developer: worked on the TypeScript compiler and on Babel plugins.";
        assert_eq!(claim(says(webb), "compiler-engineering"), None);
        let llvm = "Wrote compiler passes for LLVM back ends of two processors.";
        assert!(claim(says(llvm), "llvm").is_some());
    }

    #[test]
    fn what_a_dated_job_with_computers_lists_is_shown_there() {
        let told = |summary: &str| claim(json!({"id": "c", "summary": summary}), "lustre").map(|claim| claim.described);
        let tools = "IBM Spectrum LSF, Lustre, xCAT, Omni-Path, RHEL, Nagios";
        assert_eq!(told(&format!("HPC systems administrator, a tyre maker, 2017-2025: {tools}.")), Some(true));
        assert_eq!(told(&format!("Senior software engineer, a tyre maker, 2017-2025: {tools}.")), Some(true));
        assert_eq!(told(&format!("Baker, 2017-2025: {tools}.")), Some(false));
        assert_eq!(told(&format!("{tools}.")), Some(false));
    }

    #[test]
    fn a_list_under_what_somebody_does_at_a_place_tells_of_it() {
        let told = |summary: &str| claim(json!({"id": "c", "summary": summary}), "lustre").map(|claim| claim.described);
        assert_eq!(told("Storage for a weather service: Lustre, LNet, Robinhood, nightly scrubs."), Some(true));
        assert_eq!(told("Skills: Lustre, LNet, Robinhood."), Some(false));
    }

    #[test]
    fn a_list_behind_an_account_or_a_title_with_an_employer_is_of_that_work() {
        let told = |summary: &str| claim(json!({"id": "c", "summary": summary}), "cuda").map(|claim| claim.described);
        let account = "At a clinic she has, since 2018, taken networks from a paper to a box beside the scanner";
        assert_eq!(told(&format!("{account}: TensorRT in CUDA, INT8, C++ runtimes.")), Some(true));
        assert_eq!(told("I am very experienced in: TensorRT, CUDA, INT8, C++."), Some(false));
        let tools = "Slurm, Warewulf, xCAT, CUDA, 500 nodes.";
        assert_eq!(told(&format!("HPC systems administrator at a land grant university. {tools}")), Some(true));
        assert_eq!(told(&format!("HPC systems administrator. {tools}")), Some(false));
        assert_eq!(
            told(&format!("HPC systems administrator at a land grant university. Skills: {tools}")),
            Some(false)
        );
        assert_eq!(told(&format!("Baker at a small shop by the river. {tools}")), Some(false));
        assert_eq!(told("Before, CUDA at a film studio (7 years, C++)."), Some(true));
        assert_eq!(told("Interests: CUDA at night, rowing."), Some(false));
    }

    #[test]
    fn who_commits_to_a_project_works_on_it() {
        let told = |summary: &str| claim(json!({"id": "c", "summary": summary}), "lustre").map(|claim| claim.described);
        assert_eq!(told("Lustre committer."), Some(true));
        assert_eq!(told("Lustre expert."), Some(false));
    }

    #[test]
    fn an_item_of_a_list_says_how_much() {
        let listed = |name: &str| claim(json!({"id": "c", "skills": [name]}), "cuda").map(|claim| claim.extent);
        assert_eq!(listed("CUDA"), Some(Extent::Full));
        assert_eq!(listed("CUDA (basic)"), Some(Extent::Little));
        assert_eq!(listed("CUDA: none"), None);
    }

    #[test]
    fn an_ambiguous_name_in_a_text_is_the_listed_one() {
        let text = "Own LSF for four hundred people.";
        let job = json!([{"title": "Systems engineer", "description": text}]);
        let listed = claim(json!({"id": "c", "skills": ["LSF"], "experience": job}), "lsf").unwrap();
        assert!(listed.described);
    }

    #[test]
    fn a_wish_and_the_work_of_others_have_no_years() {
        let wish = "I have kept printers running since 2020 and would like to learn Lustre.";
        assert_eq!(claim(says(wish), "lustre"), None);
        let theirs = claim(says("Since 2015 our vendor runs Lustre for us."), "lustre").unwrap();
        assert_eq!((theirs.extent, theirs.jobs.len()), (Extent::Mentioned, 0));
    }
}
