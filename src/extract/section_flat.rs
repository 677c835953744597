//! Postings whose line breaks were lost: headings in the middle of one long line open their sections there.
//!
//! Lines as their authors broke them are read in `section`.

use super::lists;
use super::section::{Section, separator};
use super::section_headings::heading_section;
use super::text::Text;
use super::words::{Words, words};

/// A line of so many words, with so many headings in it, was several lines once.
const LONG_LINE: usize = 40;
const HEADINGS: usize = 2;
/// Words before a colon that may be a heading.
const MAX_LEN: usize = 8;
/// Headings that are known at the start of a sentence though no colon follows, when the next word has a capital.
const KNOWN: &[&str] = lists::SECTION_FLAT_KNOWN;
/// The words that those begin with.
const FIRST: Words = words!(lists::SECTION_FLAT_FIRST);

/// Fills the sections of clauses in lines that hold several headings.
pub(super) fn open_sections(text: &Text, found: &mut [Section]) {
    let clauses = text.clauses();
    let mut at = 0;
    while at < clauses.len() {
        let end = at + clauses[at..].iter().take_while(|clause| clause.line == clauses[at].line).count();
        let words = clauses[end - 1].words.end - clauses[at].words.start;
        if words >= LONG_LINE {
            let heads: Vec<(usize, Section)> =
                (at..end).filter_map(|clause| head(text, clause).map(|section| (clause, section))).collect();
            if heads.len() >= HEADINGS {
                let ends = heads.iter().skip(1).map(|(clause, _)| *clause).chain([end]);
                for ((clause, section), end) in heads.iter().zip(ends) {
                    // What stands before a heading in its own clause is of the section before.
                    let own = usize::from(clauses[*clause].words.len() > MAX_LEN);
                    found[(clause + own).min(end)..end].fill(*section);
                }
            }
        }
        at = end;
    }
}

/// The section that a clause opens.
fn head(text: &Text, clause: usize) -> Option<Section> {
    let words = text.clauses()[clause].words.clone();
    let joined = |range: std::ops::Range<usize>| range.map(|word| text.word(word)).collect::<Vec<_>>().join(" ");
    if separator(text, clause).contains(':') {
        return heading_section(&joined(words.start.max(words.end.saturating_sub(MAX_LEN))..words.end));
    }
    let capital = |word: usize| text.is_capital(text.words()[word].start);
    if text.sentence_clauses(clause).start != clause || !text.is(words.start, FIRST) {
        return None;
    }
    let ends = (words.start + 1..words.end.min(words.start + MAX_LEN)).rev().filter(|end| capital(*end));
    ends.map(|end| joined(words.start..end))
        .find(|head| KNOWN.contains(&head.as_str()))
        .and_then(|h| heading_section(&h))
}

#[cfg(test)]
mod tests {
    use crate::extract::section::Section;
    use crate::extract::section::tests::section_of;

    const FILLING: &str =
        "We keep machines well for people who need them every day and night of the week, all the year round.";

    #[test]
    fn headings_in_one_long_line_open_sections() {
        for text in [
            format!(
                "{FILLING} What we need to see: Years of Slurm. Lustre too. Ways to stand out from the crowd: CUDA at work. NCCL as well."
            ),
            format!(
                "{FILLING} Minimum Qualifications Years of Slurm. Lustre too. Preferred Qualifications CUDA at work. NCCL as well."
            ),
            format!(
                "{FILLING} You may be a good fit if you have: Years of Slurm. Lustre too. Strong candidates may also have: CUDA at work. NCCL as well."
            ),
        ] {
            for (word, section) in [
                ("slurm", Section::Required),
                ("lustre", Section::Required),
                ("cuda", Section::Preferred),
                ("nccl", Section::Preferred),
            ] {
                assert_eq!(section_of(&text, word), section, "{word} in {text}");
            }
        }
    }

    #[test]
    fn one_lead_in_a_paragraph_reaches_no_further_than_its_sentence() {
        let text = format!("{FILLING} Nice to have: CUDA at work and in the evening. You must know Slurm. {FILLING}");
        assert_eq!(section_of(&text, "slurm"), Section::Required);
    }
}
