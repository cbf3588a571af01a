//! What stands on the ground: bodies of several cells, and things that are laid on the map in the
//! middle of a fight. Played under the ruleset that asks for both.

use crate::fights::{SHELF, look, now, order, refused, station};
use bevy::prelude::World;
use rubezh::battle::BattleMap;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::{self, Save};
use rubezh::battle::setup::empty_world;
use rubezh::data::map::{Laid, Map, PropKind, ZoneKind};
use rubezh::rules::facts::{ActionId, CombatantId, Options};
use rubezh::rules::grid::{CellPos, Occupancy};
use std::sync::Arc;

/// Hawk, a small body; Ox, who stands on four cells.
const HAWK: CombatantId = CombatantId(0);
const OX: CombatantId = CombatantId(4);

fn put(world: &mut World, who: CombatantId, x: i16, y: i16) {
    order(world, Command::Place { who, cell: CellPos::new(x, y) });
}

#[test]
fn a_large_body_stands_on_all_of_its_cells() {
    let mut world = station(1);
    put(&mut world, OX, 10, 8);
    put(&mut world, HAWK, 14, 9);
    let offset = |world: &mut World| {
        look(world, |reader| {
            let options = Options::default();
            let facts = reader.attack_facts(HAWK, ActionId(0), &[OX], None, &options).unwrap();
            (facts.targets[0].offset, facts.targets[0].in_reach)
        })
    };
    assert_eq!(offset(&mut world), ((-3, 0), false), "from the nearest of its cells");
    put(&mut world, HAWK, 12, 10);
    assert_eq!(offset(&mut world), ((-1, -1), true));
    look(&mut world, |reader| {
        assert!(reader.engaged(HAWK) && reader.engaged(OX));
        let at = |who, x, y| reader.occupancy(who, CellPos::new(x, y));
        for (x, y) in [(10, 8), (11, 8), (10, 9), (11, 9)] {
            assert_eq!(at(HAWK, x, y), Occupancy::Block, "{x}:{y}");
        }
        assert_eq!(at(HAWK, 12, 9), Occupancy::Free);
        // It needs room for all four: beside the other, and not half off the board.
        assert_eq!(at(OX, 12, 9), Occupancy::Block, "over Hawk");
        assert_eq!(at(OX, 11, 9), Occupancy::Block, "over Hawk, too");
        assert_eq!(at(OX, 12, 11), Occupancy::Free);
    });
    refused(&mut world, Command::Place { who: OX, cell: CellPos::new(27, 5) });
    // The office has a wall along x = 18, from 1 to 4: nobody stands on both sides of it.
    look(&mut world, |reader| {
        assert!(
            !reader.fits_at(OX, CellPos::new(17, 2)) && reader.fits_at(OX, CellPos::new(16, 2))
        );
        assert!(reader.fits_at(HAWK, CellPos::new(17, 2)));
    });
    // Under other rules it is as small as everybody.
    order(&mut world, Command::Switch { ruleset: "better-world".to_owned() });
    look(&mut world, |reader| assert_eq!(reader.footprint(OX).unwrap().side_cells, 1));
}

#[test]
fn a_large_body_walks_where_it_fits() {
    let mut world = station(1);
    for id in 0..7 {
        let edit = Edit::Level(Some(if id == OX.0 { 30 } else { 10 - id.cast_signed() }));
        order(&mut world, Command::Edit { who: CombatantId(id), edit });
    }
    put(&mut world, OX, 12, 9);
    order(&mut world, Command::Begin { by_cards: None });
    let walk = |path: &[(i16, i16)]| {
        let path = path.iter().map(|(x, y)| CellPos::new(*x, *y)).collect();
        Command::walk(OX, path)
    };
    put(&mut world, HAWK, 15, 9);
    refused(&mut world, walk(&[(12, 9), (13, 9), (14, 9)]));
    put(&mut world, HAWK, 15, 14);
    order(&mut world, walk(&[(12, 9), (13, 9), (14, 9)]));
    look(&mut world, |reader| {
        let mode = reader.moves(OX)[0];
        let reach = reader.reach(OX, &mode).unwrap();
        let cells: Vec<CellPos> = reach.cells().map(|(cell, _)| cell).collect();
        assert!(cells.len() > 1);
        for cell in cells.into_iter().filter(|cell| *cell != CellPos::new(14, 9)) {
            let free = reader.occupancy(OX, cell) == Occupancy::Free;
            assert!(free && reader.fits_at(OX, cell), "{cell:?}");
        }
    });
}

#[test]
fn a_zone_of_vacuum_counts_where_it_lies() {
    let mut world = station(1);
    put(&mut world, HAWK, 12, 10);
    put(&mut world, OX, 20, 10);
    let seen = |world: &mut World| {
        look(world, |reader| {
            let facts = reader.attack_facts(HAWK, ActionId(0), &[OX], None, &Options::default());
            let facts = facts.unwrap();
            let board = &reader.map.board;
            (facts.targets[0].sightline.airless, board.is_airless(CellPos::new(12, 10)))
        })
    };
    let lay = |x, reach| {
        let what = Laid::Zone(CellPos::new(x, 10), ZoneKind::Vacuum, reach);
        Command::Lay { what, who: None }
    };
    order(&mut world, lay(12, 1));
    assert_eq!(seen(&mut world), (false, true), "the way of a shot has to lie in it whole");
    order(&mut world, lay(17, 4));
    assert_eq!(seen(&mut world), (true, true));
    order(&mut world, Command::Clear { cell: CellPos::new(18, 10) });
    assert_eq!(seen(&mut world), (false, true));
}

/// A free cell of the yard.
const YARD: CellPos = CellPos { x: 13, y: 10 };

fn laid(world: &World) -> usize {
    world.resource::<BattleMap>().map.props.len()
}

#[test]
fn things_are_laid_and_cleared_by_steps_that_undo() {
    let mut world = station(1);
    let before = (now(&mut world), laid(&world));
    let crates = Command::Lay { what: Laid::Thing(YARD, PropKind::Crate), who: None };
    order(&mut world, crates.clone());
    assert_eq!(laid(&world), before.1 + 1);
    refused(&mut world, crates.clone());
    let beside = CellPos::new(YARD.x - 1, YARD.y);
    let walkable = |world: &mut World| {
        look(world, |reader| reader.map.board.walk_open(CellPos::new(12, 10), YARD))
    };
    assert!(!walkable(&mut world), "a crate is in the way from {beside:?}");
    // On somebody, off the board, and what is no thing to lay.
    let hawk = look(&mut world, |reader| reader.cell(HAWK).unwrap());
    for what in [
        Laid::Thing(hawk, PropKind::Crate),
        Laid::Thing(CellPos::new(-1, 3), PropKind::Crate),
        Laid::Thing(CellPos::new(14, 10), PropKind::Door),
    ] {
        refused(&mut world, Command::Lay { what, who: None });
    }
    let smoke = Laid::Zone(CellPos::new(0, 0), ZoneKind::Thick, 2);
    order(&mut world, Command::Lay { what: smoke, who: None });
    let with_both = now(&mut world);
    // Saved and opened, it lies there again, once.
    let save = Save::of(&world).expect("a journal was begun");
    let reading = rubezh::data::decode::read::<Save>("save.ron", save.text().as_bytes());
    let read = reading.value.expect("no problems");
    let mut other = empty_world(&SHELF.library);
    let map = Arc::new(Map::build(read.map.clone()).expect("it was built before"));
    read.open(&mut other, map).expect("every hash is equal");
    assert_eq!((now(&mut other), laid(&other)), (with_both.clone(), before.1 + 1));
    order(&mut world, Command::Clear { cell: YARD });
    assert!(walkable(&mut world));
    refused(&mut world, Command::Clear { cell: YARD });
    journal::undo(&mut world);
    assert_eq!((now(&mut world), laid(&world)), (with_both, before.1 + 1));
    while journal::undo(&mut world).is_some() {}
    assert_eq!((now(&mut world), laid(&world)), before);
}

#[test]
fn smoke_on_the_line_and_danger_beside_are_facts_of_an_attack() {
    let mut world = station(1);
    put(&mut world, HAWK, 8, 10);
    put(&mut world, OX, 15, 10);
    let facts = |world: &mut World| {
        look(world, |reader| {
            let options = Options::default();
            let facts = reader.attack_facts(HAWK, ActionId(0), &[OX], None, &options).unwrap();
            let plan = reader.rules.0.plan(&facts).unwrap();
            let tn = plan.checks[0].1.value();
            (facts.targets[0].sightline.veil, facts.targets[0].danger_around, tn)
        })
    };
    let clear = facts(&mut world);
    assert_eq!((clear.0, clear.1), (0, 0));
    let lay = |world: &mut World, cell: (i16, i16), kind| {
        let what = Laid::Zone(CellPos::new(cell.0, cell.1), kind, 0);
        order(world, Command::Lay { what, who: None });
    };
    lay(&mut world, (11, 10), ZoneKind::Dim);
    assert_eq!(facts(&mut world), (1, 0, clear.2 - 10));
    lay(&mut world, (12, 10), ZoneKind::Thick);
    assert_eq!(facts(&mut world), (2, 0, clear.2 - 20), "the worst one only");
    // Two cells east of its north-west one: a push to the east leads there.
    lay(&mut world, (17, 11), ZoneKind::Danger);
    let east = 1 << 2;
    assert_eq!(facts(&mut world).1 & east, east);
}

#[test]
fn a_feature_of_the_surroundings_costs_a_point_of_flex() {
    let mut world = station(1);
    let lay = |x: i16| {
        let what = Laid::Thing(CellPos::new(x, 10), PropKind::LowWall);
        Command::Lay { what, who: Some(HAWK) }
    };
    order(&mut world, lay(13));
    assert_eq!(now(&mut world).laid.len(), 1);
    refused(&mut world, lay(14));
    order(&mut world, Command::Switch { ruleset: "better-world".to_owned() });
    refused(&mut world, lay(14));
}

#[test]
fn wounds_lower_the_place_in_the_next_round() {
    let mut world = station(1);
    order(&mut world, Command::Begin { by_cards: None });
    let level = |world: &mut World, who: CombatantId| {
        let rows = now(world).rows;
        rows.iter().find(|row| row.cards.contains(&who)).unwrap().level
    };
    let before = level(&mut world, HAWK);
    order(&mut world, Command::Edit { who: HAWK, edit: Edit::Marks(0, 2) });
    assert_eq!(level(&mut world, HAWK), before, "not in this round");
    order(&mut world, Command::EndRound);
    assert_eq!(level(&mut world, HAWK), before - 2);
    order(&mut world, Command::Edit { who: HAWK, edit: Edit::Marks(0, 0) });
    order(&mut world, Command::EndRound);
    assert_eq!(level(&mut world, HAWK), before, "healed");
}
