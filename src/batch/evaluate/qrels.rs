//! Grades of pairs, read line by line from either of two forms. Not: whether the ids are known.
//!
//! TREC's: `role 0 candidate grade`, between white space. Ours: role, candidate, grade and a reason, between tabs. The second is
//! told by its tabs, unless its second field is TREC's `0` and its fourth a number. Empty lines, lines that begin with `# `, and a
//! line that heads the columns are passed over.

use serde::{Serialize, Serializer};

/// How well a candidate suits a role by those who graded: 0 no, 1 possible, 2 worth a call, 3 call today. Means of several
/// judges lie between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grade {
    thousandths: u16,
}

impl Grade {
    /// What pairs have that nobody listed.
    pub(super) const NONE: Self = Self { thousandths: 0 };
    const RELEVANT: Self = Self { thousandths: 2000 };
    const BEST: Self = Self { thousandths: 3000 };

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 3 was checked before")]
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text.parse::<f64>() {
            Ok(grade) if (0.0..=3.0).contains(&grade) => Ok(Self { thousandths: (grade * 1000.0).round() as u16 }),
            _ => Err(format!("a grade is a number from 0 to 3, this is {text:?}")),
        }
    }

    /// 0 to 3.
    pub fn get(self) -> f64 {
        f64::from(self.thousandths) / 1000.0
    }

    /// Grade 2 or more: worth a call.
    pub fn is_relevant(self) -> bool {
        self >= Self::RELEVANT
    }

    pub(super) fn is_best(self) -> bool {
        self >= Self::BEST
    }

    /// `2^grade - 1`.
    pub(super) fn gain(self) -> f64 {
        self.get().exp2() - 1.0
    }
}

/// As a whole number where it is one.
impl Serialize for Grade {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.thousandths.is_multiple_of(1000) {
            serializer.serialize_u16(self.thousandths / 1000)
        } else {
            serializer.serialize_f64(self.get())
        }
    }
}

/// One graded pair as its line states it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged<'a> {
    pub line: usize,
    pub role: &'a str,
    pub candidate: &'a str,
    pub grade: Grade,
    pub reason: Option<&'a str>,
}

/// All graded pairs, and what is wrong with the lines that state none, by their number.
pub(super) fn parse(text: &str) -> (Vec<Judged<'_>>, Vec<(usize, String)>) {
    let (mut judged, mut wrong) = (Vec::new(), Vec::new());
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut is_first = true;
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.starts_with("# ") || text == "#" {
            continue;
        }
        let may_head = std::mem::replace(&mut is_first, false);
        match judged_pair(line, text) {
            Ok(pair) => judged.push(pair),
            Err(_) if may_head && heads_columns(text) => {}
            Err(message) => wrong.push((line, message)),
        }
    }
    (judged, wrong)
}

fn judged_pair(line: usize, text: &str) -> Result<Judged<'_>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_tabbed = text.contains('\t');
    if let [role, iteration, candidate, grade] = *words
        && (!is_tabbed || (matches!(iteration, "0" | "Q0") && grade.parse::<f64>().is_ok()))
    {
        return Ok(Judged { line, role, candidate, grade: Grade::parse(grade)?, reason: None });
    }
    let fields: Vec<&str> = text.splitn(4, '\t').map(str::trim).collect();
    let (role, candidate, grade, reason) = match *fields {
        [role, candidate, grade] => (role, candidate, grade, None),
        [role, candidate, grade, reason] => (role, candidate, grade, Some(reason).filter(|text| !text.is_empty())),
        _ => {
            let found = if is_tabbed { (fields.len(), "tab-separated field") } else { (words.len(), "word") };
            let plural = if found.0 == 1 { "" } else { "s" };
            return Err(format!(
                "has {} {}{plural}; a line is `role 0 candidate grade`, or role, candidate, grade and reason between tabs",
                found.0, found.1
            ));
        }
    };
    if role.is_empty() || candidate.is_empty() {
        return Err("names no role or no candidate before its grade".to_owned());
    }
    Ok(Judged { line, role, candidate, grade: Grade::parse(grade)?, reason })
}

fn heads_columns(text: &str) -> bool {
    text.split_whitespace().any(|word| word.eq_ignore_ascii_case("grade"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(usize, String, String, f64, Option<String>)> {
        let (judged, wrong) = parse(text);
        assert_eq!(wrong, []);
        let owned = |j: Judged<'_>| {
            (j.line, j.role.to_owned(), j.candidate.to_owned(), j.grade.get(), j.reason.map(str::to_owned))
        };
        judged.into_iter().map(owned).collect()
    }

    #[test]
    fn both_forms_may_stand_in_one_file() {
        let text = "r-1 0 c-1 3\n\nr-1\tc-2\t2\truns it, at a tenth\tof the scale\nr-1\tc 3\t0\n";
        assert_eq!(
            pairs(text),
            [
                (1, "r-1".into(), "c-1".into(), 3.0, None),
                (3, "r-1".into(), "c-2".into(), 2.0, Some("runs it, at a tenth\tof the scale".into())),
                (4, "r-1".into(), "c 3".into(), 0.0, None),
            ]
        );
    }

    #[test]
    fn the_form_is_told_by_its_shape() {
        assert_eq!(pairs("r-1\t0\tc-1\t2")[0], (1, "r-1".into(), "c-1".into(), 2.0, None), "TREC between tabs");
        assert_eq!(pairs("r-1\tc-1\t2\t10")[0], (1, "r-1".into(), "c-1".into(), 2.0, Some("10".into())));
        assert_eq!(pairs("r-1   Q0  c-1 2.5\r\n")[0].3.to_bits(), 2.5_f64.to_bits(), "the mean of two judges");
        assert_eq!(pairs("\u{feff}role\tcandidate\tgrade\treason\n# by hand\nr\tc\t1\tx").len(), 1);
    }

    #[test]
    fn what_is_no_grade_is_told_with_its_line() {
        let text = "r-1 0 c-1 4\nr-1\tc-1\tgood\treason\nr-1 c-1 3\nr-1 0 c-1 nan\nr-1\tc-1\nr-1 0 c-1 -1\n\tc-1\t1\tx";
        let (judged, wrong) = parse(text);
        assert_eq!(judged, []);
        let lines: Vec<usize> = wrong.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(wrong[0].1, "a grade is a number from 0 to 3, this is \"4\"");
        assert!(wrong[1].1.contains("\"good\""), "{wrong:?}");
        assert!(wrong[2].1.starts_with("has 3 words; a line is `role 0 candidate grade`"), "{wrong:?}");
        assert!(wrong[4].1.starts_with("has 2 tab-separated fields"), "{wrong:?}");
    }

    #[test]
    fn grades_are_written_as_people_write_them() {
        let written = |text| serde_json::to_string(&Grade::parse(text).unwrap()).unwrap();
        assert_eq!((written("2"), written("2.5"), written("0")), ("2".into(), "2.5".into(), "0".into()));
    }
}
