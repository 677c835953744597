//! What the routes of keys take and answer. Which handler does it is in `routes`.

use serde_json::json;

use super::operation::{JSON, Operation};
use super::operations::SERVICE;
use super::parameter::Parameter;
use super::requests::KeyRequest;
use super::schemas::Schemas;
use crate::server::keys::{AllKeys, Created};

/// The tenant's keys.
pub(in crate::server) fn list_keys() -> Operation {
    Operation::new("listKeys", SERVICE, "The keys of the tenant")
        .told("Never the keys themselves, which are kept nowhere.")
        .answers(200, "All keys, those included that work no more.", Schemas::answer::<AllKeys<'_>>)
}

/// A new key.
pub(in crate::server) fn create_key() -> Operation {
    Operation::new("createKey", SERVICE, "Make a key for the tenant")
        .told("The key is answered once, in `secret`. The first key of a service is made by `rolefit keys create`.")
        .takes(&[JSON], Schemas::request::<KeyRequest>, json!({"scope": "read", "name": "nightly report"}))
        .answers(201, "Made, and durable.", Schemas::answer::<Created<'_>>)
        .header("Location", "The path of the key.")
}

/// An end of a key.
pub(in crate::server) fn revoke_key() -> Operation {
    Operation::new("revokeKey", SERVICE, "Revoke a key of the tenant")
        .told("It is refused from now on, and stays in the list.")
        .with([Parameter::path("id", "The key's id.", json!({ "type": "string", "minLength": 1 }))])
        .answers_nothing(204, "Revoked, and durable.")
        .fails(&[404])
}
