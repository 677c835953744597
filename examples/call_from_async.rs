//! Matches from an async service: the engine is synchronous, so its calls go to blocking threads, with a deadline and an end when
//! the asker has gone.
//!
//! `cargo run --example call_from_async`. To copy it, give your `Cargo.toml` `rolefit` and `tokio` with its feature `rt-multi-thread`.

use std::error::Error;
use std::time::{Duration, Instant};

use rolefit::error::ErrorKind;
use rolefit::model::CancelToken;
use rolefit::{Answer, Candidate, CandidateId, Engine, MatchOptions, Role, RoleId};

/// Cancels its token when it is dropped, as the future is when a client hangs up.
struct CancelOnDrop(CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The shortlist, within so much time.
async fn shortlist(engine: &Engine, role: RoleId, within: Duration) -> Result<Answer, rolefit::Error> {
    let cancel = CancelToken::new();
    let options = MatchOptions::default().with_cancel(cancel.clone().with_deadline(Instant::now() + within));
    let _gone = CancelOnDrop(cancel);
    let engine = engine.clone();
    tokio::task::spawn_blocking(move || engine.matches(&role, &options)).await.expect("a match does not panic")
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let engine = Engine::in_memory();
    let role = Role::new(RoleId::new("r-1")?).with_title("HPC storage engineer").with_must_have(["Lustre"]);
    engine.put_role(&role)?;
    engine.put_candidate(&Candidate::new(CandidateId::new("c-1")?).with_summary("Seven years of Lustre."))?;

    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let answer = shortlist(&engine, role.id.clone(), Duration::from_secs(5)).await?;
        println!("{} judged, the best fits {:.1}", answer.considered, answer.results[0].fit);

        // What takes too long ends with an error, never with a part of an answer.
        let late = shortlist(&engine, role.id.clone(), Duration::ZERO).await.unwrap_err();
        assert_eq!(late.kind(), ErrorKind::Cancelled);
        println!("{late}");
        Ok(())
    })
}
