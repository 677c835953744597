//! `rolefit-ballista rank`: reads the roles, has the pool ranked by the cluster, and writes what `rolefit rank` would.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rolefit::files::{BatchEvent, RankFiles, rank_files};
use rolefit::matching::PartialAnswer;
use rolefit::model::CancelToken;
use rolefit::{Answer, Engine, Error, Role};

use crate::arguments::RankArguments;
use crate::failure::{Failure, say};
use crate::job::{Job, Knowledge, Options};
use crate::merging::{Merged, Merging};
use crate::output;
use crate::plan::plan;
use crate::pool::Pool;
use crate::rows::{Note, Part, Place};
use crate::submit::Cluster;

pub(crate) fn run(arguments: &RankArguments) -> Result<(), Failure> {
    let started = Instant::now();
    let cluster = Cluster::parse(&arguments.cluster)?;
    output::check(arguments.output.as_deref(), &[&arguments.roles, &arguments.candidates])?;
    let (knowledge, options) = (knowledge(arguments)?, options(arguments));
    let engine = knowledge.engine()?;
    let (roles, n_skipped_roles) = read_roles(&engine, arguments)?;
    let pool = Pool::open(&arguments.candidates)?;
    let parts = pool.parts(arguments.parts);
    let Pool { files, names, .. } = pool;
    let mut ranking = Ranking { engine, parts, names, nobody: Vec::new() };
    let mut job = Job { files, roles, knowledge, options };
    ranking.begin(&mut job)?;
    let Merged { answers, notes, .. } = ranking.ranked(&cluster, arguments, &job)?;
    tell(&ranking.names, &notes, arguments.strict)?;
    let answers: Vec<Answer> = answers.into_values().map(PartialAnswer::into_answer).collect();
    let n_candidates = answers.first().and_then(|answer| answer.total_candidates).unwrap_or(0);
    let n_skipped = n_skipped_roles + notes.len();
    if n_candidates == 0 {
        return Err(nothing_to_rank(&arguments.candidates, "candidate", notes.len()));
    }
    let answers: Vec<Answer> =
        if arguments.blind { answers.into_iter().map(Answer::blinded).collect() } else { answers };
    output::write(&answers, arguments.format, arguments.output.as_deref())?;
    say(format_args!(
        "{} and {} read in {}, {} skipped, {:.1} s",
        counted(answers.len(), "role"),
        counted(n_candidates, "candidate"),
        counted(ranking.parts.len(), "part"),
        counted(n_skipped, "line"),
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

fn knowledge(arguments: &RankArguments) -> Result<Knowledge, Failure> {
    let text = |path: &Option<PathBuf>| match path {
        None => Ok(None),
        Some(path) => std::fs::read_to_string(path)
            .map(Some)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display()))),
    };
    Ok(Knowledge {
        profile: text(&arguments.profile)?,
        taxonomy: text(&arguments.taxonomy)?,
        market: text(&arguments.market)?,
    })
}

fn options(arguments: &RankArguments) -> Options {
    Options {
        limit: arguments.top,
        as_of: arguments.as_of,
        blind: arguments.blind,
        language: arguments.language,
        rates: arguments.rates.iter().copied().collect(),
    }
}

/// The roles that can be used, and how many lines could not: as `rolefit rank` reads them, which is what does it, among nobody.
fn read_roles(engine: &Engine, arguments: &RankArguments) -> Result<(Vec<Role>, usize), Failure> {
    let system = |error: std::io::Error| Failure::system(format!("there is no temporary file: {error}"));
    let nobody = tempfile::Builder::new().suffix(".jsonl").tempfile().map_err(system)?;
    let files = RankFiles::new(&arguments.roles, nobody.path()).with_strict(arguments.strict);
    let ranked = rank_files(engine, &files, &mut |event| {
        if let BatchEvent::Skipped { file, line } = event {
            say(format_args!("skipped {}:{line}", file.display()));
        }
    });
    let ranked = ranked.map_err(|error| match error {
        Error::Malformed(message) => strictly(message),
        other => other.into(),
    })?;
    if ranked.roles.is_empty() {
        return Err(nothing_to_rank(&arguments.roles, "role", ranked.n_skipped));
    }
    Ok((ranked.roles, ranked.n_skipped))
}

/// A ranking that is shared.
struct Ranking {
    engine: Engine,
    parts: Vec<Part>,
    /// Of the files of the pool.
    names: Vec<PathBuf>,
    /// What is found among nobody, by role: what the cluster finds is merged with it, so that each role has an answer, and one of
    /// another version is noticed.
    nobody: Vec<PartialAnswer>,
}

impl Ranking {
    /// Says which day it is, where nobody has.
    fn begin(&mut self, job: &mut Job) -> Result<(), Failure> {
        let never = CancelToken::new();
        self.nobody = self.engine.ranking(&job.roles, &job.options.for_match(&never))?.finish_partial();
        job.options.as_of = self.nobody.first().map(|part| part.answer().model.as_of);
        Ok(())
    }

    /// What the cluster finds. Only then is it known which ids were given before, and then those rows are passed over in another pass.
    fn ranked(&mut self, cluster: &Cluster, arguments: &RankArguments, job: &Job) -> Result<Merged, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::system(format!("no threads can be started: {error}")))?;
        runtime.block_on(async {
            cluster.wait(Duration::from_secs(arguments.wait)).await?;
            let mut merged = self.once(cluster, job).await?;
            if !merged.repeated.is_empty() {
                say(format_args!(
                    "{} with an id that was given before; ranking again without",
                    counted(merged.repeated.len(), "row")
                ));
                self.refuse(&merged.repeated);
                merged = self.once(cluster, job).await?;
            }
            if !merged.repeated.is_empty() {
                return Err(Failure::input(
                    "the candidates have changed while they were ranked; expected files that stay",
                ));
            }
            match merged.conflict {
                Some(why) => Err(Failure::system(why).with_hint("is the same version of rolefit on all machines?")),
                None => Ok(merged),
            }
        })
    }

    /// Tells each part which of its rows have an id that was given before.
    fn refuse(&mut self, repeated: &[(Place, Place)]) {
        // Both are in the order of the pool.
        let mut rest = repeated;
        for part in &mut self.parts {
            let is_of_part = |(place, _): &(Place, Place)| place.file == part.file && place.row <= part.to;
            let (own, others) = rest.split_at(rest.partition_point(is_of_part));
            part.refused = own.iter().map(|(place, first)| (place.row, *first)).collect();
            rest = others;
        }
    }

    async fn once(&self, cluster: &Cluster, job: &Job) -> Result<Merged, Failure> {
        let mut merging = Merging::default();
        for (role, nobody) in (0..).zip(&self.nobody) {
            merging.answer(role, nobody.clone());
        }
        if !self.parts.is_empty() {
            let plan = plan(Arc::new(job.clone()), &self.parts);
            let plan = plan.map_err(|error| Failure::system(format!("there is no plan: {error}")))?;
            for row in cluster.run(plan).await? {
                merging.take_in(row)?;
            }
        }
        Ok(merging.finish()?)
    }
}

/// Says what was passed over.
fn tell(names: &[PathBuf], skipped: &[Note], is_strict: bool) -> Result<(), Failure> {
    for Note { place, text } in skipped {
        let name = usize::try_from(place.file).ok().and_then(|at| names.get(at));
        let line = format!("{}:{text}", name.map_or_else(String::new, |name| name.display().to_string()));
        if is_strict {
            return Err(strictly(line));
        }
        say(format_args!("skipped {line}"));
    }
    Ok(())
}

fn strictly(line: String) -> Failure {
    Failure::negative(line).with_hint("without --strict, bad lines are passed over")
}

fn nothing_to_rank(file: &Path, kind: &str, n_skipped: usize) -> Failure {
    let skipped = if n_skipped == 0 {
        "it holds no documents".to_owned()
    } else {
        format!("{} skipped, for the reasons above", counted(n_skipped, "line"))
    };
    Failure::negative(format!("nothing to rank: {} has no usable {kind} ({skipped})", file.display()))
        .with_hint(format!("`rolefit schema {kind}` prints what a {kind} looks like"))
}

/// `1 line`, `12000 lines`.
fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
