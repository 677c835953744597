//! Pairs by a third set of rules, written after all weights were fixed: people of both other sets, whose documents differ by chance in
//! several ways at once; brothers, couples at one firm, people of one name at two of the same employers, and heirs of a number.

use serde_json::{Value, json};

use super::people::{Chance, Pools, Somebody, World, ascii, month};
use super::{families, near_twins};

const SIBLINGS: &[(&str, &str)] = &[
    ("Marc", "Marco"),
    ("Julian", "Julia"),
    ("Andrea", "Andreas"),
    ("Jan", "Jana"),
    ("Erik", "Erika"),
    ("Paul", "Paula"),
    ("Stefan", "Stefanie"),
    ("Luis", "Luisa"),
];

pub(super) fn world(seed: u64) -> World {
    let chance = &mut Chance(seed);
    let mut world = World::default();
    for number in 0..1_000 {
        let pools = if chance.percent(50) { &near_twins::POOLS } else { &families::POOLS };
        let one = pools.somebody(chance);
        match number % 10 {
            0..=6 => world.add("altered", one.document(), altered(&one, pools, chance), true),
            7 => siblings(&mut world, &one, pools, chance),
            8 => world.add("path", one.document(), same_path(&one, pools, chance), false),
            _ => world.add("heir", one.document(), heir(&one, pools, chance), false),
        }
    }
    for _ in 0..150 {
        let (one, two) = (near_twins::POOLS.somebody(chance), families::POOLS.somebody(chance));
        world.add("stranger", one.document(), two.document(), false);
    }
    world
}

/// Of name, contacts, jobs and place each may have changed; one contact at least stays, or all jobs do.
fn altered(one: &Somebody, pools: &Pools, chance: &mut Chance) -> Value {
    let mut other = one.clone();
    let keeps_jobs = chance.percent(25);
    if keeps_jobs {
        other.emails.clear();
        other.phones.clear();
        other.account = None;
    } else {
        if chance.percent(30) {
            other.work.truncate(1);
        }
        if chance.percent(20) {
            other.work.clear();
        }
        match chance.below(3) {
            0 => other.emails = vec![format!("{}{}@fresh.example", ascii(&one.given), chance.below(100_000))],
            1 => other.phones = vec![format!("+49 171 {}", 1_000_000 + chance.below(8_000_000))],
            _ => other.account = None,
        }
    }
    if chance.percent(30) {
        other.city = chance.of(pools.cities);
    }
    let mut document = other.document();
    let letters: Vec<char> = one.given.chars().collect();
    document["name"] = json!(match chance.below(7) {
        0 => format!("{} {}", one.surname, one.given),
        1 => format!("{} Q. {}", one.given, one.surname),
        2 => format!("{}, {}", one.surname, one.given),
        3 => one.name().to_uppercase(),
        // Two letters in the middle swapped.
        4 if letters.len() > 5 => {
            let mut letters = letters;
            letters.swap(2, 3);
            format!("{} {}", letters.into_iter().collect::<String>(), one.surname)
        }
        5 if !keeps_jobs => format!("{}. {}", one.given.chars().next().unwrap(), one.surname),
        _ => one.name(),
    });
    if chance.percent(30) {
        for job in document["experience"].as_array_mut().unwrap() {
            job["title"] = json!("Ingeniero");
        }
    }
    document
}

/// Brothers and sisters of nearly one name at one address.
fn siblings(world: &mut World, one: &Somebody, pools: &Pools, chance: &mut Chance) {
    let (first, second) = chance.of(SIBLINGS);
    let [mut one, mut other] = [one.clone(), pools.somebody(chance)];
    other.surname.clone_from(&one.surname);
    (one.given, other.given) = (first.to_owned(), second.to_owned());
    other.emails.clone_from(&one.emails);
    if chance.percent(50) {
        other.phones.clone_from(&one.phones);
    }
    other.city = one.city;
    other.school = (one.school.0.clone(), one.school.1 + 1 + chance.below(3));
    world.add("sibling", one.document(), other.document(), false);
}

/// Somebody of the same name who was at all the same employers, years before or after.
fn same_path(one: &Somebody, pools: &Pools, chance: &mut Chance) -> Value {
    let mut other = pools.somebody(chance);
    (other.given, other.surname) = (one.given.clone(), one.surname.clone());
    other.account = None;
    let shift = 48 + chance.below(60);
    let earlier = one.work[0].start > 2008 * 12;
    let moved = |months: usize| if earlier { months - shift } else { months + shift };
    let jobs = one.work.iter().map(|work| {
        json!({"title": work.title, "employer": work.employer, "start": month(moved(work.start)), "end": month(moved(work.end.unwrap_or(work.start + 20)))})
    });
    let jobs: Vec<Value> = jobs.collect();
    let mut document = other.document();
    document["experience"] = json!(jobs);
    document["custom"]["email_addresses"] =
        json!([format!("{}{}@else.example", ascii(&one.surname), chance.below(1_000_000))]);
    document
}

/// Somebody who was given a number or a mailbox that another had before; or a couple at one firm.
fn heir(one: &Somebody, pools: &Pools, chance: &mut Chance) -> Value {
    let mut other = pools.somebody(chance);
    if other.given == one.given {
        "Theodora".clone_into(&mut other.given);
    }
    match chance.below(3) {
        0 => other.phones.clone_from(&one.phones),
        1 => other.emails.clone_from(&one.emails),
        _ => {
            other.surname.clone_from(&one.surname);
            other.work.clone_from(&one.work);
            other.phones.clone_from(&one.phones);
            other.city = one.city;
        }
    }
    other.document()
}
