//! Which named things years were spent with: the one that the words name, and those listed beside it.

use super::{YearsAbout, YearsMention};
use crate::extract::extractor::Read;
use crate::extract::lists;
use crate::extract::mention::{Mention, MentionKind};
use crate::extract::text::Span;
use crate::extract::words::{one_of, words};
use crate::taxonomy::{ConceptKind, Taxonomy};

impl YearsMention {
    /// The mentions that years are years of: `six years with Linux, AWS and Kubernetes` are of each.
    pub(in crate::extract) fn objects<'r>(&self, read: &'r Read<'_>, taxonomy: &Taxonomy) -> Vec<&'r Mention> {
        let Some(first) = self.first_object(read) else { return Vec::new() };
        let mut found = vec![first];
        let mut last = first;
        for next in names_from(read, first.span.end) {
            if next.span.start < last.span.end {
                continue;
            }
            let goes_on = read.text.folded().get(last.span.end..next.span.start).is_some_and(lists_on);
            // `six years of C++, Master's degree preferred`
            if !goes_on || taxonomy.concept(next.concept).kind == ConceptKind::Credential || has_years(read, next) {
                break;
            }
            last = next;
            found.push(next);
        }
        found
    }

    fn first_object<'r>(&self, read: &'r Read<'_>) -> Option<&'r Mention> {
        let Some(scope) = self.scope() else { return self.trade_of_the_person(read) };
        let within: Vec<&Mention> = mentions_from(read, scope.start)
            .take_while(|m| m.span.start < scope.end)
            .filter(|m| m.span.end <= scope.end)
            .collect();
        // By its whole name: of "the Linux kernel" not Linux. Names go before what they show.
        let named = within.iter().find(|m| m.by == MentionKind::Label).or(within.first())?;
        // "years of software engineering experience with Rust" are years of Rust.
        let with = |m: &&&Mention| {
            let between = read.text.folded().get(named.span.end..m.span.start);
            between.is_some_and(|gap| lists::YEARS_OBJECTS_DONE_WITH.contains(&gap.trim()))
        };
        let named = within.iter().find(with).unwrap_or(named);
        let same = within.iter().filter(|m| m.by == named.by && m.span.start >= named.span.start);
        let whole = same.take_while(|m| m.span.start < named.span.end);
        let whole = whole.fold(*named, |longest, m| if m.span.len() > longest.span.len() { m } else { longest });
        Some(head_of(read, whole, &scope))
    }

    /// `A Node.js developer with five years of experience`
    fn trade_of_the_person<'r>(&self, read: &'r Read<'_>) -> Option<&'r Mention> {
        debug_assert_eq!(self.about, YearsAbout::Total, "what has a subject has a scope");
        let tokens = &read.reading.tokens;
        let figure = tokens.partition_point(|token| token.span.end <= self.span.start);
        let sentence = read.reading.sentence(figure);
        let told = |at: usize| one_of!(read.reading.word(at), lists::YEARS_ABOUT_BEFORE_FIGURE);
        let with = (sentence.start..figure).rev().find(|at| !told(*at))?;
        let person = with.checked_sub(1).filter(|at| *at > sentence.start)?;
        if !one_of!(read.reading.word(with), lists::YEARS_OBJECTS_HAVING)
            || !read.reading.is(person, words!(lists::YEARS_ABOUT_PERSONS))
        {
            return None;
        }
        let trade = tokens[person - 1].span.end;
        let before = read.mentions[..read.mentions.partition_point(|m| m.span.start < trade)].iter().rev();
        before.take(NEAR).find(|m| m.by == MentionKind::Label && m.span.end == trade)
    }
}

/// So many mentions before a person's word are looked at: those that end there are the last.
const NEAR: usize = 4;

/// What a name stands before as its kind: `Linux-based embedded systems` are embedded systems.
fn head_of<'r>(read: &'r Read<'_>, name: &'r Mention, scope: &Span) -> &'r Mention {
    let mut head = name;
    for next in names_from(read, name.span.end).take_while(|m| m.span.end <= scope.end) {
        let between = read.text.folded().get(head.span.end..next.span.start).unwrap_or(".");
        if !lists::YEARS_OBJECTS_KINDS.contains(&between.trim_matches([' ', '-'])) {
            break;
        }
        head = next;
    }
    head
}

fn mentions_from<'r>(read: &'r Read<'_>, byte: usize) -> impl Iterator<Item = &'r Mention> {
    read.mentions[read.mentions.partition_point(|m| m.span.start < byte)..].iter()
}

fn names_from<'r>(read: &'r Read<'_>, byte: usize) -> impl Iterator<Item = &'r Mention> {
    mentions_from(read, byte).filter(|m| m.by == MentionKind::Label)
}

/// Whether years of its own stand behind a name: `10 years of Linux, HPC since 2017`.
fn has_years(read: &Read<'_>, name: &Mention) -> bool {
    let next = read.reading.tokens.partition_point(|token| token.span.start < name.span.end);
    one_of!(read.reading.word(next), lists::YEARS_OBJECTS_OWN_YEARS)
}

/// Whether what stands between two names goes on with a list of them.
fn lists_on(between: &str) -> bool {
    let has_mark = between.contains([',', '/', '&']);
    let mut joins = between.split([',', '/', '&', ' ']).filter(|word| !word.is_empty());
    let joined = joins.clone().next().is_some();
    (has_mark || joined) && joins.all(|word| one_of!(word, lists::YEARS_OBJECTS_JOINS))
}

#[cfg(test)]
mod tests {
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;

    fn of(text: &str) -> Vec<String> {
        let found = Extractor::new(Taxonomy::builtin()).extract(text).unwrap().years;
        let one = |years: &crate::extract::YearsFound| years.concept.clone().unwrap_or_else(|| "total".to_owned());
        found.iter().map(one).collect()
    }

    #[test]
    fn years_are_of_everything_in_their_list() {
        assert_eq!(
            of("At least 6 years of administration experience with Linux, AWS, and Kubernetes."),
            ["linux", "aws", "kubernetes"]
        );
        assert_eq!(
            of("3+ years of experience working with SQL, Java, Python for data analysis."),
            ["sql", "java", "python"]
        );
        assert_eq!(
            of("Skills\nJavaScript / TypeScript - 10 years\nPython - 6 years"),
            ["javascript", "typescript", "python"]
        );
        // Another sentence, another figure and another matter end the list.
        assert_eq!(of("Five years of Slurm. Lustre is a plus."), ["slurm"]);
        assert_eq!(of("Five years of Slurm and two years of Lustre."), ["slurm", "lustre"]);
        assert_eq!(of("Five years of Slurm, including Lustre."), ["slurm"]);
        assert_eq!(of("10+ yrs Linux, HPC since 2017."), ["linux"]);
        assert_eq!(of("Six years of C++, Master's degree preferred."), ["cplusplus"]);
    }

    #[test]
    fn years_of_a_person_are_of_their_trade() {
        assert_eq!(of("A strong Node.js developer with at least 5 years of experience."), ["nodejs"]);
        assert_eq!(of("Senior engineer with 5 years of experience."), ["total"]);
    }

    #[test]
    fn a_name_before_its_kind_is_not_what_years_are_of() {
        assert_eq!(of("9 years of experience developing Linux-based embedded systems."), ["embedded-systems"]);
    }
}
