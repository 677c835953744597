//! The taxonomy that ships with the crate, which its build has compiled, and a user's file added to it.

use std::sync::{Arc, LazyLock};

use super::blob::{self, BlobError};
use super::sources::Sources;
use super::{Problem, Taxonomy, compile};
use crate::domain::Error;

/// Written by `build.rs` of this folder.
pub(super) static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/taxonomy.bin"));

static BUILTIN: LazyLock<Arc<Taxonomy>> = LazyLock::new(|| {
    Arc::new(
        blob::taxonomy(BYTES).unwrap_or_else(|error| panic!("this program was damaged or not built whole: {error}")),
    )
});

impl Taxonomy {
    /// The taxonomy that ships with the crate. It is compiled when the crate is built, and read once a process, in milliseconds.
    pub fn builtin() -> Arc<Self> {
        BUILTIN.clone()
    }

    /// The built-in taxonomy extended by a user's own file: a concept with a new id is added, one with a known id replaces it.
    ///
    /// # Errors
    /// [`Error::Configuration`] with every problem of the file, by the rules of [`Taxonomy::check`].
    pub fn extended(file: &str) -> Result<Self, Error> {
        extended(file).map_err(|problems| {
            Error::Configuration(match problems.as_slice() {
                [one] => format!("the taxonomy file has 1 problem: {one}"),
                many => {
                    let lines: Vec<String> = many.iter().map(|problem| format!("- {problem}")).collect();
                    format!("the taxonomy file has {} problems:\n{}", many.len(), lines.join("\n"))
                }
            })
        })
    }

    /// All problems that a user's file would have as an extension of the built-in taxonomy: unreadable TOML, unknown fields,
    /// dangling ids, cycles of `broader`, one label for two concepts, weights and credits out of range. Empty when it is fit for use.
    pub fn check(file: &str) -> Vec<Problem> {
        extended(file).err().unwrap_or_default()
    }
}

fn extended(file: &str) -> Result<Taxonomy, Vec<Problem>> {
    let damaged = |error: BlobError| vec![Problem::new("", format!("this program was damaged: {error}"))];
    let sources: Sources = blob::sources(BYTES).map_err(damaged)?;
    compile::extended(&Taxonomy::builtin(), sources, file)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::PerMille;
    use super::super::files::{self, Texts};
    use super::*;
    use crate::domain::digest;

    fn texts() -> Texts {
        Texts::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/taxonomy/data")).unwrap()
    }

    #[test]
    fn the_built_in_bytes_are_what_the_files_compile_to_each_time() {
        let texts = texts();
        for _ in 0..2 {
            let (taxonomy, sources) = files::compiled(&texts).unwrap_or_else(|problems| panic!("{problems:?}"));
            assert_eq!(taxonomy.version(), digest(texts.all()));
            let bytes = files::written(&taxonomy, &sources).unwrap();
            assert!(bytes == BYTES, "the built-in bytes were made of other files; build anew");
        }
        assert_eq!(Taxonomy::builtin().version(), digest(texts.all()));
    }

    /// It is in every program that uses the crate.
    #[test]
    fn the_built_in_bytes_take_less_than_three_times_the_room_of_the_files() {
        let files: usize = texts().all().map(str::len).sum();
        assert!(BYTES.len() < 3 * files, "{} bytes for files of {files}", BYTES.len());
    }

    #[test]
    fn extending_gives_what_compiling_all_at_once_gives() {
        let own = r#"
            [[concept]]
            id = "acme-fabric"
            label = "Acme Fabric"
            kind = "tool"
            area = "interconnect"
            weight = 1.5
            source = "own"
            aliases = ["AcmeNet", "Acme Go"]
            ambiguous = ["AcmeNet"]
            near = ["fabric", "acme switch"]
            broader = ["infiniband"]
            related = [{ to = "slingshot", credit = 0.5 }]

            [[siblings]]
            credit = 0.6
            members = ["acme-fabric", "omni-path"]
            reason = "the same work"

            [[practice]]
            id = "tunes-acme"
            shows = "acme-fabric"
            verbs = ["tune"]
            objects = ["@acme-fabric", "acme switch"]
            yes = ["I tune acme switches."]
            no = ["I sell acme switches."]
        "#;
        let mut extended = Taxonomy::extended(own).unwrap();
        let mut texts = texts();
        texts.concepts.push(("own".to_owned(), own.to_owned()));
        let (at_once, _) = files::compiled(&texts).unwrap();
        // The version says in which order the texts came.
        assert_ne!(extended.version, at_once.version);
        extended.version.clone_from(&at_once.version);
        assert!(borsh::to_vec(&extended).unwrap() == borsh::to_vec(&at_once).unwrap());
    }

    #[test]
    fn a_users_file_extends_and_replaces() {
        let taxonomy = Taxonomy::extended(
            r#"
            [[concept]]
            id = "acme-fabric"
            label = "Acme Fabric"
            kind = "tool"
            area = "interconnect"
            weight = 1.5
            source = "own"
            related = [{ to = "infiniband", credit = 0.5 }]
            "#,
        )
        .unwrap();
        let own = taxonomy.resolve("acme fabric").concept.unwrap();
        let asked = taxonomy.find("infiniband").unwrap();
        assert_eq!(taxonomy.credit(asked, own).0, PerMille::new(500));
        assert_ne!(taxonomy.version(), Taxonomy::builtin().version());
    }

    #[test]
    fn a_label_can_stand_for_a_second_concept_where_the_first_says_that_it_is_ambiguous() {
        let file = |short: &str| {
            format!(
                "[[concept]]\nid = \"acme\"\nlabel = \"Acme Suite\"\nkind = \"tool\"\narea = \"web\"\nweight = 1.0\nsource = \"own\"\n\
                 short = [{short:?}]\nnear = [\"acme\"]\n"
            )
        };
        assert!(Taxonomy::check(&file("Triton")).is_empty());
        let told: Vec<String> = Taxonomy::check(&file("Slurm")).iter().map(ToString::to_string).collect();
        assert_eq!(told, ["acme: short \"Slurm\" belongs to slurm, where it is not ambiguous"]);
        // Nobody else has it.
        let taxonomy = Taxonomy::extended(&file("Zorble")).unwrap();
        assert_eq!(taxonomy.resolve("zorble").concept, taxonomy.find("acme"));
    }

    #[test]
    fn every_problem_of_a_users_file_is_reported() {
        let problems = Taxonomy::check(
            r#"
            [[concept]]
            id = "Bad Id"
            label = "Slurm"
            kind = "tool"
            area = "nowhere"
            weight = 9.0
            source = "own"
            broader = ["nothing"]
            related = [{ to = "lustre", credit = 0.1 }]
            [[concept]]
            id = "a-loop"
            label = "A loop"
            kind = "tool"
            area = "web"
            weight = 1.0
            source = "own"
            broader = ["b-loop"]
            [[concept]]
            id = "b-loop"
            label = "B loop"
            kind = "tool"
            area = "web"
            weight = 1.0
            source = "own"
            broader = ["a-loop"]
            "#,
        );
        let all = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        for expected in [
            "lower-case", "also belongs to slurm", "no area", "0.05 to 2.0", "\"nothing\"", "0.3 to below 1",
            "broader than itself",
        ] {
            assert!(all.contains(expected), "{expected} not in\n{all}");
        }
        assert!(!Taxonomy::check("concept = 3").is_empty());
    }
}
