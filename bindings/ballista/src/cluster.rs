//! The long-running halves of a cluster: Ballista's scheduler and executor, which know our operators.

use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ballista_core::error::BallistaError;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use tokio::runtime::Runtime;

use crate::arguments::{ExecutorArguments, SchedulerArguments};
use crate::codec::Codec;
use crate::failure::{Failure, say};
use crate::submit::MAX_MESSAGE;

/// An executor may be started before its scheduler by so much.
const SCHEDULER_WITHIN: Duration = Duration::from_secs(30);

pub(crate) fn scheduler(arguments: &SchedulerArguments) -> Result<(), Failure> {
    log();
    let listen = arguments.listen;
    let config = SchedulerConfig {
        bind_host: listen.ip().to_string(),
        bind_port: listen.port(),
        external_host: arguments.advertise.clone().unwrap_or_else(|| host(listen)),
        executor_timeout_seconds: arguments.executor_timeout,
        // Found lost within a third more of what they may be silent.
        expire_dead_executor_interval_seconds: (arguments.executor_timeout / 3).max(1),
        no_executors_grace_period_seconds: arguments.patience,
        grpc_server_max_decoding_message_size: MAX_MESSAGE,
        grpc_server_max_encoding_message_size: MAX_MESSAGE,
        grpc_client_max_message_size: MAX_MESSAGE,
        override_physical_codec: Some(Arc::new(Codec::default())),
        ..SchedulerConfig::default()
    };
    say(format_args!("scheduler: ballista://{listen}"));
    runtime()?.block_on(async {
        let cluster = BallistaCluster::new_from_config(&config).await?;
        start_server(cluster, listen, Arc::new(config)).await
    })?;
    Ok(())
}

pub(crate) fn executor(arguments: &ExecutorArguments) -> Result<(), Failure> {
    log();
    let wrong = || Failure::usage(format!("--scheduler {}: expected HOST:PORT", arguments.scheduler));
    let (scheduler_host, port) = arguments.scheduler.rsplit_once(':').ok_or_else(wrong)?;
    let scheduler_port = port.parse().map_err(|_| wrong())?;
    let listen = arguments.listen;
    let grpc_port = listen.port().checked_add(1).ok_or_else(|| {
        Failure::usage(format!("--listen {listen}: expected a port with one after it, which is used, too"))
    })?;
    let folder = tempfile::Builder::new().prefix("rolefit-ballista-").tempdir();
    let folder = folder.map_err(|error| Failure::system(format!("there is no temporary folder: {error}")))?;
    let work_dir = arguments.work_dir.as_deref().unwrap_or(folder.path());
    std::fs::create_dir_all(work_dir).map_err(|error| Failure::system(format!("{}: {error}", work_dir.display())))?;
    wait_for(&arguments.scheduler)?;
    let config = ExecutorProcessConfig {
        bind_host: bracketed(listen),
        external_host: arguments.advertise.clone(),
        port: listen.port(),
        grpc_port,
        scheduler_host: scheduler_host.to_owned(),
        scheduler_port,
        vcores: arguments.cores,
        work_dir: Some(work_dir.to_string_lossy().into_owned()),
        grpc_max_decoding_message_size: MAX_MESSAGE,
        grpc_max_encoding_message_size: MAX_MESSAGE,
        executor_heartbeat_interval_seconds: arguments.heartbeat,
        override_physical_codec: Some(Arc::new(Codec::default())),
        ..ExecutorProcessConfig::default()
    };
    say(format_args!("executor: {listen}, for the scheduler at {}", arguments.scheduler));
    runtime()?.block_on(start_executor_process(Arc::new(config)))?;
    Ok(())
}

/// Ballista's own waiting for a scheduler has no end.
fn wait_for(scheduler: &str) -> Result<(), Failure> {
    let began = Instant::now();
    loop {
        let connected = scheduler.to_socket_addrs().and_then(|mut addresses| {
            let address = addresses.next().ok_or(std::io::ErrorKind::AddrNotAvailable)?;
            TcpStream::connect_timeout(&address, Duration::from_secs(1))
        });
        match connected {
            Ok(_) => return Ok(()),
            Err(error) if began.elapsed() >= SCHEDULER_WITHIN => {
                let message = format!("no scheduler at {scheduler} within {} seconds", SCHEDULER_WITHIN.as_secs());
                return Err(Failure::system(format!("{message}: {error}")));
            }
            Err(_) => thread::sleep(Duration::from_millis(200)),
        }
    }
}

/// What others may call an address by.
fn host(listen: SocketAddr) -> String {
    if listen.ip().is_unspecified() { "localhost".to_owned() } else { bracketed(listen) }
}

fn bracketed(listen: SocketAddr) -> String {
    if listen.is_ipv6() { format!("[{}]", listen.ip()) } else { listen.ip().to_string() }
}

fn runtime() -> Result<Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Failure::system(format!("no threads can be started: {error}")))
}

fn log() {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
}

impl From<BallistaError> for Failure {
    fn from(error: BallistaError) -> Self {
        Self::system(error.to_string())
    }
}
