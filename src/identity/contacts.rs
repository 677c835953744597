//! Addresses of mail, numbers of phones and pages of a candidate, in the form in which two spellings of one are equal.

use serde_json::{Map, Value};

use super::data::CONTACTS;

/// More of a sort are nobody's: a list of everybody's addresses.
const MAX_OF_A_SORT: usize = 8;
/// So deep in `custom` contacts stand; documents may be deeper.
const MAX_DEPTH: usize = 8;
/// Longer texts are prose.
const MAX_CONTACT: usize = 320;
/// A résumé that is a text names its writer's contacts within so many letters.
const HEAD_OF_TEXT: usize = 1_500;
/// Numbers with fewer digits are extensions; with more, no numbers of phones (E.164).
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
/// So many last digits tell a number: those before them are the country's or the trunk prefix, which people write or leave out.
const TELLING_DIGITS: usize = 9;

/// How a candidate is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Contacts {
    pub emails: Vec<String>,
    /// Of mailboxes of an office.
    pub office_emails: Vec<String>,
    pub phones: Vec<String>,
    /// Pages: the network, and the account's name there.
    pub accounts: Vec<(String, String)>,
}

impl Contacts {
    /// Those in what an ATS keeps, and at the head of a text.
    pub(super) fn of(custom: &Map<String, Value>, text: &str) -> Self {
        let mut contacts = Self::default();
        contacts.object(custom, false, 0);
        let head = text.char_indices().nth(HEAD_OF_TEXT).map_or(text, |(end, _)| &text[..end]);
        contacts.text(head);
        contacts
    }

    fn object(&mut self, map: &Map<String, Value>, is_phone: bool, depth: usize) {
        for (name, value) in map {
            let words: Vec<String> = words_of_field(name);
            if words.iter().any(|word| CONTACTS.other_people.contains(word)) {
                continue;
            }
            let is_phone = is_phone || words.iter().any(|word| CONTACTS.phone_fields.contains(word));
            self.value(value, is_phone, depth + 1);
        }
    }

    fn value(&mut self, value: &Value, is_phone: bool, depth: usize) {
        match value {
            Value::String(text) => {
                self.text(text);
                if is_phone {
                    self.phone(text);
                }
            }
            Value::Number(number) if is_phone => self.phone(&number.to_string()),
            Value::Array(items) if depth < MAX_DEPTH => {
                for item in items {
                    self.value(item, is_phone, depth + 1);
                }
            }
            Value::Object(map) if depth < MAX_DEPTH => self.object(map, is_phone, depth),
            _ => {}
        }
    }

    /// Addresses and pages within a text.
    fn text(&mut self, text: &str) {
        if !text.contains(['@', '/']) {
            return;
        }
        let is_edge = |c: char| c.is_whitespace() || "<>()[]|,;\"'".contains(c);
        for word in text.split(is_edge).filter(|word| word.len() <= MAX_CONTACT) {
            if word.contains('@') {
                self.email(word);
            } else if word.contains('/') {
                self.account(word);
            }
        }
    }

    fn email(&mut self, word: &str) {
        let word = word.strip_prefix("mailto:").unwrap_or(word).trim_matches(['.', ':']);
        let Some((mailbox, host)) = word.rsplit_once('@') else { return };
        let is_plain = |c: char| c.is_alphanumeric() || "._%+-".contains(c);
        if mailbox.is_empty() || !host.contains('.') || !mailbox.chars().chain(host.chars()).all(is_plain) {
            return;
        }
        let (mut mailbox, mut host) = (mailbox.to_lowercase(), host.to_lowercase());
        if CONTACTS.office_mailboxes.contains(&mailbox) {
            return add(&mut self.office_emails, format!("{mailbox}@{host}"));
        }
        if let Some(known) = CONTACTS.mail_host(&host) {
            if known.ignores_plus
                && let Some((before, _)) = mailbox.split_once('+')
            {
                mailbox = before.to_owned();
            }
            if known.ignores_dots {
                mailbox.retain(|c| c != '.');
            }
            host.clone_from(&known.hosts[0]);
        }
        add(&mut self.emails, format!("{mailbox}@{host}"));
    }

    fn phone(&mut self, text: &str) {
        let number = text.to_lowercase();
        let extension = number.find(['x', '#', ';', '/']).unwrap_or(number.len());
        let digits: String = number[..extension].chars().filter(char::is_ascii_digit).collect();
        let is_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+()-.\u{2011}\u{2013}:".contains(c);
        // Words beside it, such as `mobile:`, are no part of it; sentences are no numbers.
        let n_others = number[..extension].chars().filter(|c| !is_number(*c)).count();
        if PHONE_DIGITS.contains(&digits.len()) && n_others <= MAX_LABEL {
            add(&mut self.phones, digits[digits.len().saturating_sub(TELLING_DIGITS)..].to_owned());
        }
    }

    fn account(&mut self, word: &str) {
        let lower = word.to_lowercase();
        let page = lower.split_once("://").map_or(lower.as_str(), |(_, page)| page);
        let page = page.split(['?', '#']).next().unwrap_or_default();
        let mut parts = page.split('/').filter(|part| !part.is_empty());
        let host = parts.next().unwrap_or_default();
        let known = CONTACTS.networks.iter().find(|network| {
            host.strip_suffix(&network.host).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        });
        let Some(network) = known else { return };
        let leads_to_one = network.path.is_empty() || parts.next() == Some(network.path.as_str());
        if let Some(account) = parts.next().filter(|_| leads_to_one) {
            add(&mut self.accounts, (network.name.clone(), account.trim_end_matches('.').to_owned()));
        }
    }
}

/// Letters of a label beside a number, at most.
const MAX_LABEL: usize = 12;

fn add<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if all.len() < MAX_OF_A_SORT && !all.contains(&one) {
        all.push(one);
    }
}

/// `phoneNumbers`, `phone_numbers` and `Phone numbers` as words in the singular.
fn words_of_field(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(name.len() + 4);
    let mut was_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && was_small {
            spaced.push(' ');
        }
        was_small = letter.is_lowercase();
        spaced.extend(letter.to_lowercase());
    }
    let words = spaced.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| if word == "phones" { "phone" } else { word }.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(custom: &Value) -> Contacts {
        Contacts::of(custom.as_object().unwrap(), "")
    }

    #[test]
    fn two_spellings_of_one_address_are_equal() {
        let spellings = [
            ("Ann.Lee+jobs@gmail.com", "annlee@googlemail.com"),
            ("a.b+x@proton.me", "a.b@protonmail.com"),
            ("A@Example.ORG", "a@example.org"),
        ];
        for (one, other) in spellings {
            assert_eq!(of(&json!({ "email": one })), of(&json!({ "mails": [{ "value": other }] })), "{one}");
        }
        // Dots and plus tell people apart wherever it is not known that they do not.
        assert_ne!(of(&json!({ "email": "a.b@example.org" })), of(&json!({ "email": "ab@example.org" })));
        assert_ne!(of(&json!({ "email": "a+b@example.org" })), of(&json!({ "email": "a@example.org" })));
    }

    #[test]
    fn two_spellings_of_one_number_are_equal() {
        let spellings =
            ["+1 (512) 555-0143", "512.555.0143", "1-512-555-0143 x12", "mobile: +1 512 555 0143", "0015125550143"];
        for text in spellings {
            assert_eq!(of(&json!({ "phone_numbers": [{ "value": text }] })).phones, ["125550143"], "{text}");
        }
        assert_eq!(of(&json!({ "Phone": "+44 20 7946 0958" })), of(&json!({ "phoneMobile": "020 7946 0958" })));
        assert_eq!(of(&json!({ "phone": "1234" })).phones, [""; 0]);
        assert_eq!(of(&json!({ "employees": "5125550143" })).phones, [""; 0]);
    }

    #[test]
    fn contacts_of_others_are_not_the_candidates() {
        let found = of(&json!({
            "owner": { "email": "rec@agency.example" }, "createdBy": "x@agency.example", "references": ["y@z.example"],
            "email_addresses": ["me@home.example", "info@firm.example"], "links": ["https://www.linkedin.com/in/Ann-Lee/?x=1", "github.com/annlee/repo"],
        }));
        assert_eq!(found.emails, ["me@home.example"]);
        assert_eq!(found.office_emails, ["info@firm.example"]);
        let accounts =
            [("LinkedIn", "ann-lee"), ("GitHub", "annlee")].map(|(host, name)| (host.to_owned(), name.to_owned()));
        assert_eq!(found.accounts, accounts);
    }
}
