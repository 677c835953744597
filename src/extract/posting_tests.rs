//! What postings of many styles ask.

use super::*;
use crate::extract::scanner;
use crate::extract::years::years_mentions;

/// Requirements as `must lustre|gpfs 1000 y40`, alternatives in alphabetical order.
fn read(title: &str, body: &str) -> Vec<String> {
    let taxonomy = Taxonomy::builtin();
    let (title, text) = (Text::new(title), Text::new(body));
    let title_mentions = scanner::embedded().scan(&title, &taxonomy);
    let mentions = scanner::embedded().scan(&text, &taxonomy);
    let reading = Reading::new(&text);
    let (sections, years) = (Sections::of(&text), years_mentions(&reading));
    let mut all = requirements(&reading, &sections, &title_mentions, usize::MAX, &mentions, &years, &taxonomy);
    all.truncate(asked(&all));
    all.into_iter()
        .map(|requirement| {
            let mut options: Vec<&str> = requirement.options.iter().map(|o| &*taxonomy.concept(*o).id).collect();
            options.sort_unstable();
            let necessity = match requirement.necessity {
                Necessity::MustHave => "must",
                Necessity::PartOfTheWork => "work",
                _ => "nice",
            };
            let years = requirement.min_years_tenths.map_or(String::new(), |y| format!(" y{y}"));
            format!("{necessity} {} {}{years}", options.join("|"), requirement.strength.get())
        })
        .collect()
}

pub(super) fn has(body: &str, expected: &[&str]) {
    let all = read("", body);
    for wanted in expected {
        assert!(all.iter().any(|r| r == wanted), "{wanted} not in {all:#?} of {body}");
    }
}

fn lacks(body: &str, ids: &[&str]) {
    let all = read("", body);
    for id in ids {
        assert!(Taxonomy::builtin().find(id).is_some(), "no concept {id}");
        let named = all.iter().any(|r| r.split(' ').nth(1).is_some_and(|options| options.split('|').any(|o| o == *id)));
        assert!(!named, "{id} in {all:#?} of {body}");
    }
}

#[test]
fn what_others_beside_the_role_do_is_not_asked() {
    let beside = "You will work beside our Networking team, who own the InfiniBand fabric, and the Storage team, who run \
                  Lustre. You run Slurm.";
    has(beside, &["must slurm 600"]);
    lacks(beside, &["infiniband", "lustre", "fabric-management"]);
    lacks("You design networks. Other teams work on Java and Kafka, and you will meet them.", &["java", "kafka"]);
    has("## Duties\n* Help our researchers, who use PyTorch", &["must pytorch 700"]);
}

#[test]
fn what_those_are_called_with_whom_one_works_is_not_asked() {
    lacks(
        "## Duties\n* Partners with risk, cyber security and network engineering teams\n* Work on site with data center technicians\n\
         * Run a platform for 4,000 data scientists\n* Keep 80 petabytes in four data centers\n* Run Slurm",
        &["security-engineering", "network-engineering", "datacenter-operations", "data-science"],
    );
    lacks("## Duties\n* Work directly with cloud providers (AWS, Azure)\n* Run Slurm", &["aws", "azure"]);
    has("## Duties\n* Experience working with cloud providers (AWS, Azure)", &["must aws|azure|public-cloud 1000"]);
    has("## Duties\n* Work with vendors on InfiniBand, beside other teams", &["must infiniband 700"]);
    has("## Duties\n* Plan and build data centers", &["must datacenter-operations 700"]);
}

#[test]
fn what_is_kept_for_those_who_are_served_is_asked() {
    has("## Duties\nOur researchers train in PyTorch and you keep it fast.", &["must pytorch 700"]);
}

#[test]
fn what_stands_below_what_is_not_expected_is_asked() {
    let body = "About you\nWe don't expect you to know finance. You should have\n* years of running Lustre\n* knowledge of NFS";
    has(body, &["must lustre 1000", "must nfs 1000"]);
}

#[test]
fn a_posting_that_says_what_it_requires_does_not_require_its_duties() {
    let duties = "Your tasks\n* Operate Lustre\n\nOur stack\n* Kubernetes, Ansible\n\n";
    has(duties, &["must lustre 700", "must kubernetes 500"]);
    let required = format!("{duties}Requirements\n* Slurm\n* C++ and Lustre\n\nNice to have\n* Go");
    has(&required, &["must slurm 1000", "must lustre 1000", "work kubernetes 500", "work ansible 500", "nice go 1000"]);
}

#[test]
fn headings_of_one_word_part_a_short_posting() {
    let body = "## What you'd do\n* lower graphs through MLIR\n\n## You\n* have shipped work on LLVM\n* think in C++\n\n\
                ## Not important\n* Kubernetes\n\n## How\nA call, then pairing in Java.";
    has(body, &["work mlir 700", "must llvm 1000", "must cplusplus 1000"]);
    lacks(body, &["kubernetes", "java"]);
}

#[test]
fn behind_an_or_the_examples_are_over() {
    let body = "Requirements: object storage, such as Ceph or MinIO, and good Linux skills.";
    has(body, &["must linux 1000"]);
}

#[test]
fn headings_in_any_wording_part_musts_from_wishes() {
    for (must, nice) in [
        ("### Qualifications", "### Nice to have"),
        ("**What you bring:**", "**Bonus points**"),
        ("You need", "It would be nice if you also had"),
        ("REQUIREMENTS", "PREFERRED"),
        ("<h3>Who you are</h3>", "<h3>Pluses</h3>"),
        ("Minimum qualifications:", "Preferred qualifications:"),
        ("What we look for:", "What would help:"),
    ] {
        let html = must.starts_with('<');
        let (open, close) = if html { ("<li>", "</li>") } else { ("* ", "\n") };
        let body =
            format!("{must}\n{open}Slurm in production{close}{open}InfiniBand{close}\n{nice}\n{open}Terraform{close}");
        has(&body, &["must slurm 1000", "must infiniband 1000", "nice terraform 1000"]);
    }
}

#[test]
fn cues_in_a_flat_paragraph_part_them_too() {
    has("Required: Slurm, Lustre. Preferred: CUDA.", &["must slurm 1000", "must lustre 1000", "nice cuda 1000"]);
    has("Must have: Linux at scale, hands-on work with Slurm.", &["must linux 1000", "must slurm 1000"]);
    has("We need somebody who knows Slurm well. Terraform is a plus.", &["nice terraform 1000"]);
    has("You must have run Slurm. Ideally you also know Lustre.", &["must slurm 1000", "nice lustre 1000"]);
    has("Requirements: Kubernetes; Ansible would be ideal.", &["must kubernetes 1000", "nice ansible 1000"]);
    has("Required: Kubernetes in anger. Python or Lua.", &["must lua|python 1000"]);
}

#[test]
fn duties_ask_less_than_requirements_and_the_first_most() {
    let duties = "## What you'll do\n* Operate Slurm\n* Watch InfiniBand\n* Grow Lustre\n* Write Ansible\n* Read Grafana boards\n* Help with NCCL\n\n## You have\n* Python";
    has(duties, &["must slurm 700", "must lustre 600", "must nccl 500", "must python 1000"]);
}

#[test]
fn the_title_asks_most_and_repetition_adds() {
    let all = read("Lustre Storage Engineer", "## Your work\n* Keep Lustre alive\n* Operate Slurm\n* Teach Slurm");
    assert!(all.contains(&"must lustre 1000".to_owned()), "{all:?}");
    assert!(all.contains(&"must slurm 760".to_owned()), "{all:?}");
}

#[test]
fn a_mention_in_passing_asks_little() {
    has("Our cluster is a hall of H100s on InfiniBand.", &["must infiniband 250"]);
}

#[test]
fn what_is_denied_is_not_asked() {
    lacks(
        "## Requirements\n* Lustre\n\nYou will not write CUDA, and no machine learning is needed.",
        &["cuda", "machine-learning"],
    );
    lacks("Required: Slurm. Not needed: Kubernetes, Terraform.", &["kubernetes", "terraform"]);
    lacks("You do not need a degree, hydrology or Kubernetes.", &["kubernetes"]);
}

#[test]
fn what_need_not_be_brought_is_wished_for() {
    for heading in [
        "Not required:", "Not mandatory:", "Requisitos no excluyentes:", "No imprescindible:", "Nicht zwingend:",
        "Non obligatoire :", "Niet verplicht:",
    ] {
        let posting = format!("Requirements:\n* Slurm\n\n{heading}\n* Docker\n* Terraform");
        has(&posting, &["must slurm 1000", "nice docker 1000", "nice terraform 1000"]);
    }
}

#[test]
fn the_company_its_benefits_and_the_law_ask_nothing() {
    lacks(
        "## About us\nOur customers train PyTorch models on our cloud. We raised $90M from a Kubernetes pioneer.\n\n## Requirements\n* Slurm\n\n\
         ## Benefits\n* A Python course of your choice\n* Dental insurance\n\n## Equal opportunity\nWe hire without regard to Linux flavour.",
        &["pytorch", "kubernetes", "python", "linux"],
    );
    lacks("You run Slurm for us. We offer a salary, equity and a Kubernetes conference each year.", &["kubernetes"]);
}

#[test]
fn alternatives_are_one_requirement() {
    for (text, expected) in [
        ("Slurm or PBS Pro", "must openpbs|slurm 1000"),
        ("Lustre, GPFS or similar", "must gpfs|lustre 1000"),
        ("Lustre/GPFS", "must gpfs|lustre 1000"),
        ("C++/Rust", "must cplusplus|rust 1000"),
        ("one of C++, Rust or Go", "must cplusplus|go|rust 1000"),
        ("TVM, MLIR, XLA for example", "must mlir|tvm|xla 1000"),
        ("one of the usual four, e.g. TVM, MLIR and XLA", "must mlir|tvm|xla 1000"),
        ("Ansible, Puppet, or another tool", "must ansible|puppet 1000"),
        ("Linux, Slurm or PBS Pro", "must openpbs|slurm 1000"),
        ("Slurm and/or LSF", "must lsf|slurm 1000"),
    ] {
        has(&format!("## Requirements\n* {text}"), &[expected]);
    }
}

#[test]
fn things_joined_by_and_are_each_asked() {
    has(
        "## Requirements\n* Slurm and InfiniBand\n* C/C++ and Python\n* Linux, Lustre, CUDA",
        &[
            "must slurm 1000", "must infiniband 1000", "must cplusplus 1000", "must python 1000", "must linux 1000",
            "must lustre 1000", "must cuda 1000",
        ],
    );
}

#[test]
fn examples_join_what_they_are_examples_of() {
    has(
        "## Requirements\n* Parallel file systems such as Lustre or GPFS",
        &["must gpfs|lustre|parallel-file-systems 1000"],
    );
    has(
        "## Requirements\n* Parallel file systems (Lustre, BeeGFS)",
        &["must beegfs|lustre|parallel-file-systems 1000"],
    );
}

#[test]
fn years_belong_to_what_they_stand_at() {
    has(
        "## Requirements\n* 5+ years with Slurm\n* At least three years of Lustre or GPFS\n* InfiniBand (2+ years)\n* Python",
        &["must slurm 1000 y50", "must gpfs|lustre 1000 y30", "must infiniband 1000 y20", "must python 1000"],
    );
    has(
        "Required: 6+ years of Linux, of which at least 3 years with Slurm.",
        &["must linux 1000 y60", "must slurm 1000 y30"],
    );
}

#[test]
fn years_of_a_part_ask_no_fewer_of_the_whole() {
    let all = read("", "Requirements\n- 5+ years of Kubernetes\n- 2+ years of Kubernetes on premises");
    assert!(all.iter().any(|asked| asked.contains(" kubernetes ") && asked.ends_with(" y50")), "{all:?}");
}

#[test]
fn the_plainest_ask_wins() {
    has("## Your work\n* Debug NCCL\n\n## Nice to have\n* NCCL", &["nice nccl 1000"]);
    has("## Nice to have\n* Lustre\n\n## Requirements\n* Lustre", &["must lustre 1000"]);
    has("## Requirements\n* Familiarity with Terraform", &["must terraform 700"]);
}

#[test]
fn one_concept_is_asked_once() {
    let all = read("", "## Requirements\n* Slurm\n* Slurm or PBS Pro\n\n## Your work\n* Operate Slurm");
    assert_eq!(all.iter().filter(|r| r.contains("slurm")).count(), 1, "{all:?}");
}

#[test]
fn soft_skills_venues_and_other_peoples_trades_are_not_asked() {
    lacks(
        "## Your work\n* Communicate well with our data scientists\n* Operate Slurm",
        &["communication", "data-science"],
    );
    lacks("We publish at NeurIPS. You operate Slurm.", &["neurips"]);
}

#[test]
fn what_is_taught_or_alone_is_not_enough_is_not_asked() {
    lacks("Required: Linux. You will learn CUDA and Vulkan with us.", &["cuda", "vulkan"]);
    lacks("Required: Linux. We teach you Slurm.", &["slurm"]);
    lacks("Required: Slurm. Kubernetes alone is not enough.", &["kubernetes"]);
    has("Required: Slurm. Kubernetes alone is not enough.", &["must slurm 1000"]);
}

#[test]
fn what_nobody_names_stands_for_what_is_named() {
    has(
        "## Requirements\n- several years of compilers (LLVM, TVM, XLA, or an in-house one)",
        &["must compiler-engineering|llvm|tvm|xla 1000"],
    );
    has("## Requirements\n- Slurm, LSF or your own scheduler", &["must lsf|slurm 1000"]);
}

#[test]
fn products_of_one_kind_in_a_row_are_one_requirement() {
    has("## Duties\n- characterise storage with IOR, mdtest and fio", &["must fio|ior|mdtest 700"]);
    has("## Requirements\n- Slurm, Lustre and Ansible", &["must slurm 1000", "must lustre 1000", "must ansible 1000"]);
}

#[test]
fn or_similar_closes_the_alternative() {
    has("Required: TensorRT or similar, CUDA.", &["must tensorrt 1000", "must cuda 1000"]);
}

#[test]
fn nothing_is_asked_by_an_empty_text() {
    assert!(read("", "").is_empty());
}

#[test]
fn a_lead_is_made_of_the_usual_words() {
    has("## Nice to have\n* Experience with one or more of: Lustre, GPFS", &["nice gpfs|lustre 1000"]);
    has("## Your work\n* Anything. Required: Slurm. Lustre.", &["must slurm 1000", "must lustre 1000"]);
}

#[test]
fn several_or_in_one_list_join_their_neighbours() {
    has(
        "## Requirements\n* Linux, Slurm/PBS Pro, Ansible, Bash or Python, InfiniBand, Lustre or GPFS",
        &[
            "must linux 1000", "must openpbs|slurm 1000", "must ansible 1000", "must bash|python 1000",
            "must infiniband 1000", "must gpfs|lustre 1000",
        ],
    );
}

#[test]
fn a_list_in_a_bracket_gives_examples_and_ends_with_it() {
    has("## Requirements\n* Linux (RHEL or Ubuntu), Slurm, Ansible", &["must slurm 1000", "must ansible 1000"]);
    has("## Requirements\n* Scripting (Bash, Python)", &["must bash|python 1000"]);
    has(
        "## Requirements\n* Worked on the inside of a batch system (Slurm, Mesos-like, Kubernetes)",
        &["must batch-schedulers|kubernetes|mesos|slurm 1000"],
    );
    has("## Requirements\n* A command of networks (Slurm, Kubernetes)", &["must slurm 1000", "must kubernetes 1000"]);
    has("## Requirements\n* Airflow, Dagster etc.", &["must airflow|dagster 1000"]);
    has(
        "## Requirements\n* Schedulers (e.g., Slurm, LSF) and parallel file systems (e.g., Lustre, GPFS)",
        &["must lsf|slurm 1000", "must gpfs|lustre|parallel-file-systems 1000"],
    );
}

#[test]
fn what_is_far_apart_is_asked_apart() {
    has(
        "You need years of distributed training, strong Python, and one sharding library: FSDP, DeepSpeed or Megatron-LM.",
        &["must distributed-training 1000", "must deepspeed|fsdp|megatron-lm 1000"],
    );
    has("## Requirements\n* LLMs and RAG", &["must llm 1000", "must rag 1000"]);
}

#[test]
fn the_first_line_is_the_title_where_no_other_is_given() {
    has("Lustre Storage Engineer\n\nWe keep data. It is a nice job.", &["must lustre 1000"]);
}

#[test]
fn must_should_could_are_headings() {
    has(
        "We hire.\n\nMust\nSlurm\n\nShould\nPython\n\nCould\nLustre\nTerraform",
        &["must slurm 1000", "must python 1000", "nice lustre 1000", "nice terraform 1000"],
    );
}

#[test]
fn what_an_employers_name_is_made_of_is_not_asked() {
    lacks(
        "Cedar Mesa National Laboratory\nYou administer Linux systems.",
        &["graphics-drivers", "leadership-computing", "national-laboratories"],
    );
    has(
        "Required: experience at a national laboratory, Slurm.",
        &["must national-laboratories 1000", "must slurm 1000"],
    );
}

#[test]
fn a_name_may_end_in_a_bracket_behind_the_last_word() {
    lacks("IBM Storage Scale (GPFS)", &["slurm"]);
}

#[test]
fn a_list_behind_you_will_tells_duties_wherever_the_line_begins() {
    let story = "About Lodestar\nLodestar is a GPU cloud. The fleet team keeps it honest. As its fourth engineer you'll\n\
                 - build health checks with DCGM\n- drive RMA with vendors";
    let all = read("", story);
    assert!(all.iter().any(|r| r.contains("dcgm")) && all.iter().any(|r| r.contains("rma")), "{all:?}");
}

#[test]
fn years_in_the_next_cell_are_asked_of_the_name_before() {
    has("## Requirements\nCUDA | 5+ years\nSlurm | at least 3 years", &["must cuda 1000 y50", "must slurm 1000 y30"]);
}

#[test]
fn machines_on_the_desk_are_not_asked() {
    let desk = "## Requirements\n* Slurm\n\n## Technology at work\n* A laptop with Ubuntu, or a MacBook";
    has(desk, &["must slurm 1000"]);
    lacks(desk, &["ubuntu"]);
    lacks("## Requirements\n* Slurm\n\nTraining is provided in Terraform.", &["terraform"]);
}

#[test]
fn what_an_employer_tells_of_itself_is_not_asked_beside_a_list_of_what_is() {
    let story = "We train large language models and serve them on Ray.";
    let list = "## Requirements\n- Slurm\n- Lustre\n- Ansible\n- Terraform";
    lacks(&format!("{story}\n\n{list}"), &["llm", "llm-training", "ray"]);
    // Where nothing else is said, it is all that tells of the role.
    let all = read("", story);
    assert!(all.iter().any(|r| r.contains("ray")), "{all:?}");
}

#[test]
fn examples_of_a_class_of_products_are_one_requirement() {
    has("## Duties\n- Work with network OSes (SONiC, Cumulus, UFM)", &["must cumulus-linux|sonic|ufm 700"]);
    has(
        "## Requirements\n- A knowledge of networks (InfiniBand, Slurm, Lustre)",
        &["must slurm 1000", "must lustre 1000"],
    );
}

#[test]
fn products_joined_by_or_are_alternatives_of_whatever_kind() {
    has("## Requirements\n- Experience with Triton, XLA or TVM", &["must triton-language|tvm|xla 1000"]);
    has("## Requirements\n- Python, Slurm or PBS", &["must python 1000", "must openpbs|slurm 1000"]);
}

#[test]
fn the_upper_end_of_a_list_of_degrees_is_not_asked() {
    lacks("## Requirements\n- BS, MS or PhD in Computer Science\n- Slurm", &["advanced-degree"]);
    has("## Requirements\n- PhD in physics\n- Slurm", &["must advanced-degree 1000"]);
    has(
        "## Requirements\n- Bachelor's degree, PhD a plus",
        &["must bachelors-degree 1000", "nice advanced-degree 1000"],
    );
}

#[test]
fn years_behind_a_dash_are_asked_of_the_name_before() {
    has(
        "## Requirements\nLustre - 5 years minimum, incl. upgrades\nSlurm – 3+ years",
        &["must lustre 1000 y50", "must slurm 1000 y30"],
    );
    has("## Requirements\nSlurm - 3 years of Lustre", &["must slurm 1000", "must lustre 1000 y30"]);
}

#[test]
fn what_the_team_next_door_keeps_is_not_asked() {
    lacks("You will write kernels beside the compiler team, who maintain our MLIR passes.", &["mlir"]);
}

/// The last word of a posting used to be looked behind.
#[test]
fn a_posting_may_end_anywhere() {
    for text in [
        "We teach you all the Kubernetes you need.", "Our teams use Slurm; you won't need either.",
        "You must know Slurm and you won't need", "We train you in Slurm as you need",
    ] {
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            read("Systems engineer", &text[..end]);
        }
    }
}

#[test]
fn what_is_needed_at_times_is_no_requirement() {
    let body = "## Responsibilities\n* Tune Slurm as needed\n* Load the required data into Spark\n* Write requirements for Ceph\n* Lustre is required";
    has(body, &["must slurm 700", "must apache-spark 700", "must ceph 600", "must lustre 1000"]);
}

#[test]
fn a_stop_of_an_abbreviation_ends_no_sentence() {
    has("Must be a U.S. citizen and able to run Lustre.", &["must lustre 1000"]);
    has(
        "## Requirements\n* Ph.D. in Computer Science or another discipline (e.g., Applied Math, Statistics)",
        &["must advanced-degree|applied-math|cs-degree|statistics 1000"],
    );
}

#[test]
fn what_is_included_is_asked_as_a_whole() {
    let parts = ["must amazon-ec2 1000", "must aws-lambda 1000", "must aws-s3 1000"];
    has("## Requirements\n* AWS services including EC2, Lambda, and S3", &parts);
}

#[test]
fn examples_of_something_else_leave_the_name_before_them_alone() {
    let body = "## Requirements\n* Python and experience with frameworks like FastAPI, Flask or Django";
    has(body, &["must python 1000", "must django|fastapi|flask 1000"]);
}

#[test]
fn what_is_asked_lightly_is_so_over_its_list() {
    let body = "## Requirements\n* Familiarity with Kafka, Kubernetes and Prometheus\n* Familiarity with Terraform and experience with Ansible";
    let light =
        ["must kafka 700", "must kubernetes 700", "must prometheus 700", "must terraform 700", "must ansible 1000"];
    has(body, &light);
}

#[test]
fn deep_familiarity_is_no_light_one() {
    has(
        "## Requirements\n* Deep familiarity with Slurm\n* Familiarity with Lustre",
        &["must slurm 1000", "must lustre 700"],
    );
}
