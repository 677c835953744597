//! Keeps web pages away from a service without authentication: a browser on this machine would carry their requests here.

use axum::http::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use axum::http::{StatusCode, Uri};

use super::problem::Problem;

/// Refuses a request that names another host as its aim (which is how a page gets around the browser's rules by pointing its
/// own name at this machine) or as the page that sends it.
pub(super) fn check(uri: &Uri, headers: &HeaderMap, origins: &[HeaderValue]) -> Result<(), Problem> {
    // What a request line in absolute form names outranks the header.
    if names_another(headers, &HOST) || uri.host().is_some_and(|host| !is_loopback(host)) {
        let detail = "only requests to localhost are answered, because they are not authenticated; send `Host: localhost`, \
                      or start the service with unauthenticated access allowed";
        return Err(Problem::new(StatusCode::FORBIDDEN, "foreign_host", detail));
    }
    let is_listed = headers.get_all(ORIGIN).iter().all(|origin| origins.contains(origin));
    if !is_listed && names_another(headers, &ORIGIN) {
        let detail = "requests of web pages from other hosts are refused, because they are not authenticated; `--cors-origin` \
                      lists those that may send them";
        return Err(Problem::new(StatusCode::FORBIDDEN, "foreign_origin", detail));
    }
    Ok(())
}

fn names_another(headers: &HeaderMap, name: &HeaderName) -> bool {
    headers.get_all(name).iter().any(|value| {
        let uri = value.to_str().ok().and_then(|text| text.parse::<Uri>().ok());
        !uri.as_ref().and_then(Uri::host).is_some_and(is_loopback)
    })
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || bare.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(name: HeaderName, value: &str) -> Option<&'static str> {
        let headers = HeaderMap::from_iter([(name, value.parse().unwrap())]);
        check(&Uri::from_static("/"), &headers, &[]).err().map(|problem| problem.code)
    }

    #[test]
    fn only_local_names_are_answered() {
        for local in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.9.9.9", "[::1]:8080"] {
            assert_eq!(code(HOST, local), None, "{local}");
        }
        for foreign in
            ["evil.example", "evil.example:8080", "localhost.evil.example", "10.0.0.1", "127.0.0.1.evil.example"]
        {
            assert_eq!(code(HOST, foreign), Some("foreign_host"), "{foreign}");
        }
    }

    #[test]
    fn only_local_pages_are_answered() {
        assert_eq!(code(ORIGIN, "http://localhost:3000"), None);
        for foreign in ["https://evil.example", "null"] {
            assert_eq!(code(ORIGIN, foreign), Some("foreign_origin"), "{foreign}");
        }
        assert!(check(&Uri::from_static("/"), &HeaderMap::new(), &[]).is_ok());
        let listed = [HeaderValue::from_static("https://ats.example")];
        for (origin, is_allowed) in [("https://ats.example", true), ("https://ats.example:444", false), ("null", false)]
        {
            let headers = HeaderMap::from_iter([(ORIGIN, origin.parse().unwrap())]);
            assert_eq!(check(&Uri::from_static("/"), &headers, &listed).is_ok(), is_allowed, "{origin}");
        }
    }

    #[test]
    fn a_request_line_that_names_another_host_is_refused_whatever_the_header_says() {
        let headers = HeaderMap::from_iter([(HOST, "localhost".parse().unwrap())]);
        assert!(check(&Uri::from_static("http://localhost:7878/v1/skills"), &headers, &[]).is_ok());
        let refused = check(&Uri::from_static("http://evil.example/v1/skills"), &headers, &[]);
        assert_eq!(refused.unwrap_err().code, "foreign_host");
    }
}
