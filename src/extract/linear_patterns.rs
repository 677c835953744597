//! What is repeated to see whether reading is linear: every word with every separator, mixed runs of all that texts consist of, and what
//! was once read in time by the square of its length. `linear_tests` counts steps over some of them, the sweep of `benches/extraction`
//! instructions over all.

const WORDS: &[&str] = &[
    "Go", "C", "Python", "Slurm", "GPU", "x", "5", "2019", "$100k", "years", "and", "or", "not", "need", "senior",
    "engineer", "remote", "Austin", "TX", "US", "H100", "8xH100", "20 PB", "nodes", "the", "I", "we", "must",
    "required", "you", "at", "in", "of", "San Jose", "since", "Jan 2020", "present", "%", "EUR", "salary", "visa",
    "citizen", "clearance", "TS/SCI", "led", "team", "University", "Kubernetes", "AWS", "nice to have", "trained",
    "bonus", "hybrid", "3 days", "Requirements", "5 years of", "data center", "who", "$1 - $2",
];

const SEPARATORS: &[&str] = &[
    " ", ", ", ",", "; ", ";", "/", " / ", "|", " | ", "\n", "\n- ", "\n\n", ". ", ".", ": ", ":", "(", ")", " (",
    ") ", "-", " - ", "–", "\\n", "<br>", "<li>", "</p><p>", "&amp;", "&lt;p&gt;", "\t", " • ", "'", "\"", "…", "+",
    "_", " * ", "\u{a0}", "\u{200b}", "<", "&", "? ", "[", "= ",
];

/// What was once read in time by the square of its length, or reads like it.
pub(super) const KNOWN: &[&str] = &[
    "Go|", "C/", "Python/", "x\\n", "we\\nthe/nodes? ", "<p style=\"display:none\">x ",
    "<p><b>Slurm and Lustre and GPFS ", "Abcd", "&lt;/&lt;p&gt;", "x!\"", "5 kr ", "in (years): 3 ", "bonus&lt;p&gt;",
    "Required\nSlurm\n", "Years: Go 3, ", "<!--", "<a", "<", "&", "\u{fffd}", "a.", "https://", "TF ", "Triton, ",
    "\u{301}", "((", "C;", "Salt\n", "data center&amp;", "nodes ", "San Jose'", "TS/SCI'",
];

/// What else texts consist of: lines, headings, figures, money, dates, brackets, quotes, tags, entities, pictures, other scripts.
const SHAPES: &[&str] = &[
    "\n\nRequirements:\n", "\nNice to have\n- ", "\n## About us\n", "About the role\n", "\n• ", "\n1. ", "\r\n",
    "\n---\n", "1,024", "3.5", "10^9", "20-30", "~4k", "12 %", "$120k-$150k", "€90,000", "£45/h", "USD 100 per hour",
    "50.000 EUR", "60 lakhs", "2019-2021", "Jan 2020 - present", "03/2018", "since May 2017", "2020-05-01",
    "last 3 years", "(", ")", "[", "]", "{", "}", "((", "))", "\"", "'", "“", "”", "«", "»", "`", "<li>", "</li>",
    "<p>", "</p>", "<b>", "</b>", "<br/>", "<ul>", "<div class=\"x\">", "<!-- ", " -->", "<script>", "</", "&amp;",
    "&nbsp;", "&#8226;", "&lt;b&gt;", "&", "😀", "👩‍👩‍👧", "日本語", "東京都", "年収600万円", "경력", "e\u{301}",
    "\u{301}\u{302}", "\u{200b}", "\u{202e}", "\u{ad}", "Ω", "ﬁ", "С", "https://a.b/c?d=e", "a@b.cd", "C++", ".NET",
    "node.js", "I'm", "don't", "e.g.", "Ph.D.", "U.S.", "…", "—", "·", "#", "*", "**", "~~", "\\", "\\n", "\\-",
    "| a | b |\n", "\t\t",
];

/// So many mixed runs are tried.
const MIXED: usize = 200;

/// Every word with every separator.
fn pairs() -> impl Iterator<Item = String> {
    WORDS.iter().flat_map(|word| SEPARATORS.iter().map(move |sign| format!("{word}{sign}")))
}

/// Runs of three to fourteen words, separators and other pieces, the same in every run.
fn mixed() -> impl Iterator<Item = String> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).expect("31 bits") % n
    };
    (0..MIXED).map(move |number| {
        let n_pieces = 3 + number % 12;
        (0..n_pieces)
            .map(|_| match below(5) {
                0 | 1 => WORDS[below(WORDS.len())],
                2 | 3 => SHAPES[below(SHAPES.len())],
                _ => SEPARATORS[below(SEPARATORS.len())],
            })
            .collect()
    })
}

/// All of them, those that are known first.
pub(super) fn all() -> Vec<String> {
    KNOWN.iter().map(|pattern| (*pattern).to_owned()).chain(pairs()).chain(mixed()).collect()
}
