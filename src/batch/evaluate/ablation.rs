//! What each part of the fit is worth: the same measures with one part off at a time. Every switch stands in the one list here,
//! and is a value of the scoring profile wherever the profile can say it.

use serde::Serialize;

use super::bootstrap::{Interval, interval};
use super::graded::GradedSet;
use super::judged;
use super::measures::{Measures, four_decimals, mean, mean_of, measures};
use crate::domain::{Candidate, Error, Job, Role, Weights};
use crate::engine::{Engine, Everybody, MatchOptions};
use crate::score::ComponentName;

/// The measures without one part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ablation {
    /// The part that was off.
    pub without: &'static str,
    /// What that means.
    pub meaning: &'static str,
    /// The same as a scoring profile, where it can be said as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<&'static str>,
    /// The means over the roles.
    #[serde(flatten)]
    pub mean: Measures,
    /// The mean nDCG@10 less that of the whole.
    #[serde(serialize_with = "four_decimals")]
    pub difference: f64,
    /// Where the difference lies in 95 of 100 resamples of the roles.
    pub difference_interval: Interval,
    /// Roles with a higher nDCG@10 than with the whole.
    pub n_better: usize,
    /// Roles with a lower one.
    pub n_worse: usize,
    /// What it says of the part.
    pub outcome: Outcome,
}

/// What an ablation says of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Outcome {
    /// The mean nDCG@10 is lower without it.
    Worse,
    /// It is not: the part is not shown to be of use here.
    NotWorse,
    /// No order changes without it: these roles and candidates do not test it.
    Untested,
}

/// A part and how it is switched off.
struct Switch {
    without: &'static str,
    meaning: &'static str,
    off: Off,
}

/// How a part is switched off.
enum Off {
    /// The component weighs nothing, whatever roles and profile say.
    Component(ComponentName),
    /// The profile's constants are changed to these.
    Profile(&'static str),
    /// The documents lose their prose before they are read.
    Prose,
}

const SWITCHES: &[Switch] = &[
    component("skills", "the skills component weighs nothing; must-haves are still penalized", ComponentName::Skills),
    component("family", "the family component weighs nothing", ComponentName::Family),
    component("scale", "the scale component weighs nothing", ComponentName::Scale),
    component("pay", "the pay component weighs nothing", ComponentName::Pay),
    component("level", "the level component weighs nothing", ComponentName::Level),
    component("location", "the location component weighs nothing", ComponentName::Location),
    profile(
        "relations",
        "only the very concept that is asked earns credit",
        "[relations]\nnarrower = 0.0\npractice = 0.0\nbroader = 0.0\nrelated = 0.0\ndistant = 0.0\n",
    ),
    profile(
        "practices",
        "practices are neither asked nor claimed; they still tell of a family",
        "[skills]\ncount_practices = false\n",
    ),
    profile("family transfer", "only the very family that is asked counts", "[family]\ntransfer = 0.0\n"),
    profile("focus", "what else somebody does makes no difference", "[family]\nfocus = 0.0\n"),
    profile(
        "functions",
        "what is done with a domain makes no difference",
        "[family]\nusual_function = 1.0\nunusual_function = 1.0\nspoken_function = 1.0\nspoken_field = 0.0\n",
    ),
    profile(
        "must-have penalty", "missed must-haves cost no points",
        "[must_haves]\npenalty = 0.0\npenalty_inferred = 0.0\n",
    ),
    profile(
        "scarcity",
        "all requirements weigh the same but for must-have and nice-to-have",
        "[skills]\nscarcity_exponent = 0.0\n",
    ),
    profile(
        "evidence",
        "a listed skill counts as one told of",
        "[skills]\nlisted_only = 1.0\nlisted_without_work = 1.0\nlisted_only_limit = 1000000\n",
    ),
    profile("own words", "words of the posting count as the candidate's own", "[support]\ncopied_words = 1000000\n"),
    profile("wording", "what is told in other words counts for nothing", "[wording]\nmost = 0.0\n"),
    profile(
        "recency",
        "skills and scale do not fade",
        "[skills]\nrecency_floor = 1.0\nunknown_recency = 1.0\n[scale]\nrecency_floor = 1.0\nunknown_recency = 1.0\n",
    ),
    profile("bonuses", "nothing is added to the components", "[bonus]\nmost = 0.0\n"),
    Switch {
        without: "extraction",
        meaning: "only fields are read: headlines, summaries and descriptions are emptied, titles stay",
        off: Off::Prose,
    },
];

const fn component(without: &'static str, meaning: &'static str, off: ComponentName) -> Switch {
    Switch { without, meaning, off: Off::Component(off) }
}

const fn profile(without: &'static str, meaning: &'static str, off: &'static str) -> Switch {
    Switch { without, meaning, off: Off::Profile(off) }
}

/// One ranking for each role.
pub(super) struct Ranked {
    pub rankings: Vec<Vec<usize>>,
    pub measures: Vec<Measures>,
}

impl Ranked {
    pub(super) fn of(set: &GradedSet, rankings: Vec<Vec<usize>>) -> Self {
        let measures = rankings.iter().zip(&set.grades).map(|(ranking, grades)| measures(ranking, grades)).collect();
        Self { rankings, measures }
    }
}

/// All ablations, with the plain search at the end.
pub(super) fn ablations(
    engine: &Engine,
    set: &GradedSet,
    everybody: &Everybody,
    options: &MatchOptions,
    whole: &Ranked,
    plain: &Ranked,
) -> Result<Vec<Ablation>, Error> {
    let mut rows = Vec::with_capacity(SWITCHES.len() + 1);
    for switch in SWITCHES {
        let judged = match &switch.off {
            Off::Component(name) => {
                let weights = Some(without(*name, options.weights.clone().unwrap_or_default()));
                judged(engine, set, everybody, &MatchOptions { weights, ..options.clone() }, None)?
            }
            Off::Profile(changes) => {
                let whole = options.profile.as_ref().unwrap_or(&engine.options().profile);
                let profile = Some(whole.with(changes)?);
                judged(engine, set, everybody, &MatchOptions { profile, ..options.clone() }, None)?
            }
            Off::Prose => judged(engine, set, &read_fields(engine, &set.roles, &set.candidates)?, options, None)?,
        };
        let ranked = Ranked::of(set, judged.into_iter().map(|judged| judged.ranking).collect());
        let profile = match switch.off {
            Off::Profile(changes) => Some(changes),
            Off::Component(_) | Off::Prose => None,
        };
        rows.push(row((switch.without, switch.meaning, profile), &ranked, whole));
    }
    let meaning = "a plain search for the role's words in the candidates' texts";
    rows.push(row(("the fit (BM25 instead)", meaning, None), plain, whole));
    Ok(rows)
}

fn row(part: (&'static str, &'static str, Option<&'static str>), without: &Ranked, whole: &Ranked) -> Ablation {
    /// Differences below this are rounding.
    const NOTHING: f64 = 1e-9;
    let pairs = without.measures.iter().zip(&whole.measures);
    let differences: Vec<f64> = pairs.map(|(without, whole)| without.ndcg_at_10 - whole.ndcg_at_10).collect();
    let difference = mean_of(&differences);
    Ablation {
        without: part.0,
        meaning: part.1,
        profile: part.2,
        mean: mean(&without.measures),
        difference,
        difference_interval: interval(&differences),
        n_better: differences.iter().filter(|difference| **difference > NOTHING).count(),
        n_worse: differences.iter().filter(|difference| **difference < -NOTHING).count(),
        outcome: if without.rankings == whole.rankings {
            Outcome::Untested
        } else if difference < -NOTHING {
            Outcome::Worse
        } else {
            Outcome::NotWorse
        },
    }
}

fn without(component: ComponentName, mut weights: Weights) -> Weights {
    let weight = match component {
        ComponentName::Skills => &mut weights.skills,
        ComponentName::Family => &mut weights.family,
        ComponentName::Scale => &mut weights.scale,
        ComponentName::Pay => &mut weights.pay,
        ComponentName::Level => &mut weights.level,
        ComponentName::Location => &mut weights.location,
    };
    *weight = Some(0.0);
    weights
}

/// Roles and candidates without their prose.
fn read_fields(engine: &Engine, roles: &[Role], candidates: &[Candidate]) -> Result<Everybody, Error> {
    let roles: Vec<Role> = roles.iter().map(fields_of_role).collect();
    let candidates: Vec<Candidate> = candidates.iter().map(fields_of_candidate).collect();
    engine.read_everybody(&roles, &candidates)
}

fn fields_of_role(role: &Role) -> Role {
    Role { description: None, ..role.clone() }
}

fn fields_of_candidate(candidate: &Candidate) -> Candidate {
    let jobs = candidate.experience.iter().map(|job| Job { description: None, ..job.clone() });
    Candidate { headline: None, summary: None, experience: jobs.collect(), ..candidate.clone() }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::domain::PartialDate;

    /// The fit, with a part off.
    fn fit(role: &Value, candidate: &Value, part: Option<&str>) -> f64 {
        let role: Role = serde_json::from_value(role.clone()).unwrap();
        let candidate: Candidate = serde_json::from_value(candidate.clone()).unwrap();
        let engine = Engine::in_memory();
        let mut options =
            MatchOptions { as_of: Some(PartialDate::year_only(2026)), evidence: false, ..MatchOptions::default() };
        let (roles, candidates) = ([role], [candidate]);
        let mut everybody = engine.read_everybody(&roles, &candidates).unwrap();
        if let Some(part) = part {
            let switch = SWITCHES.iter().find(|switch| switch.without == part).unwrap();
            match &switch.off {
                Off::Component(name) => options.weights = Some(without(*name, Weights::default())),
                Off::Profile(changes) => options.profile = Some(engine.options().profile.with(changes).unwrap()),
                Off::Prose => everybody = read_fields(&engine, &roles, &candidates).unwrap(),
            }
        }
        engine.rank_everybody(&everybody, &options, |_, answer| answer.results[0].fit).unwrap()[0]
    }

    /// A role and a candidate of whom every part says something.
    fn everything() -> (Value, Value) {
        let role = json!({
            "id": "r-1", "title": "GPU kernel engineer", "level": "senior",
            "must_have": ["RDMA", "GPU kernel optimization", "Lustre", "GPFS", "CUDA"],
            "nice_to_have": ["Python"], "scale": {"min": 1000, "unit": "accelerators"},
            "pay_band": {"min": 200_000, "max": 250_000, "currency": "USD", "period": "year", "basis": "base"},
            "location": {"city": "Austin", "region": "TX", "country": "US"}, "work_mode": "onsite",
        });
        let candidate = json!({
            "id": "c-1", "summary": "I tune GEMM kernels. Contributed to vLLM.", "level": "mid",
            "skills": ["InfiniBand", "Lustre", {"name": "CUDA", "last_used": "2019"}],
            "experience": [{"title": "Graphics engineer", "start": "2018", "end": "2022", "description": "Wrote it in Python.",
                "scale": [{"value": 100, "unit": "accelerators", "capacity": "used"}]}],
            "open_source": ["vLLM"], "location": {"city": "Munich", "country": "DE"},
            "expected_pay": {"min": 260_000, "max": 280_000, "currency": "USD", "period": "year", "basis": "base"},
        });
        (role, candidate)
    }

    #[test]
    fn every_switch_changes_a_fit_that_rests_on_its_part() {
        let from_elsewhere = (
            json!({"id": "r-1", "title": "GPU kernel engineer"}),
            json!({"id": "c-1", "experience": [{"title": "Rendering engineer, games"}]}),
        );
        let in_other_words = (
            json!({"id": "r-1", "description": "You keep our file systems healthy: stripes and quotas, metadata servers, \
                failover, the slow target that everybody waits for, reads and writes of checkpoints, purges and migrations."}),
            json!({"id": "c-1", "summary": "On Linux, when writes crawl, I find the target that is slow, move its stripes and explain quotas."}),
        );
        let advert = "You keep our Lustre file systems healthy with stripes and quotas, test the failover of the metadata servers, and find \
            the slow target that everybody in the building waits for when the models write their checkpoints";
        let copied = (
            json!({"id": "r-1", "title": "Storage engineer", "must_have": ["Lustre"], "description": advert}),
            json!({"id": "c-1", "summary": advert.replace("You keep our", "I keep the")}),
        );
        let pairs = [everything(), from_elsewhere, in_other_words, copied];
        // What wording is worth is tested with it, in `score::likeness`: of so short a text it is next to nothing.
        for switch in SWITCHES.iter().filter(|switch| switch.without != "wording") {
            let changes = |(role, candidate): &(Value, Value)| {
                (fit(role, candidate, Some(switch.without)) - fit(role, candidate, None)).abs() > 0.005
            };
            assert!(pairs.iter().any(changes), "{} changes nothing", switch.without);
        }
        let (role, candidate) = &pairs[1];
        assert!(fit(role, candidate, Some("family transfer")) < fit(role, candidate, None));
    }

    #[test]
    fn without_relations_only_the_very_concept_counts() {
        let role = json!({"id": "r-1", "must_have": ["RDMA"]});
        let related = json!({"id": "c-1", "summary": "I run InfiniBand."});
        let same = json!({"id": "c-1", "summary": "I run RDMA."});
        assert!(fit(&role, &related, Some("relations")) < fit(&role, &related, None));
        let unchanged = fit(&role, &same, Some("relations")) - fit(&role, &same, None);
        assert!(unchanged.abs() < 0.005, "{unchanged}");
    }

    #[test]
    fn without_practices_nobody_is_asked_for_one_or_has_one() {
        let gated = json!({"id": "r-1", "must_have": ["Lustre", {"name": "GPU kernel optimization", "gate": true}]});
        let candidate = json!({"id": "c-1", "summary": "I run Lustre."});
        assert!(fit(&gated, &candidate, Some("practices")) > 0.0, "a gate on a practice does not hold");
        let practised = json!({"id": "c-1", "summary": "I optimize GPU kernels."});
        let asked = json!({"id": "r-1", "must_have": ["CUDA"]});
        assert!(fit(&asked, &practised, Some("practices")) < fit(&asked, &practised, None));
    }

    #[test]
    fn without_scarcity_rare_and_common_requirements_weigh_the_same() {
        let role = json!({"id": "r-1", "nice_to_have": ["Lustre", "Git"], "weights": {"family": 0.0}});
        let rare = json!({"id": "c-1", "skills": ["Lustre"]});
        let common = json!({"id": "c-1", "skills": ["Git"]});
        assert!(fit(&role, &rare, None) > fit(&role, &common, None) + 5.0);
        let difference = fit(&role, &rare, Some("scarcity")) - fit(&role, &common, Some("scarcity"));
        assert!(difference.abs() < 0.005, "{difference}");
    }

    #[test]
    fn without_extraction_only_fields_are_read() {
        let role = json!({"id": "r-1", "title": "Storage engineer", "must_have": ["Lustre"]});
        let told = json!({"id": "c-1", "headline": "Lustre", "summary": "I run Lustre.",
            "experience": [{"title": "Storage engineer", "description": "Ran Lustre."}]});
        let fields = json!({"id": "c-1", "experience": [{"title": "Storage engineer"}]});
        let difference = fit(&role, &told, Some("extraction")) - fit(&role, &fields, None);
        assert!(difference.abs() < 0.005, "{difference}");
        let listed = json!({"id": "c-1", "skills": ["Lustre"]});
        assert!((fit(&role, &listed, Some("extraction")) - fit(&role, &listed, None)).abs() < 0.005);
    }

    #[test]
    fn a_part_that_changes_no_order_is_untested() {
        let measured = |ndcg_at_10: f64| Measures { ndcg_at_10, ..Measures::default() };
        let ranked = |order: &[usize], values: &[f64]| Ranked {
            rankings: vec![order.to_vec(); values.len()],
            measures: values.iter().map(|value| measured(*value)).collect(),
        };
        let whole = ranked(&[0, 1], &[0.8, 0.6]);
        let outcome = |without: &Ranked| {
            let row = row(("it", "", None), without, &whole);
            (row.outcome, row.n_better, row.n_worse)
        };
        assert_eq!(outcome(&ranked(&[0, 1], &[0.8, 0.6])), (Outcome::Untested, 0, 0));
        assert_eq!(outcome(&ranked(&[1, 0], &[0.9, 0.5])), (Outcome::NotWorse, 1, 1));
        assert_eq!(outcome(&ranked(&[1, 0], &[0.8, 0.5])), (Outcome::Worse, 0, 1));
    }
}
