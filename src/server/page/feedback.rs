//! What people think of a person for a role, on the page: stage, grade and notes, each note with its time.

use axum::extract::State;
use axum::response::Redirect;

use super::candidates::candidate_id;
use super::form::Form;
use super::frame::Frame;
use super::roles::role_id;
use super::shortlist_query::Asked;
use super::state::Deleted;
use crate::feedback::{Feedback, FeedbackNote, FeedbackOptions, FeedbackStage};
use crate::server::app::App;
use crate::server::feedback::now;
use crate::server::problem::Problem;
use crate::server::target::{Pair, Query};
use crate::{CandidateId, Engine, Error, RoleId};

/// The grades, as a form names them.
const GRADES: [&str; 4] = ["0", "1", "2", "3"];
/// So much of the feedback on a role is read at a time.
const A_PORTION: usize = 1000;

/// What a page tells of a pair.
pub(super) struct FeedbackView {
    /// Empty where nobody gave one.
    pub stage: &'static str,
    pub grade: String,
    pub notes: Vec<NoteView>,
    pub stages: [&'static str; FeedbackStage::ALL.len()],
    pub grades: [&'static str; 4],
}

pub(super) struct NoteView {
    pub text: String,
    pub by: String,
    /// By RFC 3339, for the browser.
    pub at: String,
    /// For people, in UTC; the page's script puts the reader's own time there.
    pub shown_at: String,
    /// What tells the note from the others of the pair.
    pub key: String,
}

impl FeedbackView {
    /// In blind mode without notes: they may name somebody.
    pub(super) fn of(kept: Option<&Feedback>, is_blind: bool) -> Self {
        let notes = kept.map_or(&[][..], |kept| kept.notes.as_slice());
        let view = |(number, note): (usize, &FeedbackNote)| {
            let (at, shown_at) = times(note.at);
            let by = note.by.clone().unwrap_or_default();
            NoteView { text: note.text.clone(), by, at, shown_at, key: format!("{number}.{}", note.at) }
        };
        Self {
            stage: stage_of(kept),
            grade: grade_of(kept),
            notes: if is_blind { Vec::new() } else { notes.iter().enumerate().map(view).rev().collect() },
            stages: FeedbackStage::ALL.map(FeedbackStage::as_str),
            grades: GRADES,
        }
    }
}

/// The name of the stage; empty where there is none.
pub(super) fn stage_of(kept: Option<&Feedback>) -> &'static str {
    kept.and_then(|kept| kept.stage).map_or("", FeedbackStage::as_str)
}

/// The grade; empty where there is none.
pub(super) fn grade_of(kept: Option<&Feedback>) -> String {
    kept.and_then(|kept| kept.grade).map(|grade| grade.to_string()).unwrap_or_default()
}

/// A time for browsers and for people.
pub(super) fn times(seconds: u64) -> (String, String) {
    let time = i64::try_from(seconds).ok().and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    let machine = time.unwrap_or_default().to_string();
    let minutes = machine.get(..16).unwrap_or_default().replace('T', " ");
    let shown = format!("{minutes} UTC");
    (machine, shown)
}

/// Stage and grade where the form changes them, and a note where it holds one.
pub(super) async fn save(
    State(app): State<App>,
    frame: Frame,
    Pair(role, candidate): Pair,
    query: Query,
    form: Form,
) -> Result<Redirect, Problem> {
    frame.check_write(form.get("csrf"))?;
    let asked = Asked::of(&query);
    app.run(move |engine, _| {
        let (role, candidate) = (role_id(&role)?, candidate_id(&candidate)?);
        engine.change_feedback(&role, &candidate, |kept| {
            // What somebody else set meanwhile stays, unless this reader set it, too.
            let changed = |name: &str, shown: &str| (form.get(name) != form.get(shown)).then(|| form.get(name));
            if let Some(stage) = changed("stage", "shown_stage") {
                kept.stage = FeedbackStage::of_name(stage);
            }
            if let Some(grade) = changed("grade", "shown_grade") {
                kept.grade = grade.parse().ok().filter(|_| GRADES.contains(&grade));
            }
            if !form.get("note").is_empty() {
                let by = Some(frame.key.clone()).filter(|by| !by.is_empty());
                kept.notes.push(FeedbackNote::new(form.get("note"), now()).with_by(by));
            }
        })?;
        Ok(back(&frame, &role, &candidate, &asked, ""))
    })
    .await
}

/// Removes a note, which can be undone.
pub(super) async fn remove_note(
    State(app): State<App>,
    frame: Frame,
    Pair(role, candidate): Pair,
    query: Query,
    form: Form,
) -> Result<Redirect, Problem> {
    frame.check_write(form.get("csrf"))?;
    let asked = Asked::of(&query);
    let state = app.clone();
    app.run(move |engine, _| {
        let (role, candidate) = (role_id(&role)?, candidate_id(&candidate)?);
        let mut removed = None;
        engine.change_feedback(&role, &candidate, |kept| {
            let is_it = |(number, note): (usize, &FeedbackNote)| format!("{number}.{}", note.at) == form.get("note");
            removed = kept.notes.iter().enumerate().position(is_it).map(|at| kept.notes.remove(at));
        })?;
        let note = removed.ok_or_else(|| Error::NotFound { what: "note", id: form.get("note").to_owned() })?;
        let deleted = Deleted::Note(role.clone(), candidate.clone(), note);
        let token = state.page().deleted.keep(deleted).unwrap_or_default();
        Ok(back(&frame, &role, &candidate, &asked, &token))
    })
    .await
}

fn back(frame: &Frame, role: &RoleId, candidate: &CandidateId, asked: &Asked, undo: &str) -> Redirect {
    let pair = frame.pair(role.as_str(), candidate.as_str());
    let mut query = asked.query();
    if !undo.is_empty() {
        query = format!("undo={undo}{}{query}", if query.is_empty() { "" } else { "&" });
    }
    let mark = if query.is_empty() { "" } else { "?" };
    Redirect::to(&format!("{pair}{mark}{query}#feedback"))
}

/// Puts a note back among the others.
pub(super) fn restore(
    engine: &Engine,
    role: &RoleId,
    candidate: &CandidateId,
    note: FeedbackNote,
) -> Result<(), Error> {
    engine.change_feedback(role, candidate, |kept| {
        kept.notes.push(note);
        kept.notes.sort_by_key(|note| note.at);
    })?;
    Ok(())
}

/// All that is kept of a role.
pub(super) fn of_role(engine: &Engine, role: &RoleId) -> Result<Vec<Feedback>, Error> {
    let mut all = Vec::new();
    let mut options = FeedbackOptions::default().with_limit(A_PORTION);
    loop {
        let page = engine.feedback_of_role(role, &options)?;
        all.extend(page.feedback);
        match page.next_cursor {
            Some(last) => options = options.with_after(last),
            None => return Ok(all),
        }
    }
}

/// Puts back what went with a document that is put back; what is about another one that is gone by now stays gone.
pub(super) fn restore_all(engine: &Engine, kept: &[Feedback]) -> Result<(), Error> {
    for feedback in kept {
        match engine.put_feedback(feedback) {
            Ok(_) | Err(Error::NotFound { .. }) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_to_browsers_and_to_people() {
        assert_eq!(times(1_800_000_000), ("2027-01-15T08:00:00Z".to_owned(), "2027-01-15 08:00 UTC".to_owned()));
    }
}
