//! All codes of problems, in one table: a code never changes its meaning, and none is made that is not here.

/// A problem's code, its status, and what it means to a client.
pub(in crate::server) const CODES: [(&str, u16, &str); 50] = [
    ("malformed", 400, "The body is not JSON, or not UTF-8."),
    ("malformed_header", 400, "A header cannot be read."),
    ("malformed_host", 400, "A request of HTTP/1.1 has the header `Host` once."),
    ("malformed_path", 400, "The path is not percent-encoded UTF-8, or an id in it cannot be one."),
    ("malformed_query", 400, "A parameter of the query is unknown, is given twice, or cannot be read."),
    ("malformed_request", 400, "The request is not one of HTTP."),
    ("body_incomplete", 400, "The body ended before it was complete, or is not of the coding that it states."),
    ("unsupported_header", 400, "A header asks for what this route does not do."),
    ("refused", 400, "The request was refused before a route saw it; the status says why."),
    ("key_missing", 401, "The request has no key, and the service asks for one."),
    ("key_invalid", 401, "The key is not known, has expired or was revoked."),
    ("foreign_host", 403, "A service without keys answers requests to this machine alone."),
    ("foreign_origin", 403, "The page that sends the request is not on the list of origins."),
    ("insufficient_scope", 403, "The key does not allow this; `WWW-Authenticate` names the scope that does."),
    ("no_keys", 403, "The service has no keys yet; the first is made by `rolefit keys create`."),
    ("no_such_route", 404, "There is no such path."),
    ("not_found", 404, "There is no document, skill, webhook or key of that id."),
    ("no_pay_rows", 404, "The market reference has no row of such work in such a place."),
    ("method_not_allowed", 405, "The path does not take this method; `Allow` names those that it takes."),
    ("head_timeout", 408, "The head of the request came too slowly."),
    ("body_timeout", 408, "The body came too slowly."),
    ("already_exists", 409, "There is a document of that id; PUT replaces it."),
    ("idempotency_in_progress", 409, "A request with this `Idempotency-Key` is under way."),
    ("conflict", 409, "The document was changed again and again while it was patched."),
    ("precondition_failed", 412, "The document does not stand as `If-Match` or `If-None-Match` demands."),
    ("too_large", 413, "The body, or what it decompresses to, is larger than the limit."),
    ("target_too_long", 414, "The target of the request is too long."),
    ("unsupported_media_type", 415, "The route does not take bodies of this type or charset."),
    ("unsupported_content_encoding", 415, "The body's coding is not one of those in `Accept-Encoding` of the answer."),
    ("invalid", 422, "The request is understood, and something in it is not as it should be; `errors` names each."),
    ("unreadable", 422, "The document cannot be read: the reader gave it up."),
    (
        "knowledge_invalid",
        422,
        "A taxonomy, profile or market file of the service cannot be used; what was in use stays.",
    ),
    ("answer_too_large", 422, "The answer would be too large; ask for less."),
    ("idempotency_key_reused", 422, "The `Idempotency-Key` was used with another request."),
    ("not_sharded", 422, "A coordinator does not answer this over several shards; each shard answers for itself."),
    ("too_many_requests", 429, "The client sends more requests than it may; `Retry-After` says when to go on."),
    ("head_too_large", 431, "The head of the request is too large."),
    ("internal", 500, "A fault of the service; its log has more under the request's id."),
    ("overloaded", 503, "Too much is under way; ask again soon."),
    ("starting", 503, "The service is starting."),
    ("stopping", 503, "The service is stopping."),
    ("keys_unavailable", 503, "The service cannot read its keys now, and lets nobody in without."),
    ("store_unavailable", 503, "The service cannot read or write its data now."),
    ("behind", 503, "The node has not seen the write of `X-Rolefit-Seq` yet."),
    ("index_unavailable", 503, "The search index cannot be read now."),
    (
        "shard_unavailable",
        503,
        "The shard that this is about does not answer. A write may have been done all the same.",
    ),
    (
        "shards_differ",
        503,
        "Shards answer by different roles, versions or knowledge, and are not merged; the detail names them.",
    ),
    ("took_too_long", 504, "The work took too long and was stopped. A write may have been done all the same."),
    ("disk_full", 507, "The disk is full."),
    ("low_space", 507, "The disk is nearly full: writing has stopped, reading goes on."),
];

/// The codes of one status, with what they mean.
pub(super) fn of_status(status: u16) -> impl Iterator<Item = (&'static str, &'static str)> {
    CODES.into_iter().filter(move |(_, of, _)| *of == status).map(|(code, _, meaning)| (code, meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_docs_have_all_codes() {
        let docs = include_str!("../../../docs/api.md");
        let told: Vec<&str> = docs.lines().filter(|line| line.starts_with("| `")).collect();
        let rows = CODES.map(|(code, status, meaning)| format!("| `{code}` | {status} | {meaning} |"));
        assert_eq!(told, rows, "docs/api.md lists the codes of problems");
    }

    #[test]
    fn codes_are_unique_and_in_the_order_of_their_statuses() {
        let statuses: Vec<u16> = CODES.iter().map(|(_, status, _)| *status).collect();
        assert!(statuses.is_sorted());
        let names: std::collections::BTreeSet<&str> = CODES.iter().map(|(code, ..)| *code).collect();
        assert_eq!(names.len(), CODES.len());
    }
}
