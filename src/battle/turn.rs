//! Whose turn it is. The pointer is a fighter's number, never a place in a list: cards may be
//! dragged, killed, deleted or revived, and it still points at the same fighter.

use super::combatant::{Census, Initiative, Presence};
use super::state::Stage;
use crate::rules::facts::{Budget, CombatantId, Row};
use bevy::prelude::Resource;

/// What has to happen next to the turn order; a chain of short runs of the schedule.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Flow {
    /// Nothing: somebody acts, or nobody can.
    #[default]
    Idle,
    /// The fight begins: everybody's initiative is due.
    Begin {
        /// Method for ties.
        by_cards: Option<bool>,
    },
    /// The running turn ends.
    Ending,
    /// A round begins: newcomers are placed.
    RoundStart,
    /// The next card's turn starts.
    Starting,
}

/// The turn order (порядок ходов).
#[derive(Resource, Clone, Debug, Default)]
pub struct Turn {
    /// Where the fight is.
    pub stage: Stage,
    /// Number of the round, from 1.
    pub round: u16,
    /// Rows of cards, highest level first.
    pub rows: Vec<Row>,
    /// Whose turn it is.
    pub current: Option<CombatantId>,
    /// What is left of it.
    pub budget: Budget,
    /// The next combatant number.
    pub next_id: u16,
    /// What is due.
    pub flow: Flow,
    /// Those before whose deed somebody stepped in, with what is left of their turns.
    pub interrupted: Vec<(CombatantId, Budget)>,
}

impl Turn {
    /// All cards in reading order.
    pub fn cards(&self) -> impl Iterator<Item = CombatantId> {
        self.rows.iter().flat_map(|row| row.cards.iter().copied())
    }

    /// The level of a fighter's row.
    pub fn level(&self, id: CombatantId) -> Option<i16> {
        self.rows.iter().find(|row| row.cards.contains(&id)).map(|row| row.level)
    }

    /// Empty rows stand for gaps between occupied levels (BW-INI-05); at the ends they mean nothing.
    pub fn trim(&mut self) {
        while self.rows.last().is_some_and(|row| row.cards.is_empty()) {
            self.rows.pop();
        }
        let leading = self.rows.iter().take_while(|row| row.cards.is_empty()).count();
        self.rows.drain(..leading);
    }

    /// Takes a card out.
    pub fn take_out(&mut self, id: CombatantId) {
        for row in &mut self.rows {
            row.cards.retain(|card| *card != id);
        }
        self.trim();
        if self.current == Some(id) {
            self.current = None;
        }
        self.interrupted.retain(|(who, _)| *who != id);
    }
}

/// The first card in reading order that has not had its turn in this round and takes part. Nobody
/// is passed over or acts twice when cards before or after the current one change.
pub fn next_card<'a>(
    turn: &Turn,
    census: &Census,
    initiative: impl Fn(bevy::prelude::Entity) -> Option<&'a Initiative>,
) -> Option<CombatantId> {
    turn.cards().find(|id| {
        let found = census.0.get(id).and_then(|entity| initiative(*entity));
        found.is_some_and(|i| !i.acted && i.presence == Presence::Fighting)
    })
}
