//! Keys by which those are found who may be one person, so that nobody is compared with everybody.
//!
//! A key is 32 bits of a keyed hash. Two people may have one by chance, so a key is no evidence; and without the secret it tells of
//! nobody what their address is.

use super::career::JobMark;
use super::person::Identity;
use super::secret::IdentitySecret;
use super::telling::Prose;

/// Employers by which somebody is found. Of longer careers the latest count, which two documents of one person share unless years lie
/// between them; contacts find those.
const MAX_EMPLOYERS: usize = 6;

/// What a key is of: one text is not the same as an address and as a number.
#[derive(Clone, Copy)]
pub(super) enum KeyKind {
    Email = 1,
    Phone,
    Account,
    ExternalId,
    /// A part of the name, and an employer.
    NameAtEmployer,
    /// What is likely to be the same of nearly the same texts.
    Text,
    /// All that a document says.
    Said,
}

/// One key.
pub(super) fn key(secret: IdentitySecret, kind: KeyKind, parts: &[&str]) -> u32 {
    let mut bytes = vec![kind as u8];
    for part in parts {
        bytes.extend_from_slice(part.as_bytes());
        bytes.push(0xff);
    }
    let hash = u32::try_from(secret.hash(&bytes) >> 32).expect("half of the bits are left");
    hash & !TELLING | if matches!(kind, KeyKind::NameAtEmployer) { 0 } else { TELLING }
}

/// Whether one such key is reason enough to compare two people. Those of a name at an employer are common to colleagues and families.
pub(crate) fn is_telling_key(key: u32) -> bool {
    key & TELLING != 0
}

/// The bit that tells so.
const TELLING: u32 = 1;

/// All keys of a person, sorted.
pub(super) fn keys(identity: &Identity, secret: IdentitySecret) -> Box<[u32]> {
    let key = |kind, parts: &[&str]| key(secret, kind, parts);
    let contacts = &identity.contacts;
    let mut keys: Vec<u32> = Vec::new();
    keys.extend(contacts.emails.iter().map(|email| key(KeyKind::Email, &[email])));
    keys.extend(contacts.phones.iter().map(|phone| key(KeyKind::Phone, &[phone])));
    keys.extend(contacts.accounts.iter().map(|(network, name)| key(KeyKind::Account, &[network, name])));
    keys.extend(identity.external_ids.iter().map(|(source, id)| key(KeyKind::ExternalId, &[source, id])));
    keys.extend(identity.prose.iter().flat_map(Prose::bands).map(|band| key(KeyKind::Text, &[&band])));
    keys.extend(identity.said.map(|said| key(KeyKind::Said, &[&said.to_string()])));
    // In one row, because which of them is the given name depends on who wrote it.
    let parts: Vec<&str> = [identity.name.given(), identity.name.surname()].into_iter().flatten().collect();
    let mut employers: Vec<String> = Vec::new();
    for employer in identity.jobs.iter().filter_map(JobMark::employer_key) {
        if employers.len() < MAX_EMPLOYERS && !employers.contains(&employer) {
            employers.push(employer);
        }
    }
    for employer in &employers {
        // An initial tells too little to look for.
        let telling = parts.iter().filter(|part| part.chars().count() > 1);
        keys.extend(telling.map(|part| key(KeyKind::NameAtEmployer, &[part, employer])));
    }
    keys.sort_unstable();
    keys.dedup();
    keys.into()
}
