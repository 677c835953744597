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
        format!(
            "{}..{}{}",
            month(d.start),
            d.end.map_or(String::new(), month),
            if d.education { " school" } else { "" }
        )
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
        ("Clusters of 2000-2020 nodes", ""),
        ("In 2027 we add a hall. 3-5 years of work.", ""),
        ("The firm has been profitable since 2015.", ""),
        ("2006-2007, 2008-2009, 2013 till date", "2006-01..2007-12; 2008-01..2009-12; 2013-01.."),
        ("Support Specialist (08.2015 bis heute)", ""),
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
    assert_eq!(found.iter().map(|d| d.education).collect::<Vec<_>>(), [false, false, true]);
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
