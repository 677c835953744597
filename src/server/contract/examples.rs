//! Examples of answers, by operation and status: as a service gave them to the test `http_examples`, which writes them anew with
//! `UPDATE_EXAMPLES=1`. Long lists are cut there, and secrets replaced.

use std::sync::LazyLock;

use serde_json::Value;

static EXAMPLES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).expect("a test reads the file"));

/// The example of an answer in JSON.
pub(super) fn of(operation: &str, status: u16) -> Option<&'static Value> {
    EXAMPLES.get(operation)?.get(status.to_string())
}
