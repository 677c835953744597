//! What of a profile is the posting's own wording, and the facts without it.
//!
//! Whoever pastes the advert into a profile, whole or lightly re-worded, has told nothing: skills named there count as listed only,
//! titles, scale and contributions told there not at all. A fit may depend on role and candidate, so it may depend on this.

use std::borrow::Cow;

use super::fixed::Share;
use super::profile::ScoringProfile;
use crate::extract::{
    Block, CandidateFacts, DocumentForm, Extent, Passage, RUN, RoleFacts, SignCollector, Source, Standing, Stated,
    Undated, Wording, tell_of_person,
};
use crate::taxonomy::Taxonomy;

/// Bits of the filter through which runs of words go before they are looked up.
const FILTER_BITS: u32 = 14;

/// The wording of a role's text, ready for comparison.
pub(super) struct Posting<'a> {
    /// By the low bits of a run: whether the role has any such.
    filter: Vec<u64>,
    runs: &'a [u32],
}

/// What of a profile's texts stands in the posting too.
pub(super) struct Copied {
    /// By passage.
    passages: Vec<bool>,
    /// Words in such passages.
    pub words: u32,
}

impl<'a> Posting<'a> {
    pub(super) fn new(role: &'a RoleFacts) -> Self {
        let mut filter = vec![0_u64; 1 << (FILTER_BITS - 6)];
        for run in &role.runs {
            let (word, bit) = place(*run);
            filter[word] |= bit;
        }
        Self { filter, runs: &role.runs }
    }

    fn has(&self, run: u32) -> bool {
        let (word, bit) = place(run);
        run != 0 && self.filter[word] & bit != 0 && self.runs.binary_search(&run).is_ok()
    }

    /// Whether there is any wording to compare with.
    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Whether any of these runs of words is the posting's.
    fn shares(&self, runs: &[u32]) -> bool {
        !self.runs.is_empty() && runs.iter().any(|run| self.has(*run))
    }

    /// By word, whether it is the posting's; `None` where no more are than chance explains.
    pub(super) fn shared(&self, runs: &[u32], profile: &ScoringProfile) -> Option<Vec<bool>> {
        let shared = self.shares(runs).then(|| self.shared_words(runs, profile.support.changed_words))?;
        let n_shared = shared.iter().filter(|shared| **shared).count();
        (n_shared >= profile.support.copied_words).then_some(shared)
    }

    /// `None` where nothing is the posting's, or no more than chance explains.
    pub(super) fn copied(&self, form: &DocumentForm, profile: &ScoringProfile) -> Option<Copied> {
        let shared = self.shared(&form.runs, profile)?;
        let mut shared_of_copied = 0;
        let mut passages: Vec<bool> = form
            .passages
            .iter()
            .map(|passage| {
                let words = words_of(*passage, &shared);
                let shared = words.iter().filter(|shared| **shared).count();
                let copied = !words.is_empty() && share(shared, words.len()) >= profile.support.copied_sentence;
                if copied && !passage.quotes {
                    shared_of_copied += shared;
                }
                copied
            })
            .collect();
        // One turn of phrase makes no sentence the posting's, however short the sentence.
        if shared_of_copied < profile.support.copied_words {
            return None;
        }
        let mut words = 0;
        let mut blocks: Vec<Counts> = Vec::new();
        for (passage, copied) in form.passages.iter().zip(&passages) {
            // Names weigh nothing: whose they are may make no difference.
            let length = usize::from(passage.plain_words);
            let at = blocks.iter().position(|counts| counts.block == passage.block).unwrap_or_else(|| {
                blocks.push(Counts { block: passage.block, all: 0, copied: 0, empty: 0 });
                blocks.len() - 1
            });
            if passage.quotes {
                continue;
            }
            blocks[at].all += length;
            if *copied {
                words += usize::from(passage.words);
                blocks[at].copied += length;
            } else if passage.standing == Standing::Empty {
                blocks[at].empty += length;
            }
        }
        // Where a text is mostly the posting's, so is what stands between, and the title and the list that belong to it.
        for (passage, copied) in form.passages.iter().zip(&mut passages) {
            *copied |= blocks.iter().any(|counts| counts.block == passage.block && counts.is_copied(profile));
        }
        passages.contains(&true).then(|| Copied { passages, words: u32::try_from(words).unwrap_or(u32::MAX) })
    }

    /// By word, whether it lies in a run that the posting has, or between two such runs that are a few changed words apart.
    fn shared_words(&self, runs: &[u32], changed: usize) -> Vec<bool> {
        let mut shared = vec![false; runs.len()];
        let mut covered_to: Option<usize> = None;
        for (at, run) in runs.iter().enumerate() {
            if !self.has(*run) {
                continue;
            }
            let from = match covered_to {
                Some(end) if at <= end + changed => end.min(at),
                _ => at,
            };
            let end = (at + RUN).min(runs.len());
            shared[from..end].fill(true);
            covered_to = Some(end);
        }
        shared
    }
}

/// Words of one part of a document.
struct Counts {
    block: Block,
    all: usize,
    copied: usize,
    /// Not copied, and saying nothing of the person either.
    empty: usize,
}

impl Counts {
    fn is_copied(&self, profile: &ScoringProfile) -> bool {
        let most = profile.support.copied_sentence;
        self.copied > self.empty && share(self.copied + self.empty, self.all.max(1)) >= most
    }
}

impl Copied {
    pub(super) fn is_copied(&self, passage: u16) -> bool {
        self.passages.get(usize::from(passage)).copied().unwrap_or(false)
    }

    /// The facts of a candidate, as far as they are told in words of their own. Claims, scales and signals keep their places.
    pub(super) fn without<'c>(&self, candidate: &'c CandidateFacts, taxonomy: &Taxonomy) -> Cow<'c, CandidateFacts> {
        if self.passages.iter().all(|copied| !copied) {
            return Cow::Borrowed(candidate);
        }
        let mut own = candidate.clone();
        // Words that may be the posting's are like the posting's.
        (own.wording, own.whole_wording) = (Wording::default(), Wording::default());
        for claim in &mut own.claims {
            if claim.described
                && !claim.told_in.is_empty()
                && claim.told_in.iter().all(|passage| self.is_copied(*passage))
            {
                claim.described = false;
                claim.listed = true;
                claim.own_times = 0;
                claim.undated = Undated { told: false, listed: claim.undated.told || claim.undated.listed };
            } else {
                // What else bears it out may be no text.
                claim.told_in.retain(|passage| !self.is_copied(*passage));
            }
        }
        for scale in &mut own.scale {
            scale.quoted |= self.is_copied(scale.passage);
        }
        for signal in &mut own.signals {
            signal.quoted |= signal.passage.is_some_and(|passage| self.is_copied(passage));
        }
        for (passage, copied) in own.form.passages.iter_mut().zip(&self.passages) {
            if *copied {
                passage.standing = Standing::Empty;
            }
        }
        self.forget_relevance(&mut own, taxonomy);
        if self.is_copied_block(&own.form, Block::SUMMARY) {
            forget_prose(&mut own);
        }
        own.form.tally(&own.claims);
        own.families = self.families(&own, taxonomy);
        let own_part = self.own_part(&own.form);
        tell_of_person(&mut own, [&candidate.wording, &candidate.whole_wording], own_part, taxonomy);
        own.families.no_more_than(&candidate.families);
        Cow::Owned(own)
    }

    /// How much of all words is no copy, in thousandths; a sentence or two that are quoted take nothing.
    fn own_part(&self, form: &DocumentForm) -> u32 {
        let all = form.all_words.saturating_add(form.repeated_words).max(1);
        let own = u64::from(all.saturating_sub(self.words)) * 1000 / u64::from(all);
        u32::try_from((own * 5 / 4).min(1000)).unwrap_or(1000)
    }

    /// Whether all of a text is the posting's.
    fn is_copied_block(&self, form: &DocumentForm, block: Block) -> bool {
        let mut of_block =
            form.passages.iter().zip(&self.passages).filter(|(passage, _)| passage.block == block).peekable();
        of_block.peek().is_some() && of_block.all(|(_, copied)| *copied)
    }

    /// A job of which only the posting's words are of the field is none of it.
    fn forget_relevance(&self, own: &mut CandidateFacts, taxonomy: &Taxonomy) {
        let families = taxonomy.families();
        let mut titles = own.families.titles.iter().filter(|title| title.of_job && !self.is_copied(title.passage));
        if titles.any(|title| families.get(title.family).is_of_the_field()) {
            return;
        }
        for (number, job) in own.jobs.iter_mut().enumerate() {
            let shows = |job: &u8| usize::from(*job) == number;
            job.relevant &= own.claims.iter().any(|claim| claim.described && claim.jobs.iter().any(shows));
        }
    }

    /// The signs of families anew, without what is copied.
    fn families(&self, own: &CandidateFacts, taxonomy: &Taxonomy) -> crate::extract::FamilySigns {
        let mut signs = SignCollector::default();
        for title in own.families.titles.iter().filter(|title| !self.is_copied(title.passage)) {
            signs.title_points(*title, None);
        }
        for claim in own.claims.iter().filter(|claim| claim.extent >= Extent::Left) {
            let in_text = claim.is_in_text(&own.form);
            signs.concept(claim.concept, claim.described, in_text, taxonomy);
        }
        for employer in own.pools.iter().filter(|employer| !self.is_copied(employer.passage)) {
            signs.pool(&taxonomy.pools().get(employer.pool).families, None);
        }
        for deed in own.families.deeds.iter().filter(|deed| !self.is_copied(deed.passage)) {
            signs.deed(*deed, Source::default);
        }
        for title in own.families.function_titles.iter().filter(|title| !self.is_copied(title.passage)) {
            signs.function_points(*title);
        }
        let mut families = signs.finish(taxonomy, |_| None);
        families.sources.clone_from(&own.families.sources);
        families
    }
}

/// Drops what only the summary says of the person.
fn forget_prose(own: &mut CandidateFacts) {
    own.home.take_if(|home| is_of_prose(home));
    own.expected_pay.take_if(|pay| is_of_prose(pay));
    own.level.take_if(|level| is_of_prose(level));
    own.stated_years.take_if(|years| is_of_prose(years));
}

/// Whether only the summary says it, where it may be copied from a posting.
pub(super) fn is_of_prose<T>(stated: &Stated<T>) -> bool {
    &*stated.source.pointer == "/summary"
}

fn place(run: u32) -> (usize, u64) {
    let low = run & ((1 << FILTER_BITS) - 1);
    (usize::try_from(low >> 6).unwrap_or(0), 1 << (low & 63))
}

fn words_of(passage: Passage, shared: &[bool]) -> &[bool] {
    let start = usize::try_from(passage.start).unwrap_or(usize::MAX).min(shared.len());
    &shared[start..(start + usize::from(passage.words)).min(shared.len())]
}

fn share(part: usize, whole: usize) -> Share {
    Share::ratio(u64::try_from(part).unwrap_or(u64::MAX), u64::try_from(whole).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Role};
    use crate::extract::Extractor;

    const POSTING: &str = "You keep a fabric of four thousand GPUs in step, day and night. You write the health checks that find a \
        flapping link before the job does. Every second week you talk to the vendor about one bad batch of cables.";

    fn copied(summary: &str) -> Option<(u32, bool)> {
        let extractor = Extractor::new(Taxonomy::builtin());
        let role: Role = serde_json::from_value(serde_json::json!({"id": "r", "description": POSTING})).unwrap();
        let candidate = serde_json::json!({"id": "c", "summary": summary, "skills": ["Slurm"]});
        let candidate: Candidate = serde_json::from_value(candidate).unwrap();
        let (role, candidate) = (extractor.role_facts(&role).unwrap(), extractor.candidate_facts(&candidate).unwrap());
        let copied = Posting::new(&role).copied(&candidate.form, &ScoringProfile::default())?;
        let own = copied.without(&candidate, &Taxonomy::builtin());
        assert_eq!(own.claims.len(), candidate.claims.len(), "claims keep their places");
        Some((copied.words, own.claims.iter().any(|claim| claim.described)))
    }

    #[test]
    fn words_of_ones_own_are_not_the_postings() {
        assert_eq!(copied("I upgraded Lustre for a weather service, twice, and wrote the notes."), None);
    }

    #[test]
    fn a_pasted_posting_tells_nothing() {
        let (words, told) = copied(POSTING).unwrap();
        assert!(words > 35 && !told, "{words}");
    }

    #[test]
    fn a_few_changed_words_do_not_make_it_ones_own() {
        let reworded =
            POSTING.replace("You keep", "I keep").replace("You write", "I write").replace("you talk", "I talk");
        let (words, told) = copied(&reworded).unwrap();
        assert!(words > 35 && !told, "{words}");
    }

    #[test]
    fn what_is_told_beside_a_quote_stays_told() {
        let quote = "You write the health checks that find a flapping link before the job does, over four thousand GPUs in step.";
        let own = "I upgraded Lustre for a weather service, twice, and wrote the notes that the night shift still uses. Before that \
                   I built the InfiniBand fabric of a bank from drawings to the last cable.";
        let (words, told) = copied(&format!("{own} {quote}")).unwrap();
        assert!(words < 25 && told, "{words}");
    }

    #[test]
    fn a_short_sentence_in_common_is_chance() {
        assert_eq!(copied("I write the health checks that find a flapping link before the job does."), None);
    }

    #[test]
    fn a_turn_of_phrase_in_common_is_chance_however_short_the_profile() {
        let phrase =
            "Tune drivers and firmware, write the health checks that find a flapping link before the job does.";
        assert_eq!(copied(phrase), None);
        assert_eq!(
            copied(&format!("Fabric engineer, 2022 to now\n* {phrase}\n* Guide the design of the next fabric.")),
            None
        );
    }
}
