//! The examples that people copy run, and their own assertions hold.

#[path = "../../examples/call_from_async.rs"]
mod call_from_async;
#[path = "../../examples/embed_ats.rs"]
mod embed_ats;
#[path = "../../examples/evaluate_own_data.rs"]
mod evaluate_own_data;
#[path = "../../examples/extend_knowledge.rs"]
mod extend_knowledge;
#[path = "../../examples/replication.rs"]
mod replication;

#[test]
fn an_applicant_tracking_system_embeds_the_engine() {
    embed_ats::main().unwrap();
}

#[test]
fn an_async_service_calls_the_engine() {
    call_from_async::main().unwrap();
}

#[test]
fn own_grades_measure_the_ranking() {
    evaluate_own_data::main().unwrap();
}

#[test]
fn own_skills_rules_and_pay_are_used() {
    extend_knowledge::main().unwrap();
}

#[test]
fn nodes_on_one_database_are_simulated() {
    replication::main().unwrap();
}
