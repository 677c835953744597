//! One method of one path: what it takes, what it answers, how it fails.

use serde_json::Value;

use super::parameter::{Parameter, Place};
use super::schemas::Schemas;
use crate::access::Scope;

/// A schema, made when the document is.
pub(super) type SchemaOf = fn(&mut Schemas) -> Value;

/// What is told of one method of one path.
#[derive(Clone, Debug)]
pub(in crate::server) struct Operation {
    /// For generated clients: the name of their method.
    pub id: String,
    pub tag: &'static str,
    /// What the key of whoever asks must allow, where the service has keys; none is needed where this is absent. The registration of
    /// the route says it.
    pub scope: Option<Scope>,
    pub summary: String,
    pub description: String,
    pub parameters: Vec<Parameter>,
    pub body: Option<RequestBody>,
    pub answers: Vec<Answered>,
    /// Statuses of its problems beside those that every operation may answer.
    pub fails: Vec<u16>,
    /// Whether its handler looks at `If-Match` and `If-None-Match`.
    pub is_conditional: bool,
    /// Whether it works for the engine: then it may take too long.
    pub is_work: bool,
    /// Whether it writes: then the disk may be full.
    pub is_write: bool,
}

/// The body of a request.
#[derive(Clone, Debug)]
pub(in crate::server) struct RequestBody {
    pub forms: Vec<(&'static str, SchemaOf)>,
    pub is_required: bool,
    pub example: Option<Value>,
}

/// One good answer.
#[derive(Clone, Debug)]
pub(in crate::server) struct Answered {
    pub status: u16,
    pub description: &'static str,
    /// None for an answer without a body.
    pub forms: Vec<(&'static str, SchemaOf)>,
    pub headers: Vec<Header>,
}

/// A header of an answer.
#[derive(Clone, Copy, Debug)]
pub(in crate::server) struct Header {
    pub name: &'static str,
    pub description: &'static str,
    pub is_always: bool,
}

pub(super) const JSON: &str = "application/json";

impl Operation {
    pub(super) fn new(id: impl Into<String>, tag: &'static str, summary: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            tag,
            scope: None,
            summary: summary.into(),
            description: String::new(),
            parameters: Vec::new(),
            body: None,
            answers: Vec::new(),
            fails: Vec::new(),
            is_conditional: false,
            is_work: true,
            is_write: false,
        }
    }

    pub(super) fn told(self, description: impl Into<String>) -> Self {
        Self { description: description.into(), ..self }
    }

    pub(super) fn with(mut self, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        self.parameters.extend(parameters);
        self
    }

    /// Takes a body that must be there.
    pub(super) fn takes(
        self,
        media: &'static [&'static str],
        schema: SchemaOf,
        example: impl Into<Option<Value>>,
    ) -> Self {
        let body = RequestBody {
            forms: media.iter().map(|media| (*media, schema)).collect(),
            is_required: true,
            example: example.into(),
        };
        Self { body: Some(body), ..self }
    }

    /// Takes and answers another form, too.
    pub(super) fn or_as(mut self, media: &'static str, taken: SchemaOf, answered: SchemaOf) -> Self {
        if let Some(body) = &mut self.body {
            body.forms.push((media, taken));
        }
        if let Some(last) = self.answers.last_mut() {
            last.forms.push((media, answered));
        }
        self
    }

    /// The body may be left out.
    pub(super) fn optional_body(mut self) -> Self {
        if let Some(body) = &mut self.body {
            body.is_required = false;
        }
        self
    }

    pub(super) fn answers(self, status: u16, description: &'static str, schema: SchemaOf) -> Self {
        self.answers_as(status, description, JSON, schema)
    }

    pub(super) fn answers_as(
        mut self,
        status: u16,
        description: &'static str,
        media: &'static str,
        schema: SchemaOf,
    ) -> Self {
        self.answers.push(Answered { status, description, forms: vec![(media, schema)], headers: Vec::new() });
        self
    }

    pub(super) fn answers_nothing(mut self, status: u16, description: &'static str) -> Self {
        self.answers.push(Answered { status, description, forms: Vec::new(), headers: Vec::new() });
        self
    }

    /// Of the answer that was told last.
    pub(super) fn header(self, name: &'static str, description: &'static str) -> Self {
        self.with_header(Header { name, description, is_always: true })
    }

    /// Of the answer that was told last, in some cases.
    pub(super) fn header_perhaps(self, name: &'static str, description: &'static str) -> Self {
        self.with_header(Header { name, description, is_always: false })
    }

    fn with_header(mut self, header: Header) -> Self {
        if let Some(last) = self.answers.last_mut() {
            last.headers.push(header);
        }
        self
    }

    pub(super) fn fails(mut self, statuses: &[u16]) -> Self {
        self.fails.extend(statuses);
        self
    }

    pub(super) fn conditional(self) -> Self {
        // A reserved id in the path is another route's.
        Self { is_conditional: true, ..self }.fails(&[405, 412])
    }

    pub(super) fn writes(self) -> Self {
        Self { is_write: true, ..self }
    }

    pub(super) fn without_work(self) -> Self {
        Self { is_work: false, ..self }
    }

    /// The parameters of its query.
    pub(in crate::server) fn query(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.place == Place::Query)
    }

    /// All statuses of its problems.
    pub(super) fn problem_statuses(&self) -> Vec<u16> {
        let mut statuses = vec![400, 403, 429, 431, 500, 503];
        statuses.extend(&self.fails);
        if self.scope.is_some() {
            statuses.push(401);
        }
        if self.body.is_some() {
            statuses.extend([408, 413, 415, 422]);
        }
        if self.is_work {
            statuses.extend([422, 504]);
        }
        if self.is_write {
            statuses.extend([413, 422, 507]);
        }
        statuses.sort_unstable();
        statuses.dedup();
        statuses
    }
}
