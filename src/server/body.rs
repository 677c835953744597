//! Bodies that are read as a whole: their type, their size, and how long a client may take to send them.

use std::io;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, EXPECT, HeaderMap};
use axum::http::{Response, StatusCode};
use http_body_util::BodyExt as _;
use serde::Serialize;
use tokio::time::{Instant, timeout_at};

use super::app::App;
use super::bounds::FREE_BODY_BYTES;
use super::coding::{Coding, Decoder};
use super::pace::{Pace, Paced};
use super::places;
use super::problem::Problem;
#[cfg(feature = "documents")]
use crate::intake::FileKind;

/// A JSON body of a document's size, perhaps empty.
pub(super) struct JsonBody(pub(super) Bytes);

/// A JSON merge patch of a document.
pub(super) struct PatchBody(pub(super) Bytes);

/// A JSON body of many documents. Only so many are worked on at a time.
pub(super) struct LargeJsonBody {
    pub(super) bytes: Bytes,
    pub(super) place: tokio::sync::OwnedSemaphorePermit,
}

/// Documents of other systems, of any type: their bytes tell what they are. Only so many are worked on at a time.
pub(super) struct ImportBody {
    pub(super) bytes: Bytes,
    pub(super) place: tokio::sync::OwnedSemaphorePermit,
    /// Whether its type says that it is a file that somebody wrote.
    pub(super) is_written: bool,
}

/// A text, as itself or within JSON.
pub(super) enum TextBody {
    Plain(Bytes),
    Json(Bytes),
    /// A file of which the text is read. Only so many are worked on at a time.
    #[cfg(feature = "documents")]
    File(FileKind, Bytes, tokio::sync::OwnedSemaphorePermit),
}

/// What a body may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Media {
    Json,
    JsonLines,
    MergePatch,
    Text,
}

impl FromRequest<App> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        expect_media(request.headers(), &[Media::Json])?;
        read(request, app, app.limits().document_bytes).await.map(Self)
    }
}

impl FromRequest<App> for PatchBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        // A patch that calls itself JSON can only be meant as one that is merged.
        expect_media(request.headers(), &[Media::MergePatch, Media::Json])?;
        read(request, app, app.limits().document_bytes).await.map(Self)
    }
}

impl FromRequest<App> for LargeJsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        expect_media(request.headers(), &[Media::Json])?;
        let bytes = read(request, app, app.bounds().match_body_bytes).await?;
        // Once the body is there: a slow client takes no such place from others.
        Ok(Self { bytes, place: app.admit_heavy()? })
    }
}

impl FromRequest<App> for ImportBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        #[cfg(feature = "documents")]
        let is_written = file_kind(request.headers()).is_some();
        #[cfg(not(feature = "documents"))]
        let is_written = false;
        let bytes = read(request, app, app.bounds().match_body_bytes).await?;
        Ok(Self { bytes, place: app.admit_heavy()?, is_written })
    }
}

impl FromRequest<App> for TextBody {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        #[cfg(feature = "documents")]
        if let Some(kind) = file_kind(request.headers()) {
            let bytes = read(request, app, app.bounds().match_body_bytes).await?;
            return Ok(Self::File(kind, bytes, app.admit_heavy()?));
        }
        let media = expect_media(request.headers(), &[Media::Json, Media::Text])?;
        let bytes = read(request, app, app.limits().document_bytes).await?;
        Ok(if media == Media::Text { Self::Plain(bytes) } else { Self::Json(bytes) })
    }
}

/// The kind of file that the stated type says, but for texts and pages, which may be anything.
#[cfg(feature = "documents")]
fn file_kind(headers: &HeaderMap) -> Option<FileKind> {
    let stated = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    FileKind::of_media_type(stated).filter(|kind| !matches!(kind, FileKind::Text | FileKind::Html))
}

/// Which of the accepted types the body has; the first of them when it does not say.
pub(super) fn expect_media(headers: &HeaderMap, accepted: &[Media]) -> Result<Media, Problem> {
    let Some(stated) = headers.get(CONTENT_TYPE) else {
        return Ok(accepted[0]);
    };
    let stated = String::from_utf8_lossy(stated.as_bytes()).to_ascii_lowercase();
    let mut parts = stated.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default();
    let media = accepted.iter().copied().find(|media| media.is_named(essence)).ok_or_else(|| {
        let names: Vec<&str> = accepted.iter().flat_map(|media| media.names()).copied().collect();
        unsupported(format!("a body of type {essence:?} is not accepted here; {} is", names.join(" or ")))
    })?;
    let charset = parts.find_map(|part| part.strip_prefix("charset=")).map(|charset| charset.trim_matches('"'));
    match charset {
        None | Some("utf-8" | "utf8" | "us-ascii") => Ok(media),
        Some(other) => Err(unsupported(format!("the charset {other:?} is not accepted; utf-8 is"))),
    }
}

impl Media {
    /// The names that are told; those of JSON Lines have never been settled.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Json => &["application/json"],
            Self::JsonLines => &["application/x-ndjson"],
            Self::MergePatch => &["application/merge-patch+json"],
            Self::Text => &["text/plain", "text/html"],
        }
    }

    fn is_named(self, essence: &str) -> bool {
        let others: &[&str] = match self {
            Self::JsonLines => {
                &["application/ndjson", "application/jsonl", "application/x-jsonlines", "application/jsonlines"]
            }
            Self::Json | Self::MergePatch | Self::Text => &[],
        };
        self.names().contains(&essence) || others.contains(&essence)
    }
}

fn unsupported(detail: String) -> Problem {
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", detail)
}

/// How much more than the limit is read and thrown away, so that the connection can be used again. Beyond that the answer is given
/// at once, and the connection ends with it (see `patience`).
const OVERRUN_BYTES: usize = 8 << 20;

/// Reads a body as a whole. Nobody has admitted the request yet: it holds a place among the bodies alone.
pub(super) async fn read(request: Request, app: &App, limit: usize) -> Result<Bytes, Problem> {
    let bounds = app.bounds();
    let stated = request.headers().get(CONTENT_LENGTH).and_then(|n| n.to_str().ok()?.parse::<usize>().ok());
    let waits_for_leave = request.headers().contains_key(EXPECT);
    if stated.is_some_and(|stated| stated > limit && (waits_for_leave || stated > limit + OVERRUN_BYTES)) {
        return Err(too_large(limit));
    }
    let coding = Coding::of_request(request.headers())?;
    let body = request.into_body();
    if body.is_end_stream() {
        return Ok(Bytes::new());
    }
    let _place = places::take(&app.places().bodies)?;
    let mut room = app.places().body_room(limit > app.limits().document_bytes);
    let ends = Instant::now() + bounds.body;
    let mut pieces = Pieces::new(body, coding, bounds.body_pace);
    // What a client states is no reason to set so much memory aside.
    let mut bytes = Vec::with_capacity(stated.unwrap_or(0).min(limit).min(FREE_BODY_BYTES));
    let mut length = 0;
    while let Some(data) = timeout_at(ends, pieces.next()).await.unwrap_or_else(|_| {
        let detail = format!("the body came too slowly: all of it within {} s is accepted", bounds.body.as_secs());
        Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "body_timeout", detail))
    })? {
        length += data.len();
        if length <= limit {
            room.grow(data.len())?;
            bytes.extend_from_slice(&data);
        } else if coding.is_some() || length > limit + OVERRUN_BYTES {
            break;
        }
    }
    if length > limit { Err(too_large(limit)) } else { Ok(room.hold(bytes)) }
}

/// The pieces of a body, out of the coding in which it is sent.
pub(super) struct Pieces {
    body: Body,
    paced: Paced,
    decoder: Option<Decoder>,
}

impl Pieces {
    pub(super) fn new(body: Body, coding: Option<Coding>, pace: Pace) -> Self {
        Self { body, paced: Paced::new(pace), decoder: coding.map(Decoder::new) }
    }

    /// The next piece; `None` at the end. A problem when pieces come too slowly, or are not of their coding. May be given up and
    /// asked again.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            if let Some(decoder) = &mut self.decoder {
                match decoder.step().map_err(|_| not_of_its_coding())? {
                    Some(piece) if piece.is_empty() => continue,
                    Some(piece) => return Ok(Some(piece.into())),
                    None => {}
                }
            }
            match (next_data(&mut self.body, &mut self.paced).await?, self.decoder.take()) {
                (data, None) => return Ok(data),
                (Some(data), Some(mut decoder)) => {
                    decoder.push(&data);
                    self.decoder = Some(decoder);
                }
                (None, Some(decoder)) => {
                    let last = decoder.finish().map_err(|_| not_of_its_coding())?;
                    return Ok(Some(last).filter(|last| !last.is_empty()).map(Bytes::from));
                }
            }
        }
    }
}

fn not_of_its_coding() -> Problem {
    let detail = "the body is not of the coding that `Content-Encoding` states, or is cut off";
    Problem::new(StatusCode::BAD_REQUEST, "body_incomplete", detail)
}

/// The next piece of a body; `None` at its end. A problem when pieces come too slowly.
async fn next_data(body: &mut Body, paced: &mut Paced) -> Result<Option<Bytes>, Problem> {
    loop {
        let began = Instant::now();
        let frame = timeout_at(paced.ends(), body.frame()).await.map_err(|_| too_slow(paced))?;
        match frame {
            None => return Ok(None),
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    paced.moved(data.len(), began.elapsed());
                    return Ok(Some(data));
                }
            }
            Some(Err(_)) => {
                let detail = "the body ended before it was complete";
                return Err(Problem::new(StatusCode::BAD_REQUEST, "body_incomplete", detail));
            }
        }
    }
}

fn too_large(limit: usize) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too_large",
        format!("the body is larger than the limit of {limit} bytes"),
    )
}

fn too_slow(paced: &Paced) -> Problem {
    let pace = paced.pace();
    let (least, window) = (pace.bytes_a_second, pace.window.as_secs());
    let detail = format!("the body came too slowly: at least {least} bytes a second over {window} s are accepted");
    Problem::new(StatusCode::REQUEST_TIMEOUT, "body_timeout", detail)
}

/// A JSON answer that has been written.
pub(super) struct Written(Vec<u8>);

/// No answer takes more bytes than this. Those that hold lists end their page long before; it is the facts of a large text that
/// could come to more.
const MAX_ANSWER_BYTES: usize = 32 << 20;

/// Whether a body holds nothing but what JSON knows as white space.
pub(super) fn is_empty(json: &[u8]) -> bool {
    json.iter().all(|byte| b" \t\r\n".contains(byte))
}

/// Writes an answer; long ones take a while, so this is done where the work is.
pub(super) fn write<T: Serialize>(answer: &T) -> Result<Written, Problem> {
    let mut bytes = Bounded(Vec::new());
    match serde_json::to_writer(&mut bytes, answer) {
        Ok(()) => Ok(Written(bytes.0)),
        Err(error) if error.is_io() => {
            let detail = format!("the answer would take more than {MAX_ANSWER_BYTES} bytes; ask for less at a time");
            Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "answer_too_large", detail))
        }
        Err(_) => Err(Problem::internal()),
    }
}

/// Bytes up to the most that an answer takes.
struct Bounded(Vec<u8>);

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_ANSWER_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl axum::response::IntoResponse for Written {
    fn into_response(self) -> Response<Body> {
        ([(CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media(stated: &str, accepted: &[Media]) -> Result<Media, &'static str> {
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, stated.parse().unwrap())]);
        expect_media(&headers, accepted).map_err(|problem| problem.code)
    }

    #[test]
    fn an_answer_that_is_far_too_long_is_a_problem() {
        let text = "x".repeat(1 << 20);
        assert_eq!(write(&vec![&text; 31]).map(|written| written.0.len() >> 20).ok(), Some(31));
        assert_eq!(write(&vec![&text; 32]).map(|_| ()).unwrap_err().code, "answer_too_large");
    }

    #[test]
    fn a_body_is_of_the_type_that_the_route_takes() {
        for fine in ["application/json", "Application/JSON; charset=UTF-8", "application/json;charset=\"utf-8\""] {
            assert_eq!(media(fine, &[Media::Json]), Ok(Media::Json), "{fine}");
        }
        for bad in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", ""] {
            assert_eq!(media(bad, &[Media::Json]), Err("unsupported_media_type"), "{bad}");
        }
        assert_eq!(media("text/html; charset=utf-8", &[Media::Json, Media::Text]), Ok(Media::Text));
        assert_eq!(media("application/jsonl", &[Media::JsonLines]), Ok(Media::JsonLines));
        assert_eq!(expect_media(&HeaderMap::new(), &[Media::Json]).unwrap(), Media::Json);
    }
}
