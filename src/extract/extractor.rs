//! The extractor: a taxonomy made ready for reading texts and documents.

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use super::asking::asks;
use super::availability::{Availability, availability};
use super::clearance::mark_to_come;
use super::extraction::{
    PayFound, PlaceFound, RequirementFound, ScaleFound, SkillFound, SkillStance, TextFlag, YearsFound,
};
use super::facts::Available;
use super::firms::{mark_employer, mark_workplaces};
use super::languages as known;
use super::level::level_in_text;
use super::lists;
use super::mention::{Mention, MentionKind, Stance};
use super::meter::{Budget, guarded, written_bytes};
use super::pay::{PayMention, PayRole, pay_mentions};
use super::permit::{Authorization, authorizations};
use super::place::{PlaceMention, PlaceReader};
use super::posting::{self, InferredRequirement, requirements};
use super::rules::OwnRules;
use super::scale::{ScaleMention, scale_mentions};
use super::scanner::Scanner;
use super::sections::Sections;
use super::terms::Reading;
use super::text::{Span, Text};
use super::timeline::{DatedSpan, dated_spans};
use super::trace::traces;
use super::words::one_of;
use super::work_mode::{ModeMention, work_modes};
use super::workload::workloads;
use super::years::{YearsAbout, YearsLength, YearsMention, years_mentions};
use super::{CandidateFacts, Extraction, RoleFacts, candidate, employer, faults, role};
use crate::domain::{Amount, CancelToken, Candidate, Error, Level, Necessity, Quantity, Role, WorkMode, Workload};
use crate::intake::Document;
use crate::taxonomy::{ConceptId, PoolId, Taxonomy};

/// Reads texts and documents, each behind a guard of its own: one that cannot be read is an [`Error::Unreadable`], and nothing of it
/// reaches the next. Built once, shared freely.
///
/// The guard unwinds: a program that is built to abort on panics ends where it would have reported one document.
///
/// ```
/// use rolefit::extract::Extractor;
/// use rolefit::taxonomy::Taxonomy;
///
/// let extractor = Extractor::new(Taxonomy::builtin());
/// let found = extractor.extract("I operate a 4,096-GPU Slurm cluster.")?;
/// assert_eq!(found.scale[0].accelerators, Some(4096));
/// assert!(found.skills.iter().any(|skill| skill.concept == "slurm"));
/// # Ok::<(), rolefit::Error>(())
/// ```
#[derive(Clone)]
pub struct Extractor {
    inner: Arc<Inner>,
    budget: Budget,
    pub(super) cancel: CancelToken,
}

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extractor").field("taxonomy", &self.inner.taxonomy.version()).finish_non_exhaustive()
    }
}

struct Inner {
    taxonomy: Arc<Taxonomy>,
    scanner: Scanner,
    places: PlaceReader,
    employers: employer::EmployerReader,
    /// The reading rules of the taxonomy's file.
    own: Option<&'static OwnRules>,
}

impl Extractor {
    /// Makes a taxonomy ready for reading.
    pub fn new(taxonomy: Arc<Taxonomy>) -> Self {
        let scanner = Scanner::new(&taxonomy);
        let places = PlaceReader::new(&taxonomy);
        let employers = employer::EmployerReader::new(&taxonomy);
        let own = OwnRules::of_taxonomy(&taxonomy);
        let inner = Arc::new(Inner { taxonomy, scanner, places, employers, own });
        Self { inner, budget: Budget::DEFAULT, cancel: CancelToken::default() }
    }

    /// An extractor that stops reading when `cancel` says so: every method then answers [`Error::Cancelled`]. Cheap.
    #[must_use]
    pub fn cancelled_by(&self, cancel: CancelToken) -> Self {
        Self { cancel, ..self.clone() }
    }

    /// The facts that a text, or HTML, states.
    ///
    /// # Errors
    /// [`Error::Unreadable`] when reading takes more work than its length allows, or meets a defect of this crate;
    /// [`Error::Cancelled`] when the token says so.
    pub fn extract(&self, text: &str) -> Result<Extraction, Error> {
        self.extract_until(&self.cancel, text, false)
    }

    /// The same, until another token than its own says to stop.
    pub(crate) fn extract_until(&self, cancel: &CancelToken, text: &str, traced: bool) -> Result<Extraction, Error> {
        let outcome = guarded(self.budget, cancel, text.len(), || self.extraction(text, traced)).0;
        outcome.map_err(|ended| ended.into_error(|| "the text".to_owned()))
    }

    /// The facts of a candidate's document.
    ///
    /// # Errors
    /// [`Error::Unreadable`] when the reader gives the document up: it fails on it, or takes too much work. [`Error::Cancelled`] when
    /// the extractor's token says so.
    pub fn candidate_facts(&self, candidate: &Candidate) -> Result<CandidateFacts, Error> {
        self.of_document(candidate, || candidate::facts(candidate, self))
    }

    /// The facts of a role's document.
    ///
    /// # Errors
    /// [`Error::Unreadable`] when the reader gives the document up: it fails on it, or takes too much work. [`Error::Cancelled`] when
    /// the extractor's token says so.
    pub fn role_facts(&self, role: &Role) -> Result<RoleFacts, Error> {
        self.of_document(role, || role::facts(role, self))
    }

    /// What is read of a document, behind its guard.
    pub(super) fn of_document<T>(&self, document: &impl Document, read: impl FnOnce() -> T) -> Result<T, Error> {
        let read = guarded(self.budget, &self.cancel, written_bytes(document), read).0;
        read.map_err(|ended| ended.into_error(|| named(document)))
    }

    /// How many steps it takes to read something, without a bound.
    #[cfg(test)]
    pub(super) fn steps<T>(&self, bytes: usize, read: impl FnOnce() -> T) -> u64 {
        let endless = Budget { base: u64::MAX, per_byte: 0 };
        let (outcome, steps) = guarded(endless, &self.cancel, bytes, read);
        assert!(outcome.is_ok(), "reading failed");
        steps
    }

    pub(super) fn extraction(&self, text: &str, traced: bool) -> Extraction {
        let text = Text::new(text);
        let mut read = self.read(&text);
        let (spoken, disguise) = (text.spoken(), text.disguise());
        let asked = if spoken.is_read() && asks(&text) {
            mark_employer(&read.reading, &mut read.mentions, self.taxonomy());
            let mut mentions = read.mentions.clone();
            mark_to_come(&read.reading, &mut mentions, self.taxonomy());
            let mut all =
                requirements(&read.reading, read.sections(), &[], usize::MAX, &mentions, read.years(), self.taxonomy());
            all.truncate(posting::asked(&all));
            all
        } else {
            Vec::new()
        };
        let mut work_modes: Vec<WorkMode> = read.work_modes().iter().map(|(mode, ..)| *mode).collect();
        work_modes.sort_unstable();
        work_modes.dedup();
        Extraction {
            language: spoken.code().map(ToOwned::to_owned),
            skills: self.skills_found(&read, &asked),
            requirements: asked.iter().map(|requirement| self.requirement_found(&text, requirement)).collect(),
            scale: read
                .scales(self.taxonomy())
                .iter()
                .filter(|scale| scale.quantity() > Quantity::default())
                .map(|scale| self.scale_found(&text, scale))
                .collect(),
            pay: read
                .pay()
                .iter()
                .filter(|p| matches!(p.role, PayRole::Band | PayRole::Expected))
                .map(|p| pay_found(&text, p))
                .collect(),
            years: self.all_years(&read),
            level: read.level().map(|(level, _)| level),
            workload: read.workloads(),
            locations: self.places(&read).iter().map(|place| self.place_found(&text, place)).collect(),
            work_modes,
            trace: if traced { traces(self, &read) } else { Vec::new() },
            flags: [
                (TextFlag::HiddenCharacters, disguise.hidden > 0),
                (TextFlag::LookAlikeCharacters, disguise.look_alike > 0),
                (TextFlag::LanguageNotRead, !spoken.is_read()),
            ]
            .into_iter()
            .filter(|(_, is_so)| *is_so)
            .map(|(flag, _)| flag)
            .collect(),
        }
    }

    pub(super) fn scanner(&self) -> &Scanner {
        &self.inner.scanner
    }

    pub(super) fn taxonomy(&self) -> &Taxonomy {
        &self.inner.taxonomy
    }

    /// A text with its tokens and mentions.
    pub(super) fn read<'t>(&self, text: &'t Text) -> Read<'t> {
        self.read_knowing(text, &[])
    }

    /// The same, of a document that names `known` elsewhere.
    pub(super) fn read_knowing<'t>(&self, text: &'t Text, known: &[ConceptId]) -> Read<'t> {
        faults::strike(text);
        let (mut mentions, other_senses) = self.inner.scanner.scan_knowing(text, &self.inner.taxonomy, known);
        let reading = Reading::new(text).with_own(self.inner.own);
        mark_workplaces(&reading, &mut mentions, self.taxonomy());
        Read { text, reading, mentions, other_senses, once: Once::default() }
    }

    pub(super) fn scan(&self, text: &Text) -> Vec<Mention> {
        self.inner.scanner.scan(text, &self.inner.taxonomy)
    }

    pub(super) fn places<'r>(&self, read: &'r Read<'_>) -> &'r [PlaceMention] {
        read.once.places.get_or_init(|| self.inner.places.places(&read.reading))
    }

    /// Employers of talent pools that the text names.
    pub(super) fn employers(&self, text: &Text) -> Vec<(Span, PoolId)> {
        self.inner.employers.mentions(text)
    }

    /// What is said of authorizations to work, one's own or demanded of others.
    pub(super) fn authorizations<'r>(&self, read: &'r Read<'_>) -> &'r [Authorization] {
        read.once.authorizations.get_or_init(|| authorizations(&read.reading, &self.inner.places))
    }

    fn skills_found(&self, read: &Read<'_>, asked: &[InferredRequirement]) -> Vec<SkillFound> {
        let mut necessities: Vec<(ConceptId, Necessity)> =
            asked.iter().flat_map(|asked| asked.options.iter().map(|option| (*option, asked.necessity))).collect();
        // Each is asked once.
        necessities.sort_unstable_by_key(|(concept, _)| *concept);
        let necessity = |concept: ConceptId| {
            let at = necessities.binary_search_by_key(&concept, |(concept, _)| *concept).ok()?;
            Some(necessities[at].1)
        };
        let named = read.mentions.iter().map(|mention| (mention, self.taxonomy().concept(mention.concept)));
        named
            .filter(|(_, concept)| concept.kind.is_skill())
            .map(|(mention, concept)| {
                let characters = read.text.original_characters(&mention.span);
                SkillFound {
                    concept: concept.id.to_string(),
                    label: concept.label.to_string(),
                    text: read.text.plain(&mention.span),
                    start: characters.start,
                    end: characters.end,
                    necessity: necessity(mention.concept).unwrap_or(Necessity::NotAsked),
                    stance: match mention.stance {
                        Stance::Stated => SkillStance::Stated,
                        Stance::Former | Stance::Past => SkillStance::Former,
                        Stance::Little => SkillStance::Little,
                        Stance::About => SkillStance::About,
                        Stance::Wanted => SkillStance::Wanted,
                        Stance::Negated => SkillStance::Negated,
                    },
                    rule: match mention.by {
                        MentionKind::Deed(rule) => Some(self.taxonomy().practices().id(rule).to_owned()),
                        MentionKind::Label => None,
                    },
                }
            })
            .collect()
    }

    fn requirement_found(&self, text: &Text, requirement: &InferredRequirement) -> RequirementFound {
        let characters = text.original_characters(&requirement.span);
        let options = requirement.options.iter().map(|id| self.taxonomy().concept(*id));
        RequirementFound {
            label: options.clone().map(|concept| &*concept.label).collect::<Vec<_>>().join(" | "),
            options: options.map(|concept| concept.id.to_string()).collect(),
            necessity: requirement.necessity,
            min_years: requirement.min_years_tenths.map(|tenths| f64::from(tenths) / 10.0),
            strength: f64::from(requirement.strength.get()) / 1000.0,
            text: text.quote(&requirement.span, REQUIREMENT_QUOTE),
            start: characters.start,
            end: characters.end,
        }
    }

    fn scale_found(&self, text: &Text, scale: &ScaleMention) -> ScaleFound {
        let characters = text.original_characters(&scale.span);
        ScaleFound {
            value: decimal(scale.value, scale.beyond),
            low: scale.low,
            unit: scale.unit,
            accelerators: scale.accelerators,
            derived: scale.derived,
            accelerator: scale.accelerator.map(|id| self.taxonomy().concept(id).label.to_string()),
            capacity: scale.capacity,
            text: text.plain(&scale.span),
            start: characters.start,
            end: characters.end,
        }
    }

    /// What is said of years. Those of something that is not known, as a part of years told in the same sentence, are not years of all
    /// work: `eight years, the last three on fabrics`.
    fn all_years(&self, read: &Read<'_>) -> Vec<YearsFound> {
        let said = read.years();
        let tokens = &read.reading.tokens;
        let sentence = |years: &YearsMention| {
            let token = tokens.get(tokens.partition_point(|token| token.span.end <= years.span.start));
            token.map(|token| (token.sentence, token.line))
        };
        // They are in order of place: the one before is nearest.
        let whole = |at: usize| at > 0 && sentence(&said[at - 1]) == sentence(&said[at]);
        let elliptical = |years: &YearsMention| {
            let from = tokens.partition_point(|token| token.span.end <= years.span.start);
            let mut within = tokens[from..].iter().take_while(|token| token.span.start < years.span.end);
            matches!(years.about, YearsAbout::Subject(_))
                && !within.any(|token| one_of!(token.word, YEARS) || one_of!(token.word, known::YEARS_UNITS))
        };
        let found = said.iter().enumerate().flat_map(|(at, years)| {
            let mut found = self.years_found(read, years);
            let of_nothing = found.iter().all(|found| found.concept.is_none());
            let part = of_nothing && elliptical(years) && whole(at);
            let of_life = of_nothing && !read.are_of_work(years);
            found.retain(|_| !part && !of_life);
            found
        });
        found.collect()
    }

    /// What is said by one statement of years: once for each thing that they were spent with.
    fn years_found(&self, read: &Read<'_>, years: &YearsMention) -> Vec<YearsFound> {
        let YearsLength::Stated { tenths, .. } = years.length else { return Vec::new() };
        let characters = read.text.original_characters(&years.span);
        let of = |concept: Option<ConceptId>| YearsFound {
            years: f64::from(tenths) / 10.0,
            concept: concept.map(|id| self.taxonomy().concept(id).id.to_string()),
            text: read.text.plain(&years.span),
            start: characters.start,
            end: characters.end,
        };
        let objects = years.objects(&read.reading, &read.mentions, self.taxonomy());
        if objects.is_empty() {
            vec![of(None)]
        } else {
            objects.iter().map(|object| of(Some(object.concept))).collect()
        }
    }

    fn place_found(&self, text: &Text, place: &PlaceMention) -> PlaceFound {
        let characters = text.original_characters(&place.span);
        let location = &place.location;
        let metro = location.metro.map(|id| self.taxonomy().places().metro(id).to_owned());
        PlaceFound {
            city: location.city.as_ref().map(ToString::to_string).or(metro),
            region: location.region.as_ref().map(|code| code.to_uppercase()),
            country: location.country.as_ref().map(ToString::to_string),
            kind: place.kind,
            text: text.plain(&place.span),
            start: characters.start,
            end: characters.end,
        }
    }
}

/// What errors call a document.
fn named<T: Document>(document: &T) -> String {
    format!("{} {:?}", T::KIND, document.id())
}

/// The unit of what is said in full.
const YEARS: &str = lists::EXTRACTOR_YEARS;

/// A requirement is shown with about so many characters of its sentence.
const REQUIREMENT_QUOTE: usize = 240;

/// A text that has been read once, for all who ask it something.
pub(super) struct Read<'t> {
    pub text: &'t Text,
    pub reading: Reading<'t>,
    pub mentions: Vec<Mention>,
    /// Of a text that names nothing, words that can name something of the field.
    other_senses: Vec<Span>,
    once: Once,
}

/// What was found of a kind, when somebody asked for it first; whoever asks next finds it here.
#[derive(Default)]
struct Once {
    sections: OnceCell<Sections>,
    scales: OnceCell<Vec<ScaleMention>>,
    pay: OnceCell<Vec<PayMention>>,
    years: OnceCell<Vec<YearsMention>>,
    work_modes: OnceCell<Vec<ModeMention>>,
    places: OnceCell<Vec<PlaceMention>>,
    authorizations: OnceCell<Vec<Authorization>>,
}

impl Read<'_> {
    /// Whether a token is a word that can name something of the field and means something else, in a text that names nothing of it.
    pub(super) fn means_another_thing(&self, token: usize) -> bool {
        if self.other_senses.is_empty() {
            return false;
        }
        let span = self.reading.span(token, token);
        self.other_senses.iter().any(|other| other.start < span.end && span.start < other.end)
    }

    pub(super) fn sections(&self) -> &Sections {
        self.once.sections.get_or_init(|| Sections::of(self.text))
    }

    pub(super) fn scales(&self, taxonomy: &Taxonomy) -> &[ScaleMention] {
        self.once.scales.get_or_init(|| scale_mentions(&self.reading, taxonomy))
    }

    pub(super) fn pay(&self) -> &[PayMention] {
        self.once.pay.get_or_init(|| pay_mentions(&self.reading))
    }

    pub(super) fn years(&self) -> &[YearsMention] {
        self.once.years.get_or_init(|| years_mentions(&self.reading))
    }

    pub(super) fn dated_spans(&self) -> Vec<DatedSpan> {
        dated_spans(&self.reading)
    }

    pub(super) fn level(&self) -> Option<(Level, Span)> {
        level_in_text(&self.reading)
    }

    pub(super) fn work_modes(&self) -> &[ModeMention] {
        self.once.work_modes.get_or_init(|| work_modes(&self.reading))
    }

    pub(super) fn available(&self) -> Option<Available> {
        Some(match availability(&self.reading)?.0 {
            Availability::From(date) => Available::Day(date.first_day_number()),
            Availability::Notice { days } => Available::After(days),
            Availability::Now => Available::After(0),
        })
    }

    pub(super) fn workload_counts(&self) -> (u32, u32) {
        let counts = workloads(&self.reading);
        (counts.training, counts.inference)
    }

    pub(super) fn workloads(&self) -> Vec<Workload> {
        let (training, inference) = self.workload_counts();
        let all = [(Workload::Training, training), (Workload::Inference, inference)];
        all.into_iter().filter(|(_, count)| *count > 0).map(|(workload, _)| workload).collect()
    }
}

/// A count with its thousandths.
fn decimal(whole: u64, thousandths: u16) -> f64 {
    f64::from(u32::try_from(whole).unwrap_or(u32::MAX)) + f64::from(thousandths) / 1000.0
}

fn pay_found(text: &Text, pay: &PayMention) -> PayFound {
    let characters = text.original_characters(&pay.span);
    let number = |amount: Amount| serde_json::Number::from(amount).as_f64();
    PayFound {
        min: pay.pay.min.and_then(number),
        max: pay.pay.max.and_then(number),
        currency: pay.pay.currency,
        period: pay.pay.period,
        basis: pay.pay.basis,
        place: pay.place.as_ref().map(|span| text.plain(span)),
        text: text.plain(&pay.span),
        start: characters.start,
        end: characters.end,
    }
}
