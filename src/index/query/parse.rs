//! Text to a query: what is wrong with it is said with the place.

use super::{Form, Leaf, Node, SearchField, SearchQuery, analyzer, is_forgiven};
use crate::domain::Error;
use crate::suggest::did_you_mean;

/// Groups and negations within each other.
const MAX_DEPTH: usize = 16;
/// Words and phrases of one query.
const MAX_LEAVES: usize = 64;
/// Prefixes of fewer characters begin too many words.
const MIN_PREFIX_CHARS: usize = 2;

pub(super) fn parse(text: &str, fields: &[SearchField]) -> Result<SearchQuery, Error> {
    let mut parser = Parser { signs: text.chars().collect(), at: 0, fields, n_leaves: 0 };
    let root = parser.any(None, 0)?;
    match parser.peek() {
        None => Ok(SearchQuery { text: text.to_owned(), root }),
        Some(_) => Err(parser.expected(parser.at, "the end or a `(` before")),
    }
}

struct Parser<'p> {
    signs: Vec<char>,
    /// The sign that is read next.
    at: usize,
    fields: &'p [SearchField],
    n_leaves: usize,
}

/// What is between two words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    And,
    Or,
    Not,
}

impl Operator {
    const ALL: [(&'static str, Self); 3] = [("AND", Self::And), ("OR", Self::Or), ("NOT", Self::Not)];
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.signs.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Alternatives: `a OR b c OR d`.
    fn any(&mut self, field: Option<SearchField>, depth: usize) -> Result<Node, Error> {
        if depth > MAX_DEPTH {
            return Err(error(self.at, &format!("expected at most {MAX_DEPTH} groups within each other, got more")));
        }
        let mut alternatives = vec![self.all(field, depth)?];
        while self.take_operator(Operator::Or) {
            alternatives.push(self.all(field, depth)?);
        }
        Ok(one_or(alternatives, Node::Any))
    }

    /// What must hold together: `a b AND c`.
    fn all(&mut self, field: Option<SearchField>, depth: usize) -> Result<Node, Error> {
        let (mut parts, mut is_due) = (Vec::new(), true);
        loop {
            self.skip_spaces();
            if self.take_operator(Operator::And) {
                if is_due {
                    return Err(self.expected(self.at - 3, "a word, a phrase or a group"));
                }
                is_due = true;
                continue;
            }
            if matches!(self.peek(), None | Some(')')) || self.operator() == Some(Operator::Or) {
                break;
            }
            if let Some(part) = self.part(field, depth)? {
                parts.push(part);
                is_due = false;
            }
        }
        if is_due {
            return Err(self.expected(self.at, "a word, a phrase or a group"));
        }
        Ok(one_or(parts, Node::All))
    }

    /// A word, a phrase, a group, or one of these that is not to be there; none for signs alone.
    fn part(&mut self, field: Option<SearchField>, depth: usize) -> Result<Option<Node>, Error> {
        let begin = self.at;
        let is_minus = self.peek() == Some('-') && self.signs.get(begin + 1).is_some_and(|next| !next.is_whitespace());
        if is_minus {
            self.at += 1;
        }
        if is_minus || self.take_operator(Operator::Not) {
            self.skip_spaces();
            if depth >= MAX_DEPTH {
                return Err(error(
                    begin,
                    &format!("expected at most {MAX_DEPTH} negations and groups within each other, got more"),
                ));
            }
            let is_missing =
                matches!(self.peek(), None | Some(')' | '-')) || self.operator().is_some_and(|o| o != Operator::Not);
            let part = if is_missing { None } else { self.part(field, depth + 1)? };
            let what = if is_minus {
                "a word, a phrase or a group after `-`"
            } else {
                "a word, a phrase or a group after `NOT`"
            };
            return part.map(|part| Some(Node::Not(Box::new(part)))).ok_or_else(|| self.expected(self.at, what));
        }
        match self.peek() {
            Some('(') => self.group(field, depth).map(Some),
            Some('"') => self.phrase(field),
            _ => self.word(field, depth),
        }
    }

    fn group(&mut self, field: Option<SearchField>, depth: usize) -> Result<Node, Error> {
        let opened = self.at;
        self.at += 1;
        let inner = self.any(field, depth + 1)?;
        self.skip_spaces();
        if self.peek() != Some(')') {
            return Err(self.expected(self.at, &format!("`)` for the `(` at character {}", opened + 1)));
        }
        self.at += 1;
        Ok(inner)
    }

    fn phrase(&mut self, field: Option<SearchField>) -> Result<Option<Node>, Error> {
        let opened = self.at;
        let rest = &self.signs[opened + 1..];
        let Some(length) = rest.iter().position(|sign| *sign == '"') else {
            let what = format!("a closing quotation mark for the one at character {}", opened + 1);
            return Err(self.expected(self.signs.len(), &what));
        };
        let text: String = rest[..length].iter().collect();
        self.at = opened + length + 2;
        let words = words(&text);
        if words.is_empty() {
            return Err(error(opened, "expected words between quotation marks, got none"));
        }
        self.leaf(opened, Leaf { field, words, form: Form::Exact }).map(Some)
    }

    /// A word, which a field may stand before.
    fn word(&mut self, field: Option<SearchField>, depth: usize) -> Result<Option<Node>, Error> {
        let begin = self.at;
        let rest = &self.signs[begin..];
        let length = rest.iter().position(|sign| ends_word(*sign)).unwrap_or(rest.len());
        let text: String = rest[..length].iter().collect();
        if let Some((name, _)) = text.split_once(':')
            && !name.is_empty()
            && name.chars().all(|sign| sign.is_ascii_alphabetic() || sign == '_')
        {
            let field = self.field(begin, name)?;
            self.at = begin + name.chars().count() + 1;
            let next = self.peek().filter(|next| !next.is_whitespace() && *next != ')');
            let part = match next {
                Some('(') => Some(self.group(Some(field), depth)?),
                Some('"') => self.phrase(Some(field))?,
                Some(_) => self.plain_word(Some(field))?,
                None => None,
            };
            let what = format!("a word, a phrase or a group right after `{name}:`");
            return part.map(Some).ok_or_else(|| self.expected(self.at, &what));
        }
        self.plain_word(field)
    }

    fn plain_word(&mut self, field: Option<SearchField>) -> Result<Option<Node>, Error> {
        let begin = self.at;
        let rest = &self.signs[begin..];
        let length = rest.iter().position(|sign| ends_word(*sign)).unwrap_or(rest.len());
        let text: String = rest[..length].iter().collect();
        self.at = begin + length;
        if let Some(star) = rest[..length].iter().position(|sign| *sign == '*')
            && star + 1 < length
        {
            return Err(error(begin + star, "expected `*` at the end of a word, got it within one"));
        }
        let words = words(&text);
        let is_prefix = text.ends_with('*');
        let form = match &words[..] {
            [] if text.chars().any(char::is_alphanumeric) => {
                return Err(error(begin, "expected a word of at most 40 bytes, got a longer one"));
            }
            [] if is_prefix => return Err(error(begin, "expected two letters or more before `*`, got none")),
            [] => return Ok(None),
            [.., last] if is_prefix && last.chars().count() < MIN_PREFIX_CHARS => {
                return Err(error(begin, "expected two letters or more before `*`, got one"));
            }
            _ if is_prefix => Form::Prefix,
            [only] if is_forgiven(only) => Form::Tolerant,
            _ => Form::Exact,
        };
        self.leaf(begin, Leaf { field, words, form }).map(Some)
    }

    fn leaf(&mut self, begin: usize, leaf: Leaf) -> Result<Node, Error> {
        self.n_leaves += leaf.words.len();
        if self.n_leaves > MAX_LEAVES {
            return Err(error(begin, &format!("expected at most {MAX_LEAVES} words, got more")));
        }
        Ok(Node::Leaf(leaf))
    }

    fn field(&self, begin: usize, name: &str) -> Result<SearchField, Error> {
        let found = self.fields.iter().find(|field| field.as_str().eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| {
            let names = self.fields.iter().map(|field| field.as_str());
            let hint = did_you_mean(name, names.clone());
            let names: Vec<&str> = names.collect();
            let what = format!(
                "expected a field ({}), got `{name}`{hint}; put words with a colon in quotation marks",
                names.join(", ")
            );
            error(begin, &what)
        })
    }

    /// The operator that is read next, written by itself.
    fn operator(&self) -> Option<Operator> {
        let rest = &self.signs[self.at..];
        let length = rest.iter().position(|sign| ends_word(*sign)).unwrap_or(rest.len());
        let is = |name: &str| name.chars().eq(rest[..length].iter().copied());
        Operator::ALL.iter().find(|(name, _)| is(name)).map(|(_, operator)| *operator)
    }

    fn take_operator(&mut self, wanted: Operator) -> bool {
        self.skip_spaces();
        let is_there = self.operator() == Some(wanted);
        if is_there {
            let names = Operator::ALL.iter().find(|(_, operator)| *operator == wanted);
            self.at += names.map_or(0, |(name, _)| name.len());
        }
        is_there
    }

    fn expected(&self, at: usize, what: &str) -> Error {
        let got = match self.signs.get(at) {
            None => "the end".to_owned(),
            Some(sign) if sign.is_whitespace() => "a space".to_owned(),
            Some(sign @ ('(' | ')' | '"' | '-')) => format!("`{sign}`"),
            Some(_) => {
                let word = self.signs[at..].iter().take_while(|sign| !ends_word(**sign)).take(20);
                format!("`{}`", word.collect::<String>())
            }
        };
        error(at, &format!("expected {what}, got {got}"))
    }
}

fn error(at: usize, message: &str) -> Error {
    Error::Malformed(format!("query, character {}: {message}", at + 1))
}

fn one_or(mut nodes: Vec<Node>, several: impl Fn(Vec<Node>) -> Node) -> Node {
    if nodes.len() == 1 { nodes.remove(0) } else { several(nodes) }
}

fn ends_word(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '(' | ')' | '"')
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    analyzer().token_stream(text).process(&mut |token| words.push(token.text.clone()));
    words
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(node: &Node) -> String {
        let list = |nodes: &[Node]| nodes.iter().map(shown).collect::<Vec<_>>().join(" ");
        match node {
            Node::All(nodes) => format!("all({})", list(nodes)),
            Node::Any(nodes) => format!("any({})", list(nodes)),
            Node::Not(node) => format!("not({})", shown(node)),
            Node::Leaf(Leaf { field, words, form }) => {
                let field = field.map(|field| format!("{}:", field.as_str())).unwrap_or_default();
                let sign = match form {
                    Form::Exact => "",
                    Form::Tolerant => "~",
                    Form::Prefix => "*",
                };
                format!("{field}{}{sign}", words.join("+"))
            }
        }
    }

    fn read(text: &str) -> String {
        shown(&SearchQuery::for_candidates(text).unwrap().root)
    }

    fn refused(text: &str) -> String {
        let message = SearchQuery::for_candidates(text).unwrap_err().to_string();
        message.strip_prefix("query, character ").unwrap().to_owned()
    }

    #[test]
    fn queries_are_read_as_they_are_meant() {
        assert_eq!(read("Slurm lustre"), "all(slurm lustre~)");
        assert_eq!(read("slurm AND gpu OR pbs"), "any(all(slurm gpu) pbs)");
        assert_eq!(read("(slurm OR pbs) -(mac OR win)"), "all(any(slurm pbs) not(any(mac win)))");
        assert_eq!(read("NOT gpu"), "not(gpu)");
        assert_eq!(
            read(r#"title:"Site Reliability" skill:(cuda OR hip)"#),
            "all(title:site+reliability any(skill:cuda skill:hip))"
        );
        assert_eq!(read("kube* gpu-dir*"), "all(kube* gpu+dir*)");
        assert_eq!(read("C++ & mi300x, 10:30"), "all(c mi300x 10+30)");
        assert_eq!(read(r#""kubernetes" kubernetes a100 - x"#), "all(kubernetes kubernetes~ a100 x)");
        assert_eq!(read("Or and not"), "all(or and not)");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(refused(""), "1: expected a word, a phrase or a group, got the end");
        assert_eq!(refused("& ,"), "4: expected a word, a phrase or a group, got the end");
        assert_eq!(refused("OR a"), "1: expected a word, a phrase or a group, got `OR`");
        assert_eq!(refused("a AND"), "6: expected a word, a phrase or a group, got the end");
        assert_eq!(refused("AND a"), "1: expected a word, a phrase or a group, got `AND`");
        assert_eq!(refused("a )"), "3: expected the end or a `(` before, got `)`");
        assert_eq!(refused("a ()"), "4: expected a word, a phrase or a group, got `)`");
        assert_eq!(refused("(a"), "3: expected `)` for the `(` at character 1, got the end");
        assert_eq!(refused(r#"a "b"#), "5: expected a closing quotation mark for the one at character 3, got the end");
        assert_eq!(refused(r#"a "-""#), "3: expected words between quotation marks, got none");
        assert_eq!(refused("--a"), "2: expected a word, a phrase or a group after `-`, got `-`");
        assert_eq!(refused("ku*be"), "3: expected `*` at the end of a word, got it within one");
        assert_eq!(refused("a k*"), "3: expected two letters or more before `*`, got one");
        assert_eq!(refused("title: x"), "7: expected a word, a phrase or a group right after `title:`, got a space");
        let field = refused("titel:x");
        assert!(
            field.starts_with("1: expected a field (title, skill,") && field.contains("did you mean `title`"),
            "{field}"
        );
        assert!(SearchQuery::for_roles("employer:x").is_err(), "roles have no employers");
        assert!(refused(&"(".repeat(40)).contains("at most 16"));
        assert!(refused(&"NOT ".repeat(40)).contains("at most 16"));
        assert!(refused(&"a ".repeat(65)).contains("at most 64"));
        assert!(refused(&"a".repeat(41)).contains("at most 40 bytes"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in r#"([a-z*:"()\-]|AND|OR|NOT|title:|skill:| |\PC){0,40}"#) {
            for outcome in [SearchQuery::for_candidates(&text), SearchQuery::for_roles(&text)] {
                match outcome {
                    Ok(query) => prop_assert_eq!(query.to_string(), text.clone()),
                    Err(error) => {
                        let message = error.to_string();
                        prop_assert!(message.starts_with("query, character ") && message.contains("expected "), "{}", message);
                    }
                }
            }
        }
    }
}
