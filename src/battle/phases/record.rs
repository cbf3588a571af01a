//! What happened? Writes the journal entry once nothing of the command is left to do.

use super::{Attack, MoveOrder};
use crate::battle::Recording;
use crate::battle::event::Report;
use crate::battle::journal::{self, Settled};
use crate::battle::turn::{Flow, Turn};
use bevy::prelude::{Or, QueryState, With, World};

/// Tells the gate whether another run is needed, and records the entry when none is.
pub(super) fn record(
    world: &mut World,
    orders: &mut QueryState<(), Or<(With<MoveOrder>, With<Attack>)>>,
) {
    let busy = orders.iter(world).next().is_some() || world.resource::<Turn>().flow != Flow::Idle;
    world.resource_mut::<Settled>().0 = !busy;
    if busy || !world.resource::<Recording>().0 {
        return;
    }
    let report = world.resource::<Report>();
    if report.refusal.is_none() && report.question.is_none() {
        journal::write_entry(world);
    }
}
