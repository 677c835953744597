//! A backup of the running service, as a download.

use std::fs::File;
use std::io::Read;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::Response;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::IntoResponse as _;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::app::App;
use super::places;
use super::problem::Problem;
use crate::Error;

/// The backup is read and sent in pieces of so many bytes,
const PIECE_BYTES: usize = 64 << 10;
/// and so many are read before the client takes them.
const PIECES_AHEAD: usize = 4;

/// Writes the backup to a file of its own first, so that a slow client never holds writers up.
pub(super) async fn download(State(app): State<App>) -> Result<Response<Body>, Problem> {
    let place = places::take(&app.places().backups)?;
    let (file, length, seq) = app
        .run_to_its_end(|engine| {
            let (file, held) = engine.backup_unnamed()?;
            let unreadable = |source| Error::Io { path: "the backup".into(), source };
            let length = file.metadata().map_err(unreadable)?.len();
            Ok((file, length, held.seq))
        })
        .await?;
    let (pieces, waiting) = mpsc::channel(PIECES_AHEAD);
    tokio::task::spawn_blocking(move || {
        let _place = place;
        send(file, &pieces);
    });
    let head = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, length.to_string()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"rolefit-{seq}.backup\"")),
    ];
    Ok((head, Body::from_stream(ReceiverStream::new(waiting))).into_response())
}

/// Sends a file until its end, or until nobody listens. What is cut off is no whole backup, which `restore` notices.
fn send(mut file: File, pieces: &mpsc::Sender<std::io::Result<Bytes>>) {
    loop {
        let mut piece = vec![0; PIECE_BYTES];
        let outcome = file.read(&mut piece);
        let is_last = !matches!(outcome, Ok(1..));
        if matches!(outcome, Ok(0)) {
            return;
        }
        let outcome = outcome.map(|n| {
            piece.truncate(n);
            piece.into()
        });
        if pieces.blocking_send(outcome).is_err() || is_last {
            return;
        }
    }
}
