//! Shortlists as scorecards, in the shapes in which Greenhouse and Lever answer theirs: a rating and a note for each requirement, and what
//! to ask. Whether somebody is recommended is left open: that is for people to say.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::json_rows;
use super::shortlists::Shortlisted;
use crate::Match;
use crate::explain::{ComponentName, EvidenceRow};
use crate::model::Necessity;

/// From so much of the credit on a requirement is met in full, and well.
const IN_FULL: f64 = 0.9;
const WELL: f64 = 0.6;

/// How a requirement is met. Where documents say nothing, nothing is rated: silence is no refusal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rating {
    InFull,
    Well,
    InPart,
    NotTold,
}

impl Rating {
    /// Greenhouse's word.
    fn word(self) -> &'static str {
        match self {
            Self::InFull => "strong_yes",
            Self::Well => "yes",
            Self::InPart => "mixed",
            Self::NotTold => "no_decision",
        }
    }

    /// Lever's score of four; none where nothing is told.
    fn score(self) -> Option<u8> {
        match self {
            Self::InFull => Some(4),
            Self::Well => Some(3),
            Self::InPart => Some(2),
            Self::NotTold => None,
        }
    }
}

/// One requirement on the card.
struct Rated<'a> {
    requirement: &'a str,
    necessity: &'static str,
    rating: Rating,
    note: String,
}

/// A list of Greenhouse's scorecards.
pub(super) fn greenhouse(shortlisted: &[Shortlisted<'_>], out: &mut impl Write) -> io::Result<()> {
    json_rows::pretty(&cards(shortlisted, greenhouse_card), out)
}

/// A list of Lever's forms of feedback.
pub(super) fn lever(shortlisted: &[Shortlisted<'_>], out: &mut impl Write) -> io::Result<()> {
    json_rows::pretty(&cards(shortlisted, lever_form), out)
}

fn cards(shortlisted: &[Shortlisted<'_>], card: fn(&Shortlisted<'_>, &Match) -> Value) -> Vec<Value> {
    shortlisted.iter().flat_map(|list| list.answer.results.iter().map(move |row| card(list, row))).collect()
}

fn greenhouse_card(list: &Shortlisted<'_>, row: &Match) -> Value {
    let rated = rated(row);
    let named = |rating: Rating| -> Vec<&str> {
        rated.iter().filter(|rated| rated.rating == rating).map(|rated| rated.requirement).collect()
    };
    let attributes: Vec<Value> = rated
        .iter()
        .map(|rated| json!({ "name": rated.requirement, "type": rated.necessity, "note": rated.note, "rating": rated.rating.word() }))
        .collect();
    let questions =
        row.questions.iter().map(|question| json!({ "id": null, "question": question.question, "answer": null }));
    let summary = json!({ "id": null, "question": "Key take-aways", "answer": row.summary });
    let all_questions: Vec<Value> = std::iter::once(summary).chain(questions).collect();
    json!({
        "candidate_id": candidate_id(row, "greenhouse-"),
        "interview": title(list),
        "interviewer": null,
        "submitted_at": null,
        "overall_recommendation": "no_decision",
        "attributes": attributes,
        "ratings": {
            "definitely_not": [], "no": [], "mixed": named(Rating::InPart), "yes": named(Rating::Well), "strong_yes": named(Rating::InFull),
        },
        "questions": all_questions,
    })
}

fn lever_form(list: &Shortlisted<'_>, row: &Match) -> Value {
    let rated = rated(row);
    let scores: Vec<Value> =
        rated.iter().map(|rated| json!({ "text": rated.requirement, "description": rated.necessity })).collect();
    let values: Vec<Value> =
        rated.iter().map(|rated| json!({ "score": rated.rating.score(), "comment": rated.note })).collect();
    let questions = row
        .questions
        .iter()
        .map(|question| json!({ "type": "textarea", "text": question.question, "required": false, "value": null }));
    let summary = json!({ "type": "textarea", "text": "Summary", "required": false, "value": row.summary });
    let scorecard =
        json!({ "type": "scorecard", "text": "Requirements", "required": false, "scores": scores, "value": values });
    let fields: Vec<Value> = [summary, scorecard].into_iter().chain(questions).collect();
    json!({
        "opportunityId": candidate_id(row, "lever-"),
        "type": "form",
        "text": title(list),
        "fields": fields,
        "completedAt": null,
    })
}

/// The id that the other system knows, where the candidate came from it: a number where it is one.
fn candidate_id(row: &Match, prefix: &str) -> Value {
    let id = row.candidate_id.as_ref().map_or("", |id| id.as_str());
    let own = id.strip_prefix(prefix).unwrap_or(id);
    own.parse::<u64>().map_or_else(|_| own.into(), Value::from)
}

fn title(list: &Shortlisted<'_>) -> String {
    let role = &list.role;
    format!("Rolefit: {}", role.title.as_deref().unwrap_or(role.id.as_str()))
}

/// Each requirement once: the evidence for it, and what is missing.
fn rated(row: &Match) -> Vec<Rated<'_>> {
    let skills = row.components.iter().find(|component| component.name == ComponentName::Skills);
    let mut rated: Vec<Rated<'_>> = Vec::new();
    for evidence in skills.into_iter().flat_map(|component| &component.evidence) {
        let Some(requirement) = evidence.requirement.as_deref() else { continue };
        if rated.iter().any(|known| known.requirement == requirement) {
            continue;
        }
        let rating = match evidence.credit {
            Some(credit) if credit >= IN_FULL => Rating::InFull,
            Some(credit) if credit >= WELL => Rating::Well,
            Some(credit) if credit > 0.0 => Rating::InPart,
            _ => Rating::NotTold,
        };
        rated.push(Rated { requirement, necessity: necessity(evidence.necessity), rating, note: note(evidence) });
    }
    for gap in &row.gaps {
        if rated.iter().all(|known| known.requirement != gap.requirement) {
            let note = gap.nearest.as_ref().map_or_else(
                || "nothing is said of it".to_owned(),
                |nearest| format!("nothing is said of it; the nearest is {nearest}"),
            );
            let (requirement, necessity) = (gap.requirement.as_str(), necessity(Some(gap.necessity)));
            rated.push(Rated { requirement, necessity, rating: Rating::NotTold, note });
        }
    }
    rated
}

fn necessity(necessity: Option<Necessity>) -> &'static str {
    match necessity {
        Some(Necessity::PartOfTheWork) => "Part of the work",
        Some(Necessity::NiceToHave) => "Nice to have",
        _ => "Required",
    }
}

/// What the rating rests on.
fn note(evidence: &EvidenceRow) -> String {
    let mut parts: Vec<String> = evidence.claim.iter().cloned().collect();
    parts.extend(evidence.years.map(|years| format!("{years} years")));
    parts.extend(evidence.last_used.as_ref().map(|used| format!("last used {used}")));
    parts.extend(evidence.text.as_ref().map(|text| format!("\u{201c}{text}\u{201d}")));
    parts.join(", ")
}
