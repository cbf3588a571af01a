use super::ids::RULES;
use super::*;

#[test]
fn every_case_holds_and_every_rule_is_touched() {
    let reports = BetterWorld::run_cases();
    let failures: Vec<_> = reports
        .iter()
        .filter_map(|report| report.failure.as_ref().map(|why| format!("{}: {why}", report.name)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let touched = |id| reports.iter().any(|report| report.touched.contains(&id));
    let missing: Vec<_> = RULES.iter().map(|spec| spec.id).filter(|id| !touched(*id)).collect();
    assert!(missing.is_empty(), "no case touches {missing:?}");
}
