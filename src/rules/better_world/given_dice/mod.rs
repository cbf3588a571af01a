//! The worked examples of the specification's section 12, and one case for every rule that has no
//! example there. They are compiled in: `cargo test` runs them, and `rubezh rules` names the cases
//! that touch a rule.
//!
//! The name of a case begins with the specification's own number.

mod examples;
mod rules;

use crate::rules::dice::{Dice, Die, Given, GivenError};
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{
    Aim, Assailant, AttackFacts, Budget, CombatantId, Fighter, InitiativeFacts, Trace, TurnFacts,
    Watch,
};
use crate::rules::grid::{CellPos, WhyIgnored, passes};
use crate::rules::key::{Key, RuleId};
use crate::rules::ruleset::{Area, CaseReport, Ruleset};

use super::bench::*;
use super::data::{Band, Burst, RangedClass, Sequence, Weapon};
use super::ids::*;
use super::sheet::*;
use super::wounds;

/// Runs all cases.
pub(super) fn run_cases() -> Vec<CaseReport> {
    [examples::CASES, rules::CASES]
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

type Case = (&'static str, fn(&Bench));

const TRAINING: usize = Aspect::Training as usize;
const CONSTITUTION: usize = Aspect::Constitution as usize;
const MUSCLE: usize = Aspect::MuscleMemory as usize;
const COORDINATION: usize = Aspect::Coordination as usize;
const SLEIGHT: usize = Aspect::SleightOfHand as usize;
const PERCEPTION: usize = Aspect::Perception as usize;
const CONCENTRATION: usize = Aspect::Concentration as usize;
const REFLEXES: usize = Aspect::Reflexes as usize;

/// Two fighters without arms, 1 and 2, whose best melee Aspects are these.
fn fists(attack: i16, defence: i16) -> (Fighter, Fighter) {
    (man(1, &[(TRAINING, attack)]), man(2, &[(TRAINING, defence)]))
}

fn starting(fighter: Fighter, modifier: u8) -> InitiativeFacts {
    InitiativeFacts { fighter, modifier, fixed: None }
}

/// An attack from the first of these sides, the others being assailants too.
fn crowd(b: &Bench, sides: &[(i32, i32)]) -> crate::rules::facts::AttackFacts {
    let (one, other) = (man(1, &[]), man(99, &[]));
    let mut facts = b.close("attack", &one, sides[0], &other);
    let assailants = sides
        .iter()
        .zip(1..)
        .map(|(bearing, id)| Assailant { id: CombatantId(id), bearing: *bearing });
    facts.targets[0].assailants = assailants.collect();
    facts
}

/// An attack from the first side after attacks from the others in this round.
fn after_attacks(
    b: &Bench,
    side: (i32, i32),
    others: &[(i32, i32)],
) -> crate::rules::facts::AttackFacts {
    let sides: Vec<_> = [side].into_iter().chain(others.iter().copied()).collect();
    let mut facts = crowd(b, &sides);
    facts.targets[0].attacked_by = facts.targets[0].assailants[1..].to_vec();
    facts
}

fn turn_of(fighter: &Fighter) -> TurnFacts {
    TurnFacts { fighter: fighter.clone(), round: 1, engaged: true }
}
