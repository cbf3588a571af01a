//! Entries and snapshots. Undo restores a snapshot; no inverse of anything exists.
//!
//! The last [`KEEP`] states and every [`EVERY`]th are kept; an older one is rebuilt by replaying
//! from the nearest kept state before it, so undo reaches back to the first.

use super::entry::Entry;
use super::replay;
use crate::battle::event::{BattleEvent, Report};
use crate::battle::state::{self, BattleState};
use bevy::prelude::{Messages, Resource, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many of the newest states are kept.
const KEEP: usize = 300;
/// Of the older ones, each at a multiple of this.
const EVERY: usize = 50;

/// What happened since the first state, the undone part included.
#[derive(Resource, Clone, Debug, Default)]
pub struct Journal {
    entries: Vec<Entry>,
    at: usize,
    states: BTreeMap<usize, Arc<BattleState>>,
    changed: u64,
}

impl Journal {
    /// A journal that begins with a state.
    pub fn starting(first: BattleState) -> Self {
        Self { states: BTreeMap::from([(0, Arc::new(first))]), ..Self::default() }
    }

    /// All entries, the undone ones too.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many entries are in force; those behind are undone.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Grows with every change of the journal: what has this number has been seen.
    pub fn changes(&self) -> u64 {
        self.changed
    }

    /// The first state.
    pub fn first(&self) -> Option<&Arc<BattleState>> {
        self.states.get(&0)
    }

    /// Adds an entry; what was undone is gone.
    pub(super) fn push(&mut self, entry: Entry, state: Arc<BattleState>) {
        self.entries.truncate(self.at);
        self.states.split_off(&(self.at + 1));
        self.entries.push(entry);
        self.at += 1;
        self.changed += 1;
        self.states.insert(self.at, state);
        if let Some(old) = self.at.checked_sub(KEEP)
            && !old.is_multiple_of(EVERY)
        {
            self.states.remove(&old);
        }
    }

    /// The state as it stands, from the snapshot where there is one.
    pub(super) fn now(world: &mut World) -> Arc<BattleState> {
        let journal = world.resource::<Self>();
        if let Some(state) = journal.states.get(&journal.at) {
            return state.clone();
        }
        Arc::new(state::capture(world))
    }

    /// Puts everything back as it was before a command that was not carried out.
    pub(super) fn take_back(world: &mut World, before: &BattleState) {
        state::restore(world, before);
    }

    /// Goes to the state after so many entries.
    pub(super) fn go_to(world: &mut World, at: usize) {
        let state = Self::state_at(world, at);
        state::restore(world, &state);
        let mut journal = world.resource_mut::<Self>();
        journal.at = at;
        journal.changed += 1;
        journal.states.insert(at, state);
        let mut report = world.resource_mut::<Report>();
        *report = Report::default();
        report.events.push(BattleEvent::Restored);
        super::publish(world);
    }

    /// The state after so many entries, rebuilt from the nearest kept one if need be.
    fn state_at(world: &mut World, at: usize) -> Arc<BattleState> {
        let journal = world.resource::<Self>();
        if let Some(state) = journal.states.get(&at) {
            return state.clone();
        }
        let (from, state) = journal
            .states
            .range(..at)
            .next_back()
            .map(|(from, state)| (*from, state.clone()))
            .expect("the first state is always kept");
        let entries = journal.entries[from..at].to_vec();
        state::restore(world, &state);
        for entry in &entries {
            // The entries were carried out once from this very state; a divergence here would be
            // a mistake of ours, and the recorded hashes of a save are compared when it is loaded.
            let _ = replay::carry_out(world, entry);
        }
        Arc::new(state::capture(world))
    }

    /// The state after so many entries, for looking at it: the fight stays as it stands.
    pub fn look_back(world: &mut World, at: usize) -> Arc<BattleState> {
        let journal = world.resource::<Self>();
        let at = at.min(journal.at);
        if let Some(state) = journal.states.get(&at) {
            return state.clone();
        }
        // An old one is rebuilt in this very world; nobody is told of what happens there.
        let now = Self::now(world);
        let report = std::mem::take(&mut *world.resource_mut::<Report>());
        let listeners = world.remove_resource::<Messages<BattleEvent>>();
        let state = Self::state_at(world, at);
        state::restore(world, &now);
        world.insert_resource(report);
        if let Some(listeners) = listeners {
            world.insert_resource(listeners);
        }
        state
    }

    /// Takes over entries that were replayed.
    pub(super) fn adopt(&mut self, entries: Vec<(Entry, Arc<BattleState>)>) {
        for (entry, state) in entries {
            self.push(entry, state);
        }
    }
}
