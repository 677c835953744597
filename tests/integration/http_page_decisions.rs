//! What people decide on the page, without a script: stages, grades and notes, gates of a shortlist, documents of one person, and people
//! found by their name.

use serde_json::json;

use crate::http_access::key;
use crate::http_page::Browser;
use crate::http_service::Service;

fn fill(service: &Service) {
    let role = json!({"title": "HPC engineer", "must_have": [{"name": "Lustre", "gate": true}, "Slurm"]});
    assert_eq!(service.put("/v1/roles/r", &role.to_string()).status, 201);
    for (id, name, skills, modes) in [
        ("ana", "Ana Lima", vec!["Lustre", "Slurm"], vec!["onsite"]),
        ("bo", "Bo Berg", vec!["Lustre"], vec!["remote"]),
        ("cy", "Cy Chu", vec!["Slurm"], vec![]),
    ] {
        let document = json!({"name": name, "skills": skills, "work_modes": modes});
        assert_eq!(service.put(&format!("/v1/candidates/{id}"), &document.to_string()).status, 201);
    }
}

/// The names on a shortlist, in its order.
fn names(browser: &mut Browser<'_>, path: &str) -> Vec<String> {
    let shown = browser.get(path);
    assert_eq!(shown.status, 200, "{path}: {}", shown.html);
    let links = shown.html.split("<a class=\"name\" href=\"/roles/r/candidates/").skip(1);
    links.map(|rest| rest.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned()).collect()
}

#[test]
fn a_decision_is_kept_shown_filtered_by_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let writer = key(folder.path(), &["--scope", "write", "--name", "Kim"]);
    let service = Service::start(Some(folder.path())).with_key(&writer);
    fill(&service);
    let mut browser = Browser::signed_in(&service, &writer);
    let pair = "/roles/r/candidates/ana";
    let csrf = browser.get(pair).csrf();
    let action = format!("{pair}/feedback");
    let form = [
        ("csrf", csrf.as_str()),
        ("shown_stage", ""),
        ("stage", "interview"),
        ("shown_grade", ""),
        ("grade", "3"),
        ("note", "Call her <b>today</b>."),
    ];
    let saved = browser.post(&action, &form);
    assert_eq!((saved.status, saved.location.as_str()), (303, "/roles/r/candidates/ana#feedback"), "{}", saved.html);
    let shown = browser.get(pair).html;
    assert!(shown.contains("Call her &#60;b&#62;today&#60;/b&#62;.") && shown.contains("Kim"), "{shown}");
    assert!(shown.contains("value=\"interview\" selected") && shown.contains("value=\"3\" checked"), "{shown}");
    let kept = service.get("/v1/roles/r/feedback/ana").json();
    assert_eq!(
        (&kept["stage"], &kept["grade"], &kept["notes"][0]["by"]),
        (&json!("interview"), &json!(3), &json!("Kim"))
    );

    // A form that was opened before changes nothing that its sender did not change.
    let stale = [
        ("csrf", csrf.as_str()),
        ("shown_stage", ""),
        ("stage", ""),
        ("shown_grade", ""),
        ("grade", ""),
        ("note", "B"),
    ];
    assert_eq!(browser.post(&action, &stale).status, 303);
    let kept = service.get("/v1/roles/r/feedback/ana").json();
    assert_eq!((&kept["stage"], kept["notes"].as_array().unwrap().len()), (&json!("interview"), 2));

    let list = browser.get("/roles/r").html;
    assert!(list.contains("st-interview") && list.contains("call today"), "{list}");
    assert_eq!(names(&mut browser, "/roles/r?stage=interview"), ["Ana Lima"]);
    assert_eq!(names(&mut browser, "/roles/r?stage=none"), ["Bo Berg"]);
    assert_eq!(names(&mut browser, "/roles/r?stage=active"), ["Ana Lima", "Bo Berg"]);
    service.put("/v1/roles/r/feedback/bo", r#"{"stage": "rejected"}"#);
    assert_eq!(names(&mut browser, "/roles/r?stage=active"), ["Ana Lima"]);
    let csv = browser.get("/roles/r/shortlist.csv").html;
    assert!(csv.lines().next().unwrap().ends_with(",stage,grade") && csv.contains(",interview,3"), "{csv}");
    let blind = browser.get(&format!("{pair}?blind=1")).html;
    assert!(!blind.contains("Call her") && blind.contains("Notes are left out"), "{blind}");
    assert!(browser.get("/candidates/ana").html.contains("Notes: 2"));

    // A note is removed, and put back; so is the person, with everything.
    let key = shown.split("name=\"note\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let removed = browser.post(&format!("{action}/remove"), &[("csrf", &csrf), ("note", &key)]);
    assert_eq!(removed.status, 303, "{}", removed.html);
    let token = removed.location.split("undo=").nth(1).unwrap().split('#').next().unwrap().to_owned();
    assert!(!browser.get(pair).html.contains("Call her"));
    assert_eq!(
        browser.post("/undo", &[("csrf", &csrf), ("token", &token)]).location,
        "/roles/r/candidates/ana#feedback"
    );
    assert!(browser.get(pair).html.contains("Call her"));
    let deleted = browser.post("/candidates/ana/delete", &[("csrf", &csrf)]);
    assert_eq!(service.get("/v1/roles/r/feedback.qrels").text, "");
    let token = deleted.location.split("undo=").nth(1).unwrap().to_owned();
    assert_eq!(browser.post("/undo", &[("csrf", &csrf), ("token", &token)]).status, 303);
    assert_eq!(service.get("/v1/roles/r/feedback.qrels").text, "r 0 ana 3\n");
}

#[test]
fn gates_and_ways_to_work_are_switched_in_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(Some(folder.path()));
    fill(&service);
    let mut browser = Browser::new(&service);
    assert_eq!(names(&mut browser, "/roles/r"), ["Ana Lima", "Bo Berg"]);
    assert_eq!(names(&mut browser, "/roles/r?gates=1"), ["Ana Lima", "Bo Berg", "Cy Chu"]);
    assert_eq!(names(&mut browser, "/roles/r?gates=1&gate=Slurm"), ["Ana Lima", "Cy Chu"]);
    assert_eq!(names(&mut browser, "/roles/r?gates=1&gate=Slurm&gate=Lustre"), ["Ana Lima"]);
    let moved = browser.get("/roles/r?gates=1&gate=Slurm").html;
    assert!(moved.contains("class=\"was same\"") && !moved.contains("1 without Lustre"), "{moved}");
    assert!(moved.contains("1 without Slurm"), "{moved}");
    let plain = browser.get("/roles/r").html;
    assert!(!plain.contains("class=\"was ") && plain.contains("value=\"Lustre\" checked data-gate=\"on\""), "{plain}");
    let unknown = browser.get("/roles/r?gates=1&gate=Sailing");
    assert!(unknown.status == 200 && unknown.html.contains("no must-have of the role"), "{}", unknown.html);
    assert!(browser.get("/roles/r/candidates/bo?gates=1&gate=Slurm").html.contains("Would not stand on the shortlist"));

    assert_eq!(names(&mut browser, "/roles/r?mode=remote"), ["Bo Berg"]);
    assert_eq!(names(&mut browser, "/roles/r?mode=remote&gates=1"), ["Bo Berg", "Cy Chu"], "who says nothing stays");
}

#[test]
fn documents_of_one_person_are_merged_told_apart_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(Some(folder.path()));
    fill(&service);
    for id in ["x-1", "x-2"] {
        let document = json!({"name": "Xaviera Quillfeather", "custom": {"email": "x.quill@home.example"}});
        service.put(&format!("/v1/candidates/{id}"), &document.to_string());
    }
    let mut browser = Browser::new(&service);
    let list = browser.get("/duplicates").html;
    assert!(list.contains("Pairs: 1") && list.contains("the same e-mail address"), "{list}");
    let person = browser.get("/candidates/x-1").html;
    assert!(person.contains("May be the same person as"), "{person}");
    let pair = person.split("href=\"/duplicates/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let one = browser.get(&format!("/duplicates/{pair}"));
    assert!(one.status == 200 && one.html.matches("<section class=\"card posting\"").count() == 2, "{}", one.html);
    let csrf = one.csrf();
    let path = |what: &str| format!("/duplicates/{pair}/{what}");
    let merged = browser.post(&path("merge"), &[("csrf", &csrf), ("survivor", "x-2")]);
    assert_eq!(
        (merged.status, merged.location.clone()),
        (303, format!("/duplicates?state=proposed&done=merged&pair={pair}"))
    );
    let after = browser.get(&merged.location).html;
    assert!(after.contains("Merged: they are matched as one person.") && after.contains("No pairs here"), "{after}");
    let decided = service.get("/v1/duplicates?state=merged").json();
    assert_eq!(decided["duplicates"][0]["candidate_ids"], json!(["x-2", "x-1"]));
    assert!(browser.get("/duplicates?state=merged").html.contains("Xaviera Quillfeather"));
    let undone = browser.post(&path("undo"), &[("csrf", &csrf), ("state", "merged")]);
    assert_eq!(undone.location, format!("/duplicates?state=merged&done=proposed&pair={pair}"));
    assert_eq!(browser.post(&path("dismiss"), &[("csrf", &csrf)]).status, 303);
    assert!(!browser.get("/candidates/x-1").html.contains("May be the same person as"));
    assert_eq!(browser.get("/duplicates/none").status, 404);
}

#[test]
fn people_are_found_by_their_name_although_no_name_is_in_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(Some(folder.path()));
    fill(&service);
    let mut browser = Browser::new(&service);
    let found = browser.get("/candidates?q=lim").html;
    assert!(found.contains("By name or id") && found.contains("Ana Lima") && !found.contains("Bo Berg"), "{found}");
    service.put("/v1/candidates/ana", r#"{"name": "Ana Souza", "skills": ["Lustre"]}"#);
    assert!(!browser.get("/candidates?q=lim").html.contains("By name or id"));
    assert!(browser.get("/candidates?q=souza").html.contains("Ana Souza"));
    let by_words = browser.get("/candidates?q=lustre").html;
    assert!(by_words.contains("Bo Berg") && !by_words.contains("By name or id"), "{by_words}");
}

#[test]
fn an_upload_goes_on_when_nobody_looks_and_tells_what_became_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(Some(folder.path()));
    let mut browser = Browser::new(&service);
    let csrf = browser.get("/candidates/add").csrf();
    let texts: Vec<(String, String)> =
        (0..30).map(|n| (format!("p{n}.txt"), format!("Pat {n}\nStorage engineer\nLustre since 2015.\n"))).collect();
    let files: Vec<(&str, &str, &[u8])> =
        texts.iter().map(|(name, text)| ("files", name.as_str(), text.as_bytes())).collect();
    let sent = browser.upload("/candidates/add", &[("csrf", &csrf)], &files);
    assert_eq!(sent.status, 303, "{}", sent.html);
    assert!(sent.location.starts_with("/candidates/add/"), "{}", sent.location);
    let read = browser.when_read(&sent.location);
    assert!(read.html.contains("30 added or replaced") && !read.html.contains("hx-trigger=\"every"), "{}", read.html);
    assert_eq!(service.get("/v1/candidates?limit=50").json()["total"], 30);
    let again = Browser::new(&service).get(&sent.location);
    assert!(again.html.contains("30 added or replaced"), "another browser finds it by its address");
    assert_eq!(browser.get("/candidates/add/none").status, 404);
}
