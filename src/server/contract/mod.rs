//! What each route takes and answers, said once: the routes, the refusal of what a route does not take, the OpenAPI document and the
//! pages at `/docs` are all made of it.

pub(super) mod admin;
mod codes;
mod document;
pub(super) mod duplicates;
pub(super) mod erasures;
mod examples;
pub(super) mod feedback;
pub(super) mod key_operations;
mod operation;
pub(super) mod operations;
mod page;
mod parameter;
mod requests;
mod schemas;
pub(super) mod shards;
pub(super) mod webhook_operations;

pub(super) use codes::CODES;
pub(super) use document::document;
pub(super) use operation::Operation;
pub(super) use page::{STYLE, page};
pub(super) use parameter::Parameter;
