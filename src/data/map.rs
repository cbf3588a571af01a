//! The battle map: what a file says ([`MapFile`]) and what the program works with ([`Map`]).

use crate::rules::grid::{Board, Point};
use serde::{Deserialize, Serialize};

/// What the ground of a cell is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// `.` concrete.
    Concrete,
    /// `,` asphalt.
    Asphalt,
    /// `g` grass.
    Grass,
    /// `s` sand.
    Sand,
    /// `w` water.
    Water,
    /// `f` wooden floor.
    Wood,
    /// `r` rubble.
    Rubble,
    /// `t` tiles.
    Tiles,
}

/// What an object on the map is; it decides how it is drawn and what it blocks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PropKind {
    /// A wall: blocks everything.
    Wall,
    /// A door: blocks everything while closed.
    Door,
    /// A window: blocks movement, never sight; bullets by its own flag.
    Window,
    /// A low wall: blocks movement, hides the lower half.
    LowWall,
    /// A crate: low, blocks movement.
    Crate,
    /// A high stack of crates: full height, blocks everything.
    Stack,
    /// A car: low, blocks movement.
    Car,
    /// A pillar: full height.
    Pillar,
    /// A barrel: low.
    Barrel,
    /// Iron bars: block movement only.
    Bars,
    /// A tree: full height.
    Tree,
    /// A table or a counter: low.
    Table,
}

/// One object of a checked map. Its place in [`Map::props`] is its number on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Prop {
    /// What it is.
    pub kind: PropKind,
    /// Its corners, in 1/1024 cell.
    pub outline: Vec<Point>,
    /// Whether the outline is closed.
    pub closed: bool,
    /// For windows: the glass stops bullets.
    pub bulletproof: bool,
}

/// A checked map.
#[derive(Clone, Debug)]
pub struct Map {
    /// The file it was read from, for saving.
    pub file: MapFile,
    /// Cells from west to east.
    pub width: u16,
    /// Cells from north to south.
    pub height: u16,
    /// Ground, row by row.
    pub terrain: Vec<Terrain>,
    /// Everything that stands on it, in the order of the board's object numbers.
    pub props: Vec<Prop>,
    /// The board with all doors closed.
    pub board: Board,
    /// Doors that stand open in the file.
    pub open_doors: Vec<u16>,
}

impl Map {
    /// The ground of a cell; concrete outside of the map.
    pub fn ground(&self, x: i32, y: i32) -> Terrain {
        if x < 0 || y < 0 || x >= i32::from(self.width) || y >= i32::from(self.height) {
            return Terrain::Concrete;
        }
        self.terrain[y as usize * usize::from(self.width) + x as usize]
    }
}

/// A corner in cells, fractions allowed; (0, 0) is the north-west corner of the map.
pub type Corner = (f64, f64);

/// A map file. Walls are polylines; doors and windows are segments in the gaps of walls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// Cells from west to east and from north to south, 1 to 200 each.
    pub size: (u16, u16),
    /// One text a row, one letter a cell; see [`Terrain`].
    pub terrain: Vec<String>,
    /// Walls.
    #[serde(default)]
    pub walls: Vec<Vec<Corner>>,
    /// Doors.
    #[serde(default)]
    pub doors: Vec<DoorFile>,
    /// Windows.
    #[serde(default)]
    pub windows: Vec<WindowFile>,
    /// Everything else.
    #[serde(default)]
    pub objects: Vec<ObjectFile>,
}

/// A door in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoorFile {
    /// One jamb.
    pub from: Corner,
    /// The other.
    pub to: Corner,
    /// Stands open.
    #[serde(default)]
    pub open: bool,
}

/// A window in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowFile {
    /// One end.
    pub from: Corner,
    /// The other.
    pub to: Corner,
    /// The glass stops bullets.
    #[serde(default)]
    pub bulletproof: bool,
}

/// An object in a file: a rectangle, or any polygon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectFile {
    /// What it is.
    pub kind: PropKind,
    /// North-west corner and size in cells.
    #[serde(default)]
    pub rect: Option<(f64, f64, f64, f64)>,
    /// Corners, for anything that is no rectangle; two are a line.
    #[serde(default)]
    pub outline: Option<Vec<Corner>>,
}
