//! The battle map: what a file says ([`MapFile`]) and what the program works with ([`Map`]).

use super::problem::{Finding, What};
use super::tree::Step;
use crate::rules::grid::{
    Blocks, Board, BoardObject, CellPos, DoorState, Height, ObjectKind, Point, UNITS_PER_CELL,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Longest side of a map in cells.
pub const SIDE_CELLS_MAX: u16 = 200;
/// Most walls, doors, windows and objects of a map together.
pub const PROPS_MAX: usize = 10_000;
/// Most corners of one wall or outline.
pub const CORNERS_MAX: usize = 2_000;

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

/// What fills a part of the map without standing on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneKind {
    /// Glare, light smoke, dim light: sight through it is poor.
    Dim,
    /// Thick smoke, darkness.
    Thick,
    /// A danger into which one may be pushed: an edge, an open airlock, traffic.
    Danger,
    /// No air: bullets are not slowed down, blasts wane fast.
    Vacuum,
}

impl ZoneKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Dim, Self::Thick, Self::Danger, Self::Vacuum];

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Something that was laid on the map during a fight.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Laid {
    /// An object that fills one cell.
    Thing(CellPos, PropKind),
    /// A zone: a square around a cell, so many cells to each side.
    Zone(CellPos, ZoneKind, u8),
}

impl Laid {
    /// What can be laid by hand: what fits on one cell.
    pub const THINGS: [PropKind; 8] = [
        PropKind::Crate,
        PropKind::LowWall,
        PropKind::Barrel,
        PropKind::Table,
        PropKind::Stack,
        PropKind::Pillar,
        PropKind::Tree,
        PropKind::Bars,
    ];

    /// The cell it was laid on.
    pub const fn cell(self) -> CellPos {
        match self {
            Self::Thing(cell, _) | Self::Zone(cell, ..) => cell,
        }
    }

    /// The word for it; none for what only a map's own file can have.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Zone(_, ZoneKind::Dim, _) => Some("laid-dim"),
            Self::Zone(_, ZoneKind::Thick, _) => Some("laid-thick"),
            Self::Zone(_, ZoneKind::Danger, _) => Some("laid-danger"),
            Self::Zone(_, ZoneKind::Vacuum, _) => Some("laid-vacuum"),
            Self::Thing(_, kind) => match kind {
                PropKind::Crate => Some("laid-crate"),
                PropKind::LowWall => Some("laid-low-wall"),
                PropKind::Barrel => Some("laid-barrel"),
                PropKind::Table => Some("laid-table"),
                PropKind::Stack => Some("laid-stack"),
                PropKind::Pillar => Some("laid-pillar"),
                PropKind::Tree => Some("laid-tree"),
                PropKind::Bars => Some("laid-bars"),
                PropKind::Wall | PropKind::Door | PropKind::Window | PropKind::Car => None,
            },
        }
    }

    /// Whether it is on a cell.
    pub fn covers(self, cell: CellPos) -> bool {
        let (middle, reach) = match self {
            Self::Thing(middle, _) => (middle, 0),
            Self::Zone(middle, _, reach) => (middle, u16::from(reach)),
        };
        cell.x.abs_diff(middle.x).max(cell.y.abs_diff(middle.y)) <= reach
    }
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
    /// The zones of each cell, row by row, as bits by [`ZoneKind`]; empty where there are none at all.
    pub zoned: Vec<u8>,
}

impl Terrain {
    /// All, in the order of the list above.
    pub const ALL: [Self; 8] = [
        Self::Concrete,
        Self::Asphalt,
        Self::Grass,
        Self::Sand,
        Self::Water,
        Self::Wood,
        Self::Rubble,
        Self::Tiles,
    ];

    /// The letter in map files.
    pub const fn letter(self) -> char {
        match self {
            Self::Concrete => '.',
            Self::Asphalt => ',',
            Self::Grass => 'g',
            Self::Sand => 's',
            Self::Water => 'w',
            Self::Wood => 'f',
            Self::Rubble => 'r',
            Self::Tiles => 't',
        }
    }

    /// The ground of a letter.
    pub fn of(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.letter() == letter)
    }
}

impl PropKind {
    /// What it is to the rules: how tall, and what it stops. `bulletproof` matters for windows.
    fn on_board(self, bulletproof: bool) -> (ObjectKind, Height, Blocks) {
        let low = Blocks { movement: true, sight: false, shots: true };
        match self {
            Self::Wall => (ObjectKind::Wall, Height::Full, Blocks::ALL),
            Self::Door => (ObjectKind::Door, Height::Full, Blocks::ALL),
            Self::Window => {
                let glass = Blocks { movement: true, sight: false, shots: bulletproof };
                (ObjectKind::Window, Height::Full, glass)
            }
            Self::Stack | Self::Pillar | Self::Tree => {
                (ObjectKind::Furniture, Height::Full, Blocks::ALL)
            }
            Self::LowWall | Self::Crate | Self::Car | Self::Barrel | Self::Table => {
                (ObjectKind::Furniture, Height::Low, low)
            }
            Self::Bars => {
                let bars = Blocks { movement: true, sight: false, shots: false };
                (ObjectKind::Furniture, Height::Full, bars)
            }
        }
    }
}

impl Prop {
    /// The prop as an object of the board, a door being closed.
    fn on_board(&self) -> BoardObject {
        let (kind, height, blocks) = self.kind.on_board(self.bulletproof);
        BoardObject {
            kind,
            height,
            blocks,
            outline: self.outline.clone(),
            closed: self.closed,
            door: (kind == ObjectKind::Door).then_some(DoorState::Closed),
        }
    }

    /// Whether somebody in the middle of the cell would stand in it or on it.
    fn fills(&self, cell: CellPos) -> bool {
        let mid = cell.centre();
        let edges = self.outline.iter().zip(self.outline.iter().cycle().skip(1));
        let edges = edges.take(self.outline.len() - usize::from(!self.closed));
        let mut inside = false;
        for (a, b) in edges {
            if near(mid, *a, *b) {
                return true;
            }
            if (a.y > mid.y) != (b.y > mid.y) {
                let side = i64::from(b.x - a.x) * i64::from(mid.y - a.y)
                    - i64::from(b.y - a.y) * i64::from(mid.x - a.x);
                inside ^= (side > 0) == (b.y > a.y);
            }
        }
        inside && self.closed
    }
}

/// Whether the segment comes closer to the point than a quarter of a cell.
fn near(p: Point, a: Point, b: Point) -> bool {
    let limit = i64::from(UNITS_PER_CELL / 4);
    let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
    let (px, py) = (i64::from(p.x - a.x), i64::from(p.y - a.y));
    let length2 = dx * dx + dy * dy;
    let along = (px * dx + py * dy).clamp(0, length2);
    // Distances are compared times the length squared, so that nothing is rounded.
    let (ex, ey) = (px * length2 - along * dx, py * length2 - along * dy);
    let (ex, ey) = (i128::from(ex), i128::from(ey));
    let limit = i128::from(limit) * i128::from(length2);
    ex * ex + ey * ey < limit * limit
}

impl Map {
    /// Makes a map of what a file says. Props are in the order walls, doors, windows, objects.
    ///
    /// # Errors
    /// Everything that is wrong with the meaning, at once.
    pub fn build(file: MapFile) -> Result<Self, Vec<Finding>> {
        let (findings, props) = (Vec::new(), Vec::new());
        let mut builder = Builder { findings, size: file.size, sized: true, props };
        builder.check_size();
        let terrain = builder.terrain(&file.terrain);
        builder.things(&file);
        let zoned = builder.zones(&file.zones);
        let Builder { findings, props, .. } = builder;
        if !findings.is_empty() {
            return Err(findings);
        }
        let (width, height) = file.size;
        let board = Board::new(width, height, props.iter().map(Prop::on_board).collect());
        let slow = terrain.iter().map(|ground| matches!(ground, Terrain::Water | Terrain::Rubble));
        let board = board.with_slow(slow.collect());
        let airless = zoned.iter().map(|bits| bits & ZoneKind::Vacuum.bit() != 0);
        let board = board.with_airless(airless.collect());
        let first_door = file.walls.len();
        let open_doors = file.doors.iter().enumerate().filter(|(_, door)| door.open);
        let open_doors = open_doors.map(|(i, _)| (first_door + i) as u16).collect();
        Ok(Self { width, height, terrain, props, board, open_doors, zoned, file })
    }

    /// An empty map of this ground.
    ///
    /// # Panics
    /// If a side is 0 or longer than [`SIDE_CELLS_MAX`].
    pub fn empty(width: u16, height: u16, ground: impl Fn(u16, u16) -> Terrain) -> Self {
        let row = |y| (0..width).map(|x| ground(x, y).letter()).collect();
        let file = MapFile {
            size: (width, height),
            terrain: (0..height).map(row).collect(),
            walls: Vec::new(),
            doors: Vec::new(),
            windows: Vec::new(),
            objects: Vec::new(),
            zones: Vec::new(),
        };
        Self::build(file).expect("an empty map has no flaw")
    }

    /// What is in the way of somebody who would stand on the cell, by its number: a wall through
    /// its middle, a crate on it. None off the map too.
    pub fn in_the_way(&self, cell: CellPos) -> Option<u16> {
        let blocks = |prop: &&Prop| prop.kind.on_board(prop.bulletproof).2.movement;
        let mut numbered = (0..).zip(&self.props).filter(|(_, prop)| blocks(prop));
        numbered.find(|(_, prop)| prop.fills(cell)).map(|(number, _)| number)
    }

    /// The same map with what was laid on it during a fight, after everything else that stands there;
    /// what lies outside of the map is left out.
    #[must_use]
    pub fn with(&self, laid: &[Laid]) -> Self {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        let mut file = self.file.clone();
        for one in laid {
            let CellPos { x, y } = one.cell();
            let reach = if let Laid::Zone(_, _, reach) = one { i32::from(*reach) } else { 0 };
            let (west, north) = ((i32::from(x) - reach).max(0), (i32::from(y) - reach).max(0));
            let east = (i32::from(x) + reach + 1).min(width);
            let south = (i32::from(y) + reach + 1).min(height);
            if west >= east || north >= south {
                continue;
            }
            let rect = (west.into(), north.into(), (east - west).into(), (south - north).into());
            match *one {
                Laid::Thing(_, kind) => {
                    // A little apart from walls along the edges of its cell.
                    let (x, y): (f64, f64) = (rect.0, rect.1);
                    let rect = Some((x + 0.125, y + 0.125, 0.75, 0.75));
                    file.objects.push(ObjectFile { kind, rect, outline: None });
                }
                Laid::Zone(_, kind, _) => file.zones.push(ZoneFile { kind, rect }),
            }
        }
        Self::build(file).unwrap_or_else(|_| self.clone())
    }

    /// Whether a cell lies in a zone of a kind.
    #[must_use]
    pub fn is_in(&self, cell: CellPos, kind: ZoneKind) -> bool {
        let (Ok(x), Ok(y)) = (usize::try_from(cell.x), usize::try_from(cell.y)) else {
            return false;
        };
        let inside = x < usize::from(self.width);
        let bits = self.zoned.get(y * usize::from(self.width) + x).filter(|_| inside);
        bits.is_some_and(|bits| bits & kind.bit() != 0)
    }

    /// How poor sight is from one cell to another: 0 for clear, 1 where something dim lies on the
    /// line or at its ends, 2 for something thick.
    #[must_use]
    pub fn veil(&self, from: CellPos, to: CellPos) -> u8 {
        if self.zoned.is_empty() {
            return 0;
        }
        let veil = |cell: CellPos| {
            if self.is_in(cell, ZoneKind::Thick) {
                2
            } else {
                self.is_in(cell, ZoneKind::Dim).into()
            }
        };
        from.line_to(to).map(veil).max().unwrap_or(0)
    }

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
    /// Smoke, darkness, dangers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneFile>,
}

/// A zone in a file: the cells whose middles lie in a rectangle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneFile {
    /// What it is.
    pub kind: ZoneKind,
    /// North-west corner and size in cells.
    pub rect: (f64, f64, f64, f64),
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

/// Collects the props of a file, and everything that is wrong with it.
struct Builder {
    findings: Vec<Finding>,
    size: (u16, u16),
    /// Whether the size is one: what lies outside of a wrong size follows from it.
    sized: bool,
    props: Vec<Prop>,
}

fn at(list: &str, index: usize) -> Vec<Step> {
    vec![list.into(), index.into()]
}

fn inside(mut path: Vec<Step>, step: impl Into<Step>) -> Vec<Step> {
    path.push(step.into());
    path
}

impl Builder {
    fn find(&mut self, path: Vec<Step>, what: What) {
        self.findings.push(Finding::new(path, what));
    }

    fn check_size(&mut self) {
        for (i, cells) in [self.size.0, self.size.1].into_iter().enumerate() {
            if !(1..=SIDE_CELLS_MAX).contains(&cells) {
                self.find(at("size", i), What::out_of_range(cells, 1, SIDE_CELLS_MAX));
                self.sized = false;
            }
        }
    }

    fn terrain(&mut self, rows: &[String]) -> Vec<Terrain> {
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        if self.sized && rows.len() != height {
            let args = vec![("count", height.to_string()), ("found_count", rows.len().to_string())];
            self.find(vec!["terrain".into()], What::said("map-rows", args));
        }
        let mut terrain = Vec::with_capacity(rows.len().min(height) * width);
        for (y, row) in rows.iter().enumerate() {
            let length = row.chars().count();
            if self.sized && length != width {
                let args = vec![("count", width.to_string()), ("found_count", length.to_string())];
                self.find(at("terrain", y), What::said("map-row-length", args));
            }
            for (x, letter) in row.chars().enumerate() {
                match Terrain::of(letter) {
                    Some(ground) => terrain.push(ground),
                    None => {
                        let all = Terrain::ALL.map(|t| t.letter().to_string());
                        let what = What::Unknown {
                            key: "map-letter",
                            name: letter.to_string(),
                            near: None,
                            valid: all.to_vec(),
                        };
                        self.findings.push(Finding::new(at("terrain", y), what).at_char(x));
                    }
                }
            }
        }
        terrain
    }

    fn things(&mut self, file: &MapFile) {
        let counts = [file.walls.len(), file.doors.len(), file.windows.len(), file.objects.len()];
        let count: usize = counts.iter().sum();
        if count > PROPS_MAX {
            let args = vec![("count", PROPS_MAX.to_string()), ("found_count", count.to_string())];
            self.find(Vec::new(), What::said("map-too-many-things", args));
            return;
        }
        for (i, wall) in file.walls.iter().enumerate() {
            let outline = self.line(&at("walls", i), wall);
            self.put(PropKind::Wall, outline, false);
        }
        let mut doors = BTreeSet::new();
        for (i, door) in file.doors.iter().enumerate() {
            let before = self.findings.len();
            let outline = self.segment(&at("doors", i), door.from, door.to);
            let mut jambs: Vec<(i32, i32)> = outline.iter().map(|p| (p.x, p.y)).collect();
            jambs.sort_unstable();
            // Two doors in one gap: to open the one would leave the other shut.
            if self.sized && self.findings.len() == before && !doors.insert(jambs) {
                self.find(at("doors", i), What::said("map-door-twice", Vec::new()));
            }
            self.put(PropKind::Door, outline, false);
        }
        for (i, window) in file.windows.iter().enumerate() {
            let outline = self.segment(&at("windows", i), window.from, window.to);
            self.put(PropKind::Window, outline, window.bulletproof);
        }
        for (i, object) in file.objects.iter().enumerate() {
            self.object(&at("objects", i), object);
        }
    }

    fn zones(&mut self, zones: &[ZoneFile]) -> Vec<u8> {
        if zones.is_empty() {
            return Vec::new();
        }
        if zones.len() > PROPS_MAX {
            let args =
                vec![("count", PROPS_MAX.to_string()), ("found_count", zones.len().to_string())];
            self.find(vec!["zones".into()], What::said("map-too-many-things", args));
            return Vec::new();
        }
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        let cells = if self.sized { width * height } else { 0 };
        let mut zoned = vec![0; cells];
        for (i, zone) in zones.iter().enumerate() {
            let outline = self.rect(&inside(at("zones", i), "rect"), zone.rect);
            let [low, _, high, _] = outline[..] else { continue };
            for (n, bits) in zoned.iter_mut().enumerate() {
                let (x, y) = ((n % width) as i16, (n / width) as i16);
                let mid = CellPos::new(x, y).centre();
                if (low.x..high.x).contains(&mid.x) && (low.y..high.y).contains(&mid.y) {
                    *bits |= zone.kind.bit();
                }
            }
        }
        zoned
    }

    fn put(&mut self, kind: PropKind, outline: Vec<Point>, bulletproof: bool) {
        self.props.push(Prop { kind, outline, closed: false, bulletproof });
    }

    fn object(&mut self, path: &[Step], object: &ObjectFile) {
        if matches!(object.kind, PropKind::Door | PropKind::Window) {
            let kind = inside(path.to_vec(), "kind");
            self.find(kind, What::said("map-door-among-objects", Vec::new()));
        }
        let outline = match (&object.rect, &object.outline) {
            (Some(rect), None) => self.rect(&inside(path.to_vec(), "rect"), *rect),
            (None, Some(outline)) => self.line(&inside(path.to_vec(), "outline"), outline),
            (Some(_), Some(_)) => {
                let path = inside(path.to_vec(), "outline");
                self.findings
                    .push(Finding::new(path, What::said("map-two-shapes", vec![])).on_key());
                return;
            }
            (None, None) => {
                self.find(path.to_vec(), What::said("map-no-shape", Vec::new()));
                return;
            }
        };
        let closed = outline.len() > 2;
        self.props.push(Prop { kind: object.kind, outline, closed, bulletproof: false });
    }

    fn segment(&mut self, path: &[Step], from: Corner, to: Corner) -> Vec<Point> {
        let before = self.findings.len();
        let outline = vec![
            self.point(inside(path.to_vec(), "from"), from),
            self.point(inside(path.to_vec(), "to"), to),
        ];
        if self.sized && outline[0] == outline[1] && self.findings.len() == before {
            self.find(inside(path.to_vec(), "to"), What::said("map-no-length", Vec::new()));
        }
        outline
    }

    fn line(&mut self, path: &[Step], corners: &[Corner]) -> Vec<Point> {
        if !(2..=CORNERS_MAX).contains(&corners.len()) {
            let args =
                vec![("max", CORNERS_MAX.to_string()), ("found_count", corners.len().to_string())];
            self.find(path.to_vec(), What::said("map-corners", args));
            return Vec::new();
        }
        let before = self.findings.len();
        let outline: Vec<Point> = corners
            .iter()
            .enumerate()
            .map(|(i, corner)| self.point(inside(path.to_vec(), i), *corner))
            .collect();
        let repeated = (1..outline.len()).find(|i| outline[i - 1] == outline[*i]);
        if let Some(i) = repeated.filter(|_| self.sized && self.findings.len() == before) {
            self.find(inside(path.to_vec(), i), What::said("map-no-length", Vec::new()));
        }
        outline
    }

    fn rect(&mut self, path: &[Step], (x, y, width, height): (f64, f64, f64, f64)) -> Vec<Point> {
        for (i, side) in [(2, width), (3, height)] {
            if side.is_nan() || side <= 0.0 {
                let args = vec![("value", side.to_string())];
                self.find(inside(path.to_vec(), i), What::said("map-no-size", args));
                return Vec::new();
            }
        }
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        let before = self.findings.len();
        let outline = corners.map(|corner| self.point(path.to_vec(), corner));
        // Corners share their numbers: one of them says it all.
        self.findings.truncate(before + 1);
        let thin = outline[0] == outline[1] || outline[1] == outline[2];
        if self.sized && thin && self.findings.len() == before {
            self.find(path.to_vec(), What::said("map-no-length", Vec::new()));
        }
        outline.to_vec()
    }

    /// A corner in units; one that is no number or lies outside is a finding.
    fn point(&mut self, path: Vec<Step>, (x, y): Corner) -> Point {
        let (width, height) = (f64::from(self.size.0), f64::from(self.size.1));
        if !x.is_finite() || !y.is_finite() {
            self.find(path, What::said("map-not-a-place", Vec::new()));
            return Point::new(0, 0);
        }
        if !self.sized {
            return Point::new(0, 0);
        }
        if !(0.0..=width).contains(&x) || !(0.0..=height).contains(&y) {
            let args = vec![
                ("x", x.to_string()),
                ("y", y.to_string()),
                ("width", self.size.0.to_string()),
                ("height", self.size.1.to_string()),
            ];
            self.find(path, What::said("map-outside", args));
            return Point::new(0, 0);
        }
        let units = f64::from(UNITS_PER_CELL);
        // At most 2^16 cells of 2^10 units.
        Point::new((x * units).round() as i32, (y * units).round() as i32)
    }
}
