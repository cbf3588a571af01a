//! The ground as the autopilot knows it: how pairs of cells lie to each other, ways on foot. All
//! of it follows from the map, its doors and the ruleset alone, so it is kept from fight to fight.

use crate::battle::BattleMap;
use crate::data::map::Map;
use crate::rules::facts::Sightline;
use crate::rules::grid::{
    Board, CellPos, DiagonalCost, Dir8, DoorState, Footprint, ObjectId, Occupancy, StepRules,
};
use crate::rules::ruleset::Ruleset;
use bevy::platform::collections::HashMap;
use std::sync::Arc;

/// Boards of at most so many cells keep all pairs of cells in one list.
const DENSE_CELLS_MAX: usize = 1_400;
/// So many pairs of a larger board are kept before they are forgotten.
const SPARSE_PAIRS_MAX: usize = 4_000_000;
/// So many numbers of cells on the way are kept before they are forgotten.
const WALKS_MAX: usize = 16_000_000;
/// So many states of the doors are kept.
const DOORS_MAX: usize = 16;
/// So many different footings are told apart before all are forgotten.
const FOOTINGS_MAX: usize = 60_000;
/// No way on foot.
pub(super) const NO_WAY: u16 = u16::MAX;
/// The footing of whoever is out of sight.
const UNSEEN: u32 = 1;

/// A map with all its doors as they were met so far, under one ruleset.
pub(super) struct Ground {
    map: Arc<Map>,
    states: Vec<(Vec<u16>, Seen)>,
    now: usize,
    /// Ways on foot with every door open: a closed one is a delay and no wall.
    open: Board,
    /// How steps are counted by somebody who has made none.
    steps: StepRules,
    walks: HashMap<(usize, bool), Arc<[u16]>>,
    footings: Vec<Footing>,
    numbers: HashMap<u64, u32>,
}

/// How a target at range lies to an attacker, as far as the ruleset cares.
#[derive(Clone, Default)]
pub(super) struct Footing {
    /// The ruleset's number for it.
    pub class: u64,
    /// A pair of cells that lies so.
    pub offset: (i32, i32),
    /// What is between them.
    pub sightline: Sightline,
}

/// What was looked at with one state of the doors.
struct Seen {
    board: Board,
    pairs: Pairs,
    /// Cells beside a closed door, with that door.
    thresholds: Vec<(CellPos, ObjectId)>,
    /// The door to open on the way from a cell to a cell.
    doors: HashMap<(CellPos, CellPos), Option<u16>>,
}

/// Numbers of footings there and back by pair of cells, the enemy's first; 0 is "not looked at
/// yet". A plan looks at many places for few enemies, so those stand side by side.
enum Pairs {
    Dense(Vec<(u32, u32)>),
    Sparse(HashMap<u64, (u32, u32)>),
}

impl Ground {
    /// The ground of a map, on which a diagonal step costs so much.
    pub fn new(map: &BattleMap, diagonal: DiagonalCost) -> Self {
        let mut open = map.board.clone();
        for id in 0..open.objects().len() {
            open.set_door(ObjectId(id as u16), DoorState::Open);
        }
        let mut ground = Self {
            map: map.map.clone(),
            states: Vec::new(),
            now: 0,
            open,
            steps: StepRules { diagonal, ..StepRules::default() },
            walks: HashMap::default(),
            footings: vec![Footing::default(); 2],
            numbers: HashMap::default(),
        };
        ground.turn_to(map);
        ground
    }

    /// Whether this is the ground of that map.
    pub fn is_of(&self, map: &BattleMap) -> bool {
        Arc::ptr_eq(&self.map, &map.map)
    }

    /// Takes the doors as they stand now.
    pub fn turn_to(&mut self, map: &BattleMap) {
        // Between two plans: the numbers of footings hold for the whole of one.
        if self.footings.len() > FOOTINGS_MAX {
            self.forget_footings();
        }
        if self.states.get(self.now).is_some_and(|(doors, _)| *doors == map.open_doors) {
            return;
        }
        if let Some(found) = self.states.iter().position(|(doors, _)| *doors == map.open_doors) {
            self.now = found;
            return;
        }
        if self.states.len() >= DOORS_MAX {
            self.states.clear();
        }
        self.states.push((map.open_doors.clone(), Seen::of(&map.board)));
        self.now = self.states.len() - 1;
    }

    /// The doors that stand open.
    pub fn doors(&self) -> &[u16] {
        &self.states[self.now].0
    }

    /// The board with the doors as they stand.
    pub fn board(&self) -> &Board {
        &self.states[self.now].1.board
    }

    /// How an enemy and a place lie to each other at range: the footing of the enemy for somebody
    /// on the place, and of that somebody for the enemy. None where there is no sight.
    pub fn footings(
        &mut self,
        rules: &dyn Ruleset,
        enemy: CellPos,
        place: CellPos,
    ) -> Option<(u32, u32)> {
        let Seen { board, pairs, .. } = &mut self.states[self.now].1;
        let slot = pairs.slot(board, enemy, place)?;
        if slot.0 == 0 {
            let there = board.glance(place, enemy);
            let asked = rules.info().cover_by_corners;
            let corners = |from: CellPos, to: CellPos| {
                let (from, to) = (Footprint::of_one(from), Footprint::of_one(to));
                asked.then(|| board.hidden_corners(from, to))
            };
            let hidden = (corners(place, enemy), corners(enemy, place));
            if !there.in_sight || hidden.0 == Some(4) {
                // Sight is mutual.
                *slot = (UNSEEN, UNSEEN);
                return None;
            }
            let back = board.glance(enemy, place);
            let mut number = |from: CellPos, to: CellPos, hidden_64: u8, corners: Option<u8>| {
                let offset = from.offset_to(to);
                let sightline = Sightline {
                    in_sight: true,
                    hidden_64,
                    hidden_corners: corners,
                    veil: self.map.veil(from, to),
                    airless: board.is_airless_between(from, to),
                    ..Sightline::default()
                };
                let class = rules.footing(offset, &sightline);
                let next = self.footings.len() as u32;
                let number = *self.numbers.entry(class).or_insert(next);
                if number == next {
                    self.footings.push(Footing { class, offset, sightline });
                }
                number
            };
            *slot = (
                number(place, enemy, there.hidden, hidden.0),
                number(enemy, place, back.hidden, hidden.1),
            );
        }
        (slot.0 != UNSEEN).then_some(*slot)
    }

    /// A footing by its number.
    pub fn footing_of(&self, number: u32) -> &Footing {
        &self.footings[number as usize]
    }

    fn forget_footings(&mut self) {
        self.footings.truncate(2);
        self.numbers.clear();
        for (_, seen) in &mut self.states {
            seen.pairs = Pairs::of(&seen.board);
        }
    }

    /// How poor sight is from one cell to another ([`Map::veil`]).
    pub fn veil(&self, from: CellPos, to: CellPos) -> u8 {
        self.map.veil(from, to)
    }

    /// Cells on foot from a cell to everywhere, row by row, past every door and through everybody;
    /// [`NO_WAY`] where there is none. `slow` for those whom difficult ground costs double.
    pub fn walks_from(&mut self, cell: CellPos, slow: bool) -> Arc<[u16]> {
        let (width, height) = self.open.size();
        let cells = usize::from(width) * usize::from(height);
        let key = (self.open.index(cell).unwrap_or(cells), slow);
        if let Some(known) = self.walks.get(&key) {
            return known.clone();
        }
        if self.walks.len() * cells > WALKS_MAX {
            self.walks.clear();
        }
        let mut walks = vec![NO_WAY; cells];
        let most = u32::from(NO_WAY) - 1;
        let steps = StepRules { slow, ..self.steps };
        let reach = self.open.reach_with(steps, cell, most, &|_| Occupancy::Free);
        for (at, cost) in reach.cells() {
            if let Some(index) = self.open.index(at) {
                walks[index] = cost as u16;
            }
        }
        let walks: Arc<[u16]> = walks.into();
        self.walks.insert(key, walks.clone());
        walks
    }

    /// A closed door beside a cell that shortens the way from there to a goal.
    pub fn door_to_open(&mut self, from: CellPos, goal: CellPos) -> Option<u16> {
        let steps = self.steps;
        let Seen { board, thresholds, doors, .. } = &mut self.states[self.now].1;
        let mut beside = thresholds.iter().filter(|(cell, _)| *cell == from).peekable();
        beside.peek()?;
        *doors.entry((from, goal)).or_insert_with(|| {
            let now = way(board, steps, from, goal).unwrap_or(u32::MAX);
            let shorter = |door: ObjectId| {
                let open = board.with_door(door, DoorState::Open);
                way(&open, steps, from, goal).is_some_and(|way| way < now)
            };
            beside.find(|(_, door)| shorter(*door)).map(|(_, door)| door.0)
        })
    }
}

impl Seen {
    fn of(board: &Board) -> Self {
        let ids = (0..board.objects().len()).map(|i| ObjectId(i as u16));
        let closed = ids.filter(|id| board.door(*id) == Some(DoorState::Closed));
        let mut thresholds = Vec::new();
        for door in closed {
            let touches = |cell: &CellPos| board.objects()[usize::from(door.0)].touches(*cell);
            thresholds.extend(board.cells().filter(touches).map(|cell| (cell, door)));
        }
        let pairs = Pairs::of(board);
        Self { board: board.clone(), pairs, thresholds, doors: HashMap::default() }
    }
}

fn cells_of(board: &Board) -> usize {
    let (width, height) = board.size();
    usize::from(width) * usize::from(height)
}

impl Pairs {
    fn of(board: &Board) -> Self {
        let cells = cells_of(board);
        if cells <= DENSE_CELLS_MAX {
            Self::Dense(vec![(0, 0); cells * cells])
        } else {
            Self::Sparse(HashMap::default())
        }
    }

    fn slot(&mut self, board: &Board, enemy: CellPos, place: CellPos) -> Option<&mut (u32, u32)> {
        let (a, b) = (board.index(enemy)?, board.index(place)?);
        match self {
            Self::Dense(list) => list.get_mut(a * cells_of(board) + b),
            Self::Sparse(map) => {
                if map.len() > SPARSE_PAIRS_MAX {
                    map.clear();
                }
                Some(map.entry((a as u64) << 32 | b as u64).or_default())
            }
        }
    }
}

fn way(board: &Board, steps: StepRules, from: CellPos, to: CellPos) -> Option<u32> {
    board.reach_with(steps, from, u32::from(NO_WAY), &|_| Occupancy::Free).cost(to)
}

/// Cells within a few steps and the ways there: equal to [`Board::reach_with`], but for a few cells
/// of a large board.
#[derive(Default)]
pub(super) struct Stroll {
    /// How far was looked; 0 for not at all.
    pub range: u16,
    /// Cells that can be ended on, near ones first, with their distance in cells.
    pub cells: Vec<(CellPos, u16)>,
    steps: StepRules,
    from: CellPos,
    marks: Vec<Mark>,
    /// What is visited at the present distance and at the four after it: a step costs one cell to
    /// four.
    waiting: [Vec<(CellPos, usize)>; 5],
}

/// What is known of a cell in the window around the start.
#[derive(Copy, Clone)]
struct Mark {
    stands: Stands,
    /// It is among the cells that were found.
    listed: bool,
    /// Steps that are open, a bit for each direction.
    open: u8,
    /// Difficult ground.
    slow: bool,
    /// The best ways, by the parity of the diagonals before.
    ways: [Way; 2],
}

/// Cells from the start, and diagonals among them; fewer are shorter on the ground.
type Way = (u16, u16);

const NOT_THERE: Way = (u16::MAX, u16::MAX);

impl Default for Mark {
    fn default() -> Self {
        let (stands, listed, open, slow) = (Stands::Nobody, false, 0, false);
        Self { stands, listed, open, slow, ways: [NOT_THERE; 2] }
    }
}

#[derive(Copy, Clone, Default, PartialEq)]
enum Stands {
    #[default]
    Nobody,
    /// Is passed, not ended on.
    Friend,
    Foe,
}

impl Stroll {
    /// Forgets what was seen.
    pub fn clear(&mut self) {
        self.range = 0;
        self.cells.clear();
    }

    /// Looks around from a cell; `taken` are the cells of others, and whether they are friends.
    pub fn look_around(
        &mut self,
        board: &Board,
        steps: StepRules,
        from: CellPos,
        range: u16,
        taken: impl Iterator<Item = (CellPos, bool)>,
    ) {
        // Nobody walks further than the board is wide.
        self.range = range.min(board.size().0.max(board.size().1));
        (self.from, self.steps) = (from, steps);
        let side = 2 * usize::from(self.range) + 1;
        self.marks.clear();
        self.marks.resize(side * side, Mark::default());
        self.cells.clear();
        self.waiting.iter_mut().for_each(Vec::clear);
        for (cell, friend) in taken {
            if let Some(at) = self.at(cell) {
                let foe = !friend || self.marks[at].stands == Stands::Foe;
                self.marks[at].stands = if foe { Stands::Foe } else { Stands::Friend };
            }
        }
        let Some(start) = self.at(from) else { return };
        let parity = steps.parity();
        // Whoever walks does not stand in its own way, and has arrived where it is.
        (self.marks[start].stands, self.marks[start].listed) = (Stands::Nobody, true);
        self.marks[start].ways[parity] = (0, 0);
        self.waiting[0].push((from, parity));
        for cost in 0..=self.range {
            let now = usize::from(cost % 5);
            let mut waiting = std::mem::take(&mut self.waiting[now]);
            for (cell, parity) in waiting.drain(..) {
                self.visit(board, cell, parity, cost);
            }
            self.waiting[now] = waiting;
        }
    }

    fn visit(&mut self, board: &Board, cell: CellPos, parity: usize, cost: u16) {
        let Some(here) = self.at(cell) else { return };
        let mark = &mut self.marks[here];
        let (known, diagonals) = mark.ways[parity];
        // Waiting twice: for a dearer way, and for this cheaper one.
        if known != cost {
            return;
        }
        if !mark.listed && mark.stands == Stands::Nobody {
            mark.listed = true;
            self.cells.push((cell, cost));
        }
        if cost == self.range {
            return;
        }
        let open = board.walks_from(cell);
        self.marks[here].open = open;
        for dir in Dir8::ALL.into_iter().filter(|dir| open >> *dir as u8 & 1 == 1) {
            let to = cell.step(dir);
            let Some(at) = self.at(to) else { continue };
            if self.marks[at].stands == Stands::Foe {
                continue;
            }
            let slow = self.steps.slow && board.is_slow(to);
            self.marks[at].slow = slow;
            let (extra, after) = self.steps.cost_onto(dir, parity, slow);
            let way = (cost + extra as u16, diagonals + u16::from(dir.is_diagonal()));
            let known = &mut self.marks[at].ways[after];
            if way.0 <= self.range && way < *known {
                let cheaper = way.0 < known.0;
                *known = way;
                if cheaper {
                    self.waiting[usize::from(way.0 % 5)].push((to, after));
                }
            }
        }
    }

    /// The best way to a cell, with its parity.
    fn best(&self, cell: CellPos) -> Option<(Way, usize)> {
        let [even, odd] = self.marks[self.at(cell)?].ways;
        let best = if odd < even { (odd, 1) } else { (even, 0) };
        (best.0 != NOT_THERE).then_some(best)
    }

    /// How long the way to a cell is in half cells, as [`Board::half_cells`] has it.
    pub fn half_cells(&self, board: &Board, cell: CellPos) -> u16 {
        if self.steps.slow {
            return board.half_cells(self.steps, &self.path(cell));
        }
        let Some(((cost, diagonals), _)) = self.best(cell) else { return 0 };
        if self.steps.diagonal != DiagonalCost::Alternating {
            return 2 * cost;
        }
        let twofold = (diagonals + self.steps.parity() as u16) / 2;
        let straight = cost - diagonals - twofold;
        2 * straight + 3 * diagonals
    }

    /// The way to a cell that can be ended on, from the start: the one that a
    /// [`Reach`](crate::rules::grid::Reach) has.
    pub fn path(&self, goal: CellPos) -> Vec<CellPos> {
        let mut path = vec![goal];
        let Some((mut way, mut parity)) = self.best(goal) else { return path };
        let mut here = goal;
        let off_line = |cell: CellPos| {
            let (gx, gy) = self.from.vector_to(goal);
            let (x, y) = self.from.vector_to(cell);
            (gx * y - gy * x).abs()
        };
        while here != self.from || way.0 > 0 {
            let before = Dir8::ALL.iter().filter_map(|dir| self.came(here, way, parity, *dir));
            let nearest = before.min_by_key(|(previous, ..)| off_line(*previous));
            let Some(previous) = nearest else { break };
            (here, way, parity) = previous;
            path.push(here);
        }
        path.reverse();
        path
    }

    /// The cell from which a best way came here by a step in a direction, if one did.
    fn came(
        &self,
        here: CellPos,
        way: Way,
        parity: usize,
        dir: Dir8,
    ) -> Option<(CellPos, Way, usize)> {
        let previous = here.step(dir.turned(4));
        let mark = self.marks[self.at(previous)?];
        if mark.open >> dir as u8 & 1 == 0 {
            return None;
        }
        let slow = self.marks[self.at(here)?].slow;
        (0..2).find_map(|before| {
            let known = mark.ways[before];
            let (extra, after) = self.steps.cost_onto(dir, before, slow);
            let there =
                (way.0.checked_sub(extra as u16)?, way.1.checked_sub(dir.is_diagonal().into())?);
            (after == parity && known == there).then_some((previous, known, before))
        })
    }

    /// For every cell of the window around the start its place among the cells that were found.
    pub fn places(&self) -> impl Fn(CellPos) -> Option<usize> + use<> {
        let mut places = vec![usize::MAX; self.marks.len()];
        for (i, (cell, _)) in self.cells.iter().enumerate() {
            if let Some(at) = self.at(*cell) {
                places[at] = i;
            }
        }
        let window = (self.from, self.range);
        move |cell| {
            let place = places[in_window(window, cell)?];
            (place != usize::MAX).then_some(place)
        }
    }

    /// The place of a cell in the window.
    fn at(&self, cell: CellPos) -> Option<usize> {
        in_window((self.from, self.range), cell)
    }
}

/// The place of a cell in the window of so many cells around another.
fn in_window((from, range): (CellPos, u16), cell: CellPos) -> Option<usize> {
    let range = i32::from(range);
    let x = i32::from(cell.x) - i32::from(from.x) + range;
    let y = i32::from(cell.y) - i32::from(from.y) + range;
    let inside = (0..=2 * range).contains(&x) && (0..=2 * range).contains(&y);
    inside.then(|| (y * (2 * range + 1) + x) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::grid::{BoardObject, Point};

    #[test]
    fn a_stroll_goes_as_far_as_a_reach() {
        let wall = |x: i16, y: i16, to: (i16, i16)| {
            BoardObject::wall(vec![Point::corner(x, y), Point::corner(to.0, to.1)])
        };
        let walls = vec![wall(3, 0, (3, 5)), wall(3, 5, (7, 5)), wall(8, 2, (8, 9))];
        let slow = (0..120).map(|i| i % 7 == 0 || i % 11 == 3).collect();
        let board = Board::new(12, 10, walls).with_slow(slow);
        let taken = [(CellPos::new(5, 6), false), (CellPos::new(2, 6), true)];
        let stands = |cell: CellPos| {
            taken.iter().find(|(at, _)| *at == cell).map_or(Occupancy::Free, |(_, friend)| {
                if *friend { Occupancy::Pass } else { Occupancy::Block }
            })
        };
        let mut stroll = Stroll::default();
        let one = StepRules::default();
        let two = StepRules { diagonal: DiagonalCost::Two, ..one };
        let alternating = StepRules { diagonal: DiagonalCost::Alternating, ..one };
        let odd = StepRules { diagonals_before: 3, ..alternating };
        let heavy = [one, two, alternating, odd].map(|steps| StepRules { slow: true, ..steps });
        for (from, steps) in board.cells().flat_map(|from| {
            let light = [one, two, alternating, odd].into_iter();
            light.chain(heavy).map(move |steps| (from, steps))
        }) {
            for range in [0, 1, 2, 6] {
                let reach = board.reach_with(steps, from, range.into(), &stands);
                stroll.look_around(&board, steps, from, range, taken.into_iter());
                assert!(stroll.cells.is_sorted_by_key(|(_, cells)| *cells));
                let mut found = stroll.cells.clone();
                found.sort_by_key(|(cell, _)| (cell.y, cell.x));
                let wanted: Vec<_> = reach
                    .cells()
                    .filter(|(cell, _)| *cell != from)
                    .map(|(cell, cost)| (cell, cost as u16))
                    .collect();
                assert_eq!(found, wanted, "{from:?} {range} {steps:?}");
                let place = stroll.places();
                for (cell, _) in found {
                    let path = stroll.path(cell);
                    let halves = board.half_cells(steps, &path);
                    assert_eq!(stroll.half_cells(&board, cell), halves, "{path:?}");
                    assert_eq!(Some(path), reach.path(cell), "{from:?} {cell:?} {steps:?}");
                    assert_eq!(place(cell).map(|i| stroll.cells[i].0), Some(cell));
                }
                assert_eq!(place(from), None);
            }
        }
    }
}
