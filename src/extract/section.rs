//! The parts of a posting: what is asked, what would be nice, what the work is, and what is only about the company.
//!
//! By headings in any wording, by leads in a line (`Required: ...`), and by cues in a sentence (`is a plus`).

use super::cue;
use super::section_words as words;
use super::text::Text;

/// What a line or clause of a posting is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Section {
    /// Before any heading, or of no known kind.
    Intro,
    /// What the candidate must bring.
    Required,
    /// What would be welcome.
    Preferred,
    /// What the work is.
    Duties,
    /// The tools in use.
    Stack,
    /// About the employer and what it sells.
    Company,
    /// Benefits, pay, law, how to apply.
    Boilerplate,
}

impl Section {
    /// Whether names here say nothing of the role: about the company, benefits, pay, law.
    pub(crate) fn is_boilerplate(self) -> bool {
        matches!(self, Self::Company | Self::Boilerplate)
    }
}

/// The section of each line, by headings alone.
pub(crate) fn sections(text: &Text) -> Vec<Section> {
    let mut current = Section::Intro;
    let mut bullets_seen = false;
    let lines = text.lines();
    let line_words: Vec<usize> = lines.iter().map(|l| text.folded()[l.span.clone()].split(' ').count()).collect();
    lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let folded = &text.folded()[line.span.clone()];
            if let Some(section) = heading(folded, line.heading, line.bullet, line_words[index], current) {
                current = section;
                bullets_seen = false;
                return current;
            }
            bullets_seen |= line.bullet;
            // A paragraph after a list has left the list's subject.
            let left = bullets_seen
                && !line.bullet
                && line_words[index] >= words::PARAGRAPH_WORDS
                && !matches!(current, Section::Company | Section::Boilerplate);
            if left { Section::Intro } else { current }
        })
        .collect()
}

/// The section that a heading opens; `None` when the line is no heading.
fn heading(folded: &str, marked: bool, bullet: bool, count: usize, current: Section) -> Option<Section> {
    let plain = words::plain(folded);
    if marked {
        return Some(words::heading_section(&plain).unwrap_or_else(|| unknown_heading(&plain, current)));
    }
    let short = !bullet && count <= words::HEADING_WORDS && !folded.trim_end().ends_with(['.', ',', ';', '!']);
    if !short || folded.contains(": ") {
        return None;
    }
    words::unmarked_heading_section(&plain)
}

/// `Storage:` among the requirements is a part of them; `Life in Boulder` is not.
fn unknown_heading(plain: &str, current: Section) -> Section {
    let part = plain.split_whitespace().count() <= 3;
    match current {
        Section::Required | Section::Preferred | Section::Duties | Section::Stack if part => current,
        Section::Boilerplate => Section::Boilerplate,
        Section::Company if part => Section::Company,
        _ => Section::Intro,
    }
}

/// The section of each clause: the line's, corrected by leads and cues in its sentence.
pub(crate) fn clause_sections(text: &Text) -> Vec<Section> {
    let by_line = sections(text);
    let clauses = text.clauses();
    let mut found: Vec<Section> = clauses.iter().map(|clause| by_line[clause.line]).collect();
    let mut at = 0;
    let mut line_start = 0;
    let mut before = Section::Intro;
    while at < clauses.len() {
        let sentence = text.sentence_clauses(at);
        if clauses[sentence.start].line != clauses[line_start].line {
            line_start = sentence.start;
            before = by_line[clauses[line_start].line];
        }
        at = sentence.end;
        if !text.lines()[clauses[sentence.start].line].heading {
            read_sentence(text, &sentence, line_start, &mut found);
            let fragment = found[sentence.start] == Section::Intro && is_fragment(text, &sentence);
            if fragment && matches!(before, Section::Required | Section::Preferred) {
                found[sentence.clone()].fill(before);
            }
            before = found[sentence.start];
        }
    }
    found
}

/// A few words without a verb, as in `Required: Slurm. Go or Python.`
fn is_fragment(text: &Text, sentence: &std::ops::Range<usize>) -> bool {
    let words = text.clauses()[sentence.start].words.start..text.clauses()[sentence.end - 1].words.end;
    words.len() <= words::FRAGMENT_WORDS
        && !words.clone().any(|w| {
            let word = text.word(w);
            cue::is_work_verb(word)
                || cue::PERSONS.contains(&word)
                || matches!(word, "is" | "are" | "was" | "has" | "have")
        })
}

/// The words of some clauses with a space on both sides of each.
fn joined(text: &Text, clauses: &std::ops::Range<usize>) -> String {
    let mut joined = String::from(" ");
    for word in text.clauses()[clauses.start].words.start..text.clauses()[clauses.end - 1].words.end {
        joined.push_str(text.word(word));
        joined.push(' ');
    }
    joined
}

fn read_sentence(text: &Text, sentence: &std::ops::Range<usize>, line_start: usize, found: &mut [Section]) {
    let base = found[sentence.start];
    let whole = joined(text, sentence);
    let cues = words::cues(&whole);
    let mut section = match base {
        Section::Boilerplate if cues.demand && cues.addressed => Section::Required,
        Section::Boilerplate => Section::Boilerplate,
        _ if cues.boilerplate && !cues.demand => Section::Boilerplate,
        Section::Intro | Section::Company if cues.demand || cues.experience => Section::Required,
        Section::Intro if cues.company && !cues.duty => Section::Company,
        Section::Intro | Section::Company if cues.duty => Section::Duties,
        Section::Duties | Section::Stack if cues.demand => Section::Required,
        other => other,
    };
    // `Preferred: ...` before a colon, or `(Optional)` in front.
    let first = sentence.start;
    let lead = joined(text, &(first..first + 1));
    let separator = |clause: usize| -> &str {
        if clause + 1 >= text.clauses().len() {
            return "";
        }
        text.folded().get(text.clause_span(clause).end..text.clause_span(clause + 1).start).unwrap_or("")
    };
    let line = &text.lines()[text.clauses()[first].line];
    let bracketed = text.folded()[..text.clause_span(first).start].ends_with('(');
    let leads = (sentence.len() > 1 && separator(first).contains(':')) || bracketed;
    let led = if leads && text.clauses()[first].words.len() <= words::LEAD_WORDS {
        words::heading_section(lead.trim())
    } else {
        None
    };
    if let Some(led) = led {
        section = led;
    }
    for clause in sentence.clone() {
        found[clause] = section;
    }
    // A bracket of its own behind a sentence, `(Optional, though of benefit)`, is about the line.
    if bracketed
        && led == Some(Section::Preferred)
        && first > line_start
        && whole.trim().split(' ').count() <= words::ASIDE_WORDS
    {
        for clause in &mut found[line_start..first] {
            *clause = Section::Preferred;
        }
        return;
    }
    if section.is_boilerplate() || section == Section::Preferred || line.heading {
        return;
    }
    for clause in sentence.clone() {
        match words::preference(&joined(text, &(clause..clause + 1))) {
            Some(words::Reach::Forward) => {
                let end = (clause + 1..sentence.end).find(|c| separator(*c - 1).contains(';')).unwrap_or(sentence.end);
                found[clause..end].fill(Section::Preferred);
            }
            Some(words::Reach::Back) => {
                let start = (sentence.start..clause)
                    .rev()
                    .find(|c| separator(*c).contains(';'))
                    .map_or(sentence.start, |c| c + 1);
                found[start..=clause].fill(Section::Preferred);
            }
            Some(words::Reach::Own) => {
                // `Kubernetes, Helm (a plus)`: with nothing but the cue the clause before is meant.
                let bare =
                    text.clauses()[clause].words.clone().all(|w| words::PREFERENCE_WORDS.contains(&text.word(w)));
                let from = if bare && clause > sentence.start { clause - 1 } else { clause };
                found[from..=clause].fill(Section::Preferred);
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_section() {
        use Section::{Boilerplate, Company, Duties, Intro, Preferred, Required, Stack};
        let text = Text::new(
            "We keep machines.\n\n## The company\nFounded long ago.\n\n**Your work**\n* Run things\n\nWho you are\n* Calm\n\n\
             Bonus points:\n* A boat licence\n\nOUR STACK\nThis and that\n\n### Pay\n100 a day",
        );
        let found: Vec<Section> = sections(&text);
        assert_eq!(
            found,
            [
                Intro, Company, Company, Duties, Duties, Required, Required, Preferred, Preferred, Stack, Stack,
                Boilerplate, Boilerplate
            ]
        );
    }

    #[test]
    fn a_small_heading_within_the_requirements_is_a_part_of_them() {
        let text = Text::new("## Requirements\n### Storage\n* Lustre\n### Life in Boulder by the river\nSun.");
        assert_eq!(sections(&text)[2], Section::Required);
        assert_eq!(sections(&text)[4], Section::Intro);
    }

    #[test]
    fn a_paragraph_after_the_list_has_left_it() {
        let text = Text::new(
            "## Requirements\n* Slurm\n\nPeople with other histories than this one are very much invited to write to us all the same today",
        );
        assert_eq!(sections(&text)[2], Section::Intro);
    }

    #[test]
    fn benefits_without_a_heading_are_boilerplate() {
        let text = Text::new("You run Slurm. We offer dental insurance and lunch.");
        let found = clause_sections(&text);
        assert_eq!(found.first(), Some(&Section::Duties));
        assert!(found.last().is_some_and(|s| s.is_boilerplate()));
    }
}
