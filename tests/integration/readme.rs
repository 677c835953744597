//! What the README shows is what the program says.

use rolefit::taxonomy::Taxonomy;

use crate::program::Folder;

const README: &str = include_str!("../../README.md");

#[test]
fn the_first_shortlist_is_the_one_of_the_first_command() {
    let command = README.lines().find_map(|line| line.strip_prefix("$ cargo run --release -- rank ")).unwrap();
    let shown = README.split("```text\n").nth(1).and_then(|rest| rest.split("\n```").next()).unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let arguments = ["rank"]
        .into_iter()
        .chain(command.split(' '))
        .map(|word| if word.starts_with("sample_data/") { format!("{root}/{word}") } else { word.to_owned() });
    let arguments: Vec<String> = arguments.collect();
    let printed = Folder::new().run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).stdout;
    assert!(printed.starts_with(shown), "expected:\n{shown}\ngot:\n{}", printed.get(..shown.len()).unwrap_or(&printed));
}

#[test]
fn the_taxonomy_has_as_many_concepts_as_is_said() {
    let concepts = Taxonomy::builtin().concepts().len().to_string();
    let grouped = format!("{},{}", &concepts[..concepts.len() - 3], &concepts[concepts.len() - 3..]);
    assert!(README.contains(&format!("{grouped} concepts")), "expected the README to tell of {grouped} concepts");
}
