//! The parts of a posting: what is asked, what would be nice, what the work is, and what is only about the company.
//!
//! By headings in any wording, by leads in a line (`Required: ...`), and by cues in a sentence (`is a plus`).

use std::cell::OnceCell;

use super::cue;
use super::lexicon::Kinds;
use super::lists;
use super::section_flat;
use super::section_headings as headings;
use super::section_wishes::{self, LateWish};
use super::section_words as words;
use super::text::Text;
use super::words::{Words, one_of, words};

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

    /// Whether what stands there is asked of somebody.
    fn is_asking(self) -> bool {
        matches!(self, Self::Required | Self::Preferred)
    }
}

/// The section of each line, by headings alone.
pub(crate) fn sections(text: &Text) -> Vec<Section> {
    let forms = forms(text);
    let cells = cells(&forms);
    let mut found = Vec::with_capacity(forms.len());
    let mut current = Section::Intro;
    let mut items_seen = false;
    for (index, form) in forms.iter().enumerate() {
        if let Some(necessity) = cells[index] {
            // `Python` in one cell of a row, `required` in the next.
            if let Some(before) = found.last_mut() {
                *before = necessity;
            }
            found.push(necessity);
            continue;
        }
        let opened = heading(&forms, index, current).or_else(|| shouted_lead(text, index));
        if let Some(section) = opened.or_else(|| announced(text, &forms, index)) {
            current = section;
            items_seen = false;
            found.push(current);
            continue;
        }
        items_seen |= form.item;
        // "The team keeps it running. As its third engineer you will" and then a list.
        if form.leads && !current.is_asking() && forms.get(index + 1).is_some_and(|next| next.item) {
            found.push(current);
            current = Section::Duties;
            items_seen = false;
            continue;
        }
        // A paragraph after a list has left the list's subject.
        let paragraph = form.words >= words::PARAGRAPH_WORDS || (form.after_gap && form.stops && form.words >= 5);
        let left = items_seen && !form.item && paragraph && !current.is_boilerplate();
        found.push(if left { Section::Intro } else { current });
    }
    found
}

/// `DUTIES. Responds to tickets. ...`: the words in capitals before a full stop or colon at the start of a line, as authorities
/// write their headings.
fn shouted_lead(text: &Text, line: usize) -> Option<Section> {
    let original = text.original(&text.lines()[line].span);
    let (mut letters, mut end) = (0, None);
    for (at, c) in original.char_indices() {
        match c {
            '.' | ':' => {
                end = Some(at);
                break;
            }
            // Most lines have a small letter next to the first.
            c if c.is_lowercase() || c.is_ascii_digit() => return None,
            c => letters += usize::from(c.is_alphabetic()),
        }
    }
    let (lead, behind) = original.split_at(end?);
    let shouted = letters >= SHOUTED_LETTERS;
    let short = lead.split_whitespace().count() <= words::LEAD_WORDS;
    let section = (shouted && short && behind[1..].starts_with(' ')).then(|| lead.to_lowercase());
    section.and_then(|lead| headings::heading_section(&words::plain(&lead)))
}

/// Fewer letters are an abbreviation.
const SHOUTED_LETTERS: usize = 5;

/// What a line looks like.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing seen or not; they combine freely")]
struct Form<'t> {
    /// Where its words begin behind numbering and signs; empty when it is too long for a heading.
    bare: &'t str,
    /// Those words without punctuation, once somebody asked.
    plain: OnceCell<String>,
    words: usize,
    /// Marked as an item, by a bullet, a sign or a number.
    item: bool,
    /// Marked as an item by a bullet that nothing else is used for.
    bullet: bool,
    /// Marked as a heading by markup or form.
    heading: bool,
    /// The sign that it begins with.
    sign: Option<char>,
    /// Ends as a sentence or an item does, not as a heading.
    stops: bool,
    asks: bool,
    /// Says something behind a colon.
    says: bool,
    /// Stands after an empty line, or first.
    after_gap: bool,
    /// Breaks off where it says what somebody has or is.
    opens: bool,
    /// Breaks off where it says what somebody will do.
    leads: bool,
}

/// Ends of a line that only a list can complete: `You may be a good fit for this team if you have`.
const OPEN_ENDS: &[&str] = lists::SECTION_OPEN_ENDS;

/// The last words of those, and of the leads below: most lines end with none of them.
const LAST_WORDS: Words = words!(lists::SECTION_LAST_WORDS);

/// Ends of a line behind which a list says what is done.
const LEADS: &[&str] = lists::SECTION_LEADS;

impl Form<'_> {
    fn plain(&self) -> &str {
        self.plain.get_or_init(|| words::plain(self.bare))
    }
}

fn forms(text: &Text) -> Vec<Form<'_>> {
    let mut before: Option<&super::text::Span> = None;
    text.lines()
        .iter()
        .map(|line| {
            // The marks behind bold print end nothing: `**What you bring (some of it):**`.
            let folded = text.folded()[line.span.clone()].trim().trim_end_matches("**").trim_end();
            let sign = folded.chars().next().filter(|c| !c.is_alphanumeric() && !"\"'(<[{$€£¥₹#~@.%&+*`".contains(*c));
            let unsigned = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
            let number = numbering(unsigned);
            // `What would help (none of it is a must)`
            let bracket = unsigned.find('(').filter(|_| unsigned.trim_end_matches([':', ' ']).ends_with(')'));
            let outside = bracket.map_or(0, |at| unsigned[at..].split(' ').count());
            let gap = before.is_none_or(|before| {
                text.original_between(before, &line.span).bytes().filter(|b| *b == b'\n').count() >= 2
            });
            before = Some(&line.span);
            let whole = folded.trim_end_matches([':', ' ', '.', '…']);
            let breaks_off = whole.rsplit(' ').next().is_some_and(|last| LAST_WORDS.has(last));
            // Nobody asks whether a paragraph has more words.
            let count = words::count(&unsigned[number..], words::PARAGRAPH_WORDS + outside).saturating_sub(outside);
            let bare = &unsigned[..unsigned.len() - (folded.len() - whole.len()).min(unsigned.len())];
            let opens = breaks_off && OPEN_ENDS.iter().any(|end| bare.ends_with(end));
            // `We don't expect you to know finance. You should have`: the last sentence opens the list.
            let last = if opens { unsigned[number..].rfind(". ").map_or(number, |at| number + at + 2) } else { number };
            let may_be_heading =
                line.heading || count <= words::HEADING_WORDS || (opens && count < words::PARAGRAPH_WORDS);
            Form {
                words: count,
                bare: if may_be_heading { &unsigned[last..] } else { "" },
                plain: OnceCell::new(),
                item: line.bullet || sign.is_some() || number > 0,
                bullet: line.bullet,
                heading: line.heading,
                sign,
                stops: folded.ends_with(['.', ',', ';', '!']),
                asks: folded.ends_with('?'),
                says: folded.contains(": "),
                after_gap: gap,
                opens,
                leads: breaks_off && LEADS.iter().any(|lead| whole.ends_with(lead)),
            }
        })
        .collect()
}

/// The length of `3. `, `2.1 `, `a) ` at the start of a line.
fn numbering(line: &str) -> usize {
    let end = line.bytes().position(|byte| byte == b' ').unwrap_or(0);
    let mark = &line[..end];
    let digits = mark.trim_end_matches(['.', ')']);
    let number = !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && (digits.len() < mark.len() || digits.contains('.'));
    let letter = digits.len() == 1 && digits.len() < mark.len() && digits.bytes().all(|b| b.is_ascii_lowercase());
    if number || letter { end + 1 } else { 0 }
}

/// `nice to have` and its like have no more words.
const NECESSITY_WORDS: usize = 3;

/// By line, the necessity that it states for the line before: in a table, where such lines alternate with others.
fn cells(forms: &[Form<'_>]) -> Vec<Option<Section>> {
    let stands = |form: &Form<'_>| !form.item && !form.after_gap && !form.heading;
    // Of more words, only the last sentence of what breaks off is looked at.
    let is_short = |form: &Form<'_>| form.opens || form.words <= NECESSITY_WORDS;
    let bare = |form: &Form<'_>| {
        if stands(form) && is_short(form) { headings::bare_necessity(form.plain()) } else { None }
    };
    let bare: Vec<Option<Section>> = forms.iter().map(bare).collect();
    let is_bare = |at: usize| bare.get(at).is_some_and(Option::is_some);
    let item = |at: usize| forms.get(at).is_some_and(|form| form.item);
    // `Required` over one item and `Preferred` over another are headings; the first such line tells which they are.
    let mut firsts: Vec<usize> = (0..forms.len()).collect();
    let mut cell = |index: usize| {
        let here = bare[index]?;
        if index >= 2 && is_bare(index - 2) {
            firsts[index] = firsts[index - 2];
        }
        let first = firsts[index];
        let under_heading = first > 0 && forms[first - 1].heading;
        if under_heading || (item(first + 1) && !(first > 0 && item(first - 1))) {
            return None;
        }
        let neighbour = is_bare(index + 2) || index.checked_sub(2).is_some_and(is_bare);
        (neighbour && index > 0 && !is_bare(index - 1) && !is_bare(index + 1)).then_some(here)
    };
    (0..forms.len()).map(&mut cell).collect()
}

/// The section that a heading opens; `None` when the line is no heading.
fn heading(forms: &[Form<'_>], index: usize, current: Section) -> Option<Section> {
    let form = &forms[index];
    if form.heading {
        return Some(headings::heading_section(form.plain()).unwrap_or_else(|| unknown_heading(form.plain(), current)));
    }
    let next = forms.get(index + 1);
    let completed = form.opens && next.is_some_and(|next| next.item);
    if form.bullet || (form.words > words::HEADING_WORDS && !completed) || form.stops || form.says {
        return None;
    }
    // An item like the next one is no heading of it.
    let opens_list = next.is_some_and(|n| n.item && (!form.item || n.sign != form.sign));
    let opens_text = form.after_gap && !form.item && next.is_some_and(|n| n.item || n.words > words::HEADING_WORDS);
    let about = form.words <= 5 && form.plain().starts_with("about ");
    let opens = about || opens_list || opens_text || (form.asks && form.after_gap);
    if !(opens || headings::is_all_heading_words(form.plain())) {
        return None;
    }
    headings::bare_necessity(form.plain()).or_else(|| headings::heading_section(form.plain()))
}

/// What a sentence before a list wishes for: `It'd also be beneficial to have experience in the following frameworks and tools:`.
fn announced(text: &Text, forms: &[Form<'_>], index: usize) -> Option<Section> {
    let form = &forms[index];
    let goes_on =
        || forms.get(index + 1).is_some_and(|next| next.item && !(form.bullet && form.words > words::LEAD_WORDS));
    let colon = || text.folded()[text.lines()[index].span.clone()].trim_end_matches(['*', ' ']).ends_with(':');
    if form.stops || form.says || !goes_on() || !colon() {
        return None;
    }
    // `Preferred qualifications:` as an item of the requirements, with items of its own.
    if form.bullet {
        return (headings::lead_section(form.plain()) == Some(Section::Preferred)).then_some(Section::Preferred);
    }
    let line = &text.lines()[index].span;
    let last = line.end.saturating_sub(1);
    let sentence = text.word_at(text.sentence_around(last).start.max(line.start))..text.word_at(last) + 1;
    words::preference(text, sentence).map(|_| Section::Preferred)
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
pub(super) fn clause_sections(text: &Text, by_line: &[Section]) -> (Vec<Section>, Vec<LateWish>) {
    let clauses = text.clauses();
    let mut late = Vec::new();
    let mut found: Vec<Section> = clauses.iter().map(|clause| by_line[clause.line]).collect();
    section_flat::open_sections(text, &mut found);
    lists_of_knowledge(text, by_line, &mut found);
    let mut at = 0;
    let mut line_start = 0;
    let mut before = Section::Intro;
    let mut lead: Option<Section> = None;
    while at < clauses.len() {
        let sentence = text.sentence_clauses(at);
        if clauses[sentence.start].line != clauses[line_start].line {
            line_start = sentence.start;
            before = by_line[clauses[line_start].line];
            lead = None;
        }
        at = sentence.end;
        if !text.lines()[clauses[sentence.start].line].heading {
            let led = read_sentence(text, &sentence, line_start, &mut found, &mut late);
            let in_row = sentence.start > line_start && separator(text, sentence.start - 1).contains(['|', '•']);
            let fragment = in_row || is_fragment(text, &sentence);
            if led.is_none() && fragment {
                // `Required: Slurm. Go or Python.`, `Must have: Slurm | Go | Python`
                if let Some(lead) = lead.filter(|_| found[sentence.start] != Section::Preferred) {
                    found[sentence.clone()].fill(lead);
                } else if found[sentence.start] == Section::Intro
                    && matches!(before, Section::Required | Section::Preferred)
                {
                    found[sentence.clone()].fill(before);
                }
            }
            // What the law asks goes on behind `We are an equal opportunity employer.`
            let law = before == Section::Boilerplate && sentence.start > line_start;
            if law && led.is_none() && !found[sentence.start].is_boilerplate() && is_silent(text, &sentence) {
                found[sentence.clone()].fill(before);
            }
            lead = led.or(lead.filter(|_| fragment));
            before = found[sentence.start];
        }
    }
    (found, late)
}

/// A list under a heading of no known kind asks where most of its items begin with what somebody should know.
fn lists_of_knowledge(text: &Text, by_line: &[Section], found: &mut [Section]) {
    let clauses = text.clauses();
    let is_item = |line: usize| text.lines()[line].bullet && by_line[line] == Section::Intro;
    let mut at = 0;
    while at < clauses.len() {
        let start = at;
        let (mut items, mut knowing) = (0, 0);
        while at < clauses.len() && is_item(clauses[at].line) {
            let line = clauses[at].line;
            let sentence = text.sentence_clauses(at);
            items += 1;
            knowing += usize::from(words::opens_with_knowing(text, words_of(text, &sentence)));
            at += clauses[at..].iter().take_while(|clause| clause.line == line).count();
        }
        if knowing > 1 && knowing * 2 > items {
            found[start..at].fill(Section::Required);
        }
        at = at.max(start + 1);
    }
}

/// A few words without a verb, as in `Required: Slurm. Go or Python.`
fn is_fragment(text: &Text, sentence: &std::ops::Range<usize>) -> bool {
    let words = words_of(text, sentence);
    words.len() <= words::FRAGMENT_WORDS
        && !words.clone().any(|w| {
            text.kinds(w).has(Kinds::WORK)
                || text.is(w, cue::PERSONS)
                || one_of!(text.word(w), lists::SECTION_FRAGMENTS)
        })
}

/// Whether a sentence neither asks anything nor speaks to anybody.
fn is_silent(text: &Text, sentence: &std::ops::Range<usize>) -> bool {
    let cues = words::cues(text, words_of(text, sentence));
    !(cues.demand || cues.experience || cues.addressed || cues.duty)
}

/// The words of some clauses.
fn words_of(text: &Text, clauses: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    text.clauses()[clauses.start].words.start..text.clauses()[clauses.end - 1].words.end
}

/// A few words with single spaces between them; nothing of more words than a lead has.
pub(super) fn lead_of(text: &Text, words: std::ops::Range<usize>) -> String {
    if words.len() > words::LEAD_WORDS {
        return String::new();
    }
    words.map(|word| text.word(word)).collect::<Vec<_>>().join(" ")
}

/// Sets the section of a sentence's clauses; returns the one that a lead before a colon announced.
fn read_sentence(
    text: &Text,
    sentence: &std::ops::Range<usize>,
    line_start: usize,
    found: &mut [Section],
    late: &mut Vec<LateWish>,
) -> Option<Section> {
    let base = found[sentence.start];
    let within = words_of(text, sentence);
    let cues = words::cues(text, within.clone());
    let line = &text.lines()[text.clauses()[sentence.start].line];
    let about_company = cues.company && !cues.duty && !cues.addressed && !line.bullet;
    let mut section = match base {
        Section::Boilerplate if cues.demand && cues.addressed && !cues.boilerplate => Section::Required,
        Section::Boilerplate => Section::Boilerplate,
        _ if cues.boilerplate && !cues.demand => Section::Boilerplate,
        Section::Company if (cues.demand || cues.experience) && cues.addressed => Section::Required,
        Section::Intro if cues.demand || cues.experience => Section::Required,
        Section::Intro | Section::Company if words::opens_with_a_deed(text, within.clone()) => Section::Duties,
        // A list without a heading.
        Section::Intro if line.bullet && words::opens_with_a_task(text, within.clone()) => Section::Duties,
        Section::Intro if cues.company && !cues.duty => Section::Company,
        Section::Duties if about_company && words::opens_with_company(text, within.clone()) => Section::Company,
        Section::Intro | Section::Company if cues.duty => Section::Duties,
        Section::Duties | Section::Stack if cues.demand || words::opens_with_knowing(text, within.clone()) => {
            Section::Required
        }
        other => other,
    };
    // `Preferred: ...` before a colon, or `(Optional)` in front.
    let first = sentence.start;
    let bracketed = text.folded()[..text.clause_span(first).start].ends_with(['(', '[']);
    let leads = (sentence.len() > 1 && separator(text, first).contains(':')) || bracketed;
    let led = if leads && text.clauses()[first].words.len() <= words::LEAD_WORDS {
        headings::lead_section(&lead_of(text, text.clauses()[first].words.clone())).filter(|led| {
            // `Experience with:` says nothing new among the wishes.
            !(base == Section::Preferred && *led == Section::Required && !cues.demand)
        })
    } else {
        None
    };
    // `Plus - experience with Lustre`
    let wish = !leads && !base.is_boilerplate() && words::opens_with_a_wish(text, within.clone());
    let led = led.or(wish.then_some(Section::Preferred));
    if let Some(led) = led {
        section = led;
    }
    found[sentence.clone()].fill(section);
    // A bracket of its own behind a sentence, `(Optional, though of benefit)`, is about the line.
    if bracketed && led == Some(Section::Preferred) && first > line_start {
        found[line_start.max(first.saturating_sub(words::ASIDE_REACH))..first].fill(Section::Preferred);
        return None;
    }
    if !section.is_boilerplate() {
        section_wishes::read_preferences(text, sentence, section, found, late);
    }
    led
}

/// What stands between a clause and the next.
pub(super) fn separator(text: &Text, clause: usize) -> &str {
    if clause + 1 >= text.clauses().len() {
        return "";
    }
    text.folded().get(text.clause_span(clause).end..text.clause_span(clause + 1).start).unwrap_or("")
}

#[cfg(test)]
#[path = "section_tests.rs"]
pub(super) mod tests;
