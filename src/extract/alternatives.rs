//! Which names of a sentence are alternatives for one another: `Slurm or PBS`, `Lustre, GPFS or similar`, `such as A, B and C`.
//!
//! Only grouping; what is asked and how much is in `posting`. Every name is looked at with its neighbours in the list that it
//! stands in, so that the work grows with the length of the text alone.

pub(super) mod link;

pub(super) use self::link::goes_on;
use self::link::{Link, Opening, between, is_apart, link};
use super::choices::choice_before;
use super::languages::Language;
use super::lists;
use super::mention::{Mention, MentionKind};
use super::text::Text;
use super::words::{Words, one_of, words};
use crate::taxonomy::{ConceptId, ConceptKind, Taxonomy};

/// So much credit in both directions between two names makes them plausible alternatives where the wording leaves it open.
const KIN_CREDIT: u16 = 300;
/// So much credit makes one name an instance of another.
const INSTANCE_CREDIT: u16 = 750;
/// The article of one thing stands within so many words of its examples.
const ONE_THING: usize = 6;
/// So many products of one kind, one after the other.
const OF_ONE_KIND: usize = 3;

/// The mentions of one sentence in groups of alternatives, each in order of place.
pub(super) fn group(text: &Text, mentions: &[&Mention], taxonomy: &Taxonomy) -> Vec<Vec<usize>> {
    let named: Vec<usize> = (0..mentions.len()).filter(|i| mentions[*i].by == MentionKind::Label).collect();
    if named.len() < 2 {
        return (0..mentions.len()).map(|index| vec![index]).collect();
    }
    let or = text.foreign().map(|language| &language.or);
    let links = named.windows(2).map(|pair| link(text, mentions[pair[0]], mentions[pair[1]], or)).collect();
    let mut sentence = Sentence { text, mentions, taxonomy, named, links, leader: (0..mentions.len()).collect() };
    sentence.lists();
    sentence.of_one_kind();
    sentence.examples();
    sentence.degrees();
    sentence.groups()
}

struct Sentence<'a> {
    text: &'a Text,
    mentions: &'a [&'a Mention],
    taxonomy: &'a Taxonomy,
    /// The mentions by name, in order of place.
    named: Vec<usize>,
    /// Between each of them and the next.
    links: Vec<Link>,
    /// Union of mentions: the index of another of the same group, or its own.
    leader: Vec<usize>,
}

impl Sentence<'_> {
    fn concept(&self, at: usize) -> ConceptId {
        self.mentions[self.named[at]].concept
    }

    /// Joins two names by their places among the named.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (root(&mut self.leader, self.named[one]), root(&mut self.leader, self.named[other]));
        self.leader[one.max(other)] = one.min(other);
    }

    fn is_kin(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.concept(one), self.concept(other));
        let credit = self.taxonomy.credit(one, other).0.min(self.taxonomy.credit(other, one).0);
        let language = |id: ConceptId| self.taxonomy.concept(id).kind == ConceptKind::Language;
        credit.get() >= KIN_CREDIT
            || self.taxonomy.area_id(one) == self.taxonomy.area_id(other)
            || (language(one) && language(other))
    }

    /// Whether all names of a list are products: whoever writes `Triton, XLA or TVM` means any of them. A language for all purposes and
    /// what everybody knows stand beside the others too often: `Python, Slurm or PBS`, `Linux, Slurm or PBS`.
    fn are_products(&self, at: usize, end: usize) -> bool {
        let plain = (at..end).all(|link| self.links[link].is_or() || self.between(link) == ", ");
        plain
            && (at..=end).all(|item| {
                let concept = self.taxonomy.concept(self.concept(item));
                let product = matches!(concept.kind, ConceptKind::Tool | ConceptKind::Language | ConceptKind::Hardware);
                product && concept.weight > COMMON_WEIGHT && self.taxonomy.area_id(self.concept(item)) != LANGUAGES
            })
    }

    /// Whether `item` is a kind of `general` or a tool for it.
    fn is_instance(&self, general: usize, item: usize) -> bool {
        let (general, item) = (self.concept(general), self.concept(item));
        let known = self.taxonomy.concept(item);
        known.broader.contains(&general)
            || known.implies.contains(&general)
            || self.taxonomy.credit(general, item).0.get() >= INSTANCE_CREDIT
    }

    /// The last name of the list that begins at `at`.
    fn list_end(&self, at: usize) -> usize {
        (at..self.links.len()).find(|l| !self.links[*l].lists()).unwrap_or(self.links.len())
    }

    /// Lists joined by commas, slashes and `or`.
    fn lists(&mut self) {
        let mut at = 0;
        while at < self.named.len() {
            let end = self.list_end(at);
            // What stands alone is no list.
            if end > at || self.links.get(end) == Some(&Link::And) {
                self.list(at, end);
            }
            if self.links.get(end) == Some(&Link::AndOther) && self.is_instance(end + 1, end) {
                for item in at..=end {
                    self.join(item, end + 1);
                }
            }
            at = end + 1;
        }
    }

    /// Of one list, from name to name.
    fn list(&mut self, at: usize, end: usize) {
        let ors = (at..end).filter(|l| self.links[*l].is_or()).count();
        let introduced =
            introduces(self.words_before(at), self.text.foreign()) || (end > at && self.is_chosen_from(at));
        let examples = introduced || self.in_bracket_of_its_own(at, end);
        if examples {
            // `one of A, B or C, D`: the list that is meant ends with its `or`.
            let last = (at..end).find(|l| self.links[*l].is_or()).map_or(end, |l| l + 1);
            for item in at + 1..=last {
                self.join(at, item);
            }
            // Behind an `or` the examples are over: `such as A or B, and good C`; and so they are behind the bracket that holds
            // them: `clouds (e.g. A, B) and containers (e.g. C, D)`.
            let goes_on = self.links.get(end) == Some(&Link::And) && !self.between(end).contains(')');
            if introduced && ors == 0 && end == last && goes_on {
                self.join(at, end + 1);
            }
        }
        for link in at..end {
            let loose = self.links[link] == Link::LooseOr;
            if loose && !self.is_kin(link, link + 1) {
                continue;
            }
            if self.links[link].is_or() || self.links[link] == Link::Slash {
                self.join(link, link + 1);
            }
            // Several `or` in one list join their neighbours only: `A, B or C, D, E or F`.
            if self.links[link].is_or() && ors == 1 {
                let whole = self.links[link] == Link::CommaOr || (link + 1 == end && self.are_products(at, end));
                self.back_over_commas(at, link, whole);
            }
        }
        if ors == 0 && self.is_open_end(end) {
            let in_bracket = self.text.folded()[..self.mentions[self.named[at]].span.start].ends_with('(');
            // `Chef, Ansible, or similar`
            let behind = &self.text.folded()[self.mentions[self.named[end]].span.end..];
            let behind_comma = behind.starts_with(", or ");
            // `Redis, AWS or some combination of them`
            let mixed = lists::ALTERNATIVES_MIXED.iter().any(|words| behind.trim_start().starts_with(words));
            self.back_over_commas(at, end, in_bracket || behind_comma || mixed);
        }
    }

    /// `benchmarks with IOR, mdtest and fio`: so many products of one kind stand for the kind, and nobody asks for each of them.
    fn of_one_kind(&mut self) {
        let mut at = 0;
        while at < self.named.len() {
            let linked = self.links[at..].iter().take_while(|link| link.lists() || **link == Link::And).count();
            let is_of = |item: &usize, kind: ConceptId| self.kinds(*item).any(|other| other == kind);
            let reach = |kind: ConceptId| (at + 1..=at + linked).take_while(|item| is_of(item, kind)).count();
            let end = at + if linked > 0 { self.kinds(at).map(reach).max().unwrap_or(0) } else { 0 };
            if end + 1 - at >= OF_ONE_KIND {
                for item in at + 1..=end {
                    self.join(at, item);
                }
            }
            at = end.max(at + 1);
        }
    }

    /// What a product is a kind of, and what using it shows.
    fn kinds(&self, at: usize) -> impl Iterator<Item = ConceptId> {
        let concept = self.taxonomy.concept(self.concept(at));
        let of_a_kind = matches!(concept.kind, ConceptKind::Tool | ConceptKind::Hardware);
        concept.broader.iter().chain(&concept.implies).copied().filter(move |_| of_a_kind)
    }

    /// `A, B or C`: the commas before an `or` belong to it, where the names are of a kind or the comma says so.
    fn back_over_commas(&mut self, start: usize, or_at: usize, whole_list: bool) {
        for earlier in (start..or_at).rev() {
            if self.links[earlier] == Link::Comma && !(whole_list || self.is_kin(earlier, or_at)) {
                return;
            }
            self.join(earlier, or_at);
        }
    }

    /// `X such as A, B and C`, `X (A, B)`, `X: A, B or C`.
    fn examples(&mut self) {
        for general in 0..self.links.len() {
            let (opening, colon) = match self.links[general] {
                Link::Example(opening) => (opening, false),
                Link::Colon => (Opening::Words, true),
                _ => continue,
            };
            let end = self.examples_end(general + 1, opening);
            // After a colon may stand parts of which all are asked.
            if colon && !(general + 1..=end).all(|item| self.is_instance(general, item)) {
                continue;
            }
            let apart = is_apart(self.between(general));
            for item in general + 1..=end {
                self.join(general + 1, item);
                if colon || (!apart && (self.is_kin(general, item) || self.is_instance(general, item))) {
                    self.join(general, item);
                }
            }
        }
    }

    /// The last of the examples that begin at `at`.
    fn examples_end(&self, at: usize, opening: Opening) -> usize {
        let mut end = at;
        while let Some(link) = self.links.get(end) {
            let closed = opening == Opening::Bracket && self.between(end).contains(')');
            let goes_on = link.lists() || *link == Link::And;
            if closed || !goes_on {
                break;
            }
            end += 1;
            // `such as A, B and C, D` has D beside it.
            if opening != Opening::Bracket && !matches!(link, Link::Comma | Link::Slash) {
                break;
            }
        }
        end
    }

    /// Degrees and their subjects are alternatives however they are listed.
    fn degrees(&mut self) {
        let mut before: Option<usize> = None;
        for at in 0..self.named.len() {
            let linked = at > 0 && (self.links[at - 1].lists() || self.links[at - 1] == Link::And);
            let kind = self.taxonomy.concept(self.concept(at)).kind;
            let (credential, subject) = (kind == ConceptKind::Credential, kind == ConceptKind::Field);
            // `in computer science or another discipline (e.g. statistics, physics)`
            let example = at > 0 && subject && matches!(self.links[at - 1], Link::Example(_));
            if let Some(degree) = before.filter(|degree| credential || ((linked || example) && degree + 1 == at)) {
                self.join(degree, at);
                if subject {
                    before = Some(at);
                }
            }
            if credential {
                before = Some(at);
            }
        }
    }

    /// The last words before a name; nothing before the first word of the text.
    fn words_before(&self, at: usize) -> [&str; 3] {
        let word = self.text.word_at(self.mentions[self.named[at]].span.start);
        [3, 2, 1].map(|back| word.checked_sub(back).map_or("", |at| self.text.word(at)))
    }

    /// The next words behind a name; nothing behind the last word of the text.
    fn words_after(&self, at: usize) -> [&str; 3] {
        let last = self.text.word_at(self.mentions[self.named[at]].span.end.saturating_sub(1));
        [1, 2, 3].map(|next| if last + next < self.text.words().len() { self.text.word(last + next) } else { "" })
    }

    /// Whether the words before a list choose from it; what they choose from is no part of another list.
    fn is_chosen_from(&self, at: usize) -> bool {
        let start = |at: usize| self.mentions[self.named[at]].span.start;
        let listed = |before: usize| self.links[before].lists() || self.links[before] == Link::And;
        choice_before(self.text, start(at)).is_some_and(|chosen| {
            let between = (0..at).rev().take_while(|before| start(*before) > chosen);
            { between }.all(|before| !listed(before))
        })
    }

    /// `scripting (Bash, Perl)`: the bracket holds nothing but a list of names of a kind, behind something unnamed.
    fn in_bracket_of_its_own(&self, at: usize, end: usize) -> bool {
        let folded = self.text.folded();
        let opened = folded[..self.mentions[self.named[at]].span.start].ends_with('(');
        let closed = folded[self.mentions[self.named[end]].span.end..].starts_with([')', 's']);
        if !opened || !closed || end == at {
            return false;
        }
        (at..end).all(|item| self.is_kin(item, item + 1)) || (end > at + 1 && self.is_behind_one_thing(at))
    }

    /// `a scheduler or resource manager (`, not `a knowledge of networks (`: what follows in the bracket are examples of it; and so are
    /// those of a class of products, `network OSes (`.
    fn is_behind_one_thing(&self, at: usize) -> bool {
        let word = self.text.word_at(self.mentions[self.named[at]].span.start);
        if word > 0 && self.text.is(word - 1, CLASSES) {
            return true;
        }
        let before: Vec<&str> = (word.saturating_sub(ONE_THING)..word).map(|w| self.text.word(w)).collect();
        let article = before.iter().rposition(|w| one_of!(w, lists::ALTERNATIVES_ARTICLES));
        article.is_some_and(|from| !before[from..].iter().any(|w| one_of!(w, lists::ALTERNATIVES_THING_BEFORE)))
    }

    /// `A, B or similar`, `A or another parallel file system`, `A, B etc.`
    fn is_open_end(&self, end: usize) -> bool {
        let after = self.words_after(end);
        let begins = |phrase: &&str| phrase.split(' ').zip(after).all(|(said, word)| said == word);
        match after {
            _ if lists::ALTERNATIVES_OPEN_ENDS.iter().any(begins) => true,
            // `A, B or an in-house one`: what nobody names may stand for what is named.
            [or, next, last] if one_of!(or, lists::ALTERNATIVES_OR) => {
                one_of!(next, lists::ALTERNATIVES_OTHER_THINGS)
                    || (next == "the" && one_of!(last, lists::ALTERNATIVES_LIKEWISE))
            }
            _ => false,
        }
    }

    /// The text between a name and the next.
    fn between(&self, at: usize) -> &str {
        between(self.text, self.mentions[self.named[at]], self.mentions[self.named[at + 1]])
    }

    fn groups(mut self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut place: Vec<Option<usize>> = vec![None; self.mentions.len()];
        for index in 0..self.mentions.len() {
            let root = root(&mut self.leader, index);
            if let Some(group) = place[root] {
                groups[group].push(index);
            } else {
                place[root] = Some(groups.len());
                groups.push(vec![index]);
            }
        }
        groups
    }
}

/// What is no scarcer, in thousandths, everybody in the field knows.
const COMMON_WEIGHT: u16 = 500;
/// The area of languages for all purposes.
const LANGUAGES: &str = "languages";

/// Classes of which products are named as examples.
const CLASSES: Words = words!(lists::ALTERNATIVES_CLASSES);

/// The first of a group; the way there is shortened for the next who asks.
fn root(leader: &mut [usize], mut index: usize) -> usize {
    while leader[index] != index {
        leader[index] = leader[leader[index]];
        index = leader[index];
    }
    index
}

/// Whether the last words before a list make its items examples; also by words of the language that the text is in.
fn introduces(before: [&str; 3], foreign: Option<&Language>) -> bool {
    let last = before[before.len() - 1];
    let ends = |phrase: &&str| {
        phrase.ends_with(last) && phrase.rsplit(' ').zip(before.iter().rev()).all(|(said, word)| said == *word)
    };
    one_of!(last, lists::ALTERNATIVES_INTRODUCING)
        || lists::ALTERNATIVES_INTRODUCTIONS.iter().any(ends)
        || foreign.is_some_and(|language| language.like.has(last))
}
