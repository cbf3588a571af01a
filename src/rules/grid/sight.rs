//! Line of sight: does any point of one token see any point of the other?
//!
//! A token is a disc of 0.84 cell (BW section 10). It is stood for by 17 points: the centre and 16
//! on the rim. Two tokens see each other if some line between a point of one and a point of the
//! other meets no full-height barrier that stops sight. The points and the test are the same from
//! either end, so sight is symmetric to the last bit.
//!
//! * A rim point cut off from its own centre by a wall is not part of the body and is left out;
//!   otherwise a token pressed against a wall would see through it.
//! * A token whose centre lies exactly on a wall straddles it, and looks out on both sides.
//! * Furniture that encloses a token's centre (a tall bush he stands in) does not blind him, nor
//!   hide him.
//! * A token always sees its own cell.

use super::board::{Board, Segment};
use super::pos::{CellPos, Point};
use super::segment::{Vector, cross, same_strict_side, touch, touches_square};
use super::view::{Barrier, Target, View};

/// Radius of a token's disc in units of [`Point`]: 0.42 cell, rounded down.
pub(super) const DISC_RADIUS: i32 = 430;

/// How many points stand for a disc.
pub(super) const POINTS: usize = 17;

/// Points of a disc, seen from its centre: the centre, then the rim in sixteenths of a turn. No
/// point is further out than [`DISC_RADIUS`], and the set is its own mirror image.
pub(super) const DISC: [Vector; POINTS] = [
    (0, 0),
    (430, 0),
    (397, 165),
    (304, 304),
    (165, 397),
    (0, 430),
    (-165, 397),
    (-304, 304),
    (-397, 165),
    (-430, 0),
    (-397, -165),
    (-304, -304),
    (-165, -397),
    (0, -430),
    (165, -397),
    (304, -304),
    (397, -165),
];

/// All points of a disc, one bit each.
pub(super) const ALL_POINTS: u32 = (1 << POINTS) - 1;

/// Cross product of every two points of [`DISC`].
const DISC_CROSS: [[i64; POINTS]; POINTS] = {
    let mut table = [[0; POINTS]; POINTS];
    let mut i = 0;
    while i < POINTS {
        let mut j = 0;
        while j < POINTS {
            table[i][j] = cross(DISC[i], DISC[j]);
            j += 1;
        }
        i += 1;
    }
    table
};

impl Board {
    /// Do tokens on the two cells see each other? Symmetric. False if a cell is off the board,
    /// true for a cell and itself.
    #[must_use]
    pub fn in_sight(&self, a: CellPos, b: CellPos) -> bool {
        let Some(view) = View::new(self, a) else { return false };
        let Some(target) = view.target(b) else { return false };
        let near = view.near(&target);
        let mut gaze = Gaze::default();
        for near in near.iter().filter(|n| !n.is_open_door && !n.barrier.is_beside(&target)) {
            view.meet(&mut gaze, &near.barrier, &target);
        }
        view.sees(&gaze, &target)
    }

    /// The points of a token on that cell which belong to its body, one bit each: those that its
    /// centre sees. Barriers through the centre itself cut nothing off.
    pub(super) fn body(&self, cell: CellPos, index: usize) -> u32 {
        if !self.is_crowded(index) {
            return ALL_POINTS;
        }
        let mid = cell.centre();
        let walls: Vec<&Segment> = self
            .segments()
            .filter(|s| s.sight && !s.furniture)
            .filter(|s| touches_square(mid, DISC_RADIUS, s.a, s.b) && !touch(mid, mid, s.a, s.b))
            .collect();
        let mut body = 0;
        for (bit, &(dx, dy)) in DISC.iter().enumerate() {
            // The radius is far inside i32.
            let rim = Point::new(mid.x + dx as i32, mid.y + dy as i32);
            if !walls.iter().any(|s| touch(mid, rim, s.a, s.b)) {
                body |= 1 << bit;
            }
        }
        body
    }
}

/// The sight barriers met so far on the way to one target.
#[derive(Default)]
pub(super) struct Gaze<'b> {
    walls: Vec<Seen<'b>>,
    /// Is the line between the two centres stopped?
    centre_stopped: bool,
    /// Does a single barrier stand between all points of the two discs?
    shut: bool,
}

/// A barrier and the side on which the target's centre lies.
struct Seen<'b> {
    barrier: &'b Barrier,
    target_side: i64,
}

impl Gaze<'_> {
    /// Forgets everything, to be used for the next target.
    pub fn clear(&mut self) {
        self.walls.clear();
        self.centre_stopped = false;
        self.shut = false;
    }

    /// Is it already certain that the target cannot be seen?
    pub const fn is_shut(&self) -> bool {
        self.shut
    }
}

impl View<'_> {
    /// Takes note of one barrier that is not beside the strip between the two tokens.
    #[inline]
    pub fn meet<'b>(&self, gaze: &mut Gaze<'b>, barrier: &'b Barrier, target: &Target) {
        if !barrier.sight || gaze.shut {
            return;
        }
        let shooter_side = barrier.shooter_side;
        let target_side = barrier.target_side(target);
        let span = barrier.disc_span;
        if (shooter_side > span && target_side > span)
            || (shooter_side < -span && target_side < -span)
        {
            return;
        }
        if self.stands_in(barrier, target) {
            return;
        }
        let wall = Seen { barrier, target_side };
        let (a, b) = (cross(target.offset, barrier.a), cross(target.offset, barrier.b));
        if wall.divides() {
            let limit = target.lateral;
            gaze.shut = (a > limit && b < -limit) || (a < -limit && b > limit);
        }
        gaze.centre_stopped |= !same_strict_side(shooter_side, target_side)
            && !same_strict_side(a, b)
            && (a, b) != (0, 0);
        gaze.walls.push(wall);
    }

    /// The verdict after all barriers have been met.
    pub fn sees(&self, gaze: &Gaze<'_>, target: &Target) -> bool {
        if target.offset == (0, 0) || !gaze.centre_stopped {
            return true;
        }
        !gaze.shut && !is_fenced_off(&gaze.walls, target) && self.any_line_free(&gaze.walls, target)
    }

    /// Does the barrier belong to furniture in which one of the two tokens stands?
    fn stands_in(&self, barrier: &Barrier, target: &Target) -> bool {
        let board = self.board;
        [self.index, target.index]
            .iter()
            .any(|&index| board.enclosing(index).iter().any(|&(_, id)| id == barrier.object))
    }

    /// The definition itself: tries all lines between the points of the two bodies.
    fn any_line_free(&self, walls: &[Seen<'_>], target: &Target) -> bool {
        let body = *self.body.get_or_init(|| self.board.body(self.shooter, self.index));
        let target_body = self.board.body(target.cell, target.index);
        // Row per point of the shooter, bit per point of the target: which lines are stopped.
        let mut stopped = [ALL_POINTS; POINTS];
        for (i, row) in stopped.iter_mut().enumerate() {
            if body >> i & 1 == 1 {
                *row = ALL_POINTS & !target_body;
            }
        }
        for wall in walls {
            wall.stop_lines(target, &mut stopped);
            if stopped.iter().all(|&row| row == ALL_POINTS) {
                return false;
            }
        }
        true
    }
}

impl Seen<'_> {
    /// Does the barrier's own line run between the two discs, touching neither?
    const fn divides(&self) -> bool {
        let (s, t, span) = (self.barrier.shooter_side, self.target_side, self.barrier.disc_span);
        (s > span && t < -span) || (s < -span && t > span)
    }

    /// Marks the lines that this barrier stops.
    ///
    /// For points p of the shooter and q of the target, the side of the barrier's end `a` on the
    /// line p-q is cross(q - p, a - p). Written out, it is a sum of one term for q, one for p, and
    /// one from [`DISC_CROSS`], so the inner loop only adds.
    fn stop_lines(&self, target: &Target, stopped: &mut [u32; POINTS]) {
        let Barrier { a, b, along, shooter_side, .. } = *self.barrier;
        let (q_a, q_b) = (self.ends_from(target, a), self.ends_from(target, b));
        let q_sides = signs(|j| self.target_side + cross(along, DISC[j]));
        for (i, row) in stopped.iter_mut().enumerate() {
            if *row == ALL_POINTS {
                continue;
            }
            let p = DISC[i];
            let (p_a, p_b) = (rest(p, target, a), rest(p, target, b));
            let cross_table = &DISC_CROSS[i];
            let sides_a = signs(|j| q_a[j] + cross_table[j] + p_a);
            let sides_b = signs(|j| q_b[j] + cross_table[j] + p_b);
            let p_side = shooter_side + cross(along, p);
            let apart = match p_side.signum() {
                1 => !q_sides.0,
                -1 => !q_sides.1,
                _ => ALL_POINTS,
            };
            *row |= crossed(sides_a, sides_b) & apart;
        }
    }

    /// cross(q, end) for every point q of the target.
    fn ends_from(&self, target: &Target, end: Vector) -> [i64; POINTS] {
        let centre = cross(target.offset, end);
        DISC.map(|point| centre + cross(point, end))
    }
}

/// The part of cross(q - p, end - p) that depends on p but not on which q.
fn rest(p: Vector, target: &Target, end: Vector) -> i64 {
    cross(p, (target.offset.0 - end.0, target.offset.1 - end.1))
}

/// Which of the numbers are above 0 and which below, one bit each.
#[inline]
fn signs(number: impl Fn(usize) -> i64) -> (u32, u32) {
    let (mut above, mut below) = (0, 0);
    for j in 0..POINTS {
        let n = number(j);
        above |= u32::from(n > 0) << j;
        below |= u32::from(n < 0) << j;
    }
    (above, below)
}

/// Where a line has the two ends of a barrier on different sides, or touches just one of them.
#[inline]
pub(super) const fn crossed(a: (u32, u32), b: (u32, u32)) -> u32 {
    (a.0 ^ b.0) | (a.1 ^ b.1)
}

/// Does a chain of barriers, joined end to end, shut the strip between the two tokens from one
/// side to the other? A quick proof of darkness behind the corners of rooms; it never errs, and
/// where it fails the lines are tried one by one.
///
/// Every link keeps the two discs on different sides of its line. Along a chain that starts left of
/// all lines of sight and ends right of them, some link must change sides on any given line, and
/// that link stops it.
fn is_fenced_off(walls: &[Seen<'_>], target: &Target) -> bool {
    /// More links than this are left to the thorough test.
    const LINKS_MAX: usize = 32;
    let limit = target.lateral;
    let mut links = [((0, 0), (0, 0)); LINKS_MAX];
    let mut count = 0;
    for wall in walls.iter().filter(|w| w.divides()).take(LINKS_MAX) {
        links[count] = (wall.barrier.a, wall.barrier.b);
        count += 1;
    }
    let links = &links[..count];
    let (mut done, mut open) = (0_u32, 0_u32);
    let is_left = |end: Vector| cross(target.offset, end) < -limit;
    for (i, &(a, b)) in links.iter().enumerate() {
        open |= u32::from(is_left(a) || is_left(b)) << i;
    }
    while open & !done != 0 {
        let i = (open & !done).trailing_zeros() as usize;
        done |= 1 << i;
        for end in [links[i].0, links[i].1] {
            if cross(target.offset, end) > limit {
                return true;
            }
            for (j, &(a, b)) in links.iter().enumerate() {
                open |= u32::from(a == end || b == end) << j;
            }
        }
    }
    false
}
