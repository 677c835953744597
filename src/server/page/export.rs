//! A shortlist as a file: CSV for a spreadsheet, JSON for a program; with the filters and weights of the page, and as blind as it.

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use axum::response::IntoResponse as _;

use super::feedback;
use super::frame::Frame;
use super::shortlist::Asking;
use super::shortlist_query::Asked;
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::{Answer, Match, MatchOptions};

const COLUMNS: [&str; 13] = [
    "rank", "candidate_id", "name", "fit", "verdict", "coverage", "must_have_coverage", "pay", "strengths", "gaps",
    "summary", "stage", "grade",
];
/// Those of them that are figures in a workbook.
#[cfg(feature = "spreadsheets")]
const FIGURES: [&str; 5] = ["rank", "fit", "coverage", "must_have_coverage", "grade"];
/// People in a file.
const N_EXPORTED: usize = 500;

pub(super) async fn csv(app: State<App>, frame: Frame, id: Id, query: Query) -> Result<Response<Body>, Problem> {
    let (answer, decisions) = answer(app, frame, id, query).await?;
    let mut text = row(&COLUMNS);
    for (found, decision) in answer.results.iter().zip(decisions) {
        text += &row(&cells(found, decision).each_ref().map(String::as_str));
    }
    Ok(file(text, "text/csv; charset=utf-8", "attachment; filename=\"shortlist.csv\""))
}

pub(super) async fn json(app: State<App>, frame: Frame, id: Id, query: Query) -> Result<Response<Body>, Problem> {
    let (answer, _) = answer(app, frame, id, query).await?;
    let text = serde_json::to_string_pretty(&answer).map_err(|_| Problem::internal())? + "\n";
    Ok(file(text, "application/json", "attachment; filename=\"shortlist.json\""))
}

/// What people decided of somebody: stage and grade, empty where there is none.
type Decision = [String; 2];

async fn answer(
    State(app): State<App>,
    frame: Frame,
    Id(id): Id,
    query: Query,
) -> Result<(Answer, Vec<Decision>), Problem> {
    let mut asked = Asked::of(&query);
    asked.cursor.clear();
    let turns = app.places().large_matches.clone();
    app.run_in_turn(&turns, move |engine, _| {
        let asking = Asking::of(engine, &id, &asked, &frame, MatchOptions::default().with_limit(N_EXPORTED))?;
        let wrong = || crate::server::target::malformed_query(asking.errors.join("; "));
        let answer = asking.answer.clone().ok_or_else(wrong)?;
        let decision = |found: &Match| {
            let kept = found.candidate_id.as_ref().and_then(|id| engine.feedback(&asking.role.id, id));
            let kept = kept.as_ref().map(|(kept, _)| kept);
            [feedback::stage_of(kept).to_owned(), feedback::grade_of(kept)]
        };
        let decisions = answer.results.iter().map(decision).collect();
        Ok((if asked.blind { answer.blinded() } else { answer }, decisions))
    })
    .await
}

/// A workbook with one sheet; the heading stays in sight, and figures are figures.
#[cfg(feature = "spreadsheets")]
pub(super) async fn xlsx(app: State<App>, frame: Frame, id: Id, query: Query) -> Result<Response<Body>, Problem> {
    use rust_xlsxwriter::{Format, Workbook, XlsxError};
    let (answer, decisions) = answer(app, frame, id, query).await?;
    let written = || -> Result<Vec<u8>, XlsxError> {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.set_name("Shortlist")?.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold();
        for (name, column) in COLUMNS.iter().zip(0..) {
            sheet.write_string_with_format(0, column, *name, &bold)?;
        }
        for ((found, decision), line) in answer.results.iter().zip(&decisions).zip(1..) {
            for (text, column) in cells(found, decision.clone()).iter().zip(0..) {
                let figure = text.parse::<f64>().ok().filter(|_| FIGURES.contains(&COLUMNS[usize::from(column)]));
                match figure {
                    Some(figure) => sheet.write_number(line, column, figure)?,
                    // As a text, whatever it looks like.
                    None => sheet.write_string(line, column, text.as_str())?,
                };
            }
        }
        sheet.autofit();
        workbook.save_to_buffer()
    };
    let bytes = written().map_err(|_| Problem::internal())?;
    let media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    let head = [(CONTENT_TYPE, media), (CONTENT_DISPOSITION, "attachment; filename=\"shortlist.xlsx\"")];
    Ok((head, bytes).into_response())
}

fn file(text: String, media: &'static str, disposition: &'static str) -> Response<Body> {
    let head: [(HeaderName, &str); 2] = [(CONTENT_TYPE, media), (CONTENT_DISPOSITION, disposition)];
    (head, text).into_response()
}

fn cells(found: &Match, [stage, grade]: Decision) -> [String; 13] {
    let skills = found.components.iter().filter(|c| c.name == crate::explain::ComponentName::Skills);
    let met = skills.flat_map(|c| &c.evidence).filter(|e| e.effect == crate::explain::EvidenceEffect::Positive);
    let strengths: Vec<&str> = met.filter_map(|evidence| evidence.requirement.as_deref()).collect();
    let gaps: Vec<&str> = found.gaps.iter().map(|gap| gap.requirement.as_str()).collect();
    [
        found.rank.to_string(),
        found.candidate_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        found.name.clone().unwrap_or_default(),
        format!("{:.2}", found.fit),
        found.verdict.as_str().to_owned(),
        format!("{:.2}", found.coverage),
        format!("{:.2}", found.must_have_coverage),
        super::show::word(found.pay_verdict),
        strengths.join("; "),
        gaps.join("; "),
        found.summary.clone(),
        stage,
        grade,
    ]
}

/// A row by RFC 4180. A text that a spreadsheet would take for a formula is led by an apostrophe.
fn row(cells: &[&str]) -> String {
    let cell = |text: &&str| {
        let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
        let is_plain = !text.contains(['"', ',', '\n', '\r']);
        if is_plain { format!("{guard}{text}") } else { format!("\"{guard}{}\"", text.replace('"', "\"\"")) }
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_or_ends_early() {
        assert_eq!(row(&["a", "=1+1", "b \"c\", d", "@x,y"]), "a,'=1+1,\"b \"\"c\"\", d\",\"'@x,y\"\r\n");
    }
}
