//! Tests of which sentences tell of work.

use super::*;
use crate::extract::Extractor;
use std::sync::LazyLock;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

fn standing(text: &str) -> Vec<Standing> {
    let text = Text::new(text);
    let mentions = EXTRACTOR.scan(&text);
    sentences(&text, &mentions, EXTRACTOR.taxonomy()).into_iter().map(|s| s.standing).collect()
}

#[test]
fn what_was_done_is_told() {
    for text in [
        "Ran Slurm for six hundred researchers.",
        "Seven years of Lustre on Linux, from format to failover tests",
        "Kept the InfiniBand fabric healthy with UFM",
        "I rewrote the attention kernel in CUDA, 1.7 times faster",
        "Tuned GEMMs.",
        "Configured Slurm",
        "I ran EKS and GKE clusters, Terraform, Prometheus, Grafana.",
    ] {
        assert_eq!(standing(text), [Standing::Tells], "{text}");
    }
}

#[test]
fn many_names_are_a_list_whatever_stands_beside_them() {
    for text in [
        "Skills: Slurm, Lustre, InfiniBand, CUDA, NCCL",
        "I work with Slurm, Lustre, InfiniBand, NCCL and Ansible every day",
        "Exceeded my quota six years running: Lustre, GPFS, VAST Data, WEKA, DAOS",
        "I have used and operated Slurm, Lustre, GPFS, Ceph, InfiniBand, RoCE, CUDA and NCCL",
        "#slurm #lustre #infiniband #gpuclusters",
    ] {
        assert_eq!(standing(text), [Standing::Lists], "{text}");
    }
    let lines = ["Slurm", "Lustre", "InfiniBand tuning", "Tuned NCCL"].join("\n");
    let long = standing(&[lines.as_str(); 5].join("\n"));
    let (first, rest) = long.split_at(OPENING_SENTENCES);
    assert!(first.iter().all(|s| *s <= Standing::Asserts), "the first lines may say who this is");
    assert!(rest.iter().all(|s| *s <= Standing::Lists), "short lines without end");
}

#[test]
fn an_account_is_one_however_many_names_it_has() {
    let told = "I share the compute cluster of a shipyard with one colleague, ninety nodes in an old drawing hall: Slurm, Lmod, \
                Ansible, NFS, Ganglia, BeeGFS, Puppet, Grafana";
    assert_eq!(standing(told), [Standing::Tells]);
}

#[test]
fn how_long_and_whose_is_stated() {
    for text in [
        "Six years with Slurm", "Slurm on Linux for five years", "8+ years of experience with Slurm and Linux",
        "20 years of Kubernetes experience", "Responsible for Slurm on Linux",
    ] {
        assert_eq!(standing(text), [Standing::States], "{text}");
    }
}

#[test]
fn a_skill_or_a_position_may_be_asserted() {
    for text in ["Slurm and Lustre", "Expert in CUDA", "Strong Kubernetes experience", "Senior HPC engineer"] {
        assert_eq!(standing(text), [Standing::Asserts], "{text}");
    }
}

#[test]
fn asking_says_nothing_of_the_writer() {
    let asked =
        standing("You will run Slurm for six hundred researchers. You bring Lustre in production. On-call is shared.");
    assert_eq!(asked, [Standing::Empty; 3]);
    assert_ne!(standing("His talk is about why your attention kernel is slow."), [Standing::Empty]);
    let letter = "I ran Slurm for six hundred researchers. Your posting names Lustre upgrades, which I did twice.";
    assert_eq!(standing(letter), [Standing::Tells; 2]);
}

#[test]
fn repetition_says_nothing() {
    assert_eq!(standing("CUDA CUDA CUDA CUDA CUDA CUDA"), [Standing::Empty]);
    let frame = "Over 20 years operating Slurm clusters. Over 21 years operating Lustre clusters. Over 22 years operating Ceph clusters.";
    assert_eq!(standing(frame), [Standing::Empty; 3]);
}

/// What is said in figures is said in words, and a figure beside a thing or two tells something of them.
#[test]
fn figures_are_read_as_words_are() {
    for (figures, words) in [
        ("8 years of Lustre on Linux, 8 PB.", "Eight years of Lustre on Linux, eight PB."),
        ("2 years of Ceph in a cloud.", "Two years of Ceph in a cloud."),
        ("Slurm, Warewulf, xCAT, CUDA, 500 nodes.", "Slurm, Warewulf, xCAT, CUDA, five hundred nodes."),
    ] {
        assert_eq!(standing(figures), standing(words), "{figures}");
    }
    assert_eq!(standing("8 years of Lustre on Linux, 8 PB."), [Standing::Tells]);
}

#[test]
fn who_tells_of_it_makes_no_sentence_tell_more() {
    for (own, others) in
        [("I have CUDA.", "She has CUDA."), ("I am an engineer for Slurm.", "He is an engineer for Slurm.")]
    {
        assert_eq!(standing(own), standing(others), "{own}");
    }
}

/// One more sentence about nothing of the field changes the standing of none, wherever it stands.
#[test]
fn what_yields_no_fact_is_counted_nowhere() {
    let posting = "You will run our Slurm clusters. You bring five years of Lustre. Your team: Ansible, Terraform. We offer a canteen.";
    let private = "I sing in a choir on Sundays with my aunt.";
    assert_eq!(standing(&format!("{private}\n{posting}"))[1..], standing(posting)[..]);
    let wall = "HPC engineer.\nSlurm skills\n".to_owned() + &"CUDA work.\nMPI work.\nRuns Lustre.\n".repeat(6);
    assert_eq!(standing(&format!("{private}\n{wall}"))[1..], standing(&wall)[..]);
}

#[test]
fn an_advert_in_a_profile_says_nothing_of_the_writer() {
    let pasted = "Responsibilities: operate Slurm clusters. Troubleshoot InfiniBand. Requirements: 5+ years of Lustre. \
                  Ansible a plus. I reset passwords in Active Directory for a law firm.";
    let [duties @ .., own] = &standing(pasted)[..] else { panic!("no sentence") };
    assert!(duties.iter().all(|s| *s == Standing::Empty) && *own == Standing::Tells, "{duties:?} {own:?}");
    let told =
        "Responsibilities: operated Slurm clusters for three years. Wrote down the requirements: Lustre, InfiniBand.";
    assert_eq!(standing(told)[0], Standing::Tells);
}
