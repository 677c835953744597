//! The skills that no concept knows.

use super::page::{Page, cell, plain, right};
use crate::cli::shortlists::{counted, grouped};
use crate::matching::UnrecognizedSkills;

/// A row for each skill, and below it how many there are beside them.
pub(in crate::cli) fn unrecognized(found: &UnrecognizedSkills, page: Page) -> String {
    let mut text = String::new();
    if found.skills.is_empty() {
        text.push_str("Every skill that your candidates and roles name is known; the taxonomy lacks nothing here.\n");
    } else {
        let header = vec![cell("Skill"), right("Candidates"), right("Roles"), cell("Spelled most like")];
        let rows = found.skills.iter().map(|skill| {
            let spellings =
                if skill.spellings > 1 { format!(" ({} spellings)", skill.spellings) } else { String::new() };
            let nearest = skill.nearest.as_ref();
            vec![
                cell(format!("{}{spellings}", plain(&skill.name))),
                right(&grouped(skill.candidates)),
                right(&grouped(skill.roles)),
                cell(nearest.map(|near| format!("{} ({})", near.label, near.concept)).unwrap_or_default()),
            ]
        });
        let widths = [page.width.saturating_sub(60).max(30), 10, 6];
        text.push_str(&page.lines(0, &widths, std::iter::once(header).chain(rows).collect()));
        text.push_str(&format!(
            "\n{} of {}, in {} and {}\n",
            grouped(found.skills.len()),
            counted(found.total, "unrecognized skill"),
            counted(found.candidates, "candidate"),
            counted(found.roles, "role"),
        ));
    }
    let left_out = [(found.left_out.sentences, "sentence"), (found.left_out.contact_details, "contact detail")];
    let left_out: Vec<String> =
        left_out.into_iter().filter(|(n, _)| *n > 0).map(|(number, noun)| counted(number, noun)).collect();
    if !left_out.is_empty() {
        text.push_str(&format!("left out as no names of skills: {}\n", left_out.join(", ")));
    }
    text
}
