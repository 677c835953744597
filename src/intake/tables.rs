//! What tables become: rows of common exports, and rows that are refused.

use serde_json::{Value, json};

use super::{Document, DocumentReader, Format, Limits};
use crate::domain::{Candidate, Role};

/// The documents of a table, or `line: message` for what is refused; read with a buffer of one byte as well.
fn read<T: Document>(text: impl AsRef<[u8]>) -> Vec<Value> {
    let all = |capacity| -> Vec<Value> {
        let input = std::io::BufReader::with_capacity(capacity, text.as_ref());
        DocumentReader::<_, T>::new(input, Format::Csv)
            .with_limits(Limits::default().with_document_bytes(400))
            .map(|outcome| match outcome {
                Ok((_, document)) => serde_json::to_value(document).unwrap(),
                Err(bad) => bad.to_string().into(),
            })
            .collect()
    };
    assert_eq!(all(1), all(8192));
    all(8192)
}

fn candidates(text: &str) -> Vec<Value> {
    read::<Candidate>(text)
}

#[test]
fn a_plain_table_is_read_whatever_its_separator_and_line_ends() {
    let expected = json!({
        "id": "c-1", "name": "Ada Ruiz", "headline": "HPC engineer", "skills": ["Slurm", "C++ (17, 20)"],
        "location": { "city": "Austin", "region": "TX", "country": "US" }, "level": "senior",
        "summary": "Line one\nline \"two\"", "custom": { "Shoe size": "9" },
        "expected_pay": { "min": 120_000, "max": 140_000, "currency": "USD", "period": "year", "basis": "unstated" },
    });
    let rows = [
        "ID,Full Name,Title,Skills,City,State,Country,Seniority,Resume,Shoe size,Expected salary (USD)",
        "c-1,Ada Ruiz,HPC engineer,\"Slurm, C++ (17, 20)\",Austin,TX,US,Sr.,\"Line one\nline \"\"two\"\"\",9,\"120,000-140,000\"",
        "",
        ",,,,,,,,,,",
    ];
    assert_eq!(candidates(&rows.join("\n")), std::slice::from_ref(&expected));
    assert_eq!(
        candidates(&format!("\u{feff}{}\r\n", rows.join("\r\n").replace("one\r\n", "one\n"))),
        std::slice::from_ref(&expected)
    );
    let semicolons = "id;name;headline;skills;city;region;country;level;text;Shoe size;desired pay\n\
                      c-1;Ada Ruiz;HPC engineer;\"Slurm;C++ (17, 20)\";Austin;TX;US;senior;\"Line one\nline \"\"two\"\"\";9;$120-140k\n";
    assert_eq!(candidates(semicolons), [expected]);
}

#[test]
fn rows_of_opencats_are_read() {
    let table = "candidate_id,last_name,first_name,city,state,country,date_available,can_relocate,notes,key_skills,current_employer,\
                 desired_pay,eeo_gender,is_hot\n\
                 7,Moe,Kim,Reno,NV,US,2026-12-01 00:00:00,1,Runs clusters.,\"Slurm, Lustre\",Acme,$95/hr,f,0\n";
    assert_eq!(
        candidates(table),
        [json!({
            "id": "7", "name": "Kim Moe", "location": { "city": "Reno", "region": "NV", "country": "US" },
            "available_from": "2026-12-01", "relocation": ["anywhere"], "summary": "Runs clusters.",
            "skills": ["Slurm", "Lustre"], "experience": [{ "employer": "Acme" }], "custom": { "is_hot": "0" },
            "expected_pay": { "min": 95, "max": 95, "currency": "USD", "period": "hour", "basis": "unstated" },
        })]
    );
}

#[test]
fn rows_of_profiles_are_read_after_a_preamble_and_without_personal_columns() {
    let table = "Notes:\n\"Some data, and more, may be missing.\"\n\n\
                 First Name,Last Name,Maiden Name,Birth Date,Email Address,Headline,Summary,Geo Location,Company Name,Title,Started On,\
                 Finished On,Company 2,Title 2,Started On 2,Finished On 2\n\
                 Ada,Ruiz,Old,1 Jan,ada@example.org,HPC,Runs GPUs.,\"Munich, Germany\",Acme,SRE,Jan 2020,Present,Bolt,Admin,2017,12/2019\n";
    assert_eq!(
        candidates(table),
        [json!({
            "id": "ada@example.org", "name": "Ada Ruiz", "headline": "HPC",
            "summary": "Location: Munich, Germany\n\nRuns GPUs.",
            "experience": [
                { "title": "SRE", "employer": "Acme", "start": "2020-01" },
                { "title": "Admin", "employer": "Bolt", "start": "2017", "end": "2019-12" },
            ],
        })]
    );
}

#[test]
fn roles_are_read_from_tables() {
    let table = "job_id,title,description,must_have,nice_to_have,min_years,salary_min,salary_max,currency,city,state,status\n\
                 r-1,HPC admin,Run it.,\"Slurm; Lustre | GPFS\",CUDA,5+,150000,180000,USD,Reno,NV,Active\n";
    assert_eq!(
        read::<Role>(table),
        [json!({
            "id": "r-1", "title": "HPC admin", "description": "Run it.", "status": "open", "min_years": 5.0,
            "must_have": ["Slurm", { "any_of": ["Lustre", "GPFS"], "gate": false }], "nice_to_have": ["CUDA"],
            "pay_band": { "min": 150_000, "max": 180_000, "currency": "USD", "period": "year", "basis": "unstated" },
            "location": { "city": "Reno", "region": "NV" },
        })]
    );
}

#[test]
fn bad_rows_are_named_by_their_line_and_do_not_stop_the_rest() {
    let table = "id,level,Current Salary,notes\n\
                 a,wizard,,\n\
                 b,senior,100000,\n\
                 c,senior,,\"two\nlines\"\n\
                 d,senior\n\
                 ,senior,,\n\
                 e,,,\n";
    let found = candidates(table);
    assert!(found[0].as_str().unwrap().starts_with("2 (a): /level: "), "{}", found[0]);
    assert!(
        found[1].as_str().unwrap().starts_with("3 (b): /Current Salary: `Current Salary` is current or previous pay")
    );
    assert_eq!(found[2]["summary"], "two\nlines");
    assert!(found[3].as_str().unwrap().starts_with("6: has 2 cells, and the header names 4 columns"), "{}", found[3]);
    assert!(found[4].as_str().unwrap().starts_with("7: `id` is missing"), "{}", found[4]);
    assert_eq!(found[5], json!({ "id": "e" }));
}

#[test]
fn a_quote_that_is_never_closed_does_not_take_the_rest_with_it() {
    let table = format!("id,notes\na,\"open\nb,{}\nc,x\nd,y\n", "x".repeat(500));
    let found = candidates(&table);
    assert!(
        found[0].as_str().unwrap().starts_with("2: a quote that opens in this record is not closed"),
        "{}",
        found[0]
    );
    assert_eq!(found[1..], [json!({ "id": "c", "summary": "x" }), json!({ "id": "d", "summary": "y" })]);
    let found = candidates("id,notes\na,x\nb,\"open\nc,y");
    assert_eq!(found[0], json!({ "id": "a", "summary": "x" }));
    assert!(found[1].as_str().unwrap().starts_with("3: a quote"), "{}", found[1]);
    assert_eq!(found.len(), 2);
}

#[test]
fn a_table_that_names_no_id_or_is_in_another_encoding_is_refused_once() {
    let found = candidates("name,shoe size\nAda,38\nBo,44\n");
    assert_eq!(
        found,
        [
            "1: no column is the candidate's id; expected one named id, candidate_id, or else email (found: name, shoe size)"
        ]
    );
    assert!(read::<Candidate>(b"id,n\xe9\n1,x\n")[0].as_str().unwrap().contains("UTF-8"));
    assert!(read::<Candidate>(b"id,name\n1,Jos\xe9\n2,Bo\n")[0].as_str().unwrap().starts_with("2: not UTF-8"));
}

/// Spreadsheets that people keep have none, and exports of recruiters lack many addresses.
#[test]
fn a_row_without_an_id_has_one_of_what_it_says_unless_the_table_has_ids() {
    let found = candidates(
        "Name,Title,Skills\nAda Moe,HPC engineer,Slurm\nBo Ray,HPC engineer,Slurm\n,,\nAda Moe,HPC engineer,Slurm\n",
    );
    let id = |at: usize| found[at]["id"].as_str().unwrap().to_owned();
    assert!(id(0).starts_with("csv-") && id(0) != id(1) && !id(0).contains("Ada"), "{found:?}");
    assert_eq!(
        (found[0]["name"].as_str(), found[0]["skills"][0].as_str()),
        (Some("Ada Moe"), Some("Slurm")),
        "{found:?}"
    );
    assert_eq!(found.last().unwrap()["id"], id(0), "the same row has the same one: {found:?}");
    let found = candidates("First Name,Last Name,Email Address,Notes\nAda,Moe,ada@example.org,x\nBo,Ray,,Lustre\n");
    assert_eq!(found[0]["id"], "ada@example.org");
    assert!(found[1]["id"].as_str().unwrap().starts_with("csv-"), "{found:?}");
}

#[test]
fn pay_that_cannot_be_compared_is_kept_and_not_used() {
    let found = candidates("id,expected_pay\na,negotiable\nb,120000\n");
    assert_eq!(found[0]["custom"], json!({ "expected_pay": "negotiable" }));
    assert_eq!(found[1]["custom"], json!({ "expected_pay": "120000" }));
}

#[test]
fn a_stream_without_a_name_is_known_by_its_header() {
    let read = |text: &'static str| -> Vec<bool> {
        DocumentReader::<_, Candidate>::new(text.as_bytes(), Format::Detect).map(|outcome| outcome.is_ok()).collect()
    };
    assert_eq!(read("id,name\na,A\nb,B\n"), [true, true]);
    assert_eq!(read("nonsense\n{\"id\":\"a\"}\n"), [false, true]);
}
