//! Text to facts.

use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

use super::app::App;
use super::ask::Fields;
use super::body::{self, TextBody, Written};
use super::problem::Problem;
use crate::extract::Extraction;
#[cfg(feature = "documents")]
use crate::intake::file_text;
use crate::intake::parse_json;

/// The facts of a text, or of a file.
#[derive(Serialize, JsonSchema)]
pub(super) struct FileExtraction {
    /// The text of the file, in which offsets count; absent where the body is the text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(flatten)]
    facts: Extraction,
}

pub(super) async fn extract(State(app): State<App>, text: TextBody) -> Result<Written, Problem> {
    app.run(move |engine, _| {
        let mut traced = false;
        #[cfg(feature = "documents")]
        if let TextBody::File(kind, bytes, _place) = text {
            let name = format!("body.{}", kind.endings()[0]);
            let text = file_text(&name, &bytes, &engine.options().limits)?;
            let facts = engine.extract(&text)?;
            return body::write(&FileExtraction { text: Some(text), facts });
        }
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
            #[cfg(feature = "documents")]
            TextBody::File(..) => return Err(Problem::internal()),
        };
        body::write(&if traced { engine.extract_traced(&text)? } else { engine.extract(&text)? })
    })
    .await
}
