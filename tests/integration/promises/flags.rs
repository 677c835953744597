//! Flags: each is raised where it should be, stays down where it should not, and costs nothing.

use rolefit::explain::Flag;
use serde_json::{Value, json};

use super::documents::judge;

fn raised(role: &Value, candidate: &Value, flag: Flag) -> bool {
    judge(role, candidate).flags.contains(&flag)
}

fn cluster_role() -> Value {
    json!({"id": "r", "title": "Cluster engineer", "must_have": ["Slurm"], "scale": {"min": 1000, "unit": "accelerators"}, "accelerators": ["A100"]})
}

fn operator(value: u32, accelerator: &str, end: Option<&str>) -> Value {
    let scale = json!([{"value": value, "unit": "accelerators", "accelerator": accelerator, "capacity": "operated"}]);
    json!({"id": "c", "experience": [{"title": "HPC engineer", "start": "2019-01", "end": end, "description": "Ran the cluster, day and night.", "scale": scale}]})
}

#[test]
fn a_far_smaller_system_is_a_step_back() {
    assert!(raised(&cluster_role(), &operator(16_000, "A100", None), Flag::StepBackScale));
    assert!(!raised(&cluster_role(), &operator(2_000, "A100", None), Flag::StepBackScale));
    assert!(
        !raised(&cluster_role(), &operator(16_000, "A100", Some("2021")), Flag::StepBackScale),
        "that was long ago"
    );
    // What is asked at the least is not all that there is.
    let text = "What you'll do\n- Run our 16,384 H100s with Slurm\n\nRequirements\n- Ran at least 1,000 GPUs";
    let role = json!({"id": "r", "title": "Cluster engineer", "description": text});
    assert!(!raised(&role, &operator(16_000, "H100", None), Flag::StepBackScale));
    let text = "Requirements\n- Ran at least 1,000 GPUs with Slurm";
    let role = json!({"id": "r", "title": "Cluster engineer", "description": text});
    assert!(raised(&role, &operator(16_000, "H100", None), Flag::StepBackScale));
}

#[test]
fn an_older_generation_is_a_step_back() {
    assert!(raised(&cluster_role(), &operator(1_000, "GB200", None), Flag::StepBackHardware));
    assert!(raised(&cluster_role(), &operator(1_000, "H100", None), Flag::StepBackHardware));
    assert!(!raised(&cluster_role(), &operator(1_000, "A100", None), Flag::StepBackHardware));
    assert!(!raised(&cluster_role(), &operator(1_000, "V100", None), Flag::StepBackHardware));
    assert!(
        !raised(&cluster_role(), &operator(1_000, "H100", Some("2021")), Flag::StepBackHardware),
        "that was long ago"
    );
    assert!(!raised(&cluster_role(), &operator(1_000, "MI300X", None), Flag::StepBackHardware), "another maker's line");
}

#[test]
fn pay_above_the_band_is_flagged() {
    let role =
        json!({"id": "r", "title": "HPC engineer", "pay_band": {"min": 100_000, "max": 150_000, "currency": "USD"}});
    let asks = |min: u32| json!({"id": "c", "expected_pay": {"min": min, "currency": "USD"}});
    assert!(raised(&role, &asks(150_001), Flag::PayAboveBand));
    assert!(!raised(&role, &asks(150_000), Flag::PayAboveBand));
    assert!(!raised(&role, &json!({"id": "c"}), Flag::PayAboveBand));
}

#[test]
fn little_to_judge_by_is_thin() {
    let role = cluster_role();
    assert!(raised(&role, &json!({"id": "c", "headline": "Engineer"}), Flag::ThinProfile));
    assert!(raised(&role, &json!({"id": "c", "summary": "Slurm, mostly."}), Flag::ThinProfile));
    let told = "I keep a cluster of 640 GPUs at a university alive: Slurm upgrades, Lustre clients, the InfiniBand fabric, and a \
                queue of three hundred users who all believe that their job comes first. Before that I did the same for a bank.";
    assert!(!raised(&role, &json!({"id": "c", "summary": told}), Flag::ThinProfile));
    assert!(!raised(&role, &operator(100, "A100", None), Flag::ThinProfile));
}

#[test]
fn work_of_long_ago_is_stale() {
    let role = cluster_role();
    assert!(raised(&role, &operator(1_000, "V100", Some("2020-01")), Flag::StaleProfile));
    assert!(!raised(&role, &operator(1_000, "V100", Some("2024-06")), Flag::StaleProfile));
    assert!(!raised(&role, &operator(1_000, "V100", None), Flag::StaleProfile));
    assert!(
        !raised(&role, &json!({"id": "c", "summary": "Slurm and Lustre."}), Flag::StaleProfile),
        "no date is no age"
    );
    // A job outside of the field does not refresh what was learnt in it.
    let mut left = operator(1_000, "V100", Some("2019-12"));
    left["experience"]
        .as_array_mut()
        .unwrap()
        .push(json!({"title": "Pastry chef", "start": "2020-02", "description": "Cakes."}));
    assert!(raised(&role, &left, Flag::StaleProfile));
    // One of which nothing is said but that it is an engineer's may be of the field.
    let jobs = |now: &str| {
        format!(
            "Principal Engineer\n{now}\n\nHPC systems engineer\nA weather service\nJan 2014 - Mar 2020\nRan Slurm and Lustre on 900 nodes \
             for two hundred users."
        )
    };
    let silent = jobs("A cloud company \u{b7} Full-time\nApr 2020 - Present \u{b7} 6 yrs 8 mos\nSeattle");
    assert!(!raised(&role, &json!({"id": "c", "summary": silent}), Flag::StaleProfile));
    let telling = jobs(
        "A shop\nApr 2020 - Present\nSells flowers to people who pass by, ties them into bunches, and answers for the pages of the \
         catalogue and the till in the shop.",
    );
    assert!(raised(&role, &json!({"id": "c", "summary": telling}), Flag::StaleProfile));
    let mut silent = operator(1_000, "V100", Some("2019-12"));
    silent["experience"]
        .as_array_mut()
        .unwrap()
        .push(json!({"title": "Principal Engineer, Platform", "start": "2020-02"}));
    assert!(!raised(&role, &silent, Flag::StaleProfile));
}

#[test]
fn requirements_read_from_text_are_marked() {
    let anybody = json!({"id": "c", "skills": ["Slurm"]});
    let text = json!({"id": "r", "title": "HPC engineer", "description": "Required: Slurm and Lustre."});
    assert!(raised(&text, &anybody, Flag::InferredRequirements));
    assert!(!raised(&cluster_role(), &anybody, Flag::InferredRequirements));
}

#[test]
fn authorization_that_nobody_states_is_flagged() {
    let role = json!({"id": "r", "title": "HPC engineer", "work_authorization": ["US"]});
    assert!(raised(&role, &json!({"id": "c"}), Flag::WorkAuthorizationUnknown));
    assert!(!raised(&role, &json!({"id": "c", "work_authorization": ["US"]}), Flag::WorkAuthorizationUnknown));
    assert!(!raised(&role, &json!({"id": "c", "summary": "US citizen."}), Flag::WorkAuthorizationUnknown));
    assert!(!raised(&cluster_role(), &json!({"id": "c"}), Flag::WorkAuthorizationUnknown));
}

#[test]
fn each_sign_of_stuffing_is_flagged() {
    let role = json!({"id": "r", "title": "HPC engineer", "must_have": ["Slurm"], "description": "You keep six hundred researchers happy on a \
        machine that is older than some of them. The queue is long, the budget is short, and the vendor is far away. You decide who \
        waits and explain it kindly, with numbers, on the same day. Every second Tuesday the cooling plant tells you what it thinks of you."});
    let own = "Ran a cluster at a university for ten years.";
    let says = |text: &str| json!({"id": "c", "summary": format!("{own} {text}")});
    assert!(!raised(&role, &says(""), Flag::StuffingSuspected));
    assert!(
        raised(&role, &says(role["description"].as_str().unwrap()), Flag::StuffingSuspected),
        "the posting's own text"
    );
    assert!(raised(&role, &says(&"Slurm ".repeat(60)), Flag::StuffingSuspected), "one word over and over");
    assert!(
        raised(&role, &says(&"I have worked with Slurm in production. ".repeat(12)), Flag::StuffingSuspected),
        "one sentence over and over"
    );
    assert!(
        raised(&role, &says("S\u{200b}lurm, L\u{200b}ustre, G\u{200b}PFS."), Flag::StuffingSuspected),
        "hidden characters"
    );
    assert!(
        raised(&role, &says("Slurm, Lustr\u{435}, B\u{435}\u{435}GFS."), Flag::StuffingSuspected),
        "look-alike characters"
    );
    let wall: Vec<String> = (0..60)
        .map(|n| ["Lustre", "GPFS", "Ceph", "CUDA", "HIP", "SYCL", "MPI", "NCCL", "RDMA", "RoCE"][n % 10].to_owned())
        .collect();
    assert!(
        !raised(&role, &json!({"id": "c", "skills": wall}), Flag::StuffingSuspected),
        "ten skills named six times each are ten"
    );
    let years = |years: u32| json!({"id": "c", "skills": [{"name": "vLLM", "years": years}, {"name": "Kubernetes", "years": years}, {"name": "H100", "years": years}]});
    assert!(raised(&role, &years(20), Flag::StuffingSuspected), "years before the thing was there");
    assert!(!raised(&role, &years(3), Flag::StuffingSuspected));
}

#[test]
fn flags_cost_nothing() {
    // The same person with one invisible character more is flagged, and fits as before.
    let role = cluster_role();
    let plain = json!({"id": "c", "summary": "I ran Slurm, Lustre and GPFS for a weather service, and wrote the upgrade notes."});
    let hidden = json!({"id": "c", "summary": "I ran S\u{200b}lurm, L\u{200b}ustre and G\u{200b}PFS for a weather service, and wrote the upgrade notes."});
    let (plain, hidden) = (judge(&role, &plain), judge(&role, &hidden));
    assert!(hidden.flags.contains(&Flag::StuffingSuspected) && !plain.flags.contains(&Flag::StuffingSuspected));
    assert_eq!(plain.fit.to_bits(), hidden.fit.to_bits());
}
