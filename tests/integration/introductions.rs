//! The same title in whatever words people introduce themselves with, and employers whom they seek: what it says of the kind of work is what
//! it says in a field of its own. How much it counts for is another matter, so a tenth may lie between.

use std::collections::BTreeMap;

use rolefit::explain::{Component, ComponentName};
use rolefit::{Candidate, Engine, MatchOptions, Role};
use serde_json::{Value, json};

const TITLES: [&str; 25] = [
    "Senior Infrastructure Security Engineer", "HPC Systems Engineer", "Storage Engineer", "GPU Kernel Engineer",
    "Site Reliability Engineer", "Machine Learning Engineer", "ML Infrastructure Engineer", "Staff Network Engineer",
    "Solutions Architect", "Developer Advocate", "Technical Program Manager", "Product Manager", "Engineering Manager",
    "Research Software Engineer", "Research Scientist", "Data Center Technician", "Compiler Engineer",
    "Principal Software Engineer", "Director of HPC", "Linux System Administrator", "DevOps Engineer",
    "Performance Engineer", "Firmware Engineer", "Data Engineer", "Postdoctoral Researcher",
];

/// `{T}` is the title, `{t}` in small letters, `{A}` with its article.
const OF_PEOPLE: [&str; 44] = [
    "{T} at Sandvik",
    "I am {A} at Sandvik.",
    "I'm {A} at Sandvik.",
    "I'm Anna, {A} at Sandvik.",
    "I'm Anna Berg, {T} at Sandvik.",
    "Hi, I'm Anna, {a} at Sandvik.",
    "Hello! My name is Anna and I'm {A} at Sandvik.",
    "My name is Anna Berg and I work as {A} at Sandvik.",
    "Anna Berg is {A} at Sandvik.",
    "Anna is currently {A} at Sandvik.",
    "Anna Berg is {T} at Sandvik.",
    "Dr. Anna Berg is the {T} at Sandvik.",
    "Anna Berg, {T}, Sandvik.",
    "Anna Berg \u{2014} {T} at Sandvik",
    "{T} @ Sandvik",
    "{T} @Sandvik | Linux | Coffee",
    "Currently {T} at Sandvik.",
    "Currently working as {A} at Sandvik.",
    "Anna works as {A} at Sandvik.",
    "Anna Berg has worked as {A} at Sandvik since 2021.",
    "Anna Berg joined Sandvik in 2021 as {A}.",
    "As {A} at Sandvik, Anna looks after many things.",
    "I've been {A} at Sandvik for five years.",
    "At Sandvik I am {A}.",
    "Sandvik \u{b7} {T}",
    "Anna Berg\n{T} at Sandvik",
    "# Anna Berg\n\n{T}, Sandvik",
    "{T} with 10 years of experience, currently at Sandvik.",
    "She is {A} at Sandvik.",
    "Anna (she/her) is {A} at Sandvik.",
    "Role: {T}\nCompany: Sandvik",
    "I work at Sandvik as {A}.",
    "Anna Berg serves as {T} at Sandvik.",
    "Anna currently serves as the {T} for Sandvik.",
    "{T} for Sandvik by day, gardener by night.",
    "I currently work as {a} at Sandvik, where I have been since 2019.",
    "Anna Berg is {A} based in Berlin. She works at Sandvik.",
    "Howdy, I'm Anna! I'm {A} at Sandvik living in Austin.",
    "About me: {T} at Sandvik, previously at Foo.",
    "Anna Berg, who is {A} at Sandvik, lives in Bonn.",
    "Name: Anna Berg\nTitle: {T}\nEmployer: Sandvik",
    "{t} at Sandvik",
    "**{T}** at **Sandvik**",
    "Anna Berg is {A}, and works at Sandvik.",
];

const OF_ROLES: [&str; 22] = [
    "{T}",
    "{T}\n\nSandvik is hiring.",
    "We are looking for {A} to join our team in Berlin.",
    "Sandvik is hiring {A}.",
    "Sandvik seeks {A} to grow its platform.",
    "Job title: {T}\nLocation: Berlin",
    "Position: {T}",
    "# {T}\n\n## About us\nSandvik makes things.",
    "About Sandvik\nWe make things.\n\nThe role\nAs {A} you will help us grow.",
    "Join Sandvik as {A}!",
    "{T} (m/f/d)",
    "{T} - Berlin, Germany",
    "{T} | Sandvik | Remote",
    "[Hiring] {T} at Sandvik",
    "Sandvik | {T} | Berlin | Full-time",
    "Sandvik - {T} - Remote (US) - Full-time - https://example.org",
    "We need {A}.",
    "Role: {T}. Remote.",
    "**{T}**\n\nBerlin",
    "The Opportunity\nWe have an opening for {A} at Sandvik.",
    "In this role as {T} you work with us.",
    "Title {T}, Department Research, Berlin",
];

/// So much of the kind of work may lie between a title in a field and in words.
const MOST_APART: f64 = 0.1;
/// Of a hundred titles in words so many may say less.
const MOST_LOST: usize = 1;

fn dressed(dress: &str, title: &str) -> String {
    let vowel = title.starts_with(['A', 'E', 'I', 'O', 'U']) || title.starts_with("HPC") || title.starts_with("ML");
    let article = if vowel { "an" } else { "a" };
    let small = title.to_lowercase();
    let dress = dress.replace("{A}", &format!("{article} {title}")).replace("{a}", &format!("{article} {small}"));
    dress.replace("{T}", title).replace("{t}", &small)
}

/// The share of the kind of work that each candidate has for a role.
fn kinds_of_work(role: &Value, candidates: &[Candidate]) -> BTreeMap<String, f64> {
    kinds_of_work_in(&holding(candidates), role)
}

/// What these people wrote is read once, whatever they are asked for.
fn holding(candidates: &[Candidate]) -> Engine {
    let engine = Engine::in_memory();
    engine.put_candidates(candidates).unwrap();
    engine
}

fn kinds_of_work_in(people: &Engine, role: &Value) -> BTreeMap<String, f64> {
    let role: Role = serde_json::from_value(role.clone()).unwrap();
    people.put_role(&role).unwrap();
    let options = MatchOptions::default().with_limit(100).with_as_of(Some("2026-11-01".parse().unwrap()));
    let results = people.matches(&role.id, &options).unwrap().results;
    let share = |components: &[Component]| {
        let family = components.iter().find(|component| component.name == ComponentName::Family);
        family.map_or(0.0, |family| family.score)
    };
    results.iter().map(|row| (row.candidate_id.as_ref().unwrap().to_string(), share(&row.components))).collect()
}

fn candidate(value: Value) -> Candidate {
    serde_json::from_value(value).unwrap()
}

fn in_a_field(id: &str, title: &str) -> Candidate {
    candidate(json!({"id": id, "experience": [{"title": title, "employer": "Sandvik", "start": "2021-01"}]}))
}

#[test]
fn a_title_says_in_any_introduction_what_it_says_in_a_field() {
    let mut lost = Vec::new();
    for title in TITLES {
        let in_words = OF_PEOPLE.iter().enumerate();
        let in_words = in_words
            .map(|(number, dress)| candidate(json!({"id": number.to_string(), "summary": dressed(dress, title)})));
        let candidates: Vec<Candidate> = in_words.chain([in_a_field("field", title)]).collect();
        let shares = kinds_of_work(&json!({"id": "r", "title": title}), &candidates);
        for (number, dress) in OF_PEOPLE.iter().enumerate() {
            let share = shares.get(&number.to_string()).copied().unwrap_or(0.0);
            if share < shares["field"] - MOST_APART {
                lost.push(format!("{}: {share} in place of {}", dressed(dress, title), shares["field"]));
            }
        }
    }
    assert!(lost.len() * 100 <= MOST_LOST * TITLES.len() * OF_PEOPLE.len(), "{} lost: {lost:#?}", lost.len());
}

#[test]
fn a_posting_says_in_any_words_whom_it_is_for() {
    let people: Vec<Candidate> = TITLES.iter().map(|title| in_a_field(&title.replace(' ', "-"), title)).collect();
    let people = holding(&people);
    let mut lost = Vec::new();
    for title in TITLES {
        let expected = kinds_of_work_in(&people, &json!({"id": "r", "title": title}));
        for dress in OF_ROLES {
            let shares = kinds_of_work_in(&people, &json!({"id": "r", "description": dressed(dress, title)}));
            let apart: f64 =
                expected.iter().map(|(id, share)| (share - shares.get(id).copied().unwrap_or(0.0)).abs()).sum();
            #[expect(clippy::cast_precision_loss, reason = "a handful of people")]
            let apart = apart / TITLES.len() as f64;
            if apart > MOST_APART {
                lost.push(format!("{}: {apart:.2} apart", dressed(dress, title)));
            }
        }
    }
    assert!(lost.len() * 100 <= MOST_LOST * TITLES.len() * OF_ROLES.len(), "{} lost: {lost:#?}", lost.len());
}

/// Titles in full, and as people shorten them.
const SHORTENED: [(&str, &str); 24] = [
    ("Production Engineer", "Prod Eng"),
    ("Software Engineer", "SWE"),
    ("Software Engineer", "SDE"),
    ("Infrastructure Engineer", "Infra Engr"),
    ("Performance Engineer", "Perf Engineer"),
    ("Machine Learning Engineer", "MLE"),
    ("Machine Learning Engineer", "ML Eng"),
    ("Storage Engineer", "Storage Eng"),
    ("Network Engineer", "Net Eng"),
    ("Security Engineer", "Sec Engineer"),
    ("Systems Engineer", "Sys Eng"),
    ("Platform Engineer", "Platform Engg"),
    ("Hardware Engineer", "HW Engineer"),
    ("Compiler Engineer", "Compiler Eng"),
    ("Backend Developer", "Backend Dev"),
    ("Database Administrator", "DB Administrator"),
    ("Distributed Systems Engineer", "Dist Sys Eng"),
    ("Engineering Manager", "Eng Manager"),
    ("Engineering Manager", "Eng Mgr"),
    ("Product Manager", "Product Mgr"),
    ("Technical Program Manager", "TPM"),
    ("Data Center Technician", "DC Tech"),
    ("Solutions Architect", "Solutions Arch"),
    ("Developer Advocate", "DevRel"),
];

#[test]
fn a_short_title_says_what_it_is_short_for() {
    let mut lost = Vec::new();
    for (full, short) in SHORTENED {
        let in_words = OF_PEOPLE.iter().enumerate();
        let in_words = in_words
            .map(|(number, dress)| candidate(json!({"id": number.to_string(), "summary": dressed(dress, short)})));
        let fields = [in_a_field("full", full), in_a_field("short", short)];
        let shares = kinds_of_work(&json!({"id": "r", "title": full}), &in_words.chain(fields).collect::<Vec<_>>());
        assert!((shares["full"] - shares["short"]).abs() <= MOST_APART, "{short} in a field: {shares:?}");
        let for_short = kinds_of_work(&json!({"id": "r", "title": short}), &[in_a_field("full", full)]);
        assert!((for_short["full"] - shares["full"]).abs() <= MOST_APART, "a role {short}: {for_short:?}");
        for (number, dress) in OF_PEOPLE.iter().enumerate() {
            let share = shares.get(&number.to_string()).copied().unwrap_or(0.0);
            if share < shares["full"] - MOST_APART {
                lost.push(format!("{}: {share} in place of {}", dressed(dress, short), shares["full"]));
            }
        }
    }
    assert!(lost.len() * 100 <= 2 * MOST_LOST * SHORTENED.len() * OF_PEOPLE.len(), "{} lost: {lost:#?}", lost.len());
}
