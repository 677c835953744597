//! What the invented people do, where, and in what words.

/// A kind of work.
pub(crate) struct Work {
    pub titles: &'static [&'static str],
    /// The common ones first.
    pub skills: &'static [&'static str],
    /// Sentences about what was done; `{s}` is a skill, `{t}` another, `{n}` a count of machines.
    pub deeds: &'static [&'static str],
    /// Yearly base pay in thousands of dollars, at mid level.
    pub pay: usize,
    /// So many of a thousand people do it.
    pub per_mille: usize,
}

pub(crate) const WORK: &[Work] = &[
    Work {
        titles: &[
            "HPC systems engineer", "HPC administrator", "Cluster engineer", "Supercomputing engineer",
            "Linux cluster administrator",
        ],
        skills: &[
            "Linux", "Slurm", "Bash", "Python", "Ansible", "InfiniBand", "Lustre", "MPI", "Warewulf", "xCAT", "Spack",
            "Lmod", "PBS Pro", "GPFS", "Puppet", "Grafana", "BeeGFS", "LDAP", "Apptainer", "NVIDIA DCGM",
        ],
        deeds: &[
            "Ran {s} for a cluster of {n} nodes and some 400 users.",
            "Moved the site from {t} to {s} without losing a day of compute.",
            "Wrote the health checks in {s} that drain bad nodes before jobs land on them.",
            "Brought up {n} GPUs in a new hall, from racking plans to acceptance with {s}.",
        ],
        pay: 165,
        per_mille: 120,
    },
    Work {
        titles: &[
            "GPU infrastructure engineer", "AI infrastructure engineer", "ML platform engineer",
            "GPU cluster engineer", "Site reliability engineer, AI clusters",
        ],
        skills: &[
            "Kubernetes", "Python", "Linux", "Terraform", "NCCL", "Go", "Prometheus", "NVIDIA GPU Operator",
            "InfiniBand", "Slurm", "RoCE", "Argo CD", "Ray", "Kueue", "Helm", "DCGM", "Cilium", "eBPF", "Run:ai",
            "Volcano",
        ],
        deeds: &[
            "Operated {n} H100 GPUs under {s} for training runs that last weeks.",
            "Built node remediation on {s} and {t}; goodput went from 88 to 96 percent.",
            "Debugged {s} hangs across {n} accelerators and wrote the runbook that others now use.",
            "Own the on-call of a {s} platform with {n} GPUs.",
        ],
        pay: 215,
        per_mille: 140,
    },
    Work {
        titles: &[
            "Storage engineer", "HPC storage engineer", "Parallel file systems engineer", "Senior storage architect",
        ],
        skills: &[
            "Lustre", "GPFS", "Linux", "Ceph", "NVMe-oF", "Weka", "VAST", "ZFS", "BeeGFS", "DAOS", "S3", "RDMA",
            "Python", "GPUDirect Storage", "Ansible", "NFS", "MinIO",
        ],
        deeds: &[
            "Designed and ran 40 PB of {s} behind {n} clients.",
            "Tuned {s} for checkpoints of large models; write time fell by half.",
            "Migrated 12 PB from {t} to {s} under load.",
            "Led recovery of a {s} file system after a double failure.",
        ],
        pay: 185,
        per_mille: 70,
    },
    Work {
        titles: &[
            "Network engineer, AI fabrics", "HPC network engineer", "Data center network engineer",
            "RDMA network engineer",
        ],
        skills: &[
            "InfiniBand", "RoCE", "BGP", "EVPN", "RDMA", "Arista EOS", "SONiC", "NCCL", "Linux", "Python", "UFM",
            "Ansible", "Cumulus", "ECN", "Spectrum-X", "Wireshark",
        ],
        deeds: &[
            "Designed a rail-optimised {s} fabric for {n} GPUs.",
            "Found the congestion that cost 9 percent of all-reduce bandwidth, with {s} and {t}.",
            "Automated {s} for {n} switches.",
            "Commissioned {n} ports of {s} with a bit error budget nobody had met before.",
        ],
        pay: 190,
        per_mille: 70,
    },
    Work {
        titles: &[
            "ML training engineer", "Distributed training engineer", "Research engineer, large models",
            "ML systems engineer",
        ],
        skills: &[
            "PyTorch", "Python", "FSDP", "DeepSpeed", "NCCL", "Megatron-LM", "CUDA", "JAX", "XLA", "Slurm", "Triton",
            "Hugging Face Transformers", "NeMo", "Ray", "FlashAttention", "Weights & Biases",
        ],
        deeds: &[
            "Trained models of up to 70B parameters with {s} on {n} GPUs.",
            "Raised model FLOPs utilisation from 31 to 47 percent by {s} and {t}.",
            "Wrote the elastic restart for {s}; a lost node now costs two minutes.",
            "Profiled {s} at {n} accelerators and removed three host syncs a step.",
        ],
        pay: 250,
        per_mille: 90,
    },
    Work {
        titles: &[
            "Inference engineer", "ML serving engineer", "LLM inference engineer", "Model serving platform engineer",
        ],
        skills: &[
            "vLLM", "Python", "TensorRT-LLM", "CUDA", "Triton Inference Server", "Kubernetes", "PyTorch", "C++",
            "SGLang", "quantization", "FlashAttention", "KServe", "Ray Serve", "gRPC", "Go", "speculative decoding",
        ],
        deeds: &[
            "Served 40,000 requests a second with {s} on {n} GPUs.",
            "Cut time to first token by 38 percent with {s}.",
            "Moved the fleet from {t} to {s}.",
            "Built autoscaling for {s} across {n} accelerators in three regions.",
        ],
        pay: 240,
        per_mille: 70,
    },
    Work {
        titles: &[
            "GPU kernel engineer", "CUDA engineer", "Performance engineer", "HPC performance engineer",
            "Compiler engineer",
        ],
        skills: &[
            "CUDA", "C++", "Triton", "CUTLASS", "Nsight Compute", "PTX", "MPI", "OpenMP", "ROCm", "HIP", "LLVM",
            "MLIR", "Python", "Fortran", "SYCL", "roofline analysis",
        ],
        deeds: &[
            "Wrote {s} kernels that reach 82 percent of peak on H100.",
            "Ported a solver from {t} to {s} and scaled it to {n} GPUs.",
            "Found and fixed register pressure with {s}.", "Maintain the {s} back end that two teams ship on.",
        ],
        pay: 245,
        per_mille: 60,
    },
    Work {
        titles: &[
            "Data center engineer", "Critical facilities engineer", "Data center operations manager",
            "Hardware operations engineer",
        ],
        skills: &[
            "liquid cooling", "power distribution", "DCIM", "BMS", "structured cabling", "Redfish", "IPMI",
            "UPS systems", "commissioning", "capacity planning", "Python", "GPU servers", "CDU operation",
            "vendor management",
        ],
        deeds: &[
            "Commissioned 24 MW with {s}.", "Retrofitted {s} for {n} GPU servers.",
            "Ran hardware repair for {n} servers with {s} and {t}.",
            "Wrote the method statements for {s} work in a live hall.",
        ],
        pay: 140,
        per_mille: 60,
    },
    Work {
        titles: &[
            "DevOps engineer", "Site reliability engineer", "Platform engineer", "Cloud engineer",
            "Systems administrator",
        ],
        skills: &[
            "Kubernetes", "Terraform", "AWS", "Linux", "Docker", "Python", "CI/CD", "Prometheus", "Helm", "Go",
            "Ansible", "PostgreSQL", "GCP", "Azure", "Kafka", "Jenkins",
        ],
        deeds: &[
            "Ran {s} for {n} services.", "Moved a monolith to {s} and {t}.",
            "Cut the cloud bill by 30 percent with {s}.", "Built the pipelines in {s} that 60 engineers ship with.",
        ],
        pay: 155,
        per_mille: 160,
    },
    Work {
        titles: &[
            "Backend engineer", "Frontend developer", "Data analyst", "Data engineer", "Full-stack developer",
            "QA engineer", "IT support specialist",
        ],
        skills: &[
            "JavaScript", "React", "SQL", "Python", "TypeScript", "Java", "Node.js", "Excel", "Tableau", "Spark",
            "Airflow", "HTML", "Spring", "Selenium", "Jira",
        ],
        deeds: &[
            "Built the checkout in {s} for a shop with a million customers.",
            "Wrote reports in {s} for finance.",
            "Replaced {t} with {s}.",
            "Kept {n} desktops running.",
        ],
        pay: 125,
        per_mille: 160,
    },
];

pub(crate) const EMPLOYERS: &[&str] = &[
    "Northlake Compute", "Argent Cloud", "Helio Supercomputing Centre", "Tessel AI", "Quarry Labs",
    "Ridgeline Systems", "Ostrava Research Computing", "Kestrel Data Centers", "Blue Harbor Networks",
    "Polder University HPC", "Vantage Kernel", "Larkspur Robotics", "Copperfield Bank", "Meridian Genomics",
    "Stonebridge Retail", "Fathom Models", "Cirrus Field Energy", "Aldgate Insurance",
];

pub(crate) const PLACES: &[(&str, &str, &str)] = &[
    ("Austin", "TX", "US"),
    ("Santa Clara", "CA", "US"),
    ("Seattle", "WA", "US"),
    ("New York", "NY", "US"),
    ("Denver", "CO", "US"),
    ("Chicago", "IL", "US"),
    ("San Francisco", "CA", "US"),
    ("Atlanta", "GA", "US"),
    ("Boston", "MA", "US"),
    ("Toronto", "ON", "CA"),
    ("London", "", "GB"),
    ("Berlin", "", "DE"),
    ("Munich", "", "DE"),
    ("Amsterdam", "", "NL"),
    ("Paris", "", "FR"),
    ("Zurich", "", "CH"),
    ("Bengaluru", "", "IN"),
    ("Singapore", "", "SG"),
    ("Tokyo", "", "JP"),
];

/// Names are put together from these.
pub(crate) const FIRST: &[&str] = &[
    "Ana", "Bo", "Chi", "Dara", "Eli", "Femi", "Gus", "Hana", "Ines", "Jun", "Kofi", "Lior", "Mei", "Nils", "Oda",
    "Priya", "Rafa", "Sana", "Tomas", "Uma",
];
pub(crate) const LAST: &[&str] = &[
    "Arden", "Bellweather", "Castor", "Dunmore", "Elmgrove", "Farrow", "Galt", "Hollin", "Irving", "Jessamy", "Kestle",
    "Lorne", "Marrow", "Northey", "Osgood", "Pell", "Quill", "Rooke", "Sable", "Thorne",
];

pub(crate) const LEVELS: &[(&str, &str)] = &[
    ("mid", ""),
    ("senior", "Senior "),
    ("senior", "Sr. "),
    ("staff", "Staff "),
    ("principal", "Principal "),
    ("entry", "Junior "),
    ("lead", "Lead "),
];

pub(crate) const FILLER: &[&str] = &[
    "Calm under pressure, and happiest with a graph that nobody can explain.",
    "I mentor juniors and write things down.",
    "Open to a conversation about the right team.",
    "Enjoys small teams and large machines.",
    "Has presented at two user groups.",
    "Keeps a tidy inbox and a tidier runbook.",
    "Looking for work with less firefighting and more building.",
];
