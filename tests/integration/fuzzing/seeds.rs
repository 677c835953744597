//! What inputs are made from: the sample, the annotated texts, and small files of each sort.

use std::fs;
use std::path::Path;

/// How an input is built, which says how it can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Text,
    /// A text of the greatest length.
    LongText,
    /// Sentences, to be joined.
    Sentences,
    Bytes,
}

fn at(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of the repository.
pub(super) fn file(path: &str) -> Vec<u8> {
    fs::read(at(path)).unwrap()
}

/// Each line of a file, as a seed of its own.
pub(super) fn lines(path: &str) -> Vec<Vec<u8>> {
    file(path).split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect()
}

/// Every file of a folder.
pub(super) fn folder(path: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = fs::read_dir(at(path)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

pub(super) fn candidates() -> Vec<Vec<u8>> {
    let whole = br#"{"id":"c-1","name":"Ana Lima","location":{"city":"Austin","region":"TX","country":"US"},
        "work_modes":["hybrid","remote"],"relocation":["Seattle, WA"],"work_authorization":["US"],"available_from":"2027-01-15",
        "level":"senior","skills":["Slurm",{"name":"InfiniBand","years":6,"last_used":"2026"}],
        "experience":[{"title":"HPC engineer","employer":"Acme","start":"2021-03","end":null,"description":"Ran Lustre on 4,096 H100",
        "skills":["Lustre"],"scale":[{"value":4096,"unit":"accelerators","accelerator":"H100","capacity":"operated"}]}],
        "education":[{"degree":"MSc","field":"Computer Science"}],"certifications":["CKA"],"open_source":["vLLM"],
        "publications":[{"venue":"MLSys","title":"On queues"}],
        "expected_pay":{"min":240000,"max":280000,"currency":"USD","period":"year","basis":"base"},
        "external_ids":{"greenhouse":"123"},"custom":{"a":[1,{"b":null}]}}"#;
    let mut all = lines("sample_data/candidates.jsonl");
    all.extend(lines("tests/graded/candidates.jsonl"));
    all.extend((0..20).map(|_| whole.to_vec()));
    all
}

pub(super) fn roles() -> Vec<Vec<u8>> {
    let whole = br#"{"id":"r-7","title":"Senior AI-HPC Cluster Engineer","requisition_id":"q","description":"Must have: Slurm (5+ years).",
        "status":"open","level":"senior","min_years":6,
        "must_have":["Slurm",{"any_of":["Lustre","GPFS"],"min_years":2,"weight":1.5,"gate":false}],"nice_to_have":["CUDA"],
        "scale":{"min":10000,"unit":"accelerators"},"accelerators":["H100"],"workload":["training"],
        "pay_band":{"min":220000,"max":300000,"currency":"USD","period":"year","basis":"base"},
        "location":{"city":"Santa Clara","region":"CA","country":"US"},"work_mode":"hybrid","work_authorization":["US"],
        "weights":{"skills":0.5},"custom":{}}"#;
    let mut all = lines("sample_data/roles.jsonl");
    all.extend(lines("tests/graded/roles.jsonl"));
    all.extend((0..20).map(|_| whole.to_vec()));
    all
}

/// Résumés and postings, as text and as HTML.
pub(super) fn texts() -> Vec<Vec<u8>> {
    let mut all = folder("tests/annotated/postings");
    all.extend(folder("tests/annotated/profiles"));
    all.extend([file("sample_data/resume.txt"), file("sample_data/posting.html")]);
    all
}

pub(super) const TABLES: [&str; 3] = [
    "id,first_name,last_name,email,title,company,started_on,finished_on,skills,expected_pay,city,state,country,notes\n\
     c-1,Ana,Lima,ana@example.org,HPC engineer,Acme,2021-03,,\"Slurm; Lustre, GPFS\",$120k-140k,Austin,TX,US,\"says \"\"yes\"\"\n\
     twice\"\nc-2,Bo,,,,,,,,\"90,000 EUR\",,,DE,\n",
    "\u{feff}Candidate ID;Name;Resume;Work Mode;Level;Relocation;Available From\r\nc-1;Bo Ek;Ran 2,000 GPUs for 4 years;remote;Sr.;\
     Berlin;2027-01\r\n;;;;;;\r\n",
    "joborder_id\ttitle\tmust_have\tnice_to_have\tmin_years\tscale_min\tscale_unit\tpay_band\tstatus\n\
     r-1\tStorage engineer\tLustre|GPFS; Slurm\tZFS\t5\t20\tPB\t£90k to £110k\topen\n",
];

pub(super) const TAXONOMY: &str = r#"
[[concept]]
id = "acme-fabric"
label = "Acme Fabric"
kind = "tool"
area = "networking"
aliases = ["AcmeFab", "acme fabric 2"]
hidden_labels = ["acmefabrc"]
broader = ["infiniband"]
related = [{ id = "slurm", credit = 0.4 }]
source = "https://example.org"

[[concept]]
id = "slurm"
label = "Slurm"
kind = "tool"
area = "scheduling"
aliases = ["SLURM"]
source = "https://example.org"
"#;

pub(super) const ROWS_OF_PAY: [&str; 2] = [
    "source,label,family,level,hub,country,year,basis,currency,period,low,middle,high\n\
     own,HPC engineer,hpc-systems,senior,,US,2026,base,USD,year,150000,180000,220000\n",
    r#"[{"source":"own","label":"SRE","family":"sre","level":"mid","country":"DE","year":2025,"basis":"total","currency":"EUR",
    "period":"month","low":5000,"middle":6000.5,"high":8000}]"#,
];

/// A request a seed: method and path in the first line, then the body.
pub(super) const REQUESTS: [&str; 26] = [
    "POST /v1/roles/r-1/matches\n{\"limit\":5,\"weights\":{\"skills\":0.5,\"pay\":0},\"as_of\":\"2026-11-01\",\"explain\":false,\"blind\":true,\"rates\":{\"EUR\":1.08}}",
    "POST /v1/roles/r-1/matches\n{\"filters\":{\"q\":\"lustre night\",\"skill\":[\"Slurm\",\"GPU\"],\"min_scale\":8,\"location\":\"Austin, TX\",\"max_pay\":{\"max\":300000,\"currency\":\"USD\",\"basis\":\"base\"}}}",
    "POST /v1/candidates/c-1/matches\n{\"limit\":3}",
    "POST /v1/candidates/c-1/matches\n{\"filters\":{\"status\":[\"open\",\"closed\"]}}",
    "GET /v1/candidates?cursor=a&limit=2&q=slurm&skill=Slurm&min_scale=8&location=Germany\n",
    "GET /v1/roles?cursor=r-0&limit=1&status=open\n",
    "POST /v1/candidates/c-1/similar\n{\"limit\":3}",
    "POST /v1/roles/r-1/similar\n{}",
    "POST /v1/roles/r-1/what-if\n{\"candidate_id\":\"c-1\",\"cut_off\":\"good\",\"limit\":5}",
    "POST /v1/roles/r-1/what-if\n{}",
    "GET /v1/roles/r-1/matches/c-1?as_of=2026-11&blind=true\n",
    "POST /v1/match\n{\"role\":{\"title\":\"HPC engineer\",\"must_have\":[\"Slurm\"]},\"candidates\":[{\"id\":\"a\",\"skills\":[\"Slurm\"]}],\"limit\":2}",
    "POST /v1/extract\n{\"text\":\"Ran Lustre at 20 PB for 5 years\"}",
    "GET /v1/market?family=hpc-systems&level=senior&place=Austin%2C%20TX&year=2026\n",
    "GET /v1/skills?q=slrm&limit=5\n",
    "GET /v1/skills/unrecognized?limit=5\n",
    "GET /v1/skills/slurm\n",
    "PUT /v1/candidates/c-9\n{\"skills\":[\"Slurm\"],\"summary\":\"Lustre since 2019\"}",
    "PUT /v1/roles/r-9\n{\"title\":\"Storage engineer\",\"must_have\":[\"Lustre\"]}",
    "POST /v1/candidates\n{\"headline\":\"SRE\"}",
    "POST /v1/candidates/bulk\n{\"id\":\"b-1\",\"skills\":[\"CUDA\"]}\n{\"id\":\"b-2\"}\n",
    "POST /v1/roles/bulk\n{\"id\":\"b-1\",\"title\":\"SRE\"}\nnonsense\n",
    "GET /v1/candidates/c-1\n",
    "DELETE /v1/candidates/c-9\n",
    "GET /readyz\n",
    "GET /v1/%63andidates/%F0%9F%98%80?x=%zz\n",
];
