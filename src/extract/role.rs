//! From a role's document to the facts that are scored. A field that is given wins over prose.

use std::collections::BTreeSet;

use super::asked_names::stated_requirements;
use super::asked_scale::{largest_system, scale, told_scales};
use super::candidate::{country_code, tenths};
use super::clearance::mark_to_come;
use super::clues::Parts;
use super::extractor::{Extractor, Read};
use super::facts::{Source, Stated};
use super::firms::mark_employer;
use super::form;
use super::level::level_of_title;
use super::lists;
use super::mention::{MentionKind, Stance};
use super::pay::{PayMention, PayRole};
use super::permit::{Authorization, Permit, Status};
use super::place::{PlaceKind, PlaceMention, only_country};
use super::place_bands::place_bands;
use super::posting::{self, requirements};
use super::role_facts::{Named, RequirementFact, RequirementOption, RoleFacts};
use super::terms::Reading;
use super::text::Text;
use super::titles::is_trade_elsewhere;
use super::wording::{Wording, add_word};
use super::years::{YearsLength, YearsMention};
use super::{role_work, work_place};
use crate::domain::{Basis, Pay, Requirement, Role, Workload};
use crate::taxonomy::{ConceptId, ConceptKind, FamilyId, Location, PerMille, Taxonomy};

/// Quotes are about so many characters long.
pub(super) const QUOTE: usize = 200;
/// The family of storage.
const STORAGE: &str = "parallel_storage";
/// Families that guard, house and explain systems which others run.
const BESIDE_SYSTEMS: &[&str] = lists::ROLE_BESIDE_SYSTEMS;

pub(super) fn facts(role: &Role, extractor: &Extractor) -> RoleFacts {
    read(role, extractor).0
}

/// The same with what may be a clue to the domains of the role.
pub(super) fn read(role: &Role, extractor: &Extractor) -> (RoleFacts, Parts) {
    let taxonomy = extractor.taxonomy();
    let description = Text::new(role.description.as_deref().unwrap_or(""));
    let title = role.title.as_deref().map(Text::new);
    let read = extractor.read(&description);
    let sections = &read.sections().clauses;
    let mut facts = RoleFacts { requirements: stated_requirements(role, extractor), ..RoleFacts::default() };
    let mut asked = facts.requirements.len();
    if facts.requirements.is_empty() {
        (facts.requirements, asked) = inferred_requirements(&read, title.as_ref(), extractor);
        facts.inferred_requirements = !facts.requirements.is_empty();
    }
    facts.named = named(&facts, &read, title.as_ref(), extractor);
    let (asked_first, asked_next) = (Text::new(&list(&role.must_have)), Text::new(&list(&role.nice_to_have)));
    let told: Vec<&Text> = title.iter().chain([&description]).collect();
    facts.runs = form::runs(&[&told, &[&asked_first], &[&asked_next]]);
    let mut words = Vec::new();
    for (clause, _) in description.clauses().iter().zip(sections).filter(|(_, section)| !section.is_boilerplate()) {
        clause.words.clone().for_each(|at| add_word(&description, at, taxonomy.vocabulary(), &mut words));
    }
    facts.told_words = words.iter().collect::<BTreeSet<_>>().len();
    for text in [title.as_ref(), Some(&asked_first), Some(&asked_next)].into_iter().flatten() {
        (0..text.words().len()).for_each(|at| add_word(text, at, taxonomy.vocabulary(), &mut words));
    }
    facts.wording = Wording::of_a_posting(words, taxonomy.vocabulary());
    facts.language_not_read = !description.spoken().is_read();
    let role_work::RoleWork { families, domains, functions, clues } =
        role_work::work(role, &read, sections, &facts, taxonomy);
    (facts.families, facts.domains, facts.functions) = (families, domains, functions);
    facts.requirements.truncate(asked);
    let storage = is_storage(&facts.families, taxonomy);
    let told = told_scales(&read, sections, storage, taxonomy);
    facts.largest_system = largest_system(&told);
    facts.scale = scale(role, told, is_beside_systems(&facts.families, taxonomy));
    facts.accelerators = accelerators(role, &read, taxonomy);
    facts.workloads = if role.workload.is_empty() { workloads(&read, title.as_ref()) } else { role.workload.clone() };
    (facts.pay_band, facts.total_band) = pay_bands(role, &read);
    if role.pay_band.is_none() {
        facts.place_bands = place_bands(&read, extractor);
    }
    facts.level = level(role, title.as_ref(), &read);
    facts.min_years_tenths = role.min_years.map(tenths).or_else(|| asked_years(&read));
    facts.places = places(role, &read, extractor);
    facts.remote_in = extractor.places(&read).iter().find_map(|place| {
        let location = &place.location;
        location.region.clone().filter(|_| location.country.is_none() && location.city.is_none())
    });
    facts.work_mode = role.work_mode.or_else(|| read.work_modes().first().map(|(mode, ..)| *mode));
    let demanded = demanded_authorization(&read, extractor);
    facts.authorization = if role.work_authorization.is_empty() {
        let mut asked: BTreeSet<_> = demanded.iter().filter_map(|said| said.country.clone()).collect();
        if asked.is_empty() && is_unsponsored(&read, extractor) {
            // `no sponsorship` asks for a right to work where the work is.
            let places = facts.places.iter().map(|place| &place.value);
            asked.extend(only_country(places).map(Box::from));
        }
        asked.into_iter().collect()
    } else {
        role.work_authorization.iter().map(|name| country_code(name, taxonomy)).collect()
    };
    facts.persons_only = demanded.iter().any(|said| said.status == Status::Person && said.country.is_some());
    (facts, clues)
}

/// All skills that a role names.
fn named(facts: &RoleFacts, read: &Read<'_>, title: Option<&Text>, extractor: &Extractor) -> Vec<Named> {
    let in_title = title.map(|text| extractor.scan(text)).unwrap_or_default();
    let in_texts = in_title
        .iter()
        .chain(&read.mentions)
        .filter(|mention| mention.by == MentionKind::Label)
        .map(|mention| mention.concept);
    let concept = |option: &RequirementOption| match option {
        RequirementOption::Concept(concept) => Some(*concept),
        RequirementOption::Unrecognized(_) => None,
    };
    let stated = facts.requirements.iter().filter(|asked| !asked.inferred).flat_map(|asked| &asked.options);
    let is_skill = |concept: &ConceptId| extractor.taxonomy().concept(*concept).kind.is_skill();
    let mut all: Vec<ConceptId> = in_texts.chain(stated.filter_map(concept)).filter(is_skill).collect();
    all.sort_unstable();
    let named = |same: &[ConceptId]| {
        let asks = |asked: &&RequirementFact| asked.options.iter().any(|option| concept(option) == Some(same[0]));
        let alternatives = facts.requirements.iter().filter(asks).map(|asked| asked.options.len()).min();
        let [times, one_of] = [same.len(), alternatives.unwrap_or(1)].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
        Named { concept: same[0], times, one_of }
    };
    all.chunk_by(|a, b| a == b).map(named).collect()
}

/// What is asked, as whoever copies it reads it: one after the other.
fn list(asked: &[Requirement]) -> String {
    let names = |requirement: &Requirement| match requirement {
        Requirement::Name(name) => name.clone(),
        Requirement::Detailed(detail) => {
            detail.name.iter().chain(&detail.any_of).map(String::as_str).collect::<Vec<_>>().join(" or ")
        }
    };
    asked.iter().map(names).collect::<Vec<_>>().join(", ")
}

/// What the text names, and how many of it, from the first on, it asks.
fn inferred_requirements(
    read: &Read<'_>,
    title: Option<&Text>,
    extractor: &Extractor,
) -> (Vec<RequirementFact>, usize) {
    let taxonomy = extractor.taxonomy();
    let named = title.map(|text| extractor.scan(text)).unwrap_or_default();
    // "the largest of them 1,200 GPUs" tells of scale and asks for no knowledge of GPUs.
    let sizes: Vec<super::text::Span> = read.scales(taxonomy).iter().map(|scale| scale.span.clone()).collect();
    let counted = |m: &super::mention::Mention| {
        taxonomy.concept(m.concept).kind == ConceptKind::Hardware
            && sizes.iter().any(|size| size.start <= m.span.start && m.span.end <= size.end)
    };
    let mut mentions: Vec<super::mention::Mention> = read.mentions.iter().filter(|m| !counted(m)).cloned().collect();
    mark_to_come(&read.reading, &mut mentions, taxonomy);
    mark_employer(&read.reading, &mut mentions, taxonomy);
    let domain = title.and_then(|text| {
        is_trade_elsewhere(text, taxonomy.families()).then_some(())?;
        text.folded().find([',', '('])
    });
    // What a text asks that nobody can read is not known; its title names what it names.
    if !read.text.spoken().is_read() {
        mentions.clear();
    }
    let all = requirements(
        &read.reading,
        read.sections(),
        &named,
        domain.unwrap_or(usize::MAX),
        &mentions,
        read.years(),
        taxonomy,
    );
    let asked = posting::asked(&all);
    let facts = all
        .into_iter()
        .map(|asked| {
            let labels: Vec<&str> = asked.options.iter().map(|id| &*taxonomy.concept(*id).label).collect();
            let quote = if asked.span.is_empty() { String::new() } else { read.text.quote(&asked.span, QUOTE) };
            let pointer = if asked.span.is_empty() { "/title" } else { "/description" };
            RequirementFact {
                label: labels.join(" | ").into(),
                options: asked.options.iter().map(|id| RequirementOption::Concept(*id)).collect(),
                necessity: asked.necessity,
                min_years_tenths: asked.min_years_tenths,
                multiplier: 1000,
                gate: false,
                strength: asked.strength,
                inferred: true,
                source: Source { pointer: pointer.into(), quote: quote.into() },
            }
        })
        .collect();
    (facts, asked)
}

/// What the title says that the systems are for; the employer's may be for more: `Senior Engineer, Inference`.
fn workloads(read: &Read<'_>, title: Option<&Text>) -> Vec<Workload> {
    let counts = title.map(|title| super::workload::workloads(&Reading::new(title))).unwrap_or_default();
    match (counts.training, counts.inference) {
        (0, 1..) => vec![Workload::Inference],
        (1.., 0) => vec![Workload::Training],
        _ => read.workloads(),
    }
}

/// Whether a role is of storage before all else.
fn is_storage(families: &[(FamilyId, PerMille)], taxonomy: &Taxonomy) -> bool {
    foremost(families).is_some_and(|family| Some(family) == taxonomy.families().find(STORAGE))
}

/// Whether a role is of work beside the systems whose size its text tells of: nobody in it runs accelerators, so nobody's worth is
/// told by how many they ran. Where people set the size down as asked, it is.
fn is_beside_systems(families: &[(FamilyId, PerMille)], taxonomy: &Taxonomy) -> bool {
    foremost(families).is_some_and(|family| BESIDE_SYSTEMS.contains(&&*taxonomy.families().get(family).id))
}

fn foremost(families: &[(FamilyId, PerMille)]) -> Option<FamilyId> {
    let most = families.iter().max_by_key(|(family, share)| (*share, std::cmp::Reverse(*family)));
    most.map(|(family, _)| *family)
}

fn accelerators(role: &Role, read: &Read<'_>, taxonomy: &Taxonomy) -> Vec<crate::taxonomy::ConceptId> {
    let mut found: Vec<_> = if role.accelerators.is_empty() {
        let stated = read.mentions.iter().filter(|m| m.stance != Stance::Negated).map(|m| m.concept);
        stated.filter(|id| taxonomy.concept(*id).generation.is_some()).collect()
    } else {
        role.accelerators.iter().filter_map(|name| taxonomy.resolve(name).concept).collect()
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// The band, and where the text states base and total pay apart the one of total pay beside it.
fn pay_bands(role: &Role, read: &Read<'_>) -> (Option<Stated<Pay>>, Option<Pay>) {
    if let Some(band) = &role.pay_band {
        let source = Source { pointer: "/pay_band".into(), quote: band.currency.as_str().into() };
        return (Some(Stated { value: band.clone(), inferred: false, source }), None);
    }
    // In a role's own text, pay that is expected is pay that is offered.
    let all = read.pay();
    let of = |role| all.iter().find(|pay| pay.role == role);
    let Some(first) = of(PayRole::Band).or_else(|| of(PayRole::Expected)) else { return (None, None) };
    let stated = |found: &PayMention| {
        let source = Source { pointer: "/description".into(), quote: read.text.quote(&found.span, QUOTE).into() };
        Some(Stated { value: found.pay.clone(), inferred: true, source })
    };
    let opposite = match first.pay.basis {
        Basis::Base => Basis::Total,
        Basis::Total => Basis::Base,
        Basis::Unstated => return (stated(first), None),
    };
    let alike = |found: &&PayMention| {
        found.role == first.role
            && found.pay.basis == opposite
            && found.pay.currency == first.pay.currency
            && found.place.is_none() == first.place.is_none()
    };
    match (all.iter().find(alike), opposite) {
        (Some(other), Basis::Base) => (stated(other), Some(first.pay.clone())),
        (Some(other), _) => (stated(first), Some(other.pay.clone())),
        (None, _) => (stated(first), None),
    }
}

fn level(role: &Role, text: Option<&Text>, read: &Read<'_>) -> Option<Stated<crate::domain::Level>> {
    if let Some(level) = role.level {
        let source = Source { pointer: "/level".into(), quote: level.as_str().into() };
        return Some(Stated { value: level, inferred: false, source });
    }
    if let Some(title) = &role.title
        && let Some(level) = level_of_title(title, text)
    {
        let source = Source { pointer: "/title".into(), quote: title.as_str().into() };
        return Some(Stated { value: level, inferred: true, source });
    }
    let (value, span) = read.level()?;
    let source = Source { pointer: "/description".into(), quote: read.text.quote(&span, QUOTE).into() };
    Some(Stated { value, inferred: true, source })
}

/// Years of experience that the text asks as a whole.
fn asked_years(read: &Read<'_>) -> Option<u16> {
    read.years()
        .iter()
        .filter(|years| is_about_experience(read, years))
        .filter_map(|years| match years.length {
            YearsLength::Stated { tenths, .. } if tenths <= posting::MAX_YEARS => Some(tenths),
            _ => None,
        })
        .max()
}

/// `5+ years of experience in systems engineering` names no skill that could carry the years itself.
fn is_about_experience(read: &Read<'_>, years: &YearsMention) -> bool {
    years.scope().is_none_or(|span| {
        let from = read.mentions.partition_point(|m| m.span.start < span.start);
        !read.mentions[from..].iter().take_while(|m| m.span.start < span.end).any(|m| m.span.end <= span.end)
    })
}

/// Rights to work that the text asks for.
fn demanded_authorization(read: &Read<'_>, extractor: &Extractor) -> Vec<Authorization> {
    let all = extractor.authorizations(read).iter();
    all.filter(|said| said.demanded && said.permit == Permit::MayWork).cloned().collect()
}

/// Whether the employer sponsors nobody, whatever the country.
fn is_unsponsored(read: &Read<'_>, extractor: &Extractor) -> bool {
    let said = extractor.authorizations(read);
    let any = |permit: Permit| said.iter().any(|said| said.permit == permit);
    any(Permit::NoSponsorship) && !any(Permit::OffersSponsorship)
}

/// The places of the work: the given one, or those that the text names together: `in Seattle or Austin`.
fn places(role: &Role, read: &Read<'_>, extractor: &Extractor) -> Vec<Stated<Location>> {
    if let Some(place) = &role.location {
        let words: Vec<&str> =
            [&place.city, &place.region, &place.country].into_iter().flatten().map(String::as_str).collect();
        let source = Source { pointer: "/location".into(), quote: words.join(", ").into() };
        return vec![Stated { value: extractor.taxonomy().places().locate(place), inferred: false, source }];
    }
    let named = extractor.places(read);
    let first = |kind: PlaceKind| named.iter().position(|place| place.kind == kind);
    // "based in" is said of companies too; where the work is done outranks where the company sits.
    let told = first(PlaceKind::Work).or_else(|| first(PlaceKind::Home));
    let Some(first) = told.or_else(|| work_place::told_beside(&read.reading, named)) else {
        return Vec::new();
    };
    let mut group = first..first + 1;
    while group.start > 0 && are_listed_together(read, &named[group.start - 1], &named[group.start]) {
        group.start -= 1;
    }
    while group.end < named.len() && are_listed_together(read, &named[group.end - 1], &named[group.end]) {
        group.end += 1;
    }
    let mut found: Vec<Stated<Location>> = Vec::new();
    for place in &named[group] {
        // A bare "Cambridge" is the one that the text names in full elsewhere.
        let in_full = named.iter().find(|other| {
            other.location.city.is_some()
                && other.location.city == place.location.city
                && other.span.len() > place.span.len()
        });
        let place = in_full.unwrap_or(place);
        if !found.iter().any(|known| known.value == place.location) {
            let quote = read.text.quote(&place.span, QUOTE);
            let source = Source { pointer: "/description".into(), quote: quote.into() };
            found.push(Stated { value: place.location.clone(), inferred: true, source });
        }
    }
    found
}

/// Whether two places stand in one list: nothing but marks, `or`, `our office in` and the like between them.
fn are_listed_together(read: &Read<'_>, one: &PlaceMention, other: &PlaceMention) -> bool {
    const BETWEEN: &[&str] = lists::ROLE_BETWEEN;
    const FAR: usize = 24;
    if one.kind == PlaceKind::Relocation || other.kind == PlaceKind::Relocation || other.span.start < one.span.end {
        return false;
    }
    let between = &read.text.folded()[one.span.end..other.span.start];
    between.len() <= FAR
        && !between.contains(['.', '\n'])
        && between
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .all(|word| BETWEEN.contains(&word))
        && read.text.sentence_around(one.span.start) == read.text.sentence_around(other.span.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::cases;
    use std::sync::LazyLock;

    static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

    #[test]
    fn storage_below_a_petabyte_is_found() {
        for (text, petabytes) in [("I ran 500 TB of Lustre.", 0.5), ("We keep a 2.5 PB Lustre file system.", 2.5)] {
            let found = EXTRACTOR.extract(text).unwrap().scale;
            assert_eq!(found.iter().map(|scale| scale.value).collect::<Vec<_>>(), [petabytes], "{text}");
        }
    }

    fn asked_scale(description: &str) -> String {
        let role = serde_json::json!({"id": "r", "title": "Cluster engineer", "description": description});
        let role: Role = serde_json::from_value(role).expect("a role has an id and texts");
        EXTRACTOR
            .role_facts(&role)
            .unwrap()
            .scale
            .map_or(String::new(), |s| format!("{} {}", s.value.value, format!("{:?}", s.value.unit).to_lowercase()))
    }

    #[test]
    fn the_scale_of_the_work_outranks_the_employers_fleet() {
        cases::check(include_str!("cases/asked_scale.txt"), asked_scale);
    }

    #[test]
    fn who_stands_beside_the_systems_is_asked_for_a_scale_in_so_many_words() {
        let asked = |description: &str| {
            let role =
                serde_json::json!({"id": "r", "title": "Research Computing Consultant", "description": description});
            EXTRACTOR.role_facts(&serde_json::from_value(role).unwrap()).unwrap().scale.is_some()
        };
        assert!(asked("You help researchers. Must: clusters of at least 1,000 GPUs, Slurm."));
        assert!(!asked("You help researchers who use our cluster of 1,000 GPUs, Slurm."));
    }

    fn role_of(description: &str) -> RoleFacts {
        let role = serde_json::json!({"id": "r", "title": "Cluster engineer", "description": description});
        EXTRACTOR.role_facts(&serde_json::from_value(role).expect("a role has an id and texts")).unwrap()
    }

    #[test]
    fn whoever_sponsors_nobody_asks_for_a_right_to_work_where_the_work_is() {
        let asked = |description: &str| {
            role_of(description).authorization.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(asked("You work in our office in Zurich, Switzerland.\n\nNo sponsorship."), "CH");
        assert_eq!(asked("You work in our office in Zurich, Switzerland.\n\nVisa sponsorship available."), "");
        assert_eq!(asked("No visa sponsorship for this role."), "");
    }

    #[test]
    fn the_title_says_what_the_systems_are_for() {
        let workloads = |title: &str| {
            let description = "We train models and serve them to everybody. You keep our GPUs busy.";
            let role = serde_json::json!({"id": "r", "title": title, "description": description});
            EXTRACTOR.role_facts(&serde_json::from_value(role).expect("a role has an id and texts")).unwrap().workloads
        };
        assert_eq!(workloads("Senior Engineer, Inference"), [Workload::Inference]);
        assert_eq!(workloads("Training Infrastructure Engineer"), [Workload::Training]);
        assert_eq!(workloads("Cluster Engineer").len(), 2);
    }

    #[test]
    fn a_clearance_of_the_united_states_may_be_to_come() {
        let facts = role_of("Requirements\n- Ability to secure and maintain a U.S. DOE Q clearance");
        assert!(facts.requirements.iter().all(|asked| !asked.is_must()));
    }

    #[test]
    fn a_clearance_that_could_be_had_need_not_be_held() {
        let must_haves = |description: &str| role_of(description).requirements.iter().filter(|r| r.is_must()).count();
        assert_eq!(must_haves("Requirements\n- Able to obtain a TS/SCI clearance"), 0);
        assert_eq!(must_haves("Requirements\n- Active TS/SCI clearance"), 1);
    }
}
