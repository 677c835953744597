//! Changes an input at random: the tree of a JSON document, the words of a text, or bare bytes. The same dice give the same input.

use serde_json::{Map, Number, Value};

use super::seeds::Form;
use super::sentences;
use crate::campaign::Dice;

/// The longest input, unless one seed is longer: four times the limit of an ordinary document is no use.
const MAX_BYTES: usize = 64 << 10;

/// Words at which readers of this field decide, and characters that change under folding or break careless slicing.
const TOKENS: [&str; 96] = [
    "$", "€", "£", "k", "10k", "1.5M", "120k-140k", "$90/h", "GPUs", "4,096 H100", "nodes x 8 GPUs", "PB", "0.5 PB",
    "10^9", "1e400", "18446744073709551616", "-1", "0", "00", "1,,2", "999999999999 GPUs", "5+ years", "years",
    "since 2019", "2019-13", "2021 - present", "Jan 2020", "2020-02-30", "0000", "9999-99", "and", "or", "/", "|", ";",
    ",", "not", "no", "must have:", "nice to have", "Requirements", "- ", "* ", "\n\n", "\r\n", "\t", "<li>", "</ul>",
    "<p", "&amp;", "&#x110000;", "&#0;", "&nbsp", "<script>", "<!--", "\u{feff}", "\u{200b}", "\u{202e}", "\u{0301}",
    "\u{0000}", "İ", "ß", "ﬁ", "ﷺ", "K", "ǆ", "Ω", "С", "😀", "👩‍👩‍👧", "e\u{301}\u{301}\u{301}", "\u{10ffff}", "日本語",
    "½", "²", "١٢٣", "\u{2028}", "''", "\"", "\\", "{", "}", "[", "]", ":", "null", "true", "C++", "C#", ".NET",
    "remote", "Austin, TX", "United Kingdom", "senior", "H-1B", "Slurm",
];

pub(super) struct Mutator<'a> {
    seeds: &'a [Vec<u8>],
    form: Form,
}

impl<'a> Mutator<'a> {
    pub(super) fn new(seeds: &'a [Vec<u8>], form: Form) -> Self {
        Self { seeds, form }
    }

    /// A seed with a few changes.
    pub(super) fn input(&self, dice: &mut Dice) -> Vec<u8> {
        if self.form == Form::LongText {
            return long(&String::from_utf8_lossy(self.seed(dice)), dice).into_bytes();
        }
        if self.form == Form::Sentences {
            return sentences::mangled(self.seeds, dice).into_bytes();
        }
        let mut input = self.seed(dice).clone();
        for _ in 0..=dice.below(4) {
            // A document with a torn bracket ends at once: most changes keep the structure.
            input = match self.form {
                Form::Json if dice.below(8) > 0 => self.json(&input, dice),
                Form::Json | Form::Text if dice.below(10) > 0 => self.text(&input, dice),
                _ => self.bytes(input, dice),
            };
            input.truncate(MAX_BYTES.max(self.seed(dice).len()));
        }
        input
    }

    /// An input that was kept: of long texts, the piece that is repeated.
    pub(super) fn kept(&self, piece: Vec<u8>) -> Vec<u8> {
        if self.form == Form::LongText { piece.repeat(LONG_BYTES / piece.len().max(1)) } else { piece }
    }

    fn seed(&self, dice: &mut Dice) -> &'a Vec<u8> {
        &self.seeds[dice.below(self.seeds.len())]
    }

    fn bytes(&self, mut input: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
        let (from, to) = range(input.len(), dice);
        match dice.below(7) {
            0 if !input.is_empty() => {
                let at = dice.below(input.len());
                input[at] ^= 1 << dice.below(8);
            }
            1 => drop(input.drain(from..to)),
            2 => input = [&input[..to], &input[from..]].concat(),
            3 => input.insert(from, [0, 0xff, 0x80, b'"', b'\n', b'\\', b' '][dice.below(7)]),
            4 => input.truncate(from),
            5 => {
                let other = self.seed(dice);
                let (start, end) = range(other.len(), dice);
                input = [&input[..from], &other[start..end], &input[to..]].concat();
            }
            _ => {
                let piece = input[from..to.min(from + 200)].to_vec();
                input.splice(from..from, piece.repeat(1 + dice.below(40)));
            }
        }
        input
    }

    fn text(&self, input: &[u8], dice: &mut Dice) -> Vec<u8> {
        let other = String::from_utf8_lossy(self.seed(dice));
        changed(&String::from_utf8_lossy(input), &other, dice).into_bytes()
    }

    fn json(&self, input: &[u8], dice: &mut Dice) -> Vec<u8> {
        let (Ok(mut tree), Ok(other)) = (serde_json::from_slice(input), serde_json::from_slice(self.seed(dice))) else {
            return self.text(input, dice);
        };
        alter(&mut tree, &other, dice);
        serde_json::to_vec(&tree).unwrap()
    }
}

fn range(length: usize, dice: &mut Dice) -> (usize, usize) {
    let from = dice.below(length + 1);
    // Short pieces are the rule.
    let most = if dice.below(4) == 0 { length - from } else { (length - from).min(24) };
    (from, from + dice.below(most + 1))
}

fn token(dice: &mut Dice) -> &'static str {
    TOKENS[dice.below(TOKENS.len())]
}

/// A text with one change, made at a border of words.
fn changed(text: &str, other: &str, dice: &mut Dice) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', ',', '"']).collect();
    let (from, to) = range(words.len(), dice);
    let others: Vec<&str> = other.split_inclusive([' ', '\n', ',', '"']).collect();
    let (start, end) = range(others.len(), dice);
    match dice.below(9) {
        0 => words.insert(from, token(dice)),
        1 => drop(words.splice(from..to, [token(dice)])),
        2 => drop(words.drain(from..to)),
        3 => drop(words.splice(from..to, others[start..end].iter().copied())),
        4 => {
            let piece = words[from..to].repeat(1 + dice.below(30));
            words.splice(from..from, piece);
        }
        5 if words.len() > 1 => {
            let (a, b) = (dice.below(words.len()), dice.below(words.len()));
            words.swap(a, b);
        }
        6 => {
            let piece = token(dice).repeat(1 + dice.below(300));
            return [&words[..from].concat(), &*piece, &words[from..].concat()].concat();
        }
        7 => {
            // Within a word, at a border of characters.
            let n_chars = text.chars().count();
            let at = dice.below(n_chars + 1);
            let byte = text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
            return [&text[..byte], token(dice), &text[byte..]].concat();
        }
        _ => {
            let digit = char::from(b"0123456789"[dice.below(10)]);
            let which = dice.below(6);
            return text.chars().map(|c| if c.is_ascii_digit() && which == 0 { digit } else { c }).collect();
        }
    }
    words.concat()
}

/// How many values a tree has.
fn size(tree: &Value) -> usize {
    1 + match tree {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(map) => map.values().map(size).sum(),
        _ => 0,
    }
}

/// The value of this number in the order of the tree.
fn nth<'t>(tree: &'t mut Value, n: &mut usize) -> Option<&'t mut Value> {
    if *n == 0 {
        return Some(tree);
    }
    *n -= 1;
    match tree {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, n)),
        Value::Object(map) => map.values_mut().find_map(|item| nth(item, n)),
        _ => None,
    }
}

/// Changes one value of a tree.
fn alter(tree: &mut Value, other: &Value, dice: &mut Dice) {
    let mut number = dice.below(size(tree));
    let Some(place) = nth(tree, &mut number) else { return };
    let mut foreign = other.clone();
    let mut number = dice.below(size(&foreign));
    let foreign = nth(&mut foreign, &mut number).map(Value::take).unwrap_or_default();
    match (dice.below(6), &mut *place) {
        (0, _) => *place = odd(dice),
        (1, _) => *place = foreign,
        (2, Value::Array(items)) => {
            let copies: Vec<Value> = items.iter().cycle().take(dice.below(300)).cloned().collect();
            items.extend(copies);
        }
        (3, Value::Array(items)) => items.insert(dice.below(items.len() + 1), foreign),
        (2, Value::Object(map)) if !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len())).expect("it is not empty").clone();
            let value = map.remove(&key).unwrap_or_default();
            map.insert(changed(&key, token(dice), dice), value);
        }
        (3, Value::Object(map)) => {
            let text = token(dice).to_owned();
            map.insert(text, foreign);
        }
        (_, Value::String(text)) => *text = changed(text, foreign.as_str().unwrap_or(token(dice)), dice),
        (_, Value::Number(_)) => *place = Value::Number(figure(dice)),
        _ => *place = odd(dice),
    }
}

fn figure(dice: &mut Dice) -> Number {
    const WHOLE: [i64; 12] = [0, 1, -1, 7, 80, 81, 1_000_000_000, 1_000_000_001, i64::MAX, i64::MIN, 65_536, 2026];
    const BROKEN: [f64; 6] = [0.1, -0.5, 1e308, 5e-324, 79.95, 4_294_967_296.5];
    match dice.below(4) {
        0 => u64::MAX.into(),
        1 => Number::from_f64(BROKEN[dice.below(BROKEN.len())]).expect("it is finite"),
        _ => WHOLE[dice.below(WHOLE.len())].into(),
    }
}

/// A value that hardly any field expects.
fn odd(dice: &mut Dice) -> Value {
    match dice.below(8) {
        0 => Value::Null,
        1 => Value::Bool(dice.below(2) == 0),
        2 => Value::Number(figure(dice)),
        3 => Value::String(String::new()),
        4 => Value::Array(Vec::new()),
        5 => Value::Object(Map::new()),
        6 => Value::String(token(dice).repeat(1 + dice.below(200))),
        _ => (0..dice.below(40)).fold(Value::Null, |inner, _| Value::Array(vec![inner])),
    }
}

/// What the text of a document of the greatest length may be.
const LONG_BYTES: usize = (1 << 20) - 512;

/// A text as long as a document may be: something short over and over, or a whole seed.
fn long(seed: &str, dice: &mut Dice) -> String {
    let words: Vec<&str> = seed.split_inclusive(' ').collect();
    let (from, to) = range(words.len(), dice);
    let piece = match dice.below(4) {
        0 => token(dice).to_owned(),
        1 => [token(dice), token(dice)].concat(),
        2 => words[from..to].concat() + token(dice),
        _ => seed.to_owned(),
    };
    piece.repeat(LONG_BYTES / piece.len())
}
