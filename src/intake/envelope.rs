//! Finds the list of documents in an answer of an API, such as `{"jobs": [...], "meta": {...}}`, without reading more than its beginning.

/// Names of lists of documents.
const LISTS: [&str; 9] =
    ["candidates", "roles", "jobs", "results", "data", "postings", "opportunities", "items", "@graph"];
/// What answers say beside their list. A document has other fields, or has them before its lists.
const BESIDE: [&str; 18] = [
    "@context", "api_version", "apiVersion", "count", "hasNext", "has_more", "limit", "meta", "moreDataAvailable",
    "next", "nextCursor", "offset", "page", "previous", "status", "success", "syncToken", "total",
];

/// What the beginning of a stream tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// So many bytes come before the first element of the list of documents, its bracket included.
    OfList(usize),
    /// It is no answer of an API.
    OfDocuments,
    /// More of it would tell.
    Unfinished,
}

pub(super) fn beginning(head: &[u8]) -> Beginning {
    let mut at = Cursor { text: head, at: 0 };
    match before_list(&mut at) {
        Some(n_before) => Beginning::OfList(n_before),
        None if at.at >= head.len() => Beginning::Unfinished,
        None => Beginning::OfDocuments,
    }
}

fn before_list(at: &mut Cursor) -> Option<usize> {
    at.take(b'{')?;
    loop {
        let key = at.string()?;
        at.take(b':')?;
        let is_list = LISTS.iter().any(|list| list.as_bytes() == key);
        if is_list && at.peek()? == b'[' {
            at.take(b'[')?;
            let after = at.at;
            return matches!(at.peek()?, b'{' | b']').then_some(after);
        }
        if !BESIDE.iter().any(|beside| beside.as_bytes() == key) {
            return None;
        }
        at.value()?;
        at.take(b',')?;
    }
}

/// Steps through JSON; `None` at the end and at what is none.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(|byte| byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(byte)) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, expected: u8) -> Option<()> {
        (self.peek()? == expected).then(|| self.at += 1)
    }

    /// What is between the quotes, as it is written.
    fn string(&mut self) -> Option<&'a [u8]> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.text.get(self.at)? {
                b'\\' => self.at += 2,
                b'"' => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.text.get(start..self.at - 1)
    }

    fn value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' => {
                    self.at += 1;
                    continue;
                }
                _ => {
                    while self.text.get(self.at).is_some_and(|byte| !b",:]} \t\r\n".contains(byte)) {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_apis_are_told_from_documents() {
        for (head, expected) in [
            (r#"{"jobs":[{"id":1}]"#, Beginning::OfList(9)),
            (r#" { "next": null, "meta": {"a": [1, "}"]}, "results" : [ ] }"#, Beginning::OfList(55)),
            (r#"{"success":true,"results":[{"#, Beginning::OfList(27)),
            (r#"{"id":1,"jobs":[{"title":"a"}]}"#, Beginning::OfDocuments),
            (r#"{"jobs":["a"]}"#, Beginning::OfDocuments),
            (r#"{"basics":{},"work":[{}]}"#, Beginning::OfDocuments),
            (r#"{"next":"#, Beginning::Unfinished),
            (r#"{"next":"a\"#, Beginning::Unfinished),
            (r"[{}]", Beginning::OfDocuments),
            ("", Beginning::Unfinished),
        ] {
            assert_eq!(beginning(head.as_bytes()), expected, "{head}");
        }
    }
}
