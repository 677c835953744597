//! What people read about a fit: the summary that a recruiter pastes into a mail, and the questions for the screening call.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::LazyLock;

use rolefit::intake::{Document, DocumentReader, Format, candidate_from_value, role_from_value};
use rolefit::model::PartialDate;
use rolefit::{Candidate, Engine, Limits, Match, MatchOptions, Role};
use serde_json::{Value, json};

/// A paragraph of a mail.
const SUMMARY_MOST: usize = 450;
const QUESTION_MOST: usize = 260;

fn read<T: Document>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name);
    let rows = DocumentReader::<_, T>::new(BufReader::new(File::open(path).unwrap()), Format::JsonLines);
    rows.map(|row| row.unwrap().1).collect()
}

static ROLES: LazyLock<Vec<Role>> = LazyLock::new(|| read("roles.jsonl"));
static CANDIDATES: LazyLock<Vec<Candidate>> = LazyLock::new(|| read("candidates.jsonl"));
static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let engine = Engine::in_memory();
    for role in ROLES.iter() {
        engine.put_role(role).unwrap();
    }
    engine.put_candidates(&CANDIDATES).unwrap();
    engine
});

fn options() -> MatchOptions {
    MatchOptions::default().with_as_of(Some("2026-11-21".parse::<PartialDate>().unwrap())).with_blind(true)
}

/// The row of a pair of the sample.
fn sample(role: &str, candidate: &str) -> Match {
    let role = ROLES.iter().find(|known| known.id.as_str() == role).unwrap();
    let candidate = CANDIDATES.iter().find(|known| known.id.as_str() == candidate).unwrap();
    ENGINE.explain(&role.id, &candidate.id, &options()).unwrap()
}

/// The row of a pair of documents.
fn pair(role: &Value, candidate: &Value) -> Match {
    let role = role_from_value(role.clone(), "", &Limits::default()).unwrap();
    let candidate = candidate_from_value(candidate.clone(), "", &Limits::default()).unwrap();
    Engine::in_memory().explain_documents(&role, &candidate, &options()).unwrap()
}

/// All that is written for people.
fn told(row: &Match) -> String {
    let mut text = row.summary.clone();
    for question in &row.questions {
        text.push_str(&format!("\n- {} ({})", question.question, question.why));
    }
    text
}

/// All rows of the sample, every role with every candidate, with the candidate's name.
fn all() -> impl Iterator<Item = (&'static Candidate, Match)> {
    ROLES.iter().flat_map(|role| {
        CANDIDATES.iter().map(|candidate| (candidate, ENGINE.explain(&role.id, &candidate.id, &options()).unwrap()))
    })
}

/// Every sentence that is written about a row.
fn texts(row: &Match) -> Vec<String> {
    let questions = row.questions.iter().flat_map(|question| [question.question.clone(), question.why.clone()]);
    std::iter::once(row.summary.clone()).chain(questions).collect()
}

fn words(text: &str) -> Vec<String> {
    let letters = |c: char| !(c.is_alphanumeric() || "+#_-'".contains(c));
    text.split(letters).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// What is wrong with a text as such.
fn faults(text: &str, most: usize) -> Vec<&'static str> {
    let mut faults = Vec::new();
    let mut is = |wrong: bool, fault: &'static str| {
        if wrong {
            faults.push(fault);
        }
    };
    is(!text.starts_with(char::is_uppercase), "begins without a capital");
    is(!text.ends_with(['.', '?']) || text.ends_with(".."), "does not end as a sentence does");
    is(text.contains("  ") || text.contains(['\n', '\t', '|']), "has a bar or white space of its own");
    is([" ,", " ;", " .", " ?", ",,", ";,", "()", "( ", " )"].iter().any(|bad| text.contains(bad)), "has stray marks");
    is(text.chars().count() > most, "is long");
    let spoken: Vec<&str> = text.split(' ').collect();
    is(spoken.windows(2).any(|two| two[0].to_lowercase() == two[1].to_lowercase()), "says a word twice");
    is(text.matches('(').count() != text.matches(')').count(), "has a lone bracket");
    let jargon = [
        "claim", "claims", "claimed", "credit", "credits", "concept", "concepts", "inferred", "not_stated", "coverage",
    ];
    // People move data too.
    let moves = text.to_lowercase().replace("data transfer", "");
    is(words(&moves).iter().any(|word| jargon.contains(&word.as_str()) || word == "transfer"), "speaks our jargon");
    let gendered = ["he", "she", "his", "her", "him", "hers", "himself", "herself"];
    is(words(text).iter().any(|word| gendered.contains(&word.as_str())), "has a pronoun of gender");
    faults
}

/// What an employer may not ask, in words or phrases; ` ` stands for a word's edge.
const FORBIDDEN: &[&str] = &[
    " age ", " old are ", " born ", " birth", " marri", " spouse", " husband", " wife", " partner ", " child",
    " kids ", " pregnan", " parent", " nationality", " national origin", " citizen", " passport", " native ",
    " religio", " church", " your health", " in good health", " health condition", " disab", " sick", " medical",
    " gender", " sexual", " race ", " ethnic", " union ", " political", " arrest", " criminal", " military discharge",
    " graduat", " salary", " current pay", " present pay", " previous pay", " past pay", " earn", " are you paid",
    " were you paid", " do you make ", " where are you from", " mother tongue", " accent",
];

fn is_forbidden(text: &str) -> Option<&'static str> {
    let text = format!(" {} ", words(text).join(" "));
    FORBIDDEN.iter().copied().find(|phrase| text.contains(phrase))
}

#[test]
fn every_pair_of_the_sample_is_told_in_plain_sentences() {
    let mut wrong = BTreeSet::new();
    let mut n_pairs = 0;
    for (candidate, row) in all() {
        n_pairs += 1;
        let id = candidate.id.as_str();
        let role = row.role_id.as_ref().unwrap().as_str().to_owned();
        let mut is = |fault: &str, text: &str| wrong.insert(format!("{role} {id}: {fault}: {text}"));
        for fault in faults(&row.summary, SUMMARY_MOST) {
            is(fault, &row.summary);
        }
        if row.summary.matches(". ").count() > 1 || row.summary.contains(['?', '!']) {
            is("has more than two sentences", &row.summary);
        }
        if row.questions.len() > 5 {
            is("asks too much", &row.summary);
        }
        for question in &row.questions {
            if !question.question.ends_with('?')
                || question.question.matches('?').count() != 1
                || question.about.is_empty()
            {
                is("is no question", &question.question);
            }
            for text in [&question.question, &question.why] {
                for fault in faults(text, QUESTION_MOST) {
                    is(fault, text);
                }
            }
        }
        let asked: BTreeSet<&str> = row.questions.iter().map(|question| question.question.as_str()).collect();
        if asked.len() != row.questions.len() {
            is("asks twice", &told(&row));
        }
        let name = candidate.name.as_deref().unwrap_or("\u{0}");
        if let Some(text) = texts(&row).iter().find(|text| text.contains(name)) {
            is("holds the name", text);
        }
    }
    assert_eq!(n_pairs, 14 * 130);
    let first: Vec<&String> = wrong.iter().take(20).collect();
    assert!(wrong.is_empty(), "{} faults: {first:#?}", wrong.len());
}

#[test]
fn questions_never_touch_what_may_not_be_asked() {
    for text in [
        "What is your nationality?", "How old are you?", "What do you earn at present?", "Do you have children?",
        "What was your previous pay?", "When did you graduate?", "Are you in good health?", "Are you a US citizen?",
    ] {
        assert!(is_forbidden(text).is_some(), "{text}");
    }
    let found: BTreeSet<String> = all()
        .flat_map(|(_, row)| row.questions)
        .flat_map(|question| [question.question, question.why])
        .filter(|text| is_forbidden(text).is_some())
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_must_have_that_is_met_has_the_words_that_show_it() {
    for (candidate, row) in all() {
        let skills = &row.components[0].evidence;
        for evidence in skills.iter().filter(|evidence| evidence.claim.is_some()) {
            let text = evidence.text.as_deref().unwrap_or_default();
            let length = text.chars().count();
            assert!((1..=240).contains(&length), "{}: {:?}: {text:?}", candidate.id.as_str(), evidence.requirement);
            assert!(evidence.place.is_some() && text.trim() == text, "{}: {text:?}", candidate.id.as_str());
        }
    }
}

#[test]
fn gaps_name_what_comes_nearest() {
    let row = sample("role-gpu-cluster-sre", "c-0002");
    let gap = row.gaps.iter().find(|gap| gap.requirement == "InfiniBand | RoCE").unwrap();
    assert_eq!(gap.nearest.as_deref(), Some("HPE Slingshot"));
    assert_eq!(gap.relation, Some(rolefit::taxonomy::Relation::Related));
}

#[test]
fn a_blind_summary_reads_the_same_for_every_name() {
    let role = json!({"id": "r", "title": "Storage engineer", "must_have": ["Lustre"]});
    let of = |name: &str| told(&pair(&role, &json!({"id": "c", "name": name, "summary": "Five years of Lustre."})));
    assert_eq!(of("Lustre Linux"), of("Mary Example"));
    assert_eq!(of("Lustre Linux"), of("Mary Example"));
}

#[test]
fn odd_requirements_do_not_break_the_text() {
    let long =
        "a very long requirement that somebody pasted from a posting without thinking of those who have to read it";
    let role = json!({
        "id": "r", "title": "Engineer", "min_years": 40,
        "must_have": ["Zymurgy! Now. Or never", "A | B | C", "x\ny", "|||", long, {"any_of": [long, long, "Slurm", "PBS"]}],
        "nice_to_have": ["...", "Node.js", "C++"],
    });
    for candidate in
        [json!({"id": "c"}), json!({"id": "c", "skills": ["x y", "C++", long, {"name": "Slurm", "years": 0.2}]})]
    {
        let row = pair(&role, &candidate);
        for text in texts(&row) {
            assert_eq!(faults(&text, SUMMARY_MOST), Vec::<&str>::new(), "{text}");
        }
        assert!(row.summary.matches(". ").count() <= 1, "{}", row.summary);
    }
}

#[test]
fn what_decides_the_most_is_asked_first() {
    let role = json!({
        "id": "r", "title": "HPC cluster engineer", "must_have": ["Slurm", "InfiniBand"], "work_authorization": ["US"],
        "scale": {"min": 4000, "unit": "accelerators"},
        "pay_band": {"min": 200_000, "max": 260_000, "currency": "USD", "basis": "base"},
    });
    let row =
        pair(&role, &json!({"id": "c", "headline": "HPC cluster engineer", "skills": [{"name": "Slurm", "years": 6}]}));
    let about: Vec<&str> = row.questions.iter().map(|question| question.about.as_str()).collect();
    assert_eq!(about[..2], ["work authorization", "InfiniBand"], "{}", told(&row));
    assert!(about.contains(&"scale") && about.contains(&"pay"), "{about:?}");
    assert_eq!(row.questions[0].question, "Are you authorized to work in the US?");
    assert!(row.questions.iter().any(|question| question.question == "What base pay do you expect, in USD a year?"));
}

#[test]
fn what_is_stated_is_not_asked() {
    let role =
        json!({"id": "r", "title": "HPC cluster engineer", "must_have": ["Slurm"], "work_authorization": ["US"]});
    let candidate = json!({
        "id": "c", "headline": "HPC cluster engineer", "work_authorization": ["US"],
        "experience": [{"title": "HPC cluster engineer", "start": "2018-01", "description": "I run Slurm for 900 users."}],
    });
    assert_eq!(pair(&role, &candidate).questions, []);
}

#[test]
fn a_must_have_that_another_skill_meets_is_said_to_be_met_by_it() {
    let role = |must: &[&str]| json!({"id": "r", "title": "Storage engineer", "must_have": must});
    let candidate = json!({
        "id": "c", "headline": "Storage engineer",
        "experience": [{"title": "Storage engineer", "start": "2018-01", "description": "I run BeeGFS and Slurm for 900 users."}],
    });
    let told = |must: &[&str]| pair(&role(must), &candidate).summary;
    assert!(
        told(&["Lustre", "Slurm"]).contains("Two must-haves are met, Lustre by BeeGFS."),
        "{}",
        told(&["Lustre", "Slurm"])
    );
    assert!(told(&["Lustre"]).contains("The one must-have, Lustre, is met by BeeGFS."), "{}", told(&["Lustre"]));
    assert!(told(&["BeeGFS", "Slurm"]).contains("The two must-haves are met."), "{}", told(&["BeeGFS", "Slurm"]));
}

#[test]
fn questions_stand_on_the_page_and_in_json() {
    let row = sample("role-gpu-cluster-sre", "c-0002");
    let json = serde_json::to_value(&row).unwrap();
    assert_eq!(json["questions"][0]["about"], "InfiniBand | RoCE");
    assert_eq!(json["questions"][0].as_object().unwrap().len(), 3);
}

#[test]
fn someone_who_does_this_work_at_a_larger_scale() {
    insta::assert_snapshot!(told(&sample("role-gpu-cluster-sre", "c-0122")), @r"
    The candidate keeps GPU and HPC clusters running, brings Slurm, InfiniBand and GPU cluster operations (7 years each) and Ansible (8 years), and has operated a system of 24,000 accelerators. All five must-haves are met, expected pay is within the band, no move is needed, and training is familiar.
    - Have you worked with Go, and for how long? (Welcome in this role, and the profile does not mention it.)
    - Besides NVIDIA DCGM, have you worked with Prometheus? (Welcome in this role; the profile shows NVIDIA DCGM, which is only loosely related.)
    ");
}

#[test]
fn from_a_national_laboratory_with_other_hardware() {
    insta::assert_snapshot!(told(&sample("role-gpu-cluster-sre", "c-0002")), @r"
    The candidate keeps GPU and HPC clusters running (background: national labs and HPC centres), brings Slurm (14 years), GPU cluster operations (7 years), Puppet (6 years) and Linux (13 years), and has operated a system of 37,000 accelerators. Must-have not shown: InfiniBand or RoCE (nearest: HPE Slingshot); expected pay is below the band; moving is no obstacle.
    - Besides HPE Slingshot, have you worked with InfiniBand or RoCE? (A must-have; the profile shows HPE Slingshot, which is related.)
    - Have you also worked with any of these: Prometheus, Go? (Welcome in this role, and the profile does not mention them.)
    - Where have you used Linux and Puppet, and for what? (The profile lists them and does not tell of work with them.)
    - When could you start? (The profile does not say.)
    - Did your work in cluster operation include DCGM? (Welcome in this role; the profile shows cluster operation, which is only loosely related.)
    ");
}

#[test]
fn a_strong_one_who_asks_too_much_and_steps_down() {
    insta::assert_snapshot!(told(&sample("role-gpu-cluster-sre", "c-0073")), @r"
    The candidate keeps GPU and HPC clusters running, brings Slurm and GPU cluster operations (11 years each), InfiniBand (8 years) and Ansible (7 years), has built a system of 16,384 accelerators, and has contributed to Slurm. All five must-haves are met; expected pay starts USD 90,000 above the band; no move is needed; the role is a step down from staff level; training is familiar.
    - How firm is the pay that you expect when the band ends at USD 300,000? (It starts above the band.)
    - Where have you used Linux and Ansible, and for what? (The profile lists them and does not tell of work with them.)
    - Have you worked with Prometheus, and for how long? (Welcome in this role, and the profile does not mention it.)
    - When could you start? (The profile does not say.)
    - Did your work in cluster operation include DCGM? (Welcome in this role; the profile shows cluster operation, which is only loosely related.)
    ");
}

#[test]
fn the_same_work_at_a_small_scale() {
    insta::assert_snapshot!(told(&sample("role-gpu-cluster-sre", "c-0036")), @r"
    The candidate keeps GPU and HPC clusters running, brings Slurm, InfiniBand, GPU cluster operations and Ansible (6 years each), and has operated a system of 64 accelerators (the role has about 10,000). All five must-haves are met, expected pay is within the band, and no move is needed.
    - Have you also worked with any of these: NCCL, Lustre, Go? (Welcome in this role, and the profile does not mention them.)
    - Have you worked on anything larger than the system of 64 accelerators? (The role is about 10,000 accelerators.)
    - When could you start? (The profile does not say.)
    - Did your work in cluster operation include DCGM? (Welcome in this role; the profile shows cluster operation, which is only loosely related.)
    - Have you worked with training workloads? (The role is about them, and the profile does not say.)
    ");
}

#[test]
fn without_the_right_to_work_where_the_role_is() {
    insta::assert_snapshot!(told(&sample("role-gpu-cluster-sre", "c-0025")), @r"
    The candidate keeps GPU and HPC clusters running, brings Slurm and InfiniBand (12 years each), Ansible (7 years) and GPU cluster operations, and has operated a system of 10,240 accelerators. The role requires authorization to work in the US, which the profile does not give; all five must-haves are met; moving is no obstacle; a start is possible in about four months.
    - Are you authorized to work in the US? (The role requires it, and the profile gives it for elsewhere.)
    - What base pay do you expect, in USD a year? (The profile states it in INR, for which no rate was given.)
    - How many years have you spent on GPU cluster operations? (The role asks for 3 years, and the profile does not say.)
    - Have you also worked with any of these: Prometheus, Go? (Welcome in this role, and the profile does not mention them.)
    - Could you start earlier than planned? (By the profile, a start is possible in about four months.)
    ");
}

#[test]
fn somebody_whom_a_gate_stops() {
    insta::assert_snapshot!(told(&sample("role-gpu-cluster-sre", "c-0096")), @r"
    The candidate runs office IT, Windows, office networks and enterprise applications, which is far from this role. The role cannot do without Slurm, which the profile does not show; must-haves not shown: InfiniBand or RoCE, GPU cluster operations, Ansible/SaltStack/Puppet, Linux; only remote work is wanted while the role is hybrid.
    - Which of these have you worked with: Slurm, InfiniBand or RoCE, Linux, GPU cluster operations, Ansible/SaltStack/Puppet? (Must-haves that the profile does not mention.)
    - Are you authorized to work in the US? (The role requires it, and the profile does not say.)
    - Have you done any work in GPU and HPC cluster operations? (The profile shows none, and it is part of what the role is about.)
    - Could you work hybrid in Santa Clara? (The profile speaks of remote work only.)
    - Have you also worked with any of these: NCCL, Lustre, DCGM, Prometheus, Go? (Welcome in this role, and the profile does not mention them.)
    ");
}

#[test]
fn somebody_who_did_it_long_ago() {
    insta::assert_snapshot!(told(&sample("role-gpu-cluster-sre", "c-0048")), @r"
    The candidate has worked in GPU and HPC cluster operations, most recently in 2017, brings InfiniBand, Slurm and high-performance computing (11 years each) and GPU cluster operations, and has operated a system of 128 accelerators (the role has about 10,000). Must-have not shown: Ansible/SaltStack/Puppet; a move within the country would be needed.
    - Have you worked with Ansible, SaltStack or Puppet, and for how long? (A must-have that the profile does not mention.)
    - How many years have you spent on GPU cluster operations? (The role asks for 3 years, and the profile does not say.)
    - Have you also worked with any of these: NCCL, Prometheus, Go? (Welcome in this role, and the profile does not mention them.)
    - What base pay do you expect, in USD a year? (The profile does not say what pay is expected.)
    - Have you worked on anything larger than the system of 128 accelerators? (The role is about 10,000 accelerators.)
    ");
}

#[test]
fn from_cluster_operations_to_fabrics() {
    insta::assert_snapshot!(told(&sample("role-gpu-fabric", "c-0122")), @r"
    The candidate keeps GPU and HPC clusters running, which is one side of the role, brings NCCL (4 years) and InfiniBand (7 years), and has operated a system of 24,000 accelerators. Carries over: running InfiniBand or RoCE in a cluster, link and NCCL diagnosis; to close: fabric design, subnet management; must-have not shown: fabric management (nearest: InfiniBand); expected pay is within the band; a move within the country would be needed.
    - Which of these have you done yourself: fabric design, subnet management, congestion control, switch internals? (This is what people who come from GPU and HPC cluster operations usually have to learn.)
    - Did your work with InfiniBand include fabric management? (A must-have; the profile shows InfiniBand, which is related.)
    - Have you also worked with any of these: SONiC, BGP, UFM? (Welcome in this role, and the profile does not mention them.)
    - Would you move to Austin for this role? (The profile places the candidate elsewhere in the country and does not speak of moving.)
    - Besides InfiniBand, have you worked with RoCE or RDMA? (A must-have; the profile shows InfiniBand, which is related.)
    ");
}

#[test]
fn from_graphics_to_kernels() {
    insta::assert_snapshot!(told(&sample("role-cuda-kernels", "c-0032")), @r"
    The candidate comes from graphics and games. Carries over: GPU programming, shader and memory optimization, profiling; to close: CUDA and tensor workloads; must-haves not shown: CUTLASS or Triton, Nsight Compute or rocprof, CUDA (nearest: shader programming), GPU kernel optimization (nearest: shader programming) and one more; only remote work is wanted while the role is hybrid.
    - Have you done this yourself: CUDA and tensor workloads? (This is what people who come from graphics and games usually have to learn.)
    - Have you worked with CUTLASS or Triton, and for how long? (A must-have that the profile does not mention.)
    - Have you worked with Nsight Compute or rocprof, and for how long? (A must-have that the profile does not mention.)
    - Did your work in shader programming include CUDA? (A must-have; the profile shows shader programming, which is related.)
    - Have you also worked with any of these: FlashAttention, PTX, FP8, NCCL, PyTorch? (Welcome in this role, and the profile does not mention them.)
    ");
}

#[test]
fn from_a_bank_to_kernels() {
    insta::assert_snapshot!(told(&sample("role-cuda-kernels", "c-0003")), @r"
    The candidate writes and tunes GPU kernels and makes accelerated code fast, and brings CUDA and C++. Must-haves not shown: Nsight Compute or rocprof (nearest: performance analysis and profiling), CUTLASS or Triton (nearest: CUDA); expected pay is below the band; a move within the country would be needed.
    - Did your work in performance analysis and profiling include Nsight Compute or rocprof? (A must-have; the profile shows performance analysis and profiling without naming it.)
    - Did your work with CUDA include CUTLASS or Triton? (A must-have; the profile shows CUDA without naming it.)
    - Have you also worked with any of these: FlashAttention, FP8, NCCL, PyTorch? (Welcome in this role, and the profile does not mention them.)
    - Did your work with CUDA include GPU kernel optimization? (A must-have; the profile shows CUDA, which is related.)
    - How many years have you worked with CUDA? (The role asks for 4 years, and the profile does not say.)
    ");
}

#[test]
fn a_role_that_is_only_text() {
    insta::assert_snapshot!(told(&sample("role-parallel-storage", "c-0072")), @r"
    The candidate builds and runs parallel file systems and high-performance storage, and brings Lustre (15 years), hierarchical storage management and storage engineering (9 years each) and IOR. All seven must-haves are met, block storage and volume management by ZFS, RAID by ZFS and RDMA by InfiniBand; expected pay is within the band; no move is needed.
    - How large was the largest system that you worked on, in accelerators? (The role is about 1,200 accelerators, and the profile gives 28 PB of storage.)
    - Besides InfiniBand, have you worked with RDMA? (A must-have; the profile shows InfiniBand, which is related.)
    - When could you start? (The profile does not say.)
    - Besides ZFS, have you worked with block storage and volume management? (A must-have; the profile shows ZFS, which is only loosely related.)
    - Besides ZFS, have you worked with RAID? (A must-have; the profile shows ZFS, which is related.)
    ");
}

#[test]
fn another_scheduler_at_home() {
    insta::assert_snapshot!(told(&sample("role-slurm-scheduler", "c-0035")), @r"
    The candidate builds and runs job schedulers and resource managers, and brings Slurm (11 years), LSF (15 years) and Linux (14 years). All three must-haves are met, expected pay is within the band, and moving is no obstacle.
    - Have you also worked with any of these: Lua, C, MIG? (Welcome in this role, and the profile does not mention them.)
    - How large was the largest system that you worked on, in accelerators? (The role is about 2,000 accelerators, and the profile gives 48,000 cores.)
    - When could you start? (The profile does not say.)
    - Besides Slurm, have you worked with Kueue? (Welcome in this role; the profile shows Slurm, which is related.)
    - Where have you used Linux, and for what? (The profile lists it and does not tell of work with it.)
    ");
}

#[test]
fn a_list_of_skills_without_work() {
    insta::assert_snapshot!(told(&sample("role-ml-platform", "c-0081")), @r"
    The candidate works mainly in GPU and HPC cluster operations, with some work in ML platform and MLOps. The role cannot do without Kubernetes, which the profile shows without the years; must-haves not fully shown: Kubeflow/MLflow/Ray (only listed), Python (only listed); the profile lists more than its work history shows; expected pay starts SGD 115,200 above the band; no move is needed; the role is a step down from principal level.
    - How many years have you worked with Kubernetes? (The role asks for 3 years, and the profile does not say.)
    - How much of your time goes into ML platform and MLOps? (The profile shows some of it, and it is part of what the role is about.)
    - Where have you used Kubeflow and Python, and for what? (The profile lists them and does not tell of work with them.)
    - How large was the largest system that you worked on, in accelerators, and what was your part in it? (The role is about 500 accelerators, and the profile gives no size.)
    - How many years have you done this kind of work? (The role asks for 3 years, and the profile does not say.)
    ");
}

#[test]
fn a_director_for_a_staff_role() {
    insta::assert_snapshot!(told(&sample("role-staff-ai-infra", "c-0110")), @r"
    The candidate knows GPU and HPC cluster operations, and leads the people who do the work, brings InfiniBand (15 years), ROCm (6 years) and GPU cluster operations, and has helped design a system of 22,000 accelerators. Carries over: plans, budgets, hiring; to close: on-call operation and upkeep in production; must-have not shown: technical leadership; expected pay is within the band; no move is needed.
    - What experience do you have with technical leadership? (A must-have that the profile does not mention.)
    - What experience do you have with cost modeling? (Welcome in this role, and the profile does not mention it.)
    - Would a role at staff level suit you? (The profile is at director level.)
    - When could you start? (The profile does not say.)
    - Have you worked with training or inference workloads? (The role is about them, and the profile does not say.)
    ");
}

#[test]
fn one_side_of_the_role() {
    insta::assert_snapshot!(told(&sample("role-pretraining-data", "c-0106")), @r"
    The candidate builds data pipelines and platforms, and brings MinHash, Rust and Apache Parquet (8 years each) and Apache Spark (12 years). All six must-haves are met, expected pay is within the band, and no move is needed.
    - Have you also worked with any of these: large language models, tokenizers, PyTorch? (Welcome in this role, and the profile does not mention them.)
    - Where have you used Python and Amazon S3, and for what? (The profile lists them and does not tell of work with them.)
    - When could you start? (The profile does not say.)
    - Besides Apache Spark, have you worked with Apache Beam or Dask? (Part of the work; the profile shows Apache Spark, which is related.)
    - Besides Ray Data, have you worked with Mosaic StreamingDataset or WebDataset? (Welcome in this role; the profile shows Ray Data, which is only loosely related.)
    ");
}

#[test]
fn a_facilitator_for_research_computing() {
    insta::assert_snapshot!(told(&sample("role-research-computing", "c-0051")), @r"
    The candidate helps researchers use supercomputers and keeps their software stack, and brings Spack, Apptainer and HPC user support (6 years each) and Slurm (10 years). Must-have not shown: bachelor's degree; expected pay is within the band; no move is needed.
    - Do you have this, or experience that stands in for it: bachelor's degree? (A must-have that the profile does not mention.)
    - Have you also worked with any of these: GPU, deep learning frameworks? (Welcome in this role, and the profile does not mention them.)
    - When could you start? (The profile does not say.)
    - Did your work with MPI include scientific software development? (Part of the work; the profile shows MPI, which is related.)
    - Besides Linux, have you worked with Bash and shell scripting? (Part of the work; the profile shows Linux, which is related.)
    ");
}

#[test]
fn somebody_who_says_nothing() {
    insta::assert_snapshot!(told(&sample("role-gpu-fabric", "c-0037")), @r"
    The profile says little about the candidate's work. None of the four must-haves could be checked.
    - What kind of work do you do day to day, and on which systems? (The profile says little about the work itself.)
    - Which of these have you worked with: InfiniBand, RoCE or RDMA, NCCL, fabric management? (Must-haves that the profile does not mention.)
    - Have you also worked with any of these: SONiC, BGP, Spectrum-X, UFM, Python? (Welcome in this role, and the profile does not mention them.)
    - Could you work on site in Austin, and would that need a move? (The profile does not say.)
    - How large was the largest system that you worked on, in accelerators, and what was your part in it? (The role is about 4,000 accelerators, and the profile gives no size.)
    ");
}

#[test]
fn somebody_of_another_trade() {
    insta::assert_snapshot!(told(&sample("role-gpu-dv", "c-0030")), @r"
    The candidate designs and runs routed and switched networks: of data centres, clouds, campuses and carriers, which is far from this role. None of the three must-haves is shown, expected pay is within what the market pays, no move is needed, and the role is a step down from principal level.
    - Have you done any work in GPU and accelerator hardware? (The profile shows none, and it is part of what the role is about.)
    - Which of these have you worked with: SystemVerilog, UVM, GPU design verification or design verification? (Must-haves that the profile does not mention.)
    - Have you also worked with any of these: formal verification, emulation, C++, floating point? (Welcome in this role, and the profile does not mention them.)
    - Would a role at senior level suit you? (The profile is at principal level.)
    - When could you start? (The profile does not say.)
    ");
}

#[test]
fn the_employers_group_is_said() {
    let role = json!({"id": "r", "title": "HPC cluster engineer", "must_have": ["Slurm"]});
    let of = |title: &str, employer: &str| {
        let job =
            json!({"title": title, "employer": employer, "start": "2019-02", "description": "Help for everybody."});
        pair(&role, &json!({"id": "c", "experience": [job]})).summary
    };
    for (title, employer, said) in [
        (
            "Research computing facilitator",
            "Oak Ridge National Laboratory",
            "comes from research computing support (background: national labs and HPC centres)",
        ),
        ("HPC engineer", "Waymo", "keeps GPU and HPC clusters running (background: autonomous vehicles and robotics)"),
        ("HPC engineer", "Jane Street", "(background: quantitative trading and finance)"),
        ("Site reliability engineer", "Amazon Web Services", "(background: cloud providers)"),
    ] {
        let summary = of(title, employer);
        assert!(summary.contains(said), "{summary}");
    }
}
