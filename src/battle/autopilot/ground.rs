//! The ground as the autopilot knows it: how pairs of cells lie to each other, ways on foot. All
//! of it follows from the map, its doors and the ruleset alone, so it is kept from fight to fight.

use crate::battle::BattleMap;
use crate::data::map::Map;
use crate::rules::facts::Sightline;
use crate::rules::grid::{Board, CellPos, Dir8, DoorState, ObjectId, Occupancy};
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
    walks: HashMap<usize, Arc<[u16]>>,
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
    /// The ground of a map.
    pub fn new(map: &BattleMap) -> Self {
        let mut open = map.board.clone();
        for id in 0..open.objects().len() {
            open.set_door(ObjectId(id as u16), DoorState::Open);
        }
        let mut ground = Self {
            map: map.map.clone(),
            states: Vec::new(),
            now: 0,
            open,
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
            if !there.in_sight {
                // Sight is mutual.
                *slot = (UNSEEN, UNSEEN);
                return None;
            }
            let back = board.glance(enemy, place);
            let mut number = |from: CellPos, to: CellPos, hidden_64: u8| {
                let offset = from.offset_to(to);
                let sightline = Sightline { in_sight: true, hidden_64, ..Sightline::default() };
                let class = rules.footing(offset, &sightline);
                let next = self.footings.len() as u32;
                let number = *self.numbers.entry(class).or_insert(next);
                if number == next {
                    self.footings.push(Footing { class, offset, sightline });
                }
                number
            };
            *slot = (number(place, enemy, there.hidden), number(enemy, place, back.hidden));
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

    /// Cells on foot from everywhere to a cell, row by row, past every door and through everybody;
    /// [`NO_WAY`] where there is none.
    pub fn walks_to(&mut self, cell: CellPos) -> Arc<[u16]> {
        let (width, height) = self.open.size();
        let cells = usize::from(width) * usize::from(height);
        let key = self.open.index(cell).unwrap_or(cells);
        if let Some(known) = self.walks.get(&key) {
            return known.clone();
        }
        if self.walks.len() * cells > WALKS_MAX {
            self.walks.clear();
        }
        let mut walks = vec![NO_WAY; cells];
        let reach = self.open.reach(cell, u32::from(NO_WAY) - 1, &|_| Occupancy::Free);
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
        let Seen { board, thresholds, doors, .. } = &mut self.states[self.now].1;
        let mut beside = thresholds.iter().filter(|(cell, _)| *cell == from).peekable();
        beside.peek()?;
        *doors.entry((from, goal)).or_insert_with(|| {
            let now = way(board, from, goal).unwrap_or(u32::MAX);
            let shorter = |door: ObjectId| {
                let open = board.with_door(door, DoorState::Open);
                way(&open, from, goal).is_some_and(|way| way < now)
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

fn way(board: &Board, from: CellPos, to: CellPos) -> Option<u32> {
    board.reach(from, u32::from(NO_WAY), &|_| Occupancy::Free).cost(to)
}

/// Cells within a few steps and the ways there: equal to [`Board::reach`] with diagonals as one,
/// but for a few cells of a large board.
#[derive(Default)]
pub(super) struct Stroll {
    /// How far was looked; 0 for not at all.
    pub range: u16,
    /// Cells that can be ended on, near ones first, with their distance in cells.
    pub cells: Vec<(CellPos, u16)>,
    from: CellPos,
    marks: Vec<Mark>,
    waiting: Vec<CellPos>,
    next: Vec<CellPos>,
}

/// What is known of a cell in the window around the start.
#[derive(Copy, Clone, Default)]
struct Mark {
    stands: Stands,
    /// Cells from the start, and diagonals among them; fewer are shorter on the ground.
    way: Option<(u16, u16)>,
    /// Steps that are open, a bit for each direction.
    open: u8,
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
        from: CellPos,
        range: u16,
        taken: impl Iterator<Item = (CellPos, bool)>,
    ) {
        // Nobody walks further than the board is wide.
        self.range = range.min(board.size().0.max(board.size().1));
        self.from = from;
        let side = 2 * usize::from(self.range) + 1;
        self.marks.clear();
        self.marks.resize(side * side, Mark::default());
        self.cells.clear();
        self.waiting.clear();
        for (cell, friend) in taken {
            if let Some(at) = self.at(cell) {
                let foe = !friend || self.marks[at].stands == Stands::Foe;
                self.marks[at].stands = if foe { Stands::Foe } else { Stands::Friend };
            }
        }
        let Some(start) = self.at(from) else { return };
        self.marks[start] = Mark { way: Some((0, 0)), ..Mark::default() };
        self.waiting.push(from);
        for cost in 1..=self.range {
            let mut waiting = std::mem::take(&mut self.waiting);
            for cell in waiting.drain(..) {
                self.step_from(board, cell, cost);
            }
            self.waiting = std::mem::replace(&mut self.next, waiting);
        }
    }

    fn step_from(&mut self, board: &Board, cell: CellPos, cost: u16) {
        let Some(here) = self.at(cell) else { return };
        let open = board.walks_from(cell);
        self.marks[here].open = open;
        let before = self.marks[here].way.map_or(0, |(_, diagonals)| diagonals);
        for dir in Dir8::ALL.into_iter().filter(|dir| open >> *dir as u8 & 1 == 1) {
            let to = cell.step(dir);
            let Some(at) = self.at(to) else { continue };
            let mark = &mut self.marks[at];
            if mark.stands == Stands::Foe {
                continue;
            }
            let way = (cost, before + u16::from(dir.is_diagonal()));
            match mark.way {
                None => {
                    mark.way = Some(way);
                    if mark.stands == Stands::Nobody {
                        self.cells.push((to, cost));
                    }
                    self.next.push(to);
                }
                Some(known) if way < known => mark.way = Some(way),
                Some(_) => {}
            }
        }
    }

    /// The way to a cell that can be ended on, from the start: the one that a
    /// [`Reach`](crate::rules::grid::Reach) has.
    pub fn path(&self, goal: CellPos) -> Vec<CellPos> {
        let mut path = vec![goal];
        let mut here = goal;
        let off_line = |cell: CellPos| {
            let (gx, gy) = self.from.vector_to(goal);
            let (x, y) = self.from.vector_to(cell);
            (gx * y - gy * x).abs()
        };
        while here != self.from {
            let Some((cost, diagonals)) = self.at(here).and_then(|at| self.marks[at].way) else {
                break;
            };
            let came = |dir: &Dir8| {
                let previous = here.step(dir.turned(4));
                let mark = self.marks[self.at(previous)?];
                let way = (cost.checked_sub(1)?, diagonals.checked_sub(dir.is_diagonal().into())?);
                (mark.open >> *dir as u8 & 1 == 1 && mark.way == Some(way)).then_some(previous)
            };
            let before = Dir8::ALL.iter().filter_map(came).min_by_key(|cell| off_line(*cell));
            let Some(previous) = before else { break };
            path.push(previous);
            here = previous;
        }
        path.reverse();
        path
    }

    /// The place of a cell in the window.
    fn at(&self, cell: CellPos) -> Option<usize> {
        let range = i32::from(self.range);
        let x = i32::from(cell.x) - i32::from(self.from.x) + range;
        let y = i32::from(cell.y) - i32::from(self.from.y) + range;
        let inside = (0..=2 * range).contains(&x) && (0..=2 * range).contains(&y);
        inside.then(|| (y * (2 * range + 1) + x) as usize)
    }
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
        let board = Board::new(12, 10, walls);
        let taken = [(CellPos::new(5, 6), false), (CellPos::new(2, 6), true)];
        let stands = |cell: CellPos| {
            taken.iter().find(|(at, _)| *at == cell).map_or(Occupancy::Free, |(_, friend)| {
                if *friend { Occupancy::Pass } else { Occupancy::Block }
            })
        };
        let mut stroll = Stroll::default();
        for from in board.cells() {
            for range in [0, 1, 2, 6] {
                let reach = board.reach(from, range.into(), &stands);
                stroll.look_around(&board, from, range, taken.into_iter());
                let mut found = stroll.cells.clone();
                found.sort_by_key(|(cell, _)| (cell.y, cell.x));
                let wanted: Vec<_> = reach
                    .cells()
                    .filter(|(cell, _)| *cell != from)
                    .map(|(cell, cost)| (cell, cost as u16))
                    .collect();
                assert_eq!(found, wanted, "{from:?} {range}");
                for (cell, _) in found {
                    assert_eq!(Some(stroll.path(cell)), reach.path(cell), "{from:?} {cell:?}");
                }
            }
        }
    }
}
