//! A saved table: the map, the first state, all entries and the place among them.

use super::{Divergence, Entry, Journal, replay};
use crate::battle::state::BattleState;
use crate::battle::{BattleMap, Library, Rules};
use crate::data::map::{Map, MapFile};
use bevy::prelude::World;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The format that this program writes.
pub const FORMAT: u16 = 1;

/// A table as a file holds it. Loading replays the entries: every load is a self-test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// Number of the format.
    pub rubezh: u16,
    /// Version of the rules that the entries were played with, by ruleset id.
    pub rules: Vec<(String, u16)>,
    /// The name of the scenario.
    pub title: crate::battle::combatant::LocalName,
    /// The names of the sides.
    #[serde(default)]
    pub sides: Vec<crate::battle::combatant::LocalName>,
    /// The map.
    pub map: MapFile,
    /// The first state.
    pub first: BattleState,
    /// Everything that was done since, the undone part included.
    pub entries: Vec<Entry>,
    /// So many entries are in force.
    pub at: usize,
}

/// Why a save cannot be opened as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// Written in a format that this program does not know.
    Format(u16),
    /// Names a ruleset that is not there.
    Ruleset(String),
    /// Its numbers do not fit its ruleset: a sheet with too few fields, a weapon that is not there.
    Unfit,
    /// The replay went another way.
    Diverged(Divergence),
}

impl Save {
    /// The table as it stands.
    pub fn of(world: &World) -> Option<Self> {
        let journal = world.resource::<Journal>();
        let library = world.resource::<Library>();
        Some(Self {
            rubezh: FORMAT,
            rules: library.0.iter().map(|r| (r.info().id.to_owned(), r.info().version)).collect(),
            title: world.resource::<crate::battle::setup::Title>().0.clone(),
            sides: world.resource::<crate::battle::setup::Sides>().0.clone(),
            map: world.resource::<BattleMap>().map.file.clone(),
            first: BattleState::clone(journal.first()?),
            entries: journal.entries().to_vec(),
            at: journal.at(),
        })
    }

    /// Checks what a hand-edited file could break, before anything of the table is touched.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self, library: &Library) -> Result<(), SaveError> {
        if self.rubezh != FORMAT {
            return Err(SaveError::Format(self.rubezh));
        }
        let Some(rules) = library.get(&self.first.ruleset) else {
            return Err(SaveError::Ruleset(self.first.ruleset.clone()));
        };
        let fields = rules.info().fields.len();
        let fits = self.first.combatants.iter().all(|c| {
            c.sheet.values.len() == fields
                && c.id.0 < self.first.next_id
                && c.gear.weapons.iter().all(|w| usize::from(w.item.0) < rules.weapons().len())
                && c.gear.in_hand.is_none_or(|i| usize::from(i) < c.gear.weapons.len())
                && c.gear.armor.is_none_or(|a| usize::from(a.0) < rules.armors().len())
                && c.dossier.sheets.keys().all(|id| library.get(id).is_some())
                && c.cell.x >= 0
                && c.cell.y >= 0
                && (c.cell.x as u16) < self.map.size.0
                && (c.cell.y as u16) < self.map.size.1
        });
        let mut ids: Vec<_> = self.first.combatants.iter().map(|c| c.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let cards = self.first.rows.iter().flat_map(|r| &r.cards).chain(&self.first.current);
        let known = cards.into_iter().all(|id| ids.contains(id));
        if !fits || !known || ids.len() != self.first.combatants.len() {
            return Err(SaveError::Unfit);
        }
        Ok(())
    }

    /// Puts the table into the world. The save has been checked and its map built.
    ///
    /// # Errors
    /// [`SaveError::Diverged`]: the table then stands before the entry that differs.
    pub fn open(&self, world: &mut World, map: Arc<Map>) -> Result<(), SaveError> {
        self.check(world.resource::<Library>())?;
        let rules = world.resource::<Library>().get(&self.first.ruleset).expect("checked");
        world.insert_resource(Rules(rules));
        world.insert_resource(BattleMap::new(map));
        world.insert_resource(crate::battle::setup::Title(self.title.clone()));
        world.insert_resource(crate::battle::setup::Sides(self.sides.clone()));
        replay(world, &self.first, &self.entries, self.at).map_err(SaveError::Diverged)
    }
}
