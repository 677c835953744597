//! Two hundred ways to look like what a role asks without any of it.

use rolefit::{Candidate, Role};
use serde_json::{Value, json};

use super::{advert, people};

/// Ids of stuffers begin so; the style follows.
pub(crate) const PREFIX: &str = "x-";

/// How often each way of an attack is tried; 200 in all.
const WAYS: &[(&str, usize)] = &[
    ("advert_once", 12),
    ("advert_alone", 6),
    ("advert_five_times", 8),
    ("advert_fifty_times", 4),
    ("advert_in_job", 12),
    ("advert_five_times_in_job", 6),
    ("advert_reworded", 10),
    ("advert_reworded_in_job", 12),
    ("advert_reworded_as_job", 8),
    ("labels_as_skills", 8),
    ("labels_of_areas_as_skills", 8),
    ("labels_as_list", 8),
    ("labels_as_sentence", 8),
    ("labels_as_lines", 8),
    ("labels_as_tags", 4),
    ("labels_in_job", 8),
    ("hidden_skills", 4),
    ("hidden_list", 6),
    ("hidden_advert", 6),
    ("alike_skills", 4),
    ("alike_list", 6),
    ("alike_advert", 6),
    ("repeated_run", 6),
    ("repeated_mix", 6),
    ("repeated_in_job", 6),
    ("repeated_sentences", 6),
    ("years_each", 4),
    ("years_of_all", 4),
    ("years_as_skills", 3),
    ("years_told", 3),
];

/// The stuffers for one role.
pub(crate) fn on(role: &Role) -> Vec<Candidate> {
    let source = Source::of(role);
    let mut number = 0;
    let mut all = Vec::new();
    for (way, times) in WAYS {
        for time in 0..*times {
            let mut document = dressed_up(role, number);
            attack(&mut document, way, time, &source);
            document["id"] = json!(format!("{PREFIX}{way}-{time}"));
            let candidate = serde_json::from_value(document);
            all.push(candidate.unwrap_or_else(|wrong| panic!("{way}: {wrong}")));
            number += 1;
        }
    }
    all
}

/// What an attack on a role is made of.
struct Source {
    title: String,
    advert: String,
    reworded: String,
    names: Vec<String>,
    areas: Vec<String>,
    all: Vec<String>,
}

impl Source {
    fn of(role: &Role) -> Self {
        Self {
            title: role.title.clone().unwrap_or_default(),
            advert: advert::text(role),
            reworded: advert::in_first_person(role),
            names: advert::names(role),
            areas: advert::labels_of_areas(role),
            all: advert::labels_of_all(role, 3),
        }
    }
}

/// Somebody of another field; two of three claim the role's level, place and authorization, one of three its title too.
fn dressed_up(role: &Role, number: usize) -> Value {
    let mut document = people::person(number);
    let role_fields = serde_json::to_value(role).unwrap();
    if !number.is_multiple_of(3) {
        for (field, of_role) in [
            ("location", "location"),
            ("level", "level"),
            ("work_authorization", "work_authorization"),
            ("expected_pay", "pay_band"),
        ] {
            if !role_fields[of_role].is_null() {
                document[field] = role_fields[of_role].clone();
            }
        }
        if let Some(mode) = role_fields["work_mode"].as_str() {
            document["work_modes"] = json!([mode]);
        }
    }
    if number % 3 == 2 {
        document["headline"] = role_fields["title"].clone();
    }
    document
}

fn attack(document: &mut Value, way: &str, time: usize, source: &Source) {
    let lists = |names: &[String]| names.join(", ");
    let few = &source.areas[..source.areas.len().min(120)];
    match way {
        "advert_once" => add_text(document, &source.advert),
        "advert_alone" => {
            document["summary"] = json!(source.advert);
            document.as_object_mut().unwrap().remove("experience");
        }
        "advert_five_times" => add_text(document, &[source.advert.as_str(); 5].join("\n\n")),
        "advert_fifty_times" => add_text(document, &[source.advert.as_str(); 50].join("\n\n")),
        "advert_in_job" => add_to_job(document, &source.advert),
        "advert_five_times_in_job" => add_to_job(document, &[source.advert.as_str(); 5].join("\n")),
        "advert_reworded" => add_text(document, &source.reworded),
        "advert_reworded_in_job" => add_to_job(document, &source.reworded),
        "advert_reworded_as_job" => {
            let job =
                json!({"title": source.title, "employer": "Acme", "start": "2015-01", "description": source.reworded});
            jobs(document).insert(0, job);
        }
        "labels_as_skills" => document["skills"] = json!(source.all[..200]),
        "labels_of_areas_as_skills" => document["skills"] = json!(source.areas[..source.areas.len().min(200)]),
        "labels_as_list" => add_text(document, &format!("Skills: {}.", lists(&source.areas))),
        "labels_as_sentence" => add_text(document, &format!("I have used and operated {}.", lists(&source.all))),
        "labels_as_lines" => add_text(document, &few.join("\n")),
        "labels_as_tags" => {
            let tags: Vec<String> = few.iter().map(|label| format!("#{}", label.replace(' ', ""))).collect();
            add_text(document, &tags.join(" "));
        }
        "labels_in_job" => {
            let skills = source.areas[..source.areas.len().min(200)].to_vec();
            first_job(document)["skills"] = json!(skills);
        }
        "hidden_skills" => document["skills"] = json!(few.iter().map(|name| hide(name)).collect::<Vec<_>>()),
        "hidden_list" => add_text(document, &format!("Expert in {}.", hide(&lists(few)))),
        "hidden_advert" => add_text(document, &hide(&source.advert)),
        "alike_skills" => document["skills"] = json!(few.iter().map(|name| replace(name)).collect::<Vec<_>>()),
        "alike_list" => add_text(document, &format!("Expert in {}.", replace(&lists(few)))),
        "alike_advert" => add_text(document, &replace(&source.advert)),
        "repeated_run" => add_text(document, &each(&source.names, |name| vec![name; 25].join(" "))),
        "repeated_mix" => {
            let mix = each(&source.names, |name| {
                format!(
                    "{name} expert, {name} engineer, {name} guru, senior {name}, {name} production, {name} at scale."
                )
            });
            add_text(document, &vec![mix; 4].join(" "));
        }
        "repeated_in_job" => add_to_job(document, &vec![source.names.join(" "); 20].join(" ")),
        "repeated_sentences" => {
            let once = each(&source.names, |name| format!("Worked with {name} in production."));
            add_text(document, &vec![once; 15].join(" "));
        }
        "years_each" => add_text(document, &each(&source.names, |name| format!("20 years of {name} experience."))),
        "years_of_all" => {
            let years = [25, 40, 60, 75][time % 4];
            add_text(document, &format!("I have {years}+ years of experience with {}.", lists(&source.names)));
        }
        "years_as_skills" => {
            let years = [20, 30, 60][time % 3];
            let skills = source.names.iter().map(|name| json!({"name": name, "years": years, "last_used": "2026"}));
            document["skills"] = skills.collect();
        }
        "years_told" => {
            add_text(document, &each(&source.names, |name| format!("Over 30 years operating {name} in production.")));
        }
        other => panic!("{other} is no way of attack"),
    }
}

fn each(names: &[String], said: impl Fn(&str) -> String) -> String {
    names.iter().map(|name| said(name)).collect::<Vec<_>>().join(" ")
}

fn add_text(document: &mut Value, text: &str) {
    let before = document["summary"].as_str().unwrap_or("").to_owned();
    document["summary"] = json!(format!("{before}\n\n{text}").trim());
}

fn add_to_job(document: &mut Value, text: &str) {
    let job = first_job(document);
    let before = job["description"].as_str().unwrap_or("").to_owned();
    job["description"] = json!(format!("{before}\n{text}").trim());
}

fn jobs(document: &mut Value) -> &mut Vec<Value> {
    if !document["experience"].is_array() {
        document["experience"] = json!([]);
    }
    document["experience"].as_array_mut().unwrap()
}

/// The first job; for who has none, one under the headline.
fn first_job(document: &mut Value) -> &mut Value {
    let title = document["headline"].clone();
    let jobs = jobs(document);
    if jobs.is_empty() {
        jobs.push(json!({"title": title, "employer": "Own business", "start": "2015-01"}));
    }
    &mut jobs[0]
}

/// A zero-width space after every second letter.
fn hide(text: &str) -> String {
    let mut letters = 0;
    let mut hidden = String::new();
    for c in text.chars() {
        hidden.push(c);
        letters = if c.is_ascii_alphabetic() { letters + 1 } else { 0 };
        if letters == 2 {
            hidden.push('\u{200b}');
            letters = 0;
        }
    }
    hidden
}

/// Cyrillic letters for some of the Latin ones.
fn replace(text: &str) -> String {
    let alike = |c: char| match c {
        'a' => '\u{430}',
        'e' => '\u{435}',
        'o' => '\u{43e}',
        'c' => '\u{441}',
        'p' => '\u{440}',
        'A' => '\u{410}',
        'C' => '\u{421}',
        'S' => '\u{405}',
        other => other,
    };
    text.chars().enumerate().map(|(at, c)| if at % 3 == 1 { alike(c) } else { c }).collect()
}
