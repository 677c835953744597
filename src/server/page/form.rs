//! What a form sends: fields, and files.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;

use crate::server::app::App;
use crate::server::body;
use crate::server::problem::Problem;

/// A form, by its fields in their order.
pub(super) struct Form {
    fields: Vec<(String, String)>,
    pub(super) files: Vec<SentFile>,
}

/// An amount without what groups its digits, as people write it in English or in German: `120,000` and `120.000` are one, and `85,50` is `85.50`.
pub(super) fn plain_amount(text: &str) -> String {
    let written = text.replace([' ', '_', '\u{a0}', '\u{202f}'], "");
    let parts: Vec<&str> = written.split([',', '.']).collect();
    // Of lakhs and crores two digits stand between the first and the last.
    let are_groups = |groups: &[&str]| groups.iter().all(|group| matches!(group.len(), 2 | 3));
    match parts.split_last() {
        Some((last, [first, groups @ ..])) if !first.is_empty() && are_groups(groups) => match last.len() {
            3 => parts.concat(),
            _ => format!("{first}{}.{last}", groups.concat()),
        },
        _ => written,
    }
}

/// A file that was sent.
pub(super) struct SentFile {
    pub(super) name: String,
    pub(super) bytes: Bytes,
}

impl Form {
    /// The value of a field, without spaces around; empty where there is none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.trim())
    }
}

impl FromRequest<App> for Form {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let media = request.headers().get(CONTENT_TYPE).cloned();
        let stated = media.as_ref().and_then(|value| value.to_str().ok()).unwrap_or_default().to_ascii_lowercase();
        if stated.starts_with("application/x-www-form-urlencoded") {
            // Encoded, a text may take three times its length.
            let bytes = body::read(request, app, app.limits().document_bytes.saturating_mul(3)).await?;
            return Ok(Self { fields: fields(&bytes), files: Vec::new() });
        }
        let Some(media) = media.filter(|_| stated.starts_with("multipart/form-data")) else {
            let detail = "expected a form, as a page sends it";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail));
        };
        let bytes = body::read(request, app, app.bounds().match_body_bytes).await?;
        let mut whole = Request::new(Body::from(bytes));
        whole.headers_mut().insert(CONTENT_TYPE, media);
        let malformed = || Problem::new(StatusCode::BAD_REQUEST, "malformed", "the form cannot be taken apart");
        let mut parts = Multipart::from_request(whole, app).await.map_err(|_| malformed())?;
        let mut form = Self { fields: Vec::new(), files: Vec::new() };
        while let Some(part) = parts.next_field().await.map_err(|_| malformed())? {
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|_| malformed())?;
            match file {
                // A browser sends an empty file where none was chosen.
                Some(name) if name.is_empty() || bytes.is_empty() => {}
                Some(name) => form.files.push(SentFile { name, bytes }),
                None => form.fields.push((name, String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))),
            }
        }
        Ok(form)
    }
}

/// The fields of `a=b&c=d`.
fn fields(bytes: &[u8]) -> Vec<(String, String)> {
    let pairs = bytes.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
    let pair = |pair: &[u8]| {
        let at = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
        (decoded(&pair[..at]), decoded(pair.get(at + 1..).unwrap_or_default()).replace("\r\n", "\n"))
    };
    pairs.map(pair).collect()
}

fn decoded(text: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let digits = text.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match (text[at], digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                at += 2;
            }
            (b'+', _) => bytes.push(b' '),
            (byte, _) => bytes.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_as_browsers_write_them() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            fields(b"a=b+c&d=%C3%A4%0D%0A&e&=f&g=%zz%4"),
            [pair("a", "b c"), pair("d", "ä\n"), pair("e", ""), pair("", "f"), pair("g", "%zz%4")]
        );
    }
}
