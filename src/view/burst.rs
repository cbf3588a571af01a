//! Something goes off: a flash over its cell and a ring that runs out as far as it reached. What
//! went astray leaves a line from the cell that was aimed at, with the dice that led it away.

use super::ViewSet;
use super::label::{Label, Plate};
use super::sketch::{Sketch, faded};
use super::space::{CELL, centre, layer};
use super::theme::{Fonts, Paint, Theme, font};
use super::token::Moving;
use crate::battle::Rules;
use crate::battle::command::Command;
use crate::battle::event::{BattleEvent, Report};
use crate::battle::journal::Journal;
use crate::chronicle::roll_name;
use crate::locale::speak::Speaker;
use crate::rules::grid::CellPos;
use crate::table::{DiceShow, Looks, Speech};
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Mesh, Mesh2d,
    MeshMaterial2d, MessageReader, Or, Plugin, Query, Res, ResMut, Text2d, TextColor, Time,
    Transform, Update, Vec2, With, resource_exists,
};
use bevy::sprite::Anchor;
use std::collections::BTreeMap;
use std::f32::consts::TAU;

/// The flash and the ring.
pub struct BurstPlugin;

impl Plugin for BurstPlugin {
    fn build(&self, app: &mut App) {
        let all = (ignite, astray.run_if(resource_exists::<Rules>), spread, fade).chain();
        app.add_systems(Update, all.in_set(ViewSet::Show));
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

/// How long the way of what went astray is shown, in seconds: long enough to read two dice.
const ASTRAY_S: f32 = 5.0;

/// Rulesets call the rolls for where something goes instead so, or begin their names with it.
const SCATTER: &str = "scatter";

/// The way that something went astray, gone after a while.
#[derive(Component)]
struct Astray {
    age_s: f32,
}

/// Begins what went off; what is undone or loaded puts it out.
fn ignite(
    mut commands: Commands,
    mut events: MessageReader<BattleEvent>,
    looks: Res<Looks>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, Or<(With<Burst>, With<Astray>)>>,
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

/// Draws the way from the cell that was aimed at to the one in which it went off, if that is
/// another, and names the dice of it.
fn astray(
    mut commands: Commands,
    mut events: MessageReader<BattleEvent>,
    (journal, report, rules): (Option<Res<Journal>>, Option<Res<Report>>, Res<Rules>),
    speech: Option<Res<Speech>>,
    (theme, paint, fonts): (Res<Theme>, Res<Paint>, Res<Fonts>),
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for event in events.read() {
        let BattleEvent::Burst { cell, .. } = event else { continue };
        let Some(aimed) = journal.as_deref().and_then(aimed).filter(|aimed| aimed != cell) else {
            continue;
        };
        let (from, to) = (centre(aimed), centre(*cell));
        commands.spawn((
            Astray { age_s: 0.0 },
            Moving,
            Mesh2d(meshes.add(way(&theme, from, to).mesh())),
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_xyz(0.0, 0.0, layer::LINES + 0.5),
        ));
        let (Some(speech), Some(report)) = (speech.as_deref(), report.as_deref()) else { continue };
        let nobody = BTreeMap::new();
        let say = Speaker::new(&speech.words, speech.lang, &nobody);
        let rolls = report.purposes.iter().zip(&report.rolls);
        let those = rolls.filter(|(purpose, _)| purpose.name.starts_with(SCATTER));
        let told = those.map(|(purpose, rolled)| {
            format!("{}: {}", roll_name(&say, rules.0.info().id, purpose), rolled.sum())
        });
        let told: Vec<String> = told.collect();
        if told.is_empty() {
            continue;
        }
        // On the side of the aimed cell that looks away: the landing cell has words of its own.
        let below = to.y >= from.y;
        let at = from - Vec2::new(0.0, if below { 0.5 } else { -0.5 } * CELL);
        commands.spawn((
            Astray { age_s: 0.0 },
            Moving,
            Text2d::new(told.join("\n")),
            font(&fonts.bold),
            TextColor(theme.text),
            Label::AtLeast(15.0, 13.0),
            if below { Anchor::TOP_CENTER } else { Anchor::BOTTOM_CENTER },
            Plate { colour: theme.plate, room: Vec2::new(6.0, 2.0) },
            Transform::from_translation(at.extend(layer::LABELS + 1.0)),
        ));
    }
}

/// The cell at which the last command was aimed.
fn aimed(journal: &Journal) -> Option<CellPos> {
    match journal.entries().get(journal.at().checked_sub(1)?)?.command {
        Command::Attack { aim, .. } => aim,
        _ => None,
    }
}

/// A ring where it was meant to go, and dashes to where it went.
fn way(theme: &Theme, from: Vec2, to: Vec2) -> Sketch {
    let mut sketch = Sketch::default();
    let ink = Color::srgba(0.02, 0.025, 0.03, 0.85);
    let along = (to - from).normalize_or_zero();
    let start = from + along * 0.3 * CELL;
    for (width, colour) in [(8.5, ink), (4.5, theme.target)] {
        let ring = (0.3 * CELL - width / 2.0, 0.3 * CELL + width / 2.0);
        sketch.arc(from, ring, (0.0, TAU), colour);
        sketch.dashes(&[start, to], width, 15.0, 10.0, colour);
        let side = along.perp();
        for turn in [-1.0, 1.0] {
            let barb = to - along * 22.0 + side * turn * 14.0;
            sketch.capsule(barb, to, width, colour);
        }
    }
    sketch
}

/// Takes the ways away that were shown for long enough.
fn fade(mut commands: Commands, time: Res<Time>, mut all: Query<(Entity, &mut Astray)>) {
    for (entity, mut astray) in &mut all {
        astray.age_s += time.delta_secs().min(0.25);
        if astray.age_s >= ASTRAY_S {
            commands.entity(entity).despawn();
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
