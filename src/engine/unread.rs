//! Documents that the reader gives up: left out of matches alone, told by whoever was given them, and kept where they are stored.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use crate::domain::Error;
use crate::store::{Kind, Seq};

/// A document of a list that was left out because it breaks a rule or cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Unread {
    /// Its place in the list, from 0.
    pub index: usize,
    /// Why: [`Error::Unreadable`], which names it, or the rules that it breaks, [`Error::Invalid`] or [`Error::Malformed`].
    pub error: Error,
}

/// A list that was read, each document for itself.
pub(crate) struct Read<T> {
    /// What could be read, in order.
    pub found: Vec<T>,
    pub unread: Unreads,
}

/// What of a list could not be read, in order.
pub(crate) struct Unreads(pub Vec<Unread>);

impl<T> Read<T> {
    /// Parts what was read from what cannot be.
    ///
    /// # Errors
    /// Whatever is of no single document: [`Error::Cancelled`], for one.
    pub(crate) fn of(outcomes: Vec<Result<T, Error>>) -> Result<Self, Error> {
        let (mut found, mut unread) = (Vec::with_capacity(outcomes.len()), Vec::new());
        for (index, outcome) in outcomes.into_iter().enumerate() {
            match outcome {
                Ok(one) => found.push(one),
                Err(error @ (Error::Unreadable { .. } | Error::Invalid(_) | Error::Malformed(_))) => {
                    unread.push(Unread { index, error });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Self { found, unread: Unreads(unread) })
    }
}

impl Unreads {
    /// What became of the others, in the order of the whole list.
    pub(super) fn among<T>(self, others: Vec<T>) -> Vec<Result<T, Error>> {
        let mut outcomes: Vec<Result<T, Error>> = others.into_iter().map(Ok).collect();
        for Unread { index, error } in self.0 {
            outcomes.insert(index.min(outcomes.len()), Err(error));
        }
        outcomes
    }
}

/// Documents of the store that cannot be read any more, by the change that they stand as of. They are there for whoever asks for them
/// by id, and nowhere else.
#[derive(Debug, Default)]
pub(super) struct UnreadableDocuments(RwLock<ByDocument>);

/// By kind and id.
type ByDocument = BTreeMap<(&'static str, String), (Seq, Error)>;

impl UnreadableDocuments {
    /// Takes note of one that the store holds.
    pub(super) fn add(&self, kind: Kind, id: &str, seq: Seq, error: Error) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert((kind.noun(), id.to_owned()), (seq, error));
    }

    /// A document was written or removed.
    pub(super) fn changed(&self, kind: Kind, id: &str, seq: Seq) {
        if self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty() {
            return;
        }
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let key = (kind.noun(), id.to_owned());
        if all.get(&key).is_some_and(|(known, _)| *known < seq) {
            all.remove(&key);
        }
    }

    /// The same for an engine that is made beside this one.
    pub(super) fn copy(&self) -> Self {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let same = all.iter().filter_map(|(key, (seq, error))| match error {
            Error::Unreadable { document, reason } => {
                let error = Error::Unreadable { document: document.clone(), reason: *reason };
                Some((key.clone(), (*seq, error)))
            }
            _ => None,
        });
        Self(RwLock::new(same.collect()))
    }

    /// How many there are of a kind.
    pub(super) fn count(&self, kind: Kind) -> usize {
        self.0.read().unwrap_or_else(PoisonError::into_inner).keys().filter(|(noun, _)| *noun == kind.noun()).count()
    }

    /// Why one of them cannot be read; nothing of others.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub(super) fn check(&self, kind: Kind, id: &str) -> Result<(), Error> {
        match self.0.read().unwrap_or_else(PoisonError::into_inner).get(&(kind.noun(), id.to_owned())) {
            Some((_, Error::Unreadable { document, reason })) => {
                Err(Error::Unreadable { document: document.clone(), reason: *reason })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
impl super::Engine {
    /// Stores a document as a version did that could read it.
    pub(crate) fn store_unread<T: crate::intake::Document + super::AsKind>(&self, document: &T) {
        let (kind, id) = (T::STORED_AS, document.id().to_owned());
        let body = super::body(document).unwrap();
        self.inner.store.apply(&[crate::store::Op::Put { kind, id, body }]).unwrap();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::domain::{CancelToken, Candidate, CandidateId, Error, ErrorKind, Role, RoleId};
    #[cfg(feature = "storage")]
    use crate::engine::{DataDirectory, EngineOptions};
    use crate::engine::{Engine, MatchOptions};
    use crate::extract::{ENDLESS, PANICS};

    fn person(id: &str, summary: &str) -> Candidate {
        serde_json::from_value(json!({"id": id, "summary": summary})).unwrap()
    }

    fn role(description: &str) -> Role {
        serde_json::from_value(json!({"id": "r", "must_have": ["Slurm"], "description": description})).unwrap()
    }

    fn people() -> Vec<Candidate> {
        [("a", "I ran Slurm."), ("b", PANICS), ("c", ENDLESS), ("d", "I ran Slurm.")]
            .map(|(id, text)| person(id, text))
            .into()
    }

    #[test]
    fn who_cannot_be_read_is_not_written_and_the_others_are() {
        let engine = Engine::in_memory();
        let outcomes = engine.put_candidates(&people()).unwrap();
        let told: Vec<String> = outcomes
            .iter()
            .map(|outcome| outcome.as_ref().map_or_else(ToString::to_string, |written| written.seq.to_string()))
            .collect();
        assert_eq!(told[0], "1");
        assert!(told[1].starts_with("candidate \"b\" cannot be read: the reader failed on it"), "{told:?}");
        assert!(told[2].starts_with("candidate \"c\" cannot be read: it takes more work"), "{told:?}");
        assert_eq!(told[3], "2");
        assert_eq!((engine.candidate_count(), engine.status().unreadable), (2, 0));
        let put = engine.put_role(&role(PANICS));
        assert_eq!(put.unwrap_err().kind(), ErrorKind::Unreadable);
        assert_eq!(engine.create_candidate(&people()[1]).unwrap_err().kind(), ErrorKind::Unreadable);
        assert_eq!((engine.role_count(), engine.candidate_count()), (0, 2));
    }

    #[test]
    fn given_candidates_who_cannot_be_read_are_named_and_the_others_judged() {
        let engine = Engine::in_memory();
        let options = MatchOptions::default();
        let answer = engine.rank(&role(""), &people(), &options).unwrap();
        let named: Vec<(usize, &str)> = answer.unreadable.iter().map(|u| (u.index, u.candidate_id.as_str())).collect();
        assert_eq!(named, [(1, "b"), (2, "c")]);
        assert_eq!((answer.results.len(), answer.total_candidates), (2, Some(2)));
        let alone = engine.rank(&role(""), &[people().remove(0), people().remove(3)], &options).unwrap();
        assert_eq!(answer.results, alone.results);
        assert_eq!(engine.rank(&role(PANICS), &people(), &options).unwrap_err().kind(), ErrorKind::Unreadable);
    }

    #[cfg(feature = "storage")]
    #[test]
    fn a_directory_opens_with_documents_that_cannot_be_read_any_more() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        for person in &people() {
            engine.store_unread(person);
        }
        engine.store_unread(&role(ENDLESS));
        drop(engine);
        let found = DataDirectory::at(folder.path()).verify(&EngineOptions::default()).unwrap();
        assert!(found.is_whole(), "nothing of them is damaged: {:?}", found.flaws);
        assert_eq!((found.candidates, found.roles, found.unreadable_count), (4, 1, 3));
        let named: Vec<&str> =
            found.unreadable.iter().filter_map(|why| why.split(" cannot be read: ").next()).collect();
        assert_eq!(named, ["candidate \"b\"", "candidate \"c\"", "role \"r\""]);
        let engine = Engine::open(folder.path()).unwrap();
        let status = engine.status();
        assert_eq!((status.candidates, status.roles, status.unreadable), (4, 1, 3));
        let b = CandidateId::new("b").unwrap();
        assert_eq!(engine.candidate(&b).unwrap(), Some(people().remove(1)), "they are served as they are");
        let role_id = RoleId::new("r").unwrap();
        let options = MatchOptions::default();
        assert_eq!(engine.matches(&role_id, &options).unwrap_err().kind(), ErrorKind::Unreadable);
        engine.put_role(&role("")).unwrap();
        let answer = engine.matches(&role_id, &options).unwrap();
        assert_eq!((answer.results.len(), engine.status().unreadable), (2, 2));
        assert_eq!(engine.explain(&role_id, &b, &options).unwrap_err().kind(), ErrorKind::Unreadable);
        // A version of it that can be read, and its removal, are the end of that.
        assert!(!engine.put_candidate(&person("b", "I ran Slurm.")).unwrap().created);
        assert_eq!(engine.matches(&role_id, &options).unwrap().results.len(), 3);
        assert!(engine.delete_candidate(&CandidateId::new("c").unwrap()).unwrap());
        assert_eq!((engine.candidate_count(), engine.status().unreadable), (3, 0));
    }

    #[test]
    fn reading_ends_with_its_token() {
        let token = CancelToken::new();
        let engine = Engine::in_memory();
        let cancelled = engine.cancelled_by(token.clone());
        assert!(cancelled.put_candidate(&people()[0]).is_ok());
        token.cancel();
        let endless = [person("c", ENDLESS)];
        let is_cancelled = |error: Error| assert_eq!(error.kind(), ErrorKind::Cancelled, "{error}");
        is_cancelled(cancelled.put_candidates(&endless).unwrap_err());
        is_cancelled(cancelled.put_role(&role(ENDLESS)).unwrap_err());
        is_cancelled(cancelled.rank(&role(""), &endless, &MatchOptions::default()).unwrap_err());
        is_cancelled(cancelled.explain_documents(&role(""), &endless[0], &MatchOptions::default()).unwrap_err());
        is_cancelled(cancelled.extract(ENDLESS).unwrap_err());
        let mut ranking = cancelled.ranking(&[role("")], &MatchOptions::default()).unwrap();
        is_cancelled(ranking.offer(&endless).unwrap_err());
        assert_eq!(ranking.finish()[0].results.len(), 0, "a stream finishes with those who were judged");
        assert_eq!(engine.candidate_count(), 1, "nothing of it was written");
        assert!(engine.extract("Slurm").is_ok(), "other handles of the engine go on");
    }
}
