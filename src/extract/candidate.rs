//! From a candidate's document to the facts that are scored.
//!
//! A field that is given wins over prose; what only prose says counts as much as a field. Names, schools, dates of education
//! and custom fields are not read.

use std::collections::BTreeMap;

use super::clues;
use super::document_form::{Block, Standing};
use super::extractor::{Extractor, Read};
use super::facts::{
    Available, CandidateFacts, EmployerPool, Extent, JobSpan, LastUsed, ScaleClaim, SkillClaim, Source, Stated, Undated,
};
use super::families::{SignCollector, TitleOf};
use super::form;
use super::level::{level_for_years, level_of_title};
use super::place_kind::is_occupation;
use super::text::{Span, Text};
use crate::domain::{Candidate, Capacity, Education, Job, PartialDate, ScaleUnit, Workload};
use crate::taxonomy::{ConceptId, Taxonomy, fold};
use claims::Claims;
use trade::Titles;
use whereabouts::{Context, DatedPart, is_anywhere};

/// Titles count by how late they are: the present or last one, the one before, earlier ones; thousandths.
const TITLE_SHARES: [u32; 3] = [1000, 500, 250];
/// A headline beside dated jobs repeats the present title more often than not.
const HEADLINE_SHARE: u32 = 900;
/// A title found in the opening sentences of a text, and one further down.
const OPENING_TITLE_SHARE: u32 = 800;
const LATER_TITLE_SHARE: u32 = 400;
/// So many words of a line may be a title; so many opening sentences may hold the present one.
const TITLE_WORDS: usize = 12;
const OPENING_SENTENCES: usize = 3;
/// A concept of this scarcity or more makes a job relevant to the field.
const RELEVANT_SCARCITY: u16 = 600;
/// What running a cluster of this many accelerators or nodes shows.
const CLUSTER_PRACTICE: &str = "cluster-operation";
const CLUSTER_FIELD: &str = "gpu-clusters";
const ACCELERATOR: &str = "gpu";
const CLUSTER_SIZE: u64 = 64;
/// Quotes are about so many characters long.
const QUOTE: usize = 160;
/// So many statements of years, and of scale, are taken from one text: no honest one has more.
const MAX_STATEMENTS: usize = 500;
/// Jobs are numbered in a byte.
const MAX_JOBS: usize = 255;
/// So many passages are kept that tell of one skill.
const MAX_TOLD: usize = 16;
/// So many skills of one job's list are taken to be shown there; what follows is a list.
const SHOWN_IN_A_JOB: usize = 15;
/// So many listed skills are looked at for what an ambiguous name means.
const MAX_NAMED: usize = 400;
/// Nobody has worked for longer, in tenths of years.
const MAX_CAREER_TENTHS: u16 = 450;

pub(super) fn facts(candidate: &Candidate, extractor: &Extractor) -> CandidateFacts {
    clues::read_person(shown(candidate, extractor), extractor.taxonomy())
}

/// The facts of which kinds of work are read by their signs alone.
pub(super) fn shown(candidate: &Candidate, extractor: &Extractor) -> CandidateFacts {
    let taxonomy = extractor.taxonomy();
    let titles = Titles::new(candidate, taxonomy.families());
    let resolved = resolved(candidate, taxonomy);
    let mut reader = Reader {
        extractor,
        taxonomy,
        facts: CandidateFacts::default(),
        claims: Claims::new(),
        signs: SignCollector::default(),
        form: form::FormCollector::default(),
        workloads: (0, 0),
        trade_talks: titles.talk(candidate),
        silent_today: false,
        titles: &titles,
        named: resolved.values().flatten().copied().collect(),
        resolved,
    };
    reader.named.sort_unstable();
    reader.named.dedup();
    reader.fields(candidate);
    reader.jobs(&candidate.experience);
    if let Some(headline) = &candidate.headline {
        reader.headline(headline, candidate.experience.is_empty());
    }
    if let Some(summary) = &candidate.summary {
        reader.free_text(summary, "/summary");
    }
    reader.listed_skills(&candidate.skills);
    reader.education(&candidate.education);
    reader.named_signals(candidate);
    reader.finish()
}

/// What the names in a document's lists of skills mean.
fn resolved<'a>(candidate: &'a Candidate, taxonomy: &Taxonomy) -> BTreeMap<&'a str, Option<ConceptId>> {
    let of_jobs = candidate.experience.iter().flat_map(|job| &job.skills);
    let mut resolved = BTreeMap::new();
    for skill in candidate.skills.iter().chain(of_jobs).take(MAX_NAMED) {
        resolved.entry(skill.name()).or_insert_with(|| taxonomy.resolve(skill.name()).concept);
    }
    resolved
}

mod claims;
pub(super) mod deeds;
mod prose;
mod signals;
pub(super) mod telling;
mod text_titles;
mod trade;
mod whereabouts;
mod wish;

struct Reader<'a> {
    extractor: &'a Extractor,
    taxonomy: &'a Taxonomy,
    facts: CandidateFacts,
    claims: Claims,
    signs: SignCollector,
    form: form::FormCollector,
    workloads: (u32, u32),
    /// By trade the person speaks of tools (sells, hires, writes, buys): only what was done by hand is work with them.
    trade_talks: bool,
    /// Whether a job that goes on has the title of an engineer or their like, and nothing else is said of it: it may be of the field.
    silent_today: bool,
    titles: &'a Titles<'a>,
    /// What the lists of the document name: an ambiguous name in its texts means that.
    named: Vec<ConceptId>,
    /// By name in its lists, what that means; of the first so many.
    resolved: BTreeMap<&'a str, Option<ConceptId>>,
}

impl Reader<'_> {
    /// What the document states in fields of its own.
    fn fields(&mut self, candidate: &Candidate) {
        let places = self.taxonomy.places();
        let at = |pointer: &str, quote: String| Source { pointer: pointer.into(), quote: quote.into() };
        self.facts.expected_pay = candidate.expected_pay.as_ref().map(|pay| {
            let figures: Vec<String> =
                [pay.min, pay.max].into_iter().flatten().map(|a| a.units().to_string()).collect();
            let quote = format!("{} {}", pay.currency, figures.join("-"));
            Stated { value: pay.clone(), inferred: false, source: at("/expected_pay", quote) }
        });
        self.facts.level = candidate.level.map(|level| Stated {
            value: level,
            inferred: false,
            source: at("/level", level.as_str().to_owned()),
        });
        self.facts.home = candidate.location.as_ref().map(|place| {
            let words: Vec<&str> =
                [&place.city, &place.region, &place.country].into_iter().flatten().map(String::as_str).collect();
            Stated { value: places.locate(place), inferred: false, source: at("/location", words.join(", ")) }
        });
        self.facts.work_modes.clone_from(&candidate.work_modes);
        for wish in &candidate.relocation {
            if is_anywhere(wish) {
                self.facts.relocation.anywhere = true;
            } else if let Some(place) = places.parse(wish) {
                self.facts.relocation.places.push(place);
            }
        }
        if !candidate.work_authorization.is_empty() {
            let countries = candidate.work_authorization.iter().map(|name| country_code(name, self.taxonomy)).collect();
            let quote = candidate.work_authorization.join(", ");
            self.facts.authorization =
                Some(Stated { value: countries, inferred: false, source: at("/work_authorization", quote) });
        }
        self.facts.available = candidate.available_from.map(|date| Available::Day(date.first_day_number()));
    }

    /// Degrees and their fields; schools and dates are not read.
    fn education(&mut self, education: &[Education]) {
        for (number, entry) in education.iter().enumerate() {
            let words: Vec<&str> = [&entry.degree, &entry.field].into_iter().flatten().map(String::as_str).collect();
            let context = Context::undated(&[]);
            let text = Text::new(&words.join(" in "));
            self.mentions(&self.extractor.read(&text), &format!("/education/{number}"), &context, false);
        }
    }

    fn jobs(&mut self, jobs: &[Job]) {
        // Latest first: jobs that go on, then by their end, then by their start.
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        let recency = |job: &Job| {
            let goes_on = job.start.is_some() && job.end.is_none();
            (goes_on, job.end.map(PartialDate::last_month), job.start.map(PartialDate::first_month))
        };
        order.sort_by_key(|&index| (std::cmp::Reverse(recency(&jobs[index])), index));
        for (age, &index) in order.iter().enumerate() {
            self.job(&jobs[index], index, age);
        }
    }

    fn job(&mut self, job: &Job, index: usize, age: usize) {
        let dated = job.start.map(|start| JobSpan {
            start: start.first_month(),
            end: job.end.map(PartialDate::last_month),
            relevant: false,
            only_listed: false,
        });
        let span = dated.and_then(|span| self.add_job(span));
        let last_used = match (job.start, job.end) {
            (_, Some(end)) => LastUsed::At(end.last_month()),
            (Some(_), None) => LastUsed::Now,
            (None, None) => LastUsed::Unknown,
        };
        let block = Block::job(index);
        // A job of which nothing is said but that it was one speaks for nothing and against nothing.
        let signs = self.titles.of_job(index);
        let said = job.description.as_ref().is_some_and(|text| !text.trim().is_empty());
        let standing = if said || !signs.is_empty() { Standing::Tells } else { Standing::Asserts };
        let passage = self.form.named_passage(block, standing);
        let of_job = [passage];
        let context = Context { job: span, last_used, ..Context::undated(&of_job) };
        let mut of_the_field = false;
        let plain = !said && !self.titles.are_elsewhere(signs);
        if let Some(title) = &job.title {
            let source = source(&format!("/experience/{index}/title"), title);
            let share = TITLE_SHARES.get(age).copied().unwrap_or(TITLE_SHARES[2]);
            self.signs.title(signs, share, TitleOf::Job(passage), Some(&source));
            self.signs.function_title(title, signs, share, TitleOf::Job(passage), self.taxonomy);
            let text = Text::new(title);
            if age == 0 {
                self.title_level(title, Some(&text), &source);
            }
            self.form.title(&text, self.taxonomy);
            self.mentions(&self.extractor.read(&text), &source.pointer, &context, true);
            let of_others = !signs.is_empty() && self.titles.are_elsewhere(signs);
            let silent = last_used == LastUsed::Now && !said && !of_others && job.skills.is_empty();
            self.silent_today |= silent && (0..text.words().len()).any(|word| is_occupation(text.word(word)));
            if self.titles.are_of_the_field(signs) {
                of_the_field = true;
                self.mark_relevant(span);
            }
        }
        if let Some(employer) = &job.employer
            && let Some(pool) = self.taxonomy.pools().of_employer(employer)
        {
            let source = source(&format!("/experience/{index}/employer"), employer);
            self.pool(EmployerPool { pool, passage, stated: true }, &source);
        }
        if let Some(description) = &job.description {
            let pointer = format!("/experience/{index}/description");
            let text = Text::new(description);
            let read = self.extractor.read_knowing(&text, &self.named);
            let passages = self.form.text(read.text, &read.mentions, block, self.taxonomy);
            let context = Context { passages: &passages, shows_lists: !self.titles.are_elsewhere(signs), ..context };
            of_the_field |= self.mentions(&read, &pointer, &context, true);
            self.scales(&read, &pointer, &context);
            self.deeds(&read, &pointer, &context);
            self.count_workloads(&read);
        }
        // What a job's list names is shown by a job of the field, or by any title in computing without a text that tells otherwise.
        for (number, skill) in job.skills.iter().enumerate() {
            let shown = (of_the_field || plain) && number < SHOWN_IN_A_JOB;
            self.skill(skill, &format!("/experience/{index}/skills/{number}"), &context, shown);
        }
        for (number, scale) in job.scale.iter().enumerate() {
            let pointer = format!("/experience/{index}/scale/{number}");
            let name = scale.accelerator.as_deref().unwrap_or("");
            let quote = format!("{} {} {name}", scale.value, unit_word(scale.unit));
            self.facts.scale.push(ScaleClaim {
                value: scale.value.units(),
                beyond: scale.value.beyond(),
                unit: scale.unit,
                accelerators: (scale.unit == ScaleUnit::Accelerators).then_some(scale.value.units()),
                accelerator: scale.accelerator.as_deref().and_then(|name| self.taxonomy.resolve(name).concept),
                capacity: scale.capacity,
                last_used,
                passage,
                quoted: false,
                source: source(&pointer, quote.trim()),
            });
            self.mark_relevant(span);
        }
    }

    fn headline(&mut self, headline: &str, only_title: bool) {
        let source = source("/headline", headline);
        let share = if only_title { TITLE_SHARES[0] } else { HEADLINE_SHARE };
        let text = Text::new(headline);
        let read = self.extractor.read_knowing(&text, &self.named);
        let passages = self.form.text(read.text, &read.mentions, Block::HEADLINE, self.taxonomy);
        let of = TitleOf::Person(passages.first().copied().unwrap_or(0));
        self.signs.title(self.titles.of_headline(), share, of, Some(&source));
        self.signs.function_title(&wish::held(headline), self.titles.of_headline(), share, of, self.taxonomy);
        self.title_level(&wish::held(headline), None, &source);
        let context = Context::undated(&passages);
        // What somebody calls themselves is no account of work.
        self.mentions(&read, "/headline", &context, false);
        self.pools_in(&read, "/headline", &context);
        self.prose_facts(&read, "/headline");
    }

    fn title_level(&mut self, title: &str, read: Option<&Text>, source: &Source) {
        if self.facts.level.is_none() {
            self.facts.level =
                level_of_title(title, read).map(|value| Stated { value, inferred: true, source: source.clone() });
        }
    }

    fn pool(&mut self, pool: EmployerPool, source: &Source) {
        if !self.facts.pools.iter().any(|known| known.pool == pool.pool) {
            self.facts.pools.push(pool);
            let families = &self.taxonomy.pools().get(pool.pool).families;
            self.signs.pool(families, Some(source));
        }
    }

    /// Employers that running text names.
    fn pools_in(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) {
        for (span, pool) in self.extractor.employers(read.text) {
            // Names of employers are names of products too; in a list they are those.
            let passage = context.passage(read.text, span.start).unwrap_or(0);
            if self.form.standing(passage) > Standing::Lists {
                self.pool(EmployerPool { pool, passage, stated: false }, &quote(read.text, &span, pointer));
            }
        }
    }

    fn add_job(&mut self, job: JobSpan) -> Option<u8> {
        let number = u8::try_from(self.facts.jobs.len()).ok().filter(|n| usize::from(*n) < MAX_JOBS)?;
        self.facts.jobs.push(job);
        Some(number)
    }

    fn mark_relevant(&mut self, job: Option<u8>) {
        if let Some(job) = self.job_of(job) {
            (job.relevant, job.only_listed) = (true, false);
        }
    }

    /// As above, by its list of skills.
    fn mark_relevant_by_list(&mut self, job: Option<u8>) {
        if let Some(job) = self.job_of(job) {
            job.only_listed |= !job.relevant;
            job.relevant = true;
        }
    }

    fn job_of(&mut self, number: Option<u8>) -> Option<&mut JobSpan> {
        self.facts.jobs.get_mut(usize::from(number?))
    }

    fn is_relevant(&self, concept: ConceptId) -> bool {
        self.taxonomy.concept(concept).weight >= RELEVANT_SCARCITY
    }

    /// What the size of a system shows, whatever words were used: whoever ran a cluster did that practice, and whoever worked with
    /// so many accelerators knows GPUs, that kind of them, and clusters of them.
    fn shown_by_scale(&mut self) {
        let taxonomy = self.taxonomy;
        let mut shown: Vec<(ConceptId, LastUsed, u16, Source)> = Vec::new();
        for scale in &self.facts.scale {
            let accelerators = scale.accelerators.filter(|_| scale.unit != ScaleUnit::Cores);
            let is_cluster = accelerators.unwrap_or(scale.value) >= CLUSTER_SIZE
                && matches!(scale.unit, ScaleUnit::Accelerators | ScaleUnit::Nodes);
            let ran = !matches!(scale.capacity, None | Some(Capacity::Used | Capacity::Supported));
            let kind = scale.accelerator.or_else(|| taxonomy.find(ACCELERATOR));
            let concepts = [
                taxonomy.find(CLUSTER_PRACTICE).filter(|_| is_cluster && ran),
                taxonomy.find(CLUSTER_FIELD).filter(|_| is_cluster && accelerators.is_some()),
                kind.filter(|_| accelerators.is_some()),
            ];
            let found = concepts.into_iter().flatten();
            shown.extend(found.map(|concept| (concept, scale.last_used, scale.passage, scale.source.clone())));
        }
        for (concept, last_used, passage, source) in shown {
            let claim = SkillClaim {
                concept,
                years_tenths: None,
                last_used,
                listed: false,
                described: true,
                times: 0,
                own_times: 0,
                undated: Undated::of(last_used, true),
                extent: Extent::Full,
                by_scale: true,
                jobs: Vec::new(),
                told_in: Vec::new(),
                source,
            };
            self.claim(claim, None, Some(passage));
        }
    }

    /// The last month of work that touches the field: dated jobs, and skills with a date of last use.
    fn last_active(&mut self) {
        for job in self.facts.jobs.iter().filter(|job| job.relevant) {
            self.form.active(job.end.map_or(LastUsed::Now, LastUsed::At));
        }
        let is_relevant = |claim: &&SkillClaim| self.taxonomy.concept(claim.concept).weight >= RELEVANT_SCARCITY;
        for claim in self.claims.iter().filter(is_relevant) {
            self.form.active(claim.last_used);
        }
        if self.silent_today {
            self.form.active(LastUsed::Now);
        }
    }

    fn finish(mut self) -> CandidateFacts {
        self.shown_by_scale();
        self.last_active();
        if self.facts.level.is_none() {
            self.facts.level = self.facts.stated_years.as_ref().map(|years| Stated {
                value: level_for_years(years.value),
                inferred: true,
                source: years.source.clone(),
            });
        }
        let (training, inference) = self.workloads;
        if training > 0 {
            self.facts.workloads.push(Workload::Training);
        }
        if inference > 0 {
            self.facts.workloads.push(Workload::Inference);
        }
        self.facts.claims = self.claims.in_order();
        self.facts.denied.sort_unstable();
        self.facts.denied.dedup();
        [self.facts.wording, self.facts.whole_wording] = self.form.wordings(self.taxonomy);
        self.facts.form = self.form.finish(&self.facts.claims);
        // What somebody hardly knows, or only speaks of, is no kind of work of theirs.
        // Nor are machines that were only used: whoever trains on a cluster does not run it.
        let used = |scale: &ScaleClaim| scale.capacity == Some(Capacity::Used);
        let uses = !self.facts.scale.is_empty() && self.facts.scale.iter().all(used);
        let field = self.taxonomy.find(CLUSTER_FIELD).filter(|_| uses);
        let is_work =
            |claim: &&SkillClaim| claim.extent >= Extent::Left && !(claim.by_scale && Some(claim.concept) == field);
        for claim in self.facts.claims.iter().filter(is_work) {
            let in_text = claim.is_in_text(&self.facts.form);
            self.signs.concept(claim.concept, claim.described, in_text, self.taxonomy);
        }
        let claims = &self.facts.claims;
        self.facts.families = self.signs.finish(self.taxonomy, |concept| {
            let at = claims.binary_search_by_key(&concept, |claim| claim.concept).ok()?;
            Some(claims[at].source.clone())
        });
        self.facts
    }
}

/// The ISO code of a country given by code or name; the text in capitals where it is neither.
pub(super) fn country_code(name: &str, taxonomy: &Taxonomy) -> Box<str> {
    taxonomy.places().country(name).map_or_else(|| fold(name).to_uppercase().into(), Into::into)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "intake takes 0 to 80 years only")]
pub(super) fn tenths(years: f64) -> u16 {
    (years.clamp(0.0, 80.0) * 10.0).round() as u16
}

fn unit_word(unit: ScaleUnit) -> &'static str {
    match unit {
        ScaleUnit::Accelerators => "accelerators",
        ScaleUnit::Nodes => "nodes",
        ScaleUnit::Cores => "cores",
        ScaleUnit::Servers => "servers",
        ScaleUnit::Petabytes => "petabytes",
    }
}

/// Clauses farther away than this belong to another thought, even where no full stop says so: it bounds the work on endless
/// sentences.
const NEAR_CLAUSES: usize = 12;

/// The sentence around a byte, of an endless one what is near.
pub(super) fn sentence_near(text: &Text, byte: usize) -> Span {
    let Some(here) = text.clause_at(byte) else {
        return 0..0;
    };
    let clauses = text.clauses();
    let same = |at: &usize| clauses[*at].sentence == clauses[here].sentence;
    let first = (here.saturating_sub(NEAR_CLAUSES)..=here).find(same).unwrap_or(here);
    let last = (here..clauses.len().min(here + NEAR_CLAUSES)).take_while(same).last().unwrap_or(here);
    let (opening, closing) = (text.clause_span(first), text.clause_span(last));
    // One clause may be endless as well.
    let near = |at: usize| text.words()[at].clone();
    let word = text.word_at(byte).min(text.words().len() - 1);
    let start = near(word.saturating_sub(NEAR_WORDS)).start.max(opening.start);
    start..near((word + NEAR_WORDS).min(text.words().len() - 1)).end.min(closing.end).max(start)
}

const NEAR_WORDS: usize = 200;

fn source(pointer: &str, quote: &str) -> Source {
    Source { pointer: pointer.into(), quote: quote.trim().into() }
}

fn quote(text: &Text, span: &Span, pointer: &str) -> Source {
    Source { pointer: pointer.into(), quote: text.quote(span, QUOTE).into() }
}
