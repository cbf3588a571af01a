//! Between the cells of the battle and the world that is drawn: one cell is [`CELL`] units, x runs
//! east, y runs NORTH (Bevy's way), so the map's rows count downwards.

use crate::rules::grid::{CellPos, Footprint, Point, UNITS_PER_CELL};
use bevy::math::{Rect, Vec2};

/// Side of a cell in world units.
pub const CELL: f32 = 64.0;

/// Order of drawing, back to front.
pub mod layer {
    /// The ground.
    pub const GROUND: f32 = 0.0;
    /// Shadows and stains on the ground.
    pub const SHADE: f32 = 1.0;
    /// Grid lines.
    pub const GRID: f32 = 2.0;
    /// Where somebody can walk.
    pub const REACH: f32 = 3.0;
    /// Everything that stands on the map.
    pub const PROPS: f32 = 4.0;
    /// Smoke and dangers.
    pub const HAZE: f32 = 4.5;
    /// Glow under the active fighter and rings of choice.
    pub const HALO: f32 = 5.0;
    /// Those who lie on the ground.
    pub const FALLEN: f32 = 6.0;
    /// Those who stand.
    pub const TOKEN: f32 = 8.0;
    /// The way of the token in the hand.
    pub const ROUTE: f32 = 7.5;
    /// The line of fire.
    pub const LINES: f32 = 20.0;
    /// Names and other plates.
    pub const LABELS: f32 = 24.0;
    /// What darkens the present while a moment of the past is looked at.
    pub const VEIL: f32 = 26.0;
    /// The token in the hand.
    pub const GHOST: f32 = 28.0;
    /// What has just happened.
    pub const FLOATING: f32 = 32.0;
}

/// The place of a point of the map.
pub fn at(point: Point) -> Vec2 {
    let unit = CELL / UNITS_PER_CELL as f32;
    Vec2::new(point.x as f32 * unit, -(point.y as f32) * unit)
}

/// The middle of a cell.
pub fn centre(cell: CellPos) -> Vec2 {
    at(cell.centre())
}

/// The middle of the cells that a token stands on.
pub fn middle(body: Footprint) -> Vec2 {
    let (x, y) = body.middle_doubled();
    Vec2::new(x as f32, -y as f32) * CELL / 2.0
}

/// The square of all of them.
pub fn ground(body: Footprint) -> Rect {
    Rect::from_center_size(middle(body), Vec2::splat(CELL * f32::from(body.side_cells.max(1))))
}

/// The cell under a place of the world, on the board or not.
pub fn cell_at(world: Vec2) -> CellPos {
    let narrow = |v: f32| (v / CELL).floor().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
    CellPos::new(narrow(world.x), narrow(-world.y))
}

/// The square of a cell.
pub fn square(cell: CellPos) -> Rect {
    Rect::from_center_size(centre(cell), Vec2::splat(CELL))
}

/// The rectangle of a board of so many cells.
pub fn board_rect(width: u16, height: u16) -> Rect {
    let size = Vec2::new(f32::from(width), f32::from(height)) * CELL;
    Rect::from_corners(Vec2::ZERO, Vec2::new(size.x, -size.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_downwards() {
        assert_eq!(centre(CellPos::new(0, 0)), Vec2::new(32.0, -32.0));
        assert_eq!(centre(CellPos::new(2, 5)), Vec2::new(160.0, -352.0));
        let body = Footprint { cell: CellPos::new(2, 5), side_cells: 2 };
        assert_eq!(middle(body), Vec2::new(192.0, -384.0));
        assert_eq!(middle(Footprint::of_one(body.cell)), centre(body.cell));
    }

    #[test]
    fn every_middle_is_in_its_own_cell() {
        for (x, y) in [(0, 0), (3, 7), (199, 199), (-1, -2)] {
            let cell = CellPos::new(x, y);
            assert_eq!(cell_at(centre(cell)), cell);
        }
    }

    #[test]
    fn borders_belong_to_one_cell() {
        assert_eq!(cell_at(Vec2::new(63.9, -63.9)), CellPos::new(0, 0));
        assert_eq!(cell_at(Vec2::new(64.0, -64.0)), CellPos::new(1, 1));
        assert_eq!(cell_at(Vec2::new(-0.1, 0.1)), CellPos::new(-1, -1));
    }

    #[test]
    fn far_places_stop_at_the_ends() {
        assert_eq!(cell_at(Vec2::splat(1.0e12)), CellPos::new(i16::MAX, i16::MIN));
    }

    #[test]
    fn the_board_lies_below_the_origin() {
        let rect = board_rect(3, 2);
        assert_eq!((rect.min, rect.max), (Vec2::new(0.0, -128.0), Vec2::new(192.0, 0.0)));
    }
}
