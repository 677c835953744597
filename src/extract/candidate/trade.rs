//! Whether somebody's trade is to speak of tools: to sell, buy, teach, hire for or write about what others run.
//!
//! By the titles alone. Which sentences of such a person still tell of work is for `claims`.

use crate::domain::Candidate;
use crate::taxonomy::{Taxonomy, fold};

/// Families of trades that are not by themselves work by hand: outside of the field, beside the sale, over people.
const SPEAKING: &[&str] = &["other", "solutions", "engineering_management"];

/// Beginnings of words of such trades; other work outside of the field (an electrician, a mechanical engineer) is done by hand.
const TALKING: &[&str] = &[
    "account executive", "account manager", "advocate", "analyst", "attorney", "blogger", "broker",
    "business development", "buyer", "category manager", "columnist", "communications", "content", "contract manager",
    "contracts manager", "copywriter", "correspondent", "counsel", "customer success", "devrel", "editor",
    "evangelist", "event", "events", "examiner", "executive search", "headhunter", "hr", "human resources",
    "interpreter", "investor", "journalist", "lawyer", "market", "marketing", "organiser", "organizer", "planner",
    "pmo", "podcaster", "pre sales", "presales", "press", "procurement", "product manage", "product owner",
    "program coordinat", "program manage", "project coordinat", "project manage", "public relations", "purchas",
    "recruit", "relations", "reporter", "sales", "scrum", "sourc", "staffing", "talent", "translator",
    "vendor manager", "venture", "writer", "coordinator", "search partners", "salesperson",
];

/// Whether a title names one of them.
fn is_talking(title: &str) -> bool {
    let folded = fold(title);
    TALKING.iter().any(|trade| {
        folded.match_indices(trade).any(|(at, _)| at == 0 || !folded.as_bytes()[at - 1].is_ascii_alphanumeric())
    })
}

/// Whether all titles that say anything are plainly of trades outside of the field.
pub(super) fn talks(candidate: &Candidate, taxonomy: &Taxonomy) -> bool {
    let families = taxonomy.families();
    let jobs = candidate.experience.iter().filter_map(|job| job.title.as_deref());
    let mut said = false;
    let all = jobs.chain(candidate.headline.as_deref()).all(|title| {
        let signs = families.title_signs(title);
        said |= signs.first().is_some_and(|sign| sign.strength.get() == 1000) && is_talking(title);
        signs.iter().all(|sign| SPEAKING.contains(&&*families.get(sign.family).id))
    });
    said && all
}

/// Whether all titles that say anything are plainly of trades that have nothing to do with computers.
pub(super) fn is_of_another_trade(candidate: &Candidate, taxonomy: &Taxonomy) -> bool {
    let families = taxonomy.families();
    let jobs = candidate.experience.iter().filter_map(|job| job.title.as_deref());
    let mut said = false;
    let all = jobs.chain(candidate.headline.as_deref()).all(|title| {
        let signs = families.title_signs(title);
        said |= !signs.is_empty();
        signs.iter().all(|sign| families.get(sign.family).is_elsewhere())
    });
    said && all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn talks_as(headline: &str) -> bool {
        let candidate = serde_json::from_value(json!({"id": "c", "headline": headline})).unwrap();
        talks(&candidate, &Taxonomy::embedded())
    }

    #[test]
    fn trades_that_speak_of_tools_are_known_by_their_titles() {
        for title in [
            "Technical recruiter, AI infrastructure", "Talent partner", "Sales engineer", "Account executive",
            "Product manager", "Technical writer", "Patent examiner", "Course coordinator", "Strategic buyer",
            "Venture investor", "Scrum master", "Technology journalist", "Developer advocate", "Industry analyst",
            "Presales consultant", "Procurement lead", "Event manager", "Equity analyst", "Patent attorney",
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
