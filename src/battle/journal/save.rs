//! A saved table: the map, the first state, all entries and the place among them.

use super::{Divergence, Entry, Journal, replay};
use crate::battle::command::Command;
use crate::battle::state::BattleState;
use crate::battle::turn::Turn;
use crate::battle::{BattleMap, Library, fitness, put_in_force};
use crate::data::map::{Map, MapFile, SIDE_CELLS_MAX};
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
    /// The round in which it stands. Only lists of tables read it, so that they need no replay.
    #[serde(default)]
    pub round: u16,
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
            map: world.resource::<BattleMap>().base.file.clone(),
            first: BattleState::clone(journal.first()?),
            entries: journal.entries().to_vec(),
            at: journal.at(),
            round: world.resource::<Turn>().round,
        })
    }

    /// The table as the text of a file, one line an entry.
    ///
    /// # Panics
    /// Never: everything in a table can be written.
    pub fn text(&self) -> String {
        crate::data::encode::text(self).expect("a table can be written")
    }

    /// Everything that a hand-edited file could break, with the way to it. The map has checks of
    /// its own, and a save of another format has to be found out before it is read.
    pub fn findings(&self, library: &Library) -> Vec<Finding> {
        // Where the size of the map is wrong, that is said of the map: cells do not follow.
        let side = |cells: u16| match cells {
            1..=SIDE_CELLS_MAX => cells,
            _ => SIDE_CELLS_MAX,
        };
        let size = (side(self.map.size.0), side(self.map.size.1));
        let first = fitness::of_fight(&self.first, size, library);
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

    /// Puts the table into the world.
    ///
    /// # Errors
    /// The first entry that goes another way: the table then stands before it.
    ///
    /// # Panics
    /// If [`Save::findings`] finds something: files are checked where they are read.
    pub fn open(&self, world: &mut World, map: Arc<Map>) -> Result<(), Divergence> {
        assert!(put_in_force(world, &self.first.ruleset), "a checked save names a ruleset");
        world.insert_resource(BattleMap::new(map));
        world.insert_resource(crate::battle::setup::Title(self.title.clone()));
        world.insert_resource(crate::battle::setup::Sides(self.sides.clone()));
        replay(world, &self.first, &self.entries, self.at)
    }
}

/// A world of its own, without a window, in which a save has been opened. Nobody's table is touched
/// until it is known to be whole.
///
/// # Errors
/// As [`Save::open`].
pub fn replayed(library: &Library, save: &Save, map: Arc<Map>) -> Result<World, Divergence> {
    let mut world = crate::battle::setup::empty_world(library);
    save.open(&mut world, map)?;
    Ok(world)
}
