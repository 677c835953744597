//! An applicant tracking system that embeds the engine: it keeps its own records, maps them to documents, and shows a shortlist.
//!
//! `cargo run --example embed_ats --no-default-features --features storage`. To copy it, give your `Cargo.toml` `rolefit` with this feature and
//! `tempfile`.

use std::error::Error;

use rolefit::error::ErrorKind;
use rolefit::explain::Verdict;
use rolefit::model::{DetailedRequirement, Pay, Place, Requirement};
use rolefit::{Candidate, CandidateId, Engine, MatchOptions, Role, RoleId};

/// A row of the system's own table.
struct Applicant {
    key: u64,
    full_name: &'static str,
    city: &'static str,
    resume: &'static str,
    wants_usd: &'static str,
}

const APPLICANTS: [Applicant; 3] = [
    Applicant {
        key: 17,
        full_name: "Ilse Brandt",
        city: "Denver",
        resume: "Storage engineer at a national laboratory since 2017. I run Lustre, 30 PB over InfiniBand, for 4,000 nodes.",
        wants_usd: "190,000 USD base",
    },
    Applicant {
        key: 23,
        full_name: "Tomás Rey",
        city: "Boulder",
        resume: "Linux administrator. Ten years of NFS filers and backups for an insurance company.",
        wants_usd: "120,000 USD base",
    },
    Applicant {
        key: 31,
        full_name: "Wei Ann Lim",
        city: "Austin",
        resume: "I build React frontends for online shops.",
        wants_usd: "150,000 USD base",
    },
];

/// The system's key becomes the id; the name is for display and never reaches the scorer.
fn document(applicant: &Applicant) -> Result<Candidate, Box<dyn Error>> {
    let id = CandidateId::new(format!("ats-{}", applicant.key))?;
    Ok(Candidate::new(id)
        .with_name(applicant.full_name)
        .with_summary(applicant.resume)
        .with_location(Place::default().with_city(applicant.city).with_country("US"))
        .with_expected_pay(Pay::parse_yearly_max(applicant.wants_usd)?)
        .with_external_ids([("our_ats", applicant.key.to_string())]))
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // A service opens it once: `Engine` is cheap to clone, and every clone is the same engine. Without the feature `storage`,
    // or where nothing is to be kept, `Engine::in_memory()` does.
    let folder = tempfile::tempdir()?;
    let engine = Engine::open(folder.path().join("rolefit"))?;

    let documents = APPLICANTS.iter().map(document).collect::<Result<Vec<_>, _>>()?;
    for (document, written) in documents.iter().zip(engine.put_candidates(&documents)?) {
        // One document that cannot be read does not stop the others.
        if let Err(error) = written {
            eprintln!("{}: {error}", document.id);
        }
    }

    let lustre = DetailedRequirement::new("Lustre").with_min_years(3.0);
    let role = Role::new(RoleId::new("req-9")?)
        .with_title("HPC storage engineer")
        .with_must_have([Requirement::from(lustre), Requirement::from("Linux")])
        .with_nice_to_have(["InfiniBand"])
        .with_location(Place::default().with_city("Denver").with_country("US"));
    engine.put_role(&role)?;

    // Names are left out of a blind shortlist.
    let answer = engine.matches(&role.id, &MatchOptions::default().with_limit(2).with_blind(true))?;
    for row in &answer.results {
        let id = row.candidate_id.as_ref().map(CandidateId::as_str).unwrap_or_default();
        println!("{}. {id}: {:.1}, {}. {}", row.rank, row.fit, row.verdict.as_str(), row.summary);
    }
    let best = &answer.results[0];
    assert_eq!(best.candidate_id, Some(CandidateId::new("ats-17")?));
    assert_ne!(best.verdict, Verdict::Weak);

    // Kinds of errors are for programs, messages for people.
    let error = engine.matches(&RoleId::new("req-10")?, &MatchOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    println!("{error}");

    // A person who withdraws is removed, and no later answer holds them.
    engine.delete_candidate(&CandidateId::new("ats-17")?)?;
    assert_eq!(engine.matches(&role.id, &MatchOptions::default())?.total_candidates, Some(2));
    Ok(())
}
