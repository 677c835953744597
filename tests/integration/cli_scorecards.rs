//! Shortlists as scorecards of Greenhouse and Lever.

use serde_json::{Value, json};

use crate::program::{Folder, Run};

fn folder() -> Folder {
    let role = r#"{"id":"r-1","title":"Storage engineer","must_have":["Lustre","Ansible"],"nice_to_have":["ZFS"]}"#;
    let people = r#"{"id":"greenhouse-53883394","name":"Ana Lima","skills":[{"name":"Lustre","years":6}]}"#;
    Folder::new().with("role.json", role).with("people.jsonl", people)
}

fn cards(folder: &Folder, format: &str) -> Vec<Value> {
    let arguments =
        ["rank", "--roles", "role.json", "--candidates", "people.jsonl", "--as-of", "2026-11-01", "--format"];
    let Run { code, stdout, stderr } = folder.run(&[&arguments[..], &[format]].concat());
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn a_card_of_greenhouse_rates_each_requirement_and_recommends_nobody() {
    let cards = cards(&folder(), "greenhouse-scorecard");
    let [card] = cards.as_slice() else { panic!("{cards:?}") };
    assert_eq!((&card["candidate_id"], &card["interview"]), (&json!(53_883_394), &json!("Rolefit: Storage engineer")));
    assert_eq!((&card["overall_recommendation"], &card["interviewer"]), (&json!("no_decision"), &Value::Null));
    let attribute = |name: &str| {
        let attributes = card["attributes"].as_array().unwrap();
        attributes.iter().find(|attribute| attribute["name"] == name).unwrap_or_else(|| panic!("{name}: {card}"))
    };
    assert_eq!((&attribute("Lustre")["type"], &attribute("ZFS")["type"]), (&json!("Required"), &json!("Nice to have")));
    assert!(attribute("Lustre")["note"].as_str().unwrap().contains("6 years"), "{card}");
    assert_eq!(attribute("Ansible")["rating"], "no_decision", "silence is no refusal");
    assert_eq!(card["ratings"]["no"], json!([]));
    assert_eq!(card["questions"][0]["question"], "Key take-aways");
    assert!(!card.to_string().contains("Ana"), "a name is not repeated");
}

#[test]
fn a_form_of_lever_holds_the_same() {
    let cards = cards(&folder(), "lever-scorecard");
    let [form] = cards.as_slice() else { panic!("{cards:?}") };
    assert_eq!((&form["opportunityId"], &form["completedAt"]), (&json!("greenhouse-53883394"), &Value::Null));
    let scorecard = &form["fields"][1];
    let (scores, values) = (scorecard["scores"].as_array().unwrap(), scorecard["value"].as_array().unwrap());
    assert_eq!(scores.len(), values.len());
    for (score, value) in scores.iter().zip(values) {
        let is_told = score["text"] == "Lustre";
        assert_eq!(value["score"].is_u64(), is_told, "{form}");
    }
}
