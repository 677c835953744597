//! Search over HTTP: `GET /v1/candidates` and `GET /v1/roles`.

use serde_json::{Value, json};

use crate::http_service::Service;

fn ids(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

fn filled() -> Service {
    let service = Service::start(None);
    for (id, document) in [
        (
            "a",
            json!({"headline": "Storage engineer", "summary": "Größe: 4 PB of Lustre.", "skills": ["Slurm"], "level": "senior",
                     "location": {"city": "Austin", "region": "TX", "country": "US"}}),
        ),
        (
            "b",
            json!({"headline": "Lustre engineer", "skills": ["Lustre", "Slurm"], "expected_pay": {"min": 200_000, "currency": "USD"}}),
        ),
        ("c", json!({"summary": "Kubernetes platforms."})),
    ] {
        let put = service.put(&format!("/v1/candidates/{id}"), &document.to_string());
        assert_eq!(put.status, 201, "{}", put.text);
    }
    for (id, document) in [
        ("r-1", json!({"title": "Storage engineer", "must_have": ["Lustre"], "level": "senior"})),
        ("r-2", json!({"title": "Platform engineer", "must_have": ["Kubernetes"], "status": "closed"})),
    ] {
        service.put(&format!("/v1/roles/{id}"), &document.to_string());
    }
    service
}

#[test]
fn a_search_answers_documents_with_highlights_counts_and_a_total() {
    let service = filled();
    let page = service.get("/v1/candidates?q=lustre+-kubernetes&facet=level&facet=skill&limit=1").json();
    assert_eq!((ids(&page), &page["total"]), (vec!["b"], &json!(2)));
    let level = json!({"facet": "level", "values": [{"value": "senior", "label": "senior", "count": 1}], "unstated": 1, "other_values": 0});
    assert_eq!(page["facets"][0], level);
    let page = service.get("/v1/candidates?q=text:lustre").json();
    let highlight = json!({"field": "text", "where": "/summary", "text": "Größe: 4 PB of Lustre.", "start": 0, "end": 22,
                           "matches": [{"start": 15, "end": 21}]});
    assert_eq!((&page["highlights"], &page["next_cursor"]), (&json!([[highlight]]), &Value::Null));
    assert!(page.get("facets").is_none() && !page.to_string().contains("score"), "relevance is no figure of an answer");
}

#[test]
fn all_filters_combine() {
    let service = filled();
    let found = |query: &str| {
        let answered = service.get(&format!("/v1/candidates?{query}"));
        assert_eq!(answered.status, 200, "{}", answered.text);
        ids(&answered.json()).join(" ")
    };
    assert_eq!(found("skill=Slurm&skill=Lustre&sort=id"), "a b");
    assert_eq!(found("q=engineer&skill=Slurm&location=Texas"), "a");
    assert_eq!(found("q=engineer&location_or_unstated=Texas&sort=id"), "a b");
    assert_eq!(found("max_pay=150000+USD&sort=updated"), "c a");
    let seq = service.get("/v1/candidates/b").header("etag").trim_matches('"').to_owned();
    assert_eq!(found(&format!("updated_since={seq}")), "c");
    let roles = |query: &str| ids(&service.get(&format!("/v1/roles?{query}")).json()).join(" ");
    assert_eq!(
        (roles("q=engineer&status=closed"), roles("q=title:storage"), roles("skill=Lustre")),
        ("r-2".to_owned(), "r-1".to_owned(), "r-1".to_owned())
    );
}

#[test]
fn the_link_to_the_next_page_is_followed_to_the_end() {
    let service = filled();
    for (start, expected) in [
        ("/v1/candidates?limit=1", "a b c"),
        ("/v1/candidates?limit=1&q=lustre+OR+%22kubernetes+platforms%22&sort=id", "a b c"),
        ("/v1/roles?limit=1&sort=updated", "r-2 r-1"),
    ] {
        let (mut path, mut seen) = (start.to_owned(), Vec::new());
        loop {
            let answered = service.get(&path);
            let page = answered.json();
            seen.extend(ids(&page).into_iter().map(str::to_owned));
            assert_eq!(page["total"], expected.split(' ').count(), "{path}");
            let Some(link) = answered.headers.get("link") else { break };
            let link = link.to_str().unwrap();
            assert!(
                link.ends_with(r#">; rel="next""#) && link.contains(page["next_cursor"].as_str().unwrap()),
                "{link}"
            );
            path = link[1..link.find('>').unwrap()].to_owned();
        }
        assert_eq!(seen.join(" "), expected, "{start}");
    }
}

#[test]
fn a_question_that_cannot_be_meant_is_refused_with_its_place() {
    let service = filled();
    for (query, told) in [
        ("candidates?q=(a", "character 3: expected `)`"),
        ("candidates?q=titel:a", "did you mean `title`"),
        ("roles?q=employer:a", "expected a field"),
        ("candidates?facet=age", "expected one of family"),
        ("candidates?sort=fit", "expected relevance"),
        ("candidates?updated_since=yesterday", "the `seq` of a write"),
        ("candidates?max_pay=much", "300000 USD"),
        ("candidates?q=a&q=b", "given twice"),
        ("candidates?fit=1", "not a parameter"),
        ("roles?min_scale=1", "not a parameter"),
        ("candidates?cursor=b", "next_cursor"),
    ] {
        let answered = service.get(&format!("/v1/{query}"));
        assert_eq!(answered.problem(), (400, "malformed_query".to_owned()), "{query}: {}", answered.text);
        assert!(answered.text.contains(told), "{query}: {}", answered.text);
    }
    let cursor = service.get("/v1/candidates?limit=1").json()["next_cursor"].as_str().unwrap().to_owned();
    assert_eq!(service.get(&format!("/v1/candidates?q=a&cursor={cursor}")).status, 422, "a cursor of another question");
    assert_eq!(service.get("/v1/candidates?sort=relevance").status, 422);
}
