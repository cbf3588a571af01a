//! The cells that a token stands on: one, or a square of them (EP-GRID-01).

use super::board::Board;
use super::pos::{CellPos, UNITS_PER_CELL};

/// A square of cells by its north-west one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Footprint {
    /// The north-west cell.
    pub cell: CellPos,
    /// Cells of a side, at least 1.
    pub side_cells: u8,
}

impl Footprint {
    /// A token of one cell.
    #[must_use]
    pub const fn of_one(cell: CellPos) -> Self {
        Self { cell, side_cells: 1 }
    }

    /// The same with its north-west cell elsewhere.
    #[must_use]
    pub const fn at(self, cell: CellPos) -> Self {
        Self { cell, ..self }
    }

    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = CellPos> + Clone {
        let side = i16::from(self.side_cells.max(1));
        let Self { cell: CellPos { x, y }, .. } = self;
        (0..side * side)
            .map(move |i| CellPos::new(x.saturating_add(i % side), y.saturating_add(i / side)))
    }

    /// The last cell eastwards and southwards.
    const fn far(self) -> CellPos {
        let more = if self.side_cells > 1 { self.side_cells as i16 - 1 } else { 0 };
        CellPos::new(self.cell.x.saturating_add(more), self.cell.y.saturating_add(more))
    }

    /// Whether it stands on a cell.
    #[must_use]
    pub fn covers(self, cell: CellPos) -> bool {
        self.nearest_to(cell) == cell
    }

    /// Whether two of them share a cell.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        let (own, its) = self.nearest(other);
        own == its
    }

    /// Its cell that is nearest to another.
    #[must_use]
    pub fn nearest_to(self, cell: CellPos) -> CellPos {
        let (low, high) = (self.cell, self.far());
        CellPos::new(cell.x.clamp(low.x, high.x), cell.y.clamp(low.y, high.y))
    }

    /// The cells of two that stand on one each. Nearly all do, and a plan asks very often: for them
    /// no cells have to be compared.
    fn single(self, other: Self) -> Option<(CellPos, CellPos)> {
        (self.side_cells < 2 && other.side_cells < 2).then_some((self.cell, other.cell))
    }

    /// The cells of both that are nearest to each other; of equal ones the north-western.
    #[must_use]
    pub fn nearest(self, other: Self) -> (CellPos, CellPos) {
        if let Some(cells) = self.single(other) {
            return cells;
        }
        let along = |low: i16, high: i16, its_low: i16, its_high: i16| {
            let own = its_low.clamp(low, high);
            (own, own.clamp(its_low, its_high))
        };
        let (low, high, its_low, its_high) = (self.cell, self.far(), other.cell, other.far());
        let (x, its_x) = along(low.x, high.x, its_low.x, its_high.x);
        let (y, its_y) = along(low.y, high.y, its_low.y, its_high.y);
        (CellPos::new(x, y), CellPos::new(its_x, its_y))
    }

    /// The vector between the nearest cells of both, in cells.
    #[must_use]
    pub fn offset_to(self, other: Self) -> (i32, i32) {
        let (own, its) = self.nearest(other);
        own.offset_to(its)
    }

    /// Its middle in cells from the north-west corner of the map, doubled.
    #[must_use]
    pub fn middle_doubled(self) -> (i32, i32) {
        let (low, high) = (self.cell, self.far());
        let sum = |a: i16, b: i16| i32::from(a) + i32::from(b) + 1;
        (sum(low.x, high.x), sum(low.y, high.y))
    }

    /// The corners of the square, a little inside: walls run along the edges of cells.
    pub(super) fn corners(self, inset: i32) -> [super::pos::Point; 4] {
        let (low, high) = (self.cell, self.far());
        let near = |v: i16| i32::from(v) * UNITS_PER_CELL + inset;
        let away = |v: i16| (i32::from(v) + 1) * UNITS_PER_CELL - inset;
        let (west, north, east, south) = (near(low.x), near(low.y), away(high.x), away(high.y));
        [(west, north), (east, north), (east, south), (west, south)]
            .map(|(x, y)| super::pos::Point::new(x, y))
    }
}

impl Board {
    /// Whether a token fits on its cells: all of them on the board, and nothing that bars the way
    /// between them.
    #[must_use]
    pub fn fits(&self, token: Footprint) -> bool {
        token.cells().all(|cell| {
            let beside = [CellPos::new(cell.x + 1, cell.y), CellPos::new(cell.x, cell.y + 1)];
            self.contains(cell)
                && beside.into_iter().all(|next| !token.covers(next) || self.walk_open(cell, next))
        })
    }

    /// Whether some cell of one is a neighbour of some cell of the other, with no wall between, or
    /// shared by both (BW-MEL-01).
    #[must_use]
    pub fn touching(&self, one: Footprint, other: Footprint) -> bool {
        let (dx, dy) = one.offset_to(other);
        if dx.abs() > 1 || dy.abs() > 1 {
            return false;
        }
        if (dx, dy) == (0, 0) {
            return true;
        }
        if let Some((a, b)) = one.single(other) {
            return self.step_open(a, b);
        }
        one.cells().any(|a| other.cells().any(|b| self.step_open(a, b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::grid::BoardObject;
    use crate::rules::grid::pos::Point;

    fn square(x: i16, y: i16, side_cells: u8) -> Footprint {
        Footprint { cell: CellPos::new(x, y), side_cells }
    }

    #[test]
    fn distance_is_between_the_nearest_cells() {
        let car = square(4, 4, 2);
        assert_eq!(car.cells().count(), 4);
        assert_eq!(square(0, 4, 1).offset_to(car), (4, 0));
        assert_eq!(square(0, 5, 1).offset_to(car), (4, 0));
        assert_eq!(square(8, 8, 1).offset_to(car), (-3, -3));
        assert_eq!(car.offset_to(square(8, 8, 3)), (3, 3));
        assert_eq!(car.offset_to(square(6, 0, 3)), (1, -2));
        assert!(car.overlaps(square(5, 5, 1)) && !car.overlaps(square(6, 5, 1)));
        assert!(car.covers(CellPos::new(5, 4)) && !car.covers(CellPos::new(3, 4)));
        assert_eq!(square(0, 0, 1).middle_doubled(), (1, 1));
        assert_eq!(square(0, 0, 2).middle_doubled(), (2, 2));
    }

    #[test]
    fn walls_keep_a_large_token_out_and_apart() {
        let wall = BoardObject::wall(vec![Point::corner(3, 0), Point::corner(3, 4)]);
        let board = Board::new(8, 8, vec![wall]);
        assert!(board.fits(square(1, 1, 2)) && !board.fits(square(2, 1, 2)));
        assert!(!board.fits(square(7, 7, 2)));
        // Only past the end of the wall, at its corner.
        assert!(!board.touching(square(1, 0, 2), square(3, 0, 2)));
        assert!(board.touching(square(1, 3, 2), square(3, 3, 2)));
        assert!(!board.touching(square(0, 5, 1), square(2, 5, 2)));
    }
}
