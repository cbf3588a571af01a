//! What lies on the board: weapons that somebody lost, each with its name.

use super::ViewSet;
use super::label::{Label, Plate};
use super::sketch::Sketch;
use super::space::{CELL, centre, layer};
use super::theme::{Fonts, Paint, Theme, font};
use crate::battle::Rules;
use crate::battle::state::Dropped;
use crate::locale::Lang;
use crate::rules::facts::ItemId;
use crate::rules::grid::CellPos;
use crate::rules::ruleset;
use crate::table::Speech;
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Local, Mesh, Mesh2d,
    MeshMaterial2d, Plugin, Query, Res, ResMut, Text2d, TextColor, Transform, Update, Vec2, With,
    resource_exists,
};
use bevy::sprite::Anchor;

/// What lies on the board.
pub struct ThingsPlugin;

impl Plugin for ThingsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            show.in_set(ViewSet::Show)
                .run_if(resource_exists::<Rules>)
                .run_if(resource_exists::<Dropped>),
        );
    }
}

#[derive(Component)]
struct Thing;

/// What is shown at present: the things with their cells, and the language of their names.
type Shown = (Vec<(ItemId, CellPos)>, Option<Lang>);

fn show(
    mut commands: Commands,
    mut shown: Local<Shown>,
    dropped: Res<Dropped>,
    rules: Res<Rules>,
    speech: Option<Res<Speech>>,
    art: (Res<Theme>, Res<Paint>, Res<Fonts>),
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<Thing>>,
) {
    let things: Vec<_> = dropped.0.iter().map(|(carried, cell)| (carried.item, *cell)).collect();
    let now = (things, speech.as_ref().map(|speech| speech.lang));
    if *shown == now {
        return;
    }
    *shown = now;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let (theme, paint, fonts) = art;
    let mut sketch = Sketch::default();
    for (i, (item, cell)) in shown.0.iter().enumerate() {
        // Several on one cell lie beside each other.
        let before = shown.0[..i].iter().filter(|(_, other)| other == cell).count();
        let at = centre(*cell) + Vec2::new(12.0 * before as f32 - 10.0, -14.0 * before as f32);
        draw(&mut sketch, &theme, at);
        let Some(speech) = &speech else { continue };
        let name = match ruleset::weapon(rules.0.as_ref(), *item) {
            Some(spec) => spec.name.clone().unwrap_or_else(|| {
                speech.words.say(speech.lang, &format!("item-{}", spec.id), &[])
            }),
            None => continue,
        };
        commands.spawn((
            Thing,
            Text2d::new(name),
            font(&fonts.bold),
            TextColor(theme.text),
            Label::AtLeast(12.0, 11.0),
            Plate { colour: theme.plate, room: Vec2::new(5.0, 1.0) },
            Anchor::TOP_CENTER,
            Transform::from_translation((at - Vec2::Y * 0.20 * CELL).extend(layer::FALLEN + 0.6)),
        ));
    }
    if sketch.is_empty() {
        return;
    }
    commands.spawn((
        Thing,
        Mesh2d(meshes.add(sketch.mesh())),
        MeshMaterial2d(paint.plain.clone()),
        Transform::from_xyz(0.0, 0.0, layer::FALLEN + 0.5),
    ));
}

/// A blade with its guard, lying aslant: the mark of any weapon.
fn draw(sketch: &mut Sketch, theme: &Theme, at: Vec2) {
    let ink = Color::srgba(0.02, 0.025, 0.03, 0.9);
    let along = Vec2::new(0.83, 0.56);
    let across = along.perp();
    for (grow, colour) in [(4.0, ink), (0.0, theme.target)] {
        sketch.capsule(at - along * 17.0, at + along * 19.0, 5.0 + grow, colour);
        let guard = at - along * 7.0;
        sketch.capsule(guard - across * 8.0, guard + across * 8.0, 4.0 + grow, colour);
    }
}
