//! A moment of the fight that is looked at again: the board darkens, and over it stand those whom
//! the line of the log is about, as they were, with the way they went or the line of the attack.

use super::ViewSet;
use super::camera::Eye;
use super::label::{Label, Plate};
use super::rings;
use super::sketch::Sketch;
use super::space::{CELL, board_rect, centre, layer, middle};
use super::theme::{Fonts, Paint, Theme, font};
use super::token::{Look, initials, shortened};
use crate::battle::BattleMap;
use crate::locale::Lang;
use crate::rules::grid::Footprint;
use crate::table::moment::{Figure, Moment, Trace};
use crate::table::{Speech, Table};
use bevy::math::Vec3;
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Local, Mesh, Mesh2d,
    MeshMaterial2d, Plugin, Query, Res, ResMut, Text2d, TextColor, Transform, Update, Vec2, With,
    resource_exists,
};
use bevy::sprite::Anchor;
use std::f32::consts::TAU;
use std::sync::Arc;

/// The moment that is looked at.
pub struct MomentPlugin;

impl Plugin for MomentPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, show.in_set(ViewSet::Show).run_if(resource_exists::<BattleMap>));
    }
}

/// A part of the moment.
#[derive(Component)]
pub struct Past;

/// How dark the present becomes.
const VEIL: f32 = 0.5;

fn show(
    mut commands: Commands,
    mut shown: Local<(Option<Arc<Moment>>, Option<Lang>)>,
    table: Res<Table>,
    map: Res<BattleMap>,
    speech: Option<Res<Speech>>,
    art: (Res<Theme>, Res<Paint>, Res<Fonts>),
    mut eye: ResMut<Eye>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<Past>>,
) {
    let lang = speech.as_ref().map(|speech| speech.lang);
    if shown.0 == table.moment && shown.1 == lang {
        return;
    }
    *shown = (table.moment.clone(), lang);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(moment) = &table.moment else { return };
    let (theme, paint, fonts) = art;
    let mut place = |commands: &mut Commands, sketch: Sketch, at: Vec2, z: f32, size: f32| {
        commands.spawn((
            Past,
            Mesh2d(meshes.add(sketch.mesh())),
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_translation(at.extend(z)).with_scale(Vec3::new(size, size, 1.0)),
        ));
    };
    let mut veil = Sketch::default();
    veil.rect(board_rect(map.map.width, map.map.height), Color::srgba(0.02, 0.025, 0.03, VEIL));
    place(&mut commands, veil, Vec2::ZERO, layer::VEIL, 1.0);
    let mut traces = Sketch::default();
    for trace in &moment.traces {
        draw(&mut traces, &theme, trace);
    }
    if !traces.is_empty() {
        place(&mut commands, traces, Vec2::ZERO, layer::VEIL + 0.5, 1.0);
    }
    for (i, figure) in moment.figures.iter().enumerate() {
        // Each on a layer of its own, so that two in one cell are not woven into each other.
        let z = layer::GHOST + 0.01 * i as f32;
        let s = f32::from(figure.side_cells.max(1));
        let at = middle(Footprint { cell: figure.cell, side_cells: figure.side_cells });
        let look = look(figure, lang.unwrap_or(Lang::En));
        let mut body = rings::body(&look, &theme);
        dashed_ring(&mut body, theme.active);
        place(&mut commands, body, at, z, s);
        commands.spawn((
            Past,
            Text2d::new(look.initials),
            font(&fonts.bold),
            TextColor(theme.text),
            Label::OnBoard(24.0 * s),
            Transform::from_translation(at.extend(z + 0.004)),
        ));
        commands.spawn((
            Past,
            Text2d::new(look.name),
            font(&fonts.bold),
            TextColor(theme.text),
            Label::AtLeast(13.0, 13.0),
            Plate { colour: theme.plate, room: Vec2::new(5.0, 0.0) },
            Anchor::TOP_CENTER,
            Transform::from_translation(
                (at - Vec2::Y * 0.53 * CELL * s).extend(layer::GHOST + 1.0),
            ),
        ));
    }
    if let Some(last) = moment.figures.last() {
        eye.bring_into_view(centre(last.cell));
    }
    if let Some(first) = moment.figures.first() {
        eye.bring_into_view(centre(first.cell));
    }
}

fn look(figure: &Figure, lang: Lang) -> Look {
    let name = figure.name.of(lang);
    Look {
        side: figure.side,
        initials: initials(name),
        name: shortened(name),
        name_above: false,
        health: figure.health.clone(),
        icons: Vec::new(),
        more: 0,
        fallen: !figure.able,
        dead: figure.out,
        presence: figure.presence,
        active: false,
        selected: false,
        target: false,
        side_cells: figure.side_cells,
    }
}

/// A ring that no living token has.
fn dashed_ring(sketch: &mut Sketch, colour: Color) {
    let count = 16;
    for i in 0..count {
        let from = TAU * i as f32 / count as f32;
        sketch.arc(Vec2::ZERO, (34.0, 36.4), (from, from + TAU * 0.55 / count as f32), colour);
    }
}

fn draw(sketch: &mut Sketch, theme: &Theme, trace: &Trace) {
    let ink = Color::srgba(0.02, 0.025, 0.03, 0.9);
    match trace {
        Trace::Walk(path) => {
            let points: Vec<Vec2> = path.iter().map(|cell| centre(*cell)).collect();
            sketch.stroke(&points, false, 10.0, ink);
            sketch.stroke(&points, false, 5.5, theme.active);
            if let [.., before, end] = points[..] {
                arrow(sketch, before, end, theme.active, ink);
            }
        }
        Trace::Put(from, to) => {
            let points = [centre(*from), centre(*to)];
            sketch.dashes(&points, 8.0, 11.0, 9.0, ink);
            sketch.dashes(&points, 4.5, 11.0, 9.0, theme.active);
            arrow(sketch, points[0], points[1], theme.active, ink);
        }
        Trace::Strike(from, to) => {
            let (from, to) = (centre(*from), centre(*to));
            sketch.capsule(from, to, 9.0, ink);
            sketch.capsule(from, to, 4.5, theme.target);
            arrow(sketch, from, to, theme.target, ink);
        }
    }
}

/// The head of an arrow just outside the disc that stands at its end.
fn arrow(sketch: &mut Sketch, from: Vec2, to: Vec2, colour: Color, ink: Color) {
    let Some(along) = (to - from).try_normalize() else { return };
    let tip = to - along * 36.0;
    for (grow, colour) in [(3.0, ink), (0.0, colour)] {
        let foot = tip - along * (18.0 + grow);
        let side = along.perp() * (10.0 + grow);
        sketch.convex(&[tip + along * grow, foot + side, foot - side], colour);
    }
}
