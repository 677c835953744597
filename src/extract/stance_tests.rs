//! Who does it, when, and how much: sentences in many styles, and what is read of the names in them.

use super::cases;
use super::extraction::SkillStance;
use super::mention::{MentionKind, Stance};
use super::scanner;
use super::text::Text;
use crate::taxonomy::Taxonomy;

/// The names with what is said of them, those that are plainly claimed without a word.
fn read(text: &str) -> String {
    let taxonomy = Taxonomy::builtin();
    let mentions = scanner::embedded().scan(&Text::new(text), &taxonomy);
    let mut said: Vec<String> = Vec::new();
    for mention in mentions.iter().filter(|m| m.by == MentionKind::Label) {
        let stance = match mention.stance {
            Stance::Stated => "",
            Stance::Former | Stance::Past => " former",
            Stance::Little => " little",
            Stance::About => " about",
            Stance::Wanted => " wanted",
            Stance::Negated => " no",
        };
        let one = format!("{}{stance}", taxonomy.concept(mention.concept).id);
        if !said.contains(&one) {
            said.push(one);
        }
    }
    said.join(", ")
}

#[test]
fn what_others_do_is_theirs() {
    cases::check(
        "
Slurm is mine; our supplier looks after Lustre. | slurm, lustre about
My predecessor wrote the CUDA part. | cuda about
I keep Slurm going while the contractor maintains Lustre. | slurm, lustre about
My colleagues run Slurm and I run Lustre. | slurm about, lustre
Lustre was installed by the vendor. | lustre about
Slurm, maintained by another team, feeds my jobs. | slurm about
I lead operations: the platform team runs Slurm. | slurm
Our team runs Slurm for nine faculties. | slurm
Slurm is maintained by an agency. | slurm about
Slurm is run by two engineers and me. | slurm
Slurm is maintained by hand. | slurm
Lustre tuned by Mixture of Experts models. | lustre, mixture-of-experts
Drove decisions in CUDA so that good and lasting tools are built by engineers. | cuda
Led the team that runs Lustre. | lustre
The sister team owns NCCL. | nccl about
I sit beside our storage team, who run Ceph, and the network group, who own InfiniBand. | ceph about, infiniband about
I lead our storage team, who run Ceph. | ceph
I keep Slurm going, and know Kubernetes, which I have not used in production. | slurm, kubernetes no
I support researchers who use Slurm. | slurm
Helped students who write CUDA. | cuda
CUDA code used by customers in medicine. | cuda
We hired people who know NCCL. | nccl about
Slurm for 600 users. | slurm
The interns handled Ansible, I handled Slurm. | ansible about, slurm
My co-founder runs Slurm; I write CUDA. | slurm about, cuda
I am a director; my people know Slurm. | slurm
I worked beside the SREs who ran Slurm; my own part was CUDA. | site-reliability-engineering about, slurm about, cuda
10 ans de Lustre, dont 4 ans de Slurm. | lustre, slurm
Recruiter notes: strong on Slurm and Lustre. | recruitment, slurm, lustre
Eleven years of Slurm, none of Lustre. | slurm, lustre no
The storage group ran Ceph; I only paid for it. | ceph about
Network engineers handled the BGP side, I wrote the reports. | network-engineering about, bgp about
My cousin is a Kubernetes engineer at a bank. | kubernetes about
The students in my group programmed in Julia. | julia about
The contractor who came after me rewrote it in Rust. | rust about
Another department was responsible for Kubernetes. | kubernetes about
Our CTO wrote the first version of Ceph. | ceph about
As CTO I wrote the Ceph part. | ceph
The platform team ran Kubernetes in two regions. | kubernetes
Objective: to become a CUDA engineer. | cuda wanted
Technicians racked the nodes, I imaged them with Warewulf. | warewulf
",
        read,
    );
}

#[test]
fn a_name_may_only_say_what_something_else_is_about() {
    cases::check(
        "
Read the Kubernetes book twice. | kubernetes about
Subscribed to the PyTorch newsletter. | pytorch about
We compete with Databricks and Snowflake. | databricks about, snowflake about
I design web sites for makers of liquid cooling. | liquid-cooling about
Equity analyst covering the H100 and CUDA. | h100 about, cuda about
Account executive: closed deals on Kubernetes with three banks. | sales about, kubernetes about
Acme was founded by the people behind Apache Kafka. | kafka about
I follow the news on TensorRT-LLM. | tensorrt-llm about
Translated Fortran to C++ by hand. | fortran, cplusplus
Wrote a Kubernetes operator and a book chapter. | kubernetes, kubernetes-operators
",
        read,
    );
}

/// Denials, wishes and little knowledge where the verb ends the clause, or stands before who speaks.
#[test]
fn what_is_not_known_is_read_in_german_french_spanish_and_dutch() {
    cases::check(
        "
CUDA möchte ich lernen. | cuda wanted
Ich schreibe Go und möchte CUDA lernen. | go, cuda wanted
Ich möchte meine CUDA-Erfahrung einbringen. | cuda
Ich würde gern CUDA lernen. | cuda wanted
Ich habe vor, CUDA zu lernen. | cuda wanted
Ich lerne gerade CUDA. | cuda wanted
CUDA ist mir fremd. | cuda no
CUDA kenne ich nicht; Slurm kenne ich gut. | cuda no, slurm
Ich kenne CUDA nicht. | cuda no
CUDA: noch nicht. | cuda no
CUDA habe ich nie benutzt. | cuda no
Mit CUDA habe ich noch nie gearbeitet. | cuda no
Ich habe nicht mit CUDA gearbeitet, aber mit HIP. | cuda no, hip
Ich nutze nicht nur CUDA, sondern auch HIP. | cuda, hip
Slurm fiel nie aus, CUDA schrieb ich täglich. | slurm, cuda
Kein Problem mit CUDA. | cuda
Ich scheue mich nicht vor CUDA. | cuda
Slurm seit acht Jahren, Grundkenntnisse in CUDA. | slurm, cuda little
CUDA-Grundkenntnisse, Slurm seit acht Jahren. | cuda little, slurm
J'écris des services en Go ; je n'ai pas d'expérience de CUDA. | go, cuda no
Pas d'expérience en CUDA. | cuda no
Je ne connais pas CUDA. | cuda no
Je n'ai jamais utilisé CUDA. | cuda no
Je n'ai pas peur de CUDA. | cuda
CUDA m'est étranger. | cuda no
Je veux apprendre CUDA. | cuda wanted
Je souhaite me former à CUDA. | cuda wanted
Notions de CUDA, dix ans de Slurm. | cuda little, slurm
Nunca he trabajado con CUDA. | cuda no
Sin experiencia en CUDA pero sí en Slurm. | cuda no, slurm
Quiero aprender CUDA. | cuda wanted
Nociones de CUDA. | cuda little
Ik heb nog nooit met CUDA gewerkt. | cuda no
Geen ervaring met CUDA. | cuda no
Ik ken CUDA niet. | cuda no
CUDA wil ik leren. | cuda wanted
Basiskennis van CUDA. | cuda little
",
        read,
    );
}

#[test]
fn what_is_lacked_avoided_or_dreamt_of_is_not_claimed() {
    cases::check(
        "
Skills I lack: Terraform, Helm. | terraform no, helm no
Avoided downtime of the Lustre file system. | lustre
Zero exposure to InfiniBand. | infiniband no
Interested in learning more about CUDA. | cuda wanted
My goal for 2027 is to become fluent in Rust. | rust wanted
Without me nobody would have got Lustre running. | lustre
CUDA is on my list for next year. | cuda wanted
My next step will be Kubernetes. | kubernetes wanted
Goal for 2027: CUDA. | cuda wanted
If the team needed CUDA I would learn it. | cuda wanted
I am a fan of CUDA. | cuda about
Bought a book on CUDA. | cuda about
I hire freelancers for CUDA. | cuda about
",
        read,
    );
}

#[test]
fn an_employer_who_seeks_people_wishes_to_learn_nothing() {
    cases::check(
        "
We're looking for a CUDA engineer with Slurm on top. | cuda, slurm
The lab is seeking a Lustre administrator. | lustre
We are seeking people for Slurm. | slurm
I am looking for a role as a CUDA engineer. | cuda wanted
Looking for work with Lustre. | lustre wanted
Seeking to learn Lustre. | lustre wanted
",
        read,
    );
}

#[test]
fn who_trades_in_it_speaks_of_it() {
    cases::check(
        "
I recruit CUDA developers and Slurm administrators. | cuda about, slurm about
Sold InfiniBand to eleven labs. | infiniband about
Negotiated Slurm support contracts. | slurm about
Bought, racked and installed the InfiniBand switches. | infiniband
Arranged workshops on CUDA for customers. | cuda about
Filled nine seats for engineers with NCCL and Lustre. | nccl about, lustre about
We market Lustre appliances. | lustre about
Presented Slurm to prospects. | slurm about
Wrote about InfiniBand for a weekly. | infiniband about
Placed Slurm nodes in three halls. | slurm
Screened resumes for Lustre administrators. | lustre about
Purchased Lustre storage, then configured it. | lustre
Sold phones; now Slurm every day. | slurm
",
        read,
    );
}

#[test]
fn who_is_not_afraid_of_it_does_not_deny_it() {
    cases::check(
        "
You write C++ and are not scared of CUDA. | cplusplus, cuda
You aren't afraid of Slurm. | slurm
I am not new to Lustre. | lustre
You don't mind InfiniBand at three in the morning. | infiniband
CUDA doesn't scare me. | cuda
I never shy away from NCCL. | nccl
I have not touched CUDA. | cuda no
I don't run Slurm. | slurm no
I never stopped writing CUDA. | cuda
Slurm is nothing new to me. | slurm
I have no CUDA experience without supervision. | cuda no
No CUDA, and I have not written Fortran either. | cuda no, fortran no
",
        read,
    );
}

#[test]
fn what_is_over_is_former() {
    cases::check(
        "
Slurm until 2014, Kubernetes since. | slurm former, kubernetes
Till 2012 I wrote CUDA. | cuda former
I used to run Slurm. | slurm former
Waited until Slurm was back. | slurm
Handed out Slurm stickers. | slurm
Took over Lustre from a colleague. | lustre
Former Lustre administrator, now at a shoe shop. | lustre former
Former shoe seller, now Lustre administrator. | lustre
I used to sell shoes and now run Slurm. | slurm
I used to run Slurm and now sell shoes. | slurm former
Fifteen years ago I wrote CUDA; today I sell shoes. | cuda former
Fifteen years ago I sold shoes; today I write CUDA. | cuda
",
        read,
    );
}

#[test]
fn little_is_little() {
    cases::check(
        "
Weak spots: CUDA, Lustre. | cuda little, lustre little
I only had CUDA in one lecture. | cuda little
I was once taught CUDA. | cuda little
Slurm: 0 years | slurm no
Lustre 0 yrs, Slurm 9 yrs | lustre no, slurm
CUDA - nil | cuda no
CUDA (basic), Slurm (expert) | cuda little, slurm
Beginner: CUDA, NCCL | cuda little, nccl little
Lustre - novice | lustre little
Limited exposure to NCCL, Lustre and CUDA. | nccl little, lustre little, cuda little
Basic Qualifications:\\n- Slurm\\n- CUDA | slurm, cuda
Basic skills:\\n- Slurm\\n- CUDA | slurm little, cuda little
Some knowledge of Slurm. | slurm little
Minimal experience with Ansible | ansible little
Dabbled in CUDA at home. | cuda little
Course projects: CUDA, Slurm | cuda little, slurm little
In my parallel programming class I wrote CUDA. | parallel-computing little, cuda little
Students' projects in CUDA are my care, and the first class Slurm service. | cuda, slurm
Played around with Ceph. | ceph little
Took a course on CUDA. | cuda little
Hardly any NCCL, plenty of Slurm. | nccl little, slurm
My CUDA is rusty. | cuda little
I know Lustre by name only. | lustre little
Slurm: basics | slurm little
Basic: Lustre. Advanced: Slurm. | lustre little, slurm
We evaluated Ceph and put it into production. | ceph
",
        read,
    );
}

#[test]
fn what_was_only_heard_or_is_to_come_is_no_work() {
    cases::check(
        "
Attended a talk on NCCL. | nccl about
Heard a lecture about Lustre. | lustre about
Applied for a Slurm position. | slurm about
Interviewed for a role with Lustre. | lustre about
I noticed that you use Slurm. | slurm about
Read about CUDA on the train. | cuda about
CUDA would be new to me. | cuda wanted
I would need training in Lustre. | lustre wanted
I read about CUDA, then wrote kernels. | cuda about
Aligned stakeholders on the MLOps journey. | mlops about
Coached leaders on Kubernetes and Slurm. | kubernetes about, slurm about
Coached two engineers on CUDA. | cuda
Evangelised Kubernetes across 14 squads. | kubernetes about
Evangelised Kubernetes, and built its clusters. | kubernetes
Facilitated sessions for the Kubernetes squad. | kubernetes about
Facilitated the upgrade of Lustre. | lustre
Championed the adoption of Slurm in three labs. | slurm
Sourced CUDA, Slurm and Lustre engineers for a bank. | cuda about, slurm about, lustre about
My pupils run Slurm on old laptops. | slurm about
",
        read,
    );
}

#[test]
fn what_others_lack_denies_nothing_of_the_writers() {
    cases::check(
        "
Taught Slurm to researchers who had never seen a queue. | slurm
Lustre for users who don't read manuals | lustre
I never asked for Lustre. | lustre no
",
        read,
    );
}

#[test]
fn names_stand_alone_beside_letters_of_other_scripts_and_within_practices() {
    cases::check(
        "
負責Slurm集群 | slurm
2021年からLustreを運用 | lustre
Seven years of InfiniBand operations | infiniband, fabric-management
multi-node PyTorch | pytorch
",
        read,
    );
}

/// The examples of the type's own documentation.
#[test]
fn each_documented_stance_is_answered_as_it_is_written() {
    let extractor = super::Extractor::new(Taxonomy::builtin());
    for (text, stance) in [
        ("I run Slurm.", SkillStance::Stated),
        ("Moved off GPFS.", SkillStance::Former),
        ("Some exposure to Lustre.", SkillStance::Little),
        ("Sold Lustre to laboratories.", SkillStance::About),
        ("I am learning CUDA.", SkillStance::Wanted),
        ("No Kubernetes.", SkillStance::Negated),
    ] {
        let found = extractor.extract(text).unwrap();
        let stances: Vec<SkillStance> = found.skills.iter().map(|skill| skill.stance).collect();
        assert_eq!(stances, [stance], "{text}");
        assert_eq!(serde_json::to_value(stance).unwrap(), stance.as_str(), "{text}");
    }
}
