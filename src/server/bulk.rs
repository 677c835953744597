//! Many documents in one request, JSON Lines in and a result a line out, both as a stream; or a JSON array, and an array of results.
//!
//! Lines are written to the store in groups, and their results go out in order once their group is durable. Memory holds one
//! group and, for a client that does not read while it sends, results up to a bound; then it must read before it can go on.
//! While lines are waited for the request holds a place among the bodies; only a group that is written takes one among the works.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::timeout;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tracing::Instrument as _;

use super::app::App;
use super::array::Items;
use super::body::{Media, Pieces, expect_media};
use super::coding::Coding;
use super::coordinate::{self, client};
use super::documents::Collection;
use super::lines::{Line, Lines};
use super::places::{self, Room};
use super::problem::Problem;
use super::target::{Query, malformed_query};
use crate::intake::{BadLine, DocumentReader, Format};
use crate::model::CancelToken;
use crate::storage::Written;
use crate::{Engine, Limits};

/// The most lines that become durable in one step: the cost of a step is then small beside that of its lines.
const GROUP_LINES: usize = 500;
/// The most that a group holds, in bytes.
const GROUP_BYTES: usize = 8 << 20;
/// A group that no line has joined for so long is written as it is, so that a client may wait for results.
const GROUP_WAIT: Duration = Duration::from_millis(20);
/// Results that wait to be read, in bytes: those of some 700,000 good lines.
const WAITING_BYTES: usize = 64 << 20;
/// So long results wait for room that the results of others take; then the request ends without them.
const ROOM_WAIT: Duration = Duration::from_secs(60);
/// Results are handed over in pieces of about so many bytes.
const PIECE_BYTES: usize = 32 << 10;
/// How many violations of one line are told.
const LINE_VIOLATIONS: usize = 20;

/// The first line that is not passed over.
fn from_line(query: &Query) -> Result<usize, Problem> {
    const EXPECTED: &str = "the number of a line, from 1";
    match query.count("from_line", EXPECTED)? {
        None => Ok(1),
        Some(0) => Err(malformed_query(format!("`from_line` is 0; expected {EXPECTED}"))),
        Some(line) => Ok(usize::try_from(line).unwrap_or(usize::MAX)),
    }
}

pub(super) async fn put<T: Collection>(
    State(app): State<App>,
    query: Query,
    request: Request,
) -> Result<Response<Body>, Problem> {
    let form = expect_media(request.headers(), &[Media::JsonLines, Media::Json])?;
    let from_line = from_line(&query)?;
    let coding = Coding::of_request(request.headers())?;
    let headers = client::passed_on(request.headers());
    if let Some(shards) = &app.access().shards
        && let Some(refused) = coordinate::bulk::refusal::<T>(shards, &headers).await?
    {
        return Ok(refused);
    }
    let place = places::take(&app.places().bodies)?;
    let (results, waiting) = Results::new(&app.places().result_bytes);
    let pieces = Pieces::new(request.into_body(), coding, app.bounds().stream_pace);
    let import = async move {
        Import::<T>::new(app, headers, results, form == Media::Json, from_line).run(pieces).await;
        drop(place);
    };
    tokio::spawn(import.in_current_span());
    let stream = UnboundedReceiverStream::new(waiting).map(Ok::<Bytes, std::convert::Infallible>);
    let media = if form == Media::Json { "application/json" } else { "application/x-ndjson" };
    Ok(([(CONTENT_TYPE, media)], Body::from_stream(stream)).into_response())
}

/// Cuts the stream into lines, or an array into items.
enum Cutter {
    Lines(Lines),
    Items(Items),
}

impl Cutter {
    fn push(&mut self, data: &[u8], sink: impl FnMut(Line)) -> Result<(), &'static str> {
        match self {
            Self::Lines(lines) => {
                lines.push(data, sink);
                Ok(())
            }
            Self::Items(items) => items.push(data, sink),
        }
    }

    fn finish(&mut self, sink: impl FnMut(Line)) -> Result<(), &'static str> {
        match self {
            Self::Lines(lines) => {
                lines.finish(sink);
                Ok(())
            }
            Self::Items(items) => items.finish(),
        }
    }

    /// The number of the line or item that comes next or is incomplete.
    fn next_number(&self) -> usize {
        match self {
            Self::Lines(lines) => lines.next_number(),
            Self::Items(items) => items.next_number(),
        }
    }

    /// How many bytes of an incomplete line or item are kept.
    fn n_buffered(&self) -> usize {
        match self {
            Self::Lines(lines) => lines.n_buffered(),
            Self::Items(items) => items.n_buffered(),
        }
    }
}

/// The result of one line.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LineResult")]
pub(super) struct Outcome {
    /// The number of the line, from 1.
    line: usize,
    /// The document's id, where the line has one.
    id: Option<String>,
    /// `created`, `updated` or `error`.
    status: &'static str,
    /// The number of the write.
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    /// Why it was not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Problem>,
}

impl Outcome {
    /// What another service told of the same document.
    pub(super) fn as_told(line: usize, id: String, told: &serde_json::Value) -> Self {
        let status = ["created", "updated"].into_iter().find(|status| told["status"] == *status);
        let error = &told["error"];
        let code = error["status"].as_u64().and_then(|code| StatusCode::from_u16(u16::try_from(code).ok()?).ok());
        match (status, code) {
            (Some(status), _) => Self { line, id: Some(id), status, seq: told["seq"].as_u64(), error: None },
            (None, code) => {
                let code = code.unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
                Self::failed(line, Some(id), Problem::as_told(code, false, error.to_string().as_bytes()))
            }
        }
    }

    pub(super) fn is_written(&self) -> bool {
        self.error.is_none()
    }

    pub(super) fn failed(line: usize, id: Option<String>, problem: Problem) -> Self {
        Self { line, id, status: "error", seq: None, error: Some(problem) }
    }

    fn written(line: usize, id: String, written: Written) -> Self {
        let status = if written.created { "created" } else { "updated" };
        Self { line, id: Some(id), status, seq: Some(written.seq), error: None }
    }
}

/// One request under way.
struct Import<T> {
    app: App,
    /// What shards are told of whoever sends the lines.
    headers: HeaderMap,
    results: Results,
    group: Vec<Line>,
    group_bytes: usize,
    /// What the group and the line that is not complete yet take.
    room: Room,
    /// Whether an array came, and results go out as one.
    is_array: bool,
    any_told: bool,
    /// Lines before this one were written by an earlier request: they are passed over, and have no results.
    from_line: usize,
    kind: std::marker::PhantomData<fn() -> T>,
}

/// Why no more lines are read: nobody hears the results, or the store refuses.
struct Ended;

impl<T: Collection> Import<T> {
    fn new(app: App, headers: HeaderMap, results: Results, is_array: bool, from_line: usize) -> Self {
        let room = app.places().body_room(true);
        Self {
            app,
            headers,
            results,
            group: Vec::new(),
            group_bytes: 0,
            room,
            is_array,
            any_told: false,
            from_line,
            kind: std::marker::PhantomData,
        }
    }

    async fn run(mut self, pieces: Pieces) {
        // Nobody is left to be told: the client has gone, or has been told already.
        let _ = self.read(pieces).await;
        if self.is_array {
            let end: &[u8] = if self.any_told { b"]\n" } else { b"[]\n" };
            let _ = self.results.send(end.to_vec()).await;
        }
    }

    async fn read(&mut self, mut pieces: Pieces) -> Result<(), Ended> {
        // A line may be as long as a document.
        let max_bytes = self.app.limits().document_bytes;
        let mut lines =
            if self.is_array { Cutter::Items(Items::new(max_bytes)) } else { Cutter::Lines(Lines::new(max_bytes)) };
        loop {
            let next = if self.group.is_empty() {
                pieces.next().await
            } else {
                match timeout(GROUP_WAIT, pieces.next()).await {
                    Ok(next) => next,
                    Err(_elapsed) => {
                        self.write_group().await?;
                        self.room.shrink_to(lines.n_buffered());
                        continue;
                    }
                }
            };
            let next = match next {
                Ok(Some(data)) => self.make_room(data.len(), lines.n_buffered()).await?.map(|()| Some(data)),
                other => other,
            };
            match next {
                Ok(Some(data)) => {
                    let mut complete = Vec::new();
                    let cut = lines.push(&data, |line| complete.push(line));
                    for line in complete {
                        self.add(line).await?;
                    }
                    if let Err(detail) = cut {
                        return self.end_with(lines.next_number(), malformed(detail)).await;
                    }
                    self.room.shrink_to(self.group_bytes + lines.n_buffered());
                }
                Ok(None) => {
                    let mut last = None;
                    let cut = lines.finish(|line| last = Some(line));
                    if let Some(line) = last {
                        self.add(line).await?;
                    }
                    return match cut {
                        Ok(()) => self.write_group().await,
                        Err(detail) => self.end_with(lines.next_number(), malformed(detail)).await,
                    };
                }
                // The line that was cut off is not one.
                Err(problem) => return self.end_with(lines.next_number(), problem).await,
            }
        }
    }

    /// Writes what came before, and tells why nothing comes after.
    async fn end_with(&mut self, number: usize, problem: Problem) -> Result<(), Ended> {
        self.write_group().await?;
        self.tell(vec![Outcome::failed(number, None, problem)]).await
    }

    /// Makes room for what has come in; where there is none, the group is written first. A problem when that does not help.
    async fn make_room(&mut self, bytes: usize, buffered: usize) -> Result<Result<(), Problem>, Ended> {
        if self.room.grow(bytes).is_ok() {
            return Ok(Ok(()));
        }
        self.write_group().await?;
        self.room.shrink_to(buffered);
        Ok(self.room.grow(bytes))
    }

    async fn add(&mut self, line: Line) -> Result<(), Ended> {
        if line.number < self.from_line {
            return Ok(());
        }
        self.group_bytes += line.text.as_ref().map_or(0, Vec::len);
        self.group.push(line);
        let is_full = self.group.len() >= GROUP_LINES || self.group_bytes >= GROUP_BYTES;
        if is_full { self.write_group().await } else { Ok(()) }
    }

    /// Writes the group and tells the results. A failure of the store is told for each of its lines, and is the end.
    async fn write_group(&mut self) -> Result<(), Ended> {
        let group = std::mem::take(&mut self.group);
        self.group_bytes = 0;
        if group.is_empty() {
            return Ok(());
        }
        let numbers: Vec<usize> = group.iter().map(|line| line.number).collect();
        if let Some(shards) = self.app.access().shards.clone() {
            let outcomes = coordinate::bulk::write::<T>(&self.app, &shards, &self.headers, group).await;
            return self.tell(outcomes).await;
        }
        let turns = self.app.places().heavy_works.clone();
        match self.app.run_in_turn(&turns, move |engine, cancel| Ok(write::<T>(engine, group, cancel))).await {
            Ok((outcomes, failed)) => {
                self.tell(outcomes).await?;
                if failed { Err(Ended) } else { Ok(()) }
            }
            Err(problem) => {
                let failed = numbers.into_iter().map(|number| Outcome::failed(number, None, problem.clone()));
                self.tell(failed.collect()).await?;
                Err(Ended)
            }
        }
    }

    async fn tell(&mut self, outcomes: Vec<Outcome>) -> Result<(), Ended> {
        let mut piece = Vec::new();
        for outcome in outcomes {
            if self.is_array {
                piece.push(if self.any_told { b',' } else { b'[' });
            }
            self.any_told = true;
            serde_json::to_writer(&mut piece, &outcome).expect("an outcome is strings and numbers");
            piece.push(b'\n');
            if piece.len() >= PIECE_BYTES {
                self.results.send(std::mem::take(&mut piece)).await?;
            }
        }
        if piece.is_empty() { Ok(()) } else { self.results.send(piece).await }
    }
}

/// Reads the lines of a group and puts the documents in one durable step. Says also whether the store failed. A line whose turn
/// comes when the work is to stop is not read.
fn write<T: Collection>(engine: &Engine, group: Vec<Line>, cancel: &CancelToken) -> (Vec<Outcome>, bool) {
    let read = read_group::<T>(group, &engine.options().limits, cancel);
    let documents: Vec<T> = read.iter().filter_map(|(_, outcome)| outcome.as_ref().ok()).cloned().collect();
    let written = T::put_all(engine, &documents);
    let failed = written.is_err();
    let mut written = written.map(Vec::into_iter).map_err(Problem::from);
    let outcomes = read.into_iter().map(|(number, outcome)| match outcome {
        Err(bad) => *bad,
        Ok(document) => {
            let id = document.id().to_owned();
            match &mut written {
                Ok(written) => match written.next().expect("one for each document") {
                    Ok(written) => Outcome::written(number, id, written),
                    Err(unreadable) => Outcome::failed(number, Some(id), unreadable.into()),
                },
                Err(problem) => Outcome::failed(number, Some(id), problem.clone()),
            }
        }
    });
    (outcomes.collect(), failed)
}

/// The documents of lines, or what is wrong with each, by the number of its line.
pub(super) fn read_group<T: Collection>(
    group: Vec<Line>,
    limits: &Limits,
    cancel: &CancelToken,
) -> Vec<(usize, Result<T, Box<Outcome>>)> {
    let mut limits = limits.clone();
    limits.violations = limits.violations.min(LINE_VIOLATIONS);
    group.into_par_iter().map(|line| (line.number, read_line(line, &limits, cancel))).collect()
}

fn read_line<T: Collection>(line: Line, limits: &Limits, cancel: &CancelToken) -> Result<T, Box<Outcome>> {
    let Line { number, text } = line;
    let failed = |id, problem| Err(Box::new(Outcome::failed(number, id, problem)));
    if let Err(stopped) = cancel.check() {
        return failed(None, stopped.into());
    }
    let Some(text) = text else {
        let detail = format!("the line is longer than the limit of {} bytes", limits.document_bytes);
        return failed(None, Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", detail));
    };
    let outcome = DocumentReader::<_, T>::new(&text[..], Format::JsonLines).with_limits(limits.clone()).next();
    match outcome {
        Some(Ok((_, document))) => Ok(document),
        Some(Err(BadLine { id, error, .. })) => {
            let mut problem = Problem::from(error);
            // The reader saw this line alone and takes it for the first.
            problem.detail = problem.detail.replace("at line 1 column ", "at column ");
            failed(id, problem)
        }
        None => failed(None, Problem::internal()),
    }
}

fn malformed(detail: &'static str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed", detail)
}

/// Results on their way to the client, in pieces that each take up room until they have been written to the connection.
struct Results {
    pieces: mpsc::UnboundedSender<Bytes>,
    /// What one request may take,
    own: Arc<Semaphore>,
    /// and what all may take together.
    all: Arc<Semaphore>,
}

impl Results {
    fn new(all: &Arc<Semaphore>) -> (Self, mpsc::UnboundedReceiver<Bytes>) {
        let (pieces, waiting) = mpsc::unbounded_channel();
        (Self { pieces, own: Arc::new(Semaphore::new(WAITING_BYTES)), all: all.clone() }, waiting)
    }

    /// Waits for room, unless the client goes away.
    async fn send(&self, piece: Vec<u8>) -> Result<(), Ended> {
        let size = u32::try_from(piece.len().min(WAITING_BYTES)).expect("the room is below 4 GiB");
        let room = async {
            let own = self.own.clone().acquire_many_owned(size).await.map_err(|_| Ended)?;
            let all = timeout(ROOM_WAIT, self.all.clone().acquire_many_owned(size)).await;
            Ok((own, all.ok().and_then(Result::ok).ok_or(Ended)?))
        };
        let room = tokio::select! {
            room = room => room?,
            () = self.pieces.closed() => return Err(Ended),
        };
        self.pieces.send(Bytes::from_owner(Piece { bytes: piece, _room: room })).map_err(|_| Ended)
    }
}

struct Piece {
    bytes: Vec<u8>,
    _room: (OwnedSemaphorePermit, OwnedSemaphorePermit),
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
