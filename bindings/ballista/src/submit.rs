//! Talks to a cluster: waits for an executor, hands a plan over, and collects what came of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ballista_core::config::BALLISTA_SCHEDULER_MAX_PARTITIONS_PER_TASK;
use ballista_core::execution_plans::execute_physical_plan;
use ballista_core::extension::SessionConfigExt;
use datafusion::error::DataFusionError;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::PhysicalPlanNode;
use futures::StreamExt;
use rolefit::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::codec::Codec;
use crate::failure::Failure;
use crate::rows::{Row, rows};

/// The largest message that is sent or taken: plans with all roles, and the best of one role with their evidence.
pub(crate) const MAX_MESSAGE: u32 = 256 << 20;
/// The port of a scheduler where none is named: Ballista's.
const DEFAULT_PORT: u16 = 50050;
/// A scheduler that does not answer so long is not there.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// So often it is asked whether it has an executor.
const ASK_EVERY: Duration = Duration::from_millis(200);

/// What an error of ours begins with, among what Ballista says of a job that failed, and what follows it.
const BEGIN: &str = "rolefit says: ";
const END: &str = " [end]";

/// An error of a task, so that who asked finds it.
pub(crate) fn told(error: &Error) -> DataFusionError {
    DataFusionError::Execution(format!("{BEGIN}{error}{END}"))
}

/// What a job failed of: what our operators said, or all that the cluster says.
fn failed(cluster: &Cluster, text: &str) -> Failure {
    let ours = text.split_once(BEGIN).map(|(_, rest)| rest.split_once(END).map_or(rest, |(message, _)| message));
    match ours {
        Some(message) => Failure::input(message),
        None => Failure::system(format!("the cluster at {} failed: {text}", cluster.address())),
    }
}

/// A cluster, by its scheduler.
pub(crate) struct Cluster {
    host: String,
    port: u16,
}

impl Cluster {
    /// `ballista://host:port`.
    pub(crate) fn parse(url: &str) -> Result<Self, Failure> {
        let wrong = || Failure::usage(format!("--cluster {url}: expected ballista://HOST:PORT"));
        let rest = url.strip_prefix("ballista://").ok_or_else(wrong)?;
        let address = rest.strip_suffix('/').unwrap_or(rest);
        // An address of IPv6 has colons of its own, within brackets.
        let (host, port) = match address.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| wrong())?),
            _ => (address, DEFAULT_PORT),
        };
        if host.is_empty() || host.contains(['/', '@', '?', '#']) || host.chars().any(char::is_whitespace) {
            return Err(wrong());
        }
        Ok(Self { host: host.to_owned(), port })
    }

    pub(crate) fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Waits until the scheduler has an executor.
    pub(crate) async fn wait(&self, patience: Duration) -> Result<(), Failure> {
        let began = Instant::now();
        while !self.is_ready().await? {
            if began.elapsed() >= patience {
                let message = format!(
                    "the scheduler at {} has no executor, and none came within {} seconds",
                    self.address(),
                    patience.as_secs()
                );
                return Err(Failure::system(message)
                    .with_hint(format!("`rolefit-ballista executor --scheduler {}` starts one", self.address())));
            }
            sleep(ASK_EVERY).await;
        }
        Ok(())
    }

    async fn is_ready(&self) -> Result<bool, Failure> {
        let absent = |why: String| {
            Failure::system(format!("no scheduler answers at {}: {why}", self.address()))
                .with_hint("`rolefit-ballista scheduler` starts one")
        };
        let answer = timeout(ANSWER_WITHIN, self.readiness()).await;
        let late = |_| absent(format!("nothing came within {} seconds", ANSWER_WITHIN.as_secs()));
        let answer = answer.map_err(late)?.map_err(|error| absent(error.to_string()))?;
        match answer.split_whitespace().nth(1) {
            Some("200") => Ok(true),
            Some("503") => Ok(false),
            _ => Err(absent("what listens there is no scheduler of Ballista 55".to_owned())),
        }
    }

    /// What the scheduler answers to whoever asks whether it can take work.
    async fn readiness(&self) -> std::io::Result<String> {
        let mut connection = TcpStream::connect(self.address()).await?;
        let request = format!("GET /readyz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address());
        connection.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        connection.take(1024).read_to_end(&mut answer).await?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Has the plan carried out, and gives its rows.
    pub(crate) async fn run(&self, plan: Arc<dyn ExecutionPlan>) -> Result<Vec<Row>, Failure> {
        let max_message = usize::try_from(MAX_MESSAGE).unwrap_or(usize::MAX);
        let config = SessionConfig::new_with_ballista()
            .with_ballista_grpc_client_max_message_size(max_message)
            .with_ballista_job_name("rolefit rank")
            // Whoever is lost takes one part along, and a part that takes longer holds no other up.
            .set_usize(BALLISTA_SCHEDULER_MAX_PARTITIONS_PER_TASK, 1);
        let url = format!("http://{}", self.address());
        let session = format!("rolefit-{}-{:?}", std::process::id(), std::time::SystemTime::UNIX_EPOCH.elapsed());
        let wrong = |error: DataFusionError| failed(self, &error.to_string());
        let (codec, ballista) = (Codec::default(), config.ballista_config());
        let stream = execute_physical_plan::<PhysicalPlanNode>(url, &ballista, plan, &codec, session, config);
        let mut stream = stream.await.map_err(wrong)?;
        let mut found = Vec::new();
        while let Some(batch) = stream.next().await {
            found.extend(rows(&batch.map_err(wrong)?).map_err(wrong)?);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_is_named_by_its_scheduler() {
        let address = |url| Cluster::parse(url).map(|cluster| cluster.address()).ok();
        assert_eq!(address("ballista://node-1:7000").as_deref(), Some("node-1:7000"));
        assert_eq!(address("ballista://10.0.0.1/").as_deref(), Some("10.0.0.1:50050"));
        assert_eq!(address("ballista://[::1]:7000").as_deref(), Some("[::1]:7000"));
        assert_eq!(address("ballista://[::1]").as_deref(), Some("[::1]:50050"));
        for wrong in ["http://a:1", "ballista://", "ballista://a:b", "ballista://a/b", "ballista://u@a:1", "a:1"] {
            assert_eq!(address(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_a_task_says_is_found_in_what_the_cluster_says() {
        let cluster = Cluster::parse("ballista://a:1").unwrap();
        let error = Error::Configuration("pool.parquet: no such file".to_owned());
        let text = format!("Job x failed: stage 1: {}, stack", told(&error));
        assert_eq!(failed(&cluster, &text).message, error.to_string());
        assert_eq!(failed(&cluster, "no memory").message, "the cluster at a:1 failed: no memory");
    }
}
