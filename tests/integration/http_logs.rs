//! The log: what it says of a request, and that it never says anything of a person, whatever is asked and however it fails.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::http::Request;

use crate::http_access::key;
use crate::http_service::Service;

/// Stands in names, e-mail addresses, texts, ids, parameters and headers of the requests, and in nothing else.
const CANARY: &str = "Zqcanary";
/// How its bytes look where somebody prints bytes: as a list of numbers, and as hexadecimal digits.
const DISGUISES: [&str; 4] = ["90, 113, 99, 97", "122, 113, 99, 97", "5a716361", "7a716361"];

fn serve(dir: &Path, arguments: &[&str]) -> Service {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(dir).args(arguments);
    let service = Service::spawn(command);
    service.wait_until_ready();
    service
}

/// The lines of a log that are JSON.
fn lines(log: &str) -> Vec<Value> {
    log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

pub(crate) fn assert_silent(text: &str, what: &str) {
    for line in text.lines() {
        let told = line.to_ascii_lowercase().contains(&CANARY.to_ascii_lowercase());
        assert!(!told && !DISGUISES.iter().any(|disguise| line.contains(disguise)), "{what} tells of somebody: {line}");
    }
}

/// A value with the canary in every text.
fn told_everywhere(value: &Value) -> Value {
    match value {
        Value::String(text) => json!(format!("{text} {CANARY}")),
        Value::Array(values) => values.iter().map(told_everywhere).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), told_everywhere(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

/// The example of a body with the canary where documents tell of people, which is taken as it is.
fn told_of_people(mut value: Value) -> Value {
    fn tell(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields.iter_mut() {
                    let tells = ["name", "headline", "summary", "description", "employer", "text", "q"]
                        .contains(&name.as_str());
                    match field {
                        Value::String(text) if tells => *text = format!("{text} {CANARY} {CANARY}@example.org"),
                        other => tell(other),
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(tell),
            _ => {}
        }
    }
    tell(&mut value);
    value
}

/// Bodies of a kind: as they should be, wrong in every text, and torn.
fn bodies(media: &str, content: &Value) -> Vec<String> {
    let example = content.get("example").cloned().unwrap_or_else(|| json!({"id": "c-9", "summary": "x"}));
    if media.contains("json") {
        let whole = told_of_people(example.clone()).to_string();
        return vec![
            whole,
            told_everywhere(&example).to_string(),
            format!("{{\"name\": \"{CANARY}"),
            format!("\"{CANARY}\""),
        ];
    }
    let table = format!("name,email,summary\n{CANARY} Doe,{CANARY}@example.org,Ran Slurm for {CANARY}.\n");
    vec![table, format!("<p>{CANARY} ran Slurm on 4,096 H100s.</p>"), format!("%PDF-1.7 {CANARY}")]
}

/// Sends to every route of the document what tells of people, in every way that the document has.
pub(crate) fn ask_everything(service: &Service, document: &Value, key: &str) -> usize {
    let mut n_asked = 0;
    let mut ask = |method: &str, path: &str, media: &str, body: &str, header: Option<(&str, &str)>| {
        let mut request = Request::builder().method(method).uri(service.url(path)).header("user-agent", CANARY);
        request =
            request.header("referer", format!("https://{CANARY}.example/")).header("cookie", format!("name={CANARY}"));
        request = request.header("x-request-id", format!("{CANARY} with a space")).header("traceparent", CANARY);
        if !media.is_empty() {
            request = request.header("content-type", media);
        }
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        n_asked += 1;
        if path.starts_with("/v1/backup") {
            service.download_with(key, path);
            return;
        }
        service.send(request.body(body.to_owned()).unwrap());
    };
    for (template, methods) in document["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            let method = method.to_uppercase();
            // The key that asks is needed until the end.
            let path = template.replace("{id}", &format!("{CANARY}-id")).replace("{candidate_id}", CANARY);
            let path = path.replace("{receipt}", CANARY);
            let media = told["requestBody"]["content"].as_object().into_iter().flatten();
            let mut sent: Vec<(String, String)> = media
                .flat_map(|(media, content)| bodies(media, content).into_iter().map(|body| (media.clone(), body)))
                .collect();
            if sent.is_empty() {
                sent.push((String::new(), String::new()));
            }
            for (media, body) in &sent {
                ask(&method, &path, media, body, None);
            }
            let (media, body) = &sent[0];
            for parameter in told["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                match parameter["in"].as_str() {
                    Some("query") => {
                        ask(&method, &format!("{path}?{name}={CANARY}%20{CANARY}"), media, body, None);
                        ask(&method, &format!("{path}?{name}={CANARY}&{name}={CANARY}"), media, body, None);
                    }
                    Some("header") => ask(&method, &path, media, body, Some((name, &format!("\"{CANARY}\"")))),
                    _ => {}
                }
            }
            ask(&method, &format!("{path}?{CANARY}={CANARY}"), media, body, None);
            ask(&method, &path, &format!("text/{CANARY}"), CANARY, None);
        }
    }
    for method in ["GET", "POST", "OPTIONS"] {
        ask(method, &format!("/{CANARY}/{CANARY}?{CANARY}"), "", "", None);
    }
    n_asked
}

#[test]
fn nothing_of_a_person_is_in_any_log_line_or_metric() {
    for format in ["json", "text"] {
        let dir = tempfile::tempdir().unwrap();
        let admin = key(dir.path(), &["--scope", "admin"]);
        let mut service = serve(dir.path(), &["--log-levels", "trace", "--log-format", format, "--erase-after", "0"])
            .with_key(&admin);
        let document = service.get("/openapi.json").json();
        let n_asked = ask_everything(&service, &document, &admin);
        assert!(n_asked > 250, "{n_asked}");
        // HTTP/2 has a library of its own, which has much to say at this level.
        let asked = Command::new("curl")
            .args([
                "-sS",
                "-o",
                "/dev/null",
                "--http2-prior-knowledge",
                "-H",
                &format!("Authorization: Bearer {admin}"),
            ])
            .args(["-H", &format!("X-Name: {CANARY}"), "-H", "Content-Type: application/json", "-X", "PUT", "--data"])
            .arg(json!({"name": CANARY, "summary": format!("{CANARY} ran Slurm.")}).to_string())
            .arg(service.url(&format!("/v1/candidates/{CANARY}?{CANARY}={CANARY}")))
            .output()
            .unwrap();
        assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
        let metrics = service.get("/metrics").text;
        assert_silent(&metrics, "a metric");
        service.terminate();
        assert!(service.wait().success());
        let log = service.log();
        assert_silent(&log, "the log");
        let n_requests = log.lines().filter(|line| line.contains("/v1/candidates/{id}")).count();
        assert!(log.contains("TRACE") && n_requests > 20, "the log is that of this test: {n_requests}");
        assert_eq!(lines(&log).len() > 250, format == "json", "the log is written as {format}");
    }
}

#[test]
fn a_trace_is_taken_in_and_told_in_the_answer_and_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let mut service = serve(dir.path(), &[]);
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let given = format!("00-{trace}-00f067aa0ba902b7-01");
    let ask = |path: &str, traceparent: Option<&str>| {
        let mut request = Request::get(service.url(path));
        if let Some(traceparent) = traceparent {
            request = request.header("traceparent", traceparent);
        }
        service.send(request.body(()).unwrap()).header("traceparent").to_owned()
    };
    let told = ask("/v1/roles", Some(&given));
    assert!(told.starts_with(&format!("00-{trace}-")) && told.ends_with("-01"), "{told}");
    let span = told.split('-').nth(2).unwrap().to_owned();
    assert_ne!(span, "00f067aa0ba902b7");
    // Also where no route answers, and where the header is none.
    assert!(ask("/nowhere", Some(&given)).contains(trace));
    let (one, other) = (ask("/v1/roles", None), ask("/v1/roles", Some("00-x-y-z")));
    assert!(one.len() == 55 && other.len() == 55 && one != other, "{one} {other}");
    service.terminate();
    service.wait();
    let lines = lines(&service.log());
    let own: Vec<&Value> = lines.iter().filter(|line| line["trace_id"] == trace).collect();
    assert_eq!(own.len(), 2, "{lines:#?}");
    assert_eq!((&own[0]["span_id"], &own[0]["parent_id"]), (&json!(span), &json!("00f067aa0ba902b7")));
    assert_eq!((&own[0]["route"], &own[0]["message"]), (&json!("/v1/roles"), &json!("request")));
}

#[test]
fn what_is_logged_within_a_request_names_its_trace() {
    let dir = tempfile::tempdir().unwrap();
    let admin = key(dir.path(), &["--scope", "admin"]);
    let mut service = serve(dir.path(), &[]).with_key(&admin);
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    let request =
        Request::post(service.url("/v1/keys")).header("traceparent", format!("00-{trace}-00f067aa0ba902b7-01"));
    let request = request.header("content-type", "application/json").header("x-request-id", "own-id");
    assert_eq!(service.send(request.body(r#"{"scope":"read"}"#).unwrap()).status, 201);
    service.terminate();
    service.wait();
    let lines = lines(&service.log());
    let within = lines.iter().find(|line| line["message"] == "the keys were read anew").unwrap();
    assert_eq!(
        (&within["span"]["trace_id"], &within["span"]["request_id"]),
        (&json!(trace), &json!("own-id")),
        "{within}"
    );
}

#[test]
fn an_erasure_that_fails_is_an_error_in_the_log_and_names_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let mut service = serve(dir.path(), &["--erase-after", "0"]);
    let person = format!(r#"{{"name":"{CANARY}","summary":"{CANARY} ran Slurm."}}"#);
    assert_eq!(service.put(&format!("/v1/candidates/{CANARY}"), &person).status, 201);
    // Stands where a database that is written anew would, and is no folder that could be removed.
    let obstacle = dir.path().join("store/sled.2");
    std::fs::write(&obstacle, "").unwrap();
    assert_eq!(service.delete(&format!("/v1/candidates/{CANARY}?erase=true")).status, 202);
    let ends = Instant::now() + Duration::from_secs(30);
    let failed = |service: &Service| {
        lines(&service.log()).into_iter().find(|line| line["level"] == "ERROR" && line["pending"] == 1)
    };
    while failed(&service).is_none() {
        assert!(Instant::now() < ends, "no error is logged: {}", service.log());
        std::thread::sleep(Duration::from_millis(50));
    }
    let line = failed(&service).unwrap();
    assert_eq!(
        (&line["tenant"], &line["failed"], &line["reason"]),
        (&json!("default"), &json!(1), &json!("Io")),
        "{line}"
    );
    let failures = "rolefit_erasure_failures_total 1\n";
    assert!(service.get("/metrics").text.contains(failures));
    std::fs::remove_file(&obstacle).unwrap();
    service.terminate();
    assert!(service.wait().success());
    assert_silent(&service.log(), "the log");
}

#[test]
fn levels_that_are_none_are_refused() {
    let folder = crate::program::Folder::new();
    let run = folder.run(&["serve", "--listen", "127.0.0.1:0", "--log-levels", "loud=very"]);
    assert!(run.code != 0 && run.stderr.contains("invalid log levels"), "{}", run.stderr);
    assert_eq!(folder.run(&["config", "check", "--", "--log-levels", "loud=very"]).code, 2);
}
