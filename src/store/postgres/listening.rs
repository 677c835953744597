//! Told of commits by the database, so that nobody has to ask often. Only a wake-up: who is not woken asks a little later.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::{sleep, timeout};
use tokio_postgres::AsyncMessage;

use super::connecting::Connector;

/// So long after a connection is lost another is made.
const PAUSE: Duration = Duration::from_secs(1);
/// So often the server is asked for a sign of life, and so long it may take for it.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// Counts wake-ups.
#[derive(Default)]
pub(super) struct Wake {
    count: Mutex<u64>,
    changed: Condvar,
}

impl Wake {
    /// How often somebody was woken.
    pub(super) fn count(&self) -> u64 {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn all(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// Waits so long, or until somebody is woken after so many times.
    pub(super) fn wait_beyond(&self, count: u64, time: Duration) {
        let guard = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_timeout_while(guard, time, |now| *now == count));
    }
}

/// Listens to a channel for ever, over a connection of its own.
pub(super) async fn listen(connector: Connector, channel: String, wake: Arc<Wake>) {
    loop {
        if let Ok((client, mut connection)) = connector.connect().await {
            let made = Instant::now();
            let hearing = async {
                loop {
                    match std::future::poll_fn(|context| connection.poll_message(context)).await {
                        Some(Ok(AsyncMessage::Notification(_))) => wake.all(),
                        Some(Ok(_)) => {}
                        Some(Err(_)) | None => return,
                    }
                }
            };
            let asking = async {
                if client.batch_execute(&format!("LISTEN {channel}")).await.is_ok() {
                    // What was committed before nobody tells of.
                    wake.all();
                    // One that is stopped, or was replaced, would tell of nothing for ever.
                    while connector.is_current(made) {
                        sleep(CHECK_EVERY).await;
                        if !matches!(timeout(CHECK_EVERY, client.batch_execute("")).await, Ok(Ok(()))) {
                            break;
                        }
                    }
                }
            };
            tokio::select! {
                () = hearing => {}
                () = asking => {}
            }
        }
        sleep(PAUSE).await;
    }
}
