//! One file a phase, in the order of [`BattlePhase`](super::BattlePhase).

mod attack;
mod cover;
mod initiative;
mod intake;
mod master;
mod movement;
mod record;
mod upkeep;
mod wounds;

use super::BattlePhase;
use super::command::Command;
use crate::rules::effect::Outcome;
use crate::rules::facts::{ActionId, AttackFacts, CombatantId, Cost, Options};
use crate::rules::grid::CellPos;
use crate::rules::ruleset::Plan;
use bevy::ecs::schedule::common_conditions::any_with_component;
use bevy::ecs::schedule::{IntoScheduleConfigs, Schedule};
use bevy::prelude::{Component, Resource};

/// How many sides stood when the command that runs came in: what it decides is told.
#[derive(Resource, Default)]
pub(super) struct Standing(pub usize);

/// The command that waits to be taken in.
#[derive(Resource, Default)]
pub(super) struct Pending(pub Option<Command>);

/// A walk that was allowed and paid.
#[derive(Component, Clone, Debug)]
#[component(storage = "SparseSet")]
pub(super) struct MoveOrder {
    /// Who walks.
    pub who: CombatantId,
    /// From the cell it stands on to the last.
    pub path: Vec<CellPos>,
    /// The movement it is.
    pub action: ActionId,
    /// What it costs.
    pub cost: Cost,
    /// How long it is in half cells, as the ruleset counts diagonals.
    pub half_cells: u16,
    /// Steps already taken.
    pub at: usize,
    /// Who may strike in passing, and before which step; those who did are taken off.
    pub passing: Vec<(usize, CombatantId)>,
    /// Choices and overrides for those strikes.
    pub strikes: Vec<(CombatantId, Options)>,
}

/// An attack on its way through the phases; it gathers components as it goes.
#[derive(Component, Clone, Debug)]
pub(super) struct Attack {
    /// Who attacks.
    pub who: CombatantId,
    /// How.
    pub action: ActionId,
    /// Whom, in order.
    pub targets: Vec<CombatantId>,
    /// The cell it is aimed at.
    pub aim: Option<CellPos>,
    /// Choices and overrides.
    pub options: Options,
    /// What the action costs.
    pub cost: Cost,
    /// A strike at somebody who passes by, in another's turn.
    pub passing: bool,
}

/// What lies between, and all else that matters: left by `Cover`.
#[derive(Component, Clone, Debug)]
#[component(storage = "SparseSet")]
pub(super) struct Facts(pub AttackFacts);

/// What was rolled and follows: left by `Attack`.
#[derive(Component, Clone, Debug)]
#[component(storage = "SparseSet")]
pub(super) struct Resolved {
    /// The checks.
    pub plan: Plan,
    /// What follows.
    pub outcome: Outcome,
}

/// Puts the systems into the schedule. A phase that has nothing to do is passed over before it
/// looks at the fight.
pub(super) fn add(schedule: &mut Schedule) {
    let walks = any_with_component::<MoveOrder>;
    let strikes = any_with_component::<Attack>;
    schedule.add_systems((
        intake::take_in.in_set(BattlePhase::Intake),
        initiative::order_cards.in_set(BattlePhase::Initiative).run_if(initiative::is_due),
        movement::walk.in_set(BattlePhase::Movement).run_if(walks),
        cover::measure.in_set(BattlePhase::Cover).run_if(strikes),
        attack::resolve.in_set(BattlePhase::Attack).run_if(strikes),
        wounds::apply.in_set(BattlePhase::Wounds).run_if(strikes),
        upkeep::keep.in_set(BattlePhase::Upkeep),
        record::record.in_set(BattlePhase::Record),
    ));
}
