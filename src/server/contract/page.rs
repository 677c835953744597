//! The OpenAPI document as a page: HTML without scripts, so that it is read where nothing can be loaded and nothing may run.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::codes::CODES;

/// The style sheet of the page.
pub(in crate::server) const STYLE: &str = include_str!("page.css");

/// The page of a document.
pub(in crate::server) fn page(document: &Value) -> String {
    let mut page = Page(String::new());
    let info = &document["info"];
    let title = text(&info["title"]);
    page.raw("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    page.raw(
        "<meta name=\"viewport\" content=\"width=device-width\">\n<link rel=\"stylesheet\" href=\"/docs/style.css\">\n",
    );
    page.element("title", &format!("{title} API"));
    page.element("h1", &format!("{title} API"));
    page.prose(text(&info["description"]));
    page.raw("<p>The same for programs: <a href=\"/openapi.json\">openapi.json</a>.</p>\n");
    let operations: Vec<(&str, &str, &Value)> = operations(document).collect();
    page.raw("<nav>\n<ul>\n");
    for (method, path, told) in &operations {
        page.raw("<li>");
        page.link(text(&told["operationId"]), &format!("{} {path}", method.to_uppercase()));
    }
    page.raw("<li><a href=\"#codes\">Codes of problems</a>\n<li><a href=\"#schemas\">Schemas</a>\n</ul>\n</nav>\n");
    for tag in items(&document["tags"]) {
        let name = text(&tag["name"]);
        page.element("h2", &capitalized(name));
        page.prose(text(&tag["description"]));
        for (method, path, told) in operations.iter().filter(|(_, _, told)| told["tags"][0] == tag["name"]) {
            page.operation(method, path, told);
        }
    }
    page.codes();
    page.raw("<h2 id=\"schemas\">Schemas</h2>\n");
    for (name, schema) in fields(&document["components"]["schemas"]) {
        page.schema(name, schema);
    }
    page.0
}

struct Page(String);

impl Page {
    /// HTML as it is.
    fn raw(&mut self, html: &str) {
        self.0 += html;
    }

    /// Any text.
    fn escaped(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '<' => self.0 += "&lt;",
                '>' => self.0 += "&gt;",
                '&' => self.0 += "&amp;",
                '"' => self.0 += "&quot;",
                other => self.0.push(other),
            }
        }
    }

    fn element(&mut self, name: &str, text: &str) {
        self.open(name);
        self.escaped(text);
        self.raw(&format!("</{name}>\n"));
    }

    fn open(&mut self, name: &str) {
        write!(self.0, "<{name}>").expect("writing to a string cannot fail");
    }

    /// A heading that links lead to.
    fn heading(&mut self, id: &str, html: impl FnOnce(&mut Self)) {
        self.raw("<h3 id=\"");
        self.escaped(id);
        self.raw("\">");
        html(self);
        self.raw("</h3>\n");
    }

    fn link(&mut self, id: &str, words: &str) {
        self.raw("<a href=\"#");
        self.escaped(id);
        self.raw("\">");
        self.escaped(words);
        self.raw("</a>\n");
    }

    /// A paragraph; what stands between backquotes is code.
    fn prose(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        self.raw("<p>");
        self.words(words);
        self.raw("</p>\n");
    }

    fn words(&mut self, words: &str) {
        for (n, part) in words.split('`').enumerate() {
            if n % 2 == 0 {
                self.escaped(part);
            } else {
                self.raw("<code>");
                self.escaped(part);
                self.raw("</code>");
            }
        }
    }

    fn operation(&mut self, method: &str, path: &str, told: &Value) {
        self.heading(text(&told["operationId"]), |page| {
            page.raw("<span class=\"method\">");
            page.escaped(&method.to_uppercase());
            page.raw("</span><code>");
            page.escaped(path);
            page.raw("</code>");
        });
        self.prose(&format!("{}.", text(&told["summary"])));
        self.prose(text(&told["description"]));
        let parameters = items(&told["parameters"]);
        if !parameters.is_empty() {
            self.raw("<table>\n<tr><th>Parameter<th>In<th>Type<th>Meaning\n");
            for parameter in parameters {
                self.raw("<tr><td><code>");
                self.escaped(text(&parameter["name"]));
                self.raw("</code><td>");
                self.escaped(text(&parameter["in"]));
                self.raw("<td class=\"type\">");
                self.kind(&parameter["schema"]);
                self.raw("<td>");
                self.words(text(&parameter["description"]));
                self.raw(if parameter["required"] == true { " Required.\n" } else { "\n" });
            }
            self.raw("</table>\n");
        }
        for (media, content) in fields(&told["requestBody"]["content"]) {
            self.raw("<p>Body: <code>");
            self.escaped(media);
            self.raw("</code>, ");
            self.kind(&content["schema"]);
            self.raw(".</p>\n");
            if let Some(example) = content.get("example") {
                self.element("pre", &format!("{example:#}"));
            }
        }
        self.raw("<table>\n<tr><th>Status<th>Meaning<th>Body\n");
        for (status, answer) in fields(&told["responses"]) {
            self.raw("<tr><td>");
            self.escaped(status);
            self.raw("<td>");
            self.words(text(&answer["description"]));
            self.raw("<td>");
            for (media, content) in fields(&answer["content"]) {
                self.raw("<code>");
                self.escaped(media);
                self.raw("</code> ");
                self.kind(&content["schema"]);
            }
            self.raw("\n");
        }
        self.raw("</table>\n");
    }

    fn codes(&mut self) {
        self.raw("<h2 id=\"codes\">Codes of problems</h2>\n<table>\n<tr><th>Code<th>Status<th>Meaning\n");
        for (code, status, meaning) in CODES {
            self.raw(&format!("<tr><td><code>{code}</code><td>{status}<td>"));
            self.words(meaning);
            self.raw("\n");
        }
        self.raw("</table>\n");
    }

    fn schema(&mut self, name: &str, schema: &Value) {
        self.heading(name, |page| page.escaped(name));
        self.prose(text(&schema["description"]));
        let properties = fields(&schema["properties"]);
        if properties.is_empty() {
            self.raw("<p class=\"type\">");
            self.kind(schema);
            self.raw("</p>\n");
            return;
        }
        let required = items(&schema["required"]);
        self.raw("<table>\n<tr><th>Field<th>Type<th>Meaning\n");
        for (name, field) in properties {
            self.raw("<tr><td><code>");
            self.escaped(name);
            self.raw("</code><td class=\"type\">");
            self.kind(field);
            self.raw("<td>");
            self.words(text(&field["description"]));
            self.raw(if required.iter().any(|required| required == name) { " Required.\n" } else { "\n" });
        }
        self.raw("</table>\n");
    }

    /// A schema in a few words.
    fn kind(&mut self, schema: &Value) {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or_default();
            return self.link(name, name);
        }
        if let Some(constant) = schema.get("const") {
            return self.escaped(&constant.to_string());
        }
        let choices = items(&schema["enum"]);
        if !choices.is_empty() {
            let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
            return self.escaped(&choices.join(" | "));
        }
        let variants = [&schema["anyOf"], &schema["oneOf"]].into_iter().flat_map(items);
        let mut any = false;
        for variant in variants {
            if std::mem::replace(&mut any, true) {
                self.raw(" | ");
            }
            self.kind(variant);
        }
        if any {
            return;
        }
        if let Some(item) = schema.get("items") {
            self.raw("list of ");
            return self.kind(item);
        }
        match &schema["type"] {
            Value::String(kind) => self.escaped(kind),
            Value::Array(kinds) => {
                let kinds: Vec<&str> = kinds.iter().map(text).collect();
                self.escaped(&kinds.join(" | "));
            }
            _ => self.raw("anything"),
        }
    }
}

fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = fields(&document["paths"]).into_iter();
    paths.flat_map(|(path, methods)| {
        fields(methods).into_iter().map(move |(method, told)| (method.as_str(), path.as_str(), told))
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn fields(value: &Value) -> Vec<(&String, &Value)> {
    value.as_object().map(Map::iter).into_iter().flatten().collect()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_document_says_is_text_on_the_page() {
        let document = json!({
            "info": { "title": "<script>", "description": "a & `b<c>`" },
            "components": { "schemas": { "X\"": { "properties": { "<i>": { "type": "string" } } } } },
        });
        let page = page(&document);
        assert!(!page.contains("<script>") && !page.contains("<i>"), "{page}");
        assert!(page.contains("a &amp; <code>b&lt;c&gt;</code>") && page.contains("id=\"X&quot;\""), "{page}");
    }

    #[test]
    fn every_link_on_the_page_leads_somewhere() {
        let page = page(&crate::server::openapi());
        for target in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(page.contains(&format!("id=\"{target}\"")), "{target}");
        }
    }
}
