//! Tests of the page, without a browser: what texts of strangers can do to it, and what every answer says to the browser.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::feedback::{Feedback, FeedbackNote};
use crate::intake::{candidate_from_value, role_from_value};
use crate::server::app::App;
use crate::server::bounds::Bounds;
use crate::server::routes;
use crate::server::testing::{app, run, text};
use crate::{Candidate, CandidateId, Engine, Limits, MatchOptions, Role, RoleId};

fn world() -> (App, Engine, Router) {
    let app = app(Bounds::default());
    let engine = app.engine().unwrap();
    let router = routes::router(&app);
    (app, engine, router)
}

fn request(path: &str) -> Request<Body> {
    Request::get(path).header("host", "localhost").header("accept", "text/html").body(Body::empty()).unwrap()
}

/// What a page is made of: each tag, each attribute of a tag, and whatever leads elsewhere than to a path.
fn skeleton(html: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut rest = html;
    while let Some(open) = rest.find('<') {
        rest = &rest[open + 1..];
        let is_tag = rest.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c));
        if !is_tag {
            found.insert(format!("a stray < before {:?}", rest.chars().take(8).collect::<String>()));
            continue;
        }
        let ends = |(at, c): (usize, char)| (at > 0 && (c.is_whitespace() || "/>".contains(c))).then_some(at);
        let end = rest.char_indices().find_map(ends).unwrap_or(rest.len());
        let name = rest[..end].to_lowercase();
        rest = &rest[end..];
        found.insert(name.clone());
        // Of the attribute that is being read what stands before a quote, and what stands within.
        let (mut attribute, mut value, mut quote) = (String::new(), String::new(), None);
        let mut read = 0;
        for c in rest.chars() {
            read += c.len_utf8();
            if let Some(mark) = quote {
                if c != mark {
                    value.push(c);
                    continue;
                }
                quote = None;
                let is_path = value.starts_with(['/', '#', '?']) || value.is_empty();
                if matches!(attribute.as_str(), "href" | "src" | "action" | "formaction") && !is_path {
                    found.insert(format!("{name} {attribute} leads elsewhere"));
                }
                found.insert(format!("{name} {attribute}"));
                attribute.clear();
            } else if c == '"' || c == '\'' {
                attribute = attribute.trim_end_matches('=').to_lowercase();
                quote = Some(c);
                value.clear();
            } else if c.is_whitespace() || c == '/' || c == '>' {
                if !attribute.is_empty() {
                    let bare = attribute.split('=').next().unwrap_or_default().to_lowercase();
                    found.insert(format!("{name} {bare}"));
                    attribute.clear();
                }
                if c == '>' {
                    break;
                }
            } else {
                attribute.push(c);
            }
        }
        rest = &rest[read..];
    }
    found
}

/// What the templates are made of: nothing else may be on a page.
fn of_templates() -> BTreeSet<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/page/templates");
    let mut known = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let mut text = std::fs::read_to_string(file).unwrap();
        // Expressions stand for values, and statements for nothing.
        for (open, close, instead) in [("{{", "}}", "/"), ("{%", "%}", " ")] {
            while let Some(from) = text.find(open) {
                let to = text[from..].find(close).map_or(text.len(), |end| from + end + close.len());
                text.replace_range(from..to, instead);
            }
        }
        known.extend(skeleton(&text));
    }
    assert!(known.iter().all(|part| !part.contains(" on") && !part.contains("stray")), "{known:?}");
    known.retain(|part| !part.contains("elsewhere"));
    known
}

/// Five hundred texts that break out of one place or another of HTML that does not escape.
fn payloads() -> Vec<String> {
    let closers = ["", "\">", "'>", "</textarea>", "</title>", "</script>", "-->", "</mark>", "\" ", "' "];
    let attacks = [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>",
        "<svg><animate onbegin=alert(1) attributeName=x dur=1s>", "<iframe srcdoc='<script>alert(1)</script>'>",
        "<a href=\"javascript:alert(1)\">x</a>", "<body onload=alert(1)>", "<input autofocus onfocus=alert(1)>",
        "<details open ontoggle=alert(1)>", "<math><mtext><style><img src onerror=alert(1)>",
    ];
    let others = [
        "onmouseover=alert(1) x=", "{{7*7}}${7*7}", "<scr\u{0}ipt>alert(1)</scr\u{0}ipt>",
        "<<script>alert(1)//<</script>", "&lt;script&gt;alert(1)&lt;/script&gt;",
    ];
    let mut all = Vec::new();
    for closer in closers {
        for attack in attacks {
            for form in 0..4 {
                all.push(match form {
                    0 => format!("{closer}{attack}"),
                    1 => format!("{closer}{}", attack.to_uppercase()),
                    2 => format!("Slurm {closer}{attack} Lustre"),
                    _ => format!("{closer}{}", attack.replace(' ', "/")),
                });
            }
        }
        for other in others {
            for form in 0..2 {
                all.push(if form == 0 { format!("{closer}{other}") } else { format!("{other}{closer} Slurm") });
            }
        }
    }
    all
}

fn candidate(n: usize, text: &str) -> Candidate {
    let cut: String = text.chars().take(190).collect();
    let document = json!({
        "id": format!("c-{n}"), "name": text, "headline": text, "summary": format!("I ran Slurm. {text}"),
        "location": { "city": cut, "region": cut, "country": cut }, "relocation": [cut], "work_authorization": [cut],
        "skills": [cut, { "name": format!("Lustre {}", &cut.chars().take(150).collect::<String>()), "years": 3 }],
        "experience": [{ "title": text, "employer": text, "start": "2020-01", "description": format!("Slurm {text}"),
            "skills": [cut] }],
        "education": [{ "degree": text, "field": text, "institution": text }], "certifications": [text],
        "open_source": [text], "publications": [{ "venue": text, "title": text }],
    });
    candidate_from_value(document, "", &Limits::default()).unwrap()
}

fn role(n: usize, text: &str) -> Role {
    let cut: String = text.chars().take(190).collect();
    let document = json!({
        "id": format!("r-{n}"), "title": text, "requisition_id": text, "description": format!("Required: Slurm {text}, Lustre"),
        "must_have": [cut, "Slurm"], "nice_to_have": [{ "any_of": [cut, "Lustre"] }],
        "location": { "city": cut, "region": cut, "country": cut },
    });
    role_from_value(document, "", &Limits::default()).unwrap()
}

/// The pages about a role and a candidate.
fn pages(n: usize) -> Vec<String> {
    vec![
        format!("/roles/r-{n}"),
        format!("/roles/r-{n}/edit"),
        format!("/roles/r-{n}/print"),
        format!("/roles/r-{n}/compare?c=c-{n}&c=c-501"),
        format!("/roles/r-{n}/pool"),
        format!("/roles/r-{n}/candidates/c-{n}"),
        format!("/candidates/c-{n}"),
    ]
}

/// A page once what it waits for is counted.
async fn counted(router: &Router, path: &str) -> String {
    for _ in 0..40_000 {
        let page = text(router.clone(), request(path)).await;
        if !page.contains("<progress") {
            return page;
        }
    }
    panic!("{path} is counted for ever");
}

#[test]
fn what_if_is_counted_beside_and_said_to_be_old_once_somebody_comes() {
    let (_app, engine, router) = world();
    let people: Vec<Candidate> = (0..40).map(|n| candidate(n, "Senior engineer, Slurm and Lustre")).collect();
    engine.put_role(&role(0, "Senior engineer, Slurm and Lustre")).unwrap();
    engine.put_candidates(&people).unwrap();
    run(async {
        let path = "/roles/r-0/what-if";
        let first = counted(&router, path).await;
        assert!(first.contains("<dd>40</dd>") && !first.contains("class=\"flash"), "{first}");
        assert_eq!(text(router.clone(), request(path)).await, first, "it is kept");
        engine.put_candidate(&candidate(41, "Slurm")).unwrap();
        // Whoever only asks how far it is begins nothing.
        let old = text(router.clone(), request(&format!("{path}?wait=1"))).await;
        assert!(old.contains("<dd>40</dd>") && old.contains("class=\"flash\"") && !old.contains("<progress"), "{old}");
        let under_way = text(router.clone(), request(path)).await;
        assert!(under_way.contains("<dd>40</dd>") && under_way.contains("<progress"), "{under_way}");
        let anew = counted(&router, path).await;
        assert!(anew.contains("<dd>41</dd>") && !anew.contains("class=\"flash"), "{anew}");
        let missing = text(router.clone(), request("/roles/none/what-if")).await;
        assert!(missing.contains("404"), "{missing}");
        // The role changes: what was counted is of another one.
        engine.put_role(&role(0, "Baker")).unwrap();
        assert!(!text(router.clone(), request(&format!("{path}?wait=1"))).await.contains("class=\"flash\""));
    });
}

#[test]
fn a_page_that_would_wait_for_everybody_to_be_judged_tells_how_far_that_is() {
    let app = app(Bounds { judging: Duration::ZERO, ..Bounds::default() });
    let (engine, router) = (app.engine().unwrap(), routes::router(&app));
    engine.put_role(&role(0, "Slurm")).unwrap();
    engine.put_candidates(&(0..600).map(|n| candidate(n, "Slurm")).collect::<Vec<_>>()).unwrap();
    let pages = ["/roles/r-0?q=Slurm", "/roles/r-0/pool"];
    run(async {
        let held = engine.hold_scores(&RoleId::new("r-0").unwrap());
        for (path, and) in pages.into_iter().zip(["&#38;", "?"]) {
            let page = text(router.clone(), request(path)).await;
            assert!(page.contains("<progress") && page.contains("600 people are being judged"), "{page}");
            assert!(page.contains(&format!("hx-get=\"{path}{and}wait=1\"")) && !page.contains("name=\"c\""), "{page}");
            assert!(page.contains(&format!("<a href=\"{path}\">")), "{page}");
        }
        drop(held);
        // Now it is judged, by these questions themselves where nobody else does.
        for path in pages {
            assert!(counted(&router, path).await.contains("id=\""));
        }
        assert!(text(router.clone(), request(pages[0])).await.contains("name=\"c\""));
    });
}

#[test]
fn roles_are_judged_before_anybody_opens_them() {
    let (_app, engine, router) = world();
    engine.put_role(&role(0, "Slurm")).unwrap();
    engine.put_candidates(&(0..600).map(|n| candidate(n, "Slurm")).collect::<Vec<_>>()).unwrap();
    let id = RoleId::new("r-0").unwrap();
    assert!(engine.lacks_scores(&id));
    run(async {
        text(router.clone(), request("/roles")).await;
        for _ in 0..6000 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            if engine.judged_so_far(&id).is_none() && !engine.lacks_scores(&id) {
                return;
            }
        }
        panic!("it is never judged");
    });
}

/// So many of them are in one pool: each page of a role judges everybody in it.
const PAYLOADS_A_POOL: usize = 50;

#[test]
fn no_text_of_a_document_is_ever_markup() {
    let all = payloads();
    assert_eq!(all.len(), 500);
    let known = of_templates();
    for (number, payloads) in all.chunks(PAYLOADS_A_POOL).enumerate() {
        none_is_markup(payloads, &known, number == 0);
    }
}

/// Holds every page of documents with these texts against what the templates are made of.
fn none_is_markup(payloads: &[String], known: &BTreeSet<String>, with_what_if: bool) {
    let (_app, engine, router) = world();
    let harmless = "Senior engineer, Slurm and Lustre";
    engine.put_role(&role(0, harmless)).unwrap();
    engine.put_candidates(&[candidate(0, harmless), candidate(501, harmless)]).unwrap();
    let roles: Vec<Role> = payloads.iter().zip(1..).map(|(payload, n)| role(n, payload)).collect();
    let people: Vec<Candidate> = payloads.iter().zip(1..).map(|(payload, n)| candidate(n, payload)).collect();
    assert!(engine.put_roles(&roles).unwrap().iter().all(Result::is_ok));
    let check = |path: &str, page: &str| {
        let new: Vec<String> = skeleton(page).difference(known).cloned().collect();
        assert!(new.is_empty(), "{path}: {new:?}");
    };
    // What-if looks at everybody many times: some are enough to name.
    let (some, others) = people.split_at(12);
    assert!(engine.put_candidates(some).unwrap().iter().all(Result::is_ok));
    if with_what_if {
        run(async {
            for path in ["/roles/r-0/what-if", "/roles/r-1/what-if"] {
                check(path, &counted(&router, path).await);
            }
        });
    }
    assert!(engine.put_candidates(others).unwrap().iter().all(Result::is_ok));
    for (payload, n) in payloads.iter().zip(1..) {
        let (role, candidate) = (RoleId::new(format!("r-{n}")).unwrap(), CandidateId::new(format!("c-{n}")).unwrap());
        let by: String = payload.chars().take(100).collect();
        let note = FeedbackNote::new(payload.as_str(), 1).with_by(by);
        engine.put_feedback(&Feedback::new(role, candidate).with_notes([note])).unwrap();
    }
    run(async {
        for n in 1..=payloads.len() {
            // Every payload on the pages of its own; all pages of some, as they cost the same and show the same fields.
            let of_all = if n % 25 == 1 { 0 } else { 5 };
            for path in &pages(n)[of_all..] {
                check(path, &text(router.clone(), request(path)).await);
            }
        }
        for path in ["/roles", "/candidates", "/candidates?q=slurm", "/duplicates", "/candidates?q=script"] {
            check(path, &text(router.clone(), request(path)).await);
        }
    });
}

#[test]
fn no_text_of_an_address_is_ever_markup() {
    let (_app, engine, router) = world();
    engine.put_role(&role(0, "Slurm")).unwrap();
    engine.put_candidate(&candidate(0, "Slurm")).unwrap();
    let known = of_templates();
    run(async {
        for payload in payloads().iter().step_by(7) {
            let encoded = super::show::encoded(payload);
            for path in [
                format!(
                    "/roles/r-0?q={encoded}&skill={encoded}&place={encoded}&max_pay={encoded}&min_scale={encoded}&cursor={encoded}&mode={encoded}&stage={encoded}&gates=1&gate={encoded}"
                ),
                format!("/candidates?q={encoded}&skill={encoded}&place={encoded}&min_scale={encoded}"),
                format!("/duplicates?state={encoded}&done=merged&pair={encoded}&cursor={encoded}"),
                format!("/duplicates/{encoded}"),
                format!("/candidates/add/{encoded}"),
                format!("/roles/r-0/candidates/c-0?undo={encoded}&stage={encoded}"),
                format!("/roles?q={encoded}&status={encoded}&undo={encoded}"),
                format!("/roles/{encoded}"),
                format!("/{encoded}"),
            ] {
                let found = skeleton(&text(router.clone(), request(&path)).await);
                let bad: Vec<&String> = found.difference(&known).collect();
                assert!(bad.is_empty(), "{path}: {bad:?}");
            }
        }
    });
}

#[test]
fn the_skeleton_sees_what_breaks_out() {
    let bad = skeleton("<p>a<img src=\"x\" onerror=\"alert(1)\"></p><a href=\"javascript:x\">b</a>");
    assert!(bad.contains("img onerror") && bad.contains("a href leads elsewhere"), "{bad:?}");
    let good = skeleton("<p class=\"a\">1 &lt; 2 &quot;</p>");
    assert_eq!(good, ["/p", "p", "p class"].map(str::to_owned).into());
}

#[test]
fn every_page_binds_the_browser() {
    use tower::ServiceExt as _;
    let (_app, engine, router) = world();
    engine.put_role(&role(0, "Slurm")).unwrap();
    engine.put_candidate(&candidate(0, "Slurm")).unwrap();
    let others = [
        "/roles", "/roles/new", "/duplicates", "/candidates", "/candidates/add", "/styleguide", "/roles/none",
        "/nothing",
    ];
    for path in pages(0).iter().map(String::as_str).chain(others) {
        let response = run(router.clone().oneshot(request(path))).unwrap();
        let header = |name: &str| response.headers().get(name).map_or("", |value| value.to_str().unwrap());
        let policy = header("content-security-policy");
        for part in
            ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
        {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(header("cache-control"), "no-store", "{path}");
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
        let html = run(text(router.clone(), request(path)));
        assert!(!html.contains(" style=") && !html.contains("<style") && !html.contains(" onclick"), "{path}");
        assert!(!html.replace("http-equiv", "").contains("http"), "{path}: nothing of another host");
    }
}

#[test]
fn programs_are_told_of_problems_as_json_and_readers_by_a_page() {
    use tower::ServiceExt as _;
    let (_app, _engine, router) = world();
    let ask = |accept: &str| {
        let request = Request::get("/roles/none").header("host", "localhost").header("accept", accept);
        let response = run(router.clone().oneshot(request.body(Body::empty()).unwrap())).unwrap();
        (response.status().as_u16(), response.headers()["content-type"].to_str().unwrap().to_owned())
    };
    assert_eq!(ask("application/json"), (404, "application/problem+json".to_owned()));
    assert_eq!(ask("text/html,*/*"), (404, "text/html; charset=utf-8".to_owned()));
}

#[test]
fn files_are_kept_by_browsers_and_named_by_what_they_hold() {
    use tower::ServiceExt as _;
    let (_app, _engine, router) = world();
    let path = format!("/static/{}", super::assets::address("page.css"));
    let ask = |tag: Option<&str>| {
        let mut request = Request::get(&path).header("host", "localhost").header("accept-encoding", "gzip");
        if let Some(tag) = tag {
            request = request.header("if-none-match", tag);
        }
        run(router.clone().oneshot(request.body(Body::empty()).unwrap())).unwrap()
    };
    let first = ask(None);
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert!(first.headers()["cache-control"].to_str().unwrap().contains("immutable"));
    assert_eq!(first.headers()["content-encoding"], "gzip");
    assert_eq!(ask(Some(&tag)).status().as_u16(), 304);
    assert_eq!(ask(Some("\"other\"")).status().as_u16(), 200);
}

#[test]
fn a_first_view_fits_into_a_hundred_kilobytes() {
    let (_app, engine, router) = world();
    engine.put_role(&role(0, "Slurm")).unwrap();
    let people: Vec<Candidate> =
        (0..60).map(|n| candidate(n, "Senior HPC engineer, Slurm, Lustre, InfiniBand")).collect();
    engine.put_candidates(&people).unwrap();
    let page = run(text(router, request("/roles/r-0")));
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packer, page.as_bytes()).unwrap();
    let files = super::assets::packed_bytes();
    let whole = packer.finish().unwrap().len() + files;
    assert!(whole < 100_000, "{whole} bytes, {files} of them files");
}

#[test]
fn the_shortlist_of_the_page_is_that_of_the_api() {
    let (_app, engine, router) = world();
    engine.put_role(&role(0, "Slurm")).unwrap();
    engine.put_candidates(&(0..40).map(|n| candidate(n, &format!("engineer {n} Slurm"))).collect::<Vec<_>>()).unwrap();
    let page = run(text(router.clone(), request("/roles/r-0")));
    let shown: Vec<&str> =
        page.split("name=\"c\" value=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let api =
        Request::post("/v1/roles/r-0/matches").header("host", "localhost").header("content-type", "application/json");
    let answer = run(text(router, api.body(Body::from("{\"limit\": 25}")).unwrap()));
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let ranked: Vec<&str> =
        answer["results"].as_array().unwrap().iter().map(|row| row["candidate_id"].as_str().unwrap()).collect();
    assert_eq!((shown.len(), shown), (25, ranked));
}

#[test]
fn a_person_page_says_why_a_requirement_counts_in_part_in_the_words_of_the_api() {
    let (_app, engine, router) = world();
    let role = json!({"id": "r", "title": "Storage engineer", "must_have": ["Lustre", "Slurm"]});
    engine.put_role(&role_from_value(role, "", &Limits::default()).unwrap()).unwrap();
    let candidate = json!({"id": "c", "headline": "Storage engineer", "skills": ["BeeGFS"]});
    engine.put_candidate(&candidate_from_value(candidate, "", &Limits::default()).unwrap()).unwrap();
    let page = run(text(router.clone(), request("/roles/r/candidates/c")));
    let found =
        engine.explain(&RoleId::new("r").unwrap(), &CandidateId::new("c").unwrap(), &MatchOptions::default()).unwrap();
    let reasons: Vec<&String> = found.gaps.iter().filter_map(|gap| gap.reason.as_ref()).collect();
    assert_eq!(reasons.len(), 2, "{:?}", found.gaps);
    for reason in reasons {
        assert_eq!(page.matches(&**reason).count(), 2, "once by the fit, once among the gaps: {reason}");
    }
}
