//! Location, availability and authorization.

use proptest::prelude::*;
use proptest::sample::select;
use rolefit::explain::{ComponentName, Flag};
use serde_json::{Value, json};

use super::documents::{candidate, component, judge, role, with};
use crate::campaign::cases;

fn in_seattle(mode: &str) -> Value {
    json!({"id": "r", "title": "HPC engineer", "must_have": ["Slurm"], "work_mode": mode,
        "location": {"city": "Seattle", "region": "WA", "country": "US"}})
}

fn place(city: &str, region: &str, country: &str) -> Value {
    json!({"city": city, "region": region, "country": country})
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn nearer_never_lowers(candidate in candidate(), mode in select(vec!["onsite", "hybrid", "remote"])) {
        let role = in_seattle(mode);
        let fits: Vec<f64> = [place("Munich", "BY", "DE"), place("Austin", "TX", "US"), place("Bellevue", "WA", "US"), place("Seattle", "WA", "US")]
            .into_iter()
            .map(|home| judge(&role, &with(&candidate, "location", home)).fit)
            .collect();
        prop_assert!(fits.windows(2).all(|pair| pair[1] >= pair[0]), "{fits:?}");
    }

    #[test]
    fn to_be_ready_to_move_never_lowers(candidate in candidate(), mode in select(vec!["onsite", "hybrid", "remote"]), home in select(vec![("Munich", "BY", "DE"), ("Austin", "TX", "US"), ("Seattle", "WA", "US")])) {
        let role = in_seattle(mode);
        let candidate = with(&candidate, "location", place(home.0, home.1, home.2));
        let fits: Vec<f64> = [json!([]), json!(["Seattle, WA"]), json!(["Seattle, WA", "anywhere"])]
            .into_iter()
            .map(|places| judge(&role, &with(&candidate, "relocation", places)).fit)
            .collect();
        prop_assert!(fits.windows(2).all(|pair| pair[1] >= pair[0]), "{fits:?}");
    }

    #[test]
    fn to_be_available_earlier_never_lowers(role in role(), candidate in candidate(), month in 0_u16..30, earlier in 0_u16..30) {
        let from = |months: u16| with(&candidate, "available_from", json!(format!("{}-{:02}-01", 2026 + (10 + months) / 12, (10 + months) % 12 + 1)));
        let (late, early) = (judge(&role, &from(month)), judge(&role, &from(month.saturating_sub(earlier))));
        prop_assert!(early.fit >= late.fit, "{} fell to {}", late.fit, early.fit);
    }

    #[test]
    fn an_unknown_authorization_is_flagged_and_a_wrong_one_gated(role in role(), candidate in candidate(), asked in select(vec!["US", "DE", "GB"])) {
        let role = with(&role, "work_authorization", json!([asked]));
        let role = with(&role, "must_have", json!([]));
        let with_permit = |permits: Value| judge(&role, &with(&candidate, "work_authorization", permits));
        let unknown = with_permit(json!([]));
        prop_assert!(unknown.flags.contains(&Flag::WorkAuthorizationUnknown) && unknown.gated.is_none());
        let holds = with_permit(json!([asked]));
        prop_assert!(!holds.flags.contains(&Flag::WorkAuthorizationUnknown) && holds.gated.is_none());
        let lacks = with_permit(json!(["IN"]));
        prop_assert!(lacks.gated.as_ref().is_some_and(|reason| reason.contains("authorization")), "{:?}", lacks.gated);
        prop_assert!(!lacks.flags.contains(&Flag::WorkAuthorizationUnknown));
    }
}

#[test]
fn distance_counts_by_how_the_work_is_done() {
    let far =
        json!({"id": "c", "skills": ["Slurm"], "location": place("Austin", "TX", "US"), "work_modes": ["remote"]});
    let score = |mode: &str| component(&judge(&in_seattle(mode), &far), ComponentName::Location).score;
    assert!(score("remote") > score("hybrid") && score("hybrid") > score("onsite"));
}
