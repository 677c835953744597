//! Names that a file gives to concepts of other files: what they are called in other languages, or in a user's house.

use std::collections::HashMap;

use super::check::Problem;
use super::data::{ConceptFile, RawConcept};

/// A name has so many forms at most.
const MOST_FORMS: usize = 64;

/// The concepts of the files with all their names. Of a name of several forms the first is shown, the others are only found.
pub(super) fn named(files: &[ConceptFile], problems: &mut Vec<Problem>) -> Vec<RawConcept> {
    let mut concepts: Vec<RawConcept> = files.iter().flat_map(|file| &file.concept).cloned().collect();
    let by_id: HashMap<String, usize> =
        concepts.iter().zip(0..).map(|(concept, at)| (concept.id.clone(), at)).collect();
    for (id, names) in files.iter().flat_map(|file| &file.names) {
        let Some(concept) = by_id.get(id).map(|at| &mut concepts[*at]) else {
            problems.push(Problem::new("", format!("names are given to {id:?}, which no concept has as id")));
            continue;
        };
        for name in names {
            match forms(name) {
                Ok(forms) => {
                    let mut forms = forms.into_iter();
                    concept.aliases.extend(forms.next());
                    concept.hidden.extend(forms);
                }
                Err(what) => problems.push(Problem::new(id, format!("{name:?}: {what}"))),
            }
        }
    }
    concepts
}

/// The forms of a name: `verteilt(e|en) System(|s)` is four, `verteilte System` the first.
fn forms(written: &str) -> Result<Vec<String>, &'static str> {
    let mut forms = vec![String::new()];
    let mut rest = written;
    while let Some((plain, behind)) = rest.split_once('(') {
        let (endings, after) = behind.split_once(')').ok_or("`(` is not closed by `)`")?;
        if forms.len() * (endings.matches('|').count() + 1) > MOST_FORMS {
            return Err("a name has at most 64 forms");
        }
        forms = forms
            .iter()
            .flat_map(|begun| endings.split('|').map(move |ending| format!("{begun}{plain}{ending}")))
            .collect();
        rest = after;
    }
    for form in &mut forms {
        form.push_str(rest);
    }
    Ok(forms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn a_name_is_written_with_its_endings() {
        assert_eq!(forms("Netzwerktechnik").unwrap(), ["Netzwerktechnik"]);
        assert_eq!(
            forms("verteilt(e|en) System(e|)").unwrap(),
            ["verteilte Systeme", "verteilte System", "verteilten Systeme", "verteilten System"]
        );
        assert!(forms("verteilt(e").is_err());
        assert!(forms(&"(a|b|c|d)".repeat(4)).is_err());
    }

    #[test]
    fn a_file_names_concepts_of_others() {
        let own = Taxonomy::extended("[names]\nslurm = ['Warteschlange(|n) Nord']").unwrap();
        let id = |taxonomy: &Taxonomy, name: &str| {
            taxonomy.resolve(name).concept.map(|concept| taxonomy.concept(concept).id.to_string())
        };
        for name in ["Warteschlange Nord", "Warteschlangen Nord"] {
            assert_eq!(id(&own, name).as_deref(), Some("slurm"), "{name}");
            assert_eq!(id(&Taxonomy::builtin(), name), None, "{name}");
        }
    }

    #[test]
    fn a_name_of_nothing_and_a_name_of_two_are_told_with_their_lines() {
        let problem = |file: &str| {
            let problems = Taxonomy::check(file);
            assert_eq!(problems.len(), 1, "{problems:?}");
            (problems[0].to_string(), problems[0].line_in(file))
        };
        let (told, line) = problem("[names]\nslurm = ['Warteschlange Nord']\nslurmm = ['Warteschlange Süd']");
        assert_eq!((told.as_str(), line), ("names are given to \"slurmm\", which no concept has as id", Some(3)));
        let (told, line) = problem("[names]\nslurm = [\n  'Warteschlange Nord',\n  'Lustre',\n]");
        assert!(told.contains("\"Lustre\" also belongs to"), "{told}");
        assert_eq!(line, Some(4));
        let (told, line) = problem("[names]\nslurm = ['Warteschlange(n Nord']");
        assert_eq!((told.as_str(), line), ("slurm: \"Warteschlange(n Nord\": `(` is not closed by `)`", Some(2)));
    }
}
