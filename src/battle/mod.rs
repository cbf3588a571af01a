//! The battle: fighters are entities, one system a phase, no window.
//!
//! A [`Command`](command::Command) goes through one gate ([`order`]), which runs the schedule
//! [`BattleStep`] until nothing is left to do. Systems gather facts, call one function of the
//! ruleset and write the answer back. What happened stands in the [`Report`](event::Report); the
//! [`journal`] keeps commands, faces and state hashes.

#[cfg(test)]
mod action_tests;
pub mod autopilot;
pub mod combatant;
pub mod command;
pub mod event;
pub mod facts_reader;
pub mod fitness;
pub mod journal;
mod ledger;
mod phases;
pub mod setup;
mod shared;
pub mod sim;
pub mod state;
#[cfg(test)]
mod tests;
pub mod turn;

use crate::data::map::{Laid, Map};
use crate::rules::dice::{Given, Rng};
use crate::rules::facts::Policy;
use crate::rules::grid::Board;
use crate::rules::key::Key;
use crate::rules::ruleset::Ruleset;
use bevy::ecs::schedule::{
    IntoScheduleConfigs, LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel,
    SingleThreadedExecutor, SystemSet,
};
use bevy::prelude::{App, Plugin, Resource, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

pub use journal::{Answer, order, redo, undo};

/// The schedule of one step of a battle.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BattleStep;

/// The phases of a step, in order; one system each.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BattlePhase {
    /// Is the next command legal now?
    Intake,
    /// Who acts, in what order?
    Initiative,
    /// Which cells, at what cost?
    Movement,
    /// What lies between?
    Cover,
    /// What is rolled, what follows?
    Attack,
    /// Who is harmed, and how?
    Wounds,
    /// What begins, ends, expires?
    Upkeep,
    /// What happened?
    Record,
}

/// The ruleset in force.
#[derive(Resource, Clone)]
pub struct Rules(pub Arc<dyn Ruleset>);

/// All rulesets that can be switched to, in the order of the switch.
#[derive(Resource, Clone, Default)]
pub struct Library(pub Vec<Arc<dyn Ruleset>>);

impl Library {
    /// The ruleset of an id.
    pub fn get(&self, id: &str) -> Option<Arc<dyn Ruleset>> {
        self.0.iter().find(|r| r.info().id == id).cloned()
    }

    /// The same with settings of its own changed.
    pub fn with_settings(
        &self,
        id: &str,
        changed: &BTreeMap<Key, i16>,
    ) -> Option<Arc<dyn Ruleset>> {
        let rules = self.get(id)?;
        let own = |key: &Key| rules.info().settings.iter().any(|spec| spec.id == *key);
        if !changed.keys().any(own) {
            return Some(rules);
        }
        Some(rules.with_settings(changed).unwrap_or(rules))
    }
}

/// The map, and its board with the doors as they stand.
#[derive(Resource, Clone)]
pub struct BattleMap {
    /// Terrain, objects, zones, with what was laid on it during the fight.
    pub map: Arc<Map>,
    /// The map as its file has it.
    pub base: Arc<Map>,
    /// What was laid on it, the oldest first.
    pub laid: Vec<Laid>,
    /// Walls and sight with the doors as they stand.
    pub board: Board,
    /// Doors that stand open, sorted.
    pub open_doors: Vec<u16>,
    /// Boards with other states of the doors, the oldest first.
    known: Vec<(Vec<u16>, Board)>,
}

/// The generator of the fight.
#[derive(Resource, Clone)]
pub struct DiceState(pub Rng);

/// Dice and answers that were given for the next command instead of being rolled.
#[derive(Resource, Clone, Default)]
pub struct Supplied {
    /// The dice; none rolls with the generator.
    pub dice: Option<Given>,
    /// Answers to decisions.
    pub answers: Vec<u8>,
    /// Whether an unanswered decision stops the command with a question.
    pub ask: bool,
}

/// What the game master settled for this table.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HouseRules {
    /// Settings of rulesets that were changed; all others are as the files have them.
    pub settings: BTreeMap<Key, i16>,
    /// How decisions after a roll are answered when nobody is asked: the same for odds and for play.
    pub policy: Policy,
}

/// Whether steps are recorded. Simulation runs the same schedule without.
#[derive(Resource, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Recording(pub bool);

/// Whether what happens is told: log lines and events. Simulation has nobody to tell it to.
#[derive(Resource, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Narration(pub bool);

/// Puts a ruleset in force as its file has it, for a table that is laid out: what was settled at the
/// table before goes with it. The answer is whether the library has it.
pub fn put_in_force(world: &mut World, id: &str) -> bool {
    let Some(rules) = world.resource::<Library>().get(id) else { return false };
    world.insert_resource(Rules(rules));
    world.insert_resource(HouseRules::default());
    true
}

/// Adds the battle to an app.
pub struct BattlePlugin;

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        install(app.world_mut());
        app.add_message::<event::BattleEvent>();
    }
}

/// Puts the battle's schedule and empty resources into a world.
pub fn install(world: &mut World) {
    let mut schedule = Schedule::new(BattleStep);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        ..Default::default()
    });
    schedule.configure_sets(
        (
            BattlePhase::Intake,
            BattlePhase::Initiative,
            BattlePhase::Movement,
            BattlePhase::Cover,
            BattlePhase::Attack,
            BattlePhase::Wounds,
            BattlePhase::Upkeep,
            BattlePhase::Record,
        )
            .chain(),
    );
    phases::add(&mut schedule);
    world.add_schedule(schedule);
    world.init_resource::<Library>();
    world.init_resource::<Supplied>();
    world.init_resource::<HouseRules>();
    world.init_resource::<combatant::Census>();
    world.init_resource::<turn::Turn>();
    world.init_resource::<state::Dropped>();
    world.init_resource::<event::Report>();
    world.init_resource::<phases::Pending>();
    world.init_resource::<phases::Standing>();
    world.init_resource::<journal::Journal>();
    world.init_resource::<journal::Settled>();
    world.insert_resource(DiceState(Rng::new(0)));
    world.insert_resource(Recording(true));
    world.insert_resource(Narration(true));
}
