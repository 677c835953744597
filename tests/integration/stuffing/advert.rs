//! A role as it is advertised, and what can be copied out of it.

use std::sync::LazyLock;

use rolefit::Role;
use rolefit::extract::Extractor;
use rolefit::model::Requirement;
use rolefit::taxonomy::Taxonomy;

pub(crate) static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

/// The whole advert as plain text.
pub(crate) fn text(role: &Role) -> String {
    let mut text = format!("{}\n{}", role.title.as_deref().unwrap_or(""), plain(role));
    for (lead, list) in [("Must have", &role.must_have), ("Nice to have", &role.nice_to_have)] {
        if !list.is_empty() {
            let names: Vec<String> = list.iter().map(|asked| names_of(asked).join(" or ")).collect();
            text.push_str(&format!("\n\n{lead}: {}.", names.join(", ")));
        }
    }
    text
}

/// The description without its tags.
pub(crate) fn plain(role: &Role) -> String {
    let mut inside = false;
    let mut text = String::new();
    for c in role.description.as_deref().unwrap_or("").chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push('\n');
            }
            c if !inside => text.push(c),
            _ => {}
        }
    }
    for (entity, plain) in [("&nbsp;", " "), ("&rsquo;", "'"), ("&ndash;", "-"), ("&#8209;", "-"), ("&amp;", "&")] {
        text = text.replace(entity, plain);
    }
    text
}

/// The advert as somebody says it of themselves who changes as little as possible.
pub(crate) fn in_first_person(role: &Role) -> String {
    let mut text = format!(" {} ", text(role));
    for (said, instead) in [
        ("You will be", "I have been"),
        ("You'll", "I"),
        ("you'll", "I"),
        ("You will", "I"),
        ("you will", "I"),
        ("You would", "I"),
        ("you'd", "I"),
        ("You'd", "I"),
        ("You are", "I am"),
        ("you are", "I am"),
        ("You should have", "I have"),
        ("You have", "I have"),
        ("you have", "I have"),
        ("Your", "My"),
        (" your ", " my "),
        ("You need", "I bring"),
        ("You bring", "I bring"),
        ("You ", "I "),
        (" you ", " I "),
        (" our ", " the "),
        ("Our ", "The "),
        ("We expect", "I know"),
        ("We ", "I "),
        (" we ", " I "),
        ("3+ years of", "more than 5 years of"),
        ("at least four years", "six years"),
        ("Required:", "I have:"),
        ("Preferred:", "I also bring:"),
        ("Must have", "My strengths"),
        ("Nice to have", "I also know"),
        ("It would be nice if you also had", "I also have"),
        ("MINIMUM QUALIFICATIONS", "WHAT I BRING"),
        ("PREFERRED QUALIFICATIONS", "WHAT I ALSO BRING"),
        ("RESPONSIBILITIES", "WHAT I DID"),
    ] {
        text = text.replace(said, instead);
    }
    text.trim().to_owned()
}

/// What the role asks, by name.
pub(crate) fn names(role: &Role) -> Vec<String> {
    let stated = role.must_have.iter().chain(&role.nice_to_have).flat_map(names_of);
    let mut names: Vec<String> = stated.collect();
    if names.is_empty() {
        let asked = EXTRACTOR.extract(role.description.as_deref().unwrap_or("")).unwrap().requirements;
        names.extend(asked.iter().flat_map(|asked| asked.label.split(" | ").map(str::to_owned)));
    }
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.to_lowercase()));
    names
}

/// All labels of the areas that the role asks about, its own first.
pub(crate) fn labels_of_areas(role: &Role) -> Vec<String> {
    let taxonomy = Taxonomy::builtin();
    let own = names(role);
    let asked: Vec<&str> =
        own.iter().filter_map(|name| taxonomy.resolve(name).concept).map(|id| taxonomy.area_id(id)).collect();
    let others = taxonomy.concepts().filter(|(id, _)| asked.contains(&taxonomy.area_id(*id)));
    let others: Vec<String> = others.map(|(_, concept)| concept.label.to_string()).collect();
    own.into_iter().chain(others).collect()
}

/// What the role asks, and then labels from all over the taxonomy; `start` says where.
pub(crate) fn labels_of_all(role: &Role, start: usize) -> Vec<String> {
    let taxonomy = Taxonomy::builtin();
    let all: Vec<String> = taxonomy.concepts().map(|(_, concept)| concept.label.to_string()).collect();
    let others = (0..all.len()).map(|at| all[(start * 131 + at * 7) % all.len()].clone());
    names(role).into_iter().chain(others).collect()
}

/// The first sentence of the description with so many words or more.
pub(crate) fn sentence(role: &Role, words: usize) -> Option<String> {
    let plain = plain(role);
    let sentences = plain.split(['.', '\n', ';']).map(str::trim);
    sentences.filter(|s| (words..30).contains(&s.split_whitespace().count())).map(str::to_owned).next()
}

fn names_of(asked: &Requirement) -> Vec<String> {
    match asked {
        Requirement::Name(name) => vec![name.clone()],
        Requirement::Detailed(detail) => detail.name.iter().chain(&detail.any_of).cloned().collect(),
    }
}
