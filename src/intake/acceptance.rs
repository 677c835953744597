//! What is accepted and what is refused, document by document.

use serde_json::{Value, json};

use super::*;
use crate::domain::{Candidate, Error, Level, Period, RESERVED, Role, ScaleUnit, WorkMode};

fn whole_candidate() -> Value {
    json!({
        "id": "c-0042", "name": "A. B.", "headline": "Senior HPC engineer", "summary": "free text",
        "location": { "city": "Austin", "region": "TX", "country": "US" }, "work_modes": ["hybrid", "remote"],
        "relocation": ["Seattle, WA"], "work_authorization": ["US"], "available_from": "2027-01-15", "level": "senior",
        "skills": ["Slurm", { "name": "InfiniBand", "years": 6, "last_used": "2026" }],
        "experience": [{
            "title": "HPC engineer", "employer": "E", "start": "2021-03", "end": null, "description": "free text",
            "skills": ["Lustre"],
            "scale": [{ "value": 4096, "unit": "accelerators", "accelerator": "H100", "capacity": "operated" }],
        }],
        "education": [{ "degree": "MSc", "field": "Computer Science", "institution": "I" }],
        "certifications": ["CKA"], "open_source": ["vLLM"], "publications": [{ "venue": "MLSys", "title": "T", "year": 2024 }],
        "expected_pay": { "min": 240_000, "max": 280_000.5, "currency": "USD", "period": "year", "basis": "base" },
        "external_ids": { "greenhouse": "123" }, "custom": { "current_salary": null, "any": [1, { "thing": true }] },
    })
}

fn whole_role() -> Value {
    json!({
        "id": "r-7", "title": "Senior AI-HPC Cluster Engineer", "requisition_id": "R-1", "description": "free text",
        "status": "open", "level": "senior", "min_years": 6,
        "must_have": ["Slurm", { "any_of": ["Lustre", "GPFS"], "min_years": 2, "weight": 1.5, "gate": false }],
        "nice_to_have": ["CUDA"], "scale": { "min": 10_000, "unit": "accelerators" }, "accelerators": ["H100"],
        "workload": ["training"],
        "pay_band": { "min": 220_000, "max": 300_000, "currency": "USD", "period": "year", "basis": "base" },
        "location": { "city": "Santa Clara", "region": "CA", "country": "US" }, "work_mode": "hybrid",
        "work_authorization": ["US"], "weights": { "skills": 0.5 }, "external_ids": {}, "custom": {},
    })
}

pub(super) fn candidate(value: Value) -> Result<Candidate, Error> {
    candidate_from_value(value, "", &Limits::default())
}

pub(super) fn role(value: Value) -> Result<Role, Error> {
    role_from_value(value, "", &Limits::default())
}

/// `fields` with an id.
fn with_id(fields: Value) -> Value {
    let Value::Object(mut map) = fields else { panic!("an object is needed") };
    map.entry("id").or_insert_with(|| "x".into());
    Value::Object(map)
}

/// Each violation as `pointer: message`.
fn violations(error: &Error) -> Vec<String> {
    error.violations().iter().map(|v| format!("{}: {}", v.pointer, v.message)).collect()
}

fn candidate_violations(fields: Value) -> Vec<String> {
    violations(&candidate(with_id(fields)).unwrap_err())
}

fn role_violations(fields: Value) -> Vec<String> {
    violations(&role(with_id(fields)).unwrap_err())
}

#[test]
fn documents_with_every_field_are_accepted_and_written_as_they_were() {
    let candidate = candidate(whole_candidate()).unwrap();
    assert_eq!(candidate.level, Some(Level::Senior));
    let mut expected = whole_candidate();
    expected["experience"][0].as_object_mut().unwrap().remove("end");
    expected["skills"][1]["years"] = json!(6.0);
    assert_eq!(serde_json::to_value(&candidate).unwrap(), expected);
    role(whole_role()).unwrap();
}

#[test]
fn all_violations_come_at_once() {
    let found = candidate_violations(json!({
        "skils": [], "level": "seniorr", "location": 7, "available_from": "soon",
        "skills": ["Slurm", { "years": "6" }, 7, ""],
        "experience": [{ "boss": "E", "start": "2021", "end": "2020-05" }],
        "expected_pay": { "min": 2, "max": 1, "currency": "dollars" },
    }));
    let expected = [
        "/available_from: this is \"soon\"; expected a date written 2021, 2021-03 or 2021-03-15",
        "/expected_pay/currency: this is \"dollars\"; expected a three-letter ISO 4217 code such as USD or EUR",
        "/experience/0/boss: `boss` is not a field of this object; anything extra can be kept in the candidate's `custom`",
        "/level: this is \"seniorr\"; expected one of entry, mid, senior, staff, principal, lead, manager, director; \
         did you mean `senior`?",
        "/location: this is the number 7; expected a text or an object with city, country, region",
        "/skills/1: `name` is missing; expected a text",
        "/skills/1/years: this is the text \"6\"; expected a number from 0 to 80: write 6 without quotes",
        "/skills/2: this is the number 7; expected a text or an object with last_used, name, years",
        "/skills/3: this is the text \"\"; expected at least 1 character",
        "/skils: `skils` is not a field of a candidate; did you mean `skills`? anything extra can be kept in the \
         candidate's `custom`",
        "/expected_pay: `min` is more than `max`; a range is written from the least to the most",
        "/experience/0/end: the end 2020-05 is before the start 2021; expected an end at or after it",
    ];
    assert_eq!(found, expected);
}

#[test]
fn current_and_previous_pay_is_refused_with_the_reason_wherever_it_stands() {
    for fields in [
        json!({ "current_salary": 1 }),
        json!({ "SalaryHistory": null }),
        json!({ "experience": [{ "salary": 1 }] }),
        json!({ "expected_pay": { "currency": "USD", "current": 1 } }),
        json!({ "skills": [{ "name": "S", "last_pay": 1 }] }),
    ] {
        let found = candidate_violations(fields);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("salary-history laws"), "{found:?}");
        assert!(found[0].contains("only `expected_pay`"), "{found:?}");
    }
    assert!(candidate_violations(json!({ "salary": 1 }))[0].contains("give what is expected as `expected_pay`"));
    assert!(candidate_violations(json!({ "dob": 1 }))[0].contains("personal attributes never take part"));
}

#[test]
fn current_and_previous_pay_is_refused_at_any_depth_of_what_is_kept_unread() {
    for (custom, pointer) in [
        (json!({ "current_salary": 1 }), "/custom/current_salary"),
        (json!({ "ats": [{ "deep": { "Last Drawn CTC": "12 LPA" } }] }), "/custom/ats/0/deep/Last Drawn CTC"),
        (json!({ "current": { "employer": "E", "salary": { "amount": 1 } } }), "/custom/current/salary"),
        (json!({ "compensation": { "previous": 1, "expected": 2 } }), "/custom/compensation/previous"),
        (json!({ "work_history": [{ "employer": "E", "salary": 1 }] }), "/custom/work_history/0/salary"),
        (json!({ "fields": [{ "name": "Current Salary", "value": "100,000" }] }), "/custom/fields/0"),
        (json!({ "Label": "previous pay", "answer": 7 }), "/custom"),
        (json!({ "salary": { "a/b": 1, "current": [1] } }), "/custom/salary/current"),
    ] {
        let found = candidate_violations(json!({ "custom": custom }));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(&format!("{pointer}: ")) && found[0].contains("salary-history laws"), "{found:?}");
    }
    let found = candidate_violations(json!({ "external_ids": { "payslips": "1" } }));
    assert!(found[0].starts_with("/external_ids/payslips: "), "{found:?}");
    for fine in [
        json!({ "current_salary": null, "current": { "employer": "E", "base": "Berlin", "role": "Engineer" } }),
        json!({ "expected": { "salary": 1, "current_year": 2026 }, "salary": { "expected": 1, "currency": "EUR" } }),
        json!({ "fields": [{ "name": "Current Salary", "value": null }, { "name": "Notice", "value": "3 months" }] }),
        json!({ "last": { "sync": 1 }, "history": [{ "stage": "phone", "paid_leave": true }], "package": "com.example" }),
        json!({ "current_employer": "E", "previous": { "application": { "rating": 4 } } }),
    ] {
        candidate(with_id(json!({ "custom": fine }))).unwrap();
    }
    role(with_id(json!({ "custom": { "previous_salary": 1 } }))).unwrap();
}

#[test]
fn words_of_enumerations_are_taken_in_any_case_and_by_synonym() {
    let candidate = candidate(with_id(json!({
        "level": "Sr.", "work_modes": ["On-Site", "WFH"],
        "experience": [{ "scale": [{ "value": 8.0, "unit": "GPUs", "capacity": "Ran" }] }],
        "expected_pay": { "min": 100, "currency": "usd", "period": "Hourly", "basis": "OTE" },
    })))
    .unwrap();
    assert_eq!(candidate.level, Some(Level::Senior));
    assert_eq!(candidate.work_modes, [WorkMode::Onsite, WorkMode::Remote]);
    assert_eq!(candidate.experience[0].scale[0].unit, ScaleUnit::Accelerators);
    assert_eq!(candidate.expected_pay.unwrap().period, Period::Hour);
}

#[test]
fn petabytes_alone_have_fractions() {
    let of = |value: f64, unit: &str| json!({ "experience": [{ "scale": [{ "value": value, "unit": unit }] }] });
    let kept = candidate(with_id(of(7.25, "PB"))).unwrap().experience[0].scale[0].value;
    assert_eq!((kept.units(), kept.beyond()), (7, 250));
    let found = candidate_violations(of(1.5, "GPUs"));
    assert!(found.len() == 1 && found[0].starts_with("/experience/0/scale/0/value"), "{found:?}");
    let of = |min: f64, unit: &str| json!({ "scale": { "min": min, "unit": unit } });
    let asked = role(with_id(of(0.5, "petabytes"))).unwrap();
    assert_eq!(serde_json::to_value(asked.scale).unwrap(), json!({ "min": 0.5, "unit": "petabytes" }));
    let Err(Error::Invalid(found)) = role(with_id(of(1.5, "nodes"))) else { panic!("half a node was taken") };
    assert_eq!((found.len(), found[0].pointer.as_str()), (1, "/scale/min"));
}

#[test]
fn a_job_that_goes_on_may_say_so() {
    for end in ["present", "Current", "NOW", "till date"] {
        let candidate = candidate(with_id(json!({ "experience": [{ "start": "2021", "end": end }] }))).unwrap();
        assert_eq!(candidate.experience[0].end, None);
    }
    assert_eq!(candidate_violations(json!({ "experience": [{ "start": "now" }] })).len(), 1);
}

#[test]
fn null_means_absent_for_every_optional_field() {
    for (document, name) in [(whole_candidate(), "candidate"), (whole_role(), "role")] {
        let Value::Object(mut map) = document else { unreachable!() };
        map.iter_mut().filter(|(key, _)| *key != "id").for_each(|(_, value)| *value = Value::Null);
        let outcome = if name == "role" {
            role(Value::Object(map)).map(|_| ())
        } else {
            candidate(Value::Object(map)).map(|_| ())
        };
        outcome.unwrap();
    }
    assert!(violations(&candidate(json!({ "id": null })).unwrap_err())[0].starts_with("/id: this is null;"));
    assert!(violations(&candidate(json!({})).unwrap_err())[0].starts_with(": `id` is missing;"));
}

#[test]
fn requirements_name_one_skill_or_alternatives_and_gates_are_must_haves() {
    assert_eq!(
        role_violations(json!({
            "must_have": [{}, { "name": "A", "any_of": ["B"] }, { "any_of": [] }, { "any_of": [" "], "gate": true }, "  "],
            "nice_to_have": [{ "name": "A", "any_of": [], "gate": true }, { "ability": "A" }],
        })),
        [
            "/nice_to_have/1/ability: `ability` is not a field of this object; anything extra can be kept in the role's \
             `custom`",
            "/must_have/0: has neither `name` nor `any_of`; expected exactly one of them",
            "/must_have/1: has both `name` and `any_of`; expected exactly one of them",
            "/must_have/2/any_of: is empty; expected at least one skill",
            "/must_have/3/any_of/0: is blank; expected a skill's name",
            "/must_have/4: is blank; expected a skill's name",
            "/nice_to_have/0/gate: only a must-have can be a gate; leave it out, or move this to `must_have`",
            "/nice_to_have/1: has neither `name` nor `any_of`; expected exactly one of them",
        ]
    );
}

#[test]
fn days_are_compared_as_far_as_both_dates_say() {
    let job = |start: &str, end: &str| candidate(with_id(json!({ "experience": [{ "start": start, "end": end }] })));
    assert!(job("2021-03", "2021").is_ok());
    assert!(job("2021-03-15", "2021-03-15").is_ok());
    assert!(job("2021-03-15", "2021-03-14").is_err());
    assert!(job("2021-03", "2020").is_err());
}

#[test]
fn pointers_begin_with_the_prefix() {
    let error =
        candidate_from_value(json!({ "id": "x", "skills": [{ "name": 1 }] }), "/candidates/3", &Limits::default());
    assert_eq!(
        violations(&error.unwrap_err()),
        ["/candidates/3/skills/0/name: this is the number 1; expected a text: write \"1\""]
    );
}

#[test]
fn an_id_from_outside_fills_in_or_agrees() {
    let limits = Limits::default();
    assert_eq!(parse_candidate_as("c-1", b"{}", &limits).unwrap().id(), "c-1");
    assert_eq!(parse_candidate_as("c-1", br#"{"id":"c-1"}"#, &limits).unwrap().id(), "c-1");
    let error = parse_role_as("r-1", br#"{"id":"r-2"}"#, &limits).unwrap_err();
    assert!(violations(&error)[0].starts_with("/id: this is \"r-2\", but the document is put as \"r-1\""));
    assert_eq!(violations(&parse_role_as("a/b", b"{}", &limits).unwrap_err()).len(), 1);
    let or = |json: &[u8]| parse_document::<Role>(json, IdSource::DocumentOr("new"), &limits).unwrap();
    assert_eq!((or(b"{}").id(), or(br#"{"id":"own"}"#).id()), ("new", "own"));
}

#[test]
fn duplicate_keys_are_violations_among_the_others() {
    let error = parse_candidate(br#"{"id":"a","level":"mid","level":"x","custom":{"a":1,"a":2}}"#, &Limits::default());
    let found = violations(&error.unwrap_err());
    assert_eq!(found.len(), 3);
    assert!(found[0].starts_with("/level: is given more than once"));
    assert!(found[1].starts_with("/custom/a: is given more than once"));
    assert!(found[2].starts_with("/level: this is \"x\";"));
}

#[test]
fn values_too_deep_are_refused_like_texts() {
    let deep = |levels: usize| json!({ "id": "a", "custom": { "x": (2..levels).fold(json!(1), |v, _| json!([v])) } });
    assert!(candidate(deep(32)).is_ok());
    assert!(candidate(deep(33)).is_err());
    assert!(parse_candidate(deep(32).to_string().as_bytes(), &Limits::default()).is_ok());
    assert!(parse_candidate(deep(33).to_string().as_bytes(), &Limits::default()).is_err());
}

/// The schema and the checker on the same documents. What only the checker does is tested above: synonyms and other letter
/// cases are taken, and rules of several fields are held.
#[test]
fn the_schema_accepts_and_refuses_the_same_documents() {
    let long = "x".repeat(501);
    let many = vec!["s"; 201];
    let candidates = [
        json!({}),
        json!({ "level": null }),
        json!({ "level": "mid" }),
        json!({ "level": 3 }),
        json!({ "level": "wizard" }),
        json!({ "name": long }),
        json!({ "name": 1 }),
        json!({ "skills": many }),
        json!({ "skills": null }),
        json!({ "skills": "Slurm" }),
        json!({ "skills": [null] }),
        json!({ "skills": [""] }),
        json!({ "skills": [["a"]] }),
        json!({ "skills": [{ "name": "a", "years": 80 }] }),
        json!({ "skills": [{ "name": "a", "years": 80.1 }] }),
        json!({ "skills": [{ "name": "a", "years": -1 }] }),
        json!({ "skills": [{ "name": "a", "years": "6" }] }),
        json!({ "skills": [{ "name": "a", "last_used": "2021-13" }] }),
        json!({ "skills": [{ "years": 1 }] }),
        json!({ "skills": [{ "name": "a", "last_used": "1899" }] }),
        json!({ "skills": [{ "name": "a", "last_used": 2021 }] }),
        json!({ "unknown": 1 }),
        json!({ "current_salary": 1 }),
        json!({ "salary": null }),
        json!({ "custom": [] }),
        json!({ "custom": null }),
        json!({ "custom": { "a": [{ "b": null }] } }),
        json!({ "external_ids": { "a": 1 } }),
        json!({ "external_ids": { "a": "1" } }),
        json!({ "external_ids": { "a": null } }),
        json!({ "work_modes": ["remote"] }),
        json!({ "work_modes": "remote" }),
        json!({ "work_modes": vec!["remote"; 4] }),
        json!({ "location": {} }),
        json!({ "location": null }),
        json!({ "location": [] }),
        json!({ "location": { "city": null } }),
        json!({ "location": { "town": "A" } }),
        json!({ "expected_pay": {} }),
        json!({ "expected_pay": { "currency": "EUR" } }),
        json!({ "expected_pay": { "currency": "EUR", "min": 1e13 } }),
        json!({ "expected_pay": { "currency": "EURO" } }),
        json!({ "expected_pay": { "currency": "EUR", "period": null, "basis": null } }),
        json!({ "expected_pay": { "currency": "EUR", "min": "1" } }),
        json!({ "experience": [{}] }),
        json!({ "experience": [{ "start": "2021-03-15", "end": null }] }),
        json!({ "experience": [{ "start": "15.3.2021" }] }),
        json!({ "experience": [{ "scale": [{ "value": 1.0, "unit": "nodes" }] }] }),
        json!({ "experience": [{ "scale": [{ "value": 1.5, "unit": "petabytes" }] }] }),
        json!({ "experience": [{ "scale": [{ "value": -1, "unit": "nodes" }] }] }),
        json!({ "experience": [{ "scale": [{ "value": 1, "unit": null }] }] }),
        json!({ "experience": [{ "scale": [{ "value": 1_000_000_001, "unit": "nodes" }] }] }),
        json!({ "publications": [{ "year": 2024 }] }),
        json!({ "publications": [{ "year": 1800 }] }),
        json!({ "id": "" }),
        json!({ "id": 7 }),
        json!({ "id": null }),
        json!({ "id": "x".repeat(128) }),
        json!({ "id": "é".repeat(128) }),
        json!({ "id": "x".repeat(129) }),
        whole_candidate(),
        json!({ "accelerators": ["a role's"] }),
        json!({ "location": "Austin, TX" }),
    ];
    let roles = [
        json!({}),
        json!({ "status": "open" }),
        json!({ "status": null }),
        json!({ "status": "maybe" }),
        json!({ "must_have": ["A", { "name": "B" }, { "any_of": ["C"] }] }),
        json!({ "must_have": [{ "name": "" }] }),
        json!({ "must_have": [{ "any_of": [""] }] }),
        json!({ "must_have": [{ "name": "A", "gate": 1 }] }),
        json!({ "must_have": [{ "name": "A", "gate": "true" }] }),
        json!({ "must_have": [{ "name": "A", "gate": null }] }),
        json!({ "must_have": [{ "name": "A", "weight": 101 }] }),
        json!({ "must_have": [1] }),
        json!({ "min_years": 81 }),
        json!({ "scale": { "min": 1 } }),
        json!({ "scale": { "min": 1, "unit": "cores" } }),
        json!({ "scale": { "min": 0.5, "unit": "petabytes" } }),
        json!({ "weights": {} }),
        json!({ "weights": { "skills": 1, "luck": 1 } }),
        json!({ "workload": ["training", "inference"] }),
        json!({ "workload": vec!["training"; 3] }),
        json!({ "pay_band": 100 }),
        whole_role(),
        json!({ "headline": "a candidate's" }),
    ];
    let reserved = RESERVED.map(|id| json!({ "id": id }));
    let free = RESERVED.map(|id| json!({ "id": format!("{id}.") })).into_iter().filter(|id| id["id"] != "..");
    let ids: Vec<Value> = reserved.into_iter().chain(free).collect();
    let mut n_accepted = 0;
    for (name, documents) in
        [("candidate", &candidates[..]), ("role", &roles[..]), ("candidate", &ids[..]), ("role", &ids[..])]
    {
        let validator = jsonschema::draft202012::new(&schema(name).unwrap()).unwrap();
        for document in documents {
            let document = with_id(document.clone());
            let is_valid = validator.is_valid(&document);
            let outcome = if name == "role" {
                role(document.clone()).map(|_| ())
            } else {
                candidate(document.clone()).map(|_| ())
            };
            assert_eq!(is_valid, outcome.is_ok(), "{name} {document}: {outcome:?}");
            n_accepted += usize::from(is_valid);
        }
    }
    assert!(n_accepted > 20, "both sorts are in the table, {n_accepted} are accepted");
}
