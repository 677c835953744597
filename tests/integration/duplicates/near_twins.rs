//! A thousand pairs who are much alike: seven in ten are one person told twice, the others are namesakes, families and colleagues.

use serde_json::{Value, json};

use super::people::{Chance, Pools, Somebody, Work, World, month};

pub(super) const POOLS: Pools = Pools {
    given: &[
        "William", "Robert", "Elizabeth", "Katherine", "Michael", "Anna", "Maria", "Thomas", "James", "Daniel",
        "Laura", "Peter", "Susan", "Wei", "Priya", "Rahul", "Mohammed", "Fatima", "Jürgen", "Sergey", "Olga", "Carlos",
        "Lucía", "Andrew", "Nicholas", "Jennifer", "Samuel", "Grace",
    ],
    surnames: &[
        "Smith", "Johnson", "Carter", "Nguyen", "Zhang", "Kumar", "Patel", "Müller", "Schneider", "Ivanov", "García",
        "Fernández", "Silva", "Costa", "Brown", "Miller", "Lee", "Kim", "Okafor", "Haddad", "Rossi", "Dubois",
        "Lindqvist", "Novak", "O'Brien", "Stone", "Hamilton", "Fischer", "Kowalczyk", "Papadopoulos", "Andersen",
        "Whitfield",
    ],
    employers: &[
        "Argon Compute", "Borealis Cloud", "Cinder Labs Inc", "Delta Supercomputing Center", "Eastgate Systems GmbH",
        "Foundry Networks", "Granite AI", "Helix Genomics", "Ironwood Data", "Juniper Peak", "Kestrel Robotics",
        "Lattice Semi", "Meridian Bank", "Northwind Energy", "Orbit Telecom", "Pinnacle HPC", "Quartz Storage",
        "Redwood National Lab", "Solstice GPU", "Tundra Systems",
    ],
    titles: &[
        "HPC engineer", "Site reliability engineer", "Storage engineer", "ML infrastructure engineer",
        "Systems administrator", "Network engineer", "Software engineer",
    ],
    cities: &[
        ("Austin", "US"),
        ("Seattle", "US"),
        ("Berlin", "DE"),
        ("London", "GB"),
        ("Toronto", "CA"),
        ("Bangalore", "IN"),
        ("Denver", "US"),
    ],
    schools: &[
        "State University", "Polytechnic Institute", "Technical University", "City College", "National University",
        "Institute of Science",
    ],
    hosts: &["gmail.com", "outlook.com", "mail.example", "home.example"],
};

/// Short forms.
const SHORT: &[(&str, &str)] = &[
    ("William", "Bill"),
    ("Robert", "Bob"),
    ("Elizabeth", "Liz"),
    ("Katherine", "Kate"),
    ("Michael", "Mike"),
    ("Thomas", "Tom"),
    ("James", "Jim"),
    ("Daniel", "Dan"),
    ("Andrew", "Andy"),
    ("Nicholas", "Nick"),
    ("Jennifer", "Jenny"),
    ("Samuel", "Sam"),
    ("Mohammed", "Muhammad"),
    ("Sergey", "Sergei"),
];
const TRANSLATED: &[&str] =
    &["HPC-Ingenieur", "Ingénieur systèmes", "Administrador de sistemas", "Ingeniero de redes", "Softwareentwickler"];

pub(super) fn world(seed: u64) -> World {
    let chance = &mut Chance(seed);
    let mut world = World::default();
    for number in 0..1_000 {
        let one = POOLS.somebody(chance);
        match number % 20 {
            0 | 1 => same(&mut world, "typo", &one, typo(&one, chance).document()),
            2 | 3 => same(&mut world, "married", &one, married(&one, chance)),
            4 | 5 => same(&mut world, "moved", &one, moved(&one, chance)),
            6 => same(&mut world, "phone", &one, phone(&one, chance)),
            7..=9 => same(&mut world, "partial", &one, partial(&one, chance)),
            10 => same(&mut world, "translated", &one, translated(&one, chance)),
            11 | 12 => same(&mut world, "short", &one, short(&one, chance)),
            13 => same(&mut world, "nocontact", &one, without_contacts(&one)),
            14 => other(&mut world, "namesake", &one, namesake(&one, chance).document()),
            15 => other(&mut world, "son", &one, son(&one, chance)),
            16 => other(&mut world, "colleague", &one, colleague(&one, chance)),
            17 => other(&mut world, "spouse", &one, spouse(&one, chance)),
            18 => other(&mut world, "office", &one, office(&one, chance)),
            _ => other(&mut world, "firm", &one, namesake_of_firm(&one, chance)),
        }
    }
    for _ in 0..150 {
        let (one, two) = (POOLS.somebody(chance), POOLS.somebody(chance));
        world.add("stranger", one.document(), two.document(), false);
    }
    world
}

fn same(world: &mut World, kind: &str, one: &Somebody, document: Value) {
    world.add(kind, one.document(), document, true);
}

fn other(world: &mut World, kind: &str, one: &Somebody, document: Value) {
    world.add(kind, one.document(), document, false);
}

/// Two letters swapped, one left out or one doubled, not the first.
fn slip(word: &str, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() < 4 {
        return word.to_owned();
    }
    let at = 1 + chance.below(letters.len() - 2);
    match chance.below(3) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        _ => letters.insert(at, letters[at]),
    }
    letters.into_iter().collect()
}

fn typo(one: &Somebody, chance: &mut Chance) -> Somebody {
    let mut other = one.clone();
    if chance.percent(50) {
        other.given = slip(&one.given, chance);
    } else {
        other.surname = slip(&one.surname, chance);
    }
    if chance.percent(40) {
        other.emails.clear();
    }
    if chance.percent(40) {
        other.phones.clear();
    }
    other
}

fn married(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = one.clone();
    let taken = chance.of(POOLS.surnames).to_owned();
    other.surname = if chance.percent(30) { format!("{}-{taken}", one.surname) } else { taken };
    if chance.percent(50) {
        other.emails = vec![format!("{}{}@new.example", super::people::ascii(&other.given), chance.below(10_000))];
    }
    other.document()
}

fn moved(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = one.clone();
    if let Some(last) = other.work.last_mut() {
        last.end = Some(last.end.unwrap_or(last.start + 13));
        let start = last.end.unwrap() + 1;
        let employer = chance.of(POOLS.employers).to_owned();
        other.work.push(Work { title: chance.of(POOLS.titles).to_owned(), employer, start, end: None });
    }
    other.city = chance.of(POOLS.cities);
    match chance.below(3) {
        0 => other.emails = vec![format!("new{}@home.example", chance.below(100_000))],
        1 => other.phones.clear(),
        _ => {}
    }
    other.document()
}

fn phone(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = one.clone();
    other.emails.clear();
    other.account = None;
    let digits: String = one.phones[0].chars().filter(char::is_ascii_digit).skip(1).collect();
    let (area, rest) = digits.split_at(3);
    let (office, line) = rest.split_at(3);
    other.phones = vec![match chance.below(4) {
        0 => format!("({area}) {office}-{line}"),
        1 => format!("{area}.{office}.{line}"),
        2 => format!("001{digits}"),
        _ => format!("+1-{area}-{office}-{line} ext. 7"),
    }];
    other.document()
}

/// A short profile: a name, a contact, and the latest job.
fn partial(one: &Somebody, chance: &mut Chance) -> Value {
    let mut document = one.document();
    let object = document.as_object_mut().unwrap();
    object.remove("education");
    object.remove("location");
    let latest = object["experience"][0].clone();
    object.insert("experience".to_owned(), if chance.percent(60) { json!([latest]) } else { json!([]) });
    let contact = if chance.percent(50) {
        json!({"email": one.emails[0].to_uppercase()})
    } else {
        json!({"mobile": one.phones[0]})
    };
    object.insert("custom".to_owned(), contact);
    document
}

fn translated(one: &Somebody, chance: &mut Chance) -> Value {
    let mut document = one.document();
    for job in document["experience"].as_array_mut().unwrap() {
        job["title"] = json!(chance.of(TRANSLATED));
    }
    if chance.percent(50) {
        document["custom"] = json!({});
    } else {
        document["custom"] = json!({"email": one.emails[0]});
    }
    document
}

fn short(one: &Somebody, chance: &mut Chance) -> Value {
    let mut document = one.document();
    let short = SHORT.iter().find(|(long, _)| *long == one.given).map_or(&one.given[..], |(_, short)| short);
    document["name"] = json!(match chance.below(3) {
        0 => format!("{}, {short}", one.surname),
        1 => format!("{}. {}", one.given.chars().next().unwrap(), one.surname),
        _ => format!("{short} {}", one.surname),
    });
    if chance.percent(40) {
        document["custom"] = json!({"phone": one.phones[0]});
    }
    document
}

/// Only the work tells.
fn without_contacts(one: &Somebody) -> Value {
    let mut document = one.document();
    document["custom"] = json!({});
    document
}

/// Somebody else of the same name, with a life of their own.
fn namesake(one: &Somebody, chance: &mut Chance) -> Somebody {
    let mut other = POOLS.somebody(chance);
    (other.given, other.surname) = (one.given.clone(), one.surname.clone());
    other.emails = vec![format!("{}{}@other.example", super::people::ascii(&one.surname), chance.below(100_000))];
    other.account = None;
    other
}

/// A son or daughter, with the family's address and number, and at times the very name.
fn son(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    other.surname.clone_from(&one.surname);
    if other.given == one.given {
        "Theodora".clone_into(&mut other.given);
    }
    other.emails.clone_from(&one.emails);
    other.phones.clone_from(&one.phones);
    other.city = one.city;
    let mut document = other.document();
    if chance.percent(40) {
        document["name"] = json!(format!("{} {} Jr.", one.given, one.surname));
        for job in document["experience"].as_array_mut().unwrap() {
            job["start"] = json!("2023-01");
            job["end"] = json!(null);
        }
        document["education"][0]["end"] = json!((one.school.1 + 25).to_string());
    }
    document
}

/// The same employers, titles and months; another name, which may be another's of the family.
fn colleague(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    other.work.clone_from(&one.work);
    if chance.percent(40) {
        other.surname.clone_from(&one.surname);
    }
    if other.given == one.given {
        "Theodora".clone_into(&mut other.given);
    }
    other.city = one.city;
    other.document()
}

fn spouse(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    if other.given == one.given {
        "Theodora".clone_into(&mut other.given);
    }
    if chance.percent(60) {
        other.surname.clone_from(&one.surname);
    }
    other.emails.clone_from(&one.emails);
    if chance.percent(50) {
        other.phones.clone_from(&one.phones);
    }
    other.city = one.city;
    other.document()
}

/// The number and the mailbox of an office.
fn office(one: &Somebody, chance: &mut Chance) -> Value {
    let mut other = POOLS.somebody(chance);
    if other.given == one.given {
        "Theodora".clone_into(&mut other.given);
    }
    other.phones.clone_from(&one.phones);
    other.work.clone_from(&one.work);
    let mut document = other.document();
    document["custom"]["email"] = json!("jobs@office.example");
    document
}

/// A namesake who works at the same employer, at other times.
fn namesake_of_firm(one: &Somebody, chance: &mut Chance) -> Value {
    let other = namesake(one, chance);
    let mut document = other.document();
    let job = &one.work[0];
    let start = if job.start > 2010 * 12 { job.start - 90 } else { job.start + 90 };
    document["experience"] =
        json!([{"title": job.title, "employer": job.employer, "start": month(start), "end": month(start + 30)}]);
    document
}
