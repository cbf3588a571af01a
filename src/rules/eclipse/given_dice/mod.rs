//! The worked examples of the specification's section 22, and cases for every rule that has no
//! example there. They are compiled in: `cargo test` runs them, and `rubezh rules` names the cases
//! that touch a rule.
//!
//! The name of a case begins with the specification's own number: `EX-12` is the twelfth example.

mod area;
mod attack;
mod examples;
mod examples_more;
mod harm;
mod modifiers;
pub(super) mod people;
mod points;
mod turn;

use crate::rules::ruleset::CaseReport;

use super::bench::Bench;

/// A name and what is done on a fresh bench.
type Case = (&'static str, fn(&Bench));

/// Runs all cases.
pub(super) fn run_cases() -> Vec<CaseReport> {
    let parts = [
        examples::CASES,
        examples_more::CASES,
        attack::CASES,
        modifiers::CASES,
        points::CASES,
        harm::CASES,
        area::CASES,
        turn::CASES,
    ];
    parts
        .iter()
        .flat_map(|cases| cases.iter())
        .map(|(name, case)| {
            let bench = Bench::new();
            case(&bench);
            let (touched, failure) = bench.result();
            CaseReport { name, touched, failure }
        })
        .collect()
}
