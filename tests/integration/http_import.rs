//! Documents of other systems, put over HTTP.

use serde_json::json;

use crate::http_service::Service;

#[test]
fn a_file_of_another_system_is_put_and_told_of() {
    let service = Service::start(None);
    let export = include_str!("../imports/greenhouse/candidates-v1.json");
    let answered = service.post("/v1/candidates/import", export);
    let told = answered.json();
    assert_eq!(
        (answered.status, &told["format"], &told["guessed"]),
        (200, &json!("greenhouse"), &json!(true)),
        "{told}"
    );
    assert_eq!(told["documents"][0]["id"], "greenhouse-53883394");
    assert_eq!((&told["documents"][1]["created"], &told["refused"]), (&json!(true), &json!([])));
    assert_eq!(told["report"]["notes"]["ignored"]["/photo_url"]["values"], 1);
    let kept = service.get("/v1/candidates/greenhouse-53883394").json();
    assert_eq!(kept["experience"][0]["employer"], "Lattice Compute");
    let again = service.post_as("application/json", "/v1/candidates/import?from=greenhouse", export).json();
    assert_eq!((&again["guessed"], &again["documents"][0]["created"]), (&json!(false), &json!(false)));

    let page = include_str!("../imports/schema-org/roles.html");
    let roles = service.post_as("text/html", "/v1/roles/import", page).json();
    assert_eq!((&roles["documents"][1]["id"], &roles["refused"][0]["number"]), (&json!("schema-org-LC-43"), &json!(3)));
    assert_eq!(roles["refused"][0]["error"]["status"], 400);
}

#[test]
fn a_table_is_put_by_the_columns_that_are_said() {
    let service = Service::start(None);
    let table = "Ref,Position,Stack\np-1,HPC engineer,Slurm; Lustre\n";
    let mapped = "/v1/candidates/import?map=id=Ref&map=title=Position&map=skills=Stack";
    let told = service.post_as("text/csv", mapped, table).json();
    assert_eq!((&told["format"], &told["documents"][0]["id"]), (&json!("csv"), &json!("p-1")), "{told}");
    let kept = service.get("/v1/candidates/p-1").json();
    assert_eq!((&kept["headline"], &kept["skills"]), (&json!("HPC engineer"), &json!(["Slurm", "Lustre"])));
}

#[test]
fn what_cannot_be_imported_is_a_problem() {
    let service = Service::start(None);
    for (path, body, expected) in [
        ("/v1/candidates/import?from=greenhous", "[]", (400, "malformed_query")),
        ("/v1/candidates/import?map=title", "[]", (400, "malformed_query")),
        ("/v1/candidates/import?form=lever", "[]", (400, "malformed_query")),
        ("/v1/roles/import?from=linkedin", "[]", (422, "invalid")),
        ("/v1/roles/import", "<html>none</html>", (400, "malformed")),
    ] {
        let (status, code) = service.post_as("application/json", path, body).problem();
        assert_eq!((status, code.as_str()), expected, "{path}");
    }
    assert_eq!(service.get("/v1/candidates/import").status, 405);
}
