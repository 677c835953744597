//! What the routes of erasures take and answer, and the parameter by which a deletion is one.

use serde_json::json;

use super::operation::Operation;
use super::operations::SERVICE;
use super::parameter::Parameter;
use super::schemas::Schemas;
use crate::server::erasures::{ERASE, Erasure};

/// Of the header `Location`.
pub(super) const RECEIPT: &str = "The path of the receipt.";

/// Whether a deletion is an erasure, too.
pub(super) fn erase() -> Parameter {
    let told = "Whether what is removed is also erased from the files of the service.";
    Parameter::new(ERASE, told, json!({ "type": "boolean", "default": false }))
}

/// Has erased what was removed before.
pub(in crate::server) fn erase_deleted() -> Operation {
    Operation::new("eraseDeleted", SERVICE, "Erase all that was removed or replaced so far")
        .told("The files are written anew in the background, for all who asked; requests go on meanwhile.")
        .answers(202, "The erasure is under way.", Schemas::answer::<Erasure>)
        .header("Location", RECEIPT)
        .writes()
}

/// A receipt.
pub(in crate::server) fn erasure() -> Operation {
    Operation::new("getErasure", SERVICE, "Whether an erasure is done")
        .told("Receipts are kept for 400 days.")
        .with([Parameter::path("receipt", "The id of the receipt.", json!({ "type": "string", "minLength": 1 }))])
        .answers(200, "The receipt.", Schemas::answer::<Erasure>)
        .fails(&[404])
}
