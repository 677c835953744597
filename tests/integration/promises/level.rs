//! Level: nearer never lowers, no month counts twice, no year counts beyond those asked.

use proptest::prelude::*;
use proptest::sample::select;
use rolefit::explain::ComponentName;
use serde_json::{Value, json};

use super::documents::{candidate, component, judge, role, with};
use crate::campaign::cases;

const LADDER: &[&str] = &["entry", "mid", "senior", "staff", "principal"];

fn job(start: (u16, u8), months: u16) -> Value {
    let last = start.0 * 12 + u16::from(start.1) - 1 + months - 1;
    let end = format!("{}-{:02}", last / 12, last % 12 + 1);
    json!({"title": "HPC engineer", "start": format!("{}-{:02}", start.0, start.1), "end": end, "description": "Ran Slurm for researchers."})
}

/// The relevant years as the evidence states them.
fn years(role: &Value, jobs: &[Value]) -> String {
    let found = judge(role, &json!({"id": "c", "experience": jobs}));
    let level = component(&found, ComponentName::Level);
    let said =
        level.evidence.iter().filter_map(|row| row.statement.clone()).find(|said| said.contains("relevant experience"));
    said.unwrap()
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn a_nearer_level_never_lowers(role in role(), candidate in candidate(), asked in 0_usize..5) {
        let role = with(&role, "level", json!(LADDER[asked]));
        let mut fits: Vec<(usize, f64)> = LADDER
            .iter()
            .enumerate()
            .map(|(rung, level)| (rung.abs_diff(asked), judge(&role, &with(&candidate, "level", json!(level))).fit))
            .collect();
        fits.sort_by_key(|(distance, _)| *distance);
        for pair in fits.windows(2).filter(|pair| pair[0].0 < pair[1].0) {
            prop_assert!(pair[0].1 >= pair[1].1, "{fits:?}");
        }
    }

    #[test]
    fn overlapping_jobs_count_once(start in 2005_u16..2018, first in 12_u16..60, offset in 0_u16..60, second in 12_u16..60) {
        let role = json!({"id": "r", "title": "HPC engineer", "must_have": ["Slurm"], "min_years": 80});
        let begin = |months: u16| (start + months / 12, u8::try_from(months % 12).unwrap() + 1);
        let offset = offset.min(first);
        let together = [job(begin(0), first), job(begin(offset), second)];
        let once = [job(begin(0), first.max(offset + second))];
        prop_assert_eq!(years(&role, &together), years(&role, &once));
        let twice = [together[0].clone(), together[1].clone(), together[0].clone()];
        prop_assert_eq!(years(&role, &twice), years(&role, &once));
    }

    #[test]
    fn years_beyond_those_asked_change_nothing(asked in 1_u16..10, more in 0_u16..12, by in select(vec!["dates", "words"])) {
        let role = json!({"id": "r", "title": "HPC engineer", "must_have": [{"any_of": ["Slurm"], "min_years": asked}], "min_years": asked, "level": "senior"});
        let with_years = |years: u16| match by {
            "dates" => json!({"id": "c", "level": "senior", "experience": [{"title": "HPC engineer", "start": format!("{}-10", 2026 - years), "description": "Ran Slurm for researchers."}]}),
            _ => json!({"id": "c", "level": "senior", "summary": format!("I have {years} years of experience with Slurm, from the first node to the tenth partition.")}),
        };
        let (enough, longer) = (judge(&role, &with_years(asked)), judge(&role, &with_years(asked + more)));
        prop_assert_eq!(enough.fit.to_bits(), longer.fit.to_bits(), "{} and {}", enough.fit, longer.fit);
    }

    #[test]
    fn more_years_never_lower(role in role(), candidate in candidate(), start in 2001_u16..2024, earlier in 0_u16..10) {
        let since = |year: u16| with(&candidate, "experience", json!([{"title": "HPC engineer", "start": format!("{year}-01"), "description": "Ran Slurm."}]));
        let (short, long) = (judge(&role, &since(start)), judge(&role, &since(start - earlier)));
        prop_assert!(long.fit >= short.fit, "{} fell to {}", short.fit, long.fit);
    }
}
