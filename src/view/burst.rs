//! Something goes off: a flash over its cell and a ring that runs out as far as it reached.

use super::ViewSet;
use super::sketch::{Sketch, faded};
use super::space::{CELL, centre, layer};
use super::theme::{Paint, Theme};
use super::token::Moving;
use crate::battle::event::BattleEvent;
use crate::table::{DiceShow, Looks};
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Mesh, Mesh2d,
    MeshMaterial2d, MessageReader, Plugin, Query, Res, ResMut, Time, Transform, Update, Vec2,
};
use std::f32::consts::TAU;

/// The flash and the ring.
pub struct BurstPlugin;

impl Plugin for BurstPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (ignite, spread).chain().in_set(ViewSet::Show));
    }
}

/// How long all of it takes, and how long the ring runs, in seconds.
const TAKES_S: f32 = 1.0;
const RUNS_S: f32 = 0.45;

/// Something that has gone off.
#[derive(Component)]
struct Burst {
    at: Vec2,
    /// How far the ring runs, in units of the world.
    reach: f32,
    age_s: f32,
}

/// Begins what went off; what is undone or loaded puts it out.
fn ignite(
    mut commands: Commands,
    mut events: MessageReader<BattleEvent>,
    looks: Res<Looks>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, bevy::prelude::With<Burst>>,
) {
    for event in events.read() {
        match event {
            BattleEvent::Burst { cell, reach_cells } if looks.dice != DiceShow::Off => {
                let reach = (f32::from(*reach_cells) + 0.5) * CELL;
                commands.spawn((
                    Burst { at: centre(*cell), reach, age_s: 0.0 },
                    Moving,
                    Mesh2d(meshes.add(Sketch::default().mesh())),
                    MeshMaterial2d(paint.plain.clone()),
                    Transform::from_xyz(0.0, 0.0, layer::LINES + 1.0),
                ));
            }
            BattleEvent::Restored => {
                for entity in &old {
                    commands.entity(entity).despawn();
                }
            }
            _ => {}
        }
    }
}

/// Draws each as it is now; its picture is small and made anew in every frame.
fn spread(
    mut commands: Commands,
    time: Res<Time>,
    theme: Res<Theme>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut all: Query<(Entity, &mut Burst, &mut Mesh2d)>,
) {
    for (entity, mut burst, mut mesh) in &mut all {
        burst.age_s += time.delta_secs().min(0.1);
        if burst.age_s >= TAKES_S {
            commands.entity(entity).despawn();
            continue;
        }
        let mut sketch = Sketch::default();
        draw(&mut sketch, &theme, &burst);
        mesh.0 = meshes.add(sketch.mesh());
    }
}

fn draw(sketch: &mut Sketch, theme: &Theme, burst: &Burst) {
    let (run, left) = stage(burst.age_s);
    let radius = burst.reach * run;
    // The flash is gone before the ring is at its end.
    let flash = (1.0 - burst.age_s / RUNS_S).max(0.0);
    let core = (0.35 * CELL).max(0.3 * burst.reach);
    let light = faded(Color::WHITE, 0.85 * flash);
    sketch.glow(burst.at, (0.0, core), (light, faded(theme.target, 0.0)));
    let wash = faded(theme.target, 0.30 * left);
    sketch.glow(burst.at, (0.0, radius), (faded(theme.target, 0.0), wash));
    let width = 3.0 + 5.0 * left;
    let ring = (radius.max(width) - width / 2.0, radius.max(width) + width / 2.0);
    sketch.arc(burst.at, ring, (0.0, TAU), faded(theme.target, 0.9 * left));
}

/// How far the ring has run, and how strong it still is.
fn stage(age_s: f32) -> (f32, f32) {
    let run = 1.0 - (1.0 - (age_s / RUNS_S).min(1.0)).powi(3);
    let left = 1.0 - ((age_s - RUNS_S) / (TAKES_S - RUNS_S)).clamp(0.0, 1.0);
    (run, left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_runs_out_and_fades() {
        assert_eq!(stage(0.0), (0.0, 1.0));
        assert_eq!(stage(RUNS_S), (1.0, 1.0));
        let (run, left) = stage(TAKES_S);
        assert_eq!((run, left), (1.0, 0.0));
        assert!(stage(0.1).0 > 0.4, "fast at first");
    }
}
