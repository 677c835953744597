//! Lists of which some will do: `one or more of these languages: Go, C`, `at least one scripting language (Bash, Perl)`.

use std::sync::LazyLock;

use super::languages as known;
use super::lists;
use super::meter::charge;
use super::phrases::Phrases;
use super::text::Text;
use super::words::words;

/// Behind a colon, a dash or a bracket the list is what the words before it chose from, so many of them at the most.
const SET_OFF_REACH: usize = 16;
/// Otherwise its noun alone stands between: `one or more programming languages like`.
const REACH: usize = 5;

static CHOICES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::new(&[((), known::ALTERNATIVES_CHOICE)]));

/// Where words begin by which some of the list whose first name begins at a folded byte are enough.
pub(super) fn choice_before(text: &Text, start: usize) -> Option<usize> {
    let word = text.word_at(start);
    let sentence = text.sentence_clauses(text.clause_at(start)?);
    let opening = text.clauses()[sentence.start].words.start;
    let behind = word.checked_sub(1).map_or(0, |before| text.words()[before].end);
    let sign = text.folded()[behind..start].trim_matches(['*', ' ', '_']);
    let set_off = matches!(sign, ":" | "(" | "-" | ";") || text.has_dash(&(behind..start));
    let reach = if set_off { SET_OFF_REACH } else { REACH };
    let from = opening.max(word.saturating_sub(reach));
    charge(word.saturating_sub(from));
    let begins = |at: &usize| CHOICES.begun(text, *at, word).iter().any(|phrase| phrase.goes_on(text, *at, word));
    let chosen = (from..word).rev().find(begins)?;
    // `at least one year of`
    let is_time = |at: usize| text.is(at, words!(lists::YEARS_UNITS)) || text.is(at, words!(known::YEARS_UNITS));
    let between = &text.folded()[text.words()[chosen].start..behind];
    let goes_on = !between.contains(';') && (set_off || !between.contains([',', ':', '(']));
    (goes_on && !(chosen..word).any(is_time)).then(|| text.words()[chosen].start)
}

#[cfg(test)]
mod tests {
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;

    fn groups(text: &str) -> Vec<String> {
        let extractor = Extractor::new(Taxonomy::builtin());
        let asked = extractor.extract(&format!("Requirements\n- {text}\n- Terraform")).unwrap().requirements;
        asked.into_iter().map(|asked| asked.label).filter(|label| label != "Terraform").collect()
    }

    #[test]
    fn of_what_is_chosen_from_one_is_enough() {
        for (text, expected) in [
            ("Experience in one or more of the following languages: Java, C#, Python", "Java | Python | C#"),
            (
                "Proficiency in at least one of our primary languages: Python, JavaScript, Go",
                "Python | JavaScript | Go",
            ),
            ("Fluent in at least one language; Java, C, Python", "Java | Python | C"),
            ("Knowledge of at least one of these (Ansible, Puppet)", "Ansible | Puppet"),
        ] {
            let mut found: Vec<String> = groups(text)
                .iter()
                .flat_map(|group| group.split(" | ").map(str::to_owned).collect::<Vec<_>>())
                .collect();
            let mut wanted: Vec<String> = expected.split(" | ").map(str::to_owned).collect();
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{text}");
            assert_eq!(groups(text).len(), 1, "{text}: {:?}", groups(text));
        }
        assert_eq!(groups("At least one year of Python, Kubernetes and Slurm").len(), 3);
        assert_eq!(groups("One of our teams needs help; you know Python, Slurm and Lustre").len(), 3);
    }

    #[test]
    fn alternatives_are_told_in_the_languages_that_are_read() {
        for text in [
            "Vous maîtrisez Java ou Python, et vous avez de l'expérience avec nos outils.",
            "Sie haben Erfahrung mit Java oder Python, und wir bieten Ihnen eine Stelle.",
            "Tienes experiencia con Java o Python, y te gusta trabajar en equipo con los demás.",
            "Je hebt ervaring met Java of Python, en je werkt graag met ons team aan de systemen.",
        ] {
            let extractor = Extractor::new(Taxonomy::builtin());
            let asked = extractor.extract(text).unwrap().requirements;
            assert_eq!(asked.len(), 1, "{text}: {asked:?}");
            assert!(asked[0].label.contains(" | "), "{text}: {}", asked[0].label);
        }
    }
}
