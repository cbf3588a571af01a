//! The fight as plain data: what a snapshot holds, what a save begins with, what is hashed.
//!
//! [`capture`] and [`restore`] are the only two functions that know every component.

use super::combatant::{
    Armor, Cell, Census, Combatant, Conditions, Deeds, Deferred, Dossier, Health, Initiative,
    Melee, Presence, Stats, Weapon,
};
use super::turn::{Flow, Turn};
use super::{BattleMap, DiceState, HouseRules, Library, Rules};
use crate::data::map::Laid;
use crate::rules::dice::Rng;
use crate::rules::effect::Change;
use crate::rules::facts::{
    Budget, Carried, CombatantId, Condition, Fighter, Gear, ItemId, Row, Sheet, SideId,
};
use crate::rules::grid::CellPos;
use crate::rules::health::HealthTrack;
use crate::rules::key::RuleId;
use crate::rules::ruleset::{self, Ruleset};
use bevy::prelude::{Entity, Resource, World};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Where the fight is.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Stage {
    /// Tokens are being placed.
    #[default]
    Setup,
    /// Rounds run.
    Fighting,
    /// The game master ended it.
    Over,
}

/// One fighter as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatantState {
    /// Its number.
    pub id: CombatantId,
    /// Its side.
    pub side: SideId,
    /// What the fight does not change.
    #[serde(with = "super::shared")]
    pub dossier: Arc<Dossier>,
    /// Where it stands.
    pub cell: CellPos,
    /// Health.
    pub health: HealthTrack,
    /// The sheet under the present ruleset.
    #[serde(with = "super::shared")]
    pub sheet: Arc<Sheet>,
    /// Weapons and armour.
    pub gear: Gear,
    /// Conditions, sorted.
    pub conditions: Vec<Condition>,
    /// Situation modifier of the initiative.
    pub modifier: u8,
    /// Fixed level.
    pub fixed: Option<i16>,
    /// Has acted in this round.
    pub acted: bool,
    /// Takes part.
    pub presence: Presence,
    /// Melee attackers of this round and their bearings.
    pub attacked_by: Vec<(CombatantId, (i32, i32))>,
    /// Room for attackers.
    pub attacker_cap: u8,
    /// What it did of late.
    #[serde(default)]
    pub deeds: Deeds,
    /// What takes effect when all have acted who act at the same time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deferred: Vec<(RuleId, Change)>,
}

impl Hash for CombatantState {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let Self { id, side, dossier, cell, health, sheet, gear, conditions, .. } = self;
        (id, side, dossier, cell, health, sheet, gear, conditions).hash(h);
        let Self { modifier, fixed, acted, presence, attacked_by, attacker_cap, .. } = self;
        (modifier, fixed, acted, presence, attacked_by, attacker_cap, self.deeds).hash(h);
        // Tables that were saved before there was such a thing keep their hashes.
        if !self.deferred.is_empty() {
            self.deferred.hash(h);
        }
    }
}

impl CombatantState {
    /// Somebody whole and ready on a cell, who has done nothing yet.
    pub fn ready(
        rules: &dyn Ruleset,
        id: CombatantId,
        side: SideId,
        dossier: Dossier,
        cell: CellPos,
        (sheet, gear): (Arc<Sheet>, Gear),
    ) -> Self {
        Self {
            id,
            side,
            dossier: Arc::new(dossier),
            cell,
            health: rules.whole(&sheet),
            sheet,
            gear,
            conditions: Vec::new(),
            modifier: 0,
            fixed: None,
            acted: false,
            presence: Presence::Fighting,
            attacked_by: Vec::new(),
            attacker_cap: Melee::default().attacker_cap,
            deeds: Deeds::default(),
            deferred: Vec::new(),
        }
    }

    /// The fighter as rules see it.
    pub fn fighter(&self) -> Fighter {
        Fighter {
            id: self.id,
            side: self.side,
            sheet: self.sheet.clone(),
            health: self.health,
            conditions: self.conditions.clone(),
            gear: self.gear.clone(),
            cell: self.cell,
            trace: self.deeds.trace,
        }
    }
}

/// The whole fight as plain data, ordered by combatant number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleState {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Where the fight is.
    pub stage: Stage,
    /// Number of the round, 0 before the first.
    pub round: u16,
    /// The turn order.
    pub rows: Vec<Row>,
    /// Whose turn it is.
    pub current: Option<CombatantId>,
    /// What is left of it.
    pub budget: Budget,
    /// The next combatant number.
    pub next_id: u16,
    /// All fighters.
    pub combatants: Vec<CombatantState>,
    /// Which doors stand open, by the map's object numbers.
    pub open_doors: Vec<u16>,
    /// Things that lie on the board.
    pub dropped: Vec<(Carried, CellPos)>,
    /// The generator.
    pub rng: Rng,
    /// Those before whose deed somebody stepped in, and what is left of their turns; the next to go
    /// on is the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interrupted: Vec<(CombatantId, Budget)>,
    /// What was laid on the map, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub laid: Vec<Laid>,
    /// What the game master settled for this table.
    #[serde(default, skip_serializing_if = "is_preset")]
    pub house: HouseRules,
}

fn is_preset(house: &HouseRules) -> bool {
    *house == HouseRules::default()
}

impl BattleState {
    /// The hash of everything but the generator: a replay from recorded faces must match.
    pub fn fingerprint(&self) -> u64 {
        let mut h = StableHasher::default();
        self.ruleset.hash(&mut h);
        (self.stage, self.round, &self.rows, self.current, &self.budget).hash(&mut h);
        (self.next_id, &self.combatants, &self.open_doors, &self.dropped).hash(&mut h);
        // Tables that were saved before there were such things keep their hashes.
        if !self.interrupted.is_empty() {
            self.interrupted.hash(&mut h);
        }
        if !self.laid.is_empty() {
            self.laid.hash(&mut h);
        }
        if !is_preset(&self.house) {
            self.house.hash(&mut h);
        }
        h.finish()
    }
}

/// FNV-1a over canonical little-endian 64-bit words: the same on every machine and forever.
struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl StableHasher {
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01B3);
        self.0 ^= self.0 >> 29;
    }
}

macro_rules! words {
    ($($name:ident: $type:ty),+) => {
        $(fn $name(&mut self, value: $type) { self.word(value as u64); })+
    };
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        // A last mix, so that short inputs fill all bits.
        crate::rules::dice::mix(self.0, 1)
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.word(u64::from(*byte));
        }
    }
    words!(write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize);
    words!(write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_isize: isize);
}

/// Things lying on the board.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped(pub Vec<(Carried, CellPos)>);

/// The fight as it stands.
pub fn capture(world: &mut World) -> BattleState {
    let census = world.resource::<Census>().clone();
    let combatants = census.0.values().map(|entity| capture_one(world, *entity)).collect();
    let turn = world.resource::<Turn>();
    BattleState {
        ruleset: world.resource::<Rules>().0.info().id.to_owned(),
        stage: turn.stage,
        round: turn.round,
        rows: turn.rows.clone(),
        current: turn.current,
        budget: turn.budget.clone(),
        next_id: turn.next_id,
        combatants,
        open_doors: world.resource::<BattleMap>().open_doors.clone(),
        dropped: world.resource::<Dropped>().0.clone(),
        rng: world.resource::<DiceState>().0.clone(),
        interrupted: turn.interrupted.clone(),
        laid: world.resource::<BattleMap>().laid.clone(),
        house: world.resource::<HouseRules>().clone(),
    }
}

fn capture_one(world: &World, entity: Entity) -> CombatantState {
    let e = world.entity(entity);
    let combatant = e.get::<Combatant>().expect("the census lists combatants");
    let get = "a combatant has all required components";
    let initiative = e.get::<Initiative>().expect(get);
    let weapon = e.get::<Weapon>().expect(get);
    let melee = e.get::<Melee>().expect(get);
    CombatantState {
        id: combatant.id,
        side: combatant.side,
        dossier: combatant.dossier.clone(),
        cell: e.get::<Cell>().expect(get).0,
        health: e.get::<Health>().expect(get).0,
        sheet: e.get::<Stats>().expect(get).0.clone(),
        gear: Gear {
            weapons: weapon.carried.clone(),
            in_hand: weapon.in_hand,
            armor: e.get::<Armor>().expect(get).0,
        },
        conditions: e.get::<Conditions>().expect(get).0.clone(),
        modifier: initiative.modifier,
        fixed: initiative.fixed,
        acted: initiative.acted,
        presence: initiative.presence,
        attacked_by: melee.attacked_by.clone(),
        attacker_cap: melee.attacker_cap,
        deeds: *e.get::<Deeds>().expect(get),
        deferred: e.get::<Deferred>().expect(get).0.clone(),
    }
}

/// Makes the fight stand as in the state. Tokens that are in both stay the same entities, so
/// selection and sprites survive. The ruleset named must be in the library; otherwise the present
/// one stays (a save is checked before it gets here).
pub fn restore(world: &mut World, state: &BattleState) {
    let same = world.get_resource::<Rules>().is_some_and(|r| r.0.info().id == state.ruleset);
    if !same || world.resource::<HouseRules>().settings != state.house.settings {
        let library = world.resource::<Library>();
        if let Some(rules) = library.with_settings(&state.ruleset, &state.house.settings) {
            world.insert_resource(Rules(rules));
        }
    }
    *world.resource_mut::<HouseRules>() = state.house.clone();
    let mut census = std::mem::take(&mut world.resource_mut::<Census>().0);
    let kept: Vec<CombatantId> = state.combatants.iter().map(|c| c.id).collect();
    census.retain(|id, entity| {
        let keep = kept.contains(id);
        if !keep {
            world.despawn(*entity);
        }
        keep
    });
    for one in &state.combatants {
        let entity = *census.entry(one.id).or_insert_with(|| world.spawn_empty().id());
        restore_one(world, entity, one);
    }
    world.resource_mut::<Census>().0 = census;
    let mut turn = world.resource_mut::<Turn>();
    turn.stage = state.stage;
    turn.round = state.round;
    turn.rows.clone_from(&state.rows);
    turn.current = state.current;
    turn.budget = state.budget.clone();
    turn.interrupted.clone_from(&state.interrupted);
    turn.next_id = state.next_id;
    turn.flow = Flow::Idle;
    world.resource_mut::<Dropped>().0.clone_from(&state.dropped);
    world.resource_mut::<DiceState>().0 = state.rng.clone();
    // Whoever looks at the map takes note of a change, so nothing is written where nothing is new.
    let map = world.resource::<BattleMap>();
    if map.laid != state.laid || map.open_doors != state.open_doors {
        let mut map = world.resource_mut::<BattleMap>();
        map.lay(&state.laid);
        map.set_open(&state.open_doors);
    }
}

fn restore_one(world: &mut World, entity: Entity, one: &CombatantState) {
    let parts = components(one);
    let mut e = world.entity_mut(entity);
    // Writing in place where the token exists: an insert would tell every observer that it is new.
    if let Ok((mut a, mut b, mut c, mut d)) =
        e.get_components_mut::<(&mut Combatant, &mut Cell, &mut Health, &mut Initiative)>()
    {
        (*a, *b, *c, *d) = (parts.0, parts.1, parts.2, parts.3);
        let get = "a combatant has all required components";
        let (mut f, mut g, mut h) =
            e.get_components_mut::<(&mut Armor, &mut Weapon, &mut Conditions)>().expect(get);
        (*f, *g, *h) = (parts.4, parts.5, parts.6);
        let (mut i, mut j, mut k, mut l) = e
            .get_components_mut::<(&mut Stats, &mut Melee, &mut Deeds, &mut Deferred)>()
            .expect(get);
        (*i, *j, *k, *l) = (parts.7, parts.8, parts.9, parts.10);
    } else {
        e.insert(parts);
    }
}

type Parts =
    (Combatant, Cell, Health, Initiative, Armor, Weapon, Conditions, Stats, Melee, Deeds, Deferred);

/// The components of a fighter from its plain data.
fn components(one: &CombatantState) -> Parts {
    (
        Combatant { id: one.id, side: one.side, dossier: one.dossier.clone() },
        Cell(one.cell),
        Health(one.health),
        Initiative {
            modifier: one.modifier,
            fixed: one.fixed,
            acted: one.acted,
            presence: one.presence,
        },
        Armor(one.gear.armor),
        Weapon { carried: one.gear.weapons.clone(), in_hand: one.gear.in_hand },
        Conditions(one.conditions.clone()),
        Stats(one.sheet.clone()),
        Melee { attacked_by: one.attacked_by.clone(), attacker_cap: one.attacker_cap },
        one.deeds,
        Deferred(one.deferred.clone()),
    )
}

/// Puts one more fighter on the board.
pub(super) fn spawn(world: &mut World, one: &CombatantState) {
    let entity = world.spawn(components(one)).id();
    world.resource_mut::<Census>().0.insert(one.id, entity);
}

/// A weapon as a fresh fighter carries it: full, with what its ruleset lays beside it.
pub fn carried(rules: &dyn Ruleset, item: ItemId) -> Carried {
    let (loaded, spare) = ruleset::weapon(rules, item).map_or((0, 0), |w| (w.magazine, w.spare));
    Carried::new(item, loaded, spare)
}
