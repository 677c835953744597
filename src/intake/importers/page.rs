//! Postings that a page of HTML carries for machines: JSON-LD in its scripts.

use serde_json::Value;

/// The texts of all `JobPosting`s of a page. A script that speaks of one and is no JSON is given as it is, so that its fault is told.
pub(in crate::intake) fn postings(page: &str) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for script in scripts(page) {
        match serde_json::from_str::<Value>(script) {
            Ok(value) => collect(value, &mut found),
            Err(_) if script.contains("JobPosting") => found.push(script.as_bytes().to_vec()),
            Err(_) => {}
        }
    }
    found
}

/// A posting, those of a list, and those of a graph.
fn collect(value: Value, found: &mut Vec<Vec<u8>>) {
    match value {
        Value::Array(items) => items.into_iter().for_each(|item| collect(item, found)),
        Value::Object(mut map) => {
            if let Some(graph) = map.remove("@graph") {
                collect(graph, found);
            } else if map.get("@type").is_some_and(is_posting) {
                found.push(Value::Object(map).to_string().into_bytes());
            }
        }
        _ => {}
    }
}

pub(super) fn is_posting(kind: &Value) -> bool {
    match kind {
        Value::String(kind) => kind.rsplit(['/', ':']).next() == Some("JobPosting"),
        Value::Array(kinds) => kinds.iter().any(is_posting),
        _ => false,
    }
}

/// What is between the tags of scripts of JSON-LD. A script ends at the first `</script`, whatever it holds.
fn scripts(page: &str) -> impl Iterator<Item = &str> {
    // Tags are ASCII, so that places in both are the same.
    let lower = page.to_ascii_lowercase();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + lower[at..].find("<script")?;
            let open = start + lower[start..].find('>')? + 1;
            let end = open + lower[open..].find("</script")?;
            at = end;
            if lower[start..open].contains("application/ld+json") {
                return Some(page[open..end].trim());
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postings_are_found_in_scripts_of_json_ld_alone() {
        let page = r#"<SCRIPT Type="application/ld+json"> {"@type":"http://schema.org/JobPosting","title":"Ü"} </Script>
            <script>{"@type":"JobPosting"}</script><script type='application/ld+json'>{"@graph":[{"@type":["Thing","JobPosting"]},{"@type":"Thing"}]}</script>
            <script type="application/ld+json">{JobPosting}</script><script type="application/ld+json">{"@type":"JobPosting"}"#;
        let found: Vec<String> = postings(page).into_iter().map(|text| String::from_utf8(text).unwrap()).collect();
        assert_eq!(
            found,
            [
                r#"{"@type":"http://schema.org/JobPosting","title":"Ü"}"#, r#"{"@type":["Thing","JobPosting"]}"#,
                "{JobPosting}"
            ]
        );
        assert!(postings("<script type=application/ld+json").is_empty());
    }
}
