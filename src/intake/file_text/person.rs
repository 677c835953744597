//! What a résumé says of who somebody is, parted from what it says of the work: name, addresses of mail, numbers of phones, and lines
//! that must not be carried on.

use super::FileText;
use super::words::words;
use crate::intake::field_names::is_personal;
use crate::intake::importers::{PAST_PAY, PERSONAL};
use crate::intake::past_pay::{self, Place};

/// A résumé in two.
#[derive(Debug, Default)]
pub(super) struct Person {
    pub(super) name: Option<String>,
    pub(super) emails: Vec<String>,
    pub(super) phones: Vec<String>,
    /// The text without these.
    pub(super) text: String,
    /// Labels of what was left out, with the reason.
    pub(super) left_out: Vec<(String, &'static str)>,
}

/// Names stand within so many lines.
const NAME_LINES: usize = 8;
/// Numbers of phones stand within so many lines of the first, or beside an address of mail.
const CONTACT_LINES: usize = 15;
/// Longer labels are sentences.
const MAX_LABEL: usize = 40;
/// How many digits a number of a phone has.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 9..=15;
/// Names of fewer letters tell nobody by their address of mail.
const MIN_SHARED: usize = 3;

/// Parts a résumé. Of a page (HTML) only addresses of mail are told apart, as its lines are not those that people see.
pub(super) fn part(read: &FileText, is_page: bool) -> Person {
    let mut person = Person::default();
    for line in &read.aside {
        person.contacts(line, true);
    }
    let mut lines: Vec<String> = Vec::new();
    for (index, line) in read.text.lines().enumerate() {
        let line = person.contacts(line, !is_page && index < CONTACT_LINES);
        lines.push(if is_page { line } else { person.without_personal(line) });
    }
    if !is_page {
        person.name = name(read, &lines, &person.emails);
    }
    if let Some(name) = &person.name {
        lines.retain(|line| !line.trim().eq_ignore_ascii_case(name));
        if let Some(first) = lines.iter_mut().take(NAME_LINES).find(|line| line.trim_start().starts_with(name.as_str()))
        {
            let rest =
                first.trim_start()[name.len()..].trim_start_matches([' ', ',', '|', '–', '—', '-', '·', '•', ':']);
            *first = rest.to_owned();
        }
    }
    lines.join("\n").trim().clone_into(&mut person.text);
    person
}

impl Person {
    /// The line without addresses of mail and, where they may be, numbers of phones.
    fn contacts(&mut self, line: &str, may_have_phones: bool) -> String {
        if !may_have_phones && !line.contains('@') {
            return line.to_owned();
        }
        let mut rest = String::with_capacity(line.len());
        let mut had_mail = false;
        let is_edge = |c: char| c.is_whitespace() || "<>()[]|,;:\"'".contains(c);
        for piece in line.split_inclusive(is_edge) {
            let word = piece.trim_end_matches(is_edge);
            if is_address(word) {
                had_mail = true;
                let address = word.trim_end_matches('.').to_lowercase();
                if !self.emails.contains(&address) {
                    self.emails.push(address);
                }
                rest.push_str(&piece[word.len()..]);
            } else {
                rest.push_str(piece);
            }
        }
        if may_have_phones || had_mail {
            while let Some(place) = phone(&rest) {
                let number = rest[place.clone()].trim().to_owned();
                if !self.phones.contains(&number) {
                    self.phones.push(number);
                }
                rest.replace_range(place, "");
            }
        }
        // What only parted them from each other says nothing any more.
        if rest.chars().any(char::is_alphanumeric) { rest } else { String::new() }
    }

    /// The line without parts that state personal attributes, or pay of now and before.
    fn without_personal(&mut self, line: String) -> String {
        if !line.contains(':') {
            return line;
        }
        let mut kept: Vec<&str> = Vec::new();
        let parts: Vec<&str> = line.split(" | ").collect();
        for part in &parts {
            let label = part.split(':').next().unwrap_or_default().trim().trim_start_matches("- ");
            let reason = match label {
                label if !part.contains(':') || label.len() > MAX_LABEL => None,
                label if is_personal(label) => Some(PERSONAL),
                label if past_pay::is_past_pay(label, Place::Anywhere) => Some(PAST_PAY),
                _ => None,
            };
            match reason {
                Some(reason) => self.left_out.push((label.to_owned(), reason)),
                None => kept.push(part),
            }
        }
        if kept.len() == parts.len() { line } else { kept.join(" | ") }
    }
}

fn is_address(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    word.split_once('@').is_some_and(|(name, host)| {
        let is_plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "._%+-".contains(c));
        !name.is_empty() && host.contains('.') && !host.starts_with('.') && is_plain(name) && is_plain(host)
    })
}

/// Where a number of a phone stands.
fn phone(line: &str) -> Option<std::ops::Range<usize>> {
    let is_part = |c: char| c.is_ascii_digit() || " +()-.\u{a0}".contains(c);
    let mut at = 0;
    while let Some(start) = line[at..].find(|c: char| c.is_ascii_digit() || c == '+' || c == '(').map(|n| n + at) {
        let end = line[start..].find(|c| !is_part(c)).map_or(line.len(), |n| n + start);
        let number = line[start..end].trim_end_matches([' ', '(', '-', '.', '\u{a0}', '+']);
        let before = line[..start].chars().next_back();
        let after = line[start + number.len()..].chars().next();
        let stands_alone = !before.is_some_and(|c| c.is_alphanumeric() || "/,".contains(c))
            && !after.is_some_and(|c| c.is_alphanumeric() || "/,%".contains(c));
        let groups = number.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty());
        // `2015 - 2018`, `2019-11 2021-03`
        let has_year =
            groups.clone().any(|group| group.len() == 4 && (group.starts_with("19") || group.starts_with("20")));
        let n_digits = number.bytes().filter(u8::is_ascii_digit).count();
        let is_marked = number.starts_with('+') || number.starts_with('(') || groups.count() >= 2;
        if stands_alone && PHONE_DIGITS.contains(&n_digits) && is_marked && (!has_year || number.starts_with('+')) {
            return Some(start..start + number.len());
        }
        at = end.max(start + 1);
    }
    None
}

/// The name: a line near the top that looks like one. Of several, the one that an address of mail is made of.
fn name(read: &FileText, lines: &[String], emails: &[String]) -> Option<String> {
    let first = lines.iter().filter(|line| !line.trim().is_empty()).take(NAME_LINES);
    let parts = |line: &str| -> Option<String> {
        let part = line.split(['|', ',', '–', '—', '·', '•', ':']).map(str::trim).find(|part| !part.is_empty())?;
        is_name(part).then(|| part.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let told: Vec<String> =
        read.largest.iter().chain(first).chain(&read.aside).filter_map(|line| parts(line)).collect();
    let is_of_mail = |name: &&String| {
        let local: Vec<String> =
            emails.iter().map(|email| folded(email.split('@').next().unwrap_or_default())).collect();
        folded_words(name)
            .iter()
            .any(|word| word.len() >= MIN_SHARED && local.iter().any(|local| local.contains(word.as_str())))
    };
    told.iter().find(is_of_mail).or(told.first()).cloned()
}

/// Small letters without their marks.
fn folded(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;

    text.nfd().filter(|c| c.is_alphanumeric() || c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn folded_words(text: &str) -> Vec<String> {
    folded(text).split_whitespace().map(str::to_owned).collect()
}

/// Whether a text looks like a name: two to five words with capitals, none of which is one of work or of headings.
fn is_name(text: &str) -> bool {
    let all: Vec<&str> = text.split_whitespace().collect();
    let words = words();
    let is_word_of_name = |word: &&&str| {
        let small = word.to_lowercase();
        let letters = small.trim_matches(['.', '\'', '’', '-']);
        let is_plain = word.chars().all(|c| c.is_alphabetic() || ".'’-".contains(c));
        let begins = has_capital(word) || words.particles.contains(&small);
        is_plain && begins && !letters.is_empty() && !letters.split('-').any(|part| words.not_in_names.contains(part))
    };
    let n_capitals = all.iter().filter(|word| has_capital(word)).count();
    (2..=5).contains(&all.len()) && n_capitals >= 2 && all.iter().filter(is_word_of_name).count() == all.len()
}

/// Whether a word of a name has its capital: `Arc`, `d'Arc`.
fn has_capital(word: &str) -> bool {
    let after =
        word.split_once(['\'', '’']).map_or(word, |(before, after)| if before.len() > 1 { word } else { after });
    word.starts_with(char::is_uppercase) || after.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(text: &str) -> Person {
        part(&FileText { text: text.to_owned(), ..FileText::default() }, false)
    }

    #[test]
    fn name_and_contacts_are_parted_from_the_work() {
        let person = parted(
            "ZOË DE MOE\nSenior HPC Engineer\nzoe.moe@example.org | +1 (512) 555-0100 | Austin, TX\n\nSlurm since 2015 - 2018, 10,000 nodes",
        );
        assert_eq!(person.name.as_deref(), Some("ZOË DE MOE"));
        assert_eq!(person.emails, ["zoe.moe@example.org"]);
        assert_eq!(person.phones, ["+1 (512) 555-0100"]);
        assert_eq!(person.text, "Senior HPC Engineer\n |  | Austin, TX\n\nSlurm since 2015 - 2018, 10,000 nodes");
    }

    #[test]
    fn figures_of_work_are_no_numbers_of_phones() {
        for line in ["2015 - 2018 2019 - 2023", "1,024,000,000 files", "12345678901 files", "10.000.000.000/s"] {
            assert_eq!(phone(line), None, "{line}");
        }
        for line in ["512 555 0100 22", "(0)89 1234 5678", "+4989123456"] {
            assert_eq!(phone(line), Some(0..line.len()), "{line}");
        }
    }

    #[test]
    fn headings_and_titles_are_no_names() {
        for line in
            ["Curriculum Vitae", "Senior HPC Engineer", "Site Reliability", "Slurm", "I ran Slurm", "Anna 3 Moe"]
        {
            assert!(!is_name(line), "{line}");
        }
        for line in ["Anna Moe", "Jean-Luc d'Arc", "Dr. Sofía García Núñez", "Bo van der Berg"] {
            assert!(is_name(line), "{line}");
        }
    }

    #[test]
    fn what_must_not_be_carried_on_is_left_out_and_said() {
        let person = parted("Anna Moe\nDate of birth: 1990-01-01 | Austin\nCurrent salary: $100k\nNotice: 3 months");
        assert_eq!(person.text, "Austin\n\nNotice: 3 months");
        let labels: Vec<&str> = person.left_out.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["Date of birth", "Current salary"]);
    }
}
