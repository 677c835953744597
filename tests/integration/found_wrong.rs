//! What measuring on texts that nobody here wrote found judged wrongly, each as a fact that holds.

use rolefit::{Candidate, Engine, Match, MatchOptions, Role};
use serde_json::{Value, json};

/// The rows of these texts for a role, in their order.
fn judged(role: &Value, candidates: &[Value]) -> Vec<Match> {
    let role: Role = serde_json::from_value(role.clone()).unwrap();
    let engine = Engine::in_memory();
    let options = MatchOptions::default().with_as_of(Some("2026-11-01".parse().unwrap()));
    let judge = |(number, candidate): (usize, &Value)| {
        let mut candidate = candidate.clone();
        candidate["id"] = json!(format!("c-{number}"));
        let candidate: Candidate = serde_json::from_value(candidate).unwrap();
        engine.rank(&role, &[candidate], &options).unwrap().results.remove(0)
    };
    candidates.iter().enumerate().map(judge).collect()
}

/// The fits of these texts.
fn fits(role: &Value, texts: &[&str]) -> Vec<f64> {
    let candidates: Vec<Value> = texts.iter().map(|text| json!({"summary": text})).collect();
    judged(role, &candidates).iter().map(|row| row.fit).collect()
}

fn storage() -> Value {
    json!({
        "id": "r", "title": "HPC storage engineer", "must_have": ["Lustre", "Linux"], "nice_to_have": ["InfiniBand"],
        "scale": {"min": 5, "unit": "petabytes"},
        "description": "You run the parallel file systems of our computing centre: upgrades, failover, tuning.",
    })
}

fn clusters() -> Value {
    json!({
        "id": "r", "title": "Senior HPC systems engineer", "must_have": ["Slurm", "Linux"], "nice_to_have": ["InfiniBand", "Lustre"],
        "description": "You operate GPU clusters: provisioning, scheduler, fabric, incidents.",
    })
}

#[test]
fn years_in_figures_are_those_in_words() {
    let [figures, words] =
        fits(&storage(), &["8 years of Lustre on Linux, 8 PB.", "Eight years of Lustre on Linux, 8 PB."])[..]
    else {
        unreachable!()
    };
    assert!((figures - words).abs() < 0.01, "{figures} in figures, {words} in words");
}

#[test]
fn an_overstated_year_costs_the_list_and_not_the_kind_of_work() {
    let role = json!({"id": "r", "title": "LLM inference engineer", "must_have": ["TensorRT-LLM", "CUDA"]});
    let told = "I make LLM inference fast: batching, KV cache paging and quantization in our serving engine.";
    let family = |years: u32| {
        let row = &judged(&role, &[json!({"summary": format!("{told} {years} years of TensorRT-LLM.")})])[0];
        row.components.iter().find(|component| component.name.as_str() == "family").unwrap().score
    };
    let [two, six] = [2, 6].map(family);
    assert!(six >= two - 0.1, "{two} with two years, {six} with six");
}

#[test]
fn parts_that_are_kept_healthy_are_no_clusters() {
    let parts = "Hardware technician. CPUs, memory modules and NICs are mine to keep healthy.";
    let row = &judged(&clusters(), &[json!({"summary": parts})])[0];
    let named = serde_json::to_string(&row).unwrap();
    for wrong in ["does this work: GPU and HPC cluster operations", "Kubernetes platform operation"] {
        assert!(!named.contains(wrong), "{named}");
    }
}

#[test]
fn what_is_told_of_private_life_moves_no_fit() {
    let plain =
        "HPC systems engineer. I run a GPU cluster of 400 nodes with Slurm on Linux, and its InfiniBand fabric.";
    let private = [
        "I am active in my church and have fully recovered from an illness.",
        "In 2021 I took parental leave for ten months.",
        "I travelled through South America for a year.",
    ];
    let texts: Vec<String> =
        std::iter::once(plain.to_owned()).chain(private.iter().map(|line| format!("{plain} {line}"))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let fits = fits(&clusters(), &texts);
    assert!(fits.iter().all(|fit| (fit - fits[0]).abs() < 1e-9), "{fits:?}");
}

#[test]
fn a_bio_of_exactly_the_job_stands_above_pages_of_other_work_with_its_tools() {
    let bio = "I run the Lustre file systems of a weather service on Linux: 12 PB, upgrades, failover, quotas, tuning.";
    let pages = "DevOps engineer at a shop. I run Kubernetes on Linux, write Terraform, and keep the web shop and its databases up. \
                 I build pipelines in Jenkins, write Ansible, and answer the pager for the payment services. I moved the shop to a cloud, \
                 cut its bill by a third, and introduced Prometheus and Grafana. I help the developers with containers and review their \
                 charts. Once I mounted a Lustre test system with InfiniBand for a week to try it out. I also look after the mail relay, \
                 the VPN of the office, the certificates and the backups to object storage, and I interview new colleagues.\n\
                 Skills: Lustre, InfiniBand, Linux, Kubernetes, Terraform, Ansible, Jenkins, Prometheus, Grafana, Docker, AWS, Python, Go, \
                 PostgreSQL, Redis, Kafka, Helm, GitLab, Bash, Nginx";
    let fits = fits(&storage(), &[bio, pages]);
    assert!(fits[0] > fits[1] + 15.0, "{fits:?}");
}

#[test]
fn a_town_in_the_same_country_is_not_worse_than_none() {
    let mut role = clusters();
    role["location"] = json!({"city": "Dublin", "country": "IE"});
    role["work_mode"] = json!("hybrid");
    let told = "HPC systems engineer. I run a GPU cluster with Slurm on Linux.";
    let rows = judged(
        &role,
        &[
            json!({"summary": told}),
            json!({"summary": told, "location": {"city": "Cork", "country": "IE"}}),
            json!({"summary": told, "location": {"city": "Dublin", "country": "IE"}}),
        ],
    );
    let fits: Vec<f64> = rows.iter().map(|row| row.fit).collect();
    assert!(fits[0] <= fits[1] && fits[1] < fits[2], "none, Cork, Dublin: {fits:?}");
}

#[test]
fn a_storage_sre_keeps_storage_and_petabytes() {
    let told = |title: &str| {
        json!({"experience": [{"title": title, "start": "2019-01", "description":
            "Run 20 PB of Lustre for a training cluster: upgrades, failover, capacity, on call."}]})
    };
    let rows = judged(&storage(), &[told("Storage SRE"), told("Storage engineer")]);
    let fits: Vec<f64> = rows.iter().map(|row| row.fit).collect();
    assert!(fits[0] >= fits[1] - 8.0 && fits[0] > 60.0, "{fits:?}");
}

#[test]
fn an_office_administrator_is_no_storage_engineer_for_supercomputers() {
    let fits = fits(
        &storage(),
        &[
            "I administer NetApp filers, Windows servers and VMware for an office of 300 people, and some Linux machines.",
            "I administer GPFS and Linux servers of a university cluster: 3 PB, quotas, upgrades.",
        ],
    );
    assert!(fits[0] + 20.0 < fits[1], "{fits:?}");
}

#[test]
fn whoever_runs_a_cluster_stands_before_whoever_submits_to_a_larger_one() {
    let mut role = clusters();
    role["scale"] = json!({"min": 1000, "unit": "accelerators"});
    let fits = fits(
        &role,
        &[
            "I run the accelerator cluster of our platform team, 600 H100 GPUs, with Slurm on Linux.",
            "I submit training jobs to a cluster of 8,000 H100 GPUs with Slurm on Linux.",
        ],
    );
    assert!(fits[0] > fits[1], "{fits:?}");
}

#[test]
fn words_of_other_trades_are_no_work_of_this_field() {
    let fits_of_lustre = fits(
        &storage(),
        &[
            "Film colourist. I grade features and series in Autodesk Lustre, twelve years, two awards.",
            "I run Lustre for a weather service on Linux, twelve years.",
        ],
    );
    assert!(fits_of_lustre[0] < 25.0 && fits_of_lustre[1] > fits_of_lustre[0] + 30.0, "{fits_of_lustre:?}");
    let role = json!({
        "id": "r", "title": "Distributed training engineer", "must_have": ["Distributed training", "PyTorch"],
        "description": "You build the systems on which we train large models over thousands of GPUs.",
    });
    let fits_of_training = fits(
        &role,
        &[
            "Training manager. I plan and deliver courses for the sales staff of a retailer in twelve countries.",
            "I build our training framework: sharding, pipeline parallelism and checkpoints in PyTorch over 2,000 GPUs.",
        ],
    );
    assert!(fits_of_training[0] < 20.0 && fits_of_training[1] > fits_of_training[0] + 30.0, "{fits_of_training:?}");
}

/// Whoever works with the tools of a trade is not whoever teaches, sells or plans them.
#[test]
fn a_role_done_in_words_is_for_whoever_does_it() {
    let texts = [
        "Product manager at a GPU cloud. I decide what the cluster service does next, and price it.",
        "I look after the HPC accounts of a vendor: renewals, escalations, quarterly reviews with the labs.",
        "I give talks and write tutorials on CUDA, and run hackathons for developers.",
        "I run a GPU cluster with Slurm, InfiniBand and Lustre on Linux, and write its health checks in CUDA and Python.",
    ];
    let roles = [
        (
            "Senior Product Manager, AI Clusters",
            "You own the roadmap of our clusters with Slurm, InfiniBand and Lustre.",
        ),
        (
            "Technical Account Manager, HPC",
            "You are the person whom our customers with Slurm, InfiniBand and Lustre call.",
        ),
        (
            "Developer Advocate, GPU Computing",
            "You show developers how to use CUDA and Python on our GPUs: talks, tutorials.",
        ),
    ];
    for (at, (title, description)) in roles.into_iter().enumerate() {
        let fits = fits(&json!({"id": "r", "title": title, "description": description}), &texts);
        assert!(fits[at] > fits[3], "{title}: {fits:?}");
    }
}

#[test]
fn a_weight_of_the_recruiter_outweighs_how_scarce_a_skill_is() {
    let role = |weight: f64| {
        json!({"id": "r", "title": "Infrastructure engineer", "must_have": [
            {"name": "GPFS"}, {"name": "Ansible", "weight": weight}
        ]})
    };
    let (storage, automation) = ("Seven years of GPFS.", "Seven years of Ansible.");
    let skills = |weight: f64, summary: &str| {
        let row = &judged(&role(weight), &[json!({"summary": summary})])[0];
        row.components.iter().find(|component| component.name.as_str() == "skills").unwrap().score
    };
    assert!(skills(1.0, storage) > skills(1.0, automation));
    assert!(skills(3.0, automation) > skills(3.0, storage));
    let steps: Vec<f64> = [0.5, 1.0, 1.5, 2.0, 3.0, 6.0].into_iter().map(|weight| skills(weight, automation)).collect();
    assert!(steps.is_sorted(), "more weight never makes what meets it worth less: {steps:?}");
}

#[test]
fn who_knows_what_a_recruiter_recruits_for_is_no_recruiter() {
    let role = json!({
        "id": "r", "title": "Technical recruiter, GPU infrastructure",
        "description": "You find and hire engineers who know CUDA, Slurm and InfiniBand.",
    });
    let [recruiter, engineer] = [
        "Technical recruiter at a hoster since 2016. I find and hire infrastructure engineers.",
        "HPC engineer. I write CUDA kernels and run Slurm on an InfiniBand cluster of 512 GPUs.",
    ];
    let rows = judged(&role, &[recruiter, engineer].map(|summary| json!({"summary": summary})));
    assert!(rows[0].fit > rows[1].fit + 20.0, "{} and {}", rows[0].fit, rows[1].fit);
    let said = serde_json::to_string(&rows[1]).unwrap();
    assert!(said.contains("skills of whoever does other work count for less"), "{said}");
}
