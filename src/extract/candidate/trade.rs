//! What the titles of a document say, read once; and whether somebody's trade is to speak of tools: to sell, buy, teach, hire
//! for or write about what others run.
//!
//! By the titles alone. Which sentences of such a person still tell of work is for `claims`.

use std::sync::LazyLock;

use super::wish;
use crate::domain::Candidate;
use crate::extract::lists;
use crate::extract::phrases::Stems;
use crate::extract::titles::{TitleSign, title_signs};
use crate::taxonomy::{Families, FamilyMark, fold};

/// Families of trades that are not by themselves work by hand: outside of the field, beside the sale, over people.
const SPEAKING: &[&str] = lists::CANDIDATE_TRADE_SPEAKING;

/// Beginnings of words of such trades; other work outside of the field (an electrician, a mechanical engineer) is done by hand.
static TALKING: LazyLock<Stems> = LazyLock::new(|| Stems::new(lists::CANDIDATE_TRADE_PLAIN_TITLES));

/// Whether a title names one of them.
fn is_talking(title: &str) -> bool {
    TALKING.begin_in(&fold(title), |_, _| true)
}

/// Whether one kind of work is named beyond doubt.
pub(super) fn is_plain(signs: &[TitleSign]) -> bool {
    signs.first().is_some_and(|sign| sign.strength.get() == 1000)
}

/// The families of work that the titles of a document name.
pub(super) struct Titles<'a> {
    families: &'a Families,
    /// By job as the document has them; nothing for one without a title.
    jobs: Vec<Vec<TitleSign>>,
    headline: Vec<TitleSign>,
}

impl<'a> Titles<'a> {
    pub(super) fn new(candidate: &Candidate, families: &'a Families) -> Self {
        let read = |title: &str| title_signs(title, families);
        let jobs = candidate.experience.iter().map(|job| read(job.title.as_deref().unwrap_or_default())).collect();
        // Who somebody would like to be, they are not.
        let headline = wish::held(candidate.headline.as_deref().unwrap_or_default());
        Self { families, jobs, headline: read(&headline) }
    }

    pub(super) fn of_job(&self, index: usize) -> &[TitleSign] {
        &self.jobs[index]
    }

    pub(super) fn of_headline(&self) -> &[TitleSign] {
        &self.headline
    }

    /// Whether all titles that say anything are plainly of trades outside of the field, and one of them speaks of tools.
    pub(super) fn talk(&self, candidate: &Candidate) -> bool {
        let jobs = candidate.experience.iter().map(|job| &job.title).zip(&self.jobs);
        let mut titles = jobs.chain([(&candidate.headline, &self.headline)]);
        self.all().all(|sign| self.speaks(*sign))
            && titles.any(|(title, signs)| is_plain(signs) && title.as_deref().is_some_and(is_talking))
    }

    /// Whether the title that a text opens with, of somebody without such fields, is of a trade that speaks of tools.
    pub(super) fn of_text(&self, title: &str, signs: &[TitleSign]) -> bool {
        is_plain(signs) && signs.iter().all(|sign| self.speaks(*sign)) && is_talking(title)
    }

    fn speaks(&self, sign: TitleSign) -> bool {
        SPEAKING.contains(&&*self.families.get(sign.family).id)
    }

    /// Whether a title says nothing, or is of work that has nothing to do with computers.
    pub(super) fn are_elsewhere(&self, signs: &[TitleSign]) -> bool {
        signs.iter().all(|sign| self.families.get(sign.family).is(FamilyMark::Elsewhere))
    }

    /// Whether a title is of work in the field.
    pub(super) fn are_of_the_field(&self, signs: &[TitleSign]) -> bool {
        signs.iter().any(|sign| self.families.get(sign.family).is_of_the_field())
    }

    fn all(&self) -> impl Iterator<Item = &TitleSign> {
        self.jobs.iter().flatten().chain(&self.headline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;
    use serde_json::json;

    fn talks_as(headline: &str) -> bool {
        let candidate = serde_json::from_value(json!({"id": "c", "headline": headline})).unwrap();
        Titles::new(&candidate, Taxonomy::builtin().families()).talk(&candidate)
    }

    #[test]
    fn a_text_alone_tells_whose_it_is() {
        let taxonomy = Taxonomy::builtin();
        let candidate = serde_json::from_value(json!({"id": "c"})).unwrap();
        let silent = Titles::new(&candidate, taxonomy.families());
        let of_text = |title: &str| silent.of_text(title, &title_signs(title, taxonomy.families()));
        assert!(of_text("Technical recruiter") && of_text("VP Sales"));
        assert!(!of_text("HPC engineer") && !of_text("Carpenter") && !of_text("DSP kernel writer"));
    }

    #[test]
    fn trades_that_speak_of_tools_are_known_by_their_titles() {
        for title in [
            "Technical recruiter, AI infrastructure", "Talent partner", "Sales engineer", "Account executive",
            "Product manager", "Technical writer", "Patent examiner", "Course coordinator", "Strategic buyer",
            "Venture investor", "Scrum master", "Technology journalist", "Developer advocate", "Industry analyst",
            "Presales consultant", "Procurement lead", "Agile coach", "Agile delivery manager",
            "Release train engineer", "Technical scrum master, AI platform", "Transformation lead", "Event manager",
            "Equity analyst", "Patent attorney",
        ] {
            assert!(talks_as(title), "{title}");
        }
    }

    #[test]
    fn who_works_with_tools_does_not_speak_of_them_by_trade() {
        for title in [
            "HPC engineer", "Engineer", "Systems programmer", "Lecturer", "GPU kernel engineer",
            "IT support technician", "Founder", "Storage administrator", "Mechanical engineer", "Electrician", "Chef",
            "Data scientist", "Machine learning engineer", "Solutions architect, HPC",
        ] {
            assert!(!talks_as(title), "{title}");
        }
    }
}
