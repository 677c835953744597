//! Facts about reading years.

use super::cases;
use super::terms::Reading;
use super::text::Text;
use super::years::{YearsAbout, YearsLength, YearsMention, years_mentions};
use proptest::prelude::*;

pub(super) fn short(text: &str) -> String {
    let text = Text::new(text);
    let one = |m: &YearsMention| {
        let length = match m.length {
            YearsLength::Stated { tenths, high: None } => tenths.to_string(),
            YearsLength::Stated { tenths, high: Some(high) } => format!("{tenths}-{high}"),
            YearsLength::Since(month) => format!("since {}", month.year()),
        };
        match &m.about {
            YearsAbout::Total => length,
            YearsAbout::Subject(span) => format!("{length} {}", text.original(span)),
        }
    };
    years_mentions(&Reading::new(&text)).iter().map(one).collect::<Vec<_>>().join("; ")
}

fn check(cases: &[(&str, &str)]) {
    cases::compare(cases, short);
}

#[test]
fn numbers_without_a_unit_are_no_years() {
    check(&[
        ("Example Company\n6 years\nHPC administrator, Berlin", "60"),
        ("| Tool | Level |\n| NCCL | 4 |", ""),
        ("Python (10), Go (4)", ""),
        ("11 years 6 months of Linux", "115 Linux"),
        (
            "I worked with InfiniBand since 2014 and with Lustre for 9 years.",
            "since 2014 I worked with InfiniBand; 90 with Lustre",
        ),
        ("2 years maternity leave cover", ""),
    ]);
}

#[test]
fn years_of_parts_are_their_own() {
    check(&[
        ("15+ yrs in infrastructure, last 6 in HPC", "150 infrastructure; 60 HPC"),
        ("20 years in IT of which 8 with GPFS and 3 with Weka", "200 IT; 80 GPFS; 30 Weka"),
        ("Twenty years of Unix; a dozen of those with MPI", "200 Unix; 120 MPI"),
        ("I started with Ansible about six years ago.", "60 with Ansible"),
        ("Six years ago we had no cluster.", ""),
        ("vLLM daily for the last 18 months.", "15 vLLM daily"),
        ("Rust - 18 months - working knowledge", "15 Rust"),
        ("Slurm since about 2016", "since 2016 Slurm"),
        ("Zw\u{f6}lf Jahre Erfahrung mit Linux, davon f\u{fc}nf Jahre mit Kubernetes", "120 Linux; 50 Kubernetes"),
        ("10 ans d'exp\u{e9}rience en HPC, dont quatre ans sur Slurm", "100 HPC; 40 Slurm"),
        (
            "Eight years, the last three on back-end fabrics for AI, the last one as a manager",
            "80; 30 back-end fabrics",
        ),
    ]);
}

#[test]
fn years_of_experience_are_read() {
    check(&[
        ("7 years of Slurm administration, and more", "70 Slurm administration"),
        ("over 15 years", "150"),
        ("seven years", "70"),
        ("10+ yrs", "100"),
        ("5.8 years of CUDA", "58 CUDA"),
        ("Shell scripting: 48 months", "40 Shell scripting"),
        ("Cloud computing 48 months", "40 Cloud computing"),
        ("3-5 years of experience with Kubernetes", "30-50 Kubernetes"),
        ("3 to 5 years' experience in HPC", "30-50 HPC"),
        ("Linux - 10 years.", "100 Linux"),
        ("Lustre (6 years), Go", "60 Lustre"),
        ("She ran Slurm and Lustre for seven years.", "70 She ran Slurm and Lustre"),
        ("Minimum 8 years of experience", "80"),
        ("at least 4 years with a parallel file system, on call", "40 parallel file system"),
        ("a 12-year veteran", "120"),
        ("14 yrs.", "140"),
        ("Nine years of clusters: first weather", "90 clusters"),
        ("2 years in IT", "20 IT"),
        ("I have 10 years experience running GPU fleets", "100 GPU fleets"),
        ("DevOps for over 15 years", "150 DevOps"),
        ("CUDA 9 years, HIP", "90 CUDA"),
        ("8 yrs k8s, 3 yrs ML platform", "80 k8s; 30 ML platform"),
        ("Insurer, 2 yrs 2 months, engineer", "21"),
    ]);
}

#[test]
fn years_are_read_as_people_write_them() {
    cases::check(include_str!("cases/years.txt"), short);
}

#[test]
fn since_is_kept_as_a_month() {
    check(&[
        ("Since 2018 I run InfiniBand fabrics.", "since 2018 I run InfiniBand fabrics"),
        ("I have run Slurm since March 2021.", "since 2021 I have run Slurm"),
        ("The company has been profitable since 2015.", ""),
    ]);
}

#[test]
fn other_years_are_no_experience() {
    check(&[
        ("We have kept the lights on for 11 years without an outage.", ""),
        ("A team of people who have been here for thirty years.", ""),
        ("I am 58 years old", ""),
        ("aged 31, born 1980", ""),
        ("80 years in the business", ""),
        ("founded 20 years ago", ""),
        ("our 20-year history", ""),
        ("a 3-year contract", ""),
        ("The duration of the internship is 3 months", ""),
        ("Contract length: 2 years", ""),
        ("zun\u{e4}chst befristet f\u{fc}r die Dauer von 2 Jahren", ""),
        ("shares vest over 4 years", ""),
        ("a 4 year degree or a two-year program", ""),
        ("We meet once a year", ""),
        ("at least 18 years of age", ""),
        ("a five-year warranty", ""),
        ("The position is for two years with the possibility of renewal.", ""),
        ("For more than sixty years Verity Glen has made medicines.", ""),
        ("in the next three years", ""),
        ("a 12-month notice", ""),
        ("every two years", ""),
    ]);
}

#[test]
fn rows_of_tables_tell_years_of_what_stands_in_the_cell_before() {
    check(&[
        ("Rust | 3 years", "30 Rust"),
        ("| CUDA | 5+ years |", "50 CUDA"),
        ("Slurm | at least 4 years | expert", "40 Slurm"),
        ("Total | 12 years", "120"),
        ("Senior engineer | 12 years", "120"),
    ]);
}

#[test]
fn years_of_experience_may_be_abbreviated_with_stops() {
    check(&[
        ("4 y.o.e. in CUDA", "40 CUDA"),
        ("6 y.o.e. with Kubernetes", "60 Kubernetes"),
        ("10y.o.e.", "100"),
        ("half a decade with Ansible", "50 Ansible"),
    ]);
}

#[test]
fn a_part_of_the_years_needs_no_unit() {
    check(&[
        ("Eight years as an administrator, three of them with Lustre", "80 administrator; 30 Lustre"),
        ("More than 12 years in IT, of which 5 in storage", "120 IT; 50 storage"),
        ("A year of Ray and two of Spark", "10 Ray; 20 Spark"),
        ("I have had a year of Rust.", "10 Rust"),
        ("7 years of Linux, 24 servers", "70 Linux"),
        ("$90,000 a year with bonus", ""),
        ("We meet twice a year with customers.", ""),
        ("The project lasted 3 years.", ""),
        ("Our company, founded 25 years ago, wants 4 years of InfiniBand.", "40 InfiniBand"),
    ]);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(\\PC{0,6}|[0-9]{1,4}|[ ,.:;()+\\n-]| years?| yrs| months| of | experience | in | since |for | to ){0,30}") {
        let text = Text::new(&text);
        for m in years_mentions(&Reading::new(&text)) {
            prop_assert!(text.folded().get(m.span.clone()).is_some());
            if let YearsAbout::Subject(span) = m.about {
                prop_assert!(text.folded().get(span).is_some());
            }
        }
    }
}

#[test]
fn data_are_worked_with_as_well_as_observed() {
    check(&[
        ("7+ years of experience in data science", "70 data science"),
        ("Minimum of 12 years of experience in data and API integration", "120 data and API integration"),
        ("8+ years of developing data products", "80 developing data products"),
        ("20 years of reanalysis data", ""),
    ]);
}

#[test]
fn ranges_and_brackets_are_read_wherever_they_stand() {
    check(&[
        ("Vous avez 1 \u{e0} 2 ans d'exp\u{e9}rience en Python, et vous \u{ea}tes curieux.", "10-20 Python"),
        ("Direct experience (> 5 years) in GPU systems.", "50 GPU systems"),
        ("12\\+ years of Linux", "120 Linux"),
        ("A minimum of 3 years of experience in the .NET framework", "30 .NET framework"),
        (
            "5+ years of developing, configuring and running Slurm clusters, in any country",
            "50 developing, configuring and running Slurm clusters",
        ),
        ("A 10-year exercise window for stock options", ""),
        ("Less than 2 years of experience with Linux", ""),
        ("No less than 2 years of experience with Linux", "20 Linux"),
    ]);
}

#[test]
fn a_posting_tells_of_its_employer_in_the_third_person() {
    let you = " You write code. Your team is small. You will like it.";
    let read = |text: &str| short(&format!("{text}{you}"));
    assert_eq!(read("On this journey for over 12 years, Brightcorp is leading the way."), "");
    assert_eq!(read("Brightcorp has been pushing the boundaries of good design for over 12 years."), "");
    assert_eq!(read("One of the best firms for over 30 years, we are glad to have people stay."), "");
    assert_eq!(read("The candidate has run Slurm for over 12 years."), "120 The candidate has run Slurm");
    // A profile is of the person.
    assert_eq!(short("Jane has run Slurm for over 12 years."), "120 Jane has run Slurm");
}
