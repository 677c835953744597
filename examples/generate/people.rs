//! Synthetic candidates, written in the ways in which candidates come: whole fields, résumés, notes, lists, and little at all.

use serde_json::{Map, Value, json};

use crate::dice::Dice;
use crate::knowledge::{EMPLOYERS, FILLER, FIRST, LAST, LEVELS, PLACES, WORK, Work};

/// One job, before it is put into a style.
struct Job {
    title: String,
    employer: &'static str,
    from: usize,
    to: Option<usize>,
    deeds: Vec<String>,
}

/// The person with this number.
pub(crate) fn person(seed: u64, number: u64) -> Value {
    let mut dice = Dice::of(seed, 1, number);
    let work = kind_of_work(&mut dice);
    let (level, prefix) = LEVELS[dice.early(LEVELS.len())];
    let title = format!("{prefix}{}", dice.pick(work.titles));
    let n_skills = dice.between(5, 14).min(work.skills.len());
    let mut skills = dice.some(work.skills, n_skills);
    if dice.chance(40) {
        let other = &WORK[dice.roll(WORK.len())];
        skills.extend(dice.some(other.skills, 2));
        skills.dedup();
    }
    let jobs = jobs(&mut dice, work, &title, &skills);
    let mut person = Map::new();
    person.insert("id".to_owned(), format!("g{seed}-{number:07}").into());
    person.insert("name".to_owned(), format!("{} {}", dice.pick(FIRST), dice.pick(LAST)).into());
    match dice.roll(10) {
        0..=3 => in_fields(&mut dice, &mut person, &title, level, &skills, &jobs),
        4..=6 => as_resume(&mut dice, &mut person, &title, &skills, &jobs),
        7 => as_notes(&mut dice, &mut person, &title, &skills, &jobs),
        8 => as_list(&mut dice, &mut person, &title, &skills),
        _ => {
            person.insert("headline".to_owned(), format!("{title} at {}", jobs[0].employer).into());
        }
    }
    if dice.chance(70) {
        person.insert("location".to_owned(), place(&mut dice));
    }
    if dice.chance(45) {
        person.insert("expected_pay".to_owned(), pay(&mut dice, work, level));
    }
    if dice.chance(30) {
        let modes: &[&[&str]] = &[&["remote"], &["hybrid", "remote"], &["onsite", "hybrid"], &["onsite"]];
        person.insert("work_modes".to_owned(), json!(dice.pick(modes)));
    }
    Value::Object(person)
}

pub(crate) fn kind_of_work(dice: &mut Dice) -> &'static Work {
    let mut left = dice.roll(WORK.iter().map(|work| work.per_mille).sum());
    for work in WORK {
        if left < work.per_mille {
            return work;
        }
        left -= work.per_mille;
    }
    &WORK[0]
}

pub(crate) fn place(dice: &mut Dice) -> Value {
    let (city, region, country) = PLACES[dice.early(PLACES.len())];
    let mut place = json!({ "city": city, "country": country });
    if !region.is_empty() {
        place["region"] = region.into();
    }
    place
}

fn pay(dice: &mut Dice, work: &Work, level: &str) -> Value {
    let percent = match level {
        "entry" => 65,
        "senior" => 120,
        "staff" | "lead" => 145,
        "principal" => 165,
        _ => 100,
    };
    let least = work.pay * percent / 100 * dice.between(85, 120) / 100;
    let most = least + dice.between(0, 40);
    json!({ "min": least * 1000, "max": most * 1000, "currency": "USD", "period": "year", "basis": dice.pick(&["base", "total", "unstated"]) })
}

fn jobs(dice: &mut Dice, work: &Work, title: &str, skills: &[&str]) -> Vec<Job> {
    let n_jobs = dice.between(1, 4);
    let mut to = None;
    let mut year = 2026;
    let mut jobs = Vec::new();
    for number in 0..n_jobs {
        let from = year - dice.between(1, 5);
        let title = if number == 0 { title.to_owned() } else { (*dice.pick(work.titles)).to_owned() };
        let deeds = (0..dice.between(2, 4)).map(|_| deed(dice, work, skills)).collect();
        jobs.push(Job { title, employer: dice.pick(EMPLOYERS), from, to, deeds });
        to = Some(from);
        year = from;
    }
    jobs
}

fn deed(dice: &mut Dice, work: &Work, skills: &[&str]) -> String {
    let count = [64, 128, 256, 512, 1024, 2048, 4096, 10_000, 16_384][dice.early(9)];
    let (one, other) = (skills[dice.early(skills.len())], skills[dice.roll(skills.len())]);
    dice.pick(work.deeds).replace("{s}", one).replace("{t}", other).replace("{n}", &count.to_string())
}

fn in_fields(
    dice: &mut Dice,
    person: &mut Map<String, Value>,
    title: &str,
    level: &str,
    skills: &[&str],
    jobs: &[Job],
) {
    person.insert("headline".to_owned(), title.into());
    if dice.chance(60) {
        person.insert("level".to_owned(), level.into());
    }
    let listed: Vec<Value> = skills
        .iter()
        .map(
            |skill| if dice.chance(50) { json!({ "name": skill, "years": dice.between(1, 12) }) } else { json!(skill) },
        )
        .collect();
    person.insert("skills".to_owned(), listed.into());
    let experience: Vec<Value> = jobs
        .iter()
        .map(|job| {
            let mut entry = json!({ "title": job.title, "employer": job.employer, "start": format!("{}-{:02}", job.from, dice.between(1, 12)), "description": job.deeds.join(" ") });
            if let Some(to) = job.to {
                entry["end"] = format!("{to}-12").into();
            }
            entry
        })
        .collect();
    person.insert("experience".to_owned(), experience.into());
    if dice.chance(50) {
        person.insert("summary".to_owned(), dice.pick(FILLER).into());
    }
}

fn as_resume(dice: &mut Dice, person: &mut Map<String, Value>, title: &str, skills: &[&str], jobs: &[Job]) {
    let mut text = format!("{title}\n\nSUMMARY\n{} {}\n\nEXPERIENCE\n", dice.pick(FILLER), dice.pick(FILLER));
    for job in jobs {
        let to = job.to.map_or("Present".to_owned(), |to| to.to_string());
        text.push_str(&format!("{}, {}, {} - {to}\n", job.title, job.employer, job.from));
        for deed in &job.deeds {
            text.push_str(&format!("- {deed}\n"));
        }
        text.push('\n');
    }
    text.push_str(&format!("SKILLS\n{}\n", skills.join(", ")));
    person.insert("summary".to_owned(), text.into());
}

fn as_notes(dice: &mut Dice, person: &mut Map<String, Value>, title: &str, skills: &[&str], jobs: &[Job]) {
    let years = 2026 - jobs[jobs.len() - 1].from;
    let notes = format!(
        "Spoke on the phone. {title} at {}, about {years} years in all. Strong in {}, some {}. {} {}",
        jobs[0].employer,
        skills[0],
        skills[skills.len() - 1],
        jobs[0].deeds.join(" "),
        dice.pick(FILLER)
    );
    person.insert("headline".to_owned(), title.into());
    person.insert("summary".to_owned(), notes.into());
}

fn as_list(dice: &mut Dice, person: &mut Map<String, Value>, title: &str, skills: &[&str]) {
    person.insert("headline".to_owned(), title.to_lowercase().into());
    person.insert("skills".to_owned(), json!(skills));
    if dice.chance(40) {
        person.insert(
            "certifications".to_owned(),
            json!([dice.pick(&["CKA", "RHCE", "AWS Solutions Architect", "CCNP"])]),
        );
    }
}
