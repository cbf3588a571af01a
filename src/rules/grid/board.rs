//! What stands on the map: walls, doors, windows, furniture; and the board that holds them.

use super::cover::FieldCell;
use super::path::Steps;
use super::pos::{CellPos, Point, UNITS_PER_CELL};
use super::segment::{contains, touches_square};
use super::sight::DISC_RADIUS;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Longest side of a board in cells. Keeps every product of the geometry far inside `i64`.
pub const SIDE_CELLS_MAX: u16 = 512;

/// How far an outline may stick out of the largest board, in units of [`Point`].
const OUTLINE_MARGIN: i32 = 16 * UNITS_PER_CELL;

/// How tall an object is against a standing silhouette.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Height {
    /// Hides the whole silhouette.
    Full,
    /// Hides its lower half; never stops sight.
    Low,
}

/// What an object stops. Three independent flags, because users rightly disagree about glass.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Blocks {
    /// Nobody walks through it.
    pub movement: bool,
    /// Nobody sees through it, if it is [`Height::Full`].
    pub sight: bool,
    /// It counts as cover.
    pub shots: bool,
}

impl Blocks {
    /// An ordinary wall: stops everything.
    pub const ALL: Self = Self { movement: true, sight: true, shots: true };
    /// Stops nothing: what an open door does.
    pub const NONE: Self = Self { movement: false, sight: false, shots: false };
}

/// What an object is; decides who may lean round it and what a person beside it expects.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum ObjectKind {
    /// Part of the building, or solid rock.
    Wall,
    /// A leaf that can be opened; see [`BoardObject::door`].
    Door,
    /// Glass in a wall; its [`Blocks`] say whether shots pass.
    Window,
    /// A crate, car, low wall, pillar, tree ...: anything one can lean over or round, so it does
    /// not hamper the shooter who stands at it.
    Furniture,
}

/// Whether a door stands open. An open door blocks nothing at all.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum DoorState {
    /// Blocks what its [`Blocks`] say.
    Closed,
    /// Blocks nothing.
    Open,
}

/// One thing on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardObject {
    /// What it is.
    pub kind: ObjectKind,
    /// How tall it is.
    pub height: Height,
    /// What it stops.
    pub blocks: Blocks,
    /// Its corners in order. Lines between neighbours are the barrier; at least two points.
    pub outline: Vec<Point>,
    /// Does a line also run from the last corner back to the first, enclosing an area?
    pub closed: bool,
    /// The state of a door when the board is made; `None` for what cannot be opened.
    pub door: Option<DoorState>,
}

impl BoardObject {
    /// A full-height wall along the points, stopping everything.
    #[must_use]
    pub fn wall(outline: Vec<Point>) -> Self {
        Self {
            kind: ObjectKind::Wall,
            height: Height::Full,
            blocks: Blocks::ALL,
            outline,
            closed: false,
            door: None,
        }
    }

    /// The barrier lines of the outline, in order.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let open = self.outline.windows(2).map(|pair| (pair[0], pair[1]));
        let back = match (self.outline.first(), self.outline.last()) {
            (Some(&first), Some(&last)) if self.closed && self.outline.len() > 2 => {
                Some((last, first))
            }
            _ => None,
        };
        open.chain(back)
    }

    /// Does the object touch the closed square of the cell, or enclose the cell?
    #[must_use]
    pub fn touches(&self, cell: CellPos) -> bool {
        let mid = cell.centre();
        self.edges().any(|(a, b)| touches_square(mid, UNITS_PER_CELL / 2, a, b))
            || (self.closed && contains(&self.outline, mid))
    }
}

/// Names an object of one [`Board`]: its place in the list the board was made from.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ObjectId(pub u16);

/// Why a list of objects cannot become a board. Importers check with [`Board::check`] first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// A side is 0 or longer than [`SIDE_CELLS_MAX`].
    Side {
        /// The offending number of cells.
        cells: u16,
    },
    /// More objects than [`ObjectId`] can name.
    TooManyObjects,
    /// An outline has fewer than two points.
    ShortOutline(ObjectId),
    /// A corner lies too far outside any board.
    FarPoint(ObjectId),
    /// [`BoardObject::door`] is set on something other than a door, or missing on a door.
    DoorState(ObjectId),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Side { cells } => write!(f, "a side of {cells} cells; 1..={SIDE_CELLS_MAX}"),
            Self::TooManyObjects => write!(f, "more than {} objects", u16::MAX),
            Self::ShortOutline(id) => write!(f, "object {}: fewer than two corners", id.0),
            Self::FarPoint(id) => write!(f, "object {}: a corner far off the board", id.0),
            Self::DoorState(id) => write!(f, "object {}: doors and only doors open", id.0),
        }
    }
}

impl std::error::Error for BoardError {}

/// One barrier line, prepared: ends in order and what the line does while its door is shut.
#[derive(Copy, Clone, Debug)]
pub(super) struct Segment {
    pub a: Point,
    pub b: Point,
    pub object: ObjectId,
    /// Stops sight: full height and `blocks.sight`.
    pub sight: bool,
    pub shots: bool,
    pub movement: bool,
    pub low: bool,
    pub furniture: bool,
    /// Does its object have a state? Saves a look-up for everything else.
    pub door: bool,
}

/// Cell is worth a closer look: a sight barrier other than furniture passes through the disc of a
/// token standing there.
const CROWDED: u8 = 1;
/// Cell is worth a closer look: its centre lies inside furniture that stops sight.
const INSIDE: u8 = 2;

/// The part of a board that never changes.
#[derive(Debug)]
struct Plan {
    width: u16,
    height: u16,
    objects: Vec<BoardObject>,
    segments: Vec<Segment>,
    /// All furniture with the corners of the box around it.
    furniture: Vec<(ObjectId, Point, Point)>,
    /// [`CROWDED`] and [`INSIDE`], row-major.
    marks: Vec<u8>,
    /// (cell index, furniture that encloses its centre), sorted.
    enclosing: Vec<(u32, ObjectId)>,
}

/// A battle map: its size, its objects, and the state of its doors.
///
/// Cloning copies three counted references and one bit per object, so snapshots may hold boards.
/// Two boards are equal when size, objects and doors are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "BoardRecord", into = "BoardRecord")]
pub struct Board {
    plan: Arc<Plan>,
    /// One bit per object, set while it is an open door.
    open: Vec<u64>,
    pub(super) steps: Arc<Steps>,
    pub(super) views: Arc<Views>,
    /// Difficult ground, row-major; empty where there is none.
    slow: Arc<[bool]>,
    /// Cells without air, row by row; empty where there is air everywhere.
    airless: Arc<[bool]>,
}

/// What is seen from each cell, as far as somebody asked for it.
pub(super) type Views = OnceLock<Box<[OnceLock<Box<[FieldCell]>>]>>;

/// A board as it is written to a file; the doors carry their present state.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "Board")]
struct BoardRecord {
    width: u16,
    height: u16,
    objects: Vec<BoardObject>,
}

impl From<Board> for BoardRecord {
    fn from(board: Board) -> Self {
        let mut objects = board.plan.objects.clone();
        for (object, id) in objects.iter_mut().zip(0..) {
            object.door = board.door(ObjectId(id));
        }
        Self { width: board.plan.width, height: board.plan.height, objects }
    }
}

impl TryFrom<BoardRecord> for Board {
    type Error = BoardError;

    fn try_from(record: BoardRecord) -> Result<Self, BoardError> {
        Self::check(record.width, record.height, &record.objects)?;
        Ok(Self::new(record.width, record.height, record.objects))
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let same_plan = Arc::ptr_eq(&self.plan, &other.plan)
            || (self.size() == other.size()
                && self.plan.objects.len() == other.plan.objects.len()
                && self.plan.objects.iter().zip(&other.plan.objects).all(|(a, b)| {
                    // The state at the start is history; the present one is in the bits.
                    (a.kind, a.height, a.blocks, a.closed) == (b.kind, b.height, b.blocks, b.closed)
                        && a.outline == b.outline
                }));
        same_plan && self.open == other.open
    }
}

impl Eq for Board {}

impl Board {
    /// Says what is wrong with the parts of a board, if anything.
    ///
    /// # Errors
    /// The first fault found, in the order of the list.
    pub fn check(width: u16, height: u16, objects: &[BoardObject]) -> Result<(), BoardError> {
        for cells in [width, height] {
            if cells == 0 || cells > SIDE_CELLS_MAX {
                return Err(BoardError::Side { cells });
            }
        }
        if objects.len() > usize::from(u16::MAX) {
            return Err(BoardError::TooManyObjects);
        }
        let far = i32::from(SIDE_CELLS_MAX) * UNITS_PER_CELL + OUTLINE_MARGIN;
        let allowed = -OUTLINE_MARGIN..=far;
        for (object, id) in objects.iter().zip((0..).map(ObjectId)) {
            if object.outline.len() < 2 {
                return Err(BoardError::ShortOutline(id));
            }
            if !object.outline.iter().all(|p| allowed.contains(&p.x) && allowed.contains(&p.y)) {
                return Err(BoardError::FarPoint(id));
            }
            if object.door.is_some() != (object.kind == ObjectKind::Door) {
                return Err(BoardError::DoorState(id));
            }
        }
        Ok(())
    }

    /// A board of `width` by `height` cells with these objects; their places become their ids.
    ///
    /// # Panics
    /// If [`Board::check`] finds a fault: data from outside is checked where it is read.
    #[must_use]
    pub fn new(width: u16, height: u16, objects: Vec<BoardObject>) -> Self {
        let fault = Self::check(width, height, &objects).err();
        assert!(fault.is_none(), "unchecked board: {fault:?}");
        let plan = Plan::new(width, height, objects);
        let mut open = vec![0_u64; plan.objects.len().div_ceil(64)];
        for (i, object) in plan.objects.iter().enumerate() {
            if object.door == Some(DoorState::Open) {
                open[i / 64] |= 1 << (i % 64);
            }
        }
        let (steps, views) = (Arc::default(), Arc::default());
        let (slow, airless) = (Arc::default(), Arc::default());
        let mut board = Self { plan: Arc::new(plan), open, steps, views, slow, airless };
        board.steps = Arc::new(Steps::of(&board));
        board
    }

    /// The same board with difficult ground on some cells, row by row (EP-GRID-03). It matters only to
    /// those who ask for it ([`StepRules::slow`](super::path::StepRules::slow)).
    #[must_use]
    pub fn with_slow(mut self, slow: Vec<bool>) -> Self {
        self.slow = if slow.contains(&true) { slow.into() } else { Arc::default() };
        self
    }

    /// Whether the ground of a cell is difficult.
    #[must_use]
    pub fn is_slow(&self, cell: CellPos) -> bool {
        !self.slow.is_empty()
            && self.index(cell).is_some_and(|index| self.slow.get(index) == Some(&true))
    }

    /// The same board with vacuum in some cells, row by row (EP-RNG-04, EP-AREA-06).
    #[must_use]
    pub fn with_airless(mut self, airless: Vec<bool>) -> Self {
        self.airless = if airless.contains(&true) { airless.into() } else { Arc::default() };
        self
    }

    /// Whether there is vacuum in a cell.
    #[must_use]
    pub fn is_airless(&self, cell: CellPos) -> bool {
        !self.airless.is_empty()
            && self.index(cell).is_some_and(|index| self.airless.get(index) == Some(&true))
    }

    /// Whether there is vacuum all along the line from one cell to another, at both ends too.
    #[must_use]
    pub fn is_airless_between(&self, from: CellPos, to: CellPos) -> bool {
        !self.airless.is_empty() && from.line_to(to).all(|cell| self.is_airless(cell))
    }

    /// Width and height in cells.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        (self.plan.width, self.plan.height)
    }

    /// Is the cell on the board?
    #[must_use]
    pub fn contains(&self, cell: CellPos) -> bool {
        self.index(cell).is_some()
    }

    /// Place of the cell in row-major lists such as [`Board::field`]; `None` off the board.
    #[must_use]
    pub fn index(&self, cell: CellPos) -> Option<usize> {
        let x = u16::try_from(cell.x).ok().filter(|&x| x < self.plan.width)?;
        let y = u16::try_from(cell.y).ok().filter(|&y| y < self.plan.height)?;
        Some(usize::from(y) * usize::from(self.plan.width) + usize::from(x))
    }

    /// All cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = CellPos> + use<> {
        // The side limit keeps both numbers far inside i16.
        let (width, height) = (self.plan.width.cast_signed(), self.plan.height.cast_signed());
        (0..height).flat_map(move |y| (0..width).map(move |x| CellPos::new(x, y)))
    }

    /// All objects; the place in the list is the [`ObjectId`].
    #[must_use]
    pub fn objects(&self) -> &[BoardObject] {
        &self.plan.objects
    }

    /// The object of that name, if there is one.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&BoardObject> {
        self.plan.objects.get(usize::from(id.0))
    }

    /// The present state of a door; `None` for anything else.
    #[must_use]
    pub fn door(&self, id: ObjectId) -> Option<DoorState> {
        self.object(id)?.door?;
        Some(if self.is_open(id) { DoorState::Open } else { DoorState::Closed })
    }

    /// The same board with one door set. Naming something that is no door changes nothing.
    #[must_use]
    pub fn with_door(&self, id: ObjectId, state: DoorState) -> Self {
        let mut board = self.clone();
        board.set_door(id, state);
        board
    }

    /// Sets one door; says whether that changed anything. Clones made before keep their state.
    pub fn set_door(&mut self, id: ObjectId, state: DoorState) -> bool {
        if self.door(id).is_none_or(|now| now == state) {
            return false;
        }
        let i = usize::from(id.0);
        self.open[i / 64] ^= 1 << (i % 64);
        self.steps = Arc::new(Steps::of(self));
        self.views = Arc::default();
        true
    }

    /// Is this an open door, which nobody notices?
    #[inline]
    pub(super) fn is_open(&self, id: ObjectId) -> bool {
        let i = usize::from(id.0);
        self.open[i / 64] >> (i % 64) & 1 == 1
    }

    /// Every barrier line, open doors included.
    pub(super) fn all_segments(&self) -> &[Segment] {
        &self.plan.segments
    }

    /// Every barrier line that is there now.
    pub(super) fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.plan.segments.iter().filter(|s| !(s.door && self.is_open(s.object)))
    }

    /// The furniture that touches or covers the cell, whatever it stops; in order of names.
    pub(super) fn furniture_at(&self, cell: CellPos) -> Vec<ObjectId> {
        let (mid, half) = (cell.centre(), UNITS_PER_CELL / 2);
        let near = self.plan.furniture.iter().filter(|(_, low, high)| {
            low.x <= mid.x + half
                && high.x >= mid.x - half
                && low.y <= mid.y + half
                && high.y >= mid.y - half
        });
        near.map(|&(id, ..)| id)
            .filter(|id| self.plan.objects[usize::from(id.0)].touches(cell))
            .collect()
    }

    /// May a sight barrier pass through the disc of a token on that cell?
    pub(super) fn is_crowded(&self, index: usize) -> bool {
        self.plan.marks[index] & CROWDED != 0
    }

    /// The sight-stopping furniture that encloses the centre of that cell; nearly always none.
    pub(super) fn enclosing(&self, index: usize) -> &[(u32, ObjectId)] {
        if self.plan.marks[index] & INSIDE == 0 {
            return &[];
        }
        let list = &self.plan.enclosing;
        let from = list.partition_point(|&(cell, _)| (cell as usize) < index);
        let to = list.partition_point(|&(cell, _)| (cell as usize) <= index);
        &list[from..to]
    }
}

impl Plan {
    fn new(width: u16, height: u16, objects: Vec<BoardObject>) -> Self {
        let mut plan = Self {
            width,
            height,
            segments: segments(&objects),
            furniture: furniture(&objects),
            objects,
            marks: vec![0; usize::from(width) * usize::from(height)],
            enclosing: Vec::new(),
        };
        plan.mark_crowded();
        plan.mark_inside();
        plan
    }

    fn mark_crowded(&mut self) {
        for s in self.segments.iter().filter(|s| s.sight && !s.furniture) {
            for cell in cells_near(self.width, self.height, &[s.a, s.b], 0) {
                if touches_square(cell.centre(), DISC_RADIUS, s.a, s.b) {
                    self.marks[row_major(self.width, cell)] |= CROWDED;
                }
            }
        }
    }

    fn mark_inside(&mut self) {
        for (object, id) in self.objects.iter().zip((0..).map(ObjectId)) {
            let hides = object.height == Height::Full && object.blocks.sight && object.closed;
            if !hides || object.kind != ObjectKind::Furniture {
                continue;
            }
            for cell in cells_near(self.width, self.height, &object.outline, 0) {
                if contains(&object.outline, cell.centre()) {
                    let index = row_major(self.width, cell);
                    self.marks[index] |= INSIDE;
                    // A board has at most 2^18 cells.
                    self.enclosing.push((u32::try_from(index).unwrap_or(u32::MAX), id));
                }
            }
        }
        self.enclosing.sort_unstable();
    }
}

/// The furniture among the objects, with the top left and bottom right corner of its box.
fn furniture(objects: &[BoardObject]) -> Vec<(ObjectId, Point, Point)> {
    let named = (0..).map(ObjectId).zip(objects);
    named
        .filter(|(_, object)| object.kind == ObjectKind::Furniture)
        .map(|(id, object)| {
            let (low, high) = bounds(&object.outline);
            (id, low, high)
        })
        .collect()
}

/// The top left and bottom right corner of the box around the points.
fn bounds(points: &[Point]) -> (Point, Point) {
    let low = points
        .iter()
        .fold(Point::new(i32::MAX, i32::MAX), |m, p| Point::new(m.x.min(p.x), m.y.min(p.y)));
    let high = points
        .iter()
        .fold(Point::new(i32::MIN, i32::MIN), |m, p| Point::new(m.x.max(p.x), m.y.max(p.y)));
    (low, high)
}

/// The barrier lines of all objects, in object order. What blocks nothing is kept: an exposure
/// explains why it does not count.
fn segments(objects: &[BoardObject]) -> Vec<Segment> {
    let mut list = Vec::new();
    for (object, id) in objects.iter().zip((0..).map(ObjectId)) {
        let Blocks { movement, sight, shots } = object.blocks;
        for (a, b) in object.edges().filter(|(a, b)| a != b) {
            list.push(Segment {
                a,
                b,
                object: id,
                sight: sight && object.height == Height::Full,
                shots,
                movement,
                low: object.height == Height::Low,
                furniture: object.kind == ObjectKind::Furniture,
                door: object.door.is_some(),
            });
        }
    }
    list
}

/// Place of a cell that is known to be on the board.
pub(super) fn row_major(width: u16, cell: CellPos) -> usize {
    usize::from(cell.y.cast_unsigned()) * usize::from(width) + usize::from(cell.x.cast_unsigned())
}

/// The cells of the board that the box around the points meets, widened by `margin_cells`.
pub(super) fn cells_near(
    width: u16,
    height: u16,
    points: &[Point],
    margin_cells: i16,
) -> impl Iterator<Item = CellPos> + use<> {
    let (low, high) = bounds(points);
    // A point on a grid line touches the cells on both sides of it.
    let (low, high) = (Point::new(low.x - 1, low.y - 1).cell(), high.cell());
    let (last_x, last_y) = (width.cast_signed() - 1, height.cast_signed() - 1);
    let columns = (low.x - margin_cells).max(0)..=(high.x + margin_cells).min(last_x);
    let rows = (low.y - margin_cells).max(0)..=(high.y + margin_cells).min(last_y);
    rows.flat_map(move |y| columns.clone().map(move |x| CellPos::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(state: DoorState) -> BoardObject {
        BoardObject {
            kind: ObjectKind::Door,
            door: Some(state),
            ..BoardObject::wall(vec![Point::corner(1, 0), Point::corner(1, 1)])
        }
    }

    #[test]
    fn doors_are_state_of_one_board_only() {
        let shut = Board::new(3, 3, vec![door(DoorState::Closed)]);
        let id = ObjectId(0);
        let open = shut.with_door(id, DoorState::Open);
        assert_eq!(shut.door(id), Some(DoorState::Closed));
        assert_eq!(open.door(id), Some(DoorState::Open));
        assert_ne!(shut, open);
        assert_eq!(shut, open.with_door(id, DoorState::Closed));
        assert_eq!(open, Board::new(3, 3, vec![door(DoorState::Open)]));
        assert_eq!(open.with_door(ObjectId(7), DoorState::Open), open);
        let record = BoardRecord::from(open.clone());
        assert_eq!(Board::try_from(record), Ok(open));
    }

    #[test]
    fn faulty_parts_are_named() {
        let fault = |w, objects: &[BoardObject]| Board::check(w, 3, objects).unwrap_err();
        assert_eq!(fault(0, &[]), BoardError::Side { cells: 0 });
        let short = BoardObject::wall(vec![Point::new(1, 1)]);
        assert_eq!(fault(3, &[short]), BoardError::ShortOutline(ObjectId(0)));
        let far = BoardObject::wall(vec![Point::new(1, 1), Point::new(i32::MAX, 0)]);
        assert_eq!(fault(3, &[far]), BoardError::FarPoint(ObjectId(0)));
        let stuck = BoardObject { door: None, ..door(DoorState::Open) };
        assert_eq!(fault(3, &[stuck]), BoardError::DoorState(ObjectId(0)));
    }

    #[test]
    fn an_object_touches_the_cells_beside_it() {
        let crate_ = BoardObject {
            closed: true,
            outline: vec![
                Point::corner(2, 2),
                Point::corner(3, 2),
                Point::corner(3, 3),
                Point::corner(2, 3),
            ],
            ..BoardObject::wall(Vec::new())
        };
        let touched = Board::new(6, 6, Vec::new()).cells().filter(|&c| crate_.touches(c)).count();
        assert_eq!(touched, 9);
    }
}
