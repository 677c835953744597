//! What a candidate's free text says: years, scale, pay, places, availability.

use std::ops::Range;

use super::{Context, DatedPart, MAX_CAREER_TENTHS, MAX_JOBS, MAX_STATEMENTS, Reader, quote, sentence_near};
use crate::domain::{Capacity, Month};
use crate::extract::clearance::{Lapsed, is_to_come, lapse};
use crate::extract::document_form::{Block, Standing};
use crate::extract::extractor::Read;
use crate::extract::facts::{JobSpan, LastUsed, Relocation, ScaleClaim, Stated, Undated};
use crate::extract::lexicon::Kinds;
use crate::extract::lists;
use crate::extract::mention::{MentionKind, Stance};
use crate::extract::moves::{Moving, moves};
use crate::extract::pay::PayRole;
use crate::extract::permit::{Permit, Status};
use crate::extract::place::{Manner, PlaceKind, PlaceMention};
use crate::extract::place_kind::is_occupation;
use crate::extract::terms::{Gap, year_of};
use crate::extract::text::{Line, Span, Text};
use crate::extract::timeline::DatedSpan;
use crate::extract::titles;
use crate::extract::words::one_of;
use crate::extract::work_mode::wants_only_remote;
use crate::extract::years::YearsLength;
use crate::taxonomy::{ConceptId, ConceptKind, Location};

/// A place that ends a line of a text ends a line of so many words at most.
const LAST_WORDS: usize = 9;

/// A title with its firm, dates and place has so many words at most.
const MAX_HEAD_LEN: usize = 18;

impl Reader<'_> {
    pub(super) fn free_text(&mut self, summary: &str, pointer: &str) {
        let text = Text::new(summary);
        let mut read = self.extractor.read_knowing(&text, &self.named);
        let lapsed = self.mark_lapsed(&mut read);
        let passages = self.form.text(read.text, &read.mentions, Block::SUMMARY, self.taxonomy);
        let timeline: Vec<DatedSpan> = read
            .dated_spans()
            .into_iter()
            .filter(|dated| !dated.off_work && !self.is_of_life(&text, dated.at.start, &passages))
            .take(MAX_JOBS)
            .collect();
        let mut timeline: Vec<DatedPart> = timeline
            .into_iter()
            .map(|dated| {
                let last_used = dated.end.map_or(LastUsed::Now, LastUsed::At);
                let job =
                    self.add_job(JobSpan { start: dated.start, end: dated.end, relevant: false, only_listed: false });
                DatedPart { covers: dated.covers, job, last_used, in_computing: false }
            })
            .collect();
        if let Some(skills) = skills_of_all(read.text) {
            for part in timeline.iter_mut().filter(|part| part.covers.start < skills) {
                part.covers.end = part.covers.end.min(skills);
            }
        }
        let undated = Context::undated(&passages);
        let titles = self.titles_in(&read, pointer, &Context { timeline: &timeline, ..undated });
        for part in &mut timeline {
            part.in_computing = titles.iter().any(|title| part.covers.contains(title));
        }
        let is_silent = |part: &DatedPart| part.last_used == LastUsed::Now && self.says_no_more(&read, &part.covers);
        self.silent_today |= timeline.iter().any(is_silent);
        let under_titles = self.lists_under(&read, &titles, &passages);
        let context = Context { timeline: &timeline, under_titles: &under_titles, ..undated };
        self.mentions(&read, pointer, &context, true);
        self.date_lapsed(&lapsed);
        self.years_in(&read, pointer, &context);
        self.scales(&read, pointer, &context);
        self.deeds(&read, pointer, &context);
        if self.form.is_about_the_person(&passages) {
            self.prose_facts(&read, pointer);
        }
        self.count_workloads(&read);
        self.pools_in(&read, pointer, &context);
    }

    /// Whether a date stands in a sentence in which its writer tells of something else than work: `In 2016 I went round the world.`
    fn is_of_life(&self, text: &Text, byte: usize, passages: &[u16]) -> bool {
        let Some(clause) = text.clause_at(byte) else { return false };
        let passage = passages.get(clause).copied().unwrap_or_default();
        if self.form.weighs(passage) || self.form.standing(passage) != Standing::Tells {
            return false;
        }
        let clauses = text.sentence_clauses(clause);
        let words = text.clauses()[clauses.start].words.start..text.clauses()[clauses.end - 1].words.end;
        let kinds = text.kinds_of(words.clone());
        kinds.has(Kinds::ME) && !kinds.has(Kinds::WORK) && !{ words }.any(|at| is_occupation(text.word(at)))
    }

    /// Whether a part of a text, with the line above it, is the title of an engineer or their like in computing, and nothing more.
    fn says_no_more(&self, read: &Read<'_>, part: &Span) -> bool {
        let text = read.text;
        let lines = text.lines();
        let above = lines.partition_point(|line| line.span.end <= part.start).saturating_sub(1);
        let words = text.word_at(lines[above].span.start.min(part.start))..text.word_at(part.end);
        if words.len() > MAX_HEAD_LEN || !words.clone().any(|word| is_occupation(text.word(word))) {
            return false;
        }
        let span = text.words()[words.start].start..text.words()[words.end - 1].end;
        let signs = titles::signs_of(&read.reading, &read.reading.tokens_of(&span), self.taxonomy.families());
        signs.is_empty() || !self.titles.are_elsewhere(&signs)
    }

    /// `HPC administrator at a university. Slurm, Warewulf, Ansible, 500 nodes.`: the list behind a title with an employer is of
    /// that job.
    fn lists_under(&self, read: &Read<'_>, titles: &[usize], passages: &[u16]) -> Vec<Span> {
        let text = read.text;
        let clauses = text.clauses();
        let standing = |clause: usize| self.form.standing(passages.get(clause).copied().unwrap_or(0));
        let lists = titles.iter().filter_map(|title| {
            let title = text.sentence_clauses(text.clause_at(*title)?);
            let words = clauses[title.start].words.start..clauses[title.end - 1].words.end;
            let employed = words.into_iter().any(|word| one_of!(text.word(word), lists::CANDIDATE_PROSE_EMPLOYED));
            let list = text.sentence_clauses(Some(title.end).filter(|next| *next < clauses.len())?);
            let leads = text.kinds_of(clauses[list.start].words.clone()).has(Kinds::SKILL_LEAD);
            let listed = matches!(standing(list.start), Standing::Lists | Standing::Asserts | Standing::States);
            let follows = standing(title.start) == Standing::Tells && employed && listed && !leads;
            follows.then(|| text.clause_span(list.start).start..text.clause_span(list.end - 1).end)
        });
        lists.collect()
    }

    /// Whether the sentence around a byte says nothing of the person.
    fn is_empty_at(&self, text: &Text, byte: usize, context: &Context<'_>) -> bool {
        context.passage(text, byte).is_some_and(|passage| self.form.standing(passage) == Standing::Empty)
    }

    pub(super) fn years_in(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) {
        for years in read.years().iter().take(MAX_STATEMENTS) {
            if self.is_empty_at(read.text, years.span.start, context) {
                continue;
            }
            let subject = years.scope();
            let sentence = sentence_near(read.text, years.span.start);
            let scope = subject.clone().unwrap_or(sentence);
            let from = read.mentions.partition_point(|m| m.span.start < scope.start);
            let objects = years.objects(&read.reading, &read.mentions, self.taxonomy);
            let of_a_trade: Vec<ConceptId> =
                objects.iter().filter(|_| subject.is_none()).map(|mention| mention.concept).collect();
            let beyond = objects.into_iter().filter(|m| m.span.end > scope.end);
            let named: Vec<ConceptId> = read.mentions[from..]
                .iter()
                .take_while(|m| m.span.start < scope.end)
                .filter(|m| m.span.end <= scope.end)
                .chain(beyond)
                .filter(|m| !matches!(m.stance, Stance::Negated | Stance::Wanted | Stance::About))
                .map(|m| m.concept)
                .collect();
            match years.length {
                YearsLength::Stated { tenths, .. } if tenths > MAX_CAREER_TENTHS => {
                    self.too_long();
                }
                YearsLength::Stated { tenths, .. } => {
                    // Without a subject years are of the whole sentence's work, and of a trade that stands before them.
                    for concept in if subject.is_some() { &named } else { &of_a_trade } {
                        if let Some(claim) = self.claims.get_mut(*concept) {
                            claim.years_tenths = claim.years_tenths.max(Some(tenths));
                        }
                    }
                    let total = || subject.is_none() && read.are_of_work(years);
                    let of_the_field = named.iter().any(|c| self.is_relevant(*c)) || total();
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
        let relevant = named.iter().any(|c| self.is_relevant(*c));
        let span = JobSpan { start, end: None, relevant, only_listed: false };
        let job = self.add_job(span);
        for concept in named {
            if let Some(claim) = self.claims.get_mut(*concept) {
                claim.last_used = LastUsed::Now;
                claim.jobs.extend(job.filter(|j| !claim.jobs.contains(j)));
            }
        }
    }

    pub(super) fn scales(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>) {
        for scale in read.scales(self.taxonomy).iter().take(MAX_STATEMENTS) {
            let passage = context.passage(read.text, scale.span.start).unwrap_or(0);
            let standing = self.form.standing(passage);
            if !scale.own || scale.to_come || standing == Standing::Empty || is_spoken_of(read, &scale.span) {
                continue;
            }
            let here = context.dated(scale.span.start);
            let last_used =
                if scale.ongoing { LastUsed::Now } else { here.map_or(context.last_used, |part| part.last_used) };
            self.facts.scale.push(ScaleClaim {
                value: scale.value,
                beyond: scale.beyond,
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
        if self.facts.expected_pay.is_none() {
            let pay = read.pay();
            let asked = pay.iter().find(|pay| pay.role == PayRole::Expected);
            if let Some(pay) = asked.or_else(|| pay.iter().find(|pay| pay.wish)) {
                let source = quote(read.text, &pay.span, pointer);
                self.facts.expected_pay = Some(Stated { value: pay.pay.clone(), inferred: false, source });
            }
        }
        self.places_and_moves(read, pointer);
        if self.facts.authorization.is_none() {
            for said in self.extractor.authorizations(read).iter().filter(|said| !said.demanded) {
                match (said.status, said.permit) {
                    (Status::Person, Permit::MayWork) => self.facts.is_person_of.extend(said.country.clone()),
                    (Status::Visa, _) => self.facts.is_on_visa = true,
                    _ => {}
                }
                match (said.permit, said.country.clone()) {
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

    /// Clearances that have lapsed are former ones, with the year where one is named; what somebody could be cleared for, they
    /// hardly have.
    fn mark_lapsed(&self, read: &mut Read<'_>) -> Vec<(ConceptId, Month)> {
        let Read { reading, mentions, .. } = read;
        let mut dated = Vec::new();
        for mention in mentions.iter_mut().filter(|mention| mention.stance == Stance::Stated) {
            if self.taxonomy.concept(mention.concept).kind != ConceptKind::Credential {
                continue;
            }
            let Some(lapsed) = lapse(reading, &mention.span) else {
                if is_to_come(reading, &mention.span) {
                    mention.stance = Stance::Little;
                }
                continue;
            };
            mention.stance = Stance::Former;
            if let Lapsed::In(year) = lapsed {
                dated.push((mention.concept, Month::new(year, 12)));
            }
        }
        dated
    }

    /// A clearance is as old as its end.
    fn date_lapsed(&mut self, lapsed: &[(ConceptId, Month)]) {
        for (concept, month) in lapsed {
            if let Some(claim) = self.claims.get_mut(*concept) {
                claim.last_used = LastUsed::At(*month);
                claim.undated = Undated::default();
            }
        }
    }

    /// Where somebody lives, would move and would not, and how they want to work.
    fn places_and_moves(&mut self, read: &Read<'_>, pointer: &str) {
        let places = self.extractor.places(read);
        let field = self.facts.home.is_some();
        let mut going = false;
        for place in places {
            let location = &place.location;
            let Relocation { places: wished, never, refused, .. } = &mut self.facts.relocation;
            match (place.kind, place.manner) {
                (PlaceKind::Home, Manner::Shared) if !field && self.facts.home.is_some() => {
                    self.facts.other_homes.push(location.clone());
                }
                (PlaceKind::Home, manner) => {
                    *refused |= manner == Manner::Staying;
                    if self.facts.home.is_none() {
                        self.facts.home = Some(found_home(read, place, pointer));
                    }
                }
                (PlaceKind::Relocation, manner) => {
                    going |= manner == Manner::Going;
                    if !wished.contains(location) {
                        wished.push(location.clone());
                    }
                }
                (_, Manner::Refused) => never.push(location.clone()),
                _ => {}
            }
        }
        if going && !field {
            // Whoever leaves a place lives where they go.
            self.facts.home = None;
            self.facts.other_homes.clear();
        } else if self.facts.home.is_none() {
            let working = places.iter().find(|place| place.manner == Manner::Working);
            let home = working.or_else(|| stands_apart(read, places));
            self.facts.home = home.map(|place| found_home(read, place, pointer));
        }
        let relocation = &mut self.facts.relocation;
        relocation.refused |= moves(&read.reading).any(|moving| moving == Moving::Refused);
        relocation.anywhere |= match moves(&read.reading).next() {
            Some(Moving::Anywhere) => true,
            Some(Moving::Willing) => relocation.places.is_empty() && !relocation.refused,
            _ => false,
        };
        if self.facts.work_modes.is_empty() {
            for (mode, ..) in read.work_modes() {
                if !self.facts.work_modes.contains(mode) {
                    self.facts.work_modes.push(*mode);
                }
            }
            self.facts.work_modes.sort_unstable();
            self.facts.works_remotely_now = !wants_only_remote(&read.reading);
        }
    }

    pub(super) fn count_workloads(&mut self, read: &Read<'_>) {
        let (training, inference) = read.workload_counts();
        self.workloads.0 += training;
        self.workloads.1 += inference;
    }
}

/// Where the one line `Skills: ...` of a text begins: it is of the person, and not of the job above it.
fn skills_of_all(text: &Text) -> Option<usize> {
    let lists = |line: &&Line| {
        let folded = text.folded()[line.span.clone()].trim_start_matches(|c: char| !c.is_alphanumeric());
        let lead = folded.split(':').next().filter(|lead| lead.len() < folded.len()).unwrap_or_default();
        lead == "skills" || matches!(lead.strip_suffix(" skills"), Some("technical" | "top" | "core" | "key" | "main"))
    };
    let mut found = text.lines().iter().filter(lists);
    let first = found.next()?;
    found.next().is_none().then_some(first.span.start)
}

/// Whether a system's size stands where things are only spoken of: `placed SREs for 10k-GPU clusters`.
fn is_spoken_of(read: &Read<'_>, size: &Span) -> bool {
    let sentence = sentence_near(read.text, size.start);
    let from = read.mentions.partition_point(|m| m.span.start < sentence.start);
    let mut about = false;
    for mention in read.mentions[from..].iter().take_while(|m| m.span.start < sentence.end) {
        match mention.stance {
            Stance::About => about = true,
            Stance::Stated if mention.by != MentionKind::Label => return false,
            // `4 DGX H100 each; the storage people look after the file systems`
            Stance::Stated if mention.span.start < size.end && mention.span.end > size.start => return false,
            _ => {}
        }
    }
    about
}

/// The only place that a text sets apart, but for wishes, where a sentence begins with it or a line ends with it: `6 yrs. Portland OR.`,
/// `Milpitas, eight years, mostly machines for neural networks`. Where a sentence only comes by, nobody lives for that.
fn stands_apart<'p>(read: &Read<'_>, places: &'p [PlaceMention]) -> Option<&'p PlaceMention> {
    let reading = &read.reading;
    let tokens = |place: &PlaceMention| {
        let first = reading.tokens.partition_point(|token| token.span.start < place.span.start);
        first..first + reading.tokens[first..].iter().take_while(|token| token.span.end <= place.span.end).count()
    };
    let is_set_apart = |place: &&PlaceMention| {
        let Range { start, end } = tokens(place);
        let begins = reading.gap(start) == Gap::Line || !reading.before(start, 1).starts_with(char::is_alphanumeric);
        begins && (reading.gap(end) == Gap::Line || !reading.word(end).starts_with(char::is_alphanumeric))
    };
    let mut named = places.iter().filter(|place| place.kind != PlaceKind::Relocation).filter(is_set_apart);
    let (Some(place), None) = (named.next(), named.next()) else { return None };
    let Range { start: first, end } = tokens(place);
    let sentence = reading.sentence(first);
    let is_beside = |other: &PlaceMention| *other != *place && sentence.contains(&tokens(other).start);
    if places.iter().any(is_beside) {
        return None;
    }
    let plain = place.kind == PlaceKind::Other && place.manner == Manner::Plain && place.location.city.is_some();
    // A job's line begins with where it was, too, and has years; so has a degree.
    let dated = sentence.clone().any(|at| year_of(reading.word(at)).is_some());
    let ends = matches!(reading.word(end), "," | "." | ";" | "(") || end >= sentence.end;
    // `6 yrs. Portland OR`: the point of what is shortened ends a sentence as often as not.
    let opens = first == sentence.start || reading.before(first, 1) == ".";
    let line = reading.line(first);
    let closes = reading.before(first, 1) == "," && end + 1 >= line.end && sentence.len() <= LAST_WORDS;
    (plain && ends && !dated && (opens || closes)).then_some(place)
}

fn found_home(read: &Read<'_>, place: &PlaceMention, pointer: &str) -> Stated<Location> {
    Stated { value: place.location.clone(), inferred: true, source: quote(read.text, &place.span, pointer) }
}

#[cfg(test)]
mod tests {
    use crate::domain::Candidate;
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;
    use serde_json::json;

    #[test]
    fn the_one_list_of_skills_of_a_profile_is_of_the_person() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let cuda = extractor.taxonomy().find("cuda").unwrap();
        let of_jobs = |text: &str| {
            let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": text})).unwrap();
            let claims = extractor.candidate_facts(&candidate).unwrap().claims;
            claims.into_iter().find(|claim| claim.concept == cuda).map(|claim| claim.jobs.len())
        };
        let jobs = ["Lead engineer · A studio · 2019 - Present", "Engineer · Another one · 2015 - 2019"];
        assert_eq!(of_jobs(&format!("{}\n{}\nSkills: CUDA · Vulkan", jobs[0], jobs[1])), Some(0));
    }

    #[test]
    fn the_only_place_that_stands_apart_is_where_somebody_lives() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let home = |text: &str| {
            let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": text})).unwrap();
            extractor.candidate_facts(&candidate).unwrap().home.and_then(|home| home.value.city).map(String::from)
        };
        let lead = "I bring up boards for machines that learn, and test what comes back from the factory with a scope.";
        for (last, city) in [
            ("Milpitas, eight years, mostly machines for neural networks.", Some("milpitas")),
            ("C++, Yocto. 6 yrs. San Jose.", Some("san jose")),
            ("Six years. Rochester NY, would relocate.", Some("rochester")),
            ("Seven years, cloud provider, Paris", Some("paris")),
            ("Dallas, fine with Austin for a while, as I have told everybody who asked.", None),
            ("Austin, Texas Example Corp, 2019 to 2021: boards, and what is in them.", None),
            ("I was once sent to Hsinchu for a quarter and liked what I saw there.", None),
        ] {
            assert_eq!(home(&format!("{lead} {last}")).as_deref(), city, "{last}");
        }
    }
}
