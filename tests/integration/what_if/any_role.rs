//! What-if over random roles and people.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rolefit::{CandidateId, Engine, RoleId};
use serde_json::{Value, json};

use super::{SHARED, about, kinds_with_true_figures, matching, people, place, role};
use crate::campaign::cases;

const SKILLS: &[&str] =
    &["Slurm", "Lustre", "GPFS", "InfiniBand", "RoCE", "CUDA", "HIP", "Kubernetes", "zorblatt manager"];

/// A person as drawn: skills, which level, the expected pay, and what else is told of them.
type Drawn = (Vec<&'static str>, u8, u32, [bool; 5]);

proptest! {
#![proptest_config(cases(20))]

#[test]
fn dropping_a_must_have_that_somebody_lacks_never_lowers_their_coverage(
    must in prop::collection::vec((select(SKILLS), prop::option::of(1_u8..8)), 2..6),
    nice in subsequence(SKILLS.to_vec(), 0..3),
    skills in subsequence(SKILLS.to_vec(), 0..5),
) {
    let list: Vec<Value> = must.iter().map(|(name, years)| match years {
        Some(years) => json!({"name": name, "min_years": years}),
        None => json!(name),
    }).collect();
    let skills: Vec<Value> = skills.iter().map(|name| json!({"name": name, "years": 3})).collect();
    let person = people(&[json!({"id": "c", "skills": skills})]).remove(0);
    let asked = json!({"id": "r", "must_have": list, "nice_to_have": nice});
    let engine = &*SHARED;
    let options = matching(1).with_evidence(true);
    let before = engine.explain_documents(&role(&asked), &person, &options).unwrap();
    for (at, evidence) in before.components[0].evidence.iter().take(must.len()).enumerate() {
        if evidence.claim.is_some() {
            continue;
        }
        let mut less = asked.clone();
        less["must_have"].as_array_mut().unwrap().remove(at);
        let after = engine.explain_documents(&role(&less), &person, &options).unwrap();
        // Shares are rounded to the fourth decimal.
        prop_assert!(after.must_have_coverage >= before.must_have_coverage - 0.0002, "{asked} without {at}");
    }
}}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn any_change_of_any_role_has_the_figures_of_everybody_judged_anew(
        // Who drops the only requirement asks for what the text names, which is another question.
        names in subsequence(SKILLS.to_vec(), 2..5),
        details in prop::collection::vec((prop::option::of(1_u8..8), prop::bool::weighted(0.3)), 5),
        nice in subsequence(SKILLS.to_vec(), 0..3),
        mode in select(&["onsite", "hybrid", "remote"][..]),
        level in select(&["mid", "senior", "staff", "manager"][..]),
        (years, scale, top) in (0_u8..10, 1_u32..2_000, 100_000_u32..300_000),
        permitted in any::<bool>(),
        pool in prop::collection::vec(
            (subsequence(SKILLS.to_vec(), 0..6), 0_u8..4, 80_000_u32..400_000, any::<[bool; 5]>()), 1..40),
    ) {
        let must = names.iter().zip(&details).map(|(name, (years, gate))| json!({"name": name, "min_years": years, "gate": gate}));
        // A text of its own words, that some paste into their profile.
        let text = "You keep the storage of our clusters healthy: stripes, quotas, metadata servers and the slow target that \
            everybody waits for, and you plan purges and migrations between tiers with the people who train models.";
        let austin = json!({"city": "Austin", "region": "TX", "country": "US"});
        let mut asked = json!({
            "id": "r", "title": "Storage engineer", "description": text, "must_have": must.collect::<Vec<_>>(),
            "nice_to_have": nice, "level": level, "min_years": years, "location": austin, "work_mode": mode,
            "scale": {"min": scale, "unit": "accelerators"},
            "pay_band": {"min": top / 2, "max": top, "currency": "USD", "basis": "base"},
        });
        if permitted {
            asked["work_authorization"] = json!(["US"]);
        }
        let levels = ["entry", "senior", "staff", "director"];
        let person = |(n, (skills, kind, pay, [copies, tells, near, barred, dated])): (usize, &Drawn)| {
            let mut person = json!({"id": format!("c-{n}"), "skills": skills, "level": levels[usize::from(*kind)]});
            if *copies {
                person["summary"] = json!(text);
            } else if *tells {
                person["summary"] = json!(format!("I ran {} on {} GPUs.", skills.join(" and "), pay % 3_000));
            }
            person["location"] = if *near { austin.clone() } else { json!({"city": "Lyon", "country": "FR"}) };
            person["expected_pay"] = json!({"min": pay, "max": pay, "currency": "USD", "basis": "base"});
            if *barred {
                person["work_authorization"] = json!(["FR"]);
            }
            if *dated {
                let about = format!("Operated {}.", skills.join(", "));
                person["experience"] =
                    json!([{"title": "Storage engineer", "start": "2019-01", "end": "2024-01", "description": about}]);
            }
            person
        };
        let pool: Vec<Value> = pool.iter().enumerate().map(person).collect();
        let engine = Engine::in_memory();
        engine.put_candidates(&people(&pool)).unwrap();
        kinds_with_true_figures(&engine, &asked, 7);
        // And the place of one of them.
        let someone = CandidateId::new("c-0").unwrap();
        let now = place(&engine, &asked, &someone);
        let outlook = engine.what_if(&RoleId::new("r").unwrap(), &about("c-0", 7)).unwrap().candidate.unwrap();
        prop_assert_eq!(outlook.rank, now);
    }
}
