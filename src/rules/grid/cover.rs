//! Cover: how much of the target's silhouette is hidden from the shooter.
//!
//! The silhouette is the target's diameter (0.84 cell) square to the line from the shooter's
//! centre. It is cut into 32 equal strips, and a ray runs from the shooter's centre to the middle of
//! each. A full-height object that stops shots hides the ray it meets; a low one hides its lower
//! half, however many of them there are. Shares are therefore counted in 64ths. The ruleset makes
//! its own tiers of them (BW-RNG-05 and section 10).
//!
//! * What stands behind the target or beside it meets no ray and gives nothing.
//! * Furniture at the shooter's cell and not at the target's is leaned over or round; it counts
//!   for return fire only. Walls, doors and windows always count.
//! * Tokens are no part of a board and give no cover.
//! * A wall that runs exactly through the shooter's centre does not hamper him: he straddles it.

use super::board::{Board, ObjectId};
use super::footprint::Footprint;
use super::pos::{CellPos, Point, UNITS_PER_CELL};
use super::segment::{cross, touch};
use super::sight::{Gaze, crossed};
use super::view::{Barrier, Near, Target, View};
use std::sync::OnceLock;

/// The share that means "wholly hidden": [`Exposure::hidden_of_64`] runs 0..=64.
pub const HIDDEN_WHOLE: u8 = 64;

/// Boards of at most so many cells keep what is seen from each.
const KEPT_CELLS_MAX: usize = 1_000;

/// How many rays a silhouette gets.
const RAYS: i64 = 32;

/// What a shooter has of a target.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exposure {
    /// Is there a line of sight? Symmetric; see [`Board::in_sight`].
    pub in_sight: bool,
    /// Hidden share of the silhouette in 64ths, 0..=[`HIDDEN_WHOLE`]. It may be whole while there
    /// is a line of sight: a shoulder is seen, but not from the shooter's centre.
    pub hidden_of_64: u8,
    /// What hides it, and how many 64ths each would hide alone; most first, then by name. Objects
    /// behind one another hide the same strips, so the sum may exceed the whole.
    pub blockers: Vec<(ObjectId, u8)>,
    /// What a reader of the map might expect to count, and why it does not; by name.
    pub ignored: Vec<(ObjectId, WhyIgnored)>,
}

impl Exposure {
    /// The hidden share as numerator and denominator.
    #[must_use]
    pub const fn hidden(&self) -> (u8, u8) {
        (self.hidden_of_64, HIDDEN_WHOLE)
    }
}

/// Why an object in or at the line of fire gives no cover.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WhyIgnored {
    /// Furniture at the shooter's own cell: he leans over it or round it.
    ShooterLeansOverIt,
    /// It stands behind the target: the rays end before it.
    BehindTarget,
    /// It stands at the target's cell, but to the side: no ray meets it.
    BesideTarget,
    /// A door that stands open.
    OpenDoor,
    /// Its `blocks.shots` is false.
    LetsShotsThrough,
}

/// One cell of [`Board::field`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct FieldCell {
    /// As [`Exposure::in_sight`].
    pub in_sight: bool,
    /// As [`Exposure::hidden_of_64`].
    pub hidden: u8,
}

/// Rays hidden so far, one bit each.
#[derive(Default)]
struct Hidden {
    by_full: u32,
    by_low: u32,
}

impl Hidden {
    fn add(&mut self, rays: u32, low: bool) {
        if low {
            self.by_low |= rays;
        } else {
            self.by_full |= rays;
        }
    }

    fn of_64(&self) -> u8 {
        let halves = 2 * self.by_full.count_ones() + (self.by_low & !self.by_full).count_ones();
        u8::try_from(halves).unwrap_or(HIDDEN_WHOLE)
    }
}

impl Board {
    /// What a shooter on one cell has of a target on the other, with reasons.
    ///
    /// A cell and itself: in sight, nothing hidden. A cell off the board: not in sight, wholly
    /// hidden.
    #[must_use]
    pub fn exposure(&self, shooter: CellPos, target: CellPos) -> Exposure {
        let view = View::new(self, shooter);
        let Some((view, target)) = view.and_then(|v| v.target(target).map(|t| (v, t))) else {
            return Exposure { hidden_of_64: HIDDEN_WHOLE, ..Exposure::default() };
        };
        let mut exposure = Exposure { in_sight: true, ..Exposure::default() };
        if view.shooter == target.cell {
            return exposure;
        }
        let near = view.near(&target);
        let present = near.iter().filter(|n| !n.is_open_door).map(|n| &n.barrier);
        exposure.in_sight = view.judge(&target, present, &mut Gaze::default()).in_sight;
        view.explain(&target, &near, &mut exposure);
        exposure
    }

    /// Sight and hidden share of [`Board::exposure`] without the reasons, and faster for it.
    #[must_use]
    pub fn glimpse(&self, shooter: CellPos, target: CellPos) -> FieldCell {
        let view = View::new(self, shooter);
        let Some((view, target)) = view.and_then(|v| v.target(target).map(|t| (v, t))) else {
            return FieldCell { in_sight: false, hidden: HIDDEN_WHOLE };
        };
        if view.shooter == target.cell {
            return FieldCell { in_sight: true, hidden: 0 };
        }
        let near = view.near(&target);
        let present = near.iter().filter(|n| !n.is_open_door).map(|n| &n.barrier);
        view.judge(&target, present, &mut Gaze::default())
    }

    /// The same as [`Board::glimpse`] for those who ask again and again. A small board keeps what
    /// is seen from a cell as a whole, which is dearer than one line and far cheaper than all.
    #[must_use]
    pub fn glance(&self, shooter: CellPos, target: CellPos) -> FieldCell {
        let cells = usize::from(self.size().0) * usize::from(self.size().1);
        match (self.index(shooter), self.index(target)) {
            (Some(from), Some(to)) if cells <= KEPT_CELLS_MAX => {
                let views =
                    self.views.get_or_init(|| (0..cells).map(|_| OnceLock::new()).collect());
                views[from].get_or_init(|| self.field(shooter).into_boxed_slice())[to]
            }
            _ => self.glimpse(shooter, target),
        }
    }

    /// How many of the four corners of the target's square cannot be hit from that corner of the
    /// shooter's square from which most can (EP-GRID-06). What the shooter can lean over or round does
    /// not hamper. Something low is looked over: it hides two corners at most, and all four are
    /// hidden only by what is of full height.
    #[must_use]
    pub fn hidden_corners(&self, shooter: Footprint, target: Footprint) -> u8 {
        const INSET: i32 = UNITS_PER_CELL / 16;
        let own: Vec<ObjectId> = shooter.cells().flat_map(|cell| self.furniture_at(cell)).collect();
        let barriers: Vec<_> =
            self.segments().filter(|s| s.shots && !own.contains(&s.object)).collect();
        let hidden = |from: Point| {
            let stopped = |to: Point, low: bool| {
                barriers.iter().any(|s| s.low == low && touch(from, to, s.a, s.b))
            };
            let (mut full, mut half) = (0, 0);
            for to in target.corners(INSET) {
                if stopped(to, false) {
                    full += 1;
                } else if stopped(to, true) {
                    half += 1;
                }
            }
            if full == 4 { 4 } else { (full + half.min(2)).min(3) }
        };
        shooter.corners(INSET).into_iter().map(hidden).min().unwrap_or(0)
    }

    /// Every cell as a target of a shooter on this one, row by row from the top left. Equal to
    /// [`Board::exposure`] cell by cell, only much faster. Empty if the shooter is off the board.
    #[must_use]
    pub fn field(&self, shooter: CellPos) -> Vec<FieldCell> {
        let Some(view) = View::new(self, shooter) else { return Vec::new() };
        let sweep = view.sweep();
        let mut gaze = Gaze::default();
        let judge = |(index, cell)| {
            if cell == shooter {
                return FieldCell { in_sight: true, hidden: 0 };
            }
            let target = view.target_at(cell, index);
            gaze.clear();
            view.judge(&target, sweep.towards(&target), &mut gaze)
        };
        self.cells().enumerate().map(judge).collect()
    }
}

impl View<'_> {
    /// Sight and hidden share of one target, past these barriers.
    fn judge<'b>(
        &self,
        target: &Target,
        barriers: impl Iterator<Item = &'b Barrier>,
        gaze: &mut Gaze<'b>,
    ) -> FieldCell {
        let mut hidden = Hidden::default();
        for barrier in barriers {
            if barrier.is_beside(target) {
                continue;
            }
            if barrier.shots && hidden.by_full != u32::MAX && !self.leans_over(barrier, target) {
                hidden.add(barrier.rays(target), barrier.low);
            }
            self.meet(gaze, barrier, target);
            if gaze.is_shut() && hidden.by_full == u32::MAX {
                break;
            }
        }
        FieldCell { in_sight: self.sees(gaze, target), hidden: hidden.of_64() }
    }

    /// Is the barrier furniture at the shooter's cell and not at the target's?
    fn leans_over(&self, barrier: &Barrier, target: &Target) -> bool {
        barrier.own && !self.board.objects()[usize::from(barrier.object.0)].touches(target.cell)
    }

    /// Fills in the hidden share, what hides it, and what does not and why.
    fn explain(&self, target: &Target, near: &[Near], exposure: &mut Exposure) {
        let mut hidden = Hidden::default();
        // Lines of one object follow each other.
        for lines in near.chunk_by(|a, b| a.barrier.object == b.barrier.object) {
            let Near { is_open_door, barrier: first } = &lines[0];
            let id = first.object;
            let rays = lines.iter().fold(0, |rays, line| rays | line.barrier.rays(target));
            let why = if *is_open_door {
                Some(WhyIgnored::OpenDoor)
            } else if !first.shots {
                Some(WhyIgnored::LetsShotsThrough)
            } else if self.leans_over(first, target) {
                Some(WhyIgnored::ShooterLeansOverIt)
            } else {
                None
            };
            match why {
                Some(why) if rays != 0 => exposure.ignored.push((id, why)),
                None if rays != 0 => {
                    let mut alone = Hidden::default();
                    alone.add(rays, first.low);
                    hidden.add(rays, first.low);
                    exposure.blockers.push((id, alone.of_64()));
                }
                None if self.board.objects()[usize::from(id.0)].touches(target.cell) => {
                    let behind = lines.iter().any(|line| line.barrier.is_behind(target));
                    let why =
                        if behind { WhyIgnored::BehindTarget } else { WhyIgnored::BesideTarget };
                    exposure.ignored.push((id, why));
                }
                Some(_) | None => {}
            }
        }
        exposure.hidden_of_64 = hidden.of_64();
        exposure.blockers.sort_by_key(|&(id, share)| (std::cmp::Reverse(share), id));
    }
}

impl Barrier {
    /// The rays to the target's silhouette that meet the barrier, one bit each.
    fn rays(&self, target: &Target) -> u32 {
        // The shooter's centre lies on the barrier's line: seen end-on, or straddled.
        if self.shooter_side == 0 {
            return 0;
        }
        // Ray k ends at offset + half_width * (2k - 31) / 32; all times 32 to stay whole.
        let reached = along_rays(self.target_side(target), cross(self.along, target.half_width));
        let reached = if self.shooter_side > 0 { !reached.0 } else { !reached.1 };
        if reached == 0 {
            return 0;
        }
        self.lines(target) & reached
    }

    /// The rays whose endless lines separate the ends of the barrier, or touch one.
    fn lines(&self, target: &Target) -> u32 {
        let (d, w) = (target.offset, target.half_width);
        let a = along_rays(cross(d, self.a), cross(w, self.a));
        let b = along_rays(cross(d, self.b), cross(w, self.b));
        crossed(a, b)
    }

    /// Would rays that went on beyond the target meet the barrier?
    fn is_behind(&self, target: &Target) -> bool {
        let approaches = self.target_side(target).abs() < self.shooter_side.abs();
        approaches && self.lines(target) != 0
    }
}

/// For a quantity that is `at_centre` on the target's centre and grows by `per_half_width` towards
/// one end of its silhouette: the rays on whose ends it is above 0, and those where it is below.
fn along_rays(at_centre: i64, per_half_width: i64) -> (u32, u32) {
    let first = RAYS * at_centre - (RAYS - 1) * per_half_width;
    signs_of_series(first, 2 * per_half_width)
}

/// Which of `first`, `first + step`, ... (32 numbers) are above 0 and which below, one bit each.
#[inline]
fn signs_of_series(first: i64, step: i64) -> (u32, u32) {
    let last = first + (RAYS - 1) * step;
    if first > 0 && last > 0 {
        return (u32::MAX, 0);
    }
    if first < 0 && last < 0 {
        return (0, u32::MAX);
    }
    if step == 0 {
        return (0, 0);
    }
    if step < 0 {
        let (below, above) = signs_of_series(-first, -step);
        return (above, below);
    }
    // Rising from `first` <= 0 to `last` >= 0: where is 0 passed?
    let whole = -first / step;
    let hits_zero = -first % step == 0;
    let above = bits_from(whole + 1);
    let below = !bits_from(if hits_zero { whole } else { whole + 1 });
    (above, below)
}

/// Bits `k` and up.
const fn bits_from(k: i64) -> u32 {
    if k >= RAYS { 0 } else { u32::MAX << k }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_a_series_equal_those_of_its_numbers() {
        for first in -70..=70 {
            for step in -5..=5 {
                let (mut above, mut below) = (0, 0);
                for k in 0..RAYS {
                    above |= u32::from(first + k * step > 0) << k;
                    below |= u32::from(first + k * step < 0) << k;
                }
                assert_eq!(signs_of_series(first, step), (above, below), "{first} {step}");
            }
        }
    }
}
