//! Measuring: Ctrl and dragging, or M, between the middles of two cells, as the ruleset measures.

use super::ViewSet;
use super::hand::Hand;
use super::label::{Label, Plate};
use super::sketch::Sketch;
use super::space::{CELL, centre, layer, square};
use super::theme::{Fonts, Paint, Theme, font};
use crate::battle::Rules;
use crate::locale::Arg;
use crate::rules::grid::{self, CellPos};
use crate::table::Speech;
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Local, Mesh, Mesh2d,
    MeshMaterial2d, Plugin, Query, Res, ResMut, Text2d, TextColor, Transform, Update, Vec2, With,
    resource_exists,
};
use bevy::sprite::Anchor;

/// The ruler.
pub struct RulerPlugin;

impl Plugin for RulerPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, show.in_set(ViewSet::Show).run_if(resource_exists::<Rules>));
    }
}

#[derive(Component)]
struct Ruler;

fn show(
    mut commands: Commands,
    mut shown: Local<Option<(CellPos, CellPos)>>,
    hand: Res<Hand>,
    rules: Res<Rules>,
    speech: Option<Res<Speech>>,
    art: (Res<Theme>, Res<Paint>, Res<Fonts>),
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<Ruler>>,
) {
    let now = hand.measured();
    if *shown == now {
        return;
    }
    *shown = now;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some((from, to)) = now else { return };
    let (theme, paint, fonts) = art;
    let mut sketch = Sketch::default();
    draw(&mut sketch, &theme, from, to);
    commands.spawn((
        Ruler,
        Mesh2d(meshes.add(sketch.mesh())),
        MeshMaterial2d(paint.plain.clone()),
        Transform::from_xyz(0.0, 0.0, layer::LINES),
    ));
    let Some(speech) = speech else { return };
    let metric = rules.0.info().metric;
    let args = [
        ("m", Arg::Int(grid::metres(metric, from, to).into())),
        ("cells", Arg::Int(grid::cells(metric, from, to).into())),
    ];
    commands.spawn((
        Ruler,
        Text2d::new(speech.words.say(speech.lang, "distance", &args)),
        font(&fonts.bold),
        TextColor(theme.text),
        Label::OnScreen(16.0),
        Plate { colour: theme.plate, room: Vec2::new(9.0, 4.0) },
        Anchor::BOTTOM_CENTER,
        Transform::from_translation((centre(to) + Vec2::Y * 0.68 * CELL).extend(layer::GHOST)),
    ));
}

fn draw(sketch: &mut Sketch, theme: &Theme, from: CellPos, to: CellPos) {
    let ink = Color::srgba(0.02, 0.025, 0.03, 0.9);
    let (a, b) = (centre(from), centre(to));
    for cell in [from, to] {
        sketch.rounded_border(square(cell).inflate(-2.0), 5.0, 3.0, theme.text);
    }
    sketch.capsule(a, b, 8.0, ink);
    sketch.capsule(a, b, 4.0, theme.text);
    // A mark every cell's length, a longer one every fifth: 2 m and 10 m.
    let Some(along) = (b - a).try_normalize() else { return };
    let count = (a.distance(b) / CELL).floor() as usize;
    for i in 1..=count {
        let half = if i.is_multiple_of(5) { 15.0 } else { 8.0 };
        let at = a + along * CELL * i as f32;
        sketch.capsule(at + along.perp() * half, at - along.perp() * half, 6.5, ink);
        sketch.capsule(at + along.perp() * half, at - along.perp() * half, 3.2, theme.text);
    }
}
