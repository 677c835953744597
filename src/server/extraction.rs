//! Text to facts.

use axum::extract::State;
use axum::http::StatusCode;

use super::app::App;
use super::ask::Fields;
use super::body::{self, TextBody, Written};
use super::problem::Problem;
use crate::intake::parse_json;

pub(super) async fn extract(State(app): State<App>, text: TextBody) -> Result<Written, Problem> {
    app.run(move |engine, _| {
        let mut traced = false;
        let text = match text {
            TextBody::Json(json) => {
                let mut fields = Fields::new(parse_json(&json, &engine.options().limits)?)?;
                let text = fields.required_text("text");
                traced = fields.flag("trace", false);
                fields.finish(&["text", "trace"])?;
                text
            }
            TextBody::Plain(bytes) => String::from_utf8(bytes.into()).map_err(|_| {
                Problem::new(StatusCode::BAD_REQUEST, "malformed", "the text is not UTF-8; expected UTF-8")
            })?,
        };
        body::write(&if traced { engine.extract_traced(&text)? } else { engine.extract(&text)? })
    })
    .await
}
