//! What a candidate's free text says: titles, years, scale, pay, places, availability.

use super::{
    Context, LATER_TITLE_SHARE, LONGEST_CAREER_TENTHS, MOST_JOBS, MOST_STATEMENTS, OPENING_SENTENCES,
    OPENING_TITLE_SHARE, Reader, TITLE_WORDS, quote, sentence_near,
};
use crate::domain::{Capacity, Month};
use crate::extract::extractor::Read;
use crate::extract::facts::{Block, JobSpan, LastUsed, Relocation, ScaleClaim, Standing, Stated};
use crate::extract::families::TitleOf;
use crate::extract::mention::{MentionKind, Stance};
use crate::extract::pay::PayRole;
use crate::extract::permit::Permit;
use crate::extract::place::PlaceKind;
use crate::extract::text::{Span, Text};
use crate::extract::years::{YearsAbout, YearsLength};
use crate::taxonomy::ConceptId;

impl Reader<'_> {
    pub(super) fn free_text(&mut self, summary: &str, pointer: &str) {
        let text = Text::new(summary);
        let read = self.extractor.read(&text);
        let passages = self.form.text(read.text, &read.mentions, Block::SUMMARY, self.taxonomy);
        let timeline: Vec<(Span, Option<u8>, LastUsed)> = read
            .dated_spans()
            .into_iter()
            .filter(|dated| !dated.education)
            .take(MOST_JOBS)
            .map(|dated| {
                let last_used = dated.end.map_or(LastUsed::Now, LastUsed::At);
                let job = self.add_job(JobSpan { start: dated.start, end: dated.end, relevant: false });
                (dated.covers, job, last_used)
            })
            .collect();
        let context = Context { job: None, last_used: LastUsed::Unknown, timeline: &timeline, passages: &passages };
        self.titles_in(&read, pointer, &context);
        self.mentions_read(&read, pointer, &context, true);
        self.years_in(&read, pointer, &context);
        self.scales(&read, pointer, &context);
        if self.is_about_the_person(&passages) {
            self.prose_facts(&read, pointer);
        }
        self.count_workloads(&read);
        self.pools_in(&read, pointer, &context);
    }

    /// Whether a text says anything of its writer; a posting that was pasted does not.
    fn is_about_the_person(&self, passages: &[u16]) -> bool {
        passages.is_empty() || passages.iter().any(|passage| self.form.standing(*passage) != Standing::Empty)
    }

    /// Whether the sentence around a byte says nothing of the person.
    fn is_empty_at(&self, text: &Text, byte: usize, context: &Context<'_>) -> bool {
        context.passage(text, byte).is_some_and(|passage| self.form.standing(passage) == Standing::Empty)
    }

    /// Titles in running text: a line or sentence whose first words are one.
    pub(super) fn titles_in(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) {
        let text = read.text;
        let mut sentence = usize::MAX;
        let mut number = 0;
        let mut found = 0;
        for (index, clause) in text.clauses().iter().enumerate() {
            if clause.sentence == sentence {
                continue;
            }
            sentence = clause.sentence;
            number += 1;
            let passage = context.passages.get(index).copied().unwrap_or(0);
            if self.form.standing(passage) <= Standing::Lists {
                continue;
            }
            let whole = text.clauses()[index..].iter().take_while(|c| c.sentence == sentence).last();
            let end = (clause.words.start + TITLE_WORDS).min(whole.map_or(clause.words.end, |c| c.words.end));
            if is_a_name(read, &(text.words()[clause.words.start].start..text.words()[end - 1].end)) {
                continue;
            }
            let words: Vec<&str> = (clause.words.start..end).map(|at| text.word(at)).collect();
            let candidate = words.join(" ");
            let share = match (number <= OPENING_SENTENCES, found) {
                (true, 0) => OPENING_TITLE_SHARE,
                _ => LATER_TITLE_SHARE,
            };
            // Whole words of a sentence are more than a title; only clear signs count.
            let signs = self.taxonomy.families().title_signs(&candidate);
            if signs.first().is_some_and(|sign| sign.strength.get() == 1000) && found < 4 {
                let span = text.words()[clause.words.start].start..text.words()[end - 1].end;
                let source = quote(text, &span, pointer);
                self.signs.title(&candidate, share, TitleOf::Job(passage), self.taxonomy, &source);
                if found == 0 {
                    self.title_level(&candidate, &source);
                }
                found += 1;
            }
        }
    }

    pub(super) fn years_in(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) {
        for years in read.years().into_iter().take(MOST_STATEMENTS) {
            if self.is_empty_at(read.text, years.span.start, context) {
                continue;
            }
            let subject = match &years.about {
                YearsAbout::Subject(span) => Some(span.clone()),
                YearsAbout::Total => None,
            };
            let sentence = sentence_near(read.text, years.span.start);
            let scope = subject.clone().unwrap_or(sentence);
            let from = read.mentions.partition_point(|m| m.span.start < scope.start);
            let named: Vec<ConceptId> = read.mentions[from..]
                .iter()
                .take_while(|m| m.span.start < scope.end)
                .filter(|m| m.span.end <= scope.end)
                .filter(|m| !matches!(m.stance, Stance::Negated | Stance::Wanted))
                .map(|m| m.concept)
                .collect();
            match years.length {
                YearsLength::Stated { tenths, .. } if tenths > LONGEST_CAREER_TENTHS => {
                    self.too_long();
                }
                YearsLength::Stated { tenths, .. } => {
                    if subject.is_some() {
                        for concept in &named {
                            if let Some(claim) = self.claims.get_mut(concept) {
                                claim.years_tenths = claim.years_tenths.max(Some(tenths));
                            }
                        }
                    }
                    let of_the_field = named.iter().any(|c| self.is_relevant(*c)) || subject.is_none();
                    let known = self.facts.stated_years.as_ref().map_or(0, |y| y.value);
                    if of_the_field && tenths > known {
                        let source = quote(read.text, &years.span, pointer);
                        self.facts.stated_years = Some(Stated { value: tenths, inferred: false, source });
                    }
                }
                YearsLength::Since(start) => self.since(start, &named),
            }
        }
    }

    /// "I have run Slurm since 2018": the skills named there have gone on since.
    pub(super) fn since(&mut self, start: Month, named: &[ConceptId]) {
        if named.is_empty() {
            return;
        }
        let span = JobSpan { start, end: None, relevant: named.iter().any(|c| self.is_relevant(*c)) };
        let job = self.add_job(span);
        for concept in named {
            if let Some(claim) = self.claims.get_mut(concept) {
                claim.last_used = LastUsed::Now;
                claim.jobs.extend(job.filter(|j| !claim.jobs.contains(j)));
            }
        }
    }

    pub(super) fn scales(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) {
        for scale in read.scales(self.taxonomy).into_iter().take(MOST_STATEMENTS) {
            let passage = context.passage(read.text, scale.span.start).unwrap_or(0);
            if !scale.own || self.form.standing(passage) == Standing::Empty {
                continue;
            }
            let here = context.timeline.iter().find(|(covers, _, _)| covers.contains(&scale.span.start));
            let last_used =
                if scale.ongoing { LastUsed::Now } else { here.map_or(context.last_used, |(_, _, last)| *last) };
            self.facts.scale.push(ScaleClaim {
                value: scale.value,
                unit: scale.unit,
                accelerators: scale.accelerators,
                accelerator: scale.accelerator,
                capacity: scale.capacity.or(Some(Capacity::Operated).filter(|_| context.job.is_some())),
                last_used,
                passage,
                quoted: false,
                source: quote(read.text, &scale.span, pointer),
            });
        }
    }

    /// Pay, places, work modes, authorization, availability and level, where no field gives them.
    pub(super) fn prose_facts(&mut self, read: &Read<'_>, pointer: &str) {
        if self.facts.expected_pay.is_none()
            && let Some(pay) = read.pay().into_iter().find(|pay| pay.role == PayRole::Expected)
        {
            let source = quote(read.text, &pay.span, pointer);
            self.facts.expected_pay = Some(Stated { value: pay.pay, inferred: false, source });
        }
        for place in self.extractor.places(read) {
            match place.kind {
                PlaceKind::Home if self.facts.home.is_none() => {
                    let source = quote(read.text, &place.span, pointer);
                    self.facts.home = Some(Stated { value: place.location, inferred: true, source });
                }
                PlaceKind::Relocation => {
                    let Relocation { places, .. } = &mut self.facts.relocation;
                    if !places.contains(&place.location) {
                        places.push(place.location);
                    }
                }
                _ => {}
            }
        }
        self.facts.relocation.anywhere |= read.moves_anywhere();
        if self.facts.work_modes.is_empty() {
            for (mode, _) in read.work_modes() {
                if !self.facts.work_modes.contains(&mode) {
                    self.facts.work_modes.push(mode);
                }
            }
            self.facts.work_modes.sort_unstable();
        }
        if self.facts.authorization.is_none() {
            for said in self.extractor.authorizations(read).into_iter().filter(|said| !said.demanded) {
                match (said.permit, said.country) {
                    (Permit::MayWork, Some(country)) => {
                        let source = quote(read.text, &said.span, pointer);
                        let none = || Stated { value: Vec::new(), inferred: true, source };
                        self.facts.authorization.get_or_insert_with(none).value.push(country);
                    }
                    (Permit::NeedsSponsorship, _) => self.facts.needs_sponsorship = true,
                    _ => {}
                }
            }
        }
        if self.facts.available.is_none() {
            self.facts.available = read.available();
        }
        if self.facts.level.is_none()
            && let Some((level, span)) = read.level()
        {
            let source = quote(read.text, &span, pointer);
            self.facts.level = Some(Stated { value: level, inferred: true, source });
        }
    }

    pub(super) fn count_workloads(&mut self, read: &Read<'_>) {
        let (training, inference) = read.workload_counts();
        self.workloads.0 += training;
        self.workloads.1 += inference;
    }
}

/// Whether words are the name of a skill and nothing else: `Research computing support` in a list is nobody's title.
fn is_a_name(read: &Read<'_>, words: &Span) -> bool {
    let from = read.mentions.partition_point(|m| m.span.start < words.start);
    let mut here = read.mentions[from..].iter().take_while(|m| m.span.start == words.start);
    here.any(|m| m.by == MentionKind::Label && m.span.end >= words.end)
}
