//! Searches against scoring everybody, by bounds and by kept scores, and bounds against fits, over random documents.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::domain::{Candidate, Currency, PartialDate, Role};
use crate::engine::kept_scores::RoleScores;
use crate::engine::{EngineOptions, MatchOptions, RoleEntry};
use crate::extract::Extractor;
use crate::score::{Bound, Columns, FULL_FIT, Judged, ScoringProfile, Sheet};
use crate::taxonomy::Taxonomy;

const SKILLS: &[&str] = &[
    "Slurm", "Kubernetes", "Lustre", "GPFS", "CUDA", "Triton language", "InfiniBand", "RDMA", "NCCL", "PyTorch",
    "Linux", "Ansible", "vLLM", "Kernel optimization", "H100", "GPU", "BeeGFS", "Prometheus", "Frobnicator", "Excel",
    "Python", "C++", "MPI",
];
const PLACES: &[(&str, &str, &str)] = &[
    ("Austin", "TX", "US"),
    ("Seattle", "WA", "US"),
    ("Berlin", "", "DE"),
    ("Bristol", "", "GB"),
    ("Toronto", "ON", "CA"),
];
const TITLES: &[&str] = &[
    "HPC systems engineer", "Storage engineer", "CUDA engineer", "Pastry chef", "ML infrastructure engineer",
    "Network engineer", "Recruiter", "Engineering manager, GPU clusters", "Solution architect, HPC storage",
];
const DEEDS: &[&str] = &[
    "Ran the Lustre file systems of a weather service and moved eight petabytes.",
    "Tuned CUDA kernels for 1,024 H100s until they met the roofline.",
    "Operated a Slurm cluster of 400 nodes, patched its fabric at night.",
    "You will run our Slurm clusters and our Lustre file systems with your team.",
    "Laminated doughs and wedding cakes, six days a week.",
    "Contributor to vLLM; paper at MLSys 2024.",
    "Eleven years of Linux system administration.",
    "You will meet our team in the office, and keep your code in Git with the others of us.",
    "Uses Git every day, and teaches users of the cluster how to profile kernels.",
];

fn some(of: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    proptest::sample::subsequence(of, 0..=most)
}

fn place() -> impl Strategy<Value = Value> {
    proptest::sample::select(PLACES).prop_map(|(city, region, country)| match region {
        "" => json!({"city": city, "country": country}),
        region => json!({"city": city, "region": region, "country": country}),
    })
}

fn pay() -> impl Strategy<Value = Value> {
    let figures = (100_u64..500, 0_u64..150, proptest::sample::select(vec!["USD", "EUR"]));
    (figures, proptest::sample::select(vec!["base", "total", "unstated"])).prop_map(|((low, more, currency), basis)| {
        json!({"min": low * 1000, "max": (low + more) * 1000, "currency": currency, "period": "year", "basis": basis})
    })
}

fn sometimes(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    proptest::option::of(value).prop_map(|value| value.unwrap_or(Value::Null))
}

fn document(fields: Vec<(&str, Value)>) -> Value {
    let said = fields.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(said.map(|(name, value)| (name.to_owned(), value)).collect())
}

fn candidate() -> impl Strategy<Value = Value> {
    let skill =
        (proptest::sample::select(SKILLS), proptest::option::of(0_u32..20), proptest::option::of(2012_u32..2027));
    let skills = proptest::collection::vec(skill, 0..9).prop_map(|skills| {
        let skill = |(name, years, last): (&str, Option<u32>, Option<u32>)| {
            document(vec![
                ("name", json!(name)),
                ("years", json!(years)),
                ("last_used", json!(last.map(|year| year.to_string()))),
            ])
        };
        json!(skills.into_iter().map(skill).collect::<Vec<_>>())
    });
    let job = (
        proptest::sample::select(TITLES),
        some(DEEDS, 3),
        2010_u32..2025,
        proptest::option::of(1_u32..6),
        some(SKILLS, 2),
    );
    let jobs = proptest::collection::vec(job, 0..3).prop_map(|jobs| {
        let job = |(title, deeds, start, length, skills): (&str, Vec<&str>, u32, Option<u32>, Vec<&str>)| {
            json!({"title": title, "description": deeds.join(" "), "start": start.to_string(), "skills": skills,
                "end": length.map(|years| (start + years).to_string())})
        };
        json!(jobs.into_iter().map(job).collect::<Vec<_>>())
    });
    let summary = some(DEEDS, 4).prop_map(|deeds| json!(deeds.join(" ")));
    let permits = proptest::sample::select(vec![json!(["US"]), json!(["DE"]), json!(["US", "GB"])]);
    let modes = proptest::sample::select(vec![json!(["remote"]), json!(["onsite", "hybrid"])]);
    let level = proptest::sample::select(vec![json!("entry"), json!("senior"), json!("principal")]);
    let headline = proptest::sample::select(TITLES).prop_map(|title| json!(title));
    let what = (skills, jobs, summary, sometimes(headline));
    let terms = (sometimes(place()), sometimes(pay()), sometimes(permits), sometimes(modes), sometimes(level));
    (what, terms).prop_map(|((skills, jobs, summary, headline), (place, pay, permits, modes, level))| {
        document(vec![
            ("skills", skills),
            ("experience", jobs),
            ("summary", summary),
            ("headline", headline),
            ("location", place),
            ("expected_pay", pay),
            ("work_authorization", permits),
            ("work_modes", modes),
            ("level", level),
        ])
    })
}

fn role() -> impl Strategy<Value = Value> {
    let any_of = proptest::sample::subsequence(SKILLS, 1..=3);
    let asked =
        (any_of, proptest::option::of(1_u32..9), prop::bool::weighted(0.15)).prop_map(|(names, years, gate)| {
            document(vec![("any_of", json!(names)), ("min_years", json!(years)), ("gate", json!(gate))])
        });
    let must = proptest::collection::vec(asked, 0..6).prop_map(|asked| json!(asked));
    let nice = some(SKILLS, 5).prop_map(|names| json!(names));
    let text = some(DEEDS, 4).prop_map(|deeds| json!(deeds.join(" ")));
    let scale = (1_u64..20_000).prop_map(|n| json!({"min": n, "unit": "accelerators"}));
    let mode = proptest::sample::select(vec![json!("remote"), json!("onsite"), json!("hybrid")]);
    let weights = proptest::sample::select(vec![json!({"skills": 5.0}), json!({"location": 0.0, "family": 0.0})]);
    let level = proptest::sample::select(vec![json!("mid"), json!("staff")]);
    let title = proptest::sample::select(TITLES).prop_map(|title| json!(title));
    let years = (1_u32..12).prop_map(|years| json!(years));
    let what = (must, nice, sometimes(text), sometimes(title), sometimes(scale), sometimes(years));
    let terms = (
        sometimes(place()),
        sometimes(pay()),
        sometimes(mode),
        sometimes(level),
        sometimes(weights),
        prop::bool::weighted(0.2),
    );
    (what, terms).prop_map(|((must, nice, text, title, scale, years), (place, pay, mode, level, weights, permit))| {
        document(vec![
            ("id", json!("r")),
            ("must_have", must),
            ("nice_to_have", nice),
            ("description", text),
            ("title", title),
            ("scale", scale),
            ("min_years", years),
            ("location", place),
            ("pay_band", pay),
            ("work_mode", mode),
            ("level", level),
            ("weights", weights),
            ("work_authorization", if permit { json!(["US"]) } else { Value::Null }),
        ])
    })
}

fn profile() -> impl Strategy<Value = ScoringProfile> {
    proptest::sample::select(vec![
        "",
        "",
        "[skills]\ncount_practices = false",
        "[skills]\nlisted_only = 0.3\nlisted_without_work = 0.9",
        "[must_haves]\npenalty = 1.0\ngate_credit = 0.5",
        "[bonus]\nmost = 12.0\nopen_source = 5.0",
        "[relations]\nrelated = 0.4\ndistant = 0.0\n[silence]\nskills = 0.6",
    ])
    .prop_map(|changes| ScoringProfile::default().with(changes).unwrap())
}

fn entries(people: Vec<Value>) -> Vec<Arc<Entry>> {
    let extractor = Extractor::new(Taxonomy::builtin());
    let entry = |(number, mut person): (usize, Value)| {
        person["id"] = json!(format!("c-{number}"));
        let candidate: Candidate = serde_json::from_value(person).unwrap();
        Arc::new(Entry::new(&candidate, &extractor).unwrap())
    };
    people.into_iter().enumerate().map(entry).collect()
}

fn role_entry(role: Value) -> RoleEntry {
    let role: Role = serde_json::from_value(role).unwrap();
    let facts = Extractor::new(Taxonomy::builtin()).role_facts(&role).unwrap();
    RoleEntry { role, facts }
}

fn judgement(limit: usize, profile: ScoringProfile) -> Judgement {
    let rates = BTreeMap::from([(Currency::USD, 1.0), (Currency::new("EUR").unwrap(), 1.1)]);
    let as_of = Some(PartialDate::year_only(2026));
    let options = MatchOptions { limit, as_of, rates, profile: Some(profile), ..MatchOptions::default() };
    Judgement::new(&options, &EngineOptions::default()).unwrap()
}

/// What an answer is made of: order, fits, counts.
fn told(list: Shortlist<Arc<Entry>>) -> (usize, String, Vec<(String, u32)>) {
    let (considered, gated) = (list.considered(), format!("{:?}", list.gated()));
    let listed = list.into_ordered().into_iter().map(|placed| (placed.id.to_string(), placed.fit.total)).collect();
    (considered, gated, listed)
}

/// Pools in tiles of a few, so that what one of them tells serves the next.
fn in_tiles(entries: &[Arc<Entry>], rows: usize, judgement: &Judgement) -> Snapshot {
    let model = judgement.tile_model(&Taxonomy::builtin());
    Snapshot { tiles: entries.chunks(rows).flat_map(|entries| model.tiles(entries)).collect(), ..Snapshot::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_fit_is_above_its_bound(
        role in role(),
        people in proptest::collection::vec(candidate(), 1..12),
        profile in profile(),
        year_of_columns in 2021_i16..=2026,
    ) {
        let taxonomy = Taxonomy::builtin();
        let then = Judgement { as_of: PartialDate::year_only(year_of_columns), ..judgement(10, profile.clone()) };
        let (entries, role, judgement) = (entries(people), role_entry(role), judgement(10, profile));
        let scorer = judgement.scorer(&role, &taxonomy);
        let bound = Bound::new(&scorer);
        let tiles = in_tiles(&entries, 12, &then).tiles;
        let judged = Judged::over(tiles.iter().map(|tile| &*tile.columns));
        let mut sheet = Sheet::default();
        for tile in tiles {
            let columns: &Columns = &tile.columns;
            prop_assert!(bound.holds_over(columns));
            bound.over(columns, &mut sheet);
            for (row, entry) in tile.entries().enumerate() {
                let exact = Bound::least(scorer.score(&entry.person().facts).total);
                prop_assert!(sheet.most()[row] >= exact, "{}: {} is below {exact}", entry.id, sheet.most()[row]);
                let at = u16::try_from(row).unwrap();
                let mut closer = |least| {
                    bound.closer(columns, &mut sheet, &judged, &[at], |_| scorer.copies(&entry.person().facts), least)
                };
                let refined = closer(0)[0].0;
                prop_assert_eq!(closer(refined), vec![(refined, at)]);
                prop_assert!(closer(refined + 1).is_empty());
                prop_assert!((exact..=sheet.most()[row]).contains(&refined), "{}: {refined}, {exact}", entry.id);
            }
        }
    }

    #[test]
    fn a_search_finds_what_scoring_everybody_finds(
        role in role(),
        people in proptest::collection::vec(candidate(), 1..50),
        profile in profile(),
        (limit, rows) in (1_usize..1000, 1_usize..50),
    ) {
        let taxonomy = Taxonomy::builtin();
        // Twins, so that there are ties.
        let people: Vec<Value> = people.iter().chain(people.iter().take(9)).cloned().collect();
        let (entries, role) = (entries(people), role_entry(role));
        let judgement = judgement(if limit < 500 { limit % 12 + 1 } else { limit }, profile);
        let scorer = judgement.scorer(&role, &taxonomy);
        let pool = in_tiles(&entries, rows, &judgement);
        prop_assert_eq!(told(judgement.shortlist(&scorer, "r", &pool)), told(judgement.each(&scorer, "r", &entries)));
    }

    #[test]
    fn what_is_kept_of_a_role_finds_what_scoring_everybody_finds(
        role in role(),
        people in proptest::collection::vec(candidate(), 1..50),
        (limit, rows, n_left_out) in (1_usize..1000, 1_usize..50, 0_usize..3),
        weights in proptest::collection::vec(0_u32..100, 6),
        (gates, absent) in (any::<u8>(), any::<u64>()),
        page in proptest::option::of(0_usize..20),
    ) {
        let taxonomy = Taxonomy::builtin();
        let people: Vec<Value> = people.iter().chain(people.iter().take(9)).cloned().collect();
        let (entries, role) = (entries(people), role_entry(role));
        let limit = if limit < 500 { limit % 12 + 1 } else { limit };
        let usual = judgement(limit, ScoringProfile::default());
        let mut pool = in_tiles(&entries, rows, &usual);
        // Kept by the role's own weights and gates, while everybody is there.
        let kept = RoleScores::of_most(&role, &usual.scorer(&role, &taxonomy), &pool.tiles, n_left_out);

        let weight = |at: usize| Some(f64::from(weights[at]));
        let moved = crate::domain::Weights::default().with_skills(weight(0)).with_family(weight(1)).with_scale(weight(2));
        let moved = moved.with_pay(weight(3)).with_level(weight(4)).with_location(weight(5));
        let mut asked = Judgement { weights: Some(moved), ..judgement(limit, ScoringProfile::default()) };
        let mut switched = RoleEntry { role: role.role.clone(), facts: role.facts.clone() };
        for (bit, requirement) in switched.facts.requirements.iter_mut().filter(|asked| asked.is_must()).enumerate() {
            requirement.gate = gates >> (bit % 8) & 1 == 1;
        }
        let is_absent = |entry: &Entry| absent >> (entry.id.as_str()[2..].parse::<u64>().unwrap() % 64) & 3 == 3;
        pool.tiles.iter_mut().for_each(|tile| tile.retain(|_, entry| !is_absent(entry)));
        let present: Vec<Arc<Entry>> = entries.iter().filter(|entry| !is_absent(entry)).cloned().collect();

        let scorer = asked.scorer(&switched, &taxonomy);
        if let Some(n_before) = page {
            let all = Judgement { limit: n_before + 1, ..judgement(limit, ScoringProfile::default()) };
            let all = Judgement { weights: asked.weights.clone(), ..all }.each(&scorer, "r", &present).into_ordered();
            if let Some(last) = all.last() {
                asked.begin_page_after(last.rank, last.id.to_string());
            }
        }
        let scorer = asked.scorer(&switched, &taxonomy);
        let each = told(asked.each(&scorer, "r", &present));
        let best = asked.best_by(&kept, &scorer, &switched, pool.clone());
        let best: Vec<(String, u32)> = best.into_iter().map(|(id, total)| (id.to_string(), total)).collect();
        prop_assert_eq!(&best, &each.2);
        prop_assert_eq!(told(asked.shortlist_by(&kept, &scorer, &switched, pool)), each);
    }
}

#[test]
fn columns_of_another_profile_or_a_later_month_are_not_used() {
    let taxonomy = Taxonomy::builtin();
    let entries = entries(vec![json!({"skills": ["Slurm"]}), json!({"skills": ["Excel"]})]);
    let role = role_entry(json!({"id": "r", "must_have": ["Slurm"]}));
    let made_with = judgement(1, ScoringProfile::default());
    let pool = in_tiles(&entries, 2, &made_with);
    let columns = &pool.tiles[0].columns;
    let holds = |judgement: &Judgement| Bound::new(&judgement.scorer(&role, &taxonomy)).holds_over(columns);
    let earlier = Judgement { as_of: PartialDate::year_only(2020), ..judgement(1, ScoringProfile::default()) };
    let other = judgement(1, ScoringProfile::default().with("[skills]\nlittle = 0.9").unwrap());
    assert_eq!([&made_with, &earlier, &other].map(holds), [true, false, false]);
    for judgement in [earlier, other] {
        let scorer = judgement.scorer(&role, &taxonomy);
        let (searched, each) = (judgement.shortlist(&scorer, "r", &pool), judgement.each(&scorer, "r", &entries));
        assert_eq!(told(searched), told(each));
    }
}

#[test]
fn among_many_who_have_everything_the_same_are_listed() {
    let taxonomy = Taxonomy::builtin();
    let job = json!({"title": "CUDA engineer", "description": "Wrote CUDA.", "start": "2018", "skills": ["CUDA"]});
    let person = |number: usize| json!({"skills": [{"name": "CUDA", "years": number % 3 + 5}], "experience": [job]});
    let entries = entries((0..300).map(person).collect());
    let role = role_entry(json!({"id": "r", "must_have": ["CUDA"]}));
    let judgement = judgement(10, ScoringProfile::default());
    let scorer = judgement.scorer(&role, &taxonomy);
    let pool = in_tiles(&entries, 40, &judgement);
    let each = judgement.each(&scorer, "r", &entries);
    assert_eq!(each.threshold(), Some(FULL_FIT), "the test is of those who have everything");
    assert_eq!(told(judgement.shortlist(&scorer, "r", &pool)), told(each));
}

#[test]
fn hardly_anybody_need_be_scored() {
    let taxonomy = Taxonomy::builtin();
    let read = |path: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let people = read("tests/graded/candidates.jsonl");
    let (entries, judgement) = (entries(people), judgement(3, ScoringProfile::default()));
    let pool = in_tiles(&entries, 200, &judgement);
    let (mut reaching, mut all) = (0, 0);
    for role in read("tests/graded/roles.jsonl") {
        let role = role_entry(role);
        let scorer = judgement.scorer(&role, &taxonomy);
        let worst = judgement.each(&scorer, "r", &entries).threshold().unwrap();
        let (bound, mut sheet) = (Bound::new(&scorer), Sheet::default());
        let judged = Judged::over(pool.tiles.iter().map(|tile| &*tile.columns));
        for tile in &pool.tiles {
            bound.over(&tile.columns, &mut sheet);
            let least = Bound::least(worst);
            let rows: Vec<u16> = sheet.reaching(least).collect();
            let copies = |row| scorer.copies(&tile.row(row).unwrap().person().facts);
            let closer = bound.closer(&tile.columns, &mut sheet, &judged, &rows, copies, least);
            (reaching, all) = (reaching + closer.len(), all + tile.len());
        }
    }
    assert!(reaching * 10 < all, "{reaching} of {all} bounds reach a list of three");
}
