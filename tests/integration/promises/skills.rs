//! Skills: one more that the role asks for never lowers the fit, wherever it is named.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::documents::{SKILLS, candidate, judge, role, with};
use crate::campaign::cases;

/// The names of what a role asks.
fn asked(role: &Value) -> Vec<String> {
    let lists = role["must_have"].as_array().unwrap().iter().chain(role["nice_to_have"].as_array().unwrap());
    lists
        .flat_map(|requirement| match requirement {
            Value::String(name) => vec![name.clone()],
            other => other["any_of"].as_array().unwrap().iter().map(|n| n.as_str().unwrap().to_owned()).collect(),
        })
        .collect()
}

fn with_skill(candidate: &Value, skill: Value) -> Value {
    let mut skills = candidate["skills"].as_array().cloned().unwrap_or_default();
    skills.push(skill);
    with(candidate, "skills", json!(skills))
}

proptest! {
    #![proptest_config(cases(50))]

    #[test]
    fn a_listed_skill_that_the_role_asks_for_never_lowers_the_fit(role in role(), candidate in candidate(), pick in any::<Index>(), detailed in any::<bool>()) {
        let asked = asked(&role);
        prop_assume!(!asked.is_empty());
        let name = &asked[pick.index(asked.len())];
        let skill = if detailed { json!({"name": name, "years": 5, "last_used": "2026"}) } else { json!(name) };
        let more = with_skill(&candidate, skill);
        let (before, after) = (judge(&role, &candidate), judge(&role, &more));
        prop_assert!(after.fit >= before.fit, "{} fell to {}", before.fit, after.fit);
    }

    #[test]
    fn a_skill_of_a_job_that_the_role_asks_for_never_lowers_the_fit(role in role(), candidate in candidate(), pick in any::<Index>()) {
        let asked = asked(&role);
        prop_assume!(!asked.is_empty() && !candidate["experience"].as_array().unwrap().is_empty());
        let mut more = candidate.clone();
        more["experience"][0]["skills"].as_array_mut().unwrap().push(json!(asked[pick.index(asked.len())]));
        let (before, after) = (judge(&role, &candidate), judge(&role, &more));
        prop_assert!(after.fit >= before.fit, "{} fell to {}", before.fit, after.fit);
    }

    #[test]
    fn one_more_skill_never_lowers_a_profile_that_lists_all_or_nothing(role in role(), walled in any::<bool>(), pick in any::<Index>()) {
        let asked = asked(&role);
        prop_assume!(!asked.is_empty());
        let name = &asked[pick.index(asked.len())];
        let others = ["Unity", "Kafka", "SAP", "Excel", "Angular", "Maya", "Oracle Database", "Photoshop", "Jira", "Git", "MATLAB",
            "Tableau", "Snowflake", "COBOL", "PHP", "Ruby", "Swift", "Kotlin", "MongoDB", "Redis", "Jenkins", "Docker", "AWS", "Azure",
            "GCP", "Hadoop", "Hive", "Flink", "Keras", "OpenCV", "SPSS", "Scala", "Perl", "Delphi", "Salesforce", "ServiceNow"];
        let wall: Vec<&str> = others.iter().chain(SKILLS).filter(|other| *other != name).copied().collect();
        let before = json!({"id": "c", "skills": if walled { wall } else { Vec::new() }});
        let more = with_skill(&before, json!(name));
        let (before, after) = (judge(&role, &before), judge(&role, &more));
        prop_assert!(after.fit >= before.fit, "{} fell to {}", before.fit, after.fit);
    }
}

/// What a list makes of the field is so many years of it and no more, and they are not held against who says so.
#[test]
fn a_skill_listed_with_a_short_job_of_long_ago_lowers_nothing() {
    let role = json!({"id": "r", "min_years": 4, "nice_to_have": ["C++"]});
    let job = json!({"title": "Advocate", "start": "2005-03", "end": "2005"});
    let fit = |job: &Value| judge(&role, &json!({"id": "c", "experience": [job]})).fit;
    assert!(fit(&with(&job, "skills", json!(["C++"]))) >= fit(&job));
}
