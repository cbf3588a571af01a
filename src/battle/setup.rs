//! From a scenario to a fight that can be played, with a window or without.

use super::combatant::{LocalName, Presence};
use super::state::{BattleState, CombatantState, Stage};
use super::{BattleMap, HouseRules, Library, install, journal, put_in_force};
use crate::data::map::{Laid, Map};
use crate::data::people::StoredSheet;
use crate::data::scenario::{Placed, Scenario};
use crate::rules::dice::Rng;
use crate::rules::facts::{Budget, CombatantId};
use crate::rules::grid::{CellPos, DoorState, ObjectId};
use crate::rules::ruleset::Ruleset;
use bevy::prelude::{Resource, World};
use std::sync::Arc;

/// The name of the table.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Title(pub LocalName);

/// The names of the sides, by [`SideId`](crate::rules::facts::SideId). A side that nobody named has
/// none.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Sides(pub Vec<LocalName>);

/// A fight that has not begun: what a checked scenario becomes.
#[derive(Clone, Debug)]
pub struct Fight {
    /// Its name.
    pub title: LocalName,
    /// The names of its sides.
    pub sides: Vec<LocalName>,
    /// Where.
    pub map: Arc<Map>,
    /// Who, under which ruleset.
    pub first: BattleState,
    /// Whether the scenario names the seed of its dice; otherwise a table takes a new one.
    pub seeded: bool,
}

impl Fight {
    /// The fight of a scenario under its ruleset; none if the library lacks that. Fighters are
    /// whole and carry what their sheets name; those without a sheet for the ruleset get one that
    /// is derived from their profile.
    pub fn of(scenario: &Scenario, library: &Library) -> Option<Self> {
        let rules = library.get(&scenario.ruleset)?;
        let combatants: Vec<CombatantState> = (0..)
            .map(CombatantId)
            .zip(&scenario.fighters)
            .map(|(id, placed)| fresh(rules.as_ref(), id, placed))
            .collect();
        let first = BattleState {
            ruleset: scenario.ruleset.clone(),
            stage: Stage::Setup,
            round: 0,
            rows: Vec::new(),
            current: None,
            budget: Budget::default(),
            next_id: combatants.len() as u16,
            combatants,
            open_doors: scenario.map.open_doors.clone(),
            dropped: Vec::new(),
            rng: Rng::new(scenario.seed.unwrap_or_default()),
            interrupted: Vec::new(),
            laid: Vec::new(),
            house: HouseRules::default(),
        };
        let (title, sides) = (scenario.title.clone(), scenario.sides.clone());
        let seeded = scenario.seed.is_some();
        Some(Self { title, sides, map: scenario.map.clone(), first, seeded })
    }
}

/// The fight as it stands in a world, for going on elsewhere without its journal.
pub fn as_it_stands(world: &mut World) -> Fight {
    Fight {
        title: world.resource::<Title>().0.clone(),
        sides: world.resource::<Sides>().0.clone(),
        map: world.resource::<BattleMap>().base.clone(),
        first: super::state::capture(world),
        seeded: true,
    }
}

/// A fighter at the start of a fight.
pub fn fresh(rules: &dyn Ruleset, id: CombatantId, placed: &Placed) -> CombatantState {
    let mut dossier = placed.dossier.clone();
    let StoredSheet { sheet, gear, .. } = dossier.sheet(rules);
    dossier.sheets.remove(rules.info().id);
    let (side, cell) = (placed.side, placed.cell);
    let ready = CombatantState::ready(rules, id, side, dossier, cell, (Arc::new(sheet), gear));
    let presence = if placed.pending { Presence::Pending } else { Presence::Fighting };
    CombatantState { modifier: placed.modifier, presence, ..ready }
}

/// Puts a fight into a world as a new table. The ruleset must be in the library.
pub fn lay_out(world: &mut World, fight: &Fight) {
    put_in_force(world, &fight.first.ruleset);
    world.insert_resource(BattleMap::new(fight.map.clone()));
    world.insert_resource(Title(fight.title.clone()));
    world.insert_resource(Sides(fight.sides.clone()));
    journal::begin_journal(world, &fight.first);
}

/// A world without a window, with a fight laid out.
pub fn headless(library: &Library, fight: &Fight) -> World {
    let mut world = empty_world(library);
    lay_out(&mut world, fight);
    world
}

/// A world without a window that a fight can be laid out in.
pub fn empty_world(library: &Library) -> World {
    let mut world = World::new();
    install(&mut world);
    world.insert_resource(library.clone());
    world
}

/// Boards are kept by the state of their doors: which steps are open is worked out anew for each.
const DOOR_STATES_KEPT: usize = 16;

impl BattleMap {
    /// The map with its doors as the file says.
    pub fn new(map: Arc<Map>) -> Self {
        let board = map.board.clone();
        let known = vec![(Vec::new(), board.clone())];
        let (base, laid) = (map.clone(), Vec::new());
        let mut this = Self { board, open_doors: Vec::new(), map, base, laid, known };
        let open = this.map.open_doors.clone();
        this.set_open(&open);
        this
    }

    /// Lays these things on the map and takes all others away. Doors keep their numbers: what is laid
    /// comes after everything that stands there.
    pub fn lay(&mut self, laid: &[Laid]) {
        if self.laid == laid {
            return;
        }
        let open = std::mem::take(&mut self.open_doors);
        self.laid = laid.to_vec();
        self.map = if laid.is_empty() { self.base.clone() } else { Arc::new(self.base.with(laid)) };
        self.board = self.map.board.clone();
        self.known = vec![(Vec::new(), self.board.clone())];
        self.set_open(&open);
    }

    /// Opens these doors and closes all others.
    pub fn set_open(&mut self, open: &[u16]) {
        if self.open_doors == open {
            return;
        }
        if let Some((doors, board)) = self.known.iter().find(|(doors, _)| doors == open) {
            self.open_doors.clone_from(doors);
            self.board = board.clone();
            return;
        }
        for door in std::mem::take(&mut self.open_doors) {
            self.board.set_door(ObjectId(door), DoorState::Closed);
        }
        for door in open {
            if self.board.set_door(ObjectId(*door), DoorState::Open) {
                self.open_doors.push(*door);
            }
        }
        self.open_doors.sort_unstable();
        if self.known.len() >= DOOR_STATES_KEPT {
            self.known.remove(0);
        }
        self.known.push((self.open_doors.clone(), self.board.clone()));
    }

    /// Whether a door stands open; none if there is no such door.
    pub fn is_open(&self, door: u16) -> Option<bool> {
        self.board.door(ObjectId(door)).map(|state| state == DoorState::Open)
    }

    /// Opens a closed door and closes an open one; the answer is whether it is open now.
    pub fn toggle(&mut self, door: u16) -> bool {
        let mut open = self.open_doors.clone();
        let now_open = !open.contains(&door);
        if now_open {
            open.push(door);
        } else {
            open.retain(|d| *d != door);
        }
        open.sort_unstable();
        self.set_open(&open);
        now_open
    }

    /// Whether a cell touches an object: one can reach out and open it.
    pub fn beside(&self, object: u16, cell: CellPos) -> bool {
        self.board.object(ObjectId(object)).is_some_and(|o| o.touches(cell))
    }
}
