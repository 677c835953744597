//! The words and phrases by which authors deny, wish for, or have left something.
//!
//! Only the vocabulary; how far a cue reaches is in `context`.

use std::ops::Range;
use std::sync::LazyLock;

use super::phrases::Phrases;
use super::text::Text;
use super::words::{Words, words};

/// A cue found in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cue {
    pub effect: Effect,
}

/// What a cue does to the names in its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It looks like a cue and is none (`not only`).
    Nothing,
    /// It denies what is done or known.
    Not,
    /// It denies a thing.
    No,
    /// It sets a thing aside (`other than`).
    Object,
    /// It wishes.
    Want,
    /// `no longer`, `used to`, `decommissioned`.
    NoLonger,
    /// `migrated`: what follows `from` is left.
    Moved,
    /// `replaced`: what stands before `with` is left.
    Replaced,
    /// `dropped Terraform`: the name right behind it is left.
    Left,
    /// `I avoided Perl`: the name right behind it is denied.
    Avoided,
    /// `last touched in 2015`: what it speaks of has long been left.
    Last,
    /// `years ago` at the end of what is said.
    Ago,
    /// `only read about`: denies the doing, of what follows or of what stands before.
    Only,
    /// `next on my list`: wishes for what stands before.
    WantBefore,
    /// `other teams run`: denies what stands before.
    NotBefore,
    /// `I used to run`: all that follows is over.
    Once,
    /// `until 2011`: all of its clause is over.
    Until,
    /// `handed ... over`: what it names is over.
    Handed,
    /// `will take ... over`: a wish yet.
    TakeOver,
    /// `limited exposure to`: little of what follows is known.
    Little,
    /// `rusty`, `by name`: little of what stands before is known.
    LittleBefore,
    /// `looked at`: hardly a use, where the sentence goes on to turn it down.
    Considered,
    /// `attended a talk on`, `applied for`: spoken of.
    About,
    /// `would be new to me`: unknown so far.
    NewBefore,
}

/// Phrases by what they do; where one begins another, the longer wins.
const PHRASES: &[(Effect, &[&str])] = &[
    (
        Effect::Nothing,
        &[
            "not only", "not just", "not merely", "not simply", "not least", "not limited", "not to mention",
            "not all", "not every", "not everything", "not everybody", "not everyone", "not always", "not afraid",
            "not scared", "not frightened", "not intimidated", "not daunted", "not shy", "not fazed", "not phased",
            "not put off", "not averse", "not opposed", "not allergic", "not unfamiliar", "not new to",
            "not strangers", "not a stranger", "not unusual", "not unlike", "do not mind", "does not mind",
            "do not shy", "do not fear", "does not scare", "no fear", "never shy", "never afraid", "not because",
            "not uncommon", "not without", "not stop", "not hesitate", "not a problem", "can't live without",
            "cannot live without", "can't wait", "cannot wait", "never stop", "never stops", "never stopped",
            "never lose", "never lost", "never loses", "never fail", "never failed", "never fails", "never tire",
            "never tired", "never miss", "never missed", "never sleeps", "never far", "never without", "never down",
            "never idle", "never mind", "never ending", "nothing but", "nothing less", "no less", "no fewer",
            "no more", "no later", "no problem", "no problems", "no doubt", "without a doubt", "without doubt",
            "without question", "without fail", "can't imagine", "cannot imagine", "couldn't imagine",
            "don't apply if you lack", "do not apply if you lack", "do not apply if", "don't apply if",
            "don't apply unless", "do not apply unless", "do not apply without", "don't apply without",
            "not apply without", "day without", "life without", "without me", "without us", "no matter", "no one",
            "no stranger", "no code", "no nonsense", "no small", "no shortage", "no limit", "no wonder", "apart from",
            "keen to see", "eager to see", "to learn in", "to learn from", "have used to", "not only read",
            "basic research", "basic qualification", "basic qualifications", "basic requirement", "basic requirements",
            "basic criteria", "basic science", "basic sciences", "basic linear", "formerly known", "previously known",
            "first class", "first author", "first line",
        ],
    ),
    (Effect::NoLonger, &["not any more", "not anymore", "no longer"]),
    (Effect::Once, &["i used to", "we used to", "who used to"]),
    (Effect::Until, &["until", "till"]),
    (Effect::Handed, &["handed", "passed"]),
    (Effect::TakeOver, &["will take", "will be taking", "shall take"]),
    (
        Effect::Little,
        &[
            "basic", "limited exposure", "limited experience", "limited knowledge", "limited familiarity",
            "limited use", "limited background", "minimal exposure", "minimal experience", "minimal knowledge",
            "some exposure", "some familiarity", "some knowledge", "little exposure", "little experience",
            "little knowledge", "little familiarity", "brief exposure", "a little", "a bit of", "a touch of",
            "a smattering of", "rudimentary", "elementary knowledge", "elementary", "superficial knowledge",
            "superficial", "theoretical knowledge", "textbook knowledge", "book knowledge", "passing knowledge",
            "passing familiarity", "passing acquaintance", "nodding acquaintance", "hardly any", "barely any",
            "scarcely any", "beginner in", "beginner at", "beginner with", "novice in", "novice at", "novice with",
            "newbie in", "dabbled in", "dabbled with", "dabble in", "dabbling in", "dabbling with", "played with",
            "played around with", "playing with", "play with", "toyed with", "tinkered with", "tinkering with",
            "experimented a little with", "took a course", "took a class", "taken a course", "took courses",
            "taken courses", "completed a course", "completed an online course", "attended a course",
            "attended courses", "did a course", "finished a course", "a course on", "a course in", "an online course",
            "took a mooc", "a mooc on", "moocs on", "a bootcamp on", "a workshop on", "a tutorial on", "a seminar on",
            "first steps with", "first steps in", "scratched the surface of", "evaluation of", "grundkenntnisse",
            "notions de", "conocimientos basicos", "briefly used", "briefly touched",
        ],
    ),
    (
        Effect::LittleBefore,
        &[
            "by name", "by name only", "from hearsay", "from the outside", "from afar", "only a little",
            "a little only", "rusty",
        ],
    ),
    (
        Effect::Considered,
        &[
            "looked at", "looked into", "had a look at", "evaluated", "considered", "trialled", "trialed", "piloted",
            "weighed", "assessed", "compared",
        ],
    ),
    (
        Effect::About,
        &[
            "attended", "attending", "i only saw", "i just saw", "i only ever saw", "i only watched", "i just watched",
            "i only looked at", "i have only seen", "i've only seen", "heard", "heard about", "heard of", "hear about",
            "listened to", "watched a", "watched talks", "watched videos", "watched lectures", "read about",
            "reading about", "read up on", "applied for", "applying for", "apply for", "interviewed for",
            "interviewed at", "interviewing for", "saw that you", "see that you", "noticed that you", "read that you",
            "know that you", "understand that you", "learned that you", "gather that you", "articles about",
            "articles on", "article on", "article about", "blog posts about", "blog posts on", "posts about",
            "posts on", "talks about", "livestreams about", "videos about", "videos on", "newsletter on",
            "newsletter about", "newsletter covers", "podcast on", "podcast about", "column on", "column about",
            "book about", "reporting on", "reported on", "wrote about", "write about", "writes about", "writing about",
            "coverage of", "responsible for the departments", "for the departments of", "oversees the departments",
            "oversaw the departments", "heads of the departments", "press releases on", "press releases about",
            "brochures", "brochures on", "follow the news on", "follow the news about", "news on", "news about",
            "subscribed to", "subscribe to", "subscriber of", "marketing copy", "copy about", "copy on",
            "translation of a book", "licence terms for", "license terms for", "licensing terms for", "makers of",
            "maker of", "manufacturers of", "manufacturer of", "resellers of", "reseller of", "sellers of",
            "distributors of", "distributor of", "suppliers of", "compete with", "competes with", "competing with",
            "competitors include", "competitor of", "competitors of", "founded by", "people behind", "team behind",
            "teams behind", "company behind", "creators of", "by the authors of", "is led by", "are led by",
            "as seen in", "as seen at", "featured in", "the market for", "contracts for",
        ],
    ),
    (
        Effect::NewBefore,
        &["new to me", "foreign to me", "unknown to me", "unfamiliar to me", "beyond me", "alien to me"],
    ),
    (
        Effect::Not,
        &[
            "nobody needs", "no one needs", "not", "cannot", "dont", "havent", "never", "nor", "neither",
            "unfamiliar with", "yet to", "knows nothing", "know nothing", "inexperienced",
        ],
    ),
    (
        Effect::No,
        &[
            "no", "none", "nil", "zero exposure", "zero familiarity", "zero background", "zero skills",
            "zero experience", "zero knowledge", "zero years", "0 years", "0 yrs", "0 year", "0 yr", "n/a", "without",
            "lack", "lacks", "lacking", "lacked", "little to no", "little or no", "free of", "kein", "keine",
            "keinerlei", "ohne", "sans", "sin experiencia", "aucune",
        ],
    ),
    (Effect::Object, &["other than", "rather than", "instead of", "except for", "except", "as opposed to", "unlike"]),
    (
        Effect::Want,
        &[
            "eager to", "eager for", "keen to", "keen on", "want to", "wants to", "wanted to learn", "wanting to",
            "hope to", "hopes to", "hoping to", "would like", "would love", "i'd like", "i'd love", "like to learn",
            "love to learn", "wish to", "wishes to", "looking to", "looking for", "looks for", "look for", "seeking",
            "seeks", "aim to", "aims to", "aiming to", "plan to", "plans to", "planning to", "aspire", "aspires",
            "aspiring", "willing to learn", "ready to learn", "happy to learn", "able to learn", "to learn",
            "will learn", "currently learning", "now learning", "still learning", "am learning", "is learning",
            "started learning", "begun learning", "learning now", "in learning", "interest in learning",
            "interested in", "exploring", "curious about", "looking forward to", "would welcome", "dream of",
            "my goal is", "my goal for", "my aim is", "my ambition is", "my dream is", "is to become", "to become a",
            "to become an", "become fluent", "become proficient", "become certified", "my bucket list", "my wish list",
            "my wishlist", "my reading list", "currently studying", "teaching myself", "will inherit",
            "would need help", "would need time", "would need training", "would need to", "would have to",
            "need help with", "need training in", "booked a course", "signed up for", "enrolled in", "enrolled for",
            "j'aimerais apprendre", "envie d'apprendre", "me gustaria aprender", "quiero aprender",
        ],
    ),
    (
        Effect::Moved,
        &[
            "migrated", "migrate", "migrates", "migrating", "migration", "migrations", "moved", "move", "moving",
            "switched", "switching", "transitioned", "transition", "transitioning", "converted", "moves",
        ],
    ),
    (Effect::Replaced, &["replaced", "replace", "replaces", "replacing"]),
    (
        Effect::Avoided,
        &[
            "have avoided", "i avoid", "i avoided", "always avoided", "stay away from", "stayed away from",
            "steer clear of", "steered clear of", "shied away from", "kept away from", "keep away from", "none of",
            "none with", "none in",
        ],
    ),
    (Effect::Left, &["dropped", "abandoned", "ditched", "left", "scrapped", "gave up", "got rid of"]),
    (
        Effect::Last,
        &[
            "last touched", "last used", "last worked", "last wrote", "last ran", "last saw", "last administered",
            "last programmed",
        ],
    ),
    (Effect::Ago, &["years ago", "a decade ago", "decades ago", "long ago"]),
    (
        Effect::Only,
        &[
            "only read about", "only read", "only heard", "only know from", "only know it from", "know only from",
            "only from reading", "only from books", "only in theory", "only on paper", "on paper only", "theory only",
            "only theoretical", "only seen", "only watched",
        ],
    ),
    (
        Effect::WantBefore,
        &[
            "next on my list", "next on the list", "on my learning list", "on my to do list", "planned for next",
            "planned for this", "planned for the", "planned next", "exam booked", "exam scheduled", "in preparation",
        ],
    ),
    (
        Effect::NotBefore,
        &[
            "something other teams", "other teams do", "other teams run", "other teams own", "other teams handle",
            "another team runs", "another team owns", "another team handles", "another team does", "someone else does",
            "someone else runs", "alone is not", "alone are not", "alone isn't", "alone will not", "alone won't",
            "alone does not", "alone doesn't", "alone do not", "alone is insufficient", "alone cannot", "only is not",
        ],
    ),
    (Effect::NoLonger, &["retired", "decommissioned", "decommissioning", "phased out", "sunset"]),
];

/// The cue that some words of a clause begin with, and how many words it has; `before` is the word before them.
pub(super) fn at(text: &Text, words: Range<usize>, before: &str) -> Option<(Cue, usize)> {
    if words.is_empty() {
        return None;
    }
    let (first, next) = (text.word(words.start), (words.len() > 1).then_some(words.start + 1));
    if first == "learning" {
        // `deep learning` is a field, `Learning CUDA` an intention.
        let alone = before.is_empty() && next.is_none_or(|next| !text.is(next, LEARNING_NOUNS));
        return alone.then_some((Cue { effect: Effect::Want }, 1));
    }
    if first.ends_with("n't") && !next.is_some_and(|next| text.is(next, words!(TAKEN_BACK))) {
        return Some((Cue { effect: Effect::Not }, 1));
    }
    if matches!(before, "whether" | "if") && first == "or" {
        return None;
    }
    let mut best: Option<(Effect, usize)> = None;
    for phrase in PHRASE_TABLE.begun(text, words.start, words.end) {
        let longer = best.is_none_or(|(_, length)| phrase.len() > length);
        if longer && phrase.goes_on(text, words.start, words.end) {
            best = Some((phrase.meaning, phrase.len()));
        }
    }
    best.map(|(effect, length)| (Cue { effect }, length))
}

/// Behind `don't` and its like these deny no skill: `I don't mind Slurm`, `aren't afraid of CUDA`.
const TAKEN_BACK: &str = "wait live stop hesitate just only imagine mind fear scare shy frighten faze intimidate afraid scared \
                          intimidated daunted fazed";

/// The words that cues begin with, but for those that end in `n't`.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    let phrases = PHRASES.iter().flat_map(|(_, phrases)| *phrases);
    phrases.filter_map(|phrase| phrase.split(' ').next()).chain(["learning"])
}

static PHRASE_TABLE: LazyLock<Phrases<Effect>> = LazyLock::new(|| Phrases::new(PHRASES));

/// What makes `learning` at the start of a clause a thing and no wish.
const LEARNING_NOUNS: Words =
    words!("rate rates systems models platform management curve theory algorithms agility culture and",);

/// Words between the items of a list.
pub(super) const CONNECTORS: Words = words!("and or nor plus also etc some any with the a");
/// Words after which something else is said.
pub(super) const TURNS: Words =
    words!("but however though although yet instead while whereas because since just except still so which who",);
/// Words that end the thing denied.
pub(super) const PREPOSITIONS: Words = words!(
    "to on onto for in into at of with by across during when after before as from under through via using over until \
     then is are was were we i that",
);
/// Experience itself: `no experience with X` is about X.
pub(super) const EXPERIENCE: Words = words!(
    "experience exposure knowledge background familiarity familiar skills skill expertise experienced understanding \
     hands interest plans intention idea practice contact dealings work need clue use training proficiency \
     acquaintance history erfahrung kenntnisse experiencia",
);
/// Verbs of knowing and needing.
pub(super) const KNOWING: Words = words!(
    "know known used use worked work need require required needed have had touched touch run ran write written expect \
     ask seen tried done do operate operated build built want needn't learned learnt looking look support offer",
);
/// After `not`, what denies the name before it.
pub(super) const AFTER_NAME: Words = words!(
    "needed required necessary expected yet part my our mine essential mandatory asked so known touched used \
     something included wanted relevant",
);
/// The same, where nothing follows: `Lustre not really`.
pub(super) const AFTER_NAME_LAST: Words = words!("experience really much professionally");
/// What one does to learn: `Rust is something I am eager to learn`, `wants to get into it`.
pub(super) const LEARNING: Words = words!("learn study pick explore try");
/// A sentence or clause that is nothing else denies what was asked before it: `CUDA? Not really.`
pub(super) const DENIALS: Words = words!("no none not never nope zero neither nein non");
/// Words of a denial that stands alone.
pub(super) const DENIAL_REST: Words =
    words!("really yet so far at all sorry experience none thanks much professionally i am afraid",);
/// What was before, where the same sentence goes on with what is now.
pub(super) const BEFORE_NOW: Words = words!("first formerly previously originally initially earlier");
/// What is now.
pub(super) const NOW: Words = words!("now nowadays today currently");
/// Words of need, which `not` may precede in a preference.
pub(super) const NECESSITY: Words =
    words!("required needed necessary mandatory essential a obligatory strictly must expected",);
/// Words of preference: `a plus, but not required` denies nothing.
pub(super) const PREFERENCE: Words = words!(
    "plus preferred nice bonus helpful ideal ideally welcome appreciated useful advantage beneficial desirable helps \
     good valued optional great",
);
/// Wishing to go on is no lack.
pub(super) const CONTINUING: Words = words!("continue keep again stay remain still more deepen further");
/// Who speaks.
pub(super) const PERSONS: Words = words!("i we my he she they you our");
/// Words of a clause that opens a list of skills.
pub(super) const SKILL_LEADS: Words = words!(
    "skills skill stack technologies technology tech tools languages frameworks daily used knows know coding \
     platforms systems well keywords programming technical software",
);

/// A lead with a colon after it, whose list is wished for: `Target: ...`
pub(super) const WISH_LEADS: Words =
    words!("target targets goal goals aim aims booked wishlist dream ambition planned todo desired sought ideal",);
/// Words beside those: `Desired position: ...`
pub(super) const WISH_FILLERS: Words = words!("role position job title next my career work");
/// What one does at a school for its own sake; and the words that say so only beside others.
pub(super) const COURSEWORK: Words = words!("coursework homework bootcamp capstone");
pub(super) const SCHOOL: Words = words!("course class school semester");
pub(super) const SCHOOL_WORK: Words = words!("project projects assignment assignments exercise exercises");
/// Words of a level under what a job takes, alone in their clause or behind a name: `Slurm: basic`.
pub(super) const LITTLE_LEVELS: Words = words!(
    "basic basics beginner novice elementary rudimentary limited rusty introductory little starter newbie a1 \
     grundkenntnisse anfaenger anfanger debutant principiante hobby",
);
/// Words beside those.
pub(super) const LEVEL_FILLERS: Words = words!(
    "level levels knowledge only user experience skills skill exposure a very still at understanding familiarity the \
     use bit quite just",
);
/// A sentence with one of these turns down what it looked at.
pub(super) const TURNED_DOWN: Words =
    words!("wanting rejected reject dismissed discarded unsuitable declined disappointing ruled decided chose stayed",);
/// Words that tell of something done.
pub(super) const WORK_VERBS: Words = words!(
    "added administer administered administers analysed analyzed architected automate automated automates \
         benchmarked bring brought build builds built chased coded commissioned committer configure configured contributed contributor \
         created cut debugged debugging deliver delivered deploy deployed deploying deploys design designed designs \
         develop developed developing develops diagnosed drove enabled extended fix fixed found gave handled help \
         helped helps implement implemented implements improved installed integrated introduced keep keeps kept \
         launched lead led look looked looks made maintain maintained maintainer maintains manage managed manages migrated \
         migrating modelled monitored moved operate operated operates optimised optimized optimizes own owned owns \
         planned port ported porting ports profiled programmed provisioned put raised ran rebuilt reduced replaced \
         rolled run running runs scaled set shipped solved sped supported supports taught tested took trained \
         troubleshoot troubleshooted tune tuned tunes tuning upgrade upgraded use uses using worked works write \
         writes writing wrote",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_wins() {
        let found = |words: &str, before: &str| {
            let text = Text::new(words);
            at(&text, 0..text.words().len(), before).map(|(cue, words)| (cue.effect, words))
        };
        assert_eq!(found("not only slurm", ""), Some((Effect::Nothing, 2)));
        assert_eq!(found("not slurm", ""), Some((Effect::Not, 1)));
        assert_eq!(found("learning cuda", "deep"), None);
    }
}
