//! The known name that is spelled most like another one, by the distance that suits what is named.

/// `; did you mean ...?` with the nearest of the known names, where one is near; else nothing. For words that are typed: swapped,
/// lost and wrong letters count alike, and one in three is the most. Capitals do not matter.
///
/// ```
/// assert_eq!(rolefit::intake::did_you_mean("wieghts", ["weights", "limit"].into_iter()), "; did you mean `weights`?");
/// assert_eq!(rolefit::intake::did_you_mean("zzz", ["weights", "limit"].into_iter()), "");
/// ```
pub fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let name = name.to_lowercase();
    let length = name.chars().count();
    let scored = known.filter_map(|known| {
        let lower = known.to_lowercase();
        let most = known.chars().count().max(3) / 3;
        // Letters that one has more than the other are errors at least: what is far too long is not compared.
        let may_be = lower.chars().count().abs_diff(length) <= most;
        may_be
            .then(|| strsim::osa_distance(&name, &lower))
            .filter(|distance| *distance <= most)
            .map(|distance| (distance, known))
    });
    scored.min().map_or_else(String::new, |(_, known)| format!("; did you mean `{known}`?"))
}

/// How alike two names of fields have to be, by Jaro-Winkler from 0 to 1. `skils`-`skills` is 0.97, `hobbies`-`headline` 0.63.
const FIELD: f64 = 0.85;

/// Of names of fields, or of the words that one takes, the first that is most like `text`, where one is like it at all: the same
/// beginning says more than the same end.
pub(crate) fn likest_field<T>(text: &str, known: impl Iterator<Item = (String, T)>) -> Option<T> {
    let likeness = |known: &str| strsim::jaro_winkler(known, text);
    likest(known.map(|(name, what)| (likeness(&name), what)), FIELD).map(|(_, what)| what)
}

/// Below this similarity, a label that is spelled alike is so by chance.
const LABEL: f64 = 0.6;

/// Of labels the first that is spelled most like `text`, and how alike they are, above 0 and below 1: whole names are compared, each
/// error by the share of the longer one that it is.
pub(crate) fn likest_label<'a, T>(text: &str, known: impl Iterator<Item = (&'a str, T)>) -> Option<(f64, T)> {
    // Letters that one has more than the other are differences at least.
    let may_be = |label: &str| label.len().min(text.len()) * 2 >= label.len().max(text.len());
    let compared = known.filter(|(label, _)| may_be(label));
    likest(compared.map(|(label, what)| (strsim::normalized_damerau_levenshtein(text, label), what)), LABEL)
}

/// The first of those with the greatest likeness, where it is at least so great.
fn likest<T>(known: impl Iterator<Item = (f64, T)>, least: f64) -> Option<(f64, T)> {
    known.filter(|(likeness, _)| *likeness >= least).reduce(|best, next| if next.0 > best.0 { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_offered_whatever_its_capitals() {
        let known = ["weights", "limit", "Rates"];
        assert_eq!(did_you_mean("WIEGHTS", known.into_iter()), "; did you mean `weights`?");
        assert_eq!(did_you_mean("rate", known.into_iter()), "; did you mean `Rates`?");
        assert_eq!(did_you_mean("zzz", known.into_iter()), "");
        assert_eq!(did_you_mean(&"limit".repeat(10_000), known.into_iter()), "", "too long to be a slip");
    }

    #[test]
    fn the_first_of_equally_near_names_is_taken() {
        let known = || ["skills", "skulls"].into_iter();
        assert_eq!(likest_field("skolls", known().map(|name| (name.to_owned(), name))), Some("skills"));
        assert_eq!(likest_label("skolls", known().map(|name| (name, name))).map(|(_, name)| name), Some("skills"));
        assert_eq!(likest_field("hobbies", std::iter::once(("headline".to_owned(), ()))), None);
    }
}
