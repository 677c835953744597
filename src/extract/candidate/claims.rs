//! Claims of skills, from lists and from mentions in texts. What is known of a concept only ever adds up.

use super::{Context, LONGEST_CAREER_TENTHS, MOST_TOLD, Reader, quote, source, tenths};
use crate::domain::Skill;
use crate::extract::extractor::Read;
use crate::extract::facts::{LastUsed, SkillClaim, Standing, Undated, UnrecognizedClaim};
use crate::extract::mention::{Mention, MentionKind, Stance};
use crate::extract::text::Text;
use crate::taxonomy::{ConceptId, fold};

impl Reader<'_> {
    pub(super) fn mentions(&mut self, text: &Text, pointer: &str, context: &Context<'_>, told: bool) {
        let mentions = self.extractor.scan(text);
        self.take_mentions(text, &mentions, pointer, context, told);
    }

    /// Whether something of the field is told there.
    pub(super) fn mentions_read(&mut self, read: &Read<'_>, pointer: &str, context: &Context<'_>, told: bool) -> bool {
        self.take_mentions(read.text, &read.mentions, pointer, context, told)
    }

    pub(super) fn take_mentions(
        &mut self,
        text: &Text,
        mentions: &[Mention],
        pointer: &str,
        context: &Context<'_>,
        told: bool,
    ) -> bool {
        let mut of_the_field = false;
        for mention in mentions {
            if matches!(mention.stance, Stance::Negated | Stance::Wanted) {
                continue;
            }
            let here = context.timeline.iter().find(|(covers, _, _)| covers.contains(&mention.span.start));
            let (job, mut last_used) = here.map_or((context.job, context.last_used), |(_, job, last)| (*job, *last));
            if mention.stance == Stance::Former && last_used == LastUsed::Now {
                last_used = LastUsed::Unknown;
            }
            let passage = context.passage(text, mention.span.start);
            let standing = passage.map_or(Standing::Lists, |passage| self.form.standing(passage));
            let told_in = passage.filter(|_| told && !mention.listed && standing == Standing::Tells);
            let described = told_in.is_some();
            let concept = mention.concept;
            if mention.by == MentionKind::Label {
                self.form.named(concept, self.taxonomy);
            }
            if standing != Standing::Empty {
                self.signal_in_text(text, mention, pointer, passage);
            }
            let is_new = !self.claims.get(&concept).is_some_and(|claim| claim.described || !described);
            let claim = SkillClaim {
                concept,
                years_tenths: None,
                last_used,
                listed: !described,
                described,
                undated: Undated::of(last_used, described),
                by_scale: false,
                jobs: job.into_iter().collect(),
                told_in: told_in.into_iter().collect(),
                source: if is_new { quote(text, &mention.span, pointer) } else { source(pointer, "") },
            };
            self.claim(claim);
            if self.is_relevant(concept) && standing != Standing::Empty {
                of_the_field |= described;
                self.mark_relevant(job);
            }
        }
        of_the_field
    }

    /// Notes more years than a life of work has; they are not believed.
    pub(super) fn too_long(&mut self) -> bool {
        self.form.endless_years();
        false
    }

    /// "Slurm / Lustre administration": several skills in one name.
    fn several(&self, name: &str) -> Vec<ConceptId> {
        let mentions = self.extractor.scan(&Text::new(name)).into_iter();
        let mut found: Vec<ConceptId> = mentions.filter(|m| m.by == MentionKind::Label).map(|m| m.concept).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(super) fn skill(&mut self, skill: &Skill, pointer: &str, context: &Context<'_>, described: bool) {
        let (years, last) = match skill {
            Skill::Name(_) => (None, None),
            Skill::Detailed(detail) => (detail.years, detail.last_used),
        };
        let name = skill.name();
        let years = years.map(tenths).filter(|years| *years <= LONGEST_CAREER_TENTHS || self.too_long());
        let source = source(pointer, name);
        let last_used = last.map_or(context.last_used, |date| LastUsed::At(date.last_month()));
        let concepts = self.taxonomy.resolve(name).concept.map_or_else(|| self.several(name), |concept| vec![concept]);
        if concepts.is_empty() {
            let folded: Box<str> = fold(name).into();
            if !folded.is_empty() && !self.facts.unrecognized.iter().any(|u| u.folded == folded) {
                self.facts.unrecognized.push(UnrecognizedClaim { text: name.trim().into(), folded, source });
            }
            return;
        }
        for concept in concepts {
            self.form.named(concept, self.taxonomy);
            self.claim(SkillClaim {
                concept,
                years_tenths: years,
                last_used,
                listed: !described,
                described,
                undated: Undated::of(last_used, described),
                by_scale: false,
                jobs: context.job.into_iter().collect(),
                told_in: context.passages.first().copied().filter(|_| described).into_iter().collect(),
                source: source.clone(),
            });
            if self.is_relevant(concept) {
                self.mark_relevant(context.job);
            }
        }
    }

    pub(super) fn listed_skills(&mut self, skills: &[Skill]) {
        let context = Context { job: None, last_used: LastUsed::Unknown, timeline: &[], passages: &[] };
        for (number, skill) in skills.iter().enumerate() {
            self.skill(skill, &format!("/skills/{number}"), &context, false);
        }
    }

    /// Joins a claim with what is known of the concept already; evidence only adds up.
    pub(super) fn claim(&mut self, claim: SkillClaim) {
        match self.claims.get_mut(&claim.concept) {
            None => {
                self.claims.insert(claim.concept, claim);
            }
            Some(known) => {
                known.years_tenths = known.years_tenths.max(claim.years_tenths);
                known.last_used = known.last_used.latest(claim.last_used);
                known.listed |= claim.listed;
                known.by_scale &= claim.by_scale || !claim.described;
                known.undated.told |= claim.undated.told;
                known.undated.listed |= claim.undated.listed;
                if claim.described && !known.described {
                    known.described = true;
                    known.source = claim.source;
                }
                for passage in claim.told_in {
                    if known.told_in.len() < MOST_TOLD && !known.told_in.contains(&passage) {
                        known.told_in.push(passage);
                    }
                }
                for job in claim.jobs {
                    if !known.jobs.contains(&job) {
                        known.jobs.push(job);
                    }
                }
            }
        }
    }
}
