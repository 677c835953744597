//! Which names of a sentence are alternatives for one another: `Slurm or PBS`, `Lustre, GPFS or similar`, `such as A, B and C`.
//!
//! Only grouping; what is asked and how much is in `posting`.

use super::mention::{Mention, MentionKind};
use super::text::Text;
use crate::taxonomy::{ConceptId, ConceptKind, Taxonomy};

/// So much credit in both directions between two names makes them plausible alternatives where the wording leaves it open.
const KIN_CREDIT: u16 = 300;
/// More words between two names than this end a list.
const LINK_WORDS: usize = 4;

/// What stands between two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Link {
    Or,
    /// A comma right before the `or`: the whole list is meant.
    CommaOr,
    Comma,
    And,
    /// What follows are examples of what is before.
    Example,
    /// Nothing that makes a list.
    Break,
}

/// The mentions of one sentence in groups of alternatives, each in order of place.
pub(super) fn group(text: &Text, mentions: &[&Mention], taxonomy: &Taxonomy) -> Vec<Vec<usize>> {
    let named: Vec<usize> = (0..mentions.len()).filter(|i| mentions[*i].by == MentionKind::Label).collect();
    let mut leader: Vec<usize> = (0..mentions.len()).collect();
    let links: Vec<Link> = named.windows(2).map(|pair| link(text, mentions[pair[0]], mentions[pair[1]])).collect();
    for (at, link) in links.iter().enumerate() {
        match link {
            Link::Or | Link::CommaOr => {
                join(&mut leader, named[at], named[at + 1]);
                back_over_commas(&mut leader, &named, &links, at, *link == Link::CommaOr, mentions, taxonomy);
            }
            Link::Example => {
                let general = mentions[named[at]].concept;
                for later in at + 1..named.len() {
                    if later > at + 1 && matches!(links[later - 1], Link::Break | Link::Example) {
                        break;
                    }
                    join(&mut leader, named[at + 1], named[later]);
                    if is_kin(taxonomy, general, mentions[named[later]].concept) {
                        join(&mut leader, named[at], named[later]);
                    }
                }
            }
            _ => {}
        }
    }
    degrees(mentions, &named, &links, &mut leader, taxonomy);
    examples_of_something_unnamed(text, mentions, &named, &links, &mut leader);
    open_ends(text, mentions, &named, &links, &mut leader, taxonomy);
    for (at, &one) in named.iter().enumerate() {
        for &other in &named[at + 1..] {
            let (a, b) = (mentions[one].concept, mentions[other].concept);
            let broader = taxonomy.concept(a).broader.contains(&b) || taxonomy.concept(b).broader.contains(&a);
            // `Configuration management: Ansible, Salt`
            let named_by_tools = taxonomy.concept(b).implies.contains(&a) && opens_with_colon(text, mentions[one]);
            if broader || named_by_tools {
                join(&mut leader, one, other);
            }
        }
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut place: Vec<Option<usize>> = vec![None; mentions.len()];
    for index in 0..mentions.len() {
        let root = root(&leader, index);
        if let Some(group) = place[root] {
            groups[group].push(index);
        } else {
            place[root] = Some(groups.len());
            groups.push(vec![index]);
        }
    }
    groups
}

fn opens_with_colon(text: &Text, mention: &Mention) -> bool {
    text.folded().get(mention.span.end..).is_some_and(|rest| rest.trim_start_matches('s').trim_start().starts_with(':'))
}

fn root(leader: &[usize], mut index: usize) -> usize {
    while leader[index] != index {
        index = leader[index];
    }
    index
}

fn join(leader: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(leader, a), root(leader, b));
    leader[a.max(b)] = a.min(b);
}

fn is_kin(taxonomy: &Taxonomy, a: ConceptId, b: ConceptId) -> bool {
    let credit = taxonomy.credit(a, b).0.min(taxonomy.credit(b, a).0);
    credit.get() >= KIN_CREDIT || taxonomy.area_id(a) == taxonomy.area_id(b)
}

/// `A, B or C`: the commas before an `or` belong to it, where the names are of a kind or the comma says so.
fn back_over_commas(
    leader: &mut [usize],
    named: &[usize],
    links: &[Link],
    or_at: usize,
    whole_list: bool,
    mentions: &[&Mention],
    taxonomy: &Taxonomy,
) {
    for earlier in (0..or_at).rev() {
        let kin = is_kin(taxonomy, mentions[named[earlier]].concept, mentions[named[or_at]].concept);
        if links[earlier] != Link::Comma || !(whole_list || kin) {
            return;
        }
        join(leader, named[earlier], named[or_at]);
    }
}

/// Degrees and their subjects are alternatives however they are listed.
fn degrees(mentions: &[&Mention], named: &[usize], links: &[Link], leader: &mut [usize], taxonomy: &Taxonomy) {
    let is_credential = |at: usize| taxonomy.concept(mentions[named[at]].concept).kind == ConceptKind::Credential;
    let mut credential: Option<usize> = None;
    for at in 0..named.len() {
        let goes_on = at > 0 && matches!(links[at - 1], Link::Comma | Link::Or | Link::CommaOr | Link::And);
        if is_credential(at) {
            if let Some(before) = credential {
                join(leader, named[before], named[at]);
            }
            credential = Some(at);
        } else if let Some(before) = credential.filter(|before| goes_on && *before + 1 == at) {
            join(leader, named[before], named[at]);
        }
    }
}

/// `tools such as A, B and C` where the taxonomy has no name for the tools; `one of A, B`, `A, B for example`.
fn examples_of_something_unnamed(
    text: &Text,
    mentions: &[&Mention],
    named: &[usize],
    links: &[Link],
    leader: &mut [usize],
) {
    for at in 0..named.len() {
        let first = at == 0 || matches!(links[at - 1], Link::Break);
        let word = text.word_at(mentions[named[at]].span.start);
        let before: Vec<&str> = (word.saturating_sub(3)..word).map(|w| text.word(w)).collect();
        let opened = first && introduces(&before);
        let end = (at..links.len())
            .find(|l| !matches!(links[*l], Link::Comma | Link::And | Link::Or | Link::CommaOr))
            .unwrap_or(links.len());
        let last = text.word_at(mentions[named[end]].span.end.saturating_sub(1));
        let closed = first
            && text.words().get(last + 2).is_some()
            && text.word(last + 1) == "for"
            && matches!(text.word(last + 2), "example" | "instance");
        if opened || closed {
            for later in at + 1..=end {
                join(leader, named[at], named[later]);
            }
        }
    }
}

/// Whether the last words before a list make its items examples.
fn introduces(before: &[&str]) -> bool {
    match before {
        [.., "such", "as"]
        | [.., "for", "example" | "instance"]
        | [.., "one" | "any" | "either", "of"]
        | [.., "one" | "any", "of", "the"] => true,
        [.., last] => matches!(*last, "like" | "e.g" | "eg" | "i.e" | "including" | "namely" | "either"),
        [] => false,
    }
}

/// `A, B or similar`, `A or another parallel file system`.
fn open_ends(
    text: &Text,
    mentions: &[&Mention],
    named: &[usize],
    links: &[Link],
    leader: &mut [usize],
    taxonomy: &Taxonomy,
) {
    for at in 0..named.len() {
        let last = text.word_at(mentions[named[at]].span.end.saturating_sub(1));
        let after: Vec<&str> = (last + 1..(last + 4).min(text.words().len())).map(|w| text.word(w)).collect();
        let open = matches!(
            after.as_slice(),
            [
                "or",
                "similar"
                    | "equivalent"
                    | "comparable"
                    | "another"
                    | "other"
                    | "others"
                    | "alike"
                    | "related"
                    | "something",
                ..
            ] | ["or", "a" | "an" | "the", "similar" | "comparable" | "equivalent" | "like", ..]
        );
        if open && at > 0 {
            back_over_commas(leader, named, links, at, false, mentions, taxonomy);
        }
    }
}

fn link(text: &Text, before: &Mention, after: &Mention) -> Link {
    let between = text.folded().get(before.span.end..after.span.start).unwrap_or(";");
    let between = between.strip_prefix("'s").or_else(|| between.strip_prefix('s')).unwrap_or(between);
    if between.contains([';', '|', '•']) {
        return Link::Break;
    }
    let words: Vec<&str> = between
        .split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '\'' || c == '/'))
        .filter(|w| !w.is_empty())
        .collect();
    let example = between.contains('(') && !between.contains(')')
        || words.windows(2).any(|pair| matches!(pair, ["such", "as"] | ["for", "example" | "instance"]))
        || words.iter().any(|w| matches!(*w, "like" | "e.g" | "e.g." | "eg" | "i.e" | "i.e." | "including" | "namely"));
    if words.len() > LINK_WORDS || between.contains(')') && !between.trim_start().starts_with(')') {
        return if example && words.len() <= LINK_WORDS + 3 { Link::Example } else { Link::Break };
    }
    if example {
        return Link::Example;
    }
    let comma = between.trim_start_matches([')', ' ']).starts_with(',');
    if words.contains(&"or") || words.contains(&"and/or") {
        return if comma { Link::CommaOr } else { Link::Or };
    }
    let slash = between.trim() == "/" || words == ["/"];
    if slash {
        return Link::Or;
    }
    if words.iter().any(|w| matches!(*w, "and" | "plus")) || between.contains(['&', '+']) {
        return Link::And;
    }
    if comma || between.trim() == "," { Link::Comma } else { Link::Break }
}
