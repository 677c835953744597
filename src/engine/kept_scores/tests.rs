//! What is kept of roles against engines that keep nothing: the same bytes, whatever is asked and whatever changes.

use super::*;
use crate::domain::{Candidate, Role, Weights};
use crate::engine::{Filters, MatchPage};
use crate::feedback::{Feedback, FeedbackStage};

const TILE: usize = 512;

fn person(number: usize) -> Candidate {
    let skills = [["Slurm", "Lustre"], ["Slurm", "Excel"], ["Excel", "Word"], ["Lustre", "InfiniBand"]][number % 4];
    let (years, city) = (1 + number % 9, ["Austin", "Berlin"][number % 2]);
    let value = serde_json::json!({
        "id": format!("c-{number}"), "skills": skills, "location": {"city": city},
        "summary": format!("I ran clusters of {} GPUs for {years} years.", 100 * (number % 7)),
    });
    serde_json::from_value(value).unwrap()
}

fn role() -> Role {
    serde_json::from_value(serde_json::json!({
        "id": "r", "must_have": [{"name": "Slurm", "gate": true}, "Lustre"], "nice_to_have": ["InfiniBand"],
        "location": {"city": "Austin", "region": "TX", "country": "US"}, "scale": {"min": 400, "unit": "accelerators"},
    }))
    .unwrap()
}

/// Two engines with the same documents, more than a tile of them; both read what is written into either.
fn twins() -> [Engine; 2] {
    [(); 2].map(|()| {
        let engine = Engine::in_memory();
        engine.put_role(&role()).unwrap();
        engine.put_candidates(&(0..TILE).map(person).collect::<Vec<_>>()).unwrap();
        engine.put_candidates(&(2000..2050).map(person).collect::<Vec<_>>()).unwrap();
        engine
    })
}

fn questions() -> Vec<MatchOptions> {
    let usual = MatchOptions::default().with_limit(25).with_page(MatchPage::default());
    let moved = Weights::default().with_skills(0.2).with_scale(0.6).with_location(0.0);
    let filters = |filters: Filters| usual.clone().with_filters(filters);
    vec![
        usual.clone(),
        usual.clone().with_weights(moved.clone()),
        usual.clone().with_gates(Vec::new()),
        usual.clone().with_gates(vec!["Lustre".to_owned()]).with_weights(moved).with_limit(200),
        filters(Filters::default().with_skills(["Lustre"])),
        filters(Filters::default().with_stages([FeedbackStage::Offer])),
        filters(Filters::default().with_without_stage(true)).with_limit(300),
        filters(Filters::default().with_location("Berlin")),
        filters(Filters::default().with_stages([FeedbackStage::Offer]).with_without_stage(true).with_min_scale(300)),
        #[cfg(feature = "search")]
        filters(Filters::default().with_q("clusters 400")),
        #[cfg(feature = "search")]
        filters(Filters::default().with_q("years").with_skills(["Slurm"]).with_without_stage(true)).with_limit(200),
        usual.with_limit(1),
    ]
}

/// Whole answers, page after page, and the best alone.
fn answers(engine: &Engine) -> Vec<String> {
    let id = role().id;
    let mut all = Vec::new();
    for options in questions() {
        let mut options = options;
        for _ in 0..3 {
            let answer = engine.matches(&id, &options).unwrap();
            all.push(serde_json::to_string(&answer).unwrap());
            let Some(next) = &answer.next_cursor else { break };
            options = options
                .with_page(MatchPage::default().with_after(next.parse::<crate::matching::MatchCursor>().unwrap()));
        }
        all.push(format!("{:?}", engine.best(&id, &MatchOptions { page: None, ..options }).unwrap()));
    }
    all
}

#[test]
fn answers_are_the_same_bytes_whatever_changes() {
    let [keeping, plain] = twins();
    let id = role().id;
    for engine in [&keeping, &plain] {
        let feedback = Feedback::new(id.clone(), person(4).id).with_stage(FeedbackStage::Offer);
        engine.put_feedback(&feedback).unwrap();
    }
    assert!(keeping.lacks_scores(&id) && keeping.inner.scores.bytes() == 0);
    keeping.keep_scores(&id).unwrap();
    assert!(!keeping.lacks_scores(&id));
    assert_eq!(keeping.inner.scores.bytes(), TILE * size_of::<Row>());
    assert!(plain.inner.scores.bytes() == 0 && answers(&keeping) == answers(&plain));

    // Somebody of a tile changes, somebody goes, and many come: some stand in no tile, some in one that is not known.
    for engine in [&keeping, &plain] {
        engine.put_candidate(&Candidate { skills: person(2).skills, ..person(0) }).unwrap();
        engine.delete_candidate(&person(5).id).unwrap();
        engine.put_candidates(&(3000..3600).map(person).collect::<Vec<_>>()).unwrap();
    }
    assert!(keeping.lacks_scores(&id), "there is a tile more");
    assert!(answers(&keeping) == answers(&plain));
    keeping.keep_scores(&id).unwrap();
    assert!(!keeping.lacks_scores(&id) && answers(&keeping) == answers(&plain));

    // Two turn out to be one, and what one of them wrote is what the person wrote.
    for engine in [&keeping, &plain] {
        engine.merge_candidates(&person(7).id, &person(3001).id).unwrap();
        engine.merge_candidates(&person(3010).id, &person(8).id).unwrap();
    }
    assert!(answers(&keeping) == answers(&plain));

    // The role changes: what was kept is of another one.
    for engine in [&keeping, &plain] {
        engine.put_role(&Role { must_have: vec!["Lustre".into()], ..role() }).unwrap();
    }
    let ask_another = |engine: &Engine| format!("{:?}", engine.matches(&id, &MatchOptions::default()).unwrap());
    assert!(keeping.lacks_scores(&id) && ask_another(&keeping) == ask_another(&plain));
    keeping.delete_role(&id).unwrap();
    assert_eq!(keeping.inner.scores.bytes(), 0, "nothing stays of a role that is gone");
}

#[test]
fn only_so_many_roles_are_kept_the_last_that_were_asked_for() {
    let [engine, _] = twins();
    let ids: Vec<RoleId> = (0..=MOST_ROLES).map(|number| RoleId::new(format!("r-{number}")).unwrap()).collect();
    for id in &ids {
        engine.put_role(&Role { id: id.clone(), ..role() }).unwrap();
        engine.keep_scores(id).unwrap();
        engine.matches(&ids[0], &MatchOptions::default()).unwrap();
    }
    let lacking: Vec<&RoleId> = ids.iter().filter(|id| engine.lacks_scores(id)).collect();
    assert_eq!(lacking, [&ids[1]], "the first one was asked for all the time");
}

#[test]
fn what_is_judged_ahead_takes_no_room_from_what_was_asked_for() {
    let [engine, _] = twins();
    let ids: Vec<RoleId> = (0..=MOST_ROLES).map(|number| RoleId::new(format!("r-{number}")).unwrap()).collect();
    for id in &ids {
        engine.put_role(&Role { id: id.clone(), ..role() }).unwrap();
    }
    assert!(engine.keep_scores_ahead(&ids[0]).unwrap() && !engine.lacks_scores(&ids[0]));
    for id in &ids[1..MOST_ROLES] {
        engine.keep_scores(id).unwrap();
    }
    let last = &ids[MOST_ROLES];
    assert!(!engine.keep_scores_ahead(last).unwrap() && engine.lacks_scores(last), "there is no room");
    engine.keep_scores(last).unwrap();
    let lacking: Vec<&RoleId> = ids.iter().filter(|id| engine.lacks_scores(id)).collect();
    assert_eq!(lacking, [&ids[0]], "what nobody asked for goes first");
    assert!(matches!(engine.keep_scores_ahead(&RoleId::new("none").unwrap()), Err(Error::NotFound { .. })));
}

#[test]
fn a_role_that_is_judged_tells_how_far_it_is() {
    let [engine, _] = twins();
    let id = role().id;
    let held = engine.hold_scores(&id);
    assert!(engine.judged_so_far(&id) == Some((0, 0)) && !engine.lacks_scores(&id), "somebody is at it");
    engine.keep_scores(&id).unwrap();
    assert_eq!(engine.inner.scores.bytes(), 0, "one is enough");
    drop(held);
    assert!(engine.judged_so_far(&id).is_none() && engine.lacks_scores(&id));
}

#[test]
fn another_profile_day_or_rates_are_judged_anew() {
    let [keeping, plain] = twins();
    keeping.keep_scores(&role().id).unwrap();
    let usual = MatchOptions::default();
    let profile = keeping.options().profile.with("[skills]\nlittle = 0.9").unwrap();
    let questions = [
        usual.clone().with_profile(profile),
        usual.clone().with_as_of(PartialDate::year_only(2020)),
        usual.with_rates([(crate::domain::Currency::USD, 1.0)].into()),
    ];
    for options in questions {
        let ask = |engine: &Engine| format!("{:?}", engine.matches(&role().id, &options).unwrap());
        assert_eq!(ask(&keeping), ask(&plain));
    }
}

#[test]
fn what_is_stopped_keeps_nothing() {
    let [engine, _] = twins();
    let stopped = crate::domain::CancelToken::new();
    stopped.cancel();
    let id = role().id;
    assert!(matches!(engine.cancelled_by(stopped).keep_scores(&id), Err(Error::Cancelled(_))));
    assert!(engine.lacks_scores(&id) && engine.inner.scores.bytes() == 0);
    assert!(matches!(engine.keep_scores(&RoleId::new("none").unwrap()), Err(Error::NotFound { .. })));
}
