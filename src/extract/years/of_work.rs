//! Whether years that are told without a subject are years of work.

use super::YearsMention;
use crate::extract::extractor::Read;
use crate::extract::languages as known;
use crate::extract::mention::within;
use crate::extract::place_kind::is_occupation;
use crate::extract::words::one_of;

impl Read<'_> {
    /// Whether years without a subject that is known are years of work: they are said first (`six years, cloud`), as the least
    /// (`3+ years`), or beside a name of the field or a word of working life. `For twelve years I have sung`, `Fire department, 6 years` say how long something else
    /// went on.
    pub(in crate::extract) fn are_of_work(&self, years: &YearsMention) -> bool {
        let reading = &self.reading;
        let first = reading.tokens.partition_point(|token| token.span.end <= years.span.start);
        let sentence = reading.sentence(first);
        let Some(end) = sentence.clone().last().map(|last| reading.tokens[last].span.end) else { return true };
        let start = reading.tokens[sentence.start].span.start;
        let names = within(&self.mentions, start..end).next().is_some();
        let opens = first == sentence.start || reading.before(first, 1) == ":";
        let is_least = || reading.text.folded()[years.span.clone()].contains('+');
        let working = || {
            sentence
                .into_iter()
                .any(|at| one_of!(reading.word(at), known::YEARS_WORKING_LIFE) || is_occupation(reading.word(at)))
        };
        opens || names || is_least() || working()
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn years_of_other_things_are_not_of_work() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let years = |text: &str| extractor.extract(text).unwrap().years.len();
        for text in [
            "Volunteer fire department, 6 years. Fly fishing.",
            "Choir, bass; nine years. Two cats.",
            "We keep your application for two years.\n\nRequirements\n- You know Slurm",
            "For over 35 years, Anders & Sons has made tents.\n\nRequirements\n- You know Slurm",
            "With tents for all and 35+ years of experience, Anders, part of Sons Inc., is a leader.\n\nYou camp, and your tent is what you need.",
        ] {
            assert_eq!(years(text), 0, "{text}");
        }
        for text in [
            "Six years, cloud",
            "Data centre technician, 6 years",
            "Slurm and Lustre; nine years",
            "With 12 years of experience, Jane is a leader.",
            "With 12 years of experience, you are what your team and you need.",
            "You've spent 3+ years shipping things",
            "Profile: 14 years at two computing centres",
        ] {
            assert_eq!(years(text), 1, "{text}");
        }
    }
}
