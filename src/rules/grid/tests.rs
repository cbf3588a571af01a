//! Boards played through: faults reported of other programs, and clever code against plain code.
//!
//! T1, T2, T4 are the game masters' scenarios; "H5" and the like name the reports behind them.

use super::cover::WhyIgnored;
use super::path::{DiagonalCost, Occupancy, StepRules};
use super::pos::{CellPos, Dir8, Point};
use super::segment::contains;
use super::sight::DISC;
use super::{
    Blocks, Board, BoardObject, DoorState, Exposure, FieldCell, Height, ObjectId, ObjectKind,
};

const fn at(x: i16, y: i16) -> CellPos {
    CellPos::new(x, y)
}

fn wall(points: &[(i16, i16)]) -> BoardObject {
    BoardObject::wall(points.iter().map(|&(x, y)| Point::corner(x, y)).collect())
}

/// A door or window on one edge, closed.
fn leaf(kind: ObjectKind, blocks: Blocks, points: &[(i16, i16)]) -> BoardObject {
    let door = (kind == ObjectKind::Door).then_some(DoorState::Closed);
    BoardObject { kind, blocks, door, ..wall(points) }
}

/// Furniture that fills one cell exactly.
fn crate_on(cell: CellPos, height: Height) -> BoardObject {
    let (x, y) = (cell.x, cell.y);
    BoardObject {
        kind: ObjectKind::Furniture,
        height,
        blocks: Blocks { movement: true, sight: false, shots: true },
        closed: true,
        ..wall(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
    }
}

/// A low wall that can be stepped over.
fn low_wall(points: &[(i16, i16)]) -> BoardObject {
    BoardObject {
        kind: ObjectKind::Furniture,
        height: Height::Low,
        blocks: Blocks { movement: false, sight: true, shots: true },
        ..wall(points)
    }
}

/// Asks both ways a board can be asked, and makes sure that they agree.
fn look(board: &Board, shooter: CellPos, target: CellPos) -> Exposure {
    let exposure = board.exposure(shooter, target);
    let index = board.index(target).expect("target on the board");
    let field = board.field(shooter)[index];
    let expected = FieldCell { in_sight: exposure.in_sight, hidden: exposure.hidden_of_64 };
    assert_eq!(field, expected, "field and exposure differ, {shooter:?} -> {target:?}");
    assert_eq!(exposure.in_sight, board.in_sight(target, shooter), "sight is not symmetric");
    exposure
}

fn open_view() -> Exposure {
    Exposure { in_sight: true, ..Exposure::default() }
}

// ---- cover: the reported faults -------------------------------------------------------------

#[test]
fn t1_h5_90_wall_behind_the_target_gives_none() {
    let board = Board::new(12, 10, vec![wall(&[(9, 5), (9, 6)])]);
    let seen = look(&board, at(2, 5), at(8, 5));
    assert_eq!((seen.in_sight, seen.hidden_of_64, seen.blockers.len()), (true, 0, 0));
    assert_eq!(seen.ignored, [(ObjectId(0), WhyIgnored::BehindTarget)]);
    // On the diagonal too, with walls on both far edges.
    let board = Board::new(12, 12, vec![wall(&[(9, 8), (9, 9), (8, 9)])]);
    assert_eq!(look(&board, at(2, 2), at(8, 8)).hidden_of_64, 0);
}

#[test]
fn t1_h5_206_corridor_one_cell_wide_and_eight_long_gives_none() {
    let sides = vec![wall(&[(1, 1), (9, 1)]), wall(&[(1, 2), (9, 2)])];
    let seen = look(&Board::new(10, 4, sides), at(1, 1), at(8, 1));
    assert_eq!((seen.in_sight, seen.hidden_of_64), (true, 0));
    let beside = WhyIgnored::BesideTarget;
    assert_eq!(seen.ignored, [(ObjectId(0), beside), (ObjectId(1), beside)]);
}

#[test]
fn t2_h5_155_what_stands_beside_the_target_on_a_diagonal_gives_none() {
    // Tokens are no part of a board, so a bystander cannot count. A crate in his place:
    let board = Board::new(10, 10, vec![crate_on(at(6, 7), Height::Full)]);
    assert_eq!(look(&board, at(2, 2), at(6, 6)).hidden_of_64, 0);
}

#[test]
fn t2_h5_291_own_crate_hampers_nobody_but_covers_against_return_fire() {
    for height in [Height::Full, Height::Low] {
        let board = Board::new(12, 5, vec![crate_on(at(3, 2), height)]);
        let out = look(&board, at(2, 2), at(9, 2));
        assert_eq!((out.in_sight, out.hidden_of_64), (true, 0));
        assert_eq!(out.ignored, [(ObjectId(0), WhyIgnored::ShooterLeansOverIt)]);
        let back = look(&board, at(9, 2), at(2, 2));
        let share = if height == Height::Full { 64 } else { 32 };
        assert_eq!(back.blockers, [(ObjectId(0), share)]);
        assert_eq!((back.in_sight, back.hidden_of_64), (true, share), "seen, if wholly hidden");
    }
}

#[test]
fn pillar_in_the_shooters_own_cell_is_leaned_round() {
    let mid = at(2, 2).centre();
    let outline = [(-200, -200), (200, -200), (200, 200), (-200, 200)]
        .map(|(dx, dy)| Point::new(mid.x + dx, mid.y + dy));
    let pillar = BoardObject {
        kind: ObjectKind::Furniture,
        closed: true,
        ..BoardObject::wall(outline.to_vec())
    };
    let board = Board::new(12, 5, vec![pillar]);
    let out = look(&board, at(2, 2), at(9, 2));
    assert_eq!((out.in_sight, out.hidden_of_64), (true, 0));
    let back = look(&board, at(9, 2), at(2, 2));
    assert!(back.in_sight && back.hidden_of_64 > 20 && back.hidden_of_64 < 40, "{back:?}");
}

#[test]
fn crate_between_neighbours_counts_for_both() {
    // It touches both cells, so neither has it to himself.
    let board = Board::new(6, 3, vec![crate_on(at(2, 1), Height::Low)]);
    assert_eq!(look(&board, at(1, 1), at(3, 1)).hidden_of_64, 32);
    assert_eq!(look(&board, at(3, 1), at(1, 1)).hidden_of_64, 32);
}

#[test]
fn walls_at_the_shooter_are_never_ignored() {
    let board = Board::new(12, 5, vec![wall(&[(3, 0), (3, 3)])]);
    assert_eq!(look(&board, at(2, 2), at(9, 1)).hidden_of_64, 64);
}

#[test]
fn pf2e_visioner_107_open_door_gives_none_and_closed_door_shuts() {
    let door = leaf(ObjectKind::Door, Blocks::ALL, &[(5, 2), (5, 3)]);
    let shut = Board::new(10, 5, vec![door, wall(&[(5, 0), (5, 2)]), wall(&[(5, 3), (5, 5)])]);
    let seen = look(&shut, at(2, 2), at(8, 2));
    assert_eq!((seen.in_sight, seen.hidden_of_64), (false, 64));
    assert_eq!(seen.blockers[0], (ObjectId(0), 64));
    let open = shut.with_door(ObjectId(0), DoorState::Open);
    let seen = look(&open, at(2, 2), at(8, 2));
    assert_eq!((seen.in_sight, seen.hidden_of_64), (true, 0));
    assert_eq!(seen.ignored, [(ObjectId(0), WhyIgnored::OpenDoor)]);
    assert!(!shut.step_open(at(4, 2), at(5, 2)) && open.step_open(at(4, 2), at(5, 2)));
    assert!(open.step_open(at(4, 1), at(5, 2)), "round the door post, as round any wall end");
    assert!(!open.step_open(at(4, 1), at(5, 1)));
}

#[test]
fn h5_162_glass_stops_shots_by_its_own_flag() {
    for shots in [false, true] {
        let glass = Blocks { movement: true, sight: false, shots };
        let board = Board::new(10, 5, vec![leaf(ObjectKind::Window, glass, &[(5, 1), (5, 4)])]);
        let seen = look(&board, at(2, 2), at(8, 2));
        assert_eq!((seen.in_sight, seen.hidden_of_64), (true, if shots { 64 } else { 0 }));
        assert_eq!(seen.ignored.contains(&(ObjectId(0), WhyIgnored::LetsShotsThrough)), !shots);
        assert!(!board.step_open(at(4, 2), at(5, 2)));
    }
}

#[test]
fn low_wall_at_the_target_hides_half() {
    let board = Board::new(10, 5, vec![low_wall(&[(8, 1), (8, 4)])]);
    let seen = look(&board, at(2, 2), at(8, 2));
    assert_eq!((seen.in_sight, seen.hidden()), (true, (32, 64)));
    assert_eq!(seen.blockers, [(ObjectId(0), 32)]);
    let two = Board::new(10, 5, vec![low_wall(&[(8, 1), (8, 4)]), low_wall(&[(6, 1), (6, 4)])]);
    let seen = look(&two, at(2, 2), at(8, 2));
    assert_eq!(seen.hidden_of_64, 32, "several low objects still hide a half");
    assert_eq!(seen.blockers.len(), 2);
}

#[test]
fn wall_corner_hides_about_half_and_is_named() {
    // The wall ends on the middle line of the row, so exactly half of the rays meet it.
    let half =
        BoardObject::wall(vec![Point::new(7 * 1024, 0), Point::new(7 * 1024, 2 * 1024 + 512)]);
    let board = Board::new(10, 5, vec![half]);
    let seen = look(&board, at(2, 2), at(8, 2));
    assert_eq!((seen.in_sight, seen.hidden_of_64), (true, 32));
    assert_eq!(seen.blockers, [(ObjectId(0), 32)]);
    // Round the corner of a house, on a knight's move.
    let house = BoardObject { closed: true, ..wall(&[(3, 0), (6, 0), (6, 3), (3, 3)]) };
    let seen = look(&Board::new(10, 8, vec![house]), at(2, 3), at(7, 2));
    assert!(seen.in_sight && (24..=63).contains(&seen.hidden_of_64), "{seen:?}");
}

#[test]
fn dnd5e_1962_a_shoulder_is_seen_past_a_wall_that_hides_the_centre() {
    // How far the wall reaches past the middle line of the row, in units, and what it hides.
    for (past, hidden) in [(0, 32), (100, 50), (188, 64)] {
        let end = Point::new(5 * 1024, 2 * 1024 + 512 + past);
        let board = Board::new(10, 5, vec![BoardObject::wall(vec![Point::new(5 * 1024, 0), end])]);
        let seen = look(&board, at(2, 2), at(8, 2));
        assert_eq!((seen.in_sight, seen.hidden_of_64), (true, hidden), "{past}");
    }
}

#[test]
fn a_wall_between_two_ends_of_a_joint_counts_once() {
    // The joint lies on the middle line; the two walls hide everything together.
    let board = Board::new(
        10,
        5,
        vec![
            BoardObject::wall(vec![Point::new(5120, 0), Point::new(5120, 2560)]),
            BoardObject::wall(vec![Point::new(5120, 2560), Point::new(5120, 5120)]),
        ],
    );
    let seen = look(&board, at(2, 2), at(8, 2));
    assert_eq!((seen.in_sight, seen.hidden_of_64), (false, 64));
    assert_eq!(seen.blockers, [(ObjectId(0), 32), (ObjectId(1), 32)]);
}

#[test]
fn a_token_on_a_diagonal_wall_straddles_it() {
    let board = Board::new(9, 9, vec![wall(&[(0, 0), (9, 9)])]);
    for side in [at(6, 2), at(2, 6)] {
        assert!(look(&board, at(4, 4), side).in_sight);
        assert_eq!(look(&board, at(4, 4), side).hidden_of_64, 0);
        let back = look(&board, side, at(4, 4));
        assert!(back.in_sight && back.hidden_of_64 >= 30, "{back:?}");
    }
    assert!(!look(&board, at(6, 2), at(2, 6)).in_sight);
    assert_eq!(board.reach(at(6, 2), 99, &|_| Occupancy::Free).cost(at(4, 4)), None);
}

#[test]
fn a_tall_bush_neither_blinds_nor_hides_who_stands_in_it() {
    let bush = BoardObject {
        blocks: Blocks { movement: false, sight: true, shots: true },
        ..crate_on(at(2, 2), Height::Full)
    };
    let board = Board::new(9, 5, vec![bush]);
    assert_eq!(look(&board, at(2, 2), at(7, 2)).hidden_of_64, 0);
    let back = look(&board, at(7, 2), at(2, 2));
    assert_eq!((back.in_sight, back.hidden_of_64), (true, 64));
    assert!(!look(&board, at(0, 2), at(7, 2)).in_sight, "but it hides who is behind it");
}

#[test]
fn off_the_board_nothing_is_seen() {
    let board = Board::new(3, 3, Vec::new());
    assert_eq!(look(&board, at(1, 1), at(1, 1)), open_view());
    let off = board.exposure(at(1, 1), at(3, 1));
    assert_eq!((off.in_sight, off.hidden_of_64), (false, 64));
    assert!(board.field(at(-1, 0)).is_empty() && !board.in_sight(at(0, 0), at(0, 9)));
}

#[test]
fn the_largest_board_does_not_overflow() {
    let margin = 16 * 1024;
    let far = 512 * 1024 + margin;
    let across = BoardObject::wall(vec![Point::new(-margin, far), Point::new(far, -margin)]);
    let board = Board::new(512, 512, vec![across, wall(&[(100, 0), (412, 512)])]);
    let seen = board.exposure(at(0, 0), at(511, 511));
    assert_eq!((seen.in_sight, seen.hidden_of_64), (false, 64));
    assert!(board.in_sight(at(0, 0), at(0, 500)) && !board.in_sight(at(0, 511), at(511, 0)));
    let strip = Board::new(512, 3, board.objects().to_vec());
    assert_eq!(
        strip.field(at(0, 1))[512 + 99].hidden,
        strip.exposure(at(0, 1), at(99, 1)).hidden_of_64
    );
}

// ---- clever code against plain code ---------------------------------------------------------

/// Small numbers that look random and are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit.unsigned_abs() as u64) as i32
    }

    /// Mostly grid corners, else middles of edges and cells, else anything.
    fn point(&mut self, side: i32) -> Point {
        let grid = [1024, 1024, 512, 1][self.below(4) as usize];
        let limit = side * 1024 / grid + 1;
        Point::new(self.below(limit) * grid, self.below(limit) * grid)
    }

    fn object(&mut self, side: i32) -> BoardObject {
        let start = self.point(side);
        let mut outline = vec![start];
        for _ in 0..=self.below(3) {
            let far = self.point(side);
            // Short walls as a rule, so that there is something left to see.
            let part = [1, 3, 4][self.below(3) as usize];
            let last = outline[outline.len() - 1];
            outline.push(Point::new(
                last.x + (far.x - last.x) / part,
                last.y + (far.y - last.y) / part,
            ));
        }
        let kind = [
            ObjectKind::Wall,
            ObjectKind::Wall,
            ObjectKind::Door,
            ObjectKind::Window,
            ObjectKind::Furniture,
        ][self.below(5) as usize];
        let door = (kind == ObjectKind::Door)
            .then(|| [DoorState::Closed, DoorState::Open][self.below(2) as usize]);
        let mut flag = || self.below(4) != 0;
        let blocks = Blocks { movement: flag(), sight: flag(), shots: flag() };
        let height = if flag() { Height::Full } else { Height::Low };
        BoardObject { kind, height, blocks, outline, closed: !flag(), door }
    }

    fn board(&mut self, side: u16, objects: i32) -> Board {
        let objects = (0..objects).map(|_| self.object(i32::from(side))).collect();
        Board::new(side, side, objects)
    }
}

/// Point in 1/32 of a unit.
type Fine = (i128, i128);

fn fine(p: Point) -> Fine {
    (i128::from(p.x) * 32, i128::from(p.y) * 32)
}

fn plain_side(a: Fine, b: Fine, p: Fine) -> i128 {
    ((b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)).signum()
}

/// A barrier stops a line that it meets or touches, unless both lie on one line.
fn plainly_stops(p: Fine, q: Fine, (a, b): (Point, Point)) -> bool {
    let (a, b) = (fine(a), fine(b));
    let (sa, sb) = (plain_side(p, q, a), plain_side(p, q, b));
    (sa, sb) != (0, 0) && sa * sb <= 0 && plain_side(a, b, p) * plain_side(a, b, q) <= 0
}

/// The definitions of sight and cover, word for word.
struct Plain<'a> {
    board: &'a Board,
}

impl Plain<'_> {
    fn objects(&self) -> impl Iterator<Item = (ObjectId, &BoardObject)> {
        let all = (0..).map(ObjectId).zip(self.board.objects());
        all.filter(|(id, _)| self.board.door(*id) != Some(DoorState::Open))
    }

    fn body(&self, cell: CellPos) -> Vec<Fine> {
        let mid = fine(cell.centre());
        let kept =
            DISC.iter().map(|d| (mid.0 + 32 * i128::from(d.0), mid.1 + 32 * i128::from(d.1)));
        let sees_own = |rim: &Fine| {
            self.objects().all(|(_, object)| {
                let is_wall = object.kind != ObjectKind::Furniture
                    && object.height == Height::Full
                    && object.blocks.sight;
                !is_wall
                    || object.edges().all(|(a, b)| {
                        a == b
                            || super::segment::touch(cell.centre(), cell.centre(), a, b)
                            || !touches_fine(mid, *rim, (a, b))
                    })
            })
        };
        kept.filter(sees_own).collect()
    }

    fn in_sight(&self, a: CellPos, b: CellPos) -> bool {
        let inside = |object: &BoardObject| {
            object.kind == ObjectKind::Furniture
                && object.closed
                && [a, b].iter().any(|c| contains(&object.outline, c.centre()))
        };
        let walls: Vec<_> = self
            .objects()
            .filter(|(_, o)| o.height == Height::Full && o.blocks.sight && !inside(o))
            .flat_map(|(_, o)| o.edges())
            .collect();
        let (from, to) = (self.body(a), self.body(b));
        a == b
            || from
                .iter()
                .any(|&p| to.iter().any(|&q| !walls.iter().any(|&wall| plainly_stops(p, q, wall))))
    }

    fn hidden(&self, shooter: CellPos, target: CellPos) -> u8 {
        let (s, t) = (fine(shooter.centre()), fine(target.centre()));
        let w = self.board_half_width(shooter, target);
        let counts = |o: &BoardObject| {
            let own = o.kind == ObjectKind::Furniture && o.touches(shooter) && !o.touches(target);
            o.blocks.shots && !own
        };
        let mut halves = 0;
        for k in 0..32 {
            let end = (t.0 + w.0 * (2 * k - 31), t.1 + w.1 * (2 * k - 31));
            let meets = |o: &BoardObject| {
                o.edges().any(|(a, b)| {
                    plain_side(fine(a), fine(b), s) != 0 && plainly_stops(s, end, (a, b))
                })
            };
            let heights =
                self.objects().filter(|(_, o)| counts(o) && meets(o)).map(|(_, o)| o.height);
            halves += heights.map(|h| if h == Height::Full { 2 } else { 1 }).max().unwrap_or(0);
        }
        if shooter == target { 0 } else { halves }
    }

    fn board_half_width(&self, shooter: CellPos, target: CellPos) -> Fine {
        let view = super::view::View::new(self.board, shooter).expect("on the board");
        let (x, y) = view.target(target).expect("on the board").half_width;
        (i128::from(x), i128::from(y))
    }
}

/// Closed touch, lines on one another included.
fn touches_fine(p: Fine, q: Fine, (a, b): (Point, Point)) -> bool {
    let unfine = |f: Fine| Point::new((f.0 / 32) as i32, (f.1 / 32) as i32);
    super::segment::touch(unfine(p), unfine(q), a, b)
}

#[test]
fn what_is_kept_of_a_view_goes_with_the_doors() {
    let door = BoardObject {
        kind: ObjectKind::Door,
        door: Some(DoorState::Closed),
        ..BoardObject::wall(vec![Point::corner(3, 0), Point::corner(3, 3)])
    };
    let mut board = Board::new(6, 3, vec![door]);
    let (here, there) = (CellPos::new(0, 1), CellPos::new(5, 1));
    let shut = board.clone();
    assert!(!board.glance(here, there).in_sight);
    board.set_door(ObjectId(0), DoorState::Open);
    assert!(board.glance(here, there).in_sight);
    assert!(!shut.glance(here, there).in_sight);
    board.set_door(ObjectId(0), DoorState::Closed);
    assert!(!board.glance(here, there).in_sight);
}

#[test]
fn field_and_exposure_equal_the_plain_definitions_on_random_boards() {
    let mut numbers = Numbers(7);
    for round in 0..60 {
        let board = numbers.board(9, 3 + round % 14);
        let plain = Plain { board: &board };
        let cells: Vec<_> = board.cells().collect();
        for _ in 0..2 {
            let shooter = cells[numbers.below(81) as usize];
            let field = board.field(shooter);
            for (&target, &seen) in cells.iter().zip(&field) {
                let expected = FieldCell {
                    in_sight: plain.in_sight(shooter, target),
                    hidden: plain.hidden(shooter, target),
                };
                assert_eq!(seen, expected, "round {round}: {shooter:?} -> {target:?}");
                assert_eq!(seen, board.glimpse(shooter, target));
                assert_eq!(seen, board.glance(shooter, target));
                let exposure = board.exposure(shooter, target);
                assert_eq!(
                    (exposure.in_sight, exposure.hidden_of_64),
                    (seen.in_sight, seen.hidden)
                );
                let most = exposure.blockers.iter().map(|b| b.1).max().unwrap_or(0);
                let sum: u32 = exposure.blockers.iter().map(|b| u32::from(b.1)).sum();
                assert!(most <= seen.hidden && u32::from(seen.hidden) <= sum, "{exposure:?}");
            }
        }
    }
}

#[test]
fn sight_is_symmetric_on_random_boards() {
    let mut numbers = Numbers(11);
    for round in 0..30 {
        let board = numbers.board(12, 5 + round);
        let fields: Vec<_> = board.cells().map(|c| board.field(c)).collect();
        for (i, field) in fields.iter().enumerate() {
            for (j, seen) in field.iter().enumerate() {
                assert_eq!(seen.in_sight, fields[j][i].in_sight, "round {round}: {i} and {j}");
            }
        }
    }
}

/// One of the eight ways to lay a square board on itself.
fn lay(way: u8, side: i32, p: Point) -> Point {
    let flipped = Point::new(
        if way & 1 == 1 { side - p.x } else { p.x },
        if way & 2 == 2 { side - p.y } else { p.y },
    );
    if way & 4 == 4 { Point::new(flipped.y, flipped.x) } else { flipped }
}

#[test]
fn mirrored_and_turned_boards_give_mirrored_and_turned_answers() {
    let mut numbers = Numbers(13);
    for _ in 0..12 {
        let board = numbers.board(9, 10);
        for way in 1..8 {
            let mut objects = board.objects().to_vec();
            for object in &mut objects {
                object.outline.iter_mut().for_each(|p| *p = lay(way, 9 * 1024, *p));
            }
            let laid = Board::new(9, 9, objects);
            let place = |c: CellPos| lay(way, 9 * 1024, c.centre()).cell();
            for shooter in board.cells().step_by(7) {
                let (field, other) = (board.field(shooter), laid.field(place(shooter)));
                for (target, seen) in board.cells().zip(field) {
                    let index = laid.index(place(target)).expect("still on the board");
                    assert_eq!(seen, other[index], "way {way}: {shooter:?} -> {target:?}");
                }
                for next in shooter.neighbours() {
                    assert_eq!(
                        board.step_open(shooter, next),
                        laid.step_open(place(shooter), place(next))
                    );
                    assert_eq!(
                        board.walk_open(shooter, next),
                        laid.walk_open(place(shooter), place(next))
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_leaks_out_of_a_closed_room_of_any_shape() {
    let mut numbers = Numbers(17);
    let side = 14;
    for round in 0..40 {
        // A ring of corners in star order round the middle: crooked, never crossing itself.
        let spokes = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let ring: Vec<Point> = spokes
            .iter()
            .map(|&(x, y)| {
                let grid = [1024, 512, 1][numbers.below(3) as usize];
                let far = (1500 + numbers.below(4500)) / grid * grid;
                Point::new(7 * 1024 + x * far, 7 * 1024 + y * far)
            })
            .collect();
        // Every wall is an object of its own, so each corner is a joint.
        let walls = (0..8).map(|i| BoardObject::wall(vec![ring[i], ring[(i + 1) % 8]])).collect();
        let board = Board::new(side, side, walls);
        let on_wall = |c: CellPos| {
            board
                .objects()
                .iter()
                .any(|o| super::segment::touch(c.centre(), c.centre(), o.outline[0], o.outline[1]))
        };
        let free: Vec<_> = board.cells().filter(|&c| !on_wall(c)).collect();
        for &shooter in &free {
            let inside = contains(&ring, shooter.centre());
            if !inside {
                continue;
            }
            let reach = board.reach(shooter, u32::MAX, &|_| Occupancy::Free);
            let field = board.field(shooter);
            for &target in free.iter().filter(|c| !contains(&ring, c.centre())) {
                let seen = field[board.index(target).expect("on the board")];
                assert!(!seen.in_sight, "round {round}: {shooter:?} -> {target:?}");
                assert_eq!(
                    reach.cost(target),
                    None,
                    "round {round}: walks {shooter:?} -> {target:?}"
                );
            }
        }
    }
}

// ---- walking --------------------------------------------------------------------------------

fn free(_: CellPos) -> Occupancy {
    Occupancy::Free
}

#[test]
fn t4_diagonals_cost_the_same_in_all_directions_with_and_without_a_waypoint() {
    let board = Board::new(11, 11, Vec::new());
    let from = at(5, 5);
    for (diagonal, costs) in [
        (DiagonalCost::One, [3, 4]),
        (DiagonalCost::Alternating, [4, 6]),
        (DiagonalCost::Two, [6, 8]),
    ] {
        let rules = StepRules { diagonal, ..StepRules::default() };
        for (sx, sy) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
            let (third, fourth) = (at(5 + 3 * sx, 5 + 3 * sy), at(5 + 4 * sx, 5 + 4 * sy));
            let whole = board.reach_with(rules, from, 20, &free);
            assert_eq!((whole.cost(third), whole.cost(fourth)), (Some(costs[0]), Some(costs[1])));
            let diagonals_before = whole.diagonals(third).expect("reached");
            let leg = board.reach_with(StepRules { diagonals_before, ..rules }, third, 20, &free);
            assert_eq!(whole.cost(third).unwrap() + leg.cost(fourth).unwrap(), costs[1]);
        }
    }
}

#[test]
fn ep_36_seven_diagonals_of_a_run_cost_ten() {
    let rules = StepRules::of(super::Metric::Alternating);
    let reach = Board::new(12, 12, Vec::new()).reach_with(rules, at(0, 0), 10, &free);
    assert_eq!((reach.cost(at(7, 7)), reach.cost(at(8, 8))), (Some(10), None));
}

#[test]
fn dr_178_a_sealed_room_ends_the_search() {
    let room = BoardObject { closed: true, ..wall(&[(2, 2), (4, 2), (4, 4), (2, 4)]) };
    let reach = Board::new(20, 20, vec![room]).reach(at(2, 2), u32::MAX, &free);
    assert_eq!(reach.cells().count(), 4);
    assert!(reach.path(at(9, 9)).is_none());
}

#[test]
fn a_diagonal_may_cut_one_corner_but_not_pass_between_two() {
    let one = Board::new(4, 4, vec![wall(&[(1, 0), (1, 1)])]);
    assert!(one.step_open(at(0, 0), at(1, 1)), "round the end of one wall");
    assert!(!one.step_open(at(0, 0), at(1, 0)));
    let straight = Board::new(4, 4, vec![wall(&[(1, 0), (1, 2)])]);
    assert!(!straight.step_open(at(0, 0), at(1, 1)), "through the middle of a wall");
    let joined = Board::new(4, 4, vec![wall(&[(1, 0), (1, 1)]), wall(&[(1, 1), (1, 2)])]);
    assert!(!joined.step_open(at(0, 0), at(1, 1)), "through a joint");
    let nook = Board::new(4, 4, vec![wall(&[(1, 0), (1, 1), (0, 1)])]);
    assert!(!nook.step_open(at(0, 0), at(1, 1)), "out of a corner");
    let solid = |x, y| BoardObject {
        closed: true,
        ..wall(&[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
    };
    let single = Board::new(4, 4, vec![solid(1, 0)]);
    assert!(single.step_open(at(0, 0), at(1, 1)), "past one wall cell");
    let pair = Board::new(4, 4, vec![solid(1, 0), solid(0, 1)]);
    assert!(!pair.step_open(at(0, 0), at(1, 1)) && !pair.step_open(at(1, 1), at(0, 0)));
    let pillars = Board::new(
        4,
        4,
        [at(1, 0), at(0, 1)]
            .map(|c| {
                let (p, r) = (c.centre(), 300);
                let outline = vec![
                    Point::new(p.x - r, p.y),
                    Point::new(p.x, p.y - r),
                    Point::new(p.x + r, p.y),
                    Point::new(p.x, p.y + r),
                ];
                BoardObject { closed: true, ..BoardObject::wall(outline) }
            })
            .to_vec(),
    );
    assert!(!pillars.step_open(at(0, 0), at(1, 1)), "both side cells are walls");
}

#[test]
fn furniture_stops_walking_only_if_it_says_so_and_never_melee() {
    let fence = Board::new(6, 3, vec![low_wall(&[(3, 0), (3, 3)])]);
    assert_eq!(fence.reach(at(2, 1), 9, &free).cost(at(3, 1)), Some(1));
    let crates = Board::new(6, 3, vec![crate_on(at(3, 1), Height::Low)]);
    let reach = crates.reach(at(2, 1), 9, &free);
    assert_eq!((reach.cost(at(3, 1)), reach.cost(at(4, 1))), (None, Some(2)));
    assert!(crates.step_open(at(2, 1), at(3, 1)) && !crates.walk_open(at(2, 1), at(3, 1)));
}

#[test]
fn others_are_passed_stopped_at_or_in_the_way() {
    let board = Board::new(8, 1, Vec::new());
    let costs = |what: Occupancy| {
        let reach =
            board.reach(at(0, 0), 9, &|c| if c == at(3, 0) { what } else { Occupancy::Free });
        (reach.cost(at(3, 0)), reach.cost(at(5, 0)))
    };
    assert_eq!(costs(Occupancy::Free), (Some(3), Some(5)));
    assert_eq!(costs(Occupancy::Pass), (None, Some(5)));
    assert_eq!(costs(Occupancy::Stop), (Some(3), None));
    assert_eq!(costs(Occupancy::Block), (None, None));
    let own_cell = board.reach(at(0, 0), 0, &|_| Occupancy::Block);
    assert_eq!(own_cell.path(at(0, 0)), Some(vec![at(0, 0)]));
    assert_eq!(board.reach(at(9, 9), 5, &free).cells().count(), 0);
}

#[test]
fn paths_are_straight_where_they_can_be_and_spread_their_diagonals() {
    let board = Board::new(20, 20, Vec::new());
    let reach = board.reach(at(2, 2), 30, &free);
    let straight: Vec<_> = (2..=9).map(|x| at(x, 2)).collect();
    assert_eq!(reach.path(at(9, 2)), Some(straight));
    let slant = reach.path(at(10, 4)).expect("reached");
    for cell in &slant {
        // Never further than half a cell from the line to (8, 2) further on.
        let off = (i32::from(cell.x) - 2) * 2 - (i32::from(cell.y) - 2) * 8;
        assert!(off.abs() <= 8, "{slant:?}");
    }
}

#[test]
fn every_path_is_walkable_and_costs_what_was_promised() {
    let mut numbers = Numbers(23);
    for round in 0..40 {
        let board = numbers.board(10, 8);
        let diagonal = [DiagonalCost::One, DiagonalCost::Alternating, DiagonalCost::Two][round % 3];
        let diagonals_before = (round as u32) % 2;
        let rules = StepRules { diagonal, diagonals_before, slow: false };
        let stands = |c: CellPos| match (c.x * 7 + c.y * 13) % 11 {
            0 => Occupancy::Block,
            1 => Occupancy::Pass,
            2 => Occupancy::Stop,
            _ => Occupancy::Free,
        };
        let start = at(numbers.below(10) as i16, numbers.below(10) as i16);
        let reach = board.reach_with(rules, start, 12, &stands);
        let plain = plain_costs(&board, rules, start, 12, &stands);
        for (cell, expected) in board.cells().zip(plain) {
            assert_eq!(reach.cost(cell), expected, "round {round}: {start:?} -> {cell:?}");
            let Some(path) = reach.path(cell) else {
                assert_eq!(expected, None);
                continue;
            };
            let (mut cost, mut diagonals) = (0, rules.diagonals_before);
            for step in path.windows(2) {
                assert!(board.walk_open(step[0], step[1]));
                let is_diagonal = step[0].dir_to(step[1]).is_some_and(Dir8::is_diagonal);
                cost += price(diagonal, is_diagonal, diagonals);
                diagonals += u32::from(is_diagonal);
            }
            assert_eq!((path[0], Some(cost)), (start, expected));
            assert_eq!(reach.diagonals(cell), Some(diagonals));
            let passed = path.get(1..path.len() - 1).unwrap_or_default();
            assert!(passed.iter().all(|&c| c == start || stands(c) as u8 <= Occupancy::Pass as u8));
        }
    }
}

fn price(cost: DiagonalCost, is_diagonal: bool, before: u32) -> u32 {
    match (cost, is_diagonal) {
        (DiagonalCost::Alternating, true) => 1 + before % 2,
        (DiagonalCost::Two, true) => 2,
        _ => 1,
    }
}

/// Costs by trying every step again and again until nothing gets cheaper.
fn plain_costs(
    board: &Board,
    rules: StepRules,
    start: CellPos,
    cost_max: u32,
    stands: &dyn Fn(CellPos) -> Occupancy,
) -> Vec<Option<u32>> {
    let cells: Vec<_> = board.cells().collect();
    let mut best = vec![[u32::MAX; 2]; cells.len()];
    best[board.index(start).expect("on the board")][(rules.diagonals_before % 2) as usize] = 0;
    loop {
        let before = best.clone();
        for (i, &cell) in cells.iter().enumerate() {
            let leaves = cell == start || matches!(stands(cell), Occupancy::Free | Occupancy::Pass);
            for next in
                cell.neighbours().into_iter().filter(|&n| leaves && board.walk_open(cell, n))
            {
                let is_diagonal = cell.dir_to(next).is_some_and(Dir8::is_diagonal);
                let j = board.index(next).expect("on the board");
                for parity in 0..2_usize {
                    let step = price(rules.diagonal, is_diagonal, parity as u32);
                    let after = parity ^ usize::from(is_diagonal);
                    let cost = best[i][parity].saturating_add(step);
                    if cost <= cost_max && (next == start || stands(next) != Occupancy::Block) {
                        best[j][after] = best[j][after].min(cost);
                    }
                }
            }
        }
        if before == best {
            break;
        }
    }
    let ends = |c: CellPos| c == start || matches!(stands(c), Occupancy::Free | Occupancy::Stop);
    cells
        .into_iter()
        .zip(best)
        .map(|(cell, [even, odd])| Some(even.min(odd)).filter(|&c| c < u32::MAX && ends(cell)))
        .collect()
}
