//! `--blind`: whatever the form of an answer, nothing in it tells who the candidates are, and they have stable names of the answer's own.

use std::io::{Cursor, Read as _};

use rolefit::matching::MatchPage;
use rolefit::{Candidate, Engine, MatchOptions, Role};
use serde_json::Value;

use crate::http_page::Browser;
use crate::http_service::Service;
use crate::program::Folder;

/// What tells who the two people are: ids, names, addresses, links, fields of other systems, and words of their documents.
const TELLTALE: [&str; 10] =
    ["anna", "quist", "bo vale", "bo_vale", "example.org", "linkedin", "github.com", "req-77", "weather", "badge"];

const ROLE: &str =
    r#"{"id":"r-1","title":"Storage engineer","must_have":["Lustre","Linux"],"nice_to_have":["ZFS"],"level":"senior"}"#;
const PEOPLE: [&str; 2] = [
    r#"{"id":"Anna Quist CV.pdf","name":"Anna Quist","headline":"Anna Quist, storage engineer at a weather service","summary":"Anna Quist (anna@example.org, +1 555 0100) ran Lustre for six years. anna.quist@example.org, https://github.com/annaquist","skills":[{"name":"Lustre","years":6},"Linux"],"experience":[{"title":"Storage engineer (Anna)","employer":"Quist Weather","start":"2018","description":"Anna contributed patches to Lustre and ran 12 PB on Linux."}],"custom":{"linkedin":"https://linkedin.com/in/annaquist","badge_anna":"REQ-77"}}"#,
    r#"{"id":"bo_vale@example.org","name":"Bo Vale","summary":"Bo Vale administered Linux and ZFS; bo_vale@example.org","skills":["Linux","ZFS"]}"#,
];

fn folder() -> Folder {
    Folder::new().with("role.json", ROLE).with("people.jsonl", &PEOPLE.join("\n")).with("anna.json", PEOPLE[0])
}

const AS_OF: [&str; 2] = ["--as-of", "2026-11-01"];

fn told(text: &str) -> Vec<&'static str> {
    let text = text.to_lowercase();
    TELLTALE.into_iter().filter(|word| text.contains(word)).collect()
}

/// The text of an answer; of a workbook all its parts.
fn text(bytes: Vec<u8>) -> String {
    if !bytes.starts_with(b"PK") {
        return String::from_utf8(bytes).unwrap();
    }
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    for number in 0..archive.len() {
        archive.by_index(number).unwrap().read_to_string(&mut text).unwrap();
    }
    text
}

/// What a command writes into a file or to standard output.
fn written(folder: &Folder, arguments: &[&str], more: &[&str]) -> String {
    let run = folder.command(&[arguments, &AS_OF[..], more].concat()).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    text(run.stdout)
}

/// That an answer tells who somebody is without `--blind`, and with it does not; gives the blind one.
fn blinded(folder: &Folder, arguments: &[&str]) -> String {
    let open = written(folder, arguments, &[]);
    assert!(told(&open).contains(&"anna"), "{arguments:?}: {open}");
    let blind = written(folder, arguments, &["--blind"]);
    assert_eq!(told(&blind), Vec::<&str>::new(), "{arguments:?}: {blind}");
    blind
}

#[test]
fn no_format_of_a_shortlist_tells_who_somebody_is() {
    let folder = folder();
    let files = ["rank", "--roles", "role.json", "--candidates", "people.jsonl"];
    let run = folder.run(&["import", "--data-dir", "data", "--roles", "role.json", "--candidates", "people.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for command in [&files[..], &["match", "r-1", "--data-dir", "data"]] {
        for format in ["table", "json", "jsonl", "csv", "html", "xlsx"] {
            let blind = blinded(&folder, &[command, &["--format", format]].concat());
            assert!(blind.contains("Candidate 1") && blind.contains("Candidate 2"), "{format}: {blind}");
        }
        let explained = blinded(&folder, &[command, &["--explain"]].concat());
        assert!(explained.contains("9 y") && explained.contains("Questions"), "what is no telltale stays: {explained}");
    }
    let answer: Value = serde_json::from_str(&written(&folder, &files, &["--format", "json", "--blind"])).unwrap();
    let open: Value = serde_json::from_str(&written(&folder, &files, &["--format", "json"])).unwrap();
    for (number, (blind, open)) in
        (1..).zip(answer["results"].as_array().unwrap().iter().zip(open["results"].as_array().unwrap()))
    {
        assert_eq!(blind["candidate_id"], format!("Candidate {number}"));
        for field in ["rank", "fit", "verdict", "summary", "gaps", "questions"] {
            assert_eq!(blind[field], open[field], "{field}");
        }
    }
}

#[test]
fn scorecards_are_filed_by_id_and_so_are_never_blind() {
    let folder = folder();
    for format in ["greenhouse-scorecard", "lever-scorecard"] {
        let run = folder
            .run(&["rank", "--roles", "role.json", "--candidates", "people.jsonl", "--format", format, "--blind"]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains("a scorecard is filed by the candidate's id"), "{}", run.stderr);
    }
}

#[test]
fn shards_merge_into_the_same_blind_answer_and_into_no_scorecard() {
    let folder = folder();
    let rank = ["rank", "--roles", "role.json", "--candidates", "people.jsonl", "--format", "csv", "--blind"];
    let whole = written(&folder, &rank, &[]);
    for shard in ["1/2", "2/2"] {
        written(&folder, &rank, &["--shard", shard, "--output", &format!("part-{}", &shard[..1])]);
    }
    let merged = folder.run(&["merge", "part-1", "part-2"]);
    assert_eq!(merged.stdout, whole, "{}", merged.stderr);
    let run = folder.run(&["merge", "part-1", "part-2", "--format", "lever-scorecard"]);
    assert!(run.code == 2 && run.stdout.is_empty(), "{}", run.stderr);
}

#[test]
fn one_pair_the_like_and_what_if_are_blind_too() {
    let folder = folder();
    let run = folder.run(&["import", "--data-dir", "data", "--roles", "role.json", "--candidates", "people.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for format in ["table", "json", "html"] {
        let blind = blinded(&folder, &["explain", "role.json", "anna.json", "--format", format]);
        assert!(blind.contains("The candidate"), "{blind}");
    }
    for format in ["table", "json"] {
        let like = blinded(
            &folder,
            &["similar", "--data-dir", "data", "--candidate", "Anna Quist CV.pdf", "--format", format],
        );
        assert!(like.contains("The candidate") && like.contains("Candidate 1"), "{like}");
        let asked = ["what-if", "r-1", "--data-dir", "data", "--top", "1", "--format", format, "--candidate"];
        let what_if = blinded(&folder, &[&asked[..], &["Anna Quist CV.pdf"]].concat());
        assert!(what_if.contains("The candidate"), "{what_if}");
    }
}

#[test]
fn the_pages_exports_are_as_blind_as_the_page() {
    let service = Service::start(None);
    assert_eq!(service.put("/v1/roles/r-1", ROLE).status, 201);
    for person in PEOPLE {
        assert_eq!(service.post("/v1/candidates", person).status, 201, "{person}");
    }
    let mut browser = Browser::new(&service);
    for ending in ["csv", "json"] {
        let open = browser.get(&format!("/roles/r-1/shortlist.{ending}")).html;
        let blind = browser.get(&format!("/roles/r-1/shortlist.{ending}?blind=1")).html;
        assert!(told(&open).contains(&"anna"), "{open}");
        assert_eq!(told(&blind), Vec::<&str>::new(), "{blind}");
        assert!(blind.contains("Candidate 1") && blind.contains("Candidate 2"), "{blind}");
    }
    let sheet = |query: &str| text(service.get_raw(&format!("/roles/r-1/shortlist.xlsx{query}"), &[]).bytes);
    assert!(told(&sheet("")).contains(&"anna"));
    assert_eq!(told(&sheet("?blind=1")), Vec::<&str>::new());
    for path in ["shortlist.html", "print"] {
        let blind = browser.get(&format!("/roles/r-1/{path}?blind=1"));
        assert_eq!((blind.status, told(&blind.html)), (200, Vec::new()), "{}", blind.html);
    }
}

/// Whoever embeds the crate makes the same blind answer; a cursor holds an id, and goes.
#[test]
fn a_blind_answer_leads_to_no_next_page() {
    let candidates = PEOPLE.map(|person| serde_json::from_str::<Candidate>(person).unwrap());
    let role: Role = serde_json::from_str(ROLE).unwrap();
    let options = MatchOptions::default().with_limit(1).with_page(Some(MatchPage::default()));
    let answer = Engine::in_memory().rank(&role, &candidates, &options).unwrap();
    assert!(answer.next_cursor.is_some() && answer.results[0].name.is_some());
    let blind = serde_json::to_string(&answer.blinded()).unwrap();
    assert!(told(&blind).is_empty() && !blind.contains("next_cursor"), "{blind}");
}
