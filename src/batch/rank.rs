//! Ranks the candidates of one file for the roles of another: nobody is stored, and memory does not grow with the candidates.

use std::path::PathBuf;

use super::portions::{BatchEvent, Portions};
use super::source::{Fingerprint, check_ending, is_stdin};
use crate::domain::parallel::join;
use crate::domain::{Candidate, Error, Role, setters};
use crate::engine::{Engine, MatchOptions, Ranking, Read};
use crate::explain::Answer;
use crate::intake::{Document, ImportOptions, Shard};

/// What is to be ranked for what.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RankFiles {
    /// The roles; all of them are held in memory. `-` is standard input.
    pub roles: PathBuf,
    /// The candidates, read as a stream. `-` is standard input, for one of the two.
    pub candidates: PathBuf,
    /// How they are matched.
    pub options: MatchOptions,
    /// Whether the first bad line ends the run.
    pub strict: bool,
    /// How roles of other systems are read.
    pub roles_import: ImportOptions,
    /// How candidates of other systems are read.
    pub candidates_import: ImportOptions,
}

setters! {
    impl RankFiles {
        with_options(options: is MatchOptions);
        with_strict(strict: is bool);
        with_roles_import(roles_import: is ImportOptions);
        with_candidates_import(candidates_import: is ImportOptions);
    }
}

impl RankFiles {
    /// These files with the default options.
    pub fn new(roles: impl Into<PathBuf>, candidates: impl Into<PathBuf>) -> Self {
        Self {
            roles: roles.into(),
            candidates: candidates.into(),
            options: MatchOptions::default(),
            strict: false,
            roles_import: ImportOptions::default(),
            candidates_import: ImportOptions::default(),
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Ranked {
    /// The roles that could be used, in the order of their file.
    pub roles: Vec<Role>,
    /// One answer a role, in the same order.
    pub answers: Vec<Answer>,
    /// Candidates that could be used.
    pub n_candidates: usize,
    /// Lines of both files that could not.
    pub n_skipped: usize,
}

/// So many candidates are scored at a time: enough to keep all cores busy, few enough to hold as documents.
const PORTION: usize = 1024;

/// Ranks `files.candidates` for each of `files.roles`. Lines that cannot be used are told to `observe` and passed over; so is a
/// second document with the same id. Without a usable role the candidates are not read, and there is no answer.
///
/// # Errors
/// [`Error::Configuration`] for unusable options, a path whose ending says no format, or standard input named twice;
/// [`Error::Io`] when a file cannot be read to its end, or decompressed; [`Error::Malformed`], naming file and line, for the first
/// bad line when strict.
pub fn rank_files(
    engine: &Engine,
    files: &RankFiles,
    observe: &mut dyn FnMut(BatchEvent<'_>),
) -> Result<Ranked, Error> {
    let run = run(engine, files, None, observe)?;
    let n_candidates = run.ranking.offered();
    let answers = if run.roles.is_empty() { Vec::new() } else { run.ranking.finish() };
    let n_skipped = run.n_skipped_roles + run.n_skipped_candidates;
    Ok(Ranked { roles: run.roles, answers, n_candidates, n_skipped })
}

/// A ranking when the files have been read.
pub(super) struct Run {
    pub roles: Vec<Role>,
    pub ranking: Ranking,
    pub n_skipped_roles: usize,
    pub n_skipped_candidates: usize,
    /// The candidates' file.
    pub fingerprint: Fingerprint,
}

/// Ranks the candidates, or those of one shard: then the ranking keeps the documents of those on the shortlists.
pub(super) fn run(
    engine: &Engine,
    files: &RankFiles,
    shard: Option<Shard>,
    observe: &mut dyn FnMut(BatchEvent<'_>),
) -> Result<Run, Error> {
    if is_stdin(&files.roles) && is_stdin(&files.candidates) {
        let message =
            "roles and candidates are both `-`, and standard input can be read once; give a file for one of them";
        return Err(Error::Configuration(message.to_owned()));
    }
    check_ending(&files.candidates)?;
    let engine = &engine.clone().of_checked_documents();
    let limits = &engine.options().limits;

    let mut portions = Portions::<Role>::open(&files.roles, limits, &files.roles_import, PORTION, files.strict)?;
    let (mut entries, mut n_skipped_roles) = (Vec::new(), 0);
    let bad_lines = portions.bad_lines();
    while let Some(portion) = portions.next()? {
        let Read { found, unread } = engine.read_roles(&portion.documents)?;
        entries.extend(found);
        n_skipped_roles += bad_lines.report(portion, unread.0, observe)?;
    }
    portions.tell_import(observe);
    let roles: Vec<Role> = entries.iter().map(|entry| entry.role.clone()).collect();
    let mut candidates =
        Portions::<Candidate>::open(&files.candidates, limits, &files.candidates_import, PORTION, files.strict)?;
    let mut ranking = engine.ranking_for(entries, &files.options)?;
    if let Some(shard) = shard {
        candidates = candidates.only(shard);
        ranking = ranking.keeping_documents();
    }
    let mut n_skipped_candidates = 0;
    let mut next = if roles.is_empty() { None } else { candidates.next()? };
    let bad_lines = candidates.bad_lines();
    while let Some(portion) = next {
        // The next portion is read while this one is scored.
        let (read, unread) = join(|| candidates.next(), || ranking.offer(&portion.documents));
        let (documents, bytes, total_bytes) = (ranking.offered(), portion.bytes, candidates.total_bytes());
        n_skipped_candidates += bad_lines.report(portion, unread?, observe)?;
        observe(BatchEvent::Progress { kind: Candidate::KIND, documents, bytes, total_bytes });
        next = read?;
    }
    candidates.tell_import(observe);
    Ok(Run { roles, ranking, n_skipped_roles, n_skipped_candidates, fingerprint: candidates.fingerprint() })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::domain::{ErrorKind, PartialDate};
    use crate::extract::{ENDLESS, PANICS};

    fn write(dir: &Path, name: &str, text: &str) -> PathBuf {
        let path = dir.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn files(dir: &Path, candidates: &str) -> RankFiles {
        RankFiles {
            roles: write(dir, "roles.jsonl", "{\"id\":\"r-1\",\"must_have\":[\"Slurm\"]}\n{\"id\":\"r-2\"}\n"),
            candidates: write(dir, "pool.jsonl", candidates),
            options: MatchOptions { as_of: Some(PartialDate::year_only(2026)), ..MatchOptions::default() },
            strict: false,
            roles_import: ImportOptions::default(),
            candidates_import: ImportOptions::default(),
        }
    }

    fn run(files: &RankFiles) -> (Result<Ranked, Error>, Vec<String>) {
        let mut skipped = Vec::new();
        let ranked = rank_files(&Engine::in_memory(), files, &mut |event| {
            if let BatchEvent::Skipped { file, line } = event {
                skipped.push(format!("{}:{line}", file.file_name().unwrap().to_string_lossy()));
            }
        });
        (ranked, skipped)
    }

    #[test]
    fn every_role_gets_an_answer_over_all_candidates() {
        let dir = tempfile::tempdir().unwrap();
        let (ranked, skipped) = run(&files(dir.path(), "{\"id\":\"c-1\"}\n{\"id\":\"c-2\"}\n{\"id\":\"c-3\"}\n"));
        let ranked = ranked.unwrap();
        assert_eq!((ranked.n_candidates, ranked.n_skipped, ranked.answers.len()), (3, 0, 2));
        assert_eq!(ranked.answers[1].role_id, Some(ranked.roles[1].id.clone()));
        assert_eq!(ranked.answers[0].results.len(), 3);
        assert!(skipped.is_empty());
    }

    #[test]
    fn bad_lines_and_second_ids_are_told_and_passed_over() {
        let dir = tempfile::tempdir().unwrap();
        let (ranked, skipped) =
            run(&files(dir.path(), "{\"id\":\"c-1\"}\nnonsense\n\n{\"id\":\"c-1\"}\n{\"id\":\"c-2\"}\n"));
        let ranked = ranked.unwrap();
        assert_eq!((ranked.n_candidates, ranked.n_skipped), (2, 2));
        assert!(skipped[0].starts_with("pool.jsonl:2: "), "{skipped:?}");
        assert_eq!(skipped[1], "pool.jsonl:4 (c-1): /id: the id was already given by line 1; expected each id once");
    }

    #[test]
    fn strict_reading_ends_at_the_first_bad_line() {
        let dir = tempfile::tempdir().unwrap();
        let mut files = files(dir.path(), "{\"id\":\"c-1\"}\n{\"id\":\"c-2\",\"skils\":[]}\n");
        files.strict = true;
        let error = run(&files).0.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
        assert!(error.to_string().contains("pool.jsonl:2 (c-2): /skils"), "{error}");
    }

    #[test]
    fn a_document_that_cannot_be_read_is_a_bad_line_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let line = |id: &str, text: &str| format!("{{\"id\":\"{id}\",\"summary\":\"{text}\"}}\n");
        let pool = line("c-1", "I ran Slurm.")
            + &line("c-2", PANICS)
            + "nonsense\n"
            + &line("c-4", ENDLESS)
            + &line("c-5", "");
        let mut files = files(dir.path(), &pool);
        let roles = format!("{{\"id\":\"r-1\",\"description\":\"{PANICS}\"}}\n{{\"id\":\"r-2\"}}\n");
        files.roles = write(dir.path(), "roles.jsonl", &roles);
        let (ranked, skipped) = run(&files);
        let ranked = ranked.unwrap();
        assert_eq!((ranked.n_candidates, ranked.n_skipped, ranked.answers.len()), (2, 4, 1));
        assert_eq!(ranked.answers[0].results.len(), 2);
        assert!(
            skipped[0].starts_with("roles.jsonl:1 (r-1): role \"r-1\" cannot be read: the reader failed"),
            "{skipped:?}"
        );
        assert!(skipped[1].starts_with("pool.jsonl:2 (c-2): "), "{skipped:?}");
        assert!(skipped[2].starts_with("pool.jsonl:3: "), "lines are told in their order: {skipped:?}");
        assert!(
            skipped[3].starts_with("pool.jsonl:4 (c-4): candidate \"c-4\" cannot be read: it takes more"),
            "{skipped:?}"
        );
        files.roles = write(dir.path(), "roles.jsonl", "{\"id\":\"r-2\"}\n");
        files.candidates = write(dir.path(), "pool.jsonl", &(line("c-1", "") + &line("c-2", PANICS)));
        files.strict = true;
        let error = run(&files).0.unwrap_err();
        assert!(error.to_string().contains("pool.jsonl:2 (c-2): "), "{error}");
    }

    #[test]
    fn standard_input_is_read_once() {
        let dir = tempfile::tempdir().unwrap();
        let files = RankFiles { roles: "-".into(), candidates: "-".into(), ..files(dir.path(), "") };
        assert!(run(&files).0.unwrap_err().to_string().contains("both"));
    }

    #[test]
    fn what_cannot_be_read_is_an_error_that_names_it() {
        let dir = tempfile::tempdir().unwrap();
        let absent = RankFiles { candidates: dir.path().join("absent.jsonl"), ..files(dir.path(), "") };
        let error = run(&absent).0.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
        assert!(error.to_string().contains("absent.jsonl"));
        let other = RankFiles { candidates: dir.path().join("pool.xml"), ..absent };
        assert!(run(&other).0.unwrap_err().to_string().contains(".jsonl"));
    }

    #[test]
    fn portions_change_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let line = |n| format!("{{\"id\":\"c-{n}\",\"skills\":[\"Slurm\"]}}");
        let lines = (0..PORTION * 2 + 3).map(line).collect::<Vec<_>>().join("\n");
        let (ranked, _) = run(&files(dir.path(), &lines));
        let ranked = ranked.unwrap();
        assert_eq!(ranked.n_candidates, PORTION * 2 + 3);
        let candidates: Vec<Candidate> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let options = MatchOptions { as_of: Some(PartialDate::year_only(2026)), ..MatchOptions::default() };
        let at_once = Engine::in_memory().rank(&ranked.roles[0], &candidates, &options).unwrap();
        assert_eq!(ranked.answers[0], at_once);
    }
}
