//! How much the service takes on, and how long it waits for anybody. No counting here; that is `places`.

use std::time::Duration;

use super::pace::Pace;

/// The bounds of one service. All durations are of one silent or stuck party, unless said.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Requests whose work is under way, once their bodies are there; more are answered 503 at once.
    pub works: usize,
    /// Requests among them that hold much memory or take long: stateless matches, what-if, groups of lines.
    pub heavy_works: usize,
    /// Matches among them for more than [`LARGE_LIMIT`](super::matches::LARGE_LIMIT) results; more wait.
    pub large_matches: usize,
    /// Backups that are downloaded at once.
    pub backups: usize,
    /// Bodies that are being read, those of bulk requests included. Less than `connections`, so that requests without a body
    /// are answered whatever the others do.
    pub bodies: usize,
    /// What bodies hold together beyond [`FREE_BODY_BYTES`] each.
    pub body_bytes: usize,
    /// The same for the bodies of stateless matches, which are large, so that they take no room from the others.
    pub large_body_bytes: usize,
    /// What answers that wait to be read hold together beyond [`FREE_ANSWER_BYTES`] each.
    pub answer_bytes: usize,
    /// What results of bulk requests that wait to be read hold together.
    pub result_bytes: usize,
    /// Open connections; more wait to be accepted.
    pub connections: usize,
    /// A client that sends the head of a request, or nothing on an idle connection.
    pub head: Duration,
    /// The least that a client must send of a body which is read as a whole.
    pub body_pace: Pace,
    /// The least that a client must send of a stream of lines, while nothing else is waited for.
    pub stream_pace: Pace,
    /// All of a body that is read as a whole.
    pub body: Duration,
    /// The least that a client must read of an answer, or else send.
    pub answer_pace: Pace,
    /// A call of the engine.
    pub work: Duration,
    /// A page about a role for which everybody is being judged, when it is asked for the first time; then it tells how far that is.
    #[cfg(feature = "page")]
    pub judging: Duration,
    /// Requests under way when the service is told to stop.
    pub drain: Duration,
    /// The largest body of a stateless match, in bytes.
    pub match_body_bytes: usize,
    /// The results of one match end, and the next page begins, before they take more bytes than this.
    pub page_bytes: usize,
}

/// So many bytes of a body are counted by the number of bodies alone: ordinary documents come in whatever large ones do.
pub(super) const FREE_BODY_BYTES: usize = 64 << 10;
/// So many bytes of an answer are counted by the number of connections alone.
pub(super) const FREE_ANSWER_BYTES: usize = 256 << 10;

impl Default for Bounds {
    fn default() -> Self {
        Self {
            works: 256,
            heavy_works: 8,
            large_matches: 4,
            backups: 2,
            bodies: 768,
            body_bytes: 256 << 20,
            large_body_bytes: 256 << 20,
            answer_bytes: 128 << 20,
            result_bytes: 512 << 20,
            connections: 1024,
            head: Duration::from_secs(10),
            body_pace: Pace { bytes_a_second: 512, window: Duration::from_secs(10) },
            // A person or a program that makes lines one by one is slower than one that sends what it has.
            stream_pace: Pace { bytes_a_second: 64, window: Duration::from_secs(30) },
            body: Duration::from_secs(300),
            answer_pace: Pace { bytes_a_second: 512, window: Duration::from_secs(30) },
            work: Duration::from_secs(60),
            // Half of what a page may take.
            #[cfg(feature = "page")]
            judging: Duration::from_millis(25),
            drain: Duration::from_secs(30),
            match_body_bytes: 32 << 20,
            page_bytes: 16 << 20,
        }
    }
}
