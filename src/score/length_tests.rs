//! The same person told in few words and in many, and what has nothing to do with a role beside what does.

use proptest::prelude::*;
use serde_json::json;
use std::sync::LazyLock;

use super::pay::Rates;
use super::profile::ScoringProfile;
use super::scorer::Scorer;
use crate::domain::{Candidate, PartialDate, Role};
use crate::extract::{Extractor, RoleFacts};
use crate::market::Market;
use crate::taxonomy::Taxonomy;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

/// Points of a fit, of a hundred.
fn fit(role: &RoleFacts, summary: &str) -> f64 {
    let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": summary})).unwrap();
    let facts = EXTRACTOR.candidate_facts(&candidate).unwrap();
    let (taxonomy, market, profile, rates) =
        (Taxonomy::builtin(), Market::embedded(), ScoringProfile::default(), Rates::default());
    let scorer = Scorer::new(role, &[], &taxonomy, &market, &profile, &rates, PartialDate::year_only(2026));
    f64::from(scorer.score(&facts).total) / 1_000_000.0
}

fn role() -> RoleFacts {
    let role: Role = serde_json::from_value(json!({
        "id": "r", "title": "HPC storage engineer",
        "description": "You keep our Lustre file systems healthy: upgrades, failover, quotas, tuning for checkpoints.\n\n\
            Requirements\n- Lustre in production\n- Linux\n- InfiniBand",
    }))
    .unwrap();
    EXTRACTOR.role_facts(&role).unwrap()
}

/// True sentences of other lives and trades, as they stand in long CVs.
const OTHER: &[&str] = &[
    "I negotiated leases for three office floors.", "I wrote payroll reports for the accounting department.",
    "I planned the menus of a canteen for four hundred people.", "I repaired violins in the winter of that year.",
    "I designed leaflets for a museum of natural history.", "I sold tickets at the municipal theatre.",
    "I translated manuals for tractors from Czech.", "I taught swimming to children in the summer.",
    "I surveyed hedges and ditches for the district.", "I catalogued maps in the archive of a monastery.",
];

const TOLD: &str = "I run the Lustre file systems of a weather service on Linux: upgrades, failover, quotas. I tune striping and \
    metadata for checkpoints, and look after the InfiniBand fabric below.";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn unrelated_true_text_never_raises_a_fit(chosen in prop::sample::subsequence(OTHER, 1..OTHER.len())) {
        let role = role();
        let plain = fit(&role, TOLD);
        let padded = fit(&role, &format!("{TOLD} {}", chosen.join(" ")));
        prop_assert!(padded <= plain + 1e-9, "{padded} with {chosen:?}, {plain} without");
    }
}

/// The same person in a bio and on a page.
#[test]
fn the_same_person_in_a_bio_and_on_a_page_fits_alike() {
    let role = role();
    let bio = "Storage engineer at a weather service. Runs its Lustre file systems, 20 PB, on Linux, and the InfiniBand fabric below: \
        upgrades, failover, quotas, tuning.";
    let page = format!(
        "{bio}\n\nI run the Lustre file systems of the service, from the drives to the clients. I plan and do the upgrades, test failover \
         between the metadata servers, and set quotas with the groups. I tune striping for the checkpoints of the models, and find the one \
         slow target that everybody waits for. I look after the InfiniBand fabric below: cables, firmware, the subnet manager. I automate \
         Linux images and monitoring of the storage servers, and I am on call for all of it every third week.\n\nBefore that I administered \
         the Lustre scratch and the archive of a university for its physicists, bought the first flash tier and moved four petabytes to it \
         without a lost file."
    );
    let fits = [bio, &page].map(|text| fit(&role, text));
    let (least, most) = (fits.into_iter().fold(f64::MAX, f64::min), fits.into_iter().fold(0.0, f64::max));
    assert!(most - least <= 5.0, "{fits:?} for {} to {} characters", bio.len(), page.len());
}
