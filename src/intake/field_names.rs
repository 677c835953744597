//! What a field that we do not have was probably meant to be: the names that applicant tracking systems use, and slips.

use super::other_names::{Names, is_among, of_object};
use super::shape::ObjectShape;
use super::synonyms::squash;
use crate::suggest::likest_field;

/// Names longer than this are no slip of a name of ours, and would be slow to compare; in bytes.
const MAX_NAME: usize = 64;

/// The field of `object` that `unknown` was probably meant to be.
pub(super) fn suggestion<'a>(object: &'a ObjectShape, unknown: &str) -> Option<&'a str> {
    if unknown.len() > MAX_NAME {
        return None;
    }
    let squashed = squash(unknown);
    let known = |name: &str| object.fields.keys().map(String::as_str).find(|field| *field == name);
    if let Some(field) = object.fields.keys().find(|field| squash(field) == squashed) {
        return Some(field);
    }
    let is_meant = |row: &&Names| is_among(row.taken, &squashed) || is_among(row.hinted, &squashed);
    if let Some(row) = of_object(&object.name).and_then(|names| names.fields.iter().find(is_meant)) {
        return known(row.field);
    }
    nearest(object.fields.keys().map(String::as_str), &squashed)
}

/// The one of `names` that `text` is most like, where one is like it at all.
pub(super) fn nearest<'a>(names: impl Iterator<Item = &'a str>, text: &str) -> Option<&'a str> {
    if text.len() > MAX_NAME {
        return None;
    }
    likest_field(&squash(text), names.map(|name| (squash(name), name)))
}

/// Whether the name is that of an attribute that must never take part in choosing people.
pub(super) fn is_personal(unknown: &str) -> bool {
    let squashed = if unknown.len() <= MAX_NAME {
        squash(unknown)
    } else {
        return false;
    };
    is_among(PERSONAL, &squashed)
}

const PERSONAL: &str = "age dob dateofbirth birthdate birthday birthyear yearofbirth gender sex pronouns race ethnicity \
             ethnicorigin religion maritalstatus nationality disability disabled veteran veteranstatus photo \
             photourl picture sexualorientation orientation pregnant children ssn";
