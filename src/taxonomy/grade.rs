//! Grades of banks that stand beside a title and say nothing of the work: `Lead Software Engineer - Vice President`.

/// A grade: to its holders' employer it is a rung, and elsewhere the name of somebody who leads many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grade {
    /// Of vice presidents of all sorts, who are seniors.
    Vice,
    /// Above those.
    Executive,
}

/// Each with its names.
const GRADES: &[(Grade, &[&str])] = &[
    (
        Grade::Vice,
        &["vice president", "senior vice president", "assistant vice president", "vp", "svp", "avp", "vice-president"],
    ),
    (Grade::Executive, &["executive director", "managing director"]),
];
/// One of these stands in every name of a grade, and in few titles.
const IN_EVERY_GRADE: &[&str] = &["president", "vp", "director"];
/// What stands between a title and a grade.
const BETWEEN: &[&str] = &[" - ", " – ", " — ", ", ", " | ", " ("];
/// Whoever is one of these leads nobody by the grade.
const MAKERS: &[&str] =
    &["engineer", "developer", "programmer", "architect", "administrator", "scientist", "sre", "sysadmin"];

/// A title of somebody who makes things without the grade that it begins or ends with, and that grade.
pub(crate) fn without_grade(title: &str) -> (&str, Option<Grade>) {
    let lower = title.to_ascii_lowercase();
    if !IN_EVERY_GRADE.iter().any(|word| lower.contains(word)) {
        return (title, None);
    }
    let parts = BETWEEN.iter().flat_map(|between| {
        let ends = lower.rfind(between).map(|at| (at + between.len()..lower.len(), 0..at));
        let begins = lower.find(between).map(|at| (0..at, at + between.len()..lower.len()));
        [ends, begins]
    });
    let graded = parts.flatten().find_map(|(grade, rest)| {
        let named = lower[grade].trim().trim_end_matches(')');
        let grade = GRADES.iter().find(|(_, names)| names.contains(&named)).map(|(grade, _)| *grade)?;
        let makes = lower[rest.clone()].split(|c: char| !c.is_ascii_alphanumeric()).any(|word| MAKERS.contains(&word));
        makes.then(|| (title[rest].trim(), Some(grade)))
    });
    graded.unwrap_or((title, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grade_is_told_by_one_of_its_words() {
        for name in GRADES.iter().flat_map(|(_, names)| *names) {
            assert!(IN_EVERY_GRADE.iter().any(|word| name.contains(word)), "{name}");
        }
    }

    #[test]
    fn a_grade_beside_a_maker_is_no_part_of_the_title() {
        use Grade::{Executive, Vice};
        for (title, own, grade) in [
            ("Lead Software Engineer - Vice President", "Lead Software Engineer", Some(Vice)),
            ("Platform Engineer, GPU (VP)", "Platform Engineer, GPU", Some(Vice)),
            ("VP, Storage Engineer", "Storage Engineer", Some(Vice)),
            ("Lead Engineer, GPU Platform - Executive Director", "Lead Engineer, GPU Platform", Some(Executive)),
            ("Vice President, Compute", "Vice President, Compute", None),
            ("VP Engineering", "VP Engineering", None),
            ("Director, Software Engineer", "Director, Software Engineer", None),
        ] {
            assert_eq!(without_grade(title), (own, grade), "{title}");
        }
    }
}
