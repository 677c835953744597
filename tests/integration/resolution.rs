//! Names as the outside world writes them resolve to the right concepts: aliases, typing errors, look-alikes.
//!
//! The lists are in `tests/resolution`; a file's kind is the beginning of its name. Which sense a name has in
//! running text is told by what stands beside it (`senses`).

use std::path::Path;

use rolefit::extract::Extractor;
use rolefit::taxonomy::Taxonomy;

/// All lines of the files of one kind, as pairs. Lines that begin with `#` are comments.
fn pairs(kind: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/resolution");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(kind) && name.ends_with(".tsv")
        })
        .collect();
    files.sort();
    let mut pairs = Vec::new();
    for file in files {
        for line in
            std::fs::read_to_string(&file).unwrap().lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (name, meant) =
                line.split_once('\t').unwrap_or_else(|| panic!("{}: no tab in {line:?}", file.display()));
            pairs.push((name.to_owned(), meant.to_owned()));
        }
    }
    pairs
}

fn id(taxonomy: &Taxonomy, name: &str) -> Option<String> {
    taxonomy.resolve(name).concept.map(|concept| taxonomy.concept(concept).id.to_string())
}

/// The pairs of a kind that do not resolve to the concept that they name, after checking that there are such concepts.
fn wrong(kind: &str) -> (usize, Vec<String>) {
    let taxonomy = Taxonomy::builtin();
    let pairs = pairs(kind);
    let dangling: Vec<&str> =
        pairs.iter().map(|(_, meant)| meant.as_str()).filter(|meant| taxonomy.find(meant).is_none()).collect();
    assert!(dangling.is_empty(), "no such concepts: {dangling:?}");
    let wrong = pairs
        .iter()
        .filter_map(|(name, meant)| {
            let found = id(&taxonomy, name);
            (found.as_deref() != Some(meant)).then(|| format!("{name}: {meant}, found {found:?}"))
        })
        .collect();
    (pairs.len(), wrong)
}

#[test]
fn names_of_the_outside_world_resolve() {
    let (all, wrong) = wrong("aliases");
    assert!(all >= 300, "{all} pairs");
    assert!(wrong.len() * 100 <= all, "{} of {all} are wrong: {wrong:#?}", wrong.len());
}

#[test]
fn typing_errors_are_seen_through() {
    let (all, wrong) = wrong("typos");
    assert!(all >= 60, "{all} pairs");
    assert!(wrong.len() * 20 <= all, "{} of {all} are wrong: {wrong:#?}", wrong.len());
}

#[test]
fn look_alikes_never_become_one() {
    let taxonomy = Taxonomy::builtin();
    let pairs = pairs("look_alikes");
    assert!(pairs.len() >= 80, "{} pairs", pairs.len());
    let confused: Vec<String> = pairs
        .iter()
        .filter_map(|(a, b)| {
            let (first, second) = (id(&taxonomy, a)?, id(&taxonomy, b)?);
            (first == second).then(|| format!("{a} and {b} are both {first}"))
        })
        .collect();
    assert!(confused.is_empty(), "{confused:#?}");
}

#[test]
fn what_stands_beside_a_name_tells_its_sense() {
    let taxonomy = Taxonomy::builtin();
    let extractor = Extractor::new(taxonomy.clone());
    let mut wrong = Vec::new();
    for (text, meant) in pairs("senses") {
        let (concept, named) = meant.split_once('\t').expect("a concept and whether it is named");
        assert!(taxonomy.concepts().any(|(_, known)| *known.id == *concept), "no concept {concept}");
        let skills = extractor.extract(&text).unwrap().skills;
        let found = skills.iter().any(|skill| skill.rule.is_none() && skill.concept == concept);
        if found != named.parse::<bool>().expect("true or false") {
            wrong.push(format!("{text}: {concept} {}", if found { "is named" } else { "is not named" }));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn where_somebody_works_and_what_everybody_is_are_no_skills() {
    let extractor = Extractor::new(Taxonomy::builtin());
    let text = "Runs Slurm at Oak Ridge National Laboratory and NERSC; spoke at NeurIPS; a proactive team player with great communication skills.";
    let skills = extractor.extract(text).unwrap().skills;
    let named: Vec<&str> = skills.iter().filter(|skill| skill.rule.is_none()).map(|skill| &*skill.concept).collect();
    assert_eq!(named, ["slurm"]);
    // By name in a list they are known all the same, and national laboratories at large may be asked for.
    let taxonomy = Taxonomy::builtin();
    assert!(["NERSC", "NeurIPS", "team player"].iter().all(|name| id(&taxonomy, name).is_some()));
    let asked = extractor
        .extract("Requirements:\n- Experience at a national laboratory or supercomputing center\n- Slurm")
        .unwrap()
        .requirements;
    assert!(asked.iter().any(|asked| asked.options.contains(&"national-laboratories".to_owned())), "{asked:?}");
}

#[test]
fn case_spacing_and_dashes_change_nothing() {
    let taxonomy = Taxonomy::builtin();
    let mut moved = Vec::new();
    for (name, _) in pairs("aliases") {
        let found = id(&taxonomy, &name);
        let forms = [name.to_uppercase(), name.to_lowercase(), name.replace(' ', "-"), format!("  {name} ")];
        moved.extend(forms.into_iter().filter(|form| id(&taxonomy, form) != found));
    }
    assert!(moved.is_empty(), "{moved:?}");
}
