//! A saved table: the map, the first state, all entries and the place among them.

use super::{Divergence, Entry, Journal, replay};
use crate::battle::command::Command;
use crate::battle::state::BattleState;
use crate::battle::{BattleMap, Library, Rules, fitness};
use crate::data::map::{Map, MapFile};
use crate::data::problem::{Finding, What};
use crate::data::tree::Step;
use crate::rules::ruleset::Ruleset;
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

    /// The table as the text of a file, one line an entry.
    ///
    /// # Panics
    /// Never: everything in a table can be written.
    pub fn text(&self) -> String {
        crate::data::encode::text(self).expect("a table can be written")
    }

    /// Checks what a hand-edited file could break, before anything of the table is touched.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check(&self, library: &Library) -> Result<(), SaveError> {
        if self.rubezh != FORMAT {
            return Err(SaveError::Format(self.rubezh));
        }
        if library.get(&self.first.ruleset).is_none() {
            return Err(SaveError::Ruleset(self.first.ruleset.clone()));
        }
        if self.findings(library).is_empty() { Ok(()) } else { Err(SaveError::Unfit) }
    }

    /// Everything that does not fit, with the way to it. The map has checks of its own.
    pub fn findings(&self, library: &Library) -> Vec<Finding> {
        let first = fitness::of_fight(&self.first, self.map.size, library);
        let mut findings: Vec<_> =
            first.into_iter().map(|finding| finding.within(&["first".into()])).collect();
        for (i, entry) in self.entries.iter().enumerate() {
            let Command::Join(newcomer) = &entry.command else { continue };
            // It was made for the ruleset that was in force then.
            let fits =
                |rules: &Arc<dyn Ruleset>| fitness::of_fighter(newcomer, rules.as_ref(), library);
            let least = library.0.iter().map(fits).min_by_key(Vec::len).unwrap_or_default();
            let at: Vec<Step> = vec!["entries".into(), i.into(), "command".into()];
            findings.extend(least.into_iter().map(|finding| finding.within(&at)));
        }
        if self.at > self.entries.len() {
            let what = What::out_of_range(self.at, 0, self.entries.len());
            findings.push(Finding::new(vec!["at".into()], what));
        }
        findings
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

/// A world of its own, without a window, in which a save has been opened. Nobody's table is touched
/// until it is known to be whole.
///
/// # Errors
/// As [`Save::open`].
pub fn replayed(library: &Library, save: &Save, map: Arc<Map>) -> Result<World, SaveError> {
    let mut world = World::new();
    crate::battle::install(&mut world);
    world.insert_resource(library.clone());
    save.open(&mut world, map)?;
    Ok(world)
}
