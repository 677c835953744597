//! A statement as parts, and the sentences that are made of it: a small grammar of dresses.

use super::numerals::in_words;

/// How a statement is dressed. The first is that with which all others are compared.
pub(super) const DRESSES: &[&str] = &[
    "plain", "words", "she", "telegram", "telegram words", "bullet", "bold", "wrapped", "paragraph", "item",
    "capitals", "typographic", "endless", "brackets",
];

/// The width at which `wrapped` breaks lines.
const WIDTH: usize = 40;

/// What somebody says of themselves.
pub(super) struct Statement {
    pub(super) class: String,
    /// As I say it, and as others say it of her; none where it only names things.
    verb: Option<(String, String)>,
    /// With braces around what is printed bold.
    rest: String,
}

impl Statement {
    /// A line of the data: class, verb and rest, by tabs.
    pub(super) fn parse(line: &str) -> Self {
        let cells: Vec<&str> = line.split('\t').collect();
        let [class, verb, rest] = cells[..] else { panic!("expected three cells, got {line:?}") };
        let forms = verb.split_once('|').unwrap_or((verb, verb));
        let verb = (verb != "-").then(|| (forms.0.to_owned(), forms.1.to_owned()));
        Self { class: class.to_owned(), verb, rest: rest.to_owned() }
    }

    pub(super) fn dressed(&self, dress: &str) -> String {
        let plain = self.first_person();
        match dress {
            "plain" => without_braces(&plain),
            "words" => with_words(&without_braces(&plain)),
            "she" => without_braces(&self.third_person()),
            "telegram" => self.telegram(),
            "telegram words" => capitalised(&with_words(&self.telegram())),
            "bullet" => format!("* {}", self.telegram()),
            "bold" => plain.replace(['{', '}'], "**"),
            "wrapped" => wrapped(&without_braces(&plain)),
            "paragraph" => format!("<p>{}</p>", escaped(&without_braces(&plain))),
            "item" => format!("<ul><li>{}</li></ul>", escaped(&without_braces(&plain))),
            "capitals" => without_braces(&plain).to_uppercase(),
            "typographic" => typographic(&without_braces(&plain)),
            "endless" => without_braces(&plain).trim_end_matches('.').to_owned(),
            "brackets" => format!("({})", without_braces(&plain)),
            other => panic!("expected one of {DRESSES:?}, got {other:?}"),
        }
    }

    fn first_person(&self) -> String {
        match &self.verb {
            Some((verb, _)) => format!("I {verb} {}.", self.rest),
            None => format!("{}.", self.rest),
        }
    }

    fn third_person(&self) -> String {
        match &self.verb {
            Some((_, verb)) => format!("She {verb} {}.", self.rest.replace(" our ", " their ")),
            None => format!("{}.", self.rest),
        }
    }

    /// Without whose it is, and without articles; `am` and `have` are left out with them.
    fn telegram(&self) -> String {
        let rest = without_braces(&self.rest);
        let words: Vec<&str> = rest.split(' ').collect();
        // `a year` is how often, and no article.
        let is_left = |at: usize| {
            let each = words.get(at + 1).is_some_and(|next| matches!(*next, "year" | "hour" | "day"));
            each || !matches!(words[at], "a" | "an" | "the" | "our")
        };
        let rest: Vec<&str> = (0..words.len()).filter(|at| is_left(*at)).map(|at| words[at]).collect();
        let rest = rest.join(" ");
        match self.verb.as_ref().map(|(_, verb)| verb.as_str()) {
            None | Some("is" | "was" | "has") => format!("{}.", capitalised(&rest)),
            Some(verb) => format!("{} {rest}.", capitalised(verb)),
        }
    }
}

fn without_braces(text: &str) -> String {
    text.replace(['{', '}'], "")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Lines of at most so many characters, where words allow.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one from the start");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

/// Counts in words: of years, weeks and things, not sums of money, dates or parts of names.
fn with_words(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let said = words.iter().enumerate().map(|(at, word)| {
        let digits = word.replace(',', "");
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let next = words.get(at + 1).copied().unwrap_or("");
        let counts = next.starts_with(|c: char| c.is_lowercase()) || matches!(next, "PB" | "GPUs" | "DGX" | "GPU");
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_date = matches!(before, "in" | "from") && digits.len() == 4 && !word.contains(',');
        let is_money = matches!(before, "EUR" | "CHF" | "CAD") || before.is_empty() && next == "March";
        match digits.parse() {
            Ok(number) if is_number && counts && !is_date && !is_money => in_words(number),
            _ => (*word).to_owned(),
        }
    });
    said.collect::<Vec<_>>().join(" ")
}

/// Dashes, apostrophes and spaces as typesetters have them.
fn typographic(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let near = |at: usize| letters.get(at).copied().unwrap_or(' ');
    let set = letters.iter().enumerate().map(|(at, letter)| {
        let before = at.checked_sub(1).map_or(' ', near);
        match letter {
            '-' if before.is_ascii_digit() && !near(at + 1).is_ascii_alphabetic() => '\u{2013}',
            '-' => '\u{2011}',
            '\'' => '\u{2019}',
            ' ' if before.is_ascii_digit() => '\u{a0}',
            other => *other,
        }
    });
    set.collect()
}

#[test]
fn dresses_are_made_by_rule() {
    let years = Statement::parse("years\thave|has\t8 years of {Lustre} on Linux");
    let of = |dress| years.dressed(dress);
    assert_eq!(of("words"), "I have eight years of Lustre on Linux.");
    assert_eq!(of("she"), "She has 8 years of Lustre on Linux.");
    assert_eq!(of("telegram"), "8 years of Lustre on Linux.");
    assert_eq!(of("telegram words"), "Eight years of Lustre on Linux.");
    assert_eq!(of("bold"), "I have 8 years of **Lustre** on Linux.");
    assert_eq!(of("item"), "<ul><li>I have 8 years of Lustre on Linux.</li></ul>");
    let ran = Statement::parse("scale\tran\ta {4,096-GPU} Slurm cluster");
    assert_eq!(ran.dressed("bullet"), "* Ran 4,096-GPU Slurm cluster.");
    assert_eq!(ran.dressed("capitals"), "I RAN A 4,096-GPU SLURM CLUSTER.");
    assert_eq!(
        wrapped("I kept the 3,000 servers of a national laboratory alive."),
        "I kept the 3,000 servers of a national\nlaboratory alive."
    );
    let pay = Statement::parse("pay\texpect|expects\t$160,000-$190,000 base");
    assert_eq!(pay.dressed("typographic"), "I expect $160,000\u{2013}$190,000\u{a0}base.");
}
