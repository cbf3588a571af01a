//! The journal: commands, faces, state hashes; undo, redo, saving and replay follow from it.
//!
//! [`order`] is the only gate. It runs the schedule until the command is settled. A refused
//! command leaves no trace, a command that waits for a decision or whose dice do not fit is taken
//! back whole.

mod entry;
mod history;
mod replay;
mod save;

pub use entry::Entry;
pub use history::Journal;
pub use replay::{Divergence, Hindrance, replay};
pub use save::{FORMAT, Save, replayed};

use super::combatant::Census;
use super::command::Command;
use super::event::{BattleEvent, LogLine, Report};
use super::phases::Pending;
use super::state::{self, BattleState};
use super::{BattleStep, Narration, Recording, Supplied};
use crate::rules::dice::{Given, GivenError, Question};
use crate::rules::ruleset::Refusal;
use bevy::prelude::{Resource, World};
use std::sync::Arc;

/// Whether the running command has nothing left to do.
#[derive(Resource, Copy, Clone, Debug, Default)]
pub(super) struct Settled(pub bool);

/// The command that is being recorded.
#[derive(Resource, Clone, Debug, Default)]
struct Running(Option<(Command, Vec<u8>)>);

/// What came of a command.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Carried out; the lines and events are in the report.
    Done,
    /// The rules or the table forbid it; nothing changed.
    Refused(Refusal),
    /// A person has to decide first; nothing changed. Give the same command again with
    /// [`Supplied::answers`] and the same dice: what has been rolled so far falls again, because
    /// the generator stands where it stood. Lines and rolls that led to it are in the report.
    Asks(Question),
    /// The dice that were given do not fit; nothing changed.
    Dice(GivenError),
}

/// Orders something: the one gate for play, autopilot, simulation and replay.
pub fn order(world: &mut World, command: Command) -> Answer {
    let recording = world.resource::<Recording>().0;
    let before = recording.then(|| Journal::now(world));
    let answers = world.resource::<Supplied>().answers.clone();
    let mute = !world.resource::<Narration>().0;
    *world.resource_mut::<Report>() = Report { mute, ..Report::default() };
    world.resource_mut::<Settled>().0 = false;
    if recording {
        world.insert_resource(Running(Some((command.clone(), answers))));
    }
    world.resource_mut::<Pending>().0 = Some(command);
    // Each run moves the command on by at least one phase; a round of skipped turns is one run.
    for _ in 0..RUNS_MAX {
        world.run_schedule(BattleStep);
        if world.resource::<Settled>().0 || world.resource::<Report>().refusal.is_some() {
            break;
        }
    }
    let answer = judge(world);
    *world.resource_mut::<Supplied>() = Supplied::default();
    if !matches!(answer, Answer::Done) {
        if let Some(before) = before
            && !matches!(answer, Answer::Refused(_))
        {
            Journal::take_back(world, &before);
        }
        return answer;
    }
    publish(world);
    Answer::Done
}

/// More runs than any command needs: a fight of nothing but skipped turns ends within these.
const RUNS_MAX: usize = 10_000;

fn judge(world: &World) -> Answer {
    let report = world.resource::<Report>();
    if let Some(refusal) = &report.refusal {
        return Answer::Refused(refusal.clone());
    }
    if let Some(question) = &report.question {
        return Answer::Asks(question.clone());
    }
    let left = world.resource::<Supplied>().dice.as_ref();
    if let Some(error) = left.and_then(|given| Given::finish(given).err()) {
        return Answer::Dice(error);
    }
    Answer::Done
}

/// Hands the events to whoever draws them; a world without a window has nobody to hand them to.
fn publish(world: &mut World) {
    let events = std::mem::take(&mut world.resource_mut::<Report>().events);
    if let Some(mut messages) = world.get_resource_mut::<bevy::prelude::Messages<BattleEvent>>() {
        messages.write_batch(events);
    }
}

/// Writes the entry of the command that has just been settled.
pub(super) fn write_entry(world: &mut World) {
    let given = world.resource::<Supplied>().dice.as_ref();
    if given.is_some_and(|given| given.finish().is_err()) {
        return;
    }
    let Some((command, answers)) =
        world.get_resource_mut::<Running>().and_then(|mut running| running.0.take())
    else {
        return;
    };
    let state = Arc::new(state::capture(world));
    let report = world.resource::<Report>();
    let entry = Entry {
        command,
        rolls: report.rolls.clone(),
        answers,
        hash: state.fingerprint(),
        rng: state.rng.clone(),
        lines: report.lines.clone(),
    };
    world.resource_mut::<Journal>().push(entry, state);
}

/// Takes the last command back. The answer is the command, for the toast.
pub fn undo(world: &mut World) -> Option<Command> {
    let at = world.resource::<Journal>().at();
    let command = world.resource::<Journal>().entries().get(at.checked_sub(1)?)?.command.clone();
    Journal::go_to(world, at - 1);
    Some(command)
}

/// Does the command again that was taken back last: the state is restored, nothing is rolled.
pub fn redo(world: &mut World) -> Option<Command> {
    let at = world.resource::<Journal>().at();
    let command = world.resource::<Journal>().entries().get(at)?.command.clone();
    Journal::go_to(world, at + 1);
    Some(command)
}

/// The lines of the log as it stands: those of all entries that are not undone.
pub fn log(world: &World) -> impl Iterator<Item = &LogLine> {
    let journal = world.resource::<Journal>();
    journal.entries()[..journal.at()].iter().flat_map(|entry| entry.lines.iter())
}

/// Goes on with a journal that was replayed in another world. The map, the ruleset and the title
/// are in place.
pub fn take_over(world: &mut World, journal: Journal) {
    let at = journal.at();
    *world.resource_mut::<Journal>() = journal;
    Journal::go_to(world, at);
}

/// Puts a fight into the world as the first state of a new journal.
pub fn begin_journal(world: &mut World, first: &BattleState) {
    world.resource_mut::<Census>();
    state::restore(world, first);
    let mut captured = state::capture(world);
    captured.next_id = captured.next_id.max(first.next_id);
    *world.resource_mut::<Journal>() = Journal::starting(captured);
    *world.resource_mut::<Report>() = Report::default();
    world.resource_mut::<Report>().events.push(BattleEvent::Restored);
    publish(world);
}
