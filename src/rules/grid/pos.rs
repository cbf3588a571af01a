//! Where things are: whole cells, the eight directions, and points inside cells.

use serde::{Deserialize, Serialize};

/// Length of one cell side in the fixed-point units of [`Point`]. One cell is 2 m.
pub const UNITS_PER_CELL: i32 = 1024;

/// A cell of the map: `x` counts east, `y` counts SOUTH (down the screen), (0, 0) is top left.
///
/// Ordered by `x`, then `y`; the order carries no meaning beyond being stable.
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct CellPos {
    /// Column, east is larger.
    pub x: i16,
    /// Row, south is larger.
    pub y: i16,
}

/// A point of the map in 1/1024 cell; the top left corner of cell (0, 0) is (0, 0).
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Point {
    /// Units eastwards.
    pub x: i32,
    /// Units southwards.
    pub y: i32,
}

/// The eight directions of a step, clockwise from north (up the screen).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Dir8 {
    /// Up the screen.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down the screen.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Dir8 {
    /// All directions, clockwise from north; the index is the 0..=7 of a direction die.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The step as cells (east, south), each -1, 0 or 1.
    #[must_use]
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// True for the four directions between the compass points.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        (self as u8) % 2 == 1
    }

    /// The direction turned clockwise by `eighths` times 45 degrees.
    #[must_use]
    pub const fn turned(self, eighths: u8) -> Self {
        Self::ALL[((self as u8).wrapping_add(eighths) % 8) as usize]
    }
}

impl CellPos {
    /// The cell in column `x` (east) and row `y` (south).
    #[must_use]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The middle of the cell; (512, 512) for cell (0, 0).
    #[must_use]
    pub fn centre(self) -> Point {
        let half = UNITS_PER_CELL / 2;
        Point {
            x: i32::from(self.x) * UNITS_PER_CELL + half,
            y: i32::from(self.y) * UNITS_PER_CELL + half,
        }
    }

    /// The cell one step away. At the very edge of the number range the coordinate stays put.
    #[must_use]
    pub fn step(self, dir: Dir8) -> Self {
        let (dx, dy) = dir.delta();
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    /// The eight cells around this one, clockwise from north.
    #[must_use]
    pub fn neighbours(self) -> [Self; 8] {
        Dir8::ALL.map(|dir| self.step(dir))
    }

    /// The cells on the straight line to another, both ends among them, each rounded to the nearest,
    /// halves away from the start.
    pub fn line_to(self, other: Self) -> impl Iterator<Item = Self> {
        let (dx, dy) = self.offset_to(other);
        let steps = dx.abs().max(dy.abs()).max(1);
        let along = move |d: i32, step: i32| {
            let doubled = 2 * d * step;
            ((doubled + doubled.signum() * steps) / (2 * steps)) as i16
        };
        (0..=steps).map(move |step| Self::new(self.x + along(dx, step), self.y + along(dy, step)))
    }

    /// The vector to `other` in cells (east, south). This is the bearing that
    /// [`super::angle`] works on: from the target to the attacker.
    #[must_use]
    pub fn offset_to(self, other: Self) -> (i32, i32) {
        (i32::from(other.x) - i32::from(self.x), i32::from(other.y) - i32::from(self.y))
    }

    /// The same for exact sums of products.
    #[must_use]
    pub fn vector_to(self, other: Self) -> (i64, i64) {
        (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y))
    }

    /// The direction of the single step to `other`; `None` if it is not one of the eight neighbours.
    #[must_use]
    pub fn dir_to(self, other: Self) -> Option<Dir8> {
        let vector = self.vector_to(other);
        Dir8::ALL.into_iter().find(|dir| {
            let (dx, dy) = dir.delta();
            vector == (i64::from(dx), i64::from(dy))
        })
    }
}

impl Point {
    /// The point `x` units east and `y` units south of the map's top left corner.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The corner where column `x` and row `y` of cells begin.
    #[must_use]
    pub fn corner(x: i16, y: i16) -> Self {
        Self { x: i32::from(x) * UNITS_PER_CELL, y: i32::from(y) * UNITS_PER_CELL }
    }

    /// The cell that holds the point; a point on a cell's top or left edge belongs to that cell.
    /// Coordinates beyond the range of [`CellPos`] stop at its ends.
    #[must_use]
    pub fn cell(self) -> CellPos {
        let narrow = |units: i32| {
            let cell = units.div_euclid(UNITS_PER_CELL);
            i16::try_from(cell).unwrap_or(if cell < 0 { i16::MIN } else { i16::MAX })
        };
        CellPos { x: narrow(self.x), y: narrow(self.y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centre_and_corner_of_the_first_cell() {
        assert_eq!(CellPos::new(0, 0).centre(), Point::new(512, 512));
        assert_eq!(Point::corner(2, 1), Point::new(2048, 1024));
        assert_eq!(Point::new(-1, 1024).cell(), CellPos::new(-1, 1));
    }

    #[test]
    fn neighbours_go_clockwise_from_north() {
        let around = CellPos::new(5, 5).neighbours();
        assert_eq!(around[0], CellPos::new(5, 4));
        assert_eq!(around[2], CellPos::new(6, 5));
        assert_eq!(around[5], CellPos::new(4, 6));
        for (dir, cell) in Dir8::ALL.into_iter().zip(around) {
            assert_eq!(CellPos::new(5, 5).dir_to(cell), Some(dir));
        }
        assert_eq!(CellPos::new(5, 5).dir_to(CellPos::new(7, 5)), None);
        assert_eq!(Dir8::NorthWest.turned(2), Dir8::NorthEast);
    }
}
