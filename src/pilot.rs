//! The autopilot at the table: plays the fighters that the game master gave to it, one command
//! after another, at a pace that can be followed. What a person wants always comes first.

use crate::battle::autopilot::Autopilot;
use crate::battle::state::Stage;
use crate::battle::turn::Turn;
use crate::table::{self, Animating, Table, TableSet, Wish};
use bevy::prelude::{App, IntoScheduleConfigs, Mut, Plugin, Resource, Time, Update, World};

/// How long an autopilot's deed stands before the next, in seconds.
pub const PAUSE_S: f32 = 0.7;

/// The autopilot, and how long it still waits.
#[derive(Resource)]
pub struct Pilot {
    autopilot: Autopilot,
    wait_s: f32,
}

impl Pilot {
    /// Whether it is about to act.
    pub fn busy(&self) -> bool {
        self.wait_s < PAUSE_S
    }
}

/// Adds the autopilot to an app that has the battle and the table.
pub struct PilotPlugin;

impl Plugin for PilotPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Pilot { autopilot: Autopilot::new(), wait_s: PAUSE_S });
        // Before the wishes are carried out: no click can come between its look and its deed.
        app.add_systems(Update, fly.before(TableSet::Fulfil));
    }
}

/// Plays the running fighter if the program plays it.
fn fly(world: &mut World) {
    forget_flown(world);
    let table = world.resource::<Table>();
    if !table.wishes.is_empty() || !piloted(world) {
        world.resource_mut::<Pilot>().wait_s = PAUSE_S;
        return;
    }
    let passed = world.get_resource::<Time>().map_or(0.0, Time::delta_secs).min(0.1);
    let mut pilot = world.resource_mut::<Pilot>();
    pilot.wait_s -= passed;
    if pilot.wait_s > 0.0 {
        return;
    }
    pilot.wait_s = PAUSE_S - 0.01;
    world.resource_scope(|world, mut pilot: Mut<Pilot>| {
        if let Some(command) = pilot.autopilot.next(world) {
            world.resource_mut::<Table>().wish(Wish::Order(command));
        }
    });
}

/// A turn that was handed over is handed over once.
fn forget_flown(world: &mut World) {
    let current = world.resource::<Turn>().current;
    let flown = world.resource::<Table>().flown;
    if flown.is_some() && flown != current {
        world.resource_mut::<Table>().flown = None;
    }
}

/// Whether the program is to play the running turn now.
fn piloted(world: &World) -> bool {
    let turn = world.resource::<Turn>();
    let table = world.resource::<Table>();
    let moving = world.get_resource::<Animating>().is_some_and(|animating| animating.0);
    if turn.stage != Stage::Fighting || table.open.is_some() || moving {
        return false;
    }
    turn.current.is_some_and(|current| {
        table.flown == Some(current) || !table.paused && table::given_away(world, current)
    })
}
