//! Where the token in the hand can go: cells are tinted by what they cost, by shape as well as by
//! colour, and everything else falls into shade.

use super::ViewSet;
use super::drag::Carry;
use super::hand::Hand;
use super::sketch::{Sketch, faded};
use super::space::{CELL, layer, square};
use super::theme::{Paint, Theme};
use crate::battle::BattleMap;
use crate::rules::facts::CombatantId;
use crate::rules::grid::{Board, CellPos, Dir8, Footprint};
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Local, Mesh, Mesh2d,
    MeshMaterial2d, Plugin, Query, Res, ResMut, Transform, Update, Vec2, With, resource_exists,
};
use std::collections::BTreeMap;

/// Tinted cells.
pub struct ReachPlugin;

impl Plugin for ReachPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, show.in_set(ViewSet::Show).run_if(resource_exists::<BattleMap>));
    }
}

#[derive(Component)]
struct Tint;

fn show(
    mut commands: Commands,
    mut shown: Local<Option<(CombatantId, usize)>>,
    hand: Res<Hand>,
    map: Res<BattleMap>,
    art: (Res<Theme>, Res<Paint>),
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<Tint>>,
) {
    let carry = hand.carry().filter(|carry| !carry.free);
    let now = carry.map(|carry| (carry.who, carry.trodden.len()));
    if *shown == now {
        return;
    }
    *shown = now;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(carry) = carry else { return };
    let mut sketch = Sketch::default();
    draw(&mut sketch, &art.0, &map.board, carry);
    commands.spawn((
        Tint,
        Mesh2d(meshes.add(sketch.mesh())),
        MeshMaterial2d(art.1.plain.clone()),
        Transform::from_xyz(0.0, 0.0, layer::REACH),
    ));
}

fn draw(sketch: &mut Sketch, theme: &Theme, board: &Board, carry: &Carry) {
    // By cell, whether the cheapest way there is dear.
    let mut cells: BTreeMap<CellPos, bool> = BTreeMap::new();
    for way in &carry.ways {
        for (cell, _) in way.reach.cells() {
            // Of a large token all the cells on which it would stand.
            let stands = Footprint { cell, side_cells: carry.side_cells };
            for cell in stands.cells() {
                *cells.entry(cell).or_insert(way.dear) &= way.dear;
            }
        }
    }
    let shade = Color::srgba(0.01, 0.015, 0.03, 0.46);
    for cell in board.cells() {
        match cells.get(&cell) {
            None => sketch.rect(square(cell), shade),
            Some(false) => cheap(sketch, theme, cell),
            Some(true) => costly(sketch, theme, cell),
        }
    }
    for (cell, costs) in &cells {
        let (width, colour) =
            if *costs { (3.6, theme.reach_dear) } else { (4.2, theme.reach_cheap) };
        for dir in [Dir8::North, Dir8::East, Dir8::South, Dir8::West] {
            // A dear region ends where a cheap one begins; the cheap one draws that border.
            let inside = match cells.get(&cell.step(dir)) {
                Some(other) => *costs || !*other,
                None => false,
            };
            if !inside {
                border(sketch, *cell, dir, width, colour, *costs);
            }
        }
    }
}

fn cheap(sketch: &mut Sketch, theme: &Theme, cell: CellPos) {
    sketch.rect(square(cell), faded(theme.reach_cheap, 0.20));
}

/// A light wash and slanting strokes.
fn costly(sketch: &mut Sketch, theme: &Theme, cell: CellPos) {
    let rect = square(cell);
    sketch.rect(rect, faded(theme.reach_dear, 0.055));
    let colour = faded(theme.reach_dear, 0.26);
    let count = 4;
    for i in 0..count {
        let t = (i as f32 + 0.5) / count as f32 * CELL;
        let low = rect.min;
        sketch.line(low + Vec2::new(t, 0.0), low + Vec2::new(0.0, t), 1.8, colour);
        sketch.line(low + Vec2::new(CELL, t), low + Vec2::new(t, CELL), 1.8, colour);
    }
}

fn border(sketch: &mut Sketch, cell: CellPos, dir: Dir8, width: f32, colour: Color, dashed: bool) {
    let rect = square(cell);
    let (low, high) = (rect.min, rect.max);
    let inset = width / 2.0;
    let (a, b) = match dir {
        Dir8::North => (Vec2::new(low.x, high.y - inset), Vec2::new(high.x, high.y - inset)),
        Dir8::South => (Vec2::new(low.x, low.y + inset), Vec2::new(high.x, low.y + inset)),
        Dir8::East => (Vec2::new(high.x - inset, low.y), Vec2::new(high.x - inset, high.y)),
        _ => (Vec2::new(low.x + inset, low.y), Vec2::new(low.x + inset, high.y)),
    };
    if dashed {
        sketch.dashes(&[a, b], width, 9.0, 7.0, colour);
    } else {
        sketch.line(a, b, width, colour);
    }
}
