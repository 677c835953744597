//! Documents that were made in code: held to the rules that JSON is held to, and refused with the same violations.
//!
//! Their fields are open to everybody, so nothing in a document can say that it was checked before.

use std::io;

use super::Limits;
use super::document::{Document, examine};
use super::findings::{Findings, Pointer};
use super::json::too_large;
use crate::domain::{Candidate, Error, Role};

impl Candidate {
    /// Holds a candidate that was made in code to the rules of [`parse_candidate`](crate::parse_candidate). An
    /// [`Engine`](crate::Engine) does so by its own limits with all documents that it is given.
    ///
    /// ```
    /// use rolefit::model::{DetailedSkill, Skill};
    /// use rolefit::{Candidate, CandidateId, Limits};
    ///
    /// let skill = DetailedSkill::new("Slurm").with_years(-5.0);
    /// let candidate = Candidate::new(CandidateId::new("c-1")?).with_skills([skill]);
    /// let error = candidate.check(&Limits::default()).unwrap_err();
    /// assert_eq!(error.violations()[0].pointer, "/skills/0/years");
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] with every violation; [`Error::Malformed`] when its JSON is longer than the limits allow.
    pub fn check(&self, limits: &Limits) -> Result<(), Error> {
        check_document(self, limits)
    }
}

impl Role {
    /// Holds a role that was made in code to the rules of [`parse_role`](crate::parse_role). An [`Engine`](crate::Engine) does so by
    /// its own limits with all documents that it is given.
    ///
    /// ```
    /// use rolefit::model::DetailedRequirement;
    /// use rolefit::{Limits, Role, RoleId};
    ///
    /// let role = Role::new(RoleId::new("r-1")?).with_must_have([DetailedRequirement::default().with_weight(2.0)]);
    /// let error = role.check(&Limits::default()).unwrap_err();
    /// assert_eq!(error.violations()[0].pointer, "/must_have/0");
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Invalid`] with every violation; [`Error::Malformed`] when its JSON is longer than the limits allow.
    pub fn check(&self, limits: &Limits) -> Result<(), Error> {
        check_document(self, limits)
    }
}

/// As [`Candidate::check`], for either kind.
pub(crate) fn check_document<T: Document>(document: &T, limits: &Limits) -> Result<(), Error> {
    let mut checks = Checks::new(limits);
    checks.add(document, "")?;
    checks.finish()
}

/// Several documents of one question, checked together.
pub(crate) struct Checks<'l> {
    limits: &'l Limits,
    findings: Findings,
}

impl<'l> Checks<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        Self { limits, findings: Findings::new(limits.violations) }
    }

    /// Checks a document that stands at the JSON pointer `prefix` of the question.
    ///
    /// # Errors
    /// [`Error::Malformed`] when it is too large: nothing else is then said of it.
    pub(crate) fn add<T: Document>(&mut self, document: &T, prefix: &str) -> Result<(), Error> {
        if is_larger(document, self.limits.document_bytes) {
            let error = too_large(self.limits);
            return Err(if prefix.is_empty() { error } else { Error::Malformed(format!("{prefix}: {error}")) });
        }
        examine(document, &mut Pointer::starting_at(prefix), self.limits, &mut self.findings);
        Ok(())
    }

    /// # Errors
    /// [`Error::Invalid`] with every violation of all documents.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.findings.into_result("")
    }
}

/// Whether the JSON of a document takes more bytes than this. It is written to nowhere, and no further than that.
fn is_larger<T: Document>(document: &T, max_bytes: usize) -> bool {
    struct Room(usize);
    impl io::Write for Room {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    serde_json::to_writer(Room(max_bytes), document).is_err_and(|error| error.is_io())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::{
        Amount, Basis, CandidateId, Currency, DetailedRequirement, DetailedSkill, ErrorKind, Job, PartialDate, Pay,
        Period, Quantity, RoleId, ScaleUnit, StatedScale, Weights,
    };
    use crate::intake::{IdSource, parse_document};

    fn candidate() -> Candidate {
        Candidate::new(CandidateId::new("c").unwrap())
    }

    fn role() -> Role {
        Role::new(RoleId::new("r").unwrap())
    }

    fn pay(min: i64, max: i64) -> Pay {
        Pay::new(Currency::USD, Period::Year, Basis::Base)
            .with_min(Amount::from_units(min))
            .with_max(Amount::from_units(max))
    }

    /// What reading says of the JSON of a document.
    fn said_by_reading<T: Document>(document: &T) -> String {
        let json = serde_json::to_vec(document).unwrap();
        parse_document::<T>(&json, IdSource::Document, &Limits::default())
            .err()
            .expect("reading refuses it")
            .to_string()
    }

    fn is_refused_alike<T: Document>(document: &T, pointer: &str) {
        let error = check_document(document, &Limits::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid, "{pointer}");
        assert_eq!(error.violations()[0].pointer, pointer);
        assert_eq!(error.to_string(), said_by_reading(document));
    }

    #[test]
    fn what_reading_refuses_is_refused_in_the_same_words() {
        for (bad, pointer) in [
            (candidate().with_skills([""]), "/skills/0"),
            (candidate().with_skills([" "]), "/skills/0"),
            (candidate().with_skills([DetailedSkill::new("S").with_years(-5.0)]), "/skills/0/years"),
            (candidate().with_headline("x".repeat(2_001)), "/headline"),
            (candidate().with_expected_pay(pay(200, 100)), "/expected_pay"),
            (candidate().with_available_from(PartialDate::year_only(-4)), "/available_from"),
            (candidate().with_relocation(vec!["x"; 51]), "/relocation"),
            (
                candidate().with_experience([Job::default()
                    .with_start(PartialDate::year_only(2021))
                    .with_end(PartialDate::year_only(2020))]),
                "/experience/0/end",
            ),
            (
                candidate().with_experience([
                    Job::default().with_scale([StatedScale::new(Quantity::from_parts(1, 500), ScaleUnit::Nodes)])
                ]),
                "/experience/0/scale/0/value",
            ),
            (
                candidate().with_custom(json!({ "current_salary": 1 }).as_object().unwrap().clone()),
                "/custom/current_salary",
            ),
        ] {
            is_refused_alike(&bad, pointer);
        }
        for (bad, pointer) in [
            (role().with_must_have([DetailedRequirement::default()]), "/must_have/0"),
            (role().with_must_have([DetailedRequirement::default().with_name("S").with_any_of(["T"])]), "/must_have/0"),
            (
                role().with_must_have([DetailedRequirement::default().with_name("S").with_weight(-1.0)]),
                "/must_have/0/weight",
            ),
            (
                role().with_nice_to_have([DetailedRequirement::default().with_name("S").with_gate(true)]),
                "/nice_to_have/0/gate",
            ),
            (role().with_min_years(81.0), "/min_years"),
            (role().with_pay_band(pay(200, 100)), "/pay_band"),
            (role().with_weights(Weights::default().with_skills(-1.0)), "/weights/skills"),
        ] {
            is_refused_alike(&bad, pointer);
        }
    }

    #[test]
    fn numbers_that_json_does_not_have_are_refused() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let bad = candidate().with_skills([DetailedSkill::new("S").with_years(number)]);
            let error = bad.check(&Limits::default()).unwrap_err().to_string();
            assert_eq!(error, "/skills/0/years: this is not a finite number; expected a number from 0 to 80");
            let bad = role().with_weights(Weights::default().with_pay(number));
            let error = bad.check(&Limits::default()).unwrap_err().to_string();
            assert_eq!(error, "/weights/pay: this is not a finite number; expected a number from 0 to 100");
        }
    }

    #[test]
    fn a_document_is_as_large_as_its_json() {
        let long = candidate().with_summary("x".repeat(2_400_000));
        let error = long.check(&Limits::default()).unwrap_err();
        assert_eq!((error.kind(), error.to_string()), (ErrorKind::Malformed, said_by_reading(&long)));
        let n_bytes = serde_json::to_vec(&candidate()).unwrap().len();
        candidate().check(&Limits::default().with_document_bytes(n_bytes)).unwrap();
        candidate().check(&Limits::default().with_document_bytes(n_bytes - 1)).unwrap_err();
    }

    #[test]
    fn what_was_read_passes() {
        for line in include_str!("../../tests/graded/candidates.jsonl").lines() {
            let read: Candidate = parse_document(line.as_bytes(), IdSource::Document, &Limits::default()).unwrap();
            read.check(&Limits::default()).unwrap();
        }
        for line in include_str!("../../tests/graded/roles.jsonl").lines() {
            let read: Role = parse_document(line.as_bytes(), IdSource::Document, &Limits::default()).unwrap();
            read.check(&Limits::default()).unwrap();
        }
    }
}
