//! Facts about reading dated jobs.

use super::terms::Reading;
use super::text::Text;
use super::timeline::{DatedSpan, dated_spans};
use crate::domain::Month;
use proptest::prelude::*;

fn month(m: Month) -> String {
    let january = Month::new(m.year(), 1);
    format!("{}-{:02}", m.year(), m.since(january) + 1)
}

fn short(text: &str) -> String {
    let text = Text::new(text);
    let one = |d: &DatedSpan| {
        format!("{}..{}{}", month(d.start), d.end.map_or(String::new(), month), if d.off_work { " school" } else { "" })
    };
    dated_spans(&Reading::new(&text)).iter().map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn dates_are_read_in_every_form() {
    let cases = [
        ("Mar 2019 - present, Engineer", "2019-03.."),
        ("Cluster engineer, 2019\u{2013}2022", "2019-01..2022-12"),
        ("03/2019 - 06/2021 Administrator", "2019-03..2021-06"),
        ("2022.10 - present: Architect", "2022-10.."),
        ("* Since Apr 2013: coordinates", "2013-04.."),
        ("I have run it since 2021.", "2021-01.."),
        ("Team lead, inference (Apr 2025\u{2013}): vLLM on 600 GPUs", "2025-04.."),
        ("Network engineer, December 2017 to Present", "2017-12.."),
        ("Summer 2014: Intern", "2014-06..2014-08"),
        ("Spring 2014 - Fall 2014: Contractor", "2014-03..2014-11"),
        ("Administrator, 2013 till now", "2013-01.."),
        ("2021-03 - 2022-11 Engineer", "2021-03..2022-11"),
        ("2018-22 Engineer", "2018-01..2022-12"),
        ("Jan '12 to Mar '14 Engineer", "2012-01..2014-03"),
        ("2019-: regional centre", "2019-01.."),
        ("* 2014: B.S., a college", "2014-01..2014-12 school"),
        ("2013 to 2017, B.Tech, Computer Science", "2013-01..2017-12 school"),
        ("In 2027 we add a hall. 3-5 years of work.", ""),
        ("The firm has been profitable since 2015.", ""),
        ("2006-2007, 2008-2009, 2013 till date", "2006-01..2007-12; 2008-01..2009-12; 2013-01.."),
        ("Support Specialist (08.2015 bis heute)", "2015-08.."),
    ];
    crate::extract::cases::compare(&cases, short);
}

#[test]
fn dates_are_read_in_many_languages() {
    let cases = [
        ("Seit M\u{e4}rz 2019: Administratorin", "2019-03.."),
        ("Von Mai 2014 bis Oktober 2018 Administrator", "2014-05..2018-10"),
        ("Depuis janvier 2021 : Ing\u{e9}nieur", "2021-01.."),
        ("F\u{e9}vrier 2016 \u{e0} ao\u{fb}t 2020, Ing\u{e9}nieure", "2016-02..2020-08"),
        ("Enero de 2017 \u{2013} diciembre de 2019: Administrador", "2017-01..2019-12"),
        ("desde 2017 hasta 2019, Administradora", "2017-01..2019-12"),
        ("Gennaio 2020 \u{2013} presente: Sistemista", "2020-01.."),
        ("Janeiro 2018 - mar\u{e7}o 2021, Engenheira", "2018-01..2021-03"),
        ("Mei 2017 - heden: Systeembeheerder", "2017-05.."),
        ("Augusti 2018 \u{2013} nu: Tekniker", "2018-08.."),
        ("Stycze\u{144} 2019 \u{2013} obecnie: Administrator", "2019-01.."),
        ("1. Februar 2019 - 31. Januar 2022 Ingenieurin", "2019-02..2022-01"),
    ];
    crate::extract::cases::compare(&cases, short);
}

#[test]
fn parts_of_years_and_labels_are_dates() {
    let cases = [
        ("Engineer, Q1 2020 - Q3 2022", "2020-01..2022-09"),
        ("Engineer, early 2018 - late 2021", "2018-01..2021-12"),
        ("Engineer, mid-2018 - present", "2018-05.."),
        ("Start date: 05/2019 End date: 07/2022", "2019-05..2022-07"),
        ("Start: May 2019, end: July 2022", "2019-05..2022-07"),
        ("I was an engineer there between 2016 and 2021.", "2016-01..2021-12"),
        ("A late 2019 release", ""),
        ("Jan. 2022 \u{2013}\nEngineer, North Lab", "2022-01.."),
        ("Jan. 2022 \u{2013}\nMar. 2024\nEngineer, North Lab", "2022-01..2024-03"),
        ("Maart 2020 t/m mei 2024 Beheerder", "2020-03..2024-05"),
        ("April 2015 thru August 2019 Engineer", "2015-04..2019-08"),
    ];
    crate::extract::cases::compare(&cases, short);
}

#[test]
fn each_job_covers_its_own_lines() {
    let text = Text::new(
        "EXPERIENCE\n\nSenior engineer, North Lab    06/2022 - present\n* Slurm\n* Lustre\n\nAdministrator, South Lab\n2017 - 2021\n* PBS\n\nEDUCATION\nMSc Physics, 2010 - 2012\n",
    );
    let found = dated_spans(&Reading::new(&text));
    let covered: Vec<&str> = found.iter().map(|d| &text.folded()[d.covers.clone()]).collect();
    assert!(covered[0].starts_with("senior") && covered[0].ends_with("* lustre"), "{covered:?}");
    assert!(covered[1].starts_with("administrator") && covered[1].ends_with("* pbs"), "{covered:?}");
    assert_eq!(found.iter().map(|d| d.off_work).collect::<Vec<_>>(), [false, false, true]);
}

/// What each dated stretch of a text covers.
fn covered(text: &str) -> Vec<String> {
    let text = Text::new(text);
    let found = dated_spans(&Reading::new(&text));
    found.iter().map(|d| text.folded()[d.covers.clone()].trim_matches([' ', '.']).to_owned()).collect()
}

#[test]
fn the_dates_of_an_earlier_job_tell_nothing_of_what_was_told_before() {
    let text = "Network architect at a national lab, eleven years of InfiniBand from the first card to the last. Runs the \
                fabric of the largest hall to this day. Before: Cray network engineer 2013-2017.";
    assert_eq!(covered(text), ["before: cray network engineer 2013 2017"]);
    let text = "I look after six racks of GPUs and everything that is plugged into them. SRE at North Cloud, 2015-2019. Python, Go, Ansible, Terraform and Prometheus.";
    assert_eq!(covered(text), ["sre at north cloud, 2015 2019"]);
}

#[test]
fn the_title_above_the_dates_heads_the_job() {
    let covered = covered(
        "Roadrunner\nSoftware Engineer\nJun 2020 - Feb 2024 \u{b7} 3 yrs 9 mos\n- Kubernetes, Kueue, Terraform",
    );
    assert!(covered[0].starts_with("software engineer") && covered[0].ends_with("terraform"), "{covered:?}");
}

#[test]
fn a_row_of_a_table_covers_itself() {
    let covered = covered(
        "| 2018\u{2013}now | Weather service | Lead storage engineer |\n| 2011\u{2013}2018 | University | Administrator |\n\n- Lustre, 28 PB\n- HPSS",
    );
    assert_eq!(covered.len(), 2);
    assert!(covered[1].starts_with("| 2011") && covered[1].ends_with('|'), "{covered:?}");
}

#[test]
fn jobs_that_follow_each_other_in_one_paragraph_part_it() {
    let text = "Senior SRE at North Cloud (2019 - present). Runs 4,000 GPUs with Slurm. SRE at South Bank (2015 - 2019). \
                Ran Kubernetes for payments. Administrator at a college (2011 - 2015). Ran PBS.";
    let covered = covered(text);
    assert!(covered[0].starts_with("senior sre") && covered[0].ends_with("with slurm"), "{covered:?}");
    assert!(covered[1].starts_with("sre at south") && covered[1].ends_with("payments"), "{covered:?}");
    assert!(covered[2].starts_with("administrator") && covered[2].ends_with("ran pbs"), "{covered:?}");
}

#[test]
fn dates_are_read_in_the_forms_of_profiles() {
    let cases = [
        ("Engineer, 2014 \u{2013} 02/2018", "2014-01..2018-02"),
        ("2021-           Research engineer, North Lab", "2021-01.."),
        ("2014-2020 staff scientist; 2020- research lead, South Chips", "2014-01..2020-12; 2020-01.."),
        ("North Lab, Engineer, 2020\u{2013}\n  Slurm", "2020-01.."),
        ("'19\u{2013}'22 at a start-up, '22\u{2013}now at a cloud", "2019-01..2022-12; 2022-01.."),
        ("Engineer since about 2016", "2016-01.."),
        ("Administrator from 2014 until the end of 2019", "2014-01..2019-12"),
        ("Engineer from 2021 until last spring", "2021-01.."),
        ("I have liked the '90s", ""),
        ("(2019\u{2013}2020: parental leave)", "2019-01..2020-12 school"),
        ("Lehre, 2010 - 2013\nAusbildung\n2010 - 2013 Gymnasium", "2010-01..2013-12; 2010-01..2013-12 school"),
    ];
    crate::extract::cases::compare(&cases, short);
}

#[test]
fn dates_of_one_line_part_it() {
    let text = "'19\u{2013}'22 at a storage start-up doing Ceph, '22\u{2013}now at a GPU cloud with InfiniBand all day";
    let found = covered(text);
    assert!(found[0].ends_with("doing ceph,") && found[1].ends_with("all day"), "{found:?}");
    let text = "He was the storage lead at North Lab between 2015 and 2019 (GPFS), then a consultant, and from 2021 to 2023 he \
                led South Cloud with Kubernetes.";
    let found = covered(text);
    assert!(found[0].starts_with("he was") && found[0].ends_with("a consultant,"), "{found:?}");
    assert!(found[1].starts_with("and from 2021") && found[1].ends_with("with kubernetes"), "{found:?}");
}

#[test]
fn a_block_between_blank_lines_is_one_job() {
    let text = "Ada Example\n\n2024-02 \u{2013} today\nNorth Cloud, ML engineer\nMegatron-LM\n\n2020-10 \u{2013} 2024-01\nSouth Lab, ML engineer\nHorovod";
    let found = covered(text);
    assert!(found[0].starts_with("2024") && found[0].ends_with("megatron lm"), "{found:?}");
    assert!(found[1].starts_with("2020") && found[1].ends_with("horovod"), "{found:?}");
    let text = "Built file systems.\n\nSlurm administrator\nNorth Lab, Leeds\n2014 \u{2013} 2016\n- tuned it";
    let found = covered(text);
    assert!(found[0].starts_with("slurm administrator") && found[0].ends_with("tuned it"), "{found:?}");
}

#[test]
fn leave_is_no_title_of_what_follows() {
    let text = "North Lab, administrator, 2015\u{2013}2019\n  PBS Pro, later Slurm\n(2019\u{2013}2020: parental leave)\nSouth Lab, engineer, 2020\u{2013}\n  Slurm";
    let found = covered(text);
    assert!(found[0].ends_with("later slurm"), "{found:?}");
    assert!(found[2].starts_with("south lab") && found[2].ends_with("slurm"), "{found:?}");
}

#[test]
fn work_at_a_university_is_work() {
    assert_eq!(
        short("WORK EXPERIENCE\nHPC administrator, Plains University, 2015 - 2019\nRan Slurm for master students"),
        "2015-01..2019-12"
    );
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(\\PC{0,6}|19[0-9]{2}|20[0-9]{2}|[0-9]{1,2}|[ ,.:/'\\n-]| - | to |since |present|Mar |June |Summer |Education|BSc ){0,30}") {
        let text = Text::new(&text);
        for d in dated_spans(&Reading::new(&text)) {
            prop_assert!(text.folded().get(d.at.clone()).is_some());
            prop_assert!(text.folded().get(d.covers.clone()).is_some());
            prop_assert!(d.covers.start <= d.at.start && d.at.end <= d.covers.end);
            prop_assert!(d.end.is_none_or(|end| end >= d.start));
        }
    }
}
