//! The crate's errors as problems: the one place that knows which error is which status.

use axum::http::StatusCode;

use super::problem::Problem;
use crate::Error;
use crate::error::{ErrorKind, StorageErrorKind};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error.kind() {
            ErrorKind::Malformed => Self::new(StatusCode::BAD_REQUEST, "malformed", message),
            ErrorKind::NotFound => Self::new(StatusCode::NOT_FOUND, "not_found", message),
            ErrorKind::Invalid => match error {
                Error::Invalid(violations) => Self::invalid(violations),
                _ => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message),
            },
            // The engine's own configuration was checked at the start: this is about the options of a request.
            ErrorKind::Configuration => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message),
            ErrorKind::Unreadable => Self::new(StatusCode::UNPROCESSABLE_ENTITY, "unreadable", message),
            ErrorKind::Cancelled => Self::new(StatusCode::GATEWAY_TIMEOUT, "took_too_long", message),
            ErrorKind::LowSpace => {
                tracing::error!(reason = %message, "writing has stopped");
                let detail = "the service's disk is nearly full, and writing has stopped; reading goes on";
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "low_space", detail)
            }
            ErrorKind::Storage if error.storage_kind() == Some(StorageErrorKind::Refused) => {
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
            }
            ErrorKind::Storage if error.storage_kind() == Some(StorageErrorKind::Unsupported) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message)
            }
            ErrorKind::Storage if error.storage_kind() == Some(StorageErrorKind::DiskFull) => {
                tracing::error!(reason = %without_quoted(&message), "the disk is full");
                let detail = "the service's disk is full; what can be read is, and writing needs room and a new start";
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "disk_full", detail)
            }
            ErrorKind::Io | ErrorKind::Storage => {
                tracing::error!(reason = %without_quoted(&message), "the store or the index failed");
                let code = if matches!(error, Error::Index(_)) { "index_unavailable" } else { "store_unavailable" };
                Self::unavailable(code, "the service cannot read or write its data now; its log says why")
            }
        }
    }
}

/// The message without what it quotes, which may be the id of a person.
fn without_quoted(message: &str) -> String {
    let pieces = message.split('"').enumerate();
    pieces.map(|(n, piece)| if n % 2 == 0 { piece } else { "(id)" }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Violation;

    #[test]
    fn every_kind_has_its_status() {
        let violation = Violation { pointer: "/level".to_owned(), message: "is unknown".to_owned() };
        let cases = [
            (Error::Malformed(String::new()), 400, "malformed"),
            (Error::NotFound { what: "role", id: "r".to_owned() }, 404, "not_found"),
            (Error::Invalid(vec![violation]), 422, "invalid"),
            (Error::Configuration(String::new()), 422, "invalid"),
            (Error::store(crate::error::StorageErrorKind::Io, ""), 503, "store_unavailable"),
            (Error::store(crate::error::StorageErrorKind::Unreachable, ""), 503, "store_unavailable"),
            (Error::store(crate::error::StorageErrorKind::Unsupported, ""), 422, "invalid"),
            (Error::LowSpace(String::new()), 507, "low_space"),
            (Error::Index(String::new()), 503, "index_unavailable"),
            (Error::Cancelled(crate::error::StopReason::DeadlinePassed), 504, "took_too_long"),
            (Error::Io { path: "f".into(), source: std::io::Error::other("x") }, 503, "store_unavailable"),
        ];
        for (error, status, code) in cases {
            let problem = Problem::from(error);
            assert_eq!((problem.status.as_u16(), problem.code), (status, code));
        }
    }

    #[test]
    fn ids_do_not_reach_the_log() {
        assert_eq!(without_quoted(r#"candidate "c-7" cannot be read: bad"#), "candidate (id) cannot be read: bad");
    }
}
