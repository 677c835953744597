//! Generated documents, and how they are judged.

use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rolefit::explain::{Component, ComponentName};
use rolefit::model::PartialDate;
use rolefit::{Answer, Candidate, Engine, Match, MatchOptions, Role};
use serde_json::{Value, json};

/// Making an engine reads the whole taxonomy; judging pairs can share one.
pub(crate) static SHARED: LazyLock<Engine> = LazyLock::new(Engine::in_memory);

pub(crate) fn engine() -> Engine {
    Engine::in_memory()
}

pub(crate) fn options(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_as_of(Some("2026-11-01".parse::<PartialDate>().unwrap()))
}

pub(crate) const SKILLS: &[&str] = &[
    "Slurm", "Lustre", "GPFS", "InfiniBand", "RDMA", "RoCE", "CUDA", "HIP", "Kubernetes", "Terraform", "Python", "C++",
    "PyTorch", "vLLM", "DeepSpeed", "NCCL", "MPI", "Ansible", "Prometheus", "Verilog", "LLVM", "React", "Excel",
    "Ceph", "PBS Pro", "Go", "zorblatt manager", "Triton", "Vulkan", "Spark",
];

pub(crate) const SENTENCES: &[&str] = &[
    "I have operated a 4,096-GPU H100 cluster since 2021.",
    "Seven years of Lustre on Linux, from format to failover tests.",
    "Wrote and tuned CUDA kernels for attention; profiled with Nsight Compute.",
    "Kept the InfiniBand fabric healthy with UFM.",
    "No experience with Kubernetes yet, keen to learn CUDA.",
    "Built web shops in React.",
    "Looking for a base salary of $235,000.",
    "Based in Austin, TX; willing to relocate to Seattle.",
    "Supported researchers on a 512-node Slurm cluster.",
    "Served language models with vLLM at scale.",
    "Certified Kubernetes Administrator; contributed to vLLM.",
    "Zürich, größere Anlagen, 4\u{202f}500 GPUs.",
];

pub(crate) const TITLES: &[&str] = &[
    "Senior HPC engineer", "Storage engineer", "GPU performance engineer", "Data scientist", "Java developer",
    "Network engineer", "Staff ML platform engineer", "Advocate", "Rendering engineer",
];

pub(crate) const PLACES: &[(&str, &str, &str)] =
    &[("Santa Clara", "CA", "US"), ("Austin", "TX", "US"), ("Munich", "BY", "DE"), ("Cambridge", "England", "GB")];

pub(crate) fn place() -> impl Strategy<Value = Value> {
    select(PLACES).prop_map(|(city, region, country)| json!({"city": city, "region": region, "country": country}))
}

pub(crate) fn pay() -> impl Strategy<Value = Value> {
    (50_000_u32..600_000, 0_u32..100_000, select(vec!["USD", "EUR"]), select(vec!["base", "total", "unstated"]))
        .prop_map(
            |(min, more, currency, basis)| json!({"min": min, "max": min + more, "currency": currency, "basis": basis}),
        )
}

pub(crate) fn scale() -> impl Strategy<Value = Value> {
    (1_u32..200_000, select(vec!["accelerators", "nodes", "cores"]), select(vec!["operated", "used", "designed"]))
        .prop_map(|(value, unit, capacity)| json!({"value": value, "unit": unit, "capacity": capacity}))
}

pub(crate) fn job() -> impl Strategy<Value = Value> {
    (
        select(TITLES),
        2005_u16..2026,
        prop::option::of(0_u16..10),
        subsequence(SENTENCES.to_vec(), 0..3),
        subsequence(SKILLS.to_vec(), 0..4),
        prop::collection::vec(scale(), 0..2),
    )
        .prop_map(|(title, start, years, sentences, skills, scale)| {
            let end = years.map(|y| (start + y).to_string());
            json!({"title": title, "start": format!("{start}-03"), "end": end, "description": sentences.join(" "), "skills": skills, "scale": scale})
        })
}

pub(crate) fn candidate() -> impl Strategy<Value = Value> {
    (
        prop::option::of(select(TITLES)),
        subsequence(SENTENCES.to_vec(), 0..6),
        subsequence(SKILLS.to_vec(), 0..12),
        prop::collection::vec(job(), 0..3),
        prop::option::of(place()),
        prop::option::of(pay()),
        prop::option::of(select(vec!["entry", "senior", "principal"])),
        subsequence(vec!["onsite", "hybrid", "remote"], 0..=3),
        prop::option::of(select(vec!["US", "IN", "DE"])),
    )
        .prop_map(|(headline, sentences, skills, jobs, place, pay, level, modes, authorization)| {
            let skills: Vec<Value> = skills.into_iter().map(|s| json!({"name": s, "years": 3})).collect();
            json!({
                "id": "c", "headline": headline, "summary": sentences.join(" "), "skills": skills, "experience": jobs,
                "location": place, "expected_pay": pay, "level": level, "work_modes": modes,
                "work_authorization": authorization.into_iter().collect::<Vec<_>>(),
            })
        })
}

pub(crate) fn requirement() -> impl Strategy<Value = Value> {
    prop_oneof![
        select(SKILLS).prop_map(|s| json!(s)),
        (subsequence(SKILLS.to_vec(), 1..3), prop::option::of(1_u8..8), 0.5_f64..3.0, prop::bool::weighted(0.1))
            .prop_map(|(names, years, weight, gate)| json!({"any_of": names, "min_years": years, "weight": weight, "gate": gate})),
    ]
}

pub(crate) fn role() -> impl Strategy<Value = Value> {
    (
        prop::option::of(select(TITLES)),
        prop::collection::vec(requirement(), 0..4),
        prop::collection::vec(select(SKILLS), 0..4),
        subsequence(SENTENCES.to_vec(), 0..4),
        prop::option::of((1_u32..100_000, select(vec!["accelerators", "nodes", "cores"]))),
        (prop::option::of(place()), prop::option::of(pay())),
        prop::option::of(select(vec!["mid", "senior", "staff"])),
        prop::option::of(select(vec!["onsite", "hybrid", "remote"])),
        prop::option::of(1_u8..12),
    )
        .prop_map(|(title, must, nice, sentences, scale, (place, band), level, mode, years)| {
            json!({
                "id": "r", "title": title, "must_have": must, "nice_to_have": nice, "description": sentences.join(" "),
                "scale": scale.map(|(min, unit)| json!({"min": min, "unit": unit})),
                "location": place, "pay_band": band, "level": level, "work_mode": mode, "min_years": years,
            })
        })
}

/// Generated documents write absent fields as null, as many systems do.
pub(crate) fn without_nulls(mut value: Value) -> Value {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, v| !v.is_null());
        for field in fields.values_mut() {
            *field = without_nulls(field.take());
        }
    } else if let Some(items) = value.as_array_mut() {
        for item in items {
            *item = without_nulls(item.take());
        }
    }
    value
}

pub(crate) fn as_role(value: &Value) -> Role {
    serde_json::from_value(without_nulls(value.clone())).unwrap()
}

pub(crate) fn as_candidate(value: &Value) -> Candidate {
    serde_json::from_value(without_nulls(value.clone())).unwrap()
}

pub(crate) fn with(value: &Value, field: &str, new: Value) -> Value {
    let mut changed = value.clone();
    changed[field] = new;
    changed
}

pub(crate) fn judge(role: &Value, candidate: &Value) -> Match {
    SHARED.explain_documents(&as_role(role), &as_candidate(candidate), &options(10)).unwrap()
}

pub(crate) fn numbered(candidates: &[Value]) -> Vec<Candidate> {
    candidates.iter().enumerate().map(|(n, c)| as_candidate(&with(c, "id", json!(format!("c-{n}"))))).collect()
}

pub(crate) fn bytes(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap()
}

/// One component of a judgement.
pub(crate) fn component(found: &Match, name: ComponentName) -> &Component {
    found.components.iter().find(|component| component.name == name).unwrap()
}
