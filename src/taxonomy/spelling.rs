//! British and American spelling of one word.

/// What stands within words: in British spelling, then in American.
const SPELLINGS: &[(&str, &str)] = &[
    ("isation", "ization"),
    ("ising", "izing"),
    ("iser", "izer"),
    ("ised", "ized"),
    ("catalogue", "catalog"),
    ("colour", "color"),
    ("centre", "center"),
    ("modelling", "modeling"),
    ("labelling", "labeling"),
    ("behaviour", "behavior"),
    ("fibre", "fiber"),
    ("queueing", "queuing"),
];

/// The text in American and in British spelling, where these differ from how it is written.
pub(super) fn spelled_elsewhere(text: &str) -> impl Iterator<Item = String> {
    let american = SPELLINGS.iter().fold(text.to_owned(), |text, (british, american)| text.replace(british, american));
    let british = SPELLINGS.iter().fold(text.to_owned(), |text, (british, american)| text.replace(american, british));
    [american, british].into_iter().filter(move |other| *other != text)
}

#[cfg(test)]
mod tests {
    use super::spelled_elsewhere;

    #[test]
    fn both_sides_of_the_ocean_are_understood() {
        let all = |text: &str| spelled_elsewhere(text).collect::<Vec<_>>();
        assert_eq!(all("kernel optimization"), ["kernel optimisation"]);
        assert_eq!(all("data centre virtualisation"), ["data center virtualization"]);
        assert!(all("slurm").is_empty());
    }
}
