//! How far wishes reach within a sentence, and what a sentence before a list wishes for.

use super::tests::has;

#[test]
fn a_wish_within_a_required_list_reaches_no_farther_than_it_says() {
    let body = "## Requirements\n* Debugging of MPI codes; NCCL, RDMA and Lustre would be ideal\n* InfiniBand: strongly preferred\n* (Optional) Terraform\n* Python, Rust a plus";
    has(
        body,
        &[
            "must mpi 1000", "nice nccl 1000", "nice lustre 1000", "nice infiniband 1000", "nice terraform 1000",
            "must python 1000", "nice rust 1000",
        ],
    );
}

#[test]
fn an_optional_in_brackets_behind_is_about_the_line() {
    let body = "## Responsibilities\n* Extend MLIR and LLVM backends. (Optional, though welcome)\n* Tune GEMM kernels";
    has(body, &["nice mlir 1000", "nice llvm 1000"]);
}

#[test]
fn wishes_reach_over_what_goes_on_with_them() {
    has(
        "You must know Linux. Ceph would be nice, and Slurm too, but neither is a must.",
        &["must linux 1000", "nice ceph 1000", "nice slurm 1000"],
    );
    has(
        "## Requirements\n* Python\n* Terraform is good to have\n* Ansible (nice to have)",
        &["must python 1000", "nice terraform 1000", "nice ansible 1000"],
    );
    has(
        "Must have: Slurm | Lustre | CUDA\n\nNice to have: Grafana | tuning of NCCL | Terraform",
        &["must slurm 1000", "must lustre 1000", "nice grafana 1000", "nice nccl 1000", "nice terraform 1000"],
    );
}

#[test]
fn a_wish_behind_a_list_is_said_of_all_of_it() {
    let wished = ["nice ansible 1000", "nice slurm 1000", "nice lustre 1000"];
    has("## Requirements\n* Experience with Ansible, Slurm, and Lustre is a plus", &wished);
    has("## Requirements\n* Ansible (with roles), Slurm (or the like), and Lustre a plus", &wished);
    has(
        "## Requirements\n* Proficiency with Linux is required, and experience with Slurm is a plus",
        &["must linux 1000", "nice slurm 1000"],
    );
    has(
        "## Requirements\n* Linux, deep knowledge of Slurm, Lustre, and Ansible preferred",
        &[&["must linux 1000"], &wished[..]].concat(),
    );
    has(
        "## Requirements\n* [Bonus] Slurm\n* We prefer people who know Lustre",
        &["nice slurm 1000", "nice lustre 1000"],
    );
}

#[test]
fn necessity_may_stand_behind_each_item() {
    has(
        "## Skills\n* Slurm (required)\n* Terraform (preferred)\n* Ansible (a strong plus)",
        &["must slurm 1000", "nice terraform 1000", "nice ansible 1000"],
    );
}

#[test]
fn a_gain_may_be_of_any_size() {
    for wish in
        ["a plus", "a great bonus", "an added advantage", "a significant plus", "a definite asset", "strongly desired"]
    {
        let body = format!("## Requirements\n* Linux\n* Experience with Slurm, Ansible and Lustre is {wish}");
        has(&body, &["must linux 1000", "nice slurm 1000", "nice ansible 1000", "nice lustre 1000"]);
    }
    has(
        "## Requirements\n* Certificates such as CKA or RHCE are highly regarded\n* Linux",
        &["nice cka|rhce 1000", "must linux 1000"],
    );
}

#[test]
fn a_wish_may_stand_before_what_is_wished_for() {
    has(
        "## Requirements\n* Linux\n* Experience a plus with Slurm, Lustre",
        &["must linux 1000", "nice slurm 1000", "nice lustre 1000"],
    );
    has(
        "## Requirements\n* Strong in Ansible (Bonus: Slurm, Lustre), Terraform",
        &["must ansible 1000", "nice lustre|slurm 1000", "must terraform 1000"],
    );
    has("## Requirements\n* Knows Ansible, Terraform[preferred]", &["must ansible 1000", "nice terraform 1000"]);
}

#[test]
fn a_wish_may_point_back_at_what_was_named() {
    has(
        "## Requirements\n* Our nodes are kept with Ansible, Slurm and Lustre, so experience with those is a plus\n* Linux",
        &["nice ansible 1000", "nice slurm 1000", "nice lustre 1000", "must linux 1000"],
    );
}

#[test]
fn a_sentence_before_a_list_wishes_for_all_of_it() {
    has(
        "## Our stack\nYou are at home in Linux.\n\nIt would also be beneficial to have worked with some of these tools and systems:\n\n* Slurm\n* Storage: Lustre",
        &["nice slurm 1000", "nice lustre 1000"],
    );
    has(
        "## Requirements\n* Linux\n* Preferred qualifications:\n  * Experience with Slurm\n  * Lustre",
        &["must linux 1000", "nice slurm 1000", "nice lustre 1000"],
    );
    has("## Requirements\n* Linux\n\n## An ideal candidate also has\n* Slurm", &["must linux 1000", "nice slurm 1000"]);
}

#[test]
fn a_wish_within_a_clause_is_for_what_stands_behind_it() {
    let body = "## Requirements\n* Linux and file systems preferably including ZFS\n* Tools like Jenkins and preferably Ansible";
    has(
        body,
        &["must linux 1000", "must file-systems 1000", "nice zfs 1000", "must jenkins 1000", "nice ansible 1000"],
    );
}

#[test]
fn what_is_liked_best_of_several_is_one_of_them() {
    has("## Requirements\n* Experience with GCP (preferably), AWS or Azure", &["must aws|azure|gcp 1000"]);
    has("## Requirements\n* Scala or Kotlin (a plus)", &["nice kotlin|scala 1000"]);
}

#[test]
fn what_is_recommended_or_desired_is_wished_for() {
    let wished = ["nice rust 1000", "nice haskell 1000"];
    has("## Requirements\n* Experience in Rust, Haskell, and shell scripting recommended", &wished);
    has("## Requirements\n* It's desired that you know Rust, and also Haskell", &wished);
}

#[test]
fn a_list_that_is_announced_as_a_wish_goes_on_over_semicolons() {
    let wished = ["nice llm-training 1000", "nice slurm 1000", "nice lustre 1000"];
    has("## Requirements\n* Considered an advantage: pre-training of models at scale; Slurm; Lustre", &wished);
}

#[test]
fn what_a_group_works_on_is_what_the_work_is() {
    has(
        "The storage group works on:\n - Slurm\n - Lustre\n\nRequirements\n - Python",
        &["must slurm 700", "must lustre 700"],
    );
}
