//! The forms of English verbs and nouns, as far as they are regular.

/// Which form of a verb a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `operate`, `operates`
    Present,
    /// `operated`
    Past,
    /// `operating`
    Gerund,
}

/// The forms of a verb. A verb with irregular forms is written with all of them, joined by `/`, the base first.
pub(super) fn verb_forms(written: &str) -> Vec<(String, Form)> {
    if let Some((base, others)) = written.split_once('/') {
        let others = others.split('/').map(|form| {
            let is_third = form.strip_suffix('s').is_some_and(|stem| base.starts_with(stem.trim_end_matches("ie")));
            let kind = if form.ends_with("ing") {
                Form::Gerund
            } else if is_third {
                Form::Present
            } else {
                Form::Past
            };
            (form.to_owned(), kind)
        });
        return std::iter::once((base.to_owned(), Form::Present)).chain(others).collect();
    }
    let stem = stem(written);
    vec![
        (written.to_owned(), Form::Present),
        (plural(written), Form::Present),
        (format!("{}ed", stem.strip_suffix('e').unwrap_or(&y_as_i(&stem))), Form::Past),
        (format!("{}ing", silent_e_dropped(&stem)), Form::Gerund),
    ]
}

/// The plural of a noun, which is written as the third person of a verb is.
pub(super) fn plural(word: &str) -> String {
    if ["s", "x", "z", "ch", "sh"].iter().any(|ending| word.ends_with(ending)) {
        return format!("{word}es");
    }
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
        _ => format!("{word}s"),
    }
}

/// What endings are put to: `ship` doubles its last letter, as verbs of one syllable do.
fn stem(verb: &str) -> String {
    let letters: Vec<char> = verb.chars().collect();
    let one_syllable = letters.iter().filter(|letter| is_vowel(**letter)).count() == 1;
    match letters.as_slice() {
        [.., before, vowel, last]
            if one_syllable
                && is_vowel(*vowel)
                && !is_vowel(*before)
                && !is_vowel(*last)
                && !matches!(last, 'w' | 'x' | 'y') =>
        {
            format!("{verb}{last}")
        }
        _ => verb.to_owned(),
    }
}

fn y_as_i(stem: &str) -> String {
    match stem.strip_suffix('y') {
        Some(rest) if !rest.ends_with(is_vowel) => format!("{rest}i"),
        _ => stem.to_owned(),
    }
}

fn silent_e_dropped(stem: &str) -> &str {
    stem.strip_suffix('e').filter(|rest| !rest.ends_with(['e', 'o'])).unwrap_or(stem)
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(verb: &str) -> Vec<String> {
        verb_forms(verb).into_iter().map(|(form, _)| form).collect()
    }

    #[test]
    fn regular_verbs_have_their_forms() {
        assert_eq!(forms("operate"), ["operate", "operates", "operated", "operating"]);
        assert_eq!(forms("deploy"), ["deploy", "deploys", "deployed", "deploying"]);
        assert_eq!(forms("identify"), ["identify", "identifies", "identified", "identifying"]);
        assert_eq!(forms("ship"), ["ship", "ships", "shipped", "shipping"]);
        assert_eq!(forms("maintain"), ["maintain", "maintains", "maintained", "maintaining"]);
        assert_eq!(forms("fix"), ["fix", "fixes", "fixed", "fixing"]);
    }

    #[test]
    fn irregular_verbs_are_written_with_theirs() {
        use Form::{Gerund, Past, Present};
        let kinds: Vec<Form> = verb_forms("run/runs/ran/running").into_iter().map(|(_, form)| form).collect();
        assert_eq!(kinds, [Present, Present, Past, Gerund]);
    }

    #[test]
    fn plurals_are_those_of_nouns() {
        assert_eq!(["cluster", "library", "bus", "array"].map(plural), ["clusters", "libraries", "buses", "arrays"]);
    }
}
