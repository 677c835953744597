//! Search of candidates and roles by what their documents say.

use std::path::Path;

use rolefit::error::ErrorKind;
use rolefit::matching::Filters;
use rolefit::model::RoleStatus;
use rolefit::search::{Facet, FacetCounts, SearchOptions, SearchPage, SearchQuery, SearchSort};
use rolefit::{Candidate, Engine, Role};
use serde_json::{Value, json};

fn candidate(document: Value) -> Candidate {
    serde_json::from_value(document).unwrap()
}

fn engine() -> Engine {
    let engine = Engine::in_memory();
    for document in [
        json!({"id": "ada", "headline": "Senior HPC engineer", "summary": "Ran 2,048 H100s with Slurm and Lustre.",
               "location": {"city": "Austin", "region": "TX", "country": "US"}, "level": "senior", "work_modes": ["hybrid"]}),
        json!({"id": "bo", "headline": "Storage engineer", "summary": "Lustre, Lustre and more Lustre.", "skills": ["InfiniBand"],
               "location": {"city": "Berlin", "country": "DE"}, "relocation": ["Austin, TX"], "level": "senior"}),
        json!({"id": "cy", "summary": "Kubernetes on GPU clusters.", "experience": [{"title": "Platform engineer", "employer": "Slurm Labs"}]}),
        json!({"id": "di"}),
    ] {
        engine.put_candidate(&candidate(document)).unwrap();
    }
    engine
}

fn asked(query: &str) -> SearchOptions {
    SearchOptions::default().with_query(Some(SearchQuery::for_candidates(query).unwrap()))
}

fn ids(page: &SearchPage<Candidate>) -> Vec<&str> {
    page.documents.iter().map(|candidate| candidate.id.as_str()).collect()
}

fn found(engine: &Engine, query: &str) -> Vec<String> {
    ids(&engine.search_candidates(&asked(query)).unwrap()).into_iter().map(str::to_owned).collect()
}

#[test]
fn words_phrases_fields_and_slips_find_who_says_so() {
    let engine = engine();
    assert_eq!(found(&engine, "lustre"), ["bo", "ada"], "the more of it the better");
    assert_eq!(found(&engine, "lustre slurm"), ["ada"]);
    assert_eq!(found(&engine, "slurm -lustre"), ["cy"]);
    assert_eq!(found(&engine, "employer:slurm"), ["cy"]);
    assert_eq!(found(&engine, "title:engineer -title:storage"), ["cy", "ada"]);
    assert_eq!(found(&engine, r#""gpu clusters" OR infini*"#).len(), 2);
    assert_eq!(found(&engine, "kubernetse"), ["cy"]);
    assert_eq!(found(&engine, r#""kubernetse""#), [""; 0]);
    assert_eq!(found(&engine, "location:austin"), ["ada"]);
    assert_eq!(found(&engine, r#""senior hpc""#), ["ada"]);
    assert_eq!(found(&engine, r#""engineer ran""#), [""; 0], "a phrase ends with its text");
}

#[test]
fn filters_combine_with_words() {
    let engine = engine();
    let with = |filters: Filters| {
        let options = asked("engineer").with_filters(filters);
        let page = engine.search_candidates(&options).unwrap();
        assert_eq!(page.total, page.documents.len());
        let mut ids: Vec<String> = ids(&page).into_iter().map(str::to_owned).collect();
        ids.sort();
        ids
    };
    let place = "Austin, TX";
    assert_eq!(with(Filters::default().with_location(place)), ["ada", "bo"]);
    assert_eq!(with(Filters::default().with_location_or_unstated(place)), ["ada", "bo", "cy"]);
    let skills = vec!["Lustre".to_owned(), "InfiniBand".to_owned()];
    assert_eq!(with(Filters::default().with_skills(skills).with_location(place)), ["bo"]);
    assert_eq!(with(Filters::default().with_min_scale(Some(1000))), ["ada"]);
    assert_eq!(with(Filters::default().with_q("more")), ["bo"]);
    let nowhere = Filters::default().with_location("Atlantis");
    let error = engine.search_candidates(&asked("x").with_filters(nowhere)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Configuration);
}

#[test]
fn pages_of_every_order_are_one_list() {
    let engine = engine();
    let since = engine.put_candidate(&candidate(json!({"id": "ada", "summary": "Lustre engineer"}))).unwrap().seq;
    for (query, sort, expected) in [
        (None, None, vec!["ada", "bo", "cy", "di"]),
        (None, Some(SearchSort::Updated), vec!["ada", "di", "cy", "bo"]),
        (Some("engineer"), Some(SearchSort::Id), vec!["ada", "bo", "cy"]),
        (Some("lustre"), None, vec!["bo", "ada"]),
        (Some("-kubernetes"), None, vec!["ada", "bo", "di"]),
    ] {
        let mut options = query.map(asked).unwrap_or_default();
        (options.sort, options.limit) = (sort, 1);
        let mut seen = Vec::new();
        loop {
            let page = engine.search_candidates(&options).unwrap();
            assert_eq!(page.total, expected.len());
            seen.extend(page.documents.iter().map(|candidate| candidate.id.to_string()));
            let Some(next) = page.next_cursor else { break };
            options.after = Some(next.to_string().parse().unwrap());
        }
        assert_eq!(seen, expected, "{query:?} {sort:?}");
        let other = options.with_updated_since(Some(1));
        assert_eq!(engine.search_candidates(&other).unwrap_err().kind(), ErrorKind::Invalid, "of another question");
    }
    let new = |since| engine.search_candidates(&SearchOptions::default().with_updated_since(Some(since)));
    assert_eq!((ids(&new(since - 1).unwrap()), new(since).unwrap().total), (vec!["ada"], 0));
    let unsortable = SearchOptions::default().with_sort(Some(SearchSort::Relevance));
    assert_eq!(engine.search_candidates(&unsortable).unwrap_err().kind(), ErrorKind::Configuration);
}

fn counts(facets: &[FacetCounts], facet: Facet) -> (Vec<(String, usize)>, usize) {
    let counts = facets.iter().find(|counts| counts.facet == facet).unwrap();
    (counts.values.iter().map(|value| (value.value.clone(), value.count)).collect(), counts.unstated)
}

#[test]
fn facets_count_all_that_is_found_and_silence_too() {
    // Some of them in tiles, some not.
    let engine = engine();
    let crowd: Vec<Candidate> = (0..600)
        .map(|n| {
            candidate(
                json!({"id": format!("n-{n:03}"), "headline": "CUDA engineer", "level": "mid", "skills": ["CUDA"]}),
            )
        })
        .collect();
    engine.put_candidates(&crowd).unwrap();
    let options = asked("engineer").with_facets(Facet::ALL.to_vec());
    let page = engine.search_candidates(&options).unwrap();
    assert_eq!((page.total, page.documents.len(), page.facets.len()), (603, 10, 6));
    let of = |facet| counts(&page.facets, facet);
    let own = |values: &[(&str, usize)]| values.iter().map(|(value, n)| ((*value).to_owned(), *n)).collect::<Vec<_>>();
    assert_eq!(of(Facet::Level), (own(&[("mid", 600), ("senior", 2)]), 1));
    assert_eq!(of(Facet::WorkMode), (own(&[("hybrid", 1)]), 602));
    assert_eq!(of(Facet::ScaleTier), (own(&[("1000", 1)]), 602));
    assert_eq!(of(Facet::Place), (own(&[("Austin, TX, United States", 1), ("Berlin, BE, Germany", 1)]), 601));
    assert_eq!(of(Facet::Skill).0[0], ("cuda".to_owned(), 600));
    assert!(of(Facet::Skill).0.contains(&("lustre".to_owned(), 2)));
    assert!(of(Facet::Family).0[0].1 >= 600, "{:?}", of(Facet::Family));
    for (place, _) in of(Facet::Place).0 {
        let filters = Filters::default().with_location(place);
        assert!(engine.search_candidates(&asked("engineer").with_filters(filters)).unwrap().total >= 1);
    }
    // Counted one by one they are the same.
    let small = Engine::in_memory();
    for one in crowd.iter().take(100).chain(&page.documents) {
        small.put_candidate(one).unwrap();
    }
    let expected = small.search_candidates(&options).unwrap();
    assert_eq!(counts(&expected.facets, Facet::Family).0[0].0, of(Facet::Family).0[0].0);
}

#[test]
fn roles_are_found_too() {
    let engine = Engine::in_memory();
    let roles = [
        json!({"id": "r-1", "title": "HPC storage engineer", "must_have": ["Lustre"], "level": "senior", "work_mode": "hybrid",
               "location": {"city": "Austin", "region": "TX", "country": "US"}, "scale": {"min": 10_000, "unit": "accelerators"}}),
        json!({"id": "r-2", "title": "Platform engineer", "description": "Kubernetes, no storage.", "status": "closed"}),
    ];
    let roles = roles.map(|role| serde_json::from_value::<Role>(role).unwrap());
    engine.put_roles(&roles).unwrap();
    let find = |query: &str, filters: Filters| {
        let query = Some(SearchQuery::for_roles(query).unwrap());
        let options = SearchOptions::default()
            .with_query(query)
            .with_filters(filters)
            .with_facets(vec![Facet::Skill, Facet::ScaleTier]);
        let page = engine.search_roles(&options).unwrap();
        (page.documents.iter().map(|role| role.id.to_string()).collect::<Vec<_>>(), page)
    };
    assert_eq!(find("storage", Filters::default()).0.len(), 2);
    assert_eq!(find("title:storage", Filters::default()).0, ["r-1"]);
    assert_eq!(find("engineer", Filters::default().with_status(vec![RoleStatus::Closed])).0, ["r-2"]);
    let (ids, page) = find("storage", Filters::default().with_skills(vec!["Lustre".to_owned()]));
    assert_eq!(ids, ["r-1"]);
    assert_eq!(counts(&page.facets, Facet::ScaleTier), (vec![("10000".to_owned(), 1)], 0));
    assert_eq!(page.highlights[0][0].pointer, "/title");
    let texas = Filters::default().with_location("Texas");
    assert_eq!(find("storage", texas).0, ["r-1"]);
    let refused = SearchOptions::default().with_filters(Filters::default().with_min_scale(Some(1)));
    assert_eq!(engine.search_roles(&refused).unwrap_err().kind(), ErrorKind::Configuration);
    engine.delete_role(&roles[0].id).unwrap();
    assert_eq!(find("storage", Filters::default()).0, ["r-2"]);
    engine.put_role(&roles[1].clone().with_title("Compiler engineer".to_owned())).unwrap();
    assert_eq!(find("title:platform OR compiler", Filters::default()).1.total, 1);
}

/// A data directory whose index has another format is opened with a new one.
#[test]
fn an_index_of_the_first_format_is_made_anew() {
    fn copy(from: &Path, to: &Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
            let to = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &to);
            } else {
                assert!(std::fs::copy(entry.path(), to).is_ok());
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data_directories/index_1");
    copy(&old, folder.path());
    let before = std::fs::read_to_string(folder.path().join("index/tantivy/meta.json")).unwrap();
    for _ in 0..2 {
        let engine = Engine::open(folder.path()).unwrap();
        assert_eq!(found(&engine, r#"text:"beegfs on linux""#), ["c-1"], "format 1 knew neither fields nor phrases");
        assert_eq!(found(&engine, "skill:slurm"), ["c-2"]);
    }
    let after = std::fs::read_to_string(folder.path().join("index/tantivy/meta.json")).unwrap();
    assert!(!before.contains("index.2") && after.contains("index.2"));
}
