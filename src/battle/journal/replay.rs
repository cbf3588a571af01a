//! Replay: the recorded commands with the recorded faces, every hash compared.

use super::{Answer, Entry, Journal, order};
use crate::battle::event::Report;
use crate::battle::state::{self, BattleState};
use crate::battle::{DiceState, Recording, Supplied};
use crate::rules::dice::{Given, GivenError};
use crate::rules::key::RuleId;
use bevy::prelude::World;
use std::sync::Arc;

/// The first entry at which a replay went another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Number of the entry, from 1.
    pub entry: usize,
    /// The recorded hash.
    pub recorded: u64,
    /// The hash that came out; none when the command could not even be carried out.
    pub found: Option<u64>,
    /// Why it could not.
    pub hindrance: Option<Hindrance>,
}

/// What kept a recorded command from being carried out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// A rule refuses it.
    Refused(RuleId),
    /// The recorded dice do not fit the rolls of a rule; none where some are left over.
    Dice(Option<RuleId>),
    /// A rule asks for a decision that is not recorded.
    Asks(RuleId),
}

fn hindrance(answer: &Answer) -> Option<Hindrance> {
    match answer {
        Answer::Done => None,
        Answer::Refused(refusal) => Some(Hindrance::Refused(refusal.rule)),
        Answer::Asks(question) => Some(Hindrance::Asks(question.rule)),
        Answer::Dice(error) => Some(Hindrance::Dice(match error {
            GivenError::TooFew { rule, .. }
            | GivenError::Impossible { rule, .. }
            | GivenError::OtherRule { wanted: rule, .. } => Some(*rule),
            GivenError::LeftOver { .. } => None,
        })),
    }
}

/// Carries an entry out again from its recorded faces, without writing to the journal.
pub(super) fn carry_out(world: &mut World, entry: &Entry) -> Answer {
    let recording = std::mem::replace(&mut world.resource_mut::<Recording>().0, false);
    let mut supplied = world.resource_mut::<Supplied>();
    supplied.dice = Some(Given::rolls(&entry.rolls));
    supplied.answers.clone_from(&entry.answers);
    let answer = order(world, entry.command.clone());
    world.resource_mut::<Recording>().0 = recording;
    world.resource_mut::<DiceState>().0 = entry.rng.clone();
    answer
}

/// Replays entries from a first state into the world's journal, comparing the hash after each,
/// and goes to entry `at`.
///
/// # Errors
/// The first entry that differs; the journal then holds those before it.
pub fn replay(
    world: &mut World,
    first: &BattleState,
    entries: &[Entry],
    at: usize,
) -> Result<(), Divergence> {
    super::begin_journal(world, first);
    let mut done = Vec::with_capacity(entries.len());
    let mut divergence = None;
    for (i, entry) in entries.iter().enumerate() {
        let answer = carry_out(world, entry);
        let now = Arc::new(state::capture(world));
        let found = now.fingerprint();
        if !matches!(answer, Answer::Done) || found != entry.hash {
            let found = matches!(answer, Answer::Done).then_some(found);
            let (entry, recorded, hindrance) = (i + 1, entry.hash, hindrance(&answer));
            divergence = Some(Divergence { entry, recorded, found, hindrance });
            break;
        }
        let mut entry = entry.clone();
        entry.lines = std::mem::take(&mut world.resource_mut::<Report>().lines);
        done.push((entry, now));
    }
    let reached = done.len();
    world.resource_mut::<Journal>().adopt(done);
    Journal::go_to(world, at.min(reached));
    divergence.map_or(Ok(()), Err)
}
