//! The shards of a coordinator: which one keeps whom, and how each stands.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::client::{Asked, Client, Told};
use crate::Error;
use crate::intake::Shard;
use crate::server::local_only;
use crate::server::problem::Problem;
use crate::server::webhooks::Sender;

/// The most shards of one coordinator.
pub(super) const MAX_SHARDS: usize = 8;
/// How often each shard is asked how it stands.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A write is waited for so long at least: it may be done whether or not somebody waits.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);

/// How a shard stood when it was last looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It does not answer, or is not ready.
    Down = 0,
    /// It answers whoever has a key.
    AsksForKeys = 1,
    /// It answers everybody.
    Open = 2,
}

/// All shards, in their order, which must never change: it says who is kept where.
pub(in crate::server) struct Shards {
    all: Vec<OneShard>,
    patience: Duration,
    /// Whether everybody may reach shards that ask for no keys.
    allow_unauthenticated: bool,
    is_local: bool,
    /// Writes of roles go to all shards, one after the other.
    pub(super) role_turn: tokio::sync::Mutex<()>,
}

struct OneShard {
    name: Shard,
    url: String,
    client: Client,
    standing: AtomicU8,
}

impl fmt::Debug for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all.iter().map(|shard| &shard.url)).finish()
    }
}

impl Shards {
    /// # Errors
    /// [`Error::Configuration`] for addresses or a number of them that cannot be.
    pub(super) fn new(
        urls: &[String],
        patience: Duration,
        allow_unauthenticated: bool,
        is_local: bool,
    ) -> Result<Self, Error> {
        if !(2..=MAX_SHARDS).contains(&urls.len()) {
            return Err(Error::Configuration(format!("expected 2 to {MAX_SHARDS} shards, got {}", urls.len())));
        }
        if let Some(twice) = (1..urls.len()).find(|n| urls[..*n].contains(&urls[*n])) {
            return Err(Error::Configuration(format!("shard {} is given twice; expected each once", urls[twice])));
        }
        let sender = Sender::new(true);
        let of = u32::try_from(urls.len()).unwrap_or(u32::MAX);
        let shard = |(index, url): (u32, &String)| -> Result<OneShard, Error> {
            let client = Client::new(url, sender.clone()).map_err(Error::Configuration)?;
            let name = Shard::new(index, of).map_err(|error| Error::Configuration(error.to_string()))?;
            Ok(OneShard { name, url: url.clone(), client, standing: AtomicU8::new(Standing::Down as u8) })
        };
        let all = (1..).zip(urls).map(shard).collect::<Result<_, _>>()?;
        let role_turn = tokio::sync::Mutex::default();
        Ok(Self { all, patience, allow_unauthenticated, is_local, role_turn })
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn name(&self, n: usize) -> Shard {
        self.all[n].name
    }

    /// The place of the shard that keeps the candidate of this id: that of `rolefit rank --shard`.
    pub(super) fn of_candidate(&self, id: &str) -> usize {
        self.all.iter().position(|shard| shard.name.holds(Some(id), 0)).expect("shards are all parts of the ids")
    }

    /// Those that do not answer.
    pub(in crate::server) fn down(&self) -> Vec<Shard> {
        self.all.iter().filter(|shard| shard.standing() == Standing::Down).map(|shard| shard.name).collect()
    }

    /// How many answer, and how many there are.
    pub(in crate::server) fn counts(&self) -> [usize; 2] {
        [self.len() - self.down().len(), self.len()]
    }

    /// Lets a request in, unless a shard would answer anybody who is not meant to be answered.
    pub(in crate::server) fn let_in(&self, request: &Request) -> Result<(), Problem> {
        let is_open = self.all.iter().any(|shard| shard.standing() == Standing::Open);
        if self.allow_unauthenticated || !is_open {
            return Ok(());
        }
        if self.is_local {
            return local_only::check(request.uri(), request.headers(), &[]);
        }
        let detail = "a shard asks for no keys, and the coordinator can be reached from other machines; expected keys at all \
                      shards, made by `rolefit keys create`";
        Err(Problem::new(StatusCode::FORBIDDEN, "no_keys", detail))
    }

    pub(super) fn unavailable(&self, n: usize) -> Problem {
        let detail = format!("shard {} does not answer; a write may have been done all the same", self.all[n].name);
        Problem::unavailable("shard_unavailable", detail)
    }

    /// Asks one.
    pub(super) async fn ask(&self, n: usize, asked: &Asked) -> Result<Told, Problem> {
        let shard = &self.all[n];
        if shard.standing() == Standing::Down {
            return Err(self.unavailable(n));
        }
        let is_read = asked.method.is_safe() || asked.path.contains("matches");
        let patience = if is_read { self.patience } else { self.patience.max(WRITE_PATIENCE) };
        match timeout(patience, shard.client.ask(asked)).await {
            Ok(Ok(told)) => Ok(told),
            Ok(Err(reason)) => {
                tracing::warn!(shard = %shard.name, reason, "a shard gave no answer");
                Err(self.unavailable(n))
            }
            Err(_elapsed) => {
                tracing::warn!(shard = %shard.name, seconds = patience.as_secs(), "a shard gave no answer in time");
                Err(self.unavailable(n))
            }
        }
    }

    /// Asks each its own at once; answers come in the order of the shards.
    pub(super) async fn ask_each(
        self: &Arc<Self>,
        asked: impl IntoIterator<Item = (usize, Asked)>,
    ) -> Vec<(usize, Result<Told, Problem>)> {
        let mut tasks = JoinSet::new();
        for (n, asked) in asked {
            let shards = self.clone();
            tasks.spawn(async move { (n, shards.ask(n, &asked).await) });
        }
        let mut answers = tasks.join_all().await;
        answers.sort_by_key(|(n, _)| *n);
        answers
    }

    /// Asks all the same.
    pub(super) async fn ask_all(self: &Arc<Self>, asked: &Asked) -> Vec<(usize, Result<Told, Problem>)> {
        self.ask_each((0..self.len()).map(|n| (n, asked.clone()))).await
    }

    /// Asks one that answers, the first of them: for what all hold.
    pub(super) async fn ask_any(&self, asked: &Asked) -> Result<Told, Problem> {
        let first = (0..self.len()).find(|n| self.all[*n].standing() != Standing::Down);
        self.ask(first.unwrap_or(0), asked).await
    }

    /// Looks at all of them once.
    pub(super) async fn look(self: &Arc<Self>) {
        let mut looks = JoinSet::new();
        for n in 0..self.len() {
            let shards = self.clone();
            looks.spawn(async move { shards.all[n].look(shards.patience).await });
        }
        looks.join_all().await;
    }

    /// Looks at all of them for ever.
    pub(super) async fn watch(self: Arc<Self>) {
        let mut watching = JoinSet::new();
        for n in 0..self.len() {
            let shards = self.clone();
            // Each for itself: one that is slow is looked at no less for the others.
            watching.spawn(async move {
                loop {
                    shards.all[n].look(shards.patience).await;
                    sleep(LOOK_EVERY).await;
                }
            });
        }
        watching.join_all().await;
    }
}

impl OneShard {
    fn standing(&self) -> Standing {
        match self.standing.load(Ordering::Relaxed) {
            1 => Standing::AsksForKeys,
            2 => Standing::Open,
            _ => Standing::Down,
        }
    }

    async fn look(&self, patience: Duration) {
        let seen = timeout(patience, self.seen()).await.unwrap_or(Standing::Down);
        if self.standing.swap(seen as u8, Ordering::Relaxed) != seen as u8 {
            tracing::info!(shard = %self.name, url = self.url, standing = ?seen, "a shard stands otherwise");
        }
    }

    async fn seen(&self) -> Standing {
        let nothing = HeaderMap::new();
        let ready = self.client.ask(&Asked::get("/readyz".to_owned(), &nothing)).await;
        if !ready.is_ok_and(|told| told.status == StatusCode::OK) {
            return Standing::Down;
        }
        // Whatever needs a key.
        match self.client.ask(&Asked::get("/v1/skills?limit=1".to_owned(), &nothing)).await {
            Ok(told) if told.status == StatusCode::UNAUTHORIZED => Standing::AsksForKeys,
            Ok(told) if told.status == StatusCode::OK => Standing::Open,
            _ => Standing::Down,
        }
    }
}

impl Shards {
    /// A model in a problem.
    pub(super) fn shown(model: &crate::explain::Model) -> String {
        serde_json::to_string(model).unwrap_or_default()
    }
}
