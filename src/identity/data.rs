//! What is known of names, addresses and employers: the files in `data`, read once a process.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

/// `data/names.toml`.
#[derive(Deserialize)]
pub(super) struct Names {
    pub honorifics: HashSet<String>,
    generations: Vec<Vec<String>>,
    pub particles: HashSet<String>,
    nicknames: Vec<Vec<String>>,
    letters: HashMap<String, String>,
    /// Of each short or long name, the rows in which it stands.
    #[serde(skip)]
    rows: HashMap<String, Vec<u16>>,
}

impl Names {
    /// Which generation of a family a word names.
    pub(super) fn generation(&self, word: &str) -> Option<usize> {
        self.generations.iter().position(|row| row.iter().any(|known| known == word))
    }

    /// What a letter is transliterated to.
    pub(super) fn letter(&self, letter: char) -> Option<&str> {
        self.letters.get(letter.encode_utf8(&mut [0; 4]) as &str).map(String::as_str)
    }

    /// Whether two given names are forms of one.
    pub(super) fn are_forms_of_one(&self, one: &str, other: &str) -> bool {
        self.rows(one).iter().any(|row| self.rows(other).contains(row))
    }

    /// What stands for a given name in all its forms: the first name of its first row.
    pub(super) fn long_form<'n>(&'n self, name: &'n str) -> &'n str {
        self.rows(name).first().map_or(name, |row| &self.nicknames[usize::from(*row)][0])
    }

    fn rows(&self, name: &str) -> &[u16] {
        self.rows.get(name).map_or(&[], Vec::as_slice)
    }
}

/// `data/contacts.toml`.
#[derive(Deserialize)]
pub(super) struct Contacts {
    mail_hosts: Vec<MailHost>,
    pub office_mailboxes: HashSet<String>,
    pub phone_fields: HashSet<String>,
    pub other_people: HashSet<String>,
    pub networks: Vec<Network>,
    pub legal_forms: HashSet<String>,
}

impl Contacts {
    /// How a host of mail reads what stands before the @.
    pub(super) fn mail_host(&self, host: &str) -> Option<&MailHost> {
        self.mail_hosts.iter().find(|known| known.hosts.iter().any(|name| name == host))
    }
}

/// A host of mail whose habits are known.
#[derive(Deserialize)]
pub(super) struct MailHost {
    /// All its names; the first stands for them.
    pub hosts: Vec<String>,
    pub ignores_dots: bool,
    pub ignores_plus: bool,
}

/// A place where people have pages of their own.
#[derive(Deserialize)]
pub(super) struct Network {
    pub name: String,
    pub host: String,
    /// What stands before the account's name, where anything does.
    pub path: String,
}

pub(super) static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let mut names: Names = toml::from_str(include_str!("data/names.toml")).expect("a test reads the file");
    for (number, row) in (0..).zip(&names.nicknames) {
        for name in row {
            names.rows.entry(name.clone()).or_default().push(number);
        }
    }
    names
});

pub(super) static CONTACTS: LazyLock<Contacts> =
    LazyLock::new(|| toml::from_str(include_str!("data/contacts.toml")).expect("a test reads the file"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_contacts_are_read_and_folded_already() {
        let in_rows = NAMES.nicknames.iter().chain(&NAMES.generations).flatten();
        for word in in_rows.chain(&NAMES.honorifics).chain(&NAMES.particles).chain(&CONTACTS.legal_forms) {
            assert_eq!(crate::identity::fold::folded(word), *word, "would never be found");
        }
        assert!(CONTACTS.mail_hosts.iter().all(|host| !host.hosts.is_empty()));
    }
}
