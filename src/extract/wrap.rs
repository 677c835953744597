//! Line breaks that only fit the page: which ends of line in a plain text are mere white space.
//!
//! Pasted résumés and mails break lines at a fixed width, in the middle of sentences. Lists and headings break on purpose.
use super::lists;

/// Wider lines are not broken by hand or by a mail program.
const WIDEST_PAGE: usize = 120;
/// Shorter lines are broken on purpose.
const NARROWEST_PAGE: usize = 30;

/// So many items glued to what stands before them make a list whose line breaks are lost.
const LOST_BREAKS: usize = 3;

/// What opens an item of a list, and nothing else.
const BULLETS: [char; 6] = ['•', '·', '●', '▪', '◦', '‣'];

/// Words after which a sentence goes on.
const OPEN_ENDS: &[&str] = lists::WRAP_OPEN_ENDS;

/// The bytes of `text` that are line breaks within a sentence, ascending.
pub(super) fn soft_breaks(text: &str) -> Vec<usize> {
    let mut soft = Vec::new();
    if !text.contains('\n') {
        return soft;
    }
    let mut page = 0;
    for line in text.split('\n') {
        page = page.max(line.trim_end().chars().count());
        if page > WIDEST_PAGE {
            return soft;
        }
    }
    let mut line_start = 0;
    let mut lines = text.split('\n').peekable();
    while let (Some(line), Some(next)) = (lines.next(), lines.peek()) {
        let line_end = line_start + line.len();
        if continues(line, next, page) {
            soft.push(line_end);
        }
        line_start = line_end + 1;
    }
    soft
}

/// Whether `next` goes on with the sentence of `line`: its first word would not have fitted before the break, and either it
/// is in small letters or the line before it ends openly.
fn continues(line: &str, next: &str, page: usize) -> bool {
    let line = line.trim_end();
    let width = line.chars().count();
    if width < NARROWEST_PAGE {
        return false;
    }
    let next = next.trim();
    let Some(first) = next.split_whitespace().next() else {
        return false;
    };
    if width + 1 + first.chars().count() <= page || line.ends_with(['.', '!', '?', ':', ';']) {
        return false;
    }
    if next.split(':').next().is_some_and(|lead| lead.len() < next.len() && lead.split_whitespace().count() <= 3) {
        return false;
    }
    let last = line.rsplit(char::is_whitespace).next().unwrap_or("").to_lowercase();
    let open = line.ends_with([',', '(']) || OPEN_ENDS.contains(&last.as_str());
    open || first.starts_with(|c: char| c.is_lowercase() || c == '(')
}

/// Whether the bullets within a line were at the beginning of lines of their own: `Your profile:• Slurm• Linux• Python`. Each line is
/// gone through once.
#[derive(Default)]
pub(super) struct LostBreaks {
    /// The bullet of the line that ends there; none where its bullets part what stands in one line.
    line: Option<(usize, Option<char>)>,
}

impl LostBreaks {
    /// Whether a line ends before this character of `text`, which stands at a byte of it.
    pub(super) fn before(&mut self, text: &str, character: char, at: usize) -> bool {
        if !BULLETS.contains(&character) || !opens_an_item(text, character, at) {
            return false;
        }
        let known = self.line.filter(|(end, _)| at < *end);
        let (_, bullet) = known.unwrap_or_else(|| {
            let line = text[at..].split('\n').next().unwrap_or_default();
            let glued = line.match_indices(character).filter(|(from, _)| opens_an_item(text, character, at + from));
            let is_list = glued.take(LOST_BREAKS).count() == LOST_BREAKS;
            *self.line.insert((at + line.len(), is_list.then_some(character)))
        });
        bullet == Some(character)
    }
}

/// Whether a bullet is glued to what stands before it, and a word follows: of `· Slurm· Linux` the second.
fn opens_an_item(text: &str, bullet: char, at: usize) -> bool {
    // What markup writes as an entity stands between tags.
    let Some(behind) = text[at..].strip_prefix(bullet) else { return false };
    let glued = text[..at].chars().next_back().is_some_and(|c| !c.is_whitespace() && !BULLETS.contains(&c));
    let behind = behind.trim_start_matches([' ', '\u{a0}']);
    glued && behind.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '¿')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(text: &str) -> Vec<usize> {
        let mut breaks = LostBreaks::default();
        text.char_indices().filter(|(at, c)| breaks.before(text, *c, *at)).map(|(at, _)| at).collect()
    }

    #[test]
    fn a_list_that_lost_its_line_breaks_gets_them_back() {
        assert_eq!(lost("Your profile:• Slurm• 5 years of Linux•Python"), [13, 22, 42]);
        assert_eq!(lost("Profil:· Slurm· Linux\nDuties:· One· Two· Three").len(), 3);
        // What parts a line, and what is within a word.
        assert!(lost("Berlin • Remote • Full-time • Slurm").is_empty());
        assert!(lost("Berlin· Remote· Full-time").is_empty());
        assert!(lost("col·lecció i paral·lel i il·lusió").is_empty());
        assert!(!LostBreaks::default().before("a&bull;Slurm&bull;Linux&bull;Go", '•', 1));
    }

    #[test]
    fn sentences_broken_to_fit_the_page_go_on() {
        let text = "I look after the batch system of a weather service and have no\n  Docker in production. We also keep two\nfile systems.";
        assert_eq!(soft_breaks(text).len(), 1);
        assert_eq!(text.as_bytes()[soft_breaks(text)[0]], b'\n');
    }

    #[test]
    fn lists_and_short_lines_are_broken_on_purpose() {
        assert!(soft_breaks("slurm\nlustre\nansible").is_empty());
        assert!(soft_breaks("Every day: Slurm, InfiniBand, Linux, Ansible, Python\nHave used: PBS Pro").is_empty());
        assert!(
            soft_breaks("We run the machines of a university and its hospital\n* lustre and the tape library")
                .is_empty()
        );
    }
}
