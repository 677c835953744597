//! `rolefit demo`: the recruiter's page on the sample data, in a directory that is gone afterwards.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use uuid::Uuid;

use super::arguments::EngineArguments;
use super::failure::Failure;
use crate::intake::{Document, DocumentReader, Format};
use crate::server::{ServeOptions, serve};
use crate::{Candidate, Engine, EngineOptions, Error, Role};

/// The data: everybody is invented.
const CANDIDATES: &[u8] = include_bytes!("../../sample_data/candidates.jsonl");
const ROLES: &[u8] = include_bytes!("../../sample_data/roles.jsonl");

#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is kept: the directory with the sample data is deleted when the service stops (Ctrl-C).

Examples:
  rolefit demo
  rolefit demo --listen 127.0.0.1:0")]
pub(super) struct Arguments {
    /// Address and port to listen on; on loopback, as nobody is asked who they are
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let engine = EngineArguments::default().options()?;
    let folder = Folder(std::env::temp_dir().join(format!("rolefit-demo-{}", Uuid::now_v7())));
    let (n_roles, n_candidates) = fill(&folder.0, &engine)?;
    eprintln!("{n_candidates} invented candidates, {n_roles} roles; open the address below in a browser, Ctrl-C ends");
    let options =
        ServeOptions { listen: arguments.listen, data_dir: Some(folder.0.clone()), engine, ..ServeOptions::default() };
    Ok(serve(options)?)
}

/// Puts the sample data, and says how many roles and candidates there are.
fn fill(folder: &Path, options: &EngineOptions) -> Result<(usize, usize), Error> {
    let engine = Engine::open_with(folder, options.clone())?;
    let put =
        |outcomes: Vec<Result<crate::storage::Written, Error>>| outcomes.into_iter().try_for_each(|one| one.map(drop));
    put(engine.put_roles(&documents::<Role>(ROLES)?)?)?;
    put(engine.put_candidates(&documents::<Candidate>(CANDIDATES)?)?)?;
    Ok((engine.role_count(), engine.candidate_count()))
}

fn documents<T: Document>(lines: &[u8]) -> Result<Vec<T>, Error> {
    let documents = DocumentReader::<_, T>::new(lines, Format::Detect);
    documents.map(|one| one.map(|(_, document)| document).map_err(|bad| bad.error)).collect()
}

/// A directory that goes with the process, but for one that is killed.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
