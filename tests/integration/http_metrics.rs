//! `/metrics`, read by a checker that knows the conventions of Prometheus, and the example of alerts against it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use crate::http_access::key;
use crate::http_service::Service;

/// One line of numbers.
#[derive(Debug)]
struct Sample {
    name: String,
    labels: BTreeMap<String, String>,
    value: f64,
}

/// A family of metrics as its comments tell.
#[derive(Debug, Default)]
struct Family {
    kind: String,
    help: String,
    samples: Vec<Sample>,
}

/// Reads the text format of `OpenMetrics`; what is wrong with it is said.
fn families(text: &str) -> Result<BTreeMap<String, Family>, String> {
    let mut found: BTreeMap<String, Family> = BTreeMap::new();
    let mut last = String::new();
    let body = text.strip_suffix("# EOF\n").ok_or("the text does not end with # EOF")?;
    for line in body.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').unwrap_or((rest, ""));
            help.clone_into(&mut found.entry(name.to_owned()).or_default().help);
            name.clone_into(&mut last);
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').ok_or_else(|| format!("no type: {line}"))?;
            let family = found.entry(name.to_owned()).or_default();
            if !family.kind.is_empty() {
                return Err(format!("{name} comes twice"));
            }
            kind.clone_into(&mut family.kind);
            name.clone_into(&mut last);
        } else if !line.starts_with("# UNIT ") {
            let sample = sample(line).ok_or_else(|| format!("not a sample: {line}"))?;
            if !sample.name.starts_with(&last) {
                return Err(format!("{} stands under {last}", sample.name));
            }
            found.get_mut(&last).ok_or_else(|| format!("no family: {line}"))?.samples.push(sample);
        }
    }
    Ok(found)
}

fn sample(line: &str) -> Option<Sample> {
    let (series, value) = line.rsplit_once(' ')?;
    let (name, labels) = match series.split_once('{') {
        Some((name, labels)) => (name, labels.strip_suffix('}')?),
        None => (series, ""),
    };
    let mut read = BTreeMap::new();
    let mut rest = labels;
    while !rest.is_empty() {
        let (label, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        read.insert(label.to_owned(), value.to_owned());
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    Some(Sample { name: name.to_owned(), labels: read, value: value.parse().ok()? })
}

/// What labels may say, from what the service tells of itself: everything else could grow without end, or tell of somebody.
fn allowed(document: &Value) -> BTreeMap<&'static str, BTreeSet<String>> {
    let set = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<BTreeSet<String>>();
    let mut routes: BTreeSet<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
    routes.extend(["/metrics".to_owned(), "none".to_owned()]);
    let codes = document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"].as_array().unwrap();
    BTreeMap::from([
        ("method", set(&["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "other"])),
        ("route", routes),
        ("status", (100..600).map(|status: u16| status.to_string()).collect()),
        ("status_class", set(&["1xx", "2xx", "3xx", "4xx", "5xx"])),
        ("code", codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()),
        ("stage", set(&["index", "bounds", "exact", "explain"])),
        ("kind", set(&["candidate", "role", "text"])),
        ("version", set(&[env!("CARGO_PKG_VERSION")])),
    ])
}

/// Everything in which a text departs from the conventions.
fn problems(text: &str, allowed: &BTreeMap<&'static str, BTreeSet<String>>) -> Vec<String> {
    let found = match families(text) {
        Ok(found) => found,
        Err(problem) => return vec![problem],
    };
    let (mut problems, mut series) = (Vec::new(), BTreeSet::new());
    for (name, family) in &found {
        let words: Vec<&str> = name.split('_').collect();
        let is_snake = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if !is_snake || words.len() < 2 || !["rolefit", "process"].contains(&words[0]) {
            problems.push(format!("{name} is no name"));
        }
        if family.help.split(' ').count() < 2 {
            problems.push(format!("{name} has no help"));
        }
        let suffixes: &[&str] = match family.kind.as_str() {
            "counter" => &["_total"],
            "gauge" => &[""],
            "histogram" => &["_bucket", "_sum", "_count"],
            "info" => &["_info"],
            _ => &[],
        };
        // A base unit, as the last word, and no other unit anywhere.
        let is_last = |unit: &str| words.last() == Some(&unit);
        for unit in ["seconds", "bytes"] {
            if words.contains(&unit) && !is_last(unit) {
                problems.push(format!("{name} does not end with its unit {unit}"));
            }
        }
        if words.iter().any(|word| ["ms", "milliseconds", "minutes", "kb", "mb", "percent", "total"].contains(word)) {
            problems.push(format!("{name} has another unit than a base unit, or the suffix of its type"));
        }
        if name.contains("duration") && !is_last("seconds") {
            problems.push(format!("{name} is a duration without seconds"));
        }
        for sample in &family.samples {
            let suffix = sample.name.strip_prefix(name.as_str()).unwrap_or("?");
            if !suffixes.contains(&suffix) {
                problems.push(format!("{} is no sample of the {} {name}", sample.name, family.kind));
            }
            if !series.insert(format!("{} {:?}", sample.name, sample.labels)) {
                problems.push(format!("{} {:?} comes twice", sample.name, sample.labels));
            }
            if family.kind != "gauge" && sample.value < 0.0 {
                problems.push(format!("{} is negative", sample.name));
            }
            for (label, value) in &sample.labels {
                let is_bound = label == "le" && suffix == "_bucket" && value.parse::<f64>().is_ok();
                let is_listed = allowed.get(label.as_str()).is_some_and(|values| values.contains(value));
                if !is_bound && !is_listed {
                    problems.push(format!("{}: {label}={value:?} is no label that is told", sample.name));
                }
            }
        }
        if family.kind == "histogram" {
            problems.extend(histogram_problems(name, family));
        }
    }
    problems
}

/// The samples of a histogram with the same labels.
#[derive(Debug, Default)]
struct Histogram {
    /// Bounds and counts.
    buckets: Vec<(f64, f64)>,
    count: Option<f64>,
    has_sum: bool,
}

/// Buckets rise to the count, and every histogram has a sum.
fn histogram_problems(name: &str, family: &Family) -> Vec<String> {
    let mut by_labels: BTreeMap<String, Histogram> = BTreeMap::new();
    for sample in &family.samples {
        let mut labels = sample.labels.clone();
        let bound = labels.remove("le");
        let own = by_labels.entry(format!("{labels:?}")).or_default();
        match (bound, sample.name.ends_with("_count")) {
            (Some(bound), _) => own.buckets.push((bound.parse().unwrap_or(f64::NAN), sample.value)),
            (None, true) => own.count = Some(sample.value),
            (None, false) => own.has_sum = true,
        }
    }
    let is_whole = |Histogram { buckets, count, has_sum }: &Histogram| {
        let rises = buckets.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
        let last = buckets.last().copied();
        rises && *has_sum && last.is_some_and(|(bound, n)| bound.is_infinite() && Some(n) == *count)
    };
    let wrong = by_labels.iter().filter(|(_, own)| !is_whole(own));
    wrong.map(|(labels, own)| format!("{name} {labels} is no histogram: {own:?}")).collect()
}

fn value(text: &str, series: &str) -> f64 {
    let line = text.lines().find(|line| line.rsplit_once(' ').is_some_and(|(name, _)| name == series));
    line.unwrap_or_else(|| panic!("{series} is missing: {text}")).rsplit(' ').next().unwrap().parse().unwrap()
}

/// Asks for much, also for what is not there and in ways that are refused.
fn traffic(service: &Service) {
    for n in 0..3 {
        let person = format!(r#"{{"name":"Person Secretname","summary":"Ran Slurm {n}.","skills":["Slurm"]}}"#);
        assert_eq!(service.put(&format!("/v1/candidates/secret-id-{n}"), &person).status, 201);
    }
    assert_eq!(service.put("/v1/roles/secret-role", r#"{"title":"HPC engineer","must_have":["Slurm"]}"#).status, 201);
    assert_eq!(service.post("/v1/roles/secret-role/matches", r#"{"filters":{"q":"slurm"}}"#).status, 200);
    assert_eq!(service.post("/v1/extract", r#"{"text":"Ran Slurm for Secretname."}"#).status, 200);
    for path in ["/v1/candidates/secret-none", "/secret-path", "/v1/candidates?secret=1", "/v1/candidates?q=secretword"]
    {
        service.get(path);
    }
    service.post("/v1/candidates", r#"{"secret"#);
    service.delete("/v1/candidates/secret-id-1?erase=true");
}

#[test]
fn metrics_follow_the_conventions_and_name_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(Some(dir.path()));
    let allowed = allowed(&service.get("/openapi.json").json());
    traffic(&service);
    let text = service.get("/metrics").text;
    assert_eq!(problems(&text, &allowed), Vec::<String>::new());
    assert!(!text.to_lowercase().contains("secret"), "{text}");
    for (series, at_least) in [
        (r#"rolefit_match_stage_duration_seconds_count{stage="index"}"#, 1.0),
        (r#"rolefit_match_stage_duration_seconds_count{stage="bounds"}"#, 1.0),
        (r#"rolefit_match_stage_duration_seconds_count{stage="exact"}"#, 1.0),
        (r#"rolefit_match_stage_duration_seconds_count{stage="explain"}"#, 1.0),
        (r#"rolefit_match_stage_duration_seconds_sum{stage="explain"}"#, f64::MIN_POSITIVE),
        (r#"rolefit_extraction_duration_seconds_count{kind="candidate"}"#, 3.0),
        (r#"rolefit_extraction_duration_seconds_count{kind="role"}"#, 1.0),
        (r#"rolefit_extraction_duration_seconds_count{kind="text"}"#, 1.0),
        (
            r#"rolefit_http_request_duration_seconds_count{method="PUT",route="/v1/candidates/{id}",status_class="2xx"}"#,
            3.0,
        ),
        ("rolefit_store_size_bytes", 1.0),
        ("rolefit_index_size_bytes", 1.0),
        ("rolefit_index_lag_writes", 0.0),
        ("rolefit_http_rate_limited_total", 0.0),
        (concat!("rolefit_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
    ] {
        assert!(value(&text, series) >= at_least, "{series} is {}", value(&text, series));
    }
    #[cfg(target_os = "linux")]
    for series in [
        "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds", "process_max_fds",
        "process_start_time_seconds",
    ] {
        assert!(value(&text, series) > 0.0, "{series}");
    }
    assert_eq!(problems(&Service::start(None).get("/metrics").text, &allowed), Vec::<String>::new(), "in memory, too");
}

#[test]
fn the_checker_sees_what_is_against_the_conventions() {
    let service = Service::start(None);
    let allowed = allowed(&service.get("/openapi.json").json());
    traffic(&service);
    let text = service.get("/metrics").text;
    assert_eq!(problems(&text, &allowed), Vec::<String>::new());
    for (from, to) in [
        ("# HELP rolefit_candidates Candidates in the pool", "# HELP rolefit_candidates "),
        ("# TYPE rolefit_candidates gauge", "# TYPE rolefit_candidates counter"),
        ("rolefit_candidates", "rolefit_candidates_total"),
        ("rolefit_candidates", "rolefit_bytes_of_candidates"),
        ("rolefit_candidates", "rolefit_candidates_duration"),
        ("rolefit_candidates", "candidates"),
        ("route=\"/v1/candidates/{id}\"", "route=\"/v1/candidates/ana\""),
        ("stage=\"exact\"", "stage=\"acme\""),
        ("status_class=\"2xx\"", "tenant=\"acme\""),
        ("le=\"0.005\"", "le=\"7.0\""),
        ("stage=\"index\"", "stage=\"bounds\""),
        (
            "rolefit_match_stage_duration_seconds_sum{stage=\"index\"}",
            "rolefit_match_stage_duration_seconds_size{stage=\"index\"}",
        ),
        ("# EOF", ""),
    ] {
        assert!(text.contains(from), "{from} is in no metric");
        assert!(!problems(&text.replace(from, to), &allowed).is_empty(), "{to:?} is passed over");
    }
}

#[test]
fn other_tenants_are_told_nothing_of_the_process() {
    let dir = tempfile::tempdir().unwrap();
    let (operator, acme) =
        (key(dir.path(), &["--scope", "admin"]), key(dir.path(), &["--scope", "admin", "--tenant", "acme"]));
    let service = Service::start(Some(dir.path())).with_key(&operator);
    let allowed = allowed(&service.get("/openapi.json").json());
    let of_process = ["process_", "under_way", "rolefit_http_answers_waiting_bytes"];
    let told = |text: &str| of_process.iter().filter(|part| text.contains(**part)).count();
    let text = service.get("/metrics").text;
    assert_eq!((told(&text), problems(&text, &allowed)), (if cfg!(target_os = "linux") { 3 } else { 2 }, Vec::new()));
    let service = service.with_key(&acme);
    let text = service.get("/metrics").text;
    assert_eq!((told(&text), problems(&text, &allowed)), (0, Vec::new()), "{text}");
}

#[test]
fn requests_beyond_the_limit_are_counted() {
    let service = Service::start_with(&["--rate-limit", "100"]);
    let refused = (0..120).filter(|_| service.get("/v1/skills?q=slurm").status == 429).count();
    assert!(refused > 0);
    // The metrics themselves are of the same client: some time gives it one more request.
    let text = loop {
        let answered = service.get("/metrics");
        if answered.status == 200 {
            break answered.text;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    assert!(value(&text, "rolefit_http_rate_limited_total") >= f64::from(u32::try_from(refused).unwrap()), "{text}");
}

#[test]
fn alerts_name_metrics_that_there_are() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/deploy/alerts.yml");
    let rules = std::fs::read_to_string(rules).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(Some(dir.path()));
    traffic(&service);
    let text = service.get("/metrics").text;
    let mut known: BTreeSet<&str> = text.lines().filter_map(|line| line.split(['{', ' ']).next()).collect();
    // What is told of a family names it as a whole.
    known.extend(text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let named: BTreeSet<&str> = rules
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(|line| line.split(|c: char| !is_word(c)))
        .filter(|word| word.starts_with("rolefit_") || word.starts_with("process_"))
        .collect();
    assert!(named.len() >= 8, "{named:?}");
    let unknown: Vec<&&str> = named.iter().filter(|name| !known.contains(**name)).collect();
    assert!(unknown.is_empty(), "no metric has these names: {unknown:?}");
}
