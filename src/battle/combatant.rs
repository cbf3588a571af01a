//! The components of a fighter. Each wraps one thing that a rule reads or writes.

pub use crate::data::people::{Dossier, LocalName, StoredSheet};
use crate::rules::effect::Change;
use crate::rules::facts::{
    Assailant, Carried, CombatantId, Condition, Fighter, Gear, ItemId, Sheet, SideId, Trace, Watch,
};
use crate::rules::grid::CellPos;
use crate::rules::health::HealthTrack;
use crate::rules::key::RuleId;
use crate::rules::ruleset::{Ruleset, Vital};
use bevy::ecs::query::QueryData;
use bevy::prelude::{Component, Entity, Resource};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A participant of the fight (участник боя).
#[derive(Component, Clone, Debug, Default)]
#[require(Cell, Health, Initiative, Armor, Weapon, Conditions, Stats, Melee, Deeds, Deferred)]
pub struct Combatant {
    /// Its number, never reused.
    pub id: CombatantId,
    /// Its side.
    pub side: SideId,
    /// Everything that the fight does not change.
    pub dossier: Arc<Dossier>,
}

/// Where it stands (клетка).
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell(pub CellPos);

/// Its health (здоровье).
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Health(pub HealthTrack);

/// Whether a fighter takes part yet, or still.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Presence {
    /// In the fight.
    #[default]
    Fighting,
    /// Waits for the next round (BW-ENT-01).
    Pending,
    /// Has left it.
    Left,
}

/// Its place in time (инициатива). The level is kept by the turn order.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Initiative {
    /// The game master's situation modifier.
    pub modifier: u8,
    /// A level that the game master fixed.
    pub fixed: Option<i16>,
    /// Has had its turn in this round.
    pub acted: bool,
    /// Whether it takes part.
    pub presence: Presence,
}

/// What it wears (броня).
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Armor(pub Option<ItemId>);

/// What it carries, and which of it is in hand (оружие).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// All weapons carried.
    pub carried: Vec<Carried>,
    /// The one in hand; none is bare hands.
    pub in_hand: Option<u8>,
}

/// The conditions it is in (состояния), sorted.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions(pub Vec<Condition>);

/// The numbers of its sheet under the present ruleset (лист).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats(pub Arc<Sheet>);

/// What happened to it at arm's length in this round, and how much room there is around it.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub struct Melee {
    /// Who attacked it in melee in this round, and from where (BW-MEL-05).
    pub attacked_by: Vec<(CombatantId, (i32, i32))>,
    /// Room for so many attackers (BW-MEL-06).
    pub attacker_cap: u8,
}

impl Default for Melee {
    fn default() -> Self {
        Self { attacked_by: Vec::new(), attacker_cap: 4 }
    }
}

impl Melee {
    /// The record as a rule reads it.
    pub fn assailants(&self) -> Vec<Assailant> {
        self.attacked_by
            .iter()
            .map(|(id, bearing)| Assailant { id: *id, bearing: *bearing })
            .collect()
    }
}

/// What it did of late, as far as a rule asks for it.
#[derive(
    Component,
    Copy,
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[serde(default, deny_unknown_fields)]
pub struct Deeds {
    /// Where its movements and attacks went.
    pub trace: Trace,
    /// How it spent this round.
    pub watch: Watch,
    /// How often it struck at passers-by in this round.
    pub passing: u8,
    /// It spent the last round so that it may leave the fight, if the game master agrees.
    pub may_leave: bool,
}

/// What was done to it by those who act at the same time: it takes effect when all of them have
/// acted (EP-INI-02).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Deferred(pub Vec<(RuleId, Change)>);

/// Entities by combatant number. The order of the numbers is the order of joining.
#[derive(Resource, Clone, Debug, Default)]
pub struct Census(pub BTreeMap<CombatantId, Entity>);

/// All components of a fighter, for reading.
#[derive(QueryData)]
pub struct Person {
    /// Who.
    pub combatant: &'static Combatant,
    /// Where.
    pub cell: &'static Cell,
    /// Health.
    pub health: &'static Health,
    /// Place in time.
    pub initiative: &'static Initiative,
    /// Armour.
    pub armor: &'static Armor,
    /// Weapons.
    pub weapon: &'static Weapon,
    /// Conditions.
    pub conditions: &'static Conditions,
    /// Sheet.
    pub stats: &'static Stats,
    /// What happened to it at arm's length.
    pub melee: &'static Melee,
    /// What it did of late.
    pub deeds: &'static Deeds,
}

impl PersonItem<'_, '_> {
    /// The fighter as rules see it.
    pub fn fighter(&self) -> Fighter {
        let Weapon { carried, in_hand } = self.weapon;
        Fighter {
            id: self.combatant.id,
            side: self.combatant.side,
            sheet: self.stats.0.clone(),
            health: self.health.0,
            conditions: self.conditions.0.clone(),
            gear: Gear { weapons: carried.clone(), in_hand: *in_hand, armor: self.armor.0 },
            cell: self.cell.0,
            trace: self.deeds.trace,
        }
    }

    /// Whether somebody who was read before is the same still, but for where it stands and what
    /// it did of late.
    pub fn is_still(&self, known: &Fighter) -> bool {
        self.combatant.id == known.id
            && self.combatant.side == known.side
            && self.health.0 == known.health
            && self.weapon.in_hand == known.gear.in_hand
            && self.armor.0 == known.gear.armor
            && self.conditions.0 == known.conditions
            && self.weapon.carried == known.gear.weapons
            && (Arc::ptr_eq(&self.stats.0, &known.sheet) || self.stats.0 == known.sheet)
    }

    /// Its state of health under a ruleset, and what follows; one that waits or has left is not
    /// able.
    pub fn vital(&self, rules: &dyn Ruleset, fighter: &Fighter) -> Vital {
        let mut vital = rules.vital(fighter);
        if self.initiative.presence != Presence::Fighting {
            vital.able = false;
            vital.threatens = false;
        }
        vital
    }
}
