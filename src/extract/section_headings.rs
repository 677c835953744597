//! The vocabulary of a posting's headings, in any wording: which part each opens.
//!
//! Cues and wishes within sentences are in `section_words`; where headings stand is for `section` to find.

use std::sync::LazyLock;

use super::languages as known;
use super::lexicon::{Kinds, LEXICON};
use super::phrases::Phrases;
use super::section::Section;
use crate::taxonomy::word_hash;

/// Headings, the more telling first: `preferred qualifications` is about what is preferred.
const HEADINGS: &[(Section, &[&str])] = &[
    (
        Section::Required,
        &[
            "apply if", "should apply", "you'll bring", "you will bring", "you'll need", "you will need",
            "you'll have", "youll bring", "youll need", "youll have", "join if", "right for you", "might be a fit",
            "a good fit if", "wish list", "wishlist",
        ],
    ),
    // Other posts stand under a posting.
    (
        Section::Boilerplate,
        &[
            "other open roles", "other roles", "other openings", "similar jobs", "similar roles", "related jobs",
            "recommended jobs", "more jobs", "you may also like", "you might also like", "people also viewed",
        ],
    ),
    // What is not asked says nothing of the role, either.
    (
        Section::Company,
        &[
            "not ask", "don't ask", "do not need", "don't need", "not looking for", "aren't looking for", "not expect",
            "don't expect", "need not", "don't have to", "do not have to", "don't care", "do not care", "not offer",
            "not important", "doesn't matter", "does not matter",
        ],
    ),
    (
        Section::Preferred,
        &[
            "nice to have", "nice to haves", "nice if", "be nice", "nice", "bonus", "bonus points", "plus", "pluses",
            "a plus", "preferred", "preferably", "desirable", "desired", "good to have", "advantage", "advantages",
            "ideally", "optional", "stand out", "sets you apart", "set you apart", "even better", "great if",
            "extra credit", "brownie points", "love to see", "we'd love", "we desire", "appreciate",
            "candidates may have", "candidates might have", "applicants may have", "beneficial", "of benefit",
            "helpful", "welcome", "would help", "icing", "not required", "also like", "pleased", "be cool", "cool if",
            "asset", "assets", "glad of", "glad to see", "not hurt", "wouldn't hurt", "make us smile", "you may also",
            "you might also", "you may have", "great to have", "good if", "not needed", "not essential",
            "cherry on top", "over the moon", "be thrilled", "delighted if", "get excited", "excite us",
            "extra points", "differentiators", "distinguish", "would be great", "would be good", "be a bonus",
            "you could also", "extras", "icing on the cake", "cherry on the cake", "would be lovely", "be lovely",
            "we'd notice", "we would notice", "not expected", "we can teach", "can teach it", "sweeteners",
            "surprise us", "surprise us with", "kudos", "kudos for", "not a deal breaker", "not a dealbreaker",
            "catch our eye", "turn our heads", "impress us", "may also have", "might also have", "may also",
        ],
    ),
    (
        Section::Boilerplate,
        &[
            "benefits", "perks", "we offer", "offer you", "on offer", "compensation", "salary", "pay", "remuneration",
            "rewards", "package", "what you get", "you get", "the team gets", "you will get", "what's in it",
            "in return", "why us", "why join", "why work", "why you", "life at", "life with", "life here",
            "working here", "working with us", "work with us", "equal opportunity", "equal employment", "eeo",
            "diversity", "inclusion", "inclusive", "belonging", "legal", "privacy", "how to apply", "to apply",
            "apply", "application", "interview process", "hiring process", "our process", "recruitment process",
            "disclaimer", "visa", "accommodation", "accommodations", "last word", "notice", "health", "office",
            "location", "where you work", "we provide", "contact", "next steps", "export control", "background check",
            "logistics", "fine print", "time off", "equity", "technology at work", "it equipment", "work equipment",
            "your equipment", "your laptop", "laptop", "your workstation", "your setup",
        ],
    ),
    (
        Section::Stack,
        &[
            "stack", "technologies", "tech", "technology", "tools", "tooling", "our environment", "we use",
            "you'll use", "toolbox", "tools you", "tech you",
        ],
    ),
    (
        Section::Duties,
        &[
            "responsibilities", "responsibility", "responsible", "duties", "your work", "you'll do", "you will do",
            "you do", "the job", "the role", "about the role", "about the job", "about the position",
            "about this role", "about the opportunity", "the position", "your role", "your mission", "your tasks",
            "tasks", "day to day", "your day", "in this role", "this role", "accountabilities", "you'll be doing",
            "you will be doing", "you'd be doing", "you'd do", "you'd work on", "the work", "job description",
            "role description", "typical week", "the week", "your week", "a week", "scope", "your impact",
            "you will own", "you'll own", "what you own", "you would do", "you'll work on", "you will work on",
            "your contribution", "key objectives", "a day in", "role overview", "the mission", "role",
            "what awaits you", "youll", "you will", "you'll", "position summary", "job summary", "the opportunity",
            "your job", "work you", "functions",
        ],
    ),
    (
        Section::Required,
        &[
            "requirements", "requirement", "required", "requires", "qualifications", "qualification", "must have",
            "must haves", "musts", "must", "you have", "you've", "youve", "you bring", "you'll bring",
            "you will bring", "you need", "you'll need", "you will need", "we ask", "who you are", "about you",
            "your profile", "your background", "your skills", "your experience", "skills", "experience",
            "expectations", "we expect", "want to see", "we want", "we look for", "looking for", "you are", "you're",
            "youre", "you know", "ideal candidate", "does well", "do well", "candidate profile", "profile", "minimum",
            "essential", "essentials", "crucial", "prerequisites", "needed", "you should", "to succeed", "it takes",
            "good fit", "a fit", "you'll thrive", "knowledge", "competencies", "we need", "criteria", "what we ask",
            "bring", "expertise", "the person", "should have", "mandatory", "need", "negotiable", "negotiables",
            "eligibility", "education", "basics", "we'd expect", "person specification", "do expect", "do ask",
            "we want from", "love to meet", "are we looking for", "non negotiable",
        ],
    ),
    (
        Section::Company,
        &[
            "about us", "the company", "about the company", "who we are", "our company", "our culture", "culture",
            "our values", "values", "our mission", "our story", "our investors", "our customers", "our product",
            "our products", "the team behind", "what we do", "what we build", "company overview",
            "company description", "our vision", "about our", "the business",
        ],
    ),
];

/// The same of other languages, and what is newer of English: each with the rank of the row above that it stands with.
const OF_LANGUAGES: &[(usize, &[&str])] = &[
    (0, known::HEADINGS_FIRST_REQUIRED),
    (3, known::HEADINGS_PREFERRED),
    (4, known::HEADINGS_BOILERPLATE),
    (5, known::HEADINGS_STACK),
    (6, known::HEADINGS_DUTIES),
    (7, known::HEADINGS_REQUIRED),
    (8, known::HEADINGS_COMPANY),
];

/// Headings of one word or two that say it all where nothing stands beside them.
const BARE_HEADINGS: &[(&str, Section)] = &[
    ("you", Section::Required),
    ("how", Section::Boilerplate),
    ("where", Section::Boilerplate),
    ("when", Section::Boilerplate),
    ("money", Section::Boilerplate),
    ("the money", Section::Boilerplate),
    // Beside `MUST`, as employers in Japan write it.
    ("want", Section::Preferred),
    ("wants", Section::Preferred),
];

/// Words that headings are made of, beside those of the phrases above.
const HEADING_FILLERS: &[&str] = &[
    "a", "about", "additional", "also", "an", "and", "are", "as", "at", "be", "bit", "brief", "but", "candidate",
    "company", "core", "desired", "do", "does", "for", "from", "general", "had", "has", "have", "here", "how", "i",
    "ideal", "if", "in", "is", "it", "it's", "job", "key", "little", "main", "more", "most", "much", "of", "on", "or",
    "other", "our", "person", "position", "primary", "professional", "really", "should", "so", "some", "special",
    "specific", "such", "team", "technical", "that", "the", "their", "there", "things", "this", "to", "us", "very",
    "we", "we'd", "we'll", "we're", "we've", "what", "what's", "when", "where", "who", "will", "with", "work", "would",
    "you", "you'd", "you'll", "you're", "you've", "youd", "youll", "youre", "youve", "your",
];
/// A cell or line that says of the one before how much it is asked.
const NECESSITIES: &[(&str, Section)] = &[
    ("required", Section::Required),
    ("mandatory", Section::Required),
    ("must", Section::Required),
    ("must have", Section::Required),
    ("essential", Section::Required),
    ("needed", Section::Required),
    ("should", Section::Required),
    ("could", Section::Preferred),
    ("desired", Section::Preferred),
    ("desirable", Section::Preferred),
    ("preferred", Section::Preferred),
    ("optional", Section::Preferred),
    ("nice to have", Section::Preferred),
    ("good to have", Section::Preferred),
    ("bonus", Section::Preferred),
    ("a bonus", Section::Preferred),
    ("plus", Section::Preferred),
    ("a plus", Section::Preferred),
    ("an asset", Section::Preferred),
    ("beneficial", Section::Preferred),
];

/// What a few words say of the necessity of something else, when they say nothing but that.
pub(super) fn bare_necessity(plain: &str) -> Option<Section> {
    let own = NECESSITIES.iter().find(|(words, _)| *words == plain).map(|(_, section)| *section);
    let of_languages = || {
        let is = |list: &[&str]| list.contains(&plain);
        let section = if is(known::NECESSITY_REQUIRED) { Section::Required } else { Section::Preferred };
        (section == Section::Required || is(known::NECESSITY_PREFERRED)).then_some(section)
    };
    own.or_else(of_languages)
}

/// Phrases with their row, the more telling the smaller.
static HEADING_TABLE: LazyLock<Phrases<usize>> = LazyLock::new(|| {
    let rows = HEADINGS.iter().enumerate().map(|(row, (_, phrases))| (row, *phrases));
    Phrases::new(&rows.chain(OF_LANGUAGES.iter().copied()).collect::<Vec<_>>())
});

/// What a heading announces: the most telling of its phrases.
pub(super) fn heading_section(plain: &str) -> Option<Section> {
    let bare = BARE_HEADINGS.iter().find(|(words, _)| *words == plain).map(|(_, section)| *section);
    let found = bare.or_else(|| HEADING_TABLE.meanings_in(plain).into_iter().min().map(|row| HEADINGS[row].0));
    // `About Halden Row Compute` is about the company, `About the role` was found above.
    found.or_else(|| plain.starts_with("about ").then_some(Section::Company))
}

/// All words that headings are made of.
pub(super) fn heading_words() -> impl Iterator<Item = &'static str> {
    let phrases = HEADINGS.iter().flat_map(|(_, phrases)| phrases.iter().flat_map(|phrase| phrase.split(' ')));
    let of_languages = OF_LANGUAGES.iter().flat_map(|(_, phrases)| *phrases).chain(known::NECESSITY_REQUIRED);
    let of_languages = of_languages.chain(known::NECESSITY_PREFERRED).chain(known::WISHES_LEADS);
    let of_languages = of_languages.chain(known::HEADINGS_FILLERS).flat_map(|phrase| phrase.split(' '));
    let bare = BARE_HEADINGS.iter().flat_map(|(words, _)| words.split(' '));
    phrases.chain(of_languages).chain(bare).chain(HEADING_FILLERS.iter().copied())
}

/// Whether a line consists of nothing but words of headings.
pub(super) fn is_all_heading_words(plain: &str) -> bool {
    let mut words = plain.as_bytes().split(|byte| *byte == b' ');
    words.all(|word| LEXICON.kinds(word, word_hash(word)).has(Kinds::HEADING))
}

/// The same for a lead before a colon, which must be the usual words alone: `Required:`, `Good to have:`.
pub(super) fn lead_section(plain: &str) -> Option<Section> {
    is_all_heading_words(plain).then(|| heading_section(plain)).flatten()
}
