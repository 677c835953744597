//! What authors say of what they name.

use super::*;

/// What the text says of the first mention by this name.
fn mention(text: &str, id: &str) -> Mention {
    let taxonomy = Taxonomy::builtin();
    let mentions = crate::extract::scanner::embedded().scan(&Text::new(text), &taxonomy);
    let wanted = taxonomy.find(id).unwrap();
    let found: Vec<&Mention> = mentions.iter().filter(|m| m.concept == wanted).collect();
    (*found.first().unwrap_or_else(|| panic!("{text}: no {id}"))).clone()
}

fn check(cases: &[(&str, &str, Stance)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, id, stance)| {
            let found = mention(text, id).stance;
            (found != *stance).then(|| format!("{text}: {id} {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn denials_reach_what_they_deny() {
    use Stance::{Negated, Stated};
    check(&[
        ("I have no experience with Kubernetes or Slurm.", "kubernetes", Negated),
        ("I have no experience with Kubernetes or Slurm.", "slurm", Negated),
        ("No experience with RoCE, InfiniBand, Lustre.", "lustre", Negated),
        ("Never used Lustre; Slurm every day.", "lustre", Negated),
        ("Never used Lustre; Slurm every day.", "slurm", Stated),
        ("Not familiar with: Slurm, Lustre", "lustre", Negated),
        ("Not: Kubernetes, RoCE", "roce", Negated),
        ("No Kubernetes yet, but years of Slurm.", "kubernetes", Negated),
        ("No Kubernetes yet, but years of Slurm.", "slurm", Stated),
        ("I haven't touched CUDA.", "cuda", Negated),
        ("Lacks InfiniBand; knows Ethernet.", "infiniband", Negated),
        ("Schedulers other than Slurm.", "slurm", Negated),
        ("A site without Kubernetes.", "kubernetes", Negated),
        ("Kubernetes: none", "kubernetes", Negated),
        ("Slurm - Kubernetes not yet", "kubernetes", Negated),
        ("I am neither a CUDA nor a HIP programmer.", "hip", Negated),
        ("You will not write CUDA, and no machine learning is needed.", "cuda", Negated),
        ("You will not write CUDA, and no machine learning is needed.", "machine-learning", Negated),
        ("You do not need a degree, Terraform or Kubernetes.", "kubernetes", Negated),
        ("This is not a Kubernetes role.", "kubernetes", Negated),
        ("Kubernetes is not needed.", "kubernetes", Negated),
        ("No Kubernetes and Docker experience.", "docker", Negated),
    ]);
}

#[test]
fn what_only_looks_like_a_denial_is_none() {
    use Stance::Stated;
    check(&[
        ("Not only Slurm but also Lustre.", "slurm", Stated),
        ("No less than nine years of Slurm.", "slurm", Stated),
        ("Lustre is no problem for me.", "lustre", Stated),
        ("Not just Kubernetes, Slurm as well.", "kubernetes", Stated),
        ("I write nothing but CUDA.", "cuda", Stated),
        ("Upgraded without downtime, then moved on to Lustre.", "lustre", Stated),
        ("Migrated 4 PB without issues to Lustre.", "lustre", Stated),
        ("Never lost a file on Lustre.", "lustre", Stated),
        ("Watched the nodes without pause using Nagios.", "nagios", Stated),
        ("Schedulers, including but not limited to Slurm.", "slurm", Stated),
        ("Kubernetes is a plus but not required.", "kubernetes", Stated),
        ("I have no Docker in production, and Slurm has been my work since 2015.", "slurm", Stated),
        ("My machine learning cluster runs Slurm.", "slurm", Stated),
    ]);
}

#[test]
fn wishes_are_no_experience() {
    use Stance::{Negated, Stated, Wanted};
    check(&[
        ("Slurm and InfiniBand I am learning in the evenings.", "slurm", Wanted),
        ("Slurm and InfiniBand I am learning in the evenings.", "infiniband", Wanted),
        ("Eager to learn CUDA.", "cuda", Wanted),
        ("I would like to work with InfiniBand.", "infiniband", Wanted),
        ("Learning Rust and CUDA in the evenings.", "cuda", Wanted),
        ("Slurm at a bank, hoping to move to Kubernetes.", "kubernetes", Wanted),
        ("Slurm at a bank, hoping to move to Kubernetes.", "slurm", Stated),
        ("Lustre (keen to learn it)", "lustre", Wanted),
        ("No Kubernetes so far (keen to learn it properly).", "kubernetes", Negated),
        ("Deep learning on Slurm clusters.", "slurm", Stated),
        ("I want to keep running Lustre.", "lustre", Stated),
        ("Research interests: NCCL, RDMA.", "nccl", Stated),
    ]);
}

#[test]
fn what_was_left_is_former() {
    use Stance::{Former, Stated};
    check(&[
        ("Migrated from PBS Pro to Slurm.", "openpbs", Former),
        ("Migrated from PBS Pro to Slurm.", "slurm", Stated),
        ("Moved 3 PB from GPFS (Spectrum Scale) to Lustre", "gpfs", Former),
        ("Moved 3 PB from GPFS (Spectrum Scale) to Lustre", "lustre", Stated),
        ("We moved off OpenStack in 2020.", "openstack", Former),
        ("Replaced Puppet with Ansible.", "puppet", Former),
        ("Replaced Puppet with Ansible.", "ansible", Stated),
        ("Puppet was replaced by Ansible.", "puppet", Former),
        ("We no longer run OpenStack.", "openstack", Former),
    ]);
}

#[test]
fn a_line_that_denies_denies_the_items_under_it() {
    let text = "Not familiar with:\n* Kubernetes\n* Lustre\n\nDaily:\n* Slurm";
    assert_eq!(mention(text, "lustre").stance, Stance::Negated);
    assert_eq!(mention(text, "slurm").stance, Stance::Stated);
}

#[test]
fn a_sentence_broken_to_fit_the_page_is_one_sentence() {
    let text =
        "I am at home between the management controller and the batch script, and I have no\nKubernetes in production.";
    assert_eq!(mention(text, "kubernetes").stance, Stance::Negated);
}

#[test]
fn denied_work_is_not_shown() {
    let text = "I have never tuned GEMM kernels.";
    assert_eq!(mention(text, "gpu-kernel-optimization").stance, Stance::Negated);
}

#[test]
fn lists_are_told_from_work() {
    for (text, id, listed) in [
        ("Skills: Slurm, Lustre, InfiniBand", "lustre", true),
        ("* Slurm\n* Lustre", "slurm", true),
        ("Slurm | Lustre | Python", "lustre", true),
        ("Operated Slurm, Lustre, InfiniBand for 3,000 users", "lustre", false),
        ("I keep Lustre fast for 900 researchers.", "lustre", false),
        ("Eight years of cluster work with Slurm at a weather service.", "slurm", false),
    ] {
        assert_eq!(mention(text, id).listed, listed, "{text}");
    }
}

#[test]
fn a_denial_with_a_date_is_past_use() {
    use Stance::{Former, Negated};
    check(&[
        ("Keras I have not used since 2020.", "keras", Former),
        ("Haven't touched Lustre in years.", "lustre", Former),
        ("We do not use Horovod any more.", "horovod", Former),
        ("First TORQUE with PBS, nowadays Slurm.", "openpbs", Former),
        ("Never used Slurm in 2019.", "slurm", Negated),
    ]);
}

#[test]
fn what_is_left_is_only_the_name_itself() {
    use Stance::Stated;
    check(&[
        ("Dropped Kubernetes latency by a third.", "kubernetes", Stated),
        ("The GPFS files left over from Friday.", "gpfs", Stated),
        ("Ten years ago I built Lustre.", "lustre", Stated),
        ("First TORQUE with PBS, nowadays Slurm.", "slurm", Stated),
    ]);
}

#[test]
fn hearsay_is_no_experience() {
    use Stance::{Negated, Stated};
    check(&[
        ("I have only read about immersion cooling.", "immersion-cooling", Negated),
        ("For CUDA I have only read about it.", "cuda", Negated),
        ("InfiniBand I only know from reading.", "infiniband", Negated),
        ("Kubernetes is something other teams run.", "kubernetes", Negated),
        ("No parallel file system (Lustre, GPFS).", "gpfs", Negated),
        ("No experience of Slurm, Lustre or InfiniBand is needed.", "infiniband", Negated),
        ("Keine Erfahrung mit Kubernetes.", "kubernetes", Negated),
        ("Do you use Slurm? No problem, so do we.", "slurm", Stated),
        ("Slurm does not really scale for them.", "slurm", Stated),
    ]);
}

#[test]
fn wishes_may_follow_what_they_are_about() {
    use Stance::{Stated, Wanted};
    check(&[
        ("Tooling in Rust is something I am eager to learn.", "rust", Wanted),
        ("Kubernetes is next on my list.", "kubernetes", Wanted),
        ("CCNP, CCIE planned for next year.", "ccie", Wanted),
        ("CCNP, CCIE planned for next year.", "ccnp", Stated),
        ("J'aimerais apprendre SYCL.", "sycl", Wanted),
        ("I run Slurm and want to make it faster.", "slurm", Stated),
    ]);
}

#[test]
fn doubled_denials_deny_nothing() {
    use Stance::{Negated, Stated};
    check(&[
        ("Without a doubt the best Kubernetes engineer here.", "kubernetes", Stated),
        ("I can't imagine a day without Slurm.", "slurm", Stated),
        ("Do not apply if you lack Slurm experience.", "slurm", Stated),
        ("Do not worry if you lack Slurm experience.", "slurm", Negated),
        ("Nobody needs to know Terraform on the first day.", "terraform", Negated),
        ("Experience with VMware is not relevant here.", "vmware", Negated),
    ]);
}

#[test]
fn what_our_others_do_is_not_mine() {
    use Stance::{About, Stated};
    check(&[
        ("Our platform team runs Kubernetes, and I am on call for it.", "kubernetes", Stated),
        ("I only saw Grafana from the visitors' seat.", "grafana", About),
        ("We only saw Lustre stall twice.", "lustre", Stated),
    ]);
}

#[test]
fn a_recruiter_speaks_of_what_others_know() {
    use Stance::About;
    check(&[
        ("I'm a technical recruiter who places CUDA engineers.", "cuda", About),
        ("Talent partner who hires PyTorch researchers.", "pytorch", About),
    ]);
}
