//! Honest people whose profiles have one thing or other in common with stuffed ones.

use rolefit::{Candidate, Role};
use serde_json::{Value, json};

use super::advert;

/// The honest themselves, and variants of them: long careers, long lists that the work bears out, quotes from the posting, marks
/// and scripts that look like disguise.
pub(crate) fn of(honest: &[Candidate], role: &Role) -> Vec<Candidate> {
    let mut twins: Vec<Candidate> = honest.to_vec();
    for (number, person) in honest.iter().enumerate() {
        twins.push(with_long_career(person, number));
        twins.push(quoting(person, role));
        if number % 2 == 0 {
            twins.push(with_other_scripts(person));
        }
        let works = person.experience.len() + usize::from(person.summary.as_ref().is_some_and(|s| s.len() > 200));
        if works >= 2 {
            twins.push(with_long_list(person, role, number));
        }
    }
    twins
}

/// The same person, who says in a sentence that they did what the posting asks, in its words.
pub(crate) fn quoting(person: &Candidate, role: &Role) -> Candidate {
    let asked = advert::sentence(role, 8).unwrap_or_else(|| "what you describe".to_owned());
    let more = format!("Your posting says \"{asked}\", and that is close to what I have done for the last four years.");
    changed(person, "quotes", |document| add_summary(document, &more))
}

/// Twenty years of work more, told job by job; a few tools are named again and again.
fn with_long_career(person: &Candidate, number: usize) -> Candidate {
    let places = [
        "a weather service", "a bank", "a car maker", "a university", "a chip designer", "a film studio", "a telescope",
    ];
    let tasks = [
        "moved the batch system from one generation of machines to the next, twice, and wrote the guide that users followed",
        "looked after the Linux image, the Lustre clients and the monitoring, and took every third week of on-call",
        "rewrote the nightly health checks in Python so that a broken node was found before the first user complained",
        "ran the tender for two clusters, sat through the acceptance tests and argued about Linux drivers with both vendors",
        "taught Slurm and Python to newcomers each spring, and answered what the course had left open until summer",
        "traced a year of random MPI hangs to a firmware bug, with a small reproducer that the vendor still uses",
    ];
    changed(person, "career", |document| {
        let jobs = document["experience"].as_array().cloned().unwrap_or_default();
        let earlier = (0..6).map(|n| {
            let at = number + n;
            let year = 2014 - 2 * i32::try_from(n).unwrap();
            json!({
                "title": "Systems engineer", "start": format!("{year}-01"), "end": format!("{}-12", year + 1),
                "description": format!("At {} I {}. Linux throughout.", places[at % places.len()], tasks[at % tasks.len()]),
                "skills": ["Linux", "Python", "Bash"],
            })
        });
        document["experience"] = jobs.into_iter().chain(earlier).collect();
    })
}

/// A long list of skills beside work that is told of.
fn with_long_list(person: &Candidate, role: &Role, number: usize) -> Candidate {
    let labels = advert::labels_of_areas(role);
    changed(person, "list", |document| {
        let own = document["skills"].as_array().cloned().unwrap_or_default();
        let more = (0..32).map(|at| json!(labels[(number + at) % labels.len()]));
        document["skills"] = own.into_iter().chain(more).collect();
        let told = "Over the years I have upgraded Lustre and GPFS servers, tuned NCCL and MPI jobs, packaged software with Spack, \
                    patched Slurm plugins in C, and built images with Ansible and Warewulf for three generations of machines.";
        add_summary(document, told);
    })
}

/// Joined emoji, a line in Russian and one in Greek.
fn with_other_scripts(person: &Candidate) -> Candidate {
    let more = "\u{1f469}\u{200d}\u{1f4bb} \u{1f468}\u{200d}\u{1f52c} \u{1f468}\u{200d}\u{1f680} \
                \u{413}\u{43e}\u{432}\u{43e}\u{440}\u{44e} \u{43f}\u{43e}-\u{440}\u{443}\u{441}\u{441}\u{43a}\u{438}. \
                \u{39a}\u{3b1}\u{3bb}\u{3b7}\u{3bc}\u{3ad}\u{3c1}\u{3b1} from Thessaloniki.";
    changed(person, "scripts", |document| add_summary(document, more))
}

fn changed(person: &Candidate, kind: &str, change: impl FnOnce(&mut Value)) -> Candidate {
    let mut document = serde_json::to_value(person).unwrap();
    document["id"] = json!(format!("{}-{kind}", person.id));
    change(&mut document);
    serde_json::from_value(document).unwrap()
}

fn add_summary(document: &mut Value, more: &str) {
    let before = document["summary"].as_str().unwrap_or("").to_owned();
    document["summary"] = json!(format!("{before}\n{more}").trim());
}
