//! How far one cell is from another. The rulesets measure differently; each names its metric.

use super::pos::CellPos;
use serde::{Deserialize, Serialize};

/// Side of a cell in metres (Better World section 10, and the same in the other four).
pub const METRES_PER_CELL: i32 = 2;

/// A way of measuring between cell centres.
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Metric {
    /// The larger of the two offsets: a diagonal step counts as one cell
    /// (KMB-GRD-02, BC-GRID-01, ST-GRID-01).
    #[default]
    Chebyshev,
    /// The straight line in metres, fraction dropped: floor(2 * sqrt(dx² + dy²))
    /// (BW-RNG-04, EP-GRID-02).
    EuclidFloorMetres,
    /// The straight line in cells, rounded to the nearest cell, exact halves up
    /// (option of KMB-GRD-02, BC-GRID-01, ST-GRID-01).
    EuclidHalfUp,
    /// Diagonal steps count 1, 2, 1, 2 ... cells (EP-GRID-03, option of KMB-GRD-02).
    Alternating,
}

/// Distance in whole cells, 0 for the same cell.
///
/// [`Metric::EuclidFloorMetres`] measures metres; its cells are those metres halved, fraction
/// dropped.
#[must_use]
pub fn cells(metric: Metric, a: CellPos, b: CellPos) -> i32 {
    let (dx, dy) = offsets(a, b);
    let (long, short) = (dx.max(dy), dx.min(dy));
    let square = dx * dx + dy * dy;
    let count = match metric {
        Metric::Chebyshev => long,
        Metric::EuclidFloorMetres => square.isqrt(),
        // floor(sqrt(s) + 1/2) = floor((floor(sqrt(4 s)) + 1) / 2): the inner floor is harmless
        // because the outer one only asks about whole numbers.
        Metric::EuclidHalfUp => (4 * square).isqrt().div_ceil(2),
        Metric::Alternating => long + short / 2,
    };
    // Offsets of i16 cells are below 2^16, so every count is below 2^17.
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Distance in whole metres, 0 for the same cell.
///
/// For the metrics that count cells this is twice the cells; for
/// [`Metric::EuclidFloorMetres`] it is the straight line rounded down (BW EX-34).
#[must_use]
pub fn metres(metric: Metric, a: CellPos, b: CellPos) -> i32 {
    match metric {
        Metric::EuclidFloorMetres => {
            let (dx, dy) = offsets(a, b);
            i32::try_from((4 * (dx * dx + dy * dy)).isqrt()).unwrap_or(i32::MAX)
        }
        Metric::Chebyshev | Metric::EuclidHalfUp | Metric::Alternating => {
            METRES_PER_CELL * cells(metric, a, b)
        }
    }
}

/// Offsets between two cells without sign.
fn offsets(a: CellPos, b: CellPos) -> (u64, u64) {
    let (dx, dy) = a.vector_to(b);
    (dx.unsigned_abs(), dy.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(metric: Metric, dx: i16, dy: i16, in_cells: i32, in_metres: i32) {
        let a = CellPos::new(3, -4);
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let there = CellPos::new(a.x + dx * sx, a.y + dy * sy);
            let turned = CellPos::new(a.x + dy * sx, a.y + dx * sy);
            for b in [there, turned] {
                assert_eq!(cells(metric, a, b), in_cells, "{metric:?} cells {dx},{dy}");
                assert_eq!(cells(metric, b, a), in_cells, "{metric:?} cells back {dx},{dy}");
                assert_eq!(metres(metric, a, b), in_metres, "{metric:?} metres {dx},{dy}");
            }
        }
    }

    #[test]
    fn ex_34_bands_of_better_world() {
        for (dx, dy, m) in [(5, 0, 10), (5, 2, 10), (5, 3, 11), (15, 0, 30), (16, 0, 32)] {
            check(Metric::EuclidFloorMetres, dx, dy, m / 2, m);
        }
    }

    #[test]
    fn ep_grid_02_every_neighbour_is_two_metres() {
        check(Metric::EuclidFloorMetres, 1, 0, 1, 2);
        check(Metric::EuclidFloorMetres, 1, 1, 1, 2);
        check(Metric::EuclidFloorMetres, 2, 1, 2, 4);
        check(Metric::EuclidFloorMetres, 2, 2, 2, 5);
    }

    #[test]
    fn the_other_metrics() {
        check(Metric::Chebyshev, 7, 3, 7, 14);
        check(Metric::EuclidHalfUp, 1, 1, 1, 2); // 1.41
        check(Metric::EuclidHalfUp, 2, 2, 3, 6); // 2.83
        check(Metric::EuclidHalfUp, 2, 1, 2, 4); // 2.24
        check(Metric::EuclidHalfUp, 3, 2, 4, 8); // 3.61
        check(Metric::Alternating, 7, 7, 10, 20);
        check(Metric::Alternating, 4, 3, 5, 10);
        check(Metric::Alternating, 0, 0, 0, 0);
    }

    #[test]
    fn the_ends_of_the_number_range_do_not_overflow() {
        let (a, b) = (CellPos::new(i16::MIN, i16::MIN), CellPos::new(i16::MAX, i16::MAX));
        assert_eq!(cells(Metric::Chebyshev, a, b), 65_535);
        assert_eq!(metres(Metric::EuclidFloorMetres, a, b), 185_360);
    }
}
