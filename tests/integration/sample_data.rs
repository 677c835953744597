//! The sample data is the demo: it parses without a complaint, and the shortlists are those that its authors meant.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use rolefit::explain::{Flag, Verdict};
use rolefit::intake::{Document, DocumentReader, Format};
use rolefit::model::PartialDate;
use rolefit::{Answer, Candidate, Engine, MatchOptions, Role};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name)
}

fn read<T: Document>(name: &str) -> Vec<T> {
    let input = BufReader::new(File::open(path(name)).unwrap());
    DocumentReader::<_, T>::new(input, Format::JsonLines)
        .map(|row| row.map_or_else(|bad| panic!("{name}: {bad}"), |(_, document)| document))
        .collect()
}

fn answer(role: &str, limit: usize) -> Answer {
    let options =
        MatchOptions::default().with_limit(limit).with_as_of(Some("2026-11-01".parse::<PartialDate>().unwrap()));
    let roles: Vec<Role> = read("roles.jsonl");
    let role = roles.iter().find(|r| r.id.as_str() == role).unwrap_or_else(|| panic!("no role {role}"));
    Engine::in_memory().rank(role, &read::<Candidate>("candidates.jsonl"), &options).unwrap()
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.results.iter().map(|row| row.candidate_id.as_ref().unwrap().as_str()).collect()
}

/// The place of a candidate on a shortlist, from 1; beyond the end when it is not there.
fn rank(answer: &Answer, id: &str) -> usize {
    ids(answer).iter().position(|known| *known == id).map_or(usize::MAX, |at| at + 1)
}

#[test]
fn there_are_enough_roles_and_candidates() {
    assert!(read::<Role>("roles.jsonl").len() >= 12);
    assert!(read::<Candidate>("candidates.jsonl").len() >= 120);
}

#[test]
fn the_people_who_were_written_for_a_role_stand_on_top_of_it() {
    for (role, strong) in [
        ("role-gpu-cluster-sre", "c-0122"),
        ("role-gpu-fabric", "c-0001"),
        ("role-parallel-storage", "c-0072"),
        ("role-slurm-scheduler", "c-0060"),
        ("role-cuda-kernels", "c-0130"),
        ("role-gpu-compiler", "c-0024"),
        ("role-distributed-training", "c-0007"),
        ("role-inference-serving", "c-0020"),
        ("role-ml-platform", "c-0059"),
        ("role-gpu-fleet-sre-eu", "c-0053"),
        ("role-research-computing", "c-0051"),
        ("role-gpu-dv", "c-0021"),
        ("role-staff-ai-infra", "c-0110"),
        ("role-pretraining-data", "c-0106"),
    ] {
        let answer = answer(role, 10);
        assert!(rank(&answer, strong) <= 5, "{role}: {strong} is not among the first five of {:?}", ids(&answer));
    }
}

#[test]
fn traps_stay_off_the_shortlist() {
    let answer = answer("role-gpu-cluster-sre", 10);
    // Skills listed without a job, mining farms, a welder, a lawyer's clerk: none belongs on top.
    for trap in ["c-0081", "c-0049", "c-0027", "c-0037"] {
        assert!(rank(&answer, trap) > 10, "{trap} stands at {} of {:?}", rank(&answer, trap), ids(&answer));
    }
}

#[test]
fn flags_tell_what_a_recruiter_must_know() {
    let everyone = answer("role-gpu-cluster-sre", 1000);
    let flagged = |id: &str, flag: Flag| {
        let row = everyone.results.iter().find(|r| r.candidate_id.as_ref().unwrap().as_str() == id);
        row.unwrap_or_else(|| panic!("{id} was removed by a gate")).flags.contains(&flag)
    };
    assert!(flagged("c-0073", Flag::PayAboveBand));
    assert!(flagged("c-0048", Flag::StaleProfile));
}

#[test]
fn verdicts_are_spread_over_the_pool() {
    let everyone = answer("role-parallel-storage", 1000);
    let count = |verdict: Verdict| everyone.results.iter().filter(|row| row.verdict == verdict).count();
    assert!(count(Verdict::Strong) >= 1, "somebody is strong");
    assert!(count(Verdict::Weak) > everyone.results.len() / 2, "most people of a mixed pool are not for one role");
}
