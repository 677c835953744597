//! Invented people: what their documents are made of.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// Documents, and which two are of one person.
#[derive(Default)]
pub(super) struct World {
    pub(super) documents: Vec<Value>,
    pub(super) same: BTreeSet<(String, String)>,
}

impl World {
    /// Adds two documents and whether they are of one person; their ids tell the kind and the number.
    pub(super) fn add(&mut self, kind: &str, mut one: Value, mut other: Value, is_same: bool) {
        let number = self.documents.len() / 2;
        let ids = [format!("{kind}-{number}-a"), format!("{kind}-{number}-b")];
        one["id"] = json!(ids[0]);
        other["id"] = json!(ids[1]);
        self.documents.extend([one, other]);
        let [first, second] = ids;
        if is_same {
            self.same.insert((first, second));
        }
    }
}

/// Chances, the same for a seed (`SplitMix64`).
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % n as u64).unwrap()
    }

    pub(super) fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    pub(super) fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }
}

/// A job.
#[derive(Clone)]
pub(super) struct Work {
    pub(super) title: String,
    pub(super) employer: String,
    /// Months since the year 0.
    pub(super) start: usize,
    pub(super) end: Option<usize>,
}

/// Somebody, before a document is made of them.
#[derive(Clone)]
pub(super) struct Somebody {
    pub(super) given: String,
    pub(super) surname: String,
    pub(super) emails: Vec<String>,
    pub(super) phones: Vec<String>,
    pub(super) account: Option<String>,
    pub(super) city: (&'static str, &'static str),
    pub(super) school: (String, usize),
    /// The latest last.
    pub(super) work: Vec<Work>,
    pub(super) skills: Vec<&'static str>,
}

/// What people are made of.
pub(super) struct Pools {
    pub(super) given: &'static [&'static str],
    pub(super) surnames: &'static [&'static str],
    pub(super) employers: &'static [&'static str],
    pub(super) titles: &'static [&'static str],
    pub(super) cities: &'static [(&'static str, &'static str)],
    pub(super) schools: &'static [&'static str],
    pub(super) hosts: &'static [&'static str],
}

const SKILLS: &[&str] =
    &["Slurm", "Lustre", "CUDA", "Kubernetes", "InfiniBand", "Ansible", "PyTorch", "NCCL", "Ceph", "Terraform"];

impl Pools {
    pub(super) fn somebody(&self, chance: &mut Chance) -> Somebody {
        let (given, surname) = (chance.of(self.given).to_owned(), chance.of(self.surnames).to_owned());
        let mut start = (1996 + chance.below(26)) * 12 + chance.below(12);
        let graduated = start / 12;
        let mut work = Vec::new();
        let now = 2026 * 12;
        for _ in 0..=chance.below(4) {
            let months = 14 + chance.below(60);
            let end = (start + months < now - 12).then_some(start + months);
            work.push(Work {
                title: chance.of(self.titles).to_owned(),
                employer: chance.of(self.employers).to_owned(),
                start,
                end,
            });
            let Some(end) = end else { break };
            start = end + chance.below(4);
        }
        let number = chance.below(9_000) + 1_000;
        Somebody {
            emails: vec![format!("{}.{}{}@{}", ascii(&given), ascii(&surname), number % 97, chance.of(self.hosts))],
            phones: vec![format!("+1 {} 555 {number:04}", 201 + chance.below(700))],
            account: chance.percent(50).then(|| format!("{}-{}-{number}", ascii(&given), ascii(&surname))),
            city: chance.of(self.cities),
            school: (chance.of(self.schools).to_owned(), graduated),
            work,
            skills: (0..4).map(|_| chance.of(SKILLS)).collect(),
            given,
            surname,
        }
    }
}

pub(super) fn ascii(name: &str) -> String {
    name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
}

pub(super) fn month(months: usize) -> String {
    format!("{:04}-{:02}", months / 12, months % 12 + 1)
}

impl Somebody {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.given, self.surname)
    }

    /// A whole document, as an ATS has it.
    pub(super) fn document(&self) -> Value {
        let experience: Vec<Value> = self.work.iter().rev().map(|work| {
            json!({"title": work.title, "employer": work.employer, "start": month(work.start), "end": work.end.map(month)})
        }).collect();
        let mut custom = json!({"email_addresses": self.emails, "phone_numbers": self.phones});
        if let Some(account) = &self.account {
            custom["links"] = json!([format!("https://www.linkedin.com/in/{account}")]);
        }
        let (city, country) = self.city;
        json!({
            "name": self.name(), "headline": self.work.last().map(|work| work.title.clone()), "skills": self.skills, "experience": experience,
            "location": {"city": city, "country": country}, "education": [{"degree": "BSc", "institution": self.school.0, "end": self.school.1.to_string()}],
            "custom": custom,
        })
    }
}
