//! The words by which it is told whether an ambiguous name is meant. Only the vocabulary; how it is used is in `support`.

use super::words::{Words, words};

/// Names of everyday verbs: at the start of a sentence their capital means nothing.
pub(super) const VERBS: Words =
    words!("go spark swift flux react zoom excel helm rust chef ray access fast sharp summit",);
/// What follows such a verb.
pub(super) const AFTER_VERBS: Words = words!(
    "a above after all an around away back beyond big broad deep deeper down far for forward from further home into \
     live on out over past the through to up where with wherever your our their joy new change innovation",
);
/// Names that people also bear.
pub(super) const PERSONAL: Words = words!("ray julia ruby pascal ada grace hopper jasper claude leonardo isabelle");
/// Words of trades and things after which or before which a capitalised word is no surname.
pub(super) const ROLE_WORDS: Words = words!(
    "developer developers engineer engineers programmer expert specialist architect lead consultant software backend \
     senior staff principal junior cluster clusters programming language languages api apis sdk code modules services \
     operators scripts library libraries",
);
/// Letters that stand in names of other things: before them, and after them.
pub(super) const BEFORE_LETTER: Words = words!(
    "series part grade vitamin type usb class plan option appendix section group level tier schedule phase category \
     hall building block room gate objective toys round vor",
);
pub(super) const AFTER_LETTER: Words = words!("level suite corp section class rated d squared o executives");
/// Who a name belongs to: `my sister Julia`, `Julia (my sister)`.
pub(super) const KIN: Words =
    words!("sister brother wife husband daughter son mother father friend colleague boss partner cousin",);
/// Names of tools that are common nouns, too: small and with an article they are those (`takes the helm`, `our chef`).
pub(super) const COMMON_NOUNS: Words = words!(
    "beam chef condor flux foreman frontier helm hive metal nomad puppet ray rust salt spark summit torque triton \
     volcano",
);
pub(super) const ARTICLES: Words = words!("a an the our my his her their your head sous no");
/// What people do and languages do not.
pub(super) const PERSON_VERBS: Words =
    words!("said says told joined joins leads lives earned studied graduated enjoys holds",);
pub(super) const PETS: Words = words!(
    "dog dogs cat cats kitten pet hamster parrot rabbit horse snake puppy husky labrador poodle retriever mascot daughter son",
);
/// What stands behind the first word of a firm's name, with a capital.
pub(super) const FIRMS: Words = words!(
    "aerospace biosciences capital compute consulting holdings labs motors partners robotics semiconductor semiconductors technologies \
     therapeutics ventures",
);
/// What firms do.
pub(super) const FIRM_VERBS: Words = words!(
    "is was are has builds build develops makes operates runs trains seeks hires serves offers provides designs creates helps \
     we and in",
);
/// What a firm is by law.
pub(super) const LEGAL_FORMS: Words = words!("ehf gmbh inc llc ltd limited plc aps oy srl");
/// Words before the colon of a list of skills.
pub(super) const SKILL_LEADS: Words = words!(
    "coding frameworks languages language programming skills stack technologies technology tech tools software \
     platforms environment proficient",
);
/// Words before a language's name: `tooling in Go`, `write C`.
pub(super) const BEFORE_LANGUAGE: Words = words!("in using write writing wrote written code some with");
/// Words before a machine's name: `runs on Frontier`.
pub(super) const BEFORE_SYSTEM: Words = words!("on for using to");
/// Before `with` and what somebody knows.
pub(super) const KNOWN_WELL: Words = words!("experience familiar familiarity worked working comfortable expertise");
/// Words that speak for a technical sense, and that waiters and nurses use as well.
pub(super) const EVERYDAY: Words = words!(
    "batch capacity energy error errors failure fleet job jobs latency memory model models operations order policy \
     power production queue queues requests scale server services serving shift table throughput tokens training \
     users",
);
/// Behind a name, what is done with tools.
pub(super) const ADMINISTERED: Words = words!("administration administrator administrators admin admins");
