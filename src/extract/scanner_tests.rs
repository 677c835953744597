//! Which names a text holds, and which only look like names.

use super::*;

fn found(text: &str) -> Vec<String> {
    let taxonomy = Taxonomy::builtin();
    let mentions = embedded().scan(&Text::new(text), &taxonomy);
    mentions.iter().filter(|m| m.by == MentionKind::Label).map(|m| taxonomy.concept(m.concept).id.to_string()).collect()
}

fn shown(text: &str) -> Vec<String> {
    let taxonomy = Taxonomy::builtin();
    let mentions = embedded().scan(&Text::new(text), &taxonomy);
    mentions
        .iter()
        .filter(|m| matches!(m.by, MentionKind::Deed(_)))
        .map(|m| taxonomy.concept(m.concept).id.to_string())
        .collect()
}

#[test]
fn what_an_address_is_made_of_names_nothing() {
    assert_eq!(found("Apply: https://jobs.example/cuda-engineer/slurm, and bring Lustre."), ["lustre"]);
    assert_eq!(
        found("[Kubernetes](https://example.org/docker/) and https://a.example/python\nSlurm"),
        ["kubernetes", "slurm"]
    );
    assert_eq!(found("Slurm: a scheduler"), ["slurm"]);
}

#[test]
fn a_node_of_a_cluster_is_no_runtime() {
    assert!(
        !found("Node health: DCGM, nccl-tests and a repair loop (Python, Redfish). Node swaps take a day.")
            .contains(&"nodejs".to_owned())
    );
    assert!(found("Backend in Node with TypeScript and React").contains(&"nodejs".to_owned()));
}

#[test]
fn a_word_has_one_sense_in_a_text() {
    let text =
        "iOS development with Swift and Xcode.\n\nWe meet a lot, and you will like it here.\n\nYou know iOS well.";
    assert_eq!(found(text).iter().filter(|concept| *concept == "ios").count(), 2);
}

#[test]
fn three_names_in_a_row_are_no_other_words() {
    assert_eq!(found("I use Go, Rust and Swift."), ["go", "rust", "swift"]);
    assert_eq!(found("Experience with Chef, Salt and Puppet."), ["chef", "saltstack", "puppet"]);
    assert_eq!(found("The chef, salt and puppet of the show."), [""; 0]);
    assert_eq!(found("We met Chef and Salt."), [""; 0]);
    assert_eq!(found("The range is C$178,500 - C$210,000 - C$241,500 a year."), [""; 0]);
}

#[test]
fn a_name_that_two_products_share_is_the_one_that_the_text_is_about() {
    for (text, concept, other) in [
        (
            "Ensembles in Triton Inference Server. Custom backends for Triton, profiled on the GPU.",
            "triton-inference-server",
            "triton-language",
        ),
        ("Served models with Triton behind KServe", "triton-inference-server", "triton-language"),
        ("Triton and CUDA kernels for attention", "triton-language", "triton-inference-server"),
        ("Slurm and Flux on 512 nodes", "flux-framework", "flux-cd"),
        ("Helm charts with Flux and Argo CD", "flux-cd", "flux-framework"),
        ("Graph breaks in Dynamo, code from TorchInductor", "torchdynamo", "nvidia-dynamo"),
        ("NVIDIA Dynamo routes requests. Dynamo with vLLM workers.", "nvidia-dynamo", "torchdynamo"),
        ("NEMO and other ocean models in Fortran", "nemo-ocean", "nemo"),
        ("RDS, Aurora and DynamoDB on AWS", "aws-aurora", "aurora-system"),
        ("SYCL codes on Aurora and Frontier, exascale", "aurora-system", "aws-aurora"),
    ] {
        let found = found(text);
        let has = |id: &str| found.iter().any(|found| found == id);
        assert!(has(concept) && !has(other), "{text}: {found:?}");
    }
    let both = found("OpenAI Triton, and Triton Inference Server. Fused CUDA kernels in Triton.");
    assert_eq!(both.iter().filter(|id| *id == "triton-language").count(), 2, "{both:?}");
}

#[test]
fn generations_of_accelerators_are_named_by_their_names_alone() {
    for (text, concept, counts) in [
        ("Kernels for Hopper and Blackwell", "gpu-hopper", true),
        ("Tuned GEMM on Ampere, Volta and Turing GPUs", "gpu-ampere", true),
        ("Tuned GEMM on Ampere, Volta and Turing GPUs", "nvidia-volta", true),
        ("Tuned GEMM on Ampere, Volta and Turing GPUs", "nvidia-turing", true),
        ("Servers with Ampere Altra CPUs", "gpu-ampere", false),
        ("Fellow of the Alan Turing Institute, CUDA", "nvidia-turing", false),
        ("Speaker at the Grace Hopper Celebration on CUDA", "gh200", false),
        ("Grace Hopper nodes of a supercomputer", "gh200", true),
    ] {
        assert_eq!(found(text).contains(&concept.to_owned()), counts, "{text}: {:?}", found(text));
    }
}

#[test]
fn names_of_files_and_clusters_of_databases_are_no_claims() {
    for (text, concept, counts) in [
        ("Publications at two conferences.", "publications", true),
        ("The page is made of publications.json and talks.yaml.", "publications", false),
        ("Cluster administration with Slurm", "cluster-operation", true),
        ("Cluster Administration on Oracle 11g RAC", "cluster-operation", false),
    ] {
        assert_eq!(found(text).contains(&concept.to_owned()), counts, "{text}: {:?}", found(text));
    }
}

#[test]
fn languages_and_machines_in_their_own_spelling_count_where_the_field_is_at_home() {
    let home = "Slurm, CUDA, InfiniBand and Lustre. ";
    for (text, concept, counts) in [
        ("We like a bit of Rust.", "rust", true),
        ("You are used to reading PTX or SASS.", "ptx", true),
        ("You are used to reading PTX or SASS.", "sass", true),
        ("4.1 Rust", "rust", true),
        ("Experience with Slingshot.", "slingshot", true),
        ("Our halls follow Lean manufacturing.", "lean", false),
        ("You report to Julia.", "julia", false),
        ("You report to Isabelle, who leads operations.", "isabelle", false),
    ] {
        assert_eq!(found(&format!("{home}{text}")).contains(&concept.to_owned()), counts, "{text}");
    }
}

#[test]
fn the_first_word_of_a_firms_name_is_no_product() {
    for (text, concept) in [
        ("I secure a GPU cloud on Linux at Mesa Compute.", "graphics-drivers"),
        ("Storage and Kubernetes clouds at Cinder AI.", "cinder"),
        ("At Triton Robotics, CUDA and PyTorch drive the arms.", "triton-language"),
    ] {
        assert!(!found(text).contains(&concept.to_owned()), "{text}");
    }
    assert!(found("Backups to Glacier on AWS").contains(&"s3-glacier".to_owned()));
    assert!(found("PyTorch on Gaudi AI accelerators").contains(&"gaudi".to_owned()));
}

#[test]
fn what_is_compatible_with_a_thing_is_not_the_thing() {
    assert_eq!(found("S3-compatible object storage"), ["object-storage"]);
}

#[test]
fn everyday_words_are_no_products() {
    for text in [
        "The python in the terrarium is four metres long.", "Kafka and Proust are my favourite authors.",
        "Restored chandeliers; polished brass to a high lustre.", "The angular momentum of the disk was conserved.",
        "Worked as a docker (longshoreman) for eight years.", "Sheathed his cutlass like a pirate.",
        "A playwright and a puppeteer in the theatre.", "The meson decays were measured at the beam line.",
        "The quay was full of boats and a pinecone fell.", "The spire of the cathedral, its struts and solidity.",
    ] {
        assert_eq!(found(text), Vec::<String>::new(), "{text}");
    }
    for (text, concept) in [
        ("Python and CUDA at work", "python"),
        ("Kafka topics for two hundred services", "kafka"),
        ("Lustre for 900 users", "lustre"),
        ("Angular and TypeScript front ends", "angular"),
        ("Docker images for the cluster", "docker"),
        ("CUTLASS kernels for attention", "cutlass"),
        ("Playwright and Selenium tests", "playwright"),
        ("Meson and Ninja build the driver", "meson"),
        ("ZooKeeper and Kafka clusters", "zookeeper"),
        ("SPIRE and SPIFFE for workload identity", "spiffe"),
    ] {
        assert!(found(text).contains(&concept.to_owned()), "{text}: {:?}", found(text));
    }
}

#[test]
fn names_are_found_in_every_usual_form() {
    for (text, expected) in [
        ("C++, C# and .NET", "cplusplus csharp dotnet"),
        ("C/C++ on Linux", "cplusplus linux"),
        ("Slurm/PBS clusters", "slurm openpbs"),
        ("a slurm-based site", "slurm"),
        ("Slurm's accounting", "slurm"),
        ("racks of H100s and A100s", "h100 a100"),
        ("nodes with 8xH100", "h100"),
        ("NVLink4 between them", "nvlink-4"),
        ("Python3.11 and CUDA12.4", "python cuda"),
        ("C++17 daily", "cplusplus"),
        ("(Lustre)", "lustre"),
        ("“InfiniBand”", "infiniband"),
        ("All\u{2011}Reduce tuning with NCCL", "collective-communication nccl"),
        ("node.js services", "nodejs"),
        ("Look after Lustre.Operate Slurm", "lustre slurm"),
    ] {
        let all = found(text);
        for id in expected.split(' ') {
            assert!(all.iter().any(|f| f == id), "{text}: {id} not in {all:?}");
        }
    }
}

#[test]
fn words_of_other_trades_are_no_skills() {
    for (text, id) in [
        ("Installed GPU drivers on 400 nodes after each kernel upgrade.", "gpu-driver-development"),
        ("Upgraded drivers and firmware on the compute nodes.", "gpu-driver-development"),
        ("I did a lot of plumbing between services and the data layer.", "manual-trades"),
        ("Results-driven recruiter with a passion for people.", "leadership"),
        ("A valid driver's license may be required.", "manual-trades"),
        ("Gaudi and the modernism of Barcelona", "gaudi"),
        ("Ironwood golf club and Trillium Health, on TPU money", "tpu-v7"),
        ("The arrow key moves the figure; Python", "apache-arrow"),
        ("Fluent in English and Spanish; Ansys", "ansys-fluent"),
        ("Early career award of the research council (ECR); Docker", "amazon-ecr"),
        ("Write MOPs, SOPs and EOPs for the UPS and the servers", "sops"),
        ("Supercomputer halls, OCP power shelves, Python", "openshift"),
    ] {
        assert!(!found(text).iter().any(|f| f == id), "{text}: {:?}", found(text));
    }
    for (text, id) in [
        ("I write GPU drivers for Linux: memory manager and command rings.", "gpu-driver-development"),
        ("Licensed for residential plumbing: boilers and drains", "manual-trades"),
        ("Ported models to Gaudi with SynapseAI and PyTorch", "gaudi"),
        ("Trained on TPU v5p, then Ironwood, with JAX", "tpu-v7"),
        ("TPU v4, v5e or v5p", "tpu-v5p"),
        ("20 years of experience in network architecture", "network-engineering"),
        ("Wireframes, user experience and usability tests", "ux-design"),
        ("Autonomous systems for vehicles on public roads", "autonomous-vehicles"),
        ("Wrote the documentation of our API", "technical-writing"),
        ("Parquet and Arrow in DuckDB", "apache-arrow"),
        ("CFD with Fluent and OpenFOAM", "ansys-fluent"),
        ("5 years of Go", "go"),
        ("3y Rust", "rust"),
        ("Rust (3y)", "rust"),
    ] {
        assert!(found(text).iter().any(|f| f == id), "{text}: {:?}", found(text));
    }
    assert!(!found("I would go 5 years ago").iter().any(|f| f == "go"));
}

#[test]
fn names_in_one_breath_are_each_named() {
    for (text, expected) in [
        ("Prometheus/Grafana dashboards", "prometheus grafana"),
        ("AWS/GCP/Azure", "aws gcp azure"),
        ("AWS, GCP or Azure", "aws gcp azure"),
        ("PyTorch/XLA on TPUs", "pytorch-xla tpu"),
        ("NVMe/TCP targets", "nvme-tcp"),
    ] {
        assert_eq!(found(text).join(" "), expected, "{text}");
    }
}

#[test]
fn parts_of_other_words_are_not_names() {
    for (text, id) in [
        ("We use Google Docs", "go"),
        ("R&D budget and Python", "r-language"),
        ("slurmish", "slurm"),
        ("see github.com/example", "git"),
        ("it costs $HOME", "linux"),
        ("rusty servers running Linux", "rust"),
    ] {
        assert!(!found(text).iter().any(|f| f == id), "{text}: {:?}", found(text));
    }
}

#[test]
fn everyday_words_are_not_languages_and_tools() {
    for (text, id) in [
        ("MIG welding and TIG welding of pipes", "nvidia-mig"),
        ("Go deep into GPU performance and CUDA", "go"),
        ("Ready to go to production with Kubernetes", "go"),
        ("We go through Python code together", "go"),
        ("Reports to C-level executives about Kubernetes", "c-language"),
        ("Author: John C. Smith. Kubernetes, Slurm", "c-language"),
        ("Vitamin C and Linux", "c-language"),
        ("Ray Chen leads the Kubernetes group", "ray"),
        ("Dr Ray Tanaka runs our vLLM servers", "ray"),
        ("Spark joy in your team", "apache-spark"),
        ("Ray tracing on GPUs", "ray"),
        ("We ship at the helm of change", "helm"),
        ("The chef of our restaurant cooks daily", "chef"),
        ("The scale at which rust eats iron", "rust"),
        ("Head chef; salt and smoke. The chef also cooks at the summit.", "chef"),
        ("Salt, smoke and the chef", "saltstack"),
        ("On Kubernetes with Docker, and I let juniors take the helm", "helm"),
        ("SaltStack in the server room; our chef cooks", "chef"),
        ("A hall at 32 °C with Slurm, Lustre, CUDA and MPI", "c-language"),
    ] {
        assert!(!found(text).iter().any(|f| f == id), "{text}: {:?}", found(text));
    }
}

#[test]
fn everyday_words_are_tools_among_tools() {
    for (text, id) in [
        ("Services in Go and Rust on Kubernetes", "go"),
        ("Python, Go, C", "go"),
        ("Python, Go, C", "c-language"),
        ("Skills: python, c, go, docker", "go"),
        ("Wrote kernel modules in C", "c-language"),
        ("MIG slices on A100 for notebooks", "nvidia-mig"),
        ("Ray and vLLM for inference", "ray"),
        ("Statistics in R, pandas and SQL", "r-language"),
        ("* Ansible\n* Salt\n* Puppet", "saltstack"),
        ("ANSIBLE, SALT, TERRAFORM", "saltstack"),
        ("I write my own tooling in Go", "go"),
        ("Ok on TensorRT-LLM, CUDA. Never touched Triton or Pallas.", "triton-language"),
        ("Slurm, Lustre, MPI, CUDA. Ported a code to Frontier.", "frontier"),
        ("Slurm, GPFS, MPI, Linux.\n\nEvaluated DAOS without a verdict", "daos"),
        ("Slurm, Lustre, InfiniBand and Ansible at home. Prometheus on every sensor", "prometheus"),
    ] {
        assert!(found(text).iter().any(|f| f == id), "{text}: {:?}", found(text));
    }
}

#[test]
fn some_names_count_in_lists_alone() {
    for (text, id) in [
        ("We run MySQL, Oracle and SQLite.", "oracle-database"),
        ("Linux, Python, Docker and security", "security-practice"),
        ("Configuring routing, VLANs and BGP", "routing-protocols"),
        ("* Linux\n* Security\n* Kubernetes", "security-practice"),
        ("CSS, SASS, HTML", "scss"),
        ("AWS: S3, EMR, Kinesis", "emr"),
    ] {
        assert!(found(text).iter().any(|f| f == id), "{text}: {:?}", found(text));
    }
    for (text, id) in [
        ("I was at Oracle and ran MySQL and SQLite there.", "oracle-database"),
        ("We work with Product, Security and Databases.", "security-practice"),
        ("Proxies, security, routing", "routing-protocols"),
        ("Security comes first with Kubernetes, Docker and Linux.", "security-practice"),
    ] {
        assert!(!found(text).iter().any(|f| f == id), "{text}: {:?}", found(text));
    }
}

#[test]
fn pets_are_no_skills() {
    assert!(found("The office dog is called Python, and a cat is named Ruby.").is_empty());
    assert_eq!(found("The library is called Kokkos."), ["kokkos"]);
}

/// In either spelling.
#[test]
fn a_users_name_of_lists_counts_in_lists_alone() {
    let file = r#"
        [[concept]]
        id = "acme"
        label = "AcmeNet"
        kind = "tool"
        area = "interconnect"
        weight = 0.5
        source = "own"
        listed = ["Fibre"]
    "#;
    let extractor = crate::extract::Extractor::new(std::sync::Arc::new(Taxonomy::extended(file).unwrap()));
    let is_found = |text: &str| extractor.extract(text).unwrap().skills.iter().any(|skill| skill.concept == "acme");
    assert!(is_found("Skills: Linux, Docker, fibre") && is_found("We run Linux, Docker and fiber."));
    assert!(!is_found("Eat fiber when you run Linux and Docker."));
}

/// What such a name is a sign of, it stays a sign of.
#[test]
fn a_name_of_lists_still_speaks_for_others() {
    assert!(found("Expenses for storage and networking").iter().any(|f| f == "computer-networking"));
}

#[test]
fn the_longest_name_wins_and_a_practice_names_its_tool() {
    assert_eq!(found("CUDA Fortran"), ["cuda-fortran"]);
    let all = found("Linux systems administration");
    assert!(all.contains(&"linux-administration".to_owned()), "{all:?}");
    assert!(all.contains(&"linux".to_owned()), "{all:?}");
}

#[test]
fn work_that_is_told_shows_the_practice() {
    for (text, id) in [
        ("I tuned GEMM and attention kernels for two chips", "gpu-kernel-optimization"),
        ("Ported a weather code to AMD GPUs", "gpu-porting"),
        ("Kept a 2,000-node supercomputer alive", "cluster-operation"),
    ] {
        assert!(shown(text).iter().any(|f| f == id), "{text}: {:?}", shown(text));
    }
}

#[test]
fn words_from_different_items_of_a_list_show_nothing() {
    assert!(shown("security audit, budgets, databases, web and cloud servers").is_empty());
    assert!(
        !shown("Sales training, catering, a walk, our cluster").contains(&"distributed-training-systems".to_owned())
    );
}

#[test]
fn headings_tell_of_no_work() {
    assert!(shown("## Tuned GEMM kernels").is_empty());
}

#[test]
fn spans_give_back_the_words() {
    let taxonomy = Taxonomy::builtin();
    let text = Text::new("<p>Größe: <b>Infini\u{200b}Band</b> &amp; Slurm\u{2019}s queue</p>");
    let mentions = embedded().scan(&text, &taxonomy);
    let written: Vec<String> = mentions.iter().map(|m| text.original(&m.span).to_string()).collect();
    assert_eq!(written, ["Infini\u{200b}Band", "Slurm"]);
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_scanned(text in "(?s).{0,300}") {
        check(&text);
    }

    #[test]
    fn any_mixture_of_telling_words_can_be_scanned(
        words in proptest::collection::vec(
            proptest::sample::select(vec![
                "no", "not", "without", "Slurm", "C", "Go", ",", ".", ":", "(", ")", "\n", "* ", "or", "and", "such as", "Lustre", "GPFS",
                "migrated from", "to", "replaced", "with", "a plus", "Required:", "5+ years", "of them", "é", "ß", "\u{200b}", "–", " - ",
                "<li>", "</li>", "&nbsp;", "8xH100", "called", "dog", "learning", "keen to learn", "##", "Ray", "R", ";", "|", "s", "'s",
            ]), 0..40)
    ) {
        check(&words.join(" "));
        check(&words.concat());
    }
}

fn check(original: &str) {
    let taxonomy = Taxonomy::builtin();
    let text = Text::new(original);
    let mentions = embedded().scan(&text, &taxonomy);
    for mention in &mentions {
        assert!(text.folded().get(mention.span.clone()).is_some_and(|name| !name.is_empty()));
        text.original(&mention.span);
        text.quote(&mention.span, 60);
    }
    let reading = crate::extract::terms::Reading::new(&text);
    for requirement in crate::extract::posting::requirements(
        &reading,
        &crate::extract::sections::Sections::of(&text),
        &mentions,
        usize::MAX,
        &mentions,
        &crate::extract::years::years_mentions(&reading),
        &taxonomy,
    ) {
        assert!(!requirement.options.is_empty());
        assert!(text.folded().get(requirement.span).is_some());
    }
}
