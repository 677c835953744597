//! What the route of operators takes and answers. Which handler does it is in `routes`.

use super::operation::Operation;
use super::operations::SERVICE;
use super::schemas::Schemas;
use crate::server::reload::Reloaded;

/// The files of knowledge read anew.
pub(in crate::server) fn reload() -> Operation {
    Operation::new("reload", SERVICE, "Read the taxonomy, profile and market files anew")
        .told(
            "For the tenant that asks. Requests under way end on what they began with; from the answer on all others, and whatever is written, \
             are read and judged by the files as they are now, which `model` of answers names. It is answered when everybody is read anew. A file that \
             cannot be used changes nothing.",
        )
        .answers(200, "What is in use now.", Schemas::answer::<Reloaded>)
        .fails(&[422])
}
