//! Pairs by other rules than those by which the weights were set: other alphabets, renamed employers, years for months, several changes at
//! once; and twins, mothers and daughters, cohorts, agencies, and people of one very common name.

use serde_json::{Value, json};

use super::people::{Chance, Pools, Somebody, Work, World, ascii, month};

pub(super) const POOLS: Pools = Pools {
    given: &[
        "Alejandro", "Beatriz", "Christoph", "Dominika", "Emmanuel", "Francesca", "Gregor", "Hannah", "Ignacio",
        "Johanna", "Konstantin", "Ludmila", "Matthias", "Nadezhda", "Oliver", "Patrick", "Rebecca", "Stephanie",
        "Timothy", "Valentina", "Wolfgang", "Yasmin", "Zachary", "Jean-Luc", "Ann-Sofie", "Deepak", "Ananya", "Kenji",
        "Haruka", "Chinedu", "Aisha", "Benjamin", "Victoria", "Philip", "Leonard", "Margaret",
    ],
    surnames: &[
        "Abramowitz", "Bergström", "Castellanos", "Dvořák", "Echeverría", "Fitzgerald", "Grünwald", "Horváth",
        "Iwanow", "Jäger", "Kowalski", "Lefèvre", "Moreau", "Nakamura", "Olufsen", "Petrović", "Quintana", "Rosenberg",
        "Šimek", "Tanaka", "Unger", "van den Berg", "Wojciechowski", "Yılmaz", "Zimmermann", "de Souza", "Okonkwo",
        "Bhattacharya", "Iyer", "McAllister", "Al-Rashid", "Vogel", "Weiß", "Møller",
    ],
    employers: &[
        "Nordlicht Rechenzentrum", "Atlas Wetterdienst", "Compagnie Solaire", "Universidad del Sur",
        "Hochleistung Süd", "Sakura Semiconductor", "Bluefin Analytics", "Copper Canyon Cloud",
        "Dragonfly Interconnect", "Evergreen Genomics", "Falcon Aerospace", "Gemini Trading", "Harbor Insurance",
        "Inkwell Media", "Jade Mountain Robotics", "Keystone Automotive", "Lighthouse Payments", "Monsoon Weather",
        "Nimbus Render Farm", "Osprey Telecom", "Parallel Minds", "Riverbend Hospital", "Silverline Rail",
        "Tidal Energy Research", "Umbra Security", "Vertex Chips", "Wavefront Labs", "Zephyr Wind",
    ],
    titles: &[
        "Cluster administrator", "Research software engineer", "DevOps engineer", "Data platform engineer",
        "Principal engineer", "GPU performance engineer", "Infrastructure lead",
    ],
    cities: &[
        ("Hamburg", "DE"),
        ("Lyon", "FR"),
        ("Kraków", "PL"),
        ("Madrid", "ES"),
        ("Osaka", "JP"),
        ("Lagos", "NG"),
        ("Boston", "US"),
        ("Zürich", "CH"),
    ],
    schools: &[
        "Ludwig University", "Ecole Centrale", "Warsaw Polytechnic", "Universidad Politécnica", "Osaka Institute",
        "University of the East", "ETH",
    ],
    hosts: &["gmail.com", "gmx.example", "proton.me", "posteo.example", "icloud.com"],
};

/// Names as they are written in their own alphabet and in ours.
const ALPHABETS: &[(&str, &str)] = &[
    ("Дмитрий Соколов", "Dmitry Sokolov"),
    ("Екатерина Волкова", "Ekaterina Volkova"),
    ("Алексей Морозов", "Alexey Morozov"),
    ("Ольга Лебедева", "Olga Lebedeva"),
    ("Наталья Зайцева", "Natalya Zaitseva"),
    ("Юрий Кузнецов", "Yuri Kuznetsov"),
    ("Михаил Попов", "Mikhail Popov"),
    ("Νίκος Δημητρίου", "Nikos Dimitriou"),
    ("Ελένη Παππά", "Eleni Pappa"),
    ("Игорь Фёдоров", "Igor Fedorov"),
];
const SHORT: &[(&str, &str)] = &[
    ("Alejandro", "Alex"),
    ("Christoph", "Chris"),
    ("Emmanuel", "Manu"),
    ("Ignacio", "Nacho"),
    ("Konstantin", "Kostya"),
    ("Matthias", "Matt"),
    ("Oliver", "Ollie"),
    ("Patrick", "Pat"),
    ("Rebecca", "Becky"),
    ("Stephanie", "Steph"),
    ("Timothy", "Tim"),
    ("Zachary", "Zach"),
    ("Benjamin", "Ben"),
    ("Victoria", "Vicky"),
    ("Philip", "Phil"),
    ("Leonard", "Leo"),
    ("Margaret", "Peggy"),
    ("Francesca", "Fran"),
    ("Valentina", "Vale"),
    ("Jean-Luc", "Jean"),
];
const LEGAL: &[&str] = &[" GmbH", ", Inc.", " Ltd", " S.A.", " AG", " Corporation", " LLC"];

pub(super) fn world(seed: u64) -> World {
    let chance = &mut Chance(seed);
    let mut world = World::default();
    for number in 0..1_000 {
        let one = POOLS.somebody(chance);
        match number % 20 {
            0 | 1 => alphabet(&mut world, one, chance),
            2..=4 => add(&mut world, "renamed", &one, renamed(&one, chance), true),
            5 | 6 => add(&mut world, "cv", &one, cv(&one, chance), true),
            7 | 8 => add(&mut world, "old", &one, old(&one, chance), true),
            9 | 10 => add(&mut world, "spelled", &one, spelled(&one, chance), true),
            11 | 12 => add(&mut world, "twofold", &one, twofold(&one, chance), true),
            13 => external(&mut world, &one, chance),
            14 => add(&mut world, "twin", &one, twin(&one, chance), false),
            15 => add(&mut world, "daughter", &one, daughter(&one, chance), false),
            16 => add(&mut world, "double", &one, double(&one, chance), false),
            17 => add(&mut world, "cohort", &one, cohort(&one, chance), false),
            18 => agency(&mut world, &one, chance),
            _ => common(&mut world, chance),
        }
    }
    for _ in 0..150 {
        let (one, two) = (POOLS.somebody(chance), POOLS.somebody(chance));
        world.add("stranger", one.document(), two.document(), false);
    }
    world
}

fn add(world: &mut World, kind: &str, one: &Somebody, other: Value, is_same: bool) {
    world.add(kind, one.document(), other, is_same);
}

/// The local name in one document, the Latin one in the other; one of the contacts has changed.
fn alphabet(world: &mut World, mut one: Somebody, chance: &mut Chance) {
    let (local, latin) = chance.of(ALPHABETS);
    let (given, surname) = latin.split_once(' ').unwrap();
    (one.given, one.surname) = (given.to_owned(), surname.to_owned());
    one.emails = vec![format!("{}{}@posteo.example", ascii(surname), chance.below(100_000))];
    one.account = None;
    let mut document = one.document();
    document["name"] = json!(local);
    let contact = if chance.percent(50) { json!({"telefon": one.phones[0]}) } else { json!({"mail": one.emails[0]}) };
    document["custom"] = contact;
    world.add("alphabet", one.document(), document, true);
}

/// Employers with a legal form, years for months, other titles, and a number as it is dialled at home.
fn renamed(one: &Somebody, chance: &mut Chance) -> Value {
    let mut document = one.document();
    for (job, work) in document["experience"].as_array_mut().unwrap().iter_mut().zip(one.work.iter().rev()) {
        job["employer"] = json!(format!("{}{}", work.employer, chance.of(LEGAL)));
        job["title"] = json!(chance.of(POOLS.titles));
        job["start"] = json!((work.start / 12).to_string());
        job["end"] = work.end.map_or(Value::Null, |end| json!((end / 12).to_string()));
    }
    let digits: String = one.phones[0].chars().filter(char::is_ascii_digit).skip(1).collect();
    document["custom"] = json!({"candidate": {"contact_details": [{"kind": "mobile", "phone": format!("0{digits}")}]}});
    document
}

/// What an importer makes of a résumé: a name, contacts, and a text.
fn cv(one: &Somebody, chance: &mut Chance) -> Value {
    let jobs: Vec<String> =
        one.work.iter().map(|work| format!("{} at {} since {}", work.title, work.employer, work.start / 12)).collect();
    let name = if chance.percent(30) { one.name().to_uppercase() } else { one.name() };
    let mut custom = json!({"emails": [one.emails[0]], "phones": [one.phones[0].replace(' ', "-")]});
    if chance.percent(30) {
        custom.as_object_mut().unwrap().remove("emails");
    }
    json!({"name": name, "summary": jobs.join(". "), "custom": custom})
}

/// A document of years ago: the first jobs, an old address beside a page that stayed.
fn old(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = one.clone();
    other.work.truncate(one.work.len().div_ceil(2));
    other.emails = vec![format!("{}{}@university.example", ascii(&one.surname), chance.below(1000))];
    other.city = chance.of(POOLS.cities);
    if one.account.is_some() {
        other.phones.clear();
    }
    other.document()
}

/// Hyphens, particles, marks, order and dots in an address.
fn spelled(one: &Somebody, chance: &mut Chance) -> Value {
    let mut document = one.document();
    let plain = one.name().replace('-', " ").replace('ü', "ue").replace('ä', "ae").replace('ø', "o").replace('ß', "ss");
    document["name"] = json!(match chance.below(3) {
        0 => format!("{}, {}", one.surname, one.given),
        1 => plain,
        _ => format!("Dr. {} {}", one.given, one.surname.trim_start_matches("van den ").trim_start_matches("de ")),
    });
    let (mailbox, host) = one.emails[0].split_once('@').unwrap();
    let email = match host {
        "gmail.com" => format!("{}+jobs@googlemail.com", mailbox.replace('.', "")),
        "proton.me" => format!("{mailbox}@protonmail.com"),
        "icloud.com" => format!("{mailbox}+x@me.com"),
        _ => one.emails[0].to_uppercase(),
    };
    document["custom"] = json!({"contact": {"value": email}});
    document
}

/// A short form, another surname or another job, two of them at once.
fn twofold(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = one.clone();
    if let Some((_, short)) = SHORT.iter().find(|(long, _)| *long == one.given) {
        (*short).clone_into(&mut other.given);
    }
    if chance.percent(30) {
        chance.of(POOLS.surnames).clone_into(&mut other.surname);
    } else if let Some(last) = other.work.last_mut() {
        let end = last.end.unwrap_or(last.start + 13);
        last.end = Some(end);
        let employer = chance.of(POOLS.employers).to_owned();
        other.work.push(Work { title: chance.of(POOLS.titles).to_owned(), employer, start: end + 1, end: None });
    }
    if chance.percent(50) {
        other.emails = vec![format!("x{}@gmx.example", chance.below(1_000_000))];
    } else {
        other.phones.clear();
    }
    other.account = None;
    other.document()
}

/// One system's id in both, and little else.
fn external(world: &mut World, one: &Somebody, chance: &mut Chance) {
    let id = (10_000_000 + chance.below(9_000_000)).to_string();
    let mut first = one.document();
    first["external_ids"] = json!({"Greenhouse": id});
    let second = json!({"name": one.name(), "external_ids": {"greenhouse": id}, "skills": one.skills});
    world.add("external", first, second, true);
}

/// A twin: one surname, one school and year, one city and number, another name.
fn twin(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    other.given = if chance.percent(30) { format!("{}a", one.given.trim_end_matches('a')) } else { other.given };
    if other.given == one.given {
        "Theodora".clone_into(&mut other.given);
    }
    other.surname.clone_from(&one.surname);
    other.school.clone_from(&one.school);
    other.city = one.city;
    other.phones.clone_from(&one.phones);
    if chance.percent(50) {
        other.emails = vec![format!("family.{}@gmx.example", ascii(&one.surname))];
    }
    if chance.percent(30) {
        other.work.clone_from(&one.work);
    }
    other.document()
}

/// A daughter who writes her mother's initial, with the family's address.
fn daughter(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    let initial = one.given.chars().next().unwrap();
    other.given = if chance.percent(25) { format!("{initial}.") } else { other.given };
    if other.given == one.given {
        "Theodora".clone_into(&mut other.given);
    }
    other.surname.clone_from(&one.surname);
    other.emails.clone_from(&one.emails);
    other.school.1 = one.school.1 + 27;
    other.city = one.city;
    let mut document = other.document();
    let first = one.work[0].start + 27 * 12;
    document["experience"] =
        json!([{"title": other.work[0].title, "employer": other.work[0].employer, "start": month(first)}]);
    document
}

/// Somebody of the same name in the same city, who was at one of the same employers at another time, from the same school.
fn double(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    (other.given, other.surname) = (one.given.clone(), one.surname.clone());
    other.emails = vec![format!("{}{}@icloud.com", ascii(&one.given), chance.below(1_000_000))];
    other.account = None;
    other.city = one.city;
    other.school = (one.school.0.clone(), one.school.1 + 3 + chance.below(9));
    let employer = one.work[0].employer.clone();
    let first = &mut other.work[0];
    first.employer = employer;
    if first.start.abs_diff(one.work[0].start) < 18 {
        first.start += 40;
        first.end = first.end.map(|end| end + 40);
    }
    other.work.truncate(1);
    other.document()
}

/// Two who came to one employer in one month, and left in one; of one given name.
fn cohort(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    other.given.clone_from(&one.given);
    if other.surname == one.surname {
        "Sandoval".clone_into(&mut other.surname);
    }
    other.work.clone_from(&one.work);
    other.work.truncate(1 + chance.below(2));
    other.school = one.school.clone();
    other.document()
}

/// An agency's people: its number and its recruiter's address stand in everybody's record.
fn agency(world: &mut World, one: &Somebody, chance: &mut Chance) {
    let other = POOLS.somebody(chance);
    let [first, second] = [one, &other].map(|person| {
        let mut document = person.document();
        document["custom"]["recruiter"] = json!({"email": "lena@agency.example"});
        document["custom"]["phone"] = json!("+49 40 1234567");
        document["custom"]["references"] = json!([one.emails[0]]);
        document
    });
    world.add("agency", first, second, false);
}

/// Two of the many people of one name.
fn common(world: &mut World, chance: &mut Chance) {
    let names = [("Wei", "Zhang"), ("Maria", "Silva"), ("Mohammed", "Ali")];
    let [one, other] = [0, 1].map(|_| {
        let mut person = POOLS.somebody(chance);
        let (given, surname) = chance.of(&names);
        (person.given, person.surname) = (given.to_owned(), surname.to_owned());
        person.emails = vec![format!("{}{}@gmail.com", ascii(surname), chance.below(10_000_000))];
        person.account = None;
        person
    });
    world.add("common", one.document(), other.document(), false);
}
