//! Which named things years were spent with: the one that the words name, and those listed beside it.

use std::borrow::Cow;

use super::{YearsAbout, YearsMention};
use crate::extract::lists;
use crate::extract::mention::{Mention, MentionKind};
use crate::extract::terms::Reading;
use crate::extract::text::Span;
use crate::extract::words::{one_of, words};
use crate::taxonomy::{ConceptKind, Taxonomy};

impl YearsMention {
    /// The mentions that years are years of: `six years with Linux, AWS and Kubernetes` are of each, and those of `programming in C or C++`
    /// are of the languages, too. Examples in brackets are not asked for each.
    pub(in crate::extract) fn objects<'m>(
        &self,
        reading: &Reading,
        mentions: &'m [Mention],
        taxonomy: &Taxonomy,
    ) -> Vec<&'m Mention> {
        let read = Named { reading, mentions };
        let Some(first) = self.first_object(read, taxonomy) else { return Vec::new() };
        let mut found = vec![first];
        let mut last = first;
        for next in names_from(read, first.span.end) {
            if next.span.start < last.span.end {
                continue;
            }
            let between = read.reading.text.folded().get(last.span.end..next.span.start);
            let Some(between) = between.filter(|between| between.len() <= MAX_BETWEEN) else { break };
            // `C++ (STL, Boost), Java` are years of both languages.
            let Some(between) = without_brackets(between) else { continue };
            let between = &*between;
            // What people do or know, and that in or with which they do it.
            let kind = |name: &Mention| taxonomy.concept(name.concept).kind;
            let is_done = matches!(kind(last), ConceptKind::Practice | ConceptKind::Field);
            let is_means = matches!(kind(next), ConceptKind::Tool | ConceptKind::Language);
            let means = || is_done && is_means && joins_means(between);
            let goes_on = in_one_sentence(read, last, next) && (lists_on(between) || means());
            // `six years of C++, Master's degree preferred`
            if !goes_on || is_credential(taxonomy, next) || has_years(read, next) {
                break;
            }
            last = next;
            if !found.iter().any(|known: &&Mention| known.concept == next.concept) {
                found.push(next);
            }
        }
        found
    }

    fn first_object<'m>(&self, read: Named<'_, 'm>, taxonomy: &Taxonomy) -> Option<&'m Mention> {
        let Some(scope) = self.scope() else { return self.trade_of_the_person(read) };
        let within: Vec<&Mention> = mentions_from(read, scope.start)
            .take_while(|m| m.span.start < scope.end)
            .filter(|m| m.span.end <= scope.end && !is_credential(taxonomy, m))
            .collect();
        // By its whole name: of "the Linux kernel" not Linux. Names go before what they show.
        let named = within.iter().find(|m| m.by == MentionKind::Label).or(within.first())?;
        // "years of software engineering experience with Rust" are years of Rust.
        let with = |m: &&&Mention| {
            let between = read.reading.text.folded().get(named.span.end..m.span.start);
            between.is_some_and(|gap| lists::YEARS_OBJECTS_DONE_WITH.contains(&gap.trim()))
        };
        let named = within.iter().find(with).unwrap_or(named);
        let same = within.iter().filter(|m| m.by == named.by && m.span.start >= named.span.start);
        let whole = same.take_while(|m| m.span.start < named.span.end);
        let whole = whole.fold(*named, |longest, m| if m.span.len() > longest.span.len() { m } else { longest });
        Some(head_of(read, whole, &scope))
    }

    /// `A Node.js developer with five years of experience`
    fn trade_of_the_person<'m>(&self, read: Named<'_, 'm>) -> Option<&'m Mention> {
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

/// A text and what it names, in order.
#[derive(Clone, Copy)]
struct Named<'r, 'm> {
    reading: &'r Reading<'r>,
    mentions: &'m [Mention],
}

/// So many mentions before a person's word are looked at: those that end there are the last.
const NEAR: usize = 4;

/// Whether years of its own stand behind a name: `10 years of Linux, HPC since 2017`.
fn has_years(read: Named<'_, '_>, name: &Mention) -> bool {
    let next = read.reading.tokens.partition_point(|token| token.span.start < name.span.end);
    one_of!(read.reading.word(next), lists::YEARS_OBJECTS_OWN_YEARS)
}

/// What a name stands before as its kind: `Linux-based embedded systems` are embedded systems.
fn head_of<'m>(read: Named<'_, 'm>, name: &'m Mention, scope: &Span) -> &'m Mention {
    let mut head = name;
    for next in names_from(read, name.span.end).take_while(|m| m.span.end <= scope.end) {
        let between = read.reading.text.folded().get(head.span.end..next.span.start).unwrap_or(".");
        if !lists::YEARS_OBJECTS_KINDS.contains(&between.trim_matches([' ', '-'])) {
            break;
        }
        head = next;
    }
    head
}

fn mentions_from<'m>(read: Named<'_, 'm>, byte: usize) -> impl Iterator<Item = &'m Mention> {
    read.mentions[read.mentions.partition_point(|m| m.span.start < byte)..].iter()
}

fn names_from<'m>(read: Named<'_, 'm>, byte: usize) -> impl Iterator<Item = &'m Mention> {
    mentions_from(read, byte).filter(|m| m.by == MentionKind::Label)
}

/// Whether it is what somebody holds, which takes no years.
fn is_credential(taxonomy: &Taxonomy, name: &Mention) -> bool {
    taxonomy.concept(name.concept).kind == ConceptKind::Credential
}

/// Whether what stands between something done and a name says what it was done in: `algorithms in`, `using`, `systems with`.
fn joins_means(between: &str) -> bool {
    let mut words = between.split(' ').filter(|word| !word.is_empty());
    let joins = words.next_back().is_some_and(|word| one_of!(word, lists::YEARS_OBJECTS_MEANS));
    joins && words.clone().count() <= BEFORE_MEANS && words.all(|word| word.bytes().all(|b| b.is_ascii_lowercase()))
}

fn in_one_sentence(read: Named<'_, '_>, one: &Mention, other: &Mention) -> bool {
    let token = |name: &Mention| read.reading.tokens.partition_point(|token| token.span.end <= name.span.start);
    read.reading.sentence(token(one)).contains(&token(other))
}

/// What stands between two names without what a bracket says of the first; nothing where the second stands in it. Years in a
/// bracket are of the first alone.
fn without_brackets(between: &str) -> Option<Cow<'_, str>> {
    let Some(open) = between.find('(') else { return Some(between.into()) };
    let close = open + between[open..].find(')')?;
    let said = &between[open + 1..close];
    let of_the_first =
        |word: &str| word.bytes().any(|byte| byte.is_ascii_digit()) || one_of!(word, lists::YEARS_OBJECTS_APART);
    if said.split([',', ' ']).any(of_the_first) {
        return Some(between.into());
    }
    Some(format!("{}{}", between[..open].trim_end(), &between[close + 1..]).into())
}

/// Whether what stands between two names goes on with a list of them, in which there may be what is not known: `Linux administration, operating
/// systems, Python`.
fn lists_on(between: &str) -> bool {
    let marks = [',', '/', '&', ':'];
    let joined = |word: &str| one_of!(word, lists::YEARS_OBJECTS_JOINS);
    let words = || between.split(marks).flat_map(|item| item.split(' ')).filter(|word| !word.is_empty());
    // `Python backend development` is both.
    if words().all(joined) {
        return true;
    }
    let listed = between.contains(marks) || words().any(joined);
    let unknown = |word: &str| {
        word.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-') && !one_of!(word, lists::YEARS_OBJECTS_APART)
    };
    let items =
        between.split(marks).all(|item| item.split(' ').filter(|word| !word.is_empty()).count() <= UNKNOWN_WORDS);
    listed && items && words().all(|word| joined(word) || unknown(word))
}

/// Two names of one list stand so many bytes apart at most, with what brackets say.
const MAX_BETWEEN: usize = 200;

/// An item of a list that is not known has so many words at most, with what joins it.
const UNKNOWN_WORDS: usize = 4;

/// So many words stand at most between something done and the word that says what in.
const BEFORE_MEANS: usize = 2;

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
        // Another sentence, another figure and what somebody holds end the list.
        assert_eq!(of("Five years of Slurm. Lustre is a plus."), ["slurm"]);
        assert_eq!(of("Five years of Slurm and two years of Lustre."), ["slurm", "lustre"]);
        assert_eq!(of("Five years of Slurm, including Lustre."), ["slurm"]);
        assert_eq!(of("Six years of C++, Master's degree preferred."), ["cplusplus"]);
    }

    #[test]
    fn years_are_of_what_something_is_done_in_too() {
        assert_eq!(of("10+ years of programming in C or C++."), ["software-development", "c-language", "cplusplus"]);
        assert_eq!(of("Six years developing machine learning algorithms in Python."), ["machine-learning", "python"]);
        assert_eq!(of("Five years of network engineering in large data centers."), ["network-engineering"]);
    }

    #[test]
    fn years_are_of_all_of_a_list_in_which_something_is_not_known() {
        assert_eq!(of("3+ years of Ansible, zorbling frameworks, Terraform."), ["ansible", "terraform"]);
        assert_eq!(of("Five years with parallel file systems such as Lustre."), ["parallel-file-systems", "lustre"]);
        assert_eq!(of("Six years of Python backend development."), ["python", "backend-development"]);
        assert_eq!(of("9+ years of experience in at least one of the following: Java, Rust."), ["java", "rust"]);
        assert_eq!(of("10 years of C++ (STL, Boost), Java."), ["cplusplus", "java"]);
        assert_eq!(of("Two years with these technologies: Redis, Kafka."), ["redis", "kafka"]);
        let endless = format!("10 years of C++ (Boost{}", ", STL, Boost".repeat(50));
        assert_eq!(of(&format!("{endless}), Java.")), ["cplusplus"]);
        // Another matter ends it, and examples in brackets are not asked for each.
        assert_eq!(of("CUDA (6 yrs), CUTLASS"), ["cuda"]);
        assert_eq!(of("I scale GROMACS (five years), VASP and CP2K."), ["gromacs"]);
        assert_eq!(of("Four years with containers (Docker)."), ["containers"]);
        assert_eq!(of("Five years of Slurm, strong knowledge of Lustre."), ["slurm"]);
        assert_eq!(of("Five years of Slurm, ideally on AWS."), ["slurm"]);
    }

    #[test]
    fn months_are_read_in_other_languages() {
        assert_eq!(of("Anforderungen\n- Mindestens 18 Monate Erfahrung mit Slurm und gute Kenntnisse"), ["slurm"]);
    }

    #[test]
    fn a_list_ends_with_its_line_and_names_each_once() {
        assert_eq!(of("- 3 years of Bash\n* API programming"), ["bash"]);
        assert_eq!(of("Four years of K8s, DevOps and Kubernetes."), ["kubernetes", "devops"]);
        assert_eq!(of("8+ years in a leadership position."), ["leadership"]);
    }

    #[test]
    fn years_are_of_no_degree() {
        assert_eq!(
            of("3+ years of experience as an engineer with a Bachelor's degree in computer science."),
            ["total"]
        );
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
