//! Documents that come with the question: matched, and not kept. And the check of all documents that an engine is given, because
//! whoever makes one in code may have written anything into it.

use std::sync::Arc;

use super::options::Judgement;
use super::unread::{Read, Unread};
use super::{Engine, Inner, MatchOptions, Ranking, RoleEntry, body};
use crate::domain::parallel::prelude::*;
use crate::domain::{CancelToken, Candidate, Error, Role};
use crate::explain::{Answer, Match, UnreadableCandidate};
use crate::intake::{Checks, Document, check_document};
use crate::wording::Language;

/// So many candidates of one call are read between two looks at whether it is cancelled.
const RANKED_AT_ONCE: usize = 1024;

impl Engine {
    /// The first handle on an engine.
    pub(super) fn over(inner: Arc<Inner>) -> Self {
        Self { inner, cancel: CancelToken::default(), language: Language::default(), documents_are_checked: false }
    }

    /// This handle for those who give it only documents that were read by the rules: these are not held to them again.
    pub(crate) fn of_checked_documents(self) -> Self {
        Self { documents_are_checked: true, ..self }
    }

    /// Holds a document to the rules that JSON is held to, by this engine's limits.
    ///
    /// # Errors
    /// As [`Candidate::check`].
    pub(super) fn check<T: Document>(&self, document: &T) -> Result<(), Error> {
        if self.documents_are_checked { Ok(()) } else { check_document(document, &self.inner.options.limits) }
    }

    /// Holds the documents of one question to the rules. Pointers begin as in the body of such a request: `/role`, `/candidates/3`.
    pub(super) fn check_question(&self, role: &Role, candidates: &[Candidate]) -> Result<(), Error> {
        if self.documents_are_checked {
            return Ok(());
        }
        let limits = &self.inner.options.limits;
        let is_wrong =
            |candidate| !self.cancel.is_cancelled() && check_document::<Candidate>(candidate, limits).is_err();
        // On all cores; most questions are right, and then nothing is left to tell in order.
        let wrong: Vec<bool> = candidates.par_iter().map(is_wrong).collect();
        let mut all = Checks::new(limits);
        all.add(role, "/role")?;
        for (at, candidate) in candidates.iter().enumerate().filter(|(at, _)| wrong[*at]) {
            all.add(candidate, &format!("/candidates/{at}"))?;
        }
        self.cancel.check()?;
        all.finish()
    }

    /// One pair of documents that need not be put, with its whole explanation.
    ///
    /// # Errors
    /// [`Error::Invalid`] when one of the two breaks a rule, with pointers such as `/role/must_have/0` and `/candidate/skills/2`;
    /// [`Error::Configuration`] for unusable options; [`Error::Unreadable`] when one of the two cannot be read.
    pub fn explain_documents(
        &self,
        role: &Role,
        candidate: &Candidate,
        options: &MatchOptions,
    ) -> Result<Match, Error> {
        if !self.documents_are_checked {
            let mut checks = Checks::new(&self.inner.options.limits);
            checks.add(role, "/role")?;
            checks.add(candidate, "/candidate")?;
            checks.finish()?;
        }
        let engine = self.for_call(options);
        engine.explain_entries(
            &engine.role_entry(role)?,
            &engine.candidate_entry(candidate, &engine.extractor())?,
            options,
        )
    }

    /// The shortlist of the given candidates for a role, without storing anybody. Candidates who cannot be read are named in the
    /// answer, and not among those there are.
    ///
    /// # Errors
    /// [`Error::Invalid`] with every violation when a document breaks a rule, with pointers such as `/role/must_have/0` and
    /// `/candidates/3/skills/2`; [`Error::Configuration`] for unusable options; [`Error::Unreadable`] when the role cannot be read.
    pub fn rank(&self, role: &Role, candidates: &[Candidate], options: &MatchOptions) -> Result<Answer, Error> {
        let engine = self.for_call(options);
        let mut judgement = engine.judgement(options)?;
        engine.check_question(role, candidates)?;
        let has_pages = options.page.is_some() || options.max_bytes.is_some();
        let document = if has_pages { body(role)? } else { Vec::new() };
        judgement.begin_page(options, &["stateless", &String::from_utf8_lossy(&document)])?;
        let mut ranking = engine.clone().of_checked_documents().ranking_by(vec![engine.role_entry(role)?], judgement);
        let mut unreadable = Vec::new();
        for (n, portion) in candidates.chunks(RANKED_AT_ONCE).enumerate() {
            engine.cancel.check()?;
            let row = |Unread { index, error }: Unread| UnreadableCandidate {
                index: n * RANKED_AT_ONCE + index,
                candidate_id: portion[index].id.clone(),
                reason: reason_of(&error),
            };
            unreadable.extend(ranking.offer(portion)?.into_iter().map(row));
        }
        let answer = ranking.finish().pop().expect("one role was given");
        engine.cancel.check().map(|()| Answer { unreadable, ..answer })
    }

    /// Begins to rank candidates for roles as a stream: offer them in portions of any size, then finish. Nobody is stored, and
    /// only those on a shortlist are kept in memory. Its answers have no pages. Where the options' token or this handle's (see
    /// [`Engine::cancelled_by`]) is cancelled, nobody else can be offered, and it finishes with those who were.
    ///
    /// # Errors
    /// [`Error::Invalid`] when a role breaks a rule, with pointers such as `/roles/0/must_have/1`; [`Error::Configuration`] for
    /// unusable options; [`Error::Unreadable`] when a role cannot be read.
    pub fn ranking(&self, roles: &[Role], options: &MatchOptions) -> Result<Ranking, Error> {
        if !self.documents_are_checked {
            let mut checks = Checks::new(&self.inner.options.limits);
            for (at, role) in roles.iter().enumerate() {
                checks.add(role, &format!("/roles/{at}"))?;
            }
            checks.finish()?;
        }
        let engine = self.for_call(options);
        let roles = roles.iter().map(|role| engine.role_entry(role)).collect::<Result<_, Error>>()?;
        engine.ranking_for(roles, options)
    }

    /// Reads roles, on all cores, each for itself.
    pub(crate) fn read_roles(&self, roles: &[Role]) -> Result<Read<RoleEntry>, Error> {
        Read::of(roles.par_iter().map(|role| self.role_entry(role)).collect())
    }

    /// As [`Engine::ranking`], for roles that were read.
    pub(crate) fn ranking_for(&self, roles: Vec<RoleEntry>, options: &MatchOptions) -> Result<Ranking, Error> {
        if options.page.is_some() || options.max_bytes.is_some() {
            return Err(Error::Configuration("the answers of a stream have no pages".to_owned()));
        }
        // Stopped within a portion, judging would leave out the rest of it unseen: reading alone is stopped.
        let judgement = Judgement::new(options, &self.inner.options)?;
        Ok(self.ranking_by(roles, Judgement { timings: self.inner.timings.clone(), ..judgement }))
    }

    fn ranking_by(&self, roles: Vec<RoleEntry>, judgement: Judgement) -> Ranking {
        let limits = (!self.documents_are_checked).then(|| self.inner.options.limits.clone());
        Ranking::new(roles, judgement, self.extractor(), self.inner.options.taxonomy.clone(), limits)
    }
}

/// Why a document cannot be read, without naming it.
fn reason_of(error: &Error) -> String {
    match error {
        Error::Unreadable { reason, .. } => reason.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{CandidateId, DetailedRequirement, DetailedSkill, ErrorKind, RoleId};
    use crate::engine::WhatIfOptions;
    use crate::store::Precondition;

    fn candidate(skills: &[DetailedSkill]) -> Candidate {
        Candidate::new(CandidateId::new("c").unwrap()).with_skills(skills.to_vec())
    }

    fn role(must_have: DetailedRequirement) -> Role {
        Role::new(RoleId::new("r").unwrap()).with_must_have([must_have])
    }

    /// The kind and the first pointer of an error.
    fn told<T>(outcome: Result<T, Error>) -> (ErrorKind, String) {
        let error = outcome.err().expect("the document breaks a rule");
        (error.kind(), error.violations().first().map(|violation| violation.pointer.clone()).unwrap_or_default())
    }

    #[test]
    fn every_entry_refuses_what_reading_refuses() {
        let engine = Engine::in_memory();
        let options = MatchOptions::default();
        let (good, bad) =
            (candidate(&[]), candidate(&[DetailedSkill::new("S"), DetailedSkill::new("").with_years(-5.0)]));
        let slurm = DetailedRequirement::new("Slurm");
        let (fine, wrong) = (role(slurm.clone()), role(slurm.with_weight(-1.0)));
        let invalid = |pointer: &str| (ErrorKind::Invalid, pointer.to_owned());
        for outcome in [
            engine.put_candidate(&bad).map(drop),
            engine.create_candidate(&bad).map(drop),
            engine.put_candidate_if(&bad, Precondition::Present).map(drop),
        ] {
            assert_eq!(told(outcome), invalid("/skills/1/name"));
        }
        for outcome in [
            engine.put_role(&wrong).map(drop),
            engine.create_role(&wrong).map(drop),
            engine.put_role_if(&wrong, Precondition::Present).map(drop),
        ] {
            assert_eq!(told(outcome), invalid("/must_have/0/weight"));
        }
        let people = [good.clone(), bad.clone()];
        let at_second = invalid("/candidates/1/skills/1/name");
        assert_eq!(told(engine.rank(&fine, &people, &options)), at_second);
        assert_eq!(told(engine.what_if_among(&fine, &people, &WhatIfOptions::default())), at_second);
        assert_eq!(told(engine.rank(&wrong, &people, &options)), invalid("/role/must_have/0/weight"));
        assert_eq!(
            engine.rank(&wrong, &people, &options).unwrap_err().violations().len(),
            3,
            "all of them come at once"
        );
        assert_eq!(told(engine.explain_documents(&fine, &bad, &options)), invalid("/candidate/skills/1/name"));
        assert_eq!(told(engine.ranking(&[fine.clone(), wrong], &options)), invalid("/roles/1/must_have/0/weight"));
        assert_eq!((engine.candidate_count(), engine.role_count()), (0, 0));
        engine.clone().of_checked_documents().put_candidate(&bad).unwrap();
    }

    #[test]
    fn what_is_printed_of_an_engine_names_nobody() {
        let engine = Engine::in_memory();
        engine.put_candidate(&candidate(&[]).with_name("Zoe Moe").with_summary("Slurm")).unwrap();
        let role = role(DetailedRequirement::new("Slurm"));
        let mut ranking = engine.ranking(&[role], &MatchOptions::default()).unwrap();
        ranking.offer(&[candidate(&[]).with_name("Zoe Moe")]).unwrap();
        let printed = format!("{engine:?} {ranking:?} {:?}", engine.extractor());
        assert!(
            printed.starts_with("Engine { candidates: 1, roles: 0, ") && printed.contains("offered: 1"),
            "{printed}"
        );
        assert!(!printed.contains("Zoe") && !printed.contains("Slurm"), "{printed}");
    }

    #[test]
    fn of_many_who_breaks_a_rule_is_told_and_the_others_are_taken() {
        let engine = Engine::in_memory();
        let (good, bad) = (candidate(&[]), candidate(&[DetailedSkill::new("S").with_years(f64::NAN)]));
        let long = candidate(&[]).with_summary("x".repeat(2_400_000));
        let people = [bad, good, long];
        let outcomes = engine.put_candidates(&people).unwrap();
        let kinds: Vec<_> = outcomes.iter().map(|outcome| outcome.as_ref().err().map(Error::kind)).collect();
        assert_eq!(kinds, [Some(ErrorKind::Invalid), None, Some(ErrorKind::Malformed)]);
        let role = role(DetailedRequirement::new("Slurm"));
        let mut ranking = engine.ranking(&[role], &MatchOptions::default()).unwrap();
        let unread = ranking.offer(&people).unwrap();
        assert_eq!(unread.iter().map(|unread| unread.index).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(unread[0].error.violations()[0].pointer, "/skills/0/years");
        assert_eq!(ranking.finish()[0].total_candidates, Some(1));
    }
}
