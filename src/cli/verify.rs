//! `rolefit verify`: whether a data directory is whole.

use clap::Args;

use super::arguments::EngineArguments;
use super::failure::Failure;
use super::json_rows::word;
use super::shortlists::counted;
use super::upkeep::{UpkeepArguments, failed};
use crate::storage::Verification;

#[derive(Debug, Args)]
#[command(after_help = "\
Reads every candidate, every role and every entry of the log against its checksum, and compares the store with the search index: each candidate, as of the same write. Whatever is wrong is named, and the exit code is then 1; it is 4 when the directory cannot be opened at all, for instance because a service is using it.

A damaged index is no loss: `rolefit rebuild`, or the next start, makes it anew. A damaged document is: write it again, restore a backup, or save the others with `rolefit export --skip-damaged`.

Documents that are whole and that this version cannot read are named, too, and change nothing of the exit code: they are kept, and stand in no match. Write them again in another form, or delete them.

Examples:
  rolefit verify --data-dir data
  rolefit verify --data-dir data --format json | jq .flaws")]
pub(super) struct Arguments {
    #[command(flatten)]
    upkeep: UpkeepArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.engine.options()?;
    let found = arguments.upkeep.on(|directory| directory.verify(&options)).map_err(failed)?;
    arguments.upkeep.write(&found, &text(&found))?;
    if found.is_whole() { Ok(()) } else { Err(Failure::silent_negative()) }
}

fn text(found: &Verification) -> String {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let verdict = if found.is_whole() { "whole".to_owned() } else { counted(found.flaw_count, "flaw") };
    let mut text = format!(
        "{verdict}\n  {}, {}, last write {}, digest {}\n  index: {}",
        counted(number(found.candidates), "candidate"),
        counted(number(found.roles), "role"),
        found.seq,
        found.digest,
        word(&found.index)
    );
    list(&mut text, &found.flaws, found.flaw_count);
    if found.unreadable_count > 0 {
        let counted = counted(found.unreadable_count, "document");
        text += &format!("\n  {counted} that this version cannot read, kept and in no match:");
        list(&mut text, &found.unreadable, found.unreadable_count);
    }
    text
}

/// What is named, a line each, and how many more there are.
fn list(text: &mut String, named: &[String], count: usize) {
    for one in named {
        *text += "\n  - ";
        *text += one;
    }
    if named.len() < count {
        *text += &format!("\n  - and {} more", count - named.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::DataDirectory;
    use crate::{Candidate, Engine, EngineOptions, PANICS};

    #[test]
    fn documents_that_cannot_be_read_are_named_and_are_no_flaws() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        let person = |id: &str, summary: &str| -> Candidate {
            serde_json::from_value(serde_json::json!({"id": id, "summary": summary})).unwrap()
        };
        engine.put_candidate(&person("a", "I ran Slurm.")).unwrap();
        engine.store_unread(&person("b", PANICS));
        drop(engine);
        let found = DataDirectory::at(folder.path()).verify(&EngineOptions::default()).unwrap();
        let text = text(&found);
        assert!(text.starts_with("whole\n  2 candidates, 0 roles, last write 2, digest "), "{text}");
        let told =
            "\n  1 document that this version cannot read, kept and in no match:\n  - candidate \"b\" cannot be read: ";
        assert!(text.contains(told) && !text.contains(PANICS), "{text}");
    }

    #[test]
    fn of_a_long_list_the_rest_is_counted() {
        let mut text = "flaws".to_owned();
        list(&mut text, &["one".to_owned(), "two".to_owned()], 5);
        assert_eq!(text, "flaws\n  - one\n  - two\n  - and 3 more");
    }
}
