//! The taxonomy knows the field: every skill, tool, chip, project and venue that the market documents name.

use rolefit::taxonomy::{MatchedBy, Taxonomy};

#[rustfmt::skip]
const NAMED_BY_THE_MARKET: &[&str] = &[
    "CUDA", "OpenCL", "ROCm", "C/C++", "HLSL", "LLVM", "SPIR-V", "Vulkan", "DirectX", "D3D", "GPU shader languages",
    "RTL", "Python", "Go", "C++", "Slurm", "GPU scheduling", "bare metal", "Kubernetes", "Kubernetes GPU operator",
    "GPU Operator", "heterogeneous scheduling", "cost-aware scheduling", "latency-aware scheduling",
    "virtual machines", "microservices", "InfiniBand", "InfiniBand HDR", "RDMA", "RoCE", "RoCE v2", "GPUDirect",
    "GPU-direct RDMA", "NVLink", "NVLink 3.0", "fat-tree", "spine-leaf", "oversubscription", "10 GbE", "Ethernet",
    "All-Reduce", "collective operations", "network congestion", "Lustre", "GPFS", "Ceph", "NVMe", "object storage",
    "high-throughput storage", "ETL", "petabyte-scale ETL", "tokenization", "distributed training",
    "distributed training troubleshooting", "training pipeline orchestration", "communication bottlenecks",
    "memory management", "fault tolerance", "DeepSpeed", "Megatron-LM", "PyTorch distributed", "Ray", "PyTorch",
    "TensorFlow", "deep learning frameworks", "memory fragmentation", "RLHF", "federated training", "LLM",
    "inference optimization", "model serving", "latency optimization", "batching", "model monitoring",
    "real-time inference", "vLLM", "quantization", "edge inference", "inference throughput", "Linux",
    "GPU cluster operations", "observability", "Prometheus", "Grafana", "GPU telemetry", "firmware",
    "hardware provisioning", "thermal throttling", "GPU utilization", "clock tuning", "reliability",
    "debugging distributed systems", "systems design", "hardware awareness", "cost modeling", "cost optimization",
    "direct liquid cooling", "DLC", "PUE", "Green AI", "sustainability analytics", "power efficiency",
    "performance analysis", "profiling", "bottleneck analysis", "GPU architecture", "SIMD", "compiler optimization",
    "system performance tuning", "memory bandwidth optimization", "matrix multiplication", "arithmetic intensity",
    "warp stalls", "control-flow divergence", "performance test plans", "benchmarking", "reproducibility",
    "data science", "drivers", "3D graphics", "graphics pipelines", "AAA games", "GPU optimization",
    "distributed computing", "design verification", "GPU design verification", "architectural modeling",
    "functional modeling", "SoC", "SoC integration", "graphics power analysis", "mobile graphics",
    "display technologies", "AWS", "Azure", "GCP", "SageMaker", "Google Cloud TPU", "DGX Cloud", "GPU-as-a-Service",
    "GaaS", "Lambda Labs", "CoreWeave", "Communication", "Problem-solving", "Teamwork", "Adaptability",
    "Attention to detail", "Emotional intelligence", "Active listening", "Leadership", "Creativity",
    "Time management", "A100", "H100", "H100 80 GB", "H200", "B200", "Tensor Cores", "AMD GPUs", "Trainium",
    "Trainium2", "Inferentia", "TPU", "Apple Silicon", "Graviton", "Graviton 4", "custom silicon", "V100", "P100",
    "GB200", "GB300", "B300", "MI250", "MI300", "MI300X", "NVLink 4", "NVLink 5", "InfiniBand NDR", "InfiniBand XDR",
    "EFA", "Slingshot", "Spectrum-X", "BeeGFS", "WekaFS", "DAOS", "PBS", "LSF", "NCCL", "MPI", "UCX", "Ansible",
    "Terraform", "JAX", "FSDP", "TensorRT-LLM", "Triton", "SGLang", "NeurIPS", "MLSys", "OSDI", "SOSP",
    "NVIDIA Deep Learning Institute", "Computer Science degree",
];

#[test]
fn whatever_the_market_documents_name_is_known() {
    let taxonomy = Taxonomy::builtin();
    let unknown: Vec<&str> =
        NAMED_BY_THE_MARKET.iter().copied().filter(|name| taxonomy.resolve(name).concept.is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn nothing_that_the_market_names_is_known_by_guess_alone() {
    let taxonomy = Taxonomy::builtin();
    let guessed: Vec<&str> = NAMED_BY_THE_MARKET
        .iter()
        .copied()
        .filter(|name| taxonomy.resolve(name).matched_by == MatchedBy::Fuzzy)
        .collect();
    assert!(guessed.is_empty(), "{guessed:?}");
}

#[test]
fn there_are_more_than_seven_hundred_concepts_with_more_than_2500_labels() {
    let taxonomy = Taxonomy::builtin();
    assert!(taxonomy.concepts().len() >= 700, "{}", taxonomy.concepts().len());
    assert!(taxonomy.label_count() >= 2500, "{}", taxonomy.label_count());
}

#[test]
fn every_concept_has_a_source_and_a_scarcity() {
    for (_, concept) in Taxonomy::builtin().concepts() {
        assert!(!concept.source.is_empty(), "{}", concept.id);
        assert!((50..=2000).contains(&concept.weight), "{}: {}", concept.id, concept.weight);
    }
}

/// A field that is asked for, and names whose users work in it: a third of what it is worth at least.
const WORKED_IN_BY_USERS_OF: &[(&str, &[&str])] = &[
    (
        "large language models",
        &["vLLM", "TensorRT-LLM", "Megatron-LM", "LLM serving", "RLHF", "speculative decoding", "LoRA"],
    ),
    ("deep learning", &["PyTorch", "JAX", "DeepSpeed", "FSDP", "cuDNN", "Megatron-LM"]),
    ("HPC", &["Slurm", "MPI", "Lustre", "GPFS", "BeeGFS", "Spack", "Cray", "Fortran", "research computing support"]),
    ("parallel programming", &["MPI", "OpenMP", "CUDA", "SYCL", "HIP", "pthreads"]),
    ("distributed systems", &["Kafka", "etcd", "Cassandra", "ZooKeeper", "Ceph", "Spark", "Ray"]),
    ("collective communication", &["NCCL", "RCCL", "oneCCL", "UCC", "Gloo", "SHARP"]),
    ("scientific computing", &["GROMACS", "LAMMPS", "CFD", "SciPy", "Fortran", "MPI"]),
    ("data engineering", &["Spark", "Flink", "Hadoop", "Databricks", "dbt", "Airflow"]),
    ("computer graphics", &["Vulkan", "OpenGL", "DirectX 12", "HLSL", "ray tracing"]),
    ("networking", &["BGP", "EVPN", "VXLAN", "SONiC", "Arista", "Cisco"]),
    ("Linux", &["RHCE", "Rocky Linux", "systemd", "Slurm"]),
    ("Python", &["PyTorch", "NumPy", "pandas", "JAX", "Django"]),
    ("C++", &["CUDA", "CUTLASS", "SYCL", "Unreal Engine"]),
    ("software engineering", &["C++", "Java", "Go", "Rust", "compilers"]),
    ("artificial intelligence", &["deep learning", "LLMs", "computer vision", "PyTorch"]),
];

/// What generic work does not buy.
const NOT_BOUGHT_BY: &[(&str, &[&str])] = &[
    ("Slurm", &["Kubernetes", "Linux", "HPC", "Python"]),
    ("CUDA", &["C++", "Python", "PyTorch", "deep learning"]),
    ("InfiniBand", &["TCP/IP", "Cisco", "HPC"]),
    ("NCCL", &["PyTorch", "Python"]),
    ("vLLM", &["LLMs", "machine learning", "Python"]),
    ("Lustre", &["NFS", "HPC", "object storage"]),
];

fn credit(asked: &str, claimed: &str) -> u16 {
    let taxonomy = Taxonomy::builtin();
    let [asked, claimed] =
        [asked, claimed].map(|name| taxonomy.resolve(name).concept.unwrap_or_else(|| panic!("{name}")));
    taxonomy.credit(asked, claimed).0.get()
}

#[test]
fn a_field_is_earned_by_what_its_people_use() {
    for (field, names) in WORKED_IN_BY_USERS_OF {
        for name in *names {
            assert!(credit(field, name) >= 333, "{field} of {name}: {}", credit(field, name));
        }
    }
}

#[test]
fn what_is_rare_is_not_bought_by_what_is_common() {
    for (rare, names) in NOT_BOUGHT_BY {
        for name in *names {
            assert!(credit(rare, name) <= 350, "{rare} of {name}: {}", credit(rare, name));
        }
    }
}
