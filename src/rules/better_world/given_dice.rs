//! Worked examples.
use crate::rules::ruleset::CaseReport;
/// Runs them.
pub(super) fn run_cases() -> Vec<CaseReport> {
    Vec::new()
}
