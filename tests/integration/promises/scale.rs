//! Scale: more, later and nearer to the work never count less.

use proptest::prelude::*;
use proptest::sample::select;
use rolefit::explain::{ComponentName, ComponentState};
use serde_json::{Value, json};

use super::documents::{candidate, component, judge, role, with};
use crate::campaign::cases;

fn worked(candidate: &Value, scale: &Value, end: Option<&str>) -> Value {
    let job = json!({"title": "Operator", "start": "2012-01", "end": end, "scale": [scale]});
    with(candidate, "experience", json!([job]))
}

fn asking(min: u32, unit: &str) -> Value {
    json!({"id": "r", "title": "Cluster engineer", "must_have": ["Slurm"], "scale": {"min": min, "unit": unit}})
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn more_scale_never_lowers(role in role(), candidate in candidate(), size in 1_u32..50_000, more in 0_u32..500_000, unit in select(vec!["accelerators", "nodes"])) {
        let at = |value: u32| worked(&candidate, &json!({"value": value, "unit": unit, "capacity": "operated"}), None);
        let (less, greater) = (judge(&role, &at(size)), judge(&role, &at(size + more)));
        prop_assert!(greater.fit >= less.fit, "{} fell to {}", less.fit, greater.fit);
    }

    #[test]
    fn later_scale_never_lowers(role in role(), candidate in candidate(), size in 1_u32..50_000, end in 2013_u16..2026, later in 0_u16..12) {
        let until = |year: u16| worked(&candidate, &json!({"value": size, "unit": "accelerators", "capacity": "operated"}), Some(&year.min(2026).to_string()));
        let (old, new) = (judge(&role, &until(end)), judge(&role, &until(end + later)));
        let now = judge(&role, &worked(&candidate, &json!({"value": size, "unit": "accelerators", "capacity": "operated"}), None));
        let score = |found| component(found, ComponentName::Scale).score;
        prop_assert!(score(&new) >= score(&old) && score(&now) >= score(&new));
        prop_assert!(new.fit >= old.fit && now.fit >= new.fit, "{} {} {}", old.fit, new.fit, now.fit);
    }

    #[test]
    fn a_greater_part_in_the_work_never_lowers(role in role(), candidate in candidate(), size in 1_u32..50_000) {
        let scores: Vec<f64> = ["used", "supported", "operated", "built", "led", "designed"]
            .iter()
            .map(|capacity| judge(&role, &worked(&candidate, &json!({"value": size, "unit": "accelerators", "capacity": capacity}), None)).fit)
            .collect();
        prop_assert!(scores.windows(2).all(|pair| pair[1] >= pair[0]), "{scores:?}");
    }

    #[test]
    fn eight_accelerators_are_a_node(size in 1_u32..20_000, asked in 1_u32..20_000, per in select(vec!["operated", "used"])) {
        let one = json!({"id": "c", "headline": "Operator"});
        let nodes = worked(&one, &json!({"value": size, "unit": "nodes", "capacity": per}), None);
        let accelerators = worked(&one, &json!({"value": size * 8, "unit": "accelerators", "capacity": per}), None);
        for role in [asking(asked, "nodes"), asking(asked * 8, "accelerators")] {
            let (a, b) = (judge(&role, &nodes), judge(&role, &accelerators));
            let (a, b) = (component(&a, ComponentName::Scale), component(&b, ComponentName::Scale));
            prop_assert_eq!(a.score.to_bits(), b.score.to_bits());
            prop_assert!(a.evidence[0].inferred && !b.evidence[0].inferred, "only the conversion is inferred");
        }
    }

    #[test]
    fn beyond_the_ask_more_is_worth_the_same(asked in 64_u32..50_000, times in 1_u32..50) {
        // Under 64, more of them are a cluster, which shows what its operators do.
        let one = json!({"id": "c", "headline": "Operator"});
        let at = |value: u32| judge(&asking(asked, "accelerators"), &worked(&one, &json!({"value": value, "unit": "accelerators", "capacity": "operated"}), None));
        prop_assert_eq!(at(asked).fit.to_bits(), at(asked * times).fit.to_bits());
    }
}

#[test]
fn cores_and_petabytes_are_not_accelerators() {
    let one = json!({"id": "c", "headline": "Operator"});
    for unit in ["cores", "servers", "petabytes"] {
        let found = judge(&asking(1000, "accelerators"), &worked(&one, &json!({"value": 100_000, "unit": unit}), None));
        assert_eq!(component(&found, ComponentName::Scale).state, ComponentState::NotStated, "{unit}");
    }
}

#[test]
fn a_greater_part_in_the_work_never_lowers_whoever_repeats_the_posting() {
    let said =
        "I have operated a 4,096-GPU H100 cluster since 2021. Based in Austin, TX; willing to relocate to Seattle.";
    let role = json!({"id": "r", "description": said, "must_have": ["InfiniBand"]});
    let more =
        "Seven years of Lustre on Linux, from format to failover tests. Kept the InfiniBand fabric healthy with UFM.";
    let candidate = json!({"id": "c", "headline": "Senior HPC engineer", "summary": format!("{said} {more}")});
    let fits = ["used", "supported", "operated"].map(|capacity| {
        let scale = json!({"value": 64, "unit": "accelerators", "capacity": capacity});
        judge(&role, &worked(&candidate, &scale, None)).fit
    });
    assert!(fits.is_sorted(), "{fits:?}");
}
