//! The words by which it is told whether an ambiguous name is meant. Only the vocabulary; how it is used is in `support`.

use super::lists;
use super::words::{Words, words};

/// Names of everyday verbs: at the start of a sentence their capital means nothing.
pub(super) const VERBS: Words = words!(lists::SUPPORT_WORDS_VERBS,);
/// What follows such a verb.
pub(super) const AFTER_VERBS: Words = words!(lists::SUPPORT_WORDS_AFTER_VERBS,);
/// Names that people also bear.
pub(super) const PERSONAL: Words = words!(lists::SUPPORT_WORDS_PERSONAL);
/// Words of trades and things after which or before which a capitalised word is no surname.
pub(super) const ROLE_WORDS: Words = words!(lists::SUPPORT_WORDS_ROLE_WORDS,);
/// Letters that stand in names of other things: before them, and after them.
pub(super) const BEFORE_LETTER: Words = words!(lists::SUPPORT_WORDS_BEFORE_LETTER,);
/// Names of tools that are common nouns, too: small and with an article they are those (`takes the helm`, `our chef`).
pub(super) const COMMON_NOUNS: Words = words!(lists::SUPPORT_WORDS_COMMON_NOUNS,);
pub(super) const ARTICLES: Words = words!(lists::SUPPORT_WORDS_ARTICLES);
/// What stands behind the first word of a firm's name, with a capital.
pub(super) const FIRMS: Words = words!(lists::SUPPORT_WORDS_FIRMS,);
/// What a firm is by law.
pub(super) const LEGAL_FORMS: Words = words!(lists::SUPPORT_WORDS_LEGAL_FORMS);
/// Words before the colon of a list of skills.
pub(super) const SKILL_LEADS: Words = words!(lists::SUPPORT_WORDS_SKILL_LEADS,);
/// Words before a language's name: `tooling in Go`, `write C`.
pub(super) const BEFORE_LANGUAGE: Words = words!(lists::SUPPORT_WORDS_BEFORE_LANGUAGE);
/// Words before a machine's name: `runs on Frontier`.
pub(super) const BEFORE_SYSTEM: Words = words!(lists::SUPPORT_WORDS_BEFORE_SYSTEM);
/// Before `with` and what somebody knows.
pub(super) const KNOWN_WELL: Words = words!(lists::SUPPORT_WORDS_KNOWN_WELL);
/// Words that speak for a technical sense, and that waiters and nurses use as well.
pub(super) const EVERYDAY: Words = words!(lists::SUPPORT_WORDS_EVERYDAY,);
/// Behind a name, what is done with tools.
pub(super) const ADMINISTERED: Words = words!(lists::SUPPORT_WORDS_ADMINISTERED);
/// What a pet is said to be, and what says that a name follows.
pub(super) const PETS: Words = words!(lists::SUPPORT_WORDS_PETS,);
pub(super) const NAMED: Words = words!(lists::SUPPORT_WORDS_NAMED,);
/// To whom a name belongs behind `my`: `Julia (my sister)`.
pub(super) const KIN: Words = words!(lists::SUPPORT_WORDS_KIN,);
