//! How likely two documents are of one person, from 0 to 1, with the reasons. Each finding adds to the logarithm of the odds, as if it
//! were independent of the others (Fellegi and Sunter); the weights are set by hand on generated people and held by
//! `tests/integration/duplicates`, which also measures them on people of other rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::blocking::{KeyKind, key};
use super::career::{self, CareerLikeness};
use super::contacts::Contacts;
use super::names::Agreement;
use super::person::{Identity, School};
use super::secret::IdentitySecret;
use super::telling::Prose;
use crate::wording::{Language, say};

/// What is less likely is not proposed.
pub(crate) const MIN_STRENGTH: f64 = 0.9;

/// Before anything else is known of two people who share a key: most of them are colleagues and namesakes.
const PRIOR: f64 = -6.0;
/// The names agree word by word.
const SAME_NAME: f64 = 3.5;
/// They agree but for something; each further exception takes a little.
const CLOSE_NAME: f64 = 2.8;
const NAME_EXCEPTION: f64 = -0.4;
/// A surname that changed is common enough to say little against it.
const OTHER_SURNAME: f64 = -0.5;
/// Families share addresses, numbers and surnames: another given name outweighs all of them together.
const OTHER_GIVEN_NAME: f64 = -12.0;
const OTHER_GENERATION: f64 = -12.0;
/// Junior is written by some and left out by some; and by some fathers' sons.
const PERHAPS_OTHER_GENERATION: f64 = 1.0;
const OTHER_NAME: f64 = -9.0;
/// An id of another system, or a page: of one person by the rules of whoever gives it out.
const EXTERNAL_ID: f64 = 8.0;
const ACCOUNT: f64 = 7.0;
const EMAIL: f64 = 6.0;
const PHONE: f64 = 5.0;
/// The mailbox of an office is everybody's.
const OFFICE_EMAIL: f64 = 0.5;
/// An address that more people have tells less: so many may have it by being one person,
const FEW_HOLDERS: usize = 3;
/// so many by being one family or office; then it weighs this share. What still more have tells nothing.
const SOME_HOLDERS: usize = 6;
const SHARED: f64 = 0.3;
/// One employer, and what is in common of the jobs there.
const EMPLOYER: f64 = 1.0;
const SAME_START_MONTH: f64 = 2.5;
const SAME_START_YEAR: f64 = 1.0;
const OTHER_START: f64 = -2.5;
const SAME_END_MONTH: f64 = 1.0;
const SAME_TITLE: f64 = 0.4;
const SAME_JOB_TEXT: f64 = 3.0;
/// The same prose, or nearly: of a few sentences, which somebody may have taken from another, and of more, which nobody writes again.
const SAME_TEXT: f64 = 5.0;
const SAME_LONG_TEXT: f64 = 9.0;
/// Everything is the same that both documents say of work and schools, be it ever so little.
const SAME_DOCUMENT: f64 = 2.5;
/// All that careers can add: colleagues who came together are still two.
const MAX_CAREER: f64 = 8.0;
/// Where the surnames differ: of two of one given name who came together this is all that is known.
const MAX_CAREER_OF_OTHER_SURNAME: f64 = 4.0;
const SIDE_BY_SIDE: f64 = -5.0;
const GENERATION_APART: f64 = -5.0;
/// The same school; in the same year or the same field.
const SCHOOL: f64 = 0.5;
const SCHOOL_AND_YEAR: f64 = 1.5;
/// Schools left so many years apart: more than lie between a first and a last degree.
const YEARS_APART: i16 = 15;
const SCHOOL_YEARS_APART: f64 = -5.0;
const CITY: f64 = 0.4;
/// People move.
const OTHER_COUNTRY: f64 = -0.7;

/// What a reason rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EvidenceKind {
    /// How the names go together.
    Name,
    /// An id in another system.
    ExternalId,
    /// An address of mail.
    Email,
    /// A number of a phone.
    Phone,
    /// A page of a network.
    Account,
    /// Employers, and when and as what somebody worked there.
    Experience,
    /// Schools.
    Education,
    /// Where somebody lives.
    Location,
    /// The same text.
    Text,
}

/// Why two documents may be of one person, or may not. It quotes neither names nor addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct DuplicateReason {
    /// What it rests on.
    pub evidence: EvidenceKind,
    /// Whether it speaks for one person rather than for two.
    pub supports: bool,
    /// The reason in words.
    pub text: String,
}

/// How many people of those there are have a key.
pub(crate) struct Crowd<'a> {
    pub secret: IdentitySecret,
    pub n_holders: &'a dyn Fn(u32) -> usize,
}

/// Adds findings up.
struct Findings {
    language: Language,
    log_odds: f64,
    reasons: Vec<DuplicateReason>,
}

impl Findings {
    /// A finding whose text names nothing, by its key.
    fn add(&mut self, evidence: EvidenceKind, weight: f64, key: &str) {
        self.add_text(evidence, weight, self.language.text(key).to_owned());
    }

    fn add_text(&mut self, evidence: EvidenceKind, weight: f64, text: String) {
        self.log_odds += weight;
        self.reasons.push(DuplicateReason { evidence, supports: weight > 0.0, text });
    }
}

/// How likely two documents are of one person, and why.
pub(crate) fn likeness(
    one: &Identity,
    other: &Identity,
    crowd: &Crowd<'_>,
    language: Language,
) -> (f64, Vec<DuplicateReason>) {
    let mut found = Findings { language, log_odds: PRIOR, reasons: Vec::new() };
    name(one, other, &mut found);
    contacts(&one.contacts, &other.contacts, crowd, &mut found);
    for (source, id) in one.external_ids.iter().filter(|id| other.external_ids.contains(id)).take(1) {
        let share = share(crowd, KeyKind::ExternalId, &[source, id]);
        let text = say!(language, "twin.external_id", source = source);
        found.add_text(EvidenceKind::ExternalId, EXTERNAL_ID * share, text);
    }
    let is_other_surname = one.name.agreement(&other.name) == Agreement::OtherSurname;
    let most = if is_other_surname { MAX_CAREER_OF_OTHER_SURNAME } else { MAX_CAREER };
    career_findings(&career::compare(&one.jobs, &other.jobs), most, &mut found);
    schools(&one.schools, &other.schools, &mut found);
    if one.city.is_some() && one.city == other.city {
        found.add(EvidenceKind::Location, CITY, "twin.city");
    } else if one.country.as_ref().zip(other.country.as_ref()).is_some_and(|(one, other)| one != other) {
        found.add(EvidenceKind::Location, OTHER_COUNTRY, "twin.other_country");
    }
    texts(one, other, crowd, &mut found);
    (1.0 / (1.0 + (-found.log_odds).exp()), found.reasons)
}

fn name(one: &Identity, other: &Identity, found: &mut Findings) {
    let (weight, key) = match one.name.agreement(&other.name) {
        Agreement::Unknown => return,
        Agreement::Same => (SAME_NAME, "twin.same_name"),
        Agreement::Close(n) => {
            let weight = CLOSE_NAME + NAME_EXCEPTION * f64::from(n.saturating_sub(1));
            (weight, "twin.close_name")
        }
        Agreement::OtherSurname => (OTHER_SURNAME, "twin.other_surname"),
        Agreement::OtherGivenName => (OTHER_GIVEN_NAME, "twin.other_given_name"),
        Agreement::PerhapsOtherGeneration => (PERHAPS_OTHER_GENERATION, "twin.perhaps_other_generation"),
        Agreement::OtherGeneration => (OTHER_GENERATION, "twin.other_generation"),
        Agreement::Other => (OTHER_NAME, "twin.other_name"),
    };
    found.add(EvidenceKind::Name, weight, key);
}

fn contacts(one: &Contacts, other: &Contacts, crowd: &Crowd<'_>, found: &mut Findings) {
    let best = |kind, ours: &[String], theirs: &[String]| {
        let common = ours.iter().filter(|contact| theirs.contains(contact));
        common.map(|contact| share(crowd, kind, &[contact])).max_by(f64::total_cmp)
    };
    if let Some(share) = best(KeyKind::Email, &one.emails, &other.emails) {
        found.add(EvidenceKind::Email, EMAIL * share, if share < 1.0 { "twin.email_shared" } else { "twin.email" });
    } else if one.office_emails.iter().any(|email| other.office_emails.contains(email)) {
        found.add(EvidenceKind::Email, OFFICE_EMAIL, "twin.office_email");
    }
    if let Some(share) = best(KeyKind::Phone, &one.phones, &other.phones) {
        found.add(EvidenceKind::Phone, PHONE * share, if share < 1.0 { "twin.phone_shared" } else { "twin.phone" });
    }
    if let Some((network, name)) = one.accounts.iter().find(|account| other.accounts.contains(account)) {
        let share = share(crowd, KeyKind::Account, &[network, name]);
        let key = if share < 1.0 { "twin.account_shared" } else { "twin.account" };
        found.add_text(EvidenceKind::Account, ACCOUNT * share, say!(found.language, key, network = network));
    }
}

fn texts(one: &Identity, other: &Identity, crowd: &Crowd<'_>, found: &mut Findings) {
    if let Some((ours, theirs)) = one.prose.as_ref().zip(other.prose.as_ref())
        && let Some(same) = ours.compared(theirs)
    {
        let bands: Vec<String> = Prose::bands(theirs).collect();
        let common = ours.bands().filter(|band| bands.contains(band));
        // What a template gives to many tells of none of them. Of the bands, one may be common by chance.
        let share = common.map(|band| share(crowd, KeyKind::Text, &[&band])).max_by(f64::total_cmp).unwrap_or(1.0);
        let weight = if same.is_long() { SAME_LONG_TEXT } else { SAME_TEXT };
        let text = match (same.is_same, same.n_other) {
            (true, _) => found.language.text("twin.same_text").to_owned(),
            (false, 0) => found.language.text("twin.same_words").to_owned(),
            (false, n) => say!(found.language, "twin.same_but", n = n, all = same.n_words),
        };
        found.add_text(EvidenceKind::Text, weight * share, text);
    }
    if let Some(said) = one.said.filter(|_| one.said == other.said) {
        let share = share(crowd, KeyKind::Said, &[&said.to_string()]);
        found.add(EvidenceKind::Text, SAME_DOCUMENT * share, "twin.same_said");
    }
}

/// Which share of its weight a contact has that so many people have.
fn share(crowd: &Crowd<'_>, kind: KeyKind, parts: &[&str]) -> f64 {
    match (crowd.n_holders)(key(crowd.secret, kind, parts)) {
        0..=FEW_HOLDERS => 1.0,
        n if n <= SOME_HOLDERS => SHARED,
        _ => 0.0,
    }
}

fn career_findings(career: &CareerLikeness, most: f64, found: &mut Findings) {
    let counted = [
        (career.n_employers, EMPLOYER),
        (career.n_same_month, SAME_START_MONTH),
        (career.n_same_year, SAME_START_YEAR),
        (career.n_other_start, OTHER_START),
        (career.n_same_end, SAME_END_MONTH),
        (career.n_same_title, SAME_TITLE),
        (career.n_same_text, SAME_JOB_TEXT),
    ];
    if career.n_employers > 0 {
        let weight: f64 = counted.iter().map(|(n, weight)| f64::from(*n) * weight).sum();
        let told = [
            (career.n_employers, "twin.employer", "twin.employers"),
            (career.n_same_month, "twin.job_same_month", "twin.jobs_same_month"),
            (career.n_same_year, "twin.job_same_year", "twin.jobs_same_year"),
            (career.n_other_start, "twin.job_other_start", "twin.jobs_other_start"),
            (career.n_same_text, "twin.job_same_text", "twin.jobs_same_text"),
        ];
        let text: String = told
            .into_iter()
            .filter_map(|(n, one, several)| match n {
                0 => None,
                1 => Some(found.language.text(one).to_owned()),
                n => Some(say!(found.language, several, n = n)),
            })
            .collect();
        found.add_text(EvidenceKind::Experience, weight.min(most), text);
    }
    if career.is_side_by_side {
        found.add(EvidenceKind::Experience, SIDE_BY_SIDE, "twin.side_by_side");
    }
    if career.is_generation_apart {
        found.add(EvidenceKind::Experience, GENERATION_APART, "twin.generation_apart");
    }
}

fn schools(one: &[School], other: &[School], found: &mut Findings) {
    let pairs = one.iter().flat_map(|school| other.iter().map(move |theirs| (school, theirs)));
    let same =
        pairs.filter(|(school, theirs)| !school.institution.is_empty() && school.institution == theirs.institution);
    let best = same.map(|(school, theirs)| {
        let is_year = school.year.is_some() && school.year == theirs.year;
        let is_field = !school.field.is_empty() && school.field == theirs.field;
        is_year || is_field && (school.year.is_none() || theirs.year.is_none())
    });
    match best.max() {
        Some(true) => found.add(EvidenceKind::Education, SCHOOL_AND_YEAR, "twin.school_and_year"),
        Some(false) => found.add(EvidenceKind::Education, SCHOOL, "twin.school"),
        None => {}
    }
    let first_year = |schools: &[School]| schools.iter().filter_map(|school| school.year).min();
    if first_year(one).zip(first_year(other)).is_some_and(|(one, other)| (one - other).abs() >= YEARS_APART) {
        found.add(EvidenceKind::Education, SCHOOL_YEARS_APART, "twin.school_years_apart");
    }
}
