//! A connection that ends when its other side is too slow to read, and that ends so that the last answer is heard. hyper has timers
//! for reading alone.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::pace::{Pace, Paced};

/// So much is read and thrown away after the last answer, from a client that sends before it listens.
const DISCARDED_BYTES: usize = 64 << 20;
/// For so long at most,
const DISCARDED_FOR: Duration = Duration::from_secs(30);
/// and no longer than this when nothing comes,
const DISCARDED_SILENCE: Duration = Duration::from_secs(1);
/// or less than this at once.
const DISCARDED_AT_ONCE: usize = 1 << 10;

/// The stream, and how it is waited for. What the other side sends shows that it lives, and counts like what it reads.
pub(super) struct Patient<S> {
    stream: S,
    pace: Pace,
    /// Since a write could not go on.
    waiting: Option<Waiting>,
    last: Option<LastWords>,
}

struct Waiting {
    paced: Paced,
    since: Instant,
    ends: Pin<Box<Sleep>>,
}

/// The end of the connection: nothing more is written. Closed at once, a connection with unread bytes would be reset, and the
/// client that is still sending them would lose the answer that says why they are not wanted.
struct LastWords {
    discarded: usize,
    ends: Instant,
    silent: Pin<Box<Sleep>>,
}

impl<S> Patient<S> {
    pub(super) fn new(stream: S, pace: Pace) -> Self {
        Self { stream, pace, waiting: None, last: None }
    }

    /// Whether some of an answer could not be written yet.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Ends the wait of a write that goes on too long.
    fn wait<T>(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        let pace = self.pace;
        let waiting = self.waiting.get_or_insert_with(|| {
            let paced = Paced::new(pace);
            Waiting { since: Instant::now(), ends: Box::pin(tokio::time::sleep_until(paced.ends())), paced }
        });
        ready!(waiting.ends.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads no answer")))
    }

    /// So many bytes went either way.
    fn moved(&mut self, bytes: usize) {
        let Some(waiting) = &mut self.waiting else { return };
        let now = Instant::now();
        waiting.paced.moved(bytes, now - waiting.since);
        waiting.since = now;
        waiting.ends.as_mut().reset(waiting.paced.ends());
    }

    fn judge(&mut self, outcome: Poll<io::Result<usize>>, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        match outcome {
            Poll::Pending => self.wait(cx),
            Poll::Ready(outcome) => {
                self.moved(*outcome.as_ref().unwrap_or(&0));
                Poll::Ready(outcome)
            }
        }
    }
}

impl<S: AsyncRead + Unpin> Patient<S> {
    /// Reads until the other side has ended too, or long enough.
    fn discard(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let last = self.last.get_or_insert_with(|| LastWords {
            discarded: 0,
            ends: Instant::now() + DISCARDED_FOR,
            silent: Box::pin(tokio::time::sleep(DISCARDED_SILENCE)),
        });
        let mut space = [0; 16 << 10];
        loop {
            if last.discarded > DISCARDED_BYTES || Instant::now() > last.ends {
                return Poll::Ready(());
            }
            let mut buffer = ReadBuf::new(&mut space);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    last.discarded += buffer.filled().len();
                    // A byte now and then is no reason to wait longer.
                    if buffer.filled().len() >= DISCARDED_AT_ONCE {
                        last.silent.as_mut().reset(Instant::now() + DISCARDED_SILENCE);
                    }
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => return last.silent.as_mut().poll(cx),
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let outcome = Pin::new(&mut self.stream).poll_read(cx, buf);
        if outcome.is_ready() {
            self.moved(buf.filled().len() - before);
        }
        outcome
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.judge(outcome, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // hyper comes here once it has nothing left to write: nobody is waited for.
        self.waiting = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.last.is_none() {
            match Pin::new(&mut self.stream).poll_shutdown(cx) {
                Poll::Pending => return self.wait(cx),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Ready(Ok(())) => {}
            }
        }
        self.discard(cx).map(Ok)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.judge(outcome, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use tokio::time::{Interval, interval};

    const QUICK: Pace = Pace { bytes_a_second: 1000, window: Duration::from_millis(50) };
    const TICK: Duration = Duration::from_millis(5);

    /// On a clock that runs ahead while all wait, so that a busy machine is nobody's patience.
    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap().block_on(future)
    }

    /// The other side: takes a byte a tick, or nothing; sends so many bytes, 64 a tick.
    struct Client {
        takes: Option<Interval>,
        sends: Option<(Interval, usize)>,
    }

    impl AsyncRead for Client {
        fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            let Some((tick, left)) = &mut self.sends else { return Poll::Pending };
            if *left > 0 {
                ready!(tick.poll_tick(cx));
                let sent = (*left).min(64);
                buf.put_slice(&[b'x'; 64][..sent]);
                *left -= sent;
            }
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Client {
        fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
            let Some(tick) = &mut self.takes else { return Poll::Pending };
            tick.poll_tick(cx).map(|_| Ok(1))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    async fn write(stream: &mut Patient<Client>, bytes: usize) -> io::Result<()> {
        let answer = vec![b'x'; bytes];
        let mut left = &answer[..];
        while !left.is_empty() {
            let written = std::future::poll_fn(|cx| Pin::new(&mut *stream).poll_write(cx, left)).await?;
            left = &left[written..];
        }
        Ok(())
    }

    #[test]
    fn a_client_that_reads_nothing_is_given_up() {
        let written = run(async { write(&mut Patient::new(Client { takes: None, sends: None }, QUICK), 1).await });
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_client_that_reads_a_byte_now_and_then_is_given_up() {
        let written = run(async {
            let client = Client { takes: Some(interval(TICK)), sends: None };
            write(&mut Patient::new(client, QUICK), 10_000).await
        });
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_client_that_sends_while_it_does_not_read_is_waited_for() {
        let written = run(async {
            let client = Client { takes: None, sends: Some((interval(TICK), 64 * 60)) };
            let mut stream = Patient::new(client, QUICK);
            let mut space = [0; 64];
            std::future::poll_fn(|cx| {
                if Pin::new(&mut stream).poll_write(cx, b"answer").is_ready() {
                    return Poll::Ready("given up");
                }
                let mut buffer = ReadBuf::new(&mut space);
                while Pin::new(&mut stream).poll_read(cx, &mut buffer).is_ready() {
                    if buffer.filled().is_empty() {
                        return Poll::Ready("waited for until it had sent all");
                    }
                    buffer.clear();
                }
                Poll::Pending
            })
            .await
        });
        assert_eq!(written, "waited for until it had sent all");
    }

    #[test]
    fn the_end_of_a_connection_takes_what_is_still_sent() {
        run(async {
            let client = Client { takes: None, sends: Some((interval(TICK), 64 * 20)) };
            let mut stream = Patient::new(client, QUICK);
            std::future::poll_fn(|cx| Pin::new(&mut stream).poll_shutdown(cx)).await.unwrap();
            assert_eq!(stream.stream.sends.map(|(_, left)| left), Some(0));
        });
    }
}
