//! The ground as the autopilot knows it: sight and cover of pairs of cells, ways on foot. All of
//! it follows from the map and its doors alone, so it is kept from fight to fight.

use crate::battle::BattleMap;
use crate::data::map::Map;
use crate::rules::grid::{Board, CellPos, DoorState, FieldCell, ObjectId, Occupancy};
use bevy::platform::collections::HashMap;
use std::sync::Arc;

/// Boards of at most so many cells keep all pairs of cells in one list.
const DENSE_CELLS_MAX: usize = 2_000;
/// So many pairs of a larger board are kept before they are forgotten.
const SPARSE_PAIRS_MAX: usize = 4_000_000;
/// So many numbers of cells on the way are kept before they are forgotten.
const WALKS_MAX: usize = 16_000_000;
/// So many states of the doors are kept.
const DOORS_MAX: usize = 16;
/// No way on foot.
pub(super) const NO_WAY: u16 = u16::MAX;

/// A map with all its doors as they were met so far.
pub(super) struct Ground {
    map: Arc<Map>,
    states: Vec<(Vec<u16>, Seen)>,
    now: usize,
    /// Ways on foot with every door open: a closed one is a delay and no wall.
    open: Board,
    walks: HashMap<usize, Arc<[u16]>>,
}

/// What was looked at with one state of the doors.
struct Seen {
    board: Board,
    pairs: Pairs,
}

/// Sight and cover by pair of cells; 0 is "not looked at yet".
enum Pairs {
    Dense(Vec<u16>),
    Sparse(HashMap<u64, u16>),
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
        let (width, height) = map.board.size();
        let cells = usize::from(width) * usize::from(height);
        let pairs = if cells <= DENSE_CELLS_MAX {
            Pairs::Dense(vec![0; cells * cells])
        } else {
            Pairs::Sparse(HashMap::default())
        };
        let seen = Seen { board: map.board.clone(), pairs };
        self.states.push((map.open_doors.clone(), seen));
        self.now = self.states.len() - 1;
    }

    /// The board with the doors as they stand.
    pub fn board(&self) -> &Board {
        &self.states[self.now].1.board
    }

    /// Sight and hidden share of a target.
    pub fn glimpse(&mut self, from: CellPos, to: CellPos) -> FieldCell {
        let Seen { board, pairs } = &mut self.states[self.now].1;
        let (Some(a), Some(b)) = (board.index(from), board.index(to)) else {
            return FieldCell::default();
        };
        let slot = match pairs {
            Pairs::Dense(list) => {
                let (width, height) = board.size();
                &mut list[a * usize::from(width) * usize::from(height) + b]
            }
            Pairs::Sparse(map) => {
                if map.len() > SPARSE_PAIRS_MAX {
                    map.clear();
                }
                map.entry((a as u64) << 32 | b as u64).or_insert(0)
            }
        };
        if *slot == 0 {
            let found = board.glimpse(from, to);
            *slot = 1 | u16::from(found.in_sight) << 1 | u16::from(found.hidden) << 2;
        }
        FieldCell { in_sight: *slot & 2 != 0, hidden: (*slot >> 2) as u8 }
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

    /// Cells on foot between two cells with the doors as they stand.
    pub fn way(&self, from: CellPos, to: CellPos) -> Option<u32> {
        way(self.board(), from, to)
    }

    /// The same with one more door open.
    pub fn way_through(&self, door: ObjectId, from: CellPos, to: CellPos) -> Option<u32> {
        way(&self.board().with_door(door, DoorState::Open), from, to)
    }
}

fn way(board: &Board, from: CellPos, to: CellPos) -> Option<u32> {
    board.reach(from, u32::from(NO_WAY), &|_| Occupancy::Free).cost(to)
}
