//! Walking: which single steps are open, and how far a token gets.
//!
//! Rules of the step (BW section 10, KMB-GRD-12): eight neighbours; never through a barrier; a
//! diagonal step is refused only when both cells beside it are walled off, so one corner may be
//! cut. Low furniture whose `blocks.movement` is false costs nothing to cross.

use super::board::{Board, Segment, cells_near, row_major};
use super::distance::Metric;
use super::pos::{CellPos, Dir8, Point, UNITS_PER_CELL};
use super::segment::{side, touch, touches_square};
use std::cmp::Ordering;

/// Half of the eight directions; each stands for itself and its reverse.
const FORWARD: [Dir8; 4] = [Dir8::East, Dir8::SouthEast, Dir8::South, Dir8::SouthWest];

/// Which steps are open on a board with its doors as they are; one bit per [`Dir8`] per cell.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// Regarding walls, doors and windows only.
    walls: Vec<u8>,
    /// Regarding everything that blocks movement.
    all: Vec<u8>,
}

/// What one barrier does to one step.
enum Hindrance {
    None,
    Stops,
    /// The barrier ends exactly in the corner that a diagonal step passes, on this side of it.
    Corner {
        clockwise: bool,
    },
}

/// Hindrances of all barriers, gathered cell by cell for the [`FORWARD`] directions.
struct Gathered {
    /// Low four bits: stopped, by place in [`FORWARD`].
    stops: Vec<u8>,
    /// Low four bits: corner touched counter-clockwise; high four: clockwise.
    corners: Vec<u8>,
}

impl Steps {
    /// Works out all steps of the board. Costs time with cells and barrier lines: about half a
    /// millisecond for 100 x 100 cells and 200 lines.
    pub(super) fn of(board: &Board) -> Self {
        let walls_hinder = Gathered::of(board, |s| s.movement && !s.furniture);
        let all_hinder = Gathered::of(board, |s| s.movement);
        let mut steps = Self { walls: walls_hinder.open(board), all: all_hinder.open(board) };
        close_walled_diagonals(board, &mut steps);
        steps
    }
}

impl Gathered {
    fn of(board: &Board, counts: impl Fn(&Segment) -> bool) -> Self {
        let (width, height) = board.size();
        let cells = usize::from(width) * usize::from(height);
        let mut gathered = Self { stops: vec![0; cells], corners: vec![0; cells] };
        for s in board.segments().filter(|s| counts(s)) {
            for cell in cells_near(width, height, &[s.a, s.b], 1) {
                // A step stays within one cell length of the centre it starts from.
                if touches_square(cell.centre(), UNITS_PER_CELL, s.a, s.b) {
                    gathered.add(row_major(width, cell), cell, s);
                }
            }
        }
        gathered
    }

    fn add(&mut self, index: usize, cell: CellPos, s: &Segment) {
        for (bit, dir) in FORWARD.into_iter().enumerate() {
            match hindrance(cell, dir, s) {
                Hindrance::None => {}
                Hindrance::Stops => self.stops[index] |= 1 << bit,
                Hindrance::Corner { clockwise: false } => self.corners[index] |= 1 << bit,
                Hindrance::Corner { clockwise: true } => self.corners[index] |= 16 << bit,
            }
        }
    }

    /// Open steps in all eight directions. A corner stops only if barriers end in it on both
    /// sides: together they are a barrier across the step.
    fn open(&self, board: &Board) -> Vec<u8> {
        let width = board.size().0;
        let mut open = vec![0_u8; self.stops.len()];
        for cell in board.cells() {
            let index = row_major(width, cell);
            let corners = self.corners[index];
            let shut = self.stops[index] | (corners & corners >> 4);
            for (bit, dir) in FORWARD.into_iter().enumerate() {
                if let Some(next) = board.index(cell.step(dir)).filter(|_| shut >> bit & 1 == 0) {
                    open[index] |= 1 << dir as u8;
                    open[next] |= 1 << dir.turned(4) as u8;
                }
            }
        }
        open
    }
}

/// What does the barrier do to the step from the centre of `cell` to the next centre?
fn hindrance(cell: CellPos, dir: Dir8, s: &Segment) -> Hindrance {
    let (from, to) = (cell.centre(), cell.step(dir).centre());
    if !touch(from, to, s.a, s.b) {
        return Hindrance::None;
    }
    let corner = Point::new(i32::midpoint(from.x, to.x), i32::midpoint(from.y, to.y));
    let far_end = match (dir.is_diagonal(), s.a == corner, s.b == corner) {
        (true, true, _) => s.b,
        (true, _, true) => s.a,
        _ => return Hindrance::Stops,
    };
    match side(from, to, far_end).cmp(&0) {
        Ordering::Less => Hindrance::Corner { clockwise: false },
        Ordering::Greater => Hindrance::Corner { clockwise: true },
        Ordering::Equal => Hindrance::Stops,
    }
}

/// Shuts every diagonal whose two ways round, by either side cell, are both walled off.
fn close_walled_diagonals(board: &Board, steps: &mut Steps) {
    let width = board.size().0;
    let straight = steps.walls.clone();
    let is_open = |cell: CellPos, dir: Dir8| straight[row_major(width, cell)] >> dir as u8 & 1 == 1;
    for cell in board.cells() {
        for dir in [Dir8::SouthEast, Dir8::SouthWest] {
            let Some(to) = board.index(cell.step(dir)) else { continue };
            let (left, right) = (dir.turned(7), dir.turned(1));
            let by_left = is_open(cell, left) && is_open(cell.step(left), right);
            let by_right = is_open(cell, right) && is_open(cell.step(right), left);
            if !by_left && !by_right {
                let from = row_major(width, cell);
                for list in [&mut steps.walls, &mut steps.all] {
                    list[from] &= !(1 << dir as u8);
                    list[to] &= !(1 << dir.turned(4) as u8);
                }
            }
        }
    }
}

/// What stands on a cell, as far as one walker is concerned.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Occupancy {
    /// Nothing: may be passed and ended on.
    Free,
    /// May be passed, not ended on: an ally, or a body where the ruleset says so.
    Pass,
    /// May be ended on, not passed: an enemy's cell where entering it is contact (KMB-GRD-12).
    Stop,
    /// Neither: an able enemy, a marked obstacle.
    Block,
}

/// What a diagonal step costs, in cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum DiagonalCost {
    /// 1, as a straight step.
    #[default]
    One,
    /// 1, 2, 1, 2 ..., counted over the whole turn (EP-GRID-03).
    Alternating,
    /// Always 2 (option of EP-GRID-03).
    Two,
}

/// How a walker's steps are counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct StepRules {
    /// What diagonals cost.
    pub diagonal: DiagonalCost,
    /// Diagonal steps already made this turn. Pass [`Reach::diagonals`] of a waypoint here, and a
    /// path with waypoints costs what the same path without them costs.
    pub diagonals_before: u32,
    /// Steps onto difficult ground cost double (EP-GRID-03).
    pub slow: bool,
}

impl StepRules {
    /// The step costs that go with a metric. The two straight-line metrics measure ranges; their
    /// rulesets walk diagonals for one cell.
    #[must_use]
    pub const fn of(metric: Metric) -> Self {
        let diagonal = match metric {
            Metric::Alternating => DiagonalCost::Alternating,
            Metric::Chebyshev | Metric::EuclidFloorMetres | Metric::EuclidHalfUp => {
                DiagonalCost::One
            }
        };
        Self { diagonal, diagonals_before: 0, slow: false }
    }

    /// Cost in cells of one step onto a cell that may be difficult, and the parity of diagonals after
    /// it.
    pub(crate) const fn cost_onto(self, dir: Dir8, parity: usize, slow: bool) -> (u32, usize) {
        let (cost, parity) = self.cost(dir, parity);
        (if slow && self.slow { 2 * cost } else { cost }, parity)
    }

    /// Cost in cells of one step, and the parity of diagonals after it.
    pub(crate) const fn cost(self, dir: Dir8, parity: usize) -> (u32, usize) {
        self.priced(dir.is_diagonal(), parity)
    }

    const fn priced(self, diagonal: bool, parity: usize) -> (u32, usize) {
        match (self.diagonal, diagonal) {
            (DiagonalCost::Alternating, true) => (1 + parity as u32, parity ^ 1),
            (DiagonalCost::Two, true) => (2, parity),
            _ => (1, parity),
        }
    }

    /// The parity a walk starts with; only [`DiagonalCost::Alternating`] has two.
    pub(crate) const fn parity(self) -> usize {
        match self.diagonal {
            DiagonalCost::Alternating => (self.diagonals_before % 2) as usize,
            DiagonalCost::One | DiagonalCost::Two => 0,
        }
    }
}

/// Best known way to one cell with one parity of diagonals.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    cost: u32,
    /// Fewer is shorter on the ground, so it breaks ties and keeps paths free of zigzags.
    diagonals: u32,
}

const NO_WAY: Way = Way { cost: u32::MAX, diagonals: u32::MAX };

/// Everywhere one token can walk to with the steps it has.
pub struct Reach {
    board: Board,
    start: CellPos,
    rules: StepRules,
    /// By cell, then by parity of diagonals.
    ways: Vec<[Way; 2]>,
    /// What stands on the cells that were looked at; the start counts as free.
    occupancy: Vec<Option<Occupancy>>,
}

/// Where along a path somebody is left behind: the index of the last cell within their zone before
/// the first step out of it. None if the path never leaves the zone, or ends in it.
///
/// Source: the strike in passing of BW-MEL-09.
#[must_use]
pub fn passes(path: &[CellPos], in_zone: impl Fn(CellPos) -> bool) -> Option<usize> {
    if path.last().is_none_or(|end| in_zone(*end)) {
        return None;
    }
    path.windows(2).position(|pair| in_zone(pair[0]) && !in_zone(pair[1]))
}

impl Board {
    /// Is the single step from `a` to its neighbour `b` open, regarding walls, doors and windows?
    ///
    /// This is also the reach of melee (BW-MEL-01): not through a wall edge, and not diagonally
    /// past a corner when both cells beside the diagonal are walls. False for cells that are not
    /// neighbours or not on the board.
    #[must_use]
    pub fn step_open(&self, a: CellPos, b: CellPos) -> bool {
        self.is_open_in(&self.steps.walls, a, b)
    }

    /// Like [`Board::step_open`], regarding furniture that blocks movement too: can one walk it?
    #[must_use]
    pub fn walk_open(&self, a: CellPos, b: CellPos) -> bool {
        self.is_open_in(&self.steps.all, a, b)
    }

    /// All steps that can be walked from a cell, as [`Board::walk_open`] has them: bit `dir as u8`
    /// for each [`Dir8`]. None from off the board.
    #[must_use]
    pub fn walks_from(&self, cell: CellPos) -> u8 {
        self.index(cell).map_or(0, |index| self.steps.all[index])
    }

    fn is_open_in(&self, list: &[u8], a: CellPos, b: CellPos) -> bool {
        let (Some(index), Some(dir)) = (self.index(a), a.dir_to(b)) else { return false };
        list[index] >> dir as u8 & 1 == 1
    }

    /// How long a path is in cells, difficult ground counted where the rules ask for it.
    #[must_use]
    pub fn length_cells(&self, rules: StepRules, path: &[CellPos]) -> u32 {
        self.steps_along(rules, path).map(|(cells, _)| cells).sum()
    }

    /// How long a path is in half cells, however the walk before it ended: of diagonals that cost 1, 2,
    /// 1, 2 ... cells the first of two leaves half a cell of the second one's price behind.
    #[must_use]
    pub fn half_cells(&self, rules: StepRules, path: &[CellPos]) -> u16 {
        self.steps_along(rules, path).map(|(_, halves)| halves).sum()
    }

    /// Each step of a path: its price in cells, and in half cells.
    fn steps_along(&self, rules: StepRules, path: &[CellPos]) -> impl Iterator<Item = (u32, u16)> {
        let mut parity = rules.parity();
        path.windows(2).map(move |pair| {
            let (dx, dy) = pair[0].vector_to(pair[1]);
            let diagonal = dx != 0 && dy != 0;
            let (cost, after) = rules.priced(diagonal, parity);
            let cost = if rules.slow && self.is_slow(pair[1]) { 2 * cost } else { cost };
            let whole = 2 * cost as u16;
            let halves = match (rules.diagonal, diagonal, parity) {
                (DiagonalCost::Alternating, true, 0) => whole + 1,
                (DiagonalCost::Alternating, true, _) => whole - 1,
                _ => whole,
            };
            parity = after;
            (cost, halves)
        })
    }

    /// Everywhere a token on `from` can walk for at most `cost_max_cells`, diagonals costing 1.
    #[must_use]
    pub fn reach(
        &self,
        from: CellPos,
        cost_max_cells: u32,
        occupancy: &dyn Fn(CellPos) -> Occupancy,
    ) -> Reach {
        self.reach_with(StepRules::default(), from, cost_max_cells, occupancy)
    }

    /// [`Board::reach`] under given step costs. Every cell is visited at most twice, so a sealed
    /// room or an endless budget ends the search early instead of hanging it.
    #[must_use]
    pub fn reach_with(
        &self,
        rules: StepRules,
        from: CellPos,
        cost_max_cells: u32,
        occupancy: &dyn Fn(CellPos) -> Occupancy,
    ) -> Reach {
        let (width, height) = self.size();
        let cells = usize::from(width) * usize::from(height);
        let mut reach = Reach {
            board: self.clone(),
            start: from,
            rules,
            ways: vec![[NO_WAY; 2]; cells],
            occupancy: vec![None; cells],
        };
        if let Some(start) = self.index(from) {
            // The walker does not stand in its own way.
            reach.occupancy[start] = Some(Occupancy::Free);
            reach.ways[start][rules.parity()] = Way { cost: 0, diagonals: 0 };
            reach.spread(cost_max_cells, occupancy);
        }
        reach
    }
}

impl Reach {
    /// Visits cells in order of cost. Steps cost 1 to 4, so five lists in rotation are enough.
    fn spread(&mut self, cost_max: u32, occupancy: &dyn Fn(CellPos) -> Occupancy) {
        let mut waiting: [Vec<(CellPos, usize)>; 5] = Default::default();
        waiting[0].push((self.start, self.rules.parity()));
        let mut cost = 0_u32;
        while waiting.iter().any(|list| !list.is_empty()) {
            let now = std::mem::take(&mut waiting[cost as usize % 5]);
            for (cell, parity) in now {
                let index = row_major(self.board.size().0, cell);
                let way = self.ways[index][parity];
                // Listed twice: first by a dearer way, then by this cheaper one.
                if way.cost != cost || !self.may_leave(index, cell) {
                    continue;
                }
                let mut open = self.board.steps.all[index];
                while open != 0 {
                    let dir = Dir8::ALL[open.trailing_zeros() as usize];
                    open &= open - 1;
                    let next = cell.step(dir);
                    let slow = self.board.is_slow(next);
                    let (extra, next_parity) = self.rules.cost_onto(dir, parity, slow);
                    let next_way = Way {
                        cost: cost.saturating_add(extra),
                        diagonals: way.diagonals + u32::from(dir.is_diagonal()),
                    };
                    if next_way.cost <= cost_max
                        && self.improve(next, next_parity, next_way, occupancy)
                    {
                        waiting[next_way.cost as usize % 5].push((next, next_parity));
                    }
                }
            }
            cost = cost.saturating_add(1);
        }
    }

    /// Notes a better way to a cell; true if the cell has to be visited at that cost.
    fn improve(
        &mut self,
        cell: CellPos,
        parity: usize,
        way: Way,
        occupancy: &dyn Fn(CellPos) -> Occupancy,
    ) -> bool {
        let index = row_major(self.board.size().0, cell);
        let known = self.ways[index][parity];
        if (way.cost, way.diagonals) >= (known.cost, known.diagonals) {
            return false;
        }
        let stands = *self.occupancy[index].get_or_insert_with(|| occupancy(cell));
        if stands == Occupancy::Block {
            return false;
        }
        self.ways[index][parity] = way;
        way.cost < known.cost
    }

    /// May the walk go on from this cell?
    fn may_leave(&self, index: usize, cell: CellPos) -> bool {
        cell == self.start
            || matches!(self.occupancy[index], Some(Occupancy::Free | Occupancy::Pass))
    }

    /// The best way to a cell the token may end on, with its parity.
    fn best(&self, cell: CellPos) -> Option<(Way, usize)> {
        let index = self.board.index(cell)?;
        let ends = matches!(self.occupancy[index], Some(Occupancy::Free | Occupancy::Stop));
        let [even, odd] = self.ways[index];
        let best = if odd < even { (odd, 1) } else { (even, 0) };
        (ends && best.0 != NO_WAY).then_some(best)
    }

    /// Cost in cells of walking to `cell`; `None` if the token cannot get there or not stop there.
    #[must_use]
    pub fn cost(&self, cell: CellPos) -> Option<u32> {
        Some(self.best(cell)?.0.cost)
    }

    /// Diagonal steps made this turn on arrival, those before this walk included; feed it into
    /// [`StepRules::diagonals_before`] for the next leg.
    #[must_use]
    pub fn diagonals(&self, cell: CellPos) -> Option<u32> {
        Some(self.rules.diagonals_before.saturating_add(self.best(cell)?.0.diagonals))
    }

    /// Every cell the token may end on, with its cost, row by row; the start with cost 0 too.
    pub fn cells(&self) -> impl Iterator<Item = (CellPos, u32)> + '_ {
        self.board.cells().filter_map(|cell| Some((cell, self.cost(cell)?)))
    }

    /// The cheapest path, from the start to `cell`, both included.
    ///
    /// Of equally cheap paths one with the fewest diagonals, and of those the one that keeps
    /// nearest to the straight line; the choice is the same on every machine.
    #[must_use]
    pub fn path(&self, cell: CellPos) -> Option<Vec<CellPos>> {
        let (mut way, mut parity) = self.best(cell)?;
        let mut path = vec![cell];
        let mut here = cell;
        while here != self.start || way.cost > 0 {
            let before = Dir8::ALL.into_iter().filter_map(|dir| self.came(here, way, parity, dir));
            let nearest = before.min_by_key(|&(previous, ..)| self.off_line(cell, previous));
            (here, way, parity) = nearest?;
            path.push(here);
        }
        path.reverse();
        Some(path)
    }

    /// The cell from which a best way came here by a step in `dir`, if one did.
    fn came(
        &self,
        here: CellPos,
        way: Way,
        parity: usize,
        dir: Dir8,
    ) -> Option<(CellPos, Way, usize)> {
        let previous = here.step(dir.turned(4));
        let index = self.board.index(previous)?;
        let slow = self.board.is_slow(here);
        if self.board.steps.all[index] >> dir as u8 & 1 == 0 || !self.may_leave(index, previous) {
            return None;
        }
        (0..2).find_map(|before| {
            let known = self.ways[index][before];
            let (extra, after) = self.rules.cost_onto(dir, before, slow);
            let diagonals = u32::from(dir.is_diagonal());
            let fits = known != NO_WAY
                && after == parity
                && known.cost + extra == way.cost
                && known.diagonals + diagonals == way.diagonals;
            fits.then_some((previous, known, before))
        })
    }

    /// How far a cell is off the straight line from the start to `goal`; only good for comparing.
    fn off_line(&self, goal: CellPos, cell: CellPos) -> i64 {
        let (gx, gy) = self.start.vector_to(goal);
        let (x, y) = self.start.vector_to(cell);
        (gx * y - gy * x).abs()
    }
}
