//! What lies under the pointer: a faint frame around the cell, a stronger one around a token that
//! would be aimed at, a light on a door that would be opened.

use super::ViewSet;
use super::hand::{Hand, token_at};
use super::pointer::Pointer;
use super::props;
use super::sketch::{Sketch, faded};
use super::space::{ground, layer, square};
use super::theme::{Paint, Theme};
use crate::battle::facts_reader::FactsReader;
use crate::battle::{BattleMap, Rules};
use crate::rules::facts::CombatantId;
use crate::rules::grid::{CellPos, Footprint};
use crate::table::Table;
use bevy::prelude::{
    App, Assets, Commands, Component, Entity, IntoScheduleConfigs, Local, Mesh, Mesh2d,
    MeshMaterial2d, Plugin, Query, Res, ResMut, Transform, Update, With, resource_exists,
};

/// The light under the pointer.
pub struct HoverPlugin;

impl Plugin for HoverPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            show.in_set(ViewSet::Show)
                .run_if(resource_exists::<BattleMap>)
                .run_if(resource_exists::<Rules>),
        );
    }
}

#[derive(Component)]
struct Hovered;

/// What is under the pointer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Under {
    Cell(CellPos),
    Token(CombatantId, Footprint),
    Door(u16, bool),
}

fn show(
    mut commands: Commands,
    mut shown: Local<Option<Under>>,
    pointer: Res<Pointer>,
    hand: Res<Hand>,
    table: Res<Table>,
    reader: FactsReader,
    art: (Res<Theme>, Res<Paint>),
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<Hovered>>,
) {
    let now = under(&reader, &table, &pointer).filter(|_| hand.carry().is_none());
    if *shown == now {
        return;
    }
    *shown = now;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(now) = now else { return };
    let theme = &art.0;
    let mut sketch = Sketch::default();
    match now {
        Under::Cell(cell) => {
            sketch.rounded_border(square(cell), 3.0, 2.2, faded(theme.text, 0.35));
        }
        Under::Token(_, stands) => {
            sketch.rounded_border(ground(stands).inflate(2.0), 8.0, 3.0, faded(theme.text, 0.75));
        }
        Under::Door(door, _) => {
            if let Some(prop) = reader.map.map.props.get(usize::from(door)) {
                sketch.stroke(&props::outline(prop), false, 24.0, faded(theme.active, 0.45));
            }
        }
    }
    commands.spawn((
        Hovered,
        Mesh2d(meshes.add(sketch.mesh())),
        MeshMaterial2d(art.1.plain.clone()),
        Transform::from_xyz(0.0, 0.0, layer::HALO - 0.5),
    ));
}

fn under(reader: &FactsReader, table: &Table, pointer: &Pointer) -> Option<Under> {
    let cell = pointer.cell.filter(|_| pointer.on_board)?;
    if let Some(id) = token_at(reader, pointer.world) {
        // Marks of choice say more than the pointer's.
        let aimed = table.aim.as_ref().is_some_and(|aim| aim.targets.contains(&id));
        if aimed || table.selected == Some(id) {
            return None;
        }
        return Some(Under::Token(id, reader.footprint(id)?));
    }
    let map = &reader.map;
    if let Some(door) = props::door_at(&map.map, &map.open_doors, pointer.world) {
        return Some(Under::Door(door, map.open_doors.contains(&door)));
    }
    Some(Under::Cell(cell))
}
