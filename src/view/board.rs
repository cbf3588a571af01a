//! The map: ground, shadows, grid, rim with coordinates, everything that stands on it.
//!
//! The only file that knows the tile map crate. The ground is laid once a map; things and shadows
//! are drawn anew when a door opens.

use super::ViewSet;
use super::label::Label;
use super::props;
use super::shade;
use super::sketch::{Sketch, corners, faded, mixed};
use super::space::{CELL, board_rect, layer, square};
use super::terrain::{Look, TILE, paint};
use super::theme::{Fonts, Paint, Theme, font};
use crate::battle::BattleMap;
use crate::data::map::{Map, ZoneKind};
use crate::rules::grid::CellPos;
use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::prelude::{
    App, Assets, Color, Commands, Component, DetectChanges, Entity, Handle, IntoScheduleConfigs,
    Mesh, Mesh2d, MeshMaterial2d, Plugin, Query, Rect, Res, ResMut, Resource, Sprite, Text2d,
    TextColor, Transform, Update, Vec2, With, resource_exists,
};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_ecs_tilemap::prelude::{
    TileBundle, TilePos, TileStorage, TileTextureIndex, TilemapBundle, TilemapId, TilemapSize,
    TilemapTexture, TilemapTileSize,
};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The map in the window.
pub struct BoardPlugin;

impl Plugin for BoardPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Laid>();
        // Headless apps have no renderer for tiles, and lay none.
        if app.get_sub_app(bevy::render::RenderApp).is_some() {
            app.add_plugins(bevy_ecs_tilemap::TilemapPlugin);
        }
        app.add_systems(
            Update,
            (lay, furnish).chain().in_set(ViewSet::Show).run_if(resource_exists::<BattleMap>),
        );
    }
}

/// What is laid out at present.
#[derive(Resource, Default)]
struct Laid {
    map: Option<Arc<Map>>,
    open_doors: Vec<u16>,
    furnished: bool,
    atlases: Atlases,
}

/// Pictures of ground by the looks that are on them. The tile map crate never lets go of a picture
/// that it has drawn once, so no picture is made twice.
#[derive(Default)]
struct Atlases(BTreeMap<Vec<Look>, Handle<Image>>);

impl Atlases {
    fn of(&mut self, looks: Vec<Look>, images: &mut Assets<Image>) -> Handle<Image> {
        match self.0.entry(looks) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(new) => {
                let picture = images.add(atlas(new.key()));
                new.insert(picture).clone()
            }
        }
    }
}

/// Part of the ground, the grid or the rim: goes when another map comes.
#[derive(Component)]
struct Ground;

/// Things and shadows: drawn anew when a door moves.
#[derive(Component)]
struct Furniture;

/// Most different pictures of ground on one board: what every graphics card can hold.
const LOOKS_MAX: usize = 250;

/// Lays the ground of a new map.
fn lay(
    mut commands: Commands,
    battle: Res<BattleMap>,
    mut laid: ResMut<Laid>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    look: (Res<Theme>, Res<Paint>, Res<Fonts>),
    old: Query<Entity, With<Ground>>,
) {
    let same = laid.map.as_ref().is_some_and(|map| Arc::ptr_eq(map, &battle.map));
    if same && !look.0.is_changed() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let (theme, pencil, fonts) = look;
    laid.map = Some(battle.map.clone());
    laid.furnished = false;
    tiles(&mut commands, &mut images, &mut laid.atlases, &battle.map);
    let mut sketch = Sketch::default();
    rim(&mut sketch, &theme, &battle.map);
    grid(&mut sketch, &theme, &battle.map);
    commands.spawn((
        Ground,
        Mesh2d(meshes.add(sketch.mesh())),
        MeshMaterial2d(pencil.plain.clone()),
        Transform::from_xyz(0.0, 0.0, layer::GRID),
    ));
    coordinates(&mut commands, &theme, &fonts, &battle.map);
}

/// All looks of a map, each with its place among the pictures.
fn looks(map: &Map) -> (Vec<Look>, Vec<u32>) {
    let mut known: BTreeMap<Look, u32> = BTreeMap::new();
    let mut list = Vec::new();
    let mut of_cells = Vec::with_capacity(map.terrain.len());
    for y in 0..i32::from(map.height) {
        for x in 0..i32::from(map.width) {
            let mut look = Look::of(map, x, y);
            if list.len() >= LOOKS_MAX && !known.contains_key(&look) {
                look = look.plain();
            }
            let number = *known.entry(look).or_insert_with(|| {
                list.push(look);
                list.len() as u32 - 1
            });
            of_cells.push(number);
        }
    }
    (list, of_cells)
}

fn tiles(commands: &mut Commands, images: &mut Assets<Image>, atlases: &mut Atlases, map: &Map) {
    let (looks, of_cells) = looks(map);
    let texture = TilemapTexture::Single(atlases.of(looks, images));
    let size = TilemapSize { x: u32::from(map.width), y: u32::from(map.height) };
    let tile_size = TilemapTileSize { x: CELL, y: CELL };
    let ground = commands.spawn(Ground).id();
    let mut storage = TileStorage::empty(size);
    for y in 0..size.y {
        for x in 0..size.x {
            // The crate counts rows from the south.
            let position = TilePos { x, y: size.y - 1 - y };
            let tile = commands
                .spawn(TileBundle {
                    position,
                    tilemap_id: TilemapId(ground),
                    texture_index: TileTextureIndex(of_cells[(y * size.x + x) as usize]),
                    ..TileBundle::default()
                })
                .id();
            commands.entity(ground).add_child(tile);
            storage.set(&position, tile);
        }
    }
    let south_west = Vec2::new(CELL / 2.0, CELL / 2.0 - CELL * size.y as f32);
    commands.entity(ground).insert(TilemapBundle {
        grid_size: tile_size.into(),
        size,
        storage,
        texture,
        tile_size,
        transform: Transform::from_xyz(south_west.x, south_west.y, layer::GROUND),
        ..TilemapBundle::default()
    });
}

/// One image with all pictures side by side.
fn atlas(looks: &[Look]) -> Image {
    let columns = looks.len().clamp(1, 16);
    let rows = looks.len().div_ceil(columns).max(1);
    let mut bytes = vec![0; columns * TILE * rows * TILE * 4];
    let row_bytes = TILE * 4;
    for (i, look) in looks.iter().enumerate() {
        let (column, row) = (i % columns, i / columns);
        for (y, line) in paint(*look).chunks(row_bytes).enumerate() {
            let start = ((row * TILE + y) * columns + column) * row_bytes;
            bytes[start..start + row_bytes].copy_from_slice(line);
        }
    }
    Image::new(
        Extent3d {
            width: (columns * TILE) as u32,
            height: (rows * TILE) as u32,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        bytes,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::all(),
    )
}

/// The frame around the board.
fn rim(sketch: &mut Sketch, theme: &Theme, map: &Map) {
    let board = board_rect(map.width, map.height);
    let outer = board.inflate(0.62 * CELL);
    for (a, b) in [
        (outer.min, Vec2::new(outer.max.x, board.min.y)),
        (Vec2::new(outer.min.x, board.max.y), outer.max),
        (Vec2::new(outer.min.x, board.min.y), Vec2::new(board.min.x, board.max.y)),
        (Vec2::new(board.max.x, board.min.y), Vec2::new(outer.max.x, board.max.y)),
    ] {
        sketch.rect(Rect::from_corners(a, b), theme.rim);
    }
    // The board falls off into the dark: a soft shade just inside of its edge.
    let (clear, dark) = (Color::srgba(0.0, 0.0, 0.0, 0.0), Color::srgba(0.0, 0.0, 0.0, 0.45));
    let inner = board.inflate(-0.35 * CELL);
    let (out, within) = (super::sketch::corners(board), super::sketch::corners(inner));
    for i in 0..4 {
        let j = (i + 1) % 4;
        sketch.patch([out[i], out[j], within[j], within[i]], [dark, dark, clear, clear]);
    }
    sketch.stroke(&super::sketch::corners(board), true, 2.5, Color::srgb(0.02, 0.025, 0.03));
}

fn grid(sketch: &mut Sketch, theme: &Theme, map: &Map) {
    let board = board_rect(map.width, map.height);
    let look = |i: u16| {
        if i.is_multiple_of(5) { (2.6, theme.grid_strong) } else { (1.3, theme.grid) }
    };
    for x in 1..map.width {
        let (width, colour) = look(x);
        let at = f32::from(x) * CELL;
        sketch.line(Vec2::new(at, board.min.y), Vec2::new(at, board.max.y), width, colour);
    }
    for y in 1..map.height {
        let (width, colour) = look(y);
        let at = -f32::from(y) * CELL;
        sketch.line(Vec2::new(board.min.x, at), Vec2::new(board.max.x, at), width, colour);
    }
}

/// Numbers of columns and rows, counted from 1 as the log counts them. Small ones go when there is
/// no room; every fifth stays.
fn coordinates(commands: &mut Commands, theme: &Theme, fonts: &Fonts, map: &Map) {
    let board = board_rect(map.width, map.height);
    let mut write = |number: u16, at: Vec2| {
        let strong = number.is_multiple_of(5) || number == 1;
        let label = if strong { Label::AtLeast(21.0, 12.0) } else { Label::OnBoard(21.0) };
        let colour = if strong { theme.rim_strong } else { theme.rim_text };
        let mut one = commands.spawn((
            Ground,
            Text2d::new(number.to_string()),
            font(&fonts.mono),
            TextColor(colour),
            label,
            Transform::from_xyz(at.x, at.y, layer::GRID + 0.1),
        ));
        one.insert(super::label::ShownFrom(match number {
            1 => 0.0,
            n if n.is_multiple_of(50) => 0.0,
            n if n.is_multiple_of(10) => 3.6,
            n if n.is_multiple_of(5) => 7.5,
            _ => 26.0,
        }));
    };
    for x in 0..map.width {
        let at = (f32::from(x) + 0.5) * CELL;
        write(x + 1, Vec2::new(at, board.max.y + 0.31 * CELL));
        write(x + 1, Vec2::new(at, board.min.y - 0.31 * CELL));
    }
    for y in 0..map.height {
        let at = -(f32::from(y) + 0.5) * CELL;
        write(y + 1, Vec2::new(board.min.x - 0.31 * CELL, at));
        write(y + 1, Vec2::new(board.max.x + 0.31 * CELL, at));
    }
}

/// Zones: haze, thick where sight is, and a hatch where danger is; each kind has its own border.
fn zones(map: &Map, theme: &Theme, sketch: &mut Sketch) {
    let cells = || {
        (0..map.height as i16).flat_map(|y| (0..map.width as i16).map(move |x| CellPos::new(x, y)))
    };
    for kind in ZoneKind::ALL {
        let (fill, edge) = match kind {
            ZoneKind::Dim => (faded(theme.quiet, 0.24), faded(theme.text, 0.45)),
            ZoneKind::Thick => {
                (faded(mixed(theme.quiet, Color::BLACK, 0.45), 0.78), faded(theme.text, 0.65))
            }
            ZoneKind::Danger => (faded(theme.harm, 0.20), theme.harm),
            ZoneKind::Vacuum => (faded(Color::BLACK, 0.30), faded(theme.active, 0.8)),
        };
        for cell in cells().filter(|cell| map.is_in(*cell, kind)) {
            let rect = square(cell);
            sketch.rect(rect, fill);
            if kind == ZoneKind::Danger {
                let part = |n: f32| CELL * n / 4.0;
                for n in [1.0, 2.0, 3.0, 4.0] {
                    let low = rect.min + Vec2::new(part(n), 0.0);
                    sketch.line(low, rect.min + Vec2::new(0.0, part(n)), 2.5, faded(edge, 0.55));
                }
                for n in [1.0, 2.0, 3.0] {
                    let high = rect.max - Vec2::new(part(n), 0.0);
                    sketch.line(high, rect.max - Vec2::new(0.0, part(n)), 2.5, faded(edge, 0.55));
                }
            }
            if kind == ZoneKind::Vacuum {
                // Stars, so that it is told from smoke without colour.
                for (x, y, size) in
                    [(0.22, 0.30, 3.0), (0.64, 0.18, 2.0), (0.76, 0.70, 3.0), (0.36, 0.78, 2.0)]
                {
                    let at = rect.min + Vec2::new(x, y) * CELL;
                    sketch.disc(at, size, faded(edge, 0.9));
                }
            }
            let [a, b, c, d] = corners(rect);
            let sides = [(0, 1, a, b), (1, 0, b, c), (0, -1, c, d), (-1, 0, d, a)];
            for (dx, dy, from, to) in sides {
                // Corners run round from the lower left one, and rows count downwards.
                let beside = CellPos::new(cell.x + dx, cell.y + dy);
                if !map.is_in(beside, kind) {
                    sketch.dashes(&[from, to], 3.0, 9.0, 6.0, edge);
                }
            }
        }
    }
}

/// Draws things and shadows, anew whenever a door has moved or a theme was chosen.
fn furnish(
    mut commands: Commands,
    battle: Res<BattleMap>,
    mut laid: ResMut<Laid>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    (pencil, theme): (Res<Paint>, Res<Theme>),
    old: Query<Entity, With<Furniture>>,
) {
    let same_doors = !battle.is_changed() || laid.open_doors == battle.open_doors;
    if laid.furnished && same_doors {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    laid.furnished = true;
    laid.open_doors.clone_from(&battle.open_doors);
    let board = board_rect(battle.map.width, battle.map.height);
    let middle = board.center();
    commands.spawn((
        Furniture,
        Sprite {
            image: images.add(shade::picture(&battle.map, &battle.open_doors)),
            custom_size: Some(board.size()),
            ..Sprite::default()
        },
        Transform::from_xyz(middle.x, middle.y, layer::SHADE),
    ));
    let mut sketch = Sketch::default();
    props::draw(&battle.map, &battle.open_doors, &mut sketch);
    let mut haze = Sketch::default();
    zones(&battle.map, &theme, &mut haze);
    for (sketch, z) in [(sketch, layer::PROPS), (haze, layer::HAZE)] {
        if sketch.is_empty() {
            continue;
        }
        commands.spawn((
            Furniture,
            Mesh2d(meshes.add(sketch.mesh())),
            MeshMaterial2d(pencil.plain.clone()),
            Transform::from_xyz(0.0, 0.0, z),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::map::Terrain;
    use bevy::mesh::VertexAttributeValues;

    #[test]
    fn the_same_ground_is_painted_once() {
        let (mut atlases, mut images) = (Atlases::default(), Assets::<Image>::default());
        let map = |ground| Map::empty(12, 8, move |_, _| ground);
        for _ in 0..5 {
            for ground in [Terrain::Grass, Terrain::Sand] {
                atlases.of(looks(&map(ground)).0, &mut images);
            }
        }
        assert_eq!(images.len(), 2);
    }

    /// The colours of what covers a point, from below.
    fn over(mesh: &Mesh, at: Vec2) -> Vec<[f32; 4]> {
        let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|a| a.as_float3());
        let places = places.expect("points in space");
        let Some(VertexAttributeValues::Float32x4(colours)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR)
        else {
            panic!("points without colours")
        };
        let ids: Vec<usize> = mesh.indices().expect("triangles").iter().collect();
        let covers = |triangle: &&[usize]| {
            let corner = |i: usize| Vec2::new(places[triangle[i]][0], places[triangle[i]][1]);
            let side = |i: usize| {
                let (from, to) = (corner(i), corner((i + 1) % 3));
                (to - from).perp_dot(at - from)
            };
            let sides = [0, 1, 2].map(side);
            sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
        };
        ids.chunks_exact(3).filter(covers).map(|triangle| colours[triangle[0]]).collect()
    }

    /// Dim light on three by three cells, thick smoke on one and a danger on one.
    fn hazy() -> (Map, Mesh) {
        use crate::data::map::Laid;
        let map = Map::empty(12, 8, |_, _| Terrain::Concrete).with(&[
            Laid::Zone(CellPos::new(2, 2), ZoneKind::Dim, 1),
            Laid::Zone(CellPos::new(6, 2), ZoneKind::Thick, 0),
            Laid::Zone(CellPos::new(9, 5), ZoneKind::Danger, 0),
        ]);
        let mut sketch = Sketch::default();
        zones(&map, &Theme::default(), &mut sketch);
        (map, sketch.mesh())
    }

    #[test]
    fn each_kind_of_zone_fills_its_own_cells() {
        let (map, mesh) = hazy();
        // Where the hatch of a danger runs, and no side of a triangle.
        let inside = |cell| over(&mesh, square(cell).center() + Vec2::new(7.0, -7.0));
        let mut cells = 0;
        for y in 0..8 {
            for x in 0..12 {
                let cell = CellPos::new(x, y);
                let fills = ZoneKind::ALL.into_iter().filter(|kind| map.is_in(cell, *kind));
                let hatch = usize::from(map.is_in(cell, ZoneKind::Danger));
                assert_eq!(inside(cell).len(), fills.count() + hatch, "{cell:?}");
                cells += inside(cell).len().min(1);
            }
        }
        assert_eq!(cells, 9 + 1 + 1);
        let of = |x, y| inside(CellPos::new(x, y))[0];
        let (dim, thick, danger) = (of(2, 2), of(6, 2), of(9, 5));
        assert_ne!(dim, danger);
        assert!(thick[3] > 2.0 * dim[3] && thick[3] < 1.0, "thick, and still a board: {thick:?}");
    }

    #[test]
    fn a_zone_has_a_border_around_the_whole_of_it() {
        let (map, mesh) = hazy();
        let all: Vec<(CellPos, ZoneKind)> = (0..8)
            .flat_map(|y| (0..12).map(move |x| CellPos::new(x, y)))
            .flat_map(|cell| ZoneKind::ALL.map(|kind| (cell, kind)))
            .filter(|(cell, kind)| map.is_in(*cell, *kind))
            .collect();
        for (cell, kind) in all {
            for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                let beside = CellPos::new(cell.x + dx, cell.y + dy);
                let out = (square(beside).center() - square(cell).center()) / CELL;
                // Along the side of the cell, a little outside of it, but not at its ends.
                let side = square(cell).center() + out * (CELL / 2.0 + 0.7);
                let along = (-20..=20).map(|n| side + out.perp() * (n as f32 * CELL / 60.0 + 0.1));
                // What fills the neighbour is one layer without a border.
                let filled = usize::from(map.is_in(beside, kind));
                let border = along.filter(|at| over(&mesh, *at).len() > filled).count();
                assert_eq!(border > 0, filled == 0, "{cell:?} {kind:?} {dx} {dy}");
            }
        }
    }
}
