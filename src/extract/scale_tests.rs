//! Facts about reading scale.

use proptest::prelude::*;

use super::candidate::sentence_near;
use super::cases;
use super::place::PlaceReader;
use super::scale::{ScaleMention, scale_mentions};
use super::terms::Reading;
use super::text::Text;
use super::timeline::dated_spans;
use super::years::years_mentions;
use crate::domain::{Capacity, ScaleUnit};
use crate::taxonomy::Taxonomy;

fn mentions(text: &str) -> Vec<ScaleMention> {
    let text = Text::new(text);
    let mut found = scale_mentions(&Reading::new(&text), &Taxonomy::builtin());
    // Terabytes are for the scorer; what is shown counts whole petabytes.
    found.retain(|mention| mention.value > 0);
    found
}

/// Value and unit's first letter, `>` low, `=` accelerators of nodes, `d` derived, `~` approximate, `!` not own.
fn short(text: &str) -> String {
    let one = |m: &ScaleMention| {
        let unit = match m.unit {
            ScaleUnit::Accelerators => 'a',
            ScaleUnit::Nodes => 'n',
            ScaleUnit::Cores => 'c',
            ScaleUnit::Servers => 's',
            ScaleUnit::Petabytes => 'p',
        };
        let mut short = format!("{}{unit}", m.value);
        if let Some(low) = m.low {
            short = format!("{short}>{low}");
        }
        if m.unit != ScaleUnit::Accelerators
            && let Some(accelerators) = m.accelerators
        {
            short = format!("{short}={accelerators}");
        }
        short.push_str(if m.derived { "d" } else { "" });
        short.push_str(if m.approximate { "~" } else { "" });
        short.push_str(if m.own { "" } else { "!" });
        short
    };
    mentions(text).iter().map(one).collect::<Vec<_>>().join(" ")
}

fn check(cases: &[(&str, &str)]) {
    cases::compare(cases, short);
}

/// As `short`, with the accelerator and what was done; without `~`.
pub(super) fn full(text: &str) -> String {
    let taxonomy = Taxonomy::builtin();
    let found = mentions(text);
    let short = short(text).replace('~', "");
    let more = |(m, short): (&ScaleMention, &str)| {
        let name = m.accelerator.map_or(String::new(), |id| format!(":{}", taxonomy.concept(id).id));
        let capacity = m.capacity.map_or(String::new(), |c| format!("@{}", &format!("{c:?}")[..1]));
        format!("{short}{name}{capacity}")
    };
    found.iter().zip(short.split(' ')).map(more).collect::<Vec<_>>().join(" ")
}

#[test]
fn only_some_machines_hold_accelerators() {
    check(&[
        ("Six nodes in all, 2 of them with GPUs (4x A100 each)", "6n=0d 2n=8d"),
        ("60 nodes, 12 of which have A100s", "60n=0d 12n"),
        ("400 nodes with 1,200 H100", "400n=1200"),
        ("40 racks of 8 GPU nodes each, 8 H100 per node", "320n=2560d"),
    ]);
}

#[test]
fn sizes_are_read_as_people_write_them() {
    cases::check(include_str!("cases/scale.txt"), full);
}

#[test]
fn figures_of_other_things_are_no_sizes() {
    cases::check(include_str!("cases/not_scale.txt"), full);
}

#[test]
fn scale_is_read_in_every_form() {
    let cases: &[(&str, &str)] = &[
        ("We train on 4,096 H100s.", "4096a"),
        ("10k+ GPU cluster", "10000a"),
        ("a 64-GPU H100 cluster", "64a"),
        ("Looked after a 512-node (8x A100) machine", "512n=4096d"),
        ("512 nodes with 8 A100 each", "512n=4096d"),
        ("640 nodes with eight H200 each, so 5,120 GPUs", "640n=5120"),
        ("8 GPUs per node, 128 nodes", "128n=1024d"),
        ("two thousand accelerators", "2000a"),
        ("100 000 cores in Kassel", "100000c"),
        ("grew the estate from 200 to 2,000 GPUs", "2000a>200"),
        ("200-2,000 GPUs", "2000a>200"),
        ("from 64 GPUs to 1,024 GPUs in a year", "1024a>64"),
        ("between 500 and 900 nodes", "900n>500"),
        ("10-20k GPUs", "20000a>10000"),
        ("hundreds or thousands of GPUs", "2000a>200~"),
        ("32 DGX H100 systems", "32n=256d"),
        ("Eight DGX nodes, 64 GPUs in total", "8n=64"),
        ("18 GB200 NVL72 racks", "1296ad"),
        ("15 PB Lustre", "15p"),
        ("40 TB scratch", ""),
        ("4,500 TB of scratch space", "4p~"),
        ("1,800 servers in two halls", "1800s"),
        ("8x H100 server", "8a"),
        ("8xA100 box in the corner, CUDA 12", "8a"),
        ("capacity for several thousand cards: GPUs of two makers", "3000a~"),
        ("4\u{202f}500\u{202f}H100 in three regions", "4500a"),
        ("about 900 GPUs, H100 and MI300X", "900a~"),
        ("up to 8,960 TPU v5p chips", "8960a"),
        ("at the peak 30,000 consumer GPUs", "30000a"),
        ("one hundred and twenty nodes", "120n"),
        ("We rent out bare-metal GPUs, 6,000 of them today.", "6000a"),
        ("GPUs: 4,096", "4096a"),
        ("A GPU cluster of 1,024, in Oslo", "1024a"),
        ("launch 4,096-GPU jobs", "4096a"),
        ("12,288 H100 in 2023", "12288a"),
        ("In 2024 GPUs were scarce", ""),
        ("3,200 cores, 48 GPUs", "3200c 48a"),
        ("60 nodes, 16 A100.", "60n 16a"),
        ("a twin system, 2 x 380 nodes", "760nd"),
        ("64 x 8 H100", "512ad"),
        ("6,000 x H100 in 750 HGX nodes", "6000a"),
        ("24 RTX 4090 GPUs", "24a"),
        ("1,200 GPU nodes", "1200n"),
        ("300 L40S and H100", "300a"),
        ("GPU Cluster Engineer$185,000+18 %50-200 nodes", "200n>50"),
        ("256 nodes x 8 H100 (2 048 GPUs)", "256n=2048"),
        ("half of the 22,000 H200 and MI300X", "22000a"),
    ];
    check(cases);
}

#[test]
fn other_numbers_are_not_scale() {
    let cases = [
        "4,000 GPU-hours a week", "1.8 million GPU\u{2011}hours", "12,000 node hours on a national machine",
        "a model of 70B parameters and 175 B weights", "1.4 trillion tokens", "90,000 requests a second on T4",
        "GPU spend grew from $12 M45 % to $27 M100 %", "100 GbE and 200 Gbps uplinks", "H100 80 GB",
        "an 8-way comparison with CUDA 12 on a Top 500 list", "5,200 virtual machines and 900 containers in 300 pods",
        "two GPU clusters and 3 GPU vendors", "5 GPU kernels rewritten", "14,800 GPU jobs a day",
        "team of 12 engineers, 600 users, 4,500 tickets", "20% GPU utilization", "8-GPU nodes are what we like",
        "40 GPU instances", "about 30 TB/day", "15 PB of crawled text", "700 CUDA cores", "RTX 4090",
        "CUDA @ 4\nGPU @ 7",
    ];
    check(&cases.map(|text| (text, "")));
}

#[test]
fn a_fleet_of_others_is_not_ones_own() {
    let cases: &[(&str, &str)] = &[
        (
            "The bank I work for, my employer, has more than 70,000 GPUs; the part which I have run since 2023 is a 3,000-GPU island.",
            "70000a! 3000a",
        ),
        ("The company operates 40,000 GPUs.", "40000a!"),
        ("a customer with 9,000 H100s asked", "9000a!"),
        ("160 H100 in two sites, for which another team is responsible.", "160a!"),
        ("My employer's machine has 10,000 nodes; I only use it.", "10000n!"),
        ("The parent company of my firm has more than 11 000 GPUs in four countries", "11000a!"),
        ("Operated the company's 4,000-GPU cluster", "4000a"),
        ("You will run our 12,000-GPU cluster", "12000a"),
        ("Practice with at least 10,000 GPUs", "10000a"),
        ("I look after one customer's island, 512 H100s, with a colleague", "512a"),
        ("I operate 5,200 GPUs on bare metal for our tenants", "5200a"),
    ];
    check(cases);
}

#[test]
fn capacity_is_that_of_the_nearest_verb() {
    use Capacity::{Built, Designed, Led, Operated, Supported, Used};
    let cases = [
        ("Designed an 8,192-GPU fabric (H100, H200)", Some(Designed)),
        ("Built and handed over 2,048 H200", Some(Built)),
        ("Brought up 1,000 nodes", Some(Built)),
        ("Led a team of six that runs 24,000 GPUs", Some(Led)),
        ("I have run a 3,000-GPU cluster", Some(Operated)),
        ("Responsible for 420 nodes", Some(Operated)),
        ("I kept 900 GPUs alive", Some(Operated)),
        ("Helped the users of 310 nodes", Some(Supported)),
        ("48 V100 for a first group; supported them as users", Some(Supported)),
        ("Ran training jobs on 512 A100s", Some(Used)),
        ("Trained language models on 256 H100", Some(Used)),
        ("Our kernels run on 4,000 GPUs", Some(Used)),
        ("The solver runs across 512 A100s", Some(Used)),
        ("Lead developer of a plasma code which ran on 4,000 GPUs", Some(Used)),
        ("Operate the training cluster: 256 nodes", Some(Operated)),
        ("24 L40S", None),
    ];
    for (text, wanted) in cases {
        assert_eq!(mentions(text).first().map(|m| m.capacity), Some(wanted), "{text}");
    }
}

#[test]
fn the_accelerator_and_the_time_are_known() {
    let taxonomy = Taxonomy::builtin();
    for (text, id) in [
        ("a 64-GPU H100 cluster", "h100"),
        ("512 nodes with 8 A100 each", "a100"),
        ("37,000 MI250X", "mi250x"),
        ("Designed an 8,192-GPU fabric (H200)", "h200"),
        ("an A100 cluster of 96 GPUs", "a100"),
    ] {
        let found = mentions(text)[0].accelerator.map(|id| &*taxonomy.concept(id).id);
        assert_eq!(found, Some(id), "{text}");
    }
    let found = &mentions("Since 2022 I run 3,000 GPUs.")[0];
    assert_eq!((found.year, found.ongoing), (Some(2022), true));
    let found = &mentions("In 2019 we built 300 nodes.")[0];
    assert_eq!((found.year, found.ongoing), (Some(2019), false));
}

#[test]
fn offsets_are_those_of_the_statement() {
    let text = Text::new("Zürich: grew from 200 to 2,000 GPUs.");
    let found = scale_mentions(&Reading::new(&text), &Taxonomy::builtin());
    assert_eq!(text.original(&found[0].span), "200 to 2,000 GPUs");
}

#[test]
fn an_endless_line_is_read_in_bounded_portions() {
    let text =
        Text::new(&"4,096 GPUs 64 nodes since 2019 7 years of Slurm Mar 2019 - present Austin, TX ".repeat(3000));
    let reading = Reading::new(&text);
    // Every reader looks at so many tokens around a statement, and takes so many statements.
    let middle = reading.len() / 2;
    assert!(reading.sentence(middle).len() <= 1000 && reading.line(middle).len() <= 1000);
    let taxonomy = Taxonomy::builtin();
    assert!(scale_mentions(&reading, &taxonomy).len() <= 500);
    assert!(years_mentions(&reading).len() <= 1000);
    assert!(dated_spans(&reading).len() <= 300);
    assert!(PlaceReader::new(&taxonomy).places(&reading).len() <= 1000);
    assert!(sentence_near(&text, text.folded().len() / 2).len() <= 4000);
}

/// Petabytes and the terabytes beyond them.
fn stored(text: &str) -> String {
    let text = Text::new(text);
    let found = scale_mentions(&Reading::new(&text), &Taxonomy::builtin());
    let stores = found.iter().filter(|mention| mention.unit == ScaleUnit::Petabytes);
    stores.map(|mention| format!("{}.{:03}", mention.value, mention.beyond)).collect::<Vec<_>>().join(" ")
}

#[test]
fn terabytes_are_thousandths_of_petabytes() {
    let cases = [
        ("GPFS: 550 TB over three sites", "0.550"),
        ("I look after 35 TB on 2 object storage servers", "0.035"),
        ("Lustre, 0.7 PB in production", "0.700"),
        ("Lustre, 70 PB in production", "70.000"),
        ("12.5 PB of Ceph", "12.500"),
        ("4,200 TB of Lustre", "4.200"),
        ("Lustre administration at tens of petabytes", "20.000"),
        ("hundreds of petabytes of tape", "200.000"),
        ("fifty-five petabytes over three sites", "55.000"),
        ("nodes with 2 TB of memory and a 4 TB disk", ""),
        ("a laptop with 1 TB", ""),
        ("moves 300 TB a day", ""),
    ];
    cases::compare(&cases, stored);
}

#[test]
fn what_is_not_there_yet_is_told_from_what_is() {
    let to_come = |text: &str| {
        let text = Text::new(text);
        scale_mentions(&Reading::new(&text), &Taxonomy::builtin()).iter().any(|mention| mention.to_come)
    };
    for text in [
        "9,000 GPUs are planned.", "We will have 9,000 GPUs in 2028.", "The site is planned to have 9,000 GPUs.",
        "9,000 GPUs on order.", "9,000 GPUs next year.", "Our planned fleet of 9,000 GPUs.",
    ] {
        assert!(to_come(text), "{text}");
    }
    for text in [
        "I planned and built 9,000 GPUs.", "We run 9,000 GPUs and will move next year.",
        "9,000 GPUs went live as planned.", "Planned 9,000 GPUs.",
    ] {
        assert!(!to_come(text), "{text}");
    }
}

#[test]
fn powers_of_ten_are_numbers() {
    check(&[("operated on the order of 10^4 GPUs", "10000a"), ("operated 10^1 GPUs", "10a")]);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(\\PC{0,6}|[0-9]{1,6}|[ ,.x×$/()\\n-]| GPUs? | nodes | H100 |thousand|k\\+? | PB | per | to |from ){0,30}") {
        let text = Text::new(&text);
        for m in scale_mentions(&Reading::new(&text), &Taxonomy::builtin()) {
            prop_assert!(text.folded().get(m.span.clone()).is_some());
            prop_assert!(m.low.is_none_or(|low| low < m.value));
        }
    }
}
