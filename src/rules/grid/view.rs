//! What one shooter has around him, prepared so that many targets can be judged quickly.
//!
//! Everything here is counted from the shooter's centre. Whether a barrier is *handed* to the
//! tests in [`super::sight`] and [`super::cover`] is decided generously; whether it *counts* is
//! decided there, exactly. So one pair of cells and the whole field give the same answers.

use super::board::{Board, ObjectId, Segment};
use super::pos::{CellPos, Point, UNITS_PER_CELL};
use super::segment::{Vector, cross, touches_square, vector};
use super::sight::DISC_RADIUS;
use std::cell::OnceCell;

/// How many pieces the full turn is cut into when barriers are sorted by direction.
const BUCKETS: usize = 256;

/// A shooter on a board.
pub(super) struct View<'a> {
    pub board: &'a Board,
    pub shooter: CellPos,
    /// Place of the shooter's cell in row-major lists.
    pub index: usize,
    centre: Point,
    /// Furniture at the shooter's own cell, which he leans over or round; sorted.
    own: Vec<ObjectId>,
    /// The points of the shooter's own disc that see; worked out when first asked for.
    pub body: OnceCell<u32>,
}

/// A target as the shooter sees it.
pub(super) struct Target {
    pub cell: CellPos,
    pub index: usize,
    /// From the shooter's centre to the target's.
    pub offset: Vector,
    /// From the target's centre to one end of its silhouette; the other end is opposite.
    pub half_width: Vector,
    /// No point of the two discs has a larger cross product with `offset`.
    pub lateral: i64,
}

/// A barrier line as the shooter sees it.
#[derive(Copy, Clone)]
pub(super) struct Barrier {
    pub a: Vector,
    pub b: Vector,
    /// From `a` to `b`.
    pub along: Vector,
    /// Cross product of `along` with the way from `a` to the shooter: which side he is on.
    pub shooter_side: i64,
    /// If a centre's cross product with `along` is larger, its whole disc is on that side.
    pub disc_span: i64,
    pub object: ObjectId,
    pub sight: bool,
    pub shots: bool,
    pub low: bool,
    /// Belongs to [`View::own`].
    pub own: bool,
}

/// A barrier line near a line of fire.
pub(super) struct Near {
    /// The line is not there now: its door stands open.
    pub is_open_door: bool,
    pub barrier: Barrier,
}

impl<'a> View<'a> {
    /// A view from that cell; `None` off the board.
    pub fn new(board: &'a Board, shooter: CellPos) -> Option<Self> {
        let index = board.index(shooter)?;
        let centre = shooter.centre();
        let own = board.furniture_at(shooter);
        Some(Self { board, shooter, index, centre, own, body: OnceCell::new() })
    }

    /// That cell as a target; `None` off the board.
    pub fn target(&self, cell: CellPos) -> Option<Target> {
        let index = self.board.index(cell)?;
        Some(self.target_at(cell, index))
    }

    /// As [`View::target`], for a cell whose place is known.
    pub fn target_at(&self, cell: CellPos, index: usize) -> Target {
        let offset = vector(self.centre, cell.centre());
        let (x, y) = self.shooter.vector_to(cell);
        let square = (offset.0 * offset.0 + offset.1 * offset.1).cast_unsigned();
        let length_up = square.isqrt().cast_signed() + 1;
        let half_width = (rim_share(-y, x * x + y * y), rim_share(x, x * x + y * y));
        let lateral = i64::from(DISC_RADIUS) * length_up;
        Target { cell, index, offset, half_width, lateral }
    }

    /// A barrier line, seen from here.
    pub fn barrier(&self, s: &Segment) -> Barrier {
        let (a, b) = (vector(self.centre, s.a), vector(self.centre, s.b));
        let along = (b.0 - a.0, b.1 - a.1);
        let square = (along.0 * along.0 + along.1 * along.1).cast_unsigned();
        Barrier {
            a,
            b,
            along,
            shooter_side: -cross(along, a),
            disc_span: i64::from(DISC_RADIUS) * (square.isqrt().cast_signed() + 1),
            object: s.object,
            sight: s.sight,
            shots: s.shots,
            low: s.low,
            own: s.furniture && self.own.binary_search(&s.object).is_ok(),
        }
    }

    /// Every barrier line that may matter between the two cells or touch the target's cell, in
    /// object order. Open doors are among them, and marked: an exposure mentions them.
    pub fn near(&self, target: &Target) -> Vec<Near> {
        let far = target.cell.centre();
        let half = UNITS_PER_CELL / 2;
        let low = (self.centre.x.min(far.x) - half, self.centre.y.min(far.y) - half);
        let high = (self.centre.x.max(far.x) + half, self.centre.y.max(far.y) + half);
        // Wide enough for the corners of the target's cell, 0.71 cell from its centre.
        let wide = target.lateral * 2;
        let in_box = |s: &&Segment| {
            s.a.x.max(s.b.x) >= low.0
                && s.a.x.min(s.b.x) <= high.0
                && s.a.y.max(s.b.y) >= low.1
                && s.a.y.min(s.b.y) <= high.1
        };
        let in_strip = |s: &&Segment| {
            let a = cross(target.offset, vector(self.centre, s.a));
            let b = cross(target.offset, vector(self.centre, s.b));
            !((a > wide && b > wide) || (a < -wide && b < -wide))
        };
        let lines = self.board.all_segments().iter().filter(in_box).filter(in_strip);
        lines
            .map(|s| Near {
                is_open_door: s.door && self.board.is_open(s.object),
                barrier: self.barrier(s),
            })
            .collect()
    }

    /// All barriers, sorted by direction and nearness.
    pub fn sweep(&self) -> Sweep {
        Sweep::new(self)
    }
}

impl Barrier {
    /// Does the barrier pass clear of both discs and of all lines between them, to one side?
    #[inline]
    pub fn is_beside(&self, target: &Target) -> bool {
        let (a, b) = (cross(target.offset, self.a), cross(target.offset, self.b));
        (a > target.lateral && b > target.lateral) || (a < -target.lateral && b < -target.lateral)
    }

    /// Cross product of `along` with the way from `a` to the target: which side it is on.
    #[inline]
    pub fn target_side(&self, target: &Target) -> i64 {
        cross(self.along, target.offset) + self.shooter_side
    }
}

/// One component of the vector of [`DISC_RADIUS`] that points along a vector with this component
/// and this squared length, rounded to the nearest unit, halves away from zero.
fn rim_share(component: i64, square: i64) -> i64 {
    if square == 0 {
        return 0;
    }
    // The largest m with (2m - 1) * length <= 2 * radius * component; squared to stay whole.
    let twice = 2 * i64::from(DISC_RADIUS) * component;
    let share = ((twice * twice / square).cast_unsigned().isqrt().cast_signed() + 1) / 2;
    share * component.signum()
}

/// The barriers around a shooter by direction; for each direction, near ones first.
pub(super) struct Sweep {
    /// Sorted by [`Sweep::nearness`].
    barriers: Vec<Barrier>,
    /// Lower bound of the larger coordinate distance of any point of the barrier, in units.
    nearness: Vec<i64>,
    /// Barriers that come within a disc's radius of the shooter's centre count in all directions.
    close: Vec<u32>,
    /// Where each bucket starts in `sorted`.
    starts: Vec<u32>,
    /// Places in `barriers`, bucket by bucket, each in order of nearness.
    sorted: Vec<u32>,
}

impl Sweep {
    fn new(view: &View<'_>) -> Self {
        let mut list: Vec<(i64, Barrier)> = view
            .board
            .segments()
            .filter(|s| s.sight || s.shots)
            .map(|s| view.barrier(s))
            .map(|barrier| (nearness(&barrier), barrier))
            .collect();
        list.sort_by_key(|&(near, _)| near);
        let spans: Vec<Option<(usize, usize)>> = list.iter().map(|(_, b)| span(b)).collect();
        let mut starts = vec![0_u32; BUCKETS + 1];
        for (first, last) in spans.iter().flatten() {
            for bucket in around(*first, *last) {
                starts[bucket + 1] += 1;
            }
        }
        for bucket in 0..BUCKETS {
            starts[bucket + 1] += starts[bucket];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0_u32; starts[BUCKETS] as usize];
        let mut close = Vec::new();
        for (span, place) in spans.into_iter().zip(0_u32..) {
            let Some((first, last)) = span else {
                close.push(place);
                continue;
            };
            for bucket in around(first, last) {
                sorted[next[bucket] as usize] = place;
                next[bucket] += 1;
            }
        }
        let (nearness, barriers) = list.into_iter().unzip();
        Self { barriers, nearness, close, starts, sorted }
    }

    /// The barriers that may touch the strip between the shooter and the target.
    #[inline]
    pub fn towards(&self, target: &Target) -> impl Iterator<Item = &Barrier> {
        let (x, y) = target.offset;
        let limit = x.abs().max(y.abs()) + i64::from(DISC_RADIUS);
        let bucket = bucket(target.offset);
        let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        let here = self.sorted[range]
            .iter()
            .take_while(move |&&place| self.nearness[place as usize] <= limit);
        self.close.iter().chain(here).map(|&place| &self.barriers[place as usize])
    }
}

/// Lower bound of max(|x|, |y|) over the points of the barrier.
fn nearness(b: &Barrier) -> i64 {
    let gap = |u: i64, v: i64| u.min(v).max(-u.max(v)).max(0);
    gap(b.a.0, b.b.0).max(gap(b.a.1, b.b.1))
}

/// The buckets, clockwise from first to last, that hold every direction in which the barrier lies
/// when it is thickened by a disc's radius; `None` if it is so close that all do.
fn span(barrier: &Barrier) -> Option<(usize, usize)> {
    let r = i64::from(DISC_RADIUS);
    let point = |v: Vector| {
        // Board coordinates are far inside i32.
        Point::new(v.0 as i32, v.1 as i32)
    };
    if touches_square(Point::default(), DISC_RADIUS, point(barrier.a), point(barrier.b)) {
        return None;
    }
    // The shooter is outside the hull of a square round each end, so all corners lie in less than
    // a half turn and can be ordered by cross products.
    let (mut first, mut last) =
        ((barrier.a.0 - r, barrier.a.1 - r), (barrier.a.0 - r, barrier.a.1 - r));
    for end in [barrier.a, barrier.b] {
        for (dx, dy) in [(-r, -r), (r, -r), (r, r), (-r, r)] {
            let corner = (end.0 + dx, end.1 + dy);
            if cross(first, corner) < 0 {
                first = corner;
            }
            if cross(last, corner) > 0 {
                last = corner;
            }
        }
    }
    Some((bucket(first), bucket(last)))
}

/// The buckets from first to last, clockwise.
fn around(first: usize, last: usize) -> impl Iterator<Item = usize> {
    let count = (last + BUCKETS - first) % BUCKETS + 1;
    (first..first + count).map(|bucket| bucket % BUCKETS)
}

/// The bucket of a direction. Not evenly spaced in degrees, but never decreasing clockwise from
/// east, and that is all the sorting needs.
fn bucket((x, y): Vector) -> usize {
    let (quarter, ahead, turned) = match (x > 0, y > 0, x < 0, y < 0) {
        (true, _, _, false) => (0, x, y),
        (false, true, ..) => (1, y, -x),
        (_, false, true, _) => (2, -x, -y),
        (_, _, false, true) => (3, -y, x),
        _ => return 0,
    };
    let per_quarter = BUCKETS / 4;
    let inside = turned * per_quarter as i64 / (ahead + turned);
    quarter * per_quarter + inside.unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_never_decrease_clockwise_from_east() {
        // A square walk round the centre, clockwise on the screen.
        let side = -40..40_i64;
        let mut walk: Vec<Vector> = (0..40).map(|y| (40, y)).collect();
        walk.extend(side.clone().rev().map(|x| (x + 1, 40)));
        walk.extend(side.clone().rev().map(|y| (-40, y + 1)));
        walk.extend(side.map(|x| (x, -40)));
        walk.extend((-40..0).map(|y| (40, y)));
        let buckets: Vec<usize> = walk.into_iter().map(bucket).collect();
        assert!(buckets.is_sorted(), "{buckets:?}");
        assert_eq!((buckets[0], buckets[buckets.len() - 1]), (0, BUCKETS - 2));
    }

    #[test]
    fn silhouette_ends_are_rounded_to_the_nearest_unit() {
        assert_eq!(rim_share(3, 9), 430);
        assert_eq!(rim_share(1, 2), 304); // 304.06
        assert_eq!(rim_share(-1, 2), -304);
        assert_eq!(rim_share(3, 25), 258);
        assert_eq!(rim_share(1, 5), 192); // 192.30
        assert_eq!(rim_share(2, 5), 385); // 384.60
        assert_eq!(rim_share(0, 5), 0);
    }
}
