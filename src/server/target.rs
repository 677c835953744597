//! What a request's path and query say.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};

use super::contract::Operation;
use super::problem::Problem;
use crate::CandidateId;
use crate::intake::did_you_mean;

/// The greatest number of a query: 53 bits, which numbers of all programs hold.
pub(super) const MAX_COUNT: u64 = (1 << 53) - 1;
/// The most results of one page.
const MAX_LIMIT: usize = 1000;

/// So much of an unknown parameter's name is told.
const MAX_NAME_SHOWN: usize = 40;
/// The longest value of a parameter, in characters: it is looked up or searched for, and longer ones are nobody's.
const MAX_VALUE_CHARS: usize = 512;
/// The longest cursor, which holds an id.
const MAX_CURSOR_CHARS: usize = 2048;

/// The one id in the path of a document.
pub(super) struct Id(pub(super) String);

/// The two ids in the path of a pair: the role's and the candidate's.
pub(super) struct Pair(pub(super) String, pub(super) String);

/// Any text in the path.
pub(super) struct Name(pub(super) String);

/// The parameters of the query, in their order.
pub(super) struct Query(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(name)| Self(name)).map_err(|_| not_utf8())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Name(id) = Name::from_request_parts(parts, state).await?;
        check(id).map(Self)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Pair {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<(String, String)>::from_request_parts(parts, state).await;
        let Path((role, candidate)) = path.map_err(|_| not_utf8())?;
        Ok(Self(check(role)?, check(candidate)?))
    }
}

fn not_utf8() -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed_path", "the path is not percent-encoded UTF-8 text")
}

/// Ids of candidates and roles follow one rule.
fn check(id: String) -> Result<String, Problem> {
    match CandidateId::new(&id) {
        Ok(_) => Ok(id),
        Err(rule) => Err(Problem::new(StatusCode::BAD_REQUEST, "malformed_path", format!("in the path: {rule}"))),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::of(&parts.uri)
    }
}

impl Query {
    /// The query of a request's target.
    pub(super) fn of(uri: &Uri) -> Result<Self, Problem> {
        let pairs = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri);
        let pairs =
            pairs.map_err(|_| malformed_query("the query is not of the form name=value&name=value".to_owned()))?;
        let most = |name: &str| if name == "cursor" { MAX_CURSOR_CHARS } else { MAX_VALUE_CHARS };
        if let Some((name, _)) = pairs.0.iter().find(|(name, value)| value.chars().count() > most(name)) {
            let shown: String = name.chars().take(MAX_NAME_SHOWN).collect();
            return Err(malformed_query(format!("`{shown}` is longer than {} characters", most(name))));
        }
        Ok(Self(pairs.0))
    }

    /// Refuses parameters that the route does not have, those given twice that may be given once, and empty ones that are no text.
    pub(super) fn check(&self, operation: &Operation) -> Result<(), Problem> {
        for (n, (name, value)) in self.0.iter().enumerate() {
            let Some(known) = operation.query().find(|known| known.name == name) else {
                let hint = did_you_mean(name, operation.query().map(|known| known.name));
                let shown: String = name.chars().take(MAX_NAME_SHOWN).collect();
                let none = if operation.query().next().is_none() { ", which has none" } else { "" };
                return Err(malformed_query(format!("`{shown}` is not a parameter of this route{none}{hint}")));
            };
            if !known.is_repeated && self.0[..n].iter().any(|(earlier, _)| earlier == name) {
                return Err(malformed_query(format!("`{name}` is given twice; give it once")));
            }
            if value.is_empty()
                && let Some(expected) = known.expected()
            {
                return Err(malformed_query(format!("`{name}` is empty; expected {expected}, or no `{name}`")));
            }
        }
        Ok(())
    }

    /// The parameter as given; an empty text is as good as none.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty())
    }

    /// All values of a parameter that may be repeated; empty ones are as good as none.
    pub(super) fn all<'q>(&'q self, name: &'q str) -> impl Iterator<Item = &'q str> {
        self.pairs().filter(move |(known, value)| *known == name && !value.is_empty()).map(|(_, value)| value)
    }

    /// All parameters as they were given.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many results are asked for, 1 to 1,000.
    pub(super) fn limit(&self, default: usize) -> Result<usize, Problem> {
        let accepted = format!("a whole number from 1 to {MAX_LIMIT}");
        let limit = self.parse("limit", &accepted)?.unwrap_or(default);
        if !(1..=MAX_LIMIT).contains(&limit) {
            return Err(malformed_query(format!("`limit` is {limit}; expected {accepted}")));
        }
        Ok(limit)
    }

    /// A whole number that every program can write.
    pub(super) fn count(&self, name: &str, accepted: &str) -> Result<Option<u64>, Problem> {
        let found: Option<u64> = self.parse(name, accepted)?;
        match found {
            Some(count) if count > MAX_COUNT => {
                Err(malformed_query(format!("`{name}` is {count}; expected at most {MAX_COUNT}")))
            }
            found => Ok(found),
        }
    }

    /// The parameter read as a `T`; `accepted` says what is, and nothing at all is not.
    pub(super) fn parse<T: std::str::FromStr>(&self, name: &str, accepted: &str) -> Result<Option<T>, Problem> {
        let read = |value: &str| {
            value.parse().map_err(|_| malformed_query(format!("`{name}` is {value:?}; expected {accepted}")))
        };
        self.pairs().find(|(known, _)| *known == name).map(|(_, value)| read(value)).transpose()
    }
}

pub(super) fn malformed_query(detail: String) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed_query", detail)
}
